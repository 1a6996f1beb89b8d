/* nbl-bloom bench: times blooms of many sizes, many images in one command buffer, with warm clocks.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include "bench_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "file/output.h"
#include "tool.h"

enum { MOST_JOBS = 64, MOST_IMAGES = 64, TIMED_RUNS = 15, IMAGE_PASSES = NBL_BLOOM_PASSES - NBL_BLOOM_PASS_FIRST_AXIS };

typedef struct bench_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_vulkan_timestamps_t *timestamps;
    nbl_vulkan_commands_t commands;
    uint32_t images;        /* in one command buffer */
    double warm_up_seconds; /* before what is timed: clocks of small work rise late */
    bool only_compile;
    FILE *json;
} bench_t;

typedef struct bench_job_t {
    bench_request_t request;
    nbl_bloom_plan_t plan;
    nbl_bloom_t *bloom;
    nbl_bloom_binding_t *binding;
    nbl_vulkan_buffer_t buffers[6];
    nbl_vulkan_image_t images[2];
    double create_seconds, image_ns, pass_ns[IMAGE_PASSES];
} bench_job_t;

static double now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int failed(const bench_job_t *job, nbl_result_t result, const nbl_error_t *error) {
    return tool_fail(job ? job->request.text : "bench", "%s", error->text[0] ? error->text : nbl_result_text(result));
}

static int create_bloom(bench_t *bench, bench_job_t *job) {
    nbl_error_t error = {""};
    nbl_bloom_desc_t *wanted = &job->request.desc;
    wanted->limits = nbl_fft_device_limits(bench->device);
    bool cpu = nbl_vulkan_device_get_info(bench->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    nbl_bloom_vulkan_desc_t desc = job->request.how;
    desc.cache = bench->cache;
    desc.unroll = !cpu;
    double begin = now_seconds();
    nbl_result_t result = nbl_bloom_plan_make(wanted, &job->plan, &error);
    if (!result) result = nbl_bloom_create(bench->device, &job->plan, &desc, &job->bloom, &error);
    job->create_seconds = now_seconds() - begin;
    return result ? failed(job, result, &error) : TOOL_DONE;
}

/* Plausible texels of any format: halves of 0.25 to 2, or bytes; nothing is slower or faster for them, but zeros might be. */
static void draw_texels(nbl_bloom_format_t format, void *texels, uint64_t bytes) {
    uint32_t random = 1;
    for (uint64_t k = 0; k < bytes / 4; k++) {
        random = random * 1664525u + 1013904223u;
        float value = (float)(random >> 8) / 16777216.0f;
        uint32_t word = random;
        if (format == NBL_BLOOM_FORMAT_RGBA32F) memcpy(&word, &value, sizeof word);
        if (format == NBL_BLOOM_FORMAT_RGBA16F) word = 0x34003400u + (random >> 6 & 0x0BFF0BFFu);
        if (format == NBL_BLOOM_FORMAT_B10G11R11) word = random & 0x77DEFBDFu;
        memcpy((char *)texels + 4 * k, &word, sizeof word);
    }
}

/* A buffer, or an image if the job wants one; with texels, if a format is given. */
static nbl_result_t create_texels(bench_t *bench, bench_job_t *job, int number, bool as_image, uint64_t bytes,
                                  VkFormat view, const nbl_bloom_format_t *format, nbl_error_t *error) {
    static const char *const names[6] = {"image", "result", "kernel", "workspace", "spectrum", "sums"};
    nbl_vulkan_buffer_desc_t buffer = {.size = bytes, .name = names[number], .bound_in_parts = number == 3};
    nbl_vulkan_image_desc_t image = {
        .width = job->plan.desc.width, .height = job->plan.desc.height, .format = view, .name = names[number]};
    nbl_result_t result = as_image ? nbl_vulkan_image_create(bench->device, &image, &job->images[number], error)
                                   : nbl_vulkan_buffer_create(bench->device, &buffer, &job->buffers[number], error);
    if (result || (!format && !as_image)) return result;
    void *texels = calloc(1, (size_t)bytes);
    if (!texels) return snprintf(error->text, sizeof error->text, "no memory for texels"), NBL_ERROR_OUT_OF_MEMORY;
    if (format) draw_texels(*format, texels, bytes);
    result = as_image ? nbl_vulkan_image_upload(bench->device, &job->images[number], texels, VK_IMAGE_LAYOUT_UNDEFINED,
                                                VK_IMAGE_LAYOUT_GENERAL, error)
                      : nbl_vulkan_buffer_upload(bench->device, &job->buffers[number], 0, texels, bytes, error);
    free(texels);
    return result;
}

static nbl_vulkan_resource_t resource_of(const bench_job_t *job, int number) {
    nbl_vulkan_resource_t resource = {.buffer = job->buffers[number].handle};
    if (number < 2) resource.view = job->images[number].view;
    if (number < 2) resource.format = job->images[number].format;
    return resource;
}

static int create_memory(bench_t *bench, bench_job_t *job) {
    static const VkFormat views[] = {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT,
                                     VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_R8G8B8A8_UNORM,
                                     VK_FORMAT_R8G8B8A8_UNORM};
    const nbl_bloom_desc_t *desc = &job->plan.desc;
    const nbl_bloom_vulkan_desc_t *how = &job->request.how;
    const nbl_bloom_format_t of_kernel = NBL_BLOOM_FORMAT_RGBA32F;
    uint64_t texels = (uint64_t)desc->width * desc->height;
    const uint64_t bytes[6] = {texels * nbl_bloom_format_bytes(desc->source_format),
                               texels * nbl_bloom_format_bytes(desc->target_format),
                               (uint64_t)desc->kernel_width * desc->kernel_height * 16,
                               job->plan.workspace_bytes,
                               job->plan.spectrum_bytes,
                               NBL_BLOOM_SUMS_BYTES};
    const nbl_bloom_format_t *formats[6] = {&desc->source_format, NULL, &of_kernel};
    const bool images[6] = {how->source_is_image || how->source_is_sampled, how->target_is_image};
    const VkFormat of_images[6] = {views[desc->source_format], views[desc->target_format]};
    nbl_error_t error = {""};
    nbl_result_t result = NBL_SUCCESS;
    for (int i = 0; i < 6 && !result; i++)
        result = create_texels(bench, job, i, images[i], bytes[i], of_images[i], formats[i], &error);
    nbl_bloom_resources_t resources = {resource_of(job, 0), resource_of(job, 1), resource_of(job, 2),
                                       resource_of(job, 3), resource_of(job, 4), resource_of(job, 5)};
    if (!result) result = nbl_bloom_binding_create(job->bloom, &resources, &job->binding, &error);
    return result ? failed(job, result, &error) : TOOL_DONE;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, uint32_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

/* Records the kernel's passes, or all images: one span around them, or one per pass of each. */
static nbl_result_t record(bench_t *bench, bench_job_t *job, bool kernel, bool by_pass, nbl_error_t *error) {
    VkCommandBuffer buffer = bench->commands.buffer;
    nbl_result_t result = nbl_vulkan_commands_begin(bench->device, &bench->commands, error);
    if (result) return result;
    nbl_vulkan_timestamps_record_reset(bench->timestamps, buffer);
    nbl_vulkan_record_barrier(bench->device, buffer, NBL_VULKAN_STAGE_TRANSFER | NBL_VULKAN_STAGE_COMPUTE,
                              NBL_VULKAN_STAGE_COMPUTE);
    if (kernel) {
        result = nbl_bloom_record_sums(job->bloom, job->binding, buffer, NULL, 0, error);
        return result ? result : nbl_bloom_record_kernel(job->bloom, job->binding, buffer, NULL, 0, error);
    }
    if (!by_pass) nbl_vulkan_timestamps_record_begin(bench->timestamps, buffer, 0);
    for (uint32_t i = 0; i < bench->images && !result; i++)
        result = nbl_bloom_record_image(job->bloom, job->binding, buffer, NULL, by_pass ? bench->timestamps : NULL,
                                        i * IMAGE_PASSES, error);
    if (!by_pass) nbl_vulkan_timestamps_record_end(bench->timestamps, buffer, 0);
    return result;
}

/* Submits until the clocks are warm, then so often that a median means something. */
static nbl_result_t measure(bench_t *bench, bench_job_t *job, bool by_pass, nbl_error_t *error) {
    double spans[MOST_IMAGES * IMAGE_PASSES], runs[TIMED_RUNS], passes[IMAGE_PASSES][TIMED_RUNS * MOST_IMAGES];
    uint32_t count = by_pass ? bench->images * IMAGE_PASSES : 1;
    nbl_result_t result = record(bench, job, false, by_pass, error);
    if (!result) result = nbl_vulkan_commands_submit(bench->device, &bench->commands, error);
    for (double begin = now_seconds(); !result && now_seconds() - begin < bench->warm_up_seconds;)
        result = nbl_vulkan_commands_resubmit(bench->device, &bench->commands, error);
    for (uint32_t run = 0; run < TIMED_RUNS && !result; run++) {
        result = nbl_vulkan_commands_resubmit(bench->device, &bench->commands, error);
        if (!result) result = nbl_vulkan_timestamps_read(bench->timestamps, 0, count, spans, error);
        if (result) break;
        runs[run] = spans[0] / bench->images;
        for (uint32_t i = 0; by_pass && i < count; i++)
            passes[i % IMAGE_PASSES][run * bench->images + i / IMAGE_PASSES] = spans[i];
    }
    if (result) return result;
    if (!by_pass) job->image_ns = median(runs, TIMED_RUNS);
    for (uint32_t p = 0; by_pass && p < IMAGE_PASSES; p++)
        job->pass_ns[p] = median(passes[p], TIMED_RUNS * bench->images);
    return NBL_SUCCESS;
}

static void print_plan(FILE *file, const nbl_bloom_plan_t *plan) {
    for (int i = NBL_BLOOM_PASS_FIRST_AXIS; i < NBL_BLOOM_PASSES; i++) {
        const nbl_bloom_pass_t *pass = &plan->passes[i];
        nbl_fft_plan_t fft = i == NBL_BLOOM_PASS_CONVOLVE ? pass->parameters.second_plan : pass->parameters.first_plan;
        fprintf(file, "%s%u", i == NBL_BLOOM_PASS_FIRST_AXIS ? "" : " | ", pass->fft_length);
        if (plan->desc.algorithm == NBL_FFT_STOCKHAM)
            for (uint32_t p = 0; p < fft.passes; p++)
                fprintf(file, "%s%u", p ? "x" : " = ", nbl_fft_plan_radix(fft, p));
        fprintf(file, " @%u*%u %uB", pass->parameters.invocations, pass->parameters.ffts_per_workgroup,
                pass->shared_bytes);
    }
}

/* What the driver says, 0 where it says nothing. */
static uint32_t registers_of(const nbl_vulkan_kernel_t *kernel) {
    nbl_vulkan_statistic_t statistics[32];
    uint32_t count = 32;
    if (nbl_vulkan_kernel_statistics(kernel, statistics, &count, NULL) != NBL_SUCCESS) return 0;
    for (uint32_t i = 0; i < count && i < 32; i++)
        if (strstr(statistics[i].name, "egister")) return (uint32_t)statistics[i].value;
    return 0;
}

static void print_job(bench_t *bench, const bench_job_t *job, bool first) {
    double memory = (double)(job->plan.workspace_bytes + job->plan.spectrum_bytes);
    printf("%-28s %8.4f ms   %7.1f %7.1f %7.1f us   create %.2f s   %.1f MiB   ", job->request.text,
           job->image_ns * 1e-6, job->pass_ns[0] * 1e-3, job->pass_ns[1] * 1e-3, job->pass_ns[2] * 1e-3,
           job->create_seconds, memory / 1048576.0);
    print_plan(stdout, &job->plan);
    printf(" | registers");
    for (int p = 0; p < IMAGE_PASSES; p++)
        printf(" %u", registers_of(nbl_bloom_get_kernel(job->bloom, NBL_BLOOM_PASS_FIRST_AXIS + p)));
    printf("\n");
    fflush(stdout);
    if (!bench->json) return;
    const nbl_bloom_desc_t *desc = &job->plan.desc;
    fprintf(bench->json,
            "%s\n    {\"job\": \"%s\", \"width\": %u, \"height\": %u, \"kernel\": %u, \"image_ns\": %.0f, "
            "\"create_s\": %.3f,\n     \"length_first\": %u, \"length_second\": %u, \"workspace_bytes\": %llu, "
            "\"spectrum_bytes\": %llu, \"passes\": [",
            first ? "" : ",", job->request.text, desc->width, desc->height, desc->kernel_width, job->image_ns,
            job->create_seconds, job->plan.length_first, job->plan.length_second,
            (unsigned long long)job->plan.workspace_bytes, (unsigned long long)job->plan.spectrum_bytes);
    for (int p = 0; p < IMAGE_PASSES; p++) {
        const nbl_bloom_pass_t *pass = &job->plan.passes[NBL_BLOOM_PASS_FIRST_AXIS + p];
        fprintf(bench->json,
                "%s\n      {\"name\": \"%s\", \"time_ns\": %.0f, \"bytes\": %llu, \"workgroups\": %llu, "
                "\"workgroup_size\": %u, \"shared_bytes\": %u, \"registers\": %u}",
                p ? "," : "", pass->name, job->pass_ns[p], (unsigned long long)pass->bytes,
                (unsigned long long)pass->workgroups, pass->workgroup_size, pass->shared_bytes,
                registers_of(nbl_bloom_get_kernel(job->bloom, NBL_BLOOM_PASS_FIRST_AXIS + p)));
    }
    fprintf(bench->json, "]}");
}

static void free_job(bench_t *bench, bench_job_t *job) {
    nbl_bloom_binding_destroy(job->binding);
    nbl_bloom_destroy(job->bloom);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(bench->device, &job->buffers[i]);
    for (int i = 0; i < 2; i++) nbl_vulkan_image_destroy(bench->device, &job->images[i]);
}

static int run_job(bench_t *bench, const char *text, bool first) {
    bench_job_t job;
    memset(&job, 0, sizeof job);
    int code = bench_request_parse(text, &job.request);
    if (!code) code = create_bloom(bench, &job);
    if (!code && bench->only_compile)
        printf("%-28s compiled in %.2f s, lengths %u x %u, workspace %.1f MiB, spectrum %.1f MiB\n", text,
               job.create_seconds, job.plan.length_first, job.plan.length_second,
               (double)job.plan.workspace_bytes / 1048576.0, (double)job.plan.spectrum_bytes / 1048576.0);
    if (!code && !bench->only_compile) {
        nbl_error_t error = {""};
        code = create_memory(bench, &job);
        if (!code) {
            nbl_result_t result = record(bench, &job, true, false, &error);
            if (!result) result = nbl_vulkan_commands_submit(bench->device, &bench->commands, &error);
            if (!result) result = measure(bench, &job, false, &error);
            if (!result) result = measure(bench, &job, true, &error);
            if (result) code = failed(&job, result, &error);
        }
        if (!code) print_job(bench, &job, first);
    }
    free_job(bench, &job);
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
        result = nbl_vulkan_timestamps_create(bench->device, MOST_IMAGES * IMAGE_PASSES, &bench->timestamps, &error);
    if (result) return failed(NULL, result, &error);
    if (nbl_cache_create(NULL, &bench->cache, NULL)) bench->cache = NULL; /* it only takes longer */
    return TOOL_DONE;
}

static void print_usage(FILE *file) {
    fputs("usage: nbl-bloom bench [--device NAME] [--images N] [--warm-up SECONDS] [--json FILE] [--compile] JOB ...\n"
          "  JOB  WIDTHxHEIGHT:KERNEL[:fp16][:exact][:mirror][:resample][:radix2][:y][:ladder][:columns=F]\n"
          "       [:in=FORMAT[-image|-sampled]][:out=FORMAT[-image]], rgba32f, rgba16f, b10g11r11, rgba8 or srgb8\n"
          "  Times N images (20) in one command buffer, per image, and each pass; --compile only fills the cache.\n"
          "  Example: nbl-bloom bench 1280x720:256 1920x1080:256:fp16:in=rgba16f-sampled\n",
          file);
}

int bench_main(int argc, char **argv) {
    bench_t bench = {.images = 20, .warm_up_seconds = 0.15};
    const char *device = NULL, *json = NULL, *jobs[MOST_JOBS];
    int count = 0, code = TOOL_DONE;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--help") == 0) return print_usage(stdout), TOOL_DONE;
        if (strcmp(argv[i], "--compile") == 0)
            bench.only_compile = true;
        else if (strcmp(argv[i], "--device") == 0 && value)
            device = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && value)
            json = argv[++i];
        else if (strcmp(argv[i], "--warm-up") == 0 && value)
            bench.warm_up_seconds = strtod(argv[++i], NULL);
        else if (strcmp(argv[i], "--images") == 0 && value)
            bench.images = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (argv[i][0] != '-' && count < MOST_JOBS)
            jobs[count++] = argv[i];
        else
            return tool_fail(argv[i], "not an option of bench, or one too many"), TOOL_WRONG_USAGE;
    }
    if (count == 0) return print_usage(stderr), TOOL_WRONG_USAGE;
    if (bench.images < 1 || bench.images > MOST_IMAGES)
        return tool_fail("--images", "must be 1 to %d", MOST_IMAGES), TOOL_WRONG_USAGE;
    nbl_output_t output;
    code = json ? tool_check_writable(json) : TOOL_DONE;
    if (!code) code = open_bench(&bench, device);
    if (!code && json && nbl_output_begin(&output, json) == 0) bench.json = output.stream;
    if (!code) {
        const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(bench.device);
        printf("%s, %s %s; %u images in a row; job, per image, first axis / convolve / inverse by itself, memory "
               "beside the images\n",
               info->name, info->driver_name, info->driver_info, bench.images);
        if (bench.json)
            fprintf(bench.json, "{\"device\": \"%s\", \"images\": %u, \"jobs\": [", info->name, bench.images);
    }
    bool first = true;
    for (int i = 0; i < count && bench.timestamps; i++) {
        int one = run_job(&bench, jobs[i], first);
        if (one)
            code = one;
        else
            first = false;
    }
    if (bench.json) {
        fprintf(bench.json, "\n]}\n");
        if (nbl_output_end(&output) != 0 && !code) code = tool_fail(json, "could not be written");
    }
    if (bench.device) {
        nbl_vulkan_timestamps_destroy(bench.timestamps);
        nbl_vulkan_commands_destroy(bench.device, &bench.commands);
    }
    nbl_cache_destroy(bench.cache);
    nbl_vulkan_device_destroy(bench.device);
    return code;
}
