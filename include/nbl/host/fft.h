/* FFTs on the host: one call that transforms an array, the same through callbacks, and planned batches on the
 * emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), with no need of Vulkan: nbl/host/fft_vulkan.h has the device's side.
 *
 *   nbl_fft_array()              an array to another or in place
 *   nbl_fft_array_plan_create(), nbl_fft_array_plan_run()
 *                                the same often: a plan that is kept, run by any number of threads
 *   nbl_fft_array_plan_access()  by such a plan, elements that functions load and store
 *   nbl_fft_array_context_run()  plans kept by their descriptions
 *   nbl_fft_transform_desc_init(), nbl_fft_transform_plan()
 *                                a description to a plan: plain data, the same for both backends
 *   nbl_fft_transform_emulate()  runs it on the emulator, on two buffers as a device has them
 *   nbl_fft_transform_access()   likewise, on elements that functions load and store
 *   nbl_fft_transform_compile()  makes its SPIR-V
 *
 * The first ones run on the executor: vectors of the processor, to compute with. The emulator is for debugging: every
 * invocation is a fiber, every access is checked, and a transform takes a hundred times as long. Both have the bits of a
 * device in exact mode.
 *
 * All of them run the shaders' text. Nothing here prints, exits or keeps global state. Thread-safe. `error` comes
 * last and may be NULL.
 */
#ifndef NBL_HOST_FFT_H
#define NBL_HOST_FFT_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/accessors/accessor.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/compile.h"
#include "nbl/host/parameters.h"
#include "nbl/host/plan.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- An array */

typedef enum nbl_fft_precision_t {
    NBL_FFT_FLOAT16 = 0, /* arithmetic and storage */
    NBL_FFT_FLOAT32,
    NBL_FFT_FLOAT64,
    NBL_FFT_FLOAT16_STORAGE /* two halves in a dword, float32 arithmetic: no feature needed, half of float32's memory
                             * traffic */
} nbl_fft_precision_t;

/* Returns whether a number is one of these. Thread-safe. */
bool nbl_fft_precision_valid(nbl_fft_precision_t precision);

/* Returns what the tools call it: "fp32"; NULL for other numbers. */
const char *nbl_fft_precision_name(nbl_fft_precision_t precision);

/* Returns the bytes of a complex element in memory; 0 for other numbers. */
uint32_t nbl_fft_precision_element_bytes(nbl_fft_precision_t precision);

/* Returns the dwords of a complex element in arithmetic, what plans are made for; 0 for other numbers. */
uint32_t nbl_fft_precision_dwords(nbl_fft_precision_t precision);

/* What all elements are divided by. The length is that of the signal, of a real one too. */
typedef enum nbl_fft_scaling_t {
    NBL_FFT_SCALING_DEFAULT = 0, /* none forward, the length by the inverse */
    NBL_FFT_SCALING_NONE,
    NBL_FFT_SCALING_BY_LENGTH,
    NBL_FFT_SCALING_BY_ROOT /* of the length */
} nbl_fft_scaling_t;

typedef struct nbl_fft_array_desc_t {
    uint32_t length; /* elements of a signal, real or complex: see nbl_fft_plan_make(); real ones to 32768 */
    uint32_t batch;  /* transforms */
    nbl_fft_precision_t precision;
    bool inverse;
    bool real; /* signals are real; of their spectra there are the frequencies 0 to length / 2 */
    uint32_t
        given; /* elements of each input; zeros follow them, which are neither stored nor read. 0: all. In place the
                     * distance is then to be told where there is a batch */
    /* Elements from one to the next, 0: 1; and from a transform's first to the next one's, 0: the next one begins a
     * stride behind the last element that is given. An element is a complex number, or a real one of a real signal. */
    uint64_t input_stride, input_distance;
    uint64_t output_stride, output_distance;
    uint32_t threads; /* at most 64; 0: as many as there are processors, fewer for little work */
    nbl_fft_scaling_t scaling;
    const char *instructions; /* what the CPU is to use at most: "avx512vl", "avx2", "sse2", "neon" or "plain", without
                               * vectors; NULL: all it has. Any gives the same bits; read when a plan is made only */
    nbl_mode_t mode;          /* fast: products are fused with sums, where the processor has such instructions: bits are
                               * those of this processor and compiler alone, and errors are no larger */
} nbl_fft_array_desc_t;

/* Returns a description with every default: one complex transform of float32, side by side; the length is to be set. */
nbl_fft_array_desc_t nbl_fft_array_desc_init(void);

/* Transforms an array on the CPU, with the bits of a device in exact mode and of the emulator: on vectors of the
 * processor (host/executor), not on the emulator, whose fibers and checks take a hundred times as long.
 *
 * Plans anew with each call, which takes as long as some transforms: nbl_fft_array_plan_create() for more than one call. Errors:
 * ARGUMENT (the text names the nearest lengths that are supported), LIMIT, OUT_OF_MEMORY; then the output is untouched.
 *
 * desc    not NULL
 * input   scalars of the precision, real and imaginary part in turn, halves of 2 bytes; its transforms may overlap
 * output  likewise; the input's array or one that does not overlap it. In place each transform stays where it was:
 *         strides and distances are equal, or at least the distances, in bytes, and no transform overlaps the next
 */
nbl_result_t nbl_fft_array(const nbl_fft_array_desc_t *desc, const void *input, void *output, nbl_error_t *error);

/* A plan of such transforms that is kept: radices, twiddles, and scratch memory between runs. */
typedef struct nbl_fft_array_plan_t nbl_fft_array_plan_t;

/* Makes a plan, in microseconds: about two nanoseconds for each element of a line. Thread-safe. Errors: ARGUMENT, LIMIT,
 * OUT_OF_MEMORY; then *plan is untouched.
 *
 * desc  not NULL; copied
 * plan  receives the plan, for nbl_fft_array_plan_destroy() */
nbl_result_t nbl_fft_array_plan_create(const nbl_fft_array_desc_t *desc, nbl_fft_array_plan_t **plan,
                                       nbl_error_t *error);

/* Transforms an array as the plan's description says. Thread-safe, also with the same plan: each run has scratch of its
 * own. Errors: ARGUMENT, OUT_OF_MEMORY; then the output is untouched.
 *
 * input, output  as of nbl_fft_array() */
nbl_result_t nbl_fft_array_plan_run(nbl_fft_array_plan_t *plan, const void *input, void *output, nbl_error_t *error);

/* A complex number of any precision, which accessors of transforms get and set: float16 and float32 fit exactly. */
typedef struct nbl_fft_number_t {
    double real, imag;
} nbl_fft_number_t;

/* Transforms elements that functions load and store: a vector, a hash map, a file. A real signal's elements are real
 * numbers, whose imaginary parts do not count. Takes a call for each element. A transform is loaded as a whole before any
 * of it is stored. Thread-safe. Errors: ARGUMENT (a function is NULL), OUT_OF_MEMORY; then no function was called.
 *
 * plan    its strides and distances do not count
 * input   its get is called with the number of the transform and of the element, and writes an nbl_fft_number_t; from several
 *         threads at once, one to a transform, unless there is one thread
 * output  its set is called, likewise */
nbl_result_t nbl_fft_array_plan_access(nbl_fft_array_plan_t *plan, const nbl_accessor_t *input,
                                       const nbl_accessor_t *output, nbl_error_t *error);

/* Returns the name of the instructions that its transforms use, as in nbl_fft_array_desc_t. */
const char *nbl_fft_array_plan_instructions(const nbl_fft_array_plan_t *plan);

/* plan  may be NULL; of which no run is under way */
void nbl_fft_array_plan_destroy(nbl_fft_array_plan_t *plan);

/* Plans that are kept by their descriptions, those of nbl_fft_nd_context_run() among them: for programs that transform
 * arrays of several descriptions in turn. Without a context nothing is kept. */
typedef struct nbl_fft_array_context_t nbl_fft_array_context_t;

/* The bytes that plans of a context take at most, unless nbl_fft_array_context_limit() sets another bound: 64 MiB. */
#define NBL_FFT_ARRAY_CONTEXT_BYTES (1u << 26)

/* Makes a context without plans. Errors: ARGUMENT (context is NULL), OUT_OF_MEMORY.
 *
 * most     plans that it keeps at most; 0: any number. Beyond it, and beyond NBL_FFT_ARRAY_CONTEXT_BYTES, the plan that was
 *          not used for longest is destroyed
 * context  receives it, for nbl_fft_array_context_destroy(); NULL after an error */
nbl_result_t nbl_fft_array_context_create(uint32_t most, nbl_fft_array_context_t **context, nbl_error_t *error);

/* Does what nbl_fft_array() does, by the plan of an equal description if the context has one, else by a new plan, which the
 * context keeps. Thread-safe: a lock is held while a plan is looked for, not while a plan is made or runs. Errors: those
 * of nbl_fft_array(). */
nbl_result_t nbl_fft_array_context_run(nbl_fft_array_context_t *context, const nbl_fft_array_desc_t *desc,
                                       const void *input, void *output, nbl_error_t *error);

/* What a context holds, and what it was asked for. */
typedef struct nbl_fft_array_context_info_t {
    uint64_t hits, misses; /* runs that found a plan, and runs that made one or failed to */
    uint64_t plans;        /* that it has */
    uint64_t bytes;        /* that these take: tables, and the scratch of one run */
    uint32_t most_plans;   /* bounds: nbl_fft_array_context_limit() */
    uint64_t most_bytes;
} nbl_fft_array_context_info_t;

/* Returns what a context holds. Thread-safe.
 *
 * context  not NULL */
nbl_fft_array_context_info_t nbl_fft_array_context_info(nbl_fft_array_context_t *context);

/* Sets the bounds of a context, and destroys plans that were not used for longest until both are held. Plans that a run is
 * using stay until it ends. The two plans that were used last stay however many bytes they take: the transforms forth and
 * back of one length. Thread-safe.
 *
 * context     not NULL
 * most_plans  0: any number
 * most_bytes  0: only those two plans */
void nbl_fft_array_context_limit(nbl_fft_array_context_t *context, uint32_t most_plans, uint64_t most_bytes);

/* Destroys the plans that no run is using. Returns how many are left. Thread-safe. */
uint32_t nbl_fft_array_context_release(nbl_fft_array_context_t *context);

/* context  may be NULL; of which no run is under way */
void nbl_fft_array_context_destroy(nbl_fft_array_context_t *context);

/* ---- Planned transforms */

/* What a backend allows, of transforms and blooms. */
typedef struct nbl_fft_limits_t {
    uint32_t max_workgroup_invocations;
    uint32_t max_shared_bytes;
    uint32_t subgroup_size;        /* a power of two; 1: no subgroup operations */
    uint64_t max_buffer_bytes;     /* limit of one storage buffer binding */
    uint64_t max_allocation_bytes; /* limit of one allocation; 0: none */
    bool float16, float64;         /* arithmetic */
    bool addresses;                /* of buffers, which kernels may be given in place of bindings */
} nbl_fft_limits_t;

/* What is transformed; the layouts of shaders/fft_real_transform.h. */
typedef enum nbl_fft_kind_t {
    NBL_FFT_COMPLEX = 0,
    NBL_FFT_REAL, /* a real signal of 2 length elements; its spectrum has length + 1 */
    /* Two real signals of `length` elements, interleaved; two spectra of length / 2 + 1. They share one transform: NaN and
     * infinities of one come out in the other, and rounding errors as large as the louder one's. */
    NBL_FFT_REAL_TWO
} nbl_fft_kind_t;

/* Plans as measured on a device: nbl/host/wisdom.h. */
typedef struct nbl_fft_wisdom_t nbl_fft_wisdom_t;

/* Who unrolls the loops of a kernel. Results are the same, in exact mode to the bit. */
typedef enum nbl_fft_unroller_t {
    NBL_FFT_UNROLLER_LIBRARY = 0, /* the specialiser, in milliseconds */
    NBL_FFT_UNROLLER_SPIRV_TOOLS, /* in seconds: to compare with */
    NBL_FFT_UNROLLER_DRIVER       /* likewise, but SPIRV-Tools leaves the driver the loops that access memory */
} nbl_fft_unroller_t;

typedef struct nbl_fft_transform_desc_t {
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM of nbl/fft/parameters.h */
    nbl_fft_precision_t precision;
    nbl_fft_kind_t kind;
    /* Complex elements of one transform: a power of two, or of Stockham without a prime above 13, with any_radices above
     * 31. */
    uint32_t length;
    uint32_t batch;        /* transforms, 1 or more */
    bool inverse;          /* divides by the length */
    bool native;           /* the spectrum in the algorithm's own order; not of real signals */
    const char *plan_text; /* Stockham: NULL: chosen; "16x16x8@128", see nbl/host/plan.h; read by the plan only */
    const nbl_fft_wisdom_t *wisdom; /* Stockham, complex: its plan is taken if it has the length; NULL: the library's
                                         choice; read by the plan only */
    /* Also what measured best in fast mode: other radices give other bits. Primes to 31, which a device's kernel and the
     * emulator have, in place of 13. */
    bool any_radices;
    uint32_t elements_per_invocation; /* radix-2 shuffle: 0: chosen; 2, 4, 8, 16, 32 */
    /* radix-2 shuffle: invocations of one FFT; 0: chosen; elements x workgroup size = length */
    uint32_t workgroup_size;
    uint32_t ffts_per_workgroup; /* 0: chosen */
    uint32_t subgroup_size;      /* 0: the backend's; 1: no subgroup operations */
    uint32_t rounds;             /* transforms that a workgroup does one after the other, loading the next under the
                                           arithmetic of the last, 1 to 64; 0: chosen */
    /* Stockham, complex: the kernel reads and writes at device addresses, which saves registers and instructions; what is
     * bound must have them. The same bits; limits.addresses must be true. */
    bool addresses;
    nbl_fft_unroller_t unroller;               /* of kernels that are unrolled */
    nbl_instruction_order_t instruction_order; /* likewise; DEFAULT: chosen */
    nbl_fft_limits_t limits;
} nbl_fft_transform_desc_t;

/* The specialization of a launch, and a shader's defines. */
typedef struct nbl_fft_transform_parameters_t {
    NBL_FFT_TRANSFORM_PARAMETERS(NBL_FIELD_OF_NUMBER, NBL_FIELD_OF_PLAN)
} nbl_fft_transform_parameters_t;

typedef struct nbl_fft_transform_plan_t {
    nbl_fft_transform_desc_t desc; /* as given, everything chosen */
    nbl_fft_transform_parameters_t parameters;
    uint32_t elements;      /* the most that an invocation holds */
    uint32_t element_bytes; /* size of a complex element in memory: 4 (two halves), 8, 16 */
    uint64_t input_bytes, output_bytes;
    uint64_t buffer_bytes; /* the larger of these; of complex transforms they are equal */
    uint32_t workgroup_invocations;
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint32_t barriers; /* executed by a workgroup */
} nbl_fft_transform_plan_t;

/* Returns the emulator's limits with a given subgroup size (0: 8). */
nbl_fft_limits_t nbl_fft_emulator_limits(uint32_t subgroup_size);

/* Returns a description with every default: one forward complex transform of float32 by Stockham, within the emulator's
 * limits; the length is to be set. */
nbl_fft_transform_desc_t nbl_fft_transform_desc_init(void);

/* Refuses a length that no device can transform; the message has the nearest that one can on both sides.
 * Errors: ARGUMENT. */
nbl_result_t nbl_fft_check_length(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length,
                                  nbl_error_t *error);

/* Chooses what is left open and checks everything. Radices, and with them the bits of a result, follow from length and
 * precision alone unless plan_text says others. Errors: ARGUMENT, LIMIT.
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_fft_transform_plan(const nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                                    nbl_error_t *error);

/* Transforms on the emulator. Errors: those of nbl_emulator_launch().
 *
 * launch         threads, order, seed and checks; the rest is filled in
 * input, output  plan->input_bytes, plan->output_bytes, 16-byte aligned, complex elements in nbl/accessors/storage.h's
 *                layout
 * report         may be NULL */
nbl_result_t nbl_fft_transform_emulate(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                       const void *input, void *output, nbl_emulator_report_t *report,
                                       nbl_error_t *error);

/* Transforms on the emulator through the caller's functions, by either algorithm. A transform is loaded as a whole before
 * any of it is stored. Called from several threads at once, one to a transform, unless launch.threads is 1.
 * Errors: ARGUMENT (a function is NULL), those of nbl_emulator_launch().
 *
 * launch  as above
 * input   its get is called with the number of the transform and of the element, in the layouts of nbl_fft_kind_t, and
 *         writes an nbl_fft_number_t; for elements beyond the last transform, with the last transform's number
 * output  its set is called, likewise
 * shared  a workgroup's shared memory: of workgroup `group`, plan->shared_bytes / 4 dwords, each a uint32_t, one thread to a
 *         workgroup; NULL: the emulator's
 * report  may be NULL */
nbl_result_t nbl_fft_transform_access(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                      const nbl_accessor_t *input, const nbl_accessor_t *output,
                                      const nbl_accessor_t *shared, nbl_emulator_report_t *report, nbl_error_t *error);

/* Compiles the plan's kernel; to be freed by nbl_spirv_free(). Part of libnbl-vulkan. Errors: those of nbl_compile().
 *
 * cache   may be NULL
 * unroll  fast on a GPU, slow to build on a software driver */
nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
