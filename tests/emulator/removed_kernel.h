/* A kernel of shaders/fft_lines.h whose barriers are removable: included once a file.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   NBL_LINES_KERNEL   its name
 *   NBL_LINES_ARRAYS   optional: as there
 *   NBL_LINES_PRIME    optional: as there
 *   NBL_LINES_REAL     optional: as there; default 0
 *   NBL_LINES_TEXT     optional: another text with the same resources; default shaders/fft_lines.h
 */
#ifndef NBL_TESTS_EMULATOR_REMOVED_KERNEL_H
#define NBL_TESTS_EMULATOR_REMOVED_KERNEL_H

#include "tests/emulator/removable.h"
#include "gpu/nd_stages.h"

static inline const nbl_fft_lines_parameters_t *parameters(void) {
    return (const nbl_fft_lines_parameters_t *)nbl_emulator_specialization();
}
#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#define NBL_MOST_ELEMENTS NBL_FFT_MAX_RADIX
#define NBL_TRANSFORM_SCALAR float32_t
#define NBL_TRANSFORM_ALGORITHM NBL_FFT_STOCKHAM
#undef NBL_HAS_FLOAT16
#undef NBL_HAS_FLOAT64
#define NBL_HAS_FLOAT16 0
#define NBL_HAS_FLOAT64 0
#ifndef NBL_LINES_REAL
#define NBL_LINES_REAL 0
#endif
#ifndef NBL_LINES_TEXT
#define NBL_LINES_TEXT "shaders/fft_lines.h"
#endif
#define nbl_fft_lines_constants_t shader_constants_t /* the same numbers */
#include NBL_LINES_TEXT
#undef nbl_fft_lines_constants_t

#endif
