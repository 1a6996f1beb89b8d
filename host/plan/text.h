/* Plans as text: printed for people, written short and read back for command lines, and as literals for shaders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17).
 *
 *   1000 = 10 x 10 x 10, 100 invocations x 10 elements, 2 FFTs per workgroup, 8.3 KB shared, 7 barriers, padding 8+1
 *   7+6,
 *       411 bank cycles (least 280)                        one line; per transform: barriers and cycles
 *   10x10x10@100*2/1                                       radices @ invocations * FFTs per workgroup / windows
 *   {1000u, 3u, 9513u, 100u, 10u, 2u, 2u, 1u, ...}         initialises an nbl_fft_plan_t in every language
 */
#ifndef NBL_FFT_PLAN_TEXT_H
#define NBL_FFT_PLAN_TEXT_H

#include <stddef.h>
#include <stdio.h>

#include "plan/make.h"

/* What is enough for any of these texts, in bytes. */
#define NBL_FFT_PLAN_TEXT_SIZE 256

/* The radices with something between them; returns the length, as snprintf does. Internal. */
NBL_FUNCTION size_t nbl_fft_plan_radices_text(nbl_fft_plan_t plan, const char *between, char *buffer, size_t size) {
    size_t used = 0u;
    for (uint32_t p = 0u; p < plan.passes; p++) {
        int n = snprintf(used < size ? buffer + used : NULL, used < size ? size - used : 0u, "%s%u",
                         p > 0u ? between : "", (unsigned)nbl_fft_plan_radix(plan, p));
        used += (size_t)n;
    }
    return used;
}

/* Returns the largest radix: above 16, a shader that has the plan defines NBL_FFT_MAX_RADIX as 32. */
NBL_FUNCTION uint32_t nbl_fft_plan_largest_radix(nbl_fft_plan_t plan) {
    uint32_t largest = 0u;
    for (uint32_t p = 0u; p < plan.passes; p++) {
        if (nbl_fft_plan_radix(plan, p) > largest) largest = nbl_fft_plan_radix(plan, p);
    }
    return largest;
}

/* A plan for people to read, in one line.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * plan    complete
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes; NBL_FFT_PLAN_TEXT_SIZE suffices
 */
NBL_FUNCTION size_t nbl_fft_plan_text(nbl_fft_plan_t plan, char *buffer, size_t size) {
    char radices[64], windows[32] = "", padding[96] = "", banks[64] = "";
    nbl_fft_bank_count_t counted = nbl_fft_plan_count_banks(plan);
    unsigned ffts = (unsigned)plan.ffts_per_workgroup;
    (void)nbl_fft_plan_radices_text(plan, " x ", radices, sizeof radices);
    if (plan.windows > 1u) (void)snprintf(windows, sizeof windows, " in %u windows", (unsigned)plan.windows);
    if (plan.passes > 1u) {
        size_t used = (size_t)snprintf(padding, sizeof padding, ", padding");
        for (uint32_t x = 0u; x + 1u < plan.passes; x++) {
            unsigned unit = (unsigned)nbl_fft_plan_pad_unit(plan, x), step = (unsigned)nbl_fft_plan_pad_step(plan, x);
            used += (size_t)(step == 0u ? snprintf(padding + used, sizeof padding - used, " none")
                                        : snprintf(padding + used, sizeof padding - used, " %u+%u", unit, step));
        }
        (void)snprintf(banks, sizeof banks, ", %.0f bank cycles (least %.0f)", (double)counted.cycles / ffts,
                       (double)counted.least / ffts);
    }
    int length =
        snprintf(buffer, size,
                 "%u = %s, %u invocations x %u elements, %u FFT%s per workgroup, %.1f KB shared%s, %u barriers%s%s",
                 (unsigned)plan.fft_length, radices, (unsigned)plan.invocations, (unsigned)plan.elements, ffts,
                 ffts == 1u ? "" : "s", nbl_fft_plan_shared_dwords(plan) / 256.0, windows,
                 (unsigned)nbl_fft_plan_barriers(plan), padding, banks);
    return (size_t)length;
}

/* A plan as nbl_fft_plan_parse() reads it: with the same precision and limits that gives the same plan.
 *
 * Returns and arguments as nbl_fft_plan_text.
 */
NBL_FUNCTION size_t nbl_fft_plan_short_text(nbl_fft_plan_t plan, char *buffer, size_t size) {
    char radices[64];
    (void)nbl_fft_plan_radices_text(plan, "x", radices, sizeof radices);
    return (size_t)snprintf(buffer, size, "%s@%u*%u/%u", radices, (unsigned)plan.invocations,
                            (unsigned)plan.ffts_per_workgroup, (unsigned)plan.windows);
}

/* A plan as an initialiser that C, C++, GLSL and HLSL take: `const nbl_fft_plan_t plan = ` before it, `;` behind.
 *
 * Returns and arguments as nbl_fft_plan_text.
 */
NBL_FUNCTION size_t nbl_fft_plan_literal(nbl_fft_plan_t plan, char *buffer, size_t size) {
    return (size_t)snprintf(buffer, size, "{%uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu}",
                            (unsigned)plan.fft_length, (unsigned)plan.passes, (unsigned)plan.radices,
                            (unsigned)plan.invocations, (unsigned)plan.elements, (unsigned)plan.ffts_per_workgroup,
                            (unsigned)plan.complex_dwords, (unsigned)plan.windows, (unsigned)plan.pad_shifts,
                            (unsigned)plan.pad_steps, (unsigned)plan.plane_dwords);
}

/* Reads digits; returns false where there are none, or more than 65535. Internal. */
NBL_FUNCTION bool nbl_fft_plan_parse_number(const char **text, uint32_t *number) {
    const char *first = *text;
    for (*number = 0u; **text >= '0' && **text <= '9'; (*text)++) {
        *number = *number * 10u + (uint32_t)(**text - '0');
        if (*number > 65535u) return false;
    }
    return *text != first;
}

/* Reads a plan: radices joined by x, and each at will, in this order: @ invocations of an FFT, * FFTs per workgroup, /
 * windows. What is not said is chosen.
 *
 * Returns SUCCESS, INVALID_TEXT, or what nbl_fft_plan_from_radices says; then *plan is untouched.
 *
 * text            such as "10x10x10", "16x16x4@64", "10x10x10@100*2/1"; no spaces
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan
 */
NBL_FUNCTION nbl_fft_plan_result_t nbl_fft_plan_parse(const char *text, uint32_t complex_dwords,
                                                      const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan) {
    static const char marks[3] = {'@', '*', '/'};
    uint32_t radices[NBL_FFT_MAX_PASSES] = {0u}, count = 0u, given[3] = {0u, 0u, 0u}, length = 1u, factor = 0u;
    for (;;) {
        if (!nbl_fft_plan_parse_number(&text, &factor)) return NBL_FFT_PLAN_INVALID_TEXT;
        if (count == NBL_FFT_MAX_PASSES) return NBL_FFT_PLAN_INVALID_PASSES;
        if (!nbl_fft_plan_is_radix(factor)) return NBL_FFT_PLAN_INVALID_RADIX;
        radices[count] = factor;
        count++;
        length *= factor; /* at most 32^6 */
        if (*text != 'x') break;
        text++;
    }
    for (uint32_t n = 0u; n < 3u; n++) {
        if (*text != marks[n]) continue;
        text++;
        if (!nbl_fft_plan_parse_number(&text, &given[n]) || given[n] == 0u) return NBL_FFT_PLAN_INVALID_TEXT;
    }
    if (*text != '\0') return NBL_FFT_PLAN_INVALID_TEXT;
    return nbl_fft_plan_from_radices(length, radices, count, given[0], given[1], given[2], complex_dwords, limits,
                                     plan);
}

#endif
