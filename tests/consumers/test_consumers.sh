#!/usr/bin/env bash
# One tiny project per way of using the library: each builds as its comment says, runs, and says the same as the others.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
here=tests/consumers
library=${BUILD:-build}/libnbl.a
. tests/common/expect.sh
warnings="-Wall -Wextra -Wpedantic -Werror"

# A shader, by a plain compiler with one include path.
expect "shader" glslangValidator -V --target-env vulkan1.1 -Iinclude -o "$scratch/window.spv" $here/shader/window.comp
for pass in "-DLENGTH=1048576 -DPASS=1" "-DLENGTH=1048576 -DPASS=2" "-DLENGTH=1048576 -DROWS=1024 -DPASS=1" "-DLENGTH=16777216 -DPASS=3"; do
    # shellcheck disable=SC2086 # many words
    expect "$pass" glslangValidator -V --target-env vulkan1.1 -Iinclude $pass -o "$scratch/pass.spv" $here/shader/passes.comp
    expect "$pass is valid" spirv-val --target-env vulkan1.1 "$scratch/pass.spv"
done
for pass in "-DLENGTH=1048576 -DPASS=2" "-DLENGTH=16777216 -DPASS=5"; do
    # shellcheck disable=SC2086 # many words
    expect "filter, $pass" glslangValidator -V --target-env vulkan1.1 -Iinclude $pass -o "$scratch/pass.spv" $here/shader/convolution_passes.comp
    expect "filter, $pass is valid" spirv-val --target-env vulkan1.1 "$scratch/pass.spv"
done
for pass in "-DLENGTH=2097152 -DPASS=2" "-DLENGTH=33554432 -DPASS=1 -DBACK"; do
    # shellcheck disable=SC2086 # many words
    expect "real, $pass" glslangValidator -V --target-env vulkan1.1 -Iinclude $pass -o "$scratch/pass.spv" $here/shader/real_passes.comp
    expect "real, $pass is valid" spirv-val --target-env vulkan1.1 "$scratch/pass.spv"
done
expect "shader is valid" spirv-val --target-env vulkan1.1 "$scratch/window.spv"

# One among an engine's own bindings and a sampler, which needs no subgroup feature.
expect "engine's shader" glslangValidator -V --target-env vulkan1.1 -Iinclude -o "$scratch/rows.spv" $here/engine/rows.comp
expect "engine's shader is valid" spirv-val --target-env vulkan1.1 "$scratch/rows.spv"
expect "README's shader" glslangValidator -V --target-env vulkan1.1 -Iinclude -o "$scratch/readme.spv" tests/consumers/shader/rows.comp
expect "README's shader needs no subgroup feature" [ "$(spirv-dis "$scratch/readme.spv" | grep OpCapability | tr -s ' ')" = " OpCapability Shader" ]
expect "engine's shader needs Shader alone" [ "$(spirv-dis "$scratch/rows.spv" | grep OpCapability | tr -s ' ')" = " OpCapability Shader" ]
expect "docs/porting.md shows it as it stands" python3 -c 'import sys; sys.exit("```glsl\n" + open(sys.argv[1]).read() + "```" not in open("docs/porting.md").read())' \
    $here/engine/rows.comp

# The same text on the CPU.
for compiler in gcc clang; do
    expect "debug, $compiler" $compiler -std=c11 $warnings -g -ffp-contract=off -Iinclude -o "$scratch/debug-$compiler" \
        $here/debug/main.c "$library" -lm -pthread
    expect "debug runs, $compiler" sh -c "'$scratch/debug-$compiler' >'$scratch/debug-$compiler.txt'"
done
printf 'frequency  98:   0.00\nfrequency  99: 128.00\nfrequency 100: 256.00\nfrequency 101: 128.00\nfrequency 102:   0.00\n' >"$scratch/expected.txt"
expect "debug says" diff "$scratch/expected.txt" "$scratch/debug-gcc.txt"
expect "gcc and clang agree" diff "$scratch/debug-gcc.txt" "$scratch/debug-clang.txt"

# The emulator's files beside a program, with no library, by the command of docs/porting.md, in a shell of POSIX's words.
alone=$(grep -m 1 '^cc .* -o build/debug-alone' docs/porting.md)
alone=${alone/-O2/-O0}
expect "the emulator alone" dash -c "${alone/build\/debug-alone/$scratch/alone}"
expect "the emulator alone says" sh -c "'$scratch/alone' | diff '$scratch/expected.txt' -"

# An array in one call, with no header of Vulkan's on the way.
for compiler in gcc clang; do
    expect "array, $compiler" $compiler -std=c11 $warnings -Iinclude -o "$scratch/array-$compiler" $here/array/main.c "$library" -lm -pthread
    expect "array runs, $compiler" sh -c "'$scratch/array-$compiler' >'$scratch/array.txt'"
    printf 'frequency 6: 0.0\nfrequency 7: 500.0\nfrequency 8: 0.0\n' >"$scratch/expected-array.txt"
    expect "array says, $compiler" diff "$scratch/expected-array.txt" "$scratch/array.txt"
done
for header in fft plan sizes emulator; do
    expect "nbl/host/$header.h does without Vulkan" sh -c "printf '#include \"nbl/host/$header.h\"\n' | gcc -std=c11 -Iinclude -E - >'$scratch/header' && ! grep -qi vulkan_core '$scratch/header'"
    expect "nbl/host/$header.h leaves the keywords as they are" sh -c "printf '#include \"nbl/host/$header.h\"\n#if defined for || defined while || defined break || defined switch\n#error\n#endif\n' | gcc -std=c11 -Iinclude -E - >/dev/null"
done

# A breakpoint in the kernel's text stops in an invocation, and its variables are there.
line=$(grep -n 'fft_forward_registers(at, x);' $here/shader/window.h | cut -d : -f 1)
gdb -batch -ex "break window.h:$line" -ex run -ex 'print at.invocation' -ex 'print x[0].real' "$scratch/debug-gcc" >"$scratch/gdb.txt" 2>&1 </dev/null
expect "gdb stops in the kernel" grep -q '^Thread .* hit Breakpoint 1, window ()\|^Breakpoint 1, window ()' "$scratch/gdb.txt"
expect "gdb shows the invocation" grep -qx '$1 = [0-9]*' "$scratch/gdb.txt"

# Index mathematics in C++, with no library behind it.
expect "indices" g++ -std=c++17 $warnings -Iinclude -o "$scratch/indices" examples/cmake/holders.cpp
expect "indices run" sh -c "'$scratch/indices' >'$scratch/indices.txt'"
expect "indices say" grep -qx 'frequency   1: element 2 of invocation   0; mirror: element 3 of invocation 255' "$scratch/indices.txt"

# The page on tests of one's own: its files as they stand, and its commands with gcc and clang.
for file in test_indices.c static_indices.cpp; do
    expect "docs/indices.md shows $file as it stands" python3 -c 'import sys
sys.exit(open("tests/consumers/indices/" + sys.argv[1]).read() + "```" not in open("docs/indices.md").read())' $file
done
in_c=$(sed -n 's/^cc \(.*test_indices.c.*\) -o .*/\1/p' docs/indices.md) in_cpp=$(sed -n 's/^c++ \(.*static_indices.cpp\)$/\1/p' docs/indices.md)
for compiler in "gcc g++" "clang clang++"; do
    read -r c cpp <<<"$compiler"
    expect "a test of one's own, $c" sh -c "$c $warnings $in_c -o '$scratch/test_indices'"
    expect "it runs, $c" sh -c "'$scratch/test_indices' | grep -qx '100%: Checks: 2, Failures: 0, Errors: 0'"
    expect "at compile time, $cpp" sh -c "$cpp $warnings $in_cpp"
done

# The shader's module on a device.
libraries=$(make -s print-LDLIBS_ALL)
expect "vulkan" gcc -std=c11 $warnings -Iinclude -o "$scratch/vulkan" $here/vulkan/main.c "$library" $libraries
for driver in /usr/share/vulkan/icd.d/lvp_icd.*.json /usr/lib/chromium/vk_swiftshader_icd.json; do
    if [ ! -e "$driver" ]; then echo "SKIPPED: $driver is not installed"; continue; fi
    name=$(basename "$driver" .json)
    expect "vulkan runs, $name" sh -c "VK_DRIVER_FILES='$driver' VK_ICD_FILENAMES='$driver' '$scratch/vulkan' '$scratch/window.spv' >'$scratch/$name.txt'"
    expect "the device says what the CPU says, $name" diff "$scratch/debug-gcc.txt" "$scratch/$name.txt"
done

# An array of two dimensions on a device, by the guide's command. With another CPU's spectrum in the comparison it fails.
in_guide=$(sed -n 's/^cc \(.*consumers.device.*\) -o .*/\1/p' docs/guide/arrays.md)
in_guide=${in_guide/build\/libnbl.a/$library}
expect "the guide's array on a device" sh -c "cc $warnings $in_guide -o '$scratch/device'"
for driver in /usr/share/vulkan/icd.d/lvp_icd.*.json; do
    if [ ! -e "$driver" ]; then echo "NOT HERE: lavapipe"; continue; fi
    printf 'frequency (0, %s): %s\n' 4 0 5 64800 6 0 >"$scratch/expected-device.txt"
    echo 'the CPU has the same bits' >>"$scratch/expected-device.txt"
    expect "it runs on lavapipe" sh -c "VK_DRIVER_FILES='$driver' VK_ICD_FILENAMES='$driver' '$scratch/device' llvmpipe | diff '$scratch/expected-device.txt' -"
done

# A long line of columns works in place where the guide's kernel is dispatched as the guide says, and is a race with one
# workgroup more. Without the barrier of NBL_FFT_LOADED_ in nbl/fft/callbacks.h the first one is found.
sed -n '/^NBL_COHERENT_BUFFER(1, nbl_float32_t2, spectrum)/,/^```$/p' docs/guide/options.md | sed '/^```$/d; 1i #include "nbl/accessors/storage.h"
    1i #define AXIS 0
    1i NBL_BUFFER(0, nbl_float32_t2, picture)
    s/NBL_FFT_LENGTH 1024/NBL_FFT_LENGTH 64/; s/1048576u/1280u/g; s/STRIDE 1024/STRIDE 20/; s/place(1024u)/place(20u)/' >"$scratch/columns.h"
printf '#version 460\n#extension GL_GOOGLE_include_directive : require\n#include "columns.h"\n' >"$scratch/columns.comp"
emulated() { "${BUILD:-build}/nbl-emulate" "$scratch/columns.comp" -I include -I "$scratch" --assume-fixed --bind 1=10240 --groups "$1"; }
expect "20 columns in place, 2 workgroups of 16" sh -c "[ \"\$1\" = 1 ]" - "$(emulated 2 2>&1 | grep -c '^proved race-free for every input')"
expect "a workgroup too many is a race" sh -c "[ \"\$1\" = 1 ]" - "$(emulated 3 2>&1 | grep -c '^read after write: spectrum_block.spectrum')"

# Twenty functions drawn from the reference by six seeds, each called from what its entry says. A name that has left the
# reference since shows in what --draw prints.
drawn() { # file, calls on the CPU, calls with a device: empty where no function asks for one
    local driver
    expect "drawn: $1" gcc -std=c11 $warnings -ffp-contract=off -Iinclude -o "$scratch/$1" "$here/drawn/$1.c" "$library" $libraries
    expect "drawn: $1 says" [ "$("$scratch/$1")" = "$2 calls, 0 wrong" ]
    [ -n "${3:-}" ] || return 0
    for driver in /usr/share/vulkan/icd.d/lvp_icd.*.json; do
        if [ ! -e "$driver" ]; then echo "NOT HERE: lavapipe"; continue; fi
        expect "drawn: $1 says, on lavapipe" [ "$(VK_DRIVER_FILES="$driver" VK_ICD_FILENAMES="$driver" "$scratch/$1" llvmpipe)" = "$3 calls, 0 wrong" ]
    done
}
drawn main 16 20
drawn second 20
drawn third 20
drawn fourth 16 19
drawn fifth 19 21
drawn sixth 14 19
expect "--draw prints as many entries" [ "$(docs/reference.py --draw 461128 20 | sed '/^Types that/,$d' | grep -c '^nbl/.*: .*(.*)$')" = 20 ]

# The guide shows this file as it stands.
export guide=$scratch/guide.md
cat docs/guide/*.md >"$guide"
shows() {
    python3 - "$1" "$2" <<'PYTHON'
import re, sys
blocks = re.findall(r"^```[a-z]*\n(.*?)^```$", open(sys.argv[1]).read(), re.M | re.S)
sys.exit(open(sys.argv[2]).read() not in blocks)
PYTHON
}
# README's blocks of commands, as they stand.
mkdir -p "$scratch/newcomer/build/demo" && ln -s "$PWD/include" "$PWD/tests" "$scratch/newcomer/"
for built in nbl-emulate nbl-bloom libnbl.a; do ln -s "$(realpath "${BUILD:-build}")/$built" "$scratch/newcomer/build/$built"; done
awk -v to="$scratch/newcomer/block-" '/^```sh$/ { on = to (++n); next } /^```$/ { on = "" } on && !/^make / { print > on }' README.md
expect "README's shader as pasted" sh -ec "cd '$scratch/newcomer' && . ./block-1"
expect "README's shader as pasted is valid" spirv-val --target-env vulkan1.1 "$scratch/newcomer/build/row.spv"
# Its other doors, but for what make does: emulator, C, picture. Python's and make's run under NBL_TEST_ALL.
expect "README's emulator as pasted" sh -ec "cd '$scratch/newcomer' && . ./block-2 >said 2>&1; grep -q '^proved race-free for every input' said"
expect "README's C as pasted" sh -ec "cd '$scratch/newcomer' && . ./block-3 >said; [ \"\$(tr '\n' ',' <said)\" = \"\$(sed -n 's/^build.array *# \(.*\)/\1,/p' block-3 | sed 's/, /,/g')\" ]"
"${BUILD:-build}/make-demo-inputs" "$scratch/newcomer/build/demo" --width 320 --height 180 >"$scratch/log" 2>&1
expect "README's picture as pasted" sh -ec "cd '$scratch/newcomer' && . ./block-5; [ -s build/bloomed.png ]"
emulated=$(grep -m 1 '^build/nbl-emulate .*rows.comp' docs/guide/first-shader.md)
expect "the guide's first kernel under nbl-emulate" sh -c "${emulated/build\/nbl-emulate/"${BUILD:-build}"\/nbl-emulate} 2>&1 | grep -q '^proved race-free for every input'"
# The guide's filter of real rows, from three rows: NumPy's to 1e-6. A 32 in place of its 16 fails.
awk '/^### Filter real rows/ { on = 1 } on && /^```glsl$/ { in_block = 1; next } /^```$/ { in_block = 0 } in_block' docs/guide/first-shader.md >"$scratch/filter.comp"
expect "the guide's filter" glslangValidator -V --target-env vulkan1.1 -Iinclude -o "$scratch/filter.spv" "$scratch/filter.comp"
expect "the guide's filter is NumPy's" /usr/bin/python3 - "${BUILD:-build}/nbl-emulate" "$scratch" <<'PYTHON'
import numpy, subprocess, sys
rows = numpy.random.default_rng(1).random((3, 512), numpy.float32)
numpy.save(sys.argv[2] + "/rows.npy", rows)
subprocess.run([sys.argv[1], sys.argv[2] + "/filter.comp", "-I", "include", "--groups", "2", "--bind", "0=" + sys.argv[2] + "/rows.npy",
                "--bind", "1=6144", "--out", sys.argv[2] + "/filtered"], check=True, stdout=subprocess.DEVNULL)
made = numpy.load(sys.argv[2] + "/filtered/0.1.npy").reshape(-1).view(numpy.float32).reshape(3, 512)
f = numpy.arange(257) / 16
meant = numpy.fft.irfft(numpy.fft.rfft(rows.astype(float)) * numpy.exp(-0.5 * f * f))
sys.exit(0 if abs(made - meant).max() < 1e-6 else 1)
PYTHON
# One sample an element in place of two compiles, and half of the rows is not written.
sed 's/vec2 \(signals\|filtered\|pair\)/float \1/; s/256/512/g; s/pair.x, pair.y/pair, 0.0/; s/vec2(value.real, value.imag)/value.real/' \
    "$scratch/filter.comp" >"$scratch/slip.comp"
expect "the guide's filter by one sample an element" says "not written: 768 of 1536 elements of Filtered " 3 \
    "${BUILD:-build}/nbl-emulate" "$scratch/slip.comp" -I include --groups 2 --bind "0=$scratch/rows.npy" --bind 1=6144 --expect-written 1
expect "the guide shows $here/debug/main.c as it stands" shows "$guide" $here/debug/main.c
expect "the guide shows $here/device/main.c as it stands" shows "$guide" $here/device/main.c
expect "the guide shows $here/array/main.c as it stands" shows "$guide" $here/array/main.c
expect "the guide shows $here/shader/rows.h as it stands" python3 -c 'import sys
sys.exit("```c\n" + "".join(open(sys.argv[1]).readlines()[2:]) + "```" not in open(__import__("os").environ["guide"]).read())' $here/shader/rows.h

# The pictures of the concepts are what their program draws.
expect "the concepts' pictures" docs/pictures.py "$scratch" "${BUILD:-build}/nbl-fft"
for picture in "$scratch"/concept-*.svg; do
    expect "docs/images/$(basename "$picture") is not what docs/pictures.py draws" cmp "$picture" "docs/images/$(basename "$picture")"
    expect "the guide shows $(basename "$picture")" grep -qF "](../images/$(basename "$picture"))" docs/guide/concepts.md
done
expect "four pictures" [ "$(ls "$scratch"/concept-*.svg | wc -l)" = 4 ]
# It goes through this one in pieces.
users_shows_pieces() {
    python3 - "$1" <<'PYTHON'
import re, sys
shown = "".join(re.findall(r"^```c\n(.*?)^```$", open(__import__("os").environ["guide"]).read(), re.M | re.S)).splitlines()
lines = open(sys.argv[1]).read().splitlines()[2:]
missing = [line for line in lines if line.strip() and line not in shown]
print("\n".join(missing))
sys.exit(bool(missing))
PYTHON
}
expect "the guide shows $here/shader/window.h" users_shows_pieces $here/shader/window.h

# the guide shows what sets each example shader apart.
users_shows() {
    python3 - "$1" "$2" <<'PYTHON'
import re, sys
text = open("examples/%s.h" % sys.argv[1]).read()
callback = re.search(r"^NBL_FUNCTION \w+ %s\(.*?^}\n" % sys.argv[2], text, re.M | re.S).group(0)
sys.exit("```c\n" + callback + "```" not in open(__import__("os").environ["guide"]).read())
PYTHON
}
for callback in "window frame_get" "scale row_set" "transposition row_set" "texture row_get"; do
    expect "the guide shows $callback of the example as it stands" users_shows $callback
done

for example in power_spectrum columns convolution; do
    expect "the guide shows $example as it stands" python3 -c 'import sys
sys.exit("```c\n" + "".join(open("examples/%s.h" % sys.argv[1]).readlines()[2:]) + "```" not in open(__import__("os").environ["guide"]).read())' $example
done

# `make demo` links nbl-bloom with a part of the library: every name that it needs is in that part. The objects are the
# ordinary build's. A constant of host/fft/kernel_float16_radix2.c that host/fft/plan.c reads fails here.
demo_objects=$(make -s DEMO=1 print-DEMO_SOURCES print-COLD print-SETS_OF_OTHERS | tr ' ' '\n' | sed -n "s,\(.*\)\.c\(pp\)\?$,${BUILD:-build}/\1.o,p")
# shellcheck disable=SC2086 # one word per object
expect "the archive of make demo" ar rcs "$scratch/libdemo.a" $demo_objects "${BUILD:-build}"/host/emulator/*.S.o \
    "${BUILD:-build}/host/facts/built_in.o" "${BUILD:-build}/embedded.o" "${BUILD:-build}/modules.o"
# shellcheck disable=SC2086 # one word per library
expect "nbl-bloom of make demo links" gcc -pthread -o "$scratch/nbl-bloom" "${BUILD:-build}"/tools/nbl-bloom/*.o "${BUILD:-build}/libcommon.a" \
    "${BUILD:-build}/libio.a" "$scratch/libdemo.a" $libraries

# So does `make quick`: its archive has every name that it needs. A function of another file of host/fft that host/facts calls
# fails here.
echo 'int main(void) { return 0; }' >"$scratch/empty.c"
# shellcheck disable=SC2046 # one word per object
expect "the archive of make quick links" gcc -pthread -o "$scratch/quick" "$scratch/empty.c" $(make -s QUICK=1 print-QUICK_OBJECTS) -lm

# The example of nbl-emulate's help, as pasted, finds its race.
"${BUILD:-build}/nbl-emulate" --help | sed -n '/^Example/,$s/^  //p' >"$scratch/example"
expect "the example of nbl-emulate --help" sh -c "cd '$scratch'; nbl_emulate='$(realpath "${BUILD:-build}")/nbl-emulate'
    sed 's,^nbl-emulate,\"\$nbl_emulate\",' example >run; . ./run >said 2>&1; [ \$? = 3 ] && grep -q race said"

# make help names every goal that is not a part of another, and no goal that is absent. A goal without its line fails.
make -s help >"$scratch/help"
goals=$(sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' | grep -v -- '-only$\|^FORCE$\|^all$\|^help$\|^tools$\|^modules$\|^fuzzers$')
for goal in $goals; do expect "make help names $goal" grep -q "make $goal\b" "$scratch/help"; done
expect "make help names no goal that is absent" [ "$(grep -o 'make [a-z-]*' "$scratch/help" | sed 's/make *//; /^$/d' | sort -u)" = \
    "$( (echo "$goals"; echo pictures) | sort -u)" ]

# A line for each file that is made; the command with V=1; with -s nothing.
object=$scratch/build/host/error/check.o
made() { rm -f "$object"; make --no-print-directory BUILD="$scratch/build" "$@" "$object" 2>&1; }
expect "make says what it compiles" [ "$(made)" = "  CC    $object" ]
expect "make V=1 prints the command" grep -q -- '-Iinclude .*-c -o' <<<"$(made V=1)"
expect "make -s says nothing" [ -z "$(made -s)" ]

# README's commands as they stand, in a clone whose build is this one: nothing of it is newer.
if [ -n "${NBL_TEST_ALL:-}" ]; then
    mkdir "$scratch/clone"
    tools/files.sh | tar -cf - -T - | tar -C "$scratch/clone" -xf -
    find "$scratch/clone" -type f -exec touch -d 2001-01-01 {} +
    ln -s "$(realpath "${BUILD:-build}")" "$scratch/clone/build"
    expect "README, word for word" tests/consumers/follow_readme.sh "$scratch/clone"
    expect "the guide, word for word" tests/consumers/follow_guide.py "$scratch/clone"
fi

expect "the guide shows the example of real signals as it stands" \
    python3 -c 'import sys; sys.exit(open("examples/real.h").read() not in open(__import__("os").environ["guide"]).read())'

finish
