/* The public face of the workgroup emulator: runs kernels written in the shared text on the CPU, every invocation a
 * fiber.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). A kernel is a function without arguments (NBL_KERNEL of nbl/lang.h); the functions that it
 * may call are in nbl/lang/emulator.h.
 * Thread safety: launches may run at the same time on several threads of the caller; they share nothing.
 */
/* The text of a kernel, if one stands above, is at its end here: see nbl/lang/flow.h */
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

#define NBL_EMULATOR_MESSAGE_BYTES 1024
#define NBL_EMULATOR_MAX_COUNTERS 16
#define NBL_EMULATOR_MAX_SHARED_ARRAYS 16
#define NBL_EMULATOR_MAX_FINDINGS 32
#define NBL_EMULATOR_UNKNOWN 0xFFFFFFFFu
#define NBL_EMULATOR_DEFAULT_STEPS (1ull << 28) /* a few seconds; checked, some ten */

/* The order in which the invocations of a workgroup run between two synchronisations. */
typedef enum nbl_emulator_order_t {
    NBL_EMULATOR_ASCENDING = 0,
    NBL_EMULATOR_DESCENDING,
    NBL_EMULATOR_SHUFFLED,   /* drawn anew from `seed` after every synchronisation; the same seed replays exactly */
    NBL_EMULATOR_ADVERSARIAL /* another invocation, drawn from `seed`, before every access to memory, too */
} nbl_emulator_order_t;

/* What carries an invocation. Results do not depend on it; it can be chosen so that each kind can be tested. */
typedef enum nbl_emulator_fiber_t {
    NBL_EMULATOR_FIBER_BEST = 0, /* the fastest there is here */
    NBL_EMULATOR_FIBER_ASSEMBLY, /* x86-64 and aarch64 but for Windows; elsewhere ARGUMENT */
    NBL_EMULATOR_FIBER_UCONTEXT  /* POSIX's swapcontext: a switch takes 15 times as long; wherever that exists */
} nbl_emulator_fiber_t;

/* What is checked in addition to bounds, divergence and lanes, which always are. */
typedef enum nbl_emulator_check_t {
    NBL_EMULATOR_CHECK_NONE = 0,
    /* Races by happens-before, so found whatever the order of the run, and reads of uninitialised shared memory.
     * What orders the accesses of two invocations:
     *   shared memory      a workgroup barrier; a subgroup barrier, if both are of one subgroup
     *   coherent buffers   a workgroup memory barrier; a subgroup barrier, if both are of one subgroup. Not a workgroup
     *                      barrier: it is GLSL's barrier() and HLSL's GroupMemoryBarrierWithGroupSync(), which order
     *                      shared memory only
     *   these two          a release and an acquire that reads what the release wrote, of scopes that have both in them:
     *                      of coherent buffers between workgroups, too (NBL_MEMORY_MODEL 1)
     *   buffers, images    nothing within a launch
     * A barrier orders the invocations that pass it, not lanes that have ended or are elsewhere.
     * Lanes that run in lock-step are not ordered by that, nor do shuffles, ballots and the like order memory: they
     * order execution. Atomic accesses to one element need no order among each other, if each lies in the other's
     * scope; relaxed ones give none to other accesses. All runs on one OS thread, so that a report is repeatable. */
    NBL_EMULATOR_CHECK_RACES
} nbl_emulator_check_t;

/* Bits of nbl_emulator_launch_t's check_options. */
typedef enum nbl_emulator_check_option_t {
    NBL_EMULATOR_ALLOW_EQUAL_WRITES =
        1, /* several invocations may write one element if all write the same value; a read of
                                               * it must be ordered after the last of these writes */
    /* The kernel's workgroup barriers also order buffers and images of their workgroup, and its subgroup barriers those
     * of their subgroup, coherent or not */
    NBL_EMULATOR_BARRIERS_ORDER_BUFFERS = 2,
    /* A shuffle takes the value that the other lane gave to its latest shuffle and does not wait for it, unless a
     * barrier precedes. A shuffle that so takes another value than in lock-step is an error. With any `check` */
    NBL_EMULATOR_SHUFFLES_DO_NOT_WAIT = 4,
    /* A read of uninitialised shared memory is told only if something depends on what was there: the launch is repeated
     * with four other contents of fresh shared memory, and told if it then leaves other results or makes other accesses.
     * What decides at a number alone that none of the contents has is not told so. on_finding is called at the read */
    NBL_EMULATOR_ALLOW_UNUSED_READS = 8
} nbl_emulator_check_option_t;

typedef enum nbl_emulator_finding_kind_t {
    NBL_EMULATOR_READ_AFTER_WRITE =
        0, /* as it happened in this run; in another order of the invocations it is the reverse */
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
    NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER = 0, /* or a workgroup barrier */
    NBL_EMULATOR_REMEDY_WORKGROUP_BARRIER,
    NBL_EMULATOR_REMEDY_SUBGROUP_BARRIER_ONLY, /* memory that a workgroup barrier does not order */
    NBL_EMULATOR_REMEDY_LAUNCH,                /* nothing in a kernel: the second access belongs in another launch */
    NBL_EMULATOR_REMEDY_STORE,                 /* of an uninitialised read: a store before it */
    NBL_EMULATOR_REMEDY_MEMORY_BARRIER,        /* NBL_WORKGROUP_MEMORY_BARRIER: the buffer is coherent */
    NBL_EMULATOR_REMEDY_COHERENT,              /* the same, and the buffer declared by NBL_COHERENT_BUFFER */
    NBL_EMULATOR_REMEDY_RELEASE_ACQUIRE,       /* between workgroups, of a coherent buffer */
    NBL_EMULATOR_REMEDY_SCOPE,                 /* of atomic accesses: a larger one */
    NBL_EMULATOR_REMEDY_DECLARE_COHERENT, /* the buffer by NBL_COHERENT_BUFFER: what orders the two is there already */
    NBL_EMULATOR_REMEDY_APART             /* writes on one line in one turn: nothing can stand between them */
} nbl_emulator_remedy_t;

#define NBL_EMULATOR_MAX_CALLERS 8

typedef struct nbl_emulator_access_t {
    const char *file; /* where the NBL_LOAD or NBL_STORE stands, or the macro around it that the text uses */
    int line;
    const char *function;   /* around it: the kernel, or what an include made, such as an accessor's samples_get */
    const char *expression; /* the index, as the text has it */
    int write;
    int atomic;
    uint32_t workgroup[3];
    uint32_t invocation, subgroup, lane;
    uint32_t epoch; /* workgroup barriers that its workgroup had passed; NBL_EMULATOR_UNKNOWN in an earlier workgroup */
    const char *barrier_file; /* the last of them; NULL: none, or unknown */
    int barrier_line;
    /* The calls from the kernel to `function`, the innermost first, each as its return address in the code; none in
     * a text with NBL_EMULATOR_CALLS 0. nbl_emulator_find_caller() says where in the text they stand. */
    const void *callers[NBL_EMULATOR_MAX_CALLERS];
    uint32_t caller_count;
} nbl_emulator_access_t;

/* Where in the text a call stands. */
typedef struct nbl_emulator_caller_t {
    char file[256];     /* "": unknown */
    char function[128]; /* the caller; "": unknown. In C++ its name without types, or the mangled one */
    int line;           /* 0: unknown */
} nbl_emulator_caller_t;

/* Equal findings (same kind, array and pair of lines) are one, with a count and the first as an example. */
typedef struct nbl_emulator_finding_t {
    nbl_emulator_finding_kind_t kind;
    nbl_emulator_memory_t memory;
    nbl_emulator_remedy_t remedy;
    const char *name;                    /* what the second access calls the array, buffer or image */
    uint32_t binding;                    /* a buffer's or an image's */
    uint32_t index, y;                   /* the element, of an image: x and y */
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
    const void *push_constants; /* at least as large as the kernel's structure; NULL where it has none */
    const void *specialization; /* the constants that a shader has at compile time: see nbl_emulator_specialization() */
    uint32_t workgroups_at_once; /* 2 to 8: that many take turns on one OS thread, at every atomic access and fence, and
                                  * in the adversarial order at other accesses, too; 0 or 1: one after another */
    uint32_t threads;            /* OS threads that workgroups spread over; 0: one per processor */
    nbl_emulator_order_t order;
    uint64_t seed;
    const struct nbl_emulator_schedule_t *schedule; /* who runs when, in place of order and seed; NULL: as these say */
    struct nbl_emulator_schedule_t *choices; /* receives what the adversarial order chooses; NULL: nothing does */
    uint32_t stack_bytes; /* one invocation's; rounded up to whole pages; 0: 64 KiB (256 under sanitizers) */
    nbl_emulator_fiber_t fiber;
    nbl_emulator_check_t check;
    uint32_t check_options; /* nbl_emulator_check_option_t, or'ed */
    uint64_t results;       /* bit b: binding b is a result, and a part of it that the kernel does not write is told:
                             * UNWRITTEN, if nothing else is wrong */
    void (*on_finding)(const nbl_emulator_finding_t *finding,
                       void *user); /* at each that is not yet known; may be NULL */
    void *user;                     /* handed to on_finding */
    uint64_t step_limit;            /* accesses and synchronisations of one workgroup, then it is stopped; 0: about
                             * NBL_EMULATOR_DEFAULT_STEPS, to within a few millions; UINT64_MAX: none. A loop without
                             * any of these is not stopped */
    int catch_faults;      /* 1: what a kernel does to its process is a result: a stack overflow, exit(), a loop without
                             * accesses and, unless the caller handles its signal, abort() and a fault such as a
                             * division by zero or a wild pointer */
    uint32_t idle_seconds; /* with catch_faults: an invocation that runs twice as long, in seconds of processor time,
                             * without a store or a synchronisation is stopped; 0: 10 */
    void (*trace)(const struct nbl_emulator_event_t *event,
                  void *user); /* receives every event: nbl/host/emulator_trace.h; may be NULL */
    void *trace_user;
    struct nbl_emulator_counters_t
        *counters; /* receives the cost of each line of the text: nbl/host/emulator_counters.h; may be NULL */
} nbl_emulator_launch_t;

/* What happened, summed over all workgroups unless said otherwise. */
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
    } counters[NBL_EMULATOR_MAX_COUNTERS]; /* NBL_COUNT, by first use */
    const char *kernel;                    /* the launch's name; not owned, like every name and file here */
    uint32_t finding_count;
    uint64_t findings_without_room; /* how many more findings there were than the following array holds */
    nbl_emulator_finding_t findings[NBL_EMULATOR_MAX_FINDINGS];
} nbl_emulator_report_t;

/* Returns a launch with every field at its default: one workgroup of one invocation, subgroups of 32, ascending order.
 */
nbl_emulator_launch_t nbl_emulator_launch_init(void);

/* Runs a kernel to its end.
 * Returns NBL_SUCCESS or the first error found (also report->result); after an error the buffers hold what the
 * workgroups had written by then. A workgroup_size that is not the NBL_LOCAL_SIZE of the kernel's text, or of an instance
 * of nbl/fft.h whose place the kernel takes, is ARGUMENT.
 *
 * launch  not NULL
 * report  filled in every case; may be NULL */
nbl_result_t nbl_emulator_launch(const nbl_emulator_launch_t *launch, nbl_emulator_report_t *report);

/* What nbl_emulator_sweep did. */
typedef struct nbl_emulator_sweep_t {
    uint32_t runs, failures;
    uint32_t failed_subgroup_sizes; /* or'ed: sizes with a failure */
    nbl_emulator_launch_t failed;   /* the first that failed: launch it again, and it fails again */
    nbl_emulator_report_t report;   /* that run's, else the last one's */
} nbl_emulator_sweep_t;

/* Runs a kernel in every order (ascending, descending, shuffled and adversarial with `seeds` seeds from launch->seed
 * on), for every subgroup size that is asked for. Each run finds the resources as they were, and so does the caller
 * afterwards. What the runs of one subgroup size leave in them must be equal.
 * Returns NBL_SUCCESS or the first failed run's result; RESULTS_DIFFER if that run left other results
 * than the first run with its subgroup size.
 *
 * launch          order, seed and subgroup_size are replaced, and threads by 1, so that a failure replays
 * subgroup_sizes  or'ed: 1 | 2 | 4 ... | 128
 * seeds           any number
 * sweep           filled in every case; may be NULL */
nbl_result_t nbl_emulator_sweep(const nbl_emulator_launch_t *launch, uint32_t subgroup_sizes, uint32_t seeds,
                                nbl_emulator_sweep_t *sweep);

/* Returns the count that NBL_COUNT gathered under a name, 0 if the kernel never counted it. */
uint64_t nbl_emulator_counter(const nbl_emulator_report_t *report, const char *name);

/* Writes a finding as text of several lines, for people.
 * Returns the bytes of the whole text without its final zero, as snprintf does: more than `bytes - 1` means it was cut.
 *
 * text   at least `bytes` bytes; may be NULL if bytes is 0 */
size_t nbl_emulator_finding_text(const nbl_emulator_finding_t *finding, char *text, size_t bytes);

/* Writes the report as text of several lines, for people. Arguments and result: as nbl_emulator_finding_text() has
 * them. */
size_t nbl_emulator_report_text(const nbl_emulator_report_t *report, char *text, size_t bytes);

/* Writes the report as one JSON object, for tools. Arguments and result: as nbl_emulator_finding_text() has them. */
size_t nbl_emulator_report_json(const nbl_emulator_report_t *report, char *text, size_t bytes);

/* Finds a call in the text by the program's debug information (with -g) and symbols: the line needs the former, the
 * function either. On 64-bit Linux; elsewhere nothing is known.
 * Returns 1 if either is known, else 0.
 *
 * address  one of an access's callers
 * caller   filled in every case */
int nbl_emulator_find_caller(const void *address, nbl_emulator_caller_t *caller);

/* Returns "read after write" and so on; never NULL. */
const char *nbl_emulator_finding_kind_text(nbl_emulator_finding_kind_t kind);

/* Returns "shared array" and so on; never NULL. */
const char *nbl_emulator_memory_text(nbl_emulator_memory_t memory);

/* Returns "a workgroup barrier" and so on; never NULL. */
const char *nbl_emulator_remedy_text(nbl_emulator_remedy_t remedy);

#if defined(__cplusplus)
}
#endif

#endif
