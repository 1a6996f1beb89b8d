/* Reads the shader: a module as it is, a text by the library's compiler with debug information.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_whole(const char *path, unsigned char **data, size_t *size, nbl_error_t *error) {
    FILE *file = fopen(path, "rb");
    size_t capacity = 65536, got;
    *data = NULL;
    *size = 0;
    if (file == NULL) return fail(error, EXIT_FAILED, "%s: %s", path, strerror(errno));
    unsigned char *made = malloc(capacity + 1u);
    while (made != NULL && (got = fread(made + *size, 1, capacity - *size, file)) != 0) {
        *size += got;
        if (*size < capacity) continue;
        unsigned char *grown = realloc(made, 2u * capacity + 1u);
        if (grown == NULL) free(made);
        made = grown;
        capacity *= 2u;
    }
    const int failed = ferror(file);
    fclose(file);
    if (made == NULL) return fail(error, EXIT_FAILED, "%s: no memory", path);
    if (failed) {
        free(made);
        return fail(error, EXIT_FAILED, "%s: cannot be read", path);
    }
    made[*size] = '\0';
    *data = made;
    return EXIT_DONE;
}

/* Texts that were included, kept until the compiler has read them. */
typedef struct included_t {
    char *name;
    unsigned char *text;
    size_t size;
} included_t;

typedef struct includes_t {
    const request_t *request;
    included_t *files;
    size_t count, capacity;
} includes_t;

static const char *keep(includes_t *includes, const char *path, const char *name, size_t *size) {
    unsigned char *text;
    nbl_error_t ignored;
    if (read_whole(path, &text, size, &ignored) != EXIT_DONE) return NULL;
    if (includes->count == includes->capacity) {
        const size_t capacity = includes->capacity != 0 ? 2u * includes->capacity : 16u;
        included_t *grown = realloc(includes->files, capacity * sizeof *grown);
        if (grown == NULL) {
            free(text);
            return NULL;
        }
        includes->files = grown;
        includes->capacity = capacity;
    }
    includes->files[includes->count++] = (included_t){strdup(name), text, *size};
    return (const char *)text;
}

static const char *include(void *user, const char *name, size_t *size) {
    includes_t *includes = user;
    char path[4096];
    for (size_t i = 0; i < includes->count; i++)
        if (includes->files[i].name != NULL && strcmp(includes->files[i].name, name) == 0) {
            *size = includes->files[i].size;
            return (const char *)includes->files[i].text;
        }
    const char *found = keep(includes, name, name, size);
    for (uint32_t i = 0; found == NULL && i < includes->request->includes.count; i++) {
        snprintf(path, sizeof path, "%s/%s", includes->request->includes.values[i], name);
        found = keep(includes, path, name, size);
    }
    return found;
}

static int compile(const request_t *request, const char *text, module_t *module, nbl_error_t *error) {
    nbl_define_t defines[MOST_REPEATED + 1];
    char names[MOST_REPEATED][128];
    includes_t includes = {.request = request};
    const char *extension = strrchr(request->shader, '.');
    const bool hlsl = request->language != 0
                          ? request->language == 2
                          : extension != NULL && (strcmp(extension, ".hlsl") == 0 || strcmp(extension, ".fx") == 0);
    size_t count = 0;
    for (; count < request->defines.count; count++) {
        const char *define = request->defines.values[count], *equal = strchr(define, '=');
        snprintf(names[count], sizeof names[count], "%.*s", equal != NULL ? (int)(equal - define) : (int)strlen(define),
                 define);
        defines[count] = (nbl_define_t){names[count], equal != NULL ? equal + 1 : NULL};
    }
    /* the compiler's entry point is called main */
    if (request->entry != NULL && hlsl) defines[count++] = (nbl_define_t){request->entry, "main"};
    const nbl_compile_desc_t desc = {.file = request->shader,
                                     .text = text,
                                     .include = include,
                                     .include_user = &includes,
                                     .defines = defines,
                                     .define_count = count,
                                     .language = hlsl ? NBL_LANGUAGE_HLSL : NBL_LANGUAGE_GLSL,
                                     .mode = NBL_MODE_FAST,
                                     .optimize = NBL_OPTIMIZE_NONE,
                                     .from_text = true,
                                     .debug = true,
                                     .lenient = true};
    nbl_spirv_t spirv;
    const nbl_result_t result = nbl_compile(&desc, &spirv, error);
    if (result == NBL_SUCCESS) {
        module->words = spirv.words;
        module->count = spirv.word_count;
        spirv.words = NULL;
    }
    nbl_spirv_free(&spirv);
    for (size_t i = 0; i < includes.count; i++) {
        free(includes.files[i].name);
        free(includes.files[i].text);
    }
    free(includes.files);
    return fail_result(error, result);
}

int read_module(const request_t *request, module_t *module, nbl_error_t *error) {
    unsigned char *data;
    size_t size;
    int status = read_whole(request->shader, &data, &size, error);
    if (status != EXIT_DONE) return status;
    if (size >= 4 && data[0] == 0x03 && data[1] == 0x02 && data[2] == 0x23 && data[3] == 0x07) {
        module->words = malloc(size + 4u);
        module->count = size / 4u;
        if (module->words == NULL)
            status = fail(error, EXIT_FAILED, "%s: no memory", request->shader);
        else
            memcpy(module->words, data, module->count * 4u);
    } else {
        status = compile(request, (const char *)data, module, error);
    }
    free(data);
    return status;
}
