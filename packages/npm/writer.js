// Writes kernels as WGSL: `nbl-fft compile` and `nbl-bloom compile`, the tools' own text as WebAssembly (wasm/main.c).
// SPDX-License-Identifier: Apache-2.0

/** Runs a command in a WebAssembly instance of its own, so that one that ran out of memory leaves nothing behind. */
let compiled;

async function instantiate() {
  compiled ??= import('./writer.wasm.js').then(({ default: base64 }) =>
    WebAssembly.compile(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))));
  const module = await compiled, imports = {};
  /* Files stay in memory, so each call of the C library to the system is refused with EBADF. */
  for (const { module: of, name } of WebAssembly.Module.imports(module)) (imports[of] ??= {})[name] = () => 8;
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize();
  return exports;
}

function run(exports, tool, words) {
  const bytes = new TextEncoder().encode(words.map((word) => `${word}\0`).join(''));
  const at = exports.web_room(bytes.length), memory = () => new Uint8Array(exports.memory.buffer);
  const text = (from, size = memory().indexOf(0, from) - from) => new TextDecoder().decode(memory().slice(from, from + size));
  memory().set(bytes, at);
  if (exports.web_run(tool, bytes.length) !== 0) throw new RangeError(text(exports.web_message()));
  const files = {};
  for (let i = 0; i < exports.web_file_count(); i++) {
    const path = text(exports.web_file_path(i)), data = exports.web_file_data(i), size = exports.web_file_size(i);
    files[path.replace('./', '')] = path.endsWith('.bin') ? memory().slice(data, data + size) : text(data, size);
  }
  return files;
}

const kept = new Map();

/** Returns a promise of the files that `nbl-fft compile` or `nbl-bloom compile` writes, by their names: texts, and tables as
 * bytes. A second call with the same words returns the same promise. */
export function compile(tool, words) {
  const key = [tool, ...words].join(' ');
  if (!kept.has(key)) kept.set(key, instantiate().then((exports) => run(exports, ['nbl-fft', 'nbl-bloom'].indexOf(tool), words)));
  return kept.get(key);
}
