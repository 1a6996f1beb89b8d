// FFTs and an FFT-convolution bloom for WebGPU; see README.md.
// SPDX-License-Identifier: Apache-2.0
import { include, placesOf } from './callbacks.js';
import { compile } from './writer.js';

export { createStft, createInverseStft, hann, melBands } from './stft.js';

const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x4, COPY_DST = 0x8, MAP_READ = 0x1;

const pipelineDesc = (device, code) => ({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
const pipelineOf = (device, code) => device.createComputePipelineAsync(pipelineDesc(device, code));

const storage = (device, size) => device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });

function uniformsOf(device, words) {
  const buffer = device.createBuffer({ size: Math.ceil(words.length / 4) * 16, usage: UNIFORM | COPY_DST });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

function groupOf(device, pipeline, buffers) {
  const entries = [...buffers].map(([binding, buffer]) => ({ binding, resource: { buffer } }));
  return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
}

/** Workgroups in two dimensions: one takes 65535 at most. */
function dispatch(encoder, pipeline, groups, workgroups) {
  const pass = encoder.beginComputePass(), y = Math.ceil(workgroups / 65535);
  pass.setPipeline(pipeline);
  groups.forEach((group, number) => pass.setBindGroup(number, group));
  pass.dispatchWorkgroups(Math.ceil(workgroups / y), y);
  pass.end();
}

async function readBack(device, buffer, size, encode) {
  const read = device.createBuffer({ size, usage: MAP_READ | COPY_DST }), encoder = device.createCommandEncoder();
  encode(encoder);
  encoder.copyBufferToBuffer(buffer, 0, read, 0, size);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(MAP_READ);
  const result = new Float32Array(read.getMappedRange().slice(0));
  read.destroy();
  return result;
}

function whole(name, value, least = 1) {
  if (!Number.isInteger(value) || value < least) throw new RangeError(`${name} ${value}: must be a whole number of ${least} or more`);
}

/** A misspelt option would be left out in silence. */
function known(of, options, names) {
  const wrong = Object.keys(options).find((name) => !names.includes(name));
  if (wrong !== undefined) throw new TypeError(`${of}: ${wrong}: unknown option; there are ${names.join(', ')}`);
}

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

async function bloomOf(width, height, kernel, padding) {
  const files = await compile('nbl-bloom', [`${width}x${height}`, `${kernel.width}x${kernel.height}`, '--target', 'wgsl', '--padding', padding, '-o', '.']);
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('./', ''), text]));
  return { plan: JSON.parse(texts['bloom.json']), texts };
}

/** A pass's uniforms, for sizes that may be below those of a bundle. */
function constantsOf(plan, pass, of, isKernel) {
  const words = new Uint32Array(Math.ceil(pass.constants.length / 4) * 4), members = pass.interface.uniforms.members.map(({ name }) => name);
  words.set(pass.constants);
  const put = (name, value) => (words[members.indexOf(name)] = value);
  const [first, second] = plan.first_axis === 'x' ? [of.width, of.height] : [of.height, of.width];
  put('extent_first', first);
  put('extent_second', second);
  put('row_pitch', of.width);
  if (!isKernel) return words;
  put('texels', of.width * of.height);
  put('offset_first', (plan.length_first - (first >> 1)) % plan.length_first);
  put('offset_second', (plan.length_second - (second >> 1)) % plan.length_second);
  return words;
}

function checkKernel({ width, height, data }) {
  if (data.length !== 4 * width * height) throw new RangeError(`kernel.data: ${data.length} numbers, expected ${4 * width * height}`);
  let luminance = 0;
  for (let i = 0; i < data.length; i += 4) luminance += 0.2126729 * data[i] + 0.7151522 * data[i + 1] + 0.072175 * data[i + 2];
  if (!(luminance > 0 && luminance < Infinity)) throw new RangeError(`kernel.data: its luminance is ${luminance}: nothing to divide by`);
}

export async function createBloom(device, options) {
  known('createBloom', options, ['width', 'height', 'kernel', 'padding', 'spectrum', 'bundle']);
  const { width, height, kernel, padding = 'zero', spectrum, bundle } = options;
  known('createBloom: kernel', kernel, ['width', 'height', 'data']);
  whole('width', width);
  whole('height', height);
  whole('kernel.width', kernel.width);
  whole('kernel.height', kernel.height);
  if (!spectrum) checkKernel(kernel);
  const { plan, texts } = bundle ?? await bloomOf(width, height, kernel, padding);
  const sizes = { ...plan.buffers, image: 16 * width * height, result: 16 * width * height, kernel: 16 * kernel.width * kernel.height };
  const transformed = (sizes.sums + sizes.spectrum) / 4;
  if (spectrum && spectrum.length !== transformed) throw new RangeError(`spectrum: ${spectrum.length} numbers, expected ${transformed}`);
  const buffers = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, storage(device, size)]));
  const passOf = (pipeline, pass, isKernel) => {
    const uniforms = uniformsOf(device, constantsOf(plan, pass, isKernel ? kernel : { width, height }, isKernel));
    const bound = pass.interface.bindings.map(({ binding }) => [binding, buffers[pass.buffers[binding]]]);
    return { pipeline, uniforms, group: groupOf(device, pipeline, [...bound, [plan.uniform_binding, uniforms]]), workgroups: pass.workgroups };
  };
  const build = (passes, isKernel) => Promise.all(passes.map(async (pass) => passOf(await pipelineOf(device, texts[pass.file]), pass, isKernel)));
  const [ofKernel, ofImage] = [plan.passes.slice(0, 4), plan.passes.slice(4)];
  let [kernelPasses, imagePasses] = await Promise.all([spectrum ? null : build(ofKernel, true), build(ofImage, false)]);
  const record = (encoder, passes) => { for (const pass of passes) dispatch(encoder, pass.pipeline, [pass.group], pass.workgroups); };
  let sharpness = 0;
  const bloom = {
    image: buffers.image, result: buffers.result,
    setKernel(data) {
      checkKernel({ ...kernel, data });
      kernelPasses ??= ofKernel.map((pass) => passOf(device.createComputePipeline(pipelineDesc(device, texts[pass.file])), pass, true));
      device.queue.writeBuffer(buffers.kernel, 0, data);
      const encoder = device.createCommandEncoder();
      record(encoder, kernelPasses);
      device.queue.submit([encoder.finish()]);
    },
    async readSpectrum() {
      const result = new Float32Array(transformed);
      result.set(await readBack(device, buffers.sums, sizes.sums, () => {}));
      result.set(await readBack(device, buffers.spectrum, sizes.spectrum, () => {}), sizes.sums / 4);
      return result;
    },
    setSharpening(value) {
      if (!(value >= 0 && value <= 1)) throw new RangeError(`sharpening ${value}: must be a number from 0 to 1`);
      if (value !== sharpness) for (const { uniforms } of imagePasses) device.queue.writeBuffer(uniforms, 4 * plan.sharpening, new Float32Array([value]));
      sharpness = value;
    },
    encode(encoder) { record(encoder, imagePasses); },
    run(image) {
      if (image.length !== 4 * width * height) throw new RangeError(`image: ${image.length} numbers, expected ${4 * width * height}`);
      device.queue.writeBuffer(buffers.image, 0, image);
      return readBack(device, buffers.result, sizes.result, bloom.encode);
    },
    destroy() {
      for (const buffer of Object.values(buffers)) buffer.destroy();
      for (const { uniforms } of [...kernelPasses ?? [], ...imagePasses]) uniforms.destroy();
    },
  };
  if (spectrum) {
    device.queue.writeBuffer(buffers.sums, 0, spectrum.subarray(0, sizes.sums / 4));
    device.queue.writeBuffer(buffers.spectrum, 0, spectrum.subarray(sizes.sums / 4));
  } else {
    bloom.setKernel(kernel.data);
  }
  return bloom;
}
