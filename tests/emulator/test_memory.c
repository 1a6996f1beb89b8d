/* Tests of shared arrays, buffers and images: addresses, exact counts, every error with its message.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/emulator_testing.h"

NBL_STRUCT(pair_t) {
    uint32_t a;
    float b;
    uint32_t c;
};

static uint32_t parameter(void) { return *(const uint32_t *)nbl_emulator_specialization(); }

NBL_SHARED(uint32_t, words, 64)
NBL_SHARED(pair_t, pairs, 64)
NBL_SHARED(unsigned char, bytes, 64)
NBL_BUFFER(0, uint32_t, numbers)
NBL_BUFFER(1, pair_t, structures)
NBL_IMAGE(2, picture)
NBL_BUFFER(3, uint32_t, absent)

/* ---- what works ---- */

NBL_KERNEL(several_arrays) {
    uint32_t t = nbl_local_invocation_index(), group = nbl_workgroup_index();
    uint32_t fresh =
        NBL_LOAD(words, t) == 0xA5A5A5A5u && NBL_LOAD(bytes, t) == 0xA5u && NBL_LOAD(pairs, t).a == 0xA5A5A5A5u;

    NBL_STORE(words, t, t + group);
    NBL_STORE(pairs, t, ((pair_t){t, 0.5f, group}));
    NBL_STORE(bytes, t, (unsigned char)(t * 3u));
    NBL_WORKGROUP_BARRIER();
    uint32_t other = 63u - t;
    pair_t pair = NBL_LOAD(pairs, other);
    uint32_t right = NBL_LOAD(words, other) == other + group && pair.a == other && pair.b == 0.5f && pair.c == group &&
                     NBL_LOAD(bytes, other) == (unsigned char)(other * 3u);
    NBL_STORE(numbers, group * 64u + t, fresh + 2u * right);
    NBL_COUNT(both_right, fresh & right);
    if (t == 0u) NBL_COUNT(workgroups_seen, 1u);
}

START_TEST(several_shared_arrays_do_not_mix) {
    enum { WORKGROUPS = 9 };
    uint32_t *memory = make_memory(WORKGROUPS * 64 * 4);
    nbl_emulator_resource_t resource = {memory, WORKGROUPS * 64 * 4, 0};
    nbl_emulator_launch_t launch = make_launch(several_arrays, 64, WORKGROUPS, 32);
    nbl_emulator_report_t report;

    launch.resources = &resource;
    launch.resource_count = 1;
    for (launch.threads = 1; launch.threads <= 4u; launch.threads++) {
        memset(memory, 0, WORKGROUPS * 64 * 4);
        expect_success(&launch, &report);
        for (uint32_t i = 0; i < WORKGROUPS * 64u; i++) ck_assert_uint_eq(memory[i], 3u);
        ck_assert_uint_eq(report.shared_loads, WORKGROUPS * 64u * 6u);
        ck_assert_uint_eq(report.shared_stores, WORKGROUPS * 64u * 3u);
        ck_assert_uint_eq(report.shared_bytes, WORKGROUPS * 64u * 3u * (4u + 12u + 1u));
        ck_assert_uint_eq(report.buffer_loads, 0u);
        ck_assert_uint_eq(report.buffer_stores, WORKGROUPS * 64u);
        ck_assert_uint_eq(report.buffer_bytes, WORKGROUPS * 64u * 4u);
        ck_assert_uint_eq(nbl_emulator_counter(&report, "both_right"), WORKGROUPS * 64u);
        ck_assert_uint_eq(nbl_emulator_counter(&report, "workgroups_seen"), WORKGROUPS);
        ck_assert_uint_eq(nbl_emulator_counter(&report, "nothing"), 0u);
    }
    free(memory);
}
END_TEST

NBL_KERNEL(invert_picture) {
    uint32_t x = nbl_local_invocation_index(), y = nbl_workgroup_index();
    nbl_float32_t4 texel = NBL_IMAGE_LOAD(picture, x, y);
    pair_t pair = NBL_LOAD(structures, x);
    texel.x = 1.0f - texel.x + pair.b;
    NBL_IMAGE_STORE(picture, x, y, texel);
}

START_TEST(images_and_structures_are_addressed) {
    nbl_float32_t4 *texels = make_memory(5 * 3 * 16);
    pair_t *elements = make_memory(5 * sizeof(pair_t));
    nbl_emulator_resource_t resources[3] = {{NULL, 0, 0}, {elements, 5 * sizeof(pair_t), 0}, {texels, 5, 3}};
    nbl_emulator_launch_t launch = make_launch(invert_picture, 5, 3, 4);
    nbl_emulator_report_t report;

    for (uint32_t i = 0; i < 15; i++) texels[i] = (nbl_float32_t4){(float)i, 0, 0, (float)i};
    for (uint32_t i = 0; i < 5; i++) elements[i].b = (float)(100u * i);
    launch.resources = resources;
    launch.resource_count = 3;
    expect_success(&launch, &report);
    for (uint32_t i = 0; i < 15; i++) {
        ck_assert(texels[i].x == 1.0f - (float)i + (float)(100u * (i % 5u)));
        ck_assert(texels[i].w == (float)i);
    }
    ck_assert_uint_eq(report.buffer_loads, 30u);
    ck_assert_uint_eq(report.buffer_stores, 15u);
    ck_assert_uint_eq(report.buffer_bytes, 15u * (16u + 16u + 12u));
    free(texels);
    free(elements);
}
END_TEST

/* The address of an element stays good while other fibers run and open further arrays. */
NBL_KERNEL(store_across_a_shuffle) {
    uint32_t t = nbl_local_invocation_index();
    uint32_t *element = NBL_AT(words, "t", t, STORE);
    uint32_t value = nbl_subgroup_shuffle_xor(t, 1u);
    NBL_STORE(pairs, t, ((pair_t){t, 0.0f, 0u}));
    *element = value;
    NBL_STORE(numbers, t, NBL_LOAD(words, t));
}

START_TEST(addresses_outlive_a_switch) {
    uint32_t *memory = make_memory(64 * 4);
    nbl_emulator_resource_t resource = {memory, 64 * 4, 0};
    nbl_emulator_launch_t launch = make_launch(store_across_a_shuffle, 64, 1, 32);
    nbl_emulator_report_t report;

    launch.resources = &resource;
    launch.resource_count = 1;
    expect_success(&launch, &report);
    for (uint32_t i = 0; i < 64; i++) ck_assert_uint_eq(memory[i], i ^ 1u);
    free(memory);
}
END_TEST

/* ---- errors ---- */

static void expect_text(void (*kernel)(void), uint32_t number, nbl_result_t result, const char *text, int line) {
    static _Alignas(16) unsigned char storage[256];
    nbl_emulator_resource_t resources[4] = {{storage, 40, 0}, {storage + 4, 36, 0}, {storage, 3, 2}, {storage, 40, 0}};
    nbl_emulator_launch_t launch = make_launch(kernel, 8, 1, 4);
    char message[NBL_EMULATOR_MESSAGE_BYTES];

    snprintf(message, sizeof message, "kernel \"x\", workgroup (0,0,0), invocation %s at %s:%d%s", text, __FILE__, line,
             strchr(text, '\0') + 1);
    launch.resources = resources;
    launch.resource_count = 3; /* binding 3 is not told of */
    launch.specialization = &number;
    expect_failure(&launch, result, message);
}

enum { LINE_LOAD = __LINE__ + 1 };
NBL_KERNEL(load_shared) { (void)NBL_LOAD(words, parameter()); }

enum { LINE_STORE = __LINE__ + 2 };
NBL_KERNEL(store_shared) {
    if (nbl_local_invocation_index() == 6u) NBL_STORE(pairs, parameter(), ((pair_t){0, 0, 0}));
}

START_TEST(accesses_outside_shared_arrays_are_told) {
    expect_text(load_shared, 64, NBL_ERROR_OUT_OF_BOUNDS,
                "0: load of element 64 of shared array \"words\", which has 64,\0 in load_shared, index parameter()",
                LINE_LOAD);
    expect_text(
        store_shared, 4294967295u, NBL_ERROR_OUT_OF_BOUNDS,
        "6: store to element 4294967295 of shared array \"pairs\", which has 64,\0 in store_shared, index parameter()",
        LINE_STORE);
}
END_TEST

NBL_SHARED(uint32_t, growing, nbl_local_invocation_index() < 4u ? 16 : 17)
NBL_SHARED(uint32_t, per_workgroup, 16u + 1000u * nbl_workgroup_index())
NBL_KERNEL(change_count) { NBL_STORE(growing, 0u, 1u); }
NBL_KERNEL(change_count_by_workgroup) { NBL_STORE(per_workgroup, 15u + 1000u * nbl_workgroup_index(), 1u); }

START_TEST(a_shared_array_keeps_its_count_for_a_workgroup) {
    nbl_emulator_launch_t launch = make_launch(change_count, 8, 1, 4);
    nbl_emulator_report_t report;

    ck_assert_int_eq(nbl_emulator_launch(&launch, &report), NBL_ERROR_SHARED_CHANGED);
    ck_assert_ptr_nonnull(strstr(report.message, "invocation 4: shared array \"growing\" has 17 elements at "));
    ck_assert_ptr_nonnull(strstr(report.message, ", but had 16 at its first use in this workgroup"));
    launch.kernel = change_count_by_workgroup;
    launch.workgroup_count[0] = 20;
    launch.threads = 1;
    expect_success(&launch, &report);
}
END_TEST

NBL_KERNEL(open_many) {
    static const nbl_emulator_shared_t arrays[17] = {{"a0", 4},  {"a1", 4},  {"a2", 4},  {"a3", 4},  {"a4", 4},
                                                     {"a5", 4},  {"a6", 4},  {"a7", 4},  {"a8", 4},  {"a9", 4},
                                                     {"a10", 4}, {"a11", 4}, {"a12", 4}, {"a13", 4}, {"a14", 4},
                                                     {"a15", 4}, {"a16", 4}};
    for (uint32_t i = 0; i < parameter(); i++)
        for (uint32_t j = 0; j <= i; j++)
            *(uint32_t *)NBL_USE("2", (void)0, nbl_emulator_shared(&arrays[j], 3, 2, NBL_EMULATOR_STORE, &nbl_use_)) =
                j;
}

START_TEST(sixteen_shared_arrays_fit) {
    uint32_t number = 16;
    nbl_emulator_launch_t launch = make_launch(open_many, 8, 3, 4);
    nbl_emulator_report_t report;

    launch.specialization = &number;
    expect_success(&launch, &report);
    number = 17;
    expect_failure(
        &launch, NBL_ERROR_TOO_MANY,
        "kernel \"x\", workgroup (0,0,0), invocation 0: shared array \"a16\" is one more than the 16 there may be");
}
END_TEST

enum { LINE_BUFFER = __LINE__ + 1 };
NBL_KERNEL(load_buffer) { (void)NBL_LOAD(numbers, parameter()); }

enum { LINE_IMAGE = __LINE__ + 2 };
NBL_KERNEL(store_image) {
    NBL_IMAGE_STORE(picture, parameter() % 16u, parameter() / 16u, ((nbl_float32_t4){0, 0, 0, 0}));
}

START_TEST(accesses_outside_buffers_and_images_are_told) {
    expect_text(load_buffer, 10, NBL_ERROR_OUT_OF_BOUNDS,
                "0: load of element 10 of buffer \"numbers\" (binding 0), which has 10 of 4 bytes,\0 in load_buffer, "
                "index parameter()",
                LINE_BUFFER);
    expect_text(load_buffer, 4294967295u, NBL_ERROR_OUT_OF_BOUNDS,
                "0: load of element 4294967295 of buffer \"numbers\" (binding 0), which has 10 of 4 bytes,\0 in "
                "load_buffer, index parameter()",
                LINE_BUFFER);
    expect_text(store_image, 3, NBL_ERROR_OUT_OF_BOUNDS,
                "0: store to texel (3,0) of image \"picture\" (binding 2), which is 3 by 2,\0 in store_image, index "
                "parameter() % 16u, parameter() / 16u",
                LINE_IMAGE);
    expect_text(store_image, 32, NBL_ERROR_OUT_OF_BOUNDS,
                "0: store to texel (0,2) of image \"picture\" (binding 2), which is 3 by 2,\0 in store_image, index "
                "parameter() % 16u, parameter() / 16u",
                LINE_IMAGE);
}
END_TEST

NBL_IMAGE(0, buffer_as_image)
NBL_BUFFER(2, uint32_t, image_as_buffer)
enum { LINE_RESOURCE = __LINE__ + 1 };
NBL_KERNEL(load_absent) { (void)NBL_LOAD(absent, 0u); }
NBL_KERNEL(load_misaligned) { (void)NBL_LOAD(structures, 0u); }
NBL_KERNEL(load_wrong_image) { (void)NBL_IMAGE_LOAD(buffer_as_image, 0u, 0u); }
NBL_KERNEL(load_wrong_buffer) { (void)NBL_LOAD(image_as_buffer, 0u); }

START_TEST(missing_resources_are_told) {
    nbl_result_t missing = NBL_ERROR_MISSING_RESOURCE;
    expect_text(load_absent, 0, missing, "0: load of buffer \"absent\"\0: binding 3 is not filled", LINE_RESOURCE);
    expect_text(load_misaligned, 0, missing, "0: load of buffer \"structures\"\0: binding 1 is not aligned to 16 bytes",
                LINE_RESOURCE + 1);
    expect_text(load_wrong_image, 0, missing,
                "0: load of image \"buffer_as_image\"\0: binding 0 is a buffer, not an image", LINE_RESOURCE + 2);
    expect_text(load_wrong_buffer, 0, missing,
                "0: load of buffer \"image_as_buffer\"\0: binding 2 is an image, not a buffer", LINE_RESOURCE + 3);
    /* no resources at all, and a hole among them */
    nbl_emulator_resource_t holes[4] = {{NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}, {NULL, 64, 0}};
    nbl_emulator_launch_t launch = make_launch(load_absent, 1, 1, 1);
    ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), missing);
    launch.resources = holes;
    launch.resource_count = 4;
    ck_assert_int_eq(nbl_emulator_launch(&launch, NULL), missing);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: memory");
    TCase *tests = tcase_create("memory");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, several_shared_arrays_do_not_mix);
    tcase_add_test(tests, images_and_structures_are_addressed);
    tcase_add_test(tests, addresses_outlive_a_switch);
    tcase_add_test(tests, accesses_outside_shared_arrays_are_told);
    tcase_add_test(tests, a_shared_array_keeps_its_count_for_a_workgroup);
    tcase_add_test(tests, sixteen_shared_arrays_fit);
    tcase_add_test(tests, accesses_outside_buffers_and_images_are_told);
    tcase_add_test(tests, missing_resources_are_told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
