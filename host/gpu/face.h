/* A transform on a device, as nbl/host/fft.h has it, made of one piece that is at hand.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_GPU_FACE_H
#define NBL_HOST_GPU_FACE_H

#include "gpu/piece.h"
#include "transform/machine.h"

/* Makes a transform of one piece. Errors: OUT_OF_MEMORY.
 *
 * piece  becomes the transform's, also after an error
 * fft    receives the transform, for nbl_fft_destroy(); untouched after an error */
nbl_result_t nbl_fft_of_piece(nbl_piece_t *piece, nbl_fft_t **fft, nbl_error_t *error);

/* Returns the first piece of a device's transform; NULL: the transform is the CPU's. */
const nbl_piece_t *nbl_fft_first_piece(const nbl_fft_t *fft);

#endif
