// Runs a compiled transform on a WebGPU device, by nothing but its text and its interface.
// SPDX-License-Identifier: Apache-2.0

const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x4, COPY_DST = 0x8, MAP_READ = 0x1;

/** Returns the dwords that a transform of `batch` signals leaves. */
export async function dispatch(device, { text, info, input, batch }) {
  device.pushErrorScope('validation');
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module: device.createShaderModule({ code: text }) } });
  const bytes = info.output_bytes_per_transform * batch;
  const source = device.createBuffer({ size: input.byteLength, usage: STORAGE | COPY_DST });
  const target = device.createBuffer({ size: bytes, usage: STORAGE | COPY_SRC });
  const uniforms = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
  const read = device.createBuffer({ size: bytes, usage: MAP_READ | COPY_DST });
  device.queue.writeBuffer(source, 0, input);
  device.queue.writeBuffer(uniforms, 0, new Uint32Array([batch, 0, 0, 0]));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0),
    entries: [source, target, uniforms].map((buffer, binding) => ({ binding, resource: { buffer } })) });
  const encoder = device.createCommandEncoder(), pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(Math.ceil(batch / info.transforms_per_workgroup));
  pass.end();
  encoder.copyBufferToBuffer(target, 0, read, 0, bytes);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  await read.mapAsync(MAP_READ);
  const result = new Uint32Array(read.getMappedRange().slice(0));
  for (const buffer of [source, target, uniforms, read]) buffer.destroy();
  return result;
}
