/* nbl-bloom bench: times what a method records, many images in one command buffer, with warm clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench/measuring.h"
#include "bench_job.h"
#include "platform/clock.h"

enum { TIMED_RUNS = 15 }; /* their median counts; chosen */

nbl_result_t bench_begin(bench_t *bench, nbl_error_t *error) {
    nbl_result_t result = nbl_vulkan_commands_begin(bench->device, &bench->commands, error);
    if (result) return result;
    nbl_vulkan_timestamps_record_reset(bench->timestamps, bench->commands.buffer);
    nbl_vulkan_record_barrier(bench->device, bench->commands.buffer,
                              NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    return NBL_SUCCESS;
}

nbl_result_t bench_submit(bench_t *bench, nbl_error_t *error) {
    return nbl_vulkan_commands_submit(bench->device, &bench->commands, error);
}

/* Submits until the clocks are warm, then as often as a steady median needs. */
static nbl_result_t measure(bench_t *bench, bench_job_t *job, bool by_pass, nbl_error_t *error) {
    static double spans[BENCH_MOST_IMAGES * BENCH_MOST_PASSES];
    static double samples[BENCH_MOST_PASSES][TIMED_RUNS * BENCH_MOST_IMAGES];
    const nbl_vulkan_timestamps_t *timestamps = bench->timestamps;
    uint32_t count = by_pass ? bench->images * job->pass_count : 1;
    static const bench_method_t *const methods[] = {&bench_method_fft, &bench_method_blur, &bench_method_vkfft};
    const bench_method_t *method = methods[job->request.kind];
    nbl_result_t result = bench_begin(bench, error);
    if (!result && !by_pass) nbl_vulkan_timestamps_record_begin(timestamps, bench->commands.buffer, 0);
    const bool together = job->request.batch && !by_pass;
    if (!result && together) result = method->record_batch(bench, job, error);
    for (uint32_t i = 0; i < bench->images && !result && !together; i++)
        result = method->record(bench, job, by_pass ? timestamps : NULL, i * job->pass_count, error);
    if (!result && !by_pass) nbl_vulkan_timestamps_record_end(timestamps, bench->commands.buffer, 0);
    if (!result) result = bench_submit(bench, error);
    for (double begin = nbl_platform_seconds(); !result && nbl_platform_seconds() - begin < bench->warm_up_seconds;)
        result = nbl_vulkan_commands_resubmit(bench->device, &bench->commands, error);
    for (uint32_t run = 0; run < TIMED_RUNS && !result; run++) {
        result = nbl_vulkan_commands_resubmit(bench->device, &bench->commands, error);
        if (!result) result = nbl_vulkan_timestamps_read(timestamps, 0, count, spans, error);
        if (result) break;
        if (!by_pass) samples[0][run] = spans[0] / bench->images;
        for (uint32_t i = 0; by_pass && i < count; i++)
            samples[i % job->pass_count][run * bench->images + i / job->pass_count] = spans[i];
    }
    if (result) return result;
    if (!by_pass) job->image_ns = bench_median(samples[0], TIMED_RUNS);
    for (uint32_t p = 0; by_pass && p < job->pass_count; p++)
        job->passes[p].ns = bench_median(samples[p], TIMED_RUNS * bench->images);
    return NBL_SUCCESS;
}

nbl_result_t bench_measure(bench_t *bench, bench_job_t *job, nbl_error_t *error) {
    nbl_result_t result = measure(bench, job, false, error);
    if (!result && job->pass_count > 0) result = measure(bench, job, true, error);
    for (uint32_t p = 0; p < job->pass_count && !result; p++)
        if (job->passes[p].bytes > 0)
            result = bench_copy_measure(bench, job->passes[p].bytes, &job->passes[p].copy_ns, error);
    job->timed = result == NBL_SUCCESS;
    return result;
}
