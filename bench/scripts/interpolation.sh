#!/usr/bin/env bash
# How far resampled kernels lie from kernels at full size, by kind of interpolation, on the emulator; two minutes.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/interpolation.sh     after `make`; BUILD: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
"$build/make-demo-inputs" "$scratch" --width 16 --height 16
for kind in starburst anamorphic glare gaussian; do
    "$build/nbl-bloom" kernel "$kind" -o "$scratch/$kind-physics.exr"
done
"$build/nbl-bloom" kernel gaussian --sigma 50 -o "$scratch/gaussian-50.exr"
"$build/nbl-bloom" kernel glare --size 128 -o "$scratch/glare-128.exr"
# shellcheck disable=SC2046 # many words
build_program bench/scripts/interpolation.c "$build/libio.a" $(make -s print-IMAGE_LIBS)
cd "$scratch"
"$program" starburst.exr heart.exr starburst-physics.exr anamorphic-physics.exr glare-physics.exr gaussian-physics.exr \
    gaussian-50.exr glare-128.exr
