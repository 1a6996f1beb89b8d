/* Reads an image, and writes its G, B and R as planes of float32, in FFmpeg's order, to the standard output.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "io/image/image.h"

#include <stdio.h>

int main(int count, char **arguments) {
    nbl_image image;
    nbl_image_error error = {0};
    if (count != 2) return 2;
    if (nbl_image_read(arguments[1], &image, &error)) return fprintf(stderr, "planes: %s\n", error.message), 1;
    for (int c = 0; c < 3; c++)
        for (size_t i = 0; i < (size_t)image.width * image.height; i++)
            fwrite(&image.pixels[4 * i + (size_t)(c + 1) % 3], sizeof(float), 1, stdout);
    nbl_image_free(&image);
    return fflush(stdout) != 0;
}
