#!/usr/bin/env bash
# The table of docs/debugging.md names every barrier of the headers, all found; a row that one driver hides comes out again.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh

grep -E '^\| `(nbl|shaders)/[^`]*:[0-9]+` \|' docs/debugging.md >"$scratch/rows"
sed -E 's/^\| `([^`]*)`.*/\1/' "$scratch/rows" | sort -u >"$scratch/told"
tests/emulator/barriers.sh | sort -u >"$scratch/there"
diff "$scratch/told" "$scratch/there"
record $? "docs/debugging.md tells of other barriers than there are: run bench/scripts/removed_barriers.sh again"
[ "$(wc -l <"$scratch/rows")" -ge 12 ]; record $? "the table is short"
[ "$(cut -d '|' -f 4 "$scratch/rows" | sort -u)" = " found " ]; record $? "a barrier of the table was not found"

for driver in /usr/share/vulkan/icd.d/lvp_icd.*.json /usr/lib/chromium/vk_swiftshader_icd.json; do
    [ -e "$driver" ] || { echo "SKIPPED: the row of a removed barrier: $driver is not installed"; echo "$passed passed, $failed failed"; exit "$failed"; }
done
place=$(grep 'fft_stockham' "$scratch/told" | head -n 1)
TABLE=- RUNS=stockham bench/scripts/removed_barriers.sh "$build" "$place" >"$scratch/table" 2>"$scratch/err"
record $? "bench/scripts/removed_barriers.sh: $(cat "$scratch/err")"
without_checker() { cut -d '|' -f 2,3,5,6; }
row=$(tail -n 1 "$scratch/table" | without_checker)
grep -F "| \`$place\` | Stockham transform |" "$scratch/rows" | without_checker | grep -qxF -- "$row"
record $? "the table's row of $place is not \"$row\""
case $row in *wrong*right*) ;; *) false ;; esac
record $? "lavapipe does not show it, or SwiftShader does: $row"

finish
