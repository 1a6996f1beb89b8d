/* What the files of nbl-bloom share: the options, the job and what became of it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_TOOL_H
#define NBL_TOOLS_NBL_BLOOM_TOOL_H

#include "io/image/image.h"
#include "nbl/host/bloom.h"
#include "nbl/fft/parameters.h"

/* Exit codes. */
enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_WRONG_USAGE = 2 };

typedef enum tool_backend_t { TOOL_BACKEND_ANY = 0, TOOL_BACKEND_VULKAN, TOOL_BACKEND_EMULATOR } tool_backend_t;

typedef enum tool_algorithm_t { TOOL_STOCKHAM = 0, TOOL_RADIX2_SHUFFLE } tool_algorithm_t;

typedef struct tool_options_t {
    const char *image, *kernel, *output;                            /* paths */
    const char *timings, *trace;                                    /* paths, or NULL */
    const char *device;                                             /* number or part of a name, or NULL */
    int padding, first_axis, kernel_mode, normalize, storage, mode; /* the library's enumerations */
    int algorithm;                                                  /* tool_algorithm_t */
    int backend;                                                    /* tool_backend_t */
    int output_type;                                                /* nbl_image_type */
    int combine;                                                    /* nbl_bloom_combine_t */
    float sharpening;                                               /* 0 to 1 */
    float intensity, threshold, knee;                               /* NAN: not given */
    uint32_t subgroup_size;                                         /* of the emulator; 0: the default */
    uint32_t threads;                                               /* of the emulator; 0: one per processor */
    uint32_t max_pixels, max_memory; /* of an image; in MiB; 0: no limit but the library's */
    bool check;                      /* the emulator looks for races */
    bool fallback;                   /* the emulator finishes what a device fails with */
    bool help, version;
} tool_options_t;

typedef struct tool_job_t {
    const tool_options_t *options;
    nbl_image *image, *kernel; /* described; with pixels from tool_load on */
    float *result;             /* likewise; RGBA, as large as the image */
    nbl_bloom_plan_t plan;
    /* What the backend tells: */
    const char *backend;
    char reason[1024]; /* of TOOL_RUN_FALL_BACK */
    char device[256], driver[512];
    uint32_t runs; /* that the times are the median of */
    double nanoseconds[NBL_BLOOM_PASSES];
} tool_job_t;

typedef enum tool_run_t { TOOL_RUN_DONE = 0, TOOL_RUN_FAILED, TOOL_RUN_FALL_BACK } tool_run_t;

/* Every option as if it were not given. */
void tool_options_init(tool_options_t *options);
/* Reads the command line. Returns TOOL_DONE, or TOOL_WRONG_USAGE with the line already printed. */
int tool_options_parse(int argc, char **argv, tool_options_t *options);
void tool_print_help(void);
/* Returns whether there is such an option with a value, and takes the value unless it is NULL; *code receives TOOL_DONE
 * or, with the line printed, TOOL_WRONG_USAGE. */
bool tool_options_value(const char *option, const char *value, tool_options_t *options, int *code);
/* A whole number from `lowest` to `highest`. Returns likewise. */
int tool_parse_count(const char *option, const char *value, uint32_t lowest, uint32_t highest, uint32_t *count);
/* Prints one line and returns TOOL_WRONG_USAGE. */
int tool_wrong_usage(const char *what, const char *why, ...);

/* The names of values as the command line has them. */
const char *tool_name_of(const char *option, int value);

/* What the options say of a frame. */
nbl_bloom_frame_t tool_frame(const tool_options_t *options);

/* Prints one line, "nbl-bloom: what: why", and returns TOOL_FAILED. */
int tool_fail(const char *what, const char *why, ...);
/* As the library's results go: a bad kernel is the kernel file's fault; all other messages stand for themselves. */
tool_run_t tool_fail_bloom(const tool_job_t *job, nbl_result_t result, const nbl_error_t *error);
/* One line beside the work. */
void tool_note(const char *text);
/* The line that says why the emulator runs instead of a device. */
void tool_note_fall_back(const char *reason);
/* Shows what is being done, on a terminal only; NULL wipes it away. */
void tool_progress(const char *what);

/* Fills in what the options say of a description. */
void tool_describe_options(const tool_options_t *options, nbl_bloom_desc_t *desc);
/* Fills a description from the job's images and options; limits stay the library's defaults. */
nbl_bloom_desc_t tool_describe(const tool_job_t *job);
/* Reads image and kernel and makes room for the result, once the plan is made and says what memory that takes. */
tool_run_t tool_load(tool_job_t *job);
/* The backends make the plan, load, run it and fill in what they tell; failures are already printed, but for
 * TOOL_RUN_FALL_BACK, which prints nothing, gives a reason, and leaves the job fit for the other backend. */
tool_run_t tool_run_vulkan(tool_job_t *job);
tool_run_t tool_run_emulator(tool_job_t *job);

/* Says what an error of host/file means. Returns TOOL_DONE of error 0, else TOOL_FAILED. */
int tool_fail_to_write(const char *path, int error);
/* Tells early what would make a long job fail at its end: a folder that is missing or not writable. Returns TOOL_DONE
 * or TOOL_FAILED, printed. */
int tool_check_writable(const char *path);
int tool_write_timings(const tool_job_t *job);

#endif
