/* Large transforms by tickets on a Vulkan device: kernels, twiddles and counters.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "fft/names.h"
#include "fft/pass_table.h"
#include "gpu/read_twiddles.h"
#include "gpu/tickets.h"
#include "nbl/complex.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/plan.h"
#include "plan/factors.h"
#include "spirv/glslang.h"
#include "spirv/words.h"

enum { MOST_PASSES = NBL_TICKETS_MOST_PASSES, SWEEPERS = 64, COUNTERS_BEFORE_UNITS = 3 };

static const uint32_t needed = NBL_FEATURE_BUFFER_DEVICE_ADDRESS | NBL_FEATURE_MEMORY_MODEL;

static bool has_features(const nbl_vulkan_device_t *device) {
    return (nbl_vulkan_device_get_features(device) & needed) == needed;
}

/* The push constants: nbl_fft_tickets_job_t of shaders/fft_tickets.h. */
typedef struct job_t {
    uint64_t source, target, tables[2];
    uint32_t ffts, lag;
} job_t;

/* Kinds of dispatches: one pass, two passes that share tickets, or the tiles that these left over. */
typedef enum kind_t { ALONE, BOTH, LEFT } kind_t;
typedef struct step_t {
    kind_t kind;
    uint32_t pass;                /* the first of its plans */
    uint32_t length, of_row;      /* NBL_FFT_LENGTH and NBL_FFT_ROWS of its transforms */
    uint32_t points[3];           /* of each pass: how the length is split */
    uint32_t ffts, alone, passes; /* transforms; number of the pass, from 1, of ALONE; passes of a transform */
    bool reads;                   /* ALONE: twiddles from tables[pass] */
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    uint32_t groups[3];
} step_t;

enum { MOST_STEPS = MOST_PASSES };

struct nbl_fft_by_tickets_t {
    nbl_vulkan_device_t *device;
    job_t job;
    nbl_tickets_t of;
    uint32_t points[MOST_PASSES];
    char texts[MOST_PASSES][NBL_FFT_PLAN_TEXT_SIZE]; /* of plans */
    nbl_vulkan_buffer_t counters, tables[MOST_PASSES];
    step_t steps[MOST_STEPS];
    uint32_t step_count;
};

static nbl_tickets_t described(const nbl_fft_tickets_desc_t *desc) {
    return (nbl_tickets_t){.length = desc->length,
                           .rows = desc->rows,
                           .planes = desc->planes,
                           .batch = desc->batch,
                           .precision = desc->precision,
                           .mode = desc->mode};
}

static nbl_device_kind_t kind_of(const nbl_vulkan_device_t *device) { return nbl_fft_device_limits(device).device; }

const nbl_fact_t *nbl_fft_tickets_row(nbl_device_kind_t device, const nbl_fft_tickets_desc_t *desc) {
    const nbl_tickets_t of = described(desc);
    return nbl_choose_tickets_row(device, &of, false);
}

bool nbl_fft_tickets_suit(const nbl_vulkan_device_t *device) {
    return device != NULL && has_features(device) && nbl_choose_by_address(kind_of(device));
}

uint8_t nbl_fft_tickets_literals(const nbl_vulkan_device_t *device, nbl_fft_route_t route) {
    if (route == NBL_FFT_ROUTE_PASSES || !has_features(device) || !nbl_has_compiler()) return NBL_FFT_LITERALS_NEVER;
    return route == NBL_FFT_ROUTE_TICKETS ? NBL_FFT_LITERALS_WHEREVER
           : nbl_fft_tickets_suit(device) ? NBL_FFT_LITERALS_WHERE_FASTER
                                          : NBL_FFT_LITERALS_NEVER;
}

bool nbl_fft_tickets_has(const nbl_vulkan_device_t *device, uint64_t length) {
    const nbl_fft_tickets_desc_t desc = {.length = length, .precision = NBL_FFT_FLOAT32, .mode = NBL_MODE_FAST};
    return nbl_fft_tickets_suit(device) && nbl_fft_tickets_row(kind_of(device), &desc) != NULL;
}

bool nbl_fft_tickets_is_faster(const nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc) {
    const nbl_tickets_t of = described(desc);
    return nbl_fft_tickets_suit(device) && nbl_choose_tickets_are_faster(kind_of(device), &of);
}

uint32_t nbl_fft_tickets_dispatches(const nbl_fft_by_tickets_t *fft) { return fft->step_count; }

const char *nbl_fft_tickets_plan(const nbl_fft_by_tickets_t *fft, uint32_t pass) {
    return pass < fft->of.passes ? fft->texts[pass] : NULL;
}

/* ---- Making */

/* Returns the dwords of shared memory of a plan whose FFTs are columns: nbl/fft/options.h. */
static uint32_t dwords_of(nbl_fft_plan_t plan) {
    const uint32_t unit = plan.ffts_per_workgroup < 32 ? 32 / plan.ffts_per_workgroup : 1;
    plan.plane_dwords = ((plan.plane_dwords + unit - 1) / unit | 1) * unit;
    return nbl_fft_plan_shared_dwords(plan);
}

/* Returns the dwords of shared memory of a plan of rows. Beside other passes it has one more row, in which invocations
 * without a row work. */
static uint32_t dwords_of_rows(nbl_fft_plan_t plan, bool alone) {
    const uint32_t dwords = nbl_fft_plan_shared_dwords(plan);
    return alone ? dwords : dwords + dwords / plan.ffts_per_workgroup;
}

/* Texts of a plan's defines. */
typedef struct texts_t {
    char names[3][32], values[3][96];
} texts_t;

static void define_plan(nbl_fft_plan_t plan, const char *which, texts_t *texts, nbl_define_t defines[3]) {
    static const char *const names[] = {"RADICES", "LAYOUT", "COLUMNS"};
    snprintf(texts->values[0], sizeof texts->values[0], "%u", plan.radices);
    snprintf(texts->values[1], sizeof texts->values[1], "%u, %u, %u, %u, %u, %u, %u", plan.invocations, plan.elements,
             plan.ffts_per_workgroup, plan.windows, plan.pad_shifts, plan.pad_steps, plan.plane_dwords);
    snprintf(texts->values[2], sizeof texts->values[2], "%u", plan.ffts_per_workgroup);
    for (int i = 0; i < 3; i++) {
        snprintf(texts->names[i], sizeof texts->names[i], "NBL_TICKETS_%s_%s", which, names[i]);
        defines[i] = (nbl_define_t){texts->names[i], texts->values[i]};
    }
}

static nbl_result_t make_table(nbl_fft_by_tickets_t *fft, const nbl_fft_pass_tables_t *tables,
                               const nbl_fft_pass_table_t *of, uint32_t number, nbl_error_t *error) {
    const nbl_vulkan_buffer_desc_t desc = {.size = sizeof(uint32_t) * of->plan.complex_dwords * tables->count(of),
                                           .name = "twiddles"};
    void *table = malloc(desc.size);
    if (table == NULL) return nbl_fail_memory(error, "twiddles");
    tables->fill(of, table);
    nbl_result_t result = nbl_vulkan_buffer_create(fft->device, &desc, &fft->tables[number], error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(fft->device, &fft->tables[number], 0, table, desc.size, error);
    free(table);
    return result;
}

static nbl_result_t make_counters(nbl_fft_by_tickets_t *fft, uint64_t tiles, nbl_error_t *error) {
    const nbl_vulkan_buffer_desc_t desc = {.size = sizeof(uint32_t) * (COUNTERS_BEFORE_UNITS + tiles),
                                           .name = "tickets"};
    void *zeros = calloc(1, desc.size);
    if (zeros == NULL) return nbl_fail_memory(error, "tickets");
    nbl_result_t result = nbl_vulkan_buffer_create(fft->device, &desc, &fft->counters, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_buffer_upload(fft->device, &fft->counters, 0, zeros, desc.size, error);
    free(zeros);
    return result;
}

static bool is_of_rows(const nbl_fft_by_tickets_t *fft, uint32_t pass) { return fft->of.rows != 0 && pass == 0; }

static nbl_result_t make_kernel(nbl_fft_by_tickets_t *fft, const nbl_fft_tickets_desc_t *desc, step_t *step,
                                nbl_error_t *error) {
    const nbl_fft_plan_t *plans = fft->of.plan;
    static const char *const whose[][2] = {{"ALONE"}, {"FIRST", "SECOND"}, {"FIRST", "SECOND"}};
    static const char *const names[] = {"fft_pass", "fft_both_passes", "fft_what_is_left"};
    static const char *const numbers[] = {"3", "0", "1"};
    uint32_t dwords = 0, count = 17, order = NBL_INSTRUCTION_ORDER_DEFAULT;
    texts_t texts[2];
    char length[16], shared[16], points[3][16], of_row[16], alone[16];
    const bool divides = desc->scaling == NBL_FFT_SCALING_DEFAULT && desc->inverse;
    const char *const normalization = divides || desc->scaling == NBL_FFT_SCALING_BY_LENGTH ? "NBL_FFT_BY_LENGTH"
                                      : desc->scaling == NBL_FFT_SCALING_BY_ROOT            ? "NBL_FFT_BY_ROOT"
                                                                                            : "NBL_FFT_UNNORMALIZED";
    const bool wide = desc->precision == NBL_FFT_FLOAT64;
    nbl_define_t defines[26] = {{"NBL_TICKETS_KERNEL", numbers[step->kind]},
                                {"NBL_TICKETS_SCALAR", wide ? "float64_t" : "float32_t"},
                                {"NBL_HAS_FLOAT64", wide ? "1" : "0"},
                                {"NBL_TICKETS_LENGTH", length},
                                {"NBL_TICKETS_POINTS_1", points[0]},
                                {"NBL_TICKETS_POINTS_2", points[1]},
                                {"NBL_TICKETS_POINTS_3", points[2]},
                                {"NBL_TICKETS_PASS", step->passes == 2 ? "1" : "2"},
                                {"NBL_TICKETS_ALONE", alone},
                                {"NBL_TICKETS_INVERSE", desc->inverse ? "1" : "0"},
                                {"NBL_TICKETS_TABLES", step->kind == ALONE ? "0" : "1"},
                                {"NBL_TICKETS_DWORDS", shared},
                                {"NBL_BUFFER_DEVICE_ADDRESS", "1"},
                                {"NBL_MEMORY_MODEL", "1"},
                                {"NBL_SUBGROUP_OPERATIONS", "0"},
                                {"NBL_UNROLL_LOOPS", desc->unroll ? "1" : "0"},
                                {"NBL_TICKETS_NORMALIZATION", normalization}};
    snprintf(length, sizeof length, "%u", step->length);
    snprintf(alone, sizeof alone, "%u", step->alone == 0 ? 1 : step->alone);
    for (uint32_t p = 0; p < 2 && whose[step->kind][p] != NULL; p++, count += 3) {
        const nbl_fft_plan_t plan = plans[step->pass + p];
        const uint32_t own =
            is_of_rows(fft, step->pass + p) ? dwords_of_rows(plan, step->kind == ALONE) : dwords_of(plan);
        define_plan(plan, whose[step->kind][p], &texts[p], &defines[count]);
        if (own > dwords) dwords = own;
        if (fft->of.order[step->pass + p] != NBL_INSTRUCTION_ORDER_DEFAULT) order = fft->of.order[step->pass + p];
    }
    snprintf(shared, sizeof shared, "%u",
             dwords == 0 ? 1 : dwords); /* a single pass needs none, but an array has one element at least */
    for (int i = 0; i < 3; i++) snprintf(points[i], sizeof points[i], "%u", step->points[i]);
    snprintf(of_row, sizeof of_row, "%u", step->of_row);
    if (desc->precision == NBL_FFT_FLOAT16_STORAGE) defines[count++] = (nbl_define_t){"NBL_TICKETS_HALVES", "1"};
    if (step->reads) defines[count++] = (nbl_define_t){"NBL_TICKETS_ALONE_READS", "1"};
    if (step->of_row != 0) defines[count++] = (nbl_define_t){"NBL_TICKETS_ROWS", of_row};
    const nbl_compile_desc_t compile = {.file = "shaders/fft_tickets.h",
                                        .defines = defines,
                                        .define_count = count,
                                        .mode = desc->mode,
                                        .cache = desc->cache,
                                        .instruction_order = (nbl_instruction_order_t)order};
    const nbl_vulkan_kernel_desc_t wanted = {.name = names[step->kind],
                                             .compile = &compile,
                                             .push_constant_bytes = sizeof fft->job,
                                             .may_round_twice = fft->of.mode == NBL_MODE_FAST};
    nbl_result_t result = nbl_vulkan_kernel_create(fft->device, &wanted, &step->kernel, error);
    if (result != NBL_SUCCESS || step->kind == ALONE) return result;
    const nbl_vulkan_resource_t counters = {.buffer = fft->counters.handle};
    return nbl_vulkan_bindings_create(step->kernel, &counters, names[step->kind], &step->bindings, error);
}

/* Adds a dispatch.
 *
 * of  its transforms, their lengths and passes */
static void add_step(nbl_fft_by_tickets_t *fft, kind_t kind, uint32_t pass, uint64_t groups, step_t of) {
    step_t *step = &fft->steps[fft->step_count++];
    *step = of;
    step->kind = kind;
    step->pass = pass;
    nbl_vulkan_split_groups(groups, step->groups);
}

/* Makes the tables of twiddles of the two passes that share a dispatch. */
static nbl_result_t make_tables(nbl_fft_by_tickets_t *fft, const nbl_fft_tickets_desc_t *desc, nbl_error_t *error) {
    const nbl_fft_plan_t *plans = fft->of.plan;
    const uint32_t *points = fft->points, third = fft->of.planes != 0 ? 1 : points[2];
    const uint32_t one = third == 1 ? 0 : 1;
    for (uint32_t p = one; p < one + 2; p++) {
        nbl_fft_pass_table_t table = {nbl_fft_large_pass(p + 1, points[0], points[1], third), plans[p], desc->inverse,
                                      false};
        if (is_of_rows(fft, p)) table.pass = nbl_fft_large_pass(1, points[0], 1, 1); /* nothing is turned behind it */
        nbl_result_t result = make_table(fft, nbl_fft_pass_tables_of(desc->mode), &table, p, error);
        if (result != NBL_SUCCESS) return result;
        fft->job.tables[p - one] = fft->tables[p].address;
    }
    return NBL_SUCCESS;
}

/* Returns whether rows of fast mode read their twiddles: those with a radix that is a multiple of 11 or 13, and those
 * of four radices. Twiddles of other rows cost little as multiply-adds. Time of whole arrays with twiddles read, over
 * the time without, on an H200, 2026-11-30: 320x6006 (13x11x21x2) .93, 324x1485 .95, 64x1232 .96, 7168x4356, 147x1875
 * and 3675x1875 .97, 21x1859 .99, 256x416 1.00; 44 rows of other radices .98 to 1.02, but 128x588 .94. Columns lose: 30
 * of them .98 to 1.05, and 693x910 .71, whose plan was of another kind of kernels. */
static bool reads_in_fast_mode(const nbl_fft_by_tickets_t *fft, uint32_t pass) {
    const nbl_fft_plan_t plan = fft->of.plan[pass];
    return is_of_rows(fft, pass) && (plan.passes > 3 || nbl_largest_prime(plan.fft_length) > 7);
}

/* Makes the table of a pass with a dispatch of its own, if it reads its twiddles. */
static nbl_result_t make_table_alone(nbl_fft_by_tickets_t *fft, const nbl_fft_tickets_desc_t *desc, step_t *step,
                                     nbl_error_t *error) {
    const nbl_fft_plan_t plan = fft->of.plan[step->pass];
    const nbl_fft_large_pass_t rows = nbl_fft_large_pass(1, step->points[0], 1, 1),
                               lines =
                                   nbl_fft_large_pass(step->alone, step->points[0], step->points[1], step->points[2]);
    const nbl_fft_pass_table_t of = {is_of_rows(fft, step->pass) ? rows : lines, plan, desc->inverse, false};
    step->reads = (desc->mode == NBL_MODE_EXACT || reads_in_fast_mode(fft, step->pass)) &&
                  of.pass.points_after <= NBL_FFT_TWIDDLES_READ_MOST_AFTER &&
                  nbl_fft_reads_twiddles(plan, NBL_FFT_TWIDDLES_OF_TWO, nbl_fft_device_limits(fft->device).device);
    return step->reads ? make_table(fft, nbl_fft_pass_tables_of(desc->mode), &of, step->pass, error) : NBL_SUCCESS;
}

static uint64_t rounded_up(uint64_t lines, uint32_t of_tile) { return (lines + of_tile - 1) / of_tile; }

/* Returns the tiles of a pass. If the pass shares a dispatch, no tile has lines of two transforms, and in strips no
 * tile has lines of two rows. */
static uint64_t tiles_of(const nbl_fft_by_tickets_t *fft, const nbl_fft_tickets_desc_t *desc, uint32_t p) {
    const uint32_t planes = desc->planes != 0 ? (uint32_t)desc->planes : 1,
                   of_plane = desc->planes != 0 ? 2 : fft->of.passes;
    const uint32_t columns = fft->of.plan[p].ffts_per_workgroup;
    const uint64_t lines = desc->length / fft->points[p], transforms = desc->batch * planes;
    if (fft->of.lag == 0 || p + 2 < of_plane || p >= of_plane) return rounded_up(desc->batch * lines, columns);
    if (of_plane == 2) return transforms * rounded_up(lines / planes, columns);
    return desc->batch * (lines / fft->points[0]) * rounded_up(fft->points[0], columns);
}

static nbl_result_t make(nbl_fft_by_tickets_t *fft, const nbl_fft_tickets_desc_t *desc, nbl_error_t *error) {
    const nbl_fft_plan_t *plans = fft->of.plan;
    const uint32_t passes = fft->of.passes;
    uint64_t tiles[MOST_PASSES];
    nbl_result_t result = NBL_SUCCESS;
    fft->points[2] = 1;
    fft->job.lag = fft->of.lag;
    for (uint32_t p = 0; p < passes; p++) {
        fft->points[p] = plans[p].fft_length;
        nbl_fft_plan_short_text(plans[p], fft->texts[p], sizeof fft->texts[p]);
    }
    for (uint32_t p = 0; p < passes; p++) tiles[p] = tiles_of(fft, desc, p);
    const uint64_t planes = desc->planes != 0 ? desc->planes : 1;
    const uint32_t of_plane = desc->planes != 0 ? 2 : passes, last = of_plane - 1;
    const uint32_t alone = fft->of.lag == 0 ? of_plane : of_plane - 2;
    step_t of = {.length = (uint32_t)(desc->length / planes),
                 .of_row = (uint32_t)desc->rows,
                 .points = {fft->points[0], fft->points[1], of_plane == 3 ? fft->points[2] : 1},
                 .ffts = (uint32_t)(desc->batch * planes),
                 .passes = of_plane};
    for (uint32_t p = 0; p < alone; p++) {
        of.alone = p + 1;
        add_step(fft, ALONE, p, tiles[p], of);
    }
    if (alone < of_plane) {
        add_step(fft, BOTH, last - 1, tiles[last - 1] + tiles[last], of);
        add_step(fft, LEFT, last - 1, SWEEPERS, of);
        result = make_tables(fft, desc, error);
        /* units, at most as many as tiles; tiles left */
        if (result == NBL_SUCCESS) result = make_counters(fft, 2 * tiles[last], error);
    }
    if (desc->planes != 0) { /* columns of an array whose rows are planes */
        const step_t across = {.length = (uint32_t)desc->length,
                               .of_row = of.length,
                               .points = {of.length, fft->points[2], 1},
                               .ffts = (uint32_t)desc->batch,
                               .alone = 2,
                               .passes = 2};
        add_step(fft, ALONE, 2, tiles[2], across);
    }
    for (uint32_t s = 0; s < fft->step_count && result == NBL_SUCCESS; s++)
        if (fft->steps[s].kind == ALONE) result = make_table_alone(fft, desc, &fft->steps[s], error);
    for (uint32_t s = 0; s < fft->step_count && result == NBL_SUCCESS; s++)
        result = make_kernel(fft, desc, &fft->steps[s], error);
    return result;
}

nbl_result_t nbl_fft_tickets_create_of(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_tickets_t *tickets, nbl_fft_by_tickets_t **fft, nbl_error_t *error) {
    if (desc->batch > (UINT32_MAX - 1) / desc->length)
        return nbl_fail(error, NBL_ERROR_LIMIT, "batch: must be fewer than 2^32 elements in all: transform parts");
    if (desc->precision == NBL_FFT_FLOAT64 && (nbl_vulkan_device_get_features(device) & NBL_FEATURE_FLOAT64) == 0)
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "tickets: the device has no float64: use NBL_FFT_FLOAT32");
    if (!has_features(device))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE,
                        "tickets: the device has no buffer device addresses, or not Vulkan's memory model: "
                        "nbl_fft_make_vulkan() of nbl/host/fft.h needs neither");
    nbl_fft_by_tickets_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "tickets");
    made->device = device;
    made->of = *tickets;
    nbl_result_t result = make(made, desc, error);
    if (result == NBL_SUCCESS)
        *fft = made;
    else
        nbl_fft_tickets_destroy(made);
    return result;
}

nbl_result_t nbl_fft_tickets_create_by(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_fact_t *row, nbl_fft_by_tickets_t **fft, nbl_error_t *error) {
    nbl_tickets_t of = described(desc);
    const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    const nbl_result_t result = nbl_choose_tickets_by(row, &limits, &of, error);
    return result == NBL_SUCCESS ? nbl_fft_tickets_create_of(device, desc, &of, fft, error) : result;
}

nbl_result_t nbl_fft_tickets_create(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                    nbl_fft_by_tickets_t **fft, nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, device, desc, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("precision", desc->precision, NBL_FFT_PRECISION_NAMES),
                                  NBL_CHECK_ENUM("scaling", desc->scaling, NBL_FFT_SCALING_NAMES),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES_BUT_FUSED)};
    const nbl_result_t result = nbl_check("tickets", checks, sizeof checks / sizeof *checks, error);
    if (result != NBL_SUCCESS) return result;
    const nbl_fact_t *row = nbl_fft_tickets_row(kind_of(device), desc);
    if (desc->batch == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "batch: must be 1 or more");
    if (row == NULL)
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "length %llu in %s: not by tickets in %s mode; nbl/host/fft_tickets.h lists what is, and "
                        "nbl_fft_make_vulkan() of nbl/host/fft.h makes other lengths",
                        (unsigned long long)desc->length, nbl_fft_precision_name(desc->precision),
                        desc->mode == NBL_MODE_FAST ? "fast" : "exact");
    return nbl_fft_tickets_create_by(device, desc, row, fft, error);
}

void nbl_fft_tickets_destroy(nbl_fft_by_tickets_t *fft) {
    if (fft == NULL) return;
    for (uint32_t s = 0; s < fft->step_count; s++) {
        nbl_vulkan_bindings_destroy(fft->steps[s].bindings);
        nbl_vulkan_kernel_destroy(fft->steps[s].kernel);
    }
    nbl_vulkan_buffer_destroy(fft->device, &fft->counters);
    for (int p = 0; p < MOST_PASSES; p++) nbl_vulkan_buffer_destroy(fft->device, &fft->tables[p]);
    free(fft);
}

const nbl_vulkan_kernel_t *nbl_fft_tickets_get_kernel(const nbl_fft_by_tickets_t *fft) {
    const nbl_vulkan_kernel_t *kernel = fft->steps[0].kernel;
    for (uint32_t s = 0; s < fft->step_count; s++)
        if (fft->steps[s].kind == BOTH) kernel = fft->steps[s].kernel;
    return kernel;
}

/* ---- Recording */

nbl_result_t nbl_fft_tickets_record(const nbl_fft_by_tickets_t *fft, VkCommandBuffer command_buffer,
                                    VkDeviceAddress source, VkDeviceAddress target, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft, command_buffer)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const uint32_t bytes = nbl_fft_precision_element_bytes(fft->of.precision);
    if (source == 0 || target == 0 || source % bytes != 0 || target % bytes != 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "source, target: must be addresses, multiples of %u", bytes);
    job_t job = fft->job;
    job.source = source;
    job.target = target;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t s = 0; s < fft->step_count && result == NBL_SUCCESS; s++) {
        const step_t *step = &fft->steps[s];
        job.ffts = step->ffts;
        memcpy(job.tables, fft->job.tables, sizeof job.tables);
        if (step->reads) job.tables[0] = fft->tables[step->pass].address;
        result = nbl_vulkan_kernel_record(step->kernel, command_buffer, step->bindings, &job, step->groups, error);
        if (s + 1 < fft->step_count)
            nbl_vulkan_record_barrier(fft->device, command_buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    }
    return result;
}
