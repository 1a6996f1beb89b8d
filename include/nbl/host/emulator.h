/* The workgroup emulator: runs kernels of the shared text on the CPU, each invocation as a fiber, and checks them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). A kernel is a function without arguments (NBL_KERNEL of nbl/lang.h); the functions that it
 * may call are in nbl/lang/emulator.h.
 * Thread safety: launches may run at the same time on several threads of the caller; they share nothing.
 */
/* If a kernel's text was included above, it ends here: nbl/lang/flow.h defined these words. */
#undef for
#undef do
#undef while
#undef break
#undef switch
#undef return
#undef goto

#ifndef NBL_EMULATOR_H
#define NBL_EMULATOR_H

#include <stddef.h>
#include <stdint.h>

#include "nbl/host/error.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Sizes of a report's arrays; chosen. */
#define NBL_EMULATOR_MESSAGE_BYTES 1024
#define NBL_EMULATOR_MAX_COUNTERS 16
#define NBL_EMULATOR_MAX_SHARED_ARRAYS 16
#define NBL_EMULATOR_MAX_FINDINGS 32
#define NBL_EMULATOR_UNKNOWN 0xFFFFFFFFu
#define NBL_EMULATOR_DEFAULT_STEPS (1ull << 28) /* chosen: a few seconds of a run, about ten with the checker */

/* The order in which the invocations of a workgroup run between two synchronisations. */
typedef enum nbl_emulator_order_t {
    NBL_EMULATOR_ASCENDING = 0,
    NBL_EMULATOR_DESCENDING,
    NBL_EMULATOR_SHUFFLED,   /* drawn anew from `seed` after every synchronisation; the same seed replays exactly */
    NBL_EMULATOR_ADVERSARIAL /* drawn anew from `seed` before every access to memory too */
} nbl_emulator_order_t;

/* How a fiber is switched. Results do not depend on it; it can be chosen for tests. */
typedef enum nbl_emulator_fiber_t {
    NBL_EMULATOR_FIBER_BEST = 0, /* the fastest of this system */
    NBL_EMULATOR_FIBER_ASSEMBLY, /* x86-64 and aarch64, not on Windows; elsewhere ARGUMENT */
    NBL_EMULATOR_FIBER_UCONTEXT  /* POSIX's swapcontext: a switch takes 15 times as long */
} nbl_emulator_fiber_t;

/* What is checked beside bounds, divergence and lanes, which are always checked. */
typedef enum nbl_emulator_check_t {
    NBL_EMULATOR_CHECK_NONE = 0,
    /* Races by happens-before, which are found whatever the order of the run, and reads of uninitialised shared memory.
     * What orders the accesses of two invocations:
     *   shared memory      a workgroup barrier; a subgroup barrier, if both are of one subgroup
     *   coherent buffers   a workgroup memory barrier; a subgroup barrier, if both are of one subgroup. Not a workgroup
     *                      barrier: it is GLSL's barrier() and HLSL's GroupMemoryBarrierWithGroupSync(), which order
     *                      shared memory only
     *   both of these      a release and an acquire that reads what the release wrote, if each lies in the other's
     *                      scope; for coherent buffers between workgroups too (NBL_MEMORY_MODEL 1)
     *   buffers, images    nothing within a launch
     * A barrier orders the invocations that pass it, not lanes that have ended or are elsewhere.
     * Running in lock-step orders no memory. Shuffles, ballots and other subgroup operations order execution, not
     * memory. Atomic accesses to one element need no order if each lies in the other's scope; relaxed ones order no
     * other access. Everything runs on one OS thread, so that a report is repeatable. */
    NBL_EMULATOR_CHECK_RACES
} nbl_emulator_check_t;

/* Bits of nbl_emulator_launch_t's check_options. */
typedef enum nbl_emulator_check_option_t {
    /* Several invocations may write one element if all write the same value. A read of it must be ordered after the
     * last of these writes */
    NBL_EMULATOR_ALLOW_EQUAL_WRITES = 1,
    /* Barriers also order accesses to buffers and images, coherent or not: workgroup barriers within the workgroup,
     * subgroup barriers within the subgroup */
    NBL_EMULATOR_BARRIERS_ORDER_BUFFERS = 2,
    /* A shuffle does not wait for the other lane, unless a barrier precedes it: it takes the value of that lane's
     * latest shuffle. If that differs from the value in lock-step, it is an error. Works with any `check` */
    NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT = 4,
    /* A read of uninitialised shared memory is reported only if something depends on it: the launch is repeated with
     * four other contents of fresh shared memory, and the read is reported if results or accesses then differ. A
     * dependence on a value that none of the four has is missed. on_finding is called at the read */
    NBL_EMULATOR_ALLOW_UNUSED_READS = 8
} nbl_emulator_check_option_t;

typedef enum nbl_emulator_finding_kind_t {
    /* The order of this run; in another order of the invocations it may be the reverse */
    NBL_EMULATOR_READ_AFTER_WRITE = 0,
    NBL_EMULATOR_WRITE_AFTER_READ,
    NBL_EMULATOR_WRITE_AFTER_WRITE,
    NBL_EMULATOR_UNINITIALIZED_READ,
    NBL_EMULATOR_ATOMIC_AND_PLAIN, /* one of the two accesses is atomic, the other a load or a store */
    NBL_EMULATOR_ATOMIC_SCOPES     /* both are atomic, but one's scope does not include the other */
} nbl_emulator_finding_kind_t;

typedef enum nbl_emulator_memory_t {
    NBL_EMULATOR_MEMORY_SHARED = 0,
    NBL_EMULATOR_MEMORY_BUFFER,
    NBL_EMULATOR_MEMORY_IMAGE
} nbl_emulator_memory_t;

/* The weakest remedy that would order all pairs of a finding. */
typedef enum nbl_emulator_remedy_t {
    NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER = 0,  /* a subgroup barrier, or a workgroup barrier */
    NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER,     /* a workgroup barrier */
    NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY, /* a subgroup barrier: a workgroup barrier does not order this memory */
    NBL_EMULATOR_REMEDY_LAUNCH,                /* nothing in this kernel: move the second access into another launch */
    NBL_EMULATOR_REMEDY_STORE,                 /* a store before the uninitialised read */
    NBL_EMULATOR_REMEDY_MEMORY_BARRIER,        /* NBL_WORKGROUP_MEMORY_BARRIER; the buffer is already coherent */
    NBL_EMULATOR_REMEDY_COHERENT,         /* NBL_WORKGROUP_MEMORY_BARRIER, and NBL_COHERENT_BUFFER for the buffer */
    NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE,  /* a release and an acquire between the workgroups, on a coherent buffer */
    NBL_EMULATOR_REMEDY_SCOPE,            /* a larger scope of the atomic accesses */
    NBL_EMULATOR_REMEDY_DECLARE_COHERENT, /* NBL_COHERENT_BUFFER for the buffer; the order is already there */
    NBL_EMULATOR_REMEDY_APART /* other elements: both writes are one line's in one turn, nothing fits between */
} nbl_emulator_remedy_t;

#define NBL_EMULATOR_MAX_CALLERS 8

/* One access to memory by one invocation. */
typedef struct nbl_emulator_access_t {
    const char *file; /* of the NBL_LOAD or NBL_STORE, or of the macro that contains it */
    int line;
    const char *function;   /* that contains it: the kernel, or a function of an include, such as samples_get */
    const char *expression; /* the index, as the text has it */
    int write;
    int atomic;
    uint32_t workgroup[3];
    uint32_t invocation, subgroup, lane;
    uint32_t epoch; /* workgroup barriers that its workgroup had passed; NBL_EMULATOR_UNKNOWN in an earlier workgroup */
    const char *barrier_file; /* of the last of these barriers; NULL: none, or unknown */
    int barrier_line;
    /* Return addresses of the calls from the kernel to `function`, the innermost first; none if NBL_EMULATOR_CALLS is
     * 0. nbl_emulator_find_caller() finds their lines. */
    const void *callers[NBL_EMULATOR_MAX_CALLERS];
    uint32_t caller_count;
} nbl_emulator_access_t;

/* The place of a call in the text. */
typedef struct nbl_emulator_caller_t {
    char file[256];     /* "": unknown */
    char function[128]; /* the caller; "": unknown. In C++ its name without types, or the mangled one */
    int line;           /* 0: unknown */
} nbl_emulator_caller_t;

/* A finding of the checker. Findings of the same kind, array and pair of lines are one, with a count; the fields are
 * those of the first. */
typedef struct nbl_emulator_finding_t {
    nbl_emulator_finding_kind_t kind;
    nbl_emulator_memory_t memory;
    nbl_emulator_remedy_t remedy;
    const char *name;                    /* what the second access calls the array, buffer or image */
    uint32_t binding;                    /* a buffer's or an image's */
    uint32_t index, y;                   /* the element; of an image x and y */
    uint32_t byte;                       /* first byte of the element that both accesses touch */
    nbl_emulator_access_t first, second; /* an uninitialised read is `second`; `first` is zero then */
    uint64_t count;
} nbl_emulator_finding_t;

/* A buffer (width = bytes, height = 0) or an image of float32 RGBA (width and height in texels). */
typedef struct nbl_emulator_resource_t {
    void *data;      /* aligned to 16 bytes; NULL: nothing is bound */
    uint64_t width;  /* bytes of a buffer, or texels per row of an image */
    uint64_t height; /* 0 for a buffer, or rows of an image */
} nbl_emulator_resource_t;

struct nbl_emulator_event_t;    /* nbl/host/emulator_trace.h */
struct nbl_emulator_counters_t; /* nbl/host/emulator_counters.h */
struct nbl_emulator_schedule_t; /* nbl/host/emulator_schedule.h */

typedef struct nbl_emulator_launch_t {
    void (*kernel)(void);
    const char *name;                         /* the kernel's, for messages; NULL: "kernel" */
    uint32_t workgroup_size[3];               /* invocations, each 1 or more, product at most 4096 */
    uint32_t workgroup_count[3];              /* workgroups, each 1 or more, product at most 2^32 - 1 */
    uint32_t subgroup_size;                   /* a power of two from 1 to 128; a last subgroup may be partly filled */
    const nbl_emulator_resource_t *resources; /* index = binding */
    uint32_t resource_count;
    const void *push_constants;  /* at least as large as the kernel's structure; NULL if it has none */
    const void *specialization;  /* constants that a shader has at compile time: see nbl_emulator_specialization() */
    uint32_t workgroups_at_once; /* 2 to 8 workgroups take turns on one OS thread, at every atomic access and fence, in
                                  * the adversarial order at every access; 0 or 1: one workgroup after the other */
    uint32_t threads;            /* OS threads that share the workgroups; 0: one per processor */
    nbl_emulator_order_t order;
    uint64_t seed;
    const struct nbl_emulator_schedule_t *schedule; /* which invocation runs when, in place of order and seed; NULL: by
                                                     * order and seed */
    struct nbl_emulator_schedule_t *choices;        /* receives what the adversarial order chooses; may be NULL */
    uint32_t stack_bytes; /* of an invocation; rounded up to whole pages; 0: 64 KiB, under sanitizers 256 KiB */
    nbl_emulator_fiber_t fiber;
    nbl_emulator_check_t check;
    uint32_t check_options; /* nbl_emulator_check_option_t, or'ed */
    uint64_t results; /* bit b: binding b is a result; the launch ends with UNWRITTEN if the kernel leaves a part of it
                             * unwritten and nothing else is wrong */
    /* Called at each finding that is not yet known; may be NULL. */
    void (*on_finding)(const nbl_emulator_finding_t *finding, void *user);
    void *user; /* handed to on_finding */
    /* Accesses and synchronisations of a workgroup after which it is stopped. 0: NBL_EMULATOR_DEFAULT_STEPS, to within
     * a few millions; UINT64_MAX: no limit. A loop without accesses and synchronisations is not stopped. */
    uint64_t step_limit;
    /* 1: a stack overflow, exit() and a loop without accesses in the kernel end the launch with an error, not the
     * process. So do abort() and faults, such as a division by zero or a wild pointer, unless the caller handles their
     * signals. */
    int catch_faults;
    /* With catch_faults: seconds of processor time; an invocation that runs twice as long without a store or a
     * synchronisation is stopped. 0: 10. */
    uint32_t idle_seconds;
    /* Receives every event: nbl/host/emulator_trace.h; may be NULL. */
    void (*trace)(const struct nbl_emulator_event_t *event, void *user);
    void *trace_user; /* handed to trace */
    /* Receives the cost of each line of the text: nbl/host/emulator_counters.h; may be NULL. */
    struct nbl_emulator_counters_t *counters;
} nbl_emulator_launch_t;

/* What a launch did, summed over all workgroups unless a comment says otherwise. */
typedef struct nbl_emulator_report_t {
    nbl_result_t result;
    char message[NBL_EMULATOR_MESSAGE_BYTES]; /* one line per finding; empty after success */
    uint64_t workgroups;
    uint64_t workgroup_barriers;  /* barriers passed by whole workgroups (one barrier of 512 invocations counts 1) */
    uint64_t subgroup_operations; /* shuffles, broadcasts, ballots, reductions and barriers passed by whole subgroups */
    uint64_t shared_loads, shared_stores, shared_atomics, shared_bytes;
    uint64_t buffer_loads, buffer_stores, buffer_atomics, buffer_bytes; /* images included */
    uint32_t counter_count;
    struct {
        const char *name;
        uint64_t value;
    } counters[NBL_EMULATOR_MAX_COUNTERS]; /* of NBL_COUNT, in the order of their first use */
    const char *kernel;                    /* the launch's name; names and files here are not owned by the report */
    uint32_t finding_count;
    uint64_t findings_without_room; /* findings beyond the array's room */
    nbl_emulator_finding_t findings[NBL_EMULATOR_MAX_FINDINGS];
} nbl_emulator_report_t;

/* Returns a launch with every field at its default: one workgroup of one invocation, subgroups of 32, ascending order.
 * Set kernel. */
nbl_emulator_launch_t nbl_emulator_launch_init(void);

/* Runs a kernel to its end.
 * Returns NBL_SUCCESS or the first error found, which is also report->result. After an error the buffers hold what the
 * workgroups had written by then. ARGUMENT also if workgroup_size is not the NBL_LOCAL_SIZE of the kernel's text, or
 * not the size of an instance of nbl/fft.h that the kernel uses.
 *
 * launch  not NULL
 * report  filled in every case; may be NULL */
nbl_result_t nbl_emulator_launch(const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report);

/* What nbl_emulator_sweep() did. */
typedef struct nbl_emulator_sweep_t {
    uint32_t runs, failures;
    uint32_t failed_subgroup_sizes; /* subgroup sizes with a failure, or'ed */
    nbl_emulator_launch_t failed;   /* the first launch that failed: launch it again, and it fails again */
    nbl_emulator_report_t report;   /* of the first launch that failed, else of the last one */
} nbl_emulator_sweep_t;

/* Runs a kernel for several subgroup sizes, each in every order: ascending, descending, and with `seeds` seeds, from
 * launch->seed on, shuffled and adversarial. Each run begins with the resources' contents before the call, and these
 * are restored at the end. All runs of one subgroup size must leave the same contents.
 * Returns NBL_SUCCESS or the first failed run's result; RESULTS_DIFFER if a run left other contents than the first run
 * with its subgroup size.
 *
 * launch          not NULL; order, seed and subgroup_size are replaced, and threads by 1, so that a failure replays
 * subgroup_sizes  sizes, or'ed: 1 | 2 | 4 .. | 128
 * seeds           0 or more
 * sweep           filled in every case; may be NULL */
nbl_result_t nbl_emulator_sweep(const nbl_emulator_launch_t *launch, uint32_t subgroup_sizes, uint32_t seeds,
                                nbl_emulator_sweep_t *sweep);

/* Returns the count that NBL_COUNT gathered under a name; 0 if the kernel never counted under it. */
uint64_t nbl_emulator_counter(const nbl_emulator_report_t *report, const char *name);

/* Writes a finding of a report, report.findings[0] and on, as text of several lines, for people.
 * Returns the bytes of the whole text without its final zero, as snprintf does: more than `bytes - 1` means it was cut.
 *
 * text   at least `bytes` bytes; may be NULL if bytes is 0 */
size_t nbl_emulator_finding_text(const nbl_emulator_finding_t *finding, char *text, size_t bytes);

/* Writes the report as text of several lines, for people. Arguments and result: as nbl_emulator_finding_text() has
 * them. */
size_t nbl_emulator_report_text(const nbl_emulator_report_t *report, char *text, size_t bytes);

/* Writes the report as one JSON object, for tools. Arguments and result: as nbl_emulator_finding_text() has them. */
size_t nbl_emulator_report_json(const nbl_emulator_report_t *report, char *text, size_t bytes);

/* Finds the place of a call. The line comes from the program's debug information (-g), the function from that or from
 * its symbols. 64-bit Linux only; elsewhere nothing is known.
 * Returns 1 if line or function is known, else 0.
 *
 * address  one of an access's callers
 * caller   filled in every case */
int nbl_emulator_find_caller(const void *address, nbl_emulator_caller_t *caller);

/* Returns a kind's name, such as "read after write"; never NULL. */
const char *nbl_emulator_finding_kind_text(nbl_emulator_finding_kind_t kind);

/* Returns a memory's name, such as "shared array"; never NULL. */
const char *nbl_emulator_memory_text(nbl_emulator_memory_t memory);

/* Returns a remedy's name, such as "a workgroup barrier"; never NULL. */
const char *nbl_emulator_remedy_text(nbl_emulator_remedy_t remedy);

#if defined(__cplusplus)
}
#endif

#endif
