/* The device address of an element of an array.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_ADDRESS_H
#define NBL_FFT_ADDRESS_H

#include "nbl/lang.h"

/* Returns where an element lies. Two dwords: 64-bit integers are a feature that a device may lack.
 *
 * address  of element 0, the low dword first
 * index    of the element
 * dwords   1, 2 or 4 of an element in arithmetic: it takes 4, 8 or 16 bytes */
NBL_FUNCTION nbl_uint32_t2 nbl_fft_address(nbl_uint32_t2 address, uint32_t index, uint32_t dwords) {
    uint32_t shift = dwords == 1u ? 2u : dwords == 2u ? 3u : 4u;
    nbl_uint32_t2 at;
    at.x = address.x + (index << shift);
    at.y = address.y + (index >> (32u - shift)) + (at.x < address.x ? 1u : 0u);
    return at;
}

#endif
