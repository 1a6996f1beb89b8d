/* Put before a kernel's text: its barriers become removable, each by its line.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_REMOVABLE_H
#define NBL_TESTS_EMULATOR_REMOVABLE_H

#include "nbl/lang.h"

void removable_barrier(const char *file, int line, uint32_t site);

#undef NBL_WORKGROUP_BARRIER
#define NBL_WORKGROUP_BARRIER() removable_barrier(__FILE__, __LINE__, NBL_EMULATOR_SITE)

#endif
