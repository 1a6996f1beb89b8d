/* The bodies of the bloom's passes for the executor: the shaders' text once more, a line at a time.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/execute_line.h"

#include "shaders/bloom_resources.h"

#include "nbl/bloom/convolve.h"
#include "nbl/bloom/first_axis.h"
#include "nbl/bloom/first_axis_inverse.h"
#include "nbl/bloom/kernel_arrange.h"
#include "nbl/bloom/kernel_spectrum.h"

#define KERNEL(name, body) \
    void name(const nbl_bloom_execute_pass_t *pass, uint32_t workgroup, void *scratch) { \
        at_work.memory = pass->memory; \
        at_work.constants = &pass->constants; \
        at_work.job = pass; \
        at_work.workgroup = workgroup; \
        at_work.scratch = scratch; \
        body(NBL_PUSH_CONSTANT(bloom_constants)); \
    }
KERNEL(nbl_bloom_execute_first_axis, nbl_bloom_first_axis)
KERNEL(nbl_bloom_execute_first_axis_inverse, nbl_bloom_first_axis_inverse)
KERNEL(nbl_bloom_execute_convolve, nbl_bloom_convolve)
KERNEL(nbl_bloom_execute_kernel_spectrum, nbl_bloom_kernel_spectrum)
KERNEL(nbl_bloom_execute_kernel_arrange, nbl_bloom_kernel_arrange)
