/* nbl-fft tune --shapes: how the kernels of arrays take lines side by side, measured on a device and written down.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each kernel's candidates take its place in the whole transform, one kernel after the other: what a pass leaves in the
 * caches is the next one's.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/nd_stages.h"
#include "nbl-fft.h"
#include "nbl/host/fft_vulkan.h"
#include "timing.h"
#include "tune_shapes.h"

enum { MOST_PLANS = 16, MOST_TUNED = 256, TURNS = 6 };
#define USUAL_BYTES ((uint64_t)256 << 20)

typedef struct candidate_t {
    char plan[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
    uint32_t number;
} candidate_t;

typedef struct tuned_t {
    nbl_fft_precision_t precision;
    uint32_t points;
    bool turned;
} tuned_t;

typedef struct run_t {
    const tune_shapes_t *wanted;
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_fft_wisdom_t *wisdom;
    nbl_mode_t mode;
    uint64_t bytes;
    nbl_fft_bench_t *bench;
    FILE *log; /* NULL: none */
    tuned_t tuned[MOST_TUNED];
    uint32_t tuned_count;
} run_t;

static nbl_result_t set(run_t *run, const tuned_t *of, const char *plan, nbl_error_t *error) {
    return nbl_fft_wisdom_set_columns(run->wisdom, of->turned, run->mode == NBL_MODE_FAST, of->precision, of->points,
                                      plan, error);
}

static bool record(void *user, VkCommandBuffer commands) {
    const candidate_t *candidate = user;
    return nbl_fft_record(candidate->fft, candidate->binding, commands, NULL, 0, NULL) == NBL_SUCCESS;
}

/* The whole transform with a candidate in one kernel's place, to be timed. */
static nbl_result_t add(nbl_fft_bench_t *bench, const nbl_vulkan_buffer_t *workspace, candidate_t *candidate,
                        nbl_error_t *error) {
    const nbl_vulkan_resource_t from = {.buffer = nbl_fft_bench_buffer(bench, 0)->handle},
                                to = {.buffer = nbl_fft_bench_buffer(bench, 1)->handle},
                                work = {.buffer = workspace->handle};
    const uint64_t bytes = nbl_fft_get_bytes(candidate->fft).input + nbl_fft_get_bytes(candidate->fft).output;
    nbl_result_t result = nbl_fft_bind(candidate->fft, &from, &to, &work, &candidate->binding, error);
    if (result != NBL_SUCCESS) return result;
    return nbl_fft_bench_add_foreign(bench, candidate->plan, record, candidate, bytes, &candidate->number, error);
}

/* Times the candidates by turns; `times` receives nanoseconds. While kernels are built the device rests, and its clocks
 * fall: timed one after the other, the first few took up to three times as long. */
static nbl_result_t time_all(const run_t *run, candidate_t *candidates, uint32_t count, double *times,
                             nbl_error_t *error) {
    nbl_vulkan_buffer_t workspace = {0};
    nbl_vulkan_buffer_desc_t of = {.name = "workspace", .bound_in_parts = true};
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t i = 0; i < count; i++)
        if (nbl_fft_get_bytes(candidates[i].fft).workspace > of.size)
            of.size = nbl_fft_get_bytes(candidates[i].fft).workspace;
    if (of.size != 0) result = nbl_vulkan_buffer_create(run->device, &of, &workspace, error);
    for (uint32_t i = 0; i < count && result == NBL_SUCCESS; i++)
        result = add(run->bench, &workspace, &candidates[i], error);
    if (result == NBL_SUCCESS) result = nbl_fft_bench_time(run->bench, 1, NBL_FFT_BENCH_WARM_UP_RUNS, error);
    if (result == NBL_SUCCESS) result = nbl_fft_bench_time_by_turns(run->bench, 1, 1 + count, error);
    for (uint32_t i = 0; i < count && result == NBL_SUCCESS; i++)
        times[i] = nbl_fft_bench_timing(run->bench, candidates[i].number).nanoseconds;
    nbl_fft_bench_clear(run->bench, 1);
    for (uint32_t i = 0; i < count; i++) nbl_fft_binding_destroy(candidates[i].binding);
    nbl_vulkan_buffer_destroy(run->device, &workspace);
    return result;
}

/* Makes the transforms, leaving out each that the device does not build. Returns how many there are. */
static uint32_t make_all(run_t *run, const nbl_fft_nd_desc_t *desc, const tuned_t *of, const nbl_fft_plan_t *plans,
                         uint32_t count, candidate_t *candidates) {
    const bool cpu = nbl_vulkan_device_get_info(run->device)->type == VK_PHYSICAL_DEVICE_TYPE_CPU;
    nbl_fft_problem_t problem = *desc;
    uint32_t made = 0;
    problem.mode = run->mode;
    problem.cache = run->cache;
    problem.unroll = !cpu;
    for (uint32_t i = 0; i < count; i++) {
        candidate_t *candidate = &candidates[made];
        nbl_fft_plan_short_text(plans[i], candidate->plan, sizeof candidate->plan);
        if (made > 0 && strcmp(candidate->plan, candidates[0].plan) == 0) continue; /* the library's own, again */
        if (set(run, of, candidate->plan, NULL) == NBL_SUCCESS &&
            nbl_fft_make_vulkan(run->device, &problem, &candidate->fft, NULL) == NBL_SUCCESS)
            made++;
    }
    return made;
}

/* Of the route that is timed: in buffers. */
static nbl_fft_limits_t limits_of(const run_t *run) {
    nbl_fft_limits_t limits = nbl_fft_device_limits(run->device);
    limits.addresses = false;
    return limits;
}

/* A line for each plan: its nanoseconds, and those of the library's own beside it. */
static void write_log(const run_t *run, const char *shape, const tuned_t *of, const candidate_t *candidates,
                      const double *times, uint32_t count) {
    for (uint32_t i = 0; i < count && run->log != NULL; i++)
        fprintf(run->log, "%s,%s,%s,%u,%s,%s,%.0f,%.0f\n", run->mode == NBL_MODE_FAST ? "fast" : "exact",
                nbl_fft_precision_name(of->precision), of->turned ? "turned" : "columns", of->points, shape,
                candidates[i].plan, times[i], times[0]);
}

static int tune_stage(run_t *run, const char *shape, const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_stage_t *stage,
                      nbl_error_t *error) {
    const nbl_fft_limits_t limits = limits_of(run);
    const tuned_t of = {stage->desc.planned, stage->desc.parameters.plan.fft_length,
                        stage->desc.parameters.turned == 1};
    const uint32_t most = run->wanted->plans < MOST_PLANS ? run->wanted->plans : MOST_PLANS;
    nbl_fft_plan_t plans[MOST_PLANS + 1] = {stage->desc.parameters.plan};
    candidate_t candidates[MOST_PLANS + 1] = {{.number = 0}};
    double times[MOST_PLANS + 1];
    uint32_t best = 0;
    for (uint32_t i = 0; i < run->tuned_count; i++)
        if (run->tuned[i].precision == of.precision && run->tuned[i].points == of.points &&
            run->tuned[i].turned == of.turned)
            return EXIT_DONE;
    if (run->tuned_count < MOST_TUNED) run->tuned[run->tuned_count++] = of;
    const uint32_t listed = 1 + nbl_fft_lines_candidates(&limits, &stage->desc, plans + 1, most);
    const uint32_t count = make_all(run, desc, &of, plans, listed, candidates);
    nbl_result_t result = count > 0 ? time_all(run, candidates, count, times, error)
                                    : nbl_fail(error, NBL_ERROR_LIMIT, "the device builds no plan of %u", of.points);
    if (result == NBL_SUCCESS) write_log(run, shape, &of, candidates, times, count);
    for (uint32_t i = 1; i < count && result == NBL_SUCCESS; i++)
        if (times[i] < 0.99 * times[0] && times[i] < times[best]) best = i; /* a percent is noise */
    if (result == NBL_SUCCESS) result = set(run, &of, candidates[best].plan, error);
    for (uint32_t i = 0; i < count; i++) nbl_fft_destroy(candidates[i].fft);
    if (result != NBL_SUCCESS) return fail(error, EXIT_FAILED, "tune: %s", error->text);
    printf("%6u %-12s %-5s %-7s %9.1f us for %9.1f us (%5.1f %%)  %s for %s, of %u plans\n", of.points,
           nbl_fft_precision_name(of.precision), run->mode == NBL_MODE_FAST ? "fast" : "exact",
           of.turned ? "turned" : "columns", times[best] / 1e3, times[0] / 1e3, 100.0 * times[best] / times[0],
           candidates[best].plan, candidates[0].plan, count);
    fflush(stdout);
    return EXIT_DONE;
}

/* All kernels of a shape that take lines side by side. */
static int tune_shape(run_t *run, const char *text, nbl_fft_precision_t precision, nbl_error_t *error) {
    const nbl_fft_limits_t limits = limits_of(run);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_nd_stages_t stages;
    uint64_t elements = 1;
    int status = options_shape("tune", text, &desc, error);
    if (status != EXIT_DONE) return status;
    for (uint32_t d = 0; d < desc.rank; d++) elements *= desc.sizes[d];
    desc.precision = precision;
    desc.wisdom = run->wisdom;
    desc.batch = run->bytes / (elements * nbl_fft_precision_element_bytes(precision));
    if (desc.batch == 0) return fail(error, EXIT_FAILED, "tune: %s: beyond the buffers: --size takes more MiB", text);
    if (nbl_fft_nd_stages_make(&desc, &limits, run->mode, false, 256, &stages, error) != NBL_SUCCESS)
        status = fail(error, EXIT_FAILED, "tune: %s: %s", text, error->text);
    uint32_t kernels = 0;
    for (uint32_t a = 0; a < stages.axes && status == EXIT_DONE; a++)
        for (uint32_t s = 0; s < stages.axis[a].stages && status == EXIT_DONE; s++) {
            const nbl_fft_nd_stage_t *stage = &stages.axis[a].stage[s];
            if (stage->desc.last_step || stage->desc.parameters.columns == 0) continue;
            kernels++;
            status = tune_stage(run, text, &desc, stage, error);
        }
    if (status == EXIT_DONE && kernels == 0) printf("%s: no kernel of it takes lines side by side\n", text);
    nbl_fft_nd_stages_release(&stages);
    return status;
}

static int write_wisdom(const run_t *run, nbl_error_t *error) {
    char *text = nbl_fft_wisdom_text(run->wisdom);
    int status =
        text ? write_file(run->wanted->output, text, strlen(text), error) : fail(error, EXIT_FAILED, "tune: no memory");
    free(text);
    return status;
}

static int begin(run_t *run, nbl_error_t *error) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    int status = choose_device(run->wanted->device, &desc, error);
    if (status != EXIT_DONE) return status;
    nbl_result_t result = nbl_vulkan_device_create(&desc, &run->device, error);
    if (result == NBL_SUCCESS) {
        const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(run->device);
        run->bytes = run->wanted->megabytes != 0                    ? (uint64_t)run->wanted->megabytes << 20
                     : info->max_storage_buffer_bytes < USUAL_BYTES ? info->max_storage_buffer_bytes
                                                                    : USUAL_BYTES;
        run->cache = open_cache();
        result = access(run->wanted->output, F_OK) == 0
                     ? nbl_fft_wisdom_read(run->wanted->output, info->name, &run->wisdom, error)
                     : nbl_fft_wisdom_create(info->name, &run->wisdom, error);
        nbl_fft_wisdom_set_device_kind(run->wisdom, nbl_device_kind_of_vendor(info->vendor_id));
    }
    if (result == NBL_SUCCESS)
        result = nbl_fft_bench_create(run->device, run->cache, run->bytes, run->wanted->runs, &run->bench, error);
    if (result == NBL_SUCCESS) nbl_fft_bench_repeat(run->bench, TURNS);
    return result == NBL_SUCCESS ? EXIT_DONE : fail(error, EXIT_FAILED, "tune: %s", error->text);
}

int tune_shapes(const tune_shapes_t *wanted, nbl_error_t *error) {
    run_t *run = calloc(1, sizeof *run);
    if (run == NULL) return fail(error, EXIT_FAILED, "tune: no memory");
    run->wanted = wanted;
    run->mode = wanted->mode == 1 ? NBL_MODE_FAST : NBL_MODE_EXACT;
    int status = begin(run, error);
    if (status == EXIT_DONE && wanted->log != NULL) {
        run->log = fopen(wanted->log, "a");
        if (run->log == NULL) status = fail(error, EXIT_FAILED, "tune: %s: %s", wanted->log, strerror(errno));
    }
    for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p) && status == EXIT_DONE; p++)
        for (uint32_t i = 0; i < wanted->count && (wanted->precisions >> p & 1) != 0 && status == EXIT_DONE; i++) {
            status = tune_shape(run, wanted->shapes[i], (nbl_fft_precision_t)p, error);
            if (status == EXIT_DONE) status = write_wisdom(run, error);
        }
    if (run->log != NULL && fclose(run->log) != 0 && status == EXIT_DONE)
        status = fail(error, EXIT_FAILED, "tune: %s: %s", wanted->log, strerror(errno));
    nbl_fft_bench_destroy(run->bench);
    nbl_fft_wisdom_destroy(run->wisdom);
    nbl_cache_destroy(run->cache);
    nbl_vulkan_device_destroy(run->device);
    free(run);
    return status;
}
