// A convolution bloom for the WebGPURenderer of three.js, as a node of its post-processing; see README.md.
// SPDX-License-Identifier: Apache-2.0
import { HalfFloatType, LinearFilter, Node, NodeUpdateType, StorageTexture } from 'three/webgpu';
import { texture } from 'three/tsl';
import { createBloom } from './bloom.js';

/* Kernels that copy a texture into the bloom's rows of texels, and back. */
const texel = `
@group(0) @binding(1) var<storage, READ> texels: array<vec4<f32>>;
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    let size = textureDimensions(picture);
    if (at.x < size.x && at.y < size.y) { MOVE }
}`;
const load = '@group(0) @binding(0) var picture: texture_2d<f32>;' + texel.replace('READ', 'read_write')
  .replace('MOVE', 'texels[at.y * size.x + at.x] = textureLoad(picture, vec2<i32>(at.xy), 0);');
const store = '@group(0) @binding(0) var picture: texture_storage_2d<rgba16float, write>;' + texel.replace('READ', 'read')
  .replace('MOVE', 'textureStore(picture, vec2<i32>(at.xy), texels[at.y * size.x + at.x]);');

const pipelineOf = (device, code) =>
  device.createComputePipelineAsync({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });

function move(device, encoder, pipeline, picture, buffer) {
  const layout = pipeline.getBindGroupLayout(0), pass = encoder.beginComputePass();
  const entries = [{ binding: 0, resource: picture.createView() }, { binding: 1, resource: { buffer } }];
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
  pass.dispatchWorkgroups(Math.ceil(picture.width / 8), Math.ceil(picture.height / 8));
  pass.end();
}

class ConvolutionBloomNode extends Node {
  static get type() { return 'ConvolutionBloomNode'; }

  constructor(inputNode, options) {
    super('vec4');
    this.inputNode = inputNode;
    this.options = options;
    this.updateBeforeType = NodeUpdateType.FRAME;
    this.outputNode = texture(new StorageTexture(1, 1));
  }

  /** Makes the bloom for a size in pixels: to be awaited before the first frame, and after a change of size. */
  async prepare(renderer, width, height) {
    this.dispose();
    const device = renderer.backend.device, output = new StorageTexture(width, height);
    output.type = HalfFloatType;
    output.minFilter = output.magFilter = LinearFilter;
    output.generateMipmaps = false;
    const [bloom, loads, stores] = await Promise.all([createBloom(device, { width, height, ...this.options }),
      pipelineOf(device, load), pipelineOf(device, store)]);
    renderer.initTexture(output);
    this.outputNode.value = output;
    this.made = { bloom, loads, stores, output, width, height };
  }

  setSharpening(value) { this.made.bloom.setSharpening(value); }

  setup(builder) {
    builder.getNodeProperties(this).inputNode = this.inputNode; // so that the input is rendered before this node
    return this.outputNode;
  }

  updateBefore({ renderer }) {
    const source = renderer.backend.get(this.inputNode.value).texture;
    if (!this.made || !source || source.width !== this.made.width || source.height !== this.made.height) return;
    const { bloom, loads, stores, output } = this.made, device = renderer.backend.device;
    const encoder = device.createCommandEncoder();
    move(device, encoder, loads, source, bloom.image);
    bloom.encode(encoder);
    move(device, encoder, stores, renderer.backend.get(output).texture, bloom.result);
    device.queue.submit([encoder.finish()]);
  }

  dispose() {
    this.made?.bloom.destroy();
    this.made?.output.dispose();
    this.made = undefined;
  }
}

export const convolutionBloom = (inputNode, options) => new ConvolutionBloomNode(inputNode, options);
