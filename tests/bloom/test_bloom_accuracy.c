/* Every case against the reference, on the emulator and on the Vulkan devices, whose bits must be the same.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

static const struct {
    double relative, largest, percentile;
} bounds[2] = {{4e-7, 1.5e-6, 5e-6}, {1e-3, HUGE_VAL, HUGE_VAL}};

enum { BACKENDS = 4, EMULATOR_8 = 0, LAVAPIPE, EMULATOR_4, SWIFTSHADER };
static const char *const backend_names[BACKENDS] = {"emulator S=8", "lavapipe", "emulator S=4", "SwiftShader"};

/* Worst errors by family and backend, for the reader. */
enum { MAX_FAMILIES = 24 };
typedef struct worst_t {
    const char *family;
    int runs[BACKENDS];
    errors_t errors[BACKENDS];
} worst_t;

typedef struct tally_t {
    worst_t worst[MAX_FAMILIES];
    int families, failures, runs[BACKENDS];
    uint64_t compared, differing;
    int emulated, checked; /* runs on the emulator */
} tally_t;

static void note_errors(tally_t *tally, const case_t *c, int backend, float sharpening, const double *reference,
                        const float *result) {
    errors_t e = reference_errors(reference, result, (size_t)c->width * c->height);
    int f = 0;
    while (f < tally->families && strcmp(tally->worst[f].family, c->family) != 0) f++;
    ck_assert_int_lt(f, MAX_FAMILIES);
    if (f == tally->families) tally->families++;
    worst_t *worst = &tally->worst[f];
    worst->family = c->family;
    worst->runs[backend]++;
    tally->runs[backend]++;
    worst->errors[backend].relative = fmax(worst->errors[backend].relative, e.relative);
    worst->errors[backend].largest = fmax(worst->errors[backend].largest, e.largest);
    worst->errors[backend].percentile = fmax(worst->errors[backend].percentile, e.percentile);
    bool within = e.finite && e.relative <= bounds[c->storage].relative && e.largest <= bounds[c->storage].largest &&
                  (c->content != CONTENT_SUNS || e.percentile <= bounds[c->storage].percentile);
    if (within) return;
    char text[160];
    case_text(c, text);
    printf("FAILED %s, sharpen %g, on %s: relative %.3g, largest %.3g, percentile %.3g%s\n", text, (double)sharpening,
           backend_names[backend], e.relative, e.largest, e.percentile, e.finite ? "" : ", not finite");
    tally->failures++;
}

static void note_differences(tally_t *tally, const case_t *c, int backend, const nbl_bloom_plan_t *plan, const run_t *a,
                             const run_t *b) {
    differences_t d = run_differences(plan, a, b);
    tally->compared += (2 * plan->workspace_bytes + plan->spectrum_bytes + result_bytes(plan)) / 4 + 3;
    tally->differing += differences_total(d);
    if (differences_total(d) == 0) return;
    char text[160];
    case_text(c, text);
    printf("FAILED %s: %s and %s differ: sums %llu, spectrum %llu, after kernel %llu, after image %llu, result %llu\n",
           text, backend_names[backend], backend_names[backend - 1], (unsigned long long)d.sums,
           (unsigned long long)d.spectrum, (unsigned long long)d.after_kernel, (unsigned long long)d.after_image,
           (unsigned long long)d.result);
    tally->failures++;
}

static nbl_bloom_plan_t plan_of(const case_t *c, nbl_fft_limits_t limits) {
    nbl_bloom_desc_t desc = case_desc(c, limits);
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    nbl_result_t result = nbl_bloom_plan_make(&desc, &plan, &error);
    ck_assert_msg(result == NBL_SUCCESS, "%s: %s", nbl_result_text(result), error.text);
    uint32_t x = case_length(c, case_padding_x(c), c->width, c->kernel_width, limits.subgroup_size),
             y = case_length(c, c->padding, c->height, c->kernel_height, limits.subgroup_size);
    bool y_first = plan.desc.first_axis == NBL_BLOOM_AXIS_Y;
    ck_assert_uint_eq(y_first ? plan.length_second : plan.length_first, x);
    ck_assert_uint_eq(y_first ? plan.length_first : plan.length_second, y);
    if (c->width % 2 == 0) transform_channels_together(&plan);
    return plan;
}

/* The texels of a case and what they should become, for lengths that may differ from device to device. */
typedef struct input_t {
    float *image, *kernel;
    uint32_t length_first, length_second;
    double *references[3];
} input_t;

static const double *reference_for(input_t *input, const case_t *c, const nbl_bloom_plan_t *plan, int i) {
    if (input->length_first != plan->length_first || input->length_second != plan->length_second)
        for (int k = 0; k < 3; k++) {
            free(input->references[k]);
            input->references[k] = NULL;
        }
    input->length_first = plan->length_first;
    input->length_second = plan->length_second;
    if (!input->references[i])
        input->references[i] = case_reference(c, plan, input->image, input->kernel, c->sharpening[i]);
    return input->references[i];
}

/* Whether a case runs on the drivers, whose compilers take longest. Of the cases that may, the first of every second
 * family, with mixed radices of every third family; another run takes other families; NBL_TEST_ALL takes all. */
static bool chosen_for_drivers(const cases_t *cases, int number) {
    const case_t *c = &cases->list[number];
    int families = 0;
    if (!c->everywhere || test_all()) return c->everywhere;
    for (int i = 0; i < number; i++) {
        if (!cases->list[i].everywhere) continue;
        if (strcmp(cases->list[i].family, c->family) == 0) return false;
        int j = i - 1;
        while (j >= 0 && !(cases->list[j].everywhere && strcmp(cases->list[j].family, cases->list[i].family) == 0)) j--;
        families += j < 0;
    }
    return test_takes((uint32_t)families, c->algorithm == NBL_FFT_STOCKHAM ? 3 : 2);
}

/* One case on the emulator and, where there is one, on a device with the same plan. */
static void run_pair(tally_t *tally, const case_t *c, int emulator, nbl_fft_limits_t limits,
                     nbl_vulkan_device_t *device, nbl_cache_t *cache, input_t *input) {
    const float *image = input->image, *kernel = input->kernel;
    nbl_bloom_plan_t plan = plan_of(c, limits);
    run_t on_device[3];
    nbl_bloom_t *bloom = NULL;
    if (device) {
        nbl_error_t error = {""};
        nbl_bloom_vulkan_desc_t desc = {.mode = NBL_MODE_EXACT, .cache = cache};
        expect_bloom(nbl_bloom_create(device, &plan, &desc, &bloom, &error), &error);
        run_on_device(device, bloom, &desc, image, kernel, c->sharpening, c->sharpenings, on_device);
        nbl_bloom_destroy(bloom);
    }
    for (int i = 0; i < c->sharpenings; i++) {
        const double *reference = reference_for(input, c, &plan, i);
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        if (tally->emulated++ % 6 == 0) launch.check = NBL_EMULATOR_CHECK_RACES; /* a finding would be a failure */
        tally->checked += launch.check != NBL_EMULATOR_CHECK_NONE;
        run_t run = run_emulated(&plan, image, kernel, c->sharpening[i], &launch);
        note_errors(tally, c, emulator, c->sharpening[i], reference, run.result);
        if (device) {
            note_errors(tally, c, emulator + 1, c->sharpening[i], reference, on_device[i].result);
            note_differences(tally, c, emulator + 1, &plan, &run, &on_device[i]);
            run_free(&on_device[i]);
        }
        for (size_t t = 0; t < (size_t)c->width * c->height; t++)
            ck_assert(run.result[4 * t + 3] == image[4 * t + 3]); /* alpha */
        run_free(&run);
    }
}

static void print_tally(const tally_t *tally) {
    printf("%-26s %-13s %5s %10s %10s %10s\n", "family", "backend", "runs", "relative", "largest", "99.9 %");
    for (int f = 0; f < tally->families; f++)
        for (int b = 0; b < BACKENDS; b++)
            if (tally->worst[f].runs[b])
                printf("%-26s %-13s %5d %10.2e %10.2e %10.2e\n", tally->worst[f].family, backend_names[b],
                       tally->worst[f].runs[b], tally->worst[f].errors[b].relative, tally->worst[f].errors[b].largest,
                       tally->worst[f].errors[b].percentile);
    printf("emulated: %d, of them with the checker, which found nothing: %d\n", tally->emulated, tally->checked);
    ck_assert_int_eq(tally->checked, (tally->emulated + 5) / 6);
    printf("executed: ");
    for (int b = 0; b < BACKENDS; b++)
        printf("%s %d%s", backend_names[b], tally->runs[b], b + 1 < BACKENDS ? ", " : "\n");
    printf("%llu floats compared between devices and emulator, %llu differ\n", (unsigned long long)tally->compared,
           (unsigned long long)tally->differing);
    fflush(stdout);
}

/* algorithm, for the loop of a test */
START_TEST(within_bounds_and_the_same_bits) {
    test_random_t random = test_random_begin("within_bounds_and_the_same_bits");
    static cases_t cases;
    static tally_t tally;
    add_sizes(&cases);
    add_options(&cases);
    add_shapes(&cases);
    add_suns(&cases);
    add_large(&cases);
    add_drawn(&cases, &random);
    add_wrapped(&cases);
    nbl_vulkan_device_t *devices[2] = {test_device_open(TEST_LAVAPIPE), test_device_open(TEST_SWIFTSHADER)};
    nbl_cache_desc_t cache_desc = {test_folder()};
    nbl_cache_t *cache = NULL;
    nbl_cache_create(&cache_desc, &cache, NULL);
    int expected[BACKENDS] = {0, 0, 0, 0}, everywhere = 0;
    for (int i = 0; i < cases.count; i++) {
        case_t *c = &cases.list[i];
        c->algorithm = (uint32_t)_i;
        bool on_drivers = chosen_for_drivers(&cases, i);
        /* Each case by one algorithm in a run, by the other in the next. */
        if (!on_drivers && !test_takes((uint32_t)(i + _i), 2)) continue;
        /* Fixed cases have fixed texels; what is drawn is drawn anew by every run. */
        test_random_t fixed = test_random_from((uint64_t)i),
                      *source = strcmp(c->family, "drawn") == 0 ? &random : &fixed;
        input_t input = {make_image_texels(c, source), make_kernel_texels(c, source), 0, 0, {NULL, NULL, NULL}};
        everywhere += on_drivers;
        for (int d = 0; d < 2; d++) {
            nbl_vulkan_device_t *device = on_drivers && (d == 0 || everywhere % 2 == 1) ? devices[d] : NULL;
            if (d == 1 && !device) continue;
            nbl_fft_limits_t limits = device ? nbl_fft_device_limits(device) : nbl_bloom_desc_init().limits;
            ck_assert_uint_eq(limits.subgroup_size, d == 0 ? 8 : 4);
            run_pair(&tally, c, 2 * d, limits, device, cache, &input);
            expected[2 * d] += c->sharpenings;
            if (device) expected[2 * d + 1] += c->sharpenings;
        }
        free(input.image);
        free(input.kernel);
        for (int k = 0; k < 3; k++) free(input.references[k]);
    }
    printf("%s\n", _i == NBL_FFT_STOCKHAM ? "stockham" : "radix2-shuffle");
    print_tally(&tally);
    for (int d = 0; d < 2; d++) nbl_vulkan_device_destroy(devices[d]);
    nbl_cache_destroy(cache);
    test_folder_remove();
    for (int b = 0; b < BACKENDS; b++) ck_assert_int_eq(tally.runs[b], expected[b]);
    bool all = test_all();
    ck_assert_int_ge(tally.runs[EMULATOR_8], all ? 129 : 64);
    if (devices[0]) ck_assert_int_ge(tally.runs[LAVAPIPE], all ? 54 : _i == NBL_FFT_STOCKHAM ? 3 : 6);
    if (devices[1]) ck_assert_int_ge(tally.runs[SWIFTSHADER], all ? 27 : _i == NBL_FFT_STOCKHAM ? 1 : 3);
    ck_assert_int_eq(tally.failures, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom accuracy");
    TCase *tests = tcase_create("accuracy");
    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, within_bounds_and_the_same_bits, NBL_FFT_RADIX2_SHUFFLE, NBL_FFT_STOCKHAM + 1);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
