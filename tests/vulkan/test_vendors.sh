#!/usr/bin/env bash
# Kernels through another vendor's compiler without its hardware: Mesa's RADV on no device; no kernel spills a register.
# SPDX-License-Identifier: Apache-2.0
#
# The package that brings lavapipe brings RADV, whose RADV_FORCE_FAMILY compiles for a GPU that is not there. Where Mesa
# lacks it, the families are NOT HERE. NBL_SEED draws the lengths.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
families="gfx1100 vega10" # RDNA3, and GCN as Vega has it
seed=${NBL_SEED:-1}
[ "$seed" != now ] || seed=$(date +%s)
echo "vendors: NBL_SEED=$seed draws these lengths"

# Kernels: modes and precisions of lengths that every run has, and of lengths that are drawn.
kernel() { # name, options ...
    local name=$1
    shift
    "$build/nbl-fft" compile -o "$scratch/$name.spv" "$@" >/dev/null || record 1 "nbl-fft compile $*"
}
drawn=$(python3 - "$seed" <<'END'
import random, sys
random.seed(int(sys.argv[1]))
def smooth(n):
    for p in (2, 3, 5, 7):
        while n % p == 0: n //= p
    return n == 1
print(*random.sample([n for n in range(48, 8193) if smooth(n)], 8))
# Beyond the lengths of the tables of facts: multiples of 11 and 13.
print(*random.sample([k * n for k in (11, 13) for n in range(4, 8193 // k) if smooth(n)], 4))
END
)
for length in 256 1024 4096 $drawn; do
    for mode in exact fast; do kernel "$length-$mode-fp32" --length "$length" --mode $mode; done
done
kernel 1024-exact-fp64 --length 1024 --precision fp64
kernel 4096-exact-fp64 --length 4096 --precision fp64
kernel 1024-fast-fp16-storage --length 1024 --mode fast --precision fp16-storage
kernel 1024-fast-fp16 --length 1024 --mode fast --precision fp16
kernel 2048-fast-real --length 2048 --real --mode fast
kernel 4096-shuffle --length 4096 --algorithm radix2-shuffle
"$build/nbl-bloom" compile 1280x720 256x256 -o "$scratch/bloom" >/dev/null || record 1 "nbl-bloom compile"
# The check must find one that holds more values at once than an invocation has registers.
python3 - >"$scratch/spills.comp" <<'END'
print("#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { float x[]; } b;\nvoid main() {")
print("uint at = gl_GlobalInvocationID.x;")
for i in range(300): print(f"float v{i} = sin(b.x[at + {i}u * 64u]);")
print("barrier();")
for i in range(300): print(f"b.x[at + {i}u * 64u] = v{i} * v{(7 * i + 3) % 300} + v{(11 * i + 5) % 300};")
print("}")
END
glslangValidator -V -o "$scratch/spills.spirv" "$scratch/spills.comp" >/dev/null; record $? "glslangValidator"
kernels=$(find "$scratch" -name '*.spv' | sort)
count=$(wc -l <<<"$kernels")
record "$([ "$count" -ge 40 ]; echo $?)" "$count kernels were made, of at least 40"

driver=$(ls /usr/share/vulkan/icd.d/radeon_icd.*.json 2>/dev/null | head -n 1)
spilling() { # file of figures: prints each kernel whose compiler stored registers in memory
    awk -F'\t' '$2 ~ /Spilled/ && $3 > 0 { print $1 ": " $2 " " $3 }' "$1"
}
for family in $families; do
    if [ -z "$driver" ] || ! RADV_FORCE_FAMILY=$family VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver \
        "$build/nbl-fft" devices 2>/dev/null | grep -qi "$family"; then
        echo "NOT HERE: RADV for $family"
        continue
    fi
    RADV_FORCE_FAMILY=$family VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver MESA_SHADER_CACHE_DISABLE=true \
        "$build/tests/vulkan/statistics" $kernels >"$scratch/$family" 2>"$scratch/said"
    record $? "$family: $(head -n 3 "$scratch/said")"
    seen=$(cut -f 1 "$scratch/$family" | sort -u | wc -l)
    record "$([ "$seen" = "$count" ]; echo $?)" "$family: $seen of $count kernels were compiled"
    spilling "$scratch/$family" | sed "s#$scratch/##" >"$scratch/found"
    record "$([ ! -s "$scratch/found" ]; echo $?)" "$family: spills registers: $(head -n 3 "$scratch/found")"
    grep -q 'Spilled VGPRs' "$scratch/$family"; record $? "$family: this Mesa does not count what is spilled"
    echo "$family: $seen kernels compiled, most registers $(awk -F'\t' '$2 == "VGPRs" && $3 > m { m = $3 } END { print m }' "$scratch/$family")"
    RADV_FORCE_FAMILY=$family VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver MESA_SHADER_CACHE_DISABLE=true \
        "$build/tests/vulkan/statistics" "$scratch/spills.spirv" >"$scratch/mutant"
    [ -n "$(spilling "$scratch/mutant")" ]; record $? "$family: a kernel that must spill does not"
done
finish
