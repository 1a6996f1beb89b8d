#!/usr/bin/env bash
# Pictures of nbl-fft diagram: XML that holds together, labels as nbl-fft index has them, the documents' own, errors by name.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
tool=$(realpath "${BUILD:-build}")/nbl-fft
. tests/common/expect.sh

shapes="2:8 4:4 2:1 8:2 2:32 4:16 16:16 2:128"
for shape in $shapes; do
    options="--elements-per-invocation ${shape%:*} --workgroup-size ${shape#*:}"
    "$tool" diagram "$scratch/forward-$shape.svg" $options && "$tool" diagram "$scratch/inverse-$shape.svg" $options --inverse \
        && "$tool" index $options >"$scratch/$shape.csv"
    record $? "$options"
done
for plan in 4x4@4 3x5x4@5 2x2x2 16x16@16; do
    "$tool" diagram "$scratch/plan-$plan.svg" --plan $plan
    record $? "--plan $plan"
done
python3 - "$scratch" <<'PYTHON' >"$scratch/pictures"
import csv, glob, os, re, sys
import xml.etree.ElementTree as tree
passed = failed = 0
def expect(what, good):
    global passed, failed
    passed, failed = passed + good, failed + (not good)
    if not good: print("failed: " + what)
svg = "{http://www.w3.org/2000/svg}"
for path in sorted(glob.glob(sys.argv[1] + "/*.svg")):
    name = os.path.basename(path)
    root = tree.parse(path).getroot()
    width, height = float(root.get("width")), float(root.get("height"))
    labels = {int(t.get("data-index")): t for t in root.iter(svg + "text") if t.get("class") == "holds"}
    n = len(labels)
    expect(name + ": every index has a label", sorted(labels) == list(range(n)) and n >= 2)
    words = {i: "".join(t.itertext()) for i, t in labels.items()}
    number = lambda t: int(t.get("data-frequency"))
    if n & (n - 1) == 0:
        digits = n.bit_length() - 1
        good = all(w.startswith("{:0{d}b} holds {:0{d}b} ".format(i, number(labels[i]), d=digits)) for i, w in words.items())
    else:
        good = all(w.split() == [str(i), "holds", str(number(labels[i]))] for i, w in words.items())
    expect(name + ": the words say it", good)
    if name.startswith("plan-"):
        expect(name + ": natural order", all(number(t) == i for i, t in labels.items()))
    else:
        shape = re.sub(r"^\w+-(.*)\.svg$", r"\1", name)
        rows = list(csv.DictReader(open(os.path.join(sys.argv[1], shape + ".csv"))))
        invocations = int(shape.split(":")[1])
        expect(name + ": as nbl-fft index has it", len(rows) == n and all(number(labels[int(r["output_index"])]) == int(r["dft_index"]) for r in rows))
        expect(name + ": held by", all(int(t.get("data-invocation")) == i % invocations for i, t in labels.items()))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    used = set(re.findall(r"url\(#([^)]*)\)", open(path).read()))
    expect(name + ": gradients are there, once", len(ids) == len(set(ids)) and used == set(ids))
    inside = all(0 <= float(c.get("cx")) <= width and 0 <= float(c.get("cy")) <= height for c in root.iter(svg + "circle"))
    expect(name + ": nodes lie in the picture", inside and len(list(root.iter(svg + "circle"))) >= 2 * n)
print("%d pictures" % len(glob.glob(sys.argv[1] + "/*.svg")))
print(passed, failed)
PYTHON
record $? "the pictures can be read"
grep -v '^[0-9]* [0-9]*$' "$scratch/pictures"
read -r good bad < <(tail -n 1 "$scratch/pictures")
passed=$((passed + good)) failed=$((failed + bad))

# docs/debugging.md shows a picture, and the command that made it.
command=$(sed -n 's/^build\/nbl-fft diagram docs\/images\/fft-16\.svg \(.*\)$/\1/p' docs/debugging.md)
[ -n "$command" ]; record $? "docs/debugging.md has the command of its picture"
"$tool" diagram "$scratch/fft-16.svg" $command && cmp "$scratch/fft-16.svg" docs/images/fft-16.svg
record $? "docs/images/fft-16.svg is not what build/nbl-fft diagram docs/images/fft-16.svg $command makes"
[ "$(wc -c <docs/images/fft-16.svg)" -lt 500000 ]; record $? "docs/images/fft-16.svg is large"

refuses() { # exit code, message, arguments ...
    local code=$1 message=$2
    shift 2
    "$tool" diagram "$scratch/none.svg" "$@" >"$scratch/out" 2>"$scratch/err"
    [ $? = "$code" ] && [ ! -s "$scratch/out" ] && [ "$(wc -l <"$scratch/err")" = 1 ] && grep -qF -- "$message" "$scratch/err" && [ ! -e "$scratch/none.svg" ]
    record $? "diagram $*: $(cat "$scratch/err")"
}
refuses 1 "length 512: a diagram has at most 256 elements" --length 512
refuses 1 "length 1024: a diagram has at most 256 elements" --elements-per-invocation 4 --workgroup-size 256
refuses 1 "34" --length 34
refuses 2 "--length is missing"
refuses 2 "--length is missing" --workgroup-size 8
refuses 2 "--plan and --workgroup-size" --plan 4x4 --workgroup-size 4
refuses 2 "--subgroup-size 3: must be a power of two from 1 to 128" --length 8 --subgroup-size 3
refuses 2 "unknown option of diagram" --length 8 --frequency 3
"$tool" diagram "$scratch/no/such.svg" --length 8 2>"$scratch/err"
[ $? = 1 ] && grep -q 'such.svg: ' "$scratch/err"; record $? "a folder that is not there"

finish
