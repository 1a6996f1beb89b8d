/* Writes an instruction as text, for modules without lines.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/machine.h"

#include <ctype.h>
#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
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

/* clang-format off */
#define NAMED(word) [GLSLstd450##word] = #word
static const char *const extended_names[] = {
    NAMED(Round), NAMED(RoundEven), NAMED(Trunc), NAMED(FAbs), NAMED(SAbs),
    NAMED(FSign), NAMED(SSign), NAMED(Floor), NAMED(Ceil), NAMED(Fract), NAMED(Radians), NAMED(Degrees), NAMED(Sin),
    NAMED(Cos), NAMED(Tan), NAMED(Asin), NAMED(Acos), NAMED(Atan), NAMED(Sinh), NAMED(Cosh), NAMED(Tanh),
    NAMED(Asinh), NAMED(Acosh), NAMED(Atanh), NAMED(Atan2), NAMED(Pow), NAMED(Exp), NAMED(Log), NAMED(Exp2),
    NAMED(Log2), NAMED(Sqrt), NAMED(InverseSqrt), NAMED(Determinant), NAMED(MatrixInverse), NAMED(Modf),
    NAMED(ModfStruct), NAMED(FMin), NAMED(UMin), NAMED(SMin), NAMED(FMax), NAMED(UMax), NAMED(SMax), NAMED(FClamp),
    NAMED(UClamp), NAMED(SClamp), NAMED(FMix), NAMED(IMix), NAMED(Step), NAMED(SmoothStep), NAMED(Fma), NAMED(Frexp),
    NAMED(FrexpStruct), NAMED(Ldexp), NAMED(PackSnorm4x8), NAMED(PackUnorm4x8), NAMED(PackSnorm2x16),
    NAMED(PackUnorm2x16), NAMED(PackHalf2x16), NAMED(PackDouble2x32), NAMED(UnpackSnorm2x16), NAMED(UnpackUnorm2x16),
    NAMED(UnpackHalf2x16), NAMED(UnpackSnorm4x8), NAMED(UnpackUnorm4x8), NAMED(UnpackDouble2x32), NAMED(Length),
    NAMED(Distance), NAMED(Cross), NAMED(Normalize), NAMED(FaceForward), NAMED(Reflect), NAMED(Refract),
    NAMED(FindILsb), NAMED(FindSMsb), NAMED(FindUMsb), NAMED(InterpolateAtCentroid), NAMED(InterpolateAtSample),
    NAMED(InterpolateAtOffset), NAMED(NMin), NAMED(NMax), NAMED(NClamp)};
#undef NAMED
/* clang-format on */

/* Writes the operands. Of an extended instruction the second is its number, for which its name stands. */
static void add_operands(nbl_bounded_t *text, const nbl_shader_t *shader, const nbl_instruction_t *of) {
    const int is_extended = of->opcode == SpvOpExtInst && nbl_operand(of, 0) == shader->glsl;
    for (uint32_t k = 0; k < nbl_operand_count(of) && k < 16; k++) {
        const uint32_t operand = nbl_operand(of, k);
        if (k == 1 && is_extended && operand < sizeof extended_names / sizeof extended_names[0] &&
            extended_names[operand] != NULL)
            nbl_bounded_add(text, " %s", extended_names[operand]);
        else
            add_id(text, shader, operand);
    }
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
        add_operands(&out, shader, each);
        break;
    }
    return out.length;
}
