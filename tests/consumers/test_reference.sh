#!/usr/bin/env bash
# The reference is complete, with a sentence for each function of the public headers and a way to each type that one takes;
# and in the site that `make docs` builds of it and of the documents, each link and each picture leads somewhere.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

docs/reference.py --names >"$scratch/names"
count=$(wc -l <"$scratch/names")
echo "$count functions in the reference"
[ "$count" -ge 700 ]; record $? "few functions: $count"
found=$(grep 'no comment' "$scratch/names")
[ -z "$found" ]; record $? "no comment above: $found"

# What C declares and no entry has is found, by the preprocessor's reading of the headers.
for header in include/nbl/host/*.h; do echo "#include \"${header#include/}\""; done | cc -std=c11 -Iinclude -E - |
    awk '/^# [0-9]/ { on = $3 ~ /include\/nbl\/host\//; next } on' |
    grep -vE '^(extern|static) .*=' | grep -oE '^[a-z][a-zA-Z0-9_ ]*[ *]nbl_[a-z0-9_]+\(' | grep -oE 'nbl_[a-z0-9_]+\($' | tr -d '(' | sort -u >"$scratch/declared"
cut -f 2 "$scratch/names" | sort -u >"$scratch/have"
missing=$(comm -23 "$scratch/declared" "$scratch/have")
[ "$(wc -l <"$scratch/declared")" -ge 200 ]; record $? "the host's headers declare few functions: $(wc -l <"$scratch/declared")"
[ -z "$missing" ]; record $? "no entry: $missing"

# A reader can make each type that a function takes, by its fields or by a function.
docs/reference.py --types >"$scratch/types"
echo "$(wc -l <"$scratch/types") types in the reference"
[ "$(wc -l <"$scratch/types")" -ge 150 ]; record $? "few types: $(wc -l <"$scratch/types")"
found=$(grep 'nobody makes' "$scratch/types")
[ -z "$found" ]; record $? "$found"
docs/reference.py --draw 46 500 >"$scratch/drawn"
grep -qx '    uint32_t length;' "$scratch/drawn" && grep -qx 'nbl_fft_array_plan_t of .*: made by nbl_fft_array_plan_create().' "$scratch/drawn"
record $? "an entry does not show how its arguments are made"

# A comment that is lost is found, and a function that made a type.
mkdir "$scratch/tree" && cp -r include docs "$scratch/tree"
python3 - "$scratch/tree/include/nbl/host/plan.h" <<'END'
import re, sys
text = open(sys.argv[1]).read()
first = re.search(r"/\* (?!----)[^*](?:(?!\*/).)*\*/\n(?=\w[\w *]* \*?nbl_\w+\()", text, re.S)
open(sys.argv[1], "w").write(text.replace(first[0], ""))
END
sed -i '/^nbl_result_t nbl_fft_array_plan_create(/,/;$/d' "$scratch/tree/include/nbl/host/fft_array.h"
[ "$("$scratch/tree/docs/reference.py" --types | grep 'nobody makes')" = "$(printf 'nbl/host/fft_array.h\tnbl_fft_array_plan_t\tnobody makes one')" ]
record $? "a type that no function makes is not found"
"$scratch/tree/docs/reference.py" --names >"$scratch/less"
[ "$(grep -c '^nbl/host/.*no comment' "$scratch/less")" = 1 ]; record $? "a comment that is lost is not found"

# The site, as `make docs` builds it.
make -s docs BUILD="$scratch/build" >"$scratch/made" 2>&1; record $? "make docs: $(tail -n 3 "$scratch/made")"
site=$scratch/build/site
python3 tests/consumers/site.py "$site" >"$scratch/links"; record $? "$(head -n 20 "$scratch/links")"
tail -n 1 "$scratch/links"
read -r pages _ links _ pictures _ <<<"$(tail -n 1 "$scratch/links")"
[ "${pages:-0}" -ge 500 ] && [ "${links:-0}" -ge 20000 ] && [ "${pictures:-0}" -ge 500 ]; record $? "few pages, links or pictures"
left=$(grep -lE '^@(sub)*section ' "$site"/*.html)
[ -z "$left" ]; record $? "headings that Doxygen did not read: $left"
left=$(grep -lE '<a [^>]*>(`|\*\*)' "$site"/*.html)
[ -z "$left" ]; record $? "links whose words show their marks: $left"
[ -e "$site/search/search.js" ] && grep -rqs 'nbl_fft_array_plan_create' "$site/search"; record $? "the search does not know nbl_fft_array_plan_create"

# A structure's page has its fields and says who makes one.
page=$site/structnbl__fft__array__desc__t.html
grep -q 'nbl_fft_array_desc_init()' "$page" && grep -q 'input_distance' "$page"; record $? "a type's page does not say who makes one"
# What stands behind a field is the field's, not the next one's.
sed 's/<[^>]*>/ /g' "$page" | tr -s ' \n' ' ' | grep -qE 'uint32_t \S* ?batch .{0,30}transforms, 1 or more'; record $? "a field's comment is another field's"
grep -q 'nbl_fft_array_plan_create()' "$site/fft__array_8h.html"; record $? "no page of nbl_fft_array_plan_create()"

# A page, a picture and an anchor that are lost are found.
rm "$site/docs_glossary.html" "$site/bloom.png"
sed -i 's/id="docs_guide_concepts__precision"/id="elsewhere"/' "$site/docs_guide_concepts.html"
python3 tests/consumers/site.py "$site" >"$scratch/links"
for lost in docs_glossary.html bloom.png docs_guide_concepts.html#docs_guide_concepts__precision; do
    grep -q "$lost leads nowhere" "$scratch/links"; record $? "a lost link is not found: $lost"
done
finish
