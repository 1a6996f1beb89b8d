/* An accessor as functions: where a kernel on the CPU has its elements, at run time, for every level of the library.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). One structure serves arrays in memory and a workgroup's shared memory; of transforms
 * (nbl_fft_transform_access), of scans (nbl_scan_access), and of any text by nbl/accessors/functions.h: shuffles, scans of a
 * workgroup, transforms of your own.
 */
#ifndef NBL_ACCESSORS_ACCESSOR_H
#define NBL_ACCESSORS_ACCESSOR_H

#include <stdint.h>

/* Element `index` of group `group`; what a group is, and the type that `value` points to, says who takes the accessor.
 * Called from several threads at once, one to a group, unless the launch has one thread. */
typedef struct nbl_accessor_t {
    void (*get)(void *user, uint64_t group, uint32_t index, void *value); /* writes the element to `value` */
    void (*set)(void *user, uint64_t group, uint32_t index, const void *value);
    void *user;
} nbl_accessor_t;

#endif
