#!/usr/bin/env bash
# The reference is complete: a sentence for each function of the host's headers, an entry for each public function.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

docs/reference.py --names >"$scratch/names"
count=$(wc -l <"$scratch/names")
echo "$count functions in the reference"
[ "$count" -ge 700 ]; record $? "few functions: $count"
found=$(grep '^nbl/host/.*no comment' "$scratch/names")
[ -z "$found" ]; record $? "no comment above: $found"

# What C declares and no entry has is found, by the preprocessor's reading of the headers.
for header in include/nbl/host/*.h; do echo "#include \"${header#include/}\""; done | cc -std=c11 -Iinclude -E - |
    awk '/^# [0-9]/ { on = $3 ~ /include\/nbl\/host\//; next } on' |
    grep -vE '^(extern|static) .*=' | grep -oE '^[a-z][a-zA-Z0-9_ ]*[ *]nbl_[a-z0-9_]+\(' | grep -oE 'nbl_[a-z0-9_]+\($' | tr -d '(' | sort -u >"$scratch/declared"
cut -f 2 "$scratch/names" | sort -u >"$scratch/have"
missing=$(comm -23 "$scratch/declared" "$scratch/have")
[ "$(wc -l <"$scratch/declared")" -ge 200 ]; record $? "the host's headers declare few functions: $(wc -l <"$scratch/declared")"
[ -z "$missing" ]; record $? "no entry: $missing"

# A comment that is lost is found.
mkdir "$scratch/tree" && cp -r include docs "$scratch/tree"
python3 - "$scratch/tree/include/nbl/host/plan.h" <<'END'
import re, sys
text = open(sys.argv[1]).read()
first = re.search(r"/\* (?!----)[^*](?:(?!\*/).)*\*/\n(?=\w[\w *]* \*?nbl_\w+\()", text, re.S)
open(sys.argv[1], "w").write(text.replace(first[0], ""))
END
"$scratch/tree/docs/reference.py" --names >"$scratch/less"
[ "$(grep -c '^nbl/host/.*no comment' "$scratch/less")" = 1 ]; record $? "a comment that is lost is not found"
finish
