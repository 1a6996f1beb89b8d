/* What both backends of a scan need of its description.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SCAN_PLAN_H
#define NBL_HOST_SCAN_PLAN_H

#include "nbl/host/scan.h"

/* Invocations of a workgroup and elements of an invocation: the fastest on an H200 by bench/scripts/scan.sh, 2026-11-22
 * (docs/log/figures.md, "Scans, reductions and elementary functions"). */
#define NBL_SCAN_DEFAULT_INVOCATIONS 256u   /* of three passes and reductions; the emulator has the same */
#define NBL_SCAN_DEFAULT_ITEMS 32u          /* of three passes */
#define NBL_SCAN_DEFAULT_SUM_ITEMS 128u     /* of a pass that only adds up */
#define NBL_SCAN_LOOK_BACK_INVOCATIONS 128u /* of a scan that looks back */
#define NBL_SCAN_LOOK_BACK_ITEMS 64u
#define NBL_SCAN_DEFAULT_MAX_LOOKS 1024u /* questions to a tile before it is added up anew; chosen */
#define NBL_SCAN_PASSES 3u               /* sums of tiles, their scan, the scan of each tile */

/* Refuses what cannot be, and fills in the defaults. */
nbl_result_t nbl_scan_check(nbl_scan_desc_t *desc, nbl_error_t *error);
/* Returns whether a scalar is FLOAT16, FLOAT32 or FLOAT64. */
bool nbl_scan_is_float(nbl_scan_scalar_t scalar);
uint32_t nbl_scan_scalar_bytes(nbl_scan_scalar_t scalar);
/* Returns whether the sums of a checked description may be taken in any order. */
bool nbl_scan_any_order(const nbl_scan_desc_t *desc);
/* Returns the workgroups of a pass of a checked description; 0: the description has no pass of that number.
 *
 * pass  0 to NBL_SCAN_PASSES - 1; of a scan that looks back 0 clears the tiles' words and 1 scans */
uint32_t nbl_scan_workgroups(const nbl_scan_desc_t *desc, uint32_t pass);

#endif
