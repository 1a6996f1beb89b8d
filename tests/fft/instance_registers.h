/* An instance of nbl/fft.h in registers, whose spectrum is checked against its own maps; tests/fft/test_instance.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/accessors/storage.h"

NBL_BUFFER(0, nbl_float32_t2, held_signals)
NBL_BUFFER(1, nbl_float32_t2, held_spectra)
NBL_BUFFER(2, nbl_float32_t2, held_results)
NBL_BUFFER(3, uint32_t, held_contradictions) /* one for each invocation: maps that do not agree */

#define NBL_FFT_NAME held
#define NBL_FFT_LENGTH 96
#define NBL_FFT_REGISTERS
#define NBL_FFT_FFTS_PER_WORKGROUP 3
#include "nbl/fft.h"

NBL_LOCAL_SIZE(held_workgroup_size)
NBL_KERNEL(transform_held) {
    nbl_fft_place_t at = held_place(3u);
    nbl_complex_float32_t x[held_elements];
    uint32_t first = at.fft * held_length;
    uint32_t contradictions = 0u;
    for (uint32_t k = 0u; k < held_elements; k++) {
        x[k] = nbl_complex_from_storage_float32_t(NBL_LOAD(held_signals, first + held_signal_index(at, k)));
    }
    held_forward_registers(at, x);
    for (uint32_t k = 0u; k < held_elements; k++) {
        if (held_spectrum_active(at, k)) {
            uint32_t frequency = held_frequency(at, k);
            nbl_fft_holder_t holder = held_holder(frequency);
            nbl_fft_holder_t mirror = held_mirror(at, k);
            nbl_fft_place_t there = at;
            there.invocation = mirror.invocation;
            if (holder.invocation != at.invocation || holder.element != k) contradictions += 1u;
            if ((held_frequency(there, mirror.element) + frequency) % held_length != 0u) contradictions += 1u;
            NBL_STORE(held_spectra, first + frequency, nbl_storage_from_complex_float32_t(x[k]));
        }
    }
    NBL_WORKGROUP_BARRIER();
    held_inverse_registers(at, x);
    for (uint32_t k = 0u; k < held_elements; k++) {
        if (held_signal_active(at, k))
            NBL_STORE(held_results, first + held_signal_index(at, k), nbl_storage_from_complex_float32_t(x[k]));
    }
    NBL_STORE(held_contradictions, nbl_local_invocation_index(), contradictions);
}
