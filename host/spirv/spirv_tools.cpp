/* SPIRV-Tools' optimiser, called through its C++ interface, as a C function.
 * SPDX-License-Identifier: Apache-2.0
 *
 * It has no C interface before 2023.3 (spvOptimizerCreate), and Debian 12 has 2023.1.
 */
#include "spirv_tools.h"

#include <cstdlib>
#include <cstring>
#include <new>
#include <spirv-tools/optimizer.hpp>
#include <vector>

namespace {

bool run(const char *const *flags, const uint32_t *words, size_t word_count, std::vector<uint32_t> &made) {
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_1);
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    for (; *flags; flags++)
        if (!optimizer.RegisterPassFromFlag(*flags)) return false;
    return optimizer.Run(words, word_count, &made, options) && !made.empty();
}

} // namespace

const char *nbl_spirv_tools_version(void) { return spvSoftwareVersionDetailsString(); }

nbl_result_t nbl_spirv_tools_run(const char *const *flags, const uint32_t *words, size_t word_count, uint32_t **made,
                                 size_t *made_count) {
    try {
        std::vector<uint32_t> result;
        if (!run(flags, words, word_count, result)) return NBL_ERROR_SPIRV;
        *made = static_cast<uint32_t *>(malloc(result.size() * sizeof **made));
        if (!*made) return NBL_ERROR_OUT_OF_MEMORY;
        memcpy(*made, result.data(), result.size() * sizeof **made);
        *made_count = result.size();
        return NBL_SUCCESS;
    } catch (const std::bad_alloc &) { return NBL_ERROR_OUT_OF_MEMORY; }
}
