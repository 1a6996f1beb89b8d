/* Reading DWAA and DWAB, which OpenEXRCore 3.1 lacks, through OpenEXR's plain-C RGBA interface.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/image/internal.h"

#include <ImfCRgbaFile.h>
#include <stdlib.h>
#include <string.h>

static nbl_image_result fail(const char *path, nbl_image_error *error) {
    const char *reason = ImfErrorMessage();
    if (nbl_image_memory_is_short() || (reason && strstr(reason, "bad_alloc")))
        return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory to decode it");
    return nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "%s",
                          reason && reason[0] ? reason : "cannot be decoded");
}

static nbl_image_result read_halves(const char *path, const nbl_image *image, ImfRgba *halves, nbl_image_error *error) {
    size_t width = image->width;
    ImfInputFile *file = ImfOpenInputFile(path);
    if (!file) return fail(path, error);
    nbl_image_window window = {0};
    ImfHeaderDataWindow(ImfInputHeader(file), &window.min_x, &window.min_y, &window.max_x, &window.max_y);
    nbl_image_result result = NBL_IMAGE_OK;
    /* Two readers parsed the header; the buffer was sized by the other one. */
    if (memcmp(&window, &image->data_window, sizeof window) != 0)
        result = nbl_image_fail(error, NBL_IMAGE_ERROR_DAMAGED, path, "its data window is read in two ways");
    if (!result) {
        /* The interface wants the address of texel (0, 0), which may lie outside the buffer: integers may, pointers
         * not. */
        uintptr_t origin = (uintptr_t)halves - (uintptr_t)((intptr_t)window.min_x * (intptr_t)sizeof *halves) -
                           (uintptr_t)((intptr_t)window.min_y * (intptr_t)(width * sizeof *halves));
        if (!ImfInputSetFrameBuffer(file, (ImfRgba *)origin, 1, width) ||
            !ImfInputReadPixels(file, window.min_y, window.max_y))
            result = fail(path, error);
    }
    ImfCloseInputFile(file);
    return result;
}

/* image: the header's, allocated by the caller, who also checked that the file is of a kind read here. */
nbl_image_result nbl_image_exr_read_dwa(const char *path, nbl_image *image, nbl_image_error *error) {
    size_t width = image->width;
    ImfRgba *halves = calloc(width * image->height, sizeof *halves);
    if (!halves)
        return nbl_image_fail(error, NBL_IMAGE_ERROR_MEMORY, path, "no memory for %u x %u texels", image->width,
                              image->height);
    nbl_image_result result = read_halves(path, image, halves, error);
    if (result == NBL_IMAGE_ERROR_DAMAGED) /* see nbl_image_memory_is_short */
        result = read_halves(path, image, halves, error);
    for (uint32_t y = 0; !result && y < image->height; y++)
        ImfHalfToFloatArray((int)(4 * width), &halves[y * width].r, image->pixels + 4 * width * y);
    free(halves);
    return result;
}
