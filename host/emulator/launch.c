/* Runs a launch: checks its description, spreads the workgroups over OS threads, sums up what they did.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/check.h"
#include "emulator/count.h"
#include "emulator/report.h"
#include "platform/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An invocation's stack is a memory mapping, and the guard below it another one (fiber.c). Linux grants a process 65530
 * mappings by default (vm.max_map_count). All launches of the process together have MAX_MAPPINGS
 * at most for the stacks of further threads: a launch that would need more starts fewer threads. The calling thread
 * always takes part. */
#define MAX_MAPPINGS 48000u           /* of 65530: the rest is the program's and its libraries' */
#define MAX_THREADS 1024u             /* most threads of one launch; more than a processor has today */
static atomic_uint_fast64_t mappings; /* how many the stacks of all running launches have */

typedef struct thread_t {
    pthread_t handle;
    nbl_emulator_job_t *job;
    nbl_emulator_worker_t *worker;
} thread_t;

nbl_emulator_launch_t nbl_emulator_launch_init(void) {
    return (nbl_emulator_launch_t){.workgroup_size = {1, 1, 1}, .workgroup_count = {1, 1, 1}, .subgroup_size = 32};
}

__attribute__((format(printf, 2, 3))) static nbl_result_t invalid(nbl_emulator_job_t *job, const char *format, ...) {
    va_list arguments;
    int prefix = snprintf(job->message, sizeof job->message, "kernel \"%s\": ", job->launch.name);

    if (prefix < 0 || (size_t)prefix >= sizeof job->message) prefix = 0;
    va_start(arguments, format);
    vsnprintf(job->message + prefix, sizeof job->message - (size_t)prefix, format, arguments);
    va_end(arguments);
    return job->result = NBL_ERROR_ARGUMENT;
}

static nbl_result_t check_sizes(nbl_emulator_job_t *job) {
    const nbl_emulator_launch_t *launch = &job->launch;
    uint64_t invocations = 1, workgroups = 1;

    for (int i = 0; i < 3; i++) {
        if (launch->workgroup_size[i] == 0) return invalid(job, "workgroup_size[%d] is 0", i);
        if (launch->workgroup_count[i] == 0) return invalid(job, "workgroup_count[%d] is 0", i);
        /* No product overflows 64 bits: what i - 1 left is below 2^32 by the checks below, and so is the new factor. */
        invocations *= launch->workgroup_size[i];
        workgroups *= launch->workgroup_count[i];
        if (invocations > NBL_EMULATOR_MAX_INVOCATIONS)
            return invalid(job, "workgroup_size makes more than %u invocations", NBL_EMULATOR_MAX_INVOCATIONS);
        if (workgroups > UINT32_MAX) return invalid(job, "workgroup_count makes more than 2^32 - 1 workgroups");
    }
    uint32_t size = launch->subgroup_size;
    if (size == 0 || size > NBL_EMULATOR_MAX_SUBGROUP_SIZE || (size & (size - 1u)) != 0)
        return invalid(job, "subgroup_size is %u, not a power of two from 1 to %u", (unsigned)size,
                       NBL_EMULATOR_MAX_SUBGROUP_SIZE);
    job->invocations = (uint32_t)invocations;
    job->subgroups = (uint32_t)((invocations + size - 1u) / size);
    job->workgroups = workgroups;
    return NBL_SUCCESS;
}

static nbl_result_t check(nbl_emulator_job_t *job) {
    const nbl_emulator_launch_t *launch = &job->launch;

    if (launch->workgroups_at_once > NBL_EMULATOR_MAX_TURNS)
        return invalid(job, "workgroups_at_once is %u, must be at most %u", (unsigned)launch->workgroups_at_once,
                       NBL_EMULATOR_MAX_TURNS);
    if (launch->kernel == NULL) return invalid(job, "kernel is NULL");
    if (check_sizes(job) != NBL_SUCCESS) return job->result;
    if (launch->resources == NULL && launch->resource_count != 0)
        return invalid(job, "resources is NULL, but resource_count is %u", (unsigned)launch->resource_count);
    if ((unsigned)launch->order > NBL_EMULATOR_ADVERSARIAL)
        return invalid(job, "order is %u: must be 0 to 3", (unsigned)launch->order);
    if ((unsigned)launch->fiber > NBL_EMULATOR_FIBER_UCONTEXT)
        return invalid(job, "fiber is %u: must be 0 to 2", (unsigned)launch->fiber);
    if (launch->fiber == NBL_EMULATOR_FIBER_ASSEMBLY && !NBL_FIBER_HAS_ASSEMBLY)
        return invalid(job, "fiber is NBL_EMULATOR_FIBER_ASSEMBLY, which this build does not have");
    if ((unsigned)launch->check > NBL_EMULATOR_CHECK_RACES)
        return invalid(job, "check is %u: must be 0 or 1", (unsigned)launch->check);
    const uint32_t options = NBL_EMULATOR_ALLOW_EQUAL_WRITES | NBL_EMULATOR_BARRIERS_ORDER_BUFFERS |
                             NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT | NBL_EMULATOR_ALLOW_UNUSED_READS;
    if ((launch->check_options & ~options) != 0)
        return invalid(job,
                       "check_options is %u: must be options of NBL_EMULATOR_ALLOW_EQUAL_WRITES and its neighbours, "
                       "which are %u together",
                       (unsigned)launch->check_options, (unsigned)options);
    const nbl_emulator_counters_t *counters = launch->counters;
    if (counters != NULL &&
        (counters->banks > NBL_EMULATOR_MAX_BANKS || counters->bank_bytes > 64u || counters->sector_bytes > 4096u))
        return invalid(
            job, "counters: %u banks of %u bytes, sectors of %u bytes: at most %u banks of 64, and sectors of 4096",
            (unsigned)counters->banks, (unsigned)counters->bank_bytes, (unsigned)counters->sector_bytes,
            (unsigned)NBL_EMULATOR_MAX_BANKS);
    return NBL_SUCCESS;
}

static void record_failure(nbl_emulator_job_t *job, const nbl_emulator_worker_t *worker) {
    pthread_mutex_lock(&job->lock);
    if (worker->workgroup_index < atomic_load(&job->first_failure)) {
        atomic_store(&job->first_failure, worker->workgroup_index);
        job->result = worker->result;
        memcpy(job->message, worker->message, sizeof job->message);
    }
    pthread_mutex_unlock(&job->lock);
}

/* Runs workgroups until none is left, or one has failed.
 *
 * workgroups_at_once is at most 1: each thread draws the next workgroup's number. All below a failed one were drawn
 * before and run to their end, so the failure of the lowest number is reported, whatever the number of threads.
 * workgroups_at_once is more: `turns` are the workers of these workgroups, turn_count of them, which take turns.
 *
 * With catch_faults a fault, exit() and an endless loop end the launch with an error. That needs a guard on this
 * thread's stack; without memory for it (guard NULL) they end the process. */
static void run_workgroups(nbl_emulator_worker_t *worker, nbl_emulator_worker_t **turns, uint32_t turn_count) {
    nbl_emulator_job_t *job = worker->job;
    struct nbl_fault_guard_t *guard = NULL;
    struct nbl_watchdog_t *watchdog = NULL;

    if (job->launch.catch_faults) guard = nbl_emulator_stack_enter();
    if (guard != NULL) {
        nbl_emulator_catch_exit();
        /* 10 seconds without progress end a workgroup. Chosen. */
        watchdog = nbl_emulator_idle_enter(job->launch.idle_seconds != 0 ? job->launch.idle_seconds : 10u);
    }
    if (job->launch.workgroups_at_once > 1u) {
        const nbl_emulator_worker_t *failed = nbl_emulator_take_turns(turns, turn_count);
        if (failed != NULL) record_failure(job, failed);
    }
    for (; job->launch.workgroups_at_once <= 1u;) {
        uint64_t workgroup = atomic_fetch_add(&job->next_workgroup, 1u);
        if (workgroup >= job->workgroups || workgroup > atomic_load(&job->first_failure)) break;
        if (nbl_emulator_worker_run(worker, workgroup) != NBL_SUCCESS) {
            record_failure(job, worker);
            break;
        }
    }
    for (uint32_t i = 1; i < turn_count; i++) nbl_emulator_worker_close(turns[i]);
    nbl_emulator_worker_close(worker);
    nbl_emulator_idle_leave(watchdog);
    if (guard != NULL) nbl_emulator_stack_leave(guard);
}

/* A further thread of a launch. If there is no memory for its stacks, the other threads run all workgroups. */
static void *helper_main(void *argument) {
    thread_t *thread = argument;

    thread->worker = nbl_emulator_worker_create(thread->job, NULL, 0);
    if (thread->worker != NULL) run_workgroups(thread->worker, NULL, 0);
    return NULL;
}

static uint32_t thread_count(const nbl_emulator_job_t *job) {
    uint64_t count = job->launch.threads;

    if (job->launch.check != NBL_EMULATOR_CHECK_NONE)
        return 1; /* the checker's memory has no locks, and threads would change which finding is the first */
    if (job->launch.workgroups_at_once > 1u) return 1;
    if (job->launch.schedule != NULL || job->launch.choices != NULL) return 1;
    if (job->launch.trace != NULL) return 1; /* so that the callback needs no lock, and each run has the same trace */
    if (count == 0) count = nbl_platform_processors();
    if (count > MAX_THREADS) count = MAX_THREADS;
    return (uint32_t)(count < job->workgroups ? count : job->workgroups);
}

/* Makes the calling thread's worker, and a further one for each workgroup that takes turns with that worker's
 * workgroup. Returns the first worker, or NULL without memory.
 *
 * turns  receives the workers; count: how many */
static nbl_emulator_worker_t *create_turns(nbl_emulator_job_t *job, nbl_emulator_worker_t **turns, uint32_t *count) {
    const uint32_t asked = job->launch.workgroups_at_once > 1u ? job->launch.workgroups_at_once : 1u;

    for (*count = 0; *count < asked && *count < job->workgroups; ++*count)
        if ((turns[*count] = nbl_emulator_worker_create(job, *count != 0 ? turns[0] : NULL, *count)) == NULL) {
            while (*count > 0) {
                nbl_emulator_worker_close(turns[--*count]);
                nbl_emulator_worker_destroy(turns[*count]);
            }
            return NULL;
        }
    return turns[0];
}

static nbl_result_t run(nbl_emulator_job_t *job, nbl_emulator_report_t *report) {
    nbl_emulator_worker_t *turns[NBL_EMULATOR_MAX_TURNS];
    uint32_t count = thread_count(job), started = 1, turn_count = 0;
    uint64_t stacks = 2u * (uint64_t)job->invocations; /* mappings that one worker's stacks take */
    uint64_t first_stacks; /* mappings of the calling thread, which has turn_count workers */
    thread_t *threads = calloc(count, sizeof *threads);

    if (threads != NULL && nbl_emulator_results_begin(job) == 0)
        threads[0].worker = create_turns(job, turns, &turn_count);
    if (threads == NULL || threads[0].worker == NULL) {
        free(threads);
        nbl_emulator_results_end(job); /* frees what _begin() got, which may be nothing */
        invalid(job, "no memory for %u invocations and their stacks, or no more mappings (vm.max_map_count)",
                (unsigned)job->invocations);
        return job->result = NBL_ERROR_OUT_OF_MEMORY;
    }
    if (turn_count > 1u) {
        job->turns = turns;
        job->turn_count = turn_count;
    }
    first_stacks = turn_count * stacks;
    atomic_fetch_add(&mappings, first_stacks);
    nbl_emulator_local_size_begin(job, threads[0].worker);
    for (; started < count && atomic_fetch_add(&mappings, stacks) + stacks <= MAX_MAPPINGS; started++) {
        threads[started].job = job;
        if (pthread_create(&threads[started].handle, NULL, helper_main, &threads[started]) != 0)
            break; /* the threads that run do its work */
    }
    run_workgroups(threads[0].worker, turns, turn_count);
    for (uint32_t i = 1; i < started; i++) pthread_join(threads[i].handle, NULL);
    /* Where the loop ended early, it had counted the stacks of a thread that was not started. */
    atomic_fetch_sub(&mappings, first_stacks + stacks * (started < count ? started : started - 1u));
    nbl_emulator_tally_t tally;
    nbl_emulator_tally_init(&tally, report);
    if (threads[0].worker->check != NULL) nbl_check_report(threads[0].worker->check, job, report);
    for (uint32_t i = 1; i < turn_count; i++) {
        nbl_emulator_tally_add(&tally, turns[i]);
        if (turns[i]->count != NULL) nbl_count_add(job->launch.counters, turns[i]->count);
        nbl_emulator_worker_destroy(turns[i]);
    }
    for (uint32_t i = 0; i < started; i++)
        if (threads[i].worker != NULL) {
            nbl_emulator_tally_add(&tally, threads[i].worker);
            if (threads[i].worker->count != NULL) nbl_count_add(job->launch.counters, threads[i].worker->count);
            nbl_emulator_worker_destroy(threads[i].worker);
        }
    nbl_emulator_tally_finish(&tally, job);
    nbl_emulator_local_size_end(job);
    nbl_emulator_results_end(job);
    if (job->launch.counters != NULL) nbl_count_close(job->launch.counters, report);
    free(threads);
    return job->result;
}

/* nbl_emulator_launch() with shared memory that begins as nbl_emulator_fill(fill) writes it: with other contents a
 * second run shows what reads it before it is written (unused.c). */
nbl_result_t nbl_emulator_launch_filled(const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report,
                                        uint32_t fill) {
    nbl_emulator_report_t unwanted;
    nbl_emulator_job_t job;

    if (report == NULL) report = &unwanted;
    memset(report, 0, sizeof *report);
    if (launch == NULL) {
        snprintf(report->message, sizeof report->message, "launch is NULL");
        return report->result = NBL_ERROR_ARGUMENT;
    }
    memset(&job, 0, sizeof job);
    job.launch = *launch;
    job.fill = fill;
    if (job.launch.name == NULL) job.launch.name = "kernel";
    /* A schedule is a list of the adversarial order's choices, made again. */
    if (job.launch.schedule != NULL) job.launch.order = NBL_EMULATOR_ADVERSARIAL;
    report->kernel = job.launch.name;
    atomic_init(&job.next_workgroup, 0);
    atomic_init(&job.first_failure, UINT64_MAX);
    pthread_mutex_init(&job.lock, NULL);
    /* A kernel that left an earlier launch by longjmp() has left the thread's state behind: nothing can run here any
     * more. */
    if (nbl_emulator_was_left(job.message, sizeof job.message))
        job.result = NBL_ERROR_FAULT;
    else if (check(&job) == NBL_SUCCESS)
        run(&job, report);
    pthread_mutex_destroy(&job.lock);
    report->result = job.result;
    memcpy(report->message, job.message, sizeof report->message);
    return job.result;
}
