/* Times convolutions in one kernel, by a chirp or by Rader's algorithm, by plan: built and run by
 * bench/scripts/chirps.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: chirps RUNS MEGABYTES PLANS LENGTH:CONVOLUTION ...
 *
 * Takes lengths in batches of MEGABYTES MiB. Of each length it times PLANS plans of the convolution, the fastest
 * predicted. A convolution of one element less than the length, a prime, is by Rader's algorithm, any other one by a
 * chirp. Complex float32, fast mode, by device address where there is one. Prints "LENGTH CONVOLUTION PLAN MICROSECONDS
 * OF-A-COPY PREDICTED" for each kernel, the predicted time being nbl_fft_plan_fused_time() of its plan.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gpu/nd_stages.h"
#include "transform/one_kernel.h"
#include "transform/lines.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl-fft/timing.h"
#include "plan/cost.h"

enum { MOST = 4096, MOST_PLANS = 16, UNTIMED = 10 };

typedef struct candidate_t {
    uint32_t length, convolution;
    nbl_fact_t row;
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    double predicted;
    nbl_fft_t *fft;
    nbl_fft_binding_t *binding;
    char message[200];
} candidate_t;

static nbl_vulkan_device_t *device;
static nbl_fft_bench_t *bench;
static nbl_error_t error;
static nbl_fft_limits_t limits;
static bool unroll;
static uint64_t bytes;
static candidate_t candidates[MOST];
static uint32_t count, next;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* In place of host/transform/one_kernel.c: what the candidate of a thread has. */
static _Thread_local const candidate_t *chosen;

const nbl_fact_t *nbl_fft_one_kernel_find(nbl_device_kind_t device, uint32_t length) {
    (void)device;
    return chosen != NULL && chosen->row.number == length ? &chosen->row : NULL;
}

uint32_t nbl_fft_one_kernel_length(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *of) {
    (void)n, (void)complex_dwords, (void)of;
    return chosen->convolution;
}

bool nbl_fft_one_kernel_by_rader(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *of) {
    (void)complex_dwords, (void)of;
    return chosen->convolution == n - 1;
}

static void expect(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "chirps: %s: %s\n", nbl_result_text(result), error.text);
    exit(1);
}

/* ---- Candidates */

static void find_candidates(uint32_t length, uint32_t convolution, uint32_t most) {
    const nbl_fft_plan_limits_t of = {limits.max_workgroup_invocations, limits.max_shared_bytes, limits.subgroup_size,
                                      limits.device};
    nbl_fft_plan_t plans[MOST_PLANS];
    const uint32_t found = nbl_fft_lines_fused_candidates(&of, convolution, NBL_DWORDS_float32_t, plans,
                                                          most < MOST_PLANS ? most : MOST_PLANS);
    for (uint32_t i = 0; i < found && count < MOST; i++) {
        candidate_t *one = &candidates[count++];
        *one = (candidate_t){.length = length, .convolution = convolution};
        nbl_fft_plan_short_text(plans[i], one->text, sizeof one->text);
        one->predicted = nbl_fft_plan_fused_time(plans[i], of);
        one->row = (nbl_fact_t){.number = convolution, .plans = {one->text}};
    }
}

/* ---- Building, in threads: drivers take long */

static void build(candidate_t *one) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_error_t why;
    desc.rank = 1;
    desc.sizes[0] = one->length;
    desc.batch = bytes / 8 / one->length;
    desc.mode = NBL_MODE_FAST;
    desc.unroll = unroll;
    desc.route = NBL_FFT_ROUTE_BEST;
    chosen = one;
    if (nbl_fft_make_vulkan(device, &desc, &one->fft, &why) != NBL_SUCCESS)
        snprintf(one->message, sizeof one->message, "%.150s", why.text);
    else if (nbl_fft_dispatches(one->fft) != 1 || nbl_fft_get_bytes(one->fft).workspace != 0)
        snprintf(one->message, sizeof one->message, "%llu dispatches",
                 (unsigned long long)nbl_fft_dispatches(one->fft));
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
    return nbl_fft_record(one->fft, one->binding, commands, NULL, 0, &error) == NBL_SUCCESS;
}

/* Copies for two seconds: after a pause in which the driver compiles a GPU is slow. */
static double copy_rate(void) {
    const time_t begin = time(NULL);
    do expect(nbl_fft_bench_time(bench, 0, UNTIMED, &error));
    while (unroll && time(NULL) - begin < 2);
    const nbl_fft_timing_t copy = nbl_fft_bench_timing(bench, 0);
    return (double)copy.bytes / copy.nanoseconds;
}

static void time_one(candidate_t *one, double rate) {
    const nbl_vulkan_buffer_t *buffers[] = {nbl_fft_bench_buffer(bench, 0), nbl_fft_bench_buffer(bench, 1)};
    const nbl_vulkan_resource_t from = {.buffer = buffers[0]->handle, .address = buffers[0]->address},
                                to = {.buffer = buffers[1]->handle, .address = buffers[1]->address}, none = {0};
    const uint64_t batch = bytes / 8 / one->length;
    uint32_t number;
    if (one->message[0] != '\0') {
        printf("%u %u %s: %s\n", one->length, one->convolution, one->text, one->message);
        return;
    }
    expect(nbl_fft_bind(one->fft, &from, &to, &none, &one->binding, &error));
    expect(nbl_fft_bench_add_foreign(bench, "chirps", record, one, 16 * batch * one->length, &number, &error));
    expect(nbl_fft_bench_time(bench, number, unroll ? UNTIMED : 0, &error));
    const nbl_fft_timing_t timing = nbl_fft_bench_timing(bench, number);
    printf("%u %u %s %.5f %.3f %.3f\n", one->length, one->convolution, one->text,
           timing.nanoseconds * 1e-3 / (double)batch, (double)timing.bytes / timing.nanoseconds / rate, one->predicted);
    nbl_fft_bench_clear(bench, 1);
    nbl_fft_binding_destroy(one->binding);
    nbl_fft_destroy(one->fft);
}

int main(int argc, char **argv) {
    if (argc < 5) return fprintf(stderr, "chirps: RUNS MEGABYTES PLANS LENGTH:CONVOLUTION ...\n"), 2;
    bytes = strtoull(argv[2], NULL, 10) << 20;
    expect(nbl_vulkan_device_create(NULL, &device, &error));
    limits = nbl_fft_device_limits(device);
    unroll = nbl_vulkan_device_get_info(device)->type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    expect(nbl_fft_bench_create(device, NULL, bytes, (uint32_t)atoi(argv[1]), &bench, &error));
    for (int i = 4; i < argc; i++) {
        uint32_t length, convolution;
        if (sscanf(argv[i], "%u:%u", &length, &convolution) != 2 || length < 2)
            return fprintf(stderr, "chirps: %s: no LENGTH:CONVOLUTION\n", argv[i]), 2;
        find_candidates(length, convolution, (uint32_t)atoi(argv[3]));
    }
    build_all();
    const double rate = copy_rate();
    for (uint32_t i = 0; i < count; i++) time_one(&candidates[i], rate);
    nbl_fft_bench_destroy(bench);
    nbl_vulkan_device_destroy(device);
    return 0;
}
