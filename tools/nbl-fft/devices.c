/* nbl-fft devices: what the Vulkan devices are and allow.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *type_name(VkPhysicalDeviceType type) {
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "CPU";
    default: return "other";
    }
}

static void print_bytes(const char *label, uint64_t bytes) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    unsigned unit = 0;
    double size = (double)bytes;
    for (; size >= 1024.0 && unit < 4; unit++) size /= 1024.0;
    printf("   %-18s %.4g %s\n", label, size, units[unit]);
}

/* The feature bits one after the other, broken into lines. */
static void print_features(uint32_t features) {
    const char *label = "features";
    unsigned column = 0;
    for (unsigned bit = 0; bit < 32; bit++) {
        const char *text = features >> bit & 1u ? nbl_feature_text((nbl_feature_t)(1u << bit)) : NULL;
        if (!text) continue;
        if (column == 0)
            column = (unsigned)printf("   %-18s %s", label, text);
        else if (column > 70)
            column = (unsigned)printf(",\n   %-18s %s", "", text);
        else
            column += (unsigned)printf(", %s", text);
        label = "";
    }
    if (column) printf("\n");
}

static void print_device(const nbl_vulkan_device_info_t *d) {
    printf("%u  %s\n", d->index, d->name);
    printf("   %-18s %s\n", "type", type_name(d->type));
    printf("   %-18s ", "UUID");
    for (unsigned i = 0; i < sizeof d->uuid; i++)
        printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", d->uuid[i]);
    printf("\n");
    if (d->driver_name[0])
        printf("   %-18s %s%s%s\n", "driver", d->driver_name, d->driver_info[0] ? ", " : "", d->driver_info);
    printf("   %-18s %u.%u.%u\n", "Vulkan", VK_API_VERSION_MAJOR(d->api_version), VK_API_VERSION_MINOR(d->api_version),
           VK_API_VERSION_PATCH(d->api_version));
    printf("   %-18s %u", "subgroup size", d->subgroup_size);
    if (d->min_subgroup_size != d->max_subgroup_size)
        printf(", can be %u to %u", d->min_subgroup_size, d->max_subgroup_size);
    printf("\n   %-18s %u invocations, %u x %u x %u at most\n", "workgroup", d->max_workgroup_invocations,
           d->max_workgroup_size[0], d->max_workgroup_size[1], d->max_workgroup_size[2]);
    print_bytes("shared memory", d->max_shared_bytes);
    print_bytes("storage buffer", d->max_storage_buffer_bytes);
    print_bytes("device memory", d->device_local_bytes);
    printf("   %-18s %u x %u texels\n", "image", d->max_image_size, d->max_image_size);
    print_features(d->features);
}

int command_devices(int argc, char **argv, nbl_error_t *error) {
    const char *const file_names[] = {NULL};
    const option_t options[] = {OPTIONS_END};
    int status = options_read("devices", argc, argv, options, file_names, NULL, error);
    if (status != EXIT_DONE) return status;

    uint32_t count = 0;
    if (nbl_vulkan_device_list(NULL, NULL, &count, error) != NBL_SUCCESS) return EXIT_FAILED;
    nbl_vulkan_device_info_t *infos = malloc(count * sizeof *infos);
    if (!infos) return fail(error, EXIT_FAILED, "devices: no memory");
    if (nbl_vulkan_device_list(NULL, infos, &count, error) != NBL_SUCCESS) status = EXIT_FAILED;
    for (uint32_t i = 0; status == EXIT_DONE && i < count; i++) print_device(&infos[i]);
    free(infos);
    return status;
}
