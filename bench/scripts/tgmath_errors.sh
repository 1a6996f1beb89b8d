#!/usr/bin/env bash
# The largest errors of the functions of nbl/tgmath.h: the table in docs/guide/same-bits.md. All arguments take 80 minutes of processor time.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/tgmath_errors.sh [--stride N] [--threads N] [FUNCTION ...]
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
$(make -s print-CC) $(make -s print-CFLAGS_ALL OPTIMIZE=-O3) $(make -s print-CPPFLAGS_ALL) -DNBL_FLOW_HOOKS=0 -o "$scratch/tgmath_errors" bench/scripts/tgmath_errors.c -lmpfr -lgmp -lm
date -u +%F
"$scratch/tgmath_errors" "$@"
