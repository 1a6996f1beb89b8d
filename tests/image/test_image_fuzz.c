/* Damaged files of every format: cut at every length, and changed at random. Never a crash, a hang or a half-read
 * image.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_SEED=now changes them from run to run; NBL_TEST_CASES sets the cases per file (default 60, and 15 under
 * sanitizers). Most useful under the
 * sanitizers.
 */
#define _XOPEN_SOURCE 700

#include "exr_making.h"
#include "tests/common/testing.h"

#define FILES 16

static uint64_t seed;

/* Compressions 0 to 9 and 0 again, every second one tiled and every third one without alpha; the other formats between.
 */
static const char *make_file(int index) {
    nbl_image image;
    if (index < 10 || index == 15) {
        imf_kind kind = {3, -4, 29, 19, index % 15, index % 3 ? IMF_WRITE_RGBA : IMF_WRITE_RGB, index % 2 == 1, false};
        make_imf(scratch("whole.exr"), &kind, NBL_IMAGE_CHANNELS_RGBA);
        return "exr";
    }
    make_known(&image, 29, 19, index % 2 ? NBL_IMAGE_CHANNELS_RGB : NBL_IMAGE_CHANNELS_RGBA);
    for (int i = 0; i < 4 * 29 * 19; i++) image.pixels[i] = fabsf(image.pixels[i]);
    const char *extension = index < 12 ? "exr" : index < 14 ? "hdr" : "png";
    char name[16];
    snprintf(name, sizeof name, "whole.%s", extension);
    if (index == 13) { /* narrow files are not run-length encoded */
        nbl_image_free(&image);
        make_known(&image, 7, 40, NBL_IMAGE_CHANNELS_RGB);
        for (int i = 0; i < 4 * 7 * 40; i++) image.pixels[i] = fabsf(image.pixels[i]);
    }
    assert_written(scratch(name), &image, NBL_IMAGE_TYPE_FLOAT);
    nbl_image_free(&image);
    return extension;
}

/* True where the file was read. Every texel is touched, so that the sanitizers see what was allocated. */
static bool read_damaged(const char *path, const char *what, uint64_t number) {
    nbl_image image;
    nbl_image_error error = {0};
    memset(&image, 0x55, sizeof image);
    nbl_image_result result = nbl_image_read(path, &image, &error);
    if (result != NBL_IMAGE_OK) {
        size_t n = strlen(path);
        ck_assert_msg(strncmp(error.message, path, n) == 0 && strlen(error.message) > n + 6 &&
                          !strchr(error.message, '\n') && error.result == result && !image.pixels,
                      "%s %llu: result %d, message \"%s\"", what, (unsigned long long)number, result, error.message);
        return false;
    }
    ck_assert_uint_le((uint64_t)image.width * image.height, NBL_IMAGE_MAX_PIXELS);
    uint32_t x = 0, y = 0, c = 0;
    if (nbl_image_first_not_finite(&image, &x, &y, &c)) ck_assert(x < image.width && y < image.height && c < 4);
    nbl_image_free(&image);
    return true;
}

START_TEST(cut_at_every_length) {
    const char *extension = make_file(_i);
    char name[16];
    snprintf(name, sizeof name, "whole.%s", extension);
    size_t n;
    unsigned char *whole = get_file(scratch(name), &n);
    ck_assert(read_damaged(scratch(name), "whole", 0));
    snprintf(name, sizeof name, "cut.%s", extension);
    put_file(scratch(name), whole, n);
    while (n-- > 1) {
        if (n % test_sanitized_step(16) != (unsigned)_i % test_sanitized_step(16)) continue;
        ck_assert_int_eq(truncate(scratch(name), (off_t)n), 0);
        ck_assert_msg(!read_damaged(scratch(name), "cut at", n), "file %d cut at %zu was read as if whole", _i, n);
    }
    free(whole);
}
END_TEST

/* One to eight changes: a bit, a byte, a large number, a piece moved, the end cut off or garbage appended. */
static size_t damage(unsigned char *bytes, size_t n, uint64_t *random) {
    static const uint32_t numbers[8] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, 0x01000000, 0xffff};
    for (uint64_t changes = 1 + next_random(random) % 8; changes > 0 && n > 8; changes--) {
        /* Headers decide how the rest is read: half of the changes go there. */
        size_t reach = next_random(random) % 2 && n > 400 ? 400 : n;
        size_t at = (size_t)(next_random(random) % reach), from = (size_t)(next_random(random) % n);
        size_t size = (size_t)(next_random(random) % 16);
        switch (next_random(random) % 6) {
        case 0:
        case 1: bytes[at] ^= (unsigned char)(1 << next_random(random) % 8); break;
        case 2: bytes[at] = (unsigned char)next_random(random); break;
        case 3:
            if (at + 4 <= n) memcpy(bytes + at, &numbers[next_random(random) % 8], 4);
            break;
        case 4:
            if (at + size <= n && from + size <= n) memmove(bytes + at, bytes + from, size);
            break;
        default:
            if (next_random(random) % 4 == 0) n -= (size_t)(next_random(random) % (n / 2));
        }
    }
    return n;
}

/* A damaged chunk is refused by its checksum before it is decoded: with the right sum the damage reaches the
 * decoder. */
static void mend_png(unsigned char *bytes, size_t n) {
    for (size_t at = 8; at + 12 <= n;) {
        size_t length =
            (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (length > n - at - 12) return;
        uint32_t crc = 0xffffffffu;
        for (size_t i = at + 4; i < at + 8 + length; i++) {
            crc ^= bytes[i];
            for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320u ^ crc >> 1 : crc >> 1;
        }
        for (int i = 0; i < 4; i++) bytes[at + 8 + length + (size_t)i] = (unsigned char)(~crc >> (24 - 8 * i));
        at += 12 + length;
    }
}

START_TEST(changed_at_random) {
    const char *extension = make_file(_i), *text = getenv("NBL_TEST_CASES");
    unsigned cases = text ? (unsigned)atoi(text) : 60 / test_sanitized_step(4), refused = 0, executed = 0;
    char name[16];
    snprintf(name, sizeof name, "whole.%s", extension);
    size_t n;
    unsigned char *whole = get_file(scratch(name), &n), *bytes = malloc(n);
    snprintf(name, sizeof name, "changed.%s", extension);
    for (; executed < cases; executed++) {
        uint64_t random = seed + 1000003u * (uint64_t)_i + 7919u * (uint64_t)executed;
        memcpy(bytes, whole, n);
        size_t size = damage(bytes, n, &random);
        if (extension[0] == 'p' && next_random(&random) % 4) mend_png(bytes, size);
        put_file(scratch(name), bytes, size);
        refused += !read_damaged(scratch(name), "case", executed);
    }
    printf("file %2d (.%s): %u cases, %u refused\n", _i, extension, executed, refused);
    fflush(stdout);
    ck_assert_uint_eq(executed, cases);
    ck_assert_msg(refused * 10 > cases, "only %u of %u damaged files were noticed", refused, cases);
    free(bytes);
    free(whole);
}
END_TEST

int main(void) {
    seed = test_seed("damaged files");
    Suite *suite = suite_create("image: damaged files");
    TCase *test = tcase_create("damaged files");
    tcase_set_timeout(test, getenv("NBL_TEST_CASES") ? 3600 : 60);
    tcase_add_loop_test(test, cut_at_every_length, 0, FILES);
    tcase_add_loop_test(test, changed_at_random, 0, FILES);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
