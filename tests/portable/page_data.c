/* page_data SCENE.exr FOLDER KERNEL.exr ...: what the page of docs/demo shows, and the CPU's checksums of it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Leaves FOLDER/image.bin and FOLDER/kernel<n>.bin, RGB halves, FOLDER/spectrum.bin, the first kernel's sums and
 * spectrum, and FOLDER/dual<n>.wgsl and exact_dual<n>.wgsl, and prints JSON: the bloom's checksums by kernel, and by
 * sharpening in tenths; the dual filter's passes and its checksum. Kernels of 256x256 become 39x39.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blur/kernels.h"
#include "io/image/image.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/bloom.h"
#include "nbl/host/write_text.h"

enum { KERNEL = 256, SIDE = 39, BLOCK = 6, ORIGIN = (KERNEL - BLOCK) / 2 - SIDE / 2 * BLOCK, STEPS = 11 };

static int fail(const char *what, const char *why) {
    fprintf(stderr, "page_data: %s: %s\n", what, why);
    return 1;
}

/* The nearest number that is a normal half, or 0; negative ones do not come. */
static uint16_t to_half(float *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = (bits + 0x1000u) & ~0x1fffu;
    if (bits < 113u << 23) bits = 0;
    if (bits > 0x477fe000u) bits = 0x477fe000u;
    memcpy(value, &bits, sizeof bits);
    return (uint16_t)(bits ? (bits >> 13) - (112u << 10) : 0);
}

static int write_file(const char *path, const void *data, size_t bytes) {
    FILE *file = fopen(path, "wb");
    if (!file) return fail(path, "cannot be written");
    size_t written = fwrite(data, 1, bytes, file);
    return fclose(file) == 0 && written == bytes ? 0 : fail(path, "cannot be written");
}

/* Rounds RGBA texels, sets alpha to 1, and writes RGB. */
static int save(const char *folder, const char *name, float *texels, size_t count) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file) return fail(path, "cannot be written");
    for (size_t k = 0; k < count; k++) {
        uint16_t halves[3];
        for (int c = 0; c < 3; c++) halves[c] = to_half(&texels[4 * k + (size_t)c]);
        texels[4 * k + 3] = 1.0f;
        fwrite(halves, sizeof halves, 1, file);
    }
    return fclose(file) == 0 ? 0 : fail(path, "cannot be written");
}

static float *room(uint64_t bytes) { return aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64); }

static void shrink(const nbl_image *from, float *to) {
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            for (uint32_t c = 0; c < 4; c++) {
                float sum = 0.0f;
                for (uint32_t k = 0; k < BLOCK * BLOCK; k++) {
                    uint32_t row = ORIGIN + BLOCK * y + k / BLOCK, column = ORIGIN + BLOCK * x + k % BLOCK;
                    sum += from->pixels[4 * ((size_t)row * from->width + column) + c];
                }
                to[4 * (y * SIDE + x) + c] = sum;
            }
    /* Halves end early: the brightest texel becomes 1000; what is divided by is the luminance in any case. */
    float most = 0.0f;
    for (uint32_t k = 0; k < 4 * SIDE * SIDE; k++) most = k % 4 < 3 && to[k] > most ? to[k] : most;
    for (uint32_t k = 0; k < 4 * SIDE * SIDE; k++) to[k] = to[k] * (1000.0f / most);
}

static uint32_t checksum(const float *texels, size_t dwords) {
    uint32_t hash = 2166136261u;
    for (size_t k = 0; k < dwords; k++) {
        uint32_t bits;
        memcpy(&bits, texels + k, sizeof bits);
        hash = (hash ^ bits) * 16777619u;
    }
    return hash;
}

/* So much of the blurred image: all of it would be a fog. */
static const nbl_blur_frame_t dual_frame = {.intensity = 0.15f, .threshold = 1.0f, .knee = 0.5f};

/* interface  may be NULL */
static int write_text(const char *path, const nbl_spirv_t *spirv, nbl_opaque_t opaque, char **interface) {
    const nbl_write_text_desc_t desc = {
        .target = NBL_TARGET_WGSL, .mode = NBL_MODE_EXACT, .opaque = opaque, .uniform_binding = 3};
    char *text;
    nbl_error_t error;
    if (nbl_write_text(spirv->words, spirv->word_count, &desc, &text, interface, &error) != NBL_SUCCESS)
        return fail("dual filter", error.text);
    int failed = write_file(path, text, strlen(text));
    nbl_text_free(text);
    return failed;
}

static int dual_pass(const nbl_blur_plan_t *plan, uint32_t number, const char *folder) {
    const nbl_blur_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .optimize = NBL_OPTIMIZE_UNROLL};
    const nbl_blur_pass_t *pass = &plan->passes[number];
    const nbl_blur_constants_t constants = nbl_blur_frame_constants(pass, &dual_frame);
    uint32_t words[sizeof constants / 4];
    nbl_error_t error;
    nbl_spirv_t spirv;
    char *interface, path[4096], exact[4096];
    snprintf(path, sizeof path, "%s/dual%u.wgsl", folder, (unsigned)pass->kernel);
    snprintf(exact, sizeof exact, "%s/exact_dual%u.wgsl", folder, (unsigned)pass->kernel);
    if (nbl_blur_pass_compile(plan, number, &how, &spirv, &error) != NBL_SUCCESS)
        return fail("dual filter", error.text);
    if (write_text(path, &spirv, NBL_OPAQUE_CONSTANTS, &interface) || write_text(exact, &spirv, NBL_OPAQUE_ALL, NULL))
        return 1;
    memcpy(words, &constants, sizeof words);
    printf("%s\n  {\"file\": \"dual%u.wgsl\", \"workgroups\": %llu, \"constants\": [", number ? "," : "",
           (unsigned)pass->kernel, (unsigned long long)pass->workgroups);
    for (size_t k = 0; k < sizeof words / 4; k++) printf("%s%u", k ? ", " : "", words[k]);
    printf("], \"interface\": %s}", interface);
    nbl_text_free(interface);
    nbl_spirv_free(&spirv);
    return 0;
}

static int dual_filter(const nbl_image *scene, const float *image, float *result, const char *folder) {
    nbl_blur_plan_t plan;
    nbl_error_t error;
    nbl_blur_desc_t desc;
    memset(&desc, 0, sizeof desc);
    desc.width = scene->width;
    desc.height = scene->height;
    desc.combine = NBL_BLOOM_COMBINE_MIX;
    if (nbl_blur_plan_make(&desc, &plan, &error) != NBL_SUCCESS ||
        nbl_blur_emulate(&plan, image, result, &dual_frame, NULL, NULL, &error) != NBL_SUCCESS)
        return fail("dual filter", error.text);
    printf("{\"levels\": %u, \"workspace\": %llu, \"uniform_binding\": 3, \"checksum\": %u, \"passes\": [",
           (unsigned)plan.desc.levels, (unsigned long long)plan.workspace_bytes,
           checksum(result, (size_t)4 * scene->width * scene->height));
    for (uint32_t i = 0; i < plan.pass_count; i++)
        if (dual_pass(&plan, i, folder)) return 1;
    printf("]}");
    return 0;
}

/* As readSpectrum() of the npm package gives it. */
static int save_spectrum(const char *folder, const nbl_bloom_run_t *emulation, uint64_t bytes) {
    char path[4096];
    unsigned char *both = malloc(NBL_BLOOM_SUMS_BYTES + bytes);
    if (!both) return fail("spectrum", "no memory");
    snprintf(path, sizeof path, "%s/spectrum.bin", folder);
    memcpy(both, emulation->sums, NBL_BLOOM_SUMS_BYTES);
    memcpy(both + NBL_BLOOM_SUMS_BYTES, emulation->spectrum, bytes);
    int failed = write_file(path, both, NBL_BLOOM_SUMS_BYTES + bytes);
    free(both);
    return failed;
}

int main(int argc, char **argv) {
    nbl_image scene = {0};
    nbl_image_error image_error = {0};
    nbl_error_t error = {""};
    nbl_bloom_plan_t plan;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    if (argc < 4) return fail("usage", "page_data SCENE.exr FOLDER KERNEL.exr ...");
    if (nbl_image_read(argv[1], &scene, &image_error)) return fail(argv[1], image_error.message);
    desc.width = scene.width;
    desc.height = scene.height;
    desc.kernel_width = desc.kernel_height = SIDE;
    desc.first_axis = NBL_BLOOM_AXIS_Y; /* as docs/demo/make_page.mjs, for the spectrum */
    desc.short_modules = true;
    desc.algorithm = NBL_FFT_RADIX2_SHUFFLE;
    desc.limits.max_workgroup_invocations = NBL_TEXT_MAX_INVOCATIONS;
    desc.limits.max_shared_bytes = NBL_TEXT_MAX_SHARED_BYTES;
    desc.limits.subgroup_size = 1;
    if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) return fail("plan", error.text);
    size_t texels = (size_t)scene.width * scene.height;
    float *image = room(texels * 16), *kernel = room(SIDE * SIDE * 16);
    memcpy(image, scene.pixels, texels * 16);
    if (save(argv[2], "image.bin", image, texels)) return 1;
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = room(texels * 16);
    emulation.workspace = room(plan.workspace_bytes);
    emulation.spectrum = room(plan.spectrum_bytes);
    emulation.sums = room(NBL_BLOOM_SUMS_BYTES);
    for (int k = 3; k < argc; k++) {
        nbl_image read = {0};
        char name[32];
        if (nbl_image_read(argv[k], &read, &image_error)) return fail(argv[k], image_error.message);
        if (read.width != KERNEL || read.height != KERNEL) return fail(argv[k], "is not 256x256");
        shrink(&read, kernel);
        nbl_image_free(&read);
        snprintf(name, sizeof name, "kernel%d.bin", k - 3);
        if (save(argv[2], name, kernel, SIDE * SIDE)) return 1;
        printf("%s", k == 3 ? "{\"side\": 39, \"bloom\": [" : ", ");
        for (int step = 0; step < STEPS; step++) {
            emulation.frame.sharpening = (float)(step / 10.0);
            if (nbl_bloom_emulate(&plan, &emulation, step ? NBL_BLOOM_PASS_FIRST_AXIS : NBL_BLOOM_PASS_KERNEL_SUM,
                                  NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, NULL, &error) != NBL_SUCCESS)
                return fail("bloom", error.text);
            printf("%s%u", step ? ", " : "[", checksum(emulation.result, 4 * texels));
        }
        printf("]");
        if (k == 3 && save_spectrum(argv[2], &emulation, plan.spectrum_bytes)) return 1;
    }
    printf("],\n\"dual\": ");
    if (dual_filter(&scene, image, emulation.result, argv[2])) return 1;
    printf("}\n");
    nbl_image_free(&scene);
    return 0;
}
