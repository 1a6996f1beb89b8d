/* Makes all passes of a bloom, on one thread or several: drivers take their time over each pipeline.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "bloom/compile.h"
#include "error/check.h"
#include "nbl/host/bloom.h"

/* What the threads share: each takes the next pass that nobody has begun, until one has failed. */
typedef struct work_t {
    nbl_bloom_t *bloom; /* NULL: modules alone, of: */
    const nbl_bloom_plan_t *plan;
    const nbl_bloom_vulkan_desc_t *desc;
    nbl_spirv_t *modules;
    atomic_int next;
    atomic_bool failed;
    nbl_result_t results[NBL_BLOOM_PASSES];
    nbl_error_t errors[NBL_BLOOM_PASSES];
} work_t;

static nbl_result_t make_pass(work_t *work, nbl_bloom_pass_name_t pass, nbl_error_t *error) {
    if (work->bloom != NULL) return nbl_bloom_create_pass(work->bloom, pass, error);
    return nbl_bloom_pass_compile(work->plan, pass, work->desc, &work->modules[pass], error);
}

static void *make_passes(void *user) {
    work_t *work = user;
    while (!atomic_load(&work->failed)) {
        int pass = atomic_fetch_add(&work->next, 1);
        if (pass >= NBL_BLOOM_PASSES) break;
        work->results[pass] = make_pass(work, (nbl_bloom_pass_name_t)pass, &work->errors[pass]);
        if (work->results[pass] != NBL_SUCCESS) atomic_store(&work->failed, true);
    }
    return NULL;
}

/* Returns the first pass's failure, as one thread would. */
static nbl_result_t make_all(work_t *work, nbl_error_t *error) {
    pthread_t others[NBL_BLOOM_PASSES];
    uint32_t started = 0;
    while (started + 1 < work->desc->threads && started + 1 < NBL_BLOOM_PASSES &&
           pthread_create(&others[started], NULL, make_passes, work) == 0)
        started++;
    make_passes(work); /* all that threads which could not be started leave, too */
    for (uint32_t i = 0; i < started; i++) pthread_join(others[i], NULL);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++)
        if (work->results[i] != NBL_SUCCESS) return nbl_fail(error, work->results[i], "%s", work->errors[i].text);
    return NBL_SUCCESS;
}

nbl_result_t nbl_bloom_compile(const nbl_bloom_plan_t *plan, const nbl_bloom_vulkan_desc_t *desc,
                               nbl_spirv_t modules[NBL_BLOOM_PASSES], nbl_error_t *error) {
    if (NBL_ANY_NULL(error, plan, desc, modules)) return NBL_ERROR_ARGUMENT;
    work_t work = {.plan = plan, .desc = desc, .modules = modules};
    memset(modules, 0, NBL_BLOOM_PASSES * sizeof *modules);
    nbl_error_clear(error);
    return make_all(&work, error);
}

nbl_result_t nbl_bloom_create(nbl_vulkan_device_t *device, const nbl_bloom_plan_t *plan,
                              const nbl_bloom_vulkan_desc_t *desc, nbl_bloom_t **bloom, nbl_error_t *error) {
    if (bloom != NULL) *bloom = NULL;
    if (NBL_ANY_NULL(error, device, plan, desc, bloom)) return NBL_ERROR_ARGUMENT;
    nbl_result_t result = nbl_bloom_create_empty(device, plan, desc, bloom, error);
    if (result != NBL_SUCCESS) return result;
    work_t work = {.bloom = *bloom, .desc = desc};
    result = make_all(&work, error);
    if (result == NBL_SUCCESS) return NBL_SUCCESS;
    nbl_bloom_destroy(*bloom);
    return result;
}
