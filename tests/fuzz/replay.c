/* Runs a fuzz target over the files of folders, without a fuzzer: what was found once stays found.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns whether it is a file. What is wrong ends the process in the target. */
static int replay(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        if (file) fclose(file);
        return 0;
    }
    long size = ftell(file);
    rewind(file);
    uint8_t *bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
    int good = bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (good) LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
    return good;
}

int main(int argc, char **argv) {
    unsigned count = 0;
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            char path[4096];
            if (entry->d_name[0] == '.') continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            fprintf(stderr, "%s\n", path); /* the last one is whose fault it is */
            count += (unsigned)replay(path);
        }
        if (folder) closedir(folder);
    }
    printf("%u\n", count);
    return count == 0;
}
