#!/usr/bin/env bash
# The table of docs/debugging.md: each barrier of our kernels removed in turn; whether checker, lavapipe and SwiftShader show it.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/removed_barriers.sh [BUILD [FILE:LINE ...]]   (only these barriers)
#   RUNS="radix2 stockham-inverse"   only these runs, of those below
#   TABLE=file                    what tests/emulator/test_removed_barriers.sh found, instead of running it; TABLE=- does without
# Needs a build of everything (make tools tests), python3 and both drivers. For every barrier it builds the tools around a text
# that lacks it and runs them, up to three times; what should come out is what the whole text gives on the emulator, to the bit.
set -eu
cd "$(dirname "$0")/../.."
build=$(realpath "${1:-build}")
shift $(($# > 0))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME="$scratch/cache"
lavapipe=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json | head -n 1)
swiftshader=/usr/lib/chromium/vk_swiftshader_icd.json
compiler=$(make -s print-CC) flags="$(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL)" libraries="$(make -s print-FFTW_LIBS) $(make -s print-LDLIBS_ALL)"
embedded=$(make -s print-EMBEDDED)

python3 - "$scratch" <<'PYTHON'
import random, struct, sys
random.seed(1)
for name, length, rows, real in (("512", 512, 3, 0), ("1024", 1024, 3, 0), ("1050", 1050, 3, 0), ("64", 64, 20000, 0), ("real", 1024, 3, 1), ("odd", 315, 4, 1)):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }" % ("<f4" if real else "<c8", rows, length)
    header += " " * ((64 - (10 + len(header) + 1) % 64) % 64) + "\n"
    numbers = (1 if real else 2) * rows * length
    with open("%s/%s.npy" % (sys.argv[1], name), "wb") as file:
        file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%df" % numbers, *(random.uniform(-1, 1) for _ in range(numbers))))
PYTHON
"$build/nbl-fft" transform "$scratch/real.npy" "$scratch/spectrum.npy" --real --backend emulator
"$build/make-demo-inputs" "$scratch" --width 60 --height 41

# The runs, transforms for the barriers of transforms and a bloom for those of the bloom: their name here, in the table, and
# the checker's kernels that they stand for.
all="radix2|radix-2 transform|^radix-2 transform float32 forward
radix2-inverse|radix-2 inverse|^radix-2 transform float32 inverse
stockham|Stockham transform|^Stockham transform float32 forward
stockham-inverse|Stockham inverse|^Stockham transform float32 inverse
mixed|Stockham transform of 1050|^Stockham transform, mixed float32 forward
rounds|Stockham transform in rounds|^Stockham transform in rounds float32 forward
real|radix-2 transform of reals|^real radix-2 transform float32 forward
real-inverse|radix-2 inverse to reals|^real radix-2 transform float32 inverse
one-real|Stockham transform of reals|^one real Stockham transform float32 forward
one-real-inverse|Stockham inverse to reals|^one real Stockham transform float32 inverse
two-real|Stockham transform of two real signals|^real Stockham transform float32 forward
bloom|bloom by radix-2|^bloom .* radix-2
bloom-stockham|bloom by Stockham|^bloom .* Stockham"
RUNS=${RUNS:-$(cut -d '|' -f 1 <<<"$all")}

run() { # tools' folder, run, output, options ...
    local tools=$1 name=$2 out=$3 inverse=
    shift 3
    case $name in *-inverse) inverse=--inverse ;; esac
    case $name in
    radix2*) "$tools/nbl-fft" transform "$scratch/512.npy" "$out" $inverse --elements-per-invocation 4 --workgroup-size 128 "$@" ;;
    stockham*) "$tools/nbl-fft" transform "$scratch/1024.npy" "$out" $inverse "$@" ;;
    mixed) "$tools/nbl-fft" transform "$scratch/1050.npy" "$out" "$@" ;;
    rounds) "$tools/nbl-fft" transform "$scratch/64.npy" "$out" --precision fp16-storage "$@" ;; # as many transforms as take four rounds
    real-inverse) "$tools/nbl-fft" transform "$scratch/spectrum.npy" "$out" --real --inverse --elements-per-invocation 4 --workgroup-size 128 "$@" ;;
    real) "$tools/nbl-fft" transform "$scratch/real.npy" "$out" --real --elements-per-invocation 4 --workgroup-size 128 "$@" ;;
    one-real-inverse) "$tools/nbl-fft" transform "$scratch/spectrum.npy" "$out" --real --inverse "$@" ;;
    one-real) "$tools/nbl-fft" transform "$scratch/real.npy" "$out" --real "$@" ;;
    two-real) "$tools/nbl-fft" transform "$scratch/odd.npy" "$out" --real --plan 9x7x5@63*1/1 "$@" ;;
    bloom) "$tools/nbl-bloom" "$scratch/scene.exr" "$scratch/scene.exr" -o "$out" --algorithm radix2-shuffle "$@" ;;
    bloom-stockham) "$tools/nbl-bloom" "$scratch/scene.exr" "$scratch/scene.exr" -o "$out" --algorithm stockham "$@" ;;
    esac
}
on_driver() { # driver's file, tools' folder, run, output
    VK_DRIVER_FILES="$1" VK_ICD_FILENAMES="$1" run "$2" "$3" "$4" --backend vulkan
}

# What is right; and that both drivers make it of the whole text, or there would be nothing to learn from them.
for name in $RUNS; do
    run "$build" "$name" "$scratch/right-$name.exr" --backend emulator
    for driver in "$lavapipe" "$swiftshader"; do
        on_driver "$driver" "$build" "$name" "$scratch/out.exr"
        cmp "$scratch/out.exr" "$scratch/right-$name.exr" || { echo "removed_barriers: $name: $driver is wrong with all barriers" >&2; exit 1; }
    done
done

# The tools, around a text without one barrier.
build_without() { # FILE:LINE
    local file=${1%:*} line=${1#*:}
    rm -rf "$scratch/text" "$scratch/tools"
    mkdir -p "$scratch/text" "$scratch/tools"
    cp -r include shaders "$scratch/text"
    case $file in nbl/*) file=include/$file ;; esac
    sed -i -E "${line}s/NBL_[A-Z_]*BARRIER\(\);/;/" "$scratch/text/$file"
    ! cmp -s "$file" "$scratch/text/$file" || { echo "removed_barriers: $1: is no barrier" >&2; exit 1; }
    (cd "$scratch/text" && "$build/tools/embed" "$scratch/embedded.c" $embedded)
    $compiler $flags -c -o "$scratch/embedded.o" "$scratch/embedded.c"
    $compiler $flags -c -o "$scratch/no_modules.o" tests/mutation/no_modules.c
    for tool in nbl-fft nbl-bloom; do
        $compiler $flags -o "$scratch/tools/$tool" $(make -s print-${tool}_OBJECTS BUILD="$build") "$scratch/embedded.o" "$scratch/no_modules.o" "$build/libnbl.a" $libraries
    done
}

# Three times right, or wrong.
verdict() { # driver's file, run
    for _ in 1 2 3; do
        on_driver "$1" "$scratch/tools" "$2" "$scratch/out.exr" || { echo "removed_barriers: $2 did not run" >&2; exit 1; }
        cmp -s "$scratch/out.exr" "$scratch/right-$2.exr" || { echo "**wrong**"; return; }
    done
    echo "right"
}

if [ -z "${TABLE:-}" ]; then
    TABLE=$scratch/table
    TABLE=$TABLE BUILD=$build tests/emulator/test_removed_barriers.sh >/dev/null
fi
checker() { # FILE:LINE, pattern; nothing where no kernel of the pattern meets the barrier
    awk -v place="$1" -v pattern="$2" '{ kernel = $0; sub(/^[^ ]* [^ ]* /, "", kernel); sub(/^(include|\.)\//, "", $1) }
        $1 == place && kernel ~ pattern { if ($2 == "found") found++; else missed++ }
        END { if (missed) print "missed"; else if (found) print "found" }' "$TABLE"
}

barriers=("$@")
[ $# -gt 0 ] || mapfile -t barriers < <(tests/emulator/barriers.sh)
echo "| Barrier removed | Kernel | Checker | lavapipe | SwiftShader |"
echo "|---|---|---|---|---|"
for place in "${barriers[@]}"; do
    build_without "$place"
    while IFS='|' read -r name title pattern; do
        case " $(echo $RUNS) " in *" $name "*) ;; *) continue ;; esac
        case $place,$name in nbl/bloom/*,bloom*) ;; nbl/bloom/*,* | *,bloom*) continue ;; esac
        found=-
        [ "$TABLE" = - ] || found=$(checker "$place" "$pattern")
        [ -n "$found" ] || continue
        echo "| \`$place\` | $title | $found | $(verdict "$lavapipe" "$name" </dev/null) | $(verdict "$swiftshader" "$name" </dev/null) |"
    done <<<"$all"
done
