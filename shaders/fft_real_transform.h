/* Kernel: a batch of FFTs of real signals from one buffer to another, spectra in natural order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_resources.h but NBL_PARAMETER(native), and NBL_PARAMETER(real) and (stepped_roots) of
 * nbl/host/parameters.h. N is the length of the complex FFT. It works on, in complex elements:
 *
 *   NBL_PARAMETER(real), signals   signal                     spectrum
 *   1                             N: x[2 n], x[2 n + 1]      N + 1: X[0] .. X[N], of a signal of 2 N
 *   2                             N: x[n], y[n]              twice N / 2 + 1: X[0] .. X[N / 2], Y[0] .. Y[N / 2]
 */
#include "shaders/fft_resources.h"

#define NBL_FFT_NAME transform_real
#define NBL_FFT_REAL NBL_PARAMETER(real)
#define NBL_FFT_STEPPED_ROOTS (NBL_PARAMETER(stepped_roots) == 1)
#include "shaders/fft_instance.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
/* Returns the element where an FFT's signal begins, or if `signal` is false its spectrum. */
NBL_FUNCTION uint32_t transform_real_first(uint32_t number, bool signal) {
    return number * (signal ? transform_real_signal_length() : (transform_real_length() >> 1u) + 1u);
}

NBL_FUNCTION NBL_COMPLEX transform_real_get(uint32_t number, uint32_t index) {
    return transform_source_get(transform_real_first(number, NBL_PARAMETER(inverse) == 0) + index);
}

NBL_FUNCTION void transform_real_set(uint32_t number, uint32_t index, NBL_COMPLEX value) {
    transform_target_set(transform_real_first(number, NBL_PARAMETER(inverse) == 1) + index, value);
}
#undef NBL_SCALAR

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_REAL_TRANSFORM_KERNEL) {
    nbl_fft_place_t at = transform_real_place(NBL_PUSH_CONSTANT(transform_constants).batch);
    transform_real_transform(at, NBL_PARAMETER(inverse) == 1);
}
