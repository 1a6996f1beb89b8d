/* Keeps a part of the results: computes the whole transform, and copies the part from it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a problem whose output keeps nearly all. Out: the problem of the whole, and what is copied from its output.
 * Wrong: nothing.
 *
 * The other way is not to compute the lines that are not kept. Then steps store a part of their lines by way of a tile.
 * If nearly all is kept, the tiles cost more than the lines that are left out save. Both ways have the same bits.
 */
#include <string.h>

#include "facts/numbers.h"
#include "transform/make.h"
#include "transform/run_cpu.h"

static double number(nbl_fact_number_t which) { return nbl_fact_number_of(NBL_DEVICE_PROCESSOR, which); }

static size_t element_bytes(const nbl_problem_t *problem) {
    const size_t complex = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision);
    return problem->output.real ? complex / 2 : complex;
}

/* Adds a loop around the loops of a cut. A loop of one trip is left out. A loop whose places continue those of the loop
 * within it makes that one longer. */
static void add_loop(nbl_ready_cut_t *cut, uint64_t count, size_t from, size_t to) {
    nbl_ready_cut_loop_t *last = cut->loops > 0 ? &cut->loop[cut->loops - 1] : NULL;
    if (count == 1) return;
    if (last == NULL && from == cut->run && to == cut->run)
        cut->run *= count;
    else if (last != NULL && from == last->count * last->from && to == last->count * last->to)
        last->count *= count;
    else
        cut->loop[cut->loops++] = (nbl_ready_cut_loop_t){count, from, to};
}

static void lay(const nbl_problem_t *part, const nbl_problem_t *whole, nbl_ready_cut_t *cut) {
    const size_t bytes = element_bytes(part);
    *cut = (nbl_ready_cut_t){.bytes = nbl_ready_round_up(whole->output.distance * whole->batch * bytes), .run = bytes};
    for (uint32_t d = part->rank; d-- > 0;) {
        const size_t apart = whole->output.strides[d] * bytes;
        cut->first += part->output.first[d] * apart;
        add_loop(cut, part->output.sizes[d], apart, part->output.strides[d] * bytes);
    }
    add_loop(cut, part->batch, whole->output.distance * bytes, part->output.distance * bytes);
}

bool nbl_ready_cuts(const nbl_problem_t *part, nbl_problem_t *whole, nbl_ready_cut_t *cut) {
    double kept = 1, all = 1;
    *cut = (nbl_ready_cut_t){0};
    if (part->convolves || part->axis_count < 2) return false;
    *whole = *part;
    whole->in_place = whole->overwrites_input = 0;
    memset(whole->output.first, 0, sizeof whole->output.first);
    whole->output.distance = 1;
    for (uint32_t d = part->rank; d-- > 0;) {
        kept *= (double)part->output.sizes[d];
        all *= (double)(whole->output.sizes[d] = nbl_problem_results(part, d));
        whole->output.strides[d] = whole->output.distance;
        whole->output.distance *= whole->output.sizes[d];
    }
    const bool to_reals = part->dct != 0 || (part->real && part->inverse);
    if (kept == all ||
        100 * kept < number(to_reals ? NBL_NUMBER_CPU_WHOLE_PERCENT_REALS : NBL_NUMBER_CPU_WHOLE_PERCENT) * all ||
        all * (double)part->batch * (double)element_bytes(part) > number(NBL_NUMBER_CPU_WHOLE_MOST_BYTES))
        return false;
    lay(part, whole, cut);
    return true;
}

/* ---- Copying */

typedef struct job_t {
    const nbl_ready_cut_t *cut;
    const char *from;
    char *to;
} job_t;

static void copy_runs(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const job_t *job = user;
    const nbl_ready_cut_t *cut = job->cut;
    uint64_t at[NBL_READY_MOST_CUT_LOOPS] = {0}, left = first;
    const char *from = job->from;
    char *to = job->to;
    (void)thread;
    for (uint32_t i = 0; i < cut->loops; i++) {
        at[i] = left % cut->loop[i].count;
        left /= cut->loop[i].count;
        from += at[i] * cut->loop[i].from;
        to += at[i] * cut->loop[i].to;
    }
    for (; count > 0; count--) {
        memcpy(to, from, cut->run);
        for (uint32_t i = 0; i < cut->loops; i++) {
            from += cut->loop[i].from;
            to += cut->loop[i].to;
            if (++at[i] < cut->loop[i].count) break;
            at[i] = 0;
            from -= cut->loop[i].count * cut->loop[i].from;
            to -= cut->loop[i].count * cut->loop[i].to;
        }
    }
}

void nbl_ready_cut(const nbl_ready_t *transform, nbl_executor_pool_t *pool, const char *whole, char *output) {
    const job_t job = {&transform->cut, whole + transform->cut.first, output};
    uint64_t runs = 1;
    for (uint32_t i = 0; i < job.cut->loops; i++) runs *= job.cut->loop[i].count;
    if (transform->threads == 1)
        copy_runs((void *)&job, 0, 0, runs);
    else
        nbl_executor_share(pool, transform->threads, runs, runs / (NBL_EXECUTOR_CALLS * transform->threads) + 1,
                           copy_runs, (void *)&job);
}
