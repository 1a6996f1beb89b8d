/* Modules in bytes: a third of their size, unpacked in a few milliseconds, and alike where modules are alike.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A word is 1 to 5 bytes, seven bits each, the lowest first, all but the last with the highest bit set. An
 * instruction's first word is its opcode; if its length differs from the last instruction with this opcode, the word is
 * OTHER_LENGTH more and the length follows.
 *
 * Identifiers are stored so that two functions with equal texts have nearly equal bytes, in whichever module and place
 * they stand: shorten.c finds them. An identifier that an instruction defines is stored as its distance to the one that
 * was defined last. An identifier that an instruction uses is a number r of a list, how many others have been used
 * since (0: it was the last one), or a distance d from what was defined last:
 *
 *   type of a result             2 r + 1  of all types of results    2 d  if it has not been used before
 *   operand, defined outside     3 r + 1  of all operands that are   3 d  if it has not been used before
 *     of functions                        defined outside
 *   operand, a variable or       3 r + 2  of the function's variables and parameters, which begin in the order of
 *     parameter of the function           definition
 *   any other operand            3 d
 *
 * A distance is 2 n if the identifier is n before it, 2 n - 1 if it is n after it.
 */
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/general/general.h"
#include "spirv/specialize/shape.h"

enum { HEADER_WORDS = 5, BOUND = 3, MOST_BYTES = 5, OTHER_LENGTH = 512 /* opcodes that glslang writes are below */ };

/* ---- Identifiers, for both ways */

/* Identifiers in the order of their last use; the last one is the latest. */
typedef struct recent_t {
    uint32_t *ids, count;
} recent_t;

/* Where an identifier was defined, if that is known yet and there is a list for it. */
typedef enum scope_t { SCOPE_NONE, SCOPE_MODULE, SCOPE_FUNCTION } scope_t;

typedef struct ids_t {
    uint32_t bound;   /* of identifiers, which are below */
    uint32_t defined; /* the last one */
    bool in_functions;
    uint8_t *scopes; /* scope_t, by identifier */
    recent_t types, outside, inside;
} ids_t;

/* Returns false without memory. */
static bool begin_ids(ids_t *ids, uint32_t bound) {
    *ids = (ids_t){.bound = bound, .scopes = calloc((size_t)bound + 1, 1)};
    recent_t *lists[] = {&ids->types, &ids->outside, &ids->inside};
    bool good = ids->scopes != NULL;
    for (int k = 0; k < 3; k++) {
        lists[k]->ids = malloc(((size_t)bound + 1) * sizeof(uint32_t));
        good = good && lists[k]->ids != NULL;
    }
    return good;
}

static void end_ids(ids_t *ids) {
    free(ids->scopes);
    free(ids->types.ids);
    free(ids->outside.ids);
    free(ids->inside.ids);
}

/* Returns how many identifiers of a list have been used since this one; its count if the list has not got it. */
static uint32_t rank_of(const recent_t *list, uint32_t id) {
    uint32_t rank = 0;
    while (rank < list->count && list->ids[list->count - 1 - rank] != id) rank++;
    return rank;
}

/* Makes an identifier the latest of a list. rank: as rank_of() returns it */
static void use(recent_t *list, uint32_t id, uint32_t rank) {
    if (rank == list->count) {
        list->ids[list->count++] = id;
        return;
    }
    uint32_t *at = list->ids + list->count - 1 - rank;
    memmove(at, at + 1, rank * sizeof *at);
    list->ids[list->count - 1] = id;
}

static scope_t scope_of(const ids_t *ids, uint32_t id) {
    return id < ids->bound ? (scope_t)ids->scopes[id] : SCOPE_NONE;
}

static void define(ids_t *ids, uint32_t op, uint32_t id) {
    ids->defined = id;
    if (op == SpvOpFunction) ids->in_functions = true;
    if (id >= ids->bound || ids->scopes[id] != SCOPE_NONE) return;
    if (!ids->in_functions || op == SpvOpFunction) {
        ids->scopes[id] = SCOPE_MODULE;
    } else if (op == SpvOpVariable || op == SpvOpFunctionParameter) {
        ids->scopes[id] = SCOPE_FUNCTION;
        use(&ids->inside, id, ids->inside.count);
    }
}

/* After each instruction. */
static void end_instruction(ids_t *ids, uint32_t op) {
    for (; op == SpvOpFunctionEnd && ids->inside.count > 0; ids->inside.count--)
        ids->scopes[ids->inside.ids[ids->inside.count - 1]] = SCOPE_NONE;
}

/* What a word of an instruction is. */
typedef enum word_t { WORD_NUMBER, WORD_RESULT, WORD_TYPE, WORD_OPERAND } word_t;

static word_t word_of(uint32_t op, nbl_shape_t shape, uint32_t k) {
    if (!shape.operands) return WORD_NUMBER;
    if (shape.results && k == shape.results) return WORD_RESULT;
    if (k < shape.results) return WORD_TYPE;
    if (op == SpvOpFunctionCall && k == 3) return WORD_OPERAND; /* the function, which shapes take for a literal */
    return nbl_shape_is_id(shape, k - 1u - shape.results) ? WORD_OPERAND : WORD_NUMBER;
}

static uint32_t distance(uint32_t last, uint32_t id) { return id <= last ? 2 * (last - id) : 2 * (id - last) - 1; }

static uint32_t at_distance(uint32_t last, uint32_t d) { return d % 2 ? last + d / 2 + 1 : last - d / 2; }

/* ---- Packing */

typedef struct packer_t {
    uint8_t *bytes;
    size_t size;
} packer_t;

static void put(packer_t *p, uint32_t word) {
    for (; word > 127; word >>= 7) p->bytes[p->size++] = (uint8_t)(word | 128);
    p->bytes[p->size++] = (uint8_t)word;
}

static uint32_t code_of_type(ids_t *ids, uint32_t id) {
    const uint32_t rank = rank_of(&ids->types, id), old = ids->types.count;
    if (id < ids->bound) use(&ids->types, id, rank);
    return rank < old ? 2 * rank + 1 : 2 * distance(ids->defined, id);
}

static uint32_t code_of_operand(ids_t *ids, uint32_t id) {
    const scope_t scope = scope_of(ids, id);
    if (scope == SCOPE_NONE) return 3 * distance(ids->defined, id);
    recent_t *list = scope == SCOPE_MODULE ? &ids->outside : &ids->inside;
    const uint32_t rank = rank_of(list, id), old = list->count;
    use(list, id, rank);
    return rank < old ? 3 * rank + (scope == SCOPE_MODULE ? 1 : 2) : 3 * distance(ids->defined, id);
}

uint8_t *nbl_general_pack(const uint32_t *words, size_t word_count, size_t *size) {
    packer_t p = {malloc(word_count * (MOST_BYTES + 1)), 0};
    uint32_t lengths[OTHER_LENGTH] = {0};
    ids_t ids;
    if (!begin_ids(&ids, words[BOUND]) || !p.bytes) {
        free(p.bytes);
        end_ids(&ids);
        return NULL;
    }
    for (size_t i = 0; i < HEADER_WORDS; i++) put(&p, words[i]);
    for (size_t i = HEADER_WORDS; i < word_count; i += words[i] >> 16) {
        uint32_t op = words[i] & 0xffff, n = words[i] >> 16;
        nbl_shape_t shape = nbl_shape(op);
        bool other = op >= OTHER_LENGTH || lengths[op] != n;
        put(&p, op + (other ? OTHER_LENGTH : 0));
        if (other) put(&p, n);
        if (op < OTHER_LENGTH) lengths[op] = n;
        for (uint32_t k = 1; k < n; k++) {
            const word_t word = word_of(op, shape, k);
            put(&p, word == WORD_RESULT    ? distance(ids.defined, words[i + k])
                    : word == WORD_TYPE    ? code_of_type(&ids, words[i + k])
                    : word == WORD_OPERAND ? code_of_operand(&ids, words[i + k])
                                           : words[i + k]);
            if (word == WORD_RESULT) define(&ids, op, words[i + k]);
        }
        end_instruction(&ids, op);
    }
    end_ids(&ids);
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

/* Returns the identifier of a number of a list, which becomes its latest; 0 if the list is shorter. */
static uint32_t take_rank(unpacker_t *u, recent_t *list, uint32_t rank) {
    u->good = u->good && rank < list->count;
    if (!u->good) return 0;
    const uint32_t id = list->ids[list->count - 1 - rank];
    use(list, id, rank);
    return id;
}

static uint32_t take_type(unpacker_t *u, ids_t *ids) {
    const uint32_t code = take(u);
    if (code % 2 == 1) return take_rank(u, &ids->types, code / 2);
    const uint32_t id = at_distance(ids->defined, code / 2);
    if (id < ids->bound) use(&ids->types, id, rank_of(&ids->types, id));
    return id;
}

static uint32_t take_operand(unpacker_t *u, ids_t *ids) {
    const uint32_t code = take(u);
    if (code % 3 == 1) return take_rank(u, &ids->outside, code / 3);
    if (code % 3 == 2) return take_rank(u, &ids->inside, code / 3);
    const uint32_t id = at_distance(ids->defined, code / 3);
    const scope_t scope = scope_of(ids, id);
    recent_t *list = scope == SCOPE_MODULE ? &ids->outside : &ids->inside;
    if (scope != SCOPE_NONE) use(list, id, rank_of(list, id));
    return id;
}

static bool unpack(unpacker_t *u, ids_t *ids, uint32_t *words, size_t word_count) {
    uint32_t lengths[OTHER_LENGTH] = {0};
    for (size_t i = HEADER_WORDS; i < word_count;) {
        uint32_t op = take(u), n = op < OTHER_LENGTH ? lengths[op] : take(u);
        if (op >= OTHER_LENGTH) op -= OTHER_LENGTH;
        nbl_shape_t shape = nbl_shape(op);
        if (!u->good || n == 0 || n > word_count - i || op >= 1 << 16) return false;
        if (op < OTHER_LENGTH) lengths[op] = n;
        words[i++] = n << 16 | op;
        for (uint32_t k = 1; k < n; k++, i++) {
            const word_t word = word_of(op, shape, k);
            words[i] = word == WORD_RESULT    ? at_distance(ids->defined, take(u))
                       : word == WORD_TYPE    ? take_type(u, ids)
                       : word == WORD_OPERAND ? take_operand(u, ids)
                                              : take(u);
            if (word == WORD_RESULT) define(ids, op, words[i]);
        }
        end_instruction(ids, op);
    }
    return u->good && u->at == u->end;
}

bool nbl_general_unpack(const uint8_t *bytes, size_t size, uint32_t *words, size_t word_count) {
    unpacker_t u = {bytes, bytes + size, word_count >= HEADER_WORDS};
    for (size_t i = 0; i < HEADER_WORDS && u.good; i++) words[i] = take(&u);
    if (!u.good || words[BOUND] > word_count) return false; /* each identifier takes an instruction of two words */
    ids_t ids;
    const bool good = begin_ids(&ids, words[BOUND]) && unpack(&u, &ids, words, word_count);
    end_ids(&ids);
    return good;
}
