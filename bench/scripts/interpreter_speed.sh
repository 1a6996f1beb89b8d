#!/usr/bin/env bash
# Processor time of transforms on the interpreter of SPIR-V, the native emulator and lavapipe, in one run by turns.
# SPDX-License-Identifier: Apache-2.0
#
# bench/scripts/interpreter_speed.sh [ROUNDS]   BUILD: default build; takes the least of each of ROUNDS, default 3
#
# A row is a transform in exact mode, 2^22 elements. A time is the process's less the time of a run with two
# workgroups, so compiling and reading do not count; instructions are SPIR-V's times invocations.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}") rounds=${1:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
signal() { # file, rows, length, bytes of an element
    python3 - "$@" <<'PYTHON'
import random, array, sys
name, rows, length, size = sys.argv[1], *map(int, sys.argv[2:])
random.seed(length)
numbers = array.array("f" if size == 8 else "d", (random.gauss(0, 1) for _ in range(2 * length)))
head = "{'descr': '<c%d', 'fortran_order': False, 'shape': (%d, %d), }" % (size, rows, length)
head = head.ljust(117) + "\n"
with open(name, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + numbers.tobytes() * rows)
PYTHON
}
spent() { # command ...: seconds of the processor
    local TIMEFORMAT='%U %S'
    { time "$@" >said 2>&1; } 2>&1 | awk '{print $1 + $2}'
}
emulate() { # batch, options ...
    local batch=$1
    shift
    "$build/nbl-emulate" k.spv --groups $((batch / per_group)) --bind "0=in$batch.npy" --bind "1=$((batch * length * size))" \
        --push "$(printf '%02x%02x%02x%02x' $((batch & 255)) $((batch >> 8 & 255)) $((batch >> 16)) 0)" "$@"
}
transform() { # batch, options ...
    local batch=$1
    shift
    "$build/nbl-fft" transform "in$batch.npy" out.npy --mode exact "${how[@]}" "$@"
}
least() { # command: of both batches, `rounds` times
    local best=1e9 each
    for _ in $(seq "$rounds"); do
        each=$(awk "BEGIN { print $(spent "$1" "$many" "${@:2}") - $(spent "$1" "$few" "${@:2}") }")
        best=$(awk "BEGIN { print $each < $best ? $each : $best }")
    done
    echo "$best"
}
echo "$(date -u +%F), $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), load $(cut -d' ' -f1 /proc/loadavg)"
echo "| Transform | instructions x invocations | native, checked | SPIR-V, checked | native | SPIR-V | lavapipe | SPIR-V, checked, a second |"
echo "|---|---|---|---|---|---|---|---|"
for row in "1024" "256" "4096" "1000" "1024 --precision fp64" "1024 --algorithm radix2-shuffle"; do
    read -ra words <<<"$row"
    length=${words[0]} size=8
    [[ $row != *fp64* ]] || size=16
    said=$("$build/nbl-fft" compile -o k.spv --length "$length" --mode exact "${words[@]:1}")
    per_group=$(grep -oE 'FFTs per workgroup [0-9]+' <<<"$said" | grep -oE '[0-9]+$')
    rounds_of=$(grep -oE '@[0-9]+\*[0-9]+/[0-9]+x[0-9]+' <<<"$said" | grep -oE '[0-9]+$' || echo 1)
    per_group=$((per_group * rounds_of))
    few=$((2 * per_group)) many=$(((1 << 22) / length / per_group * per_group))
    signal "in$few.npy" $few "$length" $size
    signal "in$many.npy" $many "$length" $size
    how=("${words[@]:1}")
    plan=$(grep -oE 'plan [^ ]+$' <<<"$said" | cut -d' ' -f2 || true)
    [[ $row == *radix2* || -z $plan ]] || how=(--plan "$plan")
    emulate "$many" --no-check >said
    instructions=$(grep -oE '[0-9]+ instructions' said | cut -d' ' -f1)
    native=$(least transform --backend emulator --subgroup-size 32)
    checked=$(least transform --backend emulator --subgroup-size 32 --check)
    ours=$(least emulate --no-check)
    ours_checked=$(least emulate --no-proof)
    lavapipe=$(least transform --backend vulkan --device llvmpipe)
    awk "BEGIN { printf \"| %s | %.3g | %.2f s | %.2f s | %.2f s | %.2f s | %.2f s | %.0f million |\n\", \"$row\", $instructions, $checked, $ours_checked, $native, $ours, $lavapipe, $instructions / $ours_checked / 1e6 }"
done
