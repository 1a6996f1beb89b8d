#!/usr/bin/env bash
# Makes rows of host/facts/amd.txt, intel.txt, apple.txt and qualcomm.txt: plans of fewest instructions of an element that one
# vendor's compiler spills nothing of, without its hardware.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/kind_plans.sh FOLDER DEVICE LENGTH ... >ROWS     FOLDER: what tests/vendors/setup.sh has made; DEVICE: of
#                                                                  tests/vendors/device.sh
#   PLANS=100   compiled, of fewest counted operations and of least predicted time each
#   LOG=file    keeps every plan with what the compiler said of it
#
# Where bench/scripts/portable_plans.sh stays within 256 invocations and 16 KiB as long as a plan fits, these take 1024 and 32 KiB,
# and up to 32 elements an invocation: with one window less an element of 6912 takes 49 instructions on RDNA3 for 65. What is
# to be resident is portable_plans.sh's. Rows of AMD's file are RDNA3's; tests/vendors/check.sh says whether Vega spills one.
# 200 plans take half a minute to four minutes of one processor, by device.
set -eu
cd "$(dirname "$0")/../.."
folder=$1 device=$2
shift 2
case $device in rdna*) resident=8 ;; vega) resident=2 ;; m1) resident=512 ;; *) resident=0 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests/vendors/device.sh "$folder" "$device" "${BUILD:-build}/nbl-fft" tune --statistics "$@" --mode fast --precision fp32 \
    --survey --plans "${PLANS:-100}" --most-elements 32 --max-invocations 1024 --max-shared-bytes 32768 \
    --resident "$resident" --log "${LOG:-$work/log}" -o "$work/rows" >&2
grep '^fast' "$work/rows"
