/* What every bloom kernel is bound to: bindings, accessors and the FFT's shared memory. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_PARAMETER(name): NBL_BLOOM_PARAMETERS of nbl/host/parameters.h. Beside these, NBL_BLOOM_ALGORITHM and
 * NBL_PRELOADED_ELEMENTS, what an invocation holds at most.
 * NBL_BLOOM_SOURCE_IMAGE and NBL_BLOOM_TARGET_IMAGE, where defined, make a storage image of what else is a buffer of
 * texels: as the format of NBL_IMAGE_OF. NBL_BLOOM_SOURCE_SAMPLED, where defined, makes it a sampled image. A kernel's
 * own file says which axis it transforms, if any: NBL_BLOOM_TRANSFORMS 1 or 2.
 *
 *   binding  0 source image   1 intermediate   2 kernel's spectrum in DFT order; with mirror padding the intermediate
 *            that the second pass leaves   3 the spectrum, arranged   4 kernel sums   5 target image
 */
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/bloom/rows.h"

#ifdef NBL_PRELOADED_CHANNELS
NBL_CONSTANT(bloom_registers, NBL_PRELOADED_CHANNELS *NBL_PRELOADED_ELEMENTS)
#define NBL_PRELOADED_REGISTERS bloom_registers
#endif

#if NBL_BLOOM_ALGORITHM == NBL_FFT_STOCKHAM
NBL_FUNCTION nbl_fft_shape_t bloom_first_shape(void) {
    nbl_fft_plan_t plan = NBL_PARAMETER(first_plan);
    return nbl_fft_stockham_shape(plan);
}
NBL_FUNCTION nbl_fft_shape_t bloom_second_shape(void) {
    nbl_fft_plan_t plan = NBL_PARAMETER(second_plan);
    return nbl_fft_stockham_shape(plan);
}
#else
NBL_FUNCTION nbl_fft_shape_t bloom_first_shape(void) {
    return nbl_fft_radix2_shape(NBL_PARAMETER(first_elements_log2), NBL_PARAMETER(first_workgroup_log2));
}
NBL_FUNCTION nbl_fft_shape_t bloom_second_shape(void) {
    return nbl_fft_radix2_shape(NBL_PARAMETER(second_elements_log2), NBL_PARAMETER(second_workgroup_log2));
}
#endif

NBL_BUFFER(1, nbl_float32_t2, row_elements)
NBL_BUFFER(1, uint32_t, row_halves)
NBL_BUFFER(2, nbl_float32_t2, plain_elements)
NBL_BUFFER(2, uint32_t, plain_halves)
NBL_BUFFER(3, nbl_float32_t2, spectrum_elements)
NBL_BUFFER(3, uint32_t, spectrum_halves)
NBL_BUFFER(4, float32_t, kernel_sums)
NBL_PUSH_CONSTANTS(nbl_bloom_constants_t, bloom_constants)

#if defined(NBL_BLOOM_SOURCE_SAMPLED)
NBL_SAMPLED_IMAGE(0, source_image)
#define NBL_ACCESSOR_SAMPLED source_image
#elif defined(NBL_BLOOM_SOURCE_IMAGE)
NBL_IMAGE_OF(0, source_image, NBL_BLOOM_SOURCE_IMAGE)
#define NBL_ACCESSOR_IMAGE source_image
#else
NBL_BUFFER(0, nbl_float32_t4, source_texels)
NBL_BUFFER(0, float32_t, source_scalars)
NBL_BUFFER(0, uint32_t, source_dwords)
NBL_BUFFER(0, nbl_uint32_t2, source_pairs)
#define NBL_ACCESSOR_BUFFER source_texels
#define NBL_ACCESSOR_SCALAR_BUFFER source_scalars
#define NBL_ACCESSOR_DWORD_BUFFER source_dwords
#define NBL_ACCESSOR_PAIR_BUFFER source_pairs
#endif
#define NBL_ACCESSOR_FORMAT NBL_PARAMETER(source_format)
#define NBL_ACCESSOR_NAME bloom_source
#define NBL_ACCESSOR_ALONG_Y NBL_PARAMETER(first_axis_y)
#include "nbl/accessors/image.h"

#ifdef NBL_BLOOM_TARGET_IMAGE
NBL_IMAGE_OF(5, target_image, NBL_BLOOM_TARGET_IMAGE)
#define NBL_ACCESSOR_IMAGE target_image
#else
NBL_BUFFER(5, nbl_float32_t4, target_texels)
NBL_BUFFER(5, uint32_t, target_dwords)
NBL_BUFFER(5, nbl_uint32_t2, target_pairs)
#define NBL_ACCESSOR_BUFFER target_texels
#define NBL_ACCESSOR_DWORD_BUFFER target_dwords
#define NBL_ACCESSOR_PAIR_BUFFER target_pairs
#endif
#define NBL_ACCESSOR_FORMAT NBL_PARAMETER(target_format)
#define NBL_ACCESSOR_CONVERTS NBL_PARAMETER(converts)
#define NBL_ACCESSOR_NAME bloom_target
#define NBL_ACCESSOR_ALONG_Y NBL_PARAMETER(first_axis_y)
#include "nbl/accessors/image.h"

#define NBL_ACCESSOR_NAME bloom_rows
#define NBL_ACCESSOR_IS_HALF NBL_PARAMETER(half_storage)
#define NBL_ACCESSOR_BUFFER row_elements
#define NBL_ACCESSOR_HALF_BUFFER row_halves
#include "nbl/accessors/float_or_half_buffer.h"

#define NBL_ACCESSOR_NAME bloom_plain
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER plain_elements
#include "nbl/accessors/linear_buffer.h"

#define NBL_ACCESSOR_NAME bloom_moved
#define NBL_ACCESSOR_IS_HALF NBL_PARAMETER(half_storage)
#define NBL_ACCESSOR_BUFFER plain_elements
#define NBL_ACCESSOR_HALF_BUFFER plain_halves
#include "nbl/accessors/float_or_half_buffer.h"

#define NBL_ACCESSOR_NAME bloom_spectrum
#define NBL_ACCESSOR_IS_HALF NBL_PARAMETER(half_storage)
#define NBL_ACCESSOR_BUFFER spectrum_elements
#define NBL_ACCESSOR_HALF_BUFFER spectrum_halves
#include "nbl/accessors/float_or_half_buffer.h"

#ifdef NBL_BLOOM_TRANSFORMS
NBL_SHARED(uint32_t, bloom_scratch, (NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(shared_dwords)))
NBL_FUNCTION uint32_t bloom_shared_get(uint32_t i) { return NBL_LOAD(bloom_scratch, i); }
NBL_FUNCTION void bloom_shared_set(uint32_t i, uint32_t value) { NBL_STORE(bloom_scratch, i, value); }

#define NBL_FFT_NAME bloom_fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_BLOOM_ALGORITHM
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED
#if NBL_BLOOM_TRANSFORMS == 1
#define NBL_FFT_PLAN NBL_PARAMETER(first_plan)
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_PARAMETER(first_elements_log2)
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_PARAMETER(first_workgroup_log2)
#else
#define NBL_FFT_PLAN NBL_PARAMETER(second_plan)
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_PARAMETER(second_elements_log2)
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_PARAMETER(second_workgroup_log2)
#endif
#define NBL_FFT_TWIDDLES NBL_PARAMETER(twiddles)
#define NBL_FFT_SUBGROUP_SIZE_LOG2 NBL_PARAMETER(subgroup_log2)
#define NBL_FFT_ELEMENTS NBL_PRELOADED_ELEMENTS
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(bloom_scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(bloom_scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_FFT_PARAMETERS_AT_RUN_TIME /* checked where they are chosen; and glslang pastes no names in #if */
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
#endif
