/* Every ready-made accessor in float32, on the emulator, lavapipe and SwiftShader.
 * SPDX-License-Identifier: Apache-2.0
 */
#define ACCESSOR_TEST_SCALAR float32_t
#define ACCESSOR_TEST_SCALAR_TEXT "float32_t"
#define ACCESSOR_TEST_PRECISION NBL_FFT_FLOAT32
#define ACCESSOR_TEST_BOUND 1.3e-7
#define ACCESSOR_TEST_ON_SWIFTSHADER 1
#include "tests/fft/accessor_testing.h"

int main(void) { return test_run_suite(accessor_suite("accessors")); }
