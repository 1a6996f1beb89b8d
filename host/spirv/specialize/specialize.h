/* Specialises a module: executes main() on what is known at compile time, and writes down what is not.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What that means, why it ends and what it guarantees: docs/specialiser.md.
 */
#ifndef NBL_HOST_SPIRV_SPECIALIZE_SPECIALIZE_H
#define NBL_HOST_SPIRV_SPECIALIZE_SPECIALIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/host/compile.h"

/* A part of every cache key: to be raised whenever a module may come out differently. */
#define NBL_SPECIALIZE_VERSION 11

typedef enum nbl_specialize_result_t {
    NBL_SPECIALIZE_DONE = 0,
    NBL_SPECIALIZE_REFUSED, /* the module holds something that is not understood, or would grow too large */
    NBL_SPECIALIZE_OUT_OF_MEMORY
} nbl_specialize_result_t;

/* Which loops are unrolled. A loop whose end literals do not decide stays a loop in any case. */
typedef enum nbl_specialize_loops_t {
    NBL_SPECIALIZE_ASKED = 0,  /* loops that are marked ([[unroll]]), and small loops without a mark */
    NBL_SPECIALIZE_ARITHMETIC, /* as ASKED, but loops that access buffers, images or shared memory stay */
    NBL_SPECIALIZE_EMPTY       /* only loops that leave no instruction behind */
} nbl_specialize_loops_t;

/* A value for a specialization constant: its SpecId, and the bits; 0 or 1 for a bool. */
typedef struct nbl_specialize_constant_t {
    uint32_t id, value;
} nbl_specialize_constant_t;

typedef struct nbl_specialize_options_t {
    bool exact; /* no floating operation is simplified, and each is decorated NoContraction */
    nbl_specialize_loops_t loops;
    nbl_instruction_order_t order;
    bool spare_instructions; /* as nbl_compile_desc_t's */
    /* The module's own NoContraction marks sums that take a product, their right operand (include/nbl/lang/glsl.h), and
     * means nothing else. */
    bool marks;
    /* The text's multiply-adds round once: negations move and are not decorated. With marks each marked sum becomes
     * one. */
    bool fused;
    bool no_loop_asks; /* marks of loops ([[unroll]], [[dont_unroll]]) are ignored */
    /* Not NULL: specialization constants become literals, with the values here or with their defaults; the new module
     * has no specialization constants. NULL: they stay. */
    const nbl_specialize_constant_t *constants;
    size_t constant_count;
} nbl_specialize_options_t;

/* Specialises a module of one compute entry point. Thread-safe.
 *
 * Returns REFUSED with the reason in why, in which case the module is as good as it was. Takes at most 64 MiB, and a
 * second or two for the worst of modules; milliseconds for a kernel.
 *
 * words, word_count          the module, in the host's byte order; any words do no harm
 * out_words, out_word_count  receive the new module; free with free
 * why                        receives one line without its newline, empty if all is well
 */
nbl_specialize_result_t nbl_specialize(const nbl_specialize_options_t *options, const uint32_t *words,
                                       size_t word_count, uint32_t **out_words, size_t *out_word_count, char why[128]);

#endif
