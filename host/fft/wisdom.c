/* Plans as they were measured on a device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/wisdom.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "facts/row.h"
#include "fft/names.h"
#include "fft/tuning.h"
#include "fft/wisdom.h"
#include "nbl/fft/parameters.h"
#include "plan/make.h"
#include "platform/file.h"

#define FIRST_LINE "nbl-fft wisdom 2"
#define FIRST_LINE_OF_1 "nbl-fft wisdom 1" /* version 1: as version 2 without the kinds of rows that came later */
enum { MOST_BYTES = 1 << 20, MOST_ROW_BYTES = 1024 };

struct nbl_fft_wisdom_t {
    char device[256];
    uint8_t devices;  /* bit nbl_device_kind_t of the line `for`; 0: the text has no line `for` */
    nbl_fact_t *rows; /* all texts of a row are one allocation, which its first plan points to */
    size_t count;
    double numbers[NBL_NUMBER_COUNT];
    bool has_number[NBL_NUMBER_COUNT];
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

void nbl_fft_wisdom_set_device_kind(nbl_fft_wisdom_t *wisdom, nbl_device_kind_t kind) {
    if (wisdom != NULL && (uint32_t)kind < NBL_DEVICE_KIND_COUNT) wisdom->devices |= (uint8_t)(1u << kind);
}

void nbl_fft_wisdom_destroy(nbl_fft_wisdom_t *wisdom) {
    if (wisdom == NULL) return;
    for (size_t i = 0; i < wisdom->count; i++) free((char *)wisdom->rows[i].plans[0]);
    free(wisdom->rows);
    free(wisdom);
}

/* Refuses a text that is no plan of the length, or that changes the length's bits in exact mode. */
static nbl_result_t check_plan(bool fast, nbl_fft_precision_t precision, uint32_t length, const char *text,
                               nbl_error_t *error) {
    nbl_fft_plan_request_t request;
    nbl_fft_plan_t plan, usual;
    nbl_result_t result = nbl_fft_plan_read(text, &request, error);
    if (result == NBL_SUCCESS)
        result = nbl_fft_plan_fit_bare(&request, nbl_fft_precision_dwords(precision), &plan, error);
    if (result != NBL_SUCCESS) return result;
    if (plan.fft_length != length)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "plan %s: is for length %u, not %u", text, plan.fft_length, length);
    result = fast ? NBL_SUCCESS : nbl_fft_tuned_plan(length, precision, false, NULL, &usual, NULL, error);
    if (result != NBL_SUCCESS || fast || nbl_fft_plan_has_radices_of(&plan, &usual)) return result;
    char radices[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_radices_text(usual, "x", radices, sizeof radices);
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "plan %s: other radices than %s change the bits of exact mode", text,
                    radices);
}

nbl_facts_t nbl_fft_wisdom_facts(const nbl_fft_wisdom_t *wisdom) {
    return wisdom != NULL ? (nbl_facts_t){.rows = wisdom->rows, .count = wisdom->count} : (nbl_facts_t){.rows = NULL};
}

/* Returns the row of a kind and a length that has no conditions; NULL: the wisdom has none. */
static const nbl_fact_t *find(const nbl_fft_wisdom_t *wisdom, nbl_fact_kind_t kind, bool fast,
                              nbl_fft_precision_t precision, uint32_t number) {
    const nbl_fact_case_t of = {.kind = kind, .fast = fast, .precision = precision};
    const nbl_facts_t facts = nbl_fft_wisdom_facts(wisdom);
    return nbl_fft_precision_valid(precision) ? nbl_facts_next(&facts, NULL, number, &of) : NULL;
}

/* Returns whether two rows have the same case and a precision in common. */
static bool is_of_case(const nbl_fact_t *a, const nbl_fact_t *b) {
    return a->fast == b->fast && a->kinds == b->kinds && a->conditions == b->conditions && a->number == b->number &&
           a->rows == b->rows && a->planes == b->planes && (a->precisions & b->precisions) != 0;
}

/* Replaces a row's texts by copies of its own. */
static bool copy_plans(nbl_fact_t *row) {
    size_t bytes = 1, used = 0;
    for (int p = 0; p < NBL_FACT_MOST_PLANS && row->plans[p] != NULL; p++) bytes += strlen(row->plans[p]) + 1;
    char *copy = row->plans[0] != NULL ? malloc(bytes) : NULL;
    if (row->plans[0] != NULL && copy == NULL) return false;
    for (int p = 0; p < NBL_FACT_MOST_PLANS && row->plans[p] != NULL; p++) {
        strcpy(copy + used, row->plans[p]);
        row->plans[p] = copy + used;
        used += strlen(copy + used) + 1;
    }
    return true;
}

/* Adds a row.
 *
 * replaces  true: it takes the place of a row of the same case, and its precisions leave other rows of that case */
static nbl_result_t put_row(nbl_fft_wisdom_t *wisdom, const nbl_fact_t *given, bool replaces, nbl_error_t *error) {
    nbl_fact_t made = *given;
    size_t at = replaces ? 0 : wisdom->count;
    if (!copy_plans(&made)) return nbl_fail_memory(error, "wisdom");
    while (at < wisdom->count &&
           !(is_of_case(&wisdom->rows[at], &made) && (wisdom->rows[at].precisions & ~made.precisions) == 0))
        at++;
    if (at == wisdom->count) {
        nbl_fact_t *rows = realloc(wisdom->rows, (wisdom->count + 1) * sizeof *rows);
        if (rows == NULL) {
            free((char *)made.plans[0]);
            return nbl_fail_memory(error, "wisdom");
        }
        wisdom->rows = rows;
        wisdom->count++;
    } else {
        free((char *)wisdom->rows[at].plans[0]);
    }
    for (size_t i = 0; i < wisdom->count && replaces; i++)
        if (i != at && is_of_case(&wisdom->rows[i], &made)) wisdom->rows[i].precisions &= (uint8_t)~made.precisions;
    wisdom->rows[at] = made;
    return NBL_SUCCESS;
}

static nbl_result_t refuse_text(nbl_error_t *error) {
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "wisdom: a plan's text has less than %d characters",
                    (int)NBL_FFT_PLAN_TEXT_SIZE);
}

nbl_result_t nbl_fft_wisdom_set(nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                                const nbl_fft_wisdom_choice_t *choice, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, wisdom, choice)) return NBL_ERROR_ARGUMENT;
    if (NBL_ANY_NULL(error, choice->plan)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("precision", precision, NBL_FFT_PRECISION_NAMES),
                                  NBL_CHECK_RANGE("rounds", choice->rounds, 1, NBL_FFT_MOST_ROUNDS),
                                  NBL_CHECK_RANGE("instruction order", (int)choice->instruction_order, 0,
                                                  NBL_INSTRUCTION_ORDER_LOOPED)};
    nbl_result_t result = nbl_check("wisdom", checks, sizeof checks / sizeof *checks, error);
    if (result != NBL_SUCCESS) return result;
    if (nbl_fft_twiddles_name(choice->twiddles) == NULL || (!fast && choice->twiddles != NBL_FFT_TWIDDLES_OF_TWO))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "wisdom: twiddles %u: must be %s", choice->twiddles,
                        fast ? "0 to 8, NBL_FFT_TWIDDLES_OF_TWO to _STEPPED_OF_ONE_AND_FOURTH"
                             : "0, NBL_FFT_TWIDDLES_OF_TWO, in exact mode");
    if (strlen(choice->plan) >= NBL_FFT_PLAN_TEXT_SIZE) return refuse_text(error);
    result = check_plan(fast, precision, length, choice->plan, error);
    if (result != NBL_SUCCESS) return result;
    const nbl_fact_t made = {.fast = fast,
                             .precisions = (uint8_t)(1u << precision),
                             .devices = NBL_FACT_ALL_DEVICES,
                             .kinds = NBL_FACT_TRANSFORM,
                             .rounds = (uint8_t)choice->rounds,
                             .twiddles = (uint8_t)choice->twiddles,
                             .order = (uint8_t)choice->instruction_order,
                             .number = length,
                             .plans = {choice->plan}};
    return put_row(wisdom, &made, true, error);
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
    const nbl_fact_t made = {.fast = fast,
                             .precisions = (uint8_t)(1u << precision),
                             .devices = NBL_FACT_ALL_DEVICES,
                             .kinds = turned ? NBL_FACT_TURNED : NBL_FACT_COLUMNS,
                             .rounds = 1,
                             .number = points,
                             .plans = {plan}};
    return put_row(wisdom, &made, true, error);
}

const char *nbl_fft_wisdom_find_columns(const nbl_fft_wisdom_t *wisdom, bool turned, bool fast,
                                        nbl_fft_precision_t precision, uint32_t points) {
    const nbl_fact_kind_t kind = turned ? NBL_FACT_TURNED : NBL_FACT_COLUMNS;
    const nbl_fact_t *row = fast ? find(wisdom, kind, true, precision, points) : NULL;
    if (row == NULL) row = find(wisdom, kind, false, precision, points);
    return row != NULL ? row->plans[0] : NULL;
}

bool nbl_fft_wisdom_find(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                         nbl_fft_wisdom_choice_t *choice) {
    const nbl_fact_t *row = fast ? find(wisdom, NBL_FACT_TRANSFORM, true, precision, length) : NULL;
    if (row == NULL) row = find(wisdom, NBL_FACT_TRANSFORM, false, precision, length);
    if (row != NULL && choice != NULL)
        *choice =
            (nbl_fft_wisdom_choice_t){row->plans[0], row->rounds, (nbl_instruction_order_t)row->order, row->twiddles};
    return row != NULL;
}

bool nbl_fft_wisdom_has(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length) {
    return find(wisdom, NBL_FACT_TRANSFORM, fast, precision, length) != NULL;
}

char *nbl_fft_wisdom_text(const nbl_fft_wisdom_t *wisdom) {
    if (wisdom == NULL) return NULL;
    const size_t room =
        sizeof FIRST_LINE + sizeof wisdom->device + 256 + (wisdom->count + NBL_NUMBER_COUNT) * MOST_ROW_BYTES;
    char *text = malloc(room);
    if (text == NULL) return NULL;
    size_t size = (size_t)snprintf(text, room, FIRST_LINE "\ndevice %s\n", wisdom->device);
    if (wisdom->devices == NBL_FACT_ALL_DEVICES) size += (size_t)snprintf(text + size, room - size, "for all\n");
    for (uint32_t kind = 0; kind < NBL_DEVICE_KIND_COUNT && wisdom->devices != NBL_FACT_ALL_DEVICES; kind++)
        if ((wisdom->devices >> kind & 1u) != 0)
            size += (size_t)snprintf(text + size, room - size, "%s%s%s",
                                     (wisdom->devices & ((1u << kind) - 1u)) == 0 ? "for " : ",",
                                     nbl_device_kind_name((nbl_device_kind_t)kind),
                                     wisdom->devices >> (kind + 1u) == 0 ? "\n" : "");
    for (size_t i = 0; i < wisdom->count; i++) {
        if (wisdom->rows[i].precisions == 0) continue;
        size += nbl_fact_text(&wisdom->rows[i], text + size, room - size);
        size += (size_t)snprintf(text + size, room - size, "\n");
    }
    for (uint32_t i = 0; i < NBL_NUMBER_COUNT; i++) {
        if (!wisdom->has_number[i]) continue;
        size += nbl_fact_number_text((nbl_fact_number_t)i, wisdom->numbers[i], text + size, room - size);
        size += (size_t)snprintf(text + size, room - size, "\n");
    }
    return text;
}

/* ---- Reading */

/* Refuses a row with a text that is no plan, is no plan of the row's length, or changes bits in exact mode. */
static nbl_result_t check_row(const nbl_fact_t *row, nbl_error_t *error) {
    const uint32_t of_length = NBL_FACT_TRANSFORM | NBL_FACT_COLUMNS | NBL_FACT_TURNED;
    nbl_fft_plan_request_t request;
    nbl_result_t result = NBL_SUCCESS;
    for (int p = 0; p < NBL_FACT_MOST_PLANS && row->plans[p] != NULL && result == NBL_SUCCESS; p++)
        result = strlen(row->plans[p]) >= NBL_FFT_PLAN_TEXT_SIZE ? refuse_text(error)
                                                                 : nbl_fft_plan_read(row->plans[p], &request, error);
    for (int p = 0; nbl_fft_precision_valid((nbl_fft_precision_t)p) && result == NBL_SUCCESS; p++)
        if ((row->precisions >> p & 1u) != 0 && (row->kinds & of_length) != 0)
            result = check_plan(row->fast || row->kinds != NBL_FACT_TRANSFORM, (nbl_fft_precision_t)p, row->number,
                                row->plans[0], error);
    if (result == NBL_SUCCESS && !row->fast && row->twiddles != NBL_FFT_TWIDDLES_OF_TWO)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "wisdom: twiddles must be two in exact mode, or left out");
    return result;
}

static nbl_result_t read_row(nbl_fft_wisdom_t *wisdom, char *line, nbl_error_t *error) {
    nbl_fact_t row;
    nbl_fact_number_t number;
    double value;
    uint8_t devices;
    if (nbl_fact_read_devices(line, &devices)) {
        if (devices == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is no kind of device", line);
        wisdom->devices = devices;
        return NBL_SUCCESS;
    }
    if (nbl_fact_read_number(line, &number, &value)) {
        if (number == NBL_NUMBER_COUNT)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is no number's word and value", line);
        wisdom->numbers[number] = value;
        wisdom->has_number[number] = true;
        return NBL_SUCCESS;
    }
    nbl_result_t result = nbl_fact_read(line, &row, error);
    if (result == NBL_SUCCESS) result = check_row(&row, error);
    /* Of several plans of a case the first that fits counts; of a length the last one. */
    return result == NBL_SUCCESS ? put_row(wisdom, &row, row.kinds == NBL_FACT_TRANSFORM, error) : result;
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
            if (strcmp(line, FIRST_LINE) != 0 && strcmp(line, FIRST_LINE_OF_1) != 0)
                return nbl_fail(error, NBL_ERROR_ARGUMENT,
                                "%s: does not begin with \"" FIRST_LINE "\", as what `nbl-fft tune` writes", path);
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
    if (nbl_platform_may_wait(path)) return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is not a regular file", path);
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
