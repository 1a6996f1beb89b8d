/* Runs operations of subgroups among the active lanes: votes, ballots, shuffles, reductions and scans.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"
#include "interpreter/newer.h"

#include <math.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

typedef struct place_t {
    nbl_machine_t *m;
    nbl_wave_t *w;
    const nbl_op_t *op;
    const nbl_frame_t *frame;
    const uint32_t *list;
    uint32_t first, end; /* the subgroup's lanes in the wave: first to end - 1 */
} place_t;

static uint64_t value_of(const place_t *p, uint32_t operand, uint32_t lane) {
    return nbl_row_lane(p->m, p->w, p->list[operand], lane);
}

/* ---- arithmetic of one type */

static uint64_t add_floats(uint32_t width, uint64_t a, uint64_t b, int multiplies) {
    if (width == 64) {
        double x, y;
        memcpy(&x, &a, 8);
        memcpy(&y, &b, 8);
        x = multiplies ? x * y : x + y;
        memcpy(&a, &x, 8);
        return a;
    }
    const uint32_t low[2] = {(uint32_t)a, (uint32_t)b};
    float x, y;
    memcpy(&x, &low[0], 4);
    memcpy(&y, &low[1], 4);
    if (width == 16) {
        x = nbl_half_to_float(low[0]);
        y = nbl_half_to_float(low[1]);
    }
    x = multiplies ? x * y : x + y;
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return width == 16 ? nbl_half_from_float(x) : bits;
}

static double float_value(uint32_t width, uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    float single;
    double wide;
    memcpy(&wide, &bits, 8);
    memcpy(&single, &low, 4);
    return width == 64 ? wide : width == 32 ? (double)single : (double)nbl_half_to_float(low);
}

static int64_t signed_value(uint32_t width, uint64_t bits) {
    return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64u - width)) >> (64u - width);
}

static uint64_t combine(const nbl_op_t *op, uint64_t a, uint64_t b) {
    const uint32_t width = op->type->width;
    const uint64_t most = width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1u;
    switch (op->opcode) {
    case SpvOpGroupNonUniformIAdd: return (a + b) & most;
    case SpvOpGroupNonUniformIMul: return (a * b) & most;
    case SpvOpGroupNonUniformFAdd: return add_floats(width, a, b, 0);
    case SpvOpGroupNonUniformFMul: return add_floats(width, a, b, 1);
    case SpvOpGroupNonUniformUMin: return b < a ? b : a;
    case SpvOpGroupNonUniformUMax: return a < b ? b : a;
    case SpvOpGroupNonUniformSMin: return signed_value(width, b) < signed_value(width, a) ? b : a;
    case SpvOpGroupNonUniformSMax: return signed_value(width, a) < signed_value(width, b) ? b : a;
    case SpvOpGroupNonUniformFMin: return float_value(width, b) < float_value(width, a) ? b : a;
    case SpvOpGroupNonUniformFMax: return float_value(width, a) < float_value(width, b) ? b : a;
    case SpvOpGroupNonUniformBitwiseAnd:
    case SpvOpGroupNonUniformLogicalAnd: return a & b;
    case SpvOpGroupNonUniformBitwiseOr:
    case SpvOpGroupNonUniformLogicalOr: return a | b;
    default: return a ^ b;
    }
}

static uint64_t identity(const nbl_op_t *op) {
    const uint32_t width = op->type->width;
    const uint64_t most = width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1u;
    switch (op->opcode) {
    case SpvOpGroupNonUniformIMul:
    case SpvOpGroupNonUniformLogicalAnd: return 1;
    case SpvOpGroupNonUniformFMul: return width == 64 ? 0x3FF0000000000000u : width == 32 ? 0x3F800000u : 0x3C00u;
    case SpvOpGroupNonUniformUMin:
    case SpvOpGroupNonUniformBitwiseAnd: return most;
    case SpvOpGroupNonUniformSMin: return most >> 1;
    case SpvOpGroupNonUniformSMax: return (most >> 1) + 1u;
    case SpvOpGroupNonUniformFMin: return width == 64 ? 0x7FF0000000000000u : width == 32 ? 0x7F800000u : 0x7C00u;
    case SpvOpGroupNonUniformFMax: return width == 64 ? 0xFFF0000000000000u : width == 32 ? 0xFF800000u : 0xFC00u;
    default: return 0;
    }
}

static int ballot_bit(const place_t *p, uint32_t lane, uint32_t first, uint32_t bit) {
    return bit < 128u && (value_of(p, first + bit / 32u, lane) >> (bit % 32u) & 1u) != 0;
}

/* Reduces or scans among the lanes of each lane's ballot, which is operands 1 to 4. */
static void reduce_partitions(const place_t *p, uint64_t *results) {
    for (uint32_t i = p->first; i < p->end; i++) {
        const uint32_t end = p->op->form == NBL_SPV_PARTITIONED_REDUCE           ? p->end
                             : p->op->form == NBL_SPV_PARTITIONED_EXCLUSIVE_SCAN ? i
                                                                                 : i + 1u;
        uint64_t sum = identity(p->op);
        int begun = 0;
        for (uint32_t k = p->first; k < end && p->frame->mask[i]; k++) {
            if (!p->frame->mask[k] || !ballot_bit(p, i, 1, k - p->first)) continue;
            sum = begun ? combine(p->op, sum, value_of(p, 0, k)) : value_of(p, 0, k);
            begun = 1;
        }
        results[i] = sum;
    }
}

static void reduce(const place_t *p, uint64_t *results) {
    const uint32_t operation = p->op->form;
    if (operation >= NBL_SPV_PARTITIONED_REDUCE) {
        reduce_partitions(p, results);
        return;
    }
    const uint32_t size = operation == SpvGroupOperationClusteredReduce ? (uint32_t)p->op->extra : p->end - p->first;
    for (uint32_t cluster = p->first; cluster < p->end; cluster += size) {
        const uint32_t end = cluster + size < p->end ? cluster + size : p->end;
        uint64_t sum = identity(p->op);
        int begun = 0;
        for (uint32_t i = cluster; i < end; i++) {
            if (!p->frame->mask[i]) continue;
            const uint64_t value = value_of(p, 0, i);
            if (operation == SpvGroupOperationExclusiveScan) results[i] = sum;
            sum = begun ? combine(p->op, sum, value) : value;
            begun = 1;
            if (operation == SpvGroupOperationInclusiveScan) results[i] = sum;
        }
        if (operation == SpvGroupOperationReduce || operation == SpvGroupOperationClusteredReduce)
            for (uint32_t i = cluster; i < end; i++) results[i] = sum;
    }
}

/* ---- votes, ballots, shuffles */

static void vote(const place_t *whole, uint64_t *results) {
    const uint32_t size = whole->op->extra != 0 ? (uint32_t)whole->op->extra
                                                : whole->end - whole->first; /* extra: 4 for an operation of a quad */
    for (uint32_t cluster = whole->first; cluster < whole->end; cluster += size) {
        place_t p = *whole;
        uint64_t first = 0;
        int begun = 0, all = 1, any = 0, equal = 1;
        p.first = cluster;
        p.end = cluster + size < whole->end ? cluster + size : whole->end;
        for (uint32_t i = p.first; i < p.end; i++) {
            if (!p.frame->mask[i]) continue;
            const uint64_t value = p.op->list_count != 0 ? value_of(&p, 0, i) : 0;
            if (p.op->opcode == SpvOpGroupNonUniformElect) {
                results[i] = !begun;
                begun = 1;
                continue;
            }
            if (!begun) first = value;
            begun = 1;
            all &= value != 0;
            any |= value != 0;
            equal &= value == first;
        }
        if (p.op->opcode == SpvOpGroupNonUniformElect) return;
        for (uint32_t i = p.first; i < p.end; i++)
            results[i] = (uint64_t)(p.op->opcode == SpvOpGroupNonUniformAll   ? all
                                    : p.op->opcode == SpvOpGroupNonUniformAny ? any
                                                                              : equal);
    }
}

static void count_ballot(const place_t *p, uint64_t *results) {
    const uint32_t size = p->m->subgroup_size;
    for (uint32_t i = p->first; i < p->end; i++) {
        const uint32_t lane = i - p->first;
        uint64_t found = 0;
        if (!p->frame->mask[i]) continue;
        switch (p->op->opcode) {
        case SpvOpGroupNonUniformInverseBallot: found = (uint64_t)ballot_bit(p, i, 0, lane); break;
        case SpvOpGroupNonUniformBallotBitExtract:
            found = (uint64_t)ballot_bit(p, i, 0, (uint32_t)value_of(p, 4, i) & 127u);
            break;
        case SpvOpGroupNonUniformBallotFindLSB:
            while (found < size && !ballot_bit(p, i, 0, (uint32_t)found)) found++;
            break;
        case SpvOpGroupNonUniformBallotFindMSB:
            found = size;
            while (found > 0 && !ballot_bit(p, i, 0, (uint32_t)found - 1u)) found--;
            found--;
            break;
        default: {
            const uint32_t end = p->op->form == SpvGroupOperationReduce          ? size
                                 : p->op->form == SpvGroupOperationInclusiveScan ? lane + 1u
                                                                                 : lane;
            for (uint32_t k = 0; k < end; k++) found += (uint64_t)ballot_bit(p, i, 0, k);
        }
        }
        results[i] = (uint32_t)found;
    }
}

static uint32_t source_lane(const place_t *p, uint32_t lane, uint64_t operand) {
    const uint32_t own = lane - p->first;
    const uint64_t far = p->m->subgroup_size;
    uint64_t source;
    switch (p->op->opcode) {
    case SpvOpGroupNonUniformShuffleXor: source = own ^ operand; break;
    case SpvOpGroupNonUniformShuffleUp: source = operand > own ? far : own - operand; break;
    case SpvOpGroupNonUniformShuffleDown: source = own + operand; break;
    case SpvOpGroupNonUniformQuadBroadcast: source = (own & ~3u) + operand; break;
    case SpvOpGroupNonUniformQuadSwap: source = own ^ (operand + 1u); break;
    case NBL_SPV_ROTATE: {
        const uint32_t size = p->op->extra != 0 ? (uint32_t)p->op->extra : p->m->subgroup_size;
        source = (own & ~(size - 1u)) + ((own + (uint32_t)operand) & (size - 1u));
        break;
    }
    default: source = operand; break;
    }
    return source >= far || p->first + source >= p->end ? NBL_NONE : p->first + (uint32_t)source;
}

/* Gives each lane the value of another one, with its flags and undefined bits (holes). */
static void shuffle(const place_t *p, uint64_t *results, uint8_t *flags, uint64_t *holes) {
    uint32_t leader = p->first;
    while (leader < p->end && !p->frame->mask[leader]) leader++;
    for (uint32_t i = p->first; i < p->end; i++) {
        if (!p->frame->mask[i]) continue;
        const int first = p->op->opcode == SpvOpGroupNonUniformBroadcastFirst;
        const uint32_t source = first ? leader : source_lane(p, i, value_of(p, 1, i));
        const uint8_t lane_flags = first ? 0 : nbl_row_flag(p->w, p->list[1], i);
        if (source == NBL_NONE ||
            !p->frame->mask[source]) { /* the other lane does not exist or is not active: undefined */
            results[i] = value_of(p, 0, i) ^ 0x5A5A5A5Au;
            if (p->op->type->kind == NBL_TYPE_BOOL) results[i] &= 1u;
            flags[i] = (uint8_t)(NBL_FLAG_UNDEFINED | lane_flags);
            p->m->undefined_op = (uint32_t)(p->op - p->m->program->ops);
            continue;
        }
        results[i] = value_of(p, 0, source);
        if (p->m->trace != NULL) nbl_trace_shuffle(p->m, p->w, p->op, i, source, first);
        flags[i] = (uint8_t)(nbl_row_flag(p->w, p->list[0], source) | lane_flags);
        if (!(lane_flags & NBL_FLAG_UNDEFINED)) holes[i] = nbl_row_holes(p->w, p->list[0], source);
    }
}

void nbl_execute_subgroup(nbl_machine_t *m, nbl_wave_t *w, const nbl_op_t *op) {
    const nbl_frame_t *frame = &w->frames[w->depth - 1u];
    const uint32_t size = m->subgroup_size;
    uint64_t *results = w->scratch[2], *holes = w->scratch[3];
    uint8_t *flags = w->scratch_flags;
    int partial = 0;
    const uint8_t control = m->proves ? (uint8_t)nbl_prove_control_flags(w) : 0;

    for (uint32_t part = 0; part < op->result_count; part++) {
        const uint32_t result = m->program->lists[op->results + part];
        const int whole = !m->program->registers[result].escapes || nbl_wave_whole(frame);
        for (uint32_t s = 0; s < w->lanes; s += size) {
            const place_t p = {
                m, w, op, frame, m->program->lists + op->list, s, s + size < w->lanes ? s + size : w->lanes};
            uint8_t all = NBL_FLAG_SUBGROUPS;
            memset(results + s, 0, (p.end - s) * sizeof *results);
            memset(holes + s, 0xFF, (p.end - s) * sizeof *holes);
            for (uint32_t k = 0; k < op->list_count; k++)
                for (uint32_t i = s; i < p.end; i++) all |= (uint8_t)(frame->mask[i] & nbl_row_flag(w, p.list[k], i));
            memset(flags + s, all, p.end - s);
            switch (op->opcode) {
            case SpvOpGroupNonUniformElect:
            case SpvOpGroupNonUniformAll:
            case SpvOpGroupNonUniformAny:
            case SpvOpGroupNonUniformAllEqual: vote(&p, results); break;
            case SpvOpGroupNonUniformBallot: {
                uint64_t bits = 0;
                for (uint32_t i = s; i < p.end; i++)
                    if (frame->mask[i] && (i - s) / 32u == part && value_of(&p, 0, i) != 0)
                        bits |= (uint64_t)1 << ((i - s) % 32u);
                for (uint32_t i = s; i < p.end; i++) results[i] = bits;
                break;
            }
            case SpvOpGroupNonUniformPartitionNV:
                for (uint32_t i = s; i < p.end; i++)
                    for (uint32_t k = s; k < p.end && frame->mask[i]; k++)
                        if (frame->mask[k] && (k - s) / 32u == part && value_of(&p, 0, i) == value_of(&p, 0, k))
                            results[i] |= (uint64_t)1 << ((k - s) % 32u);
                break;
            case SpvOpGroupNonUniformInverseBallot:
            case SpvOpGroupNonUniformBallotBitExtract:
            case SpvOpGroupNonUniformBallotBitCount:
            case SpvOpGroupNonUniformBallotFindLSB:
            case SpvOpGroupNonUniformBallotFindMSB: count_ballot(&p, results); break;
            case SpvOpGroupNonUniformBroadcast:
            case SpvOpGroupNonUniformBroadcastFirst:
            case SpvOpGroupNonUniformShuffle:
            case SpvOpGroupNonUniformShuffleXor:
            case SpvOpGroupNonUniformShuffleUp:
            case SpvOpGroupNonUniformShuffleDown:
            case SpvOpGroupNonUniformQuadBroadcast:
            case SpvOpGroupNonUniformQuadSwap:
            case NBL_SPV_ROTATE: shuffle(&p, results, flags, holes); break;
            default: reduce(&p, results);
            }
            for (uint32_t i = s; i < p.end; i++) {
                flags[i] |= (uint8_t)(control | NBL_FLAG_SUBGROUPS);
                partial |= (control & NBL_FLAG_UNDEFINED) == 0 && holes[i] + 1u > 1u;
            }
        }
        if (!m->program->registers[result].wide)
            for (uint32_t i = 0; i < w->lanes; i++) ((uint32_t *)results)[i] = (uint32_t)results[i];
        nbl_row_set_lanes(m, w, result, results, frame->mask, whole);
        nbl_row_set_flag_lanes(m, w, result, flags, frame->mask, whole);
        if (partial) nbl_row_set_holes(m, w, result, holes, frame->mask);
    }
}
