/* Which instruction sets there are kernels for, and which of them this processor has.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/line.h"

static bool always(void) { return true; }

#if defined(__x86_64__)
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
static bool has_avx512vl(void) { return __builtin_cpu_supports("avx512vl"); }
static bool has_fused(void) { return __builtin_cpu_supports("fma"); }
#else
#define has_avx2 always /* there are no kernels */
#define has_avx512vl always
#define has_fused always /* NEON has them */
#endif

bool nbl_executor_fuses(void) { return has_fused(); }

#define OF(set) \
    { NULL, &nbl_executor_##set##_float32, &nbl_executor_##set##_float64 }
#define OF_ALL(set) \
    { &nbl_executor_##set##_float16, &nbl_executor_##set##_float32, &nbl_executor_##set##_float64 }

static const struct {
    nbl_executor_set_t set;
    bool (*is_there)(void);
} sets[] = {
    {{"avx512vl", OF(avx512vl), OF(avx512vl_fused), {NULL}}, has_avx512vl},
    {{"avx2", OF(avx2), OF(avx2_fused), {NULL}}, has_avx2},
    {{"sse2", OF(sse2), OF(sse2_fused), {NULL}}, always},
    {{"neon", OF(neon), OF(neon_fused), {NULL}}, always},
    {{"plain", OF_ALL(plain), OF(fma_fused), OF_ALL(plain_fused)}, always},
};

const nbl_executor_set_t *nbl_executor_set(uint32_t number) {
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (sets[i].set.exact[1]->lanes != 0 && sets[i].is_there() && number-- == 0) return &sets[i].set;
    return NULL;
}

static const nbl_executor_kernels_t *there(const nbl_executor_kernels_t *kernels) {
    return kernels != NULL && kernels->lanes != 0 ? kernels : NULL;
}

const nbl_executor_kernels_t *nbl_executor_set_kernels(const nbl_executor_set_t *set, uint32_t scalar_bytes,
                                                       nbl_mode_t mode) {
    const uint32_t scalar = scalar_bytes / 4;
    const nbl_executor_kernels_t *fused = has_fused() ? there(set->fused[scalar]) : NULL;
    if (mode == NBL_MODE_EXACT || (mode == NBL_MODE_FAST && fused == NULL)) return there(set->exact[scalar]);
    return fused != NULL ? fused : there(set->by_library[scalar]);
}
