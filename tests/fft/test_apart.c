/* Source and target apart: what an FFT reads is never what it wrote, for every scalar, algorithm, direction,
 * normalisation and number of elements.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fft/array_testing.h"

enum { LONGEST = 2048, LONGEST_STOCKHAM = 1024 };

static _Alignas(16) unsigned char source[LONGEST * 16], target[LONGEST * 16], expected[LONGEST * 16];

static void random_source(const array_case_t *c) {
    test_random_t random = test_random_from(data_seed + c->length);
    fill(c->precision, source, c->length, &random);
}

/* Both directions and every normalisation of a shape, against long double. Returns how many ran. */
static uint32_t all_forms(array_case_t c) {
    for (uint32_t form = 0; form < 6; form++) {
        c.inverse = form / 3;
        c.normalization = form % 3;
        char text[128];
        array_describe(&c, text);
        random_source(&c);
        array_emulate(&c, source, target);
        double error = array_error(&c, source, target);
        ck_assert_msg(error <= bound_of(c.precision, c.length), "%s: relative L2 %.3e", text, error);
    }
    return 6;
}

static bool is_there(nbl_fft_precision_t precision) {
    if (precision != NBL_FFT_FLOAT16 || NBL_HAS_FLOAT16) return true;
    printf("SKIPPED: float16 on the emulator: this compiler has no such type\n");
    return false;
}

START_TEST(radix2) {
    uint32_t cases = 0, expected_cases = 0;
    for (int precision = 0; precision < 3; precision++) {
        if (!is_there((nbl_fft_precision_t)precision)) continue;
        for (uint32_t elements = 2; elements <= 32; elements *= 2)
            for (uint32_t invocations = 1; invocations <= 64; invocations *= 4)
                cases += all_forms(array_case_radix2((nbl_fft_precision_t)precision, elements, invocations));
        expected_cases += 5 * 4 * 6;
    }
    printf("apart, radix-2: %u cases\n", cases);
    ck_assert_uint_eq(cases, expected_cases);
}
END_TEST

/* Lengths in turn, each whose plan holds a number of elements that no shorter one has. */
START_TEST(stockham) {
    for (int precision = 0; precision < 3; precision++) {
        if (!is_there((nbl_fft_precision_t)precision)) continue;
        uint32_t seen = 0, cases = 0;
        for (uint32_t length = 2; length <= LONGEST_STOCKHAM; length++) {
            nbl_error_t error;
            if (nbl_fft_check_length(NBL_FFT_STOCKHAM, (nbl_fft_precision_t)precision, length, &error) != NBL_SUCCESS)
                continue;
            array_case_t c = array_case_stockham((nbl_fft_precision_t)precision, length);
            if ((seen >> (c.elements - 1) & 1) != 0) continue;
            seen |= 1u << (c.elements - 1);
            cases += all_forms(c);
        }
        printf("apart, Stockham %s: %u cases, numbers of elements %08x\n", precision_names[precision], cases, seen);
        ck_assert_uint_eq(cases, 6 * (uint32_t)__builtin_popcount(seen));
        ck_assert_uint_ge(cases, 6 * 12);
    }
}
END_TEST

/* As GLSL and HLSL have it, with literals: the emulator's bits. */
START_TEST(languages) {
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    array_case_t shapes[] = {array_case_radix2(NBL_FFT_FLOAT32, 2, 16),  array_case_radix2(NBL_FFT_FLOAT32, 4, 32),
                             array_case_radix2(NBL_FFT_FLOAT32, 8, 32),  array_case_radix2(NBL_FFT_FLOAT32, 16, 4),
                             array_case_radix2(NBL_FFT_FLOAT32, 32, 16), array_case_stockham(NBL_FFT_FLOAT32, 96),
                             array_case_stockham(NBL_FFT_FLOAT32, 1000), array_case_radix2(NBL_FFT_FLOAT16, 4, 32),
                             array_case_stockham(NBL_FFT_FLOAT64, 240)};
    enum { SHAPES = sizeof shapes / sizeof shapes[0] };
    uint32_t compared = 0;
    for (uint32_t i = 0; i < SHAPES; i++)
        for (uint32_t inverse = 0; inverse < 2; inverse++) {
            array_case_t c = shapes[i];
            char text[128];
            if (!is_there(c.precision)) continue;
            c.inverse = inverse;
            c.normalization = (i + inverse) % 3;
            array_describe(&c, text);
            random_source(&c);
            array_emulate(&c, source, expected);
            for (int language = 0; language < (c.precision == NBL_FFT_FLOAT32 ? 2 : 1); language++) {
                array_run(device, &c, (nbl_language_t)language, source, target);
                uint32_t size = element_bytes[c.precision] / 2;
                uint64_t differing = test_differing_scalars(target, expected, (uint64_t)c.length * 2 * size, size);
                ck_assert_msg(differing == 0, "%s in %s: %llu scalars differ from the emulator's", text,
                              language ? "HLSL" : "GLSL", (unsigned long long)differing);
                compared++;
            }
        }
    printf("apart on lavapipe: %u runs have the emulator's bits\n", compared);
    ck_assert_uint_eq(compared, 2 * (2 * 7 + 1 + (NBL_HAS_FLOAT16 ? 1 : 0)));
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    data_seed = begin_data("apart");
    Suite *suite = suite_create("apart");
    add_group(suite, "radix2", radix2);
    add_group(suite, "stockham", stockham);
    add_group(suite, "languages", languages);
    return test_run_suite(suite);
}
