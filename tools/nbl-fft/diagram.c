/* nbl-fft diagram: a picture of an FFT, recorded from a run of the emulator.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-fft.h"

#include <stdio.h>
#include <stdlib.h>

#include "nbl/fft/parameters.h"

typedef struct request_t {
    const char *files[1];
    const char *plan;
    uint32_t algorithm, length, elements, workgroup, subgroup;
    bool inverse;
} request_t;

static int read_request(int argc, char **argv, request_t *request, nbl_error_t *error) {
    const char *const file_names[] = {"the file to write", NULL};
    const option_t options[] = {
        OPTION_COUNT("--length", &request->length, 2, 32768),
        OPTION_WORD("--algorithm", &request->algorithm, ALGORITHM_WORDS),
        OPTION_TEXT("--plan", &request->plan, "a plan such as 4x4@4"),
        OPTION_POWER("--elements-per-invocation", &request->elements, 2, 32),
        OPTION_POWER("--workgroup-size", &request->workgroup, 1, 1024),
        OPTION_POWER("--subgroup-size", &request->subgroup, 1, 128),
        OPTION_FLAG("--inverse", &request->inverse),
        OPTIONS_END,
    };
    int status = options_read("diagram", argc, argv, options, file_names, request->files, error);
    if (status != EXIT_DONE) return status;
    status = options_algorithm(&request->algorithm, request->plan, request->elements, request->workgroup, error);
    if (status != EXIT_DONE) return status;
    return options_length("diagram", &request->length, request->plan, request->elements, request->workgroup, error);
}

/* Returns a small subgroup size, so that a small picture shows both ways of trading; subgroups must be whole. */
static uint32_t choose_subgroup(const request_t *request) {
    uint32_t elements = request->elements != 0 ? request->elements : 2, size = 4;
    uint32_t workgroup = request->workgroup != 0 ? request->workgroup : request->length / elements;
    while (request->algorithm == NBL_FFT_RADIX2_SHUFFLE && size > 1 && size > workgroup) size /= 2;
    return size;
}

int command_diagram(int argc, char **argv, nbl_error_t *error) {
    request_t request = {.algorithm = ALGORITHM_ANY};
    int status = read_request(argc, argv, &request, error);
    if (status != EXIT_DONE) return status;
    if (request.subgroup == 0) request.subgroup = choose_subgroup(&request);
    nbl_fft_transform_desc_t desc = {.algorithm = request.algorithm,
                                     .length = request.length,
                                     .plan_text = request.plan,
                                     .inverse = request.inverse,
                                     .elements_per_invocation = request.elements,
                                     .workgroup_size = request.workgroup,
                                     .subgroup_size = request.subgroup,
                                     .limits = nbl_fft_emulator_limits(request.subgroup)};
    nbl_fft_diagram_t *diagram;
    if (nbl_fft_diagram_record(&desc, &diagram, error) != NBL_SUCCESS) return EXIT_FAILED;
    nbl_output_t output;
    status = output_open(&output, request.files[0], error);
    if (status == EXIT_DONE) {
        diagram_svg(diagram, output.stream);
        status = output_close(&output, request.files[0], error);
    }
    free(diagram);
    return status;
}
