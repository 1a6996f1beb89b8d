#!/usr/bin/env bash
# On a GPU, in under three minutes: the first bloom cold, plans beside VkFFT's, and what tuning finds.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/on_device.sh [FOLDER]   writes wisdom.txt and the two tables there (build/on-device)
#   BUILD=folder                          where make built
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} out=${1:-${BUILD:-build}/on-device}
mkdir -p "$out"
rm -f "$out/wisdom.txt"
lengths="1000 1024 1440 2240 4096 5120 6000 8192"
bench/scripts/first_bloom.sh | tee "$out/first_bloom.txt"
bench/scripts/build_times.sh 37 | tee "$out/build_times.txt"
# shellcheck disable=SC2086
{
    timeout 40 "$build/nbl-fft" tune $lengths --plans 48 -o "$out/wisdom.txt"
    timeout 40 "$build/nbl-fft" tune $lengths --plans 48 --mode fast -o "$out/wisdom.txt"
    "$build/nbl-fft" bench $lengths --mode exact,fast
    "$build/nbl-fft" bench $lengths --mode exact,fast --wisdom "$out/wisdom.txt"
} | tee "$out/tune.txt"
