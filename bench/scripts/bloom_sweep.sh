#!/bin/sh
# Time over pixels at 40 sizes from 256x256 to 7680x4320, with the straight line fitted to all and the worst ratio to it.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/bloom_sweep.sh [BUILD [OUT [WORDS]]]
#
# WORDS as after a job of nbl-bloom bench, as :fp16 or :in=rgba16f-image. OUT, a folder, gets sweep.txt and sweep.json; where
# there is a Python, bloom_sweep.py makes fit.json and sweep.svg of it, there or later.
set -u
build=${1:-build}
out=${2:-$build/bloom-sweep}
words=${3:-}
sizes='256x256 320x240 400x300 480x320 512x384 640x480 720x480 800x480 854x480 800x600
    960x540 1024x576 1024x768 1152x648 1280x720 1280x800 1366x768 1280x1024 1440x900 1600x900
    1536x1152 1680x1050 1920x1080 1920x1200 2048x1152 2048x1536 2560x1080 2304x1440 2560x1440 2880x1620
    3200x1800 3440x1440 3072x1728 3840x1600 3840x2160 4096x2160 4608x2592 5120x2880 6144x3456 7680x4320'
mkdir -p "$out"
set --
for size in $sizes; do set -- "$@" "$size:256$words"; done
"$build/nbl-bloom" bench --warm-up 0.1 --json "$out/sweep.json" "$@" >"$out/sweep.txt"
status=$?
cat "$out/sweep.txt"
if command -v python3 >/dev/null; then
    python3 "$(dirname "$0")/bloom_sweep.py" "$out/sweep.json" "$out" || status=1
fi
exit $status
