/* Plans of large transforms by tickets, also for tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_TICKETS_H
#define NBL_HOST_GPU_TICKETS_H

#include "nbl/host/fft_tickets.h"
#include "transform/choose_tickets.h"

/* Returns whether a device is known to be faster by address. */
bool nbl_fft_tickets_suit(const nbl_vulkan_device_t *device);

/* Returns where a route wants kernels with literal sizes: NBL_FFT_LITERALS_*. They need a compiler. */
uint8_t nbl_fft_tickets_literals(const nbl_vulkan_device_t *device, nbl_fft_route_t route);

/* Returns the row of a description: nbl_choose_tickets_row(). */
const nbl_fact_t *nbl_fft_tickets_row(nbl_device_kind_t device, const nbl_fft_tickets_desc_t *desc);

/* Make a transform as nbl_fft_tickets_create() does, by plans that need not be measured: they say, too, how the length
 * is split. The first by plans of a program (nbl_tickets_of_program()), the second by a row's.
 *
 * desc     its numbers that `tickets` has, too, are equal
 * tickets  copied
 * row      of TICKETS: plans and lag are read */
nbl_result_t nbl_fft_tickets_create_of(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_tickets_t *tickets, nbl_fft_by_tickets_t **fft, nbl_error_t *error);
nbl_result_t nbl_fft_tickets_create_by(nbl_vulkan_device_t *device, const nbl_fft_tickets_desc_t *desc,
                                       const nbl_fact_t *row, nbl_fft_by_tickets_t **fft, nbl_error_t *error);

#endif
