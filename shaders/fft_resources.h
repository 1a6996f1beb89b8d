/* What the transform kernels are bound to: buffers, accessors, the FFT and its shared memory. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compile-time parameters (run-time ones on the CPU: host/fft/kernel_run_time.h): NBL_TRANSFORM_SCALAR,
 * NBL_TRANSFORM_FFTS_PER_WORKGROUP, NBL_TRANSFORM_INVERSE, NBL_TRANSFORM_NATIVE (1: the spectrum in the algorithm's
 * order), NBL_PRELOADED_ELEMENTS, NBL_TRANSFORM_ALGORITHM and, by that,
 *   NBL_FFT_RADIX2_SHUFFLE (0)  NBL_TRANSFORM_ELEMENTS_LOG2, NBL_TRANSFORM_WORKGROUP_LOG2, NBL_TRANSFORM_SUBGROUP_LOG2
 *   NBL_FFT_STOCKHAM (1)        NBL_TRANSFORM_PLAN, an initializer of nbl_fft_plan_t, NBL_TRANSFORM_SHARED_DWORDS of
 *                               one FFT, NBL_TRANSFORM_INVOCATIONS of one FFT; NBL_TRANSFORM_ROUNDS, FFTs that an
 *                               invocation works on one after the other (1 where it is not given)
 * and, of float32_t and where wanted, NBL_TRANSFORM_HALF_STORAGE (1: the buffers hold elements as two halves in a
 * dword). NBL_TRANSFORM_ACCESSORS: no buffers; the includer has transform_source_get(index), transform_target_set(index,
 * value), NBL_TRANSFORM_SHARED_GET(i) and NBL_TRANSFORM_SHARED_SET(i, value).
 */
#ifndef NBL_SHADERS_FFT_RESOURCES_H
#define NBL_SHADERS_FFT_RESOURCES_H

#ifndef NBL_TRANSFORM_ROUNDS
#define NBL_TRANSFORM_ROUNDS 1
#endif
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"

NBL_STRUCT(nbl_fft_transform_constants_t) { uint32_t batch; /* FFTs in all */ };

#ifndef NBL_TRANSFORM_ACCESSORS
NBL_BUFFER(0, NBL_CAT(NBL_STORAGE_, NBL_TRANSFORM_SCALAR), transform_input)
NBL_BUFFER(1, NBL_CAT(NBL_STORAGE_, NBL_TRANSFORM_SCALAR), transform_output)
#define NBL_TRANSFORM_SHARED_GET(i) NBL_LOAD(transform_scratch, i)
#define NBL_TRANSFORM_SHARED_SET(i, value) NBL_STORE(transform_scratch, i, value)
#endif
#ifdef NBL_TRANSFORM_HALF_STORAGE
NBL_BUFFER(0, uint32_t, transform_input_halves)
NBL_BUFFER(1, uint32_t, transform_output_halves)
#endif
#if NBL_TRANSFORM_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN NBL_TRANSFORM_PLAN
#define NBL_FFT_ELEMENTS NBL_PRELOADED_ELEMENTS
NBL_FUNCTION nbl_fft_shape_t transform_shape(void) {
    nbl_fft_plan_t plan = NBL_TRANSFORM_PLAN;
    return nbl_fft_stockham_shape(plan);
}
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_TRANSFORM_ELEMENTS_LOG2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_TRANSFORM_WORKGROUP_LOG2
#define NBL_FFT_SUBGROUP_SIZE_LOG2 NBL_TRANSFORM_SUBGROUP_LOG2
#define NBL_TRANSFORM_SHARED_DWORDS \
    NBL_FFT_SHARED_DWORDS(NBL_TRANSFORM_WORKGROUP_LOG2, NBL_CAT(NBL_DWORDS_, NBL_TRANSFORM_SCALAR))
#ifndef NBL_TRANSFORM_INVOCATIONS
#define NBL_TRANSFORM_INVOCATIONS (1u << NBL_TRANSFORM_WORKGROUP_LOG2)
#endif
NBL_FUNCTION nbl_fft_shape_t transform_shape(void) {
    return nbl_fft_radix2_shape(NBL_TRANSFORM_ELEMENTS_LOG2, NBL_TRANSFORM_WORKGROUP_LOG2);
}
#endif

NBL_SHARED(uint32_t, transform_scratch, (NBL_TRANSFORM_FFTS_PER_WORKGROUP * NBL_TRANSFORM_SHARED_DWORDS))
NBL_PUSH_CONSTANTS(nbl_fft_transform_constants_t, transform_constants)

#ifdef NBL_TRANSFORM_HALF_STORAGE
#define NBL_ACCESSOR_NAME transform_source
#define NBL_ACCESSOR_IS_HALF NBL_TRANSFORM_HALF_STORAGE
#define NBL_ACCESSOR_BUFFER transform_input
#define NBL_ACCESSOR_HALF_BUFFER transform_input_halves
#include "nbl/accessors/float_or_half_buffer.h"
#define NBL_ACCESSOR_NAME transform_target
#define NBL_ACCESSOR_IS_HALF NBL_TRANSFORM_HALF_STORAGE
#define NBL_ACCESSOR_BUFFER transform_output
#define NBL_ACCESSOR_HALF_BUFFER transform_output_halves
#include "nbl/accessors/float_or_half_buffer.h"
#elif !defined(NBL_TRANSFORM_ACCESSORS)
#define NBL_ACCESSOR_NAME transform_source
#define NBL_ACCESSOR_SCALAR NBL_TRANSFORM_SCALAR
#define NBL_ACCESSOR_BUFFER transform_input
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME transform_target
#define NBL_ACCESSOR_SCALAR NBL_TRANSFORM_SCALAR
#define NBL_ACCESSOR_BUFFER transform_output
#include "nbl/accessors/linear_buffer.h"
#endif

#define NBL_FFT_NAME transform
#define NBL_FFT_SCALAR NBL_TRANSFORM_SCALAR
#define NBL_FFT_ALGORITHM NBL_TRANSFORM_ALGORITHM
#define NBL_FFT_SHARED_GET(i) NBL_TRANSFORM_SHARED_GET(i)
#define NBL_FFT_SHARED_SET(i, value) NBL_TRANSFORM_SHARED_SET(i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#ifdef NBL_TRANSFORM_PARAMETERS_AT_RUN_TIME
#define NBL_FFT_PARAMETERS_AT_RUN_TIME
#endif
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"

#endif
