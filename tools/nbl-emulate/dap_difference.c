/* Finds a capture's first difference from the device: of the dwords that differ in the end, the one that got its last
 * value first.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Earlier values of a dword may differ from the device's last one without being wrong. So the run goes to the end
 * first. Then it runs again and notes the moment at which each dword that differs was stored last. The third run stops
 * at the earliest of these moments.
 */
#include "dap.h"

#include "capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct dap_difference_t {
    const unsigned char *first; /* the dword of the first difference; the run stops after its store */
    uint64_t **last; /* by memory, and by dword: the moment of the last store; 0: the dword does not differ, 1: not
                      * stored */
    int part; /* 1: the run that notes moments; 2: the run has stopped at the difference, or has ended without one */
} dap_difference_t;

static bool differs(const capture_memory_t *memory, uint64_t at) {
    const unsigned char *device = memory->after != NULL ? memory->after : memory->before;
    const uint64_t bytes = memory->bytes - at < 4 ? memory->bytes - at : 4;
    return memcmp(memory->work + at, device + at, (size_t)bytes) != 0;
}

void dap_stores(void *user, const unsigned char *at, uint32_t bytes) {
    dap_t *dap = user;
    const struct capture_t *capture = dap->capture;
    if (capture == NULL || dap->difference == NULL) return;
    for (uint32_t i = 0; i < capture->memory_count; i++) {
        const capture_memory_t *memory = &capture->memories[i];
        if (at < memory->work || at >= memory->work + memory->bytes || dap->difference->last[i] == NULL) continue;
        const uint64_t byte = (uint64_t)(at - memory->work);
        for (uint64_t k = byte / 4u; k <= (byte + bytes - 1u) / 4u && k * 4u < memory->bytes; k++)
            if (dap->difference->last[i][k] != 0) dap->difference->last[i][k] = dap->debug->now;
        return;
    }
}

void dap_free_difference(dap_t *dap) {
    for (uint32_t i = 0; dap->difference != NULL && i < dap->capture->memory_count; i++) free(dap->difference->last[i]);
    if (dap->difference != NULL) free(dap->difference->last);
    free(dap->difference);
    dap->difference = NULL;
}

/* Prepares the second run after the first. Returns false if nothing differs, or memory ran out. */
static bool begin(dap_t *dap) {
    const struct capture_t *capture = dap->capture;
    bool some = false;
    dap->difference = calloc(1, sizeof *dap->difference);
    if (dap->difference == NULL) return false;
    dap->difference->part = 2;
    dap->difference->last = calloc(capture->memory_count + 1u, sizeof *dap->difference->last);
    for (uint32_t i = 0; dap->difference->last != NULL && i < capture->memory_count; i++) {
        const capture_memory_t *memory = &capture->memories[i];
        for (uint64_t at = 0; at < memory->bytes; at += 4) {
            if (!differs(memory, at)) continue;
            if (dap->difference->last[i] == NULL)
                dap->difference->last[i] = calloc((size_t)(memory->bytes / 4u + 1u), sizeof(uint64_t));
            if (dap->difference->last[i] == NULL) return false;
            dap->difference->last[i][at / 4u] = 1;
            some = true;
        }
    }
    return some && dap->debug->checkpoint_count != 0;
}

void dap_choose_difference(dap_t *dap) {
    const nbl_machine_t *m = dap->debug->m;
    nbl_writer_t writer;
    for (uint32_t i = 1; i < m->object_count; i++) {
        const nbl_object_t *object = &m->objects[i];
        const unsigned char *at = dap->difference->first;
        if (object->data == NULL || object->same != 0 || at < object->data || at >= object->data + object->bytes)
            continue;
        const nbl_thing_t thing = {.object = object, .byte = (uint64_t)(at - object->data)};
        if (!nbl_inspect_writer(dap->debug, &thing, &writer)) return;
        dap->debug->group = writer.workgroup;
        dap->debug->invocation = writer.invocation;
        return;
    }
}

bool dap_look_for_difference(dap_t *dap) {
    nbl_debug_t *d = dap->debug;
    if (dap->capture == NULL || (dap->difference != NULL && dap->difference->part == 2)) return false;
    if (dap->difference == NULL) {
        if (!begin(dap)) return false;
        dap->difference->part = 1;
        d->tells_stores = 1;
        d->goal = NBL_DEBUG_GO_TO;
        d->from = 1;
        d->target = UINT64_MAX;
        return true;
    }
    uint64_t first = UINT64_MAX, byte = 0, count = 0;
    uint32_t memory = 0;
    dap->difference->part = 2;
    d->tells_stores = 0;
    for (uint32_t i = 0; i < dap->capture->memory_count; i++)
        for (uint64_t k = 0; dap->difference->last[i] != NULL && k * 4u < dap->capture->memories[i].bytes; k++) {
            const uint64_t last = dap->difference->last[i][k];
            count += last != 0;
            if (last <= 1 || last >= first) continue;
            first = last;
            memory = i;
            byte = 4u * k;
        }
    if (first == UINT64_MAX) {
        dap_output(dap, "console", "%llu dwords differ from the device's, and none of them was stored here\n",
                   (unsigned long long)count);
        return false;
    }
    dap->difference->first = dap->capture->memories[memory].work + byte;
    snprintf(dap->why, sizeof dap->why,
             "first difference from the device: byte %llu of memory %llu, the first of %llu dwords that differ",
             (unsigned long long)byte, (unsigned long long)dap->capture->memories[memory].object,
             (unsigned long long)count);
    d->goal = NBL_DEBUG_GO_TO;
    d->from = first;
    d->target = first + 1u; /* behind the store */
    return true;
}
