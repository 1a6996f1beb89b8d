/* Of arrays that a workgroup holds: what idle invocations take from shared memory.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by shaders/fft_lines.h alone, before its instance of nbl/fft.h. Idle invocations that are too few for a
 * whole line store a part of it. From such a line they would take what none has stored; they take from line 0, and drop
 * it. at.ffts: lines_axis_worker() of shaders/fft_lines_arrays.h.
 */
#include "nbl/fft/parameters.h"

NBL_FUNCTION nbl_fft_place_t lines_taken_place(nbl_fft_place_t at) {
    if (at.ffts != 0u && at.instance >= at.ffts) at.instance = 0u;
    return at;
}
#define NBL_FFT_TAKES_FROM(at) lines_taken_place(at)
