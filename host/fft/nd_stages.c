/* The kernels along each dimension for a device: of whole lines, of passes, of chirps, and of real signals.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "fft/root.h"
#include "fft/split.h"
#include "fft/nd_stages.h"
#include "nbl/host/plan.h"

/* A side of a kernel. */
typedef struct side_t {
    uint32_t region;
    int array; /* 0 or 1: laid out as that side of the pass; -1: a part of the workspace */
    uint32_t kind, storage, stride;
    uint32_t work; /* elements of a transform in a part of the workspace */
    uint32_t given, kept_from, kept;
    uint64_t unit; /* bytes of what strides count */
} side_t;

typedef struct make_t {
    nbl_fft_nd_stages_t *fft;
    nbl_fft_nd_axis_t *axis;
    uint64_t group, signals; /* transforms and signals side by side */
    uint32_t inner;          /* transforms between which the lines of a pass are numbered */
    bool fast;
} make_t;

/* ---- Sides */

static uint32_t storage_of(nbl_fft_precision_t array, nbl_fft_precision_t arithmetic) {
    if (array == arithmetic) return NBL_FFT_LINES_OWN;
    return array == NBL_FFT_FLOAT32 ? NBL_FFT_LINES_FLOATS : NBL_FFT_LINES_HALVES;
}

static uint64_t loop_stride(const nbl_fft_nd_pass_t *pass, int side, uint32_t loop) {
    return loop == pass->loops ? pass->sides[side].distance : pass->loop[loop].strides[side];
}

/* Real numbers side by side, two of which are everywhere where a complex one could be. */
static bool lies_in_pairs(const nbl_fft_nd_axis_t *axis, int side) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    const nbl_fft_array_side_t *of = &pass->sides[side];
    const uint32_t ends = side == 0 ? axis->part.given : axis->part.kept_from | axis->part.kept;
    bool even = of->stride == of->scalar_bytes && ends % 2 == 0;
    for (uint32_t k = 0; k <= pass->loops; k++)
        if (k < pass->loops || of->batch > 1) even = even && loop_stride(pass, side, k) % (2 * of->scalar_bytes) == 0;
    return even;
}

static nbl_result_t array_side(const make_t *make, int which, nbl_fft_precision_t arithmetic, uint32_t real_kind,
                               side_t *side, nbl_error_t *error) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_array_side_t *of = &pass->sides[which];
    const nbl_fft_precision_t array = make->fft->desc.precision;
    const bool halves = of->scalar_bytes == 2;
    *side = (side_t){.region = which == 0 ? pass->from : pass->to,
                     .array = which,
                     .kind = of->real ? real_kind : NBL_FFT_LINES_COMPLEX,
                     .storage = storage_of(array, arithmetic)};
    if (side->kind == NBL_FFT_LINES_PAIR && lies_in_pairs(make->axis, which)) side->kind = NBL_FFT_LINES_COMPLEX;
    const bool reals = of->real && side->kind != NBL_FFT_LINES_COMPLEX;
    if (reals && halves)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "real signals of halves on a device must be of even length and without gaps");
    side->unit = reals ? of->scalar_bytes : 2 * (uint64_t)of->scalar_bytes;
    side->stride = of->real && !reals ? 1 : (uint32_t)(of->stride / side->unit);
    const uint32_t pairs = of->real && !reals ? 2 : 1;
    if (which == 0) side->given = make->axis->part.given / pairs;
    if (which == 1) side->kept_from = make->axis->part.kept_from / pairs;
    if (which == 1) side->kept = make->axis->part.kept / pairs;
    return NBL_SUCCESS;
}

/* A part of the workspace, of so many complex numbers of the arithmetic for each transform. */
static side_t work_side(make_t *make, uint32_t number, uint32_t elements, nbl_fft_precision_t arithmetic) {
    nbl_fft_nd_axis_t *axis = make->axis;
    const uint32_t bytes = nbl_fft_precision_element_bytes(arithmetic);
    if (axis->work_elements[number] < elements) axis->work_elements[number] = elements;
    axis->work_bytes[number] = axis->work_bytes[number] < bytes ? bytes : axis->work_bytes[number];
    return (side_t){.region = NBL_FFT_ND_WORK + number,
                    .array = -1,
                    .kind = NBL_FFT_LINES_COMPLEX,
                    .storage = NBL_FFT_LINES_OWN,
                    .stride = 1,
                    .work = elements,
                    .unit = bytes};
}

/* Whether neighbouring transforms lie closer than neighbouring elements. */
static bool lies_in_columns(const make_t *make, const side_t *side) {
    if (side->array < 0 || make->group < 2) return false;
    const nbl_fft_array_side_t *of = &make->axis->pass.sides[side->array];
    return of->distance < side->stride * side->unit && of->distance <= 4 * side->unit;
}

/* ---- Kernels */

typedef struct kernel_t {
    nbl_fft_precision_t precision;
    bool plans_halves; /* a plan of halves in memory, in float32 */
    uint32_t length;
    const char *radices;
    side_t from, to;
    nbl_fft_large_pass_t pass; /* points 0: a whole line */
    uint32_t number;           /* of the pass, from 0 */
    uint32_t table, normalization, real, signal_length;
    uint32_t chirp_in, chirp_out, product, period, factor;
    bool last_step, inverse, fused;
} kernel_t;

static void fill_constants(const make_t *make, const kernel_t *k, nbl_fft_lines_constants_t *constants) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const side_t *sides[2] = {&k->from, &k->to};
    memset(constants, 0, sizeof *constants);
    constants->group = (uint32_t)make->group;
    constants->signals = (uint32_t)make->signals;
    for (uint32_t i = 0; i < pass->loops; i++) constants->loops[i][0] = (uint32_t)pass->loop[pass->loops - 1 - i].count;
    for (int s = 0; s < 2; s++) {
        if (sides[s]->array < 0) continue;
        constants->distances[s] = (uint32_t)(pass->sides[sides[s]->array].distance / sides[s]->unit);
        for (uint32_t i = 0; i < pass->loops; i++)
            constants->loops[i][1 + s] =
                (uint32_t)(pass->loop[pass->loops - 1 - i].strides[sides[s]->array] / sides[s]->unit);
    }
}

static nbl_result_t add_kernel(make_t *make, const kernel_t *k, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    nbl_fft_nd_stage_t *stage = &axis->stage[axis->stages++];
    const bool passes = k->pass.points != 0;
    const uint32_t inner = passes && (k->from.array >= 0 || k->to.array >= 0) ? make->inner : 1;
    const bool columns = passes || lies_in_columns(make, &k->from) || lies_in_columns(make, &k->to);
    const bool turned = passes ? (k->number == 0 || k->fused) && inner == 1
                               : lies_in_columns(make, &k->from) && !lies_in_columns(make, &k->to);
    const bool same = k->from.region == k->to.region || (make->fft->in_place && k->from.region + k->to.region == 1);
    stage->desc = (nbl_fft_lines_desc_t){.precision = k->precision,
                                         .planned = k->plans_halves ? NBL_FFT_FLOAT16_STORAGE : k->precision,
                                         .last_step = k->last_step,
                                         .length = k->length,
                                         .radices = k->radices,
                                         .wisdom = make->fft->desc.wisdom,
                                         .fast = make->fast};
    nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    p->inverse = k->inverse;
    p->normalization = k->normalization;
    p->real = k->real;
    p->columns = columns;
    p->turned = turned && k->real == NBL_FFT_COMPLEX;
    p->pass_points = k->pass.points;
    p->pass_before = k->pass.before;
    p->pass_after = k->pass.after;
    p->pass_next = k->pass.next;
    p->inner = inner;
    p->loops = k->from.array < 0 && k->to.array < 0 ? 0 : axis->pass.loops;
    p->in_place = same;
    p->signal_length = k->signal_length;
    p->given = k->from.given;
    p->kept_from = k->to.kept_from;
    p->kept = k->to.kept;
    p->source_kind = k->from.kind;
    p->source_storage = k->from.storage;
    p->source_stride = k->from.stride;
    p->source_work = k->from.work;
    p->target_kind = k->to.kind;
    p->target_storage = k->to.storage;
    p->target_stride = k->to.stride;
    p->target_work = k->to.work;
    p->chirp_in = k->chirp_in;
    p->chirp_out = k->chirp_out;
    p->product = k->product;
    p->period = k->period;
    p->fused = k->fused;
    p->factor = k->factor;
    stage->from = k->from.region;
    stage->to = k->to.region;
    stage->table = k->table;
    fill_constants(make, k, &stage->constants);
    if (!k->last_step) {
        nbl_result_t result = nbl_fft_lines_plan(&make->fft->limits, &stage->desc, &stage->order, error);
        if (result != NBL_SUCCESS) return result;
    }
    stage->items = !k->last_step             ? passes ? nbl_fft_large_lines(k->pass) : 1
                   : k->real == NBL_FFT_REAL ? k->signal_length / 2 + 1
                                             : k->signal_length;
    stage->per_group = k->last_step ? 256 : p->ffts_per_workgroup;
    return NBL_SUCCESS;
}

/* ---- Complex transforms of any length. `of`: precision, signs, factors; what is read and written */

/* A kernel for each pass: from a side, through a part of the workspace or the target, to a side. */
static nbl_result_t add_passes(make_t *make, const kernel_t *of, uint32_t work, nbl_error_t *error) {
    uint32_t points[3];
    const uint32_t passes = nbl_fft_split(of->length, points);
    const uint32_t dwords = nbl_fft_precision_dwords(of->precision);
    const bool same = of->from.region == of->to.region || (make->fft->in_place && of->from.region + of->to.region == 1);
    const bool through = of->to.kind == NBL_FFT_LINES_COMPLEX && of->to.storage == NBL_FFT_LINES_OWN && !same &&
                         of->chirp_out == 0 && of->to.kept == 0;
    const side_t between = through ? of->to : work_side(make, work, of->length, of->precision);
    for (uint32_t i = 0; i < passes; i++) {
        kernel_t k = *of;
        k.pass = nbl_fft_large_pass(i + 1, points[0], points[1], points[2]);
        k.number = i;
        k.length = points[i];
        k.radices = nbl_fft_split_radices(points[i], dwords);
        if (i > 0) k.from = between, k.chirp_in = 0;
        if (i + 1 < passes) k.to = between, k.chirp_out = k.product = k.period = k.factor = 0;
        nbl_result_t result = add_kernel(make, &k, error);
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}

static uint32_t scalar_bytes(nbl_fft_precision_t precision) { return nbl_fft_precision_dwords(precision) * 2; }

/* Whether a line goes in passes: where no workgroup holds it, and in fast mode where passes were faster. */
static bool goes_in_passes(const make_t *make, uint32_t length, nbl_fft_precision_t precision) {
    const nbl_fft_array_side_t *side = &make->axis->pass.sides[0];
    const bool columns = side->batch > 1 && side->distance < side->stride;
    uint32_t points[3];
    return nbl_fft_any_way(length, scalar_bytes(precision)) != NBL_FFT_ANY_LINE ||
           (make->fast && precision == NBL_FFT_FLOAT32 && length >= (columns ? 8192 : 32768) &&
            nbl_fft_split(length, points) > 0);
}

static nbl_result_t add_line_or_passes(make_t *make, const kernel_t *of, uint32_t work, nbl_error_t *error) {
    return goes_in_passes(make, of->length, of->precision) ? add_passes(make, of, work, error)
                                                           : add_kernel(make, of, error);
}

/* Numbers as float32, where they are. */
static void narrow(double *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const float single = (float)numbers[i];
        memcpy((char *)numbers + i * sizeof single, &single, sizeof single);
    }
}

/* The numbers become the table's. */
static void keep_table(make_t *make, uint32_t number, nbl_fft_precision_t precision, double *numbers, uint64_t count) {
    if (precision != NBL_FFT_FLOAT64) narrow(numbers, count);
    make->axis->tables[number].numbers = numbers;
    make->axis->tables[number].bytes = count * scalar_bytes(precision);
}

/* The chirp, the spectrum, and a factor of the results as a number of the array's precision. */
static nbl_result_t make_chirp_table(make_t *make, const kernel_t *of, uint32_t m, double factor, nbl_error_t *error) {
    const uint64_t n = of->length, count = 2 * (n + m + 1);
    const nbl_fft_any_desc_t length = {of->length, 8, of->inverse, of->normalization, NULL};
    const nbl_fft_any_desc_t padded = {m, 8, false, NBL_FFT_UNNORMALIZED, NULL};
    nbl_fft_any_t convolution;
    nbl_result_t result = nbl_fft_any_make(&padded, &convolution, error);
    if (result != NBL_SUCCESS) return result;
    double *numbers = malloc(count * sizeof *numbers);
    result = numbers != NULL ? nbl_fft_any_fill_chirp(&length, &convolution, numbers, numbers + 2 * n, error)
                             : nbl_fail_memory(error, "a chirp");
    nbl_fft_any_release(&convolution);
    if (result == NBL_SUCCESS) {
        numbers[count - 2] = make->fft->desc.precision == NBL_FFT_FLOAT64 ? factor : (double)(float)factor;
        numbers[count - 1] = 0;
        keep_table(make, 0, of->precision, numbers, count);
        return NBL_SUCCESS;
    }
    free(numbers);
    return result;
}

/* Beyond it four kernels of short lines are faster than one that fills a multiprocessor: docs/log/transforms.md. */
#define MOST_FUSED 8192u

/* The length whose transform, product and transform back are one kernel; 0: there is none. */
static uint32_t fused_length(const make_t *make, const kernel_t *of) {
    nbl_fft_lines_desc_t desc = {.precision = of->precision, .planned = of->precision, .fast = make->fast};
    nbl_instruction_order_t order;
    if (!make->fast || of->length > MOST_FUSED / 2) return 0;
    desc.length = nbl_fft_good_length(2 * of->length - 1, false);
    return nbl_fft_lines_plan(&make->fft->limits, &desc, &order, NULL) == NBL_SUCCESS ? desc.length : 0;
}

/* Points of passes, two radices each. */
static const uint32_t good_points[] = {64,  72,  80,  96,  100, 112, 120, 128, 140, 144, 160, 180, 192, 200,
                                       224, 240, 256, 280, 288, 320, 324, 360, 384, 400, 432, 448, 480, 512,
                                       540, 576, 600, 640, 672, 720, 768, 784, 800, 840, 900, 960, 1024};

/* The points of two passes of a convolution whose second pass, product and first pass back are one kernel; false: there
 * are none. A chirp is even: 2 N - 2 elements do. */
static bool middle_points(const make_t *make, const kernel_t *of, uint32_t points[2]) {
    const size_t count = sizeof good_points / sizeof *good_points;
    const uint64_t least = 2 * (uint64_t)of->length - 2;
    uint64_t best = UINT64_MAX;
    for (size_t a = 0; a < count && make->fast; a++)
        for (size_t b = 0; b <= a; b++) {
            const uint64_t m = (uint64_t)good_points[a] * good_points[b];
            if (m < least || m >= best || 2 * good_points[b] < good_points[a]) continue;
            best = m;
            points[0] = good_points[a];
            points[1] = good_points[b];
        }
    return best != UINT64_MAX;
}

/* Three kernels: the first pass of the signal times the chirp, the middle, and the last pass back. */
static nbl_result_t add_middle(make_t *make, const kernel_t *of, const uint32_t points[2], uint32_t work,
                               nbl_error_t *error) {
    const uint32_t m = points[0] * points[1];
    kernel_t k = *of;
    k.length = points[0];
    k.pass = nbl_fft_large_pass(1, points[0], points[1], 1);
    k.to = work_side(make, work, m, of->precision);
    k.product = k.factor = 0;
    nbl_result_t result = add_kernel(make, &k, error);
    if (result != NBL_SUCCESS) return result;
    k.length = points[1];
    k.pass = nbl_fft_large_pass(2, points[0], points[1], 1);
    k.number = 1;
    k.chirp_in = 0;
    k.product = of->product;
    k.fused = true;
    k.from = k.to;
    k.to = work_side(make, work + 1, m, of->precision);
    result = add_kernel(make, &k, error);
    if (result != NBL_SUCCESS) return result;
    k.length = points[0];
    k.pass = nbl_fft_large_pass(2, points[1], points[0], 1);
    k.product = 0;
    k.fused = false;
    k.inverse = true;
    k.chirp_out = 1;
    k.factor = of->factor;
    k.from = k.to;
    k.to = of->to;
    return add_kernel(make, &k, error);
}

static nbl_result_t add_chirp(make_t *make, const kernel_t *of, double factor, uint32_t work, nbl_error_t *error) {
    uint32_t points[2] = {0, 0};
    const uint32_t n = of->length, fused = fused_length(make, of);
    const bool middle = fused == 0 && middle_points(make, of, points);
    const uint32_t m = fused != 0 ? fused : middle ? points[0] * points[1] : nbl_fft_any_convolution_length(n);
    if (m == 0) return nbl_fft_any_refuse(n, error);
    nbl_result_t result = make_chirp_table(make, of, m, factor, error);
    if (result != NBL_SUCCESS) return result;
    kernel_t k = *of;
    k.length = m;
    k.inverse = false;                      /* that is in the chirp, */
    k.normalization = NBL_FFT_UNNORMALIZED; /* and this in the spectrum */
    k.signal_length = n;
    k.chirp_in = 1;
    k.product = n + 1;
    if (of->factor != 0) k.factor = n + m + 1;
    if (fused != 0) {
        k.chirp_out = 1;
        k.fused = true;
        return add_kernel(make, &k, error);
    }
    if (middle) return add_middle(make, &k, points, work, error);
    k.to = work_side(make, work, m, of->precision);
    k.factor = 0;
    result = add_line_or_passes(make, &k, work, error);
    if (result != NBL_SUCCESS) return result;
    k.from = k.to;
    k.to = of->to;
    k.chirp_in = k.product = 0;
    k.chirp_out = 1;
    if (of->factor != 0) k.factor = n + m + 1;
    return add_line_or_passes(make, &k, work + 1, error);
}

/* The precision that a chirp is computed in: as on the CPU where bits are to be the same. */
static nbl_fft_precision_t chirp_precision(const make_t *make) {
    const bool wide = make->fft->desc.precision == NBL_FFT_FLOAT64 || (!make->fast && make->fft->limits.float64);
    return wide ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
}

/* ---- Whole axes */

static nbl_fft_precision_t any_precision(const make_t *make) {
    return make->fft->desc.precision == NBL_FFT_FLOAT64 ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
}

/* Roots, and the factor behind them. */
static nbl_result_t make_real_table(make_t *make, uint32_t n, double factor, nbl_error_t *error) {
    double *numbers = malloc(2 * ((size_t)n + 1) * sizeof *numbers);
    if (numbers == NULL) return nbl_fail_memory(error, "twiddles");
    for (uint64_t f = 0; f < n; f++) {
        const nbl_fft_number_t w = nbl_fft_root(f, 2 * (uint64_t)n);
        numbers[2 * f] = w.real;
        numbers[2 * f + 1] = w.imag;
    }
    numbers[2 * (size_t)n] = factor;
    numbers[2 * (size_t)n + 1] = 0;
    keep_table(make, 1, any_precision(make), numbers, 2 * ((uint64_t)n + 1));
    return NBL_SUCCESS;
}

/* What transforms a length: `precision` receives the arithmetic's. */
static nbl_fft_any_way_t way_of(const make_t *make, uint32_t length, nbl_fft_precision_t *precision) {
    const nbl_fft_any_way_t way = nbl_fft_any_way(length, scalar_bytes(any_precision(make)));
    *precision = way == NBL_FFT_ANY_CHIRP ? chirp_precision(make) : any_precision(make);
    return way;
}

static nbl_result_t add_copy(make_t *make, nbl_error_t *error) {
    kernel_t k = {.precision = any_precision(make), .last_step = true, .signal_length = 1};
    nbl_result_t result = array_side(make, 0, k.precision, NBL_FFT_LINES_REALS, &k.from, error);
    if (result == NBL_SUCCESS) result = array_side(make, 1, k.precision, NBL_FFT_LINES_REALS, &k.to, error);
    return result == NBL_SUCCESS ? add_kernel(make, &k, error) : result;
}

/* Complex signals, and real ones of odd length as complex numbers. */
static nbl_result_t add_any(make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const double factor = pass->real ? nbl_fft_nd_factor(desc, pass) : 1;
    kernel_t k = {.length = pass->length,
                  .inverse = desc->inverse,
                  .normalization = pass->real ? NBL_FFT_UNNORMALIZED : nbl_fft_nd_normalization(desc),
                  .signal_length = pass->length,
                  .factor = factor != 1};
    const nbl_fft_any_way_t way = way_of(make, pass->length, &k.precision);
    nbl_result_t result = array_side(make, 0, k.precision, NBL_FFT_LINES_REALS, &k.from, error);
    if (result == NBL_SUCCESS) result = array_side(make, 1, k.precision, NBL_FFT_LINES_REALS, &k.to, error);
    if (result != NBL_SUCCESS) return result;
    if (pass->real) *(desc->inverse ? &k.from.kind : &k.to.kind) = NBL_FFT_LINES_HERMITIAN;
    if (way == NBL_FFT_ANY_CHIRP) return add_chirp(make, &k, factor, 0, error);
    if (k.factor != 0) {
        result = make_real_table(make, 0, factor, error);
        k.table = 1;
    }
    return result == NBL_SUCCESS ? add_line_or_passes(make, &k, 0, error) : result;
}

/* Real signals of even length as half as many complex numbers, and what makes their spectra of those. */
static nbl_result_t add_half(make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const uint32_t n = pass->length / 2;
    const double factor = nbl_fft_nd_factor(desc, pass);
    const nbl_fft_precision_t precision = any_precision(make);
    kernel_t k = {.length = n, .inverse = desc->inverse, .signal_length = n}, last = k;
    const nbl_fft_any_way_t way = way_of(make, n, &k.precision);
    const bool wide = k.precision != precision;
    last.precision = precision;
    last.last_step = true;
    last.real = NBL_FFT_REAL;
    last.table = 1;
    nbl_result_t result = make_real_table(make, n, factor, error);
    /* The complex numbers in the workspace are of the last step's precision. */
    side_t of_last = work_side(make, 0, n, precision), of_any = of_last;
    of_any.storage = wide ? NBL_FFT_LINES_FLOATS : NBL_FFT_LINES_OWN;
    if (result == NBL_SUCCESS)
        result = array_side(make, desc->inverse ? 1 : 0, k.precision, NBL_FFT_LINES_PAIR,
                            desc->inverse ? &k.to : &k.from, error);
    if (result == NBL_SUCCESS)
        result = array_side(make, desc->inverse ? 0 : 1, precision, NBL_FFT_LINES_COMPLEX,
                            desc->inverse ? &last.from : &last.to, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->inverse) {
        last.to = of_last;
        k.from = of_any;
        k.factor = factor != 1;
        result = add_kernel(make, &last, error);
    } else {
        k.to = of_any;
        last.from = of_last;
        last.factor = factor != 1 ? n + 1 : 0;
    }
    if (result != NBL_SUCCESS) return result;
    if (way == NBL_FFT_ANY_CHIRP) {
        result = add_chirp(make, &k, factor, 1, error);
    } else {
        k.factor = k.factor != 0 ? n + 1 : 0;
        k.table = 1;
        k.last_step = way == NBL_FFT_ANY_COPY;
        result = k.last_step ? add_kernel(make, &k, error) : add_line_or_passes(make, &k, 1, error);
    }
    if (result == NBL_SUCCESS && !desc->inverse) result = add_kernel(make, &last, error);
    return result;
}

/* Lines that one workgroup holds, as nbl_fft_array() has them. */
static nbl_result_t add_array(make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const nbl_fft_precision_t precision =
        desc->precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_FLOAT32 : desc->precision;
    const bool half = nbl_fft_array_kind(desc->precision, pass->length) == NBL_FFT_REAL;
    const uint32_t kind = half ? NBL_FFT_LINES_PAIR : NBL_FFT_LINES_TWO;
    kernel_t k = {.precision = precision,
                  .plans_halves = precision != desc->precision,
                  .length = pass->length,
                  .inverse = desc->inverse,
                  .normalization = nbl_fft_nd_normalization(desc),
                  .real = !pass->real ? NBL_FFT_COMPLEX
                          : half      ? NBL_FFT_REAL
                                      : NBL_FFT_REAL_TWO,
                  .signal_length = pass->length};
    if (pass->real && !half) make->group = (make->signals + 1) / 2;
    nbl_result_t result = array_side(make, 0, precision, kind, &k.from, error);
    if (result == NBL_SUCCESS) result = array_side(make, 1, precision, kind, &k.to, error);
    return result == NBL_SUCCESS ? add_kernel(make, &k, error) : result;
}

/* ---- Convolutions: lines, products with a kernel's spectrum, and back */

#define SPECTRUM_ALIGNMENT 256u /* the most that a device may need */

/* Makes room for the spectrum behind a table. Returns its place in complex numbers, less 1. */
static uint32_t place_spectrum(make_t *make, uint32_t number, nbl_fft_precision_t precision) {
    nbl_fft_nd_table_t *table = &make->axis->tables[number];
    const uint64_t element = nbl_fft_precision_element_bytes(precision);
    table->spectrum_offset = (table->bytes + SPECTRUM_ALIGNMENT - 1) / SPECTRUM_ALIGNMENT * SPECTRUM_ALIGNMENT;
    table->spectrum_bytes = make->axis->part.frequencies * element;
    return (uint32_t)(table->spectrum_offset / element) + 1;
}

/* Real lines that no workgroup holds: as half as many complex numbers, whose products are made in one go. */
static nbl_result_t add_half_convolution(make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const uint32_t n = make->axis->pass.length / 2;
    const double factor = nbl_fft_nd_factor(desc, &make->axis->pass);
    kernel_t k = {.precision = any_precision(make), .length = n, .signal_length = n};
    nbl_result_t result = make_real_table(make, n, factor, error);
    if (result == NBL_SUCCESS) result = array_side(make, 0, k.precision, NBL_FFT_LINES_PAIR, &k.from, error);
    if (result != NBL_SUCCESS) return result;
    k.to = work_side(make, 0, n, k.precision);
    k.table = 1;
    kernel_t middle = k, back = k;
    result = add_line_or_passes(make, &k, 1, error);
    if (result != NBL_SUCCESS) return result;
    middle.from = k.to;
    middle.last_step = middle.fused = true;
    middle.real = NBL_FFT_REAL;
    middle.product = place_spectrum(make, 1, k.precision);
    result = add_kernel(make, &middle, error);
    if (result != NBL_SUCCESS) return result;
    back.from = k.to;
    back.inverse = true;
    back.factor = factor != 1 ? n + 1 : 0;
    result = array_side(make, 1, k.precision, NBL_FFT_LINES_PAIR, &back.to, error);
    return result == NBL_SUCCESS ? add_line_or_passes(make, &back, 1, error) : result;
}

/* Lines in two steps, the products as the first one stores: by way of the workspace, or where they are. */
static nbl_result_t add_steps(make_t *make, kernel_t *k, uint32_t frequencies, nbl_error_t *error) {
    const uint32_t normalization = k->normalization;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    const side_t to = k->to;
    k->inverse = false;
    k->normalization = NBL_FFT_UNNORMALIZED;
    k->period = (uint32_t)make->axis->part.frequencies;
    k->to = pass->from == pass->to ? k->from : work_side(make, 0, frequencies, k->precision);
    k->to.given = 0;
    const bool whole = k->real == NBL_FFT_REAL;
    nbl_result_t result = whole ? add_kernel(make, k, error) : add_passes(make, k, 1, error);
    if (result != NBL_SUCCESS) return result;
    k->from = k->to;
    k->to = to;
    k->inverse = true;
    k->normalization = normalization;
    k->product = k->period = 0;
    return whole ? add_kernel(make, k, error) : add_passes(make, k, 1, error);
}

/* Complex lines in one kernel where a workgroup holds them, and real ones by their plan. */
static nbl_result_t add_convolution(make_t *make, nbl_error_t *error) {
    const nbl_fft_nd_desc_t *desc = &make->fft->desc;
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    if (pass->real && !nbl_fft_nd_has_array_plan(desc, pass)) return add_half_convolution(make, error);
    kernel_t k = {.precision = desc->precision,
                  .length = pass->length,
                  .normalization = nbl_fft_nd_normalization(desc),
                  .real = pass->real ? NBL_FFT_REAL : NBL_FFT_COMPLEX,
                  .signal_length = pass->length,
                  .fused = !pass->real && !goes_in_passes(make, pass->length, desc->precision)};
    nbl_result_t result = array_side(make, 0, k.precision, NBL_FFT_LINES_PAIR, &k.from, error);
    if (result == NBL_SUCCESS) result = array_side(make, 1, k.precision, NBL_FFT_LINES_PAIR, &k.to, error);
    if (result != NBL_SUCCESS) return result;
    k.product = place_spectrum(make, 0, k.precision);
    if (!k.fused) return add_steps(make, &k, pass->real ? pass->length / 2 + 1 : pass->length, error);
    k.period = pass->from == pass->to ? (uint32_t)make->axis->part.frequencies : 0;
    return add_kernel(make, &k, error);
}

/* ---- How many at once */

/* What a workspace takes at most where more than one transform would go through it. */
#define WORK_BYTES ((uint64_t)256 << 20)
#define MOST_INNER 16u

static nbl_result_t choose_chunk(make_t *make, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = make->axis;
    const uint64_t most = make->fft->limits.max_buffer_bytes;
    uint64_t each = 0, largest = 0;
    axis->chunk = axis->transforms;
    for (uint32_t w = 0; w < NBL_FFT_ND_WORKS; w++) {
        const uint64_t bytes = axis->work_elements[w] * axis->work_bytes[w];
        each += bytes;
        if (bytes > largest) largest = bytes;
    }
    if (each == 0) return NBL_SUCCESS;
    if (largest * make->inner > most)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "length %u: its workspace takes %llu bytes, the limit of a buffer is %llu", axis->pass.length,
                        (unsigned long long)(largest * make->inner), (unsigned long long)most);
    uint64_t chunk = WORK_BYTES / each;
    if (chunk > most / largest) chunk = most / largest;
    chunk = chunk / make->inner * make->inner;
    if (chunk < make->inner) chunk = make->inner;
    if (chunk < axis->chunk) axis->chunk = chunk;
    return NBL_SUCCESS;
}

/* Neighbouring transforms that come before neighbouring lines of a pass. */
static uint32_t inner_of(const make_t *make) {
    const nbl_fft_nd_pass_t *pass = &make->axis->pass;
    uint32_t inner = MOST_INNER;
    bool beside = false;
    for (int s = 0; s < 2; s++)
        beside = beside || (pass->sides[s].distance == pass->sides[s].element_bytes &&
                            pass->sides[s].stride > pass->sides[s].distance);
    if (!beside) return 1;
    while (inner > 1 &&
           (make->group % inner != 0 || (uint64_t)inner * pass->length * 64 > make->fft->limits.max_buffer_bytes))
        inner /= 2;
    return inner;
}

static nbl_result_t make_axis(nbl_fft_nd_stages_t *fft, nbl_fft_nd_axis_t *axis, nbl_error_t *error) {
    const nbl_fft_nd_pass_t *pass = &axis->pass;
    make_t make = {.fft = fft,
                   .axis = axis,
                   .group = pass->sides[0].batch,
                   .signals = pass->sides[0].batch,
                   .inner = 1,
                   .fast = fft->mode == NBL_MODE_FAST};
    nbl_result_t result = NBL_SUCCESS;
    make.inner = inner_of(&make);
    if (pass->loops > NBL_FFT_LINES_MOST_LOOPS)
        return nbl_fail(error, NBL_ERROR_LIMIT, "array: its strides make %u loops, a device's kernels have %u",
                        pass->loops, NBL_FFT_LINES_MOST_LOOPS);
    if (axis->part.convolves)
        result = add_convolution(&make, error);
    else if (pass->length == 1)
        result = add_copy(&make, error);
    else if (nbl_fft_nd_has_array_plan(&fft->desc, pass) && (pass->real || fft->desc.precision != NBL_FFT_FLOAT32 ||
                                                             !goes_in_passes(&make, pass->length, NBL_FFT_FLOAT32)))
        result = add_array(&make, error);
    else
        result = nbl_fft_nd_is_half(pass) ? add_half(&make, error) : add_any(&make, error);
    if (result != NBL_SUCCESS) return result;
    axis->transforms = make.group * pass->groups;
    return choose_chunk(&make, error);
}

/* ---- All dimensions */

/* Kernels number elements by 32 bits, and bind each side as a whole. */
nbl_result_t nbl_fft_nd_stages_check(const nbl_fft_nd_stages_t *fft, bool between, nbl_error_t *error) {
    static const char *const names[] = {"input", "output", "what lies between"};
    for (int i = 0; i < (between ? 3 : 2); i++) {
        const uint64_t bytes = fft->sides[i].bytes, most = fft->limits.max_buffer_bytes;
        if (bytes > most)
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu bytes, the limit of a buffer is %llu: transform parts",
                            names[i], (unsigned long long)bytes, (unsigned long long)most);
        if (bytes / fft->sides[i].scalar_bytes > UINT32_MAX)
            return nbl_fail(error, NBL_ERROR_LIMIT, "%s: %llu numbers, the limit is %u: transform parts", names[i],
                            (unsigned long long)(bytes / fft->sides[i].scalar_bytes), UINT32_MAX);
    }
    if (fft->in_place && !nbl_fft_nd_replaces(&fft->desc, fft->sides))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "in place: input and output must be laid out alike");
    const bool lacks = (fft->desc.precision == NBL_FFT_FLOAT64 && !fft->limits.float64) ||
                       (fft->desc.precision == NBL_FFT_FLOAT16 && !fft->limits.float16);
    return !lacks ? NBL_SUCCESS
                  : nbl_fail(error, NBL_ERROR_LIMIT, "precision %s: the device has no such arithmetic: use fp32",
                             nbl_fft_precision_name(fft->desc.precision));
}

void nbl_fft_nd_stages_end(nbl_fft_nd_stages_t *fft, uint64_t alignment) {
    fft->desc.instructions = NULL; /* the caller's, and of no meaning here */
    fft->desc.wisdom = NULL;       /* the caller's, too */
    for (uint32_t a = 0; a < fft->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &fft->axis[a];
        if (axis->pass.to == NBL_FFT_ND_BETWEEN)
            fft->region_bytes[NBL_FFT_ND_BETWEEN] = fft->sides[NBL_FFT_ND_BETWEEN].bytes;
        for (uint32_t w = 0; w < NBL_FFT_ND_WORKS; w++) {
            const uint64_t bytes = axis->chunk * axis->work_elements[w] * axis->work_bytes[w];
            uint64_t *most = &fft->region_bytes[NBL_FFT_ND_WORK + w];
            if (bytes > *most) *most = bytes;
        }
    }
    for (uint32_t r = NBL_FFT_ND_BETWEEN; r < NBL_FFT_ND_REGIONS; r++) {
        fft->region_offset[r] = fft->workspace_bytes;
        fft->workspace_bytes += (fft->region_bytes[r] + alignment - 1) / alignment * alignment;
    }
}

nbl_result_t nbl_fft_nd_stages_add(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *pass,
                                   const nbl_fft_nd_part_t *part, nbl_error_t *error) {
    nbl_fft_nd_axis_t *axis = &fft->axis[fft->axes++];
    axis->pass = *pass;
    axis->part = *part;
    return make_axis(fft, axis, error);
}

static nbl_result_t make_axes(nbl_fft_nd_stages_t *fft, nbl_error_t *error) {
    static const nbl_fft_nd_part_t all = {0};
    nbl_fft_nd_pass_t passes[NBL_FFT_ND_MOST_RANK];
    const uint32_t count = nbl_fft_nd_order(&fft->desc, passes);
    fft->axis = calloc(count == 0 ? 1 : count, sizeof *fft->axis);
    if (fft->axis == NULL) return nbl_fail_memory(error, "fft");
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t p = 0; p < count && result == NBL_SUCCESS; p++) {
        nbl_fft_nd_lay_lines(&fft->desc, fft->sides, &passes[p]);
        result = nbl_fft_nd_stages_add(fft, &passes[p], &all, error);
    }
    return result;
}

void nbl_fft_nd_stages_begin(const nbl_fft_limits_t *limits, nbl_mode_t mode, bool in_place,
                             nbl_fft_nd_stages_t *stages) {
    memset(stages, 0, sizeof *stages);
    stages->mode = mode;
    stages->in_place = in_place;
    stages->limits = *limits;
}

nbl_result_t nbl_fft_nd_stages_make(const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits, nbl_mode_t mode,
                                    bool in_place, uint64_t alignment, nbl_fft_nd_stages_t *stages,
                                    nbl_error_t *error) {
    nbl_fft_nd_stages_begin(limits, mode, in_place, stages);
    nbl_result_t result = nbl_fft_nd_check(desc, &stages->desc, stages->sides, error);
    const bool between = stages->desc.real && stages->desc.inverse && stages->desc.axis_count > 1;
    if (result == NBL_SUCCESS) result = nbl_fft_nd_stages_check(stages, between, error);
    if (result == NBL_SUCCESS) result = make_axes(stages, error);
    if (result == NBL_SUCCESS) nbl_fft_nd_stages_end(stages, alignment);
    return result;
}

void nbl_fft_nd_stages_release(nbl_fft_nd_stages_t *stages) {
    for (uint32_t a = 0; a < stages->axes; a++)
        for (int t = 0; t < 2; t++) free(stages->axis[a].tables[t].numbers);
    free(stages->axis);
}

uint32_t nbl_fft_nd_stages_count(const nbl_fft_nd_stages_t *stages) {
    uint32_t count = 0;
    for (uint32_t a = 0; a < stages->axes; a++) count += stages->axis[a].stages;
    return count;
}

uint64_t nbl_fft_nd_axis_chunks(const nbl_fft_nd_axis_t *axis) {
    return (axis->transforms + axis->chunk - 1) / axis->chunk;
}

uint64_t nbl_fft_nd_stage_workgroups(const nbl_fft_nd_stage_t *stage, uint64_t transforms) {
    return (transforms * stage->items + stage->per_group - 1) / stage->per_group;
}
