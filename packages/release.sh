#!/bin/sh
# Makes a release from a clean tree: the source archive and its checksums in FOLDER; packages/release.sh FOLDER [--tag]
# SPDX-License-Identifier: Apache-2.0
#
# The version is that of include/nbl/version.h; CHANGELOG.md must have a section for it, and the archive must build.
set -eu
cd "$(dirname "$0")/.."
fail() { echo "release: $1" >&2; exit 1; }
[ $# -ge 1 ] || { echo "usage: packages/release.sh FOLDER [--tag]" >&2; exit 2; }
folder=$1
version=$(make -s print-VERSION)
name=nbl-$version
[ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed"
grep -q "^## $version" CHANGELOG.md || fail "CHANGELOG.md: no section for $version"
mkdir -p "$folder"
# With our own kernels as modules, for who builds without a compiler (make GLSLANG=0).
make -s modules MODULES="$folder/modules.c" >/dev/null || fail "modules.c cannot be made"
git archive --format=tar --prefix="$name/" --add-file="$folder/modules.c" HEAD | gzip -n9 >"$folder/$name.tar.gz"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tar -C "$scratch" -xzf "$folder/$name.tar.gz"
make -s -C "$scratch/$name" build/libnbl.a >/dev/null || fail "$name.tar.gz does not build"
make -s -C "$scratch/$name" GLSLANG=0 build-no-glslang/libnbl.a >/dev/null || fail "$name.tar.gz does not build without glslang"
rm "$folder/modules.c"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.sha256" && sha512sum "$name.tar.gz" >"$name.sha512")
[ "${2:-}" != --tag ] || git tag -a "v$version" -m "nbl $version"
echo "$folder/$name.tar.gz"
