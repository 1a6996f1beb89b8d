/* The radices that counting finds for a length, looked up.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plan/counted.h"

const nbl_fft_counted_t nbl_fft_counted[] = {
#include "plan/counted_rows.h"
};
const uint32_t nbl_fft_counted_count = sizeof nbl_fft_counted / sizeof nbl_fft_counted[0];

bool nbl_fft_plan_counted(uint32_t length, uint32_t complex_dwords, nbl_fft_plan_request_t *request) {
    uint32_t below = 0u, above = nbl_fft_counted_count;
    while (below < above) {
        const uint32_t middle = (below + above) / 2u;
        if (nbl_fft_counted[middle].length < length)
            below = middle + 1u;
        else
            above = middle;
    }
    for (; below < nbl_fft_counted_count && nbl_fft_counted[below].length == length; below++) {
        const nbl_fft_counted_t *row = &nbl_fft_counted[below];
        if ((row->dwords & complex_dwords) == 0u) continue;
        *request = (nbl_fft_plan_request_t){.passes = 0u};
        for (; request->passes < NBL_FFT_MAX_PASSES && row->radices[request->passes] != 0u; request->passes++)
            request->radices[request->passes] = row->radices[request->passes];
        return true;
    }
    return false;
}
