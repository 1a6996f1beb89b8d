/* Writes the kernels that VkFFT makes for the device that the environment names: vkfft_instructions FOLDER LENGTH ...
 * SPDX-License-Identifier: Apache-2.0
 *
 * FOLDER/LENGTH.spv is the kernel of a forward float32 transform in place, with twiddles from tables. A line a length:
 * LENGTH <tab> invocations of a dispatch of one element, or "passes N" where VkFFT takes several dispatches, or
 * "refused: why". The device may be one without hardware, whose copies of tables are done at once and do nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/vkfft_plan.h"
#include "nbl/host/vulkan.h"
#include "nbl/host/vulkan_commands.h"

/* Whole workgroups of up to 8, of 10, 12, 14, 15 and 16 transforms; a binding of 8192 within 128 MiB. */
enum { BATCH = 1680 };

static struct {
    PFN_vkGetInstanceProcAddr loader;
    PFN_vkCreateShaderModule create_module;
    const char *path; /* receives modules */
    uint32_t local_size, modules;
    uint64_t groups; /* of the recorded dispatches */
} seen;

/* Returns the product of a module's LocalSize, or 0. */
static uint32_t local_size(const uint32_t *words, size_t count) {
    enum { HEAD = 5, EXECUTION_MODE = 16, LOCAL_SIZE = 17 };
    for (size_t i = HEAD; i < count && words[i] >> 16 != 0; i += words[i] >> 16)
        if ((words[i] & 0xffffu) == EXECUTION_MODE && i + 5 < count && words[i + 2] == LOCAL_SIZE)
            return words[i + 3] * words[i + 4] * words[i + 5];
    return 0;
}

static VKAPI_ATTR VkResult VKAPI_CALL keep_module(VkDevice device, const VkShaderModuleCreateInfo *info,
                                                  const VkAllocationCallbacks *allocator, VkShaderModule *module) {
    FILE *file = fopen(seen.path, "wb");
    if (file == NULL || fwrite(info->pCode, 1, info->codeSize, file) != info->codeSize || fclose(file) != 0) {
        fprintf(stderr, "vkfft_instructions: %s: cannot be written\n", seen.path);
        exit(1);
    }
    seen.local_size = local_size(info->pCode, info->codeSize / 4);
    seen.modules++;
    return seen.create_module(device, info, allocator, module);
}

static VKAPI_ATTR void VKAPI_CALL count_groups(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
    (void)commands;
    seen.groups += (uint64_t)x * y * z;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL load(VkInstance instance, const char *name) {
    PFN_vkVoidFunction function = seen.loader(instance, name);
    if (strcmp(name, "vkCmdDispatch") == 0) return (PFN_vkVoidFunction)count_groups;
    if (strcmp(name, "vkCreateShaderModule") != 0) return function;
    seen.create_module = (PFN_vkCreateShaderModule)function;
    return (PFN_vkVoidFunction)keep_module;
}

static bool must(nbl_result_t result, const nbl_error_t *error) {
    if (result != NBL_SUCCESS) fprintf(stderr, "vkfft_instructions: %s\n", error->text);
    return result == NBL_SUCCESS;
}

static void one(vkfft_place_t *place, const nbl_vulkan_buffer_t *buffer, VkCommandBuffer commands, const char *folder,
                uint32_t length) {
    char path[4096], why[256];
    const vkfft_desc_t desc = {.rank = 1,
                               .sizes = {length, 0, 0},
                               .batch = BATCH,
                               .in_place = true,
                               .tables = true,
                               .buffers = {buffer->handle, buffer->handle},
                               .bytes = (uint64_t)BATCH * length * 8};
    snprintf(path, sizeof path, "%s/%u.spv", folder, length);
    seen.path = path;
    seen.groups = seen.modules = 0;
    vkfft_plan_t *plan = vkfft_plan_create(place, &desc, why);
    if (plan == NULL) {
        printf("%u\trefused: %s\n", length, why);
        return;
    }
    if (vkfft_plan_passes(plan) != 1 || seen.modules != 1)
        printf("%u\tpasses %u\n", length, vkfft_plan_passes(plan));
    else if (vkfft_plan_record(plan, commands))
        printf("%u\t%.6f\n", length, (double)seen.groups * seen.local_size / ((double)BATCH * length));
    vkfft_plan_destroy(plan);
    fflush(stdout);
}

int main(int count, char **words) {
    nbl_error_t error = {{0}};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_buffer_t buffer;
    uint64_t longest = 0;
    for (int i = 2; i < count; i++) {
        const uint64_t length = strtoull(words[i], NULL, 10);
        if (length > longest) longest = length;
    }
    if (longest == 0) {
        fprintf(stderr, "usage: vkfft_instructions FOLDER LENGTH ...\n");
        return 2;
    }
    const nbl_vulkan_buffer_desc_t room = {.size = BATCH * longest * 8};
    if (!must(nbl_vulkan_device_create(&desc, &device, &error), &error) ||
        !must(nbl_vulkan_commands_create(device, &commands, &error), &error) ||
        !must(nbl_vulkan_commands_begin(device, &commands, &error), &error) ||
        !must(nbl_vulkan_buffer_create(device, &room, &buffer, &error), &error))
        return 1;
    seen.loader = nbl_vulkan_device_get_loader(device);
    vkfft_place_t place = {load,
                           nbl_vulkan_device_get_instance(device),
                           nbl_vulkan_device_get_physical_device(device),
                           nbl_vulkan_device_get_handle(device),
                           nbl_vulkan_device_get_queue(device),
                           commands.pool,
                           commands.fence};
    if (!vkfft_begin(&place)) {
        fprintf(stderr, "vkfft_instructions: VkFFT's compiler does not start\n");
        return 1;
    }
    for (int i = 2; i < count; i++)
        one(&place, &buffer, commands.buffer, words[1], (uint32_t)strtoul(words[i], NULL, 10));
    return 0; /* what is left goes with the process */
}
