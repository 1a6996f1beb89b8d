/* Transforms of several passes on the best device, as fractions of a copy: built and run by bench/scripts/large.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: large [LOG2 of the complex numbers, default 27 [VARIANTS]]
 *
 * VARIANTS is a file of passes to be timed one by one, a line each, in place of the transforms:
 *
 *   LENGTH tickets PLAN PLAN LAG       65536 tickets 32x8@8*16/2 32x8@8*16/2 320    both passes in one dispatch
 *   LENGTH PASS PLAN [NAME=VALUE ..]   65536 1 16x16@16*16/2    the plan as `nbl-fft plan` has it: FFTs per workgroup are
 *                                                               the columns; more defines
 */
#define TWO_PASSES
#define ROW_LENGTH 32768
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 65536
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 100000
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 262144
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 1000000
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 1048576
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 4194304
#include "bench/scripts/large_passes.h"
#undef TWO_PASSES
#define ROW_LENGTH 16777216
#include "bench/scripts/large_passes.h"
#define ROW_LENGTH 67108864
#include "bench/scripts/large_passes.h"

#include "fft/split.h"
#include "nbl-fft/timing.h"
#include "nbl/host/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 15, MOST_PASSES = 3, MODES = 2, FREQUENCIES = 3 };

/* The text of large_kernel.h travels with the program. */
static const char kernel_text[] =
#include "large_kernel.inc"
    ;

typedef struct pass_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    uint32_t groups[3];
} pass_t;

typedef struct row_t {
    char name[64];
    uint32_t passes, rows, number;
    pass_t pass[MOST_PASSES];
} row_t;

#define SIZES(length, pass) \
    { row_##length##_##pass##_lines, row_##length##_##pass##_ffts_per_workgroup, row_##length##_##pass##_signal_length }
#define TWO(length) \
    { \
        length, 2, { SIZES(length, 1), SIZES(length, 2) } \
    }
#define THREE(length) \
    { \
        length, 3, { SIZES(length, 1), SIZES(length, 2), SIZES(length, 3) } \
    }
static const struct {
    uint32_t length, passes;
    struct {
        uint32_t lines, lines_of_a_workgroup, points;
    } pass[MOST_PASSES];
} shapes[] = {TWO(32768),   TWO(65536),   TWO(100000),     TWO(262144),    TWO(1000000),
              TWO(1048576), TWO(4194304), THREE(16777216), THREE(67108864)};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static row_t rows[SHAPES][MODES];

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "large: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static bool record_row(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    for (uint32_t p = 0; p < row->passes; p++) {
        if (p > 0) nbl_vulkan_record_barrier(device, commands, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
        if (nbl_vulkan_kernel_record(row->pass[p].kernel, commands, row->pass[p].bindings, &row->rows,
                                     row->pass[p].groups, &error) != NBL_SUCCESS)
            return false;
    }
    return true;
}

static void add_pass(row_t *row, uint32_t p, const nbl_define_t *defines, uint32_t count, bool exact, uint32_t lines,
                     uint32_t columns) {
    const nbl_vulkan_resource_t resources[2] = {{.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                                {.buffer = nbl_fft_bench_buffer(bench, 1)->handle}};
    const nbl_compile_desc_t compile = {.file = "large_kernel.h",
                                        .text = kernel_text,
                                        .defines = defines,
                                        .define_count = count,
                                        .mode = exact ? NBL_MODE_EXACT : NBL_MODE_FAST};
    const nbl_vulkan_kernel_desc_t desc = {.name = row->name, .compile = &compile};
    nbl_vulkan_split_groups((lines + columns - 1u) / columns, row->pass[p].groups);
    expect(nbl_vulkan_kernel_create(device, &desc, &row->pass[p].kernel, &error));
    expect(nbl_vulkan_bindings_create(row->pass[p].kernel, resources, row->name, &row->pass[p].bindings, &error));
}

static void add(row_t *row, uint32_t shape, int mode, uint64_t count) {
    row->passes = shapes[shape].passes;
    row->rows = (uint32_t)(count / shapes[shape].length);
    if (row->rows == 0) return;
    int length = snprintf(row->name, sizeof row->name, "%9u = %u", shapes[shape].length, shapes[shape].pass[0].points);
    for (uint32_t p = 1; p < row->passes; p++)
        length +=
            snprintf(row->name + length, sizeof row->name - (size_t)length, " x %u", shapes[shape].pass[p].points);
    for (uint32_t p = 0; p < row->passes; p++) {
        char numbers[2][16];
        const nbl_define_t defines[] = {{"ROW_LENGTH", numbers[0]},
                                        {"ROW_PASS", numbers[1]},
                                        {"NBL_UNROLL_LOOPS", "1"},
                                        {"NBL_SUBGROUP_OPERATIONS", "0"}};
        snprintf(numbers[0], sizeof numbers[0], "%u", shapes[shape].length);
        snprintf(numbers[1], sizeof numbers[1], "%u", p + 1u);
        add_pass(row, p, defines, 4, mode != 0, row->rows * shapes[shape].pass[p].lines,
                 shapes[shape].pass[p].lines_of_a_workgroup);
    }
    expect(nbl_fft_bench_add_foreign(bench, row->name, record_row, row,
                                     16u * (uint64_t)row->rows * shapes[shape].length, &row->number, &error));
}

/* The error at some frequencies of the first transform, by the definition. */
static double error_of(const row_t *row, uint32_t length) {
    float *in = malloc(8u * (size_t)length), *out = malloc(8u * (size_t)length);
    uint32_t state = 1;
    for (uint32_t i = 0; i < 2u * length; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        in[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
    }
    expect(nbl_fft_bench_launch(bench, row->number, false, in, out, 8u * (uint64_t)length, 2u * length, 2u * length,
                                &error));
    double difference = 0, energy = 0;
    for (uint32_t s = 0; s < FREQUENCIES; s++) {
        const uint64_t f = s * 2654435761u % length;
        const double turn = -6.283185307179586476925 / length;
        double real = 0, imag = 0;
        for (uint32_t n = 0; n < length; n++) {
            const double angle = turn * (double)(f * n % length), c = cos(angle), w = sin(angle);
            real += (double)in[2 * n] * c - (double)in[2 * n + 1] * w;
            imag += (double)in[2 * n] * w + (double)in[2 * n + 1] * c;
        }
        difference += pow((double)out[2 * f] - real, 2) + pow((double)out[2 * f + 1] - imag, 2);
        energy += real * real + imag * imag;
    }
    free(in);
    free(out);
    return sqrt(difference / energy);
}

/* ---- Single passes */

enum { MOST_DEFINES = 16, UNTIMED = 200 };

static const char ticket_text[] =
#include "large_ticket_kernel.inc"
    ;

/* What a plan's defines say, with a prefix. */
typedef struct plan_defines_t {
    char names[3][32], radices[16], layout[128], columns[16];
} plan_defines_t;

static void define_plan(nbl_fft_plan_t plan, const char *prefix, plan_defines_t *texts, nbl_define_t defines[3]) {
    static const char *const names[] = {"RADICES", "LAYOUT", "COLUMNS"};
    const char *const values[] = {texts->radices, texts->layout, texts->columns};
    snprintf(texts->radices, sizeof texts->radices, "%u", plan.radices);
    snprintf(texts->layout, sizeof texts->layout, "%u, %u, %u, %u, %u, %u, %u", plan.invocations, plan.elements,
             plan.ffts_per_workgroup, plan.windows, plan.pad_shifts, plan.pad_steps, plan.plane_dwords);
    snprintf(texts->columns, sizeof texts->columns, "%u", plan.ffts_per_workgroup);
    for (int i = 0; i < 3; i++) {
        snprintf(texts->names[i], sizeof texts->names[i], "%s%s", prefix, names[i]);
        defines[i] = (nbl_define_t){texts->names[i], values[i]};
    }
}

static bool read_plan(const char *text, nbl_fft_plan_t *plan, const char *shown) {
    const nbl_fft_plan_limits_t limits = {1024, 98304, 32};
    if (nbl_fft_plan_parse(text, NBL_DWORDS_float32_t, &limits, plan, &error) == NBL_SUCCESS) return true;
    printf("%-44s %s\n", shown, error.text);
    return false;
}

typedef struct ticket_row_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    uint32_t job[2], groups[3];
} ticket_row_t;

static bool record_tickets(void *user, VkCommandBuffer commands) {
    const ticket_row_t *row = user;
    return nbl_vulkan_kernel_record(row->kernel, commands, row->bindings, row->job, row->groups, &error) == NBL_SUCCESS;
}

static void time_row(const char *shown, uint32_t number, double part, double *taken) {
    expect(nbl_fft_bench_time(bench, number, UNTIMED, &error));
    *taken = nbl_fft_bench_timing(bench, number).nanoseconds;
    expect(nbl_fft_bench_time(bench, 0, UNTIMED / 4, &error));
    const double copy = nbl_fft_bench_timing(bench, 0).nanoseconds;
    printf("%-44s %8.1f us   %.3f of a copy (%.1f us)", shown, *taken * 1e-3, copy * part / *taken, copy * 1e-3);
    fflush(stdout);
}

static void time_tickets(const char *shown, char *words[], uint64_t numbers) {
    const uint32_t length = (uint32_t)atoi(words[0]);
    nbl_fft_plan_t plans[2];
    plan_defines_t texts[2];
    nbl_define_t defines[10];
    char dwords[16];
    uint32_t points[3], most = 0, tiles[2];
    if (!read_plan(words[2], &plans[0], shown) || !read_plan(words[3], &plans[1], shown)) return;
    if (nbl_fft_split(length, points) != 2 || plans[0].fft_length != points[0] || plans[1].fft_length != points[1]) {
        printf("%-44s has other passes\n", shown);
        return;
    }
    for (uint32_t p = 0; p < 2; p++) {
        define_plan(plans[p], p == 0 ? "FIRST_" : "SECOND_", &texts[p], &defines[3 * p]);
        const uint32_t columns = plans[p].ffts_per_workgroup, unit = 32 / columns;
        const uint32_t plane = ((plans[p].plane_dwords + unit - 1) / unit | 1) * unit; /* as nbl/fft/options.h has it */
        if (plane * columns > most) most = plane * columns;
        tiles[p] = length / points[p] / columns;
    }
    snprintf(dwords, sizeof dwords, "%u", most);
    defines[6] = (nbl_define_t){"ROW_LENGTH", words[0]};
    defines[7] = (nbl_define_t){"SHARED_DWORDS", dwords};
    defines[8] = (nbl_define_t){"NBL_UNROLL_LOOPS", "1"};
    defines[9] = (nbl_define_t){"NBL_SUBGROUP_OPERATIONS", "0"};
    ticket_row_t row = {.job = {(uint32_t)(numbers / length), (uint32_t)atoi(words[4])}};
    const nbl_compile_desc_t compile = {
        .file = "large_ticket_kernel.h", .text = ticket_text, .defines = defines, .define_count = 10};
    const nbl_vulkan_kernel_desc_t desc = {.name = shown, .compile = &compile};
    const uint64_t counters = 4ull * (row.job[0] + 1);
    nbl_vulkan_buffer_t flags;
    void *zeros = calloc(1, counters);
    const nbl_vulkan_buffer_desc_t counted = {.size = counters};
    expect(nbl_vulkan_buffer_create(device, &counted, &flags, &error));
    expect(nbl_vulkan_buffer_upload(device, &flags, 0, zeros, counters, &error));
    free(zeros);
    const nbl_vulkan_resource_t resources[3] = {{.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                                {.buffer = nbl_fft_bench_buffer(bench, 1)->handle},
                                                {.buffer = flags.handle}};
    nbl_vulkan_split_groups(row.job[0] * (tiles[0] + tiles[1]), row.groups);
    expect(nbl_vulkan_kernel_create(device, &desc, &row.kernel, &error));
    expect(nbl_vulkan_bindings_create(row.kernel, resources, shown, &row.bindings, &error));
    uint32_t number;
    double taken;
    const uint64_t bytes = 16u * (uint64_t)row.job[0] * length;
    expect(nbl_fft_bench_add_foreign(bench, shown, record_tickets, &row, bytes, &number, &error));
    const row_t whole = {.number = number};
    const double off = error_of(&whole, length);
    time_row(shown, number, (double)bytes / 16.0 / (double)numbers, &taken);
    printf("   error %.2e\n", off);
    nbl_fft_bench_clear(bench, number);
    nbl_vulkan_bindings_destroy(row.bindings);
    nbl_vulkan_kernel_destroy(row.kernel);
    nbl_vulkan_buffer_destroy(device, &flags);
}

/* Splits a line at spaces; returns the words. */
static uint32_t split(char *line, char *words[MOST_DEFINES]) {
    uint32_t count = 0;
    for (char *at = strtok(line, " \n"); at != NULL && count < MOST_DEFINES; at = strtok(NULL, " \n"))
        words[count++] = at;
    return count;
}

static void time_variant(char *line, uint64_t numbers) {
    char *words[MOST_DEFINES], shown[128];
    nbl_define_t defines[MOST_DEFINES + 8] = {{"NBL_UNROLL_LOOPS", "1"}, {"NBL_SUBGROUP_OPERATIONS", "0"}};
    plan_defines_t texts;
    uint32_t count = 2, points[3] = {0};
    nbl_fft_plan_t plan;
    row_t row = {.passes = 1, .name = "a pass"};
    snprintf(shown, sizeof shown, "%.*s", (int)strcspn(line, "\n"), line);
    const uint32_t given = split(line, words);
    if (given < 3 || words[0][0] == '#') return;
    if (given == 5 && strcmp(words[1], "tickets") == 0) {
        time_tickets(shown, words, numbers);
        return;
    }
    const uint32_t length = (uint32_t)atoi(words[0]), pass = (uint32_t)atoi(words[1]);
    if (!read_plan(words[2], &plan, shown)) return;
    if (nbl_fft_split(length, points) < pass || pass == 0 || points[pass - 1] != plan.fft_length) {
        printf("%-44s the pass is one of %u x %u x %u\n", shown, points[0], points[1], points[2]);
        return;
    }
    define_plan(plan, "NBL_FFT_", &texts, &defines[count]);
    count += 3;
    defines[count++] = (nbl_define_t){"ROW_LENGTH", words[0]};
    defines[count++] = (nbl_define_t){"ROW_PASS", words[1]};
    for (uint32_t i = 3; i < given; i++) {
        char *value = strchr(words[i], '=');
        if (value != NULL) *value++ = '\0';
        defines[count++] = (nbl_define_t){words[i], value == NULL ? "1" : value};
    }
    row.rows = (uint32_t)(numbers / length);
    const uint64_t part = (uint64_t)row.rows * length;
    double taken;
    add_pass(&row, 0, defines, count, false, row.rows * (length / plan.fft_length), plan.ffts_per_workgroup);
    expect(nbl_fft_bench_add_foreign(bench, shown, record_row, &row, 16u * part, &row.number, &error));
    time_row(shown, row.number, (double)part / (double)numbers, &taken);
    printf("\n");
    nbl_fft_bench_clear(bench, row.number);
    nbl_vulkan_bindings_destroy(row.pass[0].bindings);
    nbl_vulkan_kernel_destroy(row.pass[0].kernel);
}

static int time_variants(const char *path, uint64_t numbers) {
    char line[512];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "large: %s: cannot be read\n", path);
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) time_variant(line, numbers);
    fclose(file);
    return 0;
}

int main(int argc, char **argv) {
    const uint32_t log2 = argc > 1 ? (uint32_t)atoi(argv[1]) : 27u;
    const uint64_t count = 1ull << log2;
    nbl_fft_timing_t copy_again;
    if (log2 < 16u || log2 > 29u) {
        fprintf(stderr, "large: %s: must be 16 to 29, the log2 of the complex numbers\n", argv[1]);
        return 2;
    }
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    expect(nbl_fft_bench_create(device, NULL, 8u * count, RUNS, &bench, &error));
    if (argc > 2) {
        const int status = time_variants(argv[2], count);
        nbl_fft_bench_destroy(bench);
        nbl_vulkan_device_destroy(device);
        return status;
    }
    for (uint32_t s = 0; s < SHAPES; s++)
        for (int mode = 0; mode < MODES; mode++) add(&rows[s][mode], s, mode, count);
    expect(nbl_fft_bench_run(bench, &copy_again, &error));
    const double copy = nbl_fft_bench_timing(bench, 0).nanoseconds;
    printf("%llu complex numbers of float32; a copy takes %.1f us (%.0f GB/s), again %.1f us\n",
           (unsigned long long)count, copy * 1e-3, 16.0 * (double)count / copy, copy_again.nanoseconds * 1e-3);
    for (uint32_t s = 0; s < SHAPES; s++) {
        for (int mode = 0; mode < MODES; mode++) {
            row_t *row = &rows[s][mode];
            if (row->rows == 0) continue;
            const double taken = nbl_fft_bench_timing(bench, row->number).nanoseconds;
            const double part = (double)((uint64_t)row->rows * shapes[s].length) / (double)count;
            printf("%-30s %-5s %10.1f us   %.3f of a copy   error %.2e\n", row->name, mode == 0 ? "fast" : "exact",
                   taken * 1e-3, copy * part / taken, error_of(row, shapes[s].length));
            fflush(stdout);
            for (uint32_t p = 0; p < row->passes; p++) {
                nbl_vulkan_bindings_destroy(row->pass[p].bindings);
                nbl_vulkan_kernel_destroy(row->pass[p].kernel);
            }
        }
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return 0;
}
