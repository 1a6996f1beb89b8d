/* The Vulkan loader, found and asked for its functions, and an instance.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* ---- The loader
 *
 * libvulkan is opened at run time, so that a program starts, and falls back to the emulator, on machines without it. */

static PFN_vkGetInstanceProcAddr open_loader(void) {
    static const char *const names[] = {"libvulkan.so.1", "libvulkan.so", "libvulkan.1.dylib"};
    PFN_vkGetInstanceProcAddr function = NULL;
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        /* Opened again by every device and never closed: drivers do not survive being unloaded. */
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        void *symbol = library ? dlsym(library, "vkGetInstanceProcAddr") : NULL;
        if (symbol) {
            /* by memcpy, since ISO C has no cast from an object's pointer to a function's */
            memcpy(&function, &symbol, sizeof function);
            break;
        }
    }
    return function;
}

static bool load_instance(nbl_vulkan_instance_t *instance, const char **missing) {
    *missing = NULL;
#define LOAD_OPTIONAL(name) instance->name = (PFN_vk##name)instance->loader(instance->handle, "vk" #name);
#define LOAD(name) LOAD_OPTIONAL(name) if (!instance->name) *missing = "vk" #name;
    NBL_VULKAN_INSTANCE_FUNCTIONS(LOAD)
    NBL_VULKAN_INSTANCE_OPTIONAL_FUNCTIONS(LOAD_OPTIONAL)
#undef LOAD
#undef LOAD_OPTIONAL
    return !*missing;
}

bool nbl_vulkan_device_load(nbl_vulkan_device_t *device, const char **missing) {
    PFN_vkGetDeviceProcAddr get = device->instance.GetDeviceProcAddr;
    *missing = NULL;
#define LOAD_OPTIONAL(name) device->name = (PFN_vk##name)get(device->handle, "vk" #name);
#define LOAD(name) LOAD_OPTIONAL(name) if (!device->name) *missing = "vk" #name;
    NBL_VULKAN_DEVICE_FUNCTIONS(LOAD)
    NBL_VULKAN_DEVICE_OPTIONAL_FUNCTIONS(LOAD_OPTIONAL)
#undef LOAD
#undef LOAD_OPTIONAL
    if (!device->GetBufferDeviceAddress)
        device->GetBufferDeviceAddress =
            (PFN_vkGetBufferDeviceAddress)get(device->handle, "vkGetBufferDeviceAddressKHR");
    if (!device->CmdBeginDebugUtilsLabelEXT || !device->CmdEndDebugUtilsLabelEXT || !device->SetDebugUtilsObjectNameEXT)
        device->features &= ~(uint32_t)NBL_FEATURE_DEBUG_UTILS;
    if (!device->GetBufferDeviceAddress) device->features &= ~(uint32_t)NBL_FEATURE_BUFFER_DEVICE_ADDRESS;
    if (!device->GetPipelineExecutablePropertiesKHR || !device->GetPipelineExecutableStatisticsKHR)
        device->features &= ~(uint32_t)NBL_FEATURE_KERNEL_STATISTICS;
    if (!device->GetMemoryFdKHR) device->features &= ~(uint32_t)NBL_FEATURE_EXPORTED_MEMORY;
    return !*missing;
}

/* ---- The instance */

static const char validation_layer[] = "VK_LAYER_KHRONOS_validation";

static VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                 VkDebugUtilsMessageTypeFlagsEXT type,
                                                 const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    nbl_vulkan_instance_t *instance = user;
    nbl_vulkan_severity_t s = NBL_VULKAN_SEVERITY_INFO;
    const char *id = data->pMessageIdName ? data->pMessageIdName : "";
    if (!(type & (VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT)))
        /* messages of kind "general" are the loader's about drivers and layers, not about this program */
        return VK_FALSE;
    if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
        s = NBL_VULKAN_SEVERITY_ERROR;
    else if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT)
        s = NBL_VULKAN_SEVERITY_WARNING;
    atomic_fetch_add(&instance->message_counts[s], 1);
    if (instance->message) instance->message(instance->message_user, s, id, data->pMessage);
    return VK_FALSE;
}

static VkDebugUtilsMessengerCreateInfoEXT messenger_info(nbl_vulkan_instance_t *instance) {
    VkDebugUtilsMessengerCreateInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                       VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
    info.pfnUserCallback = on_message;
    info.pUserData = instance;
    return info;
}

/* Finds whether the loader, or a layer, offers an instance extension. */
static VkResult find_extension(const nbl_vulkan_instance_t *instance, const char *layer, const char *name,
                               bool *found) {
    VkExtensionProperties *list;
    uint32_t count = 0, i;
    VkResult vk = instance->EnumerateInstanceExtensionProperties(layer, &count, NULL);
    if (vk != VK_SUCCESS || !count) return vk;
    list = calloc(count, sizeof *list);
    if (!list) return VK_ERROR_OUT_OF_HOST_MEMORY;
    vk = instance->EnumerateInstanceExtensionProperties(layer, &count, list);
    for (i = 0; vk >= VK_SUCCESS && i < count; i++) *found |= strcmp(list[i].extensionName, name) == 0;
    free(list);
    return vk;
}

static VkResult find_layer(const nbl_vulkan_instance_t *instance, const char *name, bool *found) {
    VkLayerProperties *list;
    uint32_t count = 0, i;
    VkResult vk = instance->EnumerateInstanceLayerProperties(&count, NULL);
    if (vk != VK_SUCCESS || !count) return vk;
    list = calloc(count, sizeof *list);
    if (!list) return VK_ERROR_OUT_OF_HOST_MEMORY;
    vk = instance->EnumerateInstanceLayerProperties(&count, list);
    for (i = 0; vk >= VK_SUCCESS && i < count; i++) *found |= strcmp(list[i].layerName, name) == 0;
    free(list);
    return vk;
}

/* Checks that what the options need is there: debug utils, and the layer's features. */
static nbl_result_t find_wanted(nbl_vulkan_instance_t *instance, const nbl_vulkan_instance_options_t *options,
                                bool *features, nbl_error_t *error) {
    bool layer = false;
    VkResult vk = options->validation ? find_layer(instance, validation_layer, &layer) : VK_SUCCESS;
    if (vk < VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEnumerateInstanceLayerProperties");
    if (options->validation && !layer)
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "validation: the layer %s is not installed",
                        validation_layer);
    if (options->validation)
        vk = find_extension(instance, validation_layer, VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME, features);
    if (vk >= VK_SUCCESS && options->validation)
        vk = find_extension(instance, validation_layer, VK_EXT_DEBUG_UTILS_EXTENSION_NAME, &instance->debug_utils);
    if (vk >= VK_SUCCESS && (options->validation || options->debug_utils))
        vk = find_extension(instance, NULL, VK_EXT_DEBUG_UTILS_EXTENSION_NAME, &instance->debug_utils);
    if (vk < VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEnumerateInstanceExtensionProperties");
    return NBL_SUCCESS;
}

/* Chooses the newest version of Vulkan that both this library and the loader have. */
static nbl_result_t choose_version(nbl_vulkan_instance_t *instance, nbl_error_t *error) {
    PFN_vkEnumerateInstanceVersion enumerate =
        (PFN_vkEnumerateInstanceVersion)instance->loader(NULL, "vkEnumerateInstanceVersion");
    uint32_t version = VK_API_VERSION_1_0;
    VkResult vk = enumerate ? enumerate(&version) : VK_SUCCESS;
    if (vk != VK_SUCCESS) return nbl_vulkan_fail_vk(error, vk, "vkEnumerateInstanceVersion");
    if (version < VK_API_VERSION_1_1)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "instance: the loader has Vulkan 1.0, and 1.1 is needed");
    instance->api_version = version < VK_API_VERSION_1_3 ? version : VK_API_VERSION_1_3;
    return NBL_SUCCESS;
}

static nbl_result_t find_loader(nbl_vulkan_instance_t *instance, PFN_vkGetInstanceProcAddr loader, nbl_error_t *error) {
    instance->loader = loader ? loader : open_loader();
    if (instance->loader) return NBL_SUCCESS;
    return nbl_fail(error, NBL_ERROR_NO_DEVICE, "instance: no Vulkan loader (libvulkan) is installed");
}

static nbl_result_t find_globals(nbl_vulkan_instance_t *instance, PFN_vkGetInstanceProcAddr loader,
                                 nbl_error_t *error) {
    nbl_result_t result = find_loader(instance, loader, error);
    if (result != NBL_SUCCESS) return result;
#define LOAD(name) \
    instance->name = (PFN_vk##name)instance->loader(NULL, "vk" #name); \
    if (!instance->name) return nbl_fail(error, NBL_ERROR_NO_DEVICE, "instance: the loader has no vk" #name);
    NBL_VULKAN_GLOBAL_FUNCTIONS(LOAD)
#undef LOAD
    return NBL_SUCCESS;
}

static nbl_result_t create_handle(nbl_vulkan_instance_t *instance, bool validation, bool validation_features,
                                  nbl_error_t *error) {
    static const VkValidationFeatureEnableEXT enables[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    static const char *const layers[] = {validation_layer};
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    VkDebugUtilsMessengerCreateInfoEXT messenger = messenger_info(instance);
    VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
    const char *extensions[2];
    VkResult vk;
    application.pEngineName = "nbl";
    application.engineVersion = NBL_VERSION;
    application.apiVersion = instance->api_version;
    info.pApplicationInfo = &application;
    info.ppEnabledExtensionNames = extensions;
    features.enabledValidationFeatureCount = 1;
    features.pEnabledValidationFeatures = enables;
    if (instance->debug_utils) extensions[info.enabledExtensionCount++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    if (validation) {
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = layers;
        info.pNext = &messenger; /* receives messages while the instance is created and destroyed */
        if (validation_features) {
            extensions[info.enabledExtensionCount++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
            messenger.pNext = &features;
        }
    }
    vk = instance->CreateInstance(&info, instance->allocation, &instance->handle);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    instance->handle = VK_NULL_HANDLE;
    if (vk == VK_ERROR_INCOMPATIBLE_DRIVER)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE, "instance: no Vulkan driver is installed");
    if (vk == VK_ERROR_INITIALIZATION_FAILED)
        return nbl_fail(error, NBL_ERROR_NO_DEVICE,
                        "instance: no Vulkan driver could start: vkCreateInstance: "
                        "VK_ERROR_INITIALIZATION_FAILED");
    return nbl_vulkan_fail_vk(error, vk, "vkCreateInstance");
}

static nbl_result_t start_validation(nbl_vulkan_instance_t *instance, nbl_error_t *error) {
    VkDebugUtilsMessengerCreateInfoEXT info = messenger_info(instance);
    VkResult vk;
    if (!instance->CreateDebugUtilsMessengerEXT || !instance->DestroyDebugUtilsMessengerEXT)
        return nbl_fail(error, NBL_ERROR_MISSING_FEATURE, "validation: VK_EXT_debug_utils is missing");
    vk = instance->CreateDebugUtilsMessengerEXT(instance->handle, &info, instance->allocation, &instance->messenger);
    if (vk == VK_SUCCESS) return NBL_SUCCESS;
    instance->messenger = VK_NULL_HANDLE;
    return nbl_vulkan_fail_vk(error, vk, "vkCreateDebugUtilsMessengerEXT");
}

nbl_result_t nbl_vulkan_instance_create(nbl_vulkan_instance_t *instance, const nbl_vulkan_instance_options_t *options,
                                        nbl_error_t *error) {
    nbl_result_t result = find_globals(instance, options->loader, error);
    const char *missing;
    bool features = false;
    if (result == NBL_SUCCESS) result = choose_version(instance, error);
    if (result != NBL_SUCCESS) return result;
    result = find_wanted(instance, options, &features, error);
    if (result != NBL_SUCCESS) return result;
    instance->owned = true;
    instance->allocation = options->allocation;
    result = create_handle(instance, options->validation, features, error);
    if (result != NBL_SUCCESS) return result;
    if (!load_instance(instance, &missing))
        result = nbl_fail(error, NBL_ERROR_NO_DEVICE, "instance: the loader has no %s", missing);
    else if (options->validation)
        result = start_validation(instance, error);
    if (result != NBL_SUCCESS) nbl_vulkan_instance_destroy(instance);
    return result;
}

nbl_result_t nbl_vulkan_instance_borrow(nbl_vulkan_instance_t *instance, PFN_vkGetInstanceProcAddr loader,
                                        VkInstance handle, uint32_t api_version, nbl_error_t *error) {
    nbl_result_t result = find_loader(instance, loader, error);
    const char *missing;
    if (result != NBL_SUCCESS) return result;
    instance->handle = handle;
    instance->api_version = api_version ? api_version : VK_API_VERSION_1_1;
    if (!load_instance(instance, &missing))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "borrowed instance: the loader has no %s", missing);
    return NBL_SUCCESS;
}

void nbl_vulkan_instance_destroy(nbl_vulkan_instance_t *instance) {
    if (!instance->owned || !instance->handle) return;
    if (instance->messenger)
        instance->DestroyDebugUtilsMessengerEXT(instance->handle, instance->messenger, instance->allocation);
    if (instance->DestroyInstance) instance->DestroyInstance(instance->handle, instance->allocation);
    instance->handle = VK_NULL_HANDLE;
    instance->messenger = VK_NULL_HANDLE;
}
