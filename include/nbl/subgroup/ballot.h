/* Counts and searches a ballot: how many lanes voted, how many before this one, the first, the last.
 * SPDX-License-Identifier: Apache-2.0
 *
 * For `votes` of nbl_subgroup_ballot(b), or any mask of up to 128 lanes, lane 0 in the lowest bit of x:
 *
 *   nbl_subgroup_ballot_bit_count(votes)            returns how many lanes voted
 *   nbl_subgroup_ballot_inclusive_bit_count(votes)  returns how many voted up to this lane: its place, plus 1
 *   nbl_subgroup_ballot_exclusive_bit_count(votes)  returns how many voted before this lane: its place in a compaction
 *   nbl_subgroup_ballot_find_lsb(votes)             returns the lowest lane that voted, 0xFFFFFFFF if none did
 *   nbl_subgroup_ballot_find_msb(votes)             returns the highest lane that voted, 0xFFFFFFFF if none did
 *   nbl_subgroup_ballot_bit(votes, lane)            returns whether a lane, 0 to 127, voted
 */
#ifndef NBL_SUBGROUP_BALLOT_H
#define NBL_SUBGROUP_BALLOT_H

#include "nbl/bit.h"

/* The word of a mask that holds the lanes 32 w to 32 w + 31. */
NBL_FUNCTION uint32_t nbl_subgroup_ballot_word(nbl_uint32_t4 votes, uint32_t w) {
    uint32_t low = w == 0u ? votes.x : votes.y;
    uint32_t high = w == 2u ? votes.z : votes.w;
    return w < 2u ? low : high;
}

/* Pairs, then fours, then bytes are added side by side; the product sums up the bytes. */
NBL_FUNCTION uint32_t nbl_subgroup_ballot_word_count(uint32_t word) {
    uint32_t pairs = word - ((word >> 1) & 0x55555555u);
    uint32_t fours = (pairs & 0x33333333u) + ((pairs >> 2) & 0x33333333u);
    return (((fours + (fours >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24;
}

NBL_FUNCTION uint32_t nbl_subgroup_ballot_bit_count(nbl_uint32_t4 votes) {
    return nbl_subgroup_ballot_word_count(votes.x) + nbl_subgroup_ballot_word_count(votes.y) +
           nbl_subgroup_ballot_word_count(votes.z) + nbl_subgroup_ballot_word_count(votes.w);
}

/* The lanes below `lanes` that voted; lanes at most 128. */
NBL_FUNCTION uint32_t nbl_subgroup_ballot_count_below(nbl_uint32_t4 votes, uint32_t lanes) {
    uint32_t count = 0u;
    for (uint32_t w = 0u; w < 4u; w++) {
        uint32_t word = nbl_subgroup_ballot_word(votes, w);
        if (lanes < 32u * w + 32u) word = lanes > 32u * w ? word & nbl_lowest_bits(lanes - 32u * w) : 0u;
        count += nbl_subgroup_ballot_word_count(word);
    }
    return count;
}

NBL_FUNCTION uint32_t nbl_subgroup_ballot_inclusive_bit_count(nbl_uint32_t4 votes) {
    return nbl_subgroup_ballot_count_below(votes, nbl_subgroup_invocation_id() + 1u);
}

NBL_FUNCTION uint32_t nbl_subgroup_ballot_exclusive_bit_count(nbl_uint32_t4 votes) {
    return nbl_subgroup_ballot_count_below(votes, nbl_subgroup_invocation_id());
}

NBL_FUNCTION uint32_t nbl_subgroup_ballot_find_lsb(nbl_uint32_t4 votes) {
    uint32_t found = 0xFFFFFFFFu;
    for (uint32_t w = 0u; w < 4u; w++) {
        uint32_t word = nbl_subgroup_ballot_word(votes, w);
        if (found == 0xFFFFFFFFu && word != 0u) found = 32u * w + nbl_log2(word & (0u - word));
    }
    return found;
}

NBL_FUNCTION uint32_t nbl_subgroup_ballot_find_msb(nbl_uint32_t4 votes) {
    uint32_t found = 0xFFFFFFFFu;
    for (uint32_t w = 0u; w < 4u; w++) {
        uint32_t word = nbl_subgroup_ballot_word(votes, w);
        if (word != 0u) found = 32u * w + nbl_log2(word);
    }
    return found;
}

NBL_FUNCTION bool nbl_subgroup_ballot_bit(nbl_uint32_t4 votes, uint32_t lane) {
    return ((nbl_subgroup_ballot_word(votes, lane >> 5) >> (lane & 31u)) & 1u) != 0u;
}

#endif
