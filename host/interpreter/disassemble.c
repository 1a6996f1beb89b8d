/* Writes an instruction as text, for modules without lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void nbl_bounded_add(nbl_bounded_t *text, const char *format, ...) {
    const size_t left = text->length < text->bytes ? text->bytes - text->length : 0;
    va_list arguments;
    va_start(arguments, format);
    const int written = vsnprintf(left != 0 ? text->start + text->length : NULL, left, format, arguments);
    va_end(arguments);
    if (written > 0) text->length += (size_t)written;
}

static void add_id(nbl_bounded_t *text, const nbl_shader_t *shader, uint32_t id) {
    const char *name = id < shader->bound ? shader->ids[id].name : NULL;
    if (name == NULL || name[0] == '\0') {
        nbl_bounded_add(text, " %%%u", (unsigned)id);
        return;
    }
    nbl_bounded_add(text, " %%");
    for (uint32_t i = 0; i < 40 && name[i] != '\0'; i++)
        nbl_bounded_add(text, "%c", isalnum((unsigned char)name[i]) ? name[i] : '_');
}

size_t nbl_interpreter_instruction_text(const nbl_interpreter_t *interpreter, uint32_t word, char *text, size_t bytes) {
    const nbl_program_t *program = (const nbl_program_t *)(const void *)interpreter; /* its first member */
    const nbl_shader_t *shader = &program->shader;
    nbl_bounded_t out = {text, bytes, 0};
    char name[48];
    if (bytes != 0) text[0] = '\0';
    for (uint32_t i = 0; i < shader->instruction_count; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        if ((uint32_t)(each->words - shader->words) != word) continue;
        if (each->result != 0) {
            add_id(&out, shader, each->result);
            nbl_bounded_add(&out, " =");
        }
        nbl_bounded_add(&out, " %s", nbl_opcode_name(each->opcode, name));
        if (each->type != 0) add_id(&out, shader, each->type);
        for (uint32_t k = 0; k < nbl_operand_count(each) && k < 16; k++) add_id(&out, shader, nbl_operand(each, k));
        break;
    }
    return out.length;
}
