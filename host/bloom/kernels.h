/* The bloom's kernels on the CPU, one for each algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_KERNELS_H
#define NBL_HOST_BLOOM_KERNELS_H

void nbl_bloom_first_axis_radix2(void);
void nbl_bloom_first_axis_stockham(void);
void nbl_bloom_convolve_radix2(void);
void nbl_bloom_convolve_stockham(void);
void nbl_bloom_first_axis_inverse_radix2(void);
void nbl_bloom_first_axis_inverse_stockham(void);
void nbl_bloom_kernel_spectrum_radix2(void);
void nbl_bloom_kernel_spectrum_stockham(void);
void nbl_bloom_kernel_arrange_radix2(void);
void nbl_bloom_kernel_arrange_stockham(void);
void nbl_bloom_kernel_sum(void);

#endif
