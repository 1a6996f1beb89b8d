#!/usr/bin/env bash
# Two trees beside each other: how long transforms take to be made, on the CPU and on a device, by turns in one process.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/making.sh OLD [SHAPES [TURNS [cpu|run|device]]]   OLD: a tree, such as a git worktree, where make made
#                                                  build/libnbl.a; 40 drawn shapes, 5 turns, cpu: making.c. NBL_SEED
#
# The driver keeps no compiled shaders (MESA_SHADER_CACHE_DISABLE). BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
old=${1:?a tree to compare with}
source=$PWD/bench/scripts/making.c
side() { # tree library file.so
    # shellcheck disable=SC2046 # many words
    (cd "$1" && $(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -DMAKING_SIDE -shared \
        -Wl,-Bsymbolic -o "$3" "$source" "$2" $(make -s print-GLSLANG_LIBS) $(make -s print-STATIC_CXX) -lvulkan -lm -pthread)
}
build_program "$source" -ldl
side "$old" build/libnbl.a "$scratch/old.so"
side . "$build/libnbl.a" "$scratch/new.so"
MESA_SHADER_CACHE_DISABLE=true "$program" "$scratch/old.so" "$scratch/new.so" "${2:-40}" "${3:-5}" "${4:-cpu}"
