/* One FFT per workgroup, or several, forward and inverse from one text: the parameters and the calling convention.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_FFT_NAME. All are undefined at the
 * end.
 *
 *   NBL_FFT_NAME                              prefix of the functions
 *   NBL_FFT_SCALAR                            float16_t, float32_t or float64_t
 *   NBL_FFT_ALGORITHM                         optional: NBL_FFT_RADIX2_SHUFFLE (default) or NBL_FFT_STOCKHAM; sizes and
 *                                             orders are in nbl/workgroup/fft_radix2_shuffle.h and
 *                                             fft_stockham_parameters.h
 *   NBL_FFT_FORWARD_NORMALIZATION             optional: NBL_FFT_UNNORMALIZED (default), NBL_FFT_BY_LENGTH (1/N),
 *   NBL_FFT_INVERSE_NORMALIZATION             NBL_FFT_BY_ROOT (1/sqrt(N)); default of the inverse: NBL_FFT_BY_LENGTH
 *   NBL_FFT_DIRECTION                         optional: NBL_FFT_FORWARD or NBL_FFT_INVERSE alone
 *   NBL_FFT_GET(at, element)                  the array accessor: element number `element` of the invocation at `at`,
 *                                             read
 *   NBL_FFT_SET(at, element, value)           and written; nbl/fft/map.h says which number of the array that is
 *   NBL_FFT_COMPONENTS                        optional: complex numbers of an element, fft_stockham_parameters.h
 *   NBL_FFT_STATE_PARAMETERS                  optional: what the accessor works on, as parameters (", type name"), and
 *   NBL_FFT_STATE_ARGUMENTS                   as arguments (", name"), which every function passes on
 *   NBL_FFT_SHARED_GET(i)                     the shared-memory accessor: dwords
 *   NBL_FFT_SHARED_SET(i, value)
 *   NBL_FFT_BARRIER()                         execution and shared memory, workgroup scope
 *   NBL_FFT_PARAMETERS_AT_RUN_TIME            optional: the sizes are not literals that #if can read: they go unchecked
 *
 * <name>_forward(at), <name>_inverse(at)      at: nbl_fft_place() of the invocation
 *
 * Cautions: every invocation of the workgroup calls it, in uniform control flow. Put a barrier between an FFT and the
 * next use of the shared memory.
 */
#include "nbl/fft/misspelt.h"
#include "nbl/fft/parameters.h"

#ifndef NBL_FFT_NAME
#error "NBL_FFT_NAME is missing: the prefix of the functions that nbl/workgroup/fft.h makes"
#endif
#ifndef NBL_FFT_SCALAR
#error "NBL_FFT_SCALAR is missing: float16_t, float32_t or float64_t"
#endif
#ifndef NBL_FFT_GET
#error "NBL_FFT_GET(at, element) is missing: the array accessor has no get"
#endif
#ifndef NBL_FFT_SET
#error "NBL_FFT_SET(at, element, value) is missing: the array accessor has no set"
#endif
#ifndef NBL_FFT_SHARED_GET
#error "NBL_FFT_SHARED_GET(index) is missing: the shared-memory accessor has no get"
#endif
#ifndef NBL_FFT_SHARED_SET
#error "NBL_FFT_SHARED_SET(index, value) is missing: the shared-memory accessor has no set"
#endif
#ifndef NBL_FFT_BARRIER
#error "NBL_FFT_BARRIER() is missing: the shared-memory accessor has no barrier"
#endif
#ifndef NBL_FFT_ALGORITHM
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#endif
#ifndef NBL_FFT_DIRECTION
#define NBL_FFT_DIRECTION NBL_FFT_BOTH_DIRECTIONS
#endif
#ifndef NBL_FFT_STATE_PARAMETERS
#define NBL_FFT_STATE_PARAMETERS
#define NBL_FFT_STATE_ARGUMENTS
#endif

#ifndef NBL_FFT_FORWARD_NORMALIZATION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_FFT_FORWARD_DEFAULT
#endif
#ifndef NBL_FFT_INVERSE_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_INVERSE_DEFAULT
#endif

#define NBL_SCALAR NBL_FFT_SCALAR
#include "nbl/lang/scalar.h"
#undef NBL_SCALAR
#define NBL_FFT_OWN(name) NBL_CAT(NBL_FFT_NAME, NBL_CAT(_, name))
#if NBL_FFT_ALGORITHM == NBL_FFT_RADIX2_SHUFFLE
#include "nbl/fft/instance_maps.h"
#include "nbl/workgroup/fft_radix2_shuffle.h"
#elif NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#include "nbl/workgroup/fft_stockham_parameters.h"
#include "nbl/fft/instance_maps.h"
#include "nbl/workgroup/fft_stockham.h"
#else
#error "NBL_FFT_ALGORITHM must be NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM"
#endif

#define NBL_SCALAR NBL_FFT_SCALAR
#if NBL_FFT_DIRECTION & NBL_FFT_FORWARD
NBL_FUNCTION void NBL_FFT_OWN(forward)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform_complex)(at_, false NBL_FFT_STATE_ARGUMENTS);
}
#endif
#if NBL_FFT_DIRECTION & NBL_FFT_INVERSE
NBL_FUNCTION void NBL_FFT_OWN(inverse)(nbl_fft_place_t at_ NBL_FFT_STATE_PARAMETERS) {
    NBL_FFT_OWN(transform_complex)(at_, true NBL_FFT_STATE_ARGUMENTS);
}
#endif
#undef NBL_SCALAR

#undef NBL_FFT_OWN
#undef NBL_FFT_PARAMETERS_AT_RUN_TIME
#undef NBL_FFT_BARRIER
#undef NBL_FFT_SHARED_SET
#undef NBL_FFT_SHARED_GET
#undef NBL_FFT_STATE_ARGUMENTS
#undef NBL_FFT_STATE_PARAMETERS
#undef NBL_FFT_SET
#undef NBL_FFT_GET
#undef NBL_FFT_INVERSE_NORMALIZATION
#undef NBL_FFT_FORWARD_NORMALIZATION
#undef NBL_FFT_DIRECTION
#undef NBL_FFT_COMPONENTS
#undef NBL_FFT_ALGORITHM
#undef NBL_FFT_SCALAR
#undef NBL_FFT_NAME
