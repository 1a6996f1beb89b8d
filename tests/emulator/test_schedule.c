/* Schedules of launches: found, as short as can be, written, read and taken again.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_MEMORY_MODEL 1
#include "nbl/host/emulator_schedule.h"
#include "nbl/host/emulator_trace.h"
#include "tests/emulator/emulator_testing.h"

#include <errno.h>
#include <unistd.h>

NBL_SHARED(uint32_t, tile, 8)
NBL_COHERENT_BUFFER(0, uint32_t, mail)
NBL_BUFFER(1, uint32_t, out)

/* No barrier between its lines. In the usual order lane 0 alone reads what no invocation has written. */
NBL_KERNEL(neighbours) {
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(tile, t, t);
    NBL_STORE(out, t, NBL_LOAD(tile, t == 0u ? 0u : t - 1u));
}

NBL_KERNEL(no_neighbours) {
    uint32_t t = nbl_local_invocation_index();
    NBL_STORE(tile, t, t);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(out, t, NBL_LOAD(tile, t == 0u ? 0u : t - 1u));
}

/* The invocation that comes first has place 0. */
NBL_KERNEL(places_of_groups) {
    if (nbl_local_invocation_index() == 0u) NBL_STORE(out, nbl_workgroup_index(), NBL_ATOMIC_ADD(mail, 0u, 1u));
}

/* The barrier orders shared memory alone: a load behind it may read what was there before. */
NBL_KERNEL(relaxed_mail) {
    uint32_t t = nbl_local_invocation_index();
    if (t == 0u) NBL_ATOMIC_STORE(mail, 0u, 7u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED);
    NBL_WORKGROUP_BARRIER();
    if (t == 1u) NBL_STORE(out, 0u, NBL_ATOMIC_LOAD(mail, 0u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED));
}

typedef struct scene_t {
    _Alignas(16) uint32_t memory[2][64];
    nbl_emulator_resource_t resources[2];
    nbl_emulator_launch_t launch;
    nbl_emulator_report_t report;
    nbl_emulator_schedule_t schedule;
} scene_t;

static void begin(scene_t *scene, void (*kernel)(void), uint32_t workgroups) {
    memset(scene, 0, sizeof *scene);
    for (uint32_t i = 0; i < 2; i++)
        scene->resources[i] = (nbl_emulator_resource_t){scene->memory[i], sizeof scene->memory[i], 0};
    scene->launch = make_launch(kernel, 8, workgroups, 4);
    scene->launch.resources = scene->resources;
    scene->launch.resource_count = 2;
}

static nbl_result_t find(scene_t *scene) {
    return nbl_emulator_schedule_find(&scene->launch, 50, &scene->schedule, &scene->report);
}

START_TEST(one_choice_shows_a_missing_barrier) {
    static scene_t scene;
    begin(&scene, neighbours, 1);
    ck_assert_int_eq(find(&scene), NBL_ERROR_RESULTS_DIFFER);
    ck_assert_ptr_nonnull(strstr(scene.report.message, "differs from what the usual order leaves"));
    ck_assert_uint_eq(scene.schedule.count, 1);
    ck_assert_int_eq(scene.schedule.choices[0].kind, NBL_EMULATOR_CHOICE_INVOCATION);
    ck_assert_uint_eq(scene.memory[1][7], 0); /* as it was */
    nbl_emulator_schedule_free(&scene.schedule);
    begin(&scene, no_neighbours, 1);
    ck_assert_int_eq(find(&scene), NBL_SUCCESS);
    ck_assert_uint_eq(scene.schedule.count, 0);
    nbl_emulator_schedule_free(&scene.schedule);
}
END_TEST

START_TEST(workgroups_choose_too) {
    static scene_t scene;
    begin(&scene, places_of_groups, 3);
    scene.launch.workgroups_at_once = 3;
    ck_assert_int_eq(find(&scene), NBL_ERROR_RESULTS_DIFFER);
    ck_assert_uint_eq(scene.schedule.count, 1);
    ck_assert_int_eq(scene.schedule.choices[0].kind, NBL_EMULATOR_CHOICE_WORKGROUP);
    nbl_emulator_schedule_free(&scene.schedule);
}
END_TEST

START_TEST(older_values_are_choices) {
    static scene_t scene;
    begin(&scene, relaxed_mail, 1);
    scene.launch.check = NBL_EMULATOR_CHECK_RACES;
    ck_assert_int_eq(find(&scene), NBL_ERROR_RESULTS_DIFFER);
    ck_assert_uint_le(scene.schedule.count, 3); /* one, and who comes when it is to be made */
    ck_assert_int_eq(scene.schedule.choices[scene.schedule.count - 1u].kind, NBL_EMULATOR_CHOICE_OLDER);
    nbl_emulator_schedule_free(&scene.schedule);
}
END_TEST

static uint32_t runs;
static void count_runs(const nbl_emulator_event_t *event, void *user) {
    (void)user;
    runs += event->kind == NBL_EMULATOR_EVENT_RUNS;
}

START_TEST(a_file_of_it_gives_the_result_again) {
    static scene_t scene;
    char path[] = "/tmp/schedule.XXXXXX";
    uint32_t left[64];
    const int made = mkstemp(path);
    ck_assert_int_ge(made, 0);
    close(made);
    begin(&scene, neighbours, 1);
    ck_assert_int_eq(find(&scene), NBL_ERROR_RESULTS_DIFFER);
    scene.launch.schedule = &scene.schedule;
    ck_assert_int_eq(nbl_emulator_launch(&scene.launch, NULL), NBL_SUCCESS);
    memcpy(left, scene.memory[1], sizeof left);
    ck_assert_int_eq(nbl_emulator_schedule_write(&scene.schedule, path), 0);
    nbl_emulator_schedule_free(&scene.schedule);
    memset(scene.memory, 0, sizeof scene.memory);
    ck_assert_int_eq(nbl_emulator_schedule_read(&scene.schedule, path), 0);
    ck_assert_uint_eq(scene.schedule.count, 1);
    scene.launch.trace = count_runs;
    ck_assert_int_eq(nbl_emulator_launch(&scene.launch, NULL), NBL_SUCCESS);
    ck_assert_mem_eq(left, scene.memory[1], sizeof left);
    ck_assert_uint_ge(runs, 8);
    scene.launch.schedule = NULL;
    ck_assert_int_eq(nbl_emulator_launch(&scene.launch, NULL), NBL_SUCCESS);
    ck_assert_mem_ne(left, scene.memory[1], sizeof left);
    nbl_emulator_schedule_free(&scene.schedule);
    FILE *file = fopen(path, "w");
    fputs("0 1 nobody 2\n", file);
    fclose(file);
    ck_assert_int_eq(nbl_emulator_schedule_read(&scene.schedule, path), EINVAL);
    unlink(path);
    ck_assert_int_eq(nbl_emulator_schedule_read(&scene.schedule, path), ENOENT);
    nbl_emulator_schedule_free(&scene.schedule);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: schedules");
    TCase *tests = tcase_create("schedules");
    tcase_add_test(tests, one_choice_shows_a_missing_barrier);
    tcase_add_test(tests, workgroups_choose_too);
    tcase_add_test(tests, older_values_are_choices);
    tcase_add_test(tests, a_file_of_it_gives_the_result_again);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
