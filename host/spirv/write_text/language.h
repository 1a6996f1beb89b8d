/* What each language spells differently.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Templates: a dollar sign and a letter stand for a text that the writer fills in (writer.h, nbl_wt_part_t).
 */
#ifndef NBL_HOST_SPIRV_WRITE_TEXT_LANGUAGE_H
#define NBL_HOST_SPIRV_WRITE_TEXT_LANGUAGE_H

#include "nbl/host/write_text.h"

typedef enum nbl_wt_scalar_t { NBL_WT_BOOL = 0, NBL_WT_INT, NBL_WT_UINT, NBL_WT_FLOAT, NBL_WT_SCALARS } nbl_wt_scalar_t;

typedef enum nbl_wt_builtin_t {
    NBL_WT_LOCAL_INDEX = 0,
    NBL_WT_LOCAL_ID,
    NBL_WT_GROUP,
    NBL_WT_GROUPS,
    NBL_WT_BUILTINS
} nbl_wt_builtin_t;

typedef struct nbl_wt_language_t {
    const char *title, *entry_name;
    const char *first;                                            /* text that must stand on the first line */
    const char *scalars[NBL_WT_SCALARS], *vector[NBL_WT_SCALARS]; /* vectors of $c components */
    /* expression of the bits of $v, by the type that they have and the type that they get */
    const char *bits[NBL_WT_SCALARS][NBL_WT_SCALARS];
    const char *convert, *construct; /* expressions that make type $t of $v */
    const char *select;              /* $c chooses $a or $b */
    const char *fma, *pack_half, *unpack_half,
        *float_prefix;                       /* NULL: the language has none; float_prefix: of abs, min, max */
    const char *constant, *variable, *array; /* declarations of $n of type $t; $c elements */
    const char *precise;                     /* word of exact mode before a declaration, or "" */
    const char *loop;
    const char *shared;     /* before a declaration of shared memory */
    bool shared_in_main;    /* shared memory is declared in main(), not before it */
    bool exact_by_language; /* the language has words, `precise` or others, that forbid what exact mode must not have */
    const char *fuses;      /* who says that fma() rounds once, for a comment; NULL: nobody */
    bool parameters;        /* buffers are parameters of the entry point */
    bool has_groups;        /* the number of workgroups is a built-in; else it is the uniforms' last member */
    const char *read_buffer, *write_buffer;    /* binding $b of elements $t */
    const char *member, *uniform, *of_uniform; /* $t $n; binding $b with members $m; member $m of $n */
    const char *uniform_type;                  /* text before the uniforms' type, where they are a parameter */
    const char *keep;                          /* the function that makes a result opaque */
    const char *halves;                        /* functions that pack_half and unpack_half call, or NULL */
    const char *parameter[NBL_WT_BUILTINS];    /* declaration as a parameter of the entry point, or NULL */
    const char *builtin[NBL_WT_BUILTINS];      /* name of the built-in; of a vector its component $x, number $i */
    const char *entry;                         /* entry point $n of $x by $y by $z invocations with parameters $p */
    const char *barrier;
} nbl_wt_language_t;

/* Returns a language; NULL for NBL_TARGET_SPIRV and numbers that are no target. */
const nbl_wt_language_t *nbl_wt_language(nbl_target_t target);

#endif
