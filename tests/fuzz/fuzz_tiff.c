/* Fuzz target: reading .tif files; a refusal where it was built without libtiff.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* memfd_create */

#include "file.h"
#include "image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_image(fuzz_file(data, size), nbl_image_tiff_read);
    return 0;
}
