/* What every measurement needs: samples in order, their median, and how many registers a kernel has.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_BENCH_MEASURING_H
#define NBL_BENCH_MEASURING_H

#include <stdlib.h>
#include <string.h>

#include "nbl/host/vulkan.h"

static inline int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts samples, and returns their median. */
static inline double bench_median(double *samples, size_t count) {
    qsort(samples, count, sizeof *samples, bench_compare);
    return samples[count / 2];
}

/* Returns the width of the middle half of sorted samples, relative to their median. */
static inline double bench_spread(const double *samples, size_t count) {
    return (samples[count * 3 / 4] - samples[count / 4]) / samples[count / 2];
}

/* Returns the mean of the middle half of sorted samples: where clocks have two states, a median is of either. */
static inline double bench_middle_mean(const double *samples, size_t count) {
    double sum = 0;
    for (size_t i = count / 4; i < count - count / 4; i++) sum += samples[i];
    return sum / (double)(count - count / 4 - count / 4);
}

/* Returns a kernel's statistic whose name contains a word, 0 if the driver has none. */
static inline uint32_t bench_statistic(const nbl_vulkan_kernel_t *kernel, const char *word) {
    nbl_vulkan_statistic_t statistics[32];
    uint32_t count = 32;
    if (nbl_vulkan_kernel_statistics(kernel, statistics, &count, NULL) != NBL_SUCCESS) return 0;
    for (uint32_t i = 0; i < count && i < 32; i++)
        if (strstr(statistics[i].name, word)) return (uint32_t)statistics[i].value;
    return 0;
}

/* Returns the registers of an invocation; 0 if the driver does not tell. */
static inline uint32_t bench_registers(const nbl_vulkan_kernel_t *kernel) { return bench_statistic(kernel, "egister"); }

#endif
