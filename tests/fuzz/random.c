/* Runs a fuzz target over a number of random inputs, without a fuzzer: bytes of any kind, or edits of a folder's texts.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: random COUNT [SEED [FOLDER]]   built and run by tests/fuzz/random.sh
 *
 * The process ends in the target if something is wrong. An edited text is written to NBL_RANDOM_INPUT before it is
 * tried, so that the one that ended the process stays there.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/edit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_TEXTS = 256, MOST_TEXT = 1 << 14 };

static char texts[MOST_TEXTS][MOST_TEXT];
static size_t lengths[MOST_TEXTS];
static uint32_t count_of_texts;

static void read_texts(const char *folder) {
    char path[4096];
    DIR *names = opendir(folder);
    for (struct dirent *entry; names != NULL && count_of_texts < MOST_TEXTS && (entry = readdir(names)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (file == NULL) continue;
        lengths[count_of_texts] = fread(texts[count_of_texts], 1, MOST_TEXT, file);
        count_of_texts++;
        fclose(file);
    }
    if (names != NULL) closedir(names);
}

static void try_bytes(uint64_t *state) {
    uint8_t data[160];
    for (size_t k = 0; k < sizeof data; k++) data[k] = (uint8_t)(edit_draw(state, 1u << 30) >> 4);
    LLVMFuzzerTestOneInput(data, 20 + *state % 141);
}

static void try_edits(uint64_t *state) {
    static char text[MOST_TEXT];
    const uint32_t which = edit_draw(state, count_of_texts), edits = 1 + edit_draw(state, 3);
    size_t length = lengths[which];
    memcpy(text, texts[which], length);
    for (uint32_t i = 0; i < edits; i++) length = edit_text(text, length, sizeof text, state);
    const char *path = getenv("NBL_RANDOM_INPUT");
    FILE *file = path != NULL ? fopen(path, "wb") : NULL;
    if (file != NULL) {
        fwrite(text, 1, length, file);
        fclose(file);
    }
    LLVMFuzzerTestOneInput((const uint8_t *)text, length);
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? atol(argv[1]) : 0;
    uint64_t state = argc > 2 ? strtoull(argv[2], NULL, 10) * 0x9e3779b97f4a7c15ull : 1;
    if (argc > 3) read_texts(argv[3]);
    for (long i = 0; i < count; i++) {
        if (count_of_texts != 0)
            try_edits(&state);
        else
            try_bytes(&state);
        if ((i + 1) % 10000 == 0 || i + 1 == count) {
            printf("%ld inputs\n", i + 1);
            fflush(stdout);
        }
    }
    return count <= 0;
}
