/* Which general modules there are: what decides, and what remains a number.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "spirv/general/general.h"

#define TRANSFORM_NUMBERS \
    "=NBL_TRANSFORM_FFTS_PER_WORKGROUP", "=NBL_TRANSFORM_ROUNDS", "=NBL_TRANSFORM_INVERSE", "=NBL_TRANSFORM_NATIVE", \
        "?NBL_TRANSFORM_REAL", "=NBL_TRANSFORM_INVOCATIONS", "=NBL_PRELOADED_ELEMENTS"

/* The first one is of float32 alone. */
static const char *const transform_radix2[] = {"?NBL_TRANSFORM_HALF_STORAGE",
                                               "=NBL_TRANSFORM_ELEMENTS_LOG2",
                                               "=NBL_TRANSFORM_WORKGROUP_LOG2",
                                               "=NBL_TRANSFORM_SUBGROUP_LOG2",
                                               TRANSFORM_NUMBERS,
                                               NULL};
static const char *const transform_stockham[] = {
    "?NBL_TRANSFORM_HALF_STORAGE",  "{NBL_TRANSFORM_PLAN", "=NBL_RADIX_ELEMENTS",
    "=NBL_TRANSFORM_SHARED_DWORDS", TRANSFORM_NUMBERS,     NULL};
static const char *const transform_workgroup[] = {"NBL_TRANSFORM_FFTS_PER_WORKGROUP", "NBL_TRANSFORM_INVOCATIONS",
                                                  NULL};

/* The first three are of Stockham alone. */
static const char *const bloom[] = {"{NBL_BLOOM_FIRST_PLAN",
                                    "{NBL_BLOOM_SECOND_PLAN",
                                    "=NBL_RADIX_ELEMENTS",
                                    "=NBL_BLOOM_FIRST_ELEMENTS_LOG2",
                                    "=NBL_BLOOM_FIRST_WORKGROUP_LOG2",
                                    "=NBL_BLOOM_SECOND_ELEMENTS_LOG2",
                                    "=NBL_BLOOM_SECOND_WORKGROUP_LOG2",
                                    "=NBL_BLOOM_SUBGROUP_LOG2",
                                    "=NBL_BLOOM_FFTS_PER_WORKGROUP",
                                    "=NBL_BLOOM_INVOCATIONS",
                                    "=NBL_BLOOM_SHARED_DWORDS",
                                    "=NBL_BLOOM_HALF_STORAGE",
                                    "=NBL_BLOOM_FIRST_AXIS_Y",
                                    "=NBL_BLOOM_MIRROR",
                                    "=NBL_BLOOM_RESAMPLE",
                                    "=NBL_BLOOM_COMBINE",
                                    "=NBL_BLOOM_THRESHOLD",
                                    "=NBL_BLOOM_SOURCE_FORMAT",
                                    "=NBL_BLOOM_TARGET_FORMAT",
                                    "=NBL_BLOOM_SPECTRUM_EARLY",
                                    "=NBL_BLOOM_PAIR_DISTANCE",
                                    "=NBL_BLOOM_PAIR_ELEMENTS",
                                    "=NBL_BLOOM_PAIR_PERIOD",
                                    "=NBL_PRELOADED_ELEMENTS",
                                    NULL};
static const char *const bloom_workgroup[] = {"NBL_BLOOM_FFTS_PER_WORKGROUP", "NBL_BLOOM_INVOCATIONS", NULL};
static const char *const no_names[] = {NULL};

/* The kernels of the bloom, and which of its images they name. */
static const struct {
    const char *file;
    bool source, target, has_workgroup;
} bloom_files[] = {
    {"shaders/bloom_first_axis.h", true, false, true},        {"shaders/bloom_convolve.h", false, false, true},
    {"shaders/bloom_first_axis_inverse.h", true, true, true}, {"shaders/bloom_kernel_spectrum.h", false, false, true},
    {"shaders/bloom_kernel_arrange.h", false, false, true},   {"shaders/bloom_kernel_sum.h", false, false, false},
};

/* What they do not name may be an image or not. */
static const char *const images[] = {"NBL_BLOOM_SOURCE_SAMPLED", "NBL_BLOOM_SOURCE_IMAGE", "NBL_BLOOM_TARGET_IMAGE",
                                     NULL};

/* A buffer, whose format is a number; or an image: of other storage images a compiler makes modules. */
static const nbl_define_t sources[] = {
    {NULL, NULL}, {"NBL_BLOOM_SOURCE_IMAGE", "NBL_IMAGE_RGBA32F"}, {"NBL_BLOOM_SOURCE_SAMPLED", "1"}};
static const nbl_define_t results[] = {{NULL, NULL},
                                       {"NBL_BLOOM_TARGET_IMAGE", "NBL_IMAGE_RGBA32F"},
                                       {"NBL_BLOOM_TARGET_IMAGE", "NBL_IMAGE_RGBA16F"},
                                       {"NBL_BLOOM_TARGET_IMAGE", "NBL_IMAGE_B10G11R11"}};
enum { SOURCES = sizeof sources / sizeof *sources, RESULTS = sizeof results / sizeof *results };

static const char *const zero_one[] = {"0", "1"};

/* What is by algorithm: radix-2 without subgroup operations, radix-2 with them, Stockham. */
enum { VARIANTS = 3 };

static void add(nbl_general_kernel_t *kernel, const char *name, const char *value) {
    size_t k = 0;
    while (kernel->keys[k].name) k++;
    kernel->keys[k].name = name;
    kernel->keys[k].value = value;
}

static void make_transform(size_t number, nbl_general_kernel_t *kernel) {
    static const char *const scalars[] = {"float16_t", "float32_t", "float64_t"};
    size_t real = number % 2, variant = number / 2 % VARIANTS, scalar = number / (2 * VARIANTS);
    kernel->file = real ? "shaders/fft_real_transform.h" : "shaders/fft_transform.h";
    add(kernel, "NBL_TRANSFORM_SCALAR", scalars[scalar]);
    add(kernel, "NBL_HAS_FLOAT16", zero_one[scalar == 0]);
    add(kernel, "NBL_HAS_FLOAT64", zero_one[scalar == 2]);
    add(kernel, "NBL_SUBGROUP_OPERATIONS", zero_one[variant == 1]);
    add(kernel, "NBL_TRANSFORM_ALGORITHM", zero_one[variant == 2]);
    kernel->own = "NBL_TRANSFORM_PARAMETERS_AT_RUN_TIME";
    kernel->parameters = (variant == 2 ? transform_stockham : transform_radix2) + (scalar != 1);
    kernel->workgroup = transform_workgroup;
}

/* Returns whether such a kernel names such an image. */
static bool make_bloom(size_t number, nbl_general_kernel_t *kernel) {
    size_t source = number % SOURCES, result = number / SOURCES % RESULTS;
    size_t variant = number / (SOURCES * RESULTS) % VARIANTS, file = number / (SOURCES * RESULTS) / VARIANTS;
    kernel->file = bloom_files[file].file;
    add(kernel, "NBL_BLOOM_ALGORITHM", zero_one[variant == 2]);
    add(kernel, "NBL_SUBGROUP_OPERATIONS", zero_one[variant == 1]);
    if (source) add(kernel, sources[source].name, sources[source].value);
    if (result) add(kernel, results[result].name, results[result].value);
    kernel->own = "NBL_BLOOM_PARAMETERS_AT_RUN_TIME";
    kernel->no_matter = images + 2 * bloom_files[file].source + bloom_files[file].target;
    kernel->parameters = bloom + (variant == 2 ? 0 : 3);
    kernel->workgroup = bloom_files[file].has_workgroup ? bloom_workgroup : NULL;
    return (source == 0 || bloom_files[file].source) && (result == 0 || bloom_files[file].target);
}

bool nbl_general_kernel(size_t number, nbl_general_kernel_t *kernel) {
    const size_t transforms = 3 * VARIANTS * 2,
                 blooms = sizeof bloom_files / sizeof *bloom_files * VARIANTS * SOURCES * RESULTS;
    memset(kernel, 0, sizeof *kernel);
    kernel->no_matter = no_names;
    if (number < transforms) {
        make_transform(number, kernel);
        return true;
    }
    number -= transforms;
    for (size_t k = 0; k < blooms; k++) {
        memset(kernel, 0, sizeof *kernel);
        if (make_bloom(k, kernel) && number-- == 0) return true;
    }
    memset(kernel, 0, sizeof *kernel);
    kernel->file = "shaders/copy.h";
    add(kernel, "NBL_SUBGROUP_OPERATIONS", "0");
    kernel->parameters = kernel->no_matter = no_names;
    return number == 0;
}
