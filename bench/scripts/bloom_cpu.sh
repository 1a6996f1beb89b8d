#!/usr/bin/env bash
# Times blooms without a GPU, executor and emulator by turns, beside SciPy's fftconvolve; and compares their files.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/bloom_cpu.sh [TURNS]   6 by default; the least time counts. The emulator runs in every third turn only
#   PYTHON=program                       one that has SciPy (python3)
#   BUILD=folder                         where `make` and `make demo` built
#
# The demo's scene of 1280x720 and a Gaussian of 256x256. The executor and the emulator have a thread for each processor, SciPy
# has one worker and convolves three channels in float32. Prints milliseconds of all passes, and of an image's passes alone,
# without the kernel's.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build} turns=${1:-6}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$build/make-demo-inputs" "$scratch"
"$build/nbl-bloom" kernel gaussian --sigma 20 -o "$scratch/kernel.exr" 2>/dev/null

run() { # name, backend, kernel and options
    local name=$1 backend=$2
    shift 2
    "$build/nbl-bloom" "$scratch/scene.exr" "$@" -o "$scratch/$name-$backend.exr" --backend "$backend" \
        --timings "$scratch/report" 2>>"$scratch/log"
    sed -nE 's/.*"name": "(kernel)?.*"time_ns": ([0-9]+).*/\2 \1/p' "$scratch/report" |
        awk '{ all += $1; if (NF == 1) image += $1 } END { print all / 1e6, image / 1e6 }' >>"$scratch/$name-$backend"
}
least() { # file with two columns
    awk '{ for (i = 1; i <= 2; i++) if (NR == 1 || $i < least[i]) least[i] = $i }
        END { printf "%.1f ms, image %.1f", least[1], least[2] }' "$scratch/$1"
}
scipy() {
    "${PYTHON:-python3}" - <<'PY' >>"$scratch/scipy"
import time, numpy, scipy.signal
random = numpy.random.default_rng(1)
image = random.random((720, 1280, 3), numpy.float32)
kernel = random.random((256, 256, 3), numpy.float32)
begin = time.perf_counter()
scipy.signal.fftconvolve(image, kernel, mode="same", axes=(0, 1))
took = 1e3 * (time.perf_counter() - begin)
print(took, took)
PY
}
for turn in $(seq "$turns"); do
    for backend in executor emulator; do
        if [ $backend = executor ] || [ $((turn % 3)) = 1 ]; then
            run bloom $backend "$scratch/kernel.exr"
            run low $backend "$scratch/kernel.exr" --low-resolution 2
            run dual $backend --method dual-filter
        fi
    done
    scipy || echo "NOT HERE: SciPy"
done
for name in bloom low dual; do
    same=other
    cmp -s "$scratch/$name-executor.exr" "$scratch/$name-emulator.exr" && same="the same"
    echo "$name: executor $(least $name-executor); emulator $(least $name-emulator); $same bytes"
done
echo "fftconvolve: $(least scipy)"
