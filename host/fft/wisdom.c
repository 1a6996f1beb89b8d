/* Plans as they were measured on a device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/wisdom.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "fft/names.h"
#include "fft/tuning.h"
#include "nbl/fft/parameters.h"

#define FIRST_LINE "nbl-fft wisdom 1"
enum { MOST_BYTES = 1 << 20, ROW_BYTES = NBL_FFT_PLAN_TEXT_SIZE + 96 };

/* What a row is of: whole transforms, or lines side by side. */
typedef enum kind_t { WHOLE = 0, COLUMNS, TURNED } kind_t;

static const char *const kind_names[] = {"", "columns ", "turned "};

typedef struct row_t {
    kind_t kind;
    bool fast;
    nbl_fft_precision_t precision;
    uint32_t length, rounds, twiddles;
    nbl_instruction_order_t instruction_order;
    char plan[NBL_FFT_PLAN_TEXT_SIZE];
} row_t;

struct nbl_fft_wisdom_t {
    char device[256];
    row_t *rows;
    size_t count;
};

nbl_result_t nbl_fft_wisdom_create(const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error) {
    if (wisdom != NULL) *wisdom = NULL;
    if (NBL_ANY_NULL(error, device, wisdom)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (strlen(device) >= sizeof(*wisdom)->device || strpbrk(device, "\r\n"))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "wisdom: the device's name is too long or has several lines");
    nbl_fft_wisdom_t *made = calloc(1, sizeof *made);
    if (made == NULL) return nbl_fail_memory(error, "wisdom");
    strcpy(made->device, device);
    *wisdom = made;
    return NBL_SUCCESS;
}

void nbl_fft_wisdom_destroy(nbl_fft_wisdom_t *wisdom) {
    if (wisdom == NULL) return;
    free(wisdom->rows);
    free(wisdom);
}

/* Whether a plan's text is one of the length, and keeps the bits that the length has without it. */
static nbl_result_t check_plan(bool fast, nbl_fft_precision_t precision, uint32_t length, const char *text,
                               nbl_error_t *error) {
    nbl_fft_plan_request_t request;
    nbl_fft_plan_t plan, usual;
    nbl_result_t result = nbl_fft_plan_read(text, &request, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_plan_fit(&request, nbl_fft_precision_dwords(precision), NULL, &plan, error);
    if (result != NBL_SUCCESS) return result;
    if (plan.fft_length != length)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "plan %s: is for length %u, not %u", text, plan.fft_length, length);
    result = fast ? NBL_SUCCESS : nbl_fft_tuned_plan(length, precision, false, NULL, &usual, NULL, error);
    if (result != NBL_SUCCESS || fast || (usual.passes == plan.passes && usual.radices == plan.radices)) return result;
    char radices[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_radices_text(usual, "x", radices, sizeof radices);
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "plan %s: other radices than %s change the bits of exact mode", text,
                    radices);
}

static row_t *find(const nbl_fft_wisdom_t *wisdom, kind_t kind, bool fast, nbl_fft_precision_t precision,
                   uint32_t length) {
    for (size_t i = 0; i < wisdom->count; i++) {
        row_t *row = &wisdom->rows[i];
        if (row->kind == kind && row->fast == fast && row->precision == precision && row->length == length) return row;
    }
    return NULL;
}

/* In place of a row of the same kind, mode, precision and length. */
static nbl_result_t put_row(nbl_fft_wisdom_t *wisdom, const row_t *made, nbl_error_t *error) {
    row_t *row = find(wisdom, made->kind, made->fast, made->precision, made->length);
    if (row == NULL) {
        row_t *rows = realloc(wisdom->rows, (wisdom->count + 1) * sizeof *rows);
        if (rows == NULL) return nbl_fail_memory(error, "wisdom");
        wisdom->rows = rows;
        row = &rows[wisdom->count++];
    }
    *row = *made;
    return NBL_SUCCESS;
}

static nbl_result_t refuse_text(nbl_error_t *error) {
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "wisdom: a plan's text has less than %d characters",
                    (int)NBL_FFT_PLAN_TEXT_SIZE);
}

nbl_result_t nbl_fft_wisdom_set(nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                                const nbl_fft_wisdom_choice_t *choice, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, wisdom, choice)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("precision", precision, NBL_FFT_PRECISION_NAMES),
                                  NBL_CHECK_RANGE("rounds", choice->rounds, 1, NBL_FFT_MOST_ROUNDS),
                                  NBL_CHECK_RANGE("instruction order", (int)choice->instruction_order, 0,
                                                  NBL_INSTRUCTION_ORDER_DEMANDED)};
    nbl_result_t result = nbl_check("wisdom", checks, sizeof checks / sizeof *checks, error);
    if (result != NBL_SUCCESS) return result;
    if (nbl_fft_twiddles_name(choice->twiddles) == NULL || (!fast && choice->twiddles != NBL_FFT_TWIDDLES_OF_TWO))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "wisdom: twiddles %u: must be %s", choice->twiddles,
                        fast ? "a kind that there is" : "those of powers of two in exact mode");
    if (strlen(choice->plan) >= NBL_FFT_PLAN_TEXT_SIZE) return refuse_text(error);
    result = check_plan(fast, precision, length, choice->plan, error);
    if (result != NBL_SUCCESS) return result;
    row_t made = {.fast = fast,
                  .precision = precision,
                  .length = length,
                  .rounds = choice->rounds,
                  .twiddles = choice->twiddles,
                  .instruction_order = choice->instruction_order};
    strcpy(made.plan, choice->plan); /* before the rows move: it may be a row's own */
    return put_row(wisdom, &made, error);
}

nbl_result_t nbl_fft_wisdom_set_columns(nbl_fft_wisdom_t *wisdom, bool turned, bool fast, nbl_fft_precision_t precision,
                                        uint32_t points, const char *plan, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, wisdom, plan)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const nbl_check_t valid = NBL_CHECK_ENUM("precision", precision, NBL_FFT_PRECISION_NAMES);
    nbl_result_t result = nbl_check("wisdom", &valid, 1, error);
    if (result == NBL_SUCCESS && strlen(plan) >= NBL_FFT_PLAN_TEXT_SIZE) result = refuse_text(error);
    if (result == NBL_SUCCESS) result = check_plan(true, precision, points, plan, error);
    if (result != NBL_SUCCESS) return result;
    row_t made = {
        .kind = turned ? TURNED : COLUMNS, .fast = fast, .precision = precision, .length = points, .rounds = 1};
    strcpy(made.plan, plan);
    return put_row(wisdom, &made, error);
}

const char *nbl_fft_wisdom_find_columns(const nbl_fft_wisdom_t *wisdom, bool turned, bool fast,
                                        nbl_fft_precision_t precision, uint32_t points) {
    const kind_t kind = turned ? TURNED : COLUMNS;
    const row_t *row = fast ? find(wisdom, kind, true, precision, points) : NULL;
    if (row == NULL) row = find(wisdom, kind, false, precision, points);
    return row != NULL ? row->plan : NULL;
}

bool nbl_fft_wisdom_find(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                         nbl_fft_wisdom_choice_t *choice) {
    const row_t *row = fast ? find(wisdom, WHOLE, true, precision, length) : NULL;
    if (row == NULL) row = find(wisdom, WHOLE, false, precision, length);
    if (row != NULL) *choice = (nbl_fft_wisdom_choice_t){row->plan, row->rounds, row->instruction_order, row->twiddles};
    return row != NULL;
}

bool nbl_fft_wisdom_has(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length) {
    return find(wisdom, WHOLE, fast, precision, length) != NULL;
}

char *nbl_fft_wisdom_text(const nbl_fft_wisdom_t *wisdom) {
    size_t room = sizeof FIRST_LINE + sizeof wisdom->device + 16 + wisdom->count * ROW_BYTES, size;
    char *text = malloc(room);
    if (text == NULL) return NULL;
    size = (size_t)snprintf(text, room, FIRST_LINE "\ndevice %s\n", wisdom->device);
    for (size_t i = 0; i < wisdom->count; i++) {
        const row_t *row = &wisdom->rows[i];
        bool chosen = row->instruction_order != NBL_INSTRUCTION_ORDER_DEFAULT;
        bool turned = row->twiddles != NBL_FFT_TWIDDLES_OF_TWO;
        if (row->kind != WHOLE) {
            size +=
                (size_t)snprintf(text + size, room - size, "%s %s %s%u %s\n", row->fast ? "fast" : "exact",
                                 nbl_fft_precision_name(row->precision), kind_names[row->kind], row->length, row->plan);
            continue;
        }
        size += (size_t)snprintf(text + size, room - size, "%s %s %u %s rounds %u%s%s%s%s\n",
                                 row->fast ? "fast" : "exact", nbl_fft_precision_name(row->precision), row->length,
                                 row->plan, row->rounds, chosen ? " instructions " : "",
                                 chosen ? nbl_fft_instruction_order_name(row->instruction_order) : "",
                                 turned ? " twiddles " : "", turned ? nbl_fft_twiddles_name(row->twiddles) : "");
    }
    return text;
}

/* ---- Reading */

static bool read_precision(const char *name, nbl_fft_precision_t *precision) {
    for (int i = 0; nbl_fft_precision_valid((nbl_fft_precision_t)i); i++) {
        *precision = (nbl_fft_precision_t)i;
        if (strcmp(name, nbl_fft_precision_name(*precision)) == 0) return true;
    }
    return false;
}

/* " key NAME", or nothing; moves on behind it. */
static bool read_word(const char **text, const char *key, const char *(*name_of)(uint32_t), uint32_t *number) {
    size_t length = strlen(key);
    if (strncmp(*text, key, length) != 0) return true;
    for (*number = 0; name_of(*number) != NULL; ++*number) {
        const char *name = name_of(*number);
        if (strncmp(*text + length, name, strlen(name)) != 0 || !strchr(" ", (*text)[length + strlen(name)])) continue;
        *text += length + strlen(name);
        return true;
    }
    return false;
}

static const char *order_name(uint32_t number) {
    return nbl_fft_instruction_order_name((nbl_instruction_order_t)number);
}

static bool read_order(const char *text, nbl_fft_wisdom_choice_t *choice) {
    uint32_t order = NBL_INSTRUCTION_ORDER_DEFAULT;
    choice->twiddles = NBL_FFT_TWIDDLES_OF_TWO;
    if (!read_word(&text, " instructions ", order_name, &order) ||
        !read_word(&text, " twiddles ", nbl_fft_twiddles_name, &choice->twiddles))
        return false;
    choice->instruction_order = (nbl_instruction_order_t)order;
    return *text == '\0';
}

static bool read_mode(const char *name, bool *fast) {
    *fast = strcmp(name, "fast") == 0;
    return *fast || strcmp(name, "exact") == 0;
}

/* Returns whether a line is a row of lines side by side. */
static bool read_columns(nbl_fft_wisdom_t *wisdom, const char *line, nbl_result_t *result, nbl_error_t *error) {
    char mode[8], name[16], kind[8], plan[NBL_FFT_PLAN_TEXT_SIZE];
    unsigned points;
    int end = -1;
    bool fast;
    nbl_fft_precision_t precision;
    sscanf(line, "%7s %15s %7s %9u %255s%n", mode, name, kind, &points, plan, &end);
    if (end < 0 || line[end] != '\0' || !read_mode(mode, &fast) || !read_precision(name, &precision) ||
        (strcmp(kind, "columns") != 0 && strcmp(kind, "turned") != 0))
        return false;
    *result = nbl_fft_wisdom_set_columns(wisdom, kind[0] == 't', fast, precision, points, plan, error);
    return true;
}

static nbl_result_t read_row(nbl_fft_wisdom_t *wisdom, const char *line, nbl_error_t *error) {
    char mode[8], name[16], plan[NBL_FFT_PLAN_TEXT_SIZE];
    bool fast;
    nbl_result_t result;
    unsigned length, rounds;
    int end = -1;
    nbl_fft_precision_t precision;
    nbl_fft_wisdom_choice_t choice;
    if (read_columns(wisdom, line, &result, error)) return result;
    sscanf(line, "%7s %15s %9u %255s rounds %2u%n", mode, name, &length, plan, &rounds, &end);
    if (end < 0 || !read_order(line + end, &choice) || !read_mode(mode, &fast) || !read_precision(name, &precision))
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "must be \"exact|fast PRECISION LENGTH PLAN rounds N [instructions ORDER] [twiddles KIND]\" or "
                        "\"exact|fast PRECISION columns|turned POINTS PLAN\"");
    choice.plan = plan;
    choice.rounds = rounds;
    return nbl_fft_wisdom_set(wisdom, fast, precision, length, &choice, error);
}

/* Takes the lines of a file apart; text is changed. */
static nbl_result_t read_lines(const char *path, char *text, const char *device, nbl_fft_wisdom_t **wisdom,
                               nbl_error_t *error) {
    static const char key[] = "device ";
    nbl_result_t result = NBL_SUCCESS;
    nbl_error_t why;
    unsigned number = 1;
    for (char *line = text, *next; result == NBL_SUCCESS && *line; line = next, number++) {
        next = line + strcspn(line, "\n");
        if (*next == '\n') *next++ = '\0';
        if (number == 1) {
            if (strcmp(line, FIRST_LINE) != 0)
                return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: does not begin with \"" FIRST_LINE "\"", path);
        } else if (number == 2) {
            if (strncmp(line, key, sizeof key - 1) != 0)
                return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s:2: must be \"device NAME\"", path);
            line += sizeof key - 1;
            if (device != NULL && strcmp(line, device) != 0)
                return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: was measured on \"%s\", and this is \"%s\"", path, line,
                                device);
            result = nbl_fft_wisdom_create(line, wisdom, &why);
        } else if (*line != '#' && *line != '\0') {
            result = read_row(*wisdom, line, &why);
        }
    }
    if (result != NBL_SUCCESS) return nbl_fail(error, result, "%s:%u: %s", path, number - 1, why.text);
    if (*wisdom == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: has no line \"device NAME\"", path);
    return NBL_SUCCESS;
}

static nbl_result_t read_text(const char *path, char **text, nbl_error_t *error) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: %s", path, strerror(errno));
    char *bytes = malloc(MOST_BYTES + 1);
    size_t size = bytes != NULL ? fread(bytes, 1, MOST_BYTES + 1, file) : 0;
    bool good = !ferror(file);
    int reason = errno;
    fclose(file);
    *text = bytes;
    if (bytes == NULL) return nbl_fail_memory(error, "wisdom");
    if (!good) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: %s", path, strerror(reason));
    if (size > MOST_BYTES || memchr(bytes, '\0', size) != NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is not a wisdom file", path);
    bytes[size] = '\0';
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_wisdom_read(const char *path, const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error) {
    if (wisdom != NULL) *wisdom = NULL;
    if (NBL_ANY_NULL(error, path, wisdom)) return NBL_ERROR_ARGUMENT;
    char *text = NULL;
    nbl_error_clear(error);
    nbl_result_t result = read_text(path, &text, error);
    if (result == NBL_SUCCESS) result = read_lines(path, text, device, wisdom, error);
    free(text);
    if (result != NBL_SUCCESS) {
        nbl_fft_wisdom_destroy(*wisdom);
        *wisdom = NULL;
    }
    return result;
}
