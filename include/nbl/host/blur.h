/* The public face of the two blurs that stand beside the bloom: games' dual filter, and a Gaussian by prefix sums.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). docs/blurs.md defines both. Images are float32 RGBA; alpha passes through.
 *
 *   nbl_blur_desc_t                all bytes zero are the defaults, but for the sizes
 *   nbl_blur_plan_make()           passes, sizes, bytes; plain data, the same for both backends
 *   nbl_blur_execute(), nbl_blur_emulate()
 *                                  run the passes on the CPU: to compute, the dual filter, and to debug
 *   nbl_blur_create()              compiles the passes for a Vulkan device
 *   nbl_blur_binding_create()      ties them to the caller's buffers
 *   nbl_blur_record()              records into the caller's command buffer; submits nothing
 *
 * Nothing here prints, exits or keeps global state. Functions on different objects may be called from different threads;
 * one nbl_blur_t may be recorded from several threads at once through bindings of their own. `error` comes last and may
 * be NULL.
 */
#ifndef NBL_HOST_BLUR_H
#define NBL_HOST_BLUR_H

#include "nbl/host/bloom.h"

#include "nbl/blur/constants.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nbl_blur_method_t { NBL_BLUR_DUAL_FILTER = 0, NBL_BLUR_PREFIX_SUM } nbl_blur_method_t;

/* What lies beyond the edges, of the prefix sum; the dual filter clamps. */
typedef enum nbl_blur_wrap_t {
    NBL_BLUR_WRAP_REPEAT = NBL_BLUR_REPEAT,
    NBL_BLUR_WRAP_CLAMP = NBL_BLUR_CLAMP,
    NBL_BLUR_WRAP_BORDER = NBL_BLUR_BORDER, /* black */
    NBL_BLUR_WRAP_MIRROR = NBL_BLUR_MIRROR
} nbl_blur_wrap_t;

#define NBL_BLUR_MAX_LEVELS 12
#define NBL_BLUR_MAX_PASSES (2 * NBL_BLUR_MAX_LEVELS)

typedef struct nbl_blur_desc_t {
    nbl_blur_method_t method;
    uint32_t width, height; /* size of the image, texels: 1 to 65536; for the prefix sum to NBL_BLUR_MAX_LINE */
    nbl_bloom_combine_t combine;
    bool threshold;              /* only what is bright is blurred: the frame's threshold and knee say what that is */
    nbl_bloom_invalid_t invalid; /* texels of the image that are NaN or infinite */
    float largest;               /* what an infinity becomes; 0: 65504 */
    /* Of the dual filter: */
    uint32_t levels; /* levels below the image, 1 to NBL_BLUR_MAX_LEVELS; 0: 6, or fewer down to 1 x 1 */
    float spread;    /* how much of a level comes from below it, above 0 to 1; 0: 0.85 */
    /* Of the prefix sum: */
    float sigma;    /* standard deviation in texels, above 0 to 100000; 0: 16 */
    uint32_t boxes; /* boxes along each axis, 1 to 8; 0: 3 */
    nbl_blur_wrap_t wrap;
    uint32_t max_shared_bytes; /* limit of a workgroup; 0: 65536 */
    bool
        no_subgroups; /* the kernels use no subgroup operation, for a device or a language without: the same bits, and sums
                          in shared memory, 8192 bytes and more */
} nbl_blur_desc_t;

/* The specialization of a launch, and a shader's defines. */
typedef struct nbl_blur_parameters_t {
    NBL_BLUR_PARAMETERS(NBL_FIELD_OF_NUMBER)
} nbl_blur_parameters_t;

typedef struct nbl_blur_pass_t {
    const char *name; /* "down", "up", "along x" */
    nbl_blur_parameters_t parameters;
    nbl_blur_constants_t constants; /* what a frame says is set when recorded */
    uint32_t kernel;                /* passes of one number run one kernel */
    uint32_t workgroup_size;        /* invocations */
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint64_t bytes; /* read once and written once, the least it must move */
} nbl_blur_pass_t;

#define NBL_BLUR_KERNELS 4 /* at most */

typedef struct nbl_blur_plan_t {
    nbl_blur_desc_t desc; /* as given, the defaults filled in */
    uint32_t pass_count;
    nbl_blur_pass_t passes[NBL_BLUR_MAX_PASSES];
    uint64_t image_bytes; /* of the image, and of the result */
    uint64_t workspace_bytes;
} nbl_blur_plan_t;

/* What may change from frame to frame. */
typedef struct nbl_blur_frame_t {
    float intensity;       /* weight of the blur: for MIX 0 to 1, for ADD any, else 1 */
    float threshold, knee; /* where the plan has a threshold: 0 or more, and 0 to the threshold */
} nbl_blur_frame_t;

/* Returns intensity 1, threshold 1 and knee 0.5. Thread-safe. */
nbl_blur_frame_t nbl_blur_frame_init(void);

/* Resolves a description to passes. Thread-safe.
 * Errors: ARGUMENT, LIMIT (a line's sums are more than the shared memory).
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_blur_plan_make(const nbl_blur_desc_t *desc, nbl_blur_plan_t *plan, nbl_error_t *error);

/* Runs all passes on the CPU emulator. Errors: ARGUMENT (a frame), BAD_IMAGE, OUT_OF_MEMORY, those of nbl_emulator_launch().
 *
 * image        width x height x 4 floats, 16-byte aligned
 * result       likewise; not the image
 * frame        NULL: that of nbl_blur_frame_init()
 * launch       threads, order, seed, check; the rest is filled in; NULL: the defaults
 * nanoseconds  receives one number per pass; may be NULL */
nbl_result_t nbl_blur_emulate(const nbl_blur_plan_t *plan, const float *image, float *result,
                              const nbl_blur_frame_t *frame, const nbl_emulator_launch_t *launch, double *nanoseconds,
                              nbl_error_t *error);

/* Does the same on the executor, with the same bits, but for prefix sums, whose bits are those of a workgroup's scan.
 * Errors: ARGUMENT (a frame, prefix sums), BAD_IMAGE, OUT_OF_MEMORY. Thread-safe.
 *
 * image, result  as of nbl_blur_emulate()
 * frame          likewise; NULL: that of nbl_blur_frame_init()
 * threads        at most 64; 0: one per processor
 * nanoseconds    as of nbl_blur_emulate(); may be NULL */
nbl_result_t nbl_blur_execute(const nbl_blur_plan_t *plan, const float *image, float *result,
                              const nbl_blur_frame_t *frame, uint32_t threads, double *nanoseconds, nbl_error_t *error);

typedef struct nbl_blur_t nbl_blur_t;
typedef struct nbl_blur_binding_t nbl_blur_binding_t;

typedef struct nbl_blur_vulkan_desc_t {
    nbl_mode_t mode;
    nbl_cache_t *cache; /* NULL: compile always */
    nbl_optimize_t optimize;
    /* NBL_BLUR_KERNELS of them, by the passes' `kernel`, made for such a plan by nbl-bloom compile; NULL: compile */
    const nbl_bloom_module_t *modules;
} nbl_blur_vulkan_desc_t;

/* Compiles the passes. The plan is copied. Errors: those of nbl_compile() and nbl_vulkan_kernel_create().
 *
 * blur  NULL after an error; to be destroyed before the device */
nbl_result_t nbl_blur_create(nbl_vulkan_device_t *device, const nbl_blur_plan_t *plan,
                             const nbl_blur_vulkan_desc_t *desc, nbl_blur_t **blur, nbl_error_t *error);

/* Destroys a blur, which no command buffer may still be executing. Per object.
 *
 * blur  NULL does nothing */
void nbl_blur_destroy(nbl_blur_t *blur);

/* Storage buffers; image and result of width x height RGBA float32. */
typedef struct nbl_blur_resources_t {
    nbl_vulkan_resource_t image, result; /* two buffers of plan->image_bytes */
    nbl_vulkan_resource_t workspace;     /* plan->workspace_bytes */
} nbl_blur_resources_t;

/* Ties a blur's passes to buffers. One binding serves one frame in flight. Errors: ARGUMENT (a buffer of less than it
 * must have is bound), those of nbl_vulkan_bindings_create().
 *
 * binding  NULL after an error */
nbl_result_t nbl_blur_binding_create(const nbl_blur_t *blur, const nbl_blur_resources_t *resources,
                                     nbl_blur_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_blur_binding_destroy(nbl_blur_binding_t *binding);

/* Records all passes, with barriers between them and after the last; allocates nothing and submits nothing. The image
 * must have been made visible to compute shaders before. Errors: ARGUMENT (a frame), LIMIT.
 *
 * command_buffer  recording, of a queue family with compute
 * frame           NULL: that of nbl_blur_frame_init()
 * timestamps      may be NULL: each pass is a span, from first_span on; already reset */
nbl_result_t nbl_blur_record(const nbl_blur_t *blur, const nbl_blur_binding_t *binding, VkCommandBuffer command_buffer,
                             const nbl_blur_frame_t *frame, const nbl_vulkan_timestamps_t *timestamps,
                             uint32_t first_span, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
