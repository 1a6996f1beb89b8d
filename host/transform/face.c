/* The face of nbl/host/fft.h: problems made for the CPU, and what all machines share.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "error/check.h"
#include "fft/convolution.h"
#include "fft/nd.h"
#include "transform/machine.h"
#include "transform/make.h"

nbl_fft_problem_t nbl_fft_problem_init(void) { return nbl_fft_nd_desc_init(); }

/* ---- What a problem says */

nbl_result_t nbl_fft_convolution_of(const nbl_fft_problem_t *problem, nbl_convolution_desc_t *desc,
                                    nbl_error_t *error) {
    static const uint64_t zeros[NBL_FFT_MOST_RANK];
    const struct {
        const char *name;
        bool set;
    } others[] = {{"axis_count", problem->axis_count != 0},
                  {"given", memcmp(problem->given, zeros, sizeof zeros) != 0},
                  {"kept", memcmp(problem->kept, zeros, sizeof zeros) != 0},
                  {"inverse", problem->inverse},
                  {"scaling", problem->scaling != NBL_FFT_SCALING_DEFAULT},
                  {"strides", memcmp(problem->input_strides, zeros, sizeof zeros) != 0 ||
                                  memcmp(problem->output_strides, zeros, sizeof zeros) != 0},
                  {"distance", problem->input_distance != 0 || problem->output_distance != 0},
                  {"dct", problem->dct != NBL_FFT_NO_DCT},
                  {"in_place", problem->in_place}};
    const nbl_check_t rank = NBL_CHECK_RANGE("rank", problem->rank, 1, NBL_CONVOLUTION_MOST_RANK);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].set)
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "convolution: %s: must be 0 where there is a kernel",
                            others[i].name);
    const nbl_result_t result = nbl_check("convolution", &rank, 1, error);
    if (result != NBL_SUCCESS) return result;
    *desc = (nbl_convolution_desc_t){.rank = problem->rank,
                                     .batch = problem->batch,
                                     .precision = problem->precision,
                                     .complex_numbers = !problem->real,
                                     .correlates = problem->correlates,
                                     .part = problem->part,
                                     .threads = problem->threads,
                                     .mode = problem->mode};
    memcpy(desc->sizes, problem->sizes, sizeof desc->sizes);
    memcpy(desc->kernel_sizes, problem->kernel_sizes, sizeof desc->kernel_sizes);
    return NBL_SUCCESS;
}

void nbl_fft_set_output(nbl_fft_t *fft, const nbl_fft_problem_t *problem, const nbl_convolution_sizes_t *convolution) {
    const uint32_t last = problem->axis_count != 0 ? problem->axes[problem->axis_count - 1] : problem->rank - 1;
    fft->rank = problem->rank;
    for (uint32_t d = 0; d < problem->rank; d++)
        fft->output[d] = convolution != NULL ? convolution->result[NBL_CONVOLUTION_MOST_RANK - problem->rank + d]
                         : problem->real && !problem->inverse && d == last ? problem->sizes[d] / 2 + 1
                                                                           : problem->sizes[d];
}

/* ---- The CPU */

typedef struct cpu_t {
    nbl_fft_t face;
    nbl_fft_nd_plan_t *plan; /* NULL: a convolution */
    nbl_convolution_t *convolution;
    nbl_problem_t problem; /* its program's */
    nbl_fft_bytes_t bytes;
} cpu_t;

static void destroy_cpu(nbl_fft_t *fft) {
    cpu_t *cpu = (cpu_t *)fft;
    nbl_fft_nd_plan_destroy(cpu->plan);
    nbl_convolution_destroy(cpu->convolution);
    free(cpu);
}

static nbl_result_t run_cpu(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error) {
    cpu_t *cpu = (cpu_t *)fft;
    return cpu->plan != NULL ? nbl_fft_nd_plan_run(cpu->plan, input, output, error)
                             : nbl_convolution_run(cpu->convolution, input, output, error);
}

static nbl_fft_bytes_t bytes_of_cpu(const nbl_fft_t *fft) { return ((const cpu_t *)fft)->bytes; }

/* Writes the program anew: what is ready to run keeps no text. */
static size_t put_cpu(const nbl_fft_t *fft, char *buffer, size_t size) {
    const nbl_problem_t *problem = &((const cpu_t *)fft)->problem;
    nbl_program_t *program = nbl_transform_new(problem);
    size_t length = 0;
    if (size > 0) buffer[0] = '\0';
    if (program != NULL && nbl_transform_make_cpu(problem, program, NULL) == NBL_SUCCESS)
        length = nbl_program_text(program, buffer, size);
    free(program);
    return length;
}

static const nbl_fft_machine_t cpu_machine = {destroy_cpu, run_cpu, bytes_of_cpu, put_cpu, NULL, NULL};

static nbl_result_t make_convolution(cpu_t *cpu, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    nbl_convolution_desc_t desc;
    nbl_convolution_sizes_t sizes;
    nbl_problem_t kernel;
    nbl_result_t result = nbl_fft_convolution_of(problem, &desc, error);
    if (result == NBL_SUCCESS) result = nbl_convolution_choose_sizes(&desc, &sizes, error);
    if (result == NBL_SUCCESS) result = nbl_convolution_create(&desc, problem->kernel, &cpu->convolution, error);
    if (result == NBL_SUCCESS) result = nbl_problem_of_convolution(&desc, &kernel, &cpu->problem, error);
    if (result != NBL_SUCCESS) return result;
    nbl_fft_set_output(&cpu->face, problem, &sizes);
    cpu->bytes.workspace = nbl_convolution_bytes(cpu->convolution);
    cpu->bytes.input = cpu->bytes.output =
        desc.batch * nbl_fft_precision_element_bytes(desc.precision) / (desc.complex_numbers ? 1 : 2);
    for (uint32_t d = 0; d < NBL_CONVOLUTION_MOST_RANK; d++) {
        cpu->bytes.input *= sizes.sizes[d];
        cpu->bytes.output *= sizes.result[d];
    }
    return NBL_SUCCESS;
}

static nbl_result_t make_transform(cpu_t *cpu, const nbl_fft_problem_t *problem, nbl_error_t *error) {
    nbl_fft_nd_desc_t desc;
    nbl_fft_nd_side_t sides[3];
    nbl_result_t result = nbl_fft_nd_plan_create(problem, &cpu->plan, error);
    if (result == NBL_SUCCESS) result = nbl_fft_nd_check(problem, &desc, sides, error);
    if (result != NBL_SUCCESS) return result;
    nbl_problem_fill(&desc, sides, desc.mode, false, &cpu->problem);
    cpu->problem.overwrites_input = false;
    nbl_fft_set_output(&cpu->face, &desc, NULL);
    cpu->bytes = (nbl_fft_bytes_t){sides[0].bytes, sides[1].bytes, nbl_fft_nd_plan_bytes(cpu->plan)};
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_make_cpu(const nbl_fft_problem_t *problem, nbl_fft_t **fft, nbl_error_t *error) {
    if (fft != NULL) *fft = NULL;
    if (NBL_ANY_NULL(error, problem, fft)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    cpu_t *cpu = calloc(1, sizeof *cpu);
    if (cpu == NULL) return nbl_fail_memory(error, "fft");
    cpu->face.machine = &cpu_machine;
    const nbl_result_t result =
        problem->kernel != NULL ? make_convolution(cpu, problem, error) : make_transform(cpu, problem, error);
    if (result == NBL_SUCCESS)
        *fft = &cpu->face;
    else
        destroy_cpu(&cpu->face);
    return result;
}

/* ---- Every machine */

void nbl_fft_destroy(nbl_fft_t *fft) {
    if (fft != NULL) fft->machine->destroy(fft);
}

nbl_result_t nbl_fft_run(nbl_fft_t *fft, const void *input, void *output, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft, input, output)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    return fft->machine->run != NULL
               ? fft->machine->run(fft, input, output, error)
               : nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_run: a transform of nbl_fft_create() is recorded only");
}

uint64_t nbl_fft_output_size(const nbl_fft_t *fft, uint32_t dimension) {
    return dimension < fft->rank ? fft->output[dimension] : 0;
}

nbl_fft_bytes_t nbl_fft_get_bytes(const nbl_fft_t *fft) { return fft->machine->bytes(fft); }

size_t nbl_fft_text(const nbl_fft_t *fft, char *buffer, size_t size) {
    if (fft->machine->text != NULL) return fft->machine->text(fft, buffer, size);
    if (size > 0) buffer[0] = '\0';
    return 0;
}

nbl_result_t nbl_fft_record(const nbl_fft_t *fft, const nbl_fft_binding_t *binding,
                            struct VkCommandBuffer_T *command_buffer, const struct nbl_vulkan_timestamps_t *timestamps,
                            uint32_t span, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, fft)) return NBL_ERROR_ARGUMENT;
    if (fft->machine->record == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_record: the transform is the CPU's: nbl_fft_run() runs it");
    if (NBL_ANY_NULL(error, binding, command_buffer)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    if (binding->machine != fft->machine)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "nbl_fft_record: the binding is another transform's");
    return fft->machine->record(fft, binding, command_buffer, timestamps, span, error);
}

void nbl_fft_binding_destroy(nbl_fft_binding_t *binding) {
    if (binding != NULL) binding->machine->release(binding);
}
