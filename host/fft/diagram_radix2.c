/* The kernel of diagrams by the radix-2 shuffle algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/radix2.h"

#define NBL_DIAGRAM_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_DIAGRAM_KERNEL nbl_fft_diagram_radix2
#include "fft/diagram_kernel.h"
