/* What follows from the plan of an instance of nbl/fft.h that is known at run time: functions in place of constants.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone; nbl/fft/plan_at_run_time.h has the parameters.
 */
NBL_FUNCTION uint32_t NBL_FFT_OWN(signal_length)(void) { return NBL_FFT_OWN(fft_length)(); }

NBL_FUNCTION uint32_t NBL_FFT_OWN(length)(void) {
#ifdef NBL_FFT_REAL
    return NBL_FFT_REAL == 1 ? 2u * NBL_FFT_OWN(fft_length)() : NBL_FFT_OWN(fft_length)();
#else
    return NBL_FFT_OWN(fft_length)();
#endif
}

NBL_FUNCTION uint32_t NBL_FFT_OWN(invocations)(void) { return NBL_FFT_OWN(fft_invocations)(); }

NBL_FUNCTION uint32_t NBL_FFT_OWN(ffts_per_workgroup)(void) { return NBL_FFT_FFTS_PER_WORKGROUP; }

NBL_FUNCTION uint32_t NBL_FFT_OWN(workgroup_size)(void) {
    return NBL_FFT_OWN(invocations)() * NBL_FFT_OWN(ffts_per_workgroup)();
}

/* The dwords of shared memory that an FFT has. */
NBL_FUNCTION uint32_t NBL_FFT_OWN(own_dwords)(void) {
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
    nbl_fft_plan_t plan_ = NBL_FFT_OWN(plan)();
    return plan_.plane_dwords * nbl_fft_plan_scalar_dwords(plan_);
#else
    return NBL_FFT_COMPLEX_DWORDS * NBL_FFT_OWN(invocations)();
#endif
}

NBL_FUNCTION uint32_t NBL_FFT_OWN(shared_dwords)(void) {
    return NBL_FFT_OWN(own_dwords)() * NBL_FFT_OWN(ffts_per_workgroup)() * NBL_FFT_COMPONENTS;
}
