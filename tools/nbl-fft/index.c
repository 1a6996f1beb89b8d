/* nbl-fft index: the order of a spectrum and its mirrors, as CSV.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>

#include "nbl/bit.h"
#include "nbl/fft/mirror.h"

int command_index(int argc, char **argv, nbl_error_t *error) {
    uint32_t elements = 0, workgroup = 0;
    const char *const file_names[] = {NULL};
    const option_t options[] = {
        OPTION_POWER("--elements-per-invocation", &elements, 2, 32),
        OPTION_POWER("--workgroup-size", &workgroup, 1, 1024),
        OPTIONS_END,
    };
    int status = options_read("index", argc, argv, options, file_names, NULL, error);
    if (status != EXIT_DONE) return status;
    if (elements == 0)
        return fail(error, EXIT_USAGE, "index: --elements-per-invocation is missing; see nbl-fft index --help");
    if (workgroup == 0) return fail(error, EXIT_USAGE, "index: --workgroup-size is missing; see nbl-fft index --help");

    nbl_fft_nabla_order_t order =
        nbl_fft_nabla_order(nbl_fft_log2_elements(nbl_log2(elements)), nbl_fft_log2_workgroup(nbl_log2(workgroup)));
    printf("output_index,dft_index,mirror_output_index,mirror_invocation,mirror_element\n");
    for (uint32_t n = 0; n < elements * workgroup; n++) {
        nbl_fft_mirror_holder_t holder = nbl_fft_mirror_holder(order, n);
        printf("%u,%u,%u,%u,%u\n", n, nbl_fft_dft_index(order, n), nbl_fft_nabla_mirror_index(order, n),
               holder.invocation, holder.element);
    }
    return EXIT_DONE;
}
