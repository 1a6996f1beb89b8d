// npm.mjs node|deno|chromium: the npm package, as `make npm` leaves it: the emulator's bits, a definition, its errors.
// SPDX-License-Identifier: Apache-2.0
//
// Under deno it is deno that runs this file. In Chromium the package is imported by a page, whose files come from here.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';
import { cases, differ, make, signals } from './cases.mjs';
import { openDevice } from './device.mjs';

const engine = process.argv[2] ?? 'node', build = process.env.BUILD ?? 'build', scratch = `${build}/portable/npm-${engine}`;
const peers = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/');

/** Makes one of the package's objects, lets it run on inputs, and destroys it. Pages get this text, too. */
async function use(library, device, name, options, inputs, sharpening = 0) {
  const made = await library[name](device, options), results = [];
  if (sharpening) made.setSharpening(sharpening);
  for (const input of inputs) results.push(await made.run(input));
  made.destroy();
  return results;
}

/** A bloom, and one that starts with the spectrum of the first: what each makes of an image, and the second again with the
 * kernel itself. Pages get this text, too. */
async function useSpectrum(library, device, options, image) {
  const first = await library.createBloom(device, options), results = [await first.run(image)];
  const { width, height } = options.kernel, spectrum = await first.readSpectrum();
  first.destroy();
  const second = await library.createBloom(device, { ...options, kernel: { width, height }, spectrum });
  results.push(await second.run(image));
  second.setKernel(options.kernel.data.map((value, i) => value * (1 + (i & 1))));
  results.push(await second.run(image));
  second.setKernel(options.kernel.data);
  results.push(await second.run(image));
  second.destroy();
  return results;
}

/** Runs a text of the README, in which createFft2d, device and picture are known, and gives what it calls blurred. Pages
 * get this text, too. */
async function useExample(library, device, text, picture) {
  const example = new (async () => {}).constructor('createFft2d', 'device', 'picture', `${text}; return blurred;`);
  return [await example(library.createFft2d, device, picture)];
}

/** A transform, and the same on a device whose bindings take `most` bytes: then in pieces. Pages get this text, too. */
async function usePieces(library, device, options, most, input) {
  const small = new Proxy(device, { get(target, name) {
    if (name === 'limits') return { maxBufferSize: target.limits.maxBufferSize, maxStorageBufferBindingSize: most, minStorageBufferOffsetAlignment: 256 };
    return typeof target[name] === 'function' ? target[name].bind(target) : target[name];
  } });
  const results = [];
  for (const one of [device, small]) {
    const made = await library.createFft(one, options);
    results.push(await made.run(input));
    made.destroy();
  }
  return results;
}

/** What is said of a device's own errors: a text that is no shader, a buffer that is gone, a device that is lost; in the
 * end the count of errors that were not caught. Loses the device. Pages get this text, too. */
async function useErrors(library, device) {
  const said = async (work) => [...new TextEncoder().encode(await work().then(() => 'nothing', (error) => error.message.split('\n')[0]))];
  let untold = 0;
  device.addEventListener('uncapturederror', () => untold++);
  const callbacks = { code: 'fn fft_get(a: u32, b: u32) -> vec2<f32> { return missing; }' }, input = new Float32Array(128);
  const results = [await said(() => library.createFft(device, { length: 64, callbacks }))];
  const fft = await library.createFft(device, { length: 64 });
  fft.input.destroy();
  results.push(await said(() => fft.run(input)));
  device.destroy();
  results.push(await said(() => library.createFft(device, { length: 64 })), await said(() => fft.run(input)), [untold]);
  return results.map((one) => Float32Array.from(one));
}

async function openHere() {
  const library = await import(`file://${resolve(`${build}/npm/index.js`)}`);
  const { device } = await openDevice(engine, peers);
  const here = (one) => (...job) => one(library, device, ...job);
  return { use: here(use), useSpectrum: here(useSpectrum), useExample: here(useExample), usePieces: here(usePieces), useErrors: here(useErrors), close() {} };
}

async function openChromium() {
  const { chromium } = peers('playwright-core');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
    args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] });
  const page = await browser.newPage();
  /* localhost, since WebGPU is for secure origins alone; no server is behind it. */
  await page.route('http://localhost/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill(pathname === '/' ? { contentType: 'text/html', body: '<!doctype html><title>npm</title>' }
      : { contentType: 'text/javascript', body: readFileSync(`${build}/npm${pathname}`, 'utf8') });
  });
  await page.goto('http://localhost/');
  await page.addScriptTag({ type: 'importmap', content: '{ "imports": { "nbl-fft": "/index.js" } }' });
  await page.addScriptTag({ content: `${use} ${useSpectrum} ${useExample} ${usePieces} ${useErrors}
    const floats = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
    const revive = (key, value) => value?.base64 !== undefined ? floats(value.base64) : value;
    const device = navigator.gpu?.requestAdapter().then((adapter) => adapter?.requestDevice());` });
  const pack = (value) => JSON.stringify(value, (key, one) => one instanceof Float32Array
    ? { base64: Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('base64') } : one);
  const call = async (name, job) => (await page.evaluate(async ([name, text]) =>
    (await globalThis[name](await import('/index.js'), await device, ...JSON.parse(text, revive))).map((one) => Array.from(new Uint32Array(one.buffer))),
    [name, pack(job)])).map((one) => new Float32Array(Uint32Array.from(one).buffer));
  const there = (name) => (...job) => call(name, job);
  /** Runs README.md's block word for word as a page's module, then its transform on an impulse. Returns both results. */
  const useReadme = async (block) => {
    await page.addScriptTag({ type: 'module', content: `${block}
      const impulse = new Float32Array(2 * 1024 * 8);
      impulse[0] = 1;
      globalThis.readme = [spectra, await fft.run(impulse)].map((one) => Array.from(one));` });
    return (await page.waitForFunction('globalThis.readme')).jsonValue();
  };
  return { use: there('use'), useSpectrum: there('useSpectrum'), useExample: there('useExample'), usePieces: there('usePieces'), useErrors: there('useErrors'), useReadme, close: () => browser.close() };
}

const webgpu = await (engine === 'chromium' ? openChromium() : openHere());
let passed = 0, failed = 0;

function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} npm in ${engine}: ${name}${what && `: ${what}`}`);
}

const dwords = (floats) => new Uint32Array(floats.buffer);
const file = (name) => new Uint8Array(readFileSync(`${scratch}/${name}`)).buffer;

for (const name of ['64', '1000', '1024, inverse', '2000, real', '2000, real, inverse']) {
  const test = cases.find((one) => one.name === name), made = make(test, 'wgsl', scratch);
  const has = (flag) => (test.options ?? []).includes(flag);
  const options = { length: test.length, batch: test.batch, inverse: has('--inverse'), real: has('--real') };
  const [result] = await webgpu.use('createFft', options, [made.input]), differing = differ(dwords(result), made.want);
  check(`createFft ${name}`, differing === 0, `${differing} of ${made.want.length} dwords differ`);
}

if (engine === 'chromium') { // the one with navigator.gpu and an import map: README.md's block as it stands
  const block = readFileSync('README.md', 'utf8').match(/```js\n([^]*?)```/)[1];
  const [zeros, ones] = await webgpu.useReadme(block);
  check("README.md's block", zeros.length === 16384 && zeros.every((value) => value === 0) && ones.every((value, i) => value === (i < 2048 && i % 2 === 0 ? 1 : 0)),
    `${ones.length} numbers`);
}

/* ---- Shapes: each dimension as it is written, sum of x[n] exp(-2 pi i n f / N), in float64 */

/** Complex numbers along one axis of a shape. */
function dftAxis(x, shape, axis) {
  const n = shape[axis], inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1), result = new Float64Array(x.length);
  for (let first = 0; first < x.length / 2; first++) {
    const f = Math.floor(first / inner) % n, base = first - f * inner;
    for (let k = 0; k < n; k++) {
      const angle = (-2 * Math.PI * ((f * k) % n)) / n, at = 2 * (base + k * inner);
      result[2 * first] += x[at] * Math.cos(angle) - x[at + 1] * Math.sin(angle);
      result[2 * first + 1] += x[at] * Math.sin(angle) + x[at + 1] * Math.cos(angle);
    }
  }
  return result;
}
const apart = (got, want) => {
  let wrong = 0, all = 0;
  want.forEach((value, i) => { wrong += (value - got[i]) ** 2, all += value * value; });
  return got.length === want.length ? Math.sqrt(wrong / all) : Infinity;
};
for (const [shape, axes] of [[[32, 100]], [[6, 10, 14]], [[5, 17]], [[101, 12], [0]], [[22]], [[1, 26]]]) {
  const count = shape.reduce((a, b) => a * b), plane = signals(2 * count, 5).slice(0, 2 * count);
  const want = (axes ?? shape.map((_, axis) => axis)).reduce((x, axis) => dftAxis(x, shape, axis), Float64Array.from(plane));
  const name = shape.join('x') + (axes ? `, axis ${axes}` : '');
  const [spectrum] = await webgpu.use('createFft', { shape, axes }, [plane]), error = apart(spectrum, want);
  check(`createFft ${name} against the definition`, error < 2e-6, error.toExponential(1));
  const [back] = await webgpu.use('createFft', { shape, axes, inverse: true }, [spectrum]), returned = apart(back, plane);
  check(`createFft ${name} there and back`, returned < 4e-6, returned.toExponential(1));
}
{
  const [height, width] = [18, 30], plane = signals(height * width, 6).slice(0, height * width);
  const complex = Float64Array.from({ length: 2 * plane.length }, (_, i) => (i % 2 ? 0 : plane[i / 2]));
  const whole = dftAxis(dftAxis(complex, [height, width], 1), [height, width], 0);
  const want = Float64Array.from({ length: 2 * height * (width / 2 + 1) }, (_, i) => {
    const row = Math.floor(i / (width + 2)), rest = i % (width + 2);
    return whole[2 * width * row + rest];
  });
  const [spectrum] = await webgpu.use('createFft2d', { width, height, real: true }, [plane]), error = apart(spectrum, want);
  check('createFft2d 30x18, real', error < 1e-6, error.toExponential(1));
  const [back] = await webgpu.use('createFft2d', { width, height, real: true, inverse: true }, [spectrum]), returned = apart(back, plane);
  check('createFft2d 30x18, real, there and back', returned < 1e-6, returned.toExponential(1));
}
/* Two tones of a length that no workgroup holds, and of a prime: each frequency is known. */
for (const length of [65536, 10007]) {
  const tones = [[3, 1], [length - 777, 0.5]], signal = new Float32Array(4 * length);
  for (let n = 0; n < length; n++) {
    for (const [f, height] of tones) {
      const angle = (2 * Math.PI * ((n * f) % length)) / length;
      signal[2 * length + 2 * n] += height * Math.cos(angle), signal[2 * length + 2 * n + 1] += height * Math.sin(angle);
    }
  }
  const want = new Float64Array(4 * length);
  for (const [f, height] of tones) want[2 * length + 2 * f] = height * length;
  const [spectrum] = await webgpu.use('createFft', { length, batch: 2 }, [signal]), error = apart(spectrum, want);
  check(`createFft ${length}, two signals`, error < 5e-6, error.toExponential(1));
}

/* The README's example: of two waves the one of a low frequency along y is left. */
const lines = readFileSync('packages/npm/README.md', 'utf8').split('\n');
const from = lines.findIndex((line) => line.startsWith('const forward =')), to = lines.findIndex((line) => line.startsWith('const blurred ='));
const wave = (v) => Float32Array.from({ length: 2 * 640 * 360 }, (_, i) => {
  const angle = 2 * Math.PI * ((5 * ((i >> 1) % 640)) / 640 + (v * Math.floor((i >> 1) / 640)) / 360);
  return i & 1 ? Math.sin(angle) : Math.cos(angle);
});
const low = wave(3), high = wave(100);
const [blurred] = await webgpu.useExample(lines.slice(from, to + 1).join('\n'), low.map((value, i) => value + high[i]));
const blur = blurred.reduce((most, value, i) => Math.max(most, Math.abs(value - low[i])), 0);
check("the README's example of createFft2d", blurred.length === low.length && blur < 1e-5, blur.toExponential(1));

/* ---- Callbacks: short-time spectra of a signal, by a window on load and what is stored of them */

const stft = { length: 400, hop: 150, samples: 2000 }, sound = signals(stft.samples, 9).slice(0, stft.samples);
const hannAt = (n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / stft.length);
const frames = Math.floor(stft.samples / stft.hop) + 1, frequencies = stft.length / 2 + 1;

/** A frame's frequency as the definition has it; what lies outside the signal is zero. */
function frequencyOf(frame, f) {
  let real = 0, imag = 0;
  for (let n = 0; n < stft.length; n++) {
    const value = hannAt(n) * (sound[frame * stft.hop + n - stft.length / 2] ?? 0), angle = (-2 * Math.PI * f * n) / stft.length;
    real += value * Math.cos(angle), imag += value * Math.sin(angle);
  }
  return [real, imag];
}
const defined = Array.from({ length: frames }, (_, frame) => Array.from({ length: frequencies }, (_, f) => frequencyOf(frame, f)));
const strongest = Math.max(...defined.flat().map(([real, imag]) => Math.hypot(real, imag)));
const furthest = (got, want, scale) => got.length === want.length
  ? Math.max(...want.map((value, i) => Math.abs(value - got[i]))) / scale : Infinity;

const [spectra] = await webgpu.use('createStft', stft, [sound]);
const ofSpectra = furthest(spectra, defined.flat(2), strongest);
check(`createStft, ${frames} frames`, ofSpectra < 1e-6, ofSpectra.toExponential(1));
const [powers] = await webgpu.use('createStft', { ...stft, result: 'power' }, [sound]);
const power = defined.map((frame) => frame.map(([real, imag]) => real * real + imag * imag));
const ofPowers = furthest(powers, power.flat(), strongest ** 2);
check('createStft, powers', ofPowers < 1e-6, ofPowers.toExponential(1));
const mel = { bands: 20, rate: 8000, low: 100 };
const [banded] = await webgpu.use('createStft', { ...stft, mel }, [sound]);
const melOf = (hertz) => 2595 * Math.log10(1 + hertz / 700), hertzOf = (m) => 700 * (10 ** (m / 2595) - 1);
const corner = (i) => hertzOf(melOf(mel.low) + ((melOf(mel.rate / 2) - melOf(mel.low)) * i) / (mel.bands + 1));
const triangle = (band, hertz) => Math.max(0, Math.min((hertz - corner(band)) / (corner(band + 1) - corner(band)),
                                                       (corner(band + 2) - hertz) / (corner(band + 2) - corner(band + 1))));
const wantBands = power.flatMap((frame) => Array.from({ length: mel.bands }, (_, band) =>
  frame.reduce((sum, value, f) => sum + value * triangle(band, (f * mel.rate) / stft.length), 0)));
const ofBands = furthest(banded, wantBands, Math.max(...wantBands));
check('createStft, 20 mel bands', ofBands < 1e-5, ofBands.toExponential(1));
const [sounded] = await webgpu.use('createInverseStft', stft, [spectra]), ofSound = furthest(sounded, [...sound], 1);
check('createInverseStft gives the signal back', ofSound < 1e-5, ofSound.toExponential(1));
const [notCentred] = await webgpu.use('createStft', { ...stft, center: false, hop: 400, window: new Float32Array(400).fill(1) }, [sound]);
const [plain] = await webgpu.use('createFft', { length: 400, batch: 5, real: true }, [sound]);
check('createStft without a window is createFft', differ(dwords(notCentred), dwords(plain)) === 0, `${differ(dwords(notCentred), dwords(plain))} dwords differ`);

function expected(width, height, size) {
  mkdirSync(scratch, { recursive: true });
  execFileSync(`${build}/tests/portable/bloom_expected`, [width, height, size, 'stockham', scratch].map(String));
  return { image: new Float32Array(file('image.bin')), want: new Float32Array(file('want.bin')),
           kernel: { width: size, height: size, data: new Float32Array(file('kernel.bin')) } };
}
const largest = expected(256, 256, 64), full = { width: 256, height: 256, kernel: largest.kernel };
const [bloomed] = await webgpu.use('createBloom', full, [largest.image]), differing = differ(dwords(bloomed), dwords(largest.want));
check('createBloom 256x256', differing === 0, `${differing} of ${largest.want.length} dwords differ from the emulator's`);
const [sharp] = await webgpu.use('createBloom', full, [largest.image], 1);
const away = sharp.reduce((most, value, i) => Math.max(most, Math.abs(value - largest.image[i])), 0);
const brightest = largest.image.reduce((most, value) => Math.max(most, value), 0);
check('createBloom, sharpening 1 is the image', away < 1e-6 * brightest, (away / brightest).toExponential(1));
const smaller = expected(201, 150, 41);
const [result] = await webgpu.use('createBloom', { width: 201, height: 150, kernel: smaller.kernel }, [smaller.image]);
const smallerDiffering = differ(dwords(result), dwords(smaller.want));
check('createBloom 201x150', smallerDiffering === 0, `${smallerDiffering} of ${smaller.want.length} dwords differ from the emulator's`);

const kept = await webgpu.useSpectrum({ width: 201, height: 150, kernel: smaller.kernel }, smaller.image);
const same = kept.map((one) => differ(dwords(one), dwords(result)));
check('createBloom with a kept spectrum', same[0] === 0 && same[1] === 0 && same[2] > 0 && same[3] === 0, `${same} dwords differ`);

/* A bundle of a larger size, whose first axis is y, of short modules. */
execFileSync(`${build}/nbl-bloom`, ['compile', '256x256', '64x64', '--target', 'wgsl', '--first-axis', 'y', '--modules', 'short', '-o', `${scratch}/bundle`]);
const plan = JSON.parse(readFileSync(`${scratch}/bundle/bloom.json`, 'utf8'));
const texts = Object.fromEntries(plan.passes.map((pass) => [pass.file, readFileSync(`${scratch}/bundle/${pass.file}`, 'utf8')]));
const [turned] = await webgpu.use('createBloom', { width: 201, height: 150, kernel: smaller.kernel, bundle: { plan, texts } }, [smaller.image]);
let difference = 0, energy = 0;
turned.forEach((value, i) => { difference += (value - smaller.want[i]) ** 2, energy += smaller.want[i] ** 2; });
check('createBloom 201x150, y first', Math.sqrt(difference / energy) < 1e-6, Math.sqrt(difference / energy).toExponential(1));

async function refuses(name, part, ...job) {
  const message = await webgpu.use(...job, []).then(() => 'nothing', (error) => error.message.split('\n')[0]);
  check(`refuses ${name}`, message.includes(part), message);
}

/* ---- Beyond a device's limits: in pieces, bit for bit, or refused by the limit's name; and what options may not be */

const shapes = [[{ length: 64, batch: 77 }, 2 * 64 * 77], [{ length: 100, batch: 150, real: true }, 100 * 150], [{ length: 100, batch: 150, real: true, inverse: true }, 102 * 150],
  [{ shape: [37, 6, 10], axes: [1, 2] }, 2 * 37 * 60], [{ shape: [333, 17], axes: [1] }, 2 * 333 * 17], [{ shape: [64, 8, 12], axes: [-1], real: true }, 64 * 96]];
for (const [options, count] of shapes) {
  const [whole, pieces] = await webgpu.usePieces(options, 16384, signals(count, 11).slice(0, count)), wrong = differ(dwords(pieces), dwords(whole));
  check(`createFft ${JSON.stringify(options)} in pieces`, wrong === 0 && whole.some((value) => value !== 0), `${wrong} of ${whole.length} dwords differ`);
}
{
  const batch = 16385, impulses = new Float32Array(2048 * batch);
  for (let line = 0; line < batch; line++) impulses[2048 * line] = 1;
  if (engine !== 'chromium') { // whose page would be sent it as text
    const [ones] = await webgpu.use('createFft', { length: 1024, batch }, [impulses]);
    const wrong = ones.reduce((sum, value, i) => sum + (value !== 1 - (i & 1)), 0);
    check('createFft 1024, 16385 signals, more than a binding takes', wrong === 0, `${wrong} of ${ones.length} numbers differ`);
  }
}
for (const [name, options, part] of [['createFft', { length: 2 ** 25 }, 'input: 268435456 bytes, the device\'s maxStorageBufferBindingSize is '],
  ['createFft', { shape: [8192, 8192] }, 'input: 536870912 bytes, the device\'s maxBufferSize is '], ['createFft', { length: 1024, batch: 2 ** 31 }, 'maxBufferSize'],
  ['createStft', { length: 64, samples: 2 ** 31 }, 'samples: 8589934592 bytes, the device\'s maxBufferSize is '],
  ['createFft', { shape: 8 }, 'shape 8: must be an array'], ['createFft', { shape: [8, 8], axes: 1 }, 'axes 1: must be an array'],
  ['createFft', { length: 8, callbacks: 5 }, 'callbacks 5: must be an object'], ['createFft', { length: 8, real: 'x' }, 'real "x": must be true or false'],
  ['createFft', { length: 8, input: 5 }, 'input 5: must be a GPUBuffer']])
  await refuses(`${name} ${JSON.stringify(options)}`, part, name, options);

/* ---- One pixel that is no number */

{
  const [width, height] = [64, 48], kernel = { width: 9, height: 9, data: new Float32Array(4 * 81).fill(1) }, at = 4 * (20 * width + 30) + 1;
  for (const [value, becomes, more] of [[NaN, 0, {}], [Infinity, 65504, { combine: 'mix', intensity: 0.25 }], [-Infinity, -50, { largest: 50, combine: 'add', intensity: 0.5, threshold: 0.25 }]]) {
    const plane = signals(4 * width * height, 3).slice(0, 4 * width * height).map(Math.abs), bad = plane.slice(), good = plane.slice();
    bad[at] = value, good[at] = becomes;
    const [of, wanted] = await webgpu.use('createBloom', { width, height, kernel, ...more }, [bad, good]), wrong = differ(dwords(of), dwords(wanted));
    check(`createBloom, ${value} in one pixel is ${becomes}`, wrong === 0 && of.every(Number.isFinite), `${wrong} of ${of.length} dwords differ`);
    const message = await webgpu.use('createBloom', { width, height, kernel, invalid: 'refuse' }, [bad]).then(() => 'nothing', (error) => error.message);
    check(`createBloom, ${value} is refused`, message.includes(`image: x 30, y 20, channel G is ${value === value ? 'infinite' : 'NaN'}`), message);
  }
}

await refuses('a length', 'length 0: must be', 'createFft', { length: 0 });
await refuses('a batch', 'batch 0', 'createFft', { length: 16, batch: 0 });
await refuses('a size', 'plan: ', 'createBloom', { width: 50000, height: 10, kernel: smaller.kernel });
await refuses('a kernel', 'luminance is 0', 'createBloom', { width: 10, height: 10, kernel: { width: 1, height: 1, data: new Float32Array(4) } });
await refuses('a spectrum', 'spectrum: 3 numbers', 'createBloom', { width: 10, height: 10, kernel: { width: 1, height: 1 }, spectrum: new Float32Array(3) });
const told = (await webgpu.useErrors()).map((one) => String.fromCharCode(...one));
check("a shader's error is told", told[0].includes('missing'), told[0]);
check('an error of a submission is told', told[1].startsWith('createFft: run: '), told[1]);
check('a lost device is told', told[2].includes('createFft: the device was lost') && told[3].includes('the device was lost'), `${told[2]}; ${told[3]}`);
check('no error is left to the console', told[4] === '\0', `${told[4].charCodeAt(0)}`);
await webgpu.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
