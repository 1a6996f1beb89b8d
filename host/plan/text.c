/* Plans as text: printed for people, written short and read back for command lines, and as literals for shaders.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "error/check.h"
#include "plan/cost.h"
#include "plan/layout.h"
#include "plan/make.h"

#define MOST_FFTS 65535u /* per workgroup in a text; chosen: a number of five digits. What fits is checked later */

/* Returns whether a plan's numbers can be computed with. Those of memory that holds no plan may not be: counting with
 * them would take minutes. */
static bool is_sound(nbl_fft_plan_t plan) {
    uint64_t length = 1u;
    if (plan.passes == 0u || plan.passes > NBL_FFT_MAX_PASSES || plan.invocations == 0u ||
        plan.invocations > plan.fft_length || plan.ffts_per_workgroup == 0u || plan.windows == 0u ||
        plan.windows > plan.fft_length || plan.ffts_per_workgroup > MOST_FFTS || plan.complex_dwords == 0u ||
        plan.complex_dwords > 4u)
        return false;
    for (uint32_t p = 0u; p < plan.passes; p++) {
        if (!nbl_fft_plan_is_radix(nbl_fft_plan_radix(plan, p))) return false;
        length *= nbl_fft_plan_radix(plan, p);
    }
    return length == plan.fft_length && length <= NBL_FFT_PLAN_MAX_LENGTH;
}

static size_t no_plan(char *buffer, size_t size) { return (size_t)snprintf(buffer, size, "no plan"); }

size_t nbl_fft_plan_radices_text(nbl_fft_plan_t plan, const char *between, char *buffer, size_t size) {
    size_t used = 0u;
    if (!is_sound(plan)) return no_plan(buffer, size);
    for (uint32_t p = 0u; p < plan.passes; p++) {
        int n = snprintf(used < size ? buffer + used : NULL, used < size ? size - used : 0u, "%s%u",
                         p > 0u ? between : "", (unsigned)nbl_fft_plan_radix(plan, p));
        used += (size_t)n;
    }
    return used;
}

size_t nbl_fft_plan_text(nbl_fft_plan_t plan, char *buffer, size_t size) {
    char radices[64], windows[32] = "", padding[96] = "", banks[64] = "";
    if (!is_sound(plan)) return no_plan(buffer, size);
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

size_t nbl_fft_plan_short_text(nbl_fft_plan_t plan, char *buffer, size_t size) {
    char radices[64];
    if (!is_sound(plan)) return no_plan(buffer, size);
    (void)nbl_fft_plan_radices_text(plan, "x", radices, sizeof radices);
    return (size_t)snprintf(buffer, size, "%s@%u*%u/%u", radices, (unsigned)plan.invocations,
                            (unsigned)plan.ffts_per_workgroup, (unsigned)plan.windows);
}

size_t nbl_fft_plan_literal(nbl_fft_plan_t plan, char *buffer, size_t size) {
    return (size_t)snprintf(buffer, size, "{%uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu, %uu}",
                            (unsigned)plan.fft_length, (unsigned)plan.passes, (unsigned)plan.radices,
                            (unsigned)plan.invocations, (unsigned)plan.elements, (unsigned)plan.ffts_per_workgroup,
                            (unsigned)plan.complex_dwords, (unsigned)plan.windows, (unsigned)plan.pad_shifts,
                            (unsigned)plan.pad_steps, (unsigned)plan.plane_dwords);
}

/* Reads digits; returns false without digits, and above 65535. */
static bool read_number(const char **text, uint32_t *number) {
    const char *first = *text;
    for (*number = 0u; **text >= '0' && **text <= '9'; (*text)++) {
        *number = *number * 10u + (uint32_t)(**text - '0');
        if (*number > 65535u) return false;
    }
    return *text != first;
}

static nbl_result_t fail(const char *text, const char *why, nbl_error_t *error) {
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "plan %s: %s", text, why);
}

nbl_result_t nbl_fft_plan_read(const char *text, nbl_fft_plan_request_t *request, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, text, request)) return NBL_ERROR_ARGUMENT;
    static const char form[] = "a plan is written as 10x10x10, 10x10x10@100 or 10x10x10@100*2/1";
    nbl_fft_plan_request_t read = {.passes = 0u};
    const char *at = text;
    nbl_error_clear(error);
    for (;; at++) {
        uint32_t radix;
        if (!read_number(&at, &radix)) return fail(text, form, error);
        if (read.passes == NBL_FFT_MAX_PASSES) return fail(text, NBL_FFT_PLAN_WHY_PASSES, error);
        read.radices[read.passes++] = radix;
        if (*at != 'x') break;
    }
    const char *why = nbl_fft_plan_why_not_radices(&read);
    if (why != NULL) return fail(text, why, error);
    const struct {
        char mark;
        uint32_t *number;
    } rest[] = {{'@', &read.invocations}, {'*', &read.ffts_per_workgroup}, {'/', &read.windows}};
    for (size_t n = 0; n < sizeof rest / sizeof *rest; n++) {
        if (*at != rest[n].mark) continue;
        at++;
        if (!read_number(&at, rest[n].number) || *rest[n].number == 0u) return fail(text, form, error);
    }
    if (*at != '\0') return fail(text, form, error);
    *request = read;
    return NBL_SUCCESS;
}
