/* Jobs of nbl-bloom bench from their texts.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench_request.h"

#include <stdio.h>
#include <string.h>

#include "tool.h"

/* Returns whether a word is `name`, or begins with it if it ends in `=`. *value: what follows in the word. */
static bool is_word(const char *word, size_t length, const char *name, const char **value) {
    size_t size = strlen(name);
    bool has_value = size > 0 && name[size - 1] == '=';
    *value = word + size;
    return strncmp(word, name, size) == 0 && (has_value ? length > size : length == size);
}

bool bench_parse_texels(const char *value, size_t length, nbl_bloom_format_t *format, bool *is_image,
                        bool *is_sampled) {
    size_t name = strcspn(value, "-:");
    for (int i = 0; nbl_bloom_format_text((nbl_bloom_format_t)i); i++) {
        const char *text = nbl_bloom_format_text((nbl_bloom_format_t)i);
        if (strlen(text) != name || strncmp(value, text, name) != 0) continue;
        const char *kind = value + name;
        *format = (nbl_bloom_format_t)i;
        *is_image = length - name == 6 && strncmp(kind, "-image", 6) == 0;
        bool sampled = is_sampled && length - name == 8 && strncmp(kind, "-sampled", 8) == 0;
        if (is_sampled) *is_sampled = sampled;
        return *is_image || sampled || length == name;
    }
    return false;
}

/* Reads the words that choose another method than the bloom by FFT. */
static bool parse_method(const char *word, size_t length, bench_request_t *request) {
    const char *value;
    if (is_word(word, length, "dual-filter", &value) || is_word(word, length, "dual-filter=", &value)) {
        request->kind = BENCH_BLUR;
        request->blur.method = NBL_BLUR_DUAL_FILTER;
        return length == strlen("dual-filter") || sscanf(value, "%u", &request->blur.levels) == 1;
    }
    if (is_word(word, length, "prefix-sum", &value) || is_word(word, length, "prefix-sum=", &value)) {
        request->kind = BENCH_BLUR;
        request->blur.method = NBL_BLUR_PREFIX_SUM;
        request->blur.wrap = NBL_BLUR_WRAP_CLAMP;
        return length == strlen("prefix-sum") || sscanf(value, "%f", &request->blur.sigma) == 1;
    }
    if (!is_word(word, length, "vkfft", &value) && !is_word(word, length, "vkfft=", &value)) return false;
    request->kind = BENCH_VKFFT;
    return length == strlen("vkfft") || sscanf(value, "%ux%u", &request->vkfft_width, &request->vkfft_height) == 2;
}

/* Reads a plan of the caller's own, in the form of nbl_fft_plan_read(). */
static bool parse_plan(const char *value, size_t length, nbl_fft_plan_request_t *plan) {
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    if (length >= sizeof text) return false;
    memcpy(text, value, length);
    text[length] = '\0';
    return nbl_fft_plan_read(text, plan, NULL) == NBL_SUCCESS;
}

static bool parse_word(const char *word, size_t length, bench_request_t *request) {
    nbl_bloom_desc_t *desc = &request->desc;
    nbl_bloom_vulkan_desc_t *how = &request->how;
    const char *value;
    if (is_word(word, length, "fp16", &value))
        desc->storage = NBL_BLOOM_STORAGE_FLOAT16;
    else if (is_word(word, length, "exact", &value))
        how->mode = NBL_MODE_EXACT;
    else if (is_word(word, length, "mirror", &value))
        desc->padding_x = desc->padding_y = NBL_BLOOM_PADDING_MIRROR;
    else if (is_word(word, length, "wrap", &value))
        desc->padding_x = desc->padding_y = NBL_BLOOM_PADDING_WRAP;
    else if (is_word(word, length, "resample", &value))
        desc->kernel_mode = NBL_BLOOM_KERNEL_RESAMPLE;
    else if (is_word(word, length, "radix2", &value))
        desc->algorithm = NBL_FFT_RADIX2_SHUFFLE;
    else if (is_word(word, length, "y", &value))
        desc->first_axis = NBL_BLOOM_AXIS_Y;
    else if (is_word(word, length, "ladder", &value))
        desc->ladder = true;
    else if (is_word(word, length, "columns=", &value))
        return sscanf(value, "%u", &desc->columns) == 1;
    else if (is_word(word, length, "rows=", &value))
        return parse_plan(value, length - strlen("rows="), &desc->rows);
    else if (is_word(word, length, "lines=", &value))
        return parse_plan(value, length - strlen("lines="), &desc->lines);
    else if (is_word(word, length, "back=", &value))
        return parse_plan(value, length - strlen("back="), &desc->rows_back);
    else if (is_word(word, length, "clamp", &value))
        desc->invalid = request->blur.invalid = NBL_BLOOM_INVALID_CLAMP;
    else if (is_word(word, length, "grey", &value))
        desc->grey_kernel = true;
    else if (is_word(word, length, "batch", &value))
        request->batch = true;
    else if (is_word(word, length, "in=", &value))
        return bench_parse_texels(value, length - 3, &desc->source_format, &how->source_is_image,
                                  &how->source_is_sampled);
    else if (is_word(word, length, "out=", &value))
        return bench_parse_texels(value, length - 4, &desc->target_format, &how->target_is_image, NULL);
    else
        return parse_method(word, length, request);
    return true;
}

int bench_request_parse(const char *text, bench_request_t *request, nbl_error_t *error) {
    unsigned width, height, kernel;
    int used = 0;
    if (sscanf(text, "%ux%u:%u%n", &width, &height, &kernel, &used) != 3)
        return fail(error, EXIT_USAGE, "%s: a job is WIDTHxHEIGHT:KERNEL, as 1280x720:256 or 1280x720:256:fp16", text);
    memset(request, 0, sizeof *request);
    request->text = text;
    request->how.mode = NBL_MODE_FAST;
    request->desc = nbl_bloom_desc_init();
    request->desc.width = width;
    request->desc.height = height;
    request->desc.kernel_width = request->desc.kernel_height = kernel;
    request->desc.algorithm = NBL_FFT_STOCKHAM;
    request->desc.invalid = request->blur.invalid = NBL_BLOOM_INVALID_REFUSE; /* as nbl-bloom does it */
    request->blur.width = width;
    request->blur.height = height;
    for (const char *word = text + used; *word; word += strcspn(word + 1, ":") + 1)
        if (*word != ':' || !parse_word(word + 1, strcspn(word + 1, ":"), request))
            return fail(
                error, EXIT_USAGE,
                "%s: %s: not fp16, exact, mirror, resample, radix2, y, ladder, clamp, batch, columns=F, in=FORMAT "
                "or out=FORMAT (see nbl-bloom bench --help)",
                text, word + 1);
    if (request->batch && request->kind != BENCH_FFT)
        return fail(error, EXIT_USAGE, "%s: batch: is for the bloom by FFT", text);
    request->desc.reads_image = request->how.source_is_image || request->how.source_is_sampled;
    return EXIT_DONE;
}
