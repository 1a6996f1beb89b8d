/* A module, translated once into scalar operations on registers. A register holds one scalar of every lane.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A vector, matrix or structure takes a register for each scalar, so taking it apart or putting it together costs
 * nothing as the program runs. SPIR-V has no recursion: each function has registers of its own, and its variables are
 * registers too. A pointer to a function's variable is the number of its first register. A pointer to other memory is
 *
 *   63 62 61        40 39              0
 *   | 0 | 1 | object  | byte            |     of an image: the texel's number
 *
 * An address without bit 62 is a device's, of a buffer that a run has by its address (nbl_interpreter_memory_t).
 */
#ifndef NBL_HOST_INTERPRETER_PROGRAM_H
#define NBL_HOST_INTERPRETER_PROGRAM_H

#include "interpreter/arithmetic.h"
#include "interpreter/module.h"

#define NBL_ADDRESS_SHIFT 40
#define NBL_ADDRESS_OURS ((uint64_t)1 << 62)
#define NBL_ADDRESS_OF(object) (NBL_ADDRESS_OURS | (uint64_t)(object) << NBL_ADDRESS_SHIFT)
#define NBL_ADDRESS_OBJECT(address) ((uint32_t)((address) >> NBL_ADDRESS_SHIFT) & 0x3FFFFFu)
#define NBL_ADDRESS_BYTE(address) ((address) & (((uint64_t)1 << NBL_ADDRESS_SHIFT) - 1u))
/* Addresses from here on lead nowhere. If an index was out of bounds, or no descriptor was bound for it, the low half
 * of the address is the index. */
#define NBL_ADDRESS_POISON NBL_ADDRESS_UNBOUND
#define NBL_ADDRESS_UNBOUND ((uint64_t)0xFFFFFE << NBL_ADDRESS_SHIFT)
#define NBL_ADDRESS_OUTSIDE ((uint64_t)0xFFFFFF << NBL_ADDRESS_SHIFT)

typedef enum nbl_op_code_t {
    NBL_OP_KERNEL = 0, /* result = kernel(a, b, c); operands says how many of these there are */
    NBL_OP_MOVE,       /* result = a */
    NBL_OP_SET,        /* variable's register `result` = a, but not in lanes that have left the function */
    NBL_OP_UNDEFINE,   /* result is undefined */
    NBL_OP_GATHER,     /* result = register of number a + immediate */
    NBL_OP_SCATTER,    /* register of number a + immediate = b */
    NBL_OP_INDEX,      /* result = a (0 if there is no a) + b * immediate + extra; poison if b is not below bound */
    NBL_OP_LENGTH,     /* result = (bytes of the object of address a - immediate) / extra */
    NBL_OP_LOAD,       /* result = memory at a + immediate; form: bytes */
    NBL_OP_STORE,      /* memory at a + immediate = b */
    NBL_OP_ATOMIC, /* result = memory at a, which is changed by b; c: the value that a compare-exchange compares with */
    NBL_OP_BARRIER, /* scope, extra: semantics */
    NBL_OP_FENCE,
    NBL_OP_CALL, /* immediate: number of the function; arguments and results follow in lists */
    NBL_OP_SUBGROUP,
    NBL_OP_IMAGE,     /* form: nbl_image_action_t */
    NBL_OP_TEXEL,     /* result = address of the texel of image a at the coordinates */
    NBL_OP_PRODUCT,   /* results = a * b + c of cooperative matrices; the list has their registers */
    NBL_OP_COMPONENT, /* result = list[a], the index as it is in each lane */
    NBL_OP_REPLACE,   /* result = a where b == immediate, else c */
    NBL_OP_CLOCK,
    /* the ends of blocks */
    NBL_OP_BRANCH,
    NBL_OP_BRANCH_IF,
    NBL_OP_SWITCH,
    NBL_OP_RETURN,
    NBL_OP_UNREACHABLE
} nbl_op_code_t;

typedef enum nbl_absorbs_t {
    NBL_ABSORBS_NOTHING = 0,
    NBL_ABSORBS_ZERO,
    NBL_ABSORBS_TRUE,    /* of truth values, which are 0 or 1 */
    NBL_ABSORBS_SELECTED /* the operand that is not selected does not count */
} nbl_absorbs_t;

typedef enum nbl_bounds_t {
    NBL_BOUNDS_NOTHING = 0,
    NBL_BOUNDS_AND,   /* by either operand */
    NBL_BOUNDS_MIN,   /* by either operand */
    NBL_BOUNDS_MOD,   /* below the second operand */
    NBL_BOUNDS_SHIFT, /* by the bits that remain */
} nbl_bounds_t;

/* How a kernel's undefined bits follow from its operands': see undefined.c. */
typedef enum nbl_bits_t {
    NBL_BITS_ALL = 0, /* all bits, if a bit of an operand is undefined */
    NBL_BITS_SAME,
    NBL_BITS_EITHER,
    NBL_BITS_AND,
    NBL_BITS_OR,
    NBL_BITS_LEFT,
    NBL_BITS_RIGHT,
    NBL_BITS_RIGHT_SIGNED,
    NBL_BITS_UPWARD, /* all bits from the lowest undefined one on */
    NBL_BITS_EQUAL,  /* none, if defined bits differ */
    NBL_BITS_EXTEND,
    NBL_BITS_FIELD,
    NBL_BITS_FIELD_SIGNED,
    NBL_BITS_PACK,
    NBL_BITS_LOW_PART,  /* all, if one of the lowest bits is */
    NBL_BITS_HIGH_PART, /* all, if one of the bits behind these is */
    NBL_BITS_RESULT,    /* the lowest, which are all that it has */
    NBL_BITS_LOW_HALF,
    NBL_BITS_HIGH_HALF,
    NBL_BITS_JOIN,
    NBL_BITS_SELECTED
} nbl_bits_t;

typedef enum nbl_image_action_t {
    NBL_IMAGE_READ = 0,
    NBL_IMAGE_WRITE,
    NBL_IMAGE_FETCH,
    NBL_IMAGE_SAMPLE,
    NBL_IMAGE_GATHER,
    NBL_IMAGE_SIZE,
    NBL_IMAGE_LEVELS,
    NBL_IMAGE_SAMPLES
} nbl_image_action_t;

/* Kinds of a cooperative matrix' numbers: 0 to 3 integers of 8, 16, 32 and 64 bits; plus 4 floats; plus 8 bfloat16. */
enum { NBL_NUMBER_FLOAT = 4, NBL_NUMBER_BFLOAT = 8 };

/* How drivers may round a kernel's result differently. */
typedef enum nbl_rounds_t {
    NBL_ROUNDS_NOTHING = 0,
    NBL_ROUNDS_FREELY,     /* Vulkan bounds its error, or says how it may be computed */
    NBL_ROUNDS_FUSING,     /* fma(), which may be computed as a product and a sum */
    NBL_ROUNDS_NARROWING,  /* to fewer bits: correctly, but whether to nearest or to zero is open */
    NBL_ROUNDS_CONTRACTING /* a product that may be contracted with a sum */
} nbl_rounds_t;

typedef struct nbl_op_t {
    uint8_t code, operands, form, scope;
    uint8_t is_private;  /* an access that nothing orders with other invocations' accesses: see translate_memory.c */
    uint8_t indexed;     /* a is the result of NBL_OP_INDEX */
    uint8_t descriptors; /* NBL_OP_INDEX: it chooses a descriptor; beyond the bound none was bound in this run */
    uint8_t bounds;      /* of a kernel: an operand bounds the result; see nbl_bounds_t */
    uint8_t rounds;      /* of a kernel: how drivers may round its result differently; see nbl_rounds_t */
    uint8_t absorbs;     /* of a kernel: an operand of 0, or of 1, decides alone; see nbl_absorbs_t */
    uint8_t bits, width; /* of a kernel: nbl_bits_t, and how many bits an operand has for it */
    uint16_t order;      /* of atomics and fences: memory semantics' low bits; opcode of a subgroup's */
    uint16_t opcode;     /* SPIR-V's */
    uint32_t result, a, b, c;       /* registers; NBL_NONE: none */
    uint32_t list, list_count;      /* further registers, in the program's lists */
    uint32_t results, result_count; /* registers of several results, in the program's lists */
    uint64_t immediate, extra, bound;
    nbl_kernel_t kernel;
    const nbl_type_t *type;              /* of an image, or of a scalar */
    uint32_t instruction;                /* number of the module's instruction */
    uint32_t root;                       /* identifier of the variable that is accessed; 0: unknown */
    uint32_t first_object, object_count; /* the root's objects, if lanes share it; 0, 0: unknown */
} nbl_op_t;

/* What is known of a register before the program runs. */
typedef struct nbl_register_info_t {
    uint8_t wide;    /* 64 bits */
    uint8_t escapes; /* a block uses it that does not define it */
    uint8_t is_constant;
    uint8_t is_variable; /* it is a function's variable, or a private one */
    uint8_t undefined;   /* at first */
    uint32_t block;      /* which defines it, numbered through all functions */
    uint64_t value;      /* at first */
} nbl_register_info_t;

typedef struct nbl_edge_t {
    uint32_t to;              /* block of the function */
    uint32_t phis, phi_count; /* pairs (result, source) in the lists */
} nbl_edge_t;

typedef struct nbl_block_code_t {
    uint32_t first, end;               /* ops */
    uint32_t escaping, escaping_count; /* in the lists: registers that it defines for other blocks */
    nbl_edge_t *edges;                 /* as the block's `next` */
    uint8_t can_run;                   /* the module's constants do not rule it out: see reach.c */
} nbl_block_code_t;

typedef struct nbl_code_t { /* of a function */
    nbl_block_code_t *blocks;
    uint32_t *by_order;                   /* block with that order */
    uint32_t parameters, parameter_count; /* first register, how many */
    uint32_t results, result_count;       /* first register, how many */
    uint32_t variables, variable_count;   /* in the lists: their registers, set anew at each call */
    uint8_t done;
} nbl_code_t;

typedef enum nbl_object_kind_t {
    NBL_OBJECT_SHARED = 0,
    NBL_OBJECT_BUFFER,
    NBL_OBJECT_UNIFORM,
    NBL_OBJECT_PUSH,
    NBL_OBJECT_IMAGE,
    NBL_OBJECT_SAMPLER
} nbl_object_kind_t;

/* A variable of the module that lanes share. An array of them has an object for each element. */
typedef struct nbl_global_t {
    uint32_t id, first_object, count;
    uint32_t same_as; /* number of the first variable with its binding: a storage buffer may have several names */
    uint8_t kind, written, read, is_runtime_array, coherent;
    uint8_t is_zeroed; /* shared memory that is zero at the beginning */
    uint32_t set, binding;
    const char *name;
    nbl_type_t *type;     /* of one element */
    uint64_t least_bytes; /* without a runtime array at its end */
    uint32_t last_stride; /* of that runtime array; 0: none */
} nbl_global_t;

typedef struct nbl_input_t { /* a built-in variable */
    uint32_t builtin, first, count;
    uint8_t needed; /* see needed.c */
} nbl_input_t;

typedef struct nbl_program_t {
    nbl_shader_t shader;
    nbl_op_t *ops;
    uint32_t op_count, op_capacity;
    nbl_register_info_t *registers;
    uint32_t register_count, register_capacity;
    uint32_t *lists;
    uint32_t list_count, list_capacity;
    nbl_code_t *codes; /* by procedure */
    nbl_global_t *globals;
    uint32_t global_count, object_count;
    nbl_input_t *inputs;
    uint32_t input_count;
    uint8_t has_atomics, has_orders;  /* it has atomic accesses; accesses or fences that acquire or release */
    const struct nbl_value_t *values; /* registers and pointers by identifier, for a debugger */
    uint8_t has_constants;            /* 1 if it can read push constants, uniform buffers or sizes */
} nbl_program_t;

/* summands.c: marks identifiers. */
void nbl_summands_mark(nbl_shader_t *shader);

/* undefined.c: how a kernel's undefined bits follow from its operands'. */
void nbl_bits_find(nbl_op_t *op);

/* reach.c: finds which blocks can run, once the program is translated. */
void nbl_program_reach(nbl_program_t *program);

/* What reach.c knows of registers once the blocks that can run are found. */
typedef struct nbl_known_values_t {
    nbl_program_t *program;
    uint8_t *known;   /* of each register: NBL_NO_VALUE, NBL_ONE_VALUE or NBL_SEVERAL_VALUES */
    uint64_t *values; /* of each register that has one value */
    int changed;
} nbl_known_values_t;
enum { NBL_NO_VALUE = 0, NBL_ONE_VALUE, NBL_SEVERAL_VALUES };

/* Returns the variable's register that a pointer with one value leads to; NBL_NONE: it may lead to several
 * registers. */
uint32_t nbl_known_register(const nbl_known_values_t *known, const nbl_op_t *op);

/* needed.c: finds which built-in variables are needed. known: NULL: nothing is known of registers. */
void nbl_program_need(nbl_program_t *program, const nbl_known_values_t *known);

/* Translates a module that was read. Errors: as nbl_shader_read. */
nbl_result_t nbl_program_make(nbl_program_t *program, nbl_error_t *error);
void nbl_program_free(nbl_program_t *program);

#endif
