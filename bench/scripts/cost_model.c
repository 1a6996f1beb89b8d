/* Prints the numbers that a plan's time is predicted from, a line for each timing of a search's log: for
 * bench/scripts/cost_model.py.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of the lines that `nbl-fft tune --log` wrote it reads float32 in fast mode with default twiddles, one round and the
 * default order of instructions. Prints the length, the time divided by a copy's, the counted cost, and
 * nbl_fft_plan_traits() by estimated registers, or with a second argument by the registers that the driver told. The
 * first argument is a kind of device.
 */
#include "bench/scripts/kind_limits.h"

int main(int argc, char **argv) {
    nbl_fft_plan_limits_t limits;
    if (!kind_limits(argc, argv, &limits)) return 2;
    char line[512], text[64], order[16], twiddles[16], precision[16], mode[16];
    while (fgets(line, sizeof line, stdin) != NULL) {
        unsigned length, rounds, registers;
        double nanoseconds, copy;
        nbl_fft_plan_t plan;
        if (sscanf(line, "%u,%15[^,],%15[^,],%63[^,],%u,%15[^,],%15[^,],%lf,%*f,%u,%*u,%*u,%*u,%lf", &length, precision,
                   mode, text, &rounds, order, twiddles, &nanoseconds, &registers, &copy) != 10 ||
            strcmp(precision, "fp32") != 0 || strcmp(mode, "fast") != 0 || rounds != 1 ||
            strcmp(order, "default") != 0 || strcmp(twiddles, "two") != 0 ||
            nbl_fft_plan_parse(text, 2, NULL, &plan, NULL) != NBL_SUCCESS)
            continue;
        double traits[NBL_FFT_PLAN_TRAITS];
        nbl_fft_plan_traits(plan, argc > 2 ? registers : 0, limits, traits);
        printf("%u %.4f %llu", length, nanoseconds / copy, (unsigned long long)nbl_fft_plan_cost(plan));
        for (int i = 0; i < NBL_FFT_PLAN_TRAITS; i++) printf(" %.5g", traits[i]);
        printf("\n");
    }
    return 0;
}
