/* A program that was made ready, on the CPU: rounds of steps, each step's lines shared among threads.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    what ready_cpu.c made, the input, the output.
 * Out:   the output. Wrong: no memory for what lies between steps.
 *
 *   run_blocks.c  the lines of a step, block by block
 *   run_block.c   a block of rows or columns, in each arithmetic and mode
 *   run_row.c     rows whose operations all move the row: most short lines
 *   run_line.c    lines of an array that a workgroup holds
 */
#include "transform/run_cpu.h"

#include <stdlib.h>

#include "error/error.h"
#include "platform/memory.h"
#include "transform/run_blocks.h"

/* ---- Rounds */

typedef struct round_t {
    nbl_ready_now_t *run;
    nbl_executor_pool_t *pool;
    uint32_t first, end; /* steps */
    uint64_t parts;      /* of an array, in which two rounds go together; 0: one round */
    uint64_t of_thread;  /* transforms that a thread takes through all steps at a time */
} round_t;

/* Some parts of an array along two axes, on one thread. */
static void run_parts(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const round_t *round = user;
    nbl_ready_now_t run = *round->run;
    for (uint64_t part = first; part < first + count; part++)
        for (uint32_t s = round->first; s < round->end; s++) {
            const uint64_t lines = run.transform->step[s].transforms / round->parts;
            run.now = &run.transform->made[s];
            nbl_ready_run_lines(&run, thread, part * lines, lines);
        }
}

/* Returns whether threads are idle in at most a quarter of their turns: each takes a part a turn, and in the last turn
 * there may be fewer parts than threads. */
static bool fills_threads(uint64_t parts, uint64_t threads) {
    return 4 * parts >= 3 * ((parts + threads - 1) / threads) * threads;
}

/* All steps of a round for some transforms, on one thread: what a step leaves is in that processor's cache, in the
 * thread's own part of the workspace. */
static void run_transforms(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const round_t *round = user;
    nbl_ready_now_t run = *round->run;
    const uint64_t own = thread * round->of_thread; /* transforms before the thread's part */
    run.first = first - own;                        /* numbers of transforms and of the workspace differ by it */
    for (uint32_t s = round->first; s < round->end; s++) {
        run.now = &run.transform->made[s];
        const uint64_t lines = run.now->taken_as == NBL_PROGRAM_WHOLE ? 1 : run.now->lines;
        nbl_ready_run_lines(&run, thread, own * lines, count * lines);
    }
}

/* Returns whether a view's transforms lie one behind the other: none has numbers between another one's. */
static bool lies_apart(const nbl_program_made_step_t *made, const nbl_view_t *view, bool stores) {
    const uint64_t most = stores ? made->stored : made->loaded; /* fewer where a product's table ends */
    uint64_t numbers = stores ? made->out_count : made->in_count, last;
    if (made->taken_as == NBL_PROGRAM_WHOLE) numbers /= made->lines;
    if (nbl_program_has(made->step, NBL_PROGRAM_MULTIPLY) && most < numbers) numbers = most;
    if (view->element == NBL_VIEW_PAIR || view->element == NBL_VIEW_ROWS) numbers *= 2;
    if (nbl_view_is_spectrum(view)) numbers = view->signal / 2 + 1;
    last = (numbers - 1) * view->step;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LINES && view->lines[i].count != 0; i++)
        last += (view->lines[i].count - 1) * view->lines[i].stride;
    for (uint32_t i = 0; i < NBL_VIEW_MOST_LOOPS && view->transforms[i].count != 0; i++)
        if (view->transforms[i].count > 1 && view->transforms[i].stride <= last * view->stride) return false;
    return true;
}

/* Returns whether each transform of a round has places of its own in the workspace, the same ones in all steps. A
 * program that was edited may load what another transform has stored. */
static bool are_apart(const nbl_ready_t *transform, uint32_t first, uint32_t end) {
    const nbl_view_t *known[NBL_VIEW_REGIONS] = {NULL};
    uint64_t bytes[NBL_VIEW_REGIONS];
    for (uint32_t s = first; s < end; s++)
        for (int side = 0; side < 2; side++) {
            const nbl_program_step_t *step = &transform->step[s];
            const nbl_view_t *view = side == 0 ? &step->load : &step->store;
            const uint64_t number = nbl_program_number_bytes(step, view);
            if (view->region < NBL_VIEW_WORK0) continue;
            if (!lies_apart(&transform->made[s], view, side == 1)) return false;
            const nbl_view_t *other = known[view->region];
            for (uint32_t i = 0; other != NULL && i < NBL_VIEW_MOST_LOOPS; i++)
                if (view->transforms[i].count != other->transforms[i].count ||
                    view->transforms[i].stride * number != other->transforms[i].stride * bytes[view->region])
                    return false;
            known[view->region] = view;
            bytes[view->region] = number;
        }
    return true;
}

/* Threads take transforms through all steps, the first ones of a round's `transforms`, and each takes the next ones
 * when it has done with its own. Returns how many go so; the others, or all, go by lines of each step, since more than
 * a quarter of the threads would have nothing to do. */
static uint64_t run_by_transforms(round_t *round, uint64_t transforms, uint64_t chunk) {
    const uint64_t threads = round->run->transform->threads;
    if (chunk > transforms) chunk = transforms;
    round->of_thread = chunk / threads > 0 ? chunk / threads : 1;
    const uint64_t parts = chunk / round->of_thread, at_once = threads * round->of_thread, left = transforms % at_once;
    const uint64_t count = fills_threads(left, at_once) ? transforms : transforms - left;
    if (threads == 1 || round->end - round->first == 1 || 4 * parts < 3 * threads || count == 0 ||
        !are_apart(round->run->transform, round->first, round->end))
        return 0;
    nbl_executor_share(round->pool, (uint32_t)(parts < threads ? parts : threads), count, round->of_thread,
                       run_transforms, round);
    return count;
}

static void run_round(round_t *round) {
    nbl_ready_now_t *run = round->run;
    const nbl_ready_t *transform = run->transform;
    const uint64_t transforms = transform->step[round->first].transforms, chunk = transform->chunk[round->first];
    const uint32_t threads = transform->threads;
    for (run->first = run_by_transforms(round, transforms, chunk); run->first < transforms; run->first += chunk) {
        const uint64_t left = transforms - run->first, count = left < chunk ? left : chunk;
        for (uint32_t s = round->first; s < round->end; s++) {
            run->now = &transform->made[s];
            const uint64_t items = run->now->taken_as == NBL_PROGRAM_WHOLE ? count : count * run->now->lines;
            if (threads == 1) {
                nbl_ready_run_lines(run, 0, 0, items);
                continue;
            }
            const uint64_t block = run->now->width > items ? 1 : run->now->width;
            uint64_t grain = items / (NBL_EXECUTOR_CALLS * threads) / block * block;
            if (grain == 0) grain = block < items ? block : items;
            nbl_executor_share(round->pool, threads, items, grain, nbl_ready_run_lines, run);
        }
    }
}

static void run_rounds(const nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output,
                       char *memory) {
    nbl_ready_now_t run = {
        .transform = transform, .region = {input, output}, .scratch = memory + transform->between_bytes};
    for (uint32_t r = NBL_VIEW_BETWEEN; r < NBL_VIEW_REGIONS; r++) {
        run.region[r] = memory;
        memory += nbl_ready_round_up(transform->region_bytes[r]);
    }
    round_t round = {.run = &run, .pool = pool};
    while (round.end < transform->steps) {
        round.first = round.end;
        while (round.end < transform->steps && transform->step[round.end].round == transform->step[round.first].round)
            round.end++;
        round.parts = transform->parts[round.first];
        if (round.parts == 0 || !fills_threads(round.parts, transform->threads)) {
            run_round(&round);
            continue;
        }
        round.end++;
        run.first = 0;
        if (transform->threads == 1)
            run_parts(&round, 0, 0, round.parts);
        else
            nbl_executor_share(pool, transform->threads, round.parts, 1, run_parts, &round);
    }
}

void nbl_ready_run_in(const nbl_ready_t *transform, nbl_executor_pool_t *pool, void *input, void *output,
                      char *memory) {
    char *const to = transform->cut.bytes != 0 ? memory : output;
    memory += transform->cut.bytes;
    if (transform->is_one_loop)
        nbl_ready_run_one_loop(transform, input, to, memory);
    else
        run_rounds(transform, pool, input, to, memory);
    if (transform->cut.bytes != 0) nbl_ready_cut(transform, pool, to, output);
}

/* ---- A run in memory that is not the caller's; run_row.c: of one row */

static nbl_result_t run_on_stack(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                                 nbl_error_t *error) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[NBL_READY_BYTES_ON_STACK];
    (void)pool, (void)error;
    nbl_ready_run_in(transform, NULL, (void *)input, output, scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_in_kept(nbl_ready_t *transform, nbl_executor_pool_t *pool, const void *input, void *output,
                                nbl_error_t *error) {
    void *memory = NULL, *none = NULL;
    for (int i = 0; i < NBL_READY_SPARES && memory == NULL; i++)
        if (atomic_load_explicit(&transform->spare[i], memory_order_relaxed) != NULL)
            memory = atomic_exchange(&transform->spare[i], NULL);
    if (memory == NULL)
        memory =
            nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up(nbl_ready_scratch_bytes(transform) + 1));
    if (memory == NULL) return nbl_fail_memory(error, "scratch");
    nbl_ready_run_in(transform, pool, (void *)input, output, memory);
    for (int i = 0; i < NBL_READY_SPARES; i++, none = NULL)
        if (atomic_compare_exchange_strong(&transform->spare[i], &none, memory)) return NBL_SUCCESS;
    nbl_platform_aligned_free(memory);
    return NBL_SUCCESS;
}

void nbl_ready_choose_run(nbl_ready_t *transform) {
    transform->run = nbl_ready_run_of_row(transform);
    if (transform->run != NULL) return;
    const bool fits = nbl_ready_scratch_bytes(transform) <= NBL_READY_BYTES_ON_STACK;
    transform->run = transform->threads == 1 && fits ? run_on_stack : run_in_kept;
}
