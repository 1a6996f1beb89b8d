/* Includes a text once for each scalar of an arithmetic: float32, float64, and float16 where the compiler has it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter, undefined at the end: RUN_TEXT, the text's name in quotes. The text reads NBL_SCALAR, which it undefines,
 * and RUN_PRODUCTS: 1 where steps may have operations on each number, which halves have not.
 */
#define RUN_PRODUCTS 1
#define NBL_SCALAR float32_t
#include RUN_TEXT
#define NBL_SCALAR float64_t
#include RUN_TEXT
#undef RUN_PRODUCTS
#if NBL_HAS_FLOAT16
#define RUN_PRODUCTS 0
#define NBL_SCALAR float16_t
#include RUN_TEXT
#undef RUN_PRODUCTS
#endif
#undef RUN_TEXT
