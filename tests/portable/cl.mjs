// OpenCL C on an OpenCL device, through cl.c: transforms and blooms, every dword beside the emulator's.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cases, differ, make } from './cases.mjs';

const build = process.env.BUILD ?? 'build', scratch = `${build}/portable/cl-cases`;
const dwords = (path) => new Uint32Array(new Uint8Array(readFileSync(path)).buffer);
mkdirSync(scratch, { recursive: true });
let passed = 0, failed = 0, device = '';

/** Runs a job's lines, whose last one reads out.bin. */
function check(name, lines, want) {
  let differing = Infinity, why = '';
  writeFileSync(`${scratch}/job`, lines.join('\n') + '\n');
  try {
    const said = execFileSync(`${build}/portable/cl`, [`${scratch}/job`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (said !== device) console.log(`opencl: ${(device = said).trim()}`);
    differing = differ(dwords(`${scratch}/out.bin`), want);
  } catch (error) { why = `: ${(error.stderr || error.message).split('\n')[0]}`; }
  differing === 0 ? passed++ : failed++;
  console.log(`${differing === 0 ? 'ok  ' : 'FAIL'} opencl: ${name}: ${differing} of ${want.length} dwords differ${why}`);
}

function uniforms(name, words) {
  writeFileSync(`${scratch}/${name}`, new Uint32Array(words));
  return `buffer ${4 * words.length} ${scratch}/${name}`;
}

for (const test of cases) {
  const made = make(test, 'opencl', scratch);
  check(test.name, [`buffer ${made.input.byteLength} ${scratch}/in.bin`, `buffer ${made.info.output_bytes_per_transform * made.batch} -`,
    uniforms('uniforms', [made.batch]),
    `pass ${scratch}/kernel ${made.info.workgroup_size[0]} ${Math.ceil(made.batch / made.info.transforms_per_workgroup)} 3 0 1 2`,
    `read 1 ${scratch}/out.bin`], made.want);
}
for (const [width, height, size] of [[160, 100, 41], [320, 200, 97]]) {
  for (const algorithm of ['stockham', 'radix2-shuffle']) {
    execFileSync(`${build}/tests/portable/bloom_expected`, [width, height, size, algorithm, scratch].map(String));
    execFileSync(`${build}/nbl-bloom`, ['compile', `${width}x${height}`, `${size}x${size}`, '--target', 'opencl',
      '--algorithm', algorithm, '-o', scratch]);
    const plan = JSON.parse(readFileSync(`${scratch}/bloom.json`, 'utf8')), names = Object.keys(plan.buffers);
    const contents = { image: `${scratch}/image.bin`, kernel: `${scratch}/kernel.bin` };
    const passes = plan.passes.map((pass, number) => {
      const bound = pass.interface.bindings.map(({ binding }) => names.indexOf(pass.buffers[binding]));
      return `pass ${scratch}/${pass.file} ${pass.interface.workgroup_size[0]} ${pass.workgroups} ${bound.length + 1} ` +
        `${[...bound, names.length + number].join(' ')}`;
    });
    check(`bloom ${width}x${height}, kernel ${size}x${size}, ${algorithm}`,
      [...names.map((name) => `buffer ${plan.buffers[name]} ${contents[name] ?? '-'}`),
        ...plan.passes.map((pass, number) => uniforms(`uniforms${number}`, pass.constants)), ...passes,
        `read ${names.indexOf('result')} ${scratch}/out.bin`], dwords(`${scratch}/want.bin`));
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
