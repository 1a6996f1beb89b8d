/* Tests of the on-disk cache: what is in the key, damage, concurrency, directories that cannot be used.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "spirv/cache.h"
#include "tests/vulkan/vulkan_testing.h"

static nbl_source_t header = {"value.h", "const float value = 1.0;\n", 0};
static nbl_define_t define = {"SIZE", "4"};

static nbl_compile_desc_t base(nbl_cache_t *cache) {
    nbl_compile_desc_t desc = {.file = "kernel.comp",
                               .sources = &header,
                               .source_count = 1,
                               .defines = &define,
                               .define_count = 1,
                               .cache = cache};
    desc.text = "#version 460\n#include \"value.h\"\nlayout(local_size_x = SIZE) in;\n"
                "layout(binding = 0) buffer b { float x[]; };\nvoid main() { x[0] = x[1] * x[2] + value; }\n";
    return desc;
}

static nbl_cache_t *open_cache(const char *directory) {
    nbl_cache_desc_t desc = {directory};
    nbl_cache_t *cache = NULL;
    nbl_error_t error;
    expect_ok(nbl_cache_create(&desc, &cache, &error), &error);
    return cache;
}

static nbl_spirv_t compile(const nbl_compile_desc_t *desc) {
    nbl_spirv_t spirv;
    nbl_error_t error;
    expect_ok(nbl_compile(desc, &spirv, &error), &error);
    return spirv;
}

static bool from_cache(const nbl_compile_desc_t *desc) {
    nbl_spirv_t spirv = compile(desc);
    bool from = spirv.from_cache;
    nbl_spirv_free(&spirv);
    return from;
}

static size_t file_count(const char *directory) {
    DIR *d = opendir(directory);
    struct dirent *e;
    size_t n = 0;
    while (d && (e = readdir(d))) n += e->d_name[0] != '.';
    if (d) closedir(d);
    return n;
}

START_TEST(a_second_compile_reads) {
    nbl_cache_t *cache = open_cache(test_path("new/and/deep"));
    nbl_compile_desc_t desc = base(cache);
    nbl_spirv_t a = compile(&desc), b = compile(&desc);
    nbl_cache_status_t status = nbl_cache_get_status(cache);
    ck_assert(!a.from_cache && b.from_cache);
    ck_assert_uint_eq(a.word_count, b.word_count);
    ck_assert_mem_eq(a.words, b.words, a.word_count * sizeof *a.words);
    ck_assert(status.usable && status.hits == 1 && status.misses == 1 && !status.rejected && !status.write_failures);
    ck_assert_uint_eq(file_count(status.directory), 1);
    nbl_spirv_free(&a);
    nbl_spirv_free(&b);
    nbl_cache_destroy(cache);
}
END_TEST

START_TEST(every_input_is_in_the_key) {
    nbl_cache_t *cache = open_cache(test_path("cache"));
    nbl_compile_desc_t desc = base(cache);
    char text[512];
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    header.text = "const float value = 2.0;\n"; /* one byte of an included file */
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    define.value = "8";
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    define.name = "SIZE_";
    desc.text = "#version 460\n#include \"value.h\"\nlayout(local_size_x = SIZE_) in;\nvoid main() {}\n";
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    desc.mode = NBL_MODE_FAST;
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    snprintf(text, sizeof text, "%s ", desc.text); /* one byte of the text */
    desc.text = text;
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    ck_assert(text[strlen(text) - 1] == ' ');
    text[strlen(text) - 1] = '\t'; /* its last byte, the length kept */
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    desc.optimize = NBL_OPTIMIZE_NONE;
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    desc.file = "other.comp"; /* its name stands in messages and debug information */
    ck_assert(!from_cache(&desc) && from_cache(&desc));
    desc.cache = NULL;
    ck_assert(!from_cache(&desc));
    nbl_cache_destroy(cache);
}
END_TEST

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

/* A replaced entry is another file: who has the old one open still reads the old one, to its end. */
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
    test_write_file(to, bytes, read_file(from, bytes, sizeof bytes)); /* whole, but another's */
    expect_rejected(&desc, &a, "another kernel's entry");
    ck_assert_uint_eq(nbl_cache_get_status(cache).rejected, 1);
    nbl_spirv_free(&a);
    nbl_spirv_free(&b);
    nbl_cache_destroy(cache);
}
END_TEST

/* What a header says of itself can be made to fit: an entry is of its key, and the digest covers both. */
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
    memcpy(bytes + 8, own + 8, 32); /* the other's words, count and digest under the wanted key */
    test_write_file(to, bytes, size);
    expect_rejected(&desc, &a, "another module under this key");
    nbl_spirv_free(&a);
    nbl_spirv_free(&b);
    nbl_cache_destroy(cache);
}
END_TEST

/* Whoever makes an entry anew, digest and all, still cannot make a kernel that is not what its caller says: it is
 * compiled instead, and the entry with it. */
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
 * who wrote it. So it counts only where nobody but the user can write. */
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

/* In an entry's place: a pipe would block whoever opens it, a link lead elsewhere. */
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

START_TEST(a_directory_that_others_may_use_is_no_cache) {
    static const mode_t modes[] = {0755, 0770, 0707, 0701, 01777};
    const char *directory = test_path("open");
    nbl_cache_t *cache = open_cache(directory);
    ck_assert(nbl_cache_get_status(cache).usable && !nbl_cache_get_status(cache).reason[0]);
    nbl_cache_destroy(cache);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char mode[16];
        ck_assert_int_eq(chmod(directory, modes[i]), 0);
        cache = open_cache(directory);
        nbl_compile_desc_t desc = base(cache);
        snprintf(mode, sizeof mode, "%04o", (unsigned)modes[i]);
        ck_assert(!nbl_cache_get_status(cache).usable);
        ck_assert_ptr_nonnull(strstr(nbl_cache_get_status(cache).reason, mode));
        ck_assert(!from_cache(&desc) && !from_cache(&desc));
        ck_assert_uint_eq(file_count(directory), 0);
        nbl_cache_destroy(cache);
    }
    if (geteuid() == 0) { /* only root can give a folder away */
        ck_assert(chmod(directory, 0700) == 0 && chown(directory, 12345, (gid_t)-1) == 0);
        cache = open_cache(directory);
        ck_assert(!nbl_cache_get_status(cache).usable);
        ck_assert_ptr_nonnull(strstr(nbl_cache_get_status(cache).reason, "12345"));
        nbl_cache_destroy(cache);
    }
}
END_TEST

START_TEST(leftovers_of_dead_processes_go) {
    char dead[64], alive[64];
    const char *directory = test_path("swept");
    pid_t child = fork();
    if (child == 0) _exit(0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    nbl_cache_destroy(open_cache(directory));
    snprintf(dead, sizeof dead, "%s/.tmp-%ld-0", directory, (long)child);
    snprintf(alive, sizeof alive, "%s/.tmp-%ld-0", directory, (long)getppid());
    test_write_file(dead, "x", 1);
    test_write_file(alive, "x", 1);
    nbl_cache_destroy(open_cache(directory));
    ck_assert(access(dead, F_OK) != 0 && access(alive, F_OK) == 0);
}
END_TEST

START_TEST(an_unusable_directory_is_no_cache) {
    static const char file[] = "not a folder";
    nbl_cache_t *cache;
    nbl_compile_desc_t desc;
    nbl_error_t error;
    char path[8192];
    test_write_file(test_path("file"), file, sizeof file);
    snprintf(path, sizeof path, "%s/below", test_path("file"));
    cache = open_cache(path);
    ck_assert(!nbl_cache_get_status(cache).usable);
    desc = base(cache);
    ck_assert(!from_cache(&desc) && !from_cache(&desc));
    nbl_cache_destroy(cache);
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = 0;
    cache = open_cache(path); /* a name too long */
    ck_assert(!nbl_cache_get_status(cache).usable);
    nbl_cache_destroy(cache);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    expect_ok(nbl_cache_create(NULL, &cache, &error), &error);
    ck_assert(!nbl_cache_get_status(cache).usable);
    ck_assert_str_eq(nbl_cache_get_status(cache).directory, "");
    nbl_cache_destroy(cache);
}
END_TEST

START_TEST(a_directory_that_vanishes_costs_only_the_cache) {
    nbl_cache_t *cache = open_cache(test_path("going"));
    nbl_compile_desc_t desc = base(cache);
    ck_assert_int_eq(rmdir(test_path("going")), 0);
    ck_assert(!from_cache(&desc) && !from_cache(&desc));
    ck_assert_uint_eq(nbl_cache_get_status(cache).write_failures, 2);
    nbl_cache_destroy(cache);
}
END_TEST

START_TEST(the_default_directory_follows_xdg) {
    nbl_cache_t *cache;
    nbl_error_t error;
    char expected[4096];
    setenv("HOME", test_path("home"), 1);
    setenv("XDG_CACHE_HOME", test_path("xdg"), 1);
    expect_ok(nbl_cache_create(NULL, &cache, &error), &error);
    snprintf(expected, sizeof expected, "%s/nbl", test_path("xdg"));
    ck_assert_str_eq(nbl_cache_get_status(cache).directory, expected);
    ck_assert(nbl_cache_get_status(cache).usable);
    nbl_cache_destroy(cache);
    setenv("XDG_CACHE_HOME", "relative/is/ignored", 1);
    expect_ok(nbl_cache_create(NULL, &cache, &error), &error);
    snprintf(expected, sizeof expected, "%s/.cache/nbl", test_path("home"));
    ck_assert_str_eq(nbl_cache_get_status(cache).directory, expected);
    ck_assert(nbl_cache_get_status(cache).usable);
    nbl_cache_destroy(cache);
}
END_TEST

/* One process: compiles four kernels over and over and compares each with what it should be. */
static int compile_many(const char *directory, const nbl_spirv_t *expected, int rounds) {
    nbl_cache_desc_t where = {directory};
    nbl_cache_t *cache;
    int i, wrong = 0;
    if (nbl_cache_create(&where, &cache, NULL) != NBL_SUCCESS) return 100;
    for (i = 0; i < rounds; i++) {
        nbl_compile_desc_t desc = base(cache);
        char value[16], path[4096 + 80];
        nbl_define_t size = {"SIZE", value};
        const nbl_spirv_t *e = &expected[i % 4];
        nbl_spirv_t spirv;
        snprintf(value, sizeof value, "%d", i % 4 + 1);
        desc.defines = &size;
        wrong += nbl_compile(&desc, &spirv, NULL) != NBL_SUCCESS || spirv.word_count != e->word_count ||
                 memcmp(spirv.words, e->words, e->word_count * sizeof *e->words) != 0;
        snprintf(path, sizeof path, "%s/%s.spv", directory, spirv.key);
        nbl_spirv_free(&spirv);
        if (i % 3 == 0) unlink(path); /* so that all keep writing */
    }
    wrong += nbl_cache_get_status(cache).rejected > 0; /* a reader saw half an entry */
    nbl_cache_destroy(cache);
    return wrong;
}

START_TEST(processes_share_a_directory) {
    nbl_spirv_t expected[4];
    char directory[4096];
    pid_t children[2];
    int i, status;
    snprintf(directory, sizeof directory, "%s", test_path("shared"));
    for (i = 0; i < 4; i++) {
        nbl_compile_desc_t desc = base(NULL);
        char value[16];
        nbl_define_t size = {"SIZE", value};
        snprintf(value, sizeof value, "%d", i + 1);
        desc.defines = &size;
        expected[i] = compile(&desc);
    }
    for (i = 0; i < 2; i++) {
        children[i] = fork();
        ck_assert_int_ge(children[i], 0);
        if (children[i] == 0) _exit(compile_many(directory, expected, 60));
    }
    for (i = 0; i < 2; i++) {
        ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "process %d: status %d", i, status);
    }
    ck_assert_uint_le(file_count(directory), 4); /* and no temporary is left */
    for (i = 0; i < 4; i++) nbl_spirv_free(&expected[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cache");
    TCase *tests = tcase_create("cache");
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, a_second_compile_reads);
    tcase_add_test(tests, every_input_is_in_the_key);
    tcase_add_test(tests, damage_is_never_trusted);
    tcase_add_test(tests, an_entry_is_replaced_never_rewritten);
    tcase_add_test(tests, a_foreign_entry_is_rejected);
    tcase_add_test(tests, another_module_under_a_fitting_header_is_rejected);
    tcase_add_test(tests, a_module_that_a_kernel_refuses_is_compiled_anew);
    tcase_add_test(tests, an_entry_that_fits_counts_in_a_private_directory_only);
    tcase_add_test(tests, what_is_no_regular_file_is_rejected_and_replaced);
    tcase_add_test(tests, a_directory_that_others_may_use_is_no_cache);
    tcase_add_test(tests, leftovers_of_dead_processes_go);
    tcase_add_test(tests, an_unusable_directory_is_no_cache);
    tcase_add_test(tests, a_directory_that_vanishes_costs_only_the_cache);
    tcase_add_test(tests, the_default_directory_follows_xdg);
    tcase_add_test(tests, processes_share_a_directory);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
