/* Reads off a module what a kernel of it needs.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <spirv/unified1/spirv.h>
#include <string.h>
#include "module.h"
#include "error/check.h"

typedef struct reader_t {
    nbl_module_t module;
    nbl_module_info_t *info;
    const char *entry_point;
    uint32_t function; /* of the entry point; 0 = not found yet */
    uint64_t shared_bytes;
    nbl_error_t *error;
} reader_t;

typedef struct capability_t {
    uint32_t capability, feature; /* 0 = every Vulkan 1.1 device has it */
} capability_t;

static const capability_t capabilities[] = {
    {SpvCapabilityMatrix, 0},
    {SpvCapabilityShader, 0},
    {SpvCapabilityImage1D, 0},
    {SpvCapabilitySampled1D, 0},
    {SpvCapabilityImageBuffer, 0},
    {SpvCapabilitySampledBuffer, 0},
    {SpvCapabilityImageQuery, 0},
    {SpvCapabilityFloat16, NBL_FEATURE_FLOAT16},
    {SpvCapabilityFloat64, NBL_FEATURE_FLOAT64},
    {SpvCapabilityInt16, NBL_FEATURE_INT16},
    {SpvCapabilityInt64, NBL_FEATURE_INT64},
    {SpvCapabilityStorageBuffer16BitAccess, NBL_FEATURE_STORAGE_16BIT},
    {SpvCapabilityPhysicalStorageBufferAddresses, NBL_FEATURE_BUFFER_DEVICE_ADDRESS},
    {SpvCapabilityGroupNonUniform, NBL_FEATURE_SUBGROUP_BASIC},
    {SpvCapabilityGroupNonUniformVote, NBL_FEATURE_SUBGROUP_VOTE},
    {SpvCapabilityGroupNonUniformArithmetic, NBL_FEATURE_SUBGROUP_ARITHMETIC},
    {SpvCapabilityGroupNonUniformBallot, NBL_FEATURE_SUBGROUP_BALLOT},
    {SpvCapabilityGroupNonUniformShuffle, NBL_FEATURE_SUBGROUP_SHUFFLE},
    {SpvCapabilityGroupNonUniformShuffleRelative, NBL_FEATURE_SUBGROUP_SHUFFLE_RELATIVE},
    {SpvCapabilityGroupNonUniformClustered, NBL_FEATURE_SUBGROUP_CLUSTERED},
    {SpvCapabilityGroupNonUniformQuad, NBL_FEATURE_SUBGROUP_QUAD},
    {SpvCapabilityStorageImageReadWithoutFormat, NBL_FEATURE_STORAGE_IMAGE_READ_WITHOUT_FORMAT},
    {SpvCapabilityStorageImageWriteWithoutFormat, NBL_FEATURE_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT},
    {SpvCapabilityStorageImageExtendedFormats, NBL_FEATURE_STORAGE_IMAGE_EXTENDED_FORMATS},
    {SpvCapabilityVulkanMemoryModel, NBL_FEATURE_MEMORY_MODEL},
    {SpvCapabilityVulkanMemoryModelDeviceScope, NBL_FEATURE_MEMORY_MODEL},
};

static nbl_result_t fail_damaged(const reader_t *r) {
    if (r->module.too_deep)
        return nbl_fail(r->error, NBL_ERROR_LIMIT, "module: its types are nested deeper than %d",
                        NBL_MODULE_MAX_NESTING);
    return nbl_fail(r->error, NBL_ERROR_SPIRV, "module: the SPIR-V is damaged or cut off");
}

static nbl_result_t read_capability(reader_t *r, uint32_t capability) {
    size_t i;
    for (i = 0; i < sizeof capabilities / sizeof *capabilities; i++) {
        if (capabilities[i].capability == capability) {
            r->info->required_features |= capabilities[i].feature;
            return NBL_SUCCESS;
        }
    }
    return nbl_fail(r->error, NBL_ERROR_MISSING_FEATURE,
                    "module: it needs SPIR-V capability %u, which "
                    "this library cannot enable",
                    capability);
}

static void read_entry_point(reader_t *r, const uint32_t *w, uint32_t count) {
    size_t n = strlen(r->entry_point), room = (count - 3) * sizeof *w;
    if (w[1] == SpvExecutionModelGLCompute && n < room && memcmp(w + 3, r->entry_point, n + 1) == 0) r->function = w[2];
}

static bool constant_value(const reader_t *r, uint32_t id, uint32_t *value) {
    const uint32_t *w = nbl_module_find(&r->module, id, 4);
    uint32_t op = w ? w[0] & 0xffff : 0;
    if (op != SpvOpConstant && op != SpvOpSpecConstant) return false;
    *value = w[3];
    return true;
}

/* LocalSize, LocalSizeId, and the constant decorated WorkgroupSize, which overrides both. */
static bool read_local_size(reader_t *r, const uint32_t *w, uint32_t count) {
    uint32_t op = w[0] & 0xffff, i;
    bool ids = op != SpvOpExecutionMode;
    if (count < 6) return true;
    if (op == SpvOpExecutionMode || op == SpvOpExecutionModeId) {
        if (w[1] != r->function || (w[2] != SpvExecutionModeLocalSize && w[2] != SpvExecutionModeLocalSizeId))
            return true;
    } else if (w[2] >= r->module.bound || !r->module.ids[w[2]].is_workgroup_size) {
        return true;
    }
    for (i = 0; i < 3; i++) {
        if (!ids)
            r->info->local_size[i] = w[3 + i];
        else if (!constant_value(r, w[3 + i], &r->info->local_size[i]))
            return false;
    }
    return true;
}

static nbl_binding_t binding_kind(const reader_t *r, uint32_t storage, uint32_t type) {
    const uint32_t *t = nbl_module_find(&r->module, type, 2);
    if (storage == SpvStorageClassStorageBuffer) return NBL_BINDING_STORAGE_BUFFER;
    if (storage == SpvStorageClassUniform)
        return type < r->module.bound && r->module.ids[type].is_buffer_block ? NBL_BINDING_STORAGE_BUFFER
                                                                             : NBL_BINDING_UNIFORM_BUFFER;
    if (t && (t[0] & 0xffff) == SpvOpTypeSampledImage) return NBL_BINDING_SAMPLED_IMAGE;
    if (t && (t[0] & 0xffff) == SpvOpTypeImage && t[0] >> 16 >= 9 && t[7] == 2) return NBL_BINDING_STORAGE_IMAGE;
    return NBL_BINDING_NONE;
}

static nbl_result_t read_binding(reader_t *r, const nbl_module_id_t *id, uint32_t storage, uint32_t type) {
    nbl_binding_t kind = binding_kind(r, storage, type);
    if (id->set != 0 || kind == NBL_BINDING_NONE)
        return nbl_fail(r->error, NBL_ERROR_MISSING_FEATURE,
                        "module: set %u, binding %u: only storage "
                        "buffers, uniform buffers, storage images and combined image samplers in set 0 can be bound",
                        id->set, id->binding);
    if (id->binding >= NBL_MAX_BINDINGS)
        return nbl_fail(r->error, NBL_ERROR_LIMIT,
                        "module: NBL_MAX_BINDINGS is %d, asked for binding "
                        "number %u",
                        NBL_MAX_BINDINGS, id->binding);
    r->info->bindings[id->binding] = kind;
    if (id->binding >= r->info->binding_count) r->info->binding_count = id->binding + 1;
    return NBL_SUCCESS;
}

static nbl_result_t read_variable(reader_t *r, const uint32_t *w) {
    const uint32_t *pointer = nbl_module_find(&r->module, w[1], 4);
    uint32_t storage = w[3], alignment;
    uint64_t size;
    if (!pointer) return fail_damaged(r);
    if (storage == SpvStorageClassWorkgroup || storage == SpvStorageClassPushConstant) {
        if (!nbl_module_type_size(&r->module, pointer[3], &size, &alignment)) return fail_damaged(r);
        if (storage == SpvStorageClassWorkgroup)
            r->shared_bytes = (r->shared_bytes + alignment - 1) / alignment * alignment + size;
        else
            r->info->push_constant_bytes = size > UINT32_MAX - 3 ? UINT32_MAX & ~3u : ((uint32_t)size + 3) & ~3u;
        return NBL_SUCCESS;
    }
    if (storage != SpvStorageClassStorageBuffer && storage != SpvStorageClassUniform &&
        storage != SpvStorageClassUniformConstant)
        return NBL_SUCCESS;
    return read_binding(r, &r->module.ids[w[2]], storage, pointer[3]);
}

/* A subgroup operation whose values are smaller than 32 bits, or 64-bit integers, needs a feature of its own. */
static void read_subgroup_operation(reader_t *r, const uint32_t *w) {
    const uint32_t *type = nbl_module_find(&r->module, w[1], 3);
    if (type && (type[0] & 0xffff) == SpvOpTypeVector) type = nbl_module_find(&r->module, type[2], 3);
    if (!type) return;
    if (((type[0] & 0xffff) == SpvOpTypeFloat && type[2] < 32) || ((type[0] & 0xffff) == SpvOpTypeInt && type[2] != 32))
        r->info->required_features |= NBL_FEATURE_SUBGROUP_EXTENDED_TYPES;
}

static nbl_result_t read_instruction(reader_t *r, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, count = w[0] >> 16;
    if (op == SpvOpCapability && count >= 2) return read_capability(r, w[1]);
    if (op == SpvOpEntryPoint && count >= 4) read_entry_point(r, w, count);
    if ((op == SpvOpExecutionMode || op == SpvOpExecutionModeId || op == SpvOpConstantComposite ||
         op == SpvOpSpecConstantComposite) &&
        !read_local_size(r, w, count))
        return fail_damaged(r);
    if (op == SpvOpVariable && count >= 4) return read_variable(r, w);
    if (op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap && count >= 3)
        read_subgroup_operation(r, w);
    return NBL_SUCCESS;
}

static nbl_result_t read_module(reader_t *r) {
    nbl_result_t result = NBL_SUCCESS;
    size_t i;
    for (i = 5; result == NBL_SUCCESS && i < r->module.word_count; i += r->module.words[i] >> 16)
        result = read_instruction(r, r->module.words + i);
    if (result != NBL_SUCCESS) return result;
    if (r->module.words[r->module.word_count - 1] != (1u << 16 | SpvOpFunctionEnd))
        return fail_damaged(r); /* cut off between two instructions */
    if (!r->function)
        return nbl_fail(r->error, NBL_ERROR_SPIRV, "module: it has no compute entry point \"%s\"", r->entry_point);
    if (!r->info->local_size[0] || !r->info->local_size[1] || !r->info->local_size[2])
        return nbl_fail(r->error, NBL_ERROR_SPIRV, "module: its local size is missing or 0");
    r->info->shared_bytes = r->shared_bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)r->shared_bytes;
    return NBL_SUCCESS;
}

nbl_result_t nbl_module_inspect(const uint32_t *words, size_t word_count, const char *entry_point,
                                nbl_module_info_t *info, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, words, info)) return NBL_ERROR_ARGUMENT;
    nbl_module_info_t read;
    reader_t r;
    nbl_result_t result;
    nbl_error_clear(error);
    memset(&read, 0, sizeof read);
    memset(&r, 0, sizeof r);
    r.info = &read;
    r.entry_point = entry_point ? entry_point : "main";
    r.error = error;
    result = nbl_module_open(&r.module, words, word_count, error);
    if (result == NBL_SUCCESS) result = read_module(&r);
    nbl_module_close(&r.module);
    if (result == NBL_SUCCESS) *info = read;
    return result;
}
