/* Calls of 20 functions drawn from the reference, each written from the function's entry alone: drawn/main [DEVICE].
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn by Python's random.seed(46), sample() of the 517 names of `docs/reference.py --names` on 2026-11-28, sorted by
 * name, less the library's own pass bodies and internals (nbl/bloom, nbl/blur, nbl/tgmath/, nbl/lang, nbl/workgroup,
 * nbl/subgroup). Entries that were not enough then: nbl_is_inf, nbl_logical_or and nbl_limits_infinity_float32_t had
 * none, nbl_float64_is_nan had a neighbour's, nbl_complex_scaled and nbl_fft_linear_index did not say what they take.
 *
 * DEVICE: a part of the name of a Vulkan device; without it the calls that need one are left out.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "drawn.h"

#include "nbl/common.h"
#include "nbl/complex_polar.h"
#include "nbl/fft/mirror.h"
#include "nbl/fft/plan.h"
#include "nbl/fft/radix2.h"
#include "nbl/functional.h"
#include "nbl/limits.h"

#include "nbl/host/bloom.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/convolution.h"
#include "nbl/host/plan.h"
#include "nbl/host/scan.h"
#include "nbl/host/vulkan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers */

static void numbers(void) {
    expect("nbl_is_inf", nbl_is_inf(nbl_limits_infinity_float32_t()) && !nbl_is_inf(1e38f));
    expect("nbl_limits_infinity_float32_t", nbl_limits_infinity_float32_t() > 3.4e38f);
    expect("nbl_float64_is_nan", nbl_float64_is_nan(nan("")) && !nbl_float64_is_nan(1.0));
    expect("nbl_logical_or", nbl_logical_or(false, true) && !nbl_logical_or(false, false));

    nbl_complex_float64_t z = {12.0, -4.0}, scaled = nbl_complex_scaled(z, 2);
    expect("nbl_complex_scaled", scaled.real == 3.0 && scaled.imag == -1.0);
}

/* ---- Indices and plans */

static void indices(void) {
    nbl_fft_place_t at = nbl_fft_place(5u, 8u);
    expect("nbl_fft_linear_index", nbl_fft_linear_index(at, 3u, 3u) == 3u * 8u + 5u);

    nbl_fft_nabla_order_t order = nbl_fft_nabla_order(nbl_fft_log2_elements(1u), nbl_fft_log2_workgroup(3u));
    nbl_fft_mirror_holder_t holder = nbl_fft_mirror_holder(order, 0u); /* Zero is its own mirror */
    bool zero = holder.invocation == 0u && holder.element == 0u;
    holder = nbl_fft_mirror_holder(order, 8u); /* Nyquist is element 1 of invocation 0, and its own mirror */
    expect("nbl_fft_mirror_holder", zero && holder.invocation == 0u && holder.element == 1u);

    nbl_fft_plan_t plan;
    nbl_result_t made = nbl_fft_plan_make(1000, NBL_DWORDS_float64_t, NULL, &plan, &error);
    expect("nbl_fft_plan_scalar_dwords", made == NBL_SUCCESS && nbl_fft_plan_scalar_dwords(plan) == 2u);

    uint32_t length = nbl_fft_good_length(1001, true);
    expect("nbl_fft_good_length", length >= 1001u && length % 2u == 0u && nbl_fft_good_length(32769, false) == 0u);
}

/* ---- On the CPU */

static void convolution(void) {
    float kernel[3] = {1, 2, 1};
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    desc.rank = 1, desc.sizes[0] = 10, desc.kernel_sizes[0] = 3;
    nbl_convolution_t *plan = NULL;
    bool made = nbl_convolution_create(&desc, kernel, &plan, &error) == NBL_SUCCESS;
    expect("nbl_convolution_size", made && nbl_convolution_size(plan, 0) == 12 && nbl_convolution_size(plan, 1) == 0);
    nbl_convolution_destroy(plan);
}

static void scan(void) {
    nbl_scan_desc_t desc = {.scalar = NBL_SCAN_UINT32, .kind = NBL_SCAN_EXCLUSIVE, .count = 5};
    uint32_t source[5] = {3, 1, 4, 1, 5}, target[5] = {0};
    bool good = nbl_scan_emulate(&desc, source, target, &error) == NBL_SUCCESS;
    expect("nbl_scan_emulate", good && target[0] == 0 && target[1] == 3 && target[4] == 9);
    expect("nbl_scan_workspace_bytes", nbl_scan_workspace_bytes(1000000u) >= nbl_scan_workspace_bytes(5u));
}

static void bloom_low(void) {
    enum { W = 64, H = 48, K = 33 };
    static _Alignas(16) float image[W * H * 4], kernel[K * K * 4], result[2][W * H * 4];
    for (int i = 0; i < W * H * 4; i++) image[i] = i == (20 * W + 30) * 4 ? 100.0f : 0.5f;
    for (int i = 0; i < K * K * 4; i++) kernel[i] = i % 4 == 3 ? 1.0f : 1.0f / (float)(1 + i % 7);
    nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = 2};
    desc.bloom.width = W, desc.bloom.height = H, desc.bloom.kernel_width = desc.bloom.kernel_height = K;
    desc.bloom.algorithm = NBL_FFT_STOCKHAM;
    static nbl_bloom_low_plan_t plan;
    bool made = nbl_bloom_low_plan_make(&desc, &plan, &error) == NBL_SUCCESS;
    bool good = made && nbl_bloom_low_execute(&plan, image, kernel, result[0], NULL, 1, NULL, &error) == NBL_SUCCESS;
    expect("nbl_bloom_low_execute", good && isfinite(result[0][0]));
    good = made && nbl_bloom_low_emulate(&plan, image, kernel, result[1], NULL, NULL, NULL, &error) == NBL_SUCCESS;
    expect("nbl_bloom_low_emulate: the executor's bits", good && memcmp(result[0], result[1], sizeof result[0]) == 0);
}

static void cache(void) {
    nbl_compile_desc_t desc = {.file = "none.comp",
                               .text = "#version 460\nlayout(local_size_x = 1) in;\nvoid main() {}\n"};
    nbl_spirv_t spirv;
    bool made = nbl_compile(&desc, &spirv, &error) == NBL_SUCCESS;
    /* The module came from no cache, so compiling again does not help. */
    expect("nbl_cache_forget", made && !nbl_cache_forget(NULL, &spirv, NBL_ERROR_VULKAN, NULL));
    nbl_spirv_free(&spirv);
}

/* ---- On a device */

static bool record_kernel(nbl_vulkan_device_t *device) {
    enum { W = 40, H = 30, K = 9 };
    static float kernel[K * K * 4], sums[4];
    for (int i = 0; i < K * K * 4; i++) kernel[i] = 1.0f;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = W, desc.height = H, desc.kernel_width = desc.kernel_height = K;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.limits = nbl_fft_device_limits(device);
    static nbl_bloom_plan_t plan;
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_bloom_t *bloom = NULL;
    nbl_bloom_binding_t *binding = NULL;
    nbl_vulkan_buffer_t buffer[6];
    nbl_vulkan_commands_t commands;
    memset(buffer, 0, sizeof buffer);
    bool good = nbl_bloom_plan_make(&desc, &plan, &error) == NBL_SUCCESS &&
                nbl_bloom_create(device, &plan, &how, &bloom, &error) == NBL_SUCCESS;
    uint64_t bytes[6] = {W * H * 16,           W * H * 16,          sizeof kernel,
                         plan.workspace_bytes, plan.spectrum_bytes, NBL_BLOOM_SUMS_BYTES};
    for (int i = 0; i < 6 && good; i++) {
        nbl_vulkan_buffer_desc_t of = {.size = bytes[i]};
        good = nbl_vulkan_buffer_create(device, &of, &buffer[i], &error) == NBL_SUCCESS;
    }
    nbl_bloom_resources_t resources = {.image = {.buffer = buffer[0].handle},
                                       .result = {.buffer = buffer[1].handle},
                                       .kernel = {.buffer = buffer[2].handle},
                                       .workspace = {.buffer = buffer[3].handle},
                                       .spectrum = {.buffer = buffer[4].handle},
                                       .sums = {.buffer = buffer[5].handle}};
    good = good && nbl_vulkan_buffer_upload(device, &buffer[2], 0, kernel, sizeof kernel, &error) == NBL_SUCCESS &&
           nbl_bloom_binding_create(bloom, &resources, &binding, &error) == NBL_SUCCESS &&
           nbl_vulkan_commands_create(device, &commands, &error) == NBL_SUCCESS;
    if (good) {
        good = nbl_vulkan_commands_begin(device, &commands, &error) == NBL_SUCCESS &&
               nbl_bloom_record_sums(bloom, binding, commands.buffer, NULL, 0, &error) == NBL_SUCCESS &&
               nbl_bloom_record_kernel(bloom, binding, commands.buffer, NULL, 0, &error) == NBL_SUCCESS &&
               nbl_vulkan_commands_submit(device, &commands, &error) == NBL_SUCCESS &&
               nbl_vulkan_buffer_download(device, &buffer[5], 0, sums, sizeof sums, &error) == NBL_SUCCESS &&
               nbl_bloom_check_sums(&plan, sums, &error) == NBL_SUCCESS && sums[0] == (float)(K * K);
        nbl_vulkan_commands_destroy(device, &commands);
    }
    nbl_bloom_binding_destroy(binding);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(device, &buffer[i]);
    nbl_bloom_destroy(bloom);
    return good;
}

static void on_a_device(const char *name) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.name = name;
    nbl_vulkan_device_t *device = NULL;
    if (nbl_vulkan_device_create(&desc, &device, &error) != NBL_SUCCESS) {
        expect("nbl_vulkan_device_create", false);
        return;
    }
    expect("nbl_vulkan_device_get_handle", nbl_vulkan_device_get_handle(device) != VK_NULL_HANDLE);
    expect("nbl_vulkan_device_get_queue", nbl_vulkan_device_get_queue(device) != VK_NULL_HANDLE);

    nbl_compile_desc_t text = {.file = "none.comp",
                               .text = "#version 460\nlayout(local_size_x = 1) in;\nvoid main() {}\n"};
    nbl_vulkan_kernel_desc_t kernel_desc = {.compile = &text};
    nbl_vulkan_kernel_t *kernel = NULL;
    bool made = nbl_vulkan_kernel_create(device, &kernel_desc, &kernel, &error) == NBL_SUCCESS;
    nbl_vulkan_kernel_destroy(kernel);
    expect("nbl_vulkan_kernel_destroy", made);
    expect("nbl_bloom_record_kernel", record_kernel(device));
    nbl_vulkan_device_destroy(device);
}

/* ---- On the emulator: a kernel's text comes last, since it changes keywords */

#include "nbl/lang.h"
NBL_BUFFER(0, uint32_t, numbers_of_invocations)
NBL_LOCAL_SIZE(8)
NBL_KERNEL(count) {
    NBL_STORE(numbers_of_invocations, nbl_local_invocation_index(), nbl_local_invocation_index() + 1u);
}
#include "nbl/host/emulator.h"

int main(int argc, char **argv) {
    numbers();
    indices();
    convolution();
    scan();
    bloom_low();
    cache();

    static _Alignas(16) uint32_t memory[8];
    nbl_emulator_resource_t buffer = {memory, sizeof memory, 0};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = count;
    launch.workgroup_size[0] = 8;
    launch.resources = &buffer;
    launch.resource_count = 1;
    expect("nbl_emulator_launch", nbl_emulator_launch(&launch, NULL) == NBL_SUCCESS && memory[7] == 8u);

    if (argc == 2) on_a_device(argv[1]);
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong > 0;
}
