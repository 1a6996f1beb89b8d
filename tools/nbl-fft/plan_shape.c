/* nbl-fft plan of a shape, such as 4096x4096: how an array is transformed on the CPU and on a device.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdlib.h>

#include "gpu/from_program.h"
#include "plan/make.h"
#include "transform/choose_tickets.h"
#include "transform/fused_mode.h"
#include "transform/make.h"

/* Prints the program, and whose its bits are. */
static int print_program(const nbl_program_t *program, nbl_error_t *error) {
    const size_t size = nbl_program_text(program, NULL, 0) + 1;
    char *text = malloc(size), bits[NBL_PROGRAM_BITS_SIZE];
    if (text == NULL) return fail(error, EXIT_FAILED, "plan: no memory for its program's text");
    nbl_program_text(program, text, size);
    nbl_program_bits_text(program, bits);
    printf("%s%s", bits, text);
    free(text);
    return EXIT_DONE;
}

static nbl_result_t make_dct(const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits, nbl_mode_t mode,
                             nbl_program_t *program, nbl_error_t *error) {
    nbl_problem_t problem;
    nbl_fft_nd_desc_t of = *desc;
    of.mode = mode;
    const nbl_result_t result = nbl_problem_make(&of, false, &problem, error);
    return result == NBL_SUCCESS ? nbl_transform_make(&problem, limits, NULL, program, error) : result;
}

/* Prints a cosine or sine transform's program, which its rules write: nbl_fft_nd_stages_make() has none.
 *
 * alone  prints nothing else */
static int print_dct_program(const nbl_fft_nd_desc_t *desc, const nbl_fft_limits_t *limits, nbl_mode_t mode, bool alone,
                             nbl_error_t *error) {
    nbl_program_t *program = malloc(sizeof *program);
    if (program == NULL) return fail(error, EXIT_FAILED, "plan: no memory for its program");
    const nbl_result_t result = make_dct(desc, limits, mode, program, error);
    const int status = result == NBL_SUCCESS ? print_program(program, error) : EXIT_FAILED;
    if (status == EXIT_DONE && !alone) {
        uint64_t workspace = 0;
        for (int r = 0; r < NBL_VIEW_REGIONS; r++) workspace += program->region_bytes[r];
        printf("trips        %" PRIu32 " times through memory\nworkspace    %" PRIu64 " bytes\n", program->steps,
               workspace);
    }
    free(program);
    return status;
}

/* Kernels by address have no stage of their own; two that share a dispatch have another one behind it. */
static void print_dispatches(const nbl_fft_nd_stages_t *stages) {
    const nbl_program_t *program = stages->program;
    uint32_t steps = 0;
    while (steps < program->steps && program->step[steps].literal) steps++;
    printf("trips        %" PRIu32 " times through memory, %" PRIu64 " dispatches\n",
           nbl_fft_nd_stages_count(stages) + steps, nbl_fft_nd_stages_dispatches(stages) + steps);
}

static void print_device(nbl_mode_t mode, const nbl_fft_limits_t *limits) {
    const uint32_t bytes = limits->max_shared_bytes, unit = bytes % 1024 == 0 ? 1024 : 1;
    printf("on a device of %" PRIu32 " invocations and %" PRIu32 " %s a workgroup, --device-kind %s, %s mode\n",
           limits->max_workgroup_invocations, bytes / unit, unit == 1 ? "bytes" : "KiB",
           nbl_device_kind_name(limits->device), options_mode_name(mode));
}

/* Returns the limits of the device that the options describe. */
static nbl_fft_limits_t limits_of(const shape_plan_t *wanted) {
    const nbl_device_kind_t device = wanted->limits.device;
    const bool by_address = wanted->route == NBL_FFT_ROUTE_BEST && nbl_choose_by_address(device);
    return (nbl_fft_limits_t){.max_workgroup_invocations = wanted->limits.max_invocations,
                              .max_shared_bytes = wanted->limits.max_shared_bytes,
                              .subgroup_size = wanted->limits.subgroup_size,
                              .device = device,
                              .max_buffer_bytes = UINT32_MAX, /* this and the next two: most devices */
                              .float16 = true,
                              .float64 = true,
                              .addresses = by_address,
                              .literals = by_address ? NBL_FFT_LITERALS_WHERE_FASTER : NBL_FFT_LITERALS_NEVER};
}

/* Prints how a device transforms an array. What is beyond the device is a line, too.
 *
 * alone  prints the program and nothing else, and fails if there is none */
static int print_device_plan(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, bool alone, const shape_plan_t *wanted,
                             nbl_error_t *error) {
    const nbl_fft_limits_t limits = limits_of(wanted);
    nbl_fft_nd_stages_t stages;
    int status = EXIT_FAILED;
    if (desc->dct != NBL_FFT_NO_DCT) {
        if (!alone) print_device(mode, &limits);
        return print_dct_program(desc, &limits, mode, alone, error);
    }
    const nbl_result_t result = nbl_fft_nd_stages_make(desc, &limits, mode, false, 256, &stages, error);
    if (result == NBL_SUCCESS) {
        if (!alone) print_device(mode, &limits);
        status = print_program(nbl_fft_nd_stages_written(&stages), error);
        if (status == EXIT_DONE && !alone) {
            print_dispatches(&stages);
            printf("workspace    %" PRIu64 " bytes\n", stages.workspace_bytes);
        }
    } else if (result == NBL_ERROR_LIMIT && !alone) {
        printf("on a device  %s\n", error->text);
        status = EXIT_DONE;
    }
    nbl_fft_nd_stages_release(&stages);
    return status;
}

/* Returns whether fast mode has radices of its own for a dimension: primes from 17 on. */
static bool has_primes(const nbl_fft_nd_desc_t *desc) {
    for (uint32_t d = 0; d < desc->rank; d++) {
        const bool half = desc->real && d + 1 == desc->rank && desc->sizes[d] % 2 == 0;
        const uint64_t n = half ? desc->sizes[d] / 2 : desc->sizes[d];
        if (n <= NBL_FFT_PLAN_MAX_LENGTH &&
            nbl_fft_plan_has_primes((uint32_t)n, nbl_fft_precision_dwords(desc->precision)))
            return true;
    }
    return false;
}

int print_shape_plan(const shape_plan_t *wanted, nbl_error_t *error) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    nbl_fft_t *plan;
    char text[2048];
    uint64_t elements = 1;
    const bool reals = wanted->real || wanted->dct != NBL_FFT_NO_DCT;
    desc.precision = wanted->precision;
    desc.real = wanted->real;
    desc.dct = wanted->dct;
    desc.mode = wanted->mode == UINT32_MAX ? NBL_MODE_EXACT : (nbl_mode_t)wanted->mode;
    int status = options_shape("plan", wanted->shape, &desc, error);
    if (status == EXIT_DONE && wanted->axes) status = options_axes(wanted->axes, &desc, error);
    if (status == EXIT_DONE && wanted->kept) status = options_kept(wanted->kept, &desc, error);
    if (status != EXIT_DONE) return status;
    if (wanted->program) return print_device_plan(&desc, desc.mode, true, wanted, error);
    if (nbl_fft_make_cpu(&desc, &plan, error) != NBL_SUCCESS) return EXIT_FAILED;
    for (uint32_t d = 0; d < desc.rank; d++) elements *= desc.sizes[d];
    nbl_fft_nd_plan_text(plan, text, sizeof text);
    printf("%s on the CPU, %s%s, the last axis first\n%s", wanted->shape, nbl_fft_precision_name(wanted->precision),
           reals ? " of real numbers" : "", text);
    printf("array        %" PRIu64 " bytes\n",
           elements * nbl_fft_precision_element_bytes(wanted->precision) / (reals ? 2 : 1));
    printf("scratch      %" PRIu64 " bytes\n", nbl_fft_get_bytes(plan).workspace);
    nbl_fft_destroy(plan);
    status = print_device_plan(&desc, desc.mode, false, wanted, error);
    const bool both = wanted->mode == UINT32_MAX && wanted->dct == NBL_FFT_NO_DCT && has_primes(&desc);
    return status == EXIT_DONE && both ? print_device_plan(&desc, NBL_MODE_FAST, false, wanted, error) : status;
}
