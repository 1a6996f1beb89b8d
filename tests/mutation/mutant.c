/* Runs one case of the library it is linked with, on each backend, and prints a number for each result.
 * SPDX-License-Identifier: Apache-2.0
 *
 * mutant CASE: one of those at the end of this file. Prints `EMULATOR VULKAN`, and behind them `EXECUTOR` in a case
 * that has it: hashes of all that was computed. Built by test_mutation.sh, once for all mutations of the shared text,
 * which come in libraries of their own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bloom/compile.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/fft/parameters.h"

/* Weak: only the case that runs one is linked with it. */
void probe(void) __attribute__((weak));
void instance(void) __attribute__((weak));
void mathematics(void) __attribute__((weak));

static void stop(const char *what, const char *why) {
    fprintf(stderr, "mutant: %s: %s\n", what, why);
    exit(1);
}

static nbl_cache_t *cache; /* kernels without the mutated text are compiled once for all mutants */

static float *numbers(size_t count) { /* repeatable, -1 to 1 */
    float *values = aligned_alloc(16, (count * sizeof(float) + 15) / 16 * 16);
    uint32_t state = 12345;
    for (size_t i = 0; values != NULL && i < count; i++) {
        state = state * 1664525u + 1013904223u;
        values[i] = (float)(int32_t)state / 2147483648.0f;
    }
    if (values == NULL) stop("memory", "none");
    return values;
}

typedef struct result_t {
    uint64_t hash; /* FNV-1a */
    size_t not_finite;
} result_t;

static void add(result_t *result, const float *values, size_t count) {
    const unsigned char *bytes = (const unsigned char *)values;
    for (size_t i = 0; i < count * sizeof(float); i++) result->hash = (result->hash ^ bytes[i]) * 1099511628211u;
    for (size_t i = 0; i < count; i++) result->not_finite += !isfinite(values[i]);
}

#define NUMBERS(bytes) ((size_t)(bytes) / sizeof(float))

#if defined(__aarch64__)
#define VECTORS "neon"
#else
#define VECTORS "sse2"
#endif

/* The executor's transform of what the others are given. */
static void run_executor(const nbl_fft_transform_desc_t *transform, const float *input, size_t count,
                         result_t *result) {
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    float *output = numbers(count);
    nbl_error_t error;
    desc.length = transform->length;
    desc.batch = transform->batch;
    desc.inverse = transform->inverse;
    desc.instructions = VECTORS;
    if (nbl_fft_array(&desc, input, output, &error) != NBL_SUCCESS) stop("executor", error.text);
    add(result, output, count);
    free(output);
}

/* One way, and complex radix-2, which lavapipe builds quickly, both: two real signals inverse, the others forward.
 *
 * stockham  its length; 0: radix-2 */
static void run_transform(nbl_vulkan_device_t *device, uint32_t stockham, nbl_fft_kind_t kind, result_t results[],
                          bool executor) {
    for (uint32_t number = 0; number < (stockham > 0 || kind != NBL_FFT_COMPLEX ? 1u : 2u); number++) {
        nbl_fft_transform_desc_t desc = {.precision = NBL_FFT_FLOAT32,
                                         .length = 256,
                                         .batch = 3,
                                         .inverse = number == 1 || kind == NBL_FFT_REAL_TWO,
                                         .elements_per_invocation = 8,
                                         .workgroup_size = 32,
                                         .ffts_per_workgroup = 2,
                                         .limits = nbl_fft_device_limits(device)};
        if (stockham > 0) {
            desc.algorithm = NBL_FFT_STOCKHAM;
            desc.length = stockham;
            desc.elements_per_invocation = desc.workgroup_size = 0;
        }
        desc.kind = kind;
        nbl_fft_transform_plan_t plan;
        nbl_error_t error;
        if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) stop("plan", error.text);
        size_t count = NUMBERS(plan.output_bytes);
        float *input = numbers(NUMBERS(plan.input_bytes)), *output = numbers(count);
        nbl_emulator_launch_t launch = nbl_emulator_launch_init();
        if (nbl_fft_transform_emulate(&plan, &launch, input, output, NULL, &error) != NBL_SUCCESS)
            stop("emulator", error.text);
        add(&results[0], output, count);
        if (nbl_fft_transform_vulkan(device, cache, NBL_MODE_EXACT, false, &plan, input, output, NULL, &error) !=
            NBL_SUCCESS)
            stop("Vulkan", error.text);
        add(&results[1], output, count);
        if (executor) run_executor(&desc, input, count, &results[2]);
        free(input);
        free(output);
    }
}

static nbl_error_t vulkan_error;

static void check(nbl_result_t result) {
    if (result != NBL_SUCCESS) stop("Vulkan", vulkan_error.text);
}

static nbl_vulkan_buffer_t buffer_of(nbl_vulkan_device_t *device, const void *data, uint64_t bytes) {
    nbl_vulkan_buffer_t buffer;
    check(nbl_vulkan_buffer_create(device, &(nbl_vulkan_buffer_desc_t){.size = bytes}, &buffer, &vulkan_error));
    check(nbl_vulkan_buffer_upload(device, &buffer, 0, data, bytes, &vulkan_error));
    return buffer;
}

static void download(nbl_vulkan_device_t *device, const nbl_vulkan_buffer_t *buffer, void *data) {
    check(nbl_vulkan_buffer_download(device, buffer, 0, data, buffer->size, &vulkan_error));
}

static void run_bloom(nbl_vulkan_device_t *device, bool resample, result_t results[2]) {
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = 20;
    desc.height = 13;
    desc.kernel_width = 8;
    desc.kernel_height = 5;
    desc.limits = nbl_fft_device_limits(device);
    desc.padding_x = desc.padding_y = resample ? NBL_BLOOM_PADDING_MIRROR : NBL_BLOOM_PADDING_ZERO;
    desc.first_axis = resample ? NBL_BLOOM_AXIS_Y : NBL_BLOOM_AXIS_X;
    desc.kernel_mode = resample ? NBL_BLOOM_KERNEL_RESAMPLE : NBL_BLOOM_KERNEL_PAD;
    desc.storage = resample ? NBL_BLOOM_STORAGE_FLOAT16 : NBL_BLOOM_STORAGE_FLOAT32;
    desc.columns = resample ? 2 : 4;
    nbl_bloom_plan_t plan;
    nbl_error_t error;
    if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) stop("plan", error.text);
    size_t texels = 20 * 13 * 4, kernel_texels = 8 * 5 * 4;
    nbl_bloom_run_t run = nbl_bloom_run_init();
    float *image = numbers(texels), *kernel = numbers(kernel_texels), *result = numbers(texels);
    for (size_t i = 0; i < kernel_texels; i++) kernel[i] = 0.1f + fabsf(kernel[i]);
    float *spectrum = numbers(NUMBERS(plan.spectrum_bytes)), *workspace = numbers(NUMBERS(plan.workspace_bytes)),
          *sums = numbers(NBL_BLOOM_SUMS);
    run.image = image;
    run.kernel = kernel;
    run.result = result;
    run.spectrum = spectrum;
    run.workspace = workspace;
    run.sums = sums;
    run.frame.sharpening = 0.25f;
    if (nbl_bloom_emulate(&plan, &run, 0, NBL_BLOOM_PASSES - 1, NULL, &error) != NBL_SUCCESS)
        stop("emulator", error.text);
    add(&results[0], result, texels);
    add(&results[0], spectrum, NUMBERS(plan.spectrum_bytes));

    nbl_bloom_t *bloom;
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_EXACT, .cache = cache};
    if (nbl_bloom_create(device, &plan, &how, &bloom, &error) != NBL_SUCCESS) stop("bloom", error.text);
    nbl_vulkan_buffer_t buffers[6] = {buffer_of(device, image, texels * 4),
                                      buffer_of(device, image, texels * 4),
                                      buffer_of(device, kernel, kernel_texels * 4),
                                      buffer_of(device, workspace, plan.workspace_bytes),
                                      buffer_of(device, spectrum, plan.spectrum_bytes),
                                      buffer_of(device, sums, NBL_BLOOM_SUMS_BYTES)};
    nbl_bloom_resources_t resources = {.image = {.buffer = buffers[0].handle},
                                       .result = {.buffer = buffers[1].handle},
                                       .kernel = {.buffer = buffers[2].handle},
                                       .workspace = {.buffer = buffers[3].handle},
                                       .spectrum = {.buffer = buffers[4].handle},
                                       .sums = {.buffer = buffers[5].handle}};
    nbl_bloom_binding_t *binding;
    if (nbl_bloom_binding_create(bloom, &resources, &binding, &error) != NBL_SUCCESS) stop("binding", error.text);
    nbl_vulkan_commands_t commands;
    check(nbl_vulkan_commands_create(device, &commands, &vulkan_error));
    check(nbl_vulkan_commands_begin(device, &commands, &vulkan_error));
    if (nbl_bloom_record_sums(bloom, binding, commands.buffer, NULL, 0, &error) != NBL_SUCCESS ||
        nbl_bloom_record_kernel(bloom, binding, commands.buffer, NULL, 0, &error) != NBL_SUCCESS ||
        nbl_bloom_record_image(bloom, binding, commands.buffer, &run.frame, NULL, 0, &error) != NBL_SUCCESS)
        stop("record", error.text);
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    check(nbl_vulkan_commands_submit(device, &commands, &vulkan_error));
    download(device, &buffers[1], result);
    download(device, &buffers[4], spectrum);
    add(&results[1], result, texels);
    add(&results[1], spectrum, NUMBERS(plan.spectrum_bytes));
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_bloom_binding_destroy(binding);
    nbl_bloom_destroy(bloom);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    free(image), free(kernel), free(result), free(spectrum), free(workspace), free(sums);
}

/* A bloom at low resolution, with a threshold. */
static void run_low(nbl_vulkan_device_t *device, result_t results[2]) {
    enum { TEXELS = 11 * 7 };
    nbl_bloom_low_desc_t desc = {.bloom = nbl_bloom_desc_init(), .factor = 2, .core_radius = 2};
    const nbl_bloom_frame_t frame = {.intensity = 0.5f, .threshold = 0.5f, .knee = 0.25f};
    const nbl_bloom_vulkan_desc_t how = {.cache = cache};
    nbl_bloom_low_plan_t plan;
    nbl_bloom_low_t *low;
    nbl_bloom_low_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_error_t *error = &vulkan_error;
    desc.bloom.width = desc.bloom.kernel_width = 11;
    desc.bloom.height = desc.bloom.kernel_height = 7;
    desc.bloom.combine = NBL_BLOOM_COMBINE_ADD;
    desc.bloom.threshold = true;
    desc.bloom.normalize = NBL_BLOOM_NORMALIZE_NONE;
    float *image = numbers(4 * TEXELS), *kernel = numbers(4 * TEXELS), *result = numbers(4 * TEXELS);
    check(nbl_bloom_low_plan_make(&desc, &plan, error));
    check(nbl_bloom_low_emulate(&plan, image, kernel, result, &frame, NULL, NULL, error));
    add(&results[0], result, 4 * TEXELS);
    float *workspace = numbers(NUMBERS(plan.workspace_bytes));
    check(nbl_bloom_low_split(&plan, kernel, workspace, error));
    nbl_vulkan_buffer_t buffers[3] = {buffer_of(device, image, 16 * TEXELS), buffer_of(device, result, 16 * TEXELS),
                                      buffer_of(device, workspace, plan.workspace_bytes)};
    const nbl_bloom_low_resources_t resources = {
        {.buffer = buffers[0].handle}, {.buffer = buffers[1].handle}, {.buffer = buffers[2].handle}};
    check(nbl_bloom_low_create(device, &plan, &how, &low, error));
    check(nbl_bloom_low_binding_create(low, &resources, &binding, error));
    check(nbl_vulkan_commands_create(device, &commands, error));
    check(nbl_vulkan_commands_begin(device, &commands, error));
    check(nbl_bloom_low_record_kernel(low, binding, commands.buffer, error));
    check(nbl_bloom_low_record_image(low, binding, commands.buffer, &frame, NULL, 0, error));
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    check(nbl_vulkan_commands_submit(device, &commands, error));
    download(device, &buffers[1], result);
    add(&results[1], result, 4 * TEXELS);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_bloom_low_binding_destroy(binding);
    nbl_bloom_low_destroy(low);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    free(image), free(kernel), free(result), free(workspace);
}

/* With a threshold. */
static void run_blur(nbl_vulkan_device_t *device, nbl_blur_method_t method, result_t results[2]) {
    enum { TEXELS = 11 * 7 };
    const nbl_blur_desc_t desc = {.method = method,
                                  .width = 11,
                                  .height = 7,
                                  .levels = 2,
                                  .sigma = 2.0f,
                                  .wrap = NBL_BLUR_WRAP_MIRROR,
                                  .combine = NBL_BLOOM_COMBINE_ADD,
                                  .threshold = true};
    const nbl_blur_frame_t frame = {.intensity = 0.5f, .threshold = 0.5f, .knee = 0.25f};
    const nbl_blur_vulkan_desc_t how = {.cache = cache, .optimize = NBL_OPTIMIZE_FOLD};
    nbl_blur_plan_t plan;
    nbl_blur_t *blur;
    nbl_blur_binding_t *binding;
    nbl_vulkan_commands_t commands;
    nbl_error_t *error = &vulkan_error;
    float *image = numbers(4 * TEXELS), *result = numbers(4 * TEXELS);
    check(nbl_blur_plan_make(&desc, &plan, error));
    float *workspace = numbers(NUMBERS(plan.workspace_bytes));
    check(nbl_blur_emulate(&plan, image, result, &frame, NULL, NULL, error));
    add(&results[0], result, 4 * TEXELS);
    nbl_vulkan_buffer_t buffers[3] = {buffer_of(device, image, 16 * TEXELS), buffer_of(device, result, 16 * TEXELS),
                                      buffer_of(device, workspace, plan.workspace_bytes)};
    const nbl_blur_resources_t resources = {
        {.buffer = buffers[0].handle}, {.buffer = buffers[1].handle}, {.buffer = buffers[2].handle}};
    check(nbl_blur_create(device, &plan, &how, &blur, error));
    check(nbl_blur_binding_create(blur, &resources, &binding, error));
    check(nbl_vulkan_commands_create(device, &commands, error));
    check(nbl_vulkan_commands_begin(device, &commands, error));
    check(nbl_blur_record(blur, binding, commands.buffer, &frame, NULL, 0, error));
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    check(nbl_vulkan_commands_submit(device, &commands, error));
    download(device, &buffers[1], result);
    add(&results[1], result, 4 * TEXELS);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_blur_binding_destroy(binding);
    nbl_blur_destroy(blur);
    for (int i = 0; i < 3; i++) nbl_vulkan_buffer_destroy(device, &buffers[i]);
    free(image), free(result), free(workspace);
}

/* A kernel of 64 invocations, each with 32 numbers to write. */
static void run_probe(nbl_vulkan_device_t *device, const char *file, void (*kernel_on_cpu)(void),
                      nbl_optimize_t optimize, result_t results[2]) {
    enum { IN = 256, OUT = 64 * 16 * 2 };
    float *input = numbers(IN), *output = numbers(OUT);
    nbl_emulator_resource_t emulated[] = {{input, IN * 4, 0}, {output, OUT * 4, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    nbl_emulator_report_t report;
    launch.kernel = kernel_on_cpu;
    launch.workgroup_size[0] = 64;
    launch.subgroup_size = 8;
    launch.resources = emulated;
    launch.resource_count = 2;
    launch.push_constants = &input;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) stop("emulator", report.message);
    add(&results[0], output, OUT);

    nbl_vulkan_buffer_t in = buffer_of(device, input, IN * 4), out = buffer_of(device, output, OUT * 4);
    nbl_define_t addresses = {"NBL_BUFFER_DEVICE_ADDRESS", "1"};
    nbl_compile_desc_t compile = {.file = file, .defines = &addresses, .define_count = 1, .optimize = optimize};
    nbl_vulkan_kernel_t *kernel;
    check(nbl_vulkan_kernel_create(device, &(nbl_vulkan_kernel_desc_t){.compile = &compile}, &kernel, &vulkan_error));
    nbl_vulkan_resource_t resources[] = {{.buffer = in.handle}, {.buffer = out.handle}};
    nbl_vulkan_bindings_t *bindings;
    check(nbl_vulkan_bindings_create(kernel, resources, NULL, &bindings, &vulkan_error));
    nbl_vulkan_commands_t commands;
    check(nbl_vulkan_commands_create(device, &commands, &vulkan_error));
    check(nbl_vulkan_commands_begin(device, &commands, &vulkan_error));
    check(
        nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, &in.address, (uint32_t[]){1, 1, 1}, &vulkan_error));
    nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
    check(nbl_vulkan_commands_submit(device, &commands, &vulkan_error));
    download(device, &out, output);
    add(&results[1], output, OUT);
    nbl_vulkan_commands_destroy(device, &commands);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_kernel_destroy(kernel);
    nbl_vulkan_buffer_destroy(device, &in);
    nbl_vulkan_buffer_destroy(device, &out);
    free(input), free(output);
}

int main(int argc, char **argv) {
    const char *name = argc == 2 ? argv[1] : "";
    const bool executor = strcmp(name, "executor") == 0;
    result_t results[3] = {{14695981039346656037u, 0}, {14695981039346656037u, 0}, {14695981039346656037u, 0}};
    nbl_vulkan_device_t *device;
    check(nbl_cache_create(NULL, &cache, &vulkan_error));
    check(nbl_vulkan_device_create(NULL, &device, &vulkan_error));
    if (strcmp(name, "transform") == 0)
        run_transform(device, 0, NBL_FFT_COMPLEX, results, false);
    else if (strcmp(name, "stockham") == 0)
        run_transform(device, 36, NBL_FFT_COMPLEX, results, false);
    else if (executor) /* two passes, each on vectors, 8 x 12 */
        run_transform(device, 96, NBL_FFT_COMPLEX, results, true);
    else if (strcmp(name, "real") == 0)
        run_transform(device, 0, NBL_FFT_REAL, results, false);
    else if (strcmp(name, "real-rows") == 0)
        run_transform(device, 96, NBL_FFT_REAL, results, false);
    else if (strcmp(name, "real-two") == 0)
        run_transform(device, 0, NBL_FFT_REAL_TWO, results, false);
    else if (strcmp(name, "bloom-resample") == 0)
        run_bloom(device, true, results);
    else if (strcmp(name, "bloom-low") == 0)
        run_low(device, results);
    else if (strcmp(name, "dual-filter") == 0)
        run_blur(device, NBL_BLUR_DUAL_FILTER, results);
    else if (strcmp(name, "prefix-sum") == 0)
        run_blur(device, NBL_BLUR_PREFIX_SUM, results);
    else if (strcmp(name, "bloom-pad") == 0)
        run_bloom(device, false, results);
    else if (strcmp(name, "probe") == 0)
        run_probe(device, "tests/mutation/probe.h", probe, NBL_OPTIMIZE_UNROLL, results);
    else if (strcmp(name, "instance") == 0)
        run_probe(device, "tests/mutation/instance.h", instance, NBL_OPTIMIZE_UNROLL, results);
    else if (strcmp(name, "mathematics") == 0)
        run_probe(device, "tests/mutation/mathematics.h", mathematics, NBL_OPTIMIZE_NONE, results);
    else
        stop("case", "transform, stockham, executor, real, real-rows, real-two, bloom-resample, bloom-pad, "
                     "bloom-low, dual-filter, prefix-sum, probe, instance or mathematics");
    nbl_vulkan_device_destroy(device);
    nbl_cache_destroy(cache);
    if (results[0].not_finite + results[1].not_finite + results[2].not_finite > 0)
        stop("results", "not finite"); /* NaN have many bit patterns */
    for (int i = 0; i < (executor ? 3 : 2); i++)
        printf("%s%016llx", i == 0 ? "" : " ", (unsigned long long)results[i].hash);
    printf("\n");
    return 0;
}
