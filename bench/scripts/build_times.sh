#!/usr/bin/env bash
# How long kernels take to build, cold: by length and precision, the first of a process, memory; and beside VkFFT on a device.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/build_times.sh [STEP [general|text|arrays]]   1 (the default) = every length; 7 = every seventh number, in
#                                         seconds; only these
#   BUILD=folder                          where make built
#   DEVICE=0                              without what needs a device
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make --no-print-directory -s BUILD="$build" "$build/libnbl.a" "$build/nbl-bloom" "$build/make-demo-inputs"
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Iinclude -Ihost -Itools -I. -o "$folder/build_times" \
    bench/scripts/build_times.c "$build/libcommon.a" "$build/libnbl.a" $(make -s BUILD="$build" print-LDLIBS_ALL)
"$folder/build_times" "${1:-1}" ${2:+"$2"}
[ "${DEVICE:-1}" != 0 ] || exit 0
make --no-print-directory -s BUILD="$build" "$build/nbl-fft"
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -Ihost -Itools -I. -o "$folder/plan_times" \
    bench/scripts/plan_times.c $(ls "$build"/tools/nbl-fft/*.o | grep -v '/main.o$') "$build/libcommon.a" "$build/libio.a" "$build/libnbl.a" \
    $(make -s BUILD="$build" print-LDLIBS_ALL) $(make -s print-FFTW_LIBS)
"$folder/plan_times" "${1:-1}"
