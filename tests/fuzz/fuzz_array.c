/* Fuzz target: descriptions of arrays of one dimension; what is accepted is transformed in memory of just its size, and
 * what no transform may touch between elements stays.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fft/array.h"
#include "tests/fuzz/numbers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 15 };

static nbl_fft_array_desc_t describe(input_t *input) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    const uint32_t flags = take(input);
    desc.length = (uint32_t)number(input, 130);
    desc.batch = (uint32_t)number(input, 20);
    desc.precision = (nbl_fft_precision_t)number(input, 3);
    desc.scaling = (nbl_fft_scaling_t)number(input, 3);
    desc.inverse = flags & 1;
    desc.real = flags & 2;
    desc.threads = 1 + (flags >> 6);
    if (flags & 4) desc.given = (uint32_t)number(input, 130);
    if (flags & 8) desc.input_stride = number(input, 20), desc.input_distance = number(input, 160);
    if (flags & 16) desc.output_stride = number(input, 20), desc.output_distance = number(input, 160);
    if (flags & 32) desc.output_stride = desc.input_stride, desc.output_distance = desc.input_distance;
    return desc;
}

/* Every byte of an output that is no element's, and the guard. */
static void expect_untouched(const nbl_fft_array_side_t *side, const char *memory, uint64_t bytes) {
    char *elements = calloc(1, (size_t)bytes + GUARD);
    if (elements == NULL) return;
    for (uint64_t t = 0; t < side->batch; t++)
        for (uint64_t k = 0; k < side->elements; k++)
            memset(elements + t * side->distance + k * side->stride, 1, side->element_bytes);
    for (uint64_t i = 0; i < bytes + GUARD; i++)
        if (elements[i] == 0 && memory[i] != UNTOUCHED) abort();
    free(elements);
}

static void transform(const nbl_fft_array_desc_t *desc, const nbl_fft_array_side_t sides[2], bool in_place) {
    const uint64_t in = sides[0].all_bytes, out = sides[1].all_bytes, first = in_place && out > in ? out : in;
    nbl_fft_array_plan_t *plan = NULL;
    if (nbl_fft_array_plan_create(desc, &plan, NULL) != NBL_SUCCESS) return;
    char *input = allocate(first), *output = in_place ? input : allocate(out);
    if (input != NULL && output != NULL && nbl_fft_array_plan_run(plan, input, output, NULL) == NBL_SUCCESS)
        expect_untouched(&sides[1], output, in_place ? first : out);
    if (!in_place) free(output);
    free(input);
    nbl_fft_array_plan_destroy(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input_t input = {data, size};
    const bool in_place = take(&input) % 4 == 0;
    const nbl_fft_array_desc_t desc = describe(&input);
    nbl_fft_array_side_t sides[2];
    if (nbl_fft_array_check(&desc, sides, NULL) != NBL_SUCCESS) {
        nbl_fft_array_plan_t *plan = NULL;
        if (nbl_fft_array_plan_create(&desc, &plan, NULL) == NBL_SUCCESS) abort();
        return 0;
    }
    if (sides[0].all_bytes <= MOST_BYTES && sides[1].all_bytes <= MOST_BYTES) transform(&desc, sides, in_place);
    return 0;
}
