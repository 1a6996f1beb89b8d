/* The scan on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/pass.h"
#include "error/check.h"
#include "platform/memory.h"
#include "scan/kernels.h"
#include "scan/plan.h"

#include <string.h>

#define SUBGROUP_SIZE 32u /* of the emulator; results do not depend on it */

/* The passes over buffers of whole sixteens of bytes. */
static nbl_result_t run(const nbl_scan_desc_t *desc, void *buffers[3], const nbl_accessor_t *shared,
                        nbl_error_t *error) {
    static void (*const *const kernels[])(void) = {nbl_scan_kernels_uint32, nbl_scan_kernels_int32,
                                                   nbl_scan_kernels_float32, nbl_scan_kernels_float64,
                                                   nbl_scan_kernels_float16};
    static void (*const *const looking_back[])(void) = {nbl_scan_look_back_uint32, nbl_scan_look_back_int32};
    const bool looks_back = desc->method == NBL_SCAN_METHOD_LOOK_BACK;
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count);
    const nbl_emulator_resource_t resources[3] = {
        {buffers[0], bytes, 0}, {buffers[1], bytes, 0}, {buffers[2], nbl_scan_workspace_bytes(desc->count), 0}};

    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES; pass++) {
        const nbl_scan_specialization_t parameters = {{pass, (uint32_t)desc->kind}, shared};
        const nbl_emulator_pass_t run = {.name = "scan",
                                         .kernel = (looks_back ? looking_back : kernels)[desc->scalar][desc->operation],
                                         .resources = resources,
                                         .resource_count = 3,
                                         .constants = &desc->count,
                                         .parameters = &parameters,
                                         .workgroup_size = desc->invocations,
                                         .subgroup_size = SUBGROUP_SIZE,
                                         .workgroups = nbl_scan_workgroups(desc, pass)};
        nbl_result_t result = run.workgroups > 0 ? nbl_emulator_pass_run(&run, NULL, NULL, error) : NBL_SUCCESS;
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}

/* Where the elements are: in arrays, or behind functions; and a workgroup's memory. */
typedef struct elements_t {
    const nbl_accessor_t *source, *target; /* NULL: the arrays */
    const void *source_array;
    void *target_array;
    const nbl_accessor_t *shared;
} elements_t;

static void load(const elements_t *from, char *memory, size_t bytes, uint32_t count) {
    if (from->source == NULL) memcpy(memory, from->source_array, bytes * count);
    for (uint32_t i = 0; from->source != NULL && i < count; i++)
        from->source->get(from->source->user, 0, i, memory + bytes * i);
}

static void store(const elements_t *to, const char *memory, size_t bytes, uint32_t count) {
    if (to->target == NULL) memcpy(to->target_array, memory, bytes * count);
    for (uint32_t i = 0; to->target != NULL && i < count; i++)
        to->target->set(to->target->user, 0, i, memory + bytes * i);
}

static nbl_result_t scan(const nbl_scan_desc_t *asked, const elements_t *elements, nbl_error_t *error) {
    nbl_scan_desc_t checked = *asked, *desc = &checked;
    if (desc->invocations == 0) desc->invocations = NBL_SCAN_DEFAULT_INVOCATIONS;
    if (desc->items == 0) desc->items = NBL_SCAN_DEFAULT_ITEMS;
    nbl_result_t result = nbl_scan_check(desc, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->invocations != NBL_SCAN_DEFAULT_INVOCATIONS || desc->items != NBL_SCAN_DEFAULT_ITEMS ||
        desc->sum_items != NBL_SCAN_DEFAULT_SUM_ITEMS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: the emulator runs %u invocations of %u items only, and the plan has %u of %u",
                        NBL_SCAN_DEFAULT_INVOCATIONS, NBL_SCAN_DEFAULT_ITEMS, (unsigned)desc->invocations,
                        (unsigned)desc->items);
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count), workspace = nbl_scan_workspace_bytes(desc->count);
    const size_t element = nbl_scan_scalar_bytes(desc->scalar);
    if (desc->scalar == NBL_SCAN_FLOAT16 && nbl_scan_kernels_float16[0] == NULL)
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "scan: the library's compiler had no float16");
    char *memory = nbl_platform_aligned(16, 2u * bytes + workspace);
    if (memory == NULL) return nbl_fail_memory(error, "scan");
    memset(memory, 0, 2u * bytes + workspace);
    load(elements, memory, element, desc->count);
    void *buffers[3] = {memory, memory + bytes, memory + 2u * bytes};
    result = run(desc, buffers, elements->shared, error);
    if (result == NBL_SUCCESS) store(elements, buffers[1], element, desc->kind == NBL_SCAN_REDUCE ? 1u : desc->count);
    nbl_platform_aligned_free(memory);
    return result;
}

nbl_result_t nbl_scan_emulate(const nbl_scan_desc_t *desc, const void *source, void *target, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, source, target)) return NBL_ERROR_ARGUMENT;
    const elements_t elements = {.source_array = source, .target_array = target};
    nbl_error_clear(error);
    return scan(desc, &elements, error);
}

nbl_result_t nbl_scan_access(const nbl_scan_desc_t *desc, const nbl_accessor_t *source, const nbl_accessor_t *target,
                             const nbl_accessor_t *shared, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, source, target)) return NBL_ERROR_ARGUMENT;
    const elements_t elements = {.source = source, .target = target, .shared = shared};
    nbl_error_clear(error);
    if (source->get == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "scan: source's get is NULL");
    if (target->set == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "scan: target's set is NULL");
    if (shared != NULL && (shared->get == NULL || shared->set == NULL))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "scan: shared's get or set is NULL");
    return scan(desc, &elements, error);
}
