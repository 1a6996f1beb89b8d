// Short-time spectra: frames are windowed when they are loaded, and stored as spectra, powers or mel bands; and the inverse.
// SPDX-License-Identifier: Apache-2.0
import { dispatch, fits, groupOf, guarded, known, pipelineOf, storage, truth, uniformsOf, whole } from './device.js';
import { createFft, runner } from './fft.js';

const WORKGROUP = 256;

/** Returns the periodic Hann window of a length. */
export const hann = (length) => Float32Array.from({ length }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / length));

const toMel = (hertz) => 2595 * Math.log10(1 + hertz / 700), toHertz = (mel) => 700 * (10 ** (mel / 2595) - 1);

/** Triangles of height 1, their corners evenly spaced in mel (2595 log10(1 + f / 700)): of each band the first frequency, how
 * many there are, and their weights one after the other. */
export function melBands(mel, length) {
  known('mel', mel, ['bands', 'rate', 'low', 'high']);
  const { bands, rate, low = 0, high = rate / 2 } = mel;
  if (!(bands >= 1 && Number.isInteger(bands))) throw new RangeError(`mel.bands ${bands}: must be a whole number of 1 or more`);
  if (!(low >= 0 && low < high && high <= rate / 2)) throw new RangeError(`mel: ${low} to ${high}: must lie between 0 and half of the rate ${rate}`);
  const corners = Array.from({ length: bands + 2 }, (_, i) => toHertz(toMel(low) + ((toMel(high) - toMel(low)) * i) / (bands + 1)));
  const heads = new Uint32Array(4 * bands), weights = [];
  for (let band = 0; band < bands; band++) {
    const [left, top, right] = corners.slice(band, band + 3);
    const first = Math.max(0, Math.ceil((left * length) / rate)), last = Math.min(length / 2, Math.floor((right * length) / rate));
    heads.set([first, Math.max(0, last - first + 1), weights.length], 4 * band);
    for (let f = first; f <= last; f++) {
      const hertz = (f * rate) / length;
      weights.push(Math.max(0, Math.min((hertz - left) / (top - left), (right - hertz) / (right - top))));
    }
  }
  return { heads, weights: new Float32Array(weights.length ? weights : [0]) };
}

const head = (access) => `
struct stft_t { samples: u32, hop: u32, before: u32, frames: u32 };
@group(1) @binding(0) var<storage, ${access}> samples: array<f32>;
@group(1) @binding(1) var<storage, read> window: array<f32>;
@group(1) @binding(2) var<uniform> stft: stft_t;`;

/* The loads of a frame: numbers before and after the signal are zeros. */
const load = `
fn sample_at(frame: u32, n: u32) -> f32 {
    let at = frame * stft.hop + n - stft.before;
    if (at >= stft.samples) { return 0.0; }
    return window[n] * samples[at];
}
fn fft_get(frame: u32, pair: u32) -> vec2<f32> { return vec2<f32>(sample_at(frame, 2u * pair), sample_at(frame, 2u * pair + 1u)); }`;

const stores = {
  complex: () => '',
  power: (frequencies) => `
@group(1) @binding(3) var<storage, read_write> powers: array<f32>;
fn fft_set(frame: u32, frequency: u32, value: vec2<f32>) { powers[frame * ${frequencies}u + frequency] = dot(value, value); }`,
  mel: (frequencies, bands) => `
@group(1) @binding(3) var<storage, read_write> mel: array<f32>;
@group(1) @binding(4) var<storage, read> bands: array<vec4<u32>>;
@group(1) @binding(5) var<storage, read> weights: array<f32>;
var<workgroup> powers: array<f32, ${frequencies}>;
fn fft_set(frame: u32, frequency: u32, value: vec2<f32>) { powers[frequency] = dot(value, value); }
fn fft_end(frame: u32, invocation: u32, invocations: u32) {
    for (var band = invocation; band < ${bands}u; band += invocations) {
        var sum = 0.0;
        for (var i = 0u; i < bands[band].y; i++) { sum += weights[bands[band].z + i] * powers[bands[band].x + i]; }
        if (frame < stft.frames) { mel[frame * ${bands}u + band] = sum; }
    }
}`,
};

/* A sample of the result is the sum of its values in all frames that cover it, divided by the sum of the squares of their
 * windows there. */
const overlap = `${head('read_write')}
@group(1) @binding(3) var<storage, read> frames: array<f32>;
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let at = id.x + id.y * groups.x * ${WORKGROUP}u;
    if (at >= stft.samples) { return; }
    let length = arrayLength(&window);
    let place = at + stft.before;
    var sum = 0.0;
    var energy = 0.0;
    for (var frame = min(place / stft.hop, stft.frames - 1u); ; frame--) {
        let n = place - frame * stft.hop;
        if (n >= length) { break; }
        sum += window[n] * frames[frame * length + n];
        energy += window[n] * window[n];
        if (frame == 0u) { break; }
    }
    samples[at] = select(0.0, sum / energy, energy > 1e-8);
}`;

/** Returns what both directions need: sizes, the window's buffer, the uniforms. */
function prepare(device, of, options, names) {
  known(of, options, names);
  const { length, samples, hop = length >> 2, center = true, window = hann(length) } = options;
  whole('length', length, 4);
  if (length % 2) throw new RangeError(`length ${length}: must be even`);
  whole('samples', samples);
  whole('hop', hop);
  truth('center', options.center);
  if (!(window?.length === length)) throw new RangeError(`window: ${window?.length ?? 0} numbers, expected ${length}`);
  const before = center ? length >> 1 : 0, frames = Math.floor((samples + 2 * before - length) / hop) + 1;
  if (frames < 1) throw new RangeError(`samples ${samples}: fewer than a frame of ${length}`);
  fits(device, of, 'samples', 4 * samples);
  const owned = [], own = (buffer) => (owned.push(buffer), buffer);
  const filled = (data) => {
    const buffer = own(storage(device, data.byteLength));
    device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  };
  const bound = () => [[1, filled(Float32Array.from(window))], [2, own(uniformsOf(device, new Uint32Array([samples, hop, before, frames])))]];
  return { length, samples, frames, frequencies: length / 2 + 1, bound, filled, space: (size) => own(storage(device, size)), destroy() { for (const buffer of owned) buffer.destroy(); } };
}

/** Makes the transform from a real signal's frames to their spectra: one dispatch. */
export async function createStft(device, options) {
  const job = prepare(device, 'createStft', options, ['length', 'samples', 'hop', 'center', 'window', 'result', 'mel']);
  const of = 'createStft', { length, samples, frames, frequencies, bound, filled, space } = job, { mel } = options, result = mel ? 'mel' : options.result ?? 'complex';
  if (!Object.hasOwn(stores, result) || (result === 'mel' && !mel)) throw new RangeError(`result ${result}: must be complex or power; mel has its own option`);
  const bands = mel && melBands(mel, length);
  const outputBytes = frames * { complex: 8 * frequencies, power: 4 * frequencies, mel: 4 * mel?.bands }[result];
  fits(device, of, 'output', outputBytes);
  const code = head('read') + load + stores[result](frequencies, mel?.bands);
  const { input, output, bindings } = await guarded(device, of, () => {
    const input = space(4 * samples), output = space(outputBytes), bindings = [[0, input], ...bound()];
    if (result !== 'complex') bindings.push([3, output]);
    if (mel) bindings.push([4, filled(bands.heads)], [5, filled(bands.weights)]);
    return { input, output, bindings };
  });
  const callbacks = { code, bindings, ...(mel ? { sharedBytes: 4 * frequencies } : {}) };
  const fft = await createFft(device, { length, batch: frames, real: true, callbacks, ...(result === 'complex' ? { output } : {}) });
  const made = { input, output, inputBytes: 4 * samples, outputBytes, frames, encode: fft.encode };
  return { ...made, run: runner(device, of, made), destroy() { fft.destroy(); job.destroy(); } };
}

/** Makes the transform from spectra back to the signal: two dispatches. */
export async function createInverseStft(device, options) {
  const job = prepare(device, 'createInverseStft', options, ['length', 'samples', 'hop', 'center', 'window']);
  const of = 'createInverseStft', { length, samples, frames, frequencies, bound, space } = job;
  fits(device, of, 'frames', 4 * length * frames);
  fits(device, of, 'input', 8 * frequencies * frames);
  const [framesBuffer, output] = await guarded(device, of, () => [space(4 * length * frames), space(4 * samples)]);
  const fft = await createFft(device, { length, batch: frames, real: true, inverse: true, output: framesBuffer });
  const pipeline = await pipelineOf(device, of, overlap.replaceAll('@group(1)', '@group(0)'));
  const group = await guarded(device, of, () => groupOf(device, pipeline, [[0, output], ...bound(), [3, framesBuffer]]));
  const encode = (encoder) => {
    fft.encode(encoder);
    dispatch(encoder, pipeline, [group], Math.ceil(samples / WORKGROUP));
  };
  const made = { input: fft.input, output, inputBytes: 8 * frequencies * frames, outputBytes: 4 * samples, frames, encode };
  return { ...made, run: runner(device, of, made), destroy() { fft.destroy(); job.destroy(); } };
}
