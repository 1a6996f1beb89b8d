/* As much of Check's interface as the emulator's suites use, in one header: for systems that have no libcheck.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One process runs all tests, one after another; what ends the process ends the program, and tests that are to end it
 * (exit and signal tests) are left out and counted.
 */
#ifndef NBL_TESTS_PORTABLE_CHECK_H
#define NBL_TESTS_PORTABLE_CHECK_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32) /* whose C library has none; malloc() aligns to the 16 bytes that are asked for */
#define aligned_alloc(alignment, bytes) malloc(bytes)
#endif

enum { CK_NORMAL = 0, CHECK_MOST_TESTS = 256, CHECK_MOST_FIXTURES = 4 };

typedef struct TTest {
    const char *name;
    void (*function)(int);
} TTest;

typedef struct TCase {
    struct {
        const TTest *test;
        int begin, end;
    } tests[CHECK_MOST_TESTS];
    struct {
        void (*before)(void), (*after)(void);
    } fixtures[CHECK_MOST_FIXTURES];
    int test_count, fixture_count, left_out;
    struct TCase *next;
} TCase;

typedef struct Suite {
    const char *name;
    TCase *cases;
} Suite;

typedef struct SRunner {
    Suite *suite;
    int failed;
} SRunner;

/* Weak, so that the files of one program share them. */
__attribute__((weak)) jmp_buf check_failed_;
__attribute__((weak)) volatile int check_runs_;

#define START_TEST(name) \
    static void name##_function(int _i); \
    static const TTest name##_test = {#name, name##_function}; \
    static const TTest *const name = &name##_test; \
    static void name##_function(int _i) { \
        (void)_i;
#define END_TEST }

#define ck_abort_msg(...) \
    do { \
        printf("%s:%d: ", __FILE__, __LINE__); \
        printf(__VA_ARGS__); \
        printf("\n"); \
        fflush(stdout); \
        if (!check_runs_) exit(1); \
        longjmp(check_failed_, 1); \
    } while (0)
#define ck_assert_msg(condition, ...) \
    do { \
        if (!(condition)) { ck_abort_msg(__VA_ARGS__); } \
    } while (0)
#define ck_assert(condition) ck_assert_msg(condition, "'%s' is false", #condition)
#define CHECK_COMPARE_(type, format, a, comparison, b) \
    do { \
        const type check_a_ = (a), check_b_ = (b); \
        ck_assert_msg(check_a_ comparison check_b_, "'%s %s %s': %" format " and %" format, #a, #comparison, #b, \
                      check_a_, check_b_); \
    } while (0)
#define ck_assert_int_eq(a, b) CHECK_COMPARE_(intmax_t, PRIdMAX, a, ==, b)
#define ck_assert_int_ne(a, b) CHECK_COMPARE_(intmax_t, PRIdMAX, a, !=, b)
#define ck_assert_int_ge(a, b) CHECK_COMPARE_(intmax_t, PRIdMAX, a, >=, b)
#define ck_assert_uint_eq(a, b) CHECK_COMPARE_(uintmax_t, PRIuMAX, a, ==, b)
#define ck_assert_uint_ne(a, b) CHECK_COMPARE_(uintmax_t, PRIuMAX, a, !=, b)
#define ck_assert_uint_gt(a, b) CHECK_COMPARE_(uintmax_t, PRIuMAX, a, >, b)
#define ck_assert_uint_ge(a, b) CHECK_COMPARE_(uintmax_t, PRIuMAX, a, >=, b)
#define ck_assert_uint_lt(a, b) CHECK_COMPARE_(uintmax_t, PRIuMAX, a, <, b)
#define ck_assert_uint_le(a, b) CHECK_COMPARE_(uintmax_t, PRIuMAX, a, <=, b)
#define ck_assert_float_eq(a, b) CHECK_COMPARE_(float, "g", a, ==, b)
#define ck_assert_float_eq_tol(a, b, most) CHECK_COMPARE_(float, "g", ((a) < (b) ? (b) - (a) : (a) - (b)), <, most)
#define ck_assert_double_lt(a, b) CHECK_COMPARE_(double, "g", a, <, b)
#define ck_assert_double_le(a, b) CHECK_COMPARE_(double, "g", a, <=, b)
#define CHECK_COMPARE_STRINGS_(a, comparison, b) \
    do { \
        const char *const check_a_ = (a), *const check_b_ = (b); \
        ck_assert_msg(strcmp(check_a_, check_b_) comparison 0, "'%s %s %s': \"%s\" and \"%s\"", #a, #comparison, #b, \
                      check_a_, check_b_); \
    } while (0)
#define ck_assert_str_eq(a, b) CHECK_COMPARE_STRINGS_(a, ==, b)
#define ck_assert_str_ne(a, b) CHECK_COMPARE_STRINGS_(a, !=, b)
#define ck_assert_ptr_nonnull(a) ck_assert_msg((a) != NULL, "'%s' is NULL", #a)
#define ck_assert_ptr_null(a) ck_assert_msg((a) == NULL, "'%s' is not NULL", #a)
#define ck_assert_mem_eq(a, b, bytes) ck_assert_msg(memcmp(a, b, bytes) == 0, "'%s' and '%s' differ", #a, #b)

static inline void *check_new_(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (memory == NULL) exit(1);
    return memory;
}

static inline Suite *suite_create(const char *name) {
    Suite *suite = check_new_(sizeof *suite);
    suite->name = name;
    return suite;
}

static inline TCase *tcase_create(const char *name) {
    (void)name;
    return check_new_(sizeof(TCase));
}

static inline void suite_add_tcase(Suite *suite, TCase *tests) {
    tests->next = suite->cases;
    suite->cases = tests;
}

static inline void tcase_set_timeout(TCase *tests, double seconds) {
    (void)tests;
    (void)seconds; /* the caller's */
}

static inline void tcase_add_checked_fixture(TCase *tests, void (*before)(void), void (*after)(void)) {
    tests->fixtures[tests->fixture_count].before = before;
    tests->fixtures[tests->fixture_count++].after = after;
}
#define tcase_add_unchecked_fixture tcase_add_checked_fixture

static inline void tcase_add_loop_test(TCase *tests, const TTest *test, int begin, int end) {
    tests->tests[tests->test_count].test = test;
    tests->tests[tests->test_count].begin = begin;
    tests->tests[tests->test_count++].end = end;
}
#define tcase_add_test(tests, test) tcase_add_loop_test(tests, test, 0, 1)
#define tcase_add_loop_exit_test(tests, test, code, begin, end) ((void)(test), (tests)->left_out += (end) - (begin))
#define tcase_add_exit_test(tests, test, code) ((void)(test), (tests)->left_out++)
#define tcase_add_test_raise_signal(tests, test, signal) ((void)(test), (tests)->left_out++)

static inline SRunner *srunner_create(Suite *suite) {
    SRunner *runner = check_new_(sizeof *runner);
    runner->suite = suite;
    return runner;
}

static inline void check_fixtures_(const TCase *tests, int after) {
    for (int i = 0; i < tests->fixture_count; i++) {
        void (*fixture)(void) = after ? tests->fixtures[i].after : tests->fixtures[i].before;
        if (fixture != NULL) fixture();
    }
}

static inline int check_run_one_(const TCase *tests, const TTest *test, int i) {
    if (setjmp(check_failed_) != 0) {
        printf("failed: %s, %d\n", test->name, i);
        return 1;
    }
    check_runs_ = 1;
    check_fixtures_(tests, 0);
    test->function(i);
    check_fixtures_(tests, 1);
    return 0;
}

/* NBL_CHECK_LEFT_OUT, words of names between blanks, leaves tests out. */
static inline int check_is_left_out_(const char *name) {
    const char *list = getenv("NBL_CHECK_LEFT_OUT"), *at = list != NULL ? strstr(list, name) : NULL;
    return at != NULL && (at[strlen(name)] == ' ' || at[strlen(name)] == '\0');
}

static inline void srunner_run_all(SRunner *runner, int mode) {
    int run = 0, left_out = 0;
    (void)mode;
    for (const TCase *tests = runner->suite->cases; tests != NULL; tests = tests->next) {
        left_out += tests->left_out;
        for (int k = 0; k < tests->test_count; k++)
            for (int i = tests->tests[k].begin; i < tests->tests[k].end; i++) {
                if (check_is_left_out_(tests->tests[k].test->name)) {
                    left_out++;
                    continue;
                }
                runner->failed += check_run_one_(tests, tests->tests[k].test, i);
                run++;
            }
    }
    check_runs_ = 0;
    printf("%s: Checks: %d, Failures: %d, left out: %d\n", runner->suite->name, run, runner->failed, left_out);
    fflush(stdout);
}

static inline int srunner_ntests_failed(const SRunner *runner) { return runner->failed; }
static inline void srunner_free(SRunner *runner) { free(runner); }

#endif
