/* Corpus: tiles in shared memory: transpositions, stencils, halos, products, sorting.
 * SPDX-License-Identifier: Apache-2.0
 */
#define X (T % 8u)
#define Y (T / 8u)
BROKEN(RACE, transpose_without_barrier, 1) {
    SET(T, IN(T));
    OUT(S(X * 8u + Y));
}
BROKEN_TO(RACE, transpose_by_subgroup_barrier, 1, 32) {
    SET(T, IN(T));
    SUBGROUP_BARRIER;
    OUT(S(X * 8u + Y));
}
BROKEN(RACE, transpose_in_place, 1) {
    SET(T, IN(T));
    BARRIER;
    SET(T, S(X * 8u + Y));
    BARRIER;
    OUT(S(T));
}
BROKEN(RACE, transpose_of_two_tiles, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        SET(T, IN(64u * n + T));
        BARRIER;
        OUT(S(X * 8u + Y));
    }
}
BROKEN(RACE, neighbours_without_barrier, 1) {
    SET(T, IN(T));
    OUT(S(T) + S((T + 1u) % 64u));
}
BROKEN(RACE, blur_in_place, 1) {
    SET(T, IN(T));
    BARRIER;
    if (T > 0u && T < 63u) SET(T, S(T - 1u) + S(T) + S(T + 1u));
    BARRIER;
    OUT(S(T));
}
BROKEN(RACE, blur_twice_with_one_barrier, 1) {
    SET(T, IN(T));
    SET_R(T, 0u);
    BARRIER;
    SET_R(T, S(T) + S(T ^ 1u));
    SET(T, R(T) + R(T ^ 1u));
    BARRIER;
    OUT(S(T));
}
BROKEN(RACE, halo_loaded_by_the_edges, 1) {
    SET_R(T + 1u, IN(T + 1u));
    if (T == 0u) SET_R(0u, IN(0u));
    if (T == 63u) SET_R(65u, IN(65u));
    OUT(R(T) + R(T + 1u) + R(T + 2u));
}
BROKEN(RACE, halo_overlaps_the_next_one, 1) {
    SET_R(T, IN(T));
    if (T < 2u) SET_R(T + 63u, IN(T + 63u));
    BARRIER;
    OUT(R(T) + R(T + 1u));
}
BROKEN(FRESH, halo_forgotten, 1) {
    SET_R(T + 1u, IN(T));
    BARRIER;
    OUT(R(T) + R(T + 1u));
}
BROKEN(FRESH, halo_on_one_side, 1) {
    SET_R(T, IN(T));
    BARRIER;
    OUT(R(T) + R(T + 1u));
}
BROKEN(RACE, product_without_second_barrier, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        SET(T, IN(64u * n + T));
        BARRIER;
        for (uint32_t k = 0u; k < 8u; k++) a = a + S(Y * 8u + k) * S(k * 8u + X);
    }
    OUT(a);
}
BROKEN(RACE, product_without_first_barrier, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        SET(T, IN(64u * n + T));
        for (uint32_t k = 0u; k < 8u; k++) a = a + S(Y * 8u + k) * S(k * 8u + X);
        BARRIER;
    }
    OUT(a);
}
BROKEN(RACE, double_buffer_with_one_half, 1) {
    SET(T, IN(T));
    BARRIER;
    uint32_t a = S(T ^ 9u);
    SET(T, IN(64u + T));
    OUT(a);
}
BROKEN(RACE, double_buffer_that_swaps_too_late, 1) {
    uint32_t a = 0u;
    SET_R(T, IN(T));
    BARRIER;
    for (uint32_t n = 0u; n < 3u; n++) {
        SET_R(64u * (n % 2u) + T, IN(T + n));
        a = a + R(64u * (n % 2u) + (T ^ 5u));
        BARRIER;
    }
    OUT(a);
}
BROKEN(RACE, bitonic_without_barriers, 1) {
    SET(T, IN(63u - T));
    BARRIER;
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        uint32_t o = T ^ k;
        if (o > T && S(T) > S(o)) {
            uint32_t a = S(T);
            SET(T, S(o));
            SET(o, a);
        }
    }
    OUT(T);
}
BROKEN(RACE, odd_even_sort_without_barriers, 1) {
    SET(T, IN(63u - T));
    BARRIER;
    for (uint32_t n = 0u; n < 4u; n++) {
        if (T % 2u == n % 2u && T < 63u) {
            uint32_t a = S(T);
            uint32_t b = S(T + 1u);
            SET(T, a < b ? a : b);
            SET(T + 1u, a < b ? b : a);
        }
    }
    OUT(T);
}
BROKEN(RACE, butterfly_in_place, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = S(T ^ k);
        SET(T, S(T) + a);
        BARRIER;
    }
    OUT(S(T));
}
BROKEN(RACE, butterfly_barrier_only_behind_the_reads, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = S(T ^ k) + S(T);
        BARRIER;
        SET(T, a);
    }
    OUT(S(T));
}
BROKEN(RACE, columns_share_an_element, 1) {
    SET_R(T * 2u, 1u);
    SET_R(T * 2u + 2u, 2u);
    BARRIER;
    OUT(R(T));
}
BROKEN(RACE, padding_that_collides, 1) {
    SET_R(T + T / 8u, T);
    SET_R(T + T / 8u + 1u, T);
    BARRIER;
    OUT(R(T));
}
BROKEN(RACE, stride_of_the_wrong_row, 1) {
    SET(Y * 7u + X, T);
    BARRIER;
    OUT(S(Y * 7u + X));
}
BROKEN(RACE, jacobi_step_in_place, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t n = 0u; n < 2u; n++) {
        uint32_t a = S((T + 63u) % 64u) + S((T + 1u) % 64u);
        SET(T, a);
        BARRIER;
    }
    OUT(S(T));
}
BROKEN(RACE, life_with_one_board, 1) {
    SET(T, IN(T) & 1u);
    BARRIER;
    uint32_t a = S((T + 1u) % 64u) + S((T + 8u) % 64u);
    SET(T, a == 2u ? 1u : 0u);
    BARRIER;
    OUT(S(T));
}
BROKEN(BOUNDS, tile_with_a_row_too_many, 1) {
    SET(X + 8u * (Y + 1u), T);
    BARRIER;
    OUT(S(T));
}
BROKEN(BOUNDS, neighbour_below_zero, 1) {
    SET(T, IN(T));
    BARRIER;
    OUT(S(T - 1u));
}
CORRECT(transpose, 1) {
    SET(T, IN(T));
    BARRIER;
    OUT(S(X * 8u + Y));
}
CORRECT(transpose_of_one_subgroup, 64) {
    SET(T, IN(T));
    SUBGROUP_BARRIER;
    OUT(S(X * 8u + Y));
}
CORRECT(transpose_twice, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        SET(T, IN(64u * n + T));
        BARRIER;
        OUT(S(X * 8u + Y));
        BARRIER;
    }
}
CORRECT(blur_between_two_arrays, 1) {
    SET(T, IN(T));
    BARRIER;
    SET_R(T, S(T) + S((T + 1u) % 64u));
    BARRIER;
    OUT(R(T) + R((T + 63u) % 64u));
}
CORRECT(halo, 1) {
    SET_R(T + 1u, IN(T + 1u));
    if (T == 0u) SET_R(0u, IN(0u));
    if (T == 63u) SET_R(65u, IN(65u));
    BARRIER;
    OUT(R(T) + R(T + 1u) + R(T + 2u));
}
CORRECT(product, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        SET(T, IN(64u * n + T));
        BARRIER;
        for (uint32_t k = 0u; k < 8u; k++) a = a + S(Y * 8u + k) * S(k * 8u + X);
        BARRIER;
    }
    OUT(a);
}
CORRECT(double_buffer, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        SET_R(64u * (n % 2u) + T, IN(64u * n + T));
        BARRIER;
        a = a + R(64u * (n % 2u) + (T ^ 9u));
    }
    OUT(a);
}
CORRECT(bitonic, 1) {
    SET(T, IN(63u - T));
    BARRIER;
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        uint32_t o = T ^ k;
        if (o > T && S(T) > S(o)) {
            uint32_t a = S(T);
            SET(T, S(o));
            SET(o, a);
        }
        BARRIER;
    }
    OUT(S(T));
}
CORRECT(odd_even_sort, 1) {
    SET(T, IN(63u - T));
    BARRIER;
    for (uint32_t n = 0u; n < 64u; n++) {
        if (T % 2u == n % 2u && T < 63u) {
            uint32_t a = S(T);
            uint32_t b = S(T + 1u);
            SET(T, a < b ? a : b);
            SET(T + 1u, a < b ? b : a);
        }
        BARRIER;
    }
    OUT(S(T));
}
CORRECT(butterfly, 1) {
    SET(T, IN(T));
    BARRIER;
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = S(T ^ k) + S(T);
        BARRIER;
        SET(T, a);
        BARRIER;
    }
    OUT(S(T));
}
CORRECT(each_reads_its_own, 1) {
    SET(T, IN(T));
    SET(T, S(T) + 1u);
    OUT(S(T));
}
CORRECT(rows_are_their_own, 1) {
    for (uint32_t k = 0u; k < 4u; k++) SET_R(T * 4u + k, k);
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 4u; k++) a = a + R(T * 4u + k);
    OUT(a);
}
#undef X
#undef Y
