/* Specialization constants that the caller decides: literals of the new module, at the place of the old constants.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "spirv/specialize/internal.h"

/* Returns the value that the caller gives for a specialization constant, or else the module's default. */
static uint64_t given(const nbl_sp_t *s, uint32_t id, uint64_t otherwise) {
    for (size_t k = 0; s->spec_ids[id] && k < s->options.constant_count; k++)
        if (s->options.constants[k].id + 1 == s->spec_ids[id]) return s->options.constants[k].value;
    return otherwise;
}

static uint32_t operation(nbl_sp_t *s, const uint32_t *w) {
    uint32_t n = w[0] >> 16, values[3];
    for (uint32_t k = 4; k < n && k < 7; k++) values[k - 4] = nbl_sp_get(s, w[k]);
    if (n == 5) return nbl_sp_unary(s, w[3], w[1], values[0]);
    if (n == 6) return nbl_sp_binary(s, w[3], w[1], values[0], values[1]);
    if (n == 7 && w[3] == SpvOpSelect) return nbl_sp_select(s, w[1], values[0], values[1], values[2]);
    return 0;
}

/* Returns the value of a specialization constant; 0 for other instructions. */
uint32_t nbl_sp_decided(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16, code = s->code.size, value;
    switch (op) {
    case SpvOpSpecConstantTrue:
    case SpvOpSpecConstantFalse: return nbl_sp_constant(s, w[1], given(s, w[2], op == SpvOpSpecConstantTrue) != 0);
    case SpvOpSpecConstant:
        if (n != 4 || nbl_sp_type(s, w[1])->width != 32) nbl_sp_refuse(s, "a specialization constant not of 32 bits");
        return nbl_sp_constant(s, w[1], given(s, w[2], w[3]) & UINT32_MAX);
    case SpvOpSpecConstantOp:
        value = n >= 5 && nbl_sp_type(s, w[1])->width ? operation(s, w) : 0;
        if (!value || s->values.data[value].kind != NBL_SP_CONSTANT || s->code.size != code)
            nbl_sp_refuse(s, "operation %u of specialization constants", n > 3 ? w[3] : 0);
        return value;
    default: return 0;
    }
}

/* Writes a constant of the old module as a literal of the new one. */
void nbl_sp_put_decided(nbl_sp_t *s, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, n = w[0] >> 16;
    if (op == SpvOpSpecConstantComposite) {
        NBL_SP_PUSH(s, s->output, SpvOpConstantComposite | n << 16);
        for (uint32_t k = 1; k < n; k++) NBL_SP_PUSH(s, s->output, w[k]);
        return;
    }
    nbl_sp_value_t v = nbl_sp_value(s, nbl_sp_get(s, w[2]));
    bool is_bool = nbl_sp_type(s, w[1])->op == SpvOpTypeBool;
    uint32_t made = is_bool ? (v.bits ? SpvOpConstantTrue : SpvOpConstantFalse) | 3u << 16 : SpvOpConstant | 4u << 16;
    NBL_SP_PUSH(s, s->output, made);
    NBL_SP_PUSH(s, s->output, w[1]);
    NBL_SP_PUSH(s, s->output, w[2]);
    if (!is_bool) NBL_SP_PUSH(s, s->output, (uint32_t)v.bits);
}

bool nbl_sp_is_decided(const nbl_sp_t *s, uint32_t op) {
    return s->options.constants && op >= SpvOpSpecConstantTrue && op <= SpvOpSpecConstantOp;
}

/* Writes a literal execution mode for a workgroup's size that constants state. */
void nbl_sp_put_local_size(nbl_sp_t *s, const uint32_t *w) {
    uint32_t size = s->workgroup_size;
    for (uint32_t k = 0; k < 6; k++) {
        uint32_t word = w[k];
        if (k >= 3 && size) {
            nbl_sp_value_t leaf = nbl_sp_value(s, nbl_sp_leaf(s, size, k - 3));
            if (leaf.kind != NBL_SP_CONSTANT) nbl_sp_refuse(s, "the workgroup's size is no literal");
            word = (uint32_t)leaf.bits;
        }
        NBL_SP_PUSH(s, s->output, word);
    }
}
