/* What a driver says of a kernel that it compiled.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "error/check.h"

static double value_of(const VkPipelineExecutableStatisticKHR *s) {
    switch (s->format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR: return s->value.b32;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR: return (double)s->value.i64;
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR: return (double)s->value.u64;
    default: return s->value.f64;
    }
}

nbl_result_t nbl_vulkan_kernel_statistics(const nbl_vulkan_kernel_t *kernel, nbl_vulkan_statistic_t *statistics,
                                          uint32_t *count, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, kernel, count)) return NBL_ERROR_ARGUMENT;
    VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR};
    VkPipelineExecutableStatisticKHR *list;
    const nbl_vulkan_device_t *device;
    uint32_t total = 0, i;
    VkResult vk;
    nbl_error_clear(error);
    device = kernel->device;
    info.pipeline = kernel->pipeline; /* a compute pipeline has one executable, number 0 */
    if (!(device->features & NBL_FEATURE_KERNEL_STATISTICS)) {
        *count = 0;
        return NBL_SUCCESS;
    }
    vk = device->GetPipelineExecutableStatisticsKHR(device->handle, &info, &total, NULL);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, kernel->name);
    if (!statistics) {
        *count = total;
        return NBL_SUCCESS;
    }
    list = calloc(total ? total : 1, sizeof *list);
    if (!list) return nbl_fail_memory(error, kernel->name);
    for (i = 0; i < total; i++) list[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR;
    vk = device->GetPipelineExecutableStatisticsKHR(device->handle, &info, &total, list);
    for (i = 0; vk == VK_SUCCESS && i < total && i < *count; i++) {
        memcpy(statistics[i].name, list[i].name, sizeof statistics[i].name);
        statistics[i].value = value_of(&list[i]);
    }
    free(list);
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, kernel->name);
    *count = i;
    return NBL_SUCCESS;
}
