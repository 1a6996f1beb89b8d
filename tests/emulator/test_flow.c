/* Keywords of kernels' texts: macros from a text's first function on, and no longer than it; none of them in a file
 * that only includes a text. Host code behind kernels of its own does what it says.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/consumers/shader/window.h"
#include "tests/emulator/emulator_testing.h"

#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)

START_TEST(hosts_keep_their_keywords) {
    ck_assert_str_eq(TEXT(break), "break");
    ck_assert_str_eq(TEXT(return ), "return");
    ck_assert_str_eq(TEXT(goto), "goto");
    ck_assert_str_eq(TEXT(do), "do");
    ck_assert_str_eq(TEXT(while (x)), "while (x)");
    ck_assert_str_eq(TEXT(switch (x)), "switch (x)");
    ck_assert_str_eq(TEXT(for (x; y; z)), "for (x; y; z)");
}
END_TEST

NBL_KERNEL(nothing) {}

/* Behind a kernel of this file: every way out of everything. */
static int wander(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (i == 7)
            break;
        else if (i % 2 != 0)
            continue;
        else
            do {
                if (i == 4) break;
                sum += i;
            } while (0);
    while (sum > 0) {
        switch (sum % 3) {
        case 0: sum -= 3; continue;
        case 1: sum--; break;
        default: return sum + 100;
        }
        if (sum == 6) goto out;
    }
    return sum;
out:
    do sum += 10;
    while (sum < 30);
    return sum;
}

START_TEST(host_code_behind_a_kernel_does_what_it_says) {
    ck_assert_str_ne(TEXT(break), "break");
    ck_assert_int_eq(wander(0), 0);
    ck_assert_int_eq(wander(5), 102);
    ck_assert_int_eq(wander(7), 108);
    ck_assert_int_eq(wander(9), 108);
}
END_TEST

#include "nbl/host/emulator.h"
START_TEST(the_text_ends_at_the_host) { ck_assert_str_eq(TEXT(break), "break"); }
END_TEST

int main(void) {
    Suite *suite = suite_create("emulator: flow");
    TCase *tests = tcase_create("flow");
    tcase_add_test(tests, hosts_keep_their_keywords);
    tcase_add_test(tests, host_code_behind_a_kernel_does_what_it_says);
    tcase_add_test(tests, the_text_ends_at_the_host);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
