/* The public face of the FFT bloom: plan it, then run it on the CPU emulator or record it into a Vulkan command buffer.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). out = image * kernel, a linear convolution per channel with the kernel's centre texel at the
 * origin. Images are float32 RGBA or another format of nbl_bloom_format_t; alpha passes through. Seven passes: four
 * transform the kernel once, three bloom every image.
 *
 *   nbl_bloom_desc_init()          the description
 *   nbl_bloom_plan_make()          how it is done: lengths, shapes, passes, bytes; plain data, the same for both
 *                                  backends
 *   nbl_bloom_array()              blooms an image on the CPU in one call
 *   nbl_bloom_execute()            runs the passes on the CPU
 *   nbl_bloom_emulate()            runs them on the emulator, for who debugs: ten and more times as long
 *   nbl_bloom_create()             compiles the passes for a Vulkan device
 *   nbl_bloom_binding_create()     ties them to the caller's buffers and images
 *   nbl_bloom_record_sums(), nbl_bloom_record_kernel(), nbl_bloom_record_image()
 *                                  record into the caller's command buffer; submit nothing
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

/* What lies around the image: nothing, the image mirrored, or the image again, as behind the edges of a panorama. An
 * even side that is a transform's length and not shorter than the kernel's is wrapped without any padding. */
typedef enum nbl_bloom_padding_t {
    NBL_BLOOM_PADDING_ZERO = NBL_BLOOM_ZERO,
    NBL_BLOOM_PADDING_MIRROR = NBL_BLOOM_MIRROR,
    NBL_BLOOM_PADDING_WRAP = NBL_BLOOM_WRAP
} nbl_bloom_padding_t;
typedef enum nbl_bloom_axis_t { NBL_BLOOM_AXIS_AUTO = 0, NBL_BLOOM_AXIS_X, NBL_BLOOM_AXIS_Y } nbl_bloom_axis_t;
/* pad: exact. resample: interpolates the kernel's own spectrum, which is smaller, but ghosts (docs/theory.md). */
typedef enum nbl_bloom_kernel_mode_t { NBL_BLOOM_KERNEL_PAD = 0, NBL_BLOOM_KERNEL_RESAMPLE } nbl_bloom_kernel_mode_t;
/* For resample only. All but the linear one keep more of the kernel's outer parts and ghost less; they cost more only
 * when a kernel is transformed (docs/theory.md, section 10, has the figures). */
typedef enum nbl_bloom_interpolation_t {
    NBL_BLOOM_INTERPOLATION_LINEAR = NBL_BLOOM_LINEAR, /* of two samples */
    NBL_BLOOM_INTERPOLATION_CUBIC = NBL_BLOOM_CUBIC,
    NBL_BLOOM_INTERPOLATION_SIX_TAPS = NBL_BLOOM_SIX_TAPS,
    NBL_BLOOM_INTERPOLATION_B_SPLINE = NBL_BLOOM_B_SPLINE
} nbl_bloom_interpolation_t;
typedef enum nbl_bloom_normalize_t {
    NBL_BLOOM_NORMALIZE_LUMINANCE = 0,
    NBL_BLOOM_NORMALIZE_NONE
} nbl_bloom_normalize_t;
/* What the intermediates are stored as; arithmetic is float32 either way. */
typedef enum nbl_bloom_storage_t { NBL_BLOOM_STORAGE_FLOAT32 = 0, NBL_BLOOM_STORAGE_FLOAT16 } nbl_bloom_storage_t;

/* How the bloom is combined with the image: in its place, mixed with it, or added to it, by the frame's intensity. */
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
    NBL_BLOOM_FORMAT_RGBA8 = NBL_TEXEL_RGBA8,         /* source only: 0 to 1 in bytes */
    NBL_BLOOM_FORMAT_SRGB8 = NBL_TEXEL_SRGB8          /* source only: likewise, by the sRGB curve */
} nbl_bloom_format_t;

/* What becomes of texels of the image that are NaN or infinite: one of them would make the whole result NaN. */
typedef enum nbl_bloom_invalid_t {
    /* As texels are read, NaN becomes 0 and an infinity the description's `largest`, with its sign. Finite numbers,
     * negative ones too, stay */
    NBL_BLOOM_INVALID_CLAMP = 0,
    /* Functions that compute on the CPU fail with BAD_IMAGE before they write anything. Recorded passes take texels as
     * they are: nbl_bloom_check_image() looks at texels that the caller has in memory */
    NBL_BLOOM_INVALID_REFUSE
} nbl_bloom_invalid_t;

/* Returns a format's name, such as "rgba16f", or NULL for other numbers. Thread-safe. */
const char *nbl_bloom_format_text(nbl_bloom_format_t format);

/* Returns the bytes of a texel, or 0 for other numbers. Thread-safe. */
uint32_t nbl_bloom_format_bytes(nbl_bloom_format_t format);

typedef struct nbl_bloom_desc_t {
    uint32_t width, height;                   /* size of the image, texels, 1 or more */
    uint32_t kernel_width, kernel_height;     /* size of the convolution kernel, likewise; may exceed the image */
    nbl_bloom_padding_t padding_x, padding_y; /* left and right of the image; above and below it */
    nbl_bloom_axis_t first_axis; /* auto: x, whose lines are contiguous in memory; y if it is far less work */
    nbl_bloom_kernel_mode_t kernel_mode;
    nbl_bloom_interpolation_t interpolation;
    nbl_bloom_normalize_t normalize;
    nbl_bloom_storage_t storage;
    nbl_bloom_combine_t combine;
    bool threshold; /* only bright texels bloom, by the frame's threshold and knee */
    nbl_bloom_format_t source_format, target_format;
    nbl_bloom_invalid_t invalid;
    float largest;    /* what an infinity becomes; 0: 65504, the largest half, and of b10g11r11 65024 */
    bool reads_image; /* the source will be an image, sampled or not: nothing but speed depends on it */
    /* The convolution kernel's red channel is used for all three: a third of its spectrum. Same bits if it is grey */
    bool grey_kernel;
    /* Lengths from a coarse ladder, up to a third longer than necessary: frames may grow up to plan.most_width and
     * most_height, and all sizes between two rungs share their kernels */
    bool ladder;
    /* Modules as short as possible rather than fast ones, for devices whose compilers are slow: one channel in a
     * workgroup, and with radix-2 shuffle few elements in an invocation. Same bits */
    bool short_modules;
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM */
    /* invocations of one FFT, a power of two; 0: 256, stockham 1024; more where a length needs it */
    uint32_t max_workgroup_size;
    uint32_t min_workgroup_invocations; /* short FFTs share a workgroup up to this many invocations; 0: 128 */
    uint32_t columns;                   /* lines that a workgroup of the second pass works down, at most; 0: 4 or 8 */
    /* Stockham plans of one's own, for a device with faster ones: of the first pass, of the second, whose FFTs per
     * workgroup are its columns, and of the third, whose are 3 or 1 and whose length is the first's. Their lengths take
     * the place of the chosen ones; bits follow from the radices. passes 0: chosen. With first_axis auto, x is
     * first. */
    nbl_fft_plan_request_t rows, lines, rows_back;
    nbl_fft_limits_t limits; /* nbl_fft_device_limits() */
} nbl_bloom_desc_t;

/* The specialization of a launch, and a shader's defines. */
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
    nbl_bloom_constants_t constants; /* what a frame says is set when recorded */
    uint32_t elements;               /* the most that an invocation holds */
    uint32_t workgroup_size;         /* invocations */
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint64_t forward_ffts, inverse_ffts; /* all channels */
    uint32_t fft_length;
    uint64_t bytes;      /* read once and written once, the least it must move */
    uint32_t barriers;   /* executed by a workgroup */
    bool uses_subgroups; /* and so needs the subgroup size of the limits */
} nbl_bloom_pass_t;

typedef struct nbl_bloom_plan_t {
    nbl_bloom_desc_t desc;                /* as given, defaults and first axis chosen */
    uint32_t most_width, most_height;     /* a frame's largest size: more than the image's with a ladder */
    uint32_t length_first, length_second; /* N1, N2 */
    uint32_t kernel_length_first, kernel_length_second; /* lengths of the kernel's FFTs, multiples of the spectrum's */
    uint32_t spectrum_first, spectrum_second;           /* P1, P2 */
    uint64_t rows_bytes;                                /* the intermediate, the larger need of kernel and image */
    uint64_t plain_bytes;     /* the kernel's spectrum before it is arranged, and mirrored images' rows */
    uint64_t spectrum_bytes;  /* the kernel's spectrum, kept from image to image */
    uint64_t workspace_bytes; /* the intermediate, then the plain spectrum at plain_offset */
    uint64_t plain_offset;    /* a multiple of 256 */
    double work_x_first,
        work_y_first; /* counted work: c(N) = N log2 N of radix2-shuffle, of stockham counted operations */
    nbl_bloom_pass_t passes[NBL_BLOOM_PASSES];
} nbl_bloom_plan_t;

#define NBL_BLOOM_SUMS_BYTES (4u * NBL_BLOOM_SUMS) /* of the buffer that takes the kernel's sums */

/* Returns a description with every default: sizes 0 (to be set), the emulator's limits with subgroups of 8. */
nbl_bloom_desc_t nbl_bloom_desc_init(void);

/* Resolves a description to a plan: lengths, axis, shapes, passes and sizes, against the limits.
 * Errors: ARGUMENT, LIMIT.
 *
 * desc   not NULL
 * plan   written on success only
 * error  may be NULL */
nbl_result_t nbl_bloom_plan_make(const nbl_bloom_desc_t *desc, nbl_bloom_plan_t *plan, nbl_error_t *error);

/* Checks the kernel's channel sums, which the first kernel pass leaves in the sums buffer, before anything is divided
 * by their luminance. Errors: BAD_KERNEL; never with NBL_BLOOM_NORMALIZE_NONE. */
nbl_result_t nbl_bloom_check_sums(const nbl_bloom_plan_t *plan, const float sums[3], nbl_error_t *error);

/* What may change from frame to frame: nothing is compiled or allocated for it. */
typedef struct nbl_bloom_frame_t {
    uint32_t width, height; /* size of the image, up to the plan's most; 0: as described to the plan */
    /* texels from one row of a buffer to the next, of image and result; 0: the larger of width and the described one */
    uint32_t row_pitch;
    float sharpening;      /* 0, the kernel as it is, to 1, no bloom */
    float intensity;       /* weight of the bloom: for MIX 0 to 1, for ADD any */
    float threshold, knee; /* if the plan has a threshold: 0 or more, and 0 to the threshold */
} nbl_bloom_frame_t;

/* Returns a frame of the described size, without sharpening, of intensity 1, with threshold 1 and knee 0.5. */
nbl_bloom_frame_t nbl_bloom_frame_init(void);

/* Looks for a texel that is NaN or infinite. Thread-safe. Errors: ARGUMENT (a frame), BAD_IMAGE, which names x, y and
 * channel of the first one, row by row.
 *
 * plan   its invalid does not matter
 * frame  NULL: that of nbl_bloom_frame_init()
 * image  row_pitch x height texels of the source's format */
nbl_result_t nbl_bloom_check_image(const nbl_bloom_plan_t *plan, const nbl_bloom_frame_t *frame, const void *image,
                                   nbl_error_t *error);

/* ---- On the CPU */

/* A run of passes: its memory, the same layouts as on a device, each array 16-byte aligned; and how it runs. */
typedef struct nbl_bloom_run_t {
    const void *image;   /* row_pitch x height texels of the source's format */
    const float *kernel; /* kernel_width x kernel_height x 4 */
    void *result;        /* row_pitch x height texels of the target's format */
    void *workspace;     /* plan->workspace_bytes */
    void *spectrum;      /* plan->spectrum_bytes; nbl_bloom_execute() has an order of its own, for its passes alone */
    float *sums;         /* NBL_BLOOM_SUMS */
    nbl_bloom_frame_t frame;
    nbl_emulator_launch_t launch; /* threads, of the executor at most 64; the rest of it is nbl_bloom_emulate()'s */
    const char *instructions;     /* of nbl_bloom_execute(), as of nbl_fft_array_desc_t; NULL: all that the CPU has */
} nbl_bloom_run_t;

/* Returns a run with nothing but the frame's and the launch's defaults. */
nbl_bloom_run_t nbl_bloom_run_init(void);

/* Runs passes `first` to `last` on vectors of the processor: results, sums and intermediates have the bits of the
 * emulator, and of a device in exact mode. After NBL_BLOOM_PASS_KERNEL_SUM the sums are checked. Takes a MiB of the
 * caller's stack. Errors: ARGUMENT (a pass, a frame, a plan of radix-2 shuffle, instructions), BAD_KERNEL, BAD_IMAGE,
 * OUT_OF_MEMORY. Thread-safe with memory of one's own.
 *
 * first  0 to last
 * last   below NBL_BLOOM_PASSES */
nbl_result_t nbl_bloom_execute(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                               nbl_bloom_pass_name_t last, nbl_error_t *error);

/* Blooms an image on the CPU in one call: plans, takes memory for the intermediates and runs every pass, with the bits
 * of nbl_bloom_execute(). For images that share a kernel, nbl_bloom_execute() transforms it once. Errors: ARGUMENT,
 * LIMIT, BAD_KERNEL, BAD_IMAGE, OUT_OF_MEMORY. Thread-safe.
 *
 * desc     its algorithm must be NBL_FFT_STOCKHAM
 * frame    NULL: that of nbl_bloom_frame_init()
 * image    texels of the source's format, 16-byte aligned like the others
 * kernel   kernel_width x kernel_height x 4; a colour that is NaN or infinite is BAD_KERNEL, by x, y and channel
 * result   texels of the target's format; no other array
 * threads  at most 64; 0: one per processor */
nbl_result_t nbl_bloom_array(const nbl_bloom_desc_t *desc, const nbl_bloom_frame_t *frame, const void *image,
                             const float *kernel, void *result, uint32_t threads, nbl_error_t *error);

/* Runs passes `first` to `last` on the emulator; after NBL_BLOOM_PASS_KERNEL_SUM the sums are checked.
 * Errors: ARGUMENT (a pass, a frame), BAD_KERNEL, BAD_IMAGE, and those of nbl_emulator_launch().
 *
 * first    0 to last
 * last     below NBL_BLOOM_PASSES
 * reports  one per pass of the plan (NBL_BLOOM_PASSES), those that ran are filled; may be NULL */
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
    bool source_is_sampled;                /* a sampled image instead, of any format */
    bool unroll;                           /* unroll the FFTs: fast on a GPU, slow to build on a software driver */
    const nbl_bloom_module_t *modules;     /* NBL_BLOOM_PASSES of them, made for such a plan and description by
                                            * nbl-bloom compile or nbl_bloom_compile(); NULL, or without words:
                                            * compile */
    /* threads that nbl_bloom_create() and nbl_bloom_compile() make the passes on, their caller's among them, up to
     * NBL_BLOOM_PASSES: a driver takes 0.1 s or more over each pass. 0 or 1: the caller's alone */
    uint32_t threads;
} nbl_bloom_vulkan_desc_t;

/* Compiles the modules of all passes, which takes no device, but its limits in the plan: so it can be done while one is
 * created (nbl_vulkan_device_desc_t.chosen). Errors: those of nbl_compile(). Thread-safe with different outputs.
 *
 * desc     its modules are not read
 * modules  overwritten; free each with nbl_spirv_free(), after a failure too */
nbl_result_t nbl_bloom_compile(const nbl_bloom_plan_t *plan, const nbl_bloom_vulkan_desc_t *desc,
                               nbl_spirv_t modules[NBL_BLOOM_PASSES], nbl_error_t *error);

/* Compiles the passes. The plan is copied. Errors: those of nbl_compile() and nbl_vulkan_kernel_create(); a device that
 * cannot store to a format lacks NBL_FEATURE_STORAGE_IMAGE_EXTENDED_FORMATS.
 *
 * bloom  NULL after an error; to be destroyed before the device */
nbl_result_t nbl_bloom_create(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                              const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error);

/* Makes a bloom without passes, for pipelines made on the caller's threads or one per frame: nbl_bloom_create_pass()
 * creates each of its NBL_BLOOM_PASSES passes. The cache and the modules of `desc` must live until then. Errors:
 * ARGUMENT, OUT_OF_MEMORY, VULKAN.
 *
 * bloom  NULL after an error; to be destroyed before the device */
nbl_result_t nbl_bloom_create_empty(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                                    const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error);

/* Compiles one pass, in any order, before it is bound. Thread-safe for different passes of one bloom. Errors: those of
 * nbl_bloom_create().
 *
 * pass  not created yet, else ARGUMENT */
nbl_result_t nbl_bloom_create_pass(nbl_bloom_t *bloom, nbl_bloom_pass_name_t pass, nbl_error_t *error);

/* Destroys a bloom and its passes, which no command buffer may still be executing. Per object.
 *
 * bloom  NULL does nothing */
void nbl_bloom_destroy(nbl_bloom_t *bloom);

/* Returns the bloom's own copy of its plan. Thread-safe. */
const nbl_bloom_plan_t *nbl_bloom_get_plan(const nbl_bloom_t *bloom);

/* Returns a compiled pass, for its statistics; NULL if it was not created, and for other numbers. Thread-safe. */
const nbl_vulkan_kernel_t *nbl_bloom_get_kernel(const nbl_bloom_t *bloom, nbl_bloom_pass_name_t pass);

/* The caller's memory. One binding serves one frame in flight; several may share the spectrum. To change the
 * convolution kernel while frames are in flight, use another spectrum, sums and workspace, and bindings to them. */
typedef struct nbl_bloom_resources_t {
    /* buffer of row_pitch x height texels of the source's format; or the view of an image of it, with its VkFormat: a
     * UNORM one for RGBA8 and SRGB8. A sampled one needs no sampler */
    nbl_vulkan_resource_t image;
    /* likewise, of the target's format; may be the image's own memory only if its contents are not needed later */
    nbl_vulkan_resource_t result;
    /* buffer of kernel_width x kernel_height RGBA float32; needed by record_kernel only */
    nbl_vulkan_resource_t kernel;
    /* buffer of plan->workspace_bytes, which may be more than a binding takes
     * (nbl_vulkan_buffer_desc_t.bound_in_parts) */
    nbl_vulkan_resource_t workspace;
    nbl_vulkan_resource_t spectrum; /* buffer of plan->spectrum_bytes */
    nbl_vulkan_resource_t sums;     /* buffer of NBL_BLOOM_SUMS_BYTES */
    /* buffer of plan->plain_bytes for the kernel's own spectrum, which nbl_bloom_record_arrange() of blooms of other
     * sizes may read; none: a part of the workspace */
    nbl_vulkan_resource_t plain;
} nbl_bloom_resources_t;

typedef struct nbl_bloom_binding_t nbl_bloom_binding_t;

/* Ties a bloom's passes to memory. Errors: ARGUMENT (a view whose VkFormat is not the plan's, a buffer of
 * less than it must have), those of nbl_vulkan_bindings_create().
 *
 * binding  NULL after an error */
nbl_result_t nbl_bloom_binding_create(const nbl_bloom_t *bloom, const nbl_bloom_resources_t *resources,
                                      nbl_bloom_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the memory that it ties. No command buffer that it was recorded to may still be executing.
 * Per object.
 *
 * binding  NULL does nothing */
void nbl_bloom_binding_destroy(nbl_bloom_binding_t *binding);

/* Records the pass that sums up the kernel, and a barrier after it; allocates nothing and submits nothing. The inputs
 * must have been made visible to compute shaders before. Errors: LIMIT.
 *
 * command_buffer  recording, of a queue family with compute
 * timestamps      may be NULL: each pass is a span, from first_span on; already reset */
nbl_result_t nbl_bloom_record_sums(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                   VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                   uint32_t first_span, nbl_error_t *error);

/* Records the kernel's three other passes, likewise. They divide by the luminance of the sums: call
 * nbl_bloom_check_sums() first.
 *
 * timestamps  may be NULL */
nbl_result_t nbl_bloom_record_kernel(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                     VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                     uint32_t first_span, nbl_error_t *error);

/* Records the image's three passes, likewise. Errors: ARGUMENT (a frame), LIMIT.
 *
 * frame       NULL: that of nbl_bloom_frame_init()
 * timestamps  may be NULL */
nbl_result_t nbl_bloom_record_image(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                    VkCommandBuffer command_buffer, const nbl_bloom_frame_t *frame,
                                    const nbl_vulkan_timestamps_t *timestamps, uint32_t first_span, nbl_error_t *error);

/* Records only the last of the kernel's passes, and a barrier after it. If one kernel serves images of several sizes,
 * one bloom transforms it, and the others arrange its spectrum for their sizes. All are bound to the same `plain` and
 * `sums`. Errors: ARGUMENT (the kernel mode is not NBL_BLOOM_KERNEL_RESAMPLE: only then are the kernel's lengths its
 * own).
 *
 * binding     its bloom is of the same kernel size, first axis and algorithm as the one that transformed the kernel
 * timestamps  may be NULL */
nbl_result_t nbl_bloom_record_arrange(const nbl_bloom_t *bloom, const nbl_bloom_binding_t *binding,
                                      VkCommandBuffer command_buffer, const nbl_vulkan_timestamps_t *timestamps,
                                      uint32_t first_span, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
