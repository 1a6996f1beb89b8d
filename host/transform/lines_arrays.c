/* Plans of arrays that a workgroup holds: of the lines along each axis, of the trades between axes, how many arrays.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "facts/facts.h"
#include "facts/numbers.h"
#include "fft/tuning.h"
#include "transform/choose.h"
#include "transform/lines.h"
#include "plan/cost.h"
#include "plan/factors.h"
#include "plan/layout.h"
#include "plan/make.h"

enum { MOST_AXES = 3, MOST_OF_AXIS = 64 };
static const uint32_t most_tried[] = {0, 0, 20, 8}; /* plans of an axis, by the number of axes; chosen */

#define MOST_PASSES 3u
#define MOST_REGISTERS 256.0 /* of an invocation */
#define COPY 0.74            /* constant term of the model: part of a copy's time that no plan changes */

typedef struct axis_t {
    uint32_t length, lines; /* of an array */
    uint32_t distance;      /* from an element of a line to the next, in elements */
    uint32_t count;
    nbl_fft_plan_t plans[MOST_OF_AXIS]; /* bare, the fastest one first */
    double times[MOST_OF_AXIS];
} axis_t;

typedef struct trial_t {
    nbl_fft_plan_t plans[MOST_AXES];
    uint32_t arrays, workgroup, row_pitch, planes, dwords;
    bool padded; /* between two passes */
} trial_t;

typedef struct search_t {
    const nbl_fft_limits_t *limits;
    nbl_fft_plan_limits_t of;
    uint32_t axes, complex_dwords;
    uint32_t rows; /* of an array */
    bool fast;
    bool real, back;     /* rows of real numbers; and they are results */
    bool pairs;          /* of them: spectra are made of elements and their mirrors */
    bool trades_mirrors; /* through shared memory, behind the last axis */
    axis_t axis[MOST_AXES];
    double time; /* of the best so far */
    trial_t best;
} search_t;

/* ---- One axis; `arrays-...` of host/facts/<device>.txt are the model's terms */

static void keep(axis_t *axis, const nbl_fft_plan_t *plan, double time) {
    uint32_t at = axis->count;
    if (at == MOST_OF_AXIS && time >= axis->times[at - 1]) return;
    if (axis->count < MOST_OF_AXIS) axis->count++;
    for (at = axis->count - 1; at > 0 && axis->times[at - 1] > time; at--) {
        axis->times[at] = axis->times[at - 1];
        axis->plans[at] = axis->plans[at - 1];
    }
    axis->times[at] = time;
    axis->plans[at] = *plan;
}

/* Adds plans of radices with all numbers of invocations that divide the butterflies of every pass. */
static void add_radices(search_t *search, axis_t *axis, const uint32_t *radices, uint32_t passes) {
    const uint32_t fewest = (uint32_t)nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_FEWEST_INVOCATIONS);
    for (uint32_t p = 0; p < passes; p++) {
        const uint32_t butterflies = axis->length / radices[p];
        for (uint32_t each = 1; each * radices[p] <= NBL_FFT_MAX_RADIX && each <= butterflies; each++) {
            if (butterflies % each != 0) continue;
            nbl_fft_plan_t plan =
                nbl_fft_plan_bare(axis->length, search->complex_dwords, radices, passes, butterflies / each);
            bool known = false;
            for (uint32_t i = 0; i < axis->count; i++)
                known = known || (axis->plans[i].radices == plan.radices && axis->plans[i].passes == plan.passes &&
                                  axis->plans[i].invocations == plan.invocations);
            plan.ffts_per_workgroup = (fewest + plan.invocations - 1) / plan.invocations;
            plan.plane_dwords = passes > 1 ? axis->length : 0;
            if (!known && nbl_fft_plan_holds_few(plan)) keep(axis, &plan, nbl_fft_plan_columns_time(plan, search->of));
        }
    }
}

static bool add_factors(search_t *search, axis_t *axis, uint32_t rest, uint32_t more, uint32_t *radices,
                        uint32_t passes) {
    bool found = false;
    if (more == 0) {
        if (rest == 1) add_radices(search, axis, radices, passes);
        return rest == 1 && axis->count != 0;
    }
    for (uint32_t radix = 2; radix <= NBL_FFT_MAX_RADIX; radix++) {
        if (rest % radix != 0 || !nbl_fft_plan_is_narrow(radix)) continue;
        radices[passes] = radix;
        found |= add_factors(search, axis, rest / radix, more - 1, radices, passes + 1);
    }
    return found;
}

/* Lists the plans of an axis: in exact mode with the radices of a line, in fast mode with all radices in as few passes
 * as possible and in one more. */
static bool list_axis(search_t *search, const nbl_fft_lines_desc_t *desc, axis_t *axis) {
    uint32_t radices[NBL_FFT_MAX_PASSES];
    axis->count = 0;
    if (search->fast) {
        for (uint32_t passes = 1, more = 2; passes <= MOST_PASSES && more > 0; passes++)
            if (add_factors(search, axis, axis->length, passes, radices, 0) || more == 1) more--;
        return axis->count != 0;
    }
    const nbl_fft_transform_desc_t wanted = {.algorithm = NBL_FFT_STOCKHAM,
                                             .precision = desc->planned,
                                             .length = axis->length,
                                             .plan_text = axis->distance > 1 ? desc->radices : NULL,
                                             .batch = 1,
                                             .rounds = 1,
                                             .limits = *search->limits};
    nbl_fft_transform_plan_t made;
    if (nbl_fft_transform_plan(&wanted, &made, NULL) != NBL_SUCCESS) return false;
    const nbl_fft_plan_t plan = made.parameters.plan;
    /* Passes of radix 1 only move elements and are left out; in float16 they scale, nbl/fft/scaling.h. */
    const bool scales = desc->precision == NBL_FFT_FLOAT16;
    uint32_t passes = 0;
    for (uint32_t p = 0; p < plan.passes; p++)
        if (scales || nbl_fft_plan_radix(plan, p) > 1) radices[passes++] = nbl_fft_plan_radix(plan, p);
    add_radices(search, axis, radices, passes);
    return axis->count != 0;
}

/* Leaves an axis the one plan that a row has for it. Returns whether it is one of the axis.
 *
 * text  radices and invocations */
static bool take_plan(const search_t *search, const char *text, axis_t *axis) {
    nbl_fft_plan_request_t wanted;
    uint32_t points = 1;
    if (text == NULL || nbl_fft_plan_read(text, &wanted, NULL) != NBL_SUCCESS) return false;
    for (uint32_t p = 0; p < wanted.passes; p++) points *= wanted.radices[p];
    if (points != axis->length || wanted.invocations == 0 || points % wanted.invocations != 0) return false;
    axis->plans[0] =
        nbl_fft_plan_bare(points, search->complex_dwords, wanted.radices, wanted.passes, wanted.invocations);
    axis->count = 1;
    return nbl_fft_plan_holds_few(axis->plans[0]);
}

/* Returns the row of an array, or NULL. Rows are of complex numbers, or of real ones in pairs of a row. */
static const nbl_fact_t *find_row(const search_t *search, const nbl_fft_lines_desc_t *desc, const uint32_t *lengths) {
    const nbl_fact_case_t of = {.device = search->of.device,
                                .kind = NBL_FACT_ARRAYS,
                                .fast = desc->fast,
                                .precision = desc->planned,
                                .conditions = (search->real ? NBL_FACT_IS_REAL : NBL_FACT_IS_PLAIN) |
                                              (desc->parameters.inverse != 0 ? NBL_FACT_IS_BACK : NBL_FACT_IS_FORWARD)};
    const uint32_t planes = search->axes == 3 ? lengths[2] : 0, number = search->rows * lengths[0];
    if (search->real && desc->parameters.mirrored != NBL_FFT_REAL) return NULL;
    const nbl_fact_t *row = nbl_facts_next(NULL, NULL, number, &of);
    while (row != NULL && (row->rows != lengths[0] || row->planes != planes))
        row = nbl_facts_next(NULL, row, number, &of);
    return row;
}

/* ---- All axes */

/* Returns the distance of rows, in dwords, with which neighbouring invocations conflict in the fewest banks as they
 * store the last axis.
 *
 * most_pitch  the largest distance that fits */
static uint32_t choose_pitch(uint32_t row, uint32_t invocations, uint32_t most_pitch) {
    enum { BANKS = 32 };
    uint32_t best = row, fewest = UINT32_MAX;
    for (uint32_t pitch = row; pitch < row + BANKS && pitch <= most_pitch; pitch++) {
        uint32_t meet[BANKS] = {0}, most = 0;
        for (uint32_t i = 0; i < BANKS; i++) {
            uint32_t *bank = &meet[(i / invocations * pitch + i % invocations) % BANKS];
            if (++*bank > most) most = *bank;
        }
        if (most >= fewest) continue;
        fewest = most;
        best = pitch;
    }
    return best;
}

/* Returns how many lines along an axis the invocations of a workgroup transform at once, idle ones included. */
static uint32_t lines_at_once(const axis_t *axis, uint32_t workgroup, const nbl_fft_plan_t *plan) {
    const uint32_t neighbours = axis->distance * plan->invocations;
    return (workgroup + neighbours - 1) / neighbours * axis->distance;
}

/* Returns the dwords of a line, padded so that lines side by side access different banks. */
static uint32_t spread(const axis_t *axis, uint32_t dwords) {
    const uint32_t unit = axis->distance < 32 ? 32 / axis->distance : 1;
    return axis->distance == 1 ? dwords : ((dwords + unit - 1) / unit | 1) * unit;
}

/* Completes an axis's plan: lines of a workgroup and shared memory. */
static bool complete(const search_t *search, const axis_t *axis, uint32_t workgroup, bool padded,
                     nbl_fft_plan_t *plan) {
    const uint32_t ffts = lines_at_once(axis, workgroup, plan);
    const nbl_fft_plan_limits_t none = {UINT32_MAX / 2, UINT32_MAX / 8, search->of.subgroup_size, search->of.device};
    nbl_fft_plan_request_t request = {
        .passes = plan->passes, .invocations = plan->invocations, .ffts_per_workgroup = ffts, .windows = 1};
    nbl_fft_plan_t made;
    for (uint32_t p = 0; p < request.passes; p++) request.radices[p] = nbl_fft_plan_radix(*plan, p);
    if (nbl_fft_plan_from_radices(&request, plan->complex_dwords, &none, &made, NULL) != NBL_SUCCESS) return false;
    /* Lines side by side access the same place of their planes at a time. */
    if ((!padded || axis->distance > 1) && made.plane_dwords != 0) {
        made.pad_shifts = made.pad_steps = 0;
        made.plane_dwords = made.fft_length;
    }
    if (made.plane_dwords != 0) made.plane_dwords = spread(axis, made.plane_dwords);
    *plan = made;
    return true;
}

/* Returns a term of the model: of complex arrays, of real ones, or of real ones back. */
static double term_of(const search_t *search, nbl_fact_number_t complex, nbl_fact_number_t real,
                      nbl_fact_number_t back) {
    return nbl_fact_number_of(search->of.device, !search->real ? complex : search->back ? back : real);
}

static double time_of(const search_t *search, const trial_t *trial) {
    const uint32_t element_bytes = 4 * search->complex_dwords;
    const double filled = 32.0 * ceil(trial->workgroup / 32.0);
    const uint32_t mirrored = !search->pairs ? search->axes : search->trades_mirrors ? search->axes - 1 : 0; /* axis */
    double exchanges = search->axes - 1.0 + search->trades_mirrors, idle = 0.0, registers = 0.0;
    for (uint32_t a = 0; a < search->axes; a++) {
        const uint32_t held = trial->plans[a].elements * (a == mirrored ? 2 : 1);
        exchanges += trial->plans[a].passes - 1.0;
        registers = fmax(registers, nbl_fft_plan_registers(search->of.device, search->complex_dwords, held));
        idle += 1.0 - trial->arrays * search->axis[a].lines * trial->plans[a].invocations / filled;
    }
    const double multiprocessor = nbl_fact_number_of(search->of.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS);
    registers = 8.0 * ceil(registers / 8.0);
    double groups = fmin(fmax(nbl_fft_plan_workgroups(search->of, filled, trial->dwords), 1.0),
                         multiprocessor / (registers * filled));
    if (groups > 1.0) groups = floor(groups);
    const double spilled = fmax(1.0 / groups - 1.0, 0.0); /* registers that there are not */
    const double waiting =
        term_of(search, NBL_NUMBER_ARRAYS_WAIT, NBL_NUMBER_ARRAYS_WAIT, NBL_NUMBER_ARRAYS_WAIT_BACK) /
        fmin(groups * filled, nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_FULL));
    const double exchange =
        term_of(search, NBL_NUMBER_ARRAYS_EXCHANGE, NBL_NUMBER_ARRAYS_EXCHANGE_REAL, NBL_NUMBER_ARRAYS_EXCHANGE_BACK) /
            groups +
        term_of(search, NBL_NUMBER_ARRAYS_INSTRUCTIONS, NBL_NUMBER_ARRAYS_INSTRUCTIONS_REAL,
                NBL_NUMBER_ARRAYS_INSTRUCTIONS_BACK);
    const double idling =
        term_of(search, NBL_NUMBER_ARRAYS_IDLE, NBL_NUMBER_ARRAYS_IDLE_REAL, NBL_NUMBER_ARRAYS_IDLE_BACK);
    double time = COPY + waiting + exchange * exchanges + idling * idle / search->axes +
                  nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_SPILLS) * spilled;
    if (search->real)
        time += nbl_fact_number_of(search->of.device,
                                   search->back ? NBL_NUMBER_ARRAYS_SMALL_BACK : NBL_NUMBER_ARRAYS_SMALL_REAL) /
                filled;
    if (search->back)
        time += nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_REGISTERS_BACK) * registers / MOST_REGISTERS;
    for (uint32_t a = 0; a < search->axes; a += search->axes - 1) /* the first and the last axis access memory */
        if (search->axis[a].distance == 1 &&
            search->axis[a].length * element_bytes > 2 * nbl_sector_bytes(search->of.device) &&
            trial->plans[a].invocations * element_bytes < nbl_sector_bytes(search->of.device))
            time += nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_PARTS);
    return trial->padded ? time : time + nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_CONFLICTS);
}

/* Keeps a trial if it is predicted to be the fastest so far; its shared memory is what axes and exchanges need. */
static void weigh(search_t *search, trial_t *trial, const uint32_t own[MOST_AXES]) {
    uint32_t most = 0;
    for (uint32_t a = 0; a < search->axes; a++)
        if (own[a] > most) most = own[a];
    for (trial->planes = 1; trial->planes <= search->complex_dwords; trial->planes *= 2) {
        const uint32_t traded = trial->planes * trial->arrays * search->rows * trial->row_pitch;
        trial->dwords = traded > most ? traded : most;
        if (4 * (uint64_t)trial->dwords > search->of.max_shared_bytes) break;
        const double time = time_of(search, trial);
        if (time >= search->time) continue;
        search->time = time;
        search->best = *trial;
    }
}

/* Compares plans before their padding is chosen, which takes a thousand times as long. */
static void try_plans(search_t *search, const nbl_fft_plan_t plans[MOST_AXES], uint32_t arrays) {
    trial_t trial = {.arrays = arrays, .padded = true};
    uint32_t elements = 0, own[MOST_AXES];
    for (uint32_t a = 0; a < search->axes; a++) {
        const uint32_t wanted = arrays * search->axis[a].lines * plans[a].invocations;
        if (wanted > trial.workgroup) trial.workgroup = wanted;
        if (plans[a].elements > elements) elements = plans[a].elements;
        trial.plans[a] = plans[a];
    }
    const double registers =
        nbl_fft_plan_registers(search->of.device, search->complex_dwords, elements) * trial.workgroup;
    if (trial.workgroup > search->of.max_invocations ||
        registers > nbl_fact_number_of(search->of.device, NBL_NUMBER_REGISTERS_MOST_SHORT) *
                        nbl_fact_number_of(search->of.device, NBL_NUMBER_MULTIPROCESSOR_REGISTERS))
        return;
    for (uint32_t a = 0; a < search->axes; a++) {
        const axis_t *axis = &search->axis[a];
        if (axis->distance == 1)
            trial.row_pitch = choose_pitch(axis->length, plans[a].invocations,
                                           search->of.max_shared_bytes / 4 / (arrays * search->rows));
        own[a] = plans[a].passes == 1 ? 0
                                      : lines_at_once(axis, trial.workgroup, &plans[a]) * spread(axis, axis->length) *
                                            nbl_fft_plan_scalar_dwords(plans[a]);
    }
    weigh(search, &trial, own);
}

/* Completes the fastest trial. Rows are padded between passes if the model predicts a gain. */
static bool complete_best(search_t *search) {
    const trial_t bare = search->best;
    search->time = INFINITY;
    search->best.arrays = 0;
    for (int padded = 0; padded < 2 && bare.arrays != 0; padded++) {
        trial_t trial = bare;
        uint32_t own[MOST_AXES];
        bool made = true;
        trial.padded = padded == 1;
        for (uint32_t a = 0; a < search->axes; a++) {
            made = made && complete(search, &search->axis[a], trial.workgroup, trial.padded, &trial.plans[a]);
            own[a] = nbl_fft_plan_shared_dwords(trial.plans[a]);
        }
        if (made) weigh(search, &trial, own);
    }
    return search->best.arrays != 0;
}

static void try_axis(search_t *search, uint32_t a, nbl_fft_plan_t plans[MOST_AXES]) {
    if (a < search->axes) {
        for (uint32_t i = 0; i < search->axis[a].count && i < most_tried[search->axes]; i++) {
            plans[a] = search->axis[a].plans[i];
            try_axis(search, a + 1, plans);
        }
        return;
    }
    uint32_t one = 0;
    for (uint32_t b = 0; b < search->axes; b++) {
        const uint32_t wanted = search->axis[b].lines * plans[b].invocations;
        if (wanted > one) one = wanted;
    }
    const uint32_t fewest = (uint32_t)nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_FEWEST_INVOCATIONS);
    const uint32_t enough = (uint32_t)nbl_fact_number_of(search->of.device, NBL_NUMBER_ARRAYS_ENOUGH_INVOCATIONS);
    for (uint32_t arrays = 1; arrays == 1 || arrays * one <= enough; arrays++) {
        if (arrays * one < fewest && (arrays + 1) * one <= enough) continue;
        try_plans(search, plans, arrays);
    }
}

/* Finds the fastest trial by the plans of a row, or by all. Returns whether there is any.
 *
 * row  NULL: by all */
static bool find_by(search_t *search, const nbl_fft_lines_desc_t *desc, const nbl_fact_t *row) {
    nbl_fft_plan_t plans[MOST_AXES];
    for (uint32_t a = 0; a < search->axes; a++) {
        axis_t *axis = &search->axis[a];
        if (!(row != NULL ? take_plan(search, row->plans[a], axis) : list_axis(search, desc, axis))) return false;
    }
    try_axis(search, 0, plans);
    return search->best.arrays != 0;
}

/* Finds the fastest trial by bare plans. Returns whether there is any.
 *
 * by_rows  whether plans of a row come before the model's */
static bool find_best(const nbl_fft_limits_t *limits, const uint32_t *lengths, uint32_t axes, bool by_rows,
                      const nbl_fft_lines_desc_t *desc, search_t *search) {
    uint32_t elements = 1;
    *search = (search_t){.limits = limits,
                         .of = nbl_fft_plan_limits_of(limits),
                         .axes = axes,
                         .complex_dwords = nbl_fft_precision_dwords(desc->precision),
                         .fast = desc->fast,
                         .real = desc->parameters.mirrored != NBL_FFT_COMPLEX,
                         .back = desc->parameters.mirrored != NBL_FFT_COMPLEX && desc->parameters.inverse != 0,
                         .pairs = desc->parameters.mirrored == NBL_FFT_REAL ||
                                  desc->parameters.mirrored == NBL_CHOOSE_PAIRS_OF_ROWS,
                         .time = INFINITY};
    search->trades_mirrors = search->pairs && desc->parameters.inverse == 0;
    for (uint32_t a = 0; a < axes; a++) {
        search->axis[a].length = lengths[a];
        search->axis[a].distance = elements;
        elements *= lengths[a];
    }
    search->rows = elements / lengths[0];
    if (4 * (uint64_t)elements > limits->max_shared_bytes) return false;
    if (desc->fast && axes == 3) { /* rows are the middle axis: the other two access whole sectors of memory */
        const axis_t rows = search->axis[0];
        search->axis[0] = search->axis[1];
        search->axis[1] = rows;
    }
    for (uint32_t a = 0; a < axes; a++) search->axis[a].lines = elements / search->axis[a].length;
    const nbl_fact_t *row = by_rows ? find_row(search, desc, lengths) : NULL;
    return (row != NULL && find_by(search, desc, row)) || find_by(search, desc, NULL);
}

double nbl_fft_lines_arrays_time(const nbl_fft_limits_t *limits, const uint32_t *lengths, uint32_t axes,
                                 nbl_fft_lines_desc_t *desc, nbl_fft_plan_t plans[3]) {
    search_t search;
    if (!find_best(limits, lengths, axes, false, desc, &search)) return INFINITY;
    memcpy(plans, search.best.plans, sizeof search.best.plans);
    desc->parameters.invocations = search.best.workgroup;
    return search.time;
}

bool nbl_fft_lines_plan_arrays(const nbl_fft_limits_t *limits, const uint32_t *lengths, uint32_t axes,
                               nbl_fft_lines_desc_t *desc) {
    search_t search;
    if (!find_best(limits, lengths, axes, true, desc, &search) || !complete_best(&search)) return false;
    const trial_t *best = &search.best;
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    p->axes = axes;
    p->plan = best->plans[0];
    p->second_plan = best->plans[1];
    p->third_plan = best->plans[axes - 1];
    p->distance = search.axis[0].distance;
    p->second_distance = search.axis[1].distance;
    p->third_distance = search.axis[axes - 1].distance;
    p->arrays = best->arrays;
    p->row = lengths[0];
    p->row_pitch = best->row_pitch;
    p->planes = best->planes;
    p->twiddles = desc->fast && desc->planned == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_TWIDDLES_STEPPED_OF_ONE
                                                                         : NBL_FFT_TWIDDLES_OF_TWO;
    p->invocations = best->workgroup;
    p->ffts_per_workgroup = 1;
    p->shared_dwords = best->dwords;
    desc->length = search.axis[0].length;
    return true;
}

/* ---- Rows that are traded before and behind their line */

/* Returns the radix of the butterfly that each invocation of a row has: the length itself if it is a radix and rows do
 * not end with a sector, else the length's largest prime. */
static uint32_t radix_of_row(nbl_device_kind_t device, uint32_t length, bool fused) {
    const double most_wide = fused ? 0 : nbl_fact_number_of(device, NBL_NUMBER_TRADED_WIDE_MOST);
    const bool whole = nbl_fft_plan_is_radix(length) && length % nbl_sector_elements(device) != 0 &&
                       length >= nbl_fact_number_of(device, NBL_NUMBER_TRADED_LEAST_PRIME) &&
                       (nbl_fft_plan_is_narrow(length) || length <= most_wide);
    return whole ? length : nbl_largest_prime(length);
}

/* Makes the plan in which each invocation of a row has one butterfly of a radix, which comes first or last. */
static bool plan_row(const nbl_fft_plan_limits_t *of, uint32_t length, uint32_t radix, bool first_is_large,
                     uint32_t rows, uint32_t complex_dwords, nbl_fft_plan_t *plan) {
    const uint32_t rest = length / radix, at = rest == 1 || first_is_large ? 0 : 1;
    nbl_fft_plan_request_t request = {
        .passes = rest == 1 ? 1 : 2, .invocations = rest, .ffts_per_workgroup = rows, .windows = 1};
    request.radices[at] = radix;
    request.radices[1 - at] = rest;
    return nbl_fft_plan_is_radix(radix) && (rest == 1 || nbl_fft_plan_is_radix(rest)) &&
           nbl_fft_plan_from_radices(&request, complex_dwords, of, plan, NULL) == NBL_SUCCESS;
}

bool nbl_fft_lines_plan_rows(const nbl_fft_limits_t *limits, uint32_t length, bool fused, nbl_fft_lines_desc_t *desc) {
    const nbl_fft_plan_limits_t of = nbl_fft_plan_limits_of(limits);
    const uint32_t dwords = nbl_fft_precision_dwords(desc->precision),
                   most = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_TRADED_INVOCATIONS);
    nbl_fft_lines_parameters_t *p = &desc->parameters;
    const uint32_t radix = radix_of_row(limits->device, length, fused);
    const bool steps = length / radix <= nbl_fact_number_of(limits->device, NBL_NUMBER_TRADED_STEPPED_PARTS);
    p->arrays = most / (length / radix);
    if (p->arrays == 0 || !plan_row(&of, length, radix, steps, p->arrays, dwords, &p->plan)) return false;
    p->axes = 1;
    p->distance = 1;
    p->row = length;
    /* With three invocations a row's pitch is its length. Measured, in parts of a copy, against the pitch of the fewest
     * conflicts: 39 .914 and .899, 57 .798 and .790, 45 .967 and .963. Not where rows are a bank or two apart, since
     * their invocations meet then: 33 .842 and .908. */
    p->row_pitch = length;
    if (p->plan.invocations != 3 || length % NBL_FFT_BANKS < p->plan.invocations)
        p->row_pitch = choose_pitch(length, p->plan.invocations, limits->max_shared_bytes / 4 / p->arrays);
    p->planes = 1;
    p->invocations = p->arrays * p->plan.invocations;
    p->shared_dwords = p->arrays * p->row_pitch;
    const uint32_t own = nbl_fft_plan_shared_dwords(p->plan);
    if (p->shared_dwords < own) p->shared_dwords = own;
    p->twiddles = steps ? NBL_FFT_TWIDDLES_STEPPED_OF_ONE_AND_FOURTH : NBL_FFT_TWIDDLES_OF_ONE_AND_FOURTH;
    return p->invocations <= limits->max_workgroup_invocations &&
           4 * (uint64_t)p->shared_dwords <= limits->max_shared_bytes;
}
