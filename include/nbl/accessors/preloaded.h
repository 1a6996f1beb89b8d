/* Array accessor of nbl/workgroup/fft.h: the elements stay in registers, loaded before the FFT and stored after it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Include it after NBL_FFT_SCALAR and the sizes are defined, just before nbl/workgroup/fft.h. It defines NBL_FFT_GET,
 * NBL_FFT_SET and the state: the generated functions then take, after `at`, the array
 *
 *   nbl_complex_<scalar> registers[NBL_PRELOADED_ELEMENTS]   element k of this invocation
 *
 * and with NBL_PRELOADED_CHANNELS (how many; undefined: one, unnumbered) an array of
 * NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS elements, channel after channel, and the channel's number:
 *
 *   registers[NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS], uint32_t channel
 *
 * NBL_PRELOADED_REGISTERS, optional, is a name for that number: nbl/accessors/preloaded_registers.h.
 *
 * NBL_PRELOADED_ELEMENTS is given and stays defined: the elements per invocation; where they are known at run time
 * only, their maximum.
 */
#include "nbl/fft/parameters.h"

#ifndef NBL_FFT_SCALAR
#error "NBL_FFT_SCALAR is missing: define it before including nbl/accessors/preloaded.h"
#endif
#define NBL_SCALAR NBL_FFT_SCALAR
#include "nbl/lang/scalar.h"
#undef NBL_SCALAR

#ifndef NBL_PRELOADED_ELEMENTS
#error "NBL_PRELOADED_ELEMENTS is missing: the elements per invocation, or NBL_FFT_MAX_ELEMENTS_PER_INVOCATION"
#endif

#ifdef NBL_PRELOADED_CHANNELS
#include "nbl/accessors/preloaded_registers.h"
#define NBL_FFT_STATE_PARAMETERS , NBL_INOUT NBL_COMPLEX registers_[NBL_PRELOADED_REGISTERS], uint32_t channel_
#define NBL_FFT_STATE_ARGUMENTS , registers_, channel_
#define NBL_FFT_GET(at_, element_) registers_[channel_ * NBL_PRELOADED_ELEMENTS + (element_)]
#define NBL_FFT_SET(at_, element_, value_) registers_[channel_ * NBL_PRELOADED_ELEMENTS + (element_)] = (value_)
#else
#define NBL_FFT_STATE_PARAMETERS , NBL_INOUT NBL_COMPLEX registers_[NBL_PRELOADED_ELEMENTS]
#define NBL_FFT_STATE_ARGUMENTS , registers_
#define NBL_FFT_GET(at_, element_) registers_[element_]
#define NBL_FFT_SET(at_, element_, value_) registers_[element_] = (value_)
#endif
