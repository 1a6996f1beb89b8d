/* Stands in for glslang and SPIRV-Tools in a build without them: every function fails and says why.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "glslang.h"
#include "spirv_tools.h"

bool nbl_has_compiler(void) { return false; }

const char *nbl_glslang_version(void) { return "no glslang"; }

const char *nbl_spirv_tools_version(void) { return "no SPIRV-Tools"; }

void nbl_glslang_start(void) {}

/* nbl_compile() calls nbl_has_compiler() first and reports why it cannot compile. */
nbl_result_t nbl_glslang_compile(const char *text, bool hlsl, bool debug, bool scopes, bool lenient,
                                 nbl_environment_t target, nbl_text_t *log, uint32_t **words, size_t *word_count) {
    (void)text, (void)hlsl, (void)debug, (void)scopes, (void)lenient, (void)target, (void)log, (void)words,
        (void)word_count;
    return NBL_ERROR_COMPILE;
}

nbl_result_t nbl_spirv_tools_run(const char *const *flags, const uint32_t *words, size_t word_count, uint32_t **made,
                                 size_t *made_count) {
    (void)flags, (void)words, (void)word_count, (void)made, (void)made_count;
    return NBL_ERROR_SPIRV;
}
