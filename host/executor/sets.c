/* Which instruction sets there are kernels for, and which of them this processor has.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "executor/kernels.h"

static bool always(void) { return true; }

#if defined(__x86_64__)
static bool has_avx2(void) { return __builtin_cpu_supports("avx2"); }
static bool has_avx512vl(void) { return __builtin_cpu_supports("avx512vl"); }
#else
#define has_avx2 always /* there are no kernels */
#define has_avx512vl always
#endif

static const struct {
    nbl_executor_set_t set;
    bool (*is_there)(void);
} sets[] = {
    {{"avx512vl", {NULL, &nbl_executor_avx512vl_float32, &nbl_executor_avx512vl_float64}}, has_avx512vl},
    {{"avx2", {NULL, &nbl_executor_avx2_float32, &nbl_executor_avx2_float64}}, has_avx2},
    {{"sse2", {NULL, &nbl_executor_sse2_float32, &nbl_executor_sse2_float64}}, always},
    {{"neon", {NULL, &nbl_executor_neon_float32, &nbl_executor_neon_float64}}, always},
    {{"plain", {&nbl_executor_plain_float16, &nbl_executor_plain_float32, &nbl_executor_plain_float64}}, always},
};

const nbl_executor_set_t *nbl_executor_set(uint32_t number) {
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (sets[i].set.of[1]->lanes != 0 && sets[i].is_there() && number-- == 0) return &sets[i].set;
    return NULL;
}
