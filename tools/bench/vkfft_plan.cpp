/* Plans of VkFFT, https://github.com/DTolm/VkFFT: the header that Debian packages, with its Vulkan backend.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The header calls Vulkan by name: here these names are pointers that the program's own loader fills, so that it needs
 * no libvulkan to start.
 */
#if NBL_HAS_VKFFT

#define VK_NO_PROTOTYPES 1 /* before the first Vulkan header */
#include "bench/vkfft_plan.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/* clang-format off */
#define FUNCTIONS(F) \
    F(AllocateCommandBuffers) F(AllocateDescriptorSets) F(AllocateMemory) F(BeginCommandBuffer) \
    F(BindBufferMemory) F(CmdBindDescriptorSets) F(CmdBindPipeline) F(CmdCopyBuffer) F(CmdDispatch) \
    F(CmdPipelineBarrier) F(CmdPushConstants) F(CreateBuffer) F(CreateComputePipelines) \
    F(CreateDescriptorPool) F(CreateDescriptorSetLayout) F(CreatePipelineLayout) F(CreateShaderModule) \
    F(DestroyBuffer) F(DestroyDescriptorPool) F(DestroyDescriptorSetLayout) F(DestroyPipeline) \
    F(DestroyPipelineLayout) F(DestroyShaderModule) F(EndCommandBuffer) F(FreeCommandBuffers) F(FreeMemory) \
    F(GetBufferMemoryRequirements) F(GetPhysicalDeviceMemoryProperties) F(GetPhysicalDeviceProperties) \
    F(MapMemory) F(QueueSubmit) F(ResetFences) F(UnmapMemory) F(UpdateDescriptorSets) F(WaitForFences)
/* clang-format on */
#define DECLARE(name) static PFN_vk##name vk##name;
FUNCTIONS(DECLARE)

/* What the header would print on the standard output, compilers' messages above all: the first of it is the reason. */
static char said[160];
static int keep(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (said[0] == '\0') vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    return 0;
}
#define printf keep

/* Before it had parts it wrote the compiler's limits down by position, in the order of an older glslang: these are put
 * aside, and code that takes their address gets the defaults, which are the same. */
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#if !__has_include(<vkFFT/vkFFT_Structs/vkFFT_Structs.h>)
struct positional_limits {
    int numbers[93];
    bool allowed[9];
    const glslang_resource_t *operator&() const { return (const glslang_resource_t *)glslang_default_resource(); }
};
#define glslang_resource_t positional_limits
#endif

#define VKFFT_BACKEND 0 /* Vulkan */
#include <vkFFT.h>
#undef printf

struct vkfft_plan_t {
    VkFFTApplication application;
    vkfft_desc_t desc;
};

bool vkfft_begin(const vkfft_place_t *place) {
    bool all = true;
#define LOAD(name) \
    vk##name = (PFN_vk##name)place->loader(place->instance, "vk" #name); \
    all = all && vk##name;
    FUNCTIONS(LOAD)
    return all && glslang_initialize_process();
}

void vkfft_end(void) { glslang_finalize_process(); }

/* What a plan says of the place where it runs. */
static VkFFTConfiguration configure_place(vkfft_place_t *place) {
    VkFFTConfiguration c = {};
    c.physicalDevice = &place->physical;
    c.device = &place->device;
    c.queue = &place->queue;
    c.commandPool = &place->pool;
    c.fence = &place->fence;
    c.isCompilerInitialized = 1;
    return c;
}

static VkFFTConfiguration configure(vkfft_place_t *place, vkfft_plan_t *plan) {
    VkFFTConfiguration c = configure_place(place);
    c.FFTdim = plan->desc.rank;
    for (uint32_t d = 0; d < plan->desc.rank; d++) c.size[d] = plan->desc.sizes[plan->desc.rank - 1 - d];
    c.numberBatches = plan->desc.batch;
    c.makeForwardPlanOnly = 1;
    c.doublePrecision = plan->desc.twice;
    c.halfPrecision = plan->desc.half;
    c.useLUT = plan->desc.tables;
    c.bufferSize =
        &plan->desc.bytes; /* buffers come with the launch: of planning's, sets have no tables of convolutions */
    if (!plan->desc.in_place) {
        c.isInputFormatted = 1;
        c.inputBufferSize = &plan->desc.bytes;
    }
    return c;
}

vkfft_plan_t *vkfft_plan_create(vkfft_place_t *place, const vkfft_desc_t *desc, char why[256]) {
    vkfft_plan_t *plan = (vkfft_plan_t *)calloc(1, sizeof *plan);
    snprintf(why, 256, "no memory");
    if (!plan) return NULL;
    plan->desc = *desc;
    said[0] = '\0';
    VkFFTResult result = initializeVkFFT(&plan->application, configure(place, plan));
    if (result == VKFFT_SUCCESS) return plan;
    snprintf(why, 256, "its error %d%s%s", (int)result, said[0] ? ": " : "", said);
    free(plan); /* it has let go of the rest itself */
    return NULL;
}

void vkfft_plan_destroy(vkfft_plan_t *plan) {
    deleteVkFFT(&plan->application);
    free(plan);
}

uint32_t vkfft_plan_passes(const vkfft_plan_t *plan) {
    uint32_t passes = 0;
    for (uint32_t d = 0; d < plan->desc.rank; d++)
        passes += (uint32_t)plan->application.localFFTPlan->numAxisUploads[d];
    return passes;
}

bool vkfft_plan_record(vkfft_plan_t *plan, VkCommandBuffer commands) {
    VkFFTLaunchParams launch = {};
    launch.commandBuffer = &commands;
    launch.buffer = &plan->desc.buffers[1];
    if (!plan->desc.in_place) launch.inputBuffer = &plan->desc.buffers[0];
    return VkFFTAppend(&plan->application, -1, &launch) == VKFFT_SUCCESS;
}

struct vkfft_convolution_t {
    VkFFTApplication of_kernel, of_image;
    vkfft_convolution_desc_t desc;
};

uint64_t vkfft_convolution_bytes(uint32_t width, uint32_t height, bool half) {
    return 3ull * height * (2 * (width / 2 + 1)) * (half ? 2 : 4);
}

static VkFFTConfiguration configure_convolution(vkfft_place_t *place, vkfft_convolution_t *made, bool of_kernel) {
    VkFFTConfiguration c = configure_place(place);
    c.FFTdim = 2;
    c.size[0] = made->desc.width;
    c.size[1] = made->desc.height;
    c.performR2C = 1;
    c.coordinateFeatures = 3;
    c.normalize = 1;
    c.halfPrecision = made->desc.half;
    c.bufferSize = &made->desc.bytes;
    if (of_kernel) {
        c.kernelConvolution = 1;
        c.buffer = &made->desc.kernel;
        return c;
    }
    c.performConvolution = 1;
    c.matrixConvolution = 1;
    c.buffer = &made->desc.buffer;
    c.kernel = &made->desc.kernel;
    c.kernelSize = &made->desc.bytes;
    const uint64_t filled[2] = {made->desc.filled_width, made->desc.filled_height};
    for (int axis = 0; axis < 2; axis++) {
        c.performZeropadding[axis] = filled[axis] < c.size[axis];
        c.fft_zeropad_left[axis] = filled[axis];
        c.fft_zeropad_right[axis] = c.size[axis];
    }
    return c;
}

vkfft_convolution_t *vkfft_convolution_create(vkfft_place_t *place, const vkfft_convolution_desc_t *desc,
                                              char why[256]) {
    vkfft_convolution_t *made = (vkfft_convolution_t *)calloc(1, sizeof *made);
    snprintf(why, 256, "no memory");
    if (!made) return NULL;
    made->desc = *desc;
    said[0] = '\0';
    VkFFTResult result = initializeVkFFT(&made->of_kernel, configure_convolution(place, made, true));
    if (result == VKFFT_SUCCESS) {
        result = initializeVkFFT(&made->of_image, configure_convolution(place, made, false));
        if (result == VKFFT_SUCCESS) return made;
        deleteVkFFT(&made->of_kernel);
    }
    snprintf(why, 256, "its error %d%s%s", (int)result, said[0] ? ": " : "", said);
    free(made); /* it has let go of the rest itself */
    return NULL;
}

void vkfft_convolution_destroy(vkfft_convolution_t *convolution) {
    deleteVkFFT(&convolution->of_image);
    deleteVkFFT(&convolution->of_kernel);
    free(convolution);
}

static bool append(VkFFTApplication *application, VkCommandBuffer commands) {
    VkFFTLaunchParams launch = {};
    launch.commandBuffer = &commands;
    return VkFFTAppend(application, -1, &launch) == VKFFT_SUCCESS;
}

bool vkfft_convolution_record_kernel(vkfft_convolution_t *convolution, VkCommandBuffer commands) {
    return append(&convolution->of_kernel, commands);
}

bool vkfft_convolution_record(vkfft_convolution_t *convolution, VkCommandBuffer commands) {
    return append(&convolution->of_image, commands);
}

#endif
