/* A device's kernels from programs: all that a kernel is compiled with, told and given is what was planned.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_stages    today's part; NBL_TEST_ALL=1: every row of the net, and 2,000 convolutions
 *
 * Mutations that this finds: another place of a factor (from_program_tables.c: numbers_of() + 2); the next pass's points where a
 * pass has none (from_program.c: take_pass()); a workspace of one transform less a number (numbers_of()).
 */
#include <check.h>

#include "gpu/convolution_stages.h"
#include "gpu/from_program.h"
#include "tests/fft/convolution_testing.h"
#include "tests/transform/program_testing.h"
#include "transform/choose.h"

/* ---- Two plans of one transform */

#define DIFFERS(name) \
    if (a->name != b->name) return #name;
#define DIFFERS_IN_PLAN(name) \
    if (memcmp(&a->name, &b->name, sizeof a->name) != 0) return #name;

static const char *differs_in_parameters(const nbl_fft_lines_parameters_t *a, const nbl_fft_lines_parameters_t *b) {
    NBL_FFT_LINES_PARAMETERS(DIFFERS, DIFFERS_IN_PLAN)
    return NULL;
}

static const char *differs_in_whole(const nbl_fft_transform_plan_t *of, const nbl_fft_transform_plan_t *to) {
    const nbl_fft_transform_parameters_t *a = &of->parameters, *b = &to->parameters;
    NBL_FFT_TRANSFORM_PARAMETERS(DIFFERS, DIFFERS_IN_PLAN)
    if (of->desc.precision != to->desc.precision || of->desc.length != to->desc.length ||
        of->desc.batch != to->desc.batch || of->desc.algorithm != to->desc.algorithm ||
        of->desc.subgroup_size != to->desc.subgroup_size || of->desc.instruction_order != to->desc.instruction_order ||
        of->desc.unroller != to->desc.unroller || of->desc.kind != to->desc.kind)
        return "the whole kernel's description";
    const bool same = of->elements == to->elements && of->workgroups == to->workgroups &&
                      of->workgroup_invocations == to->workgroup_invocations && of->shared_bytes == to->shared_bytes &&
                      of->barriers == to->barriers && of->buffer_bytes == to->buffer_bytes;
    return same ? NULL : "the whole kernel's sizes";
}

static const char *differs_in_stage(const nbl_fft_nd_axis_t *of, const nbl_fft_nd_axis_t *to, uint32_t s) {
    const nbl_fft_nd_stage_t *a = &of->stage[s], *b = &to->stage[s];
    DIFFERS(order)
    DIFFERS(load.region)
    DIFFERS(store.region)
    DIFFERS(table)
    DIFFERS(items)
    DIFFERS(per_group)
    DIFFERS(desc.precision)
    DIFFERS(desc.last_step)
    DIFFERS(desc.addresses)
    if (!a->desc.last_step && a->desc.parameters.axes == 0) {
        DIFFERS(desc.planned)
        DIFFERS(desc.length)
    }
    const nbl_fft_lines_constants_t told[2] = {nbl_fft_nd_stage_constants(of, a, 3, 5),
                                               nbl_fft_nd_stage_constants(to, b, 3, 5)};
    if (memcmp(&told[0], &told[1], sizeof told[0]) != 0) return "push constants";
    return differs_in_parameters(&a->desc.parameters, &b->desc.parameters);
}

static const char *differs_in_axis(const nbl_fft_nd_axis_t *a, const nbl_fft_nd_axis_t *b) {
    DIFFERS(stages)
    DIFFERS(transforms)
    DIFFERS(chunk)
    for (uint32_t t = 0; t < 2; t++) {
        DIFFERS(tables[t].bytes)
        DIFFERS(tables[t].spectrum_offset)
        DIFFERS(tables[t].spectrum_bytes)
        if (a->tables[t].bytes != 0 && memcmp(a->tables[t].numbers, b->tables[t].numbers, a->tables[t].bytes) != 0)
            return "a table's numbers";
    }
    DIFFERS(whole.desc.batch)
    const char *what = a->whole.desc.batch != 0 ? differs_in_whole(&a->whole, &b->whole) : NULL;
    for (uint32_t s = 0; s < a->stages && what == NULL; s++) what = differs_in_stage(a, b, s);
    return what;
}

static const char *differs(const nbl_fft_nd_stages_t *a, const nbl_fft_nd_stages_t *b) {
    DIFFERS(axes)
    DIFFERS(workspace_bytes)
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        DIFFERS(region_bytes[r])
        DIFFERS(region_offset[r])
    }
    for (uint32_t i = 0; i < 2; i++) {
        DIFFERS(sides[i].bytes)
        DIFFERS(sides[i].real)
    }
    const char *what = NULL;
    for (uint32_t i = 0; i < a->axes && what == NULL; i++) what = differs_in_axis(&a->axis[i], &b->axis[i]);
    return what;
}

/* Reads the program of stages. Returns whether its stages are these. */
static bool comes_back(const nbl_fft_nd_stages_t *planned, const char *what) {
    static nbl_program_t program;
    nbl_fft_nd_stages_t read;
    nbl_error_t error = {""};
    if (planned->program != NULL)
        program = *planned->program;
    else
        ck_assert(nbl_program_from_stages(planned, &program, &error) == NBL_SUCCESS);
    const bool made = nbl_fft_nd_stages_read(&program, &planned->limits, 256, &read, &error) == NBL_SUCCESS;
    const char *difference = made ? differs(planned, &read) : error.text;
    if (difference != NULL) {
        char *text = program_text(&program);
        printf("stages: %s: %s\n%s", what, difference, text);
        free(text);
    }
    nbl_fft_nd_stages_release(&read);
    return difference == NULL;
}

START_TEST(programs_come_back_as_kernels) {
    uint32_t rows = 0, refused = 0, differing = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 10)) continue;
        for (uint32_t way = 2; way < NET_WAYS; way++, rows++) {
            const nbl_fft_nd_desc_t row = net_draw(i);
            nbl_fft_nd_stages_t stages;
            char text[160], what[200];
            net_describe(&row, text, sizeof text);
            snprintf(what, sizeof what, "row %u, way %u (%s)", i, way, text);
            if (program_stages(&row, way, &stages))
                differing += !comes_back(&stages, what);
            else
                refused++;
            nbl_fft_nd_stages_release(&stages);
        }
    }
    printf("stages: %u of the net, %u beyond a device, %u differ\n", rows, refused, differing);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_eq(rows, 4 * (test_all() ? NET_ROWS : NET_ROWS / 10));
    ck_assert_uint_lt(refused, rows / 3);
}
END_TEST

/* Longer than two passes hold, which the net has none of. */
START_TEST(three_passes_come_back_as_kernels) {
    static const uint64_t lengths[] = {823543, 5764801, 1u << 24, 5000000, 2 * 5764801};
    uint32_t differing = 0, rows = 0, three = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        for (uint32_t way = 2; way < NET_WAYS; way++, rows++) {
            nbl_fft_nd_desc_t row = nbl_fft_nd_desc_init();
            nbl_fft_nd_stages_t stages;
            row.rank = 1;
            row.sizes[0] = lengths[i];
            row.real = i == 4;
            ck_assert(program_stages(&row, way, &stages));
            differing += !comes_back(&stages, "a long line");
            three += stages.axis[0].stages == 3;
            nbl_fft_nd_stages_release(&stages);
        }
    printf("stages: %u long lines, %u of them in three passes, %u differ\n", rows, three, differing);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_eq(rows, 20);
    ck_assert_uint_ge(three, 8);
}
END_TEST

START_TEST(convolutions_come_back_as_kernels) {
    static const uint32_t most[4] = {0, 300000, 500, 60}, most_kernel[4] = {0, 3000, 40, 9};
    test_random_t random = test_random_begin("stages of convolutions");
    const uint32_t count = test_all() ? 2000 : 60;
    uint32_t differing = 0, refused = 0;
    for (uint32_t i = 0; i < count; i++) {
        const nbl_convolution_desc_t desc = test_convolution_at_random(&random, most, most_kernel);
        nbl_fft_limits_t limits = nbl_choose_limits(i % 3 == 1);
        nbl_fft_nd_stages_t stages[2];
        nbl_error_t error;
        if (i % 5 == 4) limits.max_buffer_bytes = 1 << 20;
        const nbl_mode_t mode = i % 2 == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
        const bool made =
            nbl_convolution_stages_make(&desc, &limits, mode, 256, &stages[0], &stages[1], &error) == NBL_SUCCESS;
        if (!made) refused++;
        for (int s = 0; s < 2; s++) {
            char what[32];
            snprintf(what, sizeof what, "convolution %u.%d", i, s);
            if (made) differing += !comes_back(&stages[s], what);
            nbl_fft_nd_stages_release(&stages[s]);
        }
    }
    printf("stages: %u convolutions, %u beyond a device, %u differ\n", count, refused, differing);
    ck_assert_uint_eq(differing, 0);
    ck_assert_uint_le(refused, count / 5);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stages");
    TCase *tests = tcase_create("stages");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, programs_come_back_as_kernels);
    tcase_add_test(tests, three_passes_come_back_as_kernels);
    tcase_add_test(tests, convolutions_come_back_as_kernels);
    return test_run_suite(suite);
}
