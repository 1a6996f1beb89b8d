/* nbl-fft tune --shapes: how the kernels of arrays take lines side by side.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_FFT_TUNE_SHAPES_H
#define NBL_TOOLS_NBL_FFT_TUNE_SHAPES_H

#include "nbl/host/wisdom.h"

typedef struct tune_shapes_t {
    const char *const *shapes; /* "1080x1920", or lengths of any size */
    uint32_t count;
    uint32_t precisions; /* bits */
    uint32_t mode;       /* 0 exact, 1 fast */
    uint32_t plans;      /* that are tried of a kernel at most, beside the library's own */
    uint32_t megabytes, runs;
    const char *output, *device;
    const char *log; /* NULL, or a file that gets a line for each plan that was timed */
} tune_shapes_t;

/* Measures, prints and writes the wisdom. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int tune_shapes(const tune_shapes_t *wanted, nbl_error_t *error);

#endif
