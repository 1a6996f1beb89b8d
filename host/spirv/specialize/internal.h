/* The state of a specialisation, and what each file does with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   read.c      words -> types, constants, where labels and functions are
 *   decide.c    specialization constants that the caller decides
 *   value.c     what is known of a value; composites as their leaves
 *   fold.c      operations on what is known
 *   exact.c     products that are exact
 *   emit.c      instructions of the new module, equal pure ones once
 *   memory.c    private variables as cells, or as variables of the new module
 *   step.c      one instruction that is no branch
 *   control.c   blocks, calls, and where branches go
 *   fork.c      an if that literals do not decide
 *   loop.c      a loop that stays one
 *   fuse.c      multiply-adds, in fast mode
 *   unite.c     neighbouring ifs of one condition
 *   stores.c    stores to shared memory without a condition
 *   looped.c    stores to shared memory in loops of one trip
 *   by_one.c    sums that multiply by 1
 *   order.c     the instructions of a block in another order
 *   write.c     the new module
 *
 * SPIR-V's terms: a block is the instructions from a label to a branch. A branch with two ways names its merge, the
 * block where they meet again, and a loop's header, the block that it begins with, names the loop's merge and its
 * continue target, which leads back to the header. OpPhi is a value that depends on the block that control came from. A
 * pure instruction has no effect but its result.
 *
 * Our own: a leaf is a scalar in a value of any type; a cell holds the value of one leaf of a private variable. A kept
 * loop stays a loop, where others are executed turn by turn; what it may change is carried. A path is the calls and
 * turns of loops that led to an instruction.
 *
 * An error anywhere leaves by nbl_sp_refuse (longjmp): all memory belongs to the state, and is freed with it.
 */
#ifndef NBL_HOST_SPIRV_SPECIALIZE_INTERNAL_H
#define NBL_HOST_SPIRV_SPECIALIZE_INTERNAL_H

#include <setjmp.h>
#include <spirv/unified1/spirv.h>

#include "spirv/specialize/shape.h"
#include "spirv/specialize/specialize.h"

enum {
    NBL_SP_HEADER_WORDS = 5,     /* of a module, by SPIR-V's specification */
    NBL_SP_MOST_LEAVES = 1 << 14 /* of a value; of more the size counts as unknown, and a use is refused; chosen */
};

/* A type of the old module. */
typedef struct nbl_sp_type_t {
    uint32_t op;               /* its opcode; 0: this id is no type */
    uint32_t at;               /* word of the instruction */
    uint32_t width;            /* bits of a scalar, 1 for bool; 0 for other types */
    uint32_t element;          /* the type of a vector's, matrix' or array's elements; what a pointer points to */
    uint32_t count;            /* elements of a vector, a matrix or an array; members of a structure */
    uint32_t storage;          /* a pointer's storage class */
    uint32_t leaves;           /* scalars in it; 0: too many, or unknown */
    uint32_t leaf;             /* the type of all its leaves; 0: they are of different types */
    uint32_t undefined;        /* the undefined value of the type; 0: not made yet */
    uint32_t function_pointer; /* the type of a pointer to it in storage class Function; 0: none yet */
} nbl_sp_type_t;

/* What is known of a value. Values have numbers, and equal constants have one number; 0 is no value. */
typedef enum nbl_sp_kind_t {
    NBL_SP_NONE = 0,
    NBL_SP_CONSTANT,
    NBL_SP_UNDEFINED,
    NBL_SP_RESULT,    /* the result of an instruction of the new module */
    NBL_SP_COMPOSITE, /* a vector, matrix, array or structure, as its leaves in s->parts */
    NBL_SP_CELLS,     /* a pointer to cells */
    NBL_SP_POINTER,   /* a pointer of the new module: a base, and indices in s->parts */
    NBL_SP_CARRIED    /* in a cell that a kept loop may have changed: a read takes its variable into memory */
} nbl_sp_kind_t;

typedef struct nbl_sp_value_t {
    uint8_t kind;
    bool in_function; /* POINTER: it leads to a variable of the new main() */
    /* RESULT: the opcode that made it of the values a, b, c; 0: not noted. CONSTANT: OpFMul if its factors are kept;
     * else 0 */
    uint16_t op;
    uint32_t type; /* the value's type in the old module; of CELLS and POINTER what it points to */
    union {
        uint64_t bits; /* CONSTANT: its bits, zeros above the type's width */
        struct {
            uint32_t first; /* COMPOSITE, POINTER: leaves, or indices, in s->parts. CELLS: the first cell */
            uint32_t count; /* COMPOSITE: leaves. POINTER: indices */
        };
    };
    uint32_t id; /* identifier in the new module; 0: none yet. POINTER: the base's */
    /* RESULT: operands. CONSTANT with op: factors. POINTER: a is 1 if nothing can write where it leads to */
    uint32_t a, b;
    union {
        uint32_t c;            /* RESULT: the third operand */
        uint32_t next;         /* CONSTANT: the next constant in its hash bucket; 0: the last */
        uint32_t instance;     /* CELLS, CARRIED: number of the variable */
        uint32_t pointer_type; /* POINTER: its type in the new module */
    };
} nbl_sp_value_t;

/* Where a variable begins: the variable of the old module, and the path on which it comes to life. */
typedef struct nbl_sp_place_t {
    uint64_t path;
    uint32_t id;   /* the variable's in the old module */
    uint32_t next; /* in s->in_memory: the next place of its hash bucket, plus 1; 0: the last */
} nbl_sp_place_t;

/* A cell, and a value that it holds or held. */
typedef struct nbl_sp_write_t {
    uint32_t cell, value;
} nbl_sp_write_t;

/* An if without an else: where its parts are in s->code. */
typedef struct nbl_sp_if_t {
    uint32_t condition, taken, other, merge; /* the labels */
    uint32_t body, body_end, end;
} nbl_sp_if_t;

/* The type of shared arrays that have one more element in the new module. */
typedef struct nbl_sp_grown_t {
    uint32_t array;       /* its type in the old module; 0: no array grows */
    uint32_t length_type; /* the type of its length */
    uint32_t place;       /* the id of the old length, which both modules have: the new element's index */
    uint32_t longer;      /* new module: the constant that is the new length */
} nbl_sp_grown_t;

/* What loops of one trip are made of, ids of the new module. */
typedef struct nbl_sp_looped_t {
    uint32_t type;  /* of 32 bits, unsigned */
    uint32_t count; /* a load of a component of gl_NumWorkGroups; 0: no store is looped */
    uint32_t zero;
} nbl_sp_looped_t;

/* A pure instruction that was written, to be found again by its hash. */
typedef struct nbl_sp_pure_t {
    uint32_t hash, value, next, words;
    bool exactly; /* decorated NoContraction; only an instruction of the same decoration is equal to it */
} nbl_sp_pure_t;

/* A condition that is known to be true, or false, on a side of a fork. */
typedef struct nbl_sp_fact_t {
    uint32_t condition;
    bool is;
} nbl_sp_fact_t;

/* A moment of the state: the sizes of its vectors, and the block. nbl_sp_forget() and nbl_sp_go_back() return to it. */
typedef struct nbl_sp_mark_t {
    uint32_t code, trail, pures, cells, label, facts, phis;
} nbl_sp_mark_t;

/* What is being executed: a call, a fork or a loop's iteration, each with a pointer to the frame around it. A frame is
 * not changed after a frame inside it has begun, since both sides of a fork start from the same frames. */
typedef enum nbl_sp_frame_kind_t { NBL_SP_CALL, NBL_SP_FORK, NBL_SP_LOOP } nbl_sp_frame_kind_t;
typedef struct nbl_sp_frame_t {
    struct nbl_sp_frame_t *outer;
    nbl_sp_frame_kind_t kind;
    uint32_t depth;                           /* the number of frames around it */
    uint32_t level;                           /* which nbl_sp_run() made it */
    uint64_t path;                            /* hash of the calls and iterations that it stands in */
    uint32_t turn;                            /* LOOP that is executed: the number of its iteration */
    uint32_t header, next, merge;             /* labels of the old module; next: the continue target */
    uint32_t new_header, new_next, new_merge; /* LOOP that is kept: labels of the new module; else 0 */
    uint32_t control;                         /* LOOP: OpLoopMerge's loop control */
    bool next_reached, merge_reached;         /* LOOP that is kept: whether a branch to the label was written */
    nbl_sp_mark_t start;                      /* LOOP: the state when it began */
} nbl_sp_frame_t;

/* How nbl_sp_run() ended: in a branch or return that it wrote, or at a label of a frame outside its bound. */
typedef struct nbl_sp_exit_t {
    bool ended;                  /* a branch or return was written; the rest is 0 */
    uint32_t depth, rank, label; /* else the frame's depth, and its label: of two labels of a frame the one of greater
                                    rank lies further out */
} nbl_sp_exit_t;

/* A growing array: elements, how many there are, and for how many there is memory. */
#define NBL_SP_VECTOR(type) \
    struct { \
        type *data; \
        uint32_t size, room; \
    }

enum { NBL_SP_BUCKETS = 1 << 13 }; /* of each hash table; chosen, nothing measured */

typedef struct nbl_sp_t {
    nbl_specialize_options_t options;
    const uint32_t *words;
    uint32_t word_count, bound, next_id;
    uint32_t *at;       /* by id of a label or a function: its word; 0: not seen */
    uint32_t *map;      /* by id of the old module: the number of its value; 0: none */
    uint8_t *exactly;   /* by id: 1 if it is decorated NoContraction */
    uint32_t *spec_ids; /* by id: its SpecId, plus 1; 0: none */
    uint8_t *kept;      /* by label of a loop's header: 1 if the loop stays a loop */
    uint8_t *accesses;  /* by function, of memory that others see: 0 not asked, 1 being found out, 2 no, 3 yes */
    nbl_sp_type_t *types;
    uint32_t first_function, entry_function, glsl_set, bool_type;
    uint32_t workgroup_size_id; /* the constant decorated WorkgroupSize; 0: none */
    uint32_t workgroup_size;    /* its value, if the caller decides it; else 0 */
    uint32_t local_index_id;    /* the variable decorated LocalInvocationIndex; 0: none */
    uint32_t local_index;       /* the value that was loaded from it last; 0: not loaded yet */
    uint64_t local_size;        /* invocations of a workgroup, so that local_index is below it; 0: not known */
    bool volatile_loads;        /* something in the module is decorated Volatile: loads are neither dropped nor moved */

    NBL_SP_VECTOR(nbl_sp_value_t) values;
    NBL_SP_VECTOR(uint32_t) parts;
    NBL_SP_VECTOR(uint32_t) cells;           /* by cell: the value that it holds; 0: nothing stored yet */
    NBL_SP_VECTOR(uint32_t) owners;          /* by cell: number of the variable that it belongs to */
    NBL_SP_VECTOR(uint32_t) types_of_cells;  /* by cell: its type in the old module */
    NBL_SP_VECTOR(uint32_t) carried;         /* cells that kept loops may change while these loops are being written */
    NBL_SP_VECTOR(uint32_t) others;          /* by cell: scratch of fork.c's join_cells(), else 0 */
    NBL_SP_VECTOR(nbl_sp_write_t) trail;     /* each change of a cell: what it held before, to undo it */
    NBL_SP_VECTOR(nbl_sp_write_t) writes;    /* what the sides of forks left in cells */
    NBL_SP_VECTOR(uint32_t) code;            /* the new main()'s instructions */
    NBL_SP_VECTOR(uint32_t) fused;           /* scratch of fuse.c, unite.c and order.c: what is to replace code */
    NBL_SP_VECTOR(uint32_t) globals;         /* constants and types of the new module that the old one lacks */
    NBL_SP_VECTOR(uint32_t) variables;       /* OpVariables of the new main(), four words each */
    NBL_SP_VECTOR(uint32_t) scratch;         /* a stack that the functions share */
    NBL_SP_VECTOR(uint32_t) phis;            /* values that sides of forks bring to phis */
    NBL_SP_VECTOR(uint32_t) output;          /* the new module */
    NBL_SP_VECTOR(uint32_t) exact_ids;       /* ids of the new module that are decorated NoContraction */
    NBL_SP_VECTOR(nbl_sp_pure_t) pures;      /* the pure instructions that are known here */
    NBL_SP_VECTOR(nbl_sp_fact_t) facts;      /* the conditions that are known here */
    NBL_SP_VECTOR(nbl_sp_place_t) places;    /* by number of a variable: where it began */
    NBL_SP_VECTOR(uint32_t) locals;          /* pointers to the variables of the calls that are being executed */
    NBL_SP_VECTOR(uint32_t) free_pointers;   /* numbers of values whose variables are gone: new pointers take them */
    NBL_SP_VECTOR(nbl_sp_place_t) in_memory; /* variables that are to be variables of the new main(). Outlives a pass */
    uint32_t memory_buckets[NBL_SP_BUCKETS];
    uint32_t constant_buckets[NBL_SP_BUCKETS], pure_buckets[NBL_SP_BUCKETS];

    nbl_sp_frame_t *frame;
    NBL_SP_VECTOR(nbl_sp_frame_t *) frames; /* all frames that were made; from frames_used on they may be used again */
    uint32_t frames_used;
    uint32_t label;    /* new module: the block that is being written */
    uint32_t previous; /* old module: the block that nbl_sp_run() came from when it ended; 0: from a fork's merge */
    uint32_t returned; /* the value that the function returned */
    uint32_t depth, level, levels, convergent;
    bool again;        /* one more pass is needed, with more variables in memory: what is written now is thrown away */
    bool precise;      /* the instruction that is being executed is decorated NoContraction */
    bool may_contract; /* what is being written is not decorated NoContraction, in exact mode either */

    nbl_sp_grown_t grown;
    nbl_sp_looped_t looped;
    uint64_t steps; /* instructions executed */
    size_t bytes;   /* allocated */
    void *blocks;   /* what nbl_sp_allocate() gave, as a list */
    jmp_buf leave;  /* where nbl_sp_refuse() goes to */
    nbl_specialize_result_t result;
    char why[128];
} nbl_sp_t;

#if defined(__GNUC__)
#define NBL_SP_PRINTF __attribute__((format(printf, 2, 3), noreturn))
#else
#define NBL_SP_PRINTF
#endif
/* Ends the specialisation with the reason. Never returns. */
void nbl_sp_refuse(nbl_sp_t *s, const char *format, ...) NBL_SP_PRINTF;
void *nbl_sp_grow(nbl_sp_t *s, void *data, uint32_t *room, size_t item);
void *nbl_sp_allocate(nbl_sp_t *s, size_t bytes);

/* Appends x to a vector. x is evaluated after the vector has grown, so it must not push into the same vector. */
#define NBL_SP_PUSH(s, vector, x) \
    do { \
        if ((vector).size == (vector).room) \
            (vector).data = nbl_sp_grow((s), (vector).data, &(vector).room, sizeof *(vector).data); \
        (vector).data[(vector).size++] = (x); \
    } while (0)

/* The functions below are asked several times for each instruction, so they are inline. */

/* Returns what is known of the value of a number. */
static inline nbl_sp_value_t nbl_sp_value(const nbl_sp_t *s, uint32_t value) { return s->values.data[value]; }

/* Returns the number of the value that an id of the old module has now. Refuses an id without one. */
static inline uint32_t nbl_sp_get(nbl_sp_t *s, uint32_t id) {
    if (id >= s->bound || !s->map[id]) nbl_sp_refuse(s, "id %u has no value", id);
    return s->map[id];
}

/* Gives an id of the old module a value. */
static inline void nbl_sp_set(nbl_sp_t *s, uint32_t id, uint32_t value) {
    if (id >= s->bound) nbl_sp_refuse(s, "malformed: id %u", id);
    s->map[id] = value;
}

/* Returns the type of an id of the old module. Refuses an id that is no type. */
static inline const nbl_sp_type_t *nbl_sp_type(nbl_sp_t *s, uint32_t id) {
    if (id >= s->bound || !s->types[id].op) nbl_sp_refuse(s, "%u is no type", id);
    return &s->types[id];
}

static inline bool nbl_sp_is_composite(nbl_sp_t *s, uint32_t type) {
    uint32_t op = nbl_sp_type(s, type)->op;
    return op == SpvOpTypeVector || op == SpvOpTypeMatrix || op == SpvOpTypeArray || op == SpvOpTypeStruct;
}

/* Returns the number of leaves of a type, at least 1. Refuses types without a known size. */
static inline uint32_t nbl_sp_leaves(nbl_sp_t *s, uint32_t type) {
    uint32_t leaves = nbl_sp_type(s, type)->leaves;
    if (!leaves) nbl_sp_refuse(s, "values of type %u are too large, or of unknown size", type);
    return leaves;
}

/* read.c */
void nbl_sp_read(nbl_sp_t *s);
uint32_t nbl_sp_member(nbl_sp_t *s, uint32_t type, uint32_t member, uint32_t *first_leaf);
uint32_t nbl_sp_member_of_leaf(nbl_sp_t *s, uint32_t *type, uint32_t *leaf);
bool nbl_sp_accesses_memory(nbl_sp_t *s, uint32_t from, uint32_t merge);

/* decide.c */
uint32_t nbl_sp_decided(nbl_sp_t *s, const uint32_t *w);
bool nbl_sp_is_decided(const nbl_sp_t *s, uint32_t op);
void nbl_sp_put_decided(nbl_sp_t *s, const uint32_t *w);
void nbl_sp_put_local_size(nbl_sp_t *s, const uint32_t *w);

/* value.c */
uint32_t nbl_sp_add(nbl_sp_t *s, nbl_sp_value_t value);
uint32_t nbl_sp_constant(nbl_sp_t *s, uint32_t type, uint64_t bits);
uint32_t nbl_sp_undefined(nbl_sp_t *s, uint32_t type);
uint32_t nbl_sp_result(nbl_sp_t *s, uint32_t type, uint32_t id);
uint32_t nbl_sp_leaf(nbl_sp_t *s, uint32_t value, uint32_t leaf);
uint32_t nbl_sp_leaf_type(nbl_sp_t *s, uint32_t type, uint32_t leaf);
uint32_t nbl_sp_part(nbl_sp_t *s, uint32_t value, uint32_t type, uint32_t first_leaf);
uint32_t nbl_sp_composite(nbl_sp_t *s, uint32_t type, uint32_t first_part);
void nbl_sp_push_leaves(nbl_sp_t *s, uint32_t value);

/* fold.c */
uint32_t nbl_sp_unary(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a);
uint32_t nbl_sp_binary(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b);
uint32_t nbl_sp_literal_fused(nbl_sp_t *s, uint32_t type, uint32_t c, uint32_t a, uint32_t b);
uint32_t nbl_sp_select(nbl_sp_t *s, uint32_t type, uint32_t condition, uint32_t a, uint32_t b);
uint32_t nbl_sp_function(nbl_sp_t *s, uint32_t type, uint32_t function, uint32_t count, const uint32_t *values);

/* exact.c */
/* Returns whether the product of two scalars, one of them a literal, is exact. */
bool nbl_sp_is_exact_product(nbl_sp_t *s, uint32_t type, uint32_t a, uint32_t b);

/* emit.c */
uint32_t nbl_sp_emit(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t count, const uint32_t *operands, bool pure);
void nbl_sp_put(nbl_sp_t *s, uint32_t op, uint32_t count, const uint32_t *operands);
uint32_t nbl_sp_id(nbl_sp_t *s, uint32_t value);
void nbl_sp_begin_block(nbl_sp_t *s, uint32_t label);
void nbl_sp_branch(nbl_sp_t *s, uint32_t label);
uint32_t nbl_sp_function_pointer(nbl_sp_t *s, uint32_t pointee);
nbl_sp_mark_t nbl_sp_mark(const nbl_sp_t *s);
void nbl_sp_forget(nbl_sp_t *s, nbl_sp_mark_t mark);  /* drops what was found out since the mark; the code stays */
void nbl_sp_go_back(nbl_sp_t *s, nbl_sp_mark_t mark); /* drops the code since the mark, too */

/* memory.c */
uint32_t nbl_sp_variable(nbl_sp_t *s, uint32_t type, uint32_t id);
uint32_t nbl_sp_load(nbl_sp_t *s, uint32_t type, uint32_t pointer, uint32_t count, const uint32_t *operands);
void nbl_sp_store(nbl_sp_t *s, uint32_t pointer, uint32_t value, uint32_t count, const uint32_t *operands);
uint32_t nbl_sp_access(nbl_sp_t *s, uint32_t pointer_type, uint32_t base, uint32_t count, const uint32_t *ids);
void nbl_sp_set_cell(nbl_sp_t *s, uint32_t cell, uint32_t value);
bool nbl_sp_carry(nbl_sp_t *s, uint32_t cell);
void nbl_sp_drop_cells(nbl_sp_t *s, uint32_t cells);
void nbl_sp_drop_locals(nbl_sp_t *s, uint32_t locals);
void nbl_sp_take_out(nbl_sp_t *s, uint32_t instance);
void nbl_sp_take_none_out(nbl_sp_t *s);

/* step.c */
void nbl_sp_step(nbl_sp_t *s, const uint32_t *w);

/* control.c */
uint64_t nbl_sp_path(uint64_t outer, uint32_t at, uint32_t turn);
nbl_sp_exit_t nbl_sp_run(nbl_sp_t *s, uint32_t label, uint32_t previous, nbl_sp_exit_t bound, bool inside);
uint32_t nbl_sp_call(nbl_sp_t *s, const uint32_t *w);
void nbl_sp_main(nbl_sp_t *s);
nbl_sp_frame_t *nbl_sp_push_frame(nbl_sp_t *s, nbl_sp_frame_kind_t kind, nbl_sp_frame_t *outer);
bool nbl_sp_further_out(nbl_sp_exit_t a, nbl_sp_exit_t b);

/* fork.c */
nbl_sp_exit_t nbl_sp_fork(nbl_sp_t *s, uint32_t condition, const uint32_t targets[2], uint32_t merge, uint32_t block);

/* loop.c */
bool nbl_sp_keep_loop(nbl_sp_t *s, const nbl_sp_frame_t *loop);

/* fuse.c */
void nbl_sp_fuse(nbl_sp_t *s);

/* by_one.c */
void nbl_sp_by_one(nbl_sp_t *s);
/* Finds a load of a component of gl_NumWorkGroups in the first block. Returns where it begins in s->code, in words,
 * plus 1; 0 if there is none.
 *
 * made  for each id, where the instruction that makes it begins in s->code, plus 1; 0: no instruction makes it */
uint32_t nbl_sp_find_count(const nbl_sp_t *s, const uint32_t *made);

/* looped.c */
void nbl_sp_find_looped(nbl_sp_t *s);
void nbl_sp_loop_stores(nbl_sp_t *s);

/* unite.c */
void nbl_sp_unite(nbl_sp_t *s);
bool nbl_sp_find_if(const nbl_sp_t *s, uint32_t at, nbl_sp_if_t *found);

/* stores.c */
void nbl_sp_find_stored(nbl_sp_t *s);
void nbl_sp_put_grown(nbl_sp_t *s, const uint32_t *w);
void nbl_sp_store_always(nbl_sp_t *s, const uint8_t *used); /* used: by id, what the new module needs */

/* order.c */
void nbl_sp_order(nbl_sp_t *s);

/* write.c */
void nbl_sp_write(nbl_sp_t *s);

#endif
