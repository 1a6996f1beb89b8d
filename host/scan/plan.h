/* What both backends of a scan need of its description.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SCAN_PLAN_H
#define NBL_HOST_SCAN_PLAN_H

#include "nbl/host/scan.h"

#define NBL_SCAN_DEFAULT_INVOCATIONS 256u /* what the emulator has */
#define NBL_SCAN_DEFAULT_ITEMS 32u
#define NBL_SCAN_DEFAULT_SUM_ITEMS 128u
#define NBL_SCAN_LOOK_BACK_INVOCATIONS 128u /* measured: docs/performance.md */
#define NBL_SCAN_LOOK_BACK_ITEMS 64u
#define NBL_SCAN_DEFAULT_MAX_LOOKS 1024u
#define NBL_SCAN_PASSES 3u

/* Refuses what cannot be, and fills in the defaults. */
nbl_result_t nbl_scan_check(nbl_scan_desc_t *desc, nbl_error_t *error);
/* Return whether the sums of a checked description may be taken in any order, and the workgroups of a pass, 0 if there
 * is no such pass. */
bool nbl_scan_is_float(nbl_scan_scalar_t scalar);
uint32_t nbl_scan_scalar_bytes(nbl_scan_scalar_t scalar);
bool nbl_scan_any_order(const nbl_scan_desc_t *desc);
uint32_t nbl_scan_workgroups(const nbl_scan_desc_t *desc, uint32_t pass);

#endif
