/* A machine whose programs are data, so that one kernel is as many random kernels: arithmetic, subgroups, shared
 * memory, buffers, atomics, barriers and loops, each by some of the invocations.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An instruction has two words:
 *
 *   31     24 23  20 19  16 15  12 11  8 7     0
 *   |  what  |  to  |  a   |  b   | who |  n   |      and a number of 32 bits
 */
#include "nbl/lang.h"

NBL_BUFFER(0, uint32_t, code)
NBL_BUFFER(1, uint32_t, results)
NBL_BUFFER(2, uint32_t, words)
NBL_COHERENT_BUFFER(3, uint32_t, seen_by_all)
NBL_SHARED(uint32_t, cells, 64)

#define MACHINE_REGISTERS 6u

NBL_FUNCTION bool machine_takes_part(uint32_t who, uint32_t n, uint32_t t, uint32_t a, uint32_t b) {
    if (who < 6u) return true;
    if (who == 6u) return (a & 1u) != 0u;
    if (who == 7u) return (t & 1u) != 0u;
    if (who == 8u) return t < n % 32u;
    if (who == 9u) return (t >> 3) == n % 4u;
    if (who == 10u) return a < b;
    if (who == 11u) return t == n % 32u;
    if (who == 12u) return (t & 7u) < (a & 7u);
    return (t & 7u) != n % 8u;
}

NBL_FUNCTION uint32_t machine_compute(uint32_t what, uint32_t a, uint32_t b, uint32_t number) {
    switch (what) {
    case 0u: return a + b;
    case 1u: return a - b;
    case 2u: return a * (b | 1u);
    case 3u: return a ^ b ^ number;
    case 4u: return a & (b | number);
    case 5u: return a << (b & 31u);
    case 6u: return a >> (b & 31u);
    case 7u: return a < b ? number : a;
    case 8u: return a / (b | 1u);
    default: return number;
    }
}

NBL_FUNCTION uint32_t machine_among_lanes(uint32_t what, uint32_t a, uint32_t b) {
    switch (what) {
    case 0u: return nbl_subgroup_add(a);
    case 1u: return nbl_subgroup_max(a);
    case 2u: return nbl_subgroup_min(a);
    case 3u: return nbl_subgroup_xor(a);
    case 4u: return nbl_subgroup_or(a & 255u);
    case 5u: return nbl_subgroup_ballot((a & 1u) == 0u).x;
    case 6u: return nbl_subgroup_inclusive_add(a);
    case 7u: return nbl_subgroup_exclusive_add(a);
    case 8u: return nbl_subgroup_broadcast_first(a);
    case 9u: return nbl_subgroup_any((b & 7u) == 0u) ? a : b;
    case 10u: return nbl_subgroup_all((b & 1u) == 0u) ? a : b;
    default: return nbl_subgroup_elect() ? a : b;
    }
}

NBL_LOCAL_SIZE(32)
NBL_KERNEL(random_machine) {
    uint32_t t = nbl_local_invocation_index(), group = nbl_workgroup_index(), g = group * 32u + t;
    uint32_t registers[MACHINE_REGISTERS];
    for (uint32_t i = 0u; i < MACHINE_REGISTERS; i++) registers[i] = (g + 1u) * (i + 3u) * 2654435761u;
    NBL_STORE(cells, t, t);
    NBL_STORE(cells, t + 32u, g);
    NBL_WORKGROUP_BARRIER();
    uint32_t count = NBL_LOAD(code, 0u);
    for (uint32_t at = 0u; at < count; at++) {
        uint32_t word = NBL_LOAD(code, 2u * at + 1u), number = NBL_LOAD(code, 2u * at + 2u);
        uint32_t what = word >> 24, n = word & 255u, to = (word >> 20 & 15u) % MACHINE_REGISTERS;
        uint32_t a = registers[(word >> 16 & 15u) % MACHINE_REGISTERS];
        uint32_t b = registers[(word >> 12 & 15u) % MACHINE_REGISTERS], r = registers[to];
        if (what == 64u) {
            NBL_WORKGROUP_BARRIER();
        } else if (machine_takes_part(word >> 8 & 15u, n, t, a, b)) {
            if (what < 10u) {
                r = machine_compute(what, a, b, number);
            } else if (what < 22u) {
                r = machine_among_lanes(what - 10u, a, b);
            } else {
                switch (what) {
                case 22u: r = NBL_LOAD(cells, (t + n) % 64u); break;
                case 23u: r = NBL_LOAD(cells, a % 64u); break;
                case 24u: NBL_STORE(cells, (t + n) % 64u, a); break;
                case 25u: NBL_STORE(cells, (t ^ n) % 32u, a); break;
                case 26u: NBL_ATOMIC_ADD(cells, 32u + (a + n) % 32u, b); break;
                case 27u: r = NBL_LOAD(words, (g + n) % 128u); break;
                case 28u: NBL_STORE(words, (g + n) % 128u, a); break;
                case 29u: NBL_STORE(words, (g ^ n) % 64u, a); break;
                case 30u: NBL_ATOMIC_ADD(words, 64u + (a + n) % 64u, b); break;
                case 31u: r = NBL_LOAD(seen_by_all, (g + n) % 128u); break;
                case 32u: NBL_STORE(seen_by_all, (g + n) % 128u, a); break;
                case 33u: NBL_SUBGROUP_BARRIER(); break;
                case 34u:
                    for (uint32_t k = 0u; k < (a & 3u); k++) r = r * 31u + nbl_subgroup_add(k + b);
                    break;
                default:
                    for (uint32_t k = 0u; k < 4u; k++) {
                        if (((a >> k) & 3u) == 3u) break;
                        if (((b >> k) & 1u) == 0u) continue;
                        r = r * 7u + nbl_subgroup_ballot((k & t) == 0u).x;
                    }
                }
            }
            registers[to] = r;
        }
    }
    for (uint32_t i = 0u; i < MACHINE_REGISTERS; i++) NBL_STORE(results, g * MACHINE_REGISTERS + i, registers[i]);
}
