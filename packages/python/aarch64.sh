#!/bin/sh
# Builds the wheel for Linux on aarch64 by Debian's cross compiler, and runs README.md's line of Python with it under qemu-user.
# SPDX-License-Identifier: Apache-2.0
#
#   packages/python/aarch64.sh FOLDER     the wheel: FOLDER/build/wheel/nbl-*-linux_aarch64.whl
#
# Needs gcc-aarch64-linux-gnu, g++-aarch64-linux-gnu and qemu-user. Debian's packages for aarch64, Python and NumPy among them,
# are downloaded and unpacked in FOLDER; none is installed.
set -eu
[ $# = 1 ] || { echo "usage: aarch64.sh FOLDER" >&2; exit 2; }
cd "$(dirname "$0")/../.."
for tool in aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ qemu-aarch64; do
    command -v $tool >/dev/null ||
        { echo "aarch64.sh: $tool: is missing: apt-get install gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user" >&2; exit 1; }
done
mkdir -p "$1" && folder=$(cd "$1" && pwd)
root=$folder/root apt=$folder/apt

# A database of its own, so that this machine's stays as it is.
mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$root" "$folder/include" "$folder/lib"
: >"$apt/state/status"
get() {
    apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$apt/state" \
        -o Dir::State::status="$apt/state/status" -o Dir::Cache="$apt/cache" "$@" >"$folder/apt.log" 2>&1 ||
        { tail -n 3 "$folder/apt.log" >&2; exit 1; }
}
get update
get -y --no-install-recommends -d install python3-minimal python3-numpy glslang-dev spirv-tools libvulkan-dev libc6
for package in "$apt"/cache/archives/*.deb; do dpkg -x "$package" "$root"; done

# The cross compiler has a C library: of the unpacked ones only what it lacks.
for name in glslang spirv-tools vulkan vk_video; do ln -sfn "$root/usr/include/$name" "$folder/include/$name"; done
for name in SPIRV SPIRV-Tools SPIRV-Tools-opt glslang HLSL MachineIndependent GenericCodeGen OSDependent OGLCompiler SPVRemapper \
    glslang-default-resource-limits; do
    ln -sf "$root/usr/lib/aarch64-linux-gnu/lib$name.a" "$folder/lib"
done
ln -sf "$root/usr/lib/aarch64-linux-gnu/libvulkan.so" "$folder/lib"
make -j"${JOBS:-2}" CC=aarch64-linux-gnu-gcc CXX=aarch64-linux-gnu-g++ AR=aarch64-linux-gnu-ar STRIP=aarch64-linux-gnu-strip \
    RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu" BUILD="$folder/build" \
    CFLAGS="-march=armv8.2-a+fp16 -isystem $folder/include -L$folder/lib" wheel >"$folder/make.log" 2>&1 ||
    { tail -n 5 "$folder/make.log" >&2; exit 1; }

rm -rf "$folder/site"
python3 -m zipfile -e "$folder"/build/wheel/*.whl "$folder/site"
line=$(sed -n "s/^PYTHONPATH=.* -c '\(import nbl, numpy as np; .*\)'\$/\1/p" README.md)
[ -n "$line" ]
qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/blas:/usr/lib/aarch64-linux-gnu/lapack:/usr/lib/aarch64-linux-gnu \
    -E PYTHONPATH="$folder/site:$root/usr/lib/python3/dist-packages" "$root/usr/bin/python3" -c "import platform; print(platform.machine()); $line"
ls "$folder"/build/wheel/*.whl
