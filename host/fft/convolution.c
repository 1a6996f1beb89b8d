/* Convolutions by a kernel's spectrum: transforms of several dimensions, a product between them, and the part of it.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/convolution.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "executor/line.h"
#include "executor/share.h"
#include "fft/convolution.h"
#include "fft/nd.h"
#include "nbl/complex.h"
#include "nbl/host/fft_nd.h"
#include "platform/memory.h"
#include "nbl/lang/emulator.h"

#define RANK NBL_CONVOLUTION_MOST_RANK

struct nbl_convolution_t {
    nbl_convolution_desc_t desc;
    nbl_convolution_sizes_t of;
    size_t element_bytes, complex_bytes;
    uint64_t elements, frequencies;
    nbl_fft_nd_plan_t *forward, *inverse;
    void *spectrum;
    size_t padded_bytes, spectrum_bytes; /* of scratch: the padded result, then its spectrum */
    uint32_t threads;
    _Atomic(void *) kept;
    nbl_executor_pool_t pool; /* of both transforms and the product */
};

nbl_convolution_desc_t nbl_convolution_desc_init(void) {
    nbl_convolution_desc_t desc = {.batch = 1, .precision = NBL_FFT_FLOAT32};
    return desc;
}

/* ---- Making */

/* Of arrays of these sizes, behind which come zeros. */
static nbl_fft_nd_desc_t describe(const nbl_convolution_t *c, const uint64_t given[RANK]) {
    nbl_fft_nd_desc_t desc = nbl_fft_nd_desc_init();
    desc.rank = RANK;
    memcpy(desc.sizes, c->of.padded, sizeof c->of.padded);
    memcpy(desc.given, given, sizeof c->of.padded);
    desc.precision = c->desc.precision;
    desc.real = !c->desc.complex_numbers;
    desc.threads = c->desc.threads;
    desc.mode = c->desc.mode;
    return desc;
}

static nbl_result_t make_plans(nbl_convolution_t *c, nbl_error_t *error) {
    nbl_fft_nd_desc_t desc = describe(c, c->of.sizes);
    nbl_result_t result = nbl_fft_nd_plan_create(&desc, &c->forward, error);
    memset(desc.given, 0, sizeof desc.given);
    nbl_convolution_turn_back(&desc);
    if (result == NBL_SUCCESS) result = nbl_fft_nd_plan_create(&desc, &c->inverse, error);
    if (result == NBL_SUCCESS) c->forward->solver.pool = c->inverse->solver.pool = &c->pool;
    return result;
}

static size_t round_up(uint64_t bytes) {
    return (size_t)((bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT);
}

static void take_part(const nbl_convolution_t *c, const char *from, char *to) {
    const size_t element = c->element_bytes;
    for (uint64_t z = 0; z < c->of.result[0]; z++)
        for (uint64_t y = 0; y < c->of.result[1]; y++) {
            const uint64_t row = (z + c->of.first[0]) * c->of.padded[1] + y + c->of.first[1];
            memcpy(to + (z * c->of.result[1] + y) * c->of.result[2] * element,
                   from + (row * c->of.padded[2] + c->of.first[2]) * element, c->of.result[2] * element);
        }
}

static void *take_scratch(nbl_convolution_t *c) {
    void *scratch = atomic_exchange(&c->kept, NULL);
    return scratch != NULL ? scratch
                           : nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, c->padded_bytes + c->spectrum_bytes);
}

static void give_scratch(nbl_convolution_t *c, void *scratch) {
    void *none = NULL;
    if (!atomic_compare_exchange_strong(&c->kept, &none, scratch)) nbl_platform_aligned_free(scratch);
}

static nbl_result_t transform_kernel(nbl_convolution_t *c, const void *kernel, nbl_error_t *error) {
    const nbl_fft_nd_desc_t desc = describe(c, c->of.kernel);
    nbl_fft_nd_plan_t *plan;
    nbl_result_t result = nbl_fft_nd_plan_create(&desc, &plan, error);
    if (result != NBL_SUCCESS) return result;
    plan->solver.pool = &c->pool;
    char *reversed = take_scratch(c); /* the kernel is no longer than the padded signal */
    c->spectrum = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, c->spectrum_bytes);
    if (reversed == NULL || c->spectrum == NULL) {
        result = nbl_fail_memory(error, "the kernel's spectrum");
    } else {
        if (c->desc.correlates)
            nbl_convolution_reverse(&c->desc, c->of.kernel[0] * c->of.kernel[1] * c->of.kernel[2], kernel, reversed);
        result = nbl_fft_nd_plan_run(plan, c->desc.correlates ? reversed : kernel, c->spectrum, error);
    }
    if (reversed != NULL) give_scratch(c, reversed);
    nbl_fft_nd_plan_destroy(plan);
    return result;
}

#define FEWEST_OF_THREAD 32768u

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
    result = make_plans(c, error); /* which refuses what is beyond memory */
    if (result == NBL_SUCCESS) {
        c->complex_bytes = nbl_fft_precision_element_bytes(desc->precision);
        c->element_bytes = desc->complex_numbers ? c->complex_bytes : c->complex_bytes / 2;
        c->elements = c->of.padded[0] * c->of.padded[1] * c->of.padded[2];
        c->frequencies =
            desc->complex_numbers ? c->elements : c->of.padded[0] * c->of.padded[1] * (c->of.padded[2] / 2 + 1);
        c->padded_bytes = round_up(c->elements * c->element_bytes);
        c->spectrum_bytes = round_up(c->frequencies * c->complex_bytes);
        c->threads = desc->threads != 0 ? desc->threads : nbl_platform_processors();
        if (desc->threads == 0 && c->threads > 1 + c->frequencies / FEWEST_OF_THREAD)
            c->threads = (uint32_t)(1 + c->frequencies / FEWEST_OF_THREAD);
        if (c->threads > NBL_EXECUTOR_MOST_THREADS) c->threads = NBL_EXECUTOR_MOST_THREADS;
        result = transform_kernel(c, kernel, error);
    }
    if (result != NBL_SUCCESS) {
        nbl_convolution_destroy(c);
        return result;
    }
    *created = c;
    return NBL_SUCCESS;
}

void nbl_convolution_destroy(nbl_convolution_t *c) {
    if (c == NULL) return;
    nbl_fft_nd_plan_destroy(c->forward);
    nbl_fft_nd_plan_destroy(c->inverse);
    nbl_executor_pool_release(&c->pool);
    nbl_platform_aligned_free(c->spectrum);
    nbl_platform_aligned_free(atomic_load(&c->kept));
    free(c);
}

/* ---- Running */

typedef struct product_t {
    const nbl_convolution_t *convolution;
    char *spectrum;
} product_t;

static void multiply(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const product_t *product = user;
    const nbl_convolution_t *c = product->convolution;
    (void)thread;
    if (c->desc.precision == NBL_FFT_FLOAT64) {
        nbl_complex_float64_t *x = (void *)product->spectrum;
        const nbl_complex_float64_t *k = c->spectrum;
        for (uint64_t i = first; i < first + count; i++) x[i] = nbl_complex_mul(x[i], k[i]);
    } else {
        nbl_complex_float32_t *x = (void *)product->spectrum;
        const nbl_complex_float32_t *k = c->spectrum;
        for (uint64_t i = first; i < first + count; i++) x[i] = nbl_complex_mul(x[i], k[i]);
    }
}

nbl_result_t nbl_convolution_run(nbl_convolution_t *c, const void *input, void *output, nbl_error_t *error) {
    nbl_error_clear(error);
    if (c == NULL || input == NULL || output == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%s: is NULL",
                        c == NULL       ? "convolution"
                        : input == NULL ? "input"
                                        : "output");
    char *padded = take_scratch(c);
    if (padded == NULL) return nbl_fail_memory(error, "scratch");
    const uint64_t in_bytes = c->of.sizes[0] * c->of.sizes[1] * c->of.sizes[2] * c->element_bytes;
    const uint64_t out_bytes = c->of.result[0] * c->of.result[1] * c->of.result[2] * c->element_bytes;
    product_t product = {c, padded + c->padded_bytes};
    nbl_result_t result = NBL_SUCCESS;
    for (uint64_t i = 0; i < c->desc.batch && result == NBL_SUCCESS; i++) {
        result = nbl_fft_nd_plan_run(c->forward, (const char *)input + i * in_bytes, product.spectrum, error);
        if (result != NBL_SUCCESS) break;
        nbl_executor_share(&c->pool, c->threads, c->frequencies, FEWEST_OF_THREAD, multiply, &product);
        result = nbl_fft_nd_plan_run(c->inverse, product.spectrum, padded, error);
        if (result == NBL_SUCCESS) take_part(c, padded, (char *)output + i * out_bytes);
    }
    give_scratch(c, padded);
    return result;
}

uint64_t nbl_convolution_size(const nbl_convolution_t *c, uint32_t dimension) {
    return dimension < c->desc.rank ? c->of.result[RANK - c->desc.rank + dimension] : 0;
}

uint64_t nbl_convolution_bytes(const nbl_convolution_t *c) {
    return c->padded_bytes + 2 * (uint64_t)c->spectrum_bytes + nbl_fft_nd_plan_bytes(c->forward) +
           nbl_fft_nd_plan_bytes(c->inverse);
}
