/* The shader's kernel on a Vulkan device, from SPIR-V that any compiler made: vulkan window.spv
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/host/vulkan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static nbl_error_t error;

static void check(nbl_result_t result) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "%s\n", error.text);
    exit(1);
}

int main(int argc, char **argv) {
    static uint32_t words[1 << 18];
    static float in[1024][2], out[1024][2];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) return fprintf(stderr, "usage: %s window.spv\n", argv[0]), 2;
    size_t word_count = fread(words, sizeof words[0], sizeof words / sizeof words[0], file);
    fclose(file);
    for (int i = 0; i < 1024; i++) in[i][0] = cosf(0.6135923f * (float)i); /* 100 periods */

    nbl_vulkan_device_t *device;
    check(nbl_vulkan_device_create(NULL, &device, &error));
    nbl_vulkan_kernel_desc_t desc = {.name = "window", .spirv = words, .spirv_word_count = word_count};
    nbl_vulkan_kernel_t *kernel;
    check(nbl_vulkan_kernel_create(device, &desc, &kernel, &error));

    nbl_vulkan_buffer_t samples, spectrum;
    check(nbl_vulkan_buffer_create(device, &(nbl_vulkan_buffer_desc_t){.size = sizeof in}, &samples, &error));
    check(nbl_vulkan_buffer_create(device, &(nbl_vulkan_buffer_desc_t){.size = sizeof out}, &spectrum, &error));
    check(nbl_vulkan_buffer_upload(device, &samples, 0, in, sizeof in, &error));
    nbl_vulkan_resource_t resources[] = {{.buffer = samples.handle}, {.buffer = spectrum.handle}};
    nbl_vulkan_bindings_t *bindings;
    check(nbl_vulkan_bindings_create(kernel, resources, "window", &bindings, &error));

    nbl_vulkan_commands_t commands;
    check(nbl_vulkan_commands_create(device, &commands, &error));
    check(nbl_vulkan_commands_begin(device, &commands, &error));
    check(nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, NULL, (uint32_t[]){1, 1, 1}, &error));
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    check(nbl_vulkan_commands_submit(device, &commands, &error));
    check(nbl_vulkan_buffer_download(device, &spectrum, 0, out, sizeof out, &error));
    for (int f = 98; f <= 102; f++) printf("frequency %3d: %6.2f\n", f, (double)hypotf(out[f][0], out[f][1]));

    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_buffer_destroy(device, &spectrum);
    nbl_vulkan_buffer_destroy(device, &samples);
    nbl_vulkan_kernel_destroy(kernel);
    nbl_vulkan_device_destroy(device);
    return 0;
}
