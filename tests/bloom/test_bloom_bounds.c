/* The bounds of the accuracy tests are tight: the last pass runs with one fault at a time, and a bound must see each
 * fault.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The pass is compiled here from the library's own text, with faults let in at its seams: twiddles, halves, texels.
 */
#define NBL_BLOOM_ALGORITHM 0 /* NBL_FFT_RADIX2_SHUFFLE */
#define NBL_BLOOM_KERNEL faulty_first_axis_inverse
#include "bloom/run_time_parameters.h"
#include "nbl/fft/twiddle.h"
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

typedef enum fault_t { NO_FAULT = 0, TWIDDLE, GAIN, ONE_TEXEL, FEW_TEXELS, HALVES, NO_SCALE } fault_t;
static fault_t fault;
static float fault_size; /* absolute, of the faulty texels */

/* About what a GPU's own sine is worth. */
static nbl_complex_float32_t faulty_twiddle(uint32_t k, uint32_t length_log2, bool inverse) {
    nbl_complex_float32_t w = nbl_fft_twiddle_float32_t(k, length_log2, inverse);
    if (fault == TWIDDLE) w.imag *= 1.000003f;
    return w;
}

/* Three bits of mantissa fewer. */
static nbl_float32_t2 faulty_halves(uint32_t packed) {
    return nbl_emulator_unpack_half_2x16(fault == HALVES ? packed & 0xfff8fff8u : packed);
}

static nbl_float32_t4 faulty_texel(uint32_t texel, uint32_t scanline, nbl_float32_t4 rgba) {
    float off = fault == ONE_TEXEL && texel == 5 && scanline == 5 ? fault_size : 0.0f;
    if (fault == FEW_TEXELS && (scanline * 96 + texel) % 750 == 3) off = fault_size;
    float gain = fault == GAIN ? 1.000001f : 1.0f;
    nbl_float32_t4 out = {rgba.x * gain + off, rgba.y * gain + off, rgba.z * gain + off, rgba.w};
    return out;
}

#define nbl_fft_twiddle_float32_t faulty_twiddle
#undef nbl_unpack_half_2x16
#define nbl_unpack_half_2x16(u) faulty_halves(u)

/* As shaders/bloom_first_axis_inverse.h, but for the texels. */
#define NBL_BLOOM_TRANSFORMS 1
#include "shaders/bloom_fft.h"
#define bloom_target_set(texel, line, row_pitch, rgba) \
    bloom_target_set(texel, line, row_pitch, faulty_texel(texel, line, rgba))
#include "nbl/bloom/first_axis_inverse.h"

NBL_KERNEL(NBL_BLOOM_KERNEL) { nbl_bloom_first_axis_inverse(NBL_PUSH_CONSTANT(bloom_constants)); }

/* Replaces a run's result by what the last pass above makes of its intermediates. */
static void run_last_pass(const nbl_bloom_plan_t *plan, const float *image, run_t *run) {
    const nbl_bloom_pass_t *pass = &plan->passes[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE];
    float *source = zeroed(result_bytes(plan));
    memcpy(source, image, (size_t)result_bytes(plan));
    memset(run->result, 0, (size_t)result_bytes(plan));
    nbl_emulator_resource_t plain = {run->after_image + plan->plain_offset, plan->plain_bytes, 0};
    nbl_emulator_resource_t resources[6] = {
        {source, result_bytes(plan), 0},          plain,        plain,
        {run->spectrum, plan->spectrum_bytes, 0}, {NULL, 0, 0}, {run->result, result_bytes(plan), 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = faulty_first_axis_inverse;
    launch.workgroup_size[0] = pass->workgroup_size;
    launch.workgroup_count[0] = (uint32_t)pass->workgroups;
    launch.subgroup_size = plan->desc.limits.subgroup_size;
    launch.resources = resources;
    launch.resource_count = 6;
    launch.push_constants = &pass->constants;
    launch.specialization = &pass->parameters;
    nbl_emulator_report_t report;
    nbl_emulator_launch(&launch, &report);
    ck_assert_msg(report.result == NBL_SUCCESS, "%s", report.message);
    free(source);
}

enum { SEES_NOTHING = 0, RELATIVE = 1, LARGEST = 2, PERCENTILE = 4, FINITE = 8 };

/* The bounds as test_bloom_accuracy.c has them. */
static int seen_by(const case_t *c, errors_t e) {
    bool half = c->storage == NBL_BLOOM_STORAGE_FLOAT16;
    int seen = e.relative <= (half ? 1e-3 : 4e-7) ? 0 : RELATIVE;
    if (!half && !(e.largest <= 1.5e-6)) seen |= LARGEST;
    if (!half && c->content == CONTENT_SUNS && !(e.percentile <= 5e-6)) seen |= PERCENTILE;
    return e.finite ? seen : FINITE;
}

static const struct {
    fault_t fault;
    const char *name;
    content_t content;
    nbl_bloom_storage_t storage;
    int seen;
} faults[] = {
    {NO_FAULT, "none", CONTENT_PLAIN, NBL_BLOOM_STORAGE_FLOAT32, SEES_NOTHING},
    {NO_FAULT, "none", CONTENT_SUNS, NBL_BLOOM_STORAGE_FLOAT32, SEES_NOTHING},
    {NO_FAULT, "none, half", CONTENT_BRIGHT, NBL_BLOOM_STORAGE_FLOAT16, SEES_NOTHING},
    {TWIDDLE, "twiddles off by 3e-6", CONTENT_PLAIN, NBL_BLOOM_STORAGE_FLOAT32, RELATIVE},
    {GAIN, "a millionth too bright", CONTENT_PLAIN, NBL_BLOOM_STORAGE_FLOAT32, RELATIVE},
    {ONE_TEXEL, "one texel off", CONTENT_PLAIN, NBL_BLOOM_STORAGE_FLOAT32, LARGEST},
    {FEW_TEXELS, "one texel in 750 off", CONTENT_SUNS, NBL_BLOOM_STORAGE_FLOAT32, PERCENTILE},
    {HALVES, "seven bits of a half", CONTENT_PLAIN, NBL_BLOOM_STORAGE_FLOAT16, RELATIVE},
    {NO_SCALE, "halves unscaled", CONTENT_BRIGHT, NBL_BLOOM_STORAGE_FLOAT16, FINITE},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(each_bound_sees_its_fault) {
    test_random_t random = test_random_from(7); /* fixed: the faults lie close to the bounds */
    case_t c = {.family = "faults",
                .width = 96,
                .height = 54,
                .kernel_width = 20,
                .kernel_height = 17,
                .first_axis = NBL_BLOOM_AXIS_X,
                .padding = NBL_BLOOM_PADDING_MIRROR,
                .star = true,
                .content = faults[_i].content,
                .storage = faults[_i].storage,
                .sharpenings = 1};
    nbl_bloom_desc_t desc = case_desc(&c, nbl_bloom_desc_init().limits);
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    double *reference = case_reference(&c, &plan, image, kernel, 0.0f);
    fault = faults[_i].fault;
    if (fault == NO_SCALE) plan.passes[NBL_BLOOM_PASS_CONVOLVE].constants.reciprocal_second = 1.0f;
    run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL);
    float *whole = malloc((size_t)result_bytes(&plan));
    memcpy(whole, run.result, (size_t)result_bytes(&plan));
    double energy = 0, peak = 0;
    for (size_t i = 0; i < 96 * 54 * 3; i++) {
        energy += reference[i] * reference[i];
        peak = fmax(peak, fabs(reference[i]));
    }
    fault_size = (float)(fault == ONE_TEXEL ? 2.5e-6 * peak : 6e-6 * sqrt(energy / (96 * 54 * 3)));
    run_last_pass(&plan, image, &run);
    bool same = memcmp(whole, run.result, (size_t)result_bytes(&plan)) == 0;
    errors_t e = reference_errors(reference, run.result, 96 * 54);
    int seen = seen_by(&c, e);
    printf("%-24s relative %.2e, largest %.2e, 99.9 %% %.2e%s\n", faults[_i].name, e.relative, e.largest, e.percentile,
           e.finite ? "" : ", not finite");
    ck_assert_msg(same == (fault == NO_FAULT || fault == NO_SCALE), "%s: the texels are %s", faults[_i].name,
                  same ? "the same" : "others");
    ck_assert_msg((seen & faults[_i].seen) == faults[_i].seen,
                  "%s: relative %g, largest %g, percentile %g: not seen by its bound", faults[_i].name, e.relative,
                  e.largest, e.percentile);
    /* Each of the three is needed: there is a fault that no other sees. */
    bool alone = fault == NO_FAULT || fault == GAIN || fault == ONE_TEXEL || fault == FEW_TEXELS;
    ck_assert_msg(!alone || seen == faults[_i].seen, "%s: relative %g, largest %g, percentile %g: seen by others too",
                  faults[_i].name, e.relative, e.largest, e.percentile);
    run_free(&run);
    free(whole);
    free(reference);
    free(image);
    free(kernel);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom bounds");
    TCase *tests = tcase_create("bounds");
    tcase_add_loop_test(tests, each_bound_sees_its_fault, 0, FAULTS);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
