/* How a workgroup takes lines along a dimension: their plan, by what was measured or by a model.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform/lines.h"

#include <math.h>
#include <string.h>

#include "error/error.h"
#include "fft/tuning.h"
#include "fft/wisdom.h"
#include "plan/cost.h"
#include "plan/make.h"
#include "transform/one_kernel.h"

/* ---- Planning */

/* Bytes of memory that neighbouring lines should fill. */
/* Returns the bytes that neighbouring lines should fill. */
static uint32_t segment_bytes(nbl_device_kind_t device) {
    return (uint32_t)nbl_fact_number_of(device, NBL_NUMBER_SEGMENT_BYTES);
}

/* Sets the distance of planes of shared memory to an odd multiple of 32 / columns dwords. Neighbouring invocations have
 * neighbouring lines, which then access different banks. Returns whether the planes fit. */
static bool spread_planes(const nbl_fft_limits_t *limits, nbl_fft_plan_t *plan) {
    const uint32_t unit = plan->ffts_per_workgroup < 32 ? 32 / plan->ffts_per_workgroup : 1;
    if (plan->plane_dwords != 0) plan->plane_dwords = ((plan->plane_dwords + unit - 1) / unit | 1) * unit;
    return 4 * (uint64_t)nbl_fft_plan_shared_dwords(*plan) <= limits->max_shared_bytes;
}

/* Takes the plan of the first row whose case is met and whose plan fits.
 *
 * facts  NULL: the library's own
 * plan   in exact mode its radices stay */
static bool take_measured(const nbl_fft_limits_t *limits, const nbl_facts_t *facts, const nbl_fact_case_t *of,
                          bool any_radices, nbl_fft_plan_t *plan) {
    const nbl_fft_plan_limits_t within = nbl_fft_plan_limits_of(limits);
    for (const nbl_fact_t *row = nbl_facts_next(facts, NULL, plan->fft_length, of); row != NULL;
         row = nbl_facts_next(facts, row, plan->fft_length, of)) {
        nbl_fft_plan_t made;
        if (nbl_fft_plan_parse(row->plans[0], plan->complex_dwords, &within, &made, NULL) != NBL_SUCCESS ||
            made.fft_length != plan->fft_length || (!any_radices && !nbl_fft_plan_has_radices_of(&made, plan)) ||
            (of->kind != NBL_FACT_LINES && !spread_planes(limits, &made)))
            continue;
        *plan = made;
        return true;
    }
    return false;
}

/* ---- Choosing: columns, and convolutions in one kernel, by what a model of their time predicts */

enum { MOST_CANDIDATES = 16 };

typedef struct columns_t {
    const nbl_fft_limits_t *limits;
    nbl_fft_plan_limits_t of;
    uint32_t points, complex_dwords, element_bytes;
    bool given;  /* a rule gives the radices */
    bool turned; /* columns are read and rows are written */
    bool pass;   /* of a long complex line in float32, by whose times the model was fitted */
    bool fused;  /* whole lines forward and back in one kernel, one behind the other: no columns */
    uint32_t least_radix, least_bytes; /* bytes side by side */
    uint32_t radices[NBL_FFT_MAX_PASSES], passes, fewest;
    double most_registers;  /* that a workgroup may want */
    uint32_t most_elements; /* of an invocation, on this kind of device */
    uint32_t count;
    double times[MOST_CANDIDATES];        /* of the best so far, rising */
    nbl_fft_plan_t best[MOST_CANDIDATES]; /* whose padding is not chosen */
} columns_t;

/* Returns the factor by which a kernel takes longer with 128, 64 or 32 bytes side by side. Kernels that write rows only
 * read so. Measured: passes of docs/log/transforms.md. Plans with 16 bytes are compared with each other only. */
static double segment_factor(const columns_t *columns, uint32_t bytes) {
    const bool half = bytes >= 64;
    if (bytes >= segment_bytes(columns->of.device)) return 1.0;
    if (columns->turned)
        return nbl_fact_number_of(columns->of.device, half ? NBL_NUMBER_TURNED_64_BYTES : NBL_NUMBER_TURNED_32_BYTES);
    return nbl_fact_number_of(columns->of.device, half ? NBL_NUMBER_COLUMNS_64_BYTES : NBL_NUMBER_COLUMNS_32_BYTES);
}

/* Returns whether a workgroup wants more registers than it may.
 *
 * wanted  registers of an invocation */
static bool spills(const columns_t *columns, const nbl_fft_plan_t *plan, double wanted) {
    return wanted * nbl_fft_plan_workgroup_size(*plan) > columns->most_registers;
}

/* Inserts a plan by its time, once. */
static void keep(columns_t *columns, const nbl_fft_plan_t *plan, double time) {
    uint32_t at = columns->count;
    if (at == MOST_CANDIDATES && time >= columns->times[at - 1]) return;
    while (at > 0 && columns->times[at - 1] > time) at--;
    if (at > 0 && memcmp(&columns->best[at - 1], plan, sizeof *plan) == 0) return;
    if (columns->count < MOST_CANDIDATES) columns->count++;
    for (uint32_t i = columns->count - 1; i > at; i--) {
        columns->times[i] = columns->times[i - 1];
        columns->best[i] = columns->best[i - 1];
    }
    columns->times[at] = time;
    columns->best[at] = *plan;
}

/* Tries a plan with a number of columns and of invocations for each, in 1, 2 or 4 windows: the fastest by prediction.
 * Lines forward and back take as few windows as fit, since reordering them needs memory for a whole line anyway. */
static void try_columns(columns_t *columns, uint32_t invocations, uint32_t side_by_side) {
    nbl_fft_plan_t best, plan = nbl_fft_plan_bare(columns->points, columns->complex_dwords, columns->radices,
                                                  columns->passes, invocations);
    double best_time = INFINITY;
    plan.ffts_per_workgroup = columns->fused ? nbl_fft_plan_choose_ffts(plan, columns->of) : side_by_side;
    const uint32_t size = invocations * plan.ffts_per_workgroup;
    if (!nbl_fft_plan_holds_few(plan) || plan.elements > columns->most_elements || size > columns->of.max_invocations ||
        size < columns->fewest ||
        spills(columns, &plan, nbl_fft_plan_registers(columns->of.device, plan.complex_dwords, plan.elements)))
        return;
    for (plan.windows = 1; plan.windows <= 4 && !(columns->fused && best_time < INFINITY); plan.windows *= 2) {
        plan.plane_dwords = columns->passes > 1 ? nbl_fft_plan_window(plan) : 0;
        if (4 * (uint64_t)nbl_fft_plan_shared_dwords(plan) > columns->of.max_shared_bytes ||
            (columns->least_bytes < 32 &&
             spills(columns, &plan, nbl_fft_plan_registers_wanted(columns->of.device, plan))))
            continue;
        const double time = columns->fused  ? nbl_fft_plan_fused_time(plan, columns->of)
                            : columns->pass ? nbl_fft_plan_pass_time(plan, columns->of)
                                            : nbl_fft_plan_columns_time(plan, columns->of);
        if (time >= best_time) continue;
        best_time = time;
        best = plan;
    }
    if (plan.elements > NBL_FFT_PLAN_MAX_ELEMENTS)
        best_time *= nbl_fact_number_of(columns->of.device, NBL_NUMBER_LINES_MANY_ELEMENTS);
    if (best_time < INFINITY)
        keep(columns, &best, best_time * segment_factor(columns, side_by_side * columns->element_bytes));
}

/* Tries all numbers of invocations that divide the butterflies of every pass. Where a rule gives
 * a single radix, each column has one invocation, and a workgroup takes more columns. */
static void try_radices(columns_t *columns) {
    const uint32_t alone = columns->given && columns->passes == 1 ? columns->fewest * columns->element_bytes : 0,
                   segment = segment_bytes(columns->of.device), most = alone > segment ? alone : segment;
    for (uint32_t p = 0; p < columns->passes; p++) {
        const uint32_t butterflies = columns->points / columns->radices[p];
        for (uint32_t each = 1; each * columns->radices[p] <= NBL_FFT_MAX_RADIX && each <= butterflies; each++)
            for (uint32_t bytes = most; bytes >= columns->least_bytes && butterflies % each == 0; bytes /= 2)
                if (bytes >= columns->element_bytes)
                    try_columns(columns, butterflies / each, bytes / columns->element_bytes);
    }
}

/* Tries all radices whose product is the rest, in any order, in `more` passes at most. */
static bool try_factors(columns_t *columns, uint32_t rest, uint32_t more) {
    bool found = false;
    if (more == 0) {
        if (rest == 1) try_radices(columns);
        return rest == 1 && columns->count != 0;
    }
    for (uint32_t radix = columns->least_radix; radix <= NBL_FFT_MAX_RADIX; radix++) {
        if (rest % radix != 0 || !nbl_fft_plan_is_narrow(radix)) continue;
        columns->radices[columns->passes++] = radix;
        found |= try_factors(columns, rest / radix, more - 1);
        columns->passes--;
    }
    return found;
}

/* Lays a plan out as it is, in more windows if it has no room. */
static bool lay_out(const columns_t *columns, nbl_fft_plan_t *plan) {
    nbl_fft_plan_request_t request = {.passes = plan->passes,
                                      .invocations = plan->invocations,
                                      .ffts_per_workgroup = plan->ffts_per_workgroup,
                                      .windows = plan->windows};
    nbl_fft_plan_t made;
    for (uint32_t p = 0; p < request.passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    for (; request.windows <= NBL_FFT_PLAN_MAX_WINDOWS; request.windows *= 2)
        if (nbl_fft_plan_from_radices(&request, plan->complex_dwords, &columns->of, &made, NULL) == NBL_SUCCESS &&
            (columns->fused || spread_planes(columns->limits, &made))) {
            *plan = made;
            return true;
        }
    return false;
}

/* What a plan may take. A level is tried if the levels before it have too few plans. */
typedef struct level_t {
    uint32_t least_bytes; /* side by side; reading less of a sector costs more than spilled registers */
    nbl_fact_number_t most_short;
    bool many_elements; /* as many elements as a radix has, more than this kind of device is fast with */
} level_t;
static const level_t levels[] = {
    {32, NBL_NUMBER_REGISTERS_MOST_SHORT, false},
    {32, NBL_NUMBER_REGISTERS_MOST_SHORT_OF_NONE, false},
    {32, NBL_NUMBER_REGISTERS_MOST_SHORT_OF_NONE, true},
    /* Two columns for one, where there are registers for them: on an H200, 2026-11-28, .63 to .70 of the time of one
     * column, and 1.26 to 1.61 of it where registers lacked. */
    {16, NBL_NUMBER_REGISTERS_MOST_SHORT, false}};

/* Takes the radices of a plan that decide bits. A whole line's plan may also have radices of 1, which only make
 * invocations load neighbours. Columns load neighbours anyway, and in short ones most invocations would be idle. */
static void take_radices(columns_t *columns, const nbl_fft_plan_t *plan) {
    columns->passes = 0;
    for (uint32_t p = nbl_fft_plan_next_radix(plan, 0); p < plan->passes; p = nbl_fft_plan_next_radix(plan, p + 1))
        columns->radices[columns->passes++] = nbl_fft_plan_radix(*plan, p);
}

enum { USUAL_PASSES = 3 }; /* at most; chosen: more exchange more */

/* Returns whether `count` radices or fewer make a length. */
static bool has_factors(uint32_t length, uint32_t count) {
    if (length == 1) return true;
    for (uint32_t radix = 2; radix <= NBL_FFT_MAX_RADIX && count > 0; radix++)
        if (length % radix == 0 && nbl_fft_plan_is_narrow(radix) && has_factors(length / radix, count - 1)) return true;
    return false;
}

/* Finds the best plans.
 *
 * radices  NULL, or a plan that has the radices to keep
 * wanted   how many plans are enough */
static void find_candidates(columns_t *columns, const nbl_fft_plan_t *radices, uint32_t wanted) {
    const uint32_t fewest = (uint32_t)nbl_fact_number_of(columns->of.device, NBL_NUMBER_LINES_FEWEST_INVOCATIONS);
    uint32_t most = USUAL_PASSES;
    while (most < NBL_FFT_MAX_PASSES && radices == NULL && !has_factors(columns->points, most)) most++;
    for (size_t l = 0; l < sizeof levels / sizeof levels[0] && columns->count < wanted; l++) {
        columns->least_bytes = levels[l].least_bytes;
        columns->most_registers = nbl_fact_number_of(columns->of.device, levels[l].most_short) *
                                  nbl_fact_number_of(columns->of.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS);
        columns->most_elements = levels[l].many_elements
                                     ? NBL_FFT_MAX_RADIX
                                     : (uint32_t)nbl_fact_number_of(columns->of.device, NBL_NUMBER_LINES_MOST_ELEMENTS);
        for (columns->fewest = columns->fused ? 1 : fewest; columns->count < wanted && columns->fewest > 0;
             columns->fewest /= 8)
            if (radices == NULL) {
                /* Takes the fewest passes that make the length, and one more; four only if three radices do not. */
                for (uint32_t passes = 1, more = 2; passes <= most && more > 0; passes++)
                    if (try_factors(columns, columns->points, passes) || more == 1) more--;
            } else {
                take_radices(columns, radices);
                try_radices(columns);
            }
    }
}

static uint32_t lay_out_best(columns_t *columns, nbl_fft_plan_t *plans, uint32_t most) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < columns->count && count < most; i++)
        if (lay_out(columns, &columns->best[i])) plans[count++] = columns->best[i];
    return count;
}

uint32_t nbl_fft_lines_candidates(const nbl_fft_limits_t *limits, const nbl_fft_lines_desc_t *desc,
                                  nbl_fft_plan_t *plans, uint32_t most) {
    const nbl_fft_lines_parameters_t *p = &desc->parameters;
    const nbl_fft_plan_t *plan = &p->plan;
    columns_t columns = {.limits = limits,
                         .of = nbl_fft_plan_limits_of(limits),
                         .points = plan->fft_length,
                         .complex_dwords = plan->complex_dwords,
                         .element_bytes = nbl_fft_precision_element_bytes(desc->planned),
                         .least_radix = 2,
                         .given = desc->radices != NULL,
                         .turned = desc->parameters.turned == 1,
                         .pass = desc->fast && p->pass_points != 0 && p->mirrored == 0 && p->fused == 0 &&
                                 desc->planned == NBL_FFT_FLOAT32};
    /* In exact mode, with its radices, a level has few plans: the next levels' are worth a measurement, too. */
    find_candidates(&columns, desc->fast ? NULL : plan, desc->fast ? 1 : most);
    return lay_out_best(&columns, plans, most);
}

uint32_t nbl_fft_lines_fused_candidates(const nbl_fft_plan_limits_t *limits, uint32_t length, uint32_t complex_dwords,
                                        nbl_fft_plan_t *plans, uint32_t most) {
    columns_t columns = {.of = *limits,
                         .points = length,
                         .complex_dwords = complex_dwords,
                         .element_bytes = segment_bytes(limits->device), /* nothing is shared */
                         .fused = true};
    if (nbl_fft_plan_why_not(length, complex_dwords, NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES) != NULL)
        return 0; /* longer ones have plans of given radices alone */
    /* Passes of radix 2 and 3 exchange much and compute little, so they are tried last. */
    for (columns.least_radix = 4; columns.count == 0 && columns.least_radix > 0; columns.least_radix -= 2)
        find_candidates(&columns, NULL, 1);
    return lay_out_best(&columns, plans, most);
}

bool nbl_fft_lines_plan_fused(const nbl_fft_plan_limits_t *limits, uint32_t length, uint32_t complex_dwords,
                              nbl_fft_plan_t *plan) {
    const nbl_fact_t *row =
        complex_dwords == NBL_DWORDS_float32_t ? nbl_fft_one_kernel_find(limits->device, length) : NULL;
    return (row != NULL && nbl_fft_plan_parse(row->plans[0], complex_dwords, limits, plan, NULL) == NBL_SUCCESS) ||
           nbl_fft_lines_fused_candidates(limits, length, complex_dwords, plan, 1) == 1;
}

/* Takes the plan that wisdom has. Returns false if it has none, if it does not fit, or if exact mode has other
 * radices. */
static bool take_wisdom(const nbl_fft_limits_t *limits, const nbl_fft_lines_desc_t *desc, const nbl_fact_case_t *of,
                        nbl_fft_plan_t *plan) {
    const nbl_facts_t facts = nbl_fft_wisdom_facts(desc->wisdom);
    nbl_fact_case_t of_wisdom = *of;
    of_wisdom.demanded = 0;
    if (desc->fast && take_measured(limits, &facts, &of_wisdom, true, plan)) return true;
    of_wisdom.fast = false;
    return take_measured(limits, &facts, &of_wisdom, desc->fast, plan);
}

/* Returns the case for which rows of lines side by side are looked up. */
static nbl_fact_case_t side_by_side(nbl_device_kind_t device, const nbl_fft_lines_desc_t *desc) {
    const nbl_fft_lines_parameters_t *p = &desc->parameters;
    const uint32_t before = p->pass_before; /* elements of a row of a pass that has several rows */
    const bool by_address = desc->fast && desc->addresses;
    const bool uneven =
        desc->uneven && (p->pass_points == 0 || (before > 1 && before % nbl_sector_elements(device) != 0));
    uint32_t holds = p->pass_points != 0 ? NBL_FACT_IS_OF_PASS : NBL_FACT_IS_WHOLE;
    holds |= p->inverse == 1 ? NBL_FACT_IS_BACK : NBL_FACT_IS_FORWARD;
    holds |= p->mirrored == 1 ? NBL_FACT_IS_MIRRORED : NBL_FACT_IS_PLAIN;
    if (by_address) holds |= NBL_FACT_IS_ADDRESSES;
    if (by_address && uneven) holds |= NBL_FACT_IS_UNEVEN;
    if (desc->apart >= nbl_fact_number_of(device, NBL_NUMBER_COLUMNS_FAR_BYTES)) holds |= NBL_FACT_IS_FAR;
    if (desc->apart >= nbl_fact_number_of(device, NBL_NUMBER_COLUMNS_FARTHER_BYTES)) holds |= NBL_FACT_IS_FARTHER;
    return (nbl_fact_case_t){.device = device,
                             .kind = p->turned == 1 ? NBL_FACT_TURNED : NBL_FACT_COLUMNS,
                             .fast = desc->fast,
                             .precision = desc->planned,
                             .conditions = holds};
}

/* Gives a workgroup fewer columns if there are too few workgroups for all multiprocessors: one array of 512 x 512 real
 * numbers takes 8.7 us instead of 12.5, docs/log/transforms.md. */
static void spread_few(const nbl_fft_limits_t *limits, const nbl_fft_lines_desc_t *desc, nbl_fft_plan_t *plan) {
    nbl_fact_case_t of = side_by_side(limits->device, desc);
    const columns_t columns = {.limits = limits, .of = nbl_fft_plan_limits_of(limits)};
    const uint32_t enough = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_FEW_WORKGROUPS),
                   least = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_FEW_LEAST_LINES),
                   fewest = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_FEWEST_WORKGROUPS),
                   lowest = plan->fft_length < nbl_fact_number_of(limits->device, NBL_NUMBER_FEW_LONG_LINES)
                                ? least
                                : least / 2;
    nbl_fft_plan_t fewer = *plan;
    if (desc->lines == 0 || desc->lines >= enough * plan->ffts_per_workgroup) return;
    of.conditions |= NBL_FACT_IS_FEW;
    of.demanded = NBL_FACT_IS_FEW;
    (void)take_measured(limits, NULL, &of, true, &fewer);
    while (fewer.ffts_per_workgroup > lowest && fewer.ffts_per_workgroup % 2 == 0 &&
           desc->lines < (fewer.ffts_per_workgroup > least ? enough : fewest) * fewer.ffts_per_workgroup) {
        fewer.ffts_per_workgroup /= 2;
        fewer.windows = 1;
        if (!lay_out(&columns, &fewer)) return;
    }
    if (fewer.ffts_per_workgroup < plan->ffts_per_workgroup) *plan = fewer;
}

/* Doubles the columns of a workgroup if they fill a segment of segment-bytes and rows of memory do not begin with one.
 * Columns then reach into one segment more than they fill: of twice as many columns that is a smaller part. */
static void widen(const nbl_fft_limits_t *limits, const nbl_fft_lines_desc_t *desc, nbl_fft_plan_t *plan) {
    const nbl_fft_lines_parameters_t *p = &desc->parameters;
    const columns_t columns = {.limits = limits, .of = nbl_fft_plan_limits_of(limits)};
    const double most = nbl_fact_number_of(limits->device, NBL_NUMBER_COLUMNS_WIDE_INVOCATIONS);
    const uint32_t segment = segment_bytes(limits->device);
    nbl_fft_plan_t wide = *plan;
    if (!desc->fast || desc->planned != NBL_FFT_FLOAT32 || p->pass_points != 0 || p->turned != 0 || p->fused != 0 ||
        desc->apart % segment == 0 ||
        plan->ffts_per_workgroup * nbl_fft_precision_element_bytes(desc->planned) != segment ||
        2 * nbl_fft_plan_workgroup_size(*plan) > most ||
        plan->fft_length > nbl_fact_number_of(limits->device, NBL_NUMBER_COLUMNS_WIDE_POINTS))
        return;
    wide.ffts_per_workgroup *= 2;
    wide.windows = 1;
    if (lay_out(&columns, &wide)) *plan = wide;
}

/* Chooses how lines lie side by side: by wisdom, by a measured row, or by prediction. Without room they stay one behind
 * the other. Wisdom was measured with buffers, so kernels by device address take rows measured by address first. */
static void choose_columns(const nbl_fft_limits_t *limits, nbl_fft_lines_desc_t *desc) {
    nbl_fft_plan_t *plan = &desc->parameters.plan;
    nbl_fact_case_t of = side_by_side(limits->device, desc);
    const bool by_address = (of.conditions & NBL_FACT_IS_ADDRESSES) != 0;
    if (!by_address && take_wisdom(limits, desc, &of, plan)) return;
    of.demanded = NBL_FACT_IS_ADDRESSES | NBL_FACT_IS_MIRRORED;
    if (take_measured(limits, NULL, &of, desc->fast, plan)) return;
    of.demanded = 0;
    if (by_address && take_wisdom(limits, desc, &of, plan)) return;
    if (!take_measured(limits, NULL, &of, desc->fast, plan)) (void)nbl_fft_lines_candidates(limits, desc, plan, 1);
    widen(limits, desc, plan);
}

/* Plans lines forward and back in one kernel, in fast mode. Plan and order of instructions differ from those of a
 * single transform. Lengths above 8192 with a row in host/facts have a plan here and nowhere else. In float64, plans of
 * their own made chirps slower and less accurate. Returns whether there is a plan. */
static bool plan_fused(const nbl_fft_limits_t *limits, nbl_fft_lines_desc_t *desc, nbl_instruction_order_t *order) {
    const nbl_fft_plan_limits_t of = nbl_fft_plan_limits_of(limits);
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    const bool own = p->fused == 1 && p->period == 0 && (p->permuted != 0 || desc->precision != NBL_FFT_FLOAT64);
    if (!own || p->columns != 0 || !desc->fast ||
        !nbl_fft_lines_plan_fused(&of, desc->length, nbl_fft_precision_dwords(desc->planned), &p->plan))
        return false;
    p->twiddles = desc->length < nbl_fact_number_of(limits->device, NBL_NUMBER_CONVOLUTION_SHORT)
                      ? NBL_FFT_TWIDDLES_OF_TWO
                      : NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH;
    *order = NBL_INSTRUCTION_ORDER_DEFAULT;
    return true;
}

uint64_t nbl_fft_lines_slots(uint64_t lines, uint32_t columns) {
    const uint64_t pairs = (lines + 1) / 2;
    return (2 * pairs + columns - 1) / columns * columns;
}

/* Where lines meet their mirrors, some slots have no line, and their invocations only wait. A workgroup gets fewer
 * columns if there are more than MOST_SLOTS slots for each line. Chosen. */
#define MOST_SLOTS 1.25

/* Returns the dwords that a line exchanges with its mirror: one of each element, or of every second one if the last
 * radix is even. */
static uint32_t mirror_dwords(const nbl_fft_lines_parameters_t *p) {
    const uint32_t radix = nbl_fft_plan_radix(p->plan, p->plan.passes - 1);
    return radix % 2 == 0 ? p->pass_points / 2 : p->pass_points;
}

/* Gives a real line the fewest windows that fit. Elements and mirrors trade through shared memory, window by window,
 * and each window takes two barriers and a loop: rows of 840 took 2.5 times as long in three windows as in one. */
static void hold_mirrors(const nbl_fft_limits_t *limits, nbl_fft_plan_t *plan) {
    const columns_t lines = {.limits = limits, .of = nbl_fft_plan_limits_of(limits), .fused = true}; /* no columns */
    nbl_fft_plan_t held = *plan;
    held.windows = 1;
    if (plan->windows > 1 && lay_out(&lines, &held) && held.windows < plan->windows) *plan = held;
}

/* Reduces the columns of a workgroup to a power of two. Few of them may be without a line, and the exchange
 * of all lines with their mirrors must fit shared memory. */
static void fit_mirrors(const nbl_fft_limits_t *limits, nbl_fft_lines_parameters_t *p) {
    const uint32_t lines = p->pass_before * p->pass_after,
                   least = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_MIRRORED_FEWEST_LINES);
    uint32_t *columns = &p->plan.ffts_per_workgroup;
    while ((*columns & (*columns - 1)) != 0) *columns &= *columns - 1;
    while (*columns > 1 && 4 * *columns * mirror_dwords(p) > limits->max_shared_bytes) *columns /= 2;
    while (*columns > least && nbl_fft_lines_slots(lines, *columns) > MOST_SLOTS * lines) *columns /= 2;
}

nbl_result_t nbl_fft_lines_plan(const nbl_fft_limits_t *limits, nbl_fft_lines_desc_t *desc,
                                nbl_instruction_order_t *order, nbl_error_t *error) {
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    const uint32_t half = p->real == NBL_FFT_REAL;
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = desc->planned,
                                             .kind = (nbl_fft_kind_t)p->real,
                                             .length = half ? desc->length / 2 : desc->length,
                                             .batch = 1,
                                             .inverse = p->inverse == 1,
                                             .plan_text = desc->radices,
                                             .wisdom = desc->wisdom,
                                             .any_radices = desc->fast,
                                             .rounds = 1,
                                             .limits = *limits};
    nbl_fft_transform_plan_t made;
    if (!plan_fused(limits, desc, order)) {
        const nbl_result_t result = nbl_fft_transform_plan(&wanted, &made, error);
        if (result != NBL_SUCCESS) return result;
        p->plan = made.parameters.plan;
        p->twiddles = made.parameters.twiddles;
        *order = made.desc.instruction_order;
    }
    if (p->columns == 1) {
        choose_columns(limits, desc);
        if (desc->fast && desc->addresses && made.element_bytes == 8) spread_few(limits, desc, &p->plan);
    }
    if (p->columns == 0 && p->real != NBL_FFT_COMPLEX) {
        const nbl_fact_case_t whole = {.device = limits->device,
                                       .kind = NBL_FACT_LINES,
                                       .fast = desc->fast,
                                       .precision = desc->planned,
                                       .conditions = NBL_FACT_IS_REAL |
                                                     (p->inverse == 1 ? NBL_FACT_IS_BACK : NBL_FACT_IS_FORWARD)};
        if (!take_wisdom(limits, desc, &whole, &p->plan) && !take_measured(limits, NULL, &whole, desc->fast, &p->plan))
            hold_mirrors(limits, &p->plan);
    }
    if (p->mirrored == 1) fit_mirrors(limits, p);
    p->invocations = p->plan.invocations;
    p->ffts_per_workgroup = p->plan.ffts_per_workgroup;
    p->shared_dwords = nbl_fft_plan_shared_dwords(p->plan) / p->plan.ffts_per_workgroup;
    if (p->mirrored == 1 && p->shared_dwords < mirror_dwords(p)) p->shared_dwords = mirror_dwords(p);
    p->reordered = p->permuted != 0 && p->columns == 0 &&
                   4 * (uint64_t)desc->length * p->ffts_per_workgroup <= limits->max_shared_bytes;
    if (p->reordered == 1 && p->shared_dwords < desc->length) p->shared_dwords = desc->length;
    if (p->shared_dwords == 0) p->shared_dwords = 1;
    return NBL_SUCCESS;
}
