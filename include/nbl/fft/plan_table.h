/* Preferred plans: one row per length, as measured or, until then, as the prototype of FACTS 3 suggests.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only. A length without a row, or whose row does not fit the limits, gets its plan by counting (plan_search.h). To
 * put in what measured best, change or add a row; a plan's text (nbl_fft_plan_text) reads like one.
 */
#ifndef NBL_FFT_PLAN_TABLE_H
#define NBL_FFT_PLAN_TABLE_H

/* X(length, complex dwords or 0 for any, invocations, FFTs per workgroup or 0 for chosen, radices first pass first, 1 after
 * the last). An earlier row wins. */
#define NBL_FFT_PLAN_TABLE(X) \
    X(16, 0, 4, 0, 4, 4, 1, 1, 1, 1) \
    X(32, 0, 4, 0, 8, 4, 1, 1, 1, 1) \
    X(64, 0, 8, 0, 8, 8, 1, 1, 1, 1) \
    X(128, 0, 16, 0, 8, 4, 4, 1, 1, 1) \
    X(256, 0, 32, 0, 8, 8, 4, 1, 1, 1) \
    X(512, 0, 64, 0, 8, 8, 8, 1, 1, 1) \
    X(1024, 0, 64, 0, 16, 16, 4, 1, 1, 1) \
    X(2048, 0, 128, 0, 16, 16, 8, 1, 1, 1) \
    X(4096, 0, 256, 0, 16, 16, 16, 1, 1, 1) \
    X(8192, 0, 512, 0, 16, 8, 8, 8, 1, 1) \
    X(16384, 0, 1024, 0, 16, 16, 8, 8, 1, 1) \
    X(32768, 0, 1024, 0, 32, 32, 32, 1, 1, 1)

#endif
