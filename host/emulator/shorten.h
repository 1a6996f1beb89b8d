/* Shortens a list while a property of it holds.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_SHORTEN_H
#define NBL_HOST_EMULATOR_SHORTEN_H

#include <stddef.h>
#include <stdint.h>

/* Returns whether the property holds of a list, which it does not change.
 *
 * user  as nbl_shorten() was given it */
typedef int (*nbl_shorten_holds_t)(void *user, const void *items, uint32_t count);

/* Leaves items out of a list, halves first and single ones last, while the property holds of the rest.
 * A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002.
 * Returns how many items are left.
 *
 * items    `count` items of `bytes` bytes each; the property holds of them
 * scratch  room for as many items
 * most     calls of holds() at most; after these the list stays as short as it is */
uint32_t nbl_shorten(void *items, uint32_t count, size_t bytes, void *scratch, uint32_t most, nbl_shorten_holds_t holds,
                     void *user);

#endif
