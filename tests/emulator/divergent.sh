#!/usr/bin/env bash
# Random divergent programs on the emulator and on the drivers, batch after batch: others than those of `make check`.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/emulator/divergent.sh [programs [first seed]]     10000, from 1 on; 500 a batch, with calls, without optimisation
#   OPTIONS="--calls --do" tests/emulator/divergent.sh      with do-while loops, on lavapipe alone
#
# Behind `make build/tests/emulator/test_divergent`. Half a minute a batch, nearly all of it SwiftShader's compiler; prints
# which batches differ, and their number. OPTIMIZE=-O2 compiles the programs so.
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
programs=${1:-10000}
seed=${2:-1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 batch=500
trap 'echo "$passed batches passed, $failed failed, when it was stopped"; exit 1' TERM INT
for ((done_ = 0; done_ < programs; done_ += batch, seed++)); do
    python3 tests/emulator/divergent.py "$seed" $batch ${OPTIONS---calls} >"$scratch/programs.h" || exit 1
    # shellcheck disable=SC2046
    $(make -s print-CC) $(make -s print-CPPFLAGS_ALL) -std=c11 "${OPTIMIZE:--O0}" -ffp-contract=off -I. -DPROGRAM_COUNT=$batch \
        -DPROGRAMS="\"$scratch/programs.h\"" -o "$scratch/test" tests/emulator/test_divergent.c "$build/libtests.a" \
        "$build/libnbl.a" $(make -s print-LDLIBS_ALL) $(pkg-config --libs check) || exit 1
    if "$scratch/test" >"$scratch/out" 2>&1; then
        passed=$((passed + 1))
        echo "seed $seed: $batch programs agree"
    else
        failed=$((failed + 1))
        echo "seed $seed:"
        cat "$scratch/out"
    fi
done
echo "$passed batches passed, $failed failed"
