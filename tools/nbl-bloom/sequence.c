/* Sequences of images: the path of each frame, and the next one read while this one runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tool.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FRAMES = 1000000 }; /* chosen: 11 hours of a film. Their names are compared, all at once */

struct tool_sequence_t {
    uint32_t *frames, count, room; /* numbers of the frames, ascending */
    uint32_t index;                /* of the frame that runs */
    pthread_t thread;
    bool loading;
    nbl_image_selection selection;
    char path[4096]; /* path of the frame that is read ahead */
    nbl_image next;
    nbl_image_result result;
    nbl_image_error error;
};

/* ---- Which frames there are */

static int compare_frames(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Reads the frame's number from a name, by the pattern of a path. Returns false if the name is no frame's. */
static bool number_of(const char *pattern, const char *folder, const char *name, const char *rest, uint32_t *frame) {
    char path[4096], named[4096];
    const char *begin, *end;
    tool_find_pattern(pattern, &begin, &end);
    const char *first = begin;
    while (first > pattern && first[-1] != '/') first--;
    const size_t prefix = (size_t)(begin - first);
    if (strncmp(name, first, prefix) != 0 || name[prefix] < '0' || name[prefix] > '9') return false;
    const unsigned long long number = strtoull(name + prefix, NULL, 10);
    *frame = (uint32_t)number;
    return number < UINT32_MAX && tool_path_of(pattern, *frame, path, sizeof path) &&
           snprintf(named, sizeof named, "%s%s%s", folder, name, rest) < (int)sizeof named &&
           strcmp(path, named) == 0 && access(path, F_OK) == 0;
}

static int add_frame(tool_sequence_t *sequence, uint32_t frame, nbl_error_t *error) {
    if (sequence->count == sequence->room) {
        const size_t room = sequence->room ? 2 * (size_t)sequence->room : 64;
        uint32_t *frames = realloc(sequence->frames, room * sizeof *frames);
        if (!frames) return fail(error, EXIT_FAILED, "memory: not enough for the frames");
        sequence->frames = frames;
        sequence->room = (uint32_t)room;
    }
    sequence->frames[sequence->count++] = frame;
    return EXIT_DONE;
}

/* Lists the files whose names fit the pattern. */
static int list_frames(const char *pattern, tool_sequence_t *sequence, nbl_error_t *error) {
    const char *begin, *end;
    char folder[4096];
    tool_find_pattern(pattern, &begin, &end);
    const char *name = begin, *rest = end + strcspn(end, "/");
    while (name > pattern && name[-1] != '/') name--;
    snprintf(folder, sizeof folder, "%.*s", (int)(name - pattern), pattern);
    DIR *there = opendir(folder[0] ? folder : ".");
    int status = EXIT_DONE;
    for (struct dirent *entry; there && !status && (entry = readdir(there));) {
        uint32_t frame;
        if (!number_of(pattern, folder, entry->d_name, rest, &frame)) continue;
        status = sequence->count < MOST_FRAMES
                     ? add_frame(sequence, frame, error)
                     : fail(error, EXIT_FAILED, "%s: are more than %d frames", pattern, MOST_FRAMES);
    }
    if (there) closedir(there);
    if (!status && sequence->count == 0)
        return fail(error, EXIT_FAILED, "%s: the sequence has no frame: no file has this name with a number", pattern);
    if (!status) qsort(sequence->frames, sequence->count, sizeof *sequence->frames, compare_frames);
    return status;
}

/* Writes the missing numbers between the first and the last, "3, 7-9", as many as fit. Returns whether any are
 * missing. */
static bool list_gaps(const tool_sequence_t *there, uint32_t first, uint32_t last, char *text, size_t size) {
    size_t used = 0;
    uint32_t i = 0;
    text[0] = 0;
    while (i < there->count && there->frames[i] < first) i++;
    for (uint64_t frame = first; frame <= last && used + 32 < size;) {
        const uint64_t next = i < there->count && there->frames[i] <= last ? there->frames[i] : (uint64_t)last + 1;
        if (next > frame)
            used += (size_t)snprintf(text + used, size - used, next > frame + 1 ? "%s%llu-%llu" : "%s%llu",
                                     used ? ", " : "", (unsigned long long)frame, (unsigned long long)next - 1);
        frame = next + 1;
        i++;
    }
    return text[0] != 0;
}

static int find_frames(const tool_options_t *options, tool_sequence_t *sequence, nbl_error_t *error) {
    unsigned first = 0, last = 0;
    char rest, gaps[256];
    if (options->frames) {
        if (sscanf(options->frames, "%9u-%9u%c", &first, &last, &rest) != 2 || first > last)
            return fail(error, EXIT_USAGE, "--frames %s: must be a range such as 1-24", options->frames);
        if (last - first >= MOST_FRAMES)
            return fail(error, EXIT_USAGE, "--frames %s: are more than %d frames", options->frames, MOST_FRAMES);
        for (uint32_t frame = first; frame <= last; frame++)
            if (add_frame(sequence, frame, error)) return EXIT_FAILED;
        return EXIT_DONE;
    }
    int status = list_frames(options->image, sequence, error);
    if (!status && list_gaps(sequence, sequence->frames[0], sequence->frames[sequence->count - 1], gaps, sizeof gaps))
        note("%s: frames %s are missing between the first and the last", options->image, gaps);
    return status;
}

/* Checks that each frame has a kernel and masks of its number, if these are sequences. */
static int check_others(const tool_job_t *job, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    const char *const patterns[] = {options->kernel, options->mask, options->source_mask};
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
        for (uint32_t i = 0; tool_is_sequence(patterns[k]) && i < tool_sequence_count(job); i++) {
            char path[4096];
            const uint32_t frame = tool_sequence_frame(job, i);
            if (!tool_path_of(patterns[k], frame, path, sizeof path) || access(path, F_OK) != 0)
                return fail(error, EXIT_FAILED, "%s: is missing, and IMAGE has a frame %u", path, frame);
        }
    return EXIT_DONE;
}

int tool_sequence_check(const tool_job_t *job, nbl_error_t *error) {
    char gaps[256];
    const tool_sequence_t *wanted = job->sequence;
    if (!wanted || !job->options->frames) return check_others(job, error);
    tool_sequence_t there = {0};
    int status = list_frames(job->options->image, &there, error);
    if (!status && list_gaps(&there, wanted->frames[0], wanted->frames[wanted->count - 1], gaps, sizeof gaps))
        status = fail(error, EXIT_FAILED, "%s: frames %s of --frames %s are missing", job->options->image, gaps,
                      job->options->frames);
    free(there.frames);
    return status ? status : check_others(job, error);
}

static int fill_paths(tool_job_t *job, uint32_t frame, nbl_error_t *error) {
    const tool_options_t *options = job->options;
    if (!tool_path_of(options->image, frame, job->image_path, sizeof job->image_path))
        return fail(error, EXIT_FAILED, "%s: the path is too long", options->image);
    if (!tool_path_of(options->output, frame, job->output_path, sizeof job->output_path))
        return fail(error, EXIT_FAILED, "%s: the path is too long", options->output);
    const struct {
        const char *pattern;
        char *path;
    } others[] = {{options->kernel, job->kernel_path},
                  {options->mask, job->mask_paths[TOOL_MASK_SHOWN]},
                  {options->source_mask, job->mask_paths[TOOL_MASK_SOURCE]}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].pattern && !tool_path_of(others[i].pattern, frame, others[i].path, sizeof job->kernel_path))
            return fail(error, EXIT_FAILED, "%s: the path is too long", others[i].pattern);
    return EXIT_DONE;
}

int tool_sequence_begin(tool_job_t *job, nbl_error_t *error) {
    if (!tool_is_sequence(job->options->image)) return fill_paths(job, 0, error);
    job->sequence = calloc(1, sizeof *job->sequence);
    if (!job->sequence) return fail(error, EXIT_FAILED, "memory: not enough for a sequence");
    job->sequence->selection = tool_selection(job->options);
    int code = find_frames(job->options, job->sequence, error);
    return code ? code : fill_paths(job, job->sequence->frames[0], error);
}

uint32_t tool_sequence_count(const tool_job_t *job) { return job->sequence ? job->sequence->count : 1; }

uint32_t tool_sequence_frame(const tool_job_t *job, uint32_t index) {
    return job->sequence ? job->sequence->frames[index] : 0;
}

bool tool_sequence_goes_on(const tool_job_t *job) {
    return job->sequence && job->sequence->index + 1 < job->sequence->count;
}

static void *load(void *user) {
    tool_sequence_t *sequence = user;
    sequence->result = nbl_image_read_selected(sequence->path, &sequence->selection, &sequence->next, &sequence->error);
    return NULL;
}

void tool_sequence_load_ahead(tool_job_t *job) {
    tool_sequence_t *sequence = job->sequence;
    if (!tool_sequence_goes_on(job) || sequence->loading) return;
    if (!tool_path_of(job->options->image, sequence->frames[sequence->index + 1], sequence->path,
                      sizeof sequence->path))
        return;
    sequence->loading = pthread_create(&sequence->thread, NULL, load, sequence) == 0; /* else it is read in its turn */
}

bool tool_sequence_next(tool_job_t *job, int *code, nbl_error_t *error) {
    tool_sequence_t *sequence = job->sequence;
    if (!tool_sequence_goes_on(job)) return false;
    sequence->index++;
    *code = fill_paths(job, sequence->frames[sequence->index], error);
    if (*code) return false;
    if (sequence->loading) {
        pthread_join(sequence->thread, NULL);
        sequence->loading = false;
    } else {
        snprintf(sequence->path, sizeof sequence->path, "%s", job->image_path);
        load(sequence);
    }
    nbl_image *next = &sequence->next;
    if (sequence->result)
        *code = fail(error, EXIT_FAILED, "%s", sequence->error.message);
    else
        *code = tool_prepare_frame(job, next, error);
    if (*code) return false;
    nbl_image_free(job->image);
    *job->image = *next;
    memset(&sequence->next, 0, sizeof sequence->next);
    if (tool_is_sequence(job->options->kernel)) *code = tool_load_kernel(job, error);
    return !*code;
}

void tool_sequence_end(tool_job_t *job) {
    if (!job->sequence) return;
    if (job->sequence->loading) pthread_join(job->sequence->thread, NULL);
    nbl_image_free(&job->sequence->next);
    free(job->sequence->frames);
    free(job->sequence);
    job->sequence = NULL;
}

void tool_progress_of(const tool_job_t *job, const char *what) {
    char text[256];
    const tool_sequence_t *sequence = job->sequence;
    if (sequence) snprintf(text, sizeof text, "frame %u of %u, %s", sequence->index + 1, sequence->count, what);
    show_progress(sequence ? text : what);
}
