/* Corpus: tiles in shared memory: transpositions, stencils, halos, products, sorting.
 * SPDX-License-Identifier: Apache-2.0
 */
#define X (THREAD() % 8u)
#define Y (THREAD() / 8u)
BROKEN(RACE, transpose_without_barrier, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, X * 8u + Y));
}
BROKEN_TO(RACE, transpose_by_subgroup_barrier, 1, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, X * 8u + Y));
}
BROKEN(RACE, transpose_in_place, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(s, THREAD(), NBL_LOAD(s, X * 8u + Y));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, transpose_of_two_tiles, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, 64u * n + THREAD()));
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, X * 8u + Y));
    }
}
BROKEN(RACE, neighbours_without_barrier, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, (THREAD() + 1u) % 64u));
}
BROKEN(RACE, blur_in_place, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    if (THREAD() > 0u && THREAD() < 63u)
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD() - 1u) + NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + 1u));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, blur_twice_with_one_barrier, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(r, THREAD(), 0u);
    BARRIER();
    NBL_STORE(r, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() ^ 1u));
    NBL_STORE(s, THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() ^ 1u));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, halo_loaded_by_the_edges, 1) {
    NBL_STORE(r, THREAD() + 1u, NBL_LOAD(source, THREAD() + 1u));
    if (THREAD() == 0u) NBL_STORE(r, 0u, NBL_LOAD(source, 0u));
    if (THREAD() == 63u) NBL_STORE(r, 65u, NBL_LOAD(source, 65u));
    NBL_STORE(result, GROUP() * 64u + THREAD(),
              NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + 1u) + NBL_LOAD(r, THREAD() + 2u));
}
BROKEN(RACE, halo_overlaps_the_next_one, 1) {
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    if (THREAD() < 2u) NBL_STORE(r, THREAD() + 63u, NBL_LOAD(source, THREAD() + 63u));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + 1u));
}
BROKEN(FRESH, halo_forgotten, 1) {
    NBL_STORE(r, THREAD() + 1u, NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + 1u));
}
BROKEN(FRESH, halo_on_one_side, 1) {
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + 1u));
}
BROKEN(RACE, product_without_second_barrier, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, 64u * n + THREAD()));
        BARRIER();
        for (uint32_t k = 0u; k < 8u; k++) a = a + NBL_LOAD(s, Y * 8u + k) * NBL_LOAD(s, k * 8u + X);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(RACE, product_without_first_barrier, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, 64u * n + THREAD()));
        for (uint32_t k = 0u; k < 8u; k++) a = a + NBL_LOAD(s, Y * 8u + k) * NBL_LOAD(s, k * 8u + X);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(RACE, double_buffer_with_one_half, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    uint32_t a = NBL_LOAD(s, THREAD() ^ 9u);
    NBL_STORE(s, THREAD(), NBL_LOAD(source, 64u + THREAD()));
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(RACE, double_buffer_that_swaps_too_late, 1) {
    uint32_t a = 0u;
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t n = 0u; n < 3u; n++) {
        NBL_STORE(r, 64u * (n % 2u) + THREAD(), NBL_LOAD(source, THREAD() + n));
        a = a + NBL_LOAD(r, 64u * (n % 2u) + (THREAD() ^ 5u));
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
BROKEN(RACE, bitonic_without_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, 63u - THREAD()));
    BARRIER();
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        uint32_t o = THREAD() ^ k;
        if (o > THREAD() && NBL_LOAD(s, THREAD()) > NBL_LOAD(s, o)) {
            uint32_t a = NBL_LOAD(s, THREAD());
            NBL_STORE(s, THREAD(), NBL_LOAD(s, o));
            NBL_STORE(s, o, a);
        }
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, odd_even_sort_without_barriers, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, 63u - THREAD()));
    BARRIER();
    for (uint32_t n = 0u; n < 4u; n++) {
        if (THREAD() % 2u == n % 2u && THREAD() < 63u) {
            uint32_t a = NBL_LOAD(s, THREAD());
            uint32_t b = NBL_LOAD(s, THREAD() + 1u);
            NBL_STORE(s, THREAD(), a < b ? a : b);
            NBL_STORE(s, THREAD() + 1u, a < b ? b : a);
        }
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), THREAD());
}
BROKEN(RACE, butterfly_in_place, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = NBL_LOAD(s, THREAD() ^ k);
        NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, butterfly_barrier_only_behind_the_reads, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = NBL_LOAD(s, THREAD() ^ k) + NBL_LOAD(s, THREAD());
        BARRIER();
        NBL_STORE(s, THREAD(), a);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, columns_share_an_element, 1) {
    NBL_STORE(r, THREAD() * 2u, 1u);
    NBL_STORE(r, THREAD() * 2u + 2u, 2u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()));
}
BROKEN(RACE, padding_that_collides, 1) {
    NBL_STORE(r, THREAD() + THREAD() / 8u, THREAD());
    NBL_STORE(r, THREAD() + THREAD() / 8u + 1u, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()));
}
BROKEN(RACE, stride_of_the_wrong_row, 1) {
    NBL_STORE(s, Y * 7u + X, THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, Y * 7u + X));
}
BROKEN(RACE, jacobi_step_in_place, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t n = 0u; n < 2u; n++) {
        uint32_t a = NBL_LOAD(s, (THREAD() + 63u) % 64u) + NBL_LOAD(s, (THREAD() + 1u) % 64u);
        NBL_STORE(s, THREAD(), a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(RACE, life_with_one_board, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) & 1u);
    BARRIER();
    uint32_t a = NBL_LOAD(s, (THREAD() + 1u) % 64u) + NBL_LOAD(s, (THREAD() + 8u) % 64u);
    NBL_STORE(s, THREAD(), a == 2u ? 1u : 0u);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(BOUNDS, tile_with_a_row_too_many, 1) {
    NBL_STORE(s, X + 8u * (Y + 1u), THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
BROKEN(BOUNDS, neighbour_below_zero, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD() - 1u));
}
CORRECT(transpose, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, X * 8u + Y));
}
CORRECT(transpose_of_one_subgroup, 64) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, X * 8u + Y));
}
CORRECT(transpose_twice, 1) {
    for (uint32_t n = 0u; n < 2u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, 64u * n + THREAD()));
        BARRIER();
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, X * 8u + Y));
        BARRIER();
    }
}
CORRECT(blur_between_two_arrays, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    NBL_STORE(r, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, (THREAD() + 1u) % 64u));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, (THREAD() + 63u) % 64u));
}
CORRECT(halo, 1) {
    NBL_STORE(r, THREAD() + 1u, NBL_LOAD(source, THREAD() + 1u));
    if (THREAD() == 0u) NBL_STORE(r, 0u, NBL_LOAD(source, 0u));
    if (THREAD() == 63u) NBL_STORE(r, 65u, NBL_LOAD(source, 65u));
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(),
              NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + 1u) + NBL_LOAD(r, THREAD() + 2u));
}
CORRECT(product, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, 64u * n + THREAD()));
        BARRIER();
        for (uint32_t k = 0u; k < 8u; k++) a = a + NBL_LOAD(s, Y * 8u + k) * NBL_LOAD(s, k * 8u + X);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(double_buffer, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 4u; n++) {
        NBL_STORE(r, 64u * (n % 2u) + THREAD(), NBL_LOAD(source, 64u * n + THREAD()));
        BARRIER();
        a = a + NBL_LOAD(r, 64u * (n % 2u) + (THREAD() ^ 9u));
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(bitonic, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, 63u - THREAD()));
    BARRIER();
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        uint32_t o = THREAD() ^ k;
        if (o > THREAD() && NBL_LOAD(s, THREAD()) > NBL_LOAD(s, o)) {
            uint32_t a = NBL_LOAD(s, THREAD());
            NBL_STORE(s, THREAD(), NBL_LOAD(s, o));
            NBL_STORE(s, o, a);
        }
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(odd_even_sort, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, 63u - THREAD()));
    BARRIER();
    for (uint32_t n = 0u; n < 64u; n++) {
        if (THREAD() % 2u == n % 2u && THREAD() < 63u) {
            uint32_t a = NBL_LOAD(s, THREAD());
            uint32_t b = NBL_LOAD(s, THREAD() + 1u);
            NBL_STORE(s, THREAD(), a < b ? a : b);
            NBL_STORE(s, THREAD() + 1u, a < b ? b : a);
        }
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(butterfly, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 1u; k < 64u; k = k * 2u) {
        uint32_t a = NBL_LOAD(s, THREAD() ^ k) + NBL_LOAD(s, THREAD());
        BARRIER();
        NBL_STORE(s, THREAD(), a);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(each_reads_its_own, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + 1u);
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
CORRECT(rows_are_their_own, 1) {
    for (uint32_t k = 0u; k < 4u; k++) NBL_STORE(r, THREAD() * 4u + k, k);
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 4u; k++) a = a + NBL_LOAD(r, THREAD() * 4u + k);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
#undef X
#undef Y
