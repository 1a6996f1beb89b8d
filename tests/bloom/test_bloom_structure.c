/* What a bloom executes and what must not change its result: transforms, barriers, shapes, orders, images, limits.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts/choose.h"
#include "plan/make.h"
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

static nbl_bloom_plan_t make_plan(const nbl_bloom_desc_t *desc) {
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    expect_bloom(nbl_bloom_plan_make(desc, &plan, &error), &error);
    return plan;
}

static case_t drawn_case(test_random_t *random, uint32_t i) {
    case_t c = {.family = "drawn",
                .width = 1 + test_random_below(random, 90),
                .height = 1 + test_random_below(random, 90),
                .kernel_width = 1 + test_random_below(random, 60),
                .kernel_height = 1 + test_random_below(random, 60),
                .sharpenings = 1,
                .padding = (nbl_bloom_padding_t)(i & 1),
                .mode = (nbl_bloom_kernel_mode_t)(i >> 1 & 1),
                .first_axis = (nbl_bloom_axis_t)(i % 3),
                .columns = 1 + i % 5,
                .min_workgroup_invocations = 8u << i % 5,
                .algorithm = i % 24 < 12 ? NBL_FFT_RADIX2_SHUFFLE : NBL_FFT_STOCKHAM};
    return c;
}

/* BLOOM.md's structure, and the barriers that the plan implies. */
START_TEST(transforms_and_barriers_are_counted) {
    test_random_t random = test_random_begin("transforms_and_barriers_are_counted");
    for (uint32_t i = 0; i < 24; i++) {
        case_t c = drawn_case(&random, i);
        nbl_fft_limits_t limits = nbl_bloom_desc_init().limits;
        limits.subgroup_size = 1u << i % 6;
        nbl_bloom_desc_t desc = case_desc(&c, limits);
        nbl_bloom_plan_t plan = make_plan(&desc);
        float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
        run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL);
        bool y_first = plan.desc.first_axis == NBL_BLOOM_AXIS_Y;
        uint64_t scanlines = y_first ? c.width : c.height,
                 kernel_scanlines = y_first ? c.kernel_width : c.kernel_height;
        if (c.mode == NBL_BLOOM_KERNEL_PAD &&
            c.padding == NBL_BLOOM_PADDING_ZERO) { /* taps that meet nothing are cut */
            uint64_t centre = kernel_scanlines / 2, behind = kernel_scanlines - 1 - centre;
            kernel_scanlines = 1 + (centre < scanlines - 1 ? centre : scanlines - 1) +
                               (behind < scanlines - 1 ? behind : scanlines - 1);
        }
        /* Two scanlines share an FFT; they lie a multiple of the second axis's stride apart. */
        const nbl_bloom_parameters_t *second = &plan.passes[NBL_BLOOM_PASS_CONVOLVE].parameters;
        uint64_t distance = second->pair_distance, stride = plan.length_second / second->pair_period;
        ck_assert(distance % stride == 0 && 2 * distance >= scanlines && 2 * (distance - stride) < scanlines);
        uint64_t rows = distance < scanlines ? distance : scanlines, kernel_rows = (kernel_scanlines + 1) / 2;
        uint64_t lines = plan.length_first / 2 + 1, kernel_lines = plan.kernel_length_first / 2 + 1;
        const uint64_t forward[NBL_BLOOM_PASSES] = {0, 3 * kernel_rows, 3 * kernel_lines, 0, 3 * distance, 3 * lines,
                                                    0};
        const uint64_t inverse[NBL_BLOOM_PASSES] = {0, 0, 0, 0, 0, 3 * lines, 3 * rows};
        for (int p = 0; p < NBL_BLOOM_PASSES; p++) {
            const nbl_bloom_pass_t *pass = &plan.passes[p];
            const nbl_emulator_report_t *report = &run.reports[p];
            char text[160];
            case_text(&c, text);
            uint64_t barriers = pass->workgroups * pass->barriers;
            ck_assert_msg(nbl_emulator_counter(report, "fft_forward") == forward[p] && pass->forward_ffts == forward[p],
                          "%s, %s: %llu forward, plan %llu, expected %llu", text, pass->name,
                          (unsigned long long)nbl_emulator_counter(report, "fft_forward"),
                          (unsigned long long)pass->forward_ffts, (unsigned long long)forward[p]);
            ck_assert_msg(nbl_emulator_counter(report, "fft_inverse") == inverse[p] && pass->inverse_ffts == inverse[p],
                          "%s, %s: %llu inverse, plan %llu, expected %llu", text, pass->name,
                          (unsigned long long)nbl_emulator_counter(report, "fft_inverse"),
                          (unsigned long long)pass->inverse_ffts, (unsigned long long)inverse[p]);
            ck_assert_msg(report->workgroup_barriers == barriers, "%s, %s: %llu barriers, the plan says %llu", text,
                          pass->name, (unsigned long long)report->workgroup_barriers, (unsigned long long)barriers);
            ck_assert_uint_eq(report->workgroups, pass->workgroups);
        }
        run_free(&run);
        free(image);
        free(kernel);
    }
}
END_TEST

/* Lengths at which a radix leaves invocations without an element: nothing is read or written for those. */
START_TEST(idle_invocations_touch_nothing) {
    uint32_t lengths = 0, idle = 0, last = 0;
    test_random_t random = test_random_begin("idle_invocations_touch_nothing");
    for (uint32_t height = 2; height < 1300; height += 1 + height / 20) {
        case_t c = {.family = "narrow",
                    .width = 2,
                    .height = height,
                    .kernel_width = 2,
                    .kernel_height = 3,
                    .sharpenings = 1,
                    .first_axis = NBL_BLOOM_AXIS_Y,
                    .algorithm = NBL_FFT_STOCKHAM};
        nbl_bloom_desc_t desc = case_desc(&c, nbl_bloom_desc_init().limits);
        nbl_bloom_plan_t plan = make_plan(&desc);
        if (plan.length_first == last) continue;
        last = plan.length_first;
        nbl_fft_plan_t fft = plan.passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE].parameters.first_plan;
        lengths++;
        idle += fft.invocations * fft.elements != fft.fft_length;
        float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
        run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL); /* which fails the test on any error */
        run_free(&run);
        free(image);
        free(kernel);
    }
    printf("idle invocations: %u lengths, %u with some\n", lengths, idle);
    ck_assert_uint_ge(lengths, 40);
    ck_assert_uint_ge(idle, 10);
}
END_TEST

/* x, unless y has less than two thirds of its counted work. */
START_TEST(first_axis_is_the_cheaper) {
    test_random_t random = test_random_begin("first_axis_is_the_cheaper");
    for (int i = 0; i < 300; i += (int)test_sanitized_step(7)) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        uint32_t same = i % 3 == 0 ? 1 + test_random_below(&random, 500) : 0;
        desc.width = same ? same : 1 + test_random_below(&random, 2000);
        desc.height = same ? same : 1 + test_random_below(&random, 2000);
        desc.kernel_width = same ? same : 1 + test_random_below(&random, 500);
        desc.kernel_height = same ? same : 1 + test_random_below(&random, 500);
        desc.algorithm = i % 10 == 9 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
        nbl_bloom_plan_t plan = make_plan(&desc);
        uint32_t lx = padded_length(desc.algorithm, least_length(0, 0, desc.width, desc.kernel_width), 8),
                 ly = padded_length(desc.algorithm, least_length(0, 0, desc.height, desc.kernel_height), 8);
        bool stockham = desc.algorithm == NBL_FFT_STOCKHAM;
        double nx = lx, ny = ly, cx = stockham ? (double)nbl_fft_plan_counted_cost(lx) : nx * log2(nx),
               cy = stockham ? (double)nbl_fft_plan_counted_cost(ly) : ny * log2(ny);
        double x_first = (desc.height + 1) / 2 * cx + nx / 2 * cy, y_first = (desc.width + 1) / 2 * cy + ny / 2 * cx;
        ck_assert_int_eq(plan.desc.first_axis, x_first <= 1.5 * y_first ? NBL_BLOOM_AXIS_X : NBL_BLOOM_AXIS_Y);
    }
}
END_TEST

/* How the work is spread must not change a bit: tiles, groups, order, threads, subgroup size, elements per invocation.
 */
START_TEST(spreading_changes_no_bit) {
    test_random_t random = test_random_begin("spreading_changes_no_bit");
    case_t c = {.family = "spread",
                .width = 131,
                .height = 75,
                .kernel_width = 30,
                .kernel_height = 41,
                .padding = NBL_BLOOM_PADDING_MIRROR,
                .mode = (nbl_bloom_kernel_mode_t)(_i & 1),
                .storage = (nbl_bloom_storage_t)(_i >> 1 & 1),
                .algorithm = (uint32_t)(_i >> 2),
                .sharpenings = 1};
    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    nbl_bloom_desc_t desc = case_desc(&c, nbl_bloom_desc_init().limits);
    nbl_bloom_plan_t plan = make_plan(&desc);
    run_t first = run_emulated(&plan, image, kernel, 0.2f, NULL);
    for (uint32_t i = (uint32_t)_i % test_sanitized_step(4); i < 16; i += test_sanitized_step(4)) {
        if (i >= 9 && i < 12 && c.algorithm == NBL_FFT_STOCKHAM) continue; /* another plan: other radices, other bits */
        nbl_bloom_desc_t other = desc;
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        if (i < 3)
            other.columns = (uint32_t[]){1, 2, 8}[i];
        else if (i < 6)
            other.limits.subgroup_size = (uint32_t[]){1, 4, 32}[i - 3];
        else if (i < 9)
            other.min_workgroup_invocations = (uint32_t[]){8, 64, 1024}[i - 6];
        else if (i < 12)
            other.max_workgroup_size = (uint32_t[]){16, 32, 64}[i - 9];
        else if (i == 15)
            other.short_modules = true;
        else if (i == 12)
            launch.threads = 1;
        else
            launch.order = i == 13 ? NBL_EMULATOR_DESCENDING : NBL_EMULATOR_SHUFFLED;
        launch.seed = 7;
        nbl_bloom_plan_t other_plan = make_plan(&other);
        run_t run = run_emulated(&other_plan, image, kernel, 0.2f, &launch);
        uint64_t differ = differing_floats(first.result, run.result, result_bytes(&plan)) +
                          differing_floats(first.after_kernel + plan.plain_offset,
                                           run.after_kernel + other_plan.plain_offset, plan.plain_bytes);
        ck_assert_msg(differ == 0, "variant %u: %llu floats differ", i, (unsigned long long)differ);
        run_free(&run);
    }
    run_free(&first);
    free(image);
    free(kernel);
}
END_TEST

/* A unit impulse becomes the kernel itself, whose luminance must be one, whatever its tint; and its tint must stay. */
START_TEST(tinted_kernel_has_luminance_one) {
    test_random_t random = test_random_begin("tinted_kernel_has_luminance_one");
    case_t c = {.family = "impulse",
                .width = 63,
                .height = 63,
                .kernel_width = 31,
                .kernel_height = 30,
                .star = true,
                .first_axis = NBL_BLOOM_AXIS_X,
                .algorithm = (uint32_t)_i,
                .sharpenings = 1};
    float *image = calloc(4 * 63 * 63, sizeof *image), *kernel = make_kernel_texels(&c, &random);
    for (int k = 0; k < 4; k++) image[4 * (31 * 63 + 31) + k] = 1.0f;
    for (int none = 0; none < 2; none++) {
        nbl_bloom_desc_t desc = case_desc(&c, nbl_bloom_desc_init().limits);
        desc.normalize = none ? NBL_BLOOM_NORMALIZE_NONE : NBL_BLOOM_NORMALIZE_LUMINANCE;
        nbl_bloom_plan_t plan = make_plan(&desc);
        run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL);
        double sums[3] = {0, 0, 0}, of_kernel[3] = {0, 0, 0};
        for (size_t i = 0; i < 63 * 63; i++)
            for (int k = 0; k < 3; k++) sums[k] += (double)run.result[4 * i + (size_t)k];
        for (size_t i = 0; i < 31 * 30; i++)
            for (int k = 0; k < 3; k++) of_kernel[k] += (double)kernel[4 * i + (size_t)k];
        double y = 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2];
        double y_kernel = 0.2126729 * of_kernel[0] + 0.7151522 * of_kernel[1] + 0.0721750 * of_kernel[2];
        ck_assert_msg(fabs(y / (none ? y_kernel : 1.0) - 1.0) < 4e-7, "luminance %.9g", y);
        for (int k = 0; k < 3; k++) ck_assert(fabs(sums[k] / y - of_kernel[k] / y_kernel) < 1e-6);
        run_free(&run);
    }
    free(image);
    free(kernel);
}
END_TEST

/* A Vulkan image in the place of either buffer, and loops unrolled, give the same bits; fast mode stays within the
 * bounds. */
START_TEST(images_and_fast_mode) {
    test_random_t random = test_random_begin("images_and_fast_mode");
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    if (!device) return;
    case_t c = {.family = "images",
                .width = 45,
                .height = 27,
                .kernel_width = 17,
                .kernel_height = 12,
                .sharpenings = 1,
                .padding = NBL_BLOOM_PADDING_MIRROR};
    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    nbl_bloom_desc_t desc = case_desc(&c, nbl_fft_device_limits(device));
    nbl_bloom_plan_t plan = make_plan(&desc);
    float sharpening = 0.1f;
    double *reference = case_reference(&c, &plan, image, kernel, sharpening);
    enum { VARIANTS = 6 };
    run_t runs[VARIANTS];
    for (int variant = 0; variant < VARIANTS; variant++) {
        nbl_error_t error = {""};
        nbl_bloom_t *bloom;
        nbl_bloom_vulkan_desc_t how = {.mode = variant == 4 ? NBL_MODE_FAST : NBL_MODE_EXACT,
                                       .source_is_image = variant == 1 || variant == 3,
                                       .target_is_image = variant == 2 || variant == 3,
                                       .unroll = variant == 5};
        expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
        run_on_device(device, bloom, &how, image, kernel, &sharpening, 1, &runs[variant]);
        nbl_bloom_destroy(bloom);
        uint64_t differ = differing_floats(runs[0].result, runs[variant].result, result_bytes(&plan));
        /* SwiftShader unrolls what loops we leave by a SPIRV-Tools of its own, whose unroller drops the NoContraction
         * of what it copies: within the bounds, not the same bits. So nothing is unrolled on CPU drivers. */
        bool contracts = how.mode == NBL_MODE_FAST || (variant == 5 && _i == TEST_SWIFTSHADER);
        ck_assert_msg(contracts || differ == 0, "source %d target %d unroll %d: %llu floats differ",
                      how.source_is_image, how.target_is_image, how.unroll, (unsigned long long)differ);
        errors_t e = reference_errors(reference, runs[variant].result, (size_t)c.width * c.height);
        ck_assert_msg(e.relative <= 4e-7 && e.largest <= 1.5e-6, "variant %d: relative %g, largest %g", variant,
                      e.relative, e.largest);
    }
    printf("%s: %d variants\n", test_driver_name((test_driver_t)_i), VARIANTS);
    for (int variant = 0; variant < VARIANTS; variant++) run_free(&runs[variant]);
    free(reference);
    free(image);
    free(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom structure");
    TCase *tests = tcase_create("structure");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, transforms_and_barriers_are_counted);
    tcase_add_test(tests, idle_invocations_touch_nothing);
    tcase_add_test(tests, first_axis_is_the_cheaper);
    tcase_add_loop_test(tests, spreading_changes_no_bit, 0, 8);
    tcase_add_loop_test(tests, tinted_kernel_has_luminance_one, NBL_FFT_RADIX2_SHUFFLE, NBL_FFT_STOCKHAM + 1);
    tcase_add_loop_test(tests, images_and_fast_mode, 0, 2);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
