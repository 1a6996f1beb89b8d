/* Compiles the general modules of our own kernels and writes them, packed, as C: make_modules OUT.c [NAME=VALUE ...]
 * SPDX-License-Identifier: Apache-2.0
 *
 * With NAME=VALUE, only modules whose key NAME has that value; with NAME= only modules without that key.
 */
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spirv/general/general.h"
#include "spirv/text.h"

/* This program carries none: it compiles their texts. */
const nbl_general_packed_t nbl_general_packed[] = {{.bytes = NULL}};

static int fail(const nbl_general_kernel_t *kernel, const char *why) {
    fprintf(stderr, "make_modules: %s: %s\n", kernel->file, why);
    return 0;
}

/* The kernel's text with its parameters declared as specialization constants before it; defines come before that: keys,
 * `own` and NBL_UNROLL_LOOPS. */
static void write_text(const nbl_general_kernel_t *kernel, nbl_text_t *out) {
    unsigned id = 1;
    nbl_text_format(out, "#define NBL_GENERAL %d\n#include \"nbl/lang.h\"\n", kernel->workgroup ? 2 : 1);
    for (const char *const *p = kernel->parameters; *p; p++) {
        unsigned first = id, numbers = **p == '{' ? NBL_GENERAL_PLAN_NUMBERS : 1;
        for (; id < first + numbers; id++) nbl_text_format(out, "NBL_GENERAL_NUMBER(%u, nbl_number_%u)\n", id, id);
        nbl_text_format(out, "#define %s %s", *p + 1, numbers > 1 ? "{" : "");
        for (unsigned k = first; k < id; k++) nbl_text_format(out, "%snbl_number_%u", k > first ? ", " : "", k);
        nbl_text_format(out, "%s\n", numbers > 1 ? "}" : "");
    }
    nbl_text_format(out, "#include \"%s\"\n", kernel->file);
}

static nbl_result_t compile(const nbl_general_kernel_t *kernel, const char *text, nbl_spirv_t *spirv,
                            nbl_error_t *error) {
    nbl_define_t defines[NBL_GENERAL_KEYS + 2] = {{"NBL_UNROLL_LOOPS", "1"}};
    size_t count = 1;
    for (const nbl_define_t *key = kernel->keys; key->name; key++) defines[count++] = *key;
    if (kernel->own) defines[count++].name = kernel->own;
    nbl_compile_desc_t desc = {
        .text = text, .defines = defines, .define_count = count, .mode = NBL_MODE_FAST, .optimize = NBL_OPTIMIZE_NONE};
    return nbl_compile(&desc, spirv, error);
}

static bool has_instruction(const nbl_spirv_t *spirv, uint32_t op, uint32_t at, uint32_t id) {
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16)
        if ((spirv->words[i] & 0xffff) == op && spirv->words[i + at] == id) return true;
    return false;
}

/* Whether an array is sized by a sum of parameters that has no name and is there twice: glslang takes the arrays' types
 * for two, copies between them element by element, and only as many as the constants' defaults say. */
static bool has_equal_sums(const nbl_spirv_t *spirv) {
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *a = spirv->words + i;
        if (a[0] != (6 << 16 | SpvOpSpecConstantOp) || !has_instruction(spirv, SpvOpTypeArray, 3, a[2]) ||
            has_instruction(spirv, SpvOpName, 1, a[2]))
            continue;
        for (size_t j = 5; j < spirv->word_count; j += spirv->words[j] >> 16) {
            const uint32_t *b = spirv->words + j;
            if (j != i && b[0] == a[0] && memcmp(a + 3, b + 3, 3 * sizeof *a) == 0 &&
                has_instruction(spirv, SpvOpTypeArray, 3, b[2]))
                return true;
        }
    }
    return false;
}

static bool is_named(const nbl_spirv_t *spirv, const uint8_t *global, const uint32_t *w) {
    return w[1] < spirv->words[3] && global[w[1]];
}

/* Leaves out what only debuggers read, but for the names of types, variables and members. */
static void strip(nbl_spirv_t *spirv, uint8_t *global) {
    size_t size = 5;
    for (size_t i = 5; i < spirv->word_count; i += spirv->words[i] >> 16) {
        const uint32_t *w = spirv->words + i;
        uint32_t op = w[0] & 0xffff;
        if (op == SpvOpFunction) break;
        if (op == SpvOpTypeStruct) global[w[1]] = 1;
        if (op == SpvOpVariable || op == SpvOpTypeStruct) global[w[op == SpvOpVariable ? 2 : 1]] = 1;
        if (op == SpvOpEntryPoint) global[w[2]] = 1;
    }
    for (size_t i = 5, n; i < spirv->word_count; i += n) {
        const uint32_t *w = spirv->words + i;
        uint32_t op = w[0] & 0xffff;
        n = w[0] >> 16;
        if (op == SpvOpSource || op == SpvOpSourceExtension || op == SpvOpSourceContinued || op == SpvOpString ||
            op == SpvOpLine || op == SpvOpNoLine || op == SpvOpModuleProcessed)
            continue;
        if ((op == SpvOpName || op == SpvOpMemberName) && !is_named(spirv, global, w)) continue;
        memmove(spirv->words + size, w, n * sizeof *w);
        size += n;
    }
    spirv->word_count = size;
}

/* A module that was written: its packed bytes, from which others are shortened. */
typedef struct written_t {
    const char *file;
    uint8_t *packed;
    size_t packed_size, size, words;
    size_t base; /* its number, or NO_BASE */
    int depth;   /* bases that must be read before it */
} written_t;

/* TRIED: how many modules before a module are tried as its base. DEPTH: how many bases are read one after the other at
 * most. A_BASE: bytes that each of them is to save, for the time that it takes to be read. Chosen, among 500 (1.69 MB,
 * bases of 102 modules 355), 2000 (1.71 MB, 248) and 4000 (1.74 MB, 197). */
enum { MOST = 256, TRIED = 60, DEPTH = 8, A_BASE = 2000 };
#define NO_BASE ((size_t)-1)

/* Returns whether two modules may have enough in common: they are of one text, or about as large. */
static bool are_alike(const written_t *a, const written_t *b) {
    return strcmp(a->file, b->file) == 0 ||
           (3 * a->packed_size > 2 * b->packed_size && 3 * b->packed_size > 2 * a->packed_size);
}

/* Shortens a packed module by the one of the modules before it that leaves the fewest bytes. */
static uint8_t *shorten(written_t *all, size_t number) {
    written_t *w = &all[number];
    uint8_t *best = nbl_general_shorten(NULL, 0, w->packed, w->packed_size, &w->size);
    w->base = NO_BASE;
    w->depth = 0;
    for (size_t base = number > TRIED ? number - TRIED : 0; best && base < number; base++) {
        size_t size;
        if (!all[base].file || all[base].depth == DEPTH || !are_alike(&all[base], w)) continue;
        uint8_t *bytes = nbl_general_shorten(all[base].packed, all[base].packed_size, w->packed, w->packed_size, &size);
        if (bytes && size + (size_t)(all[base].depth + 1) * A_BASE < w->size + (size_t)w->depth * A_BASE) {
            uint8_t *longer = best;
            best = bytes;
            bytes = longer;
            w->size = size;
            w->base = base;
            w->depth = all[base].depth + 1;
        }
        free(bytes);
    }
    return best;
}

static int write_module(FILE *out, size_t number, const nbl_general_kernel_t *kernel, written_t *all) {
    nbl_text_t text = {0};
    nbl_spirv_t spirv;
    nbl_error_t error;
    written_t *w = &all[number];
    write_text(kernel, &text);
    if (text.failed || compile(kernel, text.data, &spirv, &error) != NBL_SUCCESS)
        return fail(kernel, text.failed ? "out of memory" : error.text);
    if (has_equal_sums(&spirv)) return fail(kernel, "two arrays have equal sums of parameters for sizes; name the sum");
    uint8_t *global = calloc(spirv.words[3], 1);
    if (!global) return fail(kernel, "out of memory");
    strip(&spirv, global);
    w->file = kernel->file;
    w->words = spirv.word_count;
    w->packed = nbl_general_pack(spirv.words, spirv.word_count, &w->packed_size);
    uint8_t *bytes = w->packed ? shorten(all, number) : NULL;
    if (!bytes) return fail(kernel, "out of memory");
    /* A string, which compiles in a thirtieth of the time of an array of bytes; a zero byte follows. */
    fprintf(out, "\nstatic const uint8_t module_%zu[%zu] =", number, w->size + 1);
    for (size_t k = 0; k < w->size; k++) fprintf(out, "%s\\%03o", k % 32 ? "" : k ? "\"\n\"" : "\n\"", bytes[k]);
    fprintf(out, "\";\n");
    free(bytes);
    free(global);
    free(text.data);
    nbl_spirv_free(&spirv);
    return 1;
}

static bool has_key(const nbl_general_kernel_t *kernel, const char *name, size_t length) {
    for (const nbl_define_t *key = kernel->keys; key->name; key++)
        if (strncmp(key->name, name, length) == 0 && key->name[length] == '\0') return true;
    return false;
}

/* Whether no key of a kernel contradicts the defines. */
static bool agrees(const nbl_general_kernel_t *kernel, const char *const *defines) {
    for (; *defines; defines++) {
        const char *equals = strchr(*defines, '=');
        const size_t length = equals ? (size_t)(equals - *defines) : strlen(*defines);
        const char *value = equals ? equals + 1 : "1";
        if (*value == '\0' && has_key(kernel, *defines, length)) return false;
        for (const nbl_define_t *key = kernel->keys; *value && key->name; key++)
            if (strncmp(key->name, *defines, length) == 0 && key->name[length] == '\0' &&
                strcmp(key->value, value) != 0)
                return false;
    }
    return true;
}

/* defines  end with NULL */
static int write_all(FILE *out, const char *const *defines) {
    nbl_general_kernel_t kernel;
    static written_t all[MOST];
    size_t count = 0;
    fprintf(out, "/* Our own kernels as modules that are general in their parameters; made by tools/make_modules.c.\n"
                 " * SPDX-License-Identifier: Apache-2.0\n */\n#include \"host/spirv/general/general.h\"\n"
                 "#ifdef __GNUC__\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#endif\n");
    for (; nbl_general_kernel(count, &kernel); count++) {
        if (count == MOST) return fail(&kernel, "more modules than this program has room for");
        if (agrees(&kernel, defines) && !write_module(out, count, &kernel, all)) return 0;
    }
    fprintf(out, "\nconst nbl_general_packed_t nbl_general_packed[] = {\n");
    for (size_t k = 0; k < count; k++) {
        if (!all[k].file) {
            fprintf(out, "    {(const uint8_t *)\"\", 0, 0, 0, NULL}, /* left out */\n");
            continue;
        }
        fprintf(out, "    {module_%zu, sizeof module_%zu - 1, %zu, %zu, ", k, k, all[k].packed_size, all[k].words);
        fprintf(out, all[k].base == NO_BASE ? "NULL},\n" : "&nbl_general_packed[%zu]},\n", all[k].base);
        free(all[k].packed);
    }
    fprintf(out, "    {NULL, 0, 0, 0, NULL}\n};\n");
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: make_modules OUT.c [NAME=VALUE ...]\n");
        return 2;
    }
    FILE *out = fopen(argv[1], "wb");
    if (!out) {
        fprintf(stderr, "make_modules: %s: cannot be written\n", argv[1]);
        return 1;
    }
    int good = write_all(out, (const char *const *)argv + 2);
    good &= !ferror(out);
    good &= fclose(out) == 0;
    if (!good) remove(argv[1]);
    return good ? 0 : 1;
}
