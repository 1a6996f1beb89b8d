/* Which lengths can be transformed, and the error message for the others.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <string.h>

#include "error/check.h"
#include "fft/names.h"
#include "fft/transform_kernels.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"

static nbl_result_t check_power_of_two(uint64_t length, nbl_error_t *error) {
    uint32_t most = NBL_FFT_PLAN_MAX_LENGTH, below = most;
    if (length >= 2 && length <= most && (length & (length - 1)) == 0) return NBL_SUCCESS;
    while (below > 1 && below >= length) below /= 2;
    if (below == 1)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "length %" PRIu64 ": must be a power of two for radix2-shuffle; the nearest is 2", length);
    if (below == most)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "length %" PRIu64 ": must be a power of two for radix2-shuffle; the nearest is %u, the largest",
                        length, below);
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "length %" PRIu64 ": must be a power of two for radix2-shuffle; the nearest are %u and %u", length,
                    below, 2 * below);
}

nbl_result_t nbl_fft_check_length(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length,
                                  nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("algorithm", algorithm, NBL_FFT_ALGORITHM_NAMES),
                                  NBL_CHECK_ENUM("precision", precision, NBL_FFT_PRECISION_NAMES)};
    nbl_error_clear(error);
    nbl_result_t valid = nbl_check("transform", checks, sizeof checks / sizeof *checks, error);
    if (valid != NBL_SUCCESS) return valid;
    if (algorithm == NBL_FFT_RADIX2_SHUFFLE) return check_power_of_two(length, error);
    uint32_t within = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length, dwords = nbl_fft_precision_dwords(precision);
    nbl_error_t why;
    if (nbl_fft_plan_check_length(within, dwords, &why) == NBL_SUCCESS) return NBL_SUCCESS;
    const char *behind = strchr(why.text, ':'); /* the number, which may be too large for it */
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "length %" PRIu64 "%s", length, behind ? behind : "");
}
