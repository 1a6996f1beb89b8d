# The program that a script measures or tests with; sourced by bash in `set -eu`.
# SPDX-License-Identifier: Apache-2.0
#
#   BUILD=folder                     where make built: $build
#   PROGRAM=file                     only builds it, for another machine with a Vulkan driver and loader
#
#   . bench/scripts/program.sh       in the root: sets $build and $scratch, a folder that goes at the end
#   build_program NAME.c [WORD ...]  compiles it with these words and the library: $program, or PROGRAM and no more
#   embed FILE.h                     the text as a string: FILE.inc in $scratch, for -I"$scratch"
# shellcheck shell=bash
build=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

build_program() {
    program=${PROGRAM:-$scratch/program}
    # shellcheck disable=SC2046 # many words
    $(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$program" "$@" "$build/libnbl.a" \
        $(make -s print-GLSLANG_LIBS) $(make -s print-STATIC_CXX) -lm -pthread
    [ -z "${PROGRAM:-}" ] || exit 0
}

embed() { sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n"/' "$1" >"$scratch/$(basename "$1" .h).inc"; }
