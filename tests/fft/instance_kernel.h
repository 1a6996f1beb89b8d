/* One instance of nbl/fft.h, number CASE: from signals to spectra and back, some through a filter, too.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once for each case on the CPU, and compiled once for each on a device. CASE_NAME is the instance's name and
 * CASE_KERNEL the kernel's. Where there is a filter, it delays every signal by 3.
 */
#include "nbl/accessors/storage.h"

#ifndef CASE_BUFFERS
#define CASE_BUFFERS
NBL_STRUCT(case_job_t) { uint32_t ffts; };
NBL_STRUCT(case_way_t) { uint32_t way; /* 0: signals to spectra, 1: spectra to results, 2: delays, in place */ };
NBL_PUSH_CONSTANTS(case_job_t, case_job)
NBL_BUFFER(0, nbl_float32_t2, signals_float32_t)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, spectra_float32_t)
NBL_BUFFER(2, nbl_float32_t2, results_float32_t)
NBL_BUFFER(3, nbl_float32_t2, delayed_float32_t)
NBL_BUFFER(0, uint32_t, signals_float16_t)
NBL_COHERENT_BUFFER(1, uint32_t, spectra_float16_t)
NBL_BUFFER(2, uint32_t, results_float16_t)
NBL_BUFFER(3, uint32_t, delayed_float16_t)
#if NBL_HAS_FLOAT64
NBL_BUFFER(0, nbl_float64_t2, signals_float64_t)
NBL_COHERENT_BUFFER(1, nbl_float64_t2, spectra_float64_t)
NBL_BUFFER(2, nbl_float64_t2, results_float64_t)
NBL_BUFFER(3, nbl_float64_t2, delayed_float64_t)
#endif
#define CASE_OWN(name) NBL_CAT(CASE_NAME, NBL_CAT(_, name))
#define CASE_OF(name) NBL_CAT(name, NBL_CAT(_, CASE_SCALAR))
#endif

#if CASE == 0 /* uneven rounds: invocations without an element */
#define CASE_NAME floats
#define CASE_KERNEL transform_floats
#define NBL_FFT_FILTER
#define NBL_FFT_LENGTH 96
#elif CASE == 1
#define CASE_NAME doubles
#define CASE_KERNEL transform_doubles
#define CASE_SCALAR float64_t
#define NBL_FFT_SCALAR float64_t
#define NBL_FFT_LENGTH 20
#elif CASE == 2
#define CASE_NAME halves
#define CASE_KERNEL transform_halves
#define CASE_SCALAR float16_t
#define NBL_FFT_SCALAR float16_t
#define NBL_FFT_LENGTH 128
#define NBL_FFT_COLUMNS 4
#elif CASE == 3
#define CASE_NAME reals
#define CASE_KERNEL transform_reals
#define CASE_SIGNALS 1
#define NBL_FFT_LENGTH 36
#define NBL_FFT_REAL 1
#define NBL_FFT_COLUMNS 2
#elif CASE == 4
#define CASE_NAME pairs
#define CASE_KERNEL transform_pairs
#define NBL_FFT_FILTER
#define CASE_SIGNALS 2
#define NBL_FFT_LENGTH 21
#define NBL_FFT_REAL 2
#define NBL_FFT_FFTS_PER_WORKGROUP 2
#elif CASE == 5
#define CASE_NAME even_pairs
#define CASE_KERNEL transform_even_pairs
#define CASE_SIGNALS 2
#define NBL_FFT_LENGTH 20
#define NBL_FFT_REAL 2
#define NBL_FFT_COLUMNS 3 /* no power of two */
#elif CASE == 6           /* nbl-fft plan 30 --plan 6x5@5*4/2: less shared memory than elements */
#define CASE_NAME windows
#define CASE_KERNEL transform_windows
#define NBL_FFT_LENGTH 30
#define NBL_FFT_RADICES NBL_RADICES_2(6, 5)
#define NBL_FFT_LAYOUT 5, 10, 4, 2, 65536, 0, 23
#elif CASE == 7
#define CASE_NAME shuffles
#define CASE_KERNEL transform_shuffles
#define NBL_FFT_LENGTH 128
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#elif CASE == 8
#define CASE_NAME real_shuffles
#define CASE_KERNEL transform_real_shuffles
#define CASE_SIGNALS 1
#define NBL_FFT_LENGTH 256
#define NBL_FFT_REAL 1
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_FFTS_PER_WORKGROUP 2
#endif
#ifndef CASE_SCALAR
#define CASE_SCALAR float32_t
#endif
#ifndef CASE_SIGNALS
#define CASE_SIGNALS 0
#endif

#define NBL_FFT_NAME CASE_NAME
#define NBL_FFT_STATE case_way_t
#ifdef NBL_FFT_FILTER
#define CASE_FILTERED
#endif
#include "nbl/fft.h"

/* Complex elements from FFT to FFT, or with real signals from spectrum to spectrum. */
NBL_CONSTANT(CASE_OWN(spectrum_pitch), CASE_SIGNALS == 0 ? CASE_OWN(length) : CASE_OWN(length) / 2 + 1)

NBL_FUNCTION CASE_OF(nbl_complex) CASE_OWN(get)(uint32_t fft, uint32_t number, case_way_t way) {
    uint32_t signal_place = fft * CASE_OWN(signal_length) + number;
    if (way.way == 1u)
        return CASE_OF(nbl_complex_from_storage)(
            NBL_LOAD(NBL_CAT(spectra_, CASE_SCALAR), fft * CASE_OWN(spectrum_pitch) + number));
    if (way.way == 2u) return CASE_OF(nbl_complex_from_storage)(NBL_LOAD(NBL_CAT(delayed_, CASE_SCALAR), signal_place));
    return CASE_OF(nbl_complex_from_storage)(NBL_LOAD(NBL_CAT(signals_, CASE_SCALAR), signal_place));
}

NBL_FUNCTION void CASE_OWN(set)(uint32_t fft, uint32_t number, CASE_OF(nbl_complex) value, case_way_t way) {
    uint32_t signal_place = fft * CASE_OWN(signal_length) + number;
    if (way.way == 0u)
        NBL_STORE(NBL_CAT(spectra_, CASE_SCALAR), fft * CASE_OWN(spectrum_pitch) + number,
                  CASE_OF(nbl_storage_from_complex)(value));
    if (way.way == 1u)
        NBL_STORE(NBL_CAT(results_, CASE_SCALAR), signal_place, CASE_OF(nbl_storage_from_complex)(value));
    if (way.way == 2u)
        NBL_STORE(NBL_CAT(delayed_, CASE_SCALAR), signal_place, CASE_OF(nbl_storage_from_complex)(value));
}

#ifdef CASE_FILTERED
NBL_FUNCTION CASE_OF(nbl_complex)
    CASE_OWN(filter)(uint32_t fft, uint32_t frequency, CASE_OF(nbl_complex) value, case_way_t way) {
    NBL_UNUSED(fft);
    NBL_UNUSED(way);
    uint32_t turns = (3u * frequency) % CASE_OWN(length);
    return nbl_complex_mul(value, CASE_OF(nbl_fft_twiddle_fraction)(turns, CASE_OF(nbl_fft_fraction)(CASE_OWN(length)),
                                                                    false));
}
#endif

NBL_LOCAL_SIZE(CASE_OWN(workgroup_size))
NBL_KERNEL(CASE_KERNEL) {
    nbl_fft_place_t at = CASE_OWN(place)(NBL_PUSH_CONSTANT(case_job).ffts);
    case_way_t way;
    way.way = 0u;
    CASE_OWN(forward)(at, way);
    NBL_WORKGROUP_MEMORY_BARRIER();
    way.way = 1u;
    CASE_OWN(inverse)(at, way);
#ifdef CASE_FILTERED
    NBL_WORKGROUP_BARRIER();
    way.way = 2u;
    CASE_OWN(convolve)(at, way);
#endif
}

#undef CASE_FILTERED
#undef CASE_SIGNALS
#undef CASE_SCALAR
#undef CASE_KERNEL
#undef CASE_NAME
#undef CASE
