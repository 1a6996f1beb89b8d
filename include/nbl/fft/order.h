/* The order in which an instance leaves its spectrum, as a type: a function for one order does not compile for the
 * other.
 * SPDX-License-Identifier: Apache-2.0
 *
 * <name>_order() of a radix-2 shuffle FFT returns an nbl_fft_nabla_order_t, of a Stockham FFT an
 * nbl_fft_natural_order_t. The functions of nbl/fft/indexing.h and nbl/fft/mirror.h take an nbl_fft_nabla_order_t only.
 */
#ifndef NBL_FFT_ORDER_H
#define NBL_FFT_ORDER_H

#include "nbl/lang.h"

/* Nabla order: nbl/fft/indexing.h. */
NBL_STRUCT(nbl_fft_nabla_order_t) {
    uint32_t elements_per_invocation_log2;
    uint32_t workgroup_size_log2;
};

/* Natural order: the frequency is the index. */
NBL_STRUCT(nbl_fft_natural_order_t) { uint32_t fft_length; };

/* The two numbers of a Nabla order. Each has a type of its own, so exchanged numbers do not compile. */
NBL_STRUCT(nbl_fft_log2_elements_t) { uint32_t value; };
NBL_STRUCT(nbl_fft_log2_workgroup_t) { uint32_t value; };

/* Returns log2 of an invocation's elements.
 *
 * value  1 to 5 */
NBL_CONSTEXPR_FUNCTION nbl_fft_log2_elements_t nbl_fft_log2_elements(uint32_t value) {
    nbl_fft_log2_elements_t result = {value};
    return result;
}

/* Returns log2 of the workgroup's size.
 *
 * value  0 to 10 */
NBL_CONSTEXPR_FUNCTION nbl_fft_log2_workgroup_t nbl_fft_log2_workgroup(uint32_t value) {
    nbl_fft_log2_workgroup_t result = {value};
    return result;
}

/* Returns the order of an FFT that has no instance; an instance has <name>_order().
 *
 * elements   nbl_fft_log2_elements()
 * workgroup  nbl_fft_log2_workgroup() */
NBL_CONSTEXPR_FUNCTION nbl_fft_nabla_order_t nbl_fft_nabla_order(nbl_fft_log2_elements_t elements,
                                                                 nbl_fft_log2_workgroup_t workgroup) {
    nbl_fft_nabla_order_t order = {elements.value, workgroup.value};
    return order;
}

#endif
