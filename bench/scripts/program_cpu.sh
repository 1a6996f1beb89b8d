#!/usr/bin/env bash
# Processor time of exact programs on the CPU beside the time of the CPU's own plans, over drawn arrays.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/program_cpu.sh [SEED ARRAYS [RUNS]]   after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program -Ihost bench/scripts/program_cpu.c
[ $# -gt 0 ] || set -- 281128 100
"$program" "$@"
