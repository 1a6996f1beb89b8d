#!/usr/bin/env bash
# Programs under the capture layer: nbl-emulate stores what the device stored, and the validation layer stays silent.
# SPDX-License-Identifier: Apache-2.0
#
# Mutations that these cases catch, each tried: no copies after the dispatch; dynamic offsets or bases of dispatches
# forgotten; a secondary buffer's dispatches not counted; `most` not looked at; ranges that overlap taken to be apart;
# a texel named without its view's first level; NoContraction not looked at; a product that is no reason to differ; a root
# that is none. A written view has one level, so that find_level()'s further ones, which
# another level's size or number would need, are not tried.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
tool=$build/nbl-emulate
export VK_LAYER_PATH=$build:/usr/share/vulkan/explicit_layer.d
lavapipe=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
swiftshader=$(ls /usr/lib/chromium/vk_swiftshader_icd.json 2>/dev/null)
captured=0 ran=0

on() { # driver, command ...: under both layers
    VK_DRIVER_FILES=$1 VK_ICD_FILENAMES=$1 VK_INSTANCE_LAYERS=VK_LAYER_NBL_capture:VK_LAYER_KHRONOS_validation "${@:2}"
}
silent() { ! grep -E 'VUID|Validation (Error|Warning|Performance)|SYNC-HAZARD' "$@"; }
# What the first line of a capture says, and its exit status: by what the program calls the dispatch.
verdict() {
    case $1 in
    overlap) echo "3 proves nothing: there are findings with these contents" ;;
    addresses | tables) echo "0 these contents alone, no proof of others" ;;
    *) echo "0 proves every input" ;;
    esac
}

capture() { # driver's name, its file, program
    local folder=$scratch/$1-$3
    on "$2" env NBL_CAPTURE="dispatch 1-100; to $folder" "$build/tests/capture/program_$3" >"$scratch/program.out" 2>"$scratch/program.err"
    record $? "$1 $3: $(tail -n 3 "$scratch/program.err")"
    expect "$1 $3: the validation layer" silent "$scratch/program.out" "$scratch/program.err"
    grep 'NOT HERE' "$scratch/program.out" | sed "s/^/$1: /"
    while read -r number what; do
        local wanted
        wanted=$(verdict "$what")
        cd "$scratch" || exit 1
        expect "$1 $3: $what" says "${wanted#* }" "${wanted%% *}" "$tool" "$folder/$number"
        expect "$1 $3: $what as on the device" grep -q '^stores what the device stored' "$scratch/out"
        head -n 1 "$scratch/out" | grep -qF "${wanted#* }"; record $? "$1 $3: $what: the first line"
        cd - >/dev/null || exit 1
        ran=$((ran + 1))
    done < <(grep -E '^[0-9]+ ' "$scratch/program.out")
    captured=$((captured + $(ls "$folder" | wc -l)))
    [ "$(stat -c %a "$folder/1")" = 700 ]; record $? "$1 $3: the folder's mode"
    [ -z "$(find "$folder" -name '.*' -mindepth 1)" ]; record $? "$1 $3: something is left beside the captures"
}

for each in lavapipe swiftshader; do
    [ -n "${!each}" ] || { [ "${CI:-}" = true ] && record 1 "$each: not installed"; echo "SKIPPED: $each: not installed"; continue; }
    for source in tests/capture/program_*.c; do
        program=${source##*program_}
        capture "$each" "${!each}" "${program%.c}"
    done
done

if [ -n "$lavapipe" ]; then
    program=$build/tests/capture/program_buffers
    first=$scratch/first
    quietly() { on "$lavapipe" env NBL_CAPTURE="$1" "$program"; }
    # Chosen by a name, two dispatches; again into the same place.
    expect "by a shader's name" says "dispatch 1 is in $first/1" 0 quietly "shader trip*; times 2; to $first"
    [ "$(ls "$first" | tr '\n' ' ')" = "1 2 " ]; record $? "times 2: $(ls "$first" | tr '\n' ' ')"
    expect "into the same place" says "dispatch 2 is in $first/2" 0 quietly "dispatch 2; to $first"
    # Outputs of captures that no invocation writes: "plain" stores to all, "pushed" (6) by two workgroups of four.
    expect "written" says "written in this run: all 256 elements of To (set 0, binding 1)" 0 "$tool" "$first/1" --expect-written all
    expect "pushed" says "dispatch 6 is in $scratch/pushed/6" 0 quietly "dispatch 6; to $scratch/pushed"
    expect "not written" says "not written: 128 of 256 elements of To (set 0, binding 1); the first is To.to[128]" 3 \
        "$tool" "$scratch/pushed/6" --expect-written all
    # A hard limit, a folder that cannot be made, a file in its place: the program goes on.
    expect "most" says "dispatch 1 is not captured: it takes 4096 bytes, more than is left of 'most'" 0 \
        quietly "dispatch 1; most 4095 B; to $scratch/most"
    [ ! -e "$scratch/most" ]; record $? "most: something was written"
    touch "$scratch/file"
    expect "no folder" says "dispatch 1 is not captured: $scratch/file/1" 0 quietly "dispatch 1; to $scratch/file"
    full() { (trap '' XFSZ; ulimit -f 2; quietly "$1"); } # stands for a disk that is full: a file may have 2 KiB
    expect "no room" says "dispatch 1 is not captured: $scratch/full/1: File too large" 0 full "dispatch 1; to $scratch/full"
    [ -z "$(ls -A "$scratch/full")" ]; record $? "no room: something is left"
    mkdir -p "$first/3"; touch "$first/3/mine"
    expect "what is no capture stays" says "dispatch 3 is not captured: $first/3: Directory not empty" 0 \
        quietly "dispatch 3; to $first"
    [ -e "$first/3/mine" ]; record $? "a file of another was removed"
    [ "$(ls -A "$first" | tr '\n' ' ')" = "1 2 3 " ]; record $? "left beside: $(ls -A "$first" | tr '\n' ' ')"
    expect "not a clause" says "NBL_CAPTURE: 'dispatches 3': must be" 0 quietly "dispatches 3"
    expect "fewer than asked for" says "and 1000 were asked for" 0 quietly "dispatch 1000; to $first"
    # A program that leaves without destroying its device.
    leaving() { NBL_TESTS_LEAVE=1 quietly "$1"; }
    expect "a program that leaves" says "dispatch 12 is in $scratch/leaves/12" 0 leaving "dispatch 12; to $scratch/leaves"

    # Without what the run did not touch: one of three buffers by address.
    expect "trim: captured" says "dispatch 15 is in $first/15" 0 quietly "dispatch 15; to $first"
    expect "trim" says "without 1 of 3 buffers by address" 0 "$tool" "$first/15" --trim "$scratch/trimmed"
    expect "trimmed" says "stores what the device stored" 0 "$tool" "$scratch/trimmed"
    [ "$(grep -c ^address "$scratch/trimmed/capture.txt") $(ls "$scratch/trimmed" | grep -c before)" = "2 3" ]
    record $? "trimmed: $(ls "$scratch/trimmed" | tr '\n' ' ')"

    # Damaged captures are refused with a line.
    cd "$scratch" || exit 1
    damaged() { # what, command of sed for capture.txt, words
        rm -rf damaged && cp -r first/1 damaged && sed -i "$2" damaged/capture.txt
        expect "damaged: $1" says "$3" 1 "$tool" damaged
    }
    damaged "another version" '1s/1$/2/' "is no capture of version 1"
    damaged "cut off" '$d' "is cut off"
    damaged "a word" 's/^buffer/puffer/' "an unknown line"
    damaged "a size" 's/^memory 0 \([0-9]*\) \([0-9]*\) 1024/memory 0 \1 \2 1028/' "capture.txt says 1028"
    damaged "a large size" 's/^memory 0 \([0-9]*\) \([0-9]*\) 1024/memory 0 \1 \2 4000000000000/' "more than is left of --memory"
    damaged "a reference" 's/^buffer 0 0 0 storage [0-9]*/buffer 0 0 0 storage 99/' "its memory is not in the capture"
    damaged "a range" 's/^\(buffer 0 0 0 storage [0-9]* [0-9]*\) 1024/\1 1025/' "its memory is not in the capture"
    damaged "a number" 's/^groups 4/groups 4294967296/' "'groups' is damaged"
    rm -rf damaged && cp -r first/1 damaged && rm damaged/memory-1.after
    expect "damaged: a file" says "memory-1.after: No such file or directory" 1 "$tool" damaged
    expect "an option that a capture says" says "not of a capture" 2 "$tool" first/1 --groups 3
    printf 'X' | dd of=first/1/memory-1.after bs=1 seek=40 conv=notrunc 2>/dev/null
    expect "another result" says "first integer To.to[10]: 1045 here, " 3 "$tool" first/1
    printf 'XXXX' | dd of="lavapipe-images/6/image-0-1-0.after" bs=1 seek=$((16 * (8 * 1 + 3))) conv=notrunc 2>/dev/null
    expect "another texel" says "first float small, level 1 (3, 1, 0).x: " 3 "$tool" lavapipe-images/6
    # Floats that the device has otherwise: each is told why it may, by the first instruction whose result is open, and
    # one that may not is a failure.
    changed() { # capture, file, number of the float, status, words: with other last bits of this one
        rm -rf floats && cp -r "lavapipe-$1" floats
        printf '\x55\x55' | dd of="floats/$2.after" bs=1 seek=$((4 * $3)) conv=notrunc 2>/dev/null
        expect "a float that differs: $1 $3" says "$5" "$4" "$tool" floats
    }
    changed buffers/17 memory-0 5 0 "come from a quotient, a root, a sine or the like, of which Vulkan bounds the error alone"
    changed buffers/17 memory-0 5 0 "1 first from rounding.comp:10, "
    changed buffers/17 memory-0 40 0 "1 first from rounding.comp:11, " # a product that no sum takes
    changed buffers/17 memory-0 40 0 "%GLSL_std_450 Sqrt "
    changed buffers/17 memory-0 140 0 "1 of them come from products that may be contracted with sums"
    changed buffers/17 memory-0 140 0 "1 first from rounding.comp:12, "
    changed buffers/17 memory-0 200 3 "1 of them come from nothing that Vulkan leaves open"
    changed buffers/17 memory-0 200 3 "stored at rounding.comp:13 in main, by invocation 8 of workgroup 3"
    changed buffers/18 memory-0 140 3 "1 of them come from nothing that Vulkan leaves open"
    changed images/14 memory-0 20 0 "1 of them come from samples of images, whose weights are open"
    changed images/5 image-0-0-0 40 0 "come from conversions to fewer bits, which round to nearest or to zero" # stored as halves
    changed images/4 image-0-0-0 40 3 "1 of them come from nothing that Vulkan leaves open"
    changed images/6 image-0-1-0 41 3 "stored at next_level.comp:7 in main" # the second component of a texel
    cd - >/dev/null || exit 1
fi

[ "$ran" = "$captured" ]; record $? "$ran captures ran of $captured"
echo "$captured captures ran"
finish
