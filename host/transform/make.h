/* A program of a problem, without a device: what rules/ write and choose.h decides.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a problem: nbl_problem_make() checks a description (nbl/host/fft_nd.h), nbl_problem_of_convolution() the one
 *        of a convolution (nbl/host/convolution.h).
 * Out:   its program, which program.h prints, checks and runs on the CPU.
 * Wrong: fast mode without limits is refused (ARGUMENT): its programs are of a device.
 *
 * Complex and real lines of any length, several axes, arrays that a workgroup holds, strides, elements that are not
 * given, any scaling, in place or not; convolutions by a given spectrum.
 */
#ifndef NBL_HOST_TRANSFORM_MAKE_H
#define NBL_HOST_TRANSFORM_MAKE_H

#include "nbl/host/convolution.h"
#include "nbl/host/fft_nd.h"
#include "transform/program.h"

/* Checks a description and fills in a problem. Errors: ARGUMENT, LIMIT (arrays beyond memory; in place: sides that are
 * laid out otherwise).
 *
 * in_place  whether the input's memory is the output's */
nbl_result_t nbl_problem_make(const nbl_fft_nd_desc_t *desc, bool in_place, nbl_problem_t *problem, nbl_error_t *error);

/* Checks a description of a convolution and fills in two problems. Errors: ARGUMENT, LIMIT (arrays beyond memory).
 *
 * kernel       receives the transform that makes the kernel's spectrum. A run of it takes the kernel, for a correlation
 *              in the order of nbl_fft_reversed_kernel() (machine.h)
 * convolution  receives the convolution. A run of its program takes that spectrum. Of `sizes` elements as many are
 *              input as the signal has, and as many are output as the result has, from `output.first` on */
nbl_result_t nbl_problem_of_convolution(const nbl_convolution_desc_t *desc, nbl_problem_t *kernel,
                                        nbl_problem_t *convolution, nbl_error_t *error);

/* Fills in a problem of a description that is checked, and of its sides, as nbl_fft_nd_check() makes both. */
struct nbl_fft_nd_side_t;
void nbl_problem_fill(const nbl_fft_nd_desc_t *desc, const struct nbl_fft_nd_side_t *sides, nbl_mode_t mode,
                      bool in_place, nbl_problem_t *problem);

/* Returns the results along a dimension, kept or not. */
uint64_t nbl_problem_results(const nbl_problem_t *problem, uint32_t dimension);

/* Writes the dimensions of a problem in the order in which they are transformed, each in a round of the program.
 * Returns how many there are. */
uint32_t nbl_problem_axes(const nbl_problem_t *problem, uint32_t dimensions[NBL_PROGRAM_MOST_RANK]);

/* Returns memory for a problem's program, with room for as many steps as rules may write, and nothing set; NULL: out of
 * memory. To be freed by free(). It is smaller than a nbl_program_t: `*program` as a whole reaches beyond it. */
nbl_program_t *nbl_transform_new(const nbl_problem_t *problem);

/* Writes a problem's program. In exact mode it follows from sizes, strides, precision and kind, and how a workgroup
 * shares the work from the limits. Of the batch it has counts alone, if arrays lie one behind the other without gaps;
 * where many arrays go otherwise than few, it has the steps for both. In fast mode it follows from the limits, the
 * device's kind and the batch, and so it does in fused mode with limits. After an error the program has the problem and
 * no step. Errors: ARGUMENT (fast mode without limits), LIMIT (a length beyond those of nbl/host/fft_nd.h),
 * OUT_OF_MEMORY.
 *
 * problem  of nbl_problem_make()
 * program  a whole one, or nbl_transform_new()'s for this problem
 * limits   of a device, to which workgroups then keep; NULL: limits that many devices have, not in fast mode
 * wisdom   its plans come before the library's own rows; in exact mode if they have the same radices. NULL: none */
nbl_result_t nbl_transform_make(const nbl_problem_t *problem, const nbl_fft_limits_t *limits,
                                const nbl_fft_wisdom_t *wisdom, nbl_program_t *program, nbl_error_t *error);

/* Writes the program by which the CPU solves a problem: one step for each part of each axis, and no workgroups. It has
 * exact mode's steps in each mode, but for lengths without its radices: in fast mode these have prime radices to 31, or
 * go as convolutions in the arrays' precision (choose_cpu.h). Arguments and errors: nbl_transform_make(). */
nbl_result_t nbl_transform_make_cpu(const nbl_problem_t *problem, nbl_program_t *program, nbl_error_t *error);

#endif
