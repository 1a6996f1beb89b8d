/* Chooses plans by what a device's compiler says of them; nothing is run.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_TUNE_STATISTICS_H
#define NBL_BENCH_TUNE_STATISTICS_H

#include "nbl/host/error.h"
#include "nbl/host/fft.h"

typedef struct tune_statistics_t {
    const char *const *lengths;
    uint32_t count;         /* of them; 0: all from 48 on */
    uint32_t precisions;    /* bits */
    bool fast;              /* other radices than exact mode's will do */
    uint32_t plans;         /* of a length, that are compiled at most */
    bool survey;            /* that many are compiled, and the one of fewest instructions is taken */
    uint32_t most_elements; /* of an invocation, while plans with no more are left */
    uint32_t resident;      /* the least that is to be resident at once, in the driver's unit: bench_figures_t */
    uint32_t max_invocations, max_shared_bytes; /* of a workgroup; 0: few, as long as a plan fits */
    uint32_t seconds;                           /* that it may take, about; 0: any */
    const char *output;                         /* receives rows of what no device has refused */
    const char *log; /* what other devices have said, and this one says; NULL: this one alone */
    const char *device;
} tune_statistics_t;

/* Writes the rows. Returns EXIT_DONE, EXIT_USAGE or EXIT_FAILED. */
int tune_statistics(const tune_statistics_t *wanted, nbl_error_t *error);

#endif
