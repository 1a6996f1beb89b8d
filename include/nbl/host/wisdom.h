/* Reads, holds and writes wisdom: for each length the plan that was the fastest on a device, as measured.
 * SPDX-License-Identifier: Apache-2.0
 * The library takes a plan from wisdom if the caller gives none. `nbl-fft tune` measures plans and writes the files.
 * These functions read a file, and return the text of one; they write no file.
 *
 * Host only (C11, C++17). `error` comes last and may be NULL. Functions that only read a wisdom may be called from
 * several threads at a time. A file is text: two or three lines at its head, then one row a measurement. An example:
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
 * The line `for` is optional. It names the kinds of devices, nbl_device_kind_t, such as "for amd,intel", or `all`. Only
 * files that are built into the library need it. `nbl-fft tune` keeps a file's kinds, and adds the device's.
 *
 * A row begins with its mode and its precision. The words of the table follow. A signal line is the elements that one
 * one-dimensional transform takes.
 *
 *   1024 16x16x4@64*2/1   a transform: its length, and its plan in the notation of nbl/host/plan.h
 *   columns 1080 ..       signal lines side by side, which a workgroup transforms together: a line's length, its plan
 *   turned 1000 ..        signal lines side by side, too; a workgroup stores the results of one line side by side, and
 *                         lines one after the other
 *   rounds 2              transforms that a workgroup does one after the other, 1 to 64; if missing, 1
 *   instructions late     nbl_fft_instruction_order_name(); if missing, the library's choice, which is called "default"
 *   twiddles fourths      nbl_fft_twiddles_name(); if missing, `two`, which is 0, NBL_FFT_TWIDDLES_OF_TWO
 *
 * nbl_fft_wisdom_set() writes the last three in rows of a transform; nbl_fft_wisdom_set_columns() writes none of them.
 *
 * In exact mode the bits of a result are the same with and without wisdom. So the whole file is refused if a row
 * of a transform in exact mode has other radices than the length's default ones, or if any row in exact mode has other
 * twiddles than `two`. A row `columns` or `turned` in exact mode is read, but has no effect if its radices differ
 * from the ones that the kernel has without the row.
 *
 * The library's own measurements have this form, too: host/facts/<device>.txt. They have further kinds of rows, which
 * host/facts/facts.h describes. This header's functions read and write all kinds, but choose by the rows above alone.
 * The first line's number is the version of the form; files of version 1, which had fewer kinds of rows, are read, too.
 */
#ifndef NBL_HOST_WISDOM_H
#define NBL_HOST_WISDOM_H

#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* A row of a transform: how a length is transformed. */
typedef struct nbl_fft_wisdom_choice_t {
    const char *plan; /* text of nbl/host/plan.h, such as "16x16x4@64*2/1" */
    uint32_t rounds;  /* transforms that a workgroup does one after the other, 1 to 64; the limit is chosen */
    nbl_instruction_order_t instruction_order;
    uint32_t twiddles; /* NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h; in exact mode 0, NBL_FFT_TWIDDLES_OF_TWO */
} nbl_fft_wisdom_choice_t;

/* Returns the name that files and tools have for an order of instructions, such as "late". It is "default" for the
 * library's choice, and NULL for a number that is no enumerator. The text is constant: it is not freed. */
const char *nbl_fft_instruction_order_name(nbl_instruction_order_t order);

/* Returns the name that files and tools have for a way to make twiddles, such as "fourths"; NULL for a number that none
 * of the constants has. The text is constant: it is not freed.
 *
 * twiddles  NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */
const char *nbl_fft_twiddles_name(uint32_t twiddles);

/* Makes wisdom without rows. Errors: ARGUMENT (the name has more than one line, or more than 255 bytes, since Vulkan's
 * device names have at most 256 with the terminating zero), OUT_OF_MEMORY.
 *
 * device  the device's name; not NULL; may be empty
 * wisdom  receives the wisdom, for nbl_fft_wisdom_destroy(); NULL after an error */
nbl_result_t nbl_fft_wisdom_create(const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error);

/* Adds a kind of device for which the wisdom is. nbl_fft_wisdom_text() writes the kinds: "for KIND,KIND" or "for all".
 *
 * wisdom  NULL: nothing happens
 * kind    the device's kind; a number that is no enumerator: nothing happens */
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
 * no plan of the length, a number is out of range, or in exact mode the radices are not the length's default ones or
 * the twiddles not 0), OUT_OF_MEMORY.
 *
 * wisdom     not NULL
 * fast       true: a row of fast mode; false: of exact mode
 * precision  of the transform
 * length     complex elements; any length for which choice->plan is a plan
 * choice     copied; its plan is not NULL; it may be one that nbl_fft_wisdom_find() returned */
nbl_result_t nbl_fft_wisdom_set(nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                                const nbl_fft_wisdom_choice_t *choice, nbl_error_t *error);

/* Finds the row of a transform. Returns whether there is one.
 *
 * wisdom  NULL has no rows
 * fast    true: a row of fast mode, or, without one, of exact mode; false: a row of exact mode
 * choice  receives the row if there is one, else is left as it was; may be NULL. The plan's text belongs to `wisdom`:
 *         it stays valid until the next row is added to `wisdom`, or nbl_fft_wisdom_destroy() */
bool nbl_fft_wisdom_find(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                         nbl_fft_wisdom_choice_t *choice);

/* Returns whether there is a row of exactly this mode, precision and length.
 *
 * wisdom  NULL has no rows
 * fast    true: of fast mode; false: of exact mode */
bool nbl_fft_wisdom_has(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length);

/* Adds a row for signal lines side by side, or replaces the row of the same kind, mode, precision and length. The row
 * has a plan, but no `rounds`, `instructions` or `twiddles`. A row of exact mode may have any radices, but has no
 * effect if they would change bits. Errors: ARGUMENT (the text is no plan of the length), OUT_OF_MEMORY.
 *
 * wisdom  not NULL
 * turned  true: a row `turned`; false: a row `columns`
 * fast    true: a row of fast mode; false: of exact mode
 * points  elements of a line, 2 or more
 * plan    text of nbl/host/plan.h, not NULL; copied, so it may be one that nbl_fft_wisdom_find_columns() returned */
nbl_result_t nbl_fft_wisdom_set_columns(nbl_fft_wisdom_t *wisdom, bool turned, bool fast, nbl_fft_precision_t precision,
                                        uint32_t points, const char *plan, nbl_error_t *error);

/* Returns the plan of a row `columns` or `turned` as text; NULL if there is no such row. The text stays valid until the
 * next row is added to `wisdom`, or nbl_fft_wisdom_destroy().
 *
 * wisdom  NULL has no rows
 * turned  true: a row `turned`; false: a row `columns`
 * fast    true: a row of fast mode, or, without one, of exact mode; false: of exact mode
 * points  elements of a line */
const char *nbl_fft_wisdom_find_columns(const nbl_fft_wisdom_t *wisdom, bool turned, bool fast,
                                        nbl_fft_precision_t precision, uint32_t points);

/* Returns wisdom as the text of a file, for free(); NULL if memory ran out or wisdom is NULL. */
char *nbl_fft_wisdom_text(const nbl_fft_wisdom_t *wisdom);

#if defined(__cplusplus)
}
#endif

#endif
