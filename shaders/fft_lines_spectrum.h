/* Part of shaders/fft_lines.h: where the complex transform of a real line has the frequencies of its spectrum.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included behind lines_element(), where NBL_LINES_REAL is 1.
 */
/* Returns whether a line is two rows of real numbers of odd length, one behind the other in memory, and so are their
 * spectra. */
NBL_FUNCTION bool lines_are_pairs(void) { return NBL_PARAMETER(mirrored) == 3u; }

/* Returns which frequency of a real signal's spectrum an element of the complex transform holds. A signal of odd length
 * is the first of two signals (nbl/fft/real.h), whose second one is zeros unless lines are pairs. */
NBL_FUNCTION nbl_fft_real_place_t lines_real_place(lines_element_t element) {
    uint32_t n = lines_fft_length();
    nbl_fft_real_place_t place =
        nbl_fft_real_place(NBL_PARAMETER(real), NBL_PARAMETER(real) == 1u ? 2u * n : n, 0u, lines_number(element));
    if (NBL_PARAMETER(real) == 1u) place.has_end = element.offset == 0u && element.base == 0u; /* mostly a literal */
    return place;
}

/* Returns the element where the spectrum has that frequency. A signal of even length has it at the element's own
 * number, so the address stays base + offset. */
NBL_FUNCTION lines_element_t lines_spectrum_element(nbl_fft_real_place_t place, lines_element_t element) {
    if (NBL_PARAMETER(real) != 1u) element = lines_element_of(place.index);
    return element;
}

NBL_FUNCTION NBL_COMPLEX lines_fetch_frequency(uint32_t begin, uint32_t number, lines_element_t element) {
    NBL_COMPLEX z = {NBL_CAST(NBL_SCALAR, 0.0f), NBL_CAST(NBL_SCALAR, 0.0f)};
    if (number == 0u) {
        z = lines_fetch_given(begin, element);
    } else if (lines_are_pairs()) {
        z = lines_fetch_given(begin, lines_element_of(lines_number(element) + lines_fft_length() / 2u + 1u));
    }
    return z;
}

NBL_FUNCTION void lines_keep_frequency(uint32_t begin, uint32_t number, lines_element_t element, NBL_COMPLEX z) {
    if (number == 0u) {
        lines_keep_element(begin, element, z);
    } else if (lines_are_pairs()) {
        lines_keep_element(begin, lines_element_of(lines_number(element) + lines_fft_length() / 2u + 1u), z);
    }
}

NBL_FUNCTION NBL_COMPLEX lines_fetch_spectrum(uint32_t begin, lines_element_t element) {
    nbl_fft_real_place_t place = lines_real_place(element);
    NBL_COMPLEX z = lines_fetch_frequency(begin, place.number, lines_spectrum_element(place, element));
    if (place.has_end) z.imag = lines_fetch_frequency(begin, place.end_number, lines_element_of(place.end_index)).real;
    return z;
}

NBL_FUNCTION void lines_keep_spectrum(uint32_t begin, lines_element_t element, NBL_COMPLEX z) {
    nbl_fft_real_place_t place = lines_real_place(element);
    if (place.has_end) {
        NBL_COMPLEX end = {z.imag, NBL_CAST(NBL_SCALAR, 0.0f)};
        lines_keep_frequency(begin, place.end_number, lines_element_of(place.end_index), end);
        z.imag = NBL_CAST(NBL_SCALAR, 0.0f);
    }
    lines_keep_frequency(begin, place.number, lines_spectrum_element(place, element), z);
}
