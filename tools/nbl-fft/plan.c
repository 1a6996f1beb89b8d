/* nbl-fft plan: how the Stockham algorithm transforms a length, and what lengths near it cost.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "facts/choose.h"
#include "fft/tuning.h"
#include "nbl/fft/parameters.h"
#include "nbl/host/plan.h"
#include "plan/cost.h"
#include "plan/make.h"

typedef struct request_t {
    const char *files[1]; /* the length */
    const char *plan, *name, *axes, *kept;
    uint32_t dct, dst, precision, invocations, shared, subgroup, device, route, mode; /* mode: UINT32_MAX: not given */
    bool counters, header, constants, real, program;
} request_t;

static int read_length(const char *text, uint32_t *length, nbl_error_t *error) {
    uint64_t number = 0;
    for (const char *c = text; *c; c++) {
        if (*c < '0' || *c > '9' || number > UINT32_MAX)
            return fail(error, EXIT_USAGE,
                        "plan %s: must be a length to 2147483647, such as 1000, or a shape, such as 1080x1920", text);
        number = number * 10 + (uint64_t)(*c - '0');
    }
    if (*text == '\0' || number > UINT32_MAX)
        return fail(error, EXIT_USAGE,
                    "plan %s: must be a length to 2147483647, such as 1000, or a shape, such as 1080x1920", text);
    *length = (uint32_t)number;
    return EXIT_DONE;
}

static void print_good_lengths(uint32_t length) {
    uint32_t good = nbl_fft_good_length(length, false), even = nbl_fft_good_length(length, true);
    printf("length cost  %" PRIu64 ", measured work of one transform in float32, to be compared with other lengths'\n",
           nbl_fft_length_cost(length));
    printf("good length  %u, the cheapest not below it, cost %" PRIu64, good, nbl_fft_length_cost(good));
    if (even != good) printf("; %u, the cheapest even one, cost %" PRIu64, even, nbl_fft_length_cost(even));
    printf("\n");
}

int command_plan(int argc, char **argv, nbl_error_t *error) {
    request_t request = {
        .precision = NBL_FFT_FLOAT32, .invocations = 1024, .shared = 49152, .subgroup = 32, .mode = UINT32_MAX};
    const char *file_names[] = {"the length", NULL};
    bool table = false;
    const option_t options[] = {
        OPTION_WORD("--precision", &request.precision, PRECISION_WORDS),
        OPTION_WORD("--mode", &request.mode, MODE_WORDS),
        OPTION_TEXT("--plan", &request.plan, "a plan such as 16x16x4@64"),
        OPTION_COUNT("--max-invocations", &request.invocations, 1, 1024),
        OPTION_COUNT("--max-shared-bytes", &request.shared, 1, 1u << 20),
        OPTION_POWER("--subgroup-size", &request.subgroup, 1, 128),
        OPTION_WORD("--device-kind", &request.device, DEVICE_KIND_WORDS),
        OPTION_WORD("--route", &request.route, "passes|best"),
        OPTION_FLAG("--counters", &request.counters),
        OPTION_FLAG("--header", &request.header),
        OPTION_FLAG("--constants", &request.constants),
        OPTION_TEXT("--name", &request.name, "a name"),
        OPTION_FLAG("--real", &request.real),
        TYPE_OPTIONS(&request.dct, &request.dst),
        OPTION_TEXT("--axes", &request.axes, "dimensions such as 0,1"),
        OPTION_TEXT("--kept", &request.kept, "ranges such as 0:128,20:64"),
        OPTION_FLAG("--program", &request.program),
        OPTION_FLAG("--table", &table),
        OPTIONS_END,
    };
    if (argc > 0 && strcmp(argv[0], "--table") == 0) file_names[0] = NULL; /* of all lengths */
    int status = options_read("plan", argc, argv, options, file_names, request.files, error);
    uint32_t length = 0, dwords = nbl_fft_precision_dwords((nbl_fft_precision_t)request.precision);
    if (status == EXIT_DONE && table) return print_plan_table();
    const bool instance = request.header || request.constants;
    const bool alone = !instance && !request.plan && !request.counters;
    shape_plan_t shape = {.shape = request.files[0],
                          .axes = request.axes,
                          .kept = request.kept,
                          .precision = (nbl_fft_precision_t)request.precision,
                          .real = request.real,
                          .mode = request.mode,
                          .program = request.program,
                          .limits = {request.invocations, request.shared, request.subgroup,
                                     (nbl_device_kind_t)request.device},
                          .route = (nbl_fft_route_t)request.route};
    if (status == EXIT_DONE) status = options_dct("plan", request.dct, request.dst, request.real, &shape.dct, error);
    if (status != EXIT_DONE) return status;
    const bool of_shape = request.program || request.axes || request.kept || shape.dct != NBL_FFT_NO_DCT;
    const bool is_shape = strchr(shape.shape, 'x') != NULL || of_shape || (request.real && alone);
    if (is_shape && !alone)
        return fail(error, EXIT_USAGE,
                    "plan %s: takes no options but --precision, --mode, --real, --dct, --dst, --axes, --kept, "
                    "--max-invocations, "
                    "--max-shared-bytes, --subgroup-size, --device-kind, --route and --program",
                    shape.shape);
    if (is_shape) return print_shape_plan(&shape, error);
    const bool fast = request.mode == NBL_MODE_FAST;
    if (status == EXIT_DONE && fast && (instance || request.plan))
        return fail(error, EXIT_USAGE, "plan --mode fast: not together with %s",
                    request.plan     ? "--plan, since it chooses the plan itself"
                    : request.header ? "--header"
                                     : "--constants");
    if (status == EXIT_DONE) status = read_length(request.files[0], &length, error);
    if (status == EXIT_DONE && request.header && request.constants)
        status = fail(error, EXIT_USAGE, "plan --constants: not together with --header");
    if (status == EXIT_DONE && (request.name || request.real) && !instance)
        status = fail(error, EXIT_USAGE, "plan %s: is for %s--header and --constants",
                      request.name ? "--name" : "--real", request.name ? "" : "shapes, ");
    if (status == EXIT_DONE && request.real && length % 2 != 0)
        status = fail(error, EXIT_USAGE, "plan --real: the length must be even, %u is not", length);
    if (status != EXIT_DONE) return status;
    nbl_error_t reason;
    if (alone && nbl_fft_check_length(NBL_FFT_STOCKHAM, (nbl_fft_precision_t)request.precision, length, &reason) !=
                     NBL_SUCCESS) {
        /* not of a workgroup: passes, or a convolution */
        status = print_shape_plan(&shape, error);
        if (status == EXIT_DONE) printf("nbl/fft.h    no instance: %s\n", reason.text);
        return status;
    }
    uint32_t asked = length;
    if (request.real) length /= 2;
    const nbl_fft_plan_limits_t limits = shape.limits;
    const nbl_fft_precision_t precision = (nbl_fft_precision_t)request.precision;
    const nbl_mode_t mode = nbl_fused_compiled_as(fast ? NBL_MODE_FAST : NBL_MODE_EXACT, precision);
    nbl_fft_plan_t plan = {0};
    char text[NBL_FFT_PLAN_TEXT_SIZE];
    const bool of_header = request.constants && nbl_fft_plan_is_common(length) &&
                           nbl_fft_plan_check_length(length, dwords, NULL) == NBL_SUCCESS;
    nbl_result_t result = request.plan ? nbl_fft_plan_parse(request.plan, dwords, &limits, &plan, error)
                          : of_header  ? plan_of_header(length, dwords, limits, &plan, error)
                                       : nbl_fft_tuned_plan(length, precision, mode, &limits, &plan, NULL, error);
    /* Passes of radix 1 are for the library's own kernels: NBL_FFT_RADICES cannot say that one is last. */
    bool ends_idle = result == NBL_SUCCESS && nbl_fft_plan_radix(plan, plan.passes - 1u) == 1u;
    if (instance && ends_idle && request.plan)
        return fail(error, EXIT_FAILED, "--plan %s: --header needs a last radix above 1", request.plan);
    if (instance && ends_idle) result = nbl_fft_plan_make(length, dwords, &limits, &plan, error);
    if (result != NBL_SUCCESS) return fail(error, EXIT_FAILED, "%s%s", request.plan ? "--" : "", error->text);
    if (plan.fft_length != length)
        return fail(error, EXIT_FAILED, "--plan %s: is for length %u, not %u", request.plan, plan.fft_length, length);
    if (request.constants && !request.plan && !nbl_fft_plan_is_common(length)) {
        nbl_fft_plan_short_text(plan, text, sizeof text);
        return fail(
            error, EXIT_FAILED,
            "plan --constants: nbl/fft.h has no plan of %u elements, only of factors 2, 3, 5 and 7. Add --plan %s "
            "here, and let the shader include what --header prints",
            length, text);
    }
    if (instance) {
        char name[32];
        snprintf(name, sizeof name, "fft_%u", asked);
        plan_header_t header = {request.name ? request.name : name, asked, request.real};
        return request.header ? print_plan_header(&header, plan, error) : print_plan_constants(&header, plan, error);
    }
    nbl_fft_plan_text(plan, text, sizeof text);
    printf("%s\n", text);
    nbl_fft_plan_short_text(plan, text, sizeof text);
    printf("plan         %s\n", text);
    nbl_fft_plan_literal(plan, text, sizeof text);
    printf("literal      %s\n", text);
    if (!ends_idle) print_instance_plan(plan);
    if (request.plan == NULL)
        printf("chosen for   --device-kind %s, %s mode%s\n", nbl_device_kind_name(limits.device),
               request.mode == UINT32_MAX ? "exact" : options_mode_name((nbl_mode_t)request.mode),
               limits.device == NBL_DEVICE_ANY && fast ? ": no device; nvidia has what was measured on an H200" : "");
    printf("plan cost    %.3f of a copy's time, predicted for large batches by a model of an H200\n",
           nbl_fft_plan_time(plan, 0, limits));
    print_good_lengths(length);
    if (!request.counters) return EXIT_DONE;
    nbl_fft_transform_desc_t desc = {.algorithm = NBL_FFT_STOCKHAM,
                                     .precision = (nbl_fft_precision_t)request.precision,
                                     .length = length,
                                     .plan_text = request.plan,
                                     .any_radices = fast,
                                     .limits = nbl_fft_emulator_limits(request.subgroup)};
    desc.limits.max_workgroup_invocations = request.invocations;
    desc.limits.max_shared_bytes = request.shared;
    desc.limits.device = limits.device;
    return counters_of_plan(&desc, error);
}
