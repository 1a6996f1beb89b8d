/* A bloom's pipelines are made on as many threads as were asked for, and a failure is the first pass's all the same.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <time.h>

#include "bloom/compile.h"
#include "nbl/fft/parameters.h"
#include "tests/bloom/running.h"
#include "tests/vulkan/driver_leaks.h"

/* What stands between the library and the driver counts the pipelines that are being made. */
static PFN_vkGetInstanceProcAddr loader;
static PFN_vkGetDeviceProcAddr of_device;
static PFN_vkCreateComputePipelines create_pipelines;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int at_once, most_at_once, awaited, made, by_others;
static pthread_t caller;
static bool refused;

enum { PATIENCE_SECONDS = 20 };

/* Waits until as many are being made at once as the test awaits, or did before. */
static VKAPI_ATTR VkResult VKAPI_CALL watched_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                                        const VkComputePipelineCreateInfo *infos,
                                                        const VkAllocationCallbacks *allocation,
                                                        VkPipeline *pipelines) {
    struct timespec until;
    timespec_get(&until, TIME_UTC);
    until.tv_sec += PATIENCE_SECONDS;
    pthread_mutex_lock(&lock);
    made++;
    at_once++;
    by_others += !pthread_equal(pthread_self(), caller);
    if (at_once > most_at_once) most_at_once = at_once;
    pthread_cond_broadcast(&changed);
    while (most_at_once < awaited && pthread_cond_timedwait(&changed, &lock, &until) == 0) continue;
    pthread_mutex_unlock(&lock);
    VkResult result =
        refused ? VK_ERROR_OUT_OF_DEVICE_MEMORY : create_pipelines(device, cache, count, infos, allocation, pipelines);
    pthread_mutex_lock(&lock);
    at_once--;
    pthread_mutex_unlock(&lock);
    return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find_of_device(VkDevice device, const char *name) {
    PFN_vkVoidFunction found = of_device(device, name);
    if (strcmp(name, "vkCreateComputePipelines") != 0) return found;
    create_pipelines = (PFN_vkCreateComputePipelines)found;
    return (PFN_vkVoidFunction)watched_pipelines;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL find(VkInstance instance, const char *name) {
    PFN_vkVoidFunction found = loader(instance, name);
    if (strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
    of_device = (PFN_vkGetDeviceProcAddr)found;
    return (PFN_vkVoidFunction)find_of_device;
}

/* Returns lavapipe, watched, and a plan for it; NULL without lavapipe, which is reported. */
static nbl_vulkan_device_t *open_watched(nbl_bloom_plan_t *plan) {
    nbl_vulkan_device_t *plain = test_device_open(TEST_LAVAPIPE), *device;
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_bloom_desc_t small = nbl_bloom_desc_init();
    nbl_error_t error = {""};
    if (!plain) return NULL;
    loader = nbl_vulkan_device_get_loader(plain);
    desc.index = (int32_t)nbl_vulkan_device_get_info(plain)->index;
    desc.get_instance_proc_addr = find;
    expect_vulkan(nbl_vulkan_device_create(&desc, &device, &error), &error);
    nbl_vulkan_device_destroy(plain);
    small.width = small.height = 20;
    small.kernel_width = small.kernel_height = 9;
    small.algorithm = NBL_FFT_STOCKHAM;
    small.limits = nbl_fft_device_limits(device);
    expect_bloom(nbl_bloom_plan_make(&small, plan, &error), &error);
    caller = pthread_self();
    return device;
}

START_TEST(pipelines_are_made_on_the_threads_asked_for) {
    static const struct {
        uint32_t threads;
        int at_once;
    } cases[] = {{0, 1}, {1, 1}, {3, 3}, {100, NBL_BLOOM_PASSES}};
    nbl_bloom_plan_t plan;
    nbl_vulkan_device_t *device = open_watched(&plan);
    if (!device) return;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        nbl_bloom_vulkan_desc_t how = {.threads = cases[i].threads};
        nbl_bloom_t *bloom;
        nbl_error_t error = {""};
        made = most_at_once = by_others = 0;
        awaited = cases[i].at_once;
        expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
        ck_assert_int_eq(made, NBL_BLOOM_PASSES);
        ck_assert_int_eq(most_at_once, cases[i].at_once);
        ck_assert_int_eq(by_others > 0, cases[i].at_once > 1);
        for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++)
            ck_assert_ptr_nonnull(nbl_bloom_get_kernel(bloom, (nbl_bloom_pass_name_t)pass));
        nbl_bloom_destroy(bloom);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

/* What nbl_bloom_compile() makes is what nbl_bloom_create() would, and a module that is missing is made there. */
START_TEST(modules_are_made_without_a_device) {
    static const uint32_t threads[] = {1, NBL_BLOOM_PASSES};
    nbl_bloom_plan_t plan;
    nbl_vulkan_device_t *device = open_watched(&plan);
    if (!device) return;
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        nbl_bloom_vulkan_desc_t how = {.threads = threads[i]};
        nbl_spirv_t spirv[NBL_BLOOM_PASSES], alone;
        nbl_bloom_module_t modules[NBL_BLOOM_PASSES];
        nbl_bloom_t *bloom;
        nbl_error_t error = {""};
        expect_bloom(nbl_bloom_compile(&plan, &how, spirv, &error), &error);
        for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++) {
            expect_bloom(nbl_bloom_pass_compile(&plan, (nbl_bloom_pass_name_t)pass, &how, &alone, &error), &error);
            ck_assert_uint_eq(alone.word_count, spirv[pass].word_count);
            ck_assert_mem_eq(alone.words, spirv[pass].words, alone.word_count * sizeof *alone.words);
            nbl_spirv_free(&alone);
            modules[pass].words = pass == NBL_BLOOM_PASS_CONVOLVE ? NULL : spirv[pass].words;
            modules[pass].word_count = spirv[pass].word_count;
        }
        how.modules = modules;
        made = 0;
        awaited = 0;
        expect_bloom(nbl_bloom_create(device, &plan, &how, &bloom, &error), &error);
        ck_assert_int_eq(made, NBL_BLOOM_PASSES);
        nbl_bloom_destroy(bloom);
        for (int pass = 0; pass < NBL_BLOOM_PASSES; pass++) nbl_spirv_free(&spirv[pass]);
    }
    nbl_vulkan_device_destroy(device);
}
END_TEST

START_TEST(the_first_pass_that_fails_is_told) {
    nbl_bloom_plan_t plan;
    nbl_vulkan_device_t *device = open_watched(&plan);
    if (!device) return;
    nbl_bloom_vulkan_desc_t how = {.threads = NBL_BLOOM_PASSES};
    nbl_bloom_t *bloom;
    nbl_error_t error = {""};
    awaited = NBL_BLOOM_PASSES;
    most_at_once = 0;
    refused = true;
    ck_assert_int_eq(nbl_bloom_create(device, &plan, &how, &bloom, &error), NBL_ERROR_OUT_OF_MEMORY);
    ck_assert_ptr_null(bloom);
    ck_assert_int_eq(most_at_once, NBL_BLOOM_PASSES);
    ck_assert_msg(strncmp(error.text, plan.passes[0].name, strlen(plan.passes[0].name)) == 0, "'%s'", error.text);
    nbl_vulkan_device_destroy(device);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom, threads");
    TCase *tests = tcase_create("threads");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, pipelines_are_made_on_the_threads_asked_for);
    tcase_add_test(tests, modules_are_made_without_a_device);
    tcase_add_test(tests, the_first_pass_that_fails_is_told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
