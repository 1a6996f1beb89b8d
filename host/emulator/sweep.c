/* A kernel in all orders and subgroup sizes: which runs fail, and whether all leave the same results.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Contents of all resources, one after the other. */
static size_t bytes_of(const nbl_emulator_resource_t *resource) {
    if (resource->data == NULL) return 0;
    return (size_t)(resource->height != 0 ? resource->width * resource->height * 16u : resource->width);
}

static void save(const nbl_emulator_launch_t *launch, unsigned char *copy) {
    for (uint32_t i = 0; i < launch->resource_count; copy += bytes_of(&launch->resources[i]), i++)
        if (bytes_of(&launch->resources[i]) != 0)
            memcpy(copy, launch->resources[i].data, bytes_of(&launch->resources[i]));
}

static void restore(const nbl_emulator_launch_t *launch, const unsigned char *copy) {
    for (uint32_t i = 0; i < launch->resource_count; copy += bytes_of(&launch->resources[i]), i++)
        if (bytes_of(&launch->resources[i]) != 0)
            memcpy(launch->resources[i].data, copy, bytes_of(&launch->resources[i]));
}

/* Returns the first resource that is not as saved, or resource_count. */
static uint32_t find_difference(const nbl_emulator_launch_t *launch, const unsigned char *copy) {
    uint32_t i = 0;
    for (; i < launch->resource_count; copy += bytes_of(&launch->resources[i]), i++)
        if (bytes_of(&launch->resources[i]) != 0 &&
            memcmp(copy, launch->resources[i].data, bytes_of(&launch->resources[i])) != 0)
            break;
    return i;
}

/* One run; `expected` is filled by the first of its subgroup size. */
static void run_once(nbl_emulator_sweep_t *sweep, const nbl_emulator_launch_t *launch, const unsigned char *before,
                     unsigned char *expected, int *is_known) {
    nbl_emulator_report_t *report = &sweep->report, other;

    if (sweep->failures != 0) /* the first that failed stays in the sweep */
        report = &other;
    restore(launch, before);
    sweep->runs++;
    nbl_result_t result = nbl_emulator_launch(launch, report);
    if (result == NBL_SUCCESS && !*is_known) {
        save(launch, expected);
        *is_known = 1;
    } else if (result == NBL_SUCCESS) {
        uint32_t binding = find_difference(launch, expected);
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
    for (uint32_t i = 0; i < launch->resource_count; i++) bytes += bytes_of(&launch->resources[i]);
    unsigned char *before = malloc(bytes), *expected = malloc(bytes);
    if (before == NULL || expected == NULL) {
        free(before);
        free(expected);
        snprintf(sweep->report.message, sizeof sweep->report.message, "no memory for copies of the resources");
        return sweep->report.result = NBL_ERROR_OUT_OF_MEMORY;
    }
    save(launch, before);
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
    restore(launch, before);
    free(before);
    free(expected);
    return sweep->report.result;
}
