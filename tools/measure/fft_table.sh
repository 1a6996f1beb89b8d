#!/bin/sh
# The table of docs/performance.md: batched transforms on the best device, 1 GiB per launch, beside a copy kernel in the same run.
# SPDX-License-Identifier: Apache-2.0
# Usage: tools/measure/fft_table.sh [BUILD]   (BUILD/nbl-fft runs on a machine with nothing but a Vulkan driver and loader)
B=${1:-build}
bench() { "$B/nbl-fft" bench --size 1024 --runs 20 "$@"; }
powers="64 128 256 512 1024 2048 4096 8192 16384"
mixed="96 360 1000 1344 1440 2240 2304 2560 3072 5120 6000 7168"
bench --mode fast $powers $mixed
bench --mode exact $powers $mixed
bench --precision fp64 --mode fast 64 128 256 512 1024 2048 4096
bench --precision fp16 --mode fast 64 256 1024 4096
bench --algorithm radix2-shuffle --mode fast 64 256 1024 2048 4096
