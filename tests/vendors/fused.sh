#!/usr/bin/env bash
# Counts what NoContraction costs fast mode's kernels by other vendors' compilers, without hardware: make check-vendors.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/fused.sh FOLDER [DEVICE ...]   FOLDER: what setup.sh has made; DEVICE: of device.sh; default: six
#   NBL_SEED=n|now        draws 12 lengths and 6 planes (the date, as 20261129) beside the fixed ones
#   NBL_STATISTICS=folder keeps what each compiler says, as fused-DEVICE: MODE/KERNEL <tab> FIGURE <tab> VALUE
#
# Fast mode's modules state their multiply-adds and have NoContraction on each sum, with which Mesa's compilers may
# neither fuse nor reorder. Each is compared with the same one without NoContraction.
#
# Fails where a compiler refuses a kernel, where more kernels spill with NoContraction than without it, or where it
# costs more than MOST of the instructions in the median.
set -u
cd "$(dirname "$0")/../.." || exit
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
folder=$(realpath "$1")
shift
seed=${NBL_SEED:-$(date +%Y%m%d)}
[ "$seed" != now ] || seed=$(date +%s)
devices=${*:-rdna3 vega dg2 m1 a750 nvk}
MOST=1.02 # measured 1.010 at most: docs/systems.md

shapes=$(python3 - "$seed" <<'END'
import random, sys
random.seed(int(sys.argv[1]))
def smooth(n):
    for p in (2, 3, 5, 7):
        while n % p == 0: n //= p
    return n == 1
lengths = [64, 256, 343, 360, 1000, 1024, 2048, 2187, 3125, 4096, 6000, 8192]
sides = [n for n in range(16, 4097) if smooth(n)]
drawn = random.sample([n for n in range(48, 8193) if smooth(n) and n not in lengths], 12)
planes = [f"{random.choice(sides)}x{random.choice(sides)}" for _ in range(6)]
print(*lengths, "32768 1048576 64x64 1080x1920 4096x4096", *drawn, *planes)
END
)
echo "fused: NBL_SEED=$seed draws shapes: $shapes"
for shape in $shapes; do
    "$build/nbl-fft" compile --shape "$shape" --mode fast --max-shared-bytes 32768 -o "$scratch/shape" >/dev/null
    record $? "nbl-fft compile --shape $shape --mode fast"
    mkdir -p "$scratch/k/fast"
    for step in "$scratch"/shape/*.spv; do mv "$step" "$scratch/k/fast/$shape-$(basename "$step")"; done
    rm -rf "$scratch/shape"
done
# SPIR-V is words of 32 bits. Instruction 71 decorates, and 42 is NoContraction.
python3 - "$scratch/k" >"$scratch/names" <<'END'
import array, glob, os, sys
os.chdir(sys.argv[1])
os.mkdir("undecorated")
def instructions(words):
    at = 5
    while at < len(words):
        yield words[at:at + (words[at] >> 16)]
        at += words[at] >> 16
def read(path): return array.array("I", open(path, "rb").read())
for path in glob.glob("fast/*.spv"):
    name = os.path.basename(path)
    words = read(path)
    bare = words[:5]
    for i in instructions(words):
        if not (i[0] & 65535 == 71 and i[2] == 42): bare.extend(i)
    open(f"undecorated/{name}", "wb").write(bare.tobytes())
    print(name)
END
count=$(find "$scratch/k" -name '*.spv' | wc -l)
for device in $devices; do
    out=$scratch/$device
    # shellcheck disable=SC2046 # many words
    (cd "$scratch/k" && "$OLDPWD/tests/vendors/device.sh" "$folder" "$device" "$build/tests/vulkan/statistics" \
        $(find . -name '*.spv' | sed 's#^[.]/##' | sort)) >"$out" 2>"$out.said"
    compiled=$(cut -f 1 "$out" | sort -u | wc -l)
    record "$([ "$compiled" = "$count" ]; echo $?)" "$device: $compiled compiled of $count: $(tail -n 1 "$out.said")"
    if [ -n "${NBL_STATISTICS:-}" ]; then cp "$out" "$NBL_STATISTICS/fused-$device"; fi
done
python3 - "$scratch" $MOST $devices >"$scratch/table" <<'END'
import statistics, sys
scratch, most, devices = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
names = open(f"{scratch}/names").read().split()
INSTRUCTIONS = "VALU", "ALU", "Instructions", "Instruction Count", "Instruction count" # of a device the first that it tells
REGISTERS = "VGPRs", "Max live registers", "GPRs", "Registers used", "Number of GPRs"
SPILLS = "Spilled VGPRs", "Spilled SGPRs", "Spills", "Spill count", "Spill Count", "STP Count", "Spills to memory"
print("| | kernels | instructions by NoContraction: median, most | registers: median, most | spilling: without, with | most at |")
print("|---|---|---|---|---|---|")
failed = False
for device in devices:
    told = {}
    for line in open(f"{scratch}/{device}"):
        kernel, figure, value = line.rstrip("\n").split("\t")
        told.setdefault(kernel, {})[figure] = int(value)
    def figure(mode, name, figures):
        of = told[f"{mode}/{name}"]
        return next(of[f] for f in figures if f in of)
    def ratios(figures): return [figure("fast", name, figures) / figure("undecorated", name, figures) for name in names]
    def spilling(mode): return sum(any(told[f"{mode}/{name}"].get(f, 0) > 0 for f in SPILLS) for name in names)
    decorated, registers = ratios(INSTRUCTIONS), ratios(REGISTERS)
    of = lambda figures: f"{statistics.median(figures):.3f}, {max(figures):.3f}"
    print(f"| {device} | {len(names)} | {of(decorated)} | {of(registers)} | {spilling('undecorated')}, {spilling('fast')} | "
          f"{names[decorated.index(max(decorated))][:-4]} |")
    if statistics.median(decorated) > most or spilling("fast") > spilling("undecorated"):
        print(f"{device}: NoContraction costs more than {most}, or kernels spill for it", file=sys.stderr)
        failed = True
sys.exit(failed)
END
record $? "instructions and spills by NoContraction"
cat "$scratch/table"
finish
