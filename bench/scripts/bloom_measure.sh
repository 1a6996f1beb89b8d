#!/bin/bash
# All of the bloom's measurements on one device, in about two minutes: the table with formats, 40 sizes.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/bloom_measure.sh [BUILD [OUT]]
set -u
here=$(dirname "$0")
build=${1:-build}
out=${2:-$build/bloom-measure}
mkdir -p "$out"
"$here/bloom_table.sh" "$build" "$out/table"
"$here/bloom_sweep.sh" "$build" "$out/sweep"
"$here/bloom_sweep.sh" "$build" "$out/sweep-half" :fp16:in=rgba16f-image:out=rgba16f-image
