/* A bloom's passes on the executor: what one of their lines is given, and the functions that work on it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_EXECUTE_H
#define NBL_HOST_BLOOM_EXECUTE_H

#include "executor/line.h"
#include "nbl/host/bloom.h"

#define NBL_BLOOM_EXECUTE_BINDINGS 6 /* as shaders/bloom_resources.h numbers them */

/* A pass, the same for all of its workgroups. */
typedef struct nbl_bloom_execute_pass_t {
    nbl_bloom_parameters_t parameters; /* of a workgroup of one invocation, which holds a whole line */
    nbl_bloom_constants_t constants;
    void *memory[NBL_BLOOM_EXECUTE_BINDINGS];
    nbl_executor_line_t forward, inverse; /* each is made only if the pass runs it */
} nbl_bloom_execute_pass_t;

/* A workgroup's work. Thread-safe with a scratch for each thread; takes a MiB of the stack.
 *
 * scratch  what the pass's FFTs need */
typedef void nbl_bloom_execute_kernel_t(const nbl_bloom_execute_pass_t *pass, uint32_t workgroup, void *scratch);

nbl_bloom_execute_kernel_t nbl_bloom_execute_first_axis, nbl_bloom_execute_first_axis_inverse,
    nbl_bloom_execute_convolve, nbl_bloom_execute_kernel_spectrum, nbl_bloom_execute_kernel_arrange;

#endif
