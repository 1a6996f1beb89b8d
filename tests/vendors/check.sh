#!/usr/bin/env bash
# Compiles the library's kernels by other vendors' compilers, without their hardware: make check-vendors.
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/check.sh [--all] [DEVICE ...]   DEVICE: of tests/vendors/device.sh; default: those of the table
#   --all                 every length from 48 to 8192, where a run takes 12 and draws 12; and every multiple of 11 or 13, which have no
#                         measured plan, where a run draws 6
#   NBL_VENDORS=folder    where tests/vendors/setup.sh keeps packages (build/vendors)
#   NBL_SEED=n|now        draws the lengths (the date, as 20261129)
#   NBL_STATISTICS=folder keeps what each device's compiler says: KERNEL <tab> FIGURE <tab> VALUE
#   NBL_BASELINE=write    writes what spills of the devices given as tests/vendors/spills-mesa-VERSION.txt; with --all
#
# Fails where a kernel is refused, or spills and the baseline of this version of Mesa does not have it. A baseline has every
# length, so that a length drawn anew is held to it. Prints a table for docs/systems.md, and what is no longer spilled.
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
folder=${NBL_VENDORS:-$build/vendors}
seed=${NBL_SEED:-$(date +%Y%m%d)}
[ "$seed" != now ] || seed=$(date +%s)
every=0
if [ "${1:-}" = --all ]; then every=1; shift; fi
devices=${*:-rdna3 vega dg2 m1 a750} # nvk and bmg, whose float64 spills, take many minutes: by name
mesa=$(awk '$1 == "sid" && $2 == "mesa-vulkan-drivers" { print $3 }' tests/vendors/packages.txt)
known=tests/vendors/spills-mesa-$mesa.txt
tests/vendors/setup.sh "$folder" || { record 1 "vendors: the compilers could not be set up"; finish; }

# ---- Kernels: FOLDER/group/name.spv. Names without a drawn part are those of the baseline.
drawn=$(python3 - "$seed" "$every" <<'END'
import random, sys
random.seed(int(sys.argv[1]))
def smooth(n):
    for p in (2, 3, 5, 7):
        while n % p == 0: n //= p
    return n == 1
all = [n for n in range(48, 8193) if smooth(n)]
usual = [64, 256, 343, 360, 1000, 1024, 2048, 2187, 3125, 4096, 6000, 8192]
print(*(all if sys.argv[2] == "1" else usual + random.sample([n for n in all if n not in usual], 12)))
beyond = [k * n for k in (11, 13) for n in range(4, 8193 // k) if smooth(n)]
print(*(beyond if sys.argv[2] == "1" else random.sample(beyond, 6)))
END
)
lengths=$(head -n 1 <<<"$drawn") beyond=$(tail -n 1 <<<"$drawn")
echo "vendors: NBL_SEED=$seed draws lengths; Mesa $mesa; $(wc -w <<<"$lengths") lengths, $(wc -w <<<"$beyond") multiples of 11 or 13"
kernel() { # group, name, options of nbl-fft compile ...
    local at=$scratch/k/$1/$2.spv
    mkdir -p "$scratch/k/$1"
    shift 2
    "$build/nbl-fft" compile -o "$at" --max-shared-bytes "${shared:-32768}" "$@" >/dev/null || record 1 "nbl-fft compile $*"
}
for length in $lengths; do
    kernel fast-fp32 "$length" --length "$length" --mode fast
    kernel exact-fp32 "$length" --length "$length"
    [ "$length" -gt 4096 ] || kernel fast-fp64 "$length" --length "$length" --mode fast --precision fp64
    [ "$length" -gt 4096 ] || kernel exact-fp64 "$length" --length "$length" --precision fp64
done
for length in $beyond; do kernel beyond-fp32 "$length" --length "$length" --mode fast; done
for length in 256 1024 4096; do
    kernel halves "$length-storage" --length "$length" --mode fast --precision fp16-storage
    kernel halves "$length-arithmetic" --length "$length" --mode fast --precision fp16
    kernel shuffle "$length" --length "$length" --algorithm radix2-shuffle
    kernel real "$length" --length "$length" --real --mode fast
done
for shape in 32768 65536 1048576 1080x1920 4096x4096; do
    mkdir -p "$scratch/k/passes"
    for mode in exact fast; do
        "$build/nbl-fft" compile --shape $shape --mode $mode --max-shared-bytes 32768 -o "$scratch/shape" >/dev/null ||
            record 1 "nbl-fft compile --shape $shape"
        for step in "$scratch"/shape/*.spv; do mv "$step" "$scratch/k/passes/$shape-$mode-$(basename "$step")"; done
        rm -rf "$scratch/shape"
    done
done
for size in 1280x720 1920x1080; do
    for mode in exact fast; do
        "$build/nbl-bloom" compile $size 256x256 --mode $mode --max-shared-bytes 32768 -o "$scratch/bloom" >/dev/null ||
            record 1 "nbl-bloom compile $size"
        mkdir -p "$scratch/k/bloom"
        for pass in "$scratch"/bloom/*.spv; do mv "$pass" "$scratch/k/bloom/$size-$mode-$(basename "$pass")"; done
        rm -rf "$scratch/bloom"
    done
done
# The check must find one that holds more values at once than an invocation has registers.
mkdir -p "$scratch/k/mutant"
python3 - >"$scratch/spills.comp" <<'END'
print("#version 450\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer B { float x[]; } b;\nvoid main() {")
print("uint at = gl_GlobalInvocationID.x;")
for i in range(300): print(f"float v{i} = sin(b.x[at + {i}u * 64u]);")
print("barrier();")
for i in range(300): print(f"b.x[at + {i}u * 64u] = v{i} * v{(7 * i + 3) % 300} + v{(11 * i + 5) % 300};")
print("}")
END
glslangValidator -V -o "$scratch/k/mutant/spills.spv" "$scratch/spills.comp" >/dev/null; record $? glslangValidator
# What only one vendor's devices take: rows of its own file, and shuffles in subgroups of another size. They stand beside the others
# under the same names.
for kind in amd intel apple qualcomm; do
    [ $kind != intel ] || shared=65536 # that an Arc has, where the others have 32768
    awk '($1 == "fast" || $1 == "exact") && ($2 == "fp32" || $2 == "fp64") { print $1, $2, $3 }' host/facts/$kind.txt >"$scratch/rows"
    while read -r mode precision length; do
        group=$mode-$precision
        if [ $((length % 11 * (length % 13))) = 0 ]; then group=beyond-fp32; fi
        if [ "$precision" = fp64 ] && [ ! -e "$scratch/k/$group/$length.spv" ]; then continue; fi # there are many
        kernel "$kind/$group" "$length" --length "$length" --mode "$mode" --precision "$precision" --device-kind $kind
    done <"$scratch/rows"
    shared=32768
done
for length in 256 1024 4096; do
    kernel intel/shuffle "$length" --length "$length" --algorithm radix2-shuffle --device-kind intel
done
lanes=$(awk '$1 == "number" && $2 == "shuffle-subgroup" { print $3 }' host/facts/intel.txt)
every_device() { (cd "$scratch/k" && find . -path "$1" -name '*.spv' | sed 's#^[.]/##' | grep -vE '^(amd|intel|apple|qualcomm)/'); }
echo "vendors: $(every_device '*' | wc -l) kernels, and of $(cat host/facts/{amd,intel,apple,qualcomm}.txt | grep -cE '^(fast|exact)') rows of one vendor"

# ---- Compilers
: >"$scratch/spilling"
one_device() {
    local device=$1 out=$scratch/$1 root=$PWD at=$scratch/of-$1 kind=none size=""
    case $device in
    rdna[0-9] | vega | polaris) kind=amd ;;
    lnl | bmg) kind=intel size="--subgroup-size 16" ;; # which have no 8
    dg2 | skl | tgl | mtl) kind=intel size="--subgroup-size $lanes" ;;
    m1) kind=apple ;;
    a[0-9]*) kind=qualcomm ;;
    esac
    mkdir -p "$at"
    every_device '*' | (cd "$scratch/k" && xargs cp -l --parents -t "$at")
    [ ! -d "$scratch/k/$kind" ] || cp -lrf "$scratch/k/$kind/." "$at"
    (cd "$at" || exit
     statistics() { "$root/tests/vendors/device.sh" "$folder" "$device" "$build/tests/vulkan/statistics" "$@"; }
     # shellcheck disable=SC2046,SC2086 # many words
     statistics $(find . -name '*.spv' -not -path './shuffle/*' | sed 's#^[.]/##' | sort)
     # shellcheck disable=SC2046,SC2086
     statistics $size $(find shuffle -name '*.spv' | sort)) >"$out" 2>"$out.said"
    find "$at" -name '*.spv' | wc -l >"$out.count"
    grep '^statistics: ' "$out.said" >"$out.refused" || true
}
for device in $devices; do
    one_device "$device"
    if [ -n "${NBL_STATISTICS:-}" ]; then cp "$scratch/$device" "$NBL_STATISTICS/$device"; fi
done
printf '| | kernels | refused for limits | spilling: %s | most registers | least resident of fast fp32 |\n|---|---|---|---|---|---|\n' \
    "fast fp32, exact fp32, fast fp64, exact fp64, others" >"$scratch/table"
for device in $devices; do
    out=$scratch/$device
    # A device of smaller limits, or without float64, refuses by name; that is its right.
    limits=$(grep -c -E 'is [0-9]+|needs|MISSING|not support|has no' "$out.refused")
    others=$(grep -v -E 'is [0-9]+|needs|MISSING|not support|has no' "$out.refused" | head -n 3)
    record "$([ -z "$others" ]; echo $?)" "$device: $others"
    compiled=$(cut -f 1 "$out" | sort -u | wc -l) count=$(cat "$out.count")
    record "$([ $((compiled + $(wc -l <"$out.refused"))) = $count ]; echo $?)" \
        "$device: $compiled compiled and $(wc -l <"$out.refused") refused of $count: $(tail -n 1 "$out.said")"
    awk -F'\t' -v device="$device" '$2 ~ /^(Spilled [VS]GPRs|Spills|Spill [Cc]ount|STP Count|Spills to memory)$/ && $3 > 0 {
        of[$1] += $3 } END { for (k in of) print device, k, of[k] }' "$out" | sed 's/[.]spv / /' | sort >"$out.spills"
    grep -q ' mutant/' "$out.spills"; record $? "$device: a kernel that must spill does not"
    sed -i '/ mutant\//d' "$out.spills"
    cat "$out.spills" >>"$scratch/spilling"
    of_group() { grep -c " $1/" "$out.spills"; }
    all=$(wc -l <"$out.spills") a=$(of_group fast-fp32) b=$(of_group exact-fp32) c=$(of_group fast-fp64) d=$(of_group exact-fp64)
    awk -F'\t' -v device="$device" -v compiled="$compiled" -v limits="$limits" \
        -v spills="$a, $b, $c, $d, $((all - a - b - c - d))" '
        $1 ~ /mutant/ { next }
        $2 ~ /^(VGPRs|Max live registers|GPRs|Registers used|Number of GPRs)$/ && $3 > most { most = $3 }
        $1 ~ /^fast-fp32/ && $2 ~ /^(Subgroups per SIMD|Threads|Max Waves Per Core|Max warps.SM)$/ && (least == "" || $3 < least) { least = $3 }
        END { printf "| %s | %d | %d | %s | %s | %s |\n", device, compiled - 1, limits, spills, most, least == "" ? "not told" : least }
    ' "$out" >>"$scratch/table"
    # What a fast plan leaves resident, so that loads of one subgroup are hidden by others.
    case $device in rdna3) floor=8 ;; vega) floor=2 ;; m1) floor=512 ;; *) floor=0 ;; esac
    few=$(awk -F'\t' -v floor=$floor '$1 ~ /^fast-fp32/ && $2 ~ /^(Subgroups per SIMD|Threads)$/ && $3 < floor { print $1, $3 }' "$out")
    record "$([ -z "$few" ]; echo $?)" "$device: fewer than $floor resident: $(head -n 3 <<<"$few")"
done

# ---- The baseline
if [ "${NBL_BASELINE:-}" = write ]; then
    grep -vE "^(#|$(tr ' ' '|' <<<"$devices") )" "$known" >"$scratch/kept" 2>/dev/null # of other devices
    { echo "# Kernels that spill, by device: DEVICE GROUP/KERNEL SPILLS; by NBL_BASELINE=write tests/vendors/check.sh --all"
      echo "# SPDX-License-Identifier: Apache-2.0"
      cat "$scratch/spilling" "$scratch/kept"; } >"$known"
fi
[ -e "$known" ]; record $? "$known: there is no baseline of this Mesa"
new=$(awk 'NR == FNR { had[$1 " " $2]; next } !(($1 " " $2) in had)' "$known" "$scratch/spilling")
record "$([ -z "$new" ]; echo $?)" "spills that were not there: $(head -n 5 <<<"$new")"
more=$(awk 'NR == FNR { had[$1 " " $2] = $3; next } ($1 " " $2) in had && $3 > 1.25 * had[$1 " " $2] + 4' "$known" "$scratch/spilling")
record "$([ -z "$more" ]; echo $?)" "spills more than it did: $(head -n 5 <<<"$more")"
gone=$(awk -v devices=" $devices " 'NR == FNR { has[$1 " " $2]; next } index(devices, " " $1 " ") && !(($1 " " $2) in has)' \
    "$scratch/spilling" <(grep -v '^#' "$known") | wc -l)
[ "$every" = 0 ] || [ "$gone" = 0 ] || echo "vendors: $gone kernels of $known spill no more: NBL_BASELINE=write"
cat "$scratch/table"
finish
