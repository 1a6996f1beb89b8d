/* What every bloom kernel is bound to: bindings and accessors. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_PARAMETER(name): NBL_BLOOM_PARAMETERS of nbl/host/parameters.h. Source and target are buffers of texels. Where
 * NBL_BLOOM_SOURCE_IMAGE or NBL_BLOOM_TARGET_IMAGE is defined, it is a storage image whose format for NBL_IMAGE_OF is
 * its value. Where NBL_BLOOM_SOURCE_SAMPLED is defined, the source is sampled.
 *
 *   binding  0 source image   1 intermediate   2 kernel's spectrum in DFT order; with mirror padding the intermediate
 *            that the second pass leaves   3 the spectrum, arranged   4 kernel sums   5 target image
 */
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/bloom/constants.h"

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
