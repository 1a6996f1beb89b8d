/* In which order an instance leaves its spectrum, as a type: what is right for one order does not compile for another.
 * SPDX-License-Identifier: Apache-2.0
 *
 * <name>_order() of a radix-2 shuffle FFT returns the first, that of a Stockham FFT the second. The functions of
 * nbl/fft/indexing.h and nbl/fft/mirror.h take the first alone.
 */
#ifndef NBL_FFT_ORDER_H
#define NBL_FFT_ORDER_H

#include "nbl/lang.h"

NBL_STRUCT(nbl_fft_nabla_order_t) {
    uint32_t elements_per_invocation_log2;
    uint32_t workgroup_size_log2;
};

/* The frequency is the index. */
NBL_STRUCT(nbl_fft_natural_order_t) { uint32_t fft_length; };

/* Returns the order of an FFT that has no instance. Caution: both are numbers, and no compiler sees them exchanged; an
 * instance has <name>_order().
 *
 * elements_per_invocation_log2  1 to 5
 * workgroup_size_log2           0 to 10 */
NBL_FUNCTION nbl_fft_nabla_order_t nbl_fft_nabla_order(uint32_t elements_per_invocation_log2,
                                                       uint32_t workgroup_size_log2) {
    nbl_fft_nabla_order_t order = {elements_per_invocation_log2, workgroup_size_log2};
    return order;
}

#endif
