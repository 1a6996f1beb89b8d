// The FFT-convolution bloom.
// SPDX-License-Identifier: Apache-2.0
import { dispatch, fits, floats, groupOf, guarded, known, pipelineDesc, pipelineOf, readBack, storage, uniformsOf, whole, within, word } from './device.js';
import { compile } from './writer.js';

const PADDING = ['zero', 'mirror', 'wrap'], COMBINE = ['replace', 'mix', 'add'], INVALID = ['clamp', 'refuse'];

async function bloomOf({ width, height, kernel, padding, combine, intensity, threshold, knee, invalid, largest }) {
  const given = Object.entries({ padding, combine, intensity, threshold, knee, invalid, largest }).filter(([, value]) => value !== undefined);
  const files = await compile('nbl-bloom', [`${width}x${height}`, `${kernel.width}x${kernel.height}`, '--target', 'wgsl',
    ...given.flatMap(([name, value]) => [`--${name}`, value]), '-o', '.']);
  return { plan: JSON.parse(files['bloom.json']), texts: files };
}

/** Returns a pass's uniforms for an image's and a kernel's size, which may be smaller than the bundle's. */
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
  floats('kernel.data', data, 4 * width * height);
  let luminance = 0;
  for (let i = 0; i < data.length; i += 4) luminance += 0.2126729 * data[i] + 0.7151522 * data[i + 1] + 0.072175 * data[i + 2];
  if (!(luminance > 0 && luminance < Infinity)) throw new RangeError(`kernel.data: its luminance is ${luminance}: nothing to divide by`);
}

/** Throws an error that names the first pixel with a NaN or an infinity, as the library does. */
function checkImage(image, width) {
  const at = image.findIndex((value) => !Number.isFinite(value));
  if (at < 0) return;
  const x = (at >> 2) % width, y = Math.floor((at >> 2) / width);
  throw new RangeError(`image: x ${x}, y ${y}, channel ${'RGBA'[at & 3]} is ${Number.isNaN(image[at]) ? 'NaN' : 'infinite'}`);
}

function checkOptions(options) {
  known('createBloom', options, ['width', 'height', 'kernel', 'padding', 'combine', 'intensity', 'threshold', 'knee', 'invalid', 'largest', 'spectrum', 'bundle']);
  const { width, height, kernel, padding, combine, intensity, threshold, knee, invalid, largest, bundle } = options;
  known('createBloom: kernel', kernel, ['width', 'height', 'data']);
  whole('width', width);
  whole('height', height);
  whole('kernel.width', kernel.width);
  whole('kernel.height', kernel.height);
  if (padding !== undefined) word('padding', padding, PADDING);
  if (combine !== undefined) word('combine', combine, COMBINE);
  if (invalid !== undefined) word('invalid', invalid, INVALID);
  if (intensity !== undefined) within('intensity', intensity, 0, combine === 'mix' ? 1 : 1e6);
  if (intensity !== undefined && (combine ?? 'replace') === 'replace') throw new TypeError('intensity: is for combine mix or add');
  if (threshold !== undefined) within('threshold', threshold, 0, 1e6);
  if (knee !== undefined && threshold === undefined) throw new TypeError('knee: is for threshold');
  if (knee !== undefined) within('knee', knee, 0, threshold);
  if (largest !== undefined) within('largest', largest, 0, 1e30);
  if (largest !== undefined && invalid === 'refuse') throw new TypeError('largest: is for invalid clamp');
  if (bundle === undefined) return;
  if (!(bundle?.plan instanceof Object && bundle.texts instanceof Object)) throw new TypeError('bundle: must be an object with plan and texts');
  const compiled = Object.keys(options).find((name) => ['padding', 'combine', 'intensity', 'threshold', 'knee', 'largest'].includes(name));
  if (compiled) throw new TypeError(`${compiled}: the bundle says it, which nbl-bloom compile wrote`);
  if (invalid === 'clamp' && bundle.plan.invalid !== 'clamp') throw new TypeError('invalid clamp: the bundle was compiled with refuse');
}

export async function createBloom(device, options) {
  checkOptions(options);
  const of = 'createBloom', { width, height, kernel, invalid, largest, spectrum, bundle } = options;
  if (!spectrum) checkKernel(kernel);
  /* `--largest` is of `--invalid clamp`, which is compile's own default. */
  const { plan, texts } = bundle ?? await bloomOf({ ...options, invalid: largest === undefined ? invalid : 'clamp' });
  const sizes = { ...plan.buffers, image: 16 * width * height, result: 16 * width * height, kernel: 16 * kernel.width * kernel.height };
  const transformed = (sizes.sums + sizes.spectrum) / 4;
  if (spectrum) floats('spectrum', spectrum, transformed);
  for (const [name, size] of Object.entries(sizes)) fits(device, of, name, size);
  const buffers = await guarded(device, of, () => Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, storage(device, size)])));
  const passOf = (pipeline, pass, isKernel) => {
    const uniforms = uniformsOf(device, constantsOf(plan, pass, isKernel ? kernel : { width, height }, isKernel));
    const bound = pass.interface.bindings.map(({ binding }) => [binding, buffers[pass.buffers[binding]]]);
    return { pipeline, uniforms, group: groupOf(device, pipeline, [...bound, [plan.uniform_binding, uniforms]]), workgroups: pass.workgroups };
  };
  const build = async (passes, isKernel) => {
    const pipelines = await Promise.all(passes.map((pass) => pipelineOf(device, of, texts[pass.file])));
    return guarded(device, of, () => passes.map((pass, number) => passOf(pipelines[number], pass, isKernel)));
  };
  const [ofKernel, ofImage] = [plan.passes.slice(0, 4), plan.passes.slice(4)];
  let [kernelPasses, imagePasses] = await Promise.all([spectrum ? null : build(ofKernel, true), build(ofImage, false)]);
  const record = (encoder, passes) => { for (const pass of passes) dispatch(encoder, pass.pipeline, [pass.group], pass.workgroups); };
  let sharpness = 0;
  const put = (place, value) => { for (const { uniforms } of imagePasses) device.queue.writeBuffer(uniforms, 4 * place, new Float32Array([value])); };
  const bloom = {
    image: buffers.image, result: buffers.result,
    async setKernel(data) {
      checkKernel({ ...kernel, data });
      await guarded(device, 'setKernel', () => {
        kernelPasses ??= ofKernel.map((pass) => passOf(device.createComputePipeline(pipelineDesc(device, texts[pass.file])), pass, true));
        device.queue.writeBuffer(buffers.kernel, 0, data);
        const encoder = device.createCommandEncoder();
        record(encoder, kernelPasses);
        device.queue.submit([encoder.finish()]);
      });
    },
    async readSpectrum() {
      const result = new Float32Array(transformed);
      result.set(await readBack(device, 'readSpectrum', buffers.sums, sizes.sums, () => {}));
      result.set(await readBack(device, 'readSpectrum', buffers.spectrum, sizes.spectrum, () => {}), sizes.sums / 4);
      return result;
    },
    setSharpening(value) {
      within('sharpening', value, 0, 1);
      if (value !== sharpness) put(plan.sharpening, value);
      sharpness = value;
    },
    encode(encoder) { record(encoder, imagePasses); },
    async run(image) {
      floats('image', image, 4 * width * height);
      if (invalid === 'refuse') checkImage(image, width);
      return readBack(device, `${of}: run`, buffers.result, sizes.result, bloom.encode, () => device.queue.writeBuffer(buffers.image, 0, image));
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
    await bloom.setKernel(kernel.data);
  }
  return bloom;
}
