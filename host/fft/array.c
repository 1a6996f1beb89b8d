/* Arrays transformed by the executor: plans that are kept, their scratch, and their runs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "executor/share.h"
#include "executor/tables.h"
#include "fft/root.h"
#include "fft/tuning.h"
#include "platform/memory.h"

nbl_fft_array_desc_t nbl_fft_array_desc_init(void) {
    nbl_fft_array_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

/* ---- Making */

/* What all results are multiplied by behind the last step: of real signals of even length where half of it is no measure. With
 * the usual scalings the half is: none forward, and 1 / N back, of which a factor of 2 is the half's own. */
static double factor_of(const nbl_fft_array_desc_t *desc, nbl_fft_kind_t kind) {
    const nbl_fft_scaling_t usual = desc->inverse ? NBL_FFT_SCALING_BY_LENGTH : NBL_FFT_SCALING_NONE;
    const double n = desc->length, twice = desc->inverse ? 2 : 1;
    if (kind != NBL_FFT_REAL || desc->scaling == NBL_FFT_SCALING_DEFAULT || desc->scaling == usual) return 1;
    return twice * (desc->scaling == NBL_FFT_SCALING_BY_LENGTH ? 1 / n
                    : desc->scaling == NBL_FFT_SCALING_BY_ROOT ? 1 / sqrt(n)
                                                               : 1);
}

static uint32_t normalization_of(const nbl_fft_array_plan_t *plan) {
    const nbl_fft_array_desc_t *desc = &plan->desc;
    if (plan->factor != 1) return NBL_FFT_UNNORMALIZED;
    switch (desc->scaling) {
    case NBL_FFT_SCALING_NONE: return NBL_FFT_UNNORMALIZED;
    case NBL_FFT_SCALING_BY_LENGTH: return NBL_FFT_BY_LENGTH;
    case NBL_FFT_SCALING_BY_ROOT: return NBL_FFT_BY_ROOT;
    default: return desc->inverse ? NBL_FFT_INVERSE_DEFAULT : NBL_FFT_FORWARD_DEFAULT;
    }
}

static bool is_fused(const nbl_fft_array_desc_t *desc) { return desc->mode == NBL_MODE_FAST; }

static bool lie_together(const nbl_fft_array_side_t *side) { return side->stride == side->element_bytes; }
static bool lie_beside(const nbl_fft_array_side_t *side) { return side->distance == side->element_bytes; }

static nbl_fft_array_way_t way_of(const nbl_fft_array_plan_t *plan, uint32_t width) {
    const nbl_fft_array_side_t *sides = plan->sides;
    const bool together = lie_together(&sides[0]) && lie_together(&sides[1]), real = plan->kind == NBL_FFT_REAL;
    if (plan->kind == NBL_FFT_REAL_TWO || plan->desc.precision == NBL_FFT_FLOAT16_STORAGE || plan->factor != 1)
        return NBL_FFT_ARRAY_GATHERED;
    const bool fills = plan->ffts > 1 && plan->ffts >= width;
    if (!real && lie_beside(&sides[0]) && lie_beside(&sides[1]) && fills) return NBL_FFT_ARRAY_COLUMNS;
    const bool beside = lie_beside(&sides[0]) && lie_beside(&sides[1]) && plan->ffts > 1;
    if (real && beside && sides[0].given == 0) return NBL_FFT_ARRAY_TILES;
    if (!together) return NBL_FFT_ARRAY_GATHERED;
    if (nbl_executor_lanes_pay(&plan->line, width, plan->ffts, real)) return NBL_FFT_ARRAY_LANES;
    return real ? NBL_FFT_ARRAY_REAL : NBL_FFT_ARRAY_LINES;
}

/* The widest kernels whose vectors the loop over frequencies fills; behind a pass of one butterfly, which stores number by
 * number, at most four lanes: a load of more numbers than one would wait for the stores. */
static const nbl_executor_kernels_t *kernels_of_real(const nbl_fft_array_plan_t *plan) {
    uint32_t frequencies = plan->kind == NBL_FFT_REAL ? plan->fft_length / 2 : (plan->fft_length - 1) / 2;
    const nbl_executor_kernels_t *kernels = NULL;
    const nbl_executor_set_t *set;
    bool allowed = plan->desc.instructions == NULL;
    for (uint32_t i = 0; (set = nbl_executor_set(i)) != NULL; i++) {
        const nbl_executor_kernels_t *of = nbl_executor_set_kernels(set, plan->scalar_bytes, is_fused(&plan->desc));
        allowed = allowed || strcmp(set->name, plan->desc.instructions) == 0;
        if (!allowed || of == NULL) continue;
        if (plan->line.kernels->lanes == 1 && of->lanes > 4) continue;
        if (kernels == NULL && (of->lanes <= frequencies || of->lanes == 1)) kernels = of;
    }
    return kernels;
}

/* A set's own name for a caller's text, which may not live as long as a plan; NULL: NULL. */
static const char *name_of_set(const char *text) {
    const nbl_executor_set_t *set;
    for (uint32_t i = 0; text != NULL && (set = nbl_executor_set(i)) != NULL; i++)
        if (strcmp(set->name, text) == 0) return set->name;
    return NULL;
}

/* Below this many elements another thread costs more than it brings. */
#define FEWEST_ELEMENTS_OF_THREAD 32768u

static void share_out(nbl_fft_array_plan_t *plan) {
    uint64_t elements = (uint64_t)plan->ffts * plan->fft_length;
    uint64_t most = elements / FEWEST_ELEMENTS_OF_THREAD;
    plan->items = (plan->ffts + plan->width - 1) / plan->width;
    plan->threads = plan->desc.threads;
    if (plan->threads == 0) {
        plan->threads = nbl_platform_processors();
        if (plan->threads > most) plan->threads = most == 0 ? 1 : (uint32_t)most;
    }
    plan->grain = plan->items / (NBL_EXECUTOR_CALLS * plan->threads);
    if (plan->grain == 0) plan->grain = 1;
    if (plan->threads > NBL_EXECUTOR_MOST_THREADS) plan->threads = NBL_EXECUTOR_MOST_THREADS;
    if (plan->threads == 1) plan->grain = plan->items;
}

size_t nbl_fft_array_line_bytes(const nbl_fft_array_plan_t *plan) {
    size_t bytes = 2 * ((size_t)plan->fft_length + 1) * plan->scalar_bytes;
    return (bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

size_t nbl_fft_array_gathered_bytes(const nbl_fft_array_plan_t *plan) {
    return plan->line.scratch_bytes + 4 * nbl_fft_array_line_bytes(plan);
}

static void size_scratch(nbl_fft_array_plan_t *plan) {
    size_t line = plan->line.scratch_bytes, wide = plan->wide.scratch_bytes;
    plan->work_bytes = line > wide ? line : wide;
    plan->scratch_bytes = plan->work_bytes;
    if (plan->way == NBL_FFT_ARRAY_COLUMNS) plan->scratch_bytes += plan->width * nbl_fft_array_line_bytes(plan);
    if (plan->kind == NBL_FFT_REAL && plan->way != NBL_FFT_ARRAY_GATHERED)
        plan->scratch_bytes += nbl_fft_array_line_bytes(plan);
    if (plan->way == NBL_FFT_ARRAY_TILES)
        plan->scratch_bytes += 2 * nbl_fft_array_tile(plan) * nbl_fft_array_line_bytes(plan);
    if (plan->way == NBL_FFT_ARRAY_GATHERED)
        plan->scratch_bytes = nbl_fft_array_gathered_bytes(plan);
    else if (plan->sides[0].given != 0 && plan->way != NBL_FFT_ARRAY_COLUMNS)
        plan->scratch_bytes += plan->width * nbl_fft_array_line_bytes(plan);
}

static nbl_result_t make_real_table(nbl_fft_array_plan_t *plan, nbl_error_t *error) {
    void *roots = malloc(2 * (size_t)plan->fft_length * plan->scalar_bytes);
    if (roots != NULL) {
        if (plan->factor == 1)
            nbl_executor_roots(plan->scalar_bytes, 2 * plan->fft_length, plan->fft_length, roots);
        else
            nbl_fft_fill_half_roots(plan->scalar_bytes, plan->fft_length, roots);
        plan->real_table = nbl_executor_real_table(plan->kernels, plan->fft_length, roots);
        free(roots);
    }
    return plan->real_table != NULL ? NBL_SUCCESS : nbl_fail_memory(error, "twiddles");
}

/* float16 is scaled pass by pass, in a device's passes of radix 1 too: it has a device's plan. */
static nbl_result_t plan_line(const nbl_fft_transform_desc_t *wanted, nbl_fft_plan_t *plan, nbl_error_t *error) {
    nbl_fft_transform_plan_t transform;
    if (wanted->precision != NBL_FFT_FLOAT16) {
        *plan = nbl_fft_line_plan(wanted->length, wanted->precision, NULL);
        return NBL_SUCCESS;
    }
    nbl_result_t result = nbl_fft_transform_plan(wanted, &transform, error);
    if (result == NBL_SUCCESS) *plan = transform.parameters.plan;
    return result;
}

static nbl_result_t make_lines(nbl_fft_array_plan_t *plan, const nbl_fft_transform_desc_t *wanted, nbl_error_t *error) {
    nbl_executor_line_desc_t desc = {.twiddles = nbl_fft_exact_twiddles(wanted->precision),
                                     .inverse = plan->desc.inverse,
                                     .normalization = normalization_of(plan),
                                     .reals = plan->kind == NBL_FFT_REAL_TWO && !plan->desc.inverse,
                                     .fused = is_fused(&plan->desc),
                                     .set = plan->desc.instructions};
    nbl_result_t result = plan_line(wanted, &desc.plan, error);
    if (result == NBL_SUCCESS) result = nbl_executor_line_make(&desc, &plan->line, error);
    if (result != NBL_SUCCESS) return result;
    plan->kernels = kernels_of_real(plan);
    plan->way = way_of(plan, nbl_executor_line_width(&desc));
    plan->width = 1;
    if (plan->way == NBL_FFT_ARRAY_COLUMNS || plan->way == NBL_FFT_ARRAY_LANES) {
        desc.columns = true;
        desc.in_lanes = plan->way == NBL_FFT_ARRAY_LANES;
        desc.real = plan->kind == NBL_FFT_REAL;
        desc.in_distance =
            (plan->sides[0].given != 0 ? nbl_fft_array_line_bytes(plan) : plan->sides[0].distance) / plan->scalar_bytes;
        desc.out_distance = plan->sides[1].distance / plan->scalar_bytes;
        result = nbl_executor_line_make(&desc, &plan->wide, error);
        plan->width = plan->wide.width;
    }
    if (result != NBL_SUCCESS || plan->kind != NBL_FFT_REAL) return result;
    return make_real_table(plan, error);
}

nbl_result_t nbl_fft_array_plan_create(const nbl_fft_array_desc_t *desc, nbl_fft_array_plan_t **created,
                                       nbl_error_t *error) {
    if (created != NULL) *created = NULL;
    if (NBL_ANY_NULL(error, desc, created)) return NBL_ERROR_ARGUMENT;
    nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM, .limits = nbl_fft_emulator_limits(0)};
    nbl_fft_array_side_t sides[2];
    nbl_error_clear(error);
    nbl_result_t result = nbl_fft_array_check(desc, &wanted, sides, error);
    /* Sums that are divided last may be beyond float16: halves are halves in memory alone, as in nbl_fft_nd_plan_run(). */
    if (result == NBL_SUCCESS && wanted.precision != NBL_FFT_FLOAT64 && factor_of(desc, wanted.kind) != 1)
        wanted.precision = NBL_FFT_FLOAT32;
    if (result != NBL_SUCCESS) return result;
    nbl_fft_array_plan_t *plan = calloc(1, sizeof *plan);
    if (plan == NULL) return nbl_fail_memory(error, "plan");
    nbl_executor_pool_init(&plan->own_threads);
    plan->pool = &plan->own_threads;
    plan->desc = *desc;
    memcpy(plan->sides, sides, sizeof sides);
    plan->kind = wanted.kind;
    plan->factor = factor_of(desc, wanted.kind);
    plan->fft_length = wanted.length;
    plan->ffts = wanted.batch;
    plan->scalar_bytes = 2 * nbl_fft_precision_dwords(wanted.precision);
    result = make_lines(plan, &wanted, error);
    if (result != NBL_SUCCESS) {
        nbl_fft_array_plan_destroy(plan);
        return result;
    }
    plan->desc.instructions = name_of_set(desc->instructions);
    plan->alone = plan->ffts == 1 && plan->sides[0].given == 0;
    share_out(plan);
    size_scratch(plan);
    *created = plan;
    return NBL_SUCCESS;
}

uint64_t nbl_fft_array_table_bytes(const nbl_fft_array_plan_t *plan) {
    const uint64_t real = plan->real_table != NULL ? nbl_executor_real_table_bytes(plan->kernels, plan->fft_length) : 0;
    return sizeof *plan + plan->line.table_bytes + plan->wide.table_bytes + real;
}

void nbl_fft_array_plan_destroy(nbl_fft_array_plan_t *plan) {
    if (plan == NULL) return;
    for (int i = 0; i < NBL_FFT_ARRAY_KEPT; i++) nbl_platform_aligned_free(atomic_load(&plan->kept[i]));
    nbl_executor_line_release(&plan->line);
    nbl_executor_line_release(&plan->wide);
    nbl_platform_aligned_free(plan->real_table);
    nbl_executor_pool_release(&plan->own_threads);
    free(plan);
}

/* ---- Scratch: kept from run to run, one for each thread that runs */

static void *take_scratch(nbl_fft_array_plan_t *plan) {
    for (int i = 0; i < NBL_FFT_ARRAY_KEPT; i++) {
        void *kept = atomic_exchange(&plan->kept[i], NULL);
        if (kept != NULL) return kept;
    }
    return nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, plan->scratch_bytes);
}

static void give_scratch(nbl_fft_array_plan_t *plan, void *scratch) {
    for (int i = 0; i < NBL_FFT_ARRAY_KEPT; i++) {
        void *none = NULL;
        if (atomic_compare_exchange_strong(&plan->kept[i], &none, scratch)) return;
    }
    nbl_platform_aligned_free(scratch);
}

/* ---- Running */

typedef struct run_t {
    const nbl_fft_array_plan_t *plan;
    nbl_fft_array_ends_t ends;
    void *scratch[NBL_EXECUTOR_MOST_THREADS];
} run_t;

static void run_share(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    nbl_fft_array_run_items(run->plan, &run->ends, first, count, run->scratch[thread]);
}

/* With as many threads as there is scratch for. */
static nbl_result_t run_on_threads(nbl_fft_array_plan_t *plan, const void *input, void *output, nbl_error_t *error) {
    run_t run = {.plan = plan, .ends = {input, output, NULL, NULL}};
    uint32_t threads = 0;
    while (threads < plan->threads && (run.scratch[threads] = take_scratch(plan)) != NULL) threads++;
    if (threads == 0) return nbl_fail_memory(error, "scratch");
    nbl_executor_share(plan->pool, threads, plan->items, plan->grain, run_share, &run);
    while (threads > 0) give_scratch(plan, run.scratch[--threads]);
    return NBL_SUCCESS;
}

/* On this thread, by what was kept. A function of its own: who runs on the stack, in nanoseconds, saves no registers for
 * it. */
static __attribute__((noinline)) nbl_result_t run_alone(nbl_fft_array_plan_t *plan, const void *input, void *output,
                                                        nbl_error_t *error) {
    const nbl_fft_array_ends_t ends = {input, output, NULL, NULL};
    void *scratch = take_scratch(plan);
    if (scratch == NULL) return nbl_fail_memory(error, "scratch");
    nbl_fft_array_run_items(plan, &ends, 0, plan->items, scratch);
    give_scratch(plan, scratch);
    return NBL_SUCCESS;
}

#define SCRATCH_ON_STACK 8192

static nbl_result_t run_on_stack(const nbl_fft_array_plan_t *plan, const void *input, void *output) {
    _Alignas(NBL_EXECUTOR_ALIGNMENT) char scratch[SCRATCH_ON_STACK];
    if (plan->way == NBL_FFT_ARRAY_LINES && plan->alone) /* which takes no longer than what is around it */
        nbl_executor_line_run(&plan->line, input, output, scratch);
    else if (plan->way == NBL_FFT_ARRAY_REAL && plan->alone)
        nbl_fft_array_run_real_line(plan, input, output, scratch + plan->work_bytes, scratch);
    else
        nbl_fft_array_run_items(plan, &(nbl_fft_array_ends_t){input, output, NULL, NULL}, 0, plan->items, scratch);
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_array_plan_run(nbl_fft_array_plan_t *plan, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, input, output)) return NBL_ERROR_ARGUMENT;
    if (error != NULL) nbl_error_clear(error);
    if (!nbl_fft_array_lie_apart(plan->sides, input, output)) {
        const nbl_result_t result = nbl_fft_array_check_memory(plan->sides, input, output, error);
        if (result != NBL_SUCCESS) return result;
    }
    if (plan->threads > 1) return run_on_threads(plan, input, output, error);
    if (plan->scratch_bytes > SCRATCH_ON_STACK) return run_alone(plan, input, output, error);
    return run_on_stack(plan, input, output);
}

nbl_result_t nbl_fft_array_plan_access(nbl_fft_array_plan_t *plan, const nbl_accessor_t *input,
                                       const nbl_accessor_t *output, nbl_error_t *error) {
    nbl_error_clear(error);
    const char *missing = plan == NULL                            ? "plan"
                          : input == NULL || input->get == NULL   ? "input's get"
                          : output == NULL || output->set == NULL ? "output's set"
                                                                  : NULL;
    if (missing != NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "accessors: %s is NULL", missing);
    run_t run = {.plan = plan, .ends = {NULL, NULL, input, output}};
    uint32_t threads = 0, most = plan->threads < plan->ffts ? plan->threads : plan->ffts;
    const size_t bytes = nbl_fft_array_gathered_bytes(plan);
    while (threads < most && (run.scratch[threads] = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, bytes)) != NULL)
        threads++;
    if (threads == 0) return nbl_fail_memory(error, "scratch");
    nbl_executor_share(plan->pool, threads, plan->ffts, 1, run_share, &run);
    while (threads > 0) nbl_platform_aligned_free(run.scratch[--threads]);
    return NBL_SUCCESS;
}

const char *nbl_fft_array_plan_instructions(const nbl_fft_array_plan_t *plan) {
    return (plan->width > 1 ? &plan->wide : &plan->line)->kernels->name;
}

nbl_result_t nbl_fft_array(const nbl_fft_array_desc_t *desc, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_fft_array_plan_t *plan;
    nbl_result_t result = nbl_fft_array_plan_create(desc, &plan, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_fft_array_plan_run(plan, input, output, error);
    nbl_fft_array_plan_destroy(plan);
    return result;
}
