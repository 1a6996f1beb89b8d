#!/usr/bin/env bash
# Compiles lengths whose exact plan spills with every number of invocations, and prints what each spills: whether another spills less.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/exact_spills.sh FOLDER DEVICE [LENGTH ...]     FOLDER: what tests/vendors/setup.sh has made; DEVICE: of
#                                                                tests/vendors/device.sh; default: what the baseline has
#
# Exact mode's radices decide bits, so only the invocations and the transforms of a workgroup may change. Invocations: every number that
# divides the butterflies of some pass, up to 1024, with at most 32 elements each. Transforms: one, and the default number. Prints a line
# for each plan (length, plan, registers, spills, resident, verdict), then the lengths that spill with every plan, then rows for
# host/facts of the other lengths: those with the fewest instructions for each element. Ten minutes for all lengths.
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
