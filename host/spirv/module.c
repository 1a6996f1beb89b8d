/* Indexes a SPIR-V module and computes the sizes of its types.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "module.h"
#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_WORDS = 5, MAX_BOUND = 0x400000 };
#define MAX_SIZE ((uint64_t)1 << 40) /* bytes: more than any device has */

static uint32_t opcode(const uint32_t *instruction) { return instruction[0] & 0xffff; }

static uint32_t word_count(const uint32_t *instruction) { return instruction[0] >> 16; }

/* Returns which word of an instruction is its result; 0: it has none, or is not looked at here. */
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

static bool is_offset(const uint32_t *w) {
    return opcode(w) == SpvOpMemberDecorate && word_count(w) == 5 && w[3] == SpvDecorationOffset;
}

/* Checks lengths and identifiers, and counts the offsets of members. */
static bool index_words(nbl_module_t *module, size_t *offsets) {
    size_t i, size;
    *offsets = 0;
    for (i = HEADER_WORDS; i < module->word_count; i += size) {
        const uint32_t *instruction = module->words + i;
        uint32_t where = result_word(opcode(instruction));
        size = word_count(instruction);
        if (!size || size > module->word_count - i) return false;
        if (opcode(instruction) == SpvOpDecorate && !take_decoration(module, instruction)) return false;
        *offsets += is_offset(instruction);
        if (!where) continue;
        if (where >= size || instruction[where] >= module->bound) return false;
        module->ids[instruction[where]].at = (uint32_t)i;
    }
    return true;
}

static bool index_offsets(nbl_module_t *module, size_t count) {
    uint32_t used = 0;
    size_t i;
    module->offsets = calloc(count + 1, sizeof *module->offsets);
    for (i = HEADER_WORDS; module->offsets && used < count; i += word_count(module->words + i)) {
        const uint32_t *w = module->words + i;
        if (!is_offset(w) || w[1] >= module->bound) {
            count -= is_offset(w); /* the decorated identifier has no definition */
            continue;
        }
        module->offsets[used] = (nbl_module_offset_t){w[2], w[4], module->ids[w[1]].first_offset};
        module->ids[w[1]].first_offset = ++used;
    }
    return module->offsets != NULL;
}

nbl_result_t nbl_module_open(nbl_module_t *module, const uint32_t *words, size_t count, nbl_error_t *error) {
    size_t offsets;
    memset(module, 0, sizeof *module);
    if (!words || count < HEADER_WORDS || count > UINT32_MAX || words[0] != SpvMagicNumber || words[3] > MAX_BOUND)
        return nbl_fail(error, NBL_ERROR_SPIRV, "module: not SPIR-V");
    module->words = words;
    module->word_count = count;
    module->bound = words[3];
    module->ids = calloc(module->bound + 1u, sizeof *module->ids);
    if (!module->ids) return nbl_fail_memory(error, "module");
    if (!index_words(module, &offsets))
        return nbl_fail(error, NBL_ERROR_SPIRV, "module: the SPIR-V is damaged or cut off");
    return index_offsets(module, offsets) ? NBL_SUCCESS : nbl_fail_memory(error, "module");
}

void nbl_module_close(nbl_module_t *module) {
    free(module->ids);
    free(module->offsets);
    module->ids = NULL;
    module->offsets = NULL;
}

const uint32_t *nbl_module_find(const nbl_module_t *module, uint32_t id, uint32_t least) {
    const uint32_t *instruction;
    if (id >= module->bound || !module->ids[id].at) return NULL;
    instruction = module->words + module->ids[id].at;
    return word_count(instruction) >= least ? instruction : NULL;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Rounds up. Sizes up to MAX_SIZE and 32-bit alignments do not overflow. */
static uint64_t align(uint64_t size, uint32_t alignment) { return (size + alignment - 1) / alignment * alignment; }

static uint64_t times(uint64_t size, uint32_t count) {
    return count && size > MAX_SIZE / count ? MAX_SIZE : size * count;
}

static bool type_size(nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment, int depth);

/* Computes a structure's size: by the offsets that decorate its members, or one member after the other, as workgroup
 * memory has no offsets. */
static bool struct_size(nbl_module_t *module, const uint32_t *t, uint64_t *size, uint32_t *alignment, int depth) {
    uint32_t members = word_count(t) - 2, i, next, member_alignment;
    uint64_t member_size, end = 0;
    *size = 0;
    *alignment = 1;
    for (i = 0; i < members; i++) {
        if (!type_size(module, t[2 + i], &member_size, &member_alignment, depth)) return false;
        if (member_alignment > *alignment) *alignment = member_alignment;
        end = least(align(end, member_alignment) + member_size, MAX_SIZE);
    }
    for (next = module->ids[t[1]].first_offset; next; next = module->offsets[next - 1].next) {
        const nbl_module_offset_t *o = &module->offsets[next - 1];
        if (o->member >= members || !type_size(module, t[2 + o->member], &member_size, &member_alignment, depth))
            return false;
        if (o->offset + member_size > *size) *size = o->offset + member_size;
    }
    if (!module->ids[t[1]].first_offset) *size = align(end, *alignment);
    return true;
}

static bool array_size(nbl_module_t *module, const uint32_t *t, uint64_t *size, uint32_t *alignment, int depth) {
    const uint32_t *length = nbl_module_find(module, t[3], 4);
    uint32_t stride = module->ids[t[1]].array_stride;
    if (!length || (opcode(length) != SpvOpConstant && opcode(length) != SpvOpSpecConstant) ||
        !type_size(module, t[2], size, alignment, depth))
        return false;
    *size = times(stride ? stride : align(*size, *alignment), length[3]);
    return true;
}

static bool new_type_size(nbl_module_t *module, const uint32_t *t, uint64_t *size, uint32_t *alignment, int depth) {
    switch (opcode(t)) {
    case SpvOpTypeBool: *size = *alignment = 4; return true;
    case SpvOpTypeInt:
    case SpvOpTypeFloat: *size = *alignment = word_count(t) > 2 ? t[2] / 8 : 4; return *size > 0;
    case SpvOpTypePointer: /* a buffer device address */ *size = *alignment = 8; return true;
    case SpvOpTypeVector:
    case SpvOpTypeMatrix:
        if (word_count(t) < 4 || !type_size(module, t[2], size, alignment, depth + 1)) return false;
        if (opcode(t) == SpvOpTypeVector) *alignment *= t[3] == 3 ? 4 : t[3];
        *size = times(opcode(t) == SpvOpTypeMatrix ? align(*size, *alignment) : *size, t[3]);
        return *alignment > 0;
    case SpvOpTypeArray: return word_count(t) >= 4 && array_size(module, t, size, alignment, depth + 1);
    case SpvOpTypeStruct: return struct_size(module, t, size, alignment, depth + 1);
    default: return false;
    }
}

static bool type_size(nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment, int depth) {
    const uint32_t *t = nbl_module_find(module, type, 2);
    nbl_module_id_t *id;
    if (depth > NBL_MODULE_MAX_NESTING) module->too_deep = true;
    if (!t || module->too_deep) return false;
    id = &module->ids[type];
    if (id->alignment) {
        *size = id->size;
        *alignment = id->alignment;
        return true;
    }
    if (!new_type_size(module, t, size, alignment, depth)) return false;
    id->size = *size = least(*size, MAX_SIZE);
    id->alignment = *alignment;
    return true;
}

bool nbl_module_type_size(nbl_module_t *module, uint32_t type, uint64_t *size, uint32_t *alignment) {
    return type_size(module, type, size, alignment, 0);
}
