/* Everything about a kernel that can be refused before a pipeline is made.
 * SPDX-License-Identifier: Apache-2.0
 *
 * It must be: a kernel with too much shared memory lost the device on NVIDIA instead of failing.
 */
#include <string.h>
#include "internal.h"

typedef struct check_t {
    const nbl_vulkan_device_t *device;
    const nbl_vulkan_kernel_desc_t *desc;
    const char *name;
    nbl_vulkan_kernel_plan_t *plan;
    nbl_error_t *error;
} check_t;

static nbl_result_t limit(const check_t *c, const char *name, uint64_t have, uint64_t asked, const char *unit) {
    if (asked <= have) return NBL_SUCCESS;
    return nbl_fail(c->error, NBL_ERROR_LIMIT, "%s: %s is %llu%s on this device, asked for %llu", c->name, name,
                    (unsigned long long)have, unit, (unsigned long long)asked);
}

/* What the description believes against what the module says; 0 believes nothing. */
static nbl_result_t agree(const check_t *c, const char *what, uint32_t believed, uint32_t said) {
    if (!believed || believed == said) return NBL_SUCCESS;
    return nbl_fail(c->error, NBL_ERROR_ARGUMENT, "%s: %s: the description says %u, the module %u", c->name, what,
                    believed, said);
}

static nbl_result_t check_agreement(const check_t *c) {
    const nbl_vulkan_kernel_desc_t *d = c->desc;
    nbl_module_info_t *m = &c->plan->info;
    nbl_result_t result = agree(c, "shared memory in bytes", d->shared_bytes, m->shared_bytes);
    uint32_t i;
    for (i = 0; i < 3 && result == NBL_SUCCESS; i++)
        result = agree(c, "local size", d->local_size[i], m->local_size[i]);
    if (result != NBL_SUCCESS) return result;
    if (d->push_constant_bytes) {
        if (d->push_constant_bytes < m->push_constant_bytes || d->push_constant_bytes % 4)
            return nbl_fail(c->error, NBL_ERROR_ARGUMENT,
                            "%s: push constants: the module reads %u bytes, the "
                            "description gives %u (a multiple of 4 is needed)",
                            c->name, m->push_constant_bytes, d->push_constant_bytes);
        m->push_constant_bytes = d->push_constant_bytes;
    }
    if (!d->bindings) return NBL_SUCCESS;
    if (d->binding_count < m->binding_count || d->binding_count > NBL_MAX_BINDINGS)
        return nbl_fail(c->error, NBL_ERROR_ARGUMENT,
                        "%s: bindings: the module has %u, the description %u, "
                        "and %d are possible",
                        c->name, m->binding_count, d->binding_count, NBL_MAX_BINDINGS);
    for (i = 0; i < d->binding_count; i++) {
        if (m->bindings[i] != NBL_BINDING_NONE && m->bindings[i] != d->bindings[i])
            return nbl_fail(c->error, NBL_ERROR_ARGUMENT,
                            "%s: binding %u is of another kind in the module "
                            "than in the description",
                            c->name, i);
        m->bindings[i] = d->bindings[i];
    }
    m->binding_count = d->binding_count;
    return NBL_SUCCESS;
}

static nbl_result_t check_features(const check_t *c) {
    uint32_t missing = c->plan->info.required_features & ~c->device->features;
    uint32_t lowest = missing & (~missing + 1);
    const char *text = nbl_feature_text((nbl_feature_t)lowest);
    if (!missing) return NBL_SUCCESS;
    return nbl_fail(c->error, NBL_ERROR_MISSING_FEATURE, "%s: needs %s, which the device %s", c->name,
                    text ? text : "an unknown feature",
                    c->device->info.features & lowest ? "was created without" : "lacks");
}

static nbl_result_t check_limits(const check_t *c) {
    static const char *const sizes[] = {"maxComputeWorkGroupSize[0]", "maxComputeWorkGroupSize[1]",
                                        "maxComputeWorkGroupSize[2]"};
    const nbl_vulkan_device_info_t *have = &c->device->info;
    const nbl_module_info_t *m = &c->plan->info;
    nbl_result_t result = NBL_SUCCESS;
    uint64_t invocations = 1;
    uint32_t i, buffers = 0;
    for (i = 0; i < 3 && result == NBL_SUCCESS; i++) {
        result = limit(c, sizes[i], have->max_workgroup_size[i], m->local_size[i], "");
        invocations *= m->local_size[i];
    }
    for (i = 0; i < m->binding_count; i++) buffers += m->bindings[i] == NBL_BINDING_STORAGE_BUFFER;
    if (result == NBL_SUCCESS)
        result = limit(c, "maxComputeWorkGroupInvocations", have->max_workgroup_invocations, invocations, "");
    if (result == NBL_SUCCESS)
        result = limit(c, "maxComputeSharedMemorySize", have->max_shared_bytes, m->shared_bytes, " bytes");
    if (result == NBL_SUCCESS)
        result = limit(c, "maxPushConstantsSize", have->max_push_constant_bytes, m->push_constant_bytes, " bytes");
    if (result == NBL_SUCCESS)
        result = limit(c, "maxPerStageDescriptorStorageBuffers", have->max_storage_buffers, buffers, "");
    return result;
}

static nbl_result_t check_subgroup_size(const check_t *c, uint32_t *size) {
    const nbl_vulkan_device_info_t *have = &c->device->info;
    uint32_t asked = c->desc->subgroup_size;
    bool control = c->device->features & NBL_FEATURE_SUBGROUP_SIZE_CONTROL;
    *size = have->subgroup_size;
    if (!asked) return NBL_SUCCESS;
    *size = asked;
    if (control && (asked & (asked - 1)) == 0 && asked >= have->min_subgroup_size && asked <= have->max_subgroup_size) {
        c->plan->subgroup_size = asked;
        return NBL_SUCCESS;
    }
    if (asked == have->subgroup_size) return NBL_SUCCESS;
    if (control)
        return nbl_fail(c->error, NBL_ERROR_LIMIT,
                        "%s: subgroup size %u asked for, minSubgroupSize is %u and "
                        "maxSubgroupSize %u on this device",
                        c->name, asked, have->min_subgroup_size, have->max_subgroup_size);
    return nbl_fail(c->error, NBL_ERROR_LIMIT,
                    "%s: subgroup size %u asked for, subgroupSize is %u on this "
                    "device, which cannot change it",
                    c->name, asked, have->subgroup_size);
}

static nbl_result_t check_subgroups(const check_t *c) {
    uint32_t size, x = c->plan->info.local_size[0];
    nbl_result_t result = check_subgroup_size(c, &size);
    if (result != NBL_SUCCESS) return result;
    if (c->desc->full_subgroups && x % size)
        return nbl_fail(c->error, NBL_ERROR_LIMIT,
                        "%s: full subgroups asked for, but the local size %u is no "
                        "multiple of the subgroup size %u",
                        c->name, x, size);
    c->plan->full_subgroups = (c->desc->full_subgroups || c->desc->subgroup_size) && x % size == 0 &&
                              c->device->features & NBL_FEATURE_FULL_SUBGROUPS;
    return NBL_SUCCESS;
}

nbl_result_t nbl_vulkan_kernel_check(const nbl_vulkan_device_t *device, const nbl_vulkan_kernel_desc_t *desc,
                                     const char *name, nbl_vulkan_kernel_plan_t *plan, nbl_error_t *error) {
    check_t c = {device, desc, name, plan, error};
    nbl_error_t inner;
    nbl_result_t result;
    memset(plan, 0, sizeof *plan);
    result = nbl_module_inspect(desc->spirv, desc->spirv_word_count, desc->entry_point, &plan->info, &inner);
    if (result != NBL_SUCCESS) return nbl_fail(error, result, "%s: %s", name, inner.text);
    plan->info.required_features |= desc->required_features;
    result = check_agreement(&c);
    if (result == NBL_SUCCESS) result = check_features(&c);
    if (result == NBL_SUCCESS) result = check_limits(&c);
    if (result == NBL_SUCCESS) result = check_subgroups(&c);
    return result;
}
