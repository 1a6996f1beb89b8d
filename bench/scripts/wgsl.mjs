// wgsl.mjs [MIB] [LENGTH ...]: times transforms in WGSL on Dawn, in fast mode and in exact mode by each
// word of --opaque, beside a copy of the same bytes.
// SPDX-License-Identifier: Apache-2.0
//
// Needs node and npm's `webgpu`, found from PEERS; DAWN names a driver or device, as in "adapter=NVIDIA". Times are the
// least of seven submissions of many dispatches, after a second of others. Run by wgsl.sh.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const build = process.env.BUILD ?? 'build', folder = `${build}/wgsl`;
const [mib = 256, ...lengths] = process.argv.slice(2).map(Number);
const { create, globals } = createRequire(resolve(process.env.PEERS ?? `${build}/portable`) + '/')('webgpu');
Object.assign(globalThis, globals);
const gpu = (globalThis.keptGpu = create(process.env.DAWN ? [process.env.DAWN] : []));
const adapter = (globalThis.keptAdapter = await gpu.requestAdapter({ powerPreference: 'high-performance' }));
const bytes = mib * 2 ** 20;
const device = await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize: bytes, maxBufferSize: bytes } });
console.log(`${adapter.info.description || adapter.info.vendor}, ${mib} MiB in, ${mib} MiB out`);

const copy = `@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> b: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> size: vec4<u32>;
@compute @workgroup_size(256) fn main(@builtin(workgroup_id) g: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>,
  @builtin(local_invocation_index) l: u32) {
  let i = (g.x + g.y * n.x) * 256u + l;
  if (i < size.x) { b[i] = a[i]; }
}`;
const [source, target] = [0, 1].map(() => device.createBuffer({ size: bytes, usage: 0x8c }));

async function time(code, uniform, workgroups) {
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
  const uniforms = device.createBuffer({ size: 16, usage: 0x48 });
  device.queue.writeBuffer(uniforms, 0, new Uint32Array([uniform, 0, 0, 0]));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0),
    entries: [source, target, uniforms].map((buffer, binding) => ({ binding, resource: { buffer } })) });
  const y = Math.ceil(workgroups / 65535), x = Math.ceil(workgroups / y);
  const run = async (times) => {
    const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let k = 0; k < times; k++) pass.dispatchWorkgroups(x, y);
    pass.end();
    const commands = encoder.finish(), since = performance.now();
    device.queue.submit([commands]);
    await device.queue.onSubmittedWorkDone();
    return (performance.now() - since) / times;
  };
  const one = await run(1), times = Math.max(1, Math.min(200, Math.round(100 / one)));
  for (const until = performance.now() + 1000; performance.now() < until;) await run(times);
  let least = Infinity;
  for (let k = 0; k < 7; k++) least = Math.min(least, await run(times));
  uniforms.destroy();
  return least;
}

mkdirSync(folder, { recursive: true });
const base = await time(copy, bytes / 16, bytes / 4096);
console.log(`copy ${base.toFixed(3)} ms, ${(2 * bytes / base / 1e9).toFixed(3)} TB/s`);
const levels = [['fast', ['--mode', 'fast']], ['exact, none', ['--opaque', 'none']], ['exact, constants', ['--opaque', 'constants']],
                ['exact, products', ['--opaque', 'products']], ['exact, all', ['--opaque', 'all']]];
for (const length of lengths.length ? lengths : [256, 1000, 1024, 4096]) {
  for (const [name, options] of levels) {
    execFileSync(`${build}/nbl-fft`, ['compile', '--target', 'wgsl', '--length', `${length}`, '-o', `${folder}/text`, '--json',
      `${folder}/json`, ...options]);
    const info = JSON.parse(readFileSync(`${folder}/json`, 'utf8')), batch = Math.floor(bytes / info.input_bytes_per_transform);
    const ms = await time(readFileSync(`${folder}/text`, 'utf8'), batch, Math.ceil(batch / info.transforms_per_workgroup));
    console.log(`${length} ${name.padEnd(16)} ${ms.toFixed(3)} ms, ${(base / ms).toFixed(3)} of copy`);
  }
}
process.exit(0);
