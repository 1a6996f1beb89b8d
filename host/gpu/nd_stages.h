/* A transform of several dimensions for a device: kernels in the order of the work, and the memory between. No Vulkan.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_ND_STAGES_H
#define NBL_HOST_GPU_ND_STAGES_H

#include "gpu/lines.h"
#include "fft/nd.h"

/* One kernel. */
typedef struct nbl_fft_nd_stage_t {
    nbl_fft_lines_desc_t desc;
    nbl_instruction_order_t order;
    nbl_view_t load, store;
    uint32_t table;     /* of the axis, 0 or 1 */
    uint64_t items;     /* lines of a transform, or what invocations share */
    uint32_t per_group; /* items that a workgroup takes */
} nbl_fft_nd_stage_t;

#define NBL_FFT_ND_MOST_STAGES 8

/* Numbers that kernels load, in the precision of the arithmetic; bytes may be 0. */
typedef struct nbl_fft_nd_table_t {
    void *numbers;
    uint64_t bytes;
    uint64_t spectrum_offset, spectrum_bytes; /* the convolution kernel's spectrum, behind the numbers; or 0 bytes */
} nbl_fft_nd_table_t;

/* Whether lines are multiplied by a spectrum and transformed back. */
typedef struct nbl_fft_nd_part_t {
    bool convolves;
    uint64_t frequencies; /* complex numbers of that spectrum */
} nbl_fft_nd_part_t;

/* One dimension. `chunk` transforms at a time go through all of its kernels. */
typedef struct nbl_fft_nd_axis_t {
    nbl_fft_nd_pass_t pass;
    nbl_fft_nd_part_t part;
    nbl_fft_transform_plan_t whole; /* nbl_fft_create()'s, if lines lie one behind the other; else its batch is 0 */
    uint64_t transforms, chunk;
    nbl_fft_nd_table_t tables[2]; /* a chirp and its spectrum; roots of a real signal's last step */
    uint32_t stages;
    nbl_fft_nd_stage_t stage[NBL_FFT_ND_MOST_STAGES]; /* what lies behind the last one is not set */
} nbl_fft_nd_axis_t;

typedef struct nbl_fft_nd_stages_t {
    nbl_fft_nd_desc_t desc;
    nbl_mode_t mode; /* in which kernels are compiled: nbl_program_compiled_as() */
    bool in_place;
    nbl_fft_limits_t limits;
    nbl_fft_nd_side_t sides[3];
    uint32_t axes; /* rounds of the program without its first ones of literal sizes */
    nbl_fft_nd_axis_t *axis;
    uint64_t region_bytes[NBL_VIEW_REGIONS], region_offset[NBL_VIEW_REGIONS]; /* of the workspace's parts */
    uint64_t workspace_bytes;
    struct nbl_program_t *program; /* that the stages were made of; NULL after an error */
    struct nbl_program_t *written; /* as rules wrote it, where in it steps replace others; NULL: `program` is it */
} nbl_fft_nd_stages_t;

/* Makes the kernels and tables of the program that rules write (from_program.h). Errors: those of
 * nbl_fft_make_vulkan() before a device is used.
 *
 * alignment  of the workspace's parts, bytes
 * stages     to be released, also after an error */
nbl_result_t nbl_fft_nd_stages_make(const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits, nbl_mode_t mode,
                                    bool in_place, uint64_t alignment, nbl_fft_nd_stages_t *stages, nbl_error_t *error);

/* Clears stages and sets limits, mode and place. */
void nbl_fft_nd_stages_begin(const nbl_fft_limits_t *limits, nbl_mode_t mode, bool in_place,
                             nbl_fft_nd_stages_t *stages);

/* Refuses arrays beyond a buffer, beyond what kernels number, or in an arithmetic that the device lacks. Errors: LIMIT,
 * ARGUMENT.
 *
 * between  true: the third side, an array between input and output, is used */
nbl_result_t nbl_fft_nd_stages_check(const nbl_fft_nd_stages_t *stages, bool between, nbl_error_t *error);
void nbl_fft_nd_stages_release(const nbl_fft_nd_stages_t *stages);

/* Return the number of kernels of all axes, and of dispatches of a run. */
uint32_t nbl_fft_nd_stages_count(const nbl_fft_nd_stages_t *stages);
uint64_t nbl_fft_nd_stages_dispatches(const nbl_fft_nd_stages_t *stages);

/* Returns the program as rules wrote it, or as it was read. */
const struct nbl_program_t *nbl_fft_nd_stages_written(const nbl_fft_nd_stages_t *stages);

/* Appends the text of that program, which is there. */
void nbl_fft_nd_stages_put(nbl_fft_nd_text_t *text, const nbl_fft_nd_stages_t *stages);

/* Sets the parameters of a kernel that follow from its views: strides, storages, kinds of elements. */
void nbl_fft_nd_take_views(const nbl_fft_nd_axis_t *axis, const nbl_view_t *load, const nbl_view_t *store,
                           nbl_fft_lines_parameters_t *p);

/* Returns the push constants of a kernel's dispatch, made from its views.
 *
 * first, count  transforms of the dispatch */
nbl_fft_lines_constants_t nbl_fft_nd_stage_constants(const nbl_fft_nd_axis_t *axis, const nbl_fft_nd_stage_t *stage,
                                                     uint64_t first, uint64_t count);

/* Returns the workgroups of a kernel for a number of transforms. */
uint64_t nbl_fft_nd_stage_workgroups(const nbl_fft_nd_stage_t *stage, uint64_t transforms);

#endif
