/* Kernels resampled by four, six taps and a B-spline: against their definition in float64, the same bits on every
 * backend.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/bloom/running.h"

#include <stdio.h>

enum { WIDTH = 23, HEIGHT = 14, KERNEL_WIDTH = 9, KERNEL_HEIGHT = 16, WORST = 4 };

/* Keys's two cubics and the cubic B-spline, as functions of the distance. */
static double weight(nbl_bloom_interpolation_t how, double s) {
    s = fabs(s);
    if (how == NBL_BLOOM_INTERPOLATION_LINEAR) return fmax(0, 1 - s);
    if (how == NBL_BLOOM_INTERPOLATION_B_SPLINE)
        return s < 1 ? 2.0 / 3 - s * s + s * s * s / 2 : s < 2 ? pow(2 - s, 3) / 6 : 0;
    if (how == NBL_BLOOM_INTERPOLATION_CUBIC)
        return s < 1 ? 1.5 * pow(s, 3) - 2.5 * s * s + 1 : s < 2 ? -0.5 * pow(s, 3) + 2.5 * s * s - 4 * s + 2 : 0;
    return s < 1   ? 4.0 / 3 * pow(s, 3) - 7.0 / 3 * s * s + 1
           : s < 2 ? -7.0 / 12 * pow(s, 3) + 3 * s * s - 59.0 / 12 * s + 2.5
           : s < 3 ? 1.0 / 12 * pow(s, 3) - 2.0 / 3 * s * s + 1.75 * s - 1.5
                   : 0;
}

/* What a texel at distance d from the kernel's centre gives to index n: the inverse transform of its spectrum, which is
 * interpolated from `period` samples to `length`. */
static double *axis_of(nbl_bloom_interpolation_t how, uint32_t extent, uint32_t period, uint32_t length) {
    double *axis = calloc((size_t)length * extent, sizeof *axis);
    for (uint32_t k = 0; k < extent; k++)
        for (uint32_t f = 0; f < length; f++) {
            const double at = (double)f * period / length, d = (double)k - extent / 2;
            for (int i = (int)floor(at) - 3; i <= (int)floor(at) + 4; i++)
                for (uint32_t n = 0; n < length; n++)
                    axis[(size_t)n * extent + k] += weight(how, at - i) *
                                                    cos(6.283185307179586 * ((double)f * n / length - i * d / period)) /
                                                    length;
        }
    return axis;
}

/* The image without padding but zeros, at (N - n) / 2, rounded down. */
static double *reference(const nbl_bloom_plan_t *plan, const float *image, const float *kernel, int channel) {
    const uint32_t nx = plan->length_first, ny = plan->length_second, kw = KERNEL_WIDTH, kh = KERNEL_HEIGHT;
    double *x_axis = axis_of(plan->desc.interpolation, kw, 16, nx),
           *y_axis = axis_of(plan->desc.interpolation, kh, 16, ny), sums[3] = {0, 0, 0};
    for (uint32_t i = 0; i < kw * kh; i++)
        for (int c = 0; c < 3; c++) sums[c] += (double)kernel[4 * i + (uint32_t)c];
    const double luminance = 0.2126729 * sums[0] + 0.7151522 * sums[1] + 0.0721750 * sums[2];
    double *space = calloc((size_t)nx * ny, sizeof *space), *out = calloc(WIDTH * HEIGHT, sizeof *out);
    for (uint32_t y = 0; y < ny; y++)
        for (uint32_t x = 0; x < nx; x++)
            for (uint32_t j = 0; j < kh; j++)
                for (uint32_t i = 0; i < kw; i++)
                    space[y * nx + x] += (double)kernel[4 * (j * kw + i) + (uint32_t)channel] / luminance *
                                         x_axis[x * kw + i] * y_axis[y * kh + j];
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++)
            for (uint32_t j = 0; j < HEIGHT; j++)
                for (uint32_t i = 0; i < WIDTH; i++)
                    out[y * WIDTH + x] += (double)image[4 * (j * WIDTH + i) + (uint32_t)channel] *
                                          space[(y + ny - j) % ny * nx + (x + nx - i) % nx];
    free(x_axis);
    free(y_axis);
    free(space);
    return out;
}

static void compare(const nbl_bloom_plan_t *plan, const float *image, const float *kernel, const float *result) {
    double difference = 0, energy = 0, largest = 0, peak = 0;
    for (int c = 0; c < 3; c++) {
        double *expected = reference(plan, image, kernel, c);
        for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
            const double d = fabs((double)result[4 * i + (size_t)c] - expected[i]);
            difference += d * d;
            energy += expected[i] * expected[i];
            largest = fmax(largest, d);
            peak = fmax(peak, fabs(expected[i]));
        }
        free(expected);
    }
    printf("interpolation %d: relative L2 %.2g, largest %.2g\n", (int)plan->desc.interpolation,
           sqrt(difference / energy), largest / peak);
    ck_assert(sqrt(difference / energy) <= 4e-7 && largest <= 1.5e-6 * peak);
}

START_TEST(each_is_its_definition) {
    test_random_t random = test_random_begin("test_bloom_interpolation");
    float *image = zeroed(16 * WIDTH * HEIGHT), *kernel = zeroed(16 * KERNEL_WIDTH * KERNEL_HEIGHT);
    nbl_vulkan_device_t *devices[2] = {test_device_open(TEST_LAVAPIPE), test_device_open(TEST_SWIFTSHADER)};
    int on_devices = 0;
    for (size_t i = 0; i < 4 * WIDTH * HEIGHT; i++) image[i] = 0.5f + 0.5f * (float)test_random_real(&random);
    for (size_t i = 0; i < 4 * KERNEL_WIDTH * KERNEL_HEIGHT; i++)
        kernel[i] = 0.5f + 0.5f * (float)test_random_real(&random);
    for (int how = 0; how < WORST; how++) {
        nbl_bloom_desc_t desc = nbl_bloom_desc_init();
        nbl_bloom_plan_t plan;
        nbl_error_t error = {""};
        desc.width = WIDTH;
        desc.height = HEIGHT;
        desc.kernel_width = KERNEL_WIDTH;
        desc.kernel_height = KERNEL_HEIGHT;
        desc.algorithm = NBL_FFT_STOCKHAM;
        desc.first_axis = NBL_BLOOM_AXIS_X;
        desc.kernel_mode = NBL_BLOOM_KERNEL_RESAMPLE;
        desc.interpolation = (nbl_bloom_interpolation_t)how;
        expect_bloom(nbl_bloom_plan_make(&desc, &plan, &error), &error);
        run_t run = run_emulated(&plan, image, kernel, 0.0f, NULL);
        compare(&plan, image, kernel, run.result);
        for (int d = 0; d < 2; d++) { /* one each */
            nbl_bloom_vulkan_desc_t vulkan = {0};
            nbl_bloom_t *bloom;
            run_t other;
            const float plain = 0.0f;
            if (!devices[d] || how != d + 2) continue;
            expect_bloom(nbl_bloom_create(devices[d], &plan, &vulkan, &bloom, &error), &error);
            run_on_device(devices[d], bloom, &vulkan, image, kernel, &plain, 1, &other);
            ck_assert_uint_eq(differences_total(run_differences(&plan, &run, &other)), 0);
            nbl_bloom_destroy(bloom);
            run_free(&other);
            on_devices++;
        }
        run_free(&run);
    }
    if (devices[0] && devices[1]) ck_assert_int_eq(on_devices, 2);
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error = {""};
    desc.width = desc.height = desc.kernel_width = desc.kernel_height = 8;
    desc.interpolation = (nbl_bloom_interpolation_t)WORST;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error.text, "interpolation is 4") != NULL, "%s", error.text);
    for (int d = 0; d < 2; d++) nbl_vulkan_device_destroy(devices[d]);
    free(image);
    free(kernel);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bloom interpolation");
    TCase *tests = tcase_create("interpolation");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, each_is_its_definition);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
