/* nbl-bloom bench: the sectors that a bloom's passes read and write, counted by the emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "bench_job.h"
#include "nbl/host/emulator_counters.h"

enum { ALIGNMENT = 256 };

static void *allocate(uint64_t bytes) {
    size_t rounded = ((size_t)bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, rounded);
    if (memory) memset(memory, 0, rounded);
    return memory;
}

nbl_result_t bench_count_sectors(const nbl_bloom_plan_t *plan, bench_pass_t *passes, nbl_error_t *error) {
    const nbl_bloom_desc_t *desc = &plan->desc;
    uint64_t texels = (uint64_t)desc->width * desc->height;
    nbl_emulator_counters_t *counters = calloc(1, sizeof *counters);
    void *image = allocate(texels * nbl_bloom_format_bytes(desc->source_format)),
         *made = allocate(texels * nbl_bloom_format_bytes(desc->target_format)),
         *kernel = allocate((uint64_t)desc->kernel_width * desc->kernel_height * 16),
         *workspace = allocate(plan->workspace_bytes), *spectrum = allocate(plan->spectrum_bytes);
    float sums[NBL_BLOOM_SUMS] = {1.0f, 1.0f, 1.0f, 0.0f, 1.0f, 1.0f, 1.0f, 0.0f};
    nbl_bloom_run_t run = nbl_bloom_run_init();
    run.image = image;
    run.kernel = kernel;
    run.result = made;
    run.workspace = workspace;
    run.spectrum = spectrum;
    run.sums = sums;
    run.launch.counters = counters;
    nbl_result_t result =
        counters && image && made && kernel && workspace && spectrum ? NBL_SUCCESS : NBL_ERROR_OUT_OF_MEMORY;
    for (int i = NBL_BLOOM_PASS_FIRST_AXIS; i < NBL_BLOOM_PASSES && !result; i++) {
        memset(counters, 0, sizeof *counters);
        result = nbl_bloom_emulate(plan, &run, (nbl_bloom_pass_name_t)i, (nbl_bloom_pass_name_t)i, NULL, error);
        passes[i - NBL_BLOOM_PASS_FIRST_AXIS].sectors = counters->buffers.cost;
        passes[i - NBL_BLOOM_PASS_FIRST_AXIS].least_sectors = counters->buffers.least;
    }
    free(counters);
    free(image);
    free(made);
    free(kernel);
    free(workspace);
    free(spectrum);
    return result;
}
