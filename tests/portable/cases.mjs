// The transforms that every target is tried with: made by nbl-fft, with the emulator's results beside them.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const build = process.env.BUILD ?? 'build';

/** Numbers of a fixed seed, from -1 to 1, and among them zeros of both signs. */
export function signals(count, seed) {
  const numbers = new Float32Array(count);
  for (let i = 0, state = seed >>> 0 || 1; i < count; i++) {
    state ^= state << 13, state ^= state >>> 17, state ^= state << 5, state >>>= 0;
    numbers[i] = state % 97 === 0 ? (state & 128 ? 0 : -0) : state / 2 ** 31 - 1;
  }
  return numbers;
}

const impulse = (count, stride) => Float32Array.from({ length: count }, (_, i) => (i % stride === 2 ? 1 : 0));
const zeros = (count) => Float32Array.from({ length: count }, (_, i) => (i & 1 ? 0 : -0));

/** Every batch but the first is ragged: the last workgroup has places to spare. */
export const cases = [
  { name: '64', length: 64, batch: 8 },
  { name: '256', length: 256, batch: 7 },
  { name: '1000', length: 1000, batch: 3 },
  { name: '1024', length: 1024, batch: 3 },
  { name: '1024, inverse', length: 1024, batch: 3, options: ['--inverse'] },
  { name: '1024, impulses', length: 1024, batch: 3, data: (n) => impulse(n, 2048) },
  { name: '1024, zeros of both signs', length: 1024, batch: 3, data: zeros },
  { name: '1024, radix2-shuffle', length: 1024, batch: 2, options: ['--algorithm', 'radix2-shuffle'] },
  { name: '4096, inverse', length: 4096, batch: 2, options: ['--inverse'] },
  { name: '2000, real', length: 2000, batch: 5, options: ['--real'] },
  { name: '2000, real, inverse', length: 2000, batch: 5, options: ['--real', '--inverse'] },
];

function npy(path, type, shape, data) {
  const head = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`.padEnd(117) + '\n';
  writeFileSync(path, Buffer.concat([Buffer.from('\x93NUMPY\x01\x00v\x00' + head, 'latin1'), Buffer.from(data.buffer)]));
}

/** The data of an .npy file. */
export function readNpy(path) {
  const file = readFileSync(path);
  return file.subarray(10 + file.readUInt16LE(8));
}

/** Compiles a case for a target, transforms its signals on the emulator by the same plan. */
export function make(test, target, folder, options = []) {
  mkdirSync(folder, { recursive: true });
  const path = (name) => `${folder}/${name}`, flags = test.options ?? [];
  const real = flags.includes('--real'), inverse = flags.includes('--inverse');
  const elements = real && inverse ? test.length / 2 + 1 : test.length, complex = !real || inverse;
  const input = (test.data ?? ((n) => signals(n, 20 + test.length)))(test.batch * elements * (complex ? 2 : 1));
  npy(path('in.npy'), complex ? '<c8' : '<f4', [test.batch, elements], input);
  writeFileSync(path('in.bin'), new Uint8Array(input.buffer));
  const said = execFileSync(`${build}/nbl-fft`, ['compile', '--length', `${test.length}`, '--target', target, '-o',
    path('kernel'), '--json', path('kernel.json'), ...flags, ...options], { encoding: 'utf8' });
  const plan = /plan (\S+)/.exec(said);
  execFileSync(`${build}/nbl-fft`, ['transform', path('in.npy'), path('out.npy'), '--backend', 'emulator',
    ...flags.filter((flag) => plan === null || !flag.includes('radix2') && flag !== '--algorithm'),
    ...(plan ? ['--plan', plan[1]] : ['--subgroup-size', '1'])]);
  writeFileSync(path('want.bin'), readNpy(path('out.npy')));
  return { ...test, input, text: readFileSync(path('kernel'), 'utf8'), info: JSON.parse(readFileSync(path('kernel.json'))),
           want: new Uint32Array(new Uint8Array(readNpy(path('out.npy'))).buffer) };
}

/** How many dwords differ. */
export const differ = (a, b) => a.length !== b.length ? Infinity : a.reduce((n, value, i) => n + (value !== b[i]), 0);
