/* Times how long transforms are made by two trees, on the CPU and on a device, by turns in one process: built and run
 * by bench/scripts/making.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: making OLD.so NEW.so SHAPES TURNS cpu|run|device   SHAPES arrays drawn by NBL_SEED (281129), in both modes
 *
 *   cpu     a transform is made on the CPU
 *   run     made and run once: tables may be made in the first run
 *   device  made on a device: kernels are compiled and pipelines made, nothing is cached
 *
 * NBL_ONLY=TEXT takes those alone whose line has the text, such as "fast fp32 real 63 ". Each side makes and destroys
 * the transform TURNS times, old and new in turn, both by the functions of 0.2.0, which the newer
 * tree still has. Processor time of the whole process, the least of the turns, before which each side makes it a first
 * time. Prints "RATIO OLD NEW FIRST_OLD FIRST_NEW MODE WHAT": new / old, milliseconds. At the end the median, nine of
 * ten and the worst of each mode.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An array, in words that trees of both days have. */
typedef struct array_t {
    uint32_t rank;
    uint64_t sizes[3], batch;
    bool real, inverse, wide, fast;
} array_t;

typedef enum machine_t { CPU, RUN, DEVICE, MACHINES } machine_t;

#ifdef MAKING_SIDE

#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_nd_vulkan.h"
#include "nbl/host/vulkan.h"

/* Makes an array's transform and destroys it. Returns whether it can be made.
 *
 * input, output  as many bytes as the array takes, of RUN */
bool making_make(const array_t *array, machine_t machine, const void *input, void *output);
bool making_make(const array_t *array, machine_t machine, const void *input, void *output) {
    static nbl_vulkan_device_t *device;
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    nbl_error_t error;
    desc.rank = array->rank;
    memcpy(desc.sizes, array->sizes, sizeof array->sizes);
    desc.batch = array->batch;
    desc.real = array->real;
    desc.inverse = array->inverse;
    desc.precision = array->wide ? NBL_FFT_FLOAT64 : NBL_FFT_FLOAT32;
    desc.mode = array->fast ? NBL_MODE_FAST : NBL_MODE_EXACT;
    desc.threads = 1;
    if (machine != DEVICE) {
        nbl_fft_nd_plan_t *plan;
        if (nbl_fft_nd_plan_create(&desc, &plan, &error) != NBL_SUCCESS) return false;
        const bool ran = machine == CPU || nbl_fft_nd_plan_run(plan, input, output, &error) == NBL_SUCCESS;
        nbl_fft_nd_plan_destroy(plan);
        return ran;
    }
    const nbl_vulkan_device_desc_t of = nbl_vulkan_device_desc_init();
    const nbl_fft_vulkan_desc_t how = {.mode = desc.mode};
    if (device == NULL && nbl_vulkan_device_create(&of, &device, &error) != NBL_SUCCESS) {
        fprintf(stderr, "making: %s\n", error.text);
        exit(1);
    }
    nbl_fft_nd_t *fft;
    if (nbl_fft_nd_create(device, &desc, &how, false, &fft, &error) != NBL_SUCCESS) return false;
    nbl_fft_nd_destroy(fft);
    return true;
}
#else

#include <dlfcn.h>
#include <time.h>

#include "bench/scripts/draws.h"

enum { MOST_SHAPES = 1000, MOST_BYTES = ((1 << 21) + 2048) * 4 * 16 };

typedef bool make_t(const array_t *array, machine_t machine, const void *input, void *output);

static char *input, *output;

static make_t *open_side(const char *path) {
    void *of = dlopen(path, RTLD_NOW | RTLD_LOCAL), *found = of == NULL ? NULL : dlsym(of, "making_make");
    make_t *make;
    if (found == NULL) fprintf(stderr, "making: %s\n", dlerror()), exit(1);
    memcpy(&make, &found, sizeof make);
    return make;
}

/* Lines to 2^20, planes and cubes of at most 2^20 elements: half of the sizes have no prime above 13, others are
 * any. */
static array_t draw_array(void) {
    static const uint32_t most[] = {0, 20, 10, 7};
    array_t a = {.rank = 1 + draw(3), .batch = 1 + draw(4), .real = draw(2) == 1, .inverse = draw(2) == 1};
    for (uint32_t d = 0; d < a.rank; d++) {
        uint32_t n = 2 + draw((1u << (1 + draw(most[a.rank]))) - 1);
        if (draw(2) == 0)
            while (!is_smooth(n)) n--;
        a.sizes[d] = n;
    }
    a.wide = draw(4) == 0;
    return a;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns new / old; 0: neither side makes it, or NBL_ONLY is no part of its description. */
static double compare_sides(make_t *const side[2], const array_t *a, machine_t machine, uint32_t turns) {
    const char *only = getenv("NBL_ONLY");
    bool made[2];
    double first[2], least[2] = {1e300, 1e300};
    char what[96];
    int at = snprintf(what, sizeof what, "%s %s%s%s", a->fast ? "fast" : "exact", a->wide ? "fp64" : "fp32",
                      a->real ? " real" : "", a->inverse ? " inverse" : "");
    for (uint32_t d = 0; d < a->rank; d++)
        at += snprintf(what + at, sizeof what - (size_t)at, "%s%u", d == 0 ? " " : "x", (unsigned)a->sizes[d]);
    snprintf(what + at, sizeof what - (size_t)at, " *%u", (unsigned)a->batch);
    if (only != NULL && strstr(what, only) == NULL) return 0;
    for (int i = 0; i < 2; i++) {
        const double begin = now();
        made[i] = side[i](a, machine, input, output);
        first[i] = now() - begin;
    }
    if (!made[0] || !made[1]) {
        printf("%s: refused by %s\n", what, made[1] ? "the old side" : made[0] ? "the new side" : "both");
        return 0;
    }
    for (uint32_t i = 0; i < 2 * turns; i++) {
        const uint32_t times = machine == CPU ? 20 : 1; /* which takes microseconds */
        const double begin = now();
        for (uint32_t k = 0; k < times; k++) side[i % 2](a, machine, input, output);
        const double t = (now() - begin) / times;
        if (t < least[i % 2]) least[i % 2] = t;
    }
    printf("%.3f %.4f %.4f %.4f %.4f %s\n", least[1] / least[0], least[0], least[1], first[0], first[1], what);
    fflush(stdout);
    return least[1] / least[0];
}

int main(int argc, char **argv) {
    static const char *const machines[] = {"cpu", "run", "device"};
    static double ratios[2][MOST_SHAPES];
    uint32_t counts[2] = {0, 0}, machine = 0;
    const char *seed = getenv("NBL_SEED");
    const uint32_t shapes = argc == 6 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0,
                   turns = argc == 6 ? (uint32_t)strtoul(argv[4], NULL, 10) : 0;
    while (argc == 6 && machine < MACHINES && strcmp(argv[5], machines[machine]) != 0) machine++;
    if (shapes == 0 || shapes > MOST_SHAPES || turns == 0 || machine == MACHINES)
        return fprintf(stderr, "usage: making OLD.so NEW.so SHAPES TURNS cpu|run|device\n"), 2;
    make_t *const side[2] = {open_side(argv[1]), open_side(argv[2])};
    state = seed != NULL ? strtoull(seed, NULL, 10) : 281129;
    input = malloc(MOST_BYTES), output = malloc(MOST_BYTES);
    if (input == NULL || output == NULL) return fprintf(stderr, "making: out of memory\n"), 1;
    memset(input, 0, MOST_BYTES), memset(output, 0, MOST_BYTES);
    for (uint32_t i = 0; i < shapes; i++) {
        array_t a = draw_array();
        for (int fast = 0; fast < 2; fast++) {
            a.fast = fast != 0;
            const double ratio = compare_sides(side, &a, (machine_t)machine, turns);
            if (ratio != 0) ratios[fast][counts[fast]++] = ratio;
        }
    }
    for (int fast = 0; fast < 2; fast++) {
        if (counts[fast] == 0) continue;
        qsort(ratios[fast], counts[fast], sizeof ratios[fast][0], compare);
        printf("%s, %s: %u transforms, median %.3f, nine of ten within %.3f, worst %.3f\n", argv[5],
               fast ? "fast" : "exact", counts[fast], ratios[fast][counts[fast] / 2],
               ratios[fast][counts[fast] * 9 / 10], ratios[fast][counts[fast] - 1]);
    }
    return 0;
}

#endif
