/* tests/mutation/mathematics.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
void mathematics(void);
#include "tests/mutation/mathematics.h"
