/* Threads of a plan between its runs: made once, gone by themselves, none in a forked process, and the same bits.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <check.h>
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nbl/host/convolution.h"
#include "nbl/host/fft.h"
#include "nbl/host/fft_nd.h"
#include "tests/common/testing.h"

enum { LENGTH = 96, BATCH = 64, NUMBERS = 2 * LENGTH * BATCH, THREADS = 3 };

static float signal_of_all[NUMBERS], expected[NUMBERS];

/* Of this process; 0: the system does not tell. */
static int count_threads(void) {
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *entry; tasks != NULL && (entry = readdir(tasks)) != NULL;) count += entry->d_name[0] != '.';
    if (tasks != NULL) closedir(tasks);
    return count;
}

static void sleep_for(double seconds) {
    const struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&time, NULL);
}

/* A thread that was told to leave is there for a moment after that call returns. */
static bool comes_to(int threads, double seconds) {
    for (double waited = 0; waited < seconds; waited += 0.01) {
        if (count_threads() == threads) return true;
        sleep_for(0.01);
    }
    return false;
}

static nbl_fft_array_plan_t *plan_of(uint32_t threads) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    nbl_fft_array_plan_t *plan;
    nbl_error_t error;
    desc.length = LENGTH;
    desc.batch = BATCH;
    desc.threads = threads;
    ck_assert_msg(nbl_fft_array_plan_create(&desc, &plan, &error) == NBL_SUCCESS, "%s", error.text);
    return plan;
}

static void make_data(void) {
    test_random_t random = test_random_from(1);
    nbl_fft_array_plan_t *plan = plan_of(1);
    for (size_t i = 0; i < NUMBERS; i++) signal_of_all[i] = (float)test_random_real(&random);
    ck_assert_int_eq(nbl_fft_array_plan_run(plan, signal_of_all, expected, NULL), NBL_SUCCESS);
    nbl_fft_array_plan_destroy(plan);
}

/* Whether a run has one thread's bits. */
static bool runs_well(nbl_fft_array_plan_t *plan) {
    float *result = calloc(NUMBERS, sizeof *result);
    const bool well = nbl_fft_array_plan_run(plan, signal_of_all, result, NULL) == NBL_SUCCESS &&
                      memcmp(result, expected, sizeof expected) == 0;
    free(result);
    return well;
}

START_TEST(threads_are_kept_and_leave) {
    make_data();
    const int before = count_threads();
    if (before == 0) {
        printf("NOT HERE: /proc/self/task\n");
        return;
    }
    nbl_fft_array_plan_t *plan = plan_of(THREADS);
    ck_assert_int_eq(count_threads(), before); /* the first run makes them */
    for (int i = 0; i < 20; i++) ck_assert(runs_well(plan));
    ck_assert_int_eq(count_threads(), before + THREADS - 1);
    ck_assert_msg(comes_to(before, 10), "%d threads wait for longer than seconds", count_threads() - before);
    ck_assert(runs_well(plan)); /* with new ones */
    ck_assert_int_eq(count_threads(), before + THREADS - 1);
    nbl_fft_array_plan_destroy(plan);
    ck_assert_msg(comes_to(before, 10), "%d threads are left", count_threads() - before);
}
END_TEST

/* Of a context the plans share threads. */
START_TEST(a_context_has_one_pool) {
    nbl_fft_array_context_t *context;
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    float *result = calloc(NUMBERS, sizeof *result);
    make_data();
    const int before = count_threads();
    desc.batch = BATCH;
    desc.threads = THREADS;
    ck_assert_int_eq(nbl_fft_array_context_create(8, &context, NULL), NBL_SUCCESS);
    for (desc.length = 8; desc.length <= LENGTH; desc.length *= 2)
        ck_assert_int_eq(nbl_fft_array_context_run(context, &desc, signal_of_all, result, NULL), NBL_SUCCESS);
    if (before > 0) ck_assert_int_le(count_threads(), before + THREADS - 1);
    ck_assert_uint_eq(nbl_fft_array_context_release(context), 0);
    nbl_fft_array_context_destroy(context);
    if (before > 0) ck_assert(comes_to(before, 10));
    free(result);
}
END_TEST

/* Work is shared within a convolution's two transforms and product, and within each pass of a plane; bits are one
 * thread's. */
START_TEST(planes_and_convolutions_have_one_pool) {
    float one[NUMBERS / 2], many[NUMBERS / 2];
    make_data();
    const int before = count_threads();
    nbl_convolution_t *convolution[2];
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    desc.rank = 2;
    desc.part = NBL_CONVOLUTION_SAME;
    desc.sizes[0] = BATCH;
    desc.sizes[1] = LENGTH;
    desc.kernel_sizes[0] = desc.kernel_sizes[1] = 5;
    for (uint32_t k = 0; k < 2; k++) {
        desc.threads = k == 0 ? 1 : THREADS;
        ck_assert_int_eq(nbl_convolution_create(&desc, signal_of_all, &convolution[k], NULL), NBL_SUCCESS);
        ck_assert_int_eq(nbl_convolution_run(convolution[k], signal_of_all, k == 0 ? one : many, NULL), NBL_SUCCESS);
    }
    ck_assert(memcmp(one, many, sizeof one) == 0);
    if (before > 0) ck_assert_int_le(count_threads(), before + THREADS - 1);
    for (int k = 0; k < 2; k++) nbl_convolution_destroy(convolution[k]);
    if (before > 0) ck_assert(comes_to(before, 10));
}
END_TEST

/* Neither the parent's threads nor its locks are the child's: it makes threads of its own for each run. */
START_TEST(a_forked_process_runs_the_plan) {
    make_data();
    nbl_fft_array_plan_t *plan = plan_of(THREADS);
    ck_assert(runs_well(plan));
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        alarm(20);
        const bool well = runs_well(plan) && runs_well(plan);
        nbl_fft_array_plan_destroy(plan);
        _exit(well ? 0 : 1);
    }
    ck_assert(runs_well(plan));
    int status = -1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with status %d", status);
    ck_assert(runs_well(plan));
    nbl_fft_array_plan_destroy(plan);
}
END_TEST

static void *run_often(void *user) {
    bool well = true;
    for (int i = 0; i < 50; i++) well = well && runs_well(user);
    return well ? user : NULL;
}

/* One of them has the plan's threads at a time; the others go alone. */
START_TEST(runs_at_once) {
    enum { CALLERS = 6 };
    pthread_t callers[CALLERS];
    make_data();
    nbl_fft_array_plan_t *plan = plan_of(THREADS);
    for (int i = 0; i < CALLERS; i++) ck_assert_int_eq(pthread_create(&callers[i], NULL, run_often, plan), 0);
    for (int i = 0; i < CALLERS; i++) {
        void *well = NULL;
        pthread_join(callers[i], &well);
        ck_assert_msg(well != NULL, "caller %d: other bits", i);
    }
    nbl_fft_array_plan_destroy(plan);
}
END_TEST

START_TEST(any_number_of_threads) {
    make_data();
    for (uint32_t threads = 1; threads <= 70; threads += threads < 9 ? 1 : 20) {
        nbl_fft_array_plan_t *plan = plan_of(threads);
        ck_assert_msg(runs_well(plan), "%u threads: other bits", threads);
        nbl_fft_array_plan_destroy(plan);
    }
}
END_TEST

/* Transforms of several steps, some through the workspace, in batches of as many as there are threads, of more, and of
 * fewer: each has the bits of one thread. */
START_TEST(threads_take_whole_transforms) {
    static const uint32_t lengths[] = {17, 51, 1009, 10007, 65536};
    test_random_t random = test_random_from(test_seed("whole transforms"));
    uint32_t compared = 0;
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t batch = 2; batch < 12; batch += 3) {
            const size_t numbers = 2 * (size_t)lengths[i] * batch, bytes = numbers * sizeof(float);
            float *input = malloc(bytes), *one = malloc(bytes), *many = malloc(bytes);
            for (size_t k = 0; k < numbers; k++) input[k] = (float)test_random_real(&random);
            for (uint32_t threads = 1; threads <= 4; threads++) {
                nbl_fft_problem_t problem = nbl_fft_problem_init();
                nbl_fft_t *fft;
                nbl_error_t error;
                problem.rank = 1;
                problem.sizes[0] = lengths[i];
                problem.batch = batch;
                problem.threads = threads;
                ck_assert_msg(nbl_fft_make_cpu(&problem, &fft, &error) == NBL_SUCCESS, "%s", error.text);
                memset(many, 0, bytes);
                ck_assert_int_eq(nbl_fft_run(fft, input, threads == 1 ? one : many, NULL), NBL_SUCCESS);
                nbl_fft_destroy(fft);
                if (threads == 1) continue;
                compared++;
                ck_assert_msg(memcmp(one, many, bytes) == 0, "%u of %u on %u threads: other bits", batch, lengths[i],
                              threads);
            }
            free(input), free(one), free(many);
        }
    ck_assert_uint_eq(compared, 60);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("executor threads");
    TCase *tcase = tcase_create("threads");
    test_seed("executor threads");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, threads_are_kept_and_leave);
    tcase_add_test(tcase, a_context_has_one_pool);
    tcase_add_test(tcase, planes_and_convolutions_have_one_pool);
    tcase_add_test(tcase, a_forked_process_runs_the_plan);
    tcase_add_test(tcase, runs_at_once);
    tcase_add_test(tcase, any_number_of_threads);
    tcase_add_test(tcase, threads_take_whole_transforms);
    suite_add_tcase(suite, tcase);
    return test_run_suite(suite);
}
