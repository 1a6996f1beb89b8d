/* nbl-fft plan --table: the plans of every supported length as a header that shaders choose from.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>

#include "fft/tuning.h"
#include "plan/lengths.h"
#include "plan/text.h"

static const char *const scalars[] = {"float16", "float32", "float64"};

/* Two defines: the radices, which #if reads, and a list of all that changes no bit. */
void print_packed_plan(nbl_fft_plan_t plan) {
    printf("#define NBL_FFT_RADICES %u\n#define NBL_FFT_LAYOUT %u, %u, %u, %u, %u, %u, %u\n", plan.radices,
           plan.invocations, plan.elements, plan.ffts_per_workgroup, plan.windows, plan.pad_shifts, plan.pad_steps,
           plan.plane_dwords);
}

static bool is_same(nbl_fft_plan_t a, nbl_fft_plan_t b) {
    return a.radices == b.radices && a.invocations == b.invocations && a.elements == b.elements &&
           a.ffts_per_workgroup == b.ffts_per_workgroup && a.windows == b.windows && a.pad_shifts == b.pad_shifts &&
           a.pad_steps == b.pad_steps && a.plane_dwords == b.plane_dwords;
}

/* The rows of the lengths whose plans other limits change, or where there are none then. */
static void print_limited(uint32_t dwords, uint32_t invocations, uint32_t bytes) {
    nbl_fft_plan_limits_t limits = nbl_fft_plan_default_limits();
    limits.max_invocations = invocations;
    limits.max_shared_bytes = bytes;
    printf("#elif NBL_FFT_MAX_INVOCATIONS == %u && NBL_FFT_SHARED_BYTES == %u\n", invocations, bytes);
    bool first = true;
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) {
        nbl_fft_plan_t plan, roomy;
        if (nbl_fft_plan_make(length, dwords, NULL, &roomy) != NBL_FFT_PLAN_SUCCESS) continue;
        bool has = nbl_fft_plan_make(length, dwords, &limits, &plan) == NBL_FFT_PLAN_SUCCESS;
        if (has && is_same(plan, roomy)) continue;
        printf("#%s NBL_FFT_COMPLEX_LENGTH == %u\n", first ? "if" : "elif", length);
        first = false;
        if (has) print_packed_plan(plan);
        if (!has)
            printf("#error \"NBL_FFT_LENGTH: has no plan within NBL_FFT_MAX_INVOCATIONS, NBL_FFT_SHARED_BYTES\"\n");
    }
    printf(first ? "" : "#endif\n");
}

int print_plan_table(nbl_fft_precision_t precision) {
    uint32_t dwords = nbl_fft_precision_dwords(precision);
    printf("/* The plan of every supported length in %s; made by nbl-fft plan --table %s\n"
           " * SPDX-License-Identifier: Apache-2.0\n *\n"
           " * Included by nbl/fft/plans.h alone, which says what the numbers are. */\n"
           "#if NBL_FFT_MAX_INVOCATIONS == 1024 && NBL_FFT_SHARED_BYTES == 49152\n",
           scalars[precision], nbl_fft_precision_name(precision));
    static const uint32_t limits[][2] = {{1024, 32768}, {1024, 16384}, {256, 49152}, {256, 32768}, {256, 16384}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) print_limited(dwords, limits[i][0], limits[i][1]);
    printf("#endif\n#ifndef NBL_FFT_RADICES\n");
    bool first = true;
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++) {
        nbl_fft_plan_t plan;
        char text[NBL_FFT_PLAN_TEXT_SIZE];
        if (nbl_fft_plan_make(length, dwords, NULL, &plan) != NBL_FFT_PLAN_SUCCESS) continue;
        nbl_fft_plan_radices_text(plan, " x ", text, sizeof text);
        printf("#%s NBL_FFT_COMPLEX_LENGTH == %u /* %s */\n", first ? "if" : "elif", length, text);
        first = false;
        print_packed_plan(plan);
    }
    printf("#else\n#error \"NBL_FFT_LENGTH: supported are 2^a 3^b 5^c 7^d to %u and powers of two to %u\"\n"
           "#define NBL_FFT_RADICES 1\n#define NBL_FFT_LAYOUT 1, 2, 1, 1, 0, 0, 0\n#endif\n#endif\n",
           dwords == 4 ? 4096 : 8192, dwords == 4 ? 8192 : 32768);
    return EXIT_DONE;
}
