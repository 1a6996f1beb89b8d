/* Many blooms in one process on the emulator: the same bits every time, and memory that stays what it was.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_SOAK=n sets how many; 120 where it is not set. Each is of other sizes within 64 x 64, written and read again; every
 * bloom of a size must be the first one of that size.
 */
#define _GNU_SOURCE

#include "io/image/image.h"
#include "nbl/host/bloom.h"
#include "tests/common/testing.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDES = 4, LARGEST = 64, KERNEL = 9 };

static const uint32_t sides[SIDES] = {64, 48, 33, 20};
static float image[4 * LARGEST * LARGEST], kernel[4 * KERNEL * KERNEL], result[4 * LARGEST * LARGEST];
static uint64_t digests[SIDES][SIDES];

/* Of this process, in KiB, from the system: what allocators keep counts, too. */
static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static uint64_t digest_of(const float *values, size_t count) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count * sizeof *values; i++)
        digest = (digest ^ ((const unsigned char *)values)[i]) * 0x100000001b3u;
    return digest;
}

static void bloom(uint32_t width, uint32_t height, uint64_t *digest) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    desc.width = width;
    desc.height = height;
    desc.kernel_width = desc.kernel_height = KERNEL;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_SUCCESS);
    _Alignas(16) float sums[NBL_BLOOM_SUMS] = {0};
    nbl_bloom_emulation_t emulation = nbl_bloom_emulation_init();
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = aligned_alloc(64, (size_t)(plan.workspace_bytes + 63) / 64 * 64);
    emulation.spectrum = aligned_alloc(64, (size_t)(plan.spectrum_bytes + 63) / 64 * 64);
    ck_assert(emulation.workspace && emulation.spectrum);
    emulation.sums = sums;
    emulation.launch.threads = 2;
    ck_assert_int_eq(nbl_bloom_emulate(&plan, &emulation, 0, NBL_BLOOM_PASSES - 1, NULL, &error), NBL_SUCCESS);
    free(emulation.workspace);
    free(emulation.spectrum);
    uint64_t now = digest_of(result, (size_t)4 * width * height);
    if (*digest == 0) *digest = now;
    ck_assert_uint_eq(now, *digest);
}

static void keep(uint32_t width, uint32_t height, const char *path) {
    nbl_image picture, back;
    ck_assert_int_eq(nbl_image_create(width, height, NBL_IMAGE_CHANNELS_RGBA, &picture, NULL), NBL_IMAGE_OK);
    memcpy(picture.pixels, result, sizeof(float) * 4 * width * height);
    ck_assert_int_eq(nbl_image_write(path, &picture, NBL_IMAGE_TYPE_FLOAT, NULL), NBL_IMAGE_OK);
    ck_assert_int_eq(nbl_image_read(path, &back, NULL), NBL_IMAGE_OK);
    nbl_image_free(&picture);
    nbl_image_free(&back);
}

START_TEST(memory_stays) {
    const char *text = getenv("NBL_SOAK");
    uint64_t count = text ? strtoull(text, NULL, 10) : 120, warm = count / 10 + 2 * SIDES * SIDES;
    test_random_t random = test_random_begin("soak");
    long before = 0;
    for (size_t i = 0; i < sizeof image / sizeof *image; i++) image[i] = (float)test_random_below(&random, 1000) / 100;
    for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++) kernel[i] = (float)test_random_below(&random, 100);
    for (uint32_t x = 0; x < SIDES; x++) /* every size has been met before memory is asked for */
        for (uint32_t y = 0; y < SIDES; y++) {
            bloom(sides[x], sides[y], &digests[x][y]);
            keep(sides[x], sides[y], test_path(y % 2 ? "soak.exr" : "soak.png"));
        }
    for (uint64_t i = 0; i < count; i++) {
        uint32_t x = test_random_below(&random, SIDES), y = test_random_below(&random, SIDES);
        bloom(sides[x], sides[y], &digests[x][y]);
        if (i % 8 == 0) keep(sides[x], sides[y], test_path(i % 16 ? "soak.exr" : "soak.png"));
        if (i == warm) before = resident();
    }
    long after = resident();
    printf("%llu blooms, resident %ld KiB after %llu, %ld KiB at the end\n", (unsigned long long)count, before,
           (unsigned long long)warm, after);
    fflush(stdout);
    ck_assert_int_gt(before, 0);
#if !defined(__SANITIZE_ADDRESS__)                        /* which keeps what was freed */
    ck_assert_int_le(after, before + before / 100 + 256); /* 1 %, and what an allocator keeps of the threads */
#endif
    test_folder_remove();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("soak");
    TCase *test = tcase_create("soak");
    tcase_set_timeout(test, getenv("NBL_SOAK") ? 36000 : 300);
    tcase_add_test(test, memory_stays);
    suite_add_tcase(suite, test);
    return test_run_suite(suite);
}
