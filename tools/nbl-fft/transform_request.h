/* What `nbl-fft transform` is asked for.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_TRANSFORM_REQUEST_H
#define NBL_TOOLS_TRANSFORM_REQUEST_H

#include "nbl-fft.h"

enum { BACKEND_VULKAN, BACKEND_EXECUTOR, BACKEND_EMULATOR, BACKEND_ANY };

typedef struct transform_request_t {
    const char *files[2];
    uint32_t algorithm, order, elements, workgroup, precision, mode, backend, subgroup, dct_type, dst_type;
    bool inverse, real, odd, ortho, check, counters;
    nbl_fft_dct_t dct;
    const char *device, *plan, *wisdom, *trace, *counters_json, *axes, *pad, *kept, *program, *write_program;
} transform_request_t;

/* Reads the options and checks that they go together. Returns EXIT_DONE or EXIT_USAGE.
 *
 * request  zeros, but for precision UINT32_MAX, backend BACKEND_ANY and algorithm ALGORITHM_ANY */
int transform_request_read(int argc, char **argv, transform_request_t *request, nbl_error_t *error);

/* Returns an option that the executor lacks (other algorithms, plans and orders than the default ones), or NULL. */
const char *transform_beyond_executor(const transform_request_t *request);

#endif
