/* Every X-include among a user's buffers, arrays, functions and variables that bear the names one would give a local.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an X-include takes goes to these by macros, which are expanded inside its functions: were one of its locals
 * called alike, it would be taken in the buffer's place.
 */
#include "nbl/lang.h"

NBL_STRUCT(at_t) { uint32_t rows; };
NBL_PUSH_CONSTANTS(at_t, constants)
NBL_BUFFER(0, nbl_float32_t2, window)
NBL_BUFFER(1, nbl_float32_t2, base)
NBL_BUFFER(2, uint32_t, value)
NBL_BUFFER(3, float32_t, element)
NBL_BUFFER(4, nbl_float32_t2, result)
NBL_IMAGE(5, x)
NBL_CONSTANT(k_dwords, 2048)
NBL_SHARED(uint32_t, k, k_dwords)
NBL_SHARED(uint32_t, i, 512)
NBL_SHARED(uint32_t, p, 512)
NBL_SHARED(float32_t, n, 64)
NBL_PRIVATE(uint32_t, place)
NBL_PRIVATE(uint32_t, first)
NBL_PRIVATE(uint32_t, count)
NBL_FUNCTION uint32_t shape(uint32_t z) { return z; }
NBL_FUNCTION uint32_t plan(uint32_t z) { return z; }
NBL_FUNCTION uint32_t radix(uint32_t z) { return z; }
NBL_FUNCTION uint32_t stride(uint32_t z) { return z; }
NBL_FUNCTION uint32_t invocation(uint32_t z) { return z; }
NBL_FUNCTION uint32_t other(uint32_t z) { return 63u - (z + place - first - count) % 64u; }

#include "nbl/accessors/storage.h"
#include "nbl/algorithm.h"
#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/bit/pack.h"
#include "nbl/bloom/constants.h"
#include "nbl/common.h"
#include "nbl/concepts.h"
#include "nbl/fft/mirror.h"
#include "nbl/fft/plan.h"
#include "nbl/fft/radix.h"
#include "nbl/fft/real.h"
#include "nbl/functional.h"
#include "nbl/limits.h"
#include "nbl/numbers.h"
#include "nbl/subgroup/ballot.h"
#include "nbl/tgmath.h"
#include "nbl/type_traits.h"
#include "nbl/vector.h"

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_SHARED k
#define NBL_FFT_FILTER
#define NBL_FFT_STATE at_t
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index, at_t state) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(window, (fft + state.rows) * row_length + index));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t z, at_t state) {
    NBL_STORE(base, (fft + state.rows) * row_length + index, nbl_storage_from_complex_float32_t(z));
}
NBL_FUNCTION nbl_complex_float32_t row_filter(uint32_t fft, uint32_t frequency, nbl_complex_float32_t z, at_t state) {
    return nbl_complex_scale(z, NBL_LOAD(element, shape(fft) + plan(frequency) + radix(state.rows)));
}

#define NBL_FFT_NAME pairs
#define NBL_FFT_LENGTH 64
#define NBL_FFT_REAL 1
#define NBL_FFT_REGISTERS
#define NBL_FFT_SHARED k
#include "nbl/fft.h"

#define NBL_FFT_NAME shuffles
#define NBL_FFT_LENGTH 128
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_SHARED_GET(dword_) NBL_LOAD(i, dword_)
#define NBL_FFT_SHARED_SET(dword_, z) NBL_STORE(i, dword_, z)
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t shuffles_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(window, stride(fft) + index));
}
NBL_FUNCTION void shuffles_set(uint32_t fft, uint32_t index, nbl_complex_float32_t z) {
    NBL_STORE(base, fft + index, nbl_storage_from_complex_float32_t(z));
}

#define NBL_FFT_NAME rest
#define NBL_FFT_LENGTH 96
#define NBL_FFT_CHANNELS 2
#define NBL_FFT_REGISTERS
#define NBL_FFT_SHARED k
#include "nbl/fft.h"
#define NBL_FFT_NAME other_axis
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_MAPS
#include "nbl/fft.h"

#define NBL_SUBGROUP_FFT_NAME lanes
#define NBL_SUBGROUP_FFT_SCALAR float32_t
#define NBL_SUBGROUP_FFT_INVOCATIONS_LOG2 2
#include "nbl/subgroup/fft.h"

#define NBL_SHUFFLE_NAME trade
#define NBL_SHUFFLE_SCALAR float32_t
#define NBL_SHUFFLE_INVOCATIONS 64
#define NBL_SHUFFLE_SHARED_GET(dword_) NBL_LOAD(p, dword_)
#define NBL_SHUFFLE_SHARED_SET(dword_, z) NBL_STORE(p, dword_, z)
#define NBL_SHUFFLE_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_SHUFFLE_SOURCE(invocation_) other(invocation_)
#include "nbl/workgroup/shuffle.h"

#define NBL_ACCESSOR_NAME linear
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER result
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME shifted
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BASE linear
#include "nbl/accessors/offset.h"
#define NBL_ACCESSOR_NAME mixed
#define NBL_ACCESSOR_IS_HALF 1
#define NBL_ACCESSOR_BUFFER base
#define NBL_ACCESSOR_HALF_BUFFER value
#include "nbl/accessors/float_or_half_buffer.h"
#define NBL_ACCESSOR_NAME texel
#define NBL_ACCESSOR_ALONG_Y 0
#define NBL_ACCESSOR_IMAGE x
#include "nbl/accessors/image.h"

#define NBL_SUBGROUP_ARITHMETIC_NAME sums
#define NBL_SUBGROUP_ARITHMETIC_TYPE float32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_float32_t
#define NBL_SUBGROUP_ARITHMETIC_ITEMS 3
#include "nbl/subgroup/arithmetic.h"
#define NBL_WORKGROUP_ARITHMETIC_NAME totals
#define NBL_WORKGROUP_ARITHMETIC_TYPE float32_t
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_float32_t
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP sums
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS 64
#define NBL_WORKGROUP_ARITHMETIC_ITEMS 4
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(dword_) NBL_LOAD(n, dword_)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(dword_, z) NBL_STORE(n, dword_, z)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"

#define NBL_SORT_NAME sorting
#define NBL_SORT_SCALAR float32_t
#define NBL_SORT_COUNT 7
#define NBL_SORT_LESS nbl_less_float32_t
#include "nbl/algorithm/sort.h"
#define NBL_BOUND_NAME bounds
#define NBL_BOUND_SCALAR uint32_t
#define NBL_BOUND_GET(place_) NBL_LOAD(value, invocation(place_))
#define NBL_BOUND_LESS nbl_less_uint32_t
#include "nbl/algorithm/bound.h"

NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(hostile) {
    at_t state = NBL_PUSH_CONSTANT(constants);
    nbl_fft_place_t at = row_place(state.rows);
    row_convolve(at, state);
    NBL_WORKGROUP_BARRIER();
    nbl_complex_float32_t z = trade_shuffle_by(at, linear_get(at.invocation));
    shuffles_forward(at);
    shifted_set(bounds_lower_bound(0u, 64u, at.invocation), 0u, nbl_complex_add(z, mixed_get(at.invocation)));
}
