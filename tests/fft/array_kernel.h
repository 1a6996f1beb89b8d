/* A kernel that transforms one array from a buffer into another, through accessors of one's own, in natural order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shared text. Parameters: ARRAY_NAME, ARRAY_SCALAR, ARRAY_ALGORITHM, ARRAY_INVERSE (0 or 1), ARRAY_NORMALIZATION of both
 * directions; ARRAY_ELEMENTS_LOG2 and ARRAY_WORKGROUP_LOG2 of radix-2, or ARRAY_PLAN, an initializer, and ARRAY_ELEMENTS;
 * ARRAY_INVOCATIONS and ARRAY_SHARED_DWORDS of the FFT; where there are several kernels, ARRAY_SOURCE and ARRAY_TARGET,
 * buffers that are declared already. ARRAY_AT_RUN_TIME where numbers are no literals.
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
#define NBL_FFT_ELEMENTS ARRAY_ELEMENTS
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 ARRAY_ELEMENTS_LOG2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 ARRAY_WORKGROUP_LOG2
#endif
#ifdef ARRAY_AT_RUN_TIME
#define NBL_FFT_PARAMETERS_AT_RUN_TIME
#endif
#define NBL_FFT_GET(at, element) \
    NBL_CAT(ARRAY_NAME, _from_get) \
    (ARRAY_INVERSE == 1 ? NBL_CAT(ARRAY_NAME, _frequency)(at, element) \
                        : NBL_CAT(ARRAY_NAME, _signal_index)(at, element))
#define NBL_FFT_SET(at, element, value) \
    NBL_CAT(ARRAY_NAME, _to_set) \
    (ARRAY_INVERSE == 1 ? NBL_CAT(ARRAY_NAME, _signal_index)(at, element) \
                        : NBL_CAT(ARRAY_NAME, _frequency)(at, element), \
     value)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(NBL_CAT(ARRAY_NAME, _scratch), i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(NBL_CAT(ARRAY_NAME, _scratch), i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE(ARRAY_INVOCATIONS)
NBL_KERNEL(NBL_CAT(ARRAY_NAME, _kernel)) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), ARRAY_INVOCATIONS);
    if (ARRAY_INVERSE == 1) {
        NBL_CAT(ARRAY_NAME, _inverse)(at);
    } else {
        NBL_CAT(ARRAY_NAME, _forward)(at);
    }
}
#undef ARRAY_TARGET
#undef ARRAY_SOURCE
#undef ARRAY_SCALAR
#undef ARRAY_NAME
