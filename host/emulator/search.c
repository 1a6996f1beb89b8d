/* Searches drawn orders for one that gives another result, and shortens what it chose.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"
#include "emulator/shorten.h"

#include <stdio.h>
#include <stdlib.h>

/* Chosen, so that a search ends; nothing measured. */
#define MOST_RUNS 2048u   /* of one schedule that is shortened */
#define MOST_SHORTENED 8u /* schedules that show a difference, before the shortest is taken */

typedef struct search_t {
    nbl_emulator_launch_t launch;
    unsigned char *before, *expected;
    nbl_result_t result; /* that differs */
    nbl_emulator_report_t report;
} search_t;

static nbl_result_t run(search_t *search) {
    nbl_emulator_restore(&search->launch, search->before);
    nbl_result_t result = nbl_emulator_launch(&search->launch, &search->report);
    if (result != NBL_SUCCESS) return result;
    const uint32_t binding = nbl_emulator_difference(&search->launch, search->expected);
    if (binding == search->launch.resource_count) return NBL_SUCCESS;
    snprintf(search->report.message, sizeof search->report.message,
             "kernel \"%s\": binding %u differs from what the usual order leaves", search->report.kernel,
             (unsigned)binding);
    return search->report.result = NBL_ERROR_RESULTS_DIFFER;
}

static int still_differs(void *user, const void *choices, uint32_t count) {
    search_t *search = user;
    const nbl_emulator_schedule_t schedule = {(nbl_emulator_choice_t *)(uintptr_t)choices, count, count};
    search->launch.schedule = &schedule;
    const nbl_result_t result = run(search);
    search->launch.schedule = NULL;
    return result == search->result;
}

/* Draws one order; if it differs, shortens what it chose. Returns 0 without memory. */
static int draw(search_t *search, nbl_emulator_schedule_t *drawn, nbl_result_t *result) {
    drawn->count = 0;
    search->launch.choices = drawn;
    *result = run(search);
    search->launch.choices = NULL;
    nbl_emulator_schedule_sort(drawn);
    search->result = *result;
    if (*result == NBL_SUCCESS || !still_differs(search, drawn->choices, drawn->count)) return 1;
    nbl_emulator_choice_t *scratch = malloc(drawn->count * sizeof *scratch + 1u);
    if (scratch == NULL) return 0;
    drawn->count =
        nbl_shorten(drawn->choices, drawn->count, sizeof *scratch, scratch, MOST_RUNS, still_differs, search);
    free(scratch);
    return 1;
}

/* The shortest of some that differ. */
static nbl_result_t find(search_t *search, uint32_t seeds, nbl_emulator_schedule_t *schedule) {
    const nbl_emulator_schedule_t usual = {0};
    const uint64_t first = search->launch.seed;
    nbl_emulator_schedule_t drawn = {0};
    nbl_result_t found = NBL_SUCCESS, result;
    search->launch.schedule = &usual;
    found = nbl_emulator_launch(&search->launch, &search->report);
    search->launch.schedule = NULL;
    if (found != NBL_SUCCESS) return found;
    nbl_emulator_save(&search->launch, search->expected);
    for (uint32_t i = 0, differing = 0; i < seeds && differing < MOST_SHORTENED; i++) {
        search->launch.seed = first + i;
        if (!draw(search, &drawn, &result)) {
            found = NBL_ERROR_OUT_OF_MEMORY;
            break;
        }
        if (result == NBL_SUCCESS) continue;
        if (differing++ == 0 || drawn.count < schedule->count) {
            const nbl_emulator_schedule_t longer = *schedule;
            *schedule = drawn;
            drawn = longer;
            found = result;
        }
        if (schedule->count <= 1u) break;
    }
    search->result = found;
    if (found == NBL_SUCCESS) schedule->count = 0;
    if (found != NBL_SUCCESS && found != NBL_ERROR_OUT_OF_MEMORY) { /* for its report, and the places */
        drawn.count = 0;
        search->launch.choices = &drawn;
        still_differs(search, schedule->choices, schedule->count);
        nbl_emulator_schedule_sort(&drawn);
        const nbl_emulator_schedule_t placeless = *schedule;
        *schedule = drawn;
        drawn = placeless;
    }
    nbl_emulator_schedule_free(&drawn);
    return found;
}

nbl_result_t nbl_emulator_schedule_find(const nbl_emulator_launch_t *launch, uint32_t seeds,
                                        nbl_emulator_schedule_t *schedule, nbl_emulator_report_t *report) {
    if (launch == NULL || schedule == NULL || (launch->resources == NULL && launch->resource_count != 0))
        return NBL_ERROR_ARGUMENT;
    const size_t bytes = nbl_emulator_resource_bytes(launch) + 1u;
    search_t *search = calloc(1, sizeof *search);
    unsigned char *copies = malloc(2u * bytes);
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    schedule->count = 0;
    if (search != NULL && copies != NULL) {
        search->launch = *launch;
        search->launch.order = NBL_EMULATOR_ADVERSARIAL;
        search->launch.threads = 1;
        search->launch.schedule = NULL;
        search->launch.choices = NULL;
        search->before = copies;
        search->expected = copies + bytes;
        nbl_emulator_save(launch, search->before);
        result = find(search, seeds, schedule);
        nbl_emulator_restore(launch, search->before);
        if (report != NULL) *report = search->report;
    }
    free(copies);
    free(search);
    return result;
}
