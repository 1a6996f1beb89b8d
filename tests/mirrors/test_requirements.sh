#!/usr/bin/env bash
# What does not fit a template ends the compilation, in every language, with a message that names it.
# SPDX-License-Identifier: Apache-2.0
set -u
export LC_ALL=C # the quotes of messages
shopt -s lastpipe # expect, behind a pipe, counts in this shell
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
flags="-Wall -Wextra -Wpedantic -Wno-unused-function -fsyntax-only -Iinclude"
glslang="glslangValidator -S comp -V --target-env vulkan1.1 -Iinclude -o $scratch/a.spv"

compile() { # language: prints what the compiler says
    case $1 in
    c) gcc -std=c11 $flags "$scratch/a.c" ;;
    cpp) g++ -std=c++17 $flags "$scratch/a.cpp" ;;
    glsl) $glslang "$scratch/a.comp" ;;
    hlsl) $glslang -D -e main "$scratch/a.hlsl" ;;
    esac >"$scratch/log" 2>&1
}

record() { # 0 or else, what failed
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; sed 's/^/  /' "$scratch/log" | head -n 5; fi
}

# Each language compiles the text, or refuses it with a message that holds the words.
expect() { # languages, words ("" for success); the text on standard input
    cat >"$scratch/text"
    for language in $1; do
        case $language in
        c | cpp) { cat "$scratch/text"; echo 'typedef int not_empty;'; } >"$scratch/a.$language" ;;
        glsl) { printf '#version 460\n#extension GL_GOOGLE_include_directive : require\n'; cat "$scratch/text"
                echo 'void main() {}'; } >"$scratch/a.comp" ;;
        hlsl) { echo '#define NBL_HLSL 1'; cat "$scratch/text"; echo '[numthreads(1, 1, 1)] void main() {}'; } >"$scratch/a.hlsl" ;;
        esac
        compile "$language"
        result=$?
        if [ -z "$2" ]; then record $result "$language refuses: $(tail -n 1 "$scratch/text")"
        elif [ $result = 0 ]; then record 1 "$language takes: $(tail -n 1 "$scratch/text")"
        else grep -qF -- "$2" "$scratch/log"; record $? "$language does not say '$2' of: $(tail -n 1 "$scratch/text")"; fi
    done
}

accessor() { # result of _get, type of _set's value, requirement
    cat <<END
#include "nbl/complex.h"
#include "nbl/concepts.h"
#include "nbl/functional.h"
NBL_FUNCTION $1 mine_get(uint32_t index) { $1 zero; return zero; }
NBL_FUNCTION void mine_set(uint32_t index, $2 value) { }
NBL_FUNCTION float32_t add(float32_t a, float32_t b) { return a + b; }
$3
END
}
z=nbl_complex_float32_t
accessor float32_t float32_t 'NBL_REQUIRE_ACCESSOR(mine, float32_t)' | sed 's/ zero;/ zero = 0.0f;/; s/{ }/{ NBL_UNUSED(index); NBL_UNUSED(value); }/' |
    expect "c cpp glsl hlsl" ""
accessor $z $z "NBL_REQUIRE_ACCESSOR(mine, $z)" | expect "c cpp glsl hlsl" ""
accessor $z $z 'NBL_REQUIRE_OPERATOR(nbl_plus_float32_t, float32_t)' | expect "c cpp glsl hlsl" ""
accessor uint32_t float32_t 'NBL_REQUIRE_ACCESSOR(mine, float32_t)' | expect "c cpp" "mine_get must be: float32_t mine_get(uint32_t)"
accessor uint32_t float32_t 'NBL_REQUIRE_ACCESSOR(mine, float32_t)' | expect "glsl" "'mine_get' : overloaded functions must have the same return type"
accessor float32_t uint32_t 'NBL_REQUIRE_ACCESSOR(mine, float32_t)' | expect "c cpp" "mine_set must be: void mine_set(uint32_t, float32_t)"
accessor float32_t uint32_t 'NBL_REQUIRE_ACCESSOR(mine, float32_t)' | expect "glsl" "'mine_set' : no matching overloaded function found"
accessor $z float32_t "NBL_REQUIRE_ACCESSOR(mine, $z)" | expect "c cpp glsl hlsl" mine_set
accessor float32_t $z "NBL_REQUIRE_READABLE(mine, $z)" | expect "c cpp" "mine_get must be: $z mine_get(uint32_t)"
accessor float32_t $z "NBL_REQUIRE_READABLE(mine, $z)" | expect "glsl hlsl" "not convertible"
accessor $z $z "NBL_REQUIRE_ACCESSOR(yours, $z)" | expect "c cpp glsl hlsl" yours_get
accessor $z $z "NBL_REQUIRE_WRITABLE(yours, $z)" | expect "c cpp glsl hlsl" yours_set
accessor $z $z 'NBL_REQUIRE_OPERATOR(add, float32_t)' | expect "c cpp glsl hlsl" add_identity
accessor $z $z 'NBL_REQUIRE_ORDER(add, float32_t)' | expect "c cpp" "add must be: bool add(float32_t, float32_t)"

template() { # header, parameters ...
    echo '#include "nbl/functional.h"'
    header=$1
    shift
    for parameter in "$@"; do echo "#define $parameter"; done
    echo "#include \"nbl/algorithm/$header\""
}
sort_parameters=("NBL_SORT_NAME a" "NBL_SORT_SCALAR uint32_t" "NBL_SORT_LESS nbl_less_uint32_t")
template sort.h "${sort_parameters[@]}" "NBL_SORT_COUNT 32" | expect "c cpp glsl hlsl" ""
for count in 0 33; do
    template sort.h "${sort_parameters[@]}" "NBL_SORT_COUNT $count" |
        expect "c cpp glsl hlsl" "a sorting network in registers has 1 to 32 elements"
done
template sort.h "${sort_parameters[@]}" | expect "c glsl hlsl" "NBL_SORT_COUNT is missing"
for missing in NAME SCALAR LESS; do
    template sort.h "NBL_SORT_COUNT 4" "${sort_parameters[@]}" | sed "/NBL_SORT_$missing/d" | expect "c glsl" "NBL_SORT_$missing is missing"
done
bound_parameters=("NBL_BOUND_NAME a" "NBL_BOUND_SCALAR uint32_t" "NBL_BOUND_GET(i) (i)" "NBL_BOUND_LESS nbl_less_uint32_t")
template bound.h "${bound_parameters[@]}" | expect "c cpp glsl hlsl" ""
for missing in NAME SCALAR GET LESS; do
    template bound.h "${bound_parameters[@]}" | sed "/NBL_BOUND_$missing/d" | expect "c glsl" "NBL_BOUND_$missing is missing"
done

# No float64 is narrowed to a function of float32, exact or fast; and a float32 is taken. (glslang's HLSL has no float64.)
of_float() { # the scalar, a call of x
    printf '#define NBL_HAS_FLOAT64 1\n#define NBL_TGMATH_FAST %s\n#include "nbl/common.h"\n' "$3"
    printf 'NBL_FUNCTION float32_t of_x(%s x) { return %s; }\n' "$1" "$2"
}
for fast in 0 1; do
    of_float float32_t 'nbl_sqrt(nbl_hypot(x, nbl_mix(x, 1.0f, nbl_abs(x))))' $fast | sed '/HAS_FLOAT64/d' | expect "c cpp glsl hlsl" ""
    for call in 'nbl_sqrt(x)' 'nbl_atan2(1.0f, x)' 'nbl_fma(x, x, x)' 'nbl_log2(x)' 'nbl_round(x)'; do
        of_float float64_t "$call" $fast | sed '/HAS_FLOAT64/d' | expect c "'_Generic' selector of type 'double' is not compatible"
        of_float float64_t "$call" $fast | sed '/HAS_FLOAT64/d' | expect cpp "error: "
        of_float float64_t "$call" $fast | expect glsl "no matching overloaded function found"
    done
done
of_float float64_t 'nbl_mod(x, x)' 0 | sed '/HAS_FLOAT64/d' | expect "c cpp" "error: "

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" = 113 ]
