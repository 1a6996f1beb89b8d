/* tests/mutation/instance.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
void instance(void);
#include "tests/mutation/instance.h"
