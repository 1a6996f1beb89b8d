/* Shortens a module's packed bytes (nbl_general_pack()) by replacing sequences that occurred before, and lengthens them
 * again. A sequence may have occurred in the module itself or in a similar module's packed bytes, its base.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The method is Ziv and Lempel's of 1977. The shortened form is literals, copy, literals, copy .. literals: it begins
 * and ends with literals. Their n may be 0.
 *
 *   literals: n, then n bytes    the module goes on with these n bytes
 *   copy: n, then distance       the module goes on with n + LEAST bytes, which are equal to those distance + 1 before
 *
 * A number has seven bits in each byte, the lowest first; the top bit of a byte says that another follows. A copy may
 * begin in the base's bytes, and may overlap the bytes that it makes:
 *
 *   | base's bytes | module's bytes ..
 *            ^<-- distance + 1 -->^ here the copy is written
 */
#include <stdlib.h>
#include <string.h>

#include "spirv/general/general.h"

enum {
    LEAST = 4,        /* bytes of the shortest sequence that becomes a copy: as many as hash_at() reads */
    HASHES = 1 << 14, /* entries of the table of places, by hash; chosen */
    TRIES = 64        /* places that find() compares at most; chosen, not measured */
};

/* ---- Shortening */

typedef struct shortener_t {
    const uint8_t *all;    /* the base's bytes, then the module's; a place is an index into it */
    size_t end;            /* bytes of all: below 2^28, as take() reads no larger numbers; not checked */
    uint32_t *before;      /* [place]: the last place before it with an equal hash, plus 1; 0: none */
    uint32_t last[HASHES]; /* [hash]: the last place so far, plus 1; 0: none */
    uint8_t *out;          /* the compressed bytes */
    size_t size;           /* of out */
} shortener_t;

/* Returns a hash of the four bytes at a place, 0 to HASHES - 1: the upper 14 of 32 bits of their product with
 * 0x9e3779b1. That is a prime near 2^32 divided by the golden ratio, as Knuth has it for hashes by products. Shifted by
 * 18, which is 32 - 14. */
static uint32_t hash_at(const shortener_t *s, size_t at) {
    const uint8_t *b = s->all + at;
    return ((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24) * 0x9e3779b1u >> 18;
}

/* Enters a place into the tables, if four bytes are left there. */
static void remember(shortener_t *s, size_t at) {
    if (at + LEAST > s->end) return;
    uint32_t hash = hash_at(s, at);
    s->before[at] = s->last[hash];
    s->last[hash] = (uint32_t)at + 1;
}

/* Appends a number to `out`, 1 byte for each 7 bits. */
static void put(shortener_t *s, size_t number) {
    for (; number > 127; number >>= 7) s->out[s->size++] = (uint8_t)(number | 128);
    s->out[s->size++] = (uint8_t)number;
}

/* Finds a sequence that begins at a place and occurs before it, too: the longest one at the TRIES places before it with
 * an equal hash that are nearest. Returns its number of bytes. Returns 0 if a copy would not be shorter than literals:
 * fewer than LEAST bytes, or LEAST bytes at a distance above 2^14, which takes three bytes.
 *
 * distance  receives how many bytes before it begins; unspecified if 0 is returned */
static size_t find(const shortener_t *s, size_t at, size_t *distance) {
    size_t best = 0;
    if (at + LEAST > s->end) return 0;
    uint32_t from = s->last[hash_at(s, at)];
    for (int tries = 0; from && tries < TRIES; tries++, from = s->before[from - 1]) {
        size_t length = 0;
        while (at + length < s->end && s->all[from - 1 + length] == s->all[at + length]) length++;
        if (length <= best) continue;
        best = length;
        *distance = at - (from - 1);
    }
    return best > LEAST || (best == LEAST && *distance <= 1 << 14) ? best : 0;
}

/* Appends literals: the bytes from place `first` to `end` - 1, maybe none. */
static void put_literals(shortener_t *s, size_t first, size_t end) {
    put(s, end - first);
    memcpy(s->out + s->size, s->all + first, end - first);
    s->size += end - first;
}

/* Writes the whole module. */
static void shorten(shortener_t *s, size_t base_size) {
    size_t literals = base_size, distance = 0, length;
    for (size_t at = 0; at < base_size; at++) remember(s, at);
    for (size_t at = base_size; at < s->end;) {
        length = find(s, at, &distance);
        if (length) {
            put_literals(s, literals, at);
            put(s, length - LEAST);
            put(s, distance - 1);
        }
        for (size_t end = at + (length ? length : 1); at < end; at++) remember(s, at);
        if (length) literals = at;
    }
    put_literals(s, literals, s->end);
}

/* Returns the shortened bytes, for free(), or NULL without memory; *shortened is then untouched.
 *
 * base   NULL if base_size is 0
 * bytes  not NULL */
uint8_t *nbl_general_shorten(const uint8_t *base, size_t base_size, const uint8_t *bytes, size_t size,
                             size_t *shortened) {
    shortener_t *s = calloc(1, sizeof *s);
    /* + 1: malloc(0) may return NULL. A copy with the number of literals before it takes less than twice the bytes that
     * it stands for, and the last number of literals fewer than 16. */
    uint8_t *all = malloc(base_size + size + 1), *out = malloc(2 * size + 16);
    uint32_t *before = calloc(base_size + size + 1, sizeof *before);
    if (s && all && out && before) {
        if (base_size) memcpy(all, base, base_size);
        memcpy(all + base_size, bytes, size);
        *s = (shortener_t){.all = all, .end = base_size + size, .before = before, .out = out};
        shorten(s, base_size);
        *shortened = s->size;
    } else {
        free(out);
        out = NULL;
    }
    free(before);
    free(all);
    free(s);
    return out;
}

/* ---- Lengthening, the way back */

/* Reads a number of at most four bytes, 28 bits, and moves *at behind it. Returns false if the bytes end, or the number
 * has more: four bytes are enough for every size and distance below 2^28. */
static bool take(const uint8_t **at, const uint8_t *end, size_t *number) {
    *number = 0;
    for (unsigned shift = 0; *at < end && shift < 28; shift += 7) {
        uint8_t byte = *(*at)++;
        *number |= (size_t)(byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

/* Writes a module's packed bytes behind its base's. Returns false if the shortened bytes are damaged: `all` is then
 * partly written.
 *
 * all       begins with the base's packed bytes, base_size of them
 * all_size  bytes of base and module together */
bool nbl_general_lengthen(const uint8_t *bytes, size_t size, uint8_t *all, size_t base_size, size_t all_size) {
    const uint8_t *at = bytes, *end = bytes + size;
    size_t done = base_size, count, distance;
    for (;;) {
        if (!take(&at, end, &count) || count > (size_t)(end - at) || count > all_size - done) return false;
        memcpy(all + done, at, count);
        at += count;
        done += count;
        if (at == end) return done == all_size;
        if (!take(&at, end, &count) || !take(&at, end, &distance)) return false;
        if (distance >= done || count + LEAST > all_size - done) return false;
        count += LEAST;
        const uint8_t *from = all + done - distance - 1;
        if (distance >= count) {
            memcpy(all + done, from, count);
        } else { /* it overlaps what it makes */
            for (size_t k = 0; k < count; k++) all[done + k] = from[k];
        }
        done += count;
    }
}

/* Returns the base's packed bytes, if there is a base, followed by the module's own; NULL without memory, or if bytes
 * are damaged. A base may have a base itself, so this function calls itself; tools/make_modules.c, which chooses bases,
 * limits how often. */
static uint8_t *packed_bytes(const nbl_general_packed_t *packed) {
    const nbl_general_packed_t *base = packed->base;
    size_t base_size = base ? base->packed_size : 0, all_size = base_size + packed->packed_size;
    uint8_t *all = malloc(all_size), *bases = base && all ? packed_bytes(base) : NULL;
    bool good = all && (!base || bases);
    /* `bases` begins with the bytes of the base's own base, which are not needed here. */
    if (bases) memcpy(all, bases + (base->base ? base->base->packed_size : 0), base_size);
    good = good && nbl_general_lengthen(packed->bytes, packed->size, all, base_size, all_size);
    free(bases);
    if (!good) free(all);
    return good ? all : NULL;
}

/* Returns a module's words, for free(); NULL without memory, or if the bytes are damaged. */
uint32_t *nbl_general_words(const nbl_general_packed_t *packed) {
    uint8_t *all = packed_bytes(packed);
    uint32_t *words = malloc(packed->words * sizeof *words);
    bool good = all && words &&
                nbl_general_unpack(all + (packed->base ? packed->base->packed_size : 0), packed->packed_size, words,
                                   packed->words);
    free(all);
    if (!good) free(words);
    return good ? words : NULL;
}
