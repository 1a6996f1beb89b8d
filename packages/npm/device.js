// What the package's parts share of WebGPU: buffers, groups, dispatches, what comes back; and checks of options.
// SPDX-License-Identifier: Apache-2.0

export const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x4, COPY_DST = 0x8, MAP_READ = 0x1;

export const pipelineDesc = (device, code) => ({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
export const pipelineOf = (device, code) => device.createComputePipelineAsync(pipelineDesc(device, code));

export const storage = (device, size) => device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });

export function uniformsOf(device, words) {
  const buffer = device.createBuffer({ size: Math.ceil(words.length / 4) * 16, usage: UNIFORM | COPY_DST });
  device.queue.writeBuffer(buffer, 0, words);
  return buffer;
}

export function groupOf(device, pipeline, buffers) {
  const entries = [...buffers].map(([binding, buffer]) => ({ binding, resource: { buffer } }));
  return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
}

/** Workgroups in two dimensions: one takes 65535 at most. */
export function dispatch(encoder, pipeline, groups, workgroups) {
  const pass = encoder.beginComputePass(), y = Math.ceil(workgroups / 65535);
  pass.setPipeline(pipeline);
  groups.forEach((group, number) => pass.setBindGroup(number, group));
  pass.dispatchWorkgroups(Math.ceil(workgroups / y), y);
  pass.end();
}

export async function readBack(device, buffer, size, encode) {
  const read = device.createBuffer({ size, usage: MAP_READ | COPY_DST }), encoder = device.createCommandEncoder();
  encode(encoder);
  encoder.copyBufferToBuffer(buffer, 0, read, 0, size);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(MAP_READ);
  const result = new Float32Array(read.getMappedRange().slice(0));
  read.destroy();
  return result;
}

export function whole(name, value, least = 1) {
  if (!Number.isInteger(value) || value < least) throw new RangeError(`${name} ${value}: must be a whole number of ${least} or more`);
}

/** A misspelt option would be left out in silence. */
export function known(of, options, names) {
  const wrong = Object.keys(options).find((name) => !names.includes(name));
  if (wrong !== undefined) throw new TypeError(`${of}: ${wrong}: unknown option; there are ${names.join(', ')}`);
}
