/* What the fuzz targets of image files share: describing, reading, and what must hold of the result.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FUZZ_IMAGE_H
#define NBL_TESTS_FUZZ_IMAGE_H

#include "file.h"
#include "io/image/internal.h"

#include <string.h>

typedef nbl_image_result fuzz_reader(const char *path, bool pixels, nbl_image *image, nbl_image_error *error);

static inline void fuzz_image(const char *path, fuzz_reader *reader) {
    nbl_image image = {0}, described = {0};
    nbl_image_error error = {0};
    if (reader(path, false, &described, &error) != NBL_IMAGE_OK) {
        if (!error.message[0] || strchr(error.message, '\n') || described.pixels) abort();
        return;
    }
    if ((uint64_t)described.width * described.height > FUZZ_MOST_TEXELS) return;
    if (reader(path, true, &image, &error) == NBL_IMAGE_OK) {
        uint32_t x = 0, y = 0, channel = 0; /* touches every texel */
        if (image.width != described.width || image.height != described.height) abort();
        if (nbl_image_first_not_finite(&image, &x, &y, &channel) &&
            (x >= image.width || y >= image.height || channel > 3))
            abort();
    }
    nbl_image_free(&image);
}

#endif
