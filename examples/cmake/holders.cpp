/* Index mathematics in C++, from the headers alone: where a frequency lies after a forward FFT, and which invocation
 * holds its mirror.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/fft/mirror.h"

#include <cstdio>

int main() {
    const uint32_t elements_log2 = 2, workgroup_log2 = 8; /* 4 elements in each of 256 invocations */
    const nbl_fft_nabla_order_t order =
        nbl_fft_nabla_order(nbl_fft_log2_elements(elements_log2), nbl_fft_log2_workgroup(workgroup_log2));
    const uint32_t frequencies[] = {0, 1, 100, 512};
    for (uint32_t frequency : frequencies) {
        uint32_t index = nbl_fft_nabla_index(order, frequency);
        nbl_fft_mirror_holder_t mirror = nbl_fft_mirror_holder(order, index);
        std::printf("frequency %3u: element %u of invocation %3u; mirror: element %u of invocation %3u\n", frequency,
                    index >> workgroup_log2, index & 255u, mirror.element, mirror.invocation);
    }
}
