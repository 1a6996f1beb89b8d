/* The same mathematics at compile time: in C++ the functions of indices are constexpr.
 * SPDX-License-Identifier: Apache-2.0 */
#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_MAPS
#include "nbl/fft.h"
#include "nbl/fft/mirror.h"

constexpr nbl_fft_nabla_order_t order = nbl_fft_nabla_order(nbl_fft_log2_elements(3), nbl_fft_log2_workgroup(6));

constexpr bool every_index_comes_back() {
    for (uint32_t i = 0; i < 512; i++)
        if (nbl_fft_nabla_index(order, nbl_fft_dft_index(order, i)) != i) return false;
    return true;
}
static_assert(every_index_comes_back(), "two frequencies lie in one place");
static_assert(nbl_fft_dft_index(order, 64) == 256, "Nyquist is not element 1 of invocation 0");
static_assert(row_fft_length() == 1000 && row_holder(1).element == 0, "the second frequency has moved");
