/* Keeps states of a run in memory, for a debugger to go back to.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A state is the machine, its pieces of memory, the report and the contents of what is bound. It is restored at the
 * same addresses: under a debugger no piece of memory moves or is freed while a checkpoint holds it. A checkpoint
 * shares the parts that have not changed since the one before.
 */
#include "interpreter/debug.h"

#include <stdlib.h>
#include <string.h>

enum { PART = 1 << 16 };

typedef struct copy_t {
    uint32_t holders, bytes;
    unsigned char data[];
} copy_t;

typedef struct part_t {
    unsigned char *at;
    copy_t *copy;
} part_t;

typedef struct nbl_checkpoint_t {
    uint64_t moment;
    double ran;
    nbl_piece_t *head; /* the newest piece of memory at its time */
    part_t *parts;
    uint32_t count, capacity;
} nbl_checkpoint_t;

static void release(nbl_debug_t *d, part_t *part) {
    if (part->copy == NULL || --part->copy->holders != 0) return;
    d->checkpoint_bytes -= part->copy->bytes + sizeof *part->copy;
    free(part->copy);
}

static void forget(nbl_debug_t *d, nbl_checkpoint_t *c) {
    for (uint32_t i = 0; i < c->count; i++) release(d, &c->parts[i]);
    d->checkpoint_bytes -= c->capacity * sizeof *c->parts;
    free(c->parts);
    *c = (nbl_checkpoint_t){0};
}

static void forget_at(nbl_debug_t *d, uint32_t number) {
    forget(d, &d->checkpoints[number]);
    d->checkpoint_count--;
    memmove(&d->checkpoints[number], &d->checkpoints[number + 1u],
            (d->checkpoint_count - number) * sizeof *d->checkpoints);
}

/* Drops the checkpoint that is missed least: the one whose neighbours are closest together, relative to how long ago
 * they were. Returns 0 if only the first and the newest are left. */
static int drop_one(nbl_debug_t *d) {
    uint32_t best = 0;
    double least = 0;
    for (uint32_t i = 1; i + 1u < d->checkpoint_count; i++) {
        const double stretch = d->checkpoints[i + 1u].ran - d->checkpoints[i - 1u].ran,
                     cost = stretch / (d->ran - d->checkpoints[i - 1u].ran + 0.01);
        if (best == 0 || cost < least) best = i, least = cost;
    }
    if (best == 0) return 0;
    d->is_short_of_memory = 1;
    forget_at(d, best);
    return 1;
}

static int has_room(nbl_debug_t *d, uint64_t bytes) {
    const uint64_t limit = d->memory_limit != 0 ? d->memory_limit : (uint64_t)1 << 31;
    while (d->m->memory + d->checkpoint_bytes + bytes > limit)
        if (!drop_one(d)) return 0;
    return 1;
}

/* Adds memory to a checkpoint, in parts that may be shared with the checkpoint before. Returns 0 without memory. */
static int add(nbl_debug_t *d, nbl_checkpoint_t *c, const nbl_checkpoint_t *before, void *memory, uint64_t bytes) {
    unsigned char *at = memory;
    while (bytes != 0) {
        const uint32_t length = bytes < PART ? (uint32_t)bytes : PART;
        if (c->count == c->capacity) {
            const uint32_t capacity = c->capacity != 0 ? 2u * c->capacity : 1024u;
            part_t *grown = realloc(c->parts, capacity * sizeof *grown);
            if (grown == NULL) return 0;
            d->checkpoint_bytes += (capacity - c->capacity) * sizeof *grown;
            c->parts = grown;
            c->capacity = capacity;
        }
        part_t *part = &c->parts[c->count];
        *part = (part_t){at, NULL};
        copy_t *old = before != NULL && c->count < before->count && before->parts[c->count].at == at
                          ? before->parts[c->count].copy
                          : NULL;
        if (old != NULL && old->bytes == length && memcmp(old->data, at, length) == 0) {
            old->holders++;
            part->copy = old;
        } else {
            part->copy = malloc(sizeof *part->copy + length);
            if (part->copy == NULL) return 0;
            part->copy->holders = 1;
            part->copy->bytes = length;
            memcpy(part->copy->data, at, length);
            d->checkpoint_bytes += length + sizeof *part->copy;
        }
        c->count++;
        at += length;
        bytes -= length;
    }
    return 1;
}

static int add_all(nbl_debug_t *d, nbl_checkpoint_t *c, const nbl_checkpoint_t *before) {
    nbl_machine_t *m = d->m;
    int is_kept = 1;
    for (uint32_t i = 1; i < m->object_count && is_kept; i++) { /* what the caller has bound */
        nbl_object_t *object = &m->objects[i];
        if (object->written && object->same == 0 && object->data != NULL && (const void *)object->data == object->bound)
            is_kept = add(d, c, before, object->data, object->bytes);
        else if (object->written && object->same == 0 && object->data != NULL && i >= m->program->object_count)
            is_kept =
                add(d, c, before, object->data, object->bytes); /* a binding's memory, once for all windows into it */
    }
    is_kept = is_kept && add(d, c, before, m->report, sizeof *m->report);
    is_kept = is_kept && add(d, c, before, m, sizeof *m);
    if (m->turns != NULL) is_kept = is_kept && add(d, c, before, m->turns, sizeof *m->turns);
    nbl_piece_t *piece = m->pieces;
    while (piece != NULL && piece->after != NULL) piece = piece->after;
    for (; piece != NULL && is_kept; piece = piece->before) is_kept = add(d, c, before, piece, piece->bytes);
    return is_kept;
}

int nbl_checkpoint_make(nbl_debug_t *d) {
    nbl_checkpoint_t c = {.moment = d->now, .ran = d->ran, .head = d->m->pieces};
    uint64_t bound = 0;
    for (uint32_t i = 1; i < d->m->object_count; i++)
        if (d->m->objects[i].written && d->m->objects[i].same == 0) bound += d->m->objects[i].bytes;
    if (d->checkpoint_count == d->checkpoint_capacity) {
        const uint32_t capacity = d->checkpoint_capacity != 0 ? 2u * d->checkpoint_capacity : 64u;
        nbl_checkpoint_t *grown = realloc(d->checkpoints, capacity * sizeof *grown);
        if (grown == NULL) return 0;
        d->checkpoints = grown;
        d->checkpoint_capacity = capacity;
    }
    /* how much of a later checkpoint is shared is not known before, so room for a whole one is asked for */
    if (!has_room(d, d->m->memory + bound)) {
        d->is_short_of_memory = 1;
        return 0;
    }
    d->m->standing.goes_on = 1;
    const int is_kept = add_all(d, &c, d->checkpoint_count != 0 ? &d->checkpoints[d->checkpoint_count - 1u] : NULL);
    d->m->standing.goes_on = 0;
    if (!is_kept) {
        forget(d, &c);
        d->is_short_of_memory = 1;
        return 0;
    }
    d->checkpoints[d->checkpoint_count++] = c;
    d->checkpoint_at = d->ran;
    return 1;
}

uint32_t nbl_checkpoint_before(const nbl_debug_t *d, uint64_t moment) {
    for (uint32_t i = d->checkpoint_count; i-- > 0;)
        if (d->checkpoints[i].moment <= moment) return i;
    return NBL_NONE;
}

void nbl_checkpoint_restore(nbl_debug_t *d, uint32_t number) {
    nbl_machine_t *m = d->m;
    const nbl_checkpoint_t *c = &d->checkpoints[number];
    while (d->checkpoint_count > number + 1u) forget_at(d, d->checkpoint_count - 1u);
    while (m->pieces != c->head) { /* free the pieces that were taken since the checkpoint */
        nbl_piece_t *next = m->pieces->after;
        free(m->pieces);
        m->pieces = next;
    }
    for (uint32_t i = 0; i < c->count; i++) memcpy(c->parts[i].at, c->parts[i].copy->data, c->parts[i].copy->bytes);
    d->now = c->moment;
    d->ran = d->checkpoint_at = c->ran;
    d->has_ended = 0;
}

double nbl_checkpoint_gap(const nbl_debug_t *d) {
    double longest = d->checkpoint_count != 0 ? d->ran - d->checkpoints[d->checkpoint_count - 1u].ran : d->ran;
    for (uint32_t i = 1; i < d->checkpoint_count; i++)
        if (d->checkpoints[i].ran - d->checkpoints[i - 1u].ran > longest)
            longest = d->checkpoints[i].ran - d->checkpoints[i - 1u].ran;
    return longest;
}

void nbl_checkpoints_free(nbl_debug_t *d) {
    while (d->checkpoint_count != 0) forget_at(d, d->checkpoint_count - 1u);
    free(d->checkpoints);
    d->checkpoints = NULL;
    d->checkpoint_capacity = 0;
}
