/* The FFT bloom: planned, then run on the CPU or recorded into a Vulkan command buffer.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). out = image * kernel, a linear convolution per channel with the kernel's centre texel at the
 * origin. Images are float32 RGBA or another format of nbl_bloom_format_t; alpha passes through. Seven passes: four
 * transform the kernel once, three bloom every image.
 *
 *   nbl_bloom_array()              blooms an image on the CPU in one call
 *
 *   nbl_bloom_desc_init(), nbl_bloom_plan_make()
 *                                  make a plan of a description: lengths, passes, bytes; plain data, for CPU and device
 *   nbl_bloom_execute()            runs passes of a plan on the CPU
 *   nbl_bloom_emulate()            runs passes of a plan on the emulator, to debug them: ten times as long and more
 *
 *   nbl_bloom_create()             compiles a plan's passes for a Vulkan device
 *   nbl_bloom_binding_create()     ties the passes to the caller's buffers and images
 *   nbl_bloom_record_sums(), nbl_bloom_record_kernel(), nbl_bloom_record_image()
 *                                  record passes into the caller's command buffer; submit nothing
 *   nbl_bloom_record_images()      records the images of a batch, whose passes run beside each other
 *
 * Nothing here prints, exits or keeps global state. Functions on different objects may be called from different
 * threads; one nbl_bloom_t may be recorded from several threads at once through bindings of their own.
 */
#ifndef NBL_BLOOM_H
#define NBL_BLOOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/accessors/texel_format.h"
#include "nbl/bloom/combine.h"
#include "nbl/bloom/constants.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/plan.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

/* What lies around the image: zeros, the image mirrored, or the image again (WRAP), as of a panorama. WRAP needs no
 * padding along a side that is even, a transform's length, and not shorter than the kernel's. */
typedef enum nbl_bloom_padding_t {
    NBL_BLOOM_PADDING_ZERO = NBL_BLOOM_ZERO,
    NBL_BLOOM_PADDING_MIRROR = NBL_BLOOM_MIRROR,
    NBL_BLOOM_PADDING_WRAP = NBL_BLOOM_WRAP
} nbl_bloom_padding_t;
/* The axis that is transformed first. AUTO: x, whose lines are contiguous in memory, or y if that is far less work. */
typedef enum nbl_bloom_axis_t { NBL_BLOOM_AXIS_AUTO = 0, NBL_BLOOM_AXIS_X, NBL_BLOOM_AXIS_Y } nbl_bloom_axis_t;
/* How the kernel's spectrum gets the image's size. PAD: the kernel is padded, exact. RESAMPLE: the kernel's own,
 * smaller spectrum is interpolated, which makes ghosts (docs/theory.md). */
typedef enum nbl_bloom_kernel_mode_t { NBL_BLOOM_KERNEL_PAD = 0, NBL_BLOOM_KERNEL_RESAMPLE } nbl_bloom_kernel_mode_t;
/* How RESAMPLE interpolates. All but LINEAR keep more of the kernel's outer parts and make weaker ghosts. They cost
 * more only when a kernel is transformed (docs/theory.md, section 10, has the figures). */
typedef enum nbl_bloom_interpolation_t {
    NBL_BLOOM_INTERPOLATION_LINEAR = NBL_BLOOM_LINEAR, /* between two samples */
    NBL_BLOOM_INTERPOLATION_CUBIC = NBL_BLOOM_CUBIC,
    NBL_BLOOM_INTERPOLATION_SIX_TAPS = NBL_BLOOM_SIX_TAPS,
    NBL_BLOOM_INTERPOLATION_B_SPLINE = NBL_BLOOM_B_SPLINE
} nbl_bloom_interpolation_t;
/* What the kernel is divided by: its luminance, the CIE Y of its sum, or nothing. */
typedef enum nbl_bloom_normalize_t {
    NBL_BLOOM_NORMALIZE_LUMINANCE = 0,
    NBL_BLOOM_NORMALIZE_NONE
} nbl_bloom_normalize_t;
/* What the intermediates are stored as; arithmetic is float32 either way. */
typedef enum nbl_bloom_storage_t { NBL_BLOOM_STORAGE_FLOAT32 = 0, NBL_BLOOM_STORAGE_FLOAT16 } nbl_bloom_storage_t;

/* How the bloom is combined with the image. REPLACE: in its place; MIX: mixed with it by the frame's intensity; ADD:
 * added to it, times the frame's intensity. Formulas: nbl/bloom/combine.h. */
typedef enum nbl_bloom_combine_t {
    NBL_BLOOM_COMBINE_REPLACE = NBL_BLOOM_REPLACE,
    NBL_BLOOM_COMBINE_MIX = NBL_BLOOM_MIX,
    NBL_BLOOM_COMBINE_ADD = NBL_BLOOM_ADD
} nbl_bloom_combine_t;

/* The format of image and result (nbl/accessors/texel_format.h); the convolution kernel is always RGBA32F. */
typedef enum nbl_bloom_format_t {
    NBL_BLOOM_FORMAT_RGBA32F = NBL_TEXEL_RGBA32F,
    NBL_BLOOM_FORMAT_RGBA16F = NBL_TEXEL_RGBA16F,
    NBL_BLOOM_FORMAT_B10G11R11 = NBL_TEXEL_B10G11R11, /* unsigned: negative results become 0; no alpha */
    NBL_BLOOM_FORMAT_RGBA8 = NBL_TEXEL_RGBA8,         /* source only: bytes, 0 to 255 for 0 to 1 */
    NBL_BLOOM_FORMAT_SRGB8 = NBL_TEXEL_SRGB8          /* source only: bytes, decoded by the sRGB curve */
} nbl_bloom_format_t;

/* What happens to texels of the image that are NaN or infinite. A single one would make the whole result NaN. */
typedef enum nbl_bloom_invalid_t {
    /* As texels are read, NaN becomes 0, and an infinity becomes the description's `largest` with its sign. Finite
     * numbers stay, negative ones too */
    NBL_BLOOM_INVALID_CLAMP = 0,
    /* Functions that compute on the CPU fail with BAD_IMAGE before they write anything. Recorded passes take texels as
     * they are: nbl_bloom_check_image() looks at texels that the caller has in memory */
    NBL_BLOOM_INVALID_REFUSE
} nbl_bloom_invalid_t;

/* Returns a format's name, such as "rgba16f"; NULL for a number that is no format. Thread-safe. */
const char *nbl_bloom_format_text(nbl_bloom_format_t format);

/* Returns the bytes of a texel; 0 for a number that is no format. Thread-safe. */
uint32_t nbl_bloom_format_bytes(nbl_bloom_format_t format);

typedef struct nbl_bloom_desc_t {
    uint32_t width, height;               /* of the image, in texels, 1 or more */
    uint32_t kernel_width, kernel_height; /* of the convolution kernel, in texels, 1 or more; may exceed the image */
    nbl_bloom_padding_t padding_x, padding_y; /* left and right of the image; above and below it */
    nbl_bloom_axis_t first_axis;
    nbl_bloom_kernel_mode_t kernel_mode;
    nbl_bloom_interpolation_t interpolation;
    nbl_bloom_normalize_t normalize;
    nbl_bloom_storage_t storage;
    nbl_bloom_combine_t combine;
    bool threshold; /* only bright texels bloom, by the frame's threshold and knee */
    nbl_bloom_format_t source_format, target_format;
    nbl_bloom_invalid_t invalid;
    float largest; /* what an infinity becomes; 0: 65504, the largest half; for b10g11r11 65024, its largest number */
    bool reads_image; /* the source will be an image, sampled or not; changes speed only */
    /* The kernel's red channel is used for all three: a third of its spectrum. A grey kernel gives the same bits */
    bool grey_kernel;
    /* Lengths come from a coarse ladder and are up to a third longer than necessary. Frames may then be as large as
     * plan.most_width and most_height, and all sizes between two rungs share their kernels */
    bool ladder;
    /* Short modules in place of fast ones, for devices with slow compilers: one channel in a workgroup, and for the
     * radix-2 shuffle few elements in an invocation. The same bits */
    bool short_modules;
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM */
    /* Most invocations of one FFT, a power of two; a length that needs more gets more. 0: 256, for Stockham 1024 */
    uint32_t max_workgroup_size;
    uint32_t min_workgroup_invocations; /* short FFTs share a workgroup until it has this many invocations; 0: 128 */
    uint32_t columns;                   /* most lines that a workgroup of the second pass works on; 0: 4 or 8 */
    /* Stockham plans of your own, for a device with faster ones; passes 0: chosen. Their lengths replace the chosen
     * lengths, and their radices decide the bits. With first_axis AUTO x is then first.
     *   rows       of the first pass
     *   lines      of the second pass; its FFTs per workgroup are the columns
     *   rows_back  of the third pass; of the length of `rows`, with 1 or 3 FFTs per workgroup */
    nbl_fft_plan_request_t rows, lines, rows_back;
    nbl_fft_limits_t limits; /* of the device, by nbl_fft_device_limits(); by default the emulator's */
} nbl_bloom_desc_t;

/* A pass's compile-time parameters: a launch's specialization on the CPU, defines of a shader. */
typedef struct nbl_bloom_parameters_t {
    NBL_BLOOM_PARAMETERS(NBL_FIELD_OF_NUMBER, NBL_FIELD_OF_PLAN)
} nbl_bloom_parameters_t;

typedef enum nbl_bloom_pass_name_t {
    NBL_BLOOM_PASS_KERNEL_SUM = 0,
    NBL_BLOOM_PASS_KERNEL_FIRST_AXIS,
    NBL_BLOOM_PASS_KERNEL_SPECTRUM,
    NBL_BLOOM_PASS_KERNEL_ARRANGE,
    NBL_BLOOM_PASS_FIRST_AXIS,
    NBL_BLOOM_PASS_CONVOLVE,
    NBL_BLOOM_PASS_FIRST_AXIS_INVERSE,
    NBL_BLOOM_PASSES
} nbl_bloom_pass_name_t;

typedef struct nbl_bloom_pass_t {
    const char *name; /* "first axis" */
    const char *file; /* the kernel's text: "shaders/bloom_first_axis.h" */
    nbl_bloom_parameters_t parameters;
    nbl_bloom_constants_t constants; /* a frame's values are filled in as it is recorded */
    uint32_t elements;               /* complex elements that an invocation holds at most */
    uint32_t workgroup_size;         /* invocations */
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint64_t forward_ffts, inverse_ffts; /* of all channels */
    uint32_t fft_length;
    uint64_t bytes;      /* the least that it must read and write */
    uint32_t barriers;   /* that a workgroup executes */
    bool uses_subgroups; /* it needs the subgroup size of the limits */
} nbl_bloom_pass_t;

typedef struct nbl_bloom_plan_t {
    nbl_bloom_desc_t desc;            /* as given, with defaults and first axis chosen */
    uint32_t most_width, most_height; /* the largest frame: larger than the image with a ladder */
    /* of the FFTs along the first and the second axis: N1, N2 of docs/theory.md */
    uint32_t length_first, length_second;
    uint32_t kernel_length_first, kernel_length_second; /* of the kernel's FFTs, multiples of spectrum_first, _second */
    uint32_t spectrum_first, spectrum_second;           /* size of the kernel's spectrum: P1, P2 of docs/theory.md */
    uint64_t rows_bytes;                                /* of the intermediate, as kernel or image need it */
    uint64_t plain_bytes;     /* of the kernel's spectrum before it is arranged, and of mirrored images' rows */
    uint64_t spectrum_bytes;  /* of the kernel's spectrum, which is kept from image to image */
    uint64_t workspace_bytes; /* of the workspace: the intermediate, then the plain spectrum at plain_offset */
    uint64_t plain_offset;    /* a multiple of 256 */
    /* Counted work with x or y first: sums of N log2 N for the radix-2 shuffle, of operations for Stockham */
    double work_x_first, work_y_first;
    nbl_bloom_pass_t passes[NBL_BLOOM_PASSES];
} nbl_bloom_plan_t;

#define NBL_BLOOM_SUMS_BYTES (4u * NBL_BLOOM_SUMS) /* bytes of the buffer for the kernel's sums */

/* Returns a description with every default, and the emulator's limits with subgroups of 8. Set the sizes. */
nbl_bloom_desc_t nbl_bloom_desc_init(void);

/* Makes a plan of a description within its limits: lengths, axis, shapes, passes and sizes. Thread-safe. Errors:
 * ARGUMENT, LIMIT.
 *
 * desc   not NULL
 * plan   written on success only
 * error  may be NULL */
nbl_result_t nbl_bloom_plan_make(const nbl_bloom_desc_t *desc, nbl_bloom_plan_t *plan, nbl_error_t *error);

/* Checks that a kernel can be divided by its luminance. Call it before the passes that divide. Errors: BAD_KERNEL,
 * never with NBL_BLOOM_NORMALIZE_NONE. Thread-safe.
 *
 * sums  the sums of the kernel's red, green and blue, which the first kernel pass leaves in the sums buffer */
nbl_result_t nbl_bloom_check_sums(const nbl_bloom_plan_t *plan, const float sums[3], nbl_error_t *error);

/* What may change from frame to frame: nothing is compiled or allocated for it. */
typedef struct nbl_bloom_frame_t {
    uint32_t width, height; /* of the image, to the plan's most_width and most_height; 0: the description's */
    /* Texels from one row of a buffer to the next, of image and result; 0: the larger of width and desc.width */
    uint32_t row_pitch;
    float sharpening;      /* 0 to 1: 0 is the kernel as it is, 1 is no bloom */
    float intensity;       /* weight of the bloom: 0 to 1 for MIX, any for ADD */
    float threshold, knee; /* if the plan has a threshold: threshold 0 or more, knee 0 to threshold */
} nbl_bloom_frame_t;

/* Returns a frame of the described size, without sharpening, with intensity 1, threshold 1 and knee 0.5. */
nbl_bloom_frame_t nbl_bloom_frame_init(void);

/* Looks for a texel that is NaN or infinite, row by row. Thread-safe. Errors: ARGUMENT (a frame), BAD_IMAGE; the text
 * names x, y and channel of the first.
 *
 * plan   not NULL; its `invalid` does not matter
 * frame  NULL: what nbl_bloom_frame_init() returns
 * image  row_pitch x height texels of the source's format */
nbl_result_t nbl_bloom_check_image(const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame, const void *image,
                                   nbl_error_t *error);

/* ---- On the CPU */

/* What nbl_bloom_execute() and nbl_bloom_emulate() run on. Arrays have the layouts of a device and are aligned to 16
 * bytes. */
typedef struct nbl_bloom_run_t {
    const void *image;   /* row_pitch x height texels of the source's format */
    const float *kernel; /* kernel_width x kernel_height x 4 */
    void *result;        /* row_pitch x height texels of the target's format */
    void *workspace;     /* plan->workspace_bytes */
    void *spectrum;      /* plan->spectrum_bytes; caution: nbl_bloom_execute() has an order of its own, which
                          * nbl_bloom_emulate() and devices do not read */
    float *sums;         /* NBL_BLOOM_SUMS numbers */
    nbl_bloom_frame_t frame;
    /* its threads (nbl_bloom_execute(): at most 64); the rest for nbl_bloom_emulate() only */
    nbl_emulator_launch_t launch;
    const char *instructions; /* for nbl_bloom_execute(), as in nbl_fft_array_desc_t */
} nbl_bloom_run_t;

/* Returns a run with the defaults of frame and launch; all pointers are NULL. Thread-safe. */
nbl_bloom_run_t nbl_bloom_run_init(void);

/* Runs passes `first` to `last` on vectors of the processor. Results, sums and intermediates have the bits of the
 * emulator and of a device in exact mode. After NBL_BLOOM_PASS_KERNEL_SUM it checks the sums. Takes a MiB of the
 * caller's stack. Thread-safe with memory of one's own. Errors: ARGUMENT (a pass, a frame, a plan of the radix-2
 * shuffle, instructions), BAD_KERNEL, BAD_IMAGE, OUT_OF_MEMORY.
 *
 * first  0 to last
 * last   below NBL_BLOOM_PASSES */
nbl_result_t nbl_bloom_execute(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                               nbl_bloom_pass_name_t last, nbl_error_t *error);

/* Blooms an image on the CPU in one call: makes a plan, takes memory for the intermediates and runs every pass, with
 * the bits of nbl_bloom_execute(). For several images with one kernel use nbl_bloom_execute(), which transforms the
 * kernel once. Thread-safe. Errors: ARGUMENT, LIMIT, BAD_KERNEL, BAD_IMAGE, OUT_OF_MEMORY.
 *
 * desc     its algorithm must be NBL_FFT_STOCKHAM
 * frame    NULL: what nbl_bloom_frame_init() returns
 * image    row_pitch x height texels of the source's format; aligned to 16 bytes, as kernel and result
 * kernel   kernel_width x kernel_height x 4 floats; one that is NaN or infinite is BAD_KERNEL, with x, y and channel
 * result   row_pitch x height texels of the target's format; it must not overlap image or kernel
 * threads  at most 64; 0: one per processor */
nbl_result_t nbl_bloom_array(const nbl_bloom_desc_t *desc, const nbl_bloom_frame_t *frame, const void *image,
                             const float *kernel, void *result, uint32_t threads, nbl_error_t *error);

/* Runs passes `first` to `last` on the emulator. After NBL_BLOOM_PASS_KERNEL_SUM it checks the sums.
 * Errors: ARGUMENT (a pass, a frame), BAD_KERNEL, BAD_IMAGE, and those of nbl_emulator_launch().
 *
 * first    0 to last
 * last     below NBL_BLOOM_PASSES
 * reports  NBL_BLOOM_PASSES reports; those of the passes that ran are filled; may be NULL */
nbl_result_t nbl_bloom_emulate(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                               nbl_bloom_pass_name_t last, nbl_emulator_report_t *reports, nbl_error_t *error);

/* ---- On a Vulkan device */

typedef struct nbl_bloom_t nbl_bloom_t;

/* A pass's SPIR-V. */
typedef struct nbl_bloom_module_t {
    const uint32_t *words;
    size_t word_count;
} nbl_bloom_module_t;

typedef struct nbl_bloom_vulkan_desc_t {
    nbl_mode_t mode;                       /* exact or fast */
    nbl_cache_t *cache;                    /* NULL: compile always */
    bool source_is_image, target_is_image; /* storage images of the plan's formats instead of buffers of texels */
    bool source_is_sampled;                /* the source is a sampled image, of any format */
    bool unroll;                           /* unrolls the FFTs: fast on a GPU, slow to build on a software driver */
    /* NBL_BLOOM_PASSES modules that nbl-bloom compile or nbl_bloom_compile() made for an equal plan and description;
     * NULL, or a module without words: compile */
    const nbl_bloom_module_t *modules;
    /* Threads of nbl_bloom_create() and nbl_bloom_compile(), the caller's included, to NBL_BLOOM_PASSES: a driver takes
     * 0.1 s or more for each pass. 0 or 1: the caller's thread alone */
    uint32_t threads;
} nbl_bloom_vulkan_desc_t;

/* Compiles the modules of all passes. It needs no device, only the device's limits in the plan, so it can run while the
 * device is created (nbl_vulkan_device_desc_t.chosen). Errors: those of nbl_compile(). Thread-safe with different
 * outputs.
 *
 * desc     not NULL; its modules are not read
 * modules  overwritten; free each with nbl_spirv_free(), after a failure too */
nbl_result_t nbl_bloom_compile(const nbl_bloom_plan_t *plan, const nbl_bloom_vulkan_desc_t *desc,
                               nbl_spirv_t modules[NBL_BLOOM_PASSES], nbl_error_t *error);

/* Compiles all passes for a device. Errors: those of nbl_compile() and nbl_vulkan_kernel_create(); MISSING_FEATURE
 * (NBL_FEATURE_STORAGE_IMAGE_EXTENDED_FORMATS) if the device cannot store to the target's format.
 *
 * plan   not NULL; copied; made with the device's limits
 * desc   not NULL
 * bloom  receives the bloom, for nbl_bloom_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_bloom_create(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                              const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error);

/* Makes a bloom without passes, for callers that make pipelines on their own threads or one per frame. Call
 * nbl_bloom_create_pass() for each of the NBL_BLOOM_PASSES passes; the cache and the modules of `desc` must live until
 * then. Errors: ARGUMENT, OUT_OF_MEMORY, VULKAN.
 *
 * plan   not NULL; copied
 * bloom  receives the bloom, for nbl_bloom_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_bloom_create_empty(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                                    const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error);

/* Compiles one pass of a bloom of nbl_bloom_create_empty(). Passes may be made in any order, before the bloom is bound.
 * Thread-safe for different passes of one bloom. Errors: those of nbl_bloom_create(); ARGUMENT if the pass exists. */
nbl_result_t nbl_bloom_create_pass(nbl_bloom_t *bloom, nbl_bloom_pass_name_t pass, nbl_error_t *error);

/* Destroys a bloom and its passes, which no command buffer may still be executing. Per object.
 *
 * bloom  NULL does nothing */
void nbl_bloom_destroy(nbl_bloom_t *bloom);

/* Returns the bloom's own copy of its plan. Thread-safe. */
const nbl_bloom_plan_t *nbl_bloom_get_plan(const nbl_bloom_t *bloom);

/* Returns a compiled pass, for its statistics; NULL if it was not created, and for a number that is no pass.
 * Thread-safe. */
const nbl_vulkan_kernel_t *nbl_bloom_get_kernel(const nbl_bloom_t *bloom, nbl_bloom_pass_name_t pass);

/* The caller's memory for a bloom. Each frame in flight needs a binding and a workspace of its own; spectrum and sums
 * may be shared. To change the convolution kernel while frames are in flight, use another spectrum, sums and
 * workspace. */
typedef struct nbl_bloom_resources_t {
    /* A buffer of row_pitch x height texels of the source's format; or the view of an image of that format, with its
     * VkFormat (for RGBA8 and SRGB8 a UNORM view). A sampled image needs no sampler */
    nbl_vulkan_resource_t image;
    /* A buffer or a view as `image`, of the target's format. It may be the image's memory if the image is not needed
     * later */
    nbl_vulkan_resource_t result;
    /* A buffer of kernel_width x kernel_height RGBA float32; needed by nbl_bloom_record_sums() and _record_kernel()
     * only */
    nbl_vulkan_resource_t kernel;
    /* A buffer of plan->workspace_bytes, which may be more than one binding takes
     * (nbl_vulkan_buffer_desc_t.bound_in_parts) */
    nbl_vulkan_resource_t workspace;
    nbl_vulkan_resource_t spectrum; /* a buffer of plan->spectrum_bytes */
    nbl_vulkan_resource_t sums;     /* a buffer of NBL_BLOOM_SUMS_BYTES */
    /* A buffer of plan->plain_bytes for the kernel's own spectrum, if nbl_bloom_record_arrange() of blooms of other
     * sizes is to read it; all zero: a part of the workspace */
    nbl_vulkan_resource_t plain;
} nbl_bloom_resources_t;

typedef struct nbl_bloom_binding_t nbl_bloom_binding_t;

/* Ties a bloom's passes to memory. Errors: ARGUMENT (a view whose VkFormat is not the plan's, a buffer that is too
 * small), those of nbl_vulkan_bindings_create().
 *
 * resources  not NULL; the memory must outlive the binding
 * binding    receives the binding, for nbl_bloom_binding_destroy(); NULL after an error */
nbl_result_t nbl_bloom_binding_create(const nbl_bloom_t *bloom, const nbl_bloom_resources_t *resources,
                                      nbl_bloom_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the memory that it ties. No command buffer that it was recorded to may still be executing.
 * Per object.
 *
 * binding  NULL does nothing */
void nbl_bloom_binding_destroy(nbl_bloom_binding_t *binding);

/* Records the pass that sums the kernel, and a barrier after it. Allocates nothing and submits nothing. Make the inputs
 * visible to compute shaders before. Errors: LIMIT.
 *
 * command_buffer  in the recording state, of a queue family with compute
 * timestamps      receive each pass's begin and end as a span, from span number first_span on; already reset. NULL: no
 *                 times */
nbl_result_t nbl_bloom_record_sums(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                   VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                   uint32_t first_span, nbl_error_t *error);

/* Records the kernel's three other passes, with barriers between and after them. They divide by the luminance of the
 * sums, so call nbl_bloom_check_sums() before they run. Errors and other arguments: nbl_bloom_record_sums().
 *
 * timestamps  receive each pass's times as nbl_bloom_record_sums() says; may be NULL */
nbl_result_t nbl_bloom_record_kernel(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                     VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                     uint32_t first_span, nbl_error_t *error);

/* Records the image's three passes, with barriers between and after them. Errors: ARGUMENT (a frame), LIMIT. Other
 * arguments: nbl_bloom_record_sums().
 *
 * frame       NULL: what nbl_bloom_frame_init() returns
 * timestamps  receive each pass's times as nbl_bloom_record_sums() says; may be NULL */
nbl_result_t nbl_bloom_record_image(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                    VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                    const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span, nbl_error_t *error);

/* Records the images of a batch: two eyes, frames of a film. Between two barriers it records the second pass of an
 * image, the last of the image before and the first of the image behind, whose workgroups fill each other's gaps: an
 * image takes 4 to 23 % less time than by nbl_bloom_record_image() (docs/log/bloom.md), and has the same bits. A
 * barrier stands after the last pass. Passes of three images in a row run at the same time: their workspaces must not
 * overlap, and no image may be the result of one of the two before it. Errors: ARGUMENT (a frame, a binding that is
 * NULL, workspaces that overlap, an image that begins where such a result does), LIMIT. Other arguments:
 * nbl_bloom_record_image().
 *
 * bindings  count bindings of this bloom, with image and result of each; three workspaces in turn do for all
 * frames    count frames; NULL: what nbl_bloom_frame_init() returns
 * count     0: nothing is recorded */
nbl_result_t nbl_bloom_record_images(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *const *bindings,
                                     const nbl_bloom_frame_t *frames, uint32_t count, VkCommandBuffer command_buffer,
                                     nbl_error_t *error);

/* Records only the last of the kernel's passes, and a barrier after it. If one kernel serves images of several sizes,
 * one bloom transforms the kernel, and the others arrange its spectrum for their sizes. All are bound to the same
 * `plain` and `sums`. Errors: ARGUMENT (the kernel mode is not NBL_BLOOM_KERNEL_RESAMPLE, the only mode in which the
 * kernel has lengths of its own), LIMIT. Other arguments: nbl_bloom_record_sums().
 *
 * binding     its bloom has the kernel size, first axis and algorithm of the bloom that transformed the kernel
 * timestamps  receive each pass's times as nbl_bloom_record_sums() says; may be NULL */
nbl_result_t nbl_bloom_record_arrange(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                      VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                      uint32_t first_span, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
