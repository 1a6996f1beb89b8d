/* How a complex line of any length is transformed: whole, in passes, or as a convolution with a chirp.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/any_length.h"

#include "error/error.h"
#include "fft/split.h"
#include "nbl/host/plan.h"

uint32_t nbl_fft_any_convolution_length(uint32_t n) {
    uint64_t best = n <= NBL_FFT_ANY_MOST ? NBL_FFT_ANY_MOST_SMOOTH : 0;
    for (uint64_t odd = 1; odd <= 5; odd += 2) {
        uint64_t m = odd;
        while (m < 2 * (uint64_t)n - 1) m *= 2;
        if (m < best) best = m;
    }
    return (uint32_t)best;
}

nbl_result_t nbl_fft_any_refuse(uint32_t length, nbl_error_t *error) {
    return nbl_fail(error, NBL_ERROR_LIMIT,
                    "length %u: must be at most %u, or of no prime factor above 13 and at most %u", length,
                    NBL_FFT_ANY_MOST, NBL_FFT_ANY_MOST_SMOOTH);
}

nbl_fft_any_way_t nbl_fft_any_way(uint32_t length, uint32_t scalar_bytes) {
    uint32_t points[3];
    if (length == 1) return NBL_FFT_ANY_COPY;
    if (nbl_fft_plan_check_length(length, scalar_bytes / 2, NULL) == NBL_SUCCESS) return NBL_FFT_ANY_LINE;
    return nbl_fft_split(length, points) > 0 ? NBL_FFT_ANY_SPLIT : NBL_FFT_ANY_CHIRP;
}
