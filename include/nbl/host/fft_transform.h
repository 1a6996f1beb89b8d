/* FFTs of one kernel: plans that are plain data, for the emulator and for devices.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17), without Vulkan. nbl/host/fft.h includes it, and has what most programs call.
 *
 *   nbl_fft_transform_plan()     makes a plan of one kernel
 *   nbl_fft_transform_emulate()  runs it on the emulator: every access is checked, a hundred times as slow
 *   nbl_fft_transform_access()   runs it on elements that functions load and store
 *   nbl_fft_transform_compile()  compiles its kernel to SPIR-V
 *
 * Thread-safe. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_FFT_TRANSFORM_H
#define NBL_HOST_FFT_TRANSFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/accessors/accessor.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/compile.h"
#include "nbl/host/fft_numbers.h"
#include "nbl/host/parameters.h"
#include "nbl/host/plan.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

/* Plans that were measured on a device: nbl/host/wisdom.h. */
typedef struct nbl_fft_wisdom_t nbl_fft_wisdom_t;

/* Kernels by device address whose sizes are literals, for arrays without gaps. Two may share a dispatch by tickets. */
#define NBL_FFT_LITERALS_NEVER 0
#define NBL_FFT_LITERALS_WHERE_FASTER 1 /* by the device's rows of measurements; and for steps that only transform */
#define NBL_FFT_LITERALS_WHEREVER 2     /* by any row; and for steps that only transform */

/* What a device or the emulator allows; plans of transforms and of blooms keep within it. */
typedef struct nbl_fft_limits_t {
    uint32_t max_workgroup_invocations;
    uint32_t max_shared_bytes;     /* shared memory of a workgroup */
    uint32_t subgroup_size;        /* a power of two; 1: no subgroup operations */
    uint64_t max_buffer_bytes;     /* limit of one storage buffer binding */
    uint64_t max_allocation_bytes; /* limit of one allocation; 0: none */
    bool float16, float64;         /* whether it has arithmetic of that precision */
    bool addresses;                /* whether kernels may take device addresses of buffers in place of bindings */
    uint8_t literals;              /* where kernels have all sizes as literals and go by address: NBL_FFT_LITERALS_* */
    nbl_device_kind_t device;      /* whose measured plans are taken */
    /* Subgroup sizes that a kernel may ask for, powers of two, and how many of them a workgroup may have; 0: none. */
    uint32_t min_subgroup_size, max_subgroup_size, max_workgroup_subgroups;
} nbl_fft_limits_t;

/* What a transform takes and gives. Layouts of real signals: shaders/fft_real_transform.h. `length` is the
 * description's. */
typedef enum nbl_fft_kind_t {
    NBL_FFT_COMPLEX = 0,
    NBL_FFT_REAL, /* a real signal of 2 length elements; its spectrum has length + 1 frequencies */
    /* Two real signals of `length` elements, interleaved; two spectra of length / 2 + 1 frequencies. They share one
     * transform: a NaN or an infinity of one comes out in both, and the errors of both are as large as the louder
     * one's. */
    NBL_FFT_REAL_TWO
} nbl_fft_kind_t;

/* What unrolls the loops of a kernel. In exact mode the bits do not depend on it. */
typedef enum nbl_fft_unroller_t {
    NBL_FFT_UNROLLER_LIBRARY = 0, /* the specialiser, in milliseconds */
    NBL_FFT_UNROLLER_SPIRV_TOOLS, /* SPIRV-Tools, in seconds: to compare with */
    NBL_FFT_UNROLLER_DRIVER       /* SPIRV-Tools, in seconds; loops that access memory are left to the driver */
} nbl_fft_unroller_t;

typedef struct nbl_fft_transform_desc_t {
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM of nbl/fft/parameters.h */
    nbl_fft_precision_t precision;
    nbl_fft_kind_t kind;
    /* Complex elements of one transform: a power of two; for Stockham any without a prime factor above 13, or as
     * any_radices says. */
    uint32_t length;
    uint32_t batch;        /* transforms, 1 or more */
    bool inverse;          /* divides by the length */
    bool native;           /* the spectrum is in the algorithm's own order; complex transforms only */
    const char *plan_text; /* Stockham: a plan such as "16x16x8@128" (nbl/host/plan.h); NULL: chosen. Read only by
                            * nbl_fft_transform_plan() */
    const nbl_fft_wisdom_t *wisdom; /* Stockham, complex: its plan of this length is taken, if it has one; NULL: the
                                     * library's choice. Read only by nbl_fft_transform_plan() */
    /* Allows what measured best in fast mode: other radices, with other bits, and prime factors to 31 or 47, not 13. */
    bool any_radices;
    /* With any_radices: the rows, twiddles and order that measured best with the text's multiply-adds; `wisdom` comes
     * before them. The emulator takes those multiply-adds then. A device's kernel has them by its mode: fused, or fast
     * in float32 and float64, where this is to be set, too. */
    bool fused;
    uint32_t elements_per_invocation; /* radix-2 shuffle: 2, 4, 8, 16 or 32; 0: chosen */
    /* radix-2 shuffle: invocations of one FFT; elements_per_invocation x workgroup_size = length; 0: chosen */
    uint32_t workgroup_size;
    uint32_t ffts_per_workgroup; /* 0: chosen */
    uint32_t subgroup_size; /* 0: what was measured within limits, or limits.subgroup_size; 1: no subgroup operations */
    uint32_t rounds;        /* transforms that a workgroup does one after the other, 1 to 64; it loads the next one
                                  * while it computes; 0: chosen */
    /* Stockham, complex: the kernel reads and writes at device addresses, which saves registers and instructions.
     * Buffers must have addresses, and limits.addresses must be true. The bits do not depend on it. */
    bool addresses;
    nbl_fft_unroller_t unroller;               /* for kernels that are compiled unrolled */
    nbl_instruction_order_t instruction_order; /* for kernels that are compiled unrolled; DEFAULT: chosen */
    nbl_fft_limits_t limits;
} nbl_fft_transform_desc_t;

/* The kernel's compile-time parameters: a launch's specialization on the CPU, defines of a shader. */
typedef struct nbl_fft_transform_parameters_t {
    NBL_FFT_TRANSFORM_PARAMETERS(NBL_FIELD_OF_NUMBER, NBL_FIELD_OF_PLAN)
} nbl_fft_transform_parameters_t;

/* A transform ready to run: plain data, without pointers to free. */
typedef struct nbl_fft_transform_plan_t {
    nbl_fft_transform_desc_t desc; /* as given, with every 0 replaced by what was chosen */
    nbl_fft_transform_parameters_t parameters;
    uint32_t elements;      /* complex elements that an invocation holds at most */
    uint32_t element_bytes; /* size of a complex element in memory: 4 (two halves), 8, 16 */
    uint64_t input_bytes, output_bytes;
    uint64_t buffer_bytes; /* the larger of input_bytes and output_bytes; for complex transforms they are equal */
    uint32_t workgroup_invocations;
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint32_t barriers; /* that a workgroup executes */
} nbl_fft_transform_plan_t;

/* Returns the emulator's limits.
 *
 * subgroup_size  a power of two from 1 to 128; 0: 8 */
nbl_fft_limits_t nbl_fft_emulator_limits(uint32_t subgroup_size);

/* Returns a description with every default: one forward complex transform of float32 by Stockham, within the emulator's
 * limits. Set the length. */
nbl_fft_transform_desc_t nbl_fft_transform_desc_init(void);

/* Succeeds for a length that devices can transform. Errors: ARGUMENT; the text names the nearest lengths below and
 * above that can be transformed.
 *
 * algorithm  NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM
 * length     complex elements, any number */
nbl_result_t nbl_fft_check_length(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length,
                                  nbl_error_t *error);

/* Makes a plan: chooses what the description leaves open, and checks all of it. Radices, and with them the bits of a
 * result, follow from length and precision alone, unless plan_text, wisdom or any_radices bring others. Thread-safe.
 * Errors: ARGUMENT, LIMIT.
 *
 * desc  not NULL
 * plan  written on success only */
nbl_result_t nbl_fft_transform_plan(const nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                                    nbl_error_t *error);

/* Transforms on the emulator. Errors: those of nbl_emulator_launch().
 *
 * plan           not NULL
 * launch         its threads, order, seed, check and check_options are used; the rest is filled in here
 * input, output  plan->input_bytes and plan->output_bytes, aligned to 16 bytes; complex elements as
 *                nbl/accessors/storage.h stores them
 * report         as of nbl_emulator_launch(); may be NULL */
nbl_result_t nbl_fft_transform_emulate(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                       const void *input, void *output, nbl_emulator_report_t *report,
                                       nbl_error_t *error);

/* Transforms on the emulator elements that the caller's functions load and store, by either algorithm. A transform is
 * loaded as a whole before any of it is stored. The functions are called from several threads at once, one thread to a
 * transform, unless launch->threads is 1. Errors: ARGUMENT (a function is NULL), those of nbl_emulator_launch().
 *
 * plan    not NULL
 * launch  its threads, order, seed, check and check_options are used; the rest is filled in here
 * input   its get is called with the number of the transform and of the element, as nbl_fft_kind_t lays them out, and
 *         writes an nbl_fft_number_t. In a last workgroup that is not full it is called for the last transform again
 * output  its set is called with the number of the transform and of the element, once for each element
 * shared  the shared memory of workgroup `group`: plan->shared_bytes / 4 dwords, each a uint32_t; one thread to a
 *         workgroup. NULL: memory of the emulator's own
 * report  as of nbl_emulator_launch(); may be NULL */
nbl_result_t nbl_fft_transform_access(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                      const nbl_accessor_t *input, const nbl_accessor_t *output,
                                      const nbl_accessor_t *shared, nbl_emulator_report_t *report, nbl_error_t *error);

/* Compiles a plan's kernel. Part of libnbl-vulkan. Errors: those of nbl_compile().
 *
 * cache   NULL: compile always
 * unroll  unrolls loops: fast on a GPU, slow to build on a software driver
 * plan    not NULL
 * spirv   receives the module, for nbl_spirv_free() */
nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error);

#if defined(__cplusplus)
}
#endif

#endif
