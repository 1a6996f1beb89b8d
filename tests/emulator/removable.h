/* Put before a kernel's text: its barriers become removable, each by its line.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_REMOVABLE_H
#define NBL_TESTS_EMULATOR_REMOVABLE_H

#define NBL_EMULATOR_CALLS 0 /* all calls of these kernels are uniform: nbl/lang/calls.h */
#include "nbl/lang.h"

void removable_barrier(const nbl_emulator_site_t *site);

#undef NBL_WORKGROUP_BARRIER
#define NBL_WORKGROUP_BARRIER() removable_barrier(NBL_EMULATOR_SITE())

#endif
