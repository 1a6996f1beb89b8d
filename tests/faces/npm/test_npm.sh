#!/usr/bin/env bash
# The package for JavaScript as it is made: what it holds, and what its functions refuse before they need a device.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.."
export BUILD=${BUILD:-build}
. tests/common/expect.sh
said=$(make -s BUILD="$BUILD" "$BUILD/wasm/writer.wasm" 2>&1 >/dev/null && node packages/npm/build.mjs "$scratch/npm" 2>&1)
record $? "the package is made: $said"
[ -z "$said" ]
record $? "silence while it is made: $said"
# What is missing is said in one line.
said=$(make -s BUILD="$BUILD" npm WASI=/nowhere WASM_CC="clang -nostdlibinc" 2>&1 | grep -v '^make')
[ "$said" = "npm: wasi-libc: is missing in /nowhere: apt-get install wasi-libc" ]
record $? "without wasi-libc: $said"
said=$(make -s BUILD="$BUILD" npm WASM_CC=/nowhere/clang 2>&1 | grep -v '^make')
[ "$said" = "npm: /nowhere/clang: is missing: apt-get install clang" ]
record $? "without clang: $said"
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
refused 'length 1003: the length has a prime factor above 13; the nearest supported lengths are 1001 and 1008' \
    "createFft({}, { length: 1003, callbacks: { code: '' } })"
refused 'shape[0] 0: must be a whole number of 1 or more' 'createFft({}, { shape: [0, 8] })'
refused 'shape 8: must be an array of 1 to 8 whole numbers' 'createFft({}, { shape: 8 })'
refused 'axes 1: must be an array' 'createFft({}, { shape: [8, 8], axes: 1 })'
refused 'callbacks 5: must be an object' 'createFft({}, { length: 8, callbacks: 5 })'
refused 'real "x": must be true or false' "createFft({}, { length: 8, real: 'x' })"
refused 'invalid "zero": must be clamp or refuse' "createBloom({}, { width: 8, height: 8, invalid: 'zero', kernel: { width: 1, height: 1 } })"
refused 'shape: is in place of length' 'createFft({}, { shape: [8, 8], length: 8 })'
refused 'axes 0,0: must be numbers of dimensions, each once' 'createFft({}, { shape: [8, 8], axes: [0, 0] })'
refused 'createFft: lenght: unknown option; there are length, batch' 'createFft({}, { lenght: 1024 })'
refused 'createStft: sample: unknown option' 'createStft({}, { length: 400, sample: 1 })'
refused 'mel.bands 0: must be' 'melBands({ bands: 0, rate: 8000 }, 256)'
refused 'createFft2d: depth: unknown option' 'createFft2d({}, { width: 64, height: 64, depth: 2 })'
refused 'createBloom: sharpen: unknown option' 'createBloom({}, { width: 8, height: 8, sharpen: 1, kernel: { width: 1, height: 1 } })'
# A text of the package is the tool's.
build_text() { "$BUILD/nbl-fft" compile --target wgsl --length 1000 -o "$scratch/text" >/dev/null && cmp -s "$scratch/text" "$scratch/web"; }
node --input-type=module -e "import { compile } from '$scratch/npm/writer.js'; import { writeFileSync } from 'node:fs';
    writeFileSync('$scratch/web', (await compile('nbl-fft', ['--target', 'wgsl', '--length', '1000', '-o', 'text'])).text);"
build_text
record $? "the text of a transform of 1000 is nbl-fft's"
refused 'createBloom: kernel: size: unknown option' 'createBloom({}, { width: 8, height: 8, kernel: { size: 1 } })'
finish
