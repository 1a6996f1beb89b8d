/* The blurs beside the bloom, and the bloom at low resolution, under the validation layer: silent, two frames in a row,
 * and told where a barrier is taken away.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/parameters.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "tests/validation/validated.h"

enum { WIDTH = 33, HEIGHT = 18 };

/* Records two frames and waits for them. Returns how many warnings and errors that made. */
static uint64_t run(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_blur_method_t method, int taken_away) {
    const nbl_blur_desc_t desc = {
        .method = method, .width = WIDTH, .height = HEIGHT, .levels = 3, .sigma = 4.0f, .wrap = NBL_BLUR_WRAP_CLAMP};
    const nbl_blur_vulkan_desc_t how = {.cache = cache, .optimize = NBL_OPTIMIZE_FOLD};
    nbl_blur_plan_t plan;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    uint64_t before = messages(device);
    expect(nbl_blur_plan_make(&desc, &plan, &error));
    expect(nbl_blur_create(device, &plan, &how, &blur, &error));
    static const float texels[WIDTH * HEIGHT * 4];
    test_recording_t r = test_recording_begin(device, texels, plan.image_bytes, plan.image_bytes, plan.workspace_bytes);
    const nbl_blur_resources_t resources = {r.source_bound, r.target_bound, r.workspace_bound};
    expect(nbl_blur_binding_create(blur, &resources, &binding, &error));
    barriers_recorded = 0;
    barrier_taken_away = taken_away;
    for (int frame = 0; frame < 2; frame++)
        expect(nbl_blur_record(blur, binding, r.commands.buffer, NULL, NULL, 0, &error));
    barrier_taken_away = -1;
    test_recording_submit(&r);
    uint64_t said = messages(device) - before;
    nbl_blur_binding_destroy(binding);
    test_recording_end(&r);
    nbl_blur_destroy(blur);
    return said;
}

/* The same of a bloom at low resolution: its kernel once, then two frames. */
static uint64_t run_low(nbl_vulkan_device_t *device, nbl_cache_t *cache, int taken_away) {
    nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = 2};
    const nbl_bloom_vulkan_desc_t how = {.cache = cache};
    nbl_bloom_low_plan_t plan;
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *binding;
    static float texels[WIDTH * HEIGHT * 4];
    uint64_t before = messages(device);
    desc.bloom.width = desc.bloom.kernel_width = WIDTH;
    desc.bloom.height = desc.bloom.kernel_height = HEIGHT;
    desc.bloom.algorithm = NBL_FFT_STOCKHAM;
    desc.bloom.limits = nbl_fft_device_limits(device);
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++) texels[i] = 1.0f;
    expect(nbl_bloom_low_plan_make(&desc, &plan, &error));
    expect(nbl_bloom_low_create(device, &plan, &how, &low, &error));
    test_recording_t r = test_recording_begin(device, texels, plan.image_bytes, plan.image_bytes, plan.workspace_bytes);
    void *parts = malloc((size_t)plan.kernel_bytes);
    ck_assert_ptr_nonnull(parts);
    expect(nbl_bloom_low_split(&plan, texels, parts, &error));
    const nbl_bloom_low_resources_t resources = {r.source_bound, r.target_bound, r.workspace_bound};
    expect(nbl_vulkan_buffer_upload(device, &r.workspace, 0, parts, plan.kernel_bytes, &error));
    expect(nbl_bloom_low_binding_create(low, &resources, &binding, &error));
    expect(nbl_bloom_low_record_kernel(low, binding, r.commands.buffer, &error));
    barriers_recorded = 0;
    barrier_taken_away = taken_away;
    for (int frame = 0; frame < 2; frame++)
        expect(nbl_bloom_low_record_image(low, binding, r.commands.buffer, NULL, NULL, 0, &error));
    barrier_taken_away = -1;
    test_recording_submit(&r);
    uint64_t said = messages(device) - before;
    nbl_bloom_low_binding_destroy(binding);
    test_recording_end(&r);
    nbl_bloom_low_destroy(low);
    free(parts);
    return said;
}

START_TEST(low_resolution_is_silent_but_where_a_barrier_is_missing) {
    nbl_vulkan_device_t *device = open_validated(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_cache_t *cache = NULL;
    const nbl_cache_desc_t cache_desc = {test_folder()};
    expect(nbl_cache_create(&cache_desc, &cache, &error));
    ck_assert_msg(run_low(device, cache, -1) == 0, "%s", first_message);
    int barriers = barriers_recorded, found = 0;
    ck_assert_int_eq(barriers, 2 * NBL_BLOOM_LOW_PASSES);
    /* After the step down, before the step up, and between the frames: the others are the bloom's (test_validation). */
    const int own[3] = {0, NBL_BLOOM_LOW_PASSES - 2, NBL_BLOOM_LOW_PASSES - 1};
    for (int i = 0; i < 3; i++) {
        bool told = run_low(device, cache, own[i]) > 0;
        printf("low resolution, barrier %d: %s\n", own[i], told ? "missed" : "not missed");
        found += told;
    }
    ck_assert_int_eq(found, 3);
    nbl_cache_destroy(cache);
    nbl_vulkan_device_destroy(device);
    test_folder_remove();
}
END_TEST

/* method, for the loop of a test */
START_TEST(silent_but_where_a_barrier_is_missing) {
    nbl_vulkan_device_t *device = open_validated(TEST_LAVAPIPE);
    if (device == NULL) return;
    nbl_cache_t *cache = NULL;
    const nbl_cache_desc_t cache_desc = {test_folder()};
    expect(nbl_cache_create(&cache_desc, &cache, &error));
    ck_assert_msg(run(device, cache, (nbl_blur_method_t)_i, -1) == 0, "%s", first_message);
    int barriers = barriers_recorded, found = 0;
    ck_assert_int_gt(barriers, 1);
    for (int taken = 0; taken < barriers - 1; taken++) /* the last one is for later commands */
        found += run(device, cache, (nbl_blur_method_t)_i, taken) > 0;
    /* The dual filter's levels lie in one buffer, which each pass both reads and writes: to the layer that is no
     * hazard. */
    ck_assert_int_eq(found, _i == NBL_BLUR_DUAL_FILTER ? 3 : barriers - 1);
    printf("method %d: silent; %d of %d barriers missed when taken away\n", _i, found, barriers - 1);
    nbl_cache_destroy(cache);
    nbl_vulkan_device_destroy(device);
    test_folder_remove();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("validation of the blurs");
    TCase *tests = tcase_create("blur");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, silent_but_where_a_barrier_is_missing, NBL_BLUR_DUAL_FILTER, NBL_BLUR_PREFIX_SUM + 1);
    tcase_add_test(tests, low_resolution_is_silent_but_where_a_barrier_is_missing);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
