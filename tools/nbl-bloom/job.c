/* A bloom from files to a file, or a sequence of them: loads, lets a backend compute, writes.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/device.h"
#include "common/outputs.h"
#include "nbl/host/emulator_trace.h"

/* ---- Loading. */

int tool_check_finite(const char *path, const nbl_image *image, nbl_error_t *error) {
    uint32_t x, y, channel;
    if (!nbl_image_first_not_finite(image, &x, &y, &channel)) return EXIT_DONE;
    float value = image->pixels[4 * ((size_t)y * image->width + x) + channel];
    return fail(error, EXIT_FAILED, "%s: x %u, y %u, channel %s is %s", path, x, y, nbl_image_channel_name(channel),
                value != value ? "NaN" : "infinite");
}

int tool_prepare_frame(tool_job_t *job, nbl_image *image, nbl_error_t *error) {
    int status = EXIT_DONE;
    if (job->options->invalid != 1 + NBL_BLOOM_INVALID_CLAMP) status = tool_check_finite(job->image_path, image, error);
    if (!status) nbl_image_multiply(image);
    if (status) return status;
    tool_tell_dark(job, image);
    return tool_looks(job->options) ? tool_begin_look(job, image, error)
                                    : tool_embed_frame(job, job->image_path, image, error);
}

nbl_image_selection tool_selection(const tool_options_t *options) {
    /* The rest of a file has its full size, which a preview has not. */
    return (nbl_image_selection){options->layer, options->part, !options->preview};
}

static int read_described(const char *path, const nbl_image_selection *selection, nbl_image *image,
                          nbl_error_t *error) {
    const uint32_t width = image->width, height = image->height;
    nbl_image_error reason = {0};
    show_progress("reading");
    if (nbl_image_read_selected(path, selection, image, &reason)) return fail(error, EXIT_FAILED, "%s", reason.message);
    /* What was planned, and held to the limits, was another one. */
    if (image->width != width || image->height != height)
        return fail(error, EXIT_FAILED, "%s: was changed while it was read", path);
    if (image->note[0]) note("%s: %s", path, image->note);
    return EXIT_DONE;
}

int tool_describe_file(const char *path, const nbl_image_selection *selection, uint32_t most_pixels, nbl_image *image,
                       nbl_error_t *error) {
    nbl_image_error reason = {0};
    if (nbl_image_describe_file(path, selection, image, &reason)) return fail(error, EXIT_FAILED, "%s", reason.message);
    if (most_pixels == 0 || (uint64_t)image->width * image->height <= most_pixels) return EXIT_DONE;
    return fail(error, EXIT_FAILED, "%s: %u x %u texels are more than the %u of --max-pixels", path, image->width,
                image->height, most_pixels);
}

/* Returns the bytes of image, kernel and result, of the bloom itself, and of the encoded result, whose memory
 * doubles when it grows. */
static uint64_t needed_bytes(const tool_job_t *job) {
    uint64_t texel = 4 * sizeof(float), image = texel * job->image->width * job->image->height,
             kernel = texel * job->kernel->width * job->kernel->height;
    const tool_options_t *options = job->options;
    const uint64_t read = job->shrink > 1 ? 3 * texel * job->image_width * job->image_height : 0;
    const uint64_t images = 5u + (tool_looks(options) ? 1u : 0u) +
                            (options->channel_bits & NBL_BLOOM_CHANNEL_ALPHA ? 1u : 0u) + (options->mask ? 2u : 0u) +
                            (options->source_mask                                ? 2u
                             : !isnan(options->threshold) && tool_looks(options) ? 1u
                                                                                 : 0u);
    return images * image + read + kernel + job->plan.workspace_bytes + job->plan.spectrum_bytes +
           job->low.workspace_bytes + job->blur.workspace_bytes;
}

/* Makes light of alpha if a kernel's colours are black all over: then alpha is what was drawn. A kernel's light is
 * otherwise its colours times alpha. */
void tool_take_drawn_alpha(const char *path, nbl_image *kernel) {
    const size_t texels = (size_t)kernel->width * kernel->height;
    bool black = true, drawn = false;
    if (kernel->channels != NBL_IMAGE_CHANNELS_RGBA && kernel->channels != NBL_IMAGE_CHANNELS_YA) return;
    for (size_t i = 0; i < texels; i++) {
        const float *texel = kernel->pixels + 4 * i;
        black = black && texel[0] == 0.0f && texel[1] == 0.0f && texel[2] == 0.0f;
        drawn = drawn || texel[3] != kernel->pixels[3];
    }
    if (black && drawn) {
        note("%s: is black, and drawn in alpha, which is taken as its light", path);
        for (size_t i = 0; i < texels; i++)
            for (size_t c = 0; c < 3; c++) kernel->pixels[4 * i + c] = kernel->pixels[4 * i + 3];
        return;
    }
    nbl_image_multiply(kernel);
}

/* Reads the kernel. In a sequence its window moves with its frame. */
static int read_kernel(tool_job_t *job, nbl_image *kernel, nbl_error_t *error) {
    const char *path = job->kernel_path;
    int status = read_described(path, NULL, kernel, error);
    if (status) return status;
    status = tool_check_finite(path, kernel, error);
    if (!status) tool_take_drawn_alpha(path, kernel);
    if (!status && nbl_image_take_primaries(kernel, job->image))
        note("%s: has other primaries than %s: converted to those", path, job->image_path);
    if (!status) status = tool_embed(path, kernel, tool_window_of_kernel(job->options, kernel), error);
    if (!status && !job->kernel->pixels) tool_note_kernel(job, kernel); /* of a sequence's kernels the first */
    return status || job->kernel_scale == 1.0 ? status : tool_scale(kernel, job->kernel_scale, error);
}

int tool_load_kernel(tool_job_t *job, nbl_error_t *error) {
    const bool first = !job->kernel->pixels;
    const uint32_t width = job->kernel->width, height = job->kernel->height;
    nbl_image kernel = {.width = job->file_width, .height = job->file_height};
    int status =
        first ? EXIT_DONE : tool_describe_file(job->kernel_path, NULL, job->options->max_pixels, &kernel, error);
    if (!status) status = read_kernel(job, &kernel, error);
    if (!status && (kernel.width != width || kernel.height != height))
        status = fail(error, EXIT_FAILED, "%s: %u x %u texels, and the kernels began with %u x %u", job->kernel_path,
                      kernel.width, kernel.height, width, height);
    nbl_image_free(job->kernel);
    *job->kernel = kernel;
    job->new_kernel = !first;
    return status;
}

/* Notes what of the image's file the output will not have; in a sequence, of the first frame. */
static void note_lost(const tool_job_t *job) {
    char text[512];
    if (nbl_image_lost(job->output_path, job->image, text, sizeof text))
        note("%s: does not keep all of %s: %s", job->output_path, job->image_path, text);
}

static int load(tool_job_t *job, nbl_error_t *error) {
    const uint64_t needed = (needed_bytes(job) >> 20) + 1;
    if (job->options->max_memory && needed > job->options->max_memory)
        return fail(error, EXIT_FAILED, "memory: %llu MiB are needed, more than the %u of --max-memory",
                    (unsigned long long)needed, job->options->max_memory);
    if (job->result) return EXIT_DONE; /* it was loaded for a device that then failed */
    const nbl_image_selection selection = tool_selection(job->options);
    nbl_image image = {.width = job->image_width, .height = job->image_height};
    int status = read_described(job->image_path, &selection, &image, error);
    if (!status) status = tool_prepare_frame(job, &image, error);
    *job->image = image;
    if (!status) note_lost(job);
    if (!status && job->options->kernel) status = tool_load_kernel(job, error);
    if (status) return status;
    const size_t bytes = (size_t)job->image->width * job->image->height * 4 * sizeof(float);
    job->result = malloc(bytes);
    if (!job->result)
        return fail(error, EXIT_FAILED, "memory: not enough for a result of %u x %u texels", job->image->width,
                    job->image->height);
    /* Written here, while a driver compiles: else its pages would be made while the result is downloaded. A NaN would
     * be found if any stayed. */
    memset(job->result, 0xff, bytes);
    tool_note_ghosts(job);
    return EXIT_DONE;
}

/* ---- Writing. */

/* Multiplies by the exposure. Powers of two are exact; a number that overflows is found later, as every other that
 * is not finite. */
static void expose(const tool_job_t *job) {
    const float factor = exp2f((float)job->options->exposure);
    const size_t texels = (size_t)job->image->width * job->image->height;
    for (size_t i = 0; factor != 1.0f && i < texels; i++)
        for (size_t c = 0; c < 3; c++) job->result[4 * i + c] *= factor;
}

/* Clamps numbers that a file of halves cannot hold to the largest half, as numbers that the image cannot hold are
 * clamped. */
static void fit_halves(const tool_job_t *job, nbl_image_type type) {
    const size_t numbers = (size_t)job->image->width * job->image->height * 4;
    const bool halves =
        type == NBL_IMAGE_TYPE_HALF || (type == NBL_IMAGE_TYPE_SAME && job->image->type == NBL_IMAGE_TYPE_HALF);
    if (!halves || job->options->invalid != 1 + NBL_BLOOM_INVALID_CLAMP) return;
    for (size_t i = 0; i < numbers; i++) job->result[i] = fmaxf(fminf(job->result[i], 65504.0f), -65504.0f);
}

/* Returns the tone of the output. A picture that was made for a screen needs none: its white stays white. */
static nbl_image_tone tone_of(const tool_job_t *job) {
    if (job->options->tone) return (nbl_image_tone)(job->options->tone - 1);
    return job->image->is_display ? NBL_IMAGE_TONE_NONE : NBL_IMAGE_TONE_ACES;
}

static int write_result(tool_job_t *job, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    nbl_image_error reason = {0};
    const nbl_image_type type = options->output_type == TOOL_OUTPUT_FLOAT  ? NBL_IMAGE_TYPE_FLOAT
                                : options->output_type == TOOL_OUTPUT_HALF ? NBL_IMAGE_TYPE_HALF
                                                                           : NBL_IMAGE_TYPE_SAME;
    nbl_image result = *job->image; /* its windows and channels, other texels */
    result.pixels = job->result;
    if (options->output_type == TOOL_OUTPUT_FLOAT) result.bits = 0;
    if (options->output_type >= TOOL_OUTPUT_8) {
        result.bits = options->output_type == TOOL_OUTPUT_16 ? 16 : 8;
        result.is_display = true;
    }
    tool_progress_of(job, "writing");
    tool_finish_look(job);
    tool_note_seen(job);
    expose(job);
    tool_note_hidden(job, &result);
    uint32_t x, y;
    /* What was computed with was finite: a sum was beyond the largest number. */
    if (nbl_image_first_not_finite(&result, &x, &y, NULL)) {
        if (options->storage == NBL_BLOOM_STORAGE_FLOAT16)
            return fail(error, EXIT_FAILED,
                        "--precision fp16: the bloom is too bright for halves, which end at 65504; fp32 holds it");
        return fail(error, EXIT_FAILED, "%s: too bright: its bloom overflows float32 at x %u, y %u", job->image_path, x,
                    y);
    }
    fit_halves(job, type);
    if (tool_crop(&result, job->written, error)) return EXIT_FAILED;
    if (nbl_image_write_toned(job->output_path, &result, type, tone_of(job), &reason))
        return fail(error, EXIT_FAILED, "%s", reason.message);
    return EXIT_DONE;
}

/* ---- Running. */

/* Blooms a frame's colours, then its alpha as a grey picture of it: the luminance of that result is the result's
 * alpha. */
static nbl_result_t bloom_with_alpha(tool_job_t *job, const tool_backend_t *backend, nbl_error_t *error) {
    const size_t texels = (size_t)job->image->width * job->image->height;
    float *colours = malloc(4 * texels * sizeof *colours), *image = job->image->pixels;
    if (!colours) return nbl_fail_memory(error, "the bloom of the colours");
    job->again = true;
    nbl_result_t result = backend->frame(job, error);
    job->again = false;
    if (!result) {
        memcpy(colours, job->result, 4 * texels * sizeof *colours);
        for (size_t i = 0; i < 4 * texels; i++) image[i] = image[i / 4 * 4 + 3];
        result = backend->frame(job, error);
    }
    for (size_t i = 0; i < 4 * texels && !result; i += 4) {
        job->result[i + 3] = nbl_bloom_luminance(job->result[i], job->result[i + 1], job->result[i + 2]);
        memcpy(job->result + i, colours + i, 3 * sizeof *colours);
    }
    free(colours);
    return result;
}

static int check_alpha(const tool_job_t *job, nbl_error_t *error) {
    const nbl_image_channels channels = job->image->channels;
    if (channels == NBL_IMAGE_CHANNELS_RGBA || channels == NBL_IMAGE_CHANNELS_YA) return EXIT_DONE;
    return fail(error, EXIT_FAILED, "%s: --channels %s: it has no alpha", job->image_path, job->options->channels);
}

/* Computes and writes every frame. *result receives the backend's result; NBL_SUCCESS if something else failed. */
static int run_frames(tool_job_t *job, const tool_backend_t *backend, nbl_result_t *result, nbl_error_t *error) {
    int status = EXIT_DONE;
    *result = backend->begin(job, error);
    for (bool more = !*result; more && !status;) {
        tool_sequence_load_ahead(job);
        const bool alpha = job->options->channel_bits & NBL_BLOOM_CHANNEL_ALPHA;
        status = alpha ? check_alpha(job, error) : EXIT_DONE;
        if (status) break;
        *result = alpha ? bloom_with_alpha(job, backend, error) : backend->frame(job, error);
        if (*result) break;
        status = write_result(job, error);
        more = !status && tool_sequence_next(job, &status, error);
    }
    return *result ? EXIT_FAILED : status;
}

static int run_traced(tool_job_t *job, const tool_backend_t *backend, nbl_result_t *result, nbl_error_t *error) {
    const char *path = job->options->trace;
    job->trace = path ? nbl_emulator_trace_open(path) : NULL;
    if (path && !job->trace) return fail_to_write(path, errno, error);
    int status = run_frames(job, backend, result, error);
    if (nbl_emulator_trace_close(job->trace) != 0 && !status) status = fail_to_write(path, errno, error);
    return status;
}

static int run_on(tool_job_t *job, const tool_backend_t *backend, nbl_result_t *result, nbl_error_t *error) {
    *result = backend->plan(job, error);
    int status = *result ? EXIT_FAILED : load(job, error);
    if (!status) status = run_traced(job, backend, result, error);
    backend->end(job);
    return status;
}

/* Returns whether the CPU takes over. It does after what a device refuses, if no option names a device; with
 * --fallback after every failure that is not the inputs' fault, such as a lost device. */
static bool falls_back(const tool_options_t *options, nbl_result_t result) {
    bool refused = result == NBL_ERROR_NO_DEVICE || result == NBL_ERROR_LIMIT || result == NBL_ERROR_MISSING_FEATURE ||
                   result == NBL_ERROR_OUT_OF_MEMORY;
    if (result == NBL_SUCCESS || result == NBL_ERROR_BAD_KERNEL) return false;
    return options->fallback || (refused && options->backend == TOOL_BACKEND_ANY && !options->device);
}

/* Returns the quickest backend on the CPU: the executor, if it has what the options ask for and they do not name the
 * emulator. */
static const tool_backend_t *on_cpu(const tool_options_t *options) {
    const bool emulates = options->backend == TOOL_BACKEND_EMULATOR || tool_not_executed(options) != NULL;
    if (options->method != TOOL_METHOD_FFT || options->low_resolution)
        return emulates ? &tool_blur_on_emulator : &tool_blur_on_executor;
    return emulates ? &tool_bloom_on_emulator : &tool_bloom_on_executor;
}

static int run(tool_job_t *job, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    const tool_backend_t *cpu = on_cpu(options);
    const bool fft = options->method == TOOL_METHOD_FFT && !options->low_resolution;
    nbl_result_t result = NBL_SUCCESS;
    int status = EXIT_DONE;
    bool computes = options->backend == TOOL_BACKEND_EXECUTOR || options->backend == TOOL_BACKEND_EMULATOR;
    if (!computes) {
        status = run_on(job, fft ? &tool_bloom_on_vulkan : &tool_blur_on_vulkan, &result, error);
        computes = status && falls_back(options, result);
        if (computes)
            note("%s: running on the CPU%s%s", error->text[0] ? error->text : nbl_result_text(result),
                 tool_not_executed(options) ? " emulator, since " : "",
                 tool_not_executed(options) ? tool_not_executed(options) : "");
    }
    if (computes) status = run_on(job, cpu, &result, error);
    if (result == NBL_ERROR_BAD_KERNEL) return fail(error, status, "%s: %s", job->kernel_path, error->text);
    if (result == NBL_ERROR_NO_DEVICE) return fail_without_device(error, !tool_not_executed(options));
    return result ? fail_result(error, result) : status;
}

/* Describes the kernel as it will be used: centred and scaled. */
static int describe_kernel(tool_job_t *job, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    nbl_image *kernel = job->kernel;
    int status = tool_describe_file(job->kernel_path, NULL, options->max_pixels, kernel, error);
    if (status) return status;
    job->file_width = kernel->width;
    job->file_height = kernel->height;
    status = tool_set_window(job->kernel_path, kernel, tool_window_of_kernel(options, kernel), error);
    job->kernel_scale = options->kernel_scale;
    if (options->kernel_size > 0.0) {
        const nbl_image_window *frame = &job->image->display_window;
        job->kernel_scale = options->kernel_size * (frame->max_x - frame->min_x + 1.0) / kernel->width;
    }
    if (job->kernel_scale < 0.01 || job->kernel_scale > 100.0)
        return status ? status
                      : fail(error, EXIT_FAILED, "--kernel-size: makes of %u texels %.3g: a hundred times at most",
                             kernel->width, job->kernel_scale * kernel->width);
    job->kernel_scale /= job->shrink;
    kernel->width = tool_scaled_size(kernel->width, job->kernel_scale);
    kernel->height = tool_scaled_size(kernel->height, job->kernel_scale);
    return status;
}

int tool_bloom(int argc, char **argv, nbl_error_t *error) {
    tool_options_t options;
    nbl_image image = {0}, kernel = {0};
    static tool_job_t job;
    job = (tool_job_t){.options = &options, .image = &image, .kernel = &kernel};
    int status = tool_options_parse(argc, argv, &options, error);
    const nbl_image_selection selection = tool_selection(&options);
    if (!status) status = tool_sequence_begin(&job, error);
    if (!status) status = tool_check_outputs(&job, error);
    if (!status) status = tool_sequence_check(&job, error);
    if (!status) status = tool_describe_file(job.image_path, &selection, options.max_pixels, &image, error);
    job.image_width = image.width;
    job.image_height = image.height;
    job.shrink = !status && options.preview ? tool_preview_shrink(&image) : 1;
    if (!status && options.kernel) status = describe_kernel(&job, error);
    if (!status) tool_shrink_windows(&image, job.shrink);
    if (!status) status = tool_plan_windows(&job, error);
    if (!status) status = run(&job, error);
    if (!status && options.timings) status = tool_write_timings(&job, error);
    tool_sequence_end(&job);
    free(job.result);
    tool_free_look(&job);
    nbl_image_free(&image);
    nbl_image_free(&kernel);
    return status;
}
