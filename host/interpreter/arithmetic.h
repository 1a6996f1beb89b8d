/* Kernels that compute scalar instructions, each for all lanes at once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A lane's scalar takes four bytes, or eight if it has 64 bits. Integers of 8 and 16 bits are extended by zeros, a
 * float16 is its bits, a boolean is 0 or 1.
 */
#ifndef NBL_HOST_INTERPRETER_ARITHMETIC_H
#define NBL_HOST_INTERPRETER_ARITHMETIC_H

#include <stddef.h>
#include <stdint.h>

typedef void (*nbl_kernel_t)(size_t lanes, void *result, const void *a, const void *b, const void *c);

/* Returns the kernel of a SPIR-V instruction for operands of `width` bits, 8 to 64; NULL: it has no kernel. *operands
 * receives the number of operands, 1 to 3. */
nbl_kernel_t nbl_kernel_find(uint32_t opcode, uint32_t width, uint32_t *operands);
/* Returns the kernel of a conversion between widths; NULL: it has no kernel. */
nbl_kernel_t nbl_kernel_convert(uint32_t opcode, uint32_t from_width, uint32_t to_width);
/* Returns the kernel of an instruction of GLSL.std.450 that computes each component by itself; NULL: it has no
 * kernel. */
nbl_kernel_t nbl_kernel_extended(uint32_t instruction, uint32_t width, uint32_t *operands);
/* Returns the kernel of condition ? a : b, of operands of 64 bits if `wide`, else of 32 or fewer. */
nbl_kernel_t nbl_kernel_select(int wide);

typedef enum nbl_kernel_extra_t {
    NBL_KERNEL_CARRY = 0, /* 1 where a + b overflows */
    NBL_KERNEL_BORROW,
    NBL_KERNEL_HIGH_UNSIGNED,
    NBL_KERNEL_HIGH_SIGNED,
    NBL_KERNEL_LOW_HALF,    /* the low 32 of 64 bits */
    NBL_KERNEL_HIGH_HALF,   /* the high 32 of 64 bits */
    NBL_KERNEL_JOIN,        /* 32 and 32 bits, as 64 */
    NBL_KERNEL_PACK_HALF,   /* two float32 as two float16 in 32 bits */
    NBL_KERNEL_UNPACK_LOW,  /* the low float16, as float32 */
    NBL_KERNEL_UNPACK_HIGH, /* the high float16, as float32 */
    NBL_KERNEL_UNORM8,      /* float32 to 8 bits, and so on */
    NBL_KERNEL_SNORM8,
    NBL_KERNEL_UNORM16,
    NBL_KERNEL_SNORM16,
    NBL_KERNEL_FROM_UNORM8,
    NBL_KERNEL_FROM_SNORM8,
    NBL_KERNEL_FROM_UNORM16,
    NBL_KERNEL_FROM_SNORM16,
    NBL_KERNEL_FIELD,        /* c bits of a from bit b on, of 32-bit operands */
    NBL_KERNEL_FIELD_SIGNED, /* c bits of a from bit b on, extended by the highest of them */
    NBL_KERNEL_FIELD_MASK,   /* b ones from bit a on */
    NBL_KERNEL_TO_BFLOAT,    /* float32 to bfloat16, to nearest even */
    NBL_KERNEL_EXTRAS
} nbl_kernel_extra_t;

nbl_kernel_t nbl_kernel_extra(nbl_kernel_extra_t extra);

float nbl_half_to_float(uint32_t half);
uint32_t nbl_half_from_float(float value);

#endif
