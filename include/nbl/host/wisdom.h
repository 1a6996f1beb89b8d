/* Plans that were measured on a device: read from a file that `nbl-fft tune` wrote, and used if no plan is given.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). `error` comes last and may be NULL. A file is text, a line for each measurement:
 *
 *   nbl-fft wisdom 2
 *   device NVIDIA H200
 *   exact fp32 1024 16x16x4@64*2/1 rounds 2
 *   fast fp32 1440 8x15x12@120*2/1 rounds 4 instructions late
 *   fast fp32 6000 20x20x15@300*1/2 rounds 1 twiddles fourths
 *   fast fp32 columns 1080 30x36@36*8/2
 *   fast fp32 turned 1000 10x10x10@100*4/2
 *
 * Without `rounds` there is one, without `instructions` their order is the library's choice, without `twiddles` they are of
 * two. A transform's row of exact mode has the length's default radices and twiddles of two, and so changes no bit; others
 * are refused. `columns` are lines that a device's workgroup takes side by side, of an axis or of a long line's pass;
 * `turned` are lines that it writes one after the other, of the first pass. In exact mode a row of either counts where its
 * radices are those that the kernel has without it. If several rows of lines side by side are of one case, the first whose
 * plan fits the device counts.
 *
 * The library's own measurements are such files, host/facts/<device>.txt, which facts.h beside them describes. Rows of their
 * other kinds are read and written, and nothing is chosen by them. Files of version 1 are read, too: their rows are the same.
 */
#ifndef NBL_HOST_WISDOM_H
#define NBL_HOST_WISDOM_H

#include "nbl/host/fft.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* What a row says of a length. */
typedef struct nbl_fft_wisdom_choice_t {
    const char *plan; /* text, as nbl/host/plan.h has it */
    uint32_t rounds;  /* 1 to 64 */
    nbl_instruction_order_t instruction_order;
    uint32_t twiddles; /* NBL_FFT_TWIDDLES_* of nbl/fft/parameters.h */
} nbl_fft_wisdom_choice_t;

/* Returns what files and tools call an order of instructions: "late"; NULL for other numbers. */
const char *nbl_fft_instruction_order_name(nbl_instruction_order_t order);

/* Returns what they call a way to make twiddles: "fourths"; NULL for other numbers. */
const char *nbl_fft_twiddles_name(uint32_t twiddles);

/* Makes empty wisdom. Errors: ARGUMENT (the name has 256 bytes or more, or more than one line),
 * OUT_OF_MEMORY.
 *
 * device  its name; not NULL */
nbl_result_t nbl_fft_wisdom_create(const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error);

/* Reads a file. Errors: ARGUMENT (the file cannot be read, has a bad line or is for another device),
 * OUT_OF_MEMORY.
 *
 * path    not NULL
 * device  the name of the device that it is to be for; NULL: any
 * wisdom  receives it, NULL after an error */
nbl_result_t nbl_fft_wisdom_read(const char *path, const char *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error);

/* Frees wisdom. May be NULL. */
void nbl_fft_wisdom_destroy(nbl_fft_wisdom_t *wisdom);

/* Adds a measurement, in place of one of the same mode, precision and length. Errors: ARGUMENT (the text is no
 * plan of the length; `fast` is false and its radices change bits), OUT_OF_MEMORY.
 *
 * fast    of fast mode
 * choice  copied, its plan not NULL; it may be one that nbl_fft_wisdom_find() gave */
nbl_result_t nbl_fft_wisdom_set(nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                                const nbl_fft_wisdom_choice_t *choice, nbl_error_t *error);

/* Returns whether there is a row of a length.
 *
 * wisdom  NULL has none
 * fast    whether a row of fast mode may be taken; it is taken first
 * choice  receives it if there is; its text is the wisdom's, as long as no row is added */
bool nbl_fft_wisdom_find(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length,
                         nbl_fft_wisdom_choice_t *choice);

/* Returns whether there is a row of this very mode. wisdom: NULL has none */
bool nbl_fft_wisdom_has(const nbl_fft_wisdom_t *wisdom, bool fast, nbl_fft_precision_t precision, uint32_t length);

/* Adds a measurement of lines side by side, in place of one of the same kind, mode, precision and length. Errors: ARGUMENT
 * (the text is no plan of the length), OUT_OF_MEMORY.
 *
 * turned  of lines that are written one after the other
 * fast    of fast mode
 * points  the length of a line
 * plan    text; copied */
nbl_result_t nbl_fft_wisdom_set_columns(nbl_fft_wisdom_t *wisdom, bool turned, bool fast, nbl_fft_precision_t precision,
                                        uint32_t points, const char *plan, nbl_error_t *error);

/* Returns the plan of lines side by side as text, or NULL if no row has one. The text lives until a row is added.
 *
 * wisdom  NULL has none
 * fast  whether a row of fast mode may be taken; it is taken first */
const char *nbl_fft_wisdom_find_columns(const nbl_fft_wisdom_t *wisdom, bool turned, bool fast,
                                        nbl_fft_precision_t precision, uint32_t points);

/* Returns the text of a file, to be freed by free(); NULL if memory ran out, and without wisdom. wisdom: may be NULL */
char *nbl_fft_wisdom_text(const nbl_fft_wisdom_t *wisdom);

#if defined(__cplusplus)
}
#endif

#endif
