/* The options of `nbl-fft transform`: read, and checked that they go together.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "transform_request.h"

#define BACKEND_WORDS "vulkan|executor|emulator"

const char *transform_beyond_executor(const transform_request_t *request) {
    return request->algorithm != NBL_FFT_STOCKHAM ? "--algorithm radix2-shuffle"
           : request->plan                        ? "--plan"
           : request->wisdom                      ? "--wisdom"
           : request->subgroup                    ? "--subgroup-size"
           : request->order == 1                  ? "--order native"
                                                  : NULL;
}

static int check_backend(transform_request_t *request, nbl_error_t *error) {
    const char *of_emulator = request->trace           ? "--trace"
                              : request->check         ? "--check"
                              : request->counters      ? "--counters"
                              : request->counters_json ? "--counters-json"
                                                       : NULL;
    if (of_emulator && request->backend == BACKEND_ANY && !request->device) request->backend = BACKEND_EMULATOR;
    if (of_emulator && request->backend != BACKEND_EMULATOR)
        return fail(error, EXIT_USAGE, "%s: is for --backend emulator", of_emulator);
    if (request->device && (request->backend == BACKEND_EXECUTOR || request->backend == BACKEND_EMULATOR))
        return fail(error, EXIT_USAGE, "--device %s: the CPU's backends have no devices", request->device);
    if (request->device) request->backend = BACKEND_VULKAN;
    /* The emulator goes along one axis after the other, by kernels of whole lines. */
    const bool by_plan_of_axes = request->axes && request->backend != BACKEND_EMULATOR;
    const char *of_whole = request->write_program           ? "--write-program"
                           : request->pad                   ? "--pad"
                           : request->kept                  ? "--kept"
                           : request->dct != NBL_FFT_NO_DCT ? (request->dct_type != 0 ? "--dct" : "--dst")
                           : by_plan_of_axes                ? "--axes"
                                                            : NULL;
    if (of_whole && request->backend == BACKEND_EMULATOR)
        return fail(error, EXIT_USAGE, "%s: is for --backend vulkan or executor", of_whole);
    if (of_whole && transform_beyond_executor(request))
        return fail(error, EXIT_USAGE, "%s: is not for %s", transform_beyond_executor(request), of_whole);
    if (request->backend == BACKEND_EXECUTOR && transform_beyond_executor(request))
        return fail(error, EXIT_USAGE, "%s: is not for --backend executor", transform_beyond_executor(request));
    if ((request->counters || request->counters_json) && request->subgroup == 0) request->subgroup = 32;
    return EXIT_DONE;
}

/* Returns whether options are given that a program takes the place of. */
static bool says_more(const transform_request_t *request) {
    const bool texts = request->device || request->plan || request->wisdom || request->trace ||
                       request->counters_json || request->axes || request->pad || request->kept ||
                       request->write_program;
    return texts || request->inverse || request->real || request->odd || request->check || request->counters ||
           request->dct_type != 0 || request->dst_type != 0 || request->ortho || request->order != 0 ||
           request->elements != 0 || request->workgroup != 0 || request->subgroup != 0 ||
           request->mode != NBL_MODE_EXACT || request->precision != UINT32_MAX || request->algorithm != ALGORITHM_ANY ||
           (request->backend != BACKEND_ANY && request->backend != BACKEND_EXECUTOR);
}

int transform_request_read(int argc, char **argv, transform_request_t *request, nbl_error_t *error) {
    const char *const file_names[] = {"the input file", "the output file", NULL};
    const option_t options[] = {
        OPTION_FLAG("--inverse", &request->inverse),
        OPTION_FLAG("--real", &request->real),
        OPTION_FLAG("--odd", &request->odd),
        TYPE_OPTIONS(&request->dct_type, &request->dst_type),
        OPTION_FLAG("--ortho", &request->ortho),
        OPTION_TEXT("--axes", &request->axes, "dimensions such as 0,1"),
        OPTION_TEXT("--pad", &request->pad, "sizes such as 1080x1920"),
        OPTION_TEXT("--kept", &request->kept, "ranges such as 0:128,20:64"),
        OPTION_TEXT("--program", &request->program, "a file that `nbl-fft plan --program` wrote"),
        OPTION_TEXT("--write-program", &request->write_program, "a file"),
        OPTION_WORD("--algorithm", &request->algorithm, ALGORITHM_WORDS),
        OPTION_TEXT("--plan", &request->plan, "a plan such as 16x16x4@64"),
        OPTION_TEXT("--wisdom", &request->wisdom, "a file that `nbl-fft tune` wrote"),
        OPTION_WORD("--order", &request->order, "natural|native"),
        OPTION_POWER("--elements-per-invocation", &request->elements, 2, 32),
        OPTION_POWER("--workgroup-size", &request->workgroup, 1, 1024),
        OPTION_WORD("--precision", &request->precision, PRECISION_WORDS),
        OPTION_WORD("--mode", &request->mode, MODE_WORDS),
        OPTION_WORD("--backend", &request->backend, BACKEND_WORDS),
        OPTION_TEXT("--device", &request->device, "a number or UUID of `nbl-fft devices`, or a part of a name"),
        OPTION_POWER("--subgroup-size", &request->subgroup, 1, 128),
        OPTION_TEXT("--trace", &request->trace, "a file to write"),
        OPTION_FLAG("--check", &request->check),
        OPTION_FLAG("--counters", &request->counters),
        OPTION_TEXT("--counters-json", &request->counters_json, "a file to write"),
        OPTIONS_END,
    };
    int status = options_read("transform", argc, argv, options, file_names, request->files, error);
    if (status != EXIT_DONE) return status;
    if (request->program && says_more(request))
        return fail(error, EXIT_USAGE,
                    "transform --program: the program says how: no other options but --backend executor");
    status = options_algorithm(&request->algorithm, request->plan, request->elements, request->workgroup, error);
    if (status != EXIT_DONE) return status;
    status = options_dct("transform", request->dct_type, request->dst_type, request->real, &request->dct, error);
    if (status != EXIT_DONE) return status;
    if (request->ortho && request->dct == NBL_FFT_NO_DCT)
        return fail(error, EXIT_USAGE, "--ortho: is for --dct and --dst");
    if (request->odd && !(request->real && request->inverse))
        return fail(error, EXIT_USAGE, "--odd: is for --real --inverse: the length is odd, where it would be even");
    if (request->odd && request->pad) return fail(error, EXIT_USAGE, "--odd: is not for --pad, which says the length");
    if (request->real && request->order == 1)
        return fail(error, EXIT_USAGE, "--order native: spectra of --real are in natural order");
    status = check_backend(request, error);
    if (status != EXIT_DONE) return status;
    const nbl_output_use_t uses[] = {{"the input file", request->files[0], false},
                                     {"the output file", request->files[1], true},
                                     {"--trace", request->trace, true},
                                     {"--counters-json", request->counters_json, true}};
    return outputs_check(uses, sizeof uses / sizeof *uses, error);
}
