/* The order in which workgroups draw the tiles of two passes that share a dispatch, so that what lies between the
 * passes is still in the device's cache when it is read.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A tile is the part of a pass that a workgroup computes. Tiles depend on each other only within a unit: a tile of the
 * second pass reads what all tiles of the first pass in its unit have written. A unit is a transform of two passes; in
 * the last two of three passes it is a strip: the lines that begin in the columns of a tile.
 *
 *   ticket   0 ..         lag first tiles
 *            then         first and second ones by turns, until there are no more first ones
 *            then         the rest of the second ones
 *
 * Every tile of the first pass that a second one waits for has an earlier ticket. So a workgroup waits only for others
 * that have started before it; whether these go on meanwhile is the device's matter, which is why a wait has an end
 * (shaders/fft_tickets.h). The order that a cache likes follows from `lag` alone: docs/log/transforms.md.
 */
#ifndef NBL_FFT_TICKETS_H
#define NBL_FFT_TICKETS_H

#include "nbl/lang.h"

NBL_STRUCT(nbl_fft_tickets_t) {
    uint32_t units;        /* 1 or more */
    uint32_t first_tiles;  /* of a unit in the first pass, 1 or more */
    uint32_t second_tiles; /* of a unit in the second pass, 1 or more */
    /* Tiles of the first pass that are drawn before any of the second one. Fewer than a unit's count as a unit's, more
     * than there are as all; it is rounded down to whole turns */
    uint32_t lag;
};

NBL_STRUCT(nbl_fft_ticket_t) {
    bool second;   /* a tile of the second pass */
    uint32_t unit; /* 0 to units - 1 */
    uint32_t tile; /* of the unit in that pass */
};

/* Returns how many tickets there are: one for each tile of both passes. At most 2^32 - 1, which nothing checks.
 *
 * of  sizes and order of the tiles */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_tickets(nbl_fft_tickets_t of) {
    return of.units * (of.first_tiles + of.second_tiles);
}

/* Returns how many tiles of the first pass a turn has: 1 or the quotient if one pass has a multiple of the other's
 * tiles, else all of a unit. The second pass then has a whole number of tiles in a turn, too.
 *
 * of  sizes and order of the tiles */
NBL_CONSTEXPR_FUNCTION uint32_t nbl_fft_tickets_first_of_turn(nbl_fft_tickets_t of) {
    uint32_t count = of.first_tiles;
    if (of.first_tiles % of.second_tiles == 0u) count = of.first_tiles / of.second_tiles;
    if (of.second_tiles % of.first_tiles == 0u) count = 1u;
    return count;
}

/* Returns which tile a ticket is for.
 *
 * of      sizes and order of the tiles
 * ticket  0 to nbl_fft_tickets(of) - 1 */
NBL_FUNCTION nbl_fft_ticket_t nbl_fft_ticket(nbl_fft_tickets_t of, uint32_t ticket) {
    uint32_t first = nbl_fft_tickets_first_of_turn(of);
    uint32_t second = first * of.second_tiles / of.first_tiles;
    uint32_t turns = (of.lag < of.first_tiles ? of.first_tiles : of.lag) / first; /* before the second pass begins */
    uint32_t all = of.units * of.first_tiles / first;
    if (turns > all) turns = all;
    uint32_t ahead = turns * first;
    uint32_t behind = ticket - ahead;
    uint32_t turn = behind / (first + second);
    uint32_t within = behind - turn * (first + second);
    nbl_fft_ticket_t drawn;
    uint32_t number = ticket; /* of the tile in its pass */
    drawn.second = false;
    if (ticket >= ahead) {
        drawn.second = turn >= all - turns || within >= first;
        number = turn >= all - turns ? behind - (all - turns) * first
                 : within < first    ? ahead + turn * first + within
                                     : turn * second + (within - first);
    }
    uint32_t tiles = drawn.second ? of.second_tiles : of.first_tiles;
    drawn.unit = number / tiles;
    drawn.tile = number - drawn.unit * tiles;
    return drawn;
}

#endif
