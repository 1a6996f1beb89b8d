/* General modules: the library's own kernels compiled once with open parameters, so that no compiler is needed at run
 * time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A general module is what glslang makes of a kernel's text whose parameters are specialization constants. The
 * workgroup's size has SpecId 0, parameter k, as list.c numbers them, has SpecId 1 + k, and a plan has one for each of
 * its numbers. The specialiser makes literals of them and goes on as with any other module, so drivers see no
 * specialization constant.
 *
 *   list.c     which modules there are, and their parameters
 *   pack.c     modules in bytes
 *   shorten.c  fewer bytes, if much of them is also in another module
 *   find.c     the module and the values for a caller's request
 *
 * tools/make_modules.c, run by make, compiles their texts and writes nbl_general_packed[]; make_general.c makes one
 * module for given values.
 */
#ifndef NBL_HOST_SPIRV_GENERAL_GENERAL_H
#define NBL_HOST_SPIRV_GENERAL_GENERAL_H

#include "nbl/host/compile.h"
#include "spirv/specialize/specialize.h"

enum { NBL_GENERAL_KEYS = 12, NBL_GENERAL_CONSTANTS = 96, NBL_GENERAL_PLAN_NUMBERS = 11 };

typedef struct nbl_general_kernel_t {
    const char *file;
    nbl_define_t keys[NBL_GENERAL_KEYS]; /* defines that decide which module it is; the first NULL name ends them */
    const char *own;                     /* a define that only the general text has, or NULL */
    /* Names of parameters, ending with NULL. Before each name is a mark: '=' a number, '?' a number that is 0 if not
     * given, '{' a plan's numbers. */
    const char *const *parameters;
    const char *const *no_matter; /* defines that may be given without effect on this kernel; ends with NULL */
    /* parameters whose product is the workgroup's size, ending with NULL; NULL: the text states it */
    const char *const *workgroup;
} nbl_general_kernel_t;

/* Returns whether there is a module of this number, from 0. */
bool nbl_general_kernel(size_t number, nbl_general_kernel_t *kernel);

typedef struct nbl_general_packed_t {
    const uint8_t *bytes; /* shortened */
    size_t size, packed_size, words;
    const struct nbl_general_packed_t *base; /* module that the bytes were shortened against, or NULL */
} nbl_general_packed_t;

/* By number. As long as the list; or it ends sooner, with an entry without bytes. */
extern const nbl_general_packed_t nbl_general_packed[];

/* Packs a module; returns the bytes, to be freed, or NULL without memory. size: receives their number. */
uint8_t *nbl_general_pack(const uint32_t *words, size_t word_count, size_t *size);

/* Unpacks a module. Returns whether the bytes have exactly this many words. */
bool nbl_general_unpack(const uint8_t *bytes, size_t size, uint32_t *words, size_t word_count);

/* Shortens bytes by repetitions, within them or of a base's bytes. Returns the shortened bytes, to be freed, or NULL
 * without memory.
 * 
 * shortened  receives their number */
uint8_t *nbl_general_shorten(const uint8_t *base, size_t base_size, const uint8_t *bytes, size_t size,
                             size_t *shortened);

/* Undoes nbl_general_shorten(): writes the bytes behind the base. Returns false if they are damaged.
 * 
 * all  has base_size bytes, and room for all_size */
bool nbl_general_lengthen(const uint8_t *bytes, size_t size, uint8_t *all, size_t base_size, size_t all_size);

/* Returns the words of a module, to be freed, or NULL without memory. */
uint32_t *nbl_general_words(const nbl_general_packed_t *packed);

typedef struct nbl_general_found_t {
    const nbl_general_packed_t *packed;
    nbl_specialize_constant_t constants[NBL_GENERAL_CONSTANTS];
    size_t constant_count;
    bool loops_ask;
} nbl_general_found_t;

/* Finds the general module for a request: one of the library's own kernels, with only its parameters defined.
 * Returns false if the library carries none. */
bool nbl_general_find(const nbl_compile_desc_t *desc, nbl_general_found_t *found);

#endif
