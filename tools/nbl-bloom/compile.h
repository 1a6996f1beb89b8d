/* nbl-bloom compile.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_COMPILE_H
#define NBL_TOOLS_NBL_BLOOM_COMPILE_H

/* Runs the subcommand; argv[0] is "compile". Returns the exit code. */
int compile_main(int argc, char **argv);

#endif
