/* A kernel on nbl/fft.h, real signals in columns and through a filter, and a scan: so that a mutation of them shows.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/storage.h"
#include "nbl/functional.h"
#include "nbl/subgroup/ballot.h"

NBL_STRUCT(instance_way_t) {
    uint32_t first; /* element of the output */
    uint32_t pitch;
};

NBL_BUFFER(0, nbl_float32_t2, instance_input)
NBL_BUFFER(1, nbl_float32_t2, instance_output)
NBL_SHARED(float32_t, instance_scratch, 64)

#define NBL_FFT_NAME reals
#define NBL_FFT_LENGTH 64
#define NBL_FFT_REAL 1
#define NBL_FFT_COLUMNS 16
#define NBL_FFT_STATE instance_way_t
#define NBL_FFT_FILTER
#include "nbl/fft.h"

NBL_FUNCTION nbl_complex_float32_t reals_get(uint32_t fft, uint32_t index, instance_way_t way) {
    return nbl_complex_from_storage_float32_t(
        NBL_LOAD(instance_input, (fft * (reals_signal_length / 4u) + index + way.first) % 128u));
}

NBL_FUNCTION void reals_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value, instance_way_t way) {
    NBL_STORE(instance_output, way.first + fft * way.pitch + index, nbl_storage_from_complex_float32_t(value));
}

NBL_FUNCTION nbl_complex_float32_t reals_filter(uint32_t fft, uint32_t frequency, nbl_complex_float32_t value,
                                                instance_way_t way) {
    return nbl_complex_scale(value, NBL_CAST(float32_t, fft + frequency + way.pitch));
}

#define NBL_SUBGROUP_ARITHMETIC_NAME lanes
#define NBL_SUBGROUP_ARITHMETIC_TYPE float32_t
#define NBL_SUBGROUP_ARITHMETIC_OPERATOR nbl_plus_float32_t
#include "nbl/subgroup/arithmetic.h"
#define NBL_WORKGROUP_ARITHMETIC_NAME totals
#define NBL_WORKGROUP_ARITHMETIC_TYPE float32_t
#define NBL_WORKGROUP_ARITHMETIC_OPERATOR nbl_plus_float32_t
#define NBL_WORKGROUP_ARITHMETIC_SUBGROUP lanes
#define NBL_WORKGROUP_ARITHMETIC_INVOCATIONS 64
#define NBL_WORKGROUP_ARITHMETIC_ITEMS 1
#define NBL_WORKGROUP_ARITHMETIC_SHARED_GET(i) NBL_LOAD(instance_scratch, i)
#define NBL_WORKGROUP_ARITHMETIC_SHARED_SET(i, v) NBL_STORE(instance_scratch, i, v)
#define NBL_WORKGROUP_ARITHMETIC_BARRIER() NBL_WORKGROUP_BARRIER()
#include "nbl/workgroup/arithmetic.h"

/* Output: 15 spectra of 33 frequencies, 15 filtered signals of 32 elements, 16 sums and counts. */
NBL_LOCAL_SIZE(reals_workgroup_size)
NBL_KERNEL(instance) {
    nbl_fft_place_t at = reals_place(15u);
    instance_way_t way;
    way.first = 0u;
    way.pitch = 33u;
    reals_forward(at, way);
    NBL_WORKGROUP_BARRIER();
    way.first = 495u;
    way.pitch = 32u;
    reals_convolve(at, way);
    uint32_t t = nbl_local_invocation_index();
    float32_t x[1];
    x[0] = NBL_LOAD(instance_input, t).x;
    uint32_t below = nbl_subgroup_ballot_exclusive_bit_count(nbl_subgroup_ballot(x[0] > 0.0f));
    float32_t total = totals_inclusive_scan(x);
    if (t % 4u == 3u) {
        nbl_float32_t2 sums = {x[0] + total, NBL_CAST(float32_t, below)};
        NBL_STORE(instance_output, 1000u + t / 4u, sums);
    }
}
