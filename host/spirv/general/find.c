/* Finds the general module for a caller's request, and the values of its constants.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "spirv/general/general.h"

/* Defines that do not matter here: they are for a text that is compiled for one plan alone, or change nothing in
 * what it computes, or are read elsewhere. */
static const char *const no_matter[] = {"NBL_UNROLL_LOOPS",
                                        "NBL_FFT_MOST_PASSES",
                                        "NBL_FFT_RADIX_MASK",
                                        "NBL_SECOND_MOST_PASSES",
                                        "NBL_SECOND_RADIX_MASK",
                                        "NBL_THIRD_MOST_PASSES",
                                        "NBL_THIRD_RADIX_MASK",
                                        "NBL_FUSED", /* nbl_spirv_specialize_options() reads it */
                                        NULL};

static const nbl_define_t *define(const nbl_compile_desc_t *desc, const char *name) {
    for (size_t k = 0; k < desc->define_count; k++)
        if (strcmp(desc->defines[k].name, name) == 0) return &desc->defines[k];
    return NULL;
}

/* Reads a number, with a u or without, as in a define's text; returns what follows it, or NULL. */
static const char *read_number(const char *text, uint32_t *value) {
    char *end;
    if (*text < '0' || *text > '9') return NULL;
    unsigned long long read = strtoull(text, &end, 10);
    *value = (uint32_t)read;
    return read > UINT32_MAX ? NULL : end + (*end == 'u');
}

/* Adds the numbers of a define: `count` numbers, in braces if there are several. */
static bool add_numbers(const char *text, uint32_t count, nbl_general_found_t *found) {
    bool braces = count > 1;
    if (!text || (braces && *text++ != '{')) return false;
    for (uint32_t k = 0; k < count; k++) {
        nbl_specialize_constant_t *c = &found->constants[found->constant_count];
        if (k && (text[0] != ',' || text[1] != ' ')) return false;
        text = read_number(text + (k ? 2 : 0), &c->value);
        if (!text || found->constant_count == NBL_GENERAL_CONSTANTS) return false;
        c->id = (uint32_t)found->constant_count++;
    }
    return strcmp(text, braces ? "}" : "") == 0;
}

static bool is_one_of(const char *name, const char *const *names, size_t mark) {
    for (; *names; names++)
        if (strcmp(name, *names + mark) == 0) return true;
    return false;
}

static bool has_key(const nbl_general_kernel_t *kernel, const char *name) {
    for (const nbl_define_t *key = kernel->keys; key->name; key++)
        if (strcmp(key->name, name) == 0) return true;
    return false;
}

/* Returns whether the keys are what the caller defines, and every other define is one that does not matter. */
static bool is_kernel(const nbl_compile_desc_t *desc, const nbl_general_kernel_t *kernel) {
    if (strcmp(desc->file, kernel->file) != 0) return false;
    for (const nbl_define_t *key = kernel->keys; key->name; key++) {
        const nbl_define_t *d = define(desc, key->name);
        if (!d || strcmp(d->value ? d->value : "1", key->value) != 0) return false;
    }
    for (size_t k = 0; k < desc->define_count; k++) {
        const char *name = desc->defines[k].name;
        if (!has_key(kernel, name) && !is_one_of(name, kernel->parameters, 1) && !is_one_of(name, no_matter, 0) &&
            !is_one_of(name, kernel->no_matter, 0))
            return false;
    }
    return true;
}

static bool find_values(const nbl_compile_desc_t *desc, const nbl_general_kernel_t *kernel,
                        nbl_general_found_t *found) {
    uint32_t size = 1;
    found->constants[0].id = 0;
    found->constant_count = 1;
    for (const char *const *p = kernel->parameters; *p; p++) {
        const nbl_define_t *d = define(desc, *p + 1);
        const char *text = d ? d->value : **p == '?' ? "0" : NULL;
        if (!add_numbers(text, **p == '{' ? NBL_GENERAL_PLAN_NUMBERS : 1, found)) return false;
        if (kernel->workgroup && is_one_of(*p + 1, kernel->workgroup, 0))
            size *= found->constants[found->constant_count - 1].value;
    }
    found->constants[0].value = size;
    return true;
}

bool nbl_general_find(const nbl_compile_desc_t *desc, nbl_general_found_t *found) {
    nbl_general_kernel_t kernel;
    const nbl_define_t *unroll;
    if (desc->text || !desc->file || desc->source_count || desc->include || desc->language != NBL_LANGUAGE_GLSL)
        return false;
    for (size_t number = 0; nbl_general_packed[number].bytes && nbl_general_kernel(number, &kernel); number++) {
        if (!is_kernel(desc, &kernel)) continue;
        if (nbl_general_packed[number].words == 0) return false; /* left out of this build */
        unroll = define(desc, "NBL_UNROLL_LOOPS");
        found->packed = &nbl_general_packed[number];
        found->loops_ask = unroll && unroll->value && strcmp(unroll->value, "1") == 0;
        return find_values(desc, &kernel, found);
    }
    return false;
}
