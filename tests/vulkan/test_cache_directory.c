/* Tests of the on-disk cache: directories that are open to others, cannot be used or vanish; and the default one.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/vulkan/cache_testing.h"

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

int main(void) {
    Suite *suite = suite_create("cache directory");
    TCase *tests = tcase_create("cache directory");
    tcase_add_checked_fixture(tests, NULL, test_folder_remove);
    tcase_add_test(tests, a_directory_that_others_may_use_is_no_cache);
    tcase_add_test(tests, leftovers_of_dead_processes_go);
    tcase_add_test(tests, an_unusable_directory_is_no_cache);
    tcase_add_test(tests, a_directory_that_vanishes_costs_only_the_cache);
    tcase_add_test(tests, the_default_directory_follows_xdg);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
