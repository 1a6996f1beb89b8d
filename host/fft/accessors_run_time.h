/* The Stockham kernels' text for the CPU with the caller's callbacks for its loads and stores.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included once per scalar by host/fft/accessors_float*.c, which define NBL_TRANSFORM_SCALAR, NBL_TRANSFORM_KERNEL and
 * NBL_REAL_TRANSFORM_KERNEL.
 */
#include "fft/accessors.h"
#include "nbl/accessors/storage.h"

#define NBL_SCALAR NBL_TRANSFORM_SCALAR

static inline const nbl_fft_accessor_parameters_t *accessors(void) {
    return (const nbl_fft_accessor_parameters_t *)nbl_emulator_specialization();
}

static inline NBL_COMPLEX transform_source_get(uint32_t index) {
    const nbl_fft_accessor_parameters_t *p = accessors();
    nbl_fft_number_t number = p->input.get(p->input.user, index / p->input_elements, index % p->input_elements);
    NBL_COMPLEX value;
    value.real = (NBL_SCALAR)number.real;
    value.imag = (NBL_SCALAR)number.imag;
    return value;
}

static inline void transform_target_set(uint32_t index, NBL_COMPLEX value) {
    const nbl_fft_accessor_parameters_t *p = accessors();
    nbl_fft_number_t number = {(double)value.real, (double)value.imag};
    p->output.set(p->output.user, index / p->output_elements, index % p->output_elements, number);
}

#undef NBL_SCALAR

#define NBL_TRANSFORM_ACCESSORS
#define NBL_TRANSFORM_SHARED_GET(i) \
    (accessors()->shared != NULL ? accessors()->shared->get(accessors()->shared->user, nbl_workgroup_index(), i) \
                                 : NBL_LOAD(transform_scratch, i))
#define NBL_TRANSFORM_SHARED_SET(i, value) \
    do { \
        if (accessors()->shared != NULL) \
            accessors()->shared->set(accessors()->shared->user, nbl_workgroup_index(), i, value); \
        else \
            NBL_STORE(transform_scratch, i, value); \
    } while (0)
#define NBL_TRANSFORM_ALGORITHM 1
#include "fft/kernel_run_time.h"
