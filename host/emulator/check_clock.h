/* What an invocation knows to have happened: up to which stamps of whom. Immutable, counted by reference.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_CHECK_CLOCK_H
#define NBL_HOST_EMULATOR_CHECK_CLOCK_H

#include <stdint.h>

/* Accesses of these invocations of a workgroup that are stamped below `stamp`. */
typedef struct nbl_check_known_t {
    uint32_t workgroup;
    uint16_t first, last;
    uint32_t stamp;
} nbl_check_known_t;

typedef struct nbl_check_clock_t {
    uint32_t references, count;
    nbl_check_known_t known[]; /* ascending, by workgroup, then first, then last */
} nbl_check_clock_t;

/* Makes one of entries in any order; NULL, which knows nothing, when memory ran out or there are none. */
nbl_check_clock_t *nbl_check_clock_create(nbl_check_known_t *entries, uint32_t count);
/* Another reference; NULL is none. */
nbl_check_clock_t *nbl_check_clock_share(nbl_check_clock_t *clock);
void nbl_check_clock_drop(nbl_check_clock_t *clock);
/* *clock learns what `other` knows. */
void nbl_check_clock_join(nbl_check_clock_t **clock, const nbl_check_clock_t *other);
/* Whether an access is among what is known. */
int nbl_check_clock_knows(const nbl_check_clock_t *clock, uint32_t workgroup, uint32_t invocation, uint32_t stamp);

#endif
