// The FFT-convolution bloom.
// SPDX-License-Identifier: Apache-2.0
import { dispatch, groupOf, known, pipelineDesc, pipelineOf, readBack, storage, uniformsOf, whole } from './device.js';
import { compile } from './writer.js';

async function bloomOf(width, height, kernel, padding) {
  const files = await compile('nbl-bloom', [`${width}x${height}`, `${kernel.width}x${kernel.height}`, '--target', 'wgsl', '--padding', padding, '-o', '.']);
  return { plan: JSON.parse(files['bloom.json']), texts: files };
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
