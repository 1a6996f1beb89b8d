/* The Stockham transform on lavapipe and SwiftShader: a sample of lengths against long double, bit for bit the
 * emulator in exact mode, and as accurate in fast mode.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_CASE=n runs one case alone, NBL_SEED=n repeats the data of a run.
 */
#include "tests/fft/stockham_testing.h"

/* What the devices choose for: one pass, every prime, invocations left over. */
static const uint32_t lengths[] = {2, 7, 15, 480};
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

/* The one plan of a length that all backends are compared with: two passes and more, several transforms per workgroup
 * and one. */
enum { PLANS = 22 };
typedef struct plan_line_t {
    uint32_t length;
    char text[64];
} plan_line_t;

static void read_plans(plan_line_t plans[PLANS]) {
    FILE *file = fopen("tests/fft/bit_identity.txt", "r");
    char line[256];
    uint32_t count = 0;
    ck_assert_msg(file != NULL, "tests/fft/bit_identity.txt: to be run in the folder that has it");
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#') continue;
        ck_assert(count < PLANS && sscanf(line, "%u %63s", &plans[count].length, plans[count].text) == 2);
        count++;
    }
    fclose(file);
    ck_assert_uint_eq(count, PLANS);
}

/* The run's, so that the second driver finds the modules that both take alike. */
static nbl_cache_t *cache;

/* Of the cases that run: by device addresses. */
static bool addresses;

static void run_case(tally_t *tally, nbl_vulkan_device_t *device, nbl_mode_t mode, nbl_fft_precision_t precision,
                     uint32_t length, const char *plan_text, bool inverse, bool unroll) {
    if (!begin_case()) return;
    case_t c = {precision, length, ROWS, inverse, nbl_fft_device_limits(device), plan_text};
    nbl_fft_transform_plan_t plan = plan_case(&c);
    plan.desc.addresses = addresses;
    void *input = make_input(&c, &plan), *output = allocate_buffer(&plan), *emulated = allocate_buffer(&plan);
    nbl_error_t error;
    nbl_result_t result = nbl_fft_transform_vulkan(device, cache, mode, unroll, &plan, input, output, NULL, &error);
    ck_assert_msg(result == NBL_SUCCESS, "case %u: %s", case_number, error.text);
    emulate_case(&c, &plan, input, emulated);
    judge_case(tally, &c, &plan, input, output);
    uint32_t scalar = plan.element_bytes / 2;
    uint64_t differing = test_differing_scalars(output, emulated, plan.buffer_bytes, scalar);
    tally->scalars += plan.buffer_bytes / scalar;
    tally->differing += differing;
    /* Promised of float32, stored as halves too, in exact mode; of the others it is told. */
    ck_assert_msg(differing == 0 || mode == NBL_MODE_FAST ||
                      (precision != NBL_FFT_FLOAT32 && precision != NBL_FFT_FLOAT16_STORAGE),
                  "case %u, length %u: %llu scalars differ from the emulator's", case_number, length,
                  (unsigned long long)differing);
    free(input);
    free(output);
    free(emulated);
    tally->cases++;
}

static void end_group(const char *name, const tally_t *tally, uint32_t cases) {
    print_tally(name, tally);
    if (!getenv("NBL_CASE")) ck_assert_uint_eq(tally->cases, cases);
}

/* driver, for the loop of a test. Each plan runs in one direction on one of the two drivers, by turns; both ways on
 * both with NBL_TEST_ALL. The emulator runs each both ways (test_stockham), and a driver is asked for its bits. */
START_TEST(float32) {
    const bool all = test_all();
    plan_line_t plans[PLANS];
    read_plans(plans);
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    if (!device) return;
    tally_t tally, chosen, unrolled;
    memset(&tally, 0, sizeof tally);
    memset(&chosen, 0, sizeof chosen);
    memset(&unrolled, 0, sizeof unrolled);
    case_number = 100000 * (1 + (uint32_t)_i);
    for (uint32_t i = 0; i < PLANS; i++)
        for (uint32_t inverse = 0; inverse < 2; inverse++) {
            if (all || i % 4 == 2 * inverse + (uint32_t)_i)
                run_case(&tally, device, NBL_MODE_EXACT, NBL_FFT_FLOAT32, plans[i].length, plans[i].text, inverse != 0,
                         false);
            else
                case_number++;
        }
    for (uint32_t i = 0; i < LENGTHS; i++)
        run_case(&chosen, device, NBL_MODE_EXACT, NBL_FFT_FLOAT32, lengths[i], NULL, i % 2 != 0, false);
    run_case(&unrolled, device, NBL_MODE_EXACT, NBL_FFT_FLOAT32, 60, NULL, false, true);
    run_case(&unrolled, device, NBL_MODE_EXACT, NBL_FFT_FLOAT32, 64, NULL, true, true);
    const char *driver = test_driver_name((test_driver_t)_i);
    char name[64];
    snprintf(name, sizeof name, "%s, float32, explicit plans", driver);
    end_group(name, &tally, all ? 2 * PLANS : (PLANS + 1 - (uint32_t)_i) / 2);
    snprintf(name, sizeof name, "%s, float32, chosen plans", driver);
    end_group(name, &chosen, LENGTHS);
    snprintf(name, sizeof name, "%s, unrolled", driver);
    end_group(name, &unrolled, 2);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(float16_storage) {
    static const uint32_t few[] = {49, 96};
    nbl_vulkan_device_t *device = test_device_open((test_driver_t)_i);
    if (!device) return;
    tally_t tally;
    memset(&tally, 0, sizeof tally);
    case_number = 310000 + 1000 * (uint32_t)_i;
    for (uint32_t i = 0; i < 2; i++)
        run_case(&tally, device, NBL_MODE_EXACT, NBL_FFT_FLOAT16_STORAGE, few[i], NULL, (i + (uint32_t)_i) % 2 != 0,
                 false);
    char name[64];
    snprintf(name, sizeof name, "%s, float16 storage", test_driver_name((test_driver_t)_i));
    end_group(name, &tally, 2);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Fast mode's kernels state their multiply-adds. Lavapipe takes each as a product and a sum, and so has exact mode's
 * bits of the same plan. */
START_TEST(fast) {
    static const uint32_t some[] = {64, 105, 360, 1000, 2048, 2187};
    enum { SOME = sizeof some / sizeof some[0] };
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    tally_t tally;
    memset(&tally, 0, sizeof tally);
    case_number = 320000;
    for (uint32_t i = 0; i < SOME; i++)
        run_case(&tally, device, NBL_MODE_FAST, NBL_FFT_FLOAT32, some[i], NULL, i % 2 != 0, false);
    end_group("lavapipe, float32, fast", &tally, SOME);
    ck_assert_uint_eq(tally.differing, 0);
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(other_precisions) {
    static const uint32_t few[] = {16, 105, 360, 1024};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    for (uint32_t p = 0; p < 3; p += 2) {
        tally_t tally;
        memset(&tally, 0, sizeof tally);
        if (p == NBL_FFT_FLOAT16 && !nbl_fft_emulator_limits(8).float16) continue;
        case_number = 300000 + 1000 * p;
        for (uint32_t i = 0; i < 4; i++)
            run_case(&tally, device, NBL_MODE_EXACT, (nbl_fft_precision_t)p, few[i], NULL, i % 2 != 0, false);
        end_group(p == NBL_FFT_FLOAT16 ? "lavapipe, float16" : "lavapipe, float64", &tally, 4);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Buffers by device address give the bits of buffers by binding: plans of one pass, with invocations that have no
 * butterfly, with rounds, and in every storage. */
START_TEST(by_address) {
    static const struct {
        nbl_fft_precision_t precision;
        uint32_t length;
        const char *plan;
    } some[] = {{NBL_FFT_FLOAT32, 15, NULL},         {NBL_FFT_FLOAT32, 2205, "7x5x9x7@123"},
                {NBL_FFT_FLOAT32, 480, NULL},        {NBL_FFT_FLOAT64, 105, NULL},
                {NBL_FFT_FLOAT16_STORAGE, 96, NULL}, {NBL_FFT_FLOAT16_STORAGE, 49, NULL}};
    enum { SOME = sizeof some / sizeof some[0] };
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    ck_assert(nbl_fft_device_limits(device).addresses);
    tally_t tally;
    memset(&tally, 0, sizeof tally);
    case_number = 330000;
    addresses = true;
    for (uint32_t i = 0; i < SOME; i++)
        run_case(&tally, device, NBL_MODE_EXACT, some[i].precision, some[i].length, some[i].plan, i % 2 != 0, i < 2);
    end_group("lavapipe, by address", &tally, SOME);
    if (!getenv("NBL_CASE")) ck_assert_uint_eq(tally.differing, 0);
    addresses = false;
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    desc.length = 64;
    desc.addresses = true;
    ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, NULL), NBL_ERROR_LIMIT); /* the emulator has none */
    desc.limits = nbl_fft_device_limits(device);
    ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, NULL), NBL_SUCCESS);
    desc.kind = NBL_FFT_REAL;
    ck_assert_int_eq(nbl_fft_transform_plan(&desc, &plan, NULL), NBL_ERROR_ARGUMENT);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    begin_data("stockham_drivers");
    if (nbl_cache_create(NULL, &cache, NULL) != NBL_SUCCESS) return EXIT_FAILURE;
    Suite *suite = suite_create("stockham_drivers");
    TCase *test_case = tcase_create("drivers");
    tcase_set_timeout(test_case, 600);
    tcase_add_loop_test(test_case, float32, 0, 2);
    tcase_add_loop_test(test_case, float16_storage, 0, 2);
    tcase_add_test(test_case, fast);
    tcase_add_test(test_case, by_address);
    tcase_add_test(test_case, other_precisions);
    suite_add_tcase(suite, test_case);
    int status = test_run_suite(suite);
    nbl_cache_destroy(cache);
    return status;
}
