/* nbl-fft plan --table: the plans of every supported length as a header that shaders choose from.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>

#include "plan/make.h"

static const char *const scalars[] = {"float16", "float32", "float64"};

static void print_layout(const char *name, nbl_fft_plan_t plan) {
    printf("#define %s %u, %u, %u, %u, %u, %u, %u\n", name, plan.invocations, plan.elements, plan.ffts_per_workgroup,
           plan.windows, plan.pad_shifts, plan.pad_steps, plan.plane_dwords);
}

/* Two defines: the radices, which #if reads, and a list of all that changes no bit. */
void print_packed_plan(nbl_fft_plan_t plan) {
    printf("#define NBL_FFT_RADICES %u\n", plan.radices);
    print_layout("NBL_FFT_LAYOUT", plan);
}

static bool is_same(nbl_fft_plan_t a, nbl_fft_plan_t b) {
    return a.fft_length == b.fft_length && a.radices == b.radices && a.invocations == b.invocations &&
           a.elements == b.elements && a.ffts_per_workgroup == b.ffts_per_workgroup && a.windows == b.windows &&
           a.pad_shifts == b.pad_shifts && a.pad_steps == b.pad_steps && a.plane_dwords == b.plane_dwords;
}

typedef struct plan_list_t {
    nbl_fft_plan_request_t requests[512]; /* by rising length */
    nbl_fft_plan_t plans[512];            /* within the default limits */
    uint32_t count;
} plan_list_t;

/* The plan of a request within limits; fft_length 0: it does not fit. */
static nbl_fft_plan_t limited(const nbl_fft_plan_request_t *request, uint32_t dwords, uint32_t invocations,
                              uint32_t bytes) {
    nbl_fft_plan_limits_t limits = {invocations, bytes, nbl_fft_plan_default_limits().subgroup_size};
    nbl_fft_plan_t plan;
    if (nbl_fft_plan_fit(request, dwords, &limits, &plan, NULL) != NBL_SUCCESS) plan.fft_length = 0;
    return plan;
}

/* The rows of the lengths that other limits lay out otherwise, or that do not fit them. */
static void print_limited(const plan_list_t *list, uint32_t invocations) {
    static const uint32_t bytes[] = {16384, 32768, 49152};
    const char *word = "if";
    for (uint32_t i = 0; i < list->count; i++) {
        nbl_fft_plan_t roomy = list->plans[i], plans[3];
        for (int b = 0; b < 3; b++) plans[b] = limited(&list->requests[i], roomy.complex_dwords, invocations, bytes[b]);
        for (int b = 0, last; b < 3; b = last + 1) {
            last = b;
            while (last < 2 && is_same(plans[b], plans[last + 1])) last++;
            if (is_same(plans[b], roomy)) continue;
            printf("#%s NBL_FFT_COMPLEX_LENGTH == %u", word, roomy.fft_length);
            if (b > 0 && is_same(plans[b - 1], roomy)) printf(" && NBL_FFT_SHARED_BYTES > %u", bytes[b - 1]);
            if (last < 2) printf(" && NBL_FFT_SHARED_BYTES <= %u", bytes[last]);
            printf("\n");
            word = "elif";
            if (plans[b].fft_length == 0)
                printf(
                    "#error \"NBL_FFT_LENGTH has no plan within %u invocations: leave NBL_FFT_MAX_INVOCATIONS out\"\n",
                    invocations);
            else
                print_layout("NBL_FFT_LAYOUT", plans[b]);
        }
    }
    printf("#endif\n");
}

int print_plan_table(nbl_fft_precision_t precision) {
    uint32_t dwords = nbl_fft_precision_dwords(precision);
    plan_list_t list = {.count = 0};
    for (uint32_t length = 2; length <= NBL_FFT_PLAN_MAX_LENGTH; length++)
        if (nbl_fft_plan_check_length(length, dwords, NULL) == NBL_SUCCESS) {
            list.requests[list.count] = nbl_fft_plan_request(length, dwords, false);
            list.plans[list.count] = limited(&list.requests[list.count], dwords, 1024, 49152);
            list.count++;
        }
    printf("/* The plan of every supported length in %s; made by nbl-fft plan --table %s\n"
           " * SPDX-License-Identifier: Apache-2.0\n *\n"
           " * Included by nbl/fft/plans.h alone, which says what the numbers are. Radices are the same within all "
           "limits. "
           "*/\n#if NBL_FFT_MAX_INVOCATIONS == 256\n",
           scalars[precision], nbl_fft_precision_name(precision));
    print_limited(&list, 256);
    printf("#elif NBL_FFT_SHARED_BYTES < 49152\n");
    print_limited(&list, 1024);
    printf("#endif\n");
    for (uint32_t i = 0; i < list.count; i++) {
        char text[NBL_FFT_PLAN_TEXT_SIZE];
        nbl_fft_plan_radices_text(list.plans[i], " x ", text, sizeof text);
        printf("#%s NBL_FFT_COMPLEX_LENGTH == %u /* %s */\n#define NBL_FFT_RADICES %u\n", i == 0 ? "if" : "elif",
               list.plans[i].fft_length, text, list.plans[i].radices);
        print_layout("NBL_FFT_ROOMY_LAYOUT", list.plans[i]);
    }
    printf("#else\n#define NBL_FFT_LENGTH_IS_UNSUPPORTED\n"
           "#define NBL_FFT_RADICES 1\n#define NBL_FFT_ROOMY_LAYOUT 1, 2, 1, 1, 0, 0, 0\n#endif\n"
           "#ifndef NBL_FFT_LAYOUT\n#define NBL_FFT_LAYOUT NBL_FFT_ROOMY_LAYOUT\n#endif\n");
    return EXIT_DONE;
}
