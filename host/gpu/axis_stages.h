/* What the kernels along one dimension are made by: sides, kernels, passes, chirps, convolutions. No Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_AXIS_STAGES_H
#define NBL_HOST_GPU_AXIS_STAGES_H

#include "gpu/nd_stages.h"
#include "nbl/fft/large.h"

typedef struct nbl_fft_axis_make_t {
    nbl_fft_nd_stages_t *fft;
    nbl_fft_nd_axis_t *axis;
    uint64_t group;   /* transforms side by side */
    uint32_t inner;   /* transforms between which the lines of a pass are numbered */
    bool interleaves; /* these transforms lie side by side in a workspace, too */
} nbl_fft_axis_make_t;

/* Makes the view of the axis's input (which 0) or output (1). Errors: LIMIT.
 *
 * arithmetic    precision of the kernel
 * real_element  how the kernel takes real numbers, an nbl_view_element_t */
nbl_result_t nbl_fft_axis_array_view(const nbl_fft_axis_make_t *make, int which, nbl_fft_precision_t arithmetic,
                                     uint32_t real_element, nbl_view_t *view, nbl_error_t *error);

/* Returns the view of a part of the workspace: `elements` complex numbers of the arithmetic for each transform. */
nbl_view_t nbl_fft_axis_work_view(nbl_fft_axis_make_t *make, uint32_t number, uint32_t elements,
                                  nbl_fft_precision_t arithmetic);

/* Sets a kernel's parameters to those of a pass of a long line. */
void nbl_fft_axis_set_pass(nbl_fft_nd_stage_t *k, nbl_fft_large_pass_t pass);

/* Adds a kernel for a line and plans it, unless it has a plan (arrays: `axes`). A line that no workgroup holds gets a
 * kernel for each pass, which go through a part of the workspace or through the target. Errors: those of plans.
 *
 * of, k  precision, length and what happens to a line, as desc.parameters has it; load and store; table. What follows from
 *        views and plan is filled in; pass_back 1: passes come from the last one to the first
 * work   number of the first part of the workspace that is free */
nbl_result_t nbl_fft_axis_add_kernel(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *k, nbl_error_t *error);
nbl_result_t nbl_fft_axis_add_passes(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, uint32_t work,
                                     nbl_error_t *error);
nbl_result_t nbl_fft_axis_add_line(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, uint32_t work,
                                   nbl_error_t *error);

/* Plans lines that lie one behind the other, all elements given, with the kernel of nbl_fft_create(): it is faster, and
 * has the same bits in exact mode. Errors: those of nbl_fft_transform_plan(). */
nbl_result_t nbl_fft_axis_plan_whole(nbl_fft_axis_make_t *make, nbl_error_t *error);

/* Returns whether a length has a plan of radices 17, 19, 23, 29 or 31: within the device's limits. */
bool nbl_fft_axis_has_primes(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t precision);

/* Returns whether a line goes in passes: no workgroup holds it, or in fast mode passes measured faster. */
bool nbl_fft_axis_goes_in_passes(const nbl_fft_axis_make_t *make, uint32_t length, nbl_fft_precision_t precision);

/* Adds the kernels of a chirp and their table. Errors: those of plans, OUT_OF_MEMORY.
 *
 * factor  of the results; counts if of->factor is set */
nbl_result_t nbl_fft_axis_add_chirp(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, double factor,
                                    uint32_t work, nbl_error_t *error);

/* Adds the kernel of Rader's algorithm and its table. Errors and arguments: nbl_fft_axis_add_chirp(). */
nbl_result_t nbl_fft_axis_add_rader(nbl_fft_axis_make_t *make, const nbl_fft_nd_stage_t *of, double factor,
                                    nbl_error_t *error);

/* Adds the kernels of a convolution: one for complex lines that a workgroup holds, otherwise several. */
nbl_result_t nbl_fft_axis_add_convolution(nbl_fft_axis_make_t *make, nbl_error_t *error);

/* Returns how many of an array's last axes one kernel transforms, since a workgroup holds that much of it; 0: none.
 *
 * lines  receives the plan */
uint32_t nbl_fft_axis_has_arrays(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *passes, uint32_t count,
                                 nbl_fft_lines_desc_t *lines);

/* Adds these axes as one. Errors: LIMIT. */
nbl_result_t nbl_fft_axis_add_arrays(nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *passes, uint32_t axes,
                                     const nbl_fft_lines_desc_t *lines, nbl_error_t *error);

/* Returns whether the columns of planes go in strips, host/gpu/strip_stages.c: long ones, in fast mode.
 *
 * points  receives the elements of their lines in both passes, as they come forward */
bool nbl_fft_axis_has_strips(const nbl_fft_nd_stages_t *fft, const nbl_fft_nd_pass_t *passes, uint32_t count,
                             uint32_t points[3]);

/* Reorders the rows of a plane: forward the pass over rows writes them where strips read, back it reads them where
 * strips write. */
void nbl_fft_axis_turn_rows(const nbl_fft_nd_stages_t *fft, const uint32_t points[3], nbl_fft_nd_pass_t *rows);

/* Adds the columns' axis: both passes, in place. Errors: those of plans. */
nbl_result_t nbl_fft_axis_add_strips(nbl_fft_nd_stages_t *fft, const uint32_t points[3],
                                     const nbl_fft_nd_pass_t *columns, nbl_error_t *error);

/* Makes numbers the axis's table, which frees them. */
void nbl_fft_axis_keep_table(nbl_fft_axis_make_t *make, uint32_t number, nbl_fft_precision_t precision, double *numbers,
                             uint64_t count);

/* Makes table 1: roots of unity of a real signal's last step, and the factor behind them. */
nbl_result_t nbl_fft_axis_make_roots(nbl_fft_axis_make_t *make, uint32_t n, double factor, nbl_error_t *error);

/* Returns the precision that lines without a chirp are computed in. */
nbl_fft_precision_t nbl_fft_axis_precision(const nbl_fft_axis_make_t *make);

/* Returns the way that transforms a length: radices, passes or a chirp. */
nbl_fft_any_way_t nbl_fft_axis_way(const nbl_fft_axis_make_t *make, uint32_t length);

#endif
