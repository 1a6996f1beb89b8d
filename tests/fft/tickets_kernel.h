/* Transforms of 64 x 64 numbers by tickets, eight columns a workgroup: both kernels, for shaders by define.
 * SPDX-License-Identifier: Apache-2.0
 */
#define NBL_BUFFER_DEVICE_ADDRESS 1
#define NBL_MEMORY_MODEL 1
#ifndef NBL_TICKETS_KERNEL
#define NBL_TICKETS_KERNEL 2
#endif
#define NBL_TICKETS_LENGTH 4096
#define NBL_TICKETS_PASS 1
#define NBL_TICKETS_FIRST_RADICES 231 /* 8x8@8*8/1 */
#define NBL_TICKETS_FIRST_LAYOUT 8, 8, 8, 1, 65538, 0, 72
#define NBL_TICKETS_FIRST_COLUMNS 8
#define NBL_TICKETS_SECOND_RADICES 231
#define NBL_TICKETS_SECOND_LAYOUT 8, 8, 8, 1, 65538, 0, 72
#define NBL_TICKETS_SECOND_COLUMNS 8
#define NBL_TICKETS_DWORDS 608
#ifndef NBL_TICKETS_TABLES
#define NBL_TICKETS_TABLES 0
#endif
#include "shaders/fft_tickets.h"
