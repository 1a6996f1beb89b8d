/* nbl-fft compile: the kernel of a transform as SPIR-V, for programs that ship without a compiler.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <string.h>

#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"

typedef struct request_t {
    const char *file;
    const char *plan;
    uint32_t algorithm, length, elements, workgroup, ffts, subgroup, rounds, shared, order, precision, mode;
    bool inverse, real, rolled;
} request_t;

static int read_request(int argc, char **argv, request_t *request) {
    const char *const file_names[] = {NULL};
    const option_t options[] = {
        {"-o", OPTION_TEXT, &request->file, "a file name", 0, 0},
        {"--length", OPTION_COUNT, &request->length, NULL, 2, 32768},
        {"--algorithm", OPTION_WORD, &request->algorithm, ALGORITHM_WORDS, 0, 0},
        {"--plan", OPTION_TEXT, &request->plan, "a plan such as 16x16x4@64", 0, 0},
        {"--elements-per-invocation", OPTION_POWER, &request->elements, NULL, 2, 32},
        {"--workgroup-size", OPTION_POWER, &request->workgroup, NULL, 1, 1024},
        {"--ffts-per-workgroup", OPTION_COUNT, &request->ffts, NULL, 1, 1024},
        {"--subgroup-size", OPTION_POWER, &request->subgroup, NULL, 1, 128},
        {"--rounds", OPTION_COUNT, &request->rounds, NULL, 1, 64},
        {"--max-shared-bytes", OPTION_COUNT, &request->shared, NULL, 1, 1u << 20},
        {"--inverse", OPTION_FLAG, &request->inverse, NULL, 0, 0},
        {"--real", OPTION_FLAG, &request->real, NULL, 0, 0},
        {"--order", OPTION_WORD, &request->order, "natural|native", 0, 0},
        {"--precision", OPTION_WORD, &request->precision, PRECISION_WORDS, 0, 0},
        {"--mode", OPTION_WORD, &request->mode, "exact|fast", 0, 0},
        {"--rolled", OPTION_FLAG, &request->rolled, NULL, 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, 0, 0},
    };
    int status = options_read("compile", argc, argv, options, file_names, NULL);
    if (status != EXIT_DONE) return status;
    if (!request->file) return fail(EXIT_USAGE, "compile: -o is missing; see nbl-fft compile --help");
    status = options_algorithm(&request->algorithm, request->plan, request->elements, request->workgroup);
    if (status != EXIT_DONE) return status;
    if (request->real && request->order == 1)
        return fail(EXIT_USAGE, "--order native: spectra of --real are in natural order");
    if (request->real && request->length != 0 && (request->length % 2 != 0 || request->length < 4))
        return fail(EXIT_USAGE, "--length %u: must be even, and 4 or more, with --real", request->length);
    if (request->real) request->length /= 2;
    return options_length("compile", &request->length, request->plan, request->elements, request->workgroup);
}

/* What every device of interest allows; what this one allows is for the program to ask. */
static nbl_fft_limits_t usual_limits(uint32_t subgroup_size, uint32_t shared_bytes) {
    nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                               .max_shared_bytes = shared_bytes,
                               .subgroup_size = subgroup_size,
                               .max_buffer_bytes = UINT64_MAX,
                               .float16 = true,
                               .float64 = true};
    return limits;
}

static void print_plan(const nbl_fft_transform_plan_t *plan) {
    char text[NBL_FFT_PLAN_TEXT_SIZE] = "";
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM) nbl_fft_plan_short_text(plan->parameters.plan, text, sizeof text);
    if (plan->desc.kind == NBL_FFT_REAL) printf("real signals of %u, transforms of ", 2 * plan->desc.length);
    printf("length %u, elements per invocation %u, workgroup of %u invocations, FFTs per workgroup %u, subgroup size "
           "%u, shared memory %u bytes, "
           "element %u bytes, %u barriers%s%s\n",
           plan->desc.length, plan->elements, plan->workgroup_invocations, plan->desc.ffts_per_workgroup,
           plan->desc.subgroup_size, plan->shared_bytes, plan->element_bytes, plan->barriers, text[0] ? ", plan " : "",
           text);
    if (plan->desc.rounds > 1)
        printf("rounds %u: a workgroup does so many times its FFTs, one after the other\n", plan->desc.rounds);
}

int command_compile(int argc, char **argv) {
    request_t request = {
        .precision = NBL_FFT_FLOAT32, .subgroup = 32, .rounds = 1, .shared = 32768, .algorithm = ALGORITHM_ANY};
    int status = read_request(argc, argv, &request);
    if (status != EXIT_DONE) return status;
    /* A batch that no choice depends on: as many transforms as a workgroup could hold. */
    nbl_fft_transform_desc_t desc = {.algorithm = request.algorithm,
                                     .precision = (nbl_fft_precision_t)request.precision,
                                     .kind = request.real ? NBL_FFT_REAL : NBL_FFT_COMPLEX,
                                     .length = request.length,
                                     .batch = 1024,
                                     .plan_text = request.plan,
                                     .inverse = request.inverse,
                                     .native = request.order == 1,
                                     .elements_per_invocation = request.elements,
                                     .workgroup_size = request.workgroup,
                                     .ffts_per_workgroup = request.ffts,
                                     .rounds = request.rounds,
                                     .subgroup_size = request.subgroup,
                                     .limits = usual_limits(request.subgroup, request.shared)};
    nbl_fft_transform_plan_t plan;
    nbl_error_t error;
    nbl_spirv_t spirv;
    memset(&spirv, 0, sizeof spirv);
    if (nbl_fft_transform_plan(&desc, &plan, &error) != NBL_SUCCESS) return fail(EXIT_FAILED, "%s", error.text);
    if (nbl_fft_transform_compile(NULL, (nbl_mode_t)request.mode, !request.rolled, &plan, &spirv, &error) !=
        NBL_SUCCESS) {
        status = fail(EXIT_FAILED, "%s", error.text);
    } else {
        status = write_file(request.file, spirv.words, spirv.word_count * sizeof spirv.words[0]);
    }
    if (status == EXIT_DONE) print_plan(&plan);
    nbl_spirv_free(&spirv);
    return status;
}
