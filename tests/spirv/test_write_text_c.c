/* Metal and OpenCL C as native compilers build them give the emulator's bits, at the level that their options set.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A compiler that may fuse, or reassociate, shows which of our protections it needs.
 */
#include "tests/spirv/text_native.h"

#include "bloom/compile.h"
#include "bloom/frame.h"

/* Returns how many numbers of a transform differ from the emulator's. */
static uint64_t differing(text_case_t *made, const char *text, bool metal, const char *const options[3]) {
    uint32_t uniforms[4] = {made->plan.desc.batch, 0, 0, 0};
    bound.buffers[0] = made->input;
    bound.buffers[1] = made->output;
    bound.buffers[2] = uniforms;
    memset(made->output, 0, (size_t)made->plan.output_bytes);
    run_native(text, metal, options, made->plan.workgroup_invocations, made->plan.workgroups);
    return text_differing(made);
}

static const char *const plain[3] = {NULL}, *const fusing[3] = {"-ffp-contract=fast", "-mfma"},
                         *const reckless[3] = {"-O3", "-ffast-math", "-mfma"};

/* Without the instruction nothing is fused, and nothing can be shown. */
static bool can_fuse(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("fma")) return true;
#endif
    printf("SKIPPED: native compilers: this processor has no fma of x86-64\n");
    return false;
}

/* A protection that is dropped: of the result that this number of `keep`s stands before. */
static void drop_protection(char *text, int number) {
    char *at = strstr(text, "= keep(");
    while (number-- > 0 && at) at = strstr(at + 1, "= keep(");
    ck_assert_ptr_nonnull(at);
    char *end = strstr(at, ", zero);");
    memset(at + 2, ' ', 4); /* = (a * b          ); */
    memset(end, ' ', 6);
}

START_TEST(metal) {
    if (!can_fuse()) return;
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, false, NBL_MODE_EXACT);
    text_case_t real = text_case(NBL_FFT_STOCKHAM, NBL_FFT_REAL, 60, true, NBL_MODE_EXACT);
    char *unprotected = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_NONE);
    char *products = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_PRODUCTS);
    char *all = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_ALL);
    char *all_real = text_of(&real, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    ck_assert_uint_eq(differing(&made, unprotected, true, plain), 0);
    ck_assert_uint_ne(differing(&made, unprotected, true, fusing), 0);
    ck_assert_uint_eq(differing(&made, products, true, fusing), 0);
    ck_assert_uint_ne(differing(&made, products, true, reckless), 0);
    ck_assert_uint_eq(differing(&made, all, true, reckless), 0);
    ck_assert_uint_eq(differing(&real, all_real, true, reckless), 0);
    drop_protection(products, 8);
    ck_assert_uint_ne(differing(&made, products, true, fusing), 0);
    nbl_text_free(unprotected);
    nbl_text_free(products);
    nbl_text_free(all);
    nbl_text_free(all_real);
    text_case_free(&made);
    text_case_free(&real);
}
END_TEST

START_TEST(opencl) {
    if (!can_fuse()) return;
    text_case_t made = text_case(NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, 60, true, NBL_MODE_EXACT);
    static const char *const may_fuse[3] = {"-mfma", "-Xclang", "-ffp-contract=fast-honor-pragmas"};
    char *text = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    char *all = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_ALL);
    ck_assert_uint_eq(differing(&made, text, false, may_fuse), 0);
    ck_assert_uint_eq(differing(&made, all, false, reckless), 0);
    char *pragma = strstr(text, "#pragma OPENCL FP_CONTRACT OFF");
    ck_assert_ptr_nonnull(pragma);
    memcpy(pragma, "//", 2);
    ck_assert_uint_ne(differing(&made, text, false, may_fuse), 0);
    nbl_text_free(text);
    nbl_text_free(all);
    text_case_free(&made);
}
END_TEST

/* Halves in memory: OpenCL C 1.2 has them behind pointers alone. Mutations that fail here: vstore_half2_rtz, the two
 * halves exchanged. */
START_TEST(opencl_halves) {
    static const char *const none[3] = {NULL};
    for (uint32_t length = 60; length <= 256; length += 196) {
        text_case_t made =
            text_case_in(NBL_FFT_FLOAT16_STORAGE, NBL_FFT_STOCKHAM, NBL_FFT_COMPLEX, length, false, NBL_MODE_EXACT);
        char *text = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
        ck_assert_uint_gt(made.plan.output_bytes, 4u * length);
        ck_assert_uint_eq(differing(&made, text, false, none), 0);
        nbl_text_free(text);
        text_case_free(&made);
    }
}
END_TEST

/* All lengths and kinds, where the compilers may do what the default of each target is made for. */
START_TEST(all_transforms) {
    if (!can_fuse()) return;
    static const char *const may_fuse[3] = {"-mfma", "-Xclang", "-ffp-contract=fast-honor-pragmas"};
    text_case_t made = text_case_of(_i);
    char *metal_text = text_of(&made, NBL_TARGET_MSL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    char *opencl_text = text_of(&made, NBL_TARGET_OPENCL, NBL_MODE_EXACT, NBL_OPAQUE_DEFAULT);
    uint64_t by_metal = differing(&made, metal_text, true, reckless);
    uint64_t by_opencl = differing(&made, opencl_text, false, may_fuse);
    printf("%s%u%s, %s: Metal %u, OpenCL C %u of %u numbers differ\n",
           text_transforms[_i].kind == NBL_FFT_REAL ? "2 x " : "", text_transforms[_i].length,
           text_transforms[_i].inverse ? " inverse" : "", text_transforms[_i].data, (unsigned)by_metal,
           (unsigned)by_opencl, (unsigned)(made.plan.output_bytes / 4));
    ck_assert(by_metal == 0 && by_opencl == 0);
    nbl_text_free(metal_text);
    nbl_text_free(opencl_text);
    text_case_free(&made);
}
END_TEST

/* ---- blooms, whose second pass works down columns */

/* Runs the passes of a bloom as a target's texts, or on the emulator where there are no options. */
static float *bloom_by(const nbl_bloom_plan_t *plan, float *image, float *kernel, nbl_target_t target,
                       const char *const options[3]) {
    const nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    char *workspace = text_memory(plan->workspace_bytes);
    float *sums = text_memory(NBL_BLOOM_SUMS_BYTES), *result = text_memory(plan->desc.width * plan->desc.height * 16u);
    void *spectrum = text_memory(plan->spectrum_bytes);
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    nbl_error_t error = {""};
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = workspace;
    emulation.spectrum = spectrum;
    emulation.sums = sums;
    emulation.frame = frame;
    if (options == NULL)
        expect_ok(nbl_bloom_emulate(plan, &emulation, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE,
                                    NULL, &error),
                  &error);
    for (int name = 0; options != NULL && name < NBL_BLOOM_PASSES; name++) {
        const nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .unroll = true};
        const nbl_write_text_desc_t desc = {.target = target, .mode = NBL_MODE_EXACT, .uniform_binding = 6};
        nbl_bloom_constants_t constants = nbl_bloom_frame_constants(plan, (nbl_bloom_pass_name_t)name, &frame);
        void *const buffers[NATIVE_BINDINGS] = {name < NBL_BLOOM_PASS_FIRST_AXIS ? kernel : image,
                                                workspace,
                                                workspace + plan->plain_offset,
                                                spectrum,
                                                sums,
                                                result,
                                                &constants};
        nbl_spirv_t spirv;
        char *text = NULL;
        expect_ok(nbl_bloom_pass_compile(plan, (nbl_bloom_pass_name_t)name, &how, &spirv, &error), &error);
        expect_ok(nbl_write_text(spirv.words, spirv.word_count, &desc, &text, NULL, &error), &error);
        memcpy(bound.buffers, buffers, sizeof buffers);
        run_native(text, target == NBL_TARGET_MSL, options, plan->passes[name].workgroup_size,
                   plan->passes[name].workgroups);
        nbl_text_free(text);
        nbl_spirv_free(&spirv);
    }
    free(workspace);
    free(spectrum);
    free(sums);
    return result;
}

static float *drawn_texels(uint32_t count, uint64_t seed) {
    test_random_t random = test_random_from(seed);
    float *texels = text_memory(count * 16u);
    for (uint32_t k = 0; k < 4 * count; k++) texels[k] = (float)(0.5 + 0.5 * test_random_real(&random));
    return texels;
}

/* Two sizes by each algorithm; make check takes the small ones. */
START_TEST(bloom) {
    if (!can_fuse()) return;
    static const char *const may_fuse[3] = {"-mfma", "-Xclang", "-ffp-contract=fast-honor-pragmas"};
    static const uint32_t sizes[][3] = {{20, 12, 5}, {160, 100, 41}};
    const uint32_t *size = sizes[_i / 2];
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    desc.width = size[0];
    desc.height = size[1];
    desc.kernel_width = desc.kernel_height = size[2];
    desc.algorithm = _i % 2 ? NBL_FFT_RADIX2_SHUFFLE : NBL_FFT_STOCKHAM;
    desc.limits.max_workgroup_invocations = NBL_TEXT_MAX_INVOCATIONS;
    desc.limits.max_shared_bytes = NBL_TEXT_MAX_SHARED_BYTES;
    desc.limits.subgroup_size = 1;
    expect_ok(nbl_bloom_plan_make(&desc, &plan, &error), &error);
    float *image = drawn_texels(size[0] * size[1], 3), *kernel = drawn_texels(size[2] * size[2], 4);
    float *want = bloom_by(&plan, image, kernel, NBL_TARGET_SPIRV, NULL);
    float *metal = bloom_by(&plan, image, kernel, NBL_TARGET_MSL, reckless);
    float *opencl = bloom_by(&plan, image, kernel, NBL_TARGET_OPENCL, may_fuse);
    uint64_t bytes = size[0] * size[1] * 16u, by_metal = test_differing_scalars(want, metal, bytes, 4);
    uint64_t by_opencl = test_differing_scalars(want, opencl, bytes, 4);
    printf("bloom %ux%u, kernel %ux%u, %s: Metal %u, OpenCL C %u of %u numbers differ\n", size[0], size[1], size[2],
           size[2], _i % 2 ? "radix-2 shuffle" : "Stockham", (unsigned)by_metal, (unsigned)by_opencl,
           (unsigned)(bytes / 4));
    ck_assert(by_metal == 0 && by_opencl == 0);
    float *all[] = {image, kernel, want, metal, opencl};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("write_text_c");
    TCase *tests = tcase_create("native compilers");
    tcase_add_test(tests, metal);
    tcase_add_test(tests, opencl);
    tcase_add_test(tests, opencl_halves);
    if (text_cases_are_all()) tcase_add_loop_test(tests, all_transforms, 0, TEXT_TRANSFORMS);
    tcase_add_loop_test(tests, bloom, 0, text_cases_are_all() ? 4 : 1);
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
