/* Reads values by name, as --set gives them: numbers, vectors, the addresses of bindings.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 4096 };

uint64_t address_of(uint32_t set, uint32_t binding) {
    return ((uint64_t)1 << 44) + (((uint64_t)set * 65536u + binding) << 32);
}

static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* Reads a number that ends at a comma or at the text's end. Returns the text after it; NULL: it is no number. */
static const char *read_number(const char *text, nbl_interpreter_number_t *number) {
    const size_t length = strcspn(text, ",");
    const char *end = text + length;
    char *stop = NULL, piece[128];
    *number = (nbl_interpreter_number_t){.is_whole = true};
    if (is_word(text, length, "true") || is_word(text, length, "false")) {
        number->bits = text[0] == 't';
        number->value = (double)number->bits;
        return end;
    }
    if (text[0] == '@') {
        unsigned set, binding;
        snprintf(piece, sizeof piece, "%.*s", (int)length - 1, text + 1);
        const char *rest = read_place(piece, &set, &binding);
        if (rest == NULL || *rest != '\0') return NULL;
        number->bits = address_of(set, binding);
        return end;
    }
    if (length == 0 || length >= sizeof piece || strchr(" \t\n", text[0]) != NULL) return NULL;
    snprintf(piece, sizeof piece, "%.*s", (int)length, text);
    number->value = strtod(piece, &stop);
    if (*stop != '\0') return NULL;
    errno = 0;
    const int negative = piece[0] == '-';
    number->bits = negative ? (uint64_t)strtoll(piece, &stop, 0) : strtoull(piece, &stop, 0);
    number->is_whole = *stop == '\0' && errno == 0 && !(piece[0] == '0' && stop - piece > 1 && piece[1] != 'x');
    return end;
}

static int read_one(const char *text, members_t *members, size_t *used, nbl_error_t *error) {
    const char *equal = strrchr(text, '=');
    nbl_interpreter_value_t *value = &members->values[members->count];
    if (equal == NULL || equal == text || (size_t)(equal - text) >= sizeof members->names[0])
        return fail(error, EXIT_USAGE, "--set %s: must be NAME=VALUE", text);
    snprintf(members->names[members->count], sizeof members->names[0], "%.*s", (int)(equal - text), text);
    *value = (nbl_interpreter_value_t){.name = members->names[members->count], .numbers = members->numbers + *used};
    for (const char *at = equal + 1;; at++) {
        if (*used == MOST_NUMBERS) return fail(error, EXIT_USAGE, "--set %.64s: too many numbers", text);
        at = read_number(at, &members->numbers[(*used)++]);
        if (at == NULL)
            return fail(error, EXIT_USAGE, "--set %s: must be NAME=VALUE, NAME=X,Y,Z or NAME=@[SET.]N", text);
        value->count++;
        if (*at == '\0') break;
    }
    members->count++;
    return EXIT_DONE;
}

int read_members(const request_t *request, members_t *members, nbl_error_t *error) {
    size_t used = 0;
    int status = EXIT_DONE;
    members->count = 0;
    members->numbers = calloc(MOST_NUMBERS, sizeof *members->numbers);
    if (members->numbers == NULL) return fail(error, EXIT_FAILED, "--set: no memory");
    for (uint32_t i = 0; i < request->members.count && status == EXIT_DONE; i++)
        status = read_one(request->members.values[i], members, &used, error);
    return status;
}

int check_members(const request_t *request, const members_t *members, nbl_error_t *error) {
    for (uint32_t i = 0; i < members->count; i++) {
        const nbl_interpreter_value_t *value = &members->values[i];
        if (value->members == 0)
            return fail(error, EXIT_USAGE, "--set %s: no member of a buffer or of the push constants has that name",
                        request->members.values[i]);
        if (value->misfit != 0)
            return fail(error, EXIT_USAGE, "--set %s: the member has %llu numbers, not %u", request->members.values[i],
                        (unsigned long long)value->misfit, (unsigned)value->count);
    }
    return EXIT_DONE;
}

void free_members(members_t *members) {
    free(members->numbers);
    members->numbers = NULL;
}
