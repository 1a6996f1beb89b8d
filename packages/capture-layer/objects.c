/* What the layer knows of memory, buffers, images, samplers, modules and pipelines.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Copies need VK_*_USAGE_TRANSFER_SRC_BIT, which is added when a buffer or an image is made, and when a program asks
 * for the memory that one would need.
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

const void *chain_find(const void *chain, VkStructureType type) {
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext)
        if (at->sType == type) return at;
    return NULL;
}

PFN_vkVoidFunction named_find(const named_t *table, size_t count, const char *name) {
    const size_t length = strlen(name);
    const size_t base = length > 3 && (strcmp(name + length - 3, "KHR") == 0 || strcmp(name + length - 3, "EXT") == 0)
                            ? length - 3u
                            : length; /* the name in the core */
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].name, name) == 0 ||
            (strlen(table[i].name) == base && strncmp(table[i].name, name, base) == 0))
            return table[i].function;
    return NULL;
}

/* Keeps what is known of a new object. A handle may come again after its object was destroyed. */
static void keep(device_t *device, table_t *table, uint64_t key, void *object) {
    pthread_mutex_lock(&device->lock);
    free(table_remove(table, key));
    if (object == NULL || !table_set(table, key, object)) free(object);
    pthread_mutex_unlock(&device->lock);
}

static void *forget(device_t *device, table_t *table, uint64_t key) {
    pthread_mutex_lock(&device->lock);
    void *object = table_remove(table, key);
    pthread_mutex_unlock(&device->lock);
    return object;
}

/* ---- memory */

static VKAPI_ATTR VkResult VKAPI_CALL capture_AllocateMemory(VkDevice handle, const VkMemoryAllocateInfo *info,
                                                             const VkAllocationCallbacks *allocator,
                                                             VkDeviceMemory *memory) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.AllocateMemory(handle, info, allocator, memory);
    if (result != VK_SUCCESS) return result;
    memory_t *made = calloc(1, sizeof *made);
    pthread_mutex_lock(&device->lock);
    if (made != NULL) *made = (memory_t){++device->serial, info->allocationSize};
    pthread_mutex_unlock(&device->lock);
    keep(device, &device->memories, KEY(*memory), made);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_FreeMemory(VkDevice handle, VkDeviceMemory memory,
                                                     const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    free(forget(device, &device->memories, KEY(memory)));
    device->next.FreeMemory(handle, memory, allocator);
}

/* ---- what buffers, images and their views have in common */

/* Forgets an object before it is destroyed. */
#define DESTROYS(Kind, table) \
    static VKAPI_ATTR void VKAPI_CALL capture_Destroy##Kind(VkDevice handle, Vk##Kind object, \
                                                            const VkAllocationCallbacks *allocator) { \
        device_t *device = device_of(handle); \
        free(forget(device, &device->table, KEY(object))); \
        device->next.Destroy##Kind(handle, object, allocator); \
    }
DESTROYS(Buffer, buffers)
DESTROYS(BufferView, buffer_views)
DESTROYS(Image, images)
DESTROYS(ImageView, views)
DESTROYS(Sampler, samplers)

/* Keeps which memory an object has, from where on. */
#define BINDS(Kind, kind, table) \
    static void bind_##kind(device_t *device, Vk##Kind handle, VkDeviceMemory memory_handle, VkDeviceSize offset) { \
        pthread_mutex_lock(&device->lock); \
        kind##_t *kind = table_find(&device->table, KEY(handle)); \
        const memory_t *memory = table_find(&device->memories, KEY(memory_handle)); \
        if (kind != NULL && memory != NULL) { \
            kind->memory = memory->serial; \
            kind->offset = offset; \
        } \
        pthread_mutex_unlock(&device->lock); \
    } \
    static VKAPI_ATTR VkResult VKAPI_CALL capture_Bind##Kind##Memory(VkDevice handle, Vk##Kind kind, \
                                                                     VkDeviceMemory memory, VkDeviceSize offset) { \
        device_t *device = device_of(handle); \
        const VkResult result = device->next.Bind##Kind##Memory(handle, kind, memory, offset); \
        if (result == VK_SUCCESS) bind_##kind(device, kind, memory, offset); \
        return result; \
    } \
    static VKAPI_ATTR VkResult VKAPI_CALL capture_Bind##Kind##Memory2(VkDevice handle, uint32_t count, \
                                                                      const VkBind##Kind##MemoryInfo *infos) { \
        device_t *device = device_of(handle); \
        const VkResult result = device->next.Bind##Kind##Memory2(handle, count, infos); \
        for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++) \
            bind_##kind(device, infos[i].kind, infos[i].memory, infos[i].memoryOffset); \
        return result; \
    }
BINDS(Buffer, buffer, buffers)
BINDS(Image, image, images)

/* ---- buffers */

enum { BUFFER_USAGE_FLAGS_2 = 1000470006 }; /* VkBufferUsageFlags2CreateInfoKHR of later headers */

static const char *buffer_refused(const VkBufferCreateInfo *info, const void **flags2) {
    *flags2 = chain_find(info->pNext, (VkStructureType)BUFFER_USAGE_FLAGS_2);
    if (info->flags & (VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT |
                       VK_BUFFER_CREATE_SPARSE_ALIASED_BIT))
        return "a sparse buffer";
    if (info->flags & VK_BUFFER_CREATE_PROTECTED_BIT) return "a protected buffer";
    if (*flags2 != NULL) return "a buffer with VkBufferUsageFlags2CreateInfo";
    return NULL;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateBuffer(VkDevice handle, const VkBufferCreateInfo *info,
                                                           const VkAllocationCallbacks *allocator, VkBuffer *buffer) {
    device_t *device = device_of(handle);
    const void *flags2;
    VkBufferCreateInfo changed = *info;
    const char *refused = buffer_refused(info, &flags2);
    if (refused == NULL) changed.usage |= VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    const VkResult result = device->next.CreateBuffer(handle, &changed, allocator, buffer);
    if (result != VK_SUCCESS) return result;
    buffer_t *made = calloc(1, sizeof *made);
    if (made != NULL) *made = (buffer_t){.handle = *buffer, .bytes = info->size, .refused = refused};
    keep(device, &device->buffers, KEY(*buffer), made);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_GetDeviceBufferMemoryRequirements(
    VkDevice handle, const VkDeviceBufferMemoryRequirements *info, VkMemoryRequirements2 *requirements) {
    device_t *device = device_of(handle);
    const void *flags2;
    VkBufferCreateInfo create = *info->pCreateInfo;
    VkDeviceBufferMemoryRequirements changed = *info;
    if (buffer_refused(&create, &flags2) == NULL) create.usage |= VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    changed.pCreateInfo = &create;
    device->next.GetDeviceBufferMemoryRequirements(handle, &changed, requirements);
}

static VKAPI_ATTR VkDeviceAddress VKAPI_CALL capture_GetBufferDeviceAddress(VkDevice handle,
                                                                            const VkBufferDeviceAddressInfo *info) {
    device_t *device = device_of(handle);
    const VkDeviceAddress address = device->next.GetBufferDeviceAddress(handle, info);
    pthread_mutex_lock(&device->lock);
    buffer_t *buffer = table_find(&device->buffers, KEY(info->buffer));
    if (buffer != NULL) buffer->address = address;
    pthread_mutex_unlock(&device->lock);
    return address;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateBufferView(VkDevice handle, const VkBufferViewCreateInfo *info,
                                                               const VkAllocationCallbacks *allocator,
                                                               VkBufferView *view) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateBufferView(handle, info, allocator, view);
    if (result != VK_SUCCESS) return result;
    buffer_view_t *made = calloc(1, sizeof *made);
    if (made != NULL) *made = (buffer_view_t){info->buffer, info->format, info->offset, info->range};
    keep(device, &device->buffer_views, KEY(*view), made);
    return result;
}

/* ---- images */

static const char *image_refused(const VkImageCreateInfo *info) {
    if (info->flags & (VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT |
                       VK_IMAGE_CREATE_SPARSE_ALIASED_BIT))
        return "a sparse image";
    if (info->flags & VK_IMAGE_CREATE_PROTECTED_BIT) return "a protected image";
    if (info->samples != VK_SAMPLE_COUNT_1_BIT) return "a multisampled image";
    if (info->usage & VK_IMAGE_USAGE_TRANSIENT_ATTACHMENT_BIT) return "a transient attachment";
    return format_refused(info->format);
}

/* Adds the usage if images may have it. */
static const char *image_change(const device_t *device, VkImageCreateInfo *info) {
    VkImageFormatProperties properties;
    const char *refused = image_refused(info);
    if (refused != NULL || info->usage & VK_IMAGE_USAGE_TRANSFER_SRC_BIT) return refused;
    if (info->tiling != VK_IMAGE_TILING_OPTIMAL && info->tiling != VK_IMAGE_TILING_LINEAR)
        return "an image with a DRM format modifier";
    if (device->instance->GetPhysicalDeviceImageFormatProperties(
            device->physical, info->format, info->imageType, info->tiling,
            info->usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, info->flags, &properties) != VK_SUCCESS)
        return "an image that the device cannot copy from";
    info->usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    return NULL;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateImage(VkDevice handle, const VkImageCreateInfo *info,
                                                          const VkAllocationCallbacks *allocator, VkImage *image) {
    device_t *device = device_of(handle);
    VkImageCreateInfo changed = *info;
    const char *refused = image_change(device, &changed);
    const VkResult result = device->next.CreateImage(handle, &changed, allocator, image);
    if (result != VK_SUCCESS) return result;
    image_t *made = calloc(1, sizeof *made);
    pthread_mutex_lock(&device->lock);
    if (made != NULL)
        *made = (image_t){.handle = *image,
                          .serial = ++device->serial,
                          .type = info->imageType,
                          .format = info->format,
                          .extent = info->extent,
                          .levels = info->mipLevels,
                          .layers = info->arrayLayers,
                          .refused = refused};
    pthread_mutex_unlock(&device->lock);
    keep(device, &device->images, KEY(*image), made);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_GetDeviceImageMemoryRequirements(VkDevice handle,
                                                                           const VkDeviceImageMemoryRequirements *info,
                                                                           VkMemoryRequirements2 *requirements) {
    device_t *device = device_of(handle);
    VkImageCreateInfo create = *info->pCreateInfo;
    VkDeviceImageMemoryRequirements changed = *info;
    image_change(device, &create);
    changed.pCreateInfo = &create;
    device->next.GetDeviceImageMemoryRequirements(handle, &changed, requirements);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateImageView(VkDevice handle, const VkImageViewCreateInfo *info,
                                                              const VkAllocationCallbacks *allocator,
                                                              VkImageView *view) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateImageView(handle, info, allocator, view);
    if (result != VK_SUCCESS) return result;
    view_t *made = calloc(1, sizeof *made);
    pthread_mutex_lock(&device->lock);
    const image_t *image = table_find(&device->images, KEY(info->image));
    if (made != NULL) {
        *made = (view_t){info->image, info->viewType, info->format, info->components, info->subresourceRange};
        if (image != NULL && made->range.levelCount == VK_REMAINING_MIP_LEVELS)
            made->range.levelCount = image->levels - made->range.baseMipLevel;
        if (image != NULL && made->range.layerCount == VK_REMAINING_ARRAY_LAYERS)
            made->range.layerCount = image->layers - made->range.baseArrayLayer;
    }
    pthread_mutex_unlock(&device->lock);
    keep(device, &device->views, KEY(*view), made);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateSampler(VkDevice handle, const VkSamplerCreateInfo *info,
                                                            const VkAllocationCallbacks *allocator,
                                                            VkSampler *sampler) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateSampler(handle, info, allocator, sampler);
    if (result != VK_SUCCESS) return result;
    sampler_t *made = calloc(1, sizeof *made);
    if (made != NULL) {
        const VkSamplerReductionModeCreateInfo *reduction =
            chain_find(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO);
        const VkSamplerCustomBorderColorCreateInfoEXT *border =
            chain_find(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT);
        made->info = *info;
        made->info.pNext = NULL;
        if (reduction != NULL) made->reduction = reduction->reductionMode;
        if (border != NULL) made->border = border->customBorderColor;
        if (chain_find(info->pNext, VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO) != NULL)
            made->refused = "a sampler with a conversion from YCbCr, as of a multi-planar image";
    }
    keep(device, &device->samplers, KEY(*sampler), made);
    return result;
}

/* ---- modules and pipelines */

static module_t *module_make(const VkShaderModuleCreateInfo *info) {
    module_t *made = calloc(1, sizeof *made);
    if (made == NULL || (made->words = malloc(info->codeSize + 4u)) == NULL) {
        free(made);
        return NULL;
    }
    made->uses = 1;
    made->bytes = info->codeSize / 4u * 4u;
    memcpy(made->words, info->pCode, made->bytes);
    return made;
}

void module_release(module_t *module) { /* under the device's lock */
    if (module == NULL || --module->uses != 0) return;
    free(module->words);
    free(module);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateShaderModule(VkDevice handle, const VkShaderModuleCreateInfo *info,
                                                                 const VkAllocationCallbacks *allocator,
                                                                 VkShaderModule *module) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateShaderModule(handle, info, allocator, module);
    if (result != VK_SUCCESS || !selector()->active) return result;
    module_t *made = module_make(info);
    pthread_mutex_lock(&device->lock);
    module_release(table_remove(&device->modules, KEY(*module)));
    if (made != NULL && !table_set(&device->modules, KEY(*module), made)) module_release(made);
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyShaderModule(VkDevice handle, VkShaderModule module,
                                                              const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    module_release(table_remove(&device->modules, KEY(module)));
    pthread_mutex_unlock(&device->lock);
    device->next.DestroyShaderModule(handle, module, allocator);
}

static void pipeline_free(pipeline_t *pipeline) {
    if (pipeline == NULL) return;
    module_release(pipeline->module);
    pipeline_layout_release(pipeline->layout);
    free(pipeline->entries);
    free(pipeline->constants);
    free(pipeline);
}

static bool copy_specialization(pipeline_t *made, const VkSpecializationInfo *info) {
    if (info == NULL || info->mapEntryCount == 0) return true;
    made->entries = malloc(info->mapEntryCount * sizeof *made->entries);
    made->constants = malloc(info->dataSize + 1u);
    if (made->entries == NULL || made->constants == NULL) return false;
    memcpy(made->entries, info->pMapEntries, info->mapEntryCount * sizeof *made->entries);
    memcpy(made->constants, info->pData, info->dataSize);
    made->entry_count = info->mapEntryCount;
    made->constant_bytes = info->dataSize;
    return true;
}

/* The module of a stage, held by the caller; NULL: it is not known. */
static module_t *stage_module(device_t *device, const VkPipelineShaderStageCreateInfo *stage) {
    if (stage->module != VK_NULL_HANDLE) {
        module_t *module = table_find(&device->modules, KEY(stage->module));
        if (module != NULL) module->uses++;
        return module;
    }
    const VkShaderModuleCreateInfo *within = chain_find(stage->pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    return within != NULL ? module_make(within) : NULL;
}

static void pipeline_choose(pipeline_t *pipeline) {
    pipeline->chosen =
        selector_matches(pipeline->name) || selector_matches(pipeline->entry) ||
        (pipeline->module != NULL && (selector_matches(pipeline->module->name) || module_matches(pipeline->module)));
}

static pipeline_t *pipeline_make(device_t *device, const VkComputePipelineCreateInfo *info) {
    const VkPipelineShaderStageCreateInfo *stage = &info->stage;
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size =
        chain_find(stage->pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    pipeline_t *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    made->point = VK_PIPELINE_BIND_POINT_COMPUTE;
    made->module = stage_module(device, stage);
    made->layout = table_find(&device->pipeline_layouts, KEY(info->layout));
    if (made->layout != NULL) made->layout->uses++;
    snprintf(made->entry, sizeof made->entry, "%s", stage->pName);
    if (size != NULL) made->subgroup_size = size->requiredSubgroupSize;
    if (made->module == NULL) made->refused = "a pipeline without SPIR-V: a pipeline binary or a module identifier";
    if (info->flags & VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT) made->refused = "descriptor buffers";
    if (strlen(stage->pName) >= sizeof made->entry) made->refused = "an entry point with a long name";
    if (!copy_specialization(made, stage->pSpecializationInfo)) made->refused = "no memory for its constants";
    pipeline_choose(made);
    return made;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateComputePipelines(VkDevice handle, VkPipelineCache cache,
                                                                     uint32_t count,
                                                                     const VkComputePipelineCreateInfo *infos,
                                                                     const VkAllocationCallbacks *allocator,
                                                                     VkPipeline *pipelines) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateComputePipelines(handle, cache, count, infos, allocator, pipelines);
    if (!selector()->active) return result;
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; result >= 0 && i < count; i++) {
        if (pipelines[i] == VK_NULL_HANDLE) continue;
        pipeline_t *made = pipeline_make(device, &infos[i]);
        pipeline_free(table_remove(&device->pipelines, KEY(pipelines[i])));
        if (made != NULL && !table_set(&device->pipelines, KEY(pipelines[i]), made)) pipeline_free(made);
    }
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateGraphicsPipelines(VkDevice handle, VkPipelineCache cache,
                                                                      uint32_t count,
                                                                      const VkGraphicsPipelineCreateInfo *infos,
                                                                      const VkAllocationCallbacks *allocator,
                                                                      VkPipeline *pipelines) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; selector()->pattern_count != 0 && i < count; i++)
        for (uint32_t k = 0; k < infos[i].stageCount; k++) {
            const module_t *module = table_find(&device->modules, KEY(infos[i].pStages[k].module));
            if (module != NULL && (selector_matches(module->name) || module_matches(module)))
                say("a shader that NBL_CAPTURE names is in a graphics pipeline: graphics stages are not captured");
        }
    pthread_mutex_unlock(&device->lock);
    return device->next.CreateGraphicsPipelines(handle, cache, count, infos, allocator, pipelines);
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyPipeline(VkDevice handle, VkPipeline pipeline,
                                                          const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    pipeline_free(table_remove(&device->pipelines, KEY(pipeline)));
    pthread_mutex_unlock(&device->lock);
    device->next.DestroyPipeline(handle, pipeline, allocator);
}

static void name_object(device_t *device, bool is_pipeline, uint64_t object, const char *name) {
    pthread_mutex_lock(&device->lock);
    pipeline_t *pipeline = is_pipeline ? table_find(&device->pipelines, object) : NULL;
    module_t *module = is_pipeline ? NULL : table_find(&device->modules, object);
    char *kept = pipeline != NULL ? pipeline->name : module != NULL ? module->name : NULL;
    if (kept != NULL) snprintf(kept, MOST_NAME, "%s", name != NULL ? name : "");
    if (pipeline != NULL) pipeline_choose(pipeline);
    pthread_mutex_unlock(&device->lock);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_SetDebugUtilsObjectNameEXT(VkDevice handle,
                                                                         const VkDebugUtilsObjectNameInfoEXT *info) {
    device_t *device = device_of(handle);
    if (info->objectType == VK_OBJECT_TYPE_PIPELINE || info->objectType == VK_OBJECT_TYPE_SHADER_MODULE)
        name_object(device, info->objectType == VK_OBJECT_TYPE_PIPELINE, info->objectHandle, info->pObjectName);
    return device->next.SetDebugUtilsObjectNameEXT != NULL ? device->next.SetDebugUtilsObjectNameEXT(handle, info)
                                                           : VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_DebugMarkerSetObjectNameEXT(VkDevice handle,
                                                                          const VkDebugMarkerObjectNameInfoEXT *info) {
    device_t *device = device_of(handle);
    if (info->objectType == VK_DEBUG_REPORT_OBJECT_TYPE_PIPELINE_EXT ||
        info->objectType == VK_DEBUG_REPORT_OBJECT_TYPE_SHADER_MODULE_EXT)
        name_object(device, info->objectType == VK_DEBUG_REPORT_OBJECT_TYPE_PIPELINE_EXT, info->object,
                    info->pObjectName);
    return device->next.DebugMarkerSetObjectNameEXT != NULL ? device->next.DebugMarkerSetObjectNameEXT(handle, info)
                                                            : VK_SUCCESS;
}

void objects_free(device_t *device) {
    table_t *const plain[] = {&device->memories, &device->buffers,      &device->images,
                              &device->views,    &device->buffer_views, &device->samplers};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        for (uint32_t k = 0; k < plain[i]->room; k++) free(plain[i]->values[k]);
        table_free(plain[i]);
    }
    for (uint32_t i = 0; i < device->pipelines.room; i++) pipeline_free(device->pipelines.values[i]);
    for (uint32_t i = 0; i < device->modules.room; i++) module_release(device->modules.values[i]);
    table_free(&device->pipelines);
    table_free(&device->modules);
}

PFN_vkVoidFunction objects_find(const char *name) {
    static const named_t all[] = {NAMED(AllocateMemory),
                                  NAMED(FreeMemory),
                                  NAMED(CreateBuffer),
                                  NAMED(DestroyBuffer),
                                  NAMED(BindBufferMemory),
                                  NAMED(BindBufferMemory2),
                                  NAMED(GetBufferDeviceAddress),
                                  NAMED(GetDeviceBufferMemoryRequirements),
                                  NAMED(CreateBufferView),
                                  NAMED(DestroyBufferView),
                                  NAMED(CreateImage),
                                  NAMED(DestroyImage),
                                  NAMED(BindImageMemory),
                                  NAMED(BindImageMemory2),
                                  NAMED(GetDeviceImageMemoryRequirements),
                                  NAMED(CreateImageView),
                                  NAMED(DestroyImageView),
                                  NAMED(CreateSampler),
                                  NAMED(DestroySampler),
                                  NAMED(CreateShaderModule),
                                  NAMED(DestroyShaderModule),
                                  NAMED(CreateComputePipelines),
                                  NAMED(CreateGraphicsPipelines),
                                  NAMED(DestroyPipeline),
                                  NAMED(SetDebugUtilsObjectNameEXT),
                                  NAMED(DebugMarkerSetObjectNameEXT)};
    return named_find(all, sizeof all / sizeof all[0], name);
}
