/* nbl-bloom bench: times blooms, blurs and a peer at many sizes, many images in one command buffer, with warm clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "bench_job.h"
#include "file/output.h"
#include "tool.h"

typedef struct options_t {
    const char *device, *json, *svg, *jobs[BENCH_MOST_JOBS];
    uint32_t count;
} options_t;

int bench_failed(const bench_job_t *job, nbl_result_t result, const nbl_error_t *error) {
    return tool_fail(job ? job->request.text : "bench", "%s", error->text[0] ? error->text : nbl_result_text(result));
}

static int run_job(bench_t *bench, const char *text, bench_job_t *job) {
    static const bench_method_t *const methods[] = {&bench_method_fft, &bench_method_blur, &bench_method_vkfft};
    int code = bench_request_parse(text, &job->request);
    if (code) return code;
    const bench_method_t *method = methods[job->request.kind];
    code = method->create(bench, job);
    if (!code && !bench->only_compile) {
        nbl_error_t error = {""};
        nbl_result_t result = bench_measure(bench, job, &error);
        if (result) code = bench_failed(job, result, &error);
    }
    if (!code) bench_print(job);
    method->destroy(bench, job);
    job->state = NULL;
    return code;
}

static int open_bench(bench_t *bench, const char *device) {
    nbl_error_t error = {""};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.kernel_statistics = true;
    desc.name = device;
    nbl_result_t result = nbl_vulkan_device_create(&desc, &bench->device, &error);
    if (!result) result = nbl_vulkan_commands_create(bench->device, &bench->commands, &error);
    if (!result)
        result = nbl_vulkan_timestamps_create(bench->device, BENCH_MOST_IMAGES * BENCH_MOST_PASSES, &bench->timestamps,
                                              &error);
    if (nbl_cache_create(NULL, &bench->cache, NULL)) bench->cache = NULL; /* it only takes longer */
    if (!result) result = bench_copy_create(bench, &error);
    return result ? bench_failed(NULL, result, &error) : TOOL_DONE;
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

static void print_usage(FILE *file) {
    fputs(
        "usage: nbl-bloom bench [--device NAME] [--images N] [--warm-up SECONDS] [--json FILE] [--svg FILE] [--count]\n"
        "                       [--compile] JOB ...\n"
        "  JOB  WIDTHxHEIGHT:KERNEL[:fp16][:exact][:mirror][:resample][:grey][:radix2][:y][:ladder][:columns=F]\n"
        "       [:rows=PLAN][:lines=PLAN][:back=PLAN], each pass's own, as 16x16x8@128*3/2 (nbl-fft plan),\n"
        "       [:in=FORMAT[-image|-sampled]][:out=FORMAT[-image]], rgba32f, rgba16f, b10g11r11, rgba8 or srgb8;\n"
        "       or WIDTHxHEIGHT:KERNEL:dual-filter[=LEVELS], :prefix-sum[=SIGMA] or, as a peer, "
        ":vkfft[=WIDTHxHEIGHT],\n"
        "       padded: VkFFT's convolution, of floats or with :fp16 of halves\n"
        "  Times N images (20) in one command buffer, per image, and each pass beside a copy of as many bytes.\n"
        "  --count tells the sectors that each pass of a bloom asks for and uses, from the emulator; --compile only\n"
        "  fills the cache.\n"
        "  Example: nbl-bloom bench 1280x720:256 1920x1080:256:fp16:in=rgba16f-sampled 1280x720:256:dual-filter\n",
        file);
}

static int parse(int argc, char **argv, bench_t *bench, options_t *options) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--compile") == 0)
            bench->only_compile = true;
        else if (strcmp(argv[i], "--count") == 0)
            bench->counts = true;
        else if (strcmp(argv[i], "--device") == 0 && value)
            options->device = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && value)
            options->json = argv[++i];
        else if (strcmp(argv[i], "--svg") == 0 && value)
            options->svg = argv[++i];
        else if (strcmp(argv[i], "--warm-up") == 0 && value)
            bench->warm_up_seconds = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--images") == 0 && value)
            bench->images = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (argv[i][0] != '-' && options->count < BENCH_MOST_JOBS)
            options->jobs[options->count++] = argv[i];
        else
            return tool_fail(argv[i], "not an option of bench, or one too many"), TOOL_WRONG_USAGE;
    }
    if (options->count == 0) return print_usage(stderr), TOOL_WRONG_USAGE;
    if (bench->images < 1 || bench->images > BENCH_MOST_IMAGES)
        return tool_fail("--images", "must be 1 to %d", BENCH_MOST_IMAGES), TOOL_WRONG_USAGE;
    return TOOL_DONE;
}

static int write_json(const char *path, const char *device, uint32_t images, const bench_job_t *jobs, uint32_t count) {
    nbl_output_t output;
    int error = nbl_output_begin(&output, path);
    if (error) return tool_fail_to_write(path, error);
    bool first = true;
    fprintf(output.stream, "{\"device\": \"%s\", \"images\": %u, \"jobs\": [", device, images);
    for (uint32_t i = 0; i < count; i++) {
        if (!jobs[i].timed) continue;
        bench_write_json(output.stream, &jobs[i], first);
        first = false;
    }
    fprintf(output.stream, "\n]}\n");
    return tool_fail_to_write(path, nbl_output_end(&output));
}

/* Runs all jobs; one that fails keeps no other from being run. */
static int run_jobs(bench_t *bench, const options_t *options) {
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(bench->device);
    printf("%s, %s %s; %u images in a row; job, per image, memory beside the images; each pass by itself\n", info->name,
           info->driver_name, info->driver_info, bench->images);
    bench_job_t *jobs = calloc(options->count, sizeof *jobs);
    if (!jobs) return tool_fail("bench", "no memory for %u jobs", options->count);
    int code = TOOL_DONE;
    for (uint32_t i = 0; i < options->count; i++) {
        int one = run_job(bench, options->jobs[i], &jobs[i]);
        if (one) code = one;
    }
    if (options->json) {
        int one = write_json(options->json, info->name, bench->images, jobs, options->count);
        if (one) code = one;
    }
    if (options->svg) {
        int one = bench_write_svg(options->svg, info->name, jobs, options->count);
        if (one) code = one;
    }
    free(jobs);
    return code;
}

int bench_main(int argc, char **argv) {
    bench_t bench = {.images = 20, .warm_up_seconds = 0.15};
    options_t options = {.count = 0};
    if (argc > 1 && strcmp(argv[1], "--help") == 0) return print_usage(stdout), TOOL_DONE;
    int code = parse(argc, argv, &bench, &options);
    if (!code && options.json) code = tool_check_writable(options.json);
    if (!code && options.svg) code = tool_check_writable(options.svg);
    if (!code) code = open_bench(&bench, options.device);
    if (!code) code = run_jobs(&bench, &options);
    close_bench(&bench);
    return code;
}
