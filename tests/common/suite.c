/* The begin and the end of every test program.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

#if !defined(_WIN32) /* where Check's stand-in has no limit */
/* Before main: Check's own limit, 4 seconds for a test by the clock, is for a machine that does nothing else. */
__attribute__((constructor)) static void set_limit(void) { setenv("CK_DEFAULT_TIMEOUT", "300", 0); }
#endif

int test_run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
