#!/usr/bin/env bash
# Every header under include/nbl compiles in every language it is meant for, and none but lang.h tells languages apart.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh
. tests/common/parts.sh
. tests/headers/sections.sh

headers=$(cd include && find nbl -name '*.h' | sort)
heads_with() { # lines, pattern: the headers that have it in their first lines
    (cd include && awk -v lines="$1" -v pattern="$2" 'FNR <= lines && $0 ~ pattern { print FILENAME }' $headers)
}

# For the host alone, where sizes have 64 bits and functions take pointers: include/nbl/host, or a header that says so in
# its head. No shader includes it.
host_only=" $(heads_with 12 'Host only' | tr '\n' ' ')"
is_host_only() { [[ $1 == nbl/host/* || $host_only == *" $1 "* ]]; }

# Parts of another header, which says so: compiled where that one includes them.
parts=" $(heads_with 8 'never by itself|^ [*] Included by ' | tr '\n' ' ')"
is_part() { [[ $parts == *" $1 "* ]]; }

rich_name="float16 and float64, unrolled, no subgroup operations"
rich="-DNBL_HAS_FLOAT16=1 -DNBL_HAS_FLOAT64=1 -DNBL_UNROLL_LOOPS=1 -DNBL_SUBGROUP_OPERATIONS=0"

# What C++ cannot have in one text with others: a guard, a way of compiling all.
is_single() {
    case $1 in
    nbl/accessors/buffer_device_address.h) true ;;
    *) grep -q '^#ifndef NBL_[A-Z0-9_]*_H$' "include/$1" ;;
    esac
}

# One header, alone, in C, those with parameters by two compilers; and its texts for the batches of GLSL and HLSL below. No
# header tells languages apart, so an include that one lacks in C is lacking in all: C++, and C by the second compiler, take
# all plain headers at once, and C++ all templates too, each in a namespace of its own. Prints a line per compilation that
# fails, `ok` per one that does not.
compile_one() { # header, header/word, number: of the instances with parameters, one in three is taken by each compiler
    local header=$1 name parameters
    name=${2//\//_}
    parameters=$(section "$2")
    attempt() { # language, command ...
        local language=$1
        shift
        if "$@" >"$scratch/$name.log" 2>&1; then echo ok; else
            echo "failed: $name as $language:"
            head -n 12 "$scratch/$name.log" | sed 's/^/  /'
        fi
    }
    # A second inclusion shows that a plain header guards itself; a template ends with its parameters undefined.
    { printf '%s\n#include "%s"\n' "$parameters" "$header"
      [ -n "$parameters" ] || printf '#include "%s"\n' "$header"; } >"$scratch/$name"
    { cat "$scratch/$name"; echo 'typedef int not_empty;'; } >"$scratch/$name.c"
    attempt "C11, gcc" gcc -std=c11 $warnings "$scratch/$name.c"
    if [ -n "$parameters" ] && takes_part $3 3; then
        attempt "C11, clang" clang -std=c11 $warnings "$scratch/$name.c"
        if is_single "$header"; then
            cp "$scratch/$name.c" "$scratch/$name.cpp"
            attempt "C++17, g++" g++ -std=c++17 $warnings "$scratch/$name.cpp"
            attempt "C++17, clang++" clang++ -std=c++17 $warnings "$scratch/$name.cpp"
        fi
    fi
    is_host_only "$header" && return
    { echo '#version 460'; cat "$scratch/$name"; echo 'void main() {}'; } >"$scratch/glsl/$name.comp"
    [ -n "$parameters" ] || return
    cp "$scratch/glsl/$name.comp" "$scratch/rich"
    [ "$header" = nbl/accessors/buffer_device_address.h ] && return # HLSL has no addresses
    { cat "$scratch/$name"; printf '[numthreads(1, 1, 1)] void main() {}\n'; } >"$scratch/hlsl/$name.hlsl"
}
mkdir "$scratch/glsl" "$scratch/rich" "$scratch/hlsl"
warnings="-Wall -Wextra -Wpedantic -Werror -Wno-unused-function -fsyntax-only -Iinclude"

expected=0 number=0
for header in $headers; do
    if is_part "$header"; then
        grep -rqF "#include \"$header\"" include; record $? "$header: a part of a header that does not include it"
        continue
    fi
    instances=$(awk -v header="$header" '/^=== / && $2 == header { print $2 ($3 ? "/" $3 : "") }' tests/headers/instances.txt)
    for instance in ${instances:-$header}; do
        while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
        number=$((number + 1))
        compile_one "$header" "$instance" $number >"$scratch/$(echo "$instance" | tr / _).results" &
        parameters=$(section "$instance")
        is_plain=$([ -z "$parameters" ] && echo 1 || echo 0)
        expected=$((expected + 1))
        is_host_only "$header" || expected=$((expected + 3 - 2 * is_plain))
        [ "$header" != nbl/accessors/buffer_device_address.h ] || expected=$((expected - 1))
        if [ $is_plain = 1 ]; then :
        elif is_single "$header"; then takes_part $number 3 && expected=$((expected + 3))
        else
            ! takes_part $number 3 || expected=$((expected + 1))
            { echo "namespace $(echo "$instance" | tr -c 'a-z0-9\n' _) {"
              printf '%s\n#include "%s"\ntypedef int not_empty;\n}\n' "$parameters" "$header"
              sed -nE 's/^#define ([A-Za-z0-9_]+).*/#undef \1/p' <<<"$parameters"; } >>"$scratch/namespaces"
        fi
        [ $is_plain = 0 ] || echo "#include \"$header\"" >>"$scratch/all.c"
        [ $is_plain = 0 ] || is_host_only "$header" || echo "#include \"$header\"" >>"$scratch/shared"
    done
done
wait
cat "$scratch/all.c" "$scratch/namespaces" >"$scratch/all.cpp"
{ printf '#version 460\n#extension GL_GOOGLE_include_directive : require\n'; cat "$scratch/shared"; echo 'void main() {}'; } >"$scratch/all.comp"
{ printf '#define NBL_HLSL 1\n'; grep -v buffer_device_address "$scratch/shared"; printf '[numthreads(1, 1, 1)] void main() {}\n'; } >"$scratch/all.hlsl"
name=$scratch/all
glslang="glslangValidator -S comp -V --target-env vulkan1.1 -Iinclude -o $name.spv"
{ attempt_all() { "${@:2}" >"$name.log" 2>&1 && echo ok || { echo "failed: all plain headers as $1:"; head -n 12 "$name.log"; }; }
  attempt_all "C11, clang" clang -std=c11 $warnings "$name.c"
  attempt_all "C++17, clang++, and all templates" clang++ -std=c++17 $warnings "$name.cpp"
  attempt_all "C++17, g++, and all templates" g++ -std=c++17 $warnings "$name.cpp"
  attempt_all "GLSL, $rich_name" $glslang $rich "$name.comp"
  attempt_all "HLSL" $glslang -D -e main "$name.hlsl"
} >"$scratch/all.results"
# In one process each: starting one takes glslang ten times as long as a header. It stops at the first text that fails.
batch() { # folder, language, options ...
    (cd "$scratch/$1" && glslc -I "$OLDPWD/include" --target-env=vulkan1.1 -fshader-stage=comp "${@:3}" -c ./*) >"$scratch/$1.log" 2>&1 &&
        yes ok | head -n "$(ls "$scratch/$1"/*.spv | wc -l)" || { echo "failed: $2:"; head -n 12 "$scratch/$1.log"; }
}
batch glsl "GLSL, each header alone" >"$scratch/glsl.results"
batch rich "GLSL, $rich_name" $rich >"$scratch/rich.results"
batch hlsl "HLSL" -x hlsl -fentry-point=main -DNBL_HLSL=1 >"$scratch/hlsl.results"
expected=$((expected + 5))
compilations=0
for results in "$scratch"/*.results; do
    grep -vx ok "$results"
    passed=$((passed + $(grep -cx ok "$results")))
    failed=$((failed + $(grep -c '^failed: ' "$results")))
    compilations=$((compilations + $(grep -cx ok "$results") + $(grep -c '^failed: ' "$results")))
done
echo "$(echo "$headers" | wc -l) headers, $compilations compilations"
[ $compilations = "$expected" ]; record $? "$compilations compilations instead of $expected"

# A section for a header that is gone is an error.
for name in $(awk '/^=== nbl/ { print $2 }' tests/headers/instances.txt); do
    [ -e "include/$name" ]; record $? "tests/headers/instances.txt: $name does not exist"
done

# The language is tested in lang.h and its dialects alone; the faces of the host may say extern "C", and one
# marks functions as deprecated in each compiler's words.
language='^[[:space:]]*#[[:space:]]*(if|elif|extension).*(__cplusplus|__STDC|NBL_HLSL|__GNUC__|__clang__|__VERSION__|GL_|\<VULKAN\>)'
found=$(grep -rnE --include='*.h' "$language" include shaders |
    grep -vE '^include/nbl/lang(\.h|/)|^include/nbl/host/deprecated\.h:|^include/nbl/host/[^:]*:[0-9]+:#if(def | defined\()__cplusplus\)?$')
[ -z "$found" ]; record $? "languages are told apart: $found"

# What a reader keeps in mind at once; tables that programs write are not read.
found=$(find include shaders -name "*.h" ! -name plans_stockham.h ! -name unsupported.h -exec wc -l {} + |
    awk '$1 >= 450 && $2 != "total"')
[ -z "$found" ]; record $? "too long: $found"

# Every source begins by saying what it is for, in one sentence, and under which licence.
sources=$(tools/files.sh | grep -E '\.(c|h|S|sh|py|comp|hlsl|cpp)$|^Makefile$|^\.ci/run$')
[ -n "$sources" ]; record $? "no sources are listed"
heads=$(python3 - $sources <<'END'
import os, re, sys
sentence = re.compile(r'(/\*|#|//|"""|#!.*) ?"?"?"?[A-Z`a-z0-9].*')
for name in filter(os.path.exists, sys.argv[1:]):
    head = open(name, encoding="utf-8").read(8192).split("\n")[:20]
    if not any("SPDX-License-Identifier: Apache-2.0" in line for line in head): print(name + ": no SPDX line in its head")
    if not any(map(sentence.match, head[:4])): print(name + ": does not begin with a sentence about itself")
    print("looked at")
END
)
[ "$(grep -cx 'looked at' <<<"$heads")" -gt 1000 ]; record $? "few sources: $(wc -w <<<"$sources")"
heads=$(grep -vx 'looked at' <<<"$heads")
[ -z "$heads" ]; record $? "heads of sources: $heads"

# What tools generate is what they would generate now.
for tool in tools/*.py; do
    grep -rqF "by $tool" include/nbl host || grep -q "^from $(basename "$tool" .py) import " tools/*.py
    record $? "$tool: no header is made by it, and no tool imports it"
done
for generated in $(grep -rlE 'by tools/[a-z_]+\.py' include/nbl host); do
    tool=$(grep -oE 'by tools/[a-z_]+\.py( [a-z0-9]+)?' "$generated" | head -n 1)
    python3 ${tool#by } >"$scratch/generated" # some are laid out already
    cmp -s "$scratch/generated" "$generated" ||
        clang-format --assume-filename="$generated" <"$scratch/generated" | diff -q - "$generated" >/dev/null
    record $? "$generated: not what ${tool#by } prints"
done

finish
