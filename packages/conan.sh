#!/usr/bin/env bash
# Makes the package of packages/conan from this tree by a Conan that is here, and runs README.md's first examples with it.
# SPDX-License-Identifier: Apache-2.0
#
#   packages/conan.sh CONAN FOLDER
#
# CONAN   a checkout of github.com/conan-io/conan, 2.0 or later; what its conans/requirements.txt names is the system's
# FOLDER  receives all that is made, Conan's own files too
#
# VULKAN=1  with option vulkan. The four packages that Conan would download are then recipes without files in front of the system's:
#           glslang-dev, spirv-headers, spirv-tools and libvulkan-dev of Debian
#
# Nothing is fetched. CMake and the compiler are the system's.
set -eu
[ $# = 2 ] || { echo "usage: conan.sh CONAN FOLDER" >&2; exit 2; }
source=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
cd "$(dirname "$0")/.."
. packages/example.sh
export CONAN_HOME="$folder/home" PYTHONPATH="$source" PYTHONDONTWRITEBYTECODE=1
conan() { python3 -c 'from conans.conan import run; run()' "$@"; }
rm -rf "$folder/example" "$folder/recipes"
conan profile detect --force >/dev/null
echo "tools.build:jobs=${JOBS:-$(nproc)}" >"$CONAN_HOME/global.conf"

library=nbl::emulator
for name in ${VULKAN:+glslang spirv-headers spirv-tools vulkan-headers}; do
    mkdir -p "$folder/recipes/$name"
    cat >"$folder/recipes/$name/conanfile.py" <<EOF
from conan import ConanFile


class SystemPackage(ConanFile):
    name, version = "$name", "1.3.0"

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")
EOF
    conan create "$folder/recipes/$name" --no-remote >"$folder/$name.log" 2>&1
    library=nbl::vulkan
done
option="nbl/*:vulkan=$([ -n "${VULKAN:-}" ] && echo True || echo False)"
conan create packages/conan --no-remote -o "$option" >"$folder/create.log" 2>&1 || { tail -n 30 "$folder/create.log" >&2; exit 1; }

write_example "$library" "$folder/example"
reference=nbl/$(sed -n 's/.*"version": "\(.*\)".*/\1/p' packages/vcpkg/vcpkg.json)
conan install --requires "$reference" --no-remote -o "$option" -g CMakeDeps -g CMakeToolchain --output-folder "$folder/example/conan" \
    >"$folder/install.log" 2>&1 || { tail -n 30 "$folder/install.log" >&2; exit 1; }
cmake -S "$folder/example" -B "$folder/example/build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$folder/example/conan/conan_toolchain.cmake" >/dev/null
cmake --build "$folder/example/build" >/dev/null
"$folder/example/build/array"
compile_shader "$(dirname "$(ls -d "$folder"/home/p/b/nbl*/p/include)")" "$folder/example"
echo "conan.sh: done"
