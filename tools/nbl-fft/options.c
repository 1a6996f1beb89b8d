/* Checks the options that choose a transform against each other.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/bit.h"
#include "nbl/host/plan.h"
#include "plan/factors.h"
#include "plan/make.h"

int options_algorithm(uint32_t *algorithm, const char *plan, uint32_t elements, uint32_t workgroup,
                      nbl_error_t *error) {
    const char *shape = elements != 0 ? "--elements-per-invocation" : workgroup != 0 ? "--workgroup-size" : NULL;
    uint32_t chosen = *algorithm != ALGORITHM_ANY ? *algorithm : shape ? ALGORITHM_RADIX2_SHUFFLE : ALGORITHM_STOCKHAM;
    if (plan && shape)
        return fail(error, EXIT_USAGE, "--plan and %s: the one is for stockham, the other for radix2-shuffle", shape);
    if (plan && chosen != ALGORITHM_STOCKHAM) return fail(error, EXIT_USAGE, "--plan: is for --algorithm stockham");
    if (shape && chosen != ALGORITHM_RADIX2_SHUFFLE)
        return fail(error, EXIT_USAGE, "%s: is for --algorithm radix2-shuffle; stockham takes --plan", shape);
    if (plan) {
        nbl_fft_plan_request_t parsed;
        if (nbl_fft_plan_read(plan, &parsed, error) != NBL_SUCCESS) return fail(error, EXIT_USAGE, "--%s", error->text);
    }
    *algorithm = chosen == ALGORITHM_STOCKHAM ? NBL_FFT_STOCKHAM : NBL_FFT_RADIX2_SHUFFLE;
    return EXIT_DONE;
}

const char *options_mode_name(nbl_mode_t mode) {
    return mode == NBL_MODE_FUSED ? "fused" : mode == NBL_MODE_FAST ? "fast" : "exact";
}

bool options_any_radices(nbl_mode_t mode, nbl_fft_precision_t precision, nbl_fft_kind_t kind, uint64_t length,
                         const char *plan) {
    const bool halves = precision == NBL_FFT_FLOAT16 || precision == NBL_FFT_FLOAT16_STORAGE;
    if (mode != NBL_MODE_FUSED) return mode == NBL_MODE_FAST;
    return plan == NULL && kind != NBL_FFT_REAL_TWO && !halves && length <= UINT32_MAX &&
           nbl_fft_plan_has_primes((uint32_t)length, nbl_fft_precision_dwords(precision)) &&
           nbl_largest_prime((uint32_t)length) <= NBL_FFT_PLAN_LARGEST_PRIME_OF_RADICES;
}

bool options_has_kernel(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length, const char *plan,
                        bool any_radices, nbl_error_t *error) {
    const uint32_t dwords = nbl_fft_precision_dwords(precision);
    nbl_fft_plan_t made;
    const bool has_plan = plan && nbl_fft_plan_parse(plan, dwords, NULL, &made, NULL) == NBL_SUCCESS;
    if (has_plan && made.fft_length == length) return true;
    if (any_radices && algorithm == NBL_FFT_STOCKHAM && length <= UINT32_MAX &&
        nbl_fft_plan_has_primes((uint32_t)length, dwords))
        return true;
    return nbl_fft_check_length(algorithm, precision, length, error) == NBL_SUCCESS;
}

/* Returns the product of a plan's radices; 0 if the text is no plan. */
static uint32_t plan_length(const char *text) {
    nbl_fft_plan_request_t plan;
    uint32_t length = 1;
    if (nbl_fft_plan_read(text, &plan, NULL) != NBL_SUCCESS) return 0;
    for (uint32_t p = 0; p < plan.passes; p++) length *= plan.radices[p];
    return length <= NBL_FFT_PLAN_MAX_LENGTH ? length : 0;
}

int options_length(const char *command, uint32_t *length, const char *plan, uint32_t elements, uint32_t workgroup,
                   nbl_error_t *error) {
    if (*length == 0 && plan) *length = plan_length(plan);
    if (*length == 0 && (elements == 0 || workgroup == 0))
        return fail(error, EXIT_USAGE,
                    "%s: --length is missing, or --plan, or --elements-per-invocation and --workgroup-size", command);
    if (*length == 0) *length = elements * workgroup;
    return EXIT_DONE;
}

int wisdom_read(const char *path, nbl_vulkan_device_t *device, nbl_fft_wisdom_t **wisdom, nbl_error_t *error) {
    const char *name = device ? nbl_vulkan_device_get_info(device)->name : NULL;
    *wisdom = NULL;
    if (path && nbl_fft_wisdom_read(path, name, wisdom, error) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "--wisdom: %s", error->text);
    return EXIT_DONE;
}

int options_dct(const char *command, uint32_t dct, uint32_t dst, bool real, nbl_fft_dct_t *kind, nbl_error_t *error) {
    const char *given = dct != 0 ? "--dct" : "--dst";
    if ((dct != 0 && dst != 0) || ((dct != 0 || dst != 0) && real))
        return fail(error, EXIT_USAGE, "%s %s: not together with %s", command, given, real ? "--real" : "--dst");
    *kind = dct != 0   ? (nbl_fft_dct_t)(NBL_FFT_DCT_1 + dct - 1)
            : dst != 0 ? (nbl_fft_dct_t)(NBL_FFT_DST_1 + dst - 1)
                       : NBL_FFT_NO_DCT;
    return EXIT_DONE;
}

int options_shape(const char *command, const char *text, nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    for (const char *at = text;;) {
        char *end;
        const unsigned long long size = strtoull(at, &end, 10);
        if (*at < '0' || *at > '9' || (*end != 'x' && *end != '\0') || desc->rank == NBL_FFT_ND_MOST_RANK)
            return fail(error, EXIT_USAGE, "%s %s: must be a length, or up to %d sizes such as 1080x1920", command,
                        text, NBL_FFT_ND_MOST_RANK);
        desc->sizes[desc->rank++] = size;
        if (*end == '\0') return EXIT_DONE;
        at = end + 1;
    }
}

int options_axes(const char *text, nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    const char *at = text;
    for (;;) {
        char *end;
        const long number = strtol(at, &end, 10), rank = (long)desc->rank, axis = number < 0 ? number + rank : number;
        const bool is_number = end != at && (*end == ',' || *end == '\0') && (*at == '-' || (*at >= '0' && *at <= '9'));
        bool again = false;
        for (uint32_t a = 0; a < desc->axis_count; a++) again = again || desc->axes[a] == (uint32_t)axis;
        if (!is_number || axis < 0 || axis >= rank || again)
            return fail(error, EXIT_USAGE,
                        "--axes %s: must be numbers of dimensions, each once, from 0 to %ld or from -1 to %ld", text,
                        rank - 1, -rank);
        desc->axes[desc->axis_count++] = (uint32_t)axis;
        if (*end == '\0') return EXIT_DONE;
        at = end + 1;
    }
}

/* Reads "FROM:TO", which ends at a comma or at the end; returns what follows, or NULL. */
static const char *read_range(const char *text, uint64_t *from, uint64_t *to) {
    uint64_t *const numbers[2] = {from, to};
    for (int i = 0; i < 2; i++) {
        char *end;
        if (*text < '0' || *text > '9') return NULL;
        *numbers[i] = strtoull(text, &end, 10);
        if (i == 0 ? *end != ':' : *end != ',' && *end != '\0') return NULL;
        text = i == 0 ? end + 1 : end;
    }
    return *from < *to ? text : NULL;
}

int options_kept(const char *text, nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    const uint32_t axes = desc->axis_count != 0 ? desc->axis_count : desc->rank;
    const char *at = text;
    for (uint32_t a = 0;; a++) {
        uint64_t from = 0, to = 0;
        at = read_range(at, &from, &to);
        if (at == NULL || a == axes || (*at == '\0' && a + 1 != axes))
            return fail(error, EXIT_USAGE,
                        "--kept %s: must be FROM:TO, TO above FROM, for each axis that is transformed, here %" PRIu32
                        ", joined by commas",
                        text, axes);
        const uint32_t dimension = desc->axis_count != 0 ? desc->axes[a] : a;
        desc->kept[dimension] = to - from;
        desc->kept_from[dimension] = from;
        if (*at == '\0') return EXIT_DONE;
        at++;
    }
}
