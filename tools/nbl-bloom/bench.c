/* nbl-bloom bench: times blooms, blurs and a peer at many sizes, many images in one command buffer, with warm clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "bench_job.h"
#include "common/device.h"
#include "common/outputs.h"
#include "tool.h"

typedef struct options_t {
    const char *device, *json, *svg, *jobs[BENCH_MOST_JOBS];
    uint32_t count;
} options_t;

int bench_failed(const bench_job_t *job, nbl_result_t result, nbl_error_t *error) {
    return fail(error, EXIT_FAILED, "%s: %s", job ? job->request.text : "bench",
                error->text[0] ? error->text : nbl_result_text(result));
}

static int run_job(bench_t *bench, const char *text, bench_job_t *job, nbl_error_t *error) {
    static const bench_method_t *const methods[] = {&bench_method_fft, &bench_method_blur, &bench_method_vkfft};
    int code = bench_request_parse(text, &job->request, error);
    if (code) return code;
    const bench_method_t *method = methods[job->request.kind];
    code = method->create(bench, job, error);
    if (!code && !bench->only_compile) {
        nbl_result_t result = bench_measure(bench, job, error);
        if (result) code = bench_failed(job, result, error);
    }
    if (!code) bench_print(job);
    method->destroy(bench, job);
    job->state = NULL;
    return code;
}

static int open_bench(bench_t *bench, const char *device, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.kernel_statistics = true;
    if (choose_device(device, &desc, error)) return EXIT_FAILED;
    nbl_result_t result = nbl_vulkan_device_create(&desc, &bench->device, error);
    if (!result) result = nbl_vulkan_commands_create(bench->device, &bench->commands, error);
    if (!result)
        result = nbl_vulkan_timestamps_create(bench->device, BENCH_MOST_IMAGES * BENCH_MOST_PASSES, &bench->timestamps,
                                              error);
    bench->cache = open_cache();
    if (!result) result = bench_copy_create(bench, error);
    return result ? bench_failed(NULL, result, error) : EXIT_DONE;
}

static void close_bench(bench_t *bench) {
    if (!bench->device) return;
    bench_copy_destroy(bench);
    bench_vkfft_close(bench);
    nbl_vulkan_timestamps_destroy(bench->timestamps);
    nbl_vulkan_commands_destroy(bench->device, &bench->commands);
    nbl_cache_destroy(bench->cache);
    nbl_vulkan_device_destroy(bench->device);
}

static int parse(int argc, char **argv, bench_t *bench, options_t *options, nbl_error_t *error) {
    const option_t table[] = {
        OPTION_FLAG("--compile", &bench->only_compile),
        OPTION_FLAG("--count", &bench->counts),
        OPTION_TEXT("--device", &options->device, "a number or UUID of `nbl-fft devices`, or a part of a name"),
        OPTION_TEXT("--json", &options->json, "a file to write"),
        OPTION_TEXT("--svg", &options->svg, "a file to write"),
        OPTION_NUMBER("--warm-up", &bench->warm_up_seconds, 0, 60),
        OPTION_COUNT("--images", &bench->images, 1, BENCH_MOST_IMAGES),
        OPTIONS_END,
    };
    return options_read_list("bench", argc, argv, table, "a job", options->jobs, 1, BENCH_MOST_JOBS, &options->count,
                             error);
}

static int write_json(const char *path, const char *device, uint32_t images, const bench_job_t *jobs, uint32_t count,
                      nbl_error_t *error) {
    nbl_output_t output;
    int status = output_open(&output, path, error);
    if (status) return status;
    bool first = true;
    fprintf(output.stream, "{\"device\": \"%s\", \"images\": %u, \"jobs\": [", device, images);
    for (uint32_t i = 0; i < count; i++) {
        if (!jobs[i].timed) continue;
        bench_write_json(output.stream, &jobs[i], first);
        first = false;
    }
    fprintf(output.stream, "\n]}\n");
    return output_close(&output, path, error);
}

/* Runs all jobs. A job that fails does not stop the others. */
static int run_jobs(bench_t *bench, const options_t *options, nbl_error_t *error) {
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(bench->device);
    printf("%s, %s %s; %u images in a row; job, per image, memory beside the images; each pass by itself\n", info->name,
           info->driver_name, info->driver_info, bench->images);
    bench_job_t *jobs = calloc(options->count, sizeof *jobs);
    if (!jobs) return fail(error, EXIT_FAILED, "bench: no memory for %u jobs", options->count);
    int code = EXIT_DONE;
    for (uint32_t i = 0; i < options->count; i++) {
        int one = run_job(bench, options->jobs[i], &jobs[i], error);
        if (one) code = one;
        if (one && i + 1 < options->count) note("%s", error->text);
        if (one && i + 1 < options->count) error->text[0] = '\0';
    }
    if (options->json) {
        int one = write_json(options->json, info->name, bench->images, jobs, options->count, error);
        if (one) code = one;
    }
    if (options->svg) {
        int one = bench_write_svg(options->svg, info->name, jobs, options->count, error);
        if (one) code = one;
    }
    free(jobs);
    return code;
}

int bench_main(int argc, char **argv, nbl_error_t *error) {
    bench_t bench = {.images = 20, .warm_up_seconds = 0.15};
    options_t options = {.count = 0};
    int code = parse(argc, argv, &bench, &options, error);
    if (!code && options.json) code = fail_to_write(options.json, nbl_output_check(options.json), error);
    if (!code && options.svg) code = fail_to_write(options.svg, nbl_output_check(options.svg), error);
    if (!code) code = open_bench(&bench, options.device, error);
    if (!code) code = run_jobs(&bench, &options, error);
    close_bench(&bench);
    return code;
}
