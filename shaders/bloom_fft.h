/* The FFTs of both axes in a bloom kernel: the one that it transforms, in shared memory, and maps of the other.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Beside the parameters of shaders/bloom_resources.h: NBL_BLOOM_TRANSFORMS, the axis, 1 or 2, or 0 for none, which the
 * kernel's own file says; NBL_BLOOM_ALGORITHM; NBL_MOST_ELEMENTS, the elements that an invocation holds at most.
 */
#include "shaders/bloom_resources.h"
#include "nbl/fft/parameters.h"

#if NBL_BLOOM_TRANSFORMS != 0
NBL_SHARED(uint32_t, bloom_scratch, (NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(shared_dwords)))
NBL_FUNCTION uint32_t bloom_shared_get(uint32_t i) { return NBL_LOAD(bloom_scratch, i); }
NBL_FUNCTION void bloom_shared_set(uint32_t i, uint32_t value) { NBL_STORE(bloom_scratch, i, value); }
#endif

#define NBL_FFT_NAME bloom_first
#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN NBL_PARAMETER(first_plan)
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_PARAMETER(first_elements_log2)
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_PARAMETER(first_workgroup_log2)
#endif
#if NBL_BLOOM_TRANSFORMS == 1
#define NBL_FFT_CHANNELS NBL_BLOOM_CHANNELS
#else
#define NBL_FFT_MAPS
#endif
#include "shaders/bloom_axis.h"

#define NBL_FFT_NAME bloom_second
#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN NBL_PARAMETER(second_plan)
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_PARAMETER(second_elements_log2)
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_PARAMETER(second_workgroup_log2)
#endif
#if NBL_BLOOM_TRANSFORMS != 2
#define NBL_FFT_MAPS
#endif
#include "shaders/bloom_axis.h"

#if NBL_BLOOM_TRANSFORMS != 0
NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
#endif
