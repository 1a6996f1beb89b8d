/* Transforms of several passes on the best device, as fractions of a copy: built and run by bench/scripts/large.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: large [LOG2 of the complex numbers, default 27 [VARIANTS]]
 *
 * VARIANTS is a file of passes to be timed one by one, a line each, in place of the transforms:
 *
 *   LENGTH tickets PLAN PLAN LAG ..    65536 tickets 32x8@8*16/2 32x8@8*16/2 320    both passes in one dispatch
 *   LENGTH strips PLAN PLAN LAG ..     the same of the last two passes of three
 *   LENGTH PASS PLAN ..                65536 1 16x16@16*16/2    one pass; the plan as `nbl-fft plan` has it, where FFTs
 *                                                               per workgroup are the columns
 *   .. NAME=VALUE                      more defines; BY_ADDRESS=1: a pass reads and writes at device addresses, =2: and
 *                                      reads its twiddles there, as with NBL_TICKETS_TABLES=1
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

#include "fft/pass_table.h"
#include "fft/split.h"
#include "bench/measuring.h"
#include "nbl-fft/timing.h"
#include "nbl/host/fft.h"
#include "nbl/host/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 15, MOST_PASSES = 3, MODES = 4, UNTIMED = 200 };

/* The text of large_kernel.h travels with the program. */
static const char kernel_text[] =
#include "large_kernel.inc"
    ;

typedef struct pass_t {
    nbl_vulkan_kernel_t *kernel;
    nbl_vulkan_bindings_t *bindings;
    nbl_vulkan_buffer_t table; /* of twiddles, if the kernel reads them */
    uint32_t groups[3];
} pass_t;

typedef struct row_t {
    char name[64];
    struct {
        uint64_t source, target, table;
        uint32_t rows;
    } job;
    uint32_t passes, number;
    pass_t pass[MOST_PASSES];
} row_t;

#define SIZES(length, pass) \
    { \
        row_##length##_##pass##_lines, row_##length##_##pass##_ffts_per_workgroup, \
            row_##length##_##pass##_signal_length, row_##length##_##pass##_plan \
    }
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
        nbl_fft_plan_t (*plan)(void);
    } pass[MOST_PASSES];
} shapes[] = {TWO(32768),   TWO(65536),   TWO(100000),     TWO(262144),    TWO(1000000),
              TWO(1048576), TWO(4194304), THREE(16777216), THREE(67108864)};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static const char *const mode_names[] = {"fast", "exact", "fast, by addresses", "fast, and by tables"};

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "large: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static bool record_row(void *user, VkCommandBuffer commands) {
    row_t *row = user;
    for (uint32_t p = 0; p < row->passes; p++) {
        row->job.table = row->pass[p].table.address;
        if (p > 0) nbl_vulkan_record_barrier(device, commands, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
        if (nbl_vulkan_kernel_record(row->pass[p].kernel, commands, row->pass[p].bindings, &row->job,
                                     row->pass[p].groups, &error) != NBL_SUCCESS)
            return false;
    }
    return true;
}

static bool add_pass(row_t *row, uint32_t p, const nbl_define_t *defines, uint32_t count, bool exact, uint32_t lines,
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
    if (nbl_vulkan_kernel_create(device, &desc, &row->pass[p].kernel, &error) != NBL_SUCCESS) return false;
    if (nbl_vulkan_kernel_get_info(row->pass[p].kernel)->binding_count > 0)
        expect(nbl_vulkan_bindings_create(row->pass[p].kernel, resources, row->name, &row->pass[p].bindings, &error));
    return true;
}

/* Uploads the twiddles of a pass. */
static nbl_vulkan_buffer_t table_of(uint32_t pass, const uint32_t points[3], nbl_fft_plan_t plan) {
    const nbl_fft_pass_table_t of = {nbl_fft_large_pass(pass, points[0], points[1], points[2]), plan, false};
    const uint64_t bytes = 8 * nbl_fft_pass_tables.count(&of);
    nbl_vulkan_buffer_t buffer;
    const nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = "twiddles"};
    void *table = malloc(bytes);
    if (table == NULL) exit(1);
    nbl_fft_pass_tables.fill(&of, table);
    expect(nbl_vulkan_buffer_create(device, &desc, &buffer, &error));
    expect(nbl_vulkan_buffer_upload(device, &buffer, 0, table, bytes, &error));
    free(table);
    return buffer;
}

static void give_job(row_t *row, uint32_t count) {
    row->job.source = nbl_fft_bench_buffer(bench, 0)->address;
    row->job.target = nbl_fft_bench_buffer(bench, 1)->address;
    row->job.rows = count;
}

static void add(row_t *row, uint32_t shape, int mode, uint64_t count) {
    row->passes = shapes[shape].passes;
    give_job(row, (uint32_t)(count / shapes[shape].length));
    if (row->job.rows == 0) return;
    uint32_t points[MOST_PASSES];
    nbl_fft_split(shapes[shape].length, points);
    int length = snprintf(row->name, sizeof row->name, "%9u = %u", shapes[shape].length, shapes[shape].pass[0].points);
    for (uint32_t p = 1; p < row->passes; p++)
        length +=
            snprintf(row->name + length, sizeof row->name - (size_t)length, " x %u", shapes[shape].pass[p].points);
    for (uint32_t p = 0; p < row->passes; p++) {
        char numbers[2][16];
        const nbl_define_t defines[] = {{"ROW_LENGTH", numbers[0]},
                                        {"ROW_PASS", numbers[1]},
                                        {"NBL_UNROLL_LOOPS", "1"},
                                        {"NBL_SUBGROUP_OPERATIONS", "0"},
                                        {"BY_ADDRESS", mode == 3 ? "2" : "1"}};
        snprintf(numbers[0], sizeof numbers[0], "%u", shapes[shape].length);
        snprintf(numbers[1], sizeof numbers[1], "%u", p + 1u);
        if (!add_pass(row, p, defines, mode >= 2 ? 5 : 4, mode == 1, row->job.rows * shapes[shape].pass[p].lines,
                      shapes[shape].pass[p].lines_of_a_workgroup))
            expect(NBL_ERROR_VULKAN);
        if (mode == 3) row->pass[p].table = table_of(p + 1u, points, shapes[shape].pass[p].plan());
    }
    expect(nbl_fft_bench_add_foreign(bench, row->name, record_row, row,
                                     16u * (uint64_t)row->job.rows * shapes[shape].length, &row->number, &error));
}

/* Signals of the first and the last transform of the buffers, and their spectra in float64 by the executor. */
static struct {
    uint32_t length;
    float *in, *out;
    double *spectra;
} known;

static void know(uint32_t length) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    uint32_t state = 1;
    if (known.length == length) return;
    free(known.in);
    free(known.out);
    free(known.spectra);
    known.length = length;
    known.in = malloc(16u * (size_t)length);
    known.out = malloc(16u * (size_t)length);
    known.spectra = malloc(32u * (size_t)length);
    double *wide = malloc(32u * (size_t)length);
    if (!known.in || !known.out || !known.spectra || !wide) exit(1);
    for (size_t i = 0; i < 4u * (size_t)length; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        known.in[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
        wide[i] = (double)known.in[i];
    }
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.batch = 2;
    desc.precision = NBL_FFT_FLOAT64;
    expect(nbl_fft_make_cpu(&desc, &plan, &error));
    expect(nbl_fft_run(plan, wide, known.spectra, &error));
    nbl_fft_destroy(plan);
    free(wide);
}

/* The relative L2 error over all frequencies of two transforms. */
static double error_of(const row_t *row, uint32_t length) {
    know(length);
    const uint64_t bytes = 8u * (uint64_t)length;
    double difference = 0, energy = 0;
    expect(nbl_fft_bench_launch(bench, row->number, false, known.in, known.out, 2 * bytes, bytes,
                                (row->job.rows - 1) * bytes, &error));
    for (size_t i = 0; i < 4u * (size_t)length; i++) {
        const double off = (double)known.out[i] - known.spectra[i];
        difference += off * off;
        energy += known.spectra[i] * known.spectra[i];
    }
    return sqrt(difference / energy);
}

/* ---- Single passes */

enum { MOST_DEFINES = 16 };

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
    const nbl_fft_plan_limits_t limits = {1024, 98304, 32, NBL_DEVICE_NVIDIA};
    if (nbl_fft_plan_parse(text, NBL_DWORDS_float32_t, &limits, plan, &error) == NBL_SUCCESS) return true;
    printf("%-60s %s\n", shown, error.text);
    return false;
}

typedef struct ticket_row_t {
    nbl_vulkan_kernel_t *kernels[2]; /* both passes, and what is left of them */
    nbl_vulkan_bindings_t *bindings[2];
    struct {
        uint64_t source, target, tables[2];
        uint32_t ffts, lag;
    } job;
    uint32_t groups[3];
} ticket_row_t;

static bool record_tickets(void *user, VkCommandBuffer commands) {
    const ticket_row_t *row = user;
    static const uint32_t sweepers[3] = {64, 1, 1};
    if (nbl_vulkan_kernel_record(row->kernels[0], commands, row->bindings[0], &row->job, row->groups, &error) !=
        NBL_SUCCESS)
        return false;
    nbl_vulkan_record_barrier(device, commands, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    return nbl_vulkan_kernel_record(row->kernels[1], commands, row->bindings[1], &row->job, sweepers, &error) ==
           NBL_SUCCESS;
}

/* Adds NAME=VALUE words to defines; returns their number. */
static uint32_t add_defines(char *words[], uint32_t given, nbl_define_t *defines, uint32_t count) {
    for (uint32_t i = 0; i < given; i++) {
        char *value = strchr(words[i], '=');
        if (value != NULL) *value++ = '\0';
        defines[count++] = (nbl_define_t){words[i], value == NULL ? "1" : value};
    }
    return count;
}

static void time_row(const char *shown, uint32_t number, double part, const nbl_vulkan_kernel_t *kernel) {
    expect(nbl_fft_bench_time(bench, number, UNTIMED, &error));
    const double taken = nbl_fft_bench_timing(bench, number).nanoseconds;
    expect(nbl_fft_bench_time(bench, 0, UNTIMED / 4, &error));
    const double copy = nbl_fft_bench_timing(bench, 0).nanoseconds;
    printf("%-60s %8.1f us  %.3f of a copy (%.1f us)  %3u registers", shown, taken * 1e-3, copy * part / taken,
           copy * 1e-3, bench_registers(kernel));
    fflush(stdout);
}

/* The shared memory of a plan whose FFTs are columns, as nbl/fft/options.h has it. */
static uint32_t dwords_of(nbl_fft_plan_t plan) {
    const uint32_t unit = 32 / plan.ffts_per_workgroup;
    return ((plan.plane_dwords + unit - 1) / unit | 1) * unit * plan.ffts_per_workgroup;
}

static void time_tickets(const char *shown, char *words[], uint32_t given, uint64_t numbers) {
    const uint32_t length = (uint32_t)atoi(words[0]), pass = strcmp(words[1], "strips") == 0 ? 2 : 1;
    nbl_fft_plan_t plans[2];
    plan_defines_t texts[2];
    nbl_define_t defines[MOST_DEFINES + 16];
    char dwords[16];
    uint32_t points[3] = {0}, tiles = 0, sizes[2], count = 6;
    if (!read_plan(words[2], &plans[0], shown) || !read_plan(words[3], &plans[1], shown)) return;
    const uint32_t passes = nbl_fft_split(length, points);
    if (passes != pass + 1 || plans[0].fft_length != points[pass - 1] || plans[1].fft_length != points[pass]) {
        printf("%-60s has other passes\n", shown);
        return;
    }
    for (uint32_t p = 0; p < 2; p++) {
        define_plan(plans[p], p == 0 ? "NBL_TICKETS_FIRST_" : "NBL_TICKETS_SECOND_", &texts[p], &defines[3 * p]);
        sizes[p] = dwords_of(plans[p]);
        tiles += length / points[pass - 1 + p] / plans[p].ffts_per_workgroup;
    }
    snprintf(dwords, sizeof dwords, "%u", sizes[0] > sizes[1] ? sizes[0] : sizes[1]);
    defines[count++] = (nbl_define_t){"NBL_TICKETS_LENGTH", words[0]};
    defines[count++] = (nbl_define_t){"NBL_TICKETS_PASS", pass == 1 ? "1" : "2"};
    defines[count++] = (nbl_define_t){"NBL_TICKETS_DWORDS", dwords};
    defines[count++] = (nbl_define_t){"NBL_UNROLL_LOOPS", "1"};
    defines[count++] = (nbl_define_t){"NBL_SUBGROUP_OPERATIONS", "0"};
    defines[count++] = (nbl_define_t){"NBL_BUFFER_DEVICE_ADDRESS", "1"};
    defines[count++] = (nbl_define_t){"NBL_MEMORY_MODEL", "1"};
    count = add_defines(words + 5, given - 5, defines, count);
    ticket_row_t row = {.job = {.ffts = (uint32_t)(numbers / length), .lag = (uint32_t)atoi(words[4])}};
    row.job.source = pass == 1 ? nbl_fft_bench_buffer(bench, 0)->address : nbl_fft_bench_buffer(bench, 1)->address;
    row.job.target = nbl_fft_bench_buffer(bench, 1)->address;
    nbl_vulkan_buffer_t tables[2];
    for (uint32_t p = 0; p < 2; p++) {
        tables[p] = table_of(pass + p, points, plans[p]);
        row.job.tables[p] = tables[p].address;
    }
    const uint64_t counters = 4ull * (3 + 2ull * row.job.ffts * tiles);
    nbl_vulkan_buffer_t flags;
    void *zeros = calloc(1, counters);
    const nbl_vulkan_buffer_desc_t counted = {.size = counters};
    expect(nbl_vulkan_buffer_create(device, &counted, &flags, &error));
    expect(nbl_vulkan_buffer_upload(device, &flags, 0, zeros, counters, &error));
    free(zeros);
    const nbl_vulkan_resource_t resources[1] = {{.buffer = flags.handle}};
    nbl_vulkan_split_groups((uint64_t)row.job.ffts * tiles, row.groups);
    for (int k = 0; k < 2; k++) {
        defines[count] = (nbl_define_t){"NBL_TICKETS_KERNEL", k == 0 ? "0" : "1"};
        const nbl_compile_desc_t compile = {
            .file = "shaders/fft_tickets.h", .defines = defines, .define_count = count + 1};
        const nbl_vulkan_kernel_desc_t desc = {.name = shown, .compile = &compile};
        if (nbl_vulkan_kernel_create(device, &desc, &row.kernels[k], &error) != NBL_SUCCESS) {
            printf("%-60s %s\n", shown, error.text);
            return;
        }
        expect(nbl_vulkan_bindings_create(row.kernels[k], resources, shown, &row.bindings[k], &error));
    }
    if (row.job.ffts == 0) {
        printf("%-60s is longer than the buffers\n", shown);
        return;
    }
    uint32_t number;
    const uint64_t bytes = 16u * (uint64_t)row.job.ffts * length;
    expect(nbl_fft_bench_add_foreign(bench, shown, record_tickets, &row, bytes, &number, &error));
    const row_t whole = {.number = number, .job.rows = row.job.ffts};
    const double off = pass == 1 ? error_of(&whole, length) : 0;
    time_row(shown, number, (double)bytes / 16.0 / (double)numbers, row.kernels[0]);
    if (pass == 1) printf("  error %.2e", off);
    printf("\n");
    nbl_fft_bench_clear(bench, number);
    for (int k = 0; k < 2; k++) {
        nbl_vulkan_bindings_destroy(row.bindings[k]);
        nbl_vulkan_kernel_destroy(row.kernels[k]);
    }
    nbl_vulkan_buffer_destroy(device, &flags);
    for (uint32_t p = 0; p < 2; p++) nbl_vulkan_buffer_destroy(device, &tables[p]);
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
    if (given >= 5 && (strcmp(words[1], "tickets") == 0 || strcmp(words[1], "strips") == 0)) {
        time_tickets(shown, words, given, numbers);
        return;
    }
    const uint32_t length = (uint32_t)atoi(words[0]), pass = (uint32_t)atoi(words[1]);
    if (!read_plan(words[2], &plan, shown)) return;
    if (nbl_fft_split(length, points) < pass || pass == 0 || points[pass - 1] != plan.fft_length) {
        printf("%-60s the pass is one of %u x %u x %u\n", shown, points[0], points[1], points[2]);
        return;
    }
    define_plan(plan, "NBL_FFT_", &texts, &defines[count]);
    count += 3;
    defines[count++] = (nbl_define_t){"ROW_LENGTH", words[0]};
    defines[count++] = (nbl_define_t){"ROW_PASS", words[1]};
    count = add_defines(words + 3, given - 3, defines, count);
    give_job(&row, (uint32_t)(numbers / length));
    const uint64_t part = (uint64_t)row.job.rows * length;
    if (!add_pass(&row, 0, defines, count, false, row.job.rows * (length / plan.fft_length), plan.ffts_per_workgroup)) {
        printf("%-60s %s\n", shown, error.text);
        return;
    }
    if (part == 0) {
        printf("%-60s is longer than the buffers\n", shown);
        return;
    }
    expect(nbl_fft_bench_add_foreign(bench, shown, record_row, &row, 16u * part, &row.number, &error));
    row.pass[0].table = table_of(pass, points, plan);
    time_row(shown, row.number, (double)part / (double)numbers, row.pass[0].kernel);
    printf("\n");
    nbl_fft_bench_clear(bench, row.number);
    nbl_vulkan_bindings_destroy(row.pass[0].bindings);
    nbl_vulkan_kernel_destroy(row.pass[0].kernel);
    nbl_vulkan_buffer_destroy(device, &row.pass[0].table);
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

/* Copies until the device is as fast as it gets: one that was idle copies at less than half of its rate at first. */
static void warm_up(void) {
    double last = 1e300, now = 1e299;
    for (int i = 0; i < 20 && (i < 3 || now < 0.99 * last); i++) {
        last = now;
        expect(nbl_fft_bench_time(bench, 0, 2 * UNTIMED, &error));
        now = nbl_fft_bench_timing(bench, 0).nanoseconds;
    }
}

static void time_transform(uint32_t shape, int mode, uint64_t count) {
    row_t row = {.passes = 0};
    add(&row, shape, mode, count);
    if (row.job.rows == 0) return;
    char shown[128];
    const uint64_t part = (uint64_t)row.job.rows * shapes[shape].length;
    snprintf(shown, sizeof shown, "%-30s %s", row.name, mode_names[mode]);
    time_row(shown, row.number, (double)part / (double)count, row.pass[0].kernel);
    printf("  error %.2e\n", error_of(&row, shapes[shape].length));
    fflush(stdout);
    nbl_fft_bench_clear(bench, row.number);
    for (uint32_t p = 0; p < row.passes; p++) {
        nbl_vulkan_buffer_destroy(device, &row.pass[p].table);
        nbl_vulkan_bindings_destroy(row.pass[p].bindings);
        nbl_vulkan_kernel_destroy(row.pass[p].kernel);
    }
}

int main(int argc, char **argv) {
    const uint32_t log2 = argc > 1 ? (uint32_t)atoi(argv[1]) : 27u;
    const uint64_t count = 1ull << log2;
    int status = 0;
    if (log2 < 16u || log2 > 29u) {
        fprintf(stderr, "large: %s: must be 16 to 29, the log2 of the complex numbers\n", argv[1]);
        return 2;
    }
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.kernel_statistics = true;
    expect(nbl_vulkan_device_create(&desc, &device, &error));
    expect(nbl_fft_bench_create(device, NULL, 8u * count, RUNS, &bench, &error));
    warm_up();
    if (argc > 2) {
        status = time_variants(argv[2], count);
    } else {
        const bool addresses = nbl_vulkan_device_get_features(device) & NBL_FEATURE_BUFFER_DEVICE_ADDRESS;
        for (uint32_t s = 0; s < SHAPES; s++)
            for (int mode = 0; mode < (addresses ? MODES : MODES - 2); mode++) time_transform(s, mode, count);
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return status;
}
