/* The executor's bloom against the emulator's, bit by bit: results, sums, intermediates, in whatever way a bloom is
 * described, on any number of threads and with any instructions; misuse.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/kernels.h"
#include "tests/bloom/running.h"

#include <stdio.h>

/* ---- Descriptions and texels drawn at random */

static uint32_t one_of(test_random_t *random, uint32_t count) { return test_random_below(random, count); }

static nbl_bloom_desc_t draw_desc(test_random_t *random, uint32_t top) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = 1 + test_random_below(random, top);
    desc.height = 1 + test_random_below(random, top);
    desc.kernel_width = 1 + test_random_below(random, top);
    desc.kernel_height = 1 + test_random_below(random, top);
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.padding_x = (nbl_bloom_padding_t)one_of(random, 3);
    desc.padding_y = (nbl_bloom_padding_t)one_of(random, 3);
    desc.first_axis = (nbl_bloom_axis_t)one_of(random, 3);
    desc.kernel_mode = (nbl_bloom_kernel_mode_t)one_of(random, 2);
    desc.interpolation = (nbl_bloom_interpolation_t)one_of(random, 4);
    desc.normalize = (nbl_bloom_normalize_t)one_of(random, 2);
    desc.storage = (nbl_bloom_storage_t)one_of(random, 2);
    desc.combine = (nbl_bloom_combine_t)one_of(random, 3);
    desc.threshold = one_of(random, 2) == 1;
    desc.source_format = (nbl_bloom_format_t)one_of(random, 5);
    desc.target_format = (nbl_bloom_format_t)one_of(random, 3);
    desc.reads_image = one_of(random, 2) == 1;
    desc.grey_kernel = one_of(random, 3) == 0;
    desc.ladder = one_of(random, 4) == 0;
    desc.columns = one_of(random, 5);
    return desc;
}

static nbl_bloom_frame_t draw_frame(const nbl_bloom_plan_t *plan, test_random_t *random) {
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    frame.sharpening = 0.125f * (float)one_of(random, 9);
    if (plan->desc.combine != NBL_BLOOM_COMBINE_REPLACE) frame.intensity = 0.25f * (float)one_of(random, 5);
    frame.threshold = 0.25f;
    frame.knee = 0.125f;
    if (one_of(random, 2) == 1) { /* another size, but of what wraps around */
        if (plan->desc.padding_x != NBL_BLOOM_PADDING_WRAP)
            frame.width = 1 + test_random_below(random, plan->most_width);
        if (plan->desc.padding_y != NBL_BLOOM_PADDING_WRAP)
            frame.height = 1 + test_random_below(random, plan->most_height);
    }
    return frame;
}

/* Numbers of the format: of halves and packed floats those below 2. */
static void fill_texels(nbl_bloom_format_t format, void *texels, uint64_t bytes, test_random_t *random) {
    for (uint64_t i = 0; i + 4 <= bytes; i += 4) {
        const float value = (float)test_random_real(random);
        uint32_t bits = test_random_below(random, UINT32_MAX);
        bits &= format == NBL_BLOOM_FORMAT_B10G11R11 ? 0x7FDFFBFFu : 0x3BFF3BFFu; /* no exponent of 1 and more */
        memcpy((char *)texels + i, format == NBL_BLOOM_FORMAT_RGBA32F ? (const void *)&value : &bits, 4);
    }
}

/* ---- A run of either */

typedef struct inputs_t {
    void *image;
    float *kernel;
    nbl_bloom_frame_t frame;
} inputs_t;

static inputs_t draw_inputs(const nbl_bloom_plan_t *plan, test_random_t *random) {
    const uint64_t kernel_bytes = (uint64_t)plan->desc.kernel_width * plan->desc.kernel_height * 16;
    inputs_t inputs = {zeroed(image_bytes(plan)), zeroed(kernel_bytes), draw_frame(plan, random)};
    fill_texels(plan->desc.source_format, inputs.image, image_bytes(plan), random);
    for (uint64_t i = 0; i < kernel_bytes / 4; i++) inputs.kernel[i] = 0.5f + 0.5f * (float)test_random_real(random);
    return inputs;
}

static run_t run_executed(const nbl_bloom_plan_t *plan, const inputs_t *inputs, uint32_t threads,
                          const char *instructions) {
    run_t run = run_begin(plan);
    float *sums = zeroed(NBL_BLOOM_SUMS_BYTES);
    nbl_error_t error = {""};
    nbl_bloom_run_t execution = nbl_bloom_run_init();
    execution.image = inputs->image;
    execution.kernel = inputs->kernel;
    execution.result = run.result;
    execution.workspace = run.after_kernel;
    execution.spectrum = run.spectrum;
    execution.sums = sums;
    execution.frame = inputs->frame;
    execution.launch.threads = threads;
    execution.instructions = instructions;
    expect_bloom(nbl_bloom_execute(plan, &execution, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_KERNEL_ARRANGE, &error),
                 &error);
    memcpy(run.after_image, run.after_kernel, (size_t)plan->workspace_bytes);
    execution.workspace = run.after_image;
    expect_bloom(nbl_bloom_execute(plan, &execution, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE,
                                   &error),
                 &error);
    memcpy(run.sums, sums, sizeof run.sums);
    free(sums);
    return run;
}

static void expect_equal(const nbl_bloom_plan_t *plan, const run_t *a, const run_t *b, uint32_t number,
                         const char *set) {
    const nbl_bloom_desc_t *d = &plan->desc;
    const char *where = memcmp(a->sums, b->sums, sizeof a->sums) != 0                                  ? "sums"
                        : memcmp(a->after_kernel, b->after_kernel, (size_t)plan->workspace_bytes) != 0 ? "kernel"
                        : memcmp(a->after_image, b->after_image, (size_t)plan->workspace_bytes) != 0   ? "rows"
                        : memcmp(a->result, b->result, (size_t)result_bytes(plan)) != 0                ? "result"
                                                                                                       : NULL;
    ck_assert_msg(where == NULL,
                  "case %u, %s: %s differ: %ux%u * %ux%u padding %d %d axis %d mode %d storage %d formats %d %d",
                  number, set, where, d->width, d->height, d->kernel_width, d->kernel_height, (int)d->padding_x,
                  (int)d->padding_y, (int)d->first_axis, (int)d->kernel_mode, (int)d->storage, (int)d->source_format,
                  (int)d->target_format);
}

START_TEST(bits_are_the_emulators) {
    test_random_t random = test_random_begin("bits_are_the_emulators");
    const uint32_t wanted = test_all() ? 400 : 48 / test_sanitized_step(4);
    uint32_t cases = 0;
    for (uint32_t i = 0; i < wanted; i++) {
        nbl_bloom_desc_t desc = draw_desc(&random, i % 8 == 0 ? 150 : 40);
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        const nbl_executor_set_t *set;
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        inputs_t inputs = draw_inputs(&plan, &random);
        run_t emulated = run_emulated_frame(&plan, inputs.image, inputs.kernel, &inputs.frame, NULL);
        for (uint32_t k = 0; (set = nbl_executor_set(k)) != NULL; k++) {
            if (k > 0 && !test_all() && k != 1 + i % 4) continue; /* the widest always, others by turns */
            run_t executed = run_executed(&plan, &inputs, 1 + i % 3, k == 0 ? NULL : set->name);
            expect_equal(&plan, &emulated, &executed, i, set->name);
            run_free(&executed);
            cases++;
        }
        void *at_once = zeroed(result_bytes(&plan));
        expect_bloom(nbl_bloom_array(&desc, &inputs.frame, inputs.image, inputs.kernel, at_once, 2, &error), &error);
        ck_assert_msg(memcmp(at_once, emulated.result, (size_t)result_bytes(&plan)) == 0, "case %u in one call", i);
        free(at_once);
        run_free(&emulated);
        free(inputs.image);
        free(inputs.kernel);
    }
    printf("blooms on the executor: %u runs of %u descriptions\n", cases, wanted);
    ck_assert_uint_ge(cases, wanted);
}
END_TEST

START_TEST(misuse_is_refused) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_run_t execution = nbl_bloom_run_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    desc.width = desc.height = desc.kernel_width = desc.kernel_height = 20;
    desc.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    ck_assert_int_eq(nbl_bloom_execute(&plan, &execution, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_CONVOLVE, &error),
                     NBL_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "Stockham"));
    desc.algorithm = NBL_FFT_STOCKHAM;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    ck_assert_int_eq(nbl_bloom_execute(&plan, &execution, NBL_BLOOM_PASS_CONVOLVE, NBL_BLOOM_PASS_FIRST_AXIS, &error),
                     NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_bloom_execute(&plan, &execution, NBL_BLOOM_PASSES, NBL_BLOOM_PASSES, &error),
                     NBL_ERROR_ARGUMENT);
    execution.frame.sharpening = 2.0f;
    ck_assert_int_eq(nbl_bloom_execute(&plan, &execution, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_CONVOLVE, &error),
                     NBL_ERROR_ARGUMENT);
    execution.frame.sharpening = 0.0f;
    execution.instructions = "mmx";
    ck_assert_int_eq(nbl_bloom_execute(&plan, &execution, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASS_CONVOLVE, &error),
                     NBL_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "mmx"));
    static _Alignas(16) float texels[20 * 20 * 4]; /* the kernel's are zero */
    ck_assert_int_eq(nbl_bloom_array(&desc, NULL, NULL, texels, texels, 1, &error), NBL_ERROR_ARGUMENT);
    ck_assert_int_eq(nbl_bloom_array(&desc, NULL, texels, texels, texels, 1, &error), NBL_ERROR_BAD_KERNEL);
    desc.width = 0;
    ck_assert_int_eq(nbl_bloom_array(&desc, NULL, texels, texels, texels, 1, &error), NBL_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom on the executor");
    TCase *tests = tcase_create("executor");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, bits_are_the_emulators);
    tcase_add_test(tests, misuse_is_refused);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
