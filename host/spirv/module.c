/* Indexes a SPIR-V module, and knows the sizes of its types.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "module.h"
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_WORDS = 5, MAX_BOUND = 0x400000, MAX_DEPTH = 32 };

static uint32_t opcode(const uint32_t *instruction) { return instruction[0] & 0xffff; }

static uint32_t word_count(const uint32_t *instruction) { return instruction[0] >> 16; }

/* Where an instruction that matters here has its result; 0 = none. */
static uint32_t result_word(uint32_t op) {
    if (op >= SpvOpTypeVoid && op <= SpvOpTypePipe) return 1;
    if ((op >= SpvOpConstantTrue && op <= SpvOpSpecConstantOp) || op == SpvOpVariable) return 2;
    return 0;
}

static bool take_decoration(nbl_module_t *module, const uint32_t *instruction) {
    uint32_t count = word_count(instruction);
    nbl_module_id_t *id;
    if (count < 3 || instruction[1] >= module->bound) return false;
    id = &module->ids[instruction[1]];
    if (instruction[2] == SpvDecorationBufferBlock) id->is_buffer_block = true;
    if (count < 4) return true;
    switch (instruction[2]) {
    case SpvDecorationBinding:
        id->binding = instruction[3];
        id->has_binding = true;
        break;
    case SpvDecorationDescriptorSet: id->set = instruction[3]; break;
    case SpvDecorationArrayStride: id->array_stride = instruction[3]; break;
    case SpvDecorationBuiltIn: id->is_workgroup_size |= instruction[3] == SpvBuiltInWorkgroupSize; break;
    default: break;
    }
    return true;
}

static bool index_words(nbl_module_t *module) {
    size_t i, size;
    for (i = HEADER_WORDS; i < module->word_count; i += size) {
        const uint32_t *instruction = module->words + i;
        uint32_t where = result_word(opcode(instruction));
        size = word_count(instruction);
        if (!size || size > module->word_count - i) return false;
        if (opcode(instruction) == SpvOpDecorate && !take_decoration(module, instruction)) return false;
        if (!where) continue;
        if (where >= size || instruction[where] >= module->bound) return false;
        module->ids[instruction[where]].at = (uint32_t)i;
    }
    return true;
}

nbl_result_t nbl_module_open(nbl_module_t *module, const uint32_t *words, size_t count, nbl_error_t *error) {
    memset(module, 0, sizeof *module);
    if (!words || count < HEADER_WORDS || count > UINT32_MAX || words[0] != SpvMagicNumber || words[3] > MAX_BOUND)
        return nbl_fail(error, NBL_ERROR_SPIRV, "module: not SPIR-V");
    module->words = words;
    module->word_count = count;
    module->bound = words[3];
    module->ids = calloc(module->bound + 1u, sizeof *module->ids);
    if (!module->ids) return nbl_fail_memory(error, "module");
    if (!index_words(module)) return nbl_fail(error, NBL_ERROR_SPIRV, "module: the SPIR-V is damaged or cut off");
    return NBL_SUCCESS;
}

void nbl_module_close(nbl_module_t *module) {
    free(module->ids);
    module->ids = NULL;
}

const uint32_t *nbl_module_find(const nbl_module_t *module, uint32_t id, uint32_t least) {
    const uint32_t *instruction;
    if (id >= module->bound || !module->ids[id].at) return NULL;
    instruction = module->words + module->ids[id].at;
    return word_count(instruction) >= least ? instruction : NULL;
}

static uint64_t align(uint64_t size, uint32_t alignment) { return (size + alignment - 1) / alignment * alignment; }

/* The offset that decorates a member of a structure. */
static bool member_offset(const nbl_module_t *module, uint32_t type, uint32_t member, uint32_t *offset) {
    size_t i;
    for (i = HEADER_WORDS; i < module->word_count; i += module->words[i] >> 16) {
        const uint32_t *w = module->words + i;
        if (opcode(w) == SpvOpMemberDecorate && word_count(w) == 5 && w[1] == type && w[2] == member &&
            w[3] == SpvDecorationOffset) {
            *offset = w[4];
            return true;
        }
        if (opcode(w) == SpvOpFunction) break;
    }
    return false;
}

static bool type_size(const nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment, int depth);

static bool struct_size(const nbl_module_t *module, const uint32_t *t, uint64_t *size, uint32_t *alignment, int depth) {
    uint32_t i, offset, member_alignment;
    uint64_t member_size;
    bool laid_out = false;
    *size = 0;
    *alignment = 1;
    for (i = 2; i < word_count(t); i++) {
        if (!type_size(module, t[i], &member_size, &member_alignment, depth)) return false;
        if (member_alignment > *alignment) *alignment = member_alignment;
        if (member_offset(module, t[1], i - 2, &offset)) {
            laid_out = true;
            if (offset + member_size > *size) *size = offset + member_size;
        } else {
            *size = align(*size, member_alignment) + member_size;
        }
    }
    if (!laid_out) *size = align(*size, *alignment);
    return true;
}

static bool array_size(const nbl_module_t *module, const uint32_t *t, uint64_t *size, uint32_t *alignment, int depth) {
    const uint32_t *length = nbl_module_find(module, t[3], 4);
    uint32_t stride = module->ids[t[1]].array_stride;
    if (!length || (opcode(length) != SpvOpConstant && opcode(length) != SpvOpSpecConstant) ||
        !type_size(module, t[2], size, alignment, depth))
        return false;
    *size = (stride ? stride : align(*size, *alignment)) * length[3];
    return true;
}

static bool type_size(const nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment, int depth) {
    const uint32_t *t = nbl_module_find(module, type, 2);
    if (!t || depth > MAX_DEPTH) return false;
    switch (opcode(t)) {
    case SpvOpTypeBool: *size = *alignment = 4; return true;
    case SpvOpTypeInt:
    case SpvOpTypeFloat: *size = *alignment = word_count(t) > 2 ? t[2] / 8 : 4; return *size > 0;
    case SpvOpTypePointer: /* a buffer device address */ *size = *alignment = 8; return true;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        if (word_count(t) < 4 || !type_size(module, t[2], size, alignment, depth + 1)) return false;
        if (opcode(t) == SpvOpTypeVector) *alignment *= t[3] == 3 ? 4 : t[3];
        *size = (opcode(t) == SpvOpTypeMatrix ? align(*size, *alignment) : *size) * t[3];
        return *alignment > 0;
    case SpvOpTypeArray: return word_count(t) >= 4 && array_size(module, t, size, alignment, depth + 1);
    case SpvOpTypeStruct: return struct_size(module, t, size, alignment, depth + 1);
    default: return false;
    }
}

bool nbl_module_type_size(const nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment) {
    return type_size(module, type, size, alignment, 0);
}
