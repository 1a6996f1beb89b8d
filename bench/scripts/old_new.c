/* Two modules of each transform by turns on a Vulkan device: times, and whether their bits are the same.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: old_new FOLDER     of bench/scripts/old_new.sh, which makes the modules and builds this
 * Each line of FOLDER/list is "NAME LENGTH INVOCATIONS", of one FFT; FOLDER/old/NAME.spv and FOLDER/new/NAME.spv
 * transform from binding 0 to binding 1, the number of FFTs pushed. Times are medians of 41 launches each.
 */
#include "nbl/host/vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES = 41, WARM_UP = 5, SIDES = 2, ELEMENTS = 1 << 23, MOST_WORDS = 1 << 20 };

static nbl_vulkan_device_t *device;
static nbl_vulkan_buffer_t from, to;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "old_new: %s: %s\n", what, why);
    exit(1);
}

static void expect(nbl_result_t result, const char *what, const nbl_error_t *error) {
    if (result != NBL_SUCCESS) stop(what, error->text);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static nbl_vulkan_kernel_t *kernel_of(const char *path) {
    static uint32_t words[MOST_WORDS];
    nbl_vulkan_kernel_t *kernel;
    nbl_error_t error;
    FILE *file = fopen(path, "rb");
    if (!file) stop(path, "cannot be opened");
    nbl_vulkan_kernel_desc_t desc = {.name = path, .spirv = words};
    desc.spirv_word_count = fread(words, 4, MOST_WORDS, file);
    fclose(file);
    expect(nbl_vulkan_kernel_create(device, &desc, &kernel, &error), path, &error);
    return kernel;
}

/* 64 bits that tell results apart: FNV-1a. */
static uint64_t bits_of_result(void) {
    static uint32_t words[2 * ELEMENTS];
    uint64_t hash = 0xcbf29ce484222325u;
    nbl_error_t error;
    expect(nbl_vulkan_buffer_download(device, &to, 0, words, sizeof words, &error), "result", &error);
    for (size_t i = 0; i < 2 * ELEMENTS; i++) hash = (hash ^ words[i]) * 0x100000001b3u;
    return hash;
}

static void compare(const char *folder, const char *name, uint32_t length, uint32_t invocations) {
    static const char *const sides[SIDES] = {"old", "new"};
    nbl_vulkan_kernel_t *kernels[SIDES];
    nbl_vulkan_bindings_t *bindings[SIDES];
    nbl_vulkan_timestamps_t *times;
    nbl_vulkan_commands_t commands;
    nbl_error_t error;
    double spans[SIDES * LAUNCHES], of_side[SIDES][LAUNCHES];
    uint64_t bits[SIDES];
    uint32_t count = ELEMENTS / (length + 1), groups[SIDES][3];
    nbl_vulkan_resource_t resources[2] = {{.buffer = from.handle}, {.buffer = to.handle}};
    expect(nbl_vulkan_timestamps_create(device, SIDES * LAUNCHES, &times, &error), name, &error);
    expect(nbl_vulkan_commands_create(device, &commands, &error), name, &error);
    for (int s = 0; s < SIDES; s++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s/%s.spv", folder, sides[s], name);
        kernels[s] = kernel_of(path);
        uint32_t ffts = nbl_vulkan_kernel_get_info(kernels[s])->local_size[0] / invocations;
        expect(nbl_vulkan_bindings_create(kernels[s], resources, NULL, &bindings[s], &error), name, &error);
        if (!nbl_vulkan_split_groups((count + ffts - 1) / ffts, groups[s])) stop(name, "too many workgroups");
        expect(nbl_vulkan_commands_begin(device, &commands, &error), name, &error);
        expect(nbl_vulkan_kernel_record(kernels[s], commands.buffer, bindings[s], &count, groups[s], &error), name,
               &error);
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
        expect(nbl_vulkan_commands_submit(device, &commands, &error), name, &error);
        bits[s] = bits_of_result();
    }
    expect(nbl_vulkan_commands_begin(device, &commands, &error), name, &error);
    nbl_vulkan_timestamps_record_reset(times, commands.buffer);
    for (uint32_t i = 0; i < SIDES * (WARM_UP + LAUNCHES); i++) {
        uint32_t s = i % SIDES, timed = i - SIDES * WARM_UP;
        if (i >= SIDES * WARM_UP) nbl_vulkan_timestamps_record_begin(times, commands.buffer, timed);
        expect(nbl_vulkan_kernel_record(kernels[s], commands.buffer, bindings[s], &count, groups[s], &error), name,
               &error);
        if (i >= SIDES * WARM_UP) nbl_vulkan_timestamps_record_end(times, commands.buffer, timed);
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    }
    expect(nbl_vulkan_commands_submit(device, &commands, &error), name, &error);
    expect(nbl_vulkan_timestamps_read(times, 0, SIDES * LAUNCHES, spans, &error), name, &error);
    for (uint32_t i = 0; i < SIDES * LAUNCHES; i++) of_side[i % SIDES][i / SIDES] = spans[i] / 1000.0;
    for (int s = 0; s < SIDES; s++) qsort(of_side[s], LAUNCHES, sizeof **of_side, by_value);
    double old = of_side[0][LAUNCHES / 2], new = of_side[1][LAUNCHES / 2];
    printf("%-8s %9.2f us %9.2f us %7.3f  %s\n", name, old, new, new / old,
           bits[0] == bits[1] ? "same bits" : "OTHER BITS");
    fflush(stdout);
    for (int s = 0; s < SIDES; s++) nbl_vulkan_bindings_destroy(bindings[s]);
    for (int s = 0; s < SIDES; s++) nbl_vulkan_kernel_destroy(kernels[s]);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_timestamps_destroy(times);
}

int main(int count, char **words) {
    nbl_vulkan_device_desc_t desc = {.index = -1};
    nbl_error_t error;
    char path[512], name[64];
    unsigned length, invocations;
    if (count != 2) stop("usage", "old_new FOLDER");
    expect(nbl_vulkan_device_create(&desc, &device, &error), "device", &error);
    const nbl_vulkan_device_info_t *info = nbl_vulkan_device_get_info(device);
    printf("%s, %s %s\n%-8s %12s %12s %7s\n", info->name, info->driver_name, info->driver_info, "module", "old", "new",
           "new/old");
    nbl_vulkan_buffer_desc_t buffer = {.size = 8ull * ELEMENTS, .name = "signals"};
    expect(nbl_vulkan_buffer_create(device, &buffer, &from, &error), "buffer", &error);
    expect(nbl_vulkan_buffer_create(device, &buffer, &to, &error), "buffer", &error);
    float *signal = malloc(8ull * ELEMENTS);
    if (!signal) stop("signals", "no memory");
    for (size_t i = 0; i < 2 * ELEMENTS; i++) signal[i] = (float)((uint32_t)(i * 2654435761u) >> 8) / 8388608.0f - 1.0f;
    expect(nbl_vulkan_buffer_upload(device, &from, 0, signal, 8ull * ELEMENTS, &error), "signals", &error);
    expect(nbl_vulkan_buffer_upload(device, &to, 0, signal, 8ull * ELEMENTS, &error), "signals", &error);
    free(signal);
    snprintf(path, sizeof path, "%s/list", words[1]);
    FILE *list = fopen(path, "r");
    if (!list) stop(path, "cannot be opened");
    while (fscanf(list, "%63s %u %u", name, &length, &invocations) == 3) compare(words[1], name, length, invocations);
    fclose(list);
    nbl_vulkan_buffer_destroy(device, &to);
    nbl_vulkan_buffer_destroy(device, &from);
    nbl_vulkan_device_destroy(device);
    return 0;
}
