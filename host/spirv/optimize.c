/* Optimises a module by our specialiser, or by SPIRV-Tools, step by step.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drivers optimise too, but not all see through arrays that functions hand on: measured on an H200, its driver makes
 * kernels up to twice as fast of an optimised module (docs/performance.md).
 * The specialiser (specialize/) does that in milliseconds; what it refuses is left to SPIRV-Tools, which takes seconds.
 * Its steps: pruning, inlining, unrolling, simplifying. Unrolling copies floating operations without their decorations, and
 * simplifying fuses or reorders what is not decorated; so in exact mode the module is decorated again between the
 * steps. SPIRV-Tools has no C interface to its optimiser before 2023.3 (spvOptimizerCreate), and Debian 12 has 2023.1.
 * Its C++ functions are called here by their Itanium ABI names; glslang needs the C++ library anyway.
 * spvtools::Optimizer is one pointer, std::vector three, and of a std::string only data and size are read.
 */
#include "optimize.h"

#include <spirv-tools/libspirv.h>
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "nbl/host/compile.h"
#include "spirv/specialize/specialize.h"

typedef struct optimizer_t {
    void *implementation;
} optimizer_t;

typedef struct vector_t {
    uint32_t *begin, *end, *capacity;
} vector_t;

typedef struct string_t {
    const char *data;
    size_t size;
    char local[16];
} string_t;

void nbl_spvtools_construct(optimizer_t *self, spv_target_env env) __asm__("_ZN8spvtools9OptimizerC1E14spv_target_env");
void nbl_spvtools_destroy(optimizer_t *self) __asm__("_ZN8spvtools9OptimizerD1Ev");
bool nbl_spvtools_register(optimizer_t *self, const string_t *flag) __asm__(
    "_ZN8spvtools9Optimizer20RegisterPassFromFlagERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
bool nbl_spvtools_run(
    const optimizer_t *self, const uint32_t *words, size_t count, vector_t *result,
    spv_optimizer_options
        options) __asm__("_ZNK8spvtools9Optimizer3RunEPKjmPSt6vectorIjSaIjEEP23spv_optimizer_options_t");
void nbl_operator_delete(void *memory) __asm__("_ZdlPv");

/* Before anything is inlined: every branch that goes here would be inlined with all that it calls. It and merging blocks
 * before the passes that are slow make the whole three to seven times as fast. */
#define PRUNING \
    "--eliminate-local-single-block", "--eliminate-local-single-store", "--ccp", "--eliminate-dead-branches", \
        "--eliminate-dead-functions", "--eliminate-dead-code-aggressive"

/* What the parameters decide is folded, loops stay: a software driver takes the module five times as fast as the text
 * as it is written, and far faster than one that is unrolled. */
static const char *const folding[] = {PRUNING,
                                      "--merge-return",
                                      "--inline-entry-points-exhaustive",
                                      "--eliminate-dead-functions",
                                      "--eliminate-dead-code-aggressive",
                                      "--private-to-local",
                                      "--eliminate-local-single-block",
                                      "--eliminate-local-single-store",
                                      "--ccp",
                                      "--eliminate-dead-branches",
                                      "--eliminate-dead-code-aggressive",
                                      NULL};

static const char *const pruning[] = {PRUNING, NULL};

/* Everything in one function, and constants where they follow from literals. */
static const char *const inlining[] = {"--merge-return",
                                       "--inline-entry-points-exhaustive",
                                       "--merge-blocks",
                                       "--eliminate-dead-functions",
                                       "--eliminate-dead-code-aggressive",
                                       "--private-to-local",
                                       "--eliminate-local-single-block",
                                       "--eliminate-local-single-store",
                                       "--scalar-replacement=100",
                                       "--convert-local-access-chains",
                                       "--eliminate-local-single-block",
                                       "--eliminate-local-single-store",
                                       "--ssa-rewrite",
                                       "--ccp",
                                       "--eliminate-dead-branches",
                                       "--eliminate-dead-code-aggressive",
                                       NULL};

#define UNROLL \
    "--loop-unroll", "--eliminate-dead-branches", "--scalar-replacement=100", "--convert-local-access-chains", \
        "--eliminate-local-single-block", "--eliminate-local-single-store", "--ssa-rewrite", "--ccp", \
        "--eliminate-dead-branches"

/* The unroller sees a bound that is a literal; one that a function returned, only in a simplified module. */
static const char *const unrolling[] = {"--simplify-instructions", "--merge-blocks", UNROLL,
                                        "--eliminate-dead-code-aggressive", NULL};
static const char *const unrolling_some[] = {UNROLL, UNROLL, "--eliminate-dead-code-aggressive", NULL};

static const char *const simplifying[] = {"--merge-blocks",
                                          "--redundancy-elimination",
                                          "--combine-access-chains",
                                          "--simplify-instructions",
                                          "--eliminate-dead-code-aggressive",
                                          "--vector-dce",
                                          "--eliminate-dead-inserts",
                                          "--eliminate-dead-branches",
                                          "--simplify-instructions",
                                          "--if-conversion",
                                          "--copy-propagate-arrays",
                                          "--reduce-load-size",
                                          "--eliminate-dead-code-aggressive",
                                          "--merge-blocks",
                                          "--redundancy-elimination",
                                          "--eliminate-dead-branches",
                                          "--merge-blocks",
                                          "--simplify-instructions",
                                          NULL};

static bool run(const char *const *flags, const uint32_t *words, size_t count, vector_t *result) {
    optimizer_t optimizer = {NULL};
    spv_optimizer_options options = spvOptimizerOptionsCreate();
    bool good = true;
    spvOptimizerOptionsSetRunValidator(options, false);
    nbl_spvtools_construct(&optimizer, SPV_ENV_VULKAN_1_1);
    for (; *flags && good; flags++) {
        string_t flag = {*flags, strlen(*flags), {0}};
        good = nbl_spvtools_register(&optimizer, &flag);
    }
    good = good && nbl_spvtools_run(&optimizer, words, count, result, options) && result->end != result->begin;
    nbl_spvtools_destroy(&optimizer);
    spvOptimizerOptionsDestroy(options);
    return good;
}

static nbl_result_t replace(const char *const *flags, uint32_t **words, size_t *word_count, nbl_error_t *error) {
    vector_t result = {NULL, NULL, NULL};
    uint32_t *copy = NULL;
    size_t count = 0;
    bool good = run(flags, *words, *word_count, &result);
    if (good) {
        count = (size_t)(result.end - result.begin);
        copy = malloc(count * sizeof *copy);
        if (copy) memcpy(copy, result.begin, count * sizeof *copy);
    }
    if (result.begin) nbl_operator_delete(result.begin);
    if (!good) return nbl_fail(error, NBL_ERROR_SPIRV, "optimize: SPIRV-Tools refuses the module");
    if (!copy) return nbl_fail_memory(error, "optimize");
    free(*words);
    *words = copy;
    *word_count = count;
    return NBL_SUCCESS;
}

static nbl_result_t decorate(uint32_t **words, size_t *word_count, nbl_error_t *error) {
    uint32_t *decorated;
    nbl_result_t result = nbl_spirv_decorate_no_contraction(*words, *word_count, &decorated, word_count, NULL, error);
    if (result == NBL_SUCCESS) {
        free(*words);
        *words = decorated;
    }
    return result;
}

typedef const char *const *flags_t;

/* The steps, each a list of the optimiser's flags, that end with NULL. Unrolled outer loops make constants of inner
 * ones' bounds: hence unrolling twice. */
static const flags_t steps[][6] = {
    [NBL_OPTIMIZE_UNROLL] = {pruning, inlining, unrolling, unrolling, simplifying, NULL},
    [NBL_OPTIMIZE_UNROLL_SOME] = {pruning, inlining, unrolling_some, simplifying, NULL},
    [NBL_OPTIMIZE_FOLD] = {folding, NULL},
};

static nbl_result_t run_steps(bool exact, nbl_optimize_t optimize, uint32_t **words, size_t *word_count,
                              nbl_error_t *error) {
    const flags_t *step;
    nbl_result_t result = NBL_SUCCESS;
    /* Inlined, unrolled and simplified operations are new ones: each step is to find and to leave all of them
     * decorated. */
    for (step = steps[optimize]; *step && result == NBL_SUCCESS; step++) {
        if (exact) result = decorate(words, word_count, error);
        if (result == NBL_SUCCESS) result = replace(*step, words, word_count, error);
    }
    return result == NBL_SUCCESS && exact ? decorate(words, word_count, error) : result;
}

nbl_specialize_loops_t nbl_spirv_loops(nbl_optimize_t optimize) {
    switch (optimize) {
    case NBL_OPTIMIZE_UNROLL: return NBL_SPECIALIZE_ASKED;
    case NBL_OPTIMIZE_UNROLL_SOME: return NBL_SPECIALIZE_ARITHMETIC;
    default: return NBL_SPECIALIZE_EMPTY;
    }
}

/* make SPIRV_TOOLS=1 builds a library that goes the old way throughout. */
static bool specializes(nbl_optimizer_t optimizer) {
#if defined(NBL_PREFER_SPIRV_TOOLS)
    (void)optimizer;
    return false;
#else
    return optimizer == NBL_OPTIMIZER_SPECIALIZER;
#endif
}

nbl_result_t nbl_spirv_optimize(bool exact, nbl_optimize_t optimize, nbl_optimizer_t optimizer, uint32_t **words,
                                size_t *word_count, char refused[128], nbl_error_t *error) {
    nbl_specialize_options_t options = {.exact = exact, .loops = nbl_spirv_loops(optimize)};
    uint32_t *made;
    size_t count;
    refused[0] = 0;
    if (!specializes(optimizer)) return run_steps(exact, optimize, words, word_count, error);
    switch (nbl_specialize(&options, *words, *word_count, &made, &count, refused)) {
    case NBL_SPECIALIZE_DONE:
        free(*words);
        *words = made;
        *word_count = count;
        return NBL_SUCCESS;
    case NBL_SPECIALIZE_OUT_OF_MEMORY: return nbl_fail_memory(error, "specialize");
    default: return run_steps(exact, optimize, words, word_count, error);
    }
}

void nbl_spirv_optimize_key(nbl_sha256_t *sha, nbl_optimize_t optimize, nbl_optimizer_t optimizer) {
    const flags_t *step;
    flags_t flag;
    if (optimize == NBL_OPTIMIZE_NONE) return;
    if (specializes(optimizer)) {
        uint8_t version = NBL_SPECIALIZE_VERSION;
        nbl_sha256_add(sha, "specialize", 10);
        nbl_sha256_add(sha, &version, 1);
    }
    nbl_sha256_add(sha, spvSoftwareVersionDetailsString(), strlen(spvSoftwareVersionDetailsString()));
    for (step = steps[optimize]; *step; step++)
        for (flag = *step; *flag; flag++) nbl_sha256_add(sha, *flag, strlen(*flag));
}
