/* How the kernel of a transform is built where there is a choice that changes no result: as measured.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_TUNING_H
#define NBL_FFT_TUNING_H

#include <stdbool.h>

#include "fft/transform.h"

typedef struct nbl_fft_tuning_t {
    uint32_t rounds;
    bool driver_unrolls;
    const char *plan; /* where another than plan_table.h's is better for this precision; NULL: that one */
} nbl_fft_tuning_t;

/* Returns what measured best on an NVIDIA H200 (docs/performance.md) for a Stockham transform of the default plan; one round
 * and all unrolled where nothing was measured. */
nbl_fft_tuning_t nbl_fft_tuning(uint32_t length, nbl_fft_precision_t precision);

#endif
