/* How far resampled kernels lie from kernels at full size: interpolation KERNEL ..., on the emulator.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A point of light in the middle of a dark image becomes the kernel. `pad` is the ideally resampled kernel. Printed for
 * each kind of interpolation: the error, relative L2; the share of light that lies where it does not belong, and the
 * part of it that lies beyond the kernel's rectangle, which are ghosts; the kernel's edge, as a fraction of the right
 * value; and the time of the pass that resamples, once per kernel.
 */
#include "io/image/image.h"
#include "nbl/host/bloom.h"
#include "platform/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 640 };

static void *zeroed(uint64_t bytes) {
    void *memory = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64);
    if (memory) memset(memory, 0, (size_t)bytes);
    return memory;
}

/* Returns SIDE x SIDE RGBA, or NULL. */
static float *bloom_point(const nbl_image *kernel, int interpolation, double *milliseconds) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    desc.width = desc.height = SIDE;
    desc.kernel_width = kernel->width;
    desc.kernel_height = kernel->height;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.kernel_mode = interpolation < 0 ? NBL_BLOOM_KERNEL_PAD : NBL_BLOOM_KERNEL_RESAMPLE;
    if (interpolation >= 0) desc.interpolation = (nbl_bloom_interpolation_t)interpolation;
    if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) return NULL;
    float *image = zeroed(16u * SIDE * SIDE), *taps = zeroed(16u * (uint64_t)kernel->width * kernel->height);
    nbl_bloom_run_t run = nbl_bloom_run_init();
    const size_t middle = 4 * ((size_t)SIDE * (SIDE / 2) + SIDE / 2);
    image[middle] = image[middle + 1] = image[middle + 2] = 1.0f;
    memcpy(taps, kernel->pixels, 16 * (size_t)kernel->width * kernel->height);
    run.image = image;
    run.kernel = taps;
    run.result = zeroed(16u * SIDE * SIDE);
    run.workspace = zeroed(plan.workspace_bytes);
    run.spectrum = zeroed(plan.spectrum_bytes);
    run.sums = zeroed(NBL_BLOOM_SUMS_BYTES);
    nbl_result_t result = nbl_bloom_emulate(&plan, &run, 0, NBL_BLOOM_PASS_KERNEL_SPECTRUM, NULL, &error);
    const double begin = nbl_platform_seconds();
    if (result == NBL_SUCCESS)
        result =
            nbl_bloom_emulate(&plan, &run, NBL_BLOOM_PASS_KERNEL_ARRANGE, NBL_BLOOM_PASS_KERNEL_ARRANGE, NULL, &error);
    *milliseconds = 1e3 * (nbl_platform_seconds() - begin);
    if (result == NBL_SUCCESS)
        result = nbl_bloom_emulate(&plan, &run, NBL_BLOOM_PASS_FIRST_AXIS, NBL_BLOOM_PASSES - 1, NULL, &error);
    free(image);
    free(taps);
    free(run.workspace);
    free(run.spectrum);
    free(run.sums);
    return result == NBL_SUCCESS ? run.result : NULL;
}

static void compare(const char *name, const char *how, const float *ideal, const float *found, const nbl_image *kernel,
                    double milliseconds) {
    double difference = 0, energy = 0, light = 0, misplaced = 0, ghosts = 0, edge = 0, edge_ideal = 0;
    const int left = SIDE / 2 - (int)kernel->width / 2, right = left + (int)kernel->width;
    const int top = SIDE / 2 - (int)kernel->height / 2, bottom = top + (int)kernel->height;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            for (int c = 0; c < 3; c++) {
                const double a = (double)ideal[4 * (y * SIDE + x) + c], b = (double)found[4 * (y * SIDE + x) + c];
                const bool inside = x >= left && x < right && y >= top && y < bottom;
                const bool near_edge = inside && abs(x - SIDE / 2) * 8 > (int)kernel->width * 3;
                difference += (b - a) * (b - a);
                energy += a * a;
                light += fabs(a);
                misplaced += fabs(b - a);
                if (!inside) ghosts += fabs(b);
                if (near_edge) edge += b;
                if (near_edge) edge_ideal += a;
            }
    printf("%-16s %-10s %9.3g %9.3f %% %9.3f %% %9.3f %10.1f\n", name, how, sqrt(difference / energy),
           100 * misplaced / light, 100 * ghosts / light, edge_ideal > 0 ? edge / edge_ideal : 0.0, milliseconds);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"linear", "cubic", "six taps", "B-spline"};
    printf("%-16s %-10s %9s %11s %11s %9s %10s\n", "kernel", "", "L2", "misplaced", "ghosts", "edge", "arrange ms");
    for (int k = 1; k < argc; k++) {
        nbl_image kernel;
        nbl_image_error error = {0};
        double milliseconds;
        if (nbl_image_read(argv[k], &kernel, &error)) return fprintf(stderr, "%s\n", error.message), 1;
        const char *slash = strrchr(argv[k], '/');
        float *ideal = bloom_point(&kernel, -1, &milliseconds);
        for (int how = 0; how < 4 && ideal; how++) {
            float *found = bloom_point(&kernel, how, &milliseconds);
            if (found) compare(slash ? slash + 1 : argv[k], names[how], ideal, found, &kernel, milliseconds);
            free(found);
        }
        free(ideal);
        nbl_image_free(&kernel);
    }
    return 0;
}
