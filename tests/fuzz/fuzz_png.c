/* Fuzz target: reading .png files, their checksums mended, which would keep nearly all inputs from the decoder.
 * SPDX-License-Identifier: Apache-2.0
 */
#define _GNU_SOURCE /* memfd_create */

#include "file.h"
#include "image.h"

#include <string.h>

static uint32_t crc_of(const uint8_t *data, size_t size) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

static void mend(uint8_t *bytes, size_t size) {
    for (size_t at = 8; at + 12 <= size;) {
        size_t length =
            (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length > size - at - 12) return;
        uint32_t crc = crc_of(bytes + at + 4, length + 4);
        for (int i = 0; i < 4; i++) bytes[at + 8 + length + (size_t)i] = (uint8_t)(crc >> (24 - 8 * i));
        at += 12 + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *bytes = malloc(size + 1);
    if (!bytes) return 0;
    memcpy(bytes, data, size);
    mend(bytes, size);
    fuzz_image(fuzz_file(bytes, size), nbl_image_png_read);
    free(bytes);
    return 0;
}
