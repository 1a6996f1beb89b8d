// vkd3d-compiler, which Wine's vkd3d brings (Debian: vkd3d-compiler, from version 2 on): HLSL to SPIR-V.
// SPDX-License-Identifier: Apache-2.0
//
// VKD3D is the command, such as 'chroot build/newer/sid vkd3d-compiler'; it reads standard input.
import { execFileSync } from 'node:child_process';

const [program, ...words] = (process.env.VKD3D ?? 'vkd3d-compiler').split(' ');
export const version = () => execFileSync(program, [...words, '--version'], { encoding: 'utf8' }).split('\n')[0];

const OP_NAME = 5, OP_DECORATE = 71, BINDING = 33;

/** The SPIR-V of a text, or throws what vkd3d-compiler says. Without a list of what is bound where, it makes texel buffers of what
 *  is only read and counts bindings by itself: buffers are declared as read and written, and get their registers' numbers back. */
export function compile(text) {
  const input = text.replace(/^StructuredBuffer<(.*)register\(t(\d+)\)/gm, 'RWStructuredBuffer<$1register(u$2)');
  const bytes = execFileSync(program, [...words, '-x', 'hlsl', '-p', 'cs_5_0', '-b', 'spirv-binary', '--buffer-uav=storage-buffer'],
    { input, stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
  const module = new Uint32Array(Uint8Array.from(bytes).buffer), register = new Map();
  for (let at = 5; at < module.length; at += module[at] >>> 16) {
    if ((module[at] & 0xffff) === OP_NAME) {
      const name = Buffer.from(module.buffer, 4 * at + 8, 4 * ((module[at] >>> 16) - 2)).toString('latin1').split('\0')[0];
      const number = /^(?:u|cb\d+_)(\d+)$/.exec(name);
      if (number !== null) register.set(module[at + 1], Number(number[1]));
    } else if ((module[at] & 0xffff) === OP_DECORATE && module[at + 2] === BINDING && register.has(module[at + 1])) {
      module[at + 3] = register.get(module[at + 1]);
    }
  }
  return new Uint8Array(module.buffer);
}
