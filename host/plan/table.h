/* Preferred plans: one row per length, as measured on an NVIDIA H200 (docs/performance.md).
 * SPDX-License-Identifier: Apache-2.0
 *
 * A length without a row gets its plan by counting (host/plan/search.h). A row's radices are kept whatever the limits
 * are; its invocations and FFTs per workgroup where they fit. To put in what measured best, change or add a row, with
 * radices that fit 256 invocations; a plan's text (nbl_fft_plan_text) reads like one.
 */
#ifndef NBL_FFT_PLAN_TABLE_H
#define NBL_FFT_PLAN_TABLE_H

/* Orders that count within 5 % of the cheapest and err less by a tenth: twiddles of a large radix are products of two,
 * and the later it comes the more of them are not 1 (tests/fft/test_stockham_fftw.c). Not measured on a device. */
#define NBL_FFT_PLAN_ORDERS(X) \
    X(60, 0, 4, 0, 0, 15, 4, 1, 1, 1, 1) \
    X(98, 4, 7, 0, 0, 14, 7, 1, 1, 1, 1) \
    X(120, 0, 12, 0, 0, 12, 10, 1, 1, 1, 1) \
    X(162, 0, 18, 0, 0, 6, 9, 3, 1, 1, 1) \
    X(200, 4, 25, 0, 0, 8, 5, 5, 1, 1, 1) \
    X(441, 0, 63, 0, 0, 7, 7, 9, 1, 1, 1) \
    X(480, 0, 32, 0, 0, 16, 2, 15, 1, 1, 1) \
    X(648, 0, 72, 0, 0, 12, 9, 6, 1, 1, 1) \
    X(735, 4, 53, 0, 0, 15, 7, 7, 1, 1, 1) \
    X(900, 0, 60, 0, 0, 15, 15, 4, 1, 1, 1) \
    X(945, 0, 105, 0, 0, 15, 9, 7, 1, 1, 1) \
    X(960, 0, 64, 0, 0, 16, 4, 15, 1, 1, 1) \
    X(1008, 0, 84, 0, 0, 14, 12, 6, 1, 1, 1) \
    X(1458, 0, 162, 0, 0, 6, 9, 9, 3, 1, 1) \
    X(2268, 0, 252, 0, 0, 14, 9, 9, 2, 1, 1) \
    X(2916, 0, 324, 0, 0, 12, 9, 9, 3, 1, 1) \
    X(3840, 0, 256, 0, 0, 16, 16, 15, 1, 1, 1) \
    X(3969, 0, 441, 0, 0, 9, 9, 7, 7, 1, 1)

/* X(length, complex dwords or 0 for any, invocations, FFTs per workgroup or 0 for chosen, windows or 0 for as few as fit,
 * radices first pass first, 1 after the last). An earlier row wins. Two windows are for workgroups that one window would
 * make larger than 16 KiB, a third of what the device has: two of them would fit, or one, where now three do. */
#define NBL_FFT_PLAN_TABLE(X) \
    X(16, 0, 4, 0, 0, 4, 4, 1, 1, 1, 1) \
    X(20, 0, 1, 0, 0, 20, 1, 1, 1, 1, 1) \
    X(32, 0, 4, 0, 0, 8, 4, 1, 1, 1, 1) \
    X(64, 0, 8, 0, 0, 8, 8, 1, 1, 1, 1) \
    X(96, 0, 12, 8, 0, 8, 12, 1, 1, 1, 1) \
    X(128, 0, 16, 0, 0, 8, 4, 4, 1, 1, 1) \
    X(240, 2, 12, 5, 0, 12, 20, 1, 1, 1, 1) \
    X(256, 0, 32, 0, 0, 8, 8, 4, 1, 1, 1) \
    X(360, 0, 24, 4, 0, 3, 8, 15, 1, 1, 1) \
    X(512, 0, 64, 0, 0, 8, 8, 8, 1, 1, 1) \
    X(1000, 0, 100, 1, 0, 10, 10, 10, 1, 1, 1) \
    X(1024, 4, 128, 0, 0, 16, 8, 8, 1, 1, 1) \
    X(1024, 0, 64, 2, 0, 16, 16, 4, 1, 1, 1) \
    X(1344, 0, 112, 2, 0, 7, 16, 12, 1, 1, 1) \
    X(1440, 0, 120, 0, 0, 8, 15, 12, 1, 1, 1) \
    X(2025, 2, 225, 0, 0, 15, 9, 15, 1, 1, 1) \
    X(2048, 4, 128, 0, 2, 16, 16, 8, 1, 1, 1) \
    X(2048, 0, 128, 0, 0, 16, 16, 8, 1, 1, 1) \
    X(2240, 0, 160, 1, 0, 10, 16, 14, 1, 1, 1) \
    X(2304, 0, 192, 1, 0, 12, 16, 12, 1, 1, 1) \
    X(2560, 0, 160, 1, 0, 10, 16, 16, 1, 1, 1) \
    X(3072, 0, 256, 1, 0, 16, 16, 12, 1, 1, 1) \
    X(4096, 0, 256, 0, 2, 16, 16, 16, 1, 1, 1) \
    X(5120, 0, 640, 1, 0, 8, 8, 10, 8, 1, 1) \
    X(5292, 2, 756, 1, 0, 12, 9, 7, 7, 1, 1) \
    X(5760, 2, 384, 1, 0, 16, 3, 15, 8, 1, 1) \
    X(5832, 2, 729, 0, 0, 9, 8, 9, 9, 1, 1) \
    X(6000, 0, 600, 1, 1, 10, 10, 6, 10, 1, 1) \
    X(6480, 2, 810, 1, 0, 9, 8, 10, 9, 1, 1) \
    X(6615, 2, 473, 1, 0, 7, 7, 3, 15, 3, 1) \
    X(7168, 0, 256, 1, 0, 32, 16, 14, 1, 1, 1) \
    X(7680, 2, 512, 1, 0, 16, 16, 15, 2, 1, 1) \
    X(8192, 0, 256, 0, 2, 16, 32, 16, 1, 1, 1) \
    X(16384, 0, 512, 0, 0, 16, 32, 32, 1, 1, 1) \
    X(32768, 0, 1024, 0, 0, 32, 32, 32, 1, 1, 1) \
    NBL_FFT_PLAN_ORDERS(X)

#endif
