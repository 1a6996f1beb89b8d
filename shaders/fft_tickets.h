/* Kernels: two passes of large transforms in one dispatch, by tickets, and a dispatch that follows.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For devices that keep started workgroups running. Nothing breaks on others: a tile of the second pass that has waited
 * too long is put on a list. The dispatch that follows, behind a barrier, does the tiles on the list, as a rule none,
 * and clears the counters for the next launch. In both dispatches the second pass reads what the first one wrote to the
 * target.
 *
 *   NBL_TICKETS_SCALAR     optional: float64_t; else float32_t
 *   NBL_TICKETS_HALVES     optional: of float32_t: in memory they are halves (NBL_FFT_HALVES)
 *   NBL_TICKETS_LENGTH     elements of a transform: of a line, or of an array of two dimensions
 *   NBL_TICKETS_ROWS       optional: of arrays, the elements of a row (NBL_FFT_ROWS)
 *   NBL_TICKETS_PASS       the first of the two passes, 1 or 2
 *   NBL_TICKETS_POINTS_1 to _3   optional: how the length is split (NBL_FFT_POINTS_1)
 *   NBL_TICKETS_KERNEL     0: both passes; 1: what follows, NBL_TICKETS_SWEEPERS workgroups; 2: all kernels, on the
 *                          CPU; 3: a pass that has a dispatch of its own, NBL_TICKETS_ALONE
 *   NBL_TICKETS_ALONE      number of that pass, 1 to 3; 1 if not given
 *   NBL_TICKETS_INVERSE    1: inverse transforms; else forward ones
 *   NBL_TICKETS_NORMALIZATION   optional: NBL_FFT_UNNORMALIZED or another of nbl/fft/options.h; else 1/N of the inverse
 *   NBL_TICKETS_FIRST_RADICES, _LAYOUT, _COLUMNS   the plan of the first pass (NBL_FFT_RADICES), and _SECOND_ of the
 *                          second. Both fill one workgroup size, but with rows the first may leave fewer than a row's
 *                          invocations over
 *   NBL_TICKETS_ALONE_RADICES, _LAYOUT, _COLUMNS   the plan of a pass with a dispatch of its own
 *   NBL_TICKETS_ALONE_READS   optional: that pass reads its twiddles from tables[0]
 *   NBL_TICKETS_TABLES     0: twiddles are evaluated; 1: they are read from tables (NBL_FFT_TABLE)
 *   NBL_TICKETS_DWORDS     dwords of shared memory: the most that a plan needs
 *   NBL_TICKETS_MOST_LOOKS optional: how often a tile looks whether it may begin, at most; else 200000
 *
 * Needs the features of NBL_BUFFER_DEVICE_ADDRESS and NBL_MEMORY_MODEL, which are 1.
 */
#include "nbl/accessors/storage.h"
#include "nbl/fft/tickets.h"

#ifndef NBL_TICKETS_SCALAR
#define NBL_TICKETS_SCALAR float32_t
#endif
#ifndef NBL_TICKETS_MOST_LOOKS
#define NBL_TICKETS_MOST_LOOKS 200000u /* chosen */
#endif
#ifndef NBL_TICKETS_INVERSE
#define NBL_TICKETS_INVERSE 0
#endif
#define NBL_TICKETS_SWEEPERS 64u /* workgroups of what follows; chosen, and dispatched by host/gpu/tickets.c */

NBL_STRUCT(nbl_fft_tickets_job_t) {
    nbl_uint32_t2 source; /* addresses of complex numbers */
    nbl_uint32_t2 target;
    nbl_uint32_t2 tables[2]; /* of both passes, with NBL_TICKETS_TABLES */
    uint32_t ffts;           /* 1 or more */
    uint32_t lag;            /* tiles */
};
NBL_PUSH_CONSTANTS(nbl_fft_tickets_job_t, tickets_job)

/* All counters are zero before the first launch and after each. Dwords 0 to 2 count tickets drawn, tiles put on the
 * list, and workgroups of the dispatch that follows which are done. Then a dword for each unit counts the tiles done of
 * its first pass. Then comes the list, the numbers of its tiles, which is not cleared. */
NBL_COHERENT_BUFFER(0, uint32_t, tickets_counters)
#define NBL_TICKETS_DRAWN 0u
#define NBL_TICKETS_LEFT 1u
#define NBL_TICKETS_SWEPT 2u
#define NBL_TICKETS_UNITS 3u

NBL_CONSTANT(tickets_dwords, NBL_TICKETS_DWORDS)
NBL_SHARED(uint32_t, tickets, NBL_TICKETS_DWORDS)
NBL_SHARED(uint32_t, tickets_drawn, 2)
NBL_PRIVATE(uint32_t, tickets_tile) /* the tile's number among all of its pass, for a first pass that turns */
NBL_PRIVATE(uint32_t, tickets_line) /* the tile's first line; tickets_lines_end is the line behind its last one */
NBL_PRIVATE(uint32_t, tickets_lines_end)

#if NBL_TICKETS_INVERSE
#define NBL_TICKETS_DIRECTION NBL_FFT_INVERSE
#define NBL_TICKETS_DO(name) NBL_CAT(name, _inverse)
#else
#define NBL_TICKETS_DIRECTION NBL_FFT_FORWARD
#define NBL_TICKETS_DO(name) NBL_CAT(name, _forward)
#endif

#ifndef NBL_TICKETS_ALONE
#define NBL_TICKETS_ALONE 1
#endif

#if NBL_TICKETS_KERNEL == 3 || (NBL_TICKETS_PASS == 2 && NBL_TICKETS_KERNEL == 2)
#define NBL_FFT_NAME alone
#define NBL_FFT_PASS NBL_TICKETS_ALONE
#ifdef NBL_TICKETS_ALONE_READS
#define NBL_FFT_TABLE NBL_PUSH_CONSTANT(tickets_job).tables[0]
#endif
#define NBL_FFT_RADICES NBL_TICKETS_ALONE_RADICES
#define NBL_FFT_LAYOUT NBL_TICKETS_ALONE_LAYOUT
#if !defined(NBL_TICKETS_ROWS) || NBL_TICKETS_ALONE > 1
#define NBL_FFT_COLUMNS NBL_TICKETS_ALONE_COLUMNS
#endif
#include "shaders/fft_tickets_pass.h"

NBL_LOCAL_SIZE(alone_workgroup_size)
NBL_KERNEL(nbl_fft_pass_alone) { NBL_TICKETS_DO(alone)(alone_place(NBL_PUSH_CONSTANT(tickets_job).ffts)); }
#endif

#if NBL_TICKETS_KERNEL != 3
#define NBL_FFT_NAME first
#define NBL_FFT_PASS NBL_TICKETS_PASS
#if NBL_TICKETS_TABLES
#define NBL_FFT_TABLE NBL_PUSH_CONSTANT(tickets_job).tables[0]
#endif
#define NBL_FFT_TILE tickets_tile
#define NBL_FFT_RADICES NBL_TICKETS_FIRST_RADICES
#define NBL_FFT_LAYOUT NBL_TICKETS_FIRST_LAYOUT
#if !defined(NBL_TICKETS_ROWS) || NBL_TICKETS_PASS > 1
#define NBL_FFT_COLUMNS NBL_TICKETS_FIRST_COLUMNS
#endif
#include "shaders/fft_tickets_pass.h"

#define NBL_FFT_NAME second
#if NBL_TICKETS_PASS == 1
#define NBL_FFT_PASS 2
#else
#define NBL_FFT_PASS 3
#endif
#if NBL_TICKETS_TABLES
#define NBL_FFT_TABLE NBL_PUSH_CONSTANT(tickets_job).tables[1]
#endif
#define NBL_FFT_TILE tickets_tile
#define NBL_FFT_RADICES NBL_TICKETS_SECOND_RADICES
#define NBL_FFT_LAYOUT NBL_TICKETS_SECOND_LAYOUT
#define NBL_FFT_COLUMNS NBL_TICKETS_SECOND_COLUMNS
#include "shaders/fft_tickets_pass.h"

/* ---- Strips of a transform, and tiles of a strip: nbl/fft/tickets.h */

/* Tiles are cut from neighbouring lines: in two passes from all lines of a transform, in strips from the lines that
 * begin in one row. The last tile may have fewer lines than the others. */
#if NBL_TICKETS_PASS == 1
NBL_CONSTANT(tickets_beside_of_first, first_lines)
NBL_CONSTANT(tickets_beside_of_second, second_lines)
NBL_CONSTANT(tickets_strips, 1)
NBL_CONSTANT(tickets_of_first, ((first_lines + NBL_TICKETS_FIRST_COLUMNS - 1) / NBL_TICKETS_FIRST_COLUMNS))
NBL_CONSTANT(tickets_of_second, ((second_lines + NBL_TICKETS_SECOND_COLUMNS - 1) / NBL_TICKETS_SECOND_COLUMNS))
#else
NBL_CONSTANT(tickets_beside_of_first, (NBL_TICKETS_LENGTH / first_signal_length / second_signal_length))
NBL_CONSTANT(tickets_beside_of_second, tickets_beside_of_first)
NBL_CONSTANT(tickets_strips, ((tickets_beside_of_first + NBL_TICKETS_FIRST_COLUMNS - 1) / NBL_TICKETS_FIRST_COLUMNS))
NBL_CONSTANT(tickets_of_first, (first_lines / tickets_beside_of_first))
NBL_CONSTANT(tickets_of_second, (second_lines / tickets_beside_of_second))
NBL_REQUIRE(tickets_strips_have_as_many_columns_in_both_passes, NBL_TICKETS_FIRST_COLUMNS == NBL_TICKETS_SECOND_COLUMNS)
#endif
#if NBL_TICKETS_PASS == 1 && defined(NBL_TICKETS_ROWS) /* invocations without a row work on one that is not stored */
NBL_CONSTANT(tickets_rows_to_place, (second_workgroup_size / (first_workgroup_size / NBL_TICKETS_FIRST_COLUMNS)))
NBL_REQUIRE_OF(tickets_passes_have_one_workgroup_size, tickets_rows_to_place == NBL_TICKETS_FIRST_COLUMNS,
               tickets_rows_to_place, NBL_TICKETS_FIRST_COLUMNS)
#else
NBL_REQUIRE_OF(tickets_passes_have_one_workgroup_size, first_workgroup_size == second_workgroup_size,
               first_workgroup_size, second_workgroup_size)
#endif

#if NBL_TICKETS_PASS == 1 && !defined(NBL_TICKETS_ROWS)
NBL_REQUIRE_OF(tickets_tiles_that_turn_are_whole, first_lines % NBL_TICKETS_FIRST_COLUMNS == 0, first_lines,
               NBL_TICKETS_FIRST_COLUMNS)
#endif

/* Sets tickets_line, tickets_lines_end and tickets_tile for a unit's tile.
 *
 * tiles    of a unit in the tile's pass
 * beside   neighbouring lines from which tiles are cut
 * columns  lines of a tile at most */
NBL_FUNCTION void tickets_take(uint32_t unit, uint32_t tile, uint32_t tiles, uint32_t beside, uint32_t columns) {
#if NBL_TICKETS_PASS == 1 /* a unit is a transform */
    NBL_UNUSED(tiles);
    uint32_t begin = unit * beside;
    uint32_t within = tile * columns;
#else
    uint32_t fft = unit / tickets_strips;
    uint32_t begin = (fft * tiles + tile) * beside;
    uint32_t within = (unit - fft * tickets_strips) * columns;
#endif
    tickets_line = begin + within;
    tickets_tile = tickets_line / columns;
    tickets_lines_end = begin + (within + columns < beside ? within + columns : beside);
}

/* Returns the place in the drawn tile for a place in any tile. A place without a line loads what the drawn tile's last
 * line loads. */
NBL_FUNCTION nbl_fft_place_t tickets_place(nbl_fft_place_t at, uint32_t columns) {
    uint32_t line = tickets_line + at.instance;
    at.present = line < tickets_lines_end && at.instance < columns;
    at.fft = at.present ? line : tickets_lines_end - 1u;
    at.ffts = tickets_lines_end;
    return at;
}

/* Returns a place of the first pass. Rows are counted by a row's invocations, as the workgroup may have more than its
 * rows need. */
NBL_FUNCTION nbl_fft_place_t tickets_first_place(uint32_t ffts) {
#if NBL_TICKETS_PASS == 1 && defined(NBL_TICKETS_ROWS)
    NBL_UNUSED(ffts);
    return nbl_fft_place(nbl_local_invocation_position(), first_workgroup_size / NBL_TICKETS_FIRST_COLUMNS);
#else
    return first_place(ffts);
#endif
}

#if NBL_TICKETS_KERNEL != 1
/* Waits for a unit's first pass. Returns whether it is done; false after NBL_TICKETS_MOST_LOOKS looks. Invocation `one`
 * looks, and all leave the loop at once: Mesa 22.3's lavapipe loses a lane that leaves a loop before others. */
NBL_FUNCTION bool tickets_wait(uint32_t unit, bool one) {
    bool done = false;
    for (uint32_t looks = 0u; looks < NBL_TICKETS_MOST_LOOKS && !done; looks++) {
        if (one) {
            uint32_t tiles =
                NBL_ATOMIC_LOAD(tickets_counters, NBL_TICKETS_UNITS + unit, NBL_SCOPE_DEVICE, NBL_ORDER_ACQUIRE);
            NBL_STORE(tickets_drawn, 1u, tiles == tickets_of_first ? 1u : 0u);
        }
        NBL_WORKGROUP_MEMORY_BARRIER();
        done = NBL_LOAD(tickets_drawn, 1u) != 0u;
        if (!done) NBL_WORKGROUP_BARRIER();
    }
    return done;
}

NBL_LOCAL_SIZE(second_workgroup_size)
NBL_KERNEL(nbl_fft_both_passes) {
    uint32_t ffts = NBL_PUSH_CONSTANT(tickets_job).ffts;
    nbl_fft_tickets_t of = {ffts * tickets_strips, tickets_of_first, tickets_of_second,
                            NBL_PUSH_CONSTANT(tickets_job).lag};
    bool one = nbl_local_invocation_position() == 0u;
    if (one) NBL_STORE(tickets_drawn, 0u, NBL_ATOMIC_ADD(tickets_counters, NBL_TICKETS_DRAWN, 1u));
    NBL_WORKGROUP_BARRIER();
    uint32_t number = NBL_LOAD(tickets_drawn, 0u);
    if (number < nbl_fft_tickets(of)) { /* a dispatch may have more workgroups than tickets */
        nbl_fft_ticket_t ticket = nbl_fft_ticket(of, number);
        if (!ticket.second) {
            tickets_take(ticket.unit, ticket.tile, tickets_of_first, tickets_beside_of_first,
                         NBL_TICKETS_FIRST_COLUMNS);
            NBL_TICKETS_DO(first)(tickets_place(tickets_first_place(ffts), NBL_TICKETS_FIRST_COLUMNS));
            NBL_WORKGROUP_MEMORY_BARRIER();
            if (one) {
                NBL_ATOMIC_ADD_ORDERED(tickets_counters, NBL_TICKETS_UNITS + ticket.unit, 1u, NBL_SCOPE_DEVICE,
                                       NBL_ORDER_RELEASE);
            }
        } else {
            tickets_take(ticket.unit, ticket.tile, tickets_of_second, tickets_beside_of_second,
                         NBL_TICKETS_SECOND_COLUMNS);
            if (tickets_wait(ticket.unit, one)) {
                NBL_TICKETS_DO(second)(tickets_place(second_place(ffts), NBL_TICKETS_SECOND_COLUMNS));
            } else if (one) {
                uint32_t left = NBL_ATOMIC_ADD(tickets_counters, NBL_TICKETS_LEFT, 1u);
                NBL_STORE(tickets_counters, NBL_TICKETS_UNITS + of.units + left,
                          ticket.unit * tickets_of_second + ticket.tile);
            }
        }
    }
}
#endif

#if NBL_TICKETS_KERNEL != 0
NBL_LOCAL_SIZE(second_workgroup_size)
NBL_KERNEL(nbl_fft_what_is_left) {
    uint32_t ffts = NBL_PUSH_CONSTANT(tickets_job).ffts;
    uint32_t units = ffts * tickets_strips;
    uint32_t t = nbl_local_invocation_position();
    uint32_t left = NBL_LOAD(tickets_counters, NBL_TICKETS_LEFT);
    for (uint32_t i = nbl_workgroup_index(); i < left; i += NBL_TICKETS_SWEEPERS) {
        uint32_t number = NBL_LOAD(tickets_counters, NBL_TICKETS_UNITS + units + i);
        uint32_t unit = number / tickets_of_second;
        tickets_take(unit, number - unit * tickets_of_second, tickets_of_second, tickets_beside_of_second,
                     NBL_TICKETS_SECOND_COLUMNS);
        /* Its loads end with a barrier: the shared memory is free. */
        NBL_TICKETS_DO(second)(tickets_place(second_place(ffts), NBL_TICKETS_SECOND_COLUMNS));
    }
    for (uint32_t u = nbl_workgroup_index() * second_workgroup_size + t; u < units;
         u += NBL_TICKETS_SWEEPERS * second_workgroup_size) {
        NBL_STORE(tickets_counters, NBL_TICKETS_UNITS + u, 0u);
    }
    NBL_WORKGROUP_MEMORY_BARRIER();
    if (t == 0u) { /* the last workgroup clears the counts that all have read */
        uint32_t before = NBL_ATOMIC_ADD_ORDERED(tickets_counters, NBL_TICKETS_SWEPT, 1u, NBL_SCOPE_DEVICE,
                                                 NBL_ORDER_ACQUIRE_RELEASE);
        if (before == NBL_TICKETS_SWEEPERS - 1u) {
            NBL_STORE(tickets_counters, NBL_TICKETS_DRAWN, 0u);
            NBL_STORE(tickets_counters, NBL_TICKETS_LEFT, 0u);
            NBL_STORE(tickets_counters, NBL_TICKETS_SWEPT, 0u);
        }
    }
}
#endif
#endif
