/* The two blurs beside the bloom: the dual filter of games, and a Gaussian by prefix sums.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). docs/blurs.md defines both. Images are float32 RGBA; alpha passes through.
 *
 *   nbl_blur_plan_make()           makes a plan of a description: passes, sizes, bytes; plain data, for CPU and device
 *   nbl_blur_execute()             runs the passes of a dual filter on the CPU
 *   nbl_blur_emulate()             runs the passes of either blur on the emulator, to debug them
 *   nbl_blur_create()              compiles the passes for a Vulkan device
 *   nbl_blur_binding_create()      ties the passes to the caller's buffers
 *   nbl_blur_record()              records the passes into the caller's command buffer; submits nothing
 *
 * Nothing here prints, exits or keeps global state. Functions on different objects may be called from different
 * threads; one nbl_blur_t may be recorded from several threads at once through bindings of their own. `error` comes
 * last and may be NULL.
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

/* What lies beyond the image's edges. For the prefix sum only; the dual filter clamps. */
typedef enum nbl_blur_wrap_t {
    NBL_BLUR_WRAP_REPEAT = NBL_BLUR_REPEAT,
    NBL_BLUR_WRAP_CLAMP = NBL_BLUR_CLAMP,
    NBL_BLUR_WRAP_BORDER = NBL_BLUR_BORDER, /* black */
    NBL_BLUR_WRAP_MIRROR = NBL_BLUR_MIRROR
} nbl_blur_wrap_t;

#define NBL_BLUR_MAX_LEVELS 12
#define NBL_BLUR_MAX_PASSES (2 * NBL_BLUR_MAX_LEVELS)

/* What to blur, and how. All bytes zero are the defaults; set width and height. */
typedef struct nbl_blur_desc_t {
    nbl_blur_method_t method;
    uint32_t width, height; /* of the image, in texels: 1 to 65536; for the prefix sum to NBL_BLUR_MAX_LINE */
    nbl_bloom_combine_t combine;
    bool threshold; /* only texels above the frame's threshold are blurred, softly from threshold - knee on */
    nbl_bloom_invalid_t invalid; /* what happens to texels that are NaN or infinite */
    float largest;               /* what an infinity becomes; 0: 65504 */
    /* Of the dual filter: */
    uint32_t levels; /* levels below the image, 1 to NBL_BLUR_MAX_LEVELS; 0: 6, or as many as reach 1 x 1 */
    float spread;    /* share of a level that comes from the level below it, above 0 to 1; 0: 0.85 */
    /* Of the prefix sum: */
    float sigma;    /* standard deviation in texels, above 0 to 100000; 0: 16 */
    uint32_t boxes; /* box filters one after the other along each axis, 1 to 8; 0: 3 */
    nbl_blur_wrap_t wrap;
    uint32_t max_shared_bytes; /* of a workgroup; 0: 65536 */
    /* The kernels use no subgroup operations, for a device or a language without them: the same bits, and 8192 bytes or
     * more of shared memory for sums. */
    bool no_subgroups;
} nbl_blur_desc_t;

/* A pass's compile-time parameters: a launch's specialization on the CPU, defines of a shader. */
typedef struct nbl_blur_parameters_t {
    NBL_BLUR_PARAMETERS(NBL_FIELD_OF_NUMBER)
} nbl_blur_parameters_t;

typedef struct nbl_blur_pass_t {
    const char *name; /* "down", "up", "along x" */
    nbl_blur_parameters_t parameters;
    nbl_blur_constants_t constants; /* a frame's values are filled in as it is recorded */
    uint32_t kernel;                /* number of its kernel, 0 to NBL_BLUR_KERNELS - 1; passes may share a kernel */
    uint32_t workgroup_size;        /* invocations */
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint64_t bytes; /* the least that it must read and write */
} nbl_blur_pass_t;

#define NBL_BLUR_KERNELS 4 /* kernels of a plan, at most */

typedef struct nbl_blur_plan_t {
    nbl_blur_desc_t desc; /* as given, with the defaults filled in */
    uint32_t pass_count;
    nbl_blur_pass_t passes[NBL_BLUR_MAX_PASSES];
    uint64_t image_bytes; /* of the image; as many of the result */
    uint64_t workspace_bytes;
} nbl_blur_plan_t;

/* What may change from frame to frame: nothing is compiled or allocated for it. */
typedef struct nbl_blur_frame_t {
    float intensity;       /* weight of the blur: 0 to 1 for MIX, any for ADD, 1 for REPLACE */
    float threshold, knee; /* if the plan has a threshold: threshold 0 or more, knee 0 to threshold */
} nbl_blur_frame_t;

/* Returns a frame with intensity 1, threshold 1 and knee 0.5. Thread-safe. */
nbl_blur_frame_t nbl_blur_frame_init(void);

/* Makes a plan of a description. Thread-safe. Errors: ARGUMENT, LIMIT (a line's sums exceed max_shared_bytes).
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_blur_plan_make(const nbl_blur_desc_t *desc, nbl_blur_plan_t *plan, nbl_error_t *error);

/* Runs all passes on the CPU emulator. Errors: ARGUMENT (a frame), BAD_IMAGE, OUT_OF_MEMORY, those of
 * nbl_emulator_launch().
 *
 * plan         not NULL
 * image        width x height x 4 floats, aligned to 16 bytes
 * result       receives width x height x 4 floats, aligned to 16 bytes; it must not overlap the image
 * frame        NULL: what nbl_blur_frame_init() returns
 * launch       its threads, order, seed and check; the rest is filled in; NULL: the defaults
 * nanoseconds  receives the time of each pass; may be NULL */
nbl_result_t nbl_blur_emulate(const nbl_blur_plan_t *plan, const float *image, float *result,
                              const nbl_blur_frame_t *frame, const nbl_emulator_launch_t *launch, double *nanoseconds,
                              nbl_error_t *error);

/* Runs all passes of a dual filter on vectors of the processor, with the emulator's bits. Prefix sums are refused,
 * since a workgroup's scan on the emulator decides their bits. Thread-safe. Errors: ARGUMENT (a frame, prefix sums),
 * BAD_IMAGE, OUT_OF_MEMORY. Other arguments: nbl_blur_emulate().
 *
 * frame        NULL: what nbl_blur_frame_init() returns
 * threads      at most 64; 0: one per processor
 * nanoseconds  receives the time of each pass; may be NULL */
nbl_result_t nbl_blur_execute(const nbl_blur_plan_t *plan, const float *image, float *result,
                              const nbl_blur_frame_t *frame, uint32_t threads, double *nanoseconds, nbl_error_t *error);

typedef struct nbl_blur_t nbl_blur_t;
typedef struct nbl_blur_binding_t nbl_blur_binding_t;

typedef struct nbl_blur_vulkan_desc_t {
    nbl_mode_t mode;    /* fused: as exact, since no text of a blur states a multiply-add */
    nbl_cache_t *cache; /* NULL: compile always */
    nbl_optimize_t optimize;
    /* NBL_BLUR_KERNELS modules that nbl-bloom compile made for an equal plan, by the passes' `kernel`; NULL: compile */
    const nbl_bloom_module_t *modules;
} nbl_blur_vulkan_desc_t;

/* Compiles all passes for a device. Errors: those of nbl_compile() and nbl_vulkan_kernel_create().
 *
 * plan  not NULL; copied
 * desc  not NULL
 * blur  receives the blur, for nbl_blur_destroy() before the device is destroyed; NULL after an error */
nbl_result_t nbl_blur_create(nbl_vulkan_device_t *device, const nbl_blur_plan_t *plan,
                             const nbl_blur_vulkan_desc_t *desc, nbl_blur_t **blur, nbl_error_t *error);

/* Destroys a blur, which no command buffer may still be executing. Per object.
 *
 * blur  NULL does nothing */
void nbl_blur_destroy(nbl_blur_t *blur);

/* The caller's memory for a blur: storage buffers. Image and result have width x height RGBA float32. */
typedef struct nbl_blur_resources_t {
    nbl_vulkan_resource_t image, result; /* two buffers of plan->image_bytes */
    nbl_vulkan_resource_t workspace;     /* plan->workspace_bytes */
} nbl_blur_resources_t;

/* Ties a blur's passes to buffers. Each frame in flight needs a binding of its own. Errors: ARGUMENT (a buffer is too
 * small), those of nbl_vulkan_bindings_create().
 *
 * resources  not NULL; the buffers must outlive the binding
 * binding    receives the binding, for nbl_blur_binding_destroy(); NULL after an error */
nbl_result_t nbl_blur_binding_create(const nbl_blur_t *blur, const nbl_blur_resources_t *resources,
                                     nbl_blur_binding_t **binding, nbl_error_t *error);

/* Destroys a binding, not the buffers that it ties. Per object.
 *
 * binding  NULL does nothing */
void nbl_blur_binding_destroy(nbl_blur_binding_t *binding);

/* Records all passes, with barriers between them and after the last. Allocates nothing and submits nothing. Make the
 * image visible to compute shaders before. Errors: ARGUMENT (a frame), LIMIT.
 *
 * command_buffer  in the recording state, of a queue family with compute
 * frame           NULL: what nbl_blur_frame_init() returns
 * timestamps      receive each pass's begin and end as a span, from number first_span on; already reset. NULL: no times
 *                 */
nbl_result_t nbl_blur_record(const nbl_blur_t *blur, const nbl_blur_binding_t *binding, VkCommandBuffer command_buffer,
                             const nbl_blur_frame_t *frame, const nbl_vulkan_timestamps_t *timestamps,
                             uint32_t first_span, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
