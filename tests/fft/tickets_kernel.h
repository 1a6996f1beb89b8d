/* Transforms by tickets, eight columns a workgroup: of 64 x 64 numbers, and of 16 x 16 x 16 in strips; their kernels,
 * for shaders by define.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   TICKETS_STRIPS   1: three passes, two in one dispatch
 */
#define NBL_BUFFER_DEVICE_ADDRESS 1
#define NBL_MEMORY_MODEL 1
#ifndef NBL_TICKETS_KERNEL
#define NBL_TICKETS_KERNEL 2
#endif
#define NBL_TICKETS_LENGTH 4096
#if TICKETS_STRIPS
#define NBL_TICKETS_PASS 2
#define NBL_TICKETS_POINTS_1 16
#define NBL_TICKETS_POINTS_2 16
#define NBL_TICKETS_POINTS_3 16
#define NBL_TICKETS_ALONE_RADICES 15 /* 16@1*8/1 */
#define NBL_TICKETS_ALONE_LAYOUT 1, 16, 8, 1, 0, 0, 0
#define NBL_TICKETS_ALONE_COLUMNS 8
#define NBL_TICKETS_FIRST_RADICES 39 /* 8x2@2*8/1 */
#define NBL_TICKETS_FIRST_LAYOUT 2, 8, 8, 1, 2, 0, 20
#define NBL_TICKETS_SECOND_RADICES 39
#define NBL_TICKETS_SECOND_LAYOUT 2, 8, 8, 1, 2, 0, 20
#define NBL_TICKETS_DWORDS 160
#else
#define NBL_TICKETS_PASS 1
#define NBL_TICKETS_FIRST_RADICES 231 /* 8x8@8*8/1 */
#define NBL_TICKETS_FIRST_LAYOUT 8, 8, 8, 1, 65538, 0, 72
#define NBL_TICKETS_SECOND_RADICES 231
#define NBL_TICKETS_SECOND_LAYOUT 8, 8, 8, 1, 65538, 0, 72
#define NBL_TICKETS_DWORDS 608
#endif
#define NBL_TICKETS_FIRST_COLUMNS 8
#define NBL_TICKETS_SECOND_COLUMNS 8
#ifndef NBL_TICKETS_TABLES
#define NBL_TICKETS_TABLES 0
#endif
#include "shaders/fft_tickets.h"
