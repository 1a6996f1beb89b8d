/* A kernel: one pass from LENGTH real numbers, such as 2097152, to their spectrum, or with BACK the other way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/accessors/storage.h"

NBL_BUFFER(0, nbl_float32_t2, source)          /* LENGTH / 2 pairs of numbers; BACK: the spectrum */
NBL_COHERENT_BUFFER(1, nbl_float32_t2, target) /* frequencies 0 to LENGTH / 2; BACK: pairs of numbers */

#define NBL_FFT_NAME row
#define NBL_FFT_LENGTH LENGTH
#define NBL_FFT_REAL 1
#define NBL_FFT_PASS PASS /* 1, then 2; and 3 beyond 8388608 */
#define NBL_FFT_BETWEEN target
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(source, index));
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(target, index, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(row_workgroup_size)
#ifdef BACK
NBL_KERNEL(pass) { row_inverse(row_place(1u)); }
#else
NBL_KERNEL(pass) { row_forward(row_place(1u)); }
#endif
