/* The words of modes and of instruction orders, each list in the order of its enumeration in nbl/host/compile.h: of options, of
 * programs' texts, of rows of facts.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_WORDS_H
#define NBL_HOST_SPIRV_WORDS_H

#define NBL_MODE_WORDS(FIRST, NEXT) FIRST("exact") NEXT("fast") NEXT("fused")

#define NBL_INSTRUCTION_ORDER_WORDS(FIRST, NEXT) \
    FIRST("default") \
    NEXT("written") NEXT("late") NEXT("loads-first") NEXT("demanded") NEXT("apart") NEXT("stored") NEXT("by-one")

/* What FIRST and NEXT are for the elements of an array, and for one text with bars, "exact|fast|fused". */
#define NBL_WORD_ALONE(word) word
#define NBL_WORD_BEHIND_COMMA(word) , word
#define NBL_WORD_BEHIND_BAR(word) "|" word

#endif
