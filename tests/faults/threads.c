/* Eight threads that call everything which may be called by all at once, on one device, one cache, one kernel and one
 * bloom; built with ThreadSanitizer by full_threads.sh.
 * SPDX-License-Identifier: Apache-2.0
 *
 * threads FOLDER: the cache lies there. Exits 1 if a result is wrong.
 */
#define NBL_SILENT_DEPRECATED /* calls functions of 0.2.0 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/bloom_low.h"
#include "nbl/host/blur.h"
#include "nbl/host/convolution.h"
#include "nbl/host/fft_nd.h"
#include "nbl/host/fft_vulkan.h"
#include "nbl/host/scan.h"
#include "nbl/host/write_text.h"

enum { THREADS = 8, ROUNDS = 4, ELEMENTS = 64, SIDE = 4, SIGNALS = 5 };

static const char text[] = "#version 460\nlayout(local_size_x = 64) in;\n"
                           "layout(std430, binding = 0) buffer b { float x[]; };\n"
                           "layout(push_constant, std430) uniform p { float more; };\n"
                           "void main() { x[gl_WorkGroupID.x * 64 + gl_LocalInvocationIndex] += more; }\n";

#define ARRAY_LENGTH 1024
#define LINE_LENGTH 64

static struct {
    nbl_vulkan_device_t *device;
    nbl_cache_t *cache;
    nbl_vulkan_kernel_t *kernel;
    nbl_spirv_t spirv;
    nbl_bloom_plan_t plan;
    nbl_fft_t *fft;
    nbl_bloom_t *bloom, *parts; /* parts: each pass is created by another thread */
    const char *folder;
    nbl_fft_array_plan_t *array, *lines; /* lines: of three threads, which wait from run to run */
    nbl_fft_array_context_t *context;
    nbl_fft_t *nd, *signals[SIGNALS];
    nbl_convolution_t *convolution;
} all;

static void stop(const char *what, const char *why) {
    fprintf(stderr, "threads: %s: %s\n", what, why);
    exit(1);
}

#define CHECK(call) \
    do { \
        nbl_error_t error = {""}; \
        if ((call) != NBL_SUCCESS) stop(#call, error.text); \
    } while (0)
#define EXPECT(condition) \
    do { \
        if (!(condition)) stop(#condition, "is false"); \
    } while (0)

/* Texts, names and numbers. */
static void ask(void) {
    nbl_module_info_t info;
    uint32_t groups[3], *decorated;
    size_t size, count;
    nbl_bloom_desc_t bloom = nbl_bloom_desc_init();
    nbl_bloom_plan_t plan;
    EXPECT(nbl_version() == NBL_VERSION && nbl_embedded_name(0) && nbl_embedded_find("nbl/lang.h", &size) && size);
    EXPECT(nbl_result_text(NBL_ERROR_LIMIT) && nbl_feature_text(NBL_FEATURE_FLOAT16));
    EXPECT(nbl_vulkan_split_groups(70000, groups) && groups[1] == 2);
    EXPECT(nbl_scan_bytes(NBL_SCAN_UINT32, 5) == 32 && nbl_scan_workspace_bytes(5) > 0);
    CHECK(nbl_module_inspect(all.spirv.words, all.spirv.word_count, NULL, &info, &error));
    CHECK(nbl_spirv_decorate_no_contraction(all.spirv.words, all.spirv.word_count, &decorated, &count, NULL, &error));
    nbl_words_free(decorated);
    for (nbl_target_t target = NBL_TARGET_WGSL; target < NBL_TARGETS; target++) {
        nbl_write_text_desc_t desc = {.target = target};
        char *written, *json;
        EXPECT(nbl_target_name(target) && nbl_target_extension(target));
        CHECK(nbl_write_text(all.spirv.words, all.spirv.word_count, &desc, &written, &json, &error));
        nbl_text_free(written);
        nbl_text_free(json);
    }
    bloom.width = bloom.height = bloom.kernel_width = bloom.kernel_height = SIDE;
    CHECK(nbl_bloom_plan_make(&bloom, &plan, &error));
    const nbl_bloom_vulkan_desc_t how = {.threads = 2};
    nbl_spirv_t modules[NBL_BLOOM_PASSES];
    CHECK(nbl_bloom_compile(&plan, &how, modules, &error));
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) nbl_spirv_free(&modules[i]);
    const nbl_bloom_low_desc_t low = {.bloom = bloom, .factor = 2, .core_radius = 1};
    const float kernel[SIDE * SIDE * 4] = {1.0f, 1.0f, 1.0f, 1.0f};
    CHECK(nbl_bloom_check_image(&plan, NULL, kernel, &error));
    nbl_bloom_low_plan_t low_plan;
    CHECK(nbl_bloom_low_plan_make(&low, &low_plan, &error));
    void *parts = malloc((size_t)low_plan.kernel_bytes);
    EXPECT(parts);
    CHECK(nbl_bloom_low_split(&low_plan, kernel, parts, &error));
    free(parts);
    EXPECT(nbl_fft_precision_valid(NBL_FFT_FLOAT32));
    const nbl_blur_desc_t blur = {.width = SIDE, .height = SIDE};
    nbl_blur_plan_t steps;
    CHECK(nbl_blur_plan_make(&blur, &steps, &error));
    EXPECT(nbl_blur_frame_init().intensity == 1.0f && steps.pass_count > 0);
    EXPECT(nbl_bloom_format_text(bloom.source_format) && nbl_bloom_format_bytes(bloom.target_format) == 16);
}

static void ask_device(void) {
    nbl_vulkan_statistic_t statistics[32];
    uint32_t count = 32;
    nbl_fft_limits_t limits = nbl_fft_device_limits(all.device);
    EXPECT(limits.max_shared_bytes > 0 && nbl_vulkan_device_get_info(all.device)->name[0]);
    EXPECT(nbl_vulkan_device_get_instance(all.device) && nbl_vulkan_device_get_physical_device(all.device));
    EXPECT(nbl_vulkan_device_get_handle(all.device) && nbl_vulkan_device_get_queue(all.device));
    EXPECT(nbl_vulkan_device_get_loader(all.device) && nbl_vulkan_device_get_features(all.device));
    EXPECT(nbl_vulkan_device_get_message_count(all.device, NBL_VULKAN_SEVERITY_ERROR) == 0);
    EXPECT(!nbl_vulkan_device_is_lost(all.device));
    EXPECT(nbl_vulkan_kernel_get_info(all.kernel)->local_size[0] == ELEMENTS);
    EXPECT(nbl_vulkan_kernel_get_subgroup_size(all.kernel) > 0);
    EXPECT(nbl_fft_get_plan(all.fft)->desc.length == ELEMENTS && nbl_fft_get_kernel(all.fft));
    CHECK(nbl_vulkan_kernel_statistics(all.kernel, statistics, &count, &error));
}

/* With the cache of all: every second text is another thread's, too. */
static void compile(int number) {
    char value[16], *expanded;
    nbl_define_t define = {"NUMBER", value};
    nbl_compile_desc_t desc = {
        .file = "threads.comp", .text = text, .defines = &define, .define_count = 1, .cache = all.cache};
    nbl_cache_desc_t folder = {all.folder};
    nbl_cache_t *own;
    nbl_spirv_t spirv;
    snprintf(value, sizeof value, "%d", number / 2);
    nbl_compile_prepare();
    CHECK(nbl_expand(&desc, &expanded, &error));
    nbl_text_free(expanded);
    CHECK(nbl_compile(&desc, &spirv, &error));
    if (number % 4 == 0)
        (void)nbl_cache_forget(all.cache, &spirv, NBL_ERROR_SPIRV, NULL); /* the next one makes it anew */
    nbl_spirv_free(&spirv);
    EXPECT(nbl_cache_get_status(all.cache).usable);
    CHECK(nbl_cache_create(&folder, &own, &error));
    nbl_cache_destroy(own);
}

static nbl_vulkan_buffer_t make_buffer(uint64_t bytes) {
    nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = "threads"};
    nbl_vulkan_buffer_t buffer;
    CHECK(nbl_vulkan_buffer_create(all.device, &desc, &buffer, &error));
    return buffer;
}

/* A buffer that another interface has as a file, where the device exports memory. */
static nbl_vulkan_buffer_t make_shared(uint64_t bytes) {
    if (!(nbl_vulkan_device_get_features(all.device) & NBL_FEATURE_EXPORTED_MEMORY)) return make_buffer(bytes);
    nbl_vulkan_buffer_desc_t desc = {.size = bytes, .name = "shared", .exported = true};
    nbl_vulkan_buffer_t buffer;
    uint64_t size;
    int file;
    CHECK(nbl_vulkan_buffer_create(all.device, &desc, &buffer, &error));
    CHECK(nbl_vulkan_buffer_export(all.device, &buffer, &file, &size, &error));
    EXPECT(size >= bytes && close(file) == 0);
    return buffer;
}

/* A dispatch of the kernel of all, timed, one of a kernel of its own, and a copy of what they made. */
static void dispatch(int number) {
    nbl_compile_desc_t compile_desc = {.file = "threads.comp", .text = text, .cache = all.cache};
    nbl_vulkan_kernel_desc_t desc = {.name = "own", .compile = &compile_desc};
    nbl_vulkan_kernel_t *own;
    nbl_vulkan_buffer_t buffer = make_buffer(4 * ELEMENTS), copy = make_shared(4 * ELEMENTS);
    nbl_vulkan_resource_t resource = {.buffer = buffer.handle};
    nbl_vulkan_bindings_t *bindings, *own_bindings;
    nbl_vulkan_commands_t commands;
    nbl_vulkan_timestamps_t *timestamps;
    const uint32_t groups[3] = {1, 1, 1};
    float numbers[ELEMENTS] = {0}, more = (float)number;
    double nanoseconds;
    CHECK(nbl_vulkan_kernel_create(all.device, &desc, &own, &error));
    CHECK(nbl_vulkan_buffer_upload(all.device, &buffer, 0, numbers, sizeof numbers, &error));
    CHECK(nbl_vulkan_bindings_create(all.kernel, &resource, NULL, &bindings, &error));
    CHECK(nbl_vulkan_bindings_create(own, &resource, NULL, &own_bindings, &error));
    CHECK(nbl_vulkan_timestamps_create(all.device, 1, &timestamps, &error));
    CHECK(nbl_vulkan_commands_create(all.device, &commands, &error));
    CHECK(nbl_vulkan_commands_begin(all.device, &commands, &error));
    nbl_vulkan_timestamps_record_reset(timestamps, commands.buffer);
    nbl_vulkan_timestamps_record_begin(timestamps, commands.buffer, 0);
    CHECK(nbl_vulkan_kernel_record(all.kernel, commands.buffer, bindings, &more, groups, &error));
    nbl_vulkan_timestamps_record_end(timestamps, commands.buffer, 0);
    nbl_vulkan_record_barrier(all.device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_COMPUTE);
    CHECK(nbl_vulkan_kernel_record(own, commands.buffer, own_bindings, &more, groups, &error));
    nbl_vulkan_buffer_record_copy(all.device, commands.buffer, &buffer, 0, &copy, 0, sizeof numbers);
    CHECK(nbl_vulkan_commands_submit(all.device, &commands, &error));
    CHECK(nbl_vulkan_timestamps_read(timestamps, 0, 1, &nanoseconds, &error));
    CHECK(nbl_vulkan_buffer_download(all.device, &copy, 0, numbers, sizeof numbers, &error));
    for (int i = 0; i < ELEMENTS; i++) EXPECT(numbers[i] == 2 * more);
    nbl_vulkan_commands_destroy(all.device, &commands);
    nbl_vulkan_timestamps_destroy(timestamps);
    nbl_vulkan_bindings_destroy(own_bindings);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_buffer_destroy(all.device, &copy);
    nbl_vulkan_buffer_destroy(all.device, &buffer);
    nbl_vulkan_kernel_destroy(own);
}

static void use_image(void) {
    float there[SIDE * SIDE * 4] = {1.0f, 2.0f}, back[SIDE * SIDE * 4];
    nbl_vulkan_image_desc_t desc = {.width = SIDE, .height = SIDE};
    nbl_vulkan_image_t image;
    VkSampler sampler;
    CHECK(nbl_vulkan_image_create(all.device, &desc, &image, &error));
    CHECK(nbl_vulkan_sampler_create(all.device, VK_FILTER_LINEAR, &sampler, &error));
    CHECK(
        nbl_vulkan_image_upload(all.device, &image, there, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL, &error));
    CHECK(nbl_vulkan_image_download(all.device, &image, back, VK_IMAGE_LAYOUT_GENERAL, &error));
    EXPECT(memcmp(there, back, sizeof there) == 0);
    nbl_vulkan_sampler_destroy(all.device, sampler);
    nbl_vulkan_image_destroy(all.device, &image);
}

/* The bloom of all, through a binding of its own. */
static void bloom(int number) {
    const uint64_t texels = SIDE * SIDE * 16;
    const uint64_t bytes[6] = {
        texels, texels, 16, all.plan.workspace_bytes, all.plan.spectrum_bytes, NBL_BLOOM_SUMS_BYTES};
    const float kernel[4] = {2.0f, 2.0f, 2.0f, 1.0f};
    float image[SIDE * SIDE * 4], result[SIDE * SIDE * 4], sums[NBL_BLOOM_SUMS];
    nbl_vulkan_buffer_t buffers[6];
    nbl_vulkan_commands_t commands;
    nbl_bloom_binding_t *binding;
    for (int i = 0; i < 6; i++) buffers[i] = make_buffer(bytes[i]);
    for (int i = 0; i < SIDE * SIDE * 4; i++) image[i] = (float)(i + number);
    nbl_bloom_resources_t resources = {.image.buffer = buffers[0].handle,
                                       .result.buffer = buffers[1].handle,
                                       .kernel.buffer = buffers[2].handle,
                                       .workspace.buffer = buffers[3].handle,
                                       .spectrum.buffer = buffers[4].handle,
                                       .sums.buffer = buffers[5].handle};
    CHECK(nbl_bloom_binding_create(all.bloom, &resources, &binding, &error));
    CHECK(nbl_vulkan_buffer_upload(all.device, &buffers[0], 0, image, texels, &error));
    CHECK(nbl_vulkan_buffer_upload(all.device, &buffers[2], 0, kernel, 16, &error));
    CHECK(nbl_vulkan_commands_create(all.device, &commands, &error));
    CHECK(nbl_vulkan_commands_begin(all.device, &commands, &error));
    CHECK(nbl_bloom_record_sums(all.bloom, binding, commands.buffer, NULL, 0, &error));
    CHECK(nbl_vulkan_commands_submit(all.device, &commands, &error));
    CHECK(nbl_vulkan_buffer_download(all.device, &buffers[5], 0, sums, sizeof sums, &error));
    CHECK(nbl_bloom_check_sums(&all.plan, sums, &error));
    CHECK(nbl_vulkan_commands_begin(all.device, &commands, &error));
    CHECK(nbl_bloom_record_kernel(all.bloom, binding, commands.buffer, NULL, 0, &error));
    CHECK(nbl_bloom_record_image(all.bloom, binding, commands.buffer, NULL, NULL, 0, &error));
    CHECK(nbl_bloom_record_images(all.bloom, (const nbl_bloom_binding_t *const[]){binding}, NULL, 1, commands.buffer,
                                  &error));
    CHECK(nbl_vulkan_commands_submit(all.device, &commands, &error));
    CHECK(nbl_vulkan_buffer_download(all.device, &buffers[1], 0, result, texels, &error));
    for (int i = 0; i < SIDE * SIDE * 4; i++) EXPECT(fabsf(result[i] - image[i]) < 1e-3f);
    EXPECT(nbl_bloom_get_plan(all.bloom)->desc.width == SIDE && nbl_bloom_get_kernel(all.bloom, 0));
    nbl_bloom_binding_destroy(binding);
    nbl_vulkan_commands_destroy(all.device, &commands);
    for (int i = 0; i < 6; i++) nbl_vulkan_buffer_destroy(all.device, &buffers[i]);
}

/* Launches of the emulator, which share nothing; its own threads and stacks are not instrumented. */
static void emulate(int number) {
    nbl_scan_desc_t desc = {.scalar = NBL_SCAN_UINT32, .operation = NBL_SCAN_PLUS, .count = 16};
    uint32_t values[16];
    for (int i = 0; i < 16; i++) values[i] = (uint32_t)number;
    CHECK(nbl_scan_emulate(&desc, values, values, &error));
}

/* Lines of a convolution and of one pass, by two threads each. */
static nbl_fft_nd_desc_t plane_desc(void) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 2;
    desc.sizes[0] = 11;
    desc.sizes[1] = 64;
    desc.threads = 2;
    return desc;
}

static void element_get(void *user, uint64_t group, uint32_t index, void *value) {
    const float *numbers = (const float *)user + 2 * (group * ARRAY_LENGTH + index);
    *(nbl_fft_number_t *)value = (nbl_fft_number_t){(double)numbers[0], (double)numbers[1]};
}

static void element_set(void *user, uint64_t group, uint32_t index, const void *value) {
    float *numbers = (float *)user + 2 * (group * ARRAY_LENGTH + index);
    numbers[0] = (float)((const nbl_fft_number_t *)value)->real;
    numbers[1] = (float)((const nbl_fft_number_t *)value)->imag;
}

/* One plan of all threads, and one of each thread's own: the same bits. */
static void transform_arrays(void) {
    static const float signal[2 * ARRAY_LENGTH] = {1.0f, 2.0f, 3.0f};
    float of_all[2 * ARRAY_LENGTH], of_one[2 * ARRAY_LENGTH];
    nbl_fft_array_plan_t *own;
    nbl_fft_array_desc_t desc = nbl_fft_array_desc_init();
    desc.length = ARRAY_LENGTH;
    CHECK(nbl_fft_array_plan_create(&desc, &own, &error));
    CHECK(nbl_fft_array_plan_run(own, signal, of_one, &error));
    CHECK(nbl_fft_array_plan_run(all.array, signal, of_all, &error));
    EXPECT(memcmp(of_one, of_all, sizeof of_one) == 0);
    float of_three[2 * ARRAY_LENGTH];
    CHECK(nbl_fft_array_plan_run(all.lines, signal, of_all, &error));
    CHECK(nbl_fft_array_plan_run(all.lines, signal, of_three, &error));
    EXPECT(memcmp(of_three, of_all, sizeof of_all) == 0);
    float elements[2 * ARRAY_LENGTH];
    memcpy(elements, signal, sizeof elements);
    const nbl_accessor_t access = {element_get, element_set, elements};
    CHECK(nbl_fft_array_plan_access(all.array, &access, &access, &error));
    EXPECT(memcmp(of_one, elements, sizeof of_one) == 0);
    CHECK(nbl_fft_array_context_run(all.context, &desc, signal, of_all, &error));
    EXPECT(memcmp(of_one, of_all, sizeof of_one) == 0);
    nbl_fft_problem_t nd = nbl_fft_problem_init();
    nd.rank = 1;
    nd.sizes[0] = ARRAY_LENGTH;
    CHECK(nbl_fft_nd_context_run(all.context, &nd, signal, of_all, &error));
    EXPECT(memcmp(of_one, of_all, sizeof of_one) == 0);
    nd.sizes[0] = 47; /* a chirp: tables that the first run makes */
    CHECK(nbl_fft_nd_context_run(all.context, &nd, signal, of_all, &error));
    CHECK(nbl_fft_nd_context_run(all.context, &nd, signal, of_three, &error));
    EXPECT(memcmp(of_three, of_all, 47 * 2 * sizeof of_all[0]) == 0);
    nbl_fft_array_context_limit(all.context, 2, 1 << 20);
    EXPECT(nbl_fft_array_context_info(all.context).most_plans == 2);
    EXPECT(nbl_fft_array_context_release(all.context) <= 3);
    nbl_fft_array_plan_destroy(own);
}

/* On the CPU, in one call and by passes: the same bits. */
static void bloom_arrays(int number) {
    const float kernel[4] = {2.0f, 2.0f, 2.0f, 1.0f};
    _Alignas(16) float image[SIDE * SIDE * 4], of_call[SIDE * SIDE * 4], of_passes[SIDE * SIDE * 4];
    float sums[NBL_BLOOM_SUMS];
    for (int i = 0; i < SIDE * SIDE * 4; i++) image[i] = (float)(i + number);
    CHECK(nbl_bloom_array(&all.plan.desc, NULL, image, kernel, of_call, 2, &error));
    nbl_bloom_run_t execution = nbl_bloom_run_init();
    execution.image = image;
    execution.kernel = kernel;
    execution.result = of_passes;
    execution.workspace = aligned_alloc(64, (size_t)(all.plan.workspace_bytes + 63) / 64 * 64);
    execution.spectrum = aligned_alloc(64, (size_t)(all.plan.spectrum_bytes + 63) / 64 * 64);
    execution.sums = sums;
    execution.launch.threads = 2;
    EXPECT(execution.workspace && execution.spectrum);
    CHECK(nbl_bloom_execute(&all.plan, &execution, (nbl_bloom_pass_name_t)0,
                            (nbl_bloom_pass_name_t)(NBL_BLOOM_PASSES - 1), &error));
    EXPECT(memcmp(of_call, of_passes, sizeof of_call) == 0);
    free(execution.workspace);
    free(execution.spectrum);
    const nbl_bloom_low_desc_t low_desc = {.bloom = all.plan.desc, .factor = 2};
    const nbl_blur_desc_t blur_desc = {.width = SIDE, .height = SIDE};
    nbl_bloom_low_plan_t low;
    nbl_blur_plan_t blur;
    CHECK(nbl_bloom_low_plan_make(&low_desc, &low, &error));
    CHECK(nbl_blur_plan_make(&blur_desc, &blur, &error));
    for (uint32_t threads = 1; threads < 3; threads++) {
        float *result = threads == 1 ? of_call : of_passes;
        CHECK(nbl_bloom_low_execute(&low, image, kernel, result, NULL, threads, NULL, &error));
    }
    EXPECT(memcmp(of_call, of_passes, sizeof of_call) == 0);
    for (uint32_t threads = 1; threads < 3; threads++) {
        float *result = threads == 1 ? of_call : of_passes;
        CHECK(nbl_blur_execute(&blur, image, result, NULL, threads, NULL, &error));
    }
    EXPECT(memcmp(of_call, of_passes, sizeof of_call) == 0);
}

static void transform_planes(void) {
    static const float signal[2 * ARRAY_LENGTH] = {1.0f, 2.0f, 3.0f};
    float of_all[2 * ARRAY_LENGTH] = {0}, of_one[2 * ARRAY_LENGTH] = {0};
    nbl_fft_t *own;
    nbl_fft_nd_desc_t desc = plane_desc();
    CHECK(nbl_fft_make_cpu(&desc, &own, &error));
    CHECK(nbl_fft_run(own, signal, of_one, &error));
    CHECK(nbl_fft_run(all.nd, signal, of_all, &error));
    EXPECT(memcmp(of_one, of_all, sizeof of_one) == 0);
    nbl_fft_destroy(own);
}

/* Descriptions whose first runs make what later ones keep: chirps, twiddles between passes, a program in place, cosine
 * transforms, all by several threads. */
static nbl_fft_nd_desc_t signal_desc(int which) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    desc.rank = 2;
    desc.threads = 2 + (uint32_t)which % 2;
    desc.real = which < 2;
    desc.inverse = which == 1;
    desc.sizes[0] = which == 3 ? 1 : 11;
    desc.sizes[1] = which == 0 ? 34 : which == 1 ? 15 : which == 2 ? 37 : which == 3 ? 4096 : 24;
    if (which == 1) desc.scaling = NBL_FFT_SCALING_BY_ROOT;
    if (which == 4) desc.dct = NBL_FFT_DCT_2;
    return desc;
}

static void transform_signals(void) {
    enum { NUMBERS = 2 * 4096 };
    static const float signal[NUMBERS] = {1.0f, 2.0f, 3.0f};
    static _Thread_local float of_all[NUMBERS], of_one[NUMBERS], in_place[NUMBERS];
    for (int i = 0; i < SIGNALS; i++) {
        const nbl_fft_nd_desc_t desc = signal_desc(i);
        nbl_fft_t *own;
        memcpy(of_all, signal, sizeof signal);
        memcpy(of_one, signal, sizeof signal);
        memcpy(in_place, signal, sizeof signal);
        CHECK(nbl_fft_make_cpu(&desc, &own, &error));
        CHECK(nbl_fft_run(own, signal, of_one, &error));
        CHECK(nbl_fft_run(all.signals[i], signal, of_all, &error));
        EXPECT(memcmp(of_one, of_all, sizeof of_one) == 0);
        nbl_fft_destroy(own);
        if (desc.real) continue;
        CHECK(nbl_fft_run(all.signals[i], in_place, in_place, &error));
        const size_t numbers = (desc.dct != 0 ? 1 : 2) * (size_t)(desc.sizes[0] * desc.sizes[1]);
        EXPECT(memcmp(of_one, in_place, numbers * sizeof *in_place) == 0);
    }
}

static const float taps[3] = {1.0f, 2.0f, 3.0f};

static nbl_convolution_desc_t convolution_desc(void) {
    nbl_convolution_desc_t desc = nbl_convolution_desc_init();
    desc.rank = 1;
    desc.sizes[0] = ARRAY_LENGTH;
    desc.kernel_sizes[0] = 3;
    desc.threads = 2;
    return desc;
}

static void convolve_arrays(void) {
    static const float signal[ARRAY_LENGTH] = {4.0f, 5.0f};
    float of_all[ARRAY_LENGTH + 2], of_one[ARRAY_LENGTH + 2];
    nbl_convolution_t *own;
    nbl_convolution_desc_t desc = convolution_desc();
    CHECK(nbl_convolution_create(&desc, taps, &own, &error));
    CHECK(nbl_convolution_run(own, signal, of_one, &error));
    CHECK(nbl_convolution_run(all.convolution, signal, of_all, &error));
    EXPECT(memcmp(of_one, of_all, sizeof of_one) == 0);
    nbl_convolution_destroy(own);
}

static void open_another(void) {
    nbl_vulkan_device_info_t infos[4];
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device;
    uint32_t count = 4;
    CHECK(nbl_vulkan_device_list(NULL, infos, &count, &error));
    CHECK(nbl_vulkan_device_create(&desc, &device, &error));
    nbl_vulkan_device_destroy(device);
}

static void *work(void *user) {
    int number = *(const int *)user;
    if (number < NBL_BLOOM_PASSES) CHECK(nbl_bloom_create_pass(all.parts, (nbl_bloom_pass_name_t)number, &error));
    for (int round = 0; round < ROUNDS; round++) {
        ask();
        ask_device();
        compile(number + round);
        dispatch(number);
        use_image();
        bloom(number);
        emulate(number);
        transform_arrays();
        bloom_arrays(number);
        transform_planes();
        transform_signals();
        convolve_arrays();
        if (round == 0) open_another();
    }
    return NULL;
}

int main(int argc, char **argv) {
    static int numbers[THREADS];
    pthread_t threads[THREADS];
    nbl_compile_desc_t compile_desc = {.file = "threads.comp", .text = text};
    nbl_vulkan_device_desc_t device = nbl_vulkan_device_desc_init();
    nbl_vulkan_kernel_desc_t kernel = {.name = "of all", .compile = &compile_desc};
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    nbl_fft_transform_plan_t fft;
    if (argc != 2) return 2;
    nbl_cache_desc_t folder = {argv[1]};
    nbl_bloom_vulkan_desc_t vulkan = {.mode = NBL_MODE_EXACT, .threads = NBL_BLOOM_PASSES};
    all.folder = argv[1];
    device.kernel_statistics = true;
    CHECK(nbl_vulkan_device_create(&device, &all.device, &error));
    CHECK(nbl_cache_create(&folder, &all.cache, &error));
    CHECK(nbl_compile(&compile_desc, &all.spirv, &error));
    CHECK(nbl_vulkan_kernel_create(all.device, &kernel, &all.kernel, &error));
    const nbl_fft_transform_desc_t fft_desc = {.algorithm = NBL_FFT_STOCKHAM,
                                               .precision = NBL_FFT_FLOAT32,
                                               .length = ELEMENTS,
                                               .batch = 1,
                                               .limits = nbl_fft_device_limits(all.device)};
    CHECK(nbl_fft_transform_plan(&fft_desc, &fft, &error));
    CHECK(nbl_fft_create(all.device, &fft, &(nbl_fft_vulkan_desc_t){.mode = NBL_MODE_EXACT, .cache = all.cache},
                         &all.fft, &error));
    desc.width = desc.height = SIDE;
    desc.kernel_width = desc.kernel_height = 1;
    desc.algorithm = NBL_FFT_STOCKHAM;
    desc.limits = nbl_fft_device_limits(all.device);
    vulkan.cache = all.cache;
    CHECK(nbl_bloom_plan_make(&desc, &all.plan, &error));
    CHECK(nbl_bloom_create(all.device, &all.plan, &vulkan, &all.bloom, &error));
    CHECK(nbl_bloom_create_empty(all.device, &all.plan, &vulkan, &all.parts, &error));
    nbl_fft_array_desc_t array = nbl_fft_array_desc_init();
    array.length = ARRAY_LENGTH;
    CHECK(nbl_fft_array_plan_create(&array, &all.array, &error));
    array.length = LINE_LENGTH;
    array.batch = ARRAY_LENGTH / LINE_LENGTH;
    array.threads = 3;
    CHECK(nbl_fft_array_plan_create(&array, &all.lines, &error));
    CHECK(nbl_fft_array_context_create(1, &all.context, &error));
    nbl_fft_nd_desc_t plane = plane_desc();
    CHECK(nbl_fft_make_cpu(&plane, &all.nd, &error));
    for (int i = 0; i < SIGNALS; i++) {
        const nbl_fft_nd_desc_t signal = signal_desc(i);
        CHECK(nbl_fft_make_cpu(&signal, &all.signals[i], &error));
    }
    nbl_convolution_desc_t convolution = convolution_desc();
    CHECK(nbl_convolution_create(&convolution, taps, &all.convolution, &error));
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        EXPECT(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) EXPECT(nbl_bloom_get_kernel(all.parts, (nbl_bloom_pass_name_t)i));
    nbl_fft_array_plan_destroy(all.array);
    nbl_fft_array_plan_destroy(all.lines);
    nbl_fft_array_context_destroy(all.context);
    nbl_fft_destroy(all.nd);
    for (int i = 0; i < SIGNALS; i++) nbl_fft_destroy(all.signals[i]);
    nbl_convolution_destroy(all.convolution);
    nbl_bloom_destroy(all.parts);
    nbl_bloom_destroy(all.bloom);
    nbl_fft_destroy(all.fft);
    nbl_vulkan_kernel_destroy(all.kernel);
    nbl_spirv_free(&all.spirv);
    nbl_cache_destroy(all.cache);
    nbl_vulkan_device_destroy(all.device);
    printf("%d threads, %d rounds\n", THREADS, ROUNDS);
    return 0;
}
