#!/usr/bin/env bash
# Includes go one way, as the map in CONTRIBUTING.md has it; what headers pull is what docs/headers.md says; nbl/fft.h stays small.
# SPDX-License-Identifier: Apache-2.0
#
# test_includes.sh --update writes the table of docs/headers.md.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

python3 tests/headers/includes.py check; record $? "the map in CONTRIBUTING.md and the tree"

# A fault of each kind is found: an arrow upward, a circle, a folder that the map lacks, one that is gone.
git ls-files -z | xargs -0 -I{} sh -c '[ -e "{}" ] && echo "{}"' | tar -cf - -T - | tar -xf - -C "$scratch"
(cd "$scratch" && git init -q && mkdir host/new && echo '#include "fft/plan.h"' >host/new/new.h &&
    echo '#include "nbl/workgroup/fft.h"' >>include/nbl/complex.h && sed -i 's/^| `host\/file`/| `host\/gone`/' CONTRIBUTING.md && git add -A)
(cd "$scratch" && python3 tests/headers/includes.py check >log)
grep -qx 'host/gone is in the map and not in the tree' "$scratch/log"; record $? "a row without a folder is not found"
grep -qx 'host/new is not in the map' "$scratch/log"; record $? "a folder without a row is not found"
(cd "$scratch" && sed -i 's/^| `host\/gone`/| `host\/file`/' CONTRIBUTING.md && git rm -qrf host/new && python3 tests/headers/includes.py check >log)
grep -qx 'include/nbl/complex.h includes include/nbl/workgroup/fft.h, which stands above it' "$scratch/log"; record $? "an arrow upward is not found"
grep -q '^a circle: .*complex.h' "$scratch/log"; record $? "a circle is not found"

python3 tests/headers/includes.py pulls >"$scratch/pulls"
[ "${1:-}" = --update ] && { sed '/^| Header/,$d' docs/headers.md; cat "$scratch/pulls"; } >"$scratch/headers.md" && cp "$scratch/headers.md" docs/headers.md
sed -n '/^| Header/,$p' docs/headers.md | diff - "$scratch/pulls"; record $? "docs/headers.md is old: tests/headers/test_includes.sh --update"

# What a shader opens for one Stockham instance of float32, but for the vocabulary (lang.h and lang/, one row of the map) and
# the tables of plans. The bounds are to fall. docs/headers.md says how many they are.
most_headers=12 most_lines=1500
printf '#define NBL_FFT_NAME row\n#define NBL_FFT_LENGTH 1000\n#include "nbl/fft.h"\n' >"$scratch/instance.h"
opened=$(gcc -H -E -DNBL_HLSL=1 -Iinclude "$scratch/instance.h" 2>&1 >/dev/null | grep -oE 'include/nbl/[^ ]+\.h$' | sort -u | grep -vE 'nbl/lang[./]|plans_float')
headers=$(echo "$opened" | wc -l)
lines=$(cat $opened | wc -l)
count="$headers headers and $lines lines, and lang.h's $(wc -l <include/nbl/lang.h)"
echo "behind nbl/fft.h: $count"
[ "$headers" -le $most_headers ]; record $? "$headers headers behind nbl/fft.h, at most $most_headers"
[ "$lines" -le $most_lines ]; record $? "$lines lines behind nbl/fft.h, at most $most_lines"
[ "$headers" -ge 10 ]; record $? "only $headers headers behind nbl/fft.h: the count is wrong"
[ "${1:-}" = --update ] && sed -i "s/is less: [0-9]* headers and [0-9]* lines, and lang.h's [0-9]*/is less: $count/" docs/headers.md
grep -qF "is less: $count" docs/headers.md; record $? "docs/headers.md counts otherwise: tests/headers/test_includes.sh --update"

finish
