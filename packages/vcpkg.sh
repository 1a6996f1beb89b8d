#!/usr/bin/env bash
# Installs the port of packages/vcpkg from this tree by a vcpkg that is here, and runs README.md's first examples with it.
# SPDX-License-Identifier: Apache-2.0
#
#   packages/vcpkg.sh VCPKG ROOT FOLDER
#
# VCPKG   the program (github.com/microsoft/vcpkg-tool, built)
# ROOT    a checkout of github.com/microsoft/vcpkg: its scripts/, triplets/ and ports/vcpkg-cmake*
# FOLDER  receives all that is made
#
# FEATURES=vulkan  with that feature. Its dependencies, which vcpkg would download, are then ports without files in front of the
#                  system's packages: glslang-dev, spirv-headers, spirv-tools and libvulkan-dev of Debian
#
# The archive that the port asks for is this tree's last commit, or the tree where there is no git, laid where vcpkg keeps downloads:
# nothing is fetched. CMake and Ninja are those of the system.
set -eu
[ $# = 3 ] || { echo "usage: vcpkg.sh VCPKG ROOT FOLDER" >&2; exit 2; }
vcpkg=$(realpath "$1") root=$(realpath "$2")
mkdir -p "$3"
folder=$(realpath "$3")
cd "$(dirname "$0")/.."
. packages/example.sh
version=$(sed -n 's/.*"version": "\(.*\)".*/\1/p' packages/vcpkg/vcpkg.json)
archive=$folder/downloads/example-nbl-v$version.tar.gz
rm -rf "$folder/ports" "$folder/example" "$folder/installed"
mkdir -p "$folder/ports" "$folder/downloads" "$folder/example/build"
if git rev-parse HEAD >/dev/null 2>&1; then
    git archive --format=tar.gz --prefix="nbl-$version/" -o "$archive" HEAD
else
    tools/files.sh | tar -czf "$archive" --transform "s|^|nbl-$version/|" -T -
fi
cp -r packages/vcpkg "$folder/ports/nbl"
sed -i "s|\${NBL_REPOSITORY}|example/nbl|; s|\${NBL_SHA512}|$(sha512sum "$archive" | cut -d' ' -f1)|" \
    "$folder/ports/nbl/portfile.cmake"

library=nbl::emulator
for name in ${FEATURES:+glslang spirv-headers spirv-tools vulkan-headers}; do
    mkdir "$folder/ports/$name"
    printf '{ "name": "%s", "version": "0" }\n' "$name" >"$folder/ports/$name/vcpkg.json"
    echo 'set(VCPKG_POLICY_EMPTY_PACKAGE enabled) # the system has it' >"$folder/ports/$name/portfile.cmake"
    library=nbl::vulkan
done

export VCPKG_ROOT=$root VCPKG_FORCE_SYSTEM_BINARIES=1 VCPKG_DISABLE_METRICS=1 VCPKG_MAX_CONCURRENCY="${JOBS:-$(nproc)}"
"$vcpkg" install "nbl${FEATURES:+[$FEATURES]}" --classic --overlay-ports="$folder/ports" --downloads-root="$folder/downloads" \
    --x-buildtrees-root="$folder/buildtrees" --x-packages-root="$folder/packages" --x-install-root="$folder/installed" \
    --binarysource=clear

prefix=$(dirname "$(ls -d "$folder"/installed/*/include)")
write_example "$library" "$folder/example"
for kind in Release Debug; do
    cmake -G Ninja -S "$folder/example" -B "$folder/example/build/$kind" -DCMAKE_BUILD_TYPE=$kind -DVCPKG_INSTALLED_DIR="$folder/installed" \
        -DVCPKG_MANIFEST_MODE=OFF -DCMAKE_TOOLCHAIN_FILE="$root/scripts/buildsystems/vcpkg.cmake" >/dev/null
    cmake --build "$folder/example/build/$kind" >/dev/null
    "$folder/example/build/$kind/array"
done
compile_shader "$prefix" "$folder/example"
echo "vcpkg.sh: done"
