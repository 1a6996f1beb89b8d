/* Array accessor of nbl/workgroup/fft.h: the elements stay in registers, loaded before the FFT and stored after it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Include it after NBL_FFT_SCALAR and the sizes are defined, just before nbl/workgroup/fft.h. It defines NBL_FFT_GET,
 * NBL_FFT_SET and the state: the generated functions then take, behind `at`, the array
 *
 *   nbl_complex_<scalar> registers[NBL_PRELOADED_ELEMENTS]   element k of this invocation
 *
 * and with NBL_PRELOADED_CHANNELS (how many; undefined: one, unnumbered) an array of
 * NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS elements, channel after channel, and the channel's number:
 *
 *   registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS], uint32_t channel
 *
 * NBL_PRELOADED_ELEMENTS is given and stays defined: the elements per invocation; where they are known at run time
 * only, their maximum.
 */
#include "nbl/fft/parameters.h"

#ifndef NBL_FFT_SCALAR
#error "NBL_FFT_SCALAR is missing: define it before including nbl/accessors/preloaded.h"
#endif

#ifndef NBL_PRELOADED_ELEMENTS
#error "NBL_PRELOADED_ELEMENTS is missing: the elements per invocation, or NBL_FFT_MAX_ELEMENTS_PER_INVOCATION"
#endif

#ifdef NBL_PRELOADED_CHANNELS
#define NBL_FFT_STATE_PARAMETERS \
    , NBL_INOUT NBL_CAT(nbl_complex_, NBL_FFT_SCALAR) registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS], \
        uint32_t channel
#define NBL_FFT_STATE , registers, channel
#define NBL_FFT_GET(at, element) registers[channel * NBL_PRELOADED_ELEMENTS + (element)]
#define NBL_FFT_SET(at, element, value) registers[channel * NBL_PRELOADED_ELEMENTS + (element)] = (value)
#else
#define NBL_FFT_STATE_PARAMETERS , NBL_INOUT NBL_CAT(nbl_complex_, NBL_FFT_SCALAR) registers[NBL_PRELOADED_ELEMENTS]
#define NBL_FFT_STATE , registers
#define NBL_FFT_GET(at, element) registers[element]
#define NBL_FFT_SET(at, element, value) registers[element] = (value)
#endif
