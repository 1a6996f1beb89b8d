/* The largest error of every function of nbl/tgmath.h over all 2^32 arguments, or every n-th of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: tgmath_errors [--stride N] [--threads N] [FUNCTION ...]
 * The reference is the C library's function of float64: wrong by 2^-28 of a float32's last place, which is less than the
 * digits printed. Functions of two arguments take pseudo-random pairs, 2^32 / N of them.
 */
#include "nbl/tgmath.h"
#include "tests/tgmath/reference.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct task_t {
    const tgmath_function_t *function;
    uint64_t first, step;
    tgmath_error_t worst;
} task_t;

static void *run(void *argument) {
    task_t *task = argument;
    for (uint64_t i = task->first; i < (1ull << 32); i += task->step) {
        uint32_t arguments[3] = {(uint32_t)i, 0, 0};
        if (task->function->arguments > 1) tgmath_random_arguments(task->function, i, arguments);
        tgmath_error_add(&task->worst, task->function, arguments);
    }
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
        task_t tasks[64] = {{0}};
        pthread_t ids[64];
        for (uint64_t t = 0; t < threads; t++) {
            tasks[t] = (task_t){.function = &tgmath_functions[f], .first = t * stride, .step = threads * stride};
            if (pthread_create(&ids[t], NULL, run, &tasks[t]) != 0)
                return fputs("tgmath_errors: no thread\n", stderr), 1;
        }
        tgmath_error_t worst = {0};
        for (uint64_t t = 0; t < threads; t++) {
            pthread_join(ids[t], NULL);
            tgmath_error_merge(&worst, &tasks[t].worst);
        }
        printf(
            "%-10s stride %-8llu %10llu arguments, largest error %.6f at %08x %08x %08x, %llu not correctly rounded, "
            "%llu special values wrong\n",
            tgmath_functions[f].name, (unsigned long long)stride, (unsigned long long)worst.count, worst.ulps,
            worst.at[0], worst.at[1], worst.at[2], (unsigned long long)worst.not_nearest,
            (unsigned long long)worst.wrong);
        fflush(stdout);
    }
    return 0;
}
