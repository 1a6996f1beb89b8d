#!/bin/sh
# Tries plans of the Stockham FFT on the best device: which radices, how many invocations, what exact mode costs.
# SPDX-License-Identifier: Apache-2.0
# Usage: tools/measure/stockham_plans.sh [BUILD]   (BUILD/nbl-fft runs on a machine with nothing but a Vulkan driver and loader)
B=${1:-build}
bench() { timeout 280 "$B/nbl-fft" bench --size 1024 --runs 20 "$@"; }
bench --mode fast \
    64 64:4x4x4 128 128:16x8 128:8x16 256 256:16x16 256:16x16@16*8 256:4x8x8 512 512:8x8x8@64*2 512:16x8x4 \
    1024 1024:16x8x8 1024:8x8x16 1024:4x16x16 1024:16x4x16 1024:8x8x4x4@128 1024:16x16x4@64*2 1024:8x16x8@128 \
    2048 2048:8x16x16 2048:16x8x16 2048:8x8x8x4@256 2048:4x8x8x8@256 \
    4096 4096:8x8x8x8@512 4096:16x16x16@256 4096:4x16x8x8@512 8192 8192:8x8x8x16@1024 8192:8x16x8x8@1024 \
    16384
bench --mode exact 64 256 512 1024 2048 4096 8192
bench --mode fast 96 360 1000 1344 1440 2240 2304 2560 3072 5120 6000 7168
bench --algorithm radix2-shuffle --mode fast 1024 2048
