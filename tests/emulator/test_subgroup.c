/* Tests of every subgroup operation against slow references, for many workgroup and subgroup sizes, and of their
 * errors.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/emulator_testing.h"

#define ROTATIONS 5u
enum { VALUE, TARGET, SHUFFLED, EXCHANGED, BROADCAST, ADDED, LEAST, GREATEST, ROTATED, BALLOT, FIELDS = BALLOT + 4 };

NBL_BUFFER(0, uint32_t, data)

static uint32_t live_lanes(uint32_t invocation, uint32_t invocations, uint32_t subgroup_size) {
    uint32_t first = invocation / subgroup_size * subgroup_size;
    return invocations - first < subgroup_size ? invocations - first : subgroup_size;
}

NBL_KERNEL(every_operation) {
    uint32_t t = nbl_local_invocation_index(), lane = nbl_subgroup_invocation_id();
    uint32_t invocations = *(const uint32_t *)nbl_emulator_specialization();
    uint32_t lanes = live_lanes(t, invocations, nbl_subgroup_size());
    uint32_t base = (nbl_workgroup_index() * invocations + t) * FIELDS;
    uint32_t value = NBL_LOAD(data, base + VALUE), target = NBL_LOAD(data, base + TARGET);

    NBL_STORE(data, base + SHUFFLED, nbl_subgroup_shuffle(value, target));
    NBL_STORE(data, base + EXCHANGED, nbl_subgroup_shuffle_xor(value, lane ^ target));
    NBL_STORE(data, base + BROADCAST, nbl_subgroup_broadcast(value, lanes / 2u));
    NBL_STORE(data, base + ADDED, nbl_subgroup_add(value));
    NBL_STORE(data, base + LEAST, nbl_subgroup_min(value));
    NBL_STORE(data, base + GREATEST, nbl_subgroup_max(value));
    nbl_emulator_uint32x4_t votes = nbl_subgroup_ballot(value % 3u == 0u ? 256 : 0);
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(data, base + BALLOT + 0u, votes.x);
    NBL_STORE(data, base + BALLOT + 1u, votes.y);
    NBL_STORE(data, base + BALLOT + 2u, votes.z);
    NBL_STORE(data, base + BALLOT + 3u, votes.w);
    for (uint32_t i = 0; i < ROTATIONS; i++) /* with nothing between them: a fast lane must not overtake a slow one */
        value = nbl_subgroup_shuffle(value, (lane + 1u) % lanes);
    NBL_STORE(data, base + ROTATED, value);
}

/* The values of the subgroup that begins at `subgroup`, one invocation after another. */
static void check_subgroup(const uint32_t *subgroup, uint32_t lanes) {
    uint32_t votes[4] = {0, 0, 0, 0}, sum = 0, least = UINT32_MAX, greatest = 0;

    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t value = subgroup[i * FIELDS + VALUE];
        sum += value;
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
        votes[i / 32u] |= (uint32_t)(value % 3u == 0u) << i % 32u;
    }
    for (uint32_t i = 0; i < lanes; i++) {
        const uint32_t *own = subgroup + i * FIELDS;
        const uint32_t expected[FIELDS] = {own[VALUE],
                                           own[TARGET],
                                           subgroup[own[TARGET] * FIELDS + VALUE],
                                           subgroup[own[TARGET] * FIELDS + VALUE],
                                           subgroup[lanes / 2u * FIELDS + VALUE],
                                           sum,
                                           least,
                                           greatest,
                                           subgroup[(i + ROTATIONS) % lanes * FIELDS + VALUE],
                                           votes[0],
                                           votes[1],
                                           votes[2],
                                           votes[3]};
        for (uint32_t field = 0; field < FIELDS; field++)
            CHECK_CASE(own[field] == expected[field], "lane %u of %u, field %u: %u, not %u", i, lanes, field,
                       own[field], expected[field]);
    }
}

static void check_shape(uint32_t invocations, uint32_t subgroup_size, uint64_t *state, nbl_emulator_order_t order,
                        nbl_emulator_fiber_t fiber) {
    const uint32_t workgroups = 2;
    size_t bytes = (size_t)workgroups * invocations * FIELDS * 4u;
    uint32_t *memory = make_memory(bytes);
    nbl_emulator_resource_t resource = {memory, bytes, 0};
    nbl_emulator_launch_t launch = make_launch(every_operation, invocations, workgroups, subgroup_size);
    nbl_emulator_report_t report;

    for (uint32_t i = 0; i < workgroups * invocations; i++) {
        memory[i * FIELDS + VALUE] = random_uint(state);
        memory[i * FIELDS + TARGET] = random_uint(state) % live_lanes(i % invocations, invocations, subgroup_size);
    }
    launch.resources = &resource;
    launch.resource_count = 1;
    launch.specialization = &invocations;
    launch.order = order;
    launch.fiber = fiber;
    launch.seed = random_uint(state);
    expect_success(&launch, &report);
    uint64_t subgroups = (invocations + subgroup_size - 1u) / subgroup_size;
    ck_assert_uint_eq(report.subgroup_operations, workgroups * subgroups * (8u + ROTATIONS));
    for (uint32_t workgroup = 0; workgroup < workgroups; workgroup++)
        for (uint32_t first = 0; first < invocations; first += subgroup_size)
            check_subgroup(memory + (workgroup * invocations + first) * FIELDS,
                           live_lanes(first, invocations, subgroup_size));
    free(memory);
}

START_TEST(operations_agree_with_references_for_all_sizes) {
    static const uint32_t sizes[] = {1, 2, 3, 7, 32, 33, 64, 100, 127, 128, 129, 256, 1000};
    uint64_t state = test_seed("test_subgroup");
    uint32_t shapes = 0;

    for (uint32_t size = 1; size <= 128u; size *= 2u)
        for (uint32_t i = 0; i <= sizeof sizes / sizeof sizes[0]; i++, shapes++) {
            uint32_t invocations = i < sizeof sizes / sizeof sizes[0] ? sizes[i] : 1u + random_uint(&state) % 1024u;
            check_shape(invocations, size, &state, (nbl_emulator_order_t)(shapes % 3u), NBL_EMULATOR_FIBER_BEST);
        }
    ck_assert_uint_eq(shapes, 8u * 14u);
}
END_TEST

START_TEST(operations_agree_with_references_on_swapcontext) {
    uint64_t state = 1;
    for (uint32_t size = 1; size <= 128u; size *= 4u)
        check_shape(100, size, &state, NBL_EMULATOR_SHUFFLED, NBL_EMULATOR_FIBER_UCONTEXT);
}
END_TEST

NBL_KERNEL(without_the_ended) {
    uint32_t t = nbl_local_invocation_index();
    nbl_subgroup_add(7u); /* leaves a value behind in every lane */
    if (t % 2u == 1u) return;
    NBL_STORE(data, t, nbl_subgroup_add(t));
    NBL_STORE(data, t + 1u, nbl_subgroup_ballot(1).x);
}

START_TEST(lanes_that_ended_take_no_part) {
    uint32_t *memory = make_memory(64 * 4);
    nbl_emulator_resource_t resource = {memory, 64 * 4, 0};
    nbl_emulator_launch_t launch = make_launch(without_the_ended, 64, 1, 32);
    nbl_emulator_report_t report;

    launch.resources = &resource;
    launch.resource_count = 1;
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_SHUFFLED; order++) {
        launch.order = (nbl_emulator_order_t)order;
        expect_success(&launch, &report);
        ck_assert_uint_eq(memory[30], 16u * 15u);
        ck_assert_uint_eq(memory[32], 16u * 47u);
        ck_assert_uint_eq(memory[33], 0x55555555u);
    }
    free(memory);
}
END_TEST

/* ---- errors: kernel, and the line that its message names ---- */

static void expect_text(void (*kernel)(void), uint32_t invocations, nbl_result_t result, const char *format, int a,
                        int b) {
    char message[NBL_EMULATOR_MESSAGE_BYTES];
    nbl_emulator_launch_t launch = make_launch(kernel, invocations, 1, 32);

    snprintf(message, sizeof message, format, __FILE__, a, __FILE__, b);
    for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_SHUFFLED; order++) {
        launch.order = (nbl_emulator_order_t)order;
        expect_failure(&launch, result, message);
    }
}

enum { LINES = 64 };
NBL_BUFFER(0, uint32_t, found)

NBL_KERNEL(a_part_shuffles) {
    uint32_t t = nbl_local_invocation_index(), value = 7u;
    if (t >= 40u) value = nbl_subgroup_shuffle(t, 8u);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(found, t, value);
}

NBL_KERNEL(two_kinds) {
    uint32_t t = nbl_local_invocation_index(), value;
    if (t % 4u == 1u)
        value = nbl_subgroup_add(t);
    else
        value = nbl_subgroup_min(t);
    NBL_STORE(found, t, value);
}

NBL_KERNEL(two_kinds_at_run_time) {
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(found, t,
              nbl_emulator_subgroup_reduce(t, t % 32u < 5u ? NBL_EMULATOR_REDUCE_ADD : NBL_EMULATOR_REDUCE_MAX,
                                           __FILE__, __LINE__));
}

NBL_KERNEL(two_on_a_line) {
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(found, t, t % 32u < 8u ? nbl_subgroup_shuffle(t, 0u) : nbl_subgroup_shuffle(t, 9u));
}

static uint32_t right_of_part(uint32_t t) { return t < 40u ? 7u : 40u; }
static uint32_t right_of_kinds(uint32_t t) {
    return t % 4u != 1u ? t / 32u * 32u : t < 32u ? 8u * 1u + 4u * 28u : 8u * 33u + 4u * 28u;
}
static uint32_t right_at_run_time(uint32_t t) {
    return t % 32u >= 5u ? t / 32u * 32u + 31u : 10u + 5u * (t / 32u * 32u);
}
static uint32_t right_of_two(uint32_t t) { return t / 32u * 32u + (t % 32u < 8u ? 0u : 9u); }

START_TEST(divergent_operations_are_of_those_who_meet) {
    static const struct {
        void (*kernel)(void);
        uint32_t (*right)(uint32_t t);
    } cases[] = {{a_part_shuffles, right_of_part},
                 {two_kinds, right_of_kinds},
                 {two_kinds_at_run_time, right_at_run_time},
                 {two_on_a_line, right_of_two}};
    static _Alignas(16) uint32_t memory[LINES];
    nbl_emulator_resource_t resource = {memory, sizeof memory, 0};

    for (uint32_t i = 0; i < 4u; i++)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
            nbl_emulator_launch_t launch = make_launch(cases[i].kernel, LINES, 1, 32);
            nbl_emulator_report_t report;
            launch.order = (nbl_emulator_order_t)order;
            launch.resources = &resource;
            launch.resource_count = 1;
            expect_success(&launch, &report);
            for (uint32_t t = 0; t < LINES; t++) ck_assert_uint_eq(memory[t], cases[i].right(t));
        }
}
END_TEST

enum { LINE_LANES = __LINE__ + 1 };
NBL_KERNEL(outside) { nbl_subgroup_shuffle(1u, nbl_subgroup_invocation_id() == 5u ? 32u : 0u); }

NBL_KERNEL(partly_filled) { nbl_subgroup_shuffle_xor(1u, 8u); }

NBL_KERNEL(ended) {
    if (nbl_subgroup_invocation_id() == 7u) return;
    nbl_subgroup_broadcast(1u, 7u);
}

NBL_KERNEL(different_broadcasts) { nbl_subgroup_broadcast(1u, nbl_subgroup_invocation_id() / 2u); }

START_TEST(lanes_outside_the_subgroup_are_told) {
    expect_text(
        outside, 32, NBL_ERROR_INVALID_SHUFFLE,
        "kernel \"x\", workgroup (0,0,0), invocation 5: the shuffle %s:%d in lane 5 of 32 reads lane 32, which lies "
        "outside the subgroup",
        LINE_LANES, 0);
    expect_text(partly_filled, 10, NBL_ERROR_INVALID_SHUFFLE,
                "kernel \"x\", workgroup (0,0,0), invocation 2: the xor shuffle %s:%d in lane 2 of 10 reads lane "
                "10, which lies "
                "beyond the last invocation of this partly filled subgroup",
                LINE_LANES + 2, 0);
    expect_text(ended, 32, NBL_ERROR_INVALID_SHUFFLE,
                "kernel \"x\", workgroup (0,0,0), invocation 0: the broadcast %s:%d in lane 0 of 32 reads lane 7, "
                "which has ended without reaching it",
                LINE_LANES + 6, 0);
    expect_text(different_broadcasts, 32, NBL_ERROR_INVALID_SHUFFLE,
                "kernel \"x\", workgroup (0,0,0), invocation 2: the broadcast %s:%d in lane 2 reads lane 1, and in "
                "lane 0 lane 0: "
                "it must be the same",
                LINE_LANES + 9, 0);
}
END_TEST

/* Called without a macro, as from another language, each does the same. */
NBL_KERNEL(without_macros) {
    uint32_t t = nbl_local_invocation_index(), value = 5u * t + 1u;
    nbl_emulator_uint32x2_t two = {value, ~value};
    nbl_emulator_uint32x2_t moved = nbl_subgroup_shuffle_xor(two, 3u);
    nbl_emulator_uint32x2_t other = nbl_emulator_subgroup_shuffle_xor_2(two, 3u, "x", 1);
    nbl_emulator_uint32x4_t votes = nbl_emulator_subgroup_ballot(256, "x", 2);

    nbl_emulator_subgroup_barrier("x", 3);
    nbl_emulator_workgroup_barrier("x", 4);
    uint32_t right = moved.x == 5u * (t ^ 3u) + 1u && moved.y == ~moved.x && other.x == moved.x && other.y == moved.y;
    right = right && nbl_emulator_subgroup_shuffle(value, 7u, "x", 5) == 5u * (t / 8u * 8u + 7u) + 1u;
    right = right && nbl_emulator_subgroup_shuffle_xor(value, 1u, "x", 6) == 5u * (t ^ 1u) + 1u;
    right = right && nbl_emulator_subgroup_broadcast(value, 2u, "x", 7) == 5u * (t / 8u * 8u + 2u) + 1u;
    right = right && nbl_emulator_subgroup_reduce(t % 8u, NBL_EMULATOR_REDUCE_ADD, "x", 8) == 28u && votes.x == 0xFFu &&
            votes.y == 0u;
    NBL_STORE(data, t, right);
}

START_TEST(functions_do_what_macros_do) {
    for (int fiber = NBL_EMULATOR_FIBER_BEST; fiber <= NBL_EMULATOR_FIBER_UCONTEXT; fiber += 2)
        for (int order = NBL_EMULATOR_ASCENDING; order <= NBL_EMULATOR_ADVERSARIAL; order++) {
            uint32_t *memory = make_memory(64 * 4);
            nbl_emulator_resource_t resource = {memory, 64 * 4, 0};
            nbl_emulator_launch_t launch = make_launch(without_macros, 64, 1, 8);
            nbl_emulator_report_t report;
            launch.resources = &resource;
            launch.resource_count = 1;
            launch.order = (nbl_emulator_order_t)order;
            launch.fiber = (nbl_emulator_fiber_t)fiber;
            expect_success(&launch, &report);
            for (uint32_t i = 0; i < 64u; i++)
                ck_assert_msg(memory[i] == 1u, "invocation %u, order %d, fiber %d", (unsigned)i, order, fiber);
            free(memory);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: subgroup");
    TCase *tests = tcase_create("subgroup");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, operations_agree_with_references_for_all_sizes);
    tcase_add_test(tests, operations_agree_with_references_on_swapcontext);
    tcase_add_test(tests, functions_do_what_macros_do);
    tcase_add_test(tests, lanes_that_ended_take_no_part);
    tcase_add_test(tests, divergent_operations_are_of_those_who_meet);
    tcase_add_test(tests, lanes_outside_the_subgroup_are_told);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
