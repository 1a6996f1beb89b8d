/* nbl-bloom: convolves an HDR image with a kernel, on the best Vulkan device or on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"
#include "compile.h"
#include "kernel.h"
#include "nbl/version.h"
#include "tool.h"

#include <signal.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tool_describe_options(const tool_options_t *options, nbl_bloom_desc_t *desc) {
    desc->padding = (nbl_bloom_padding_t)options->padding;
    desc->first_axis = (nbl_bloom_axis_t)options->first_axis;
    desc->kernel_mode = (nbl_bloom_kernel_mode_t)options->kernel_mode;
    static const nbl_bloom_interpolation_t interpolations[] = {NBL_BLOOM_INTERPOLATION_SIX_TAPS,
                                                               NBL_BLOOM_INTERPOLATION_CUBIC,
                                                               NBL_BLOOM_INTERPOLATION_B_SPLINE,
                                                               NBL_BLOOM_INTERPOLATION_LINEAR};
    if (desc->kernel_mode == NBL_BLOOM_KERNEL_RESAMPLE) desc->interpolation = interpolations[options->interpolation];
    desc->normalize = (nbl_bloom_normalize_t)options->normalize;
    desc->combine = (nbl_bloom_combine_t)options->combine;
    desc->threshold = !isnan(options->threshold);
    desc->storage = (nbl_bloom_storage_t)options->storage;
    desc->algorithm = options->algorithm == TOOL_STOCKHAM ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
}

nbl_bloom_desc_t tool_describe(const tool_job_t *job) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = job->image->width;
    desc.height = job->image->height;
    desc.kernel_width = job->kernel->width;
    desc.kernel_height = job->kernel->height;
    tool_describe_options(job->options, &desc);
    return desc;
}

nbl_bloom_low_desc_t tool_describe_low(const tool_job_t *job) {
    nbl_bloom_low_desc_t desc = {.bloom = tool_describe(job),
                                 .factor = job->options->low_resolution == 2 ? 4 : 2,
                                 .core_radius = job->options->core};
    return desc;
}

nbl_bloom_frame_t tool_frame(const tool_options_t *options) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.sharpening = options->sharpening;
    if (!isnan(options->intensity)) frame.intensity = options->intensity;
    if (!isnan(options->threshold)) frame.threshold = options->threshold;
    frame.knee = isnan(options->knee) ? 0.5f * frame.threshold : options->knee;
    return frame;
}

int tool_check_finite(const char *path, const nbl_image *image) {
    uint32_t x, y, channel;
    if (!nbl_image_first_not_finite(image, &x, &y, &channel)) return TOOL_DONE;
    float value = image->pixels[4 * ((size_t)y * image->width + x) + channel];
    return tool_fail(path, "x %u, y %u, channel %s is %s", x, y, nbl_image_channel_name(channel),
                     value != value ? "NaN" : "infinite");
}

static int read_finite(const char *path, nbl_image *image) {
    const uint32_t width = image->width, height = image->height;
    nbl_image_error error = {0};
    tool_progress("reading");
    if (nbl_image_read(path, image, &error)) return tool_fail(error.message, NULL);
    /* What was planned, and held to the limits, was another one. */
    if (image->width != width || image->height != height) return tool_fail(path, "was changed while it was read");
    return tool_check_finite(path, image);
}

static int describe(const char *path, uint32_t most_pixels, nbl_image *image) {
    nbl_image_error error = {0};
    if (nbl_image_describe_file(path, image, &error)) return tool_fail(error.message, NULL);
    if (most_pixels == 0 || (uint64_t)image->width * image->height <= most_pixels) return TOOL_DONE;
    return tool_fail(path, "%u x %u texels are more than the %u of --max-pixels", image->width, image->height,
                     most_pixels);
}

/* The texels of image, kernel and result, the bloom's own, and the result once more as it is encoded, in memory that
 * doubles when it grows. */
static uint64_t bytes_wanted(const tool_job_t *job) {
    uint64_t texel = 4 * sizeof(float), image = texel * job->image->width * job->image->height,
             kernel = texel * job->kernel->width * job->kernel->height;
    return 5 * image + kernel + job->plan.workspace_bytes + job->plan.spectrum_bytes + job->low.workspace_bytes +
           job->blur.workspace_bytes;
}

tool_run_t tool_load(tool_job_t *job) {
    uint64_t wanted = (bytes_wanted(job) >> 20) + 1;
    if (job->options->max_memory && wanted > job->options->max_memory) {
        tool_fail("memory", "%llu MiB are wanted, more than the %u of --max-memory", (unsigned long long)wanted,
                  job->options->max_memory);
        return TOOL_RUN_FAILED;
    }
    if (job->result) return TOOL_RUN_DONE; /* loaded for the device that failed */
    int code = read_finite(job->image_path, job->image);
    if (!code && job->options->kernel) code = read_finite(job->options->kernel, job->kernel);
    if (!code) {
        /* Written here, while a driver compiles: else its pages would be made while the result is downloaded. What is
         * no number would be found if any stayed. */
        const size_t bytes = (size_t)job->image->width * job->image->height * 4 * sizeof(float);
        job->result = malloc(bytes);
        if (job->result)
            memset(job->result, 0xff, bytes);
        else
            code = tool_fail("memory", "none for a result of %u x %u texels", job->image->width, job->image->height);
    }
    if (!code) tool_note_ghosts(job);
    return code ? TOOL_RUN_FAILED : TOOL_RUN_DONE;
}

bool tool_kernel_is_grey(const tool_job_t *job) {
    const nbl_image *kernel = job->kernel;
    if (!kernel->pixels) return kernel->channels == NBL_IMAGE_CHANNELS_Y || kernel->channels == NBL_IMAGE_CHANNELS_YA;
    const float *texel = kernel->pixels, *end = texel + 4 * (size_t)kernel->width * kernel->height;
    /* By their bits, since -0 equals 0. */
    while (texel < end && memcmp(texel, texel + 1, sizeof *texel) == 0 && memcmp(texel, texel + 2, sizeof *texel) == 0)
        texel += 4;
    return texel == end;
}

static int run(tool_job_t *job) {
    const bool fft = job->options->method == TOOL_METHOD_FFT && !job->options->low_resolution;
    if (job->options->backend != TOOL_BACKEND_EMULATOR) {
        tool_run_t vulkan = fft ? tool_run_vulkan(job) : tool_blur_vulkan(job);
        if (vulkan != TOOL_RUN_FALL_BACK) return vulkan == TOOL_RUN_DONE ? TOOL_DONE : TOOL_FAILED;
        tool_note_fall_back(job->reason);
    }
    return (fft ? tool_run_emulator(job) : tool_blur_emulator(job)) == TOOL_RUN_DONE ? TOOL_DONE : TOOL_FAILED;
}

/* Powers of two are exact; what overflows is found as any other value that is not finite. */
static void expose(const tool_job_t *job) {
    const float factor = exp2f(job->options->exposure);
    const size_t texels = (size_t)job->image->width * job->image->height;
    for (size_t i = 0; factor != 1.0f && i < texels; i++)
        for (size_t c = 0; c < 3; c++) job->result[4 * i + c] *= factor;
}

static int write_result(const tool_job_t *job) {
    const tool_options_t *options = job->options;
    nbl_image_error error = {0};
    nbl_image result = *job->image; /* its windows and channels, other texels */
    result.pixels = job->result;
    tool_progress_of(job, "writing");
    expose(job);
    uint32_t x, y;
    /* The inputs were finite: a sum was beyond the largest number. */
    if (nbl_image_first_not_finite(&result, &x, &y, NULL)) {
        if (options->storage == NBL_BLOOM_STORAGE_FLOAT16)
            return tool_fail("--precision fp16",
                             "the bloom is too bright for halves, which end at 65504; fp32 holds it");
        return tool_fail(job->image_path, "too bright: its bloom overflows float32 at x %u, y %u", x, y);
    }
    if (nbl_image_write_toned(job->output_path, &result, (nbl_image_type)options->output_type,
                              (nbl_image_tone)options->tone, &error))
        return tool_fail(error.message, NULL);
    return TOOL_DONE;
}

tool_run_t tool_finish_frame(tool_job_t *job, bool *more) {
    int code = write_result(job);
    *more = !code && tool_sequence_next(job, &code);
    return code ? TOOL_RUN_FAILED : TOOL_RUN_DONE;
}

static int bloom(const tool_options_t *options) {
    nbl_image image = {0}, kernel = {0};
    static tool_job_t job;
    job = (tool_job_t){.options = options, .image = &image, .kernel = &kernel};
    int code = tool_sequence_begin(&job);
    if (!code) code = tool_check_outputs(&job);
    if (!code) code = describe(job.image_path, options->max_pixels, &image);
    if (!code && options->kernel) code = describe(options->kernel, options->max_pixels, &kernel);
    if (!code) code = run(&job);
    if (!code && options->timings) code = tool_write_timings(&job);
    tool_progress(NULL);
    tool_sequence_end(&job);
    free(job.result);
    nbl_image_free(&image);
    nbl_image_free(&kernel);
    return code;
}

static int run_tool(int argc, char **argv) {
    tool_options_t options;
    if (argc > 1 && strcmp(argv[1], "bench") == 0) return bench_main(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "kernel") == 0) return kernel_main(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "check") == 0) return check_main(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "compile") == 0) return compile_main(argc - 1, argv + 1);
    int code = tool_options_parse(argc, argv, &options);
    if (code) return code;
    if (options.help) tool_print_help();
    if (options.version) printf("nbl-bloom %d.%d.%d\n", NBL_VERSION_MAJOR, NBL_VERSION_MINOR, NBL_VERSION_PATCH);
    return options.help || options.version ? TOOL_DONE : bloom(&options);
}

int main(int argc, char **argv) {
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, with a message */
    int code = run_tool(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) return tool_fail("standard output", "cannot be written");
    return code;
}
