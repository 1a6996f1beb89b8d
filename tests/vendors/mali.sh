#!/usr/bin/env bash
# Kernels by Mesa's compiler for Mali, whose device without hardware Debian has for arm64 alone: under qemu, by hand, never part of a
# check. docs/systems.md has the last run.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/mali.sh FOLDER [LENGTH ...]     FOLDER: what tests/vendors/setup.sh FOLDER arm64 makes, 61 MB of downloads;
#                                                 BUILD=folder (build)
#   NBL_MALI=a867       the device's id: a867 Mali-G610 (v10); 7212 G52 (v7), whose Vulkan is 1.0
#   KINDS="arm amd"     whose plans are taken, side by side; default: arm, which has the portable ones
#
# A line a kernel: length, mode, kind, plan, instructions of an invocation, of an element, registers, spills, threads, seconds. Needs
# Debian's qemu-user-static and gcc-aarch64-linux-gnu, and 2 to 70 s a kernel.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
[ $# -gt 0 ] || set -- 64 256 343 360 1000 1024 4096
tests/vendors/setup.sh "$folder" arm64
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# tests/vulkan/statistics with what it calls of the library; it is given modules and compiles none.
mkdir "$scratch/include"
ln -s /usr/include/vulkan /usr/include/vk_video "$scratch/include"
aarch64-linux-gnu-gcc -O1 -std=c11 -D_POSIX_C_SOURCE=200809L -I"$scratch/include" -Iinclude -Ihost -I. -o "$scratch/statistics" \
    tests/vulkan/statistics.c host/vulkan/*.c host/error/*.c host/platform/*.c host/platform/posix/*.c host/spirv/inspect.c \
    host/spirv/module.c -Wl,--defsym=nbl_compile=0,--defsym=nbl_spirv_free=0,--defsym=nbl_cache_forget=0 -ldl -lm -pthread
aarch64-linux-gnu-gcc -shared -fPIC -o "$scratch/panfrost.so" tests/vendors/panfrost.c -ldl
libraries=$folder/arm64/usr/lib/aarch64-linux-gnu
export PAN_GPU_ID=${NBL_MALI:-a867} PAN_I_WANT_A_BROKEN_VULKAN_DRIVER=1 MESA_SHADER_CACHE_DISABLE=true
export VK_DRIVER_FILES=$folder/icd-arm64/panfrost_icd.json VK_LOADER_LAYERS_DISABLE='~implicit~'
for length in "$@"; do
    for mode in fast exact; do
        for kind in ${KINDS:-arm}; do
            plan=$("$build/nbl-fft" compile --length "$length" --mode $mode --device-kind "$kind" -o "$scratch/kernel.spv" |
                sed 's/.* //')
            from=$(date +%s)
            qemu-aarch64-static "$libraries/ld-linux-aarch64.so.1" --library-path "$libraries" \
                --preload "$scratch/panfrost.so:$libraries/libpanfrost_noop_drm_shim.so" "$scratch/statistics" \
                "$scratch/kernel.spv" >"$scratch/said" 2>"$scratch/errors" || { tail -n 2 "$scratch/errors" >&2; exit 1; }
            awk -F'\t' -v length_="$length" -v mode=$mode -v kind="$kind" -v plan="$plan" -v seconds=$(($(date +%s) - from)) '
                { of[$2] = $3 }
                END { match(plan, /@[0-9]+/); n = substr(plan, RSTART + 1, RLENGTH - 1)
                    printf "%5d %-5s %-4s %-20s %5d %6.1f registers %d spills %d threads %d, %d s\n", length_, mode, kind, plan,
                        of["Instructions"], of["Instructions"] * n / length_, of["Registers used"], of["Spills"], of["Threads"],
                        seconds }' "$scratch/said"
        done
    done
done
