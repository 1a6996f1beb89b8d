/* Calls of 19 of 20 functions drawn from the reference a sixth time, each written from the function's entry and the
 * types with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn on 2026-11-29 by `docs/reference.py --draw 20261129 20`; nbl_fft_tickets_record(), which needs a command buffer
 * and addresses of buffers, is not called. Entries that were not enough then are listed in docs/log/words.md.
 *
 * sixth [DEVICE]: a part of the name of a Vulkan device; without it the five calls that need one are left out.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "drawn.h"

#include "nbl/bit.h"
#include "nbl/bit/field.h"
#include "nbl/fft/dct.h"
#include "nbl/fft/parameters.h"
#include "nbl/fft/plan_counts.h"
#include "nbl/matrix.h"

#include "nbl/host/bloom.h"
#include "nbl/host/bloom_look.h"
#include "nbl/host/blur.h"
#include "nbl/host/convolution.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd_vulkan.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/plan.h"
#include "nbl/host/vulkan.h"
#include "nbl/host/wisdom.h"

#include <string.h>

static void numbers(void) {
    expect("nbl_bit_mask", nbl_bit_mask(4, 3) == 0x70 && nbl_bit_mask(30, 8) == 0xC0000000u && nbl_bit_mask(5, 0) == 0);
    expect("nbl_log2", nbl_log2(1000) == 9 && nbl_log2(0) == 0 && nbl_log2(0x80000000u) == 31);
    expect("nbl_rotr", nbl_rotr(1, 1) == 0x80000000u && nbl_rotr(12345, 33) == nbl_rotr(12345, 1));
    const nbl_float32_m3 m = nbl_matrix_identity_3();
    expect("nbl_matrix_identity_3", m.c0.x == 1 && m.c1.y == 1 && m.c2.z == 1 && m.c0.y == 0 && m.c0.z == 0 &&
                                        m.c1.x == 0 && m.c1.z == 0 && m.c2.x == 0 && m.c2.y == 0);
    /* A type 2 of 9 elements: its Fourier transform takes 9 real numbers, one by one, and gives complex ones. */
    const nbl_dct_t dct = {.kind = NBL_DCT_2, .size = 9};
    expect("nbl_dct_is_single", nbl_dct_is_single(dct, false) && !nbl_dct_is_single(dct, true));
}

static void plans(void) {
    const uint32_t any = nbl_fft_good_length(1001, false), even = nbl_fft_good_length(1001, true);
    expect("nbl_fft_good_length",
           any >= 1001 && even >= any && even % 2 == 0 && nbl_fft_good_length(32769, false) == 0);
    expect("nbl_fft_twiddles_name",
           nbl_fft_twiddles_name(NBL_FFT_TWIDDLES_OF_TWO) != NULL && nbl_fft_twiddles_name(99) == NULL);
    nbl_fft_plan_t plan;
    const bool made = nbl_fft_plan_parse("16x16x4@64*2/2", 2, NULL, &plan, &error) == NBL_SUCCESS && plan.windows == 2;
    uint32_t within = 0;
    for (uint32_t i = 0; made && i < 1024; i++) /* each index is in one window */
        within += nbl_fft_plan_in_window(plan, 0, i) != nbl_fft_plan_in_window(plan, 1, i);
    expect("nbl_fft_plan_in_window", within == 1024);
    nbl_fft_binding_destroy(NULL);
    expect("nbl_fft_binding_destroy", true);
    nbl_convolution_destroy(NULL);
    expect("nbl_convolution_destroy", true);
}

static void pictures(void) {
    expect("nbl_bloom_format_text", strcmp(nbl_bloom_format_text(NBL_BLOOM_FORMAT_RGBA16F), "rgba16f") == 0 &&
                                        nbl_bloom_format_text((nbl_bloom_format_t)99) == NULL);
    nbl_bloom_look_t look = nbl_bloom_look_init();
    bool good = nbl_bloom_look_check(&look, &error) == NBL_SUCCESS;
    look.boost = 0;
    expect("nbl_bloom_look_check",
           good && nbl_bloom_look_check(&look, &error) == NBL_ERROR_ARGUMENT && strstr(error.text, "boost") != NULL);
    const nbl_bloom_run_t run = nbl_bloom_run_init();
    expect("nbl_bloom_run_init", run.image == NULL && run.kernel == NULL && run.result == NULL &&
                                     run.workspace == NULL && run.spectrum == NULL && run.sums == NULL);
    nbl_blur_desc_t desc = {.width = 64, .height = 32};
    nbl_blur_plan_t plan;
    good = nbl_blur_plan_make(&desc, &plan, &error) == NBL_SUCCESS && plan.desc.levels == 6 && plan.pass_count > 0;
    desc.method = NBL_BLUR_PREFIX_SUM;
    desc.max_shared_bytes = 16;
    expect("nbl_blur_plan_make", good && nbl_blur_plan_make(&desc, &plan, NULL) == NBL_ERROR_LIMIT);
}

/* A kernel of one buffer, and what binds it before there is a buffer. */
static void kernels(nbl_vulkan_device_t *device) {
    const nbl_compile_desc_t text = {.file = "twice.comp",
                                     .text = "#version 460\nlayout(local_size_x = 64) in;\n"
                                             "layout(binding = 0) buffer Numbers { float numbers[]; };\n"
                                             "void main() { numbers[gl_GlobalInvocationID.x] *= 2.0; }\n"};
    nbl_vulkan_kernel_desc_t desc = {.name = "twice", .compile = &text, .local_size = {32, 1, 1}};
    nbl_vulkan_kernel_t *kernel = NULL;
    const bool refused = nbl_vulkan_kernel_create(device, &desc, &kernel, &error) == NBL_ERROR_ARGUMENT;
    desc.local_size[0] = 64;
    expect("nbl_vulkan_kernel_create",
           refused && nbl_vulkan_kernel_create(device, &desc, &kernel, &error) == NBL_SUCCESS);
    nbl_vulkan_bindings_t *bindings = NULL;
    expect("nbl_vulkan_bindings_create",
           kernel != NULL && nbl_vulkan_bindings_create(kernel, NULL, NULL, &bindings, &error) == NBL_SUCCESS);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_kernel_destroy(kernel);
}

static void transforms(nbl_vulkan_device_t *device) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.length = 60;
    desc.batch = 3;
    desc.limits = nbl_fft_device_limits(device);
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    nbl_fft_transform_plan_t plan;
    nbl_fft_t *fft = NULL;
    expect("nbl_fft_get_kernel", nbl_fft_transform_plan(&desc, &plan, &error) == NBL_SUCCESS &&
                                     nbl_fft_create(device, &plan, &how, &fft, &error) == NBL_SUCCESS &&
                                     nbl_fft_get_kernel(fft) != NULL);
    nbl_fft_destroy(fft);
    nbl_fft_nd_desc_t array = nbl_fft_nd_desc_init();
    array.rank = 2;
    array.sizes[0] = 6;
    array.sizes[1] = 10;
    array.axis_count = 1;
    array.axes[0] = 1;
    array.batch = 3;
    array.real = true;
    nbl_fft_nd_t *nd = NULL; /* 3 x 6 lines of 6 complex float32 */
    expect("nbl_fft_nd_output_bytes", nbl_fft_nd_create(device, &array, &how, false, &nd, &error) == NBL_SUCCESS &&
                                          nbl_fft_nd_output_bytes(nd) == 3 * 6 * 6 * 8);
    nbl_fft_nd_destroy(nd);
}

static void on_a_device(const char *name) {
    nbl_vulkan_device_desc_t of_device = nbl_vulkan_device_desc_init();
    of_device.name = name;
    nbl_vulkan_device_t *device = NULL;
    nbl_vulkan_timestamps_t *timestamps = NULL;
    if (nbl_vulkan_device_create(&of_device, &device, &error) != NBL_SUCCESS) {
        expect("nbl_vulkan_device_create", false);
        return;
    }
    const bool made = nbl_vulkan_timestamps_create(device, 2, &timestamps, &error) == NBL_SUCCESS;
    nbl_vulkan_timestamps_destroy(timestamps);
    expect("nbl_vulkan_timestamps_destroy", made);
    kernels(device);
    transforms(device);
    nbl_vulkan_device_destroy(device);
}

int main(int argc, char **argv) {
    numbers();
    plans();
    pictures();
    if (argc > 1) on_a_device(argv[1]);
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong != 0;
}
