/* Ballots and broadcasts of a workgroup, through shared memory: the votes of all its invocations, and one invocation's
 * value.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An X-include: define the parameters, include, get the functions named after NBL_WORKGROUP_BALLOT_NAME. All are
 * undefined at the end. No subgroup feature is needed.
 *
 *   NBL_WORKGROUP_BALLOT_NAME          prefix of the functions
 *   NBL_WORKGROUP_BALLOT_INVOCATIONS   invocations of the workgroup, 1 to 1024: a constant
 *   NBL_WORKGROUP_BALLOT_SHARED        optional: the name of an array of uint32_t in shared memory, of INVOCATIONS / 32
 *                                      rounded up and one more; otherwise the array <name>_votes is declared
 *
 * <name>_ballot(vote)          collects the votes. Every other function of the ballot reads what it left
 * <name>_ballot_bit(i)         returns whether invocation i voted true
 * <name>_ballot_count()        returns how many did
 * <name>_ballot_before(i)      returns how many of the invocations 0 to i - 1 did: an exclusive count
 * <name>_ballot_up_to(i)       returns how many of the invocations 0 to i did: an inclusive count
 * <name>_ballot_lowest()       returns the lowest invocation that did; -1: none
 * <name>_ballot_highest()      returns the highest invocation that did; -1: none
 * <name>_broadcast(v, from)    returns the value that invocation `from` gave, in all; the same `from` in all
 * <name>_broadcast_first(v)    returns the value that invocation 0 gave
 *
 * i, from  0 to INVOCATIONS - 1, by nbl_local_invocation_position()
 *
 * Cautions: all invocations of the workgroup call <name>_ballot and the broadcasts together. A barrier of shared memory
 * stands before both, so that one call may follow another; put one more before anything else writes to the array.
 *
 *   shared memory: | votes of 0 to 31 | votes of 32 to 63 | .. | the value that is broadcast |
 *
 * Mirrors Nabla's workgroup/ballot and workgroup/broadcast.
 */
#include "nbl/bit.h"
#include "nbl/lang.h"

#ifndef NBL_WORKGROUP_BALLOT_NAME
#error "NBL_WORKGROUP_BALLOT_NAME is missing: the prefix of the functions that nbl/workgroup/ballot.h makes"
#endif
#ifndef NBL_WORKGROUP_BALLOT_INVOCATIONS
#error "NBL_WORKGROUP_BALLOT_INVOCATIONS is missing: the number of invocations of the workgroup, a constant"
#endif

#define NBL_WORKGROUP_BALLOT_OF(name) NBL_CAT(NBL_WORKGROUP_BALLOT_NAME, NBL_CAT(_, name))
#define words_ NBL_WORKGROUP_BALLOT_OF(ballot_words)
NBL_CONSTANT(words_, ((NBL_WORKGROUP_BALLOT_INVOCATIONS + 31) / 32))
#ifndef NBL_WORKGROUP_BALLOT_SHARED
#define NBL_WORKGROUP_BALLOT_SHARED NBL_WORKGROUP_BALLOT_OF(votes)
NBL_CONSTANT(NBL_WORKGROUP_BALLOT_OF(votes_dwords), (words_ + 1))
NBL_SHARED(uint32_t, NBL_WORKGROUP_BALLOT_SHARED, NBL_WORKGROUP_BALLOT_OF(votes_dwords))
#endif

/* Distinct bits: adding them is setting them. */
NBL_FUNCTION void NBL_WORKGROUP_BALLOT_OF(ballot)(bool vote_) {
    uint32_t own_ = nbl_local_invocation_position();
    NBL_WORKGROUP_BARRIER();
    for (uint32_t w_ = own_; w_ < words_; w_ += NBL_WORKGROUP_BALLOT_INVOCATIONS)
        NBL_STORE(NBL_WORKGROUP_BALLOT_SHARED, w_, 0u);
    NBL_WORKGROUP_BARRIER();
    if (vote_) {
        uint32_t before_ = NBL_ATOMIC_ADD(NBL_WORKGROUP_BALLOT_SHARED, own_ / 32u, 1u << (own_ & 31u));
        NBL_UNUSED(before_);
    }
    NBL_WORKGROUP_BARRIER();
}

NBL_FUNCTION bool NBL_WORKGROUP_BALLOT_OF(ballot_bit)(uint32_t i_) {
    return ((NBL_LOAD(NBL_WORKGROUP_BALLOT_SHARED, i_ / 32u) >> (i_ & 31u)) & 1u) != 0u;
}

NBL_FUNCTION uint32_t NBL_WORKGROUP_BALLOT_OF(ballot_before)(uint32_t i_) {
    uint32_t count_ = 0u;
    for (uint32_t w_ = 0u; w_ < words_; w_++) {
        uint32_t counted_ = i_ > 32u * w_ ? i_ - 32u * w_ : 0u;
        count_ += nbl_bit_count(NBL_LOAD(NBL_WORKGROUP_BALLOT_SHARED, w_) & nbl_lowest_bits(counted_));
    }
    return count_;
}

NBL_FUNCTION uint32_t NBL_WORKGROUP_BALLOT_OF(ballot_up_to)(uint32_t i_) {
    return NBL_WORKGROUP_BALLOT_OF(ballot_before)(i_ + 1u);
}

NBL_FUNCTION uint32_t NBL_WORKGROUP_BALLOT_OF(ballot_count)(void) {
    return NBL_WORKGROUP_BALLOT_OF(ballot_before)(32u * words_);
}

NBL_FUNCTION int32_t NBL_WORKGROUP_BALLOT_OF(ballot_lowest)(void) {
    int32_t lowest_ = -1;
    for (uint32_t w_ = 0u; w_ < words_; w_++) {
        uint32_t votes_ = NBL_LOAD(NBL_WORKGROUP_BALLOT_SHARED, w_);
        if (lowest_ < 0 && votes_ != 0u) lowest_ = NBL_CAST(int32_t, 32u * w_) + nbl_find_lsb(votes_);
    }
    return lowest_;
}

NBL_FUNCTION int32_t NBL_WORKGROUP_BALLOT_OF(ballot_highest)(void) {
    int32_t highest_ = -1;
    for (uint32_t w_ = 0u; w_ < words_; w_++) {
        uint32_t votes_ = NBL_LOAD(NBL_WORKGROUP_BALLOT_SHARED, w_);
        if (votes_ != 0u) highest_ = NBL_CAST(int32_t, 32u * w_) + nbl_find_msb(votes_);
    }
    return highest_;
}

NBL_FUNCTION uint32_t NBL_WORKGROUP_BALLOT_OF(broadcast)(uint32_t v_, uint32_t from_) {
    NBL_WORKGROUP_BARRIER();
    if (nbl_local_invocation_position() == from_) NBL_STORE(NBL_WORKGROUP_BALLOT_SHARED, words_, v_);
    NBL_WORKGROUP_BARRIER();
    return NBL_LOAD(NBL_WORKGROUP_BALLOT_SHARED, words_);
}

NBL_FUNCTION uint32_t NBL_WORKGROUP_BALLOT_OF(broadcast_first)(uint32_t v_) {
    return NBL_WORKGROUP_BALLOT_OF(broadcast)(v_, 0u);
}

#undef words_
#undef NBL_WORKGROUP_BALLOT_OF
#undef NBL_WORKGROUP_BALLOT_SHARED
#undef NBL_WORKGROUP_BALLOT_INVOCATIONS
#undef NBL_WORKGROUP_BALLOT_NAME
