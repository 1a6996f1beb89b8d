/* Rows of what was measured as text: read and written, for the library's own texts and for wisdom.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FACTS_ROW_H
#define NBL_HOST_FACTS_ROW_H

#include "error/error.h"
#include "facts/facts.h"

#define NBL_FACT_TEXT_SIZE 640 /* bytes that are enough for any row with plans below 100 characters */

/* Reads a row; facts/facts.h has its form. Errors: ARGUMENT.
 *
 * text  changed; the row's plans point into it
 * row   receives the row */
nbl_result_t nbl_fact_read(char *text, nbl_fact_t *row, nbl_error_t *error);

/* Reads a line "for KIND,KIND" or "for all". Returns whether the line is one, also if a kind is bad.
 *
 * devices  receives bits, by nbl_device_kind_t; 0: a kind is unknown */
bool nbl_fact_read_devices(const char *text, uint8_t *devices);

/* Reads a line "number WORD VALUE". Returns whether the line is one, also if the word or the value is bad.
 *
 * number  receives which number it is; NBL_NUMBER_COUNT if the word is unknown, or if the value is neither a decimal
 *         number nor, for a number that has words, a list of them */
bool nbl_fact_read_number(const char *text, nbl_fact_number_t *number, double *value);

/* Writes a line as nbl_fact_read_number() reads it, without its end: the same value, in every locale. Returns the
 * length of the whole text, as snprintf does.
 *
 * value  one that nbl_fact_read_number() gave */
size_t nbl_fact_number_text(nbl_fact_number_t number, double value, char *buffer, size_t size);

/* Returns what texts call a number: "arrays-idle". */
const char *nbl_fact_number_word(nbl_fact_number_t number);

/* Writes a row as nbl_fact_read() reads it, without an end of line. Returns the length of the whole text, as snprintf
 * does.
 *
 * size  of the buffer, bytes */
size_t nbl_fact_text(const nbl_fact_t *row, char *buffer, size_t size);

#endif
