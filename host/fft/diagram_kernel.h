/* A kernel that transforms one array by the library's text and tells of every butterfly, shuffle and access on the way.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by diagram_radix2.c and diagram_stockham.c, which define NBL_DIAGRAM_ALGORITHM and NBL_DIAGRAM_KERNEL. The
 * headers of the arithmetic come first, as they are; then their names are taken over, so that the transform's text
 * calls the recorder.
 */
#include "fft/diagram_record.h"
#include "nbl/accessors/storage.h"
#include "nbl/fft/twiddle.h"
#include "nbl/subgroup/dwords.h"

static inline const nbl_fft_transform_parameters_t *parameters(void) {
    return (const nbl_fft_transform_parameters_t *)nbl_emulator_specialization();
}

#define nbl_fft_sum_and_difference_float32_t(pair) \
    nbl_fft_record_pair(pair, (nbl_fft_sum_and_difference_float32_t)(pair))
#define nbl_fft_dif_float32_t(twiddle, pair) nbl_fft_record_pair(pair, (nbl_fft_dif_float32_t)(twiddle, pair))
#define nbl_fft_dit_float32_t(twiddle, pair) nbl_fft_record_pair(pair, (nbl_fft_dit_float32_t)(twiddle, pair))
#undef nbl_complex_mul
#define nbl_complex_mul(z, w) nbl_fft_record_product(z, nbl_complex_mul_float32_t(z, w))
#define nbl_dwords_shuffle_xor_float32_t(d, mask) \
    nbl_fft_record_shuffle_xor(mask, (nbl_dwords_shuffle_xor_float32_t)(d, mask))

NBL_BUFFER(0, nbl_float32_t2, diagram_input)
NBL_BUFFER(1, nbl_float32_t2, diagram_output)

#define NBL_FFT_NAME diagram
#define NBL_FFT_ALGORITHM NBL_DIAGRAM_ALGORITHM
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED /* the last butterfly's results are what is stored */
#define NBL_FFT_REGISTERS
#if NBL_DIAGRAM_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN parameters()->plan
#define NBL_FFT_RADIX_KERNEL(v, r, inverse) \
    nbl_fft_record_radix_before(v, r), diagram_radix(v, r, inverse), nbl_fft_record_radix_after(v, r)
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 parameters()->elements_log2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 parameters()->workgroup_log2
#define NBL_FFT_SUBGROUP_SIZE_LOG2 parameters()->subgroup_log2
#endif
#define NBL_FFT_ELEMENTS NBL_FFT_MAX_ELEMENTS_PER_INVOCATION
#define NBL_FFT_FFTS_PER_WORKGROUP 1
NBL_SHARED(uint32_t, diagram_scratch, parameters()->shared_dwords)
#define NBL_FFT_SHARED_GET(i) nbl_fft_record_shared_get(i, NBL_LOAD(diagram_scratch, i))
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(diagram_scratch, i, nbl_fft_record_shared_set(i, value))
#include "nbl/fft.h"

static inline void load(nbl_complex_float32_t *element, uint32_t index) {
    nbl_float32_t2 value = NBL_LOAD(diagram_input, index);
    *element = nbl_fft_record_load(index, nbl_complex_construct(value.x, value.y));
}

static inline void store(nbl_complex_float32_t element, uint32_t index) {
    nbl_float32_t2 value = {element.real, element.imag};
    nbl_fft_record_store(index, element);
    NBL_STORE(diagram_output, index, value);
}

NBL_KERNEL(NBL_DIAGRAM_KERNEL) {
    nbl_fft_place_t at = diagram_place(1u);
    nbl_complex_float32_t registers[diagram_elements];
    bool inverse = parameters()->inverse == 1u;
    for (uint32_t k = 0; k < diagram_elements; k++) {
        if (inverse && diagram_spectrum_active(at, k)) load(&registers[k], diagram_spectrum_index(at, k));
        if (!inverse && diagram_signal_active(at, k)) load(&registers[k], diagram_signal_index(at, k));
    }
    diagram_transform_registers(at, inverse, registers);
    for (uint32_t k = 0; k < diagram_elements; k++) {
        if (inverse && diagram_signal_active(at, k)) store(registers[k], diagram_signal_index(at, k));
        if (!inverse && diagram_spectrum_active(at, k)) store(registers[k], diagram_spectrum_index(at, k));
    }
}
