/* Programs in fused mode: what they take of fast mode's choices, and what they, and those of exact mode, cannot have.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fused are a product and the sum that takes it, which are rounded once where the text says so: nbl/lang/fused.h.
 */
#ifndef NBL_HOST_TRANSFORM_FUSED_MODE_H
#define NBL_HOST_TRANSFORM_FUSED_MODE_H

#include "transform/make.h"

/* Returns the mode by which a program is chosen: the problem's own. For fused mode: fast if a device is known; exact
 * for halves, which fast mode rounds where exact mode does not. Halves whose exact program needs float64 on a device
 * without it are made as in fast mode after all, but halves are exchanged as float32: rules/make.c.
 *
 * limits  of a device; NULL: of none */
nbl_mode_t nbl_fused_chosen_as(const nbl_problem_t *problem, const nbl_fft_limits_t *limits);

/* Returns the mode in which all kernels of a program are compiled: nbl_fused_compiled_as() of its own, but fast mode's
 * where a line has no text that states what the CPU computes. */
nbl_mode_t nbl_program_compiled_as(const nbl_program_t *program);

/* Returns what lets a machine choose bits of a program's results; NULL: nothing does. Then they are the same on the CPU
 * and on each device, in fused and fast mode on those that round a multiply-add once. */
const char *nbl_program_why_own_bits(const nbl_program_t *program);

#define NBL_PROGRAM_BITS_SIZE 128

/* Writes a comment for a program's text, which says whose a fast one's bits are: a line, of other modes "". */
void nbl_program_bits_text(const nbl_program_t *program, char text[NBL_PROGRAM_BITS_SIZE]);

/* Makes a chosen program one of a mode in which the program decides all bits. A device may make a root of another root
 * that the same invocation has: exact mode evaluates it instead, and fused mode does where a device evaluates it.
 * Twiddles are nbl_fused_twiddles(), in all lines of a step if in one of them. Returns false if a line has what
 * exact or fused mode cannot have. A program of fast mode that is compiled in fused mode keeps it. */
bool nbl_program_settle(nbl_program_t *program, nbl_mode_t mode);

/* Returns the line whose last pass gives an invocation the elements that an UNPACK or PACK converts. That is a step's
 * only line; for an array that a workgroup holds it is the line of the rows, if rows are loaded or stored. NULL for
 * columns, where each root is loaded.
 *
 * op  the UNPACK or PACK */
const nbl_program_op_t *nbl_fused_line_of_roots(const nbl_program_step_t *step, const nbl_program_op_t *op);

/* Returns what in an operation has bits that the CPU cannot give in exact mode; NULL: nothing. A device makes some
 * twiddles and roots of others that the same invocation has, and the program does not say of which. */
const char *nbl_exact_refuses(const nbl_program_op_t *op);

/* Returns what an operation of a step has that fused mode cannot have, "in fused mode ..."; NULL: nothing. */
const char *nbl_fused_refuses(const nbl_program_step_t *step, const nbl_program_op_t *op);

/* Gives kernels in which some invocations lack a butterfly of a pass the order of instructions that the device's
 * numbers fused-looped and fused-by-one have for them. Changes no bit. */
void nbl_fused_order(nbl_program_t *program, nbl_device_kind_t device);

#endif
