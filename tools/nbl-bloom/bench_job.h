/* What the files of nbl-bloom bench share: a job, the method that it times, and its results.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BLOOM_BENCH_JOB_H
#define NBL_BLOOM_BENCH_JOB_H

#include <stdio.h>

#include "bench_request.h"

enum { BENCH_MOST_JOBS = 64, BENCH_MOST_IMAGES = 64, BENCH_MOST_PASSES = NBL_BLUR_MAX_PASSES };

typedef struct bench_copy_t bench_copy_t;   /* bench_copy.c */
typedef struct bench_vkfft_t bench_vkfft_t; /* bench_vkfft.c */

typedef struct bench_t {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_vulkan_timestamps_t *timestamps;
    nbl_vulkan_commands_t commands;
    bench_copy_t *copy;
    bench_vkfft_t *vkfft;   /* NULL until a job uses it */
    uint32_t images;        /* in one command buffer */
    double warm_up_seconds; /* before what is timed: clocks of small work rise late */
    bool only_compile;
    bool counts; /* counts sectors, on the emulator */
} bench_t;

typedef struct bench_pass_t {
    const char *name;
    uint64_t bytes; /* least bytes of a pass, each read once and written once; 0: unknown */
    uint64_t workgroups;
    uint32_t workgroup_size, shared_bytes, registers; /* 0: not reported */
    /* nanoseconds of the pass by itself, and of a copy of as many bytes */
    double ns, copy_ns;
    /* sectors that were asked for, and that the bytes fill at least; 0: not counted */
    uint64_t sectors, least_sectors;
} bench_pass_t;

typedef struct bench_job_t bench_job_t;

/* One way to blur an image. A function that returns an int returns EXIT_DONE, or another exit code after it has
 * printed why. */
typedef struct bench_method_t {
    /* Makes kernels and, unless bench->only_compile, memory, and runs once what is not timed; fills passes and
     * about. */
    int (*create)(bench_t *bench, bench_job_t *job, nbl_error_t *error);
    /* Records one image. timestamps may be NULL. */
    nbl_result_t (*record)(bench_t *bench, bench_job_t *job, const nbl_vulkan_timestamps_t *timestamps,
                           uint32_t first_span, nbl_error_t *error);
    /* Records bench->images images of a batch, whose passes run beside each other; NULL: the method has none. */
    nbl_result_t (*record_batch)(bench_t *bench, bench_job_t *job, nbl_error_t *error);
    void (*destroy)(bench_t *bench, bench_job_t *job);
} bench_method_t;

extern const bench_method_t bench_method_fft, bench_method_blur, bench_method_vkfft;

struct bench_job_t {
    bench_request_t request;
    void *state; /* belongs to the method */
    bench_pass_t passes[BENCH_MOST_PASSES];
    uint32_t pass_count;
    char about[400]; /* lengths, radices, levels */
    uint64_t memory_bytes;
    double create_seconds, image_ns;
    bool timed;
};

/* Says what failed. Returns the exit code. */
int bench_failed(const bench_job_t *job, nbl_result_t result, nbl_error_t *error);

/* Fills a buffer with plausible texels of a format: halves of 0.25 to 2, or bytes. Speed does not depend on them,
 * but might on zeros. */
void bench_draw_texels(nbl_bloom_format_t format, void *texels, uint64_t bytes);

/* bench_begin() begins the command buffer and waits for uploads; bench_submit() submits it once. */
nbl_result_t bench_begin(bench_t *bench, nbl_error_t *error);
nbl_result_t bench_submit(bench_t *bench, nbl_error_t *error);

/* Times a job's images in a row, and each pass by itself beside a copy of as many bytes. */
nbl_result_t bench_measure(bench_t *bench, bench_job_t *job, nbl_error_t *error);

/* Makes a copy kernel and its buffers, which grow on demand. bench_copy() copies `bytes`, half read and half
 * written, many times in a row, and returns the nanoseconds of one copy. */
nbl_result_t bench_copy_create(bench_t *bench, nbl_error_t *error);
nbl_result_t bench_copy_measure(bench_t *bench, uint64_t bytes, double *nanoseconds, nbl_error_t *error);
void bench_copy_destroy(bench_t *bench);

void bench_vkfft_close(bench_t *bench);

/* Counts the sectors of a bloom's passes, on the emulator. */
nbl_result_t bench_count_sectors(const nbl_bloom_plan_t *plan, bench_pass_t *passes, nbl_error_t *error);

/* Print a job: a line of the table, an object of the JSON file, and the picture of all jobs. */
void bench_print(const bench_job_t *job);
void bench_write_json(FILE *file, const bench_job_t *job, bool first);
int bench_write_svg(const char *path, const char *device, const bench_job_t *jobs, uint32_t count, nbl_error_t *error);

#endif
