/* nbl-fft compile: the kernel of a transform as SPIR-V or text, for programs that ship without a compiler.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <string.h>

#include "fft/tuning.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"
#include "nbl/host/write_text.h"

#define MOST_SUBGROUPS 64u /* of a workgroup that asks for their size: what Intel's drivers allow */

typedef struct request_t {
    const char *file, *json, *entry, *shape, *axes;
    const char *plan;
    uint32_t target, opaque, invocations;
    uint32_t algorithm, length, elements, workgroup, ffts, subgroup, device, rounds, shared, order, precision, mode;
    bool inverse, real, rolled, any_subgroup; /* of a size that was measured on the kind of device */
} request_t;

/* Fills in defaults. A text is for an unknown device, so it gets WebGPU's limits and no subgroups. */
static void use_defaults(request_t *request) {
    bool text = request->target != NBL_TARGET_SPIRV;
    request->any_subgroup = !request->subgroup && !text;
    if (!request->subgroup) request->subgroup = text ? 1 : 32;
    if (!request->shared) request->shared = text ? NBL_TEXT_MAX_SHARED_BYTES : 32768;
    if (!request->invocations) request->invocations = text ? NBL_TEXT_MAX_INVOCATIONS : 1024;
}

/* Refuses options that choose one kernel's plan, which an array does not take. */
static int check_shape(const request_t *request, nbl_error_t *error) {
    const char *wrong = request->length                                  ? "--length"
                        : request->json                                  ? "--json"
                        : request->entry                                 ? "--entry"
                        : request->plan                                  ? "--plan"
                        : request->elements                              ? "--elements-per-invocation"
                        : request->workgroup                             ? "--workgroup-size"
                        : request->ffts                                  ? "--ffts-per-workgroup"
                        : request->rounds != 1                           ? "--rounds"
                        : request->order                                 ? "--order"
                        : request->algorithm == ALGORITHM_RADIX2_SHUFFLE ? "--algorithm"
                                                                         : NULL;
    return wrong ? fail(error, EXIT_USAGE, "%s: is not for --shape", wrong) : EXIT_DONE;
}

static int read_request(int argc, char **argv, request_t *request, nbl_error_t *error) {
    const char *const file_names[] = {NULL};
    const option_t options[] = {
        OPTION_TEXT("-o", &request->file, "a file name"),
        OPTION_WORD("--target", &request->target, NBL_TARGET_WORDS),
        OPTION_TEXT("--json", &request->json, "a file name"),
        OPTION_TEXT("--entry", &request->entry, "a name"),
        OPTION_WORD("--opaque", &request->opaque, NBL_OPAQUE_WORDS),
        OPTION_COUNT("--max-invocations", &request->invocations, 1, 1024),
        OPTION_COUNT("--length", &request->length, 2, UINT32_MAX),
        OPTION_TEXT("--shape", &request->shape, "sizes such as 1080x1920"),
        OPTION_TEXT("--axes", &request->axes, "dimensions such as 0,1"),
        OPTION_WORD("--algorithm", &request->algorithm, ALGORITHM_WORDS),
        OPTION_TEXT("--plan", &request->plan, "a plan such as 16x16x4@64"),
        OPTION_POWER("--elements-per-invocation", &request->elements, 2, 32),
        OPTION_POWER("--workgroup-size", &request->workgroup, 1, 1024),
        OPTION_COUNT("--ffts-per-workgroup", &request->ffts, 1, 1024),
        OPTION_POWER("--subgroup-size", &request->subgroup, 1, 128),
        OPTION_WORD("--device-kind", &request->device, DEVICE_KIND_WORDS),
        OPTION_COUNT("--rounds", &request->rounds, 1, 64),
        OPTION_COUNT("--max-shared-bytes", &request->shared, 1, 1u << 20),
        OPTION_FLAG("--inverse", &request->inverse),
        OPTION_FLAG("--real", &request->real),
        OPTION_WORD("--order", &request->order, "natural|native"),
        OPTION_WORD("--precision", &request->precision, PRECISION_WORDS),
        OPTION_WORD("--mode", &request->mode, MODE_WORDS),
        OPTION_FLAG("--rolled", &request->rolled),
        OPTIONS_END,
    };
    int status = options_read("compile", argc, argv, options, file_names, NULL, error);
    if (status != EXIT_DONE) return status;
    if (!request->file)
        return fail(error, EXIT_USAGE, "compile: -o is missing: the file to write; see nbl-fft compile --help");
    if (request->target == NBL_TARGET_SPIRV && (request->json || request->entry || request->opaque))
        return fail(error, EXIT_USAGE, "%s: is for the targets that are texts",
                    request->json    ? "--json"
                    : request->entry ? "--entry"
                                     : "--opaque");
    if (request->target != NBL_TARGET_SPIRV && request->rolled)
        return fail(error, EXIT_USAGE, "--rolled: is for --target spirv: texts have no loops");
    use_defaults(request);
    if (request->shape) return check_shape(request, error);
    if (request->axes) return fail(error, EXIT_USAGE, "--axes: is for --shape");
    status = options_algorithm(&request->algorithm, request->plan, request->elements, request->workgroup, error);
    if (status != EXIT_DONE) return status;
    if (request->length > 32768)
        return fail(error, EXIT_USAGE,
                    "--length %u: one kernel has at most 32768: --shape %u has a kernel for each pass", request->length,
                    request->length);
    if (request->real && request->order == 1)
        return fail(error, EXIT_USAGE, "--order native: spectra of --real are in natural order");
    if (request->real && request->length != 0 && (request->length % 2 != 0 || request->length < 4))
        return fail(error, EXIT_USAGE, "--length %u: must be even, and 4 or more, with --real", request->length);
    if (request->real) request->length /= 2;
    return options_length("compile", &request->length, request->plan, request->elements, request->workgroup, error);
}

/* Returns limits that every usual device has. The program that runs the module checks the limits of its own device. */
static nbl_fft_limits_t usual_limits(const request_t *request) {
    nbl_fft_limits_t limits = {.max_workgroup_invocations = request->invocations,
                               .max_shared_bytes = request->shared,
                               .subgroup_size = request->subgroup,
                               .max_subgroup_size = request->any_subgroup ? 128 : 0,
                               .max_workgroup_subgroups = request->any_subgroup ? MOST_SUBGROUPS : 0,
                               .max_buffer_bytes = UINT64_MAX,
                               .float16 = true,
                               .float64 = true,
                               .device = (nbl_device_kind_t)request->device};
    return limits;
}

static void print_plan(const nbl_fft_transform_plan_t *plan) {
    char text[NBL_FFT_PLAN_TEXT_SIZE] = "";
    if (plan->desc.algorithm == NBL_FFT_STOCKHAM) nbl_fft_plan_short_text(plan->parameters.plan, text, sizeof text);
    if (plan->desc.kind == NBL_FFT_REAL) printf("real signals of %u, transforms of ", 2 * plan->desc.length);
    char subgroups[32] = "no subgroup operations";
    if (plan->desc.subgroup_size > 1)
        snprintf(subgroups, sizeof subgroups, "subgroup size %u", plan->desc.subgroup_size);
    printf("length %u, elements per invocation %u, workgroup of %u invocations, FFTs per workgroup %u, %s, shared "
           "memory %u "
           "bytes, element %u bytes, %u barriers%s%s\n",
           plan->desc.length, plan->elements, plan->workgroup_invocations, plan->desc.ffts_per_workgroup, subgroups,
           plan->shared_bytes, plan->element_bytes, plan->barriers, text[0] ? ", plan " : "", text);
    if (plan->desc.rounds > 1)
        printf("rounds %u: a workgroup computes its FFTs that number of times, for further transforms each time\n",
               plan->desc.rounds);
}

/* Writes what a text's head says above its bindings, and the members of its JSON. */
static void describe(const request_t *request, const nbl_fft_transform_plan_t *plan, char about[512], char json[512]) {
    uint32_t length = plan->desc.kind == NBL_FFT_REAL ? 2 * plan->desc.length : plan->desc.length;
    uint32_t per_workgroup = plan->desc.ffts_per_workgroup * plan->desc.rounds;
    const char *of = plan->desc.kind == NBL_FFT_REAL ? "real signals" : "complex signals";
    const char *precision = request->precision == NBL_FFT_FLOAT16_STORAGE ? "fp16-storage" : "fp32";
    snprintf(about, 512,
             "A batch of %s FFTs of %u %s, one after the other in the buffers.\n"
             "batch is their number, below 2^31. Dispatch batch / %u workgroups, rounded up; beyond 65535 in x and y.",
             plan->desc.inverse ? "inverse" : "forward", length, of, per_workgroup);
    snprintf(json, 512,
             "\"length\": %u,\n  \"inverse\": %s,\n  \"real\": %s,\n  \"precision\": \"%s\",\n  "
             "\"input_bytes_per_transform\": %llu,\n  \"output_bytes_per_transform\": %llu,\n  "
             "\"transforms_per_workgroup\": %u",
             length, plan->desc.inverse ? "true" : "false", plan->desc.kind == NBL_FFT_REAL ? "true" : "false",
             precision, (unsigned long long)(plan->input_bytes / plan->desc.batch),
             (unsigned long long)(plan->output_bytes / plan->desc.batch), per_workgroup);
}

/* Writes the text and the JSON, or neither of them. */
static int write_both(const request_t *request, const char *text, const char *json, nbl_error_t *error) {
    nbl_output_t outputs[2] = {{.stream = NULL}, {.stream = NULL}};
    const char *const paths[] = {request->file, request->json}, *const data[] = {text, json};
    const int count = request->json != NULL ? 2 : 1;
    int status = EXIT_DONE;
    for (int i = 0; i < count && status == EXIT_DONE; i++) {
        status = output_open(&outputs[i], paths[i], error);
        if (status != EXIT_DONE) break;
        nbl_output_write(&outputs[i], data[i], strlen(data[i]));
        status = fail_to_write(paths[i], nbl_output_settle(&outputs[i]), error);
    }
    for (int i = 0; i < count; i++)
        if (status == EXIT_DONE)
            status = output_close(&outputs[i], paths[i], error);
        else
            nbl_output_discard(&outputs[i]);
    return status;
}

static int write_text(const request_t *request, const nbl_fft_transform_plan_t *plan, const nbl_spirv_t *spirv,
                      nbl_error_t *error) {
    char about[512], json_members[512], *text, *json;
    nbl_write_text_desc_t desc = {.target = (nbl_target_t)request->target,
                                  .mode = (nbl_mode_t)request->mode,
                                  .opaque = (nbl_opaque_t)request->opaque,
                                  .entry = request->entry,
                                  .about = about,
                                  .json = json_members,
                                  .max_shared_bytes = request->shared,
                                  .max_invocations = request->invocations};
    const nbl_output_use_t uses[] = {{"-o", request->file, true}, {"--json", request->json, true}};
    int status = outputs_check(uses, sizeof uses / sizeof *uses, error);
    if (status != EXIT_DONE) return status;
    describe(request, plan, about, json_members);
    if (nbl_write_text(spirv->words, spirv->word_count, &desc, &text, &json, error) != NBL_SUCCESS) return EXIT_FAILED;
    status = write_both(request, text, json, error);
    nbl_text_free(text);
    nbl_text_free(json);
    return status;
}

static int compile_shape(const request_t *request, nbl_error_t *error) {
    compile_nd_t wanted = {.folder = request->file,
                           .desc = nbl_fft_problem_init(),
                           .limits = usual_limits(request),
                           .target = (nbl_target_t)request->target,
                           .opaque = (nbl_opaque_t)request->opaque,
                           .mode = (nbl_mode_t)request->mode,
                           .unroll = !request->rolled};
    wanted.desc.precision = (nbl_fft_precision_t)request->precision;
    wanted.desc.real = request->real;
    wanted.desc.inverse = request->inverse;
    if (wanted.target != NBL_TARGET_SPIRV) wanted.limits.float16 = wanted.limits.float64 = false;
    int status = options_shape("compile --shape", request->shape, &wanted.desc, error);
    if (status == EXIT_DONE && request->axes) status = options_axes(request->axes, &wanted.desc, error);
    return status == EXIT_DONE ? compile_nd(&wanted, error) : status;
}

int command_compile(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.precision = NBL_FFT_FLOAT32, .rounds = 1, .algorithm = ALGORITHM_ANY};
    int status = read_request(argc, argv, &request, error);
    if (status != EXIT_DONE) return status;
    if (request.shape) return compile_shape(&request, error);
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)request.precision;
    const nbl_fft_kind_t kind = request.real ? NBL_FFT_REAL : NBL_FFT_COMPLEX;
    const bool any_radices =
        options_any_radices((nbl_mode_t)request.mode, precision, kind, request.length, request.plan);
    /* A text's own compiler has its liking in fast mode: to hide sums from it costs up to half of the rate. */
    const nbl_mode_t mode = request.target != NBL_TARGET_SPIRV
                                ? (nbl_mode_t)request.mode
                                : nbl_fused_compiled_as((nbl_mode_t)request.mode, precision);
    /* A batch that no choice depends on: as many transforms as a workgroup could hold. */
    nbl_fft_transform_desc_t desc = {.algorithm = request.algorithm,
                                     .precision = precision,
                                     .kind = kind,
                                     .length = request.length,
                                     .batch = 1024,
                                     .any_radices = any_radices,
                                     .fused = mode == NBL_MODE_FUSED,
                                     .plan_text = request.plan,
                                     .inverse = request.inverse,
                                     .native = request.order == 1,
                                     .elements_per_invocation = request.elements,
                                     .workgroup_size = request.workgroup,
                                     .ffts_per_workgroup = request.ffts,
                                     .rounds = request.rounds,
                                     .subgroup_size = request.any_subgroup ? 0 : request.subgroup,
                                     .limits = usual_limits(&request)};
    nbl_fft_transform_plan_t plan;
    nbl_spirv_t spirv;
    memset(&spirv, 0, sizeof spirv);
    nbl_error_t reason;
    if (desc.algorithm == NBL_FFT_STOCKHAM &&
        !options_has_kernel(desc.algorithm, desc.precision, desc.length, request.plan, any_radices, &reason))
        return fail(error, EXIT_FAILED, "%s; --shape takes any length", reason.text);
    if (nbl_fft_transform_plan(&desc, &plan, error) != NBL_SUCCESS) return EXIT_FAILED;
    if (nbl_fft_transform_compile(NULL, mode, !request.rolled, &plan, &spirv, error) != NBL_SUCCESS) {
        status = EXIT_FAILED;
    } else if (request.target != NBL_TARGET_SPIRV) {
        status = write_text(&request, &plan, &spirv, error);
    } else {
        status = write_file(request.file, spirv.words, spirv.word_count * sizeof spirv.words[0], error);
    }
    if (status == EXIT_DONE) print_plan(&plan);
    nbl_spirv_free(&spirv);
    return status;
}
