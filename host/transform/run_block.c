/* Blocks of lines, in each arithmetic: rows, columns, whole transforms, and lines of real numbers.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a block whose lines are laid out, tables that are made. Out: its lines, transformed, in memory.
 * Wrong: nothing.
 *
 *   run_number_scalar.h    a number, as it is stored
 *   run_some_scalar.h      numbers at equal distances, between a view and a tile
 *   run_move_scalar.h      a block between a view and a tile
 *   run_products_scalar.h  operations on each number, in place
 *   run_arrays_scalar.h    spectra of real arrays that a workgroup holds
 *   run_dct_scalar.h       folds of cosine and sine transforms
 *   run_lines_scalar.h     blocks
 *
 * run_block_fused.c and run_block_fma.c include this file for fused mode.
 */
#include "transform/run_block.h"

#include <stdlib.h>

#include "executor/negate.h"
#include "executor/tables.h"
#include "nbl/complex.h"
#include "nbl/fft/real.h"
#include "nbl/lang/emulator.h"

#define RUN_TEXT "transform/run_lines_scalar.h"
#include "transform/run_scalars.h"

#define RUNS(scalar) \
    [NBL_PROGRAM_ROWS] = run_rows_##scalar, [NBL_PROGRAM_COLUMNS] = run_columns_##scalar, \
    [NBL_PROGRAM_WHOLE] = run_whole_##scalar

const nbl_ready_blocks_t nbl_ready_blocks = {
    .float32 = {RUNS(float32_t), [NBL_PROGRAM_REALS] = run_reals_float32_t},
    .float64 = {RUNS(float64_t), [NBL_PROGRAM_REALS] = run_reals_float64_t},
#if NBL_HAS_FLOAT16
    .float16 = {RUNS(float16_t)},
#endif
};
