/* The rows of wisdom, in the form of the library's own facts.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_WISDOM_H
#define NBL_HOST_FFT_WISDOM_H

#include "facts/facts.h"
#include "nbl/host/wisdom.h"

/* Returns the rows, which live until one is added. wisdom: NULL has none */
nbl_facts_t nbl_fft_wisdom_facts(const nbl_fft_wisdom_t *wisdom);

#endif
