/* Diagrams of runs agree with the library's functions of indices, and an element moves only where it was sent.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fft/diagram.h"
#include "nbl/bit.h"
#include "nbl/fft/parameters.h"
#include "tests/common/testing.h"

/* For loops of many cases: Check's own assertions write to a file each time. */
#define CHECK_CASE(condition, ...) \
    do { \
        if (!(condition)) ck_abort_msg(__VA_ARGS__); \
    } while (0)

static nbl_fft_diagram_t *record(nbl_fft_transform_desc_t desc) {
    nbl_fft_diagram_t *diagram;
    nbl_error_t error;
    desc.limits = nbl_fft_emulator_limits(desc.subgroup_size);
    ck_assert_msg(nbl_fft_diagram_record(&desc, &diagram, &error) == NBL_SUCCESS, "%s", error.text);
    return diagram;
}

/* The maps of an instance, for what a test records. */
static uint32_t elements_log2, workgroup_log2;
static nbl_fft_plan_t plan;

#define NBL_FFT_NAME shuffled
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 elements_log2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 workgroup_log2
#define NBL_FFT_MAPS
#include "nbl/fft.h"
#define NBL_FFT_NAME planned
#define NBL_FFT_PLAN plan
#define NBL_FFT_MAPS
#include "nbl/fft.h"

typedef struct maps_t {
    uint32_t (*invocations)(void), (*signal_elements)(void), (*spectrum_elements)(void);
    bool (*signal_active)(nbl_fft_place_t at, uint32_t k), (*spectrum_active)(nbl_fft_place_t at, uint32_t k);
    uint32_t (*signal_index)(nbl_fft_place_t at, uint32_t k), (*spectrum_index)(nbl_fft_place_t at, uint32_t k);
    uint32_t (*frequency)(nbl_fft_place_t at, uint32_t k);
} maps_t;

#define MAPS_OF(name) \
    { \
        name##_fft_invocations, name##_signal_elements, name##_spectrum_elements, name##_signal_active, \
            name##_spectrum_active, name##_signal_index, name##_spectrum_index, name##_frequency \
    }
static const maps_t shuffled = MAPS_OF(shuffled), planned = MAPS_OF(planned);

/* The ends: signal and spectrum as the maps have them. Returns how many labels were compared. */
static uint32_t check_ends(const nbl_fft_diagram_t *diagram, const maps_t *maps, const char *name) {
    bool inverse = diagram->plan.parameters.inverse != 0;
    const uint16_t *spectrum = inverse ? diagram->loaded_from : diagram->stored_to,
                   *signal = inverse ? diagram->stored_to : diagram->loaded_from;
    const nbl_fft_diagram_cell_t *first = diagram->cell[0], *last = diagram->cell[diagram->stages];
    uint32_t labels = 0;
    for (uint32_t t = 0; t < maps->invocations(); t++) {
        nbl_fft_place_t at = {0, t, true, 0, 0};
        for (uint32_t k = 0; k < maps->spectrum_elements(); k++) {
            if (!maps->spectrum_active(at, k)) continue;
            uint32_t index = maps->spectrum_index(at, k), row = 0;
            while (row < diagram->length && spectrum[row] != index) row++;
            CHECK_CASE(row < diagram->length, "%s: no element is index %u of the spectrum", name, index);
            CHECK_CASE(diagram->frequency[row] == maps->frequency(at, k), "%s: index %u holds %u, the library says %u",
                       name, index, diagram->frequency[row], maps->frequency(at, k));
            CHECK_CASE((inverse ? first : last)[row].given == t,
                       "%s: index %u of the spectrum is invocation %u's, not %u's", name, index,
                       (inverse ? first : last)[row].given, t);
            labels++;
        }
        for (uint32_t k = 0; k < maps->signal_elements(); k++) {
            if (!maps->signal_active(at, k)) continue;
            uint32_t row = maps->signal_index(at, k);
            CHECK_CASE(signal[row] == row, "%s: row %u is index %u of the signal", name, row, signal[row]);
            CHECK_CASE((inverse ? last : first)[row].given == t, "%s: index %u of the signal is not invocation %u's",
                       name, row, t);
        }
    }
    return labels;
}

/* The transform runs over the bits of the row, and a trade reaches as far as the shape says. */
static void check_radix2(const nbl_fft_diagram_t *diagram, uint32_t e, uint32_t w, uint32_t subgroup_size,
                         const char *name) {
    bool inverse = diagram->plan.parameters.inverse != 0;
    CHECK_CASE(diagram->stages == e + w, "%s: %u stages", name, diagram->stages);
    for (uint32_t level = 0; level <= diagram->stages; level++) {
        uint32_t moved = 0;
        for (uint32_t row = 0; row < diagram->length; row++) {
            const nbl_fft_diagram_cell_t *cell = &diagram->cell[level][row];
            if (cell->way == NBL_FFT_DIAGRAM_KEPT) continue;
            uint32_t reach = (uint32_t)cell->given ^ cell->taken;
            CHECK_CASE(nbl_is_power_of_two(reach), "%s: level %u: %u gives to %u", name, level, cell->given,
                       cell->taken);
            CHECK_CASE((cell->way == NBL_FFT_DIAGRAM_SUBGROUP) == (reach < subgroup_size),
                       "%s: level %u: from %u to %u in subgroups of %u", name, level, cell->given, cell->taken,
                       subgroup_size);
            moved++;
        }
        /* One element of two, between stages whose butterflies are across invocations. */
        bool across = inverse ? level >= 1 && level <= w : level >= e && level < diagram->stages;
        CHECK_CASE(moved == (across ? diagram->length / 2u : 0u), "%s: %u elements move at level %u", name, moved,
                   level);
        if (level == diagram->stages) break;
        CHECK_CASE(diagram->radix[level] == 2 && diagram->butterflies[level] == diagram->length / 2u, "%s: stage %u",
                   name, level);
        uint32_t stride = inverse ? 1u << level : diagram->length >> (level + 1u);
        for (uint32_t row = 0; row < diagram->length; row++) {
            const nbl_fft_diagram_cell_t *other = &diagram->cell[level][row ^ stride],
                                         *cell = &diagram->cell[level][row];
            CHECK_CASE(cell->butterfly == other->butterfly && cell->taken == other->taken,
                       "%s: stage %u: row %u without row %u", name, level, row, row ^ stride);
            CHECK_CASE(cell->place == ((row & stride) != 0), "%s: stage %u: row %u is operand %u", name, level, row,
                       cell->place);
        }
    }
}

START_TEST(radix2_is_in_nabla_order) {
    uint32_t shapes = 0, labels = 0;
    for (uint32_t e = 1; e <= 5; e++)
        for (uint32_t w = 0; e + w <= 8; w++)
            for (uint32_t s = 0; s <= 5; s += s < 2 ? 1 : 3)
                for (int inverse = 0; inverse < 2; inverse++) {
                    char name[96];
                    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_RADIX2_SHUFFLE,
                                                     .length = 1u << (e + w),
                                                     .elements_per_invocation = 1u << e,
                                                     .workgroup_size = 1u << w,
                                                     .subgroup_size = 1u << s,
                                                     .inverse = inverse};
                    if (s > w && s > 0) continue; /* the same as a smaller one */
                    snprintf(name, sizeof name, "%u elements in %u invocations, subgroups of %u, %s", 1u << e, 1u << w,
                             1u << s, inverse ? "inverse" : "forward");
                    nbl_fft_diagram_t *diagram = record(desc);
                    elements_log2 = e;
                    workgroup_log2 = w;
                    labels += check_ends(diagram, &shuffled, name);
                    check_radix2(diagram, e, w, 1u << s, name);
                    free(diagram);
                    shapes++;
                }
    printf("radix-2 shuffle: %u diagrams, %u labels\n", shapes, labels);
    ck_assert_uint_eq(shapes, 162);
}
END_TEST

/* Every pass is a stage of its radix, and every element goes through shared memory between them. */
static void check_stockham(const nbl_fft_diagram_t *diagram, const char *name) {
    nbl_fft_plan_t plan = diagram->plan.parameters.plan;
    if (diagram->plan.parameters.inverse != 0) plan = nbl_fft_plan_reversed(plan);
    CHECK_CASE(diagram->stages == plan.passes, "%s: %u stages", name, diagram->stages);
    for (uint32_t level = 0; level <= diagram->stages; level++)
        for (uint32_t row = 0; row < diagram->length; row++) {
            bool between = level > 0 && level < diagram->stages;
            CHECK_CASE(diagram->cell[level][row].way == (between ? NBL_FFT_DIAGRAM_SHARED : NBL_FFT_DIAGRAM_KEPT),
                       "%s: level %u, row %u", name, level, row);
        }
    for (uint32_t pass = 0; pass < plan.passes; pass++)
        CHECK_CASE(diagram->radix[pass] == nbl_fft_plan_radix(plan, pass) &&
                       diagram->butterflies[pass] == plan.fft_length / diagram->radix[pass],
                   "%s: pass %u has radix %u", name, pass, diagram->radix[pass]);
}

START_TEST(stockham_is_in_natural_order) {
    static const struct {
        uint32_t length;
        const char *plan;
    } cases[] = {{8, NULL},
                 {8, "2x2x2@1"},
                 {8, "2x4@3"},
                 {16, NULL},
                 {16, "4x4@4"},
                 {16, "4x4@4*1/2"},
                 {60, NULL},
                 {60, "3x5x4@5"},
                 {60, "4x3x5@7*1/3"},
                 {64, NULL},
                 {64, "2x2x2x2x2x2@16"},
                 {105, "7x5x3@11"},
                 {128, NULL},
                 {210, NULL},
                 {210, "2x3x5x7@13"},
                 {243, "3x9x9@27"},
                 {256, NULL},
                 {256, "16x16@16*1/2"},
                 {256, "32x8@8"},
                 {250, "10x5x5@25"}};
    uint32_t count = 0, labels = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int inverse = 0; inverse < 2; inverse++) {
            char name[96];
            nbl_fft_diagram_t *diagram = record((nbl_fft_transform_desc_t){.algorithm = NBL_FFT_STOCKHAM,
                                                                           .length = cases[i].length,
                                                                           .plan_text = cases[i].plan,
                                                                           .inverse = inverse,
                                                                           .subgroup_size = 4});
            plan = diagram->plan.parameters.plan;
            snprintf(name, sizeof name, "length %u, plan %s, %s", cases[i].length,
                     cases[i].plan ? cases[i].plan : "chosen", inverse ? "inverse" : "forward");
            /* The inverse runs the passes backwards: the spectrum stays where the forward transform left it. */
            labels += check_ends(diagram, &planned, name);
            check_stockham(diagram, name);
            free(diagram);
            count++;
        }
    printf("Stockham: %u diagrams, %u labels\n", count, labels);
    ck_assert_uint_eq(count, 40);
    ck_assert_uint_eq(labels, 4588);
}
END_TEST

START_TEST(refuses_what_it_cannot_draw) {
    nbl_fft_diagram_t *diagram = (nbl_fft_diagram_t *)&diagram;
    nbl_error_t error;
    nbl_fft_transform_desc_t desc = {
        .algorithm = NBL_FFT_STOCKHAM, .length = 512, .limits = nbl_fft_emulator_limits(4)};
    ck_assert_int_eq(nbl_fft_diagram_record(&desc, &diagram, &error), NBL_ERROR_LIMIT);
    ck_assert_str_eq(error.text, "length 512: a diagram has at most 256 elements");
    ck_assert_ptr_null(diagram);
    desc.length = 34;
    ck_assert_int_ne(nbl_fft_diagram_record(&desc, &diagram, &error), NBL_SUCCESS);
    ck_assert_ptr_nonnull(strstr(error.text, "34"));
    ck_assert_ptr_null(diagram);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diagram");
    TCase *tcase = tcase_create("diagram");
    tcase_add_test(tcase, radix2_is_in_nabla_order);
    tcase_add_test(tcase, stockham_is_in_natural_order);
    tcase_add_test(tcase, refuses_what_it_cannot_draw);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
