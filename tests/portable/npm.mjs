// The npm package, as `make npm` leaves it, on Dawn in node: the emulator's bits, a definition, and its errors.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { cases, differ, make, signals } from './cases.mjs';

const build = process.env.BUILD ?? 'build', scratch = `${build}/portable/npm`;
const { createBloom, createFft, createFft2d } = await import(resolve(`${build}/npm/index.js`));
const { create, globals } = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/')('webgpu');
Object.assign(globalThis, globals);
const gpu = (globalThis.keptGpu = create([])); // Dawn ends with what it made
const adapter = (globalThis.keptAdapter = await gpu.requestAdapter());
const device = await adapter.requestDevice();
let passed = 0, failed = 0;

function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} npm: ${name}${what && `: ${what}`}`);
}

const dwords = (floats) => new Uint32Array(floats.buffer);
const file = (name) => new Uint8Array(readFileSync(`${scratch}/${name}`)).buffer;

for (const name of ['64', '1000', '1024, inverse', '2000, real', '2000, real, inverse']) {
  const test = cases.find((one) => one.name === name), made = make(test, 'wgsl', scratch);
  const has = (flag) => (test.options ?? []).includes(flag);
  const fft = await createFft(device, { length: test.length, batch: test.batch, inverse: has('--inverse'), real: has('--real') });
  const differing = differ(dwords(await fft.run(made.input)), made.want);
  check(`createFft ${name}`, differing === 0, `${differing} of ${made.want.length} dwords differ`);
  fft.destroy();
}

/** sum of x[y][x] exp(-2 pi i (u x / w + v y / h)), as it is written. */
function dft2d(x, width, height, u, v) {
  let real = 0, imag = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const angle = -2 * Math.PI * ((u * column) / width + (v * row) / height), at = 2 * (row * width + column);
      real += x[at] * Math.cos(angle) - x[at + 1] * Math.sin(angle);
      imag += x[at] * Math.sin(angle) + x[at + 1] * Math.cos(angle);
    }
  }
  return [real, imag];
}
const width = 100, height = 32, plane = signals(2 * width * height, 5);
const fft2d = await createFft2d(device, { width, height }), back2d = await createFft2d(device, { width, height, inverse: true });
const spectrum = await fft2d.run(plane);
let worst = 0;
for (const [u, v] of [[0, 0], [1, 0], [0, 1], [37, 5], [99, 31]]) {
  const [real, imag] = dft2d(plane, width, height, u, v), at = 2 * (v * width + u);
  worst = Math.max(worst, Math.hypot(spectrum[at] - real, spectrum[at + 1] - imag) / Math.sqrt(width * height));
}
check('createFft2d against the definition', worst < 1e-6, `${worst.toExponential(1)} of the spectrum's mean`);
const returned = await back2d.run(spectrum), error = returned.reduce((most, value, i) => Math.max(most, Math.abs(value - plane[i])), 0);
check('createFft2d there and back', error < 1e-6, error.toExponential(1));

function expected(width, height, size) {
  mkdirSync(scratch, { recursive: true });
  execFileSync(`${build}/tests/portable/bloom_expected`, [width, height, size, 'stockham', scratch].map(String));
  return { image: new Float32Array(file('image.bin')), want: new Float32Array(file('want.bin')),
           kernel: { width: size, height: size, data: new Float32Array(file('kernel.bin')) } };
}
const largest = expected(256, 256, 64), full = await createBloom(device, { width: 256, height: 256, kernel: largest.kernel });
const differing = differ(dwords(await full.run(largest.image)), dwords(largest.want));
check('createBloom 256x256', differing === 0, `${differing} of ${largest.want.length} dwords differ from the emulator's`);
full.setSharpening(1);
const sharp = await full.run(largest.image), away = sharp.reduce((most, value, i) => Math.max(most, Math.abs(value - largest.image[i])), 0);
const brightest = largest.image.reduce((most, value) => Math.max(most, value), 0);
check('createBloom, sharpening 1 is the image', away < 1e-6 * brightest, (away / brightest).toExponential(1));
const smaller = expected(201, 150, 41), part = await createBloom(device, { width: 201, height: 150, kernel: smaller.kernel });
const result = await part.run(smaller.image);
let difference = 0, energy = 0;
result.forEach((value, i) => { difference += (value - smaller.want[i]) ** 2, energy += smaller.want[i] ** 2; });
check('createBloom 201x150 in the class of 256x256', Math.sqrt(difference / energy) < 1e-6, Math.sqrt(difference / energy).toExponential(1));

async function refuses(name, make, part) {
  const message = await make().then(() => 'nothing', (error) => error.message);
  check(`refuses ${name}`, message.includes(part), message);
}
await refuses('a length', () => createFft(device, { length: 17 }), 'length 17: there are 16, 32');
await refuses('a batch', () => createFft(device, { length: 16, batch: 0 }), 'batch 0');
await refuses('a size', () => createBloom(device, { width: 5000, height: 10, kernel: smaller.kernel }), 'the largest is 1920x1080 with 256x256');
await refuses('a kernel', () => createBloom(device, { width: 10, height: 10, kernel: { width: 1, height: 1, data: new Float32Array(4) } }), 'luminance is 0');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
