/* Every Vulkan call returns each of its documented failures, once and from then on: nothing crashes, hangs, leaks or is
 * destroyed while it is in use, the error says what happened, and the next run is right.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_FAULTS_ALL=1: every call of every scenario; else the last call of each function, and after the first scenario
 * only of the functions that wait, submit, allocate and compile; and without tickets and the validation layer.
 * NBL_FAULTS_SCENARIO=bloom: that one alone.
 */
#define _DEFAULT_SOURCE       /* MAP_ANONYMOUS */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/common/testing.h"
#include "tests/faults/own_blocks.h"
#include "tests/faults/scenario_borrowed.h"
#include "tests/vulkan/driver_leaks.h"

enum { SECONDS = 60 }; /* for a run with a fault: kernels are compiled, on a machine that may do other things, too */

/* ---- One fault */

/* Shared with the child that runs the faults, so that a crash can be told from which one it came. */
typedef struct shared_t {
    long calls;
    unsigned char called[MOST_CALLS];
    long runs;
    char doing[256], complaint[2048];
} shared_t;

typedef outcome_t (*scenario_t)(const supplies_t *supplies);

static void begin_fault(long at, int failure, bool on) {
    memset(&fault, 0, sizeof fault);
    fault.at = at;
    fault.failure = failure;
    fault.on = on;
    complaint_of_validation[0] = 0;
}

/* What is wrong with how a run ended, or NULL. */
static const char *judge(const outcome_t *outcome, long leaked) {
    const char *const *words = failures[fault.failure].words;
    /* Memory that stays short can hide for ever whether the device is idle: then, and only then, objects stay. */
    bool unknown = fault.unknowable && fault.on;
    if (fault.violation) return "in use and destroyed or begun anew";
    if (complaint_of_validation[0] && !unknown) return complaint_of_validation;
    if (outcome->wrong) return "wrong numbers";
    if (!fault.hit && !outcome->good) return "failed without a fault";
    if (outcome->good && fault.hit && fault.called[fault.at] == FUNCTION_WaitForFences)
        return "a wait failed, unnoticed";
    if (!outcome->good && (!outcome->text[0] || strchr(outcome->text, '\n'))) return "the error is not one line";
    if (!outcome->good && !strstr(outcome->text, words[0]) && !strstr(outcome->text, words[1]))
        return "the error does not say why";
    if (!unknown && fault.live != 0) return "Vulkan objects leaked";
    if (!unknown && leaked != 0) return "memory leaked";
    return NULL;
}

/* Returns false after a complaint. */
static bool run_one(scenario_t scenario, const supplies_t *supplies, shared_t *shared, long at, int failure, bool on) {
    alarm(SECONDS);
    begin_fault(at, failure, on);
    snprintf(shared->doing, sizeof shared->doing, "call %ld, %s, %s %s", at,
             at ? functions[shared->called[at]].name : "no fault", failures[failure].name,
             on ? "from then on" : "once");
    long before = atomic_load(&own_blocks);
    outcome_t outcome = scenario(supplies);
    const char *wrong = judge(&outcome, atomic_load(&own_blocks) - before);
    if (!wrong && at == 0 && !outcome.good) wrong = "the run without a fault failed";
    shared->runs += at != 0;
    if (wrong)
        snprintf(shared->complaint, sizeof shared->complaint, "%s: %s%s%s: \"%s\", %ld objects, %ld blocks",
                 shared->doing, wrong, fault.violation ? " by " : "", fault.violation ? fault.violation : "",
                 outcome.text, fault.live, atomic_load(&own_blocks) - before);
    return wrong == NULL;
}

/* In a child: a crash or a hang is then one fault's, and drivers begin anew. */
static void in_child(scenario_t scenario, const supplies_t *supplies, shared_t *shared, long at) {
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        signal(SIGALRM, SIG_DFL); /* libcheck's handler would kill this test, too */
        if (at == 0) run_one(scenario, supplies, shared, 0, 0, false); /* fills caches */
        bool good = at != 0 || run_one(scenario, supplies, shared, 0, 0, false);
        if (at == 0) {
            shared->calls = fault.calls < MOST_CALLS ? fault.calls : 0;
            memcpy(shared->called, fault.called, sizeof shared->called);
        }
        for (int failure = 0; good && at != 0 && failure < FAILURES; failure++) {
            if (!(functions[shared->called[at]].may >> failure & 1)) continue;
            good = run_one(scenario, supplies, shared, at, failure, false) &&
                   run_one(scenario, supplies, shared, at, failure, true);
        }
        if (good) good = run_one(scenario, supplies, shared, 0, 0, false);
        _exit(good ? 0 : 1);
    }
    int status = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        ck_abort_msg("%s: %s", shared->doing, WTERMSIG(status) == SIGALRM ? "hung" : strsignal(WTERMSIG(status)));
    if (status != 0) ck_abort_msg("%s", shared->complaint[0] ? shared->complaint : shared->doing);
}

/* The last call of each function in the first scenario; in the others of two of these four in a run. */
static bool is_chosen(const shared_t *shared, bool of_first, long at) {
    static const int others[] = {FUNCTION_WaitForFences, FUNCTION_QueueSubmit, FUNCTION_AllocateMemory,
                                 FUNCTION_CreateComputePipelines};
    int function = shared->called[at];
    if (getenv("NBL_FAULTS_ALL")) return true;
    for (long i = at + 1; i <= shared->calls; i++)
        if (shared->called[i] == function) return false;
    for (uint32_t k = 0; !of_first && k < 4; k++)
        if (others[k] == function) return test_takes(k, 2);
    return of_first;
}

static const struct {
    const char *name;
    scenario_t run;
    bool validated; /* by the Khronos layer */
    bool takes_time;
} scenarios[] = {{"single use", single_use, false, false},
                 {"in flight", in_flight, false, false},
                 {"transform", transform, false, false},
                 {"array", array, false, false},
                 {"bloom", bloom, false, false},
                 {"borrowed", borrowed, false, false},
                 {"tickets", tickets, false, true},
                 {"single use, validated", single_use, true, true},
                 {"in flight, validated", in_flight, true, true}};

static bool has_validation(void) {
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    desc.validation = true;
    bool has = nbl_vulkan_device_create(&desc, &device, NULL) == NBL_SUCCESS;
    nbl_vulkan_device_destroy(device);
    return has;
}

START_TEST(every_call_fails_in_turn) {
    supplies_t supplies = {.cache = test_folder()};
    nbl_compile_desc_t compile = {.file = "doubling.comp", .text = doubling_text};
    nbl_error_t error;
    const char *file = test_driver_file(TEST_LAVAPIPE), *ci = getenv("CI"), *alone = getenv("NBL_FAULTS_SCENARIO");
    if (alone && strcmp(alone, scenarios[_i].name) != 0) return;
    shared_t *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(shared, MAP_FAILED);
    if (!file) {
        if (ci && strcmp(ci, "true") == 0) ck_abort_msg("lavapipe is not installed");
        printf("SKIPPED: lavapipe: not installed\n");
        return;
    }
    setenv("VK_ICD_FILENAMES", file, 1);
    setenv("VK_DRIVER_FILES", file, 1);
    if (scenarios[_i].takes_time && !getenv("NBL_FAULTS_ALL")) return;
    validating = scenarios[_i].validated;
    if (validating && !has_validation()) {
        printf("SKIPPED: validation layer: not installed\n");
        return;
    }
    ck_assert_int_eq(nbl_compile(&compile, &supplies.doubling, &error), NBL_SUCCESS);
    in_child(scenarios[_i].run, &supplies, shared, 0);
    long calls = shared->calls, tried = 0;
    ck_assert_int_gt(calls, 0);
    for (long at = 1; at <= calls; at++) {
        if (!is_chosen(shared, _i == 0, at)) continue;
        in_child(scenarios[_i].run, &supplies, shared, at);
        tried++;
    }
    printf("%s: %ld faults at %ld of %ld calls\n", scenarios[_i].name, shared->runs, tried, calls);
    ck_assert_int_ge(shared->runs, 4 * tried - tried / 2);
    nbl_spirv_free(&supplies.doubling);
    munmap(shared, sizeof *shared);
}
END_TEST

/* Told by the call that finds it, and then at once, without asking the driver again. */
START_TEST(a_lost_device_says_so_and_can_be_destroyed) {
    const char *file = test_driver_file(TEST_LAVAPIPE);
    supplies_t supplies = {.cache = test_folder()};
    nbl_compile_desc_t compile = {.file = "doubling.comp", .text = doubling_text};
    nbl_vulkan_device_t *device = NULL;
    nbl_error_t error;
    job_t job = {.kernel = NULL};
    float number;
    if (!file) return;
    setenv("VK_ICD_FILENAMES", file, 1);
    setenv("VK_DRIVER_FILES", file, 1);
    begin_fault(0, 2, false);
    ck_assert_int_eq(nbl_compile(&compile, &supplies.doubling, &error), NBL_SUCCESS);
    ck_assert_int_eq(open_failing(&device, &error), NBL_SUCCESS);
    ck_assert_int_eq(begin_job(device, &supplies, &job, &error), NBL_SUCCESS);
    ck_assert(!nbl_vulkan_device_is_lost(device));
    fault.at = fault.calls + 3; /* vkEndCommandBuffer, vkResetFences, vkQueueSubmit */
    ck_assert_int_eq(nbl_vulkan_commands_submit(device, &job.commands, &error), NBL_ERROR_DEVICE_LOST);
    ck_assert(fault.hit && nbl_vulkan_device_is_lost(device));
    long calls = fault.calls;
    for (int i = 0; i < 3; i++) {
        nbl_result_t result =
            i == 0   ? nbl_vulkan_commands_resubmit(device, &job.commands, &error)
            : i == 1 ? nbl_vulkan_commands_begin(device, &job.commands, &error)
                     : nbl_vulkan_kernel_create(device,
                                                &(nbl_vulkan_kernel_desc_t){.spirv = supplies.doubling.words,
                                                                            .spirv_word_count = 20},
                                                &job.kernel, &error);
        ck_assert_int_eq(result, NBL_ERROR_DEVICE_LOST);
        ck_assert_ptr_nonnull(strstr(error.text, "lost"));
    }
    ck_assert_int_eq(fault.calls, calls);
    ck_assert_int_eq(nbl_vulkan_buffer_download(device, &job.buffer, 0, &number, 4, &error), NBL_ERROR_DEVICE_LOST);
    end_job(device, &job);
    nbl_vulkan_device_destroy(device);
    ck_assert_int_eq(fault.live, 0);
    nbl_spirv_free(&supplies.doubling);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("faults of Vulkan calls");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 0);
    tcase_add_unchecked_fixture(tests, NULL, test_folder_remove);
    tcase_add_loop_test(tests, every_call_fails_in_turn, 0, (int)(sizeof scenarios / sizeof *scenarios));
    tcase_add_test(tests, a_lost_device_says_so_and_can_be_destroyed);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
