/* What every bloom kernel is bound to: bindings, accessors and the FFT's shared memory. No algorithm here.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Compile-time parameters (fields of nbl_bloom_parameters_t on the CPU: host/bloom/run_time_parameters.h):
 *   NBL_BLOOM_FIRST_ELEMENTS_LOG2, NBL_BLOOM_FIRST_WORKGROUP_LOG2     shape of the first axis's FFT
 *   NBL_BLOOM_SECOND_ELEMENTS_LOG2, NBL_BLOOM_SECOND_WORKGROUP_LOG2   shape of the second axis's
 *   NBL_BLOOM_SUBGROUP_LOG2, NBL_BLOOM_FFTS_PER_WORKGROUP, NBL_BLOOM_HALF_STORAGE, NBL_BLOOM_FIRST_AXIS_Y, NBL_BLOOM_MIRROR,
 *   NBL_BLOOM_RESAMPLE, NBL_BLOOM_TILE_LOG2, NBL_PRELOADED_ELEMENTS
 * NBL_BLOOM_SOURCE_IMAGE and NBL_BLOOM_TARGET_IMAGE, where defined, make an image of what else is a buffer of RGBA texels.
 * One kernel has one FFT: NBL_BLOOM_ELEMENTS_LOG2 and NBL_BLOOM_WORKGROUP_LOG2, which the kernel's file sets to one axis's.
 *
 *   binding  0 source image   1 intermediate read   2 intermediate written   3 kernel spectrum   4 kernel sums
 *            5 target image
 */
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/bloom/constants.h"
#include "nbl/fft/map.h"

#define NBL_BLOOM_FIRST_SHAPE {NBL_FFT_RADIX2_SHUFFLE, NBL_BLOOM_FIRST_ELEMENTS_LOG2, NBL_BLOOM_FIRST_WORKGROUP_LOG2}
#define NBL_BLOOM_SECOND_SHAPE {NBL_FFT_RADIX2_SHUFFLE, NBL_BLOOM_SECOND_ELEMENTS_LOG2, NBL_BLOOM_SECOND_WORKGROUP_LOG2}

NBL_BUFFER(1, nbl_float32_t2, read_elements)
NBL_BUFFER(1, uint32_t, read_halves)
NBL_BUFFER(2, nbl_float32_t2, written_elements)
NBL_BUFFER(2, uint32_t, written_halves)
NBL_BUFFER(3, nbl_float32_t2, spectrum_elements)
NBL_BUFFER(4, float32_t, channel_sums)
NBL_PUSH_CONSTANTS(nbl_bloom_constants_t, bloom_constants)

#ifdef NBL_BLOOM_SOURCE_IMAGE
NBL_IMAGE(0, source_image)
#define NBL_ACCESSOR_IMAGE source_image
#else
NBL_BUFFER(0, nbl_float32_t4, source_texels)
#define NBL_ACCESSOR_BUFFER source_texels
#endif
#define NBL_ACCESSOR_NAME bloom_source
#define NBL_ACCESSOR_ALONG_Y NBL_BLOOM_FIRST_AXIS_Y
#include "nbl/accessors/image.h"

#ifdef NBL_BLOOM_TARGET_IMAGE
NBL_IMAGE(5, target_image)
#define NBL_ACCESSOR_IMAGE target_image
#else
NBL_BUFFER(5, nbl_float32_t4, target_texels)
#define NBL_ACCESSOR_BUFFER target_texels
#endif
#define NBL_ACCESSOR_NAME bloom_target
#define NBL_ACCESSOR_ALONG_Y NBL_BLOOM_FIRST_AXIS_Y
#include "nbl/accessors/image.h"

#define NBL_ACCESSOR_NAME bloom_read
#define NBL_ACCESSOR_IS_HALF NBL_BLOOM_HALF_STORAGE
#define NBL_ACCESSOR_BUFFER read_elements
#define NBL_ACCESSOR_HALF_BUFFER read_halves
#include "nbl/accessors/float_or_half_buffer.h"

#define NBL_ACCESSOR_NAME bloom_written
#define NBL_ACCESSOR_IS_HALF NBL_BLOOM_HALF_STORAGE
#define NBL_ACCESSOR_BUFFER written_elements
#define NBL_ACCESSOR_HALF_BUFFER written_halves
#include "nbl/accessors/float_or_half_buffer.h"

#define NBL_ACCESSOR_NAME bloom_spectrum
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER spectrum_elements
#include "nbl/accessors/linear_buffer.h"

#define NBL_BLOOM_SOURCE(texel, line) bloom_source_get(texel, line, constants.row_pitch)
#define NBL_BLOOM_TARGET(texel, line, rgba) bloom_target_set(texel, line, constants.row_pitch, rgba)
#define NBL_BLOOM_READ(index) bloom_read_get(index)
#define NBL_BLOOM_WRITE(index, z) bloom_written_set(index, z)
#define NBL_BLOOM_SPECTRUM(index) bloom_spectrum_get(index)
#define NBL_BLOOM_SPECTRUM_WRITE(index, z) bloom_spectrum_set(index, z)
#define NBL_BLOOM_CHANNEL_SUM(channel) NBL_LOAD(channel_sums, channel)
#define NBL_BLOOM_SUM(channel, value) NBL_STORE(channel_sums, channel, value)

#ifdef NBL_BLOOM_ELEMENTS_LOG2
NBL_SHARED(uint32_t, bloom_scratch, (NBL_BLOOM_FFTS_PER_WORKGROUP * NBL_FFT_SHARED_DWORDS(NBL_BLOOM_WORKGROUP_LOG2, NBL_DWORDS_float32_t)))

#define NBL_FFT_NAME bloom_fft
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 NBL_BLOOM_ELEMENTS_LOG2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 NBL_BLOOM_WORKGROUP_LOG2
#define NBL_FFT_SUBGROUP_SIZE_LOG2 NBL_BLOOM_SUBGROUP_LOG2
/* Stored halves are divided by the first axis's length already. */
#define NBL_FFT_INVERSE_NORMALIZATION (NBL_BLOOM_NORMALIZED_BY_STORAGE == 1 ? NBL_FFT_UNNORMALIZED : NBL_FFT_BY_LENGTH)
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(bloom_scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(bloom_scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#ifdef NBL_BLOOM_PARAMETERS_AT_RUN_TIME
#define NBL_FFT_PARAMETERS_AT_RUN_TIME
#endif
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"
#define NBL_BLOOM_SHUFFLE(at, value, source) bloom_fft_workgroup_shuffle(at, value, source)

NBL_LOCAL_SIZE((NBL_BLOOM_FFTS_PER_WORKGROUP << NBL_BLOOM_WORKGROUP_LOG2))
#endif
