/* nbl-bloom bench.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TOOLS_NBL_BLOOM_BENCH_H
#define NBL_TOOLS_NBL_BLOOM_BENCH_H

/* Runs the subcommand; argv[0] is "bench". Returns the exit code. */
int bench_main(int argc, char **argv);

#endif
