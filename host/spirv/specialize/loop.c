/* Writes a loop that is not unrolled as a loop of the new module.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   before -> header: OpLoopMerge merge next -> body ... -> next -> header
 *                                                  \-> merge
 *
 * An iteration hands values to the next one in memory. At the loop's head, at its continue target and behind it, the
 * cells that the loop may change are marked as carried. Reading a carried cell takes its variable out of cells and into
 * memory (memory.c). Which cells a loop may change is found by writing the loop again until no further one is found.
 * Cells that every iteration writes before it reads them remain cells.
 */
#include "spirv/specialize/internal.h"

/* How often a kept loop is written at most until its carried cells are known; then it is refused. Chosen. */
enum { MOST_TURNS = 64 };

static void refuse_phis(nbl_sp_t *s, uint32_t label) {
    if (label >= s->bound || !s->at[label]) nbl_sp_refuse(s, "malformed: no block %u", label);
    uint32_t i = s->at[label] + (s->words[s->at[label]] >> 16);
    if ((s->words[i] & 0xffff) == SpvOpPhi) nbl_sp_refuse(s, "phis where a loop begins, goes on or ends");
}

/* Forgets what a part of the loop did, and marks the cells that it changed as carried. Returns whether one of them was
 * not marked before. */
static bool carry_changes(nbl_sp_t *s, nbl_sp_mark_t before) {
    uint32_t mark = s->scratch.size;
    bool more = false;
    for (uint32_t i = before.trail; i < s->trail.size; i++) {
        uint32_t cell = s->trail.data[i].cell;
        if (cell < before.cells) NBL_SP_PUSH(s, s->scratch, cell);
    }
    nbl_sp_forget(s, before);
    for (uint32_t i = mark; i < s->scratch.size; i++) {
        uint32_t cell = s->scratch.data[i];
        if (!nbl_sp_carry(s, cell)) continue;
        NBL_SP_PUSH(s, s->carried, cell);
        more = true;
    }
    s->scratch.size = mark;
    return more;
}

/* Marks again the cells of s->carried from number `first` on. */
static void carry(nbl_sp_t *s, uint32_t first) {
    for (uint32_t i = first; i < s->carried.size; i++) nbl_sp_carry(s, s->carried.data[i]);
}

/* Writes the part of the loop that begins at a label of the old module: the body, or what `continue` leads to. */
static void run_part(nbl_sp_t *s, nbl_sp_frame_t *frame, uint32_t label) {
    nbl_sp_exit_t bound = {.depth = frame->depth, .rank = 2};
    s->frame = frame;
    if (!nbl_sp_run(s, label, 0, bound, true).ended) nbl_sp_refuse(s, "a loop that stays is left for elsewhere");
}

/* Writes the whole loop once. Returns whether it changes cells that were not marked as carried before. */
static bool write_loop(nbl_sp_t *s, nbl_sp_frame_t *frame) {
    uint32_t body = s->next_id++;
    uint32_t merge[3] = {frame->new_merge, frame->new_next,
                         frame->control & (SpvLoopControlUnrollMask | SpvLoopControlDontUnrollMask)};
    nbl_sp_branch(s, frame->new_header);
    nbl_sp_begin_block(s, frame->new_header);
    nbl_sp_put(s, SpvOpLoopMerge, 3, merge);
    nbl_sp_branch(s, body);
    nbl_sp_begin_block(s, body);
    nbl_sp_mark_t before = nbl_sp_mark(s);
    run_part(s, frame, frame->header);
    bool more = carry_changes(s, before);
    nbl_sp_begin_block(s, frame->new_next);
    before = nbl_sp_mark(s);
    if (frame->next_reached)
        run_part(s, frame, frame->next);
    else
        nbl_sp_branch(s, frame->new_header);
    return carry_changes(s, before) || more;
}

/* Writes a loop, and begins the block after it. Returns whether that block is ever reached.
 *
 * loop  the frame of its first iteration */
bool nbl_sp_keep_loop(nbl_sp_t *s, const nbl_sp_frame_t *loop) {
    uint32_t first = s->carried.size;
    nbl_sp_mark_t start = nbl_sp_mark(s);
    refuse_phis(s, loop->header);
    refuse_phis(s, loop->next);
    refuse_phis(s, loop->merge);
    if (loop->next == loop->header) nbl_sp_refuse(s, "a loop of a single block");
    for (uint32_t turn = 0; turn < MOST_TURNS; turn++) {
        nbl_sp_frame_t *frame = nbl_sp_push_frame(s, NBL_SP_LOOP, loop->outer);
        frame->header = loop->header;
        frame->path = nbl_sp_path(frame->path, loop->header, 0);
        frame->next = loop->next;
        frame->merge = loop->merge;
        frame->control = loop->control;
        frame->new_header = s->next_id++;
        frame->new_next = s->next_id++;
        frame->new_merge = s->next_id++;
        carry(s, first);
        bool more = write_loop(s, frame);
        s->frame = loop->outer;
        if (more) {
            nbl_sp_go_back(s, start);
            continue;
        }
        nbl_sp_forget(s, start);
        carry(s, first);
        s->carried.size = first;
        nbl_sp_begin_block(s, frame->new_merge);
        return frame->merge_reached;
    }
    nbl_sp_refuse(s, "a loop that does not settle");
}
