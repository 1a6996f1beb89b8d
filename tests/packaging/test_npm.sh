#!/usr/bin/env bash
# The package for JavaScript as it is made: what it holds, and what its functions refuse before they need a device.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
export BUILD=${BUILD:-build}
. tests/common/expect.sh
if ! command -v node >/dev/null; then
    echo "SKIPPED: npm: node is not installed"
    finish
    exit
fi

said=$(node packages/npm/build.mjs "$scratch/npm" 2>&1)
record $? "the package is made: $said"
[ -z "$said" ]
record $? "silence while it is made: $said"
cmp -s LICENSE "$scratch/npm/LICENSE" && grep -q '"LICENSE"' "$scratch/npm/package.json"
record $? "the licence is in the package"
! grep -oE '\]\([^)]*\)' "$scratch/npm/README.md" | grep -v '^](https://'
record $? "links of its README lead out of the repository"

refused() { # words, call
    said=$(node --input-type=module -e "import * as nbl from '$scratch/npm/index.js';
        try { await nbl.$2; console.log('taken'); } catch (error) { console.log(error.message); }" 2>&1)
    case $said in *"$1"*) true ;; *) false ;; esac
    record $? "$2: says \"$said\", not \"$1\""
}
refused 'length 1001: the nearest of the package'"'"'s lengths: 1000 and 1024' 'createFft({}, { length: 1001 })'
refused 'length 9000: the nearest of the package'"'"'s lengths: 8192;' 'createFft({}, { length: 9000 })'
refused 'createFft: lenght: unknown option; there are length, batch' 'createFft({}, { lenght: 1024 })'
refused 'height 99: the nearest of the package'"'"'s lengths: 96 and 100' 'createFft2d({}, { width: 64, height: 99 })'
refused 'createFft2d: real: unknown option' 'createFft2d({}, { width: 64, height: 64, real: true })'
refused 'createBloom: sharpen: unknown option' 'createBloom({}, { width: 8, height: 8, sharpen: 1, kernel: { width: 1, height: 1 } })'
refused 'createBloom: kernel: size: unknown option' 'createBloom({}, { width: 8, height: 8, kernel: { size: 1 } })'
finish
