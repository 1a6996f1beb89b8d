/* What a job will write, checked before it computes: every frame's names beside every other file's.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/outputs.h"
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct files_t {
    nbl_output_use_t *uses;
    size_t count;
    bool no_memory;
} files_t;

static void add(files_t *files, const char *option, const char *pattern, uint32_t frame, bool written) {
    char path[4096];
    /* a path that is too long is refused when it is opened */
    if (!pattern || !tool_path_of(pattern, frame, path, sizeof path)) return;
    const char *copy = strdup(path);
    files->no_memory = files->no_memory || !copy;
    files->uses[files->count++] = (nbl_output_use_t){option, copy, written};
}

static int check_clash(const tool_job_t *job, nbl_error_t *error) {
    const uint32_t frames = tool_sequence_count(job);
    const tool_options_t *options = job->options;
    const char *const read[][2] = {
        {"KERNEL", options->kernel}, {"--mask", options->mask}, {"--source-mask", options->source_mask}};
    const size_t most = 3 + 5 * (size_t)frames;
    files_t files = {calloc(most, sizeof *files.uses), 0, false};
    if (!files.uses) return fail(error, EXIT_FAILED, "memory: not enough for the names of %zu files", most);
    for (uint32_t i = 0; i < frames; i++) add(&files, "IMAGE", options->image, tool_sequence_frame(job, i), false);
    for (size_t k = 0; k < sizeof read / sizeof *read; k++)
        for (uint32_t i = 0; i < (tool_is_sequence(read[k][1]) ? frames : 1); i++)
            add(&files, read[k][0], read[k][1], tool_sequence_frame(job, i), false);
    for (uint32_t i = 0; i < frames; i++) add(&files, "-o", options->output, tool_sequence_frame(job, i), true);
    add(&files, "--timings", options->timings, 0, true);
    add(&files, "--trace", options->trace, 0, true);
    add(&files, "--pipelines", options->pipelines, 0, true);
    size_t numbers[2];
    const int clash = files.no_memory ? ENOMEM : nbl_output_clash(files.uses, files.count, numbers);
    int code = EXIT_DONE;
    if (clash == EEXIST) {
        code = fail(error, EXIT_USAGE, "%s: %s is the file of %s, too", files.uses[numbers[1]].option,
                    files.uses[numbers[1]].path, files.uses[numbers[0]].option);
    } else if (clash) {
        code = fail(error, EXIT_FAILED, "memory: not enough for the names of %zu files", files.count);
    }
    for (size_t i = 0; i < files.count; i++) free((char *)files.uses[i].path);
    free(files.uses);
    return code;
}

int tool_check_outputs(const tool_job_t *job, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    nbl_image_error reason = {0};
    nbl_image none = {0};
    /* An empty image is never written; a name without a known extension is refused before that is seen. */
    if (nbl_image_write(options->output, &none, NBL_IMAGE_TYPE_FLOAT, &reason) == NBL_IMAGE_ERROR_EXTENSION)
        return fail(error, EXIT_FAILED, "%s", reason.message);
    int code = check_clash(job, error);
    const char *const written[] = {job->output_path, options->timings, options->trace, options->pipelines};
    for (size_t i = 0; !code && i < sizeof written / sizeof *written; i++)
        if (written[i]) code = fail_to_write(written[i], nbl_output_check(written[i]), error);
    return code;
}
