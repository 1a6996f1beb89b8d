/* The transform kernels' instances on the CPU that load and store through functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_ACCESSORS_H
#define NBL_HOST_FFT_ACCESSORS_H

#include "nbl/host/fft.h"

/* The specialization of their launches. */
typedef struct nbl_fft_accessor_parameters_t {
    /* the first member: kernel_run_time.h reads it at the structure's address */
    nbl_fft_transform_parameters_t transform;
    nbl_accessor_t input, output;
    uint32_t input_elements, output_elements; /* of one transform */
    const nbl_accessor_t *shared;             /* shared memory; NULL: the emulator's */
} nbl_fft_accessor_parameters_t;

void nbl_fft_access_float16_radix2(void);
void nbl_fft_access_float16_stockham(void);
void nbl_fft_access_float32_radix2(void);
void nbl_fft_access_float32_stockham(void);
void nbl_fft_access_float64_radix2(void);
void nbl_fft_access_float64_stockham(void);
void nbl_fft_real_access_float16_radix2(void);
void nbl_fft_real_access_float16_stockham(void);
void nbl_fft_real_access_float32_radix2(void);
void nbl_fft_real_access_float32_stockham(void);
void nbl_fft_real_access_float64_radix2(void);
void nbl_fft_real_access_float64_stockham(void);

#endif
