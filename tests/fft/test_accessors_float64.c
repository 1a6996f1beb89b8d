/* Every ready-made accessor in float64, on the emulator and lavapipe.
 * SPDX-License-Identifier: Apache-2.0
 */
#define ACCESSOR_TEST_SCALAR float64_t
#define ACCESSOR_TEST_SCALAR_TEXT "float64_t"
#define ACCESSOR_TEST_PRECISION NBL_FFT_FLOAT64
#define ACCESSOR_TEST_BOUND 1e-15
#include "tests/fft/accessor_testing.h"

int main(void) { return test_run_suite(accessor_suite("accessors_float64")); }
