// What the package's parts share of WebGPU: buffers, groups, dispatches, what comes back; the device's errors and limits; and
// checks of options.
// SPDX-License-Identifier: Apache-2.0

export const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x4, COPY_DST = 0x8, MAP_READ = 0x1;

/* ---- Errors of the device */

const lost = new WeakMap();

/** Throws if a device was lost, with the reason: objects made of a lost device silently do nothing. */
async function expectAlive(device, of) {
  if (!lost.has(device)) {
    const state = {};
    lost.set(device, state);
    device.lost.then((info) => (state.info = info));
  }
  await null; // a promise that is resolved already calls its handlers first
  const { info } = lost.get(device);
  if (info) throw new Error(`${of}: the device was lost: ${info.message || info.reason || 'without a reason'}`);
}

/** Does work that WebGPU returns no result for, and throws the error that the device reports about it. The work is synchronous, so
 * an error belongs to its own scope. */
export async function guarded(device, of, work) {
  const filters = ['validation', 'out-of-memory', 'internal'];
  filters.forEach((filter) => device.pushErrorScope(filter));
  let result, thrown;
  try { result = work(); } catch (error) { thrown = error; }
  const errors = await Promise.all(filters.map(() => device.popErrorScope())).catch(() => []); // none of a lost device
  await expectAlive(device, of);
  if (thrown) throw thrown;
  const error = errors.find((one) => one);
  if (error) throw new Error(`${of}: ${error.message}`);
  return result;
}

/** Throws if a buffer is larger than the device allows. bound: the bytes of it that one binding takes. */
export function fits(device, of, name, size, bound = size) {
  const { maxBufferSize, maxStorageBufferBindingSize } = device.limits;
  const [limit, most, bytes] = size > maxBufferSize ? ['maxBufferSize', maxBufferSize, size] : ['maxStorageBufferBindingSize', maxStorageBufferBindingSize, bound];
  if (bytes > most) throw new RangeError(`${of}: ${name}: ${bytes} bytes, the device's ${limit} is ${most}`);
}

/* ---- Pipelines and buffers */

export const pipelineDesc = (device, code) => ({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });

export async function pipelineOf(device, of, code) {
  let pipeline;
  await guarded(device, of, () => {
    pipeline = device.createComputePipelineAsync(pipelineDesc(device, code));
    pipeline.catch(() => {}); // its error is ignored: the shader's own message says more
  });
  return pipeline.catch((error) => { throw new Error(`${of}: ${error.message}`); });
}

export const storage = (device, size) => device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });

export function uniformsOf(device, words) {
  const buffer = device.createBuffer({ size: Math.ceil(words.length / 4) * 16, usage: UNIFORM | COPY_DST });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

/** Binds buffers, or parts of them: { buffer, offset, size }. */
export function groupOf(device, pipeline, buffers) {
  const entries = [...buffers].map(([binding, at]) => ({ binding, resource: at.buffer ? at : { buffer: at } }));
  return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
}

/** Returns workgroups as two dimensions, since one dimension has at most 65535. */
export function dispatch(encoder, pipeline, groups, workgroups) {
  const pass = encoder.beginComputePass(), y = Math.ceil(workgroups / 65535);
  pass.setPipeline(pipeline);
  groups.forEach((group, number) => pass.setBindGroup(number, group));
  pass.dispatchWorkgroups(Math.ceil(workgroups / y), y);
  pass.end();
}

/** Records commands, submits them, and reads a buffer back.
 *
 * write  a function that writes the inputs to the queue before the commands */
export async function readBack(device, of, buffer, size, encode, write = () => {}) {
  let mapped;
  const read = await guarded(device, of, () => {
    const made = device.createBuffer({ size, usage: MAP_READ | COPY_DST }), encoder = device.createCommandEncoder();
    write();
    encode(encoder);
    encoder.copyBufferToBuffer(buffer, 0, made, 0, size);
    device.queue.submit([encoder.finish()]);
    mapped = made.mapAsync(MAP_READ);
    mapped.catch(() => {}); // its error is ignored: the error that caused it is thrown
    return made;
  });
  await mapped.catch(async (error) => {
    await new Promise((resolve) => setTimeout(resolve)); // the promise of a lost device may be resolved a moment later
    await expectAlive(device, of);
    throw new Error(`${of}: ${error.message}`);
  });
  const result = new Float32Array(read.getMappedRange().slice(0));
  read.destroy();
  return result;
}

/** Divides independent lines into equal parts that the device's bindings take, as few as possible.
 *
 * sizes    bytes of a line in each buffer that is bound in parts
 * held     bytes of a line in the largest other buffer
 * Returns each part's first line and its count. If no parts fit, returns one part, which fits() refuses. */
export function piecesOf(device, lines, sizes, held = 0) {
  const { maxStorageBufferBindingSize: most, minStorageBufferOffsetAlignment: alignment } = device.limits;
  let count = Math.min(lines, ...[...sizes, held].filter((size) => size > 0).map((size) => Math.floor(most / size)));
  const greatest = (a, b) => (b ? greatest(b, a % b) : a);
  const step = Math.max(1, ...sizes.map((size) => alignment / greatest(alignment, size))); // powers of two
  if (count < lines) count -= count % step;
  if (count < 1) return [{ first: 0, count: lines }];
  return Array.from({ length: Math.ceil(lines / count) }, (_, i) => ({ first: i * count, count: Math.min(count, lines - i * count) }));
}

/* ---- Options */

const shown = (value) => {
  try { return JSON.stringify(value) ?? String(value); } catch { return String(value); }
};

export function whole(name, value, least = 1) {
  if (!Number.isSafeInteger(value) || value < least) throw new RangeError(`${name} ${shown(value)}: must be a whole number of ${least} or more`);
}

export function truth(name, value) {
  if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${name} ${shown(value)}: must be true or false`);
}

export function list(name, value, least, most) {
  if (!Array.isArray(value) || value.length < least || value.length > most)
    throw new TypeError(`${name} ${shown(value)}: must be an array of ${least} to ${most} whole numbers`);
}

export function word(name, value, words) {
  if (!words.includes(value)) throw new TypeError(`${name} ${shown(value)}: must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

export function within(name, value, least, most) {
  if (!(typeof value === 'number' && value >= least && value <= most)) throw new RangeError(`${name} ${shown(value)}: must be a number from ${least} to ${most}`);
}

export function floats(name, value, count) {
  if (!(value instanceof Float32Array)) throw new TypeError(`${name} ${typeof value}: must be a Float32Array`);
  if (value.length !== count) throw new RangeError(`${name}: ${value.length} numbers, expected ${count}`);
}

/** Checks a buffer that the caller gives: it must be large enough. */
export function buffer(name, value, size) {
  if (typeof value !== 'object' || value === null || !Number.isInteger(value.size)) throw new TypeError(`${name} ${shown(value)}: must be a GPUBuffer`);
  if (value.size < size) throw new RangeError(`${name}: ${value.size} bytes, must be ${size} or more`);
}

/** Throws if an option is unknown: a misspelt one would be ignored in silence. */
export function known(of, options, names) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw new TypeError(`${of} ${shown(options)}: must be an object with ${names.slice(0, 2).join(', ')}`);
  const wrong = Object.keys(options).find((name) => !names.includes(name));
  if (wrong !== undefined) throw new TypeError(`${of}: ${wrong}: unknown option; there are ${names.join(', ')}`);
}
