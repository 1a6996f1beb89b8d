// Runs a bloom or a blur that nbl-bloom compile wrote, on a WebGPU device, by nothing but its folder.
// SPDX-License-Identifier: Apache-2.0

const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x4, COPY_DST = 0x8, MAP_READ = 0x1;

/** Returns the dwords of the result. texts: by the files' names; contents: what buffers begin with, by their names. */
export async function bloom(device, plan, texts, contents) {
  device.pushErrorScope('validation');
  const buffers = Object.fromEntries(Object.entries(plan.buffers).map(([name, size]) =>
    [name, device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST })]));
  for (const [name, data] of Object.entries(contents)) device.queue.writeBuffer(buffers[name], 0, data);
  const encoder = device.createCommandEncoder();
  for (const pass of plan.passes) {
    const module = device.createShaderModule({ code: texts[pass.file] });
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const uniforms = device.createBuffer({ size: Math.ceil(pass.constants.length / 4) * 16, usage: UNIFORM | COPY_DST });
    device.queue.writeBuffer(uniforms, 0, new Uint32Array(pass.constants));
    const entries = pass.interface.bindings.map(({ binding }) => {
      const name = pass.buffers[binding], part = plan.parts?.[name];
      return { binding, resource: part ? { buffer: buffers[part.buffer], offset: part.offset, size: part.bytes } : { buffer: buffers[name] } };
    });
    entries.push({ binding: plan.uniform_binding, resource: { buffer: uniforms } });
    const run = encoder.beginComputePass();
    run.setPipeline(pipeline);
    run.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    run.dispatchWorkgroups(pass.workgroups);
    run.end();
  }
  const read = device.createBuffer({ size: plan.buffers.result, usage: MAP_READ | COPY_DST });
  encoder.copyBufferToBuffer(buffers.result, 0, read, 0, plan.buffers.result);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  await read.mapAsync(MAP_READ);
  const result = new Uint32Array(read.getMappedRange().slice(0));
  for (const buffer of [read, ...Object.values(buffers)]) buffer.destroy();
  return result;
}
