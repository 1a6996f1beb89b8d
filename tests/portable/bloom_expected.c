/* bloom_expected WIDTH HEIGHT KERNEL ALGORITHM FOLDER: an image, a kernel, and their bloom by the emulator, as floats.
 * SPDX-License-Identifier: Apache-2.0
 *
 * By the plan of nbl-bloom compile for texts: WebGPU's limits, no subgroups. ALGORITHM is stockham or radix2-shuffle;
 * or low-resolution, for which core and tail are written; or dual-filter or prefix-sum, which have no kernel. given: of
 * image.bin and kernel.bin in FOLDER, by the executor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/host/write_text.h"
#include "tests/common/testing.h"

static float *make(uint64_t texels, uint64_t seed, double power) {
    test_random_t random = test_random_from(seed);
    float *made = aligned_alloc(64, (size_t)(texels * 16 + 63) / 64 * 64);
    for (uint64_t k = 0; made && k < 4 * texels; k++) {
        double value = 0.5 + 0.5 * test_random_real(&random);
        made[k] = (float)(value < 0.01 ? power * value : value);
    }
    return made;
}

static int save(const char *folder, const char *name, const void *data, uint64_t bytes) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, (size_t)bytes, file) != bytes || fclose(file) != 0) {
        fprintf(stderr, "bloom_expected: %s: cannot be written\n", path);
        return 1;
    }
    return 0;
}

static int blur(uint32_t width, uint32_t height, bool sums, const char *folder) {
    const nbl_blur_desc_t desc = {.method = sums ? NBL_BLUR_PREFIX_SUM : NBL_BLUR_DUAL_FILTER,
                                  .width = width,
                                  .height = height,
                                  .wrap = NBL_BLUR_WRAP_MIRROR};
    const uint64_t texels = (uint64_t)width * height;
    float *image = make(texels, 11, 1e5), *result = make(texels, 13, 1.0);
    nbl_blur_plan_t plan;
    nbl_error_t error = {""};
    if (nbl_blur_plan_make(&desc, &plan, &error) != NBL_SUCCESS ||
        nbl_blur_emulate(&plan, image, result, NULL, NULL, NULL, &error) != NBL_SUCCESS) {
        fprintf(stderr, "bloom_expected: %s\n", error.text);
        return 1;
    }
    return save(folder, "image.bin", image, texels * 16) || save(folder, "want.bin", result, texels * 16);
}

/* At half of the size, with the core that is the library's choice. desc: of the image itself */
static int low_resolution(const nbl_bloom_desc_t *desc, const char *folder) {
    const nbl_bloom_low_desc_t low = {.bloom = *desc, .factor = 2};
    const uint64_t texels = (uint64_t)desc->width * desc->height;
    float *image = make(texels, 11, 1e5), *result = make(texels, 13, 1.0),
          *kernel = make((uint64_t)desc->kernel_width * desc->kernel_height, 12, 100.0);
    nbl_bloom_low_plan_t plan;
    nbl_error_t error = {""};
    nbl_result_t done = nbl_bloom_low_plan_make(&low, &plan, &error);
    char *parts = done ? NULL : calloc(1, (size_t)plan.kernel_bytes);
    if (parts) done = nbl_bloom_low_split(&plan, kernel, parts, &error);
    if (parts && !done) done = nbl_bloom_low_emulate(&plan, image, kernel, result, NULL, NULL, NULL, &error);
    if (!parts || done) {
        fprintf(stderr, "bloom_expected: %s\n", error.text);
        return 1;
    }
    return save(folder, "image.bin", image, texels * 16) || save(folder, "core.bin", parts, plan.tail_offset) ||
           save(folder, "tail.bin", parts + plan.tail_offset, plan.kernel_bytes - plan.tail_offset) ||
           save(folder, "want.bin", result, texels * 16);
}

static float *load(const char *folder, const char *name, uint64_t texels) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    float *read = aligned_alloc(64, (size_t)(texels * 16 + 63) / 64 * 64);
    if (!file || !read || fread(read, 16, (size_t)texels, file) != texels) {
        fprintf(stderr, "bloom_expected: %s: has not %llu texels\n", path, (unsigned long long)texels);
        exit(1);
    }
    fclose(file);
    return read;
}

static int given(nbl_bloom_desc_t desc, const char *folder) {
    const uint64_t texels = (uint64_t)desc.width * desc.height;
    const float *image = load(folder, "image.bin", texels),
                *kernel = load(folder, "kernel.bin", (uint64_t)desc.kernel_width * desc.kernel_height);
    float *result = make(texels, 13, 1.0);
    nbl_error_t error = {""};
    desc.algorithm = NBL_FFT_STOCKHAM;
    if (nbl_bloom_array(&desc, NULL, image, kernel, result, 0, &error) != NBL_SUCCESS) {
        fprintf(stderr, "bloom_expected: %s\n", error.text);
        return 1;
    }
    return save(folder, "want.bin", result, texels * 16);
}

int main(int argc, char **argv) {
    if (argc != 6) return 2;
    const bool sums = strcmp(argv[4], "prefix-sum") == 0;
    if (sums || strcmp(argv[4], "dual-filter") == 0)
        return blur((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]), sums, argv[5]);
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = (uint32_t)atoi(argv[1]);
    desc.height = (uint32_t)atoi(argv[2]);
    desc.kernel_width = desc.kernel_height = (uint32_t)atoi(argv[3]);
    desc.algorithm = strcmp(argv[4], "stockham") == 0 ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
    desc.limits.max_workgroup_invocations = NBL_TEXT_MAX_INVOCATIONS;
    desc.limits.max_shared_bytes = NBL_TEXT_MAX_SHARED_BYTES;
    desc.limits.subgroup_size = 1;
    if (strcmp(argv[4], "low-resolution") == 0) {
        desc.algorithm = NBL_FFT_STOCKHAM;
        return low_resolution(&desc, argv[5]);
    }
    if (strcmp(argv[4], "given") == 0) return given(desc, argv[5]);
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) {
        fprintf(stderr, "bloom_expected: %s\n", error.text);
        return 1;
    }
    uint64_t texels = (uint64_t)desc.width * desc.height,
             kernel_texels = (uint64_t)desc.kernel_width * desc.kernel_height;
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    emulation.image = make(texels, 11, 1e5);
    emulation.kernel = make(kernel_texels, 12, 100.0);
    emulation.result = make(texels, 13, 1.0);
    emulation.workspace = make(plan.workspace_bytes / 16 + 1, 14, 1.0);
    emulation.spectrum = make(plan.spectrum_bytes / 16 + 1, 15, 1.0);
    emulation.sums = make(NBL_BLOOM_SUMS_BYTES / 16, 16, 1.0);
    nbl_result_t result = nbl_bloom_emulate(&plan, &emulation, NBL_BLOOM_PASS_KERNEL_SUM,
                                            NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, NULL, &error);
    if (result != NBL_SUCCESS) {
        fprintf(stderr, "bloom_expected: %s\n", error.text);
        return 1;
    }
    return save(argv[5], "image.bin", emulation.image, texels * 16) ||
           save(argv[5], "kernel.bin", emulation.kernel, kernel_texels * 16) ||
           save(argv[5], "want.bin", emulation.result, texels * 16);
}
