/* The cases of the accuracy tests: which bloom, on which texels; fixed ones and ones drawn at run time.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_BLOOM_CASES_H
#define NBL_TESTS_BLOOM_CASES_H

#include "facts/choose.h"
#include "plan/make.h"
#include "nbl/host/bloom.h"
#include "nbl/host/plan.h"
#include "tests/bloom/reference.h"

#include <stdio.h>

typedef enum content_t {
    CONTENT_PLAIN = 0, /* 0.01 to 1, and a twentieth of the texels negative */
    CONTENT_SUNS,      /* the same range evenly in log, and a few texels up to 30,000 */
    CONTENT_BRIGHT     /* everything at 60,000 */
} content_t;

typedef struct case_t {
    const char *family;
    uint32_t width, height, kernel_width, kernel_height;
    nbl_bloom_padding_t padding;
    bool wrap_x; /* whatever the padding is */
    nbl_bloom_axis_t first_axis;
    nbl_bloom_kernel_mode_t mode;
    nbl_bloom_storage_t storage;
    content_t content;
    bool star; /* a sharp peak with tails, tinted; else noise */
    uint32_t columns, min_workgroup_invocations, max_workgroup_size;
    float sharpening[3];
    int sharpenings;    /* how many of them; 0: one, of 0 */
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM */
    bool everywhere;    /* on the Vulkan devices too; every second of these on SwiftShader */
} case_t;

enum { MAX_CASES = 160 };
typedef struct cases_t {
    case_t list[MAX_CASES];
    int count;
} cases_t;

static inline case_t *add_case(cases_t *cases, case_t one) {
    if (cases->count == MAX_CASES) abort();
    if (one.sharpenings == 0) one.sharpenings = 1;
    cases->list[cases->count] = one;
    return &cases->list[cases->count++];
}

static inline void add_sizes(cases_t *cases) {
    static const uint32_t sizes[][4] = {{1, 1, 1, 1},    {1, 1, 5, 3},    {2, 3, 3, 2},   {17, 5, 4, 7},
                                        {9, 13, 31, 27}, {33, 21, 17, 9}, {5, 64, 64, 5}, {1, 40, 2, 1}};
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (uint32_t variant = 0; variant < 4; variant++)
            add_case(cases, (case_t){.family = "awkward sizes",
                                     .width = sizes[i][0],
                                     .height = sizes[i][1],
                                     .kernel_width = sizes[i][2],
                                     .kernel_height = sizes[i][3],
                                     .padding = (nbl_bloom_padding_t)(variant & 1),
                                     .mode = (nbl_bloom_kernel_mode_t)(variant >> 1),
                                     .star = i % 2 == 1,
                                     .everywhere = variant == i % 4});
}

static inline void add_options(cases_t *cases) {
    for (uint32_t i = 0; i < 16; i++)
        add_case(cases, (case_t){.family = i < 8 ? "options" : "options, half",
                                 .width = 37,
                                 .height = 23,
                                 .kernel_width = 12,
                                 .kernel_height = 9,
                                 .padding = (nbl_bloom_padding_t)(i & 1),
                                 .mode = (nbl_bloom_kernel_mode_t)(i >> 1 & 1),
                                 .storage = (nbl_bloom_storage_t)(i >> 3),
                                 .first_axis = i & 4 ? NBL_BLOOM_AXIS_X : NBL_BLOOM_AXIS_Y,
                                 .sharpening = {0.0f, 0.3f, 1.0f},
                                 .sharpenings = 3,
                                 .everywhere = i < 8 || i == 10 || i == 13});
}

static inline void add_shapes(cases_t *cases) {
    static const uint32_t shapes[][3] = {{1, 0, 0},   {8, 0, 0},   {0, 8, 0},  {0, 256, 0},
                                         {1, 64, 16}, {2, 128, 8}, {3, 32, 32}};
    for (uint32_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (uint32_t half = 0; half < 2; half++)
            add_case(cases, (case_t){.family = half ? "tiles and groups, half" : "tiles and groups",
                                     .width = 61,
                                     .height = 45,
                                     .kernel_width = 20,
                                     .kernel_height = 11,
                                     .columns = shapes[i][0],
                                     .min_workgroup_invocations = shapes[i][1],
                                     .max_workgroup_size = shapes[i][2],
                                     .padding = (nbl_bloom_padding_t)(i & 1),
                                     .mode = (nbl_bloom_kernel_mode_t)(i >> 1 & 1),
                                     .storage = (nbl_bloom_storage_t)half,
                                     .everywhere = half ? i == 1 : i % 2 == 0});
}

static inline void add_suns(cases_t *cases) {
    for (uint32_t i = 0; i < 6; i++)
        add_case(cases, (case_t){.family = i < 4 ? "suns" : "suns, half",
                                 .width = 96,
                                 .height = 54,
                                 .kernel_width = 40,
                                 .kernel_height = 33,
                                 .padding = (nbl_bloom_padding_t)(i & 1),
                                 .mode = (nbl_bloom_kernel_mode_t)(i >> 1 & 1),
                                 .storage = (nbl_bloom_storage_t)(i >= 4),
                                 .content = CONTENT_SUNS,
                                 .star = true,
                                 .everywhere = i == 0 || i == 3 || i == 5});
    for (uint32_t i = 0; i < 4; i++)
        add_case(cases, (case_t){.family = "60,000, half",
                                 .width = 96,
                                 .height = 54,
                                 .kernel_width = 40,
                                 .kernel_height = 33,
                                 .padding = (nbl_bloom_padding_t)(i & 1),
                                 .mode = (nbl_bloom_kernel_mode_t)(i >> 1),
                                 .storage = NBL_BLOOM_STORAGE_FLOAT16,
                                 .content = CONTENT_BRIGHT,
                                 .star = true,
                                 .everywhere = i == 1});
}

static inline void add_large(cases_t *cases) {
    case_t large = {.family = "641x359 * 31x64",
                    .width = 641,
                    .height = 359,
                    .kernel_width = 31,
                    .kernel_height = 64,
                    .star = true};
    large.everywhere = true;
    large.padding = NBL_BLOOM_PADDING_MIRROR;
    add_case(cases, large);
    large.everywhere = false;
    large.content = CONTENT_SUNS;
    large.mode = NBL_BLOOM_KERNEL_RESAMPLE;
    large.padding = NBL_BLOOM_PADDING_ZERO;
    add_case(cases, large);
    large.mode = NBL_BLOOM_KERNEL_PAD;
    large.storage = NBL_BLOOM_STORAGE_FLOAT16;
    large.family = "641x359 * 31x64, half";
    add_case(cases, large);
}

static inline void add_drawn(cases_t *cases, test_random_t *random) {
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t top = i < 3 ? 250 : 70;
        case_t one = {.family = "drawn",
                      .width = 1 + test_random_below(random, top),
                      .height = 1 + test_random_below(random, top),
                      .kernel_width = 1 + test_random_below(random, 90),
                      .kernel_height = 1 + test_random_below(random, 90)};
        one.padding = (nbl_bloom_padding_t)test_random_below(random, 2);
        one.mode = (nbl_bloom_kernel_mode_t)test_random_below(random, 2);
        one.first_axis = (nbl_bloom_axis_t)test_random_below(random, 3);
        one.star = test_random_below(random, 2) == 1;
        one.content = test_random_below(random, 4) == 0 ? CONTENT_SUNS : CONTENT_PLAIN;
        one.columns = 1 + test_random_below(random, 6);
        one.sharpening[0] = (float)test_random_below(random, 1001) / 1000.0f;
        one.everywhere = i < 3;
        add_case(cases, one);
    }
}

static inline float *make_image_texels(const case_t *c, test_random_t *random) {
    size_t texels = (size_t)c->width * c->height;
    float *image = malloc(texels * 16);
    for (size_t i = 0; i < 4 * texels; i++) {
        double u = 0.5 * (test_random_real(random) + 1.0);
        double value = c->content == CONTENT_SUNS ? pow(10.0, -2.0 * u) : 0.01 + 0.99 * u;
        if (c->content == CONTENT_PLAIN && test_random_below(random, 20) == 0) value = -0.2 * u;
        if (c->content == CONTENT_BRIGHT) value = 60000.0;
        image[i] = (float)value;
    }
    if (c->content == CONTENT_SUNS)
        for (uint32_t i = 0; i < 3; i++) {
            size_t texel = test_random_below(random, (uint32_t)texels);
            for (uint32_t k = 0; k < 3; k++) image[4 * texel + k] = (float)(30000.0 / (i + 1) * (1.0 - 0.1 * k));
        }
    return image;
}

static inline float *make_kernel_texels(const case_t *c, test_random_t *random) {
    static const double tint[3] = {1.3, 0.9, 0.6};
    float *kernel = malloc((size_t)c->kernel_width * c->kernel_height * 16);
    for (uint32_t y = 0; y < c->kernel_height; y++)
        for (uint32_t x = 0; x < c->kernel_width; x++)
            for (uint32_t k = 0; k < 4; k++) {
                double dx = (double)x - c->kernel_width / 2, dy = (double)y - c->kernel_height / 2;
                double u = c->content == CONTENT_BRIGHT ? 0.5 : 0.5 * (test_random_real(random) + 1.0);
                uint32_t hue =
                    c->content == CONTENT_BRIGHT ? 0 : k; /* a tint would take a channel beyond what halves hold */
                double value = c->star ? u / (1.0 + (1.0 + hue) * (dx * dx + dy * dy)) +
                                             (x == c->kernel_width / 2 && y == c->kernel_height / 2 ? 2.0 : 0.0)
                                       : u;
                kernel[4 * ((size_t)y * c->kernel_width + x) + k] = (float)(value * (hue < 3 ? tint[hue] : 1.0));
            }
    return kernel;
}

static inline nbl_bloom_padding_t case_padding_x(const case_t *c) {
    return c->wrap_x ? NBL_BLOOM_PADDING_WRAP : c->padding;
}

static inline nbl_bloom_desc_t case_desc(const case_t *c, nbl_fft_limits_t limits) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = c->width;
    desc.height = c->height;
    desc.kernel_width = c->kernel_width;
    desc.kernel_height = c->kernel_height;
    desc.padding_x = case_padding_x(c);
    desc.padding_y = c->padding;
    desc.first_axis = c->first_axis;
    desc.kernel_mode = c->mode;
    desc.storage = c->storage;
    desc.columns = c->columns;
    desc.min_workgroup_invocations = c->min_workgroup_invocations;
    desc.max_workgroup_size = c->max_workgroup_size;
    desc.algorithm = c->algorithm;
    desc.limits = limits;
    return desc;
}

static inline void case_text(const case_t *c, char text[160]) {
    static const char *const axes[3] = {"auto", "x", "y"}, *const paddings[3] = {"zero", "mirror", "wrap"};
    snprintf(text, 160, "%s%s: %ux%u * %ux%u %s %s%s %s first%s, columns %u, groups %u, size %u", c->family,
             c->algorithm == NBL_FFT_STOCKHAM ? ", stockham" : "", c->width, c->height, c->kernel_width,
             c->kernel_height, c->mode ? "resample" : "pad", paddings[c->padding],
             c->wrap_x ? ", wrapped along x," : "", axes[c->first_axis], c->storage ? " half" : "", c->columns,
             c->min_workgroup_invocations, c->max_workgroup_size);
}

/* The least length by BLOOM.md. */
static inline uint32_t least_length(nbl_bloom_kernel_mode_t mode, nbl_bloom_padding_t padding, uint32_t n, uint32_t k) {
    uint32_t centre = k / 2, behind = k - 1 - centre, reach = centre > behind ? centre : behind;
    if (mode == NBL_BLOOM_KERNEL_RESAMPLE) return n + k;
    if (padding != NBL_BLOOM_PADDING_ZERO) return n + k - 1;
    return n + (reach < n - 1 ? reach : n - 1);
}

/* Panoramas, which need padding or are a transform's length as they are, and small ones that wrap around often. */
static inline void add_wrapped(cases_t *cases) {
    static const uint32_t sizes[][4] = {
        {37, 23, 12, 9}, {64, 32, 11, 32}, {90, 50, 90, 4}, {3, 5, 17, 21}, {64, 27, 65, 9}};
    for (uint32_t i = 0; i < 10; i++)
        add_case(cases, (case_t){.family = i % 4 == 3 ? "wrapped, half" : "wrapped",
                                 .width = sizes[i / 2][0],
                                 .height = sizes[i / 2][1],
                                 .kernel_width = sizes[i / 2][2],
                                 .kernel_height = sizes[i / 2][3],
                                 .padding = i % 2 == 0 ? NBL_BLOOM_PADDING_WRAP : (nbl_bloom_padding_t)(i / 2 % 2),
                                 .wrap_x = true,
                                 .mode = i == 8 ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD,
                                 .first_axis = i % 3 == 1 ? NBL_BLOOM_AXIS_Y : NBL_BLOOM_AXIS_X,
                                 .storage = (nbl_bloom_storage_t)(i % 4 == 3),
                                 .star = i % 3 == 0,
                                 .everywhere = i == 1 || i == 2 || i == 7});
}

/* The padded length by BLOOM.md, but for radix-2's smallest. */
static inline uint32_t padded_length(uint32_t algorithm, uint32_t texels, uint32_t subgroup_size) {
    uint32_t least = 2 * (subgroup_size > 4 ? subgroup_size : 4), power = power_of_two_from(texels);
    if (algorithm == NBL_FFT_STOCKHAM) return nbl_fft_plan_cheapest_length(texels, true);
    return power > least ? power : least;
}

static inline uint32_t case_length(const case_t *c, nbl_bloom_padding_t padding, uint32_t n, uint32_t k,
                                   uint32_t subgroup_size) {
    /* A length as it is needs no padding to wrap around. */
    const bool has_length = c->algorithm == NBL_FFT_STOCKHAM ? n % 2 == 0 && nbl_fft_length_cost(n) != 0
                                                             : padded_length(c->algorithm, n, subgroup_size) == n;
    if (padding == NBL_BLOOM_PADDING_WRAP && c->mode == NBL_BLOOM_KERNEL_PAD && k <= n && has_length) return n;
    return padded_length(c->algorithm, least_length(c->mode, padding, n, k), subgroup_size);
}

static inline double *case_reference(const case_t *c, const nbl_bloom_plan_t *plan, const float *image,
                                     const float *kernel, float sharpening) {
    bool y_first = plan->desc.first_axis == NBL_BLOOM_AXIS_Y;
    /* pad is a linear convolution, whatever the length; resample depends on it. */
    bool of_plan = c->mode == NBL_BLOOM_KERNEL_RESAMPLE;
    reference_t r = {c->width,
                     c->height,
                     c->kernel_width,
                     c->kernel_height,
                     image,
                     kernel,
                     (int)case_padding_x(c),
                     (int)c->padding,
                     c->mode == NBL_BLOOM_KERNEL_RESAMPLE,
                     true,
                     (double)sharpening,
                     of_plan ? (y_first ? plan->length_second : plan->length_first) : c->width + c->kernel_width,
                     of_plan ? (y_first ? plan->length_first : plan->length_second) : c->height + c->kernel_height};
    return reference_make(&r);
}

#endif
