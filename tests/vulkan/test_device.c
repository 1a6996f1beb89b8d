/* Tests of devices: listed, chosen, borrowed, missing; the validation layer can be silent and can speak.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/vulkan/driver_leaks.h"
#include "tests/vulkan/vulkan_testing.h"

static const char scale_text[] =
    "#version 460\nlayout(local_size_x = 4) in;\n"
    "layout(std430, binding = 0) buffer b { float x[]; };\nvoid main() { x[gl_GlobalInvocationID.x] *= 2.0; }\n";

/* Doubles four numbers on a device and looks at them. */
static void work_on(nbl_vulkan_device_t *device) {
    float numbers[4] = {1, 2, 3, 4};
    nbl_compile_desc_t compile = {.file = "scale.comp", .text = scale_text};
    test_kernel_t kernel = {
        .compile = &compile, .buffers = {{numbers, sizeof numbers}}, .buffer_count = 1, .groups = 1};
    test_kernel_run(device, &kernel);
    ck_assert(numbers[0] == 2 && numbers[1] == 4 && numbers[2] == 6 && numbers[3] == 8);
}

START_TEST(the_list_tells_what_there_is) {
    nbl_vulkan_device_info_t infos[8];
    nbl_error_t error;
    uint32_t count = 0, i;
    if (!use_driver(_i)) return;
    expect_ok(nbl_vulkan_device_list(NULL, NULL, &count, &error), &error);
    ck_assert_uint_ge(count, 1);
    count = 8;
    expect_ok(nbl_vulkan_device_list(NULL, infos, &count, &error), &error);
    for (i = 0; i < count; i++) {
        const nbl_vulkan_device_info_t *d = &infos[i];
        printf(
            "%u: %s, %s %s, Vulkan %u.%u, subgroups of %u (%u to %u), %u invocations, %u bytes shared, features %x\n",
            i, d->name, d->driver_name, d->driver_info, VK_API_VERSION_MAJOR(d->api_version),
            VK_API_VERSION_MINOR(d->api_version), d->subgroup_size, d->min_subgroup_size, d->max_subgroup_size,
            d->max_workgroup_invocations, d->max_shared_bytes, d->features);
        ck_assert_uint_eq(d->index, i);
        ck_assert(d->name[0] && d->driver_name[0]);
        ck_assert_uint_ge(d->max_workgroup_invocations, 128); /* these are Vulkan's least */
        ck_assert_uint_ge(d->max_shared_bytes, 16384);
        ck_assert_uint_ge(d->max_push_constant_bytes, 128);
        ck_assert(d->min_subgroup_size <= d->subgroup_size && d->subgroup_size <= d->max_subgroup_size);
        ck_assert(d->features & NBL_FEATURE_SUBGROUP_BASIC);
        ck_assert_uint_gt(d->device_local_bytes, 0);
        ck_assert(d->timestamp_period > 0);
    }
    if (getenv("NBL_TEST_SYSTEM_DRIVER")) return;
    ck_assert_uint_eq(count, 1);
    ck_assert_int_eq(infos[0].type, VK_PHYSICAL_DEVICE_TYPE_CPU);
    ck_assert_int_eq(!!(infos[0].features & NBL_FEATURE_FLOAT64), _i == TEST_LAVAPIPE);
    ck_assert_int_eq(!!(infos[0].features & NBL_FEATURE_FLOAT16), _i == TEST_LAVAPIPE);
    ck_assert_uint_eq(infos[0].subgroup_size, _i == TEST_LAVAPIPE ? 8 : 4);
}
END_TEST

START_TEST(devices_are_chosen_by_number_and_name) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    if (!use_driver(_i)) return;
    desc.index = 0;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    ck_assert_uint_eq(nbl_vulkan_device_get_info(device)->index, 0);
    nbl_vulkan_device_destroy(device);
    desc.index = 99;
    EXPECT_ERROR(nbl_vulkan_device_create(&desc, &device, &error), NBL_ERROR_NO_DEVICE, &error, "99");
    desc.index = -1;
    desc.name = "no such name";
    EXPECT_ERROR(nbl_vulkan_device_create(&desc, &device, &error), NBL_ERROR_NO_DEVICE, &error, "no such name");
    if (getenv("NBL_TEST_SYSTEM_DRIVER")) return;
    const char *listed = _i == TEST_LAVAPIPE ? "devices: 0 \"llvmpipe (" : "devices: 0 \"SwiftShader";
    ck_assert_msg(strstr(error.text, listed), "%s", error.text);
    desc.name = _i == TEST_LAVAPIPE ? "LLVMpipe" : "swiftSHADER";
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    nbl_vulkan_device_destroy(device);
}
END_TEST

typedef struct chosen_t {
    int calls;
    nbl_vulkan_device_info_t info;
    uint32_t features;
} chosen_t;

static void choose(void *user, const nbl_vulkan_device_t *device) {
    chosen_t *chosen = user;
    chosen->calls++;
    chosen->info = *nbl_vulkan_device_get_info(device);
    chosen->features = nbl_vulkan_device_get_features(device);
    ck_assert(nbl_vulkan_device_get_handle(device) == VK_NULL_HANDLE); /* not created yet */
}

START_TEST(the_choice_is_told_before_the_device_is_made) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    chosen_t chosen = {0};
    nbl_error_t error;
    if (!use_driver(_i)) return;
    desc.chosen = choose;
    desc.chosen_user = &chosen;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    ck_assert_int_eq(chosen.calls, 1);
    ck_assert_str_eq(chosen.info.name, nbl_vulkan_device_get_info(device)->name);
    ck_assert_uint_eq(chosen.info.max_shared_bytes, nbl_vulkan_device_get_info(device)->max_shared_bytes);
    ck_assert_uint_eq(chosen.features, nbl_vulkan_device_get_features(device));
    nbl_vulkan_device_destroy(device);
    desc.index = 99;
    EXPECT_ERROR(nbl_vulkan_device_create(&desc, &device, &error), NBL_ERROR_NO_DEVICE, &error, "99");
    ck_assert_int_eq(chosen.calls, 1);
}
END_TEST

START_TEST(no_driver_is_a_result_of_its_own) {
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    uint32_t count = 0;
    setenv("VK_ICD_FILENAMES", "/nonexistent.json", 1);
    setenv("VK_DRIVER_FILES", "/nonexistent.json", 1);
    EXPECT_ERROR(nbl_vulkan_device_create(NULL, &device, &error), NBL_ERROR_NO_DEVICE, &error, "driver");
    EXPECT_ERROR(nbl_vulkan_device_list(NULL, NULL, &count, &error), NBL_ERROR_NO_DEVICE, &error, "driver");
    ck_assert_ptr_null(device);
}
END_TEST

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL empty_loader(VkInstance instance, const char *name) {
    (void)instance;
    (void)name;
    return NULL;
}

START_TEST(a_loader_without_functions_is_no_device) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    desc.get_instance_proc_addr = empty_loader;
    EXPECT_ERROR(nbl_vulkan_device_create(&desc, &device, &error), NBL_ERROR_NO_DEVICE, &error, "vkCreateInstance");
}
END_TEST

START_TEST(validation_is_silent) {
    messages_t messages;
    nbl_vulkan_device_t *device;
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    ck_assert(nbl_vulkan_device_get_features(device) & NBL_FEATURE_DEBUG_UTILS);
    work_on(device);
    ck_assert_uint_eq(nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_ERROR), 0);
    close_silent(device, &messages);
}
END_TEST

START_TEST(validation_can_speak) {
    messages_t messages;
    nbl_vulkan_device_t *device;
    nbl_vulkan_buffer_desc_t desc = {.size = 1024};
    nbl_vulkan_buffer_t a, b;
    nbl_vulkan_commands_t commands;
    nbl_error_t error;
    VkBufferCopy region = {0, 0, 1024};
    PFN_vkCmdCopyBuffer copy;
    uint64_t before;
    if (!use_driver(_i)) return;
    device = open_validated(&messages);
    copy = (PFN_vkCmdCopyBuffer)nbl_vulkan_device_get_loader(device)(nbl_vulkan_device_get_instance(device),
                                                                     "vkCmdCopyBuffer");
    expect_ok(nbl_vulkan_buffer_create(device, &desc, &a, &error), &error);
    expect_ok(nbl_vulkan_buffer_create(device, &desc, &b, &error), &error);
    expect_ok(nbl_vulkan_commands_create(device, &commands, &error), &error);
    expect_ok(nbl_vulkan_commands_begin(device, &commands, &error), &error);
    copy(commands.buffer, a.handle, b.handle, 1, &region);
    copy(commands.buffer, b.handle, a.handle, 1,
         &region); /* a hazard: no barrier. Synchronisation validation sees it */
    before = nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_ERROR);
    ck_assert_uint_ge(before, 1);
    ck_assert_ptr_nonnull(strstr(messages.text, "SYNC-HAZARD"));
    region.size = 4096; /* beyond the end: core validation sees it */
    copy(commands.buffer, a.handle, b.handle, 1, &region);
    ck_assert_uint_gt(nbl_vulkan_device_get_message_count(device, NBL_VULKAN_SEVERITY_ERROR), before);
    ck_assert_ptr_nonnull(strstr(messages.text, "VUID-vkCmdCopyBuffer-size"));
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_buffer_destroy(device, &a);
    nbl_vulkan_buffer_destroy(device, &b);
    nbl_vulkan_device_destroy(device);
}
END_TEST

static int locks;

static void lock(void *user) {
    ck_assert_int_eq(locks % 2, 0);
    locks++;
    ++*(int *)user;
}

static void unlock(void *user) {
    ck_assert_int_eq(locks % 2, 1);
    locks++;
    (void)user;
}

START_TEST(a_borrowed_device_stays) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_borrowed_t borrowed = {0};
    nbl_vulkan_device_t *owner, *guest = NULL;
    nbl_error_t error;
    messages_t messages;
    int used = 0;
    if (!use_driver(_i)) return;
    owner = open_validated(&messages);
    borrowed.instance = nbl_vulkan_device_get_instance(owner);
    borrowed.physical_device = nbl_vulkan_device_get_physical_device(owner);
    borrowed.device = nbl_vulkan_device_get_handle(owner);
    borrowed.queue_family = nbl_vulkan_device_get_info(owner)->queue_family;
    borrowed.enabled_features = nbl_vulkan_device_get_features(owner);
    borrowed.api_version = VK_API_VERSION_1_1;
    borrowed.queue_lock = lock;
    borrowed.queue_unlock = unlock;
    borrowed.queue_user = &used;
    desc.borrowed = &borrowed;
    desc.get_instance_proc_addr = nbl_vulkan_device_get_loader(owner);
    EXPECT_ERROR(nbl_vulkan_device_create(&desc, &guest, &error), NBL_ERROR_ARGUMENT, &error, "borrowed");
    borrowed.queue = nbl_vulkan_device_get_queue(owner);
    expect_ok(nbl_vulkan_device_create(&desc, &guest, &error), &error);
    work_on(guest);
    ck_assert_int_gt(used, 0);
    ck_assert_int_eq(locks, 2 * used);
    nbl_vulkan_device_destroy(guest);
    work_on(owner);                /* it was not destroyed with its guest */
    borrowed.enabled_features = 0; /* what was not enabled is not used */
    expect_ok(nbl_vulkan_device_create(&desc, &guest, &error), &error);
    ck_assert(!(nbl_vulkan_device_get_features(guest) & NBL_FEATURE_FLOAT64));
    ck_assert(nbl_vulkan_device_get_features(guest) & NBL_FEATURE_SUBGROUP_BASIC);
    work_on(guest);
    nbl_vulkan_device_destroy(guest);
    close_silent(owner, &messages);
}
END_TEST

static VKAPI_ATTR void *VKAPI_CALL allocate(void *user, size_t size, size_t alignment, VkSystemAllocationScope scope) {
    void *p = NULL;
    (void)scope;
    ++*(int *)user;
    return posix_memalign(&p, alignment < sizeof p ? sizeof p : alignment, size) == 0 ? p : NULL;
}

static VKAPI_ATTR void VKAPI_CALL release(void *user, void *p) {
    *(int *)user -= p != NULL;
    free(p);
}

static VKAPI_ATTR void *VKAPI_CALL reallocate(void *user, void *p, size_t size, size_t alignment,
                                              VkSystemAllocationScope scope) {
    void *q;
    if (!p) return allocate(user, size, alignment, scope);
    q = realloc(p, size); /* drivers ask for malloc's alignment here */
    return q;
}

START_TEST(allocation_callbacks_are_passed_on) {
    int alive = 0;
    VkAllocationCallbacks callbacks = {&alive, allocate, reallocate, release, NULL, NULL};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    if (!use_driver(_i)) return;
    desc.allocation = &callbacks;
    expect_ok(nbl_vulkan_device_create(&desc, &device, &error), &error);
    ck_assert_int_gt(alive, 0);
    work_on(device);
    nbl_vulkan_device_destroy(device);
    ck_assert_int_eq(alive, 0);
}
END_TEST

START_TEST(results_and_features_have_texts) {
    int i;
    for (i = NBL_SUCCESS; i <= NBL_ERROR_VULKAN; i++)
        ck_assert_str_ne(nbl_result_text((nbl_result_t)i), "unknown result");
    ck_assert_str_eq(nbl_result_text((nbl_result_t)99), "unknown result");
    for (i = 0; i <= 24; i++) ck_assert_ptr_nonnull(nbl_feature_text((nbl_feature_t)(1 << i)));
    ck_assert_ptr_null(nbl_feature_text((nbl_feature_t)(1 << 25)));
    ck_assert_uint_eq(nbl_version(), NBL_VERSION);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("device");
    TCase *tests = tcase_create("device");
    tcase_add_loop_test(tests, the_list_tells_what_there_is, 0, driver_count());
    tcase_add_loop_test(tests, devices_are_chosen_by_number_and_name, 0, driver_count());
    tcase_add_loop_test(tests, the_choice_is_told_before_the_device_is_made, 0, driver_count());
    tcase_add_test(tests, no_driver_is_a_result_of_its_own);
    tcase_add_test(tests, a_loader_without_functions_is_no_device);
    tcase_add_loop_test(tests, validation_is_silent, 0, driver_count());
    tcase_add_loop_test(tests, validation_can_speak, 0, driver_count());
    tcase_add_loop_test(tests, a_borrowed_device_stays, 0, driver_count());
    tcase_add_loop_test(tests, allocation_callbacks_are_passed_on, 0, driver_count());
    tcase_add_test(tests, results_and_features_have_texts);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
