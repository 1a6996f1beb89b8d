/* The net: drawn arrays, what is planned for them as text, and their results by hash. tests/fft/test_net.c holds them
 * against tests/fft/net.txt.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_NET_TESTING_H
#define NBL_TESTS_FFT_NET_TESTING_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/from_program.h"
#include "tests/fft/nd_testing.h"

#define NET_ROWS 2000u
#define NET_SEED 20261128u

/* ---- Drawing: the same on every machine, each row by its number alone */

static inline bool net_is_prime(uint32_t n) {
    for (uint32_t k = 2; k * k <= n; k++)
        if (n % k == 0) return false;
    return n > 1;
}

static inline bool net_is_smooth(uint32_t n) {
    for (uint32_t p = 2; p <= 13; p++)
        while (n % p == 0) n /= p;
    return n == 1;
}

/* A size of at most 2^most: a power of two, one without a prime above 13, a prime, an odd one, or any. */
static inline uint32_t net_size(test_random_t *random, uint32_t most) {
    const uint32_t log2 = test_random_below(random, most + 1), kind = test_random_below(random, 5);
    uint32_t n = 1 + test_random_below(random, 1u << log2);
    if (kind == 0) return 1u << log2;
    if (kind == 1)
        while (!net_is_smooth(n)) n--;
    if (kind == 2)
        while (n > 2 && !net_is_prime(n)) n--;
    if (kind == 3) n |= 1u;
    return n;
}

static inline void net_axes(nbl_fft_nd_desc_t *desc, test_random_t *random) {
    desc->axis_count = 1 + test_random_below(random, desc->rank);
    for (uint32_t a = 0; a < desc->axis_count; a++) {
        bool twice = true;
        while (twice) {
            desc->axes[a] = test_random_below(random, desc->rank);
            twice = false;
            for (uint32_t b = 0; b < a; b++) twice = twice || desc->axes[b] == desc->axes[a];
        }
    }
}

/* Of lines one in eight is to 2^20, of others to 2^15. */
static inline nbl_fft_nd_desc_t net_draw(uint32_t number) {
    static const uint32_t most[] = {0, 15, 9, 6};
    static const nbl_fft_precision_t precisions[] = {NBL_FFT_FLOAT32, NBL_FFT_FLOAT32,         NBL_FFT_FLOAT32,
                                                     NBL_FFT_FLOAT64, NBL_FFT_FLOAT16_STORAGE, NBL_FFT_FLOAT16};
    test_random_t random = test_random_from(NET_SEED + 1000003ull * number);
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    for (int i = 0; i < 8; i++) test_random_below(&random, 2); /* seeds that are alike part */
    desc.rank = 1 + test_random_below(&random, 3);
    const bool is_long = desc.rank == 1 && test_random_below(&random, 16) == 0;
    uint64_t elements = 1;
    for (uint32_t d = 0; d < desc.rank; d++) {
        desc.sizes[d] = net_size(&random, is_long ? 20 : most[desc.rank]);
        elements *= desc.sizes[d];
    }
    desc.batch = test_random_below(&random, 2) == 0 ? 1 : 1 + test_random_below(&random, 5);
    if (elements < 512 && test_random_below(&random, 3) == 0) desc.batch = 1 + test_random_below(&random, 300);
    desc.precision = precisions[test_random_below(&random, 6)];
    desc.real = test_random_below(&random, 2) == 1;
    desc.inverse = test_random_below(&random, 2) == 1;
    if (test_random_below(&random, 4) == 0) desc.scaling = (nbl_fft_scaling_t)test_random_below(&random, 4);
    if (test_random_below(&random, 3) == 0) net_axes(&desc, &random);
    if (test_random_below(&random, 4) == 0) draw_given(&desc, &random);
    if (test_random_below(&random, 4) == 0) {
        draw_strides(&desc, false, desc.input_strides, &desc.input_distance, RANK, &random);
        draw_strides(&desc, true, desc.output_strides, &desc.output_distance, RANK, &random);
    }
    desc.threads = 1;
    return desc;
}

/* ---- Hashes (FNV-1a) and texts */

static inline uint64_t net_hash(uint64_t hash, const void *data, size_t bytes) {
    const unsigned char *at = data;
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ at[i]) * 0x100000001b3ull;
    return hash;
}

#define NET_BASIS 0xcbf29ce484222325ull

/* What a row is: "fp32 real inverse 97x60, batch 2, axes 1", strides and parts that are given by a letter each. */
static inline void net_describe(const nbl_fft_nd_desc_t *desc, char *text, size_t size) {
    int at = snprintf(text, size, "%s%s%s ", nbl_fft_precision_name(desc->precision), desc->real ? " real" : "",
                      desc->inverse ? " inverse" : "");
    bool given = false, strided = false;
    for (uint32_t d = 0; d < desc->rank; d++) {
        at += snprintf(text + at, size - (size_t)at, "%s%u", d == 0 ? "" : "x", (unsigned)desc->sizes[d]);
        given = given || desc->given[d] != 0;
        strided = strided || desc->input_strides[d] != 0;
    }
    if (desc->batch > 1) at += snprintf(text + at, size - (size_t)at, " *%u", (unsigned)desc->batch);
    for (uint32_t a = 0; a < desc->axis_count; a++)
        at += snprintf(text + at, size - (size_t)at, "%s%u", a == 0 ? " /" : ",", desc->axes[a]);
    if (desc->scaling != NBL_FFT_SCALING_DEFAULT)
        at += snprintf(text + at, size - (size_t)at, " s%d", (int)desc->scaling);
    snprintf(text + at, size - (size_t)at, "%s%s", given ? " g" : "", strided ? " t" : "");
}

static inline void net_put_plan(nbl_fft_nd_text_t *text, nbl_fft_plan_t plan) {
    char buffer[NBL_FFT_PLAN_TEXT_SIZE];
    nbl_fft_plan_text(plan, buffer, sizeof buffer);
    nbl_fft_nd_put(text, "%s", buffer);
}

#define NET_PUT_NUMBER(name) \
    if (p->name != 0) nbl_fft_nd_put(text, " " #name "=%u", p->name);
#define NET_PUT_PLAN(name) \
    if (p->name.fft_length != 0) nbl_fft_nd_put(text, " " #name "="), net_put_plan(text, p->name);

static inline void net_put_lines(nbl_fft_nd_text_t *text, const nbl_fft_lines_parameters_t *p) {
    NBL_FFT_LINES_PARAMETERS(NET_PUT_NUMBER, NET_PUT_PLAN)
}

static inline void net_put_transform(nbl_fft_nd_text_t *text, const nbl_fft_transform_plan_t *plan) {
    const nbl_fft_transform_parameters_t *p = &plan->parameters;
    NBL_FFT_TRANSFORM_PARAMETERS(NET_PUT_NUMBER, NET_PUT_PLAN)
    nbl_fft_nd_put(text, " elements=%u invocations=%u shared=%u barriers=%u groups=%llu order=%d\n", plan->elements,
                   plan->workgroup_invocations, plan->shared_bytes, plan->barriers,
                   (unsigned long long)plan->workgroups, (int)plan->desc.instruction_order);
}

/* A device's kernels: their program, then every number that a kernel is compiled with or told. */
static inline void net_put_stages(nbl_fft_nd_text_t *text, const nbl_fft_nd_stages_t *stages) {
    nbl_fft_nd_stages_put(text, stages);
    for (uint32_t a = 0; a < stages->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &stages->axis[a];
        nbl_fft_nd_put(text, "axis %u: %llu transforms by %llu\n", a, (unsigned long long)axis->transforms,
                       (unsigned long long)axis->chunk);
        for (uint32_t s = 0; s < axis->stages; s++) {
            const nbl_fft_nd_stage_t *stage = &axis->stage[s];
            nbl_fft_nd_put(text, "%s from %u to %u table %u items %llu per %u order %d:",
                           nbl_fft_precision_name(stage->desc.precision), stage->load.region, stage->store.region,
                           stage->table, (unsigned long long)stage->items, stage->per_group, (int)stage->order);
            net_put_lines(text, &stage->desc.parameters);
            const nbl_fft_lines_constants_t constants = nbl_fft_nd_stage_constants(axis, stage, 0, 0);
            for (uint32_t i = 0; i < sizeof constants / 4; i++)
                nbl_fft_nd_put(text, " %u", ((const uint32_t *)&constants)[i]);
            nbl_fft_nd_put(text, "\n");
        }
        if (axis->whole.desc.batch != 0) net_put_transform(text, &axis->whole);
    }
    nbl_fft_nd_put(text, "workspace %llu\n", (unsigned long long)stages->workspace_bytes);
}

/* Writes what is planned. Returns the length.
 *
 * way  0, 1: the CPU in exact and in fast mode; 2, 3: a device in buffers; 4, 5: by device address */
enum { NET_WAYS = 6, NET_TEXT = 1 << 16 };
static inline size_t net_text(const nbl_fft_nd_desc_t *row, uint32_t way, char *buffer) {
    const nbl_fft_limits_t limits = usual_device(NBL_DEVICE_NVIDIA, way > 3); /* whose plans are measured, and stay */
    const nbl_mode_t mode = way % 2 == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST;
    nbl_fft_nd_desc_t desc = *row;
    nbl_fft_nd_text_t text = {buffer, NET_TEXT, 0};
    nbl_fft_nd_stages_t stages;
    nbl_fft_t *plan;
    nbl_error_t error;
    desc.mode = mode;
    if (way < 2) {
        if (nbl_fft_make_cpu(&desc, &plan, &error) != NBL_SUCCESS) return (size_t)snprintf(buffer, NET_TEXT, "refused");
        text.length = nbl_fft_nd_plan_text(plan, buffer, NET_TEXT);
        nbl_fft_destroy(plan);
        return text.length;
    }
    const nbl_result_t result = nbl_fft_nd_stages_make(&desc, &limits, mode, false, 256, &stages, &error);
    if (result == NBL_SUCCESS)
        net_put_stages(&text, &stages);
    else
        nbl_fft_nd_put(&text, "refused");
    nbl_fft_nd_stages_release(&stages);
    return text.length;
}

/* ---- Results */

static inline char *net_input(const nbl_fft_nd_desc_t *desc, uint32_t number, nbl_fft_precision_t precision) {
    const uint64_t scalars = side_bytes(desc, false) / scalar_bytes[desc->precision];
    test_random_t random = test_random_from(NET_SEED + number);
    char *input = malloc(scalars * scalar_bytes[precision] + 16), half[8];
    for (uint64_t i = 0; i < scalars; i++) { /* as the row's precision has it */
        put_scalar(half, scalar_bytes[desc->precision], 0, (long double)test_random_real(&random));
        put_scalar(input, scalar_bytes[precision], i, get_scalar(half, scalar_bytes[desc->precision], 0));
    }
    return input;
}

#endif
