#!/usr/bin/env bash
# nbl-fft tune: it ends in time while kernels are built, writes rows as they come, and goes on with what is left.
# SPDX-License-Identifier: Apache-2.0
#
# Mutations that fail here: the longest length first; no look at the time before a plan is timed; no SIGALRM; rows of
# --statistics written at the end alone; a plan that spills taken for good; no line `for` of a vendor without a kind;
# a line `for` of several kinds that becomes the device's.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
fft=$build/nbl-fft
. tests/common/expect.sh

rows() { awk '$1 == "fast" { print $3 }' "$1" 2>/dev/null | tr '\n' ' '; }
within() { # seconds, arguments: runs tune, keeps what it says
    local most=$1 begin=$SECONDS
    shift
    "$fft" tune "$@" >"$scratch/out" 2>"$scratch/said"
    record $? "tune $*: $(cat "$scratch/said")"
    record "$([ $((SECONDS - begin)) -le "$most" ]; echo $?)" "tune $*: took $((SECONDS - begin)) s, not $most"
}

# All lengths on lavapipe in a few seconds: the first ones have rows, and the file says what device it is of.
file=$scratch/all.txt
within 22 --all --mode fast --seconds 12 --plans 4 -o "$file"
record "$([ "$(rows "$file" | cut -d ' ' -f 1)" = 17 ]; echo $?)" "tune --all: rows $(rows "$file")"
grep -q '^device ' "$file"; record $? "tune --all: its file names no device"
[ "$(sed -n 3p "$file")" = "for any" ]; record $? "tune --all: its third line is $(sed -n 3p "$file")"
"$build/tools/facts" "$scratch/facts.c" "$file" host/facts/*.txt; record $? "tune --all: its file is none of the library's own"
grep -q 'lengths are left: run it again' "$scratch/said"; record $? "tune --all: $(cat "$scratch/said")"
first=$(rows "$file")
sed -i '3s/.*/for amd,intel/' "$file" # by hand: they stay, beside this device's kind
within 22 --all --mode fast --seconds 12 --plans 4 -o "$file"
[ "$(sed -n 3p "$file")" = "for any,amd,intel" ]; record $? "tune --all, again: its third line is $(sed -n 3p "$file")"
second=$(rows "$file")
[ "${second#"$first"}" != "$second" ] && [ "$(wc -w <<<"$second")" -gt "$(wc -w <<<"$first")" ]
record $? "tune --all, again: rows $second after $first"

# A file of single lengths, and one of arrays, is one of the library's own, too. Mutation: the line `for` with --all alone.
within 30 48 --mode fast --plans 2 --size 1 -o "$scratch/one.txt"
within 60 --shapes 16x48 --mode fast --plans 1 --size 1 -o "$scratch/shape.txt"
for file in one shape; do
    "$build/tools/facts" "$scratch/facts.c" "$scratch/$file.txt" host/facts/*.txt; record $? "tune: $file.txt is none of the library's own"
done

# lavapipe needs longer than this for one kernel of 8192, unless its cache has it: a row is written, or a line says that none is.
within 9 8192 --mode fast --seconds 1 -o "$scratch/long.txt"
record "$(if [ -e "$scratch/long.txt" ]; then grep -q ' 8192 ' "$scratch/long.txt"; else grep -q '1 of 1 lengths are left' "$scratch/said"; fi; echo $?)" \
    "tune 8192: $(cat "$scratch/said")"

# Fused mode: its plans are in the log, and no wisdom. Mutation: they are written down as rows of exact mode.
within 30 91 --mode fused --plans 6 --size 1 --log "$scratch/fused.log" -o "$scratch/fused.txt"
record "$([ "$(grep -c '^91,fp32,fused,' "$scratch/fused.log")" -ge 4 ]; echo $?)" "tune --mode fused: $(cat "$scratch/fused.log")"
# Fast mode's plan, 7x13 by 7 invocations, lacks a butterfly in a pass: the first step tries it looped.
grep -q '^91,fp32,fused,7x13@[^,]*,1,looped,' "$scratch/fused.log"
record $? "tune --mode fused: looped is not among $(cat "$scratch/fused.log")"
record "$([ ! -e "$scratch/fused.txt" ]; echo $?)" "tune --mode fused: $(cat "$scratch/fused.txt" 2>/dev/null)"
for option in --shapes --statistics; do
    "$fft" tune 48 --mode fused "$option" -o "$scratch/fused.txt" >"$scratch/out" 2>"$scratch/said"
    record "$([ $? = 2 ] && grep -qF -- "--mode fused: is not for $option" "$scratch/said"; echo $?)" "tune $option: $(cat "$scratch/said")"
done

# A compiler without hardware.
driver=$(ls /usr/share/vulkan/icd.d/radeon_icd.*.json 2>/dev/null | head -n 1)
export RADV_FORCE_FAMILY=gfx1100 VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver MESA_SHADER_CACHE_DISABLE=true
if [ -z "$driver" ] || ! "$fft" devices 2>/dev/null | grep -qi gfx1100; then
    echo "NOT HERE: RADV for gfx1100"
    finish
    exit
fi
file=$scratch/statistics.txt
within 10 --statistics --all --mode fast --seconds 2 --log "$scratch/log" -o "$file"
record "$([ "$(rows "$file" | cut -d ' ' -f 1-3)" = "48 49 50" ]; echo $?)" "tune --statistics --all: rows $(rows "$file")"
first=$(rows "$file")
within 10 --statistics --all --mode fast --seconds 2 --log "$scratch/log" -o "$file"
record "$([ "$(wc -w <<<"$(rows "$file")")" -gt "$(wc -w <<<"$first")" ]; echo $?)" \
    "tune --statistics --all, again: rows $(rows "$file") after $first"

# What is said of each plan stands in the log: registers, spills, resident subgroups, instructions. A veto of another device
# holds here.
within 30 --statistics 1024 --mode fast --plans 12 --log "$scratch/log" -o "$file"
plan=$(awk '$3 == 1024 { print $4 }' "$file") line=$(grep ',1024,fp32,fast,' "$scratch/log" | head -n 1)
awk -F, '{ exit !($(NF - 4) > 0 && $(NF - 3) == 0 && $(NF - 2) > 0 && $(NF - 1) > 0 && $NF == "good") }' <<<"$line"
record $? "tune --statistics: $line"
sed "s/^[^,]*,/another device,/; s/good$/spills/" <<<"$line" >>"$scratch/log"
within 30 --statistics 1024 --mode fast --plans 12 --log "$scratch/log" -o "$file"
other=$(awk '$3 == 1024 { print $4 " " $8 }' "$file")
record "$([ -n "$other" ] && [ "$other" != "$plan $(cut -d, -f 6 <<<"$line")" ]; echo $?)" \
    "tune --statistics: $other in spite of another device's veto"
finish
