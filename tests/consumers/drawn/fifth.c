/* Calls of 19 of 20 functions drawn from the reference a fifth time, each written from the function's entry and the
 * types with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn on 2026-11-29 by `docs/reference.py --draw 46112907 20`; the twentieth, nbl_bloom_binding_create(), is called
 * in main.c. Entries that were not enough then are listed in docs/log/words.md.
 *
 * fifth [DEVICE]: a part of the name of a Vulkan device; without it the two calls that need one are left out.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include "drawn.h"

#include "nbl/accessors/storage.h"
#include "nbl/accessors/texel_format.h"
#include "nbl/bit.h"
#include "nbl/complex_exponential.h"
#include "nbl/fft/dct.h"
#include "nbl/fft/large.h"
#include "nbl/fft/radix2.h"
#include "nbl/functional.h"

#include "nbl/host/convolution_vulkan.h"
#include "nbl/host/emulator_schedule.h"
#include "nbl/host/fft.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "nbl/host/vulkan.h"
#include "nbl/host/wisdom.h"

#include <math.h>
#include <string.h>

static void numbers(void) {
    nbl_complex_float32_t z = nbl_complex_from_half_storage(0xC0003C00u); /* halves 1 and -2 */
    expect("nbl_complex_from_half_storage", z.real == 1 && z.imag == -2);
    nbl_dct_part_t part = nbl_dct_part((nbl_dct_t){.kind = NBL_DCT_2, .size = 8}, 0);
    expect("nbl_dct_part", part.number == 0 && part.imag == 0 && part.end == 0);
    expect("nbl_fft_halvings", nbl_fft_halvings(10, NBL_FFT_BY_LENGTH) == 10 &&
                                   nbl_fft_halvings(7, NBL_FFT_BY_ROOT) == 3 &&
                                   nbl_fft_halvings(10, NBL_FFT_UNNORMALIZED) == 0);
    expect("nbl_float64_small_expm1", fabs(nbl_float64_small_expm1(0.25) - expm1(0.25)) < 1e-16);
    expect("nbl_logical_not", nbl_logical_not(false) && !nbl_logical_not(true));
    expect("nbl_round_up_to_power_of_two", nbl_round_up_to_power_of_two(0) == 1 &&
                                               nbl_round_up_to_power_of_two(1000) == 1024 &&
                                               nbl_round_up_to_power_of_two(0x80000000u) == 0x80000000u);
    expect("nbl_texel_linear_from_srgb", nbl_texel_linear_from_srgb(0) == 0 &&
                                             fabs(nbl_texel_linear_from_srgb(255) - 1.0) <= 3e-7 &&
                                             fabs(nbl_texel_linear_from_srgb(188) - 0.502886) < 1e-5);
}

static void plans(void) {
    /* The third pass of 8 x 4 x 2: line 0, its elements side by side in the target. */
    nbl_fft_large_pass_t last = nbl_fft_large_pass(3, 8, 4, 2);
    uint32_t seen = 0; /* each of the 64 elements is read once */
    bool once[64] = {false};
    for (uint32_t line = 0; line < nbl_fft_large_lines(last); line++)
        for (uint32_t e = 0; e < last.points; e++) {
            const uint32_t at = nbl_fft_large_read(last, line, e);
            if (at < 64 && !once[at]) once[at] = true, seen++;
        }
    expect("nbl_fft_large_read", seen == 64);
    nbl_fft_parameters_t split = nbl_fft_optimal_parameters(256, 1000, 32);
    expect("nbl_fft_optimal_parameters", split.elements_per_invocation_log2 == 2 && split.workgroup_size_log2 == 8);
    split = nbl_fft_optimal_parameters(256, 32, 32);
    expect("nbl_fft_optimal_parameters: none",
           split.elements_per_invocation_log2 == 0 && split.workgroup_size_log2 == 0);
    uint64_t padded[2] = {0};
    expect("nbl_fft_padded_dimensions", nbl_fft_padded_dimensions(NBL_FFT_RADIX2_SHUFFLE, (uint32_t[]){100, 60}, NULL,
                                                                  2, NULL, false, padded, &error) == NBL_SUCCESS &&
                                            padded[0] == 128 && padded[1] == 64);
    nbl_fft_plan_request_t request;
    expect("nbl_fft_plan_read", nbl_fft_plan_read("10x10x10@100*2/1", &request, &error) == NBL_SUCCESS &&
                                    request.passes == 3 && request.radices[2] == 10 && request.invocations == 100 &&
                                    request.ffts_per_workgroup == 2 && request.windows == 1 &&
                                    nbl_fft_plan_read("10 x 10", &request, NULL) == NBL_ERROR_ARGUMENT);
    nbl_fft_plan_t plan;
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    expect("nbl_fft_plan_radix_before", nbl_fft_plan_parse("5x10x20", 2, &limits, &plan, &error) == NBL_SUCCESS &&
                                            nbl_fft_plan_radix_before(plan, 1, 2) == 10 &&
                                            nbl_fft_plan_radix_before(plan, 2, 2) == 1);
    expect("nbl_fft_check_length",
           nbl_fft_check_length(NBL_FFT_STOCKHAM, NBL_FFT_FLOAT32, 1000, &error) == NBL_SUCCESS &&
               nbl_fft_check_length(NBL_FFT_RADIX2_SHUFFLE, NBL_FFT_FLOAT32, 1000, &error) == NBL_ERROR_ARGUMENT &&
               strstr(error.text, "512") != NULL && strstr(error.text, "1024") != NULL);
    nbl_fft_wisdom_t *wisdom = NULL;
    const nbl_fft_wisdom_choice_t choice = {.plan = "10x10x10@100*2/1", .rounds = 1};
    const bool made = nbl_fft_wisdom_create("some GPU", &wisdom, &error) == NBL_SUCCESS;
    expect("nbl_fft_wisdom_has: not yet", made && !nbl_fft_wisdom_has(wisdom, true, NBL_FFT_FLOAT32, 1000));
    expect("nbl_fft_wisdom_set",
           made && nbl_fft_wisdom_set(wisdom, true, NBL_FFT_FLOAT32, 1000, &choice, &error) == NBL_SUCCESS &&
               nbl_fft_wisdom_set(wisdom, true, NBL_FFT_FLOAT32, 999, &choice, NULL) == NBL_ERROR_ARGUMENT);
    expect("nbl_fft_wisdom_has", made && nbl_fft_wisdom_has(wisdom, true, NBL_FFT_FLOAT32, 1000) &&
                                     !nbl_fft_wisdom_has(wisdom, false, NBL_FFT_FLOAT32, 1000) &&
                                     !nbl_fft_wisdom_has(NULL, true, NBL_FFT_FLOAT32, 1000));
    nbl_fft_wisdom_destroy(wisdom);
}

static void texts(void) {
    expect("nbl_emulator_memory_text",
           strcmp(nbl_emulator_memory_text(NBL_EMULATOR_MEMORY_SHARED), "shared array") == 0 &&
               nbl_emulator_memory_text((nbl_emulator_memory_t)99) != NULL);
    nbl_emulator_schedule_t schedule = {0};
    nbl_emulator_schedule_free(&schedule);
    nbl_emulator_schedule_free(NULL);
    expect("nbl_emulator_schedule_free", schedule.count == 0 && schedule.choices == NULL);
}

static void on_a_device(const char *name) {
    nbl_vulkan_device_desc_t of_device = nbl_vulkan_device_desc_init();
    of_device.name = name;
    nbl_vulkan_device_t *device = NULL;
    if (nbl_vulkan_device_create(&of_device, &device, &error) != NBL_SUCCESS) {
        expect("nbl_vulkan_device_create", false);
        return;
    }
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    desc.rank = 1;
    desc.sizes[0] = 4;
    desc.kernel_sizes[0] = 2;
    desc.batch = 1;
    desc.precision = NBL_FFT_FLOAT32;
    desc.part = NBL_CONVOLUTION_FULL;
    const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT};
    const float x[4] = {1, 2, 3, 4}, k[2] = {1, 10}, wanted[5] = {1, 12, 23, 34, 40};
    float y[5] = {0};
    double nanoseconds = -1;
    bool good =
        nbl_convolution_vulkan(device, &desc, k, &how, x, y, &nanoseconds, &error) == NBL_SUCCESS && nanoseconds >= 0;
    for (int i = 0; i < 5; i++) good = good && fabsf(y[i] - wanted[i]) < 1e-4f;
    expect("nbl_convolution_vulkan", good);
    expect("nbl_vulkan_device_is_lost", !nbl_vulkan_device_is_lost(device));
    nbl_vulkan_device_destroy(device);
}

int main(int argc, char **argv) {
    numbers();
    plans();
    texts();
    if (argc > 1) on_a_device(argv[1]);
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong != 0;
}
