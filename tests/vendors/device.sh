#!/usr/bin/env bash
# Runs a program on a vendor's compiler without its hardware: device.sh FOLDER DEVICE PROGRAM ARGUMENT ...
# SPDX-License-Identifier: Apache-2.0
#
#   FOLDER   what setup.sh has made
#   DEVICE   rdna3 rdna2 rdna4 vega polaris   AMD, Mesa's RADV
#            dg2 skl tgl mtl lnl bmg          Intel, Mesa's ANV
#            m1                               Apple, Mesa's Honeykrisp: not Apple's own compiler
#            a750 a730 a660 a830              Qualcomm, Mesa's Turnip
#            nvk                              NVIDIA's Ampere, Mesa's NVK
#
# The driver asks a kernel module that is not there: Mesa's drm-shim answers in its place. Nothing is dispatched.
set -eu
folder=$(cd "$1" && pwd) device=$2
shift 2
libraries=$folder/sid/usr/lib/x86_64-linux-gnu
case $device in
rdna3 | rdna2 | rdna4 | vega | polaris)
    case $device in rdna3) id=navi31 ;; rdna2) id=navi21 ;; rdna4) id=gfx1201 ;; vega) id=vega10 ;; *) id=polaris10 ;; esac
    export AMDGPU_GPU_ID=$id
    shim=$libraries/libamdgpu_noop_drm_shim.so driver=radeon
    ;;
dg2 | skl | tgl | mtl | lnl | bmg)
    export INTEL_STUB_GPU_PLATFORM=$device
    shim=$folder/libintel_noop_drm_shim.so driver=intel
    ;;
m1) shim=$libraries/libasahi_noop_drm_shim.so driver=asahi ;;
a[0-9]*)
    export FD_GPU_ID=${device#a}
    shim=$libraries/libfreedreno_noop_drm_shim.so driver=freedreno
    ;;
nvk)
    export NOUVEAU_CHIPSET=174
    shim=$libraries/libnouveau_noop_drm_shim.so driver=nouveau
    ;;
*)
    echo "vendors: $device: is no device; see tests/vendors/device.sh" >&2
    exit 2
    ;;
esac
manifest=$folder/icd/${driver}_icd.json
[ -e "$shim" ] && [ -e "$manifest" ] || { echo "vendors: $device: $shim or $manifest is missing: run setup.sh" >&2; exit 1; }
export VK_DRIVER_FILES=$manifest VK_ICD_FILENAMES=$manifest VK_LOADER_LAYERS_DISABLE='~implicit~'
export MESA_SHADER_CACHE_DISABLE=true NVK_I_WANT_A_BROKEN_VULKAN_DRIVER=1
# The drivers need a newer libc than the host may have: their own loader starts the program. What it needs beside them is the
# host's, behind.
program=$(command -v "$1")
shift
exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:/usr/lib/x86_64-linux-gnu:/lib/x86_64-linux-gnu" \
    --preload "$shim" "$program" "$@"
