/* Compiles SPIR-V files on the device that the environment names, and prints what its compiler says of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   statistics [--subgroup-size N] FILE.spv ...     a line for each figure: FILE <tab> figure <tab> value
 *
 * The device may be one without hardware, such as Mesa's RADV under RADV_FORCE_FAMILY: nothing is dispatched.
 */
#include "nbl/host/vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t *read_words(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    size_t capacity = 1 << 16;
    uint32_t *words = malloc(capacity * sizeof *words);
    *count = 0;
    while (words != NULL) {
        *count += fread(words + *count, sizeof *words, capacity - *count, file);
        if (*count < capacity) break;
        uint32_t *grown = realloc(words, (capacity *= 2) * sizeof *words);
        if (grown == NULL) free(words);
        words = grown;
    }
    fclose(file);
    return words;
}

static nbl_result_t print(nbl_vulkan_device_t *device, const char *path, uint32_t subgroup, nbl_error_t *error) {
    enum { MOST = 64 };
    nbl_vulkan_statistic_t figures[MOST];
    uint32_t count = MOST;
    nbl_vulkan_kernel_desc_t desc = {.name = path, .subgroup_size = subgroup};
    nbl_vulkan_kernel_t *kernel = NULL;
    uint32_t *words = read_words(path, &desc.spirv_word_count);
    if (words == NULL) {
        snprintf(error->text, sizeof error->text, "%s: cannot be read", path);
        return NBL_ERROR_ARGUMENT;
    }
    desc.spirv = words;
    nbl_result_t result = nbl_vulkan_kernel_create(device, &desc, &kernel, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_kernel_statistics(kernel, figures, &count, error);
    for (uint32_t i = 0; result == NBL_SUCCESS && i < count; i++)
        printf("%s\t%s\t%.0f\n", path, figures[i].name, figures[i].value);
    nbl_vulkan_kernel_destroy(kernel);
    free(words);
    return result;
}

int main(int count, char **paths) {
    nbl_error_t error = {{0}};
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.kernel_statistics = true;
    nbl_vulkan_device_t *device = NULL;
    if (nbl_vulkan_device_create(&desc, &device, &error) != NBL_SUCCESS) {
        fprintf(stderr, "statistics: %s\n", error.text);
        return 1;
    }
    int refused = 0;
    const int first = count > 2 && strcmp(paths[1], "--subgroup-size") == 0 ? 3 : 1;
    const uint32_t subgroup = first == 3 ? (uint32_t)strtoul(paths[2], NULL, 10) : 0;
    for (int i = first; i < count; i++) {
        if (print(device, paths[i], subgroup, &error) == NBL_SUCCESS) continue;
        fprintf(stderr, "statistics: %s: %s\n", paths[i], error.text);
        refused = 1;
    }
    /* The device is not destroyed: Mesa 22.3's RADV without hardware crashes in vkDeviceWaitIdle. */
    return refused;
}
