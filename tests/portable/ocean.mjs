// The page of examples/ocean in Chromium, from a file: its waves have the emulator's bits, it draws, and a slider changes it.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { writeFileSync } from 'node:fs';

const build = process.env.BUILD ?? 'build', file = resolve(`${build}/ocean-page/side64.html`);
const { chromium } = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/')('playwright-core');
let passed = 0, failed = 0;
function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} ocean: ${name}${what !== '' ? `: ${what}` : ''}`);
}

execFileSync('node', ['examples/ocean/make_page.mjs', file, '64']);
const emulated = execFileSync(`${build}/ocean`, ['--backend', 'emulator', '--seconds', '10', '-o', `${build}/ocean-page/emulated`], { encoding: 'utf8' });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] });
const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
page.setDefaultTimeout(120000);
const errors = [];
page.on('pageerror', (error) => errors.push(error.message));
await page.goto(`file://${file}#copied`);
await page.waitForFunction(() => document.body.dataset.state);
check('it starts', (await page.evaluate(() => document.body.dataset.state)) === 'ready', await page.locator('#message').textContent());
if (failed) process.exit(1);
await page.waitForFunction(() => Number(document.body.dataset.frames) >= 3);
const shot = await page.screenshot();
writeFileSync(`${build}/ocean-page/first.png`, shot);
await page.evaluate(() => { element('wind').value = 25; element('wind').dispatchEvent(new Event('input')); });
const before = Number(await page.evaluate(() => document.body.dataset.frames));
await page.waitForFunction((before) => Number(document.body.dataset.frames) >= before + 2, before);
const stormy = await page.screenshot();
writeFileSync(`${build}/ocean-page/storm.png`, stormy);
/** Mean and deviation of a picture's lower half, of 0 to 255. */
const lower = (png) => page.evaluate(async (base64) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, picture.height / 2, picture.width, picture.height / 2);
  const greens = data.filter((_, i) => i % 4 === 1), mean = greens.reduce((a, b) => a + b, 0) / greens.length;
  return [mean, Math.sqrt(greens.reduce((a, b) => a + (b - mean) ** 2, 0) / greens.length)];
}, png.toString('base64'));
const [mean, deviation] = await lower(shot), [stormMean] = await lower(stormy);
check('water is drawn', deviation > 5 && mean > 10 && mean < 240, `mean ${mean.toFixed(1)}, deviation ${deviation.toFixed(1)}`);
check('wind changes it', Math.abs(stormMean - mean) > 0.5, `${mean.toFixed(1)} to ${stormMean.toFixed(1)}`);
await page.evaluate(() => { globalThis.isHeld = true; });
await page.waitForTimeout(1000);
const checksum = await page.evaluate(async () => {
  let hash = 2166136261;
  for (const word of new Uint32Array((await displacementAt(10, bundle.sea)).buffer)) hash = Math.imul(hash ^ word, 16777619);
  return (hash >>> 0).toString(16).padStart(8, '0');
});
const tops = await page.evaluate(async () => {
  const top = (numbers) => numbers.reduce((most, value, i) => i % 4 === 1 ? Math.max(most, value) : most, 0);
  return [top(await displacementAt(10)), top(await displacementAt(10, bundle.sea))];
});
check('a boat floats on the sea that is drawn', tops[0] > 1.2 * tops[1], `waves of ${tops[0].toFixed(2)} m in the storm, ${tops[1].toFixed(2)} m`);
const expected = emulated.match(/checksum ([0-9a-f]{8})/)[1];
check('the bits are the emulator\'s', checksum === expected, `${checksum}, ${expected}`);
check('no errors', errors.length === 0, errors.join('; '));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || passed !== 6 ? 1 : 0);
