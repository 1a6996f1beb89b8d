/* The plan of every supported length in each precision and within each limit; made by nbl-fft plan --table
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone, which says what the numbers are. Limits change the layout alone.
 */
#define length_ NBL_FFT_COMPLEX_LENGTH
#define float16_ (NBL_FFT_COMPLEX_DWORDS == 1)
#define float32_ (NBL_FFT_COMPLEX_DWORDS == 2)
#define float64_ (NBL_FFT_COMPLEX_DWORDS == 4)
#define within_256_ (NBL_FFT_MAX_INVOCATIONS == 256)
#define within_16k_ (NBL_FFT_SHARED_BYTES <= 16384)
#define within_32k_ (NBL_FFT_SHARED_BYTES <= 32768)
#if float64_ && length_ > 4096 && length_ != 8192
#define NBL_FFT_LENGTH_IS_UNSUPPORTED
#elif length_ == 2
#define NBL_FFT_RADICES NBL_RADICES_1(2)
#define NBL_FFT_LAYOUT 1, 2, 64, 1, 0, 0, 0
#elif length_ == 3
#define NBL_FFT_RADICES NBL_RADICES_1(3)
#define NBL_FFT_LAYOUT 1, 3, 64, 1, 0, 0, 0
#elif length_ == 4
#define NBL_FFT_RADICES NBL_RADICES_1(4)
#define NBL_FFT_LAYOUT 1, 4, 64, 1, 0, 0, 0
#elif length_ == 5
#define NBL_FFT_RADICES NBL_RADICES_1(5)
#define NBL_FFT_LAYOUT 1, 5, 64, 1, 0, 0, 0
#elif length_ == 6
#define NBL_FFT_RADICES NBL_RADICES_1(6)
#define NBL_FFT_LAYOUT 1, 6, 64, 1, 0, 0, 0
#elif length_ == 7
#define NBL_FFT_RADICES NBL_RADICES_1(7)
#define NBL_FFT_LAYOUT 1, 7, 64, 1, 0, 0, 0
#elif length_ == 8
#define NBL_FFT_RADICES NBL_RADICES_1(8)
#define NBL_FFT_LAYOUT 1, 8, 64, 1, 0, 0, 0
#elif length_ == 9
#define NBL_FFT_RADICES NBL_RADICES_1(9)
#define NBL_FFT_LAYOUT 1, 9, 64, 1, 0, 0, 0
#elif length_ == 10
#define NBL_FFT_RADICES NBL_RADICES_1(10)
#define NBL_FFT_LAYOUT 1, 10, 64, 1, 0, 0, 0
#elif length_ == 12
#define NBL_FFT_RADICES NBL_RADICES_1(12)
#define NBL_FFT_LAYOUT 1, 12, 64, 1, 0, 0, 0
#elif length_ == 14
#define NBL_FFT_RADICES NBL_RADICES_1(14)
#define NBL_FFT_LAYOUT 1, 14, 64, 1, 0, 0, 0
#elif length_ == 15
#define NBL_FFT_RADICES NBL_RADICES_1(15)
#define NBL_FFT_LAYOUT 1, 15, 64, 1, 0, 0, 0
#elif length_ == 16
#define NBL_FFT_RADICES NBL_RADICES_2(4, 4)
#define NBL_FFT_LAYOUT 4, 4, 16, 1, 32769, 0, 20
#elif length_ == 18
#if !float16_
#define NBL_FFT_RADICES NBL_RADICES_2(9, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(6, 3)
#endif
#if !float16_
#define NBL_FFT_LAYOUT 2, 10, 32, 1, 32768, 0, 26
#else
#define NBL_FFT_LAYOUT 3, 6, 32, 1, 32770, 0, 35
#endif
#elif length_ == 20
#define NBL_FFT_RADICES NBL_RADICES_1(20)
#define NBL_FFT_LAYOUT 1, 20, 64, 1, 0, 0, 0
#elif length_ == 21
#if !float16_
#define NBL_FFT_RADICES NBL_RADICES_2(7, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(3, 7)
#endif
#if !float16_
#define NBL_FFT_LAYOUT 2, 14, 32, 1, 0, 0, 22
#else
#define NBL_FFT_LAYOUT 3, 9, 32, 1, 1, 0, 35
#endif
#elif length_ == 24
#define NBL_FFT_RADICES NBL_RADICES_2(12, 2)
#define NBL_FFT_LAYOUT 2, 12, 32, 1, 32771, 0, 38
#elif length_ == 25
#define NBL_FFT_RADICES NBL_RADICES_2(5, 5)
#define NBL_FFT_LAYOUT 5, 5, 19, 1, 65538, 0, 37
#elif length_ == 27
#define NBL_FFT_RADICES NBL_RADICES_2(9, 3)
#define NBL_FFT_LAYOUT 3, 9, 32, 1, 32771, 0, 35
#elif length_ == 28
#define NBL_FFT_RADICES NBL_RADICES_2(14, 2)
#define NBL_FFT_LAYOUT 2, 14, 32, 1, 32771, 0, 42
#elif length_ == 30
#define NBL_FFT_RADICES NBL_RADICES_2(15, 2)
#define NBL_FFT_LAYOUT 2, 16, 32, 1, 32768, 0, 46
#elif length_ == 32
#define NBL_FFT_RADICES NBL_RADICES_2(8, 4)
#define NBL_FFT_LAYOUT 4, 8, 16, 1, 32770, 0, 44
#elif length_ == 35
#if !float16_
#define NBL_FFT_RADICES NBL_RADICES_2(5, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(7, 5)
#endif
#if !float16_
#define NBL_FFT_LAYOUT 3, 15, 32, 1, 0, 0, 35
#else
#define NBL_FFT_LAYOUT 7, 7, 18, 1, 2, 2, 71
#endif
#elif length_ == 36
#define NBL_FFT_RADICES NBL_RADICES_2(3, 12)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 3, 12, 32, 2, 98305, 0, 35
#else
#define NBL_FFT_LAYOUT 3, 12, 32, 1, 98305, 0, 67
#endif
#elif length_ == 40
#define NBL_FFT_RADICES NBL_RADICES_2(10, 4)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 5, 10, 19, 1, 3, 0, 55
#else
#define NBL_FFT_LAYOUT 5, 10, 19, 1, 32771, 196608, 119
#endif
#elif length_ == 42
#define NBL_FFT_RADICES NBL_RADICES_2(3, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 3, 15, 32, 2, 98305, 32768, 35
#else
#define NBL_FFT_LAYOUT 3, 15, 32, 1, 1, 0, 67
#endif
#elif length_ == 45
#define NBL_FFT_RADICES NBL_RADICES_2(3, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 3, 15, 30, 1, 98305, 0, 67
#else
#define NBL_FFT_LAYOUT 3, 15, 32, 1, 98305, 0, 67
#endif
#elif length_ == 48
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_2(4, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 3, 2)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 4, 12, 16, 1, 98305, 0, 60
#else
#define NBL_FFT_LAYOUT 8, 8, 4, 1, 2, 0, 56
#endif
#elif length_ == 49
#define NBL_FFT_RADICES NBL_RADICES_2(7, 7)
#if !float32_
#define NBL_FFT_LAYOUT 7, 7, 18, 1, 65538, 0, 71
#else
#define NBL_FFT_LAYOUT 7, 7, 4, 1, 65538, 131076, 89
#endif
#elif length_ == 50
#define NBL_FFT_RADICES NBL_RADICES_2(5, 10)
#if !float32_
#define NBL_FFT_LAYOUT 5, 10, 19, 1, 98306, 32768, 69
#else
#define NBL_FFT_LAYOUT 5, 10, 4, 1, 98306, 32768, 59
#endif
#elif length_ == 54
#define NBL_FFT_RADICES NBL_RADICES_2(6, 9)
#define NBL_FFT_LAYOUT 6, 12, 16, 1, 98306, 229380, 102
#elif length_ == 56
#define NBL_FFT_RADICES NBL_RADICES_2(8, 7)
#define NBL_FFT_LAYOUT 4, 16, 16, 1, 2, 0, 68
#elif length_ == 60
#define NBL_FFT_RADICES NBL_RADICES_2(15, 4)
#define NBL_FFT_LAYOUT 4, 16, 16, 1, 32768, 0, 76
#elif length_ == 63
#define NBL_FFT_RADICES NBL_RADICES_2(9, 7)
#define NBL_FFT_LAYOUT 9, 9, 14, 1, 3, 2, 105
#elif length_ == 64
#define NBL_FFT_RADICES NBL_RADICES_2(8, 8)
#define NBL_FFT_LAYOUT 8, 8, 8, 1, 65538, 0, 72
#elif length_ == 70
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_2(5, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(10, 7)
#endif
#if float32_
#define NBL_FFT_LAYOUT 10, 10, 8, 1, 65539, 32774, 138
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 5, 15, 19, 1, 2, 0, 101
#else
#define NBL_FFT_LAYOUT 5, 15, 19, 1, 2, 2, 133
#endif
#elif length_ == 72
#define NBL_FFT_RADICES NBL_RADICES_2(6, 12)
#define NBL_FFT_LAYOUT 6, 12, 16, 1, 98306, 131072, 102
#elif length_ == 75
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_2(5, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(15, 5)
#endif
#if float16_
#define NBL_FFT_LAYOUT 5, 15, 19, 1, 98306, 32768, 101
#elif float32_
#define NBL_FFT_LAYOUT 8, 15, 4, 1, 0, 0, 88
#else
#define NBL_FFT_LAYOUT 5, 15, 19, 1, 65539, 1, 101
#endif
#elif length_ == 80
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_2(10, 8)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(8, 10)
#endif
#if float32_
#define NBL_FFT_LAYOUT 8, 16, 8, 1, 98306, 0, 104
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 10, 10, 16, 1, 65539, 4, 120
#else
#define NBL_FFT_LAYOUT 10, 10, 16, 1, 65539, 6, 138
#endif
#elif length_ == 81
#define NBL_FFT_RADICES NBL_RADICES_2(9, 9)
#define NBL_FFT_LAYOUT 9, 9, 14, 1, 98307, 0, 105
#elif length_ == 84
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_2(14, 6)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(6, 14)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 7, 14, 18, 1, 3, 0, 103
#else
#define NBL_FFT_LAYOUT 7, 14, 4, 1, 98306, 163845, 167
#endif
#elif length_ == 90
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_2(10, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(6, 15)
#endif
#if float32_
#define NBL_FFT_LAYOUT 6, 18, 4, 1, 2, 1, 122
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 10, 10, 16, 1, 3, 2, 117
#else
#define NBL_FFT_LAYOUT 10, 10, 16, 1, 98307, 229382, 170
#endif
#elif length_ == 96
#define NBL_FFT_RADICES NBL_RADICES_2(8, 12)
#define NBL_FFT_LAYOUT 12, 12, 8, 1, 98306, 65536, 140
#elif length_ == 98
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_2(7, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(14, 7)
#endif
#if float16_
#define NBL_FFT_LAYOUT 7, 14, 18, 1, 98306, 0, 135
#elif float32_
#define NBL_FFT_LAYOUT 7, 14, 4, 1, 98306, 163844, 167
#elif !within_16k_
#define NBL_FFT_LAYOUT 7, 14, 18, 1, 65539, 0, 135
#else
#define NBL_FFT_LAYOUT 7, 14, 13, 1, 65539, 5, 135
#endif
#elif length_ == 100
#define NBL_FFT_RADICES NBL_RADICES_2(10, 10)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 10, 10, 9, 1, 98307, 196614, 170
#else
#define NBL_FFT_LAYOUT 10, 10, 16, 1, 98307, 196614, 170
#endif
#elif length_ == 105
#define NBL_FFT_RADICES NBL_RADICES_2(7, 15)
#define NBL_FFT_LAYOUT 8, 15, 8, 1, 0, 0, 120
#elif length_ == 108
#define NBL_FFT_RADICES NBL_RADICES_2(12, 9)
#define NBL_FFT_LAYOUT 12, 12, 8, 1, 3, 4, 172
#elif length_ == 112
#define NBL_FFT_RADICES NBL_RADICES_2(8, 14)
#define NBL_FFT_LAYOUT 8, 16, 8, 1, 98306, 0, 136
#elif length_ == 120
#define NBL_FFT_RADICES NBL_RADICES_2(12, 10)
#define NBL_FFT_LAYOUT 12, 12, 8, 1, 98307, 196612, 204
#elif length_ == 125
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 5, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(5, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 5, 25, 4, 1, 2, 0, 155
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 9, 15, 10, 1, 1048608, 524304, 137
#else
#define NBL_FFT_LAYOUT 9, 15, 14, 1, 1048608, 524304, 137
#endif
#elif length_ == 126
#define NBL_FFT_RADICES NBL_RADICES_2(14, 9)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 3, 2, 174
#else
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 98307, 229378, 238
#endif
#elif length_ == 128
#define NBL_FFT_RADICES NBL_RADICES_3(8, 4, 4)
#define NBL_FFT_LAYOUT 16, 8, 4, 1, 884771, 786488, 176
#elif length_ == 135
#define NBL_FFT_RADICES NBL_RADICES_2(15, 9)
#define NBL_FFT_LAYOUT 15, 15, 6, 1, 98307, 3, 175
#elif length_ == 140
#define NBL_FFT_RADICES NBL_RADICES_2(14, 10)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 98307, 2, 174
#else
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 98307, 196610, 238
#endif
#elif length_ == 144
#define NBL_FFT_RADICES NBL_RADICES_2(12, 12)
#define NBL_FFT_LAYOUT 12, 12, 8, 1, 98307, 131076, 204
#elif length_ == 147
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(3, 7, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(7, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 7, 21, 4, 1, 131074, 196612, 249
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 11, 15, 11, 1, 1310752, 16, 171
#else
#define NBL_FFT_LAYOUT 11, 15, 14, 1, 1310752, 8, 171
#endif
#elif length_ == 150
#define NBL_FFT_RADICES NBL_RADICES_2(15, 10)
#define NBL_FFT_LAYOUT 15, 15, 6, 1, 3, 3, 207
#elif length_ == 160
#define NBL_FFT_RADICES NBL_RADICES_2(16, 10)
#define NBL_FFT_LAYOUT 16, 16, 4, 1, 98307, 0, 176
#elif length_ == 162
#define NBL_FFT_RADICES NBL_RADICES_3(6, 9, 3)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 18, 12, 7, 2, 32810, 32780, 146
#else
#define NBL_FFT_LAYOUT 18, 12, 7, 1, 1048578, 1835012, 306
#endif
#elif length_ == 168
#define NBL_FFT_RADICES NBL_RADICES_2(14, 12)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 98307, 65536, 210
#else
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 98307, 131074, 238
#endif
#elif length_ == 175
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 5, 5)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 5, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 7, 5)
#endif
#if float16_
#define NBL_FFT_LAYOUT 18, 14, 7, 1, 40, 24, 210
#elif float32_
#define NBL_FFT_LAYOUT 13, 15, 7, 1, 1310720, 786432, 205
#else
#define NBL_FFT_LAYOUT 13, 15, 7, 1, 1310760, 262152, 205
#endif
#elif length_ == 180
#define NBL_FFT_RADICES NBL_RADICES_2(15, 12)
#define NBL_FFT_LAYOUT 15, 15, 6, 1, 98307, 32774, 271
#elif length_ == 189
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(3, 9, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 3, 9)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 27, 9, 7, 1, 1310752, 1835064, 251
#else
#define NBL_FFT_LAYOUT 21, 14, 6, 1, 1048608, 524288, 213
#endif
#elif length_ == 192
#define NBL_FFT_RADICES NBL_RADICES_2(16, 12)
#define NBL_FFT_LAYOUT 16, 16, 4, 1, 98307, 0, 208
#elif length_ == 196
#define NBL_FFT_RADICES NBL_RADICES_2(14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 14, 14, 6, 1, 98307, 65538, 238
#else
#define NBL_FFT_LAYOUT 14, 14, 9, 1, 98307, 65538, 238
#endif
#elif length_ == 200
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(10, 10, 2)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_2(8, 25)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(20, 10)
#endif
#if float32_
#define NBL_FFT_LAYOUT 8, 32, 8, 1, 2, 0, 232
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 20, 10, 8, 1, 1081395, 458798, 916
#elif !within_32k_
#define NBL_FFT_LAYOUT 10, 20, 16, 1, 98308, 196610, 362
#elif !within_16k_
#define NBL_FFT_LAYOUT 10, 20, 16, 2, 98308, 196610, 170
#elif float16_
#define NBL_FFT_LAYOUT 20, 10, 8, 1, 1048627, 262190, 340
#else
#define NBL_FFT_LAYOUT 10, 20, 9, 2, 98308, 196610, 170
#endif
#elif length_ == 210
#define NBL_FFT_RADICES NBL_RADICES_2(15, 14)
#define NBL_FFT_LAYOUT 15, 15, 6, 1, 3, 2, 271
#elif length_ == 216
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(6, 3, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 6, 12)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 18, 12, 7, 1, 1409056, 1966096, 306
#elif !within_16k_
#define NBL_FFT_LAYOUT 18, 12, 7, 1, 1671200, 917504, 306
#else
#define NBL_FFT_LAYOUT 18, 12, 7, 1, 1572896, 786432, 242
#endif
#elif length_ == 224
#define NBL_FFT_RADICES NBL_RADICES_2(16, 14)
#define NBL_FFT_LAYOUT 16, 16, 4, 1, 98307, 0, 240
#elif length_ == 225
#define NBL_FFT_RADICES NBL_RADICES_2(15, 15)
#define NBL_FFT_LAYOUT 15, 15, 6, 1, 98307, 65538, 271
#elif length_ == 240
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_2(16, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(12, 20)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 16, 16, 4, 1, 3, 0, 272
#else
#define NBL_FFT_LAYOUT 12, 24, 5, 1, 131075, 131076, 364
#endif
#elif length_ == 243
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(9, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(9, 27)
#endif
#if float32_
#define NBL_FFT_LAYOUT 9, 27, 3, 3, 3, 0, 105
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 27, 9, 7, 1, 1048624, 0, 251
#else
#define NBL_FFT_LAYOUT 27, 9, 7, 1, 1048624, 1835008, 315
#endif
#elif length_ == 245
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 7, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 5, 7)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 18, 15, 7, 1, 1310760, 1048584, 274
#else
#define NBL_FFT_LAYOUT 18, 15, 7, 1, 1310760, 786456, 274
#endif
#elif length_ == 250
#define NBL_FFT_RADICES NBL_RADICES_3(5, 5, 10)
#define NBL_FFT_LAYOUT 25, 10, 5, 1, 0, 0, 281
#elif length_ == 252
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 3, 6)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(12, 21)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 21, 14, 6, 1, 1048616, 786456, 309
#else
#define NBL_FFT_LAYOUT 12, 24, 2, 1, 131075, 32770, 332
#endif
#elif length_ == 256
#define NBL_FFT_RADICES NBL_RADICES_3(8, 8, 4)
#define NBL_FFT_LAYOUT 32, 8, 2, 1, 1179692, 786488, 284
#elif length_ == 270
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 3, 6)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 10, 9)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 23, 15, 4, 1, 1048616, 8, 311
#else
#define NBL_FFT_LAYOUT 30, 10, 1, 1, 32, 32, 310
#endif
#elif length_ == 280
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 10, 2)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_2(20, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 14, 2)
#endif
#if float32_
#define NBL_FFT_LAYOUT 20, 20, 8, 1, 98308, 65540, 372
#elif float16_ && within_32k_
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1048635, 262154, 348
#elif within_16k_
#define NBL_FFT_LAYOUT 28, 14, 3, 1, 1081347, 1310726, 476
#elif float64_
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1048635, 1310734, 476
#else
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1081403, 458762, 1276
#endif
#elif length_ == 288
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 12, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(4, 6, 12)
#endif
#if float32_
#define NBL_FFT_LAYOUT 16, 24, 2, 1, 1671201, 786456, 368
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 24, 12, 4, 1, 1048579, 262144, 312
#else
#define NBL_FFT_LAYOUT 24, 12, 4, 1, 1081347, 327680, 728
#endif
#elif length_ == 294
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 3, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(21, 14)
#endif
#if float32_
#define NBL_FFT_LAYOUT 21, 21, 6, 1, 98308, 131072, 405
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 21, 15, 3, 1, 1310752, 786448, 341
#else
#define NBL_FFT_LAYOUT 21, 15, 6, 1, 1310752, 786448, 341
#endif
#elif length_ == 300
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(4, 5, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(20, 15)
#endif
#if float32_
#define NBL_FFT_LAYOUT 20, 20, 4, 1, 98308, 32772, 372
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 20, 16, 3, 1, 1671169, 950272, 420
#elif !within_32k_
#define NBL_FFT_LAYOUT 20, 16, 8, 1, 1572897, 786460, 692
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 20, 16, 8, 1, 1572897, 786460, 692
#else
#define NBL_FFT_LAYOUT 20, 16, 8, 1, 1572897, 786456, 404
#endif
#elif length_ == 315
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(3, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(21, 15)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 23, 15, 4, 1, 1572896, 1310728, 343
#else
#define NBL_FFT_LAYOUT 21, 21, 6, 1, 98308, 98304, 405
#endif
#elif length_ == 320
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 10, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(4, 4, 20)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 32, 16, 2, 1, 1048579, 262144, 350
#else
#define NBL_FFT_LAYOUT 16, 20, 4, 1, 1703961, 786456, 400
#endif
#elif length_ == 324
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(18, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 18, 18, 7, 2, 131076, 65538, 210
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 36, 12, 5, 1, 1048579, 262144, 356
#else
#define NBL_FFT_LAYOUT 36, 12, 7, 1, 1048579, 1835010, 420
#endif
#elif length_ == 336
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 12, 2)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 21, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(12, 14, 2)
#endif
#if float32_
#define NBL_FFT_LAYOUT 16, 24, 4, 1, 2, 0, 400
#elif float16_ && within_32k_
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1048635, 42, 412
#elif within_16k_
#define NBL_FFT_LAYOUT 28, 14, 3, 1, 1081403, 1310744, 508
#elif float64_
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1048635, 1310744, 412
#else
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1081403, 196650, 1532
#endif
#elif length_ == 343
#define NBL_FFT_RADICES NBL_RADICES_3(7, 7, 7)
#define NBL_FFT_LAYOUT 25, 14, 5, 1, 0, 0, 345
#elif length_ == 350
#define NBL_FFT_RADICES NBL_RADICES_3(5, 5, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 25, 15, 3, 1, 1572864, 1835008, 409
#else
#define NBL_FFT_LAYOUT 25, 15, 5, 1, 1572864, 1835008, 409
#endif
#elif length_ == 360
#define NBL_FFT_RADICES NBL_RADICES_3(3, 8, 15)
#define NBL_FFT_LAYOUT 24, 16, 4, 1, 98336, 32768, 408
#elif length_ == 375
#define NBL_FFT_RADICES NBL_RADICES_3(5, 5, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 25, 15, 3, 1, 1572864, 786432, 409
#else
#define NBL_FFT_LAYOUT 25, 15, 5, 1, 1572864, 786432, 409
#endif
#elif length_ == 378
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(18, 21)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 42, 14, 3, 1, 1048579, 1835010, 490
#else
#define NBL_FFT_LAYOUT 21, 21, 3, 1, 131072, 32768, 437
#endif
#elif length_ == 384
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 12, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(12, 16, 2)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 32, 16, 2, 1, 1048579, 262144, 414
#else
#define NBL_FFT_LAYOUT 32, 16, 2, 1, 1081347, 327680, 957
#endif
#elif length_ == 392
#define NBL_FFT_RADICES NBL_RADICES_3(14, 14, 2)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 28, 14, 3, 1, 1081347, 1310722, 604
#else
#define NBL_FFT_LAYOUT 28, 14, 8, 1, 1048579, 1310722, 476
#endif
#elif length_ == 400
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(4, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(20, 20)
#endif
#if float32_
#define NBL_FFT_LAYOUT 20, 20, 8, 1, 131076, 131076, 500
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 40, 12, 4, 1, 1671209, 1310744, 504
#else
#define NBL_FFT_LAYOUT 40, 12, 4, 1, 1671209, 1376280, 520
#endif
#elif length_ == 405
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 9, 9)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 45, 15, 2, 1, 1048632, 1835064, 525
#else
#define NBL_FFT_LAYOUT 45, 10, 2, 1, 1572904, 786472, 461
#endif
#elif length_ == 420
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 14, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(20, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 21, 21, 6, 1, 4, 0, 441
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 30, 15, 3, 1, 1048579, 1310721, 510
#else
#define NBL_FFT_LAYOUT 30, 15, 3, 1, 1081347, 1376257, 1054
#endif
#elif length_ == 432
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 3, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(24, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 24, 24, 6, 1, 131076, 65536, 504
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 36, 12, 7, 2, 1409067, 1835064, 260
#elif !within_32k_
#define NBL_FFT_LAYOUT 36, 12, 7, 1, 1409067, 1966140, 612
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 36, 12, 7, 1, 1409067, 1966140, 612
#else
#define NBL_FFT_LAYOUT 36, 12, 7, 1, 1409067, 1835064, 548
#endif
#elif length_ == 441
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 7, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(21, 21)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 63, 9, 2, 1, 1310760, 1835016, 511
#else
#define NBL_FFT_LAYOUT 21, 21, 6, 3, 131076, 0, 181
#endif
#elif length_ == 448
#if !float16_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 16, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 14, 2)
#endif
#if !float16_
#define NBL_FFT_LAYOUT 32, 16, 2, 1, 1048579, 262144, 479
#else
#define NBL_FFT_LAYOUT 32, 16, 2, 1, 1048579, 262144, 478
#endif
#elif length_ == 450
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 2, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 15, 2)
#endif
#if float16_
#define NBL_FFT_LAYOUT 30, 16, 3, 1, 98307, 32769, 510
#elif float32_
#define NBL_FFT_LAYOUT 30, 16, 1, 1, 0, 0, 450
#elif !within_16k_
#define NBL_FFT_LAYOUT 30, 16, 3, 1, 1081344, 851968, 1150
#else
#define NBL_FFT_LAYOUT 30, 16, 3, 1, 1048576, 786432, 510
#endif
#elif length_ == 480
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 2, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 4, 15)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 32, 16, 2, 1, 3, 0, 509
#else
#define NBL_FFT_LAYOUT 32, 16, 1, 1, 34, 56, 592
#endif
#elif length_ == 486
#define NBL_FFT_RADICES NBL_RADICES_3(6, 9, 9)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 54, 12, 2, 1, 1572866, 262144, 566
#else
#define NBL_FFT_LAYOUT 54, 12, 4, 1, 1572906, 786440, 566
#endif
#elif length_ == 490
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 14, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 7, 14)
#endif
#if float32_
#define NBL_FFT_LAYOUT 35, 15, 7, 1, 1572904, 1572872, 547
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 35, 15, 3, 1, 1572864, 1048576, 515
#else
#define NBL_FFT_LAYOUT 35, 15, 7, 1, 1572864, 1048576, 515
#endif
#elif length_ == 500
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 20, 5)
#endif
#if float32_
#define NBL_FFT_LAYOUT 25, 20, 5, 1, 1572912, 0, 505
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 50, 10, 3, 1, 1671208, 1310720, 562
#else
#define NBL_FFT_LAYOUT 50, 10, 3, 1, 1671208, 1507328, 850
#endif
#elif length_ == 504
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 3, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(24, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 24, 24, 1, 1, 4, 0, 524
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 42, 14, 3, 1, 1409067, 1835034, 618
#else
#define NBL_FFT_LAYOUT 42, 14, 3, 1, 1409067, 1966106, 714
#endif
#elif length_ == 512
#define NBL_FFT_RADICES NBL_RADICES_3(8, 8, 8)
#define NBL_FFT_LAYOUT 64, 8, 1, 1, 1441836, 1835064, 568
#elif length_ == 525
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(21, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 25, 25, 1, 1, 0, 0, 525
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 38, 15, 3, 1, 1572904, 1310728, 582
#else
#define NBL_FFT_LAYOUT 38, 15, 5, 1, 1572904, 1310728, 582
#endif
#elif length_ == 540
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 3, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(18, 30)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 45, 15, 2, 1, 1409064, 1835016, 653
#else
#define NBL_FFT_LAYOUT 30, 30, 1, 1, 131076, 0, 569
#endif
#elif length_ == 560
#if !float16_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 5, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 8, 14)
#endif
#if float16_
#define NBL_FFT_LAYOUT 40, 16, 4, 1, 98344, 65568, 680
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 40, 16, 3, 1, 1671170, 1900544, 680
#else
#define NBL_FFT_LAYOUT 40, 16, 4, 1, 1671170, 1900544, 680
#endif
#elif length_ == 567
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 9, 21)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 63, 14, 2, 1, 40, 56, 639
#else
#define NBL_FFT_LAYOUT 32, 21, 1, 1, 32, 56, 727
#endif
#elif length_ == 576
#define NBL_FFT_RADICES NBL_RADICES_3(4, 12, 12)
#define NBL_FFT_LAYOUT 48, 12, 2, 1, 98345, 24, 720
#elif length_ == 588
#define NBL_FFT_RADICES NBL_RADICES_3(14, 3, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 42, 15, 3, 1, 1409067, 786456, 650
#else
#define NBL_FFT_LAYOUT 42, 15, 3, 1, 1409067, 851994, 714
#endif
#elif length_ == 600
#define NBL_FFT_RADICES NBL_RADICES_3(8, 5, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 40, 16, 2, 1, 1572866, 786432, 680
#else
#define NBL_FFT_LAYOUT 40, 16, 4, 1, 1572866, 786432, 680
#endif
#elif length_ == 625
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 5, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(25, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 25, 25, 5, 5, 131076, 0, 153
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 42, 15, 2, 1, 0, 0, 650
#else
#define NBL_FFT_LAYOUT 42, 15, 3, 1, 0, 0, 650
#endif
#elif length_ == 630
#define NBL_FFT_RADICES NBL_RADICES_3(15, 3, 14)
#define NBL_FFT_LAYOUT 45, 15, 2, 1, 1409064, 786440, 717
#elif length_ == 640
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(10, 8, 8)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(4, 8, 20)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 10, 8)
#endif
#if float16_
#define NBL_FFT_LAYOUT 80, 10, 2, 1, 1376256, 1835008, 720
#elif float32_
#define NBL_FFT_LAYOUT 32, 24, 2, 1, 131105, 24, 799
#else
#define NBL_FFT_LAYOUT 80, 10, 2, 1, 1638450, 1835064, 720
#endif
#elif length_ == 648
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 9, 6)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 9, 9)
#endif
#if float32_
#define NBL_FFT_LAYOUT 72, 16, 3, 1, 1572866, 786432, 744
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 72, 12, 2, 1, 3, 0, 712
#elif !within_32k_
#define NBL_FFT_LAYOUT 72, 12, 3, 1, 1376259, 458752, 1416
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 72, 12, 3, 1, 1376259, 458752, 1416
#else
#define NBL_FFT_LAYOUT 72, 12, 3, 1, 1310723, 262144, 712
#endif
#elif length_ == 672
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 12, 4)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_2(32, 21)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 3, 14)
#endif
#if float16_
#define NBL_FFT_LAYOUT 56, 14, 4, 1, 1343547, 786474, 856
#elif float32_
#define NBL_FFT_LAYOUT 32, 32, 1, 1, 4, 0, 692
#else
#define NBL_FFT_LAYOUT 48, 16, 2, 1, 1409027, 786432, 752
#endif
#elif length_ == 675
#define NBL_FFT_RADICES NBL_RADICES_3(15, 3, 15)
#define NBL_FFT_LAYOUT 45, 15, 2, 1, 1310760, 262152, 717
#elif length_ == 686
#define NBL_FFT_RADICES NBL_RADICES_3(7, 14, 7)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 49, 14, 2, 1, 1572912, 1048608, 721
#else
#define NBL_FFT_LAYOUT 49, 14, 3, 1, 1572912, 1048608, 721
#endif
#elif length_ == 700
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 10, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 14, 10)
#endif
#if float32_
#define NBL_FFT_LAYOUT 70, 14, 3, 1, 98304, 0, 774
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 70, 14, 2, 1, 1310779, 8, 774
#else
#define NBL_FFT_LAYOUT 70, 14, 3, 1, 1310779, 8, 774
#endif
#elif length_ == 720
#define NBL_FFT_RADICES NBL_RADICES_3(16, 3, 15)
#define NBL_FFT_LAYOUT 48, 16, 2, 1, 1310723, 262144, 784
#elif length_ == 729
#define NBL_FFT_RADICES NBL_RADICES_3(9, 9, 9)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 81, 9, 1, 1, 0, 0, 729
#else
#define NBL_FFT_LAYOUT 81, 9, 3, 1, 1572912, 786456, 785
#endif
#elif length_ == 735
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 7, 7)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 53, 15, 3, 1, 1572904, 1310720, 789
#elif !within_16k_
#define NBL_FFT_LAYOUT 53, 15, 3, 1, 1310768, 40, 789
#else
#define NBL_FFT_LAYOUT 53, 15, 2, 1, 1310768, 40, 789
#endif
#elif length_ == 750
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 5, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(25, 30)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 75, 15, 2, 1, 1310768, 524312, 811
#else
#define NBL_FFT_LAYOUT 30, 30, 3, 1, 131076, 65543, 990
#endif
#elif length_ == 756
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 6, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 6, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 42, 21, 3, 1, 1703936, 1310720, 810
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 84, 14, 1, 1, 3, 0, 809
#else
#define NBL_FFT_LAYOUT 84, 14, 3, 1, 3, 0, 820
#endif
#elif length_ == 768
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 12, 4)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(4, 16, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 3, 16)
#endif
#if float16_
#define NBL_FFT_LAYOUT 64, 16, 1, 1, 1343491, 786432, 959
#elif float32_
#define NBL_FFT_LAYOUT 64, 16, 1, 1, 1933353, 1310744, 959
#elif !within_16k_
#define NBL_FFT_LAYOUT 52, 16, 3, 1, 98307, 0, 820
#else
#define NBL_FFT_LAYOUT 52, 16, 2, 1, 98307, 0, 820
#endif
#elif length_ == 784
#define NBL_FFT_RADICES NBL_RADICES_3(4, 14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 56, 16, 2, 1, 1933353, 1638424, 984
#else
#define NBL_FFT_LAYOUT 56, 16, 4, 1, 1933353, 1638424, 984
#endif
#elif length_ == 800
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 10, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(25, 32)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 80, 16, 2, 1, 3, 0, 880
#else
#define NBL_FFT_LAYOUT 32, 32, 1, 2, 131072, 0, 412
#endif
#elif length_ == 810
#define NBL_FFT_RADICES NBL_RADICES_3(10, 9, 9)
#define NBL_FFT_LAYOUT 90, 10, 1, 1, 1572867, 786432, 890
#elif length_ == 840
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(4, 14, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_2(28, 30)
#endif
#if float32_
#define NBL_FFT_LAYOUT 30, 30, 3, 1, 131076, 65540, 990
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 60, 16, 2, 1, 40, 24, 924
#else
#define NBL_FFT_LAYOUT 60, 16, 2, 1, 41, 28, 1916
#endif
#elif length_ == 864
#define NBL_FFT_RADICES NBL_RADICES_3(12, 6, 12)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 72, 12, 2, 1, 1671219, 786456, 936
#else
#define NBL_FFT_LAYOUT 72, 12, 3, 1, 1671219, 786456, 936
#endif
#elif length_ == 875
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 7, 5)
#if !float32_
#define NBL_FFT_LAYOUT 63, 15, 2, 1, 1311168, 262144, 927
#else
#define NBL_FFT_LAYOUT 63, 15, 1, 1, 1310720, 262144, 923
#endif
#elif length_ == 882
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(3, 3, 14, 7)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 18, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 14, 7)
#endif
#if float16_
#define NBL_FFT_LAYOUT 63, 15, 2, 1, 1573248, 1048960, 927
#elif float32_
#define NBL_FFT_LAYOUT 63, 18, 1, 1, 1572912, 1310760, 918
#else
#define NBL_FFT_LAYOUT 126, 14, 1, 1, 1572912, 1048624, 924
#endif
#elif length_ == 896
#define NBL_FFT_RADICES NBL_RADICES_3(4, 16, 14)
#define NBL_FFT_LAYOUT 64, 16, 1, 1, 1933353, 1572888, 1119
#elif length_ == 900
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 15, 4)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 4, 15)
#endif
#if float32_
#define NBL_FFT_LAYOUT 60, 16, 1, 1, 0, 0, 900
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 60, 16, 1, 1, 32824, 131120, 2020
#else
#define NBL_FFT_LAYOUT 60, 16, 2, 1, 1343544, 1966128, 2044
#endif
#elif length_ == 945
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 9, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 21, 15)
#endif
#if float32_
#define NBL_FFT_LAYOUT 63, 21, 1, 1, 40, 24, 1001
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 105, 15, 1, 1, 1310776, 1835064, 1057
#else
#define NBL_FFT_LAYOUT 105, 15, 2, 1, 1310776, 1835064, 1065
#endif
#elif length_ == 960
#define NBL_FFT_RADICES NBL_RADICES_3(16, 4, 15)
#define NBL_FFT_LAYOUT 64, 16, 1, 1, 3, 0, 1019
#elif length_ == 972
#define NBL_FFT_RADICES NBL_RADICES_3(12, 9, 9)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 108, 12, 1, 1, 3, 0, 1052
#else
#define NBL_FFT_LAYOUT 108, 12, 2, 1, 1572867, 786432, 1068
#endif
#elif length_ == 980
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 14, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 5, 14)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 70, 15, 3, 1, 1933312, 589824, 1190
#elif !within_16k_
#define NBL_FFT_LAYOUT 70, 15, 3, 1, 1671219, 1900602, 1190
#else
#define NBL_FFT_LAYOUT 70, 15, 1, 1, 1671219, 1835064, 1084
#endif
#elif length_ == 1000
#define NBL_FFT_RADICES NBL_RADICES_3(10, 10, 10)
#define NBL_FFT_LAYOUT 100, 10, 1, 1, 1572912, 1310760, 1054
#elif length_ == 1008
#define NBL_FFT_RADICES NBL_RADICES_3(14, 12, 6)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 84, 14, 1, 1, 65595, 40, 1175
#elif !within_32k_
#define NBL_FFT_LAYOUT 84, 14, 3, 1, 1638459, 1114152, 1524
#elif !float64_ && !within_16k_
#define NBL_FFT_LAYOUT 84, 14, 3, 1, 1638459, 1114152, 1524
#else
#define NBL_FFT_LAYOUT 84, 14, 3, 1, 1638459, 1048616, 1204
#endif
#elif length_ == 1024
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 16, 4)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 8, 8)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 64, 16, 2, 1, 1441844, 786488, 1084
#else
#define NBL_FFT_LAYOUT 128, 16, 1, 1, 1441836, 1835064, 1144
#endif
#elif length_ == 1029
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 3, 7, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 7, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 49, 21, 3, 1, 1835048, 262160, 1105
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 74, 15, 1, 1, 1311168, 64, 1049
#else
#define NBL_FFT_LAYOUT 74, 15, 3, 1, 1311168, 64, 1066
#endif
#elif length_ == 1050
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 14, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 5, 14)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 75, 15, 2, 1, 0, 0, 1067
#elif !within_16k_
#define NBL_FFT_LAYOUT 75, 15, 2, 1, 1671216, 1835032, 1163
#else
#define NBL_FFT_LAYOUT 75, 15, 1, 1, 1671216, 1835032, 1162
#endif
#elif length_ == 1080
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 6, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(6, 15, 12)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 90, 15, 1, 1, 1671168, 786432, 1169
#else
#define NBL_FFT_LAYOUT 90, 15, 1, 1, 98306, 0, 1259
#endif
#elif length_ == 1120
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 14, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 5, 14)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 80, 16, 2, 1, 98304, 0, 1200
#elif !within_16k_
#define NBL_FFT_LAYOUT 80, 16, 2, 1, 1671171, 1835008, 1264
#else
#define NBL_FFT_LAYOUT 80, 16, 1, 1, 1572867, 1835008, 1240
#endif
#elif length_ == 1125
#if !float64_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 15, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 5, 15)
#endif
#if !float64_
#define NBL_FFT_LAYOUT 75, 15, 2, 1, 1835056, 1572872, 1163
#elif !within_16k_
#define NBL_FFT_LAYOUT 75, 15, 2, 1, 1572912, 786456, 1195
#else
#define NBL_FFT_LAYOUT 75, 15, 1, 1, 1572912, 786456, 1181
#endif
#elif length_ == 1134
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 21, 18)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 126, 14, 1, 1, 3, 0, 1214
#else
#define NBL_FFT_LAYOUT 63, 21, 1, 1, 131112, 24, 1202
#endif
#elif length_ == 1152
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 6, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(6, 16, 12)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 96, 16, 1, 1, 1671171, 786432, 1247
#else
#define NBL_FFT_LAYOUT 96, 16, 1, 1, 1933362, 1310760, 1343
#endif
#elif length_ == 1176
#define NBL_FFT_RADICES NBL_RADICES_3(7, 14, 12)
#if float32_
#define NBL_FFT_LAYOUT 84, 24, 1, 1, 1933360, 786464, 1273
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 98, 14, 1, 1, 1933360, 786464, 1273
#else
#define NBL_FFT_LAYOUT 98, 14, 2, 1, 1933360, 786464, 1282
#endif
#elif length_ == 1200
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 16, 15)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 5, 15)
#endif
#if float16_
#define NBL_FFT_LAYOUT 80, 16, 2, 1, 48, 8, 1232
#elif float32_
#define NBL_FFT_LAYOUT 120, 12, 1, 1, 1671171, 1310720, 1319
#elif !within_16k_
#define NBL_FFT_LAYOUT 80, 16, 2, 1, 1572867, 786432, 1296
#else
#define NBL_FFT_LAYOUT 80, 16, 1, 1, 1572867, 786432, 1274
#endif
#elif length_ == 1215
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 27, 3)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 135, 15, 1, 1, 56, 56, 1279
#else
#define NBL_FFT_LAYOUT 45, 30, 2, 1, 1572864, 1835008, 1357
#endif
#elif length_ == 1225
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 7, 7, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 7, 7)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 88, 15, 1, 1, 1310760, 262152, 1293
#else
#define NBL_FFT_LAYOUT 88, 15, 1, 1, 1310720, 524288, 1297
#endif
#elif length_ == 1250
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 10, 5)
#define NBL_FFT_LAYOUT 125, 10, 1, 1, 0, 0, 1250
#elif length_ == 1260
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 12, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(6, 10, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 126, 21, 1, 1, 1835010, 524294, 2723
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 105, 15, 1, 1, 0, 0, 1260
#else
#define NBL_FFT_LAYOUT 105, 15, 2, 1, 0, 0, 1289
#endif
#elif length_ == 1280
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 16, 16)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 8, 20)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 5, 16)
#endif
#if float16_
#define NBL_FFT_LAYOUT 86, 16, 1, 1, 98352, 16, 1359
#elif float32_
#define NBL_FFT_LAYOUT 64, 24, 1, 1, 131114, 56, 1439
#else
#define NBL_FFT_LAYOUT 86, 16, 1, 1, 98307, 0, 1359
#endif
#elif length_ == 1296
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 9, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 27, 3)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 144, 12, 1, 1, 98307, 0, 1403
#else
#define NBL_FFT_LAYOUT 48, 32, 2, 1, 3, 0, 1392
#endif
#elif length_ == 1323
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(9, 7, 3, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 21, 21)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 189, 9, 1, 1, 14680552, 2097256, 1443
#else
#define NBL_FFT_LAYOUT 63, 21, 1, 1, 40, 24, 1403
#endif
#elif length_ == 1344
#define NBL_FFT_RADICES NBL_RADICES_3(7, 16, 12)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 112, 16, 2, 2, 1933360, 1310776, 752
#else
#define NBL_FFT_LAYOUT 112, 16, 2, 1, 1933360, 1310744, 1456
#endif
#elif length_ == 1350
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 6, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 18, 15)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 113, 15, 1, 1, 0, 0, 1350
#else
#define NBL_FFT_LAYOUT 90, 18, 1, 1, 1835008, 0, 1354
#endif
#elif length_ == 1372
#define NBL_FFT_RADICES NBL_RADICES_3(7, 14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 98, 14, 1, 1, 1835056, 524320, 1437
#else
#define NBL_FFT_LAYOUT 98, 14, 2, 1, 1933360, 589856, 1666
#endif
#elif length_ == 1400
#define NBL_FFT_RADICES NBL_RADICES_3(14, 10, 10)
#define NBL_FFT_LAYOUT 140, 14, 1, 1, 1572923, 1310728, 1499
#elif length_ == 1440
#define NBL_FFT_RADICES NBL_RADICES_3(8, 15, 12)
#define NBL_FFT_LAYOUT 120, 16, 1, 1, 98306, 0, 1619
#elif length_ == 1458
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(6, 9, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 18, 9)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 162, 12, 1, 1, 14680066, 14680064, 1700
#else
#define NBL_FFT_LAYOUT 81, 18, 1, 1, 1835064, 1572912, 1514
#endif
#elif length_ == 1470
#define NBL_FFT_RADICES NBL_RADICES_3(7, 14, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 105, 15, 1, 1, 48, 32, 1540
#else
#define NBL_FFT_LAYOUT 105, 15, 2, 1, 48, 32, 1545
#endif
#elif length_ == 1500
#define NBL_FFT_RADICES NBL_RADICES_3(15, 10, 10)
#define NBL_FFT_LAYOUT 150, 15, 1, 1, 1671168, 1310720, 1649
#elif length_ == 1512
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 3, 3)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 24, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 12, 9)
#endif
#if float16_
#define NBL_FFT_LAYOUT 126, 14, 1, 1, 59, 40, 1619
#elif float32_
#define NBL_FFT_LAYOUT 63, 28, 1, 1, 0, 0, 1512
#else
#define NBL_FFT_LAYOUT 168, 14, 1, 1, 59, 40, 1619
#endif
#elif length_ == 1536
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 12, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(24, 8, 8)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 128, 16, 1, 1, 98354, 56, 1727
#else
#define NBL_FFT_LAYOUT 64, 24, 1, 1, 1376260, 1835008, 1727
#endif
#elif length_ == 1568
#define NBL_FFT_RADICES NBL_RADICES_3(8, 14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 112, 16, 1, 1, 1835058, 524344, 1763
#else
#define NBL_FFT_LAYOUT 112, 16, 2, 1, 1835058, 1048632, 1776
#endif
#elif length_ == 1575
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 15, 15)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 113, 15, 1, 1, 1572912, 1310760, 1659
#else
#define NBL_FFT_LAYOUT 113, 15, 1, 1, 1835008, 1572864, 1617
#endif
#elif length_ == 1600
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(4, 20, 20)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 160, 16, 1, 1, 1572867, 1310720, 1699
#else
#define NBL_FFT_LAYOUT 80, 20, 2, 1, 1966129, 786456, 2000
#endif
#elif length_ == 1620
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 9, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 20, 9)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 180, 15, 1, 1, 98360, 56, 1754
#else
#define NBL_FFT_LAYOUT 90, 20, 1, 1, 0, 0, 1620
#endif
#elif length_ == 1680
#define NBL_FFT_RADICES NBL_RADICES_3(8, 14, 15)
#define NBL_FFT_LAYOUT 120, 16, 1, 1, 50, 56, 1889
#elif length_ == 1701
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 9, 3, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 9, 21)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 189, 14, 1, 1, 14680552, 14680184, 1909
#else
#define NBL_FFT_LAYOUT 95, 21, 1, 1, 0, 0, 1701
#endif
#elif length_ == 1715
#define NBL_FFT_RADICES NBL_RADICES_4(5, 7, 7, 7)
#define NBL_FFT_LAYOUT 123, 15, 1, 1, 1310760, 524296, 1817
#elif length_ == 1728
#define NBL_FFT_RADICES NBL_RADICES_3(12, 12, 12)
#define NBL_FFT_LAYOUT 144, 12, 1, 1, 98307, 0, 1871
#elif length_ == 1750
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 5, 14)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 10, 35)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 14, 5)
#endif
#if float16_
#define NBL_FFT_LAYOUT 125, 15, 1, 1, 16351232, 16515072, 1942
#elif float32_
#define NBL_FFT_LAYOUT 175, 35, 1, 1, 1835048, 1048576, 1784
#else
#define NBL_FFT_LAYOUT 125, 15, 1, 1, 14680064, 14680064, 1782
#endif
#elif length_ == 1764
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(3, 14, 3, 14)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 18, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 14, 9)
#endif
#if float16_
#define NBL_FFT_LAYOUT 126, 15, 1, 1, 1409024, 786432, 1928
#elif float32_
#define NBL_FFT_LAYOUT 126, 18, 1, 1, 98352, 40, 1889
#else
#define NBL_FFT_LAYOUT 196, 14, 1, 1, 1572923, 1572880, 1889
#endif
#elif length_ == 1792
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 14, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 16, 14)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 128, 16, 1, 1, 98354, 56, 2015
#else
#define NBL_FFT_LAYOUT 128, 16, 1, 1, 1933362, 1572920, 2015
#endif
#elif length_ == 1800
#define NBL_FFT_RADICES NBL_RADICES_3(8, 15, 15)
#define NBL_FFT_LAYOUT 120, 16, 1, 1, 1835010, 1572864, 2024
#elif length_ == 1875
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 15, 5)
#define NBL_FFT_LAYOUT 125, 15, 1, 1, 1573312, 64, 1899
#elif length_ == 1890
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 3, 3, 14)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(6, 21, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 15, 9)
#endif
#if float16_
#define NBL_FFT_LAYOUT 158, 15, 1, 1, 1409512, 786760, 2066
#elif float32_
#define NBL_FFT_LAYOUT 126, 21, 1, 1, 50, 56, 2204
#else
#define NBL_FFT_LAYOUT 210, 15, 1, 1, 1835011, 262144, 2024
#endif
#elif length_ == 1920
#define NBL_FFT_RADICES NBL_RADICES_3(8, 16, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 128, 16, 1, 2, 50, 56, 1079
#else
#define NBL_FFT_LAYOUT 128, 16, 1, 1, 50, 56, 2159
#endif
#elif length_ == 1944
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(12, 2, 9, 9)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(18, 18, 6)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(12, 9, 9, 2)
#endif
#if float32_
#define NBL_FFT_LAYOUT 108, 18, 1, 1, 56, 32, 1969
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 216, 12, 1, 1, 0, 0, 1944
#elif float64_ && !within_32k_
#define NBL_FFT_LAYOUT 216, 12, 1, 1, 32771, 65536, 4857
#else
#define NBL_FFT_LAYOUT 216, 12, 1, 1, 3, 0, 2105
#endif
#elif length_ == 1960
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 10, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 20, 14)
#endif
#if !float32_
#define NBL_FFT_LAYOUT 196, 14, 1, 1, 1835064, 262152, 1986
#else
#define NBL_FFT_LAYOUT 140, 20, 1, 1, 0, 0, 1960
#endif
#elif length_ == 2000
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(10, 2, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 10, 20)
#endif
#if float32_
#define NBL_FFT_LAYOUT 100, 20, 1, 1, 1966128, 262184, 2114
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 200, 10, 1, 1, 1573312, 64, 2019
#else
#define NBL_FFT_LAYOUT 200, 10, 1, 1, 1573312, 1310784, 2114
#endif
#elif length_ == 2016
#if !float16_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 14, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 12, 12)
#endif
#if float16_
#define NBL_FFT_LAYOUT 168, 14, 1, 1, 98360, 40, 2183
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 168, 14, 1, 2, 1933371, 786456, 1091
#else
#define NBL_FFT_LAYOUT 168, 14, 1, 1, 1933371, 786456, 2183
#endif
#elif length_ == 2025
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 3, 3, 15)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(9, 15, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 9, 15)
#endif
#if float16_
#define NBL_FFT_LAYOUT 135, 15, 1, 1, 15991272, 10748232, 2113
#elif float32_
#define NBL_FFT_LAYOUT 135, 18, 1, 1, 1835064, 1572872, 2081
#elif !within_16k_
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 1835064, 1835064, 2137
#else
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 1835064, 0, 2039
#endif
#elif length_ == 2048
#define NBL_FFT_RADICES NBL_RADICES_3(16, 16, 8)
#if !float64_
#define NBL_FFT_LAYOUT 128, 16, 1, 1, 1703988, 1835064, 2168
#else
#define NBL_FFT_LAYOUT 128, 16, 1, 2, 1703988, 1835064, 1080
#endif
#elif length_ == 2058
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 3, 14, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(21, 14, 7)
#endif
#if float32_
#define NBL_FFT_LAYOUT 147, 21, 1, 1, 1572920, 1048608, 2158
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 147, 15, 1, 2, 1573312, 1048832, 1079
#else
#define NBL_FFT_LAYOUT 147, 15, 1, 1, 1573312, 1048832, 2158
#endif
#elif length_ == 2100
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 10, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 20, 7)
#endif
#if float32_
#define NBL_FFT_LAYOUT 150, 20, 1, 1, 56, 16, 2118
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 210, 15, 1, 2, 1933312, 262144, 1124
#else
#define NBL_FFT_LAYOUT 210, 15, 1, 1, 1933312, 262144, 2249
#endif
#elif length_ == 2160
#define NBL_FFT_RADICES NBL_RADICES_3(15, 12, 12)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 180, 15, 1, 2, 98304, 0, 1169
#else
#define NBL_FFT_LAYOUT 180, 15, 1, 1, 98304, 0, 2339
#endif
#elif length_ == 2187
#define NBL_FFT_RADICES NBL_RADICES_4(9, 9, 9, 3)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 243, 9, 1, 2, 15728640, 16515072, 1414
#else
#define NBL_FFT_LAYOUT 243, 9, 1, 1, 15728640, 16515072, 2827
#endif
#elif length_ == 2205
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 3, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(21, 15, 7)
#endif
#if float32_
#define NBL_FFT_LAYOUT 158, 21, 1, 1, 0, 0, 2205
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 158, 15, 1, 2, 1573312, 1310784, 1163
#else
#define NBL_FFT_LAYOUT 158, 15, 1, 1, 1573312, 1310784, 2325
#endif
#elif length_ == 2240
#define NBL_FFT_RADICES NBL_RADICES_3(10, 16, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 160, 20, 1, 2, 1835064, 1572896, 1150
#else
#define NBL_FFT_LAYOUT 160, 20, 1, 1, 1933371, 1572896, 2463
#endif
#elif length_ == 2250
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 2, 15, 15)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 25, 18)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 10, 15)
#endif
#if float16_
#define NBL_FFT_LAYOUT 150, 16, 1, 1, 1835008, 1572864, 2313
#elif float32_
#define NBL_FFT_LAYOUT 125, 25, 1, 1, 131120, 56, 2386
#elif !within_16k_
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 0, 0, 2250
#else
#define NBL_FFT_LAYOUT 225, 15, 1, 2, 0, 0, 1125
#endif
#elif length_ == 2268
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 9, 9, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(18, 7, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 126, 21, 1, 1, 131076, 0, 2393
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 252, 14, 1, 2, 3, 0, 1214
#else
#define NBL_FFT_LAYOUT 252, 14, 1, 1, 3, 0, 2429
#endif
#elif length_ == 2304
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(12, 16, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(4, 24, 24)
#endif
#if float32_
#define NBL_FFT_LAYOUT 96, 24, 1, 2, 131121, 24, 1439
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 192, 16, 1, 2, 1933371, 1310760, 1247
#else
#define NBL_FFT_LAYOUT 192, 16, 1, 1, 1933371, 1310760, 2495
#endif
#elif length_ == 2352
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 12, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 14, 12)
#endif
#if float32_
#define NBL_FFT_LAYOUT 196, 14, 1, 1, 1933368, 786448, 2547
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 196, 14, 1, 2, 1835064, 1310760, 1212
#else
#define NBL_FFT_LAYOUT 196, 14, 1, 1, 1835064, 1310760, 2430
#endif
#elif length_ == 2400
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 15, 16, 2)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(5, 20, 24)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 10, 15)
#endif
#if float16_
#define NBL_FFT_LAYOUT 160, 16, 1, 1, 1081392, 262144, 3599
#elif float32_
#define NBL_FFT_LAYOUT 160, 24, 1, 1, 131120, 0, 2499
#elif !within_16k_
#define NBL_FFT_LAYOUT 240, 16, 1, 1, 3, 0, 2549
#else
#define NBL_FFT_LAYOUT 240, 16, 1, 2, 3, 0, 1274
#endif
#elif length_ == 2401
#define NBL_FFT_RADICES NBL_RADICES_4(7, 7, 7, 7)
#if !float64_ && !within_256_
#define NBL_FFT_LAYOUT 343, 7, 1, 1, 1310760, 524304, 2545
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 172, 14, 1, 2, 1310760, 524304, 1273
#else
#define NBL_FFT_LAYOUT 172, 14, 1, 1, 1310760, 524304, 2545
#endif
#elif length_ == 2430
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(10, 9, 3, 9)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(9, 30, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(9, 9, 10, 3)
#endif
#if float32_
#define NBL_FFT_LAYOUT 90, 30, 1, 1, 0, 0, 2430
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 90, 30, 1, 1, 14680067, 14680064, 2672
#elif float16_
#define NBL_FFT_LAYOUT 270, 10, 1, 1, 14680067, 14680064, 2672
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 90, 30, 1, 1, 1049072, 1048984, 2830
#elif !within_16k_
#define NBL_FFT_LAYOUT 270, 10, 1, 1, 1049024, 1048960, 2830
#elif within_256_
#define NBL_FFT_LAYOUT 90, 30, 1, 2, 1049072, 1048984, 1415
#else
#define NBL_FFT_LAYOUT 270, 10, 1, 2, 1049024, 1048960, 1415
#endif
#elif length_ == 2450
#define NBL_FFT_RADICES NBL_RADICES_4(5, 5, 14, 7)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 175, 15, 1, 2, 1572864, 1048576, 1285
#else
#define NBL_FFT_LAYOUT 175, 15, 1, 1, 1572864, 1048576, 2570
#endif
#elif length_ == 2500
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 10, 10, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 20, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 167, 25, 1, 1, 1835056, 1048576, 2524
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 250, 10, 1, 2, 0, 0, 1250
#else
#define NBL_FFT_LAYOUT 250, 10, 1, 1, 0, 0, 2500
#endif
#elif length_ == 2520
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 14, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 12, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 126, 24, 1, 1, 3, 0, 2771
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 210, 15, 1, 2, 1933312, 786432, 1364
#else
#define NBL_FFT_LAYOUT 210, 15, 1, 1, 1933312, 786432, 2729
#endif
#elif length_ == 2560
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(10, 16, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 20, 16)
#endif
#if float32_
#define NBL_FFT_LAYOUT 160, 20, 1, 1, 98362, 56, 2879
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 160, 20, 1, 2, 98360, 32, 1359
#else
#define NBL_FFT_LAYOUT 160, 20, 1, 1, 98360, 32, 2719
#endif
#elif length_ == 2592
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(6, 12, 12, 3)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(18, 12, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(3, 12, 6, 12)
#endif
#if float16_
#define NBL_FFT_LAYOUT 216, 12, 1, 1, 450, 448, 3023
#elif float32_
#define NBL_FFT_LAYOUT 216, 18, 1, 1, 98304, 0, 2807
#elif !within_16k_
#define NBL_FFT_LAYOUT 216, 12, 1, 1, 16351232, 15466496, 2807
#else
#define NBL_FFT_LAYOUT 216, 12, 1, 2, 16351232, 15466496, 1403
#endif
#elif length_ == 2625
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 7, 5, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 21, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 132, 25, 1, 1, 0, 0, 2625
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 188, 15, 1, 2, 1572904, 786440, 1387
#else
#define NBL_FFT_LAYOUT 188, 15, 1, 1, 1572904, 786440, 2773
#endif
#elif length_ == 2646
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(3, 3, 3, 14, 7)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(21, 6, 21)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(9, 7, 6, 7)
#endif
#if float16_
#define NBL_FFT_LAYOUT 189, 15, 1, 1, 1576448, 1048576, 2776
#elif float32_
#define NBL_FFT_LAYOUT 126, 24, 1, 1, 0, 0, 2646
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 126, 27, 1, 1, 14680552, 6291752, 2892
#elif !within_16k_
#define NBL_FFT_LAYOUT 441, 9, 1, 1, 14680552, 6291752, 2892
#elif within_256_
#define NBL_FFT_LAYOUT 126, 27, 1, 2, 14680552, 6291752, 1443
#else
#define NBL_FFT_LAYOUT 441, 9, 1, 2, 14680552, 6291752, 1443
#endif
#elif length_ == 2688
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 12, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 21, 8)
#endif
#if float32_
#define NBL_FFT_LAYOUT 128, 32, 1, 1, 65539, 0, 3023
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 224, 16, 1, 2, 1835011, 1310720, 1427
#else
#define NBL_FFT_LAYOUT 224, 16, 1, 1, 1835011, 1310720, 2855
#endif
#elif length_ == 2700
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 12, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(3, 30, 30)
#endif
#if float32_
#define NBL_FFT_LAYOUT 225, 30, 1, 1, 131120, 16, 2789
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 225, 15, 1, 2, 0, 0, 1350
#else
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 0, 0, 2700
#endif
#elif length_ == 2744
#define NBL_FFT_RADICES NBL_RADICES_3(14, 14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 196, 14, 1, 2, 1835064, 524304, 1390
#else
#define NBL_FFT_LAYOUT 196, 14, 1, 1, 1835064, 524304, 2783
#endif
#elif length_ == 2800
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 2, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 20, 14)
#endif
#if float32_
#define NBL_FFT_LAYOUT 140, 28, 1, 1, 98360, 8, 2999
#elif float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 108, 30, 2, 1, 1671619, 1310914, 3404
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 140, 28, 1, 2, 1573315, 1310912, 1499
#elif within_256_
#define NBL_FFT_LAYOUT 156, 28, 1, 1, 1671619, 1310912, 3079
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 280, 14, 1, 2, 1671619, 1310912, 1539
#else
#define NBL_FFT_LAYOUT 280, 14, 1, 1, 1671619, 1310912, 3079
#endif
#elif length_ == 2835
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 9, 3, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 21, 15)
#endif
#if float32_
#define NBL_FFT_LAYOUT 189, 21, 1, 1, 56, 56, 2947
#elif float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 105, 30, 2, 1, 15991272, 14942328, 3209
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 189, 21, 1, 2, 1311208, 262264, 1594
#elif within_256_
#define NBL_FFT_LAYOUT 189, 21, 1, 1, 1311208, 262264, 3187
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 315, 15, 1, 2, 1311208, 262264, 1594
#else
#define NBL_FFT_LAYOUT 315, 15, 1, 1, 1311208, 262264, 3187
#endif
#elif length_ == 2880
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 12, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(12, 20, 12)
#endif
#if float32_
#define NBL_FFT_LAYOUT 144, 24, 1, 1, 98307, 0, 3119
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 240, 16, 1, 2, 3, 0, 1529
#else
#define NBL_FFT_LAYOUT 240, 16, 1, 1, 3, 0, 3059
#endif
#elif length_ == 2916
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(12, 9, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 18, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 162, 18, 1, 1, 1835064, 1048624, 3035
#elif float16_ && !within_256_
#define NBL_FFT_LAYOUT 324, 12, 1, 1, 14680067, 14680064, 3158
#elif !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 324, 12, 1, 1, 14680064, 14680064, 3004
#elif !within_256_
#define NBL_FFT_LAYOUT 324, 12, 1, 2, 14680067, 14680064, 1579
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 122, 27, 1, 2, 15728643, 16515072, 1882
#else
#define NBL_FFT_LAYOUT 122, 27, 1, 1, 14680067, 14680064, 3158
#endif
#elif length_ == 2940
#define NBL_FFT_RADICES NBL_RADICES_3(15, 14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 210, 15, 1, 2, 1933312, 524288, 1574
#else
#define NBL_FFT_LAYOUT 210, 15, 1, 1, 1933312, 524288, 3149
#endif
#elif length_ == 3000
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 2, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 24, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 150, 25, 1, 1, 1835056, 16, 3072
#elif float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 108, 30, 2, 1, 1671616, 1310784, 3308
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 150, 30, 1, 2, 1671168, 1310720, 1649
#elif within_256_
#define NBL_FFT_LAYOUT 150, 30, 1, 1, 1671168, 1310720, 3299
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 300, 15, 1, 2, 1572864, 1310720, 1584
#else
#define NBL_FFT_LAYOUT 300, 15, 1, 1, 1572864, 1310720, 3174
#endif
#elif length_ == 3024
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 6, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 14, 24)
#endif
#if float32_
#define NBL_FFT_LAYOUT 126, 28, 1, 1, 1966128, 1835056, 3185
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 252, 14, 1, 2, 59, 40, 1619
#else
#define NBL_FFT_LAYOUT 252, 14, 1, 1, 59, 40, 3239
#endif
#elif length_ == 3072
#define NBL_FFT_RADICES NBL_RADICES_3(16, 16, 12)
#if float32_
#define NBL_FFT_LAYOUT 192, 24, 1, 1, 1933315, 1310720, 3327
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 256, 16, 1, 2, 1933315, 1310720, 1663
#else
#define NBL_FFT_LAYOUT 256, 16, 1, 1, 1933315, 1310720, 3327
#endif
#elif length_ == 3087
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(9, 7, 7, 7)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(7, 21, 21)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(7, 7, 9, 7)
#endif
#if float32_
#define NBL_FFT_LAYOUT 147, 21, 1, 1, 56, 0, 3107
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 221, 18, 1, 1, 1311208, 524648, 3375
#elif float16_
#define NBL_FFT_LAYOUT 441, 9, 1, 1, 1311208, 524648, 3375
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 115, 28, 1, 1, 15990824, 12320784, 3471
#elif !within_16k_
#define NBL_FFT_LAYOUT 441, 9, 1, 1, 15990824, 12320784, 3471
#elif within_256_
#define NBL_FFT_LAYOUT 115, 28, 1, 2, 15990824, 12320784, 1736
#else
#define NBL_FFT_LAYOUT 441, 9, 1, 2, 15990824, 12320784, 1736
#endif
#elif length_ == 3125
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_5(5, 5, 5, 5, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 25, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 157, 25, 1, 1, 1835056, 1835064, 3317
#elif float16_ && !within_256_
#define NBL_FFT_LAYOUT 313, 10, 1, 1, 0, 0, 3125
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 209, 15, 1, 2, 0, 0, 1563
#else
#define NBL_FFT_LAYOUT 209, 15, 1, 1, 0, 0, 3125
#endif
#elif length_ == 3136
#define NBL_FFT_RADICES NBL_RADICES_3(16, 14, 14)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 224, 16, 1, 2, 1835011, 524288, 1665
#else
#define NBL_FFT_LAYOUT 224, 16, 1, 1, 1835011, 524288, 3331
#endif
#elif length_ == 3150
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 14, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 15, 14)
#endif
#if float32_
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 98360, 48, 3374
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 225, 15, 1, 2, 0, 0, 1575
#else
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 0, 0, 3150
#endif
#elif length_ == 3200
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(16, 2, 10, 10)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 20, 20)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(10, 10, 16, 2)
#endif
#if float32_
#define NBL_FFT_LAYOUT 160, 24, 1, 1, 1966138, 786488, 3599
#elif float16_ && !within_256_
#define NBL_FFT_LAYOUT 320, 16, 1, 1, 1572867, 1310720, 3399
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 107, 32, 2, 1, 1572867, 1310720, 3403
#elif float16_
#define NBL_FFT_LAYOUT 160, 32, 1, 1, 1572867, 1310720, 3399
#elif within_256_ && within_16k_
#define NBL_FFT_LAYOUT 124, 32, 1, 2, 1048627, 262184, 1759
#elif within_16k_
#define NBL_FFT_LAYOUT 320, 16, 1, 2, 1048624, 262184, 1698
#elif within_256_ && within_32k_
#define NBL_FFT_LAYOUT 124, 32, 1, 1, 1049075, 262376, 3519
#elif within_32k_
#define NBL_FFT_LAYOUT 320, 16, 1, 1, 1049072, 262376, 3398
#elif within_256_
#define NBL_FFT_LAYOUT 124, 32, 1, 1, 1081843, 262376, 4799
#else
#define NBL_FFT_LAYOUT 320, 16, 1, 1, 1081840, 262376, 4799
#endif
#elif length_ == 3240
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 6, 12, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(4, 27, 30)
#endif
#if float32_
#define NBL_FFT_LAYOUT 203, 30, 1, 1, 131073, 0, 4049
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 155, 30, 1, 2, 448, 64, 1622
#elif within_256_
#define NBL_FFT_LAYOUT 155, 30, 1, 1, 448, 64, 3244
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 270, 15, 1, 2, 448, 64, 1622
#else
#define NBL_FFT_LAYOUT 270, 15, 1, 1, 448, 64, 3244
#endif
#elif length_ == 3360
#define NBL_FFT_RADICES NBL_RADICES_3(16, 14, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 240, 16, 1, 2, 3, 0, 1784
#else
#define NBL_FFT_LAYOUT 240, 16, 1, 1, 3, 0, 3569
#endif
#elif length_ == 3375
#define NBL_FFT_RADICES NBL_RADICES_3(15, 15, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 225, 15, 1, 2, 1835064, 1572912, 1737
#else
#define NBL_FFT_LAYOUT 225, 15, 1, 1, 1835064, 1572912, 3473
#endif
#elif length_ == 3402
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 9, 3, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 27, 9)
#endif
#if float32_
#define NBL_FFT_LAYOUT 126, 28, 1, 1, 3, 0, 3644
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 126, 28, 1, 2, 14680067, 14680064, 1822
#elif within_256_
#define NBL_FFT_LAYOUT 126, 28, 1, 1, 14680067, 14680064, 3644
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 378, 14, 1, 2, 14680515, 14680256, 1822
#else
#define NBL_FFT_LAYOUT 378, 14, 1, 1, 14680515, 14680256, 3644
#endif
#elif length_ == 3430
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 7, 14, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 14, 35)
#endif
#if float32_
#define NBL_FFT_LAYOUT 123, 35, 1, 1, 48, 32, 3600
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 245, 15, 1, 2, 1572904, 1048584, 1811
#else
#define NBL_FFT_LAYOUT 245, 15, 1, 1, 1572904, 1048584, 3624
#endif
#elif length_ == 3456
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(12, 2, 12, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(6, 24, 24)
#endif
#if float32_
#define NBL_FFT_LAYOUT 144, 24, 1, 1, 131128, 16, 3599
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 144, 24, 1, 2, 98307, 0, 1871
#elif within_256_
#define NBL_FFT_LAYOUT 158, 24, 1, 1, 1933315, 1310720, 3743
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 288, 12, 1, 2, 98307, 0, 1871
#else
#define NBL_FFT_LAYOUT 288, 12, 1, 1, 98307, 0, 3743
#endif
#elif length_ == 3500
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 5, 10, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 28, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 140, 28, 1, 1, 0, 0, 3500
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 125, 30, 1, 2, 51, 56, 1942
#elif within_256_
#define NBL_FFT_LAYOUT 125, 30, 1, 1, 51, 56, 3892
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 350, 14, 1, 2, 51, 56, 1942
#else
#define NBL_FFT_LAYOUT 350, 14, 1, 1, 51, 56, 3892
#endif
#elif length_ == 3528
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 14, 12, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(18, 14, 14)
#endif
#if float32_
#define NBL_FFT_LAYOUT 252, 18, 1, 1, 1933316, 524288, 3779
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 147, 28, 1, 2, 48, 32, 1849
#elif within_256_
#define NBL_FFT_LAYOUT 147, 28, 1, 1, 48, 32, 3703
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 294, 14, 1, 2, 48, 32, 1849
#else
#define NBL_FFT_LAYOUT 294, 14, 1, 1, 48, 32, 3703
#endif
#elif length_ == 3584
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_3(16, 14, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(8, 28, 16)
#endif
#if float32_
#define NBL_FFT_LAYOUT 224, 28, 1, 1, 98362, 56, 4031
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 256, 16, 1, 2, 98307, 0, 1903
#else
#define NBL_FFT_LAYOUT 256, 16, 1, 1, 98307, 0, 3807
#endif
#elif length_ == 3600
#define NBL_FFT_RADICES NBL_RADICES_3(16, 15, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 240, 16, 1, 2, 1835011, 1572864, 1912
#else
#define NBL_FFT_LAYOUT 240, 16, 1, 1, 1835011, 1572864, 3824
#endif
#elif length_ == 3645
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 9, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 15, 27)
#endif
#if float32_
#define NBL_FFT_LAYOUT 135, 30, 1, 1, 1835064, 1310728, 3697
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 152, 30, 1, 2, 14680568, 14680568, 1927
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 405, 15, 1, 2, 14680568, 14680568, 1927
#elif within_256_ && !within_32k_
#define NBL_FFT_LAYOUT 152, 30, 1, 1, 15729144, 16515576, 4717
#elif float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 152, 30, 1, 1, 15729144, 16515576, 4717
#elif within_256_
#define NBL_FFT_LAYOUT 152, 30, 1, 1, 14680568, 14680568, 3853
#elif !within_32k_
#define NBL_FFT_LAYOUT 405, 15, 1, 1, 15729144, 16515576, 4717
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 405, 15, 1, 1, 15729144, 16515576, 4717
#else
#define NBL_FFT_LAYOUT 405, 15, 1, 1, 14680568, 14680568, 3853
#endif
#elif length_ == 3675
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 7, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 25, 21)
#endif
#if float32_
#define NBL_FFT_LAYOUT 175, 25, 1, 1, 1835064, 1835040, 3775
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 147, 30, 1, 2, 1572904, 1310728, 1942
#elif within_256_
#define NBL_FFT_LAYOUT 147, 30, 1, 1, 1572904, 1310728, 3883
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 263, 15, 1, 2, 1572904, 1310728, 1942
#else
#define NBL_FFT_LAYOUT 263, 15, 1, 1, 1572904, 1310728, 3883
#endif
#elif length_ == 3750
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 5, 10, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 30, 25)
#endif
#if float32_
#define NBL_FFT_LAYOUT 150, 30, 1, 1, 56, 32, 3870
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 125, 30, 1, 2, 48, 24, 1971
#elif within_256_
#define NBL_FFT_LAYOUT 125, 30, 1, 1, 48, 24, 3946
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 375, 15, 1, 2, 48, 24, 1971
#else
#define NBL_FFT_LAYOUT 375, 15, 1, 1, 48, 24, 3946
#endif
#elif length_ == 3780
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 7, 12, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 21, 20)
#endif
#if float32_
#define NBL_FFT_LAYOUT 189, 27, 1, 1, 131128, 56, 3968
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 158, 30, 1, 2, 14680112, 14680104, 1992
#elif within_256_
#define NBL_FFT_LAYOUT 158, 30, 1, 1, 14680112, 14680104, 3990
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 315, 15, 1, 2, 14680112, 14680104, 1992
#else
#define NBL_FFT_LAYOUT 315, 15, 1, 1, 14680112, 14680104, 3990
#endif
#elif length_ == 3840
#define NBL_FFT_RADICES NBL_RADICES_3(16, 16, 15)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 256, 16, 1, 2, 3, 0, 2039
#else
#define NBL_FFT_LAYOUT 256, 16, 1, 1, 3, 0, 4079
#endif
#elif length_ == 3888
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(12, 9, 12, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(12, 18, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 216, 24, 1, 2, 1966083, 1048576, 2105
#elif float16_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 216, 24, 1, 1, 0, 0, 3888
#elif within_256_ && within_16k_
#define NBL_FFT_LAYOUT 186, 27, 1, 3, 3, 0, 1403
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 432, 12, 1, 2, 0, 0, 1944
#elif float64_ && within_256_ && within_32k_
#define NBL_FFT_LAYOUT 216, 24, 1, 2, 3, 0, 2105
#elif within_256_
#define NBL_FFT_LAYOUT 216, 24, 1, 1, 3, 0, 4211
#elif !within_32k_
#define NBL_FFT_LAYOUT 432, 12, 1, 1, 3, 0, 4211
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 432, 12, 1, 1, 3, 0, 4211
#else
#define NBL_FFT_LAYOUT 432, 12, 1, 1, 0, 0, 3888
#endif
#elif length_ == 3920
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(4, 14, 5, 14)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(14, 20, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(4, 14, 14, 5)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 196, 28, 1, 1, 98307, 0, 4199
#elif float32_
#define NBL_FFT_LAYOUT 196, 28, 1, 1, 0, 0, 3920
#elif float16_ && !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 280, 16, 1, 1, 1671209, 1835032, 4899
#elif !within_256_ && !within_32k_
#define NBL_FFT_LAYOUT 280, 16, 1, 1, 489, 472, 4899
#elif !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 280, 16, 1, 2, 489, 472, 2449
#elif float16_ && !within_32k_
#define NBL_FFT_LAYOUT 157, 28, 1, 1, 1671209, 1835036, 8815
#elif !within_32k_
#define NBL_FFT_LAYOUT 157, 28, 1, 1, 489, 472, 4899
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 157, 28, 1, 1, 1671209, 1835032, 4899
#elif !within_16k_
#define NBL_FFT_LAYOUT 157, 28, 1, 2, 489, 472, 2449
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 157, 28, 1, 2, 1671209, 1835032, 2449
#elif within_256_
#define NBL_FFT_LAYOUT 157, 28, 1, 3, 489, 472, 1633
#elif float16_
#define NBL_FFT_LAYOUT 280, 16, 1, 2, 1671209, 1835032, 2449
#else
#define NBL_FFT_LAYOUT 280, 16, 1, 3, 489, 472, 1633
#endif
#elif length_ == 3969
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(9, 9, 7, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(27, 21, 7)
#endif
#if float32_
#define NBL_FFT_LAYOUT 189, 27, 1, 1, 56, 24, 3993
#elif float64_ && within_256_ && within_16k_
#define NBL_FFT_LAYOUT 147, 28, 1, 2, 1310720, 0, 2025
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 441, 14, 1, 2, 1310720, 0, 2025
#elif within_256_ && !within_32k_
#define NBL_FFT_LAYOUT 147, 28, 1, 1, 1310720, 524288, 4209
#elif float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 147, 28, 1, 1, 1310720, 524288, 4209
#elif within_256_
#define NBL_FFT_LAYOUT 147, 28, 1, 1, 1310720, 0, 4049
#elif !within_32k_
#define NBL_FFT_LAYOUT 441, 14, 1, 1, 1310720, 524288, 4209
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 441, 14, 1, 1, 1310720, 524288, 4209
#else
#define NBL_FFT_LAYOUT 441, 14, 1, 1, 1310720, 0, 4049
#endif
#elif length_ == 4000
#if !float32_
#define NBL_FFT_RADICES NBL_RADICES_4(4, 10, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 20, 20)
#endif
#if float32_
#define NBL_FFT_LAYOUT 200, 20, 1, 2, 1966136, 786440, 2099
#elif float16_ && !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 400, 12, 1, 1, 1572864, 0, 4039
#elif !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 400, 12, 1, 3, 1671209, 1310744, 1667
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 200, 20, 1, 3, 1671209, 1310744, 1667
#elif float64_ && !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 400, 12, 1, 2, 1572905, 1310744, 2499
#elif !within_256_
#define NBL_FFT_LAYOUT 400, 12, 1, 1, 1572905, 1310744, 4999
#elif !within_32k_
#define NBL_FFT_LAYOUT 200, 20, 1, 1, 1572905, 1310744, 4999
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 200, 20, 1, 1, 1572905, 1310744, 4999
#else
#define NBL_FFT_LAYOUT 200, 20, 1, 2, 1572905, 1310744, 2499
#endif
#elif length_ == 4032
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 12, 2)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(8, 24, 21)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(12, 14, 12, 2)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 192, 24, 1, 1, 58, 56, 4535
#elif float32_
#define NBL_FFT_LAYOUT 192, 24, 1, 2, 58, 56, 2267
#elif float16_ && !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 336, 14, 1, 1, 1049083, 262632, 4366
#elif !within_256_ && !within_32k_
#define NBL_FFT_LAYOUT 336, 14, 1, 1, 15729147, 14942680, 4367
#elif !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 336, 14, 1, 2, 15728699, 14942232, 2183
#elif float16_ && !within_32k_
#define NBL_FFT_LAYOUT 184, 28, 1, 1, 1081851, 328168, 10077
#elif !within_32k_
#define NBL_FFT_LAYOUT 184, 28, 1, 1, 15729147, 14942680, 4367
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 184, 28, 1, 1, 1049083, 262632, 4366
#elif !within_16k_
#define NBL_FFT_LAYOUT 184, 28, 1, 2, 15728699, 14942232, 2183
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 184, 28, 1, 2, 1048635, 262184, 2182
#elif within_256_
#define NBL_FFT_LAYOUT 168, 28, 1, 3, 15728699, 14942232, 1455
#elif float16_
#define NBL_FFT_LAYOUT 336, 14, 1, 1, 448, 448, 4040
#else
#define NBL_FFT_LAYOUT 336, 14, 1, 3, 15728699, 14942232, 1455
#endif
#elif length_ == 4050
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 3, 6, 15)
#elif float32_
#define NBL_FFT_RADICES NBL_RADICES_3(15, 18, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(15, 15, 6, 3)
#endif
#if float32_ && within_256_
#define NBL_FFT_LAYOUT 225, 30, 1, 1, 1835064, 0, 4064
#elif float32_
#define NBL_FFT_LAYOUT 270, 18, 1, 1, 1835064, 0, 4064
#elif float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 150, 30, 1, 1, 40, 8, 4228
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 338, 15, 1, 1, 40, 8, 4228
#elif within_256_ && !within_32k_
#define NBL_FFT_LAYOUT 150, 30, 1, 1, 14680120, 6291504, 4169
#elif !within_32k_
#define NBL_FFT_LAYOUT 338, 15, 1, 1, 14680120, 6291504, 4169
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 150, 30, 1, 2, 14680120, 6291504, 2081
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 150, 30, 1, 1, 0, 0, 4050
#elif within_256_
#define NBL_FFT_LAYOUT 150, 30, 1, 3, 14680120, 6291504, 1385
#elif float64_ && within_16k_
#define NBL_FFT_LAYOUT 338, 15, 1, 2, 0, 0, 2025
#else
#define NBL_FFT_LAYOUT 338, 15, 1, 1, 0, 0, 4050
#endif
#elif length_ == 4096
#define NBL_FFT_RADICES NBL_RADICES_3(16, 16, 16)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 256, 16, 1, 4, 1703988, 1835064, 1080
#else
#define NBL_FFT_LAYOUT 256, 16, 1, 2, 1703988, 1835064, 2168
#endif
#elif length_ == 4116
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(3, 14, 14, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 14, 21)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 153, 28, 1, 1, 16252928, 11534336, 4321
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 196, 28, 1, 1, 1835064, 1048592, 4181
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 294, 15, 1, 1, 16252928, 11534336, 4321
#elif !within_16k_
#define NBL_FFT_LAYOUT 294, 21, 1, 1, 1835064, 1048592, 4181
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 153, 28, 1, 2, 16252928, 11534336, 2158
#elif within_256_
#define NBL_FFT_LAYOUT 196, 28, 1, 2, 1835064, 1048592, 2088
#elif float16_
#define NBL_FFT_LAYOUT 294, 15, 1, 2, 16252928, 11534336, 2158
#else
#define NBL_FFT_LAYOUT 294, 21, 1, 2, 1835064, 1048592, 2088
#endif
#elif length_ == 4200
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(4, 14, 5, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 20, 21)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 21, 1, 1, 59, 8, 4619
#elif float32_
#define NBL_FFT_LAYOUT 210, 21, 1, 2, 59, 8, 2309
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 150, 30, 1, 1, 1572905, 786456, 5249
#elif !within_16k_
#define NBL_FFT_LAYOUT 300, 16, 1, 1, 1572905, 786456, 5249
#elif within_256_
#define NBL_FFT_LAYOUT 150, 30, 1, 2, 1572905, 786456, 2624
#else
#define NBL_FFT_LAYOUT 300, 16, 1, 2, 1572905, 786456, 2624
#endif
#elif length_ == 4320
#define NBL_FFT_RADICES NBL_RADICES_4(15, 12, 12, 2)
#if within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 180, 30, 1, 1, 1081344, 262144, 6479
#elif !within_16k_
#define NBL_FFT_LAYOUT 360, 15, 1, 1, 1049024, 262336, 4678
#elif within_256_
#define NBL_FFT_LAYOUT 180, 30, 1, 2, 1081344, 262144, 3239
#else
#define NBL_FFT_LAYOUT 360, 15, 1, 2, 1048576, 262144, 2338
#endif
#elif length_ == 4374
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(6, 9, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 18, 27)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 243, 27, 1, 1, 56, 48, 4556
#elif float32_
#define NBL_FFT_LAYOUT 243, 27, 1, 2, 56, 48, 2278
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 243, 18, 1, 1, 2, 0, 5102
#elif !within_16k_
#define NBL_FFT_LAYOUT 486, 12, 1, 1, 2, 0, 5102
#elif within_256_
#define NBL_FFT_LAYOUT 243, 18, 1, 2, 2, 0, 2551
#else
#define NBL_FFT_LAYOUT 486, 12, 1, 2, 2, 0, 2551
#endif
#elif length_ == 4375
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(5, 5, 5, 7, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(25, 25, 7)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 175, 28, 1, 1, 56, 56, 4423
#elif float32_
#define NBL_FFT_LAYOUT 175, 28, 1, 2, 56, 56, 2212
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 219, 21, 1, 1, 118751232, 50593792, 4623
#elif !within_16k_
#define NBL_FFT_LAYOUT 313, 15, 1, 1, 118751232, 50593792, 4623
#elif within_256_
#define NBL_FFT_LAYOUT 219, 21, 1, 2, 118751232, 50593792, 2312
#else
#define NBL_FFT_LAYOUT 313, 15, 1, 2, 118751232, 50593792, 2312
#endif
#elif length_ == 4410
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(3, 14, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(21, 10, 21)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 221, 21, 1, 1, 1835064, 524304, 4470
#elif float32_
#define NBL_FFT_LAYOUT 221, 21, 1, 2, 1835064, 524304, 2235
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 158, 30, 1, 1, 1573312, 1310912, 4656
#elif !within_16k_
#define NBL_FFT_LAYOUT 315, 15, 1, 1, 1573312, 1310912, 4656
#elif within_256_
#define NBL_FFT_LAYOUT 158, 30, 1, 2, 1573312, 1310912, 2325
#else
#define NBL_FFT_LAYOUT 315, 15, 1, 2, 1573312, 1310912, 2325
#endif
#elif length_ == 4480
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(4, 16, 5, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 16, 20)
#endif
#if float32_
#define NBL_FFT_LAYOUT 224, 32, 1, 2, 131131, 48, 2399
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 160, 32, 1, 1, 16252969, 12320792, 5599
#elif !within_16k_
#define NBL_FFT_LAYOUT 320, 16, 1, 1, 16252969, 12320792, 5599
#elif within_256_
#define NBL_FFT_LAYOUT 160, 32, 1, 2, 16252969, 12320792, 2799
#else
#define NBL_FFT_LAYOUT 320, 16, 1, 2, 16252969, 12320792, 2799
#endif
#elif length_ == 4500
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(4, 15, 5, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(20, 15, 15)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 150, 32, 1, 1, 16252929, 11272192, 5624
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 225, 30, 1, 1, 1835068, 1572920, 4724
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 300, 16, 1, 1, 16252929, 11272192, 5624
#elif !within_16k_
#define NBL_FFT_LAYOUT 300, 20, 1, 1, 1835068, 1572920, 4724
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 150, 32, 1, 2, 16252929, 11272192, 2812
#elif within_256_
#define NBL_FFT_LAYOUT 225, 30, 1, 2, 1835068, 1572920, 2362
#elif float16_
#define NBL_FFT_LAYOUT 300, 16, 1, 2, 16252929, 11272192, 2812
#else
#define NBL_FFT_LAYOUT 300, 20, 1, 2, 1835068, 1572920, 2362
#endif
#elif length_ == 4536
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 9, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(21, 12, 18)
#endif
#if float32_
#define NBL_FFT_LAYOUT 252, 24, 1, 2, 131072, 0, 2393
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 189, 28, 1, 1, 59, 40, 4859
#elif !within_16k_
#define NBL_FFT_LAYOUT 504, 14, 1, 1, 1048635, 1835048, 5872
#elif within_256_
#define NBL_FFT_LAYOUT 189, 28, 1, 2, 59, 40, 2429
#else
#define NBL_FFT_LAYOUT 504, 14, 1, 2, 1048635, 1835048, 2932
#endif
#elif length_ == 4608
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(16, 2, 12, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(24, 8, 24)
#endif
#if float32_
#define NBL_FFT_LAYOUT 192, 24, 1, 2, 131076, 0, 2399
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 192, 32, 1, 1, 98307, 0, 4991
#elif !within_16k_
#define NBL_FFT_LAYOUT 384, 16, 1, 1, 98307, 0, 4991
#elif within_256_
#define NBL_FFT_LAYOUT 192, 32, 1, 2, 98307, 0, 2495
#else
#define NBL_FFT_LAYOUT 384, 16, 1, 2, 98307, 0, 2495
#endif
#elif length_ == 4704
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 14, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 28, 24)
#endif
#if float32_
#define NBL_FFT_LAYOUT 196, 28, 1, 2, 131128, 16, 2449
#elif !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 392, 14, 1, 1, 32824, 40, 7055
#elif !within_32k_
#define NBL_FFT_LAYOUT 214, 28, 1, 1, 1081403, 327720, 11757
#elif !within_16k_
#define NBL_FFT_LAYOUT 214, 28, 1, 1, 1081403, 262184, 7055
#elif within_256_
#define NBL_FFT_LAYOUT 214, 28, 1, 2, 1081403, 262184, 3527
#else
#define NBL_FFT_LAYOUT 392, 14, 1, 2, 32824, 40, 3527
#endif
#elif length_ == 4725
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 3, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 21, 15)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 175, 30, 1, 1, 1572904, 1310728, 4989
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 225, 30, 1, 1, 0, 0, 4725
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 338, 15, 1, 1, 1572904, 1310728, 4989
#elif !within_16k_
#define NBL_FFT_LAYOUT 315, 21, 1, 1, 0, 0, 4725
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 175, 30, 1, 2, 1572904, 1310728, 2495
#elif within_256_
#define NBL_FFT_LAYOUT 225, 30, 1, 2, 0, 0, 2363
#elif float16_
#define NBL_FFT_LAYOUT 338, 15, 1, 2, 1572904, 1310728, 2495
#else
#define NBL_FFT_LAYOUT 315, 21, 1, 2, 0, 0, 2363
#endif
#elif length_ == 4800
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 8, 8, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(20, 20, 12)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 240, 24, 1, 1, 98364, 24, 5199
#elif float32_
#define NBL_FFT_LAYOUT 240, 24, 1, 2, 98364, 24, 2599
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 160, 32, 1, 1, 448, 448, 4912
#elif !within_16k_
#define NBL_FFT_LAYOUT 320, 16, 1, 1, 448, 448, 4912
#elif within_256_
#define NBL_FFT_LAYOUT 160, 32, 1, 2, 448, 448, 2456
#else
#define NBL_FFT_LAYOUT 320, 16, 1, 2, 448, 448, 2456
#endif
#elif length_ == 4802
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 7, 14, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(7, 14, 7, 7)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 172, 28, 1, 1, 1573352, 1048720, 5093
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 172, 28, 1, 1, 15990832, 4718624, 5093
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 343, 14, 1, 1, 1573352, 1048720, 5093
#elif !within_16k_
#define NBL_FFT_LAYOUT 343, 14, 1, 1, 15990832, 4718624, 5093
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 172, 28, 1, 2, 1573352, 1048720, 2545
#elif within_256_
#define NBL_FFT_LAYOUT 172, 28, 1, 2, 15990832, 4718624, 2545
#elif float16_
#define NBL_FFT_LAYOUT 343, 14, 1, 2, 1573352, 1048720, 2545
#else
#define NBL_FFT_LAYOUT 343, 14, 1, 2, 15990832, 4718624, 2545
#endif
#elif length_ == 4860
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(15, 3, 3, 12, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(6, 27, 30)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 180, 30, 1, 1, 131130, 24, 5669
#elif float32_
#define NBL_FFT_LAYOUT 180, 30, 1, 2, 131130, 24, 2834
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 203, 30, 1, 1, 117441000, 117440840, 5074
#elif !within_16k_
#define NBL_FFT_LAYOUT 405, 15, 1, 1, 117441000, 117440840, 5074
#elif within_256_
#define NBL_FFT_LAYOUT 203, 30, 1, 2, 117441000, 117440840, 2536
#else
#define NBL_FFT_LAYOUT 405, 15, 1, 2, 117441000, 117440840, 2536
#endif
#elif length_ == 4900
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 14, 5, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 25, 14)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 196, 28, 1, 1, 98307, 0, 5249
#elif float32_
#define NBL_FFT_LAYOUT 196, 28, 1, 2, 98307, 0, 2624
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 175, 30, 1, 1, 1573312, 1835456, 5452
#elif !within_16k_
#define NBL_FFT_LAYOUT 350, 15, 1, 1, 1671616, 1835456, 5452
#elif within_256_
#define NBL_FFT_LAYOUT 175, 30, 1, 2, 1671616, 1835456, 2722
#else
#define NBL_FFT_LAYOUT 350, 15, 1, 2, 1671616, 1835456, 2722
#endif
#elif length_ == 5000
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 10, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(10, 20, 25)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 250, 25, 1, 1, 1835067, 1048584, 5499
#elif float32_
#define NBL_FFT_LAYOUT 250, 25, 1, 2, 1835067, 1048584, 2749
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 250, 20, 1, 1, 1671168, 1310720, 5499
#elif !within_16k_
#define NBL_FFT_LAYOUT 500, 10, 1, 1, 1671168, 1310720, 5499
#elif within_256_
#define NBL_FFT_LAYOUT 250, 20, 1, 2, 1671168, 1310720, 2749
#else
#define NBL_FFT_LAYOUT 500, 10, 1, 2, 1671168, 1310720, 2749
#endif
#elif length_ == 5040
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 14, 12, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(20, 12, 21)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 24, 1, 1, 60, 24, 5291
#elif float32_
#define NBL_FFT_LAYOUT 252, 24, 1, 2, 60, 24, 2645
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 30, 1, 1, 15761408, 14942208, 7559
#elif !within_16k_
#define NBL_FFT_LAYOUT 420, 15, 1, 1, 15728640, 14942208, 5458
#elif within_256_
#define NBL_FFT_LAYOUT 210, 30, 1, 2, 15761408, 14942208, 3779
#else
#define NBL_FFT_LAYOUT 420, 15, 1, 2, 15728640, 14942208, 2728
#endif
#elif length_ == 5103
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 9, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(27, 27, 7)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 189, 28, 1, 1, 1835064, 1572872, 5285
#elif float32_
#define NBL_FFT_LAYOUT 189, 28, 1, 2, 1835064, 1572872, 2643
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 189, 28, 1, 1, 488, 504, 5743
#elif !within_16k_
#define NBL_FFT_LAYOUT 567, 14, 1, 1, 488, 504, 5743
#elif within_256_
#define NBL_FFT_LAYOUT 189, 28, 1, 2, 488, 504, 2872
#else
#define NBL_FFT_LAYOUT 567, 14, 1, 2, 488, 504, 2872
#endif
#elif length_ == 5120
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(8, 8, 10, 8)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(20, 16, 16)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 214, 30, 1, 1, 1638442, 1835064, 5759
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 1, 98308, 0, 5439
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 640, 10, 1, 1, 1638442, 1835064, 5759
#elif !within_16k_
#define NBL_FFT_LAYOUT 320, 20, 1, 1, 98308, 0, 5439
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 214, 30, 1, 2, 1638442, 1835064, 2879
#elif within_256_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 98308, 0, 2719
#elif float16_
#define NBL_FFT_LAYOUT 640, 10, 1, 2, 1638442, 1835064, 2879
#else
#define NBL_FFT_LAYOUT 320, 20, 1, 2, 98308, 0, 2719
#endif
#elif length_ == 5145
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(7, 7, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(7, 7, 15, 7)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 184, 30, 1, 1, 1572904, 1310736, 5457
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 184, 30, 1, 1, 40, 16, 5457
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 368, 15, 1, 1, 1572904, 1310736, 5457
#elif !within_16k_
#define NBL_FFT_LAYOUT 368, 15, 1, 1, 40, 16, 5457
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 184, 30, 1, 2, 1572904, 1310736, 2729
#elif within_256_
#define NBL_FFT_LAYOUT 184, 30, 1, 2, 40, 16, 2729
#elif float16_
#define NBL_FFT_LAYOUT 368, 15, 1, 2, 1572904, 1310776, 2989
#else
#define NBL_FFT_LAYOUT 368, 15, 1, 2, 40, 56, 2989
#endif
#elif length_ == 5184
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(3, 12, 12, 12)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 24, 24)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 216, 27, 1, 1, 131072, 0, 5399
#elif float32_
#define NBL_FFT_LAYOUT 216, 27, 1, 2, 131072, 0, 2699
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 216, 24, 1, 1, 98304, 0, 5615
#elif !within_16k_
#define NBL_FFT_LAYOUT 432, 12, 1, 1, 98304, 0, 5615
#elif within_256_
#define NBL_FFT_LAYOUT 216, 24, 1, 2, 98304, 0, 2807
#else
#define NBL_FFT_LAYOUT 432, 12, 1, 2, 98304, 0, 2807
#endif
#elif length_ == 5250
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 14, 5, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 25, 15)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 30, 1, 1, 3, 0, 5624
#elif float32_
#define NBL_FFT_LAYOUT 210, 30, 1, 2, 3, 0, 2812
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 188, 30, 1, 1, 1573312, 786880, 5526
#elif !within_16k_
#define NBL_FFT_LAYOUT 375, 15, 1, 1, 1573312, 786880, 5526
#elif within_256_
#define NBL_FFT_LAYOUT 188, 30, 1, 2, 1573312, 786880, 2761
#else
#define NBL_FFT_LAYOUT 375, 15, 1, 2, 1573312, 786880, 2761
#endif
#elif length_ == 5292
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(3, 14, 3, 3, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(21, 12, 21)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 24, 1, 1, 0, 0, 5292
#elif float32_
#define NBL_FFT_LAYOUT 252, 24, 1, 2, 0, 0, 2646
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 189, 30, 1, 1, 1412608, 787968, 5792
#elif !within_16k_
#define NBL_FFT_LAYOUT 378, 15, 1, 1, 1412608, 787968, 5792
#elif within_256_
#define NBL_FFT_LAYOUT 189, 30, 1, 2, 1412608, 787968, 2894
#else
#define NBL_FFT_LAYOUT 378, 15, 1, 2, 1412608, 787968, 2894
#endif
#elif length_ == 5376
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 16, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(24, 28, 8)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 224, 28, 1, 1, 1900548, 1835008, 6047
#elif float32_
#define NBL_FFT_LAYOUT 224, 28, 1, 2, 1900548, 1835008, 3023
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 224, 32, 1, 1, 1081848, 262632, 8063
#elif !within_16k_
#define NBL_FFT_LAYOUT 448, 16, 1, 1, 1081848, 262632, 8063
#elif within_256_
#define NBL_FFT_LAYOUT 224, 32, 1, 2, 1081400, 262184, 4031
#else
#define NBL_FFT_LAYOUT 448, 16, 1, 2, 1081400, 262184, 4031
#endif
#elif length_ == 5400
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(8, 15, 3, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(30, 6, 30)
#endif
#if float32_
#define NBL_FFT_LAYOUT 180, 30, 1, 2, 131076, 0, 2789
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 180, 32, 1, 1, 1310722, 262144, 6074
#elif !within_16k_
#define NBL_FFT_LAYOUT 360, 16, 1, 1, 1310722, 262144, 6074
#elif within_256_
#define NBL_FFT_LAYOUT 180, 32, 1, 2, 1310722, 262144, 3037
#else
#define NBL_FFT_LAYOUT 360, 16, 1, 2, 1310722, 262144, 3037
#endif
#elif length_ == 5488
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 2, 14, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 28, 14)
#endif
#if float32_
#define NBL_FFT_LAYOUT 196, 28, 1, 2, 1835064, 1310760, 2780
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 212, 28, 1, 1, 1933315, 524288, 5879
#elif !within_16k_
#define NBL_FFT_LAYOUT 392, 14, 1, 1, 1835008, 524288, 5569
#elif within_256_
#define NBL_FFT_LAYOUT 212, 28, 1, 2, 1933315, 524288, 2939
#else
#define NBL_FFT_LAYOUT 392, 14, 1, 2, 1835008, 524288, 2783
#endif
#elif length_ == 5600
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 14, 5, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 14, 25)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 224, 32, 1, 1, 3, 0, 5949
#elif float32_
#define NBL_FFT_LAYOUT 224, 32, 1, 2, 3, 0, 2974
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 224, 32, 1, 1, 98752, 448, 5949
#elif !within_16k_
#define NBL_FFT_LAYOUT 400, 16, 1, 1, 98752, 448, 5949
#elif within_256_
#define NBL_FFT_LAYOUT 224, 32, 1, 2, 98752, 448, 2974
#else
#define NBL_FFT_LAYOUT 400, 16, 1, 2, 98752, 448, 2974
#endif
#elif length_ == 5625
#define NBL_FFT_RADICES NBL_RADICES_4(5, 15, 5, 15)
#if within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 188, 30, 1, 1, 16252976, 11272192, 5921
#elif !within_16k_
#define NBL_FFT_LAYOUT 375, 15, 1, 1, 16252976, 11272200, 5921
#elif within_256_
#define NBL_FFT_LAYOUT 188, 30, 1, 2, 16252976, 11272200, 2961
#else
#define NBL_FFT_LAYOUT 375, 15, 1, 2, 16252976, 11272200, 2961
#endif
#elif length_ == 5670
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(3, 14, 3, 3, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 27, 14)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 30, 1, 1, 98304, 0, 6074
#elif float32_
#define NBL_FFT_LAYOUT 210, 30, 1, 2, 98304, 0, 3037
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 30, 1, 1, 133434880, 77858304, 5920
#elif !within_16k_
#define NBL_FFT_LAYOUT 405, 15, 1, 1, 133434880, 77858304, 5920
#elif within_256_
#define NBL_FFT_LAYOUT 210, 30, 1, 2, 133434880, 77858304, 2959
#else
#define NBL_FFT_LAYOUT 405, 15, 1, 2, 133434880, 77858304, 2959
#endif
#elif length_ == 5760
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(8, 15, 3, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(6, 30, 32)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 192, 32, 1, 1, 131072, 0, 5939
#elif float32_
#define NBL_FFT_LAYOUT 192, 32, 1, 2, 131072, 0, 2969
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 192, 32, 1, 1, 98306, 0, 6479
#elif !within_16k_
#define NBL_FFT_LAYOUT 384, 16, 1, 1, 98306, 0, 6479
#elif within_256_
#define NBL_FFT_LAYOUT 192, 32, 1, 2, 98306, 0, 3239
#else
#define NBL_FFT_LAYOUT 384, 16, 1, 2, 98306, 0, 3239
#endif
#elif length_ == 5832
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(9, 8, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(27, 9, 24)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 243, 27, 1, 1, 131128, 56, 6074
#elif float32_
#define NBL_FFT_LAYOUT 243, 27, 1, 2, 131128, 56, 3037
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 216, 32, 1, 1, 48, 0, 5912
#elif !within_16k_
#define NBL_FFT_LAYOUT 729, 9, 1, 1, 48, 0, 5912
#elif within_256_
#define NBL_FFT_LAYOUT 216, 32, 1, 2, 48, 0, 2956
#else
#define NBL_FFT_LAYOUT 729, 9, 1, 2, 48, 0, 2956
#endif
#elif length_ == 5880
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 14, 2, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(7, 28, 30)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 30, 1, 1, 131128, 16, 6075
#elif float32_
#define NBL_FFT_LAYOUT 210, 30, 1, 2, 131128, 16, 3037
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 210, 30, 1, 1, 98304, 0, 6299
#elif !within_16k_
#define NBL_FFT_LAYOUT 420, 15, 1, 1, 0, 0, 5880
#elif within_256_
#define NBL_FFT_LAYOUT 210, 30, 1, 2, 98304, 0, 3149
#else
#define NBL_FFT_LAYOUT 420, 15, 1, 2, 0, 0, 2940
#endif
#elif length_ == 6000
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(10, 10, 6, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 16, 25)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 240, 32, 1, 1, 0, 0, 6000
#elif float32_
#define NBL_FFT_LAYOUT 240, 32, 1, 2, 0, 0, 3000
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 200, 30, 1, 1, 14680112, 6291496, 6354
#elif !within_16k_
#define NBL_FFT_LAYOUT 600, 12, 1, 1, 14680112, 6291456, 6059
#elif within_256_
#define NBL_FFT_LAYOUT 200, 30, 1, 2, 14680112, 6291496, 3174
#else
#define NBL_FFT_LAYOUT 600, 12, 1, 2, 14778419, 6291496, 3299
#endif
#elif length_ == 6048
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 12, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 28, 24)
#endif
#if float32_
#define NBL_FFT_LAYOUT 252, 28, 1, 2, 131072, 0, 3149
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 28, 1, 1, 507, 488, 6479
#elif !within_16k_
#define NBL_FFT_LAYOUT 504, 14, 1, 1, 507, 488, 6479
#elif within_256_
#define NBL_FFT_LAYOUT 252, 28, 1, 2, 507, 488, 3239
#else
#define NBL_FFT_LAYOUT 504, 14, 1, 2, 507, 488, 3239
#endif
#elif length_ == 6075
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(15, 3, 3, 3, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(15, 27, 15)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 225, 30, 1, 1, 0, 0, 6075
#elif float32_
#define NBL_FFT_LAYOUT 225, 30, 1, 2, 0, 0, 3038
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 203, 30, 1, 1, 15991272, 10748232, 6343
#elif !within_16k_
#define NBL_FFT_LAYOUT 405, 15, 1, 1, 15991272, 10748232, 6343
#elif within_256_
#define NBL_FFT_LAYOUT 203, 30, 1, 2, 15991272, 10748232, 3172
#else
#define NBL_FFT_LAYOUT 405, 15, 1, 2, 15991272, 10748232, 3172
#endif
#elif length_ == 6125
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(5, 7, 5, 5, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(5, 35, 35)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 175, 35, 1, 1, 56, 24, 6261
#elif float32_
#define NBL_FFT_LAYOUT 175, 35, 1, 2, 56, 24, 3131
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 219, 30, 1, 1, 118754856, 84674056, 6821
#elif !within_16k_
#define NBL_FFT_LAYOUT 438, 15, 1, 1, 118754856, 84674056, 6821
#elif within_256_
#define NBL_FFT_LAYOUT 219, 30, 1, 2, 118754856, 84674056, 3411
#else
#define NBL_FFT_LAYOUT 438, 15, 1, 2, 118754856, 84674056, 3411
#endif
#elif length_ == 6144
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(8, 16, 3, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 24, 16)
#endif
#if float32_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 98307, 0, 3263
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 205, 32, 1, 1, 98354, 56, 6911
#elif !within_16k_
#define NBL_FFT_LAYOUT 410, 16, 1, 1, 98354, 56, 6911
#elif within_256_
#define NBL_FFT_LAYOUT 205, 32, 1, 2, 98354, 56, 3455
#else
#define NBL_FFT_LAYOUT 410, 16, 1, 2, 98354, 56, 3455
#endif
#elif length_ == 6174
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(3, 14, 7, 3, 7)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(14, 7, 9, 7)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 221, 30, 1, 1, 14680512, 2097344, 6256
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 229, 28, 1, 1, 15990835, 12320800, 6950
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 441, 15, 1, 1, 14680512, 2097344, 6256
#elif !within_16k_
#define NBL_FFT_LAYOUT 882, 14, 1, 1, 15990835, 12320800, 6950
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 221, 30, 1, 2, 14680512, 2097344, 3127
#elif within_256_
#define NBL_FFT_LAYOUT 229, 28, 1, 2, 15990835, 12320800, 3471
#elif float16_
#define NBL_FFT_LAYOUT 441, 15, 1, 2, 14680512, 2097344, 3127
#else
#define NBL_FFT_LAYOUT 882, 14, 1, 2, 15990835, 12320800, 3471
#endif
#elif length_ == 6250
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_6(5, 5, 2, 5, 5, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(25, 25, 10)
#endif
#if float32_
#define NBL_FFT_LAYOUT 250, 30, 1, 2, 98360, 56, 3437
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 250, 26, 1, 1, 117440832, 33554816, 7118
#elif !within_16k_
#define NBL_FFT_LAYOUT 447, 15, 1, 1, 117440832, 33554816, 7118
#elif within_256_
#define NBL_FFT_LAYOUT 250, 26, 1, 2, 117440832, 33554816, 3559
#else
#define NBL_FFT_LAYOUT 447, 15, 1, 2, 117440832, 33554816, 3559
#endif
#elif length_ == 6272
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 14, 16, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(14, 28, 16)
#endif
#if float32_
#define NBL_FFT_LAYOUT 224, 32, 1, 2, 98360, 40, 3331
#elif within_256_ && within_16k_
#define NBL_FFT_LAYOUT 224, 32, 1, 2, 1048632, 262160, 3330
#elif within_16k_
#define NBL_FFT_LAYOUT 448, 16, 1, 2, 1048632, 262160, 3330
#elif within_256_ && within_32k_
#define NBL_FFT_LAYOUT 224, 32, 1, 1, 1049080, 262352, 6662
#elif within_32k_
#define NBL_FFT_LAYOUT 448, 16, 1, 1, 1049080, 262352, 6662
#elif within_256_
#define NBL_FFT_LAYOUT 224, 32, 1, 1, 1081848, 262352, 9407
#else
#define NBL_FFT_LAYOUT 448, 16, 1, 1, 1081848, 262352, 9407
#endif
#elif length_ == 6300
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 14, 15, 2)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(28, 25, 9)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 28, 1, 1, 1835012, 1835008, 6524
#elif float32_
#define NBL_FFT_LAYOUT 252, 28, 1, 2, 1835012, 1835008, 3262
#elif within_256_ && within_16k_
#define NBL_FFT_LAYOUT 243, 30, 1, 2, 0, 0, 3150
#elif within_16k_
#define NBL_FFT_LAYOUT 450, 15, 1, 2, 0, 0, 3150
#elif within_256_ && within_32k_
#define NBL_FFT_LAYOUT 243, 30, 1, 1, 448, 192, 6304
#elif within_32k_
#define NBL_FFT_LAYOUT 450, 15, 1, 1, 448, 192, 6304
#elif within_256_
#define NBL_FFT_LAYOUT 243, 30, 1, 1, 33216, 192, 9449
#else
#define NBL_FFT_LAYOUT 450, 15, 1, 1, 33216, 192, 9449
#endif
#elif length_ == 6400
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(5, 16, 5, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(32, 25, 8)
#endif
#if float32_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 65540, 0, 3599
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 214, 32, 1, 1, 98352, 16, 6799
#elif !within_16k_
#define NBL_FFT_LAYOUT 427, 16, 1, 1, 98352, 16, 6799
#elif within_256_
#define NBL_FFT_LAYOUT 214, 32, 1, 2, 98352, 16, 3399
#else
#define NBL_FFT_LAYOUT 427, 16, 1, 2, 98352, 16, 3399
#endif
#elif length_ == 6480
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(16, 3, 3, 3, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 27, 15)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 240, 32, 1, 1, 3, 0, 6884
#elif float32_
#define NBL_FFT_LAYOUT 240, 32, 1, 2, 3, 0, 3442
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 216, 32, 1, 1, 15990787, 10747904, 6884
#elif !within_16k_
#define NBL_FFT_LAYOUT 432, 16, 1, 1, 15990787, 10747904, 6884
#elif within_256_
#define NBL_FFT_LAYOUT 216, 32, 1, 2, 15990787, 10747904, 3442
#else
#define NBL_FFT_LAYOUT 432, 16, 1, 2, 15990787, 10747904, 3442
#endif
#elif length_ == 6561
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(9, 9, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(9, 27, 27)
#endif
#if float32_
#define NBL_FFT_LAYOUT 243, 27, 1, 3, 1835064, 262152, 2203
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 243, 27, 1, 1, 0, 0, 6561
#elif !within_16k_
#define NBL_FFT_LAYOUT 729, 9, 1, 1, 0, 0, 6561
#elif within_256_
#define NBL_FFT_LAYOUT 243, 27, 1, 2, 0, 0, 3281
#else
#define NBL_FFT_LAYOUT 729, 9, 1, 2, 0, 0, 3281
#endif
#elif length_ == 6615
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(7, 3, 3, 7, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(35, 27, 7)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 245, 35, 1, 1, 1835008, 1572864, 6853
#elif float32_
#define NBL_FFT_LAYOUT 245, 35, 1, 2, 1835008, 1572864, 3427
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 245, 30, 1, 1, 1576448, 1313280, 6987
#elif !within_16k_
#define NBL_FFT_LAYOUT 473, 15, 1, 1, 1576448, 1313280, 6987
#elif within_256_
#define NBL_FFT_LAYOUT 245, 30, 1, 2, 1576448, 1313280, 3494
#else
#define NBL_FFT_LAYOUT 473, 15, 1, 2, 1576448, 1313280, 3494
#endif
#elif length_ == 6720
#define NBL_FFT_RADICES NBL_RADICES_4(15, 14, 16, 2)
#if within_256_ && within_16k_
#define NBL_FFT_LAYOUT 240, 32, 1, 2, 1048576, 262144, 3568
#elif within_16k_
#define NBL_FFT_LAYOUT 480, 16, 1, 2, 1048576, 262144, 3568
#elif within_256_ && within_32k_
#define NBL_FFT_LAYOUT 240, 32, 1, 1, 1048576, 262144, 7138
#elif within_32k_
#define NBL_FFT_LAYOUT 480, 16, 1, 1, 1048576, 262144, 7138
#elif within_256_
#define NBL_FFT_LAYOUT 240, 32, 1, 1, 1081344, 262144, 10079
#else
#define NBL_FFT_LAYOUT 480, 16, 1, 1, 1081344, 262144, 10079
#endif
#elif length_ == 6750
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(15, 2, 15, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(30, 15, 15)
#endif
#if float32_
#define NBL_FFT_LAYOUT 225, 30, 1, 3, 1835008, 1572864, 2313
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 242, 30, 1, 1, 1835008, 1572864, 6953
#elif !within_16k_
#define NBL_FFT_LAYOUT 450, 16, 1, 1, 1835008, 1572864, 6953
#elif within_256_
#define NBL_FFT_LAYOUT 242, 30, 1, 2, 1835008, 1572864, 3473
#else
#define NBL_FFT_LAYOUT 450, 16, 1, 2, 1835008, 1572864, 3473
#endif
#elif length_ == 6804
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 6, 9, 9)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(28, 27, 9)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 28, 1, 1, 1835068, 262200, 7046
#elif float32_
#define NBL_FFT_LAYOUT 252, 28, 1, 2, 1835068, 262200, 3523
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 30, 1, 1, 3, 0, 7289
#elif !within_16k_
#define NBL_FFT_LAYOUT 756, 14, 1, 1, 3, 0, 7289
#elif within_256_
#define NBL_FFT_LAYOUT 252, 30, 1, 2, 3, 0, 3644
#else
#define NBL_FFT_LAYOUT 756, 14, 1, 2, 3, 0, 3644
#endif
#elif length_ == 6860
#define NBL_FFT_RADICES NBL_RADICES_4(5, 14, 14, 7)
#if within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 245, 30, 1, 1, 16252928, 11534336, 7205
#elif !within_16k_
#define NBL_FFT_LAYOUT 490, 15, 1, 1, 16252928, 11534336, 7205
#elif within_256_
#define NBL_FFT_LAYOUT 245, 30, 1, 2, 16252928, 11534336, 3600
#else
#define NBL_FFT_LAYOUT 490, 15, 1, 2, 16252928, 11534336, 3600
#endif
#elif length_ == 6912
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(16, 3, 3, 3, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(27, 32, 8)
#endif
#if float32_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 1900544, 1835008, 3887
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 1, 98307, 0, 7343
#elif !within_16k_
#define NBL_FFT_LAYOUT 461, 16, 1, 1, 98307, 0, 7343
#elif within_256_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 98307, 0, 3671
#else
#define NBL_FFT_LAYOUT 461, 16, 1, 2, 98307, 0, 3671
#endif
#elif length_ == 7000
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(14, 10, 10, 5)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(5, 10, 10, 14)
#endif
#if float16_ && within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 250, 30, 1, 1, 59, 8, 7499
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 250, 30, 1, 1, 1933312, 262144, 7499
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 700, 14, 1, 1, 59, 8, 7499
#elif !within_16k_
#define NBL_FFT_LAYOUT 500, 20, 1, 1, 1933312, 262144, 7499
#elif float16_ && within_256_
#define NBL_FFT_LAYOUT 250, 30, 1, 2, 59, 8, 3749
#elif within_256_
#define NBL_FFT_LAYOUT 250, 30, 1, 2, 1933312, 262144, 3749
#elif float16_
#define NBL_FFT_LAYOUT 700, 14, 1, 2, 59, 8, 3749
#else
#define NBL_FFT_LAYOUT 500, 20, 1, 2, 1933312, 262144, 3749
#endif
#elif length_ == 7056
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_5(4, 3, 14, 14, 3)
#else
#define NBL_FFT_RADICES NBL_RADICES_4(14, 6, 14, 6)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 252, 30, 1, 2, 65539, 0, 4115
#elif float32_
#define NBL_FFT_LAYOUT 252, 30, 1, 2, 3, 0, 3779
#elif within_256_ && within_16k_
#define NBL_FFT_LAYOUT 252, 30, 1, 2, 117440960, 117440704, 3608
#elif within_16k_
#define NBL_FFT_LAYOUT 504, 16, 1, 2, 117440960, 117440704, 3608
#elif within_256_ && within_32k_
#define NBL_FFT_LAYOUT 252, 30, 1, 1, 117440960, 117440704, 7220
#elif within_32k_
#define NBL_FFT_LAYOUT 504, 16, 1, 1, 117440960, 117440704, 7220
#elif within_256_
#define NBL_FFT_LAYOUT 252, 30, 1, 1, 117440961, 117440704, 8819
#else
#define NBL_FFT_LAYOUT 504, 16, 1, 1, 117440961, 117440704, 8819
#endif
#elif length_ == 7168
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_3(32, 16, 14)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(16, 28, 16)
#endif
#if float32_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 98307, 0, 3807
#elif !within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 1, 1835012, 1572864, 7391
#else
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 1835012, 1572864, 3695
#endif
#elif length_ == 7200
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(16, 15, 2, 15)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(30, 30, 8)
#endif
#if float32_
#define NBL_FFT_LAYOUT 240, 32, 1, 2, 1900544, 1835008, 4049
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 240, 32, 1, 1, 3, 0, 7649
#elif !within_16k_
#define NBL_FFT_LAYOUT 480, 16, 1, 1, 3, 0, 7649
#elif within_256_
#define NBL_FFT_LAYOUT 240, 32, 1, 2, 3, 0, 3824
#else
#define NBL_FFT_LAYOUT 480, 16, 1, 2, 3, 0, 3824
#endif
#elif length_ == 7203
#define NBL_FFT_RADICES NBL_RADICES_5(7, 3, 7, 7, 7)
#if float16_ && !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 515, 15, 1, 1, 1311168, 64, 7349
#elif !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 343, 21, 1, 1, 1311168, 524352, 7641
#elif float16_ && !within_256_
#define NBL_FFT_LAYOUT 515, 15, 1, 2, 1311168, 64, 3675
#elif !within_256_
#define NBL_FFT_LAYOUT 343, 21, 1, 2, 1311168, 524352, 3821
#endif
#elif length_ == 7290
#define NBL_FFT_RADICES NBL_RADICES_6(15, 3, 3, 6, 3, 3)
#if within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 243, 30, 1, 1, 488, 328, 7612
#elif within_256_
#define NBL_FFT_LAYOUT 243, 30, 1, 2, 488, 328, 3805
#elif float16_ && !within_16k_
#define NBL_FFT_LAYOUT 608, 15, 1, 1, 488, 328, 7612
#elif !within_16k_
#define NBL_FFT_LAYOUT 486, 18, 1, 1, 488, 328, 7612
#elif float16_
#define NBL_FFT_LAYOUT 608, 15, 1, 2, 488, 328, 3805
#else
#define NBL_FFT_LAYOUT 486, 18, 1, 2, 488, 328, 3805
#endif
#elif length_ == 7350
#define NBL_FFT_RADICES NBL_RADICES_4(5, 14, 7, 15)
#if !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 525, 15, 1, 1, 1572864, 1310720, 7764
#elif !within_256_
#define NBL_FFT_LAYOUT 525, 15, 1, 2, 1572864, 1310720, 3879
#endif
#elif length_ == 7500
#define NBL_FFT_RADICES NBL_RADICES_4(15, 5, 10, 10)
#if !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 750, 15, 1, 1, 1572912, 1310744, 7944
#elif !within_32k_
#define NBL_FFT_LAYOUT 250, 30, 1, 1, 1671216, 1310744, 8249
#elif !within_16k_
#define NBL_FFT_LAYOUT 250, 30, 1, 1, 1572912, 1310744, 7944
#elif within_256_
#define NBL_FFT_LAYOUT 250, 30, 1, 2, 1572912, 1310744, 3972
#else
#define NBL_FFT_LAYOUT 750, 15, 1, 2, 1572912, 1310744, 3972
#endif
#elif length_ == 7560
#define NBL_FFT_RADICES NBL_RADICES_4(15, 3, 14, 12)
#if !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 630, 15, 1, 1, 1933352, 786440, 8189
#elif !within_256_
#define NBL_FFT_LAYOUT 630, 15, 1, 2, 1933352, 786440, 4094
#endif
#elif length_ == 7680
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(16, 2, 15, 16)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(32, 30, 8)
#endif
#if float32_ && !within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 1900548, 1835008, 4319
#elif float32_
#define NBL_FFT_LAYOUT 256, 32, 1, 3, 1900548, 1835008, 2879
#elif within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 1, 98307, 0, 8159
#elif !within_16k_
#define NBL_FFT_LAYOUT 512, 16, 1, 1, 98307, 0, 8159
#elif within_256_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 98307, 0, 4079
#else
#define NBL_FFT_LAYOUT 512, 16, 1, 2, 98307, 0, 4079
#endif
#elif length_ == 7776
#define NBL_FFT_RADICES NBL_RADICES_4(6, 12, 9, 12)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 864, 12, 1, 2, 0, 0, 3888
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 864, 12, 1, 1, 0, 0, 7776
#elif !within_256_
#define NBL_FFT_LAYOUT 864, 12, 1, 1, 98304, 0, 8423
#endif
#elif length_ == 7840
#define NBL_FFT_RADICES NBL_RADICES_4(5, 14, 14, 8)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 560, 16, 1, 3, 1638400, 1835008, 2940
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 560, 16, 1, 2, 1638400, 1835008, 4409
#elif !within_256_
#define NBL_FFT_LAYOUT 560, 16, 1, 1, 1638400, 1835008, 8819
#endif
#elif length_ == 7875
#define NBL_FFT_RADICES NBL_RADICES_4(5, 15, 7, 15)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 563, 15, 1, 2, 14680112, 2097160, 4042
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 563, 15, 1, 1, 14680112, 2097152, 7979
#elif !within_256_
#define NBL_FFT_LAYOUT 563, 15, 1, 1, 16252976, 3407872, 8319
#endif
#elif length_ == 7938
#define NBL_FFT_RADICES NBL_RADICES_4(7, 9, 14, 9)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 882, 14, 1, 2, 0, 0, 3969
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 882, 14, 1, 1, 0, 0, 7938
#elif !within_256_
#define NBL_FFT_LAYOUT 882, 14, 1, 1, 1572904, 1572920, 8938
#endif
#elif length_ == 8000
#if float16_
#define NBL_FFT_RADICES NBL_RADICES_4(16, 5, 10, 10)
#else
#define NBL_FFT_RADICES NBL_RADICES_3(20, 20, 20)
#endif
#if float32_ && !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 400, 20, 1, 2, 1966140, 786456, 4199
#elif !within_256_ && !within_32k_
#define NBL_FFT_LAYOUT 800, 16, 1, 1, 1572867, 1310720, 8499
#elif !within_256_ && !within_16k_
#define NBL_FFT_LAYOUT 800, 16, 1, 2, 1572867, 1310720, 4249
#elif float16_ && !within_256_
#define NBL_FFT_LAYOUT 800, 16, 1, 3, 1671171, 1310720, 2933
#elif !within_256_
#define NBL_FFT_LAYOUT 400, 20, 1, 3, 1966140, 786456, 2800
#endif
#elif length_ == 8064
#define NBL_FFT_RADICES NBL_RADICES_4(14, 12, 12, 4)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 672, 14, 1, 3, 1343992, 786920, 3359
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 672, 14, 1, 2, 1343992, 786920, 5039
#elif !within_256_
#define NBL_FFT_LAYOUT 672, 14, 1, 1, 1343992, 786920, 10079
#endif
#elif length_ == 8100
#define NBL_FFT_RADICES NBL_RADICES_4(15, 15, 12, 3)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 675, 15, 1, 2, 0, 0, 4050
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 675, 15, 1, 1, 0, 0, 8100
#elif !within_256_
#define NBL_FFT_LAYOUT 675, 15, 1, 1, 14680120, 14680112, 8345
#endif
#elif length_ == 8192
#define NBL_FFT_RADICES NBL_RADICES_3(16, 32, 16)
#if float64_ && within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 5, 1933371, 1835064, 1741
#elif !within_32k_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 1966140, 1835064, 4223
#elif !float64_ && !within_16k_
#define NBL_FFT_LAYOUT 256, 32, 1, 2, 1966140, 1835064, 4223
#else
#define NBL_FFT_LAYOUT 256, 32, 1, 4, 1966140, 1835064, 2111
#endif
#elif length_ == 16384
#define NBL_FFT_RADICES NBL_RADICES_3(16, 32, 32)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 512, 32, 1, 5, 131131, 56, 3481
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 512, 32, 1, 4, 131132, 56, 4223
#elif !within_256_
#define NBL_FFT_LAYOUT 512, 32, 1, 2, 131132, 56, 8447
#endif
#elif length_ == 32768
#define NBL_FFT_RADICES NBL_RADICES_3(32, 32, 32)
#if !within_256_ && within_16k_
#define NBL_FFT_LAYOUT 1024, 32, 1, 9, 131076, 0, 3754
#elif !within_256_ && within_32k_
#define NBL_FFT_LAYOUT 1024, 32, 1, 5, 131076, 0, 6758
#elif !within_256_
#define NBL_FFT_LAYOUT 1024, 32, 1, 4, 131076, 0, 8447
#endif
#else
#define NBL_FFT_LENGTH_IS_UNSUPPORTED
#endif
#ifdef NBL_FFT_LENGTH_IS_UNSUPPORTED
#define NBL_FFT_RADICES NBL_RADICES_1(2)
#define NBL_FFT_LAYOUT 1, 2, 1, 1, 0, 0, 0
#elif !defined(NBL_FFT_LAYOUT)
#error "NBL_FFT_LENGTH has no plan within 256 invocations: leave NBL_FFT_MAX_INVOCATIONS out"
#define NBL_FFT_LAYOUT 256, 32, 1, 1, 0, 0, 0
#endif
#undef within_32k_
#undef within_16k_
#undef within_256_
#undef float64_
#undef float32_
#undef float16_
#undef length_
