/* Chooses and checks the parameters of a batched transform: which lengths are supported, and how each is computed.
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <string.h>

#include "error/check.h"
#include "facts/numbers.h"
#include "fft/names.h"
#include "fft/tuning.h"
#include "nbl/bit.h"
#include "nbl/fft/radix2.h"
#include "nbl/fft/real.h"
#include "nbl/host/plan.h"
#include "nbl/host/sizes.h"
#include "nbl/host/wisdom.h"

/* Short transforms share a workgroup up to this many invocations: small workgroups leave a GPU partly idle. Chosen: two
 * subgroups of 32, one of 64. */
#define INVOCATIONS_WANTED 64u
/* More elements per invocation rather than larger workgroups: measured faster, docs/performance.md. */
#define WORKGROUP_WANTED 256u
/* Real elements: twiddles of a real signal's last step have this denominator at most, nbl/fft/twiddle.h. Derived. */
#define MOST_REAL_LENGTH 32768u

nbl_fft_limits_t nbl_fft_emulator_limits(uint32_t subgroup_size) {
    nbl_fft_limits_t limits = {.max_workgroup_invocations = 1024,
                               .max_shared_bytes = 1u << 20,
                               .subgroup_size = subgroup_size == 0 ? 8 : subgroup_size,
                               .max_buffer_bytes = UINT32_MAX,
                               .float16 = NBL_HAS_FLOAT16,
                               .float64 = true,
                               .device = NBL_DEVICE_PROCESSOR};
    return limits;
}

nbl_fft_transform_desc_t nbl_fft_transform_desc_init(void) {
    nbl_fft_transform_desc_t desc = {
        .algorithm = NBL_FFT_STOCKHAM, .precision = NBL_FFT_FLOAT32, .batch = 1, .limits = nbl_fft_emulator_limits(0)};
    return desc;
}

/* ---- Lengths */

static nbl_result_t check_power_of_two(uint64_t length, nbl_error_t *error) {
    uint32_t most = NBL_FFT_PLAN_MAX_LENGTH, below = most;
    if (length >= 2 && length <= most && (length & (length - 1)) == 0) return NBL_SUCCESS;
    while (below > 1 && below >= length) below /= 2;
    if (below == 1)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "length %" PRIu64 ": must be a power of two for radix2-shuffle; the nearest is 2", length);
    if (below == most)
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "length %" PRIu64 ": must be a power of two for radix2-shuffle; the nearest is %u, the largest",
                        length, below);
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "length %" PRIu64 ": must be a power of two for radix2-shuffle; the nearest are %u and %u", length,
                    below, 2 * below);
}

nbl_result_t nbl_fft_check_length(uint32_t algorithm, nbl_fft_precision_t precision, uint64_t length,
                                  nbl_error_t *error) {
    const nbl_check_t checks[] = {NBL_CHECK_ENUM("algorithm", algorithm, NBL_FFT_ALGORITHM_NAMES),
                                  NBL_CHECK_ENUM("precision", precision, NBL_FFT_PRECISION_NAMES)};
    nbl_error_clear(error);
    nbl_result_t valid = nbl_check("transform", checks, sizeof checks / sizeof *checks, error);
    if (valid != NBL_SUCCESS) return valid;
    if (algorithm == NBL_FFT_RADIX2_SHUFFLE) return check_power_of_two(length, error);
    uint32_t within = length > UINT32_MAX ? UINT32_MAX : (uint32_t)length, dwords = nbl_fft_precision_dwords(precision);
    nbl_error_t why;
    if (nbl_fft_plan_check_length(within, dwords, error != NULL ? &why : NULL) == NBL_SUCCESS) return NBL_SUCCESS;
    if (error == NULL) return NBL_ERROR_ARGUMENT; /* the nearest lengths take a while */
    const char *behind = strchr(why.text, ':');   /* the number, which may be too large for it */
    return nbl_fail(error, NBL_ERROR_ARGUMENT, "length %" PRIu64 "%s", length, behind ? behind : "");
}

/* ---- Radix 2: elements per invocation */

/* Fills in elements per invocation and workgroup size. */
static nbl_result_t choose_shape(nbl_fft_transform_desc_t *desc, nbl_error_t *error) {
    uint32_t elements = desc->elements_per_invocation, workgroup = desc->workgroup_size;
    uint32_t most = desc->limits.max_workgroup_invocations < 1024 ? desc->limits.max_workgroup_invocations : 1024;
    if (elements == 0 && workgroup == 0) {
        elements = 1u << nbl_fft_elements_log2(desc->length, most < WORKGROUP_WANTED ? most : WORKGROUP_WANTED, 1);
        workgroup = desc->length / elements;
    } else if (elements == 0) {
        elements = desc->length / workgroup;
    } else if (workgroup == 0) {
        workgroup = desc->length / elements;
    }
    if (desc->elements_per_invocation == 0 && elements < 2 && workgroup > 1) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "workgroup size %u: length %u has at most %u invocations, of two elements each", workgroup,
                        desc->length, desc->length / 2);
    }
    if (elements < 2 || elements > NBL_FFT_MAX_ELEMENTS_PER_INVOCATION || !nbl_is_power_of_two(elements)) {
        if (desc->workgroup_size == 0 && elements < 2) {
            return nbl_fail(error, NBL_ERROR_ARGUMENT, "length %u: must be at least 2", desc->length);
        }
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "elements per invocation %u: must be 2, 4, 8, 16 or 32", elements);
    }
    if (workgroup == 0 || !nbl_is_power_of_two(workgroup) || (uint64_t)elements * workgroup != desc->length) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT,
                        "length %u: is not %u elements per invocation times a workgroup size of %u", desc->length,
                        elements, workgroup);
    }
    if (workgroup > most) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "workgroup size %u: the limit is %u invocations, so lengths end at %u",
                        workgroup, most, most * NBL_FFT_MAX_ELEMENTS_PER_INVOCATION);
    }
    desc->elements_per_invocation = elements;
    desc->workgroup_size = workgroup;
    return NBL_SUCCESS;
}

static nbl_result_t choose_ffts_per_workgroup(nbl_fft_transform_desc_t *desc, uint32_t shared_bytes_per_fft,
                                              nbl_error_t *error) {
    uint32_t ffts = desc->ffts_per_workgroup;
    if (ffts == 0) {
        ffts = desc->workgroup_size < INVOCATIONS_WANTED ? INVOCATIONS_WANTED / desc->workgroup_size : 1;
        if (ffts > desc->batch) ffts = nbl_round_up_to_power_of_two(desc->batch);
        /* Shuffles need whole subgroups. */
        while (ffts * desc->workgroup_size < desc->subgroup_size) ffts *= 2;
    }
    if ((uint64_t)ffts * desc->workgroup_size > desc->limits.max_workgroup_invocations) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "%u FFTs of %u invocations in a workgroup: the limit is %u invocations",
                        ffts, desc->workgroup_size, desc->limits.max_workgroup_invocations);
    }
    if ((uint64_t)ffts * shared_bytes_per_fft > desc->limits.max_shared_bytes) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "shared memory of %u FFTs: %llu bytes asked for, the limit is %u", ffts,
                        (unsigned long long)ffts * shared_bytes_per_fft, desc->limits.max_shared_bytes);
    }
    desc->ffts_per_workgroup = ffts;
    return NBL_SUCCESS;
}

/* ---- What transforms of both algorithms have */

static nbl_result_t check(const nbl_fft_transform_desc_t *desc, nbl_error_t *error) {
    const nbl_check_t checks[] = {
        NBL_CHECK_ENUM("algorithm", desc->algorithm, NBL_FFT_ALGORITHM_NAMES),
        NBL_CHECK_ENUM("precision", desc->precision, NBL_FFT_PRECISION_NAMES),
        NBL_CHECK_ENUM("kind", desc->kind, "complex, real, two real"),
        NBL_CHECK_ENUM("unroller", desc->unroller, "library, SPIRV-Tools, driver"),
        NBL_CHECK_RANGE("instruction order", (int)desc->instruction_order, 0, NBL_INSTRUCTION_ORDER_LOOPED),
        NBL_CHECK_RANGE("batch", desc->batch, 1, UINT32_MAX),
        NBL_CHECK_RANGE("rounds", desc->rounds, 0, NBL_FFT_MOST_ROUNDS),
        NBL_CHECK_RANGE("device kind", (int)desc->limits.device, 0, NBL_DEVICE_KIND_COUNT - 1),
    };
    nbl_result_t valid = nbl_check("transform", checks, sizeof checks / sizeof *checks, error);
    if (valid != NBL_SUCCESS) return valid;
    if (desc->algorithm == NBL_FFT_RADIX2_SHUFFLE) {
        nbl_result_t result = nbl_fft_check_length(desc->algorithm, desc->precision, desc->length, error);
        if (result != NBL_SUCCESS) return result;
    }
    if (desc->kind != NBL_FFT_COMPLEX && desc->native) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "native order: the spectrum of a real signal is in natural order");
    }
    if (desc->kind == NBL_FFT_REAL && desc->length > MOST_REAL_LENGTH / 2) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "length %llu of a real signal: lengths end at %u",
                        2ull * desc->length, MOST_REAL_LENGTH);
    }
    if ((desc->precision == NBL_FFT_FLOAT16 && !desc->limits.float16) ||
        (desc->precision == NBL_FFT_FLOAT64 && !desc->limits.float64)) {
        return nbl_fail(error, NBL_ERROR_LIMIT, "precision %s: the backend has no such arithmetic: use fp32",
                        nbl_fft_precision_name(desc->precision));
    }
    if (desc->addresses && !desc->limits.addresses)
        return nbl_fail(error, NBL_ERROR_LIMIT, "addresses: the backend has no addresses of buffers");
    if (desc->addresses && (desc->algorithm != NBL_FFT_STOCKHAM || desc->kind != NBL_FFT_COMPLEX))
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "addresses: are for complex transforms by Stockham");
    if (!nbl_is_power_of_two(desc->subgroup_size) || desc->subgroup_size > 128) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "subgroup size %u: must be a power of two from 1 to 128",
                        desc->subgroup_size);
    }
    return NBL_SUCCESS;
}

/* Chooses the plan: the caller's text, the wisdom's row, a measured row or the library's choice, in this order. In fast
 * mode the length decides the twiddles, whatever its plan is. */
static nbl_result_t choose_plan(const nbl_fft_transform_desc_t *desc, const nbl_fft_plan_limits_t *limits,
                                nbl_fft_plan_t *plan, nbl_fft_tuning_t *tuning, nbl_error_t *error) {
    const bool is_open = desc->plan_text == NULL && desc->kind == NBL_FFT_COMPLEX;
    const uint32_t dwords = nbl_fft_precision_dwords(desc->precision);
    const bool fused = desc->fused && desc->kind == NBL_FFT_COMPLEX; /* real lines have no rows of fused mode alone */
    const nbl_mode_t mode = !desc->any_radices ? NBL_MODE_EXACT : fused ? NBL_MODE_FUSED : NBL_MODE_FAST;
    nbl_result_t result = NBL_SUCCESS;
    nbl_fft_wisdom_choice_t measured;
    nbl_fft_plan_request_t request;
    if (is_open && desc->wisdom != NULL &&
        nbl_fft_wisdom_find(desc->wisdom, desc->any_radices, desc->precision, desc->length, &measured)) {
        *tuning = (nbl_fft_tuning_t){measured.rounds, measured.twiddles, measured.instruction_order};
        result = nbl_fft_plan_read(measured.plan, &request, error);
        return result == NBL_SUCCESS ? nbl_fft_plan_fit(&request, dwords, limits, plan, error) : result;
    }
    if (desc->plan_text == NULL || desc->any_radices)
        result = nbl_fft_tuned_plan(desc->length, desc->precision, mode, limits, plan, tuning, error);
    if (!is_open) *tuning = (nbl_fft_tuning_t){1, tuning->twiddles, NBL_INSTRUCTION_ORDER_DEFAULT};
    return desc->plan_text != NULL ? nbl_fft_plan_parse(desc->plan_text, dwords, limits, plan, error) : result;
}

/* Returns which twiddles are evaluated: as measured for the length in fast and fused mode, but as exact mode has them
 * for halves. */
static uint32_t choose_twiddles(const nbl_fft_transform_desc_t *desc, const nbl_fft_tuning_t *tuning,
                                const nbl_fft_plan_t *plan) {
    if (desc->algorithm != NBL_FFT_STOCKHAM) return NBL_FFT_TWIDDLES_OF_TWO;
    if (!desc->any_radices) return nbl_fft_exact_twiddles(desc->precision);
    const uint32_t twiddles =
        desc->precision == NBL_FFT_FLOAT16_STORAGE ? NBL_FFT_TWIDDLES_STEPPED_OF_ONE : tuning->twiddles;
    return desc->fused ? nbl_fused_twiddles(plan, desc->inverse, twiddles) : twiddles;
}

/* Returns whether halves stay halves in shared memory: in fast mode, whose bits are free. The buffers round as much,
 * and an exchange takes half of the accesses and barriers. */
static bool is_packed(const nbl_fft_transform_desc_t *desc) {
    return desc->algorithm == NBL_FFT_STOCKHAM && desc->precision == NBL_FFT_FLOAT16_STORAGE && desc->any_radices &&
           !desc->fused && desc->kind == NBL_FFT_COMPLEX;
}

/* Returns whether a real signal's roots are made of an invocation's first one, as a program of fused mode has them
 * (`unpack stepped`) where the radices are not exact mode's. */
static bool steps_roots(const nbl_fft_transform_desc_t *desc) {
    return desc->algorithm == NBL_FFT_STOCKHAM && desc->kind == NBL_FFT_REAL && desc->any_radices && desc->fused;
}

/* Fills in what both algorithms have: bytes of buffers, and what the description asked for. */
static nbl_result_t finish(const nbl_fft_transform_desc_t *desc, const nbl_fft_tuning_t *tuning,
                           nbl_fft_transform_plan_t *plan, nbl_error_t *error) {
    uint32_t bytes = nbl_fft_precision_element_bytes(desc->precision), ffts = desc->ffts_per_workgroup;
    uint64_t spectrum = desc->kind == NBL_FFT_REAL       ? desc->length + 1u
                        : desc->kind == NBL_FFT_REAL_TWO ? 2u * (desc->length / 2u + 1u)
                                                         : desc->length;
    uint64_t signal_bytes = (uint64_t)desc->batch * desc->length * bytes,
             buffer_bytes = desc->batch * spectrum * bytes; /* signals are no longer */
    if (buffer_bytes > desc->limits.max_buffer_bytes) {
        return nbl_fail(error, NBL_ERROR_LIMIT,
                        "%u transforms of %u elements: %llu bytes, the limit of a buffer is %llu", desc->batch,
                        desc->length, (unsigned long long)buffer_bytes,
                        (unsigned long long)desc->limits.max_buffer_bytes);
    }
    plan->desc = *desc;
    plan->parameters.ffts_per_workgroup = ffts;
    plan->parameters.inverse = desc->inverse;
    plan->parameters.native = desc->native;
    plan->parameters.half_storage = desc->precision == NBL_FFT_FLOAT16_STORAGE;
    plan->parameters.packed = is_packed(desc);
    plan->parameters.twiddles = choose_twiddles(desc, tuning, &plan->parameters.plan);
    plan->element_bytes = bytes;
    plan->buffer_bytes = buffer_bytes;
    plan->input_bytes = desc->inverse ? buffer_bytes : signal_bytes;
    plan->output_bytes = desc->inverse ? signal_bytes : buffer_bytes;
    plan->parameters.real = desc->kind;
    plan->parameters.stepped_roots = steps_roots(desc);
    uint32_t dwords = plan->shared_bytes / 4u / ffts;
    plan->parameters.invocations = plan->workgroup_invocations / ffts;
    plan->parameters.shared_dwords =
        dwords != 0 ? dwords : 1; /* one pass needs none, but an array has one element at least */
    if (desc->instruction_order == NBL_INSTRUCTION_ORDER_DEFAULT) plan->desc.instruction_order = tuning->order;
    if (desc->rounds == 0)
        plan->desc.rounds = desc->batch / (ffts * tuning->rounds) >=
                                    nbl_fact_number_of(desc->limits.device, NBL_NUMBER_ROUNDS_FEWEST_WORKGROUPS)
                                ? tuning->rounds
                                : 1;
    plan->parameters.rounds = plan->desc.rounds;
    plan->barriers = plan->desc.rounds * plan->barriers + (plan->desc.rounds > 1 ? plan->desc.rounds : 0);
    ffts *= plan->desc.rounds;
    plan->workgroups = ((uint64_t)desc->batch + ffts - 1) / ffts;
    return NBL_SUCCESS;
}

static nbl_result_t plan_stockham(nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                                  nbl_fft_tuning_t *tuning, nbl_error_t *error) {
    uint32_t dwords = nbl_fft_precision_dwords(desc->precision);
    const nbl_fft_plan_limits_t limits = nbl_fft_plan_limits_of(&desc->limits);
    nbl_fft_plan_t made;
    nbl_result_t result = choose_plan(desc, &limits, &made, tuning, error);
    if (result == NBL_SUCCESS && desc->ffts_per_workgroup != 0 && desc->ffts_per_workgroup != made.ffts_per_workgroup) {
        char text[NBL_FFT_PLAN_TEXT_SIZE];
        made.ffts_per_workgroup = desc->ffts_per_workgroup;
        nbl_fft_plan_short_text(made, text, sizeof text);
        result = nbl_fft_plan_parse(text, dwords, &limits, &made, error);
    }
    if (result != NBL_SUCCESS) return result;
    if (made.fft_length != desc->length) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "plan %s: is for length %u, not %u", desc->plan_text,
                        made.fft_length, desc->length);
    }
    desc->ffts_per_workgroup = made.ffts_per_workgroup;
    plan->parameters.plan = made;
    plan->elements = made.elements;
    plan->workgroup_invocations = nbl_fft_plan_workgroup_size(made);
    plan->shared_bytes = 4u * nbl_fft_plan_shared_dwords(made);
    plan->barriers = nbl_fft_plan_barriers_of(made, is_packed(desc) ? 1u : nbl_fft_plan_scalars(made));
    return NBL_SUCCESS;
}

/* Returns the subgroup size that measured best on this kind of device, if a workgroup may have it; else the device's
 * own. */
static uint32_t choose_subgroup_size(const nbl_fft_transform_desc_t *desc) {
    const nbl_fft_limits_t *limits = &desc->limits;
    const uint32_t measured = (uint32_t)nbl_fact_number_of(limits->device, NBL_NUMBER_SHUFFLE_SUBGROUP);
    const bool may = measured != 0 && measured >= limits->min_subgroup_size && measured <= limits->max_subgroup_size &&
                     desc->workgroup_size <= measured * limits->max_workgroup_subgroups;
    return may ? measured : limits->subgroup_size;
}

/* open  the subgroup size is chosen here */
static nbl_result_t plan_radix2(nbl_fft_transform_desc_t *desc, bool open, nbl_fft_transform_plan_t *plan,
                                nbl_error_t *error) {
    nbl_result_t result = choose_shape(desc, error);
    if (result != NBL_SUCCESS) return result;
    if (open) desc->subgroup_size = choose_subgroup_size(desc);
    uint32_t workgroup_log2 = nbl_log2(desc->workgroup_size);
    uint32_t shared_bytes_per_fft =
        4u * NBL_FFT_SHARED_DWORDS(workgroup_log2, nbl_fft_precision_dwords(desc->precision));
    result = choose_ffts_per_workgroup(desc, shared_bytes_per_fft, error);
    if (result != NBL_SUCCESS) return result;
    uint32_t invocations = desc->ffts_per_workgroup * desc->workgroup_size;
    if (invocations % desc->subgroup_size != 0) {
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "%u invocations in a workgroup: must be whole subgroups of %u",
                        invocations, desc->subgroup_size);
    }
    plan->parameters.elements_log2 = nbl_log2(desc->elements_per_invocation);
    plan->parameters.workgroup_log2 = workgroup_log2;
    plan->parameters.subgroup_log2 = nbl_log2(desc->subgroup_size);
    plan->elements = desc->elements_per_invocation;
    plan->workgroup_invocations = invocations;
    plan->shared_bytes = desc->ffts_per_workgroup * shared_bytes_per_fft;
    plan->barriers = nbl_fft_barriers(plan->parameters.elements_log2, workgroup_log2, plan->parameters.subgroup_log2);
    return NBL_SUCCESS;
}

nbl_result_t nbl_fft_transform_plan(const nbl_fft_transform_desc_t *desc, nbl_fft_transform_plan_t *plan,
                                    nbl_error_t *error) {
    if (NBL_ANY_NULL(error, desc, plan)) return NBL_ERROR_ARGUMENT;
    nbl_error_clear(error);
    nbl_fft_transform_desc_t chosen = *desc;
    if (chosen.subgroup_size == 0) chosen.subgroup_size = chosen.limits.subgroup_size;
    nbl_fft_tuning_t tuning = {1, NBL_FFT_TWIDDLES_OF_TWO, NBL_INSTRUCTION_ORDER_DEFAULT};
    nbl_fft_transform_plan_t made;
    memset(&made, 0, sizeof made);
    nbl_result_t result = check(&chosen, error);
    if (result == NBL_SUCCESS) {
        result = chosen.algorithm == NBL_FFT_STOCKHAM ? plan_stockham(&chosen, &made, &tuning, error)
                                                      : plan_radix2(&chosen, desc->subgroup_size == 0, &made, error);
    }
    if (result == NBL_SUCCESS) result = finish(&chosen, &tuning, &made, error);
    if (result == NBL_SUCCESS && chosen.kind != NBL_FFT_COMPLEX) {
        uint32_t ffts = chosen.ffts_per_workgroup;
        made.barriers +=
            nbl_fft_real_barriers(chosen.length, made.workgroup_invocations / ffts, made.shared_bytes / 4u / ffts,
                                  nbl_fft_precision_dwords(chosen.precision));
    }
    if (result == NBL_SUCCESS) *plan = made;
    return result;
}
