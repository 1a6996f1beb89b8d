/* An unsupported length is refused with the nearest on both sides; by tools/fft_neighbours.py
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone: the preprocessor computes no text, so that each gap has its own.
 */
#ifdef NBL_FFT_PASS
#error "NBL_FFT_LENGTH is not supported: passes take 2^a 3^b 5^c 7^d from 2048 to 134217728, of NBL_FFT_ROWS both sizes; rows to 8192"
#elif NBL_FFT_ALGORITHM == NBL_FFT_RADIX2_SHUFFLE
#if NBL_FFT_COMPLEX_LENGTH > 2 && NBL_FFT_COMPLEX_LENGTH < 4
#error "NBL_FFT_LENGTH is not supported: the nearest are 2 and 4; of one real signal 4 and 8"
#elif NBL_FFT_COMPLEX_LENGTH > 4 && NBL_FFT_COMPLEX_LENGTH < 8
#error "NBL_FFT_LENGTH is not supported: the nearest are 4 and 8; of one real signal 8 and 16"
#elif NBL_FFT_COMPLEX_LENGTH > 8 && NBL_FFT_COMPLEX_LENGTH < 16
#error "NBL_FFT_LENGTH is not supported: the nearest are 8 and 16; of one real signal 16 and 32"
#elif NBL_FFT_COMPLEX_LENGTH > 16 && NBL_FFT_COMPLEX_LENGTH < 32
#error "NBL_FFT_LENGTH is not supported: the nearest are 16 and 32; of one real signal 32 and 64"
#elif NBL_FFT_COMPLEX_LENGTH > 32 && NBL_FFT_COMPLEX_LENGTH < 64
#error "NBL_FFT_LENGTH is not supported: the nearest are 32 and 64; of one real signal 64 and 128"
#elif NBL_FFT_COMPLEX_LENGTH > 64 && NBL_FFT_COMPLEX_LENGTH < 128
#error "NBL_FFT_LENGTH is not supported: the nearest are 64 and 128; of one real signal 128 and 256"
#elif NBL_FFT_COMPLEX_LENGTH > 128 && NBL_FFT_COMPLEX_LENGTH < 256
#error "NBL_FFT_LENGTH is not supported: the nearest are 128 and 256; of one real signal 256 and 512"
#elif NBL_FFT_COMPLEX_LENGTH > 256 && NBL_FFT_COMPLEX_LENGTH < 512
#error "NBL_FFT_LENGTH is not supported: the nearest are 256 and 512; of one real signal 512 and 1024"
#elif NBL_FFT_COMPLEX_LENGTH > 512 && NBL_FFT_COMPLEX_LENGTH < 1024
#error "NBL_FFT_LENGTH is not supported: the nearest are 512 and 1024; of one real signal 1024 and 2048"
#elif NBL_FFT_COMPLEX_LENGTH > 1024 && NBL_FFT_COMPLEX_LENGTH < 2048
#error "NBL_FFT_LENGTH is not supported: the nearest are 1024 and 2048; of one real signal 2048 and 4096"
#elif NBL_FFT_COMPLEX_LENGTH > 2048 && NBL_FFT_COMPLEX_LENGTH < 4096
#error "NBL_FFT_LENGTH is not supported: the nearest are 2048 and 4096; of one real signal 4096 and 8192"
#elif NBL_FFT_COMPLEX_LENGTH > 4096 && NBL_FFT_COMPLEX_LENGTH < 8192
#error "NBL_FFT_LENGTH is not supported: the nearest are 4096 and 8192; of one real signal 8192 and 16384"
#elif NBL_FFT_COMPLEX_LENGTH > 8192 && NBL_FFT_COMPLEX_LENGTH < 16384
#error "NBL_FFT_LENGTH is not supported: the nearest are 8192 and 16384; of one real signal 16384 and 32768"
#elif NBL_FFT_COMPLEX_LENGTH > 16384 && NBL_FFT_COMPLEX_LENGTH < 32768
#error "NBL_FFT_LENGTH is not supported: the nearest are 16384 and 32768; of one real signal 32768 and 65536"
#else
#error "NBL_FFT_LENGTH is not supported: radix-2 shuffle transforms 2 to 32768 elements"
#endif
#elif NBL_FFT_COMPLEX_DWORDS == 4 && NBL_FFT_COMPLEX_LENGTH > 4096
#if NBL_FFT_COMPLEX_LENGTH > 4096 && NBL_FFT_COMPLEX_LENGTH < 8192
#error "NBL_FFT_LENGTH is not supported: the nearest are 4096 and 8192; of one real signal 8192 and 16384"
#else
#error "NBL_FFT_LENGTH is not supported: of float64 it is 2 to 8192, or NBL_FFT_PASS is given"
#endif
#else
#if NBL_FFT_COMPLEX_LENGTH > 10 && NBL_FFT_COMPLEX_LENGTH < 12
#error "NBL_FFT_LENGTH is not supported: the nearest are 10 and 12; of one real signal 20 and 24"
#elif NBL_FFT_COMPLEX_LENGTH > 12 && NBL_FFT_COMPLEX_LENGTH < 14
#error "NBL_FFT_LENGTH is not supported: the nearest are 12 and 14; of one real signal 24 and 28"
#elif NBL_FFT_COMPLEX_LENGTH > 16 && NBL_FFT_COMPLEX_LENGTH < 18
#error "NBL_FFT_LENGTH is not supported: the nearest are 16 and 18; of one real signal 32 and 36"
#elif NBL_FFT_COMPLEX_LENGTH > 18 && NBL_FFT_COMPLEX_LENGTH < 20
#error "NBL_FFT_LENGTH is not supported: the nearest are 18 and 20; of one real signal 36 and 40"
#elif NBL_FFT_COMPLEX_LENGTH > 21 && NBL_FFT_COMPLEX_LENGTH < 24
#error "NBL_FFT_LENGTH is not supported: the nearest are 21 and 24; of one real signal 42 and 48"
#elif NBL_FFT_COMPLEX_LENGTH > 25 && NBL_FFT_COMPLEX_LENGTH < 27
#error "NBL_FFT_LENGTH is not supported: the nearest are 25 and 27; of one real signal 50 and 54"
#elif NBL_FFT_COMPLEX_LENGTH > 28 && NBL_FFT_COMPLEX_LENGTH < 30
#error "NBL_FFT_LENGTH is not supported: the nearest are 28 and 30; of one real signal 56 and 60"
#elif NBL_FFT_COMPLEX_LENGTH > 30 && NBL_FFT_COMPLEX_LENGTH < 32
#error "NBL_FFT_LENGTH is not supported: the nearest are 30 and 32; of one real signal 60 and 64"
#elif NBL_FFT_COMPLEX_LENGTH > 32 && NBL_FFT_COMPLEX_LENGTH < 35
#error "NBL_FFT_LENGTH is not supported: the nearest are 32 and 35; of one real signal 64 and 70"
#elif NBL_FFT_COMPLEX_LENGTH > 36 && NBL_FFT_COMPLEX_LENGTH < 40
#error "NBL_FFT_LENGTH is not supported: the nearest are 36 and 40; of one real signal 72 and 80"
#elif NBL_FFT_COMPLEX_LENGTH > 40 && NBL_FFT_COMPLEX_LENGTH < 42
#error "NBL_FFT_LENGTH is not supported: the nearest are 40 and 42; of one real signal 80 and 84"
#elif NBL_FFT_COMPLEX_LENGTH > 42 && NBL_FFT_COMPLEX_LENGTH < 45
#error "NBL_FFT_LENGTH is not supported: the nearest are 42 and 45; of one real signal 84 and 90"
#elif NBL_FFT_COMPLEX_LENGTH > 45 && NBL_FFT_COMPLEX_LENGTH < 48
#error "NBL_FFT_LENGTH is not supported: the nearest are 45 and 48; of one real signal 90 and 96"
#elif NBL_FFT_COMPLEX_LENGTH > 50 && NBL_FFT_COMPLEX_LENGTH < 54
#error "NBL_FFT_LENGTH is not supported: the nearest are 50 and 54; of one real signal 100 and 108"
#elif NBL_FFT_COMPLEX_LENGTH > 54 && NBL_FFT_COMPLEX_LENGTH < 56
#error "NBL_FFT_LENGTH is not supported: the nearest are 54 and 56; of one real signal 108 and 112"
#elif NBL_FFT_COMPLEX_LENGTH > 56 && NBL_FFT_COMPLEX_LENGTH < 60
#error "NBL_FFT_LENGTH is not supported: the nearest are 56 and 60; of one real signal 112 and 120"
#elif NBL_FFT_COMPLEX_LENGTH > 60 && NBL_FFT_COMPLEX_LENGTH < 63
#error "NBL_FFT_LENGTH is not supported: the nearest are 60 and 63; of one real signal 120 and 126"
#elif NBL_FFT_COMPLEX_LENGTH > 64 && NBL_FFT_COMPLEX_LENGTH < 70
#error "NBL_FFT_LENGTH is not supported: the nearest are 64 and 70; of one real signal 128 and 140"
#elif NBL_FFT_COMPLEX_LENGTH > 70 && NBL_FFT_COMPLEX_LENGTH < 72
#error "NBL_FFT_LENGTH is not supported: the nearest are 70 and 72; of one real signal 140 and 144"
#elif NBL_FFT_COMPLEX_LENGTH > 72 && NBL_FFT_COMPLEX_LENGTH < 75
#error "NBL_FFT_LENGTH is not supported: the nearest are 72 and 75; of one real signal 144 and 150"
#elif NBL_FFT_COMPLEX_LENGTH > 75 && NBL_FFT_COMPLEX_LENGTH < 80
#error "NBL_FFT_LENGTH is not supported: the nearest are 75 and 80; of one real signal 150 and 160"
#elif NBL_FFT_COMPLEX_LENGTH > 81 && NBL_FFT_COMPLEX_LENGTH < 84
#error "NBL_FFT_LENGTH is not supported: the nearest are 81 and 84; of one real signal 162 and 168"
#elif NBL_FFT_COMPLEX_LENGTH > 84 && NBL_FFT_COMPLEX_LENGTH < 90
#error "NBL_FFT_LENGTH is not supported: the nearest are 84 and 90; of one real signal 168 and 180"
#elif NBL_FFT_COMPLEX_LENGTH > 90 && NBL_FFT_COMPLEX_LENGTH < 96
#error "NBL_FFT_LENGTH is not supported: the nearest are 90 and 96; of one real signal 180 and 192"
#elif NBL_FFT_COMPLEX_LENGTH > 96 && NBL_FFT_COMPLEX_LENGTH < 98
#error "NBL_FFT_LENGTH is not supported: the nearest are 96 and 98; of one real signal 192 and 196"
#elif NBL_FFT_COMPLEX_LENGTH > 98 && NBL_FFT_COMPLEX_LENGTH < 100
#error "NBL_FFT_LENGTH is not supported: the nearest are 98 and 100; of one real signal 196 and 200"
#elif NBL_FFT_COMPLEX_LENGTH > 100 && NBL_FFT_COMPLEX_LENGTH < 105
#error "NBL_FFT_LENGTH is not supported: the nearest are 100 and 105; of one real signal 200 and 210"
#elif NBL_FFT_COMPLEX_LENGTH > 105 && NBL_FFT_COMPLEX_LENGTH < 108
#error "NBL_FFT_LENGTH is not supported: the nearest are 105 and 108; of one real signal 210 and 216"
#elif NBL_FFT_COMPLEX_LENGTH > 108 && NBL_FFT_COMPLEX_LENGTH < 112
#error "NBL_FFT_LENGTH is not supported: the nearest are 108 and 112; of one real signal 216 and 224"
#elif NBL_FFT_COMPLEX_LENGTH > 112 && NBL_FFT_COMPLEX_LENGTH < 120
#error "NBL_FFT_LENGTH is not supported: the nearest are 112 and 120; of one real signal 224 and 240"
#elif NBL_FFT_COMPLEX_LENGTH > 120 && NBL_FFT_COMPLEX_LENGTH < 125
#error "NBL_FFT_LENGTH is not supported: the nearest are 120 and 125; of one real signal 240 and 250"
#elif NBL_FFT_COMPLEX_LENGTH > 126 && NBL_FFT_COMPLEX_LENGTH < 128
#error "NBL_FFT_LENGTH is not supported: the nearest are 126 and 128; of one real signal 252 and 256"
#elif NBL_FFT_COMPLEX_LENGTH > 128 && NBL_FFT_COMPLEX_LENGTH < 135
#error "NBL_FFT_LENGTH is not supported: the nearest are 128 and 135; of one real signal 256 and 270"
#elif NBL_FFT_COMPLEX_LENGTH > 135 && NBL_FFT_COMPLEX_LENGTH < 140
#error "NBL_FFT_LENGTH is not supported: the nearest are 135 and 140; of one real signal 270 and 280"
#elif NBL_FFT_COMPLEX_LENGTH > 140 && NBL_FFT_COMPLEX_LENGTH < 144
#error "NBL_FFT_LENGTH is not supported: the nearest are 140 and 144; of one real signal 280 and 288"
#elif NBL_FFT_COMPLEX_LENGTH > 144 && NBL_FFT_COMPLEX_LENGTH < 147
#error "NBL_FFT_LENGTH is not supported: the nearest are 144 and 147; of one real signal 288 and 294"
#elif NBL_FFT_COMPLEX_LENGTH > 147 && NBL_FFT_COMPLEX_LENGTH < 150
#error "NBL_FFT_LENGTH is not supported: the nearest are 147 and 150; of one real signal 294 and 300"
#elif NBL_FFT_COMPLEX_LENGTH > 150 && NBL_FFT_COMPLEX_LENGTH < 160
#error "NBL_FFT_LENGTH is not supported: the nearest are 150 and 160; of one real signal 300 and 320"
#elif NBL_FFT_COMPLEX_LENGTH > 160 && NBL_FFT_COMPLEX_LENGTH < 162
#error "NBL_FFT_LENGTH is not supported: the nearest are 160 and 162; of one real signal 320 and 324"
#elif NBL_FFT_COMPLEX_LENGTH > 162 && NBL_FFT_COMPLEX_LENGTH < 168
#error "NBL_FFT_LENGTH is not supported: the nearest are 162 and 168; of one real signal 324 and 336"
#elif NBL_FFT_COMPLEX_LENGTH > 168 && NBL_FFT_COMPLEX_LENGTH < 175
#error "NBL_FFT_LENGTH is not supported: the nearest are 168 and 175; of one real signal 336 and 350"
#elif NBL_FFT_COMPLEX_LENGTH > 175 && NBL_FFT_COMPLEX_LENGTH < 180
#error "NBL_FFT_LENGTH is not supported: the nearest are 175 and 180; of one real signal 350 and 360"
#elif NBL_FFT_COMPLEX_LENGTH > 180 && NBL_FFT_COMPLEX_LENGTH < 189
#error "NBL_FFT_LENGTH is not supported: the nearest are 180 and 189; of one real signal 360 and 378"
#elif NBL_FFT_COMPLEX_LENGTH > 189 && NBL_FFT_COMPLEX_LENGTH < 192
#error "NBL_FFT_LENGTH is not supported: the nearest are 189 and 192; of one real signal 378 and 384"
#elif NBL_FFT_COMPLEX_LENGTH > 192 && NBL_FFT_COMPLEX_LENGTH < 196
#error "NBL_FFT_LENGTH is not supported: the nearest are 192 and 196; of one real signal 384 and 392"
#elif NBL_FFT_COMPLEX_LENGTH > 196 && NBL_FFT_COMPLEX_LENGTH < 200
#error "NBL_FFT_LENGTH is not supported: the nearest are 196 and 200; of one real signal 392 and 400"
#elif NBL_FFT_COMPLEX_LENGTH > 200 && NBL_FFT_COMPLEX_LENGTH < 210
#error "NBL_FFT_LENGTH is not supported: the nearest are 200 and 210; of one real signal 400 and 420"
#elif NBL_FFT_COMPLEX_LENGTH > 210 && NBL_FFT_COMPLEX_LENGTH < 216
#error "NBL_FFT_LENGTH is not supported: the nearest are 210 and 216; of one real signal 420 and 432"
#elif NBL_FFT_COMPLEX_LENGTH > 216 && NBL_FFT_COMPLEX_LENGTH < 224
#error "NBL_FFT_LENGTH is not supported: the nearest are 216 and 224; of one real signal 432 and 448"
#elif NBL_FFT_COMPLEX_LENGTH > 225 && NBL_FFT_COMPLEX_LENGTH < 240
#error "NBL_FFT_LENGTH is not supported: the nearest are 225 and 240; of one real signal 450 and 480"
#elif NBL_FFT_COMPLEX_LENGTH > 240 && NBL_FFT_COMPLEX_LENGTH < 243
#error "NBL_FFT_LENGTH is not supported: the nearest are 240 and 243; of one real signal 480 and 486"
#elif NBL_FFT_COMPLEX_LENGTH > 243 && NBL_FFT_COMPLEX_LENGTH < 245
#error "NBL_FFT_LENGTH is not supported: the nearest are 243 and 245; of one real signal 486 and 490"
#elif NBL_FFT_COMPLEX_LENGTH > 245 && NBL_FFT_COMPLEX_LENGTH < 250
#error "NBL_FFT_LENGTH is not supported: the nearest are 245 and 250; of one real signal 490 and 500"
#elif NBL_FFT_COMPLEX_LENGTH > 250 && NBL_FFT_COMPLEX_LENGTH < 252
#error "NBL_FFT_LENGTH is not supported: the nearest are 250 and 252; of one real signal 500 and 504"
#elif NBL_FFT_COMPLEX_LENGTH > 252 && NBL_FFT_COMPLEX_LENGTH < 256
#error "NBL_FFT_LENGTH is not supported: the nearest are 252 and 256; of one real signal 504 and 512"
#elif NBL_FFT_COMPLEX_LENGTH > 256 && NBL_FFT_COMPLEX_LENGTH < 270
#error "NBL_FFT_LENGTH is not supported: the nearest are 256 and 270; of one real signal 512 and 540"
#elif NBL_FFT_COMPLEX_LENGTH > 270 && NBL_FFT_COMPLEX_LENGTH < 280
#error "NBL_FFT_LENGTH is not supported: the nearest are 270 and 280; of one real signal 540 and 560"
#elif NBL_FFT_COMPLEX_LENGTH > 280 && NBL_FFT_COMPLEX_LENGTH < 288
#error "NBL_FFT_LENGTH is not supported: the nearest are 280 and 288; of one real signal 560 and 576"
#elif NBL_FFT_COMPLEX_LENGTH > 288 && NBL_FFT_COMPLEX_LENGTH < 294
#error "NBL_FFT_LENGTH is not supported: the nearest are 288 and 294; of one real signal 576 and 588"
#elif NBL_FFT_COMPLEX_LENGTH > 294 && NBL_FFT_COMPLEX_LENGTH < 300
#error "NBL_FFT_LENGTH is not supported: the nearest are 294 and 300; of one real signal 588 and 600"
#elif NBL_FFT_COMPLEX_LENGTH > 300 && NBL_FFT_COMPLEX_LENGTH < 315
#error "NBL_FFT_LENGTH is not supported: the nearest are 300 and 315; of one real signal 600 and 630"
#elif NBL_FFT_COMPLEX_LENGTH > 315 && NBL_FFT_COMPLEX_LENGTH < 320
#error "NBL_FFT_LENGTH is not supported: the nearest are 315 and 320; of one real signal 630 and 640"
#elif NBL_FFT_COMPLEX_LENGTH > 320 && NBL_FFT_COMPLEX_LENGTH < 324
#error "NBL_FFT_LENGTH is not supported: the nearest are 320 and 324; of one real signal 640 and 648"
#elif NBL_FFT_COMPLEX_LENGTH > 324 && NBL_FFT_COMPLEX_LENGTH < 336
#error "NBL_FFT_LENGTH is not supported: the nearest are 324 and 336; of one real signal 648 and 672"
#elif NBL_FFT_COMPLEX_LENGTH > 336 && NBL_FFT_COMPLEX_LENGTH < 343
#error "NBL_FFT_LENGTH is not supported: the nearest are 336 and 343; of one real signal 672 and 686"
#elif NBL_FFT_COMPLEX_LENGTH > 343 && NBL_FFT_COMPLEX_LENGTH < 350
#error "NBL_FFT_LENGTH is not supported: the nearest are 343 and 350; of one real signal 686 and 700"
#elif NBL_FFT_COMPLEX_LENGTH > 350 && NBL_FFT_COMPLEX_LENGTH < 360
#error "NBL_FFT_LENGTH is not supported: the nearest are 350 and 360; of one real signal 700 and 720"
#elif NBL_FFT_COMPLEX_LENGTH > 360 && NBL_FFT_COMPLEX_LENGTH < 375
#error "NBL_FFT_LENGTH is not supported: the nearest are 360 and 375; of one real signal 720 and 750"
#elif NBL_FFT_COMPLEX_LENGTH > 375 && NBL_FFT_COMPLEX_LENGTH < 378
#error "NBL_FFT_LENGTH is not supported: the nearest are 375 and 378; of one real signal 750 and 756"
#elif NBL_FFT_COMPLEX_LENGTH > 378 && NBL_FFT_COMPLEX_LENGTH < 384
#error "NBL_FFT_LENGTH is not supported: the nearest are 378 and 384; of one real signal 756 and 768"
#elif NBL_FFT_COMPLEX_LENGTH > 384 && NBL_FFT_COMPLEX_LENGTH < 392
#error "NBL_FFT_LENGTH is not supported: the nearest are 384 and 392; of one real signal 768 and 784"
#elif NBL_FFT_COMPLEX_LENGTH > 392 && NBL_FFT_COMPLEX_LENGTH < 400
#error "NBL_FFT_LENGTH is not supported: the nearest are 392 and 400; of one real signal 784 and 800"
#elif NBL_FFT_COMPLEX_LENGTH > 400 && NBL_FFT_COMPLEX_LENGTH < 405
#error "NBL_FFT_LENGTH is not supported: the nearest are 400 and 405; of one real signal 800 and 810"
#elif NBL_FFT_COMPLEX_LENGTH > 405 && NBL_FFT_COMPLEX_LENGTH < 420
#error "NBL_FFT_LENGTH is not supported: the nearest are 405 and 420; of one real signal 810 and 840"
#elif NBL_FFT_COMPLEX_LENGTH > 420 && NBL_FFT_COMPLEX_LENGTH < 432
#error "NBL_FFT_LENGTH is not supported: the nearest are 420 and 432; of one real signal 840 and 864"
#elif NBL_FFT_COMPLEX_LENGTH > 432 && NBL_FFT_COMPLEX_LENGTH < 441
#error "NBL_FFT_LENGTH is not supported: the nearest are 432 and 441; of one real signal 864 and 882"
#elif NBL_FFT_COMPLEX_LENGTH > 441 && NBL_FFT_COMPLEX_LENGTH < 448
#error "NBL_FFT_LENGTH is not supported: the nearest are 441 and 448; of one real signal 882 and 896"
#elif NBL_FFT_COMPLEX_LENGTH > 448 && NBL_FFT_COMPLEX_LENGTH < 450
#error "NBL_FFT_LENGTH is not supported: the nearest are 448 and 450; of one real signal 896 and 900"
#elif NBL_FFT_COMPLEX_LENGTH > 450 && NBL_FFT_COMPLEX_LENGTH < 480
#error "NBL_FFT_LENGTH is not supported: the nearest are 450 and 480; of one real signal 900 and 960"
#elif NBL_FFT_COMPLEX_LENGTH > 480 && NBL_FFT_COMPLEX_LENGTH < 486
#error "NBL_FFT_LENGTH is not supported: the nearest are 480 and 486; of one real signal 960 and 972"
#elif NBL_FFT_COMPLEX_LENGTH > 486 && NBL_FFT_COMPLEX_LENGTH < 490
#error "NBL_FFT_LENGTH is not supported: the nearest are 486 and 490; of one real signal 972 and 980"
#elif NBL_FFT_COMPLEX_LENGTH > 490 && NBL_FFT_COMPLEX_LENGTH < 500
#error "NBL_FFT_LENGTH is not supported: the nearest are 490 and 500; of one real signal 980 and 1000"
#elif NBL_FFT_COMPLEX_LENGTH > 500 && NBL_FFT_COMPLEX_LENGTH < 504
#error "NBL_FFT_LENGTH is not supported: the nearest are 500 and 504; of one real signal 1000 and 1008"
#elif NBL_FFT_COMPLEX_LENGTH > 504 && NBL_FFT_COMPLEX_LENGTH < 512
#error "NBL_FFT_LENGTH is not supported: the nearest are 504 and 512; of one real signal 1008 and 1024"
#elif NBL_FFT_COMPLEX_LENGTH > 512 && NBL_FFT_COMPLEX_LENGTH < 525
#error "NBL_FFT_LENGTH is not supported: the nearest are 512 and 525; of one real signal 1024 and 1050"
#elif NBL_FFT_COMPLEX_LENGTH > 525 && NBL_FFT_COMPLEX_LENGTH < 540
#error "NBL_FFT_LENGTH is not supported: the nearest are 525 and 540; of one real signal 1050 and 1080"
#elif NBL_FFT_COMPLEX_LENGTH > 540 && NBL_FFT_COMPLEX_LENGTH < 560
#error "NBL_FFT_LENGTH is not supported: the nearest are 540 and 560; of one real signal 1080 and 1120"
#elif NBL_FFT_COMPLEX_LENGTH > 560 && NBL_FFT_COMPLEX_LENGTH < 567
#error "NBL_FFT_LENGTH is not supported: the nearest are 560 and 567; of one real signal 1120 and 1134"
#elif NBL_FFT_COMPLEX_LENGTH > 567 && NBL_FFT_COMPLEX_LENGTH < 576
#error "NBL_FFT_LENGTH is not supported: the nearest are 567 and 576; of one real signal 1134 and 1152"
#elif NBL_FFT_COMPLEX_LENGTH > 576 && NBL_FFT_COMPLEX_LENGTH < 588
#error "NBL_FFT_LENGTH is not supported: the nearest are 576 and 588; of one real signal 1152 and 1176"
#elif NBL_FFT_COMPLEX_LENGTH > 588 && NBL_FFT_COMPLEX_LENGTH < 600
#error "NBL_FFT_LENGTH is not supported: the nearest are 588 and 600; of one real signal 1176 and 1200"
#elif NBL_FFT_COMPLEX_LENGTH > 600 && NBL_FFT_COMPLEX_LENGTH < 625
#error "NBL_FFT_LENGTH is not supported: the nearest are 600 and 625; of one real signal 1200 and 1250"
#elif NBL_FFT_COMPLEX_LENGTH > 625 && NBL_FFT_COMPLEX_LENGTH < 630
#error "NBL_FFT_LENGTH is not supported: the nearest are 625 and 630; of one real signal 1250 and 1260"
#elif NBL_FFT_COMPLEX_LENGTH > 630 && NBL_FFT_COMPLEX_LENGTH < 640
#error "NBL_FFT_LENGTH is not supported: the nearest are 630 and 640; of one real signal 1260 and 1280"
#elif NBL_FFT_COMPLEX_LENGTH > 640 && NBL_FFT_COMPLEX_LENGTH < 648
#error "NBL_FFT_LENGTH is not supported: the nearest are 640 and 648; of one real signal 1280 and 1296"
#elif NBL_FFT_COMPLEX_LENGTH > 648 && NBL_FFT_COMPLEX_LENGTH < 672
#error "NBL_FFT_LENGTH is not supported: the nearest are 648 and 672; of one real signal 1296 and 1344"
#elif NBL_FFT_COMPLEX_LENGTH > 672 && NBL_FFT_COMPLEX_LENGTH < 675
#error "NBL_FFT_LENGTH is not supported: the nearest are 672 and 675; of one real signal 1344 and 1350"
#elif NBL_FFT_COMPLEX_LENGTH > 675 && NBL_FFT_COMPLEX_LENGTH < 686
#error "NBL_FFT_LENGTH is not supported: the nearest are 675 and 686; of one real signal 1350 and 1372"
#elif NBL_FFT_COMPLEX_LENGTH > 686 && NBL_FFT_COMPLEX_LENGTH < 700
#error "NBL_FFT_LENGTH is not supported: the nearest are 686 and 700; of one real signal 1372 and 1400"
#elif NBL_FFT_COMPLEX_LENGTH > 700 && NBL_FFT_COMPLEX_LENGTH < 720
#error "NBL_FFT_LENGTH is not supported: the nearest are 700 and 720; of one real signal 1400 and 1440"
#elif NBL_FFT_COMPLEX_LENGTH > 720 && NBL_FFT_COMPLEX_LENGTH < 729
#error "NBL_FFT_LENGTH is not supported: the nearest are 720 and 729; of one real signal 1440 and 1458"
#elif NBL_FFT_COMPLEX_LENGTH > 729 && NBL_FFT_COMPLEX_LENGTH < 735
#error "NBL_FFT_LENGTH is not supported: the nearest are 729 and 735; of one real signal 1458 and 1470"
#elif NBL_FFT_COMPLEX_LENGTH > 735 && NBL_FFT_COMPLEX_LENGTH < 750
#error "NBL_FFT_LENGTH is not supported: the nearest are 735 and 750; of one real signal 1470 and 1500"
#elif NBL_FFT_COMPLEX_LENGTH > 750 && NBL_FFT_COMPLEX_LENGTH < 756
#error "NBL_FFT_LENGTH is not supported: the nearest are 750 and 756; of one real signal 1500 and 1512"
#elif NBL_FFT_COMPLEX_LENGTH > 756 && NBL_FFT_COMPLEX_LENGTH < 768
#error "NBL_FFT_LENGTH is not supported: the nearest are 756 and 768; of one real signal 1512 and 1536"
#elif NBL_FFT_COMPLEX_LENGTH > 768 && NBL_FFT_COMPLEX_LENGTH < 784
#error "NBL_FFT_LENGTH is not supported: the nearest are 768 and 784; of one real signal 1536 and 1568"
#elif NBL_FFT_COMPLEX_LENGTH > 784 && NBL_FFT_COMPLEX_LENGTH < 800
#error "NBL_FFT_LENGTH is not supported: the nearest are 784 and 800; of one real signal 1568 and 1600"
#elif NBL_FFT_COMPLEX_LENGTH > 800 && NBL_FFT_COMPLEX_LENGTH < 810
#error "NBL_FFT_LENGTH is not supported: the nearest are 800 and 810; of one real signal 1600 and 1620"
#elif NBL_FFT_COMPLEX_LENGTH > 810 && NBL_FFT_COMPLEX_LENGTH < 840
#error "NBL_FFT_LENGTH is not supported: the nearest are 810 and 840; of one real signal 1620 and 1680"
#elif NBL_FFT_COMPLEX_LENGTH > 840 && NBL_FFT_COMPLEX_LENGTH < 864
#error "NBL_FFT_LENGTH is not supported: the nearest are 840 and 864; of one real signal 1680 and 1728"
#elif NBL_FFT_COMPLEX_LENGTH > 864 && NBL_FFT_COMPLEX_LENGTH < 875
#error "NBL_FFT_LENGTH is not supported: the nearest are 864 and 875; of one real signal 1728 and 1750"
#elif NBL_FFT_COMPLEX_LENGTH > 875 && NBL_FFT_COMPLEX_LENGTH < 882
#error "NBL_FFT_LENGTH is not supported: the nearest are 875 and 882; of one real signal 1750 and 1764"
#elif NBL_FFT_COMPLEX_LENGTH > 882 && NBL_FFT_COMPLEX_LENGTH < 896
#error "NBL_FFT_LENGTH is not supported: the nearest are 882 and 896; of one real signal 1764 and 1792"
#elif NBL_FFT_COMPLEX_LENGTH > 896 && NBL_FFT_COMPLEX_LENGTH < 900
#error "NBL_FFT_LENGTH is not supported: the nearest are 896 and 900; of one real signal 1792 and 1800"
#elif NBL_FFT_COMPLEX_LENGTH > 900 && NBL_FFT_COMPLEX_LENGTH < 945
#error "NBL_FFT_LENGTH is not supported: the nearest are 900 and 945; of one real signal 1800 and 1890"
#elif NBL_FFT_COMPLEX_LENGTH > 945 && NBL_FFT_COMPLEX_LENGTH < 960
#error "NBL_FFT_LENGTH is not supported: the nearest are 945 and 960; of one real signal 1890 and 1920"
#elif NBL_FFT_COMPLEX_LENGTH > 960 && NBL_FFT_COMPLEX_LENGTH < 972
#error "NBL_FFT_LENGTH is not supported: the nearest are 960 and 972; of one real signal 1920 and 1944"
#elif NBL_FFT_COMPLEX_LENGTH > 972 && NBL_FFT_COMPLEX_LENGTH < 980
#error "NBL_FFT_LENGTH is not supported: the nearest are 972 and 980; of one real signal 1944 and 1960"
#elif NBL_FFT_COMPLEX_LENGTH > 980 && NBL_FFT_COMPLEX_LENGTH < 1000
#error "NBL_FFT_LENGTH is not supported: the nearest are 980 and 1000; of one real signal 1960 and 2000"
#elif NBL_FFT_COMPLEX_LENGTH > 1000 && NBL_FFT_COMPLEX_LENGTH < 1008
#error "NBL_FFT_LENGTH is not supported: the nearest are 1000 and 1008; of one real signal 2000 and 2016"
#elif NBL_FFT_COMPLEX_LENGTH > 1008 && NBL_FFT_COMPLEX_LENGTH < 1024
#error "NBL_FFT_LENGTH is not supported: the nearest are 1008 and 1024; of one real signal 2016 and 2048"
#elif NBL_FFT_COMPLEX_LENGTH > 1024 && NBL_FFT_COMPLEX_LENGTH < 1029
#error "NBL_FFT_LENGTH is not supported: the nearest are 1024 and 1029; of one real signal 2048 and 2058"
#elif NBL_FFT_COMPLEX_LENGTH > 1029 && NBL_FFT_COMPLEX_LENGTH < 1050
#error "NBL_FFT_LENGTH is not supported: the nearest are 1029 and 1050; of one real signal 2058 and 2100"
#elif NBL_FFT_COMPLEX_LENGTH > 1050 && NBL_FFT_COMPLEX_LENGTH < 1080
#error "NBL_FFT_LENGTH is not supported: the nearest are 1050 and 1080; of one real signal 2100 and 2160"
#elif NBL_FFT_COMPLEX_LENGTH > 1080 && NBL_FFT_COMPLEX_LENGTH < 1120
#error "NBL_FFT_LENGTH is not supported: the nearest are 1080 and 1120; of one real signal 2160 and 2240"
#elif NBL_FFT_COMPLEX_LENGTH > 1120 && NBL_FFT_COMPLEX_LENGTH < 1125
#error "NBL_FFT_LENGTH is not supported: the nearest are 1120 and 1125; of one real signal 2240 and 2250"
#elif NBL_FFT_COMPLEX_LENGTH > 1125 && NBL_FFT_COMPLEX_LENGTH < 1134
#error "NBL_FFT_LENGTH is not supported: the nearest are 1125 and 1134; of one real signal 2250 and 2268"
#elif NBL_FFT_COMPLEX_LENGTH > 1134 && NBL_FFT_COMPLEX_LENGTH < 1152
#error "NBL_FFT_LENGTH is not supported: the nearest are 1134 and 1152; of one real signal 2268 and 2304"
#elif NBL_FFT_COMPLEX_LENGTH > 1152 && NBL_FFT_COMPLEX_LENGTH < 1176
#error "NBL_FFT_LENGTH is not supported: the nearest are 1152 and 1176; of one real signal 2304 and 2352"
#elif NBL_FFT_COMPLEX_LENGTH > 1176 && NBL_FFT_COMPLEX_LENGTH < 1200
#error "NBL_FFT_LENGTH is not supported: the nearest are 1176 and 1200; of one real signal 2352 and 2400"
#elif NBL_FFT_COMPLEX_LENGTH > 1200 && NBL_FFT_COMPLEX_LENGTH < 1215
#error "NBL_FFT_LENGTH is not supported: the nearest are 1200 and 1215; of one real signal 2400 and 2430"
#elif NBL_FFT_COMPLEX_LENGTH > 1215 && NBL_FFT_COMPLEX_LENGTH < 1225
#error "NBL_FFT_LENGTH is not supported: the nearest are 1215 and 1225; of one real signal 2430 and 2450"
#elif NBL_FFT_COMPLEX_LENGTH > 1225 && NBL_FFT_COMPLEX_LENGTH < 1250
#error "NBL_FFT_LENGTH is not supported: the nearest are 1225 and 1250; of one real signal 2450 and 2500"
#elif NBL_FFT_COMPLEX_LENGTH > 1250 && NBL_FFT_COMPLEX_LENGTH < 1260
#error "NBL_FFT_LENGTH is not supported: the nearest are 1250 and 1260; of one real signal 2500 and 2520"
#elif NBL_FFT_COMPLEX_LENGTH > 1260 && NBL_FFT_COMPLEX_LENGTH < 1280
#error "NBL_FFT_LENGTH is not supported: the nearest are 1260 and 1280; of one real signal 2520 and 2560"
#elif NBL_FFT_COMPLEX_LENGTH > 1280 && NBL_FFT_COMPLEX_LENGTH < 1296
#error "NBL_FFT_LENGTH is not supported: the nearest are 1280 and 1296; of one real signal 2560 and 2592"
#elif NBL_FFT_COMPLEX_LENGTH > 1296 && NBL_FFT_COMPLEX_LENGTH < 1323
#error "NBL_FFT_LENGTH is not supported: the nearest are 1296 and 1323; of one real signal 2592 and 2646"
#elif NBL_FFT_COMPLEX_LENGTH > 1323 && NBL_FFT_COMPLEX_LENGTH < 1344
#error "NBL_FFT_LENGTH is not supported: the nearest are 1323 and 1344; of one real signal 2646 and 2688"
#elif NBL_FFT_COMPLEX_LENGTH > 1344 && NBL_FFT_COMPLEX_LENGTH < 1350
#error "NBL_FFT_LENGTH is not supported: the nearest are 1344 and 1350; of one real signal 2688 and 2700"
#elif NBL_FFT_COMPLEX_LENGTH > 1350 && NBL_FFT_COMPLEX_LENGTH < 1372
#error "NBL_FFT_LENGTH is not supported: the nearest are 1350 and 1372; of one real signal 2700 and 2744"
#elif NBL_FFT_COMPLEX_LENGTH > 1372 && NBL_FFT_COMPLEX_LENGTH < 1400
#error "NBL_FFT_LENGTH is not supported: the nearest are 1372 and 1400; of one real signal 2744 and 2800"
#elif NBL_FFT_COMPLEX_LENGTH > 1400 && NBL_FFT_COMPLEX_LENGTH < 1440
#error "NBL_FFT_LENGTH is not supported: the nearest are 1400 and 1440; of one real signal 2800 and 2880"
#elif NBL_FFT_COMPLEX_LENGTH > 1440 && NBL_FFT_COMPLEX_LENGTH < 1458
#error "NBL_FFT_LENGTH is not supported: the nearest are 1440 and 1458; of one real signal 2880 and 2916"
#elif NBL_FFT_COMPLEX_LENGTH > 1458 && NBL_FFT_COMPLEX_LENGTH < 1470
#error "NBL_FFT_LENGTH is not supported: the nearest are 1458 and 1470; of one real signal 2916 and 2940"
#elif NBL_FFT_COMPLEX_LENGTH > 1470 && NBL_FFT_COMPLEX_LENGTH < 1500
#error "NBL_FFT_LENGTH is not supported: the nearest are 1470 and 1500; of one real signal 2940 and 3000"
#elif NBL_FFT_COMPLEX_LENGTH > 1500 && NBL_FFT_COMPLEX_LENGTH < 1512
#error "NBL_FFT_LENGTH is not supported: the nearest are 1500 and 1512; of one real signal 3000 and 3024"
#elif NBL_FFT_COMPLEX_LENGTH > 1512 && NBL_FFT_COMPLEX_LENGTH < 1536
#error "NBL_FFT_LENGTH is not supported: the nearest are 1512 and 1536; of one real signal 3024 and 3072"
#elif NBL_FFT_COMPLEX_LENGTH > 1536 && NBL_FFT_COMPLEX_LENGTH < 1568
#error "NBL_FFT_LENGTH is not supported: the nearest are 1536 and 1568; of one real signal 3072 and 3136"
#elif NBL_FFT_COMPLEX_LENGTH > 1568 && NBL_FFT_COMPLEX_LENGTH < 1575
#error "NBL_FFT_LENGTH is not supported: the nearest are 1568 and 1575; of one real signal 3136 and 3150"
#elif NBL_FFT_COMPLEX_LENGTH > 1575 && NBL_FFT_COMPLEX_LENGTH < 1600
#error "NBL_FFT_LENGTH is not supported: the nearest are 1575 and 1600; of one real signal 3150 and 3200"
#elif NBL_FFT_COMPLEX_LENGTH > 1600 && NBL_FFT_COMPLEX_LENGTH < 1620
#error "NBL_FFT_LENGTH is not supported: the nearest are 1600 and 1620; of one real signal 3200 and 3240"
#elif NBL_FFT_COMPLEX_LENGTH > 1620 && NBL_FFT_COMPLEX_LENGTH < 1680
#error "NBL_FFT_LENGTH is not supported: the nearest are 1620 and 1680; of one real signal 3240 and 3360"
#elif NBL_FFT_COMPLEX_LENGTH > 1680 && NBL_FFT_COMPLEX_LENGTH < 1701
#error "NBL_FFT_LENGTH is not supported: the nearest are 1680 and 1701; of one real signal 3360 and 3402"
#elif NBL_FFT_COMPLEX_LENGTH > 1701 && NBL_FFT_COMPLEX_LENGTH < 1715
#error "NBL_FFT_LENGTH is not supported: the nearest are 1701 and 1715; of one real signal 3402 and 3430"
#elif NBL_FFT_COMPLEX_LENGTH > 1715 && NBL_FFT_COMPLEX_LENGTH < 1728
#error "NBL_FFT_LENGTH is not supported: the nearest are 1715 and 1728; of one real signal 3430 and 3456"
#elif NBL_FFT_COMPLEX_LENGTH > 1728 && NBL_FFT_COMPLEX_LENGTH < 1750
#error "NBL_FFT_LENGTH is not supported: the nearest are 1728 and 1750; of one real signal 3456 and 3500"
#elif NBL_FFT_COMPLEX_LENGTH > 1750 && NBL_FFT_COMPLEX_LENGTH < 1764
#error "NBL_FFT_LENGTH is not supported: the nearest are 1750 and 1764; of one real signal 3500 and 3528"
#elif NBL_FFT_COMPLEX_LENGTH > 1764 && NBL_FFT_COMPLEX_LENGTH < 1792
#error "NBL_FFT_LENGTH is not supported: the nearest are 1764 and 1792; of one real signal 3528 and 3584"
#elif NBL_FFT_COMPLEX_LENGTH > 1792 && NBL_FFT_COMPLEX_LENGTH < 1800
#error "NBL_FFT_LENGTH is not supported: the nearest are 1792 and 1800; of one real signal 3584 and 3600"
#elif NBL_FFT_COMPLEX_LENGTH > 1800 && NBL_FFT_COMPLEX_LENGTH < 1875
#error "NBL_FFT_LENGTH is not supported: the nearest are 1800 and 1875; of one real signal 3600 and 3750"
#elif NBL_FFT_COMPLEX_LENGTH > 1875 && NBL_FFT_COMPLEX_LENGTH < 1890
#error "NBL_FFT_LENGTH is not supported: the nearest are 1875 and 1890; of one real signal 3750 and 3780"
#elif NBL_FFT_COMPLEX_LENGTH > 1890 && NBL_FFT_COMPLEX_LENGTH < 1920
#error "NBL_FFT_LENGTH is not supported: the nearest are 1890 and 1920; of one real signal 3780 and 3840"
#elif NBL_FFT_COMPLEX_LENGTH > 1920 && NBL_FFT_COMPLEX_LENGTH < 1944
#error "NBL_FFT_LENGTH is not supported: the nearest are 1920 and 1944; of one real signal 3840 and 3888"
#elif NBL_FFT_COMPLEX_LENGTH > 1944 && NBL_FFT_COMPLEX_LENGTH < 1960
#error "NBL_FFT_LENGTH is not supported: the nearest are 1944 and 1960; of one real signal 3888 and 3920"
#elif NBL_FFT_COMPLEX_LENGTH > 1960 && NBL_FFT_COMPLEX_LENGTH < 2000
#error "NBL_FFT_LENGTH is not supported: the nearest are 1960 and 2000; of one real signal 3920 and 4000"
#elif NBL_FFT_COMPLEX_LENGTH > 2000 && NBL_FFT_COMPLEX_LENGTH < 2016
#error "NBL_FFT_LENGTH is not supported: the nearest are 2000 and 2016; of one real signal 4000 and 4032"
#elif NBL_FFT_COMPLEX_LENGTH > 2016 && NBL_FFT_COMPLEX_LENGTH < 2025
#error "NBL_FFT_LENGTH is not supported: the nearest are 2016 and 2025; of one real signal 4032 and 4050"
#elif NBL_FFT_COMPLEX_LENGTH > 2025 && NBL_FFT_COMPLEX_LENGTH < 2048
#error "NBL_FFT_LENGTH is not supported: the nearest are 2025 and 2048; of one real signal 4050 and 4096"
#elif NBL_FFT_COMPLEX_LENGTH > 2048 && NBL_FFT_COMPLEX_LENGTH < 2058
#error "NBL_FFT_LENGTH is not supported: the nearest are 2048 and 2058; of one real signal 4096 and 4116"
#elif NBL_FFT_COMPLEX_LENGTH > 2058 && NBL_FFT_COMPLEX_LENGTH < 2100
#error "NBL_FFT_LENGTH is not supported: the nearest are 2058 and 2100; of one real signal 4116 and 4200"
#elif NBL_FFT_COMPLEX_LENGTH > 2100 && NBL_FFT_COMPLEX_LENGTH < 2160
#error "NBL_FFT_LENGTH is not supported: the nearest are 2100 and 2160; of one real signal 4200 and 4320"
#elif NBL_FFT_COMPLEX_LENGTH > 2160 && NBL_FFT_COMPLEX_LENGTH < 2187
#error "NBL_FFT_LENGTH is not supported: the nearest are 2160 and 2187; of one real signal 4320 and 4374"
#elif NBL_FFT_COMPLEX_LENGTH > 2187 && NBL_FFT_COMPLEX_LENGTH < 2205
#error "NBL_FFT_LENGTH is not supported: the nearest are 2187 and 2205; of one real signal 4374 and 4410"
#elif NBL_FFT_COMPLEX_LENGTH > 2205 && NBL_FFT_COMPLEX_LENGTH < 2240
#error "NBL_FFT_LENGTH is not supported: the nearest are 2205 and 2240; of one real signal 4410 and 4480"
#elif NBL_FFT_COMPLEX_LENGTH > 2240 && NBL_FFT_COMPLEX_LENGTH < 2250
#error "NBL_FFT_LENGTH is not supported: the nearest are 2240 and 2250; of one real signal 4480 and 4500"
#elif NBL_FFT_COMPLEX_LENGTH > 2250 && NBL_FFT_COMPLEX_LENGTH < 2268
#error "NBL_FFT_LENGTH is not supported: the nearest are 2250 and 2268; of one real signal 4500 and 4536"
#elif NBL_FFT_COMPLEX_LENGTH > 2268 && NBL_FFT_COMPLEX_LENGTH < 2304
#error "NBL_FFT_LENGTH is not supported: the nearest are 2268 and 2304; of one real signal 4536 and 4608"
#elif NBL_FFT_COMPLEX_LENGTH > 2304 && NBL_FFT_COMPLEX_LENGTH < 2352
#error "NBL_FFT_LENGTH is not supported: the nearest are 2304 and 2352; of one real signal 4608 and 4704"
#elif NBL_FFT_COMPLEX_LENGTH > 2352 && NBL_FFT_COMPLEX_LENGTH < 2400
#error "NBL_FFT_LENGTH is not supported: the nearest are 2352 and 2400; of one real signal 4704 and 4800"
#elif NBL_FFT_COMPLEX_LENGTH > 2401 && NBL_FFT_COMPLEX_LENGTH < 2430
#error "NBL_FFT_LENGTH is not supported: the nearest are 2401 and 2430; of one real signal 4802 and 4860"
#elif NBL_FFT_COMPLEX_LENGTH > 2430 && NBL_FFT_COMPLEX_LENGTH < 2450
#error "NBL_FFT_LENGTH is not supported: the nearest are 2430 and 2450; of one real signal 4860 and 4900"
#elif NBL_FFT_COMPLEX_LENGTH > 2450 && NBL_FFT_COMPLEX_LENGTH < 2500
#error "NBL_FFT_LENGTH is not supported: the nearest are 2450 and 2500; of one real signal 4900 and 5000"
#elif NBL_FFT_COMPLEX_LENGTH > 2500 && NBL_FFT_COMPLEX_LENGTH < 2520
#error "NBL_FFT_LENGTH is not supported: the nearest are 2500 and 2520; of one real signal 5000 and 5040"
#elif NBL_FFT_COMPLEX_LENGTH > 2520 && NBL_FFT_COMPLEX_LENGTH < 2560
#error "NBL_FFT_LENGTH is not supported: the nearest are 2520 and 2560; of one real signal 5040 and 5120"
#elif NBL_FFT_COMPLEX_LENGTH > 2560 && NBL_FFT_COMPLEX_LENGTH < 2592
#error "NBL_FFT_LENGTH is not supported: the nearest are 2560 and 2592; of one real signal 5120 and 5184"
#elif NBL_FFT_COMPLEX_LENGTH > 2592 && NBL_FFT_COMPLEX_LENGTH < 2625
#error "NBL_FFT_LENGTH is not supported: the nearest are 2592 and 2625; of one real signal 5184 and 5250"
#elif NBL_FFT_COMPLEX_LENGTH > 2625 && NBL_FFT_COMPLEX_LENGTH < 2646
#error "NBL_FFT_LENGTH is not supported: the nearest are 2625 and 2646; of one real signal 5250 and 5292"
#elif NBL_FFT_COMPLEX_LENGTH > 2646 && NBL_FFT_COMPLEX_LENGTH < 2688
#error "NBL_FFT_LENGTH is not supported: the nearest are 2646 and 2688; of one real signal 5292 and 5376"
#elif NBL_FFT_COMPLEX_LENGTH > 2688 && NBL_FFT_COMPLEX_LENGTH < 2700
#error "NBL_FFT_LENGTH is not supported: the nearest are 2688 and 2700; of one real signal 5376 and 5400"
#elif NBL_FFT_COMPLEX_LENGTH > 2700 && NBL_FFT_COMPLEX_LENGTH < 2744
#error "NBL_FFT_LENGTH is not supported: the nearest are 2700 and 2744; of one real signal 5400 and 5488"
#elif NBL_FFT_COMPLEX_LENGTH > 2744 && NBL_FFT_COMPLEX_LENGTH < 2800
#error "NBL_FFT_LENGTH is not supported: the nearest are 2744 and 2800; of one real signal 5488 and 5600"
#elif NBL_FFT_COMPLEX_LENGTH > 2800 && NBL_FFT_COMPLEX_LENGTH < 2835
#error "NBL_FFT_LENGTH is not supported: the nearest are 2800 and 2835; of one real signal 5600 and 5670"
#elif NBL_FFT_COMPLEX_LENGTH > 2835 && NBL_FFT_COMPLEX_LENGTH < 2880
#error "NBL_FFT_LENGTH is not supported: the nearest are 2835 and 2880; of one real signal 5670 and 5760"
#elif NBL_FFT_COMPLEX_LENGTH > 2880 && NBL_FFT_COMPLEX_LENGTH < 2916
#error "NBL_FFT_LENGTH is not supported: the nearest are 2880 and 2916; of one real signal 5760 and 5832"
#elif NBL_FFT_COMPLEX_LENGTH > 2916 && NBL_FFT_COMPLEX_LENGTH < 2940
#error "NBL_FFT_LENGTH is not supported: the nearest are 2916 and 2940; of one real signal 5832 and 5880"
#elif NBL_FFT_COMPLEX_LENGTH > 2940 && NBL_FFT_COMPLEX_LENGTH < 3000
#error "NBL_FFT_LENGTH is not supported: the nearest are 2940 and 3000; of one real signal 5880 and 6000"
#elif NBL_FFT_COMPLEX_LENGTH > 3000 && NBL_FFT_COMPLEX_LENGTH < 3024
#error "NBL_FFT_LENGTH is not supported: the nearest are 3000 and 3024; of one real signal 6000 and 6048"
#elif NBL_FFT_COMPLEX_LENGTH > 3024 && NBL_FFT_COMPLEX_LENGTH < 3072
#error "NBL_FFT_LENGTH is not supported: the nearest are 3024 and 3072; of one real signal 6048 and 6144"
#elif NBL_FFT_COMPLEX_LENGTH > 3072 && NBL_FFT_COMPLEX_LENGTH < 3087
#error "NBL_FFT_LENGTH is not supported: the nearest are 3072 and 3087; of one real signal 6144 and 6174"
#elif NBL_FFT_COMPLEX_LENGTH > 3087 && NBL_FFT_COMPLEX_LENGTH < 3125
#error "NBL_FFT_LENGTH is not supported: the nearest are 3087 and 3125; of one real signal 6174 and 6250"
#elif NBL_FFT_COMPLEX_LENGTH > 3125 && NBL_FFT_COMPLEX_LENGTH < 3136
#error "NBL_FFT_LENGTH is not supported: the nearest are 3125 and 3136; of one real signal 6250 and 6272"
#elif NBL_FFT_COMPLEX_LENGTH > 3136 && NBL_FFT_COMPLEX_LENGTH < 3150
#error "NBL_FFT_LENGTH is not supported: the nearest are 3136 and 3150; of one real signal 6272 and 6300"
#elif NBL_FFT_COMPLEX_LENGTH > 3150 && NBL_FFT_COMPLEX_LENGTH < 3200
#error "NBL_FFT_LENGTH is not supported: the nearest are 3150 and 3200; of one real signal 6300 and 6400"
#elif NBL_FFT_COMPLEX_LENGTH > 3200 && NBL_FFT_COMPLEX_LENGTH < 3240
#error "NBL_FFT_LENGTH is not supported: the nearest are 3200 and 3240; of one real signal 6400 and 6480"
#elif NBL_FFT_COMPLEX_LENGTH > 3240 && NBL_FFT_COMPLEX_LENGTH < 3360
#error "NBL_FFT_LENGTH is not supported: the nearest are 3240 and 3360; of one real signal 6480 and 6720"
#elif NBL_FFT_COMPLEX_LENGTH > 3360 && NBL_FFT_COMPLEX_LENGTH < 3375
#error "NBL_FFT_LENGTH is not supported: the nearest are 3360 and 3375; of one real signal 6720 and 6750"
#elif NBL_FFT_COMPLEX_LENGTH > 3375 && NBL_FFT_COMPLEX_LENGTH < 3402
#error "NBL_FFT_LENGTH is not supported: the nearest are 3375 and 3402; of one real signal 6750 and 6804"
#elif NBL_FFT_COMPLEX_LENGTH > 3402 && NBL_FFT_COMPLEX_LENGTH < 3430
#error "NBL_FFT_LENGTH is not supported: the nearest are 3402 and 3430; of one real signal 6804 and 6860"
#elif NBL_FFT_COMPLEX_LENGTH > 3430 && NBL_FFT_COMPLEX_LENGTH < 3456
#error "NBL_FFT_LENGTH is not supported: the nearest are 3430 and 3456; of one real signal 6860 and 6912"
#elif NBL_FFT_COMPLEX_LENGTH > 3456 && NBL_FFT_COMPLEX_LENGTH < 3500
#error "NBL_FFT_LENGTH is not supported: the nearest are 3456 and 3500; of one real signal 6912 and 7000"
#elif NBL_FFT_COMPLEX_LENGTH > 3500 && NBL_FFT_COMPLEX_LENGTH < 3528
#error "NBL_FFT_LENGTH is not supported: the nearest are 3500 and 3528; of one real signal 7000 and 7056"
#elif NBL_FFT_COMPLEX_LENGTH > 3528 && NBL_FFT_COMPLEX_LENGTH < 3584
#error "NBL_FFT_LENGTH is not supported: the nearest are 3528 and 3584; of one real signal 7056 and 7168"
#elif NBL_FFT_COMPLEX_LENGTH > 3584 && NBL_FFT_COMPLEX_LENGTH < 3600
#error "NBL_FFT_LENGTH is not supported: the nearest are 3584 and 3600; of one real signal 7168 and 7200"
#elif NBL_FFT_COMPLEX_LENGTH > 3600 && NBL_FFT_COMPLEX_LENGTH < 3645
#error "NBL_FFT_LENGTH is not supported: the nearest are 3600 and 3645; of one real signal 7200 and 7290"
#elif NBL_FFT_COMPLEX_LENGTH > 3645 && NBL_FFT_COMPLEX_LENGTH < 3675
#error "NBL_FFT_LENGTH is not supported: the nearest are 3645 and 3675; of one real signal 7290 and 7350"
#elif NBL_FFT_COMPLEX_LENGTH > 3675 && NBL_FFT_COMPLEX_LENGTH < 3750
#error "NBL_FFT_LENGTH is not supported: the nearest are 3675 and 3750; of one real signal 7350 and 7500"
#elif NBL_FFT_COMPLEX_LENGTH > 3750 && NBL_FFT_COMPLEX_LENGTH < 3780
#error "NBL_FFT_LENGTH is not supported: the nearest are 3750 and 3780; of one real signal 7500 and 7560"
#elif NBL_FFT_COMPLEX_LENGTH > 3780 && NBL_FFT_COMPLEX_LENGTH < 3840
#error "NBL_FFT_LENGTH is not supported: the nearest are 3780 and 3840; of one real signal 7560 and 7680"
#elif NBL_FFT_COMPLEX_LENGTH > 3840 && NBL_FFT_COMPLEX_LENGTH < 3888
#error "NBL_FFT_LENGTH is not supported: the nearest are 3840 and 3888; of one real signal 7680 and 7776"
#elif NBL_FFT_COMPLEX_LENGTH > 3888 && NBL_FFT_COMPLEX_LENGTH < 3920
#error "NBL_FFT_LENGTH is not supported: the nearest are 3888 and 3920; of one real signal 7776 and 7840"
#elif NBL_FFT_COMPLEX_LENGTH > 3920 && NBL_FFT_COMPLEX_LENGTH < 3969
#error "NBL_FFT_LENGTH is not supported: the nearest are 3920 and 3969; of one real signal 7840 and 7938"
#elif NBL_FFT_COMPLEX_LENGTH > 3969 && NBL_FFT_COMPLEX_LENGTH < 4000
#error "NBL_FFT_LENGTH is not supported: the nearest are 3969 and 4000; of one real signal 7938 and 8000"
#elif NBL_FFT_COMPLEX_LENGTH > 4000 && NBL_FFT_COMPLEX_LENGTH < 4032
#error "NBL_FFT_LENGTH is not supported: the nearest are 4000 and 4032; of one real signal 8000 and 8064"
#elif NBL_FFT_COMPLEX_LENGTH > 4032 && NBL_FFT_COMPLEX_LENGTH < 4050
#error "NBL_FFT_LENGTH is not supported: the nearest are 4032 and 4050; of one real signal 8064 and 8100"
#elif NBL_FFT_COMPLEX_LENGTH > 4050 && NBL_FFT_COMPLEX_LENGTH < 4096
#error "NBL_FFT_LENGTH is not supported: the nearest are 4050 and 4096; of one real signal 8100 and 8192"
#elif NBL_FFT_COMPLEX_LENGTH > 4096 && NBL_FFT_COMPLEX_LENGTH < 4116
#error "NBL_FFT_LENGTH is not supported: the nearest are 4096 and 4116; of one real signal 8192 and 8232"
#elif NBL_FFT_COMPLEX_LENGTH > 4116 && NBL_FFT_COMPLEX_LENGTH < 4200
#error "NBL_FFT_LENGTH is not supported: the nearest are 4116 and 4200; of one real signal 8232 and 8400"
#elif NBL_FFT_COMPLEX_LENGTH > 4200 && NBL_FFT_COMPLEX_LENGTH < 4320
#error "NBL_FFT_LENGTH is not supported: the nearest are 4200 and 4320; of one real signal 8400 and 8640"
#elif NBL_FFT_COMPLEX_LENGTH > 4320 && NBL_FFT_COMPLEX_LENGTH < 4374
#error "NBL_FFT_LENGTH is not supported: the nearest are 4320 and 4374; of one real signal 8640 and 8748"
#elif NBL_FFT_COMPLEX_LENGTH > 4375 && NBL_FFT_COMPLEX_LENGTH < 4410
#error "NBL_FFT_LENGTH is not supported: the nearest are 4375 and 4410; of one real signal 8750 and 8820"
#elif NBL_FFT_COMPLEX_LENGTH > 4410 && NBL_FFT_COMPLEX_LENGTH < 4480
#error "NBL_FFT_LENGTH is not supported: the nearest are 4410 and 4480; of one real signal 8820 and 8960"
#elif NBL_FFT_COMPLEX_LENGTH > 4480 && NBL_FFT_COMPLEX_LENGTH < 4500
#error "NBL_FFT_LENGTH is not supported: the nearest are 4480 and 4500; of one real signal 8960 and 9000"
#elif NBL_FFT_COMPLEX_LENGTH > 4500 && NBL_FFT_COMPLEX_LENGTH < 4536
#error "NBL_FFT_LENGTH is not supported: the nearest are 4500 and 4536; of one real signal 9000 and 9072"
#elif NBL_FFT_COMPLEX_LENGTH > 4536 && NBL_FFT_COMPLEX_LENGTH < 4608
#error "NBL_FFT_LENGTH is not supported: the nearest are 4536 and 4608; of one real signal 9072 and 9216"
#elif NBL_FFT_COMPLEX_LENGTH > 4608 && NBL_FFT_COMPLEX_LENGTH < 4704
#error "NBL_FFT_LENGTH is not supported: the nearest are 4608 and 4704; of one real signal 9216 and 9408"
#elif NBL_FFT_COMPLEX_LENGTH > 4704 && NBL_FFT_COMPLEX_LENGTH < 4725
#error "NBL_FFT_LENGTH is not supported: the nearest are 4704 and 4725; of one real signal 9408 and 9450"
#elif NBL_FFT_COMPLEX_LENGTH > 4725 && NBL_FFT_COMPLEX_LENGTH < 4800
#error "NBL_FFT_LENGTH is not supported: the nearest are 4725 and 4800; of one real signal 9450 and 9600"
#elif NBL_FFT_COMPLEX_LENGTH > 4800 && NBL_FFT_COMPLEX_LENGTH < 4802
#error "NBL_FFT_LENGTH is not supported: the nearest are 4800 and 4802; of one real signal 9600 and 9604"
#elif NBL_FFT_COMPLEX_LENGTH > 4802 && NBL_FFT_COMPLEX_LENGTH < 4860
#error "NBL_FFT_LENGTH is not supported: the nearest are 4802 and 4860; of one real signal 9604 and 9720"
#elif NBL_FFT_COMPLEX_LENGTH > 4860 && NBL_FFT_COMPLEX_LENGTH < 4900
#error "NBL_FFT_LENGTH is not supported: the nearest are 4860 and 4900; of one real signal 9720 and 9800"
#elif NBL_FFT_COMPLEX_LENGTH > 4900 && NBL_FFT_COMPLEX_LENGTH < 5000
#error "NBL_FFT_LENGTH is not supported: the nearest are 4900 and 5000; of one real signal 9800 and 10000"
#elif NBL_FFT_COMPLEX_LENGTH > 5000 && NBL_FFT_COMPLEX_LENGTH < 5040
#error "NBL_FFT_LENGTH is not supported: the nearest are 5000 and 5040; of one real signal 10000 and 10080"
#elif NBL_FFT_COMPLEX_LENGTH > 5040 && NBL_FFT_COMPLEX_LENGTH < 5103
#error "NBL_FFT_LENGTH is not supported: the nearest are 5040 and 5103; of one real signal 10080 and 10206"
#elif NBL_FFT_COMPLEX_LENGTH > 5103 && NBL_FFT_COMPLEX_LENGTH < 5120
#error "NBL_FFT_LENGTH is not supported: the nearest are 5103 and 5120; of one real signal 10206 and 10240"
#elif NBL_FFT_COMPLEX_LENGTH > 5120 && NBL_FFT_COMPLEX_LENGTH < 5145
#error "NBL_FFT_LENGTH is not supported: the nearest are 5120 and 5145; of one real signal 10240 and 10290"
#elif NBL_FFT_COMPLEX_LENGTH > 5145 && NBL_FFT_COMPLEX_LENGTH < 5184
#error "NBL_FFT_LENGTH is not supported: the nearest are 5145 and 5184; of one real signal 10290 and 10368"
#elif NBL_FFT_COMPLEX_LENGTH > 5184 && NBL_FFT_COMPLEX_LENGTH < 5250
#error "NBL_FFT_LENGTH is not supported: the nearest are 5184 and 5250; of one real signal 10368 and 10500"
#elif NBL_FFT_COMPLEX_LENGTH > 5250 && NBL_FFT_COMPLEX_LENGTH < 5292
#error "NBL_FFT_LENGTH is not supported: the nearest are 5250 and 5292; of one real signal 10500 and 10584"
#elif NBL_FFT_COMPLEX_LENGTH > 5292 && NBL_FFT_COMPLEX_LENGTH < 5376
#error "NBL_FFT_LENGTH is not supported: the nearest are 5292 and 5376; of one real signal 10584 and 10752"
#elif NBL_FFT_COMPLEX_LENGTH > 5376 && NBL_FFT_COMPLEX_LENGTH < 5400
#error "NBL_FFT_LENGTH is not supported: the nearest are 5376 and 5400; of one real signal 10752 and 10800"
#elif NBL_FFT_COMPLEX_LENGTH > 5400 && NBL_FFT_COMPLEX_LENGTH < 5488
#error "NBL_FFT_LENGTH is not supported: the nearest are 5400 and 5488; of one real signal 10800 and 10976"
#elif NBL_FFT_COMPLEX_LENGTH > 5488 && NBL_FFT_COMPLEX_LENGTH < 5600
#error "NBL_FFT_LENGTH is not supported: the nearest are 5488 and 5600; of one real signal 10976 and 11200"
#elif NBL_FFT_COMPLEX_LENGTH > 5600 && NBL_FFT_COMPLEX_LENGTH < 5625
#error "NBL_FFT_LENGTH is not supported: the nearest are 5600 and 5625; of one real signal 11200 and 11250"
#elif NBL_FFT_COMPLEX_LENGTH > 5625 && NBL_FFT_COMPLEX_LENGTH < 5670
#error "NBL_FFT_LENGTH is not supported: the nearest are 5625 and 5670; of one real signal 11250 and 11340"
#elif NBL_FFT_COMPLEX_LENGTH > 5670 && NBL_FFT_COMPLEX_LENGTH < 5760
#error "NBL_FFT_LENGTH is not supported: the nearest are 5670 and 5760; of one real signal 11340 and 11520"
#elif NBL_FFT_COMPLEX_LENGTH > 5760 && NBL_FFT_COMPLEX_LENGTH < 5832
#error "NBL_FFT_LENGTH is not supported: the nearest are 5760 and 5832; of one real signal 11520 and 11664"
#elif NBL_FFT_COMPLEX_LENGTH > 5832 && NBL_FFT_COMPLEX_LENGTH < 5880
#error "NBL_FFT_LENGTH is not supported: the nearest are 5832 and 5880; of one real signal 11664 and 11760"
#elif NBL_FFT_COMPLEX_LENGTH > 5880 && NBL_FFT_COMPLEX_LENGTH < 6000
#error "NBL_FFT_LENGTH is not supported: the nearest are 5880 and 6000; of one real signal 11760 and 12000"
#elif NBL_FFT_COMPLEX_LENGTH > 6000 && NBL_FFT_COMPLEX_LENGTH < 6048
#error "NBL_FFT_LENGTH is not supported: the nearest are 6000 and 6048; of one real signal 12000 and 12096"
#elif NBL_FFT_COMPLEX_LENGTH > 6048 && NBL_FFT_COMPLEX_LENGTH < 6075
#error "NBL_FFT_LENGTH is not supported: the nearest are 6048 and 6075; of one real signal 12096 and 12150"
#elif NBL_FFT_COMPLEX_LENGTH > 6075 && NBL_FFT_COMPLEX_LENGTH < 6125
#error "NBL_FFT_LENGTH is not supported: the nearest are 6075 and 6125; of one real signal 12150 and 12250"
#elif NBL_FFT_COMPLEX_LENGTH > 6125 && NBL_FFT_COMPLEX_LENGTH < 6144
#error "NBL_FFT_LENGTH is not supported: the nearest are 6125 and 6144; of one real signal 12250 and 12288"
#elif NBL_FFT_COMPLEX_LENGTH > 6144 && NBL_FFT_COMPLEX_LENGTH < 6174
#error "NBL_FFT_LENGTH is not supported: the nearest are 6144 and 6174; of one real signal 12288 and 12348"
#elif NBL_FFT_COMPLEX_LENGTH > 6174 && NBL_FFT_COMPLEX_LENGTH < 6250
#error "NBL_FFT_LENGTH is not supported: the nearest are 6174 and 6250; of one real signal 12348 and 12500"
#elif NBL_FFT_COMPLEX_LENGTH > 6250 && NBL_FFT_COMPLEX_LENGTH < 6272
#error "NBL_FFT_LENGTH is not supported: the nearest are 6250 and 6272; of one real signal 12500 and 12544"
#elif NBL_FFT_COMPLEX_LENGTH > 6272 && NBL_FFT_COMPLEX_LENGTH < 6300
#error "NBL_FFT_LENGTH is not supported: the nearest are 6272 and 6300; of one real signal 12544 and 12600"
#elif NBL_FFT_COMPLEX_LENGTH > 6300 && NBL_FFT_COMPLEX_LENGTH < 6400
#error "NBL_FFT_LENGTH is not supported: the nearest are 6300 and 6400; of one real signal 12600 and 12800"
#elif NBL_FFT_COMPLEX_LENGTH > 6400 && NBL_FFT_COMPLEX_LENGTH < 6480
#error "NBL_FFT_LENGTH is not supported: the nearest are 6400 and 6480; of one real signal 12800 and 12960"
#elif NBL_FFT_COMPLEX_LENGTH > 6480 && NBL_FFT_COMPLEX_LENGTH < 6561
#error "NBL_FFT_LENGTH is not supported: the nearest are 6480 and 6561; of one real signal 12960 and 13122"
#elif NBL_FFT_COMPLEX_LENGTH > 6561 && NBL_FFT_COMPLEX_LENGTH < 6615
#error "NBL_FFT_LENGTH is not supported: the nearest are 6561 and 6615; of one real signal 13122 and 13230"
#elif NBL_FFT_COMPLEX_LENGTH > 6615 && NBL_FFT_COMPLEX_LENGTH < 6720
#error "NBL_FFT_LENGTH is not supported: the nearest are 6615 and 6720; of one real signal 13230 and 13440"
#elif NBL_FFT_COMPLEX_LENGTH > 6720 && NBL_FFT_COMPLEX_LENGTH < 6750
#error "NBL_FFT_LENGTH is not supported: the nearest are 6720 and 6750; of one real signal 13440 and 13500"
#elif NBL_FFT_COMPLEX_LENGTH > 6750 && NBL_FFT_COMPLEX_LENGTH < 6804
#error "NBL_FFT_LENGTH is not supported: the nearest are 6750 and 6804; of one real signal 13500 and 13608"
#elif NBL_FFT_COMPLEX_LENGTH > 6804 && NBL_FFT_COMPLEX_LENGTH < 6860
#error "NBL_FFT_LENGTH is not supported: the nearest are 6804 and 6860; of one real signal 13608 and 13720"
#elif NBL_FFT_COMPLEX_LENGTH > 6860 && NBL_FFT_COMPLEX_LENGTH < 6912
#error "NBL_FFT_LENGTH is not supported: the nearest are 6860 and 6912; of one real signal 13720 and 13824"
#elif NBL_FFT_COMPLEX_LENGTH > 6912 && NBL_FFT_COMPLEX_LENGTH < 7000
#error "NBL_FFT_LENGTH is not supported: the nearest are 6912 and 7000; of one real signal 13824 and 14000"
#elif NBL_FFT_COMPLEX_LENGTH > 7000 && NBL_FFT_COMPLEX_LENGTH < 7056
#error "NBL_FFT_LENGTH is not supported: the nearest are 7000 and 7056; of one real signal 14000 and 14112"
#elif NBL_FFT_COMPLEX_LENGTH > 7056 && NBL_FFT_COMPLEX_LENGTH < 7168
#error "NBL_FFT_LENGTH is not supported: the nearest are 7056 and 7168; of one real signal 14112 and 14336"
#elif NBL_FFT_COMPLEX_LENGTH > 7168 && NBL_FFT_COMPLEX_LENGTH < 7200
#error "NBL_FFT_LENGTH is not supported: the nearest are 7168 and 7200; of one real signal 14336 and 14400"
#elif NBL_FFT_COMPLEX_LENGTH > 7200 && NBL_FFT_COMPLEX_LENGTH < 7203
#error "NBL_FFT_LENGTH is not supported: the nearest are 7200 and 7203; of one real signal 14400 and 14406"
#elif NBL_FFT_COMPLEX_LENGTH > 7203 && NBL_FFT_COMPLEX_LENGTH < 7290
#error "NBL_FFT_LENGTH is not supported: the nearest are 7203 and 7290; of one real signal 14406 and 14580"
#elif NBL_FFT_COMPLEX_LENGTH > 7290 && NBL_FFT_COMPLEX_LENGTH < 7350
#error "NBL_FFT_LENGTH is not supported: the nearest are 7290 and 7350; of one real signal 14580 and 14700"
#elif NBL_FFT_COMPLEX_LENGTH > 7350 && NBL_FFT_COMPLEX_LENGTH < 7500
#error "NBL_FFT_LENGTH is not supported: the nearest are 7350 and 7500; of one real signal 14700 and 15000"
#elif NBL_FFT_COMPLEX_LENGTH > 7500 && NBL_FFT_COMPLEX_LENGTH < 7560
#error "NBL_FFT_LENGTH is not supported: the nearest are 7500 and 7560; of one real signal 15000 and 15120"
#elif NBL_FFT_COMPLEX_LENGTH > 7560 && NBL_FFT_COMPLEX_LENGTH < 7680
#error "NBL_FFT_LENGTH is not supported: the nearest are 7560 and 7680; of one real signal 15120 and 15360"
#elif NBL_FFT_COMPLEX_LENGTH > 7680 && NBL_FFT_COMPLEX_LENGTH < 7776
#error "NBL_FFT_LENGTH is not supported: the nearest are 7680 and 7776; of one real signal 15360 and 15552"
#elif NBL_FFT_COMPLEX_LENGTH > 7776 && NBL_FFT_COMPLEX_LENGTH < 7840
#error "NBL_FFT_LENGTH is not supported: the nearest are 7776 and 7840; of one real signal 15552 and 15680"
#elif NBL_FFT_COMPLEX_LENGTH > 7840 && NBL_FFT_COMPLEX_LENGTH < 7875
#error "NBL_FFT_LENGTH is not supported: the nearest are 7840 and 7875; of one real signal 15680 and 15750"
#elif NBL_FFT_COMPLEX_LENGTH > 7875 && NBL_FFT_COMPLEX_LENGTH < 7938
#error "NBL_FFT_LENGTH is not supported: the nearest are 7875 and 7938; of one real signal 15750 and 15876"
#elif NBL_FFT_COMPLEX_LENGTH > 7938 && NBL_FFT_COMPLEX_LENGTH < 8000
#error "NBL_FFT_LENGTH is not supported: the nearest are 7938 and 8000; of one real signal 15876 and 16000"
#elif NBL_FFT_COMPLEX_LENGTH > 8000 && NBL_FFT_COMPLEX_LENGTH < 8064
#error "NBL_FFT_LENGTH is not supported: the nearest are 8000 and 8064; of one real signal 16000 and 16128"
#elif NBL_FFT_COMPLEX_LENGTH > 8064 && NBL_FFT_COMPLEX_LENGTH < 8100
#error "NBL_FFT_LENGTH is not supported: the nearest are 8064 and 8100; of one real signal 16128 and 16200"
#elif NBL_FFT_COMPLEX_LENGTH > 8100 && NBL_FFT_COMPLEX_LENGTH < 8192
#error "NBL_FFT_LENGTH is not supported: the nearest are 8100 and 8192; of one real signal 16200 and 16384"
#elif NBL_FFT_COMPLEX_LENGTH > 8192 && NBL_FFT_COMPLEX_LENGTH < 16384
#error "NBL_FFT_LENGTH is not supported: the nearest are 8192 and 16384; of one real signal 16384 and 32768; NBL_FFT_PASS takes 2^a 3^b 5^c 7^d from 2048 to 134217728"
#elif NBL_FFT_COMPLEX_LENGTH > 16384 && NBL_FFT_COMPLEX_LENGTH < 32768
#error "NBL_FFT_LENGTH is not supported: the nearest are 16384 and 32768; of one real signal 32768 and 65536; NBL_FFT_PASS takes 2^a 3^b 5^c 7^d from 2048 to 134217728"
#else
#error "NBL_FFT_LENGTH is not supported: it is 2 to 32768, or NBL_FFT_PASS is given"
#endif
#endif
