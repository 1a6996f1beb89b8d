/* What orders memory, and what is one place in it: buffers, equal values, private variables, references, members.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of tests/emulator/test_truth.c, which declares the memory.
 */
#ifndef NBL_TESTS_EMULATOR_TRUTHS_MEMORY_H
#define NBL_TESTS_EMULATOR_TRUTHS_MEMORY_H

/* ---- memory ---- */

NBL_KERNEL(plain_buffer_and_subgroup_barrier) {
    NBL_STORE(plain, T, T);
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(out, T, NBL_LOAD(plain, T - LANE));
}
NBL_KERNEL(coherent_buffer_and_subgroup_barrier) {
    NBL_STORE(common, T, T);
    NBL_SUBGROUP_BARRIER();
    NBL_STORE(out, T, NBL_LOAD(common, T - LANE));
}
NBL_KERNEL(coherent_buffer_and_barrier) {
    NBL_STORE(common, T, T);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(out, T, NBL_LOAD(common, 63u - T));
}
NBL_KERNEL(coherent_buffer_and_memory_barrier) {
    NBL_STORE(common, T, T);
    NBL_WORKGROUP_MEMORY_BARRIER();
    NBL_STORE(out, T, NBL_LOAD(common, 63u - T));
}
NBL_KERNEL(failing_exchange_beside_a_load) {
    uint32_t v = T == 0u ? NBL_LOAD(in, 5u) : NBL_ATOMIC_COMPARE_EXCHANGE(in, 5u, 77u, 78u);
    NBL_STORE(out, T, v);
}
NBL_KERNEL(exchange_beside_a_load) {
    uint32_t v = T == 0u ? NBL_LOAD(in, 5u) : NBL_ATOMIC_COMPARE_EXCHANGE(in, 5u, 5u, 5u);
    NBL_STORE(out, T, v);
}
NBL_KERNEL(failing_exchange_beside_a_store) {
    if (T == 0u)
        NBL_STORE(in, 5u, 4u);
    else
        NBL_ATOMIC_COMPARE_EXCHANGE(in, 5u, 77u, 78u);
}
NBL_KERNEL(another_value_before_two_equal) { /* 0 writes 1 and, ordered behind it, 1 writes 2, as 40 does */
    if (T == 0u) NBL_STORE(s, 0u, 1u);
    NBL_SUBGROUP_BARRIER();
    if (T == 1u || T == 40u) NBL_STORE(s, 0u, 2u);
}
NBL_KERNEL(another_value_and_back) {
    if (T == 0u) NBL_STORE(s, 0u, 2u);
    if (T == 40u) {
        NBL_STORE(s, 0u, 1u);
        NBL_STORE(s, 0u, 2u);
    }
}
NBL_KERNEL(equal_values) {
    NBL_STORE(s, 0u, 2u);
    NBL_WORKGROUP_BARRIER();
    NBL_STORE(out, T, NBL_LOAD(s, 0u));
}
NBL_KERNEL(private_variable) {
    mine = T;
    NBL_WORKGROUP_BARRIER();
    mine += 1u;
    uint32_t other = nbl_subgroup_add(0u);
    NBL_STORE(out, T, mine + other);
}
NBL_REFERENCE(uint32_t, words)
static nbl_uint32_t2 address_of_plain;
NBL_KERNEL(reference_race) {
    NBL_REFERENCE_STORE(words, address_of_plain, T, T);
    NBL_STORE(out, T, NBL_REFERENCE_LOAD(words, address_of_plain, 63u - T));
}
NBL_KERNEL(reference_alone) {
    NBL_REFERENCE_STORE(words, address_of_plain, T, T);
    NBL_STORE(out, T, NBL_REFERENCE_LOAD(words, address_of_plain, T));
}
NBL_KERNEL(reference_too_far) { NBL_REFERENCE_STORE(words, address_of_plain, 256u + T, T); }

/* ---- members ---- */

NBL_BUFFER(0, nbl_uint32_t2, in_pairs)
NBL_SHARED(nbl_uint32_t2, shared_pairs, 64)
NBL_KERNEL(members_apart) { /* x of a pair is read while another writes its y */
    NBL_STORE_MEMBER(shared_pairs, T, x, T);
    NBL_WORKGROUP_BARRIER();
    uint32_t v = NBL_LOAD_MEMBER(shared_pairs, 63u - T, x);
    NBL_STORE_MEMBER(shared_pairs, T, y, T);
    NBL_STORE(in, 2u * T + 1u, 5u); /* in_pairs[T].y */
    NBL_STORE(out, T, v + 0u * NBL_LOAD_MEMBER(in_pairs, 63u - T, x));
}
NBL_KERNEL(pair_beside_a_member) { /* the whole pair is read */
    NBL_STORE_MEMBER(shared_pairs, T, x, T);
    NBL_WORKGROUP_BARRIER();
    uint32_t v = NBL_LOAD(shared_pairs, 63u - T).x;
    NBL_STORE_MEMBER(shared_pairs, T, y, T);
    NBL_STORE(out, T, v);
}
NBL_KERNEL(member_beside_itself) {
    NBL_STORE(in, 2u * T + 1u, 5u);
    NBL_STORE(out, T, NBL_LOAD_MEMBER(in_pairs, 63u - T, y));
}

#endif
