#!/usr/bin/env bash
# docs/originals.md: every row says where its item lives and which test holds it, or why not, and points at what is there.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

# Prints what is wrong with the rows of a page, and how many there are.
judge() {
    awk -F ' *[|] *' '
        /^\| [0-9]+ \|/ {
            rows++
            if ($2 != rows) print "row " $2 " stands in place of " rows
            if (NF != 7) print "row " $2 ": " NF - 2 " cells"
            if (($4 == "—" || $5 == "—") && $6 == "") print "row " $2 ": neither a place and a test nor a reason"
            for (cell = 4; cell <= 5; cell++) {
                text = $cell
                while (match(text, /`[^`]*`/)) {
                    path = substr(text, RSTART + 1, RLENGTH - 2)
                    text = substr(text, RSTART + RLENGTH)
                    if (cell == 5 && path !~ /^tests\//) print "row " $2 ": " path " is no test"
                    if (system("test -e \"" path "\"") != 0) print "row " $2 ": there is no " path
                }
            }
        }
        END { print rows " rows" }' "$1"
}

judge docs/originals.md >"$scratch/said"
[ "$(cat "$scratch/said")" = "159 rows" ]; record $? "docs/originals.md: $(head -n 5 "$scratch/said")"
for slip in 's#include/nbl/bit.h#include/nbl/bits.h#' 's#tests/fft/test_range.c#docs/users.md#' '/^| 40 |/d' \
    's#^| 149 |.*#| 149 | an item | — | — |  |#'; do
    sed "$slip" docs/originals.md >"$scratch/slip.md"
    ! cmp -s "$scratch/slip.md" docs/originals.md; record $? "the slip changes nothing: $slip"
    judge "$scratch/slip.md" | grep -q '^row '; record $? "not found: $slip"
done
finish
