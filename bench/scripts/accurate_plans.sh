#!/bin/sh
# Default plans of lengths beside the plans that were default before them: error and speed, in both modes; under a minute on a GPU.
# SPDX-License-Identifier: Apache-2.0
# Usage: bench/scripts/accurate_plans.sh [BUILD]   (BUILD/nbl-fft runs on a machine with nothing but a Vulkan driver and loader)
B=${1:-build}
bench() { timeout 120 "$B/nbl-fft" bench --size "${SIZE:-1024}" --runs "${RUNS:-10}" --passes "${PASSES:-3}" --mode exact,fast "$@"; }
bench 20 20:10x2@2*32 20:20@1*64 240 240:16x15@16*4 5760 5760:8x15x3x16@384 6480 6480:16x3x3x3x15@432 \
    6615 6615:7x3x3x7x15@473 7680 7680:16x15x16x2@512
bench --precision fp64 20 20:10x2@2*32 735 735:7x7x15@53*3
# One to three invocations to a transform, and four that lie side by side in passes of radix 1.
bench 4 4:4@1*64 5 5:5@1*64 6 6:6@1*64 7 7:7@1*64 8 8:8@1*64 9 9:9@1*64 10 10:10@1*64 12 12:12@1*64 14 14:14@1*64 15 15:15@1*64
bench 18 18:9x2@2*32 21 21:7x3@2*32 24 24:12x2@2*32 27 27:9x3@3*32 28 28:14x2@2*32 30 30:15x2@2*32 35 35:5x7@3*32 36 36:3x12@3*32 42 42:3x14@3*32 45 45:3x15@3*32
