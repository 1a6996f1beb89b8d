#!/usr/bin/env bash
# Traces of kernels in every order, failed ones among them, are what a viewer reads, and tell what the reports count.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
$(make -s print-CC print-CFLAGS_ALL print-CPPFLAGS_ALL OPTIMIZE=-O0 DEBUG=) -o "$scratch/trace" tests/emulator/trace.c "$build/libnbl.a" \
    $(make -s print-QUICK_LINK print-LDLIBS_ALL) || exit 1
mkdir "$scratch/traces"
"$scratch/trace" "$scratch/traces" >"$scratch/lines" || exit 1

# The tools' traces: a transform, and a bloom of six launches in one file.
python3 - "$scratch" <<'PYTHON' || exit 1
import struct, sys
header = "{'descr': '<c8', 'fortran_order': False, 'shape': (2, 24), }"
header += " " * ((64 - (10 + len(header) + 1) % 64) % 64) + "\n"
with open(sys.argv[1] + "/in.npy", "wb") as file:
    file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<96f", *range(96)))
PYTHON
"$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend emulator --trace "$scratch/traces/tool.json" || exit 1
"$build/make-demo-inputs" "$scratch" --width 20 --height 10 >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
"$build/nbl-bloom" "$scratch/scene.exr" "$scratch/scene.exr" -o "$scratch/bloom.exr" --backend emulator --trace "$scratch/traces/bloom.json" || exit 1

# What the tools refuse: a trace of a device, and a file that cannot be.
refuses() { # exit code, message, command ...
    local code=$1 message=$2
    shift 2
    "$@" >"$scratch/out" 2>"$scratch/err"
    [ $? = "$code" ] && [ "$(wc -l <"$scratch/err")" = 1 ] && grep -qF -- "$message" "$scratch/err" || { echo "failed: $*: $(cat "$scratch/err")"; exit 1; }
}
refuses 2 "is for --backend emulator" "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend executor --trace "$scratch/no.json"
refuses 2 "is for --backend emulator" "$build/nbl-bloom" "$scratch/scene.exr" "$scratch/scene.exr" -o "$scratch/bloom.exr" --backend executor --trace "$scratch/no.json"
refuses 1 "No such file or directory" "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend emulator --trace "$scratch/no/no.json"
[ ! -e "$scratch/no.json" ] && [ -z "$(find "$scratch" -name '*.tmp')" ] || { echo "failed: files were left"; exit 1; }

python3 tests/emulator/trace_check.py "$scratch/traces" "$scratch/lines"
