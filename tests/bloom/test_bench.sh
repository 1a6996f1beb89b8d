#!/usr/bin/env bash
# nbl-bloom bench on a driver of the CPU: a bloom and a blur, their passes, sectors, JSON and picture; and what is refused.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
tool=${BUILD:-build}/nbl-bloom
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch
passed=0 failed=0
check() { # what, exit code of the condition
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}

"$tool" bench --images 1 --warm-up 0.01 --count --json "$scratch/b.json" --svg "$scratch/b.svg" 48x32:5 48x32:5:dual-filter=2 \
    >"$scratch/text" 2>"$scratch/errors"
check "it runs" $?
grep -q '^48x32:5 .* ms .*create' "$scratch/text"
check "a line per job" $?
grep -Eq 'first axis inverse .* us .*of a copy.* MB .*M sectors asked, .*M used' "$scratch/text"
check "bytes, sectors and a copy beside a pass" $?
grep -q 'dual filter of 2 levels' "$scratch/text"
check "a blur as a method" $?
python3 - "$scratch/b.json" <<'EOF'
import json, sys
jobs = json.load(open(sys.argv[1]))["jobs"]
assert [j["job"] for j in jobs] == ["48x32:5", "48x32:5:dual-filter=2"], jobs
assert len(jobs[0]["passes"]) == 3 and len(jobs[1]["passes"]) == 4
for p in jobs[0]["passes"]:
    assert p["time_ns"] > 0 and p["copy_ns"] > 0 and p["sectors"] >= p["least_sectors"] > 0
EOF
check "JSON that says the same" $?
python3 -c 'import sys, xml.dom.minidom as x; assert len(x.parse(sys.argv[1]).getElementsByTagName("rect")) == 1 + 3 + 4' "$scratch/b.svg"
check "a bar of its passes for each job" $?
"$tool" bench --images 4 --warm-up 0.01 --json "$scratch/b.json" 48x32:5 48x32:5:batch >"$scratch/text" 2>"$scratch/errors"
check "images of a batch are timed" $?
python3 - "$scratch/b.json" <<'EOF'
import json, sys
jobs = json.load(open(sys.argv[1]))["jobs"]
assert [j["job"] for j in jobs] == ["48x32:5", "48x32:5:batch"], jobs
assert jobs[1]["image_ns"] > 0 and len(jobs[1]["passes"]) == 3
# two more workspaces beside the first and the spectrum
more = jobs[1]["memory_bytes"] - jobs[0]["memory_bytes"]
assert more % 2 == 0 and jobs[0]["memory_bytes"] > more / 2 > 0, jobs
EOF
check "by three workspaces" $?
"$tool" bench 48x32:5:batch:dual-filter >"$scratch/text" 2>"$scratch/errors"
check "a blur has no batch" $(($? != 2))
grep -q '48x32:5:batch:dual-filter: batch: is for the bloom by FFT' "$scratch/errors"
check "and its refusal says so" $?
"$tool" bench 48x32:5:tripled-filter >"$scratch/text" 2>"$scratch/errors"
check "an unknown word is refused" $(($? != 2))
grep -q '48x32:5:tripled-filter: ' "$scratch/errors"
check "and named" $?
# The example of its help, but for the sizes, which take minutes here. A form of a job that the tool lacks fails.
"$tool" bench --help | sed -n '/^Example/,$s/^  nbl-bloom bench //p' | sed 's/[0-9]*x[0-9]*:[0-9]*/48x32:5/g' >"$scratch/example"
read -r -a jobs <"$scratch/example"
check "an example of three jobs" $((${#jobs[@]} != 3))
"$tool" bench --images 1 --warm-up 0.01 "${jobs[@]}" >"$scratch/text" 2>"$scratch/errors"
check "the example runs: $(cat "$scratch/errors")" $?
check "a line for each of its jobs" $(($(grep -c '^48x32:5.* ms .*create' "$scratch/text") != 3))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
