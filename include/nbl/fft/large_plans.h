/* Plans for the lines of large transforms in float32, of the lengths for which a whole transform's plan is not the
 * best.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/large_split.h alone. Neighbouring lines of a workgroup, invocations and windows change no bit;
 * radices do, and follow from the length alone (host/fft/split.c has them, too). As `nbl-fft plan N --plan TEXT` prints
 * them (tests/fft/test_large.c). An invocation holds 32 elements, so that lines have few exchanges, and an exchange
 * takes a part of the shared memory that lets several workgroups in: measured in docs/log/transforms.md.
 *
 * NBL_FFT_RADICES, NBL_FFT_LAYOUT: nbl/fft/options.h. Each plan stands beside its numbers.
 *
 *   NBL_FFT_LINES_   neighbouring lines of a workgroup
 */
#if NBL_FFT_MAX_INVOCATIONS == 1024 && NBL_FFT_SHARED_BYTES == 49152
#define NBL_FFT_IS_ROOMY_ 1
#else
#define NBL_FFT_IS_ROOMY_ 0
#endif
#if NBL_FFT_COMPLEX_LENGTH == 128 /* 16x8@8*16/1 */
#define NBL_FFT_RADICES NBL_RADICES_2(16, 8)
#define NBL_FFT_LAYOUT 8, 16, 16, 1, 65539, 0, 152
#define NBL_FFT_LINES_ 16
#elif NBL_FFT_COMPLEX_LENGTH == 256 /* 32x8@8*16/2 */
#define NBL_FFT_RADICES NBL_RADICES_2(32, 8)
#define NBL_FFT_LAYOUT 8, 32, 16, 2, 65540, 0, 152
#define NBL_FFT_LINES_ 16
#elif NBL_FFT_COMPLEX_LENGTH == 512
#define NBL_FFT_RADICES NBL_RADICES_2(32, 16)
#if NBL_FFT_SHARED_BYTES > 16384 /* 32x16@16*16/2 */
#define NBL_FFT_LAYOUT 16, 32, 16, 2, 98308, 0, 272
#else /* 32x16@16*16/4 */
#define NBL_FFT_LAYOUT 16, 32, 16, 4, 98308, 0, 144
#endif
#if NBL_FFT_PASS == 2 && NBL_FFT_POINTS_3 > 1
#define NBL_FFT_LINES_ 8
#else
#define NBL_FFT_LINES_ 16
#endif
#elif NBL_FFT_COMPLEX_LENGTH == 1024
#define NBL_FFT_RADICES NBL_RADICES_2(32, 32)
#if NBL_FFT_PASS > 1 && NBL_FFT_IS_ROOMY_ /* 32x32@32*16/2 */
#define NBL_FFT_LAYOUT 32, 32, 16, 2, 131076, 0, 527
#define NBL_FFT_LINES_ 16
#else /* 32x32@32*8/4 */
#define NBL_FFT_LAYOUT 32, 32, 8, 4, 131076, 0, 263
#define NBL_FFT_LINES_ 8
#endif
#elif NBL_FFT_COMPLEX_LENGTH == 2048
#define NBL_FFT_RADICES NBL_RADICES_3(32, 8, 8)
#if !NBL_FFT_IS_ROOMY_ /* 32x8x8@64*4/4 */
#define NBL_FFT_LAYOUT 64, 32, 4, 4, 1441796, 1835008, 568
#define NBL_FFT_LINES_ 4
#elif NBL_FFT_PASS > 1 /* 32x8x8@64*8/2 */
#define NBL_FFT_LAYOUT 64, 32, 8, 2, 1441796, 1835008, 1144
#define NBL_FFT_LINES_ 8
#else /* 32x8x8@64*4/2 */
#define NBL_FFT_LAYOUT 64, 32, 4, 2, 1441796, 1835008, 1144
#define NBL_FFT_LINES_ 4
#endif
#elif NBL_FFT_COMPLEX_LENGTH == 250
#define NBL_FFT_RADICES NBL_RADICES_3(5, 10, 5)
#if NBL_FFT_MAX_INVOCATIONS == 1024 && NBL_FFT_SHARED_BYTES > 16384 /* 5x10x5@25*16/1 */
#define NBL_FFT_LAYOUT 25, 10, 16, 1, 1310760, 0, 281
#define NBL_FFT_LINES_ 16
#else /* 5x10x5@25*8/1 */
#define NBL_FFT_LAYOUT 25, 10, 8, 1, 0, 0, 281
#define NBL_FFT_LINES_ 8
#endif
#elif NBL_FFT_COMPLEX_LENGTH == 400
#define NBL_FFT_RADICES NBL_RADICES_2(20, 20)
#if NBL_FFT_MAX_INVOCATIONS == 1024 /* 20x20@20*16/2 */
#define NBL_FFT_LAYOUT 20, 20, 16, 2, 131076, 65538, 244
#define NBL_FFT_LINES_ 16
#else /* 20x20@20*8/2 */
#define NBL_FFT_LAYOUT 20, 20, 8, 2, 131076, 65538, 244
#define NBL_FFT_LINES_ 8
#endif
#elif NBL_FFT_COMPLEX_LENGTH == 1000
#define NBL_FFT_RADICES NBL_RADICES_3(10, 10, 10)
#if NBL_FFT_MAX_INVOCATIONS == 1024 /* 10x10x10@100*4/2 */
#define NBL_FFT_LAYOUT 100, 10, 4, 2, 1572912, 1310760, 548
#define NBL_FFT_LINES_ 4
#else /* 10x10x10@100*2/2 */
#define NBL_FFT_LAYOUT 100, 10, 2, 2, 1572912, 1310760, 548
#define NBL_FFT_LINES_ 2
#endif
#endif
#undef NBL_FFT_IS_ROOMY_
