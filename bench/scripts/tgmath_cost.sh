#!/usr/bin/env bash
# What the functions of nbl/tgmath.h cost on a device beside its own, and their checksums beside the CPU's: docs/users.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/tgmath_cost.sh build [BUILD]            after `make`: BUILD/tgmath_cost, which needs a Vulkan driver and loader
#   bench/scripts/tgmath_cost.sh [DEVICE [COUNT_LOG2 [ROUNDS]]]    BUILD in the environment, build by default; under a minute on a GPU
set -eu
cd "$(dirname "$0")/../.."
if [ "${1:-}" = build ]; then
    build=${2:-build}
    # shellcheck disable=SC2046 # many words
    $(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$build/tgmath_cost" \
        bench/scripts/tgmath_cost.c "$build/libnbl.a" $(make -s print-GLSLANG_LIBS) $(make -s print-STATIC_CXX) -lm -pthread
    exit
fi
exec "${BUILD:-build}/tgmath_cost" "$@"
