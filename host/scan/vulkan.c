/* The scan on a Vulkan device: a kernel per pass, the caller's buffers, and recording.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "error/check.h"
#include "gpu/defines.h"
#include "scan/parameters.h"
#include "scan/plan.h"
#include "vulkan/pass.h"

#include <stdlib.h>
#include <string.h>

struct nbl_scan_t {
    nbl_vulkan_device_t *device;
    nbl_scan_desc_t desc;
    nbl_vulkan_kernel_t *kernels[NBL_SCAN_PASSES];
};

struct nbl_scan_binding_t {
    nbl_vulkan_bindings_t *passes[NBL_SCAN_PASSES];
};

#define NUMBER(name) NBL_PARAMETER_ROW(nbl_scan_parameters_t, name, false)
static const nbl_parameter_t rows[] = {NBL_SCAN_PARAMETERS(NUMBER)};

static nbl_result_t create_kernel(nbl_scan_t *scan, uint32_t pass, nbl_error_t *error) {
    static const char *const scalars[] = {"uint32_t", "int32_t", "float32_t", "float64_t", "float16_t"};
    static const char *const functions[] = {"plus", "minimum", "maximum"}, *const natives[] = {"add", "min", "max"};
    const nbl_scan_desc_t *desc = &scan->desc;
    const bool own_order = nbl_scan_is_float(desc->scalar) && desc->mode != NBL_MODE_FAST;
    const char *const native = natives[desc->operation];
    const bool looks_back = desc->method == NBL_SCAN_METHOD_LOOK_BACK;
    const nbl_scan_parameters_t parameters = {pass, (uint32_t)desc->kind};
    nbl_defines_t defines = {.count = 0};
    nbl_defines_parameters(&defines, rows, sizeof rows / sizeof *rows, &parameters);
    nbl_defines_text(&defines, "NBL_SCAN_SCALAR", scalars[desc->scalar]);
    nbl_defines_text(&defines, "NBL_SCAN_FUNCTION", functions[desc->operation]);
    nbl_defines_text(&defines, "NBL_SCAN_KERNEL", "nbl_scan");
    nbl_defines_number(&defines, "NBL_SCAN_ANY_ORDER", nbl_scan_any_order(desc));
    nbl_defines_number(&defines, "NBL_SCAN_INVOCATIONS", desc->invocations);
    nbl_defines_number(&defines, "NBL_SCAN_ROUNDS", desc->items / 4u);
    nbl_defines_number(&defines, "NBL_SCAN_SUM_ROUNDS", desc->sum_items / 4u);
    nbl_defines_number(&defines, "NBL_SCAN_MAX_LOOKS", desc->max_looks);
    nbl_defines_number(&defines, "NBL_MEMORY_MODEL", looks_back);
    nbl_defines_number(&defines, "NBL_UNROLL_LOOPS", desc->optimize == NBL_OPTIMIZE_UNROLL);
    nbl_defines_number(&defines, "NBL_SUBGROUP_BARRIER_BEFORE_SHUFFLE", desc->lanes == NBL_SCAN_LANES_ORDERED_SHUFFLES);
    nbl_defines_number(&defines, "NBL_HAS_FLOAT64", desc->scalar == NBL_SCAN_FLOAT64);
    nbl_defines_number(&defines, "NBL_HAS_FLOAT16", desc->scalar == NBL_SCAN_FLOAT16);
    if (desc->lanes == NBL_SCAN_LANES_NATIVE) nbl_defines_text(&defines, "NBL_SCAN_NATIVE", native);
    if (desc->lanes == NBL_SCAN_LANES_DEFAULT && !own_order) nbl_defines_text(&defines, "NBL_SCAN_PREFERRED", native);
    const nbl_compile_desc_t compile = {.file = looks_back ? "shaders/scan_look_back.h" : "shaders/scan.h",
                                        .defines = defines.defines,
                                        .define_count = defines.count,
                                        .mode = desc->mode == NBL_MODE_FAST ? NBL_MODE_FAST : NBL_MODE_EXACT,
                                        .optimize = desc->optimize,
                                        .cache = desc->cache};
    nbl_vulkan_kernel_desc_t kernel = {.name = "scan", .compile = &compile};
    return nbl_vulkan_kernel_create(scan->device, &kernel, &scan->kernels[pass], error);
}

/* lavapipe ends an invocation's loops after 65,535 turns of all of them together (LP_MAX_TGSI_LOOP_ITERATIONS of Mesa),
 * and a scan that ends early is wrong. So a scan is refused if it could take that many turns: if every tile before the
 * last is late. */
static nbl_result_t check_turns(const nbl_vulkan_device_t *device, const nbl_scan_desc_t *desc, nbl_error_t *error) {
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    const uint64_t tile = desc->invocations * desc->items, tiles = (desc->count - 1u) / tile + 1u;
    const uint64_t late = desc->max_looks + tile / 4u / info->min_subgroup_size + 1u;
    const uint64_t turns = tiles * late + 2u * desc->invocations / info->min_subgroup_size * (tiles + 1u);
    if (desc->method != NBL_SCAN_METHOD_LOOK_BACK || strcmp(info->driver_name, "llvmpipe") != 0 || turns <= 65535u)
        return NBL_SUCCESS;
    return nbl_fail(
        error, NBL_ERROR_MISSING_FEATURE,
        "scan: to look back over %u tiles may take %llu turns of a loop, and %s ends loops after 65535: use "
        "three passes (1), or fewer than %u looks (max_looks)",
        (unsigned)tiles, (unsigned long long)turns, info->driver_name, (unsigned)desc->max_looks);
}

nbl_result_t nbl_scan_create(nbl_vulkan_device_t *device, const nbl_scan_desc_t *desc, nbl_scan_t **scan,
                             nbl_error_t *error) {
    if (scan != NULL) *scan = NULL;
    if (NBL_ANY_NULL(error, device, desc, scan)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_scan_desc_t checked = *desc;
    nbl_result_t result = nbl_scan_check(&checked, error);
    if (result == NBL_SUCCESS) result = check_turns(device, &checked, error);
    if (result != NBL_SUCCESS) return result;
    nbl_scan_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "scan");
    made->device = device;
    made->desc = checked;
    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES && result == NBL_SUCCESS; pass++)
        if (nbl_scan_workgroups(&checked, pass) > 0) result = create_kernel(made, pass, error);
    if (result == NBL_SUCCESS)
        *scan = made;
    else
        nbl_scan_destroy(made);
    return result;
}

void nbl_scan_destroy(nbl_scan_t *scan) {
    if (scan == NULL) return;
    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES; pass++) nbl_vulkan_kernel_destroy(scan->kernels[pass]);
    free(scan);
}

nbl_result_t nbl_scan_binding_create(const nbl_scan_t *scan, const nbl_scan_resources_t *resources,
                                     nbl_scan_binding_t **binding, nbl_error_t *error) {
    if (binding != NULL) *binding = NULL;
    if (NBL_ANY_NULL(error, scan, resources, binding)) return NBL_ERROR_ARGUMENT;
    if (scan->desc.method == NBL_SCAN_METHOD_LOOK_BACK && resources->source.buffer == resources->target.buffer)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "scan: source and target are one buffer, and the method is look back (2), which needs two");
    const nbl_scan_desc_t *desc = &scan->desc;
    const uint64_t bytes = nbl_scan_bytes(desc->scalar, desc->count),
                   target_bytes = desc->kind == NBL_SCAN_REDUCE ? nbl_scan_scalar_bytes(desc->scalar) : bytes;
    nbl_result_t result = nbl_vulkan_resource_check(&resources->source, "source", bytes, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_resource_check(&resources->target, "target", target_bytes, error);
    if (result == NBL_SUCCESS)
        result =
            nbl_vulkan_resource_check(&resources->workspace, "workspace", nbl_scan_workspace_bytes(desc->count), error);
    if (result != NBL_SUCCESS) return result;
    nbl_scan_binding_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "scan binding");
    const nbl_vulkan_resource_t bound[3] = {resources->source, resources->target, resources->workspace};
    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES && result == NBL_SUCCESS; pass++)
        if (scan->kernels[pass])
            result = nbl_vulkan_bindings_create(scan->kernels[pass], bound, "scan", &made->passes[pass], error);
    if (result == NBL_SUCCESS)
        *binding = made;
    else
        nbl_scan_binding_destroy(made);
    return result;
}

void nbl_scan_binding_destroy(nbl_scan_binding_t *binding) {
    if (binding == NULL) return;
    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES; pass++) nbl_vulkan_bindings_destroy(binding->passes[pass]);
    free(binding);
}

nbl_result_t nbl_scan_record(const nbl_scan_t *scan, const nbl_scan_binding_t *binding, VkCommandBuffer command_buffer,
                             nbl_error_t *error) {
    if (NBL_ANY_NULL(error, scan, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    for (uint32_t pass = 0; pass < NBL_SCAN_PASSES; pass++) {
        if (!scan->kernels[pass]) continue;
        const nbl_vulkan_pass_t record = {"scan", scan->kernels[pass], binding->passes[pass], &scan->desc.count,
                                          nbl_scan_workgroups(&scan->desc, pass)};
        nbl_result_t result = nbl_vulkan_pass_record(scan->device, &record, command_buffer, NULL, 0, error);
        if (result != NBL_SUCCESS) return result;
    }
    return NBL_SUCCESS;
}
