/* How long the array of preloaded registers of several channels is, unless the text that includes this has named it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * NBL_PRELOADED_REGISTERS, optional, is a constant's name: GLSL takes two equal products of a specialization constant
 * for two different sizes.
 */
#ifndef NBL_PRELOADED_REGISTERS
#define NBL_PRELOADED_REGISTERS (NBL_PRELOADED_CHANNELS * NBL_PRELOADED_ELEMENTS)
#endif
