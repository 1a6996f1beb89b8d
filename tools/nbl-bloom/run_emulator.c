/* Runs the bloom on the CPU emulator, pass by pass, so that each can be timed and shown.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/emulator_trace.h"
#include "platform/clock.h"
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Zeroed: what no pass writes is then the same in every run. */
static void *allocate(uint64_t bytes) {
    uint64_t rounded = (bytes + 63u) / 64u * 64u;
    void *memory = rounded <= SIZE_MAX ? aligned_alloc(64, (size_t)rounded) : NULL;
    if (memory) memset(memory, 0, (size_t)rounded);
    return memory;
}

/* On the standard error, before the one line that ends the program. */
static void print_findings(const nbl_emulator_report_t *report) {
    size_t bytes = nbl_emulator_report_text(report, NULL, 0) + 1;
    char *text = malloc(bytes);
    if (!text) return;
    tool_progress(NULL);
    nbl_emulator_report_text(report, text, bytes);
    fputs(text, stderr);
    free(text);
}

static tool_run_t run_passes(tool_job_t *job, nbl_bloom_emulation_t *emulation, int first) {
    for (int i = first; i < NBL_BLOOM_PASSES; i++) {
        char what[128];
        nbl_error_t error = {""};
        nbl_bloom_pass_name_t pass = (nbl_bloom_pass_name_t)i;
        snprintf(what, sizeof what, "emulating pass %d of %d, %s", i + 1, NBL_BLOOM_PASSES, job->plan.passes[i].name);
        tool_progress_of(job, what);
        double begin = nbl_platform_seconds();
        static nbl_emulator_report_t reports[NBL_BLOOM_PASSES];
        nbl_result_t result = nbl_bloom_emulate(&job->plan, emulation, pass, pass, reports, &error);
        job->nanoseconds[i] = 1e9 * (nbl_platform_seconds() - begin);
        if (reports[i].finding_count != 0) print_findings(&reports[i]);
        if (result) return tool_fail_bloom(job, result, &error);
    }
    return TOOL_RUN_DONE;
}

/* The kernel's passes are the first frame's. */
static tool_run_t run_frames(tool_job_t *job, nbl_bloom_emulation_t *emulation) {
    tool_run_t run = TOOL_RUN_DONE;
    int first = NBL_BLOOM_PASS_KERNEL_SUM;
    for (bool more = true; more && !run; first = NBL_BLOOM_PASS_FIRST_AXIS) {
        emulation->image = job->image->pixels;
        tool_sequence_load_ahead(job);
        run = run_passes(job, emulation, first);
        if (!run) run = tool_finish_frame(job, &more);
    }
    return run;
}

static tool_run_t run_passes_traced(tool_job_t *job, nbl_bloom_emulation_t *emulation) {
    const char *path = job->options->trace;
    nbl_emulator_trace_file_t *file = path ? nbl_emulator_trace_open(path) : NULL;
    if (path && !file) {
        tool_fail_to_write(path, errno);
        return TOOL_RUN_FAILED;
    }
    if (file) {
        emulation->launch.trace = nbl_emulator_trace_write;
        emulation->launch.trace_user = file;
    }
    tool_run_t run = run_frames(job, emulation);
    if (nbl_emulator_trace_close(file) != 0 && run == TOOL_RUN_DONE) {
        tool_fail_to_write(path, errno);
        run = TOOL_RUN_FAILED;
    }
    return run;
}

tool_run_t tool_run_emulator(tool_job_t *job) {
    nbl_error_t error = {""};
    nbl_bloom_desc_t desc = tool_describe(job);
    if (job->options->subgroup_size) desc.limits.subgroup_size = job->options->subgroup_size;
    nbl_result_t result = nbl_bloom_plan_make(&desc, &job->plan, &error);
    if (result) return tool_fail_bloom(job, result, &error);
    tool_run_t run = tool_load(job);
    if (run) return run;
    desc.grey_kernel = tool_kernel_is_grey(job);
    if (desc.grey_kernel) result = nbl_bloom_plan_make(&desc, &job->plan, &error);
    if (result) return tool_fail_bloom(job, result, &error);

    job->backend = "emulator";
    job->runs = 1;
    snprintf(job->device, sizeof job->device, "CPU emulator");
    snprintf(job->driver, sizeof job->driver, "nbl emulator %d.%d.%d", NBL_VERSION_MAJOR, NBL_VERSION_MINOR,
             NBL_VERSION_PATCH);
    _Alignas(16) float sums[NBL_BLOOM_SUMS] = {0};
    nbl_bloom_emulation_t emulation = nbl_bloom_emulation_init();
    void *workspace = allocate(job->plan.workspace_bytes), *spectrum = allocate(job->plan.spectrum_bytes);
    emulation.kernel = job->kernel->pixels;
    emulation.result = job->result;
    emulation.workspace = workspace;
    emulation.spectrum = spectrum;
    emulation.sums = sums;
    emulation.frame = tool_frame(job->options);
    emulation.launch.threads = job->options->threads;
    if (job->options->check) emulation.launch.check = NBL_EMULATOR_CHECK_RACES;
    run = TOOL_RUN_FAILED;
    if (!workspace || !spectrum)
        tool_fail("memory", "no %llu bytes for the intermediates",
                  (unsigned long long)(job->plan.workspace_bytes + job->plan.spectrum_bytes));
    else
        run = run_passes_traced(job, &emulation);
    free(workspace);
    free(spectrum);
    return run;
}
