/* Time spans measured on the device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include "internal.h"
#include "error/check.h"

struct nbl_vulkan_timestamps_t {
    nbl_vulkan_device_t *device;
    VkQueryPool pool;
    uint32_t span_count; /* span i has the queries 2 i and 2 i + 1 */
};

nbl_result_t nbl_vulkan_timestamps_create(nbl_vulkan_device_t *device, uint32_t span_count,
                                          nbl_vulkan_timestamps_t **out, nbl_error_t *error) {
    if (out != NULL) *out = NULL;
    if (NBL_ANY_NULL(error, device, out)) return NBL_ERROR_ARGUMENT;
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
    nbl_vulkan_timestamps_t *t;
    VkResult vk;
    nbl_error_clear(error);
    if (!span_count || span_count > UINT32_MAX / 2)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "timestamps: %u spans, must be 1 to %u", span_count, UINT32_MAX / 2);
    if (!(device->features & NBL_FEATURE_TIMESTAMPS))
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "timestamps: the device lacks %s",
                        nbl_feature_text(NBL_FEATURE_TIMESTAMPS));
    t = calloc(1, sizeof *t);
    if (!t) return nbl_fail_memory(error, "timestamps");
    t->device = device;
    t->span_count = span_count;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = 2 * span_count;
    vk = device->CreateQueryPool(device->handle, &info, device->allocation, &t->pool);
    if (vk != VK_SUCCESS) {
        free(t);
        return nbl_vulkan_fail_vk(error, vk, "vkCreateQueryPool");
    }
    *out = t;
    return NBL_SUCCESS;
}

void nbl_vulkan_timestamps_destroy(nbl_vulkan_timestamps_t *t) {
    if (!t) return;
    nbl_vulkan_retire(t->device, VK_OBJECT_TYPE_QUERY_POOL, (uint64_t)t->pool);
    free(t);
}

void nbl_vulkan_timestamps_record_reset(const nbl_vulkan_timestamps_t *t, VkCommandBuffer command_buffer) {
    t->device->CmdResetQueryPool(command_buffer, t->pool, 0, 2 * t->span_count);
}

void nbl_vulkan_timestamps_record_begin(const nbl_vulkan_timestamps_t *t, VkCommandBuffer command_buffer,
                                        uint32_t span) {
    if (span < t->span_count)
        t->device->CmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, t->pool, 2 * span);
}

void nbl_vulkan_timestamps_record_end(const nbl_vulkan_timestamps_t *t, VkCommandBuffer command_buffer, uint32_t span) {
    if (span < t->span_count)
        t->device->CmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, t->pool, 2 * span + 1);
}

nbl_result_t nbl_vulkan_timestamps_read(const nbl_vulkan_timestamps_t *t, uint32_t first_span, uint32_t count,
                                        double *nanoseconds, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, t, nanoseconds)) return NBL_ERROR_ARGUMENT;
    uint32_t i, bits;
    uint64_t mask;
    nbl_error_clear(error);
    if (first_span > t->span_count || count > t->span_count - first_span)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "timestamps: %u spans from number %u on go beyond the %u created",
                        count, first_span, t->span_count);
    bits = t->device->info.timestamp_valid_bits;
    mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    for (i = 0; i < count; i++) {
        uint64_t ticks[2];
        VkResult vk = t->device->GetQueryPoolResults(t->device->handle, t->pool, 2 * (first_span + i), 2, sizeof ticks,
                                                     ticks, sizeof *ticks, VK_QUERY_RESULT_64_BIT);
        if (vk == VK_NOT_READY)
            return nbl_fail(error, NBL_ERROR_NOT_READY, "timestamps: span %u was not executed yet", first_span + i);
        if (vk != VK_SUCCESS) return nbl_vulkan_fail_device(t->device, error, vk, "vkGetQueryPoolResults");
        nanoseconds[i] = (double)((ticks[1] - ticks[0]) & mask) * (double)t->device->info.timestamp_period;
    }
    return NBL_SUCCESS;
}
