/* What the files of nbl-bloom share: the options, the job and what became of it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_TOOL_H
#define NBL_TOOLS_NBL_BLOOM_TOOL_H

#include "io/image/image.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/fft/parameters.h"

/* Exit codes. */
enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_WRONG_USAGE = 2 };

typedef enum tool_backend_t { TOOL_BACKEND_ANY = 0, TOOL_BACKEND_VULKAN, TOOL_BACKEND_EMULATOR } tool_backend_t;

typedef enum tool_method_t { TOOL_METHOD_FFT = 0, TOOL_METHOD_DUAL_FILTER, TOOL_METHOD_PREFIX_SUM } tool_method_t;

typedef enum tool_algorithm_t { TOOL_STOCKHAM = 0, TOOL_RADIX2_SHUFFLE } tool_algorithm_t;

typedef struct tool_options_t {
    const char *image, *kernel, *output;                            /* paths */
    const char *timings, *trace;                                    /* paths, or NULL */
    const char *device;                                             /* number or part of a name, or NULL */
    int padding, first_axis, kernel_mode, normalize, storage, mode; /* the library's enumerations */
    int algorithm;                                                  /* tool_algorithm_t */
    int method;                                                     /* tool_method_t */
    int backend;                                                    /* tool_backend_t */
    int interpolation;                                              /* of --interpolation's order; 0: six taps */
    int low_resolution;                                             /* 0: none; else of --low-resolution's order */
    uint32_t core;                                                  /* of low resolution; 0: the library's */
    int tone;                                                       /* nbl_image_tone */
    int wrap;                                                       /* 0: not given; else nbl_blur_wrap_t + 1 */
    uint32_t levels, boxes;                                         /* of the blurs; 0: the library's */
    float spread, sigma;                                            /* likewise */
    float exposure;                                                 /* stops */
    const char *frames;                                             /* "A-B", or NULL */
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
    nbl_bloom_low_plan_t low; /* of --low-resolution */
    nbl_blur_plan_t blur;     /* of the other methods */
    struct tool_sequence_t *sequence;
    char image_path[4096], output_path[4096]; /* of this frame */
    /* What the backend tells: */
    const char *backend;
    char reason[1024]; /* of TOOL_RUN_FALL_BACK */
    char device[256], driver[512];
    uint32_t runs;                           /* that the times are the median of */
    double nanoseconds[NBL_BLUR_MAX_PASSES]; /* more than NBL_BLOOM_PASSES */
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
/* Whether the kernel has three equal channels, so that one of them, which gives the same bits, is enough; before it is
 * loaded, whether its file has but one. */
bool tool_kernel_is_grey(const tool_job_t *job);
/* The backends make the plan, load, run it and fill in what they tell; failures are already printed, but for
 * TOOL_RUN_FALL_BACK, which prints nothing, gives a reason, and leaves the job fit for the other backend. */
tool_run_t tool_run_vulkan(tool_job_t *job);
tool_run_t tool_run_emulator(tool_job_t *job);

/* The same for the methods that are no convolution, and for the bloom at low resolution. */
tool_run_t tool_blur_vulkan(tool_job_t *job);
tool_run_t tool_blur_emulator(tool_job_t *job);
/* Returns the bloom at low resolution that the options describe. */
nbl_bloom_low_desc_t tool_describe_low(const tool_job_t *job);
/* Returns the blur that the options describe, and what they say of its frame. */
nbl_blur_desc_t tool_describe_blur(const tool_job_t *job);
nbl_blur_frame_t tool_blur_frame(const tool_options_t *options);

/* One line where a resampled kernel is as large as its spectrum and much of its light becomes ghosts. */
void tool_note_ghosts(const tool_job_t *job);

/* Whoever runs a job on a device: opens the one that is wanted, with its names in the job; a cache, or NULL with a
 * note; and what becomes of an error, TOOL_RUN_FALL_BACK with its reason, or printed. */
tool_run_t tool_open_device(tool_job_t *job, nbl_vulkan_chosen_t chosen, void *user, nbl_vulkan_device_t **device);
nbl_cache_t *tool_open_cache(void);
tool_run_t tool_fail_on_device(tool_job_t *job, const nbl_error_t *error, nbl_result_t result);
bool tool_is_on_cpu(const nbl_vulkan_device_t *device);
/* Whether the emulator is to run instead, since nobody asked for a software driver. */
bool tool_is_refused(const tool_job_t *job, const nbl_vulkan_device_t *device);

/* Writes a frame's result. If there is another frame, its pixels are the job's then and *more is set. */
tool_run_t tool_finish_frame(tool_job_t *job, bool *more);

/* ---- Sequences (sequence.c, paths.c): paths with one %d or %0Nd in them. */
typedef struct tool_sequence_t tool_sequence_t;
bool tool_is_sequence(const char *path);
/* The path of one frame; of what is no sequence, itself. Returns whether it fits. */
bool tool_path_of(const char *pattern, uint32_t frame, char *path, size_t size);
/* Finds the frames, fills in the first one's paths, and describes nothing yet. Returns TOOL_DONE, or what was
 * printed. */
int tool_sequence_begin(tool_job_t *job);
/* Whether there is another frame. */
bool tool_sequence_goes_on(const tool_job_t *job);
/* The first and the last frame's number; of what is no sequence, 0 and 0. */
void tool_sequence_range(const tool_job_t *job, uint32_t *first, uint32_t *last);
/* Begins to load the next frame, if there is one. */
void tool_sequence_load_ahead(tool_job_t *job);
/* Waits for it and makes it the job's. Returns whether there is one; *code is TOOL_FAILED, printed, if it is unfit. */
bool tool_sequence_next(tool_job_t *job, int *code);
void tool_sequence_end(tool_job_t *job);
/* Says "frame 3 of 10, blooming" where a sequence runs, else "blooming". */
void tool_progress_of(const tool_job_t *job, const char *what);
/* Refuses texels that are not finite, by name. */
int tool_check_finite(const char *path, const nbl_image *image);

/* Says what an error of host/file means. Returns TOOL_DONE of error 0, else TOOL_FAILED. */
int tool_fail_to_write(const char *path, int error);
/* Tells early what would make a long job fail at its end: a folder that is missing or not writable. Returns TOOL_DONE
 * or TOOL_FAILED, printed. */
int tool_check_writable(const char *path);
/* Checks what the job will write: that no file, of any frame, is another one's, too, and that it can be written. Returns
 * TOOL_DONE, or TOOL_FAILED or TOOL_WRONG_USAGE, printed. */
int tool_check_outputs(const tool_job_t *job);
int tool_write_timings(const tool_job_t *job);

#endif
