// FFTs, of one dimension and of two.
// SPDX-License-Identifier: Apache-2.0
import { include, placesOf } from './callbacks.js';
import { dispatch, groupOf, known, pipelineOf, readBack, storage, uniformsOf, whole } from './device.js';
import { compile } from './writer.js';

/** A transform's run(): of whole buffers, from memory to memory. */
export function runner(device, { input, output, inputBytes, outputBytes, encode }) {
  return (signals) => {
    if (!input || !output) throw new TypeError('run: is for transforms without callbacks; record this one by encode()');
    if (signals.byteLength !== inputBytes) throw new RangeError(`signals: ${signals.byteLength} bytes, expected ${inputBytes}`);
    device.queue.writeBuffer(input, 0, signals);
    return readBack(device, output, outputBytes, encode);
  };
}

/** Lines of one workgroup, one kernel. */
async function createLines(device, { length, batch, callbacks, words, input, output }) {
  const files = await compile('nbl-fft', ['--target', 'wgsl', '--length', length, '-o', 'text', '--json', 'json', ...words, ...placesOf(callbacks)]);
  const info = JSON.parse(files.json), [from, to] = info.bindings.map(({ name }) => name);
  const inputBytes = info.input_bytes_per_transform * batch, outputBytes = info.output_bytes_per_transform * batch;
  const { code, calls } = include(files.text, callbacks?.code ?? '', { get: [from, info.input_bytes_per_transform / 8],
    set: [to, info.output_bytes_per_transform / 8], end: info.workgroup_size[0] });
  const pipeline = await pipelineOf(device, code), owned = [];
  const own = (buffer) => (owned.push(buffer), buffer);
  input = calls.get ? undefined : input ?? own(storage(device, inputBytes));
  output = calls.set ? undefined : output ?? own(storage(device, outputBytes));
  const uniforms = own(uniformsOf(device, new Uint32Array([batch, 0, 0, 0])));
  const bound = [[0, input], [1, output], [info.uniforms.binding, uniforms]].filter(([, buffer]) => buffer);
  const groups = [groupOf(device, pipeline, bound)];
  if (callbacks?.bindings) {
    const entries = callbacks.bindings.map(([binding, resource]) => ({ binding, resource: 'size' in resource ? { buffer: resource } : resource }));
    groups.push(device.createBindGroup({ layout: pipeline.getBindGroupLayout(1), entries }));
  }
  const encode = (encoder) => dispatch(encoder, pipeline, groups, Math.ceil(batch / info.transforms_per_workgroup));
  const made = { input, output, inputBytes, outputBytes, encode };
  return { ...made, run: runner(device, made), destroy() { for (const buffer of owned) buffer.destroy(); } };
}

/** Any shape: a kernel for each axis, or several where a workgroup holds no line of it. */
async function createArray(device, { shape, axes, words, input, output }) {
  const options = ['--target', 'wgsl', '--shape', shape.join('x'), ...(axes ? [`--axes=${axes.join()}`] : []), '-o', '.', ...words];
  /* Exact mode computes prime factors above 13 in float64, which WebGPU lacks. */
  const files = await compile('nbl-fft', options).catch((error) => {
    if (!error.message.includes('use fast mode')) throw error;
    return compile('nbl-fft', [...options, '--mode', 'fast']);
  });
  const plan = JSON.parse(files['fft.json']), owned = [], buffers = {};
  const own = (buffer) => (owned.push(buffer), buffer);
  for (const [name, size] of Object.entries(plan.buffers)) if (size) buffers[name] = { input, output }[name] ?? own(storage(device, size));
  for (const [name, bytes] of Object.entries(files).filter(([path]) => path.endsWith('.bin'))) {
    buffers[name] = own(storage(device, bytes.length));
    device.queue.writeBuffer(buffers[name], 0, bytes);
  }
  /* WebGPU binds no buffer twice where it is written: what works in place reads a copy. */
  const inPlace = plan.dispatches.filter(({ from, to }) => from === to).map(({ to }) => plan.buffers[to]);
  const copy = inPlace.length ? own(storage(device, Math.max(...inPlace))) : undefined;
  const pipelines = new Map(await Promise.all([...new Set(plan.dispatches.map(({ file }) => file))]
    .map(async (file) => [file, await pipelineOf(device, files[file])])));
  const steps = plan.dispatches.map(({ file, workgroups, from, to, table, constants, interface: { bindings } }) => {
    const places = [from === to ? copy : buffers[from], buffers[to], buffers[table]];
    const uniforms = own(uniformsOf(device, new Uint32Array(constants)));
    const bound = [...bindings.map(({ binding }) => [binding, places[binding]]), [plan.uniform_binding, uniforms]];
    return { copied: from === to ? to : undefined, workgroups, pipeline: pipelines.get(file), group: groupOf(device, pipelines.get(file), bound) };
  });
  const encode = (encoder) => {
    for (const { copied, workgroups, pipeline, group } of steps) {
      if (copied) encoder.copyBufferToBuffer(buffers[copied], 0, copy, 0, plan.buffers[copied]);
      dispatch(encoder, pipeline, [group], workgroups);
    }
  };
  const made = { input: buffers.input, output: buffers.output, inputBytes: plan.buffers.input, outputBytes: plan.buffers.output, encode };
  return { ...made, run: runner(device, made), destroy() { for (const buffer of owned) buffer.destroy(); } };
}

/** Whether one workgroup of WebGPU's default limits has it, and one kernel is enough. */
const isLine = async (length, words) => compile('nbl-fft', ['--target', 'wgsl', '--length', length, '-o', 'text', '--json', 'json', ...words])
  .then(() => true, () => false);

export async function createFft(device, options) {
  known('createFft', options, ['length', 'batch', 'shape', 'axes', 'inverse', 'real', 'input', 'output', 'callbacks']);
  const { length, batch = 1, shape, axes, inverse = false, real = false, input, output, callbacks } = options;
  const words = [...(real ? ['--real'] : []), ...(inverse ? ['--inverse'] : [])];
  if (shape) {
    if (length !== undefined || options.batch !== undefined || callbacks) throw new TypeError('shape: is in place of length and batch, and takes no callbacks');
    shape.forEach((size, axis) => whole(`shape[${axis}]`, size));
    return createArray(device, { shape, axes, words, input, output });
  }
  if (axes) throw new TypeError('axes: are for shape');
  whole('batch', batch);
  whole('length', length);
  if (callbacks) known('createFft: callbacks', callbacks, ['code', 'bindings', 'sharedBytes']);
  if (callbacks || await isLine(length, words)) return createLines(device, { length, batch, callbacks, words, input, output });
  return createArray(device, { shape: [batch, length], axes: [1], words, input, output });
}

export function createFft2d(device, options) {
  known('createFft2d', options, ['width', 'height', 'inverse', 'real']);
  const { width, height, inverse, real } = options;
  whole('width', width);
  whole('height', height);
  return createFft(device, { shape: [height, width], inverse, real });
}
