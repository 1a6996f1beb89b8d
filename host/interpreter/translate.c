/* Translates a module into operations: its registers, constants, functions, blocks and branches.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/translate.h"

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/spirv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_REGISTERS (1u << 21)
#define MOST_OPS (1u << 23)
#define MOST_DEPTH 64u /* of calls within calls; more are refused; chosen */

void nbl_translate_refuse(nbl_translation_t *t, const char *format, ...) {
    char why[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    nbl_shader_refuse(t->shader, t->at, "%s", why);
}

static void *grow(nbl_translation_t *t, void *array, uint32_t count, uint32_t *capacity, size_t bytes, uint32_t most) {
    if (count < *capacity) return array;
    if (count >= most) nbl_shader_fail(t->shader, NBL_ERROR_LIMIT, "module: it is too large to be interpreted");
    uint32_t wanted = *capacity != 0 ? 2u * *capacity : 1024u;
    void *grown = realloc(array, wanted * bytes);
    if (grown == NULL) nbl_shader_fail(t->shader, NBL_ERROR_OUT_OF_MEMORY, "interpreter: no memory for the module");
    *capacity = wanted;
    return grown;
}

nbl_op_t *nbl_emit(nbl_translation_t *t, nbl_op_code_t code) {
    nbl_program_t *p = t->program;
    p->ops = grow(t, p->ops, p->op_count, &p->op_capacity, sizeof *p->ops, MOST_OPS);
    nbl_op_t *op = &p->ops[p->op_count++];
    memset(op, 0, sizeof *op);
    op->code = (uint8_t)code;
    op->result = op->a = op->b = op->c = NBL_NONE;
    op->instruction = (uint32_t)(t->at - t->shader->instructions);
    op->opcode = t->at->opcode;
    return op;
}

uint32_t nbl_new_register(nbl_translation_t *t, int wide) {
    nbl_program_t *p = t->program;
    p->registers =
        grow(t, p->registers, p->register_count, &p->register_capacity, sizeof *p->registers, MOST_REGISTERS);
    nbl_register_info_t *info = &p->registers[p->register_count];
    memset(info, 0, sizeof *info);
    info->wide = (uint8_t)(wide != 0);
    info->block = t->block;
    return p->register_count++;
}

uint32_t nbl_constant_register(nbl_translation_t *t, uint64_t value, int wide) {
    const uint32_t made = nbl_new_register(t, wide);
    t->program->registers[made].is_constant = 1;
    t->program->registers[made].value = value;
    return made;
}

uint32_t nbl_list(nbl_translation_t *t, const uint32_t *registers, uint32_t count) {
    nbl_program_t *p = t->program;
    const uint32_t first = p->list_count;
    for (uint32_t i = 0; i < count; i++) {
        p->lists = grow(t, p->lists, p->list_count, &p->list_capacity, sizeof *p->lists, MOST_OPS);
        p->lists[p->list_count++] = registers[i];
    }
    return first;
}

static void add_leaves(nbl_translation_t *t, const nbl_type_t *type, const nbl_type_t ***next) {
    switch (type->kind) {
    case NBL_TYPE_VECTOR:
    case NBL_TYPE_MATRIX:
    case NBL_TYPE_ARRAY:
        for (uint32_t i = 0; i < type->count; i++) add_leaves(t, type->element, next);
        break;
    case NBL_TYPE_STRUCT:
        for (uint32_t i = 0; i < type->count; i++) add_leaves(t, type->members[i], next);
        break;
    case NBL_TYPE_VOID:
    case NBL_TYPE_RUNTIME_ARRAY:
    case NBL_TYPE_FUNCTION: nbl_translate_refuse(t, "a value of a type that has no values");
    default:
        if (type->refused != NULL)
            nbl_shader_refuse(t->shader, type->refused, "a type that the interpreter does not have");
        *(*next)++ = type;
    }
}

const nbl_type_t **nbl_leaves_of(nbl_translation_t *t, const nbl_type_t *type) {
    if (type->leaves > NBL_MODULE_MAX_LEAVES) nbl_translate_refuse(t, "a value of too many numbers");
    const nbl_type_t **leaves = nbl_shader_take(t->shader, (size_t)type->leaves + 1u, sizeof *leaves);
    const nbl_type_t **next = leaves;
    add_leaves(t, type, &next);
    return leaves;
}

uint32_t *nbl_fresh_registers(nbl_translation_t *t, const nbl_type_t *type) {
    const nbl_type_t **leaves = nbl_leaves_of(t, type);
    uint32_t *registers = nbl_shader_take(t->shader, (size_t)type->leaves + 1u, sizeof *registers);
    for (uint64_t i = 0; i < type->leaves; i++) registers[i] = nbl_new_register(t, nbl_is_wide(leaves[i]));
    return registers;
}

uint32_t *nbl_define(nbl_translation_t *t, const nbl_type_t *type) {
    nbl_value_t *value = &t->values[t->at->result];
    if (value->registers != NULL) return value->registers; /* a phi, or a parameter */
    value->registers = nbl_fresh_registers(t, type);
    value->count = (uint32_t)type->leaves;
    return value->registers;
}

void nbl_define_as(nbl_translation_t *t, const uint32_t *registers, uint32_t count) {
    nbl_value_t *value = &t->values[t->at->result];
    value->registers = nbl_shader_take(t->shader, count + 1u, sizeof *registers);
    memcpy(value->registers, registers, count * sizeof *registers);
    value->count = count;
}

static void make_constant(nbl_translation_t *t, uint32_t id) {
    const nbl_type_t *type = t->shader->ids[id].type, **leaves = nbl_leaves_of(t, type);
    const nbl_constant_t *constant = nbl_shader_constant(t->shader, id);
    nbl_value_t *value = &t->values[id];
    value->count = (uint32_t)type->leaves;
    value->registers = nbl_shader_take(t->shader, value->count + 1u, sizeof *value->registers);
    for (uint32_t i = 0; i < value->count; i++) {
        value->registers[i] = nbl_constant_register(t, constant->values[i], nbl_is_wide(leaves[i]));
        t->program->registers[value->registers[i]].undefined = constant->is_undefined;
    }
}

const nbl_type_t *nbl_type_of(nbl_translation_t *t, uint32_t id) {
    if (id == 0 || id >= t->shader->bound || t->shader->ids[id].type == NULL || t->shader->ids[id].kind == NBL_IS_TYPE)
        nbl_translate_refuse(t, "an operand that is not a value");
    return t->shader->ids[id].type;
}

const nbl_value_t *nbl_use(nbl_translation_t *t, uint32_t id) {
    nbl_type_of(t, id);
    nbl_value_t *value = &t->values[id];
    if (value->registers == NULL && t->shader->ids[id].kind == NBL_IS_CONSTANT) make_constant(t, id);
    if (value->registers == NULL && value->pointer != NULL) {
        const uint32_t made = nbl_pointer_register(t, value->pointer);
        nbl_value_t *one = nbl_shader_take(t->shader, 1, sizeof *one);
        one->registers = nbl_shader_take(t->shader, 1, sizeof *one->registers);
        one->registers[0] = made;
        one->count = 1;
        return one;
    }
    if (value->registers == NULL) nbl_translate_refuse(t, "operand %%%u is used before it is defined", (unsigned)id);
    for (uint32_t i = 0; i < value->count; i++) {
        nbl_register_info_t *info = &t->program->registers[value->registers[i]];
        if (info->block != t->block) info->escapes = 1;
    }
    return value;
}

uint32_t nbl_use_scalar(nbl_translation_t *t, uint32_t id) {
    const nbl_value_t *value = nbl_use(t, id);
    if (value->count != 1) nbl_translate_refuse(t, "an operand that is not a scalar");
    return value->registers[0];
}

uint32_t nbl_constant_operand(nbl_translation_t *t, uint32_t id) {
    if (id == 0 || id >= t->shader->bound || t->shader->ids[id].kind != NBL_IS_CONSTANT)
        nbl_translate_refuse(t, "an operand that must be constant here");
    return (uint32_t)t->shader->constants[t->shader->ids[id].index].values[0];
}

void nbl_kernel_into(nbl_translation_t *t, nbl_kernel_t kernel, uint32_t result, uint32_t operands, uint32_t a,
                     uint32_t b, uint32_t c) {
    if (kernel == NULL) nbl_translate_refuse(t, "the interpreter cannot compute this for numbers of this width");
    nbl_op_t *op = nbl_emit(t, NBL_OP_KERNEL);
    op->kernel = kernel;
    op->operands = (uint8_t)operands;
    op->result = result;
    op->a = a;
    op->b = b;
    op->c = c;
}

uint32_t nbl_kernel_op(nbl_translation_t *t, nbl_kernel_t kernel, int wide, uint32_t operands, uint32_t a, uint32_t b,
                       uint32_t c) {
    const uint32_t result = nbl_new_register(t, wide);
    nbl_kernel_into(t, kernel, result, operands, a, b, c);
    return result;
}

/* ---- functions */

static void translate_procedure(nbl_translation_t *t, uint32_t number);

static void make_interface(nbl_translation_t *t, uint32_t number) {
    const nbl_procedure_t *procedure = &t->shader->procedures[number];
    nbl_code_t *code = &t->program->codes[number];
    const nbl_type_t *type = nbl_shader_type(t->shader, procedure->result_type);

    t->block = t->block_count++; /* in no real block, so that they count as used in other blocks */
    code->parameters = t->program->register_count;
    for (uint32_t i = 0; i < procedure->parameter_count; i++) {
        const uint32_t id = procedure->parameters[i];
        const nbl_type_t *of = t->shader->ids[id].type;
        t->values[id].registers = nbl_fresh_registers(t, of);
        t->values[id].count = (uint32_t)of->leaves;
    }
    code->parameter_count = t->program->register_count - code->parameters;
    code->results = t->program->register_count;
    if (type->kind != NBL_TYPE_VOID) nbl_fresh_registers(t, type);
    code->result_count = t->program->register_count - code->results;
    for (uint32_t i = code->parameters; i < t->program->register_count; i++) t->program->registers[i].escapes = 1;
}

static void translate_call(nbl_translation_t *t, const nbl_instruction_t *each) {
    const uint32_t id = nbl_operand(each, 0), count = nbl_operand_count(each) - 1u;
    const uint32_t number = t->shader->ids[id].index;
    const nbl_procedure_t *callee = &t->shader->procedures[number];
    const nbl_code_t *code = &t->program->codes[number];
    if (count != callee->parameter_count) nbl_translate_refuse(t, "a call with another number of arguments");
    uint32_t *arguments = nbl_shader_take(t->shader, code->parameter_count + 1u, sizeof *arguments), at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const nbl_value_t *value = nbl_use(t, nbl_operand(each, 1 + i));
        for (uint32_t k = 0; k < value->count; k++) {
            if (at == code->parameter_count ||
                t->program->registers[value->registers[k]].wide != t->program->registers[code->parameters + at].wide)
                nbl_translate_refuse(t, "an argument of another type than the parameter");
            arguments[at++] = value->registers[k];
        }
    }
    if (at != code->parameter_count) nbl_translate_refuse(t, "an argument of another type than the parameter");
    const uint32_t list = nbl_list(t, arguments, at);
    uint32_t results = 0, result_count = 0;
    if (code->result_count != 0) {
        const uint32_t *made = nbl_define(t, nbl_type_of(t, each->result));
        result_count = t->values[each->result].count;
        if (result_count != code->result_count) nbl_translate_refuse(t, "a result of another type");
        results = nbl_list(t, made, result_count);
    }
    nbl_op_t *op = nbl_emit(t, NBL_OP_CALL);
    op->immediate = number;
    op->list = list;
    op->list_count = at;
    op->results = results;
    op->result_count = result_count;
}

static void translate_end(nbl_translation_t *t, const nbl_instruction_t *each) {
    nbl_op_t *op;
    switch (each->opcode) {
    case SpvOpBranch: nbl_emit(t, NBL_OP_BRANCH); break;
    case SpvOpBranchConditional: {
        const uint32_t condition = nbl_use_scalar(t, each->words[1]);
        op = nbl_emit(t, NBL_OP_BRANCH_IF);
        op->a = condition;
        break;
    }
    case SpvOpSwitch: { /* the values of the cases are in the instruction's words */
        const uint32_t selector = nbl_use_scalar(t, each->words[1]);
        op = nbl_emit(t, NBL_OP_SWITCH);
        op->a = selector;
        op->form = (uint8_t)(nbl_type_of(t, each->words[1])->width);
        break;
    }
    case SpvOpReturnValue: {
        const nbl_value_t *value = nbl_use(t, each->words[1]);
        const nbl_code_t *code = &t->program->codes[t->procedure];
        if (each->count < 2 || value->count != code->result_count)
            nbl_translate_refuse(t, "a result of another type than the function's");
        for (uint32_t i = 0; i < value->count; i++)
            if (t->program->registers[value->registers[i]].wide != t->program->registers[code->results + i].wide)
                nbl_translate_refuse(t, "a result of another type than the function's");
        const uint32_t list = nbl_list(t, value->registers, value->count);
        op = nbl_emit(t, NBL_OP_RETURN);
        op->list = list;
        op->list_count = value->count;
        break;
    }
    case SpvOpReturn:
    case SpvOpKill:
    case SpvOpTerminateInvocation: nbl_emit(t, NBL_OP_RETURN); break;
    default: nbl_emit(t, NBL_OP_UNREACHABLE); break;
    }
}

static void translate_instruction(nbl_translation_t *t, const nbl_instruction_t *each) {
    t->at = each;
    switch (each->opcode) {
    case SpvOpNop:
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpPhi:
    case SpvOpVariable:
    case SpvOpSelectionMerge:
    case SpvOpLoopMerge:
    case SpvOpLabel:
    case SpvOpName:
    case SpvOpAssumeTrueKHR: return;
    case SpvOpUndef: {
        const nbl_type_t *type = nbl_type_of(t, each->result);
        const uint32_t *registers = nbl_define(t, type);
        for (uint32_t i = 0; i < type->leaves; i++) nbl_emit(t, NBL_OP_UNDEFINE)->result = registers[i];
        return;
    }
    case SpvOpFunctionCall: translate_call(t, each); return;
    case SpvOpExtInst: {
        const uint32_t set = nbl_operand(each, 0);
        if (set < t->shader->bound && set == t->shader->glsl) {
            nbl_translate_glsl(t, each);
        } else if (set >= t->shader->bound || t->shader->ids[set].kind != NBL_IS_EXTENSION ||
                   strncmp(t->shader->ids[set].name, "NonSemantic.", 12) != 0) {
            nbl_translate_refuse(t, "an extended instruction of another set than GLSL.std.450");
        }
        return;
    }
    default:
        if (nbl_translate_memory(t, each) || nbl_translate_value(t, each) || nbl_translate_shared(t, each)) return;
        nbl_translate_refuse(t, "the interpreter cannot run this instruction");
    }
}

static void define_phis(nbl_translation_t *t, const nbl_procedure_t *procedure, uint32_t first_block) {
    for (uint32_t b = 0; b < procedure->block_count; b++)
        for (uint32_t i = procedure->blocks[b].first; i < procedure->blocks[b].end; i++) {
            const nbl_instruction_t *each = &t->shader->instructions[i];
            t->at = each;
            t->block = first_block + b;
            if (each->opcode == SpvOpPhi) {
                const uint32_t *registers = nbl_define(t, nbl_type_of(t, each->result));
                for (uint32_t k = 0; k < t->values[each->result].count; k++)
                    t->program->registers[registers[k]].escapes = 1;
            } else if (each->opcode == SpvOpVariable) {
                const nbl_type_t *type = nbl_type_of(t, each->result);
                if (type->kind != NBL_TYPE_POINTER || type->element == NULL ||
                    nbl_operand(each, 0) != SpvStorageClassFunction)
                    nbl_translate_refuse(t, "a variable of a function in another storage class");
                nbl_translate_variable(t, each, type->element);
            }
        }
}

static void make_edge(nbl_translation_t *t, const nbl_procedure_t *procedure, uint32_t from, uint32_t to,
                      nbl_edge_t *edge) {
    const nbl_basic_block_t *block = &procedure->blocks[to];
    const uint32_t ops = t->program->op_count;
    edge->to = to;
    edge->phis = t->program->list_count;
    for (uint32_t i = block->first; i < block->end; i++) {
        const nbl_instruction_t *each = &t->shader->instructions[i];
        if (each->opcode != SpvOpPhi) continue;
        t->at = each;
        for (uint32_t k = 0; k + 1u < nbl_operand_count(each); k += 2) {
            if (nbl_operand(each, k + 1u) != procedure->blocks[from].id) continue;
            const nbl_value_t *value = &t->values[each->result], *source = nbl_use(t, nbl_operand(each, k));
            if (source->count != value->count) nbl_translate_refuse(t, "a source of another type");
            if (t->program->op_count != ops) nbl_translate_refuse(t, "a phi of pointers into variables");
            for (uint32_t c = 0; c < value->count; c++) {
                if (t->program->registers[value->registers[c]].wide != t->program->registers[source->registers[c]].wide)
                    nbl_translate_refuse(t, "a source of another type");
                nbl_list(t, (const uint32_t[]){value->registers[c], source->registers[c]}, 2);
            }
            edge->phi_count += value->count;
            break;
        }
    }
}

static void translate_callees(nbl_translation_t *t, const nbl_procedure_t *procedure) {
    if (++t->depth > MOST_DEPTH) nbl_translate_refuse(t, "calls that are nested too deep");
    for (uint32_t i = procedure->first; i < procedure->end; i++) {
        const nbl_instruction_t *each = &t->shader->instructions[i];
        if (each->opcode != SpvOpFunctionCall) continue;
        const uint32_t id = nbl_operand(each, 0);
        t->at = each;
        if (id >= t->shader->bound || t->shader->ids[id].kind != NBL_IS_PROCEDURE)
            nbl_translate_refuse(t, "a call of something else than a function");
        const uint32_t number = t->shader->ids[id].index;
        if (t->program->codes[number].done == 1) nbl_translate_refuse(t, "a function that calls itself");
        if (t->program->codes[number].done == 0) translate_procedure(t, number);
    }
    t->depth--;
}

/* Lists for each block the registers that it defines and other blocks use. */
static void list_escaping(nbl_translation_t *t, nbl_code_t *code, uint32_t count, uint32_t first_block,
                          uint32_t first_register) {
    nbl_program_t *p = t->program;
    uint32_t *ends = nbl_shader_take(t->shader, count, sizeof *ends), all = 0;
    for (int fills = 0; fills < 2; fills++) {
        for (uint32_t r = first_register; r < p->register_count; r++) {
            const nbl_register_info_t *info = &p->registers[r];
            if (info->block - first_block >= count || !info->escapes || info->is_variable) continue;
            if (fills)
                p->lists[ends[info->block - first_block]++] = r;
            else
                code->blocks[info->block - first_block].escaping_count++;
        }
        for (uint32_t b = 0; b < count && !fills; b++) {
            code->blocks[b].escaping = ends[b] = p->list_count + all;
            all += code->blocks[b].escaping_count;
        }
        for (; all != 0; all--) nbl_list(t, &first_register, 1);
    }
}

static void translate_procedure(nbl_translation_t *t, uint32_t number) {
    nbl_procedure_t *procedure = &t->shader->procedures[number];
    nbl_code_t *code = &t->program->codes[number];
    const uint32_t count = procedure->block_count;

    if (count == 0) nbl_translate_refuse(t, "a function without a body");
    code->done = 1;
    translate_callees(t, procedure);
    const uint32_t first_block = t->block_count;
    t->procedure = number;
    t->block_count += count;
    code->blocks = nbl_shader_take(t->shader, count, sizeof *code->blocks);
    code->by_order = nbl_shader_take(t->shader, count, sizeof *code->by_order);
    const uint32_t first_register = t->program->register_count;
    define_phis(t, procedure, first_block);
    code->variables = t->program->list_count;
    for (uint32_t i = procedure->first; i < procedure->end; i++) {
        const nbl_instruction_t *each = &t->shader->instructions[i];
        if (each->opcode != SpvOpVariable || t->values[each->result].pointer == NULL) continue;
        for (uint64_t k = 0; k < t->values[each->result].pointer->type->leaves; k++)
            nbl_list(t, (const uint32_t[]){(uint32_t)(t->values[each->result].pointer->offset + k)}, 1);
    }
    code->variable_count = t->program->list_count - code->variables;
    for (uint32_t b = 0; b < count; b++) { /* in the order of the text: definitions come before uses there */
        const nbl_basic_block_t *block = &procedure->blocks[b];
        code->by_order[block->order] = b;
        t->block = first_block + b;
        if (!block->reachable) continue;
        code->blocks[b].first = t->program->op_count;
        for (uint32_t i = block->first; i + 1u < block->end; i++) translate_instruction(t, &t->shader->instructions[i]);
        t->at = &t->shader->instructions[block->end - 1u];
        translate_end(t, t->at);
        code->blocks[b].end = t->program->op_count;
    }
    for (uint32_t b = 0; b < count; b++) {
        const nbl_basic_block_t *block = &procedure->blocks[b];
        code->blocks[b].edges = nbl_shader_take(t->shader, block->next_count + 1u, sizeof *code->blocks[b].edges);
        t->block = first_block + b;
        for (uint32_t k = 0; k < block->next_count && block->reachable; k++)
            make_edge(t, procedure, b, block->next[k], &code->blocks[b].edges[k]);
    }
    list_escaping(t, code, count, first_block, first_register);
    code->done = 2;
}

/* Zero times anything is zero, and so on, whatever is known of the other operand. A kernel serves bits and truths
 * alike, so that "or" is looked at as an instruction. */
static uint8_t absorbs(const nbl_program_t *p, const nbl_op_t *op) {
    static const struct {
        uint16_t opcode, width;
    } zeros[] = {{SpvOpIMul, 32}, {SpvOpIMul, 64}, {SpvOpBitwiseAnd, 32}, {SpvOpBitwiseAnd, 64}};
    uint32_t operands;
    if (op->operands == 3 && (op->kernel == nbl_kernel_select(0) || op->kernel == nbl_kernel_select(1)))
        return NBL_ABSORBS_SELECTED;
    if (op->operands != 2) return NBL_ABSORBS_NOTHING;
    for (uint32_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++)
        if (op->kernel == nbl_kernel_find(zeros[i].opcode, zeros[i].width, &operands)) return NBL_ABSORBS_ZERO;
    return p->shader.instructions[op->instruction].opcode == SpvOpLogicalOr ? NBL_ABSORBS_TRUE : NBL_ABSORBS_NOTHING;
}

static uint8_t bounds(const nbl_op_t *op) {
    static const struct {
        uint16_t opcode;
        uint8_t bounds;
    } rows[] = {
        {SpvOpBitwiseAnd, NBL_BOUNDS_AND}, {SpvOpUMod, NBL_BOUNDS_MOD}, {SpvOpShiftRightLogical, NBL_BOUNDS_SHIFT}};
    uint32_t operands;
    if (op->operands != 2) return NBL_BOUNDS_NOTHING;
    if (op->kernel == nbl_kernel_extended(GLSLstd450UMin, 32, &operands)) return NBL_BOUNDS_MIN;
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (op->kernel == nbl_kernel_find(rows[i].opcode, 32, &operands)) return rows[i].bounds;
    return NBL_BOUNDS_NOTHING;
}

static int has_sums(uint32_t opcode) {
    return opcode == SpvOpDot || (opcode >= SpvOpVectorTimesMatrix && opcode <= SpvOpMatrixTimesMatrix);
}

/* Returns how drivers may round a kernel's result, by its instruction: Vulkan's appendix "Precision and Operation of
 * SPIR-V Instructions". */
static uint8_t rounds(const nbl_program_t *p, const nbl_op_t *op) {
    const nbl_instruction_t *of = &p->shader.instructions[op->instruction];
    switch (of->opcode) {
    case SpvOpExtInst: break;
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod: return NBL_ROUNDS_FREELY;
    case SpvOpFConvert:
    case SpvOpConvertSToF:
    case SpvOpConvertUToF: return NBL_ROUNDS_NARROWING;
    case SpvOpFMul:
    case SpvOpDot:
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesVector:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
        return p->shader.ids[of->result].no_contraction ||
                       (!has_sums(of->opcode) && !p->shader.ids[of->result].is_summed)
                   ? NBL_ROUNDS_NOTHING
                   : NBL_ROUNDS_CONTRACTING;
    default: return NBL_ROUNDS_NOTHING;
    }
    if (nbl_operand(of, 0) != p->shader.glsl) return NBL_ROUNDS_NOTHING;
    const uint32_t instruction = nbl_operand(of, 1);
    if (instruction == GLSLstd450Fma) return NBL_ROUNDS_FUSING;
    return (instruction >= GLSLstd450Radians && instruction <= GLSLstd450MatrixInverse) ||
                   (instruction >= GLSLstd450PackSnorm4x8 && instruction <= GLSLstd450UnpackUnorm4x8 &&
                    instruction != GLSLstd450PackDouble2x32 && instruction != GLSLstd450UnpackHalf2x16) ||
                   (instruction >= GLSLstd450Length && instruction <= GLSLstd450Refract) ||
                   instruction == GLSLstd450FMix || instruction == GLSLstd450SmoothStep
               ? NBL_ROUNDS_FREELY
               : NBL_ROUNDS_NOTHING;
}

static void mark_ops(nbl_program_t *p) {
    nbl_summands_mark(&p->shader);
    for (uint32_t i = 0; i < p->op_count; i++) {
        nbl_op_t *op = &p->ops[i];
        for (uint32_t g = 0; op->root != 0 && g < p->global_count; g++) {
            if (op->root != p->globals[g].id) continue;
            op->first_object = p->globals[g].first_object;
            op->object_count = p->globals[g].count;
        }
        if (op->code == NBL_OP_KERNEL) {
            op->absorbs = absorbs(p, op);
            op->bounds = bounds(op);
            op->rounds = rounds(p, op);
            nbl_bits_find(op);
        }
        const int writes = op->code == NBL_OP_STORE || op->code == NBL_OP_ATOMIC || op->code == NBL_OP_TEXEL ||
                           (op->code == NBL_OP_IMAGE && op->form == NBL_IMAGE_WRITE);
        p->has_atomics |= op->code == NBL_OP_ATOMIC;
        p->has_constants |= op->code == NBL_OP_LENGTH || op->code == NBL_OP_IMAGE || op->code == NBL_OP_TEXEL;
        if ((op->code == NBL_OP_ATOMIC && (op->order & 0xEu) != 0) || op->code == NBL_OP_FENCE) p->has_orders = 1;
        const int reads = op->code == NBL_OP_LOAD || op->code == NBL_OP_ATOMIC || op->code == NBL_OP_TEXEL ||
                          (op->code == NBL_OP_IMAGE && op->form != NBL_IMAGE_WRITE && op->form < NBL_IMAGE_SIZE);
        if (!writes && !reads) continue;
        for (uint32_t g = 0; g < p->global_count; g++) { /* through an unknown pointer: any */
            if (op->root != p->globals[g].id && op->root != 0) continue;
            p->globals[g].written |= writes;
            p->globals[g].read |= reads;
        }
    }
    for (uint32_t g = 0; g < p->global_count; g++) { /* several names of one buffer */
        p->has_constants |= p->globals[g].kind == NBL_OBJECT_UNIFORM || p->globals[g].kind == NBL_OBJECT_PUSH;
        nbl_global_t *first = &p->globals[p->globals[g].same_as];
        first->written |= p->globals[g].written;
        first->read |= p->globals[g].read;
        if (first->least_bytes < p->globals[g].least_bytes) first->least_bytes = p->globals[g].least_bytes;
        if (first->last_stride < p->globals[g].last_stride) first->last_stride = p->globals[g].last_stride;
    }
}

static void mark_used(nbl_translation_t *t, const nbl_procedure_t *procedure, uint8_t *used) {
    const nbl_shader_t *shader = t->shader;
    if (used[procedure->id]) return;
    used[procedure->id] = 1;
    for (uint32_t i = procedure->first; i < procedure->end; i++) {
        const nbl_instruction_t *each = &shader->instructions[i];
        for (uint32_t k = 1; k < each->count;
             k++) { /* a literal may look like an identifier, which is then marked without need */
            const uint32_t id = each->words[k];
            if (id < shader->bound && shader->ids[id].kind == NBL_IS_VARIABLE) used[id] = 1;
        }
        if (each->opcode == SpvOpFunctionCall && each->count > 3 && each->words[3] < shader->bound &&
            shader->ids[each->words[3]].kind == NBL_IS_PROCEDURE)
            mark_used(t, &shader->procedures[shader->ids[each->words[3]].index], used);
    }
}

/* Returns which identifiers the entry point uses, for a module of several stages. Of inputs and outputs, those of its
 * interface. */
static const uint8_t *find_used(nbl_translation_t *t) {
    const nbl_shader_t *shader = t->shader;
    uint8_t *used = nbl_shader_take(t->shader, shader->bound, 1);
    mark_used(t, &shader->procedures[shader->entry], used);
    for (uint32_t i = 0; i < shader->variable_count; i++) {
        const nbl_instruction_t *each = &shader->instructions[shader->variables[i]];
        const uint32_t storage = nbl_operand(each, 0);
        int listed = 0;
        if (storage != SpvStorageClassInput && storage != SpvStorageClassOutput) continue;
        for (uint32_t k = 0; k < shader->interface_count; k++) listed |= shader->interface[k] == each->result;
        used[each->result] &= (uint8_t)listed;
    }
    return used;
}

nbl_result_t nbl_program_make(nbl_program_t *program, nbl_error_t *error) {
    nbl_translation_t translation, *t = &translation;
    memset(t, 0, sizeof *t);
    t->program = program;
    t->shader = &program->shader;
    program->shader.error = error != NULL ? error : &program->shader.own_error;
    if (setjmp(program->shader.fail)) return program->shader.result;
    const nbl_shader_t *shader = t->shader;
    t->at = shader->instructions;
    t->values = nbl_shader_take(t->shader, shader->bound, sizeof *t->values);
    program->values = t->values;
    program->codes = nbl_shader_take(t->shader, shader->procedure_count, sizeof *program->codes);
    program->globals = nbl_shader_take(t->shader, shader->variable_count + 1u, sizeof *program->globals);
    program->inputs = nbl_shader_take(t->shader, shader->variable_count + 1u, sizeof *program->inputs);
    t->block_count = 1;
    program->object_count = 1; /* 0 is not an object, so that a null pointer leads nowhere */
    const uint8_t *used = find_used(t);
    for (uint32_t i = 0; i < shader->variable_count; i++) {
        const nbl_instruction_t *each = &shader->instructions[shader->variables[i]];
        if (shader->entry_points < 2 || used[each->result]) nbl_translate_global(t, each);
    }
    for (uint32_t i = 0; i < shader->procedure_count; i++)
        if (shader->entry_points < 2 || used[shader->procedures[i].id]) make_interface(t, i);
    if (program->codes[shader->entry].parameter_count != 0)
        nbl_shader_fail(t->shader, NBL_ERROR_SPIRV, "module: the entry point has parameters");
    translate_procedure(t, shader->entry);
    mark_ops(program);
    nbl_program_reach(program);
    return NBL_SUCCESS;
}

void nbl_program_free(nbl_program_t *program) {
    free(program->ops);
    free(program->registers);
    free(program->lists);
    nbl_shader_free(&program->shader);
    memset(program, 0, sizeof *program);
}
