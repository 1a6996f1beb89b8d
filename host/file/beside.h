/* What host/file shares: a file of a folder before it has its place there.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_FILE_BESIDE_H
#define NBL_HOST_FILE_BESIDE_H

#include "file/output.h"

#define NBL_BESIDE_NAME_BYTES 64 /* of the longest name given here */

/* Opens a file without a name, or where there is no such thing at output->beside, which receives a name in the folder
 * of output->path. Returns a descriptor, or -1 with errno. */
int nbl_beside_open(nbl_output_t *output);

/* Puts the file of a descriptor at output->path. Returns 0, or an errno. */
int nbl_beside_place(nbl_output_t *output, int descriptor);

#endif
