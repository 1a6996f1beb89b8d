/* The end of every test program.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

int test_run_suite(Suite *suite) {
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
