/* The sizes of a convolution by transforms: what is refused, what is padded, which part is returned.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "error/check.h"
#include "executor/share.h"
#include "fft/convolution.h"
#include "fft/split.h"
#include "spirv/words.h"

#define PART_NAMES "full, same, valid"
#define RANK NBL_CONVOLUTION_MOST_RANK

static nbl_result_t check(const nbl_convolution_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_RANGE("rank", desc->rank, 1, RANK),
                                  NBL_CHECK_RANGE("precision", desc->precision, NBL_FFT_FLOAT32, NBL_FFT_FLOAT64),
                                  NBL_CHECK_ENUM("part", desc->part, PART_NAMES),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES),
                                  NBL_CHECK_RANGE("threads", desc->threads, 0, NBL_EXECUTOR_MOST_THREADS)};
    nbl_result_t result = nbl_check("convolution", checks, sizeof checks / sizeof *checks, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->batch == 0) return nbl_fail(error, NBL_ERROR_ARGUMENT, "convolution: batch is 0, must be 1 or more");
    for (uint32_t d = 0; d < desc->rank; d++) {
        const uint64_t n = desc->sizes[d], k = desc->kernel_sizes[d];
        if (n == 0 || k == 0)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s 0 of dimension %u: must be 1 or more",
                            n == 0 ? "size" : "kernel's size", d);
        if (desc->part == NBL_CONVOLUTION_VALID && k > n)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "kernel's size %llu of dimension %u: beyond the signal's %llu",
                            (unsigned long long)k, d, (unsigned long long)n);
        if (n > NBL_FFT_SPLIT_MOST || k > NBL_FFT_SPLIT_MOST || n + k - 1 > NBL_FFT_SPLIT_MOST)
            return nbl_fail(error, NBL_ERROR_LIMIT, "size %llu and kernel's size %llu of dimension %u: beyond %u",
                            (unsigned long long)n, (unsigned long long)k, d, NBL_FFT_SPLIT_MOST);
    }
    return NBL_SUCCESS;
}

/* Returns a length from `least` on that transforms quickly. Beyond a workgroup the lines of its passes fill whole
 * segments of memory in both directions. */
static uint64_t quick_length(uint64_t least) {
    enum { LONGEST_OF_WORKGROUP = 8192, SEGMENTS = 16 * 16 };
    if (least <= LONGEST_OF_WORKGROUP) return nbl_fft_smooth_length(least);
    return SEGMENTS * (uint64_t)nbl_fft_smooth_length((least + SEGMENTS - 1) / SEGMENTS);
}

/* Returns the padded elements of a dimension, 2 at least. Real lines are half as many complex numbers, so they are
 * even. */
static uint64_t padded_size(uint64_t all, bool last, bool real) {
    if (last && real) return 2 * quick_length((all + 1) / 2);
    return quick_length(last && all < 2 ? 2 : all);
}

nbl_result_t nbl_convolution_choose_sizes(const nbl_convolution_desc_t *desc, nbl_convolution_sizes_t *chosen,
                                          nbl_error_t *error) {
    nbl_result_t result = check(desc, error);
    if (result != NBL_SUCCESS) return result;
    for (uint32_t d = 0; d < RANK; d++) {
        const bool there = d >= RANK - desc->rank;
        const uint32_t of = d - (RANK - desc->rank);
        const uint64_t n = there ? desc->sizes[of] : 1, k = there ? desc->kernel_sizes[of] : 1, all = n + k - 1;
        chosen->sizes[d] = n;
        chosen->kernel[d] = k;
        chosen->padded[d] = padded_size(all, d + 1 == RANK, !desc->complex_numbers);
        chosen->result[d] = desc->part == NBL_CONVOLUTION_FULL   ? all
                            : desc->part == NBL_CONVOLUTION_SAME ? n
                                                                 : n - k + 1;
        chosen->first[d] = desc->part == NBL_CONVOLUTION_FULL   ? 0
                           : desc->part == NBL_CONVOLUTION_SAME ? (k - 1) / 2
                                                                : k - 1;
    }
    return NBL_SUCCESS;
}

nbl_fft_nd_desc_t nbl_convolution_forward(const nbl_convolution_desc_t *of_convolution,
                                          const nbl_convolution_sizes_t *of) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = RANK;
    memcpy(desc.sizes, of->padded, sizeof of->padded);
    memcpy(desc.given, of->kernel, sizeof of->kernel);
    desc.precision = of_convolution->precision;
    desc.real = !of_convolution->complex_numbers;
    desc.mode = of_convolution->mode;
    return desc;
}
