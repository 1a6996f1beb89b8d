#!/usr/bin/env bash
# Every command of docs/debugging.md works as pasted, in the order of the page, and prints what the page shows.
# SPDX-License-Identifier: Apache-2.0
#
# Usage: test_debugging.sh [--update]   (writes what is printed into the page)
set -u
cd "$(dirname "$0")/../.."
root=$(pwd) build=$(realpath "${BUILD:-build}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$build/nbl-fft" devices >/dev/null 2>&1 || { echo "SKIPPED: docs/debugging.md: no Vulkan device"; echo "0 passed, 0 failed"; exit 0; }

# A tree that looks like a clone with its build; what the page makes stays in here.
for entry in Makefile LICENSE packages CONTRIBUTING.md include host shaders tests tools bench examples docs; do ln -s "$root/$entry" "$scratch/$entry"; done
mkdir "$scratch/build"
for entry in "$build"/*; do ln -s "$entry" "$scratch/build/$(basename "$entry")"; done
rm -f "$scratch/build/mine" "$scratch/build/debug"
rm "$scratch/docs"
mkdir "$scratch/docs" "$scratch/docs/images" # the page writes its picture
python3 tests/consumers/debugging.py docs/debugging.md "$scratch" "$@" || exit 1

# README shows one of the reports.
python3 - <<'PYTHON'
import re, sys
def blocks(path, kind):
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", open(path, encoding="utf-8").read(), re.M | re.S)
    return [block for its_kind, block in fenced if its_kind == kind]
reports = [block for block in blocks("README.md", "") if block.startswith('kernel "')]
good = len(reports) == 1 and reports[0] in blocks("docs/debugging.md", "text")
print("1 passed, 0 failed" if good else "README.md shows another report than docs/debugging.md\n0 passed, 1 failed")
sys.exit(not good)
PYTHON
