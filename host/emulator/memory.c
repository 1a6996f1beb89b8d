/* Shared arrays, buffers, images and counters as a kernel uses them: check, count, address.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each kind of memory has one function that every watched access comes through, with its name, index, file and line;
 * there the race checker looks on, and there bank conflicts and sectors are counted. What nothing watches of shared
 * memory stays inline.
 */
#include "emulator/check.h"
#include "emulator/count.h"
#include "platform/memory.h"

#include <stdlib.h>
#include <string.h>

#define BATCH (1u << 20) /* steps that an invocation makes before the limit of all is asked; chosen, nothing measured */

static nbl_emulator_open_array_t nobodys;
__thread nbl_emulator_open_array_t *nbl_emulator_recent_array __attribute__((tls_model("initial-exec"))) = &nobodys;

static const char *action_text(nbl_emulator_action_t action) {
    return action == NBL_EMULATOR_LOAD ? "load of" : action == NBL_EMULATOR_STORE ? "store to" : "atomic access to";
}

/* Returns the slot of an array at its first use in a workgroup: memory of an earlier workgroup if it is large enough.
 * No address into it is still held, since all kernels of that workgroup have ended. */
static nbl_emulator_slot_t *open_slot(nbl_emulator_worker_t *worker, const nbl_emulator_shared_t *array,
                                      uint32_t count) {
    uint64_t bytes = (uint64_t)array->element_bytes * count;
    uint64_t rounded = (bytes + 16u + 15u) / 16u * 16u; /* never empty: with a count of 0 any index is out of bounds */

    if (worker->slot_count == NBL_EMULATOR_MAX_SHARED_ARRAYS) {
        nbl_emulator_fail(worker, NBL_ERROR_TOO_MANY, worker->current,
                          "shared array \"%s\" is one more than the limit of %u", array->name,
                          (unsigned)NBL_EMULATOR_MAX_SHARED_ARRAYS);
        nbl_emulator_abandon(worker);
    }
    nbl_emulator_slot_t *slot = &worker->slots[worker->slot_count];
    if (slot->capacity < rounded) {
        nbl_platform_aligned_free(slot->open.data);
        slot->capacity = 0;
        slot->open.data = rounded > SIZE_MAX ? NULL : nbl_platform_aligned(16, (size_t)rounded);
        if (slot->open.data == NULL) {
            nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current,
                              "no memory for shared array \"%s\" of %llu bytes", array->name,
                              (unsigned long long)bytes);
            nbl_emulator_abandon(worker);
        }
        slot->capacity = rounded;
    }
    nbl_emulator_fill(slot->open.data, (size_t)bytes, worker->job->fill);
    if (worker->check != NULL && nbl_check_open_slot(slot, array->element_bytes, bytes) != 0) {
        nbl_emulator_fail(worker, NBL_ERROR_OUT_OF_MEMORY, worker->current,
                          "no memory to check shared array \"%s\" of %llu bytes", array->name,
                          (unsigned long long)bytes);
        nbl_emulator_abandon(worker);
    }
    slot->open.array = array;
    slot->open.count = count;
    slot->open.left = 0;
    slot->element_bytes = array->element_bytes;
    worker->slot_count++;
    return slot;
}

static nbl_emulator_slot_t *find_slot(nbl_emulator_worker_t *worker, const nbl_emulator_shared_t *array,
                                      uint32_t count) {
    for (uint32_t i = 0; i < worker->slot_count; i++)
        if (worker->slots[i].open.array == array) return &worker->slots[i];
    return open_slot(worker, array, count);
}

void nbl_emulator_forget_recent(void) { nbl_emulator_recent_array = &nobodys; }

void nbl_emulator_close_arrays(nbl_emulator_worker_t *worker) {
    for (uint32_t i = 0; i < worker->slot_count; i++) {
        nbl_emulator_open_array_t *open = &worker->slots[i].open;
        for (int action = 0; action < 5; action++) {
            worker->shared_accesses[action] += open->accesses[action];
            worker->shared_bytes += open->accesses[action] * worker->slots[i].element_bytes;
            open->accesses[action] = 0;
        }
        open->array = NULL;
    }
    worker->slot_count = 0;
    nbl_emulator_recent_array = &nobodys;
}

__attribute__((noinline, cold)) static void fail_shared(nbl_emulator_worker_t *worker,
                                                        const nbl_emulator_open_array_t *open, uint32_t count,
                                                        uint32_t index, nbl_emulator_action_t action,
                                                        const nbl_emulator_use_t *use) {
    if (count != open->count)
        nbl_emulator_fail_access(
            worker, NBL_ERROR_SHARED_CHANGED, use,
            "shared array \"%s\" has %u elements at %s:%d, but had %u at its first use in this workgroup",
            open->array->name, (unsigned)count, use->file, use->line, (unsigned)open->count);
    else
        nbl_emulator_fail_access(worker, NBL_ERROR_OUT_OF_BOUNDS, use,
                                 "%s element %u of shared array \"%s\", which has %u, at %s:%d in %s, index %s",
                                 action_text(action), (unsigned)index, open->array->name, (unsigned)count, use->file,
                                 use->line, use->function, use->expression);
    nbl_emulator_abandon(worker);
}

/* A function apart, as for buffers, so that an access that is only checked saves no registers for it. */
__attribute__((noinline)) static void watch_shared(nbl_emulator_worker_t *worker, const nbl_emulator_slot_t *slot,
                                                   uint32_t index, nbl_emulator_action_t action,
                                                   const nbl_emulator_use_t *use) {
    if (worker->watched & NBL_WATCH_STEPS) nbl_emulator_interrupt(worker, use->file, use->line);
    if (worker->watched & NBL_WATCH_CHECK) nbl_check_shared(worker, slot, index, action, use);
    if (worker->watched & NBL_WATCH_COUNT)
        nbl_count_access(worker, NBL_EMULATOR_MEMORY_SHARED, slot->open.array->name, 0, slot->open.array->element_bytes,
                         (uint64_t)index * slot->open.array->element_bytes, action, use);
}

/* Counted where an access comes through here in any case; what nothing watches of a shared array is counted by
 * batches. */
static inline void count_step(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use) {
    if (NBL_EMULATOR_UNLIKELY(worker->steps_left == 0)) nbl_emulator_count_step(worker, use->file, use->line);
    worker->steps_left--;
}

static inline void note_use(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use) {
    worker->recent_use = use;
    if (NBL_EMULATOR_UNLIKELY(worker->catches) && nbl_emulator_below_stack(worker, &use))
        nbl_emulator_stack_overflow(worker);
}

static inline void make_recent(nbl_emulator_worker_t *worker, nbl_emulator_slot_t *slot) {
    if (slot->open.left == 0) {
        slot->open.left = worker->steps_left < BATCH ? (uint32_t)worker->steps_left : BATCH;
        worker->steps_left -= slot->open.left;
    }
    nbl_emulator_recent_array = &slot->open;
}

void *nbl_emulator_find_shared(const nbl_emulator_shared_t *array, uint32_t count, uint32_t index,
                               nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_shared");
    nbl_emulator_slot_t *slot = worker->recent_slot;

    if (NBL_EMULATOR_UNLIKELY(slot->open.array != array)) worker->recent_slot = slot = find_slot(worker, array, count);
    if (NBL_EMULATOR_UNLIKELY(index >= count || count != slot->open.count))
        fail_shared(worker, &slot->open, count, index, action, use);
    slot->open.accesses[action]++;
    note_use(worker, use);
    count_step(worker, use);
    if (worker->watched == NBL_WATCH_CHECK)
        nbl_check_shared(worker, slot, index, action, use);
    else if (worker->watched)
        watch_shared(worker, slot, index, action, use);
    else if (!worker->catches)
        make_recent(worker, slot);
    return slot->open.data + (size_t)index * array->element_bytes;
}

/* The resource of a binding used as a buffer (image: 0) or as an image (1). */
static inline const nbl_emulator_resource_t *find_resource(nbl_emulator_worker_t *worker, uint32_t binding, int image) {
    if (NBL_EMULATOR_UNLIKELY(binding >= worker->resource_count)) return NULL;
    const nbl_emulator_resource_t *resource = &worker->resources[binding];
    if (NBL_EMULATOR_UNLIKELY(resource->data == NULL || (uintptr_t)resource->data % 16u != 0 ||
                              (resource->height != 0) != image))
        return NULL;
    return resource;
}

__attribute__((noinline, cold)) static void fail_resource(nbl_emulator_worker_t *worker, uint32_t binding,
                                                          const char *name, int image, nbl_emulator_action_t action,
                                                          const nbl_emulator_use_t *use) {
    const nbl_emulator_resource_t *resource = binding < worker->resource_count ? &worker->resources[binding] : NULL;
    const char *why = image ? "is a buffer, not an image" : "is an image, not a buffer";

    if (resource == NULL || resource->data == NULL)
        why = "is not filled";
    else if ((uintptr_t)resource->data % 16u != 0)
        why = "is not aligned to 16 bytes";
    nbl_emulator_fail_access(worker, NBL_ERROR_MISSING_RESOURCE, use, "%s %s \"%s\" at %s:%d: binding %u %s",
                             action_text(action), image ? "image" : "buffer", name, use->file, use->line,
                             (unsigned)binding, why);
    nbl_emulator_abandon(worker);
}

__attribute__((noinline, cold)) static void fail_buffer(nbl_emulator_worker_t *worker, uint32_t binding,
                                                        const char *name, uint32_t element_bytes, uint32_t index,
                                                        nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_fail_access(
        worker, NBL_ERROR_OUT_OF_BOUNDS, use,
        "%s element %u of buffer \"%s\" (binding %u), which has %llu of %u bytes, at %s:%d in %s, index %s",
        action_text(action), (unsigned)index, name, (unsigned)binding,
        (unsigned long long)(worker->resources[binding].width / (element_bytes ? element_bytes : 1u)),
        (unsigned)element_bytes, use->file, use->line, use->function, use->expression);
    nbl_emulator_abandon(worker);
}

/* The dwords of a result that an access writes. */
static void mark_bytes(const nbl_emulator_worker_t *worker, uint32_t binding, uint64_t byte, uint32_t bytes) {
    nbl_emulator_results_mark(worker->job, binding, byte / 4u, (byte + bytes + 3u) / 4u - byte / 4u);
}

__attribute__((noinline)) static void watch_buffer(nbl_emulator_worker_t *worker, uint32_t binding, const char *name,
                                                   uint32_t element_bytes, uint32_t index, nbl_emulator_action_t action,
                                                   const nbl_emulator_use_t *use) {
    if (worker->watched & NBL_WATCH_STEPS) nbl_emulator_interrupt(worker, use->file, use->line);
    if (worker->watched & NBL_WATCH_CHECK) nbl_check_buffer(worker, binding, name, element_bytes, index, action, use);
    if (worker->watched & NBL_WATCH_COUNT)
        nbl_count_access(worker, NBL_EMULATOR_MEMORY_BUFFER, name, binding, element_bytes,
                         (uint64_t)index * element_bytes, action, use);
    if ((worker->watched & NBL_WATCH_RESULTS) && action != NBL_EMULATOR_LOAD)
        mark_bytes(worker, binding, (uint64_t)index * element_bytes, element_bytes);
}

void *nbl_emulator_buffer(uint32_t binding, const char *name, uint32_t element_bytes, uint32_t index,
                          nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_buffer");
    const nbl_emulator_resource_t *resource = find_resource(worker, binding, 0);

    if (NBL_EMULATOR_UNLIKELY(resource == NULL)) fail_resource(worker, binding, name, 0, action, use);
    if (NBL_EMULATOR_UNLIKELY(((uint64_t)index + 1u) * element_bytes > resource->width))
        fail_buffer(worker, binding, name, element_bytes, index, action, use);
    note_use(worker, use);
    count_step(worker, use);
    worker->buffer_accesses[action]++;
    worker->buffer_bytes += element_bytes;
    if (worker->watched == NBL_WATCH_CHECK)
        nbl_check_buffer(worker, binding, name, element_bytes, index, action, use);
    else if (NBL_EMULATOR_UNLIKELY(worker->watched))
        watch_buffer(worker, binding, name, element_bytes, index, action, use);
    return (unsigned char *)resource->data + (size_t)index * element_bytes;
}

void *nbl_emulator_coherent_buffer(uint32_t binding, const char *name, uint32_t element_bytes, uint32_t index,
                                   nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_coherent_buffer");

    if (worker->check != NULL && binding < worker->resource_count) worker->check->coherent[binding] = 1;
    return nbl_emulator_buffer(binding, name, element_bytes, index, action, use);
}

/* The binding of the buffer that an address lies in; UINT32_MAX: of none. */
static uint32_t binding_at(const nbl_emulator_worker_t *worker, uintptr_t address) {
    for (uint32_t i = 0; i < worker->resource_count; i++) {
        const nbl_emulator_resource_t *resource = &worker->resources[i];
        uintptr_t data = (uintptr_t)resource->data;
        if (data != 0 && resource->height == 0 && address >= data && address - data < resource->width) return i;
    }
    return UINT32_MAX;
}

void *nbl_emulator_coherent_reference(void *first, const char *name, uint32_t element_bytes, uint32_t index,
                                      nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_coherent_reference");

    if (worker->check != NULL) {
        uint32_t binding = binding_at(worker, (uintptr_t)first);
        if (binding != UINT32_MAX) worker->check->coherent[binding] = 1;
    }
    return nbl_emulator_reference(first, name, element_bytes, index, action, use);
}

void *nbl_emulator_reference(void *first, const char *name, uint32_t element_bytes, uint32_t index,
                             nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_reference");
    uintptr_t begin = (uintptr_t)first, at = begin + (uintptr_t)index * element_bytes;
    uint32_t i = binding_at(worker, begin);

    if (i != UINT32_MAX) {
        const nbl_emulator_resource_t *resource = &worker->resources[i];
        uintptr_t data = (uintptr_t)resource->data;
        if (at - data + element_bytes > resource->width) {
            nbl_emulator_fail_access(
                worker, NBL_ERROR_OUT_OF_BOUNDS, use,
                "%s element %u of reference \"%s\", of which binding %u has %llu, at %s:%d in %s, index %s",
                action_text(action), (unsigned)index, name, (unsigned)i,
                (unsigned long long)((data + resource->width - begin) / element_bytes), use->file, use->line,
                use->function, use->expression);
            nbl_emulator_abandon(worker);
        }
        count_step(worker, use);
        worker->buffer_accesses[action]++;
        worker->buffer_bytes += element_bytes;
        if (worker->watched & NBL_WATCH_STEPS) nbl_emulator_interrupt(worker, use->file, use->line);
        if (worker->watched & NBL_WATCH_CHECK) nbl_check_reference(worker, i, name, element_bytes, at, action, use);
        if ((worker->watched & NBL_WATCH_RESULTS) && action != NBL_EMULATOR_LOAD)
            mark_bytes(worker, i, at - data, element_bytes);
    }
    return (void *)at;
}

nbl_emulator_float32x4_t *nbl_emulator_image(uint32_t binding, const char *name, uint32_t x, uint32_t y,
                                             nbl_emulator_action_t action, const nbl_emulator_use_t *use) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("nbl_emulator_image");
    const nbl_emulator_resource_t *resource = find_resource(worker, binding, 1);

    if (NBL_EMULATOR_UNLIKELY(resource == NULL)) fail_resource(worker, binding, name, 1, action, use);
    if (NBL_EMULATOR_UNLIKELY(x >= resource->width || y >= resource->height)) {
        nbl_emulator_fail_access(
            worker, NBL_ERROR_OUT_OF_BOUNDS, use,
            "%s texel (%u,%u) of image \"%s\" (binding %u), which is %llu by %llu, at %s:%d in %s, index %s",
            action_text(action), (unsigned)x, (unsigned)y, name, (unsigned)binding, (unsigned long long)resource->width,
            (unsigned long long)resource->height, use->file, use->line, use->function, use->expression);
        nbl_emulator_abandon(worker);
    }
    count_step(worker, use);
    worker->buffer_accesses[action]++;
    worker->buffer_bytes += sizeof(nbl_emulator_float32x4_t);
    if (NBL_EMULATOR_UNLIKELY(worker->watched)) {
        if (worker->watched & NBL_WATCH_STEPS) nbl_emulator_interrupt(worker, use->file, use->line);
        if (worker->watched & NBL_WATCH_CHECK) nbl_check_image(worker, binding, name, x, y, action, use);
        if (worker->watched & NBL_WATCH_COUNT)
            nbl_count_access(worker, NBL_EMULATOR_MEMORY_IMAGE, name, binding, sizeof(nbl_emulator_float32x4_t),
                             ((uint64_t)y * resource->width + x) * sizeof(nbl_emulator_float32x4_t), action, use);
        if ((worker->watched & NBL_WATCH_RESULTS) && action != NBL_EMULATOR_LOAD)
            nbl_emulator_results_mark(worker->job, binding, (uint64_t)y * resource->width + x, 1);
    }
    return (nbl_emulator_float32x4_t *)resource->data + ((uint64_t)y * resource->width + x);
}

void nbl_emulator_part(size_t offset, size_t bytes) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("a member's access");
    worker->part_offset = (uint32_t)offset;
    worker->part_bytes = worker->check != NULL ? (uint32_t)bytes : 0u;
}

static uint32_t find_counter(nbl_emulator_worker_t *worker, const char *name) {
    for (uint32_t i = 0; i < worker->counter_count; i++)
        if (worker->counters[i].name == name || strcmp(worker->counters[i].name, name) == 0) return i;
    if (worker->counter_count == NBL_EMULATOR_MAX_COUNTERS) {
        nbl_emulator_fail(worker, NBL_ERROR_TOO_MANY, worker->current,
                          "counter \"%s\" is one more than the limit of %u", name, (unsigned)NBL_EMULATOR_MAX_COUNTERS);
        nbl_emulator_abandon(worker);
    }
    worker->counters[worker->counter_count].name = name;
    worker->counters[worker->counter_count].first_workgroup = worker->workgroup_index;
    return worker->counter_count++;
}

void nbl_emulator_count(const char *name, uint64_t n) {
    nbl_emulator_worker_t *worker = nbl_emulator_worker("NBL_COUNT");

    if (NBL_EMULATOR_UNLIKELY(worker->counters[worker->recent_counter].name != name))
        worker->recent_counter = find_counter(worker, name);
    worker->counters[worker->recent_counter].value += n;
}
