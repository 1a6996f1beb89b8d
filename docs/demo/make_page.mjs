// Makes the pages: node docs/demo/make_page.mjs [FILE]; the bloom, and beside it flow.html, an FFT in steps. Each is one
// file that needs no server, with kernels, pictures and diagrams inside.
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url)), build = process.env.BUILD ?? 'build';
const target = process.argv[2] ?? `${build}/demo-page/index.html`, scratch = `${build}/demo-page/data`;
/* Lengths of 128 and 256, both with two elements in an invocation (nbl/host/bloom.h, short_modules); radix-2 shuffle, whose
 * kernels are the smallest: a software device builds them in a second. */
const width = 216, height = 108;

mkdirSync(scratch, { recursive: true });
mkdirSync(dirname(target), { recursive: true });
const path = (name) => join(scratch, name);
execFileSync(`${build}/make-demo-inputs`, [scratch, '--width', `${width}`, '--height', `${height}`]);
const { side, bloom: checksums, dual } = JSON.parse(execFileSync(`${build}/tests/portable/page_data`,
  [path('scene.exr'), scratch, path('starburst.exr'), path('heart.exr')], { encoding: 'utf8' }));
/** The passes' texts. 'constants' hides few results from the compiler: quicker kernels, for devices that have the
 * CPU's bits then. 'all' hides all. */
function compile(opaque) {
  execFileSync(`${build}/nbl-bloom`, ['compile', `${width}x${height}`, `${side}x${side}`, '--target', 'wgsl', '--first-axis', 'y',
    '--algorithm', 'radix2-shuffle', '--modules', 'short', '--opaque', opaque, '-o', scratch]);
  const plan = JSON.parse(readFileSync(path('bloom.json'), 'utf8'));
  return { plan, texts: Object.fromEntries(plan.passes.map(({ file }) => [file, readFileSync(path(file), 'utf8')])) };
}
const dualTexts = (kind) => Object.fromEntries(dual.passes.map(({ file }) => [file, readFileSync(path(kind + file), 'utf8')]));
const bundle = {
  width, height, side, checksums, plain: compile('constants'), exact: compile('all'),
  dual: { ...dual, plain: dualTexts(''), exact: dualTexts('exact_') },
  image: readFileSync(path('image.bin')).toString('base64'), spectrum: readFileSync(path('spectrum.bin')).toString('base64'),
  kernels: [0, 1].map((k) => readFileSync(path(`kernel${k}.bin`)).toString('base64')),
};
const library = ['device.js', 'bloom.js'].map((name) => readFileSync(join(here, '../../packages/npm', name), 'utf8'))
  .join('').replace(/^import .*$/gm, '').replace(/^export /gm, '');
const script = `${library}\nconst bundle = ${JSON.stringify(bundle).replaceAll('</', '<\\/')};`;
writeFileSync(target, readFileSync(join(here, 'page.html'), 'utf8').replace('/*BUNDLE*/', () => script));

const transforms = [
  ['16 by Stockham, radix 4 twice, 4 invocations', ['--plan', '4x4@4']],
  ['60 by Stockham, radices 5, 4 and 3', ['--length', '60']],
  ['16 by radix-2 shuffle, 8 invocations, subgroups of 4', ['--elements-per-invocation', '2', '--workgroup-size', '8', '--subgroup-size', '4']],
  ['16 by radix-2 shuffle, inverse', ['--elements-per-invocation', '2', '--workgroup-size', '8', '--subgroup-size', '4', '--inverse']],
];
const diagrams = transforms.map(([name, options]) => {
  execFileSync(`${build}/nbl-fft`, ['diagram', path('flow.svg'), ...options]);
  return { name, svg: readFileSync(path('flow.svg'), 'utf8') };
});
writeFileSync(join(dirname(target), 'flow.html'), readFileSync(join(here, 'flow.html'), 'utf8')
  .replace('/*DIAGRAMS*/', () => `const diagrams = ${JSON.stringify(diagrams).replaceAll('</', '<\\/')};`));
