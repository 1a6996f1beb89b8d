#!/usr/bin/env bash
# The debugger's protocol: a session for each claim of session.py, which names the mutation that it catches.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
tool=$(realpath "${BUILD:-build}/nbl-emulate") session=$PWD/tests/debugger/session.py
. tests/common/expect.sh
cd "$scratch" || exit 1
claims=$(PYTHONDONTWRITEBYTECODE=1 python3 "$session" "$tool")
for claim in $claims; do
    expect "$claim" env PYTHONDONTWRITEBYTECODE=1 timeout 120 python3 "$session" "$tool" "$claim"
done
record "$([ "$(echo "$claims" | wc -w)" = 25 ]; echo $?)" "the number of sessions: $(echo "$claims" | wc -w)"
finish
