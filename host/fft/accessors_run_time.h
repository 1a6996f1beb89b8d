/* The caller's functions as the loads and stores of a transform kernel on the CPU.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by fft/kernel_run_time.h alone, where NBL_TRANSFORM_ACCESSORS is defined.
 */
#include "nbl/accessors/storage.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR

/* Returns the caller's functions and the lengths of a line: what this launch has as specialization constants. */
static inline const nbl_fft_accessor_parameters_t *accessors(void) {
    return (const nbl_fft_accessor_parameters_t *)nbl_emulator_specialization();
}

/* Returns an element that the caller's get() gives, rounded to the kernel's scalar.
 *
 * index  transform * input_elements + element */
static inline NBL_COMPLEX transform_source_get(uint32_t index) {
    const nbl_fft_accessor_parameters_t *p = accessors();
    nbl_fft_number_t number;
    p->input.get(p->input.user, index / p->input_elements, index % p->input_elements, &number);
    NBL_COMPLEX value;
    value.real = (NBL_SCALAR)number.real;
    value.imag = (NBL_SCALAR)number.imag;
    return value;
}

/* Gives an element to the caller's set().
 *
 * index  transform * output_elements + element */
static inline void transform_target_set(uint32_t index, NBL_COMPLEX value) {
    const nbl_fft_accessor_parameters_t *p = accessors();
    nbl_fft_number_t number = {(double)value.real, (double)value.imag};
    p->output.set(p->output.user, index / p->output_elements, index % p->output_elements, &number);
}

#undef NBL_SCALAR

/* Shared memory is the caller's, by functions, if it gives them; else the kernel's own array. */
#define NBL_ACCESSOR_NAME functions
#define NBL_ACCESSOR_TYPE uint32_t
#define NBL_ACCESSOR_FUNCTIONS accessors()->shared
#include "nbl/accessors/functions.h"
#define NBL_TRANSFORM_SHARED_GET(i) (accessors()->shared != NULL ? functions_get(i) : NBL_LOAD(transform_scratch, i))
#define NBL_TRANSFORM_SHARED_SET(i, value) \
    do { \
        if (accessors()->shared != NULL) \
            functions_set(i, value); \
        else \
            NBL_STORE(transform_scratch, i, value); \
    } while (0)
