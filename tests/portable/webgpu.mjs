// webgpu.mjs node|deno|chromium: the WGSL of transforms and blooms on a WebGPU, every dword beside the emulator's.
// SPDX-License-Identifier: Apache-2.0
//
// Under deno it is deno that runs this file. PEERS names the folder where npm installed the peers, BUILD the build folder;
// OPAQUE=none,constants,products tries transforms at these levels too, which need not give the same bits.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import process from 'node:process';
import { bloom } from './bloom.mjs';
import { cases, differ, make } from './cases.mjs';
import { openDevice } from './device.mjs';
import { dispatch } from './dispatch.mjs';

const engine = process.argv[2], build = process.env.BUILD ?? 'build';
const scratch = `${build}/portable/${engine}`;
const peers = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/');

/** What runs a transform and a bloom: here, or in a page. */
async function open() {
  if (engine === 'chromium') return openChromium();
  const { device, name } = await openDevice(engine, peers);
  return { name, dispatch: (made) => dispatch(device, made), bloom: (...job) => bloom(device, ...job), close() {} };
}

async function openChromium() {
  const { chromium } = peers('playwright-core');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
    args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] });
  const page = await browser.newPage();
  mkdirSync(scratch, { recursive: true });
  writeFileSync(`${scratch}/page.html`, '<!doctype html><title>WebGPU</title>');
  await page.goto('file://' + resolve(`${scratch}/page.html`));
  const functions = ['dispatch', 'bloom'].map((name) => readFileSync(new URL(`./${name}.mjs`, import.meta.url), 'utf8')
    .replace(/^const STORAGE.*$/m, '').replace(/^export /gm, '')).join('\n');
  await page.addScriptTag({ content: `const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x4, COPY_DST = 0x8, MAP_READ = 0x1;
    ${functions}
    const floats = (text) => Float32Array.from(new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer));
    const device = navigator.gpu?.requestAdapter().then((adapter) => adapter?.requestDevice());` });
  const base64 = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  return {
    name: `Chromium ${browser.version()}`,
    dispatch: async ({ text, info, input, batch }) => Uint32Array.from(await page.evaluate(async (job) =>
      Array.from(await dispatch(await device, { ...job, input: floats(job.input) })), { text, info, batch, input: base64(input) })),
    bloom: async (plan, texts, contents) => Uint32Array.from(await page.evaluate(async (job) =>
      Array.from(await bloom(await device, job.plan, job.texts,
        Object.fromEntries(Object.entries(job.contents).map(([name, data]) => [name, floats(data)])))),
      { plan, texts, contents: Object.fromEntries(Object.entries(contents).map(([name, data]) => [name, base64(data)])) })),
    close: () => browser.close(),
  };
}

let passed = 0, failed = 0;
async function check(name, run, want) {
  let differing, why = '';
  try { differing = differ(await run(), want); } catch (error) { why = `: ${error.message.split('\n')[0]}`; }
  const good = differing === 0;
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${engine}: ${name}: ${differing ?? 'no result'} of ${want.length} dwords differ${why}`);
}

const webgpu = await open();
console.log(`${engine}: ${webgpu.name}`);
for (const test of cases) {
  for (const level of [...(process.env.OPAQUE?.split(',') ?? []), 'all']) {
    const made = make(test, 'wgsl', scratch, ['--opaque', level]);
    await check(level === 'all' ? test.name : `${test.name}, opaque ${level}`, () => webgpu.dispatch(made), made.want);
  }
}
/** What nbl-bloom compiles with these words, beside what the emulator makes of the same image. */
async function checkPasses(name, expected, words) {
  const folder = `${scratch}/bloom`, file = (path) => readFileSync(`${folder}/${path}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync(`${build}/tests/portable/bloom_expected`, [...expected, folder].map(String));
  execFileSync(`${build}/nbl-bloom`, ['compile', ...words, '--target', 'wgsl', '-o', folder]);
  const plan = JSON.parse(file(['bloom.json', 'low.json', 'blur.json'].find((json) => existsSync(`${folder}/${json}`))).toString());
  const texts = Object.fromEntries(plan.passes.map((pass) => [pass.file, file(pass.file).toString()]));
  const contents = Object.fromEntries(['image', 'kernel', 'core', 'tail'].filter((buffer) => existsSync(`${folder}/${buffer}.bin`))
    .map((buffer) => [buffer, file(`${buffer}.bin`)]));
  await check(name, () => webgpu.bloom(plan, texts, contents), new Uint32Array(new Uint8Array(file('want.bin')).buffer));
}
for (const [width, height, size] of [[160, 100, 41], [320, 200, 97]])
  for (const algorithm of ['stockham', 'radix2-shuffle'])
    await checkPasses(`bloom ${width}x${height}, kernel ${size}x${size}, ${algorithm}`, [width, height, size, algorithm],
      [`${width}x${height}`, `${size}x${size}`, '--algorithm', algorithm]);
await checkPasses('bloom 120x80, kernel 33x33, low resolution', [120, 80, 33, 'low-resolution'], ['120x80', '33x33', '--low-resolution', '2']);
for (const method of ['dual-filter', 'prefix-sum'])
  await checkPasses(`${method} 200x90`, [200, 90, 0, method], ['200x90', '--method', method, ...(method === 'prefix-sum' ? ['--wrap', 'mirror'] : [])]);
await webgpu.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
