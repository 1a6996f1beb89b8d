/* An array with another of its dimensions as the last one, which job.c takes for the rows.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "nbl-fft.h"

/* Returns the product of sizes `from` to `to` - 1 of a shape. */
static uint64_t product(const uint64_t *shape, uint32_t from, uint32_t to) {
    uint64_t elements = 1;
    for (uint32_t d = from; d < to; d++) elements *= shape[d];
    return elements;
}

static void set_shape(nbl_npy_array_t *array, const uint64_t *shape) {
    memcpy(array->shape, shape, sizeof array->shape);
    array->length = shape[array->rank - 1];
    array->batch = product(shape, 0, array->rank - 1);
}

uint64_t axis_number(const uint64_t *shape, uint32_t rank, uint32_t axis, uint64_t number) {
    const uint64_t size = shape[axis], inner = product(shape, axis + 1, rank), row = number / size;
    return (row / inner * size + number % size) * inner + row % inner;
}

bool axis_to_last(const nbl_npy_array_t *array, uint32_t axis, nbl_npy_array_t *moved) {
    const uint64_t bytes = NBL_NPY_BYTES(array->type), elements = array->batch * array->length;
    uint64_t shape[NBL_NPY_MOST_RANK] = {0};
    *moved = *array;
    moved->data = malloc((size_t)(elements * bytes));
    if (moved->data == NULL) return false;
    for (uint64_t n = 0; n < elements; n++)
        memcpy((char *)moved->data + n * bytes,
               (char *)array->data + axis_number(array->shape, array->rank, axis, n) * bytes, (size_t)bytes);
    for (uint32_t d = 0, to = 0; d < array->rank; d++)
        if (d != axis) shape[to++] = array->shape[d];
    shape[array->rank - 1] = array->shape[axis];
    set_shape(moved, shape);
    return true;
}

bool axis_from_last(const nbl_npy_array_t *moved, uint32_t axis, nbl_npy_array_t *array) {
    const uint64_t bytes = NBL_NPY_BYTES(moved->type), elements = moved->batch * moved->length;
    uint64_t shape[NBL_NPY_MOST_RANK] = {0};
    *array = *moved;
    array->data = malloc((size_t)(elements * bytes));
    if (array->data == NULL) return false;
    for (uint32_t d = 0, from = 0; d < moved->rank; d++) shape[d] = d == axis ? moved->length : moved->shape[from++];
    set_shape(array, shape);
    for (uint64_t n = 0; n < elements; n++)
        memcpy((char *)array->data + axis_number(shape, moved->rank, axis, n) * bytes, (char *)moved->data + n * bytes,
               (size_t)bytes);
    return true;
}
