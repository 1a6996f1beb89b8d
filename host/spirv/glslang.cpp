/* glslang, called through its C++ interface, as two C functions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its C interface, as of 12.0, cannot name an entry point, which HLSL needs.
 */
#include "glslang.h"

#ifndef ENABLE_HLSL
#define ENABLE_HLSL \
    1 /* as the library is built; its headers do not say so, and leave out how HLSL's registers are bound */
#endif
#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>
#include <glslang/build_info.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

namespace {

void add(nbl_text_t *log, const char *text) {
    if (text && *text) nbl_text_append(log, text, strlen(text));
}

/* glslang's own limits are those of some desktop GPU; the device's are checked, and named, when a kernel is made. */
TBuiltInResource no_limits() {
    TBuiltInResource limits = *GetDefaultResources();
    limits.maxComputeWorkGroupSizeX = limits.maxComputeWorkGroupSizeY = limits.maxComputeWorkGroupSizeZ = 1 << 20;
    return limits;
}

/* Whether HLSL says its bindings itself: its registers are no bindings then. Comments, macros that are not used, and
 * branches of the preprocessor that are not taken say none.
 */
bool says_bindings(const char *text, const TBuiltInResource &limits, EShMessages messages) {
    glslang::TShader shader(EShLangCompute);
    glslang::TShader::ForbidIncluder includer;
    std::string left;
    shader.setStrings(&text, 1);
    if (!shader.preprocess(&limits, 500, ENoProfile, false, false, messages, &left, includer)) return false;
    left.erase(std::remove_if(left.begin(), left.end(), [](unsigned char c) { return isspace(c); }), left.end());
    return left.find("vk::binding") != std::string::npos;
}

nbl_result_t compile(const char *text, bool hlsl, bool debug, bool scopes, bool lenient, nbl_environment_t target,
                     nbl_text_t *log, std::vector<unsigned> &words) {
    auto messages = static_cast<EShMessages>(EShMsgSpvRules | EShMsgVulkanRules |
                                             (hlsl ? EShMsgReadHlsl | EShMsgHlslOffsets : EShMsgDefault) |
                                             (debug ? EShMsgDebugInfo : EShMsgDefault));
    static const glslang::EShTargetClientVersion clients[] = {glslang::EShTargetVulkan_1_1,
                                                              glslang::EShTargetVulkan_1_0,
                                                              glslang::EShTargetVulkan_1_2,
                                                              glslang::EShTargetVulkan_1_3};
    static const glslang::EShTargetLanguageVersion versions[] = {glslang::EShTargetSpv_1_3, glslang::EShTargetSpv_1_0,
                                                                 glslang::EShTargetSpv_1_5, glslang::EShTargetSpv_1_6};
    TBuiltInResource limits = no_limits();
    glslang::TShader shader(EShLangCompute);
    glslang::TProgram program; /* dies before the shader that it links */
    shader.setStrings(&text, 1);
    shader.setEnvInput(hlsl ? glslang::EShSourceHlsl : glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan,
                       100);
    shader.setEnvClient(glslang::EShClientVulkan, clients[target]);
    shader.setEnvTarget(glslang::EShTargetSpv, versions[target]);
    if (hlsl) shader.setEntryPoint("main");
    shader.setDebugInfo(debug && scopes);
    if (lenient) {
        shader.setAutoMapBindings(true);
        if (!hlsl) shader.setEnvInputVulkanRulesRelaxed();
    }
    if (lenient && hlsl && !says_bindings(text, limits, messages)) {
        shader.setShiftBinding(glslang::EResTexture, 100);
        shader.setShiftBinding(glslang::EResUav, 200);
        shader.setShiftBinding(glslang::EResSampler, 300);
        shader.setHlslIoMapping(true);
    }
    bool good = shader.parse(&limits, hlsl ? 500 : 460, false, messages);
    add(log, shader.getInfoLog());
    if (good) {
        program.addShader(&shader);
        good = program.link(messages) && (!lenient || program.mapIO());
        add(log, program.getInfoLog());
    }
    if (!good) return NBL_ERROR_COMPILE;
    spv::SpvBuildLogger logger;
    glslang::SpvOptions options;
    options.generateDebugInfo = debug;
    options.emitNonSemanticShaderDebugInfo = debug && scopes;
    options.disableOptimizer = true; /* nothing may be optimised before it is decorated */
    glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), words, &logger, &options);
    add(log, logger.getAllMessages().c_str());
    return words.empty() ? NBL_ERROR_COMPILE : NBL_SUCCESS;
}

} // namespace

bool nbl_has_compiler(void) { return true; }

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
const char *nbl_glslang_version(void) {
    return "glslang " TEXT(GLSLANG_VERSION_MAJOR) "." TEXT(GLSLANG_VERSION_MINOR) "." TEXT(GLSLANG_VERSION_PATCH)
        GLSLANG_VERSION_FLAVOR;
}

void nbl_glslang_start(void) { glslang::InitializeProcess(); }

nbl_result_t nbl_glslang_compile(const char *text, bool hlsl, bool debug, bool scopes, bool lenient,
                                 nbl_environment_t target, nbl_text_t *log, uint32_t **words, size_t *word_count) {
    try {
        std::vector<unsigned> made;
        nbl_result_t result = compile(text, hlsl, debug, scopes, lenient, target, log, made);
        if (result != NBL_SUCCESS) return result;
        *words = static_cast<uint32_t *>(malloc(made.size() * sizeof **words));
        if (!*words) return NBL_ERROR_OUT_OF_MEMORY;
        memcpy(*words, made.data(), made.size() * sizeof **words);
        *word_count = made.size();
        return NBL_SUCCESS;
    } catch (const std::bad_alloc &) { return NBL_ERROR_OUT_OF_MEMORY; }
}
