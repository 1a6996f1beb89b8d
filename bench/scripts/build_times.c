/* Builds kernels and prints how long that took: the first of the process, and every supported length.
 * SPDX-License-Identifier: Apache-2.0
 *
 * All of it CPU time, so that a busy machine does not count.
 *
 *   build_times [STEP [general|text|arrays]]   1 = every length to 8192 of every precision (minutes); 7 = every seventh
 *                                       number; only of the library's own modules, of texts, or of arrays and long
 *                                       lines
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/measuring.h"
#include "gpu/compile.h"
#include "gpu/nd_stages.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"

enum { MOST = 8192 };

typedef struct times_t {
    double values[MOST];
    int count;
    double worst;
    uint32_t worst_length;
} times_t;

static void add(times_t *t, uint32_t length, double milliseconds) {
    t->values[t->count++] = milliseconds;
    if (milliseconds <= t->worst) return;
    t->worst = milliseconds;
    t->worst_length = length;
}

static void print(const char *what, times_t *t) {
    if (t->count == 0) return;
    const double median = bench_median(t->values, (size_t)t->count);
    printf("  %-28s median %7.2f ms, worst %7.2f ms at %u, next %7.2f ms\n", what, median, t->worst, t->worst_length,
           t->values[t->count > 1 ? t->count - 2 : 0]);
}

static double cpu_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* Trying each number takes longer than building: the library's error names the nearest lengths. */
static bool is_supported(uint32_t length) {
    for (uint32_t prime = 2; prime <= 7; prime++)
        while (length % prime == 0) length /= prime;
    return length == 1;
}

/* from_text: compiled by glslang, as a text of a user's is; otherwise made of the library's own modules. */
static void build(nbl_fft_precision_t precision, uint32_t step, nbl_mode_t mode, bool from_text) {
    static const char *const names[] = {"float16", "float32", "float64", "float32 from halves"};
    static times_t planning, whole, specializer;
    int refused = 0;
    planning.count = whole.count = specializer.count = 0;
    planning.worst = whole.worst = specializer.worst = 0;
    for (uint32_t length = 2; length <= MOST; length += step) {
        nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                         .precision = precision,
                                         .length = length,
                                         .batch = 7,
                                         .any_radices = mode == NBL_MODE_FAST, /* the plans of fast mode */
                                         .limits = nbl_fft_emulator_limits(32)};
        nbl_fft_transform_plan_t plan;
        nbl_spirv_t spirv;
        nbl_error_t error;
        if (!is_supported(length)) continue;
        double begin = cpu_milliseconds();
        if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) continue;
        add(&planning, length, cpu_milliseconds() - begin);
        begin = cpu_milliseconds();
        nbl_defines_t defines;
        nbl_compile_desc_t compile = nbl_fft_describe_compile(&plan, NULL, mode, true, &defines);
        compile.from_text = from_text;
        if (nbl_compile(&compile, &spirv, &error) != NBL_SUCCESS) {
            printf("%u: %s\n", length, error.text);
            exit(1);
        }
        add(&whole, length, cpu_milliseconds() - begin);
        add(&specializer, length, spirv.milliseconds.optimize);
        refused += spirv.refused[0] != 0;
        nbl_spirv_free(&spirv);
    }
    printf("%s, %s, %s: %d lengths, %d refused\n", names[precision], mode == NBL_MODE_EXACT ? "exact" : "fast",
           from_text ? "compiled" : "of general modules", whole.count, refused);
    print("the plan", &planning);
    print("module, whole", &whole);
    if (from_text) print("specialiser", &specializer);
}

/* The kernels of long lines, planes, cubes and chirps, complex and real: those of a line's passes, and of whole
 * lines. */
static void build_arrays(nbl_fft_precision_t precision, nbl_mode_t mode) {
    static const uint64_t sizes[][3] = {{1 << 15},    {1 << 16},    {1 << 18},    {1 << 20},    {1 << 22},
                                        {1 << 24},    {1 << 26},    {1000000},    {823543},     {4782969},
                                        {9765625},    {9152},       {10007},      {65537},      {256, 256},
                                        {1024, 1024}, {1080, 1920}, {4096, 4096}, {64, 64, 64}, {256, 256, 256}};
    static times_t passes, whole;
    passes.count = whole.count = 0;
    passes.worst = whole.worst = 0;
    for (size_t k = 0; k < 2 * sizeof sizes / sizeof *sizes; k++) {
        const uint64_t *of = sizes[k / 2];
        nbl_fft_problem_t desc = nbl_fft_problem_init();
        nbl_fft_nd_stages_t work;
        nbl_error_t error;
        const nbl_fft_limits_t limits = nbl_fft_emulator_limits(32);
        for (desc.rank = 0; desc.rank < 3 && of[desc.rank] != 0; desc.rank++) desc.sizes[desc.rank] = of[desc.rank];
        desc.precision = precision;
        desc.real = k % 2 != 0;
        if (nbl_fft_nd_stages_make(&desc, &limits, mode, false, 256, &work, &error) == NBL_SUCCESS)
            for (uint32_t a = 0; a < work.axes; a++)
                for (uint32_t s = 0; s < work.axis[a].stages; s++) {
                    const nbl_fft_nd_stage_t *stage = &work.axis[a].stage[s];
                    nbl_defines_t defines;
                    nbl_spirv_t spirv;
                    const double begin = cpu_milliseconds();
                    const nbl_compile_desc_t compile =
                        nbl_fft_lines_describe(&stage->desc, stage->order, mode, true, &defines);
                    if (nbl_compile(&compile, &spirv, &error) != NBL_SUCCESS) {
                        printf("%llu: %s\n", (unsigned long long)of[0], error.text);
                        exit(1);
                    }
                    add(stage->desc.parameters.pass_points != 0 ? &passes : &whole, (uint32_t)of[0],
                        cpu_milliseconds() - begin);
                    nbl_spirv_free(&spirv);
                }
        nbl_fft_nd_stages_release(&work);
    }
    printf("arrays and long lines, %s, %s: %d kernels\n", nbl_fft_precision_name(precision),
           mode == NBL_MODE_EXACT ? "exact" : "fast", passes.count + whole.count);
    print("a pass", &passes);
    print("whole lines", &whole);
}

int main(int argc, char **argv) {
    uint32_t step = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
    const char *only = argc > 2 ? argv[2] : NULL;
    const bool general = only == NULL || strcmp(only, "general") == 0, text = only == NULL || strcmp(only, "text") == 0;
    const bool arrays = only == NULL || strcmp(only, "arrays") == 0;
    nbl_fft_transform_desc_t desc = {
        .algorithm = NBL_FFT_STOCKHAM, .length = 1024, .precision = NBL_FFT_FLOAT32, .batch = 7};
    nbl_fft_transform_plan_t plan;
    nbl_spirv_t spirv;
    nbl_error_t error;
    struct rusage usage;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    desc.limits = nbl_fft_emulator_limits(32);
    double begin = cpu_milliseconds();
    if (step == 0 || nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS ||
        nbl_fft_transform_compile(NULL, NBL_MODE_FAST, true, &plan, &spirv, &error) != NBL_SUCCESS)
        return 1;
    printf("first of the process, 1024, of the general module: %.1f ms of CPU time\n", cpu_milliseconds() - begin);
    nbl_spirv_free(&spirv);
    nbl_defines_t defines;
    nbl_compile_desc_t compile = nbl_fft_describe_compile(&plan, NULL, NBL_MODE_FAST, true, &defines);
    compile.from_text = true;
    begin = cpu_milliseconds();
    if (nbl_compile(&compile, &spirv, &error) != NBL_SUCCESS) return 1;
    printf("first of the process, 1024, of its text: %.1f ms of CPU time: expand %.1f, initialize %.1f, parse %.1f, "
           "optimize %.1f\n",
           cpu_milliseconds() - begin, spirv.milliseconds.expand, spirv.milliseconds.initialize,
           spirv.milliseconds.parse, spirv.milliseconds.optimize);
    nbl_spirv_free(&spirv);
    for (int precision = 0; general && precision < 4; precision++)
        build((nbl_fft_precision_t)precision, step, NBL_MODE_FAST, false);
    if (general) build(NBL_FFT_FLOAT32, step, NBL_MODE_EXACT, false);
    for (int precision = 0; arrays && precision < 4; precision++)
        build_arrays((nbl_fft_precision_t)precision, NBL_MODE_FAST);
    if (arrays) build_arrays(NBL_FFT_FLOAT32, NBL_MODE_EXACT);
    for (int precision = 0; text && precision < 4; precision++)
        build((nbl_fft_precision_t)precision, step, NBL_MODE_FAST, true);
    getrusage(RUSAGE_SELF, &usage);
    printf("peak memory of the process: %.1f MB\n", (double)usage.ru_maxrss / 1000);
    return 0;
}
