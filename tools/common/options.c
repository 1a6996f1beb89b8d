/* Reads a command line by a table of options.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "common/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/tool.h"

/* Reads digits only: strtoul alone would take signs, blanks and what follows the number. */
bool options_number(const char *text, uint32_t *number) {
    uint64_t value = 0;
    if (*text == '\0') return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        value = value * 10 + (uint64_t)(*text - '0');
        if (value > UINT32_MAX) return false;
    }
    *number = (uint32_t)value;
    return true;
}

const char *options_word(const char *words, uint32_t number, char text[32]) {
    for (; number > 0; number--) words = strchr(words, '|') + 1;
    snprintf(text, 32, "%.*s", (int)strcspn(words, "|"), words);
    return text;
}

/* Returns the number of a word, of `size` characters, among "a|b|c", or UINT32_MAX. */
static uint32_t find_word(const char *words, const char *word, size_t size) {
    for (uint32_t number = 0; words && size > 0; number++) {
        const size_t length = strcspn(words, "|");
        if (length == size && memcmp(words, word, size) == 0) return number;
        words = words[length] ? words + length + 1 : NULL;
    }
    return UINT32_MAX;
}

/* Returns a bit for each word of "a,c" by its place in "a|b|c", or 0 if a word is not there. */
static uint32_t find_words(const char *words, const char *list) {
    uint32_t bits = 0;
    for (;;) {
        size_t size = strcspn(list, ",");
        uint32_t number = find_word(words, list, size);
        if (number == UINT32_MAX) return 0;
        bits |= 1u << number;
        if (list[size] == '\0') return bits;
        list += size + 1;
    }
}

/* Returns what a value must be, for messages. */
static const char *requirement(const option_t *option, char text[128]) {
    const char *words = option->words && option->words[0] == '|' ? option->words + 1 : option->words;
    switch (option->kind) {
    case OPTION_KIND_POWER: snprintf(text, 128, "a power of two from %.0f to %.0f", option->least, option->most); break;
    case OPTION_KIND_COUNT: snprintf(text, 128, "a number from %.0f to %.0f", option->least, option->most); break;
    case OPTION_KIND_NUMBER: snprintf(text, 128, "a number from %g to %g", option->least, option->most); break;
    case OPTION_KIND_WORDS: snprintf(text, 128, "%s, or several joined by commas", words); break;
    default: snprintf(text, 128, "%s", words); break;
    }
    return text;
}

static bool is_in_range(const option_t *option, double value) {
    return value >= option->least && value <= option->most;
}

static bool take_number(const option_t *option, const char *text) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !is_in_range(option, value)) return false;
    *(double *)option->value = value;
    return true;
}

static bool take_text(const option_t *option, const char *text) {
    *(const char **)option->value = text;
    return *text != '\0';
}

/* Stores an option's value. Returns false if the text is no value of that option. */
static bool take_value(const option_t *option, const char *text) {
    uint32_t number = 0;
    bool good = false;
    switch (option->kind) {
    case OPTION_KIND_TEXT: return take_text(option, text);
    case OPTION_KIND_NUMBER: return take_number(option, text);
    case OPTION_KIND_WORD: good = (number = find_word(option->words, text, strlen(text))) != UINT32_MAX; break;
    case OPTION_KIND_WORDS: good = (number = find_words(option->words, text)) != 0; break;
    default:
        good = options_number(text, &number) && is_in_range(option, number) &&
               (option->kind != OPTION_KIND_POWER || (number & (number - 1)) == 0);
    }
    if (good) *(uint32_t *)option->value = number;
    return good;
}

typedef struct reader_t {
    const char *command;
    int argc;
    char **argv;
    int at;
    const option_t *options;
    nbl_error_t *error;
} reader_t;

/* Returns the command's name for messages: "nbl-fft plan", or "nbl-bloom" without a command. */
static const char *name_of(const reader_t *reader, char text[64]) {
    snprintf(text, 64, "%s%s%s", tool_name(), reader->command ? " " : "", reader->command ? reader->command : "");
    return text;
}

static int refuse_option(const reader_t *reader, const char *argument) {
    char name[64];
    return fail(
        reader->error, EXIT_USAGE,
        "%s: unknown option of %s; %s --help lists them (a file whose name begins with a dash goes after the word --)",
        argument, reader->command ? reader->command : tool_name(), name_of(reader, name));
}

/* Takes an option and its value. */
static int take_option(reader_t *reader) {
    const char *argument = reader->argv[reader->at], *equals = argument[1] == '-' ? strchr(argument, '=') : NULL;
    const size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const option_t *option = reader->options;
    char text[128];
    while (option->name && (strlen(option->name) != length || memcmp(option->name, argument, length) != 0)) option++;
    if (!option->name || (option->kind == OPTION_KIND_FLAG && equals)) return refuse_option(reader, argument);
    if (option->kind == OPTION_KIND_FLAG) {
        *(bool *)option->value = true;
        return EXIT_DONE;
    }
    if (!equals && (reader->at + 1 == reader->argc || strncmp(reader->argv[reader->at + 1], "--", 2) == 0))
        return fail(reader->error, EXIT_USAGE, "%s: needs a value: %s", option->name, requirement(option, text));
    const char *value = equals ? equals + 1 : reader->argv[++reader->at];
    if (take_value(option, value)) return EXIT_DONE;
    if (option->kind == OPTION_KIND_TEXT)
        return fail(reader->error, EXIT_USAGE, "%s: is empty: must be %s", option->name, requirement(option, text));
    return fail(reader->error, EXIT_USAGE, "%s %s: must be %s", option->name, value, requirement(option, text));
}

/* Takes all options, and up to `most` other arguments. */
static int read_all(reader_t *reader, const char **others, uint32_t most, uint32_t *count) {
    bool only_others = false;
    *count = 0;
    for (; reader->at < reader->argc; reader->at++) {
        const char *argument = reader->argv[reader->at];
        if (!only_others && strcmp(argument, "--") == 0) {
            only_others = true;
        } else if (!only_others && argument[0] == '-' && argument[1] != '\0') {
            int status = take_option(reader);
            if (status != EXIT_DONE) return status;
        } else if (*count == most) {
            return fail(reader->error, EXIT_USAGE, "%s: one argument too many for %s", argument,
                        reader->command ? reader->command : tool_name());
        } else {
            others[(*count)++] = argument;
        }
    }
    return EXIT_DONE;
}

static int refuse_missing(const reader_t *reader, const char *what) {
    char name[64];
    return fail(reader->error, EXIT_USAGE, "%s: %s is missing; see %s --help",
                reader->command ? reader->command : "usage", what, name_of(reader, name));
}

int options_read(const char *command, int argc, char **argv, const option_t *options, const char *const *names,
                 const char **others, nbl_error_t *error) {
    reader_t reader = {command, argc, argv, 0, options, error};
    uint32_t found, most = 0;
    while (names[most]) most++;
    int status = read_all(&reader, others, most, &found);
    return status == EXIT_DONE && found < most ? refuse_missing(&reader, names[found]) : status;
}

int options_read_list(const char *command, int argc, char **argv, const option_t *options, const char *name,
                      const char **others, uint32_t least, uint32_t most, uint32_t *count, nbl_error_t *error) {
    reader_t reader = {command, argc, argv, 0, options, error};
    int status = read_all(&reader, others, most, count);
    return status == EXIT_DONE && *count < least ? refuse_missing(&reader, name) : status;
}
