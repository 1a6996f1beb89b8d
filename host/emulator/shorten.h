/* Shortens a list as long as a property of it holds.
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
 * Returns how many items are left.
 *
 * items    `count` items of `bytes` bytes each; the property holds of them
 * scratch  room for as many items
 * most     tests at most */
uint32_t nbl_shorten(void *items, uint32_t count, size_t bytes, void *scratch, uint32_t most, nbl_shorten_holds_t holds,
                     void *user);

#endif
