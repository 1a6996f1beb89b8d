/* The scan on the CPU emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/error.h"
#include "nbl/host/emulator.h"
#include "scan/kernels.h"
#include "scan/plan.h"

#include <stdlib.h>
#include <string.h>

#define SUBGROUP_SIZE 32u

/* The passes over buffers of whole sixteens of bytes. */
static nbl_result_t run(const nbl_scan_desc_t *desc, void *buffers[3], nbl_error_t *error) {
    static void (*const *const kernels[])(void) = {nbl_scan_kernels_uint32, nbl_scan_kernels_int32,
                                                   nbl_scan_kernels_float32, nbl_scan_kernels_float64,
                                                   nbl_scan_kernels_float16};
    static void (*const *const looking_back[])(void) = {nbl_scan_look_back_uint32, nbl_scan_look_back_int32};
    const bool looks_back = desc->method == NBL_SCAN_METHOD_LOOK_BACK;
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count);
    const nbl_emulator_resource_t resources[3] = {
        {buffers[0], bytes, 0}, {buffers[1], bytes, 0}, {buffers[2], nbl_scan_workspace_bytes(desc->count), 0}};
    nbl_emulator_report_t report;

    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES; pass++) {
        const nbl_scan_parameters_t parameters = {pass, (uint32_t)desc->kind};
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        launch.kernel = (looks_back ? looking_back : kernels)[desc->scalar][desc->operation];
        launch.name = "scan";
        launch.workgroup_size[0] = desc->invocations;
        launch.workgroup_count[0] = nbl_scan_workgroups(desc, pass);
        launch.subgroup_size = SUBGROUP_SIZE;
        launch.resources = resources;
        launch.resource_count = 3;
        launch.push_constants = &desc->count;
        launch.specialization = &parameters;
        if (launch.workgroup_count[0] == 0) continue;
        nbl_result_t result = nbl_emulator_launch(&launch, &report);
        if (result != NBL_SUCCESS) return nbl_fail(error, result, "scan: %s", report.message);
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_scan_emulate(const nbl_scan_desc_t *asked, const void *source, void *target, nbl_error_t *error) {
    nbl_scan_desc_t checked = *asked, *desc = &checked;
    nbl_error_clear(error);
    if (desc->invocations == 0) desc->invocations = NBL_SCAN_DEFAULT_INVOCATIONS;
    if (desc->items == 0) desc->items = NBL_SCAN_DEFAULT_ITEMS;
    nbl_result_t result = nbl_scan_check(desc, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->invocations != NBL_SCAN_DEFAULT_INVOCATIONS || desc->items != NBL_SCAN_DEFAULT_ITEMS ||
        desc->sum_items != NBL_SCAN_DEFAULT_SUM_ITEMS)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: the emulator has %u invocations of %u items only, asked for %u of %u",
                        NBL_SCAN_DEFAULT_INVOCATIONS, NBL_SCAN_DEFAULT_ITEMS, (unsigned)desc->invocations,
                        (unsigned)desc->items);
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count), workspace = nbl_scan_workspace_bytes(desc->count);
    const size_t element = nbl_scan_scalar_bytes(desc->scalar);
    if (desc->scalar == NBL_SCAN_FLOAT16 && nbl_scan_kernels_float16[0] == NULL)
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "scan: the library's compiler had no float16");
    char *memory = aligned_alloc(16, 2u * bytes + workspace);
    if (memory == NULL) return nbl_fail_memory(error, "scan");
    memset(memory, 0, 2u * bytes + workspace);
    memcpy(memory, source, element * desc->count);
    void *buffers[3] = {memory, memory + bytes, memory + 2u * bytes};
    result = run(desc, buffers, error);
    if (result == NBL_SUCCESS)
        memcpy(target, buffers[1], desc->kind == NBL_SCAN_REDUCE ? element : element * desc->count);
    free(memory);
    return result;
}
