/* Arrays near what 32 bits number: refused on a device, or every place that a kernel computes is within them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Descriptions alone: no array of this size is allocated.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "gpu/from_program.h"
#include "tests/common/testing.h"

static const nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                                        .max_shared_bytes = 49152,
                                        .subgroup_size = 32,
                                        .max_buffer_bytes = UINT64_MAX,
                                        .float64 = true};

/* The largest place of a side that a kernel computes by 32 bits, without their end: lines_begin() of
 * shaders/fft_lines_resources.h and the elements behind it. */
static uint64_t largest_place(const nbl_fft_nd_stages_t *stages, const nbl_fft_nd_axis_t *axis,
                              const nbl_fft_nd_stage_t *stage, int side) {
    const nbl_problem_t *problem = &stages->program->problem;
    const nbl_view_t *view = side == 0 ? &stage->load : &stage->store;
    const nbl_program_side_t *of = view->region == NBL_VIEW_INPUT ? &problem->input : &problem->output;
    const nbl_fft_lines_parameters_t *p = &stage->desc.parameters;
    const uint32_t d = axis->pass.axis, last = (uint32_t)problem->axes[problem->axis_count - 1];
    if (view->region >= NBL_VIEW_WORK0) return axis->chunk * nbl_view_work_numbers(view) - 1;
    uint64_t elements = of->sizes[d];
    if (view->region == NBL_VIEW_BETWEEN) elements = d == last ? problem->sizes[d] / 2 + 1 : problem->sizes[d];
    if (p->axes != 0) elements = (uint64_t)p->plan.fft_length * p->second_plan.fft_length;
    if (p->axes == 3) elements *= p->third_plan.fft_length;
    return nbl_view_extent(view, view->element == NBL_VIEW_COMPLEX && of->real ? elements / 2 : elements) - 1;
}

/* Returns whether it is accepted. */
static bool check(const nbl_fft_nd_desc_t *desc, const char *what) {
    nbl_fft_nd_stages_t stages;
    nbl_error_t error = {""};
    const nbl_result_t result = nbl_fft_nd_stages_make(desc, &limits, NBL_MODE_EXACT, false, 256, &stages, &error);
    ck_assert_msg(result == NBL_SUCCESS ||
                      ((result == NBL_ERROR_LIMIT || result == NBL_ERROR_ARGUMENT) && error.text[0]),
                  "%s: %d, '%s'", what, (int)result, error.text);
    for (uint32_t a = 0; result == NBL_SUCCESS && a < stages.axes; a++)
        for (uint32_t s = 0; s < stages.axis[a].stages; s++) {
            const nbl_fft_nd_axis_t *axis = &stages.axis[a];
            const nbl_fft_nd_stage_t *stage = &axis->stage[s];
            ck_assert_msg(axis->chunk * stage->items <= UINT32_MAX, "%s: more lines than 32 bits number", what);
            for (int side = 0; side < 2; side++)
                ck_assert_msg(largest_place(&stages, axis, stage, side) <= UINT32_MAX,
                              "%s: axis %u, kernel %u, %s: place %llu", what, a, s, side == 0 ? "source" : "target",
                              (unsigned long long)largest_place(&stages, axis, stage, side));
        }
    nbl_fft_nd_stages_release(&stages);
    return result == NBL_SUCCESS;
}

START_TEST(sizes_of_32_bits) {
    static const struct {
        uint64_t sizes[2], batch;
        bool real, accepted;
    } cases[] = {{{0x7fffffff, 2}, 1, false, false},    {{1u << 30, 2}, 1, false, false},
                 {{(1u << 30) - 1, 2}, 1, false, true}, {{1u << 31, 2}, 1, false, false},
                 {{1u << 30, 4}, 1, true, false},       {{(1u << 30) - 1, 4}, 1, true, false},
                 {{3, 5}, 1ull << 32, false, false},    {{3, 5}, 1u << 27, false, true},
                 {{3, 5}, UINT64_MAX, false, false},    {{715827882, 3}, 1, true, true},
                 {{1, 7}, 0x11111111, true, true},      {{65536, 4}, 4096, false, true},
                 {{65536, 4}, 8192, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        char what[64];
        desc.rank = 2;
        memcpy(desc.sizes, cases[i].sizes, sizeof cases[i].sizes);
        desc.axis_count = 1;
        desc.axes[0] = 1;
        desc.batch = cases[i].batch;
        desc.real = cases[i].real;
        snprintf(what, sizeof what, "case %zu", i);
        ck_assert_msg(check(&desc, what) == cases[i].accepted, "%s is %s", what,
                      cases[i].accepted ? "refused" : "accepted");
    }
}
END_TEST

/* Odd strides and distances that end near the limit, on either side of it. */
START_TEST(strides_of_32_bits) {
    test_random_t random = test_random_begin("strides");
    int accepted = 0;
    const int count = 1500;
    for (int i = 0; i < count; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        char what[64];
        desc.rank = 1 + test_random_below(&random, 4);
        desc.axis_count = 1 + test_random_below(&random, desc.rank);
        desc.real = test_random_below(&random, 3) == 0;
        desc.inverse = test_random_below(&random, 2) == 1;
        desc.precision = test_random_below(&random, 4) == 0 ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
        desc.batch = 1 + test_random_below(&random, 5);
        uint64_t strides[2] = {1, 1};
        for (uint32_t d = desc.rank; d-- > 0;) {
            desc.axes[d] = d;
            desc.sizes[d] = 1 + test_random_below(&random, 30);
            if (test_random_below(&random, 3) == 0) desc.given[d] = 1 + test_random_below(&random, 15);
            for (int side = 0; side < 2; side++) {
                strides[side] += test_random_below(&random, 1u << test_random_below(&random, 29));
                *(side == 0 ? &desc.input_strides[d] : &desc.output_strides[d]) = strides[side];
                strides[side] *= desc.sizes[d];
            }
        }
        snprintf(what, sizeof what, "case %d", i);
        accepted += check(&desc, what);
    }
    printf("limits: %d of %d strided arrays accepted\n", accepted, count);
    ck_assert(accepted > count / 20 && accepted < count);
}
END_TEST

/* Returns a description's kernels as text, "" where it is refused by a device without float64. */
static size_t kernels_of(const nbl_fft_nd_desc_t *desc, bool float64, bool *wide, char *buffer, size_t size) {
    nbl_fft_limits_t of = limits;
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    nbl_fft_nd_text_t text = {buffer, size, 0};
    of.float64 = float64;
    const nbl_result_t result = nbl_fft_nd_stages_make(desc, &of, NBL_MODE_EXACT, false, 256, &stages, &error);
    ck_assert_msg(result == NBL_SUCCESS || (result == NBL_ERROR_LIMIT && strstr(error.text, "float64") != NULL),
                  "%d, '%s'", (int)result, error.text);
    buffer[0] = '\0';
    *wide = false;
    for (uint32_t a = 0; result == NBL_SUCCESS && a < stages.axes; a++)
        for (uint32_t s = 0; s < stages.axis[a].stages; s++)
            *wide = *wide || stages.axis[a].stage[s].desc.precision == NBL_FFT_FLOAT64;
    if (result == NBL_SUCCESS) nbl_fft_nd_stages_put(&text, &stages);
    nbl_fft_nd_stages_release(&stages);
    return text.length;
}

/* Exact mode without float64: refused where a kernel computes in it, as chirps do for the sake of the CPU's bits; else
 * the same kernels. A chirp in float32 instead, as it was once, is what this finds. */
START_TEST(exact_without_float64) {
    test_random_t random = test_random_begin("without float64");
    const int count = 300;
    int refused = 0;
    for (int i = 0; i < count; i++) {
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        char with[16384], without[16384];
        bool wide, still;
        desc.rank = 1 + test_random_below(&random, 3);
        for (uint32_t d = 0; d < desc.rank; d++)
            desc.sizes[d] = 1 + test_random_below(&random, desc.rank == 1 ? 9000 : 130);
        desc.batch = 1 + test_random_below(&random, 3);
        desc.real = test_random_below(&random, 2) == 1;
        desc.inverse = test_random_below(&random, 2) == 1;
        kernels_of(&desc, true, &wide, with, sizeof with);
        ck_assert(with[0] != '\0');
        kernels_of(&desc, false, &still, without, sizeof without);
        ck_assert(!still);
        ck_assert_msg(strcmp(without, wide ? "" : with) == 0, "case %d, '%s' with float64, '%s' without", i, with,
                      without);
        refused += wide;
    }
    printf("limits: %d of %d arrays refused without float64\n", refused, count);
    ck_assert(refused > count / 4 && refused < count);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nd limits");
    TCase *tests = tcase_create("nd limits");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, sizes_of_32_bits);
    tcase_add_test(tests, strides_of_32_bits);
    tcase_add_test(tests, exact_without_float64);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
