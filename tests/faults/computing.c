/* A program that calls the functions that compute on the CPU, and the cache of modules, for faults to happen in.
 * SPDX-License-Identifier: Apache-2.0
 *
 * computing FOLDER: prints a digest of every result, or the first error in one line; the folder is the cache's.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "nbl/lang.h"

NBL_BUFFER(0, uint32_t, numbers)
NBL_SHARED(uint32_t, sums, 4)

NBL_KERNEL(add_neighbour) {
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(sums, t, NBL_LOAD(numbers, t));
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(numbers, t, NBL_LOAD(sums, t) + nbl_subgroup_shuffle_xor(NBL_LOAD(sums, t ^ 1u), 1u));
}

#include "nbl/host/bloom.h"
#include "nbl/host/convolution.h"
#include "nbl/host/emulator_counters.h"
#include "nbl/host/emulator_trace.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/scan.h"
#include "spirv/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t digest = 0xcbf29ce484222325u;

static void add(const void *data, size_t size) {
    for (size_t i = 0; i < size; i++) digest = (digest ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
}

static int say(const char *what, const char *text) {
    fprintf(stderr, "computing: %s: %s\n", what, text);
    return 1;
}

static int arrays(void) {
    static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT32, NBL_FFT_FLOAT64, NBL_FFT_FLOAT16};
    for (int i = 0; i < 6; i++) {
        double signal[40] = {0}, spectrum[40] = {0};
        nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
        nbl_error_t error;
        desc.length = i % 2 == 0 ? 6 : 8;
        desc.precision = precisions[i / 2];
        desc.real = i % 2 == 0;
        desc.batch = 2;
        desc.threads = 1;
        for (int k = 0; k < 16; k++) ((unsigned char *)signal)[2 * k + 1] = (unsigned char)(0x30 + k);
        if (nbl_fft_array(&desc, signal, spectrum, &error)) return say("array", error.text);
        add(spectrum, sizeof spectrum);
    }
    return 0;
}

/* A convolution with a chirp in one dimension, and a spectrum that has a place of its own; then a kernel's spectrum. */
static int planes(void) {
    double signal[34 * 8] = {1, 2, 3}, spectrum[34 * 8 * 2] = {0};
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.rank = 2;
    desc.sizes[0] = 8;
    desc.sizes[1] = 34;
    desc.precision = NBL_FFT_FLOAT64;
    desc.real = true;
    desc.threads = 1;
    for (int inverse = 0; inverse < 2; inverse++) {
        desc.inverse = inverse != 0;
        if (nbl_fft_make_cpu(&desc, &plan, &error)) return say("planes", error.text);
        nbl_result_t result = nbl_fft_run(plan, inverse ? spectrum : signal, inverse ? signal : spectrum, &error);
        nbl_fft_destroy(plan);
        if (result) return say("planes", error.text);
    }
    add(signal, sizeof signal);
    nbl_convolution_desc_t wanted = nbl_convolution_desc_init();
    nbl_convolution_t *convolution;
    wanted.rank = 1;
    wanted.sizes[0] = wanted.kernel_sizes[0] = 8;
    wanted.precision = NBL_FFT_FLOAT64;
    wanted.threads = 1;
    if (nbl_convolution_create(&wanted, signal, &convolution, &error)) return say("convolution", error.text);
    nbl_result_t result = nbl_convolution_run(convolution, signal, spectrum, &error);
    nbl_convolution_destroy(convolution);
    if (result) return say("convolution", error.text);
    add(spectrum, 15 * sizeof *spectrum);
    return 0;
}

static void one(void *user, uint64_t transform, uint32_t element, void *value) {
    const nbl_fft_number_t number = {(double)element, (double)transform};
    (void)user;
    memcpy(value, &number, sizeof number);
}
static void take(void *user, uint64_t transform, uint32_t element, const void *value) {
    (void)user, (void)transform, (void)element;
    add(value, sizeof(nbl_fft_number_t));
}

static int accesses(void) {
    const nbl_accessor_t accessor = {one, take, NULL};
    const nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                           .precision = NBL_FFT_FLOAT32,
                                           .length = 12,
                                           .batch = 1,
                                           .limits = nbl_fft_emulator_limits(0)};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    launch.threads = 1;
    if (nbl_fft_transform_plan(&desc, &plan, &error)) return say("plan", error.text);
    if (nbl_fft_transform_access(&plan, &launch, &accessor, &accessor, NULL, NULL, &error))
        return say("access", error.text);
    return 0;
}

static void ignore(const struct nbl_emulator_event_t *event, void *user) { (void)event, (void)user; }

/* Plain, checked, counted, traced, with turns, and in every order. */
static int launches(void) {
    static nbl_emulator_report_t report;
    static nbl_emulator_counters_t counters;
    static char text[4096];
    for (int i = 0; i < 6; i++) {
        static _Alignas(16) uint32_t data[4];
        const nbl_emulator_resource_t resource = {data, sizeof data, 0};
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        nbl_emulator_sweep_t sweep;
        for (uint32_t k = 0; k < 4; k++) data[k] = k;
        launch.kernel = add_neighbour;
        launch.workgroup_size[0] = 4;
        launch.workgroup_count[0] = i == 4 ? 2 : 1;
        launch.workgroups_at_once = i == 4 ? 2 : 0;
        launch.subgroup_size = 2;
        launch.resources = &resource;
        launch.resource_count = 1;
        launch.threads = 1;
        if (i == 1) launch.check = NBL_EMULATOR_CHECK_RACES;
        if (i == 2) launch.counters = &counters;
        if (i == 3) launch.trace = ignore;
        if (i == 3) launch.catch_faults = 1;
        if (i < 5 && nbl_emulator_launch(&launch, &report)) return say("launch", report.message);
        if (i == 5 && nbl_emulator_sweep(&launch, 2 | 4, 2, &sweep)) return say("sweep", sweep.report.message);
        add(data, sizeof data);
    }
    if (nbl_emulator_counters_json(&counters, text, sizeof text) >= sizeof text) return say("counters", "cut off");
    if (nbl_emulator_report_json(&report, text, sizeof text) >= sizeof text) return say("report", "cut off");
    return 0;
}

static int bloom(void) {
    static _Alignas(16) float image[4 * 9], kernel[4] = {1, 2, 3, 1}, result[4 * 9], sums[NBL_BLOOM_SUMS];
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    desc.width = desc.height = 3;
    desc.kernel_width = desc.kernel_height = 1;
    for (int i = 0; i < 36; i++) image[i] = (float)i;
    if (nbl_bloom_plan_make(&desc, &plan, &error)) return say("bloom", error.text);
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = aligned_alloc(64, (size_t)(plan.workspace_bytes + 63) / 64 * 64);
    emulation.spectrum = aligned_alloc(64, (size_t)(plan.spectrum_bytes + 63) / 64 * 64);
    emulation.sums = sums;
    emulation.launch.threads = 1;
    snprintf(error.text, sizeof error.text, "out of memory");
    int failed = !emulation.workspace || !emulation.spectrum ||
                 nbl_bloom_emulate(&plan, &emulation, 0, NBL_BLOOM_PASSES - 1, NULL, &error);
    free(emulation.workspace);
    free(emulation.spectrum);
    add(result, sizeof result);
    return failed ? say("bloom", error.text) : 0;
}

static int scans(void) {
    static float x[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, y[9];
    const nbl_scan_desc_t desc = {.scalar = NBL_SCAN_FLOAT32, .kind = NBL_SCAN_REDUCE, .count = 9};
    nbl_error_t error;
    if (nbl_scan_emulate(&desc, x, y, &error)) return say("scan", error.text);
    add(y, sizeof y);
    return 0;
}

/* An entry that cannot be read or kept is no error: the module is then made anew. */
static int caches(const char *folder) {
    static const uint32_t words[24] = {0x07230203, 1, 2, 3, 4, 5};
    const uint8_t key[32] = {1, 2, 3};
    const nbl_cache_desc_t desc = {folder};
    nbl_cache_t *cache;
    nbl_error_t error;
    for (int i = 0; i < 2; i++) {
        uint32_t *found = NULL;
        size_t count = 24;
        nbl_spirv_t spirv = {.from_cache = true};
        if (nbl_cache_create(&desc, &cache, &error)) return say("cache", error.text);
        bool there = nbl_cache_read(cache, key, &found, &count);
        add(there ? found : words, 4 * count);
        free(found);
        nbl_cache_key_text(key, spirv.key);
        if (there && i == 1) nbl_cache_forget(cache, &spirv, NBL_ERROR_SPIRV, &error);
        if (!there || i == 1) nbl_cache_write(cache, key, words, 24);
        nbl_cache_destroy(cache);
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    int status = arrays();
    if (status == 0) status = planes();
    if (status == 0) status = accesses();
    if (status == 0) status = launches();
    if (status == 0) status = bloom();
    if (status == 0) status = scans();
    if (status == 0) status = caches(argv[1]);
    if (status == 0) printf("%016llx\n", (unsigned long long)digest);
    return status;
}
