/* The words of nbl/lang.h and the axes' instances of nbl/fft.h where a workgroup is one invocation that holds a line.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by execute_kernels.c before the bloom's bodies, which then are plain loops over the elements of a line:
 * element k is number k of signal and spectrum, memory is memory, no barrier waits, and the FFTs are the
 * executor's, which have the bits of the shaders'.
 */
#include "bloom/execute.h"

#include "executor/words.h"

static inline const nbl_bloom_execute_pass_t *pass_at_work(void) { return at_work.job; }

static inline const nbl_bloom_parameters_t *parameters(void) {
    const nbl_bloom_parameters_t *p = &pass_at_work()->parameters;
    /* Tells the compiler what holds here. It then leaves out the text of other cases, which makes the stack half as
     * large. */
    if (p->ffts_per_workgroup != 1 || p->first_plan.fft_length == 0 || p->second_plan.fft_length == 0)
        __builtin_unreachable();
    return p;
}

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#undef nbl_local_invocation_index
#define nbl_local_invocation_index() 0u

/* ---- The instances of nbl/fft.h that shaders/bloom_fft.h makes of the axes */

#include "nbl/fft/columns.h"
#include "nbl/fft/plan.h"
#include "nbl/host/plan.h"

#define NBL_BLOOM_ALGORITHM 1 /* NBL_FFT_STOCKHAM */

NBL_FUNCTION uint32_t whole_index(nbl_fft_place_t at, uint32_t k) { return (void)at, k; }
NBL_FUNCTION bool whole_active(nbl_fft_place_t at, uint32_t k) { return (void)at, (void)k, true; }
NBL_FUNCTION nbl_fft_pass_t whole_pass(nbl_fft_plan_t plan) {
    nbl_fft_pass_t pass = {plan.fft_length, 1u, 1u, 1u};
    return pass;
}

#define bloom_first_fft_length() NBL_PARAMETER(first_plan).fft_length
#define bloom_first_fft_invocations() 1u
#define bloom_first_first_pass() whole_pass(NBL_PARAMETER(first_plan))
#define bloom_first_last_pass() whole_pass(NBL_PARAMETER(first_plan))
#define bloom_first_signal_elements bloom_first_fft_length
#define bloom_first_signal_index whole_index
#define bloom_first_signal_active whole_active
#define bloom_first_spectrum_elements bloom_first_fft_length
#define bloom_first_spectrum_index whole_index
#define bloom_first_spectrum_active whole_active
#define bloom_first_index_of_frequency(frequency) (frequency)

#define bloom_second_fft_length() NBL_PARAMETER(second_plan).fft_length
#define bloom_second_fft_invocations() 1u
#define bloom_second_signal_elements bloom_second_fft_length
#define bloom_second_signal_index whole_index
#define bloom_second_signal_active whole_active
#define bloom_second_spectrum_elements bloom_second_fft_length
#define bloom_second_frequency whole_index
#define bloom_second_spectrum_active whole_active

NBL_CONSTANT(bloom_first_elements, NBL_FFT_PLAN_MAX_LENGTH)
NBL_CONSTANT(bloom_first_registers, 3 * NBL_FFT_PLAN_MAX_LENGTH)
NBL_CONSTANT(bloom_second_elements, NBL_FFT_PLAN_MAX_LENGTH)

static inline void transform(const nbl_executor_line_t *line, nbl_complex_float32_t *elements) {
    nbl_executor_line_run(line, elements, elements, at_work.scratch);
}
#define bloom_first_forward_registers(at, x, channel) \
    transform(&pass_at_work()->forward, (x) + bloom_first_elements * (channel))
#define bloom_first_inverse_registers(at, x, channel) \
    transform(&pass_at_work()->inverse, (x) + bloom_first_elements * (channel))
#define bloom_second_forward_registers(at, x) transform(&pass_at_work()->forward, x)
#define bloom_second_inverse_registers(at, x) transform(&pass_at_work()->inverse, x)

/* A workgroup of one invocation trades no texels through shared memory. */
#define bloom_shared_get(i) 0u
#define bloom_shared_set(i, value) (void)(value)
