/* nbl-fft bench: VkFFT as a peer, on the same device and queue, recorded into the bench's own command buffer.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bench.h"

#if NBL_HAS_VKFFT

#include <stdlib.h>

#include "bench/vkfft_plan.h"

#define PLANS_MOST 2048u /* of VkFFT that a bench holds: more than its rows */

struct bench_vkfft_t {
    vkfft_place_t place;
    nbl_vulkan_device_t *device;
    nbl_vulkan_commands_t commands;
    vkfft_plan_t *plans[PLANS_MOST];
    uint32_t count;
};

/* The header states no version; the Makefile takes the package's. */
const char *bench_vkfft_version(void) { return NBL_VKFFT_VERSION; }

bench_vkfft_t *bench_vkfft_open(nbl_vulkan_device_t *device, char why[256]) {
    nbl_error_t error = {""};
    bench_vkfft_t *vkfft = calloc(1, sizeof *vkfft);
    snprintf(why, 256, "no memory");
    if (!vkfft) return NULL;
    vkfft->device = device;
    if (nbl_vulkan_commands_create(device, &vkfft->commands, &error) == NBL_SUCCESS) {
        vkfft->place = (vkfft_place_t){nbl_vulkan_device_get_loader(device),
                                       nbl_vulkan_device_get_instance(device),
                                       nbl_vulkan_device_get_physical_device(device),
                                       nbl_vulkan_device_get_handle(device),
                                       nbl_vulkan_device_get_queue(device),
                                       vkfft->commands.pool,
                                       vkfft->commands.fence};
        if (vkfft_begin(&vkfft->place)) return vkfft;
        snprintf(why, 256, "a function of Vulkan is missing, or its compiler does not start");
        nbl_vulkan_commands_destroy(device, &vkfft->commands);
    } else {
        snprintf(why, 256, "%.255s", error.text);
    }
    free(vkfft);
    return NULL;
}

void bench_vkfft_close(bench_vkfft_t *vkfft) {
    if (!vkfft) return;
    for (uint32_t i = 0; i < vkfft->count; i++) vkfft_plan_destroy(vkfft->plans[i]);
    vkfft_end();
    nbl_vulkan_commands_destroy(vkfft->device, &vkfft->commands);
    free(vkfft);
}

static bool record(void *user, VkCommandBuffer commands) { return vkfft_plan_record(user, commands); }

bool bench_vkfft_add_arrays(bench_vkfft_t *vkfft, nbl_fft_bench_t *bench, const nbl_fft_nd_desc_t *arrays,
                            bool in_place, uint32_t *number, uint32_t *passes, char why[256]) {
    const nbl_vulkan_buffer_t *buffers[2] = {nbl_fft_bench_buffer(bench, 0), nbl_fft_bench_buffer(bench, 1)};
    const bool halves = arrays->precision == NBL_FFT_FLOAT16 || arrays->precision == NBL_FFT_FLOAT16_STORAGE;
    vkfft_desc_t desc = {.rank = arrays->rank,
                         .batch = (uint32_t)arrays->batch,
                         .twice = arrays->precision == NBL_FFT_FLOAT64,
                         .half = halves,
                         .in_place = in_place,
                         .buffers = {buffers[0]->handle, buffers[1]->handle},
                         .bytes = buffers[0]->size};
    uint64_t bytes = 2 * arrays->batch * nbl_fft_precision_element_bytes(arrays->precision);
    nbl_error_t error;
    snprintf(why, 256, "too many plans");
    for (uint32_t d = 0; d < arrays->rank; d++) {
        desc.sizes[d] = (uint32_t)arrays->sizes[d];
        bytes *= arrays->sizes[d];
    }
    vkfft_plan_t *plan = vkfft->count < PLANS_MOST ? vkfft_plan_create(&vkfft->place, &desc, why) : NULL;
    if (!plan) return false;
    vkfft->plans[vkfft->count++] = plan;
    *passes = vkfft_plan_passes(plan);
    const bool added = nbl_fft_bench_add_foreign(bench, "VkFFT", record, plan, bytes, number, &error) == NBL_SUCCESS;
    if (!added) snprintf(why, 256, "%.255s", error.text);
    return added;
}

void bench_vkfft_add(bench_vkfft_t *vkfft, nbl_fft_bench_t *bench, bench_row_t *row) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    char why[256];
    uint32_t passes = 0;
    desc.rank = 1;
    desc.sizes[0] = row->desc.length;
    desc.batch = row->desc.batch;
    desc.precision = row->desc.precision;
    if (!bench_vkfft_add_arrays(vkfft, bench, &desc, row->in_place, &row->number, &passes, why))
        snprintf(row->message, sizeof row->message, "VkFFT: %s", why);
    snprintf(row->text, sizeof row->text, "%s, %u pass%s over memory", row->in_place ? "in place" : "out of place",
             passes, passes == 1 ? "" : "es");
}

#else

const char *bench_vkfft_version(void) { return NULL; }

bench_vkfft_t *bench_vkfft_open(nbl_vulkan_device_t *device, char why[256]) {
    (void)device;
    snprintf(why, 256, "is not built in");
    return NULL;
}

void bench_vkfft_close(bench_vkfft_t *vkfft) { (void)vkfft; }

void bench_vkfft_add(bench_vkfft_t *vkfft, nbl_fft_bench_t *bench, bench_row_t *row) {
    (void)vkfft, (void)bench;
    snprintf(row->message, sizeof row->message, "VkFFT: is not built in");
}

bool bench_vkfft_add_arrays(bench_vkfft_t *vkfft, nbl_fft_bench_t *bench, const nbl_fft_nd_desc_t *arrays,
                            bool in_place, uint32_t *number, uint32_t *passes, char why[256]) {
    (void)vkfft, (void)bench, (void)arrays, (void)in_place, (void)number, (void)passes;
    snprintf(why, 256, "is not built in");
    return false;
}

#endif
