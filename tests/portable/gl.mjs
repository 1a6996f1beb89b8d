// GLSL 4.30 and GLSL ES 3.10 on OpenGL, through gl.c: every dword beside the emulator's.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cases, differ, make } from './cases.mjs';

const build = process.env.BUILD ?? 'build', scratch = `${build}/portable/gl-cases`;
let passed = 0, failed = 0, device = '';
for (const [target, api] of [['glsl', 'core'], ['essl', 'es']]) {
  for (const test of cases) {
    const made = make(test, target, scratch);
    let differing = Infinity, why = '';
    try {
      const said = execFileSync(`${build}/portable/gl`, [api, `${scratch}/kernel`, `${scratch}/in.bin`, `${scratch}/out.bin`,
        `${made.batch}`, `${Math.ceil(made.batch / made.info.transforms_per_workgroup)}`,
        `${made.info.output_bytes_per_transform * made.batch}`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      if (said !== device) console.log(`${target}: ${(device = said).trim()}`);
      differing = differ(new Uint32Array(new Uint8Array(readFileSync(`${scratch}/out.bin`)).buffer), made.want);
    } catch (error) { why = `: ${(error.stderr || error.message).split('\n')[0]}`; }
    differing === 0 ? passed++ : failed++;
    console.log(`${differing === 0 ? 'ok  ' : 'FAIL'} ${target}: ${test.name}: ${differing} of ${made.want.length} dwords differ${why}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
