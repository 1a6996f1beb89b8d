#!/bin/sh
# The bloom's table of docs/log/figures.md: many images in a row on the best device, per image and per pass.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/bloom_table.sh [BUILD [OUT [JOB ...]]]
#
# BUILD/nbl-bloom runs on a machine with nothing but a Vulkan driver and loader: carry it and this script. Kernels are
# compiled first, all jobs at once, into $XDG_CACHE_HOME/nbl: a second run is shorter. OUT, a folder, gets a table and JSON.
set -u
build=${1:-build}
out=${2:-$build/bloom-table}
[ $# -gt 2 ] && shift 2 || set -- 1280x720:256 1280x720:256:fp16 1280x720:256:columns=2 1280x720:256:columns=8 1280x720:256:y \
    1280x720:256:exact 1280x720:512 1920x1080:256 1920x1080:256:fp16 3840x2160:256 3840x2160:256:fp16 1000x1000:1000 \
    1280x720:256:mirror 1280x720:256:radix2 1280x720:256:ladder 1280x720:256:in=rgba16f:out=rgba16f \
    1280x720:256:in=rgba16f-image:out=rgba16f-image 1280x720:256:in=rgba16f-sampled:out=rgba16f-image \
    1280x720:256:fp16:in=rgba16f-image:out=rgba16f-image 1280x720:256:fp16:in=b10g11r11-image:out=b10g11r11-image \
    1280x720:256:in=srgb8-sampled:out=rgba16f-image 1920x1080:256:in=rgba16f-image:out=rgba16f-image \
    1920x1080:256:fp16:in=rgba16f-image:out=rgba16f-image 3840x2160:256:fp16:in=rgba16f-image:out=rgba16f-image
mkdir -p "$out"
for job in "$@"; do
    "$build/nbl-bloom" bench --compile "$job" &
done
wait
"$build/nbl-bloom" bench --json "$out/bloom.json" "$@" >"$out/bloom.txt"
status=$?
cat "$out/bloom.txt"
exit $status
