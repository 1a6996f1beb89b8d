/* An accessor as two functions: how a kernel on the CPU reaches its elements, for every level of the library.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). The structure serves arrays in memory and a workgroup's shared memory. Transforms
 * (nbl_fft_transform_access(), nbl_fft_array_plan_access()), scans (nbl_scan_access()) and any text through
 * nbl/accessors/functions.h take it.
 */
#ifndef NBL_ACCESSORS_ACCESSOR_H
#define NBL_ACCESSORS_ACCESSOR_H

#include <stdint.h>

/* An accessor. The function that takes it says what a group is and what type `value` points to. The two functions are
 * called from several threads at once, one thread to a group, unless the launch has one thread. */
typedef struct nbl_accessor_t {
    void (*get)(void *user, uint64_t group, uint32_t index, void *value);       /* writes element `index` to *value */
    void (*set)(void *user, uint64_t group, uint32_t index, const void *value); /* stores *value as element `index` */
    void *user;                                                                 /* handed to both */
} nbl_accessor_t;

#endif
