/* A loader between the library and the validation layer that tells the layer more, and can take a barrier away.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The layer takes every buffer that a shader does not declare `readonly` for one that the shader writes, and two
 * dispatches that write the same buffer are no hazard to it (as of 1.3.239). The shared text declares no buffer so: a
 * missing barrier between two passes would go unseen. Here every buffer that a module never stores to is declared so on
 * the module's way to the driver.
 */
#ifndef NBL_TESTS_VALIDATION_WATCHING_H
#define NBL_TESTS_VALIDATION_WATCHING_H

#include <check.h>
#include <spirv/unified1/spirv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

static PFN_vkCreateShaderModule real_create_shader_module;
static PFN_vkCmdPipelineBarrier real_pipeline_barrier;
static PFN_vkGetDeviceProcAddr real_device_loader;
static uint32_t readonly_buffers;   /* found so far */
static int barriers_recorded;       /* since it was last set to 0 */
static int barrier_taken_away = -1; /* its number; -1: none */

typedef struct watched_id_t {
    uint32_t variable, pointed, pointer_class; /* of an access chain or a variable; of a pointer type */
    bool stored;
} watched_id_t;

#define WATCHED_INSTRUCTIONS(words, count, i) for (size_t i = 5; i < (count); i += (words)[i] >> SpvWordCountShift)

/* Returns the module with its read-only buffers declared so; to be freed. */
static uint32_t *watched_module(const uint32_t *words, size_t count, size_t *new_count) {
    watched_id_t *ids = calloc(words[3], sizeof *ids);
    uint32_t *result = malloc((count + 64) * sizeof *result);
    ck_assert(ids != NULL && result != NULL);
    size_t types = 0, used = 0;
    WATCHED_INSTRUCTIONS(words, count, i) {
        SpvOp op = (SpvOp)(words[i] & SpvOpCodeMask);
        if (types == 0 && op >= SpvOpTypeVoid && op <= SpvOpTypeForwardPointer) types = i;
        if (op == SpvOpTypePointer) {
            ids[words[i + 1]].pointer_class = words[i + 2];
            ids[words[i + 1]].pointed = words[i + 3];
        } else if (op == SpvOpVariable) {
            ids[words[i + 2]].variable = words[i + 2];
        } else if (op == SpvOpAccessChain) {
            ids[words[i + 2]].variable = ids[words[i + 3]].variable;
        } else if (op == SpvOpStore) {
            ids[ids[words[i + 1]].variable].stored = true;
        }
    }
    memcpy(result, words, types * sizeof *words);
    used = types;
    WATCHED_INSTRUCTIONS(words, count, i) {
        if ((words[i] & SpvOpCodeMask) != SpvOpVariable || words[i + 3] != SpvStorageClassStorageBuffer ||
            ids[words[i + 2]].stored)
            continue;
        const uint32_t decoration[4] = {4u << SpvWordCountShift | SpvOpMemberDecorate, ids[words[i + 1]].pointed, 0,
                                        SpvDecorationNonWritable};
        ck_assert_uint_lt(used - types, 60);
        memcpy(result + used, decoration, sizeof decoration);
        used += 4;
        readonly_buffers++;
    }
    memcpy(result + used, words + types, (count - types) * sizeof *words);
    *new_count = used + count - types;
    free(ids);
    return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL watched_create_shader_module(VkDevice device,
                                                                   const VkShaderModuleCreateInfo *info,
                                                                   const VkAllocationCallbacks *allocation,
                                                                   VkShaderModule *module) {
    VkShaderModuleCreateInfo changed = *info;
    size_t count = 0;
    uint32_t *words = watched_module(info->pCode, info->codeSize / 4, &count);
    changed.pCode = words;
    changed.codeSize = count * 4;
    VkResult result = real_create_shader_module(device, &changed, allocation, module);
    free(words);
    return result;
}

static VKAPI_ATTR void VKAPI_CALL watched_pipeline_barrier(VkCommandBuffer commands, VkPipelineStageFlags from,
                                                           VkPipelineStageFlags to, VkDependencyFlags flags,
                                                           uint32_t memories, const VkMemoryBarrier *memory,
                                                           uint32_t buffers, const VkBufferMemoryBarrier *buffer,
                                                           uint32_t images, const VkImageMemoryBarrier *image) {
    if (barriers_recorded++ != barrier_taken_away)
        real_pipeline_barrier(commands, from, to, flags, memories, memory, buffers, buffer, images, image);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL watched_device_loader(VkDevice device, const char *name) {
    PFN_vkVoidFunction real = real_device_loader(device, name);
    if (strcmp(name, "vkCreateShaderModule") == 0) {
        real_create_shader_module = (PFN_vkCreateShaderModule)real;
        return (PFN_vkVoidFunction)watched_create_shader_module;
    }
    if (strcmp(name, "vkCmdPipelineBarrier") == 0) {
        real_pipeline_barrier = (PFN_vkCmdPipelineBarrier)real;
        return (PFN_vkVoidFunction)watched_pipeline_barrier;
    }
    return real;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL watched_loader(VkInstance instance, const char *name) {
    PFN_vkVoidFunction real = vkGetInstanceProcAddr(instance, name);
    if (strcmp(name, "vkGetDeviceProcAddr") != 0) return real;
    real_device_loader = (PFN_vkGetDeviceProcAddr)real;
    return (PFN_vkVoidFunction)watched_device_loader;
}

#endif
