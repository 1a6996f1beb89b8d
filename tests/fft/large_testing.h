/* What large_passes.h makes of a case, as initialisers: kernels, workgroup sizes, lines of a transform and of a
 * workgroup.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_FFT_LARGE_TESTING_H
#define NBL_TESTS_FFT_LARGE_TESTING_H

#define LARGE_OF_2(prefix, number, name) \
    { prefix##_##number##_1_##name, prefix##_##number##_2_##name }
#define LARGE_OF_3(prefix, number, name) \
    { prefix##_##number##_1_##name, prefix##_##number##_2_##name, prefix##_##number##_3_##name }
#define LARGE_OF_5(prefix, number, name) \
    { \
        prefix##_##number##_1_##name, prefix##_##number##_2_##name, prefix##_##number##_3_##name, \
            prefix##_##number##_4_##name, prefix##_##number##_5_##name \
    }

/* Four arrays, with an element for each pass.
 *
 * passes  2, 3 or 5
 * prefix  before the number in the names that the case's text defines: large, filter, real */
#define LARGE_ALL_OF(passes, prefix, number) \
    LARGE_OF_##passes(prefix, number, kernel), LARGE_OF_##passes(prefix, number, workgroup_size), \
        LARGE_OF_##passes(prefix, number, lines), LARGE_OF_##passes(prefix, number, ffts_per_workgroup)

#endif
