/* Shortens a list as long as a property of it holds.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/shorten.h"

#include <string.h>

uint32_t nbl_shorten(void *items, uint32_t count, size_t bytes, void *scratch, uint32_t most, nbl_shorten_holds_t holds,
                     void *user) {
    unsigned char *all = items, *fewer = scratch;
    uint32_t tests = 0;
    for (uint32_t piece = (count + 1u) / 2u; piece != 0 && tests < most;) {
        int shorter = 0;
        for (uint32_t at = 0; at < count && tests < most;) {
            const uint32_t end = count - at < piece ? count : at + piece;
            memcpy(fewer, all, at * bytes);
            memcpy(fewer + at * bytes, all + end * bytes, (count - end) * bytes);
            tests++;
            if (!holds(user, fewer, count - (end - at))) {
                at = end;
                continue;
            }
            memmove(all + at * bytes, all + end * bytes, (count - end) * bytes);
            count -= end - at;
            shorter = 1;
        }
        if (!shorter || piece > 1) piece = piece > 1 ? piece / 2u : 0;
    }
    return count;
}
