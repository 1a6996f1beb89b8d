/* What the transform kernels are bound to: buffers, accessors, the plan and the shared memory. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_PARAMETER(name): NBL_FFT_TRANSFORM_PARAMETERS of nbl/host/parameters.h. Beside these, NBL_TRANSFORM_SCALAR,
 * NBL_TRANSFORM_ALGORITHM, NBL_MOST_ELEMENTS (what an invocation holds at most), and optionally NBL_TRANSFORM_HALVES,
 * with float32_t: buffers of halves are bound, too, and NBL_PARAMETER(half_storage) says whether elements are halves.
 * NBL_TRANSFORM_ACCESSORS: no buffers; the includer has transform_source_get(index), transform_target_set(index,
 * value), NBL_TRANSFORM_SHARED_GET(i) and NBL_TRANSFORM_SHARED_SET(i, value). NBL_TRANSFORM_ADDRESSES, of
 * fft_transform.h by Stockham, with NBL_BUFFER_DEVICE_ADDRESS 1: no buffers, device addresses among the push constants.
 */
#ifndef NBL_SHADERS_FFT_RESOURCES_H
#define NBL_SHADERS_FFT_RESOURCES_H

#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/fft/parameters.h"

#ifdef NBL_TRANSFORM_ADDRESSES
#include "nbl/fft/address.h"

NBL_STRUCT(nbl_fft_transform_constants_t) {
    nbl_uint32_t2 source; /* of complex elements */
    nbl_uint32_t2 target;
    uint32_t batch; /* FFTs in all */
};
#else
NBL_STRUCT(nbl_fft_transform_constants_t) { uint32_t batch; /* FFTs in all */ };
#endif

#ifndef NBL_TRANSFORM_ACCESSORS
#ifndef NBL_TRANSFORM_ADDRESSES
#define NBL_SCALAR NBL_TRANSFORM_SCALAR
NBL_BUFFER(0, NBL_OF_SCALAR(NBL_STORAGE), transform_input)
NBL_BUFFER(1, NBL_OF_SCALAR(NBL_STORAGE), transform_output)
#undef NBL_SCALAR
#ifdef NBL_TRANSFORM_HALVES
NBL_BUFFER(0, uint32_t, transform_input_halves)
NBL_BUFFER(1, uint32_t, transform_output_halves)
#endif
#endif
#if NBL_TRANSFORM_ALGORITHM == NBL_FFT_STOCKHAM /* twiddles of lines, as host/fft/pass_table.h fills them in */
#define NBL_SCALAR NBL_TRANSFORM_SCALAR
NBL_BUFFER(2, NBL_OF_SCALAR(NBL_STORAGE), transform_table)

NBL_FUNCTION NBL_COMPLEX transform_table_get(uint32_t number) {
    return NBL_OF_SCALAR(nbl_complex_from_storage)(NBL_LOAD(transform_table, number));
}
#undef NBL_SCALAR
#define NBL_FFT_READS(q) (NBL_PARAMETER(reads) == 1)
#define NBL_FFT_READ(number) transform_table_get(number)
#endif
#define NBL_TRANSFORM_SHARED_GET(i) NBL_LOAD(transform_scratch, i)
#define NBL_TRANSFORM_SHARED_SET(i, value) NBL_STORE(transform_scratch, i, value)
#endif
NBL_SHARED(uint32_t, transform_scratch, (NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(shared_dwords)))
NBL_PUSH_CONSTANTS(nbl_fft_transform_constants_t, transform_constants)

#ifdef NBL_TRANSFORM_ADDRESSES
#define NBL_ACCESSOR_NAME transform_elements
#define NBL_ACCESSOR_SCALAR NBL_TRANSFORM_SCALAR
#include "nbl/accessors/buffer_device_address.h"
#ifdef NBL_TRANSFORM_HALVES
NBL_REFERENCE(uint32_t, transform_halves)
#define NBL_TRANSFORM_DWORDS (NBL_PARAMETER(half_storage) == 1 ? 1u : 2u)
#else
#define NBL_TRANSFORM_DWORDS NBL_SCALAR_DWORDS
#endif

/* Element base + offset of an array. */
#define NBL_SCALAR NBL_TRANSFORM_SCALAR
NBL_FUNCTION NBL_COMPLEX transform_at_get(nbl_uint32_t2 array, uint32_t base, uint32_t offset) {
    nbl_uint32_t2 at = nbl_fft_address(array, base, NBL_TRANSFORM_DWORDS);
    NBL_COMPLEX z;
#ifdef NBL_TRANSFORM_HALVES
    if (NBL_PARAMETER(half_storage) == 1) {
        z = nbl_complex_from_half_storage(NBL_REFERENCE_LOAD(transform_halves, at, offset));
    } else
#endif
    {
        z = transform_elements_get(at, offset);
    }
    return z;
}

NBL_FUNCTION void transform_at_set(nbl_uint32_t2 array, uint32_t base, uint32_t offset, NBL_COMPLEX value) {
    nbl_uint32_t2 at = nbl_fft_address(array, base, NBL_TRANSFORM_DWORDS);
#ifdef NBL_TRANSFORM_HALVES
    if (NBL_PARAMETER(half_storage) == 1) {
        NBL_REFERENCE_STORE(transform_halves, at, offset, nbl_half_storage_from_complex(value));
    } else
#endif
    {
        transform_elements_set(at, offset, value);
    }
}
#undef NBL_SCALAR
#elif defined(NBL_TRANSFORM_HALVES)
#define NBL_ACCESSOR_NAME transform_source
#define NBL_ACCESSOR_IS_HALF NBL_PARAMETER(half_storage)
#define NBL_ACCESSOR_BUFFER transform_input
#define NBL_ACCESSOR_HALF_BUFFER transform_input_halves
#include "nbl/accessors/float_or_half_buffer.h"
#define NBL_ACCESSOR_NAME transform_target
#define NBL_ACCESSOR_IS_HALF NBL_PARAMETER(half_storage)
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

#endif
