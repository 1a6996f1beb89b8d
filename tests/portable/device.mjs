// A WebGPU device of node (npm's webgpu) or of deno.
// SPDX-License-Identifier: Apache-2.0

/** engine: node or deno; peers: what requires npm's packages. */
export async function openDevice(engine, peers) {
  let gpu = globalThis.navigator?.gpu;
  if (engine === 'node') {
    const { create, globals } = peers('webgpu');
    Object.assign(globalThis, globals);
    gpu = globalThis.keptGpu = create([]); // Dawn ends with what it made
  }
  const adapter = (globalThis.keptAdapter = await gpu?.requestAdapter());
  if (!adapter) throw new Error(`${engine}: no WebGPU adapter`);
  return { device: await adapter.requestDevice(), name: adapter.info?.description || adapter.info?.vendor || 'unknown' };
}
