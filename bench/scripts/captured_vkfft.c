/* VkFFT as a program that is captured: plans of float32 lines, an image and a volume, each run once in place.
 * SPDX-License-Identifier: Apache-2.0
 *
 * bench/scripts/captures.sh builds it with the header that Debian's libvkfft-dev has, and runs it under the layer.
 */
#include "../../tests/capture/program.h"
#include "bench/vkfft_plan.h"

#include <math.h>

int main(void) {
    static const struct {
        uint32_t rank, sizes[3], batch;
    } shapes[] = {{1, {256, 0, 0}, 8},  {1, {1000, 0, 0}, 2}, {1, {17, 0, 0}, 4},
                  {1, {8192, 0, 0}, 1}, {2, {48, 80, 0}, 1},  {3, {16, 12, 20}, 1}};
    open_device(NULL, 0);
    VkFence fence;
    const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    MUST(vkCreateFence(vk.device, &fence_info, NULL, &fence));
    vkfft_place_t place = {vkGetInstanceProcAddr, vk.instance, vk.physical, vk.device, vk.queue, vk.pool, fence};
    if (!vkfft_begin(&place)) {
        fprintf(stderr, "VkFFT's compiler does not start\n");
        return 1;
    }
    for (uint32_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        uint64_t count = shapes[s].batch;
        for (uint32_t d = 0; d < shapes[s].rank; d++) count *= shapes[s].sizes[d];
        buffer_t data = make_buffer(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                    8 * count, 0, 0);
        for (uint64_t i = 0; i < 2 * count; i++) ((float *)data.words)[i] = sinf(.37f * (float)i * (float)(s + 1));
        vkfft_desc_t desc = {.rank = shapes[s].rank,
                             .sizes = {shapes[s].sizes[0], shapes[s].sizes[1], shapes[s].sizes[2]},
                             .batch = shapes[s].batch,
                             .in_place = true,
                             .buffers = {data.handle, data.handle},
                             .bytes = 8 * count};
        char why[256];
        vkfft_plan_t *plan = vkfft_plan_create(&place, &desc, why);
        if (plan == NULL) {
            fprintf(stderr, "shape %u: %s\n", (unsigned)s, why);
            return 1;
        }
        const VkCommandBufferAllocateInfo one = {
            .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = vk.pool, .commandBufferCount = 1};
        const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        VkCommandBuffer commands;
        MUST(vkAllocateCommandBuffers(vk.device, &one, &commands));
        MUST(vkBeginCommandBuffer(commands, &begin));
        if (!vkfft_plan_record(plan, commands)) {
            fprintf(stderr, "shape %u: is not recorded\n", (unsigned)s);
            return 1;
        }
        MUST(vkEndCommandBuffer(commands));
        const VkSubmitInfo submit = {
            .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
        MUST(vkQueueSubmit(vk.queue, 1, &submit, VK_NULL_HANDLE));
        MUST(vkQueueWaitIdle(vk.queue));
        vkfft_plan_destroy(plan);
    }
    vkfft_end();
    vkDestroyFence(vk.device, fence, NULL);
    close_device();
    return 0;
}
