/* Whether a device's multiply-adds round once: a kernel that tells, run once for each device and scalar.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Vulkan lets fma() be a product and a sum that round separately. Where the device has VK_KHR_shader_fma, kernels use
 * its instruction, which rounds once, and no probe runs. Elsewhere the probe computes a * a + c. Here a * a has one bit
 * more than the scalar, and c takes all other bits away: the result is that bit if fma() rounds once, and 0 if it does
 * not.
 *
 * In:    a device, and which scalars a kernel has. Out: nothing, or an error that names the device.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>

#include "error/error.h"

/* ---- The kernel: x[3] = fma(x[0], x[1], x[2]) */

/* Numbers of a scalar in memory: halves are stored as float32. */
typedef struct scalar_t {
    const char *name;
    uint32_t bits, stored_bits;
    double a, c, left; /* a a is left - c */
} scalar_t;

static const scalar_t scalars[NBL_VULKAN_SCALARS] = {
    {"float32", 32, 32, 0x1.001p0, -0x1.002p0, 0x1p-24},
    {"float64", 64, 64, 0x1.0000001p0, -0x1.0000002p0, 0x1p-56},
    {"float16", 16, 32, 0x1.04p0, -0x1.08p0, 0x1p-12},
};

enum { MOST_WORDS = 256 };
enum {
    NO_ID,
    MAIN,
    GLSL,
    VOID,
    FUNCTION,
    UINT,
    STORED,
    USED,
    COUNT,
    ARRAY,
    BLOCK,
    POINTER_TO_BLOCK,
    POINTER,
    NUMBERS,
    LABEL,
    SUM,
    NARROW_OR_SUM,
    INDEX, /* 0 to 3 */
    PLACE = INDEX + 4,
    VALUE = PLACE + 4,
    OPERAND = VALUE + 3,
    IDS = OPERAND + 3
};

typedef struct text_t {
    uint32_t words[MOST_WORDS];
    uint32_t count;
} text_t;

/* Adds an instruction of `count` operands. */
static void put(text_t *text, SpvOp op, uint32_t count, const uint32_t *operands) {
    text->words[text->count++] = (count + 1) << 16 | (uint32_t)op;
    for (uint32_t i = 0; i < count; i++) text->words[text->count + i] = operands[i];
    text->count += count;
}
#define PUT(op, ...) \
    put(text, op, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (const uint32_t[]){__VA_ARGS__})

static void put_head(const scalar_t *of, text_t *text) {
    static const uint32_t head[] = {SpvMagicNumber, 0x00010300, 0, IDS, 0};
    memcpy(text->words, head, sizeof head);
    text->count = sizeof head / sizeof *head;
    PUT(SpvOpCapability, SpvCapabilityShader);
    if (of->bits != 32) PUT(SpvOpCapability, of->bits == 64 ? SpvCapabilityFloat64 : SpvCapabilityFloat16);
    PUT(SpvOpExtInstImport, GLSL, 0x4c534c47, 0x6474732e, 0x3035342e, 0); /* "GLSL.std.450" */
    PUT(SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
    PUT(SpvOpEntryPoint, SpvExecutionModelGLCompute, MAIN, 0x6e69616d, 0); /* "main" */
    PUT(SpvOpExecutionMode, MAIN, SpvExecutionModeLocalSize, 1, 1, 1);
    PUT(SpvOpDecorate, ARRAY, SpvDecorationArrayStride, of->stored_bits / 8);
    PUT(SpvOpDecorate, BLOCK, SpvDecorationBlock);
    PUT(SpvOpMemberDecorate, BLOCK, 0, SpvDecorationOffset, 0);
    PUT(SpvOpDecorate, NUMBERS, SpvDecorationDescriptorSet, 0);
    PUT(SpvOpDecorate, NUMBERS, SpvDecorationBinding, 0);
    PUT(SpvOpDecorate, SUM, SpvDecorationNoContraction); /* as the library's kernels have it */
}

static void put_types(const scalar_t *of, uint32_t used, text_t *text) {
    PUT(SpvOpTypeVoid, VOID);
    PUT(SpvOpTypeFunction, FUNCTION, VOID);
    PUT(SpvOpTypeInt, UINT, 32, 0);
    PUT(SpvOpTypeFloat, STORED, of->stored_bits);
    if (used != STORED) PUT(SpvOpTypeFloat, used, of->bits);
    for (uint32_t i = 0; i < 4; i++) PUT(SpvOpConstant, UINT, INDEX + i, i);
    PUT(SpvOpConstant, UINT, COUNT, 4);
    PUT(SpvOpTypeArray, ARRAY, STORED, COUNT);
    PUT(SpvOpTypeStruct, BLOCK, ARRAY);
    PUT(SpvOpTypePointer, POINTER_TO_BLOCK, SpvStorageClassStorageBuffer, BLOCK);
    PUT(SpvOpTypePointer, POINTER, SpvStorageClassStorageBuffer, STORED);
    PUT(SpvOpVariable, POINTER_TO_BLOCK, NUMBERS, SpvStorageClassStorageBuffer);
}

static void write_kernel(const scalar_t *of, text_t *text) {
    const uint32_t used = of->bits == of->stored_bits ? STORED : USED;
    put_head(of, text);
    put_types(of, used, text);
    PUT(SpvOpFunction, VOID, MAIN, 0, FUNCTION);
    PUT(SpvOpLabel, LABEL);
    for (uint32_t i = 0; i < 4; i++) PUT(SpvOpAccessChain, POINTER, PLACE + i, NUMBERS, INDEX, INDEX + i);
    for (uint32_t i = 0; i < 3; i++) PUT(SpvOpLoad, STORED, VALUE + i, PLACE + i);
    for (uint32_t i = 0; i < 3 && used != STORED; i++) PUT(SpvOpFConvert, used, OPERAND + i, VALUE + i);
    const uint32_t first = used == STORED ? VALUE : OPERAND;
    PUT(SpvOpExtInst, used, SUM, GLSL, GLSLstd450Fma, first, first + 1, first + 2);
    if (used != STORED) PUT(SpvOpFConvert, STORED, NARROW_OR_SUM, SUM);
    PUT(SpvOpStore, PLACE + 3, used == STORED ? SUM : NARROW_OR_SUM);
    put(text, SpvOpReturn, 0, NULL);
    put(text, SpvOpFunctionEnd, 0, NULL);
}

/* ---- Its run */

static nbl_result_t record(nbl_vulkan_device_t *device, const nbl_vulkan_kernel_t *kernel,
                           const nbl_vulkan_bindings_t *bindings, nbl_error_t *error) {
    static const uint32_t groups[3] = {1, 1, 1};
    nbl_vulkan_commands_t commands;
    nbl_result_t result = nbl_vulkan_commands_create(device, &commands, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_vulkan_commands_begin(device, &commands, error);
    if (result == NBL_SUCCESS)
        result = nbl_vulkan_kernel_record(kernel, commands.buffer, bindings, NULL, groups, error);
    if (result == NBL_SUCCESS) {
        nbl_vulkan_record_barrier(device, commands.buffer, NBL_VULKAN_STAGE_COMPUTE, NBL_VULKAN_STAGE_TRANSFER);
        result = nbl_vulkan_commands_submit(device, &commands, error);
    }
    nbl_vulkan_commands_destroy(device, &commands);
    return result;
}

static nbl_result_t run_on(nbl_vulkan_device_t *device, nbl_vulkan_buffer_t *buffer, const text_t *text,
                           nbl_error_t *error) {
    const nbl_vulkan_kernel_desc_t desc = {
        .spirv = text->words, .spirv_word_count = text->count, .name = "multiply-add"};
    nbl_vulkan_resource_t resource = {.buffer = buffer->handle};
    nbl_vulkan_kernel_t *kernel = NULL;
    nbl_vulkan_bindings_t *bindings = NULL;
    nbl_result_t result = nbl_vulkan_kernel_create(device, &desc, &kernel, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_bindings_create(kernel, &resource, NULL, &bindings, error);
    if (result == NBL_SUCCESS) result = record(device, kernel, bindings, error);
    nbl_vulkan_bindings_destroy(bindings);
    nbl_vulkan_kernel_destroy(kernel);
    return result;
}

static nbl_result_t ask(nbl_vulkan_device_t *device, const scalar_t *of, bool *fuses, nbl_error_t *error) {
    const bool wide = of->stored_bits == 64;
    double numbers[4] = {of->a, of->a, of->c, 1.0};
    float singles[4];
    for (int i = 0; i < 4; i++) singles[i] = (float)numbers[i];
    void *memory = wide ? (void *)numbers : singles;
    const nbl_vulkan_buffer_desc_t desc = {.size = wide ? sizeof numbers : sizeof singles, .name = "multiply-add"};
    nbl_vulkan_buffer_t buffer;
    text_t text;
    write_kernel(of, &text);
    nbl_result_t result = nbl_vulkan_buffer_create(device, &desc, &buffer, error);
    if (result != NBL_SUCCESS) return result;
    result = nbl_vulkan_buffer_upload(device, &buffer, 0, memory, desc.size, error);
    if (result == NBL_SUCCESS) result = run_on(device, &buffer, &text, error);
    if (result == NBL_SUCCESS) result = nbl_vulkan_buffer_download(device, &buffer, 0, memory, desc.size, error);
    nbl_vulkan_buffer_destroy(device, &buffer);
    *fuses = (wide ? numbers[3] : (double)singles[3]) == of->left;
    return result;
}

/* Tells which scalars a kernel computes with. */
static void find_scalars(uint32_t features, bool wanted[NBL_VULKAN_SCALARS]) {
    const bool found[NBL_VULKAN_SCALARS] = {true, features & NBL_FEATURE_FLOAT64, features & NBL_FEATURE_FLOAT16};
    memcpy(wanted, found, sizeof found);
}

bool nbl_vulkan_states_fma(const nbl_vulkan_device_t *device, uint32_t features) {
    bool wanted[NBL_VULKAN_SCALARS], states = true;
    find_scalars(features, wanted);
    for (int i = 0; i < NBL_VULKAN_SCALARS; i++) states = states && (!wanted[i] || device->states_fma[i]);
    return states;
}

nbl_result_t nbl_vulkan_check_fuses(nbl_vulkan_device_t *device, const char *name, uint32_t features,
                                    nbl_error_t *error) {
    enum { UNKNOWN, ONCE, TWICE };
    bool wanted[NBL_VULKAN_SCALARS];
    if (nbl_vulkan_states_fma(device, features)) return NBL_SUCCESS;
    find_scalars(features, wanted);
    for (int i = 0; i < NBL_VULKAN_SCALARS; i++) {
        if (!wanted[i]) continue;
        if (atomic_load(&device->rounds[i]) == UNKNOWN) { /* threads that come at once each ask */
            bool fuses = false;
            const nbl_result_t result = ask(device, &scalars[i], &fuses, error);
            if (result != NBL_SUCCESS) return result;
            atomic_store(&device->rounds[i], fuses ? ONCE : TWICE);
        }
        if (atomic_load(&device->rounds[i]) == TWICE)
            return nbl_fail(
                error, NBL_ERROR_MISSING_FEATURE,
                "%s: on %s a multiply-add of %s rounds twice, so that fused mode would have other bits than "
                "elsewhere: use exact mode, or fast mode",
                name, device->info.name, scalars[i].name);
    }
    return NBL_SUCCESS;
}
