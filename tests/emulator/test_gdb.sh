#!/usr/bin/env bash
# tools/gdb/nbl.py in gdb's batch mode, with both kinds of fibers and two compilers: frames, locals, breakpoints of one invocation.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
library=${BUILD:-build}/libnbl.a
source=tests/emulator/stopping.c
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0
command -v gdb >/dev/null || { echo "SKIPPED: gdb: is not installed"; echo "0 passed, 0 failed"; exit 0; }
line_of() { grep -n "$1" $source | head -n 1 | cut -d : -f 1; }
first=$(line_of 'the first') second=$(line_of 'the second') last=$(line_of 'the last') call=$(line_of 'value = hand_on') sum=$(line_of 'nbl_subgroup_add')

expect() { # what, a line of the output as an extended regular expression
    if grep -qE -- "$2" "$scratch/out"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed, $session: $1: no line is $2"; fi
}
count() { # what, a line, how often
    local found
    found=$(grep -cE -- "$2" "$scratch/out")
    if [ "$found" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed, $session: $1: $found lines are $2, not $3"; fi
}
debug() { # name, program, fibers, a command of gdb ...
    session=$1
    local program=$2 fibers=$3 commands=()
    shift 3
    for command in "$@"; do commands+=(-ex "echo > $command\\n" -ex "$command"); done
    gdb -nx -batch -ex 'set pagination off' -ex 'set confirm off' -ex 'source tools/gdb/nbl.py' "${commands[@]}" --args "$scratch/$program" "$fibers" >"$scratch/out" 2>&1 </dev/null
    [ -z "${SHOW:-}" ] || { echo "---- $session"; cat "$scratch/out"; }
}

$(make -s print-CC) -std=c11 -g -Iinclude -o "$scratch/gcc" $source "$library" -lm -pthread || exit 1
clang -std=c11 -g -Iinclude -o "$scratch/clang" $source "$library" -lm -pthread || exit 1
$(make -s print-CC) -std=c11 -g -Iinclude -o "$scratch/stepping-gcc" tests/emulator/stepping.c "$library" -lm -pthread || exit 1
clang -std=c11 -g -Iinclude -o "$scratch/stepping-clang" tests/emulator/stepping.c "$library" -lm -pthread || exit 1
"$scratch/gcc" >"$scratch/undisturbed" || exit 1

for program in gcc clang; do
    for fibers in assembly ucontext; do
        debug "$program, $fibers" $program $fibers 'nbl break 6 hand_on if value == 107' run 'print t' 'nbl invocations' \
            'nbl switch 2' backtrace 'print value + 0' up 'info locals' 'nbl invocations 2' 'nbl back' 'print t' 'nbl switch 9' 'up' 'print i' \
            next 'print t' 'nbl switch 6' 'nbl switch 12' 'nbl switch none' 'delete' continue
        expect "break stops in invocation 6" '^Breakpoint 1, hand_on \(t=6, value=107\)'
        expect "the workgroup" '^kernel "passing", workgroup \(0,0,0\): 12 invocations in subgroups of 4$'
        expect "a whole subgroup waits" "^   0\.\.3  subgroup 0 lanes 0\.\.3  waits at barrier stopping\.c:$first +passing \(\) at stopping\.c:$call\$"
        expect "a part of one waits" "^   4\.\.5  subgroup 1 lanes 0\.\.1  waits at barrier stopping\.c:$first +passing"
        expect "one runs" '^\*     6  subgroup 1 lane 2      runs at stopping\.c:[0-9]+ +passing'
        expect "one may go on" "^      7  subgroup 1 lane 3      may go on from stopping\.c:$second +passing"
        expect "switch says where" "^invocation 2 \(subgroup 0, lane 2\) waits at barrier stopping\.c:$first\$"
        expect "its backtrace" "^#[0-9]+ .* passing \(\) at $source:$call\$"
        expect "its variable in a callee" '^\$2 = 103$'
        expect "its locals" '^t = 2$'
        expect "it is marked" "^> 2  subgroup 0 lane 2  waits at barrier stopping\.c:$first"
        expect "back" '^\$3 = 6$'
        expect "another one is an iteration behind" '^\$4 = 0$'
        expect "next is of the one that runs" '^\$5 = 6$'
        count "next goes on by a line" "^$first[[:space:]].*the first" 2
        expect "no switch to oneself" '^invocation 6 is the one that runs$'
        expect "no such invocation" '^nbl: invocation 12: the workgroup has 12, 0 to 11$'
        expect "no number" '^nbl: none: must be the number of an invocation$'
        expect "the program's result" "^$(cat "$scratch/undisturbed")\$"
    done
done

# At the end of the first workgroup and the start of the second; a breakpoint counts once for each.
for fibers in assembly ucontext; do
    debug "two workgroups, $fibers" gcc $fibers "nbl break 5 stopping.c:$last" run 'nbl invocations' continue 'nbl invocations' continue
    count "stops once per workgroup" "^Breakpoint 1, passing \(\) at " 2
    expect "the first four have ended" '^   0\.\.3  subgroup 0 lanes 0\.\.3  has ended$'
    expect "the second workgroup" 'workgroup \(1,0,0\)'
    expect "the program's result" "^$(cat "$scratch/undisturbed")\$"
done
debug "first steps" gcc assembly 'nbl break 1 passing' run 'nbl invocations' 'nbl switch 4' 'nbl switch 0' 'up' 'info locals'
expect "whole subgroups share a line" '^  4\.\.11  subgroups 1\.\.2         has not started$'
expect "nothing to see yet" '^nbl: invocation 4 has not started: it has no frames$'
expect "but here" '^value = 100$'
debug "a subgroup operation" gcc assembly "nbl break 2 stopping.c:$sum" run 'nbl invocations 1'
expect "who waits for a sum" "^  1  subgroup 0 lane 1  waits at reduction or scan stopping\.c:$sum"
debug "no kernel runs" gcc assembly 'break main' run 'nbl invocations' 'nbl break 3' 'nbl switch 1'
count "said so" '^nbl: this thread runs no kernel now' 2
expect "where to break" '^nbl: break 3: where\?'

# Stepping: the lines of the text and nothing of what nbl/lang.h makes of them, over loops and over a whole butterfly.
stops() { grep -oE '^[0-9]+[[:space:]]' "$scratch/out" | xargs; } # the lines stopped at
lines() { # which file, then texts: the numbers of their lines
    local file=$1 text
    shift
    for text in "$@"; do grep -nF -- "$text" "$file" | head -n 1 | cut -d : -f 1; done | xargs
}
repeat() { yes "$2" | head -n "$1"; }
kernel=tests/emulator/stepping.c butterfly=include/nbl/subgroup/fft.h
mapfile -t steps < <(repeat 36 step)
mapfile -t nexts < <(repeat 18 next)
for program in stepping-gcc stepping-clang; do
    debug "$program, step" $program assembly 'nbl break 3 stepping' run 'next' "${steps[@]}"
    count "no step into what the words are made of" "^(nbl_emulator|steps_at|elements_at|row_shared_at)[a-z_]* \\(" 0
    for text in "total = sum(before, i);" "uint32_t both = a + b;" "total = more;" "NBL_WORKGROUP_BARRIER();" "total = NBL_LOAD(steps, t);"; do
        expect "a step is at '$text'" "^$(lines $kernel "$text")[[:space:]]"
    done
    debug "$program, next" $program assembly 'nbl break 3 stepping' run "${nexts[@]}" 'info locals' 'info locals -q tot' \
        'set nbl-all-locals on' 'info locals'
    count "the loops' bodies, twice each" "^($(lines $kernel "total = sum(before, i);" "total = more;" | tr ' ' '|'))[[:space:]]" 4
    count "the kernel's locals, and none else" "^(t = 3|total = [0-9]+)\$" 5
    expect "the kernel's locals are not all" '^nbl_[a-z]+_ = '
    debug "$program, a butterfly" $program assembly 'nbl break 3 row_subgroup_butterfly' run delete \
        next next next next 'info locals' next next next next
    where=$(lines $butterfly "terms_ = pair_;" "if (stride_log2_ == 0u)" "uint32_t numerator_" "twiddle_ = S_(nbl_fft_twiddle)(" "if (inverse_)" "result_ = S_(nbl_fft_dif)(" "return result_;")
    stopped=$(stops)
    case "$stopped" in "$where "*) passed=$((passed + 1)) ;; *) failed=$((failed + 1)); echo "failed, $session: stops at $stopped, not at $where" ;; esac
    expect "the butterfly's twiddle" '^twiddle_ = \{real = 0\.38268.*, imag = -0\.92387'
    expect "its numerator" '^numerator_ = 3$'
    expect "and back to the caller" '^row_workgroup_fft '
    count "none of the dialect's locals" '^(nbl_[a-z_0-9]+|__func__) = ' 0
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
