#!/usr/bin/env bash
# Exact kernels on a newer lavapipe, in subgroups of 4, 8 and 16 lanes: their bits beside the CPU's. By hand, never part of a
# check: docs/systems.md has the last run.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/lavapipe.sh FOLDER [LENGTH ...]     FOLDER: what tests/vendors/setup.sh has made; BUILD=folder (build)
#
# Radix-2 shuffles exchange within a subgroup, so that their kernels differ by its lanes; Stockham's do not.
set -u
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
fft=$(realpath "${BUILD:-build}")/nbl-fft
. tests/common/expect.sh
[ $# -gt 0 ] || set -- 64 360 1024 4096
libraries=$folder/sid/usr/lib/x86_64-linux-gnu manifest=$folder/icd/lvp_icd.json
[ -e "$manifest" ]; record $? "$manifest: is missing: run setup.sh" || finish
lavapipe() { # bits of a vector, arguments of nbl-fft
    local width=$1
    shift
    LP_NATIVE_VECTOR_WIDTH=$width VK_DRIVER_FILES=$manifest VK_ICD_FILENAMES=$manifest VK_LOADER_LAYERS_DISABLE='~implicit~' \
        "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:/usr/lib/x86_64-linux-gnu:/lib/x86_64-linux-gnu" \
        "$fft" "$@"
}
for length in "$@"; do
    /usr/bin/python3 -c "
import numpy as np, sys
r = np.random.default_rng($length)
np.save(sys.argv[1], (r.standard_normal((3, $length)) + 1j * r.standard_normal((3, $length))).astype(np.complex64))" \
        "$scratch/in.npy"
    record $? "numpy: $length"
    for algorithm in stockham radix2-shuffle; do
        [ $algorithm = stockham ] || [ $((length & (length - 1))) = 0 ] || continue # powers of two alone
        "$fft" transform "$scratch/in.npy" "$scratch/cpu.npy" --algorithm $algorithm --backend emulator >"$scratch/said" 2>&1
        record $? "cpu: $length $algorithm: $(cat "$scratch/said")"
        for width in 128 256 512; do
            lanes=$((width / 32))
            lavapipe $width devices 2>/dev/null | grep -q "subgroup size *$lanes\$"; record $? "lavapipe: no subgroups of $lanes lanes"
            lavapipe $width transform "$scratch/in.npy" "$scratch/out.npy" --algorithm $algorithm --backend vulkan \
                >"$scratch/said" 2>&1 && cmp -s "$scratch/cpu.npy" "$scratch/out.npy"
            record $? "lavapipe: $length $algorithm in $lanes lanes: other bits, or $(head -n 1 "$scratch/said")"
        done
    done
done
finish
