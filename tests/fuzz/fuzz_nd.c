/* Fuzz target: descriptions of arrays of several dimensions and of convolutions; what is accepted is planned for a
 * device, too, and small arrays are transformed in memory of just their size.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fuzz/numbers.h"
#include "tests/transform/convolution_stages.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 14, MOST_LENGTH = 600 };

static nbl_fft_nd_desc_t describe(input_t *input) {
    nbl_fft_problem_t desc = nbl_fft_problem_init();
    const uint32_t flags = take(input);
    desc.rank = (uint32_t)number(input, 4);
    desc.batch = number(input, 3);
    desc.axis_count = (uint32_t)number(input, 3);
    desc.precision = (nbl_fft_precision_t)number(input, 3);
    desc.scaling = (nbl_fft_scaling_t)number(input, 3);
    desc.inverse = flags & 1;
    desc.real = flags & 2;
    desc.threads = 1;
    for (uint32_t d = 0; d < NBL_FFT_ND_MOST_RANK; d++) {
        desc.sizes[d] = number(input, desc.rank < 2 ? 200 : 14);
        desc.axes[d] = (uint32_t)number(input, 4);
        if (flags & 32) desc.given[d] = number(input, 14);
    }
    for (uint32_t d = 0; (flags & 4) && d < NBL_FFT_ND_MOST_RANK; d++) {
        desc.input_strides[d] = number(input, 60);
        desc.output_strides[d] = flags & 8 ? desc.input_strides[d] : number(input, 60);
    }
    if (flags & 16) desc.input_distance = number(input, 200), desc.output_distance = number(input, 200);
    return desc;
}

/* Whether no dimension takes a plan that is long in the making. */
static bool is_quick(const nbl_fft_nd_desc_t *desc) {
    for (uint32_t i = 0; i < desc->axis_count; i++)
        if (desc->sizes[desc->axes[i]] > MOST_LENGTH) return false;
    return true;
}

static const nbl_fft_limits_t limits = {.max_workgroup_invocations = 256,
                                        .max_shared_bytes = 16384,
                                        .subgroup_size = 4,
                                        .max_buffer_bytes = 1u << 27,
                                        .float16 = true,
                                        .float64 = true};

/* Of a GPU that is reached by address. */
static const nbl_fft_limits_t wide_limits = {.max_workgroup_invocations = 1024,
                                             .max_shared_bytes = 49152,
                                             .subgroup_size = 32,
                                             .max_buffer_bytes = UINT32_MAX,
                                             .float16 = true,
                                             .float64 = true,
                                             .addresses = true};

/* Every transform has workgroups, and none is beyond what its constants can number. */
static void check_stages(const nbl_fft_nd_stages_t *stages) {
    for (uint32_t a = 0; a < stages->axes; a++) {
        const nbl_fft_nd_axis_t *axis = &stages->axis[a];
        if (axis->chunk == 0 || axis->transforms == 0 || axis->transforms > UINT32_MAX) abort();
        for (uint32_t s = 0; s < axis->stages; s++)
            if (axis->stage[s].items * axis->chunk > UINT32_MAX ||
                nbl_fft_nd_stage_workgroups(&axis->stage[s], axis->chunk) == 0)
                abort();
    }
}

static void plan_for_device(const nbl_fft_nd_desc_t *desc, bool in_place) {
    for (int i = 0; i < 2; i++) {
        nbl_fft_nd_stages_t stages;
        if (nbl_fft_nd_stages_make(desc, i == 0 ? &limits : &wide_limits, i == 0 ? NBL_MODE_EXACT : NBL_MODE_FAST,
                                   in_place, 256, &stages, NULL) == NBL_SUCCESS)
            check_stages(&stages);
        nbl_fft_nd_stages_release(&stages);
    }
}

/* Signals by kernels of the same numbers; long ones, whose tables take long, only where they are refused. */
static void plan_convolution(const nbl_fft_nd_desc_t *of, input_t *input) {
    nbl_convolution_desc_t desc = {.rank = of->rank, .batch = of->batch, .precision = of->precision};
    const uint32_t flags = take(input);
    nbl_fft_nd_stages_t stages[2];
    desc.complex_numbers = flags & 1;
    desc.correlates = flags & 2;
    desc.part = (nbl_convolution_part_t)(flags >> 2 & 3);
    for (uint32_t d = 0; d < NBL_CONVOLUTION_MOST_RANK; d++) {
        desc.sizes[d] = of->sizes[d];
        desc.kernel_sizes[d] = of->sizes[d + NBL_CONVOLUTION_MOST_RANK];
        if (desc.sizes[d] > MOST_LENGTH && desc.sizes[d] <= 1u << 27) return;
        if (desc.kernel_sizes[d] > MOST_LENGTH && desc.kernel_sizes[d] <= 1u << 27) return;
    }
    if (test_convolution_stages(&desc, &limits, NBL_MODE_EXACT, stages, NULL)) {
        check_stages(&stages[0]);
        check_stages(&stages[1]);
    }
    nbl_fft_nd_stages_release(&stages[0]);
    nbl_fft_nd_stages_release(&stages[1]);
}

static void transform(const nbl_fft_nd_desc_t *desc, const nbl_fft_nd_side_t sides[2], bool in_place) {
    const uint64_t in = sides[0].bytes, out = sides[1].bytes, first = in_place && out > in ? out : in;
    nbl_fft_t *plan = NULL;
    if (nbl_fft_make_cpu(desc, &plan, NULL) != NBL_SUCCESS) return;
    char *input = allocate(first), *output = in_place ? input : allocate(out);
    if (input != NULL && output != NULL) (void)nbl_fft_run(plan, input, output, NULL);
    for (int i = 0; i < GUARD; i++)
        if ((input != NULL && input[first + i] != UNTOUCHED) ||
            (output != NULL && output[(in_place ? first : out) + i] != UNTOUCHED))
            abort();
    if (!in_place) free(output);
    free(input);
    nbl_fft_destroy(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input_t input = {data, size};
    const bool in_place = take(&input) % 4 == 0;
    const nbl_fft_nd_desc_t given = describe(&input);
    nbl_fft_nd_desc_t desc;
    nbl_fft_nd_side_t sides[3];
    plan_convolution(&given, &input);
    if (nbl_fft_nd_check(&given, &desc, sides, NULL) != NBL_SUCCESS) {
        nbl_fft_t *plan = NULL;
        if (nbl_fft_make_cpu(&given, &plan, NULL) == NBL_SUCCESS) abort();
        return 0;
    }
    if (!is_quick(&desc)) return 0;
    plan_for_device(&given, in_place);
    if (sides[0].bytes <= MOST_BYTES && sides[1].bytes <= MOST_BYTES) transform(&given, sides, in_place);
    return 0;
}
