/* What a frame loop relies on: sizes that grow within a ladder's rung, kernels shared by its sizes, frames without an
 * allocation, passes from modules.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The Makefile wraps the allocations of our own objects.
 */
#include "bloom/compile.h"
#include "tests/bloom/cases.h"
#include "tests/bloom/running.h"

static uint64_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *block, size_t size) {
    allocations++;
    return __real_realloc(block, size);
}
void __wrap_free(void *block) { __real_free(block); }

static nbl_bloom_plan_t plan_of(const nbl_bloom_desc_t *desc) {
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    expect_bloom(nbl_bloom_plan_make(desc, &plan, &error), &error);
    return plan;
}

/* All sizes of a rung have the same passes but for the numbers that are push constants. */
START_TEST(rungs_share_kernels) {
    uint32_t rungs = 0, last = 0;
    nbl_bloom_plan_t before;
    for (uint32_t width = 1; width < 150; width += 1 + width / 12) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        desc.width = width;
        desc.height = 33;
        desc.kernel_width = desc.kernel_height = 64;
        desc.algorithm = NBL_FFT_STOCKHAM;
        desc.first_axis = NBL_BLOOM_AXIS_X;
        desc.ladder = true;
        desc.padding_x = desc.padding_y = _i % 2 ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO;
        desc.kernel_mode = _i / 2 ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD;
        nbl_bloom_plan_t plan = plan_of(&desc);
        uint32_t least = least_length(desc.kernel_mode, desc.padding_x, width, 64);
        uint32_t of_most = least_length(desc.kernel_mode, desc.padding_x, plan.most_width, 64);
        ck_assert(plan.length_first >= least && (least < 16 || plan.length_first * 3 <= least * 4));
        ck_assert(plan.most_width >= width && of_most <= plan.length_first);
        ck_assert_uint_gt(least_length(desc.kernel_mode, desc.padding_x, plan.most_width + 1, 64), plan.length_first);
        bool same = rungs > 0 && width <= last;
        for (int i = 0; same && i < NBL_BLOOM_PASSES; i++) {
            ck_assert(memcmp(&plan.passes[i].parameters, &before.passes[i].parameters,
                             sizeof plan.passes[i].parameters) == 0);
            ck_assert_uint_eq(plan.passes[i].workgroups, before.passes[i].workgroups);
        }
        rungs += !same;
        last = plan.most_width;
        before = plan;
    }
    printf("ladder: %u rungs\n", rungs);
    ck_assert(rungs >= 6 && rungs <= 20);
}
END_TEST

/* The texels of a frame, packed, from memory whose rows are the plan's most apart. */
static float *frame_texels(const nbl_bloom_plan_t *plan, uint32_t width, uint32_t height, const float *texels) {
    float *packed = calloc((size_t)width * height, 16);
    for (size_t y = 0; y < height; y++)
        memcpy(packed + 4 * y * width, texels + 4 * y * plan->most_width, 16 * (size_t)width);
    return packed;
}

/* Another extent in every frame, larger ones than the plan was described with among them: the definition of that size,
 * and the emulator's bits on lavapipe. */
START_TEST(extents_change_every_frame) {
    test_random_t random = test_random_begin("extents_change_every_frame");
    case_t c = {.family = "ladder",
                .width = 40,
                .height = 27,
                .kernel_width = 10,
                .kernel_height = 12,
                .padding = _i == 1 ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO,
                .mode = _i == 2 ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD,
                .first_axis = _i == 1 ? NBL_BLOOM_AXIS_Y : NBL_BLOOM_AXIS_X,
                .algorithm = NBL_FFT_STOCKHAM};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_bloom_desc_t desc = case_desc(&c, nbl_fft_device_limits(device));
    desc.ladder = true;
    nbl_bloom_plan_t plan = plan_of(&desc);
    uint32_t w = plan.most_width, h = plan.most_height;
    ck_assert(w > c.width && h > c.height);
    const uint32_t extents[6][2] = {{0, 0}, {w, h}, {1, 1}, {w, 3}, {17, h}, {c.width - 1, c.height - 1}};
    nbl_bloom_frame_t frames[6];
    run_t runs[6];
    for (int i = 0; i < 6; i++) {
        frames[i] = nbl_bloom_frame_init();
        frames[i].width = extents[i][0];
        frames[i].height = extents[i][1];
        frames[i].row_pitch = w;
    }
    case_t whole = c;
    whole.width = w;
    whole.height = h;
    float *image = make_image_texels(&whole, &random), *kernel = make_kernel_texels(&c, &random);
    nbl_error_t error = {""};
    nbl_bloom_t *bloom;
    nbl_bloom_vulkan_desc_t how = {0};
    expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
    run_frames_on_device(device, bloom, &how, image, kernel, frames, 6, runs);
    for (int i = 0; i < 6; i++) {
        case_t now = c;
        if (extents[i][0]) now.width = extents[i][0];
        if (extents[i][1]) now.height = extents[i][1];
        run_t emulated = run_emulated_frame(&plan, image, kernel, &frames[i], NULL);
        float *part = frame_texels(&plan, now.width, now.height, image);
        float *got = frame_texels(&plan, now.width, now.height, emulated.result);
        float *on_device = frame_texels(&plan, now.width, now.height, runs[i].result);
        size_t texels = (size_t)now.width * now.height;
        double *reference = case_reference(&now, &plan, part, kernel, 0.0f);
        errors_t e = reference_errors(reference, got, texels);
        ck_assert_msg(e.relative <= 4e-7 && e.largest <= 1.5e-6, "%u x %u: relative %g, largest %g", now.width,
                      now.height, e.relative, e.largest);
        ck_assert_uint_eq(differing_floats(got, on_device, 16 * texels), 0);
        if (i == 5 && _i == 2) { /* and what a bloom created with that N has */
            nbl_bloom_desc_t other = case_desc(&now, desc.limits);
            other.width = w;
            other.height = h;
            nbl_bloom_plan_t created = plan_of(&other);
            ck_assert(created.length_first == plan.length_first && created.length_second == plan.length_second);
            nbl_bloom_frame_t frame = frames[i];
            run_t of_other = run_emulated_frame(&created, image, kernel, &frame, NULL);
            float *its = frame_texels(&created, now.width, now.height, of_other.result);
            ck_assert_uint_eq(differing_floats(got, its, 16 * texels), 0);
            free(its);
            run_free(&of_other);
        }
        run_free(&emulated);
        run_free(&runs[i]);
        free(part);
        free(got);
        free(on_device);
        free(reference);
    }
    /* Refused before these two are looked at. */
    const nbl_bloom_binding_t *binding = (const void *)&c;
    VkCommandBuffer commands = (VkCommandBuffer)(void *)&c;
    frames[0].width = w + 1;
    nbl_result_t result = nbl_bloom_record_image(bloom, binding, commands, &frames[0], NULL, 0, &error);
    ck_assert(result == NBL_ERROR_ARGUMENT && strstr(error.text, "are more than the plan's"));
    frames[0].width = 9;
    frames[0].row_pitch = 8;
    result = nbl_bloom_record_image(bloom, binding, commands, &frames[0], NULL, 0, &error);
    ck_assert_msg(result == NBL_ERROR_ARGUMENT && strstr(error.text, "row pitch 8: must be 9 texels or more"), "%s",
                  error.text);
    nbl_bloom_destroy(bloom);
    free(image);
    free(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Passes from modules made elsewhere are the same passes; another pass's module is refused; and recording, all of it,
 * allocates nothing. */
START_TEST(modules_and_allocations) {
    test_random_t random = test_random_begin("modules_and_allocations");
    case_t c = {.family = "modules",
                .width = 30,
                .height = 21,
                .kernel_width = 5,
                .kernel_height = 5,
                .algorithm = NBL_FFT_STOCKHAM};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_bloom_desc_t desc = case_desc(&c, nbl_fft_device_limits(device));
    nbl_bloom_plan_t plan = plan_of(&desc);
    nbl_bloom_vulkan_desc_t how = {0};
    nbl_error_t error = {""};
    nbl_spirv_t spirv[NBL_BLOOM_PASSES];
    nbl_bloom_module_t modules[NBL_BLOOM_PASSES];
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) {
        expect_bloom(nbl_bloom_pass_compile(&plan, (nbl_bloom_pass_name_t)i, &how, &spirv[i], &error), &error);
        modules[i] = (nbl_bloom_module_t){spirv[i].words, spirv[i].word_count};
    }
    how.modules = modules;
    nbl_bloom_t *bloom, *wrong;
    expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
    modules[NBL_BLOOM_PASS_CONVOLVE] = modules[NBL_BLOOM_PASS_FIRST_AXIS_INVERSE];
    ck_assert_int_eq(nbl_bloom_create(device, &plan, &how, &wrong, &error), NBL_ERROR_ARGUMENT);
    ck_assert_ptr_null(wrong);
    ck_assert_msg(strncmp(error.text, "convolve: ", 10) == 0, "%s", error.text);

    float *image = make_image_texels(&c, &random), *kernel = make_kernel_texels(&c, &random);
    nbl_bloom_frame_t frame = nbl_bloom_frame_init();
    run_t emulated = run_emulated_frame(&plan, image, kernel, &frame, NULL), run;
    run_frames_on_device(device, bloom, &how, image, kernel, &frame, 1, &run);
    ck_assert_uint_eq(differing_floats(emulated.result, run.result, result_bytes(&plan)), 0);

    nbl_vulkan_buffer_t all = make_buffer(device, plan.workspace_bytes + plan.spectrum_bytes + 65536, NULL, "all");
    nbl_vulkan_resource_t part = {.buffer = all.handle};
    nbl_bloom_resources_t resources = {
        .image = part, .result = part, .kernel = part, .workspace = part, .spectrum = part, .sums = part};
    nbl_bloom_binding_t *binding;
    nbl_vulkan_commands_t commands;
    uint64_t before = allocations;
    expect_bloom(nbl_bloom_binding_create(bloom, &resources, &binding, &error), &error);
    ck_assert_uint_gt(allocations, before); /* they are counted */
    expect_vulkan(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect_vulkan(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    before = allocations;
    nbl_result_t recorded = nbl_bloom_record_sums(bloom, binding, commands.buffer, NULL, 0, &error);
    if (!recorded) recorded = nbl_bloom_record_kernel(bloom, binding, commands.buffer, NULL, 0, &error);
    for (uint32_t i = 1; i < 20 && !recorded; i++) {
        frame.width = i;
        frame.height = 21 - i;
        frame.sharpening = 0.01f * (float)i;
        recorded = nbl_bloom_record_image(bloom, binding, commands.buffer, &frame, NULL, 0, &error);
    }
    uint64_t after = allocations; /* Check has its own */
    expect_bloom(recorded, &error);
    ck_assert_uint_eq(after, before);
    nbl_bloom_binding_destroy(binding);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_buffer_destroy(device, &all);
    nbl_bloom_destroy(bloom);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) nbl_spirv_free(&spirv[i]);
    run_free(&emulated);
    run_free(&run);
    free(image);
    free(kernel);
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* Images of a batch have the bits that each has by itself: of several extents, by three workspaces in turn, with every
 * padding; and workspaces that would be overwritten are refused. */
START_TEST(images_of_a_batch) {
    enum { IMAGES = 5, TURNS = 3 };
    test_random_t random = test_random_begin("images_of_a_batch");
    case_t c = {.family = "batch",
                .width = 40,
                .height = 26,
                .kernel_width = 9,
                .kernel_height = 7,
                .algorithm = NBL_FFT_STOCKHAM};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_bloom_desc_t desc = case_desc(&c, nbl_fft_device_limits(device));
    if (_i == 1) desc.padding_y = NBL_BLOOM_PADDING_MIRROR;
    nbl_bloom_plan_t plan = plan_of(&desc);
    nbl_bloom_vulkan_desc_t how = {0};
    nbl_error_t error = {""};
    nbl_bloom_t *bloom;
    expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
    float *kernel = make_kernel_texels(&c, &random), *images[IMAGES];
    nbl_bloom_frame_t frames[IMAGES];
    const uint64_t texels = result_bytes(&plan);
    nbl_vulkan_buffer_t given[IMAGES], results[IMAGES], workspaces[TURNS];
    nbl_vulkan_buffer_t taps = make_buffer(device, (uint64_t)c.kernel_width * c.kernel_height * 16, kernel, "kernel");
    nbl_vulkan_buffer_t spectrum = make_buffer(device, plan.spectrum_bytes, NULL, "spectrum");
    nbl_vulkan_buffer_t sums = make_buffer(device, NBL_BLOOM_SUMS_BYTES, NULL, "sums");
    nbl_bloom_binding_t *bindings[IMAGES], *overlapping, *reading; /* number 1's workspace; number 0's result */
    nbl_bloom_resources_t resources;
    for (int i = 0; i < TURNS; i++) workspaces[i] = make_buffer(device, plan.workspace_bytes + 256, NULL, "workspace");
    for (int i = 0; i < IMAGES; i++) {
        images[i] = make_image_texels(&c, &random);
        given[i] = make_buffer(device, texels, images[i], "image");
        results[i] = make_buffer(device, texels, NULL, "result");
        frames[i] = nbl_bloom_frame_init();
        frames[i].width = 40 - 3 * (uint32_t)i;
        frames[i].height = 22 + (uint32_t)i;
        frames[i].sharpening = 0.1f * (float)i;
        resources = (nbl_bloom_resources_t){.image.buffer = given[i].handle,
                                            .result.buffer = results[i].handle,
                                            .kernel.buffer = taps.handle,
                                            .workspace.buffer = workspaces[i % TURNS].handle,
                                            .spectrum.buffer = spectrum.handle,
                                            .sums.buffer = sums.handle};
        expect_bloom(nbl_bloom_binding_create(bloom, &resources, &bindings[i], &error), &error);
    }
    resources.workspace.offset = 256;
    expect_bloom(nbl_bloom_binding_create(bloom, &resources, &overlapping, &error), &error);
    resources.workspace = (nbl_vulkan_resource_t){.buffer = workspaces[2].handle};
    resources.image.buffer = results[0].handle;
    expect_bloom(nbl_bloom_binding_create(bloom, &resources, &reading, &error), &error);
    submit_half(device, bloom, bindings[0], false, NULL);
    nbl_vulkan_commands_t commands;
    expect_vulkan(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect_vulkan(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    const nbl_bloom_binding_t *turns[IMAGES] = {bindings[0], bindings[1], bindings[2], bindings[3], bindings[4]};
    expect_bloom(nbl_bloom_record_images(bloom, turns, frames, IMAGES, commands.buffer, &error), &error);
    expect_bloom(nbl_bloom_record_images(bloom, turns, NULL, 0, commands.buffer, &error), &error);
    expect_vulkan(nbl_vulkan_commands_submit(device, &commands, &error), &error);
    float *batch = malloc(texels), *alone = malloc(texels);
    for (int i = 0; i < IMAGES; i++) {
        download(device, &results[i], batch, texels);
        submit_half(device, bloom, bindings[i], true, &frames[i]);
        download(device, &results[i], alone, texels);
        float *of_batch = frame_texels(&plan, frames[i].width, frames[i].height, batch);
        float *by_itself = frame_texels(&plan, frames[i].width, frames[i].height, alone);
        ck_assert_uint_eq(differing_floats(of_batch, by_itself, (size_t)frames[i].width * frames[i].height * 16), 0);
        free(of_batch);
        free(by_itself);
    }
    expect_vulkan(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    turns[2] = bindings[0];
    nbl_result_t refused = nbl_bloom_record_images(bloom, turns, NULL, IMAGES, commands.buffer, &error);
    ck_assert_msg(refused == NBL_ERROR_ARGUMENT &&
                      strcmp(error.text, "bindings: workspaces of number 0 and 2 overlap: must be three in turn") == 0,
                  "%s", error.text);
    turns[2] = overlapping;
    refused = nbl_bloom_record_images(bloom, turns, NULL, IMAGES, commands.buffer, &error);
    ck_assert_msg(refused == NBL_ERROR_ARGUMENT && strstr(error.text, "workspaces of number 1 and 2 overlap") != NULL,
                  "%s", error.text);
    turns[2] = reading;
    refused = nbl_bloom_record_images(bloom, turns, NULL, IMAGES, commands.buffer, &error);
    ck_assert_msg(refused == NBL_ERROR_ARGUMENT &&
                      strstr(error.text, "the image of number 2 is the result of number 0") != NULL,
                  "%s", error.text);
    const nbl_bloom_binding_t *const read_first[] = {reading, bindings[1], bindings[0]}; /* then written */
    expect_bloom(nbl_bloom_record_images(bloom, read_first, NULL, 3, commands.buffer, &error), &error);
    turns[2] = NULL;
    refused = nbl_bloom_record_images(bloom, turns, NULL, IMAGES, commands.buffer, &error);
    ck_assert_msg(refused == NBL_ERROR_ARGUMENT && strcmp(error.text, "bindings: number 2 is NULL") == 0, "%s",
                  error.text);
    turns[2] = bindings[2];
    frames[4].width = 41;
    refused = nbl_bloom_record_images(bloom, turns, frames, IMAGES, commands.buffer, &error);
    ck_assert_msg(refused == NBL_ERROR_ARGUMENT &&
                      strstr(error.text, "frames: number 4: frame: 41 x 26 texels are more"),
                  "%s", error.text);
    nbl_bloom_binding_destroy(overlapping);
    nbl_bloom_binding_destroy(reading);
    free(batch);
    free(alone);
    free(kernel);
    for (int i = 0; i < IMAGES; i++) {
        nbl_bloom_binding_destroy(bindings[i]);
        nbl_vulkan_buffer_destroy(device, &given[i]);
        nbl_vulkan_buffer_destroy(device, &results[i]);
        free(images[i]);
    }
    for (int i = 0; i < TURNS; i++) nbl_vulkan_buffer_destroy(device, &workspaces[i]);
    nbl_vulkan_buffer_destroy(device, &taps);
    nbl_vulkan_buffer_destroy(device, &spectrum);
    nbl_vulkan_buffer_destroy(device, &sums);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_bloom_destroy(bloom);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom loop");
    TCase *tests = tcase_create("loop");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, rungs_share_kernels, 0, 3);
    tcase_add_loop_test(tests, extents_change_every_frame, 0, 3);
    tcase_add_test(tests, modules_and_allocations);
    tcase_add_loop_test(tests, images_of_a_batch, 0, 2);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
