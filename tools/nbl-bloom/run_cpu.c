/* Blooms and blurs on the CPU: a bloom pass by pass, so that each can be timed and shown.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/findings.h"
#include "error/error.h"
#include "executor/kernels.h"
#include "nbl/host/emulator_trace.h"
#include "nbl/version.h"
#include "platform/clock.h"

typedef struct state_t {
    nbl_bloom_run_t run;
    bool executes;               /* runs on the processor's vectors, not on the emulator */
    nbl_bloom_pass_name_t first; /* first pass of the next frame: the kernel's passes run for the first frame only */
    _Alignas(16) float sums[NBL_BLOOM_SUMS];
} state_t;

static void name_backend(tool_job_t *job, bool executes) {
    job->backend = executes ? "executor" : "emulator";
    job->runs = 1;
    if (executes)
        snprintf(job->device, sizeof job->device, "CPU, %s", nbl_executor_set(0)->name);
    else
        snprintf(job->device, sizeof job->device, "CPU emulator");
    snprintf(job->driver, sizeof job->driver, "nbl %s %d.%d.%d", job->backend, NBL_VERSION_MAJOR, NBL_VERSION_MINOR,
             NBL_VERSION_PATCH);
}

static nbl_emulator_launch_t launch_of(const tool_job_t *job) {
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.threads = job->options->threads;
    if (job->options->check) launch.check = NBL_EMULATOR_CHECK_RACES;
    if (job->trace) launch.trace = nbl_emulator_trace_write;
    launch.trace_user = job->trace;
    return launch;
}

/* ---- The bloom. */

static nbl_result_t plan_bloom(tool_job_t *job, nbl_error_t *error) {
    nbl_bloom_desc_t desc = tool_describe(job);
    if (job->options->subgroup_size) desc.limits.subgroup_size = job->options->subgroup_size;
    desc.grey_kernel = job->kernel->pixels && tool_kernel_is_grey(job);
    return nbl_bloom_plan_make(&desc, &job->plan, error);
}

/* Allocates a pass's memory, zeroed: numbers that no pass writes are then the same in every run. */
static void *zeroed(uint64_t bytes) {
    uint64_t rounded = (bytes + 63u) / 64u * 64u;
    void *memory = rounded <= SIZE_MAX ? aligned_alloc(64, (size_t)rounded) : NULL;
    if (memory) memset(memory, 0, (size_t)rounded);
    return memory;
}

static nbl_result_t begin(tool_job_t *job, bool executes, nbl_error_t *error) {
    nbl_result_t result = plan_bloom(job, error); /* planned again, since the texels say whether the kernel is grey */
    if (result) return result;
    name_backend(job, executes);
    state_t *state = zeroed(sizeof *state);
    if (!state) return nbl_fail_memory(error, executes ? "the executor" : "the emulator");
    job->state = state;
    state->run = nbl_bloom_run_init();
    state->run.workspace = zeroed(job->plan.workspace_bytes);
    state->run.spectrum = zeroed(job->plan.spectrum_bytes);
    if (!state->run.workspace || !state->run.spectrum)
        return nbl_fail(error, NBL_ERROR_OUT_OF_MEMORY, "memory: no %llu bytes for the intermediates",
                        (unsigned long long)(job->plan.workspace_bytes + job->plan.spectrum_bytes));
    state->run.result = job->result;
    state->run.sums = state->sums;
    state->run.frame = tool_frame(job->options);
    state->run.launch = launch_of(job);
    state->executes = executes;
    state->first = NBL_BLOOM_PASS_KERNEL_SUM;
    return NBL_SUCCESS;
}

static nbl_result_t begin_on_executor(tool_job_t *job, nbl_error_t *error) { return begin(job, true, error); }
static nbl_result_t begin_on_emulator(tool_job_t *job, nbl_error_t *error) { return begin(job, false, error); }

static nbl_result_t run_bloom(tool_job_t *job, nbl_error_t *error) {
    static nbl_emulator_report_t reports[NBL_BLOOM_PASSES];
    state_t *state = job->state;
    nbl_result_t result = NBL_SUCCESS;
    if (job->new_kernel) state->first = NBL_BLOOM_PASS_KERNEL_SUM;
    state->run.image = job->image->pixels;
    state->run.kernel = job->kernel->pixels;
    for (nbl_bloom_pass_name_t pass = state->first; pass < NBL_BLOOM_PASSES && !result; pass++) {
        char what[128];
        snprintf(what, sizeof what, "%spass %d of %d, %s", state->executes ? "" : "emulating ", (int)pass + 1,
                 NBL_BLOOM_PASSES, job->plan.passes[pass].name);
        tool_progress_of(job, what);
        double start = nbl_platform_seconds();
        reports[pass].finding_count = 0;
        result = state->executes ? nbl_bloom_execute(&job->plan, &state->run, pass, pass, error)
                                 : nbl_bloom_emulate(&job->plan, &state->run, pass, pass, reports, error);
        job->nanoseconds[pass] = 1e9 * (nbl_platform_seconds() - start);
        print_findings(&reports[pass]);
    }
    state->first = NBL_BLOOM_PASS_FIRST_AXIS;
    return result;
}

static void end_bloom(tool_job_t *job) {
    state_t *state = job->state;
    job->state = NULL;
    if (!state) return;
    free(state->run.workspace);
    free(state->run.spectrum);
    free(state);
}

const tool_backend_t tool_bloom_on_executor = {plan_bloom, begin_on_executor, run_bloom, end_bloom};
const tool_backend_t tool_bloom_on_emulator = {plan_bloom, begin_on_emulator, run_bloom, end_bloom};

/* ---- Blurs, and the bloom at low resolution. */

static nbl_result_t plan_blur(tool_job_t *job, nbl_error_t *error) { return tool_plan_blur(job, NULL, error); }

static nbl_result_t name_executor(tool_job_t *job, nbl_error_t *error) {
    (void)error;
    name_backend(job, true);
    return NBL_SUCCESS;
}

static nbl_result_t name_emulator(tool_job_t *job, nbl_error_t *error) {
    (void)error;
    name_backend(job, false);
    return NBL_SUCCESS;
}

static nbl_result_t execute_blur(tool_job_t *job, nbl_error_t *error) {
    const nbl_blur_frame_t blur_frame = tool_blur_frame(job->options);
    const nbl_bloom_frame_t frame = tool_frame(job->options);
    const uint32_t threads = job->options->threads;
    tool_progress_of(job, "blurring");
    return job->options->low_resolution ? nbl_bloom_low_execute(&job->low, job->image->pixels, job->kernel->pixels,
                                                                job->result, &frame, threads, job->nanoseconds, error)
                                        : nbl_blur_execute(&job->blur, job->image->pixels, job->result, &blur_frame,
                                                           threads, job->nanoseconds, error);
}

static nbl_result_t emulate_blur(tool_job_t *job, nbl_error_t *error) {
    const nbl_blur_frame_t blur_frame = tool_blur_frame(job->options);
    const nbl_bloom_frame_t frame = tool_frame(job->options);
    const nbl_emulator_launch_t launch = launch_of(job);
    tool_progress_of(job, "emulating");
    return job->options->low_resolution ? nbl_bloom_low_emulate(&job->low, job->image->pixels, job->kernel->pixels,
                                                                job->result, &frame, &launch, job->nanoseconds, error)
                                        : nbl_blur_emulate(&job->blur, job->image->pixels, job->result, &blur_frame,
                                                           &launch, job->nanoseconds, error);
}

static void end_blur(tool_job_t *job) { (void)job; }

const tool_backend_t tool_blur_on_executor = {plan_blur, name_executor, execute_blur, end_blur};
const tool_backend_t tool_blur_on_emulator = {plan_blur, name_emulator, emulate_blur, end_blur};
