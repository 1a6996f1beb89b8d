/* Tests of the on-disk cache: entries that are damaged, foreign or no files are never trusted.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <sys/stat.h>
#include <unistd.h>
#include "tests/vulkan/cache_testing.h"

static size_t read_file(const char *path, unsigned char *bytes, size_t room) {
    FILE *f = fopen(path, "rb");
    size_t n;
    ck_assert_ptr_nonnull(f);
    n = fread(bytes, 1, room, f);
    fclose(f);
    ck_assert_uint_lt(n, room);
    return n;
}

/* Compiles over a damaged entry: it must be rejected, its replacement be whole, and the words right. */
static void expect_rejected(const nbl_compile_desc_t *desc, const nbl_spirv_t *good, const char *what) {
    nbl_spirv_t again = compile(desc);
    ck_assert_msg(!again.from_cache, "%s was trusted", what);
    ck_assert_uint_eq(again.word_count, good->word_count);
    ck_assert_mem_eq(again.words, good->words, good->word_count * sizeof *good->words);
    nbl_spirv_free(&again);
    ck_assert_msg(from_cache(desc), "%s was not replaced", what);
}

START_TEST(damage_is_never_trusted) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache);
    nbl_spirv_t good = compile(&desc);
    static unsigned char bytes[1 << 16], bad[1 << 16];
    test_random_t random = test_random_begin("cache damage");
    char path[4096], what[64];
    size_t size, i;
    snprintf(path, sizeof path, "%s/%s.spv", nbl_cache_get_status(cache).directory, good.key);
    size = read_file(path, bytes, sizeof bytes);
    ck_assert_uint_eq(size, 80 + 4 * good.word_count);
    for (i = 0; i < 8; i++) { /* cut off: header, middle, end */
        size_t cut = i == 0 ? 0 : i == 1 ? size - 1 : test_random_below(&random, (uint32_t)size);
        snprintf(what, sizeof what, "an entry cut off after %zu bytes", cut);
        test_write_file(path, bytes, cut);
        expect_rejected(&desc, &good, what);
    }
    for (i = 0; i < 24; i++) { /* one bit, anywhere; the fields of the header first */
        size_t at = i < 8 ? i * 10 : test_random_below(&random, (uint32_t)size);
        memcpy(bad, bytes, size);
        bad[at] ^= (unsigned char)(1u << test_random_below(&random, 8));
        snprintf(what, sizeof what, "an entry with byte %zu changed", at);
        test_write_file(path, bad, size);
        expect_rejected(&desc, &good, what);
    }
    memcpy(bad, bytes, size);
    bad[size] = 0;
    test_write_file(path, bad, size + 1);
    expect_rejected(&desc, &good, "an entry with a byte too many");
    nbl_spirv_free(&good);
    nbl_cache_destroy(cache);
}
END_TEST

/* An entry is replaced by a new file and never rewritten: a process that has the old file open reads the old one to its
 * end. */
START_TEST(an_entry_is_replaced_never_rewritten) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache);
    nbl_spirv_t good = compile(&desc);
    char path[4096], old[64];
    FILE *reader;
    snprintf(path, sizeof path, "%s/%s.spv", nbl_cache_get_status(cache).directory, good.key);
    test_write_file(path, "damaged", 7);
    reader = fopen(path, "rb");
    ck_assert_ptr_nonnull(reader);
    expect_rejected(&desc, &good, "a damaged entry");
    ck_assert_uint_eq(fread(old, 1, sizeof old, reader), 7);
    ck_assert_mem_eq(old, "damaged", 7);
    fclose(reader);
    ck_assert_uint_eq(file_count(nbl_cache_get_status(cache).directory), 1);
    nbl_spirv_free(&good);
    nbl_cache_destroy(cache);
}
END_TEST

START_TEST(a_foreign_entry_is_rejected) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache), other = base(cache);
    nbl_spirv_t a = compile(&desc), b;
    static unsigned char bytes[1 << 16];
    char from[4096], to[4096];
    other.mode = NBL_MODE_FAST;
    b = compile(&other);
    snprintf(from, sizeof from, "%s/%s.spv", nbl_cache_get_status(cache).directory, b.key);
    snprintf(to, sizeof to, "%s/%s.spv", nbl_cache_get_status(cache).directory, a.key);
    test_write_file(to, bytes, read_file(from, bytes, sizeof bytes)); /* undamaged, but the entry of another kernel */
    expect_rejected(&desc, &a, "another kernel's entry");
    ck_assert_uint_eq(nbl_cache_get_status(cache).rejected, 1);
    nbl_spirv_free(&a);
    nbl_spirv_free(&b);
    nbl_cache_destroy(cache);
}
END_TEST

/* Another kernel's entry whose header is given the requested key is rejected: the digest covers the key and the
 * module. */
START_TEST(another_module_under_a_fitting_header_is_rejected) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache), other = base(cache);
    nbl_spirv_t a = compile(&desc), b;
    static unsigned char own[1 << 16], bytes[1 << 16];
    char from[4096], to[4096];
    other.mode = NBL_MODE_FAST;
    b = compile(&other);
    snprintf(from, sizeof from, "%s/%s.spv", nbl_cache_get_status(cache).directory, b.key);
    snprintf(to, sizeof to, "%s/%s.spv", nbl_cache_get_status(cache).directory, a.key);
    size_t size = read_file(from, bytes, sizeof bytes);
    read_file(to, own, sizeof own);
    memcpy(bytes + 8, own + 8, 32); /* the other's words, count and digest under the requested key */
    test_write_file(to, bytes, size);
    expect_rejected(&desc, &a, "another module under this key");
    nbl_spirv_free(&a);
    nbl_spirv_free(&b);
    nbl_cache_destroy(cache);
}
END_TEST

/* An entry that is forged with its digest cannot make a kernel with another interface than its caller says: the text is
 * compiled anew, and the entry replaced. */
START_TEST(a_module_that_a_kernel_refuses_is_compiled_anew) {
    if (!use_driver(TEST_LAVAPIPE)) return;
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache);
    nbl_spirv_t good = compile(&desc), bad;
    nbl_compile_desc_t wrong = base(NULL);
    nbl_define_t size = {"SIZE", "2"};
    nbl_vulkan_device_t *device = NULL;
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_error_t error;
    uint8_t key[32];
    wrong.defines = &size;
    bad = compile(&wrong);
    for (int i = 0; i < 32; i++) sscanf(good.key + 2 * i, "%2hhx", &key[i]);
    nbl_cache_write(cache, key, bad.words, bad.word_count);
    ck_assert(from_cache(&desc)); /* nothing can be seen from outside */
    expect_ok(nbl_vulkan_device_create(NULL, &device, &error), &error);
    nbl_vulkan_kernel_desc_t kernel_desc = {.name = "probe", .compile = &desc, .local_size = {4, 1, 1}};
    expect_ok(nbl_vulkan_kernel_create(device, &kernel_desc, &kernel, &error), &error);
    ck_assert_uint_eq(nbl_cache_get_status(cache).rejected, 1);
    nbl_spirv_t again = compile(&desc);
    ck_assert(again.from_cache && again.word_count == good.word_count);
    ck_assert_mem_eq(again.words, good.words, good.word_count * sizeof *good.words);
    kernel_desc.local_size[0] = 3; /* now the caller is wrong, and is told so once */
    EXPECT_ERROR(nbl_vulkan_kernel_create(device, &kernel_desc, &kernel, &error), NBL_ERROR_ARGUMENT, &error,
                 "local size", "says 3");
    nbl_vulkan_kernel_destroy(kernel);
    nbl_vulkan_device_destroy(device);
    nbl_spirv_free(&good);
    nbl_spirv_free(&bad);
    nbl_spirv_free(&again);
    nbl_cache_destroy(cache);
}
END_TEST

/* A whole entry that fits its key and its kernel's interface is used, whatever it computes: nothing inside could prove
 * who wrote it. So it counts only where no other user can write. */
START_TEST(an_entry_that_fits_counts_in_a_private_directory_only) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache), other = base(NULL);
    nbl_spirv_t good = compile(&desc), foreign, found;
    uint8_t key[32];
    other.mode = NBL_MODE_FAST; /* the same interface */
    foreign = compile(&other);
    ck_assert(foreign.word_count != good.word_count);
    for (int i = 0; i < 32; i++) sscanf(good.key + 2 * i, "%2hhx", &key[i]);
    nbl_cache_write(cache, key, foreign.words, foreign.word_count);
    found = compile(&desc);
    ck_assert(found.from_cache && found.word_count == foreign.word_count);
    nbl_spirv_free(&found);
    nbl_cache_destroy(cache);
    ck_assert_int_eq(chmod(test_path("cache"), 0770), 0); /* now others of the group may have written it */
    cache = open_cache(test_path("cache"));
    desc.cache = cache;
    found = compile(&desc);
    ck_assert(!found.from_cache && found.word_count == good.word_count);
    ck_assert_int_eq(chmod(test_path("cache"), 0700), 0);
    nbl_spirv_free(&found);
    nbl_spirv_free(&foreign);
    nbl_spirv_free(&good);
    nbl_cache_destroy(cache);
}
END_TEST

/* In an entry's place: a pipe would block its reader, a link lead elsewhere. */
START_TEST(what_is_no_regular_file_is_rejected_and_replaced) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache);
    nbl_spirv_t good = compile(&desc);
    struct stat status;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.spv", nbl_cache_get_status(cache).directory, good.key);
    for (int kind = 0; kind < 3; kind++) {
        ck_assert_int_eq(rename(path, test_path("moved")), 0);
        if (kind == 0)
            ck_assert_int_eq(mkfifo(path, 0600), 0);
        else
            ck_assert_int_eq(symlink(kind == 1 ? test_path("moved") : "/dev/zero", path), 0);
        alarm(20); /* a test that blocks fails */
        expect_rejected(&desc, &good, kind == 0 ? "a pipe" : "a link");
        alarm(0);
        ck_assert(lstat(path, &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 0777) == 0600);
    }
    ck_assert_uint_eq(nbl_cache_get_status(cache).rejected, 3);
    nbl_spirv_free(&good);
    nbl_cache_destroy(cache);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cache damage");
    TCase *tests = tcase_create("cache damage");
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, damage_is_never_trusted);
    tcase_add_test(tests, an_entry_is_replaced_never_rewritten);
    tcase_add_test(tests, a_foreign_entry_is_rejected);
    tcase_add_test(tests, another_module_under_a_fitting_header_is_rejected);
    tcase_add_test(tests, a_module_that_a_kernel_refuses_is_compiled_anew);
    tcase_add_test(tests, an_entry_that_fits_counts_in_a_private_directory_only);
    tcase_add_test(tests, what_is_no_regular_file_is_rejected_and_replaced);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
