#!/usr/bin/env bash
# The start of a bloom, stage by stage: device, plan, each pipeline in the driver, uploads; on one thread and on seven.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/bloom_stages.sh [WIDTH HEIGHT KERNEL]   1280 720 256 by default
#   BUILD=folder                                          where make built
#
# Each start is a process of its own, nothing of ours cached; the driver's own cache, where a variable says where it lies,
# empty and again full. BUILD/bloom_stages, once it is built, runs on a machine with nothing but a driver and a loader.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
[ $# -eq 3 ] || set -- 1280 720 256
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if command -v "${CC:-cc}" >/dev/null; then
    make -s --no-print-directory BUILD="$build" "$build/libnbl.a"
    # shellcheck disable=SC2046 # words are wanted
    "${CC:-cc}" -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Iinclude -Ihost -o "$build/bloom_stages" bench/scripts/bloom_stages.c \
        "$build/libnbl.a" $(make -s BUILD="$build" print-LDLIBS_ALL)
fi
for threads in 1 7; do
    for run in cold warm; do
        echo "$run:"
        __GL_SHADER_DISK_CACHE_PATH=$folder MESA_SHADER_CACHE_DIR=$folder "$build/bloom_stages" "$@" "$threads"
    done
    rm -rf "${folder:?}"/*
done
