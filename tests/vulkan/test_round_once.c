/* Kernels in fused mode on a device with VK_KHR_shader_fma: their modules have its instruction, and no probe runs.
 * SPDX-License-Identifier: Apache-2.0
 *
 * No driver here has the extension. A loader between the library and a driver says that the device has it, for float32
 * only, and gives the driver GLSL.std.450's Fma in place of OpFmaKHR. Mutations that fail here: the capability behind
 * the extension; a factor taken for the sum's other operand; the probe runs all the same; float64 goes by float32's
 * promise; the extension is not enabled.
 */
#include <dlfcn.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include "spirv/round_once.h"
#include "tests/vulkan/vulkan_testing.h"

enum { MOST_WORDS = 4096, MOST_EXTENSIONS = 512, SHADER_FMA_FEATURES = 1000579000 };
static const char extension[] = "VK_KHR_shader_fma";

/* VkPhysicalDeviceShaderFmaFeaturesKHR */
typedef struct fma_features_t {
    VkStructureType sType;
    void *pNext;
    VkBool32 float16, float32, float64;
} fma_features_t;

static bool promises;                   /* whether the device has the extension */
static uint32_t enabled, modules, fmas; /* extension and feature at vkCreateDevice; modules; OpFmaKHR in the last one */
static uint32_t restored[MOST_WORDS];   /* the last module with Fma in place of OpFmaKHR */
static size_t restored_count;

static PFN_vkGetInstanceProcAddr real_loader;
static PFN_vkGetDeviceProcAddr real_device_loader;
static PFN_vkEnumerateDeviceExtensionProperties real_extensions;
static PFN_vkGetPhysicalDeviceFeatures2 real_features;
static PFN_vkCreateDevice real_create_device;
static PFN_vkCreateShaderModule real_create_module;

static fma_features_t *find_features(const void *chain) {
    VkBaseOutStructure *s = (VkBaseOutStructure *)chain;
    while (s != NULL && (uint32_t)s->sType != SHADER_FMA_FEATURES) s = s->pNext;
    return (fma_features_t *)s;
}

static VKAPI_ATTR VkResult VKAPI_CALL extensions(VkPhysicalDevice device, const char *layer, uint32_t *count,
                                                 VkExtensionProperties *list) {
    static VkExtensionProperties all[MOST_EXTENSIONS];
    uint32_t found = MOST_EXTENSIONS - 1;
    const VkResult vk = real_extensions(device, layer, &found, all);
    ck_assert_int_eq(vk, VK_SUCCESS);
    if (promises) {
        all[found] = (VkExtensionProperties){.specVersion = 1};
        strcpy(all[found++].extensionName, extension);
    }
    if (list == NULL) {
        *count = found;
        return VK_SUCCESS;
    }
    if (*count > found) *count = found;
    memcpy(list, all, *count * sizeof *list);
    return *count < found ? VK_INCOMPLETE : VK_SUCCESS;
}

static VKAPI_ATTR void VKAPI_CALL features(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *out) {
    real_features(device, out);
    fma_features_t *fma = find_features(out->pNext);
    if (fma != NULL) fma->float32 = VK_TRUE;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                                    const VkAllocationCallbacks *allocation, VkDevice *device) {
    const char *names[64];
    VkDeviceCreateInfo without = *info;
    const fma_features_t *fma = find_features(info->pNext);
    without.enabledExtensionCount = 0;
    enabled = fma != NULL && fma->float32 == VK_TRUE ? 2 : 0;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const bool is_fma = strcmp(info->ppEnabledExtensionNames[i], extension) == 0;
        enabled += is_fma;
        if (!is_fma) names[without.enabledExtensionCount++] = info->ppEnabledExtensionNames[i];
    }
    without.ppEnabledExtensionNames = names;
    return real_create_device(physical, &without, allocation, device);
}

/* Puts Fma in place of OpFmaKHR, and takes away what declares it: the last capability and the first extension. */
static void restore(const uint32_t *words, size_t count) {
    uint32_t glsl = 0, declared = 0;
    restored_count = 5;
    memcpy(restored, words, 5 * sizeof *words);
    fmas = 0;
    for (size_t at = 5; at < count; at += words[at] >> 16) {
        const uint32_t *w = words + at, op = w[0] & 0xffff, length = w[0] >> 16;
        const bool is_fma = op == SpvOpExtension && strcmp((const char *)(w + 1), "SPV_KHR_fma") == 0;
        ck_assert_uint_le(restored_count + length + 2, MOST_WORDS);
        if (op == SpvOpCapability && w[1] == NBL_SPV_CAPABILITY_FMA) {
            ck_assert_uint_eq(words[at + length] & 0xffff, SpvOpExtension);
            declared++;
            continue;
        }
        if (is_fma) {
            ck_assert_uint_eq(declared++, 1);
            continue;
        }
        if (op == SpvOpExtInstImport) glsl = w[1];
        if (op == NBL_SPV_OP_FMA) {
            ck_assert_uint_eq(length, 6);
            ck_assert_uint_eq(declared, 2);
            const uint32_t fma[] = {8u << 16 | SpvOpExtInst, w[1], w[2], glsl, GLSLstd450Fma, w[3], w[4], w[5]};
            memcpy(restored + restored_count, fma, sizeof fma);
            restored_count += 8;
            fmas++;
            continue;
        }
        memcpy(restored + restored_count, w, length * sizeof *w);
        restored_count += length;
    }
    ck_assert_uint_eq(declared, fmas != 0 ? 2 : 0);
}

static VKAPI_ATTR VkResult VKAPI_CALL create_module(VkDevice device, const VkShaderModuleCreateInfo *info,
                                                    const VkAllocationCallbacks *allocation, VkShaderModule *module) {
    VkShaderModuleCreateInfo known = *info;
    restore(info->pCode, info->codeSize / sizeof *info->pCode);
    known.pCode = restored;
    known.codeSize = restored_count * sizeof *restored;
    modules++;
    return real_create_module(device, &known, allocation, module);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_loader(VkDevice device, const char *name) {
    if (strcmp(name, "vkCreateShaderModule") != 0) return real_device_loader(device, name);
    real_create_module = (PFN_vkCreateShaderModule)real_device_loader(device, name);
    return (PFN_vkVoidFunction)create_module;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL loader(VkInstance instance, const char *name) {
    if (!real_loader) {
        void *library = dlopen("libvulkan.so.1", RTLD_NOW),
             *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
        ck_assert_ptr_nonnull(symbol);
        memcpy(&real_loader, &symbol, sizeof symbol);
    }
#define INSTEAD(function, real, own) \
    if (strcmp(name, #function) == 0) { \
        real = (PFN_##function)real_loader(instance, name); \
        return (PFN_vkVoidFunction)own; \
    }
    INSTEAD(vkGetDeviceProcAddr, real_device_loader, device_loader)
    INSTEAD(vkEnumerateDeviceExtensionProperties, real_extensions, extensions)
    INSTEAD(vkGetPhysicalDeviceFeatures2, real_features, features)
    INSTEAD(vkCreateDevice, real_create_device, create_device)
    return real_loader(instance, name);
}

/* Makes a kernel of one multiply-add in fused mode. The compiler's module must be the one that the driver got. */
static nbl_result_t make(const char *scalar, nbl_error_t *error) {
    char text[512];
    nbl_vulkan_device_desc_t desc = nbl_vulkan_device_desc_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_spirv_t spirv;
    snprintf(text, sizeof text,
             "#version 460\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer b { %s x[]; };\n"
             "void main() { precise %s y = fma(x[0], x[1], x[2]); x[3] = y; }\n",
             scalar, scalar);
    const nbl_compile_desc_t compile = {.file = "probe.comp", .text = text, .mode = NBL_MODE_FUSED};
    const nbl_vulkan_kernel_desc_t of = {.name = "probe", .compile = &compile};
    desc.get_instance_proc_addr = loader;
    modules = 0;
    expect_ok(nbl_vulkan_device_create(&desc, &device, error), error);
    expect_ok(nbl_compile(&compile, &spirv, error), error);
    const nbl_result_t result = nbl_vulkan_kernel_create(device, &of, &kernel, error);
    if (modules == 1) {
        ck_assert_uint_eq(restored_count, spirv.word_count);
        ck_assert_mem_eq(restored, spirv.words, spirv.word_count * sizeof *restored);
    }
    nbl_spirv_free(&spirv);
    nbl_vulkan_kernel_destroy(kernel);
    nbl_vulkan_device_destroy(device);
    return result;
}

START_TEST(with_the_extension_its_instruction_is_taken) {
    nbl_error_t error;
    if (!use_driver(_i)) return;
    promises = true;
    expect_ok(make("float", &error), &error);
    ck_assert_uint_eq(enabled, 3);
    ck_assert_uint_eq(modules, 1); /* no probe's */
    ck_assert_uint_eq(fmas, 1);
}
END_TEST

/* Of float64 the device promises nothing: the probe's module is a second one. */
START_TEST(of_another_scalar_a_probe_tells) {
    nbl_error_t error;
    if (!use_driver(_i)) return;
    promises = true;
    const nbl_result_t result = make("double", &error);
    if (modules == 0) {
        EXPECT_ERROR(result, NBL_ERROR_MISSING_FEATURE, &error, "float64"); /* SwiftShader has none */
        return;
    }
    ck_assert_uint_eq(modules, 2);
    ck_assert_uint_eq(fmas, 0);
}
END_TEST

START_TEST(without_the_extension_a_probe_tells) {
    nbl_error_t error;
    if (!use_driver(_i)) return;
    promises = false;
    EXPECT_ERROR(make("float", &error), NBL_ERROR_MISSING_FEATURE, &error, "probe: on ", "rounds twice", "fused mode");
    ck_assert_uint_eq(enabled, 0);
    ck_assert_uint_eq(modules, 2);
    ck_assert_uint_eq(fmas, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("round_once");
    TCase *tests = tcase_create("round_once");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, with_the_extension_its_instruction_is_taken, 0, driver_count());
    tcase_add_loop_test(tests, of_another_scalar_a_probe_tells, 0, driver_count());
    tcase_add_loop_test(tests, without_the_extension_a_probe_tells, 0, driver_count());
    suite_add_tcase(suite, tests);
    return test_run_suite(suite);
}
