/* Reads the shader: a module from its file, or a text, which the library's compiler compiles with debug information.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include "interpreter/arithmetic.h"

#include <errno.h>
#include <spirv/unified1/spirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_TEXT = 1 << 28 }; /* bytes of a shader, or of what it includes */

bool read_digits(const char **text, uint32_t *number) {
    uint64_t value = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9' && value <= UINT32_MAX; at++) value = value * 10u + (uint64_t)(*at - '0');
    if (at == *text || value > UINT32_MAX) return false;
    *text = at;
    *number = (uint32_t)value;
    return true;
}

uint64_t memory_of(const request_t *request) { return (uint64_t)request->memory_megabytes << 20; }

FILE *open_file(const char *path, nbl_error_t *error) {
    struct stat is;
    if (stat(path, &is) != 0)
        fail(error, EXIT_FAILED, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(is.st_mode)) /* refused before it is opened: a pipe would wait for a writer */
        fail(error, EXIT_FAILED, "%s: is no regular file", path);
    else {
        FILE *file = fopen(path, "rb");
        if (file == NULL) fail(error, EXIT_FAILED, "%s: %s", path, strerror(errno));
        return file;
    }
    return NULL;
}

int read_whole(const char *path, uint64_t most, unsigned char **data, size_t *size, nbl_error_t *error) {
    FILE *file = open_file(path, error);
    size_t capacity = 65536, got;
    *data = NULL;
    *size = 0;
    if (file == NULL) return EXIT_FAILED;
    struct stat is;
    if (fstat(fileno(file), &is) == 0 && (uint64_t)is.st_size > most) {
        fclose(file);
        return fail(error, EXIT_FAILED, "%s: has more than %llu bytes", path, (unsigned long long)most);
    }
    unsigned char *made = malloc(capacity + 1u);
    while (made != NULL && *size <= most && (got = fread(made + *size, 1, capacity - *size, file)) != 0) {
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
    if (failed || *size > most) {
        free(made);
        if (failed) return fail(error, EXIT_FAILED, "%s: cannot be read", path);
        return fail(error, EXIT_FAILED, "%s: has more than %llu bytes", path, (unsigned long long)most);
    }
    made[*size] = '\0';
    *data = made;
    return EXIT_DONE;
}

/* A text that was included. All are kept until the compiler has read them. */
typedef struct included_t {
    char *name;
    unsigned char *text;
    size_t size;
    const char *folder; /* the folder of -I in which it was found; NULL: found by its name alone */
} included_t;

typedef struct includes_t {
    const request_t *request;
    included_t *files;
    size_t count, capacity;
} includes_t;

static const char *keep(includes_t *includes, const char *path, const char *name, const char *folder, size_t *size) {
    unsigned char *text;
    nbl_error_t ignored;
    if (read_whole(path, MOST_TEXT, &text, size, &ignored) != EXIT_DONE) return NULL;
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
    includes->files[includes->count++] = (included_t){strdup(name), text, *size, folder};
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
    /* a path that leads above a folder of -I, "../x.h", is taken from the folder that was used last */
    const char *last = NULL;
    for (size_t i = includes->count; i-- > 0 && last == NULL && strncmp(name, "../", 3) == 0;)
        last = includes->files[i].folder;
    const char *found = NULL;
    if (last != NULL) {
        snprintf(path, sizeof path, "%s/%s", last, name);
        found = keep(includes, path, name, last, size);
    }
    if (found == NULL) found = keep(includes, name, name, NULL, size);
    for (uint32_t i = 0; found == NULL && i < includes->request->includes.count; i++) {
        const char *folder = includes->request->includes.values[i];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        found = keep(includes, path, name, folder, size);
    }
    return found;
}

/* Finds the functions of an HLSL text that may be entry points. Returns how many; `text` receives their names with ", "
 * between them. */
static uint32_t find_entries(const char *shader, char *text, size_t bytes) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    uint32_t count = 0;
    size_t length = 0;
    text[0] = '\0';
    while ((shader = strstr(shader, "numthreads")) != NULL) {
        const char *end = strchr(shader, ']'), *open = NULL;
        if (end == NULL) break;
        for (shader = end + 1; shader[strspn(shader, " \t\r\n")] == '[' && (end = strchr(shader, ']')) != NULL;)
            shader = end + 1; /* the next attribute */
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

/* Chooses the entry point of a text. GLSL: main. HLSL: the one that was asked for; else the only one; else main. */
static int choose_entry(const request_t *request, const char *text, bool hlsl, char *name, size_t bytes,
                        nbl_error_t *error) {
    char there[512];
    name[0] = '\0';
    if (!hlsl) {
        if (request->entry == NULL || strcmp(request->entry, "main") == 0) return EXIT_DONE;
        return fail(error, EXIT_USAGE, "--entry %s: the entry point of a text in GLSL is main", request->entry);
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

uint32_t language_of_text(const request_t *request) {
    static const struct {
        const char *extension;
        uint32_t language;
    } rows[] = {{".hlsl", LANGUAGE_HLSL}, {".fx", LANGUAGE_HLSL}, {".wgsl", LANGUAGE_WGSL}, {".slang", LANGUAGE_SLANG}};
    const char *extension = strrchr(request->shader, '.');
    if (request->language != LANGUAGE_AUTO) return request->language;
    for (uint32_t i = 0; extension != NULL && i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(extension, rows[i].extension) == 0) return rows[i].language;
    return LANGUAGE_GLSL;
}

bool is_hlsl(const request_t *request) { return language_of_text(request) == LANGUAGE_HLSL; }

/* Compiles in a child process, since glslang 12 crashes on some texts. Writes to `to` a result, a message and the
 * module's words. */
static int compile_in_child(void *user, int to) {
    const nbl_compile_desc_t *desc = user;
    nbl_spirv_t spirv;
    nbl_error_t error = {""};
    const int32_t result = (int32_t)nbl_compile(desc, &spirv, &error);
    const int written = write_all(to, &result, sizeof result) && write_all(to, error.text, sizeof error.text) &&
                        (result != 0 || write_all(to, spirv.words, spirv.word_count * 4u));
    return written ? 0 : 1;
}

/* Compiles in a child process, and takes over the module.
 *
 * crashed  receives whether the compiler crashed */
static int compile_apart(const nbl_compile_desc_t *desc, module_t *module, bool *crashed, nbl_error_t *error) {
    const size_t head = sizeof(int32_t) + sizeof error->text;
    int32_t result;
    said_t said;
    int status = run_child("glslang", compile_in_child, (void *)(uintptr_t)desc, &said, error);
    *crashed = said.crashed;
    if (status == EXIT_DONE && said.size < head) {
        *crashed = true; /* it exited without a result, as under a sanitizer */
        status = fail(error, EXIT_FAILED, "glslang: ended with status %d", said.status);
    }
    if (status == EXIT_DONE) {
        memcpy(&result, said.text, sizeof result);
        memcpy(error->text, said.text + sizeof result, sizeof error->text);
        module->count = (said.size - head) / 4u;
        module->words = result == 0 ? malloc(module->count * 4u + 4u) : NULL;
        if (module->words != NULL) memcpy(module->words, said.text + head, module->count * 4u);
        status = result != 0             ? fail_result(error, (nbl_result_t)result)
                 : module->words == NULL ? fail(error, EXIT_FAILED, "glslang: no memory")
                                         : EXIT_DONE;
    }
    free(said.text);
    return status;
}

/* Compiles by the library's own compiler. */
static int compile_own(const request_t *request, const char *text, module_t *module, bool *crashed,
                       nbl_error_t *error) {
    static const nbl_environment_t targets[] = {NBL_ENVIRONMENT_VULKAN_1_1, NBL_ENVIRONMENT_VULKAN_1_0,
                                                NBL_ENVIRONMENT_VULKAN_1_1, NBL_ENVIRONMENT_VULKAN_1_2,
                                                NBL_ENVIRONMENT_VULKAN_1_3};
    char entry[128];
    nbl_define_t defines[MOST_REPEATED + 1];
    static char names[MOST_REPEATED][128];
    includes_t includes = {.request = request};
    const bool hlsl = is_hlsl(request);
    size_t count = 0;
    int status = choose_entry(request, text, hlsl, entry, sizeof entry, error);
    if (status != EXIT_DONE) return status;
    for (; count < request->defines.count; count++) { /* also "f(x)=...": a macro's head holds no = */
        const char *define = request->defines.values[count], *equal = strchr(define, '=');
        snprintf(names[count], sizeof names[count], "%.*s", equal != NULL ? (int)(equal - define) : (int)strlen(define),
                 define);
        defines[count] = (nbl_define_t){names[count], equal != NULL ? equal + 1 : NULL};
    }
    /* the compiler takes only main as entry point, so a macro renames the one that is meant */
    if (entry[0] != '\0' && strcmp(entry, "main") != 0) defines[count++] = (nbl_define_t){entry, "main"};
    nbl_compile_desc_t desc = {.file = request->shader,
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
                               .lenient = true,
                               .target = targets[request->target],
                               .scopes = request->dap != NULL};
    status = compile_apart(&desc, module, crashed, error);
    if (*crashed && desc.scopes) {
        desc.scopes = false;
        status = compile_apart(&desc, module, crashed, error);
    }
    if (status != EXIT_DONE && !*crashed && request->target == 0) {
        nbl_error_t newer = {""};
        desc.target = NBL_ENVIRONMENT_VULKAN_1_3;
        const int again = compile_apart(&desc, module, crashed, &newer);
        if (again == EXIT_DONE || *crashed) {
            status = again;
            *error = newer;
        }
    }
    if (status != EXIT_DONE && hlsl && request->entry != NULL && strstr(text, request->entry) == NULL) {
        char there[512];
        find_entries(text, there, sizeof there);
        return fail(error, EXIT_FAILED, "--entry %s: %s has none of that name: %s", request->entry, request->shader,
                    there);
    }
    return status;
}

static int compile(const request_t *request, const char *text, module_t *module, nbl_error_t *error) {
    const uint32_t language = language_of_text(request);
    bool crashed = false;
    if (request->compiler != NULL) return compile_beside(request, request->compiler, module, error);
    const char *beside = compiler_beside(request);
    if (language == LANGUAGE_WGSL || language == LANGUAGE_SLANG) {
        char known[128];
        list_compilers(request, known, sizeof known);
        if (beside != NULL) return compile_beside(request, beside, module, error);
        return fail(error, EXIT_FAILED, "%s: needs %s on the path, or by --compiler", request->shader, known);
    }
    const int status = compile_own(request, text, module, &crashed, error);
    if (!crashed || beside == NULL) return status;
    note("%s: %s is taken instead", error->text, beside);
    return compile_beside(request, beside, module, error);
}

bool is_module(const char *path) {
    const char *extension = strrchr(path, '.');
    return extension != NULL && strcmp(extension, ".spv") == 0;
}

/* Returns whether the module has a specialization constant of this number. `text` receives the numbers of all. */
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

/* The instruction of an opcode whose word `at` is an identifier; NULL: the module has none. */
static const uint32_t *find_instruction(const module_t *module, uint32_t opcode, uint32_t at, uint32_t id) {
    for (size_t i = 5; i < module->count && module->words[i] >> 16 != 0; i += module->words[i] >> 16) {
        const uint32_t *words = module->words + i;
        if ((words[0] & 0xFFFFu) == opcode && words[0] >> 16 > at && i + (words[0] >> 16) <= module->count &&
            words[at] == id)
            return words;
    }
    return NULL;
}

/* Bits of the floats that have a specialisation constant's number; 0: it is none. */
static uint32_t float_width(const module_t *module, uint32_t number) {
    for (size_t i = 5; i < module->count && module->words[i] >> 16 != 0; i += module->words[i] >> 16) {
        const uint32_t *words = module->words + i;
        if ((words[0] & 0xFFFFu) != SpvOpDecorate || words[0] >> 16 != 4 || i + 4 > module->count ||
            words[2] != SpvDecorationSpecId || words[3] != number)
            continue;
        const uint32_t *constant = find_instruction(module, SpvOpSpecConstant, 2, words[1]);
        const uint32_t *type = constant != NULL ? find_instruction(module, SpvOpTypeFloat, 1, constant[1]) : NULL;
        if (type != NULL && type[0] >> 16 > 2) return type[2];
    }
    return 0;
}

int check_constants(nbl_interpreter_constant_t *constants, const repeated_t *texts, const module_t *module,
                    nbl_error_t *error) {
    char there[512];
    for (uint32_t i = 0; i < texts->count; i++) {
        if (!has_constant(module, constants[i].id, there, sizeof there))
            return fail(error, EXIT_USAGE, "--spec %u: no such specialisation constant; %s", (unsigned)constants[i].id,
                        there);
        const char *value = strchr(texts->values[i], '=') + 1;
        const uint32_t width = strpbrk(value, ".eE") != NULL ? float_width(module, constants[i].id) : 0;
        const double number = width != 0 ? strtod(value, NULL) : 0;
        if (width == 64) memcpy(&constants[i].bits, &number, sizeof number);
        if (width == 16) constants[i].bits = nbl_half_from_float((float)number);
    }
    return EXIT_DONE;
}

static bool is_spirv(const unsigned char *data, size_t size) {
    return size >= 4 && data[0] == 0x03 && data[1] == 0x02 && data[2] == 0x23 && data[3] == 0x07;
}

/* Makes a module of a file's bytes, which it frees or keeps. */
static int take_words(const char *path, unsigned char *data, size_t size, module_t *module, nbl_error_t *error) {
    int status = EXIT_DONE;
    module->words = is_spirv(data, size) ? malloc(size + 4u) : NULL;
    module->count = size / 4u;
    if (module->words != NULL)
        memcpy(module->words, data, module->count * 4u);
    else
        status = is_spirv(data, size)
                     ? fail(error, EXIT_FAILED, "%s: no memory", path)
                     : fail(error, EXIT_FAILED, "%s: is no SPIR-V module: its first word is not 0x07230203", path);
    free(data);
    return status;
}

int read_words(const char *path, module_t *module, nbl_error_t *error) {
    unsigned char *data;
    size_t size;
    const int status = read_whole(path, MOST_TEXT, &data, &size, error);
    return status == EXIT_DONE ? take_words(path, data, size, module, error) : status;
}

int read_module(const request_t *request, module_t *module, nbl_error_t *error) {
    unsigned char *data;
    size_t size;
    int status = read_whole(request->shader, MOST_TEXT, &data, &size, error);
    if (status != EXIT_DONE) return status;
    if (is_spirv(data, size) || is_module(request->shader)) {
        module->entry = request->entry;
        return take_words(request->shader, data, size, module, error);
    }
    status = compile(request, (const char *)data, module, error);
    free(data);
    return status;
}
