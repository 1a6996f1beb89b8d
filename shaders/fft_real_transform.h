/* Kernel: a batch of FFTs of real signals from one buffer to another, spectra in natural order.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_resources.h but NBL_PARAMETER(native), and NBL_PARAMETER(real). With N the length of the
 * complex FFT, what one of them works on is, in complex elements,
 *
 *   NBL_PARAMETER(real), signals   signal                     spectrum
 *   1                             N: x[2 n], x[2 n + 1]      N + 1: X[0] .. X[N], of a signal of 2 N
 *   2                             N: x[n], y[n]              twice N / 2 + 1: X[0] .. X[N / 2], Y[0] .. Y[N / 2]
 */
#include "shaders/fft_resources.h"

#define NBL_FFT_REAL_NAME transform_real
#define NBL_FFT_REAL_SIGNALS NBL_PARAMETER(real)
#define NBL_FFT_REAL_FFT transform
#define NBL_FFT_REAL_SCALAR NBL_TRANSFORM_SCALAR
#define NBL_FFT_REAL_SHAPE() transform_shape()
#define NBL_FFT_REAL_SHARED_DWORDS NBL_PARAMETER(shared_dwords)
#define NBL_FFT_REAL_SHARED_GET(i) NBL_TRANSFORM_SHARED_GET(i)
#define NBL_FFT_REAL_SHARED_SET(i, value) NBL_TRANSFORM_SHARED_SET(i, value)
#define NBL_FFT_REAL_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/fft_real.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR

/* Where in a spectrum the two real numbers lie that element 0 holds: Zero, and Nyquist or the second signal's Zero. */
NBL_FUNCTION uint32_t transform_second_end(uint32_t n) {
    uint32_t half_ = n >> 1u;
    return NBL_PARAMETER(real) == 1 ? n : (n == 2u * half_ ? half_ : half_ + 1u);
}

/* Where the element of a frequency lies: of two signals the second one's are those above N / 2, backwards. */
NBL_FUNCTION uint32_t transform_spectrum_place(uint32_t n, uint32_t frequency) {
    uint32_t second = (n >> 1u) + 1u + (n - frequency);
    if (2u * frequency == n) second = (n >> 1u) + 1u;
    return NBL_PARAMETER(real) == 1 || 2u * frequency < n ? frequency : second;
}

NBL_FUNCTION NBL_COMPLEX transform_spectrum_get(uint32_t first, uint32_t n, uint32_t frequency) {
    uint32_t place = transform_spectrum_place(n, frequency);
    NBL_COMPLEX value = transform_source_get(first + place);
    if (frequency == 0u) value.imag = transform_source_get(first + transform_second_end(n)).real;
    if (NBL_PARAMETER(real) == 2 && 2u * frequency == n)
        value.imag = transform_source_get(first + place + (n >> 1u)).real;
    return value;
}

NBL_FUNCTION void transform_spectrum_set(uint32_t first, uint32_t n, uint32_t frequency, NBL_COMPLEX value) {
    uint32_t place = transform_spectrum_place(n, frequency);
    uint32_t second = frequency == 0u ? transform_second_end(n) : place + (n >> 1u);
    bool both = frequency == 0u || (NBL_PARAMETER(real) == 2 && 2u * frequency == n);
    NBL_COMPLEX end = NBL_OF_SCALAR(nbl_complex_zero)();
    end.real = value.imag;
    if (both) {
        value.imag = end.imag;
        transform_target_set(first + second, end);
    }
    transform_target_set(first + place, value);
}

NBL_LOCAL_SIZE((NBL_PARAMETER(ffts_per_workgroup) * NBL_PARAMETER(invocations)))
NBL_KERNEL(NBL_REAL_TRANSFORM_KERNEL) {
    nbl_fft_shape_t shape = transform_shape();
    uint32_t n = nbl_fft_length(shape);
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    uint32_t transform_number = nbl_workgroup_index() * NBL_PARAMETER(ffts_per_workgroup) + at.instance;
    uint32_t batch = NBL_PUSH_CONSTANT(transform_constants).batch;
    at.present = transform_number < batch;
    /* As in shaders/fft_transform.h: empty places load what the last transform has. */
    uint32_t number = at.present ? transform_number : batch - 1u;
    uint32_t signal = number * n;
    uint32_t spectrum = number * (NBL_PARAMETER(real) == 1 ? n + 1u : 2u * ((n >> 1u) + 1u));

    NBL_COMPLEX registers[NBL_PRELOADED_ELEMENTS];
    if (NBL_PARAMETER(inverse) == 1) {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
            uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
            if (nbl_fft_spectrum_active(shape, k, at.invocation))
                registers[k] = transform_spectrum_get(spectrum, n, frequency);
        }
        transform_real_inverse(at, registers);
        if (at.present) {
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
                uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
                if (nbl_fft_signal_active(shape, k, at.invocation)) transform_target_set(signal + index, registers[k]);
            }
        }
    } else {
        NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++) {
            uint32_t index = nbl_fft_signal_index(shape, k, at.invocation);
            if (nbl_fft_signal_active(shape, k, at.invocation)) registers[k] = transform_source_get(signal + index);
        }
        transform_real_forward(at, registers);
        if (at.present) {
            NBL_UNROLL for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++) {
                uint32_t frequency = nbl_fft_frequency(shape, nbl_fft_spectrum_index(shape, k, at.invocation));
                if (nbl_fft_spectrum_active(shape, k, at.invocation))
                    transform_spectrum_set(spectrum, n, frequency, registers[k]);
            }
        }
    }
}

#undef NBL_SCALAR
