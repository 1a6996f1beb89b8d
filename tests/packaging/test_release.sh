#!/usr/bin/env bash
# The release script in a copy of the tree, and the recipes for package managers; each slip that they guard against is found.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
root=$(pwd)
BUILD=$(realpath "${BUILD:-build}")
export BUILD LENGTHS=64 NBL_RELEASE_BUILDS=0 GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=nbl GIT_AUTHOR_EMAIL=nbl@localhost GIT_COMMITTER_NAME=nbl GIT_COMMITTER_EMAIL=nbl@localhost
. tests/common/expect.sh
refuses() { # what it says, arguments ...
    local says=$1
    shift
    "$scratch/tree/packages/release.sh" "$@" >"$scratch/out" 2>"$scratch/error" && return 1
    cat "$scratch/error"
    grep -qF "$says" "$scratch/error"
}
commit() { git -C "$scratch/tree" add -A && git -C "$scratch/tree" commit -qm "$1" && age; }
# Nothing is compiled again, the build folder is taken: nothing of the copy is newer.
age() { find "$scratch/tree" -path "$scratch/tree/.git" -prune -o -type f -exec touch -d 2001-01-01 {} +; }

expect "the recipes agree with the tree" tests/packaging/recipes.py
if ! git --version >/dev/null 2>&1; then
    echo "NOT HERE: git, which a release is made by"
    finish
fi
mkdir "$scratch/tree"
tools/files.sh | tar -cf - -T - | tar -C "$scratch/tree" -xf -
git -C "$scratch/tree" init -q
commit "as it is" >"$scratch/log" 2>&1
version=$(make -s print-VERSION)

release=$scratch/release
expect "wrong usage" refuses "usage: packages/release.sh FOLDER [--tag]" "$release" --wrong
sed -i "s/^## $version /## Unreleased /" "$scratch/tree/CHANGELOG.md"
commit "A tree between releases"
expect "no section" refuses "release: CHANGELOG.md: no section for $version" "$release"
sed -i "s/^## Unreleased /## $version /" "$scratch/tree/CHANGELOG.md"
expect "a tree with changes" refuses "release: the tree has changes that are not committed" "$release"
commit "Release"
expect "a release" "$scratch/tree/packages/release.sh" "$release"
expect "what it says" [ "$(cat "$scratch/log")" = "$release/nbl-$version.tar.gz" ]
expect "SHA-256" sh -c "cd '$release' && [ \"\$(wc -l <nbl-$version.sha256)\" = 3 ] && sha256sum -c --quiet nbl-$version.sha256"
expect "SHA-512" sh -c "cd '$release' && sha512sum -c --quiet nbl-$version.sha512"
expect "nothing else lies there" [ "$(ls "$release" | wc -l)" = 5 ]
tar -tzf "$release/nbl-$version.tar.gz" >"$scratch/list"
for file in README.md LICENSE CMakeLists.txt modules.c include/nbl/fft.h packages/single_file.py; do
    expect "the archive has $file" grep -qx "nbl-$version/$file" "$scratch/list"
done
tar -tzf "$release/nbl-$version-single-files.tar.gz" >"$scratch/list"
for file in nbl_fft_64.glsl nbl_fft_64.hlsl nbl_fft_64.h LICENSE; do
    expect "the single files have $file" grep -qx "nbl-$version-single-files/$file" "$scratch/list"
done
expect "the notes are the section" sh -c "grep -q '^### ' '$release/nbl-$version-notes.md' && ! grep -q '^## ' '$release/nbl-$version-notes.md'"
expect "no tag unless asked for" [ -z "$(git -C "$scratch/tree" tag)" ]
expect "a release with a tag" "$scratch/tree/packages/release.sh" "$scratch/again" --tag
expect "the same bytes again" cmp "$release/nbl-$version.sha512" "$scratch/again/nbl-$version.sha512"
expect "the tag" sh -c "git -C '$scratch/tree' tag -l --format='%(contents)' v$version | grep -q '^### '"
expect "a tag that is there" refuses "release: v$version: there is such a tag" "$scratch/third"

# Recipes that do not agree.
slip() { # what is found, file, sed
    cp "$scratch/tree/$2" "$scratch/kept"
    sed -i "$3" "$scratch/tree/$2"
    expect "a slip is found: $1" sh -c "cd '$scratch/tree' && ! '$root/tests/packaging/recipes.py' >'$scratch/said' && grep -qF '$1' '$scratch/said'"
    cp "$scratch/kept" "$scratch/tree/$2"
}
slip "vcpkg.json: version 9.9.9, not $version" packages/vcpkg/vcpkg.json "s/\"version\": .*/\"version\": \"9.9.9\",/"
slip "blender/__init__.py: version (9, 9, 9), not $version" packages/blender/__init__.py 's/"version": (.*)/"version": (9, 9, 9)/'
slip "portfile.cmake: CMakeLists.txt has no option NBL_VULCAN" packages/vcpkg/portfile.cmake 's/NBL_VULKAN/NBL_VULCAN/'
slip "portfile.cmake: vcpkg_cmake_instal: not a function" packages/vcpkg/portfile.cmake 's/vcpkg_cmake_install(/vcpkg_cmake_instal(/'
slip "conanfile.py: shaders/" packages/conan/conanfile.py 's#"shaders/\*",##'
slip "conanfile.py: CMakeLists.txt has no option NBL_VULKAN" packages/conan/conanfile.py 's/NBL_VULKAN/NBL_VOLCANO/'

finish
