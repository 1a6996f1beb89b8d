// The page of docs/demo in Chromium, from a file: it starts, a slider changes the picture, the bits are the CPU's.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const build = process.env.BUILD ?? 'build', file = resolve(`${build}/demo-page/index.html`);
const { chromium } = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/')('playwright-core');
let passed = 0, failed = 0;
function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} page: ${name}${what !== '' ? `: ${what}` : ''}`);
}

/** Processor seconds of all that this process has started. */
function processorSeconds() {
  const all = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
      all.set(Number(id), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch { /* it has ended */ }
  }
  const isOurs = (id) => id === process.pid || (all.has(id) && isOurs(all.get(id).parent));
  return [...all].reduce((sum, [id, { ticks }]) => sum + (id !== process.pid && isOurs(id) ? ticks : 0), 0) / 100;
}

/** The same, once they no longer change. */
async function restingSeconds() {
  for (let before = -1; ; ) {
    const now = processorSeconds();
    if (now - before < 0.02) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

execFileSync('node', ['docs/demo/make_page.mjs', file]);
const open = (more) => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--enable-unsafe-webgpu', ...more] });
const browser = await open(['--use-webgpu-adapter=swiftshader']);
const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
page.setDefaultTimeout(120000);
const errors = [];
page.on('pageerror', (error) => errors.push(error.message));
/* Less what an empty page takes: the browser starts as slowly without this page. */
const empty = `${build}/demo-page/empty.html`;
writeFileSync(empty, '<!doctype html><title>empty</title>');
await page.goto(`file://${resolve(empty)}`);
const begin = await restingSeconds();
await page.goto(`file://${resolve(empty)}`);
const idle = await restingSeconds(), opening = idle - begin;
await page.goto(`file://${file}`);
await page.waitForFunction(() => document.body.dataset.state);
const spent = processorSeconds() - idle - opening;
await page.waitForFunction(() => document.body.dataset.state !== 'shown');
const both = processorSeconds() - idle - opening;
const text = (id) => page.locator(id).textContent();
check('it starts', (await page.evaluate(() => document.body.dataset.state)) === 'ready', await text('#message'));
console.log(`page: the texts ${await text('#texts')}`);
console.log(`page: until the first bloom ${await text('#start')} on ${await text('#device')}; one takes ${await text('#time')}`);
const bright = (id = 'picture') => page.evaluate((id) => {
  const picture = document.getElementById(id);
  const { data } = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height);
  return data.reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0) / (data.length * 0.75);
}, id);
async function change(id, value) {
  const before = await page.evaluate(() => document.body.dataset.updates);
  await page.evaluate(([id, value]) => {
    const control = document.querySelector(id);
    control.value = value;
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input'));
  }, [id, value]);
  if (id !== '#exposure') await page.waitForFunction((before) => document.body.dataset.updates !== before, before);
}
check('it starts within 3 s of processor time', spent < 3, `${spent.toFixed(2)} s, ${both.toFixed(2)} with the dual filter`);
const first = await bright();
check('bits equal, starburst', (await text('#equal')) === 'yes', await text('#equal'));
check('bits equal, dual filter', (await text('#dual-equal')) === 'yes', await text('#dual-equal'));
const soft = await bright('dual');
check('the dual filter\'s picture is another', soft > 20 && soft < 235 && Math.abs(soft - first) > 0.5, `${soft.toFixed(1)}, the bloom's ${first.toFixed(1)}`);
check('the picture is neither black nor white', first > 20 && first < 235, first.toFixed(1));
writeFileSync(`${build}/demo-page/first.png`, await page.screenshot());
await change('#sharpening', '5');
check('bits equal, sharpening 0.5', (await text('#equal')) === 'yes', await text('#equal'));
const sharp = await bright();
check('the slider changed the picture', Math.abs(sharp - first) > 0.01, `${first.toFixed(2)} to ${sharp.toFixed(2)}`);
await change('#kernel', '1');
check('bits equal, heart', (await text('#equal')) === 'yes', await text('#equal'));
await change('#exposure', '2');
check('exposure brightens', (await bright()) > sharp + 10, (await bright()).toFixed(1));
check('exposure brightens both', (await bright('dual')) > soft + 10, (await bright('dual')).toFixed(1));
await change('#kernel', '2');
check('a kernel drawn by hand is the CPU\'s unknown', (await text('#equal')).includes('no CPU result'), await text('#equal'));
writeFileSync(`${build}/demo-page/last.png`, await page.screenshot());
/* Were the bits others, it would try the exact texts, and say so. */
const other = resolve(`${build}/demo-page/other.html`);
writeFileSync(other, readFileSync(file, 'utf8').replace(/("checksums":\[\[)(\d+)/, (all, head, sum) => head + (Number(sum) ^ 1)));
await page.goto(`file://${other}`);
await page.waitForFunction(() => document.body.dataset.state === 'ready');
check('other bits are said to be others', (await text('#equal')) === 'no' && (await text('#texts')).includes('hide all'),
  `${await text('#equal')}, ${await text('#texts')}`);
check('no errors', errors.length === 0, errors.join('; '));
await browser.close();
const none = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true,
  args: ['--no-sandbox', '--disable-features=WebGPU', '--disable-blink-features=WebGPU'] });
const bare = await none.newPage();
await bare.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
await bare.goto(`file://${file}`);
await bare.waitForFunction(() => document.body.dataset.state);
check('without WebGPU it says so', (await bare.locator('#message').textContent()).includes('no WebGPU'));
await none.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
