// The ocean in three.js (examples/ocean/three.html) in Chromium: its waves have the emulator's bits, and a mesh moves by them.
// SPDX-License-Identifier: Apache-2.0
//
// Leaves build/ocean-page/three.pam. Chromium without a window and a GPU loses the device of a canvas of WebGPU after a while:
// values and picture are read back from buffers and from a target.
//
// Mutation that it catches (tried): toUint() of a vector, which is its first number: every row of points is the first one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const build = process.env.BUILD ?? 'build', peers = resolve(process.env.PEERS ?? `${build}/portable`);
const file = resolve(`${build}/ocean-page/three64.html`);
const { chromium } = createRequire(peers + '/')('playwright-core');
let passed = 0, failed = 0;
function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} ocean in three.js: ${name}${what !== '' ? `: ${what}` : ''}`);
}

execFileSync('node', ['examples/ocean/make_page.mjs', '--three', file, '64']);
const emulated = execFileSync(`${build}/ocean`, ['--backend', 'emulator', '--seconds', '10', '-o', `${build}/ocean-page/emulated`], { encoding: 'utf8' });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan',
    '--use-vulkan=swiftshader', '--use-angle=swiftshader'] });
const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
page.setDefaultTimeout(120000);
const errors = [];
page.on('pageerror', (error) => errors.push(error.message));
page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
/* The page's own files and, in the network's place, the package of npm. */
await page.route('**/*', (route) => {
  const { hostname, pathname } = new URL(route.request().url());
  const name = hostname === 'localhost' ? file : `${peers}/node_modules/three${pathname.replace(/^.*?@[^/]*/, '')}`;
  if (!existsSync(name)) return route.fulfill({ status: 404 });
  return route.fulfill({ contentType: name.endsWith('.js') ? 'text/javascript' : 'text/html', body: readFileSync(name, 'utf8') });
});
await page.goto('http://localhost/');
await page.waitForFunction(() => document.body.dataset.state);
check('it starts', (await page.evaluate(() => document.body.dataset.state)) === 'ready', await page.locator('#message').textContent());
if (failed) {
  console.log(errors.join('; '));
  process.exit(1);
}
await page.waitForFunction(() => Number(document.body.dataset.frames) >= 2);
await page.evaluate(() => { globalThis.isHeld = true; });
const checksum = await page.evaluate(async () => {
  let hash = 2166136261;
  for (const word of new Uint32Array((await displacementAt(10)).buffer)) hash = Math.imul(hash ^ word, 16777619);
  return (hash >>> 0).toString(16).padStart(8, '0');
});
const expected = emulated.match(/checksum ([0-9a-f]{8})/)[1];
check('the bits are the emulator\'s', checksum === expected, `${checksum}, ${expected}`);
/* Drawn into a target of three.js's own, which is read back. */
const rows = await page.evaluate(() => globalThis.drawn(10));
const lower = rows.pixels; // of the picture's lower half, green
const mean = lower.reduce((a, b) => a + b, 0) / lower.length;
const deviation = Math.sqrt(lower.reduce((a, b) => a + (b - mean) ** 2, 0) / lower.length);
check('water is drawn', deviation > 4 && mean > 4 && mean < 240, `mean ${mean.toFixed(1)}, deviation ${deviation.toFixed(1)}`);
/* Waves have crests across the view: along a column green rises and falls. A mesh that reads one row of points has streaks. */
let turns = 0;
for (let x = 0; x < 640; x++) {
  let way = 0;
  for (let y = 8; y < 160; y++) {
    const step = Math.sign(Math.round((lower[640 * y + x] - lower[640 * (y - 4) + x]) / 3));
    if (step && step !== way) turns++;
    if (step) way = step;
  }
}
check('it has waves', turns > 6 * 640, `${(turns / 640).toFixed(1)} turns a column`);
writeFileSync(`${build}/ocean-page/three.pam`, Buffer.concat([Buffer.from('P7\nWIDTH 640\nHEIGHT 320\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n'), Buffer.from(rows.all)]));
check('no errors', errors.length === 0, errors.join('; ').slice(0, 400));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || passed !== 5 ? 1 : 0);
