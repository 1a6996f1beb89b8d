/* The values of every function of complex numbers, in three precisions, against long doubles and the definition.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/complex_polar.h"

#include "tests/common/testing.h"

#include <check.h>
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { PAIRS = 3000 };
static uint32_t compared;
static double worst_modulus, worst_angle, worst_polar; /* of float64 so far, in units in the last place */

/* How far `got` is from the true value, in units in the last place of a scalar whose significand has `digits` bits. */
static double units(double got, long double exact, int digits, int least_exponent) {
    int exponent;
    if ((long double)got == exact) return 0.0;
    frexpl(exact, &exponent);
    if (exponent < least_exponent) exponent = least_exponent;
    return (double)fabsl((got - exact) / ldexpl(1.0L, exponent - digits));
}

/* Parts of moderate size, of all signs; exact in the scalar. */
#define RANDOM_OF(scalar, random) \
    ((scalar)((test_random_real(random) - 0.5) * ldexp(1.0, (int)test_random_below(random, 7))))

/* Each part of what is computed from the parts themselves; `digits` of the significand. A sum of two products has the
 * error of its larger term. */
#define ARITHMETIC(scalar, digits, least) \
    static void arithmetic_##scalar(void) { \
        test_random_t random = test_random_begin("complex " #scalar); \
        for (int i = 0; i < PAIRS; i++) { \
            scalar a = RANDOM_OF(scalar, &random), b = RANDOM_OF(scalar, &random); \
            scalar c = RANDOM_OF(scalar, &random), d = RANDOM_OF(scalar, &random); \
            const nbl_complex_##scalar z = nbl_complex_construct(a, b), w = nbl_complex_construct(c, d); \
            const long double complex x = (long double)a + I * (long double)b, \
                                      y = (long double)c + I * (long double)d; \
            const long double size = cabsl(x) * cabsl(y), unit = ldexpl(1.0L, 1 - digits); \
            struct { \
                const char *name; \
                nbl_complex_##scalar got; \
                long double complex exact; \
                long double bound; \
            } results[] = { \
                {"construct", z, x, 0}, \
                {"zero", nbl_complex_zero_##scalar(), 0, 0}, \
                {"add", nbl_complex_add(z, w), x + y, (cabsl(x) + cabsl(y)) * unit}, \
                {"sub", nbl_complex_sub(z, w), x - y, (cabsl(x) + cabsl(y)) * unit}, \
                {"mul", nbl_complex_mul(z, w), x * y, 2 * size * unit}, \
                {"scale", nbl_complex_scale(z, c), x * (long double)c, size * unit}, \
                {"div", nbl_complex_div(z, w), x / y, 4 * cabsl(x) / cabsl(y) * unit}, \
                {"div_scalar", nbl_complex_div_scalar(z, c), x / (long double)c, \
                 cabsl(x) / fabsl((long double)c) * unit}, \
                {"conj", nbl_complex_conj(z), conjl(x), 0}, \
                {"rotate_left", nbl_complex_rotate_left(z), I * x, 0}, \
                {"rotate_right", nbl_complex_rotate_right(z), -I * x, 0}, \
                {"norm", nbl_complex_construct(nbl_complex_norm(z), (scalar)0), creall(x * conjl(x)), \
                 2 * creall(x * conjl(x)) * unit}, \
                {"select, first", nbl_complex_select(true, z, w), x, 0}, \
                {"select, second", nbl_complex_select(false, z, w), y, 0}, \
                {"proj", nbl_complex_proj(z), x, 0}, \
            }; \
            if (fabsl((long double)c) < 0x1p-6L || cabsl(x) * cabsl(y) > 3000 || \
                cabsl(x) / fabsl((long double)c) > 3000) \
                continue; /* of what float16 has */ \
            for (unsigned k = 0; k < sizeof results / sizeof *results; k++) { \
                const long double complex got = \
                    (long double)results[k].got.real + I * (long double)results[k].got.imag; \
                const long double error = cabsl(got - results[k].exact), subnormal = ldexpl(4.0L, least - digits); \
                ck_assert_msg(error <= results[k].bound + (results[k].bound > 0 ? subnormal : 0), \
                              "%s of " #scalar ", %g%+gi and %g%+gi: %Lg%+Lgi, not %Lg%+Lgi", results[k].name, \
                              (double)a, (double)b, (double)c, (double)d, creall(got), cimagl(got), \
                              creall(results[k].exact), cimagl(results[k].exact)); \
                compared++; \
            } \
            ck_assert(nbl_complex_equal(z, z) && !nbl_complex_equal(z, nbl_complex_construct(a, (scalar)(b + 1))) && \
                      !nbl_complex_equal(z, nbl_complex_construct((scalar)(a + 1), b))); \
        } \
    }
/* Within a number of units in the last place; of float64 over its whole range of exponents. */
#define POLAR(scalar, digits, least, spread, of_modulus, of_angle, of_polar) \
    static void polar_##scalar(void) { \
        test_random_t random = test_random_begin("polar " #scalar); \
        for (int i = 0; i < PAIRS; i++) { \
            const int shift = (int)test_random_below(&random, 2 * (spread) + 1) - (spread); \
            const int lower = test_random_below(&random, 3) == 0 ? (int)test_random_below(&random, (spread)) : 0; \
            const scalar a = (scalar)ldexp(test_random_real(&random) - 0.5, shift); \
            const scalar b = (scalar)ldexp(test_random_real(&random) - 0.5, shift - lower); \
            const scalar angle = (scalar)((test_random_real(&random) - 0.5) * 40.0), radius = (scalar)fabs((double)a); \
            const bool swapped = test_random_below(&random, 2) == 1; \
            const nbl_complex_##scalar z = swapped ? nbl_complex_construct(b, a) : nbl_complex_construct(a, b); \
            const double modulus_units = \
                units((double)nbl_complex_abs(z), hypotl((long double)z.real, (long double)z.imag), digits, least); \
            const double angle_units = \
                units((double)nbl_complex_arg(z), atan2l((long double)z.imag, (long double)z.real), digits, least); \
            const nbl_complex_##scalar turned = nbl_complex_polar(radius, angle); \
            const double polar_units = \
                fmax(units((double)turned.real, (long double)radius * cosl((long double)angle), digits, least), \
                     units((double)turned.imag, (long double)radius * sinl((long double)angle), digits, least)); \
            ck_assert_msg(modulus_units <= of_modulus, "abs of " #scalar ", %a%+ai: %g units", (double)z.real, \
                          (double)z.imag, modulus_units); \
            ck_assert_msg(angle_units <= of_angle, "arg of " #scalar ", %a%+ai: %g units", (double)z.real, \
                          (double)z.imag, angle_units); \
            ck_assert_msg(polar_units <= of_polar, "polar of " #scalar ", %a, %a: %g units", (double)radius, \
                          (double)angle, polar_units); \
            if (digits == 53) { \
                worst_modulus = fmax(worst_modulus, modulus_units); \
                worst_angle = fmax(worst_angle, angle_units); \
                worst_polar = fmax(worst_polar, polar_units); \
            } \
            compared += 3; \
        } \
        const scalar marks[] = {(scalar)0.0,      (scalar)-0.0,      (scalar)1.0, (scalar)-1.0, \
                                (scalar)INFINITY, (scalar)-INFINITY, (scalar)NAN}; \
        for (unsigned i = 0; i < 7; i++) \
            for (unsigned k = 0; k < 7; k++) { \
                const nbl_complex_##scalar z = nbl_complex_construct(marks[i], marks[k]); \
                const double complex as_std = CMPLX((double)marks[i], (double)marks[k]); \
                const double modulus = (double)nbl_complex_abs(z), angle = (double)nbl_complex_arg(z); \
                const nbl_complex_##scalar projected = nbl_complex_proj(z); \
                const double complex projection = cproj(as_std); \
                ck_assert_msg(isnan(cabs(as_std)) ? isnan(modulus) : units(modulus, cabs(as_std), digits, least) <= 1, \
                              "abs of " #scalar ", %g%+gi: %g", (double)marks[i], (double)marks[k], modulus); \
                ck_assert_msg(isnan(carg(as_std)) ? isnan(angle) \
                                                  : units(angle, cargl(as_std), digits, least) <= 1 && \
                                                        signbit(angle) == signbit(carg(as_std)), \
                              "arg of " #scalar ", %g%+gi: %g", (double)marks[i], (double)marks[k], angle); \
                ck_assert_msg((isnan(creal(projection)) ? isnan((double)projected.real) \
                                                        : (double)projected.real == creal(projection)) && \
                                  (isnan(cimag(projection)) \
                                       ? isnan((double)projected.imag) \
                                       : (double)projected.imag == cimag(projection) && \
                                             signbit((double)projected.imag) == signbit(cimag(projection))), \
                              "proj of " #scalar ", %g%+gi", (double)marks[i], (double)marks[k]); \
                compared += 3; \
            } \
    }
#define PRECISION(scalar, digits, least, spread, of_modulus, of_angle, of_polar) \
    ARITHMETIC(scalar, digits, least) \
    POLAR(scalar, digits, least, spread, of_modulus, of_angle, of_polar) \
    START_TEST(of_##scalar) { \
        compared = 0; \
        arithmetic_##scalar(); \
        polar_##scalar(); \
        printf("complex numbers of " #scalar ": %u values; of float64 %.2f, %.2f and %.2f units off at most\n", \
               compared, worst_modulus, worst_angle, worst_polar); \
        ck_assert_uint_gt(compared, 15 * PAIRS / 2 + 3 * PAIRS); \
    } \
    END_TEST

PRECISION(float32_t, 24, -125, 40, 1.0, 1.0, 1.6)
PRECISION(float64_t, 53, -1021, 1000, 1.2, 4.0, 2.5)
#if NBL_HAS_FLOAT16
PRECISION(float16_t, 11, -13, 9, 0.51, 0.51, 0.51)
#endif

int main(void) {
    Suite *suite = suite_create("complex");
    TCase *tests = tcase_create("complex");
    tcase_add_test(tests, of_float32_t);
    tcase_add_test(tests, of_float64_t);
#if NBL_HAS_FLOAT16
    tcase_add_test(tests, of_float16_t);
#endif
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
