/* Finds, for each number, the first instruction of this run that it comes from and whose result Vulkan leaves open.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Goes in: a run with watches, operation by operation. Comes out: of each number in registers and memory, its origin: 0
 * if every device has the same bits, else the number of an operation that a device may round, contract or order in its
 * own way. Operations are numbered as they first run; of two origins the lower number stays. Branches are not followed:
 * a number that is the same in both arms has no origin.
 */
#include "interpreter/machine.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

struct nbl_trace_t {
    uint32_t *numbers; /* by operation of the program: when it first ran; 0: it has not run */
    uint32_t *ops;     /* the operation with that number */
    uint32_t count;
};

/* Returns the earlier of two origins; 0 is no origin. */
static uint32_t earlier(uint32_t a, uint32_t b) { return (a - 1u < b - 1u ? a - 1u : b - 1u) + 1u; }

void nbl_trace_make(nbl_machine_t *m) {
    m->trace = nbl_machine_take(m, 1, sizeof *m->trace);
    m->trace->numbers = nbl_machine_take(m, m->program->op_count, sizeof(uint32_t));
    m->trace->ops = nbl_machine_take(m, m->program->op_count + 1u, sizeof(uint32_t));
}

void nbl_trace_begin(nbl_machine_t *m, nbl_group_t *group) {
    for (uint32_t i = 0; i < m->program->object_count; i++) {
        nbl_object_t *object = &group->shared[i];
        if (object->origins != NULL) memset(object->origins, 0, ((size_t)object->bytes / 4u + 2u) * sizeof(uint32_t));
    }
    for (uint32_t k = 0; k < group->wave_count; k++) {
        nbl_wave_t *w = &group->waves[k];
        if (w->origins == NULL) w->origins = nbl_machine_take(m, m->program->register_count + 1u, sizeof *w->origins);
        for (uint32_t row = 0; row < m->program->register_count; row++)
            if (w->origins[row] != NULL) memset(w->origins[row], 0, w->lanes * sizeof(uint32_t));
    }
}

/* ---- what Vulkan leaves open */

static nbl_interpreter_freedom_t freedom_of(const nbl_op_t *op) {
    static const nbl_interpreter_freedom_t of_kernel[] = {[NBL_ROUNDS_NOTHING] = NBL_INTERPRETER_FREE_NOT,
                                                          [NBL_ROUNDS_FREELY] = NBL_INTERPRETER_FREE_ROUNDING,
                                                          [NBL_ROUNDS_FUSING] = NBL_INTERPRETER_FREE_FUSING,
                                                          [NBL_ROUNDS_NARROWING] = NBL_INTERPRETER_FREE_NARROWING,
                                                          [NBL_ROUNDS_CONTRACTING] = NBL_INTERPRETER_FREE_CONTRACTION};
    switch (op->code) {
    case NBL_OP_KERNEL: return of_kernel[op->rounds];
    case NBL_OP_ATOMIC: return NBL_INTERPRETER_FREE_ORDER;
    case NBL_OP_SUBGROUP:
        return op->opcode == SpvOpGroupNonUniformFAdd || op->opcode == SpvOpGroupNonUniformFMul
                   ? NBL_INTERPRETER_FREE_SUMS
                   : NBL_INTERPRETER_FREE_NOT;
    case NBL_OP_PRODUCT: /* a product of matrices: the order of its sums is open */
        return (op->extra >> 24 & 255u) >= NBL_NUMBER_FLOAT ? NBL_INTERPRETER_FREE_SUMS : NBL_INTERPRETER_FREE_NOT;
    case NBL_OP_IMAGE:
        if (op->form == NBL_IMAGE_SAMPLE || op->form == NBL_IMAGE_GATHER) return NBL_INTERPRETER_FREE_FILTER;
        return op->form == NBL_IMAGE_WRITE && nbl_image_rounds(op) ? NBL_INTERPRETER_FREE_NARROWING
                                                                   : NBL_INTERPRETER_FREE_NOT;
    default: return NBL_INTERPRETER_FREE_NOT;
    }
}

static uint32_t width_of(const nbl_program_t *p, uint32_t id) {
    const nbl_type_t *type = p->shader.ids[id].type;
    while (type != NULL && type->element != NULL) type = type->element;
    return type != NULL ? type->width : 32u;
}

/* Returns whether a conversion is exact in a lane, so that rounding to nearest and to zero give the same number. */
static int converts_exactly(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint32_t lane) {
    const nbl_instruction_t *of = &m->program->shader.instructions[op->instruction];
    const uint32_t from = width_of(m->program, nbl_operand(of, 0)), to = width_of(m->program, of->result);
    const uint64_t bits = nbl_row_lane(m, w, op->a, lane);
    if (of->opcode == SpvOpFConvert) {
        uint32_t kept;
        float single;
        double value;
        if (to >= from) return 1;
        memcpy(&value, &bits, sizeof value);
        if (from == 64)
            single = (float)value;
        else
            kept = (uint32_t)bits, memcpy(&single, &kept, sizeof single);
        if (from == 64 && (double)single != value) return 0;
        return to == 32 || nbl_half_to_float(nbl_half_from_float(single)) == single;
    }
    const uint32_t unused = 64u - from, digits = to == 64 ? 53u : to == 32 ? 24u : 11u;
    uint64_t size = bits << unused >> unused;
    if (of->opcode == SpvOpConvertSToF && (size >> (from - 1u) & 1u)) size = ((uint64_t)0 - size) << unused >> unused;
    if (size == 0) return 1;
    if (to == 16 && size > 65504u) return 0; /* the largest half */
    return size >> __builtin_ctzll(size) >> digits == 0;
}

/* Returns the origin that the operation itself is, in a lane; 0: all devices give its result the same bits. */
static uint32_t own(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint32_t lane) {
    const uint32_t at = (uint32_t)(op - m->program->ops);
    if (freedom_of(op) == NBL_INTERPRETER_FREE_NOT) return 0;
    if (op->code == NBL_OP_KERNEL && op->rounds == NBL_ROUNDS_NARROWING && converts_exactly(m, w, op, lane)) return 0;
    if (m->trace->numbers[at] == 0) {
        m->trace->numbers[at] = ++m->trace->count;
        m->trace->ops[m->trace->count] = at;
    }
    return m->trace->numbers[at];
}

/* ---- registers and memory */

static uint32_t of_row(const nbl_wave_t *w, uint32_t row, uint32_t lane) {
    return row != NBL_NONE && w->origins[row] != NULL ? w->origins[row][lane] : 0;
}

static void set_row(nbl_machine_t *m, nbl_wave_t *w, uint32_t row, uint32_t lane, uint32_t origin) {
    if (w->origins[row] == NULL && origin == 0) return;
    if (w->origins[row] == NULL) w->origins[row] = nbl_machine_take(m, w->lanes, sizeof(uint32_t));
    w->origins[row][lane] = origin;
}

static uint32_t of_bytes(const nbl_object_t *object, uint64_t byte, uint32_t bytes) {
    uint32_t origin = 0;
    for (uint64_t d = byte / 4u; object->origins != NULL && d <= (byte + bytes - 1u) / 4u; d++)
        origin = earlier(origin, object->origins[d]);
    return origin;
}

static void set_bytes(nbl_machine_t *m, nbl_object_t *object, uint64_t byte, uint32_t bytes, uint32_t origin) {
    if (object->origins == NULL && origin == 0) return;
    if (object->origins == NULL)
        object->origins = nbl_machine_take(m, (size_t)object->bytes / 4u + 2u, sizeof(uint32_t));
    for (uint64_t d = byte / 4u; d <= (byte + bytes - 1u) / 4u;
         d++) { /* a number that shares the dword keeps its origin */
        const int all = byte <= 4u * d && byte + bytes >= 4u * d + 4u;
        object->origins[d] = all ? origin : earlier(origin, object->origins[d]);
    }
}

/* Returns the object that a lane accesses, and the byte in it; NULL: its address leads nowhere. */
static nbl_object_t *object_of(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint64_t *byte) {
    nbl_location_t place;
    uint64_t address = op->a != NBL_NONE ? nbl_row_lane(m, w, op->a, lane) : 0;
    if (address >= NBL_ADDRESS_POISON) return NULL;
    if (op->code != NBL_OP_ATOMIC) address += op->immediate;
    if (!nbl_locate_of(m, w->group, op, address, &place) || address + op->form > place.end) return NULL;
    *byte = address - place.zero;
    return place.object;
}

void nbl_trace_texel(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, nbl_object_t *object, uint64_t texel,
                     uint32_t lane) {
    for (uint32_t k = 0; k < op->result_count && k < 4; k++) {
        const uint32_t row = m->program->lists[op->results + k];
        const uint64_t byte = texel * 16u + 4u * k;
        if (op->form == NBL_IMAGE_WRITE)
            set_bytes(m, object, byte, 4, earlier(own(m, w, op, lane), of_row(w, row, lane)));
        else
            set_row(m, w, row, lane, earlier(of_row(w, row, lane), of_bytes(object, byte, 4)));
    }
}

/* ---- operations */

static uint32_t joined(const nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint32_t lane) {
    uint32_t origin = earlier(of_row(w, op->a, lane), earlier(of_row(w, op->b, lane), of_row(w, op->c, lane)));
    for (uint32_t k = 0; k < op->list_count; k++)
        origin = earlier(origin, of_row(w, m->program->lists[op->list + k], lane));
    return origin;
}

/* Returns the earliest origin among the subgroup's active lanes. For an operation that takes one lane's number,
 * nbl_trace_shuffle() says which. */
static uint32_t joined_by_all(const nbl_machine_t *m, const nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op,
                              uint32_t lane) {
    const uint32_t first = lane / m->subgroup_size * m->subgroup_size;
    uint32_t origin = 0;
    for (uint32_t i = first; i < first + m->subgroup_size && i < w->lanes; i++)
        if (frame->mask[i]) origin = earlier(origin, joined(m, w, op, i));
    return origin;
}

static void trace_lane(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op, uint32_t lane) {
    uint32_t origin = own(m, w, op, lane), row;
    uint64_t byte;
    nbl_object_t *object;
    switch (op->code) {
    case NBL_OP_LOAD:
        object = object_of(m, w, op, lane, &byte);
        if (object != NULL) origin = of_bytes(object, byte, op->form);
        set_row(m, w, op->result, lane, earlier(origin, of_row(w, op->a, lane)));
        return;
    case NBL_OP_STORE:
        object = object_of(m, w, op, lane, &byte);
        if (object != NULL) set_bytes(m, object, byte, op->form, of_row(w, op->b, lane));
        return;
    case NBL_OP_ATOMIC:
        object = object_of(m, w, op, lane, &byte);
        if (object != NULL && op->opcode != SpvOpAtomicLoad) set_bytes(m, object, byte, op->form, origin);
        if (op->result != NBL_NONE) set_row(m, w, op->result, lane, origin);
        return;
    case NBL_OP_GATHER:
    case NBL_OP_SCATTER:
        row = nbl_variable_row(m, op, nbl_row_lane(m, w, op->a, lane));
        if (row == NBL_NONE) return;
        origin = of_row(w, op->a, lane);
        if (op->code == NBL_OP_GATHER)
            set_row(m, w, op->result, lane, earlier(origin, of_row(w, row, lane)));
        else
            set_row(m, w, row, lane, earlier(origin, of_row(w, op->b, lane)));
        return;
    case NBL_OP_CALL:
        for (uint32_t k = 0; k < op->list_count; k++)
            set_row(m, w, m->program->codes[op->immediate].parameters + k, lane,
                    of_row(w, m->program->lists[op->list + k], lane));
        return;
    case NBL_OP_RETURN:
        for (uint32_t k = 0; k < op->list_count; k++)
            set_row(m, w, m->program->codes[frame->procedure].results + k, lane,
                    of_row(w, m->program->lists[op->list + k], lane));
        return;
    case NBL_OP_SUBGROUP:
    case NBL_OP_PRODUCT: origin = earlier(origin, joined_by_all(m, w, frame, op, lane)); break;
    default: origin = earlier(origin, joined(m, w, op, lane)); break;
    }
    if (op->code == NBL_OP_IMAGE && op->form == NBL_IMAGE_WRITE) return; /* nbl_trace_texel() traces it */
    if (op->result != NBL_NONE && op->result_count == 0) set_row(m, w, op->result, lane, origin);
    for (uint32_t k = 0; k < op->result_count; k++) set_row(m, w, m->program->lists[op->results + k], lane, origin);
}

void nbl_trace_operation(nbl_machine_t *m, nbl_wave_t *w, const nbl_frame_t *frame, const nbl_op_t *op) {
    switch (op->code) {
    case NBL_OP_BRANCH:
    case NBL_OP_BRANCH_IF:
    case NBL_OP_SWITCH:
    case NBL_OP_BARRIER:
    case NBL_OP_FENCE: return;
    default: break;
    }
    for (uint32_t i = 0; i < w->lanes; i++)
        if (frame->mask[i]) trace_lane(m, w, frame, op, i);
}

void nbl_trace_shuffle(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op, uint32_t lane, uint32_t source, int first) {
    const uint32_t *list = m->program->lists + op->list;
    set_row(m, w, m->program->lists[op->results], lane,
            earlier(of_row(w, list[0], source), first ? 0 : of_row(w, list[1], lane)));
}

void nbl_trace_rows(nbl_machine_t *m, nbl_wave_t *w, const uint32_t *to, const uint32_t *from, uint32_t count,
                    uint32_t step, const uint32_t *mask) {
    uint32_t *kept = nbl_machine_take(m, (size_t)count * w->lanes + 1u, sizeof *kept);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < w->lanes; i++)
            if (mask[i]) kept[(size_t)k * w->lanes + i] = from != NULL ? of_row(w, from[k * step], i) : 0;
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < w->lanes; i++)
            if (mask[i]) set_row(m, w, to[k * step], i, kept[(size_t)k * w->lanes + i]);
    nbl_machine_give(m, kept);
}

void nbl_trace_return(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *call, const uint32_t *mask) {
    const nbl_code_t *code = &m->program->codes[call->immediate];
    for (uint32_t k = 0; k < call->result_count; k++)
        for (uint32_t i = 0; i < w->lanes; i++)
            if (mask[i]) set_row(m, w, m->program->lists[call->results + k], i, of_row(w, code->results + k, i));
}

void nbl_trace_tell(const nbl_machine_t *m, const nbl_object_t *object, uint64_t byte, nbl_interpreter_watch_t *watch) {
    const uint32_t origin = of_bytes(object, byte, 1);
    if (origin == 0) return;
    watch->freedom = freedom_of(&m->program->ops[m->trace->ops[origin]]);
    nbl_report_place(m, m->trace->ops[origin], &watch->origin);
}
