#!/usr/bin/env bash
# Made-up inputs of nbl-emulate: which it chooses, and what it says of them.
# SPDX-License-Identifier: Apache-2.0
#
# Mutations that were tried, each fails here: is_better() by blocks alone, take_race() that takes none, default_groups()
# of 2 always, one try alone; a limit of 1 s of wall time in place of work; nbl_program_reach() that takes all blocks, and
# that takes a branch's first arm alone; literals that are not drawn; pointers of an array that lead to one element.

set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
tool=$build/nbl-emulate
cd "$scratch" || exit 1
is_silent_of() { # words that are not said, command ...
    local words=$1
    shift
    timeout 60 "$@" >out 2>err
    ! cat out err | grep -F -- "$words"
}
shader() { # file, declarations, body
    cat >"$1" <<END
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer B { uint b[]; };
layout(binding = 1) buffer O { uint o[]; };
layout(push_constant) uniform P { uint n; uint stride; };
shared uint s[64];
$2
void main() { uint t = gl_LocalInvocationIndex; $3 }
END
}
g='uint g = gl_GlobalInvocationID.x;'
shader guard.comp '' "$g if (g >= n) return; s[t] = b[g]; if (n > 60u) { for (uint k = 0; k < 3u; k++) o[g] += s[t]; }"
expect "a guard passes, and another does" is_silent_of "what did not run" "$tool" guard.comp
expect "which inputs these are" says "made-up inputs: --random-seed" 0 "$tool" guard.comp
expect "small numbers do not pass it" says "4 of 10 blocks, and 10 in the proof" 0 "$tool" guard.comp --random-seed 1

shader one.comp '' 's[t] = b[t]; barrier(); o[t] = s[63u - t];'
expect "a shader that does not ask for its workgroup runs as one" says "the one workgroup of the dispatch" 0 "$tool" one.comp
expect "as many as one says" says "write after write: O.o[0]" 3 "$tool" one.comp --groups 2

shader stride.comp '' "$g o[g * stride] = t;"
expect "a stride of zero races" says "write after write: O.o[0]" 3 "$tool" stride.comp --random-seed 7
expect "of it is told beside the proof" says "it finds: write after write: O.o[0]" 0 "$tool" stride.comp
expect "with the constants of the run" says "  made up: --set n=" 0 "$tool" stride.comp
expect "which may be given" says "proved race-free for every input" 0 "$tool" stride.comp --set n=1 --set stride=3

shader race.comp '' "$g o[0] = g + n;"
expect "a race whatever the inputs" says "made up push constants; --bind N=FILE, --push and --set give the program's" 3 "$tool" race.comp
shader read.comp '' "$g o[0] = g + b[g];"
expect "what is made up is what the shader reads" says "made up 0.0 B, push constants; --bind N=FILE, --push and --set give the program's" 3 "$tool" read.comp
shader data.comp '' "$g s[t] = 0u; if (b[g] > 100u) o[0] = g;"
expect "a race by contents that are not small" says "write after write: O.o[0]" 3 "$tool" data.comp
expect "hangs on them" says "this depends on made-up inputs: with --random-seed 1 nothing is found" 3 "$tool" data.comp
expect "nothing of it where nothing is made up" is_silent_of "made-up" "$tool" one.comp --bind 0=random --set n=1 --random-seed 1

cat >kinds.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint kind = 1;
layout(binding = 0) buffer B { uint b[]; };
uint of(uint k, uint v) { switch (k) { case 1: return v + 1u; case 2: return v + 2u; case 3: return v * 3u; } return v; }
void main() {
    uint g = gl_GlobalInvocationID.x, v = b[g];
    if (kind == 2u) for (uint i = 0u; i < 4u; i++) v ^= v << i;
    b[g] = of(kind, v);
}
END
blocks() { # of the run: "RAN of ALL"
    timeout 60 "$tool" kinds.comp "$@" | sed -n 's/.*; \([0-9]* of [0-9]*\) blocks.*/\1/p'
}
all_ran() { [ "$(blocks "$@" | sed 's/ of .*//')" = "$(blocks "$@" | sed 's/.* of //')" ]; }
expect "arms that a constant leaves out are no blocks" all_ran
expect "nor of another constant" all_ran --spec 0=2
differ() { [ "$(blocks)" != "$(blocks --spec 0=2)" ]; }
expect "which has other blocks" differ
shader guards.comp '' "$g if (n == 7654321u) { if (stride == 1234567u) o[g] = 1u; else o[g] = 2u; }"
expect "numbers that the shader compares with are tried" says "5 of 6 blocks" 0 "$tool" guards.comp

cat >pointers.comp <<'END'
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(std430, buffer_reference, buffer_reference_align = 16) buffer Q { uvec4 data; };
layout(binding = 0) readonly buffer P { Q q[]; };
void main() { q[gl_GlobalInvocationID.x].data = uvec4(gl_LocalInvocationIndex); }
END
expect "pointers of an array lead to different elements" says "no race in this run" 0 "$tool" pointers.comp

shader slow.comp '' "$g uint v = b[g]; for (uint i = 0u; i < 20000u; i++) v = v * 3u + (v >> 7) + i; if (n == 3u) v++; o[g] = v;"
slowly() { # command ...: it runs less than half of the time, as under load
    local process
    "$@" &
    process=$!
    while kill -STOP "$process" 2>/dev/null; do
        sleep 0.1
        kill -CONT "$process"
        sleep 0.02
    done
    wait "$process"
}
same() { # the choice, slowly and not
    "$tool" slow.comp --no-proof >alone
    slowly "$tool" slow.comp --no-proof >slow
    cmp alone slow && grep "made-up inputs: --random-seed .* of [0-9]* that were tried" alone
}
expect "a choice does not hang on load" same
[ $((passed + failed)) = 20 ] || { echo "not 20 cases: $((passed + failed))"; exit 1; }
finish
