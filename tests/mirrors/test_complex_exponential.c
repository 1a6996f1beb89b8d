/* Exponential, logarithm, root and power of complex numbers, in three precisions, against long doubles and C's own
 * special values.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Mutations that fail here, tried: 0.5f in place of 1.0f in nbl_complex_log_near_1 (errors of 10^12 units near 1), a
 * missing `back` in the root (numbers below 10^-30), a missing test of z.imag == 0 in exp (NaN at infinity).
 */
#include "nbl/complex_exponential.h"

#include "tests/common/testing.h"

#include <check.h>
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { NUMBERS = 4000, FUNCTIONS = 4 };
static uint32_t compared, marked;

/* The distance from the true number in units in the last place of its modulus, of `digits` bits; at least of
 * `least`. */
static double distance(long double complex got, long double complex exact, int digits, int least) {
    int exponent;
    if (got == exact) return 0.0;
    frexpl(cabsl(exact), &exponent);
    if (exponent < least) exponent = least;
    return (double)(cabsl(got - exact) / ldexpl(1.0L, exponent - digits));
}

#define WIDE(z) CMPLXL((long double)(z).real, (long double)(z).imag)

/* As C's Annex G has it: the same infinity, NaN or number; signs where they are determined. */
static void is_the_same(const char *name, double complex got, double complex exact, double re, double im) {
    const double g[2] = {creal(got), cimag(got)}, e[2] = {creal(exact), cimag(exact)};
    for (int k = 0; k < 2; k++)
        ck_assert_msg(isnan(e[k])   ? isnan(g[k])
                      : isinf(e[k]) ? isinf(g[k])
                                    : fabs(g[k] - e[k]) <= 2e-3 * fabs(e[k]),
                      "%s of %g%+gi, part %d: %g, not %g", name, re, im, k, g[k], e[k]);
    marked++;
}

#define PRECISION(scalar, digits, least, spread, bound) \
    START_TEST(of_##scalar) { \
        test_random_t random = test_random_begin("exponential " #scalar); \
        double worst[FUNCTIONS] = {0, 0, 0, 0}; \
        compared = marked = 0; \
        for (int i = 0; i < NUMBERS; i++) { \
            const int kind = i % 4; /* of all sizes; near 1; on an axis; both parts of one size */ \
            const int shift = (int)test_random_below(&random, 2u * (spread) + 1u) - (spread); \
            long double re = test_random_real(&random) - 0.5, im = test_random_real(&random) - 0.5; \
            if (kind == 0) re = ldexpl(re, shift), im = ldexpl(im, shift / 2); \
            if (kind == 1) { \
                const long double small = ldexpl(1.0L, -(int)test_random_below(&random, digits)); \
                re = 1 + re * small, im *= small; \
            } \
            if (kind == 2) re = test_random_below(&random, 2) ? -re : 0; \
            if (kind == 3) re = ldexpl(re, shift), im = ldexpl(im, shift); \
            const nbl_complex_##scalar z = nbl_complex_construct((scalar)re, (scalar)im); \
            const long double complex x = WIDE(z); \
            if (cabsl(x) < ldexpl(1.0L, (least) + 2)) continue; \
            const nbl_complex_##scalar w = nbl_complex_construct((scalar)(im / 2), (scalar)0.75); \
            const nbl_complex_##scalar logarithm = nbl_complex_log(z), root = nbl_complex_sqrt(z); \
            double units[FUNCTIONS] = {0, distance(WIDE(logarithm), clogl(x), digits, least), \
                                       distance(WIDE(root), csqrtl(x), digits, least), 0}; \
            if (fabsl(creall(x)) < 0.6L * -(least) && fabsl(cimagl(x)) < 1000) { \
                const nbl_complex_##scalar power = nbl_complex_exp(z); \
                const long double complex exact = cexpl(x); \
                if (cabsl(exact) > ldexpl(1.0L, (least) + 2)) units[0] = distance(WIDE(power), exact, digits, least); \
                compared++; \
            } \
            if (kind == 1 || kind == 2) { /* its error grows with the exponent's modulus */ \
                const nbl_complex_##scalar power = nbl_complex_pow(z, w); \
                const long double complex y = WIDE(w); \
                units[3] = distance(WIDE(power), cpowl(x, y), digits, least) / (1.0 + (double)cabsl(y * clogl(x))); \
                compared++; \
            } \
            compared += 2; \
            for (int k = 0; k < FUNCTIONS; k++) { \
                static const char *const names[] = {"exp", "log", "sqrt", "pow"}; \
                ck_assert_msg(units[k] <= (bound), "%s of " #scalar ", %La%+Lai: %g units", names[k], creall(x), \
                              cimagl(x), units[k]); \
                worst[k] = fmax(worst[k], units[k]); \
            } \
        } \
        const double marks[] = {0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN}; \
        for (unsigned i = 0; i < 7; i++) \
            for (unsigned k = 0; k < 7; k++) { \
                const nbl_complex_##scalar z = nbl_complex_construct((scalar)marks[i], (scalar)marks[k]); \
                const nbl_complex_##scalar e = nbl_complex_exp(z), l = nbl_complex_log(z), s = nbl_complex_sqrt(z); \
                const double complex as_c = CMPLX(marks[i], marks[k]); \
                is_the_same("exp of " #scalar, CMPLX((double)e.real, (double)e.imag), cexp(as_c), marks[i], marks[k]); \
                is_the_same("log of " #scalar, CMPLX((double)l.real, (double)l.imag), clog(as_c), marks[i], marks[k]); \
                is_the_same("sqrt of " #scalar, CMPLX((double)s.real, (double)s.imag), csqrt(as_c), marks[i], \
                            marks[k]); \
                ck_assert(marks[k] != 0.0 || isnan(marks[i]) || !signbit((double)s.imag) == !signbit(marks[k])); \
            } \
        printf(#scalar ": %u values, %.2f, %.2f and %.2f units off at most, powers %.2f; %u special values\n", \
               compared, worst[0], worst[1], worst[2], worst[3], marked); \
        ck_assert_uint_ge(compared, 2u * NUMBERS); \
        ck_assert_uint_eq(marked, 147); \
    } \
    END_TEST
PRECISION(float32_t, 24, -126, 120, 4.0)
PRECISION(float64_t, 53, -1022, 1000, 4.0)
PRECISION(float16_t, 11, -14, 12, 4.0)

int main(void) {
    Suite *suite = suite_create("complex exponential");
    TCase *tests = tcase_create("complex exponential");
    tcase_add_test(tests, of_float32_t);
    tcase_add_test(tests, of_float64_t);
    tcase_add_test(tests, of_float16_t);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
