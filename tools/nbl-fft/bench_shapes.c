/* nbl-fft bench of shapes: arrays of several dimensions and any length, in batches and one at a time, beside a copy.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_vulkan.h"

/* A shape in a precision and a mode. */
typedef struct row_t {
    const char *text;
    nbl_fft_nd_desc_t desc; /* one array */
    nbl_mode_t mode;
    nbl_fft_route_t route;
    bool by_vkfft; /* in place */
    uint64_t elements, batch;
    nbl_fft_t *fft[2]; /* for the whole batch, and for one array */
    nbl_fft_binding_t *binding[2];
    uint32_t number[2];
    double error; /* relative L2 of one array beside the CPU in float64 */
    bool compared;
    bool same; /* the bits are the CPU's; float64 has no error then */
    char message[1024];
} row_t;

enum { UNTIMED = 100 }; /* launches before one is timed; chosen: arrays alone are short, and clocks must be up */

typedef struct shapes_t {
    const bench_shapes_t *wanted;
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    bench_vkfft_t *vkfft;
    nbl_fft_bench_t *bench;
    nbl_fft_wisdom_t *wisdom;
    nbl_vulkan_buffer_t workspace;
    uint64_t bytes;
    row_t *rows;
    uint32_t row_count;
} shapes_t;

/* ---- Rows */

static int make_rows(shapes_t *run, nbl_error_t *error) {
    const bench_shapes_t *wanted = run->wanted;
    const uint32_t routes = wanted->routes != 0 ? wanted->routes : 1u << NBL_FFT_ROUTE_BEST;
    const bool peers = wanted->peers && !wanted->real && !wanted->inverse && bench_vkfft_version();
    run->rows = calloc((size_t)wanted->count * (3 * 2 + 1) * 4, sizeof *run->rows);
    if (!run->rows) return fail(error, EXIT_FAILED, "bench: no memory");
    for (uint32_t p = 0; p < 4; p++)
        for (uint32_t c = 0; c < wanted->count; c++)
            for (uint32_t way = 7; way-- > 0;) {
                const uint32_t mode = way / 2, route = way % 2;
                const bool vkfft = way == 6, chosen = (wanted->modes >> mode & routes >> route & 1) != 0;
                if ((wanted->precisions >> p & 1) == 0 || !(vkfft ? peers : chosen)) continue;
                row_t *row = &run->rows[run->row_count++];
                *row = (row_t){.text = wanted->cases[c],
                               .desc = nbl_fft_problem_init(),
                               .mode = (nbl_mode_t)mode,
                               .route = (nbl_fft_route_t)route,
                               .by_vkfft = vkfft};
                row->desc.precision = (nbl_fft_precision_t)p;
                row->desc.real = wanted->real;
                row->desc.inverse = wanted->inverse;
                row->desc.overwrites_input = wanted->overwrites;
                row->desc.wisdom = run->wisdom;
                int status = options_shape("bench", row->text, &row->desc, error);
                if (status != EXIT_DONE) return status;
                row->elements = 1;
                for (uint32_t d = 0; d < row->desc.rank; d++) row->elements *= row->desc.sizes[d];
            }
    return EXIT_DONE;
}

/* ---- Building */

static uint64_t array_bytes(const nbl_fft_t *fft) {
    const uint64_t in = nbl_fft_get_bytes(fft).input, out = nbl_fft_get_bytes(fft).output;
    return in > out ? in : out;
}

/* Makes a row's transforms: of one array, and of as many as the bench's buffers hold. */
static void make(shapes_t *run, row_t *row) {
    const bool cpu = nbl_vulkan_device_get_info(run->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    nbl_fft_problem_t problem = row->desc;
    nbl_error_t error;
    problem.mode = row->mode;
    problem.cache = run->cache;
    problem.unroll = !cpu;
    problem.route = row->route;
    nbl_result_t result = nbl_fft_make_vulkan(run->device, &problem, &row->fft[1], &error);
    if (result == NBL_SUCCESS && array_bytes(row->fft[1]) > run->bytes)
        result = fail(&error, NBL_ERROR_LIMIT, "beyond the buffers: --size takes more MiB");
    if (result == NBL_SUCCESS) {
        row->batch = problem.batch = run->bytes / array_bytes(row->fft[1]);
        result = nbl_fft_make_vulkan(run->device, &problem, &row->fft[0], &error);
    }
    if (result != NBL_SUCCESS) snprintf(row->message, sizeof row->message, "%s", error.text);
}

/* As make(), by VkFFT. */
static void make_by_vkfft(shapes_t *run, row_t *row) {
    nbl_fft_nd_desc_t desc = row->desc;
    char why[256] = "it does not start";
    uint32_t passes;
    row->batch = run->bytes / (row->elements * nbl_fft_precision_element_bytes(desc.precision));
    for (int one = 0; one < 2 && row->message[0] == '\0'; one++) {
        desc.batch = one ? 1 : row->batch;
        if (run->vkfft == NULL || desc.batch == 0 ||
            !bench_vkfft_add_arrays(run->vkfft, run->bench, &desc, true, &row->number[one], &passes, why))
            snprintf(row->message, sizeof row->message, "VkFFT: %s", desc.batch == 0 ? "beyond the buffers" : why);
    }
}

static bool record_one(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    return nbl_fft_record(row->fft[1], row->binding[1], commands, NULL, 0, NULL) == NBL_SUCCESS;
}

static bool record_batch(void *user, VkCommandBuffer commands) {
    const row_t *row = user;
    return nbl_fft_record(row->fft[0], row->binding[0], commands, NULL, 0, NULL) == NBL_SUCCESS;
}

static nbl_result_t bind(shapes_t *run, row_t *row, nbl_error_t *error) {
    const nbl_vulkan_buffer_t *buffers[] = {nbl_fft_bench_buffer(run->bench, 0), nbl_fft_bench_buffer(run->bench, 1)};
    const nbl_vulkan_resource_t from = {.buffer = buffers[0]->handle, .address = buffers[0]->address},
                                to = {.buffer = buffers[1]->handle, .address = buffers[1]->address},
                                work = {.buffer = run->workspace.handle, .address = run->workspace.address};
    nbl_result_t result = NBL_SUCCESS;
    for (int one = 0; one < 2 && result == NBL_SUCCESS; one++) {
        const uint64_t bytes = nbl_fft_get_bytes(row->fft[one]).input + nbl_fft_get_bytes(row->fft[one]).output;
        result = nbl_fft_bind(row->fft[one], &from, &to, &work, &row->binding[one], error);
        if (result == NBL_SUCCESS)
            result = nbl_fft_bench_add_foreign(run->bench, row->text, one ? record_one : record_batch, row, bytes,
                                               &row->number[one], error);
    }
    return result;
}

static int build(shapes_t *run, nbl_error_t *error) {
    uint64_t most = 0;
    char progress[64];
    for (uint32_t i = 0; i < run->row_count; i++) {
        snprintf(progress, sizeof progress, "building %u of %u", i + 1, run->row_count);
        show_progress(progress);
        if (run->rows[i].by_vkfft)
            make_by_vkfft(run, &run->rows[i]);
        else
            make(run, &run->rows[i]);
        for (int one = 0; one < 2 && !run->rows[i].by_vkfft && run->rows[i].message[0] == '\0'; one++) {
            const uint64_t bytes = nbl_fft_get_bytes(run->rows[i].fft[one]).workspace;
            if (bytes > most) most = bytes;
        }
    }
    show_progress(NULL);
    const nbl_vulkan_buffer_desc_t workspace = {.size = most, .name = "workspace", .bound_in_parts = true};
    if (most != 0 && nbl_vulkan_buffer_create(run->device, &workspace, &run->workspace, error) != NBL_SUCCESS)
        return EXIT_FAILED;
    for (uint32_t i = 0; i < run->row_count; i++) {
        row_t *row = &run->rows[i];
        nbl_error_t why;
        if (row->message[0] == '\0' && !row->by_vkfft && bind(run, row, &why) != NBL_SUCCESS)
            snprintf(row->message, sizeof row->message, "%s", why.text);
    }
    return EXIT_DONE;
}

/* ---- Errors: one array beside the CPU */

static void fill(nbl_fft_precision_t precision, uint64_t scalars, char *memory) {
    const uint32_t bytes = nbl_fft_precision_element_bytes(precision) / 2;
    uint64_t state = 1;
    for (uint64_t i = 0; i < scalars; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        convert_scalar_to_storage((double)(state >> 40) / (1 << 23) - 1, precision, memory + i * bytes);
    }
}

/* Returns the relative L2 error beside the CPU in float64. */
static double relative_error(const row_t *row, const char *input, const char *computed, uint64_t in, uint64_t out) {
    nbl_fft_nd_desc_t desc = row->desc;
    nbl_fft_t *plan = NULL;
    const uint32_t bytes = nbl_fft_precision_element_bytes(desc.precision) / 2;
    double *from = malloc(in / bytes * sizeof *from), *to = malloc(out / bytes * sizeof *to), above = 0, below = 0;
    desc.precision = NBL_FFT_FLOAT64;
    bool there = from && to && nbl_fft_make_cpu(&desc, &plan, NULL) == NBL_SUCCESS;
    for (uint64_t i = 0; there && i < in / bytes; i++)
        from[i] = convert_scalar_from_storage(row->desc.precision, input + i * bytes);
    there = there && nbl_fft_run(plan, from, to, NULL) == NBL_SUCCESS;
    for (uint64_t i = 0; there && i < out / bytes; i++) {
        const double x = convert_scalar_from_storage(row->desc.precision, computed + i * bytes);
        above += (x - to[i]) * (x - to[i]);
        below += to[i] * to[i];
    }
    nbl_fft_destroy(plan);
    free(from);
    free(to);
    return there ? sqrt(above / below) : NAN;
}

static bool has_bits(const row_t *row, const char *input, const char *computed, uint64_t out) {
    nbl_fft_t *plan = NULL;
    char *ours = malloc(out);
    const bool same = ours && nbl_fft_make_cpu(&row->desc, &plan, NULL) == NBL_SUCCESS &&
                      nbl_fft_run(plan, input, ours, NULL) == NBL_SUCCESS && memcmp(ours, computed, out) == 0;
    nbl_fft_destroy(plan);
    free(ours);
    return same;
}

/* Of VkFFT, which transforms complex numbers in place, the error alone. */
static void check(shapes_t *run, row_t *row) {
    const uint64_t elements = row->elements * nbl_fft_precision_element_bytes(row->desc.precision);
    const uint64_t in = row->by_vkfft ? elements : nbl_fft_get_bytes(row->fft[1]).input,
                   out = row->by_vkfft ? elements : nbl_fft_get_bytes(row->fft[1]).output;
    const uint64_t most = in > out ? in : out;
    char *input = calloc(most, 1), *computed = malloc(most);
    row->error = NAN;
    if (input && computed && most <= run->wanted->checked_bytes) {
        fill(row->desc.precision, in / (nbl_fft_precision_element_bytes(row->desc.precision) / 2), input);
        if (nbl_fft_bench_launch(run->bench, row->number[0], row->by_vkfft, input, computed, most, most, 0, NULL) ==
            NBL_SUCCESS) {
            row->error = relative_error(row, input, computed, in, out);
            row->compared = !row->by_vkfft;
            row->same = row->compared && row->mode == NBL_MODE_EXACT && has_bits(row, input, computed, out);
        }
    }
    free(input);
    free(computed);
}

/* ---- The table */

static void print_row(const shapes_t *run, const row_t *row, double copy_rate) {
    printf("%-16s %-12s %-5s %-6s ", row->text, nbl_fft_precision_name(row->desc.precision),
           row->by_vkfft ? "-" : options_mode_name(row->mode),
           row->by_vkfft                      ? "VkFFT"
           : row->route == NBL_FFT_ROUTE_BEST ? "best"
                                              : "passes");
    if (row->message[0] != '\0') {
        printf("%s\n", row->message);
        return;
    }
    const nbl_fft_timing_t batch = nbl_fft_bench_timing(run->bench, row->number[0]),
                           one = nbl_fft_bench_timing(run->bench, row->number[1]);
    printf("%8" PRIu64 " %12.2f %9.3f %12.2f  ", row->batch, batch.nanoseconds / 1e3 / (double)row->batch,
           bench_rate(&batch) / copy_rate, one.nanoseconds / 1e3);
    if (isnan(row->error) || (row->same && row->desc.precision == NBL_FFT_FLOAT64))
        printf("%9s", "-");
    else
        printf("%9.2e", row->error);
    printf("  %-5s %10.1f\n",
           isnan(row->error) || row->by_vkfft || row->mode != NBL_MODE_EXACT ? "-"
           : row->same                                                       ? "same"
                                                                             : "OTHER",
           row->by_vkfft ? 0.0 : (double)nbl_fft_get_bytes(row->fft[0]).workspace / (1 << 20));
}

/* Times a batch once more, after running it for a tenth of a second and beside a copy of its own, since what ran
 * before changes clocks and caches. */
static bool time_batch(shapes_t *run, const row_t *row, double *copy_rate, nbl_error_t *error) {
    const bool cpu = nbl_vulkan_device_get_info(run->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const uint32_t untimed = cpu ? 0 : UNTIMED;
    if (nbl_fft_bench_time(run->bench, 0, untimed, error) != NBL_SUCCESS ||
        nbl_fft_bench_time(run->bench, row->number[0], untimed, error) != NBL_SUCCESS)
        return false;
    const nbl_fft_timing_t copy = nbl_fft_bench_timing(run->bench, 0);
    *copy_rate = bench_rate(&copy);
    return true;
}

static int measure(shapes_t *run, nbl_error_t *error) {
    nbl_fft_timing_t again;
    for (uint32_t i = 0; i < run->row_count; i++) { /* first: while the CPU computes, the device's clocks fall */
        row_t *row = &run->rows[i];
        row->error = NAN;
        if (row->message[0] == '\0' && !(row->by_vkfft && (run->wanted->real || run->wanted->inverse))) check(run, row);
    }
    if (nbl_fft_bench_run(run->bench, &again, error) != NBL_SUCCESS) return EXIT_FAILED;
    const nbl_fft_timing_t copy = nbl_fft_bench_timing(run->bench, 0);
    const double rate = bench_rate(&copy);
    printf("%s; a copy of %" PRIu64 " MiB: %.0f GB/s, %.0f behind the others%s%s%s\n\n",
           nbl_vulkan_device_get_info(run->device)->name, run->bytes >> 20, rate, bench_rate(&again),
           run->wanted->real ? "; real signals" : "", run->wanted->inverse ? "; inverse" : "",
           run->wanted->overwrites ? ", which may be overwritten" : "");
    printf("%-16s %-12s %-5s %-6s %8s %12s %9s %12s  %9s  %-5s %10s\n", "shape", "precision", "mode", "route", "batch",
           "us each", "of a copy", "us alone", "error", "bits", "work, MiB");
    uint32_t failures = 0;
    for (uint32_t i = 0; i < run->row_count; i++) {
        row_t *row = &run->rows[i];
        double beside = rate;
        if (row->message[0] == '\0' && !time_batch(run, row, &beside, error)) return EXIT_FAILED;
        print_row(run, row, beside);
        fflush(stdout);
        failures +=
            (row->message[0] != '\0' && !row->by_vkfft) || (row->mode == NBL_MODE_EXACT && row->compared && !row->same);
    }
    return failures == 0 ? EXIT_DONE
                         : fail(error, EXIT_FAILED,
                                "bench: %u of the transforms could not be measured, or have other "
                                "bits than the CPU; the table says which",
                                failures);
}

#define USUAL_BYTES ((uint64_t)256 << 20)

static int open_device(shapes_t *run, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    int status = choose_device(run->wanted->device, &desc, error);
    if (status != EXIT_DONE) return status;
    if (nbl_vulkan_device_create(&desc, &run->device, error) != NBL_SUCCESS) return EXIT_FAILED;
    const uint64_t most = nbl_vulkan_device_get_info(run->device)->max_storage_buffer_bytes;
    run->bytes = run->wanted->megabytes != 0 ? (uint64_t)run->wanted->megabytes << 20
                 : most < USUAL_BYTES        ? most
                                             : USUAL_BYTES;
    run->cache = open_cache();
    return nbl_fft_bench_create(run->device, run->cache, run->bytes, run->wanted->runs, &run->bench, error) ==
                   NBL_SUCCESS
               ? EXIT_DONE
               : EXIT_FAILED;
}

int bench_shapes(const bench_shapes_t *wanted, nbl_error_t *error) {
    shapes_t run = {.wanted = wanted};
    int status = open_device(&run, error);
    char why[256];
    if (status == EXIT_DONE && wanted->peers && bench_vkfft_version()) run.vkfft = bench_vkfft_open(run.device, why);
    if (status == EXIT_DONE) status = wisdom_read(wanted->wisdom, run.device, &run.wisdom, error);
    if (status == EXIT_DONE) status = make_rows(&run, error);
    if (status == EXIT_DONE) status = build(&run, error);
    if (status == EXIT_DONE) status = measure(&run, error);
    nbl_fft_bench_destroy(run.bench);
    bench_vkfft_close(run.vkfft);
    for (uint32_t i = 0; i < run.row_count; i++)
        for (int one = 0; one < 2; one++) {
            nbl_fft_binding_destroy(run.rows[i].binding[one]);
            nbl_fft_destroy(run.rows[i].fft[one]);
        }
    free(run.rows);
    nbl_vulkan_buffer_destroy(run.device, &run.workspace);
    nbl_fft_wisdom_destroy(run.wisdom);
    nbl_cache_destroy(run.cache);
    nbl_vulkan_device_destroy(run.device);
    return status;
}
