/* Times two builds of the library beside each other on the CPU, and compares their bytes: built and run by
 * bench/scripts/two_libraries.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: two_libraries OLD.so NEW.so array|nd|convolution SEED DESCRIPTIONS [RUNS]
 *
 * Draws descriptions of one of three functions: nbl_fft_array_plan_create(), nbl_fft_nd_plan_create(),
 * nbl_convolution_create(). For each it takes the least processor time of RUNS turns, in which old and new run one
 * after the other by one thread. Prints "RUN MAKE OLD NEW WHAT": times of a run and of making a plan, new / old, and a
 * run's microseconds. At the end: medians, nine of ten, the worst, and how many results had other bytes.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/scripts/draws.h"
#include "nbl/host/convolution.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd.h"

enum { MOST = 4096, LEAST_NANOSECONDS = 300000 };
#define MOST_ELEMENTS ((uint64_t)1 << 19)

/* ---- Two libraries */

typedef struct library_t {
    nbl_result_t (*make)(const void *desc, void **plan, nbl_error_t *error);
    nbl_result_t (*make_convolution)(const nbl_convolution_desc_t *desc, const void *kernel, void **plan,
                                     nbl_error_t *error);
    nbl_result_t (*run)(void *plan, const void *input, void *output, nbl_error_t *error);
    void (*destroy)(void *plan);
    const void *kernel; /* of a convolution, else NULL */
} library_t;

static void *symbol(void *of, const char *begin, const char *end) {
    char name[64];
    snprintf(name, sizeof name, "%s%s", begin, end);
    void *found = dlsym(of, name);
    if (found == NULL) fprintf(stderr, "two_libraries: %s\n", dlerror()), exit(1);
    return found;
}

static library_t open_library(const char *path, const char *kind) {
    void *of = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    library_t library = {0};
    if (of == NULL) fprintf(stderr, "two_libraries: %s\n", dlerror()), exit(1);
    const char *begin = strcmp(kind, "array") == 0 ? "nbl_fft_array_plan"
                        : strcmp(kind, "nd") == 0  ? "nbl_fft_nd_plan"
                                                   : "nbl_convolution";
    void *make = symbol(of, begin, "_create"), *run = symbol(of, begin, "_run"),
         *destroy = symbol(of, begin, "_destroy");
    if (strcmp(kind, "convolution") == 0)
        memcpy(&library.make_convolution, &make, sizeof make);
    else
        memcpy(&library.make, &make, sizeof make);
    memcpy(&library.run, &run, sizeof run);
    memcpy(&library.destroy, &destroy, sizeof destroy);
    return library;
}

static nbl_result_t make(const library_t *library, const void *desc, void **plan, nbl_error_t *error) {
    return library->kernel != NULL ? library->make_convolution(desc, library->kernel, plan, error)
                                   : library->make(desc, plan, error);
}

/* ---- Drawn descriptions */

typedef union desc_t {
    nbl_fft_array_desc_t array;
    nbl_fft_nd_desc_t nd;
    nbl_convolution_desc_t convolution;
} desc_t;

typedef struct drawn_t {
    desc_t desc;
    nbl_fft_precision_t precision;
    uint64_t elements; /* complex numbers that both sides have room for */
    bool in_place;
    char text[160];
} drawn_t;

static uint32_t draw_size(uint32_t most) {
    const uint32_t log2 = 1 + draw(most), kind = draw(4);
    uint32_t n = 2 + draw((1u << log2) - 1);
    if (kind == 0) return 1u << log2;
    while (kind == 1 && !is_smooth(n)) n--;
    while (kind == 2 && !is_prime(n)) n--;
    return kind == 3 ? n | 1u : n;
}

static const char *name_of(nbl_fft_precision_t precision) {
    static const char *const names[] = {"fp16", "fp32", "fp64", "fp16-storage"};
    return names[precision];
}

static drawn_t draw_array(void) {
    drawn_t drawn = {.precision = (nbl_fft_precision_t)draw(6)};
    if (drawn.precision > NBL_FFT_FLOAT16_STORAGE) drawn.precision = NBL_FFT_FLOAT32;
    nbl_fft_array_desc_t desc = {.batch = 1, .precision = drawn.precision, .threads = 1};
    do { desc.length = 1 + draw(1u << (1 + draw(13))); } while (!is_smooth(desc.length));
    desc.real = desc.length > 1 && draw(2) == 1;
    desc.inverse = draw(2) == 1;
    desc.scaling = draw(2) == 0 ? NBL_FFT_SCALING_DEFAULT : (nbl_fft_scaling_t)draw(4);
    desc.mode = draw(4) == 0 ? NBL_MODE_FAST : NBL_MODE_EXACT;
    if (draw(2) == 1) desc.batch = 1 + draw(1u << (1 + draw(9)));
    while (desc.batch > 1 && (uint64_t)desc.batch * desc.length > MOST_ELEMENTS / 4) desc.batch /= 2;
    const uint64_t in = desc.real && desc.inverse ? desc.length / 2 + 1 : desc.length;
    const uint64_t out = desc.real && !desc.inverse ? desc.length / 2 + 1 : desc.length;
    const char *lies = "";
    switch (draw(6)) {
    case 0: /* columns */
        desc.input_stride = desc.output_stride = desc.batch + draw(3);
        desc.input_distance = desc.output_distance = 1;
        lies = " columns";
        break;
    case 1: /* elements apart */
        desc.input_stride = 1 + draw(3);
        desc.output_stride = 1 + draw(3);
        lies = " strides";
        break;
    case 2: /* gaps between lines */
        desc.input_distance = in + draw(5);
        desc.output_distance = out + draw(5);
        lies = " gaps";
        break;
    case 3:
        drawn.in_place = !desc.real;
        if (drawn.in_place) desc.input_distance = desc.output_distance = desc.length + draw(2);
        lies = drawn.in_place ? " in place" : "";
        break;
    default: break;
    }
    if (draw(6) == 0 && !drawn.in_place) desc.given = 1 + draw((uint32_t)in);
    drawn.elements = (uint64_t)(desc.batch + 4) * (desc.length + 6) * 3;
    snprintf(drawn.text, sizeof drawn.text, "%s%s%s%s %u *%u%s, scaling %d%s", name_of(desc.precision),
             desc.mode == NBL_MODE_FAST ? " fast" : "", desc.real ? " real" : "", desc.inverse ? " inverse" : "",
             (unsigned)desc.length, (unsigned)desc.batch, lies, (int)desc.scaling, desc.given != 0 ? ", given" : "");
    drawn.desc.array = desc;
    return drawn;
}

static drawn_t draw_nd(void) {
    static const uint32_t most[] = {0, 18, 10, 7, 5};
    drawn_t drawn = {.precision = draw(2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64};
    nbl_fft_nd_desc_t desc = {.batch = 1, .precision = drawn.precision, .threads = 1};
    uint64_t elements = 1;
    desc.rank = 1 + draw(4);
    for (uint32_t d = 0; d < desc.rank; d++) elements *= desc.sizes[d] = draw_size(most[desc.rank]);
    desc.batch = draw(2) == 0 ? 1 : 1 + draw(200);
    while (desc.batch > 1 && desc.batch * elements > MOST_ELEMENTS) desc.batch /= 2;
    desc.real = draw(2) == 1;
    desc.inverse = draw(2) == 1;
    if (desc.rank > 1 && draw(3) == 0) {
        desc.axis_count = 1;
        desc.axes[0] = draw(desc.rank);
    }
    int at = snprintf(drawn.text, sizeof drawn.text, "%s%s%s", name_of(desc.precision), desc.real ? " real" : "",
                      desc.inverse ? " inverse" : "");
    drawn.elements = desc.batch;
    for (uint32_t d = 0; d < desc.rank; d++) {
        drawn.elements *= desc.sizes[d] + 2;
        at += snprintf(drawn.text + at, sizeof drawn.text - (size_t)at, "%s%u", d == 0 ? " " : "x",
                       (unsigned)desc.sizes[d]);
    }
    at += snprintf(drawn.text + at, sizeof drawn.text - (size_t)at, " *%u", (unsigned)desc.batch);
    if (desc.axis_count == 1)
        snprintf(drawn.text + at, sizeof drawn.text - (size_t)at, " along %u", (unsigned)desc.axes[0]);
    drawn.desc.nd = desc;
    return drawn;
}

static drawn_t draw_convolution(void) {
    static const uint32_t most[] = {0, 14, 8, 5};
    drawn_t drawn = {.precision = draw(2) == 0 ? NBL_FFT_FLOAT32 : NBL_FFT_FLOAT64};
    nbl_convolution_desc_t desc = {.batch = 1 + draw(3), .precision = drawn.precision, .threads = 1};
    desc.rank = 1 + draw(3);
    desc.complex_numbers = draw(2) == 1;
    desc.correlates = draw(2) == 1;
    desc.part = (nbl_convolution_part_t)draw(4);
    drawn.elements = desc.batch;
    for (uint32_t d = 0; d < desc.rank; d++) {
        desc.sizes[d] = draw_size(most[desc.rank]);
        desc.kernel_sizes[d] = draw_size(most[desc.rank] - 1);
        if (desc.part == NBL_CONVOLUTION_VALID && desc.kernel_sizes[d] > desc.sizes[d])
            desc.kernel_sizes[d] = (uint32_t)desc.sizes[d];
        drawn.elements *= desc.sizes[d] + desc.kernel_sizes[d] + 2;
    }
    snprintf(drawn.text, sizeof drawn.text, "%s%s%s rank %u %ux%ux%u kernel %ux%ux%u part %d *%u",
             name_of(desc.precision), desc.complex_numbers ? " complex" : "", desc.correlates ? " correlates" : "",
             (unsigned)desc.rank, (unsigned)desc.sizes[0], (unsigned)desc.sizes[1], (unsigned)desc.sizes[2],
             (unsigned)desc.kernel_sizes[0], (unsigned)desc.kernel_sizes[1], (unsigned)desc.kernel_sizes[2],
             (int)desc.part, (unsigned)desc.batch);
    drawn.desc.convolution = desc;
    return drawn;
}

/* ---- Times */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

typedef struct pair_t {
    const library_t *library[2];
    const drawn_t *drawn;
    void *plan[2], *input, *output;
} pair_t;

static void stop(const pair_t *pair, const char *what) {
    fprintf(stderr, "two_libraries: %s: %s\n", pair->drawn->text, what);
    exit(1);
}

static double run(const pair_t *pair, int which, uint32_t times) {
    const void *input = pair->drawn->in_place ? pair->output : pair->input;
    const double begin = now();
    for (uint32_t i = 0; i < times; i++)
        if (pair->library[which]->run(pair->plan[which], input, pair->output, NULL) != NBL_SUCCESS)
            stop(pair, "a run failed");
    return (now() - begin) / times;
}

static double make_again(const pair_t *pair, int which, uint32_t times) {
    const double begin = now();
    for (uint32_t i = 0; i < times; i++) {
        void *plan = NULL;
        if (make(pair->library[which], &pair->drawn->desc, &plan, NULL) != NBL_SUCCESS) stop(pair, "no plan");
        pair->library[which]->destroy(plan);
    }
    return (now() - begin) / times;
}

static void least(const pair_t *pair, double (*timed)(const pair_t *, int, uint32_t), uint32_t runs, double times[2]) {
    timed(pair, 0, 1);
    timed(pair, 1, 1);
    const double again = timed(pair, 0, 1);
    const uint32_t each = again < LEAST_NANOSECONDS ? (uint32_t)(LEAST_NANOSECONDS / (again + 1)) + 1 : 1;
    times[0] = times[1] = 1e300;
    for (uint32_t i = 0; i < 2 * runs; i++) {
        const double t = timed(pair, i % 2, each);
        if (t < times[i % 2]) times[i % 2] = t;
    }
}

/* Numbers whose halves are finite, too; in place a run begins with them. */
static void fill(const pair_t *pair, void *to) {
    uint32_t *words = to;
    for (uint64_t i = 0; i < pair->drawn->elements * 4; i++) {
        const float value = (float)((int)((uint32_t)(i * 2654435761u) >> 20) - 2048) / 2048.0f;
        const double wide = value;
        if (pair->drawn->precision == NBL_FFT_FLOAT64)
            memcpy(words + i / 2 * 2, &wide, sizeof wide);
        else
            memcpy(words + i, &value, sizeof value);
        if (pair->drawn->precision != NBL_FFT_FLOAT64 && pair->drawn->precision != NBL_FFT_FLOAT32)
            words[i] = 0x2c002800u + ((uint32_t)(i * 2654435761u) >> 24) * 0x10001u;
    }
}

static bool same_bytes(const pair_t *pair) {
    const size_t bytes = (size_t)pair->drawn->elements * 16;
    void *first = malloc(bytes);
    if (first == NULL) stop(pair, "no memory");
    for (int i = 0; i < 2; i++) {
        memset(pair->output, 0x55, bytes);
        if (pair->drawn->in_place) fill(pair, pair->output);
        run(pair, i, 1);
        if (i == 0) memcpy(first, pair->output, bytes);
    }
    const bool same = memcmp(first, pair->output, bytes) == 0;
    free(first);
    return same;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void summarise(const char *what, double *ratios, uint32_t count) {
    qsort(ratios, count, sizeof *ratios, compare);
    printf("%s: median %.3f, nine of ten within %.3f, worst %.3f\n", what, ratios[count / 2], ratios[count * 9 / 10],
           ratios[count - 1]);
}

int main(int argc, char **argv) {
    static double runs_of[MOST], makes_of[MOST];
    if (argc < 6)
        return fprintf(stderr, "usage: two_libraries OLD.so NEW.so array|nd|convolution SEED DESCRIPTIONS [RUNS]\n"), 2;
    library_t library[2] = {open_library(argv[1], argv[3]), open_library(argv[2], argv[3])};
    const uint32_t wanted = (uint32_t)strtoul(argv[5], NULL, 10),
                   runs = argc > 6 ? (uint32_t)strtoul(argv[6], NULL, 10) : 5;
    uint32_t count = 0, other = 0;
    state = strtoull(argv[4], NULL, 10);
    while (count < wanted && count < MOST) {
        const drawn_t drawn = strcmp(argv[3], "array") == 0 ? draw_array()
                              : strcmp(argv[3], "nd") == 0  ? draw_nd()
                                                            : draw_convolution();
        pair_t pair = {.library = {&library[0], &library[1]}, .drawn = &drawn};
        void *kernel = malloc((size_t)drawn.elements * 16);
        pair.input = malloc((size_t)drawn.elements * 16);
        pair.output = malloc((size_t)drawn.elements * 16);
        if (kernel == NULL || pair.input == NULL || pair.output == NULL) stop(&pair, "no memory");
        fill(&pair, pair.input);
        fill(&pair, kernel);
        nbl_error_t errors[2];
        nbl_result_t results[2];
        for (int i = 0; i < 2; i++) {
            library[i].kernel = library[i].make_convolution != NULL ? kernel : NULL;
            results[i] = make(&library[i], &drawn.desc, &pair.plan[i], &errors[i]);
        }
        if (results[0] != results[1] || (results[0] != NBL_SUCCESS && strcmp(errors[0].text, errors[1].text) != 0))
            printf("OTHER RESULT %d %d %s: %s\n", results[0], results[1], drawn.text, errors[results[1] != 0].text),
                other++;
        if (results[0] == NBL_SUCCESS && results[1] == NBL_SUCCESS) {
            double times[2] = {1, 1}, made[2] = {1, 1};
            const bool same = same_bytes(&pair);
            if (!same) other++;
            if (runs > 0) least(&pair, run, runs, times), least(&pair, make_again, runs, made);
            runs_of[count] = times[1] / times[0];
            makes_of[count] = made[1] / made[0];
            if (runs > 0 || !same)
                printf("%.3f %.3f %.3f %.3f %s%s\n", runs_of[count], makes_of[count], times[0] / 1e3, times[1] / 1e3,
                       drawn.text, same ? "" : ": OTHER BYTES");
            count++;
        }
        fflush(stdout);
        for (int i = 0; i < 2; i++)
            if (results[i] == NBL_SUCCESS) library[i].destroy(pair.plan[i]);
        free(kernel);
        free(pair.input);
        free(pair.output);
    }
    summarise("runs", runs_of, count);
    summarise("plans", makes_of, count);
    printf("%u descriptions, %u with other bytes or errors\n", count, other);
    return other != 0;
}
