/* Parameters of nbl/fft/radix.h: which radix kernels there are, and the array that they work in.
 * SPDX-License-Identifier: Apache-2.0
 *
 * To be defined before the first inclusion or not at all; plain integers:
 *
 *   NBL_FFT_MAX_RADIX      8 to 32 (16): elements of the kernels' array
 *   NBL_FFT_HAS_RADIX_<R>  1 (default, where NBL_FFT_MAX_RADIX allows) or 0: the module does without that kernel
 */
#ifndef NBL_FFT_RADIX_PARAMETERS_H
#define NBL_FFT_RADIX_PARAMETERS_H

#ifndef NBL_FFT_MAX_RADIX
#define NBL_FFT_MAX_RADIX 16
#endif
#if NBL_FFT_MAX_RADIX < 8 || NBL_FFT_MAX_RADIX > 32
#error "NBL_FFT_MAX_RADIX: 8 to 32"
#endif
#ifndef NBL_FFT_HAS_RADIX_2
#define NBL_FFT_HAS_RADIX_2 1
#endif
#ifndef NBL_FFT_HAS_RADIX_3
#define NBL_FFT_HAS_RADIX_3 1
#endif
#ifndef NBL_FFT_HAS_RADIX_4
#define NBL_FFT_HAS_RADIX_4 1
#endif
#ifndef NBL_FFT_HAS_RADIX_5
#define NBL_FFT_HAS_RADIX_5 1
#endif
#ifndef NBL_FFT_HAS_RADIX_6
#define NBL_FFT_HAS_RADIX_6 1
#endif
#ifndef NBL_FFT_HAS_RADIX_7
#define NBL_FFT_HAS_RADIX_7 1
#endif
#ifndef NBL_FFT_HAS_RADIX_8
#define NBL_FFT_HAS_RADIX_8 1
#endif
#ifndef NBL_FFT_HAS_RADIX_9
#define NBL_FFT_HAS_RADIX_9 (NBL_FFT_MAX_RADIX >= 9)
#endif
#ifndef NBL_FFT_HAS_RADIX_10
#define NBL_FFT_HAS_RADIX_10 (NBL_FFT_MAX_RADIX >= 10)
#endif
#ifndef NBL_FFT_HAS_RADIX_12
#define NBL_FFT_HAS_RADIX_12 (NBL_FFT_MAX_RADIX >= 12)
#endif
#ifndef NBL_FFT_HAS_RADIX_14
#define NBL_FFT_HAS_RADIX_14 (NBL_FFT_MAX_RADIX >= 14)
#endif
#ifndef NBL_FFT_HAS_RADIX_15
#define NBL_FFT_HAS_RADIX_15 (NBL_FFT_MAX_RADIX >= 15)
#endif
#ifndef NBL_FFT_HAS_RADIX_16
#define NBL_FFT_HAS_RADIX_16 (NBL_FFT_MAX_RADIX >= 16)
#endif
#ifndef NBL_FFT_HAS_RADIX_32
#define NBL_FFT_HAS_RADIX_32 (NBL_FFT_MAX_RADIX >= 32)
#endif
#if (NBL_FFT_HAS_RADIX_9 && NBL_FFT_MAX_RADIX < 9) || (NBL_FFT_HAS_RADIX_10 && NBL_FFT_MAX_RADIX < 10) || \
    (NBL_FFT_HAS_RADIX_12 && NBL_FFT_MAX_RADIX < 12) || (NBL_FFT_HAS_RADIX_14 && NBL_FFT_MAX_RADIX < 14) || \
    (NBL_FFT_HAS_RADIX_15 && NBL_FFT_MAX_RADIX < 15) || (NBL_FFT_HAS_RADIX_16 && NBL_FFT_MAX_RADIX < 16) || \
    (NBL_FFT_HAS_RADIX_32 && NBL_FFT_MAX_RADIX < 32)
#error "NBL_FFT_MAX_RADIX is less than a radix that NBL_FFT_HAS_RADIX_<R> asks for"
#endif

/* What the kernels are composed of. */
#define NBL_FFT_HAS_DFT3 \
    (NBL_FFT_HAS_RADIX_3 || NBL_FFT_HAS_RADIX_6 || NBL_FFT_HAS_RADIX_9 || NBL_FFT_HAS_RADIX_12 || NBL_FFT_HAS_RADIX_15)
#define NBL_FFT_HAS_DFT5 (NBL_FFT_HAS_RADIX_5 || NBL_FFT_HAS_RADIX_10 || NBL_FFT_HAS_RADIX_15)
#define NBL_FFT_HAS_DFT7 (NBL_FFT_HAS_RADIX_7 || NBL_FFT_HAS_RADIX_14)
#define NBL_FFT_HAS_DFT8 (NBL_FFT_HAS_RADIX_8 || NBL_FFT_HAS_RADIX_32)
#define NBL_FFT_HAS_DFT4 (NBL_FFT_HAS_RADIX_4 || NBL_FFT_HAS_RADIX_12 || NBL_FFT_HAS_RADIX_16 || NBL_FFT_HAS_DFT8)

#endif
