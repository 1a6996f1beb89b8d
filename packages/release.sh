#!/bin/sh
# Makes a release from a clean tree: source archive, single files, notes, checksums in FOLDER; packages/release.sh FOLDER [--tag]
# SPDX-License-Identifier: Apache-2.0
#
# The version is in include/nbl/version.h; CHANGELOG.md must have a section for it, and the archive must build.
# NBL_RELEASE_BUILDS=0 leaves that last part out, for the test of the rest.
set -eu
cd "$(dirname "$0")/.."
fail() { echo "release: $1" >&2; exit 1; }
[ $# -eq 1 ] || { [ $# -eq 2 ] && [ "$2" = --tag ]; } || { echo "usage: packages/release.sh FOLDER [--tag]" >&2; exit 2; }
folder=$1
build=${BUILD:-build}
version=$(make -s print-VERSION)
name=nbl-$version
[ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed"
grep -q "^## $version\$\|^## $version " CHANGELOG.md || fail "CHANGELOG.md: no section for $version"
[ -z "$(git tag -l "v$version")" ] || fail "v$version: there is such a tag"
mkdir -p "$folder"
# With our own kernels as modules, for who builds without a compiler (make GLSLANG=0).
make -s modules BUILD="$build" MODULES="$folder/modules.c" >/dev/null || fail "modules.c cannot be made"
git archive --format=tar --prefix="$name/" --add-file="$folder/modules.c" HEAD | gzip -n9 >"$folder/$name.tar.gz"
rm "$folder/modules.c"
if [ "${NBL_RELEASE_BUILDS:-1}" = 1 ]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    tar -C "$scratch" -xzf "$folder/$name.tar.gz"
    make -s -C "$scratch/$name" build/libnbl.a >/dev/null || fail "$name.tar.gz does not build"
    make -s -C "$scratch/$name" GLSLANG=0 build-no-glslang/libnbl.a >/dev/null || fail "$name.tar.gz does not build without glslang"
fi
make -s single-files BUILD="$build" >/dev/null || fail "the single files cannot be made"
tar -C "$build" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
    --transform="s,^single-files,$name-single-files," -cf - single-files | gzip -n9 >"$folder/$name-single-files.tar.gz"
awk -v head="## $version" 'index($0, "## ") == 1 { on = $0 == head || index($0, head " ") == 1; next } on' CHANGELOG.md >"$folder/$name-notes.md"
for sum in sha256 sha512; do
    (cd "$folder" && ${sum}sum "$name.tar.gz" "$name-single-files.tar.gz" "$name-notes.md" >"$name.$sum")
done
[ "${2:-}" != --tag ] || git tag -a "v$version" --cleanup=verbatim -F "$folder/$name-notes.md"
echo "$folder/$name.tar.gz"
