/* glslang, called through its C++ interface, as two C functions.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_HOST_SPIRV_GLSLANG_H
#define NBL_HOST_SPIRV_GLSLANG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/host/compile.h"
#include "nbl/host/error.h"
#include "spirv/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns whether this build has a compiler. Without one every other function fails (no_compiler.c). */
bool nbl_has_compiler(void);

/* Returns its name and version, for cache keys. */
const char *nbl_glslang_version(void);

/* Sets glslang up: once per process, before any other call. */
void nbl_glslang_start(void);

/* Compiles a compute shader, entry point "main", and optimises nothing.
 *
 * Returns NBL_SUCCESS, COMPILE (the log says why), or OUT_OF_MEMORY. Thread-safe.
 *
 * text   the source, ends with a zero byte; it includes nothing
 * hlsl   its language, otherwise GLSL
 * debug  keep names and lines; scopes: and scopes, as nbl_compile_desc_t has them
 * lenient, target  as nbl_compile_desc_t has them
 * log    receives what glslang has to say
 * words  receives the module, allocated by malloc */
nbl_result_t nbl_glslang_compile(const char *text, bool hlsl, bool debug, bool scopes, bool lenient,
                                 nbl_environment_t target, nbl_text_t *log, uint32_t **words, size_t *word_count);

#ifdef __cplusplus
}
#endif

#endif
