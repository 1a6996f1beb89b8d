// The page of docs/demo that steps through an FFT, in Chromium, from a file: every step adds something, to the end.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { writeFileSync } from 'node:fs';

const build = process.env.BUILD ?? 'build', folder = resolve(`${build}/demo-page`);
const { chromium } = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/')('playwright-core');
let passed = 0, failed = 0;
function check(name, good, what = '') {
  good ? passed++ : failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} flow: ${name}${what !== '' ? `: ${what}` : ''}`);
}

execFileSync('node', ['docs/demo/make_page.mjs', `${folder}/index.html`]);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
page.setDefaultTimeout(120000);
const errors = [];
page.on('pageerror', (error) => errors.push(error.message));
await page.goto(`file://${folder}/flow.html`);
await page.waitForFunction(() => document.body.dataset.state);
const count = (selector) => page.locator(`#diagram ${selector}`).count();
const says = () => page.locator('#says').textContent();
const step = () => page.evaluate(() => Number(document.body.dataset.step));
const last = () => page.evaluate(() => Number(document.getElementById('at').max));

const diagrams = await page.locator('#which option').count();
check('four transforms', diagrams === 4, diagrams);
for (let number = 0; number < diagrams; number++) {
  await page.selectOption('#which', String(number));
  const name = await page.locator('#which option').nth(number).textContent(), words = new Set([await says()]);
  let hidden = await count('.later'), grows = true;
  const begin = hidden, steps = await last();
  for (let k = 1; k <= steps; k++) {
    await page.locator('#on').click();
    words.add(await says());
    const now = await count('.later');
    grows &&= k === steps ? now === 0 : now < hidden;
    hidden = now;
  }
  check(`${name}: each of ${steps} steps shows more`, grows && begin > 0 && steps > 4, `${begin} shapes at first, ${hidden} left`);
  check(`${name}: it says what happens`, words.size > steps / 2, `${words.size} sentences`);
}
await page.selectOption('#which', '0');
for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press(key);
}
check('arrow keys step', (await step()) === 1, await step());
check('what an invocation computes', (await says()).includes('rows 0, 4, 8, 12'), await says());
writeFileSync(`${folder}/flow-first.png`, await page.screenshot());
await page.evaluate(() => { document.getElementById('at').value = 5; document.getElementById('at').dispatchEvent(new Event('input')); });
check('the slider steps', (await step()) === 5, await step());
check('a trade through shared memory', (await says()).includes('12 elements change hands'), await says());
await page.locator('#at').evaluate((at) => { at.value = at.max; at.dispatchEvent(new Event('input')); });
await page.locator('#diagram .column[data-level="2"] .node').first().click();
check('a frequency comes from all 16 elements', (await count('.column[data-level="0"] .node:not(.aside)')) === 16);
check('by four butterflies and one', (await count('.butterfly:not(.aside)')) === 5, await count('.butterfly:not(.aside)'));
writeFileSync(`${folder}/flow-traced.png`, await page.screenshot());
await page.locator('#diagram .column[data-level="2"] .node').first().click();
check('a second click shows all', (await count('.aside')) === 0);
await page.locator('#play').click();
await page.waitForFunction(() => document.body.dataset.step === '1');
check('it plays', true);
check('no errors', errors.length === 0, errors.join('; '));
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
