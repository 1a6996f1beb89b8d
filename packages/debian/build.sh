#!/bin/sh
# Builds the Debian packages: libnbl0.3, libnbl-dev, nbl-tools, python3-nbl, and their source package.
# SPDX-License-Identifier: Apache-2.0
#
#   packages/debian/build.sh FOLDER     what is built lies there: nbl_VERSION.dsc, .tar.xz, .deb
#
# Needs debhelper, dh-python, dpkg-dev and what packages/debian/debian/control names. The source package is this tree with
# packages/debian/debian as its debian/.
set -eu
[ $# = 1 ] || { echo "usage: build.sh FOLDER" >&2; exit 2; }
cd "$(dirname "$0")/../.."
for tool in dh dh_python3 dpkg-buildpackage; do
    command -v $tool >/dev/null || { echo "build.sh: $tool: not there: apt-get install debhelper dh-python dpkg-dev" >&2; exit 1; }
done
version=$(for part in MAJOR MINOR PATCH; do sed -n "s/^#define NBL_VERSION_$part //p" include/nbl/version.h; done | paste -sd.)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
tree=$folder/nbl-$version
rm -rf "$tree"
mkdir "$tree"
# What git has or would take; of a release archive, which has no git, everything but what was built.
if git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files -co --exclude-standard
else
    find . -type f ! -path './build*' | sed 's|^\./||'
fi | while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done | tar cf - -T - | tar xf - -C "$tree"
cp -r packages/debian/debian "$tree/debian"
date=$(git log -1 --format=%aD 2>/dev/null || date -R)
printf 'nbl (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- nbl maintainers <maintainers@nbl.invalid>  %s\n' \
    "$version" "$date" >"$tree/debian/changelog"
cd "$tree"
dpkg-buildpackage --no-sign --jobs="${JOBS:-2}" >"$folder/build.log" 2>&1 || { tail -n 8 "$folder/build.log" >&2; exit 1; }
ls "$folder" | grep "^\(lib\|\)nbl.*\.\(deb\|dsc\|xz\)\$\|^python3-nbl.*\.deb\$"
