/* The state of a specialisation, and what each file does with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   read.c      words -> types, constants, where labels and functions are
 *   decide.c    specialization constants that the caller decides
 *   value.c     what is known of a value; composites as their leaves
 *   fold.c      operations on what is known
 *   emit.c      instructions of the new module, equal pure ones once
 *   memory.c    private variables as cells, or as variables of the new module
 *   step.c      one instruction that is no branch
 *   control.c   blocks, calls, and where branches go
 *   fork.c      an if that literals do not decide
 *   loop.c      a loop that stays one
 *   fuse.c      multiply-adds, in fast mode
 *   unite.c     neighbouring ifs of one condition
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

enum { NBL_SP_HEADER_WORDS = 5, NBL_SP_MOST_LEAVES = 1 << 14 };

typedef struct nbl_sp_type_t {
    uint32_t op;             /* 0 = this id is no type */
    uint32_t at;             /* word of the instruction */
    uint32_t width;          /* bits of a scalar, 1 for bool */
    uint32_t element, count; /* of a vector, a matrix, an array; members of a structure; what a pointer points to */
    uint32_t storage;
    uint32_t leaves;           /* scalars in it */
    uint32_t leaf;             /* the type of them all; 0: they are of several */
    uint32_t undefined;        /* the value, once there is one */
    uint32_t function_pointer; /* the type of a pointer to it in a function's variable, once there is one */
} nbl_sp_type_t;

/* Values are numbered, so that equal ones are one number; 0 is none. */
typedef enum nbl_sp_kind_t {
    NBL_SP_NONE = 0,
    NBL_SP_CONSTANT,
    NBL_SP_UNDEFINED,
    NBL_SP_RESULT,    /* of an instruction of the new module */
    NBL_SP_COMPOSITE, /* leaves, in parts */
    NBL_SP_CELLS,     /* a pointer to cells */
    NBL_SP_POINTER,   /* a pointer in the new module: a base and indices, in parts */
    NBL_SP_CARRIED    /* what a kept loop may have changed: reading it takes the variable out of its cells */
} nbl_sp_kind_t;

typedef struct nbl_sp_value_t {
    uint8_t kind;
    bool in_function; /* POINTER: to a variable of the new main() */
    uint16_t op;      /* RESULT: what made it, of the values a, b, c; 0 = something else */
    uint32_t type;    /* of a pointer: what it points to */
    union {
        uint64_t bits; /* CONSTANT */
        struct {
            uint32_t first, count; /* COMPOSITE: leaves. CELLS: the first cell. POINTER: indices */
        };
    };
    uint32_t id; /* in the new module; 0 = none yet. POINTER: the base */
    uint32_t a, b;
    union {
        uint32_t c;            /* RESULT */
        uint32_t next;         /* CONSTANT: of equal hash */
        uint32_t instance;     /* CELLS, CARRIED: number of the variable */
        uint32_t pointer_type; /* POINTER: of the new module */
    };
} nbl_sp_value_t;

/* Where a variable begins: on which path, and which of the old module it is. */
typedef struct nbl_sp_place_t {
    uint64_t path;
    uint32_t id, next; /* of equal hash */
} nbl_sp_place_t;

typedef struct nbl_sp_write_t {
    uint32_t cell, value;
} nbl_sp_write_t;

typedef struct nbl_sp_pure_t {
    uint32_t hash, value, next, words;
    bool exactly; /* it is decorated NoContraction, and so is what may take its place */
} nbl_sp_pure_t;

typedef struct nbl_sp_fact_t {
    uint32_t condition;
    bool is;
} nbl_sp_fact_t;

/* Where the state was, to go back to. */
typedef struct nbl_sp_mark_t {
    uint32_t code, trail, pures, cells, label, facts, phis;
} nbl_sp_mark_t;

/* What is being executed, innermost first; never changed once something is in it, since sides of a fork go back. */
typedef enum nbl_sp_frame_kind_t { NBL_SP_CALL, NBL_SP_FORK, NBL_SP_LOOP } nbl_sp_frame_kind_t;
typedef struct nbl_sp_frame_t {
    struct nbl_sp_frame_t *outer;
    nbl_sp_frame_kind_t kind;
    uint32_t depth, level;                    /* frames outside; which run() made it */
    uint64_t path;                            /* the calls and the turns of loops that it stands in */
    uint32_t turn;                            /* of an executed loop */
    uint32_t header, next, merge;             /* labels of the old module */
    uint32_t new_header, new_next, new_merge; /* of a kept loop; else 0 */
    uint32_t control;
    bool next_reached, merge_reached; /* of a kept loop */
    nbl_sp_mark_t start;
} nbl_sp_frame_t;

/* How a run() ended: at a label that belongs to a frame outside, or in a branch or return that was written. */
typedef struct nbl_sp_exit_t {
    bool ended;
    uint32_t depth, rank, label; /* of one frame, the label of greater rank lies further out */
} nbl_sp_exit_t;

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
    uint32_t *at;       /* by id: word of the label or function */
    uint32_t *map;      /* by id: the value */
    uint8_t *exactly;   /* by id: decorated NoContraction */
    uint32_t *spec_ids; /* by id: its SpecId, plus 1 */
    uint8_t *kept;      /* by label: the loop that begins there stays one */
    uint8_t *accesses;  /* by function: 1 not known yet, 2 no, 3 yes */
    nbl_sp_type_t *types;
    uint32_t first_function, entry_function, glsl_set, bool_type;
    uint32_t workgroup_size_id,
        workgroup_size;                   /* the constant that states it, and its value if that is decided; or 0 */
    uint32_t local_index_id, local_index; /* the variable of the invocation's number in its workgroup, and its value */
    uint64_t local_size;                  /* which that is below, as a literal; 0: not known */
    bool volatile_loads;

    NBL_SP_VECTOR(nbl_sp_value_t) values;
    NBL_SP_VECTOR(uint32_t) parts;
    NBL_SP_VECTOR(uint32_t) cells;  /* 0 = nothing stored yet */
    NBL_SP_VECTOR(uint32_t) owners; /* by cell: number of the variable */
    NBL_SP_VECTOR(uint32_t) types_of_cells;
    NBL_SP_VECTOR(uint32_t) carried;     /* cells that the kept loops that are being written may change */
    NBL_SP_VECTOR(uint32_t) others;      /* by cell: scratch of a join, else 0 */
    NBL_SP_VECTOR(nbl_sp_write_t) trail; /* what cells held before */
    NBL_SP_VECTOR(nbl_sp_write_t) writes;
    NBL_SP_VECTOR(uint32_t) code;
    NBL_SP_VECTOR(uint32_t) fused;     /* code that is to replace it */
    NBL_SP_VECTOR(uint32_t) globals;   /* constants and types of the new module that the old has not */
    NBL_SP_VECTOR(uint32_t) variables; /* of the new main() */
    NBL_SP_VECTOR(uint32_t) scratch;
    NBL_SP_VECTOR(uint32_t) phis;
    NBL_SP_VECTOR(uint32_t) output;
    NBL_SP_VECTOR(uint32_t) exact_ids; /* of the new module: decorated NoContraction */
    NBL_SP_VECTOR(nbl_sp_pure_t) pures;
    NBL_SP_VECTOR(nbl_sp_fact_t) facts;
    NBL_SP_VECTOR(nbl_sp_place_t) places;  /* by number of a variable */
    NBL_SP_VECTOR(uint32_t) locals;        /* pointers to the variables of the calls that are being executed */
    NBL_SP_VECTOR(uint32_t) free_pointers; /* that others may take the numbers of */
    NBL_SP_VECTOR(nbl_sp_place_t)
    in_memory; /* of variables that are variables of the new module too. Outlives a pass */
    uint32_t memory_buckets[NBL_SP_BUCKETS];
    uint32_t constant_buckets[NBL_SP_BUCKETS], pure_buckets[NBL_SP_BUCKETS];

    nbl_sp_frame_t *frame;
    NBL_SP_VECTOR(nbl_sp_frame_t *) frames; /* made so far; those from frames_used on are free */
    uint32_t frames_used;
    uint32_t label;    /* the block that is being written */
    uint32_t previous; /* of the old module: the block that a run() came from when it ended */
    uint32_t returned; /* the value */
    uint32_t depth, level, levels, convergent;
    bool again;   /* more variables must be in memory: what is written now is thrown away */
    bool precise; /* the instruction that is being executed is decorated NoContraction */

    uint64_t steps;
    size_t bytes;
    void *blocks; /* of nbl_sp_allocate */
    jmp_buf leave;
    nbl_specialize_result_t result;
    char why[128];
} nbl_sp_t;

#if defined(__GNUC__)
#define NBL_SP_PRINTF __attribute__((format(printf, 2, 3), noreturn))
#else
#define NBL_SP_PRINTF
#endif
void nbl_sp_refuse(nbl_sp_t *s, const char *format, ...) NBL_SP_PRINTF;
void *nbl_sp_grow(nbl_sp_t *s, void *data, uint32_t *room, size_t item);
void *nbl_sp_allocate(nbl_sp_t *s, size_t bytes);

/* x is evaluated once there is room: it must not push into the same vector */
#define NBL_SP_PUSH(s, vector, x) \
    do { \
        if ((vector).size == (vector).room) \
            (vector).data = nbl_sp_grow((s), (vector).data, &(vector).room, sizeof *(vector).data); \
        (vector).data[(vector).size++] = (x); \
    } while (0)

/* What is asked several times for each instruction, to be had without a call. */
static inline nbl_sp_value_t nbl_sp_value(const nbl_sp_t *s, uint32_t value) { return s->values.data[value]; }

static inline uint32_t nbl_sp_get(nbl_sp_t *s, uint32_t id) {
    if (id >= s->bound || !s->map[id]) nbl_sp_refuse(s, "id %u has no value", id);
    return s->map[id];
}

static inline void nbl_sp_set(nbl_sp_t *s, uint32_t id, uint32_t value) {
    if (id >= s->bound) nbl_sp_refuse(s, "malformed: id %u", id);
    s->map[id] = value;
}

static inline const nbl_sp_type_t *nbl_sp_type(nbl_sp_t *s, uint32_t id) {
    if (id >= s->bound || !s->types[id].op) nbl_sp_refuse(s, "%u is no type", id);
    return &s->types[id];
}

static inline bool nbl_sp_is_composite(nbl_sp_t *s, uint32_t type) {
    uint32_t op = nbl_sp_type(s, type)->op;
    return op == SpvOpTypeVector || op == SpvOpTypeMatrix || op == SpvOpTypeArray || op == SpvOpTypeStruct;
}

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
uint32_t nbl_sp_unknown(nbl_sp_t *s, uint32_t type);
uint32_t nbl_sp_leaf(nbl_sp_t *s, uint32_t value, uint32_t leaf);
uint32_t nbl_sp_leaf_type(nbl_sp_t *s, uint32_t type, uint32_t leaf);
uint32_t nbl_sp_part(nbl_sp_t *s, uint32_t value, uint32_t type, uint32_t first_leaf);
uint32_t nbl_sp_composite(nbl_sp_t *s, uint32_t type, uint32_t first_part);
void nbl_sp_push_leaves(nbl_sp_t *s, uint32_t value);

/* fold.c */
uint32_t nbl_sp_unary(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a);
uint32_t nbl_sp_binary(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t a, uint32_t b);
uint32_t nbl_sp_select(nbl_sp_t *s, uint32_t type, uint32_t condition, uint32_t a, uint32_t b);
uint32_t nbl_sp_function(nbl_sp_t *s, uint32_t type, uint32_t function, uint32_t count, const uint32_t *values);

/* emit.c */
uint32_t nbl_sp_emit(nbl_sp_t *s, uint32_t op, uint32_t type, uint32_t count, const uint32_t *operands, bool pure);
void nbl_sp_put(nbl_sp_t *s, uint32_t op, uint32_t count, const uint32_t *operands);
uint32_t nbl_sp_id(nbl_sp_t *s, uint32_t value);
void nbl_sp_begin_block(nbl_sp_t *s, uint32_t label);
void nbl_sp_branch(nbl_sp_t *s, uint32_t label);
uint32_t nbl_sp_function_pointer(nbl_sp_t *s, uint32_t pointee);
nbl_sp_mark_t nbl_sp_mark(const nbl_sp_t *s);
void nbl_sp_forget(nbl_sp_t *s, nbl_sp_mark_t mark);  /* what is known now but was not then */
void nbl_sp_go_back(nbl_sp_t *s, nbl_sp_mark_t mark); /* and the code, too */

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

/* unite.c */
void nbl_sp_unite(nbl_sp_t *s);

/* order.c */
void nbl_sp_order(nbl_sp_t *s);

/* write.c */
void nbl_sp_write(nbl_sp_t *s);

#endif
