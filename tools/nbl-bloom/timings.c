/* The --timings file: what ran where, and each pass with its time, transforms and bytes; one pass per line, for awk.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "file/escape.h"
#include "common/outputs.h"
#include "tool.h"

static void print_text(FILE *file, const char *name, const char *text) {
    char piece[NBL_ESCAPE_BYTES];
    fprintf(file, "  \"%s\": \"", name);
    for (const char *c = text; *c; fputs(piece, file)) c += nbl_escape_json(c, piece);
    fputs("\",\n", file);
}

static void print_word(FILE *file, const char *name, const char *words, uint32_t number) {
    char word[32];
    print_text(file, name, options_word(words, number, word));
}

static void print_who(FILE *file, const tool_job_t *job) {
    fputs("{\n", file);
    print_text(file, "tool", "nbl-bloom");
    print_text(file, "backend", job->backend);
    print_text(file, "device", job->device);
    print_text(file, "driver", job->driver);
    print_word(file, "method", TOOL_METHOD_WORDS, job->options->method);
}

/* Prints the passes of a bloom at low resolution: its own two, around the passes of the low bloom. */
static void print_low(FILE *file, const tool_job_t *job) {
    const nbl_bloom_low_plan_t *plan = &job->low;
    print_who(file, job);
    print_word(file, "mode", TOOL_MODE_WORDS, job->options->mode);
    fprintf(file,
            "  \"low_resolution\": %u,\n  \"core\": %u,\n  \"image\": [%u, %u],\n  \"workspace_bytes\": %llu,\n"
            "  \"runs\": %u,\n  \"passes\": [\n",
            plan->desc.factor, plan->desc.core_radius, job->image->width, job->image->height,
            (unsigned long long)plan->workspace_bytes, job->runs);
    for (uint32_t i = 0; i < NBL_BLOOM_LOW_PASSES; i++) {
        const bool own = i == 0 || i + 1 == NBL_BLOOM_LOW_PASSES;
        const nbl_bloom_low_pass_t *step = &plan->passes[i ? 1 : 0];
        const nbl_bloom_pass_t *pass = &plan->bloom.passes[NBL_BLOOM_PASS_FIRST_AXIS + (own ? 0 : i - 1)];
        fprintf(file, "    {\"name\": \"%s\", \"time_ns\": %.0f, \"bytes\": %llu}%s\n", own ? step->name : pass->name,
                job->nanoseconds[i], (unsigned long long)(own ? step->bytes : pass->bytes),
                i + 1 < NBL_BLOOM_LOW_PASSES ? "," : "");
    }
    fputs("  ]\n}\n", file);
}

static void print_blur(FILE *file, const tool_job_t *job) {
    const nbl_blur_plan_t *plan = &job->blur;
    print_who(file, job);
    print_word(file, "mode", TOOL_MODE_WORDS, job->options->mode);
    fprintf(file, "  \"image\": [%u, %u],\n  \"workspace_bytes\": %llu,\n  \"runs\": %u,\n  \"passes\": [\n",
            job->image->width, job->image->height, (unsigned long long)plan->workspace_bytes, job->runs);
    for (uint32_t i = 0; i < plan->pass_count; i++)
        fprintf(file, "    {\"name\": \"%s\", \"time_ns\": %.0f, \"bytes\": %llu}%s\n", plan->passes[i].name,
                job->nanoseconds[i], (unsigned long long)plan->passes[i].bytes, i + 1 < plan->pass_count ? "," : "");
    fputs("  ]\n}\n", file);
}

static void print_all(FILE *file, const tool_job_t *job) {
    const tool_options_t *options = job->options;
    const nbl_bloom_plan_t *plan = &job->plan;
    bool y_first = plan->desc.first_axis == NBL_BLOOM_AXIS_Y;
    print_who(file, job);
    fprintf(file, "  \"subgroup_size\": %u,\n", plan->desc.limits.subgroup_size);
    print_word(file, "mode", TOOL_MODE_WORDS, options->mode);
    print_word(file, "precision", TOOL_STORAGE_WORDS, options->storage);
    print_word(file, "algorithm", TOOL_ALGORITHM_WORDS, options->algorithm);
    print_word(file, "padding", TOOL_PADDING_WORDS, (uint32_t)plan->desc.padding_x);
    print_word(file, "padding_y", TOOL_PADDING_WORDS, (uint32_t)plan->desc.padding_y);
    print_word(file, "kernel_mode", TOOL_KERNEL_MODE_WORDS, options->kernel_mode);
    print_word(file, "normalize", TOOL_NORMALIZE_WORDS, options->normalize);
    print_text(file, "kernel_channels", plan->desc.grey_kernel ? "one" : "three");
    nbl_bloom_frame_t frame = tool_frame(options);
    print_word(file, "combine", TOOL_COMBINE_WORDS, options->combine);
    fprintf(file, "  \"sharpening\": %.9g,\n  \"intensity\": %.9g,\n", (double)frame.sharpening,
            (double)frame.intensity);
    if (plan->desc.threshold)
        fprintf(file, "  \"threshold\": %.9g,\n  \"knee\": %.9g,\n", (double)frame.threshold, (double)frame.knee);
    fprintf(file, "  \"image\": [%u, %u],\n  \"kernel\": [%u, %u],\n", job->image->width, job->image->height,
            job->kernel->width, job->kernel->height);
    fprintf(file, "  \"lengths\": [%u, %u],\n", y_first ? plan->length_second : plan->length_first,
            y_first ? plan->length_first : plan->length_second);
    print_text(file, "first_axis", y_first ? "y" : "x");
    fprintf(file, "  \"workspace_bytes\": %llu,\n  \"spectrum_bytes\": %llu,\n  \"runs\": %u,\n  \"passes\": [\n",
            (unsigned long long)plan->workspace_bytes, (unsigned long long)plan->spectrum_bytes, job->runs);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        const nbl_bloom_pass_t *pass = &plan->passes[i];
        fprintf(file,
                "    {\"name\": \"%s\", \"time_ns\": %.0f, \"ffts\": %llu, \"forward_ffts\": %llu, \"inverse_ffts\": "
                "%llu, \"fft_length\": %u, \"bytes\": %llu}%s\n",
                pass->name, job->nanoseconds[i], (unsigned long long)(pass->forward_ffts + pass->inverse_ffts),
                (unsigned long long)pass->forward_ffts, (unsigned long long)pass->inverse_ffts, pass->fft_length,
                (unsigned long long)pass->bytes, i + 1 < NBL_BLOOM_PASSES ? "," : "");
    }
    fputs("  ]\n}\n", file);
}

int tool_write_timings(const tool_job_t *job, nbl_error_t *error) {
    const char *path = job->options->timings;
    nbl_output_t output;
    int status = output_open(&output, path, error);
    if (status) return status;
    (job->options->low_resolution              ? print_low
     : job->options->method == TOOL_METHOD_FFT ? print_all
                                               : print_blur)(output.stream, job);
    return output_close(&output, path, error);
}
