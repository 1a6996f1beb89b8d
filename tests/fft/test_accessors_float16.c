/* Every ready-made accessor in float16, on the emulator and lavapipe.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

#if NBL_HAS_FLOAT16
#define ACCESSOR_TEST_SCALAR float16_t
#define ACCESSOR_TEST_SCALAR_TEXT "float16_t"
#define ACCESSOR_TEST_PRECISION NBL_FFT_FLOAT16
#define ACCESSOR_TEST_BOUND 2e-3
#include "tests/fft/accessor_testing.h"

int main(void) { return test_run_suite(accessor_suite("accessors_float16")); }
#else
#include <stdio.h>

int main(void) {
    printf(
        "SKIPPED: float16 on the emulator: this compiler has no such type\n100%%: Checks: 0, Failures: 0, Errors: 0\n");
    return 0;
}
#endif
