/* Finds the control flow of each function: the order in which waiting blocks run, where the arms of a branch meet, and
 * what a branch decides.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of the blocks at which lanes wait, the first in the reverse of a postorder runs, one that visits merge blocks first,
 * then continue targets. So all lanes of a construct reach its merge before a lane goes on behind it. They reconverge
 * there, as SPIR-V's structured control flow promises, whatever the order in which a compiler wrote the blocks.
 */
#include "interpreter/module.h"
#include "interpreter/newer.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

typedef struct visit_t {
    uint32_t block, child;
} visit_t;

static uint32_t number_of(const nbl_procedure_t *procedure, uint32_t id) {
    for (uint32_t i = 0; i < procedure->block_count; i++)
        if (procedure->blocks[i].id == id) return i;
    return NBL_NONE;
}

/* Returns child number `child` of a block in the order of the walk: merge, continue target, then the blocks that it
 * branches to, the last one first. */
static uint32_t child_of(const nbl_procedure_t *procedure, const nbl_basic_block_t *block, uint32_t child) {
    if (child == 0) return block->merge != 0 ? number_of(procedure, block->merge) : NBL_NONE;
    if (child == 1) return block->continues != 0 ? number_of(procedure, block->continues) : NBL_NONE;
    return block->next[block->next_count - 1u - (child - 2u)];
}

static void order_blocks(nbl_shader_t *shader, nbl_procedure_t *procedure) {
    const uint32_t count = procedure->block_count;
    visit_t *stack = nbl_shader_take(shader, count + 1u, sizeof *stack);
    uint32_t depth = 0, left = count;

    if (count == 0) return;
    stack[depth++] = (visit_t){0, 0};
    procedure->blocks[0].reachable = 1;
    while (depth != 0) {
        visit_t *top = &stack[depth - 1u];
        nbl_basic_block_t *block = &procedure->blocks[top->block];
        if (top->child == block->next_count + 2u) {
            block->order = --left;
            depth--;
            continue;
        }
        const uint32_t child = child_of(procedure, block, top->child++);
        if (child == NBL_NONE || procedure->blocks[child].reachable) continue;
        procedure->blocks[child].reachable = 1;
        stack[depth++] = (visit_t){child, 0};
    }
    for (uint32_t i = 0; i < count; i++)
        if (!procedure->blocks[i].reachable) procedure->blocks[i].order = --left;
}

/* Returns the nearest post-dominator that two blocks share. Post-dominators are found by iteration over the order
 * (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm, 2001), on the reversed graph, whose root is the
 * function's end. */
static uint32_t common(const uint32_t *rank, const uint32_t *found, uint32_t a, uint32_t b) {
    while (a != b) {
        if (a == NBL_NONE || b == NBL_NONE) return NBL_NONE;
        if (rank[a] < rank[b])
            a = found[a];
        else
            b = found[b];
    }
    return a;
}

/* What lies ahead of each block, by number. To touch is to access memory that other invocations see. */
typedef struct ahead_t {
    uint8_t *barriers; /* 1 if a barrier can be reached from the block */
    uint32_t *last; /* of the touching blocks that can be reached from it, the order of the last one, plus 1; 0: none */
} ahead_t;

/* Returns whether an edge of a branch counts when the place is looked for at which lanes that stay in the program meet.
 * An edge does not count if it leads to no barrier while another edge does, and everything that touches memory behind
 * it runs before the other edge's block: its lanes just leave. ahead: NULL: every edge counts */
static int counts(const nbl_procedure_t *procedure, uint32_t block, uint32_t next, const ahead_t *ahead) {
    const nbl_basic_block_t *from = &procedure->blocks[block];
    if (ahead == NULL || ahead->barriers[from->next[next]]) return 1;
    int others = 0;
    for (uint32_t k = 0; k < from->next_count; k++) {
        if (!ahead->barriers[from->next[k]]) continue;
        others = 1;
        if (ahead->last[from->next[next]] > procedure->blocks[from->next[k]].order) return 1;
    }
    return !others;
}

static void rank_backward(const nbl_procedure_t *procedure, uint32_t *rank, uint32_t *by_rank, visit_t *stack,
                          uint8_t *seen, uint32_t *const *before, const uint32_t *before_count) {
    uint32_t next = 0, depth = 0;
    for (uint32_t root = 0; root < procedure->block_count; root++) {
        if (seen[root] || procedure->blocks[root].next_count != 0) continue;
        seen[root] = 1;
        stack[depth++] = (visit_t){root, 0};
        while (depth != 0) {
            visit_t *top = &stack[depth - 1u];
            if (top->child == before_count[top->block]) {
                by_rank[next] = top->block;
                rank[top->block] = next++;
                depth--;
                continue;
            }
            const uint32_t child = before[top->block][top->child++];
            if (seen[child]) continue;
            seen[child] = 1;
            stack[depth++] = (visit_t){child, 0};
        }
    }
    for (uint32_t i = 0; i < procedure->block_count; i++)
        if (!seen[i]) { /* the function's end cannot be reached from it: an endless loop */
            by_rank[next] = i;
            rank[i] = next++;
        }
}

/* Returns each block's post-dominator, by number; NBL_NONE: the function's end. ahead: as counts() takes it */
static uint32_t *find_post_dominators(nbl_shader_t *shader, const nbl_procedure_t *procedure, const ahead_t *ahead) {
    const uint32_t count = procedure->block_count;
    uint32_t *rank = nbl_shader_take(shader, count, sizeof *rank), *by_rank = nbl_shader_take(shader, count, 4);
    uint32_t *found = nbl_shader_take(shader, count, sizeof *found);
    uint32_t **before = nbl_shader_take(shader, count, sizeof *before);
    uint32_t *before_count = nbl_shader_take(shader, count, sizeof *before_count);
    uint8_t *seen = nbl_shader_take(shader, count, 1), *known = nbl_shader_take(shader, count, 1);
    visit_t *stack = nbl_shader_take(shader, count + 1u, sizeof *stack);

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < procedure->blocks[i].next_count; k++) before_count[procedure->blocks[i].next[k]]++;
    for (uint32_t i = 0; i < count; i++) {
        before[i] = nbl_shader_take(shader, before_count[i] + 1u, sizeof **before);
        before_count[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < procedure->blocks[i].next_count; k++) {
            const uint32_t to = procedure->blocks[i].next[k];
            if (counts(procedure, i, k, ahead)) before[to][before_count[to]++] = i;
        }
    rank_backward(procedure, rank, by_rank, stack, seen, before, before_count);
    for (uint32_t i = 0; i < count; i++) found[i] = NBL_NONE;
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t r = count; r-- > 0;) {
            const uint32_t at = by_rank[r];
            const nbl_basic_block_t *block = &procedure->blocks[at];
            uint32_t best = NBL_NONE, first = 1;
            for (uint32_t k = 0; k < block->next_count; k++) {
                const uint32_t to = block->next[k];
                if (!known[to] || !counts(procedure, at, k, ahead)) continue;
                best = first ? to : common(rank, found, best, to);
                first = 0;
                if (best == NBL_NONE) break;
            }
            if (!known[at] || best != found[at]) {
                if (block->next_count != 0 && first) continue;
                known[at] = 1;
                found[at] = best;
                changed = 1;
            }
        }
    }
    return found;
}

/* ---- what others see */

enum { IS_KNOWN = 1, TOUCHES = 2, HAS_BARRIER = 4 };

/* Returns whether an instruction is done by lanes of a subgroup together. */
static int is_of_subgroup(uint32_t opcode) {
    if (opcode >= SpvOpGroupNonUniformElect && opcode <= SpvOpGroupNonUniformQuadSwap) return 1;
    if (opcode >= SpvOpGroupAll && opcode <= SpvOpGroupSMax) return 1;
    if (opcode >= SpvOpGroupIAddNonUniformAMD && opcode <= SpvOpGroupSMaxNonUniformAMD) return 1;
    switch (opcode) {
    case SpvOpSubgroupBallotKHR:
    case SpvOpSubgroupFirstInvocationKHR:
    case SpvOpSubgroupAllKHR:
    case SpvOpSubgroupAnyKHR:
    case SpvOpSubgroupAllEqualKHR:
    case SpvOpSubgroupReadInvocationKHR:
    case SpvOpGroupNonUniformPartitionNV:
    case NBL_SPV_ROTATE:
    case NBL_SPV_QUAD_ALL:
    case NBL_SPV_QUAD_ANY:
    case NBL_SPV_COOPERATIVE_MATRIX_LOAD:
    case NBL_SPV_COOPERATIVE_MATRIX_STORE:
    case NBL_SPV_COOPERATIVE_MATRIX_MULTIPLY: return 1;
    default: return 0;
    }
}

static int touches(nbl_shader_t *shader, const nbl_instruction_t *each);

static int procedure_touches(nbl_shader_t *shader, nbl_procedure_t *procedure) {
    if (procedure->touches == 0) {
        /* the value for a recursion, which SPIR-V has not: so the search ends for a damaged module, too */
        procedure->touches = IS_KNOWN | TOUCHES | HAS_BARRIER;
        int found = 0;
        for (uint32_t i = procedure->first; i < procedure->end; i++) found |= touches(shader, &shader->instructions[i]);
        procedure->touches = (uint8_t)(IS_KNOWN | found);
    }
    return procedure->touches & ~IS_KNOWN;
}

static int is_seen_by_others(const nbl_shader_t *shader, uint32_t pointer) {
    const nbl_type_t *type = pointer < shader->bound ? shader->ids[pointer].type : NULL;
    if (type == NULL || type->kind != NBL_TYPE_POINTER) return 1;
    return type->storage != SpvStorageClassFunction && type->storage != SpvStorageClassPrivate &&
           type->storage != SpvStorageClassInput && type->storage != SpvStorageClassUniformConstant &&
           type->storage != SpvStorageClassPushConstant;
}

static int touches(nbl_shader_t *shader, const nbl_instruction_t *each) {
    if (is_of_subgroup(each->opcode)) return TOUCHES;
    switch (each->opcode) {
    case SpvOpLoad:
    case SpvOpStore: return is_seen_by_others(shader, each->words[each->opcode == SpvOpLoad ? 3 : 1]) ? TOUCHES : 0;
    case SpvOpCopyMemory:
    case SpvOpImageWrite:
    case SpvOpImageRead: return TOUCHES;
    case SpvOpControlBarrier: return TOUCHES | HAS_BARRIER;
    case SpvOpFunctionCall:
        if (each->count < 4 || each->words[3] >= shader->bound || shader->ids[each->words[3]].kind != NBL_IS_PROCEDURE)
            return TOUCHES | HAS_BARRIER;
        return procedure_touches(shader, &shader->procedures[shader->ids[each->words[3]].index]);
    case SpvOpAtomicFlagTestAndSet:
    case SpvOpAtomicFlagClear:
    case SpvOpAtomicFAddEXT:
    case SpvOpAtomicFMinEXT:
    case SpvOpAtomicFMaxEXT: return TOUCHES;
    default: return each->opcode >= SpvOpAtomicLoad && each->opcode <= SpvOpAtomicXor ? TOUCHES : 0;
    }
}

/* Marks in `seen` the blocks that are reached from `from` without passing `stop`. Returns whether one of them touches
 * memory that other invocations see. */
static int reach(const nbl_procedure_t *procedure, uint32_t from, uint32_t stop, uint32_t mark, uint32_t *seen,
                 const uint8_t *block_touches, uint32_t *stack) {
    uint32_t depth = 0;
    int touched = 0;
    if (from == stop) return 0;
    seen[from] = mark;
    stack[depth++] = from;
    while (depth != 0) {
        const uint32_t at = stack[--depth];
        const nbl_basic_block_t *block = &procedure->blocks[at];
        touched |= block_touches[at] != 0;
        for (uint32_t k = 0; k < block->next_count; k++) {
            const uint32_t to = block->next[k];
            if (to == stop || seen[to] == mark) continue;
            seen[to] = mark;
            stack[depth++] = to;
        }
    }
    return touched;
}

/* Returns the block where the arms of a branch meet: the first of its post-dominators that comes, in the order, after
 * all blocks that the arms reach before it. A post-dominator that does not is the exit of an endless loop: some lanes
 * leave by it while others go round. */
static uint32_t meeting_of(const nbl_procedure_t *procedure, uint32_t block, const uint32_t *dominators,
                           const ahead_t *ahead, uint32_t *seen, uint32_t *mark, uint32_t *stack) {
    const nbl_basic_block_t *branch = &procedure->blocks[block];
    uint32_t until = dominators[block];
    for (int moved = 1; moved && until != NBL_NONE;) {
        uint32_t depth = 0;
        moved = 0;
        ++*mark;
        for (uint32_t k = 0; k < branch->next_count; k++) {
            if (!counts(procedure, block, k, ahead) || branch->next[k] == until || seen[branch->next[k]] == *mark)
                continue;
            seen[branch->next[k]] = *mark;
            stack[depth++] = branch->next[k];
        }
        while (depth != 0 && !moved) {
            const uint32_t at = stack[--depth];
            moved = procedure->blocks[at].order > procedure->blocks[until].order;
            for (uint32_t k = 0; k < procedure->blocks[at].next_count; k++) {
                const uint32_t to = procedure->blocks[at].next[k];
                if (to == until || seen[to] == *mark || !counts(procedure, at, k, ahead)) continue;
                seen[to] = *mark;
                stack[depth++] = to;
            }
        }
        if (moved) until = dominators[until];
    }
    return until;
}

/* Finds what each branch decides. Walks each arm only to the block where the arms meet, so that the time grows with the
 * arms and not with the function. */
static void find_decisions(nbl_shader_t *shader, nbl_procedure_t *procedure) {
    const uint32_t count = procedure->block_count;
    uint8_t *block_touches = nbl_shader_take(shader, count, 1);
    uint32_t *stack = nbl_shader_take(shader, count + 1u, sizeof *stack);
    uint32_t *seen = nbl_shader_take(shader, count, sizeof *seen), mark = 0;

    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = procedure->blocks[i].first; k < procedure->blocks[i].end; k++)
            block_touches[i] |= (uint8_t)touches(shader, &shader->instructions[k]);
    const ahead_t ahead = {nbl_shader_take(shader, count, 1), nbl_shader_take(shader, count, sizeof *ahead.last)};
    for (uint32_t i = 0; i < count; i++) {
        ahead.barriers[i] = (block_touches[i] & HAS_BARRIER) != 0;
        ahead.last[i] = block_touches[i] ? procedure->blocks[i].order + 1u : 0;
    }
    for (int changed = 1; changed;) {
        changed = 0;
        for (uint32_t i = count; i-- > 0;)
            for (uint32_t k = 0; k < procedure->blocks[i].next_count; k++) {
                const uint32_t to = procedure->blocks[i].next[k];
                changed |= ahead.barriers[to] > ahead.barriers[i] || ahead.last[to] > ahead.last[i];
                ahead.barriers[i] |= ahead.barriers[to];
                if (ahead.last[i] < ahead.last[to]) ahead.last[i] = ahead.last[to];
            }
    }
    const uint32_t *all = find_post_dominators(shader, procedure, NULL),
                   *found = find_post_dominators(shader, procedure, &ahead);
    for (uint32_t i = 0; i < count; i++) {
        nbl_basic_block_t *block = &procedure->blocks[i];
        if (block->next_count < 2) continue;
        block->post_dominator = meeting_of(procedure, i, all, NULL, seen, &mark, stack);
        block->goes_on = meeting_of(procedure, i, found, &ahead, seen, &mark, stack);
        for (uint32_t k = 0; k < block->next_count; k++) {
            mark++;
            block->relevant_region |=
                (uint8_t)reach(procedure, block->next[k], block->post_dominator, mark, seen, block_touches, stack);
            block->next_loops[k] = seen[i] == mark;
            block->next_leaves[k] = !counts(procedure, i, k, &ahead);
        }
    }
}

void nbl_control_find(nbl_shader_t *shader) {
    for (uint32_t i = 0; i < shader->procedure_count; i++) order_blocks(shader, &shader->procedures[i]);
    for (uint32_t i = 0; i < shader->procedure_count; i++) find_decisions(shader, &shader->procedures[i]);
}
