#!/usr/bin/env bash
# Errors on the CPU by length, in exact, fast and fused mode and FFTW's, as docs/log/transforms.md has them.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/cpu_errors.sh [SEED [LENGTH ...]]   BUILD=folder where make built; libfftw3-dev
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} seed=${1:-1}
shift || true
[ $# -gt 0 ] || set -- 8 9 16 25 32 60 64 100 128 175 243 256 343 360 384 512 625 729 1000 1008 1024 1331 1680 2048 2187 2401 3125 4096 8192
# shellcheck disable=SC2046 # many words
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -DNBL_FLOW_HOOKS=0 -o "$build/cpu_errors" bench/scripts/cpu_errors.c \
    "$build/libtests.a" "$build/libio.a" "$build/libnbl.a" $(make -s print-FFTW_LIBS) $(make -s print-CHECK_LIBS) $(make -s print-LDLIBS_ALL)
"$build/cpu_errors" "$seed" "$@"
