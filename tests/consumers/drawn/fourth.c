/* Calls of 19 of 20 functions drawn from the reference a fourth time, each written from the function's entry and the
 * types with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drawn on 2026-11-29 by `docs/reference.py --draw 46112903 20`; the twentieth, nbl_bloom_record_kernel(), is called in
 * main.c. Entries that were not enough then are listed in docs/log/words.md.
 *
 * fourth [DEVICE]: a part of the name of a Vulkan device; without it the three calls that need one are left out.
 */
#include "drawn.h"

#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/bit/field.h"
#include "nbl/fft/radix2.h"
#include "nbl/limits.h"
#include "nbl/matrix.h"
#include "nbl/vector.h"

#include "nbl/host/compile.h"
#include "nbl/host/emulator_schedule.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_tickets.h"
#include "nbl/host/interpreter.h"
#include "nbl/host/vulkan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void numbers(void) {
    expect("nbl_bit_count", nbl_bit_count(0xF0F00001u) == 9u);
    expect("nbl_lowest_bits", nbl_lowest_bits(5u) == 31u && nbl_lowest_bits(0u) == 0u && nbl_lowest_bits(40u) == ~0u);
    expect("nbl_fft_halvings", nbl_fft_halvings(5u, NBL_FFT_BY_LENGTH) == 5u &&
                                   nbl_fft_halvings(5u, NBL_FFT_BY_ROOT) == 2u &&
                                   nbl_fft_halvings(5u, NBL_FFT_UNNORMALIZED) == 0u);
    expect("nbl_limits_lowest_uint32_t", nbl_limits_lowest_uint32_t() == 0u);
    expect("nbl_limits_lowest_uint64_t", nbl_limits_lowest_uint64_t() == 0u);
    expect("nbl_limits_quiet_nan_float32_t", isnan(nbl_limits_quiet_nan_float32_t()));
    nbl_float32_m2 m = nbl_matrix_2(nbl_vector_2(1, 2), nbl_vector_2(3, 4));
    expect("nbl_matrix_2", m.c0.y == 2 && m.c1.x == 3);
    nbl_float32_m2 d = nbl_matrix_diagonal_2(nbl_vector_2(5, 6));
    expect("nbl_matrix_diagonal_2", d.c0.x == 5 && d.c0.y == 0 && d.c1.y == 6);
    nbl_float32_t2 v = nbl_vector_2(7, 8);
    expect("nbl_vector_2", v.x == 7 && v.y == 8);
    nbl_float32_t3 z = nbl_vector_cross(nbl_vector_3(1, 0, 0), nbl_vector_3(0, 1, 0));
    expect("nbl_vector_cross", z.x == 0 && z.y == 0 && z.z == 1);
    nbl_wide_t less = nbl_wide_subtract((nbl_wide_t){.high = 1, .low = 0}, (nbl_wide_t){.high = 0, .low = 1});
    expect("nbl_wide_subtract", less.high == 0 && less.low == 0xFFFFFFFFu);
    expect("nbl_feature_text",
           strcmp(nbl_feature_text(NBL_FEATURE_FLOAT16), "float16 arithmetic (shaderFloat16)") == 0 &&
               nbl_feature_text((nbl_feature_t)(1u << 31)) == NULL);
}

/* ---- A transform whose elements are made, and whose results go into an array */

enum { N = 8, BATCH = 2 };

static void load(void *user, uint64_t group, uint32_t index, void *value) {
    (void)user;
    *(nbl_fft_number_t *)value = (nbl_fft_number_t){.real = group == 0 ? 1 : index == 0, .imag = 0};
}

static void store(void *user, uint64_t group, uint32_t index, const void *value) {
    ((nbl_fft_number_t *)user)[group * N + index] = *(const nbl_fft_number_t *)value;
}

static void hosts(void) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = N;
    desc.batch = BATCH;
    nbl_fft_array_plan_t *plan = NULL;
    nbl_fft_number_t spectra[BATCH * N] = {{0, 0}};
    const nbl_accessor_t input = {.get = load}, output = {.set = store, .user = spectra};
    bool good = nbl_fft_array_plan_create(&desc, &plan, &error) == NBL_SUCCESS &&
                nbl_fft_array_plan_access(plan, &input, &output, &error) == NBL_SUCCESS;
    expect("nbl_fft_array_plan_access",
           good && spectra[0].real == N && spectra[1].real == 0 && spectra[N + 3].real == 1);
    nbl_fft_array_plan_destroy(plan);

    nbl_fft_problem_t of = nbl_fft_problem_init();
    of.rank = 1;
    of.sizes[0] = N;
    nbl_fft_t *array = NULL;
    good = nbl_fft_make_cpu(&of, &array, &error) == NBL_SUCCESS;
    nbl_fft_destroy(array);
    nbl_fft_destroy(NULL);
    expect("nbl_fft_destroy", good);

    nbl_emulator_schedule_t schedule = {0};
    nbl_emulator_schedule_free(&schedule);
    nbl_emulator_schedule_free(NULL);
    expect("nbl_emulator_schedule_free", schedule.count == 0);
    nbl_interpreter_destroy(NULL);
    expect("nbl_interpreter_destroy", true);
}

static void on_a_device(const char *name) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.name = name;
    nbl_vulkan_device_t *device = NULL;
    if (nbl_vulkan_device_create(&desc, &device, &error) != NBL_SUCCESS) {
        expect("nbl_vulkan_device_create", false);
        return;
    }
    nbl_vulkan_buffer_t buffer = {0};
    const nbl_vulkan_buffer_desc_t of = {.size = 16, .memory = NBL_VULKAN_MEMORY_DEVICE};
    const uint32_t data[2] = {11, 12};
    uint32_t back[2] = {0, 0};
    bool good = nbl_vulkan_buffer_create(device, &of, &buffer, &error) == NBL_SUCCESS &&
                nbl_vulkan_buffer_upload(device, &buffer, 8, data, sizeof data, &error) == NBL_SUCCESS &&
                nbl_vulkan_buffer_download(device, &buffer, 8, back, sizeof back, &error) == NBL_SUCCESS;
    expect("nbl_vulkan_buffer_upload", good && back[0] == 11 && back[1] == 12);
    nbl_vulkan_commands_t commands = {0};
    good = nbl_vulkan_commands_create(device, &commands, &error) == NBL_SUCCESS &&
           nbl_vulkan_commands_begin(device, &commands, &error) == NBL_SUCCESS &&
           nbl_vulkan_commands_start(device, &commands, &error) == NBL_SUCCESS &&
           nbl_vulkan_commands_wait(device, &commands, &error) == NBL_SUCCESS;
    expect("nbl_vulkan_commands_start", good);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_buffer_destroy(device, &buffer);
    const nbl_fft_tickets_desc_t row = {.length = 1000, .batch = 1, .precision = NBL_FFT_FLOAT32};
    expect("nbl_fft_tickets_is_faster", !nbl_fft_tickets_is_faster(device, &row)); /* a workgroup holds 1000 elements */
    nbl_vulkan_device_destroy(device);
}

int main(int argc, char **argv) {
    numbers();
    hosts();
    if (argc > 1) on_a_device(argv[1]);
    printf("%d calls, %d wrong\n", calls, wrong);
    return wrong != 0;
}
