/* nbl-bloom: convolves an HDR image with a kernel, on the best Vulkan device or on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>

nbl_bloom_desc_t tool_describe(const tool_job_t *job) {
    const tool_options_t *options = job->options;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = job->image->width;
    desc.height = job->image->height;
    desc.kernel_width = job->kernel->width;
    desc.kernel_height = job->kernel->height;
    desc.padding = (nbl_bloom_padding_t)options->padding;
    desc.first_axis = (nbl_bloom_axis_t)options->first_axis;
    desc.kernel_mode = (nbl_bloom_kernel_mode_t)options->kernel_mode;
    desc.normalize = (nbl_bloom_normalize_t)options->normalize;
    desc.storage = (nbl_bloom_storage_t)options->storage;
    desc.algorithm = options->algorithm == TOOL_STOCKHAM ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
    return desc;
}

static int read_finite(const char *path, nbl_image *image) {
    nbl_image_error error = {0};
    uint32_t x, y, channel;
    tool_progress("reading");
    if (nbl_image_read(path, image, &error)) return tool_fail(error.message, NULL);
    if (nbl_image_first_not_finite(image, &x, &y, &channel)) {
        float value = image->pixels[4 * ((size_t)y * image->width + x) + channel];
        return tool_fail(path, "x %u, y %u, channel %s is %s", x, y, nbl_image_channel_name(channel),
                         value != value ? "NaN" : "infinite");
    }
    return TOOL_DONE;
}

/* Tells early what a long job would otherwise only fail with at its end. */
static int check_outputs(const tool_options_t *options) {
    nbl_image_error error = {0};
    nbl_image none = {0};
    /* An empty image is never written; a name without a known extension is refused before that is seen. */
    if (nbl_image_write(options->output, &none, NBL_IMAGE_TYPE_FLOAT, &error) == NBL_IMAGE_ERROR_EXTENSION)
        return tool_fail(error.message, NULL);
    int code = tool_check_writable(options->output);
    return code || !options->timings ? code : tool_check_writable(options->timings);
}

static int run(tool_job_t *job) {
    int backend = job->options->backend;
    if (backend != TOOL_BACKEND_EMULATOR) {
        tool_run_t vulkan = tool_run_vulkan(job);
        if (vulkan != TOOL_RUN_NO_DEVICE) return vulkan == TOOL_RUN_DONE ? TOOL_DONE : TOOL_FAILED;
        tool_note("no Vulkan device: running on the CPU emulator");
    }
    return tool_run_emulator(job) == TOOL_RUN_DONE ? TOOL_DONE : TOOL_FAILED;
}

static int write_result(const tool_job_t *job) {
    const tool_options_t *options = job->options;
    nbl_image_error error = {0};
    nbl_image result = *job->image; /* its windows and channels, other texels */
    result.pixels = job->result;
    tool_progress("writing");
    if (options->storage == NBL_BLOOM_STORAGE_FLOAT16 && nbl_image_first_not_finite(&result, NULL, NULL, NULL))
        return tool_fail("--precision fp16", "the bloom is too bright for halves, which end at 65504; fp32 holds it");
    if (nbl_image_write(options->output, &result, (nbl_image_type)options->output_type, &error))
        return tool_fail(error.message, NULL);
    return options->timings ? tool_write_timings(job) : TOOL_DONE;
}

static int bloom(const tool_options_t *options) {
    nbl_image image = {0}, kernel = {0};
    tool_job_t job = {.options = options, .image = &image, .kernel = &kernel};
    int code = check_outputs(options);
    if (!code) code = read_finite(options->image, &image);
    if (!code) code = read_finite(options->kernel, &kernel);
    if (!code) {
        job.result = calloc((size_t)image.width * image.height, 4 * sizeof(float));
        if (!job.result) code = tool_fail("memory", "none for a result of %u x %u texels", image.width, image.height);
    }
    if (!code) code = run(&job);
    if (!code) code = write_result(&job);
    tool_progress(NULL);
    free(job.result);
    nbl_image_free(&image);
    nbl_image_free(&kernel);
    return code;
}

int main(int argc, char **argv) {
    tool_options_t options;
    if (argc > 1 && strcmp(argv[1], "bench") == 0) return bench_main(argc - 1, argv + 1);
    int code = tool_options_parse(argc, argv, &options);
    if (code) return code;
    if (options.help) {
        tool_print_help();
        return TOOL_DONE;
    }
    return bloom(&options);
}
