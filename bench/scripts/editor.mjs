// A race followed back in Visual Studio Code by its own commands: editor.mjs URL FILE LINE CONDITION TIMES FOLDER
// SPDX-License-Identifier: Apache-2.0
//
// Opens FILE in code-server's page, presses F5, waits for the race, sets a breakpoint in LINE with CONDITION, and clicks
// "Reverse" TIMES times. Prints seconds and the locals at each stop; pictures go to FOLDER. Needs npm's playwright-core, Debian's
// chromium, and code-server with the extension at URL: its workspace has a launch.json of type nbl-emulate. On a machine
// that reaches npm alone code-server 4.96.4 installs with --ignore-scripts, `npm install --omit=dev` in its lib/vscode without that
// folder's npm-shrinkwrap.json, and `npm rebuild` of its native modules there.
import { createRequire } from 'node:module';

const { chromium } = createRequire(process.cwd() + '/')('playwright-core');
const [url, file, line, condition, times, folder] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const wait = (ms) => page.waitForTimeout(ms);
const type = async (keys, text) => {
  await page.keyboard.press(keys);
  await wait(700);
  await page.keyboard.type(text);
  await wait(1000);
  await page.keyboard.press('Enter');
  await wait(1000);
};

await page.goto(url, { timeout: 90000 });
await page.waitForSelector('.monaco-workbench', { timeout: 120000 });
await wait(8000); // its extensions start
await type('Control+p', file);
await wait(3000);
await page.keyboard.press('Control+Shift+d');
await wait(3000);
await page.keyboard.press('F5');
await page.waitForSelector('.exception-widget', { timeout: 60000 });
const began = Date.now();
await page.screenshot({ path: `${folder}/race.png` });
await type('Control+g', line);
await type('F1', 'Debug: Add Conditional Breakpoint');
await page.keyboard.type(condition);
await page.keyboard.press('Enter');
await wait(1200);
for (let k = 1; k <= times; k++) {
  await page.click('.codicon-debug-reverse-continue');
  await wait(2500);
  const rows = await page.$$eval('.debug-viewlet .monaco-list-row', (all) => all.map((e) => e.textContent));
  console.log(`reverse ${k}, ${(Date.now() - began) / 1000} s: ${rows.filter((row) => row.includes('=')).join(', ')}`);
  await page.screenshot({ path: `${folder}/back-${k}.png` });
}
await browser.close();
