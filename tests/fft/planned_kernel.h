/* An instance of nbl/fft.h whose plan is known at run time on the CPU: from signals to spectra and back, in rounds.
 * SPDX-License-Identifier: Apache-2.0
 *
 * PLANNED_ALGORITHM, PLANNED_NAME and PLANNED_KERNEL are given; so is the plan, PLANNED_PLAN or PLANNED_ELEMENTS_LOG2
 * and PLANNED_INVOCATIONS_LOG2, as variables on the CPU and as literals on a device; there PLANNED_WORKGROUP_SIZE, too.
 * Spectra are in the algorithm's order.
 */
#include "nbl/accessors/storage.h"

#ifndef PLANNED_FFTS
#define PLANNED_FFTS 2 /* that share a workgroup */
#define PLANNED_ROUNDS 2
NBL_STRUCT(planned_job_t) { uint32_t ffts; };
NBL_STRUCT(planned_way_t) { bool back; };
NBL_PUSH_CONSTANTS(planned_job_t, planned_job)
NBL_BUFFER(0, nbl_float32_t2, planned_signals)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, planned_spectra)
NBL_BUFFER(2, nbl_float32_t2, planned_results)
#define PLANNED_OWN(name) NBL_CAT(PLANNED_NAME, NBL_CAT(_, name))
#endif

#define NBL_FFT_NAME PLANNED_NAME
#define NBL_FFT_ALGORITHM PLANNED_ALGORITHM
#if PLANNED_ALGORITHM == 1
#define NBL_FFT_PLAN PLANNED_PLAN
#else
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 PLANNED_ELEMENTS_LOG2
#define NBL_FFT_WORKGROUP_SIZE_LOG2 PLANNED_INVOCATIONS_LOG2
#endif
#define NBL_FFT_ELEMENTS 32
#define NBL_FFT_FFTS_PER_WORKGROUP PLANNED_FFTS
#define NBL_FFT_SHARED_SIZE 8192
#define NBL_FFT_NATIVE 1
#define NBL_FFT_STATE planned_way_t
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t PLANNED_OWN(get)(uint32_t fft, uint32_t index, planned_way_t way) {
    uint32_t place = fft * PLANNED_OWN(length)() + index;
    if (way.back) return nbl_complex_from_storage_float32_t(NBL_LOAD(planned_spectra, place));
    return nbl_complex_from_storage_float32_t(NBL_LOAD(planned_signals, place));
}

NBL_FUNCTION void PLANNED_OWN(set)(uint32_t fft, uint32_t index, nbl_complex_float32_t value, planned_way_t way) {
    uint32_t place = fft * PLANNED_OWN(length)() + index;
    if (way.back) {
        NBL_STORE(planned_results, place, nbl_storage_from_complex_float32_t(value));
    } else {
        NBL_STORE(planned_spectra, place, nbl_storage_from_complex_float32_t(value));
    }
}

NBL_LOCAL_SIZE(PLANNED_WORKGROUP_SIZE)
NBL_KERNEL(PLANNED_KERNEL) {
    planned_way_t way;
    way.back = false;
    PLANNED_OWN(rounds)(NBL_PUSH_CONSTANT(planned_job).ffts, PLANNED_ROUNDS, way.back, way);
    NBL_WORKGROUP_MEMORY_BARRIER();
    way.back = true;
    PLANNED_OWN(rounds)(NBL_PUSH_CONSTANT(planned_job).ffts, PLANNED_ROUNDS, way.back, way);
}
