// FFTs, short-time spectra and an FFT-convolution bloom for WebGPU; see README.md.
// SPDX-License-Identifier: Apache-2.0
export { createFft, createFft2d } from './fft.js';
export { createStft, createInverseStft, hann, melBands } from './stft.js';
export { createBloom } from './bloom.js';
