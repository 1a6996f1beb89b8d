/* Programs in exact mode, in whatever steps: each has the bits of the CPU's whole transform.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_WHOLE_TESTING_H
#define NBL_TESTS_FFT_WHOLE_TESTING_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/from_program.h"
#include "gpu/piece.h"
#include "tests/fft/nd_device_testing.h"
#include "tests/transform/program_testing.h"

/* Runs a problem by nbl_fft_make_cpu(). Returns the output, to be freed. */
static inline float *run_whole(const nbl_fft_problem_t *problem, const float *input) {
    float *output = malloc(side_bytes(problem, true));
    nbl_fft_t *plan;
    nbl_error_t error;
    TEST_EXPECT(nbl_fft_make_cpu(problem, &plan, &error));
    TEST_EXPECT(nbl_fft_run(plan, (void *)input, output, &error));
    nbl_fft_destroy(plan);
    return output;
}

/* Runs a program on a device, or on the CPU, and expects the bits of run_whole().
 *
 * device   NULL: the CPU, by `threads` threads */
static inline void expect_whole(nbl_vulkan_device_t *device, uint32_t threads, const nbl_fft_problem_t *problem,
                                const nbl_program_t *program, float *input) {
    float *whole = run_whole(problem, input), *ours = malloc(side_bytes(problem, true));
    nbl_error_t error;
    if (device == NULL) {
        TEST_EXPECT(nbl_program_run(program, input, ours, NULL, threads, &error));
    } else {
        const nbl_fft_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .route = NBL_FFT_ROUTE_PASSES};
        const nbl_fft_limits_t limits = nbl_fft_device_limits(device);
        nbl_fft_nd_stages_t stages;
        nbl_piece_t *fft;
        TEST_EXPECT(nbl_fft_nd_stages_read(program, &limits, nbl_piece_alignment(device), &stages, &error));
        TEST_EXPECT(nbl_piece_of_stages(device, &stages, &how, &fft, &error));
        TEST_EXPECT(nbl_piece_run(fft, input, NULL, ours, NULL, &error));
        nbl_piece_destroy(fft);
    }
    char *text = program_text(program);
    ck_assert_msg(memcmp(ours, whole, side_bytes(problem, true)) == 0, "other bits: %s", text);
    free(text);
    free(whole);
    free(ours);
}

#endif
