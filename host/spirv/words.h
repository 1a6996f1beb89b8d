/* The words of modes, instruction orders, targets and nbl_opaque_t, each list in the order of its enumeration in
 * nbl/host/compile.h or nbl/host/write_text.h: of options, of programs' texts, of rows of facts, of messages.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_WORDS_H
#define NBL_HOST_SPIRV_WORDS_H

#define NBL_MODE_WORDS_BUT_FUSED(FIRST, NEXT) FIRST("exact") NEXT("fast") /* of what has no fused mode */
#define NBL_MODE_WORDS(FIRST, NEXT) NBL_MODE_WORDS_BUT_FUSED(FIRST, NEXT) NEXT("fused")

#define NBL_INSTRUCTION_ORDER_WORDS(FIRST, NEXT) \
    FIRST("default") \
    NEXT("written") \
    NEXT("late") NEXT("loads-first") NEXT("demanded") NEXT("apart") NEXT("stored") NEXT("by-one") NEXT("looped")

#define NBL_TARGET_WORD(name, word, extension) word
#define NBL_TARGET_WORD_BEHIND_BAR(name, word, extension) "|" word
#define NBL_TARGET_WORDS NBL_EACH_TARGET(NBL_TARGET_WORD, NBL_TARGET_WORD_BEHIND_BAR) /* of nbl/host/write_text.h */
#define NBL_OPAQUE_WORDS "default|none|constants|products|all"

/* FIRST and NEXT of a list of words, for three uses: NBL_WORD_ALONE and NBL_WORD_BEHIND_COMMA make the elements of an
 * array, NBL_WORD_BEHIND_BAR one text, "exact|fast|fused", NBL_WORD_BEHIND_COMMA_IN_TEXT "exact, fast, fused". */
#define NBL_WORD_ALONE(word) word
#define NBL_WORD_BEHIND_COMMA(word) , word
#define NBL_WORD_BEHIND_BAR(word) "|" word
#define NBL_WORD_BEHIND_COMMA_IN_TEXT(word) ", " word

/* For NBL_CHECK_ENUM(). */
#define NBL_MODE_NAMES NBL_MODE_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_COMMA_IN_TEXT)
#define NBL_MODE_NAMES_BUT_FUSED NBL_MODE_WORDS_BUT_FUSED(NBL_WORD_ALONE, NBL_WORD_BEHIND_COMMA_IN_TEXT)

#endif
