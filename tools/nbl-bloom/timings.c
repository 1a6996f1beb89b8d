/* The --timings file: what ran where, and each pass with its time, transforms and bytes; one pass per line, for awk.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int tool_check_writable(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0) {
        if (!S_ISREG(status.st_mode)) return tool_fail(path, S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file");
        return access(path, W_OK) == 0 ? TOOL_DONE : tool_fail(path, "cannot be written: %s", strerror(errno));
    }
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= sizeof folder) return tool_fail(path, "cannot be written: %s", strerror(ENAMETOOLONG));
    snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    return access(length ? folder : ".", W_OK | X_OK) == 0 ? TOOL_DONE : tool_fail(path, "cannot be written: %s", strerror(errno));
}

static void print_text(FILE *file, const char *name, const char *text) {
    fprintf(file, "  \"%s\": \"", name);
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if ((unsigned char)*c < 32)
            fprintf(file, "\\u%04x", (unsigned)*c);
        else
            fputc(*c, file);
    }
    fputs("\",\n", file);
}

static void print_all(FILE *file, const tool_job_t *job) {
    const tool_options_t *options = job->options;
    const nbl_bloom_plan_t *plan = &job->plan;
    bool y_first = plan->desc.first_axis == NBL_BLOOM_AXIS_Y;
    fputs("{\n", file);
    print_text(file, "tool", "nbl-bloom");
    print_text(file, "backend", job->backend);
    print_text(file, "device", job->device);
    print_text(file, "driver", job->driver);
    fprintf(file, "  \"subgroup_size\": %u,\n", plan->desc.limits.subgroup_size);
    print_text(file, "mode", tool_name_of("--mode", options->mode));
    print_text(file, "precision", tool_name_of("--precision", options->storage));
    print_text(file, "algorithm", tool_name_of("--algorithm", options->algorithm));
    print_text(file, "padding", tool_name_of("--padding", options->padding));
    print_text(file, "kernel_mode", tool_name_of("--kernel-mode", options->kernel_mode));
    print_text(file, "normalize", tool_name_of("--normalize", options->normalize));
    fprintf(file, "  \"sharpening\": %.9g,\n", (double)options->sharpening);
    fprintf(file, "  \"image\": [%u, %u],\n  \"kernel\": [%u, %u],\n", job->image->width, job->image->height, job->kernel->width, job->kernel->height);
    fprintf(file, "  \"lengths\": [%u, %u],\n", y_first ? plan->length_second : plan->length_first, y_first ? plan->length_first : plan->length_second);
    print_text(file, "first_axis", y_first ? "y" : "x");
    fprintf(file, "  \"workspace_bytes\": %llu,\n  \"spectrum_bytes\": %llu,\n  \"runs\": %u,\n  \"passes\": [\n",
            (unsigned long long)plan->workspace_bytes, (unsigned long long)plan->spectrum_bytes, job->runs);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        const nbl_bloom_pass_t *pass = &plan->passes[i];
        fprintf(file, "    {\"name\": \"%s\", \"time_ns\": %.0f, \"ffts\": %llu, \"forward_ffts\": %llu, \"inverse_ffts\": %llu, \"fft_length\": %u, \"bytes\": %llu}%s\n",
                pass->name, job->nanoseconds[i], (unsigned long long)(pass->forward_ffts + pass->inverse_ffts), (unsigned long long)pass->forward_ffts,
                (unsigned long long)pass->inverse_ffts, pass->fft_length, (unsigned long long)pass->bytes, i + 1 < NBL_BLOOM_PASSES ? "," : "");
    }
    fputs("  ]\n}\n", file);
}

/* Written beside and renamed: whole or not at all. */
int tool_write_timings(const tool_job_t *job) {
    const char *path = job->options->timings;
    size_t capacity = strlen(path) + 32;
    char *beside = malloc(capacity);
    if (!beside) return tool_fail(path, "no memory");
    snprintf(beside, capacity, "%s.%ld.tmp", path, (long)getpid());
    FILE *file = fopen(beside, "w");
    int code = TOOL_DONE;
    if (!file) {
        code = tool_fail(path, "cannot be written: %s", strerror(errno));
    } else {
        print_all(file, job);
        bool written = !ferror(file);
        bool closed = fclose(file) == 0;
        if (!written || !closed || rename(beside, path) != 0) {
            code = tool_fail(path, "cannot be written: %s", strerror(errno));
            unlink(beside);
        }
    }
    free(beside);
    return code;
}
