/* Tests of the on-disk cache: what is in the key, and processes that share a directory.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/vulkan/cache_testing.h"

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

/* An entry per kernel, of its module's size and a header; it grows by what is new alone, and may be emptied while it is
 * used. */
START_TEST(it_grows_by_what_is_new) {
    enum { KERNELS = 12, HEADER = 80 };
    nbl_cache_t *cache = open_cache(test_path("growing"));
    char directory[4096], command[4200];
    snprintf(directory, sizeof directory, "%s", nbl_cache_get_status(cache).directory);
    for (int round = 0; round < 3; round++) {
        uint64_t bytes = 0, there = 0;
        if (round == 2) { /* emptied by someone */
            snprintf(command, sizeof command, "rm -f '%s'/*", directory);
            ck_assert_int_eq(system(command), 0);
        }
        for (int i = 0; i < KERNELS; i++) {
            char value[16];
            nbl_define_t size = {"SIZE", value};
            nbl_compile_desc_t desc = base(cache);
            snprintf(value, sizeof value, "%d", i + 1);
            desc.defines = &size;
            nbl_spirv_t spirv = compile(&desc);
            ck_assert_int_eq(spirv.from_cache, round == 1);
            bytes += 4 * spirv.word_count + HEADER;
            nbl_spirv_free(&spirv);
            ck_assert_uint_eq(file_count(directory), round == 1 ? KERNELS : (unsigned)i + 1);
        }
        DIR *entries = opendir(directory);
        ck_assert_ptr_nonnull(entries);
        for (const struct dirent *entry; (entry = readdir(entries)) != NULL;) {
            struct stat file;
            if (fstatat(dirfd(entries), entry->d_name, &file, 0) == 0 && S_ISREG(file.st_mode))
                there += (uint64_t)file.st_size;
        }
        closedir(entries);
        ck_assert_uint_eq(there, bytes);
    }
    nbl_cache_destroy(cache);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cache");
    TCase *tests = tcase_create("cache");
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, it_grows_by_what_is_new);
    tcase_add_test(tests, a_second_compile_reads);
    tcase_add_test(tests, every_input_is_in_the_key);
    tcase_add_test(tests, processes_share_a_directory);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
