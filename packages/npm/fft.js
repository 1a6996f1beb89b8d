// FFTs, of one dimension and of several.
// SPDX-License-Identifier: Apache-2.0
import { include, placesOf } from './callbacks.js';
import { buffer, dispatch, fits, floats, groupOf, guarded, known, list, piecesOf, pipelineOf, readBack, storage, truth, uniformsOf, whole } from './device.js';
import { compile } from './writer.js';

/** Makes a transform's run(), which takes a whole array and returns one. */
export function runner(device, of, { input, output, inputBytes, outputBytes, encode }) {
  return async (signals) => {
    if (!input || !output) throw new TypeError('run: is for transforms without callbacks; record this one by encode()');
    floats('signals', signals, inputBytes / 4);
    return readBack(device, `${of}: run`, output, outputBytes, encode, () => device.queue.writeBuffer(input, 0, signals));
  };
}

/** Returns a part of a buffer as groupOf() binds it; the whole buffer if the part is not smaller. */
const part = (of, first, count, bytes) => ({ buffer: of, offset: first * bytes, size: count * bytes });

/** Makes a transform of lines that a workgroup holds: one kernel. It runs in pieces if a binding does not take all lines. */
async function createLines(device, { length, batch, callbacks, words, input, output }) {
  const of = 'createFft';
  const files = await compile('nbl-fft', ['--target', 'wgsl', '--length', length, '-o', 'text', '--json', 'json', ...words, ...placesOf(callbacks)]);
  const info = JSON.parse(files.json), [from, to] = info.bindings.map(({ name }) => name);
  const [inputLine, outputLine] = [info.input_bytes_per_transform, info.output_bytes_per_transform];
  const inputBytes = inputLine * batch, outputBytes = outputLine * batch;
  const { code, calls } = include(files.text, callbacks?.code ?? '', { get: [from, inputLine / 8], set: [to, outputLine / 8], end: info.workgroup_size[0] });
  /* Callbacks get the transform's number, which would begin at 0 again in each piece. So with callbacks there is one piece. */
  const pieces = callbacks ? [{ first: 0, count: batch }] : piecesOf(device, batch, [inputLine, outputLine]);
  if (!calls.get) fits(device, of, 'input', inputBytes, inputLine * pieces[0].count);
  if (!calls.set) fits(device, of, 'output', outputBytes, outputLine * pieces[0].count);
  if (input) buffer('input', input, inputBytes);
  if (output) buffer('output', output, outputBytes);
  const pipeline = await pipelineOf(device, of, code), owned = [];
  const own = (made) => (owned.push(made), made);
  const steps = await guarded(device, of, () => {
    input = calls.get ? undefined : input ?? own(storage(device, inputBytes));
    output = calls.set ? undefined : output ?? own(storage(device, outputBytes));
    return pieces.map(({ first, count }) => {
      const uniforms = own(uniformsOf(device, new Uint32Array([count, 0, 0, 0])));
      const bound = [[0, input && part(input, first, count, inputLine)], [1, output && part(output, first, count, outputLine)], [info.uniforms.binding, uniforms]];
      const groups = [groupOf(device, pipeline, bound.filter(([, at]) => at))];
      if (callbacks?.bindings) {
        const entries = callbacks.bindings.map(([binding, resource]) => ({ binding, resource: 'size' in resource ? { buffer: resource } : resource }));
        groups.push(device.createBindGroup({ layout: pipeline.getBindGroupLayout(1), entries }));
      }
      return { groups, workgroups: Math.ceil(count / info.transforms_per_workgroup) };
    });
  });
  const encode = (encoder) => { for (const { groups, workgroups } of steps) dispatch(encoder, pipeline, groups, workgroups); };
  const made = { input, output, inputBytes, outputBytes, encode };
  return { ...made, run: runner(device, of, made), destroy() { for (const buffer of owned) buffer.destroy(); } };
}

/** Returns the bytes of a shape's signal and of its spectrum. A real signal has one number an element, and its spectrum
 * N / 2 + 1 frequencies along the last transformed axis. */
function bytesOf(shape, axes, real, inverse) {
  const all = shape.reduce((product, size) => product * size, 8), last = (axes?.at(-1) ?? -1) + (axes?.at(-1) >= 0 ? 0 : shape.length);
  const half = (all / shape[last]) * (Math.floor(shape[last] / 2) + 1);
  const sides = real ? [all / 2, half] : [all, all];
  return inverse ? sides.reverse() : sides;
}

/** Returns what is bound to each kernel of a plan, for the piece that begins at index `first` of the first dimension. */
function stepsOf(device, { plan, pipelines, buffers, own, copy, first, sizes }) {
  const place = (name) => (name in sizes ? part(buffers[name], first, plan.rows, sizes[name]) : buffers[name]);
  return plan.dispatches.map(({ file, workgroups, from, to, table, constants, interface: { bindings } }) => {
    const copied = from === to ? to : undefined, target = place(to);
    const places = [copied ? part(copy, 0, 1, plan.buffers[to]) : place(from), target, buffers[table]];
    const uniforms = own(uniformsOf(device, new Uint32Array(constants)));
    const bound = [...bindings.map(({ binding }) => [binding, places[binding]]), [plan.uniform_binding, uniforms]];
    return { workgroups, pipeline: pipelines.get(file), group: groupOf(device, pipelines.get(file), bound),
             copied: copied && { buffer: target.buffer ?? target, offset: target.offset ?? 0, size: plan.buffers[to] } };
  });
}

/** Makes a transform of any shape: a kernel for each axis, or several if a workgroup does not hold the axis' lines. If a
 * binding does not take the array and the first dimension is not transformed, it runs in pieces along that dimension. */
async function createArray(device, { shape, axes, words, real, inverse, input, output }) {
  const of = 'createFft', rank = shape.length, places = (axes ?? shape.map((_, axis) => axis)).map((axis) => (axis < 0 ? axis + rank : axis));
  const [inputBytes, outputBytes] = bytesOf(shape, axes, real, inverse), rows = shape[0];
  const sizes = { input: inputBytes / rows, output: outputBytes / rows };
  const divides = rank > 1 && !places.includes(0) && device.limits;
  let pieces = divides ? piecesOf(device, rows, Object.values(sizes)) : [{ first: 0, count: rows }];
  const planOf = async (count) => {
    const options = ['--target', 'wgsl', '--shape', [count, ...shape.slice(1)].join('x'), ...(axes ? [`--axes=${axes.join()}`] : []), '-o', '.', ...words];
    /* Exact mode computes prime factors above 13 in float64, which WebGPU lacks. */
    const files = await compile('nbl-fft', options).catch((error) => {
      if (!error.message.includes('use fast mode')) throw error;
      return compile('nbl-fft', [...options, '--mode', 'fast']);
    });
    return { ...JSON.parse(files['fft.json']), files, rows: count };
  };
  if (device.limits) { // checked before a text is written
    fits(device, of, 'input', inputBytes, sizes.input * pieces[0].count);
    fits(device, of, 'output', outputBytes, sizes.output * pieces[0].count);
  }
  const plans = [await planOf(pieces[0].count)], largest = Math.max(...Object.values(plans[0].buffers));
  if (divides && largest > device.limits.maxStorageBufferBindingSize) { // a workspace may be larger than input and output
    pieces = piecesOf(device, rows, Object.values(sizes), largest / plans[0].rows);
    plans[0] = await planOf(pieces[0].count);
  }
  if (pieces.at(-1).count !== pieces[0].count) plans.push(await planOf(pieces.at(-1).count));
  if (input) buffer('input', input, inputBytes);
  if (output) buffer('output', output, outputBytes);
  const owned = [], own = (made) => (owned.push(made), made), whole = { input: inputBytes, output: outputBytes };
  for (const plan of plans) for (const [name, size] of Object.entries(plan.buffers)) fits(device, of, name, size);
  /* WebGPU does not bind a buffer twice if it is written: a kernel that works in place reads a copy. */
  const inPlace = plans[0].dispatches.filter(({ from, to }) => from === to).map(({ to }) => plans[0].buffers[to]);
  const texts = new Map(plans.flatMap(({ files, dispatches }) => dispatches.map(({ file }) => [files[file], file])));
  const compiled = new Map(await Promise.all([...texts.keys()].map(async (text) => [text, await pipelineOf(device, of, text)])));
  const made = await guarded(device, of, () => {
    const copy = inPlace.length ? own(storage(device, Math.max(...inPlace))) : undefined, shared = {};
    for (const [name, size] of Object.entries(plans[0].buffers)) if (size) shared[name] = { input, output }[name] ?? own(storage(device, whole[name] ?? size));
    const ready = plans.map((plan) => {
      const buffers = { ...shared };
      for (const [name, bytes] of Object.entries(plan.files).filter(([path]) => path.endsWith('.bin'))) {
        buffers[name] = own(storage(device, bytes.length));
        device.queue.writeBuffer(buffers[name], 0, bytes);
      }
      return { plan, buffers, pipelines: new Map(plan.dispatches.map(({ file }) => [file, compiled.get(plan.files[file])])) };
    });
    const steps = pieces.flatMap(({ first, count }) => stepsOf(device, { ...ready.find(({ plan }) => plan.rows === count), own, copy, first, sizes }));
    const encode = (encoder) => {
      for (const { copied, workgroups, pipeline, group } of steps) {
        if (copied) encoder.copyBufferToBuffer(copied.buffer, copied.offset, copy, 0, copied.size);
        dispatch(encoder, pipeline, [group], workgroups);
      }
    };
    return { input: shared.input, output: shared.output, inputBytes, outputBytes, encode };
  });
  return { ...made, run: runner(device, of, made), destroy() { for (const one of owned) one.destroy(); } };
}

/** Returns whether one workgroup of WebGPU's default limits holds a line of this length, so that one kernel is enough. */
const isLine = async (length, words) => compile('nbl-fft', ['--target', 'wgsl', '--length', length, '-o', 'text', '--json', 'json', ...words])
  .then(() => true, () => false);

const MOST_RANK = 8;

export async function createFft(device, options) {
  known('createFft', options, ['length', 'batch', 'shape', 'axes', 'inverse', 'real', 'input', 'output', 'callbacks']);
  const { length, batch = 1, shape, axes, inverse = false, real = false, input, output, callbacks } = options;
  truth('real', real);
  truth('inverse', inverse);
  const words = [...(real ? ['--real'] : []), ...(inverse ? ['--inverse'] : [])];
  if (shape !== undefined) {
    if (length !== undefined || options.batch !== undefined || callbacks) throw new TypeError('shape: is in place of length and batch, and takes no callbacks');
    list('shape', shape, 1, MOST_RANK);
    shape.forEach((size, axis) => whole(`shape[${axis}]`, size));
    if (axes !== undefined) {
      list('axes', axes, 1, shape.length);
      axes.forEach((axis, number) => whole(`axes[${number}]`, axis, -shape.length));
    }
    return createArray(device, { shape, axes, words, real, inverse, input, output });
  }
  if (axes !== undefined) throw new TypeError('axes: are for shape');
  whole('batch', batch);
  whole('length', length);
  if (callbacks !== undefined) {
    known('createFft: callbacks', callbacks, ['code', 'bindings', 'sharedBytes']);
    if (typeof callbacks.code !== 'string') throw new TypeError('callbacks.code: must be a text of WGSL');
    if (callbacks.bindings !== undefined && !Array.isArray(callbacks.bindings)) throw new TypeError('callbacks.bindings: must be an array of [number, resource]');
  }
  if (callbacks || await isLine(length, words)) return createLines(device, { length, batch, callbacks, words, input, output });
  return createArray(device, { shape: [batch, length], axes: [1], words, real, inverse, input, output });
}

export async function createFft2d(device, options) {
  known('createFft2d', options, ['width', 'height', 'inverse', 'real']);
  const { width, height, inverse, real } = options;
  whole('width', width);
  whole('height', height);
  return createFft(device, { shape: [height, width], inverse, real });
}
