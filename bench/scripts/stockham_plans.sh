#!/bin/sh
# Tries plans of the Stockham FFT on the best device: which radices, how many invocations, what exact mode costs.
# SPDX-License-Identifier: Apache-2.0
# Usage: bench/scripts/stockham_plans.sh [BUILD]   (BUILD/nbl-fft runs on a machine with nothing but a Vulkan driver and loader)
B=${1:-build}
bench() { timeout 280 "$B/nbl-fft" bench --size 1024 --runs 20 "$@"; }
bench --mode fast \
    64 128 256 512 1024 1024:16x4x16 1024:16x16x4@64*2 2048 2048:16x8x16 4096 4096:8x8x8x8@512 4096:16x16x16@256*1/2 4096:16x16x16@256*1/4 \
    4096:8x16x32@128 4096:32x8x16@128 8192 8192:8x8x8x16@1024 8192:16x16x32@256 8192:16x16x32@512 8192:16x16x32@256*1/2 8192:32x16x16@256 8192:16x8x8x8@512*1/2 \
    16384 16384:16x32x32@512 16384:32x16x32@512 16384:16x16x8x8@1024*1/4
bench --mode exact 64 128 256 512 1024 2048 4096 8192 16384
bench --mode fast 96 360 1000 1344 1440 2240 2304 2560 3072 5120 6000 7168
