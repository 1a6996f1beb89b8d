/* Convolutions in one kernel: which length a chirp's has, and which primes go by Rader's algorithm, by measurements.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A file of its own, so that bench/scripts/chirps.c may choose in its place.
 */
#include "fft/fused.h"

#include <stddef.h>

#include "fft/lines.h"
#include "plan/cost.h"
#include "plan/make.h"

/* Of what bench/scripts/chirps.sh measured on an NVIDIA H200 (docs/log/transforms.md), float32 and fast mode: lengths of
 * chirps that no longer one is as fast as, and one element less than primes. */
static const nbl_fft_fused_t rows[] = {
    {36, "6x6@6*16/1", 0, 230},
    {52, "13x4@4*16/1", 0, 380},
    {81, "9x9@9*14/1", 300, 0},
    {96, "8x12@8*8/1", 340, 680},
    {100, "10x10@10*16/1", 360, 0},
    {112, "8x14@8*8/1", 400, 760},
    {126, "9x14@9*14/1", 0, 1160},
    {128, "8x16@8*8/1", 420, 0},
    {144, "12x12@12*8/1", 540, 0},
    {150, "10x15@10*16/1", 0, 1780},
    {168, "24x7@8*8/1", 690, 0},
    {196, "14x14@14*9/1", 720, 0},
    {210, "14x15@15*6/1", 0, 1540},
    {225, "15x15@15*2/1", 762, 0},
    {240, "16x15@16*4/1", 0, 1560},
    {250, "5x5x10@25*5/1", 0, 2470},
    {256, "16x16@16*4/1", 798, 1430},
    {288, "16x18@18*7/1", 1190, 0},
    {324, "18x18@18*7/1", 1430, 0},
    {336, "21x16@21*6/1", 1570, 3050},
    {400, "20x20@20*8/1", 1720, 3640},
    {432, "27x16@16*4/1", 1960, 0},
    {512, "32x16@16*4/1", 2060, 0},
    {520, "5x13x8@40*4/1", 0, 5160},
    {576, "24x24@24*4/1", 2184, 4350},
    {640, "32x20@32*2/1", 2920, 0},
    {750, "25x30@30*3/1", 0, 6700},
    {768, "32x24@32*2/1", 3220, 0},
    {800, "32x25@32*2/1", 3690, 0},
    {896, "32x28@32*2/1", 3860, 0},
    {960, "32x30@32*2/1", 4040, 0},
    {1008, "21x2x24@48*2/1", 0, 10730},
    {1024, "4x16x16@64*1/1", 4420, 0},
    {1134, "3x21x18@63*1/1", 6518, 0},
    {1152, "8x12x12@96*1/1", 0, 10110},
    {1200, "5x15x16@80*2/1", 0, 11830},
    {1296, "16x9x9@48*2/1", 0, 14750},
    {1344, "8x21x8@64*1/1", 7490, 0},
    {1536, "8x24x8@64*1/1", 8120, 0},
    {1600, "20x4x20@80*2/1", 9130, 17730},
    {1800, "8x15x15@120*1/1", 0, 15260},
    {2002, "14x11x13@91*1/1", 0, 24980},
    {2048, "8x16x16@128*1/1", 9810, 0},
    {2112, "8x24x11@96*1/1", 13830, 0},
    {2400, "12x20x10@120*1/1", 14490, 0},
    {2520, "12x10x21@126*1/1", 0, 27750},
    {2560, "8x16x20@160*1/1", 15430, 0},
    {2688, "16x28x6@96*1/1", 0, 28390},
    {2700, "30x3x30@90*1/1", 17640, 0},
    {3000, "5x24x25@125*1/1", 18950, 32170},
    {3136, "14x16x14@224*1/1", 20210, 0},
    {4000, "20x20x10@200*1/1", 0, 44480},
    {4096, "16x16x16@256*1/1", 21930, 0},
    {4608, "24x24x8@192*1/2", 29803, 0},
    {5280, "24x11x20@264*1/1", 0, 89320},
    {5292, "21x12x21@252*1/1", 34750, 0},
    {5760, "32x30x6@192*1/1", 39030, 0},
    {6144, "32x24x8@256*1/2", 41790, 0},
    {6300, "15x20x21@315*1/1", 0, 98880},
    {7000, "10x28x25@280*1/1", 0, 112130},
    {7560, "10x28x27@280*1/1", 0, 117970},
    {8100, "9x30x30@300*1/1", 0, 118980},
    {8192, "16x32x16@256*1/2", 48870, 0},
    {16384, "32x16x32@512*1/2", 111584, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

const nbl_fft_fused_t *nbl_fft_fused_find(uint32_t length) {
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].length == length) return &rows[i];
    return NULL;
}

/* The first row of a chirp's, which is the fastest, that fits; NULL: none. */
static const nbl_fft_fused_t *row_of_chirp(uint32_t n, const nbl_fft_plan_limits_t *limits) {
    nbl_fft_plan_t plan;
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].of_chirp != 0 && rows[i].length >= 2 * n - 2 &&
            nbl_fft_plan_parse(rows[i].plan, NBL_DWORDS_float32_t, limits, &plan, NULL) == NBL_SUCCESS)
            return &rows[i];
    return NULL;
}

/* Beyond it, where nothing was measured, kernels of short lines take the place of one that fills a multiprocessor. */
#define MOST_UNMEASURED 8192u

uint32_t nbl_fft_fused_length(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    const nbl_fft_fused_t *row = complex_dwords == NBL_DWORDS_float32_t ? row_of_chirp(n, limits) : NULL;
    const uint32_t length = n <= MOST_UNMEASURED / 2 ? nbl_fft_good_length(2 * n - 1, false) : 0;
    nbl_fft_plan_t plan;
    if (row != NULL) return row->length;
    return length != 0 && nbl_fft_plan_make(length, complex_dwords, limits, &plan, NULL) == NBL_SUCCESS ? length : 0;
}

/* ---- Rader's algorithm */

static bool is_prime(uint32_t n) {
    for (uint32_t factor = 2; factor * factor <= n; factor++)
        if (n % factor == 0) return false;
    return n > 1;
}

/* What reordering elements there and back takes, and what the unit of predicted times is, a copy of an element. A prime of
 * which nothing was measured is to be faster by what predictions are off by, a seventh. */
#define REORDERING_TIME 1.15
#define PICOSECONDS 3.76
#define MARGIN 1.15

bool nbl_fft_fused_by_rader(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits) {
    nbl_fft_plan_t plan, own;
    if (!is_prime(n) || !nbl_fft_lines_plan_fused(limits, n - 1, NBL_DWORDS_float32_t, &plan)) return false;
    if (complex_dwords != NBL_DWORDS_float32_t && !nbl_fft_lines_plan_fused(limits, n - 1, complex_dwords, &own))
        return false;
    const nbl_fft_fused_t *chirp = row_of_chirp(n, limits), *measured = nbl_fft_fused_find(n - 1);
    const double predicted =
        (n - 1) * (nbl_fft_plan_fused_time(plan, *limits) + REORDERING_TIME) * PICOSECONDS * MARGIN;
    const double time = measured != NULL && measured->of_rader != 0 ? measured->of_rader : predicted;
    return chirp == NULL || time < chirp->of_chirp;
}
