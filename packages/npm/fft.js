// FFTs, of one dimension and of two.
// SPDX-License-Identifier: Apache-2.0
import { include, placesOf } from './callbacks.js';
import { dispatch, groupOf, known, pipelineOf, readBack, storage, uniformsOf, whole } from './device.js';
import { compile } from './writer.js';

export async function createFft(device, options) {
  known('createFft', options, ['length', 'batch', 'inverse', 'real', 'input', 'output', 'callbacks']);
  let { length, batch = 1, inverse = false, real = false, input, output, callbacks } = options;
  whole('batch', batch);
  whole('length', length, 2);
  if (callbacks) known('createFft: callbacks', callbacks, ['code', 'bindings', 'sharedBytes']);
  const files = await compile('nbl-fft', ['--target', 'wgsl', '--length', length, '-o', 'text', '--json', 'json',
    ...(real ? ['--real'] : []), ...(inverse ? ['--inverse'] : []), ...placesOf(callbacks)]);
  const info = JSON.parse(files.json), [from, to] = info.bindings.map(({ name }) => name);
  const inputBytes = info.input_bytes_per_transform * batch, outputBytes = info.output_bytes_per_transform * batch;
  const { code, calls } = include(files.text, callbacks?.code ?? '', { get: [from, info.input_bytes_per_transform / 8],
    set: [to, info.output_bytes_per_transform / 8], end: info.workgroup_size[0] });
  const pipeline = await pipelineOf(device, code), owned = [];
  const own = (buffer) => (owned.push(buffer), buffer);
  if (calls.get) input = undefined;
  else input ??= own(storage(device, inputBytes));
  if (calls.set) output = undefined;
  else output ??= own(storage(device, outputBytes));
  const uniforms = own(uniformsOf(device, new Uint32Array([batch, 0, 0, 0])));
  const bound = [[0, input], [1, output], [info.uniforms.binding, uniforms]].filter(([, buffer]) => buffer);
  const groups = [groupOf(device, pipeline, bound)];
  if (callbacks?.bindings) {
    const entries = callbacks.bindings.map(([binding, resource]) => ({ binding, resource: 'size' in resource ? { buffer: resource } : resource }));
    groups.push(device.createBindGroup({ layout: pipeline.getBindGroupLayout(1), entries }));
  }
  const encode = (encoder) => dispatch(encoder, pipeline, groups, Math.ceil(batch / info.transforms_per_workgroup));
  return {
    input, output, inputBytes, outputBytes, encode,
    run(signals) {
      if (!input || !output) throw new TypeError('run: is for transforms without callbacks; record this one by encode()');
      if (signals.byteLength !== inputBytes) throw new RangeError(`signals: ${signals.byteLength} bytes, expected ${inputBytes}`);
      device.queue.writeBuffer(input, 0, signals);
      return readBack(device, output, outputBytes, encode);
    },
    destroy() { for (const buffer of owned) buffer.destroy(); },
  };
}

/* A matrix of complex numbers, turned over through shared memory. */
const transpose = `
@group(0) @binding(0) var<storage, read> source: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> size: vec4<u32>; // columns and rows of the source
var<workgroup> tile: array<vec2<f32>, 272>;
@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) at: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
    let from_x = 16u * group.x + at.x;
    let from_y = 16u * group.y + at.y;
    if (from_x < size.x && from_y < size.y) { tile[17u * at.y + at.x] = source[from_y * size.x + from_x]; }
    workgroupBarrier();
    let to_x = 16u * group.y + at.x;
    let to_y = 16u * group.x + at.y;
    if (to_x < size.y && to_y < size.x) { result[to_y * size.y + to_x] = tile[17u * at.x + at.y]; }
}`;

export async function createFft2d(device, options) {
  known('createFft2d', options, ['width', 'height', 'inverse']);
  const { width, height, inverse = false } = options;
  whole('width', width, 2);
  whole('height', height, 2);
  const bytes = 8 * width * height, a = storage(device, bytes), b = storage(device, bytes);
  const rows = await createFft(device, { length: width, batch: height, inverse, input: a, output: b });
  const columns = await createFft(device, { length: height, batch: width, inverse, input: a, output: b });
  const pipeline = await pipelineOf(device, transpose);
  const turn = (x, y) => {
    const uniforms = uniformsOf(device, new Uint32Array([x, y, 0, 0])), group = groupOf(device, pipeline, [[0, b], [1, a], [2, uniforms]]);
    return { uniforms, encode(encoder) {
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group);
      pass.dispatchWorkgroups(Math.ceil(x / 16), Math.ceil(y / 16));
      pass.end();
    } };
  };
  const over = turn(width, height), back = turn(height, width);
  const encode = (encoder) => { for (const step of [rows, over, columns, back]) step.encode(encoder); };
  return {
    input: a, output: a, inputBytes: bytes, outputBytes: bytes, encode,
    run(signals) {
      if (signals.byteLength !== bytes) throw new RangeError(`signals: ${signals.byteLength} bytes, expected ${bytes}`);
      device.queue.writeBuffer(a, 0, signals);
      return readBack(device, a, bytes, encode);
    },
    destroy() {
      rows.destroy();
      columns.destroy();
      for (const buffer of [a, b, over.uniforms, back.uniforms]) buffer.destroy();
    },
  };
}
