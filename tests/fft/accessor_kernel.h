/* A kernel that moves elements through every ready-made accessor and shuffle, and transforms through each array
 * accessor.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Shared text. Parameters: ACCESSOR_TEST_SCALAR; ACCESSOR_TEST_ADDRESS, 1 where buffers have addresses.
 * One workgroup of 64 invocations, two FFTs of 32 invocations and 4 elements each: N = 128. Regions of the output, in
 * elements:
 *
 *     0  linear buffer, backwards          192  shared structure of arrays       512  registers, forward: 256 
 *    64  offset 100, by an offset of 64    256  shuffle from (5 t + 3) mod 32    768  channel 1 of 2, forward: 256
 *   128  buffer device address             320  shuffle by xor 9                1024  in place in the buffer, forward:
 *                                               256
 *                                          384  shuffle by a function           1280  and inverse of that, back: 256
 */
#include "nbl/lang.h"
#include "nbl/accessors/storage.h"
#include "nbl/fft/parameters.h"

NBL_STRUCT(accessor_test_constants_t) { nbl_uint32_t2 address; /* of the input */ };

NBL_BUFFER(0, NBL_CAT(NBL_STORAGE_, ACCESSOR_TEST_SCALAR), accessor_input)
NBL_BUFFER(1, NBL_CAT(NBL_STORAGE_, ACCESSOR_TEST_SCALAR), accessor_output)
NBL_SHARED(uint32_t, accessor_scratch, 256)
NBL_PUSH_CONSTANTS(accessor_test_constants_t, accessor_constants)

#define NBL_ACCESSOR_NAME source
#define NBL_ACCESSOR_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_ACCESSOR_BUFFER accessor_input
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME target
#define NBL_ACCESSOR_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_ACCESSOR_BUFFER accessor_output
#include "nbl/accessors/linear_buffer.h"
#define NBL_ACCESSOR_NAME shifted_source
#define NBL_ACCESSOR_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_ACCESSOR_BASE source
#include "nbl/accessors/offset.h"
#define NBL_ACCESSOR_NAME shifted_target
#define NBL_ACCESSOR_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_ACCESSOR_BASE target
#include "nbl/accessors/offset.h"
#if ACCESSOR_TEST_ADDRESS
#define NBL_ACCESSOR_NAME addressed
#define NBL_ACCESSOR_SCALAR ACCESSOR_TEST_SCALAR
#include "nbl/accessors/buffer_device_address.h"
#endif
#define NBL_ACCESSOR_NAME arrays
#define NBL_ACCESSOR_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_ACCESSOR_STRIDE 64u
#define NBL_ACCESSOR_SHARED_GET(i) NBL_LOAD(accessor_scratch, i)
#define NBL_ACCESSOR_SHARED_SET(i, value) NBL_STORE(accessor_scratch, i, value)
#include "nbl/accessors/shared_structure_of_arrays.h"

#define NBL_SHUFFLE_NAME swap
#define NBL_SHUFFLE_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_SHUFFLE_INVOCATIONS 32u
#define NBL_SHUFFLE_SHARED_GET(i) NBL_LOAD(accessor_scratch, i)
#define NBL_SHUFFLE_SHARED_SET(i, value) NBL_STORE(accessor_scratch, i, value)
#define NBL_SHUFFLE_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_SHUFFLE_SOURCE(invocation) (31u - (invocation))
#include "nbl/workgroup/shuffle.h"

#define NBL_FFT_NAME registers_fft
#define NBL_FFT_LENGTH 128
#define NBL_FFT_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 2
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(accessor_scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(accessor_scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_FFT_REGISTERS
#include "nbl/fft.h"

#define NBL_FFT_NAME channels_fft
#define NBL_FFT_LENGTH 128
#define NBL_FFT_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 2
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(accessor_scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(accessor_scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_FFT_REGISTERS
#define NBL_FFT_CHANNELS 2
#include "nbl/fft.h"

/* Callbacks with a state: where in the buffer the FFTs begin. In place, since both sides have the algorithm's order. */
NBL_STRUCT(accessor_test_state_t) { uint32_t first; };
#define NBL_FFT_NAME buffer_fft
#define NBL_FFT_LENGTH 128
#define NBL_FFT_SCALAR ACCESSOR_TEST_SCALAR
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 2
#define NBL_FFT_SHARED_GET(i) NBL_LOAD(accessor_scratch, i)
#define NBL_FFT_SHARED_SET(i, value) NBL_STORE(accessor_scratch, i, value)
#define NBL_FFT_BARRIER() NBL_WORKGROUP_BARRIER()
#define NBL_FFT_NATIVE 1
#define NBL_FFT_STATE accessor_test_state_t
#include "nbl/fft.h"

#define ACCESSOR_TEST_COMPLEX NBL_CAT(nbl_complex_, ACCESSOR_TEST_SCALAR)
NBL_FUNCTION ACCESSOR_TEST_COMPLEX buffer_fft_get(uint32_t fft, uint32_t index, accessor_test_state_t state) {
    return shifted_target_get(state.first, fft * buffer_fft_length + index);
}

NBL_FUNCTION void buffer_fft_set(uint32_t fft, uint32_t index, ACCESSOR_TEST_COMPLEX value,
                                 accessor_test_state_t state) {
    shifted_target_set(state.first, fft * buffer_fft_length + index, value);
}

NBL_LOCAL_SIZE(64)
NBL_KERNEL(accessor_test) {
    uint32_t t = nbl_local_invocation_index();
    nbl_fft_place_t at = buffer_fft_place(2u);
    ACCESSOR_TEST_COMPLEX z = source_get(t);
    target_set(t, source_get(63u - t));
    shifted_target_set(64u, t, shifted_source_get(100u, t));
#if ACCESSOR_TEST_ADDRESS
    target_set(128u + t, addressed_get(NBL_PUSH_CONSTANT(accessor_constants).address, 7u + t));
    addressed_set(NBL_PUSH_CONSTANT(accessor_constants).address, 256u + t, z);
#endif
    arrays_set(0u, t, z);
    NBL_WORKGROUP_BARRIER();
    target_set(192u + t, arrays_get(0u, (t * 11u + 5u) & 63u));
    NBL_WORKGROUP_BARRIER();
    target_set(256u + t, swap_shuffle(at, z, (at.invocation * 5u + 3u) & 31u));
    NBL_WORKGROUP_BARRIER();
    target_set(320u + t, swap_shuffle_xor(at, z, 9u));
    NBL_WORKGROUP_BARRIER();
    target_set(384u + t, swap_shuffle_by(at, z));
    NBL_WORKGROUP_BARRIER();

    uint32_t first = at.instance * 128u;
    ACCESSOR_TEST_COMPLEX registers[registers_fft_elements];
    ACCESSOR_TEST_COMPLEX channels[channels_fft_registers];
    for (uint32_t k = 0u; k < 4u; k++) {
        uint32_t index = first + nbl_fft_linear_index(at, k, 5u);
        registers[k] = source_get(index);
        channels[k] = NBL_CAT(NBL_CAT(nbl_complex_, zero), NBL_CAT(_, ACCESSOR_TEST_SCALAR))();
        channels[4u + k] = registers[k];
        target_set(1024u + index, registers[k]);
    }
    registers_fft_forward_registers(at, registers);
    NBL_WORKGROUP_BARRIER();
    channels_fft_forward_registers(at, channels, 1u);
    NBL_WORKGROUP_BARRIER();
    accessor_test_state_t forward = {1024u};
    buffer_fft_forward(at, forward);
    for (uint32_t k = 0u; k < 4u; k++) {
        uint32_t index = first + nbl_fft_linear_index(at, k, 5u);
        target_set(512u + index, registers[k]);
        target_set(768u + index, nbl_complex_add(channels[k], channels[4u + k])); /* channel 0 must have stayed zero */
        target_set(1280u + index, target_get(1024u + index));
    }
    NBL_WORKGROUP_BARRIER();
    accessor_test_state_t back = {1280u};
    buffer_fft_inverse(at, back);
}
