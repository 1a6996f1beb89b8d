/* How far two results are apart, for programs that hold a device's against the CPU's.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef BENCH_DIFFERENCES_H
#define BENCH_DIFFERENCES_H
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Returns how many of `count` numbers have other bits. *relative: the relative L2 distance of ours from theirs. */
static inline size_t differences(const float *ours, const float *theirs, size_t count, double *relative) {
    size_t differing = 0;
    double off = 0, energy = 0;
    for (size_t i = 0; i < count; i++) {
        differing += memcmp(&ours[i], &theirs[i], sizeof *ours) != 0;
        off += ((double)ours[i] - (double)theirs[i]) * ((double)ours[i] - (double)theirs[i]);
        energy += (double)theirs[i] * (double)theirs[i];
    }
    *relative = sqrt(off / energy);
    return differing;
}
#endif
