/* Buffers and images: who writes what another one reads or writes in the same dispatch.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/emulator/corpus_outside/memory.h"

NBL_SHARED(uint32_t, staged, 64)
NBL_SHARED(uint32_t, boundary, 1)

NBL_KERNEL(neighbour_of_the_same_dispatch) {
    uint32_t t = THREAD();
    NBL_STORE(counters, t, NBL_LOAD(source, t));
    NBL_STORE(result, t, NBL_LOAD(counters, (t + 1u) % 64u));
}
NBL_KERNEL(buffer_by_a_plain_barrier) { /* barrier() is for shared memory */
    uint32_t t = THREAD();
    NBL_STORE(counters, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(counters, 63u - t));
}
NBL_KERNEL(coherent_buffer_by_a_plain_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(result, t, NBL_LOAD(parts, 63u - t));
}
NBL_KERNEL(coherent_buffer_by_a_memory_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(parts, t, NBL_LOAD(source, t));
    MEMORY_BARRIER();
    NBL_STORE(result, t, NBL_LOAD(parts, 63u - t));
}
NBL_KERNEL(plain_buffer_by_a_memory_barrier) {
    uint32_t t = THREAD();
    NBL_STORE(counters, t, NBL_LOAD(source, t));
    MEMORY_BARRIER();
    NBL_STORE(result, t, NBL_LOAD(counters, 63u - t));
}
NBL_KERNEL(another_workgroup_by_a_memory_barrier) { /* its barrier is another one */
    uint32_t t = THREAD();
    NBL_STORE(parts, GROUP() * 64u + t, t);
    MEMORY_BARRIER();
    NBL_STORE(result, GROUP() * 64u + t, NBL_LOAD(parts, (GROUP() * 64u + t + 64u) % 256u));
}
NBL_KERNEL(everybody_stores_the_same) { NBL_STORE(result, 0u, 7u); }
NBL_KERNEL(everybody_stores_its_own) { NBL_STORE(result, 0u, THREAD()); }
NBL_KERNEL(equal_stores_read_by_another) {
    uint32_t t = THREAD();
    NBL_STORE(counters, 0u, 7u);
    if (t == 9u) NBL_STORE(result, 0u, NBL_LOAD(counters, 0u));
}
NBL_KERNEL(overlapping_outputs_of_workgroups) { /* 64 of each, 60 apart */
    uint32_t t = THREAD();
    NBL_STORE(result, GROUP() * 60u + t, GROUP() + t);
}
NBL_KERNEL(overlapping_inputs_of_workgroups) {
    uint32_t t = THREAD();
    NBL_STORE(staged, t, NBL_LOAD(source, GROUP() * 60u + t));
    BARRIER();
    if (t < 60u) NBL_STORE(result, GROUP() * 60u + t, NBL_LOAD(staged, t) + NBL_LOAD(staged, t + 4u));
}
NBL_KERNEL(buffer_stencil_in_place) {
    uint32_t i = GROUP() * 64u + THREAD();
    NBL_STORE(source, i, (NBL_LOAD(source, i) + NBL_LOAD(source, i + 1u)) / 2u);
}
NBL_KERNEL(buffer_blur_in_place_by_tiles) { /* a tile is read whole before it is written, but its halo is another's */
    uint32_t t = THREAD(), i = GROUP() * 64u + t;
    NBL_STORE(staged, t, NBL_LOAD(source, i));
    if (t == 63u) NBL_STORE(boundary, 0u, NBL_LOAD(source, i + 1u));
    BARRIER();
    uint32_t right = t == 63u ? NBL_LOAD(boundary, 0u) : NBL_LOAD(staged, t + 1u);
    NBL_STORE(source, i, (NBL_LOAD(staged, t) + right) / 2u);
}
NBL_KERNEL(buffer_doubled_in_place) {
    uint32_t i = GROUP() * 64u + THREAD();
    NBL_STORE(source, i, 2u * NBL_LOAD(source, i));
}
NBL_KERNEL(reversed_in_place_by_all) { /* each pair is exchanged twice */
    uint32_t t = THREAD(), a = NBL_LOAD(source, t), b = NBL_LOAD(source, 63u - t);
    NBL_STORE(source, t, b);
    NBL_STORE(source, 63u - t, a);
}
NBL_KERNEL(reversed_in_place_by_half) {
    uint32_t t = THREAD();
    if (t < 32u) {
        uint32_t a = NBL_LOAD(source, t), b = NBL_LOAD(source, 63u - t);
        NBL_STORE(source, t, b);
        NBL_STORE(source, 63u - t, a);
    }
}
NBL_KERNEL(reversed_through_shared_memory) { /* barrier() does not order the loads of a buffer before its stores */
    uint32_t t = THREAD();
    NBL_STORE(staged, t, NBL_LOAD(source, t));
    BARRIER();
    NBL_STORE(source, t, NBL_LOAD(staged, 63u - t));
}
NBL_KERNEL(reversed_by_scattered_stores) { /* scattered as above, and here another one has read the place */
    uint32_t t = THREAD();
    uint32_t value = NBL_LOAD(source, t);
    BARRIER();
    NBL_STORE(source, 63u - t, value);
}
NBL_KERNEL(even_and_odd) {
    uint32_t t = THREAD();
    NBL_STORE(result, 2u * t, NBL_LOAD(source, t));
    NBL_STORE(result, 2u * t + 1u, NBL_LOAD(source, 64u + t));
}
NBL_KERNEL(bytes_side_by_side) {
    uint32_t t = THREAD();
    NBL_STORE(octets, t, NBL_CAST(uint8_t, NBL_LOAD(source, t)));
    NBL_STORE(octets, 64u + t, NBL_CAST(uint8_t, NBL_LOAD(octets, t) + 1u));
}
NBL_KERNEL(bits_of_a_mask_by_plain_stores) {
    uint32_t t = THREAD();
    if (NBL_LOAD(source, t) % 2u == 0u) NBL_STORE(result, t / 32u, NBL_LOAD(result, t / 32u) | (1u << (t % 32u)));
}
NBL_KERNEL(bits_of_a_mask_by_atomics) {
    uint32_t t = THREAD();
    if (NBL_LOAD(source, t) % 2u == 0u) NBL_ATOMIC_OR_ORDERED(result, t / 32u, 1u << (t % 32u), DEVICE, RELAXED);
}
NBL_KERNEL(counter_by_plain_stores) {
    uint32_t t = THREAD(), slot = NBL_LOAD(counters, 0u);
    NBL_STORE(counters, 0u, slot + 1u);
    NBL_STORE(result, slot, t);
}
NBL_KERNEL(counter_by_atomics) {
    uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
    NBL_STORE(result, slot, 1u);
}
NBL_KERNEL(counter_read_plainly_beside_it) { /* the size of an indirect dispatch, by the last one, one hopes */
    uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
    if (slot == 63u) NBL_STORE(result, 0u, (NBL_LOAD(counters, 0u) + 63u) / 64u);
}
NBL_KERNEL(counter_read_by_its_own_value) {
    uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
    if (slot == 63u) NBL_STORE(result, 0u, (slot + 1u + 63u) / 64u);
}
NBL_KERNEL(counter_checked_before_it_is_added_to) { /* "is there room at all?", by a plain load */
    uint32_t t = THREAD();
    if (NBL_LOAD(counters, 0u) < 32u) {
        uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
        if (slot < 32u) NBL_STORE(result, slot, t >= 64u ? 1u : 2u);
    }
}
NBL_KERNEL(counter_checked_by_an_atomic_load) {
    uint32_t t = THREAD();
    if (NBL_ATOMIC_LOAD(counters, 0u, DEVICE, RELAXED) < 32u) {
        uint32_t slot = NBL_ATOMIC_ADD(counters, 0u, 1u);
        if (slot < 32u) NBL_STORE(result, slot, t >= 64u ? 1u : 2u);
    }
}
NBL_KERNEL(counter_read_behind_a_plain_barrier) {
    uint32_t t = THREAD();
    NBL_ATOMIC_ADD(flags, 0u, 1u);
    BARRIER();
    if (t == 0u) NBL_STORE(result, 0u, NBL_LOAD(flags, 0u));
}
NBL_KERNEL(counter_read_behind_a_memory_barrier) { /* right for one workgroup */
    uint32_t t = THREAD();
    NBL_ATOMIC_ADD(flags, 0u, 1u);
    MEMORY_BARRIER();
    if (t == 0u) NBL_STORE(result, GROUP(), NBL_LOAD(flags, 0u));
}
NBL_KERNEL(cells_counted_and_summed_at_once) { /* the second half needs a dispatch of its own */
    uint32_t t = THREAD(), start = 0u;
    NBL_ATOMIC_ADD(counters, NBL_LOAD(source, GROUP() * 64u + t) % 16u, 1u);
    if (t < 16u) {
        for (uint32_t i = 0u; i < t; i++) start += NBL_LOAD(counters, i);
        NBL_STORE(result, GROUP() * 16u + t, start);
    }
}
NBL_KERNEL(particles_sorted_into_cells) { /* cells of 64 places, each place asked for by an atomic */
    uint32_t t = THREAD(), cell = NBL_LOAD(source, t) % 8u;
    uint32_t slot = NBL_ATOMIC_ADD(counters, cell, 1u);
    NBL_STORE(result, cell * 64u + slot, 1u);
}
NBL_KERNEL(particles_visit_their_neighbours_at_once) { /* while others are still being put there */
    uint32_t t = THREAD(), cell = NBL_LOAD(source, t) % 8u;
    uint32_t slot = NBL_ATOMIC_ADD(counters, cell, 1u);
    NBL_STORE(parts, cell * 64u + slot, t);
    if (slot > 0u) NBL_STORE(result, t, NBL_LOAD(parts, cell * 64u + slot - 1u));
}
NBL_KERNEL(image_of_a_neighbour) {
    uint32_t t = THREAD();
    nbl_float32_t4 texel = {1.0f, 0.5f, 0.0f, 1.0f};
    NBL_IMAGE_STORE(picture, t, 0u, texel);
    BARRIER();
    texel = NBL_IMAGE_LOAD(picture, 63u - t, 0u);
    NBL_STORE(result, t, NBL_CAST(uint32_t, texel.x));
}
NBL_KERNEL(image_of_oneself) {
    uint32_t t = THREAD();
    nbl_float32_t4 texel = NBL_IMAGE_LOAD(picture, t, 0u);
    texel.x += 1.0f;
    NBL_IMAGE_STORE(picture, t, 0u, texel);
    texel = NBL_IMAGE_LOAD(picture, t, 0u);
    NBL_STORE(result, t, NBL_CAST(uint32_t, texel.x));
}
NBL_KERNEL(image_of_the_row_above) { /* each row from the one above, by rows of workgroups */
    uint32_t t = THREAD(), y = GROUP();
    nbl_float32_t4 texel = {1.0f, 1.0f, 1.0f, 1.0f};
    if (y > 0u) texel = NBL_IMAGE_LOAD(picture, t, y - 1u);
    NBL_IMAGE_STORE(picture, t, y, texel);
}
NBL_KERNEL(two_bindings_of_one_buffer) {
    uint32_t t = THREAD();
    NBL_STORE(source_again, t, NBL_LOAD(source, t + 1u));
}
NBL_KERNEL(members_of_a_point) { /* x of one, y of the other */
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE_MEMBER(points, t / 2u, x, 1.0f);
    if (t % 2u == 1u) NBL_STORE_MEMBER(points, t / 2u, y, 2.0f);
}
NBL_KERNEL(a_point_and_its_member) {
    uint32_t t = THREAD();
    nbl_float32_t2 point = {1.0f, 2.0f};
    if (t % 2u == 0u) NBL_STORE(points, t / 2u, point);
    if (t % 2u == 1u) NBL_STORE_MEMBER(points, t / 2u, y, 2.0f);
}
NBL_KERNEL(a_point_is_loaded_for_one_member) { /* while the other one is written: the load takes both */
    uint32_t t = THREAD();
    if (t % 2u == 0u) NBL_STORE_MEMBER(points, t / 2u, x, 1.0f);
    if (t % 2u == 1u) {
        nbl_float32_t2 point = NBL_LOAD(points, t / 2u);
        NBL_STORE(result, t, NBL_CAST(uint32_t, point.y));
    }
}
NBL_KERNEL(table_of_the_first_workgroup) { /* shared memory is each workgroup's own, and fresh */
    uint32_t t = THREAD();
    if (GROUP() == 0u) NBL_STORE(staged, t, t);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + t, NBL_LOAD(staged, t));
}
NBL_KERNEL(tail_is_not_filled) { /* 50 of 64, and a sum of all */
    uint32_t t = THREAD(), sum = 0u;
    if (t < NBL_PUSH_CONSTANT(limits).count) NBL_STORE(staged, t, NBL_LOAD(source, t));
    BARRIER();
    for (uint32_t i = 0u; t == 0u && i < 64u; i++) sum += NBL_LOAD(staged, i);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(tail_is_filled_with_zeros) {
    uint32_t t = THREAD(), sum = 0u;
    NBL_STORE(staged, t, t < NBL_PUSH_CONSTANT(limits).count ? NBL_LOAD(source, t) : 0u);
    BARRIER();
    for (uint32_t i = 0u; t == 0u && i < 64u; i++) sum += NBL_LOAD(staged, i);
    NBL_STORE(result, t, sum);
}
NBL_KERNEL(count_never_cleared) {
    NBL_ATOMIC_ADD(boundary, 0u, 1u);
    BARRIER();
    NBL_STORE(result, THREAD(), NBL_LOAD(boundary, 0u));
}
NBL_KERNEL(last_workgroup_is_not_guarded) { /* 17 of 64, of 1024 elements */
    uint32_t i = GROUP() * 64u + THREAD();
    NBL_STORE(result, i, i);
}
NBL_KERNEL(last_workgroup_is_guarded_one_too_late) {
    uint32_t i = GROUP() * 64u + THREAD();
    if (i > 1024u) return;
    NBL_STORE(result, i, i);
}
NBL_KERNEL(last_workgroup_is_guarded) {
    uint32_t i = GROUP() * 64u + THREAD();
    if (i >= 1024u) return;
    NBL_STORE(result, i, i);
}
NBL_KERNEL(image_filter_past_the_edge) {
    uint32_t t = THREAD();
    nbl_float32_t4 right = NBL_IMAGE_LOAD(picture, t + 1u, 0u);
    NBL_STORE(result, t, NBL_CAST(uint32_t, right.x));
}
