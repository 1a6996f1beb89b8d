#!/usr/bin/env bash
# Numbers of how the CPU takes lines (host/facts/epyc.txt): times of arrays under other values beside the library's own, by turns.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/cpu_numbers.sh WORD VALUE...     cpu-columns-bytes 0 4096 65536; BUILD, PROGRAM: program.sh
#
# A ratio above 1: the library's own value is faster. SEED, DESCRIPTIONS, RUNS: 281129, 40, 5; ALL=1 prints each array.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
word=${1:?a number of host/facts/epyc.txt}
shift
build_program bench/scripts/cpu_numbers.c -Wl,--wrap=nbl_fact_number_of
for value; do
    "$program" "$word" "$value" "${SEED:-281129}" "${DESCRIPTIONS:-40}" "${RUNS:-5}" | if [ -n "${ALL:-}" ]; then cat; else tail -n 1; fi
done
