/* Kernel: from the spectra of half as many complex numbers to those of real signals, or the other way; or a copy.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameters: of shaders/fft_lines_resources.h. NBL_PARAMETER(signal_length): N complex numbers, of real signals of 2
 * N; forward from Z[f], f < N, to X[f], f <= N, inverse from X to Z (nbl/fft/real.h); fused, from Z to X, times a
 * spectrum, and back to Z. The table begins with exp(-2 pi i f / 2 N), f < N. With NBL_PARAMETER(real) 0 the N elements
 * of each transform are copied, times the factor.
 */
#include "shaders/fft_lines_resources.h"
#include "nbl/fft/real.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR
NBL_FUNCTION void lines_put(uint32_t begin, uint32_t index, NBL_COMPLEX z) {
    lines_keep_element(begin, lines_element_of(index), lines_scaled(z));
}

NBL_FUNCTION NBL_COMPLEX lines_get(uint32_t begin, uint32_t index) {
    return lines_fetch_given(begin, lines_element_of(index));
}

/* Converts frequencies f and N - f, which are made of each other. */
NBL_FUNCTION void lines_convert(uint32_t source, uint32_t target, uint32_t f) {
    uint32_t n = NBL_PARAMETER(signal_length);
    NBL_COMPLEX zero = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (NBL_PARAMETER(inverse) == 1u) {
        NBL_COMPLEX x = lines_get(source, f), mirror = lines_get(source, n - f);
        if (f == 0u) {
            x.imag = mirror.real;
            lines_put(target, 0u, NBL_OF_SCALAR(nbl_fft_real_pack_ends)(x));
        } else {
            lines_put(target, f, NBL_OF_SCALAR(nbl_fft_real_pack)(x, mirror, lines_table_get(f)));
            if (2u * f != n)
                lines_put(target, n - f, NBL_OF_SCALAR(nbl_fft_real_pack)(mirror, x, lines_table_get(n - f)));
        }
    } else {
        NBL_COMPLEX z = lines_get(source, f), end = zero;
        if (f == 0u) {
            z = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(z);
            end.real = z.imag;
            z.imag = zero.imag;
            lines_put(target, 0u, z);
            lines_put(target, n, end);
        } else {
            NBL_COMPLEX mirror = lines_get(source, n - f);
            lines_put(target, f, NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, lines_table_get(f)));
            if (2u * f != n)
                lines_put(target, n - f, NBL_OF_SCALAR(nbl_fft_real_unpack)(mirror, z, lines_table_get(n - f)));
        }
    }
}

/* Converts to X, multiplies by the spectrum, and converts back to Z, for frequencies f and N - f. */
NBL_FUNCTION void lines_convolve(uint32_t source, uint32_t target, uint32_t f) {
    uint32_t n = NBL_PARAMETER(signal_length);
    NBL_COMPLEX z = lines_get(source, f);
    if (f == 0u) {
        z = NBL_OF_SCALAR(nbl_fft_real_unpack_ends)(z);
        NBL_COMPLEX first = {z.real, NBL_CAST(NBL_SCALAR, 0.0f)}, end = {z.imag, NBL_CAST(NBL_SCALAR, 0.0f)};
        z.real = lines_product(first, 0u).real;
        z.imag = lines_product(end, n).real;
        lines_put(target, 0u, NBL_OF_SCALAR(nbl_fft_real_pack_ends)(z));
    } else {
        NBL_COMPLEX mirror = lines_get(source, n - f), w = lines_table_get(f), v = lines_table_get(n - f);
        NBL_COMPLEX x = lines_product(NBL_OF_SCALAR(nbl_fft_real_unpack)(z, mirror, w), f);
        NBL_COMPLEX y = lines_product(NBL_OF_SCALAR(nbl_fft_real_unpack)(mirror, z, v), n - f);
        lines_put(target, f, NBL_OF_SCALAR(nbl_fft_real_pack)(x, y, w));
        if (2u * f != n) lines_put(target, n - f, NBL_OF_SCALAR(nbl_fft_real_pack)(y, x, v));
    }
}

NBL_LOCAL_SIZE(256)
NBL_KERNEL(NBL_LINES_KERNEL) {
    uint32_t n = NBL_PARAMETER(signal_length), of = NBL_PARAMETER(real) == 1u ? n / 2u + 1u : n;
    uint32_t number = nbl_workgroup_index() * 256u + nbl_local_invocation_position();
    uint32_t item = number / of, f = number - item * of;
    if (item < NBL_PUSH_CONSTANT(lines_constants).count) {
        uint32_t transform = NBL_PUSH_CONSTANT(lines_constants).first + item;
        uint32_t source = lines_begin(transform, false), target = lines_begin(transform, true);
        if (NBL_PARAMETER(fused) == 1u) {
            lines_convolve(source, target, f);
        } else if (NBL_PARAMETER(real) == 1u) {
            lines_convert(source, target, f);
        } else {
            lines_element_t element = lines_element_of(f);
            lines_keep_signal(target, element, lines_scaled(lines_fetch_signal(source, element)));
        }
    }
}
#undef NBL_SCALAR
