/* Times the kernel of a chirp by the length of its convolution, plan and order of instructions: built and run by
 * bench/scripts/chirps.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: chirps RUNS MEGABYTES LENGTH ...   lengths that have a chirp, in batches of so many MiB
 *
 * Complex float32, fast mode, by device address where there is one. Prints "LENGTH CONVOLUTION PLAN ORDER TWIDDLES
 * MICROSECONDS OF-A-COPY REGISTERS SPILLED-BYTES PREDICTED" for each kernel, the predicted time being nbl_fft_plan_time()
 * of its plan, and "best" with the same numbers behind those of a length.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/measuring.h"
#include "fft/axis_stages.h"
#include "fft/vulkan_nd.h"
#include "nbl-fft/timing.h"
#include "nbl/host/wisdom.h"
#include "plan/cost.h"
#include "plan/make.h"
#include "plan/preferred.h"

enum { MOST = 256, LENGTHS = 8, ORDERED = 4, REPLANNED = 3, PLANS = 6, MOST_MADE = 2048, UNTIMED = 20 };

typedef struct candidate_t {
    uint32_t length;
    nbl_fft_plan_t plan;
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_instruction_order_t order;
    uint32_t twiddles;
    double predicted; /* a plan's time to a copy's; or of lengths times these */
    nbl_fft_wisdom_t *wisdom;
    nbl_fft_nd_t *fft;
    nbl_fft_nd_binding_t *binding;
    char message[200];
} candidate_t;

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static nbl_fft_plan_limits_t limits;
static bool unroll;
static uint32_t length, next;
static uint64_t batch;
static candidate_t candidates[MOST];
static uint32_t count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* In place of host/fft/fused_length.c. */
static _Thread_local uint32_t convolution;

uint32_t nbl_fft_axis_fused_length(const nbl_fft_axis_make_t *make, uint32_t n, nbl_fft_precision_t precision) {
    (void)make, (void)n, (void)precision;
    return convolution;
}

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "chirps: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

/* ---- Candidates */

static int by_prediction(const void *a, const void *b) {
    const double x = ((const candidate_t *)a)->predicted, y = ((const candidate_t *)b)->predicted;
    return (x > y) - (x < y);
}

static void add(const candidate_t *wanted) {
    for (uint32_t i = 0; i < count; i++)
        if (candidates[i].order == wanted->order && candidates[i].twiddles == wanted->twiddles &&
            strcmp(candidates[i].text, wanted->text) == 0)
            return;
    if (count < MOST) candidates[count++] = *wanted;
}

/* The measured plan of a length. */
static bool preferred(uint32_t m, candidate_t *made) {
    nbl_fft_preferred_t row;
    *made = (candidate_t){.length = m};
    if (!nbl_fft_preferred_find(m, NBL_FFT_USE_FLOAT32, true, &row) || row.percent == 0 ||
        nbl_fft_plan_fit(&row.request, 2, &limits, &made->plan, NULL) != NBL_SUCCESS)
        return false;
    made->order = row.order;
    made->twiddles = row.twiddles;
    made->predicted = nbl_fft_plan_time(made->plan, 0, limits);
    nbl_fft_plan_short_text(made->plan, made->text, sizeof made->text);
    return true;
}

static candidate_t made[MOST_MADE];
static uint32_t made_count;

/* All plans of a length by radices and invocations that leave nothing over. */
static void make_plans(uint32_t m, nbl_fft_plan_request_t *request, uint32_t rest) {
    if (rest == 1) {
        for (uint32_t elements = 4; elements <= NBL_FFT_MAX_RADIX; elements++) {
            candidate_t *one = &made[made_count];
            bool even = m % elements == 0;
            for (uint32_t p = 0; p < request->passes; p++) even = even && elements % request->radices[p] == 0;
            request->invocations = even ? m / elements : 0;
            for (request->windows = 1; even && request->windows <= 2 && made_count < MOST_MADE; request->windows++) {
                *one = (candidate_t){.length = m};
                if (nbl_fft_plan_from_radices(request, 2, &limits, &one->plan, NULL) != NBL_SUCCESS) continue;
                one->predicted = nbl_fft_plan_time(one->plan, 0, limits);
                nbl_fft_plan_short_text(one->plan, one->text, sizeof one->text);
                one = &made[++made_count];
            }
        }
        return;
    }
    if (request->passes == 4) return;
    for (uint32_t radix = 4; radix <= NBL_FFT_MAX_RADIX; radix++) {
        if (rest % radix != 0 || !nbl_fft_plan_is_radix(radix)) continue;
        request->radices[request->passes++] = radix;
        make_plans(m, request, rest / radix);
        request->passes--;
    }
}

static void add_plans(uint32_t m) {
    nbl_fft_plan_request_t request = {0};
    made_count = 0;
    make_plans(m, &request, m);
    qsort(made, made_count, sizeof *made, by_prediction);
    for (uint32_t i = 0; i < made_count && i < PLANS; i++) add(&made[i]);
}

static void find_candidates(void) {
    static candidate_t lengths[MOST_MADE];
    uint32_t found = 0;
    count = 0;
    candidate_t usual;
    if (preferred(nbl_fft_good_length(2 * length - 1, false), &usual)) add(&usual);
    for (uint32_t m = 2 * length - 2; m <= 3 * length && m <= 16384 && found < MOST_MADE; m++)
        found += preferred(m, &lengths[found]);
    for (uint32_t i = 0; i < found; i++) lengths[i].predicted *= lengths[i].length;
    qsort(lengths, found, sizeof *lengths, by_prediction);
    for (uint32_t i = 0; i < found && i < LENGTHS; i++) {
        candidate_t one = lengths[i];
        one.predicted /= one.length;
        add(&one);
        for (int order = NBL_INSTRUCTION_ORDER_DEFAULT; order <= NBL_INSTRUCTION_ORDER_DEMANDED && i < ORDERED;
             order++) {
            one.order = (nbl_instruction_order_t)order;
            add(&one);
        }
    }
    for (uint32_t i = 0; i < found && i < REPLANNED; i++) add_plans(lengths[i].length);
}

/* ---- Building, in threads: drivers take long */

static void build(candidate_t *one) {
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_FAST, .unroll = unroll, .route = NBL_FFT_ROUTE_BEST};
    const nbl_fft_wisdom_choice_t choice = {one->text, 1, one->order, one->twiddles};
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    nbl_error_t why;
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.batch = batch;
    convolution = one->length;
    nbl_result_t result = nbl_fft_wisdom_create("any", &one->wisdom, &why);
    if (result == NBL_SUCCESS)
        result = nbl_fft_wisdom_set(one->wisdom, true, NBL_FFT_FLOAT32, one->length, &choice, &why);
    desc.wisdom = one->wisdom;
    if (result == NBL_SUCCESS) result = nbl_fft_nd_create(device, &desc, &how, false, &one->fft, &why);
    if (result == NBL_SUCCESS && (one->fft->kernel_count != 1 || nbl_fft_nd_workspace_bytes(one->fft) != 0))
        snprintf(one->message, sizeof one->message, "%u kernels", one->fft->kernel_count);
    if (result != NBL_SUCCESS) snprintf(one->message, sizeof one->message, "%.150s", why.text);
}

static void *build_some(void *user) {
    (void)user;
    for (;;) {
        pthread_mutex_lock(&mutex);
        const uint32_t number = next++;
        pthread_mutex_unlock(&mutex);
        if (number >= count) return NULL;
        build(&candidates[number]);
    }
}

static void build_all(void) {
    pthread_t threads[64];
    long many = sysconf(_SC_NPROCESSORS_ONLN);
    if (many > 64) many = 64;
    next = 0;
    for (long t = 0; t < many; t++)
        if (pthread_create(&threads[t], NULL, build_some, NULL) != 0) exit(1);
    for (long t = 0; t < many; t++) pthread_join(threads[t], NULL);
}

/* ---- Timing */

static bool record(void *user, VkCommandBuffer commands) {
    const candidate_t *one = user;
    return nbl_fft_nd_record(one->fft, one->binding, commands, NULL, 0, &error) == NBL_SUCCESS;
}

/* Copies for a second: after a pause in which the driver compiles a GPU is slow. */
static double copy_rate(void) {
    const time_t begin = time(NULL);
    do expect(nbl_fft_bench_time(bench, 0, UNTIMED, &error));
    while (unroll && time(NULL) - begin < 2);
    const nbl_fft_timing_t copy = nbl_fft_bench_timing(bench, 0);
    return (double)copy.bytes / copy.nanoseconds;
}

static void print(const char *prefix, const candidate_t *one, double nanoseconds, double fraction) {
    printf("%s%u %u %s %s %s %.4f %.3f %u %u %.3f\n", prefix, length, one->length, one->text,
           nbl_fft_instruction_order_name(one->order), nbl_fft_twiddles_name(one->twiddles),
           nanoseconds * 1e-3 / (double)batch, fraction, bench_registers(one->fft->kernels[0]),
           bench_statistic(one->fft->kernels[0], "Local Memory"), one->predicted);
}

static void time_all(void) {
    const nbl_vulkan_buffer_t *buffers[] = {nbl_fft_bench_buffer(bench, 0), nbl_fft_bench_buffer(bench, 1)};
    const nbl_vulkan_resource_t from = {.buffer = buffers[0]->handle, .address = buffers[0]->address},
                                to = {.buffer = buffers[1]->handle, .address = buffers[1]->address}, none = {0};
    const double rate = copy_rate();
    double best = 0, fraction = 0;
    const candidate_t *fastest = NULL;
    for (uint32_t i = 0; i < count; i++) {
        candidate_t *one = &candidates[i];
        uint32_t number;
        if (one->message[0] != '\0') {
            printf("%u %u %s: %s\n", length, one->length, one->text, one->message);
            continue;
        }
        expect(nbl_fft_nd_binding_create(one->fft, from, to, none, &one->binding, &error));
        expect(nbl_fft_bench_add_foreign(bench, "chirps", record, one, 16 * batch * length, &number, &error));
        expect(nbl_fft_bench_time(bench, number, unroll ? UNTIMED : 0, &error));
        const nbl_fft_timing_t timing = nbl_fft_bench_timing(bench, number);
        const double of_a_copy = (double)timing.bytes / timing.nanoseconds / rate;
        print(i == 0 ? "usual " : "", one, timing.nanoseconds, of_a_copy);
        if (fastest == NULL || timing.nanoseconds < best)
            fastest = one, best = timing.nanoseconds, fraction = of_a_copy;
    }
    if (fastest != NULL) print("best ", fastest, best, fraction);
    fflush(stdout);
    nbl_fft_bench_clear(bench, 1);
}

static void release(void) {
    for (uint32_t i = 0; i < count; i++) {
        nbl_fft_nd_binding_destroy(candidates[i].binding);
        nbl_fft_nd_destroy(candidates[i].fft);
        nbl_fft_wisdom_destroy(candidates[i].wisdom);
    }
}

int main(int argc, char **argv) {
    if (argc < 4) return fprintf(stderr, "chirps: RUNS MEGABYTES LENGTH ...\n"), 2;
    const uint64_t bytes = strtoull(argv[2], NULL, 10) << 20;
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    const nbl_fft_limits_t of = nbl_fft_device_limits(device);
    limits = (nbl_fft_plan_limits_t){of.max_workgroup_invocations, of.max_shared_bytes, of.subgroup_size};
    unroll = nbl_vulkan_device_get_info(device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    expect(nbl_fft_bench_create(device, NULL, bytes, (uint32_t)atoi(argv[1]), &bench, &error));
    for (int i = 3; i < argc; i++) {
        length = (uint32_t)atoi(argv[i]);
        if (length < 2) return fprintf(stderr, "chirps: %s: no length\n", argv[i]), 2;
        batch = bytes / 8 / length;
        find_candidates();
        build_all();
        time_all();
        release();
    }
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return 0;
}
