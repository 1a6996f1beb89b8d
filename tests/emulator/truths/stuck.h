/* Kernels that fault, get nowhere, or leave.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of tests/emulator/test_truth.c, which declares the memory.
 */
#ifndef NBL_TESTS_EMULATOR_TRUTHS_STUCK_H
#define NBL_TESTS_EMULATOR_TRUTHS_STUCK_H

/* ---- faults ---- */

static volatile uint32_t zero;
static uint32_t *volatile wild = (uint32_t *)16;
NBL_KERNEL(divides_by_zero) {
    if (T == 3u) NBL_STORE(out, 0u, NBL_LOAD(in, 1u) / zero);
}
NBL_KERNEL(follows_a_wild_pointer) {
    if (T == 3u) NBL_STORE(out, 0u, NBL_LOAD(in, 1u) + *wild);
}

/* ---- kernels that get nowhere, or leave ---- */

static volatile uint32_t never;
static jmp_buf way_out;
NBL_KERNEL(spins_on_a_flag) {
    if (T == 3u)
        while (NBL_ATOMIC_ADD(plain, 0u, 0u) == 77u + 0u * NBL_ATOMIC_COMPARE_EXCHANGE(plain, 1u, 5u, 6u)) continue;
    while (T == 3u && NBL_ATOMIC_COMPARE_EXCHANGE(plain, 0u, 1u, 2u) != 1u) NBL_COUNT(spins, 1u);
}
NBL_KERNEL(grid_barrier) { /* waits for workgroups that may not have begun */
    if (T == 0u) {
        NBL_ATOMIC_ADD(plain, 0u, 1u);
        while (NBL_ATOMIC_COMPARE_EXCHANGE(plain, 0u, 99u, 99u) < 4u) NBL_COUNT(spins, 1u);
    }
    NBL_WORKGROUP_BARRIER();
}
NBL_KERNEL(spins_on_a_lock_that_it_holds) {
    NBL_ATOMIC_EXCHANGE(plain, 0u, 1u);
    while (NBL_ATOMIC_EXCHANGE(plain, 0u, 1u) != 0u) NBL_COUNT(spins, 1u);
}
NBL_KERNEL(spins_by_or) {
    while ((NBL_ATOMIC_OR_ORDERED(plain, 0u, 1u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED) & 2u) == 0u) NBL_COUNT(spins, 1u);
}
NBL_KERNEL(spins_by_max) {
    while (NBL_ATOMIC_MAX_ORDERED(plain, 0u, 3u, NBL_SCOPE_DEVICE, NBL_ORDER_RELAXED) < 4u) NBL_COUNT(spins, 1u);
}
NBL_KERNEL(many_atomics_that_change_nothing) { /* and an end: each invocation's are progress */
    for (uint32_t i = 0u; i < 400000u; i++) NBL_ATOMIC_COMPARE_EXCHANGE(plain, 1u, 5u, 6u);
}
NBL_KERNEL(stores_for_ever) {
    while (NBL_LOAD(in, 1u) != 77u) NBL_STORE(s, T, NBL_LOAD(s, T));
}
NBL_KERNEL(aborts) {
    if (T == 3u && NBL_LOAD(in, 1u) != 77u) abort();
}
NBL_KERNEL(never_ends) {
    if (T == 3u && NBL_LOAD(in, 1u) != 77u)
        while (never == 0u) continue;
}
NBL_KERNEL(calls_exit) {
    if (T == 3u && NBL_LOAD(in, 1u) != 77u) exit(5);
}
NBL_KERNEL(jumps_out) {
    if (T == 3u && NBL_LOAD(in, 1u) != 77u) longjmp(way_out, 1);
}

#endif
