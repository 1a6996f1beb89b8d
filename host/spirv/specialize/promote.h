/* What making values of variables shares: what pointers lead to, blocks, and what each leaves.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_SPECIALIZE_PROMOTE_H
#define NBL_HOST_SPIRV_SPECIALIZE_PROMOTE_H

#include "spirv/specialize/internal.h"

enum { NBL_SP_MOST_ITEMS = 1 << 20, NBL_SP_MOST_PATH = 16 };

/* What a pointer leads to: of leaves of all variables together. */
typedef struct nbl_sp_target_t {
    uint32_t first, type; /* type 0: it leads to no variable that qualifies */
    uint32_t variable;    /* number, plus one */
} nbl_sp_target_t;

typedef struct nbl_sp_block_t {
    uint32_t label, begin, end, edges; /* words; edges: the first that leads here, plus one */
    uint32_t merge;                    /* of a loop's header */
    uint32_t phis;                     /* of a header: where they begin in the new code */
} nbl_sp_block_t;

typedef struct nbl_sp_edge_t {
    uint32_t from, next;
} nbl_sp_edge_t;

typedef struct nbl_sp_promoter_t {
    nbl_sp_target_t *targets; /* by id */
    uint8_t *qualifies;       /* by number of a variable */
    uint32_t *literals;       /* by id: the value, a literal */
    uint32_t *block_of;       /* by label: its number, plus one */
    uint32_t *renamed;        /* by id: what takes its place */
    uint32_t *constructs;     /* by id: word of the new code that puts it together, plus one */
    uint32_t *leaf_types;     /* by leaf */
    uint32_t *values;         /* by block and leaf: the id that it leaves */
    uint8_t *stored;          /* by leaf: in the loop whose header is being written */
    uint32_t *current;        /* by leaf */
    nbl_sp_block_t *blocks;
    nbl_sp_edge_t *edges;
    uint32_t limit, bound; /* identifiers before, and at most */
    uint32_t leaf_count, block_count, edge_count;
} nbl_sp_promoter_t;

/* Finds the variables that qualify and the blocks; returns whether there are some that can be made values. */
bool nbl_sp_find_promoted(nbl_sp_t *s, nbl_sp_promoter_t *p);

#endif
