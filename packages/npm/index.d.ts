// The types of nbl-fft; those of WebGPU are @webgpu/types'.
// SPDX-License-Identifier: Apache-2.0

export interface FftOptions {
  /** One of `lengths`: complex elements, or, with `real`, real ones. */
  length: number;
  /** Transforms, one after the other in the buffers; default 1. */
  batch?: number;
  /** The inverse transform, divided by the length. */
  inverse?: boolean;
  /** Real signals of `length` numbers, spectra of length / 2 + 1 complex ones. */
  real?: boolean;
  /** Buffers of your own, of usage STORAGE; they stay yours. */
  input?: GPUBuffer;
  output?: GPUBuffer;
}

export interface Fft {
  readonly input: GPUBuffer;
  readonly output: GPUBuffer;
  readonly inputBytes: number;
  readonly outputBytes: number;
  /** Records the transform from input to output. */
  encode(encoder: GPUCommandEncoder): void;
  /** Writes signals, transforms, reads back: real and imaginary parts in turn. */
  run(signals: Float32Array): Promise<Float32Array>;
  destroy(): void;
}

export interface BloomOptions {
  width: number;
  height: number;
  /** RGBA texels; the one at (width >> 1, height >> 1) is the centre. `data` may be missing if there is a spectrum. */
  kernel: { width: number; height: number; data?: Float32Array };
  /**
   * What readSpectrum() of such a bloom returned, on whatever device: the passes that transform a kernel are then built
   * only when setKernel() is first called.
   */
  spectrum?: Float32Array;
  /** What `nbl-bloom compile --target wgsl` wrote: bloom.json, and the texts by their file names. */
  bundle?: { plan: object; texts: Record<string, string> };
}

export interface Bloom {
  /** RGBA float32 texels, row by row. */
  readonly image: GPUBuffer;
  readonly result: GPUBuffer;
  /** Takes another kernel of the same size. */
  setKernel(data: Float32Array): void;
  /** The kernel's sums and spectrum, for the `spectrum` of another bloom of the same sizes and bundle. */
  readSpectrum(): Promise<Float32Array>;
  /** 0: the kernel as it is; 1: no bloom. */
  setSharpening(value: number): void;
  /** Records the three passes from image to result. */
  encode(encoder: GPUCommandEncoder): void;
  run(image: Float32Array): Promise<Float32Array>;
  destroy(): void;
}

export const lengths: readonly number[];
export function createFft(device: GPUDevice, options: FftOptions): Promise<Fft>;
/** Complex, row by row, in place: input and output are one buffer. */
export function createFft2d(device: GPUDevice, options: { width: number; height: number; inverse?: boolean }): Promise<Fft>;
export function createBloom(device: GPUDevice, options: BloomOptions): Promise<Bloom>;
