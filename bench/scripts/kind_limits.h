/* The limits that plans have on a kind of device, by its word: "nvidia".
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nbl/host/plan.h"
#include "plan/cost.h"

/* Returns whether a program's first argument is a kind of device; else says that it is none. */
static bool kind_limits(int argc, char **argv, nbl_fft_plan_limits_t *limits) {
    uint32_t kind = 0;
    *limits = nbl_fft_plan_default_limits();
    while (kind < NBL_DEVICE_KIND_COUNT &&
           strcmp(argc > 1 ? argv[1] : "", nbl_device_kind_name((nbl_device_kind_t)kind)) != 0)
        kind++;
    limits->device = (nbl_device_kind_t)kind;
    if (kind == NBL_DEVICE_KIND_COUNT) fprintf(stderr, "%s: the first argument is no kind of device\n", argv[0]);
    return kind < NBL_DEVICE_KIND_COUNT;
}
