/* What both backends of a scan ask of its description.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SCAN_PLAN_H
#define NBL_HOST_SCAN_PLAN_H

#include "nbl/host/scan.h"

#define NBL_SCAN_TILE_ELEMENTS 8192u
#define NBL_SCAN_WORKGROUP 256u
#define NBL_SCAN_PASSES 3u

nbl_result_t nbl_scan_check(const nbl_scan_desc_t *desc, nbl_error_t *error);
uint32_t nbl_scan_tiles(uint32_t count);
/* Workgroups of a pass; 0: this kind of scan has no such pass. */
uint32_t nbl_scan_workgroups(const nbl_scan_desc_t *desc, uint32_t pass);

#endif
