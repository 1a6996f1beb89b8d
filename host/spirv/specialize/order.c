/* Lays the instructions of each block in another order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that act (stores, atomics, barriers) keep their order. A load stays between the two acting instructions
 * that it stood between. Branches, phis and variables stay where they are. Anything else is a function of its operands,
 * and may stand wherever they are known. So nothing is created or dropped, and each operation has the operands that it
 * had.
 *
 * To write an instruction, all that it needs of its block is written first. In which order instructions are asked for
 * is the choice:
 *
 *   LATE         conversions and operations on integers when their result is used; all others where they were
 *   LOADS_FIRST  as LATE, and after each acting instruction come the loads up to the next one, after all
 *                their addresses
 *   DEMANDED     every pure instruction when its result is used, so that a store follows what leads to it
 */
#include <spirv/unified1/GLSL.std.450.h>

#include "spirv/specialize/floating.h"
#include "spirv/specialize/internal.h"

/* The block that is being ordered: its instructions by number. */
typedef struct order_t {
    uint32_t *number; /* by id: the number of the instruction that it is the result of, plus 1; 0: not of this block */
    uint32_t *starts; /* by number: the instruction's word in s->code */
    uint8_t *written; /* by number: 1 if it stands in the new order already */
    uint32_t count;   /* instructions of the block */
} order_t;

static const uint32_t *words_of(const nbl_sp_t *s, const order_t *o, uint32_t k) { return s->code.data + o->starts[k]; }

/* Returns an instruction's effect: of loads ACTS if any memory of the module is volatile. */
static uint32_t effect_of(const nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, effect = nbl_shape(op).effect;
    return effect == NBL_SHAPE_READS && s->volatile_loads ? NBL_SHAPE_ACTS : effect;
}

static bool is_floating(const uint32_t *w) {
    uint32_t op = w[0] & 0xffff;
    return nbl_spirv_is_floating(op) || (op == SpvOpExtInst && w[4] == GLSLstd450Fma);
}

/* Returns whether an instruction is written only when another one needs its result. */
static bool waits(const nbl_sp_t *s, const uint32_t *w) {
    return effect_of(s, w) == NBL_SHAPE_PURE && (s->options.order == NBL_INSTRUCTION_ORDER_DEMANDED || !is_floating(w));
}

static void copy(nbl_sp_t *s, order_t *o, uint32_t k) {
    const uint32_t *w = words_of(s, o, k);
    o->written[k] = 1;
    for (uint32_t j = 0; j < w[0] >> 16; j++) NBL_SP_PUSH(s, s->fused, w[j]);
}

/* Pushes onto s->scratch the instructions whose results an instruction needs, if they are not written. The first
 * operand is pushed last, so it is written first. */
static void push_needed(nbl_sp_t *s, const order_t *o, uint32_t k) {
    const uint32_t *w = words_of(s, o, k);
    nbl_shape_t shape = nbl_shape(w[0] & 0xffff);
    for (uint32_t j = w[0] >> 16; j-- > 1u + shape.results;) {
        uint32_t of = nbl_shape_is_id(shape, j - 1 - shape.results) ? o->number[w[j]] : 0;
        if (of && of - 1 < k && !o->written[of - 1]) NBL_SP_PUSH(s, s->scratch, of - 1);
    }
}

/* Writes the instructions on s->scratch above a mark, each one after what it needs, and takes them off. */
static void write_pushed(nbl_sp_t *s, order_t *o, uint32_t mark) {
    while (s->scratch.size > mark) {
        uint32_t size = s->scratch.size, k = s->scratch.data[size - 1];
        if (!o->written[k]) push_needed(s, o, k);
        if (s->scratch.size > size) continue;
        if (!o->written[k]) copy(s, o, k);
        s->scratch.size--;
    }
}

/* Writes instruction k, and before it what it needs. */
static void write(nbl_sp_t *s, order_t *o, uint32_t k) {
    uint32_t mark = s->scratch.size;
    NBL_SP_PUSH(s, s->scratch, k);
    write_pushed(s, o, mark);
}

/* Writes all loads between two instructions, the addresses of all of them first. */
static void write_loads(nbl_sp_t *s, order_t *o, uint32_t from, uint32_t to) {
    for (uint32_t k = from; k < to; k++) {
        uint32_t mark = s->scratch.size;
        if (effect_of(s, words_of(s, o, k)) != NBL_SHAPE_READS) continue;
        push_needed(s, o, k);
        write_pushed(s, o, mark);
    }
    for (uint32_t k = from; k < to; k++)
        if (effect_of(s, words_of(s, o, k)) == NBL_SHAPE_READS) write(s, o, k);
}

/* Writes what stands between two instructions that act, but for what waits. */
static void write_stretch(nbl_sp_t *s, order_t *o, uint32_t from, uint32_t to) {
    if (s->options.order == NBL_INSTRUCTION_ORDER_LOADS_FIRST) write_loads(s, o, from, to);
    for (uint32_t k = from; k < to; k++)
        if (!waits(s, words_of(s, o, k))) write(s, o, k);
}

static void write_block(nbl_sp_t *s, order_t *o) {
    uint32_t from = 0;
    for (uint32_t k = 0; k < o->count; k++) {
        uint32_t effect = effect_of(s, words_of(s, o, k));
        if (effect != NBL_SHAPE_ACTS && effect != NBL_SHAPE_CONVERGES) continue;
        write_stretch(s, o, from, k);
        write(s, o, k);
        from = k + 1;
    }
    write_stretch(s, o, from, o->count);
    for (uint32_t k = 0; k < o->count; k++) write(s, o, k); /* what waited, and only later blocks use */
}

/* Orders the instructions between two words of s->code, among which is no phi, label or branch. */
static void order_words(nbl_sp_t *s, order_t *o, uint32_t from, uint32_t to) {
    o->count = 0;
    for (uint32_t i = from; i < to; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        uint32_t results = nbl_shape(w[0] & 0xffff).results;
        o->written[o->count] = 0;
        o->starts[o->count++] = i;
        if (results) o->number[w[results]] = o->count;
    }
    write_block(s, o);
    for (uint32_t k = 0; k < o->count; k++) {
        const uint32_t *w = words_of(s, o, k);
        uint32_t results = nbl_shape(w[0] & 0xffff).results;
        if (results) o->number[w[results]] = 0;
    }
}

static bool is_fixed(const uint32_t *w) {
    uint32_t op = w[0] & 0xffff;
    return op == SpvOpPhi || op == SpvOpVariable || nbl_shape(op).effect == NBL_SHAPE_CONTROLS;
}

void nbl_sp_order(nbl_sp_t *s) {
    if (s->options.order < NBL_INSTRUCTION_ORDER_LATE || s->options.order > NBL_INSTRUCTION_ORDER_DEMANDED) return;
    uint32_t count = 0, from = 0;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) count++;
    order_t o = {.number = nbl_sp_allocate(s, s->next_id * sizeof *o.number)};
    o.starts = nbl_sp_allocate(s, count * sizeof *o.starts);
    o.written = nbl_sp_allocate(s, count);
    s->fused.size = 0;
    for (uint32_t i = 0; i < s->code.size; i += s->code.data[i] >> 16) {
        const uint32_t *w = s->code.data + i;
        if (!is_fixed(w)) continue;
        order_words(s, &o, from, i);
        from = i + (w[0] >> 16);
        for (uint32_t k = i; k < from; k++) NBL_SP_PUSH(s, s->fused, s->code.data[k]);
    }
    s->code.size = 0;
    for (uint32_t k = 0; k < s->fused.size; k++) NBL_SP_PUSH(s, s->code, s->fused.data[k]);
}
