/* What the files of the Vulkan host share; no part of the public face.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_VULKAN_INTERNAL_H
#define NBL_HOST_VULKAN_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include "error/error.h"
#include "nbl/host/vulkan.h"

/* Functions of result.c. */
nbl_result_t nbl_vulkan_fail_vk(nbl_error_t *error, VkResult vk, const char *what);

/* The functions used, by who hands them out. The optional ones are NULL where the driver has none. */
/* clang-format off */
#define NBL_VULKAN_GLOBAL_FUNCTIONS(F) \
    F(CreateInstance) F(EnumerateInstanceExtensionProperties) F(EnumerateInstanceLayerProperties)
#define NBL_VULKAN_INSTANCE_FUNCTIONS(F) \
    F(DestroyInstance) F(EnumeratePhysicalDevices) F(GetPhysicalDeviceProperties) F(GetPhysicalDeviceProperties2) \
    F(GetPhysicalDeviceFeatures2) F(GetPhysicalDeviceQueueFamilyProperties) F(GetPhysicalDeviceMemoryProperties) \
    F(GetPhysicalDeviceFormatProperties) F(EnumerateDeviceExtensionProperties) F(CreateDevice) F(GetDeviceProcAddr)
#define NBL_VULKAN_INSTANCE_OPTIONAL_FUNCTIONS(F) \
    F(CreateDebugUtilsMessengerEXT) F(DestroyDebugUtilsMessengerEXT)
#define NBL_VULKAN_DEVICE_FUNCTIONS(F) \
    F(DestroyDevice) F(GetDeviceQueue) F(DeviceWaitIdle) F(QueueSubmit) F(QueueWaitIdle) \
    F(CreateBuffer) F(DestroyBuffer) F(GetBufferMemoryRequirements) F(BindBufferMemory) \
    F(AllocateMemory) F(FreeMemory) F(MapMemory) \
    F(CreateImage) F(DestroyImage) F(GetImageMemoryRequirements) F(BindImageMemory) \
    F(CreateImageView) F(DestroyImageView) F(CreateSampler) F(DestroySampler) \
    F(CreateShaderModule) F(DestroyShaderModule) F(CreatePipelineLayout) F(DestroyPipelineLayout) \
    F(CreateComputePipelines) F(DestroyPipeline) \
    F(CreatePipelineCache) F(DestroyPipelineCache) F(GetPipelineCacheData) \
    F(CreateDescriptorSetLayout) F(DestroyDescriptorSetLayout) F(CreateDescriptorPool) F(DestroyDescriptorPool) \
    F(AllocateDescriptorSets) F(UpdateDescriptorSets) \
    F(CreateCommandPool) F(DestroyCommandPool) F(ResetCommandPool) F(AllocateCommandBuffers) \
    F(BeginCommandBuffer) F(EndCommandBuffer) F(CreateFence) F(DestroyFence) F(ResetFences) F(WaitForFences) \
    F(CmdBindPipeline) F(CmdBindDescriptorSets) F(CmdPushConstants) F(CmdDispatch) F(CmdPipelineBarrier) \
    F(CmdCopyBuffer) F(CmdCopyBufferToImage) F(CmdCopyImageToBuffer) \
    F(CreateQueryPool) F(DestroyQueryPool) F(GetQueryPoolResults) F(CmdResetQueryPool) F(CmdWriteTimestamp)
#define NBL_VULKAN_DEVICE_OPTIONAL_FUNCTIONS(F) \
    F(GetBufferDeviceAddress) F(GetPipelineExecutablePropertiesKHR) F(GetPipelineExecutableStatisticsKHR) \
    F(SetDebugUtilsObjectNameEXT) F(CmdBeginDebugUtilsLabelEXT) F(CmdEndDebugUtilsLabelEXT) F(GetMemoryFdKHR)
/* clang-format on */

#define NBL_VULKAN_POINTER(name) PFN_vk##name name;

/* An instance, ours or the caller's, with its functions. instance.c */
typedef struct nbl_vulkan_instance_t {
    PFN_vkGetInstanceProcAddr loader;
    VkInstance handle;
    const VkAllocationCallbacks *allocation;
    VkDebugUtilsMessengerEXT messenger;
    uint32_t api_version; /* the version that the application asked for: newer functions of a device must not be used */
    bool owned, debug_utils;
    nbl_vulkan_message_t message;
    void *message_user;
    atomic_uint_fast64_t message_counts[3]; /* by nbl_vulkan_severity_t */
    NBL_VULKAN_GLOBAL_FUNCTIONS(NBL_VULKAN_POINTER)
    NBL_VULKAN_INSTANCE_FUNCTIONS(NBL_VULKAN_POINTER)
    NBL_VULKAN_INSTANCE_OPTIONAL_FUNCTIONS(NBL_VULKAN_POINTER)
} nbl_vulkan_instance_t;

typedef struct nbl_vulkan_instance_options_t {
    PFN_vkGetInstanceProcAddr loader;
    const VkAllocationCallbacks *allocation;
    bool validation, debug_utils;
} nbl_vulkan_instance_options_t;

/* Creates or borrows an instance. Its address must stay, since messages are counted in it. */
nbl_result_t nbl_vulkan_instance_create(nbl_vulkan_instance_t *instance, const nbl_vulkan_instance_options_t *options,
                                        nbl_error_t *error);
nbl_result_t nbl_vulkan_instance_borrow(nbl_vulkan_instance_t *instance, PFN_vkGetInstanceProcAddr loader,
                                        VkInstance handle, uint32_t api_version, nbl_error_t *error);
void nbl_vulkan_instance_destroy(nbl_vulkan_instance_t *instance);

/* The features of VK_KHR_shader_fma, revision 1: VkPhysicalDeviceShaderFmaFeaturesKHR. Vulkan's headers up to 2025 lack
 * them. */
#define NBL_VULKAN_SHADER_FMA "VK_KHR_shader_fma"
#define NBL_VULKAN_TYPE_SHADER_FMA_FEATURES ((VkStructureType)1000579000)
typedef struct nbl_vulkan_fma_features_t {
    VkStructureType sType;
    void *pNext;
    VkBool32 float16, float32, float64;
} nbl_vulkan_fma_features_t;

/* physical.c: the features that this library uses, as a chain for a query or for vkCreateDevice. Its address must
 * stay, since it points into itself. */
typedef struct nbl_vulkan_features_t {
    VkPhysicalDeviceFeatures2 core;
    VkPhysicalDevice16BitStorageFeatures storage_16bit;
    VkPhysicalDeviceShaderFloat16Int8Features float16;
    VkPhysicalDeviceBufferDeviceAddressFeatures address;
    VkPhysicalDeviceShaderSubgroupExtendedTypesFeatures extended_types;
    VkPhysicalDeviceSubgroupSizeControlFeatures size_control;
    VkPhysicalDeviceVulkanMemoryModelFeatures memory_model;
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executable;
    nbl_vulkan_fma_features_t fma;
    const char *extensions[16]; /* extensions to be enabled with the features */
    uint32_t extension_count;
    bool has_driver_properties, has_size_control, has_exported_memory;
} nbl_vulkan_features_t;

nbl_result_t nbl_vulkan_features_query(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                                       uint32_t api_version, nbl_vulkan_features_t *features, nbl_error_t *error);
/* Leaves on only the features that the library uses.
 * 
 * statistics  whether kernel statistics were asked for */
void nbl_vulkan_features_restrict(nbl_vulkan_features_t *features, bool statistics);
uint32_t nbl_vulkan_features_bits(const nbl_vulkan_features_t *features);

/* Describes a physical device. *usable is false for a device below Vulkan 1.1 or without a compute queue. */
nbl_result_t nbl_vulkan_physical_info(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical,
                                      nbl_vulkan_device_info_t *info, bool *usable, nbl_error_t *error);
nbl_result_t nbl_vulkan_physical_list(const nbl_vulkan_instance_t *instance, VkPhysicalDevice **devices,
                                      uint32_t *count, nbl_error_t *error);
/* A device's name as the caller gives it: nbl_vulkan_device_desc_t.name. */
typedef struct nbl_vulkan_name_t {
    char part[256];  /* part of the device's or the driver's name; "" fits all */
    uint32_t number; /* number among the devices that fit, from 1 on; 0: the best */
    bool by_uuid;
    uint8_t uuid[16];
} nbl_vulkan_name_t;
nbl_vulkan_name_t nbl_vulkan_name_read(const char *text);
bool nbl_vulkan_name_fits(const nbl_vulkan_name_t *name, const nbl_vulkan_device_info_t *info);

/* Describes the queue family and the subgroups, which need no enabling. */
void nbl_vulkan_physical_queue(const nbl_vulkan_instance_t *instance, VkPhysicalDevice physical, uint32_t family,
                               nbl_vulkan_device_info_t *info);
#define NBL_VULKAN_FEATURES_ALWAYS \
    (NBL_FEATURE_SUBGROUP_BASIC | NBL_FEATURE_SUBGROUP_VOTE | NBL_FEATURE_SUBGROUP_ARITHMETIC | \
     NBL_FEATURE_SUBGROUP_BALLOT | NBL_FEATURE_SUBGROUP_SHUFFLE | NBL_FEATURE_SUBGROUP_SHUFFLE_RELATIVE | \
     NBL_FEATURE_SUBGROUP_CLUSTERED | NBL_FEATURE_SUBGROUP_QUAD | NBL_FEATURE_TIMESTAMPS)

enum { NBL_VULKAN_SCALARS = 3 }; /* float32, float64, float16 */

struct nbl_vulkan_device_t {
    nbl_vulkan_instance_t instance;
    VkPhysicalDevice physical;
    VkDevice handle;
    VkQueue queue;
    /* the caller's, or VK_NULL_HANDLE: a cache of ours would only grow (nbl/host/vulkan.h) */
    VkPipelineCache pipeline_cache;
    bool owns_pipelines; /* pipeline_cache is nbl_vulkan_pipelines_load()'s */
    const VkAllocationCallbacks *allocation;
    VkPhysicalDeviceMemoryProperties memory;
    nbl_vulkan_device_info_t info;
    uint32_t features;
    bool owned;
    pthread_mutex_t mutex;                 /* around the queue of a device that is ours */
    atomic_bool lost;                      /* every call that needs the device fails from then on */
    atomic_bool unsettled;                 /* a wait failed: what was submitted may still run */
    bool states_fma[NBL_VULKAN_SCALARS];   /* VK_KHR_shader_fma is enabled with the scalar: multiply-adds round once */
    atomic_int rounds[NBL_VULKAN_SCALARS]; /* of multiply-adds, by fuses.c */
    struct nbl_vulkan_kept_t *kept;        /* objects to be destroyed once nothing runs */
    pthread_mutex_t kept_mutex;
    nbl_vulkan_borrowed_t borrowed;
    NBL_VULKAN_DEVICE_FUNCTIONS(NBL_VULKAN_POINTER)
    NBL_VULKAN_DEVICE_OPTIONAL_FUNCTIONS(NBL_VULKAN_POINTER)
};

/* Loads a device's functions. Returns false if one is missing, with its name in *missing. instance.c */
bool nbl_vulkan_device_load(nbl_vulkan_device_t *device, const char **missing);

/* device.c: locking the queue, and destroying objects that the device may still use */
void nbl_vulkan_lock_queue(nbl_vulkan_device_t *device);
void nbl_vulkan_unlock_queue(nbl_vulkan_device_t *device);
enum { NBL_VULKAN_WAITS = 8 }; /* with pauses of 64 ms in all: a shortage of memory may pass */
/* Waits until nothing runs that was submitted to the queue, and returns VK_SUCCESS or VK_ERROR_DEVICE_LOST; another
 * error if `waits` attempts could not establish that. */
VkResult nbl_vulkan_settle(nbl_vulkan_device_t *device, int waits);
/* Destroys an object of the device, now or, where a wait has failed, when its work is done. */
void nbl_vulkan_retire(nbl_vulkan_device_t *device, VkObjectType type, uint64_t handle);
/* Call it before anything is recorded or submitted. Fails if the device is lost, or if earlier work cannot be waited
 * for. */
nbl_result_t nbl_vulkan_check_device(nbl_vulkan_device_t *device, nbl_error_t *error);
/* As nbl_vulkan_fail_vk(), for calls that may find the device lost: then it is marked as lost. */
nbl_result_t nbl_vulkan_fail_device(nbl_vulkan_device_t *device, nbl_error_t *error, VkResult vk, const char *what);

/* Returns whether the device states for all scalars of a kernel that OpFmaKHR rounds once. fuses.c
 *
 * features  that the kernel's module requires */
bool nbl_vulkan_states_fma(const nbl_vulkan_device_t *device, uint32_t features);

/* Refuses a kernel of fused mode on a device whose multiply-adds round twice. Errors: MISSING_FEATURE, and those of
 * buffers, kernels and commands. In fuses.c.
 *
 * features  that the kernel's module requires */
nbl_result_t nbl_vulkan_check_fuses(nbl_vulkan_device_t *device, const char *name, uint32_t features,
                                    nbl_error_t *error);

struct nbl_vulkan_kernel_t {
    nbl_vulkan_device_t *device;
    VkDescriptorSetLayout set_layout; /* VK_NULL_HANDLE without bindings */
    VkPipelineLayout layout;
    VkPipeline pipeline;
    nbl_module_info_t info;
    uint32_t subgroup_size;
    char name[128];
};

struct nbl_vulkan_bindings_t {
    const nbl_vulkan_kernel_t *kernel;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

#endif
