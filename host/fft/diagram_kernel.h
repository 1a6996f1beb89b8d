/* A kernel that transforms one array by the library's text and tells of every butterfly, shuffle and access on the way.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by diagram_radix2.c and diagram_stockham.c, which define NBL_DIAGRAM_ALGORITHM and NBL_DIAGRAM_KERNEL. The
 * headers of the arithmetic come first, as they are; then their names are taken over, so that the transform's text
 * calls the recorder.
 */
#include "fft/diagram_record.h"
#include "nbl/accessors/storage.h"
#include "nbl/fft/map.h"
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

#define NBL_PRELOADED_ELEMENTS NBL_FFT_MAX_ELEMENTS_PER_INVOCATION
#if NBL_DIAGRAM_ALGORITHM == NBL_FFT_STOCKHAM
#define NBL_FFT_PLAN parameters()->plan
#define NBL_FFT_RADIX_KERNEL(v, r, inverse) \
    nbl_fft_record_radix_before(v, r), diagram_radix(v, r, inverse), nbl_fft_record_radix_after(v, r)
#define NBL_DIAGRAM_SHAPE() nbl_fft_stockham_shape(parameters()->plan)
#define NBL_DIAGRAM_SHARED_DWORDS parameters()->plan.plane_dwords
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 parameters()->elements_log2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 parameters()->workgroup_log2
#define NBL_FFT_SUBGROUP_SIZE_LOG2 parameters()->subgroup_log2
#define NBL_DIAGRAM_SHAPE() nbl_fft_radix2_shape(parameters()->elements_log2, parameters()->workgroup_log2)
#define NBL_DIAGRAM_SHARED_DWORDS NBL_FFT_SHARED_DWORDS(parameters()->workgroup_log2, NBL_DWORDS_float32_t)
#endif
NBL_SHARED(uint32_t, diagram_scratch, NBL_DIAGRAM_SHARED_DWORDS)

#define NBL_FFT_NAME diagram
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_ALGORITHM NBL_DIAGRAM_ALGORITHM
#define NBL_FFT_ELEMENTS NBL_PRELOADED_ELEMENTS
#define NBL_FFT_INVERSE_NORMALIZATION NBL_FFT_UNNORMALIZED /* the last butterfly's results are what is stored */
#define NBL_FFT_SHARED_GET(i) nbl_fft_record_shared_get(i, NBL_LOAD(diagram_scratch, i))
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(diagram_scratch, i, nbl_fft_record_shared_set(i, value))
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_FFT_PARAMETERS_AT_RUN_TIME
#include "nbl/accessors/preloaded.h"
#include "nbl/workgroup/fft.h"

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
    nbl_fft_shape_t shape = NBL_DIAGRAM_SHAPE();
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), nbl_fft_invocations(shape));
    nbl_complex_float32_t registers[NBL_PRELOADED_ELEMENTS];
    if (parameters()->inverse == 1u) {
        for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++)
            if (nbl_fft_spectrum_active(shape, k, at.invocation))
                load(&registers[k], nbl_fft_spectrum_index(shape, k, at.invocation));
        diagram_inverse(at, registers);
        for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++)
            if (nbl_fft_signal_active(shape, k, at.invocation))
                store(registers[k], nbl_fft_signal_index(shape, k, at.invocation));
    } else {
        for (uint32_t k = 0u; k < nbl_fft_signal_elements(shape); k++)
            if (nbl_fft_signal_active(shape, k, at.invocation))
                load(&registers[k], nbl_fft_signal_index(shape, k, at.invocation));
        diagram_forward(at, registers);
        for (uint32_t k = 0u; k < nbl_fft_spectrum_elements(shape); k++)
            if (nbl_fft_spectrum_active(shape, k, at.invocation))
                store(registers[k], nbl_fft_spectrum_index(shape, k, at.invocation));
    }
}
