/* nbl-fft transform of a whole array: any axes, any length; and nbl-fft plan of a shape.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "nbl/host/fft_vulkan.h"
#include "gpu/from_program.h"
#include "plan/make.h"
#include "transform/make.h"

/* ---- Options */

/* Sets the sizes along the axes. The array has the first elements of each axis, and zeros follow. */
static int pad(const transform_nd_t *wanted, nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    nbl_fft_nd_desc_t sizes = {0};
    const int status = options_shape("--pad", wanted->pad, &sizes, error);
    if (status != EXIT_DONE) return status;
    if (sizes.rank != desc->axis_count)
        return fail(error, EXIT_USAGE, "--pad %s: must be a size for each axis that is transformed, here %" PRIu32,
                    wanted->pad, desc->axis_count);
    for (uint32_t a = 0; a < sizes.rank; a++) {
        const uint32_t d = desc->axes[a];
        const bool spectrum = wanted->real && wanted->inverse && a + 1 == sizes.rank;
        const uint64_t most = spectrum ? sizes.sizes[a] / 2 + 1 : sizes.sizes[a];
        if (desc->sizes[d] > most)
            return fail(error, EXIT_USAGE,
                        "--pad %s: there is room for %" PRIu64 " elements along dimension %" PRIu32
                        ", and %s has %" PRIu64,
                        wanted->pad, most, d, wanted->files[0], desc->sizes[d]);
        desc->given[d] = desc->sizes[d];
        desc->sizes[d] = sizes.sizes[a];
    }
    return EXIT_DONE;
}

static int describe(const transform_nd_t *wanted, const nbl_npy_array_t *array, nbl_fft_nd_desc_t *desc,
                    nbl_error_t *error) {
    *desc = nbl_fft_problem_init();
    desc->rank = array->rank;
    memcpy(desc->sizes, array->shape, sizeof array->shape);
    desc->precision = wanted->precision;
    desc->mode = wanted->how.mode;
    desc->inverse = wanted->inverse;
    desc->real = wanted->real;
    desc->dct = wanted->dct;
    desc->orthogonal = wanted->ortho;
    if (wanted->ortho) desc->scaling = NBL_FFT_SCALING_BY_ROOT;
    if (wanted->dct != NBL_FFT_NO_DCT && NBL_NPY_IS_COMPLEX(array->type))
        return fail(error, EXIT_FAILED, "%s: holds complex numbers: --dct and --dst transform real ones",
                    wanted->files[0]);
    int status = wanted->axes ? options_axes(wanted->axes, desc, error) : EXIT_DONE;
    if (!wanted->axes) desc->axes[desc->axis_count++] = array->rank - 1;
    if (status == EXIT_DONE && wanted->pad) {
        status = pad(wanted, desc, error);
    } else if (status == EXIT_DONE && wanted->real && wanted->inverse) {
        uint64_t *size = &desc->sizes[desc->axes[desc->axis_count - 1]];
        if (*size == 1 && !wanted->odd)
            return fail(error, EXIT_FAILED, "%s: one frequency is the spectrum of one element: add --odd",
                        wanted->files[0]);
        *size = wanted->odd ? 2 * *size - 1 : 2 * *size - 2;
    }
    return status == EXIT_DONE && wanted->kept ? options_kept(wanted->kept, desc, error) : status;
}

/* ---- The transform */

static nbl_npy_array_t output_of(const transform_nd_t *wanted, const nbl_npy_array_t *array,
                                 const nbl_fft_nd_desc_t *desc) {
    const bool to_real = (wanted->real && wanted->inverse) || wanted->dct != NBL_FFT_NO_DCT;
    uint64_t shape[NBL_NPY_MOST_RANK];
    memcpy(shape, desc->sizes, sizeof shape);
    if (wanted->real && !wanted->inverse) {
        uint64_t *size = &shape[desc->axes[desc->axis_count - 1]];
        *size = *size / 2 + 1;
    }
    for (uint32_t d = 0; d < array->rank; d++)
        if (desc->kept[d] != 0) shape[d] = desc->kept[d];
    return result_array(array, to_real, array->rank, shape);
}

/* Writes the program by which a transform goes. */
static nbl_result_t write_program(const char *path, const nbl_fft_t *fft, nbl_error_t *error) {
    const size_t size = nbl_fft_text(fft, NULL, 0) + 1;
    char *text = malloc(size);
    FILE *file = text != NULL ? fopen(path, "wb") : NULL;
    bool written = file != NULL;
    if (written) {
        nbl_fft_text(fft, text, size);
        written = fwrite(text, 1, size - 1, file) == size - 1;
        written = fclose(file) == 0 && written;
    }
    free(text);
    if (!written) snprintf(error->text, sizeof error->text, "%s: cannot be written", path);
    return written ? NBL_SUCCESS : NBL_ERROR_ARGUMENT;
}

static nbl_result_t run_made(const transform_nd_t *wanted, nbl_result_t result, nbl_fft_t *fft, const void *input,
                             void *output, nbl_error_t *error) {
    if (result == NBL_SUCCESS && wanted->program) result = write_program(wanted->program, fft, error);
    if (result == NBL_SUCCESS) result = nbl_fft_run(fft, input, output, error);
    nbl_fft_destroy(fft);
    return result;
}

static nbl_result_t compute(const transform_nd_t *wanted, const nbl_fft_problem_t *problem, const void *input,
                            void *output, nbl_error_t *error) {
    nbl_fft_t *fft;
    nbl_result_t result;
    if (wanted->device) {
        nbl_fft_problem_t there = *problem;
        there.overwrites_input = true; /* the transform may overwrite the device's copy of the input */
        there.mode = wanted->how.mode;
        there.cache = wanted->how.cache;
        there.unroll = wanted->how.unroll;
        there.route = wanted->how.route;
        result = nbl_fft_make_vulkan(wanted->device, &there, &fft, error);
        result = run_made(wanted, result, fft, input, output, error);
        if (result != NBL_ERROR_LIMIT || !wanted->may_execute) return result;
        note("%s: computing on the CPU, by the executor", error->text);
    }
    result = nbl_fft_make_cpu(problem, &fft, error);
    return run_made(wanted, result, fft, input, output, error);
}

/* Returns the bytes of an array in a precision. */
static size_t stored_bytes(const nbl_npy_array_t *array, nbl_fft_precision_t precision) {
    const size_t bytes = nbl_fft_precision_element_bytes(precision);
    return (size_t)(array->batch * array->length) * (NBL_NPY_IS_COMPLEX(array->type) ? bytes : bytes / 2);
}

static int run(const transform_nd_t *wanted, const nbl_npy_array_t *array, nbl_npy_array_t *output,
               const nbl_fft_nd_desc_t *desc, nbl_error_t *error) {
    void *input = malloc(stored_bytes(array, wanted->precision)),
         *result = malloc(stored_bytes(output, wanted->precision));
    output->data = malloc((size_t)(output->batch * output->length * NBL_NPY_BYTES(output->type)));
    int status = EXIT_DONE;
    if (!input || !result || !output->data)
        status = fail(error, EXIT_FAILED, "%s: no memory for its transform", wanted->files[0]);
    if (status == EXIT_DONE) status = load_numbers(wanted->files[0], array, wanted->precision, input, error);
    nbl_error_t why;
    const nbl_result_t computed = status == EXIT_DONE ? compute(wanted, desc, input, result, &why) : NBL_SUCCESS;
    const bool sizes_are_asked_for = wanted->pad != NULL || wanted->kept != NULL;
    if (computed != NBL_SUCCESS)
        status = fail(error, computed == NBL_ERROR_ARGUMENT && sizes_are_asked_for ? EXIT_USAGE : EXIT_FAILED, "%s: %s",
                      wanted->files[0], why.text);
    if (status == EXIT_DONE) status = store_numbers(wanted->files[1], output, wanted->precision, result, error);
    free(input);
    free(result);
    return status;
}

int transform_nd(const transform_nd_t *wanted, const nbl_npy_array_t *array, nbl_error_t *error) {
    nbl_fft_nd_desc_t desc;
    nbl_npy_error_t reason;
    int status = describe(wanted, array, &desc, error);
    if (status != EXIT_DONE) return status;
    nbl_npy_array_t output = output_of(wanted, array, &desc);
    status = run(wanted, array, &output, &desc, error);
    if (status == EXIT_DONE && nbl_npy_write(wanted->files[1], &output, &reason) != NBL_NPY_SUCCESS)
        status = fail(error, EXIT_FAILED, "%s", reason.text);
    nbl_npy_free(&output);
    return status;
}

/* ---- nbl-fft plan 4096x4096 */

/* Of what the options do not say. */
static const nbl_fft_limits_t usual_device = {.max_buffer_bytes = UINT32_MAX, .float16 = true, .float64 = true};

/* Prints the program and nothing else. */
static int print_program(const nbl_program_t *program, nbl_error_t *error) {
    const size_t size = nbl_program_text(program, NULL, 0) + 1;
    char *text = malloc(size);
    if (text == NULL) return fail(error, EXIT_FAILED, "plan: no memory for its program's text");
    nbl_program_text(program, text, size);
    printf("%s", text);
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
 * alone  nothing else */
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

/* alone  the program, nothing else */
static int print_device_plan(const nbl_fft_nd_desc_t *desc, nbl_mode_t mode, bool alone, const shape_plan_t *wanted,
                             nbl_error_t *error) {
    const nbl_device_kind_t device = wanted->limits.device;
    const bool by_address = wanted->route == NBL_FFT_ROUTE_BEST && device == NBL_DEVICE_NVIDIA; /* fft_tickets.h */
    nbl_fft_limits_t limits = usual_device;
    nbl_fft_nd_stages_t stages;
    limits.max_workgroup_invocations = wanted->limits.max_invocations;
    limits.max_shared_bytes = wanted->limits.max_shared_bytes;
    limits.subgroup_size = wanted->limits.subgroup_size;
    limits.device = device;
    limits.addresses = by_address;
    limits.literals = by_address ? NBL_FFT_LITERALS_WHERE_FASTER : NBL_FFT_LITERALS_NEVER;
    if (desc->dct != NBL_FFT_NO_DCT) {
        if (!alone) print_device(mode, &limits);
        return print_dct_program(desc, &limits, mode, alone, error);
    }
    nbl_result_t result = nbl_fft_nd_stages_make(desc, &limits, mode, false, 256, &stages, error);
    if (alone || result == NBL_SUCCESS) {
        if (!alone) print_device(mode, &limits);
        const int status =
            result == NBL_SUCCESS ? print_program(nbl_fft_nd_stages_written(&stages), error) : EXIT_FAILED;
        if (alone || status != EXIT_DONE) {
            nbl_fft_nd_stages_release(&stages);
            return status;
        }
        print_dispatches(&stages);
        printf("workspace    %" PRIu64 " bytes\n", stages.workspace_bytes);
    } else if (result == NBL_ERROR_LIMIT) {
        printf("on a device  %s\n", error->text);
    }
    nbl_fft_nd_stages_release(&stages);
    return result == NBL_SUCCESS || result == NBL_ERROR_LIMIT ? EXIT_DONE : EXIT_FAILED;
}

/* Whether fast mode has radices of its own for a dimension: of primes from 17 to 31. */
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
