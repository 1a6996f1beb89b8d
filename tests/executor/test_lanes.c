/* Vectors in a scalar's place: each lane has the bits that the shared text gives a scalar.
 * SPDX-License-Identifier: Apache-2.0
 *
 * test_bits holds whole transforms to the emulator; this holds what lanes.h gives shared text on vectors, form by form,
 * so that tests/mutation/caught.txt can show that each is looked at.
 */
#define NBL_LANES_OF float32_t
#define NBL_LANES_LOG2 2
#include "executor/lanes.h"

#include "executor/kernels.h"
#include "executor/tables.h"
#include "nbl/complex.h"
#include "nbl/fft/constants_float32.h"
#include "nbl/fft/constants_float64.h"
#include "nbl/fft/scaling.h"
#include "nbl/fft/twiddle.h"
#include "nbl/fft/twiddle_ladder.h"

#include "executor/constants_lanes.h"
#define NBL_SCALAR lanes_t
#include "nbl/complex_scalar.h"

/* The kernels that all others are made of. */
#define BIT(radix) 1u << NBL_FFT_RADIX_FIELD(radix)
#define MASK (BIT(2) | BIT(3) | BIT(5) | BIT(7) | BIT(8) | BIT(9) | BIT(16) | BIT(25) | BIT(27) | BIT(32))
static const uint32_t radices[] = {2, 3, 5, 7, 8, 9, 16, 25, 27, 32};
#define NBL_RADIX_MASK MASK
#define NBL_RADIX_ELEMENTS NBL_FFT_MAX_RADIX
#define NBL_RADIX(name) NBL_CAT(lanes_, name)
#define NBL_SCALAR lanes_t
#include "nbl/fft/radix_scalar.h"
#undef NBL_SCALAR
#undef NBL_RADIX
#define NBL_RADIX(name) NBL_CAT(one_, name)
#define NBL_SCALAR float32_t
#include "nbl/fft/radix_scalar.h"
#undef NBL_SCALAR

#define NBL_SCALAR float32_t
#include "executor/tables_text.h"
#define NBL_SCALAR float32_t
#include "executor/twiddles_text.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/common/testing.h"

static uint64_t seed;
static uint32_t values;

static lanes_t random_lanes(test_random_t *random) {
    lanes_t v;
    for (size_t k = 0; k < LANES; k++) v[k] = (float)test_random_real(random);
    return v;
}

static nbl_complex_lanes_t random_complex(test_random_t *random) {
    nbl_complex_lanes_t z = {random_lanes(random), random_lanes(random)};
    return z;
}

static nbl_complex_float32_t lane(nbl_complex_lanes_t z, size_t k) {
    nbl_complex_float32_t one = {z.real[k], z.imag[k]};
    return one;
}

static void expect_scalar(const char *what, lanes_t result, size_t k, float expected) {
    const float value = result[k];
    values++;
    ck_assert_msg(memcmp(&value, &expected, sizeof value) == 0, "%s, lane %zu: %a, of a scalar %a", what, k, value,
                  expected);
}

static void expect(const char *what, nbl_complex_lanes_t result, size_t k, nbl_complex_float32_t expected) {
    expect_scalar(what, result.real, k, expected.real);
    expect_scalar(what, result.imag, k, expected.imag);
}

/* A test is a process of its own. */
static void tell(const char *what, uint32_t expected) {
    printf("%s: %u values\n", what, values);
    ck_assert_uint_eq(values, expected);
}

START_TEST(test_casts) {
    const nbl_complex_lanes_t zero = nbl_complex_zero_lanes_t();
    const lanes_t minus_zero = NBL_CAST(lanes_t, -0.0f), half = NBL_CAST(lanes_t, 0.5f);
    const lanes_t root = NBL_OF_LANES(NBL_FFT_SQRT_HALF);
    for (size_t k = 0; k < LANES; k++) {
        expect("zero", zero, k, nbl_complex_zero_float32_t());
        expect_scalar("minus zero", minus_zero, k, -0.0f);
        expect_scalar("half", half, k, 0.5f);
        expect_scalar("a constant", root, k, NBL_FFT_SQRT_HALF_float32_t);
    }
    tell("casts", 5 * LANES);
}
END_TEST

START_TEST(test_equal) {
    test_random_t random = test_random_from(seed);
    const nbl_complex_lanes_t z = random_complex(&random);
    ck_assert(nbl_complex_equal(z, z));
    for (size_t k = 0; k < LANES; k++) {
        nbl_complex_lanes_t real = z, imag = z;
        real.real[k] += 1.0f;
        imag.imag[k] += 1.0f;
        ck_assert_msg(!nbl_complex_equal(z, real), "a real part that differs in lane %zu is told equal", k);
        ck_assert_msg(!nbl_complex_equal(z, imag), "an imaginary part that differs in lane %zu is told equal", k);
    }
    ck_assert(NBL_EQUAL(1.0f, 1.0f) && !NBL_EQUAL(1.0f, 2.0f)); /* a scalar beside lanes */
}
END_TEST

START_TEST(test_arithmetic) {
    test_random_t random = test_random_from(seed);
    for (int i = 0; i < 100; i++) {
        const nbl_complex_lanes_t z = random_complex(&random), w = random_complex(&random);
        const lanes_t s = random_lanes(&random), norm = nbl_complex_norm(z);
        const nbl_complex_lanes_t sum = nbl_complex_add(z, w), difference = nbl_complex_sub(z, w);
        const nbl_complex_lanes_t product = nbl_complex_mul(z, w), scaled = nbl_complex_scale(z, s);
        const nbl_complex_lanes_t conjugate = nbl_complex_conj(z), left = nbl_complex_rotate_left(z);
        const nbl_complex_lanes_t right = nbl_complex_rotate_right(z);
        const nbl_complex_lanes_t first = nbl_complex_select(true, z, w), second = nbl_complex_select(false, z, w);
        for (size_t k = 0; k < LANES; k++) {
            const nbl_complex_float32_t a = lane(z, k), b = lane(w, k);
            const nbl_complex_float32_t of_sum = {a.real + b.real, a.imag + b.imag};
            const nbl_complex_float32_t of_product = {a.real * b.real - a.imag * b.imag,
                                                      a.real * b.imag + a.imag * b.real};
            expect("add", sum, k, of_sum);
            expect("sub", difference, k, nbl_complex_sub(a, b));
            expect("mul", product, k, of_product);
            expect("scale", scaled, k, nbl_complex_scale(a, s[k]));
            expect("conj", conjugate, k, nbl_complex_conj(a));
            expect("rotate_left", left, k, nbl_complex_rotate_left(a));
            expect("rotate_right", right, k, nbl_complex_rotate_right(a));
            expect("select, first", first, k, a);
            expect("select, second", second, k, b);
            expect_scalar("norm", norm, k, nbl_complex_norm(a));
        }
    }
    tell("arithmetic", 100 * 19 * LANES);
}
END_TEST

/* Their constants, too. */
START_TEST(test_radices) {
    test_random_t random = test_random_from(seed);
    for (size_t r = 0; r < sizeof radices / sizeof *radices; r++)
        for (int inverse = 0; inverse < 2; inverse++) {
            nbl_complex_lanes_t v[NBL_FFT_MAX_RADIX] = {{{0}, {0}}};
            nbl_complex_float32_t one[LANES][NBL_FFT_MAX_RADIX] = {{{0, 0}}};
            for (uint32_t q = 0; q < radices[r]; q++) {
                v[q] = random_complex(&random);
                for (size_t k = 0; k < LANES; k++) one[k][q] = lane(v[q], k);
            }
            lanes_radix(v, radices[r], inverse);
            for (size_t k = 0; k < LANES; k++) {
                one_radix(one[k], radices[r], inverse);
                for (uint32_t q = 0; q < radices[r]; q++) expect("a radix", v[q], k, one[k][q]);
            }
        }
    tell("radices", 134 * 2 * 2 * LANES); /* 134: their sum */
}
END_TEST

/* The powers of a table for lanes are those of one for scalars, and both are near their definition. */
START_TEST(test_powers) {
    static const struct { uint32_t radix, stride; } passes[] = {{2, 8}, {5, 3}, {8, 12}, {16, 5}, {36, 30}};
    float wide[36 * 2 * 40], narrow[36 * 2 * 40];
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        const uint32_t radix = passes[i].radix, stride = passes[i].stride;
        const nbl_executor_table_t scalars = {4, radix, stride, 0, NBL_FFT_TWIDDLES_OF_TWO, 0};
        const nbl_executor_table_t lanes = {4, radix, stride, LANES, NBL_FFT_TWIDDLES_OF_TWO, 0};
        fill_float32_t(scalars, narrow);
        fill_float32_t(lanes, wide);
        for (uint32_t c = 0; c < stride; c++) {
            const uint32_t last = stride < LANES ? 0 : stride - LANES;
            const uint32_t vector = c / LANES, first = vector * LANES < last ? vector * LANES : last;
            for (uint32_t q = 1; q < radix; q++)
                for (uint32_t part = 0; part < 2; part++) {
                    const float value = narrow[(c * (radix - 1) + q - 1) * 2 + part];
                    const float of_lane = wide[((vector * (radix - 1) + q - 1) * 2 + part) * LANES + c - first];
                    const double angle = -6.283185307179586 * q * c / (stride * radix);
                    values++;
                    ck_assert_msg(value == of_lane, "radix %u, w^(%u %u): %a, in lanes %a", radix, q, c, value,
                                  of_lane);
                    ck_assert_msg(fabs(value - (part == 0 ? cos(angle) : sin(angle))) < 5e-7, "radix %u, w^(%u %u): %a",
                                  radix, q, c, value);
                }
        }
    }
    tell("powers", 2 * (1 * 8 + 4 * 3 + 7 * 12 + 15 * 5 + 35 * 30));
    float unit[6];
    roots_float32_t(12, 3, unit);
    ck_assert(fabsf(unit[1] - 0.8660254f) < 1e-7f && fabsf(unit[5] + 0.8660254f) < 1e-7f);
    float stepped[2 * 48], plain[2 * 48]; /* of real signals of 96: an invocation's roots are its first one, turned */
    roots_float32_t(96, 48, plain);
    memcpy(stepped, plain, sizeof stepped);
    step_roots_float32_t(48, 1, (nbl_fft_pass_t){12, 4, 4, 4}, stepped);
    for (uint32_t k = 0; k < 48; k++) {
        const double angle = -6.283185307179586 * k / 96;
        ck_assert(fabs(stepped[k] - cos(angle)) < 2e-7 && fabs(stepped[48 + k] - sin(angle)) < 2e-7);
    }
    ck_assert(memcmp(stepped, plain, sizeof plain) != 0);
    ck_assert(factor_float32_t(4, NBL_FFT_BY_LENGTH) == 0.25 && before_float32_t(4, NBL_FFT_BY_LENGTH) == 0.25);
    ck_assert(behind_float32_t(4, NBL_FFT_BY_LENGTH) == 1.0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("executor lanes");
    TCase *tcase = tcase_create("lanes");
    seed = test_seed("executor lanes");
    tcase_add_test(tcase, test_casts);
    tcase_add_test(tcase, test_equal);
    tcase_add_test(tcase, test_arithmetic);
    tcase_add_test(tcase, test_radices);
    tcase_add_test(tcase, test_powers);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
