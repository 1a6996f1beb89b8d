/* Options of a command line, from a table.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   uint32_t length = 0, mode = 0;
 *   const option_t options[] = {OPTION_COUNT("--length", &length, 2, 32768), OPTION_WORD("--mode", &mode,
 * "exact|fast"),
 *                               OPTIONS_END};
 *
 * `--name value` and `--name=value` are the same; what follows `--` is not an option. A value that is not given stays
 * as it is.
 */
#ifndef NBL_TOOLS_COMMON_OPTIONS_H
#define NBL_TOOLS_COMMON_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "nbl/host/error.h"

typedef enum option_kind_t {
    OPTION_KIND_FLAG,
    OPTION_KIND_COUNT,
    OPTION_KIND_POWER,
    OPTION_KIND_NUMBER,
    OPTION_KIND_WORD,
    OPTION_KIND_WORDS,
    OPTION_KIND_TEXT
} option_kind_t;

typedef struct option_t {
    const char *name; /* with its dashes; NULL ends a table */
    option_kind_t kind;
    void *value;
    const char *words; /* "a|b|c"; of a text, what messages call it */
    double least, most;
} option_t;

/* value: bool; set if the option is given */
#define OPTION_FLAG(name, value) \
    { name, OPTION_KIND_FLAG, value, NULL, 0, 0 }
/* value: uint32_t, a whole number from least to most */
#define OPTION_COUNT(name, value, least, most) \
    { name, OPTION_KIND_COUNT, value, NULL, least, most }
/* value: uint32_t, a power of two from least to most */
#define OPTION_POWER(name, value, least, most) \
    { name, OPTION_KIND_POWER, value, NULL, least, most }
/* value: double, from least to most */
#define OPTION_NUMBER(name, value, least, most) \
    { name, OPTION_KIND_NUMBER, value, NULL, least, most }
/* value: uint32_t, which of the words it is, from 0 on; a default without a name is "" and the first:
 * "|vulkan|emulator" */
#define OPTION_WORD(name, value, words) \
    { name, OPTION_KIND_WORD, value, words, 0, 0 }
/* value: uint32_t, a bit for each of several words, joined by commas */
#define OPTION_WORDS(name, value, words) \
    { name, OPTION_KIND_WORDS, value, words, 0, 0 }
/* value: const char *, not empty; what: for messages, "a file name" */
#define OPTION_TEXT(name, value, what) \
    { name, OPTION_KIND_TEXT, value, what, 0, 0 }
#define OPTIONS_END \
    { NULL, OPTION_KIND_FLAG, NULL, NULL, 0, 0 }

/* Reads what follows a command. Returns EXIT_DONE or EXIT_USAGE.
 *
 * command  its name, for messages; NULL: the tool has but one
 * names    what each of the other arguments is called in messages; ends with NULL; all of them are required
 * others   receives them */
int options_read(const char *command, int argc, char **argv, const option_t *options, const char *const *names,
                 const char **others, nbl_error_t *error);

/* As options_read(), with `least` to `most` other arguments, called `name` in messages; *count receives their
 * number. */
int options_read_list(const char *command, int argc, char **argv, const option_t *options, const char *name,
                      const char **others, uint32_t least, uint32_t most, uint32_t *count, nbl_error_t *error);

/* Reads a number of digits only. Returns false for other texts, and for numbers beyond uint32_t. */
bool options_number(const char *text, uint32_t *number);

/* Writes the word with that number into `text`, and returns it. */
const char *options_word(const char *words, uint32_t number, char text[32]);

#endif
