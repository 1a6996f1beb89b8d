/* Runs a bloom's passes on the executor: a workgroup for each line, FFTs on vectors, threads over workgroups.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bloom/execute.h"

#include <string.h>

#include "bloom/frame.h"
#include "bloom/invalid.h"
#include "error/check.h"
#include "error/error.h"
#include "executor/share.h"
#include "nbl/bloom/constants.h"
#include "platform/memory.h"

/* ---- A pass in workgroups of one invocation */

static const struct {
    nbl_bloom_execute_kernel_t *kernel;
    bool second, forward, inverse; /* whether the second axis is transformed, and in which directions */
} passes[NBL_BLOOM_PASSES] = {
    [NBL_BLOOM_PASS_KERNEL_FIRST_AXIS] = {nbl_bloom_execute_first_axis, false, true, false},
    [NBL_BLOOM_PASS_KERNEL_SPECTRUM] = {nbl_bloom_execute_kernel_spectrum, true, true, false},
    [NBL_BLOOM_PASS_KERNEL_ARRANGE] = {nbl_bloom_execute_kernel_arrange, true, false, false},
    [NBL_BLOOM_PASS_FIRST_AXIS] = {nbl_bloom_execute_first_axis, false, true, false},
    [NBL_BLOOM_PASS_CONVOLVE] = {nbl_bloom_execute_convolve, true, true, true},
    [NBL_BLOOM_PASS_FIRST_AXIS_INVERSE] = {nbl_bloom_execute_first_axis_inverse, false, false, true},
};

/* Returns the pass's parameters for workgroups of one invocation. It holds all elements of a scanline, one after the
 * other, so elements d and d + D hold scanlines d and d + D. */
static nbl_bloom_parameters_t parameters_of(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name) {
    nbl_bloom_parameters_t p = plan->passes[name].parameters;
    p.ffts_per_workgroup = p.invocations = p.shared_dwords = 1;
    p.channels_together = name == NBL_BLOOM_PASS_FIRST_AXIS;
    if (p.pair_elements > 0) p.pair_elements = p.pair_distance;
    p.pair_period = p.second_plan.fft_length;
    return p;
}

static uint64_t workgroups_of(const nbl_bloom_plan_t *plan, nbl_bloom_pass_name_t name, const nbl_bloom_parameters_t *p,
                              const nbl_bloom_frame_t *frame) {
    if (name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE) return nbl_bloom_frame_workgroups(plan, name, frame);
    if (passes[name].second) return (uint64_t)p->channels * nbl_bloom_line_blocks(p->first_plan.fft_length, 1);
    return (uint64_t)p->pair_distance * (p->channels_together ? 1 : p->channels);
}

static void bind(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t name,
                 void *memory[NBL_BLOOM_EXECUTE_BINDINGS]) {
    const bool of_kernel = name < NBL_BLOOM_PASS_FIRST_AXIS;
    char *rows = run->workspace, *plain = rows + plan->plain_offset;
    const bool moved =
        name == NBL_BLOOM_PASS_FIRST_AXIS_INVERSE && plan->passes[name].parameters.padding_second != NBL_BLOOM_ZERO;
    const void *source = of_kernel ? (const void *)run->kernel : run->image;
    memory[0] = (void *)(uintptr_t)source;
    memory[1] = moved ? plain : rows;
    memory[2] = plain;
    memory[3] = run->spectrum;
    memory[4] = run->sums;
    memory[5] = run->result;
}

static nbl_result_t make_line(const nbl_bloom_execute_pass_t *pass, bool second, bool inverse, const char *instructions,
                              nbl_executor_line_t *line, nbl_error_t *error) {
    const nbl_executor_line_desc_t desc = {
        .plan = second ? pass->parameters.second_plan : pass->parameters.first_plan,
        .twiddles = pass->parameters.twiddles,
        .inverse = inverse,
        .normalization = NBL_FFT_UNNORMALIZED,
        .set = instructions,
    };
    return nbl_executor_line_make(&desc, line, error);
}

/* ---- Running */

typedef struct run_t {
    const nbl_bloom_execute_pass_t *pass;
    nbl_bloom_execute_kernel_t *kernel;
    char *scratch;
    size_t scratch_bytes; /* of each thread */
} run_t;

static void run_workgroups(void *user, uint32_t thread, uint64_t first, uint64_t count) {
    const run_t *run = user;
    for (uint64_t i = first; i < first + count; i++)
        run->kernel(run->pass, (uint32_t)i, run->scratch + thread * run->scratch_bytes);
}

/* Lines of the second axis lie side by side. A thread takes this many at once: 8 complex numbers of float32 fill a line
 * of the cache, 64 bytes. Derived; other numbers were not timed. */
#define WORKGROUPS_AT_ONCE 8u

static nbl_result_t run_on_threads(run_t *run, uint64_t workgroups, uint32_t threads, nbl_error_t *error) {
    const nbl_bloom_execute_pass_t *pass = run->pass;
    threads = nbl_executor_threads(threads);
    run->scratch_bytes = pass->forward.scratch_bytes > pass->inverse.scratch_bytes ? pass->forward.scratch_bytes
                                                                                   : pass->inverse.scratch_bytes;
    run->scratch = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, threads * run->scratch_bytes + NBL_EXECUTOR_ALIGNMENT);
    if (run->scratch == NULL) return nbl_fail_memory(error, "scratch");
    nbl_executor_share(NULL, threads, workgroups, WORKGROUPS_AT_ONCE, run_workgroups, run);
    nbl_platform_aligned_free(run->scratch);
    return NBL_SUCCESS;
}

static nbl_result_t run_pass(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t name,
                             nbl_error_t *error) {
    nbl_bloom_execute_pass_t pass = {.parameters = parameters_of(plan, name),
                                     .constants = nbl_bloom_frame_constants(plan, name, &run->frame)};
    nbl_result_t result = NBL_SUCCESS;
    run_t work = {.pass = &pass, .kernel = passes[name].kernel};
    bind(plan, run, name, pass.memory);
    if (passes[name].forward)
        result = make_line(&pass, passes[name].second, false, run->instructions, &pass.forward, error);
    if (result == NBL_SUCCESS && passes[name].inverse)
        result = make_line(&pass, passes[name].second, true, run->instructions, &pass.inverse, error);
    if (result == NBL_SUCCESS)
        result =
            run_on_threads(&work, workgroups_of(plan, name, &pass.parameters, &run->frame), run->launch.threads, error);
    nbl_executor_line_release(&pass.forward);
    nbl_executor_line_release(&pass.inverse);
    return result;
}

nbl_result_t nbl_bloom_execute(const nbl_bloom_plan_t *plan, const nbl_bloom_run_t *run, nbl_bloom_pass_name_t first,
                               nbl_bloom_pass_name_t last, nbl_error_t *error) {
    nbl_result_t result = nbl_bloom_run_check(plan, run, first, last, error);
    if (result == NBL_SUCCESS && plan->desc.algorithm != NBL_FFT_STOCKHAM)
        result = nbl_fail(error, NBL_ERROR_ARGUMENT, "bloom: the executor has no radix-2 shuffle: must be Stockham");
    for (int name = first; name <= (int)last && result == NBL_SUCCESS; name++)
        /* adds in the order of the kernel's 64 invocations; takes less than a thousandth of the bloom's work */
        result = name == NBL_BLOOM_PASS_KERNEL_SUM
                     ? nbl_bloom_emulate(plan, run, NBL_BLOOM_PASS_KERNEL_SUM, NBL_BLOOM_PASS_KERNEL_SUM, NULL, error)
                     : run_pass(plan, run, (nbl_bloom_pass_name_t)name, error);
    return result;
}

/* ---- In one call */

static size_t aligned_bytes(uint64_t bytes) {
    return (size_t)(bytes + NBL_EXECUTOR_ALIGNMENT - 1) / NBL_EXECUTOR_ALIGNMENT * NBL_EXECUTOR_ALIGNMENT;
}

nbl_result_t nbl_bloom_array(const nbl_bloom_desc_t *desc, const nbl_bloom_frame_t *frame, const void *image,
                             const float *kernel, void *result, uint32_t threads, nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, image, kernel, result)) return NBL_ERROR_ARGUMENT;
    _Alignas(16) float sums[NBL_BLOOM_SUMS];
    nbl_bloom_plan_t plan;
    nbl_result_t code = nbl_bloom_plan_make(desc, &plan, error);
    if (code == NBL_SUCCESS) code = nbl_bloom_kernel_check(kernel, desc->kernel_width, desc->kernel_height, error);
    if (code != NBL_SUCCESS) return code;
    nbl_bloom_run_t run = nbl_bloom_run_init();
    run.image = image;
    run.kernel = kernel;
    run.result = result;
    run.sums = sums;
    run.launch.threads = threads;
    if (frame != NULL) run.frame = *frame;
    run.workspace = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, aligned_bytes(plan.workspace_bytes));
    run.spectrum = nbl_platform_aligned(NBL_EXECUTOR_ALIGNMENT, aligned_bytes(plan.spectrum_bytes));
    if (run.workspace == NULL || run.spectrum == NULL)
        code = nbl_fail_memory(error, "the intermediates of a bloom");
    else
        code = nbl_bloom_execute(&plan, &run, 0, NBL_BLOOM_PASSES - 1, error);
    nbl_platform_aligned_free(run.workspace);
    nbl_platform_aligned_free(run.spectrum);
    return code;
}
