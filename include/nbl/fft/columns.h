/* The place of an invocation whose workgroup works down neighbouring columns of an array.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_FFT_COLUMNS_H
#define NBL_FFT_COLUMNS_H

#include "nbl/fft/parameters.h"

/* Returns the place of an invocation whose workgroup works down neighbouring columns of an array: neighbouring
 * invocations have neighbouring columns, so that they access neighbours in every row. `instance` and `fft` are
 * the column within the workgroup, 0 to columns - 1; `present` is true and `ffts` is 0. The caller changes them for its
 * workgroup and the array's last columns.
 *
 *   local invocation   0 1 2 3   4 5 6 7   ..          (4 columns)
 *   instance           0 1 2 3   0 1 2 3
 *   invocation         0 0 0 0   1 1 1 1
 *
 * local_invocation  nbl_local_invocation_index()
 * columns           FFTs of the workgroup, 1 or more */
NBL_CONSTEXPR_FUNCTION nbl_fft_place_t nbl_fft_place_columns(uint32_t local_invocation, uint32_t columns) {
    uint32_t invocation = local_invocation / columns;
    uint32_t instance = local_invocation - invocation * columns;
    nbl_fft_place_t place = {instance, invocation, true, instance, 0u};
    return place;
}

#endif
