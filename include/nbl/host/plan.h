/* Plans of Stockham FFTs: made from a length or from given radices, read from text, written as text.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Pure functions: the same arguments give the same plan everywhere. Radices decide the bits of
 * a result. Without given radices they follow from length and precision alone. Limits change invocations, FFTs per
 * workgroup, windows and padding, which change no bit. `error` comes last and may be NULL.
 */
#ifndef NBL_HOST_PLAN_H
#define NBL_HOST_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nbl/fft/plan_counts.h"
#include "nbl/host/error.h"

#include "nbl/host/emulator.h" /* the end of the shaders' text above */

#if defined(__cplusplus)
extern "C" {
#endif

#define NBL_FFT_PLAN_MAX_LENGTH 32768u      /* of a power of two; 8192 in float64 */
#define NBL_FFT_PLAN_MAX_MIXED_LENGTH 8192u /* of any other; 4096 in float64 */

/* X(name, word, vendor by Vulkan): the kinds of devices that plans are chosen for. ANY is a device that is not known,
 * and what a text is written for; PROCESSOR is the CPU executor and the emulator. */
#define NBL_DEVICE_KINDS(X) \
    X(ANY, "any", 0u) \
    X(PROCESSOR, "processor", 0u) \
    X(NVIDIA, "nvidia", 0x10DEu) \
    X(AMD, "amd", 0x1002u) \
    X(INTEL, "intel", 0x8086u) \
    X(APPLE, "apple", 0x106Bu) \
    X(QUALCOMM, "qualcomm", 0x5143u) \
    X(ARM, "arm", 0x13B5u)
#define NBL_DEVICE_KIND_ID(name, word, vendor) NBL_DEVICE_##name,
typedef enum nbl_device_kind_t { NBL_DEVICE_KINDS(NBL_DEVICE_KIND_ID) NBL_DEVICE_KIND_COUNT } nbl_device_kind_t;

/* Returns the word of a kind: "nvidia"; NULL if `kind` is no nbl_device_kind_t. */
const char *nbl_device_kind_name(nbl_device_kind_t kind);

/* Returns the kind of a vendor's devices; NBL_DEVICE_KIND_ANY for a vendor without a kind of its own.
 *
 * vendor  VkPhysicalDeviceProperties::vendorID */
nbl_device_kind_t nbl_device_kind_of_vendor(uint32_t vendor);

/* What a device allows a plan; the first three are 1 or more. */
typedef struct nbl_fft_plan_limits_t {
    uint32_t max_invocations;  /* of a workgroup */
    uint32_t max_shared_bytes; /* of a workgroup */
    uint32_t subgroup_size;    /* workgroups have whole subgroups if that costs nothing; no plan relies on it */
    nbl_device_kind_t device;  /* whose measured plans are taken; in exact mode no radix depends on it */
} nbl_fft_plan_limits_t;

/* What a plan is asked to be. */
typedef struct nbl_fft_plan_request_t {
    uint32_t passes;
    uint32_t radices[NBL_FFT_MAX_PASSES]; /* of each pass, in order: 1 to 21, 23 to 25, 27 to 39, 41, 43, 47 */
    uint32_t invocations;                 /* of one FFT; 0: chosen */
    uint32_t ffts_per_workgroup;          /* 0: chosen */
    uint32_t windows;                     /* windows of an exchange, 1 to 16; 0: chosen */
} nbl_fft_plan_request_t;

/* Returns what Vulkan devices of the desktop have: 1024 invocations, 48 KB of shared memory, subgroups of 32; of any
 * kind. */
nbl_fft_plan_limits_t nbl_fft_plan_default_limits(void);

/* ---- Making */

/* Makes the plan of a length.
 *
 * Each length to 8192 (in float64 to 4096) has a plan within any limits of at least 512 invocations and 4 KB, with the
 * same radices; within 256 invocations 62 lengths from 5720 on have none. Errors, after which *plan is untouched:
 * ARGUMENT (the text names the nearest supported lengths), LIMIT.
 *
 * length          2 to 8192 with no prime factor above 13, or a power of two to 32768; in float64 to 4096, or a
 *                 power of two to 8192
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan
 */
nbl_result_t nbl_fft_plan_make(uint32_t length, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                               nbl_fft_plan_t *plan, nbl_error_t *error);

/* Makes a plan of given radices, exactly as requested. Errors, after which *plan is untouched: ARGUMENT, LIMIT.
 *
 * request         not NULL; every 0 in it is chosen
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan
 */
nbl_result_t nbl_fft_plan_from_radices(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                                       const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

/* Makes a plan of given radices. If the limits forbid the requested invocations or FFTs per workgroup, it chooses
 * others; the radices stay, and with them the bits of results. Errors and other arguments: nbl_fft_plan_from_radices().
 *
 * limits  NULL: nbl_fft_plan_default_limits() */
nbl_result_t nbl_fft_plan_fit(const nbl_fft_plan_request_t *request, uint32_t complex_dwords,
                              const nbl_fft_plan_limits_t *limits, nbl_fft_plan_t *plan, nbl_error_t *error);

/* ---- Text
 *
 * A plan has three forms of text:
 *
 *   nbl_fft_plan_text()        1000 = 10 x 10 x 10, 100 invocations x 10 elements, 2 FFTs per workgroup, 8.3 KB shared,
 *                              7 barriers, padding 8+1 7+6, 411 bank cycles (least 280): one line, for people. Barriers
 *                              and cycles are of one transform
 *   nbl_fft_plan_short_text()  10x10x10@100*2/1: radices @ invocations * FFTs per workgroup / windows
 *   nbl_fft_plan_literal()     {1000u, 3u, 9513u, 100u, 10u, 2u, 2u, 1u, ...}: initialises an nbl_fft_plan_t
 */

#define NBL_FFT_PLAN_TEXT_SIZE 256 /* bytes; enough for each of these texts with its final null character */

/* Reads a plan's text: radices joined by x, then optionally, in this order: @ invocations of an FFT, * FFTs per
 * workgroup, / windows.
 *
 * Errors: ARGUMENT. Whether the radices make a plan is not checked.
 *
 * text     such as "10x10x10", "16x16x4@64", "10x10x10@100*2/1"; no spaces
 * request  receives the numbers of the text, 0 for each that the text leaves out
 */
nbl_result_t nbl_fft_plan_read(const char *text, nbl_fft_plan_request_t *request, nbl_error_t *error);

/* Reads a plan's text and makes the plan: nbl_fft_plan_read(), then nbl_fft_plan_from_radices(), with their errors.
 *
 * text            as nbl_fft_plan_read() takes it
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          NULL: nbl_fft_plan_default_limits()
 * plan            receives the plan */
nbl_result_t nbl_fft_plan_parse(const char *text, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits,
                                nbl_fft_plan_t *plan, nbl_error_t *error);

/* Writes a plan for people to read, in one line.
 *
 * Returns the length of the whole text, as snprintf does: more than size - 1 if it was cut.
 *
 * plan    complete
 * buffer  receives the text, always ended by a null character; NULL if size is 0
 * size    bytes; NBL_FFT_PLAN_TEXT_SIZE suffices
 */
size_t nbl_fft_plan_text(nbl_fft_plan_t plan, char *buffer, size_t size);

/* Writes a plan as nbl_fft_plan_parse() reads it. With the same precision and limits that gives the same plan.
 *
 * Result and arguments: nbl_fft_plan_text().
 */
size_t nbl_fft_plan_short_text(nbl_fft_plan_t plan, char *buffer, size_t size);

/* Writes a plan's radices, the first pass first.
 *
 * Result and other arguments: nbl_fft_plan_text().
 *
 * between  text between two radices, such as " x "; not NULL
 */
size_t nbl_fft_plan_radices_text(nbl_fft_plan_t plan, const char *between, char *buffer, size_t size);

/* Writes a plan as an initialiser for C, C++, GLSL and HLSL, to go between `const nbl_fft_plan_t plan = ` and `;`.
 *
 * Result and arguments: nbl_fft_plan_text().
 */
size_t nbl_fft_plan_literal(nbl_fft_plan_t plan, char *buffer, size_t size);

/* Returns a plan's largest radix. */
uint32_t nbl_fft_plan_largest_radix(nbl_fft_plan_t plan);

/* ---- Lengths
 *
 * Lengths are compared by the counted work of their plans (host/plan/cost.h) in float32 within
 * nbl_fft_plan_default_limits(). No device takes part, so sizes do not differ from device to device. */

/* Succeeds if there are plans for a length. Errors: ARGUMENT; the text names the nearest supported lengths.
 *
 * length          any
 * complex_dwords  NBL_DWORDS_<scalar>
 */
nbl_result_t nbl_fft_plan_check_length(uint32_t length, uint32_t complex_dwords, nbl_error_t *error);

/* Returns the work of one complex FFT of a length, in units that only compare lengths; 0 for a length that is not
 * supported.
 *
 * length  any
 */
uint64_t nbl_fft_length_cost(uint32_t length);

/* Returns the cheapest supported length that is n or more, which is not always the shortest; of two lengths of equal
 * cost the shorter. Returns 0 if n is above 32768. Takes milliseconds.
 *
 * n     elements that have to fit, 0 to 32768
 * even  true: even lengths only
 */
uint32_t nbl_fft_good_length(uint32_t n, bool even);

/* Finds the nearest supported lengths below and above a number.
 *
 * n               any number, supported or not
 * complex_dwords  NBL_DWORDS_<scalar> of the arithmetic
 * limits          lengths beyond a device's limits do not count; NULL: all lengths count
 * below, above    receive the nearest length less than n, and greater than n; 0 if no supported length is
 */
void nbl_fft_nearest_lengths(uint32_t n, uint32_t complex_dwords, const nbl_fft_plan_limits_t *limits, uint32_t *below,
                             uint32_t *above);

#if defined(__cplusplus)
}
#endif

#endif
