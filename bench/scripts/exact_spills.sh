#!/usr/bin/env bash
# Shows for lengths whose exact plan spills that none of their invocations spills less: every one is compiled, and printed.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/exact_spills.sh FOLDER DEVICE [LENGTH ...]     FOLDER: what tests/vendors/setup.sh has made; DEVICE: of
#                                                                tests/vendors/device.sh; default: what the baseline has
#
# Exact mode's radices decide bits, so invocations and transforms of a workgroup are all that may move: every number of
# invocations that leaves some pass no butterfly over, from one butterfly an invocation on, to 1024 and 32 elements each; one
# transform and as many as usual. A line a plan: length, plan, registers, spills, resident, verdict; then the lengths that spill
# with each of them, and rows for host/facts of the others, with fewest instructions of an element. Ten minutes for all.
set -eu
cd "$(dirname "$0")/../.."
folder=$1 device=$2
shift 2
mesa=$(awk '$1 == "sid" && $2 == "mesa-vulkan-drivers" { print $3 }' tests/vendors/packages.txt)
# shellcheck disable=SC2046 # many lengths
[ $# -gt 0 ] || set -- $(awk -v device="$device" '$1 == device && sub(/^exact-fp32\//, "", $2) { print $2 }' \
    "tests/vendors/spills-mesa-$mesa.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || { echo "exact_spills: nothing of $device spills"; exit 0; }
tests/vendors/device.sh "$folder" "$device" "${BUILD:-build}/nbl-fft" tune --statistics "$@" --mode exact --precision fp32 \
    --survey --plans 4096 --log "$work/log" -o "$work/rows" >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
python3 - "$work/log" <<'END'
import re, sys
plans = {}
for line in open(sys.argv[1]):
    words = line.rstrip("\n").rsplit(",", 10) # a device's name may have commas
    plans.setdefault(int(words[1]), []).append((words[4], *map(int, words[6:10]), words[10]))
for length, tried in sorted(plans.items()):
    for plan, registers, spills, resident, _, verdict in tried:
        print(f"{length:5} {plan:24} registers {registers:3} spills {spills:5} resident {resident:5} {verdict}")
work = lambda tried: tried[4] * int(re.search(r"@(\d+)", tried[0])[1])
good = {length: [t for t in tried if t[5] == "good"] for length, tried in plans.items()}
print(f"{sum(map(len, plans.values()))} plans of {len(plans)} lengths")
print("spill with each:", *sorted(length for length in plans if not good[length]))
for length in sorted(plans):
    if good[length]: print(f"exact fp32 {length} {min(good[length], key=work)[0]} rounds 1")
END
