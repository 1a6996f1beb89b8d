#!/usr/bin/env bash
# Times transforms that keep a part of their results, and whole ones, by turns: on the CPU, and with "device" on the best device.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/kept.sh [cpu|device] [ROUNDS] [WORD]     BUILD, PROGRAM: program.sh
#   bench/scripts/kept.sh draw [ROUNDS] [SEED] [COUNT] [WORD]     arrays and parts at random, on the CPU
#
# Written 2026-11-29; its figures stand in docs/log/transforms.md. The CPU's are processor time of one thread, the least of the
# rounds, so that other work counts little.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/kept.c
date +%F
"$program" "$@"
