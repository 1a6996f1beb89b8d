/* A bloom's passes on the executor: what one of their lines is given, and the functions that work on it.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_BLOOM_EXECUTE_H
#define NBL_HOST_BLOOM_EXECUTE_H

#include "executor/line.h"
#include "nbl/host/bloom.h"

#define NBL_BLOOM_EXECUTE_BINDINGS 6 /* as shaders/bloom_resources.h numbers them */

/* A pass; all its workgroups share it. */
typedef struct nbl_bloom_execute_pass_t {
    nbl_bloom_parameters_t parameters; /* for a workgroup of one invocation that holds a whole line */
    nbl_bloom_constants_t constants;
    void *memory[NBL_BLOOM_EXECUTE_BINDINGS];
    nbl_executor_line_t forward, inverse; /* each is made only if the pass runs it */
} nbl_bloom_execute_pass_t;

/* Does the work of a workgroup. Thread-safe with a scratch for each thread. Needs 1 MiB of the stack.
 * 
 * scratch  memory of the pass's FFTs */
typedef void nbl_bloom_execute_kernel_t(const nbl_bloom_execute_pass_t *pass, uint32_t workgroup, void *scratch);

nbl_bloom_execute_kernel_t nbl_bloom_execute_first_axis, nbl_bloom_execute_first_axis_inverse,
    nbl_bloom_execute_convolve, nbl_bloom_execute_kernel_spectrum, nbl_bloom_execute_kernel_arrange;

#endif
