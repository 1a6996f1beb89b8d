/* Optimises a module by our specialiser, or by SPIRV-Tools, step by step.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Drivers optimise too, but not all see through arrays that functions hand on: measured on an H200, its driver makes
 * kernels up to twice as fast of an optimised module (docs/log/kernels.md).
 * The specialiser (specialize/) does that in milliseconds; what it refuses is left to SPIRV-Tools, which takes seconds.
 * Its steps: pruning, inlining, unrolling, simplifying. Unrolling copies floating operations without their decorations,
 * and simplifying fuses or reorders what is not decorated; so in exact mode the module is decorated again between the
 * steps.
 */
#include "optimize.h"

#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "nbl/host/compile.h"
#include "spirv/specialize/specialize.h"
#include "spirv/spirv_tools.h"

/* Prunes before anything is inlined, since every call in a dead branch would be inlined with all that it calls.
 * Pruning and merging blocks before the slow passes makes the whole three to seven times as fast. */
#define PRUNING \
    "--eliminate-local-single-block", "--eliminate-local-single-store", "--ccp", "--eliminate-dead-branches", \
        "--eliminate-dead-functions", "--eliminate-dead-code-aggressive"

/* Folds what the parameters decide and keeps loops. A software driver builds a folded module five times as fast as the
 * text as it is written, and far faster than an unrolled one. */
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

/* Inlines everything into one function, and makes constants of what follows from literals. */
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

/* Unrolls. The unroller needs literal bounds; a bound that a function returned is one only in a simplified module. */
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

static nbl_result_t replace(const char *const *flags, uint32_t **words, size_t *word_count, nbl_error_t *error) {
    uint32_t *made;
    nbl_result_t result = nbl_spirv_tools_run(flags, *words, *word_count, &made, word_count);
    if (result == NBL_ERROR_OUT_OF_MEMORY) return nbl_fail_memory(error, "optimize");
    if (result != NBL_SUCCESS) return nbl_fail(error, result, "optimize: SPIRV-Tools refuses the module");
    free(*words);
    *words = made;
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

/* The steps: lists of the optimiser's flags, each ending with NULL. It unrolls twice, since an unrolled outer loop
 * makes constants of inner loops' bounds. */
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

static nbl_specialize_loops_t loops_of(nbl_optimize_t optimize) {
    switch (optimize) {
    case NBL_OPTIMIZE_UNROLL: return NBL_SPECIALIZE_ASKED;
    case NBL_OPTIMIZE_UNROLL_SOME: return NBL_SPECIALIZE_ARITHMETIC;
    default: return NBL_SPECIALIZE_EMPTY;
    }
}

/* Returns whether a text is asked to fuse the sums that it states. */
static bool is_fused(const nbl_compile_desc_t *desc) {
    for (size_t k = 0; k < desc->define_count; k++) {
        const nbl_define_t *define = &desc->defines[k];
        if (strcmp(define->name, "NBL_FUSED") == 0) return define->value == NULL || strcmp(define->value, "0") != 0;
    }
    return false;
}

nbl_specialize_options_t nbl_spirv_specialize_options(const nbl_compile_desc_t *desc) {
    nbl_specialize_options_t options = {.exact = desc->mode == NBL_MODE_EXACT,
                                        .loops = loops_of(desc->optimize),
                                        .order = desc->instruction_order,
                                        .spare_instructions = desc->spare_instructions,
                                        .fused = is_fused(desc)};
    return options;
}

nbl_result_t nbl_spirv_optimize(const nbl_compile_desc_t *desc, uint32_t **words, size_t *word_count, char refused[128],
                                nbl_error_t *error) {
    nbl_specialize_options_t options = nbl_spirv_specialize_options(desc);
    uint32_t *made;
    size_t count;
    refused[0] = 0;
    if (desc->optimizer != NBL_OPTIMIZER_SPECIALIZER)
        return run_steps(options.exact, desc->optimize, words, word_count, error);
    switch (nbl_specialize(&options, *words, *word_count, &made, &count, refused)) {
    case NBL_SPECIALIZE_DONE:
        free(*words);
        *words = made;
        *word_count = count;
        return NBL_SUCCESS;
    case NBL_SPECIALIZE_OUT_OF_MEMORY: return nbl_fail_memory(error, "specialize");
    default: return run_steps(options.exact, desc->optimize, words, word_count, error);
    }
}

void nbl_spirv_optimize_key(nbl_sha256_t *sha, const nbl_compile_desc_t *desc) {
    const flags_t *step;
    flags_t flag;
    if (desc->optimize == NBL_OPTIMIZE_NONE) return;
    if (desc->optimizer == NBL_OPTIMIZER_SPECIALIZER) {
        uint8_t version[3] = {NBL_SPECIALIZE_VERSION, (uint8_t)desc->instruction_order, desc->spare_instructions};
        nbl_sha256_add(sha, "specialize", 10);
        nbl_sha256_add(sha, version, sizeof version);
    }
    nbl_sha256_add(sha, nbl_spirv_tools_version(), strlen(nbl_spirv_tools_version()));
    for (step = steps[desc->optimize]; *step; step++)
        for (flag = *step; *flag; flag++) nbl_sha256_add(sha, *flag, strlen(*flag));
}
