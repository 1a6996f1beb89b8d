// The types of nbl-fft; those of WebGPU are @webgpu/types'.
// SPDX-License-Identifier: Apache-2.0

export interface FftOptions {
  /** Elements of a signal: complex, or, with `real`, real ones. Give it or `shape`. */
  length?: number;
  /** Transforms, one after the other in the buffers; default 1. */
  batch?: number;
  /** Sizes of an array, the last of which varies fastest; in place of `length` and `batch`. */
  shape?: number[];
  /** The dimensions of `shape` that are transformed, the last one first; default all. With `real` the last in the list has
   * real signals. */
  axes?: number[];
  /** The inverse transform, divided by the length, or by the product of the transformed sizes. */
  inverse?: boolean;
  /** Real signals of N numbers, spectra of N / 2 + 1 complex ones, rounded down. */
  real?: boolean;
  /** Buffers of your own, of usage STORAGE; they stay yours. */
  input?: GPUBuffer;
  output?: GPUBuffer;
  /** Only with `length`, and only for a length that one workgroup holds: no prime factor above 13. */
  callbacks?: Callbacks;
}

/** WGSL of your own in the transform's module: no pass and no buffer between it and the transform. */
export interface Callbacks {
  /**
   * Any of `fn fft_get(fft: u32, index: u32) -> vec2<f32>`, in place of `input`; `fn fft_set(fft: u32, index: u32, value:
   * vec2<f32>)`, in place of `output`; `fn fft_end(fft: u32, invocation: u32, invocations: u32)`, which all invocations
   * of a workgroup call behind a barrier; a workgroup then has one transform. Bindings are of group 1.
   */
  code: string;
  /** The bindings of group 1, by number. */
  bindings?: [number, GPUBuffer | GPUTextureView | GPUSampler][];
  /** Bytes of `var<workgroup>` that the code declares. */
  sharedBytes?: number;
}

export interface Fft {
  /** The buffer; undefined if a callback takes its place. */
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

export interface StftOptions {
  /** Numbers in a frame, even. */
  length: number;
  /** Numbers in the signal. */
  samples: number;
  /** From one frame to the next; default a quarter of the length. */
  hop?: number;
  /** Whether the middle of frame 0 is at number 0, with zeros outside the signal; default true. */
  center?: boolean;
  /** Default hann(length). */
  window?: Float32Array;
}

export interface Mel {
  bands: number;
  /** Numbers of the signal per second. */
  rate: number;
  /** Hertz; default 0 and half of the rate. */
  low?: number;
  high?: number;
}

export interface Stft extends Fft {
  readonly frames: number;
}

export interface BloomOptions {
  width: number;
  height: number;
  /** RGBA texels; the one at (width >> 1, height >> 1) is the centre. `data` may be missing if there is a spectrum. */
  kernel: { width: number; height: number; data?: Float32Array };
  /** What lies around the image; default zero. */
  padding?: 'zero' | 'mirror' | 'wrap';
  /** How bloom and image are combined; default: the result is the bloom alone. */
  combine?: 'replace' | 'mix' | 'add';
  /** Weight of the bloom: 0 to 1 for mix, 0 or more for add; default 1. */
  intensity?: number;
  /** Only light brighter than threshold - knee blooms; default: all light blooms, and knee is half of the threshold. */
  threshold?: number;
  knee?: number;
  /**
   * What becomes of numbers in the image that are NaN or infinite: clamp (default) replaces them, by 0 and by `largest` with its
   * sign; refuse lets run() fail with the pixel's name, and encode() take them as they are.
   */
  invalid?: 'clamp' | 'refuse';
  /** Default 65504, the largest half. */
  largest?: number;
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
  /** Takes another kernel of the same size: in the queue when it returns. The promise tells errors of the device. */
  setKernel(data: Float32Array): Promise<void>;
  /** The kernel's sums and spectrum, for the `spectrum` of another bloom of the same sizes and bundle. */
  readSpectrum(): Promise<Float32Array>;
  /** 0: the kernel as it is; 1: no bloom. */
  setSharpening(value: number): void;
  /** Records the three passes from image to result. */
  encode(encoder: GPUCommandEncoder): void;
  run(image: Float32Array): Promise<Float32Array>;
  destroy(): void;
}

/* A function that returns a promise rejects it with an error that the device reports about its work, with the limit that a
 * buffer exceeds, or with the loss of the device. Errors of what encode() records go to your own encoder and error scopes. */

export function createFft(device: GPUDevice, options: FftOptions): Promise<Fft>;
/** Transforms a picture, row by row: complex numbers; or, with `real`, real numbers into rows of width / 2 + 1 complex ones. */
export function createFft2d(device: GPUDevice, options: { width: number; height: number; inverse?: boolean; real?: boolean }): Promise<Fft>;
/** Spectra of the frames of a real signal, of length / 2 + 1 frequencies: complex numbers, powers, or sums of powers in bands. */
export function createStft(device: GPUDevice, options: StftOptions & { result?: 'complex' | 'power'; mel?: Mel }): Promise<Stft>;
/** From complex spectra to the signal: frames windowed once more and added up, over the sum of the squares of the windows. */
export function createInverseStft(device: GPUDevice, options: StftOptions): Promise<Stft>;
/** The periodic Hann window. */
export function hann(length: number): Float32Array;
/** Triangles of height 1 whose corners are evenly spaced in 2595 log10(1 + f / 700): per band first frequency, count, place
 * of the first weight, 0. */
export function melBands(mel: Mel, length: number): { heads: Uint32Array; weights: Float32Array };
export function createBloom(device: GPUDevice, options: BloomOptions): Promise<Bloom>;
