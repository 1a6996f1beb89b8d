#!/bin/sh
# Compares, bit by bit in exact mode, what a device makes of the plans in tests/fft/bit_identity.txt with what the emulator makes.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: bench/scripts/bit_identity.sh make FOLDER [BUILD]               signals and the emulator's results, with python3; 2.4 MB
#        bench/scripts/bit_identity.sh compare FOLDER [BUILD [OPTION ...]]  with the device's; options as of nbl-fft transform
#
# The second step runs on a machine with nothing but a Vulkan driver and loader: carry FOLDER, this script and BUILD/nbl-fft.
set -eu
step=${1:-} folder=${2:-} build=${3:-build}
[ $# -gt 3 ] && shift 3 || set --
case $step:$folder in
make:?* | compare:?*) ;;
*) echo "usage: $0 make|compare FOLDER [BUILD [OPTION ...]]" >&2; exit 2 ;;
esac

if [ "$step" = make ]; then
    mkdir -p "$folder"
    plans=${PLANS:-$(dirname "$0")/../../tests/fft/bit_identity.txt}
    grep -v '^#' "$plans" >"$folder/plans.txt"
    python3 - "$folder" <<'P'
import random, struct, sys
random.seed(1)
for line in open(sys.argv[1] + "/plans.txt"):
    length, batch = int(line.split()[0]), 5 if int(line.split()[0]) < 4096 else 3  # odd: the last workgroup is ragged
    head = "{'descr': '<c8', 'fortran_order': False, 'shape': (%d, %d), }" % (batch, length)
    head += " " * (117 - len(head)) + "\n"
    numbers = [random.uniform(-1, 1) for _ in range(2 * batch * length)]
    with open("%s/%d.npy" % (sys.argv[1], length), "wb") as file:
        file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<%df" % len(numbers), *numbers))
P
fi

transform() { # length, plan, direction, file, options
    length=$1 plan=$2 inverse=$3 file=$4
    shift 4
    [ "$inverse" = forward ] && inverse="" || inverse=--inverse
    "$build/nbl-fft" transform "$folder/$length.npy" "$file" --algorithm stockham --plan "$plan" --mode exact ${inverse:+"$inverse"} "$@"
}
same=0 differing=0
while read -r length plan; do
    for direction in forward inverse; do
        expected=$folder/$length-$direction.npy
        if [ "$step" = make ]; then
            transform "$length" "$plan" $direction "$expected" --backend emulator
            continue
        fi
        transform "$length" "$plan" $direction "$folder/device.npy" --backend vulkan "$@"
        if cmp -s "$expected" "$folder/device.npy"; then
            same=$((same + 1))
        else
            differing=$((differing + 1))
            echo "$length $plan $direction: differs in $(cmp -l "$expected" "$folder/device.npy" | wc -l) bytes"
        fi
    done
done <"$folder/plans.txt"
[ "$step" = compare ] || exit 0
rm -f "$folder/device.npy"
echo "bit identity: $same of $((same + differing)) results have the emulator's bits"
[ $differing = 0 ] && [ $same -gt 0 ]
