#!/usr/bin/env bash
# One constant changed in a shared header changes the results of each backend, and alike: there is one text, and all run it.
# SPDX-License-Identifier: Apache-2.0
#
# Mutated copies of include/ and shaders/ are built, as far as they are of the library's own texts (the CPU's kernels, and
# the table of texts for Vulkan): a shared object, which is loaded in front of the true texts' one, so that the rest is
# linked once for all. Emulator and Vulkan, and in the case `executor` the executor's vectors, must differ from the true
# text's results and must be equal to each other, bit by bit.
#
# What is found is a header that one backend does not take from the shared text: then only the others change. Of a header's
# rows the first, and the first of the case `executor`, show that as well as the others do; and the mutations of a case show
# it together as well as one by one, since a backend that lacks one of them has another result; but for rows marked `alone`,
# which the others would hide.
# Of the builds that come of this a run makes every second one, by NBL_PART.
# NBL_TEST_ALL tries every row by itself, which also shows that each of them changes a result.
set -u
cd "$(dirname "$0")/../.."
. tests/common/parts.sh
build=$(realpath "${BUILD:-build}")
driver=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
if [ -z "$driver" ]; then
    echo "SKIPPED: lavapipe is not installed"
    echo "0 passed, 0 failed"
    exit 0
fi
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver
export GALLIVM_PERF=nopt # nothing here runs long enough for the driver's optimisations to pay
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache # the mutants' own

# Texts without an algorithm of their own: names, and headers that only include others for every scalar or algorithm.
# What says of itself that it is for the host alone is exempt, too.
without_mutation="nbl/lang.h nbl/host/vulkan.h nbl/fft/butterfly.h nbl/fft/radix.h nbl/fft/twiddle.h
    nbl/fft/plans_radix2_shuffle.h nbl/fft/plans_stockham.h
    nbl/workgroup/arithmetic_end.h nbl/fft/plan_at_run_time.h nbl/fft/maps_alone.h nbl/fft/twiddle_float64.h
    nbl/lang/math.h nbl/lang/require.h nbl/concepts.h nbl/type_traits.h nbl/functional.h nbl/algorithm.h nbl/tgmath.h
    nbl/tgmath/device.h nbl/tgmath/float32_alone.h nbl/version.h nbl/complex_select.h nbl/fft/order.h"
# Refusals, which tests/headers/test_refusals.sh sees.
without_mutation="$without_mutation nbl/fft/options.h nbl/fft/misspelt.h nbl/fft/plan_given.h nbl/fft/unsupported.h"
# What none of the cases runs: tests/scan holds it to the definition on every backend.
without_mutation="$without_mutation nbl/workgroup/arithmetic_by_subgroups.h"
# The elementary functions are alike: integers, held to the C library by tests/tgmath on every backend. Four have rows.
without_mutation="$without_mutation nbl/tgmath/root.h nbl/tgmath/round.h nbl/tgmath/parts.h nbl/tgmath/logarithm.h nbl/tgmath/power.h
    nbl/tgmath/quotient.h nbl/tgmath/inverse_trigonometric.h nbl/tgmath/hyperbolic.h nbl/tgmath/near_zero.h nbl/tgmath/special.h"
# tests/mirrors/test_mirrors.c holds matrices to sums in double precision on every backend.
without_mutation="$without_mutation nbl/matrix.h nbl/matrix/size.h"
# No case has float64: tests/mirrors/test_complex.c holds it to long doubles.
without_mutation="$without_mutation nbl/complex_polar_float64.h"
# tests/mirrors/test_complex_exponential.c holds it to long doubles, tests/workgroup/test_ballot.c these to the definition.
without_mutation="$without_mutation nbl/complex_exponential_float64.h nbl/workgroup/ballot.h nbl/subgroup/complex.h"
# tests/workgroup/test_shuffle.c moves every type on every backend.
without_mutation="$without_mutation nbl/accessors/dwords.h nbl/accessors/dwords_scalar.h"
# The first is moved by a row of nbl/subgroup/fft.h; tests/fft hold the others to the definition, at every radix, scalar
# and plan.
without_mutation="$without_mutation nbl/subgroup/dwords.h nbl/fft/radix_3_scalar.h nbl/fft/radix_4_scalar.h
    nbl/fft/radix_above_16_scalar.h nbl/fft/radix_prime_scalar.h nbl/fft/radix_times_prime_scalar.h nbl/fft/radix_32_scalar.h nbl/fft/constants_float16.h nbl/fft/constants_float64.h
    nbl/fft/twiddle_float16.h nbl/fft/scaling.h nbl/complex_dwords.h nbl/fft/plan_counts.h"
without_mutation="$without_mutation nbl/fft/circles_float16.h nbl/fft/circles_float32.h nbl/fft/circles_float64.h"
# tests/fft/test_large holds these to the definition on every backend; caught.txt has their mutations.
without_mutation="$without_mutation nbl/fft/large.h nbl/fft/large_half.h nbl/fft/large_third.h nbl/fft/large_split.h nbl/fft/large_plans.h
    nbl/fft/large_twiddle.h nbl/fft/large_twiddle_scalar.h nbl/fft/callbacks_pass.h nbl/fft/columns_chosen.h nbl/fft/twiddle_line.h"
# tests/fft/test_large_filter this one.
without_mutation="$without_mutation nbl/fft/callbacks_pass_filter.h"
# And tests/fft/test_large_real this one.
without_mutation="$without_mutation nbl/fft/callbacks_pass_real.h"
# And tests/fft/test_tickets these.
without_mutation="$without_mutation nbl/fft/address.h nbl/fft/pass_table.h nbl/fft/tickets.h"

# Constants, and no arithmetic.
without_mutation="$without_mutation nbl/bloom/low_constants.h"

libraries=$(make -s print-LDLIBS_ALL)
flags="-std=c11 -O0 -fPIC -ffp-contract=off -fexcess-precision=16 -pthread -D_POSIX_C_SOURCE=200809L"
declare -A kernels=( # what a case runs on the CPU; the rest of the library stays as it is
    [transform]=host/fft/kernel_float32_radix2.c
    [stockham]=host/fft/kernel_float32_stockham.c
    [executor]="host/fft/kernel_float32_stockham.c host/fft/pass_table.c host/executor/line.c host/executor/tables.c host/executor/twiddles.c
        host/executor/kernels_sse2_float32.c host/executor/kernels_neon_float32.c"
    [real]=host/fft/kernel_float32_radix2.c
    [real-rows]=host/fft/kernel_float32_stockham.c
    [real-two]=host/fft/kernel_float32_radix2.c
    [bloom-pad]="$(echo host/bloom/kernel_*_radix2.c host/bloom/kernel_sum.c)"
    [bloom-resample]="$(echo host/bloom/kernel_*_radix2.c host/bloom/kernel_sum.c)"
    [bloom-low]="$(echo host/bloom/kernel_*_radix2.c host/bloom/kernel_sum.c host/bloom/kernel_low.c)"
    [dual-filter]=host/blur/kernel_dual_filter.c
    [prefix-sum]=host/blur/kernel_prefix_sum.c
    [probe]=tests/mutation/probe.c
    [instance]=tests/mutation/instance.c
    [mathematics]=tests/mutation/mathematics.c)

# Builds what is made of the texts of a folder, as far as a case runs and the mutated header reaches: folder/texts.so.
build_texts() { # folder, case or cases
    local folder=$1 objects="" name kernel object own
    shift
    (cd "$folder" && "$build/tools/embed" embedded.c $(find include/nbl shaders -name '*.h') tests/mutation/probe.h tests/mutation/instance.h tests/mutation/mathematics.h) || return 1
    gcc -O0 -fPIC -I. -c -o "$folder/embedded.o" "$folder/embedded.c" || return 1
    for kernel in $(for name; do printf '%s\n' ${kernels[$name]}; done | sort -u); do
        object=$(basename "$kernel" .c)
        case $kernel in
        host/executor/*) # no kernels of fibers; as they are, those of the library
            own="-DNBL_FLOW_HOOKS=0 -DIN_REGISTERS_TO=0" # all radices by one text of a pass: soon compiled
            if [ "$folder" = "$scratch/true" ]; then
                sed 's# include/# /include/#g' "$build/${kernel%.c}.d" >"$folder/$object.d"
                objects="$objects $build/${kernel%.c}.o"
                continue
            fi ;;
        *) own= ;;
        esac
        if [ "$folder" = "$scratch/true" ] || grep -qF "${mutated[@]}" "$scratch/true/$object.d"; then
            gcc $flags $own -I"$folder/include" -I"$folder" -Ihost -I. -MMD -c -o "$folder/$object.o" "$kernel" || return 1
            objects="$objects $folder/$object.o"
        fi
    done
    gcc -shared -o "$folder/texts.so" "$folder/embedded.o" $objects
}

copy_texts() {
    mkdir -p "$1/tests/mutation"
    cp -r include shaders "$1"
    cp tests/mutation/probe.h tests/mutation/instance.h tests/mutation/mathematics.h "$1/tests/mutation"
}

# Changes one place of a copy.
mutate() { # folder, number of the row
    local header=${headers[$2]} find=${finds[$2]} replace=${replacements[$2]} text
    if [ "$(grep -cF -- "$find" "include/$header")" != 1 ]; then
        echo "row $2: $header: the text to change must be there just once: $find"
        return 1
    fi
    text=$(cat "$1/include/$header" && echo .)
    printf '%s' "${text/"$find"/"$replace"}" | sed '$d' >"$1/include/$header"
}

# Whether all words are the same.
is_one() { [ "$(tr ' ' '\n' <<<"$1" | sort -u | wc -l)" = 1 ]; }

# Some rows of a case at once: says `ok`, or what is wrong.
try_rows() { # case, numbers of the rows
    local name=$1 folder=$scratch/rows-$2 what row output expected backend result
    shift
    what="rows $*, $name"
    mutated=()
    copy_texts "$folder"
    for row; do
        mutate "$folder" "$row" || return
        mutated+=(-e "/include/${headers[$row]}")
    done
    if ! build_texts "$folder" "$name" >"$folder/log" 2>&1; then
        echo "$what: does not build:" $(head -c 1500 "$folder/log")
        return
    fi
    output=$(LD_PRELOAD=$folder/texts.so "$scratch/mutant" "$name" 2>&1)
    rm -rf "$folder"
    expected=$(cat "$scratch/true/$name")
    set -- $output
    if [ $# != "$(wc -w <<<"$expected")" ]; then
        echo "$what: $output"
        return
    fi
    for backend in emulator Vulkan executor; do
        result=${1:-}
        [ $# = 0 ] || shift
        if [ "$result" = "${expected%% *}" ]; then
            echo "$what: the result of $backend stays"
            return
        fi
    done
    if is_one "$output"; then echo ok; else echo "$what: backends changed, but not alike: $output"; fi
}

passed=0 failed=0
fail() { failed=$((failed + 1)); echo "failed: $1"; }

gcc $flags -Wall -Wextra -Iinclude -Ihost -I. -c -o "$scratch/mutant.o" tests/mutation/mutant.c || exit 1
# The mutants' texts are compiled, not taken from the modules that the library carries.
gcc -Iinclude -Ihost -c -o "$scratch/no_modules.o" tests/mutation/no_modules.c
mutated=(none)
copy_texts "$scratch/true"
build_texts "$scratch/true" "${!kernels[@]}" || exit 1
# Before the library, whose own kernels and texts are left out therefore.
gcc -pthread -rdynamic -o "$scratch/mutant" "$scratch/mutant.o" "$scratch/no_modules.o" -Wl,--no-as-needed "$scratch/true/texts.so" "$build/libnbl.a" $libraries || exit 1
for name in "${!kernels[@]}"; do
    "$scratch/mutant" $name >"$scratch/true/$name" 2>&1
    if is_one "$(cat "$scratch/true/$name")"; then passed=$((passed + 1)); else fail "$name, unchanged: backends differ: $(cat "$scratch/true/$name")"; fi
done

rows=0 left_out=0 header="" covered="" alone=""
headers=() finds=() replacements=() groups=()
declare -A group_of # case -> its rows, where they are tried together
add_row() {
    [ -n "$header" ] || return
    local key=$header
    [ "$name" != executor ] || key=$header:executor
    if [ -z "${NBL_TEST_ALL:-}" ] && [[ $covered == *" $key "* ]]; then
        left_out=$((left_out + 1))
        return
    fi
    rows=$((rows + 1))
    covered="$covered $header $key "
    headers[rows]=$header finds[rows]=$find replacements[rows]=$replace
    if [ -n "$alone${NBL_TEST_ALL:-}" ]; then groups+=("$name $rows"); else group_of[$name]="${group_of[$name]:-$name} $rows"; fi
}
while IFS= read -r text; do
    case $text in
    "=== "*) add_row; read -r header name alone <<<"${text#=== }" ;;
    -*) find=${text#-} ;;
    +*) replace=${text#+} ;;
    esac
done <tests/mutation/mutations.txt
add_row
groups+=("${group_of[@]}")
built=0
for group in "${!groups[@]}"; do
    if ! takes_part "$group" 2; then
        unset "groups[$group]"
        continue
    fi
    built=$((built + 1))
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    try_rows ${groups[$group]} >"$scratch/result-$group" &
done
wait
for group in "${!groups[@]}"; do
    result=$(cat "$scratch/result-$group")
    count=$(($(wc -w <<<"${groups[$group]}") - 1))
    if [ "$result" = ok ]; then passed=$((passed + count)); else fail "$result: $(for row in ${groups[$group]#* }; do echo -n " ${headers[$row]}"; done)"; fi
done
echo "$rows mutations, $built builds of them, $left_out more of the same headers left out"

known=" $(echo $covered $without_mutation) "
for header in $(cd include && find nbl -name '*.h' | sort); do
    if [[ $known == *" $header "* || $header == nbl/host/* || $header == nbl/lang/* ]] ||
        head -n 12 "include/$header" | grep -q 'Host only'; then
        passed=$((passed + 1))
    else
        fail "$header: no mutation"
    fi
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
