/* Spreads a number of workgroups over two coordinates. Alone in its file, so that a test can put a lower limit in its
 * place.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/vulkan_kernel.h"

bool nbl_vulkan_split_groups(uint64_t groups, uint32_t counts[3]) {
    const uint64_t most = NBL_VULKAN_MAX_GROUPS_1D;
    uint64_t rows = groups ? groups / most + (groups % most != 0) : 1;
    bool fits = rows <= most;
    /* rows of equal length waste the fewest workgroups */
    counts[0] = fits ? (uint32_t)((groups + rows - 1) / rows) : 0;
    counts[1] = fits ? (uint32_t)rows : 0;
    counts[2] = fits;
    return fits;
}
