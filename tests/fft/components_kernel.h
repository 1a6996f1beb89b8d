/* Instances of nbl/fft.h with several components, number CASE, beside the same with one: tests/fft/test_components.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each case on the CPU, and compiled once for each on a device. The kernel `together` does with one
 * call for all components what `apart` does with a call for each: forward, inverse, through a filter. CASE_APART: on
 * the CPU; on a device only what goes through the filter, both ways in registers, since software drivers take long to
 * compile.
 */
#include "nbl/accessors/storage.h"

#ifndef CASE_BUFFERS
#define CASE_BUFFERS
NBL_STRUCT(components_job_t) { uint32_t ffts; };
NBL_STRUCT(components_way_t) { uint32_t way, component; /* 0: forward, 1: inverse, 2: through the filter */ };
NBL_PUSH_CONSTANTS(components_job_t, components_job)
NBL_BUFFER(0, nbl_float32_t2, components_in)
NBL_BUFFER(1, nbl_float32_t2, components_forward)
NBL_BUFFER(2, nbl_float32_t2, components_inverse)
NBL_BUFFER(3, nbl_float32_t2, components_filtered)
#define CASE_OWN(name) NBL_CAT(CASE_NAME, NBL_CAT(_, name))
#endif

#if CASE == 0 /* uneven rounds: invocations without an element; the colours of a texel */
#define CASE_NAME colours
#define CASE_LENGTH 48
#define CASE_COMPONENTS 3
#elif CASE == 1 /* nbl-fft plan 30 --plan 6x5@5*4/2: less shared memory than elements */
#define CASE_NAME windowed
#define CASE_LENGTH 30
#define CASE_COMPONENTS 2
#define CASE_RADICES 133
#define CASE_LAYOUT 5, 10, 4, 2, 65536, 0, 23
#elif CASE == 2 /* columns side by side, as many components as there may be */
#define CASE_NAME columns
#define CASE_LENGTH 32
#define CASE_COMPONENTS 4
#define CASE_COLUMNS 2
#elif CASE == 3 /* the other algorithm: several FFTs in a workgroup, trades within subgroups and between them */
#define CASE_NAME shuffled
#define CASE_LENGTH 32
#define CASE_COMPONENTS 3
#define CASE_RADIX2
#elif CASE == 4 /* one real signal for each component */
#define CASE_NAME real
#define CASE_LENGTH 48
#define CASE_COMPONENTS 2
#define CASE_REAL 1
#else /* two, by the other algorithm */
#define CASE_NAME real_two
#define CASE_LENGTH 16
#define CASE_COMPONENTS 2
#define CASE_REAL 2
#define CASE_RADIX2
#endif

#ifdef CASE_RADICES
#define NBL_FFT_RADICES CASE_RADICES
#define NBL_FFT_LAYOUT CASE_LAYOUT
#endif
#ifdef CASE_COLUMNS
#define NBL_FFT_COLUMNS CASE_COLUMNS
#endif
#ifdef CASE_REAL
#define NBL_FFT_REAL CASE_REAL
#endif
#ifdef CASE_RADIX2
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#endif
#define NBL_FFT_NAME CASE_OWN(together)
#define NBL_FFT_LENGTH CASE_LENGTH
#define NBL_FFT_COMPONENTS CASE_COMPONENTS
#define NBL_FFT_FILTER
#define NBL_FFT_STATE components_way_t
#include "nbl/fft.h"

NBL_FUNCTION uint32_t CASE_OWN(number)(uint32_t fft, uint32_t index, uint32_t component) {
    return (fft * CASE_LENGTH + index) * CASE_COMPONENTS + component;
}

/* Another filter for each component, so that none can stand for another. */
NBL_FUNCTION nbl_complex_float32_t CASE_OWN(filtered)(uint32_t frequency, uint32_t component,
                                                      nbl_complex_float32_t value) {
    uint32_t turns = ((component + 1u) * frequency) % CASE_LENGTH;
    return nbl_complex_mul(value,
                           nbl_fft_twiddle_fraction_float32_t(turns, nbl_fft_fraction_float32_t(CASE_LENGTH), false));
}

NBL_FUNCTION nbl_complex_float32_t CASE_OWN(together_get)(uint32_t fft, uint32_t index, uint32_t component,
                                                          components_way_t way) {
    NBL_UNUSED(way);
    return nbl_complex_from_storage_float32_t(NBL_LOAD(components_in, CASE_OWN(number)(fft, index, component)));
}
NBL_FUNCTION void CASE_OWN(together_set)(uint32_t fft, uint32_t index, uint32_t component, nbl_complex_float32_t value,
                                         components_way_t way) {
    nbl_float32_t2 stored = nbl_storage_from_complex_float32_t(value);
    uint32_t i = CASE_OWN(number)(fft, index, component);
    if (way.way == 0u) NBL_STORE(components_forward, i, stored);
    if (way.way == 1u) NBL_STORE(components_inverse, i, stored);
    if (way.way == 2u) NBL_STORE(components_filtered, i, stored);
}
NBL_FUNCTION nbl_complex_float32_t CASE_OWN(together_filter)(uint32_t fft, uint32_t frequency, uint32_t component,
                                                             nbl_complex_float32_t value, components_way_t way) {
    NBL_UNUSED(fft);
    NBL_UNUSED(way);
    return CASE_OWN(filtered)(frequency, component, value);
}

NBL_LOCAL_SIZE(CASE_OWN(together_workgroup_size))
NBL_KERNEL(CASE_OWN(transform_together)) {
    nbl_fft_place_t at = CASE_OWN(together_place)(NBL_PUSH_CONSTANT(components_job).ffts);
    components_way_t way;
    way.component = 0u;
#ifdef CASE_APART
    way.way = 0u;
    CASE_OWN(together_forward)(at, way);
    NBL_WORKGROUP_BARRIER();
    way.way = 1u;
    CASE_OWN(together_inverse)(at, way);
    NBL_WORKGROUP_BARRIER();
#endif
    way.way = 2u;
    CASE_OWN(together_convolve)(at, way);
}

#ifdef CASE_APART
#ifdef CASE_RADICES
#define NBL_FFT_RADICES CASE_RADICES
#define NBL_FFT_LAYOUT CASE_LAYOUT
#endif
#ifdef CASE_COLUMNS
#define NBL_FFT_COLUMNS CASE_COLUMNS
#endif
#ifdef CASE_REAL
#define NBL_FFT_REAL CASE_REAL
#endif
#ifdef CASE_RADIX2
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#endif
#define NBL_FFT_NAME CASE_OWN(apart)
#define NBL_FFT_LENGTH CASE_LENGTH
#define NBL_FFT_FILTER
#define NBL_FFT_STATE components_way_t
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t CASE_OWN(apart_get)(uint32_t fft, uint32_t index, components_way_t way) {
    return CASE_OWN(together_get)(fft, index, way.component, way);
}
NBL_FUNCTION void CASE_OWN(apart_set)(uint32_t fft, uint32_t index, nbl_complex_float32_t value, components_way_t way) {
    CASE_OWN(together_set)(fft, index, way.component, value, way);
}
NBL_FUNCTION nbl_complex_float32_t CASE_OWN(apart_filter)(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value,
                                                          components_way_t way) {
    return CASE_OWN(together_filter)(fft, frequency, way.component, value, way);
}

NBL_KERNEL(CASE_OWN(transform_apart)) {
    nbl_fft_place_t at = CASE_OWN(apart_place)(NBL_PUSH_CONSTANT(components_job).ffts);
    components_way_t way;
    for (way.component = 0u; way.component < CASE_COMPONENTS; way.component++) {
        way.way = 0u;
        CASE_OWN(apart_forward)(at, way);
        NBL_WORKGROUP_BARRIER();
        way.way = 1u;
        CASE_OWN(apart_inverse)(at, way);
        NBL_WORKGROUP_BARRIER();
        way.way = 2u;
        CASE_OWN(apart_convolve)(at, way);
        NBL_WORKGROUP_BARRIER();
    }
}
#endif

#undef CASE_REAL
#undef CASE_RADIX2
#undef CASE_COLUMNS
#undef CASE_LAYOUT
#undef CASE_RADICES
#undef CASE_COMPONENTS
#undef CASE_LENGTH
#undef CASE_NAME
#undef CASE
