/* What a transform costs on the emulator: the counters of nbl-fft transform and nbl-fft plan.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/emulator_counters.h"
#include "nbl/fft/parameters.h"
#include "plan/layout.h"

int counters_write(const nbl_emulator_counters_t *counters, bool table, const char *json_path, nbl_error_t *error) {
    size_t text_bytes = nbl_emulator_counters_text(counters, NULL, 0),
           json_bytes = nbl_emulator_counters_json(counters, NULL, 0);
    size_t bytes = (text_bytes > json_bytes ? text_bytes : json_bytes) + 1;
    char *text = malloc(bytes);
    int status = EXIT_DONE;
    if (!text) return fail(error, EXIT_FAILED, "counters: no memory for %zu bytes", bytes);
    if (table) {
        nbl_emulator_counters_text(counters, text, bytes);
        fputs(text, stdout);
    }
    if (json_path) {
        nbl_emulator_counters_json(counters, text, bytes);
        status = write_file(json_path, text, json_bytes, error);
    }
    free(text);
    return status;
}

/* Runs one full workgroup of transforms of zeros. */
static int run_counted(nbl_fft_transform_desc_t desc, nbl_fft_transform_plan_t *plan, nbl_emulator_counters_t *counters,
                       nbl_error_t *error) {
    desc.batch = 1;
    if (nbl_fft_transform_plan(&desc, plan, error) != NBL_SUCCESS) return EXIT_FAILED;
    desc.batch = plan->parameters.ffts_per_workgroup;
    if (nbl_fft_transform_plan(&desc, plan, error) != NBL_SUCCESS) return EXIT_FAILED;
    size_t bytes = (size_t)(plan->buffer_bytes + 63) / 64 * 64;
    void *input = aligned_alloc(64, bytes), *output = aligned_alloc(64, bytes);
    int status = EXIT_DONE;
    if (!input || !output) {
        status = fail(error, EXIT_FAILED, "counters: no memory for %zu bytes", 2 * bytes);
    } else {
        memset(input, 0, bytes);
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.counters = counters;
        if (nbl_fft_transform_emulate(plan, &launch, input, output, NULL, error) != NBL_SUCCESS) status = EXIT_FAILED;
    }
    free(input);
    free(output);
    return status;
}

/* Writes a workgroup's count per transform, without decimals if it is whole. */
static const char *per_transform(uint64_t count, uint32_t transforms, char text[32]) {
    snprintf(text, 32, count % transforms == 0 ? "%.0f" : "%.1f", (double)count / transforms);
    return text;
}

int counters_of_plan(const nbl_fft_transform_desc_t *desc, nbl_error_t *error) {
    static nbl_emulator_counters_t counters;
    nbl_fft_transform_plan_t made;
    char counted[32], least[32], formula[32], global[32], ideal[32];
    int status = run_counted(*desc, &made, &counters, error);
    if (status != EXIT_DONE) return status;
    nbl_fft_plan_t plan = made.parameters.plan;
    uint32_t transforms = plan.ffts_per_workgroup;
    nbl_fft_bank_count_t banks = nbl_fft_plan_count_banks(plan);
    uint64_t dwords = 2u * (uint64_t)plan.fft_length * nbl_fft_plan_scalars(plan) * nbl_fft_plan_scalar_dwords(plan) *
                      (plan.passes - 1u);
    printf("counted      on the emulator, subgroups of %u; per transform, but barriers, which are the workgroup's:\n",
           made.desc.subgroup_size);
    printf("  barriers        %" PRIu64 ", least %u\n", counters.workgroup_barriers, nbl_fft_plan_barriers(plan));
    printf("  shared dwords   %s, least %" PRIu64 "\n", per_transform(counters.shared.bytes / 4, transforms, counted),
           dwords);
    printf("  bank cycles     %s, least %s, by formula %s\n", per_transform(counters.shared.cost, transforms, counted),
           per_transform(counters.shared.least, transforms, least), per_transform(banks.cycles, transforms, formula));
    printf("  sectors         %s, least %s\n", per_transform(counters.buffers.cost, transforms, global),
           per_transform(counters.buffers.least, transforms, ideal));
    return EXIT_DONE;
}
