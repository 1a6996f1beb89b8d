/* Sequences of images: the path of each frame, and the next one read while this one runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FRAMES = 1000000 }; /* their names are compared, all at once */

struct tool_sequence_t {
    uint32_t first, last, frame;
    pthread_t thread;
    bool loading;
    nbl_image_selection selection;
    char path[4096]; /* of what is loaded ahead */
    nbl_image next;
    nbl_image_result result;
    nbl_image_error error;
};

static bool exists(const char *pattern, uint32_t frame) {
    char path[4096];
    return tool_path_of(pattern, frame, path, sizeof path) && access(path, F_OK) == 0;
}

static int find_frames(const tool_options_t *options, tool_sequence_t *sequence, nbl_error_t *error) {
    unsigned first, last;
    char rest;
    if (options->frames) {
        if (sscanf(options->frames, "%9u-%9u%c", &first, &last, &rest) != 2 || first > last)
            return fail(error, EXIT_USAGE, "--frames %s: must be a range such as 1-24", options->frames);
        if (last - first >= MOST_FRAMES)
            return fail(error, EXIT_USAGE, "--frames %s: are more than %d frames", options->frames, MOST_FRAMES);
    } else {
        first = exists(options->image, 0) ? 0 : 1;
        for (last = first; last - first < MOST_FRAMES - 1 && exists(options->image, last + 1);) last++;
    }
    sequence->first = sequence->frame = first;
    sequence->last = last;
    return EXIT_DONE;
}

static int fill_paths(tool_job_t *job, uint32_t frame, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    if (!tool_path_of(options->image, frame, job->image_path, sizeof job->image_path))
        return fail(error, EXIT_FAILED, "%s: the path is too long", options->image);
    if (!tool_path_of(options->output, frame, job->output_path, sizeof job->output_path))
        return fail(error, EXIT_FAILED, "%s: the path is too long", options->output);
    return EXIT_DONE;
}

int tool_sequence_begin(tool_job_t *job, nbl_error_t *error) {
    if (!tool_is_sequence(job->options->image)) return fill_paths(job, 0, error);
    job->sequence = calloc(1, sizeof *job->sequence);
    if (!job->sequence) return fail(error, EXIT_FAILED, "memory: not enough for a sequence");
    job->sequence->selection = tool_selection(job->options);
    int code = find_frames(job->options, job->sequence, error);
    return code ? code : fill_paths(job, job->sequence->first, error);
}

void tool_sequence_range(const tool_job_t *job, uint32_t *first, uint32_t *last) {
    *first = job->sequence ? job->sequence->first : 0;
    *last = job->sequence ? job->sequence->last : 0;
}

bool tool_sequence_goes_on(const tool_job_t *job) {
    return job->sequence && job->sequence->frame != job->sequence->last;
}

static void *load(void *user) {
    tool_sequence_t *sequence = user;
    sequence->result = nbl_image_read_selected(sequence->path, &sequence->selection, &sequence->next, &sequence->error);
    return NULL;
}

void tool_sequence_load_ahead(tool_job_t *job) {
    tool_sequence_t *sequence = job->sequence;
    if (!tool_sequence_goes_on(job) || sequence->loading) return;
    if (!tool_path_of(job->options->image, sequence->frame + 1, sequence->path, sizeof sequence->path)) return;
    sequence->loading = pthread_create(&sequence->thread, NULL, load, sequence) == 0; /* else it is read in its turn */
}

bool tool_sequence_next(tool_job_t *job, int *code, nbl_error_t *error) {
    tool_sequence_t *sequence = job->sequence;
    if (!tool_sequence_goes_on(job)) return false;
    sequence->frame++;
    *code = fill_paths(job, sequence->frame, error);
    if (*code) return false;
    if (sequence->loading) {
        pthread_join(sequence->thread, NULL);
        sequence->loading = false;
    } else {
        snprintf(sequence->path, sizeof sequence->path, "%s", job->image_path);
        load(sequence);
    }
    const nbl_image *next = &sequence->next;
    if (sequence->result)
        *code = fail(error, EXIT_FAILED, "%s", sequence->error.message);
    else if (next->width != job->image->width || next->height != job->image->height)
        *code = fail(error, EXIT_FAILED, "%s: %u x %u texels, and the sequence began with %u x %u", job->image_path,
                     next->width, next->height, job->image->width, job->image->height);
    else
        *code = tool_check_frame(job, next, error);
    if (*code) return false;
    nbl_image_free(job->image);
    *job->image = *next;
    memset(&sequence->next, 0, sizeof sequence->next);
    return true;
}

void tool_sequence_end(tool_job_t *job) {
    if (!job->sequence) return;
    if (job->sequence->loading) pthread_join(job->sequence->thread, NULL);
    nbl_image_free(&job->sequence->next);
    free(job->sequence);
    job->sequence = NULL;
}

void tool_progress_of(const tool_job_t *job, const char *what) {
    char text[256];
    const tool_sequence_t *sequence = job->sequence;
    if (sequence)
        snprintf(text, sizeof text, "frame %u of %u, %s", sequence->frame - sequence->first + 1,
                 sequence->last - sequence->first + 1, what);
    show_progress(sequence ? text : what);
}
