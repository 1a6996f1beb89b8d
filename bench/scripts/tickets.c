/* Large transforms by tickets on the best device: the executor's bits, then times beside passes and a copy. Built and
 * run by bench/scripts/tickets.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: tickets LOG2 bits LENGTH...    exact mode beside the executor, every other one inverse
 *        tickets LOG2 RUNS LENGTH...    times, medians of RUNS runs
 *        tickets LOG2 RUNS try FILE     times of plans in fast mode, a line each: [PRECISION] LENGTH ROWS PLANES LAG
 *                                       WAY PLAN..., the first three numbers as in nbl_fft_tickets_desc_t; WAY as
 *                                       nbl_fft_tickets_way_t, by its first letter; without plans N, in passes of
 *                                       nbl_fft_t's own, or B, by its best route; # a comment
 *
 * LOG2 of a batch's complex numbers of float32 (27: 1 GiB), LENGTH of one transform.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "bench/scripts/differences.h"
#include "nbl-fft/timing.h"
#include "nbl/host/fft_vulkan.h"
#include "gpu/tickets.h"
#include "nbl/host/emulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { UNTIMED = 200, UNTIMED_OF_PLAN = 100 }; /* after a pause a GPU is slow for a tenth of a second */

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static bool unroll; /* not on a software driver, which would build for minutes */
static nbl_error_t error;

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "tickets: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes);
    if (memory == NULL) expect(NBL_ERROR_OUT_OF_MEMORY);
    return memory;
}

/* ---- What is launched */

typedef struct row_t {
    nbl_fft_by_tickets_t *tickets;
    nbl_fft_t *passes; /* one of both */
    nbl_fft_binding_t *binding;
    uint32_t number;
} row_t;

static bool record(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    const nbl_vulkan_buffer_t *from = nbl_fft_bench_buffer(bench, 0), *to = nbl_fft_bench_buffer(bench, 1);
    return (row->tickets != NULL ? nbl_fft_tickets_record(row->tickets, commands, from->address, to->address, &error)
                                 : nbl_fft_record(row->passes, row->binding, commands, NULL, 0, &error)) == NBL_SUCCESS;
}

static nbl_fft_problem_t describe(uint64_t length, uint64_t batch, bool inverse) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.batch = batch;
    desc.inverse = inverse;
    return desc;
}

/* By nbl_fft_t's own choice, from one of the bench's buffers to the other; one that takes a workspace is refused. */
static nbl_result_t begin_array(row_t *row, const nbl_fft_problem_t *desc, nbl_fft_route_t route) {
    nbl_fft_problem_t problem = *desc;
    problem.mode = NBL_MODE_FAST;
    problem.unroll = unroll;
    problem.route = route;
    const nbl_vulkan_buffer_t *buffers[] = {nbl_fft_bench_buffer(bench, 0), nbl_fft_bench_buffer(bench, 1)};
    const nbl_vulkan_resource_t from = {.buffer = buffers[0]->handle, .address = buffers[0]->address},
                                to = {.buffer = buffers[1]->handle, .address = buffers[1]->address},
                                none = {.buffer = VK_NULL_HANDLE};
    nbl_result_t result = nbl_fft_make_vulkan(device, &problem, &row->passes, &error);
    return result == NBL_SUCCESS ? nbl_fft_bind(row->passes, &from, &to, &none, &row->binding, &error) : result;
}

static void begin(row_t *row, bool by_tickets, uint64_t length, uint64_t batch, bool inverse, nbl_mode_t mode) {
    memset(row, 0, sizeof *row);
    if (by_tickets) {
        const nbl_fft_tickets_desc_t desc = {.length = length,
                                             .batch = batch,
                                             .precision = NBL_FFT_FLOAT32,
                                             .inverse = inverse,
                                             .mode = mode,
                                             .unroll = unroll};
        expect(nbl_fft_tickets_create(device, &desc, &row->tickets, &error));
    } else {
        nbl_fft_problem_t problem = describe(length, batch, inverse);
        problem.mode = mode;
        problem.unroll = unroll;
        const nbl_vulkan_resource_t from = {.buffer = nbl_fft_bench_buffer(bench, 0)->handle,
                                            .size = 8 * length * batch},
                                    to = {.buffer = nbl_fft_bench_buffer(bench, 1)->handle, .size = 8 * length * batch},
                                    none = {.buffer = VK_NULL_HANDLE};
        expect(nbl_fft_make_vulkan(device, &problem, &row->passes, &error));
        expect(nbl_fft_bind(row->passes, &from, &to, &none, &row->binding, &error));
    }
    expect(nbl_fft_bench_add_foreign(bench, "large", record, row, 16 * length * batch, &row->number, &error));
}

static void end(row_t *row) {
    nbl_fft_bench_clear(bench, row->number);
    nbl_fft_tickets_destroy(row->tickets);
    nbl_fft_binding_destroy(row->binding);
    nbl_fft_destroy(row->passes);
}

/* ---- Bits */

/* FNV-1a of dwords, to compare runs on several machines. */
static uint64_t hash(const float *numbers, size_t count) {
    uint64_t value = 14695981039346656037u;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        value = (value ^ bits) * 1099511628211u;
    }
    return value;
}

static void fill(float *numbers, size_t count) {
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        numbers[i] = (float)(state >> 8) / 16777216.0f - 0.5f;
    }
}

static void compare(const char *what, const float *ours, const float *theirs, size_t count) {
    double relative;
    const size_t differing = differences(ours, theirs, count, &relative);
    if (differing == 0)
        printf("  %s the same", what);
    else
        printf("  %s %zu OTHER, relative %.1e", what, differing, relative);
    fflush(stdout);
}

static void compare_bits(uint32_t log2, uint64_t most, bool inverse) {
    const uint64_t length = 1ull << log2, batch = log2 > 24 || 4 * length > most ? 1 : log2 > 20 ? 2 : 4;
    const size_t count = 2 * (size_t)(length * batch), bytes = 4 * count;
    const double started = seconds();
    const nbl_fft_problem_t desc = describe(length, batch, inverse);
    float *in = allocate(bytes), *expected = allocate(bytes), *out = allocate(bytes);
    nbl_fft_t *plan;
    fill(in, count);
    expect(nbl_fft_make_cpu(&desc, &plan, &error));
    expect(nbl_fft_run(plan, in, expected, &error));
    nbl_fft_destroy(plan);
    printf("2^%u x %llu%s, exact: CPU %016llx", log2, (unsigned long long)batch, inverse ? ", inverse" : "",
           (unsigned long long)hash(expected, count));
    for (int by_tickets = 1; by_tickets >= 0; by_tickets--) {
        row_t row;
        begin(&row, by_tickets == 1, length, batch, inverse, NBL_MODE_EXACT);
        memset(out, 0xff, bytes);
        expect(nbl_fft_bench_launch(bench, row.number, false, in, out, bytes, bytes, 0, &error));
        end(&row);
        compare(by_tickets == 1 ? "tickets" : "passes", out, expected, count);
    }
    printf("  (%.1f s)\n", seconds() - started);
    fflush(stdout);
    free(in);
    free(expected);
    free(out);
}

/* ---- Times */

static double time_behind(uint32_t number, uint32_t untimed) {
    expect(nbl_fft_bench_time(bench, number, unroll ? untimed : 0, &error));
    return nbl_fft_bench_timing(bench, number).nanoseconds * 1e-3;
}

static double time_of(uint32_t number) { return time_behind(number, UNTIMED); }

static void time_length(uint32_t log2, uint64_t count) {
    static const struct {
        const char *name;
        bool by_tickets, one;
        nbl_mode_t mode;
    } rows[] = {{"tickets", true, false, NBL_MODE_FAST},
                {"exact", true, false, NBL_MODE_EXACT},
                {"passes", false, false, NBL_MODE_FAST},
                {"alone: tickets", true, true, NBL_MODE_FAST},
                {"passes", false, true, NBL_MODE_FAST}};
    const uint64_t length = 1ull << log2, batch = count / length;
    const double copy = time_of(0);
    printf("2^%-2u copy %.1f us", log2, copy);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        row_t row;
        begin(&row, rows[i].by_tickets, length, rows[i].one ? 1 : batch, false, rows[i].mode);
        const double taken = time_of(row.number);
        end(&row);
        printf("  %s %.1f", rows[i].name, taken);
        if (!rows[i].one) printf(" %.3f", copy * (double)(batch * length) / (double)count / taken);
        fflush(stdout);
    }
    printf("\n");
    fflush(stdout);
}

static void store(double value, size_t bytes, char *to) {
    const nbl_emulator_float32x2_t parts = {(float)value, 0.0f};
    const uint16_t half = (uint16_t)nbl_emulator_pack_half_2x16(parts);
    memcpy(to, bytes == 2 ? (const void *)&half : bytes == 4 ? (const void *)&parts.x : &value, bytes);
}

static double load(size_t bytes, const char *from) {
    uint16_t half;
    float narrow;
    double wide = 0;
    memcpy(bytes == 2 ? (void *)&half : bytes == 4 ? (void *)&narrow : &wide, from, bytes);
    return bytes == 2 ? (double)nbl_emulator_unpack_half_2x16(half).x : bytes == 4 ? (double)narrow : wide;
}

/* Returns the relative L2 of the first array beside the executor in float64. */
static double error_of(const row_t *row, const nbl_fft_problem_t *of) {
    size_t count = 2;
    for (uint32_t d = 0; d < of->rank; d++) count *= of->sizes[d];
    const size_t bytes = nbl_fft_precision_element_bytes(of->precision) / 2;
    nbl_fft_problem_t desc = *of;
    double *expected = allocate(8 * count), above = 0, below = 0;
    char *in = allocate(8 * count), *out = allocate(8 * count);
    nbl_fft_t *plan;
    desc.batch = 1;
    desc.precision = NBL_FFT_FLOAT64;
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state ^= state << 13, state ^= state >> 17, state ^= state << 5; /* xorshift32 */
        expected[i] = (double)(state >> 24) / 256 - 0.5;                 /* a half, too */
        store(expected[i], bytes, in + i * bytes);
    }
    expect(nbl_fft_make_cpu(&desc, &plan, &error));
    expect(nbl_fft_run(plan, expected, expected, &error));
    nbl_fft_destroy(plan);
    expect(nbl_fft_bench_launch(bench, row->number, false, in, out, bytes * count, bytes * count, 0, &error));
    for (size_t i = 0; i < count; i++) {
        const double x = load(bytes, out + i * bytes);
        above += (x - expected[i]) * (x - expected[i]);
        below += expected[i] * expected[i];
    }
    free(in);
    free(expected);
    free(out);
    return sqrt(above / below);
}

#define MOST_CHECKED (1u << 20) /* elements */

/* A line of plans, timed beside a copy; one that cannot be made is told. */
static void try_line(char *line, uint64_t bytes) {
    unsigned long long length, of_row, planes;
    char way, plans[3][32] = {"", "", ""}, name[16] = "fp32";
    nbl_fft_precision_t precision = NBL_FFT_FLOAT32;
    nbl_fact_t row = {.fast = true, .kinds = NBL_FACT_TICKETS};
    const char *numbers = line;
    if (line[0] == 'f' && sscanf(line, "%15s", name) == 1) numbers += strlen(name);
    const int read = sscanf(numbers, "%llu %llu %llu %u %c %31s %31s %31s", &length, &of_row, &planes, &row.lag, &way,
                            plans[0], plans[1], plans[2]);
    if (read < 5) return;
    for (uint32_t p = 0; p < 4; p++)
        if (strcmp(nbl_fft_precision_name((nbl_fft_precision_t)p), name) == 0) precision = (nbl_fft_precision_t)p;
    row.number = (uint32_t)length, row.rows = (uint32_t)of_row, row.planes = (uint32_t)planes;
    if (way == 'A') row.lag = 0;
    for (int p = 0; p < read - 5; p++) row.plans[p] = plans[p];
    const uint64_t batch = bytes / (nbl_fft_precision_element_bytes(precision) * length);
    const nbl_fft_tickets_desc_t desc = {.length = length,
                                         .rows = of_row,
                                         .planes = planes,
                                         .batch = batch,
                                         .precision = precision,
                                         .mode = NBL_MODE_FAST,
                                         .unroll = unroll};
    nbl_fft_problem_t array = describe(length, batch, false);
    array.precision = precision;
    const uint64_t sizes[] = {planes, length / (planes != 0 ? planes : 1) / (of_row != 0 ? of_row : 1),
                              of_row != 0 ? of_row : 1};
    array.rank = planes != 0 ? 3 : of_row != 0 ? 2 : 1;
    memcpy(array.sizes, planes != 0 ? sizes : sizes + 1, array.rank * sizeof *sizes);
    row_t of = {.passes = NULL};
    printf("%s", line);
    const nbl_result_t result = way == 'N'   ? begin_array(&of, &array, NBL_FFT_ROUTE_PASSES)
                                : way == 'B' ? begin_array(&of, &array, NBL_FFT_ROUTE_BEST)
                                             : nbl_fft_tickets_create_by(device, &desc, &row, &of.tickets, &error);
    if (result != NBL_SUCCESS) {
        printf("  %s\n", error.text);
        return;
    }
    const double copy = time_behind(0, UNTIMED_OF_PLAN);
    expect(nbl_fft_bench_add_foreign(bench, "try", record, &of, 2 * bytes, &of.number, &error));
    const double taken = time_behind(of.number, UNTIMED_OF_PLAN);
    const double share = (double)(batch * length * nbl_fft_precision_element_bytes(precision)) / (double)bytes;
    printf("  %.1f us, %.3f of a copy of %.1f us", taken, copy / taken * share, copy);
    if (length <= MOST_CHECKED) printf(", relative %.1e", error_of(&of, &array));
    printf("\n");
    fflush(stdout);
    end(&of);
}

static void try_file(const char *name, uint64_t bytes) {
    char line[256];
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "tickets: %s: cannot be read\n", name);
        exit(2);
    }
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#') try_line(line, bytes);
    }
    fclose(file);
}

int main(int argc, char **argv) {
    const uint32_t log2 = argc > 3 ? (uint32_t)atoi(argv[1]) : 0u, runs = argc > 3 ? (uint32_t)atoi(argv[2]) : 0u;
    if (log2 < 16u || log2 > 29u || (runs == 0 && strcmp(argv[2], "bits") != 0)) {
        fprintf(stderr, "tickets: LOG2 RUNS LENGTH...: 16 to 29, runs or 'bits', and the log2 of lengths\n");
        return 2;
    }
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    unroll = nbl_vulkan_device_get_info(device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    expect(nbl_fft_bench_create(device, NULL, 8ull << log2, runs, &bench, &error));
    if (runs != 0) (void)time_behind(0, UNTIMED_OF_PLAN);
    if (runs != 0 && strcmp(argv[3], "try") == 0) {
        for (int i = 4; i < argc; i++) try_file(argv[i], 8ull << log2);
        argc = 3;
    }
    for (int i = 3; i < argc; i++) {
        const uint32_t length = (uint32_t)atoi(argv[i]);
        if (runs != 0)
            time_length(length, 1ull << log2);
        else
            compare_bits(length, 1ull << log2, i % 2 == 0);
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return 0;
}
