/* The one table of preferred plans.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A row is X(length, uses, mode, plan, rounds, twiddles of fast mode, order of instructions, of a copy's rate in percent
 * or 0). The plan is text as nbl_fft_plan_read() takes it: what it leaves out is chosen within the device's limits. The
 * first row of a length, use and mode counts. What `nbl-fft tune` timed on the NVIDIA H200 comes first: preferred_rows.h
 * says how it was made.
 *
 * Two windows are for workgroups that one window would make larger than 16 KiB, a third of what the device has: two of
 * them would fit, or one, where now three do. Rounds pay if one or two workgroups fill a multiprocessor, so that no
 * other computes while they load.
 */
#include "plan/preferred.h"

#include "nbl/fft/parameters.h"
#include "plan/preferred_rows.h"

/* By hand: of exact mode, of both, and of the bloom (docs/performance.md). */
#define NBL_FFT_PREFERRED_BY_HAND(X) \
    X(4096, FLOAT64, EXACT, "16x16x16@256/2", 1, OF_TWO, DEMANDED, 0) \
    X(1000, FLOAT32, ANY_MODE, "10x10x10@100*1", 4, OF_TWO, DEFAULT, 0) \
    X(3072, FLOAT32, ANY_MODE, "16x16x12@192*1", 1, OF_TWO, DEFAULT, 0) \
    X(7168, FLOAT32, ANY_MODE, "32x16x14@256*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(64, HALVES, ANY_MODE, "8x8@8", 4, OF_TWO, DEFAULT, 0) \
    X(128, HALVES, ANY_MODE, "16x8@8*8", 8, OF_TWO, DEFAULT, 0) \
    X(256, HALVES, ANY_MODE, "16x16@16*4", 8, OF_TWO, DEFAULT, 0) \
    X(512, HALVES, ANY_MODE, "32x16@16*4", 8, OF_TWO, DEFAULT, 0) \
    X(700, HALVES, ANY_MODE, "14x10x5@70*3", 1, OF_TWO, DEFAULT, 0) \
    X(800, HALVES, ANY_MODE, "16x10x5@80*2", 1, OF_TWO, DEFAULT, 0) \
    X(1024, HALVES, ANY_MODE, "32x32@32*1", 8, OF_TWO, DEFAULT, 0) \
    X(2048, HALVES, ANY_MODE, "8x16x16@128*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(2880, HALVES, ANY_MODE, "16x12x15@240*1", 1, OF_TWO, DEFAULT, 0) \
    X(4096, HALVES, ANY_MODE, "8x16x32@128*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(7168, HALVES, ANY_MODE, "32x16x14@256*1/2", 1, OF_TWO, DEFAULT, 0) \
    /* what was measured first, of several precisions; and orders that count within 5 % of the cheapest and err less by \
     * a tenth: twiddles of a large radix are products of two, and the later it comes the more of them are not 1 */ \
    X(16, TRANSFORMS | BLOOM, ANY_MODE, "4x4@4", 1, OF_TWO, DEFAULT, 0) \
    X(20, TRANSFORMS, ANY_MODE, "20@1", 1, OF_TWO, DEFAULT, 0) \
    X(32, TRANSFORMS | BLOOM, ANY_MODE, "8x4@4", 1, OF_TWO, DEFAULT, 0) \
    X(64, TRANSFORMS | BLOOM, ANY_MODE, "8x8@8", 1, OF_TWO, DEFAULT, 0) \
    X(96, TRANSFORMS | BLOOM, ANY_MODE, "8x12@12*8", 1, OF_TWO, DEFAULT, 0) \
    X(128, TRANSFORMS | BLOOM, ANY_MODE, "8x4x4@16", 1, OF_TWO, DEFAULT, 0) \
    X(240, FLOAT32 | HALVES, ANY_MODE, "12x20@12*5", 1, OF_TWO, DEFAULT, 0) \
    X(256, TRANSFORMS | BLOOM, ANY_MODE, "8x8x4@32", 1, OF_TWO, DEFAULT, 0) \
    X(320, FLOAT32 | HALVES, ANY_MODE, "4x4x20@16", 1, OF_TWO, DEFAULT, 0) \
    X(360, TRANSFORMS | BLOOM, ANY_MODE, "3x8x15@24*4", 1, OF_TWO, DEFAULT, 0) \
    X(400, FLOAT32 | HALVES, ANY_MODE, "20x20@20", 1, OF_TWO, DEFAULT, 0) \
    X(420, FLOAT32 | HALVES, ANY_MODE, "3x7x20@21", 1, OF_TWO, DEFAULT, 0) \
    X(500, FLOAT32 | HALVES, ANY_MODE, "5x20x5@25", 1, OF_TWO, DEFAULT, 0) \
    X(512, TRANSFORMS | BLOOM, ANY_MODE, "8x8x8@64", 1, OF_TWO, DEFAULT, 0) \
    X(640, FLOAT32 | HALVES, ANY_MODE, "4x8x20@32", 1, OF_TWO, DEFAULT, 0) \
    X(700, FLOAT32 | HALVES, ANY_MODE, "5x20x7@35", 1, OF_TWO, DEFAULT, 0) \
    X(800, FLOAT32 | HALVES, ANY_MODE, "4x10x20@40", 1, OF_TWO, DEFAULT, 0) \
    X(840, FLOAT32 | HALVES, ANY_MODE, "6x7x20@42", 1, OF_TWO, DEFAULT, 0) \
    X(900, FLOAT32 | HALVES, ANY_MODE, "5x20x9@45", 1, OF_TWO, DEFAULT, 0) \
    X(1000, TRANSFORMS | BLOOM, ANY_MODE, "10x10x10@100*1", 1, OF_TWO, DEFAULT, 0) \
    X(1024, FLOAT64, ANY_MODE, "16x8x8@128", 1, OF_TWO, DEFAULT, 0) \
    X(1024, TRANSFORMS | BLOOM, ANY_MODE, "16x16x4@64*2", 1, OF_TWO, DEFAULT, 0) \
    X(1260, FLOAT32 | HALVES, ANY_MODE, "7x20x9@63", 1, OF_TWO, DEFAULT, 0) \
    X(1280, FLOAT32 | HALVES, ANY_MODE, "8x8x20@64", 1, OF_TWO, DEFAULT, 0) \
    X(1344, TRANSFORMS | BLOOM, ANY_MODE, "7x16x12@112*2", 1, OF_TWO, DEFAULT, 0) \
    X(1440, TRANSFORMS | BLOOM, ANY_MODE, "8x15x12@120", 1, OF_TWO, DEFAULT, 0) \
    X(2000, FLOAT32 | HALVES, ANY_MODE, "10x10x20@100*1", 1, OF_TWO, DEFAULT, 0) \
    X(2025, FLOAT32 | HALVES | BLOOM, ANY_MODE, "15x9x15@225", 1, OF_TWO, DEFAULT, 0) \
    X(2048, FLOAT64, ANY_MODE, "16x16x8@128/2", 1, OF_TWO, DEFAULT, 0) \
    X(2048, TRANSFORMS | BLOOM, ANY_MODE, "16x16x8@128", 1, OF_TWO, DEFAULT, 0) \
    X(2240, TRANSFORMS | BLOOM, ANY_MODE, "10x16x14@160*1", 1, OF_TWO, DEFAULT, 0) \
    X(2304, TRANSFORMS | BLOOM, ANY_MODE, "12x16x12@192*1", 1, OF_TWO, DEFAULT, 0) \
    X(2400, FLOAT32 | HALVES, ANY_MODE, "12x10x20@120*1", 1, OF_TWO, DEFAULT, 0) \
    X(2560, FLOAT32 | HALVES, ANY_MODE, "8x20x16@160*1", 1, OF_TWO, DEFAULT, 0) \
    X(2560, TRANSFORMS | BLOOM, ANY_MODE, "10x16x16@160*1", 1, OF_TWO, DEFAULT, 0) \
    X(2800, FLOAT32 | HALVES, ANY_MODE, "10x20x14@140*1", 1, OF_TWO, DEFAULT, 0) \
    X(2880, FLOAT32 | HALVES, ANY_MODE, "12x20x12@144*1", 1, OF_TWO, DEFAULT, 0) \
    X(3000, FLOAT32 | HALVES, ANY_MODE, "10x20x15@150*1", 1, OF_TWO, DEFAULT, 0) \
    X(3072, TRANSFORMS | BLOOM, ANY_MODE, "16x16x12@256*1", 1, OF_TWO, DEFAULT, 0) \
    X(3200, FLOAT32 | HALVES, ANY_MODE, "8x20x20@160*1", 1, OF_TWO, DEFAULT, 0) \
    X(3920, FLOAT32 | HALVES, ANY_MODE, "14x20x14@196*1", 1, OF_TWO, DEFAULT, 0) \
    X(4000, FLOAT32 | HALVES, ANY_MODE, "10x20x20@200*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(4096, TRANSFORMS | BLOOM, ANY_MODE, "16x16x16@256/2", 1, OF_TWO, DEFAULT, 0) \
    X(4200, FLOAT32 | HALVES, ANY_MODE, "14x20x15@210*1", 1, OF_TWO, DEFAULT, 0) \
    X(4480, FLOAT32 | HALVES, ANY_MODE, "14x16x20@224*1", 1, OF_TWO, DEFAULT, 0) \
    X(4500, FLOAT32 | HALVES, ANY_MODE, "15x15x20@225*1", 1, OF_TWO, DEFAULT, 0) \
    X(4800, FLOAT32 | HALVES, ANY_MODE, "12x20x20@240*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(5120, FLOAT32 | HALVES, ANY_MODE, "16x16x20@320*1", 1, OF_TWO, DEFAULT, 0) \
    X(5120, TRANSFORMS | BLOOM, ANY_MODE, "8x8x10x8@640*1", 1, OF_TWO, DEFAULT, 0) \
    X(5760, FLOAT32 | HALVES | BLOOM, ANY_MODE, "16x3x15x8@384*1", 1, OF_TWO, DEFAULT, 0) \
    X(5832, FLOAT32 | HALVES | BLOOM, ANY_MODE, "9x8x9x9@729", 1, OF_TWO, DEFAULT, 0) \
    X(6000, TRANSFORMS | BLOOM, ANY_MODE, "10x10x6x10@600*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(6480, FLOAT32 | HALVES | BLOOM, ANY_MODE, "9x8x10x9@810*1", 1, OF_TWO, DEFAULT, 0) \
    X(6615, FLOAT32 | HALVES | BLOOM, ANY_MODE, "7x7x3x15x3@473*1", 1, OF_TWO, DEFAULT, 0) \
    X(7168, TRANSFORMS | BLOOM, ANY_MODE, "32x16x14@256*1", 1, OF_TWO, DEFAULT, 0) \
    X(7680, FLOAT32 | HALVES | BLOOM, ANY_MODE, "16x16x15x2@512*1", 1, OF_TWO, DEFAULT, 0) \
    X(8000, FLOAT32 | HALVES, ANY_MODE, "20x20x20@400*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(8192, TRANSFORMS | BLOOM, ANY_MODE, "16x32x16@256/2", 1, OF_TWO, DEFAULT, 0) \
    X(16384, TRANSFORMS | BLOOM, ANY_MODE, "16x32x32@512", 1, OF_TWO, DEFAULT, 0) \
    X(32768, TRANSFORMS | BLOOM, ANY_MODE, "32x32x32@1024", 1, OF_TWO, DEFAULT, 0) \
    X(60, TRANSFORMS | BLOOM, ANY_MODE, "15x4@4", 1, OF_TWO, DEFAULT, 0) \
    X(120, TRANSFORMS | BLOOM, ANY_MODE, "12x10@12", 1, OF_TWO, DEFAULT, 0) \
    X(162, TRANSFORMS | BLOOM, ANY_MODE, "6x9x3@18", 1, OF_TWO, DEFAULT, 0) \
    X(441, TRANSFORMS | BLOOM, ANY_MODE, "7x7x9@63", 1, OF_TWO, DEFAULT, 0) \
    X(480, TRANSFORMS | BLOOM, ANY_MODE, "16x2x15@32", 1, OF_TWO, DEFAULT, 0) \
    X(648, TRANSFORMS | BLOOM, ANY_MODE, "12x9x6@72", 1, OF_TWO, DEFAULT, 0) \
    X(75, FLOAT64, EXACT, "15x5@5", 1, OF_TWO, DEFAULT, 0) \
    X(735, FLOAT64, ANY_MODE, "15x7x7@53", 1, OF_TWO, DEFAULT, 0) \
    X(900, TRANSFORMS | BLOOM, ANY_MODE, "15x15x4@60", 1, OF_TWO, DEFAULT, 0) \
    X(945, TRANSFORMS | BLOOM, ANY_MODE, "15x9x7@105", 1, OF_TWO, DEFAULT, 0) \
    X(960, TRANSFORMS | BLOOM, ANY_MODE, "16x4x15@64", 1, OF_TWO, DEFAULT, 0) \
    X(1008, TRANSFORMS | BLOOM, ANY_MODE, "14x12x6@84", 1, OF_TWO, DEFAULT, 0) \
    X(1458, TRANSFORMS | BLOOM, ANY_MODE, "6x9x9x3@162", 1, OF_TWO, DEFAULT, 0) \
    X(2268, TRANSFORMS | BLOOM, ANY_MODE, "14x9x9x2@252", 1, OF_TWO, DEFAULT, 0) \
    X(2916, TRANSFORMS | BLOOM, ANY_MODE, "12x9x9x3@324", 1, OF_TWO, DEFAULT, 0) \
    X(3840, TRANSFORMS | BLOOM, ANY_MODE, "16x16x15@256", 1, OF_TWO, DEFAULT, 0) \
    X(3969, TRANSFORMS | BLOOM, ANY_MODE, "9x9x7x7@441", 1, OF_TWO, DEFAULT, 0) \
    X(98, FLOAT64, EXACT, "14x7@7", 1, OF_TWO, DEFAULT, 0) \
    X(198, FLOAT64, ANY_MODE, "18x11@18", 1, OF_TWO, DEFAULT, 0) \
    X(200, FLOAT64, EXACT, "20x10@10", 1, OF_TWO, DEFAULT, 0) \
    X(792, FLOAT64, ANY_MODE, "18x4x11@72", 1, OF_TWO, DEFAULT, 0) \
    /* the bloom's passes, by bench/scripts/bloom_search.sh */ \
    X(1536, BLOOM_ROWS, ANY_MODE, "8x16x12@128*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(4800, BLOOM_ROWS, ANY_MODE, "16x4x15x5@320*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(5376, BLOOM_ROWS, ANY_MODE, "12x4x14x8@448*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(6272, BLOOM_ROWS, ANY_MODE, "4x8x14x14@448*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(8192, BLOOM_ROWS, ANY_MODE, "16x16x4x8@512*1/2", 1, OF_TWO, DEFAULT, 0) \
    X(1440, BLOOM_ROWS_BACK, ANY_MODE, "12x12x10@144*3/1", 1, OF_TWO, DEFAULT, 0) \
    X(2048, BLOOM_ROWS_BACK, ANY_MODE, "16x16x8@128*3/2", 1, OF_TWO, DEFAULT, 0) \
    X(4800, BLOOM_ROWS_BACK, ANY_MODE, "10x8x10x6@480*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(5120, BLOOM_ROWS_BACK, ANY_MODE, "8x8x10x8@320*3/2", 1, OF_TWO, DEFAULT, 0) \
    X(5376, BLOOM_ROWS_BACK, ANY_MODE, "12x16x4x7@448*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(6272, BLOOM_ROWS_BACK, ANY_MODE, "7x7x8x16@448*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(8192, BLOOM_ROWS_BACK, ANY_MODE, "16x4x8x16@512*1/1", 1, OF_TWO, DEFAULT, 0) \
    X(1024, BLOOM_LINES, ANY_MODE, "8x16x8@64*4/1", 1, OF_TWO, DEFAULT, 0) \
    X(1728, BLOOM_LINES, ANY_MODE, "12x12x12@144*4/2", 1, OF_TWO, DEFAULT, 0) \
    X(2744, BLOOM_LINES, ANY_MODE, "14x14x14@196*4/1", 1, OF_TWO, DEFAULT, 0) \
    X(3072, BLOOM_LINES, ANY_MODE, "16x16x12@192*4/2", 1, OF_TWO, DEFAULT, 0) \
    X(3584, BLOOM_LINES, ANY_MODE, "14x16x16@256*4/2", 1, OF_TWO, DEFAULT, 0) \
    X(4608, BLOOM_LINES, ANY_MODE, "12x4x12x8@192*4/2", 1, OF_TWO, DEFAULT, 0) \
    X(864, BLOOM_LINES_OF_HALVES, ANY_MODE, "12x6x12@72*4/1", 1, OF_TWO, DEFAULT, 0) \
    X(1280, BLOOM_LINES_OF_HALVES, ANY_MODE, "16x10x8@80*8/1", 1, OF_TWO, DEFAULT, 0)

enum {
    FLOAT16 = NBL_FFT_USE_FLOAT16,
    FLOAT32 = NBL_FFT_USE_FLOAT32,
    FLOAT64 = NBL_FFT_USE_FLOAT64,
    HALVES = NBL_FFT_USE_HALVES,
    TRANSFORMS = FLOAT16 | FLOAT32 | FLOAT64 | HALVES,
    BLOOM = NBL_FFT_USE_BLOOM,
    BLOOM_ROWS = NBL_FFT_USE_BLOOM_ROWS,
    BLOOM_ROWS_BACK = NBL_FFT_USE_BLOOM_ROWS_BACK,
    BLOOM_LINES = NBL_FFT_USE_BLOOM_LINES,
    BLOOM_LINES_OF_HALVES = NBL_FFT_USE_BLOOM_LINES_OF_HALVES
};
enum { EXACT = 1, FAST = 2, ANY_MODE = EXACT | FAST };

static const struct {
    uint16_t length, uses;
    uint8_t modes, rounds, twiddles, order, percent;
    const char *plan;
} rows[] = {
#define ROW(length, uses, modes, plan, rounds, twiddles, order, percent) \
    {length, uses, modes, rounds, NBL_FFT_TWIDDLES_##twiddles, NBL_INSTRUCTION_ORDER_##order, percent, plan},
    NBL_FFT_PREFERRED_ROWS(ROW) NBL_FFT_PREFERRED_BY_HAND(ROW)
#undef ROW
};
enum { ROWS = sizeof rows / sizeof rows[0] };

bool nbl_fft_preferred_row(uint32_t number, uint32_t *length, uint32_t *uses, nbl_fft_preferred_t *row) {
    if (number >= ROWS) return false;
    *length = rows[number].length;
    *uses = rows[number].uses;
    *row = (nbl_fft_preferred_t){.rounds = rows[number].rounds,
                                 .twiddles = rows[number].twiddles,
                                 .order = (nbl_instruction_order_t)rows[number].order,
                                 .percent = rows[number].percent,
                                 .fast_only = rows[number].modes == FAST};
    return nbl_fft_plan_read(rows[number].plan, &row->request, NULL) == NBL_SUCCESS; /* tests/fft/test_plan.c */
}

/* The first row of a mode, or ROWS. */
static uint32_t find(uint32_t length, nbl_fft_use_t use, uint32_t mode) {
    uint32_t at = 0;
    while (at < ROWS &&
           (rows[at].length != length || (rows[at].uses & (uint32_t)use) == 0u || (rows[at].modes & mode) == 0u))
        at++;
    return at;
}

bool nbl_fft_preferred_find(uint32_t length, nbl_fft_use_t use, bool fast, nbl_fft_preferred_t *row) {
    uint32_t of, uses;
    return nbl_fft_preferred_row(find(length, use, fast ? FAST : EXACT), &of, &uses, row);
}

nbl_fft_use_t nbl_fft_use_of_dwords(uint32_t complex_dwords) {
    return complex_dwords == NBL_DWORDS_float16_t   ? NBL_FFT_USE_FLOAT16
           : complex_dwords == NBL_DWORDS_float64_t ? NBL_FFT_USE_FLOAT64
                                                    : NBL_FFT_USE_FLOAT32;
}
