/* Threads that read and write files at the same time, their own and one of all; built with ThreadSanitizer.
 * SPDX-License-Identifier: Apache-2.0
 *
 * threads FOLDER: each thread writes every kind of file, reads it back, and compares it with what it wrote.
 */
#include "file/output.h"
#include "io/image/image.h"
#include "io/npy/npy.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 4 };

static const char *folder;
static int numbers[THREADS];

static int images(int number) {
    static const char *const extensions[] = {"exr", "hdr", "png"};
    int wrong = 0;
    for (int i = 0; i < 3; i++) {
        char own[600], shared[600];
        nbl_image image, back;
        snprintf(own, sizeof own, "%s/own-%d.%s", folder, number, extensions[i]);
        snprintf(shared, sizeof shared, "%s/shared.%s", folder, extensions[i]);
        if (nbl_image_create(17, 9, NBL_IMAGE_CHANNELS_RGB, &image, NULL)) return 1;
        for (int k = 0; k < 4 * 17 * 9; k++) image.pixels[k] = (float)number;
        wrong |= nbl_image_write(own, &image, NBL_IMAGE_TYPE_FLOAT, NULL) != NBL_IMAGE_OK;
        wrong |= nbl_image_write(shared, &image, NBL_IMAGE_TYPE_HALF, NULL) != NBL_IMAGE_OK;
        if (nbl_image_read(own, &back, NULL)) return 1;
        wrong |= i < 2 && memcmp(back.pixels, image.pixels, 3 * sizeof(float)) != 0;
        nbl_image_free(&back);
        /* The shared file may be another thread's or this one's. It must be one of them, and whole. */
        if (nbl_image_read(shared, &back, NULL)) return 1;
        for (int k = 0; k < 4 * 17 * 9; k++) wrong |= k % 4 < 3 && back.pixels[k] != back.pixels[0];
        nbl_image_free(&back);
        nbl_image_free(&image);
    }
    return wrong;
}

static int arrays(int number) {
    char path[600];
    float data[16];
    nbl_npy_array_t array = {NBL_NPY_FLOAT32, 2, 2, 8, data, {0}}, back;
    for (int i = 0; i < 16; i++) data[i] = (float)(number + i);
    snprintf(path, sizeof path, "%s/own-%d.npy", folder, number);
    if (nbl_npy_write(path, &array, NULL) || nbl_npy_read(path, &back, NULL)) return 1;
    int wrong = memcmp(back.data, data, sizeof data) != 0;
    nbl_npy_free(&back);
    const nbl_npy_fields_t turned = {
        "<f4", true, {2, 8}, 2}; /* a column after the other becomes a row after the other */
    void *rows = malloc(sizeof data);
    if (rows == NULL) return 1;
    memcpy(rows, data, sizeof data);
    wrong |= nbl_npy_arrange(path, &turned, &rows, sizeof data, NULL) != NBL_NPY_SUCCESS;
    for (int i = 0; i < 16; i++) wrong |= ((const float *)rows)[i] != data[i % 8 * 2 + i / 8];
    free(rows);
    return wrong;
}

static void *work(void *user) {
    int *number = user, wrong = 0;
    for (int round = 0; round < ROUNDS; round++) wrong |= images(*number) | arrays(*number);
    *number = wrong;
    return NULL;
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    int wrong = 0;
    if (argc != 2) return 2;
    folder = argv[1];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i])) return 2;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        wrong |= numbers[i];
    }
    return wrong;
}
