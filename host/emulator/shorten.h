/* Leaves out of a list what a property of it does not need.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_SHORTEN_H
#define NBL_HOST_EMULATOR_SHORTEN_H

#include <stddef.h>
#include <stdint.h>

/* Whether the property holds of these items. */
typedef int (*nbl_shorten_holds_t)(void *user, const void *items, uint32_t count);

/* Leaves items out, halves first and single ones last, as long as the property holds of the rest.
 * A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002.
 * Returns how many are left.
 *
 * items    `count` of `bytes` each, of which the property holds
 * scratch  room for as many
 * most     tests at most */
uint32_t nbl_shorten(void *items, uint32_t count, size_t bytes, void *scratch, uint32_t most, nbl_shorten_holds_t holds,
                     void *user);

#endif
