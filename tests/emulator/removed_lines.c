/* The kernels of lines along a dimension, the library's and one of nbl/fft.h's, without each of their barriers: linked
 * by test_removed_barriers.sh.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_LINES_KERNEL lines_kernel
#include "tests/emulator/removed_kernel.h"
#include "tests/fft/stride_kernel.h"

#include <stdlib.h>
#include <string.h>

#include "tests/emulator/removed_stages.h"

/* Zeros through all kernels of a description, to the first that the checker complains of. */
static void run_zeros(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    const nbl_fft_nd_stages_t *stages = context;
    char *input = zeros((size_t)stages->sides[0].bytes + 64), *output = zeros((size_t)stages->sides[1].bytes + 64);
    run_stages(stages, order, input, output, report);
    free(input);
    free(output);
}

static void try_lines_by(const char *name, const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, nbl_device_kind_t device) {
    const nbl_fft_limits_t limits = {.max_workgroup_invocations = desc->real ? 1024 : 256,
                                     .max_shared_bytes = desc->real ? 49152 : 16384,
                                     .subgroup_size = 8,
                                     .max_buffer_bytes = 1u << 27,
                                     .device = device};
    nbl_fft_nd_stages_t stages;
    nbl_error_t error;
    if (nbl_fft_nd_stages_make(desc, &limits, mode, !desc->real, 256, &stages, &error) != NBL_SUCCESS)
        stop(name, error.text);
    try_all(name, run_zeros, &stages);
    nbl_fft_nd_stages_release(&stages);
}

static void try_lines_of(const char *name, const nbl_fft_nd_desc_t *desc, nbl_mode_t mode) {
    try_lines_by(name, desc, mode, NBL_DEVICE_ANY);
}

/* In place, so that source and target are one buffer; in fast mode a chirp goes there and back in one kernel. */
static void try_columns(const char *name, uint32_t length, uint64_t columns, nbl_mode_t mode) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 2;
    desc.sizes[0] = length;
    desc.sizes[1] = columns;
    desc.axis_count = 1;
    try_lines_of(name, &desc, mode);
}

/* An array that a workgroup holds, by lines of two passes each, so that all of its barriers are needed. */
static void try_array(const char *name, uint32_t rank, const uint64_t *sizes) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = rank;
    memcpy(desc.sizes, sizes, rank * sizeof *sizes);
    desc.batch = 2;
    try_lines_of(name, &desc, NBL_MODE_EXACT);
}

/* Rows of primes, and of radices times a prime, by Rader's algorithm there and back in one kernel. */
static void try_rows(const char *name, uint32_t length, uint64_t rows) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.batch = rows;
    try_lines_of(name, &desc, NBL_MODE_FAST);
}

/* Rows that are traded before and behind their line, since one butterfly each does for them. */
static void try_short_rows(const char *name, uint32_t length, uint64_t rows) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 1;
    desc.sizes[0] = length;
    desc.batch = rows;
    try_lines_by(name, &desc, NBL_MODE_FAST, NBL_DEVICE_NVIDIA);
}

/* A real array that a workgroup holds: rows of even length, or pairs of rows of odd length. */
static void try_real_array(const char *name, uint32_t rank, const uint64_t *sizes, bool inverse) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = rank;
    memcpy(desc.sizes, sizes, rank * sizeof *sizes);
    desc.batch = 2;
    desc.real = true;
    desc.inverse = inverse;
    try_lines_by(name, &desc, NBL_MODE_FAST, NBL_DEVICE_NVIDIA);
}

/* The shortest real signal whose half goes in passes: lines and their mirrors. */
static void try_mirrors(const char *name, bool inverse) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 1;
    desc.sizes[0] = 65536;
    desc.real = true;
    desc.inverse = inverse;
    try_lines_of(name, &desc, NBL_MODE_FAST);
}

/* An instance with NBL_FFT_STRIDE, in place. */
static void run_stride(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report) {
    enum { BYTES = 2 * 1200 * 8 };
    nbl_emulator_resource_t resources[2] = {{zeros(BYTES), BYTES, 0}, {zeros(BYTES), BYTES, 0}};
    const stride_job_t job = {.arrays = 1, .in_place = 1};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    (void)context;
    launch.kernel = middle_kernel;
    launch.workgroup_size[0] = middle_workgroup_size;
    launch.workgroup_count[0] = (40 + middle_ffts_per_workgroup - 1) / middle_ffts_per_workgroup;
    launch.resources = resources;
    launch.resource_count = 2;
    launch.push_constants = &job;
    launch.check = NBL_EMULATOR_CHECK_RACES;
    launch.order = order;
    nbl_emulator_launch(&launch, report);
    for (int i = 0; i < 2; i++) free(resources[i].data);
}

void try_lines(void) {
    try_all("columns of a block", run_stride, NULL);
    try_columns("columns in place", 60, 20, NBL_MODE_EXACT);
    try_array("an array in place", 2, (uint64_t[]){48, 40});
    try_array("an array of three axes in place", 3, (uint64_t[]){12, 20, 10});
    try_columns("a chirp in one kernel", 37, 8, NBL_MODE_FAST);
    try_rows("rows by Rader", 37, 5);
    try_short_rows("short rows", 46, 128 * 32 + 5);    /* the last workgroup is not full */
    try_rows("lines with a prime", 3 * 37, 2 * 6 + 1); /* the last workgroup is not full */
    try_rows("lines with a prime, columns of two radices", 40 * 37, 2);
    try_real_array("a real array", 2, (uint64_t[]){48, 80}, false);
    try_real_array("a real array, inverse", 2, (uint64_t[]){48, 96}, true);
    try_real_array("a real array by pairs of rows", 2, (uint64_t[]){48, 35}, false);
    try_real_array("a real array by pairs of rows, inverse", 2, (uint64_t[]){48, 35}, true);
    try_mirrors("lines and mirrors", false);
    try_mirrors("lines and mirrors, inverse", true);
}
