/* Which line of the text an address of this program's code was compiled from.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_EMULATOR_LINES_H
#define NBL_HOST_EMULATOR_LINES_H

#include "nbl/host/emulator.h"

/* Looks into the program's own file, or the shared library's: its symbols and, of DWARF 2 to 5, its table of lines.
 * Returns 1 if the function or the line is known; what is not known is "" or 0. */
int nbl_lines_find(const void *address, nbl_emulator_caller_t *place);

#endif
