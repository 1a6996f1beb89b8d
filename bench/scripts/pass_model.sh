#!/usr/bin/env bash
# Fits the time of passes of long lines to timings of a device: numbers of host/facts (docs/devices.md).
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/pass_model.sh plans >PLANS                             plans of drawn lines; LENGTHS="196000 1048576": of these
#   bench/scripts/tickets.sh 24 5 try PLANS >LOG                          on the device; builds for most of an hour
#   bench/scripts/pass_model.sh LOG ...                                   prints the numbers
#   KIND=amd                                                              whose multiprocessor- and registers- numbers count; default: nvidia
#   BUILD=folder                                                          where make built
#
# Kinds without kernels by device address have no plans to be tried: tickets.c tells so.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
[ $# -gt 0 ] || { echo "pass_model.sh: plans, or logs" >&2 && exit 2; }
PROGRAM='' build_program -Ihost bench/scripts/pass_model.c
if [ "$1" = plans ]; then
    [ -n "${LENGTHS:-}" ] || LENGTHS=$(cd bench/scripts && python3 -c '
from drawn_shapes import draw
print(*[s for s in draw("arrays", 300, 1, 1 << 24) if "x" not in s][:75])')
    # shellcheck disable=SC2086 # many words
    "$program" "${KIND:-nvidia}" plans $LENGTHS
else
    cat "$@" | "$program" "${KIND:-nvidia}" traits | python3 bench/scripts/pass_model.py
fi
