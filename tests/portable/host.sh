#!/usr/bin/env bash
# Emulator and executor on another system: built by a cross compiler, run by qemu-user or wine; bits as on this machine.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/portable/host.sh aarch64|windows
#
# The suites of tests/emulator and tests/executor, with tests/portable/check in libcheck's place, and tests/portable/bits.c,
# whose output is compared with what it prints here; little optimised, for the time that compilers take; and the executor's
# objects by disassembly. Debian has all that is needed:
# qemu-user, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross; gcc-mingw-w64-x86-64, wine.
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
system=${1:?host.sh: which system: aarch64 or windows}
folder=$build/portable/$system
mkdir -p "$folder/tests" "$build/portable/include"
case $system in
aarch64)
    compiler=aarch64-linux-gnu-gcc archiver=aarch64-linux-gnu-ar suffix=
    flags=-march=armv8.2-a+fp16
    qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static) || { echo "host.sh: qemu-aarch64: not found" >&2; exit 1; }
    run() { timeout "$1" "$qemu" -cpu max "${@:2}"; }
    # qemu needs more memory than two of these leave it, and says yes to a guard without a mapping, which it does not make.
    left_out="unobtainable_stacks_are_an_error threads_without_memory_leave_their_work_to_others a_stack_overflow_is_told" ;;
windows)
    compiler=x86_64-w64-mingw32-gcc archiver=x86_64-w64-mingw32-ar flags= suffix=.exe
    export WINEPREFIX="${WINEPREFIX:-$(realpath "$build/portable")/wine}" WINEDEBUG=-all
    run() { timeout "$1" wine "${@:2}" | tr -d '\r'; return "${PIPESTATUS[0]}"; }
    # Endless loops are not told, and longjmp() unwinds, which it cannot from one fiber to another (docs/systems.md).
    left_out="who_gets_nowhere_is_told who_jumps_out_is_told_at_the_next_launch" ;;
*) echo "host.sh: $system: not one of aarch64, windows" >&2; exit 2 ;;
esac
# gcc makes fused instructions of what may be contracted as an expensive optimisation, which -O1 leaves out.
flags="$flags -fexpensive-optimizations"
command -v $compiler >/dev/null || { echo "host.sh: $compiler: not found" >&2; exit 1; }
make=(make -s -j"$(nproc)" OPTIMIZE=-O1 "CC=$compiler" "AR=$archiver" "BUILD=$folder" "CFLAGS=$flags")
"${make[@]}" "$folder/libnbl-emulator.a" || exit 1
make -s -j"$(nproc)" "BUILD=$build" "$build/libnbl-emulator.a" || exit 1
flags="$("${make[@]}" print-CFLAGS_ALL) -Itests/portable/check $(make -s print-CPPFLAGS_ALL) -idirafter $build/portable/include"
flags="${flags/-std=c11/-std=gnu11} -Wno-pedantic"
ln -sfn /usr/include/vulkan "$build/portable/include/vulkan" # types in tests/common/testing.h
ln -sfn /usr/include/vk_video "$build/portable/include/vk_video"
passed=0 failed=0

compile() { # output, sources and flags
    $compiler $flags -static -o "$folder/tests/$1$suffix" "${@:2}" "$folder/libnbl-emulator.a" -lm -pthread
}
fail() {
    echo "failed: $*"
    failed=$((failed + 1))
}

cc -std=c11 -O1 -ffp-contract=off -fexcess-precision=16 -Iinclude -I. -DNBL_FLOW_HOOKS=0 -o "$folder/bits-here" tests/portable/bits.c "$build/libnbl-emulator.a" -lm -pthread || exit 1
"$folder/bits-here" >"$folder/bits-here.txt" || exit 1
if compile bits -DNBL_FLOW_HOOKS=0 tests/portable/bits.c && run 300 "$folder/tests/bits$suffix" >"$folder/bits.txt"; then
    same=$(comm -12 <(sort "$folder/bits-here.txt") <(sort "$folder/bits.txt") | wc -l)
    passed=$((passed + same))
    cmp -s "$folder/bits-here.txt" "$folder/bits.txt" || { fail "bits: other lines than here:"; diff "$folder/bits-here.txt" "$folder/bits.txt" | head -n 10; }
    echo "bits: $same lines of checksums as on this machine"
else
    fail "bits.c"
fi

if CC=$compiler OBJDUMP=${compiler%gcc}objdump BUILD=$folder tests/executor/test_contraction.sh >"$folder/contraction.txt" 2>&1; then
    echo "contraction: $(tail -n 1 "$folder/contraction.txt")"
    passed=$((passed + $(sed -nE 's/^([0-9]+) passed.*/\1/p' "$folder/contraction.txt")))
else
    fail "contraction"
    tail -n 8 "$folder/contraction.txt"
fi

suites=${SUITES:-executor/bits executor/arrays executor/context executor/fast atomic barrier check check_report corpus count counter early_shuffle fiber flow half launch memory order subgroup sweep truth}
for suite in $suites; do
    case $suite in
    */*) source=tests/${suite%/*}/test_${suite##*/}.c ;;
    *) source=tests/emulator/test_$suite.c ;;
    esac
    suite=${suite/\//_}
    if ! compile "$suite" "$source" tests/common/suite.c tests/common/random.c; then
        fail "$suite was not built"
    elif NBL_CHECK_LEFT_OUT="$left_out" run 300 "$folder/tests/$suite$suffix" >"$folder/$suite.txt" 2>&1 &&
        line=$(grep -E '^[a-z:, _]+: Checks: [1-9]' "$folder/$suite.txt"); then
        echo "$line"
        passed=$((passed + $(sed -E 's/.*Checks: ([0-9]+),.*/\1/' <<<"$line")))
    else
        fail "$suite"
        tail -n 8 "$folder/$suite.txt"
    fi
done
echo "$system: $passed passed, $failed failed"
[ "$failed" = 0 ]
