/* Modules in bytes: a third of their size, and unpacked in a fraction of a millisecond.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A word is 1 to 5 bytes, seven bits each, the lowest first, all but the last with the highest bit set. An
 * instruction's first word is its opcode; if its length differs from the last instruction with this opcode, the word is
 * OTHER_LENGTH more and the length follows. Identifiers that instructions in functions define and use lie near the
 * identifier that was defined last. They are stored as the distance to it: 2 d if it is d before it, 2 d - 1 if it is d
 * after it.
 */
#include <stdlib.h>

#include "spirv/general/general.h"
#include "spirv/specialize/shape.h"

enum { HEADER_WORDS = 5, MOST_BYTES = 5, OTHER_LENGTH = 512 /* opcodes that glslang writes are below */ };

/* Returns whether word k of an instruction is an identifier that is stored as a distance. is_result: receives whether
 * the instruction defines it. */
static bool is_near(nbl_shape_t shape, uint32_t k, bool *is_result) {
    *is_result = shape.operands && shape.results && k == shape.results;
    return *is_result || (shape.operands && k > shape.results && nbl_shape_is_id(shape, k - 1u - shape.results));
}

/* ---- Packing */

typedef struct packer_t {
    uint8_t *bytes;
    size_t size;
} packer_t;

static void put(packer_t *p, uint32_t word) {
    for (; word > 127; word >>= 7) p->bytes[p->size++] = (uint8_t)(word | 128);
    p->bytes[p->size++] = (uint8_t)word;
}

static uint32_t distance(uint32_t last, uint32_t id) { return id <= last ? 2 * (last - id) : 2 * (id - last) - 1; }

uint8_t *nbl_general_pack(const uint32_t *words, size_t word_count, size_t *size) {
    packer_t p = {malloc(word_count * (MOST_BYTES + 1)), 0};
    uint32_t last = 0, lengths[OTHER_LENGTH] = {0};
    if (!p.bytes) return NULL;
    for (size_t i = 0; i < HEADER_WORDS; i++) put(&p, words[i]);
    for (size_t i = HEADER_WORDS; i < word_count; i += words[i] >> 16) {
        uint32_t op = words[i] & 0xffff, n = words[i] >> 16;
        nbl_shape_t shape = nbl_shape(op);
        bool other = op >= OTHER_LENGTH || lengths[op] != n;
        put(&p, op + (other ? OTHER_LENGTH : 0));
        if (other) put(&p, n);
        if (op < OTHER_LENGTH) lengths[op] = n;
        for (uint32_t k = 1; k < n; k++) {
            bool is_result;
            put(&p, is_near(shape, k, &is_result) ? distance(last, words[i + k]) : words[i + k]);
            if (is_result) last = words[i + k];
        }
    }
    *size = p.size;
    return p.bytes;
}

/* ---- Unpacking */

typedef struct unpacker_t {
    const uint8_t *at, *end;
    bool good;
} unpacker_t;

static uint32_t take(unpacker_t *u) {
    uint32_t word = 0;
    for (uint32_t shift = 0; u->at < u->end && shift < 7 * MOST_BYTES; shift += 7) {
        uint8_t byte = *u->at++;
        word |= (uint32_t)(byte & 127) << shift;
        if (byte < 128) return word;
    }
    u->good = false;
    return 0;
}

static uint32_t at_distance(uint32_t last, uint32_t d) { return d % 2 ? last + d / 2 + 1 : last - d / 2; }

bool nbl_general_unpack(const uint8_t *bytes, size_t size, uint32_t *words, size_t word_count) {
    unpacker_t u = {bytes, bytes + size, word_count >= HEADER_WORDS};
    uint32_t last = 0, lengths[OTHER_LENGTH] = {0};
    size_t i = 0;
    for (; i < HEADER_WORDS && u.good; i++) words[i] = take(&u);
    while (i < word_count && u.good) {
        uint32_t op = take(&u), n = op < OTHER_LENGTH ? lengths[op] : take(&u);
        if (op >= OTHER_LENGTH) op -= OTHER_LENGTH;
        nbl_shape_t shape = nbl_shape(op);
        u.good = u.good && n && n <= word_count - i && op < 1 << 16;
        if (!u.good) return false;
        if (op < OTHER_LENGTH) lengths[op] = n;
        words[i++] = n << 16 | op;
        for (uint32_t k = 1; k < n; k++, i++) {
            bool is_result;
            uint32_t word = take(&u);
            words[i] = is_near(shape, k, &is_result) ? at_distance(last, word) : word;
            if (is_result) last = words[i];
        }
    }
    return u.good && u.at == u.end;
}
