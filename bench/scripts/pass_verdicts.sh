#!/usr/bin/env bash
# The race checker's verdict on each pass of large transforms, and on each pass without one of its barriers; as dated in
# docs/log/transforms.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/pass_verdicts.sh [LENGTH|LENGTH/ROW ...]   after `make`; BUILD=folder where make built
#
# The shader is tests/consumers/shader/passes.h. Prints a line for each pass: its verdict, and its verdicts without the first and
# without the second barrier of an exchange. Barriers that order a buffer, where a pass works in place, are the native checker's:
# tests/emulator/removed_lines.c.
# Status 1 if a pass is not proved, or the loss of a barrier is found in no pass at all.
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ $# -gt 0 ] || set -- 16384 32768 65536 100000 262144 1000000 1048576 4194304 16777216 \
    65536/256 262144/512 1048576/1024 2073600/1920 16777216/4096

# File, and the text of a barrier in it, which is taken away.
barriers='workgroup/fft_stockham.h|if (number_ > 0u .. s_ > 0u .. window_ > 0u) NBL_FFT_BARRIER();
workgroup/fft_stockham.h|^            NBL_FFT_BARRIER();'
count=0
while IFS='|' read -r file text; do
    cp -r include "$scratch/include$count"
    sed -i "s/$text/;/" "$scratch/include$count/nbl/$file"
    cmp -s "include/nbl/$file" "$scratch/include$count/nbl/$file" && { echo "no '$text' in $file"; exit 1; }
    count=$((count + 1))
done <<EOF
$barriers
EOF

# Headers' folder, defines: compiles a pass, which may be one that the length does not have.
compile() {
    # shellcheck disable=SC2086 # many words
    glslangValidator -V -g --target-env vulkan1.1 -I"$1" $2 -o "$scratch/pass.spv" tests/consumers/shader/passes.comp \
        >"$scratch/log" 2>&1
}

# Prints the verdict on a module between two buffers of a size in bytes, in a word: proved, race, or what else was said.
verdict() {
    "$build/nbl-emulate" "$scratch/pass.spv" --groups 2 --bind "0=$1" --bind "1=$1" >"$scratch/said" 2>&1
    if grep -q '^proved race-free for every input' "$scratch/said"; then echo proved
    elif grep -qE '^(write|read) after' "$scratch/said"; then echo race
    else head -n 1 "$scratch/said"; fi
}

failed=0 found="0 0" passes=0
for shape; do
    length=${shape%/*}
    defines="-DLENGTH=$length"
    [ "$length" = "$shape" ] || defines="$defines -DROWS=${shape#*/}"
    for pass in 1 2 3; do
        compile include "$defines -DPASS=$pass" || break
        got=$(verdict $((8 * length)))
        [ "$got" = proved ] || failed=1
        passes=$((passes + 1))
        line="$shape pass $pass: $got; without a barrier:" now=
        for i in 0 1; do
            compile "$scratch/include$i" "$defines -DPASS=$pass" || failed=1
            got=$(verdict $((8 * length)))
            line="$line $got,"
            n=$(echo "$found" | cut -d' ' -f$((i + 1)))
            [ "$got" != race ] || n=$((n + 1))
            now="$now $n"
        done
        found=${now# }
        echo "${line%,}"
    done
done
echo "$passes passes; races found without the barrier before an exchange's stores and before its loads: $found"
for n in $found; do [ "$n" -gt 0 ] || failed=1; done
exit $failed
