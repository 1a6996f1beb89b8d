/* The spectrum of an image on a Vulkan device, with the bits that the CPU has: device [part of a device's name]
 * SPDX-License-Identifier: Apache-2.0 */
#include "nbl/host/fft.h"
#include "nbl/host/vulkan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    static float image[270][480], spectrum[270][241][2], on_cpu[270][241][2]; /* real in, 241 of 480 frequencies out */
    for (int y = 0; y < 270; y++)
        for (int x = 0; x < 480; x++) image[y][x] = cosf(0.0654498f * (float)x); /* 5 periods from left to right */

    nbl_error_t error;
    nbl_vulkan_device_desc_t which = nbl_vulkan_device_desc_init(); /* the best device, if no name is given */
    if (argc > 1) which.name = argv[1];
    nbl_vulkan_device_t *device = NULL;
    nbl_result_t result = nbl_vulkan_device_create(&which, &device, &error);

    nbl_fft_problem_t problem = nbl_fft_problem_init();
    problem.rank = 2, problem.sizes[0] = 270, problem.sizes[1] = 480; /* the last varies fastest */
    problem.real = true;
    nbl_fft_t *there = NULL, *here = NULL; /* on the device, on the CPU */
    if (result == NBL_SUCCESS) result = nbl_fft_make_vulkan(device, &problem, &there, &error);
    if (result == NBL_SUCCESS) result = nbl_fft_run(there, image, spectrum, &error);
    if (result == NBL_SUCCESS) result = nbl_fft_make_cpu(&problem, &here, &error);
    if (result == NBL_SUCCESS) result = nbl_fft_run(here, image, on_cpu, &error);
    nbl_fft_destroy(there);
    nbl_fft_destroy(here);
    if (device != NULL) nbl_vulkan_device_destroy(device);
    if (result != NBL_SUCCESS) return fprintf(stderr, "%s\n", error.text), 1; /* one line: what, and why */

    for (int f = 4; f <= 6; f++)
        printf("frequency (0, %d): %.0f\n", f, (double)hypotf(spectrum[0][f][0], spectrum[0][f][1]));
    printf("the CPU has %s bits\n", memcmp(spectrum, on_cpu, sizeof spectrum) == 0 ? "the same" : "other");
    return 0;
}
