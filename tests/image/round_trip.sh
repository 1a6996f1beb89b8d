#!/usr/bin/env bash
# Small random images of every format, written by this library and read through OpenImageIO: the same values.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/image/round_trip.sh [COUNT] [SEED]   COUNT of each format, 10000 unless given
#   BUILD=folder                               where make built
#
# Needs Debian's python3-openimageio. What it printed last is in docs/log/runs.md.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
make --no-print-directory -s BUILD="$build" "$build/libio.a" "$build/libnbl.a"
# shellcheck disable=SC2046
${CC:-cc} -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -Itools -o "$folder/round_trip" tests/image/round_trip.c \
    "$build/libio.a" "$build/libnbl.a" $(make -s BUILD="$build" print-LDLIBS_ALL)
status=0
for kind in "exr float" "exr half" "hdr" "png" "jpg" "tif"; do
    set -- "${1:-10000}" "${2:-1}"
    extension=${kind% *}
    mkdir "$folder/images"
    "$folder/round_trip" "$folder/images" "$extension" "$1" "$2" "${kind#* }"
    # Debian's module belongs to Debian's interpreter.
    printf '%-9s  ' "$kind"
    /usr/bin/python3 -W ignore tests/image/round_trip.py "$folder/images" "$extension" || status=1
    rm -rf "$folder/images"
done
exit $status
