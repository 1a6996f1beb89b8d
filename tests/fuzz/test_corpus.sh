#!/usr/bin/env bash
# Every fuzz target over its corpus: seeds, and inputs that something was wrong with once.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
passed=0 failed=0
for source in tests/fuzz/fuzz_*.c; do
    what=$(basename "$source" .c)
    what=${what#fuzz_}
    if count=$(timeout 60 "$build/tests/fuzz/replay_$what" "tests/fuzz/corpus/$what" 2>"$build/tests/fuzz/$what.log"); then
        echo "$what: $count inputs"
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $what: $(tail -n 3 "$build/tests/fuzz/$what.log")"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
