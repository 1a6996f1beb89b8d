/* How long nbl_bloom_create() takes without a VkPipelineCache, with an empty one, and with one that a run before
 * filled.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: pipeline_cache [NAME]   NAME: part of a device's name; of bench/scripts/pipeline_cache.sh, which turns off the
 * driver's own cache of files. Each line: a bloom by a kernel of 256x256, fast mode, modules compiled beforehand (their
 * milliseconds stand first), seven threads; the median of RUNS creations of each kind by turns. A filled cache is made
 * from the bytes that vkGetPipelineCacheData() gave, as a game loads them from its own file.
 */
#include "nbl/host/bloom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7, KINDS = 3 };
typedef enum { WITHOUT, EMPTY, FILLED } kind_t;

static nbl_vulkan_device_t *own;
static PFN_vkCreatePipelineCache create_cache;
static PFN_vkDestroyPipelineCache destroy_cache;
static PFN_vkGetPipelineCacheData get_data;

static void expect(nbl_result_t result, const char *what, const nbl_error_t *error) {
    if (result == NBL_SUCCESS) return;
    fprintf(stderr, "pipeline_cache: %s: %s\n", what, error->text);
    exit(1);
}

static void expect_vk(VkResult result, const char *what) {
    if (result == VK_SUCCESS) return;
    fprintf(stderr, "pipeline_cache: %s: VkResult %d\n", what, result);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Milliseconds of one creation. `bytes` of `data` fill the cache, and become those of a cache that was empty. */
static double create_once(kind_t kind, const nbl_bloom_plan_t *plan, const nbl_bloom_vulkan_desc_t *how, void **data,
                          size_t *bytes) {
    VkDevice handle = nbl_vulkan_device_get_handle(own);
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (kind == FILLED) {
        info.initialDataSize = *bytes;
        info.pInitialData = *data;
    }
    nbl_vulkan_borrowed_t borrowed = {
        .instance = nbl_vulkan_device_get_instance(own),
        .physical_device = nbl_vulkan_device_get_physical_device(own),
        .device = handle,
        .queue = nbl_vulkan_device_get_queue(own),
        .queue_family = nbl_vulkan_device_get_info(own)->queue_family,
        .enabled_features = nbl_vulkan_device_get_features(own),
    };
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    desc.borrowed = &borrowed;
    desc.get_instance_proc_addr = nbl_vulkan_device_get_loader(own);
    nbl_error_t error;
    nbl_vulkan_device_t *device;
    nbl_bloom_t *bloom;
    double start = now();
    if (kind != WITHOUT) expect_vk(create_cache(handle, &info, NULL, &desc.pipeline_cache), "vkCreatePipelineCache");
    expect(nbl_vulkan_device_create(&desc, &device, &error), "device", &error);
    expect(nbl_bloom_create(device, plan, how, &bloom, &error), "bloom", &error);
    double took = now() - start;
    if (kind == EMPTY) {
        free(*data);
        expect_vk(get_data(handle, desc.pipeline_cache, bytes, NULL), "vkGetPipelineCacheData");
        *data = malloc(*bytes);
        if (!*data) exit(1);
        expect_vk(get_data(handle, desc.pipeline_cache, bytes, *data), "vkGetPipelineCacheData");
    }
    nbl_bloom_destroy(bloom);
    nbl_vulkan_device_destroy(device);
    if (kind != WITHOUT) destroy_cache(handle, desc.pipeline_cache, NULL);
    return took;
}

static void measure(uint32_t width, uint32_t height, nbl_bloom_storage_t storage) {
    nbl_error_t error;
    nbl_bloom_desc_t desc = nbl_bloom_desc_init();
    desc.width = width;
    desc.height = height;
    desc.kernel_width = desc.kernel_height = 256;
    desc.storage = storage;
    desc.limits = nbl_fft_device_limits(own);
    nbl_bloom_plan_t plan;
    printf("%4ux%-4u %s ", width, height, storage == NBL_BLOOM_STORAGE_FLOAT16 ? "fp16" : "fp32");
    if (nbl_bloom_plan_make(&desc, &plan, &error) != NBL_SUCCESS) {
        printf("not here: %s\n", error.text);
        return;
    }
    nbl_bloom_vulkan_desc_t how = {.mode = NBL_MODE_FAST, .unroll = true, .threads = NBL_BLOOM_PASSES};
    static nbl_spirv_t spirv[NBL_BLOOM_PASSES];
    nbl_bloom_module_t modules[NBL_BLOOM_PASSES];
    double start = now();
    expect(nbl_bloom_compile(&plan, &how, spirv, &error), "modules", &error);
    double compiled = now() - start;
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) modules[i] = (nbl_bloom_module_t){spirv[i].words, spirv[i].word_count};
    how.modules = modules;
    void *data = NULL;
    size_t bytes = 0;
    double took[KINDS][RUNS];
    for (int run = 0; run < RUNS; run++)
        for (kind_t kind = WITHOUT; kind <= FILLED; kind++)
            took[kind][run] = create_once(kind, &plan, &how, &data, &bytes);
    printf("modules %5.0f ms; create", compiled);
    static const char *const names[KINDS] = {"without", "empty", "filled"};
    for (int kind = 0; kind < KINDS; kind++) {
        qsort(took[kind], RUNS, sizeof took[kind][0], by_value);
        printf(" %s %.1f ms (%.1f to %.1f)", names[kind], took[kind][RUNS / 2], took[kind][0], took[kind][RUNS - 1]);
    }
    printf("; %zu bytes\n", bytes);
    free(data);
    for (int i = 0; i < NBL_BLOOM_PASSES; i++) nbl_spirv_free(&spirv[i]);
}

int main(int argc, char **argv) {
    nbl_error_t error;
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    if (argc > 1) desc.name = argv[1];
    expect(nbl_vulkan_device_create(&desc, &own, &error), "device", &error);
    PFN_vkGetInstanceProcAddr loader = nbl_vulkan_device_get_loader(own);
    VkInstance instance = nbl_vulkan_device_get_instance(own);
    create_cache = (PFN_vkCreatePipelineCache)loader(instance, "vkCreatePipelineCache");
    destroy_cache = (PFN_vkDestroyPipelineCache)loader(instance, "vkDestroyPipelineCache");
    get_data = (PFN_vkGetPipelineCacheData)loader(instance, "vkGetPipelineCacheData");
    printf("%s\n", nbl_vulkan_device_get_info(own)->name);
    measure(1280, 720, NBL_BLOOM_STORAGE_FLOAT32);
    measure(1920, 1080, NBL_BLOOM_STORAGE_FLOAT32);
    measure(3840, 2160, NBL_BLOOM_STORAGE_FLOAT32);
    measure(1280, 720, NBL_BLOOM_STORAGE_FLOAT16);
    nbl_vulkan_device_destroy(own);
    return 0;
}
