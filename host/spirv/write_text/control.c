/* Blocks: ifs and loops, and the variables that phis become.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A phi is a variable, declared before the if or loop whose merge block it stands in, and written where each way to
 * that block ends. What is used outside the braces that it was made in is declared at the beginning.
 */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>

#include "spirv/write_text/writer.h"

static uint32_t opcode(const uint32_t *i) { return i[0] & 0xffff; }
static const uint32_t *after(const uint32_t *i) { return i + (i[0] >> 16); }

static void write_until(nbl_wt_t *w, uint32_t label, uint32_t end);

static void damaged(nbl_wt_t *w) {
    nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: control flow without structure", nbl_target_name(w->desc.target));
}

static void open_scope(nbl_wt_t *w) {
    if (w->scope_count == w->scope_room) {
        uint32_t room = w->scope_room ? 2 * w->scope_room : 256;
        nbl_wt_scope_t *more = realloc(w->scopes, room * sizeof *more);
        if (!more) {
            nbl_wt_fail(w, NBL_ERROR_OUT_OF_MEMORY, "write text: no memory");
            return;
        }
        w->scopes = more;
        w->scope_room = room;
    }
    w->scopes[w->scope_count].outer = w->scope;
    w->scope = w->scope_count++;
    if (++w->depth > NBL_WT_MOST_NESTING) damaged(w);
}

static void close_scope(nbl_wt_t *w) {
    if (w->result != NBL_SUCCESS) return;
    w->scope = w->scopes[w->scope].outer;
    w->depth--;
}

static const uint32_t *block(nbl_wt_t *w, uint32_t label) {
    const uint32_t *i = nbl_wt_find(w, label);
    if (opcode(i) == SpvOpLabel) return i;
    damaged(w);
    return NULL;
}

static void declare_phis(nbl_wt_t *w, uint32_t label) {
    const uint32_t *i = block(w, label);
    if (!i) return;
    for (i = after(i); opcode(i) == SpvOpPhi && w->result == NBL_SUCCESS; i = after(i))
        if (w->ids[i[2]].uses) nbl_wt_variable(w, i[2], nbl_wt_type(w, i[1]), w->ids[i[2]].hoisted);
}

/* Writes what a block's phis become on the way from another block. */
static void write_edge(nbl_wt_t *w, uint32_t from, uint32_t to) {
    const uint32_t *i = block(w, to);
    if (!i) return;
    for (i = after(i); opcode(i) == SpvOpPhi && w->result == NBL_SUCCESS; i = after(i)) {
        if (!w->ids[i[2]].uses) continue;
        for (uint32_t k = 0; k < w->loop_depth; k++)
            if (w->loops[k].header == to)
                nbl_wt_fail(w, NBL_ERROR_MISSING_FEATURE, "%s: a phi at the head of a loop",
                            nbl_target_name(w->desc.target));
        for (uint32_t k = 3; k + 1 < i[0] >> 16; k += 2)
            if (i[k + 1] == from && opcode(nbl_wt_find(w, i[k])) != SpvOpUndef) {
                const char *value = nbl_wt_plain(w, i[k]), *name = nbl_wt_plain(w, i[2]);
                if (w->result == NBL_SUCCESS) nbl_wt_line(w, "%s = %s;", name, value);
            }
    }
}

/* Returns whether a branch leaves the text that is written until `end`: by break, by continue, or by reaching `end`. */
static bool leaves(const nbl_wt_t *w, uint32_t to, uint32_t end) {
    const nbl_wt_loop_t *loop = w->loop_depth ? &w->loops[w->loop_depth - 1] : NULL;
    return to == end || (loop && (to == loop->merge || to == loop->header || (to == loop->next && !loop->in_next)));
}

/* Writes a branch that leaves: break, continue, or nothing. */
static void write_leave(nbl_wt_t *w, uint32_t from, uint32_t to, uint32_t end) {
    nbl_wt_loop_t *loop = w->loop_depth ? &w->loops[w->loop_depth - 1] : NULL;
    write_edge(w, from, to);
    if (to == end || w->result != NBL_SUCCESS) return;
    if (loop && to == loop->merge) {
        nbl_wt_line(w, "break;");
    } else if (loop && to == loop->next) { /* what the loop's turn ends with is written here, too */
        loop->in_next = true;
        write_until(w, to, loop->header);
        w->loops[w->loop_depth - 1].in_next = false;
        nbl_wt_line(w, "continue;");
    } else {
        damaged(w);
    }
}

static void write_side(nbl_wt_t *w, uint32_t from, uint32_t to, uint32_t end) {
    open_scope(w);
    if (leaves(w, to, end))
        write_leave(w, from, to, end);
    else
        write_until(w, to, end);
    close_scope(w);
}

/* Returns whether a way to a block needs no text: it leads there by itself, and no phi depends on it. */
static bool is_silent(nbl_wt_t *w, uint32_t to, uint32_t end) {
    const uint32_t *i = to == end ? block(w, to) : NULL;
    return i && opcode(after(i)) != SpvOpPhi;
}

static void write_if(nbl_wt_t *w, const uint32_t *branch, uint32_t from, uint32_t merge) {
    bool first = !is_silent(w, branch[2], merge), second = !is_silent(w, branch[3], merge);
    if (!first && !second) return;
    nbl_wt_line(w, first ? "if (%s) {" : "if (!%s) {", first ? nbl_wt_plain(w, branch[1]) : nbl_wt_value(w, branch[1]));
    write_side(w, from, branch[first ? 2 : 3], merge);
    if (first && second) {
        size_t before = w->body.size;
        nbl_wt_line(w, "} else {");
        size_t began = w->body.size;
        write_side(w, from, branch[3], merge);
        if (w->body.size == began) w->body.size = before; /* an empty side is left out */
    }
    nbl_wt_line(w, "}");
}

/* Writes a branch whose two ways do not meet, since one leaves a loop or its turn. Returns the block where the other
 * goes on. */
static uint32_t write_exit(nbl_wt_t *w, const uint32_t *branch, uint32_t from, uint32_t end) {
    bool first = leaves(w, branch[2], end), second = leaves(w, branch[3], end);
    if (!first && !second) {
        damaged(w);
        return end;
    }
    bool silent = branch[first ? 2 : 3] == end;
    if (first && second && silent && branch[3] != end) { /* the end of a do while */
        nbl_wt_line(w, "if (!%s) {", nbl_wt_value(w, branch[1]));
        write_side(w, from, branch[3], end);
        nbl_wt_line(w, "}");
        write_edge(w, from, branch[2]);
        return end;
    }
    nbl_wt_line(w, first ? "if (%s) {" : "if (!%s) {", first ? nbl_wt_plain(w, branch[1]) : nbl_wt_value(w, branch[1]));
    if (silent && !(first && second)) damaged(w);
    write_side(w, from, branch[first ? 2 : 3], end);
    nbl_wt_line(w, "}");
    if (!(first && second)) return branch[first ? 3 : 2];
    write_leave(w, from, branch[3], end);
    return end;
}

static void write_loop(nbl_wt_t *w, uint32_t header, const uint32_t *merge) {
    const uint32_t *first = block(w, header);
    if (!first || w->loop_depth == NBL_WT_MOST_NESTING) {
        damaged(w);
        return;
    }
    declare_phis(w, merge[1]);
    nbl_wt_line(w, "%s", w->language->loop);
    w->loops[w->loop_depth++] = (nbl_wt_loop_t){header, merge[1], merge[2], false};
    open_scope(w);
    w->loops[w->loop_depth - 1].in_next = merge[2] == header;
    write_until(w, header, merge[2]);
    if (merge[2] != header) {
        w->loops[w->loop_depth - 1].in_next = true;
        write_until(w, merge[2], header);
    }
    close_scope(w);
    w->loop_depth--;
    nbl_wt_line(w, "}");
}

/* Returns the instruction by which a block begins a loop; NULL: it begins none. */
static const uint32_t *loop_of(const uint32_t *label) {
    for (const uint32_t *i = after(label);; i = after(i)) {
        if (opcode(i) == SpvOpLoopMerge) return i;
        if (opcode(i) == SpvOpBranch || opcode(i) == SpvOpBranchConditional || opcode(i) == SpvOpReturn ||
            opcode(i) == SpvOpSwitch || opcode(i) == SpvOpUnreachable || opcode(i) == SpvOpFunctionEnd)
            return NULL;
    }
}

/* Writes a block to its branch. Returns the block that follows in the same braces, or `end`. */
static uint32_t write_block(nbl_wt_t *w, uint32_t label, uint32_t end) {
    const uint32_t *i = block(w, label), *merge = NULL;
    if (!i) return end;
    for (i = after(i); w->result == NBL_SUCCESS; i = after(i)) {
        switch (opcode(i)) {
        case SpvOpSelectionMerge: merge = i; break;
        case SpvOpLoopMerge: break;
        case SpvOpBranch:
            if (!leaves(w, i[1], end)) {
                write_edge(w, label, i[1]);
                return i[1];
            }
            write_leave(w, label, i[1], end);
            return end;
        case SpvOpBranchConditional:
            if (!merge) return write_exit(w, i, label, end);
            declare_phis(w, merge[1]);
            write_if(w, i, label, merge[1]);
            return merge[1];
        case SpvOpReturn:
            if (w->depth) nbl_wt_line(w, "return;");
            return end;
        case SpvOpUnreachable: return end;
        case SpvOpLabel:
        case SpvOpSwitch:
        case SpvOpReturnValue:
        case SpvOpFunctionEnd: damaged(w); return end;
        default: nbl_wt_step(w, i); break;
        }
    }
    return end;
}

/* Writes blocks from one on, until `end` is reached. */
static void write_until(nbl_wt_t *w, uint32_t label, uint32_t end) {
    bool first = true;
    while ((label != end || first) && w->result == NBL_SUCCESS) {
        const uint32_t *i = block(w, label), *merge = i ? loop_of(i) : NULL;
        bool opened = w->loop_depth && w->loops[w->loop_depth - 1].header == label;
        first = false;
        if (++w->blocks_written > 8 * w->blocks + 64) damaged(w);
        if (merge && !opened) {
            write_loop(w, label, merge);
            label = merge[1];
        } else if (i) {
            label = write_block(w, label, end);
        }
    }
}

void nbl_wt_body(nbl_wt_t *w) {
    const uint32_t *first = w->module.words + w->function;
    w->scope = w->depth = w->loop_depth = w->scope_count = w->blocks_written = 0;
    open_scope(w);
    w->scope = w->depth = 0;
    if (opcode(first) != SpvOpLabel)
        damaged(w);
    else
        write_until(w, first[1], 0);
}
