/* Convolutions on the CPU: the programs of a kernel's spectrum and of the signals.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/convolution.h"

#include <stdlib.h>

#include "error/error.h"
#include "platform/memory.h"
#include "transform/make.h"
#include "transform/solver.h"

#define RANK NBL_CONVOLUTION_MOST_RANK

struct nbl_convolution_t {
    nbl_convolution_desc_t desc;
    nbl_convolution_sizes_t of;
    size_t element_bytes;
    nbl_ready_t *one; /* the convolution of one signal, with the kernel's spectrum */
    nbl_executor_pool_t pool;
};

nbl_convolution_desc_t nbl_convolution_desc_init(void) {
    nbl_convolution_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

static uint64_t product(const uint64_t sizes[RANK]) { return sizes[0] * sizes[1] * sizes[2]; }

/* ---- Making */

/* Returns a kernel's spectrum, for nbl_platform_aligned_free(); NULL: *result has the error. */
static void *transform_kernel(nbl_convolution_t *c, const nbl_problem_t *problem, uint32_t threads, const void *kernel,
                              nbl_result_t *result, nbl_error_t *error) {
    const uint64_t elements = product(c->of.kernel);
    const size_t bytes = nbl_fft_precision_element_bytes(c->desc.precision);
    void *spectrum =
        nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, nbl_ready_round_up((size_t)problem->output.distance * bytes));
    void *reversed = c->desc.correlates ? malloc(elements * c->element_bytes) : NULL;
    nbl_ready_t *forward = NULL;
    *result = NBL_SUCCESS;
    if (spectrum == NULL || (c->desc.correlates && reversed == NULL))
        *result = nbl_fail_memory(error, "the kernel's spectrum");
    if (*result == NBL_SUCCESS) *result = nbl_ready_solve(problem, NULL, threads, &forward, error);
    if (*result == NBL_SUCCESS && c->desc.correlates) nbl_convolution_reverse(&c->desc, elements, kernel, reversed);
    if (*result == NBL_SUCCESS)
        *result = nbl_ready_run_unchecked(forward, &c->pool, reversed != NULL ? reversed : kernel, spectrum, error);
    nbl_ready_destroy(forward);
    free(reversed);
    if (*result == NBL_SUCCESS) return spectrum;
    nbl_platform_aligned_free(spectrum);
    return NULL;
}

static nbl_result_t make(nbl_convolution_t *c, const void *kernel, nbl_error_t *error) {
    nbl_convolution_desc_t one = c->desc;
    nbl_problem_t of_kernel, problem;
    one.batch = 1; /* what lies between axes is one signal's */
    nbl_result_t result = nbl_problem_of_convolution(&one, &of_kernel, &problem, error);
    if (result != NBL_SUCCESS) return result;
    const uint32_t threads = nbl_solver_threads(c->desc.threads, product(c->of.padded));
    void *spectrum = transform_kernel(c, &of_kernel, threads, kernel, &result, error);
    if (spectrum == NULL) return result;
    nbl_program_t *program = nbl_transform_new(&problem);
    result = program != NULL ? nbl_transform_make_cpu(&problem, program, error) : nbl_fail_memory(error, "program");
    if (result == NBL_SUCCESS) result = nbl_ready_create(program, spectrum, NULL, threads, &c->one, error);
    free(program);
    nbl_platform_aligned_free(spectrum);
    return result;
}

nbl_result_t nbl_convolution_create(const nbl_convolution_desc_t *desc, const void *kernel, nbl_convolution_t **created,
                                    nbl_error_t *error) {
    nbl_error_clear(error);
    if (desc == NULL || kernel == NULL || created == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is NULL",
                        desc == NULL     ? "description"
                        : kernel == NULL ? "kernel"
                                         : "convolution");
    nbl_convolution_sizes_t of;
    nbl_result_t result = nbl_convolution_choose_sizes(desc, &of, error);
    if (result != NBL_SUCCESS) return result;
    nbl_convolution_t *c = calloc(1, sizeof *c);
    if (c == NULL) return nbl_fail_memory(error, "a convolution");
    nbl_executor_pool_init(&c->pool);
    c->desc = *desc;
    c->of = of;
    c->element_bytes = nbl_fft_precision_element_bytes(desc->precision) / (desc->complex_numbers ? 1 : 2);
    result = make(c, kernel, error);
    if (result != NBL_SUCCESS) {
        nbl_convolution_destroy(c);
        return result;
    }
    *created = c;
    return NBL_SUCCESS;
}

void nbl_convolution_destroy(nbl_convolution_t *c) {
    if (c == NULL) return;
    nbl_ready_destroy(c->one);
    nbl_executor_pool_release(&c->pool);
    free(c);
}

/* ---- Running */

nbl_result_t nbl_convolution_run(nbl_convolution_t *c, const void *input, void *output, nbl_error_t *error) {
    nbl_error_clear(error);
    if (c == NULL || input == NULL || output == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is NULL",
                        c == NULL       ? "convolution"
                        : input == NULL ? "input"
                                        : "output");
    const uint64_t in_bytes = product(c->of.sizes) * c->element_bytes,
                   out_bytes = product(c->of.result) * c->element_bytes;
    nbl_result_t result = NBL_SUCCESS;
    for (uint64_t i = 0; i < c->desc.batch && result == NBL_SUCCESS; i++)
        result = nbl_ready_run_unchecked(c->one, &c->pool, (const char *)input + i * in_bytes,
                                         (char *)output + i * out_bytes, error);
    return result;
}

uint64_t nbl_convolution_size(const nbl_convolution_t *c, uint32_t dimension) {
    return dimension < c->desc.rank ? c->of.result[RANK - c->desc.rank + dimension] : 0;
}

uint64_t nbl_convolution_bytes(const nbl_convolution_t *c) { return sizeof *c + nbl_ready_bytes(c->one); }
