/* What the tests of texts share: a transform's plan and module, its signals, and what the emulator makes of them.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_SPIRV_TEXT_TESTING_H
#define NBL_TESTS_SPIRV_TEXT_TESTING_H

#include "nbl/host/fft_vulkan.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/write_text.h"
#include "tests/vulkan/vulkan_testing.h"

typedef struct text_case_t {
    nbl_fft_transform_plan_t plan;
    nbl_spirv_t spirv;
    void *input, *expected, *output;
} text_case_t;

static inline void *text_memory(uint64_t bytes) {
    void *memory = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64);
    ck_assert_ptr_nonnull(memory);
    memset(memory, 0, (size_t)bytes);
    return memory;
}

/* Makes a case within WebGPU's limits. The batch is ragged, and among the signals are zeros of both signs. Halves are
 * those numbers' bits, with exponents that keep them finite. */
static inline text_case_t text_case_in(nbl_fft_precision_t precision, uint32_t algorithm, nbl_fft_kind_t kind,
                                       uint32_t length, bool inverse, nbl_mode_t mode) {
    text_case_t made;
    test_random_t random = test_random_from(length);
    nbl_error_t error = {""}; /* a plan's success leaves it alone */
    nbl_fft_transform_desc_t desc = {.algorithm = algorithm,
                                     .precision = precision,
                                     .kind = kind,
                                     .length = length,
                                     .batch = 3,
                                     .inverse = inverse,
                                     .subgroup_size = 1,
                                     .rounds = 1,
                                     .limits = {.max_workgroup_invocations = NBL_TEXT_MAX_INVOCATIONS,
                                                .max_shared_bytes = NBL_TEXT_MAX_SHARED_BYTES,
                                                .subgroup_size = 1,
                                                .max_buffer_bytes = UINT64_MAX}};
    memset(&made, 0, sizeof made);
    expect_ok(nbl_fft_transform_plan(&desc, &made.plan, &error), &error);
    expect_ok(nbl_fft_transform_compile(NULL, mode, true, &made.plan, &made.spirv, &error), &error);
    made.input = text_memory(made.plan.input_bytes);
    made.expected = text_memory(made.plan.output_bytes);
    made.output = text_memory(made.plan.output_bytes);
    float *numbers = made.input;
    for (uint64_t k = 0; k < made.plan.input_bytes / 4; k++)
        numbers[k] = k % 89 == 3 ? 0.0f : k % 89 == 5 ? -0.0f : (float)test_random_real(&random);
    for (uint64_t k = 0; k < made.plan.input_bytes / 4 && precision == NBL_FFT_FLOAT16_STORAGE; k++)
        ((uint32_t *)made.input)[k] &=
            0xBBFFBBFFu; /* an exponent without its bit of 16 is below 15: the half is below 2 */
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    expect_ok(nbl_fft_transform_emulate(&made.plan, &launch, made.input, made.expected, NULL, &error), &error);
    return made;
}

static inline text_case_t text_case(uint32_t algorithm, nbl_fft_kind_t kind, uint32_t length, bool inverse,
                                    nbl_mode_t mode) {
    return text_case_in(NBL_FFT_FLOAT32, algorithm, kind, length, inverse, mode);
}

static inline void text_case_free(text_case_t *made) {
    nbl_spirv_free(&made->spirv);
    free(made->input);
    free(made->expected);
    free(made->output);
}

/* What every target is tried with where NBL_TEXT_CASES is all: make check-portable. */
static const struct {
    uint32_t length;
    nbl_fft_kind_t kind;
    bool inverse;
    const char *data; /* noise, impulses or zeros, of both signs */
} text_transforms[] = {{256, NBL_FFT_COMPLEX, false, "noise"},  {1000, NBL_FFT_COMPLEX, false, "noise"},
                       {1024, NBL_FFT_COMPLEX, false, "noise"}, {1024, NBL_FFT_COMPLEX, true, "noise"},
                       {1024, NBL_FFT_COMPLEX, false, "zeros"}, {1024, NBL_FFT_COMPLEX, false, "impulses"},
                       {4096, NBL_FFT_COMPLEX, true, "noise"},  {1000, NBL_FFT_REAL, false, "noise"}, /* of 2000 */
                       {1000, NBL_FFT_REAL, true, "noise"}};
enum { TEXT_TRANSFORMS = sizeof text_transforms / sizeof *text_transforms };

static inline bool text_cases_are_all(void) {
    const char *cases = getenv("NBL_TEXT_CASES");
    return cases != NULL && strcmp(cases, "all") == 0;
}

static inline text_case_t text_case_of(int number) {
    text_case_t made = text_case(NBL_FFT_STOCKHAM, text_transforms[number].kind, text_transforms[number].length,
                                 text_transforms[number].inverse, NBL_MODE_EXACT);
    const char *data = text_transforms[number].data;
    if (strcmp(data, "noise") == 0) return made;
    float *numbers = made.input;
    for (uint64_t k = 0; k < made.plan.input_bytes / 4; k++)
        numbers[k] = strcmp(data, "zeros") == 0 ? (k % 2 ? 0.0f : -0.0f) : k % 2048 == 2 ? 1.0f : 0.0f;
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_error_t error = {""};
    expect_ok(nbl_fft_transform_emulate(&made.plan, &launch, made.input, made.expected, NULL, &error), &error);
    return made;
}

/* Not inline: gcc would warn of a pointer to the local variable. */
__attribute__((noinline, unused)) static char *text_of(const text_case_t *made, nbl_target_t target, nbl_mode_t mode,
                                                       nbl_opaque_t opaque) {
    nbl_write_text_desc_t desc = {.target = target, .mode = mode, .opaque = opaque};
    nbl_error_t error;
    char *text = NULL;
    expect_ok(nbl_write_text(made->spirv.words, made->spirv.word_count, &desc, &text, NULL, &error), &error);
    return text;
}

static inline uint64_t text_differing(const text_case_t *made) {
    return test_differing_scalars(made->expected, made->output, made->plan.output_bytes, 4);
}

#endif
