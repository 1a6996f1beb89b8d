/* Both passes of a large transform in one dispatch: workgroups draw tiles in an order that keeps what lies between the
 * passes in the device's cache. For devices that keep started workgroups running; compiled by bench/scripts/large.c.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A tile is what a workgroup does of a pass. Tickets count through `lag` tiles of the first pass, then through both
 * passes by turns, then through the rest of the second. A tile of the second pass waits until all first ones of its
 * transform are done; those have earlier tickets, so that somebody works on them. No counter is ever reset: a ticket
 * says which launch it is of.
 *
 * ROW_LENGTH, FIRST_RADICES, FIRST_LAYOUT, FIRST_COLUMNS and SECOND_ likewise, SHARED_DWORDS: of the larger
 */
#define NBL_MEMORY_MODEL 1
#include "nbl/accessors/storage.h"

NBL_STRUCT(job_t) {
    uint32_t rows;
    uint32_t lag; /* a multiple of the first pass's tiles of a turn, and at least those of a transform */
};
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_COHERENT_BUFFER(1, nbl_float32_t2, spectra)
NBL_COHERENT_BUFFER(2, uint32_t, counters) /* tickets, then the tiles done of each transform's first pass */

NBL_CONSTANT(both_dwords, SHARED_DWORDS)
NBL_SHARED(uint32_t, both, SHARED_DWORDS)
NBL_SHARED(uint32_t, drawn, 1)

uint32_t tile;
#undef nbl_workgroup_index
#define nbl_workgroup_index() tile

#define NBL_FFT_NAME first
#define NBL_FFT_LENGTH ROW_LENGTH
#define NBL_FFT_PASS 1
#define NBL_FFT_BETWEEN spectra
#define NBL_FFT_SHARED both
#define NBL_FFT_RADICES FIRST_RADICES
#define NBL_FFT_LAYOUT FIRST_LAYOUT
#define NBL_FFT_COLUMNS FIRST_COLUMNS
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"
NBL_FUNCTION nbl_complex_float32_t first_get(uint32_t fft, uint32_t index) {
    return nbl_complex_from_storage_float32_t(NBL_LOAD(signals, fft * first_length + index));
}

#define NBL_FFT_NAME second
#define NBL_FFT_LENGTH ROW_LENGTH
#define NBL_FFT_PASS 2
#define NBL_FFT_BETWEEN spectra
#define NBL_FFT_SHARED both
#define NBL_FFT_RADICES SECOND_RADICES
#define NBL_FFT_LAYOUT SECOND_LAYOUT
#define NBL_FFT_COLUMNS SECOND_COLUMNS
#define NBL_FFT_DIRECTION NBL_FFT_FORWARD
#include "nbl/fft.h"
NBL_FUNCTION void second_set(uint32_t fft, uint32_t index, nbl_complex_float32_t value) {
    NBL_STORE(spectra, fft * second_length + index, nbl_storage_from_complex_float32_t(value));
}

/* Tiles of a transform in each pass, and of a turn. */
NBL_CONSTANT(tiles_of_first, (first_lines / FIRST_COLUMNS))
NBL_CONSTANT(tiles_of_second, (second_lines / SECOND_COLUMNS))
NBL_CONSTANT(each_first, (tiles_of_first > tiles_of_second ? tiles_of_first / tiles_of_second : 1))
NBL_CONSTANT(each_second, (tiles_of_second > tiles_of_first ? tiles_of_second / tiles_of_first : 1))
#define MOST_LOADS 4000000u /* then something is wrong, and so is the result: better than a device that hangs */

NBL_LOCAL_SIZE(first_workgroup_size)
NBL_KERNEL(both_passes) {
    uint32_t rows = NBL_PUSH_CONSTANT(job).rows, lag = NBL_PUSH_CONSTANT(job).lag;
    if (nbl_local_invocation_position() == 0u) NBL_STORE(drawn, 0u, NBL_ATOMIC_ADD(counters, 0u, 1u));
    NBL_WORKGROUP_BARRIER();
    uint32_t all = rows * (tiles_of_first + tiles_of_second), ticket = NBL_LOAD(drawn, 0u);
    uint32_t launch = ticket / all;
    ticket = ticket - launch * all;
    uint32_t turns = (rows * tiles_of_first - lag) / each_first;
    bool is_first = ticket < lag;
    uint32_t behind = is_first ? 0u : ticket - lag;
    uint32_t turn = behind / (each_first + each_second);
    uint32_t within = behind - turn * (each_first + each_second);
    if (is_first) {
        tile = ticket;
    } else if (turn < turns) {
        is_first = within < each_first;
        tile = is_first ? lag + turn * each_first + within : turn * each_second + (within - each_first);
    } else {
        tile = turns * each_second + (behind - turns * (each_first + each_second));
    }
    if (is_first) {
        first_forward(first_place(rows));
        NBL_WORKGROUP_MEMORY_BARRIER();
        if (nbl_local_invocation_position() == 0u) {
            NBL_ATOMIC_ADD_ORDERED(counters, 1u + tile / tiles_of_first, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELEASE);
        }
    } else {
        if (nbl_local_invocation_position() == 0u) {
            uint32_t wanted = (launch + 1u) * tiles_of_first, loads = 0u;
            while (loads < MOST_LOADS && NBL_ATOMIC_LOAD(counters, 1u + tile / tiles_of_second, NBL_SCOPE_DEVICE,
                                                         NBL_ORDER_ACQUIRE) < wanted) {
                loads = loads + 1u;
            }
        }
        NBL_WORKGROUP_MEMORY_BARRIER();
        second_forward(second_place(rows));
    }
}
