/* The push constants of transforms from device address to device address: shaders/fft_tickets.h, shaders/fft_plane.h.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/lang.h"

NBL_STRUCT(nbl_fft_tickets_job_t) {
    nbl_uint32_t2 source; /* addresses of complex numbers */
    nbl_uint32_t2 target;
    nbl_uint32_t2 tables[2]; /* of both passes, with NBL_TICKETS_TABLES */
    uint32_t ffts;           /* 1 or more */
    uint32_t lag;            /* tiles */
};
NBL_PUSH_CONSTANTS(nbl_fft_tickets_job_t, tickets_job)
