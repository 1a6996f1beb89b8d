/* Put before a kernel's text: its barriers become removable, each by its line.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_REMOVABLE_H
#define NBL_TESTS_EMULATOR_REMOVABLE_H

#define NBL_EMULATOR_CALLS 0 /* all calls of these kernels are uniform: nbl/lang/calls.h */
#include "nbl/lang.h"

/* buffers  1: it orders what is in buffers, too */
void removable_barrier(const nbl_emulator_site_t *site, uint32_t buffers);

#undef NBL_WORKGROUP_BARRIER
#undef NBL_WORKGROUP_MEMORY_BARRIER
#define NBL_WORKGROUP_BARRIER() removable_barrier(NBL_EMULATOR_SITE(), 0)
#define NBL_WORKGROUP_MEMORY_BARRIER() removable_barrier(NBL_EMULATOR_SITE(), 1)

#endif
