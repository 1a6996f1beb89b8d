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

/* What only some compilers of HLSL have; `refused`: what the message says where one has not. DXC as npm's webgpu has it makes
 * no SPIR-V, so that only Slang has addresses here. */
const body = (text) => `NBL_BUFFER(0, float32_t, o)
NBL_LOCAL_SIZE(32)
NBL_KERNEL(k) {
    float32_t v = NBL_CAST(float32_t, nbl_local_invocation_index());
    ${text}
}
`;
const complexes = (scalar) => body(`
    nbl_complex_${scalar} z = nbl_complex_construct(NBL_CAST(${scalar}, v), NBL_CAST(${scalar}, 2.0f));
    z = nbl_complex_from_dwords_${scalar}(nbl_dwords_from_complex_${scalar}(nbl_complex_mul(z, nbl_fft_twiddle_${scalar}(3u, 5u, false))));
    NBL_STORE(o, 0u, NBL_CAST(float32_t, z.real));`);
const only = {
  'float64': { text: `#define NBL_HAS_FLOAT64 1\n#include "nbl/complex.h"\n#include "nbl/fft/twiddle.h"\n${complexes('float64_t')}` },
  'float16': { text: `#define NBL_HAS_FLOAT16 1\n#include "nbl/complex.h"\n#include "nbl/fft/twiddle.h"\n${complexes('float16_t')}`,
    arguments: '-T cs_6_2 -enable-16bit-types' },
  'float16 without the compiler\'s option': { text: `#define NBL_HAS_FLOAT16 1\n#include "nbl/lang.h"\n${body('')}`,
    refused: { dxc: 'NBL_HAS_FLOAT16: DXC has float16_t by -enable-16bit-types' } },
  'scans': { subgroups: true, text: `#include "nbl/functional.h"
#define NBL_SUBGROUP_ARITHMETIC_NAME sums
#define NBL_SUBGROUP_ARITHMETIC_TYPE float32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_float32_t
#define NBL_SUBGROUP_ARITHMETIC_NATIVE add
#include "nbl/subgroup/arithmetic.h"
${body('NBL_STORE(o, nbl_local_invocation_index(), sums_inclusive_scan(v) + nbl_subgroup_exclusive_mul(v));')}` },
  'scans of minima': { subgroups: true, text: `#include "nbl/lang.h"\n${body('NBL_STORE(o, 0u, nbl_subgroup_inclusive_min(v));')}`,
    refused: { dxc: 'nbl_hlsl_has_scans_of_sums_and_products_alone', slang: 'nbl_hlsl_has_scans_of_sums_and_products_alone' } },
  'a main() of one\'s own': { text: `#include "nbl/lang.h"
NBL_BUFFER(0, uint32_t, o)
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { NBL_STORE(o, id.x, nbl_local_invocation_index()); }
`, refused: { dxc: 'nbl_write_NBL_KERNEL_in_place_of_main', slang: 'nbl_write_NBL_KERNEL_in_place_of_main' } },
  'names of entry points': { entries: ['first', 'second', 'third'], text: `#define NBL_OWN_ENTRY_POINTS 1
#define NBL_FFT_NAME line
#define NBL_FFT_LENGTH 64
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"
NBL_BUFFER(0, uint32_t, o)
struct hit { uint line; };
NBL_KERNEL_SIZED(first, 32) { hit one; one.line = 3u; NBL_STORE(o, nbl_local_invocation_index(), one.line); }
NBL_KERNEL_SIZED(second, line_workgroup_size) {
    nbl_complex_float32_t x[line_elements];
    for (uint32_t k = 0u; k < line_elements; k++) x[k] = nbl_complex_zero_float32_t();
    line_forward_registers(line_place(1u), x);
    NBL_STORE(o, nbl_local_invocation_index(), nbl_bits_from_float32(x[0].real));
}
[numthreads(8, 8, 1)] void third(uint i : SV_GroupIndex, uint3 t : SV_GroupThreadID, uint3 g : SV_GroupID) {
    NBL_ENTER(i, t, g);
    NBL_STORE(o, nbl_local_invocation_id().y, nbl_workgroup_id().z);
}
` },
  'operators': { text: `#include "nbl/functional.h"
${body('nbl_complex_float32_t z = nbl_complex_construct(v, 2.0f); z = -(z * z + z / z - v * z); NBL_STORE(o, 0u, z == z ? z.real : z.imag);')}`,
    refused: { dxc: 'operator' } },
  'integers of 64 bits': { text: `#define NBL_HAS_INT64 1\n#include "nbl/functional.h"
${body('uint64_t w = nbl_multiplies_uint64_t(nbl_limits_max_uint64_t(), 3u); NBL_STORE(o, 0u, NBL_CAST(float32_t, NBL_CAST(uint32_t, w >> 32u)));')}` },
  'addresses': { text: `#define NBL_BUFFER_DEVICE_ADDRESS 1
#include "nbl/lang.h"
#define NBL_ACCESSOR_NAME far
#define NBL_ACCESSOR_SCALAR float32_t
#include "nbl/accessors/buffer_device_address.h"
${body('nbl_uint32_t2 a = {64u, 0u}; far_set(a, 1u, far_get(a, nbl_local_invocation_index())); NBL_STORE(o, 0u, v);')}`,
    refused: { dxc: 'NBL_BUFFER_DEVICE_ADDRESS: HLSL has addresses in SPIR-V alone' } },
};

/** A module whose source language is "unknown": Debian's spirv-val knows no number for Slang. */
function withoutSource(blob) {
  const words = new Uint32Array(blob.slice().buffer);
  for (let i = 5; i < words.length; i += words[i] >>> 16) if ((words[i] & 0xffff) === 3) words[i + 1] = 0;
  return new Uint8Array(words.buffer);
}

/** Compiles a file, throws what the compiler says. DXC is told -Gis: then no operation may be fused or reordered. */
async function compile(file, more = '', entry = 'main') {
  if (compiler === 'slang') {
    const blob = await (await import('./slang.mjs')).compile(readFileSync(file, 'utf8'), 'kernel.hlsl', entry);
    writeFileSync(`${file}.spv`, withoutSource(blob));
    execFileSync('spirv-val', ['--target-env', 'vulkan1.3', `${file}.spv`], { stdio: ['ignore', 'ignore', 'pipe'] });
    return;
  }
  execFileSync('wine', [`${build}/portable/hlsl.exe`, compiler, file],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NBL_HLSL_ARGUMENTS: `-Gis ${more}`, NBL_HLSL_ENTRY: entry } });
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
for (const [name, { text, refused = {}, arguments: more, subgroups, entries = ['main'] }] of Object.entries(only)) {
  const file = `${scratch}/${name.replace(/\W/g, '_')}.hlsl`, wanted = refused[compiler];
  let said = '';
  try {
    writeFileSync(file, flatten(`#define NBL_SUBGROUP_OPERATIONS ${subgroups ? 1 : 0}\n${text}`, '.'));
    for (const entry of entries) await compile(file, more, entry);
  } catch (error) { said = error.stderr?.toString() || error.message; }
  const good = wanted ? said.includes(wanted) : !said;
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${compiler}: ${name}${wanted ? ', refused by name' : ''}${good ? '' : `: ${said}`}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
