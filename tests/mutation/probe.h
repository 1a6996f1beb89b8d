/* A kernel that uses what no shipped kernel uses, so that a mutation of it shows in a result.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/accessors/texel_format.h"
#include "nbl/fft/mirror.h"
#include "nbl/fft/radix.h"
#include "nbl/fft/twiddle.h"

#define PROBE_RESULTS 16u

NBL_STRUCT(probe_constants_t) { nbl_uint32_t2 address; /* of the input, once more */ };

NBL_BUFFER(0, nbl_float32_t2, probe_input)
NBL_BUFFER(1, nbl_float32_t2, probe_output)
NBL_SHARED(uint32_t, probe_scratch, 128)
NBL_PUSH_CONSTANTS(probe_constants_t, probe_constants)

#define NBL_ACCESSOR_NAME probe_whole
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER probe_input
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME probe_result
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BUFFER probe_output
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME probe_half
#define NBL_ACCESSOR_SCALAR float32_t
#define NBL_ACCESSOR_BASE probe_whole
#include "nbl/accessors/offset.h"
#define NBL_ACCESSOR_NAME probe_address
#define NBL_ACCESSOR_SCALAR float32_t
#include "nbl/accessors/buffer_device_address.h"

#define NBL_SHUFFLE_NAME probe
#define NBL_SHUFFLE_SCALAR float32_t
#define NBL_SHUFFLE_INVOCATIONS 64u
#define NBL_SHUFFLE_SHARED_GET(i) NBL_LOAD(probe_scratch, i)
#define NBL_SHUFFLE_SHARED_SET(i, value) NBL_STORE(probe_scratch, i, value)
#define NBL_SHUFFLE_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_SHUFFLE_SOURCE(invocation) (63u - (invocation))
#include "nbl/workgroup/shuffle.h"

#define NBL_FFT_NAME probe_fft
#define NBL_FFT_LENGTH 256
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 2
#define NBL_FFT_MAPS
#include "nbl/fft.h"

NBL_LOCAL_SIZE(64)
NBL_KERNEL(probe) {
    nbl_fft_place_t at = nbl_fft_place(nbl_local_invocation_index(), 64u);
    uint32_t t = at.invocation;
    uint32_t first = nbl_local_invocation_index() * PROBE_RESULTS;
    nbl_complex_float32_t z = probe_whole_get(t);
    nbl_complex_float32_t w = probe_half_get(64u, t);

    probe_result_set(first + 0u, w);
    probe_result_set(first + 1u, probe_address_get(NBL_PUSH_CONSTANT(probe_constants).address, t));
    probe_result_set(first + 2u, probe_shuffle_by(at, z));
    probe_result_set(first + 3u, nbl_complex_div(z, w));
    probe_result_set(first + 4u, nbl_complex_construct(nbl_complex_norm(z), nbl_complex_equal(z, w) ? 1.0f : 0.0f));
    probe_result_set(first + 5u, nbl_fft_twiddle_fraction_float32_t(t, nbl_fft_fraction_float32_t(105u), false));

    nbl_fft_mirror_global_info_t mirror =
        nbl_fft_mirror_global_info(nbl_fft_nabla_order(nbl_fft_log2_elements(2u), nbl_fft_log2_workgroup(6u)),
                                   t * 4u + 1u);
    probe_result_set(first + 6u, nbl_complex_construct(NBL_CAST(float32_t, mirror.other_invocation),
                                                       NBL_CAST(float32_t, mirror.mirror_index)));
    probe_result_set(
        first + 7u,
        nbl_complex_construct(
            NBL_CAST(float32_t, nbl_fft_half_output_index(
                                    nbl_fft_nabla_order(nbl_fft_log2_elements(2u), nbl_fft_log2_workgroup(6u)), t)),
            NBL_CAST(float32_t, nbl_fft_half_dft_index(
                                    nbl_fft_nabla_order(nbl_fft_log2_elements(2u), nbl_fft_log2_workgroup(6u)), t))));
    probe_result_set(first + 8u, nbl_complex_construct(NBL_CAST(float32_t, nbl_rotate_left_upper(t * 37u, 5u, 12u)),
                                                       NBL_CAST(float32_t, nbl_round_up_to_power_of_two(t * 5u))));
    probe_result_set(first + 9u, nbl_complex_construct(NBL_CAST(float32_t, probe_fft_index_of_frequency(t)),
                                                       NBL_CAST(float32_t, probe_fft_mirror(at, 1u).invocation)));
    nbl_complex_float32_t v[16];
    for (uint32_t k = 0u; k < 16u; k++) v[k] = probe_whole_get((t * 16u + k) & 127u);
    nbl_fft_radix7_float32_t(v, false);
    nbl_fft_radix13_float32_t(v, false);
    nbl_fft_radix16_float32_t(v, true);
    nbl_fft_radix15_float32_t(v, false);
    for (uint32_t k = 10u; k < PROBE_RESULTS - 1u; k++) probe_result_set(first + k, v[k]);
    nbl_float32_t4 rgba = {z.real, z.imag, w.real, w.imag};
    probe_result_set(first + 15u,
                     nbl_complex_construct(nbl_texel_to_image(rgba, NBL_CAST(uint32_t, NBL_TEXEL_RGBA16F), false).x,
                                           nbl_texel_linear_from_srgb(4u * t + 3u)));
}
