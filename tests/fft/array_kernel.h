/* A kernel that transforms one array from a buffer into another, in natural order, by a plan known at run time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shared text. Parameters: ARRAY_NAME, ARRAY_SCALAR, ARRAY_ALGORITHM, ARRAY_INVERSE (0 or 1), ARRAY_NORMALIZATION of
 * both directions; ARRAY_ELEMENTS_LOG2 and ARRAY_WORKGROUP_LOG2 of radix-2, or ARRAY_PLAN, an initializer;
 * ARRAY_ELEMENTS, ARRAY_INVOCATIONS and ARRAY_SHARED_DWORDS of the FFT; where there are several kernels, ARRAY_SOURCE
 * and ARRAY_TARGET, buffers that are declared already.
 */
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/fft/parameters.h"

#ifndef ARRAY_SOURCE
NBL_BUFFER(0, NBL_CAT(NBL_STORAGE_, ARRAY_SCALAR), array_source)
NBL_BUFFER(1, NBL_CAT(NBL_STORAGE_, ARRAY_SCALAR), array_target)
#define ARRAY_SOURCE array_source
#define ARRAY_TARGET array_target
#endif
NBL_SHARED(uint32_t, NBL_CAT(ARRAY_NAME, _scratch), ARRAY_SHARED_DWORDS)

#define NBL_ACCESSOR_NAME NBL_CAT(ARRAY_NAME, _from)
#define NBL_ACCESSOR_SCALAR ARRAY_SCALAR
#define NBL_ACCESSOR_BUFFER ARRAY_SOURCE
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME NBL_CAT(ARRAY_NAME, _to)
#define NBL_ACCESSOR_SCALAR ARRAY_SCALAR
#define NBL_ACCESSOR_BUFFER ARRAY_TARGET
#include "nbl/accessors/linear_buffer.h"

#define NBL_FFT_NAME ARRAY_NAME
#define NBL_FFT_SCALAR ARRAY_SCALAR
#define NBL_FFT_ALGORITHM ARRAY_ALGORITHM
#define NBL_FFT_FORWARD_NORMALIZATION ARRAY_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION ARRAY_NORMALIZATION
#if ARRAY_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN ARRAY_PLAN
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 ARRAY_ELEMENTS_LOG2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 ARRAY_WORKGROUP_LOG2
#endif
#define NBL_FFT_ELEMENTS ARRAY_ELEMENTS
#define NBL_FFT_FFTS_PER_WORKGROUP 1u
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(NBL_CAT(ARRAY_NAME, _scratch), i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(NBL_CAT(ARRAY_NAME, _scratch), i, value)
#include "nbl/fft.h"

NBL_FUNCTION NBL_CAT(nbl_complex_, ARRAY_SCALAR) NBL_CAT(ARRAY_NAME, _get)(uint32_t fft, uint32_t index) {
    NBL_UNUSED(fft);
    return NBL_CAT(ARRAY_NAME, _from_get)(index);
}

NBL_FUNCTION void NBL_CAT(ARRAY_NAME, _set)(uint32_t fft, uint32_t index, NBL_CAT(nbl_complex_, ARRAY_SCALAR) value) {
    NBL_UNUSED(fft);
    NBL_CAT(ARRAY_NAME, _to_set)(index, value);
}

NBL_LOCAL_SIZE(ARRAY_INVOCATIONS)
NBL_KERNEL(NBL_CAT(ARRAY_NAME, _kernel)) {
    NBL_CAT(ARRAY_NAME, _transform)(NBL_CAT(ARRAY_NAME, _place)(1u), ARRAY_INVERSE == 1);
}
#undef ARRAY_TARGET
#undef ARRAY_SOURCE
#undef ARRAY_SCALAR
#undef ARRAY_NAME
