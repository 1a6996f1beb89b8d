/* Programs of many arrays: the batch changes counts alone, and what is decided by it is decided when the program is
 * run.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/transform/program_testing.h"

#include "transform/choose.h"

/* ---- The batch changes counts alone */

/* Returns a program's text without its counts: batch, transforms, chunks, loops over transforms, bytes of regions. */
static char *text_without_counts(nbl_program_t *program) {
    program->problem.batch = 0;
    memset(program->region_bytes, 0, sizeof program->region_bytes);
    for (uint32_t s = 0; s < program->steps; s++) {
        nbl_program_step_t *step = &program->step[s];
        memset(step->load.transforms, 0, sizeof step->load.transforms);
        memset(step->store.transforms, 0, sizeof step->store.transforms);
        step->transforms = step->chunk = 0;
    }
    return program_text(program);
}

static const nbl_fft_limits_t *limits_of(uint32_t kind, nbl_fft_limits_t *limits) {
    if (kind == 0) return NULL;
    *limits = nbl_choose_limits(false);
    limits->device = kind == 1 ? NBL_DEVICE_ANY : NBL_DEVICE_NVIDIA;
    limits->max_workgroup_invocations = 1024;
    limits->max_shared_bytes = 49152;
    return limits;
}

/* Kinds of limits: those that many devices have, without a device, and a device's; then the CPU's programs. */
enum { LIMITS = 4, THE_CPU = 3 };

static bool program_by(uint32_t kind, const nbl_fft_nd_desc_t *row, nbl_program_t *program) {
    nbl_fft_limits_t limits;
    nbl_problem_t problem;
    nbl_error_t error;
    if (kind != THE_CPU) return rules_program(row, limits_of(kind, &limits), false, program, &error);
    return nbl_problem_make(row, false, &problem, &error) == NBL_SUCCESS &&
           nbl_transform_make_cpu(&problem, program, &error) == NBL_SUCCESS;
}

typedef struct batches_t {
    uint32_t rows;      /* programs of all batches */
    uint32_t differing; /* of them with other texts */
    uint32_t replacing; /* of them with steps that replace others */
} batches_t;

/* Makes programs of 1, 63, 64 and 1000 arrays, or of so many more, by each kind of limits. Of 2 for 1, where between
 * two arrays is a gap that one array does not have. */
static void compare_batches(nbl_fft_nd_desc_t row, uint64_t more, batches_t *found) {
    static const uint64_t batches[] = {1, 63, 64, 1000};
    static nbl_program_t program;
    for (uint32_t kind = 0; kind < LIMITS; kind++) {
        char *first = NULL;
        uint64_t hash = 0;
        bool differs = false;
        for (uint32_t b = 0; b < 4; b++) {
            row.batch = batches[b] + more;
            if (!program_by(kind, &row, &program)) break; /* beyond a buffer */
            char *text = text_without_counts(&program);
            if (first != NULL && (strcmp(first, text) != 0 || hash != nbl_program_hash(&program))) {
                printf("rules: %u arrays differ\n%s%s", (unsigned)row.batch, first, text);
                differs = true;
            }
            hash = nbl_program_hash(&program);
            if (b == 3) found->replacing += nbl_program_has_choices(&program);
            found->rows += b == 3;
            if (first == NULL)
                first = text;
            else
                free(text);
        }
        free(first);
        found->differing += differs;
    }
}

static nbl_fft_nd_desc_t array_of(nbl_fft_precision_t precision, uint64_t a, uint64_t b, uint64_t c) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = c > 0 ? 3 : 2;
    desc.sizes[0] = a;
    desc.sizes[1] = b;
    desc.sizes[2] = c;
    desc.precision = precision;
    return desc;
}

/* Mutations that this finds: the longest loop becomes the group (order.c: group_of()), the number of arrays is asked
 * for in exact mode (resident.c: `asks_batch` true), or of all transforms (order.c: nbl_choose_beside()), rounds are
 * those of the batch (choose_workgroup.c). */
START_TEST(the_batch_changes_counts_alone) {
    batches_t found = {0, 0, 0};
    for (uint32_t i = 0; i < NET_ROWS; i++) {
        if (!test_takes(i, 20)) continue;
        nbl_fft_nd_desc_t row = exact_row(i);
        bool is_whole = true;
        for (uint32_t d = 0; d < row.rank; d++) is_whole = is_whole && row.given[d] == 0;
        row.input_distance = row.output_distance = 0; /* arrays one after the other */
        compare_batches(row, is_whole ? 0 : 1, &found);
    }
    ck_assert_uint_ge(found.rows, LIMITS * (test_all() ? NET_ROWS : NET_ROWS / 20) * 9 / 10);
    /* Columns that are near, but not side by side, beside which many arrays are the longest loop. */
    nbl_fft_problem_t near = nbl_fft_problem_init();
    near.rank = 2;
    near.axis_count = 1;
    for (uint32_t size = 8; size <= 64; size += 8) {
        near.sizes[0] = 64;
        near.sizes[1] = size;
        near.input_strides[0] = near.output_strides[0] = 2 * size;
        near.input_strides[1] = near.output_strides[1] = 2;
        near.input_distance = near.output_distance = 128 * size;
        compare_batches(near, 1, &found);
    }
    /* Arrays that a workgroup holds where there are enough of them; lines of many rounds; passes of many lines. */
    compare_batches(array_of(NBL_FFT_FLOAT32, 100, 100, 0), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT32, 20, 20, 20), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT16, 50, 128, 0), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT16_STORAGE, 128, 128, 0), 0, &found);
    compare_batches(array_of(NBL_FFT_FLOAT32, 3, 65536, 0), 0, &found);
    printf("rules: %u programs of four batches, %u differ, %u have a step in place of others\n", found.rows,
           found.differing, found.replacing);
    ck_assert_uint_eq(found.differing, 0);
    ck_assert_uint_ge(found.replacing, 6);
}
END_TEST

/* Makes arrays of 50x128 halves, and returns their program as a machine runs it. */
static nbl_program_t *decided_of(uint64_t batch) {
    static nbl_program_t program;
    const nbl_fft_limits_t limits = nbl_choose_limits(false);
    nbl_fft_nd_desc_t large = array_of(NBL_FFT_FLOAT16, 50, 128, 0);
    nbl_error_t error;
    large.batch = batch;
    ck_assert(rules_program(&large, &limits, false, &program, &error));
    ck_assert_msg(nbl_program_check(&program, &error) == NBL_SUCCESS, "%s", error.text);
    return nbl_program_decided(&program, NBL_PROGRAM_BY_COUNT);
}

/* Mutations that this finds: arrays-many 63 or 65, arrays-large 6400 (host/facts/h200.txt); `>` for `>=` in
 * nbl_program_decided(). */
START_TEST(large_arrays_are_held_where_there_are_enough) {
    for (uint32_t batch = 63; batch <= 64; batch++) {
        nbl_program_t *decided = decided_of(batch);
        nbl_error_t error;
        ck_assert(decided != NULL && !nbl_program_has_choices(decided));
        ck_assert_uint_eq(decided->steps, batch < 64 ? 2 : 1);
        ck_assert_int_eq(nbl_program_has(&decided->step[0], NBL_PROGRAM_TRADE), batch >= 64);
        ck_assert_msg(nbl_program_check(decided, &error) == NBL_SUCCESS, "%s", error.text);
        free(decided);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("batches");
    TCase *tests = tcase_create("batches");
    tcase_set_timeout(tests, 3600);
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, the_batch_changes_counts_alone);
    tcase_add_test(tests, large_arrays_are_held_where_there_are_enough);
    return test_run_suite(suite);
}
