/* Fuzz target: modules through the writer of texts, as they are and specialised; four bytes of options, then words.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/write_text.h"
#include "spirv/specialize/specialize.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_one(const uint32_t *words, size_t count, const nbl_write_text_desc_t *desc) {
    char *text, *json;
    if (nbl_write_text(words, count, desc, &text, &json, NULL) != NBL_SUCCESS) return;
    nbl_text_free(text);
    nbl_text_free(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4) return 0;
    nbl_specialize_options_t options = {.exact = data[0] & 1, .loops = (nbl_specialize_loops_t)(data[1] % 3)};
    nbl_write_text_desc_t desc = {.target = (nbl_target_t)(1 + data[2] % (NBL_TARGETS - 1)),
                                  .mode = data[0] & 1 ? NBL_MODE_EXACT : NBL_MODE_FAST,
                                  .opaque = (nbl_opaque_t)(data[3] % (NBL_OPAQUE_ALL + 1)),
                                  .max_shared_bytes = UINT32_MAX,
                                  .max_invocations = UINT32_MAX};
    size_t count = (size - 4) / 4, made_count;
    uint32_t *words = malloc(count * 4 + 1), *made; /* of exactly this size: a read beyond it is seen */
    char why[128];
    if (!words) return 0;
    memcpy(words, data + 4, count * 4);
    write_one(words, count, &desc);
    if (nbl_specialize(&options, words, count, &made, &made_count, why) == NBL_SPECIALIZE_DONE) {
        write_one(made, made_count, &desc);
        free(made);
    }
    free(words);
    return 0;
}
