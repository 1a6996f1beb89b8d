/* The kernels of two passes in one dispatch without each of their barriers: linked by test_removed_barriers.sh.
 * SPDX-License-Identifier: Apache-2.0
 */
#define TICKETS_STRIPS 1
#define NBL_TICKETS_MOST_LOOKS tickets_looks
static unsigned tickets_looks;
#include "tests/emulator/removable.h"
#include "tests/fft/tickets_kernel.h"

#include <stdlib.h>
#include <string.h>

#include "tests/emulator/removed.h"

enum { FFTS = 3, UNITS = 2 * FFTS, TILES = 16, NUMBERS = 2 * 4096 * FFTS, COUNTERS = 3 + UNITS + UNITS * TILES };

typedef struct run_t {
    float *numbers[2];
    uint32_t *counters;
} run_t;

static void launch(const run_t *run, void (*kernel)(void), uint32_t groups, nbl_emulator_order_t order,
                   nbl_emulator_report_t *report) {
    nbl_emulator_resource_t buffers[] = {{run->counters, COUNTERS * sizeof(uint32_t), 0},
                                         {run->numbers[0], NUMBERS * sizeof(float), 0},
                                         {run->numbers[1], NUMBERS * sizeof(float), 0}};
    nbl_fft_tickets_job_t job = {.ffts = FFTS, .lag = 12};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    memcpy(&job.source, &run->numbers[0], sizeof run->numbers[0]);
    memcpy(&job.target, &run->numbers[1], sizeof run->numbers[1]);
    launch.kernel = kernel;
    launch.workgroup_size[0] = first_workgroup_size;
    launch.workgroup_count[0] = groups;
    launch.resources = buffers;
    launch.resource_count = 3;
    launch.push_constants = &job;
    launch.threads = 1;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    nbl_emulator_launch(&launch, report);
}

/* Both dispatches, to the first that the checker complains of. */
static void run_both(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    run_t run;
    (void)context;
    for (int i = 0; i < 2; i++) run.numbers[i] = zeros(NUMBERS * sizeof(float));
    run.counters = zeros(COUNTERS * sizeof(uint32_t));
    for (uint32_t u = 0; u < UNITS; u += 2)
        run.counters[3 + u] = 1; /* one too many: their tiles look twice and give up */
    tickets_looks = 2;
    launch(&run, nbl_fft_both_passes, UNITS * 2 * TILES, order, report);
    if (report->finding_count == 0) launch(&run, nbl_fft_what_is_left, NBL_TICKETS_SWEEPERS, order, report);
    for (int i = 0; i < 2; i++) free(run.numbers[i]);
    free(run.counters);
}

void try_tickets(void) { try_all("tickets", run_both, NULL); }
