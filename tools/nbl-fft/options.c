/* Options of the command line, from a table.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/bit.h"
#include "nbl/host/plan.h"

/* strtoul alone would take signs, blanks and what follows the number. */
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

/* Returns the number of a word, of `size` characters, among "a|b|c", or UINT32_MAX. */
static uint32_t find_word(const char *words, const char *word, size_t size) {
    for (uint32_t number = 0; words; number++) {
        const char *bar = strchr(words, '|');
        size_t length = bar ? (size_t)(bar - words) : strlen(words);
        if (length == size && memcmp(words, word, size) == 0) return number;
        words = bar ? bar + 1 : NULL;
    }
    return UINT32_MAX;
}

/* Returns a bit for each of "a,c" among "a|b|c", or 0 where one is none of them. */
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

/* What a value must be, for messages. */
static const char *requirement(const option_t *option, char text[128]) {
    switch (option->kind) {
    case OPTION_POWER: snprintf(text, 128, "a power of two from %u to %u", option->least, option->most); break;
    case OPTION_COUNT: snprintf(text, 128, "a number from %u to %u", option->least, option->most); break;
    case OPTION_WORDS: snprintf(text, 128, "%s, or several joined by commas", option->words); break;
    default: snprintf(text, 128, "%s", option->words); break;
    }
    return text;
}

static int take_value(const option_t *option, const char *value) {
    char text[128];
    uint32_t number = 0;
    if (option->kind == OPTION_TEXT) {
        if (*value == '\0')
            return fail(EXIT_USAGE, "%s: is empty: must be %s", option->name, requirement(option, text));
        *(const char **)option->value = value;
        return EXIT_DONE;
    }
    bool good;
    if (option->kind == OPTION_WORD) {
        number = find_word(option->words, value, strlen(value));
        good = number != UINT32_MAX;
    } else if (option->kind == OPTION_WORDS) {
        number = find_words(option->words, value);
        good = number != 0;
    } else {
        good = options_number(value, &number) && number >= option->least && number <= option->most;
        if (option->kind == OPTION_POWER) good = good && nbl_is_power_of_two(number);
    }
    if (!good) return fail(EXIT_USAGE, "%s %s: must be %s", option->name, value, requirement(option, text));
    *(uint32_t *)option->value = number;
    return EXIT_DONE;
}

/* Takes argv[*i] as an option, and its value with it. */
static int take_option(const char *command, int argc, char **argv, int *i, const option_t *options) {
    char text[128];
    for (const option_t *option = options; option->name; option++) {
        if (strcmp(argv[*i], option->name) != 0) continue;
        if (option->kind == OPTION_FLAG) {
            *(bool *)option->value = true;
            return EXIT_DONE;
        }
        if (*i + 1 == argc || strncmp(argv[*i + 1], "--", 2) == 0)
            return fail(EXIT_USAGE, "%s: needs a value: %s", option->name, requirement(option, text));
        (*i)++;
        return take_value(option, argv[*i]);
    }
    return fail(EXIT_USAGE,
                "%s: unknown option of %s; nbl-fft %s --help lists them, and a file name that begins with a dash goes "
                "after --",
                argv[*i], command, command);
}

/* Takes all options, and up to `most` other arguments. */
static int read_all(const char *command, int argc, char **argv, const option_t *options, const char **others,
                    uint32_t most, uint32_t *count) {
    bool only_others = false;
    *count = 0;
    for (int i = 0; i < argc; i++) {
        if (!only_others && strcmp(argv[i], "--") == 0) {
            only_others = true;
        } else if (!only_others && argv[i][0] == '-' && argv[i][1] != '\0') {
            int status = take_option(command, argc, argv, &i, options);
            if (status != EXIT_DONE) return status;
        } else if (*count == most) {
            return fail(EXIT_USAGE, "%s: one argument too many for %s", argv[i], command);
        } else {
            others[(*count)++] = argv[i];
        }
    }
    return EXIT_DONE;
}

int options_read(const char *command, int argc, char **argv, const option_t *options, const char *const *file_names,
                 const char **files) {
    uint32_t found, wanted = 0;
    while (file_names[wanted]) wanted++;
    int status = read_all(command, argc, argv, options, files, wanted, &found);
    if (status == EXIT_DONE && found < wanted)
        return fail(EXIT_USAGE, "%s: %s is missing; see nbl-fft %s --help", command, file_names[found], command);
    return status;
}

int options_read_list(const char *command, int argc, char **argv, const option_t *options, const char *name,
                      const char **list, uint32_t most, uint32_t *count) {
    int status = read_all(command, argc, argv, options, list, most, count);
    if (status == EXIT_DONE && *count == 0)
        return fail(EXIT_USAGE, "%s: %s is missing; see nbl-fft %s --help", command, name, command);
    return status;
}

int options_device(const char *text, nbl_vulkan_device_desc_t *desc) {
    uint32_t number;
    if (!text || text[strspn(text, "0123456789")] != '\0') {
        desc->name = text;
        return EXIT_DONE;
    }
    if (!options_number(text, &number) || number > INT32_MAX)
        return fail(EXIT_FAILED, "--device %s: there is no such device", text);
    desc->index = (int32_t)number;
    return EXIT_DONE;
}

int options_algorithm(uint32_t *algorithm, const char *plan, uint32_t elements, uint32_t workgroup) {
    const char *shape = elements != 0 ? "--elements-per-invocation" : workgroup != 0 ? "--workgroup-size" : NULL;
    uint32_t chosen = *algorithm != ALGORITHM_ANY ? *algorithm : shape ? ALGORITHM_RADIX2_SHUFFLE : ALGORITHM_STOCKHAM;
    if (plan && shape)
        return fail(EXIT_USAGE, "--plan and %s: the one is for stockham, the other for radix2-shuffle", shape);
    if (plan && chosen != ALGORITHM_STOCKHAM) return fail(EXIT_USAGE, "--plan: is for --algorithm stockham");
    if (shape && chosen != ALGORITHM_RADIX2_SHUFFLE)
        return fail(EXIT_USAGE, "%s: is for --algorithm radix2-shuffle; stockham takes --plan", shape);
    if (plan) {
        nbl_fft_plan_request_t parsed;
        nbl_error_t error;
        if (nbl_fft_plan_read(plan, &parsed, &error) != NBL_SUCCESS) return fail(EXIT_USAGE, "--%s", error.text);
    }
    *algorithm = chosen == ALGORITHM_STOCKHAM ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
    return EXIT_DONE;
}

/* The product of a plan's radices, 0 where the text is none. */
static uint32_t plan_length(const char *text) {
    nbl_fft_plan_request_t plan;
    uint32_t length = 1;
    if (nbl_fft_plan_read(text, &plan, NULL) != NBL_SUCCESS) return 0;
    for (uint32_t p = 0; p < plan.passes; p++) length *= plan.radices[p];
    return length <= NBL_FFT_PLAN_MAX_LENGTH ? length : 0;
}

int options_length(const char *command, uint32_t *length, const char *plan, uint32_t elements, uint32_t workgroup) {
    if (*length == 0 && plan) *length = plan_length(plan);
    if (*length == 0 && (elements == 0 || workgroup == 0))
        return fail(EXIT_USAGE, "%s: --length is missing, or --plan, or --elements-per-invocation and --workgroup-size",
                    command);
    if (*length == 0) *length = elements * workgroup;
    return EXIT_DONE;
}
