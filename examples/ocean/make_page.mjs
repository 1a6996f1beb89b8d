// Makes the page: node examples/ocean/make_page.mjs [FILE [SIDE]]; one file that needs no server, with the kernels inside.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)), build = process.env.BUILD ?? 'build';
const target = process.argv[2] ?? `${build}/ocean-page/index.html`, side = process.argv[3] ?? '512';
const scratch = join(dirname(target), `texts${side}`);
mkdirSync(dirname(target), { recursive: true });
execFileSync(`${build}/ocean`, ['compile', '--target', 'wgsl', '--side', side, '--shaders', here, '-o', scratch]);
const bundle = JSON.parse(readFileSync(join(scratch, 'ocean.json'), 'utf8'));
for (const pass of bundle.passes) pass.text = readFileSync(join(scratch, pass.file), 'utf8');
const library = readFileSync(join(here, '../../packages/npm/device.js'), 'utf8').replace(/^export /gm, '');
const script = `${library}\nconst bundle = ${JSON.stringify(bundle).replaceAll('</', '<\\/')};`;
writeFileSync(target, readFileSync(join(here, 'page.html'), 'utf8').replace('/*BUNDLE*/', () => script));
