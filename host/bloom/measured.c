/* Plans and lengths of a bloom's passes, as measured on an NVIDIA H200 by bench/scripts/bloom_search.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A row's radices are kept whatever the limits are, since bits follow from them; the rest where it fits. To put in what
 * measured best, change or add a row.
 */
#include "bloom/measured.h"

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

/* Passes, radices, invocations, FFTs per workgroup, windows (0: as few as fit). */
static const nbl_fft_plan_request_t rows[] = {
    {3, {8, 16, 12}, 128, 1, 1},    /* 1536 */
    {4, {16, 4, 15, 5}, 320, 1, 1}, /* 4800 */
    {4, {12, 4, 14, 8}, 448, 1, 1}, /* 5376 */
    {4, {4, 8, 14, 14}, 448, 1, 2}, /* 6272 */
    {4, {16, 16, 4, 8}, 512, 1, 2}, /* 8192 */
};

static const nbl_fft_plan_request_t rows_back[] = {
    {3, {12, 12, 10}, 144, 3, 1},   /* 1440 */
    {3, {16, 16, 8}, 128, 3, 2},    /* 2048 */
    {4, {10, 8, 10, 6}, 480, 1, 1}, /* 4800 */
    {4, {8, 8, 10, 8}, 320, 3, 2},  /* 5120 */
    {4, {12, 16, 4, 7}, 448, 1, 1}, /* 5376 */
    {4, {7, 7, 8, 16}, 448, 1, 1},  /* 6272 */
    {4, {16, 4, 8, 16}, 512, 1, 1}, /* 8192 */
};

static const nbl_fft_plan_request_t lines[] = {
    {3, {8, 16, 8}, 64, 4, 1},     /* 1024 */
    {3, {12, 12, 12}, 144, 4, 2},  /* 1728 */
    {3, {14, 14, 14}, 196, 4, 1},  /* 2744 */
    {3, {16, 16, 12}, 192, 4, 2},  /* 3072 */
    {3, {14, 16, 16}, 256, 4, 2},  /* 3584 */
    {4, {12, 4, 12, 8}, 192, 4, 2} /* 4608 */
};

/* Of halves, eight of which fill a sector. */
static const nbl_fft_plan_request_t lines_of_halves[] = {
    {3, {12, 6, 12}, 72, 4, 1}, /* 864 */
    {3, {16, 10, 8}, 80, 8, 1}, /* 1280 */
};

/* Up to `length`, it takes the place of `cheapest`. */
static const struct { uint32_t cheapest, length; } lengths[] = {{2880, 2744}, {8064, 8192}};

uint32_t nbl_bloom_request_length(const nbl_fft_plan_request_t *request) {
    uint32_t product = request->passes > 0 ? 1 : 0;
    for (uint32_t p = 0; p < request->passes; p++) product *= request->radices[p];
    return product;
}

static const nbl_fft_plan_request_t *find(const nbl_fft_plan_request_t *table, size_t count, uint32_t length) {
    for (size_t i = 0; i < count; i++)
        if (nbl_bloom_request_length(&table[i]) == length) return &table[i];
    return NULL;
}

const nbl_fft_plan_request_t *nbl_bloom_measured_rows(uint32_t length) { return find(rows, COUNT_OF(rows), length); }

const nbl_fft_plan_request_t *nbl_bloom_measured_rows_back(uint32_t length) {
    return find(rows_back, COUNT_OF(rows_back), length);
}

const nbl_fft_plan_request_t *nbl_bloom_measured_lines(uint32_t length, bool half) {
    const nbl_fft_plan_request_t *found = half ? find(lines_of_halves, COUNT_OF(lines_of_halves), length) : NULL;
    return found != NULL ? found : find(lines, COUNT_OF(lines), length);
}

uint32_t nbl_bloom_faster_length(uint32_t least, uint32_t cheapest) {
    for (size_t i = 0; i < COUNT_OF(lengths); i++)
        if (lengths[i].cheapest == cheapest && lengths[i].length >= least) return lengths[i].length;
    return cheapest;
}
