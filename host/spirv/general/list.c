/* Lists the general modules (general.h): each kernel's file, the defines that tell its modules apart, and the
 * parameters that every module leaves open.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:  a number from 0.
 * Out: the kernel of that number, or that there is none. tools/make_modules.c makes a module of each, find.c looks a
 *      request up.
 */
#include <string.h>

#include "nbl/host/parameters.h"
#include "spirv/general/general.h"

/* NBL_RADIX_ELEMENTS is of Stockham alone. */
#define NUMBER(name) "=NBL_PARAMETER_" #name,
#define PLAN(name) "{NBL_PARAMETER_" #name,
static const char *const transform[] = {NBL_FFT_TRANSFORM_PARAMETERS(NUMBER, PLAN) "?NBL_RADIX_ELEMENTS",
                                        "=NBL_MOST_ELEMENTS", NULL};
static const char *const lines[] = {NBL_FFT_LINES_PARAMETERS(NUMBER, PLAN) "?NBL_RADIX_ELEMENTS", "=NBL_MOST_ELEMENTS",
                                    NULL};
static const char *const bloom[] = {NBL_BLOOM_PARAMETERS(NUMBER, PLAN) "?NBL_RADIX_ELEMENTS", "=NBL_MOST_ELEMENTS",
                                    NULL};
static const char *const bloom_low[] = {NBL_BLOOM_LOW_PARAMETERS(NUMBER) NULL};
static const char *const blur[] = {NBL_BLUR_PARAMETERS(NUMBER) NULL};
static const char *const workgroup[] = {"NBL_PARAMETER_ffts_per_workgroup", "NBL_PARAMETER_invocations", NULL};
static const char *const halves[] = {"NBL_TRANSFORM_HALVES", NULL};
static const char *const no_names[] = {NULL};

/* The bloom's kernels, and which images each of them names. */
static const struct {
    const char *file;
    bool source, target, has_workgroup;
} bloom_files[] = {
    {"shaders/bloom_first_axis.h", true, false, true},        {"shaders/bloom_convolve.h", false, false, true},
    {"shaders/bloom_first_axis_inverse.h", true, true, true}, {"shaders/bloom_kernel_spectrum.h", false, false, true},
    {"shaders/bloom_kernel_arrange.h", false, false, true},   {"shaders/bloom_kernel_sum.h", false, false, false},
};

/* Images, by define, that may be given to a kernel which does not name them. */
static const char *const images[] = {"NBL_BLOOM_SOURCE_SAMPLED", "NBL_BLOOM_SOURCE_IMAGE", "NBL_BLOOM_TARGET_IMAGE",
                                     NULL};

/* A source is a buffer, whose format is a number; or a sampled image. Other storage images take a compiler. */
static const nbl_define_t sources[] = {
    {NULL, NULL}, {"NBL_BLOOM_SOURCE_IMAGE", "NBL_IMAGE_RGBA32F"}, {"NBL_BLOOM_SOURCE_SAMPLED", "1"}};
static const nbl_define_t results[] = {{NULL, NULL},
                                       {"NBL_BLOOM_TARGET_IMAGE", "NBL_IMAGE_RGBA32F"},
                                       {"NBL_BLOOM_TARGET_IMAGE", "NBL_IMAGE_RGBA16F"},
                                       {"NBL_BLOOM_TARGET_IMAGE", "NBL_IMAGE_B10G11R11"}};
enum { SOURCES = sizeof sources / sizeof *sources, RESULTS = sizeof results / sizeof *results };

static const char *const zero_one[] = {"0", "1"};

/* Kernels of one module each, whose texts state the workgroup's size. */
static const struct {
    const char *file;
    nbl_define_t name;
    const char *subgroups;
    const char *const *parameters;
} single[] = {
    {"shaders/bloom_low_resolution.h", {"NBL_BLOOM_LOW_KERNEL", "nbl_bloom_low"}, "0", bloom_low},
    {"shaders/blur_dual_filter.h", {"NBL_BLUR_KERNEL", "nbl_blur"}, "0", blur},
    {"shaders/blur_prefix_sum.h", {"NBL_BLUR_KERNEL", "nbl_blur"}, "1", blur},
    {"shaders/blur_prefix_sum.h", {"NBL_BLUR_KERNEL", "nbl_blur"}, "0", blur},
    {"shaders/copy.h", {NULL, NULL}, "0", no_names},
};

/* Variants of a kernel by algorithm: radix-2 without subgroup operations, radix-2 with them, Stockham. */
enum { VARIANTS = 3 };

static void add(nbl_general_kernel_t *kernel, const char *name, const char *value) {
    size_t k = 0;
    while (kernel->keys[k].name) k++;
    kernel->keys[k].name = name;
    kernel->keys[k].value = value;
}

/* The kernels that stand before and after the Fourier transform within a cosine or sine transform. */
static const char *const after[] = {"=NBL_PARAMETER_after", NULL};
static void make_dct(size_t number, nbl_general_kernel_t *kernel) {
    kernel->file = "shaders/fft_dct.h";
    add(kernel, "NBL_DCT_SCALAR", number == 0 ? "float32_t" : "float64_t");
    add(kernel, "NBL_HAS_FLOAT16", "0");
    add(kernel, "NBL_HAS_FLOAT64", zero_one[number]);
    add(kernel, "NBL_SUBGROUP_OPERATIONS", "0");
    add(kernel, "NBL_DCT_KERNEL", "nbl_fft_dct");
    kernel->parameters = after;
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
    if (scalar == 1) { /* float16 in memory may go with float32 arithmetic */
        kernel->own = halves[0];
        kernel->no_matter = halves;
    }
    kernel->parameters = transform;
    kernel->workgroup = workgroup;
}

/* Makes the kernel of arrays at device addresses, by Stockham. */
static void make_addressed(size_t scalar, nbl_general_kernel_t *kernel) {
    make_transform(2 * (2 + VARIANTS * scalar), kernel);
    add(kernel, "NBL_TRANSFORM_ADDRESSES", "1");
    add(kernel, "NBL_BUFFER_DEVICE_ADDRESS", "1");
}

/* Makes a kernel of lines along a dimension: complex or real lines by one text, the last step of long real lines by
 * another. */
static void make_lines(size_t number, nbl_general_kernel_t *kernel) {
    static const char *const scalars[] = {"float32_t", "float64_t", "float16_t"};
    const size_t scalar = number / 3, real = number % 3;
    kernel->file = real == 2 ? "shaders/fft_lines_real.h" : "shaders/fft_lines.h";
    add(kernel, "NBL_TRANSFORM_SCALAR", scalars[scalar]);
    add(kernel, "NBL_HAS_FLOAT16", zero_one[scalar == 2]);
    add(kernel, "NBL_HAS_FLOAT64", zero_one[scalar == 1]);
    add(kernel, "NBL_SUBGROUP_OPERATIONS", "0");
    add(kernel, "NBL_TRANSFORM_ALGORITHM", "1");
    add(kernel, "NBL_LINES_REAL", zero_one[real != 0]);
    add(kernel, "NBL_LINES_KERNEL", "nbl_fft_lines");
    kernel->parameters = lines;
    kernel->workgroup = real == 2 ? NULL : workgroup;
}

/* Makes a kernel of lines at device addresses: as make_lines(), without float16_t and without the last step. */
static void make_addressed_lines(size_t number, nbl_general_kernel_t *kernel) {
    make_lines(3 * (number / 2) + number % 2, kernel);
    add(kernel, "NBL_LINES_ADDRESSES", "1");
    add(kernel, "NBL_BUFFER_DEVICE_ADDRESS", "1");
}

/* Makes a kernel of arrays that a workgroup holds: by buffers, or at device addresses, there without float16_t. */
static void make_arrays(size_t number, nbl_general_kernel_t *kernel) {
    if (number < 3)
        make_lines(3 * number, kernel);
    else
        make_addressed_lines(2 * (number - 3), kernel);
    add(kernel, "NBL_LINES_ARRAYS", "1");
}

/* Makes a kernel of lines of radices times a prime, in float32: by buffers, or at device addresses. */
static void make_prime(size_t number, nbl_general_kernel_t *kernel) {
    if (number == 0)
        make_lines(0, kernel);
    else
        make_addressed_lines(0, kernel);
    add(kernel, "NBL_LINES_PRIME", "1");
}

/* Makes a kernel of the bloom. Returns whether the kernel names the image of its number. */
static bool make_bloom(size_t number, nbl_general_kernel_t *kernel) {
    size_t source = number % SOURCES, result = number / SOURCES % RESULTS;
    size_t variant = number / (SOURCES * RESULTS) % VARIANTS, file = number / (SOURCES * RESULTS) / VARIANTS;
    kernel->file = bloom_files[file].file;
    add(kernel, "NBL_BLOOM_ALGORITHM", zero_one[variant == 2]);
    add(kernel, "NBL_SUBGROUP_OPERATIONS", zero_one[variant == 1]);
    if (source) add(kernel, sources[source].name, sources[source].value);
    if (result) add(kernel, results[result].name, results[result].value);
    kernel->no_matter = images + 2 * bloom_files[file].source + bloom_files[file].target;
    kernel->parameters = bloom;
    kernel->workgroup = bloom_files[file].has_workgroup ? workgroup : NULL;
    return (source == 0 || bloom_files[file].source) && (result == 0 || bloom_files[file].target);
}

bool nbl_general_kernel(size_t number, nbl_general_kernel_t *kernel) {
    const size_t transforms = 3 * VARIANTS * 2, addressed = 3,
                 lines_kernels = 8, /* kernels of lines; float16_t has real lines only if they are whole */
        addressed_lines = 4, arrays = 5, primes = 2,
                 blooms = sizeof bloom_files / sizeof *bloom_files * VARIANTS * SOURCES * RESULTS;
    memset(kernel, 0, sizeof *kernel);
    kernel->no_matter = no_names;
    if (number < transforms) {
        make_transform(number, kernel);
        return true;
    }
    number -= transforms;
    if (number < addressed) {
        make_addressed(number, kernel);
        return true;
    }
    number -= addressed;
    if (number < lines_kernels) {
        make_lines(number, kernel);
        return true;
    }
    number -= lines_kernels;
    if (number < addressed_lines) {
        make_addressed_lines(number, kernel);
        return true;
    }
    number -= addressed_lines;
    if (number < arrays) {
        make_arrays(number, kernel);
        return true;
    }
    number -= arrays;
    if (number < primes) {
        make_prime(number, kernel);
        return true;
    }
    number -= primes;
    for (size_t k = 0; k < blooms; k++) {
        memset(kernel, 0, sizeof *kernel);
        if (make_bloom(k, kernel) && number-- == 0) return true;
    }
    memset(kernel, 0, sizeof *kernel);
    kernel->no_matter = no_names;
    const size_t singles = sizeof single / sizeof *single, dcts = 2;
    if (number >= singles + dcts) return false;
    if (number >= singles) {
        make_dct(number - singles, kernel);
        return true;
    }
    kernel->file = single[number].file;
    add(kernel, "NBL_SUBGROUP_OPERATIONS", single[number].subgroups);
    if (single[number].name.name) add(kernel, single[number].name.name, single[number].name.value);
    kernel->parameters = single[number].parameters;
    return true;
}
