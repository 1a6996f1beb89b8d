/* Reads the shader: a module as it is, a text by the library's compiler with debug information.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <spirv/unified1/spirv.h>
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

/* The functions of a text in HLSL that may be entry points. Returns how many; their names, ", " between them, in text. */
static uint32_t find_entries(const char *shader, char *text, size_t bytes) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    uint32_t count = 0;
    size_t length = 0;
    text[0] = '\0';
    while ((shader = strstr(shader, "numthreads")) != NULL) {
        const char *end = strchr(shader, ']'), *open = NULL;
        if (end == NULL) break;
        for (shader = end + 1; shader[strspn(shader, " \t\r\n")] == '[' && (end = strchr(shader, ']')) != NULL;)
            shader = end + 1; /* another attribute */
        if ((open = strchr(shader, '(')) == NULL) break;
        while (open > shader && open[-1] == ' ') open--;
        const char *name = open;
        while (name > shader && strchr(letters, name[-1]) != NULL) name--;
        if (name == open || length >= bytes) continue;
        length +=
            (size_t)snprintf(text + length, bytes - length, "%s%.*s", count != 0 ? ", " : "", (int)(open - name), name);
        count++;
    }
    return count;
}

/* The entry point that is meant, where main is not. */
static int choose_entry(const request_t *request, const char *text, bool hlsl, char *name, size_t bytes,
                        nbl_error_t *error) {
    char there[512];
    name[0] = '\0';
    if (!hlsl) {
        if (request->entry == NULL || strcmp(request->entry, "main") == 0) return EXIT_DONE;
        return fail(error, EXIT_USAGE, "--entry %s: of a text in GLSL it is main", request->entry);
    }
    if (request->entry != NULL) {
        snprintf(name, bytes, "%s", request->entry);
        return EXIT_DONE;
    }
    const uint32_t count = find_entries(text, there, sizeof there);
    if (count == 1) snprintf(name, bytes, "%.*s", (int)bytes - 1, there);
    if (count < 2 || strstr(there, "main") != NULL) return EXIT_DONE;
    return fail(error, EXIT_USAGE, "%s: --entry must say which: %s", request->shader, there);
}

static int compile(const request_t *request, const char *text, module_t *module, nbl_error_t *error) {
    char entry[128];
    nbl_define_t defines[MOST_REPEATED + 1];
    char names[MOST_REPEATED][128];
    includes_t includes = {.request = request};
    const char *extension = strrchr(request->shader, '.');
    const bool hlsl = request->language != 0
                          ? request->language == 2
                          : extension != NULL && (strcmp(extension, ".hlsl") == 0 || strcmp(extension, ".fx") == 0);
    size_t count = 0;
    const int status = choose_entry(request, text, hlsl, entry, sizeof entry, error);
    if (status != EXIT_DONE) return status;
    for (; count < request->defines.count; count++) {
        const char *define = request->defines.values[count], *equal = strchr(define, '=');
        snprintf(names[count], sizeof names[count], "%.*s", equal != NULL ? (int)(equal - define) : (int)strlen(define),
                 define);
        defines[count] = (nbl_define_t){names[count], equal != NULL ? equal + 1 : NULL};
    }
    /* the compiler's entry point is called main */
    if (entry[0] != '\0' && strcmp(entry, "main") != 0) defines[count++] = (nbl_define_t){entry, "main"};
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
    if (result != NBL_SUCCESS && hlsl && request->entry != NULL && strstr(text, request->entry) == NULL) {
        char there[512];
        find_entries(text, there, sizeof there);
        return fail(error, EXIT_FAILED, "--entry %s: %s has none of that name: %s", request->entry, request->shader,
                    there);
    }
    return fail_result(error, result);
}

bool is_module(const char *path) {
    const char *extension = strrchr(path, '.');
    return extension != NULL && strcmp(extension, ".spv") == 0;
}

/* Whether the module has a specialisation constant of that number; lists all of them. */
static bool has_constant(const module_t *module, uint32_t id, char *text, size_t bytes) {
    bool found = false;
    size_t length = 0;
    snprintf(text, bytes, "the shader has none");
    for (size_t at = 5; at < module->count && module->words[at] >> 16 != 0; at += module->words[at] >> 16) {
        const uint32_t *words = module->words + at;
        if ((words[0] & 0xFFFFu) != SpvOpDecorate || words[0] >> 16 != 4 || at + 4 > module->count ||
            words[2] != SpvDecorationSpecId)
            continue;
        found |= words[3] == id;
        if (length < bytes)
            length += (size_t)snprintf(text + length, bytes - length, "%s%u", length == 0 ? "there are " : ", ",
                                       (unsigned)words[3]);
    }
    return found;
}

int check_constants(const nbl_interpreter_constant_t *constants, uint32_t count, const module_t *module,
                    nbl_error_t *error) {
    char there[512];
    for (uint32_t i = 0; i < count; i++)
        if (!has_constant(module, constants[i].id, there, sizeof there))
            return fail(error, EXIT_USAGE, "--spec %u: no such specialisation constant; %s", (unsigned)constants[i].id,
                        there);
    return EXIT_DONE;
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
    } else if (is_module(request->shader)) {
        status = fail(error, EXIT_FAILED, "%s: is no SPIR-V module of this machine's byte order", request->shader);
    } else {
        status = compile(request, (const char *)data, module, error);
    }
    free(data);
    return status;
}
