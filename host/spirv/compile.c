/* Compiles an expanded text with glslang, or takes the module from the cache.
 * SPDX-License-Identifier: Apache-2.0
 *
 * glslang's own optimiser stays off: the module must be decorated before anything optimises.
 */
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <glslang/build_info.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "cache.h"
#include "expand.h"
#include "general/general.h"
#include "optimize.h"
#include "sha256.h"

uint32_t nbl_version(void) { return NBL_VERSION; }

static pthread_once_t glslang_once = PTHREAD_ONCE_INIT;

/* HLSL needs the entry point named, and glslang's C interface, as of 12.0, has no function for that: this one
 * is glslang::TShader::setEntryPoint, called by its Itanium C++ name; a glslang_shader_t begins with its TShader. */
void nbl_glslang_set_entry_point(void *shader, const char *name) __asm__("_ZN7glslang7TShader13setEntryPointEPKc");

static void start_glslang(void) { glslang_initialize_process(); }

/* Everything that decides what the module will be. */
static void make_key(const nbl_compile_desc_t *desc, const nbl_text_t *text, uint8_t key[32]) {
    nbl_sha256_t sha;
    char small[256];
    int n = snprintf(small, sizeof small,
                     "nbl %d glslang %d.%d.%d%s SPIR-V 1.3 language %d mode %d optimize %d size %llu\n", NBL_VERSION,
                     GLSLANG_VERSION_MAJOR, GLSLANG_VERSION_MINOR, GLSLANG_VERSION_PATCH, GLSLANG_VERSION_FLAVOR,
                     (int)desc->language, (int)desc->mode, (int)desc->optimize, (unsigned long long)text->size);
    nbl_sha256_begin(&sha);
    nbl_sha256_add(&sha, small, (size_t)n);
    nbl_spirv_optimize_key(&sha, desc->optimize, desc->optimizer);
    nbl_sha256_add(&sha, text->data, text->size);
    nbl_sha256_end(&sha, key);
}

static void add_log(nbl_text_t *log, const char *text) {
    if (text && *text) nbl_text_append(log, text, strlen(text));
}

/* The first error of a log as the one line, `file:line: message`, without glslang's mark. A linker's message has no
 * file, and ends on the next line. */
static nbl_result_t fail_compile(const nbl_compile_desc_t *desc, const nbl_text_t *log, nbl_error_t *error) {
    const char *file = desc->file ? desc->file : "(text)";
    const char *line = log->size ? strstr(log->data, "ERROR: ") : NULL, *next;
    bool linking;
    int size;
    if (!line) return nbl_fail(error, NBL_ERROR_COMPILE, "%s: does not compile, and glslang says not why", file);
    line += 7;
    size = (int)strcspn(line, "\n");
    linking = strncmp(line, "Linking ", 8) == 0;
    next = line + size + strspn(line + size, "\n ");
    return nbl_fail(error, NBL_ERROR_COMPILE, "%s%s%.*s%s%.*s", linking ? file : "", linking ? ": " : "", size, line,
                    linking ? " " : "", linking ? (int)strcspn(next, "\n") : 0, next);
}

static nbl_result_t take_words(glslang_program_t *program, nbl_spirv_t *spirv, nbl_error_t *error) {
    glslang_spv_options_t options = {0};
    options.disable_optimizer = true;
    glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_COMPUTE, &options);
    spirv->word_count = glslang_program_SPIRV_get_size(program);
    if (!spirv->word_count) return nbl_fail(error, NBL_ERROR_COMPILE, "glslang made no module");
    spirv->words = malloc(spirv->word_count * sizeof *spirv->words);
    if (!spirv->words) return nbl_fail_memory(error, "compile");
    glslang_program_SPIRV_get(program, spirv->words);
    return NBL_SUCCESS;
}

/* glslang's own limits stand for some desktop GPU; the device's are checked, and named, when a kernel is made. */
static glslang_resource_t no_limits(void) {
    glslang_resource_t limits = *(const glslang_resource_t *)glslang_default_resource();
    limits.max_compute_work_group_size_x = limits.max_compute_work_group_size_y = limits.max_compute_work_group_size_z =
        1 << 20;
    return limits;
}

static nbl_result_t run_glslang(const nbl_compile_desc_t *desc, const char *text, nbl_text_t *log, nbl_spirv_t *spirv,
                                nbl_error_t *error) {
    bool hlsl = desc->language == NBL_LANGUAGE_HLSL, good;
    int messages = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT |
                   (hlsl ? GLSLANG_MSG_READ_HLSL_BIT | GLSLANG_MSG_HLSL_OFFSETS_BIT : 0);
    glslang_resource_t limits = no_limits();
    glslang_input_t input = {0};
    glslang_shader_t *shader;
    glslang_program_t *program;
    nbl_result_t result;
    input.language = hlsl ? GLSLANG_SOURCE_HLSL : GLSLANG_SOURCE_GLSL;
    input.stage = GLSLANG_STAGE_COMPUTE;
    input.client = GLSLANG_CLIENT_VULKAN;
    input.client_version = GLSLANG_TARGET_VULKAN_1_1;
    input.target_language = GLSLANG_TARGET_SPV;
    input.target_language_version = GLSLANG_TARGET_SPV_1_3;
    input.code = text;
    input.default_version = hlsl ? 500 : 460;
    input.default_profile = GLSLANG_NO_PROFILE;
    input.messages = (glslang_messages_t)messages;
    input.resource = &limits;
    shader = glslang_shader_create(&input);
    program = glslang_program_create();
    if (!shader || !program) {
        glslang_program_delete(program);
        glslang_shader_delete(shader);
        return nbl_fail_memory(error, "compile");
    }
    if (hlsl) nbl_glslang_set_entry_point(*(void **)shader, "main");
    good = glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input);
    add_log(log, glslang_shader_get_info_log(shader));
    if (good) {
        glslang_program_add_shader(program, shader);
        good = glslang_program_link(program, messages);
        add_log(log, glslang_program_get_info_log(program));
    }
    result = good ? take_words(program, spirv, error) : fail_compile(desc, log, error);
    if (good) add_log(log, glslang_program_SPIRV_get_messages(program));
    glslang_program_delete(program);
    glslang_shader_delete(shader);
    return result;
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

/* Of the calling thread's CPU time: a busy machine does not count. */
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
    bool exact = desc->mode == NBL_MODE_EXACT;
    if (desc->optimize != NBL_OPTIMIZE_NONE)
        return nbl_spirv_optimize(exact, desc->optimize, desc->optimizer, &spirv->words, &spirv->word_count,
                                  spirv->refused, error);
    return exact ? decorate(spirv, error) : NBL_SUCCESS;
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
    pthread_once(&glslang_once, start_glslang);
    take_time(since, &spirv->milliseconds.initialize);
    result = run_glslang(desc, text->data, log, spirv, error);
    take_time(since, &spirv->milliseconds.parse);
    if (result == NBL_SUCCESS) result = optimize(desc, spirv, error);
    take_time(since, &spirv->milliseconds.optimize);
    if (result == NBL_SUCCESS) nbl_cache_write(desc->cache, key, spirv->words, spirv->word_count);
    take_time(since, &spirv->milliseconds.cache);
    return result;
}

nbl_result_t nbl_compile(const nbl_compile_desc_t *desc, nbl_spirv_t *spirv, nbl_error_t *error) {
    nbl_text_t text = {0}, log = {0};
    double since = milliseconds();
    nbl_result_t result;
    nbl_error_clear(error);
    if (!desc || !spirv) return nbl_fail(error, NBL_ERROR_ARGUMENT, "compile: desc or spirv is NULL");
    memset(spirv, 0, sizeof *spirv);
    if (!desc->from_text && desc->optimize != NBL_OPTIMIZE_NONE && desc->optimizer == NBL_OPTIMIZER_SPECIALIZER &&
        nbl_general_make(desc, spirv)) {
        result = NBL_SUCCESS;
        take_time(&since, &spirv->milliseconds.optimize);
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

void nbl_spirv_free(nbl_spirv_t *spirv) {
    if (!spirv) return;
    free(spirv->words);
    free(spirv->log);
    memset(spirv, 0, sizeof *spirv);
}
