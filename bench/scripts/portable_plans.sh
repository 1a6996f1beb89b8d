#!/usr/bin/env bash
# Makes rows of host/facts/portable.txt: plans that no vendor's compiler spills a register of, without their hardware.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/portable_plans.sh FOLDER MODE PRECISION [LENGTH ...] >ROWS
#
# FOLDER: what tests/vendors/setup.sh has made. In fast mode RDNA3 surveys first: it compiles the plans of fewest counted
# operations and of least predicted time, up to 20 elements an invocation and up to 32. Then each device is asked in turn what the
# others have left (nbl-fft tune --statistics), until all have the same rows. Of what a device has for resident subgroups or
# threads a plan is to leave: of RDNA3 8 of 16, of Vega 2 of 10, of the M1 512 of 1024. A length for which a device wants none of
# the plans is told, and has no row. 20 minutes of one processor for all lengths.
set -eu
cd "$(dirname "$0")/../.."
folder=$1 mode=$2 precision=$3
shift 3
nbl_fft=${BUILD:-build}/nbl-fft
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- --all
log=${LOG:-$work/log}
# A device without float64 has nothing to say of it.
case $precision in fp64) devices="vega:2 rdna3:4" ;; *) devices="dg2:0 m1:512 vega:2 rdna3:8 a750:0" ;; esac
ask() { # device, least resident, options of nbl-fft tune ...
    local device=$1 resident=$2
    [ "$mode" = fast ] || resident=0 # bits come first
    shift 2
    tests/vendors/device.sh "$folder" "$device" "$nbl_fft" tune --statistics "$@" --mode "$mode" --precision "$precision" \
        --resident "$resident" --log "$log" -o "$work/$device" 2>"$work/said" >&2 ||
        { grep tune: "$work/said" >&2; exit 1; }
    grep -e '^tune:' -e 'plans compiled' "$work/said" >&2 || true
    sed '/^device /d; /^for /d' "$work/$device" >"$work/$device.rows"
}
if [ "$mode" = fast ]; then
    ask rdna3 8 "$@" --survey --plans 40 --most-elements 20
    ask rdna3 8 "$@" --survey --plans 14 --most-elements 32
fi
for turn in 1 2 3 4 5 6 7 8 9; do
    for of in $devices; do
        ask "${of%:*}" "${of#*:}" "$@" --plans 3000 --most-elements $([ "$mode" = fast ] && echo 20 || echo 16)
    done
    if [ "$(cat "$work"/*.rows | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l)" = 1 ]; then
        echo "portable: all devices agree after $turn turns" >&2
        grep "^$mode" "$work/rdna3.rows"
        exit 0
    fi
done
echo "portable: the devices do not agree after 9 turns" >&2
exit 1
