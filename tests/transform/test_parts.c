/* Arrays of which two axes go together, part by part, have the bits that they have axis by axis.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   build/tests/transform/test_parts              today's part of the net's rows; NBL_TEST_ALL=1: every row
 *
 * Mutation that this finds: lines of another part (run_cpu.c: run_parts() with another number).
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>

#include "tests/fft/net_testing.h"
#include "transform/make.h"
#include "transform/run_cpu.h"

/* Returns the output; counts the pairs of axes that went together. */
static char *run(const nbl_fft_nd_desc_t *desc, const char *input, uint32_t threads, bool in_parts, bool in_place,
                 uint32_t *pairs) {
    const uint64_t bytes = side_bytes(desc, true), of_input = side_bytes(desc, false);
    char *output = malloc(bytes > of_input ? bytes : of_input);
    nbl_problem_t problem;
    nbl_ready_t *transform;
    nbl_error_t error;
    memset(output, 0x3b, bytes);
    if (in_place) memcpy(output, input, of_input);
    ck_assert_msg(nbl_problem_make(desc, in_place, &problem, &error) == NBL_SUCCESS, "%s", error.text);
    ck_assert_msg(nbl_ready_solve(&problem, NULL, threads, &transform, &error) == NBL_SUCCESS, "%s", error.text);
    for (uint32_t s = 0; s < transform->steps; s++) {
        if (!in_parts) transform->parts[s] = 0;
        *pairs += transform->parts[s] > 0;
    }
    const nbl_result_t result = nbl_ready_run(transform, NULL, in_place ? output : (char *)input, output, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s", error.text);
    nbl_ready_destroy(transform);
    return output;
}

static void compare(nbl_fft_nd_desc_t desc, uint32_t number, uint32_t threads, bool in_place, uint32_t *pairs) {
    uint32_t none = 0;
    char *input = net_input(&desc, number, desc.precision);
    char *apart = run(&desc, input, 1, false, in_place, &none),
         *together = run(&desc, input, threads, true, in_place, pairs);
    if (memcmp(apart, together, side_bytes(&desc, true)) != 0) {
        char what[160];
        net_describe(&desc, what, sizeof what);
        ck_abort_msg("row %u (%s), %u threads%s: other bits", number, what, threads, in_place ? ", in place" : "");
    }
    ck_assert_uint_eq(none, 0);
    free(input);
    free(apart);
    free(together);
}

START_TEST(rows_of_the_net) {
    uint32_t rows = 0, pairs = 0, places = 0;
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        nbl_fft_nd_desc_t desc = net_draw(i);
        nbl_problem_t problem;
        if (!test_takes(i, 8) || desc.rank < 2 || desc.precision == NBL_FFT_FLOAT16) continue;
        compare(desc, i, 1 + i % 3, false, &pairs);
        rows++;
        if (nbl_problem_make(&desc, true, &problem, NULL) != NBL_SUCCESS) continue;
        compare(desc, i, 1 + i % 3, true, &pairs);
        places++;
    }
    printf("parts: %u rows, %u of them in place, too; %u pairs of axes together\n", rows, places, pairs);
    ck_assert_uint_ge(rows, 20);
    ck_assert_uint_ge(pairs, 10);
}
END_TEST

/* Arrays whose parts fill a cache line and more, in and out of place. */
START_TEST(planes) {
    static const uint64_t sizes[][3] = {{24, 40, 36}, {16, 64, 64}, {9, 50, 75}, {60, 8, 8}, {5, 128, 24}};
    for (uint32_t i = 0; i < 2 * sizeof sizes / sizeof *sizes; i++) {
        nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
        uint32_t pairs = 0;
        desc.rank = 3;
        memcpy(desc.sizes, sizes[i / 2], sizeof sizes[0]);
        desc.batch = 1 + i % 2;
        desc.inverse = i % 3 == 1;
        for (uint32_t threads = 1; threads <= 4; threads++)
            for (int in_place = 0; in_place < 2; in_place++) compare(desc, i, threads, in_place != 0, &pairs);
        ck_assert_msg(pairs > 0, "%ux%ux%u: no axes together", (unsigned)desc.sizes[0], (unsigned)desc.sizes[1],
                      (unsigned)desc.sizes[2]);
    }
}
END_TEST

/* ---- Edited programs: columns of 6, columns of 8 in each of six planes, rows of 10. The last two steps go together or
 * not. */

#define EDITED(columns, rows) \
    "program 1\nproblem fp32 exact size 6x8x10 axes 0,1,2 batch 1\ninput size 6x8x10 strides 80,10,1 distance 480\n" \
    "output size 6x8x10 strides 80,10,1 distance 480\nregion between 3840\n" \
    "step fp32 transforms 80 chunk 80 elements 6 per-group 16 invocations 1 shared 96 columns beside 1\n" \
    "  load input complex stride 80 step 1 transforms 80*1\n  line 6@1*16/1 distance 1\n" \
    "  store output complex stride 80 step 1 transforms 80*1\n" \
    "step fp32 round 1 dispatch 1 transforms 60 chunk 60 elements 8 per-group 16 invocations 1 shared 128 columns " \
    "beside 1\n  load output complex stride 10 step 1 transforms " columns "\n  line 8@1*16/1 distance 1\n" \
    "  store between complex stride 10 step 1 transforms 10*1,6*80\n" \
    "step fp32 round 2 dispatch 2 transforms 48 chunk 48 elements 10 per-group 16 invocations 1 shared 160 beside 1\n" \
    "  load " rows " complex stride 1 step 1 transforms 8*10,6*80\n  line 10@1*16/1 distance 1\n" \
    "  store output complex stride 1 step 1 transforms 8*10,6*80\n"

/* What a program computes in parts, or step by step. Returns the pairs of steps that go in parts. */
static uint32_t run_text(const char *text, bool sound, uint32_t threads, bool in_parts, float output[960]) {
    static nbl_program_t program;
    nbl_ready_t *transform;
    nbl_error_t error;
    float input[960];
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < 960; i++) input[i] = (float)(i * i % 101);
    ck_assert_msg(nbl_program_read(text, &program, &error) == NBL_SUCCESS &&
                      (nbl_program_check(&program, &error) == NBL_SUCCESS) == sound &&
                      nbl_ready_create(&program, NULL, NULL, threads, &transform, &error) == NBL_SUCCESS,
                  "%s", error.text);
    for (uint32_t s = 0; s < transform->steps; s++) {
        pairs += transform->parts[s] > 0;
        if (!in_parts) transform->parts[s] = 0;
    }
    ck_assert(nbl_ready_run(transform, NULL, input, output, &error) == NBL_SUCCESS);
    nbl_ready_destroy(transform);
    return pairs;
}

/* A plane goes to another plane's place, or not: the rows of one part would be stored where another part's columns are
 * still to be loaded. Mutations that this finds (ready_parts.c): the ends' parts are not asked for where they may meet;
 * what the second step loads is not compared with what the first one stores. */
START_TEST(edited_steps_go_together_if_their_parts_do) {
    static const struct {
        const char *text;
        uint32_t pairs;
        bool sound; /* what nbl_program_check() says */
    } edited[] = {{EDITED("10*1,6*80", "between"), 1, true},
                  {EDITED("10*1,3*160,2*80", "between"), 0, true},
                  {EDITED("10*1,6*80", "output"), 0, false}};
    for (uint32_t i = 0; i < sizeof edited / sizeof *edited; i++)
        for (uint32_t threads = 1; threads <= 3; threads++) {
            float apart[960], together[960];
            run_text(edited[i].text, edited[i].sound, 1, false, apart);
            const uint32_t pairs = run_text(edited[i].text, edited[i].sound, threads, true, together);
            ck_assert_msg(memcmp(apart, together, sizeof apart) == 0, "text %u, %u threads: other bits", i, threads);
            ck_assert_msg(pairs == edited[i].pairs, "text %u: %u pairs of steps go together", i, pairs);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("parts");
    TCase *tests = tcase_create("parts");
    tcase_add_test(tests, rows_of_the_net);
    tcase_add_test(tests, planes);
    tcase_add_test(tests, edited_steps_go_together_if_their_parts_do);
    tcase_set_timeout(tests, 300);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
