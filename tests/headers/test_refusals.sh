#!/usr/bin/env bash
# What does not fit together in an instance of nbl/fft.h does not compile, in any language; and what fits does.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/parts.sh
. tests/common/expect.sh

# Each row: `fits` or `refused`, then the defines of an instance, one a word (name=value, or a name alone).
rows='fits LENGTH=1000
fits LENGTH=8192 SHARED_BYTES=16384 MAX_INVOCATIONS=256
fits LENGTH=512 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
fits LENGTH=2000 REAL=1
fits LENGTH=1000 WORKGROUP_SIZE=100
fits LENGTH=1000 RADICES=9513 LAYOUT=100,10,1,1,0,0,1000
fits LENGTH=1000 RADICES=NBL_RADICES_3(10,10,10) LAYOUT=100,10,1,1,0,0,1000
fits LENGTH=222 RADICES=NBL_RADICES_2(37,6) LAYOUT=6,42,10,1,0,0,222
refused LENGTH=1000 LAYOUT=100,10,1,1,0,0,1000
fits LENGTH=512 SHARED=mine
fits LENGTH=1000 COMPONENTS=3
fits LENGTH=1000 COMPONENTS=2 REAL=1
fits LENGTH=512 COMPONENTS=2 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
refused
refused LENGTH=11
refused LENGTH=16000
refused LENGTH=1000 SCALAR=int
refused LENGTH=1000 DIRECTION=4
refused LENGTH=1000 ALGORITHM=2
refused LENGTH=1000 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
refused LENGTH=1001 REAL=1
refused LENGTH=1000 REAL=3
refused LENGTH=1000 SHARED_BYTES=1000
refused LENGTH=1000 MAX_INVOCATIONS=512
refused LENGTH=1000 WORKGROUP_SIZE=128
refused LENGTH=1000 FFTS_PER_WORKGROUP=11
refused LENGTH=1000 FFTS_PER_WORKGROUP=10 SHARED_BYTES=16384
refused LENGTH=1000 COLUMNS=1
refused LENGTH=1000 COLUMNS=65
refused LENGTH=1000 COLUMNS=4 FFTS_PER_WORKGROUP=4
refused LENGTH=4096 SHARED=mine
refused LENGTH=512 COMPONENTS=2 SHARED=mine
refused LENGTH=1000 COMPONENTS=5
refused LENGTH=8192 COMPONENTS=2 SHARED_BYTES=32768
refused LENGTH=1000 SHARED=undeclared
refused LENGTH=1000 RADICES=9513
refused LENGTH=1000 RADICES=9514 LAYOUT=100,10,1,1,0,0,1000
refused LENGTH=1000 RADICES=9513 LAYOUT=50,10,1,1,0,0,1000
refused LENGTH=1000 DIRECTION=NBL_FFT_INVERSE
fits LENGTH=1048576 PASS=1 BETWEEN=between
fits LENGTH=1048576 PASS=2 ROWS=1024 BETWEEN=between
refused LENGTH=1000 ROWS=100
refused LENGTH=1000 BETWEEN=between
refused LENGTH=1048576 PASS=2 ROWS=1000 BETWEEN=between
refused LENGTH=1048576 PASS=3 ROWS=1024 BETWEEN=between
refused LENGTH=1048576 PASS=4 BETWEEN=between
refused LENGTH=1048576 PASS=1 ROWS=1024 BETWEEN=between REAL=1
fits LENGTH=1048576 PASS=2 BETWEEN=between REAL=1
fits LENGTH=1000 COLUMNS=3
fits LENGTH=9450 PASS=1 BETWEEN=between REAL=1
fits LENGTH=4725 PASS=2 BETWEEN=between BETWEEN_BACK=mine_back FILTER=1 REAL=2
refused LENGTH=1048576 PASS=2 BETWEEN=between REAL=1 TARGET=undeclared
refused LENGTH=1048576 PASS=2 BETWEEN=between REAL=1 NATIVE=1
refused LENGTH=9451 PASS=1 BETWEEN=between REAL=1
refused LENGTH=1048576 PASS=1 BETWEEN=between ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
refused LENGTH=1048576 PASS=2 ROWS=32 BETWEEN=between REGISTERS=1
fits LENGTH=1048576 PASS=3 BETWEEN=between BETWEEN_BACK=mine_back FILTER=1
refused LENGTH=1048576 PASS=4 BETWEEN=between BETWEEN_BACK=mine_back FILTER=1
refused LENGTH=1048576 PASS=2 BETWEEN=between FILTER=1
refused LENGTH=1048576 PASS=2 ROWS=1024 BETWEEN=between BETWEEN_BACK=mine_back FILTER=1
refused LENGTH=1048576 PASS=2 BETWEEN=between BETWEEN_BACK=mine_back
refused LENGTH=1048576 PASS=2 BETWEEN=between BETWEEN_BACK=mine_back FILTER=1 TABLE=undeclared
refused LENGTH=1000003 PASS=1 BETWEEN=between
refused LENGTH=65536 PASS=2 BETWEEN=between COMPONENTS=2 TARGET=undeclared
refused LENGTH=1703936 PASS=2 BETWEEN=between
refused LENGTH=268435456 PASS=2 BETWEEN=between
refused LENGTH=1033216 PASS=2 ROWS=1024 BETWEEN=between'

# What a module is optimised to says nothing of what fits: with NBL_TEST_ALL it is, which takes seconds an instance.
optimised=-Od
[ -z "${NBL_TEST_ALL:-}" ] || optimised=

# As all languages, what stands in $file.c: must it be what $1 says? $2: what it is.
compile_as() {
    cp "$file.c" "$file.cpp"
    { printf '#version 460\n#extension GL_GOOGLE_include_directive : require\n'; cat "$file.c"; } >"$file.comp"
    { printf '#define NBL_HLSL 1\n'; cat "$file.c"; } >"$file.hlsl"
    for language in c cpp comp hlsl; do
        case $language in
        c) gcc -std=c11 -Werror -fsyntax-only -Iinclude "$file.c" ;;
        cpp) g++ -std=c++17 -Werror -fsyntax-only -Iinclude "$file.cpp" ;;
        comp) glslangValidator -V --target-env vulkan1.1 -Iinclude -o "$file.spv" "$file.comp" ;;
        hlsl) glslangValidator -D -S comp -e main -V $optimised --target-env vulkan1.1 -Iinclude -o "$file.spv" "$file.hlsl" ;;
        esac >"$file.$language.log" 2>&1
        if [ $? = 0 ]; then got=fits; else got=refused; fi
        case $language in
        c | cpp) # one mistake, one error; of a name that is not there the compiler says more
            errors=$(grep -c ' error: ' "$file.$language.log")
            case $2 in
            *undeclared*) ;;
            refused*) [ $got = fits ] || [ "$errors" = 1 ] || got="refused by $errors errors" ;;
            esac ;;
        esac
        if [ "$got" = "$1" ]; then passed=$((passed + 1)); else
            failed=$((failed + 1))
            echo "failed: $2, as $language: $got"
            head -n 5 "$file.$language.log"
        fi
    done
}

number=0
while IFS= read -r row; do
    set -- $row
    expected=$1
    shift
    number=$((number + 1))
    takes_part $number 3 || continue # of the rows a run takes every third one, by NBL_PART
    file=$scratch/case$number
    {
        case $row in *TARGET=*) echo '#define NBL_BUFFER_DEVICE_ADDRESS 1' ;; esac
        echo '#include "nbl/accessors/storage.h"'
        echo 'NBL_COHERENT_BUFFER(0, nbl_float32_t2, between)'
        echo 'NBL_COHERENT_BUFFER(1, nbl_float32_t2, mine_back)'
        echo 'NBL_CONSTANT(mine_dwords, 700)'
        echo 'NBL_SHARED(uint32_t, mine, mine_dwords)'
        echo '#define NBL_FFT_NAME row'
        case $row in *PASS=*) by=callbacks ;; *) by=registers ;; esac # passes are refused in registers
        [ $by = callbacks ] || echo '#define NBL_FFT_REGISTERS'
        for define; do echo "#define NBL_FFT_${define%%=*} ${define#*=}"; done
        echo '#include "nbl/fft.h"'
        if [ $by = callbacks ]; then
            echo 'NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) { return nbl_complex_zero_float32_t(); }'
            echo 'NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {}'
            echo 'NBL_FUNCTION nbl_complex_float32_t row_filter(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value) { return value; }'
        fi
        echo 'NBL_LOCAL_SIZE(row_workgroup_size)'
        echo 'NBL_KERNEL(rows) {'
        components=1
        for define; do [ "${define%%=*}" != COMPONENTS ] || components=${define#*=}; done
        call=forward
        case $row in *FILTER=*) call=convolve ;; esac
        if [ $by = callbacks ]; then echo "    row_$call(row_place(1u));"; else
            echo "    nbl_complex_float32_t x[$components * row_elements];"
            echo "    for (uint32_t k = 0u; k < $components * row_elements; k++) { x[k] = nbl_complex_zero_float32_t(); }"
            echo '    row_forward_registers(row_place(1u), x);'
        fi
        echo '}'
    } >"$file.c"
    compile_as "$expected" "$row"
    # A limit says which and by how much; a length its neighbours.
    case $row in
    *"COMPONENTS=2 SHARED_BYTES=32768") numbers=33784,32768 named=row_has_too_little_shared_memory ;;
    *WORKGROUP_SIZE=128) numbers=128,100 named=row_has_another_workgroup_size ;;
    *FFTS_PER_WORKGROUP=11) numbers=1100,1024 named=row_has_too_many_invocations ;;
    *LENGTH=11) numbers= named= words='the nearest are 10 and 12; of one real signal 20 and 24' ;;
    *LENGTH=16000) numbers= named= words='the nearest are 8192 and 16384; of one real signal 16384 and 32768; NBL_FFT_PASS takes' ;;
    *LENGTH=1703936*) numbers= named= words='passes take 2^a 3^b 5^c 7^d from 2048 to 134217728' ;;
    *LENGTH=1000\ ALGORITHM=NBL_FFT_RADIX2_SHUFFLE) numbers= named= words='the nearest are 512 and 1024;' ;;
    *) continue ;;
    esac
    for language in c cpp comp hlsl; do
        case $language,$numbers in
        *,) ;;
        c,*) words="[${numbers%,*}][${numbers#*,}]" ;;
        cpp,*) words="<${numbers%,*}, ${numbers#*,}, false>" ;;
        *) words="${numbers%,*}-element array of ${numbers#*,}-element array of structure{" ;;
        esac
        if grep -F "$words" "$file.$language.log" | grep -qF "$named"; then passed=$((passed + 1)); else
            failed=$((failed + 1))
            echo "failed: $row, as $language: does not say $words $named"
            head -n 3 "$file.$language.log"
        fi
    done
done <<EOF
$rows
EOF
python3 tools/fft_neighbours.py | cmp - include/nbl/fft/unsupported.h && passed=$((passed + 1)) || failed=$((failed + 1))

# In C a callback that is not there is an error of the compiler, by two of them, and not of the linker alone.
printf '#define NBL_FFT_NAME row\n#define NBL_FFT_LENGTH 8\n#include "nbl/fft.h"\n%s\nNBL_KERNEL(rows) { row_forward(row_place(1u)); }\n' \
    'NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t f, uint32_t i) { return nbl_complex_construct((float)f, (float)i); }' >"$scratch/callback.c"
for compiler in gcc clang; do
    $compiler -std=c11 -c -Iinclude -o "$scratch/callback.o" "$scratch/callback.c" >"$scratch/callback.log" 2>&1
    if [ $? != 0 ] && grep -q ' error: .*alias' "$scratch/callback.log"; then passed=$((passed + 1)); else
        failed=$((failed + 1)); echo "failed: $compiler takes an instance without row_set"
    fi
done

# Misspelt options. Every option of an instance is refused in singular or plural and in British spelling, and the message
# says which is meant; all at once, so that each language compiles once.
options=$(sed -n '/^\/\* The parameters/,$s/^#undef NBL_FFT_//p' include/nbl/fft.h)
for option in $options; do
    case $option in
    RADICES) wrong="RADIX RADIXES" ;;
    FFTS_PER_WORKGROUP) wrong="FFT_PER_WORKGROUP FFTS_PER_WORKGROUPS" ;;
    SHARED | NATIVE | BETWEEN | BETWEEN_BACK) continue ;; # no nouns
    PASS) continue ;; # NBL_FFT_PASSES is what the include leaves
    *S) wrong=${option%S} ;;
    *) wrong="${option}S" ;;
    esac
    case $option in *IZATION) wrong="$wrong $(echo "$option" | sed s/IZATION/ISATION/)" ;; esac
    for name in $wrong; do
        if grep -qx "#error \"NBL_FFT_$name is not an option: NBL_FFT_$option is.*\"" include/nbl/fft/misspelt.h; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "failed: NBL_FFT_$name is ignored: include/nbl/fft/misspelt.h lacks it"
        fi
    done
done
names=$(sed -n 's/^#ifdef //p' include/nbl/fft/misspelt.h)
{ printf '#define %s 1\n' $names; printf '#define NBL_FFT_NAME row\n#define NBL_FFT_LENGTH 8\n#include "nbl/fft.h"\n'; } >"$scratch/names.c"
said=$(gcc -std=c11 -fsyntax-only -fmax-errors=0 -Iinclude "$scratch/names.c" 2>&1)
for name in $names; do
    case $said in
    *"$name is not an option: NBL_FFT_"*" is"*) passed=$((passed + 1)) ;;
    *) failed=$((failed + 1)); echo "failed: $name in C: $said" | head -n 3 ;;
    esac
done
for one in NORMALISATION SIZE PRECISION; do # names of other libraries, and a word left out
    printf '#define NBL_FFT_%s 1\n#define NBL_FFT_NAME row\n#define NBL_FFT_LENGTH 8\n#define NBL_FFT_REGISTERS\n#include "nbl/fft.h"\n' $one >"$scratch/$one.c"
    ! gcc -std=c11 -fsyntax-only -Iinclude "$scratch/$one.c" 2>"$scratch/log" && grep -q "NBL_FFT_$one is not an option" "$scratch/log"
    record $? "NBL_FFT_$one is ignored"
done
for one in FORWARD_NORMALISATION COLUMN; do
    file=$scratch/$one
    printf '#define NBL_FFT_%s 1\n#define NBL_FFT_NAME row\n#define NBL_FFT_LENGTH 8\n#define NBL_FFT_REGISTERS\n#include "nbl/fft.h"\nNBL_LOCAL_SIZE(row_workgroup_size)\nNBL_KERNEL(rows) { }\n' $one >"$file.c"
    compile_as refused "NBL_FFT_$one"
    for text in glsl h; do # and by the tools that have the whole text before them
        sed "s/NBL_FFT_$one/NBL_FFT_COLLUMNS/" "$file.c" >"$scratch/unknown.h"
        packages/single_file.py -o "$scratch/out.$text" "$scratch/unknown.h" 2>"$file.log"
        if grep -q 'NBL_FFT_COLLUMNS is not an option of an FFT, NBL_FFT_COLUMNS is' "$file.log"; then passed=$((passed + 1)); else
            failed=$((failed + 1)); echo "failed: single_file.py on NBL_FFT_COLLUMNS: $(cat "$file.log")"
        fi
    done
done

# The functions of Nabla order take the order as a type, which an instance in natural order has not.
while read -r expected algorithm call; do
    number=$((number + 1))
    file=$scratch/case$number
    cat >"$file.c" <<EOF
#include "nbl/fft/mirror.h"
NBL_BUFFER(0, uint32_t, found)
#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 512
#define NBL_FFT_ALGORITHM $algorithm
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"
NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(rows) { NBL_STORE(found, 0u, $call); }
EOF
    compile_as "$expected" "$call of $algorithm"
done <<'EOF'
fits NBL_FFT_RADIX2_SHUFFLE nbl_fft_dft_index(row_order(), 3u)
fits NBL_FFT_RADIX2_SHUFFLE nbl_fft_mirror_holder(row_order(), 3u).invocation
fits NBL_FFT_STOCKHAM row_frequency_of_index(3u)
refused NBL_FFT_STOCKHAM nbl_fft_dft_index(row_order(), 3u)
refused NBL_FFT_STOCKHAM nbl_fft_mirror_holder(row_order(), 3u).invocation
refused NBL_FFT_RADIX2_SHUFFLE nbl_fft_dft_index(2u, 7u, 3u)
fits NBL_FFT_RADIX2_SHUFFLE nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_elements(2u), nbl_fft_log2_workgroup(7u)), 3u)
refused NBL_FFT_RADIX2_SHUFFLE nbl_fft_dft_index(nbl_fft_nabla_order(nbl_fft_log2_workgroup(7u), nbl_fft_log2_elements(2u)), 3u)
refused NBL_FFT_RADIX2_SHUFFLE nbl_fft_dft_index(nbl_fft_nabla_order(2u, 7u), 3u)
EOF

# Scans of a workgroup: invocations, items, rounds.
while read -r expected invocations items rounds; do
    number=$((number + 1))
    file=$scratch/case$number
    cat >"$file.c" <<EOF
#include "nbl/functional.h"
NBL_SHARED(uint32_t, scratch, 256)
#define NBL_SUBGROUP_ARITHMETIC_NAME lanes
#define NBL_SUBGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#include "nbl/subgroup/arithmetic.h"
#define NBL_WORKGROUP_ARITHMETIC_NAME group
#define NBL_WORKGROUP_ARITHMETIC_TYPE uint32_t
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_uint32_t
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP lanes
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS $invocations
#define NBL_WORKGROUP_ARITHMETIC_ITEMS $items
#define NBL_WORKGROUP_ARITHMETIC_ROUNDS $rounds
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(scratch, i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(scratch, i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"
NBL_LOCAL_SIZE($invocations)
NBL_KERNEL(scan) {
    uint32_t x[$((items * rounds))];
    for (uint32_t k = 0u; k < $((items * rounds)); k++) { x[k] = k; }
    group_inclusive_scan(x);
}
EOF
    compile_as "$expected" "a scan of $invocations invocations, $items items, $rounds rounds"
done <<'EOF'
fits 64 4 2
refused 96 4 2
refused 64 5 2
refused 64 4 3
EOF
echo "$passed passed, $failed failed"
[ $failed = 0 ]
