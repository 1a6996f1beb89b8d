/* Many blooms in one process on the emulator: the bits of a fresh process every time, and memory that stays what it
 * was.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_SOAK=n          how many of 64 x 64, besides a third as many of other sizes; 60 where it is not set
 * NBL_SOAK_CALLERS=n  threads that bloom at once; 1 where it is not set
 * NBL_SOAK_LOG=path   a line for every hundredth part
 *
 * A bloom makes its plan and workspace anew; every eighth transforms the kernel, too, the others take its spectrum as
 * it was made once. Some results are written and read again. Memory is looked at where all callers stand still. The
 * allocator is told to give nothing back: by its default each arena keeps or returns some 200 KiB as it happens, which
 * hides and feigns growth. So a tenth of the run is for every caller to meet every size in every order; what comes
 * after shows all that is kept.
 */
#define _GNU_SOURCE

#include "io/image/image.h"
#include "nbl/host/bloom.h"
#include "tests/common/testing.h"

#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SIDES = 4, LARGEST = 64, KERNEL = 9, MOST_CALLERS = 64, LOOKS = 100 };

static const uint32_t sides[SIDES] = {LARGEST, 48, 33, 20};
static float image[4 * LARGEST * LARGEST], kernel[4 * KERNEL * KERNEL];
typedef struct prepared_t {
    void *spectrum;
    _Alignas(16) float sums[NBL_BLOOM_SUMS];
} prepared_t;
static prepared_t prepared[SIDES][SIDES];
static uint64_t (*digests)[SIDES]; /* of a fresh process, shared with the one that is looked at */

typedef struct memory_t {
    long anonymous, resident; /* KiB; resident: the program's own pages, too */
} memory_t;

static struct {
    uint64_t blooms; /* of 64 x 64, for each caller */
    uint32_t callers;
    char paths[MOST_CALLERS][2][256];
    pthread_barrier_t barrier;
    memory_t looks[LOOKS];
    FILE *log;
    time_t began;
} soak;

static memory_t look(void) {
    memory_t memory = {0, 0};
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        sscanf(line, "VmRSS: %ld", &memory.resident);
        sscanf(line, "RssAnon: %ld", &memory.anonymous);
    }
    fclose(file);
    ck_assert_int_gt(memory.resident, 0);
    return memory;
}

static uint64_t digest_of(const float *values, size_t count) {
    uint64_t digest = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count * sizeof *values; i++)
        digest = (digest ^ ((const unsigned char *)values)[i]) * 0x100000001b3u;
    return digest;
}

/* make: the kernel is transformed, and its spectrum put into `with`; else it is taken from there. */
static uint64_t bloom(uint32_t width, uint32_t height, float *result, prepared_t *with, bool make) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    desc.width = width;
    desc.height = height;
    desc.kernel_width = desc.kernel_height = KERNEL;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_SUCCESS);
    nbl_bloom_run_t emulation = nbl_bloom_run_init();
    emulation.image = image;
    emulation.kernel = kernel;
    emulation.result = result;
    emulation.workspace = aligned_alloc(64, (size_t)(plan.workspace_bytes + 63) / 64 * 64);
    if (make) with->spectrum = aligned_alloc(64, (size_t)(plan.spectrum_bytes + 63) / 64 * 64);
    emulation.spectrum = with->spectrum;
    ck_assert(emulation.workspace && emulation.spectrum);
    emulation.sums = with->sums;
    emulation.launch.threads = 2;
    ck_assert_int_eq(nbl_bloom_emulate(&plan, &emulation, make ? NBL_BLOOM_PASS_KERNEL_SUM : NBL_BLOOM_PASS_FIRST_AXIS,
                                       NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, NULL, &error),
                     NBL_SUCCESS);
    free(emulation.workspace);
    return digest_of(result, (size_t)4 * width * height);
}

/* One of sides[x] times sides[y]; whole: from the kernel on. */
static uint64_t bloom_of(uint32_t x, uint32_t y, bool whole, float *result) {
    prepared_t own;
    uint64_t digest = bloom(sides[x], sides[y], result, whole ? &own : &prepared[x][y], whole);
    if (whole) free(own.spectrum);
    return digest;
}

static void keep(uint32_t width, uint32_t height, const float *result, const char *path) {
    nbl_image picture, back;
    ck_assert_int_eq(nbl_image_create(width, height, NBL_IMAGE_CHANNELS_RGBA, &picture, NULL), NBL_IMAGE_OK);
    memcpy(picture.pixels, result, sizeof(float) * 4 * width * height);
    ck_assert_int_eq(nbl_image_write(path, &picture, NBL_IMAGE_TYPE_FLOAT, NULL), NBL_IMAGE_OK);
    ck_assert_int_eq(nbl_image_read(path, &back, NULL), NBL_IMAGE_OK);
    nbl_image_free(&picture);
    nbl_image_free(&back);
}

static void make_inputs(void) {
    test_random_t random = test_random_begin("soak");
    for (size_t i = 0; i < sizeof image / sizeof *image; i++) image[i] = (float)test_random_below(&random, 1000) / 100;
    for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++) kernel[i] = (float)test_random_below(&random, 100);
}

START_TEST(a_fresh_process) {
    static float result[4 * LARGEST * LARGEST];
    make_inputs();
    for (uint32_t x = 0; x < SIDES; x++)
        for (uint32_t y = 0; y < SIDES; y++) digests[x][y] = bloom_of(x, y, true, result);
}
END_TEST

static void log_look(uint32_t number, memory_t memory) {
    struct mallinfo2 heap = mallinfo2();
    if (!soak.log) return;
    fprintf(soak.log, "%u %% after %ld s: resident %ld KiB, anonymous %ld KiB; arenas %zu bytes, in use %zu\n",
            number * 100 / LOOKS, (long)(time(NULL) - soak.began), memory.resident, memory.anonymous, heap.arena,
            heap.uordblks);
    fflush(soak.log);
}

static void *bloom_on(void *argument) {
    const uint32_t who = (uint32_t)(uintptr_t)argument;
    test_random_t random = test_random_from(1000 + who);
    float *result = malloc(sizeof(float) * 4 * LARGEST * LARGEST);
    ck_assert_ptr_nonnull(result);
    pthread_barrier_wait(&soak.barrier);
    uint64_t done = 0;
    for (uint32_t part = 0; part < LOOKS; part++) {
        for (; done < (part + 1) * soak.blooms / LOOKS; done++) {
            ck_assert_uint_eq(bloom_of(0, 0, done % 8 == 1, result), digests[0][0]);
            if (done % 8 == 0) keep(LARGEST, LARGEST, result, soak.paths[who][done / 8 % 2]);
            if (done % 3 != 0) continue;
            uint32_t x = test_random_below(&random, SIDES), y = test_random_below(&random, SIDES);
            ck_assert_uint_eq(bloom_of(x, y, done % 8 == 0, result), digests[x][y]);
            if (done % 9 == 0) keep(sides[x], sides[y], result, soak.paths[who][done / 9 % 2]);
        }
        pthread_barrier_wait(&soak.barrier);
        if (who == 0) log_look(part + 1, soak.looks[part] = look());
        pthread_barrier_wait(&soak.barrier);
    }
    free(result);
    return NULL;
}

/* The most of the looks that end within a tenth of the run. */
static memory_t most_of_tenth(uint32_t tenth) {
    memory_t most = {0, 0};
    for (uint32_t i = tenth * LOOKS / 10; i < (tenth + 1) * LOOKS / 10; i++) {
        if (soak.looks[i].anonymous > most.anonymous) most.anonymous = soak.looks[i].anonymous;
        if (soak.looks[i].resident > most.resident) most.resident = soak.looks[i].resident;
    }
    return most;
}

START_TEST(memory_stays) {
    const char *count = getenv("NBL_SOAK"), *callers = getenv("NBL_SOAK_CALLERS"), *log = getenv("NBL_SOAK_LOG");
    uint64_t all = count ? strtoull(count, NULL, 10) : 60;
    pthread_t threads[MOST_CALLERS];
    soak.callers = callers ? (uint32_t)atoi(callers) : 1;
    ck_assert(soak.callers >= 1 && soak.callers <= MOST_CALLERS);
    soak.blooms = (all + soak.callers - 1) / soak.callers;
    soak.log = log ? fopen(log, "w") : NULL;
    soak.began = time(NULL);
    ck_assert(!log || soak.log);
    make_inputs();
    ck_assert_uint_ne(digests[0][0], 0);
    for (uint32_t x = 0; x < SIDES; x++)
        for (uint32_t y = 0; y < SIDES; y++) {
            static float result[4 * LARGEST * LARGEST];
            ck_assert_uint_eq(bloom(sides[x], sides[y], result, &prepared[x][y], true), digests[x][y]);
        }
    for (uint32_t i = 0; i < 2 * soak.callers; i++) {
        char name[32];
        snprintf(name, sizeof name, "%u.%s", i / 2, i % 2 ? "exr" : "png");
        snprintf(soak.paths[i / 2][i % 2], sizeof soak.paths[0][0], "%s", test_path(name));
    }
    pthread_barrier_init(&soak.barrier, NULL, soak.callers);
    for (uintptr_t i = 1; i < soak.callers; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, bloom_on, (void *)i), 0);
    bloom_on((void *)0);
    for (uint32_t i = 1; i < soak.callers; i++) pthread_join(threads[i], NULL);
    for (uint32_t x = 0; x < SIDES; x++)
        for (uint32_t y = 0; y < SIDES; y++) free(prepared[x][y].spectrum);
    memory_t before = most_of_tenth(1), after = most_of_tenth(9);
    printf("%llu blooms of 64 x 64 by %u callers at once in %ld s: resident %ld KiB after a fifth, %ld at the end; "
           "anonymous %ld and %ld\n",
           (unsigned long long)(soak.blooms * soak.callers), soak.callers, (long)(time(NULL) - soak.began),
           before.resident, after.resident, before.anonymous, after.anonymous);
    fflush(stdout);
    if (soak.log) fclose(soak.log);
#if !defined(__SANITIZE_ADDRESS__) /* which keeps what was freed */
    long slack =
        all >= 10000 ? 0 : 256 * (long)soak.callers; /* a short run has not met everything in its first tenths */
    ck_assert_int_le(after.resident, before.resident + before.resident / 100 + slack);
    ck_assert_int_le(after.anonymous, before.anonymous + before.anonymous / 100 + slack);
#endif
    test_folder_remove();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("soak");
    TCase *test = tcase_create("soak");
    digests = mmap(NULL, sizeof *digests * SIDES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (digests == MAP_FAILED) return 1;
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_MMAP_THRESHOLD, 128 << 10); /* what is larger comes from the system and goes back at once */
    tcase_set_timeout(test, getenv("NBL_SOAK") ? 36000 : 300);
    tcase_add_test(test, a_fresh_process); /* each in a process of its own */
    tcase_add_test(test, memory_stays);
    suite_add_tcase(suite, test);
    return test_run_suite(suite);
}
