/* One dispatch as the library's jobs run it on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_PASS_H
#define NBL_HOST_EMULATOR_PASS_H

#include "nbl/host/emulator.h"

typedef struct nbl_emulator_pass_t {
    const char *name; /* in messages */
    void (*kernel)(void);
    const nbl_emulator_resource_t *resources; /* index = binding */
    uint32_t resource_count;
    const void *constants;   /* the push constants */
    const void *parameters;  /* the specialization */
    uint32_t workgroup_size; /* invocations */
    uint32_t subgroup_size;
    uint64_t workgroups; /* at most 2^32 - 1 */
} nbl_emulator_pass_t;

/* Runs a pass. Errors: those of nbl_emulator_launch().
 *
 * launch  its threads, order, seed and check are taken, the rest is the pass's; NULL: the defaults
 * report  may be NULL */
nbl_result_t nbl_emulator_pass_run(const nbl_emulator_pass_t *pass, const nbl_emulator_launch_t *launch,
                                   nbl_emulator_report_t *report, nbl_error_t *error);

#endif
