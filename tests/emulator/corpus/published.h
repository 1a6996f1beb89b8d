/* Corpus: races that were reported of real projects, written anew in a few lines.
 * SPDX-License-Identifier: Apache-2.0
 */
NBL_FUNCTION void counted(uint32_t slice) {
    if (THREAD() == 0u) NBL_STORE(r, slice, NBL_ATOMIC_ADD(common, 200u, 1u));
    BARRIER();
}
/* GPUOpen-Effects/FidelityFX-SPD #13: one execution barrier, where the last workgroup reads what the others wrote */
BROKEN_GROUPS(RACE, spd_exit_workgroup, 4) {
    if (THREAD() < 8u) NBL_STORE(common, GROUP() * 8u + THREAD(), THREAD());
    counted(0u);
    if (NBL_LOAD(r, 0u) == 3u && THREAD() < 32u)
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, THREAD()));
}
BROKEN_GROUPS(RACE, spd_last_group_reads_the_mip, 4) {
    if (THREAD() == 0u) NBL_STORE(common, GROUP(), GROUP());
    counted(0u);
    if (NBL_LOAD(r, 0u) == 3u) NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(common, THREAD() % 4u));
}
/* FidelityFX-SPD #4: an execution barrier taken for one of images; within a workgroup, between two mips */
BROKEN(RACE, spd_mip_through_memory, 1) {
    NBL_STORE(common, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    if (THREAD() < 16u)
        NBL_STORE(result, GROUP() * 64u + THREAD(),
                  NBL_LOAD(common, 4u * THREAD()) + NBL_LOAD(common, 4u * THREAD() + 3u));
}
CORRECT(spd_mip_through_shared_memory, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    if (THREAD() < 16u)
        NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 4u * THREAD()) + NBL_LOAD(s, 4u * THREAD() + 3u));
}
CORRECT(spd_mip_with_a_memory_barrier, 1) {
    NBL_STORE(common, THREAD(), NBL_LOAD(source, THREAD()));
    MEMORY_BARRIER();
    if (THREAD() < 16u)
        NBL_STORE(result, GROUP() * 64u + THREAD(),
                  NBL_LOAD(common, 4u * THREAD()) + NBL_LOAD(common, 4u * THREAD() + 3u));
}
/* microsoft/DirectX-Graphics-Samples #871: a blur that overwrites pixels which neighbours still read; right on 8 lanes
 * or more */
BROKEN(RACE, mini_engine_blur, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 5u; k++) a = a + NBL_LOAD(s, (THREAD() + k) % 64u);
    NBL_STORE(s, THREAD(), a);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
}
CORRECT(mini_engine_blur_mended, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 5u; k++) a = a + NBL_LOAD(s, (THREAD() + k) % 64u);
    BARRIER();
    NBL_STORE(s, THREAD(), a);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 63u - THREAD()));
}
/* Mantevo/miniFE #13, ORNL/HeCBench #91 and #263: the last 32 sums without a barrier, as volatile once had them */
BROKEN(RACE, warp_synchronous_tail, 1) {
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(r, THREAD() + 64u, 0u);
    BARRIER();
    if (THREAD() < 32u) {
        for (uint32_t k = 32u; k > 0u; k = k / 2u)
            NBL_STORE(r, THREAD(), NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + k));
    }
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, 0u));
}
CORRECT_TO(warp_synchronous_tail_mended, 32, 128) {
    NBL_STORE(r, THREAD(), NBL_LOAD(source, THREAD()));
    NBL_STORE(r, THREAD() + 64u, 0u);
    BARRIER();
    if (THREAD() < 32u) {
        for (uint32_t k = 32u; k > 0u; k = k / 2u) {
            uint32_t a = NBL_LOAD(r, THREAD()) + NBL_LOAD(r, THREAD() + k);
            SUBGROUP();
            NBL_STORE(r, THREAD(), a);
            SUBGROUP();
        }
    }
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, 0u));
}
/* ORNL/HeCBench #254: one thread writes two sums, all read them */
BROKEN(RACE, marching_cubes_sums, 1) {
    if (THREAD() == 31u) {
        NBL_STORE(r, 31u, NBL_LOAD(source, THREAD()));
        NBL_STORE(r, 63u, NBL_LOAD(source, THREAD()));
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(r, 31u) + NBL_LOAD(r, 63u));
}
/* NVIDIA/Fuser #489: two reductions and two broadcasts through one array, nothing behind each */
BROKEN(RACE, fuser_two_reductions, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 2u; n++) {
        if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), NBL_LOAD(source, THREAD()) + n);
        BARRIER();
        a = a + NBL_LOAD(s, 0u);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(fuser_two_reductions_mended, 1) {
    uint32_t a = 0u;
    for (uint32_t n = 0u; n < 2u; n++) {
        if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), NBL_LOAD(source, THREAD()) + n);
        BARRIER();
        a = a + NBL_LOAD(s, 0u);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
/* NVIDIA/Fuser #678: idle threads reset the cell before working ones have read it */
BROKEN(RACE, fuser_idle_threads_reset, 1) {
    NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    if (THREAD() == 0u) NBL_STORE(s, 0u, NBL_LOAD(source, 9u));
    BARRIER();
    if (THREAD() < 4u) NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, 0u));
    if (THREAD() == 40u) NBL_STORE(s, 0u, 0u);
}
/* ggml-org/llama.cpp #27008: partial sums of the next head overwrite sums that are being read */
BROKEN(RACE, llama_indexer_next_head, 1) {
    uint32_t score = 0u;
    for (uint32_t h = 0u; h < 2u; h++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) * h);
        BARRIER();
        for (uint32_t k = 32u; k > 0u; k = k / 2u) {
            if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
            BARRIER();
        }
        if (THREAD() == 3u) score = score + NBL_LOAD(s, 0u);
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), score);
}
CORRECT(llama_indexer_mended, 1) {
    uint32_t score = 0u;
    for (uint32_t h = 0u; h < 2u; h++) {
        NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()) * h);
        BARRIER();
        for (uint32_t k = 32u; k > 0u; k = k / 2u) {
            if (THREAD() < k) NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
            BARRIER();
        }
        if (THREAD() == 3u) score = score + NBL_LOAD(s, 0u);
        BARRIER();
    }
    NBL_STORE(result, GROUP() * 64u + THREAD(), score);
}
/* ggml-org/llama.cpp #20084: stored by a subgroup's lanes together, read by the same lanes without a barrier */
BROKEN_TO(RACE, llama_matrix_store, 2, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < nbl_subgroup_size(); k++) a = a + NBL_LOAD(s, THREAD() - LANE() + k);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT_TO(llama_matrix_store_mended, 1, 64) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    SUBGROUP();
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < nbl_subgroup_size(); k++) a = a + NBL_LOAD(s, THREAD() - LANE() + k);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
/* googlefonts/compute-shader-101 #11, JuliaGPU/AcceleratedKernels.jl #98: data loaded plainly beside an atomic flag */
BROKEN_GROUPS(RACE, look_back_with_plain_aggregates, 4) {
    if (THREAD() == 0u) {
        NBL_STORE(common, 2u * GROUP(), 5u);
        NBL_ATOMIC_EXCHANGE(common, 2u * GROUP() + 1u, 1u);
        uint32_t before = (GROUP() + 3u) % 4u;
        uint32_t flag = NBL_ATOMIC_ADD(common, 2u * before + 1u, 0u);
        NBL_STORE(result, GROUP() * 64u + THREAD(), flag + NBL_LOAD(common, 2u * before));
    }
}
CORRECT_GROUPS(look_back_with_flag_and_value_in_one, 4) {
    if (THREAD() == 0u) {
        NBL_ATOMIC_EXCHANGE(common, GROUP(), 5u * 2u + 1u);
        uint32_t flag = NBL_ATOMIC_ADD(common, (GROUP() + 3u) % 4u, 0u);
        NBL_STORE(result, GROUP() * 64u + THREAD(), flag / 2u);
    }
}
/* arrayfire #633: a barrier inside the condition is no mending of a missing one */
BROKEN(DIVERGENT, arrayfire_barrier_in_the_condition, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    for (uint32_t k = 32u; k > 0u; k = k / 2u) {
        if (THREAD() < k) {
            NBL_STORE(s, THREAD(), NBL_LOAD(s, THREAD()) + NBL_LOAD(s, THREAD() + k));
            BARRIER();
        }
    }
}
/* NervanaSystems/neon #171: partial sums written by one subgroup while others still read */
BROKEN_TO(RACE, neon_partials_of_the_first_subgroup, 1, 32) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    if (THREAD() < nbl_subgroup_size()) {
        uint32_t a = NBL_LOAD(s, 63u);
        NBL_STORE(s, THREAD(), a);
    }
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
/* dirac-institute/kbmod #108: shared memory filled by all and read at once */
BROKEN(RACE, kbmod_shared_without_sync, 1) {
    if (THREAD() < 16u) NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 16u; k++) a = a + NBL_LOAD(s, k);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
CORRECT(kbmod_mended, 1) {
    if (THREAD() < 16u) NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 16u; k++) a = a + NBL_LOAD(s, k);
    NBL_STORE(result, GROUP() * 64u + THREAD(), a);
}
/* NVIDIA/cuCollections #337: counters reset by one lane; a vote is no barrier of memory */
BROKEN_TO(RACE, cuco_counter_reset, 2, 32) {
    if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), 0u);
    uint32_t any = nbl_subgroup_any(true) ? 1u : 0u;
    NBL_ATOMIC_ADD(s, nbl_subgroup_id(), any);
}
CORRECT(cuco_counter_reset_mended, 1) {
    if (LANE() == 0u) NBL_STORE(s, nbl_subgroup_id(), 0u);
    SUBGROUP();
    NBL_ATOMIC_ADD(s, nbl_subgroup_id(), 1u);
}
/* shader-slang/slang #586: values of a buffer exchanged across a barrier that covers shared memory alone */
BROKEN(RACE, slang_buffer_across_group_sync, 1) {
    NBL_STORE(plain, THREAD(), THREAD());
    BARRIER();
    NBL_ATOMIC_ADD(plain, (THREAD() + 1u) % 64u, 1u);
}
/* dealii #8693: interpolation in place in shared memory */
BROKEN(RACE, dealii_hanging_nodes, 1) {
    NBL_STORE(s, THREAD(), NBL_LOAD(source, THREAD()));
    BARRIER();
    uint32_t a = 0u;
    for (uint32_t k = 0u; k < 4u; k++) a = a + NBL_LOAD(s, THREAD() / 4u * 4u + k);
    NBL_STORE(s, THREAD(), a);
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
/* llvm/offload-test-suite #451: components of one element by four groups of threads: correct, a driver's fault */
CORRECT(component_accumulation, 1) {
    if (THREAD() < 4u) NBL_STORE(s, THREAD(), 0u);
    BARRIER();
    for (uint32_t k = 0u; k < 16u; k++) {
        if (THREAD() % 16u == k) NBL_STORE(s, THREAD() / 16u, NBL_LOAD(s, THREAD() / 16u) + 1u);
        BARRIER();
    }
    if (THREAD() < 4u) NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(s, THREAD()));
}
/* argonne-lcf/sycltrain #22: a group's barrier does not reach across its boundary */
BROKEN_GROUPS(RACE, sycltrain_boundary, 2) {
    NBL_STORE(plain, 64u * GROUP() + THREAD(), THREAD());
    BARRIER();
    NBL_STORE(result, GROUP() * 64u + THREAD(), NBL_LOAD(plain, (64u * GROUP() + THREAD() + 1u) % 128u));
}
