/* Reads the shader's lines from NonSemantic.Shader.DebugInfo.100, which glslang writes with -gV and -gVS, and DXC with
 * -fspv-debug=vulkan.
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

void nbl_lines_note(nbl_shader_t *shader) {
    const char **files = nbl_shader_take(shader, shader->bound, sizeof *files); /* by identifier of a DebugSource */
    const char **names = nbl_shader_take(shader, shader->bound, sizeof *names); /* by identifier of a local variable */
    nbl_place_t place = {NULL, 0, 0};

    for (uint32_t i = 0; i < shader->instruction_count; i++) {
        nbl_instruction_t *each = &shader->instructions[i];
        if (each->opcode == SpvOpFunction || each->opcode == SpvOpFunctionEnd) place.file = NULL;
        if (is_debug(shader, each)) {
            const uint32_t *w = each->words + 5;
            const uint32_t count = each->count - 5u;
            if (each->words[4] == NonSemanticShaderDebugInfo100DebugSource && count >= 1)
                files[each->result] = text(shader, w[0]);
            else if (each->words[4] == NonSemanticShaderDebugInfo100DebugGlobalVariable && count >= 8 &&
                     w[7] < shader->bound && shader->ids[w[7]].name == NULL)
                shader->ids[w[7]].name = text(shader, w[0]);
            else if (each->words[4] == NonSemanticShaderDebugInfo100DebugLocalVariable && count >= 1)
                names[each->result] = text(shader, w[0]);
            else if ((each->words[4] == NonSemanticShaderDebugInfo100DebugDeclare ||
                      each->words[4] == NonSemanticShaderDebugInfo100DebugValue) &&
                     count >= 2 && w[0] < shader->bound && w[1] < shader->bound && shader->ids[w[1]].name == NULL &&
                     shader->ids[w[1]].kind == NBL_IS_VALUE)
                shader->ids[w[1]].name = names[w[0]];
            else if (each->words[4] == NonSemanticShaderDebugInfo100DebugLine && count >= 4 && w[0] < shader->bound) {
                const uint32_t line = integer(shader, w[1]);
                if (line != 0) place = (nbl_place_t){files[w[0]], line, integer(shader, w[3])};
                shader->has_lines = 1;
            } else if (each->words[4] == NonSemanticShaderDebugInfo100DebugNoLine) {
                place.file = NULL;
            }
        }
        if (place.file != NULL) each->place = place;
    }
}
