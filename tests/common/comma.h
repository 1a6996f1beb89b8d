/* Tests what is written and read where the user's decimal point is a comma, as in a program that called setlocale().
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_COMMON_COMMA_H
#define NBL_TESTS_COMMON_COMMA_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/common/testing.h"

/* Makes a locale in the test's folder, since a machine may have none with a comma, and sets it. Returns false, behind a
 * line SKIPPED, where localedef of the GNU C library is not there. */
static inline bool test_set_comma(void) {
    static const char numeric[] =
        "LC_NUMERIC\ndecimal_point \"<U002C>\"\nthousands_sep \"\"\ngrouping -1\nEND LC_NUMERIC\n";
    static const char codes[] = "<code_set_name> X\n<escape_char> /\nCHARMAP\n<U002C> /x2c COMMA\nEND CHARMAP\n";
    char command[2048], digits[8];
    test_write_file(test_path("numeric"), numeric, sizeof numeric - 1);
    test_write_file(test_path("codes"), codes, sizeof codes - 1);
    snprintf(command, sizeof command, "localedef -c -i '%s' -f '%s' '%s' >/dev/null 2>&1", test_path("numeric"),
             test_path("codes"), test_path("comma"));
    (void)!system(command); /* which ends with 1 for warnings of other parts of a locale */
    setenv("LOCPATH", test_folder(), 1);
    if (setlocale(LC_NUMERIC, "comma") == NULL) {
        printf("SKIPPED: a locale with a comma: localedef made none\n");
        return false;
    }
    snprintf(digits, sizeof digits, "%.1f", 0.5);
    ck_assert_str_eq(digits, "0,5");
    return true;
}

#endif
