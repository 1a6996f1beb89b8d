/* Reads the file of --wisdom.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

int wisdom_read(const char *path, nbl_vulkan_device_t *device, nbl_fft_wisdom_t **wisdom) {
    const char *name = device ? nbl_vulkan_device_get_info(device)->name : NULL;
    nbl_error_t error;
    *wisdom = NULL;
    if (path && nbl_fft_wisdom_read(path, name, wisdom, &error) != NBL_SUCCESS)
        return fail(EXIT_FAILED, "--wisdom: %s", error.text);
    return EXIT_DONE;
}
