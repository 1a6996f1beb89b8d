/* The maps of an FFT, by its name: where each invocation has the elements of the signal and of the spectrum.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft.h alone; docs/guide/concepts.md says what the functions are. Parameters, which stay defined:
 *
 *   NBL_FFT_NAME, NBL_FFT_ALGORITHM
 *   NBL_FFT_PLAN       of a Stockham FFT
 *   NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2, NBL_FFT_WORKGROUP_SIZE_LOG2   of a radix-2 shuffle FFT
 */
#define NBL_FFT_MAP(name) NBL_CAT(NBL_FFT_NAME, NBL_CAT(_, name))
#ifdef NBL_FFT_PARAMETERS_AT_RUN_TIME /* which no constant expression can read */
#define NBL_FFT_MAP_FUNCTION NBL_FUNCTION
#else
#define NBL_FFT_MAP_FUNCTION NBL_CONSTEXPR_FUNCTION
#endif
#if NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM
#include "nbl/fft/order.h"
#include "nbl/fft/plan.h"

NBL_FFT_MAP_FUNCTION nbl_fft_plan_t NBL_FFT_MAP(plan)(void) {
    nbl_fft_plan_t plan_ = NBL_FFT_PLAN;
    return plan_;
}

NBL_FFT_MAP_FUNCTION nbl_fft_natural_order_t NBL_FFT_MAP(order)(void) {
    nbl_fft_natural_order_t order_ = {NBL_FFT_MAP(plan)().fft_length};
    return order_;
}

NBL_FFT_MAP_FUNCTION nbl_fft_pass_t NBL_FFT_MAP(first_pass)(void) {
    return nbl_fft_plan_first_pass(NBL_FFT_MAP(plan)());
}

NBL_FFT_MAP_FUNCTION nbl_fft_pass_t NBL_FFT_MAP(last_pass)(void) { return nbl_fft_plan_last_pass(NBL_FFT_MAP(plan)()); }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(fft_length)(void) { return NBL_FFT_MAP(plan)().fft_length; }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(fft_invocations)(void) { return NBL_FFT_MAP(plan)().invocations; }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(signal_elements)(void) {
    return nbl_fft_pass_elements(NBL_FFT_MAP(first_pass)());
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(spectrum_elements)(void) {
    return nbl_fft_pass_elements(NBL_FFT_MAP(last_pass)());
}

NBL_FFT_MAP_FUNCTION bool NBL_FFT_MAP(signal_active)(nbl_fft_place_t at_, uint32_t element_) {
    return element_ < NBL_FFT_MAP(signal_elements)() &&
           nbl_fft_pass_active(NBL_FFT_MAP(first_pass)(), element_, at_.invocation);
}

NBL_FFT_MAP_FUNCTION bool NBL_FFT_MAP(spectrum_active)(nbl_fft_place_t at_, uint32_t element_) {
    return element_ < NBL_FFT_MAP(spectrum_elements)() &&
           nbl_fft_pass_active(NBL_FFT_MAP(last_pass)(), element_, at_.invocation);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(signal_index)(nbl_fft_place_t at_, uint32_t element_) {
    uint32_t there_is_ = element_ < NBL_FFT_MAP(signal_elements)() ? element_ : 0u;
    return nbl_fft_pass_read_index(NBL_FFT_MAP(first_pass)(), there_is_, at_.invocation);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(spectrum_index)(nbl_fft_place_t at_, uint32_t element_) {
    uint32_t there_is_ = element_ < NBL_FFT_MAP(spectrum_elements)() ? element_ : 0u;
    return nbl_fft_pass_read_index(NBL_FFT_MAP(last_pass)(), there_is_, at_.invocation);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(frequency_of_index)(uint32_t index_) { return index_; }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(index_of_frequency)(uint32_t frequency_) { return frequency_; }

NBL_FFT_MAP_FUNCTION nbl_fft_holder_t NBL_FFT_MAP(holder)(uint32_t frequency_) {
    return nbl_fft_plan_output_holder(NBL_FFT_MAP(plan)(), frequency_);
}

NBL_FFT_MAP_FUNCTION nbl_fft_holder_t NBL_FFT_MAP(mirror)(nbl_fft_place_t at_, uint32_t element_) {
    return nbl_fft_plan_mirror(NBL_FFT_MAP(plan)(), element_, at_.invocation);
}
#else
#include "nbl/fft/mirror.h"
#include "nbl/fft/radix2.h"
#ifndef NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
#error "NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2 is missing: log2 of the elements that an invocation computes, 1 to 5"
#endif
#ifndef NBL_FFT_WORKGROUP_SIZE_LOG2
#error "NBL_FFT_WORKGROUP_SIZE_LOG2 is missing: log2 of the invocations of one FFT, 0 to 10"
#endif
#define NBL_FFT_E_LOG2 NBL_FFT_ELEMENTS_PER_INVOCATION_LOG2
#define NBL_FFT_W_LOG2 NBL_FFT_WORKGROUP_SIZE_LOG2

NBL_FFT_MAP_FUNCTION nbl_fft_nabla_order_t NBL_FFT_MAP(order)(void) {
    return nbl_fft_nabla_order(nbl_fft_log2_elements(NBL_FFT_E_LOG2), nbl_fft_log2_workgroup(NBL_FFT_W_LOG2));
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(fft_length)(void) { return 1u << (NBL_FFT_E_LOG2 + NBL_FFT_W_LOG2); }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(fft_invocations)(void) { return 1u << NBL_FFT_W_LOG2; }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(signal_elements)(void) { return 1u << NBL_FFT_E_LOG2; }

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(spectrum_elements)(void) { return 1u << NBL_FFT_E_LOG2; }

NBL_FFT_MAP_FUNCTION bool NBL_FFT_MAP(signal_active)(nbl_fft_place_t at_, uint32_t element_) {
    NBL_UNUSED(at_);
    return element_ < (1u << NBL_FFT_E_LOG2);
}

NBL_FFT_MAP_FUNCTION bool NBL_FFT_MAP(spectrum_active)(nbl_fft_place_t at_, uint32_t element_) {
    NBL_UNUSED(at_);
    return element_ < (1u << NBL_FFT_E_LOG2);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(signal_index)(nbl_fft_place_t at_, uint32_t element_) {
    return nbl_fft_linear_index(at_, element_, NBL_FFT_W_LOG2);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(spectrum_index)(nbl_fft_place_t at_, uint32_t element_) {
    return nbl_fft_linear_index(at_, element_, NBL_FFT_W_LOG2);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(frequency_of_index)(uint32_t index_) {
    return nbl_fft_dft_index(NBL_FFT_MAP(order)(), index_);
}

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(index_of_frequency)(uint32_t frequency_) {
    return nbl_fft_nabla_index(NBL_FFT_MAP(order)(), frequency_);
}

NBL_FFT_MAP_FUNCTION nbl_fft_holder_t NBL_FFT_MAP(holder)(uint32_t frequency_) {
    uint32_t index_ = NBL_FFT_MAP(index_of_frequency)(frequency_);
    nbl_fft_holder_t holder_ = {index_ & nbl_lowest_bits(NBL_FFT_W_LOG2), index_ >> NBL_FFT_W_LOG2};
    return holder_;
}

NBL_FFT_MAP_FUNCTION nbl_fft_holder_t NBL_FFT_MAP(mirror)(nbl_fft_place_t at_, uint32_t element_) {
    nbl_fft_mirror_holder_t nabla_ =
        nbl_fft_mirror_holder(NBL_FFT_MAP(order)(), nbl_fft_linear_index(at_, element_, NBL_FFT_W_LOG2));
    nbl_fft_holder_t holder_ = {nabla_.invocation, nabla_.element};
    return holder_;
}
#undef NBL_FFT_W_LOG2
#undef NBL_FFT_E_LOG2
#endif

NBL_FFT_MAP_FUNCTION uint32_t NBL_FFT_MAP(frequency)(nbl_fft_place_t at_, uint32_t element_) {
    return NBL_FFT_MAP(frequency_of_index)(NBL_FFT_MAP(spectrum_index)(at_, element_));
}
#undef NBL_FFT_MAP_FUNCTION
#undef NBL_FFT_MAP
