/* nbl-bloom beside the plain bloom: at low resolution, with grey kernels, and the blurs' modules for programs of one's
 * own.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/fft/parameters.h"
#include "tests/bloom/cli.h"

enum { WIDTH = 46, HEIGHT = 31, KERNEL = 21 };

static void begin(void) {
    test_folder();
    nbl_image scene = make_image(WIDTH, HEIGHT, NBL_IMAGE_CHANNELS_RGB, 0.25f),
              grey = make_image(KERNEL, KERNEL, NBL_IMAGE_CHANNELS_RGB, 0.0f),
              tinted = make_image(KERNEL, KERNEL, NBL_IMAGE_CHANNELS_RGB, 0.0f);
    for (int i = 0; i < KERNEL * KERNEL; i++) {
        const int x = i % KERNEL - KERNEL / 2, y = i / KERNEL - KERNEL / 2;
        for (int c = 0; c < 3; c++) {
            grey.pixels[4 * i + c] = 1.0f / (1.0f + (float)(x * x + y * y));
            tinted.pixels[4 * i + c] = grey.pixels[4 * i + c] * (i == 3 && c == 2 ? 1.5f : 1.0f);
        }
    }
    write_image("scene.exr", &scene);
    write_image("grey.exr", &grey);
    write_image("tinted.exr", &tinted);
    nbl_image_free(&scene);
    nbl_image_free(&grey);
    nbl_image_free(&tinted);
}

static void expect_in(const char *name, const char *words, bool there) {
    size_t size;
    char *text = (char *)read_bytes(name, &size);
    ck_assert_msg((strstr(text, words) != NULL) == there, "%s: %s%s", name, there ? "no " : "", words);
    free(text);
}

START_TEST(low_resolution_is_near_the_bloom) {
    static const char *const options[] = {"--low-resolution 2", "--low-resolution 4 --core 9 --check --threads 1",
                                          "--low-resolution 2 --timings @t.json --precision fp16 --algorithm "
                                          "radix2-shuffle"};
    expect_emulated("@scene.exr @tinted.exr -o @full.exr", 0, NULL);
    nbl_image full = read_image("full.exr");
    for (int i = 0; i < 3; i++) {
        char line[256];
        double difference = 0, energy = 0;
        snprintf(line, sizeof line, "@scene.exr @tinted.exr -o @low.exr %s", options[i]);
        expect_emulated(line, 0, NULL);
        nbl_image low = read_image("low.exr");
        for (size_t k = 0; k < 4 * WIDTH * HEIGHT; k++) {
            difference += pow((double)low.pixels[k] - (double)full.pixels[k], 2);
            energy += pow((double)full.pixels[k], 2);
        }
        nbl_image_free(&low);
        ck_assert_msg(difference > 0 && sqrt(difference / energy) < 0.01, "%s: relative L2 %g", options[i],
                      sqrt(difference / energy));
    }
    nbl_image_free(&full);
    expect_in("t.json", "\"low_resolution\": 2", true);
    expect_in("t.json", "\"name\": \"low up\"", true);
    expect_in("t.json", "\"name\": \"convolve\"", true);
    expect_emulated("@scene.exr @grey.exr -o @no.exr --low-resolution 3", 2, "must be 2|4");
    expect_emulated("@scene.exr @grey.exr -o @no.exr --low-resolution 2 --core 65", 2, "from 1 to 64");
    expect_emulated("@scene.exr @grey.exr -o @no.exr --core 6", 2, "is for --low-resolution");
    expect_emulated("@scene.exr @grey.exr -o @no.exr --low-resolution 2 --padding mirror", 2, "is for zero padding");
    expect_emulated("@scene.exr -o @no.exr --low-resolution 2 --method dual-filter", 2, "is for --method fft");
}
END_TEST

START_TEST(low_resolution_runs_on_a_device) {
    const char *file = test_driver_file(TEST_LAVAPIPE);
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_vulkan_device_destroy(device);
    expect_run(
        test_driver_file_environment(file),
        "@scene.exr @tinted.exr -o @device.exr --backend vulkan --low-resolution 2 --combine add --threshold 0.5 "
        "--timings @t.json",
        0, NULL);
    expect_emulated("@scene.exr @tinted.exr -o @emulator.exr --low-resolution 2 --combine add --threshold 0.5", 0,
                    NULL);
    expect_same_files("device.exr", "emulator.exr");
    expect_in("t.json", "\"backend\": \"vulkan\"", true);
}
END_TEST

START_TEST(the_executor_has_the_emulators_bits) {
    static const char *const methods[] = {"@scene.exr @tinted.exr --low-resolution 2 --combine add --threshold 0.5",
                                          "@scene.exr --method dual-filter --threshold 0.5"};
    for (int i = 0; i < 2; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s -o @executor.exr --backend executor --threads 2 --timings @t.json", methods[i]);
        expect_run(NULL, line, 0, NULL);
        expect_in("t.json", "\"backend\": \"executor\"", true);
        snprintf(line, sizeof line, "%s -o @emulator.exr", methods[i]);
        expect_emulated(line, 0, NULL);
        expect_same_files("executor.exr", "emulator.exr");
    }
}
END_TEST

/* A kernel of three equal channels takes a third of the spectrum, and gives the bits of one whose channels differ at a
 * texel that is cut off. */
START_TEST(grey_kernels_are_found) {
    expect_emulated("@scene.exr @grey.exr -o @one.exr --timings @one.json", 0, NULL);
    expect_emulated("@scene.exr @tinted.exr -o @three.exr --timings @three.json", 0, NULL);
    expect_in("one.json", "\"kernel_channels\": \"one\"", true);
    expect_in("three.json", "\"kernel_channels\": \"three\"", true);
    nbl_image kernel = read_image("grey.exr");
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_bloom_run_t run = nbl_bloom_run_init();
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    desc.width = WIDTH;
    desc.height = HEIGHT;
    desc.kernel_width = desc.kernel_height = KERNEL;
    desc.algorithm = NBL_FFT_STOCKHAM;
    ck_assert_int_eq(nbl_bloom_plan_make(&desc, &plan, &error), NBL_SUCCESS); /* of three channels */
    nbl_image scene = read_image("scene.exr"), one = read_image("one.exr");
    float *result = aligned_alloc(64, 16 * WIDTH * HEIGHT + 32);
    void *workspace = aligned_alloc(64, (size_t)(plan.workspace_bytes + 63) / 64 * 64);
    void *spectrum = aligned_alloc(64, (size_t)(plan.spectrum_bytes + 63) / 64 * 64);
    _Alignas(16) float sums[NBL_BLOOM_SUMS];
    run.image = scene.pixels;
    run.kernel = kernel.pixels;
    run.result = result;
    run.workspace = workspace;
    run.spectrum = spectrum;
    run.sums = sums;
    ck_assert_int_eq(nbl_bloom_emulate(&plan, &run, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_FIRST_AXIS_INVERSE, NULL,
                                       &error),
                     NBL_SUCCESS);
    for (size_t k = 0; k < 4 * WIDTH * HEIGHT; k++)
        ck_assert_msg(k % 4 == 3 || memcmp(&result[k], &one.pixels[k], 4) == 0, "float %zu differs", k);
    free(result);
    free(workspace);
    free(spectrum);
    nbl_image_free(&kernel);
    nbl_image_free(&scene);
    nbl_image_free(&one);
}
END_TEST

/* A blur created with the modules of a folder; returns its result on lavapipe. */
static float *blurred_by_modules(nbl_vulkan_device_t *device, const nbl_blur_plan_t *plan,
                                 const char *const names[NBL_BLUR_KERNELS], const float *image) {
    const uint64_t bytes = plan->image_bytes;
    test_recording_t r = test_recording_begin(device, image, bytes, bytes, plan->workspace_bytes);
    nbl_bloom_module_t modules[NBL_BLUR_KERNELS] = {{NULL, 0}};
    unsigned char *files[NBL_BLUR_KERNELS] = {NULL};
    nbl_blur_binding_t *binding;
    nbl_blur_t *blur;
    nbl_error_t error;
    for (int i = 0; i < NBL_BLUR_KERNELS && names[i]; i++) {
        size_t size;
        files[i] = read_bytes(names[i], &size);
        modules[i].words = (const uint32_t *)(const void *)files[i];
        modules[i].word_count = size / 4;
    }
    const nbl_blur_vulkan_desc_t desc = {.modules = modules};
    const nbl_blur_resources_t bound = {r.source_bound, r.target_bound, r.workspace_bound};
    TEST_EXPECT(nbl_blur_create(device, plan, &desc, &blur, &error));
    TEST_EXPECT(nbl_blur_binding_create(blur, &bound, &binding, &error));
    TEST_EXPECT(nbl_blur_record(blur, binding, r.commands.buffer, NULL, NULL, 0, &error));
    test_recording_submit(&r);
    float *result = malloc(bytes);
    TEST_EXPECT(nbl_vulkan_buffer_download(device, &r.target, 0, result, bytes, &error));
    nbl_blur_binding_destroy(binding);
    nbl_blur_destroy(blur);
    test_recording_end(&r);
    for (int i = 0; i < NBL_BLUR_KERNELS; i++) free(files[i]);
    return result;
}

START_TEST(blurs_take_compiled_modules) {
    static const struct {
        const char *line;
        nbl_blur_desc_t desc;
        const char *names[NBL_BLUR_KERNELS];
    } blurs[] = {
        {"compile 46x31 --method dual-filter --levels 3 -o @new/folders/dual",
         {.method = NBL_BLUR_DUAL_FILTER, .width = WIDTH, .height = HEIGHT, .levels = 3},
         {"new/folders/dual/first_down.spv", "new/folders/dual/down.spv", "new/folders/dual/up.spv",
          "new/folders/dual/last_up.spv"}},
        {"compile 46x31 --method prefix-sum --sigma 5 --wrap mirror -o @sums/",
         {.method = NBL_BLUR_PREFIX_SUM, .width = WIDTH, .height = HEIGHT, .sigma = 5.0f, .wrap = NBL_BLUR_WRAP_MIRROR},
         {"sums/along_x.spv", "sums/along_y.spv"}}};
    nbl_vulkan_device_t *device = test_device_open(TEST_LAVAPIPE);
    if (!device) return;
    nbl_image scene = read_image("scene.exr");
    for (int i = 0; i < 2; i++) {
        nbl_blur_plan_t plan;
        nbl_error_t error;
        expect_run(NULL, blurs[i].line, 0, NULL);
        ck_assert_int_eq(nbl_blur_plan_make(&blurs[i].desc, &plan, &error), NBL_SUCCESS);
        float *result = blurred_by_modules(device, &plan, blurs[i].names, scene.pixels);
        float *expected = aligned_alloc(16, 16 * WIDTH * HEIGHT);
        ck_assert_int_eq(nbl_blur_emulate(&plan, scene.pixels, expected, NULL, NULL, NULL, &error), NBL_SUCCESS);
        ck_assert(memcmp(result, expected, 16 * WIDTH * HEIGHT) == 0);
        free(result);
        free(expected);
    }
    nbl_image_free(&scene);
    nbl_vulkan_device_destroy(device);
    expect_in("new/folders/dual/blur.json", "\"file\": \"last_up.spv\"", true);
    expect_run(NULL, "compile 46x31 --method dual-filter --target wgsl -o @text", 0, NULL);
    ck_assert(exists("text/first_down.wgsl"));
    expect_run(NULL, "compile 46x31 --method prefix-sum --target glsl -o @text", 0, NULL);
    expect_in("text/along_x.comp", "shared float blur_errors[256];", true); /* a sum of each invocation */
    expect_in("text/along_x.comp", "subgroup", false);
    expect_run(NULL, "compile 46x31 9x9 --method prefix-sum -o @no", 2, "one size is enough");
    expect_run(NULL, "compile 46x31 --method dual-filter --in rgba16f -o @no", 2, "buffers of rgba32f");
    expect_run(NULL, "compile 46x31 9x9 --low-resolution 2 --padding mirror -o @no", 2, "zero padding");
    expect_run(NULL, "compile 46x31 9x9 --core 2 -o @no", 2, "is for --low-resolution");
    expect_run(NULL, "compile 46x31 @grey.exr -o @no", 2, "files are for --low-resolution");
    expect_run(NULL, "compile 46x31 9x9 -o @scene.exr/folder", 1, "scene.exr");
    ck_assert(!exists("no"));
}
END_TEST

/* The kernel's parts are what the library makes of the file; the modules are the library's. */
START_TEST(low_resolution_is_compiled) {
    nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = 4, .core_radius = 3};
    nbl_bloom_low_plan_t plan;
    nbl_error_t error;
    size_t size, tail_size;
    expect_run(NULL, "compile 46x31 @tinted.exr --low-resolution 4 --core 3 -o @low", 0, NULL);
    desc.bloom.width = WIDTH;
    desc.bloom.height = HEIGHT;
    desc.bloom.kernel_width = desc.bloom.kernel_height = KERNEL;
    ck_assert_int_eq(nbl_bloom_low_plan_make(&desc, &plan, &error), NBL_SUCCESS);
    nbl_image kernel = read_image("tinted.exr");
    char *parts = calloc(1, (size_t)plan.kernel_bytes), *core = (char *)read_bytes("low/core.bin", &size),
         *tail = (char *)read_bytes("low/tail.bin", &tail_size);
    ck_assert_int_eq(nbl_bloom_low_split(&plan, kernel.pixels, parts, &error), NBL_SUCCESS);
    ck_assert_uint_eq(size, plan.tail_offset);
    ck_assert_uint_eq(size + tail_size, plan.kernel_bytes);
    ck_assert(memcmp(parts, core, size) == 0 && memcmp(parts + size, tail, tail_size) == 0);
    free(parts);
    free(core);
    free(tail);
    nbl_image_free(&kernel);
    expect_in("low/low.json", "\"low bloom\": {\"buffer\": \"core\"", true);
    expect_in("low/low.json", "\"file\": \"low_up.spv\"", true);
    expect_run(NULL, "compile 46x31 21x21 --low-resolution 2 --target wgsl -o @low-text", 0, NULL);
    expect_in("low-text/low_down.wgsl", "select(vec4<f32>", true); /* one condition for all of a texel */
    ck_assert(exists("low-text/convolve.wgsl") && !exists("low-text/core.bin"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("nbl-bloom, other methods");
    TCase *tests = tcase_create("methods");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, begin, test_folder_remove);
    tcase_add_test(tests, low_resolution_is_near_the_bloom);
    tcase_add_test(tests, low_resolution_runs_on_a_device);
    tcase_add_test(tests, the_executor_has_the_emulators_bits);
    tcase_add_test(tests, grey_kernels_are_found);
    tcase_add_test(tests, blurs_take_compiled_modules);
    tcase_add_test(tests, low_resolution_is_compiled);
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
