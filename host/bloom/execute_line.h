/* The words of nbl/lang.h and the maps of nbl/fft/map.h where a workgroup is one invocation that holds a whole line.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by execute_kernels.c before the bloom's bodies, which then are plain loops over the elements of a line:
 * element k is number k of signal and spectrum, memory is memory, nobody waits at a barrier, and the FFTs are the
 * executor's, which have the bits of the shaders'.
 */
#include "bloom/execute.h"
#include "nbl/lang/compiler.h"

/* What the function around all others is called with. */
NBL_INITIAL_EXEC static NBL_THREAD_LOCAL struct {
    const nbl_bloom_execute_pass_t *pass;
    uint32_t workgroup;
    void *scratch;
} at_work;

static inline const nbl_bloom_parameters_t *parameters(void) {
    const nbl_bloom_parameters_t *p = &at_work.pass->parameters;
    /* So compilers know: without the text for others the stack is half as large. */
    if (p->ffts_per_workgroup != 1 || p->first_plan.fft_length == 0 || p->second_plan.fft_length == 0)
        __builtin_unreachable();
    return p;
}

/* ---- nbl/lang.h */

#undef NBL_PARAMETER
#define NBL_PARAMETER(name) parameters()->name
#include "nbl/lang.h"
#undef NBL_FUNCTION
#define NBL_FUNCTION __attribute__((always_inline, unused)) static inline
#undef NBL_BUFFER
#define NBL_BUFFER(binding, type, name) \
    static inline type *name##_memory(void) { return (type *)at_work.pass->memory[binding]; }
#undef NBL_LOAD
#define NBL_LOAD(name, i) NBL_VALUE(NBL_CAT(name, _memory)()[i])
#undef NBL_STORE
#define NBL_STORE(name, i, v) (NBL_CAT(name, _memory)()[i] = (v))
#undef NBL_PUSH_CONSTANTS
#define NBL_PUSH_CONSTANTS(type, name) \
    static inline type name##_constants(void) { return at_work.pass->constants; }
#undef NBL_PUSH_CONSTANT
#define NBL_PUSH_CONSTANT(name) name##_constants()
#undef NBL_WORKGROUP_BARRIER
#define NBL_WORKGROUP_BARRIER() (void)0
#undef nbl_workgroup_index
#define nbl_workgroup_index() (at_work.workgroup)
#undef nbl_local_invocation_index
#define nbl_local_invocation_index() 0u

/* ---- nbl/fft/map.h */

#include "nbl/fft/columns.h"
#include "nbl/fft/map.h"

NBL_FUNCTION nbl_fft_pass_t whole_pass(nbl_fft_plan_t plan) {
    nbl_fft_pass_t pass = {plan.fft_length, 1u, 1u, 1u};
    return pass;
}
NBL_FUNCTION uint32_t whole_invocations(nbl_fft_shape_t shape) { return (void)shape, 1u; }
NBL_FUNCTION uint32_t whole_index(nbl_fft_shape_t shape, uint32_t k, uint32_t invocation) {
    return (void)shape, (void)invocation, k;
}
NBL_FUNCTION bool whole_active(nbl_fft_shape_t shape, uint32_t k, uint32_t invocation) {
    return (void)shape, (void)invocation, (void)k, true;
}
#define nbl_fft_plan_first_pass whole_pass
#define nbl_fft_plan_last_pass whole_pass
#define nbl_fft_invocations whole_invocations
#define nbl_fft_signal_elements nbl_fft_length
#define nbl_fft_signal_index whole_index
#define nbl_fft_signal_active whole_active
#define nbl_fft_spectrum_elements nbl_fft_length
#define nbl_fft_spectrum_index whole_index
#define nbl_fft_spectrum_active whole_active

/* ---- What the bodies expect */

#define NBL_BLOOM_ALGORITHM 1        /* NBL_FFT_STOCKHAM */
#define NBL_PRELOADED_ELEMENTS 32768 /* NBL_FFT_PLAN_MAX_LENGTH */
#define NBL_PRELOADED_REGISTERS (3 * NBL_PRELOADED_ELEMENTS)

static inline void transform(nbl_fft_place_t at, const nbl_executor_line_t *line, nbl_complex_float32_t *elements) {
    (void)at;
    nbl_executor_line_run(line, elements, elements, at_work.scratch);
}
/* Of channel 0, or of the channel that comes last. */
#define CHANNEL_OF(registers, channel, ...) ((registers) + NBL_PRELOADED_ELEMENTS * (channel))
#define bloom_fft_forward(at, ...) transform(at, &at_work.pass->forward, CHANNEL_OF(__VA_ARGS__, 0u, 0u))
#define bloom_fft_inverse(at, ...) transform(at, &at_work.pass->inverse, CHANNEL_OF(__VA_ARGS__, 0u, 0u))
/* Where texels meet that several invocations hold. */
#define bloom_shared_get(i) 0u
#define bloom_shared_set(i, value) (void)(value)
