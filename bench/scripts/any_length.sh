#!/usr/bin/env bash
# The error of every length on the CPU beside FFTW's, which must be installed; as dated in docs/log/transforms.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/any_length.sh [build [fp32|fp64 FIRST LAST [SHOWN]]]   fp32 2 4096
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build}
[ $# -eq 0 ] || shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2046 # words are wanted
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$scratch/any_length" \
    bench/scripts/any_length.c "$build/libnbl.a" -lfftw3f -lfftw3 -lfftw3l $(make -s print-LDLIBS_ALL)
[ $# -gt 0 ] || set -- fp32 2 4096
"$scratch/any_length" "$@"
