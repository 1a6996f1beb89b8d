/* nbl-fft transform of a whole array: any axes, any length.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
        status =
            fail(error, EXIT_FAILED, "%s: no memory for its transform: the result alone takes %.3g GB",
                 wanted->files[0], 1e-9 * (double)output->batch * (double)output->length * NBL_NPY_BYTES(output->type));
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
