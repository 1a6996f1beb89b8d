/* The formats of the bloom's sources and targets.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/format.h"

#include "error/error.h"

static const nbl_bloom_format_info_t formats[] = {
    [NBL_BLOOM_FORMAT_RGBA32F] = {"rgba32f", "NBL_IMAGE_RGBA32F", 16, true, {VK_FORMAT_R32G32B32A32_SFLOAT}},
    [NBL_BLOOM_FORMAT_RGBA16F] = {"rgba16f", "NBL_IMAGE_RGBA16F", 8, true, {VK_FORMAT_R16G16B16A16_SFLOAT}},
    [NBL_BLOOM_FORMAT_B10G11R11] = {"b10g11r11", "NBL_IMAGE_B10G11R11", 4, true, {VK_FORMAT_B10G11R11_UFLOAT_PACK32}},
    [NBL_BLOOM_FORMAT_RGBA8] = {"rgba8",
                                "NBL_IMAGE_RGBA8",
                                4,
                                false,
                                {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32}},
    [NBL_BLOOM_FORMAT_SRGB8] = {"srgb8",
                                "NBL_IMAGE_RGBA8",
                                4,
                                false,
                                {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_A8B8G8R8_UNORM_PACK32}}};

const nbl_bloom_format_info_t *nbl_bloom_format_get(nbl_bloom_format_t format) {
    return (uint32_t)format < sizeof formats / sizeof *formats ? &formats[format] : NULL;
}

const char *nbl_bloom_format_text(nbl_bloom_format_t format) {
    const nbl_bloom_format_info_t *info = nbl_bloom_format_get(format);
    return info ? info->name : NULL;
}

uint32_t nbl_bloom_format_bytes(nbl_bloom_format_t format) {
    const nbl_bloom_format_info_t *info = nbl_bloom_format_get(format);
    return info ? info->bytes : 0;
}

nbl_result_t nbl_bloom_format_check(const char *what, nbl_bloom_format_t format, bool sampled, VkFormat view,
                                    nbl_error_t *error) {
    const nbl_bloom_format_info_t *info = nbl_bloom_format_get(format);
    for (int i = 0; i < (sampled ? 3 : 1); i++)
        if (view != VK_FORMAT_UNDEFINED && info->views[i] == view) return NBL_SUCCESS;
    if (view == VK_FORMAT_UNDEFINED)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "%s: the VkFormat of its view is not stated: the plan's is %s, VkFormat %d", what, info->name,
                        (int)info->views[0]);
    bool srgb =
        view == VK_FORMAT_R8G8B8A8_SRGB || view == VK_FORMAT_B8G8R8A8_SRGB || view == VK_FORMAT_A8B8G8R8_SRGB_PACK32;
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: a view of VkFormat %d: the plan's is %s, VkFormat %d%s", what,
                    (int)view, info->name, (int)info->views[0],
                    srgb ? ": bytes are decoded by the shader, bind a UNORM view" : "");
}
