/* nbl-fft bench: times batched transforms beside a copy kernel and measures their errors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fft/bench.h"
#include "nbl/fft/parameters.h"
#include "nbl/fft/plan_text.h"

#define CASES_MOST 256
#define CHECKED_TRANSFORMS 4u

/* One row: LENGTH or LENGTH:PLAN. */
typedef struct case_t {
    nbl_fft_transform_desc_t desc;
    nbl_fft_transform_plan_t plan;
    uint32_t number; /* in the bench */
    nbl_fft_timing_t timing;
    double error; /* relative L2 against float64 */
    char message[256];
    char plan_text[NBL_FFT_PLAN_TEXT_SIZE];
} case_t;

typedef struct settings_t {
    uint32_t algorithm, precision, mode, megabytes, runs, unroll, table;
    const char *device, *json;
} settings_t;

static double turn(uint64_t numerator, uint64_t denominator, bool sine) {
    double angle = 6.283185307179586476925286766559 * (double)(numerator % denominator) / (double)denominator;
    return sine ? sin(angle) : cos(angle);
}

/* The transform by its definition, recursively by the smallest factor; in and out are interleaved parts. */
static void reference(uint32_t n, uint32_t stride, const double *in, double *out, double sign) {
    if (n == 1) {
        memcpy(out, in, 2 * sizeof *out);
        return;
    }
    uint32_t factor = 2;
    while (n % factor != 0) factor++;
    uint32_t part = n / factor;
    double *parts = malloc(2 * (size_t)n * sizeof *parts);
    if (parts == NULL) abort();
    for (uint32_t q = 0; q < factor; q++) reference(part, stride * factor, in + 2 * (size_t)q * stride, parts + 2 * (size_t)q * part, sign);
    for (uint32_t k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (uint32_t q = 0; q < factor; q++) {
            const double *z = parts + 2 * ((size_t)q * part + k % part);
            double c = turn((uint64_t)k * q, n, false), s = sign * turn((uint64_t)k * q, n, true);
            re += z[0] * c - z[1] * s;
            im += z[0] * s + z[1] * c;
        }
        out[2 * (size_t)k] = re;
        out[2 * (size_t)k + 1] = im;
    }
    free(parts);
}

/* Transforms a few signals of numbers in [-1, 1) on the device and compares. */
static double measure_error(nbl_vulkan_device_t *device, nbl_vulkan_cache_t *cache, const settings_t *settings, const case_t *row) {
    nbl_fft_transform_desc_t desc = row->desc;
    desc.batch = CHECKED_TRANSFORMS;
    nbl_fft_transform_plan_t plan;
    nbl_fft_error_t error;
    if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_FFT_SUCCESS) return NAN;
    uint64_t elements = (uint64_t)desc.batch * desc.length;
    double *in = malloc(elements * 2 * sizeof *in), *out = malloc(elements * 2 * sizeof *out), result = NAN;
    void *stored = aligned_alloc(64, (plan.buffer_bytes + 63) / 64 * 64), *computed = aligned_alloc(64, (plan.buffer_bytes + 63) / 64 * 64);
    if (in == NULL || out == NULL || stored == NULL || computed == NULL) goto end;
    uint32_t state = 12345;
    for (uint64_t i = 0; i < 2 * elements; i++) {
        state = state * 1664525u + 1013904223u;
        in[i] = (double)(state >> 8) / 8388608.0 - 1.0;
    }
    for (uint64_t i = 0; i < elements; i++) {
        if (desc.precision == NBL_FFT_FLOAT64) {
            ((double *)stored)[2 * i] = in[2 * i];
            ((double *)stored)[2 * i + 1] = in[2 * i + 1];
        } else if (desc.precision == NBL_FFT_FLOAT32) {
            ((float *)stored)[2 * i] = (float)in[2 * i];
            ((float *)stored)[2 * i + 1] = (float)in[2 * i + 1];
        } else {
            uint32_t packed = nbl_emulator_pack_half_2x16((nbl_emulator_float32x2_t){(float)in[2 * i], (float)in[2 * i + 1]});
            nbl_emulator_float32x2_t halves = nbl_emulator_unpack_half_2x16(packed);
            ((uint32_t *)stored)[i] = packed;
            in[2 * i] = halves.x;
            in[2 * i + 1] = halves.y;
        }
    }
    if (nbl_fft_transform_vulkan(device, cache, (nbl_vulkan_mode_t)settings->mode, settings->unroll == 1, &plan, stored, computed, NULL, &error) != NBL_FFT_SUCCESS) goto end;
    double difference = 0, norm = 0;
    for (uint32_t b = 0; b < desc.batch; b++) {
        size_t first = 2 * (size_t)b * desc.length;
        reference(desc.length, 1, in + first, out + first, desc.inverse ? 1.0 : -1.0);
    }
    for (uint64_t i = 0; i < 2 * elements; i++) {
        double value;
        if (desc.precision == NBL_FFT_FLOAT64) value = ((double *)computed)[i];
        else if (desc.precision == NBL_FFT_FLOAT32) value = ((float *)computed)[i];
        else {
            nbl_emulator_float32x2_t halves = nbl_emulator_unpack_half_2x16(((uint32_t *)computed)[i / 2]);
            value = i % 2 == 0 ? halves.x : halves.y;
        }
        difference += (value - out[i]) * (value - out[i]);
        norm += out[i] * out[i];
    }
    result = sqrt(difference / norm);
end:
    free(in);
    free(out);
    free(stored);
    free(computed);
    return result;
}

static int read_case(const char *text, const settings_t *settings, nbl_fft_limits_t limits, case_t *row) {
    char *end;
    unsigned long length = strtoul(text, &end, 10);
    if (end == text || (*end != '\0' && *end != ':') || length < 2 || length > 65536) return fail(EXIT_USAGE, "bench: %s: must be a length, or LENGTH:PLAN", text);
    memset(row, 0, sizeof *row);
    row->desc = (nbl_fft_transform_desc_t){.algorithm = settings->algorithm == 0 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE,
        .precision = (nbl_fft_precision_t)settings->precision,
        .length = (uint32_t)length, .batch = 1, .limits = limits, .plan_text = *end == ':' ? end + 1 : NULL};
    return EXIT_DONE;
}

static void add_case(nbl_fft_bench_t *bench, const settings_t *settings, case_t *row) {
    nbl_fft_error_t error;
    row->desc.batch = nbl_fft_bench_batch(bench, row->desc.length, row->desc.precision);
    nbl_fft_result_t result = nbl_fft_transform_plan(&row->desc, &row->plan, &error);
    if (result == NBL_FFT_SUCCESS) {
        if (row->desc.algorithm == NBL_FFT_STOCKHAM) nbl_fft_plan_short_text(row->plan.parameters.plan, row->plan_text, sizeof row->plan_text);
        else snprintf(row->plan_text, sizeof row->plan_text, "%u x %u", row->plan.desc.elements_per_invocation, row->plan.desc.workgroup_size);
        result = nbl_fft_bench_add(bench, &row->plan, (nbl_vulkan_mode_t)settings->mode, settings->unroll == 1, &row->number, &error);
    }
    if (result != NBL_FFT_SUCCESS) snprintf(row->message, sizeof row->message, "%.250s", error.text);
}

static void print_row(const case_t *row, const nbl_fft_timing_t *copy) {
    if (row->message[0] != '\0') {
        printf("%7u  %s\n", row->desc.length, row->message);
        return;
    }
    double rate = (double)row->timing.bytes / row->timing.nanoseconds, copy_rate = (double)copy->bytes / copy->nanoseconds;
    printf("%7u  %10.1f  %8.1f  %6.3f  %5.1f%%  %9.2e  %4u  %6u  %s\n", row->desc.length, row->timing.nanoseconds / 1e3, rate, rate / copy_rate,
           100.0 * row->timing.spread, row->error, row->timing.registers, row->timing.shared_bytes, row->plan_text);
}

static int run(const settings_t *settings, int count, char **arguments) {
    nbl_vulkan_device_desc_t device_desc = nbl_vulkan_device_desc_init();
    if (settings->device != NULL) {
        char *end;
        long index = strtol(settings->device, &end, 10);
        if (*end == '\0') device_desc.index = (int32_t)index;
        else device_desc.name = settings->device;
    }
    device_desc.kernel_statistics = true;
    nbl_vulkan_device_t *device;
    nbl_vulkan_error_t reason;
    if (nbl_vulkan_device_create(&device_desc, &device, &reason) != NBL_VULKAN_OK) return fail(EXIT_FAILED, "bench: %s", reason.text);
    nbl_fft_limits_t limits = nbl_fft_device_limits(device);
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    case_t *rows = calloc((size_t)count, sizeof *rows);
    nbl_vulkan_cache_t *cache = NULL;
    nbl_vulkan_cache_desc_t cache_desc = {NULL};
    nbl_fft_bench_t *bench = NULL;
    nbl_fft_error_t error;
    int status = rows == NULL ? fail(EXIT_FAILED, "bench: no memory") : EXIT_DONE;
    for (int i = 0; i < count && status == EXIT_DONE; i++) status = read_case(arguments[i], settings, limits, &rows[i]);
    if (status == EXIT_DONE && nbl_vulkan_cache_create(&cache_desc, &cache, NULL) != NBL_VULKAN_OK) cache = NULL;
    uint64_t bytes = (uint64_t)settings->megabytes << 20;
    if (status == EXIT_DONE && nbl_fft_bench_create(device, cache, bytes, settings->runs, &bench, &error) != NBL_FFT_SUCCESS) status = fail(EXIT_FAILED, "bench: %s", error.text);
    nbl_fft_timing_t copy[2];
    for (int i = 0; i < count && status == EXIT_DONE; i++) add_case(bench, settings, &rows[i]);
    if (status == EXIT_DONE && nbl_fft_bench_run(bench, &copy[1], &error) != NBL_FFT_SUCCESS) status = fail(EXIT_FAILED, "bench: %s", error.text);
    if (status == EXIT_DONE) {
        copy[0] = nbl_fft_bench_timing(bench, 0);
        for (int i = 0; i < count; i++) {
            if (rows[i].message[0] != '\0') continue;
            rows[i].timing = nbl_fft_bench_timing(bench, rows[i].number);
            rows[i].error = measure_error(device, cache, settings, &rows[i]);
        }
        printf("%s, %s %s, subgroup size %u, %s mode, %s, %u MiB per launch, copy %.1f GB/s (again after all: %.1f)\n", info->name, info->driver_name, info->driver_info,
               info->subgroup_size, settings->mode == 0 ? "exact" : "fast", nbl_fft_precision_name((nbl_fft_precision_t)settings->precision),
               settings->megabytes, (double)copy[0].bytes / copy[0].nanoseconds, (double)copy[1].bytes / copy[1].nanoseconds);
        printf(" length     time us      GB/s  of copy  spread      error  regs  shared  plan\n");
        for (int i = 0; i < count; i++) print_row(&rows[i], &copy[0]);
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_cache_destroy(cache);
    nbl_vulkan_device_destroy(device);
    free(rows);
    return status;
}

int command_bench(int argc, char **argv) {
    settings_t settings = {.precision = NBL_FFT_FLOAT32, .megabytes = 256, .runs = 20, .unroll = 1};
    char *cases[CASES_MOST];
    int count = 0;
    for (int i = 0; i < argc; i++) {
        const char *a = argv[i];
        bool more = i + 1 < argc;
        if (strcmp(a, "--algorithm") == 0 && more) settings.algorithm = strcmp(argv[++i], "stockham") == 0 ? 0 : 1;
        else if (strcmp(a, "--precision") == 0 && more) {
            i++;
            settings.precision = 0;
            while (nbl_fft_precision_valid((nbl_fft_precision_t)settings.precision) && strcmp(argv[i], nbl_fft_precision_name((nbl_fft_precision_t)settings.precision)) != 0) settings.precision++;
            if (!nbl_fft_precision_valid((nbl_fft_precision_t)settings.precision)) return fail(EXIT_USAGE, "--precision %s: must be " PRECISION_WORDS, argv[i]);
        }
        else if (strcmp(a, "--mode") == 0 && more) settings.mode = strcmp(argv[++i], "exact") == 0 ? 0 : 1;
        else if (strcmp(a, "--size") == 0 && more) settings.megabytes = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(a, "--runs") == 0 && more) settings.runs = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(a, "--unroll") == 0 && more) settings.unroll = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(a, "--device") == 0 && more) settings.device = argv[++i];
        else if (a[0] == '-' || count == CASES_MOST) return fail(EXIT_USAGE, "bench: %s: unknown option, or too many cases", a);
        else cases[count++] = argv[i];
    }
    if (count == 0) return fail(EXIT_USAGE, "bench: say at least one length, such as 1024, or LENGTH:PLAN, such as 1024:16x16x4@64");
    return run(&settings, count, cases);
}
