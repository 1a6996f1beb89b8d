/* The tables of pass_table.c, with the multiply-adds that the shared text states.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_FUSED 1
#define nbl_fft_pass_tables nbl_fft_pass_tables_fused
#include "fft/pass_table.c"
