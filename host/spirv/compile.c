/* Compiles an expanded text with glslang, or takes the module from the cache.
 * SPDX-License-Identifier: Apache-2.0
 *
 * glslang's own optimiser stays off: the module must be decorated before anything optimises.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "cache.h"
#include "error/check.h"
#include "expand.h"
#include "glslang.h"
#include "make_general.h"
#include "optimize.h"
#include "sha256.h"
#include "words.h"

uint32_t nbl_version(void) { return NBL_VERSION; }

static pthread_once_t glslang_once = PTHREAD_ONCE_INIT;

/* Hashes everything that decides what the module will be. */
static void make_key(const nbl_compile_desc_t *desc, const nbl_text_t *text, uint8_t key[32]) {
    nbl_sha256_t sha;
    char small[256];
    int n = snprintf(small, sizeof small, "nbl %d %s SPIR-V 1.3 language %d mode %d optimize %d size %llu\n",
                     NBL_VERSION, nbl_glslang_version(), (int)desc->language, (int)desc->mode, (int)desc->optimize,
                     (unsigned long long)text->size);
    nbl_sha256_begin(&sha);
    nbl_sha256_add(&sha, small, (size_t)n);
    nbl_spirv_optimize_key(&sha, desc);
    if (desc->debug) nbl_sha256_add(&sha, "debug\n", 6);
    if (desc->debug && desc->scopes) nbl_sha256_add(&sha, "scopes\n", 7);
    if (desc->lenient) nbl_sha256_add(&sha, "lenient\n", 8);
    if (desc->target != NBL_ENVIRONMENT_VULKAN_1_1)
        nbl_sha256_add(&sha, small, (size_t)snprintf(small, sizeof small, "target %d\n", (int)desc->target));
    nbl_sha256_add(&sha, text->data, text->size);
    nbl_sha256_end(&sha, key);
}

/* Writes the first error of a log as one line, `file:line: message`, without glslang's mark. A linker's message has
 * no file, and ends on the next line. */
static nbl_result_t fail_compile(const nbl_compile_desc_t *desc, const nbl_text_t *log, nbl_error_t *error) {
    const char *file = desc->file ? desc->file : "(text)";
    const char *line = log->size ? strstr(log->data, "ERROR: ") : NULL, *next;
    bool linking;
    int size;
    if (!line) return nbl_fail(error, NBL_ERROR_COMPILE, "%s: does not compile, and glslang does not say why", file);
    line += 7;
    size = (int)strcspn(line, "\n");
    linking = strncmp(line, "Linking ", 8) == 0;
    next = line + size + strspn(line + size, "\n ");
    return nbl_fail(error, NBL_ERROR_COMPILE, "%s%s%.*s%s%.*s", linking ? file : "", linking ? ": " : "", size, line,
                    linking ? " " : "", linking ? (int)strcspn(next, "\n") : 0, next);
}

static nbl_result_t run_glslang(const nbl_compile_desc_t *desc, const char *text, nbl_text_t *log, nbl_spirv_t *spirv,
                                nbl_error_t *error) {
    switch (nbl_glslang_compile(text, desc->language == NBL_LANGUAGE_HLSL, desc->debug, desc->scopes, desc->lenient,
                                desc->target, log, &spirv->words, &spirv->word_count)) {
    case NBL_SUCCESS: return NBL_SUCCESS;
    case NBL_ERROR_OUT_OF_MEMORY: return nbl_fail_memory(error, "compile");
    default: return fail_compile(desc, log, error);
    }
}

static nbl_result_t decorate(nbl_spirv_t *spirv, nbl_error_t *error) {
    uint32_t *words;
    nbl_result_t result =
        nbl_spirv_decorate_no_contraction(spirv->words, spirv->word_count, &words, &spirv->word_count, NULL, error);
    if (result == NBL_SUCCESS) {
        free(spirv->words);
        spirv->words = words;
    }
    return result;
}

/* Returns the calling thread's processor time. Other programs' load does not count. */
static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* Adds the time since *since to a stage, and begins the next one. */
static void take_time(double *since, double *stage) {
    double now = milliseconds();
    *stage += now - *since;
    *since = now;
}

static nbl_result_t optimize(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error) {
    if (desc->optimize != NBL_OPTIMIZE_NONE && !desc->debug)
        return nbl_spirv_optimize(desc, &spirv->words, &spirv->word_count, spirv->refused, error);
    return desc->mode == NBL_MODE_EXACT ? decorate(spirv, error) : NBL_SUCCESS;
}

static nbl_result_t compile_text(const nbl_compile_desc_t *desc, const nbl_text_t *text, nbl_text_t *log,
                                 nbl_spirv_t *spirv, double *since, nbl_error_t *error) {
    nbl_result_t result;
    uint8_t key[32];
    make_key(desc, text, key);
    nbl_cache_key_text(key, spirv->key);
    spirv->from_cache = nbl_cache_read(desc->cache, key, &spirv->words, &spirv->word_count);
    take_time(since, &spirv->milliseconds.cache);
    if (spirv->from_cache) return NBL_SUCCESS;
    pthread_once(&glslang_once, nbl_glslang_start);
    take_time(since, &spirv->milliseconds.initialize);
    result = run_glslang(desc, text->data, log, spirv, error);
    take_time(since, &spirv->milliseconds.parse);
    if (result == NBL_SUCCESS) result = optimize(desc, spirv, error);
    take_time(since, &spirv->milliseconds.optimize);
    if (result == NBL_SUCCESS) nbl_cache_write(desc->cache, key, spirv->words, spirv->word_count);
    take_time(since, &spirv->milliseconds.cache);
    return result;
}

/* Returns whether a module that the library carries is tried first. Without a compiler it is the only way. */
static bool wants_general(const nbl_compile_desc_t *desc) {
    return !nbl_has_compiler() || (!desc->from_text && !desc->debug && desc->optimize != NBL_OPTIMIZE_NONE &&
                                   desc->optimizer == NBL_OPTIMIZER_SPECIALIZER);
}

static nbl_result_t fail_without_compiler(const nbl_compile_desc_t *desc, const nbl_spirv_t *spirv,
                                          nbl_error_t *error) {
    return nbl_fail(
        error, NBL_ERROR_COMPILE,
        "%s: this library has no compiler (it was built without glslang)%s%s; compile it where there is one, "
        "and load the module",
        desc->file ? desc->file : "(text)", spirv->refused[0] ? " and its own module is refused: " : "",
        spirv->refused);
}

static nbl_result_t check_desc(const nbl_compile_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("language", desc->language, "GLSL, HLSL"),
                                  NBL_CHECK_ENUM("mode", desc->mode, NBL_MODE_NAMES),
                                  NBL_CHECK_ENUM("optimize", desc->optimize, "unroll, unroll some, fold, none"),
                                  NBL_CHECK_ENUM("optimizer", desc->optimizer, "specializer, SPIRV-Tools"),
                                  NBL_CHECK_ENUM("target", desc->target, "Vulkan 1.1, 1.0, 1.2, 1.3"),
                                  NBL_CHECK_RANGE("instruction order", (int)desc->instruction_order, 0,
                                                  NBL_INSTRUCTION_ORDER_LOOPED)};
    const nbl_result_t result = nbl_check("compile", checks, sizeof checks / sizeof *checks, error);
    if (result != NBL_SUCCESS) return result;
    if (desc->file == NULL && desc->text == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: file and text are NULL");
    if (desc->source_count > 0 && desc->sources == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: sources is NULL, source_count is %zu", desc->source_count);
    if (desc->define_count > 0 && desc->defines == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: defines is NULL, define_count is %zu", desc->define_count);
    for (size_t i = 0; i < desc->source_count; i++)
        if (desc->sources[i].name == NULL || desc->sources[i].text == NULL)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: %s of source %zu is NULL",
                            desc->sources[i].name == NULL ? "name" : "text", i);
    for (size_t i = 0; i < desc->define_count; i++)
        if (desc->defines[i].name == NULL)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: name of define %zu is NULL", i);
    return NBL_SUCCESS;
}

/* Compiles in exact mode what the text fuses. */
static nbl_result_t compile_fused(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error) {
    const size_t count = desc->define_count;
    nbl_compile_desc_t exact = *desc;
    nbl_define_t *defines = malloc((count + 1) * sizeof *defines);
    if (defines == NULL) return nbl_fail_memory(error, "compile");
    if (count > 0) memcpy(defines, desc->defines, count * sizeof *defines);
    defines[count] = (nbl_define_t){"NBL_FUSED", "1"};
    exact.defines = defines;
    exact.define_count = count + 1;
    exact.mode = NBL_MODE_EXACT;
    const nbl_result_t result = nbl_compile(&exact, spirv, error);
    free(defines);
    return result;
}

nbl_result_t nbl_compile(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, spirv)) return NBL_ERROR_ARGUMENT;
    nbl_text_t text = {0}, log = {0};
    double since = milliseconds();
    nbl_result_t result;
    nbl_error_clear(error);
    memset(spirv, 0, sizeof *spirv);
    result = check_desc(desc, error);
    if (result == NBL_SUCCESS && desc->mode == NBL_MODE_FUSED) return compile_fused(desc, spirv, error);
    /* out of memory: the compiler's module has other bits and must not replace this one by chance */
    if (result == NBL_SUCCESS && wants_general(desc) && nbl_general_make(desc, spirv) == NBL_SPECIALIZE_OUT_OF_MEMORY)
        result = nbl_fail_memory(error, "compile");
    if (spirv->general || result != NBL_SUCCESS) {
        take_time(&since, &spirv->milliseconds.optimize);
    } else if (!nbl_has_compiler()) {
        result = fail_without_compiler(desc, spirv, error);
    } else {
        result = nbl_expand_includes(desc, &text, error);
        take_time(&since, &spirv->milliseconds.expand);
    }
    if (result == NBL_SUCCESS && !spirv->general) result = compile_text(desc, &text, &log, spirv, &since, error);
    if (result != NBL_SUCCESS) {
        free(spirv->words);
        spirv->words = NULL;
        spirv->word_count = 0;
    }
    spirv->log = log.data ? log.data : nbl_text_copy("", 0);
    free(text.data);
    if (!spirv->log && result == NBL_SUCCESS) {
        nbl_spirv_free(spirv);
        return nbl_fail_memory(error, "compile");
    }
    return result;
}

/* Compiles an empty text, since glslang makes the tables of a language and a stage when it first meets them. */
void nbl_compile_prepare(void) {
    nbl_text_t log = {0};
    uint32_t *words = NULL;
    size_t count;
    if (!nbl_has_compiler()) return;
    pthread_once(&glslang_once, nbl_glslang_start);
    if (nbl_glslang_compile("#version 460\nvoid main() {}\n", false, false, false, false, NBL_ENVIRONMENT_VULKAN_1_1,
                            &log, &words, &count) == NBL_SUCCESS)
        free(words);
    free(log.data);
}

void nbl_spirv_free(nbl_spirv_t *spirv) {
    if (!spirv) return;
    free(spirv->words);
    free(spirv->log);
    memset(spirv, 0, sizeof *spirv);
}
