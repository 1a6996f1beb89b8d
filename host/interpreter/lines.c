/* Reads the shader's lines and scopes from NonSemantic.Shader.DebugInfo.100, which glslang writes with -gV and -gVS,
 * and DXC with -fspv-debug=vulkan.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/module.h"

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>
#include <spirv/unified1/spirv.h>
#include <string.h>

static int is_debug(const nbl_shader_t *shader, const nbl_instruction_t *each) {
    if (each->opcode != SpvOpExtInst || each->count < 5 || each->words[3] >= shader->bound) return 0;
    const nbl_identifier_t *set = &shader->ids[each->words[3]];
    return set->kind == NBL_IS_EXTENSION && strcmp(set->name, "NonSemantic.Shader.DebugInfo.100") == 0;
}

static uint32_t integer(const nbl_shader_t *shader, uint32_t id) {
    if (id >= shader->bound || shader->ids[id].kind != NBL_IS_CONSTANT) return 0;
    return (uint32_t)shader->constants[shader->ids[id].index].values[0];
}

static const char *text(const nbl_shader_t *shader, uint32_t id) {
    return id < shader->bound && shader->ids[id].kind == NBL_IS_STRING ? shader->ids[id].name : NULL;
}

/* Notes where a variable is declared: at the first DebugDeclare or DebugValue of it. */
static void note_declared(nbl_shader_t *shader, uint32_t variable, uint32_t scope, uint32_t at, uint32_t line) {
    if (shader->declared[variable].scope == 0) shader->declared[variable] = (nbl_declared_t){scope, at, line, 0};
}

/* Notes a variable's first store. In the line of the declaration it is the initialiser's, in which the name is still
 * that of an outer variable: `uint k = k + 1u;`. */
static void note_store(nbl_shader_t *shader, uint32_t at, uint32_t line) {
    const uint32_t to = nbl_operand(&shader->instructions[at], 0);
    if (to >= shader->bound || shader->declared[to].scope == 0 || shader->declared[to].has_from) return;
    shader->declared[to].has_from = 1;
    if (line == shader->declared[to].line) shader->declared[to].from = at + 1u;
}

/* Notes a scope's own instruction: what lies around it, or that it begins here. `w` has `count` operands. */
static void note_scope(nbl_shader_t *shader, const nbl_instruction_t *each, const uint32_t *w, uint32_t count,
                       uint32_t *scope) {
    switch (each->words[4]) {
    case NonSemanticShaderDebugInfo100DebugFunction:
        if (count >= 6) shader->around[each->result] = w[5];
        break;
    case NonSemanticShaderDebugInfo100DebugLexicalBlock:
        if (count >= 4) shader->around[each->result] = w[3];
        break;
    case NonSemanticShaderDebugInfo100DebugScope:
        if (count >= 1) *scope = w[0];
        break;
    case NonSemanticShaderDebugInfo100DebugNoScope: *scope = 0; break;
    default: break;
    }
}

uint32_t nbl_scopes_between(const nbl_shader_t *shader, uint32_t variable, uint32_t instruction) {
    enum { DEEPEST = 1000 }; /* more scopes within each other are damage, such as one around itself; chosen */
    const nbl_declared_t declared = shader->declared[variable];
    uint32_t scope = shader->scopes[instruction];
    if (declared.scope == 0 || instruction < declared.from) return NBL_NONE;
    for (uint32_t between = 0; scope != 0 && scope < shader->bound && between < DEEPEST; between++) {
        if (scope == declared.scope) return between;
        scope = shader->around[scope];
    }
    return NBL_NONE;
}

void nbl_lines_note(nbl_shader_t *shader) {
    const char **files = nbl_shader_take(shader, shader->bound, sizeof *files);  /* by identifier of a DebugSource */
    const char **names = nbl_shader_take(shader, shader->bound, sizeof *names);  /* by identifier of a local variable */
    uint32_t *parents = nbl_shader_take(shader, shader->bound, sizeof *parents); /* by identifier of a local variable */
    nbl_place_t place = {NULL, 0, 0};
    uint32_t scope = 0;

    shader->scopes = nbl_shader_take(shader, shader->instruction_count, sizeof *shader->scopes);
    shader->around = nbl_shader_take(shader, shader->bound, sizeof *shader->around);
    shader->declared = nbl_shader_take(shader, shader->bound, sizeof *shader->declared);
    for (uint32_t i = 0; i < shader->instruction_count; i++) {
        nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpFunction || each->opcode == SpvOpFunctionEnd) place.file = NULL, scope = 0;
        if (is_debug(shader, each)) {
            const uint32_t *w = each->words + 5;
            const uint32_t count = each->count - 5u;
            note_scope(shader, each, w, count, &scope);
            if (each->words[4] == NonSemanticShaderDebugInfo100DebugSource && count >= 1)
                files[each->result] = text(shader, w[0]);
            else if (each->words[4] == NonSemanticShaderDebugInfo100DebugGlobalVariable && count >= 8 &&
                     w[7] < shader->bound && shader->ids[w[7]].name == NULL)
                shader->ids[w[7]].name = text(shader, w[0]);
            else if (each->words[4] == NonSemanticShaderDebugInfo100DebugLocalVariable && count >= 6) {
                names[each->result] = text(shader, w[0]);
                parents[each->result] = w[5];
            } else if ((each->words[4] == NonSemanticShaderDebugInfo100DebugDeclare ||
                        each->words[4] == NonSemanticShaderDebugInfo100DebugValue) &&
                       count >= 2 && w[0] < shader->bound && w[1] < shader->bound &&
                       shader->ids[w[1]].kind == NBL_IS_VALUE) {
                if (shader->ids[w[1]].name == NULL) shader->ids[w[1]].name = names[w[0]];
                note_declared(shader, w[1], parents[w[0]], i, place.line);
            } else if (each->words[4] == NonSemanticShaderDebugInfo100DebugLine && count >= 4 && w[0] < shader->bound) {
                const uint32_t line = integer(shader, w[1]);
                if (line != 0) place = (nbl_place_t){files[w[0]], line, integer(shader, w[3])};
                shader->has_lines = 1;
            } else if (each->words[4] == NonSemanticShaderDebugInfo100DebugNoLine) {
                place.file = NULL;
            }
        }
        if (place.file != NULL) each->place = place;
        if (each->opcode == SpvOpStore) note_store(shader, i, place.line);
        shader->scopes[i] = scope;
    }
}
