/* A kernel in all orders and subgroup sizes: which runs fail, and whether all leave the same results.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run; `expected` is filled by the first of its subgroup size. */
static void run_once(nbl_emulator_sweep_t *sweep, const nbl_emulator_launch_t *launch, const unsigned char *before,
                     unsigned char *expected, int *is_known) {
    nbl_emulator_report_t *report = &sweep->report, other;

    if (sweep->failures != 0) /* the first that failed stays in the sweep */
        report = &other;
    nbl_emulator_restore(launch, before);
    sweep->runs++;
    nbl_result_t result = nbl_emulator_launch(launch, report);
    if (result == NBL_SUCCESS && !*is_known) {
        nbl_emulator_save(launch, expected);
        *is_known = 1;
    } else if (result == NBL_SUCCESS) {
        uint32_t binding = nbl_emulator_difference(launch, expected);
        if (binding < launch->resource_count) {
            result = report->result = NBL_ERROR_RESULTS_DIFFER;
            snprintf(report->message, sizeof report->message,
                     "kernel \"%s\": binding %u differs from what the first run in subgroups of %u left",
                     report->kernel, (unsigned)binding, (unsigned)launch->subgroup_size);
        }
    }
    if (result == NBL_SUCCESS) return;
    if (sweep->failures++ == 0) sweep->failed = *launch;
    sweep->failed_subgroup_sizes |= launch->subgroup_size;
}

nbl_result_t nbl_emulator_sweep(const nbl_emulator_launch_t *launch, uint32_t subgroup_sizes, uint32_t seeds,
                                nbl_emulator_sweep_t *sweep) {
    nbl_emulator_sweep_t unwanted;
    size_t bytes = 1;

    if (sweep == NULL) sweep = &unwanted;
    memset(sweep, 0, sizeof *sweep);
    if (launch == NULL || subgroup_sizes == 0 || subgroup_sizes > 255u ||
        (launch->resources == NULL && launch->resource_count != 0)) {
        snprintf(sweep->report.message, sizeof sweep->report.message,
                 "launch or resources are NULL, or subgroup_sizes is not 1 to 255");
        return sweep->report.result = NBL_ERROR_ARGUMENT;
    }
    bytes += nbl_emulator_resource_bytes(launch);
    unsigned char *before = malloc(bytes), *expected = malloc(bytes);
    if (before == NULL || expected == NULL) {
        free(before);
        free(expected);
        snprintf(sweep->report.message, sizeof sweep->report.message, "no memory for copies of the resources");
        return sweep->report.result = NBL_ERROR_OUT_OF_MEMORY;
    }
    nbl_emulator_save(launch, before);
    for (uint32_t size = 1; size <= NBL_EMULATOR_MAX_SUBGROUP_SIZE; size *= 2u) {
        nbl_emulator_launch_t run = *launch;
        int is_known = 0;
        run.subgroup_size = size;
        run.threads = 1; /* what depends on the threads' luck would not fail again */
        for (int order = NBL_EMULATOR_ASCENDING; (subgroup_sizes & size) != 0 && order <= NBL_EMULATOR_ADVERSARIAL;
             order++) {
            run.order = (nbl_emulator_order_t)order;
            for (uint32_t i = 0; i < (order < NBL_EMULATOR_SHUFFLED ? 1u : seeds); i++) {
                run.seed = launch->seed + i;
                run_once(sweep, &run, before, expected, &is_known);
            }
        }
    }
    nbl_emulator_restore(launch, before);
    free(before);
    free(expected);
    return sweep->report.result;
}
