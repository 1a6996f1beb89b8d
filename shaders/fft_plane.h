/* Kernel: arrays of two dimensions, each within a workgroup: its rows into shared memory, its columns out of it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_TICKETS_LENGTH, NBL_TICKETS_ROWS, _INVERSE, _NORMALIZATION   as in shaders/fft_tickets.h; a row's elements must
 *                                       be a number that NBL_FFT_COLUMNS takes
 *   NBL_TICKETS_ROW_RADICES, _LAYOUT    the plan of rows, as many as a column has elements, and NBL_TICKETS_COLUMN_ that
 *                                       of as many columns as a row has: both of as many invocations in all
 *   NBL_TICKETS_DWORDS                  of shared memory for exchanges, of the plan that takes more
 *
 * Needs the feature of NBL_BUFFER_DEVICE_ADDRESS, which is 1. A workgroup for each array.
 */
#include "nbl/accessors/storage.h"
#include "nbl/complex.h"
#include "nbl/fft/address.h"
#include "shaders/fft_tickets_job.h"

#define NBL_PLANE_COLUMN (NBL_TICKETS_LENGTH / NBL_TICKETS_ROWS)

NBL_REFERENCE(nbl_float32_t2, plane_source)
NBL_REFERENCE(nbl_float32_t2, plane_target)

/* Between rows and columns: rows eight elements more apart than they have, half of the banks, since of a row eight
 * neighbours are written at once. */
NBL_CONSTANT(plane_pitch, (NBL_TICKETS_ROWS + 8))
NBL_SHARED(nbl_float32_t2, plane_between, (NBL_PLANE_COLUMN * (NBL_TICKETS_ROWS + 8)))
NBL_CONSTANT(plane_dwords, NBL_TICKETS_DWORDS)
NBL_SHARED(uint32_t, plane, NBL_TICKETS_DWORDS)

#if NBL_TICKETS_INVERSE
#define NBL_PLANE_DIRECTION NBL_FFT_INVERSE
#define NBL_PLANE_DO(name) NBL_CAT(name, _inverse)
#else
#define NBL_PLANE_DIRECTION NBL_FFT_FORWARD
#define NBL_PLANE_DO(name) NBL_CAT(name, _forward)
#endif

#define NBL_FFT_NAME plane_rows
#define NBL_FFT_LENGTH NBL_TICKETS_ROWS
#define NBL_FFT_RADICES NBL_TICKETS_ROW_RADICES
#define NBL_FFT_LAYOUT NBL_TICKETS_ROW_LAYOUT
#define NBL_FFT_DIRECTION NBL_PLANE_DIRECTION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_TICKETS_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_TICKETS_NORMALIZATION
#define NBL_FFT_OFFSETS 1
#define NBL_FFT_SHARED plane
#include "nbl/fft.h"

#define NBL_FFT_NAME plane_columns
#define NBL_FFT_LENGTH NBL_PLANE_COLUMN
#define NBL_FFT_RADICES NBL_TICKETS_COLUMN_RADICES
#define NBL_FFT_LAYOUT NBL_TICKETS_COLUMN_LAYOUT
#define NBL_FFT_COLUMNS NBL_TICKETS_ROWS
#define NBL_FFT_DIRECTION NBL_PLANE_DIRECTION
#define NBL_FFT_FORWARD_NORMALIZATION NBL_TICKETS_NORMALIZATION
#define NBL_FFT_INVERSE_NORMALIZATION NBL_TICKETS_NORMALIZATION
#define NBL_FFT_OFFSETS 1
#define NBL_FFT_SHARED plane
#include "nbl/fft.h"

NBL_REQUIRE_OF(plane_holds_whole_columns, plane_rows_ffts_per_workgroup == NBL_PLANE_COLUMN,
               plane_rows_ffts_per_workgroup, NBL_PLANE_COLUMN)
NBL_REQUIRE_OF(plane_passes_have_one_workgroup_size, plane_rows_workgroup_size == plane_columns_workgroup_size,
               plane_rows_workgroup_size, plane_columns_workgroup_size)

NBL_FUNCTION nbl_complex_float32_t plane_rows_get(uint32_t fft, uint32_t base, uint32_t offset) {
    nbl_uint32_t2 at = nbl_fft_address(NBL_PUSH_CONSTANT(tickets_job).source, fft * NBL_TICKETS_ROWS + base, 2u);
    return nbl_complex_from_storage_float32_t(NBL_REFERENCE_LOAD(plane_source, at, offset));
}

NBL_FUNCTION void plane_rows_set(uint32_t fft, uint32_t base, uint32_t offset, nbl_complex_float32_t value) {
    uint32_t row = fft - nbl_workgroup_index() * NBL_PLANE_COLUMN;
    NBL_STORE(plane_between, row * plane_pitch + base + offset, nbl_storage_from_complex_float32_t(value));
}

NBL_FUNCTION nbl_complex_float32_t plane_columns_get(uint32_t fft, uint32_t base, uint32_t offset) {
    uint32_t column = fft - nbl_workgroup_index() * NBL_TICKETS_ROWS;
    return nbl_complex_from_storage_float32_t(NBL_LOAD(plane_between, (base + offset) * plane_pitch + column));
}

NBL_FUNCTION void plane_columns_set(uint32_t fft, uint32_t base, uint32_t offset, nbl_complex_float32_t value) {
    uint32_t first = nbl_workgroup_index() * (NBL_TICKETS_ROWS * NBL_PLANE_COLUMN);
    uint32_t column = fft - nbl_workgroup_index() * NBL_TICKETS_ROWS;
    nbl_uint32_t2 at =
        nbl_fft_address(NBL_PUSH_CONSTANT(tickets_job).target, first + base * NBL_TICKETS_ROWS + column, 2u);
    NBL_REFERENCE_STORE(plane_target, at, offset * NBL_TICKETS_ROWS, nbl_storage_from_complex_float32_t(value));
}

NBL_LOCAL_SIZE(plane_rows_workgroup_size)
NBL_KERNEL(nbl_fft_plane) {
    uint32_t count = NBL_PUSH_CONSTANT(tickets_job).ffts;
    if (nbl_workgroup_index() < count) { /* a dispatch may have some workgroups more */
        NBL_PLANE_DO(plane_rows)(plane_rows_place(count * NBL_PLANE_COLUMN));
        NBL_WORKGROUP_BARRIER();
        NBL_PLANE_DO(plane_columns)(plane_columns_place(count * NBL_TICKETS_ROWS));
    }
}
