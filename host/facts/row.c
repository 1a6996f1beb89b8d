/* Reads a row of host/facts from a line of text, and writes one. facts/facts.h has the form of a row.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "facts/row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/wisdom.h"
#include "spirv/words.h"

enum {
    MOST_ROUNDS = 64,        /* of a row; chosen */
    MOST_NUMBER_DIGITS = 9,  /* below 2^32 */
    MOST_DECIMAL_DIGITS = 15 /* of any number that double holds so that its digits can be had back */
};

static const char form[] =
    "must be \"exact|fast PRECISION[,..] [KIND[,..]] [CONDITION ..] LENGTH [PLAN[,..]] [KEY VALUE ..]\"";

#define WORD(name, word) word,
static const char *const kind_names[] = {NBL_FACT_KINDS(WORD)};
static const char *const condition_names[] = {NBL_FACT_CONDITIONS(WORD)};
static const char *const kernel_names[] = {NBL_FACT_UNEVEN_KERNELS(WORD)};
#undef WORD
#define NUMBER_WORD(name, word) word,
static const char *const number_words[] = {NBL_FACT_NUMBERS(NUMBER_WORD)};
#undef NUMBER_WORD
enum { KINDS = sizeof kind_names / sizeof *kind_names, CONDITIONS = sizeof condition_names / sizeof *condition_names };

const char *nbl_fft_instruction_order_name(nbl_instruction_order_t order) {
    static const char *const names[] = {NBL_INSTRUCTION_ORDER_WORDS(NBL_WORD_ALONE, NBL_WORD_BEHIND_COMMA)};
    return (unsigned)order < sizeof names / sizeof *names ? names[order] : NULL;
}

const char *nbl_fft_twiddles_name(uint32_t twiddles) {
    static const char *const names[] = {"two",
                                        "evaluated",
                                        "fourths",
                                        "one",
                                        "one-and-fourth",
                                        "stepped-two",
                                        "stepped-fourths",
                                        "stepped-one",
                                        "stepped-one-and-fourth"};
    return twiddles < sizeof names / sizeof *names ? names[twiddles] : NULL;
}

/* ---- Reading */

/* Returns the next word, ended by a null character in place of the space, and moves *text behind it; NULL at the end of
 * the line. */
static char *next_word(char **text) {
    char *word = *text;
    if (word == NULL || *word == '\0') return NULL;
    char *end = strchr(word, ' ');
    if (end != NULL) *end = '\0';
    *text = end != NULL ? end + 1 : NULL;
    return word;
}

/* Returns a bit for each name of a list with commas, such as "columns,turned"; 0 if a name is unknown.
 *
 * name_of  returns the name of a bit's number; NULL behind the last */
static uint32_t read_list(const char *list, const char *(*name_of)(uint32_t)) {
    uint32_t bits = 0;
    for (const char *at = list;; at++) {
        const size_t length = strcspn(at, ",");
        uint32_t number = 0;
        while (name_of(number) != NULL &&
               (strlen(name_of(number)) != length || strncmp(name_of(number), at, length) != 0))
            number++;
        if (name_of(number) == NULL || length == 0) return 0;
        bits |= 1u << number;
        at += length;
        if (*at == '\0') return bits;
    }
}

static const char *precision_name(uint32_t number) { return nbl_fft_precision_name((nbl_fft_precision_t)number); }
static const char *kind_name(uint32_t number) { return number < KINDS ? kind_names[number] : NULL; }
static const char *condition_name(uint32_t number) { return number < CONDITIONS ? condition_names[number] : NULL; }
static const char *kernel_name(uint32_t number) { return number < NBL_FACT_UNEVEN_COUNT ? kernel_names[number] : NULL; }
static const char *device_name(uint32_t number) { return nbl_device_kind_name((nbl_device_kind_t)number); }
static const char *order_name(uint32_t number) {
    return nbl_fft_instruction_order_name((nbl_instruction_order_t)number);
}

static bool read_number(const char **text, uint32_t *number) {
    const char *at = *text;
    for (*number = 0; *at >= '0' && *at <= '9' && at - *text < MOST_NUMBER_DIGITS; at++)
        *number = *number * 10 + (uint32_t)(*at - '0');
    const bool good = at != *text;
    *text = at;
    return good;
}

/* Reads a length, or the sizes of an array of tickets or of a workgroup, two or three, a row's last: "64x64x64".
 * Returns false if the text is neither, if a size is 0, or if there are 2^32 elements or more. */
static bool read_sizes(const char *text, nbl_fact_t *row) {
    uint32_t sizes[3] = {0, 0, 0}, count = 0;
    uint64_t product = 1;
    do {
        if (count == 3 || !read_number(&text, &sizes[count]) || sizes[count] == 0) return false;
        product *= sizes[count++];
    } while (*text++ == 'x');
    if (text[-1] != '\0' || (count > 1 && (row->kinds & ~(NBL_FACT_TICKETS | NBL_FACT_ARRAYS)) != 0) ||
        product > UINT32_MAX)
        return false;
    row->number = (uint32_t)product;
    row->rows = count > 1 ? sizes[count - 1] : 0;
    row->planes = count > 2 ? sizes[0] : 0;
    return true;
}

/* Divides a list at its commas into the row's plans, which stay in `text`. Does not check that they are plans. Returns
 * false if one is empty, or there are more than a row holds. */
static bool read_plans(char *text, nbl_fact_t *row) {
    for (uint32_t count = 0; count < NBL_FACT_MOST_PLANS; count++) {
        char *end = strchr(text, ',');
        row->plans[count] = text;
        if (end != NULL) *end = '\0';
        if (*text == '\0') return false;
        if (end == NULL) return true;
        text = end + 1;
    }
    return false;
}

/* Finds the number of a name. Returns false if it has none.
 *
 * name_of  returns the name of a number; NULL behind the last */
static bool read_name(const char *text, const char *(*name_of)(uint32_t), uint8_t *number) {
    for (*number = 0; name_of(*number) != NULL; ++*number)
        if (strcmp(text, name_of(*number)) == 0) return true;
    return false;
}

static bool read_key(const char *key, const char *value, nbl_fact_t *row) {
    const struct {
        const char *name;
        uint32_t *number, least, most;
    } keys[] = {{"chirp-ps", &row->chirp_time, 1, UINT32_MAX},
                {"rader-ps", &row->rader_time, 1, UINT32_MAX},
                {"outer-fs", &row->outer_time, 1, UINT32_MAX},
                {"middle-fs", &row->middle_time, 1, UINT32_MAX},
                {"lag", &row->lag, 1, UINT32_MAX},
                {"takes", &row->takes, 1, UINT32_MAX}};
    uint32_t number;
    if (strcmp(key, "instructions") == 0) return read_name(value, order_name, &row->order);
    if (strcmp(key, "twiddles") == 0) return read_name(value, nbl_fft_twiddles_name, &row->twiddles);
    if (!read_number(&value, &number) || *value != '\0') return false;
    if (strcmp(key, "rounds") == 0) return row->rounds = (uint8_t)number, number >= 1 && number <= MOST_ROUNDS;
    if (strcmp(key, "percent") == 0) return row->percent = (uint8_t)number, number >= 1 && number <= 100;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (strcmp(key, keys[k].name) == 0) return *keys[k].number = number, number >= keys[k].least;
    return false;
}

nbl_result_t nbl_fact_read(char *text, nbl_fact_t *row, nbl_error_t *error) {
    char *mode = next_word(&text), *precisions = next_word(&text), *word = next_word(&text);
    memset(row, 0, sizeof *row);
    row->rounds = 1;
    row->devices = NBL_FACT_ALL_DEVICES;
    row->kinds = NBL_FACT_TRANSFORM;
    if (word == NULL || (strcmp(mode, "fast") != 0 && strcmp(mode, "exact") != 0))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s", form);
    row->fast = mode[0] == 'f';
    row->precisions = (uint8_t)read_list(precisions, precision_name);
    if (row->precisions == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is no precision", precisions);
    if (word[0] < '0' || word[0] > '9') {
        const uint16_t kinds = (uint16_t)read_list(word, kind_name);
        if (kinds == 0 && read_list(word, condition_name) == 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is no kind of row", word);
        if (kinds != 0) row->kinds = kinds;
        for (word = kinds != 0 ? next_word(&text) : word; word != NULL && (word[0] < '0' || word[0] > '9');
             word = next_word(&text)) {
            const uint32_t condition = read_list(word, condition_name);
            if (condition == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is no condition", word);
            row->conditions |= (uint16_t)condition;
        }
    }
    if (word == NULL || !read_sizes(word, row)) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s", form);
    const uint32_t without_plan = NBL_FACT_CHIRP_PASS | NBL_FACT_REAL_PASS | NBL_FACT_BLOOM_LENGTH;
    if ((row->kinds & without_plan) != 0 && (row->kinds & ~without_plan) != 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "a row is of kinds with a plan, or of kinds without one: not of both");
    if ((row->kinds & without_plan) == 0) {
        word = next_word(&text);
        if (word == NULL || !read_plans(word, row)) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s", form);
    }
    while ((word = next_word(&text)) != NULL) {
        if (strcmp(word, "slower") == 0 && row->kinds == NBL_FACT_TICKETS) {
            row->slower = true;
            continue;
        }
        const char *value = next_word(&text);
        if (value == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: has no value", word);
        if (!read_key(word, value, row))
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s %s: is not known, or beyond its range", word, value);
    }
    return NBL_SUCCESS;
}

/* Reads 1 to MOST_DECIMAL_DIGITS digits, maybe with a point among them; the result is correctly rounded. Unlike
 * strtod() it reads the same in every locale. Returns false for any other text. */
static bool read_decimal(const char *text, double *value) {
    double digits = 0.0, power = 1.0;
    bool point = false;
    uint32_t count = 0;
    for (; (*text >= '0' && *text <= '9') || (*text == '.' && !point && count > 0); text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        digits = 10.0 * digits + (*text - '0');
        if (point) power *= 10.0;
        count++;
    }
    *value = digits / power;
    return *text == '\0' && count > 0 && count <= MOST_DECIMAL_DIGITS;
}

/* Returns whether a number's value is bits of NBL_FACT_UNEVEN_KERNELS. */
static bool is_of_kernels(uint32_t number) {
    return number == NBL_NUMBER_FUSED_LOOPED || number == NBL_NUMBER_FUSED_BY_ONE;
}

static bool read_value(uint32_t number, const char *text, double *value) {
    if (!is_of_kernels(number) || strcmp(text, "0") == 0) return read_decimal(text, value);
    *value = read_list(text, kernel_name);
    return *value != 0;
}

const char *nbl_fact_number_word(nbl_fact_number_t number) { return number_words[number]; }

bool nbl_fact_read_devices(const char *text, uint8_t *devices) {
    static const char key[] = "for ";
    if (strncmp(text, key, sizeof key - 1) != 0) return false;
    text += sizeof key - 1;
    *devices = strcmp(text, "all") == 0 ? NBL_FACT_ALL_DEVICES : (uint8_t)read_list(text, device_name);
    return true;
}

bool nbl_fact_read_number(const char *text, nbl_fact_number_t *number, double *value) {
    static const char key[] = "number ";
    uint32_t found = 0;
    if (strncmp(text, key, sizeof key - 1) != 0) return false;
    text += sizeof key - 1;
    const size_t length = strcspn(text, " ");
    while (found < NBL_NUMBER_COUNT &&
           (strlen(number_words[found]) != length || strncmp(number_words[found], text, length) != 0))
        found++;
    if (text[length] != ' ' || !read_value(found, text + length + 1, value)) found = NBL_NUMBER_COUNT;
    *number = (nbl_fact_number_t)found;
    return true;
}

/* ---- Writing */

typedef struct text_t {
    char *buffer;
    size_t size, length;
} text_t;

static void put(text_t *text, const char *between, const char *word) {
    const size_t left = text->length < text->size ? text->size - text->length : 0;
    text->length += (size_t)snprintf(left != 0 ? text->buffer + text->length : NULL, left, "%s%s", between, word);
}

static void put_number(text_t *text, const char *between, uint32_t number) {
    char digits[16];
    snprintf(digits, sizeof digits, "%u", (unsigned)number);
    put(text, between, digits);
}

static void put_list(text_t *text, const char *first, const char *between, uint32_t bits,
                     const char *(*name_of)(uint32_t)) {
    for (uint32_t number = 0; bits >> number != 0; number++) {
        if ((bits >> number & 1u) == 0) continue;
        put(text, first, name_of(number));
        first = between;
    }
}

size_t nbl_fact_number_text(nbl_fact_number_t number, double value, char *buffer, size_t size) {
    if (is_of_kernels(number) && value != 0) {
        text_t text = {buffer, size, 0};
        put(&text, "number ", nbl_fact_number_word(number));
        put_list(&text, " ", ",", (uint32_t)value, kernel_name);
        return text.length;
    }
    double power = 1.0;
    int places = 0;
    while (places < MOST_DECIMAL_DIGITS && (double)(uint64_t)(value * power + 0.5) / power != value)
        places++, power *= 10.0;
    const uint64_t digits = (uint64_t)(value * power + 0.5), unit = (uint64_t)power;
    const int length =
        snprintf(buffer, size, "number %s %llu", nbl_fact_number_word(number), (unsigned long long)(digits / unit));
    if (places == 0) return (size_t)length;
    const size_t left = (size_t)length < size ? size - (size_t)length : 0;
    return (size_t)(length + snprintf(left != 0 ? buffer + length : NULL, left, ".%0*llu", places,
                                      (unsigned long long)(digits % unit)));
}

size_t nbl_fact_text(const nbl_fact_t *row, char *buffer, size_t size) {
    text_t text = {buffer, size, 0};
    put(&text, "", row->fast ? "fast" : "exact");
    put_list(&text, " ", ",", row->precisions, precision_name);
    if (row->kinds != NBL_FACT_TRANSFORM) put_list(&text, " ", ",", row->kinds, kind_name);
    put_list(&text, " ", " ", row->conditions, condition_name);
    if (row->planes != 0) {
        put_number(&text, " ", row->planes);
        put_number(&text, "x", row->number / row->rows / row->planes);
        put_number(&text, "x", row->rows);
    } else if (row->rows != 0) {
        put_number(&text, " ", row->number / row->rows);
        put_number(&text, "x", row->rows);
    } else {
        put_number(&text, " ", row->number);
    }
    for (uint32_t p = 0; p < NBL_FACT_MOST_PLANS && row->plans[p] != NULL; p++)
        put(&text, p == 0 ? " " : ",", row->plans[p]);
    if (row->kinds == NBL_FACT_TRANSFORM || row->rounds != 1) put_number(&text, " rounds ", row->rounds);
    if (row->order != 0) put(&text, " instructions ", order_name(row->order));
    if (row->twiddles != NBL_FFT_TWIDDLES_OF_TWO) put(&text, " twiddles ", nbl_fft_twiddles_name(row->twiddles));
    if (row->percent != 0) put_number(&text, " percent ", row->percent);
    if (row->chirp_time != 0) put_number(&text, " chirp-ps ", row->chirp_time);
    if (row->rader_time != 0) put_number(&text, " rader-ps ", row->rader_time);
    if (row->outer_time != 0) put_number(&text, " outer-fs ", row->outer_time);
    if (row->middle_time != 0) put_number(&text, " middle-fs ", row->middle_time);
    if (row->lag != 0) put_number(&text, " lag ", row->lag);
    if (row->takes != 0) put_number(&text, " takes ", row->takes);
    if (row->slower) put(&text, " ", "slower");
    return text.length;
}
