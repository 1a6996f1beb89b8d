// DXIL as DXC makes it, a shared object that dx.c runs: LLVM's bitcode with a few functions to read and write by.
// SPDX-License-Identifier: Apache-2.0
//
// LLVM reads what DXC wrote (Debian's llvm and clang). Of a text with an operation marked fast, which a driver could fuse or
// reorder, no object is made.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** The bitcode in a container: parts by name, and in DXIL's the program's header. */
function bitcode(container) {
  for (let k = 0; k < container.readUInt32LE(28); k++) {
    const part = container.readUInt32LE(32 + 4 * k);
    if (container.toString('latin1', part, part + 4) !== 'DXIL') continue;
    const program = part + 16, begin = program + container.readUInt32LE(program + 8);
    return container.subarray(begin, begin + container.readUInt32LE(program + 12));
  }
  throw new Error('no DXIL in the container');
}

/** What DXIL calls, by the functions of dx.c; a load gives four numbers and a status; texts use the first two. */
const calls = {
  'dx.op.createHandle': `define %dx.types.Handle @dx.op.createHandle(i32, i8 %c, i32, i32 %r, i1) {
  %p = call i8* @dx_handle(i32 %r)
  %h = insertvalue %dx.types.Handle undef, i8* %p, 0
  ret %dx.types.Handle %h
}`,
  'dx.op.flattenedThreadIdInGroup.i32': `define i32 @dx.op.flattenedThreadIdInGroup.i32(i32) {
  %i = call i32 @dx_invocation()
  ret i32 %i
}`,
  'dx.op.groupId.i32': `define i32 @dx.op.groupId.i32(i32, i32 %c) {
  %i = call i32 @dx_workgroup(i32 %c)
  ret i32 %i
}`,
  'dx.op.barrier': `define void @dx.op.barrier(i32, i32) {
  call void @dx_barrier()
  ret void
}`,
  'dx.op.bufferStore.f32': `define void @dx.op.bufferStore.f32(i32, %dx.types.Handle %h, i32 %i, i32 %o, float %a, float %b, float %c, float %d, i8 %mask) {
  %p = extractvalue %dx.types.Handle %h, 0
  call void @dx_store(i8* %p, i32 %i, i32 %o, float %a, float %b, float %c, float %d, i8 %mask)
  ret void
}`,
};
const load = (name, result, type, last) => `define ${result} @${name}(i32, %dx.types.Handle %h, i32 %i${last ? ', i32 %o' : ''}) {
  %p = extractvalue %dx.types.Handle %h, 0
${[0, 1, 2, 3].map((k) => `  %v${k} = call ${type} @dx_${last ? 'load' : 'uniform'}_${type}(i8* %p, i32 %i, i32 ${last ? '%o' : '0'}, i32 ${k})
  %r${k} = insertvalue ${result} ${k ? `%r${k - 1}` : 'undef'}, ${type} %v${k}, ${k}`).join('\n')}
  ret ${result} %r3
}`;
for (const [short, type] of [['f32', 'float'], ['i32', 'i32']]) {
  calls[`dx.op.bufferLoad.${short}`] = load(`dx.op.bufferLoad.${short}`, `%dx.types.ResRet.${short}`, type, true);
  calls[`dx.op.cbufferLoadLegacy.${short}`] = load(`dx.op.cbufferLoadLegacy.${short}`, `%dx.types.CBufRet.${short}`, type, false);
}
const outside = `declare i8* @dx_handle(i32)
declare i32 @dx_invocation()
declare i32 @dx_workgroup(i32)
declare void @dx_barrier()
declare void @dx_store(i8*, i32, i32, float, float, float, float, i8)
declare float @dx_load_float(i8*, i32, i32, i32)
declare i32 @dx_load_i32(i8*, i32, i32, i32)
declare float @dx_uniform_float(i8*, i32, i32, i32)
declare i32 @dx_uniform_i32(i8*, i32, i32, i32)
`;

/** LLVM's text of path.dxil. */
export function disassemble(path) {
  writeFileSync(`${path}.bc`, bitcode(readFileSync(`${path}.dxil`)));
  return execFileSync('llvm-dis', ['-o', '-', `${path}.bc`], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** How many operations a driver may fuse or reorder. */
export const countLoose = (text) => (text.match(/= f\w+ (fast|reassoc|contract)/g) ?? []).length;

/** Makes path.so of path.dxil. info: the text's interface, which has the elements' sizes. */
export function translate(path, info) {
  let text = disassemble(path);
  if (countLoose(text)) throw new Error(`${countLoose(text)} operations may be fused or reordered`);
  const strides = Array.from({ length: 16 }, (_, k) => info.bindings.find(({ binding }) => binding === k)?.element_bytes ?? 16);
  text = text.replace(/^target .*\n/gm, '').replace(/ addrspace\(3\)/g, '')
    .replace(/^(@.* = )external global (\[[^\]]*\])/gm, '$1internal global $2 zeroinitializer')
    .replace(/^declare .*@(dx\.op\.[\w.]+)\(.*$/gm, (line, name) => {
      if (!calls[name]) throw new Error(`${name}: not known`);
      return calls[name];
    })
    .replace(/@main\b/g, '@dx_main');
  text += `\n${outside}@dx_strides = global [16 x i32] [${strides.map((n) => `i32 ${n}`).join(', ')}]\n`;
  writeFileSync(`${path}.ll`, text);
  execFileSync('clang', ['-w', '-O1', '-ffp-contract=off', '-shared', '-fPIC', '-Wl,--allow-shlib-undefined', '-o', `${path}.so`, `${path}.ll`],
    { stdio: ['ignore', 'ignore', 'pipe'] });
  return `${path}.so`;
}
