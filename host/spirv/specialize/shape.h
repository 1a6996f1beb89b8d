/* What each word of an instruction means.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_SPECIALIZE_SHAPE_H
#define NBL_HOST_SPIRV_SPECIALIZE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum nbl_shape_effect_t {
    NBL_SHAPE_PURE,      /* its result is a function of its operands, and it does nothing else */
    NBL_SHAPE_READS,     /* reads memory: may give another result later; may be left out if the result is not used */
    NBL_SHAPE_ACTS,      /* must happen once, in its order among others that act */
    NBL_SHAPE_CONVERGES, /* must happen, by all invocations together: neither copied nor moved into a branch */
    NBL_SHAPE_CONTROLS   /* labels, branches, merges, phis */
} nbl_shape_effect_t;

typedef struct nbl_shape_t {
    const char *operands; /* after type and result: 'i' id, 'l' literal, 'r' the last one again and again, maybe none;
                             '?' what follows may be missing. NULL = the instruction is not known */
    uint8_t results;      /* 0: none, 1: an id, 2: a type and an id */
    uint8_t effect;
} nbl_shape_t;

nbl_shape_t nbl_shape(uint32_t op);

/* Returns whether operand k is an id; 0 is the first operand after type and result. */
bool nbl_shape_is_id(nbl_shape_t shape, uint32_t k);

/* Returns how many of an instruction's last words are ids of scopes. The memory operands of a load or a store may end
 * with them, after literals. nbl_shape_is_id() takes all of these words for literals. */
uint32_t nbl_shape_scopes(const uint32_t *words);

/* Returns whether an instruction has as many words as its shape requires. */
bool nbl_shape_fits(nbl_shape_t shape, uint32_t word_count);

#endif
