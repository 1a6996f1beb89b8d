/* Drawn transforms, whole, under the checker: linked by test_removed_barriers.sh, which says how many.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the checker finds here it would find without any barrier removed: so invocations without a line may read nothing
 * that none has stored. In exact mode the results have the bits of the CPU, in fast mode its numbers but for rounding.
 */
#include "tests/emulator/removed_stages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fft/nd_testing.h"

enum { SEED = 20261129, MOST = 1 << 14 };

/* Sizes whose arrays a workgroup holds as often as not. Case 0 and 1 are arrays of which the last axis leaves some
 * invocations idle, fewer than one of its lines takes. */
static nbl_fft_problem_t draw(uint32_t number, test_random_t *random) {
    static const uint32_t most[] = {0, 9000, 110, 24};
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 1 + test_random_below(random, 6) / 2;
    if (desc.rank == 1 && test_random_below(random, 2) == 0) desc.rank = 2;
    uint64_t elements = 1;
    for (uint32_t d = 0; d < desc.rank; d++) {
        desc.sizes[d] = 2 + test_random_below(random, most[desc.rank]);
        if (test_random_below(random, 2) == 0) desc.sizes[d] = nbl_fft_good_length((uint32_t)desc.sizes[d], false);
        elements *= desc.sizes[d];
    }
    desc.batch = 1 + test_random_below(random, elements < 64 ? 400 : elements < 2000 ? 7 : 2);
    desc.real = test_random_below(random, 3) != 0;
    desc.inverse = test_random_below(random, 2) == 1;
    desc.mode = test_random_below(random, 3) == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
    if (desc.rank > 1 && test_random_below(random, 4) == 0) {
        desc.axis_count = 1;
        desc.axes[0] = test_random_below(random, desc.rank);
    }
    if (test_random_below(random, 5) == 0) draw_given(&desc, random);
    if (test_random_below(random, 5) == 0) {
        draw_strides(&desc, false, desc.input_strides, &desc.input_distance, RANK, random);
        draw_strides(&desc, true, desc.output_strides, &desc.output_distance, RANK, random);
    }
    if (number < 2) {
        desc = nbl_fft_problem_init();
        desc.rank = 2;
        desc.sizes[0] = 48;
        desc.sizes[1] = number == 0 ? 80 : 35;
        desc.real = true;
        desc.inverse = number == 1;
        desc.mode = NBL_MODE_FAST;
    }
    desc.threads = 1;
    return desc;
}

static double distance(const float *x, const float *y, uint64_t count) {
    double above = 0, below = 0;
    for (uint64_t i = 0; i < count; i++) {
        const double off = (double)x[i] - (double)y[i];
        above += off * off;
        below += (double)y[i] * (double)y[i];
    }
    return below == 0 ? above : sqrt(above / below);
}

static void describe_drawn(uint32_t number, const nbl_fft_problem_t *desc, const char *device, char text[400]) {
    const case_t c = {.desc = *desc};
    const int at = snprintf(text, 400, "%u, %s, %s,", number, desc->mode == NBL_MODE_EXACT ? "exact" : "fast", device);
    describe(&c, text + at, 400 - (size_t)at);
}

/* Whether all kernels compute in float32, as those that are linked here do: the others are the same text. */
static bool is_of_float32(const nbl_fft_nd_stages_t *stages) {
    for (uint32_t a = 0; a < stages->axes; a++)
        for (uint32_t s = 0; s < stages->axis[a].stages; s++)
            if (stages->axis[a].stage[s].desc.precision != NBL_FFT_FLOAT32) return false;
    return true;
}

/* small  false: the device is a usual GPU; true: one of any kind with a smaller workgroup */
static void try_on(uint32_t number, const nbl_fft_problem_t *desc, bool small) {
    const nbl_device_kind_t device = small ? (nbl_device_kind_t)(number % NBL_DEVICE_KIND_COUNT) : NBL_DEVICE_NVIDIA;
    nbl_fft_limits_t limits = usual_device(device, false);
    nbl_fft_nd_stages_t stages;
    nbl_emulator_report_t report;
    nbl_error_t error;
    nbl_fft_t *plan;
    char text[400];
    if (small) {
        limits.max_workgroup_invocations = 128u << number / 8 % 4;
        limits.max_shared_bytes = 16384u << number / 32 % 2;
    }
    describe_drawn(number, desc, small ? "small" : "usual", text);
    if (nbl_fft_nd_stages_make(desc, &limits, desc->mode, false, 256, &stages, &error) != NBL_SUCCESS) {
        printf("drawn %s refused: %s\n", text, error.text);
        nbl_fft_nd_stages_release(&stages);
        return;
    }
    if (!is_of_float32(&stages)) {
        printf("drawn %s left out: float64\n", text);
        nbl_fft_nd_stages_release(&stages);
        return;
    }
    const uint64_t in = side_bytes(desc, false), out = side_bytes(desc, true);
    float *input = zeros(in + 64), *copy = zeros(in + 64), *output = zeros(out + 64), *expected = zeros(out + 64);
    test_random_t random = test_random_from(number);
    for (uint64_t i = 0; i < in / 4; i++) input[i] = (float)test_random_real(&random);
    memcpy(copy, input, in);
    run_stages(&stages, (nbl_emulator_order_t)(number % 3), (char *)copy, (char *)output, &report);
    if (report.result != NBL_SUCCESS) {
        printf("drawn %s missed: the checker stops: %s\n", text, report.message);
    } else if (nbl_fft_make_cpu(desc, &plan, &error) != NBL_SUCCESS ||
               nbl_fft_run(plan, input, expected, &error) != NBL_SUCCESS) {
        printf("drawn %s missed: the CPU does not: %s\n", text, error.text);
    } else {
        nbl_fft_destroy(plan);
        const double off = distance(output, expected, out / 4);
        const bool same = desc->mode == NBL_MODE_EXACT ? memcmp(output, expected, out) == 0 : off < 1e-6;
        printf("drawn %s %s: %.1e from the CPU\n", text, same ? "found" : "missed", off);
    }
    free(input);
    free(copy);
    free(output);
    free(expected);
    nbl_fft_nd_stages_release(&stages);
}

void try_drawn(uint32_t from, uint32_t to) {
    for (uint32_t number = from; number < to; number++) {
        test_random_t random = test_random_from(SEED + 1000003ull * number);
        for (int i = 0; i < 8; i++) test_random_below(&random, 2);
        const nbl_fft_problem_t desc = draw(number, &random);
        if (side_bytes(&desc, false) > 8 * MOST || side_bytes(&desc, true) > 8 * MOST) continue;
        try_on(number, &desc, false);
        try_on(number, &desc, true);
    }
}
