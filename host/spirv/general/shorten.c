/* Compresses a module by what it repeats, of itself or of a similar module: to half its size and less.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is left (Ziv & Lempel 1977): how many bytes follow as they are, and these; then how many stood before, less
 * LEAST, and how far before, less 1; and so on up to the end. Numbers as in pack.c, seven bits a byte.
 *
 *   | the base's bytes | bytes of the module ..        a copy may begin in the base, and overlap what it writes
 *   ^                  ^            ^---- distance ----^
 */
#include <stdlib.h>
#include <string.h>

#include "spirv/general/general.h"

enum {
    LEAST = 4,        /* bytes of the shortest repetition */
    HASHES = 1 << 14, /* size of the table of places, by hash */
    TRIES = 64        /* places that are compared; chosen, nothing measured */
};

/* ---- Shortening */

typedef struct shortener_t {
    const uint8_t *all; /* the base's bytes and the module's */
    size_t end;
    uint32_t *before;      /* by place: the last place before it with an equal hash, plus 1 */
    uint32_t last[HASHES]; /* by hash: the last place, plus 1 */
    uint8_t *out;
    size_t size;
} shortener_t;

static uint32_t hash_at(const shortener_t *s, size_t at) {
    const uint8_t *b = s->all + at;
    return ((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24) * 0x9e3779b1u >> 18;
}

static void remember(shortener_t *s, size_t at) {
    if (at + LEAST > s->end) return;
    uint32_t hash = hash_at(s, at);
    s->before[at] = s->last[hash];
    s->last[hash] = (uint32_t)at + 1;
}

static void put(shortener_t *s, size_t number) {
    for (; number > 127; number >>= 7) s->out[s->size++] = (uint8_t)(number | 128);
    s->out[s->size++] = (uint8_t)number;
}

/* Finds the longest bytes that stood before and stand here, too. Returns their number; 0: fewer than LEAST. */
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

static void put_literals(shortener_t *s, size_t first, size_t end) {
    put(s, end - first);
    memcpy(s->out + s->size, s->all + first, end - first);
    s->size += end - first;
}

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

uint8_t *nbl_general_shorten(const uint8_t *base, size_t base_size, const uint8_t *bytes, size_t size,
                             size_t *shortened) {
    shortener_t *s = calloc(1, sizeof *s);
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

/* ---- Lengthening */

static bool take(const uint8_t **at, const uint8_t *end, size_t *number) {
    *number = 0;
    for (unsigned shift = 0; *at < end && shift < 28; shift += 7) {
        uint8_t byte = *(*at)++;
        *number |= (size_t)(byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

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
        for (size_t stop = done + count + LEAST; done < stop; done++) all[done] = all[done - distance - 1];
    }
}

/* Returns the packed bytes behind the base's bytes, if it has a base; NULL without memory. */
static uint8_t *packed_bytes(const nbl_general_packed_t *packed) {
    const nbl_general_packed_t *base = packed->base;
    size_t base_size = base ? base->packed_size : 0, all_size = base_size + packed->packed_size;
    uint8_t *all = malloc(all_size), *bases = base && all ? packed_bytes(base) : NULL;
    bool good = all && (!base || bases);
    if (bases) memcpy(all, bases + (base->base ? base->base->packed_size : 0), base_size);
    good = good && nbl_general_lengthen(packed->bytes, packed->size, all, base_size, all_size);
    free(bases);
    if (!good) free(all);
    return good ? all : NULL;
}

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
