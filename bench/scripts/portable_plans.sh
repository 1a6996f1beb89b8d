#!/usr/bin/env bash
# Makes rows of host/facts/portable.txt: plans that no vendor's compiler spills a register of, without their hardware.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/portable_plans.sh FOLDER MODE PRECISION [LENGTH ...] >ROWS
#
# FOLDER: what tests/vendors/setup.sh has made. Each device is asked in turn what the others have left (nbl-fft tune
# --statistics), until all have the same rows. Of what a device has for resident subgroups or threads a plan is to leave: of
# RDNA3 8 of 16, of Vega 2 of 10, of the M1 512 of 1024.
set -eu
cd "$(dirname "$0")/../.."
folder=$1 mode=$2 precision=$3
shift 3
nbl_fft=${BUILD:-build}/nbl-fft
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- --all
log=${LOG:-$work/log}
case $precision in fp64) devices="dg2:0 vega:2 rdna3:8" ;; *) devices="dg2:0 a750:0 m1:512 vega:2 rdna3:8" ;; esac
for turn in 1 2 3 4 5 6 7 8 9; do
    for of in $devices; do
        tests/vendors/device.sh "$folder" "${of%:*}" "$nbl_fft" tune --statistics "$@" --mode "$mode" \
            --precision "$precision" --resident "${of#*:}" --log "$log" -o "$work/${of%:*}" 2>"$work/said" >&2 ||
            { grep tune: "$work/said" >&2; exit 1; }
        grep -e '^tune:' -e 'plans compiled' "$work/said" >&2 || true
        sed '/^device /d' "$work/${of%:*}" >"$work/${of%:*}.rows"
    done
    if [ "$(md5sum <"$work/dg2.rows")" = "$(md5sum <"$work/rdna3.rows")" ] &&
        [ "$(cat "$work"/*.rows | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l)" = 1 ]; then
        echo "portable: all devices agree after $turn turns" >&2
        grep "^$mode" "$work/dg2.rows"
        exit 0
    fi
done
echo "portable: the devices do not agree after 9 turns" >&2
exit 1
