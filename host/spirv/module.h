/* A SPIR-V module, indexed by identifier.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_MODULE_H
#define NBL_HOST_SPIRV_MODULE_H

#include "error/error.h"
#include "nbl/host/compile.h"

/* One identifier of a module. */
typedef struct nbl_module_id_t {
    uint32_t at; /* word of the defining instruction; 0: none */
    uint32_t binding, set, array_stride;
    uint32_t first_offset; /* offset of the first member, as a number in `offsets` plus 1; 0: none */
    uint32_t alignment;    /* of a type, once its size was asked for; 0: not yet */
    uint64_t size;
    bool has_binding, is_buffer_block, is_workgroup_size;
} nbl_module_id_t;

/* An offset that decorates a member of a structure. */
typedef struct nbl_module_offset_t {
    uint32_t member, offset, next; /* next of the same structure: as first_offset */
} nbl_module_offset_t;

#define NBL_MODULE_MAX_NESTING 32 /* of types; chosen, so that a damaged module ends */

typedef struct nbl_module_t {
    const uint32_t *words;
    size_t word_count;
    uint32_t bound;
    nbl_module_id_t *ids; /* `bound` entries */
    nbl_module_offset_t *offsets;
    bool too_deep; /* a size was refused because types are nested deeper than NBL_MODULE_MAX_NESTING */
} nbl_module_t;

/* Indexes a module. To be closed by nbl_module_close(), also after an error. */
nbl_result_t nbl_module_open(nbl_module_t *module, const uint32_t *words, size_t word_count, nbl_error_t *error);
void nbl_module_close(nbl_module_t *module);

/* Returns the instruction that defines an identifier; NULL if none does, or if it has fewer than `least` words. */
const uint32_t *nbl_module_find(const nbl_module_t *module, uint32_t id, uint32_t least);

/* Bytes of a type and its alignment in std430, or by the offsets and strides that decorate it; sizes end at 2^40. False
 * for a type that has no size. Each type is looked at once, however often it is a member. */
bool nbl_module_type_size(nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment);

#endif
