/* The compile-time parameters of the scan's kernels.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SCAN_PARAMETERS_H
#define NBL_HOST_SCAN_PARAMETERS_H

#include <stdint.h>

/* This list is the only one: the fields below, a shader's defines and what NBL_PARAMETER(name) is on the CPU follow. */
#define NBL_SCAN_PARAMETERS(NUMBER) \
    NUMBER(pass) /* 0 to 2 */ \
    NUMBER(kind) /* 0 inclusive, 1 exclusive, 2 reduce */

#define NBL_SCAN_FIELD(name) uint32_t name;
typedef struct nbl_scan_parameters_t {
    NBL_SCAN_PARAMETERS(NBL_SCAN_FIELD)
} nbl_scan_parameters_t;

#endif
