/* Launches on the emulator that differ from case to case.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/common/testing.h"

nbl_emulator_launch_t test_launch_of_case(uint32_t number) {
    static const nbl_emulator_order_t orders[] = {NBL_EMULATOR_ASCENDING, NBL_EMULATOR_DESCENDING,
                                                  NBL_EMULATOR_SHUFFLED};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.order = orders[number % 3];
    launch.seed = number;
    launch.threads = 1;
    return launch;
}
