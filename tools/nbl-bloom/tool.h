/* What the files of nbl-bloom share: the options, the job, and the backends that run it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   main.c          the commands
 *   options.c       the command line; describe.c: what it says of plans and frames
 *   job.c           a bloom from files to files: loads, lets a backend run, writes
 *   run_cpu.c, run_vulkan.c, run_blur.c    the backends; device.c: the device of the last two
 *   scale.c         a kernel's size; check.c: what a kernel does to a photo; windows.c: which texels are computed
 *   look.c          boost, masks, channels; mask.c reads masks, preview.c makes pictures small
 *   seen.c          what of the bloom a screen will show, and what it clips
 *   sequence.c      frames of a sequence; paths.c their names; outputs.c: what is written
 */
#ifndef NBL_TOOLS_NBL_BLOOM_TOOL_H
#define NBL_TOOLS_NBL_BLOOM_TOOL_H

#include "common/options.h"
#include "common/tool.h"
#include "io/image/image.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/bloom_look.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/host/emulator_trace.h"
#include "nbl/host/write_text.h"
#include "spirv/words.h"

/* Words of options, in the order in which the library, or the enumerations below, number them. An empty one is a
 * default without a name. */
#define TOOL_PADDING_WORDS "zero|mirror|wrap"
#define TOOL_KERNEL_MODE_WORDS "pad|resample"
#define TOOL_NORMALIZE_WORDS "luminance|none"
#define TOOL_COMBINE_WORDS "replace|mix|add"
#define TOOL_ALGORITHM_WORDS "stockham|radix2-shuffle"
#define TOOL_STORAGE_WORDS "fp32|fp16"
#define TOOL_MODE_WORDS NBL_MODE_WORDS_BUT_FUSED(NBL_WORD_ALONE, NBL_WORD_BEHIND_BAR)
#define TOOL_INVALID_WORDS "|clamp|refuse"
#define TOOL_METHOD_WORDS "fft|dual-filter|prefix-sum"
#define TOOL_MASK_CHANNEL_WORDS "luminance|red|green|blue|alpha"

enum { TOOL_BACKEND_ANY = 0, TOOL_BACKEND_VULKAN, TOOL_BACKEND_EXECUTOR, TOOL_BACKEND_EMULATOR };
enum { TOOL_WINDOW_DISPLAY = 0, TOOL_WINDOW_DATA, TOOL_WINDOW_KERNEL };
enum { TOOL_METHOD_FFT = 0, TOOL_METHOD_DUAL_FILTER, TOOL_METHOD_PREFIX_SUM };
enum { TOOL_STOCKHAM = 0, TOOL_RADIX2_SHUFFLE };
enum { TOOL_MASK_LUMINANCE = 0, TOOL_MASK_RED, TOOL_MASK_ALPHA = 4 };

/* Masks of a look. */
typedef enum tool_mask_t { TOOL_MASK_SHOWN = 0, TOOL_MASK_SOURCE, TOOL_MASKS } tool_mask_t;

/* Of --output-type: the image's, scalars of an .exr or .tif, bits of a .png or .tif. */
typedef enum tool_output_type_t {
    TOOL_OUTPUT_SAME = 0,
    TOOL_OUTPUT_FLOAT,
    TOOL_OUTPUT_HALF,
    TOOL_OUTPUT_8,
    TOOL_OUTPUT_16
} tool_output_type_t;

typedef struct tool_options_t {
    const char *image, *kernel, *output; /* paths */
    const char *timings, *trace;         /* paths, or NULL */
    const char *pipelines;               /* path, or NULL */
    const char *device;                  /* number or part of a name, or NULL */
    uint32_t padding;                    /* as the library numbers them, like these below */
    uint32_t padding_y;                  /* 0: not given; else as the library numbers them, + 1 */
    uint32_t first_axis, kernel_mode, normalize, storage, mode;
    uint32_t algorithm, method, backend; /* as above */
    uint32_t interpolation;              /* of --interpolation's words */
    uint32_t low_resolution;             /* 0: none; 1: half, 2: a quarter of the size */
    uint32_t core;                       /* of low resolution; 0: the library's */
    uint32_t tone;                       /* 0: by the image; else nbl_image_tone + 1 */
    uint32_t wrap;                       /* 0: not given; else nbl_blur_wrap_t + 1 */
    uint32_t levels, boxes;              /* of the blurs; 0: the library's */
    double spread, sigma;                /* of the blurs; 0: the library's */
    double exposure;                     /* stops */
    double kernel_scale;                 /* how much larger the kernel becomes */
    double kernel_size;                  /* the kernel's width over the image's; 0: not given */
    double boost, boost_min, boost_max;  /* of luminance above a least one; 0: none, and without a largest one */
    const char *mask, *source_mask;      /* paths, or NULL: where the bloom shows, and what blooms */
    bool mask_invert, source_mask_invert;
    const char *mask_layer;            /* of both masks, or NULL */
    uint32_t mask_channel;             /* of TOOL_MASK_CHANNEL_WORDS */
    const char *channels;              /* letters of "rgba", or NULL */
    uint32_t channel_bits;             /* of them, as nbl_bloom_look_t has them */
    bool preview;                      /* a small picture, soon */
    const char *frames;                /* "A-B", or NULL */
    uint32_t output_type;              /* tool_output_type_t */
    uint32_t window;                   /* as above */
    const char *kernel_center;         /* "X,Y", or NULL */
    int32_t center_x, center_y;        /* of it, from the upper left corner of the kernel's display window */
    const char *layer, *part;          /* of the image, or NULL: nbl_image_selection */
    uint32_t combine;                  /* nbl_bloom_combine_t */
    double sharpening;                 /* 0 to 1 */
    double intensity, threshold, knee; /* NAN: not given */
    uint32_t invalid;                  /* 0: not given; else nbl_bloom_invalid_t + 1 */
    double largest;                    /* what an infinity becomes; 0: the library's */
    uint32_t subgroup_size;            /* of the emulator; 0: the default */
    uint32_t threads;                  /* of the CPU's backends; 0: one per processor */
    uint32_t max_pixels, max_memory;   /* of an image; in MiB; 0: no limit but the library's */
    bool check;                        /* the emulator looks for races */
    bool fallback;                     /* the CPU finishes what a device fails with */
    bool progress;                     /* lines say how far it is */
} tool_options_t;

enum { TOOL_MOST_OPTIONS = 72 };

/* Every option as if it were not given. */
void tool_options_init(tool_options_t *options);
/* Fills in the options that take a value. Returns how many; the caller goes on, and ends the table. */
uint32_t tool_options_table(tool_options_t *options, option_t table[TOOL_MOST_OPTIONS]);
/* Whether anything but zeros lies around the image. */
bool tool_pads(const tool_options_t *options);
/* Reads the command line. Returns EXIT_DONE or EXIT_USAGE. */
int tool_options_parse(int argc, char **argv, tool_options_t *options, nbl_error_t *error);

typedef struct tool_sequence_t tool_sequence_t;

typedef struct tool_job_t {
    const tool_options_t *options;
    nbl_image *image, *kernel;          /* described, the kernel scaled; with pixels once they are loaded */
    uint32_t image_width, image_height; /* of the first image's file */
    uint32_t file_width, file_height;   /* of the kernel's file */
    nbl_image_window window;            /* computed of each frame, from its display window's corner */
    nbl_image_window written;           /* of this frame */
    double kernel_scale;                /* how much larger the kernel becomes, by either option */
    float *result;                      /* of this frame: RGBA, as large as the image */
    nbl_image original;                 /* with tool_looks(): the image as it was, in `window` */
    nbl_image part;                     /* what of it blooms, before a boost; without pixels: all */
    nbl_image masks[TOOL_MASKS];        /* as they were read, or without pixels */
    float *shown;                       /* of `window`: how much of the bloom each texel shows; NULL: all */
    uint32_t shrink;                    /* texels of the image on a side of a texel of --preview; else 1 */
    bool new_kernel;                    /* this frame's kernel is another one than the last frame's */
    bool again;                         /* this frame goes to the backend once more: its alpha does */
    bool told_hidden;                   /* the line of tool_note_hidden() was said */
    bool told_seen;                     /* a line of tool_note_kernel() or tool_note_seen() was said */
    nbl_bloom_plan_t plan;
    nbl_bloom_low_plan_t low; /* of --low-resolution */
    nbl_blur_plan_t blur;     /* of the other methods */
    tool_sequence_t *sequence;
    char image_path[4096], output_path[4096], kernel_path[4096], mask_paths[TOOL_MASKS][4096]; /* of this frame */
    void *state;                      /* of the backend that runs */
    nbl_emulator_trace_file_t *trace; /* of the emulator, or NULL */
    /* What the backend tells: */
    const char *backend;
    char device[256], driver[512];
    uint32_t runs;                           /* that the times are the median of */
    double nanoseconds[NBL_BLUR_MAX_PASSES]; /* more than NBL_BLOOM_PASSES */
} tool_job_t;

/* Where and how a job's frames are computed. */
typedef struct tool_backend_t {
    /* Makes the plan; with it, the job's texels are loaded. */
    nbl_result_t (*plan)(tool_job_t *job, nbl_error_t *error);
    /* Makes all that frames need, the kernel's spectrum with it. */
    nbl_result_t (*begin)(tool_job_t *job, nbl_error_t *error);
    /* Computes the result of the image, which is another one each time. */
    nbl_result_t (*frame)(tool_job_t *job, nbl_error_t *error);
    /* Frees what the others made, whichever of them failed. */
    void (*end)(tool_job_t *job);
} tool_backend_t;

extern const tool_backend_t tool_bloom_on_executor, tool_bloom_on_emulator, tool_bloom_on_vulkan, tool_blur_on_executor,
    tool_blur_on_emulator, tool_blur_on_vulkan;

/* ---- The commands: argc and argv are what follows the command's name */

int tool_bloom(int argc, char **argv, nbl_error_t *error);
int kernel_main(int argc, char **argv, nbl_error_t *error);
int check_main(int argc, char **argv, nbl_error_t *error);
int compile_main(int argc, char **argv, nbl_error_t *error);
int bench_main(int argc, char **argv, nbl_error_t *error);

/* ---- check.c */

/* Says in one line what is wrong with a kernel that is hardly meant: image and kernel are swapped, or it is a flat
 * drawing, a photo, or a blur that leaves nothing of the picture.
 *
 * kernel  as it was read, about its centre, before it is scaled, so that the line is the same at every scale */
void tool_note_kernel(tool_job_t *job, const nbl_image *kernel);

/* ---- scale.c */

/* Texels of a side once it is scaled. */
uint32_t tool_scaled_size(uint32_t size, double scale);
/* Puts a scaled image in an image's place: the sum of its light stays but for what leaves at the border, and so does
 * its centre texel. Returns EXIT_DONE or EXIT_FAILED. */
int tool_scale(nbl_image *image, double scale, nbl_error_t *error);

/* ---- look.c */

/* Says in one line that no texel is bright enough for --threshold or --boost, since the result then has no glow. */
void tool_tell_dark(const tool_job_t *job, const nbl_image *image);

/* With tool_looks(): makes of a frame as it was read what blooms, in the job's window, and keeps what
 * tool_finish_look() needs. Returns EXIT_DONE or EXIT_FAILED. */
int tool_begin_look(tool_job_t *job, nbl_image *image, nbl_error_t *error);
/* Puts the bloom into the image, which the library then did not. */
void tool_finish_look(const tool_job_t *job);
void tool_free_look(tool_job_t *job);

/* ---- seen.c */

/* Says in one line, once in a job and not after tool_note_kernel(), that a picture made for a screen has no glow to
 * be seen, or that coloured lights became white. Called after tool_finish_look(), before an exposure. */
void tool_note_seen(tool_job_t *job);
/* Says in one line, once in a job, that a glow lies under alpha 0 of a file that does not show it.
 *
 * written  the result, as it goes into job->output_path */
void tool_note_hidden(tool_job_t *job, const nbl_image *written);

/* ---- mask.c */

/* Reads this frame's masks, but for one that the last frame had, too. Returns EXIT_DONE or EXIT_FAILED. */
int tool_load_masks(tool_job_t *job, const nbl_image *frame, nbl_error_t *error);
/* Returns a mask's numbers for the texels of a window, or NULL with an error; beyond the mask its nearest texels.
 *
 * window  from the upper left corner of the frame */
float *tool_mask_of(const nbl_image *mask, nbl_image_window window, nbl_error_t *error);

/* ---- preview.c */

/* Texels of a frame on a side of a texel of the preview, 1 or more. */
uint32_t tool_preview_shrink(const nbl_image *frame);
/* What an image's windows and size become. */
void tool_shrink_windows(nbl_image *image, uint32_t shrink);
/* Puts the means of squares of texels in an image's place. Returns EXIT_DONE or EXIT_FAILED. */
int tool_shrink(nbl_image *image, uint32_t shrink, nbl_error_t *error);

/* ---- describe.c: what the options say of plans and frames */

void tool_describe_options(const tool_options_t *options, nbl_bloom_desc_t *desc);
/* Fills a description from the job's images and options; limits stay the library's defaults. */
nbl_bloom_desc_t tool_describe(const tool_job_t *job);
nbl_blur_desc_t tool_describe_blur(const tool_job_t *job);
/* Makes the plan of a blur or of a bloom at low resolution; limits: a device's, or NULL. */
nbl_result_t tool_plan_blur(tool_job_t *job, const nbl_fft_limits_t *limits, nbl_error_t *error);
nbl_bloom_frame_t tool_frame(const tool_options_t *options);
nbl_blur_frame_t tool_blur_frame(const tool_options_t *options);
/* Whether the kernel has three equal channels, so that one of them, which gives the same bits, is enough; before it is
 * loaded, whether its file has but one. */
bool tool_kernel_is_grey(const tool_job_t *job);
/* Prints a line if a resampled kernel is as large as its spectrum and much of its light becomes ghosts. */
void tool_note_ghosts(const tool_job_t *job);

/* ---- options.c */

/* Returns whether highlights are boosted, --boost. */
bool tool_boosts(const tool_options_t *options);
/* Returns whether look.c makes what blooms and puts the bloom into the image: boost, masks, channels, preview. */
bool tool_looks(const tool_options_t *options);
/* Returns what the library does of --combine: REPLACE with tool_looks(), since look.c combines then. */
uint32_t tool_library_combine(const tool_options_t *options);

/* Why the executor cannot do what options say, and the emulator can; NULL: it can. */
const char *tool_not_executed(const tool_options_t *options);

/* ---- device.c */

/* Opens the device of the options, with its names in the job. A software driver that no option names fails with
 * NBL_ERROR_NO_DEVICE: the executor is faster. */
nbl_result_t tool_open_device(tool_job_t *job, nbl_vulkan_chosen_t chosen, void *user, nbl_vulkan_device_t **device,
                              nbl_error_t *error);
/* Whether that would refuse a device. */
bool tool_is_refused(const tool_job_t *job, const nbl_vulkan_device_t *device);

/* ---- windows.c */

/* What is computed of an image: its data window, grown as the options say. kernel: described and scaled. */
nbl_image_window tool_window_of(const tool_options_t *options, const nbl_image *image, const nbl_image *kernel);
nbl_image_window tool_window_of_kernel(const tool_options_t *options, const nbl_image *kernel);
/* Gives an image without pixels another data window. Returns EXIT_DONE or EXIT_FAILED. */
int tool_set_window(const char *path, nbl_image *image, nbl_image_window window, nbl_error_t *error);
/* Puts an image's texels into another data window: 0 beyond them. */
int tool_embed(const char *path, nbl_image *image, nbl_image_window window, nbl_error_t *error);
/* Cuts an image to a window within its own, in place. */
int tool_crop(nbl_image *image, nbl_image_window window, nbl_error_t *error);
/* Fills in the job's window, and the size of its image, from every frame's header. */
int tool_plan_windows(tool_job_t *job, nbl_error_t *error);
/* Puts a frame that was read into the job's window, and fills in what of it is written. */
int tool_embed_frame(tool_job_t *job, const char *path, nbl_image *image, nbl_error_t *error);

/* ---- sequence.c, paths.c: paths with one %d, %0Nd or #### in them */

/* Finds the frame number's pattern in a path. Returns the digits it asks for, 0 for %d; -1: the path has no pattern. */
int tool_find_pattern(const char *path, const char **begin, const char **end);

bool tool_is_sequence(const char *path);
/* The path of one frame; of what is no sequence, itself. Returns whether it fits. */
bool tool_path_of(const char *pattern, uint32_t frame, char *path, size_t size);
/* Finds the frames, fills in the first one's paths, and describes nothing yet. */
int tool_sequence_begin(tool_job_t *job, nbl_error_t *error);
/* Refuses, before anything runs, a range of --frames that is not all there. */
int tool_sequence_check(const tool_job_t *job, nbl_error_t *error);
/* How many frames, 1 of what is no sequence; and the number of one of them, 0 of what is no sequence. */
uint32_t tool_sequence_count(const tool_job_t *job);
uint32_t tool_sequence_frame(const tool_job_t *job, uint32_t index);
/* Whether there is another frame. */
bool tool_sequence_goes_on(const tool_job_t *job);
/* Begins to load the next frame, if there is one. */
void tool_sequence_load_ahead(tool_job_t *job);
/* Waits for it and makes it the job's. Returns whether there is one; *code is EXIT_FAILED if it is unfit. */
bool tool_sequence_next(tool_job_t *job, int *code, nbl_error_t *error);
void tool_sequence_end(tool_job_t *job);
/* Shows "frame 3 of 10, blooming" if a sequence runs, else "blooming". */
void tool_progress_of(const tool_job_t *job, const char *what);
/* Which of a file's images a job takes, all else of the file with it. */
nbl_image_selection tool_selection(const tool_options_t *options);
/* Reads what a file says of its size, which is held to --max-pixels; 0: no limit. selection: NULL: the default. Returns
 * EXIT_DONE or EXIT_FAILED. */
int tool_describe_file(const char *path, const nbl_image_selection *selection, uint32_t most_pixels, nbl_image *image,
                       nbl_error_t *error);
/* Makes of a file's image what blooms. Texels that are not finite are refused, by name, unless options say what becomes
 * of them. Returns EXIT_DONE or EXIT_FAILED. */
int tool_prepare_frame(tool_job_t *job, nbl_image *image, nbl_error_t *error);
/* Multiplies by alpha; of a picture that is black and drawn in alpha the alpha becomes its light. */
void tool_take_drawn_alpha(const char *path, nbl_image *image);
/* Reads the kernel of this frame, which has the first one's size. Returns EXIT_DONE or EXIT_FAILED. */
int tool_load_kernel(tool_job_t *job, nbl_error_t *error);
/* Refuses texels that are not finite, by name. */
int tool_check_finite(const char *path, const nbl_image *image, nbl_error_t *error);

/* ---- pipelines.c */

/* Has a device take the pipelines of --pipelines' file, if the option is given. A missing file counts as empty. Notes a
 * file that another driver wrote. */
nbl_result_t tool_load_pipelines(const tool_job_t *job, nbl_vulkan_device_t *device, nbl_error_t *error);
/* Writes that file, if it changes. Notes a failure, which is none of the bloom. */
void tool_save_pipelines(const tool_job_t *job, nbl_vulkan_device_t *device);

/* ---- outputs.c, timings.c */

/* Tells early what would make a long job fail at its end, or lose a file. */
int tool_check_outputs(const tool_job_t *job, nbl_error_t *error);
int tool_write_timings(const tool_job_t *job, nbl_error_t *error);

#endif
