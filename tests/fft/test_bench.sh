#!/usr/bin/env bash
# nbl-fft bench on lavapipe: what its JSON and its plot hold, the peers it meets or names as absent, and what it refuses.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
fft=${BUILD:-build}/nbl-fft
. tests/common/expect.sh

# Exit code, what the one line on the standard error says, arguments.
refuses() {
    local status=$1 why=$2
    shift 2
    "$fft" bench "$@" >"$scratch/out" 2>"$scratch/error"
    local code=$?
    [ "$code" = "$status" ] && [ "$(wc -l <"$scratch/error")" = 1 ] && grep -qF -- "$why" "$scratch/error" && [ ! -s "$scratch/out" ]
    record $? "bench $*: exit code $code, $(cat "$scratch/error"), not $status, $why"
}
refuses 2 'a length, such as 1024, or LENGTH:PLAN, such as 1024:16x16x4@64, is missing'
refuses 2 'x: must be a length, or LENGTH:PLAN' x
refuses 2 '64,128: must be a length' 64,128
refuses 2 '-5: unknown option of bench' -5
refuses 2 '4294967296: must be a length' 4294967296
refuses 2 'a plan is written as' 64:
refuses 2 'plan 8x22: a radix is not one of' 64:8x22
refuses 2 'plans are for --algorithm stockham' 64:8x8 --algorithm radix2-shuffle
refuses 2 '--mode slow: must be exact|fast|fused, or several joined by commas' 64 --mode slow
refuses 2 '--mode fast,: must be exact|fast' 64 --mode fast,
refuses 2 '--precision fp32,fp8: must be fp16|fp32|fp64|fp16-storage' 64 --precision fp32,fp8
refuses 2 '--size 0: must be a number from 1' 64 --size 0
refuses 2 '--runs 4: must be a number from 5' 64 --runs 4
refuses 2 '--tolerance 101: must be a number from 0 to 100' 64 --tolerance 101
refuses 2 '--unroll 2: must be a number from 0 to 1' 64 --unroll 2
refuses 2 '--json: needs a value: a file name' 64 --json
refuses 1 'length 0: the length is below 2; the nearest supported length is 2' 0
refuses 1 'length 1: the length is below 2; the nearest supported length is 2' 1
refuses 1 'length 17: the length has a prime factor above 13; the nearest supported lengths are 16 and 18' 64 17
refuses 1 'length 9000: the length is too large; the nearest supported lengths are 8192 and 16384' 9000
refuses 1 'length 65536: the length is too large; the nearest supported length is 32768; --shapes takes any length' 65536
refuses 1 'length 16384: the length is too large; the nearest supported length is 8192' 16384 --precision fp64
refuses 1 'length 100: must be a power of two for radix2-shuffle; the nearest are 64 and 128' 100 --algorithm radix2-shuffle
refuses 1 'length 65536: must be a power of two for radix2-shuffle; the nearest is 32768, the largest' 65536 --algorithm radix2-shuffle
refuses 1 'x.json: cannot be written: No such file' 64 --json "$scratch/no/x.json"
refuses 1 'is a directory' 64 --svg "$scratch"
refuses 1 'there is no such device' 64 --device 99999999999

# What runs here, alone: no loader needed to start, nor anything that a bare machine has not.
wanted='^(linux-vdso|/lib64/ld-linux|/lib/ld-linux|libm\.so|libc\.so|libpthread\.so|libdl\.so|librt\.so|lib(a|ub|t)san\.so|libstdc\+\+\.so|libgcc_s\.so)'
more=$(ldd "$fft" | awk '{ print $1 }' | grep -vE "$wanted")
[ -z "$more" ]
record $? "nbl-fft needs more than the C library: $more"

driver=$(find /usr/share/vulkan/icd.d -name 'lvp_icd.*.json' 2>/dev/null | head -n 1)
if [ -z "$driver" ]; then
    echo "SKIPPED: bench: lavapipe is not installed"
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
    exit
fi
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver XDG_CACHE_HOME=$scratch
unset GALLIVM_PERF # kernels that are timed run often: here the driver's optimisations pay

refuses 1 'the copies before and after the transforms differ by' 8 --algorithm radix2-shuffle --size 1 --runs 5 --tolerance 0
echo kept >"$scratch/kept.json"
"$fft" bench 64 --device GeForce --json "$scratch/kept.json" 2>/dev/null
[ "$(cat "$scratch/kept.json")" = kept ]
record $? "a file was overwritten by a run that measured nothing"
"$fft" bench 64:8x9 12:3x4 --mode fast --size 1 --runs 5 --json "$scratch/plans.json" >"$scratch/out" 2>"$scratch/error"
[ $? = 1 ] && [ "$(cat "$scratch/error")" = "nbl-fft: bench: 1 of the transforms could not be measured; the table says why" ]
record $? "one plan of two that is wrong: $(cat "$scratch/out" "$scratch/error")"

# Fused mode takes fast mode's plans, with radices of primes above 13; exact mode has no such radix.
"$fft" bench 48 51 --mode fused,fast,exact --size 1 --runs 5 >"$scratch/out" 2>"$scratch/error"
[ $? = 1 ] && awk '
    $1 == 48 { plan[$4] = $NF }
    $1 == 51 { said[$4] = $0 }
    END { exit !(plan["fused"] != "" && plan["fused"] == plan["fast"] && plan["fast"] != plan["exact"] &&
                 said["fused"] ~ /17x3@/ && said["fast"] ~ /17x3@/ && said["exact"] ~ /a prime factor above 13/) }' "$scratch/out"
record $? "plans of three modes: $(cat "$scratch/out" "$scratch/error")"

# VkFFT's convolutions, of a prime: its buffers given when it plans, not when it launches, leave its tables unbound, and error 1.
"$fft" bench 17 --shapes --peers --size 1 --runs 5 --mode fast >"$scratch/out" 2>"$scratch/error"
awk -v installed="$(dpkg-query -W libvkfft-dev 2>/dev/null | wc -l)" '
    / VkFFT / { rows++; good += $9 != "-" && $9 < 2e-3 } END { exit !(rows == installed && good == rows) }' "$scratch/out"
record $? "bench --shapes --peers: $(cat "$scratch/out" "$scratch/error")"

# The algorithm whose kernels this driver builds quickly.
"$fft" bench 16 8 --algorithm radix2-shuffle --mode fast,exact --precision fp32,fp64 --size 1 --runs 5 --peers --json "$scratch/b.json" --svg "$scratch/b.svg" >"$scratch/out" 2>"$scratch/error"
record $? "bench: $(cat "$scratch/error")"
cat "$scratch/out"
for peer in VkFFT:libvkfft-dev FFTW:libfftw3-dev; do
    if grep -qF -- "--peers: ${peer%:*} is not built in: ${peer#*:} was not installed" "$scratch/error"; then
        echo "SKIPPED: bench: ${peer%:*}: ${peer#*:} is not installed"
    fi
done
python3 - "$scratch" <<'P'
import json, math, re, sys, xml.etree.ElementTree as xml
folder = sys.argv[1]
report = json.load(open(folder + "/b.json"))
said = open(folder + "/error").read()
passed = failed = 0
def check(what, good):
    global passed, failed
    if good: passed += 1
    else: failed += 1; print("failed:", what)

assert report["command"] == "nbl-fft bench 16 8 --algorithm radix2-shuffle --mode fast,exact --precision fp32,fp64 --size 1 --runs 5 --peers", report["command"]
check("head", "llvmpipe" in report["device"] and report["driver"] == "llvmpipe" and report["driver_info"].startswith("Mesa") and report["subgroup_size"] == 8)
check("launches and bytes", report["launches"] == 5 and report["untimed_launches"] == 30 and report["bytes_read_by_a_launch"] == 1 << 20)
check("copy", all(report["copy_gigabytes_per_second"][when] > 0 for when in ("before", "after")))
peers = {peer["name"]: peer["built_in"] for peer in report["peers"]}
check("peers", list(peers) == ["VkFFT", "FFTW"])
for peer, built_in in peers.items():
    check(peer + " is there or named as absent", built_in != (peer + " is not built in" in said))
rows = report["rows"]
expected = 2 * 2 * (2 + sum(peers.values()))
check("%d rows, not %d" % (len(rows), expected), len(rows) == expected)
element = {"fp32": 8, "fp64": 16}
# Of VkFFT with the device's own sines, which Vulkan allows to be wrong by 2^-11.
bound = {("nbl", "fp32"): 1.6e-7, ("nbl", "fp64"): 6e-16, ("VkFFT", "fp32"): 2e-3, ("VkFFT", "fp64"): 2e-15, ("FFTW", "fp32"): 1.8e-7, ("FFTW", "fp64"): 6e-16}
columns = "length by precision mode plan transforms microseconds spread gigabytes_per_second fraction_of_copy relative_l2_error registers binary_bytes shared_bytes".split()
for row in rows:
    name = "%(by)s %(length)d %(precision)s %(mode)s" % row
    check(name + ": columns", list(row) == columns)
    check(name + ": error %r" % row["relative_l2_error"], 1e-17 < row["relative_l2_error"] <= bound[row["by"], row["precision"]])
    check(name + ": mode", (row["mode"] in ("fast", "exact")) == (row["by"] == "nbl") and (row["by"] == "nbl" or row["mode"] is None))
    moved = 2 * row["length"] * element[row["precision"]] * row["transforms"]
    check(name + ": bytes", row["by"] == "FFTW" or (1 << 20) - 1024 < moved / 2 <= 1 << 20)
    check(name + ": GB/s", math.isclose(row["gigabytes_per_second"], moved / row["microseconds"] / 1e3, rel_tol=1e-4))
    copy = report["copy_gigabytes_per_second"]["before"]
    check(name + ": of copy", row["by"] == "FFTW" and row["fraction_of_copy"] is None
          or row["by"] != "FFTW" and math.isclose(row["fraction_of_copy"], row["gigabytes_per_second"] / copy, rel_tol=1e-4))
    check(name + ": plan " + row["plan"], re.match(r"2 x [48]$" if row["by"] == "nbl" else r"(in|out of) place, 1 pass" if row["by"] == "VkFFT" else "FFTW_", row["plan"]) is not None)
    check(name + ": shared memory", (row["shared_bytes"] is not None) == (row["by"] == "nbl"))
wrong, right = json.load(open(folder + "/plans.json"))["rows"]
check("a wrong plan", wrong == {"length": 64, "by": "nbl", "precision": "fp32", "mode": "fast", "failure": "plan 8x9: is for length 72, not 64"})
check("a plan", right["plan"].startswith("3x4@") and right["mode"] == "fast" and 1e-9 < right["relative_l2_error"] < 1.4e-7)

svg = xml.parse(folder + "/b.svg").getroot()
name = lambda tag: "{http://www.w3.org/2000/svg}" + tag
texts = ["".join(text.itertext()) for text in svg.iter(name("text"))]
check("svg: root", svg.tag == name("svg") and svg.find(name("desc")).text == report["command"])
for wanted in ["Batched one-dimensional FFTs on " + report["device"], "nbl, fast", "nbl, exact", "8", "16"] + ["VkFFT"] * peers["VkFFT"]:
    check("svg: label " + wanted, wanted in texts)
check("svg: copy as a line in both panels", sum(text.startswith("copy kernel, ") for text in texts) == 2)
points = [title.text for title in svg.iter(name("title"))][1:]
on_device = [row for row in rows if row["by"] != "FFTW"]
check("svg: %d points" % len(points), len(points) == len(on_device))
width, height = float(svg.get("width")), float(svg.get("height"))
numbers = [(float(c.get("cx")), float(c.get("cy"))) for c in svg.iter(name("circle"))]
check("svg: within the picture", all(0 < x < width and 0 < y < height for x, y in numbers) and "nan" not in open(folder + "/b.svg").read())
print("%d passed, %d failed" % (passed, failed))
sys.exit(failed != 0)
P
record $? "JSON or SVG, or python3"
# The examples of --help as they stand, but that launches read 1 MiB, few are timed, and two plans are tried. An option that
# an example names and the command lacks fails, and so does a help without an example.
for command in devices bench tune; do
    "$fft" $command --help | sed -n '/^Example/,$s/^  nbl-fft/nbl_fft/p' >"$scratch/example"
    [ -s "$scratch/example" ]; record $? "no example in $command --help"
    while read -r line; do
        case $line in
        "nbl_fft bench "*) less="--size 1 --runs 5" ;;
        "nbl_fft tune "*) less="--size 1 --runs 5 --plans 2" ;;
        *) less="" ;;
        esac
        (nbl_fft() { "$fft" "$@"; }; fft=$(realpath "$fft"); cd "$scratch" && eval "$line $less") >"$scratch/out" 2>"$scratch/error"
        record $? "$line: $(cat "$scratch/error")"
        [ -s "$scratch/out" ]; record $? "$line: says nothing"
    done <"$scratch/example"
done
for written in bench.svg wisdom.txt; do [ -s "$scratch/$written" ]; record $? "the examples leave no $written"; done

# The script that carries the emulator's results to another machine: the same here, and a bit that differs is seen.
echo "16 4x4@4*4/1" >"$scratch/plans"
PLANS=$scratch/plans bench/scripts/bit_identity.sh make "$scratch/bits" "$(dirname "$fft")" &&
    bench/scripts/bit_identity.sh compare "$scratch/bits" "$(dirname "$fft")" --device 0 >"$scratch/out" && grep -q '2 of 2 results' "$scratch/out"
record $? "bit_identity.sh: $(cat "$scratch/out")"
printf '\001' | dd of="$scratch/bits/16-inverse.npy" bs=1 seek=200 conv=notrunc 2>/dev/null
bench/scripts/bit_identity.sh compare "$scratch/bits" "$(dirname "$fft")" >"$scratch/out"
[ $? = 1 ] && grep -q '^16 4x4@4\*4/1 inverse: differs in 1 bytes' "$scratch/out" && grep -q '1 of 2 results' "$scratch/out"
record $? "bit_identity.sh misses a bit: $(cat "$scratch/out")"

[ -z "$(find "$scratch" -name '*.tmp')" ]
record $? "a file written beside was left"
finish
