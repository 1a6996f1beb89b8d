/* Arrays of 32 x 16 numbers, each within a workgroup: their kernel, for shaders by define.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BUFFER_DEVICE_ADDRESS 1
#define NBL_TICKETS_LENGTH 512
#define NBL_TICKETS_ROWS 16
#define NBL_TICKETS_INVERSE 0
#define NBL_TICKETS_NORMALIZATION NBL_FFT_UNNORMALIZED
#define NBL_TICKETS_ROW_RADICES 99 /* 4x4@2*32/1 */
#define NBL_TICKETS_ROW_LAYOUT 2, 8, 32, 1, 32769, 0, 22
#define NBL_TICKETS_COLUMN_RADICES 103 /* 8x4@4*16/1 */
#define NBL_TICKETS_COLUMN_LAYOUT 4, 8, 16, 1, 32770, 0, 44
#define NBL_TICKETS_DWORDS 736
#include "shaders/fft_plane.h"
