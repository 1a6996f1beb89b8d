/* The first part of a length that is split in three: NBL_FFT_THIRD, the largest divisor of NBL_FFT_LENGTH from 49 to
 * 1024 that has no prime factor above 7. Not defined if no divisor is. By tools/fft_splits.py third
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/large_split.h alone, which refuses a length without it. */
#if NBL_FFT_LENGTH % 1024 == 0
#define NBL_FFT_THIRD 1024
#elif NBL_FFT_LENGTH % 1008 == 0
#define NBL_FFT_THIRD 1008
#elif NBL_FFT_LENGTH % 1000 == 0
#define NBL_FFT_THIRD 1000
#elif NBL_FFT_LENGTH % 980 == 0
#define NBL_FFT_THIRD 980
#elif NBL_FFT_LENGTH % 972 == 0
#define NBL_FFT_THIRD 972
#elif NBL_FFT_LENGTH % 960 == 0
#define NBL_FFT_THIRD 960
#elif NBL_FFT_LENGTH % 945 == 0
#define NBL_FFT_THIRD 945
#elif NBL_FFT_LENGTH % 900 == 0
#define NBL_FFT_THIRD 900
#elif NBL_FFT_LENGTH % 896 == 0
#define NBL_FFT_THIRD 896
#elif NBL_FFT_LENGTH % 882 == 0
#define NBL_FFT_THIRD 882
#elif NBL_FFT_LENGTH % 875 == 0
#define NBL_FFT_THIRD 875
#elif NBL_FFT_LENGTH % 864 == 0
#define NBL_FFT_THIRD 864
#elif NBL_FFT_LENGTH % 840 == 0
#define NBL_FFT_THIRD 840
#elif NBL_FFT_LENGTH % 810 == 0
#define NBL_FFT_THIRD 810
#elif NBL_FFT_LENGTH % 800 == 0
#define NBL_FFT_THIRD 800
#elif NBL_FFT_LENGTH % 784 == 0
#define NBL_FFT_THIRD 784
#elif NBL_FFT_LENGTH % 768 == 0
#define NBL_FFT_THIRD 768
#elif NBL_FFT_LENGTH % 756 == 0
#define NBL_FFT_THIRD 756
#elif NBL_FFT_LENGTH % 750 == 0
#define NBL_FFT_THIRD 750
#elif NBL_FFT_LENGTH % 735 == 0
#define NBL_FFT_THIRD 735
#elif NBL_FFT_LENGTH % 729 == 0
#define NBL_FFT_THIRD 729
#elif NBL_FFT_LENGTH % 720 == 0
#define NBL_FFT_THIRD 720
#elif NBL_FFT_LENGTH % 700 == 0
#define NBL_FFT_THIRD 700
#elif NBL_FFT_LENGTH % 686 == 0
#define NBL_FFT_THIRD 686
#elif NBL_FFT_LENGTH % 675 == 0
#define NBL_FFT_THIRD 675
#elif NBL_FFT_LENGTH % 672 == 0
#define NBL_FFT_THIRD 672
#elif NBL_FFT_LENGTH % 648 == 0
#define NBL_FFT_THIRD 648
#elif NBL_FFT_LENGTH % 640 == 0
#define NBL_FFT_THIRD 640
#elif NBL_FFT_LENGTH % 630 == 0
#define NBL_FFT_THIRD 630
#elif NBL_FFT_LENGTH % 625 == 0
#define NBL_FFT_THIRD 625
#elif NBL_FFT_LENGTH % 600 == 0
#define NBL_FFT_THIRD 600
#elif NBL_FFT_LENGTH % 588 == 0
#define NBL_FFT_THIRD 588
#elif NBL_FFT_LENGTH % 576 == 0
#define NBL_FFT_THIRD 576
#elif NBL_FFT_LENGTH % 567 == 0
#define NBL_FFT_THIRD 567
#elif NBL_FFT_LENGTH % 560 == 0
#define NBL_FFT_THIRD 560
#elif NBL_FFT_LENGTH % 540 == 0
#define NBL_FFT_THIRD 540
#elif NBL_FFT_LENGTH % 525 == 0
#define NBL_FFT_THIRD 525
#elif NBL_FFT_LENGTH % 512 == 0
#define NBL_FFT_THIRD 512
#elif NBL_FFT_LENGTH % 504 == 0
#define NBL_FFT_THIRD 504
#elif NBL_FFT_LENGTH % 500 == 0
#define NBL_FFT_THIRD 500
#elif NBL_FFT_LENGTH % 490 == 0
#define NBL_FFT_THIRD 490
#elif NBL_FFT_LENGTH % 486 == 0
#define NBL_FFT_THIRD 486
#elif NBL_FFT_LENGTH % 480 == 0
#define NBL_FFT_THIRD 480
#elif NBL_FFT_LENGTH % 450 == 0
#define NBL_FFT_THIRD 450
#elif NBL_FFT_LENGTH % 448 == 0
#define NBL_FFT_THIRD 448
#elif NBL_FFT_LENGTH % 441 == 0
#define NBL_FFT_THIRD 441
#elif NBL_FFT_LENGTH % 432 == 0
#define NBL_FFT_THIRD 432
#elif NBL_FFT_LENGTH % 420 == 0
#define NBL_FFT_THIRD 420
#elif NBL_FFT_LENGTH % 405 == 0
#define NBL_FFT_THIRD 405
#elif NBL_FFT_LENGTH % 400 == 0
#define NBL_FFT_THIRD 400
#elif NBL_FFT_LENGTH % 392 == 0
#define NBL_FFT_THIRD 392
#elif NBL_FFT_LENGTH % 384 == 0
#define NBL_FFT_THIRD 384
#elif NBL_FFT_LENGTH % 378 == 0
#define NBL_FFT_THIRD 378
#elif NBL_FFT_LENGTH % 375 == 0
#define NBL_FFT_THIRD 375
#elif NBL_FFT_LENGTH % 360 == 0
#define NBL_FFT_THIRD 360
#elif NBL_FFT_LENGTH % 350 == 0
#define NBL_FFT_THIRD 350
#elif NBL_FFT_LENGTH % 343 == 0
#define NBL_FFT_THIRD 343
#elif NBL_FFT_LENGTH % 336 == 0
#define NBL_FFT_THIRD 336
#elif NBL_FFT_LENGTH % 324 == 0
#define NBL_FFT_THIRD 324
#elif NBL_FFT_LENGTH % 320 == 0
#define NBL_FFT_THIRD 320
#elif NBL_FFT_LENGTH % 315 == 0
#define NBL_FFT_THIRD 315
#elif NBL_FFT_LENGTH % 300 == 0
#define NBL_FFT_THIRD 300
#elif NBL_FFT_LENGTH % 294 == 0
#define NBL_FFT_THIRD 294
#elif NBL_FFT_LENGTH % 288 == 0
#define NBL_FFT_THIRD 288
#elif NBL_FFT_LENGTH % 280 == 0
#define NBL_FFT_THIRD 280
#elif NBL_FFT_LENGTH % 270 == 0
#define NBL_FFT_THIRD 270
#elif NBL_FFT_LENGTH % 256 == 0
#define NBL_FFT_THIRD 256
#elif NBL_FFT_LENGTH % 252 == 0
#define NBL_FFT_THIRD 252
#elif NBL_FFT_LENGTH % 250 == 0
#define NBL_FFT_THIRD 250
#elif NBL_FFT_LENGTH % 245 == 0
#define NBL_FFT_THIRD 245
#elif NBL_FFT_LENGTH % 243 == 0
#define NBL_FFT_THIRD 243
#elif NBL_FFT_LENGTH % 240 == 0
#define NBL_FFT_THIRD 240
#elif NBL_FFT_LENGTH % 225 == 0
#define NBL_FFT_THIRD 225
#elif NBL_FFT_LENGTH % 224 == 0
#define NBL_FFT_THIRD 224
#elif NBL_FFT_LENGTH % 216 == 0
#define NBL_FFT_THIRD 216
#elif NBL_FFT_LENGTH % 210 == 0
#define NBL_FFT_THIRD 210
#elif NBL_FFT_LENGTH % 200 == 0
#define NBL_FFT_THIRD 200
#elif NBL_FFT_LENGTH % 196 == 0
#define NBL_FFT_THIRD 196
#elif NBL_FFT_LENGTH % 192 == 0
#define NBL_FFT_THIRD 192
#elif NBL_FFT_LENGTH % 189 == 0
#define NBL_FFT_THIRD 189
#elif NBL_FFT_LENGTH % 180 == 0
#define NBL_FFT_THIRD 180
#elif NBL_FFT_LENGTH % 175 == 0
#define NBL_FFT_THIRD 175
#elif NBL_FFT_LENGTH % 168 == 0
#define NBL_FFT_THIRD 168
#elif NBL_FFT_LENGTH % 162 == 0
#define NBL_FFT_THIRD 162
#elif NBL_FFT_LENGTH % 160 == 0
#define NBL_FFT_THIRD 160
#elif NBL_FFT_LENGTH % 150 == 0
#define NBL_FFT_THIRD 150
#elif NBL_FFT_LENGTH % 147 == 0
#define NBL_FFT_THIRD 147
#elif NBL_FFT_LENGTH % 144 == 0
#define NBL_FFT_THIRD 144
#elif NBL_FFT_LENGTH % 140 == 0
#define NBL_FFT_THIRD 140
#elif NBL_FFT_LENGTH % 135 == 0
#define NBL_FFT_THIRD 135
#elif NBL_FFT_LENGTH % 128 == 0
#define NBL_FFT_THIRD 128
#elif NBL_FFT_LENGTH % 126 == 0
#define NBL_FFT_THIRD 126
#elif NBL_FFT_LENGTH % 125 == 0
#define NBL_FFT_THIRD 125
#elif NBL_FFT_LENGTH % 120 == 0
#define NBL_FFT_THIRD 120
#elif NBL_FFT_LENGTH % 112 == 0
#define NBL_FFT_THIRD 112
#elif NBL_FFT_LENGTH % 108 == 0
#define NBL_FFT_THIRD 108
#elif NBL_FFT_LENGTH % 105 == 0
#define NBL_FFT_THIRD 105
#elif NBL_FFT_LENGTH % 100 == 0
#define NBL_FFT_THIRD 100
#elif NBL_FFT_LENGTH % 98 == 0
#define NBL_FFT_THIRD 98
#elif NBL_FFT_LENGTH % 96 == 0
#define NBL_FFT_THIRD 96
#elif NBL_FFT_LENGTH % 90 == 0
#define NBL_FFT_THIRD 90
#elif NBL_FFT_LENGTH % 84 == 0
#define NBL_FFT_THIRD 84
#elif NBL_FFT_LENGTH % 81 == 0
#define NBL_FFT_THIRD 81
#elif NBL_FFT_LENGTH % 80 == 0
#define NBL_FFT_THIRD 80
#elif NBL_FFT_LENGTH % 75 == 0
#define NBL_FFT_THIRD 75
#elif NBL_FFT_LENGTH % 72 == 0
#define NBL_FFT_THIRD 72
#elif NBL_FFT_LENGTH % 70 == 0
#define NBL_FFT_THIRD 70
#elif NBL_FFT_LENGTH % 64 == 0
#define NBL_FFT_THIRD 64
#elif NBL_FFT_LENGTH % 63 == 0
#define NBL_FFT_THIRD 63
#elif NBL_FFT_LENGTH % 60 == 0
#define NBL_FFT_THIRD 60
#elif NBL_FFT_LENGTH % 56 == 0
#define NBL_FFT_THIRD 56
#elif NBL_FFT_LENGTH % 54 == 0
#define NBL_FFT_THIRD 54
#elif NBL_FFT_LENGTH % 50 == 0
#define NBL_FFT_THIRD 50
#elif NBL_FFT_LENGTH % 49 == 0
#define NBL_FFT_THIRD 49
#endif
