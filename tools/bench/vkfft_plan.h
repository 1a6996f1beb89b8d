/* A plan of VkFFT behind a face of its own, since its header must be included alone: C++, other names of Vulkan, many
 * warnings.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_VKFFT_PLAN_H
#define NBL_TOOLS_VKFFT_PLAN_H

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where plans live. Everything must outlive them. */
typedef struct vkfft_place_t {
    PFN_vkGetInstanceProcAddr loader;
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool; /* with these two it uploads tables */
    VkFence fence;
} vkfft_place_t;

/* Forward transforms of one to three dimensions, whose last dimension has no gaps: from buffers[0] to buffers[1], or in
 * place in buffers[1]. */
typedef struct vkfft_desc_t {
    uint32_t rank, sizes[3], batch;
    bool twice, half; /* float64; halves in memory, whose arithmetic is float32 */
    bool in_place;
    bool tables; /* of twiddles, where the device's sine would do, too */
    VkBuffer buffers[2];
    uint64_t bytes; /* of each buffer */
} vkfft_desc_t;

typedef struct vkfft_plan_t vkfft_plan_t;

/* Starts the compiler and finds the functions; returns false where either fails. */
bool vkfft_begin(const vkfft_place_t *place);
void vkfft_end(void);

/* Compiles, by VkFFT's defaults. Returns NULL and says why. `place` must stay where it is. */
vkfft_plan_t *vkfft_plan_create(vkfft_place_t *place, const vkfft_desc_t *desc, char why[256]);
void vkfft_plan_destroy(vkfft_plan_t *plan);
/* How often the data is read and written. */
uint32_t vkfft_plan_passes(const vkfft_plan_t *plan);
bool vkfft_plan_record(vkfft_plan_t *plan, VkCommandBuffer commands);

/* A convolution of three real planes with three others, in place: real transform, product and inverse in one call. */
typedef struct vkfft_convolution_desc_t {
    uint32_t width, height;               /* padded; what its own transforms take */
    uint32_t filled_width, filled_height; /* of them not zero, which it is told */
    bool half;                            /* halves in memory */
    VkBuffer buffer, kernel;              /* vkfft_convolution_bytes() each */
    uint64_t bytes;
} vkfft_convolution_desc_t;

typedef struct vkfft_convolution_t vkfft_convolution_t;

/* Returns the bytes of three planes. */
uint64_t vkfft_convolution_bytes(uint32_t width, uint32_t height, bool half);

/* As vkfft_plan_create(). */
vkfft_convolution_t *vkfft_convolution_create(vkfft_place_t *place, const vkfft_convolution_desc_t *desc,
                                              char why[256]);
void vkfft_convolution_destroy(vkfft_convolution_t *convolution);
/* The kernel's transform, once, and one image's convolution. */
bool vkfft_convolution_record_kernel(vkfft_convolution_t *convolution, VkCommandBuffer commands);
bool vkfft_convolution_record(vkfft_convolution_t *convolution, VkCommandBuffer commands);

#ifdef __cplusplus
}
#endif

#endif
