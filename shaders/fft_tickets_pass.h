/* One pass of shaders/fft_tickets.h: an instance of nbl/fft.h, from the source or in the target.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_tickets.h alone, which defines what its passes differ in: NBL_FFT_NAME, _PASS, _TABLE, _TILE,
 * _RADICES, _LAYOUT and _COLUMNS. Parameters: of shaders/fft_tickets.h.
 */
#define NBL_FFT_SCALAR NBL_TICKETS_SCALAR
#define NBL_FFT_LENGTH NBL_TICKETS_LENGTH
#if NBL_FFT_PASS == 1
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(tickets_job).source
#else
#define NBL_FFT_SOURCE NBL_PUSH_CONSTANT(tickets_job).target
#endif
#define NBL_FFT_TARGET NBL_PUSH_CONSTANT(tickets_job).target
#ifdef NBL_TICKETS_POINTS_1
#define NBL_FFT_POINTS_1 NBL_TICKETS_POINTS_1
#define NBL_FFT_POINTS_2 NBL_TICKETS_POINTS_2
#define NBL_FFT_POINTS_3 NBL_TICKETS_POINTS_3
#endif
#ifdef NBL_TICKETS_ROWS
#define NBL_FFT_ROWS NBL_TICKETS_ROWS
#endif
#ifdef NBL_TICKETS_HALVES
#define NBL_FFT_HALVES
#endif
#ifdef NBL_TICKETS_NORMALIZATION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_TICKETS_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_TICKETS_NORMALIZATION
#endif
#define NBL_FFT_SHARED tickets
#define NBL_FFT_DIRECTION NBL_TICKETS_DIRECTION
#include "nbl/fft.h"
