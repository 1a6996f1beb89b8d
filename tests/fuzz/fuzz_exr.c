/* Fuzz target: reading .exr files, and writing them with all that they hold.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* memfd_create */

#include "file.h"
#include "image.h"

static nbl_image_result read_exr(const char *path, bool pixels, nbl_image *image, nbl_image_error *error) {
    const nbl_image_selection selection = {.keep = true};
    nbl_image_bytes bytes = {0};
    char text[256];
    nbl_image_result result = nbl_image_exr_read(path, &selection, pixels, image, error);
    if (result || !pixels) return result;
    nbl_image_exr_lost(image, false, text, sizeof text);
    nbl_image_exr_encode(path, image, NBL_IMAGE_TYPE_FLOAT, &bytes, error); /* its other channels may be damaged */
    nbl_image_bytes_free(&bytes);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_image(fuzz_file(data, size), read_exr);
    return 0;
}
