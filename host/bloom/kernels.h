/* The bloom's kernels on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_KERNELS_H
#define NBL_HOST_BLOOM_KERNELS_H

void nbl_bloom_first_axis(void);
void nbl_bloom_convolve(void);
void nbl_bloom_first_axis_inverse(void);
void nbl_bloom_kernel_spectrum(void);
void nbl_bloom_kernel_normalize(void);

#endif
