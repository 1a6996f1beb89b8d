/* tests/mutation/probe.h for the CPU.
 * SPDX-License-Identifier: Apache-2.0
 */
void probe(void);
#include "tests/mutation/probe.h"
