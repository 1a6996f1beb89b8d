/* How many neighbouring lines a workgroup has, if that is not given: as many as its shared memory holds, so that whole
 * sectors are read and written.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/large_split.h and nbl/fft/options.h alone. Parameters: NBL_FFT_COMPLEX_LENGTH and _DWORDS,
 * NBL_FFT_SHARED_BYTES, NBL_FFT_MAX_INVOCATIONS. Leaves NBL_FFT_COLUMNS.
 */
/* Dwords of a line in a shared memory of 48 KiB, twice as many where there is less. */
#define NBL_FFT_LINE_ (NBL_FFT_COMPLEX_LENGTH * (1 + NBL_FFT_COMPLEX_DWORDS / 4) * (65536 / NBL_FFT_SHARED_BYTES))
#if NBL_FFT_LINE_ <= 512 && NBL_FFT_MAX_INVOCATIONS == 1024
#define NBL_FFT_COLUMNS 16
#elif NBL_FFT_LINE_ <= 1024 && (NBL_FFT_MAX_INVOCATIONS == 1024 || NBL_FFT_COMPLEX_LENGTH <= 128)
#define NBL_FFT_COLUMNS 8
#elif NBL_FFT_LINE_ <= 2048 && (NBL_FFT_MAX_INVOCATIONS == 1024 || NBL_FFT_COMPLEX_LENGTH <= 512)
#define NBL_FFT_COLUMNS 4
#else
#define NBL_FFT_COLUMNS 2
#endif
#undef NBL_FFT_LINE_
