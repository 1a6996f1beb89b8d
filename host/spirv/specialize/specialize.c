/* Specialises a module: holds the memory for it, and runs main() again until each variable is where it must be.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/specialize/specialize.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/specialize/internal.h"

/* Chosen, so that a damaged module ends; what has more is refused. */
enum {
    MOST_BYTES = 64 << 20, /* of memory */
    MOST_PASSES = 200,     /* over the module that was written, until nothing changes */
    MOST_BOUND = 1 << 20,  /* identifiers */
    LEAST_ROOM = 256       /* elements that a vector begins with */
};

/* The head of a piece of memory of nbl_sp_allocate(): the pieces form a list, and are freed together. */
typedef union block_t {
    struct {
        union block_t *next;
        size_t bytes;
    };
    max_align_t aligned;
} block_t;

void nbl_sp_refuse(nbl_sp_t *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->why, sizeof s->why, format, arguments);
    va_end(arguments);
    s->result = NBL_SPECIALIZE_REFUSED;
    longjmp(s->leave, 2);
}

static void fail_memory(nbl_sp_t *s) {
    snprintf(s->why, sizeof s->why, "out of memory");
    s->result = NBL_SPECIALIZE_OUT_OF_MEMORY;
    longjmp(s->leave, 2);
}

static void take_bytes(nbl_sp_t *s, size_t bytes) {
    if (bytes > MOST_BYTES - s->bytes) nbl_sp_refuse(s, "it takes more than %u bytes", (unsigned)MOST_BYTES);
    s->bytes += bytes;
}

void *nbl_sp_grow(nbl_sp_t *s, void *data, uint32_t *room, size_t item) {
    uint32_t more = *room ? *room * 2 : LEAST_ROOM;
    take_bytes(s, (more - *room) * item);
    void *grown = realloc(data, more * item);
    if (!grown) fail_memory(s);
    *room = more;
    return grown;
}

/* Returns zeroed memory, which is freed when the next pass begins or the specialisation ends. Refuses if it runs
 * out. */
void *nbl_sp_allocate(nbl_sp_t *s, size_t bytes) {
    take_bytes(s, sizeof(block_t) + bytes);
    block_t *block = calloc(1, sizeof *block + bytes);
    if (!block) fail_memory(s);
    block->next = s->blocks;
    block->bytes = sizeof *block + bytes;
    s->blocks = block;
    return block + 1;
}

static void free_blocks(nbl_sp_t *s) {
    for (block_t *block = s->blocks, *next; block; block = next) {
        next = block->next;
        s->bytes -= block->bytes;
        free(block);
    }
    s->blocks = NULL;
}

/* clang-format off */
#define EVERY_VECTOR(DO) \
    DO(values) DO(parts) DO(cells) DO(owners) DO(types_of_cells) DO(carried) DO(others) DO(trail) DO(writes) DO(code) \
    DO(places) DO(fused) DO(globals) DO(variables) DO(scratch) DO(phis) DO(output) DO(exact_ids) DO(pures) DO(facts) \
    DO(frames) DO(locals) DO(free_pointers)
/* clang-format on */

/* Resets the state for a pass. What outlives a pass stays: in_memory, kept, and the vectors' room. */
static void begin_pass(nbl_sp_t *s) {
    nbl_sp_value_t none = {.kind = NBL_SP_NONE};
    nbl_sp_pure_t no_pure = {.hash = 0};
#define EMPTY(vector) s->vector.size = 0;
    EVERY_VECTOR(EMPTY)
#undef EMPTY
    memset(s->at, 0, s->bound * sizeof *s->at);
    memset(s->map, 0, s->bound * sizeof *s->map);
    memset(s->types, 0, s->bound * sizeof *s->types);
    memset(s->exactly, 0, s->bound);
    memset(s->spec_ids, 0, s->bound * sizeof *s->spec_ids);
    s->workgroup_size_id = s->workgroup_size = s->local_index_id = s->local_index = 0;
    s->local_size = 0;
    memset(s->constant_buckets, 0, sizeof s->constant_buckets);
    memset(s->pure_buckets, 0, sizeof s->pure_buckets);
    s->next_id = s->bound;
    s->entry_function = s->glsl_set = s->first_function = 0;
    s->depth = s->level = s->levels = s->convergent = 0;
    s->again = false;
    s->frame = NULL;
    s->frames_used = 0;
    nbl_sp_add(s, none); /* numbers begin with 1 */
    NBL_SP_PUSH(s, s->pures, no_pure);
}

/* Runs a pass. Returns whether another one is needed. Leaves by longjmp, too: refused, or a loop is to stay. */
static bool run_pass(nbl_sp_t *s) {
    begin_pass(s);
    nbl_sp_read(s);
    nbl_sp_main(s);
    if (s->again) return true;
    nbl_sp_fuse(s);
    nbl_sp_by_one(s);
    nbl_sp_find_looped(s);
    nbl_sp_write(s);
    return false;
}

static void *zeroed(nbl_sp_t *s, size_t bytes) {
    void *made = calloc(1, bytes);
    if (!made) s->result = NBL_SPECIALIZE_OUT_OF_MEMORY;
    return made;
}

static void run(nbl_sp_t *s) {
    volatile int passes = 0;
    switch (setjmp(s->leave)) {
    case 2: return;
    case 1: free_blocks(s); break; /* a loop is to stay: once more */
    default: break;
    }
    for (;;) {
        passes = passes + 1;
        if (passes > MOST_PASSES) nbl_sp_refuse(s, "more than %d passes", MOST_PASSES);
        if (!run_pass(s)) return;
        free_blocks(s);
    }
}

static nbl_specialize_result_t finish(nbl_sp_t *s, uint32_t **out_words, size_t *out_word_count, char why[128]) {
    nbl_specialize_result_t result = s->result;
    if (result == NBL_SPECIALIZE_DONE) {
        *out_words = s->output.data;
        *out_word_count = s->output.size;
        s->output.data = NULL;
    }
    snprintf(why, 128, "%s", result == NBL_SPECIALIZE_DONE ? "" : s->why[0] ? s->why : "out of memory");
    free_blocks(s);
#define FREE(vector) free(s->vector.data);
    EVERY_VECTOR(FREE)
#undef FREE
    free(s->in_memory.data);
    free(s->at);
    free(s->map);
    free(s->types);
    free(s->exactly);
    free(s->spec_ids);
    free(s->kept);
    free(s->accesses);
    free(s);
    return result;
}

nbl_specialize_result_t nbl_specialize(const nbl_specialize_options_t *options, const uint32_t *words,
                                       size_t word_count, uint32_t **out_words, size_t *out_word_count, char why[128]) {
    *out_words = NULL;
    *out_word_count = 0;
    if (!words || word_count <= NBL_SP_HEADER_WORDS || word_count > MOST_BYTES / sizeof *words ||
        words[0] != SpvMagicNumber || !words[3] || words[3] > MOST_BOUND) {
        snprintf(why, 128, "not SPIR-V, or too large");
        return NBL_SPECIALIZE_REFUSED;
    }
    nbl_sp_t *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(why, 128, "out of memory");
        return NBL_SPECIALIZE_OUT_OF_MEMORY;
    }
    s->options = *options;
    s->words = words;
    s->word_count = (uint32_t)word_count;
    s->bound = words[3];
    s->at = zeroed(s, s->bound * sizeof *s->at);
    s->map = zeroed(s, s->bound * sizeof *s->map);
    s->types = zeroed(s, s->bound * sizeof *s->types);
    s->exactly = zeroed(s, s->bound);
    s->spec_ids = zeroed(s, s->bound * sizeof *s->spec_ids);
    s->kept = zeroed(s, s->bound);
    s->accesses = zeroed(s, s->bound);
    s->bytes = s->bound * (3 * sizeof(uint32_t) + sizeof *s->types + 3);
    if (s->bytes > MOST_BYTES) s->bytes = MOST_BYTES;
    if (s->result == NBL_SPECIALIZE_DONE) run(s);
    return finish(s, out_words, out_word_count, why);
}
