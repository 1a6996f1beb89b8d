#!/bin/bash
# A file of facts of one's own comes before the library's, whatever its name and devices, numbers too. Mutations that fail here:
# FACTS sorted by name; a later file's number in place of an earlier one's; rows for all devices behind the others.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/common/expect.sh
build=${BUILD:-build}
mkdir "$scratch/facts"
cp host/facts/*.txt "$scratch/facts"

own() { # file's name, kinds of devices
    printf 'nbl-fft wisdom 2\ndevice mine\nfor %s\nfast fp32 1024 8x16x8@128*2/1\nnumber arrays-idle 0.15625\n' "$2" >"$scratch/facts/$1"
    # shellcheck disable=SC2046
    expect "$1 is read" "$build/tools/facts" "$scratch/built_in.c" $(make -s print-FACTS FACTS_FOLDER="$scratch/facts")
    first=$(grep -E -m 1 '\{([0-9]+, ){9}1024, ' "$scratch/built_in.c") # the tenth field is the length
    printf '%s\n' "$first" | grep -qF '{"8x16x8@128*2/1",'
    record $? "$1: another row of 1024 comes first: $first"
    grep -qF ' 0.15625,' "$scratch/built_in.c"
    record $? "$1: another number counts"
    rm "$scratch/facts/$1"
}
own zotac.txt amd
own aaa.txt nvidia,processor
own zzz.txt all
printf 'nbl-fft wisdom 2\ndevice mine\nfor amd\nnumber arrays-idle 1\nnumber arrays-idle 2\n' >"$scratch/facts/twice.txt"
"$build/tools/facts" "$scratch/built_in.c" "$scratch/facts/twice.txt" 2>"$scratch/said"
record $((1 - $?)) "a number twice in a file is taken"
grep -q 'twice.txt:5: a number again' "$scratch/said"
record $? "a number twice in a file: $(cat "$scratch/said")"
grep -q 'file(STRINGS host/facts/order own_facts)' CMakeLists.txt &&
    [ "$(make -s print-FACTS)" = " $(sed 's,^,host/facts/,' host/facts/order | tr '\n' ' ' | sed 's/ $//')" ] && [ "$(wc -l <host/facts/order)" -ge 9 ]
record $? "CMake takes the files in another order than make"

# The page of numbers has a row for each. Mutation: a row of the page left out.
lacking=0
rows=$(grep -E '^\| `' docs/devices.md | cut -d'|' -f2 | grep -o '`[^`]*`' | tr -d '`')
for word in $(sed -n 's/^number \([^ ]*\) .*/\1/p' host/facts/*.txt | sort -u); do
    for row in $rows; do
        [ "${word#"$row"}" != "$word" ] && continue 2
    done
    echo "docs/devices.md has no row for $word"
    lacking=1
done
record $lacking "docs/devices.md lacks a number"

# A choice asks numbers and rows, which a device can have for itself, and no vendor. But lengths.c is given no device, and choose_tickets.c
# takes the H200's rows for devices without own ones. Mutation: choose_together.c asks for NBL_DEVICE_NVIDIA.
asks=$(grep -rlE 'NBL_DEVICE_(NVIDIA|AMD|INTEL|APPLE|QUALCOMM|ARM)\>' host --include=*.c --include=*.h | sort | tr '\n' ' ')
[ "$asks" = "host/facts/lengths.c host/transform/choose_tickets.c " ]
record $? "a choice by vendor: $asks"
finish
