/* The largest error of every function of nbl/tgmath.h over all 2^32 arguments, or every n-th of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: tgmath_errors [--stride N] [--threads N] [FUNCTION ...]
 * The reference is the C library's function of float64, which GNU's manual holds to be off by at most 2 units of its
 * last place. Where an error of 8 would change the float32 that it rounds to, MPFR decides with 256 bits, for functions
 * of one argument; and every 2^16th argument is computed by MPFR in any case, to see that the 8 are enough. Functions
 * of two arguments take pseudo-random pairs, 2^32 / N of them, and the float64 as it is.
 */
#include "nbl/tgmath.h"
#include "tests/tgmath/reference.h"

#include <mpfr.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef int mpfr_function_t(mpfr_t, const mpfr_t, mpfr_rnd_t);

static int by_log_gamma(mpfr_t result, const mpfr_t x, mpfr_rnd_t round) {
    int sign;
    return mpfr_lgamma(result, &sign, x, round);
}

static const struct {
    const char *name;
    mpfr_function_t *of;
} precise[] = {{"rsqrt", mpfr_rec_sqrt}, {"cbrt", mpfr_cbrt},   {"exp", mpfr_exp},     {"exp2", mpfr_exp2},
               {"log", mpfr_log},        {"log2", mpfr_log2},   {"sin", mpfr_sin},     {"cos", mpfr_cos},
               {"tan", mpfr_tan},        {"asin", mpfr_asin},   {"acos", mpfr_acos},   {"atan", mpfr_atan},
               {"sinh", mpfr_sinh},      {"cosh", mpfr_cosh},   {"tanh", mpfr_tanh},   {"asinh", mpfr_asinh},
               {"acosh", mpfr_acosh},    {"atanh", mpfr_atanh}, {"expm1", mpfr_expm1}, {"log1p", mpfr_log1p},
               {"log10", mpfr_log10},    {"erf", mpfr_erf},     {"erfc", mpfr_erfc},   {"tgamma", mpfr_gamma},
               {"lgamma", by_log_gamma}};

typedef struct task_t {
    const tgmath_function_t *function;
    mpfr_function_t *precise; /* NULL: exact in float64, or of several arguments */
    uint64_t first, step;
    uint64_t undecided, doubted; /* whose float64 did not decide; whose float64 was off by more than the 8 */
    tgmath_error_t worst;
} task_t;

/* Rounded to odd: what is not exact ends in a 1, so that no second rounding takes it for a tie. */
static double by_mpfr(task_t *task, double x, mpfr_t scratch) {
    mpfr_set_d(scratch, x, MPFR_RNDN);
    bool inexact = task->precise(scratch, scratch, MPFR_RNDZ) != 0;
    double value = mpfr_get_d(scratch, MPFR_RNDZ);
    uint64_t bits;
    inexact |= mpfr_cmp_d(scratch, value) != 0;
    memcpy(&bits, &value, sizeof bits);
    if (inexact && isfinite(value)) bits |= 1;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double reference_of(task_t *task, uint32_t at, mpfr_t scratch) {
    const double x = (double)tgmath_float(at), value = task->function->reference(x, 0, 0);
    if (task->precise == NULL || !isfinite(value) || !isfinite(x)) return value;
    const double margin = fmax(fabs(value) * 0x1p-49, 0x1p-1071);
    const bool undecided = (float)(value - margin) != (float)(value + margin);
    if (!undecided && (at & 0xffffu) != 0x1234u) return value;
    const double sure = by_mpfr(task, x, scratch);
    task->undecided += undecided;
    task->doubted += isfinite(sure) && fabs(sure - value) > margin;
    return sure;
}

static void *run(void *argument) {
    task_t *task = argument;
    mpfr_t scratch;
    mpfr_init2(scratch, 256);
    for (uint64_t i = task->first; i < (1ull << 32); i += task->step) {
        uint32_t arguments[3] = {(uint32_t)i, 0, 0};
        if (task->function->arguments > 1) {
            tgmath_random_arguments(task->function, i, arguments);
            tgmath_error_add(&task->worst, task->function, arguments);
        } else
            tgmath_error_add_to(&task->worst, task->function, arguments, reference_of(task, (uint32_t)i, scratch));
    }
    mpfr_clear(scratch);
    mpfr_free_cache();
    return NULL;
}

int main(int count, char **words) {
    uint64_t stride = 1, threads = 2;
    int named = 0;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--stride") == 0 && i + 1 < count) {
            stride = strtoull(words[++i], NULL, 10);
        } else if (strcmp(words[i], "--threads") == 0 && i + 1 < count) {
            threads = strtoull(words[++i], NULL, 10);
        } else {
            bool known = false;
            for (uint32_t f = 0; f < TGMATH_FUNCTIONS; f++) known |= strcmp(words[i], tgmath_functions[f].name) == 0;
            if (!known) return fprintf(stderr, "tgmath_errors: %s: no such function\n", words[i]), 2;
            words[named++] = words[i];
        }
    }
    if (stride < 1 || threads < 1 || threads > 64) {
        return fprintf(stderr, "tgmath_errors: a stride from 1, and 1 to 64 threads\n"), 2;
    }
    for (uint32_t f = 0; f < TGMATH_FUNCTIONS; f++) {
        bool wanted = named == 0;
        for (int i = 0; i < named; i++) wanted |= strcmp(words[i], tgmath_functions[f].name) == 0;
        if (!wanted) continue;
        mpfr_function_t *by = NULL;
        for (size_t i = 0; i < sizeof precise / sizeof *precise; i++)
            if (strcmp(precise[i].name, tgmath_functions[f].name) == 0) by = precise[i].of;
        task_t tasks[64] = {{0}};
        pthread_t ids[64];
        for (uint64_t t = 0; t < threads; t++) {
            tasks[t] = (task_t){
                .function = &tgmath_functions[f], .precise = by, .first = t * stride, .step = threads * stride};
            if (pthread_create(&ids[t], NULL, run, &tasks[t]) != 0)
                return fputs("tgmath_errors: no thread\n", stderr), 1;
        }
        tgmath_error_t worst = {0};
        uint64_t undecided = 0, doubted = 0;
        for (uint64_t t = 0; t < threads; t++) {
            pthread_join(ids[t], NULL);
            tgmath_error_merge(&worst, &tasks[t].worst);
            undecided += tasks[t].undecided;
            doubted += tasks[t].doubted;
        }
        printf(
            "%-10s stride %-8llu %10llu arguments, largest error %.6f at %08x %08x %08x, %llu not correctly rounded, "
            "%llu special values wrong; %llu decided by MPFR, %llu references in doubt\n",
            tgmath_functions[f].name, (unsigned long long)stride, (unsigned long long)worst.count, worst.ulps,
            worst.at[0], worst.at[1], worst.at[2], (unsigned long long)worst.not_nearest,
            (unsigned long long)worst.wrong, (unsigned long long)undecided, (unsigned long long)doubted);
        fflush(stdout);
    }
    return 0;
}
