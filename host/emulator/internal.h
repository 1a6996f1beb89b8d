/* What the files of the emulator share: one worker per OS thread, which runs one workgroup at a time.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   launch.c       checks the launch, spreads workgroups over threads, sums up
 *   worker.c       one thread: fibers, shared arrays, counters, variables of each invocation, turns of workgroups
 *   schedule.c     which invocation runs next; what happens when all have arrived; the limit of steps
 *   stack.c        faults that are overflows of an invocation's stack
 *   sweep.c        a kernel in all orders and subgroup sizes
 *   synchronize.c  barriers and subgroup operations as the kernel calls them
 *   instance.c     which dynamic instance of it: trips of loops, calls
 *   exchange.c     what a subgroup operation computes; shuffles that do not wait, if the launch enables it
 *   memory.c       shared arrays, buffers, images, counters as the kernel calls them
 *   check*.c       the race checker, if the launch enables it
 *   count.c        counts per line of the text, if the launch enables it
 *   lines.c        the line of the text that a call stands on
 *   report.c       sums over threads; findings as text and JSON
 *   trace.c        events of a launch that is traced, and a file of them
 *   atomic.c       atomic accesses; order.c: fences
 *   builtin.c      identifiers, bit casts
 *   failure.c      every message
 */
#ifndef NBL_HOST_EMULATOR_INTERNAL_H
#define NBL_HOST_EMULATOR_INTERNAL_H

#include "emulator/fiber.h"
#include "nbl/host/emulator.h"
#include "nbl/host/emulator_schedule.h"
#include "nbl/lang/emulator.h"

#include <pthread.h>
#include <stdatomic.h>

#define NBL_EMULATOR_MAX_INVOCATIONS 4096u  /* of a workgroup: NBL_CHECK_INVOCATION_MASK; GPUs have 1024 */
#define NBL_EMULATOR_MAX_SUBGROUP_SIZE 128u /* the largest that Vulkan knows */
#define NBL_EMULATOR_MAX_TURNS 8u           /* workgroups that take turns: NBL_CHECK_RESIDENT_MASK has 3 bits */
#if defined(__ELF__)
#define NBL_EMULATOR_HIDDEN __attribute__((visibility("hidden")))
#else
#define NBL_EMULATOR_HIDDEN
#endif
#define NBL_EMULATOR_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define NBL_EMULATOR_COLD \
    __attribute__((noinline, cold)) /* never part of its caller, so that a debugger stops there once */

/* What an invocation that does not run does: it may run, has ended, or waits for an nbl_emulator_operation_t. */
typedef enum nbl_emulator_state_t {
    NBL_STATE_RUNNABLE = 0,
    NBL_STATE_ENDED,
    NBL_STATE_WORKGROUP_BARRIER = NBL_EMULATOR_WORKGROUP_BARRIER,
    NBL_STATE_SUBGROUP_BARRIER = NBL_EMULATOR_SUBGROUP_BARRIER,
    NBL_STATE_SHUFFLE = NBL_EMULATOR_SHUFFLE,
    NBL_STATE_SHUFFLE_XOR = NBL_EMULATOR_SHUFFLE_XOR,
    NBL_STATE_BROADCAST = NBL_EMULATOR_BROADCAST,
    NBL_STATE_BALLOT = NBL_EMULATOR_BALLOT,
    NBL_STATE_REDUCE_ADD = NBL_EMULATOR_SUM,
    NBL_STATE_REDUCE_MIN = NBL_EMULATOR_MINIMUM,
    NBL_STATE_REDUCE_MAX = NBL_EMULATOR_MAXIMUM,
    NBL_STATE_ARITHMETIC = NBL_EMULATOR_ARITHMETIC
} nbl_emulator_state_t;

/* One cache line where assembly switches. */
typedef struct nbl_emulator_invocation_t {
    _Alignas(64) nbl_fiber_t fiber;
    const nbl_emulator_site_t *site; /* while it waits: of the synchronisation it waits at */
    uint64_t value;                  /* of a subgroup operation; the result comes back here, too */
    uint32_t argument;
    uint32_t index;            /* in the workgroup */
    nbl_emulator_loop_t *loop; /* while it sleeps: the innermost */
    const void *frames;        /* while it sleeps: instance.c reads the calls from there */
    uint16_t id[3];
    uint8_t state;
    uint8_t lane;
} nbl_emulator_invocation_t;

static inline int nbl_emulator_same_site(const nbl_emulator_site_t *a, const nbl_emulator_site_t *b) {
    return a == b || (a->line == b->line && a->number == b->number && a->file == b->file);
}

typedef struct nbl_emulator_slot_t {
    nbl_emulator_open_array_t open;
    uint32_t element_bytes;         /* of open.array, which may be gone when its workgroup has ended */
    uint64_t capacity;              /* bytes allocated, kept from workgroup to workgroup */
    uint32_t granule;               /* bytes per cell: 4, less where the elements are no dwords */
    struct nbl_check_cell_t *cells; /* of the checker, else NULL */
    uint64_t cell_capacity;
} nbl_emulator_slot_t;

typedef struct nbl_emulator_counter_t {
    const char *name;
    uint64_t value;
    uint64_t first_workgroup; /* with the place in the table: the order of first use, whatever the number of threads */
} nbl_emulator_counter_t;

typedef enum nbl_emulator_watch_t {
    NBL_WATCH_STEPS = 1, /* each one: limited by the launch, traced or interrupted */
    NBL_WATCH_CHECK = 2,
    NBL_WATCH_COUNT = 4,  /* by lines */
    NBL_WATCH_RESULTS = 8 /* writes to declared results */
} nbl_emulator_watch_t;

/* What all threads of a launch share. */
typedef struct nbl_emulator_job_t {
    nbl_emulator_launch_t launch;
    uint32_t invocations, subgroups;
    uint64_t workgroups;
    atomic_uint_fast64_t next_workgroup;
    atomic_uint_fast64_t first_failure;         /* index of the lowest workgroup that failed, or UINT64_MAX */
    struct nbl_emulator_worker_t *const *turns; /* the invocations that take turns; NULL: none */
    uint32_t turn_count;
    pthread_mutex_t lock; /* of the two below */
    nbl_result_t result;
    char message[NBL_EMULATOR_MESSAGE_BYTES];
    const nbl_emulator_declared_t *declared; /* the size that the kernel's text says; NULL: none */
    uint32_t local_size[3];                  /* that */
    uint32_t fill;                           /* contents of fresh shared memory: unused.c */
    uint8_t *written[64];                    /* of declared results by binding, a byte per dword or texel */
} nbl_emulator_job_t;

/* local_size.c: before the first workgroup, and after the last. */
struct nbl_emulator_worker_t;
void nbl_emulator_local_size_begin(nbl_emulator_job_t *job, struct nbl_emulator_worker_t *worker);
void nbl_emulator_local_size_end(nbl_emulator_job_t *job);

/* results.c: not 0 without memory; dwords of a buffer or texels of an image; after the last workgroup. */
int nbl_emulator_results_begin(nbl_emulator_job_t *job);
void nbl_emulator_results_mark(const nbl_emulator_job_t *job, uint32_t binding, uint64_t first, uint64_t count);
void nbl_emulator_results_end(nbl_emulator_job_t *job);

typedef struct nbl_emulator_early_t nbl_emulator_early_t;

typedef struct nbl_emulator_worker_t {
    nbl_emulator_invocation_t *current;
    nbl_emulator_slot_t *recent_slot; /* never NULL */
    const nbl_emulator_resource_t *resources;
    uint32_t resource_count;
    uint32_t subgroup_size;
    uint32_t watched; /* what accesses are besides counted: nbl_emulator_watch_t, or'ed */
    int traced;
    int catches; /* faults: then recent_use is kept */
    const nbl_emulator_use_t *recent_use;

    uint64_t shared_accesses[5], shared_bytes;
    uint64_t buffer_accesses[5], buffer_bytes;
    uint64_t workgroups, workgroup_barriers, subgroup_operations;

    /* The round that runs: one subgroup, each of its lanes until it waits or ends. */
    nbl_emulator_invocation_t *round; /* lane 0 of the subgroup */
    uint32_t round_lanes, round_position;
    uint32_t phase_position; /* subgroups begun since the last workgroup barrier */
    int shuffled;
    uint64_t random;
    uint8_t lane_order[NBL_EMULATOR_MAX_SUBGROUP_SIZE];
    uint8_t takes_part[NBL_EMULATOR_MAX_SUBGROUP_SIZE]; /* by lane of the round, in the operation that is finished */
    unsigned char *privates;                            /* what the invocations keep; NULL where the program has none */
    nbl_emulator_atomic_t atomic;                       /* the atomic access that comes next */
    nbl_emulator_loop_t *whiles;                        /* of instance.c; NULL until one is used */
    uint64_t *parts;                                    /* of instance.c; NULL until one is used */
    int has_parts;
    uint16_t *subgroup_order;
    nbl_emulator_uint32x4_t *ballots; /* by subgroup */

    /* The adversary: who may run, in any order, and where in that list stands who runs. NULL in the other orders. */
    uint16_t *ready;
    uint32_t ready_count, ready_position;
    uint16_t *running; /* by subgroup: how many of it */

    nbl_emulator_invocation_t *invocations;
    nbl_emulator_slot_t slots[NBL_EMULATOR_MAX_SHARED_ARRAYS];
    uint32_t slot_count;
    nbl_emulator_counter_t counters[NBL_EMULATOR_MAX_COUNTERS];
    uint32_t counter_count;
    uint32_t recent_counter;

    struct nbl_checker_t *check; /* NULL: nothing is checked; of all workers of a thread */
    struct nbl_check_group_t *check_group;
    uint32_t resident; /* which of the workers of its thread that take turns */
    int takes_turns, yielded;
    uint32_t part_offset, part_bytes;         /* of the next access's element; part_bytes 0: all of it */
    uint32_t idle_atomics;                    /* that have changed nothing since idle_mark was taken */
    uint64_t idle_mark, atomic_changes, ends; /* changes and ends are progress */
    uint64_t stale;                           /* what an atomic load reads instead of what is there, if has_stale */
    int has_stale;
    nbl_emulator_early_t *early; /* by invocation; NULL: shuffles wait */
    struct nbl_count_t *count;   /* NULL: nothing is counted by lines */
    uint64_t steps_left;
    uint64_t point;      /* how often the workgroup could have chosen who runs */
    uint64_t trace_step; /* steps that the workgroup has made, while traced */
    nbl_emulator_job_t *job;
    uint64_t workgroup_index;
    nbl_emulator_uint32x3_t workgroup_id;
    nbl_result_t result; /* of the workgroup that runs */
    char message[NBL_EMULATOR_MESSAGE_BYTES];
    uintptr_t kernels_frame; /* of each kernel's caller, below the end of its stack */
    nbl_fiber_pool_t pool;
} nbl_emulator_worker_t;

/* The worker of this OS thread while it runs a kernel, else NULL: and of nbl_emulator_recent_array: the only globals.
 */
extern _Thread_local nbl_emulator_worker_t *nbl_emulator_this_worker __attribute__((tls_model("initial-exec")))
NBL_EMULATOR_HIDDEN;

/* report.c: "written", "read" and so on. */
const char *nbl_emulator_access_text(const nbl_emulator_access_t *access);

_Noreturn void nbl_emulator_outside_launch(const char *function);

static inline nbl_emulator_worker_t *nbl_emulator_worker(const char *function) {
    nbl_emulator_worker_t *worker = nbl_emulator_this_worker;
    if (NBL_EMULATOR_UNLIKELY(worker == NULL)) nbl_emulator_outside_launch(function);
    return worker;
}

/* Whether the address lies below the stack of the invocation that runs: a frame larger than the guard has stepped over
 * it, and lies on stacks of others. A thread's own stack is further away. */
static inline int nbl_emulator_below_stack(const nbl_emulator_worker_t *worker, const void *address) {
    const nbl_fiber_pool_t *pool = &worker->pool;
    const uintptr_t foot =
        (uintptr_t)pool->mapping + (worker->current->index + (size_t)1) * pool->stride - pool->stack_bytes;
    return pool->mapping != NULL && foot - (uintptr_t)address - 1u < ((uintptr_t)1 << 28);
}

/* stack.c: fails the workgroup for that. */
void nbl_emulator_stack_overflow(nbl_emulator_worker_t *worker);

/* worker.c: yields to another workgroup of the thread, if they take turns; runs workgroups in turns until none is left
 * or one has failed, which is returned. */
void nbl_emulator_yield_turn(nbl_emulator_worker_t *worker);
static inline void nbl_emulator_yield(nbl_emulator_worker_t *worker) {
    if (NBL_EMULATOR_UNLIKELY(worker->takes_turns)) {
        worker->point++;
        nbl_emulator_yield_turn(worker);
    }
}
nbl_emulator_worker_t *nbl_emulator_take_turns(nbl_emulator_worker_t **workers, uint32_t count);

/* memory.c: the workgroup that ran leaves its shared arrays; what was counted goes into the sums. */
void nbl_emulator_close_arrays(nbl_emulator_worker_t *worker);
/* The array used last is another workgroup's. */
void nbl_emulator_forget_recent(void);

/* worker.c: create returns NULL when memory or mappings ran out; first: the worker with which it takes turns and shares
 * a checker, or NULL. run returns the workgroup's result. The thread that runs also closes, since its fibers end there;
 * what was counted stays until destroy, which any thread may call. */
nbl_emulator_worker_t *nbl_emulator_worker_create(nbl_emulator_job_t *job, nbl_emulator_worker_t *first,
                                                  uint32_t number);
nbl_result_t nbl_emulator_worker_run(nbl_emulator_worker_t *worker, uint64_t workgroup);
void nbl_emulator_worker_close(nbl_emulator_worker_t *worker);
void nbl_emulator_worker_destroy(nbl_emulator_worker_t *worker);

/* synchronize.c: the invocation that runs has reached a synchronisation; see there. */
nbl_fiber_waking_t nbl_emulator_arrive(const nbl_emulator_site_t *site, nbl_emulator_operation_t operation,
                                       uint64_t value, uint32_t argument, void *stack_pointer) NBL_EMULATOR_HIDDEN;

/* schedule.c: begin makes every invocation runnable; next returns the one to run, or NULL when the workgroup has ended
 * or failed. */
void nbl_emulator_schedule_begin(nbl_emulator_worker_t *worker);
nbl_emulator_invocation_t *nbl_emulator_schedule_next(nbl_emulator_worker_t *worker);

static inline uint64_t nbl_emulator_step_limit(const nbl_emulator_job_t *job) {
    return job->launch.step_limit != 0 ? job->launch.step_limit : NBL_EMULATOR_DEFAULT_STEPS;
}
/* Takes one step off the remaining steps; ends the invocation if none is left. */
void nbl_emulator_count_step(nbl_emulator_worker_t *worker, const char *file, int line);
/* An access or a fence comes next: counted by the trace, and in the adversarial order others may run before it. */
void nbl_emulator_interrupt(nbl_emulator_worker_t *worker, const char *file, int line);
uint32_t nbl_emulator_random_below(nbl_emulator_worker_t *worker, uint32_t bound);

/* worker.c: grows with everything that the workgroups which take turns do and that another one could wait for. */
uint64_t nbl_emulator_progress(const nbl_emulator_worker_t *worker);

/* idle.c: an atomic access has changed something, or not; exit() is caught from now on; whether an earlier kernel was
 * left by longjmp(). Between enter and leave, endless loops of this thread are found. */
void nbl_emulator_count_atomic(nbl_emulator_worker_t *worker, int changed);
void nbl_emulator_catch_exit(void);
int nbl_emulator_was_left(char *message, size_t bytes);
struct nbl_watchdog_t *nbl_emulator_idle_enter(uint32_t seconds);
void nbl_emulator_idle_leave(struct nbl_watchdog_t *watchdog);

/* stack.c: between these, faults of this thread are caught; enter returns NULL if it cannot. */
struct nbl_fault_guard_t *nbl_emulator_stack_enter(void);
void nbl_emulator_stack_leave(struct nbl_fault_guard_t *guard);

/* instance.c: below 0 if `a`, which waits, is before `b` in the text or in an earlier trip, above 0 if it is after it,
 * and 0 if both wait at one dynamic instance of one synchronisation; whether it is the last of these. */
int nbl_emulator_compare_instances(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                                   const nbl_emulator_invocation_t *b);
int nbl_emulator_same_instance(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                               const nbl_emulator_invocation_t *b);

/* The calls from the kernel of the invocation that runs to the function with `frame`, the innermost first, each as the
 * return address. Returns how many, at most NBL_EMULATOR_MAX_CALLERS. */
uint32_t nbl_emulator_callers(const nbl_emulator_worker_t *worker, const void *frame, const void **callers);
/* A number for these calls, not 0. */
uint64_t nbl_emulator_hash_calls(const nbl_emulator_worker_t *worker, const void *frame);

/* A subgroup's operation is about to be finished, by all lanes that have not ended or by some. Returns -1 after the
 * failure that its instance was finished before. A workgroup barrier forgets what was finished. */
int nbl_emulator_note_part(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, int is_all);
void nbl_emulator_forget_parts(nbl_emulator_worker_t *worker);

/* Puts away the private variables of `from` (or NULL) and brings those of `to`. */
void nbl_emulator_private_exchange(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *from,
                                   const nbl_emulator_invocation_t *to);

/* Exchanges the thread's variables that belong to the invocation that runs. */
static inline void nbl_emulator_leave_to(nbl_emulator_worker_t *worker, nbl_emulator_invocation_t *from,
                                         nbl_emulator_invocation_t *to) {
    from->loop = nbl_emulator_loop;
    nbl_emulator_loop = to->loop;
    if (NBL_EMULATOR_UNLIKELY(worker->privates != NULL)) nbl_emulator_private_exchange(worker, from, to);
}

/* exchange.c: computes the operation of those lanes of the round that take part; -1 after a failure. */
int nbl_emulator_exchange(nbl_emulator_worker_t *worker, nbl_emulator_state_t operation);

/* Shuffles that do not wait: what each invocation keeps, freed by free(); a workgroup begins; `count` invocations have
 * met at an operation; one reaches a shuffle: 1 if it has its value and runs on, 0 if all are to meet. */
nbl_emulator_early_t *nbl_emulator_early_create(uint32_t invocations);
void nbl_emulator_early_begin(nbl_emulator_worker_t *worker);
void nbl_emulator_early_meet(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first, uint32_t count);
int nbl_emulator_early_shuffle(nbl_emulator_worker_t *worker, nbl_emulator_invocation_t *self,
                               const nbl_emulator_site_t *site, int exclusive_or, uint64_t value, uint32_t argument);

/* contents.c: of all resources; difference returns the first that is not as saved, or resource_count. */
size_t nbl_emulator_resource_bytes(const nbl_emulator_launch_t *launch);
void nbl_emulator_save(const nbl_emulator_launch_t *launch, unsigned char *copy);
void nbl_emulator_restore(const nbl_emulator_launch_t *launch, const unsigned char *copy);
uint32_t nbl_emulator_difference(const nbl_emulator_launch_t *launch, const unsigned char *copy);

/* unused.c: fresh shared memory's contents, by number; 0 is what a launch begins with. launch.c: a launch with them. */
void nbl_emulator_fill(void *data, size_t bytes, uint32_t number);
nbl_result_t nbl_emulator_launch_filled(const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report,
                                        uint32_t fill);

/* choices.c: what the launch's schedule says at the workgroup's point, or NULL; writes a choice down, if the launch
 * writes them down. */
const nbl_emulator_choice_t *nbl_emulator_choice_at(const nbl_emulator_worker_t *worker,
                                                    nbl_emulator_choice_kind_t kind, uint64_t workgroup,
                                                    uint64_t point);
void nbl_emulator_schedule_sort(nbl_emulator_schedule_t *schedule);
void nbl_emulator_note_choice(const nbl_emulator_worker_t *worker, nbl_emulator_choice_t choice);
/* A debugger's breakpoint: this choice of a schedule is made, before the access at that line, or where an invocation
 * has stopped. */
void nbl_emulator_choose(const nbl_emulator_choice_t *choice, const char *file, int line);
/* schedule.c: how many writes ago an atomic load reads, up to `most`. */
uint32_t nbl_emulator_choose_older(nbl_emulator_worker_t *worker, uint32_t most);

/* failure.c: they write the worker's result and message. */
void nbl_emulator_fail(nbl_emulator_worker_t *worker, nbl_result_t result, const nbl_emulator_invocation_t *who,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
void nbl_emulator_fail_divergence(nbl_emulator_worker_t *worker, nbl_result_t result,
                                  const nbl_emulator_invocation_t *first, uint32_t count);
/* What else may be said of a spinning invocation where workgroups are left that have not begun. */
const char *nbl_emulator_turns_text(const nbl_emulator_job_t *job);
void nbl_emulator_fail_steps(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, const char *file,
                             int line);
/* The same for an access, with the calls that led to it. */
void nbl_emulator_fail_access(nbl_emulator_worker_t *worker, nbl_result_t result, const nbl_emulator_use_t *use,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
const char *nbl_emulator_state_text(nbl_emulator_state_t state);
/* Leaves the kernel from inside an invocation, after a failure. */
_Noreturn void nbl_emulator_abandon(nbl_emulator_worker_t *worker);

#endif
