/* Runs tests/fft/accessor_kernel.h in one scalar on the emulator and on both drivers, and checks every region it
 * writes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: ACCESSOR_TEST_SCALAR, ACCESSOR_TEST_PRECISION, ACCESSOR_TEST_BOUND of the transforms' relative L2.
 */
#define ACCESSOR_TEST_ADDRESS 1
#include "tests/fft/accessor_kernel.h"
#include "tests/fft/transform_grids_testing.h"

enum { INPUT_ELEMENTS = 320, OUTPUT_ELEMENTS = 1536, LENGTH = 128 };

static unsigned char input_bytes[INPUT_ELEMENTS * 16], sent[INPUT_ELEMENTS * 16], output_bytes[OUTPUT_ELEMENTS * 16];

static const unsigned char *element(const unsigned char *memory, uint32_t index) {
    return memory + (size_t)index * element_bytes[ACCESSOR_TEST_PRECISION];
}

static void prepare(void) {
    test_random_t random = test_random_from(data_seed);
    fill(ACCESSOR_TEST_PRECISION, input_bytes, INPUT_ELEMENTS, &random);
    memcpy(sent, input_bytes, sizeof sent);
    memset(output_bytes, 0, sizeof output_bytes);
}

static void emulate_accessors(uint32_t subgroup_size) {
    nbl_emulator_resource_t resources[2] = {{input_bytes, INPUT_ELEMENTS * element_bytes[ACCESSOR_TEST_PRECISION], 0},
                                            {output_bytes, OUTPUT_ELEMENTS * element_bytes[ACCESSOR_TEST_PRECISION],
                                             0}};
    accessor_test_constants_t constants;
    const unsigned char *address = input_bytes;
    memcpy(&constants.address, &address, sizeof constants.address);
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    prepare();
    launch.kernel = accessor_test;
    launch.workgroup_size[0] = 64;
    launch.subgroup_size = subgroup_size;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.push_constants = &constants;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s", report.message);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "fft_forward"), 6);
    ck_assert_uint_eq(nbl_emulator_counter(&report, "fft_inverse"), 2);
}

static void expect_moved(const char *what, uint32_t output, uint32_t input) {
    ck_assert_msg(memcmp(element(output_bytes, output), element(sent, input), element_bytes[ACCESSOR_TEST_PRECISION]) ==
                      0,
                  "%s: output element %u is not input element %u", what, output, input);
}

/* Against the text's definition of each region. */
static void check_output(bool address) {
    for (uint32_t t = 0; t < 64; t++) {
        uint32_t fft = t & 32, invocation = t & 31;
        expect_moved("linear buffer", t, 63 - t);
        expect_moved("offset", 64 + t, 100 + t);
        if (address) {
            expect_moved("buffer device address", 128 + t, 7 + t);
            ck_assert_mem_eq(element(input_bytes, 256 + t), element(sent, t), element_bytes[ACCESSOR_TEST_PRECISION]);
        }
        expect_moved("shared structure of arrays", 192 + t, (t * 11 + 5) & 63);
        expect_moved("shuffle", 256 + t, fft + ((invocation * 5 + 3) & 31));
        expect_moved("shuffle xor", 320 + t, fft + (invocation ^ 9));
        expect_moved("shuffle by a function", 384 + t, fft + 31 - invocation);
    }
    /* Three array accessors, one transform. */
    uint32_t bytes = 256 * element_bytes[ACCESSOR_TEST_PRECISION];
    ck_assert_mem_eq(element(output_bytes, 512), element(output_bytes, 768), bytes);
    ck_assert_mem_eq(element(output_bytes, 512), element(output_bytes, 1024), bytes);
    test_error_t forward = {0, 0, 0}, back = {0, 0, 0};
    for (uint32_t fft = 0; fft < 2; fft++) {
        test_complex_t x[LENGTH], spectrum[LENGTH];
        for (uint32_t i = 0; i < LENGTH; i++) x[i] = load(ACCESSOR_TEST_PRECISION, sent, fft * LENGTH + i);
        test_dft(x, spectrum, LENGTH, false);
        for (uint32_t i = 0; i < LENGTH; i++) {
            test_complex_t z = load(ACCESSOR_TEST_PRECISION, output_bytes, 512 + fft * LENGTH + i);
            test_complex_t y = load(ACCESSOR_TEST_PRECISION, output_bytes, 1280 + fft * LENGTH + i);
            test_error_add(&forward,
                           spectrum[nbl_fft_dft_index(
                               nbl_fft_nabla_order(nbl_fft_log2_elements(2), nbl_fft_log2_workgroup(5)), i)],
                           z.real, z.imag);
            test_error_add(&back, x[i], y.real, y.imag);
        }
    }
    ck_assert_double_le(test_error_relative(&forward), ACCESSOR_TEST_BOUND);
    ck_assert_double_le(test_error_relative(&back), 2 * ACCESSOR_TEST_BOUND);
}

START_TEST(emulator) {
    for (uint32_t subgroup_size = 1; subgroup_size <= 64; subgroup_size *= 2) {
        emulate_accessors(subgroup_size);
        check_output(true);
    }
}
END_TEST

/* On a driver, and bit for bit the emulator; buffer device address where the device has it. */
static void run_on(test_driver_t driver) {
    static const nbl_define_t defines[] = {{"ACCESSOR_TEST_SCALAR", ACCESSOR_TEST_SCALAR_TEXT},
                                           {"NBL_HAS_FLOAT16", ACCESSOR_TEST_PRECISION == NBL_FFT_FLOAT16 ? "1" : "0"},
                                           {"NBL_HAS_FLOAT64", ACCESSOR_TEST_PRECISION == NBL_FFT_FLOAT64 ? "1" : "0"},
                                           {"ACCESSOR_TEST_ADDRESS", "1"},
                                           {"NBL_BUFFER_DEVICE_ADDRESS", "1"}};
    nbl_vulkan_device_t *device = test_device_open(driver);
    if (!device) return;
    bool address = (nbl_vulkan_device_get_features(device) & NBL_FEATURE_BUFFER_DEVICE_ADDRESS) != 0;
    nbl_define_t chosen[5];
    memcpy(chosen, defines, sizeof chosen);
    if (!address) chosen[3].value = chosen[4].value = "0";
    ck_assert(address || driver != TEST_LAVAPIPE);
    static char text[16384];
    FILE *file = fopen("tests/fft/accessor_kernel.h", "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    nbl_compile_desc_t compile = {.file = "accessor_kernel.h", .text = text, .defines = chosen, .define_count = 5};
    accessor_test_constants_t constants = {{0, 0}};
    test_kernel_t kernel = {.compile = &compile,
                            .buffer_count = 2,
                            .push_constants = &constants,
                            .push_constant_bytes = address ? sizeof constants : 0,
                            .groups = 1,
                            .address_of = address ? 1 : 0};
    kernel.buffers[0].data = input_bytes;
    kernel.buffers[0].bytes = INPUT_ELEMENTS * element_bytes[ACCESSOR_TEST_PRECISION];
    kernel.buffers[1].data = output_bytes;
    kernel.buffers[1].bytes = OUTPUT_ELEMENTS * element_bytes[ACCESSOR_TEST_PRECISION];
    prepare();
    test_kernel_run(device, &kernel);
    printf("accessors in %s on %s, buffer device address %s\n", precision_names[ACCESSOR_TEST_PRECISION],
           test_driver_name(driver), address ? "too" : "not there");
    check_output(address);
    static unsigned char computed[sizeof output_bytes];
    memcpy(computed, output_bytes, sizeof computed);
    emulate_accessors(driver == TEST_LAVAPIPE ? 8 : 4);
    ck_assert_mem_eq(element(computed, 512), element(output_bytes, 512), 1024 * element_bytes[ACCESSOR_TEST_PRECISION]);
    nbl_vulkan_device_destroy(device);
}

START_TEST(lavapipe) { run_on(TEST_LAVAPIPE); }
END_TEST

#if ACCESSOR_TEST_ON_SWIFTSHADER
START_TEST(swiftshader) { run_on(TEST_SWIFTSHADER); }
END_TEST
#endif

static Suite *accessor_suite(const char *name) {
    data_seed = begin_data(name);
    Suite *suite = suite_create(name);
    add_group(suite, "emulator", emulator);
    add_group(suite, "lavapipe", lavapipe);
#if ACCESSOR_TEST_ON_SWIFTSHADER
    add_group(suite, "swiftshader", swiftshader);
#endif
    return suite;
}
