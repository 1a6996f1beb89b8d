/* nbl-bloom kernel and nbl-bloom check: to make a kernel, and to advise on one.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_KERNEL_H
#define NBL_TOOLS_NBL_BLOOM_KERNEL_H

/* argv begins after the tool's name. Both return the tool's exit code. */
int kernel_main(int argc, char **argv);
int check_main(int argc, char **argv);

#endif
