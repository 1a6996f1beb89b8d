// texts.mjs opencl|gl|glslang|slang|dxc|vkd3d ...: the texts of transforms and blooms, run by whatever takes them, every dword beside the emulator's.
// SPDX-License-Identifier: Apache-2.0
//
// run.sh builds the programs that run jobs (job.h). NBL_TEXT_ONLY=word tries only what has the word in its name. NBL_TEXT_JOBS=folder
// runs nothing and leaves each job there, with its files, for a device elsewhere: PROGRAM job && cmp out.bin want.bin.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { cases, differ, make } from './cases.mjs';

const build = process.env.BUILD ?? 'build';
const glslang = (...flags) => (path) => {
  execFileSync('glslangValidator', ['-V', '-S', 'comp', ...flags, '-o', `${path}.spv`, path], { stdio: ['ignore', 'ignore', 'pipe'] });
  return `${path}.spv`;
};
/** For each way a target, the program that runs a job, and what makes the file that it takes of a text. */
const ways = {
  opencl: [{ target: 'opencl', program: ['cl'] }],
  gl: [{ target: 'glsl', program: ['gl', 'core'] }, { target: 'essl', program: ['gl', 'es'] }],
  glslang: [{ target: 'glsl', program: ['vk'], compile: glslang('--target-env', 'vulkan1.1') },
    { target: 'essl', program: ['vk'], compile: glslang('--target-env', 'vulkan1.1') },
    { target: 'hlsl', program: ['vk'], compile: glslang('-D', '-e', 'main', '--target-env', 'vulkan1.1') }],
};
if (process.argv.includes('slang')) {
  const { compile } = await import('./slang.mjs');
  // Slang 2025.15 drops precise, and Mesa reorders what is not decorated: every result is hidden. Its WebAssembly aborts at
  // texts of 120 KB, so blooms are small and of short modules.
  ways.slang = [{ target: 'hlsl', program: ['vk'], options: ['--opaque', 'all'], bloomOptions: ['--modules', 'short'], small: true, async compile(path) {
    writeFileSync(`${path}.spv`, await compile(readFileSync(path, 'utf8'), 'kernel.hlsl'));
    return `${path}.spv`;
  } }];
}
if (process.argv.includes('dxc')) {
  const { translate } = await import('./dxil.mjs');
  ways.dxc = [{ target: 'hlsl', program: ['dx'], compile(path, info) {
    execFileSync('wine', [`${build}/portable/hlsl.exe`, 'dxc', path], { stdio: ['ignore', 'ignore', 'pipe'] });
    execFileSync('wine', [`${build}/portable/hlsl.exe`, 'fxc', path], { stdio: ['ignore', 'ignore', 'pipe'] });
    return translate(path, info);
  } }];
}
if (process.argv.includes('vkd3d')) {
  const { compile } = await import('./vkd3d.mjs');
  // vkd3d-compiler drops precise: every result is hidden. Long texts take it minutes, so blooms are small and of short modules.
  ways.vkd3d = [{ target: 'hlsl', program: ['vk'], options: ['--opaque', 'all'], bloomOptions: ['--modules', 'short'], small: true, compile(path) {
    writeFileSync(`${path}.spv`, compile(readFileSync(path, 'utf8')));
    return `${path}.spv`;
  } }];
}
const only = process.env.NBL_TEXT_ONLY ?? '';
const dwords = (path) => new Uint32Array(new Uint8Array(readFileSync(path)).buffer);
const jobs = process.env.NBL_TEXT_JOBS;
let passed = 0, failed = 0, kept = 0, device = '', scratch = '';

/** Leaves a job with its files, and what is to come out. */
function keep(program, name, lines, want) {
  const folder = `${jobs}/${program.join('-')}-${basename(scratch)}-${kept++}`;
  mkdirSync(folder, { recursive: true });
  for (const [path] of lines.slice(0, -1).join('\n').matchAll(/\S+\/\S+/g)) copyFileSync(path, `${folder}/${basename(path)}`);
  writeFileSync(`${folder}/job`, lines.join('\n').replaceAll(`${scratch}/`, '') + '\n');
  writeFileSync(`${folder}/want.bin`, want);
  writeFileSync(`${folder}/name`, `${name}\n`);
}

/** Runs a job's lines, whose last one reads out.bin. */
async function check({ target, program: [program, ...words] }, name, lines, want) {
  let differing = Infinity, why = '';
  try {
    if (jobs) return keep([program, ...words], `${target}: ${name}`, await lines(), want);
    writeFileSync(`${scratch}/job`, (await lines()).join('\n') + '\n');
    const said = execFileSync(`${build}/portable/${program}`, [...words, `${scratch}/job`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    if (said !== device) console.log(`${target}: ${(device = said).trim()}`);
    differing = differ(dwords(`${scratch}/out.bin`), want);
  } catch (error) { why = `: ${(error.stderr?.toString() || error.message).split('\n')[0]}`; }
  differing === 0 ? passed++ : failed++;
  console.log(`${differing === 0 ? 'ok  ' : 'FAIL'} ${target}: ${name}: ${differing} of ${want.length} dwords differ${why}`);
}

/** The line of a buffer of uniforms; what the text adds behind them is the number of workgroups. */
function uniforms(name, words, { uniforms }, workgroups) {
  const all = new Uint32Array(Math.ceil(uniforms.bytes / 16) * 4);
  all.set(words);
  const at = uniforms.members.findIndex((member) => member.name === 'workgroups_x');
  if (at >= 0) all[at] = workgroups;
  writeFileSync(`${scratch}/${name}`, all);
  return `buffer ${all.byteLength} ${scratch}/${name}`;
}

/** The line of a pass. bound: number, offset and bytes of a buffer for each of the text's bindings, and of the uniforms. */
async function pass({ compile }, file, info, workgroups, bound) {
  const bindings = [...info.bindings.map(({ binding }) => binding), info.uniforms.binding];
  return `pass ${compile ? await compile(file, info) : file} ${info.workgroup_size[0]} ${workgroups} ${bound.length} ` +
    bound.map((part, k) => `${bindings[k]}:${part.join(':')}`).join(' ');
}

async function transforms(way) {
  for (const test of cases) {
    if (!test.name.includes(only)) continue;
    const made = make(test, way.target, scratch, way.options), workgroups = Math.ceil(made.batch / made.info.transforms_per_workgroup);
    await check(way, test.name, async () => [`buffer ${made.input.byteLength} ${scratch}/in.bin`,
      `buffer ${made.info.output_bytes_per_transform * made.batch} -`, uniforms('uniforms', [made.batch], made.info, workgroups),
      await pass(way, `${scratch}/kernel`, made.info, workgroups,
        [[0, 0, made.input.byteLength], [1, 0, made.info.output_bytes_per_transform * made.batch], [2, 0, made.info.uniforms.bytes]]), `read 1 ${scratch}/out.bin`], made.want);
  }
}

/** All passes that a JSON has, whose buffers come first and uniforms behind them. */
async function passes(way, name, json) {
  const plan = JSON.parse(readFileSync(`${scratch}/${json}`, 'utf8')), names = Object.keys(plan.buffers);
  const contents = Object.fromEntries(['image', 'kernel', 'core', 'tail'].filter((buffer) => existsSync(`${scratch}/${buffer}.bin`))
    .map((buffer) => [buffer, `${scratch}/${buffer}.bin`]));
  const part = (buffer) => plan.parts?.[buffer] ? [names.indexOf(plan.parts[buffer].buffer), plan.parts[buffer].offset, plan.parts[buffer].bytes]
    : [names.indexOf(buffer), 0, plan.buffers[buffer]];
  await check(way, name, async () => [...names.map((buffer) => `buffer ${plan.buffers[buffer]} ${contents[buffer] ?? '-'}`),
    ...plan.passes.map((step, k) => uniforms(`uniforms${k}`, step.constants, step.interface, step.workgroups)),
    ...await Promise.all(plan.passes.map((step, k) => pass(way, `${scratch}/${step.file}`, step.interface, step.workgroups,
      [...step.interface.bindings.map(({ binding }) => part(step.buffers[binding])), [names.length + k, 0, step.interface.uniforms.bytes]]))),
    `read ${names.indexOf('result')} ${scratch}/out.bin`], dwords(`${scratch}/want.bin`));
}

/** Words of bloom_expected, and of nbl-bloom compile. */
async function checkPasses(way, name, json, expected, words) {
  if (!name.includes(only)) return;
  for (const file of ['kernel.bin', 'core.bin', 'tail.bin']) rmSync(`${scratch}/${file}`, { force: true });
  execFileSync(`${build}/tests/portable/bloom_expected`, [...expected, scratch].map(String));
  execFileSync(`${build}/nbl-bloom`, ['compile', ...words, '--target', way.target, '-o', scratch, ...(way.options ?? [])]);
  await passes(way, name, json);
}

async function blooms(way) {
  for (const [width, height, size] of way.small ? [[160, 100, 41]] : [[160, 100, 41], [320, 200, 97]])
    for (const algorithm of ['stockham', 'radix2-shuffle'])
      await checkPasses(way, `bloom ${width}x${height}, kernel ${size}x${size}, ${algorithm}`, 'bloom.json',
        [width, height, size, algorithm], [`${width}x${height}`, `${size}x${size}`, '--algorithm', algorithm, ...(way.bloomOptions ?? [])]);
  await checkPasses(way, 'bloom 120x80, kernel 33x33, low resolution', 'low.json', [120, 80, 33, 'low-resolution'],
    ['120x80', '33x33', '--low-resolution', '2']);
  for (const method of ['dual-filter', 'prefix-sum'])
    await checkPasses(way, `${method} 200x90`, 'blur.json', [200, 90, 0, method],
      ['200x90', '--method', method, ...(method === 'prefix-sum' ? ['--wrap', 'mirror'] : [])]);
}

for (const name of process.argv.slice(2)) {
  for (const way of ways[name]) {
    scratch = `${build}/portable/${name}-${way.target}`;
    mkdirSync(scratch, { recursive: true });
    await transforms(way);
    await blooms(way);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
