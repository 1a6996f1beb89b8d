// Puts a user's functions into a transform's text: fft_get() in place of its input, fft_set() in place of its output,
// fft_end() behind it.
// SPDX-License-Identifier: Apache-2.0

const SHARED_BYTES = 16384; // of a workgroup: the limit that every WebGPU device has at least

/** Returns options of `nbl-fft compile` that leave room in shared memory for what the callbacks declare. With fft_end(), a
 * workgroup has one transform. */
export function placesOf(callbacks) {
  if (!callbacks) return [];
  const words = callbacks.sharedBytes ? ['--max-shared-bytes', SHARED_BYTES - callbacks.sharedBytes] : [];
  return defines(callbacks.code, 'end') ? [...words, '--ffts-per-workgroup', 1] : words;
}

const defines = (code, name) => new RegExp(`\\bfn\\s+fft_${name}\\s*\\(`).test(code);

/** Returns the index of the bracket that closes the one at index `at`. */
function closing(text, at) {
  for (let depth = 0; at < text.length; at++) {
    if (text[at] === '[') depth++;
    if (text[at] === ']' && --depth === 0) return at;
  }
  throw new Error('callbacks: the text of the transform has a bracket without its end');
}

/** Replaces a buffer's accesses by calls: NAME[i] = v; becomes fft_set(fft, index, v), any other NAME[i] becomes
 * fft_get(fft, index). */
function replace(text, name, pitch, stores) {
  const call = (index) => `nbl_${stores ? 'set' : 'get'}(${index}`;
  text = text.replace(new RegExp(`@group\\(0\\) @binding\\(\\d+\\) var<storage[^>]*> ${name}: [^;]*;\n`), '');
  for (let at = text.indexOf(`${name}[`); at >= 0; at = text.indexOf(`${name}[`, at)) {
    const end = closing(text, at + name.length), index = text.slice(at + name.length + 1, end);
    const rest = text.slice(end + 1), value = stores && rest.match(/^ = ([^;]*);/);
    if (stores && !value) throw new Error(`callbacks: ${name} is read by the transform`);
    text = text.slice(0, at) + call(index) + (value ? `, ${value[1]});` + rest.slice(value[0].length) : `)${rest}`);
  }
  return text + (stores
    ? `\nfn nbl_set(at: u32, value: vec2<f32>) { fft_set(at / ${pitch}u, at % ${pitch}u, value); }\n`
    : `\nfn nbl_get(at: u32) -> vec2<f32> { return fft_get(at / ${pitch}u, at % ${pitch}u); }\n`);
}

/** Puts callbacks into a transform's text.
 *
 * places  of get and set, the buffer's name and its elements per transform; of end, the workgroup's size
 * Returns the new text, and the names of the callbacks that it calls. */
export function include(text, code, places) {
  const calls = { get: defines(code, 'get'), set: defines(code, 'set'), end: defines(code, 'end') };
  if (calls.get) text = replace(text, ...places.get, false);
  if (calls.set) text = replace(text, ...places.set, true);
  if (calls.end) {
    const end = text.indexOf('\n}', text.indexOf('fn main('));
    text = `${text.slice(0, end)}\n    workgroupBarrier();\n    fft_end(group.x + group.y * groups.x, local_index, ${places.end}u);${text.slice(end)}`;
  }
  return { code: `${text}\n${code}`, calls };
}
