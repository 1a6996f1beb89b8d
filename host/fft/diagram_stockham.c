/* The kernel of diagrams by the Stockham algorithm.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/fft/parameters.h"

#define NBL_DIAGRAM_ALGORITHM NBL_FFT_STOCKHAM
#define NBL_DIAGRAM_KERNEL nbl_fft_diagram_stockham
#include "fft/diagram_kernel.h"
