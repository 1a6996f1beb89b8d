/* Plans of Stockham FFTs: made from a length or from radices that are given, read from text and written as text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Pure functions: the same arguments give the same plan everywhere. Radices decide the bits of
 * a result, and those of a length follow from it and the precision alone; limits change only what changes no bit:
 * invocations, FFTs per workgroup, windows and padding. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_PLAN_H
#define NBL_HOST_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/fft/plan_counts.h"
#include "nbl/host/error.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_PLAN_MAX_LENGTH 32768u      /* of a power of two; 8192 in float64 */
#define NBL_FFT_PLAN_MAX_MIXED_LENGTH 8192u /* of any other; 4096 in float64 */

/* What a plan may use; all are to be 1 or more. */
typedef struct nbl_fft_plan_limits_t {
    uint32_t max_invocations; /* limit of a workgroup */
    uint32_t max_shared_bytes;
    /* workgroups are made of whole ones where that costs nothing; the plan does not rely on it */
    uint32_t subgroup_size;
} nbl_fft_plan_limits_t;

/* What a plan is made of, the first pass first. */
typedef struct nbl_fft_plan_request_t {
    uint32_t passes;
    uint32_t radices[NBL_FFT_MAX_PASSES]; /* each 1 to 21, 23 to 25, 27 to 32, 35 or 36 */
    uint32_t invocations;                 /* invocations of one FFT; 0: chosen */
    uint32_t ffts_per_workgroup;          /* 0: chosen */
    uint32_t windows;                     /* windows of an exchange, 1 to 16; 0: chosen */
} nbl_fft_plan_request_t;

/* Returns what Vulkan devices of the desktop have: 1024 invocations, 48 KB, subgroups of 32. */
nbl_fft_plan_limits_t nbl_fft_plan_default_limits(void);

/* ---- Making */

/* Makes the plan of a length.
 *
 * To 8192 elements, there is one within every limit of 256 invocations and 4 KB or more, with the same radices.
 * Errors, after which *plan is untouched: ARGUMENT (the text names the nearest lengths), LIMIT.
 *
 * length          2 to 8192 with no prime factor above 13, or a power of two to 32768; in float64 to 4096, or a
 *                 power of two to 8192
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan
 */
nbl_result_t nbl_fft_plan_make(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                               nbl_fft_plan_t *plan, nbl_error_t *error);

/* Makes a plan of given radices; fails if it cannot be made exactly as requested.
 *
 * Errors: as nbl_fft_plan_make.
 *
 * request         what is 0 in it is chosen
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan
 */
nbl_result_t nbl_fft_plan_from_radices(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                       const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

/* The same, but if limits forbid the requested invocations or FFTs per workgroup, others are chosen. The radices stay,
 * and with them the bits of results.
 *
 * limits  may be NULL */
nbl_result_t nbl_fft_plan_fit(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                              const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

/* ---- Text
 *
 *   1000 = 10 x 10 x 10, 100 invocations x 10 elements, 2 FFTs per workgroup, 8.3 KB shared, 7 barriers, padding 8+1
 *   7+6, 411 bank cycles (least 280)                       one line; per transform: barriers and cycles
 *   10x10x10@100*2/1                                       radices @ invocations * FFTs per workgroup / windows
 *   {1000u, 3u, 9513u, 100u, 10u, 2u, 2u, 1u, ...}         initialises an nbl_fft_plan_t in every language
 */

#define NBL_FFT_PLAN_TEXT_SIZE 256 /* bytes that are enough for any of these texts */

/* Reads a plan's text: radices joined by x, then optionally, in this order: @ invocations of an FFT, * FFTs per
 * workgroup, / windows.
 *
 * Errors: ARGUMENT; whether the radices make a plan is not checked.
 *
 * text     such as "10x10x10", "16x16x4@64", "10x10x10@100*2/1"; no spaces
 * request  receives what it says, 0 for what it does not
 */
nbl_result_t nbl_fft_plan_read(const char *text, nbl_fft_plan_request_t *request, nbl_error_t *error);

/* Reads a plan's text and makes the plan: nbl_fft_plan_read() and nbl_fft_plan_from_radices().
 *
 * limits  may be NULL */
nbl_result_t nbl_fft_plan_parse(const char *text, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                nbl_fft_plan_t *plan, nbl_error_t *error);

/* Writes a plan for people to read, in one line.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * plan    complete
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes; NBL_FFT_PLAN_TEXT_SIZE suffices
 */
size_t nbl_fft_plan_text(nbl_fft_plan_t plan, char *buffer, size_t size);

/* Writes a plan as nbl_fft_plan_parse() reads it: with the same precision and limits that gives the same plan.
 *
 * Returns and arguments as nbl_fft_plan_text.
 */
size_t nbl_fft_plan_short_text(nbl_fft_plan_t plan, char *buffer, size_t size);

/* Writes the radices alone with something between them.
 *
 * Returns and arguments as nbl_fft_plan_text.
 */
size_t nbl_fft_plan_radices_text(nbl_fft_plan_t plan, const char *between, char *buffer, size_t size);

/* Writes a plan as an initialiser for C, C++, GLSL and HLSL, to go between `const nbl_fft_plan_t plan = ` and `;`.
 *
 * Returns and arguments as nbl_fft_plan_text.
 */
size_t nbl_fft_plan_literal(nbl_fft_plan_t plan, char *buffer, size_t size);

/* Returns the largest radix. */
uint32_t nbl_fft_plan_largest_radix(nbl_fft_plan_t plan);

/* ---- Lengths
 *
 * They are compared by the counted work of their plans (host/plan/cost.h) in float32 within
 * nbl_fft_plan_default_limits(): no device takes part, so that sizes do not differ from device to device. */

/* Tells whether there are plans for a length.
 *
 * Errors: ARGUMENT; the text names the nearest lengths.
 *
 * length          any
 * complex_dwords  NBL_DWORDS_<scalar>
 */
nbl_result_t nbl_fft_plan_check_length(uint32_t length, uint32_t complex_dwords, nbl_error_t *error);

/* What a length costs: the work of one complex FFT, in units that only compare lengths.
 *
 * Returns the cost; 0 for a length that is not supported.
 *
 * length  any
 */
uint64_t nbl_fft_length_cost(uint32_t length);

/* The cheapest supported length that is not below a number: not always the smallest.
 *
 * Returns the length, the smaller of two that cost the same; 0 above 32768. Takes milliseconds.
 *
 * n     what has to fit in, 0 to 32768
 * even  only even lengths
 */
uint32_t nbl_fft_good_length(uint32_t n, bool even);

/* The supported lengths on both sides of a number.
 *
 * n               any; its own support does not matter
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          a device's; NULL: none
 * below, above    receive the nearest length less (greater) than n, or 0
 */
void nbl_fft_nearest_lengths(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits, uint32_t *below,
                             uint32_t *above);

#if defined(__cplusplus)
}
#endif

#endif
