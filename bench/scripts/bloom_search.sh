#!/usr/bin/env bash
# Times many plans of blooms on the best device: the candidates of bloom_search.py.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/bloom_search.sh    after `make`; BUILD, PROGRAM: program.sh
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
build_program bench/scripts/bloom_search.c "$build/tools/nbl-bloom/bench_request.o" "$build/libcommon.a"
python3 bench/scripts/bloom_search.py | "$program"
