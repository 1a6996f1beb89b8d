// headers.mjs dxc|slang: the headers as HLSL through the compiler itself, flattened only: every X-include, every name, kernels.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const build = process.env.BUILD ?? 'build', compiler = process.argv[2], scratch = `${build}/portable/headers-${compiler}`;
const roots = ['include', '.'];

/** A text with what it includes in its place, wherever a root or its own folder has it. */
function flatten(text, folder) {
  return text.replace(/^[ \t]*#[ \t]*include[ \t]+"([^"]+)".*$/gm, (_, path) => {
    for (const root of [...roots, folder]) {
      try { return flatten(readFileSync(`${root}/${path}`, 'utf8'), dirname(`${root}/${path}`)); } catch { /* in the next */ }
    }
    throw new Error(`${path}: not found`);
  });
}

const texts = Object.fromEntries(['tests/headers/hostile.h', 'tests/headers/names.h', 'tests/consumers/shader/rows.h',
  'tests/consumers/shader/window.h', 'examples/real.h'].map((path) => [path, `#include "${path}"\n`]));
texts['mathematics and vectors'] = `#include "nbl/tgmath.h"
#include "nbl/bit/extended.h"
#include "nbl/vector.h"
#include "nbl/common.h"
[numthreads(1, 1, 1)] void main() {}
`;
texts.images = `#include "nbl/lang.h"
NBL_IMAGE_OF(0, a, NBL_IMAGE_RGBA16F)
NBL_IMAGE_OF(1, b, NBL_IMAGE_B10G11R11)
NBL_IMAGE_OF(2, c, NBL_IMAGE_RGBA8)
NBL_SAMPLED_IMAGE(3, d)
NBL_SHARED(uint32_t, counts, 4)
NBL_LOCAL_SIZE_3D(4, 4, 4)
NBL_KERNEL(images) {
    uint32_t before = NBL_ATOMIC_ADD(counts, 1, 1u);
    NBL_IMAGE_STORE(c, before, 0, NBL_IMAGE_LOAD(a, 0, 0) + NBL_IMAGE_LOAD(b, 0, 0) + NBL_SAMPLED_LOAD(d, 0, 0));
}
`;

/** Compiles a file, throws what the compiler says. DXC is told -Gis: then no operation may be fused or reordered. */
async function compile(file) {
  if (compiler === 'slang') return (await import('./slang.mjs')).compile(readFileSync(file, 'utf8'), 'kernel.hlsl');
  execFileSync('wine', [`${build}/portable/hlsl.exe`, compiler, file],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NBL_HLSL_ARGUMENTS: '-Gis' } });
  const { countLoose, disassemble } = await import('./dxil.mjs'), loose = countLoose(disassemble(file));
  if (loose) throw new Error(`error: ${loose} operations may be fused or reordered`);
}

let passed = 0, failed = 0;
mkdirSync(scratch, { recursive: true });
for (const [name, text] of Object.entries(texts)) {
  for (const subgroups of [1, 0]) {
    const file = `${scratch}/${name.replace(/\W/g, '_')}-${subgroups}.hlsl`;
    let said = '';
    try {
      writeFileSync(file, flatten(`#define NBL_UNROLL_LOOPS 1\n#define NBL_SUBGROUP_OPERATIONS ${subgroups}\n${text}`, '.'));
      await compile(file);
    } catch (error) { said = (error.stderr?.toString() || error.message).split('\n').find((line) => /error/.test(line)) ?? error.message; }
    said ? failed++ : passed++;
    console.log(`${said ? 'FAIL' : 'ok  '} ${compiler}: ${name}, subgroup operations ${subgroups}${said ? `: ${said}` : ''}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
