/* Times arrays on the CPU under two values of a number of host/facts: built and run by bench/scripts/cpu_numbers.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: cpu_numbers WORD VALUE SEED DESCRIPTIONS [RUNS]
 *
 * Draws lines of nbl_fft_make_cpu() until DESCRIPTIONS of them are taken otherwise under VALUE than under the library's
 * own value, or 400 times as many are drawn; for cpu-rader-bytes primes in fast mode. For each it takes the least
 * processor time of RUNS turns by one thread, in which both run one after the other; of cpu-thread-elements the least
 * time, by as many threads as the library takes. Prints "RATIO OWN VALUE WHAT": time under VALUE / own, and a run's
 * microseconds. At the end: the median, nine of ten, the worst, and how many had other bytes.
 *
 * nbl_fact_number_of() is the program's own (-Wl,--wrap).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/scripts/draws.h"
#include "facts/row.h"
#include "nbl/host/fft.h"
#include "transform/cpu.h"

enum { MOST = 1024, LEAST_NANOSECONDS = 200000, DRAWS = 400 };
#define MOST_ELEMENTS ((uint64_t)1 << 18)

static nbl_fact_number_t changed;
static double value;
static bool is_changed;

double __real_nbl_fact_number_of(unsigned device, nbl_fact_number_t number);
double __wrap_nbl_fact_number_of(unsigned device, nbl_fact_number_t number);
double __wrap_nbl_fact_number_of(unsigned device, nbl_fact_number_t number) {
    return is_changed && number == changed ? value : __real_nbl_fact_number_of(device, number);
}

/* ---- Drawn descriptions */

static nbl_fft_problem_t draw_lines(char *text, size_t size) {
    static const char *const names[] = {"", " columns", " apart", " columns to rows"};
    const bool primes = changed == NBL_NUMBER_CPU_RADER_BYTES;
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    uint32_t length;
    desc.precision = draw(2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64;
    desc.threads = changed == NBL_NUMBER_CPU_THREAD_ELEMENTS ? 0 : 1;
    desc.mode = primes ? NBL_MODE_FAST : NBL_MODE_EXACT;
    do {
        length = 2 + draw((1u << (1 + draw(13))) - 1);
    } while (primes ? !is_prime(length) || !is_smooth(length - 1) : !is_smooth(length));
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.real = draw(2) == 1;
    desc.inverse = draw(2) == 1;
    desc.batch = 1 + draw(1u << (1 + draw(10)));
    while (desc.batch > 1 && desc.batch * length > MOST_ELEMENTS) desc.batch /= 2;
    const uint32_t lies = draw(4);
    if (lies == 1)
        desc.input_strides[0] = desc.output_strides[0] = desc.batch, desc.input_distance = desc.output_distance = 1;
    if (lies == 2) desc.input_strides[0] = desc.output_strides[0] = 2;
    if (lies == 3) desc.input_strides[0] = desc.batch, desc.input_distance = 1;
    if (draw(5) == 0) desc.given[0] = 1 + length / 2;
    snprintf(text, size, "%s%s%s %u *%u%s%s", desc.precision == NBL_FFT_FLOAT32 ? "fp32" : "fp64",
             desc.real ? " real" : "", desc.inverse ? " inverse" : "", (unsigned)length, (unsigned)desc.batch,
             names[lies], desc.given[0] != 0 ? ", given" : "");
    return desc;
}

static const nbl_ready_t *ready_of(const nbl_fft_t *fft) { return ((const nbl_fft_cpu_t *)fft)->solver.apart; }

/* Whether the CPU takes lines alike. */
static bool are_alike(const nbl_ready_t *a, const nbl_ready_t *b) {
    bool alike = a->threads == b->threads && a->steps == b->steps;
    for (uint32_t s = 0; s < a->steps && alike; s++)
        alike = a->made[s].taken_as == b->made[s].taken_as && a->made[s].width == b->made[s].width &&
                a->made[s].lanes == b->made[s].lanes && a->chunk[s] == b->chunk[s] &&
                a->step[s].elements == b->step[s].elements;
    return alike;
}

/* ---- Times */

static double now(void) {
    struct timespec t;
    clock_gettime(changed == NBL_NUMBER_CPU_THREAD_ELEMENTS ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double run(nbl_fft_t *plan, const void *input, void *output, uint32_t times) {
    const double begin = now();
    for (uint32_t i = 0; i < times; i++)
        if (nbl_fft_run(plan, input, output, NULL) != NBL_SUCCESS)
            fprintf(stderr, "cpu_numbers: a run failed\n"), exit(1);
    return (now() - begin) / times;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    static double ratios[MOST];
    static char line[128];
    if (argc < 5) return fprintf(stderr, "usage: cpu_numbers WORD VALUE SEED DESCRIPTIONS [RUNS]\n"), 2;
    snprintf(line, sizeof line, "number %s %s", argv[1], argv[2]);
    if (!nbl_fact_read_number(line, &changed, &value) || changed == NBL_NUMBER_COUNT)
        return fprintf(stderr, "cpu_numbers: %s %s: no number's word and value\n", argv[1], argv[2]), 2;
    const uint32_t wanted = (uint32_t)strtoul(argv[4], NULL, 10),
                   runs = argc > 5 ? (uint32_t)strtoul(argv[5], NULL, 10) : 5;
    const size_t bytes = (size_t)MOST_ELEMENTS * 16 * 3;
    char *input = malloc(bytes), *output[2] = {calloc(1, bytes), calloc(1, bytes)};
    if (input == NULL || output[0] == NULL || output[1] == NULL) return fprintf(stderr, "cpu_numbers: no memory\n"), 1;
    for (size_t i = 0; i < bytes / 8; i++) { /* numbers in both precisions */
        const uint32_t half = 0x3f000000u + ((uint32_t)(i * 2654435761u) >> 12);
        memcpy(input + 8 * i, &half, 4), memcpy(input + 8 * i + 4, &half, 4);
    }
    uint32_t count = 0, other = 0, drawn = 0;
    state = strtoull(argv[3], NULL, 10);
    for (; count < wanted && count < MOST && drawn < DRAWS * wanted; drawn++) {
        char what[128];
        const nbl_fft_problem_t desc = draw_lines(what, sizeof what);
        nbl_fft_t *plan[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            is_changed = i == 1;
            nbl_fft_make_cpu(&desc, &plan[i], NULL);
        }
        if (plan[0] != NULL && plan[1] != NULL && !are_alike(ready_of(plan[0]), ready_of(plan[1]))) {
            double times[2] = {1e300, 1e300};
            memset(output[0], 0, bytes), memset(output[1], 0, bytes);
            run(plan[0], input, output[0], 1);
            run(plan[1], input, output[1], 1);
            if (memcmp(output[0], output[1], bytes) != 0) other++;
            const double again = run(plan[0], input, output[0], 1);
            const uint32_t each = again < LEAST_NANOSECONDS ? (uint32_t)(LEAST_NANOSECONDS / (again + 1)) + 1 : 1;
            for (uint32_t r = 0; r < 2 * runs; r++) {
                const double t = run(plan[r % 2], input, output[r % 2], each);
                if (t < times[r % 2]) times[r % 2] = t;
            }
            ratios[count++] = times[1] / times[0];
            printf("%.3f %.3f %.3f %s\n", times[1] / times[0], times[0] / 1e3, times[1] / 1e3, what);
            fflush(stdout);
        }
        for (int i = 0; i < 2; i++) nbl_fft_destroy(plan[i]);
    }
    free(input), free(output[0]), free(output[1]);
    if (count == 0) return printf("%s %s: none of %u arrays is taken otherwise\n", argv[1], argv[2], drawn), 0;
    qsort(ratios, count, sizeof *ratios, compare);
    printf("%s %s: %u of %u arrays are taken otherwise: least %.3f, median %.3f, nine of ten within %.3f, worst %.3f; "
           "%u with "
           "other bytes\n",
           argv[1], argv[2], count, drawn, ratios[0], ratios[count / 2], ratios[count * 9 / 10], ratios[count - 1],
           other);
    return 0;
}
