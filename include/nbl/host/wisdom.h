/* Wisdom: plans that were measured on a device, read from a file of `nbl-fft tune`, taken where no plan is given.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). `error` comes last and may be NULL. A file is text, a line for each measurement:
 *
 *   nbl-fft wisdom 2
 *   device NVIDIA H200
 *   for nvidia
 *   exact fp32 1024 16x16x4@64*2/1 rounds 2
 *   fast fp32 1440 8x15x12@120*2/1 rounds 4 instructions late
 *   fast fp32 6000 20x20x15@300*1/2 rounds 1 twiddles fourths
 *   fast fp32 columns 1080 30x36@36*8/2
 *   fast fp32 turned 1000 10x10x10@100*4/2
 *
 * The line `for` is optional: it makes the file ready for the library's own, and names an nbl_device_kind_t.
 *
 * A row begins with its mode and its precision. What follows:
 *
 *   1024 16x16x4@64*2/1   a transform: its length, and its plan as nbl/host/plan.h has it
 *   columns 1080 ..       lines that a workgroup takes side by side: along an axis, or of a long line's pass
 *   turned 1000 ..        lines that the first pass of a long line writes one after the other
 *   rounds                transforms that a workgroup does one after the other; 1 if missing
 *   instructions          the order of instructions; the library's choice if missing
 *   twiddles              how twiddles are made; `two` if missing
 *
 * Exact mode: a transform's row must have the length's default radices and twiddles of two, so it changes no bit; other
 * rows are refused. A row of columns or turned lines counts only if its radices are the radices that the kernel has
 * without it. If several rows of lines fit a case, the first one whose plan fits the device counts.
 *
 * The library's own measurements are files of this form, host/facts/<device>.txt; facts.h beside them describes their
 * other kinds of rows, which are read and written here and choose nothing. Files of version 1 have the same rows and
 * are read.
 */
#ifndef NBL_HOST_WISDOM_H
#define NBL_HOST_WISDOM_H

#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* What a row says of a length's transform. */
typedef struct nbl_fft_wisdom_choice_t {
    const char *plan; /* text of nbl/host/plan.h, such as "16x16x4@64*2/1" */
    uint32_t rounds;  /* 1 to 64 */
    nbl_instruction_order_t instruction_order;
    uint32_t twiddles; /* NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */
} nbl_fft_wisdom_choice_t;

/* Returns the name that files and tools have for an order of instructions, such as "late"; NULL for a number that is no
 * order. */
const char *nbl_fft_instruction_order_name(nbl_instruction_order_t order);

/* Returns the name that files and tools have for a way to make twiddles, such as "fourths"; NULL for a number that is
 * no way.
 *
 * twiddles  NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */
const char *nbl_fft_twiddles_name(uint32_t twiddles);

/* Makes wisdom without rows. Errors: ARGUMENT (the name has 256 bytes or more, or more than one line), OUT_OF_MEMORY.
 *
 * device  the device's name; not NULL
 * wisdom  receives the wisdom, for nbl_fft_wisdom_destroy(); NULL after an error */
nbl_result_t nbl_fft_wisdom_create(const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error);

/* Makes the wisdom's text begin with "for KIND", as files of host/facts, the library's own, do.
 *
 * wisdom  NULL: nothing happens
 * kind    of the device; others than the enumerators: nothing happens */
void nbl_fft_wisdom_set_device_kind(nbl_fft_wisdom_t *wisdom, nbl_device_kind_t kind);

/* Reads a file. Errors: ARGUMENT (the file cannot be read, has a bad line, or is for another device), OUT_OF_MEMORY.
 *
 * path    not NULL
 * device  the name of the device that the file must be for; NULL: any device
 * wisdom  receives the wisdom, for nbl_fft_wisdom_destroy(); NULL after an error */
nbl_result_t nbl_fft_wisdom_read(const char *path, const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error);

/* Frees wisdom.
 *
 * wisdom  NULL does nothing */
void nbl_fft_wisdom_destroy(nbl_fft_wisdom_t *wisdom);

/* Adds a row for a transform, or replaces the row of the same mode, precision and length. Errors: ARGUMENT (the text is
 * no plan of the length; `fast` is false and the radices change bits), OUT_OF_MEMORY.
 *
 * wisdom     not NULL
 * fast       true: a row of fast mode; false: of exact mode
 * precision  of the transform
 * length     complex elements
 * choice     copied; its plan is not NULL; it may be one that nbl_fft_wisdom_find() returned */
nbl_result_t nbl_fft_wisdom_set(nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                                const nbl_fft_wisdom_choice_t *choice, nbl_error_t *error);

/* Finds the row of a transform. Returns whether there is one.
 *
 * wisdom  NULL has no rows
 * fast    true: a row of fast mode, else one of exact mode; false: a row of exact mode
 * choice  receives the row if there is one; its text stays valid until a row is added */
bool nbl_fft_wisdom_find(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                         nbl_fft_wisdom_choice_t *choice);

/* Returns whether there is a row of exactly this mode, precision and length.
 *
 * wisdom  NULL has no rows
 * fast    true: of fast mode; false: of exact mode */
bool nbl_fft_wisdom_has(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length);

/* Adds a row for lines side by side, or replaces the row of the same kind, mode, precision and length. Errors: ARGUMENT
 * (the text is no plan of the length), OUT_OF_MEMORY.
 *
 * wisdom  not NULL
 * turned  true: a row `turned`; false: a row `columns`
 * fast    true: a row of fast mode; false: of exact mode
 * points  elements of a line
 * plan    text of nbl/host/plan.h; copied */
nbl_result_t nbl_fft_wisdom_set_columns(nbl_fft_wisdom_t *wisdom, bool turned, bool fast, nbl_fft_precision_t precision,
                                        uint32_t points, const char *plan, nbl_error_t *error);

/* Returns the plan of lines side by side as text; NULL if no row has one. The text stays valid until a row is added.
 *
 * wisdom  NULL has no rows
 * turned  true: of a row `turned`; false: of a row `columns`
 * fast    true: of a row of fast mode, else of exact mode; false: of exact mode
 * points  elements of a line */
const char *nbl_fft_wisdom_find_columns(const nbl_fft_wisdom_t *wisdom, bool turned, bool fast,
                                        nbl_fft_precision_t precision, uint32_t points);

/* Returns wisdom as the text of a file, for free(); NULL if memory ran out or wisdom is NULL. */
char *nbl_fft_wisdom_text(const nbl_fft_wisdom_t *wisdom);

#if defined(__cplusplus)
}
#endif

#endif
