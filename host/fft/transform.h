/* Batched one-dimensional FFTs on either backend, through the same kernel text: what nbl-fft transform and its tests
 * call.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FFT_TRANSFORM_H
#define NBL_HOST_FFT_TRANSFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/host/emulator.h"
#include "nbl/fft/plan.h"
#include "nbl/host/vulkan.h"

typedef enum nbl_fft_precision_t {
    NBL_FFT_FLOAT16 = 0, /* arithmetic and storage */
    NBL_FFT_FLOAT32,
    NBL_FFT_FLOAT64,
    NBL_FFT_FLOAT16_STORAGE /* two halves in a dword, float32 arithmetic: no feature needed, half of float32's memory
                             * traffic */
} nbl_fft_precision_t;

bool nbl_fft_precision_valid(nbl_fft_precision_t precision);
/* What the tools call it. */
const char *nbl_fft_precision_name(nbl_fft_precision_t precision);
/* Bytes of a complex element in memory. */
uint32_t nbl_fft_precision_element_bytes(nbl_fft_precision_t precision);
/* Dwords of a complex element in arithmetic: what plans are made for. */
uint32_t nbl_fft_precision_dwords(nbl_fft_precision_t precision);

/* What a backend allows. */
typedef struct nbl_fft_limits_t {
    uint32_t max_workgroup_invocations;
    uint32_t max_shared_bytes;
    uint32_t subgroup_size;
    uint64_t max_buffer_bytes;
    bool float16, float64; /* arithmetic */
} nbl_fft_limits_t;

/* What is transformed; the layouts of shaders/fft_real_transform.h. */
typedef enum nbl_fft_kind_t {
    NBL_FFT_COMPLEX = 0,
    NBL_FFT_REAL,    /* a real signal of 2 length elements; its spectrum has length + 1 */
    NBL_FFT_REAL_TWO /* two real signals of `length` elements, interleaved; two spectra of length / 2 + 1 */
} nbl_fft_kind_t;

enum { NBL_FFT_CHOSEN = 0, NBL_FFT_NO, NBL_FFT_YES };

typedef struct nbl_fft_transform_desc_t {
    uint32_t algorithm; /* NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM of nbl/fft/parameters.h */
    nbl_fft_precision_t precision;
    nbl_fft_kind_t kind;
    uint32_t length;       /* complex elements of one transform: a power of two, or 2^a 3^b 5^c 7^d (Stockham) */
    uint32_t batch;        /* transforms, 1 or more */
    bool inverse;          /* divides by the length */
    bool native;           /* the spectrum in the algorithm's own order; not of real signals */
    const char *plan_text; /* Stockham: NULL: chosen; "16x16x8@128", see plan/text.h; read by the plan only */
    uint32_t elements_per_invocation; /* radix-2 shuffle: 0: chosen; 2, 4, 8, 16, 32 */
    /* radix-2 shuffle: invocations of one FFT; 0: chosen; elements x workgroup size = length */
    uint32_t workgroup_size;
    uint32_t ffts_per_workgroup; /* 0: chosen */
    uint32_t subgroup_size;      /* 0: the backend's; 1: no subgroup operations */
    uint32_t rounds;             /* transforms that a workgroup does one after the other, loading the next under the
                                           arithmetic of the last; 0: chosen */
    uint32_t driver_unrolls;     /* NBL_FFT_CHOSEN, _NO, _YES: nbl_compile_desc_t's */
    nbl_fft_limits_t limits;
} nbl_fft_transform_desc_t;

/* A kernel's compile-time parameters: defines in a shader, this structure on the CPU. */
typedef struct nbl_fft_transform_parameters_t {
    uint32_t elements_log2, workgroup_log2, subgroup_log2; /* radix-2 shuffle */
    nbl_fft_plan_t plan;                                   /* Stockham */
    uint32_t ffts_per_workgroup, rounds, inverse, native, half_storage, real;
} nbl_fft_transform_parameters_t;

typedef struct nbl_fft_transform_plan_t {
    nbl_fft_transform_desc_t desc; /* with everything chosen */
    nbl_fft_transform_parameters_t parameters;
    uint32_t elements;      /* that an invocation holds at most */
    uint32_t element_bytes; /* of a complex element in memory: 4 (two halves), 8, 16 */
    uint64_t input_bytes, output_bytes;
    uint64_t buffer_bytes; /* the larger of these; of complex transforms they are equal */
    uint32_t workgroup_invocations;
    uint64_t workgroups;
    uint32_t shared_bytes;
    uint32_t barriers; /* that a workgroup executes */
} nbl_fft_transform_plan_t;

/* Returns the emulator's limits with a given subgroup size (0: 8). */
nbl_fft_limits_t nbl_fft_emulator_limits(uint32_t subgroup_size);
nbl_fft_limits_t nbl_fft_device_limits(const nbl_vulkan_device_t *device);

/* Refuses a length that no device can transform; the message has the nearest that one can on both sides.
 * Errors: NBL_ERROR_ARGUMENT. */
nbl_result_t nbl_fft_check_length(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length,
                                  nbl_error_t *error);

/* Chooses what is left open and checks everything. Errors: NBL_ERROR_ARGUMENT, NBL_ERROR_LIMIT. */
nbl_result_t nbl_fft_transform_plan(const nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                                    nbl_error_t *error);

/* Transforms on the emulator. launch: threads, order and seed; the rest is filled in. report may be NULL.
 * input, output: plan->input_bytes, plan->output_bytes, 16-byte aligned, complex elements in nbl/accessors/storage.h's
 * layout. */
nbl_result_t nbl_fft_transform_emulate(const nbl_fft_transform_plan_t *plan, const nbl_emulator_launch_t *launch,
                                       const void *input, void *output, nbl_emulator_report_t *report,
                                       nbl_error_t *error);

/* Transforms on a Vulkan device. cache may be NULL; nanoseconds (of the dispatch) may be NULL. */
nbl_result_t nbl_fft_transform_vulkan(nbl_vulkan_device_t *device, nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                      const nbl_fft_transform_plan_t *plan, const void *input, void *output,
                                      double *nanoseconds, nbl_error_t *error);

/* Compiles the plan's kernel to SPIR-V, as nbl_fft_transform_vulkan does; to be freed by nbl_spirv_free(). */
nbl_result_t nbl_fft_transform_compile(nbl_cache_t *cache, nbl_mode_t mode, bool unroll,
                                       const nbl_fft_transform_plan_t *plan, nbl_spirv_t *spirv, nbl_error_t *error);

#endif
