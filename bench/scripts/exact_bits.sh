#!/usr/bin/env bash
# Exact mode's bits by hash: arrays of any length and dimension on the CPU and on devices, as dated in docs/log/transforms.md.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/exact_bits.sh MOST BACKEND ...   arrays of at most 2^MOST elements; each backend a word such as
#                                                  executor or vulkan:llvmpipe; BUILD=folder where make built;
#                                                  EXPECTED=file an earlier run's lines, in place of the CPU here;
#                                                  CASES="1-39 601-699" numbers of tests/fft/cases.txt
#
# A line for each array: shape, options, the hash of the CPU's result, and of each backend `same`, `differs` or `refused`.
# Inputs follow from the shape alone, so that lines of different machines can be compared. Python 3 makes them.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} most=${1:-20}
shift || true
[ $# -gt 0 ] || set -- vulkan
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

make_input() { # shape, scalars of an element: 1 or 2, f4 or f8
    python3 - "$@" "$scratch/in.npy" <<'P'
import array, random, sys
shape, scalars, scalar, path = sys.argv[1].split("x"), int(sys.argv[2]), sys.argv[3], sys.argv[4]
count = scalars
for size in shape:
    count *= int(size)
numbers = random.Random(sys.argv[1])
descr = "<" + (scalar if scalars == 1 else {"f4": "c8", "f8": "c16"}[scalar])
head = "{'descr': '%s', 'fortran_order': False, 'shape': (%s,), }" % (descr, ", ".join(shape))
head += " " * (117 - len(head)) + "\n"
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode())
    array.array("f" if scalar == "f4" else "d", (numbers.random() - 0.5 for _ in range(count))).tofile(file)
P
}

read -ra cases <<<"${CASES:-601-699}"
same=0 others=0
while read -r shape axes scalars options; do
    elements=1
    for size in ${shape//x/ }; do elements=$((elements * size)); done
    [ "$elements" -le $((1 << most)) ] || continue
    case $options in *fp64*) scalar=f8 ;; *) scalar=f4 ;; esac
    make_input "$shape" "$scalars" "$scalar"
    all=$(seq -s, 0 $(($(printf %s "$shape" | tr -cd x | wc -c))))
    line=$shape${options:+ $options}
    [ "$axes" = "$all" ] || line="$line --axes $axes"
    # shellcheck disable=SC2086 # many words
    if [ -n "${EXPECTED:-}" ]; then
        hash=$(grep -F "$line: " "$EXPECTED" | head -n 1 | sed "s/^$line: //" | cut -c1-16)
    else
        "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --axes "$axes" $options --backend executor
        hash=$(sha256sum <"$scratch/out.npy" | cut -c1-16)
    fi
    verdicts=
    for backend; do
        # shellcheck disable=SC2086 # many words
        if "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --axes "$axes" $options --mode exact \
            --backend "${backend%%:*}" $([ "${backend#*:}" = "$backend" ] || echo --device "${backend#*:}") 2>"$scratch/why"; then
            if [ "$(sha256sum <"$scratch/out.npy" | cut -c1-16)" = "$hash" ]; then verdict=same; else verdict=differs; fi
        else
            verdict="refused ($(head -n 1 "$scratch/why" | cut -c1-100))"
        fi
        if [ "$verdict" = same ]; then same=$((same + 1)); else others=$((others + 1)); fi
        verdicts="$verdicts, $backend $verdict"
    done
    echo "$line: $hash$verdicts"
done < <(bench/scripts/cases.sh "${cases[@]}")
echo "$same same, $others not"
[ "$others" = 0 ]
