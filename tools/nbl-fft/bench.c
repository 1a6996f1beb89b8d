/* nbl-fft bench: times batched transforms beside a copy kernel and other libraries, and measures their errors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "fft/tuning.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/wisdom.h"

#define CASES_MOST 512u
/* The library's choice, then as NBL_FFT_TWIDDLES_* are numbered. */
#define WORDS_OF_TWIDDLES \
    "library|two|evaluated|fourths|one|one-and-fourth|stepped-two|stepped-fourths|stepped-one|stepped-one-and-fourth"
#define WAYS_OF_TWIDDLES 10u
#define INSTRUCTION_ORDERS (NBL_INSTRUCTION_ORDER_LOOPED + 1u)
#define WAYS_TO_MEMORY 2u
#define ROWS_PER_CASE \
    (2 * WAYS_TO_MEMORY * UNROLLERS * WAYS_OF_TWIDDLES * INSTRUCTION_ORDERS + \
     3u) /* exact and fast, VkFFT in and out of place, FFTW */

typedef struct request_t {
    uint32_t algorithm, precisions, modes, megabytes, runs, passes, unroll, rounds, unrollers, twiddles, orders,
        tolerance, memory, routes, jobs, rest;
    const char *device, *json, *svg;
    bool peers, together, real, inverse, overwrites, shapes;
    uint32_t checked;
    const char *cases[CASES_MOST]; /* LENGTH or LENGTH:PLAN */
    uint32_t case_count;
    const char *wisdom;
} request_t;

/* What a run needs, in one place, so that one function releases it. */
typedef struct run_t {
    const request_t *request;
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_fft_bench_t *bench;
    bench_vkfft_t *vkfft;
    bench_report_t report;
    uint32_t failures;
    atomic_uint next; /* next row to be built */
    nbl_fft_wisdom_t *wisdom;
    nbl_output_t json, svg; /* opened before anything is measured */
} run_t;

static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT32, NBL_FFT_FLOAT64, NBL_FFT_FLOAT16_STORAGE,
                                                 NBL_FFT_FLOAT16};
static const nbl_mode_t modes[] = {NBL_MODE_EXACT, NBL_MODE_FAST, NBL_MODE_FUSED};
static const nbl_fft_unroller_t unrollers[] = {NBL_FFT_UNROLLER_LIBRARY, NBL_FFT_UNROLLER_SPIRV_TOOLS,
                                               NBL_FFT_UNROLLER_DRIVER};
enum {
    PRECISIONS = sizeof precisions / sizeof precisions[0],
    MODES = sizeof modes / sizeof modes[0],
    UNROLLERS = sizeof unrollers / sizeof unrollers[0]
};
#define USUAL_BYTES ((uint64_t)256 << 20)
#define UNROLL_AS_THE_DEVICE_LIKES 2u
#define TOLERANCE_OF_THE_DEVICE 101u
#define JOBS_MOST 64u
#define ATTEMPTS 3 /* runs until the copies before and after agree; chosen */

static int read_request(int argc, char **argv, request_t *request, nbl_error_t *error) {
    const option_t options[] = {
        OPTION_WORD("--algorithm", &request->algorithm, ALGORITHM_WORDS),
        OPTION_WORDS("--precision", &request->precisions, PRECISION_WORDS),
        OPTION_WORDS("--mode", &request->modes, MODE_WORDS),
        OPTION_COUNT("--size", &request->megabytes, 1, 1u << 14),
        OPTION_COUNT("--runs", &request->runs, 5, 1000),
        OPTION_COUNT("--passes", &request->passes, 1, 100),
        OPTION_COUNT("--unroll", &request->unroll, 0, 1),
        OPTION_COUNT("--rounds", &request->rounds, 1, 64),
        OPTION_WORDS("--loops", &request->unrollers, "library|spirv-tools|driver"),
        OPTION_WORDS("--twiddles", &request->twiddles, WORDS_OF_TWIDDLES),
        OPTION_WORDS("--instructions", &request->orders, INSTRUCTION_WORDS),
        OPTION_WORDS("--memory", &request->memory, "bindings|addresses"),
        OPTION_WORDS("--route", &request->routes, "passes|best"),
        OPTION_COUNT("--tolerance", &request->tolerance, 0, 100),
        OPTION_COUNT("--jobs", &request->jobs, 1, JOBS_MOST),
        OPTION_COUNT("--rest", &request->rest, 0, 1000),
        OPTION_TEXT("--device", &request->device, "a number or UUID of `nbl-fft devices`, or a part of a name"),
        OPTION_TEXT("--wisdom", &request->wisdom, "a file that `nbl-fft tune` wrote"),
        OPTION_FLAG("--together", &request->together),
        OPTION_FLAG("--peers", &request->peers),
        OPTION_FLAG("--shapes", &request->shapes),
        OPTION_FLAG("--real", &request->real),
        OPTION_FLAG("--inverse", &request->inverse),
        OPTION_FLAG("--overwrite", &request->overwrites),
        OPTION_COUNT("--checked", &request->checked, 0, 1u << 14),
        OPTION_TEXT("--json", &request->json, "a file name"),
        OPTION_TEXT("--svg", &request->svg, "a file name"),
        OPTIONS_END,
    };
    return options_read_list("bench", argc, argv, options,
                             "a length, such as 1024, or LENGTH:PLAN, such as 1024:16x16x4@64,", request->cases, 1,
                             CASES_MOST, &request->case_count, error);
}

/* Reads LENGTH or LENGTH:PLAN. Refuses what no device can do before it looks for a device. */
static int read_case(const request_t *request, const char *text, nbl_fft_precision_t precision,
                     nbl_fft_transform_desc_t *desc, nbl_error_t *error) {
    char digits[16] = "";
    size_t count = strcspn(text, ":");
    if (count < sizeof digits) memcpy(digits, text, count);
    *desc = (nbl_fft_transform_desc_t){.algorithm = request->algorithm,
                                       .precision = precision,
                                       .batch = 1,
                                       .rounds = request->rounds,
                                       .plan_text = text[count] == ':' ? text + count + 1 : NULL};
    if (!options_number(digits, &desc->length))
        return fail(error, EXIT_USAGE, "bench: %s: must be a length, or LENGTH:PLAN", text);
    if (desc->plan_text && desc->algorithm != NBL_FFT_STOCKHAM)
        return fail(error, EXIT_USAGE, "bench: %s: plans are for --algorithm stockham", text);
    nbl_fft_plan_request_t plan;
    if (desc->plan_text && nbl_fft_plan_read(desc->plan_text, &plan, error) != NBL_SUCCESS)
        return fail(error, EXIT_USAGE, "bench: %s", error->text);
    /* Above 13, but of exact mode, whose row then says why it has no plan. */
    const bool primes = (request->modes & ~(1u << NBL_MODE_EXACT)) != 0;
    nbl_error_t why;
    if (options_has_kernel(desc->algorithm, precision, desc->length, desc->plan_text, primes, &why)) return EXIT_DONE;
    return fail(error, EXIT_FAILED, "bench: %s%s", why.text, desc->length > 1 ? "; --shapes takes any length" : "");
}

static void add_row(bench_report_t *report, bench_by_t by, const nbl_fft_transform_desc_t *desc, nbl_mode_t mode,
                    bool in_place) {
    report->rows[report->row_count++] =
        (bench_row_t){.by = by, .desc = *desc, .mode = mode, .in_place = in_place, .error = NAN};
}

/* Adds our rows of a length: for each unroller and each kind of twiddles, and for the library's twiddles each order
 * of instructions. They follow each other, so that they are timed side by side. */
static void add_our_rows(const request_t *request, bench_report_t *report, nbl_fft_transform_desc_t desc,
                         nbl_mode_t mode) {
    const uint32_t kinds = WAYS_TO_MEMORY * UNROLLERS * WAYS_OF_TWIDDLES * INSTRUCTION_ORDERS;
    for (uint32_t k = 0; k < kinds; k++) {
        uint32_t addresses = k % WAYS_TO_MEMORY, u = k / WAYS_TO_MEMORY / (WAYS_OF_TWIDDLES * INSTRUCTION_ORDERS),
                 way = k / WAYS_TO_MEMORY / INSTRUCTION_ORDERS % WAYS_OF_TWIDDLES,
                 order = k / WAYS_TO_MEMORY % INSTRUCTION_ORDERS;
        bool library = unrollers[u] == NBL_FFT_UNROLLER_LIBRARY;
        if ((request->unrollers >> u & 1) == 0 || (request->twiddles >> way & 1) == 0 ||
            (library ? (request->orders >> order & 1) == 0 : order != 0) || (request->memory >> addresses & 1) == 0)
            continue;
        desc.addresses = addresses == 1;
        desc.unroller = unrollers[u];
        desc.instruction_order = (nbl_instruction_order_t)order;
        add_row(report, BENCH_BY_NBL, &desc, mode, false);
        report->rows[report->row_count - 1].twiddles = way;
    }
}

/* Returns whether a length is asked for the first time: with several plans it meets its peers once. */
static bool is_new_length(const bench_report_t *report, const nbl_fft_transform_desc_t *desc) {
    for (uint32_t i = 0; i < report->row_count; i++)
        if (report->rows[i].desc.length == desc->length && report->rows[i].desc.precision == desc->precision)
            return false;
    return true;
}

static int make_rows(const request_t *request, bench_report_t *report, nbl_error_t *error) {
    report->rows = calloc((size_t)PRECISIONS * request->case_count * ROWS_PER_CASE, sizeof *report->rows);
    if (!report->rows) return fail(error, EXIT_FAILED, "bench: no memory");
    for (uint32_t p = 0; p < PRECISIONS; p++) {
        for (uint32_t c = 0; (request->precisions >> precisions[p] & 1) != 0 && c < request->case_count; c++) {
            nbl_fft_transform_desc_t desc;
            int status = read_case(request, request->cases[c], precisions[p], &desc, error);
            if (status != EXIT_DONE) return status;
            bool meets_peers = request->peers && is_new_length(report, &desc);
            for (uint32_t m = MODES; m-- > 0;)
                if ((request->modes >> m & 1) != 0) add_our_rows(request, report, desc, modes[m]);
            if (meets_peers && bench_vkfft_version()) {
                add_row(report, BENCH_BY_VKFFT, &desc, NBL_MODE_EXACT, false);
                add_row(report, BENCH_BY_VKFFT, &desc, NBL_MODE_EXACT, true);
            }
            /* It has no halves. */
            if (meets_peers && bench_fftw_version() &&
                (precisions[p] == NBL_FFT_FLOAT32 || precisions[p] == NBL_FFT_FLOAT64))
                add_row(report, BENCH_BY_FFTW, &desc, NBL_MODE_EXACT, false);
        }
    }
    return EXIT_DONE;
}

static int open_device(run_t *run, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    int status = choose_device(run->request->device, &desc, error);
    if (status != EXIT_DONE) return status;
    desc.kernel_statistics = true;
    if (nbl_vulkan_device_create(&desc, &run->device, error) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "bench: %s", error->text);
    run->report.device = nbl_vulkan_device_get_info(run->device);
    uint64_t usual = run->report.device->max_storage_buffer_bytes < USUAL_BYTES
                         ? run->report.device->max_storage_buffer_bytes
                         : USUAL_BYTES;
    run->report.bytes = run->request->megabytes != 0 ? (uint64_t)run->request->megabytes << 20 : usual;
    run->cache = open_cache();
    if (nbl_fft_bench_create(run->device, run->cache, run->report.bytes, run->report.runs, &run->bench, error) !=
        NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "bench: %s", error->text);
    nbl_fft_bench_repeat(run->bench, run->request->passes);
    nbl_fft_bench_rest(run->bench, run->request->rest / 100.0);
    return EXIT_DONE;
}

static void choose_twiddles(bench_row_t *row) {
    if (row->twiddles == 0) return;
    row->plan.parameters.twiddles = row->twiddles - 1;
    if (row->plan.desc.fused)
        row->plan.parameters.twiddles = nbl_fused_twiddles(&row->plan.parameters.plan, false, row->twiddles - 1);
    size_t used = strlen(row->text);
    snprintf(row->text + used, sizeof row->text - used, " %s", nbl_fft_twiddles_name(row->twiddles - 1));
}

/* Names the order of instructions if it was asked for or is wisdom's, and not if it is the library's own. */
static void name_order(bench_row_t *row) {
    nbl_instruction_order_t order = row->plan.desc.instruction_order;
    size_t used = strlen(row->text);
    if (order != NBL_INSTRUCTION_ORDER_DEFAULT)
        snprintf(row->text + used, sizeof row->text - used, " %s", nbl_fft_instruction_order_name(order));
    used = strlen(row->text);
    if (row->desc.addresses) snprintf(row->text + used, sizeof row->text - used, " addresses");
}

static void build_ours(const run_t *run, bench_row_t *row) {
    nbl_error_t error;
    bool cpu = run->report.device->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    bool unroll = run->request->unroll == UNROLL_AS_THE_DEVICE_LIKES ? !cpu : run->request->unroll == 1;
    row->desc.limits = nbl_fft_device_limits(run->device);
    row->desc.wisdom = run->wisdom;
    nbl_result_t result = nbl_fft_bench_plan(&row->desc, row->mode, &row->plan, &error);
    if (result == NBL_SUCCESS) {
        if (row->desc.algorithm == NBL_FFT_STOCKHAM)
            nbl_fft_plan_short_text(row->plan.parameters.plan, row->text, sizeof row->text);
        else
            snprintf(row->text, sizeof row->text, "%u x %u", row->plan.desc.elements_per_invocation,
                     row->plan.desc.workgroup_size);
        choose_twiddles(row);
        name_order(row);
        result = nbl_fft_bench_build(run->bench, &row->plan, row->mode, unroll, &row->built, &error);
    }
    if (result != NBL_SUCCESS) snprintf(row->message, sizeof row->message, "%s", error.text);
}

/* The main of a thread that builds kernels: takes one of our rows after the other. */
static void *build_rows(void *user) {
    run_t *run = user;
    bench_report_t *report = &run->report;
    char progress[64];
    for (uint32_t i; (i = atomic_fetch_add(&run->next, 1u)) < report->row_count;) {
        bench_row_t *row = &report->rows[i];
        snprintf(progress, sizeof progress, "building %u of %u", i + 1, report->row_count);
        if (run->request->jobs == 1) show_progress(progress);
        row->desc.batch = nbl_fft_bench_batch(run->bench, row->desc.length, row->desc.precision);
        if (row->by == BENCH_BY_NBL) build_ours(run, row);
    }
    return NULL;
}

/* This thread is one of them. */
static void build_all_of_ours(run_t *run) {
    pthread_t threads[JOBS_MOST];
    uint32_t started = 0;
    while (started + 1 < run->request->jobs && pthread_create(&threads[started], NULL, build_rows, run) == 0) started++;
    build_rows(run);
    for (uint32_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

/* Returns whether two rows do the same work in different ways, and so are timed by turns. */
static bool is_comparable(const bench_row_t *a, const bench_row_t *b) {
    return a->desc.length == b->desc.length && a->desc.precision == b->desc.precision &&
           (a->mode == b->mode || a->by != b->by);
}

/* Builds all kernels, the peers' too, since nothing may be timed while a compiler works. */
static void build(run_t *run) {
    bench_report_t *report = &run->report;
    char why[256] = "";
    nbl_error_t error;
    if (run->request->peers && bench_vkfft_version()) run->vkfft = bench_vkfft_open(run->device, why);
    build_all_of_ours(run);
    for (uint32_t i = 0; i < report->row_count; i++) {
        bench_row_t *row = &report->rows[i];
        if (i > 0 && !run->request->together && !is_comparable(row, &report->rows[i - 1]))
            nbl_fft_bench_begin_group(run->bench);
        if (row->built != NULL && nbl_fft_bench_take(run->bench, row->built, &row->number, &error) != NBL_SUCCESS)
            snprintf(row->message, sizeof row->message, "%s", error.text);
        if (row->by == BENCH_BY_NBL)
            run->failures += row->message[0] != '\0';
        else if (row->by == BENCH_BY_VKFFT && run->vkfft)
            bench_vkfft_add(run->vkfft, run->bench, row);
        else if (row->by == BENCH_BY_VKFFT)
            snprintf(row->message, sizeof row->message, "VkFFT: %s", why);
    }
    show_progress(NULL);
}

/* Measures the error of the very kernel that was timed. Signals with a reference are the first and the last of its
 * batch, so it has computed the whole batch. */
static void measure_error(run_t *run, bench_row_t *row, const bench_check_t *check) {
    nbl_error_t error;
    uint64_t first = check->stored_bytes / 2 & ~(uint64_t)3,
             offset = bench_batch_bytes(row) - (check->stored_bytes - first);
    void *computed = malloc(check->stored_bytes);
    if (computed && nbl_fft_bench_launch(run->bench, row->number, row->in_place, check->stored, computed,
                                         check->stored_bytes, first, offset, &error) == NBL_SUCCESS)
        row->error = bench_check_error(check, computed);
    free(computed);
}

static void measure_rest(run_t *run) {
    bench_check_t check = {.length = 0};
    for (uint32_t i = 0; i < run->report.row_count; i++) {
        bench_row_t *row = &run->report.rows[i];
        if (row->message[0] != '\0') continue;
        if (check.length != row->desc.length || check.precision != row->desc.precision) {
            uint32_t transforms =
                row->desc.batch < BENCH_CHECKED_TRANSFORMS ? row->desc.batch : BENCH_CHECKED_TRANSFORMS;
            bench_check_free(&check);
            if (!bench_check_make(&check, row->desc.length, transforms, row->desc.precision)) check.length = 0;
        }
        if (row->by != BENCH_BY_FFTW) row->timing = nbl_fft_bench_timing(run->bench, row->number);
        if (row->by == BENCH_BY_FFTW && check.length != 0)
            bench_fftw_measure(row, &check);
        else if (row->by != BENCH_BY_FFTW && check.length != 0)
            measure_error(run, row, &check);
    }
    bench_check_free(&check);
}

/* Drops the slower one of VkFFT's two ways. */
static void keep_the_best(bench_report_t *report) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < report->row_count; i++) {
        bench_row_t *row = &report->rows[i], *last = kept > 0 ? &report->rows[kept - 1] : NULL;
        if (row->by == BENCH_BY_VKFFT && row->in_place && last) {
            bool better = row->message[0] == '\0' &&
                          (last->message[0] != '\0' || row->timing.nanoseconds < last->timing.nanoseconds);
            if (better) *last = *row;
        } else {
            report->rows[kept++] = *row;
        }
    }
    report->row_count = kept;
}

/* Returns by how many per cent the copies before and after the kernels differ. On a device that others use, or whose
 * clocks move, the figures are of no use. */
static double unsteadiness(const bench_report_t *report) {
    double before = report->copy[0].nanoseconds, after = report->copy[1].nanoseconds;
    return 100.0 * fabs(before - after) / fmin(before, after);
}

static int measure(run_t *run, nbl_error_t *error) {
    bool cpu = run->report.device->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t chosen = cpu ? 100 : 1, wanted = run->request->tolerance;
    double tolerance = wanted == TOLERANCE_OF_THE_DEVICE ? chosen : wanted, found = 0.0;
    build(run);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (nbl_fft_bench_run(run->bench, &run->report.copy[1], error) != NBL_SUCCESS)
            return fail(error, EXIT_FAILED, "bench: %s", error->text);
        run->report.copy[0] = nbl_fft_bench_timing(run->bench, 0);
        found = unsteadiness(&run->report);
        if (found <= tolerance || tolerance == 100.0) break;
    }
    if (found > tolerance && tolerance < 100.0)
        return fail(error, EXIT_FAILED,
                    "bench: the copies before and after the transforms differ by %.1f %%, in the last of %d attempts: "
                    "the device is shared, or its clocks move; --tolerance takes more than %.0f %%",
                    found, ATTEMPTS, tolerance);
    measure_rest(run);
    keep_the_best(&run->report);
    return EXIT_DONE;
}

static int report(run_t *run, nbl_error_t *error) {
    int status = EXIT_DONE;
    bench_print_table(&run->report);
    if (run->json.stream) {
        bench_write_json(&run->report, run->json.stream);
        status = output_close(&run->json, run->request->json, error);
    }
    if (run->svg.stream && status == EXIT_DONE) {
        if (!bench_write_svg(&run->report, run->svg.stream))
            return fail(error, EXIT_FAILED, "%s: no memory", run->request->svg);
        status = output_close(&run->svg, run->request->svg, error);
    }
    if (status == EXIT_DONE && run->failures > 0)
        return fail(error, EXIT_FAILED, "bench: %u of the transforms could not be measured; the table says why",
                    run->failures);
    return status;
}

static void say_which_peers(const bench_report_t *report) {
    for (int p = 0; report->peers_wanted && p < 2; p++)
        if (!report->peers[p].version)
            note("bench: --peers: %s is not built in: %s was not installed", report->peers[p].name,
                 report->peers[p].package);
}

/* Writes down the command, for the files that it makes. */
static void note_command(bench_report_t *report, int argc, char **argv) {
    size_t used = (size_t)snprintf(report->command, sizeof report->command, "nbl-fft bench");
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "--svg") == 0)
            i++;
        else if (used < sizeof report->command)
            used += (size_t)snprintf(report->command + used, sizeof report->command - used, " %s", argv[i]);
    }
}

/* Returns whether the request is of arrays: of several dimensions, real signals, inverse transforms, or --shape with
 * any length. */
static bool is_of_shapes(const request_t *request) {
    bool shapes = request->shapes || request->real || request->inverse;
    for (uint32_t c = 0; c < request->case_count; c++)
        shapes = shapes || (strspn(request->cases[c], "0123456789x") == strlen(request->cases[c]) &&
                            request->cases[c][0] != 'x' && strchr(request->cases[c], 'x') != NULL);
    return shapes;
}

static int time_shapes(const request_t *request, nbl_error_t *error) {
    const char *of_lengths = request->json ? "--json" : request->svg ? "--svg" : NULL;
    const bench_shapes_t wanted = {.cases = request->cases,
                                   .count = request->case_count,
                                   .precisions = request->precisions,
                                   .modes = request->modes,
                                   .routes = request->routes,
                                   .real = request->real,
                                   .inverse = request->inverse,
                                   .overwrites = request->overwrites,
                                   .peers = request->peers,
                                   .megabytes = request->megabytes,
                                   .runs = request->runs,
                                   .checked_bytes = (uint64_t)request->checked << 20,
                                   .device = request->device,
                                   .wisdom = request->wisdom};
    if (of_lengths)
        return fail(error, EXIT_USAGE, "bench: %s: is for complex lengths that a workgroup holds", of_lengths);
    return bench_shapes(&wanted, error);
}

int command_bench(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.algorithm = ALGORITHM_STOCKHAM,
                         .precisions = 1u << NBL_FFT_FLOAT32,
                         .modes = 1,
                         .runs = 20,
                         .passes = 1,
                         .unroll = UNROLL_AS_THE_DEVICE_LIKES,
                         .unrollers = 1,
                         .twiddles = 1,
                         .memory = 1,
                         .orders = 1,
                         .tolerance = TOLERANCE_OF_THE_DEVICE,
                         .jobs = 1,
                         .checked = 64};
    int status = read_request(argc, argv, &request, error);
    if (status != EXIT_DONE) return status;
    if (is_of_shapes(&request)) return time_shapes(&request, error);
    request.algorithm = request.algorithm == ALGORITHM_STOCKHAM ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
    run_t run = {.request = &request,
                 .report = {.runs = request.runs,
                            .passes = request.passes,
                            .peers_wanted = request.peers,
                            .peers = {{"VkFFT", "libvkfft-dev", bench_vkfft_version()},
                                      {"FFTW", "libfftw3-dev", bench_fftw_version()}}}};
    const nbl_output_use_t uses[] = {{"--json", request.json, true}, {"--svg", request.svg, true}};
    status = outputs_check(uses, sizeof uses / sizeof *uses, error);
    if (status != EXIT_DONE) return status;
    note_command(&run.report, argc, argv);
    status = make_rows(&request, &run.report, error);
    if (status == EXIT_DONE && request.json) status = output_open(&run.json, request.json, error);
    if (status == EXIT_DONE && request.svg) status = output_open(&run.svg, request.svg, error);
    if (status == EXIT_DONE) say_which_peers(&run.report);
    if (status == EXIT_DONE) status = open_device(&run, error);
    if (status == EXIT_DONE) status = wisdom_read(request.wisdom, run.device, &run.wisdom, error);
    if (status == EXIT_DONE) status = measure(&run, error);
    if (status == EXIT_DONE) status = report(&run, error);
    nbl_output_discard(&run.json);
    nbl_output_discard(&run.svg);
    nbl_fft_wisdom_destroy(run.wisdom);
    nbl_fft_bench_destroy(run.bench);
    bench_vkfft_close(run.vkfft);
    nbl_cache_destroy(run.cache);
    nbl_vulkan_device_destroy(run.device);
    free(run.report.rows);
    return status;
}
