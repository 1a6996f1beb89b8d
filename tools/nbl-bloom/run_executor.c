/* Blooms on vectors of the processor, pass by pass, so that each can be timed and shown.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

#include "error/error.h"
#include "executor/kernels.h"
#include "nbl/version.h"
#include "platform/clock.h"

typedef struct state_t {
    nbl_bloom_execution_t execution;
    void *workspace, *spectrum;
    nbl_bloom_pass_name_t first; /* of the next frame: the kernel's passes are the first frame's */
    _Alignas(16) float sums[NBL_BLOOM_SUMS];
} state_t;

static void name_executor(tool_job_t *job) {
    job->backend = "executor";
    job->runs = 1;
    snprintf(job->device, sizeof job->device, "CPU, %s", nbl_executor_set(0)->name);
    snprintf(job->driver, sizeof job->driver, "nbl executor %d.%d.%d", NBL_VERSION_MAJOR, NBL_VERSION_MINOR,
             NBL_VERSION_PATCH);
}

static nbl_result_t begin(tool_job_t *job, nbl_error_t *error) {
    nbl_result_t result = tool_plan_on_cpu(job, error); /* again: the texels say whether the kernel is grey */
    if (result) return result;
    name_executor(job);
    state_t *state = tool_zeroed(sizeof *state);
    if (!state) return nbl_fail_memory(error, "the executor");
    job->state = state;
    state->workspace = tool_zeroed(job->plan.workspace_bytes);
    state->spectrum = tool_zeroed(job->plan.spectrum_bytes);
    if (!state->workspace || !state->spectrum)
        return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "memory: no %llu bytes for the intermediates",
                        (unsigned long long)(job->plan.workspace_bytes + job->plan.spectrum_bytes));
    state->execution = nbl_bloom_execution_init();
    state->execution.kernel = job->kernel->pixels;
    state->execution.result = job->result;
    state->execution.workspace = state->workspace;
    state->execution.spectrum = state->spectrum;
    state->execution.sums = state->sums;
    state->execution.frame = tool_frame(job->options);
    state->execution.threads = job->options->threads;
    state->first = NBL_BLOOM_PASS_KERNEL_SUM;
    return NBL_SUCCESS;
}

static nbl_result_t run_frame(tool_job_t *job, nbl_error_t *error) {
    state_t *state = job->state;
    nbl_result_t result = NBL_SUCCESS;
    state->execution.image = job->image->pixels;
    for (nbl_bloom_pass_name_t pass = state->first; pass < NBL_BLOOM_PASSES && !result; pass++) {
        char what[128];
        snprintf(what, sizeof what, "pass %d of %d, %s", (int)pass + 1, NBL_BLOOM_PASSES, job->plan.passes[pass].name);
        tool_progress_of(job, what);
        double start = nbl_platform_seconds();
        result = nbl_bloom_execute(&job->plan, &state->execution, pass, pass, error);
        job->nanoseconds[pass] = 1e9 * (nbl_platform_seconds() - start);
    }
    state->first = NBL_BLOOM_PASS_FIRST_AXIS;
    return result;
}

static void end(tool_job_t *job) {
    state_t *state = job->state;
    job->state = NULL;
    if (!state) return;
    free(state->workspace);
    free(state->spectrum);
    free(state);
}

const tool_backend_t tool_bloom_on_executor = {tool_plan_on_cpu, begin, run_frame, end};
