// Makes a page with the kernels inside: node examples/ocean/make_page.mjs [--three] [FILE [SIDE]]. Of WebGPU alone it is one file
// that needs no server; with --three the page takes three.js from where its import map says.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)), build = process.env.BUILD ?? 'build';
const three = process.argv.includes('--three'), given = process.argv.slice(2).filter((word) => word !== '--three');
const target = given[0] ?? `${build}/ocean-page/${three ? 'three' : 'index'}.html`, side = given[1] ?? '512';
const scratch = join(dirname(target), `texts${side}`);
mkdirSync(dirname(target), { recursive: true });
execFileSync(`${build}/ocean`, ['compile', '--target', 'wgsl', '--side', side, '--shaders', here, '-o', scratch]);
const bundle = JSON.parse(readFileSync(join(scratch, 'ocean.json'), 'utf8'));
for (const pass of bundle.passes) pass.text = readFileSync(join(scratch, pass.file), 'utf8');
const library = readFileSync(join(here, '../../packages/npm/device.js'), 'utf8').replace(/^export /gm, '');
const script = `${library}\nconst bundle = ${JSON.stringify(bundle).replaceAll('</', '<\\/')};`;
writeFileSync(target, readFileSync(join(here, three ? 'three.html' : 'page.html'), 'utf8').replace('/*BUNDLE*/', () => script));
