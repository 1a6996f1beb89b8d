/* Which FFT of a workgroup an invocation works on, and which of that FFT's invocations it is.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_PLACE_H
#define NBL_FFT_PLACE_H

#include "nbl/lang.h"

NBL_STRUCT(nbl_fft_place_t) {
    uint32_t instance;   /* of the FFTs that share the workgroup, from 0 */
    uint32_t invocation; /* within that FFT, from 0 */
    /* false in the empty places of a ragged last workgroup: accessors neither load nor store there; FFTs run all the
     * same, for their barriers */
    bool present;
    uint32_t fft; /* the number of its FFT among all; where there is none, the number of one that is there */
};

/* An element of an invocation. */
NBL_STRUCT(nbl_fft_holder_t) {
    uint32_t invocation;
    uint32_t element;
};

/* Returns the place of an invocation whose workgroup holds one FFT after the other.
 *
 * local_invocation     nbl_local_invocation_index()
 * invocations_per_fft  1 or more */
NBL_FUNCTION nbl_fft_place_t nbl_fft_place(uint32_t local_invocation, uint32_t invocations_per_fft) {
    uint32_t instance = local_invocation / invocations_per_fft;
    nbl_fft_place_t place = {instance, local_invocation - instance * invocations_per_fft, true, instance};
    return place;
}

/* Returns the place of an invocation whose workgroup works down neighbouring columns of an array: neighbouring
 * invocations have neighbouring columns, so that they access neighbours in every row.
 *
 *   local invocation   0 1 2 3   4 5 6 7   ..          (4 columns)
 *   instance           0 1 2 3   0 1 2 3
 *   invocation         0 0 0 0   1 1 1 1
 *
 * local_invocation  nbl_local_invocation_index()
 * columns           FFTs of the workgroup, 1 or more */
NBL_FUNCTION nbl_fft_place_t nbl_fft_place_columns(uint32_t local_invocation, uint32_t columns) {
    uint32_t invocation = local_invocation / columns;
    uint32_t instance = local_invocation - invocation * columns;
    nbl_fft_place_t place = {instance, invocation, true, instance};
    return place;
}

#endif
