/* What a chosen dispatch can reach, as the descriptors say when it is submitted, and the copies of it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Memory is captured by what it is: ranges of buffers are ranges of memory objects, and ranges that overlap are one
 * piece. The staging buffer holds every piece and every subresource of an image twice, as it is before and after:
 *
 *   | piece 0 before | piece 0 after | piece 1 before | ... | subresource 0 before | subresource 0 after | ... | groups
 *   |
 */
#include "layer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BINDINGS = 1024, MOST_THINGS = 1 << 20 };

void capture_print(capture_t *capture, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line) {
        capture->failed = true;
        return;
    }
    if (capture->text_bytes + (size_t)length + 1u > capture->text_room) {
        const size_t room = 2u * capture->text_room + 4096u;
        char *grown = realloc(capture->text, room);
        if (grown == NULL) {
            capture->failed = true;
            return;
        }
        capture->text = grown;
        capture->text_room = room;
    }
    memcpy(capture->text + capture->text_bytes, line, (size_t)length + 1u);
    capture->text_bytes += (size_t)length;
}

static void print_bytes(capture_t *capture, const void *data, size_t bytes) {
    const unsigned char *at = data;
    for (size_t i = 0; i < bytes; i++) capture_print(capture, "%02x", at[i]);
    capture_print(capture, "\n");
}

/* ---- formats, by the ranges of their numbers */

uint32_t format_bytes(VkFormat format) {
    static const struct {
        int last;
        uint32_t bytes;
    } ranges[] = {{0, 0},    {1, 1},   {8, 2},    {15, 1},   {22, 2},   {36, 3},  {69, 4},
                  {76, 2},   {83, 4},  {90, 6},   {97, 8},   {100, 4},  {103, 8}, {106, 12},
                  {109, 16}, {112, 8}, {115, 16}, {118, 24}, {121, 32}, {123, 4}};
    if (format == VK_FORMAT_A4R4G4B4_UNORM_PACK16 || format == VK_FORMAT_A4B4G4R4_UNORM_PACK16) return 2;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if ((int)format <= ranges[i].last) return ranges[i].bytes;
    return 0;
}

const char *format_refused(VkFormat format) {
    if (format_bytes(format) != 0) return NULL;
    if (format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT) return "a depth or stencil image";
    if ((int)format >= 1000156000 && (int)format < 1000157000) return "a multi-planar image";
    if ((int)format >= 1000330000 && (int)format < 1000331000) return "a multi-planar image";
    if (format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK) return "a block-compressed image";
    return "an image of an unknown format";
}

/* ---- finding out */

typedef struct plan_t {
    device_t *device;
    capture_t *capture;
    const char *refused;
    uint32_t copy_room, picture_room, image_count;
} plan_t;

static void refuse(plan_t *plan, const char *why) {
    if (plan->refused == NULL) plan->refused = why;
}

static void add_range(plan_t *plan, const buffer_t *buffer, uint64_t offset, uint64_t bytes) {
    capture_t *capture = plan->capture;
    if (buffer->refused != NULL) {
        refuse(plan, buffer->refused);
        return;
    }
    if (capture->copy_count == plan->copy_room) {
        const uint32_t room = 2u * plan->copy_room + 64u;
        copy_t *grown = room < MOST_THINGS ? realloc(capture->copies, room * sizeof *grown) : NULL;
        if (grown == NULL) {
            refuse(plan, "too many buffers");
            return;
        }
        capture->copies = grown;
        plan->copy_room = room;
    }
    const uint64_t begin = buffer->offset + offset;
    capture->copies[capture->copy_count++] =
        (copy_t){buffer->handle, buffer->memory, begin, begin + bytes, buffer->offset, 0};
}

static const char *use_of(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
                   type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
               ? "uniform"
               : "storage";
}

typedef struct where_t {
    uint32_t set, binding, element;
} where_t;

static void plan_buffer(plan_t *plan, const descriptor_t *d, where_t at, uint64_t dynamic) {
    const buffer_t *buffer = table_find(&plan->device->buffers, KEY(d->buffer));
    if (buffer == NULL || buffer->memory == 0) return; /* null, or destroyed since: nothing that it may access */
    const uint64_t offset = d->offset + dynamic;
    if (offset >= buffer->bytes) return;
    uint64_t bytes = d->range == VK_WHOLE_SIZE ? buffer->bytes - offset : d->range;
    if (bytes > buffer->bytes - offset) bytes = buffer->bytes - offset;
    add_range(plan, buffer, offset, bytes);
    capture_print(plan->capture, "buffer %u %u %u %s %llu %llu %llu\n", at.set, at.binding, at.element, use_of(d->type),
                  (unsigned long long)buffer->memory, (unsigned long long)(buffer->offset + offset),
                  (unsigned long long)bytes);
}

static void plan_texels(plan_t *plan, const descriptor_t *d, where_t at) {
    const buffer_view_t *view = table_find(&plan->device->buffer_views, KEY(d->buffer_view));
    const buffer_t *buffer = view != NULL ? table_find(&plan->device->buffers, KEY(view->buffer)) : NULL;
    if (buffer == NULL || buffer->memory == 0 || view->offset >= buffer->bytes) return;
    uint64_t bytes = view->bytes == VK_WHOLE_SIZE ? buffer->bytes - view->offset : view->bytes;
    if (bytes > buffer->bytes - view->offset) bytes = buffer->bytes - view->offset;
    add_range(plan, buffer, view->offset, bytes);
    capture_print(plan->capture, "texels %u %u %u %s %d %llu %llu %llu\n", at.set, at.binding, at.element,
                  use_of(d->type), (int)view->format, (unsigned long long)buffer->memory,
                  (unsigned long long)(buffer->offset + view->offset), (unsigned long long)bytes);
}

static uint32_t at_level(uint32_t extent, uint32_t level) { return extent >> level != 0 ? extent >> level : 1u; }

static void add_picture(plan_t *plan, const image_t *image, uint32_t number, uint32_t level, uint32_t layer,
                        VkImageLayout layout) {
    capture_t *capture = plan->capture;
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        const picture_t *other = &capture->pictures[i];
        if (other->serial != image->serial || other->level != level || other->layer != layer) continue;
        if (other->layout != layout) refuse(plan, "an image that two descriptors have in different layouts");
        return;
    }
    if (capture->picture_count == plan->picture_room) {
        const uint32_t room = 2u * plan->picture_room + 64u;
        picture_t *grown = room < MOST_THINGS ? realloc(capture->pictures, room * sizeof *grown) : NULL;
        if (grown == NULL) {
            refuse(plan, "too many images");
            return;
        }
        capture->pictures = grown;
        plan->picture_room = room;
    }
    const VkExtent3D extent = {at_level(image->extent.width, level), at_level(image->extent.height, level),
                               at_level(image->extent.depth, level)};
    capture->pictures[capture->picture_count++] =
        (picture_t){.image = image->handle,
                    .serial = image->serial,
                    .level = level,
                    .layer = layer,
                    .number = number,
                    .layout = layout,
                    .extent = extent,
                    .bytes = (VkDeviceSize)extent.width * extent.height * extent.depth * format_bytes(image->format)};
}

static void plan_image(plan_t *plan, const descriptor_t *d, where_t at) {
    const view_t *view = table_find(&plan->device->views, KEY(d->view));
    const image_t *image = view != NULL ? table_find(&plan->device->images, KEY(view->image)) : NULL;
    capture_t *capture = plan->capture;
    uint32_t number = UINT32_MAX;
    if (view == NULL) return; /* null, or destroyed since */
    if (image == NULL) refuse(plan, "an image of a swapchain");
    if (image == NULL || plan->refused != NULL) return;
    if (image->refused != NULL) refuse(plan, image->refused);
    if (image->type == VK_IMAGE_TYPE_3D && view->type != VK_IMAGE_VIEW_TYPE_3D)
        refuse(plan, "a view of one slice of an image of three dimensions");
    if (d->type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT) refuse(plan, "an input attachment");
    if (plan->refused != NULL) return;
    for (uint32_t i = 0; i < capture->picture_count; i++)
        if (capture->pictures[i].serial == image->serial) number = capture->pictures[i].number;
    if (number == UINT32_MAX) {
        number = plan->image_count++;
        capture_print(capture, "image %u %d %d %u %u %u %u %u %llu %llu\n", number, (int)image->type,
                      (int)image->format, image->extent.width, image->extent.height, image->extent.depth, image->levels,
                      image->layers, (unsigned long long)image->memory, (unsigned long long)image->offset);
    }
    const VkImageSubresourceRange *range = &view->range;
    for (uint32_t level = 0; level < range->levelCount && plan->refused == NULL; level++)
        for (uint32_t layer = 0; layer < range->layerCount && plan->refused == NULL; layer++)
            add_picture(plan, image, number, range->baseMipLevel + level, range->baseArrayLayer + layer, d->layout);
    capture_print(capture, "view %u %u %u %s %u %d %d %d %d %d %d %u %u %u %u %d\n", at.set, at.binding, at.element,
                  d->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ? "storage" : "sampled", number, (int)view->type,
                  (int)view->format, (int)view->swizzle.r, (int)view->swizzle.g, (int)view->swizzle.b,
                  (int)view->swizzle.a, range->baseMipLevel, range->levelCount, range->baseArrayLayer,
                  range->layerCount, (int)d->layout);
}

static void plan_sampler(plan_t *plan, const descriptor_t *d, where_t at) {
    const sampler_t *sampler = table_find(&plan->device->samplers, KEY(d->sampler));
    if (sampler == NULL) return;
    if (sampler->refused != NULL) refuse(plan, sampler->refused);
    const VkSamplerCreateInfo *info = &sampler->info;
    uint32_t bits[4];
    memcpy(bits, sampler->border.uint32, sizeof bits);
    capture_print(plan->capture,
                  "sampler %u %u %u %d %d %d %d %d %d %.9g %d %.9g %d %d %.9g %.9g %d %d %d %u %u %u %u\n", at.set,
                  at.binding, at.element, (int)info->magFilter, (int)info->minFilter, (int)info->mipmapMode,
                  (int)info->addressModeU, (int)info->addressModeV, (int)info->addressModeW, (double)info->mipLodBias,
                  (int)info->anisotropyEnable, (double)info->maxAnisotropy, (int)info->compareEnable,
                  (int)info->compareOp, (double)info->minLod, (double)info->maxLod, (int)info->borderColor,
                  (int)info->unnormalizedCoordinates, (int)sampler->reduction, bits[0], bits[1], bits[2], bits[3]);
}

static bool is_dynamic(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

static void plan_descriptor(plan_t *plan, const descriptor_t *d, where_t at, uint64_t dynamic) {
    switch (d->type) {
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
    case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
    case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC: plan_buffer(plan, d, at, dynamic); break;
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER: plan_texels(plan, d, at); break;
    case VK_DESCRIPTOR_TYPE_SAMPLER: plan_sampler(plan, d, at); break;
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
        plan_sampler(plan, d, at);
        plan_image(plan, d, at);
        break;
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT: plan_image(plan, d, at); break;
    case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR:
    case VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_NV: refuse(plan, "an acceleration structure"); break;
    default: refuse(plan, "a descriptor of an unknown type"); break;
    }
}

static void plan_binding(plan_t *plan, const bound_set_t *bound, module_binding_t at) {
    const set_t *set = bound->set;
    uint32_t dynamic = 0, index = 0;
    if (set == NULL) return;
    for (; index < set->layout->binding_count && set->layout->bindings[index].number != at.binding; index++)
        if (is_dynamic(set->layout->bindings[index].type)) dynamic += set->layout->bindings[index].count;
    if (index == set->layout->binding_count) return;
    if (set->inline_data[index] != NULL) {
        capture_print(plan->capture, "inline %u %u %u ", at.set, at.binding, set->counts[index]);
        print_bytes(plan->capture, set->inline_data[index], set->counts[index]);
        return;
    }
    for (uint32_t i = 0; i < set->counts[index] && plan->refused == NULL; i++) {
        const descriptor_t *d = &set->descriptors[index][i];
        uint64_t offset = 0;
        if (!d->written) continue;
        if (is_dynamic(d->type) && dynamic + i < bound->dynamic_count) offset = bound->dynamic[dynamic + i];
        plan_descriptor(plan, d, (where_t){at.set, at.binding, i}, offset);
    }
}

/* Every live buffer whose address was asked for: a shader may have an address from anywhere. */
static void plan_addresses(plan_t *plan) {
    const table_t *buffers = &plan->device->buffers;
    for (uint32_t i = 0; i < buffers->room && plan->refused == NULL; i++) {
        const buffer_t *buffer = buffers->values[i];
        if (buffer == NULL || buffer->address == 0 || buffer->memory == 0) continue;
        add_range(plan, buffer, 0, buffer->bytes);
        capture_print(plan->capture, "address %llx %llu %llu %llu\n", (unsigned long long)buffer->address,
                      (unsigned long long)buffer->memory, (unsigned long long)buffer->offset,
                      (unsigned long long)buffer->bytes);
    }
}

/* ---- pieces, and where they lie in the staging buffer */

static int by_memory(const void *a, const void *b) {
    const copy_t *x = a, *y = b;
    if (x->memory != y->memory) return x->memory < y->memory ? -1 : 1;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

static uint64_t place(uint64_t *end, uint64_t bytes, uint64_t alignment) {
    const uint64_t at = (*end + alignment - 1u) / alignment * alignment;
    *end = at + bytes;
    return at;
}

/* Ranges in order become pieces, and copies that take each byte once. */
static bool make_pieces(capture_t *capture) {
    if (capture->copy_count != 0) qsort(capture->copies, capture->copy_count, sizeof *capture->copies, by_memory);
    capture->pieces = calloc(capture->copy_count + 1u, sizeof *capture->pieces);
    if (capture->pieces == NULL) return false;
    for (uint32_t i = 0; i < capture->copy_count; i++) {
        copy_t *copy = &capture->copies[i];
        piece_t *last = capture->piece_count != 0 ? &capture->pieces[capture->piece_count - 1u] : NULL;
        if (last == NULL || last->memory != copy->memory || copy->begin >= last->end) {
            capture->pieces[capture->piece_count++] = (piece_t){copy->memory, copy->begin, copy->end, 0, 0};
            copy->piece = capture->piece_count - 1u;
            continue;
        }
        copy->piece = capture->piece_count - 1u;
        copy->begin = copy->end < last->end ? copy->end : last->end; /* what others have copied */
        if (copy->end > last->end) last->end = copy->end;
    }
    return true;
}

static uint64_t bytes_needed(capture_t *capture) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < capture->piece_count; i++) {
        piece_t *piece = &capture->pieces[i];
        if (piece->end - piece->begin > UINT64_MAX / 4u) return UINT64_MAX;
        piece->before = place(&end, piece->end - piece->begin, 16);
        piece->after = place(&end, piece->end - piece->begin, 16);
        if (end > UINT64_MAX / 4u) return UINT64_MAX;
    }
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        picture_t *picture = &capture->pictures[i];
        const uint64_t texels = (uint64_t)picture->extent.width * picture->extent.height * picture->extent.depth;
        const uint64_t alignment = 16u * (picture->bytes / texels);
        picture->before = place(&end, picture->bytes, alignment);
        picture->after = place(&end, picture->bytes, alignment);
        if (end > UINT64_MAX / 4u) return UINT64_MAX;
    }
    if (capture->groups_at != UINT64_MAX) capture->groups_at = place(&end, 12, 16);
    return end != 0 ? end : 16;
}

static bool make_staging(device_t *device, capture_t *capture) {
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = capture->staging_bytes,
                                     .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    const VkPhysicalDeviceMemoryProperties *all = &device->memory_properties;
    VkMemoryRequirements needs;
    uint32_t type = UINT32_MAX;
    if (device->next.CreateBuffer(device->handle, &info, NULL, &capture->staging) != VK_SUCCESS) return false;
    device->next.GetBufferMemoryRequirements(device->handle, capture->staging, &needs);
    static const VkMemoryPropertyFlags wanted[] = {
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT};
    for (size_t w = 0; w < sizeof wanted / sizeof wanted[0] && type == UINT32_MAX; w++)
        for (uint32_t i = 0; i < all->memoryTypeCount && type == UINT32_MAX; i++) {
            const VkMemoryPropertyFlags flags = all->memoryTypes[i].propertyFlags;
            if ((needs.memoryTypeBits >> i & 1u) && (flags & wanted[w]) == wanted[w] &&
                !(flags & VK_MEMORY_PROPERTY_PROTECTED_BIT))
                type = i;
        }
    if (type == UINT32_MAX) return false;
    capture->coherent = (all->memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    return device->next.AllocateMemory(device->handle, &allocate, NULL, &capture->staging_memory) == VK_SUCCESS &&
           device->next.BindBufferMemory(device->handle, capture->staging, capture->staging_memory, 0) == VK_SUCCESS;
}

void capture_free(capture_t *capture) {
    if (capture == NULL) return;
    device_t *device = capture->device;
    device->next.DestroyBuffer(device->handle, capture->staging, NULL);
    device->next.FreeMemory(device->handle, capture->staging_memory, NULL);
    pthread_mutex_lock(&device->lock);
    module_release(capture->module);
    pthread_mutex_unlock(&device->lock);
    free(capture->text);
    free(capture->pieces);
    free(capture->copies);
    free(capture->pictures);
    free(capture);
}

static void print_head(plan_t *plan, const state_t *state, const dispatch_t *dispatch) {
    capture_t *capture = plan->capture;
    const pipeline_t *pipeline = state->pipeline;
    capture_print(capture, "nbl-capture 1\ndispatch %llu\n", (unsigned long long)capture->number);
    for (const char *line = plan->device->head; *line != '\0';) { /* line by line: its length is not bounded here */
        const char *end = strchr(line, '\n') + 1;
        capture_print(capture, "%.*s", (int)(end - line), line);
        line = end;
    }
    capture_print(capture, "subgroup %u\nmodule %zu\nentry %s\n",
                  pipeline->subgroup_size != 0 ? pipeline->subgroup_size : plan->device->subgroup_size,
                  pipeline->module->bytes, pipeline->entry);
    for (uint32_t i = 0; i < pipeline->entry_count; i++) {
        const VkSpecializationMapEntry *entry = &pipeline->entries[i];
        if (entry->size > 8 || entry->offset > pipeline->constant_bytes ||
            entry->size > pipeline->constant_bytes - entry->offset)
            continue;
        capture_print(capture, "constant %u %zu ", entry->constantID, entry->size);
        print_bytes(capture, pipeline->constants + entry->offset, entry->size);
    }
    if (state->push_bytes != 0) {
        capture_print(capture, "push %u ", state->push_bytes);
        print_bytes(capture, state->push, state->push_bytes);
    }
    capture_print(capture, "base %u %u %u\n", dispatch->base[0], dispatch->base[1], dispatch->base[2]);
}

static const char *refusal(const device_t *device, const state_t *state, const dispatch_t *dispatch) {
    if (device->refused != NULL) return device->refused;
    if (device->unknown[0] != '\0') return "a command that is newer than this layer may be in its command buffer";
    if (state->pipeline == NULL) return "a pipeline that is not known here: shader objects, or graphics stages";
    if (state->pipeline->refused != NULL) return state->pipeline->refused;
    if (state->descriptor_buffers) return "descriptor buffers";
    if (dispatch->indirect != VK_NULL_HANDLE) {
        const buffer_t *buffer = table_find(&device->buffers, KEY(dispatch->indirect));
        if (buffer == NULL) return "an indirect buffer that is not known here";
        return buffer->refused;
    }
    return NULL;
}

static capture_t *give_up(const plan_t *plan, uint64_t number, const char *why) {
    say("dispatch %llu is not captured: %s", (unsigned long long)number, why);
    if (plan->capture == NULL) return NULL;
    selector_give(plan->capture->taken);
    capture_t *capture = plan->capture;
    pthread_mutex_unlock(&plan->device->lock);
    capture_free(capture);
    pthread_mutex_lock(&plan->device->lock);
    return NULL;
}

/* The device's lock is held. */
capture_t *plan_make(device_t *device, const state_t *state, const dispatch_t *dispatch, uint64_t number) {
    module_binding_t bindings[MOST_BINDINGS];
    plan_t plan = {.device = device, .refused = refusal(device, state, dispatch)};
    if (plan.refused != NULL) return give_up(&plan, number, plan.refused);
    capture_t *capture = plan.capture = calloc(1, sizeof *capture);
    if (capture == NULL) return give_up(&plan, number, "no memory");
    capture->device = device;
    capture->number = number;
    capture->module = state->pipeline->module;
    capture->module->uses++;
    capture->groups_at = dispatch->indirect != VK_NULL_HANDLE ? 0 : UINT64_MAX;
    print_head(&plan, state, dispatch);
    const uint32_t count = module_bindings(capture->module, bindings, MOST_BINDINGS);
    if (count > MOST_BINDINGS) refuse(&plan, "too many bindings");
    for (uint32_t i = 0; i < count && plan.refused == NULL; i++)
        if (bindings[i].set < MOST_SETS) plan_binding(&plan, &state->sets[bindings[i].set], bindings[i]);
    if (plan.refused == NULL && module_uses_addresses(capture->module)) plan_addresses(&plan);
    if (plan.refused == NULL && (!make_pieces(capture) || capture->failed)) refuse(&plan, "no memory");
    if (plan.refused != NULL) return give_up(&plan, number, plan.refused);
    capture->staging_bytes = bytes_needed(capture);
    if (!selector_take(capture->staging_bytes)) {
        char why[128];
        snprintf(why, sizeof why, "it takes %llu bytes, more than is left of 'most'",
                 (unsigned long long)capture->staging_bytes);
        return give_up(&plan, number, why);
    }
    capture->taken = capture->staging_bytes;
    if (!make_staging(device, capture)) return give_up(&plan, number, "the device has no memory for the copies");
    return capture;
}

/* ---- copies, between barriers that order them with all before and all after */

static void order(const capture_t *capture, VkCommandBuffer to, bool into_copies) {
    const VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                 .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_MEMORY_READ_BIT,
                                 .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    const next_commands_t *next = &capture->device->commands;
    next->CmdPipelineBarrier(to, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &all, 0, NULL, 0,
                             NULL);
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        const picture_t *picture = &capture->pictures[i];
        if (picture->layout == VK_IMAGE_LAYOUT_GENERAL || picture->layout == VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
            continue;
        const VkImageLayout copied = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                              .srcAccessMask = all.srcAccessMask,
                                              .dstAccessMask = all.dstAccessMask,
                                              .oldLayout = into_copies ? picture->layout : copied,
                                              .newLayout = into_copies ? copied : picture->layout,
                                              .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                              .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                              .image = picture->image,
                                              .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, picture->level, 1,
                                                                   picture->layer, 1}};
        next->CmdPipelineBarrier(to, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL,
                                 0, NULL, 1, &barrier);
    }
}

void plan_copy(const capture_t *capture, VkCommandBuffer to, const dispatch_t *dispatch, bool after) {
    const next_commands_t *next = &capture->device->commands;
    order(capture, to, true);
    for (uint32_t i = 0; i < capture->copy_count; i++) {
        const copy_t *copy = &capture->copies[i];
        const piece_t *piece = &capture->pieces[copy->piece];
        const VkBufferCopy region = {copy->begin - copy->offset,
                                     (after ? piece->after : piece->before) + (copy->begin - piece->begin),
                                     copy->end - copy->begin};
        if (region.size != 0) next->CmdCopyBuffer(to, copy->buffer, capture->staging, 1, &region);
    }
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        const picture_t *picture = &capture->pictures[i];
        const VkBufferImageCopy region = {.bufferOffset = after ? picture->after : picture->before,
                                          .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, picture->level,
                                                               picture->layer, 1},
                                          .imageExtent = picture->extent};
        next->CmdCopyImageToBuffer(to, picture->image,
                                   picture->layout == VK_IMAGE_LAYOUT_GENERAL ? VK_IMAGE_LAYOUT_GENERAL
                                                                              : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                   capture->staging, 1, &region);
    }
    if (!after && capture->groups_at != UINT64_MAX) {
        const VkBufferCopy region = {dispatch->indirect_offset, capture->groups_at, 12};
        next->CmdCopyBuffer(to, dispatch->indirect, capture->staging, 1, &region);
    }
    order(capture, to, false);
}
