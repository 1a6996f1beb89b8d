/* Results that the launch declares: which of their dwords were written, and a report of the first that was not.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A byte per dword, or texel, of each declared binding; threads may mark the same one, with the same value.
 */
#include "emulator/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Dwords of a buffer, texels of an image. */
static uint64_t parts_of(const nbl_emulator_resource_t *resource) {
    return resource->height == 0 ? (resource->width + 3u) / 4u : resource->width * resource->height;
}

static int is_result(const nbl_emulator_job_t *job, uint32_t binding) {
    return binding < 64u && binding < job->launch.resource_count && (job->launch.results >> binding & 1u) != 0 &&
           job->launch.resources[binding].data != NULL;
}

int nbl_emulator_results_begin(nbl_emulator_job_t *job) {
    for (uint32_t binding = 0; binding < 64u; binding++) {
        if (!is_result(job, binding)) continue;
        job->written[binding] = calloc(parts_of(&job->launch.resources[binding]) + 1u, 1);
        if (job->written[binding] == NULL) return -1;
    }
    return 0;
}

void nbl_emulator_results_mark(const nbl_emulator_job_t *job, uint32_t binding, uint64_t first, uint64_t count) {
    if (binding >= 64u || job->written[binding] == NULL) return;
    for (uint64_t i = first; i < first + count; i++) __atomic_store_n(&job->written[binding][i], 1, __ATOMIC_RELAXED);
}

void nbl_emulator_results_end(nbl_emulator_job_t *job) {
    for (uint32_t binding = 0; binding < 64u; binding++) {
        if (job->written[binding] == NULL) continue;
        const nbl_emulator_resource_t *resource = &job->launch.resources[binding];
        uint64_t parts = parts_of(resource), missing = 0, first = 0;
        for (uint64_t i = parts; i-- > 0;)
            if (job->written[binding][i] == 0) {
                missing++;
                first = i;
            }
        if (missing != 0 && job->result == NBL_SUCCESS) {
            job->result = NBL_ERROR_UNWRITTEN;
            snprintf(job->message, sizeof job->message,
                     "kernel \"%s\": no invocation wrote %" PRIu64 " of %" PRIu64
                     " %s of the result at binding %u, %s %" PRIu64 " to begin with",
                     job->launch.name, missing, parts, resource->height == 0 ? "dwords" : "texels", (unsigned)binding,
                     resource->height == 0 ? "dword" : "texel", first);
        }
        free(job->written[binding]);
    }
}
