/* Where accesses stand: in the text, and by which calls they were come to.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A record of an access has 15 bits for that: the number of an entry here. Texts with many ways to many accesses use
 * half of the numbers for them; then new ones are told without their calls.
 */
#include "emulator/check.h"

uint32_t nbl_check_new_site(nbl_emulator_worker_t *worker, const nbl_emulator_use_t *use, uint64_t calls) {
    nbl_check_t *check = worker->check;
    uint32_t number = 1;

    if (check->site_count > NBL_CHECK_MAX_SITES / 2u) calls = 0;
    while (number < check->site_count && (check->sites[number].use != use || check->sites[number].calls != calls))
        number++;
    if (number == check->site_count) {
        uint64_t capacity = check->site_capacity;
        nbl_check_site_t *grown = NULL;
        if (number < NBL_CHECK_MAX_SITES) grown = nbl_check_grow(check->sites, number, &capacity, sizeof *check->sites);
        if (grown == NULL) return 0;
        check->sites = grown;
        check->site_capacity = (uint32_t)capacity;
        grown[number] = (nbl_check_site_t){.use = use, .calls = calls};
        if (calls != 0)
            grown[number].caller_count = nbl_emulator_callers(worker, nbl_emulator_frame, grown[number].callers);
        check->site_count++;
    }
    check->recent_sites[NBL_CHECK_RECENT_OF(use, calls)] = (nbl_check_recent_t){use, calls, number};
    return number;
}
