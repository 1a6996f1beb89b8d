/* Multiply-adds that every driver rounds once: SPV_KHR_fma.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_ROUND_ONCE_H
#define NBL_HOST_SPIRV_ROUND_ONCE_H

#include <stddef.h>
#include <stdint.h>

/* Of SPV_KHR_fma, revision 1; the headers of 2025 and before do not have them. */
#define NBL_SPV_OP_FMA 4427u         /* OpFmaKHR: result type, result, and the operands of GLSL.std.450's Fma */
#define NBL_SPV_CAPABILITY_FMA 6030u /* FMAKHR */

/* Returns a copy of a module with OpFmaKHR in place of GLSL.std.450's Fma, whose product a driver may round. Capability
 * and extension are declared in it. The caller frees the copy; NULL: no memory.
 *
 * words       a module that passed nbl_module_open(), without SPV_KHR_fma
 * made_count  receives the words of the copy */
uint32_t *nbl_spirv_round_once(const uint32_t *words, size_t word_count, size_t *made_count);

#endif
