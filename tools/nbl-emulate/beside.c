/* Compiles by other compilers than the library's own: glslc, glslangValidator, dxc, slangc, naga and tint, each in a
 * child process.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_WORDS = 4 * MOST_REPEATED + 64, GLSL = 1, HLSL = 2, WGSL = 4, SLANG = 8 };

/* The words of a command line that is being built. */
typedef struct words_t {
    char *words[MOST_WORDS + 1];
    uint32_t count;
    bool failed;
} words_t;

static void add(words_t *words, const char *first, const char *second) {
    const size_t length = strlen(first) + strlen(second) + 1u;
    char *made = words->count < MOST_WORDS ? malloc(length) : NULL;
    if (made == NULL) {
        words->failed = true;
        return;
    }
    snprintf(made, length, "%s%s", first, second);
    words->words[words->count++] = made;
}

static void free_words(words_t *words) {
    for (uint32_t i = 0; i < words->count; i++) free(words->words[i]);
}

/* Adds the options for includes and defines, which nearly all of the compilers spell alike. */
static void add_common(words_t *words, const request_t *request) {
    for (uint32_t i = 0; i < request->includes.count; i++) add(words, "-I", request->includes.values[i]);
    for (uint32_t i = 0; i < request->defines.count; i++) add(words, "-D", request->defines.values[i]);
}

static void add_all(words_t *words, const char *const *texts) {
    for (; *texts != NULL; texts++) add(words, *texts, "");
}

static const char *entry_of(const request_t *request) { return request->entry != NULL ? request->entry : "main"; }

/* Returns the target, such as "vulkan1.3": the one that was asked for, else the newest that the compiler takes. glslang
 * takes no newer one than 1.1 for HLSL. */
static const char *target_of(const request_t *request, bool is_glslang) {
    static const char *const names[] = {"vulkan1.3", "vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"};
    return names[request->target == 0 && is_glslang && is_hlsl(request) ? 2 : request->target];
}

static void glslc(words_t *words, const request_t *request, const char *out) {
    static const char *const always[] = {"-fshader-stage=compute", "-g", "-O0", "-fauto-bind-uniforms", NULL};
    static const char *const hlsl[] = {"-x",           "hlsl",
                                       "-fhlsl-iomap", "-ftexture-binding-base",
                                       "100",          "-fuav-binding-base",
                                       "200",          "-fsampler-binding-base",
                                       "300",          NULL};
    add_all(words, always);
    add(words, "--target-env=", target_of(request, true));
    add_common(words, request);
    if (is_hlsl(request)) {
        add_all(words, hlsl);
        add(words, "-fentry-point=", entry_of(request));
    }
    add(words, "-o", "");
    add(words, out, "");
    add(words, request->shader, "");
}

static void glslang(words_t *words, const request_t *request, const char *out) {
    static const char *const always[] = {"-V", "-g", "-S", "comp", "--auto-map-bindings", "--auto-map-locations", NULL};
    static const char *const hlsl[] = {"-D",
                                       "--hlsl-iomap",
                                       "--shift-texture-binding",
                                       "100",
                                       "--shift-UAV-binding",
                                       "200",
                                       "--shift-sampler-binding",
                                       "300",
                                       NULL};
    add_all(words, always);
    add(words, "--target-env", "");
    add(words, target_of(request, true), "");
    add_common(words, request);
    if (is_hlsl(request)) {
        add_all(words, hlsl);
        add(words, "-e", "");
        add(words, entry_of(request), "");
    }
    add(words, "-o", "");
    add(words, out, "");
    add(words, request->shader, "");
}

static void dxc(words_t *words, const request_t *request, const char *out) {
    static const char *const always[] = {
        "-spirv", "-fspv-debug=vulkan", "-Od", "-T",  "cs_6_6", "-fvk-t-shift", "100", "all", "-fvk-u-shift", "200",
        "all",    "-fvk-s-shift",       "300", "all", NULL};
    add_all(words, always);
    add(words, "-fspv-target-env=", target_of(request, false));
    add(words, "-E", "");
    add(words, entry_of(request), "");
    for (uint32_t i = 0; i < request->includes.count; i++) {
        add(words, "-I", "");
        add(words, request->includes.values[i], "");
    }
    for (uint32_t i = 0; i < request->defines.count; i++) {
        add(words, "-D", "");
        add(words, request->defines.values[i], "");
    }
    add(words, "-Fo", "");
    add(words, out, "");
    add(words, request->shader, "");
}

static void slangc(words_t *words, const request_t *request, const char *out) {
    static const char *const always[] = {"-target", "spirv", "-stage", "compute", "-g", "-O0", "-entry", NULL};
    add(words, request->shader, "");
    add_all(words, always);
    add(words, entry_of(request), "");
    add_common(words, request);
    add(words, "-o", "");
    add(words, out, "");
}

static void naga(words_t *words, const request_t *request, const char *out) {
    add(words, "-g", "");
    if (request->entry != NULL) {
        add(words, "--entry-point", "");
        add(words, request->entry, "");
    }
    for (uint32_t i = 0; i < request->defines.count; i++) add(words, "-D", request->defines.values[i]);
    add(words, "--shader-stage", "");
    add(words, "compute", "");
    add(words, request->shader, "");
    add(words, out, "");
}

static void tint(words_t *words, const request_t *request, const char *out) {
    add(words, "--format=spirv", "");
    if (request->entry != NULL) { add(words, "--entry-point=", request->entry); }
    add(words, "-o", "");
    add(words, out, "");
    add(words, request->shader, "");
}

/* The compilers, in the order in which they are looked for on the path. */
static const struct {
    const char *name;
    uint32_t languages;
    bool renames; /* the compiler calls the entry point main in the module */
    void (*add)(words_t *words, const request_t *request, const char *out);
} compilers[] = {{"dxc", HLSL, false, dxc},
                 {"slangc", HLSL | SLANG, true, slangc},
                 {"glslc", GLSL | HLSL, true, glslc},
                 {"glslangValidator", GLSL | HLSL, true, glslang},
                 {"glslang", GLSL | HLSL, true, glslang},
                 {"naga", WGSL | GLSL, false, naga},
                 {"tint", WGSL, false, tint}};

enum { COMPILERS = sizeof compilers / sizeof compilers[0] };

static uint32_t language_of(const request_t *request) {
    static const uint32_t bits[] = {
        [LANGUAGE_GLSL] = GLSL, [LANGUAGE_HLSL] = HLSL, [LANGUAGE_WGSL] = WGSL, [LANGUAGE_SLANG] = SLANG};
    return bits[language_of_text(request)];
}

static bool is_on_path(const char *name) {
    const char *path = getenv("PATH");
    char file[4096];
    while (path != NULL && *path != '\0') {
        const int length = (int)strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", length, path, name);
        if (access(file, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

const char *compiler_beside(const request_t *request) {
    for (uint32_t i = 0; i < COMPILERS; i++)
        if ((compilers[i].languages & language_of(request)) && is_on_path(compilers[i].name)) return compilers[i].name;
    return NULL;
}

void list_compilers(const request_t *request, char *text, size_t bytes) {
    size_t length = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < COMPILERS && length < bytes; i++)
        if (compilers[i].languages & language_of(request))
            length +=
                (size_t)snprintf(text + length, bytes - length, "%s%s", length == 0 ? "" : " or ", compilers[i].name);
}

/* Runs the compiler in the child process. What it prints goes to the parent. */
static int execute(void *user, int to) {
    words_t *words = user;
    words->words[words->count] = NULL;
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    close(to);
    execvp(words->words[0], words->words);
    dprintf(STDERR_FILENO, "error: %s\n", strerror(errno));
    return 127;
}

/* Copies the compiler's first line that tells an error, or its first line if no line tells one. */
static void first_error(const char *said, char *line, size_t bytes) {
    const char *at = strstr(said, "rror:") != NULL ? strstr(said, "rror:") : strstr(said, "ERROR");
    const char *begin = said + strspn(said, "\n ");
    if (at != NULL)
        for (begin = at; begin > said && begin[-1] != '\n';) begin--;
    snprintf(line, bytes, "%.*s", (int)strcspn(begin, "\n"), begin);
}

/* Returns the number of the compiler that a program is, by its name; "dxc-1.8" counts as dxc. */
static uint32_t kind_of(const char *program) {
    const char *slash = strrchr(program, '/'), *name = slash != NULL ? slash + 1 : program;
    uint32_t best = COMPILERS;
    for (uint32_t i = 0; i < COMPILERS; i++)
        if (strncmp(name, compilers[i].name, strlen(compilers[i].name)) == 0 &&
            (best == COMPILERS || strlen(compilers[i].name) > strlen(compilers[best].name)))
            best = i;
    return best;
}

static int run_compiler(const request_t *request, const char *command, const char *out, module_t *module,
                        nbl_error_t *error) {
    words_t words = {.count = 0};
    char program[4096], line[1024];
    said_t said;
    for (const char *at = command; *(at += strspn(at, " ")) != '\0';
         at += strcspn(at, " ")) { /* the words after the compiler's name are options for it */
        snprintf(program, sizeof program, "%.*s", (int)strcspn(at, " "), at);
        add(&words, program, "");
    }
    const uint32_t kind = words.count != 0 ? kind_of(words.words[0]) : COMPILERS;
    if (kind == COMPILERS) {
        free_words(&words);
        return fail(error, EXIT_USAGE,
                    "--compiler %s: must be one of dxc, slangc, glslc, glslangValidator, naga and tint", command);
    }
    compilers[kind].add(&words, request, out);
    int status = words.failed ? fail(error, EXIT_FAILED, "%s: no memory", command)
                              : run_child(words.words[0], execute, &words, &said, error);
    if (status == EXIT_DONE && said.status != 0) {
        first_error(said.text, line, sizeof line);
        status = fail(error, EXIT_FAILED, "%s: %s", words.words[0], line);
    }
    if (!words.failed) free(said.text);
    free_words(&words);
    if (status == EXIT_DONE) status = read_words(out, module, error);
    /* the name of the shader's text, unless the compiler calls it main */
    module->entry = compilers[kind].renames ? NULL : request->entry;
    return status;
}

int compile_beside(const request_t *request, const char *command, module_t *module, nbl_error_t *error) {
    const char *folder = getenv("TMPDIR");
    char made[3072], out[4096];
    snprintf(made, sizeof made, "%s/nbl-emulate-XXXXXX", folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    if (mkdtemp(made) == NULL) return fail(error, EXIT_FAILED, "%s: %s", made, strerror(errno));
    snprintf(out, sizeof out, "%s/module.spv", made);
    const int status = run_compiler(request, command, out, module, error);
    unlink(out);
    rmdir(made);
    return status;
}
