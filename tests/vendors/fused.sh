#!/usr/bin/env bash
# Counts fused mode's kernels beside fast mode's by other vendors' compilers, without hardware: make check-vendors.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/fused.sh FOLDER [DEVICE ...]   FOLDER: what setup.sh has made; DEVICE: of device.sh; default: six
#   NBL_SEED=n|now        draws 12 lengths and 6 planes (the date, as 20261129) beside the fixed ones
#   NBL_STATISTICS=folder keeps what each compiler says, as fused-DEVICE: MODE/KERNEL <tab> FIGURE <tab> VALUE
#
# Fast mode's module leaves multiply-adds to the compiler. Fused mode's states them and has NoContraction on each sum,
# with which Mesa's compilers may neither fuse nor reorder. Kernels are compared where both modes have the same
# dispatches, workgroups and invocations; twiddles may be stepped in fewer passes in fused mode. Column "by decoration":
# fused mode's modules over the same ones without NoContraction.
#
# Fails where a compiler refuses a kernel, where more kernels spill in fused mode than in fast mode, or where
# NoContraction costs more than MOST of the instructions in the median.
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
    for mode in fast fused; do
        "$build/nbl-fft" compile --shape "$shape" --mode $mode --max-shared-bytes 32768 -o "$scratch/shape" >/dev/null
        record $? "nbl-fft compile --shape $shape --mode $mode"
        mkdir -p "$scratch/k/$mode"
        for step in "$scratch"/shape/*.spv; do mv "$step" "$scratch/k/$mode/$shape-$(basename "$step")"; done
        grep -v '"mode"' "$scratch/shape/fft.json" >"$scratch/k/$mode/$shape.json"
        rm -rf "$scratch/shape"
    done
done
# SPIR-V is words of 32 bits. Instruction 71 decorates, and 42 is NoContraction. Instruction 16 is a mode of execution,
# and 17 is the workgroup's size.
python3 - "$scratch/k" >"$scratch/same" <<'END'
import array, glob, os, sys
os.chdir(sys.argv[1])
os.mkdir("undecorated")
def instructions(words):
    at = 5
    while at < len(words):
        yield words[at:at + (words[at] >> 16)]
        at += words[at] >> 16
def read(path): return array.array("I", open(path, "rb").read())
def size(words): return [list(i[3:]) for i in instructions(words) if i[0] & 65535 == 16 and i[2] == 17]
for path in glob.glob("fused/*.spv"):
    name = os.path.basename(path)
    words = read(path)
    bare = words[:5]
    for i in instructions(words):
        if not (i[0] & 65535 == 71 and i[2] == 42): bare.extend(i)
    open(f"undecorated/{name}", "wb").write(bare.tobytes())
    shape = name[:name.index("-")]
    if open(f"fast/{shape}.json").read() != open(f"fused/{shape}.json").read(): continue
    if size(read(f"fast/{name}")) == size(words): print(name)
END
steps=$(ls "$scratch/k/fused"/*.spv | wc -l)
echo "fused: $(wc -l <"$scratch/same") of $steps kernels are of the same program"
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
same = open(f"{scratch}/same").read().split()
INSTRUCTIONS = "VALU", "ALU", "Instructions", "Instruction Count", "Instruction count" # of a device the first that it tells
REGISTERS = "VGPRs", "Max live registers", "GPRs", "Registers used", "Number of GPRs"
SPILLS = "Spilled VGPRs", "Spilled SGPRs", "Spills", "Spill count", "Spill Count", "STP Count", "Spills to memory"
print("| | kernels | instructions over fast mode's: median, most | by decoration: median, most | registers: median, most | "
      "spilling: fast, fused | most at |")
print("|---|---|---|---|---|---|---|")
failed = False
for device in devices:
    told = {}
    for line in open(f"{scratch}/{device}"):
        kernel, figure, value = line.rstrip("\n").split("\t")
        told.setdefault(kernel, {})[figure] = int(value)
    def figure(mode, name, figures):
        of = told[f"{mode}/{name}"]
        return next(of[f] for f in figures if f in of)
    def ratios(over, figures): return [figure("fused", name, figures) / figure(over, name, figures) for name in same]
    def spilling(mode): return sum(any(told[f"{mode}/{name}"].get(f, 0) > 0 for f in SPILLS) for name in same)
    fused, decorated, registers = ratios("fast", INSTRUCTIONS), ratios("undecorated", INSTRUCTIONS), ratios("fast", REGISTERS)
    of = lambda figures: f"{statistics.median(figures):.3f}, {max(figures):.3f}"
    print(f"| {device} | {len(same)} | {of(fused)} | {of(decorated)} | {of(registers)} | {spilling('fast')}, {spilling('fused')} | "
          f"{same[fused.index(max(fused))][:-4]} |")
    if statistics.median(decorated) > most or spilling("fused") > spilling("fast"):
        print(f"{device}: NoContraction costs more than {most}, or kernels spill for it", file=sys.stderr)
        failed = True
sys.exit(failed)
END
record $? "fused mode's instructions and spills"
cat "$scratch/table"
finish
