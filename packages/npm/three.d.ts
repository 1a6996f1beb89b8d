// The types of nbl-fft/three. SPDX-License-Identifier: Apache-2.0
import type { Node, TextureNode, WebGPURenderer } from 'three/webgpu';
import type { Bloom, BloomOptions } from './index.js';

export interface ConvolutionBloomNode extends Node {
  /**
   * Makes the bloom for a size in pixels. To be awaited before the first frame, and after a change of size: frames of
   * another size leave the node's picture as it was.
   */
  prepare(renderer: WebGPURenderer, width: number, height: number): Promise<void>;
  /** 0: the kernel as it is; 1: no bloom. After prepare(). */
  setSharpening(value: number): void;
  readonly made?: { readonly bloom: Bloom; readonly width: number; readonly height: number };
  dispose(): void;
}

/** A node whose colour is its input convolved with a kernel, in linear light: mix it with the input, or add it. */
export function convolutionBloom(inputNode: TextureNode, options: Omit<BloomOptions, 'width' | 'height'>): ConvolutionBloomNode;
