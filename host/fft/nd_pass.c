/* The lines along one dimension: how they lie, what transforms them, and their runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/share.h"
#include "executor/tables.h"
#include "fft/array_move.h"
#include "fft/nd.h"
#include "fft/root.h"
#include "platform/memory.h"

/* ---- How lines lie: groups of them side by side, and loops over groups */

#define MOST_OF_GROUP 0x7fffffffu /* elements */

static void swap_loops(nbl_fft_nd_pass_t *pass, uint32_t a, uint32_t b) {
    for (int i = 0; i < 2; i++) {
        uint64_t stride = pass->loop[a].strides[i];
        pass->loop[a].strides[i] = pass->loop[b].strides[i];
        pass->loop[b].strides[i] = stride;
    }
    uint64_t count = pass->loop[a].count;
    pass->loop[a].count = pass->loop[b].count;
    pass->loop[b].count = count;
}

/* All dimensions but the axis, the batch first; two of which one continues the other are one. */
static void find_loops(uint32_t rank, const nbl_fft_nd_side_t *const sides[2], nbl_fft_nd_pass_t *pass) {
    for (uint32_t k = 0; k <= rank; k++) {
        const uint32_t d = k == 0 ? NBL_FFT_ND_MOST_RANK : k - 1;
        const uint64_t count = sides[0]->sizes[d];
        if (d == pass->axis || count == 1) continue;
        const uint32_t n = pass->loops;
        bool continues = n > 0 && pass->loop[n - 1].count <= MOST_OF_GROUP / pass->length / count;
        for (int i = 0; i < 2; i++)
            continues = continues && pass->loop[n - 1].strides[i] == count * sides[i]->strides[d];
        const uint32_t at = continues ? n - 1 : n;
        pass->loop[at].count = continues ? pass->loop[at].count * count : count;
        for (int i = 0; i < 2; i++) pass->loop[at].strides[i] = sides[i]->strides[d];
        pass->loops = at + 1;
    }
}

/* The loop that becomes a group: neighbouring columns, else the longest. */
static uint32_t loop_of_group(const nbl_fft_nd_pass_t *pass) {
    uint32_t best = 0;
    for (uint32_t k = 0; k < pass->loops; k++) {
        bool beside = true;
        for (int i = 0; i < 2; i++) beside = beside && pass->loop[k].strides[i] == pass->sides[i].element_bytes;
        if (beside) return k;
        if (pass->loop[k].count > pass->loop[best].count) best = k;
    }
    return best;
}

void nbl_fft_nd_lay_lines(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t of[3], nbl_fft_nd_pass_t *pass) {
    const nbl_fft_nd_side_t *sides[2] = {&of[pass->from], &of[pass->to]};
    for (int i = 0; i < 2; i++) {
        const nbl_fft_nd_side_t *side = sides[i];
        pass->sides[i] = (nbl_fft_array_side_t){.stride = side->strides[pass->axis],
                                                .elements = (uint32_t)side->sizes[pass->axis],
                                                .element_bytes = side->element_bytes,
                                                .scalar_bytes = side->scalar_bytes,
                                                .batch = 1,
                                                .real = side->real};
        if (pass->sides[i].elements == 1) pass->sides[i].stride = side->element_bytes;
        pass->sides[i].distance = pass->sides[i].stride * pass->sides[i].elements;
    }
    find_loops(desc->rank, sides, pass);
    if (pass->loops > 0) {
        const uint32_t last = pass->loops - 1;
        swap_loops(pass, loop_of_group(pass), last);
        for (int i = 0; i < 2; i++) {
            pass->sides[i].batch = (uint32_t)pass->loop[last].count;
            pass->sides[i].distance = pass->loop[last].strides[i];
        }
        pass->loops = last;
    }
    pass->groups = 1;
    for (uint32_t k = 0; k < pass->loops; k++) pass->groups *= pass->loop[k].count;
}

void nbl_fft_nd_lay_pass(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[3], nbl_fft_nd_pass_t *passes,
                         uint32_t p) {
    nbl_fft_nd_pass_t *pass = &passes[p];
    const uint64_t given = sides[NBL_VIEW_INPUT].sizes[pass->axis];
    const uint64_t all = pass->real && desc->inverse ? desc->sizes[pass->axis] / 2 + 1 : desc->sizes[pass->axis];
    nbl_fft_nd_side_t of[3];
    memcpy(of, sides, sizeof of);
    for (uint32_t d = 0; d < desc->rank; d++) {
        bool done = false;
        for (uint32_t k = 0; k < p; k++) done = done || passes[k].axis == d;
        if (!done) of[pass->from].sizes[d] = sides[NBL_VIEW_INPUT].sizes[d];
    }
    of[pass->from].sizes[pass->axis] = all;
    nbl_fft_nd_lay_lines(desc, of, pass);
    pass->sides[0].given = given == all ? 0 : (uint32_t)given;
}

/* ---- Making */

bool nbl_fft_nd_is_half(const nbl_fft_nd_pass_t *pass) { return pass->real && pass->length % 2 == 0; }

/* Lines of nbl_fft_array() are scaled in their last pass. Real signals that are scaled otherwise than usual are so behind all
 * steps, which a device's kernels of whole lines do not do. */
bool nbl_fft_nd_scales_as_array(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass) {
    const nbl_fft_scaling_t usual = desc->inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
    return !pass->real || desc->scaling == NBL_FFT_SCALING_DEFAULT || desc->scaling == usual;
}

bool nbl_fft_nd_has_array_plan(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass) {
    return nbl_fft_array_has_length(desc->precision, pass->real, pass->length) &&
           nbl_fft_nd_scales_as_array(desc, pass);
}

static nbl_result_t make_array(const nbl_fft_nd_plan_t *plan, nbl_fft_nd_pass_t *pass, nbl_error_t *error) {
    const nbl_fft_array_side_t *sides = pass->sides;
    const nbl_fft_array_desc_t desc = {.length = pass->length,
                                       .batch = sides[0].batch,
                                       .precision = plan->desc.precision,
                                       .inverse = plan->desc.inverse,
                                       .real = pass->real,
                                       .given = sides[0].given,
                                       .input_stride = sides[0].stride / sides[0].element_bytes,
                                       .input_distance = sides[0].distance / sides[0].element_bytes,
                                       .output_stride = sides[1].stride / sides[1].element_bytes,
                                       .output_distance = sides[1].distance / sides[1].element_bytes,
                                       .threads = 1,
                                       .mode = plan->desc.mode,
                                       .scaling = plan->desc.scaling,
                                       .instructions = plan->desc.instructions};
    nbl_result_t result = nbl_fft_array_plan_create(&desc, &pass->array, error);
    if (result != NBL_SUCCESS) return result;
    pass->items = pass->array->items * pass->groups;
    pass->scratch_bytes = pass->array->scratch_bytes;
    return NBL_SUCCESS;
}

uint32_t nbl_fft_nd_normalization(const nbl_fft_nd_desc_t *desc) {
    const bool divides = desc->scaling == NBL_FFT_SCALING_DEFAULT && desc->inverse;
    return divides || desc->scaling == NBL_FFT_SCALING_BY_LENGTH ? NBL_FFT_BY_LENGTH
           : desc->scaling == NBL_FFT_SCALING_BY_ROOT            ? NBL_FFT_BY_ROOT
                                                                 : NBL_FFT_UNNORMALIZED;
}

double nbl_fft_nd_factor(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_pass_t *pass) {
    const uint32_t how = nbl_fft_nd_normalization(desc);
    const double n = pass->length, twice = nbl_fft_nd_is_half(pass) && desc->inverse ? 2 : 1;
    return twice * (how == NBL_FFT_BY_LENGTH ? 1 / n : how == NBL_FFT_BY_ROOT ? 1 / sqrt(n) : 1);
}

/* The widest kernels whose vectors the loop over frequencies fills. */
static const nbl_executor_kernels_t *kernels_of(const nbl_fft_any_desc_t *any) {
    const nbl_executor_set_t *set;
    bool allowed = any->set == NULL;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        const nbl_executor_kernels_t *of = nbl_executor_set_kernels(set, any->scalar_bytes, any->fused);
        allowed = allowed || strcmp(set->name, any->set) == 0;
        if (allowed && of != NULL && (of->lanes <= any->length / 2 || of->lanes == 1)) return of;
    }
    return NULL;
}

static nbl_result_t make_roots(nbl_fft_nd_pass_t *pass, nbl_error_t *error) {
    const uint32_t n = pass->any.desc.length, bytes = pass->any.desc.scalar_bytes;
    void *roots = malloc(2 * (size_t)n * bytes);
    if (roots == NULL) return nbl_fail_memory(error, "twiddles");
    nbl_fft_fill_half_roots(bytes, n, roots);
    void *table = nbl_executor_real_table(pass->kernels, n, roots), *none = NULL;
    free(roots);
    if (table == NULL) return nbl_fail_memory(error, "twiddles");
    if (!atomic_compare_exchange_strong(&pass->real_table, &none, table)) nbl_platform_aligned_free(table);
    return NBL_SUCCESS;
}

static size_t round_up(size_t bytes) {
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

static nbl_result_t make_any(const nbl_fft_nd_plan_t *plan, nbl_fft_nd_pass_t *pass, nbl_error_t *error) {
    const nbl_fft_any_desc_t desc = {.length = nbl_fft_nd_is_half(pass) ? pass->length / 2 : pass->length,
                                     .scalar_bytes = plan->desc.precision == NBL_FFT_FLOAT64 ? 8 : 4,
                                     .inverse = plan->desc.inverse,
                                     .normalization =
                                         pass->real ? NBL_FFT_UNNORMALIZED : nbl_fft_nd_normalization(&plan->desc),
                                     .set = plan->desc.instructions,
                                     .fused = plan->desc.mode == NBL_MODE_FAST};
    nbl_result_t result = nbl_fft_any_plan(&desc, &pass->any, error);
    if (result != NBL_SUCCESS) return result;
    if (nbl_fft_nd_is_half(pass)) pass->kernels = kernels_of(&pass->any.desc);
    pass->factor = pass->real ? nbl_fft_nd_factor(&plan->desc, pass) : 1;
    pass->items = pass->groups * pass->sides[0].batch;
    pass->line_threads = pass->items < plan->threads ? plan->threads : 1;
    pass->line_bytes = round_up(2 * ((size_t)pass->length + 2) * desc.scalar_bytes);
    pass->scratch_bytes = 3 * pass->line_bytes + round_up(nbl_fft_any_scratch_bytes(&pass->any, pass->line_threads));
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_nd_pass_make(const nbl_fft_nd_plan_t *plan, nbl_fft_nd_pass_t *pass, nbl_error_t *error) {
    nbl_result_t result =
        nbl_fft_nd_has_array_plan(&plan->desc, pass) ? make_array(plan, pass, error) : make_any(plan, pass, error);
    if (result != NBL_SUCCESS) return result;
    pass->grain = pass->items / (NBL_EXECUTOR_CALLS * plan->threads);
    if (pass->grain == 0) pass->grain = 1;
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_nd_pass_prepare(nbl_fft_nd_pass_t *pass, nbl_error_t *error) {
    if (pass->array != NULL) return NBL_SUCCESS;
    nbl_result_t result = nbl_fft_any_prepare(&pass->any, error);
    if (result != NBL_SUCCESS || !nbl_fft_nd_is_half(pass) || atomic_load(&pass->real_table) != NULL) return result;
    return make_roots(pass, error);
}

uint64_t nbl_fft_nd_pass_table_bytes(const nbl_fft_nd_pass_t *pass) {
    if (pass->array != NULL) return nbl_fft_array_table_bytes(pass->array);
    const uint32_t n = pass->any.desc.length;
    return nbl_fft_any_table_bytes(&pass->any) +
           (nbl_fft_nd_is_half(pass) ? nbl_executor_real_table_bytes(pass->kernels, n) : 0);
}

void nbl_fft_nd_pass_release(nbl_fft_nd_pass_t *pass) {
    nbl_fft_array_plan_destroy(pass->array);
    nbl_fft_any_release(&pass->any);
    nbl_platform_aligned_free(atomic_load(&pass->real_table));
}

/* ---- Lines of any length, one after the other */

typedef struct line_t {
    const nbl_fft_nd_pass_t *pass;
    nbl_executor_pool_t *pool;
    const char *from;
    char *to;
    char *a, *b, *c, *work;
} line_t;

static bool lies_together(const nbl_fft_nd_pass_t *pass, int side) {
    return pass->sides[side].stride == pass->sides[side].element_bytes && pass->sides[side].given == 0 &&
           pass->sides[side].scalar_bytes == pass->any.desc.scalar_bytes;
}

static size_t line_step(const nbl_fft_nd_pass_t *pass, int side) {
    return (size_t)pass->any.desc.scalar_bytes * (pass->sides[side].real ? 1 : 2);
}

/* The line side by side: where it is, if it may stay there, or in a buffer. */
static const char *fetch(const line_t *line, bool may_stay, char *buffer) {
    if (may_stay && lies_together(line->pass, 0)) return line->from;
    nbl_fft_array_gather(&line->pass->sides[0], line->from, line->pass->any.desc.scalar_bytes, buffer,
                         line_step(line->pass, 0));
    return buffer;
}

static char *target(const line_t *line, char *buffer) {
    return lies_together(line->pass, 1) && line->pass->factor == 1 ? line->to : buffer;
}

static void deliver(const line_t *line, char *from, size_t step) {
    const nbl_fft_nd_pass_t *pass = line->pass;
    if (from == line->to) return;
    if (pass->factor != 1) {
        const size_t scalars = pass->sides[1].elements * step / pass->any.desc.scalar_bytes;
        if (pass->any.desc.scalar_bytes == 8)
            for (size_t i = 0; i < scalars; i++) ((double *)(void *)from)[i] *= pass->factor;
        else
            for (size_t i = 0; i < scalars; i++) ((float *)(void *)from)[i] *= (float)pass->factor;
    }
    nbl_fft_array_scatter(&pass->sides[1], line->to, pass->any.desc.scalar_bytes, from, step);
}

static void run_complex(const line_t *line) {
    const bool may_stay = (const char *)line->to != line->from;
    const char *from = fetch(line, may_stay, line->a);
    char *to = target(line, line->b);
    nbl_fft_any_run(&line->pass->any, from, to, line->work, line->pool, line->pass->line_threads);
    deliver(line, to, line_step(line->pass, 1));
}

/* A real signal of 2 N elements as N complex numbers. */
static void run_half(const line_t *line) {
    const nbl_fft_nd_pass_t *pass = line->pass;
    const char *from = fetch(line, true, line->a);
    char *to = target(line, line->c);
    const uint32_t n = pass->any.desc.length;
    if (pass->any.desc.inverse) {
        pass->kernels->pack_one(n, atomic_load(&pass->real_table), from, line->b);
        nbl_fft_any_run(&pass->any, line->b, to, line->work, line->pool, pass->line_threads);
    } else {
        nbl_fft_any_run(&pass->any, from, line->b, line->work, line->pool, pass->line_threads);
        pass->kernels->unpack_one(n, atomic_load(&pass->real_table), line->b, to);
    }
    deliver(line, to, line_step(pass, 1));
}

/* One of an odd number as complex numbers. */
static void run_odd(const line_t *line) {
    const nbl_fft_nd_pass_t *pass = line->pass;
    const size_t scalar = pass->any.desc.scalar_bytes, element = 2 * scalar;
    if (!pass->any.desc.inverse) memset(line->a, 0, pass->line_bytes);
    nbl_fft_array_gather(&pass->sides[0], line->from, (uint32_t)scalar, line->a, element);
    if (pass->any.desc.inverse) {
        memset(line->a + scalar, 0, scalar); /* of no meaning there */
        for (size_t k = 1; k <= pass->length / 2; k++) {
            char *mirror = line->a + (pass->length - k) * element;
            memcpy(mirror, line->a + k * element, element);
            if (scalar == 8)
                ((double *)(void *)mirror)[1] = -((double *)(void *)mirror)[1];
            else
                ((float *)(void *)mirror)[1] = -((float *)(void *)mirror)[1];
        }
    }
    nbl_fft_any_run(&pass->any, line->a, line->b, line->work, line->pool, pass->line_threads);
    deliver(line, line->b, element);
}

/* ---- Runs */

typedef struct run_t {
    const nbl_fft_nd_pass_t *pass;
    nbl_executor_pool_t *pool;
    const char *from;
    char *to, *scratch;
} run_t;

static void find_group(const nbl_fft_nd_pass_t *pass, uint64_t group, uint64_t offsets[2]) {
    offsets[0] = offsets[1] = 0;
    for (uint32_t k = pass->loops; k-- > 0;) {
        const uint64_t i = group % pass->loop[k].count;
        group /= pass->loop[k].count;
        for (int side = 0; side < 2; side++) offsets[side] += i * pass->loop[k].strides[side];
    }
}

static void run_lines(const run_t *run, const uint64_t offsets[2], uint64_t first, uint64_t count, char *scratch) {
    const nbl_fft_nd_pass_t *pass = run->pass;
    line_t line = {.pass = pass, .pool = run->pool, .a = scratch};
    line.b = scratch + pass->line_bytes;
    line.c = scratch + 2 * pass->line_bytes;
    line.work = scratch + 3 * pass->line_bytes;
    for (uint64_t i = first; i < first + count; i++) {
        line.from = run->from + offsets[0] + i * pass->sides[0].distance;
        line.to = run->to + offsets[1] + i * pass->sides[1].distance;
        if (!pass->real)
            run_complex(&line);
        else if (nbl_fft_nd_is_half(pass))
            run_half(&line);
        else
            run_odd(&line);
    }
}

static void run_items(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    const nbl_fft_nd_pass_t *pass = run->pass;
    const uint64_t of_a_group = pass->items / pass->groups;
    char *scratch = run->scratch + thread * pass->scratch_bytes;
    while (count > 0) {
        const uint64_t group = first / of_a_group, item = first % of_a_group;
        const uint64_t now = count < of_a_group - item ? count : of_a_group - item;
        uint64_t offsets[2];
        find_group(pass, group, offsets);
        const nbl_fft_array_ends_t ends = {run->from + offsets[0], run->to + offsets[1], NULL, NULL};
        if (pass->array != NULL)
            nbl_fft_array_run_items(pass->array, &ends, item, now, scratch);
        else
            run_lines(run, offsets, item, now, scratch);
        first += now;
        count -= now;
    }
}

void nbl_fft_nd_pass_run(const nbl_fft_nd_pass_t *pass, nbl_executor_pool_t *pool, uint32_t threads, const char *from,
                         char *to, char *scratch) {
    run_t run = {pass, pool, from, to, scratch};
    const uint32_t at_once = pass->line_threads > 1 ? 1 : threads;
    nbl_executor_share(pool, at_once, pass->items, at_once == 1 ? pass->items : pass->grain, run_items, &run);
}
