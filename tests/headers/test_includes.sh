#!/usr/bin/env bash
# Includes go one way, as the map in CONTRIBUTING.md has it.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

python3 tests/headers/includes.py check; record $? "the map in CONTRIBUTING.md and the tree"

# A fault of each kind is found: an arrow upward, a circle, a folder that the map lacks, one that is gone.
tools/files.sh | tar -cf - -T - | tar -xf - -C "$scratch"
(cd "$scratch" && mkdir host/new && echo '#include "fft/plan.h"' >host/new/new.h &&
    echo '#include "nbl/workgroup/shuffle.h"' >>include/nbl/complex.h && sed -i 's/^| `host\/file`/| `host\/gone`/' CONTRIBUTING.md)
(cd "$scratch" && python3 tests/headers/includes.py check >log)
grep -qx 'host/gone is in the map and not in the tree' "$scratch/log"; record $? "a row without a folder is not found"
grep -qx 'host/new is not in the map' "$scratch/log"; record $? "a folder without a row is not found"
(cd "$scratch" && sed -i 's/^| `host\/gone`/| `host\/file`/' CONTRIBUTING.md && rm -r host/new && python3 tests/headers/includes.py check >log)
grep -qx 'include/nbl/complex.h includes include/nbl/workgroup/shuffle.h, which stands above it' "$scratch/log"; record $? "an arrow upward is not found"
grep -q '^a circle: .*complex.h' "$scratch/log"; record $? "a circle is not found"

finish
