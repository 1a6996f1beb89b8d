#!/usr/bin/env bash
# Each bound is held by a test: a text changed in one place, and the test that caught.txt names for it fails.
# SPDX-License-Identifier: Apache-2.0
#
# For each row a copy of the folder is changed (include/, shaders/; of host/ and tools/ the one file is compiled anew, and
# takes its place in the library or the tool of a build folder of its own), the test is built against it, where it is a program (a group of
# it may follow a colon), and run among the rest of the tree. It must pass with the true text, which its own run shows, and
# fail with the other, by an assertion and not because a compiler is missing.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
. tests/common/parts.sh
flags=$(make -s print-CFLAGS_ALL print-CPPFLAGS_ALL print-IMAGE_CFLAGS OPTIMIZE=-O1 DEBUG=)
linked=$(make -s print-QUICK_LINK print-CHECK_LIBS print-LDLIBS_ALL) tools_linked=$(make -s print-LDLIBS_ALL print-FFTW_LIBS)

# In a build folder of links, $own, the library or the tool that holds a changed file.
rebuild() { # file
    local name=${1##*/} into tools=
    mkdir "$own" && ln -s "$build"/* "$own" || return
    cc $flags -DNBL_FLOW_HOOKS=0 -c -o "$own/changed.o" "$1" || return
    case $1 in
    tools/common/*) tools="nbl-bloom nbl-fft" ;;
    tools/nbl-*) tools=$(echo "$1" | cut -d/ -f2) ;;
    *) # the linker's first definition is the changed one
        into=libnbl.a
        case $1 in tools/io/*) into=libio.a ;; esac
        rm "$own/$into"
        echo "INPUT($own/changed.o $build/$into)" >"$own/$into" ;;
    esac
    for into in $tools; do
        rm "$own/$into"
        cc $flags -o "$own/$into" "$own/changed.o" $(ls "tools/$into"/*.c | grep -v "/$name$" | sed "s#^#$build/#; s/c$/o/") \
            $(ls "$build"/tools/bench/*.o) "$build/libcommon.a" "$build/libio.a" "$build/libnbl.a" $tools_linked || return
    done
}

try_row() { # folder, file, test, find, replace: says `ok`, or what is wrong
    local folder=$1 file=$2 test=${3%%:*} group= find=$4 replace=$5 text name
    case $3 in *:*) group=${3#*:} ;; esac
    if [ "$(grep -cF -- "$find" "$file")" != 1 ]; then
        echo "$file: the text to change must be there just once: $find"
        return
    fi
    mkdir -p "$folder"
    for name in $(tools/files.sh | cut -d/ -f1 | sort -u) build; do ln -s "$(realpath "$name")" "$folder/$name"; done
    rm "$folder/${file%%/*}" && cp -r "${file%%/*}" "$folder"
    text=$(cat "$file" && echo .)
    printf '%s' "${text/"$find"/"$replace"}" | sed '$d' >"$folder/$file"
    cd "$folder" || return
    local own=$build libraries
    case $file in
    host/*.c | tools/*.c)
        own=$PWD/own-build
        rebuild "$file" >log 2>&1 || { echo "$file: does not build with: $replace: $(grep -m 3 error log)"; return; } ;;
    esac
    export BUILD=$own
    libraries="$build/libtests.a $own/libio.a $own/libnbl.a $linked"
    case $test in
    *.c)
        # The folder's own headers before the tree's.
        if ! cc -I"$folder/include" -I"$folder" $flags -o program "$test" $libraries >log 2>&1; then
            echo "$test: does not build with: $replace: $(grep -m 3 error log)"
            return
        fi
        [ -z "$group" ] || export CK_RUN_CASE=$group
        ./program $group >log 2>&1 && { echo "$test passes with: $replace"; return; }
        grep -qE '^[0-9]+%: Checks: [0-9]+, Failures: [1-9]|^[0-9]+ passed, [1-9][0-9]* failed' log || { echo "$test does not fail by a check: $(tail -n 3 log)"; return; } ;;
    *)
        bash "$test" >log 2>&1 && { echo "$test passes with: $replace"; return; }
        grep -qE '^[0-9]+ passed, [1-9][0-9]* failed' log || { echo "$test does not fail by a check: $(tail -n 3 log)"; return; } ;;
    esac
    echo ok
}

rows=0 left_out=0 number=0 file=
start_row() {
    [ -n "$file" ] || return
    if [ -n "$sometimes" ] && [ -z "${NBL_TEST_ALL:-}" ]; then
        left_out=$((left_out + 1))
        return
    fi
    number=$((number + 1))
    if ! takes_part $number 2; then
        left_out=$((left_out + 1))
        return
    fi
    rows=$((rows + 1))
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    (try_row "$scratch/row-$rows" "$file" "$test" "$find" "$replace" >"$scratch/result-$rows") &
}
while IFS= read -r text; do
    case $text in
    "=== "*) start_row; read -r file test sometimes <<<"${text#=== }" ;;
    -*) find=${text#-} ;;
    +*) replace=${text#+} ;;
    esac
done <tests/mutation/caught.txt
start_row
wait
for row in $(seq $rows); do
    result=$(cat "$scratch/result-$row")
    [ "$result" = ok ]; record $? "row $row: $result"
done
echo "$rows changes caught, $left_out left out"
finish
