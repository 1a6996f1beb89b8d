/* Makes a run's bindings from a capture: ranges of captured memory, texels, samplers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bindings of buffers point into the pieces of memory that the layer captured, so that ranges that overlap on the
 * device overlap here. A view of an image has texels of its own, of four 32-bit components. Two views of the same
 * levels, layers and format share their texels.
 */
#include "capture.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TEXELS ((uint64_t)1 << 28)

/* Returns the captured piece of memory that holds a whole range; NULL: none does. */
static capture_memory_t *piece_of(const capture_t *capture, uint64_t object, uint64_t offset, uint64_t bytes) {
    for (uint32_t i = 0; i < capture->memory_count; i++) {
        capture_memory_t *memory = &capture->memories[i];
        if (memory->object == object && offset >= memory->begin && offset - memory->begin <= memory->bytes &&
            bytes <= memory->bytes - (offset - memory->begin))
            return memory;
    }
    return NULL;
}

static int bind_buffer(const capture_t *capture, const capture_bound_t *from, nbl_interpreter_binding_t *to,
                       nbl_error_t *error) {
    const capture_memory_t *memory = piece_of(capture, from->object, from->offset, from->bytes);
    if (memory == NULL)
        return fail(error, EXIT_FAILED, "binding %u.%u: its memory is not in the capture", (unsigned)from->set,
                    (unsigned)from->binding);
    to->data = memory->work + (from->offset - memory->begin);
    to->bytes = from->bytes;
    return EXIT_DONE;
}

static int take_texels(capture_bound_t *from, uint64_t count, nbl_error_t *error) {
    if (count == 0 || count > MOST_TEXELS)
        return fail(error, EXIT_FAILED, "binding %u.%u: %llu texels are out of range", (unsigned)from->set,
                    (unsigned)from->binding, (unsigned long long)count);
    from->data = malloc((size_t)count * 16u + 16u);
    if (from->data == NULL)
        return fail(error, EXIT_FAILED, "binding %u.%u: no memory", (unsigned)from->set, (unsigned)from->binding);
    return EXIT_DONE;
}

static int bind_texels(const capture_t *capture, capture_bound_t *from, nbl_interpreter_binding_t *to,
                       nbl_error_t *error) {
    const capture_memory_t *memory = piece_of(capture, from->object, from->offset, from->bytes);
    const uint32_t texel = texel_bytes(from->format);
    if (memory == NULL || texel == 0)
        return fail(error, EXIT_FAILED, "binding %u.%u: a texel buffer of format %u, or without its memory, is not run",
                    (unsigned)from->set, (unsigned)from->binding, (unsigned)from->format);
    const uint64_t count = from->bytes / texel;
    const int status = take_texels(from, count, error);
    if (status != EXIT_DONE) return status;
    texels_decode(from->format, memory->before + (from->offset - memory->begin), count,
                  (uint32_t(*)[4])(void *)from->data);
    to->data = from->data;
    to->bytes = count * 16u;
    to->width = (uint32_t)count;
    to->height = to->depth = 1;
    return EXIT_DONE;
}

static const capture_picture_t *picture_of(const capture_t *capture, uint32_t image, uint32_t level, uint32_t layer) {
    for (uint32_t i = 0; i < capture->picture_count; i++) {
        const capture_picture_t *picture = &capture->pictures[i];
        if (picture->image == image && picture->level == level && picture->layer == layer) return picture;
    }
    return NULL;
}

static void swizzle(const capture_bound_t *view, uint32_t (*texels)[4], uint64_t count) {
    enum { ZERO = 1, ONE, RED }; /* Vulkan's swizzles; 0 is the component itself */
    const uint32_t *by = view->swizzle;
    if ((by[0] == 0 || by[0] == RED) && (by[1] == 0 || by[1] == RED + 1) && (by[2] == 0 || by[2] == RED + 2) &&
        (by[3] == 0 || by[3] == RED + 3))
        return;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t kept[4];
        memcpy(kept, texels[i], sizeof kept);
        for (uint32_t c = 0; c < 4; c++)
            texels[i][c] = by[c] == 0 ? kept[c] : by[c] == ZERO ? 0 : by[c] == ONE ? 0x3F800000u : kept[by[c] - RED];
    }
}

/* Returns the number of a view's texels in all levels and layers; 0: the capture lacks a part of it. */
static uint64_t view_texels(const capture_t *capture, const capture_bound_t *view) {
    uint64_t count = 0;
    for (uint32_t level = 0; level < view->levels; level++)
        for (uint32_t layer = 0; layer < view->layers; layer++) {
            const capture_picture_t *picture =
                picture_of(capture, view->image, view->first_level + level, view->first_layer + layer);
            if (picture == NULL || count > MOST_TEXELS) return 0;
            count += (uint64_t)picture->width * picture->height * picture->depth;
        }
    return count;
}

/* Decodes a view's texels: level after level, and in each level layer after layer. Returns false without memory.
 *
 * after  the contents after the device's run, else before */
bool capture_decode_view(const capture_t *capture, const capture_bound_t *view, bool after, uint32_t (*texels)[4]) {
    uint64_t at = 0;
    for (uint32_t level = 0; level < view->levels; level++)
        for (uint32_t layer = 0; layer < view->layers; layer++) {
            const capture_picture_t *picture =
                picture_of(capture, view->image, view->first_level + level, view->first_layer + layer);
            const uint64_t count = (uint64_t)picture->width * picture->height * picture->depth;
            if (!texels_decode(view->format, after && picture->after != NULL ? picture->after : picture->before, count,
                               texels + at))
                return false;
            at += count;
        }
    if (!view->storage) swizzle(view, texels, at);
    return true;
}

static bool same_view(const capture_bound_t *a, const capture_bound_t *b) {
    return b->kind == CAPTURE_VIEW && b->data != NULL && a->image == b->image && a->format == b->format &&
           a->first_level == b->first_level && a->levels == b->levels && a->first_layer == b->first_layer &&
           a->layers == b->layers && memcmp(a->swizzle, b->swizzle, sizeof a->swizzle) == 0;
}

static int bind_view(const capture_t *capture, capture_bound_t *from, nbl_interpreter_binding_t *to,
                     nbl_interpreter_binding_t *const *made, nbl_error_t *error) {
    const uint64_t count = view_texels(capture, from);
    if (count == 0 || from->image >= capture->image_count ||
        texel_bytes(from->format) != texel_bytes(capture->images[from->image].format) || texel_bytes(from->format) == 0)
        return fail(error, EXIT_FAILED, "binding %u.%u: a view of format %u, or without its image, is not run",
                    (unsigned)from->set, (unsigned)from->binding, (unsigned)from->format);
    const capture_picture_t *first = picture_of(capture, from->image, from->first_level, from->first_layer);
    const uint32_t type = capture->images[from->image].type;
    to->width = first->width;
    to->height = type == 0 ? from->layers : first->height;
    to->depth = type == 0 ? 1 : type == 2 ? first->depth : from->layers;
    to->bytes = count * 16u;
    to->levels = from->levels;
    for (uint32_t i = 0; i < capture->bound_count; i++) { /* find the sampler of a combined image sampler */
        const capture_bound_t *other = &capture->bound[i];
        if (other->kind == CAPTURE_SAMPLER && other->set == from->set && other->binding == from->binding &&
            other->element == from->element)
            to->sampler = &other->sampler;
    }
    for (const capture_bound_t *other = capture->bound; other < from; other++)
        if (same_view(from, other) && made[other - capture->bound] != NULL) {
            to->data = made[other - capture->bound]->data;
            return EXIT_DONE;
        }
    const int status = take_texels(from, count, error);
    if (status != EXIT_DONE) return status;
    capture_decode_view(capture, from, false, (uint32_t(*)[4])(void *)from->data);
    to->data = from->data;
    return EXIT_DONE;
}

static const nbl_interpreter_resource_t *resource_of(const nbl_interpreter_resource_t *resources, uint32_t count,
                                                     const capture_bound_t *bound) {
    for (uint32_t i = 0; i < count; i++) {
        const nbl_interpreter_resource_t *resource = &resources[i];
        const nbl_interpreter_resource_kind_t kind = resource->kind;
        if (resource->set != bound->set || resource->binding != bound->binding || bound->element >= resource->count)
            continue;
        if (bound->kind == CAPTURE_VIEW || bound->kind == CAPTURE_TEXELS) {
            if (kind == NBL_INTERPRETER_IMAGE) return resource;
        } else if (bound->kind == CAPTURE_SAMPLER) {
            if (kind == NBL_INTERPRETER_SAMPLER) return resource;
        } else if (kind == NBL_INTERPRETER_STORAGE_BUFFER || kind == NBL_INTERPRETER_UNIFORM_BUFFER) {
            return resource;
        }
    }
    return NULL;
}

static int bind_one(capture_t *capture, capture_bound_t *from, nbl_interpreter_binding_t *to,
                    nbl_interpreter_binding_t *const *made, nbl_error_t *error) {
    *to = (nbl_interpreter_binding_t){.set = from->set, .binding = from->binding, .element = from->element};
    switch (from->kind) {
    case CAPTURE_BUFFER: return bind_buffer(capture, from, to, error);
    case CAPTURE_TEXELS: return bind_texels(capture, from, to, error);
    case CAPTURE_VIEW: return bind_view(capture, from, to, made, error);
    case CAPTURE_SAMPLER: to->sampler = &from->sampler; return EXIT_DONE;
    default:
        to->data = from->data;
        to->bytes = from->bytes;
        return EXIT_DONE;
    }
}

static int bind_memories(const capture_t *capture, nbl_interpreter_memory_t **memories, nbl_error_t *error) {
    *memories = calloc(capture->address_count + 1u, sizeof **memories);
    if (*memories == NULL) return fail(error, EXIT_FAILED, "addresses: no memory");
    for (uint32_t i = 0; i < capture->address_count; i++) {
        const capture_address_t *from = &capture->addresses[i];
        const capture_memory_t *memory = piece_of(capture, from->object, from->offset, from->bytes);
        if (memory == NULL)
            return fail(error, EXIT_FAILED, "address %llx: its memory is not in the capture",
                        (unsigned long long)from->address);
        (*memories)[i] = (nbl_interpreter_memory_t){
            .address = from->address, .data = memory->work + (from->offset - memory->begin), .bytes = from->bytes};
    }
    return EXIT_DONE;
}

int capture_bind(capture_t *capture, const nbl_interpreter_t *interpreter, bound_t *bound,
                 nbl_interpreter_memory_t **memories, nbl_error_t *error) {
    const uint32_t count = nbl_interpreter_resources(interpreter, NULL, 0);
    nbl_interpreter_resource_t *resources = calloc(count + 1u, sizeof *resources);
    nbl_interpreter_binding_t **made = calloc(capture->bound_count + 1u, sizeof(nbl_interpreter_binding_t *));
    bound->bindings = calloc(capture->bound_count + 1u, sizeof *bound->bindings);
    bound->resources = calloc(capture->bound_count + 1u, sizeof *bound->resources);
    int status = bind_memories(capture, memories, error);
    if (status == EXIT_DONE &&
        (resources == NULL || made == NULL || bound->bindings == NULL || bound->resources == NULL))
        status = fail(error, EXIT_FAILED, "bindings: no memory");
    if (status == EXIT_DONE) nbl_interpreter_resources(interpreter, resources, count);
    for (uint32_t i = 0; i < capture->bound_count && status == EXIT_DONE; i++) {
        capture_bound_t *from = &capture->bound[i];
        const nbl_interpreter_resource_t *resource = resource_of(resources, count, from);
        if (resource == NULL) continue;
        made[i] = &bound->bindings[bound->count];
        status = bind_one(capture, from, made[i], made, error);
        bound->resources[bound->count++] = *resource;
    }
    free(resources);
    free(made);
    return status;
}
