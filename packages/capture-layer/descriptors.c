/* What the layer knows of descriptor sets: layouts, and what was written to each descriptor last.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

/* ---- layouts; all under the device's lock */

void set_layout_release(set_layout_t *layout) {
    if (layout == NULL || --layout->uses != 0) return;
    for (uint32_t i = 0; i < layout->binding_count; i++) free(layout->bindings[i].samplers);
    free(layout->bindings);
    free(layout);
}

void pipeline_layout_release(pipeline_layout_t *layout) {
    if (layout == NULL || --layout->uses != 0) return;
    for (uint32_t i = 0; i < layout->set_count; i++) set_layout_release(layout->sets[i]);
    free(layout->sets);
    free(layout);
}

static bool has_sampler(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
}

static int by_number(const void *a, const void *b) {
    const binding_t *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static set_layout_t *set_layout_make(const VkDescriptorSetLayoutCreateInfo *info) {
    const VkDescriptorSetLayoutBindingFlagsCreateInfo *flags =
        chain_find(info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO);
    set_layout_t *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    made->uses = 1;
    made->pushed = (info->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR) != 0;
    made->bindings = calloc(info->bindingCount + 1u, sizeof *made->bindings);
    for (uint32_t i = 0; made->bindings != NULL && i < info->bindingCount; i++) {
        const VkDescriptorSetLayoutBinding *from = &info->pBindings[i];
        binding_t *binding = &made->bindings[made->binding_count++];
        *binding = (binding_t){.number = from->binding, .count = from->descriptorCount, .type = from->descriptorType};
        if (flags != NULL && flags->bindingCount != 0) binding->flags = flags->pBindingFlags[i];
        if (!has_sampler(from->descriptorType) || from->pImmutableSamplers == NULL || from->descriptorCount == 0)
            continue;
        binding->samplers = malloc(from->descriptorCount * sizeof *binding->samplers);
        if (binding->samplers != NULL)
            memcpy(binding->samplers, from->pImmutableSamplers, from->descriptorCount * sizeof *binding->samplers);
    }
    if (made->bindings == NULL) {
        free(made);
        return NULL;
    }
    qsort(made->bindings, made->binding_count, sizeof *made->bindings, by_number);
    return made;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreateDescriptorSetLayout(VkDevice handle,
                                                                        const VkDescriptorSetLayoutCreateInfo *info,
                                                                        const VkAllocationCallbacks *allocator,
                                                                        VkDescriptorSetLayout *layout) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateDescriptorSetLayout(handle, info, allocator, layout);
    if (result != VK_SUCCESS) return result;
    set_layout_t *made = set_layout_make(info);
    pthread_mutex_lock(&device->lock);
    set_layout_release(table_remove(&device->set_layouts, KEY(*layout)));
    if (made != NULL && !table_set(&device->set_layouts, KEY(*layout), made)) set_layout_release(made);
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyDescriptorSetLayout(VkDevice handle, VkDescriptorSetLayout layout,
                                                                     const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    set_layout_release(table_remove(&device->set_layouts, KEY(layout)));
    pthread_mutex_unlock(&device->lock);
    device->next.DestroyDescriptorSetLayout(handle, layout, allocator);
}

static pipeline_layout_t *pipeline_layout_make(device_t *device, const VkPipelineLayoutCreateInfo *info) {
    pipeline_layout_t *made = calloc(1, sizeof *made);
    if (made == NULL || (made->sets = calloc(info->setLayoutCount + 1u, sizeof *made->sets)) == NULL) {
        free(made);
        return NULL;
    }
    made->uses = 1;
    made->set_count = info->setLayoutCount;
    for (uint32_t i = 0; i < info->setLayoutCount; i++) {
        made->sets[i] = table_find(&device->set_layouts, KEY(info->pSetLayouts[i]));
        if (made->sets[i] != NULL) made->sets[i]->uses++;
    }
    return made;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_CreatePipelineLayout(VkDevice handle,
                                                                   const VkPipelineLayoutCreateInfo *info,
                                                                   const VkAllocationCallbacks *allocator,
                                                                   VkPipelineLayout *layout) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreatePipelineLayout(handle, info, allocator, layout);
    if (result != VK_SUCCESS) return result;
    pthread_mutex_lock(&device->lock);
    pipeline_layout_t *made = pipeline_layout_make(device, info);
    pipeline_layout_release(table_remove(&device->pipeline_layouts, KEY(*layout)));
    if (made != NULL && !table_set(&device->pipeline_layouts, KEY(*layout), made)) pipeline_layout_release(made);
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyPipelineLayout(VkDevice handle, VkPipelineLayout layout,
                                                                const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    pipeline_layout_release(table_remove(&device->pipeline_layouts, KEY(layout)));
    pthread_mutex_unlock(&device->lock);
    device->next.DestroyPipelineLayout(handle, layout, allocator);
}

/* ---- sets */

void set_free(set_t *set) {
    if (set == NULL) return;
    for (uint32_t i = 0; i < set->layout->binding_count; i++) {
        if (set->descriptors != NULL) free(set->descriptors[i]);
        if (set->inline_data != NULL) free(set->inline_data[i]);
    }
    free(set->descriptors);
    free(set->inline_data);
    free(set->counts);
    set_layout_release(set->layout);
    free(set);
}

set_t *set_make(set_layout_t *layout, uint32_t variable_count) {
    set_t *set = calloc(1, sizeof *set);
    if (set == NULL) return NULL;
    const uint32_t count = layout->binding_count;
    set->layout = layout;
    layout->uses++;
    set->descriptors = calloc(count + 1u, sizeof *set->descriptors);
    set->counts = calloc(count + 1u, sizeof *set->counts);
    set->inline_data = calloc(count + 1u, sizeof *set->inline_data);
    bool failed = set->descriptors == NULL || set->counts == NULL || set->inline_data == NULL;
    for (uint32_t i = 0; i < count && !failed; i++) {
        const binding_t *binding = &layout->bindings[i];
        const bool variable = (binding->flags & VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT) != 0;
        set->counts[i] = variable && variable_count < binding->count ? variable_count : binding->count;
        if (binding->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
            failed = (set->inline_data[i] = calloc(set->counts[i] + 1u, 1)) == NULL;
            continue;
        }
        failed = (set->descriptors[i] = calloc(set->counts[i] + 1u, sizeof **set->descriptors)) == NULL;
        for (uint32_t k = 0; !failed && binding->samplers != NULL && k < set->counts[i]; k++) {
            descriptor_t *to = &set->descriptors[i][k];
            to->sampler = binding->samplers[k];
            to->type = binding->type;
            to->written = binding->type == VK_DESCRIPTOR_TYPE_SAMPLER; /* nothing else of it is written */
        }
    }
    if (!failed) return set;
    set_free(set);
    return NULL;
}

set_t *set_copy(const set_t *set) {
    set_t *made = set_make(set->layout, UINT32_MAX);
    for (uint32_t i = 0; made != NULL && i < set->layout->binding_count; i++) {
        if (set->descriptors[i] != NULL)
            memcpy(made->descriptors[i], set->descriptors[i], set->counts[i] * sizeof **set->descriptors);
        if (set->inline_data[i] != NULL) memcpy(made->inline_data[i], set->inline_data[i], set->counts[i]);
    }
    return made;
}

/* The index of a binding in the layout, or -1. */
static int find_binding(const set_layout_t *layout, uint32_t number) {
    for (uint32_t i = 0; i < layout->binding_count; i++)
        if (layout->bindings[i].number == number) return (int)i;
    return -1;
}

/* The next descriptor. Elements beyond the end of a binding are the first ones of the following binding. */
static descriptor_t *step_to(set_t *set, int *binding, uint32_t *element) {
    while (*binding < (int)set->layout->binding_count && *element >= set->counts[*binding]) {
        *element -= set->counts[*binding];
        ++*binding;
    }
    if (*binding >= (int)set->layout->binding_count || set->descriptors[*binding] == NULL) return NULL;
    return &set->descriptors[*binding][(*element)++];
}

static void write_inline(set_t *set, uint32_t binding, uint32_t at, uint32_t bytes, const void *data) {
    const int found = find_binding(set->layout, binding);
    if (found < 0 || set->inline_data[found] == NULL || at > set->counts[found] || bytes > set->counts[found] - at)
        return;
    memcpy(set->inline_data[found] + at, data, bytes);
}

/* One descriptor of a type, from what a program's structure for this type says. */
static void write_one(set_t *set, int binding, descriptor_t *to, VkDescriptorType type, const void *from) {
    const VkSampler immutable = set->layout->bindings[binding].samplers != NULL ? to->sampler : VK_NULL_HANDLE;
    *to = (descriptor_t){.type = type, .written = true};
    switch (type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT: {
        const VkDescriptorImageInfo *info = from;
        if (has_sampler(type)) to->sampler = immutable != VK_NULL_HANDLE ? immutable : info->sampler;
        if (type == VK_DESCRIPTOR_TYPE_SAMPLER) break;
        to->view = info->imageView;
        to->layout = info->imageLayout;
        break;
    }
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: to->buffer_view = *(const VkBufferView *)from; break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC: {
        const VkDescriptorBufferInfo *info = from;
        to->buffer = info->buffer;
        to->offset = info->offset;
        to->range = info->range;
        break;
    }
    default: break; /* plan.c refuses it */
    }
}

/* How many bytes a program's structure for a descriptor has; 0: none that is read. */
static size_t info_bytes(VkDescriptorType type) {
    switch (type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT: return sizeof(VkDescriptorImageInfo);
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: return sizeof(VkBufferView);
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC: return sizeof(VkDescriptorBufferInfo);
    case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR: return sizeof(VkAccelerationStructureKHR);
    default: return 0;
    }
}

static void write_many(set_t *set, uint32_t number, uint32_t element, uint32_t count, VkDescriptorType type,
                       const unsigned char *data, size_t stride) {
    int binding = find_binding(set->layout, number);
    for (uint32_t i = 0; binding >= 0 && i < count; i++) {
        descriptor_t *to = step_to(set, &binding, &element);
        if (to == NULL) return;
        write_one(set, binding, to, type, data != NULL ? data + i * stride : NULL);
    }
}

void set_write(set_t *set, const VkWriteDescriptorSet *write) {
    const VkWriteDescriptorSetInlineUniformBlock *within =
        chain_find(write->pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
    const size_t bytes = info_bytes(write->descriptorType);
    const void *data = write->pBufferInfo;
    if (write->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
        if (within != NULL)
            write_inline(set, write->dstBinding, write->dstArrayElement, within->dataSize, within->pData);
        return;
    }
    if (bytes == sizeof(VkBufferView)) data = write->pTexelBufferView;
    if (write->descriptorType <= VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ||
        write->descriptorType == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT)
        data = write->pImageInfo;
    /* of a type that plan.c refuses, that it was written is kept and nothing else */
    const bool is_read = bytes != 0 && write->descriptorType != VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    if (!is_read) data = NULL;
    if (is_read && data == NULL) return;
    write_many(set, write->dstBinding, write->dstArrayElement, write->descriptorCount, write->descriptorType, data,
               bytes);
}

void set_write_template(set_t *set, const template_t *made, const void *data) {
    for (uint32_t i = 0; i < made->count; i++) {
        const VkDescriptorUpdateTemplateEntry *entry = &made->entries[i];
        const unsigned char *from = (const unsigned char *)data + entry->offset;
        if (entry->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)
            write_inline(set, entry->dstBinding, entry->dstArrayElement, entry->descriptorCount, from);
        else
            write_many(set, entry->dstBinding, entry->dstArrayElement, entry->descriptorCount, entry->descriptorType,
                       from, entry->stride);
    }
}

static void copy_descriptors(device_t *device, const VkCopyDescriptorSet *copy) {
    set_t *from = table_find(&device->sets, KEY(copy->srcSet)), *to = table_find(&device->sets, KEY(copy->dstSet));
    if (from == NULL || to == NULL) return;
    int source = find_binding(from->layout, copy->srcBinding), target = find_binding(to->layout, copy->dstBinding);
    uint32_t source_element = copy->srcArrayElement, target_element = copy->dstArrayElement;
    if (source < 0 || target < 0) return;
    if (from->inline_data[source] != NULL) {
        if (source_element <= from->counts[source] && copy->descriptorCount <= from->counts[source] - source_element)
            write_inline(to, copy->dstBinding, target_element, copy->descriptorCount,
                         from->inline_data[source] + source_element);
        return;
    }
    for (uint32_t i = 0; i < copy->descriptorCount; i++) {
        const descriptor_t *one = step_to(from, &source, &source_element);
        descriptor_t *other = step_to(to, &target, &target_element);
        if (one == NULL || other == NULL) return;
        const VkSampler immutable = to->layout->bindings[target].samplers != NULL ? other->sampler : one->sampler;
        *other = *one;
        other->sampler = immutable;
    }
}

static VKAPI_ATTR void VKAPI_CALL capture_UpdateDescriptorSets(VkDevice handle, uint32_t write_count,
                                                               const VkWriteDescriptorSet *writes, uint32_t copy_count,
                                                               const VkCopyDescriptorSet *copies) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < write_count; i++) {
        set_t *set = table_find(&device->sets, KEY(writes[i].dstSet));
        if (set != NULL) set_write(set, &writes[i]);
    }
    for (uint32_t i = 0; i < copy_count; i++) copy_descriptors(device, &copies[i]);
    pthread_mutex_unlock(&device->lock);
    device->next.UpdateDescriptorSets(handle, write_count, writes, copy_count, copies);
}

/* ---- pools */

static void forget_set(device_t *device, VkDescriptorSet handle) { set_free(table_remove(&device->sets, KEY(handle))); }

static VKAPI_ATTR VkResult VKAPI_CALL capture_AllocateDescriptorSets(VkDevice handle,
                                                                     const VkDescriptorSetAllocateInfo *info,
                                                                     VkDescriptorSet *sets) {
    device_t *device = device_of(handle);
    const VkDescriptorSetVariableDescriptorCountAllocateInfo *variable =
        chain_find(info->pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
    const VkResult result = device->next.AllocateDescriptorSets(handle, info, sets);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; result == VK_SUCCESS && i < info->descriptorSetCount; i++) {
        set_layout_t *layout = table_find(&device->set_layouts, KEY(info->pSetLayouts[i]));
        const bool counted = variable != NULL && i < variable->descriptorSetCount;
        forget_set(device, sets[i]);
        set_t *set = layout != NULL ? set_make(layout, counted ? variable->pDescriptorCounts[i] : 0) : NULL;
        if (set == NULL) continue;
        set->pool = info->descriptorPool;
        if (!table_set(&device->sets, KEY(sets[i]), set)) set_free(set);
    }
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_FreeDescriptorSets(VkDevice handle, VkDescriptorPool pool, uint32_t count,
                                                                 const VkDescriptorSet *sets) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < count; i++) forget_set(device, sets[i]);
    pthread_mutex_unlock(&device->lock);
    return device->next.FreeDescriptorSets(handle, pool, count, sets);
}

static void forget_pool(device_t *device, VkDescriptorPool pool) {
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < device->sets.room; i++) {
        const set_t *set = device->sets.values[i];
        if (device->sets.keys[i] == 0 || set->pool != pool) continue;
        set_free(table_remove(&device->sets, device->sets.keys[i]));
        i = UINT32_MAX; /* what followed may have moved: from the beginning again */
    }
    pthread_mutex_unlock(&device->lock);
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyDescriptorPool(VkDevice handle, VkDescriptorPool pool,
                                                                const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    forget_pool(device, pool);
    device->next.DestroyDescriptorPool(handle, pool, allocator);
}

static VKAPI_ATTR VkResult VKAPI_CALL capture_ResetDescriptorPool(VkDevice handle, VkDescriptorPool pool,
                                                                  VkDescriptorPoolResetFlags flags) {
    device_t *device = device_of(handle);
    forget_pool(device, pool);
    return device->next.ResetDescriptorPool(handle, pool, flags);
}

/* ---- templates */

static void template_free(template_t *made) {
    if (made != NULL) free(made->entries);
    free(made);
}

static template_t *template_make(const VkDescriptorUpdateTemplateCreateInfo *info) {
    const uint32_t count = info->descriptorUpdateEntryCount;
    template_t *made = calloc(1, sizeof *made);
    if (made == NULL || (made->entries = calloc(count + 1u, sizeof *made->entries)) == NULL) {
        free(made);
        return NULL;
    }
    memcpy(made->entries, info->pDescriptorUpdateEntries, count * sizeof *made->entries);
    made->count = count;
    made->set = info->set;
    made->type = info->templateType;
    made->point = info->pipelineBindPoint;
    for (uint32_t i = 0; i < count; i++) {
        const VkDescriptorUpdateTemplateEntry *entry = &made->entries[i];
        const bool within = entry->descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        if (entry->descriptorCount == 0) continue;
        const size_t end = entry->offset +
                           (within ? entry->descriptorCount
                                   : (entry->descriptorCount - 1u) * entry->stride + info_bytes(entry->descriptorType));
        if (end > made->bytes) made->bytes = end;
    }
    return made;
}

static VKAPI_ATTR VkResult VKAPI_CALL
capture_CreateDescriptorUpdateTemplate(VkDevice handle, const VkDescriptorUpdateTemplateCreateInfo *info,
                                       const VkAllocationCallbacks *allocator, VkDescriptorUpdateTemplate *made) {
    device_t *device = device_of(handle);
    const VkResult result = device->next.CreateDescriptorUpdateTemplate(handle, info, allocator, made);
    if (result != VK_SUCCESS) return result;
    template_t *kept = template_make(info);
    pthread_mutex_lock(&device->lock);
    template_free(table_remove(&device->templates, KEY(*made)));
    if (kept != NULL && !table_set(&device->templates, KEY(*made), kept)) template_free(kept);
    pthread_mutex_unlock(&device->lock);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL capture_DestroyDescriptorUpdateTemplate(VkDevice handle,
                                                                          VkDescriptorUpdateTemplate made,
                                                                          const VkAllocationCallbacks *allocator) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    template_free(table_remove(&device->templates, KEY(made)));
    pthread_mutex_unlock(&device->lock);
    device->next.DestroyDescriptorUpdateTemplate(handle, made, allocator);
}

static VKAPI_ATTR void VKAPI_CALL capture_UpdateDescriptorSetWithTemplate(VkDevice handle,
                                                                          VkDescriptorSet handle_of_set,
                                                                          VkDescriptorUpdateTemplate made,
                                                                          const void *data) {
    device_t *device = device_of(handle);
    pthread_mutex_lock(&device->lock);
    set_t *set = table_find(&device->sets, KEY(handle_of_set));
    const template_t *kept = table_find(&device->templates, KEY(made));
    if (set != NULL && kept != NULL) set_write_template(set, kept, data);
    pthread_mutex_unlock(&device->lock);
    device->next.UpdateDescriptorSetWithTemplate(handle, handle_of_set, made, data);
}

void descriptors_free(device_t *device) {
    for (uint32_t i = 0; i < device->sets.room; i++) set_free(device->sets.values[i]);
    for (uint32_t i = 0; i < device->templates.room; i++) template_free(device->templates.values[i]);
    for (uint32_t i = 0; i < device->pipeline_layouts.room; i++)
        pipeline_layout_release(device->pipeline_layouts.values[i]);
    for (uint32_t i = 0; i < device->set_layouts.room; i++) set_layout_release(device->set_layouts.values[i]);
    table_free(&device->sets);
    table_free(&device->templates);
    table_free(&device->pipeline_layouts);
    table_free(&device->set_layouts);
}

PFN_vkVoidFunction descriptors_find(const char *name) {
    static const named_t all[] = {NAMED(CreateDescriptorSetLayout),
                                  NAMED(DestroyDescriptorSetLayout),
                                  NAMED(CreatePipelineLayout),
                                  NAMED(DestroyPipelineLayout),
                                  NAMED(AllocateDescriptorSets),
                                  NAMED(FreeDescriptorSets),
                                  NAMED(DestroyDescriptorPool),
                                  NAMED(ResetDescriptorPool),
                                  NAMED(UpdateDescriptorSets),
                                  NAMED(CreateDescriptorUpdateTemplate),
                                  NAMED(DestroyDescriptorUpdateTemplate),
                                  NAMED(UpdateDescriptorSetWithTemplate)};
    return named_find(all, sizeof all / sizeof all[0], name);
}
