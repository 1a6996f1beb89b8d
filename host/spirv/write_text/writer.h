/* The state of a writer of text, and what each file does with it.
 * SPDX-License-Identifier: Apache-2.0
 *
 *   languages.c   what each language spells differently
 *   read.c        where everything is in the module, what is used how often, what types are
 *   template.c    templates filled in
 *   value.c       names, literals, and which value is written where it is used
 *   expression.c  an operation as an expression
 *   memory.c      pointers, loads and stores
 *   step.c        one instruction that is no branch
 *   control.c     blocks: ifs, loops, and what a phi is
 *   opaque.c      which results exact mode hides from a compiler
 *   interface.c   what the module is bound to
 *   head.c        declarations, the comment at the head, the JSON
 *
 * Each function returns at once when something failed: writer->result says.
 */
#ifndef NBL_HOST_SPIRV_WRITE_TEXT_WRITER_H
#define NBL_HOST_SPIRV_WRITE_TEXT_WRITER_H

#include "spirv/module.h"
#include "spirv/text.h"
#include "spirv/write_text/language.h"

/* Chosen; what has more is refused by name, but for an expression, which gets a variable. */
enum {
    NBL_WT_MOST_NESTING = 64,   /* of blocks */
    NBL_WT_LONGEST_INLINE = 96, /* characters of an expression within another */
    NBL_WT_MOST_MEMBERS = 32,   /* of a structure */
    NBL_WT_MOST_VARIABLES = 64  /* of a module, outside functions */
};

/* A scalar or a vector, or an array of them. */
typedef struct nbl_wt_type_t {
    nbl_wt_scalar_t scalar;
    uint32_t components; /* components; 1: a scalar; 0: the type cannot be written */
    uint32_t elements;   /* of an array; 0: none */
} nbl_wt_type_t;

/* An id of the module. */
typedef struct nbl_wt_id_t {
    uint32_t at;      /* word of the instruction whose result it is; 0: none */
    uint32_t uses;    /* by instructions of the function */
    const char *text; /* text of the value; NULL: none yet */
    uint32_t scope;
    bool compound; /* the text is an operation, which needs parentheses as an operand */
    bool hoisted;  /* it is used outside of the braces where it is made: declared at the beginning */
    bool variable; /* it was declared */
    bool stored;   /* it is a variable that is written */
    bool opaque;   /* the result is hidden from the compiler */
    bool no_contraction;
    uint32_t builtin; /* nbl_wt_builtin_t + 1; 0: none */
} nbl_wt_id_t;

typedef struct nbl_wt_scope_t {
    uint32_t outer;
} nbl_wt_scope_t;

typedef struct nbl_wt_loop_t {
    uint32_t header, merge, next; /* labels */
    bool in_next;                 /* the part that `next` begins is being written */
} nbl_wt_loop_t;

typedef enum nbl_wt_kind_t {
    NBL_WT_BUFFER,
    NBL_WT_UNIFORMS, /* push constants */
    NBL_WT_SHARED,
    NBL_WT_INPUT
} nbl_wt_kind_t;

typedef struct nbl_wt_member_t {
    char name[64];
    nbl_wt_type_t type;
} nbl_wt_member_t;

typedef struct nbl_wt_global_t {
    nbl_wt_kind_t kind;
    uint32_t id, binding;
    char name[64];
    nbl_wt_type_t type; /* of an element; of shared memory with the number of elements */
} nbl_wt_global_t;

typedef struct nbl_wt_t {
    nbl_module_t module;
    nbl_module_info_t info;
    const nbl_wt_language_t *language;
    nbl_write_text_desc_t desc;
    nbl_opaque_t opaque;
    nbl_wt_id_t *ids;
    size_t function, end; /* words of the entry point's first label and end */
    uint32_t glsl_set, blocks, blocks_written;

    nbl_wt_global_t globals[NBL_WT_MOST_VARIABLES];
    uint32_t global_count;
    nbl_wt_member_t members[NBL_WT_MOST_MEMBERS]; /* of the uniforms */
    uint32_t member_count;
    bool uniforms_nested; /* the uniforms are a structure within the block's structure */
    bool packs_halves;    /* the body unpacks a dword into two halves, or packs them */

    void *texts; /* all of ids[].text, in chunks */
    nbl_text_t hoists, body;
    nbl_wt_scope_t *scopes;
    uint32_t scope, scope_count, scope_room, depth;
    nbl_wt_loop_t loops[NBL_WT_MOST_NESTING];
    uint32_t loop_depth;
    uint32_t names[NBL_WT_SCALARS + 1]; /* names given so far, by type; the last: vectors */
    nbl_result_t result;
    nbl_error_t *error;
} nbl_wt_t;

/* A letter after a dollar, and the text that it stands for. */
typedef struct nbl_wt_part_t {
    char letter;
    const char *text;
} nbl_wt_part_t;

void nbl_wt_fail(nbl_wt_t *w, nbl_result_t result, const char *format, ...) NBL_PRINTF(3, 4);

/* template.c */
void nbl_wt_fill(nbl_text_t *out, const char *format, const nbl_wt_part_t *parts);
#define NBL_WT_FILL(out, format, ...) nbl_wt_fill(out, format, (const nbl_wt_part_t[]){__VA_ARGS__, {0, NULL}})
void nbl_wt_end(nbl_wt_t *w, nbl_text_t *text);
void nbl_wt_type_name(const nbl_wt_t *w, nbl_wt_type_t type, char name[32]);
void nbl_wt_declare(nbl_wt_t *w, nbl_text_t *out, nbl_wt_type_t type, const char *name);
void nbl_wt_line(nbl_wt_t *w, const char *format, ...) NBL_PRINTF(2, 3);

/* read.c */
void nbl_wt_read(nbl_wt_t *w);
const uint32_t *nbl_wt_find(const nbl_wt_t *w, uint32_t id);
nbl_wt_type_t nbl_wt_type(nbl_wt_t *w, uint32_t type_id);
nbl_wt_type_t nbl_wt_type_of(nbl_wt_t *w, uint32_t id);
bool nbl_wt_literal(const nbl_wt_t *w, uint32_t id, uint32_t *value);

/* value.c */
const char *nbl_wt_value(nbl_wt_t *w, uint32_t id); /* as an operand: with parentheses if it needs them */
const char *nbl_wt_plain(nbl_wt_t *w, uint32_t id); /* as an argument: without */
const char *nbl_wt_as(nbl_wt_t *w, uint32_t id, nbl_wt_scalar_t scalar); /* an operand of another signedness */
void nbl_wt_define(nbl_wt_t *w, const uint32_t *instruction, const char *text, bool compound, bool in_place);
const char *nbl_wt_variable(nbl_wt_t *w, uint32_t id, nbl_wt_type_t type, bool at_beginning); /* declares one */
void nbl_wt_free_copies(nbl_wt_t *w);

/* expression.c */
bool nbl_wt_expression(nbl_wt_t *w, const uint32_t *instruction, nbl_text_t *out, bool *compound);

/* memory.c */
void nbl_wt_load(nbl_wt_t *w, const uint32_t *instruction);
void nbl_wt_store(nbl_wt_t *w, const uint32_t *instruction);
bool nbl_wt_write_part(nbl_wt_t *w, uint32_t value, uint32_t member, nbl_text_t *out);
uint32_t nbl_wt_root(const nbl_wt_t *w, uint32_t pointer);

/* step.c */
void nbl_wt_step(nbl_wt_t *w, const uint32_t *instruction);

/* control.c */
void nbl_wt_body(nbl_wt_t *w);

/* opaque.c */
void nbl_wt_choose_opaque(nbl_wt_t *w);
void nbl_wt_zero(const nbl_wt_t *w, nbl_text_t *out);

/* interface.c */
void nbl_wt_interface(nbl_wt_t *w);
const nbl_wt_global_t *nbl_wt_global(const nbl_wt_t *w, uint32_t id);

/* head.c */
void nbl_wt_head(nbl_wt_t *w, nbl_text_t *out);
void nbl_wt_json(const nbl_wt_t *w, nbl_text_t *out);

#endif
