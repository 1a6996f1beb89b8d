/* What choosing takes from wisdom: its rows, as the library's own are asked for.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_WISDOM_H
#define NBL_HOST_FFT_WISDOM_H

#include "facts/facts.h"
#include "nbl/host/wisdom.h"

/* Returns the rows, which live until one is added. wisdom: NULL has none */
nbl_facts_t nbl_fft_wisdom_facts(const nbl_fft_wisdom_t *wisdom);

#endif
