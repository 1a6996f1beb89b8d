/* Runs array_kernel.h for any shape: every scalar and both algorithms on the emulator, and text for the drivers.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/compile.h"
#include "tests/fft/transform_grids_testing.h"

#include <math.h>

/* A shape, and what is done with it: the specialization of a launch. */
typedef struct array_case_t {
    nbl_fft_plan_t plan;
    uint32_t elements_log2, workgroup_log2, invocations, shared_dwords, inverse, normalization;
    uint32_t algorithm, elements, length;
    nbl_fft_precision_t precision;
} array_case_t;

static inline const array_case_t *array_case(void) { return (const array_case_t *)nbl_emulator_specialization(); }

NBL_BUFFER(0, NBL_STORAGE_float32_t, source_32)
NBL_BUFFER(1, NBL_STORAGE_float32_t, target_32)
NBL_BUFFER(0, NBL_STORAGE_float64_t, source_64)
NBL_BUFFER(1, NBL_STORAGE_float64_t, target_64)
#if NBL_HAS_FLOAT16
NBL_BUFFER(0, NBL_STORAGE_float16_t, source_16)
NBL_BUFFER(1, NBL_STORAGE_float16_t, target_16)
#endif

#define ARRAY_PLAN array_case()->plan
#define ARRAY_ELEMENTS NBL_FFT_MAX_RADIX
#define ARRAY_ELEMENTS_LOG2 array_case()->elements_log2
#define ARRAY_WORKGROUP_LOG2 array_case()->workgroup_log2
#define ARRAY_INVOCATIONS array_case()->invocations
#define ARRAY_SHARED_DWORDS array_case()->shared_dwords
#define ARRAY_INVERSE array_case()->inverse
#define ARRAY_NORMALIZATION array_case()->normalization

#define ARRAY_ALGORITHM 0
#define ARRAY_NAME shuffle_32
#define ARRAY_SCALAR float32_t
#define ARRAY_SOURCE source_32
#define ARRAY_TARGET target_32
#include "tests/fft/array_kernel.h"
#define ARRAY_NAME shuffle_64
#define ARRAY_SCALAR float64_t
#define ARRAY_SOURCE source_64
#define ARRAY_TARGET target_64
#include "tests/fft/array_kernel.h"
#if NBL_HAS_FLOAT16
#define ARRAY_NAME shuffle_16
#define ARRAY_SCALAR float16_t
#define ARRAY_SOURCE source_16
#define ARRAY_TARGET target_16
#include "tests/fft/array_kernel.h"
#endif
#undef ARRAY_ALGORITHM
#define ARRAY_ALGORITHM 1
#define ARRAY_NAME stockham_32
#define ARRAY_SCALAR float32_t
#define ARRAY_SOURCE source_32
#define ARRAY_TARGET target_32
#include "tests/fft/array_kernel.h"
#define ARRAY_NAME stockham_64
#define ARRAY_SCALAR float64_t
#define ARRAY_SOURCE source_64
#define ARRAY_TARGET target_64
#include "tests/fft/array_kernel.h"
#if NBL_HAS_FLOAT16
#define ARRAY_NAME stockham_16
#define ARRAY_SCALAR float16_t
#define ARRAY_SOURCE source_16
#define ARRAY_TARGET target_16
#include "tests/fft/array_kernel.h"
#else
static void shuffle_16_kernel(void) {}
static void stockham_16_kernel(void) {}
#endif

/* Of radix-2: elements per invocation and invocations. */
static inline array_case_t array_case_radix2(nbl_fft_precision_t precision, uint32_t elements, uint32_t invocations) {
    static const uint32_t dwords[] = {1, 2, 4};
    array_case_t c = {.elements_log2 = nbl_log2(elements),
                      .workgroup_log2 = nbl_log2(invocations),
                      .invocations = invocations,
                      .shared_dwords = dwords[precision] * invocations,
                      .algorithm = NBL_FFT_RADIX2_SHUFFLE,
                      .elements = elements,
                      .length = elements * invocations,
                      .precision = precision};
    return c;
}

static inline array_case_t array_case_stockham(nbl_fft_precision_t precision, uint32_t length) {
    nbl_fft_transform_desc_t desc = nbl_fft_transform_desc_init();
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    desc.precision = precision;
    desc.length = length;
    desc.ffts_per_workgroup = 1;
    TEST_EXPECT(nbl_fft_transform_plan(&desc, &plan, &error));
    array_case_t c = {.plan = plan.parameters.plan,
                      .invocations = plan.parameters.invocations,
                      .shared_dwords = plan.parameters.shared_dwords,
                      .algorithm = NBL_FFT_STOCKHAM,
                      .elements = plan.elements,
                      .length = length,
                      .precision = precision};
    return c;
}

static inline void array_describe(const array_case_t *c, char text[128]) {
    static const char *const normalizations[] = {"unnormalized", "by length", "by root"};
    snprintf(text, 128, "%s %s %s, length %u, %u elements, %s", precision_names[c->precision],
             c->algorithm == NBL_FFT_STOCKHAM ? "Stockham" : "radix-2", c->inverse ? "inverse" : "forward", c->length,
             c->elements, normalizations[c->normalization]);
}

/* On the emulator, with the race checker; source and target do not overlap, and the source stays. */
static inline void array_emulate(const array_case_t *c, void *source, void *target) {
    void (*const kernels[2][3])(void) = {{shuffle_16_kernel, shuffle_32_kernel, shuffle_64_kernel},
                                         {stockham_16_kernel, stockham_32_kernel, stockham_64_kernel}};
    char text[128];
    array_describe(c, text);
    uint64_t bytes = (uint64_t)c->length * element_bytes[c->precision];
    void *kept = malloc(bytes);
    ck_assert_ptr_nonnull(kept);
    memcpy(kept, source, bytes);
    memset(target, 0xff, bytes); /* NaN: what was not written shows */
    nbl_emulator_resource_t resources[2] = {{source, bytes, 0}, {target, bytes, 0}};
    nbl_emulator_launch_t launch = test_launch_of_case(c->length + c->elements);
    nbl_emulator_report_t report;
    launch.kernel = kernels[c->algorithm][c->precision];
    launch.workgroup_size[0] = c->invocations;
    launch.subgroup_size = 8;
    while (c->invocations % launch.subgroup_size != 0) launch.subgroup_size /= 2;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.specialization = c;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_msg(nbl_emulator_launch(&launch, &report) == NBL_SUCCESS, "%s: %s", text, report.message);
    ck_assert_uint_eq(report.finding_count, 0);
    ck_assert_msg(memcmp(kept, source, bytes) == 0, "%s: the source was written", text);
    free(kept);
}

/* What the normalisation multiplies the plain sum with. */
static inline double array_scale(const array_case_t *c) {
    return c->normalization == NBL_FFT_BY_LENGTH ? 1.0 / c->length
           : c->normalization == NBL_FFT_BY_ROOT ? 1.0 / sqrt(c->length)
                                                 : 1.0;
}

static inline void array_store(nbl_fft_precision_t precision, void *memory, uint64_t index, double real, double imag) {
    if (precision == NBL_FFT_FLOAT16) {
        nbl_emulator_float32x2_t parts = {(float)real, (float)imag};
        ((uint32_t *)memory)[index] = nbl_emulator_pack_half_2x16(parts);
    } else if (precision == NBL_FFT_FLOAT32) {
        ((float *)memory)[2 * index] = (float)real;
        ((float *)memory)[2 * index + 1] = (float)imag;
    } else {
        ((double *)memory)[2 * index] = real;
        ((double *)memory)[2 * index + 1] = imag;
    }
}

/* The relative L2 error of a result; NaN if it has one, infinite if it has that. */
static inline double array_error(const array_case_t *c, const void *source, const void *target) {
    test_complex_t *x = malloc(c->length * sizeof *x), *y = malloc(c->length * sizeof *y);
    ck_assert(x && y);
    for (uint32_t i = 0; i < c->length; i++) x[i] = load(c->precision, source, i);
    test_fft(x, y, c->length, c->inverse != 0);
    long double scale = (long double)array_scale(c) * (c->inverse ? (long double)c->length : 1.0L);
    test_error_t sums = {0, 0, 0};
    for (uint32_t i = 0; i < c->length; i++) {
        test_complex_t z = load(c->precision, target, i), expected = {y[i].real * scale, y[i].imag * scale};
        test_error_add(&sums, expected, z.real, z.imag);
    }
    free(x);
    free(y);
    return test_error_relative(&sums);
}

/* The shape as a shader's literals, and its dispatch on a device. */
static inline void array_run(nbl_vulkan_device_t *device, const array_case_t *c, nbl_language_t language, void *source,
                             void *target) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t"};
    char defines[10][16], plan[256];
    nbl_fft_plan_t p = c->plan;
    snprintf(plan, sizeof plan, "{%uu,%uu,%uu,%uu,%uu,%uu,%uu,%uu,%uu,%uu,%uu}", p.fft_length, p.passes, p.radices,
             p.invocations, p.elements, p.ffts_per_workgroup, p.complex_dwords, p.windows, p.pad_shifts, p.pad_steps,
             p.plane_dwords);
    const uint32_t numbers[] = {c->algorithm,
                                c->elements_log2,
                                c->workgroup_log2,
                                c->invocations,
                                c->shared_dwords,
                                c->inverse,
                                c->normalization,
                                c->elements,
                                c->precision == NBL_FFT_FLOAT16,
                                c->precision == NBL_FFT_FLOAT64};
    for (int i = 0; i < 10; i++) snprintf(defines[i], sizeof defines[i], "%u", numbers[i]);
    nbl_define_t chosen[] = {{"ARRAY_NAME", "array"},
                             {"ARRAY_SCALAR", scalars[c->precision]},
                             {"ARRAY_PLAN", plan},
                             {"ARRAY_ALGORITHM", defines[0]},
                             {"ARRAY_ELEMENTS_LOG2", defines[1]},
                             {"ARRAY_WORKGROUP_LOG2", defines[2]},
                             {"ARRAY_INVOCATIONS", defines[3]},
                             {"ARRAY_SHARED_DWORDS", defines[4]},
                             {"ARRAY_INVERSE", defines[5]},
                             {"ARRAY_NORMALIZATION", defines[6]},
                             {"ARRAY_ELEMENTS", defines[7]},
                             {"NBL_HAS_FLOAT16", defines[8]},
                             {"NBL_HAS_FLOAT64", defines[9]}};
    nbl_source_t text = {"array_kernel.h", test_read_text("tests/fft/array_kernel.h"), 0};
    nbl_compile_desc_t compile = {.file = "array_kernel.h",
                                  .sources = &text,
                                  .source_count = 1,
                                  .language = language,
                                  .defines = chosen,
                                  .define_count = sizeof chosen / sizeof chosen[0]};
    uint64_t bytes = (uint64_t)c->length * element_bytes[c->precision];
    test_kernel_t kernel = {
        .compile = &compile, .buffer_count = 2, .buffers = {{source, bytes}, {target, bytes}}, .groups = 1};
    memset(target, 0xff, bytes);
    test_kernel_run(device, &kernel);
}
