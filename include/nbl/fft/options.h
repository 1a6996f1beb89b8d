/* The options of nbl/fft.h beside a name and a length: what each does, and the refusal of wrong values.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by nbl/fft/plans.h alone, for instances with an option to check. Defaults stand here and there. An instance
 * is what one inclusion of nbl/fft.h defines; <name> is its NBL_FFT_NAME.
 *
 *   NBL_FFT_SCALAR               float32_t; float16_t and float64_t where NBL_HAS_FLOAT16 or NBL_HAS_FLOAT64 is 1
 *   NBL_FFT_ALGORITHM            NBL_FFT_STOCKHAM; or NBL_FFT_RADIX2_SHUFFLE
 *   NBL_FFT_DIRECTION            both; of complex signals without a filter also NBL_FFT_FORWARD, NBL_FFT_INVERSE
 *   NBL_FFT_FORWARD_NORMALIZATION, NBL_FFT_INVERSE_NORMALIZATION
 *                                NBL_FFT_UNNORMALIZED, NBL_FFT_BY_LENGTH (1/N) or NBL_FFT_BY_ROOT (1/sqrt(N)); default:
 *                                forward unnormalised, inverse by length
 *   NBL_FFT_REAL                 1: a real signal of NBL_FFT_LENGTH numbers, an even length; 2: two signals of any
 *                                length in one FFT: a NaN or an infinity of one comes out in both, and the errors of
 *                                both are as large as the louder signal's
 *   NBL_FFT_COLUMNS              2 to 64: neighbouring FFTs that are interleaved over the invocations, for columns of
 *                                an array
 *   NBL_FFT_FFTS_PER_WORKGROUP   how many FFTs a workgroup computes; default: as many as the length's plan has
 *   NBL_FFT_COMPONENTS           2 to 4: complex numbers in an element, each transformed alone, such as the colours of
 *                                a texel; 1 is the default: the barriers of one FFT, the shared memory of 2 to 4
 *   NBL_FFT_SHARED_BYTES         49152, 32768 or 16384: the largest of these that the device's shared memory holds
 *   NBL_FFT_MAX_INVOCATIONS      1024 or 256: the larger one that the device's workgroups may have
 *   NBL_FFT_WORKGROUP_SIZE       the kernel's size, if something else has chosen it: it must be the instance's
 *   NBL_FFT_RADICES              a plan of your own, with NBL_FFT_LAYOUT, as `nbl-fft plan` prints both
 *   NBL_FFT_PLAN                 in place of NBL_FFT_LENGTH: a plan that is known at run time,
 *                                nbl/fft/plan_at_run_time.h
 *   NBL_FFT_SHARED               an array that is used instead of declaring one: row_shared of an earlier, larger
 *                                instance named row; or any with a constant <array>_dwords, as
 *                                NBL_CONSTANT(mine_dwords, 2048) NBL_SHARED(uint32_t, mine, mine_dwords)
 *   NBL_FFT_SHARED_GET(i), NBL_FFT_SHARED_SET(i, value)   shared memory that is no array: dwords, each 0 to
 *                                <name>_shared_dwords - 1; and with them
 *   NBL_FFT_BARRIER()            NBL_WORKGROUP_BARRIER(): execution and shared memory, workgroup scope
 *   NBL_FFT_NATIVE               1: the callbacks have the spectrum in the algorithm's order, <name>_spectrum_index()
 *   NBL_FFT_STATE                a structure's name: functions and callbacks take one as their last argument
 *   NBL_FFT_FILTER               adds the callback <name>_filter and the function <name>_convolve, below
 *   NBL_FFT_PASS                 1, 2 or 3: one pass of a transform that no workgroup holds, of 2^a 3^b 5^c 7^d
 *                                elements from 2048 to 2^27 (nbl/fft/large.h), one dispatch each. <name>_passes says
 *                                how many passes there are (NBL_FFT_PASSES for #if, until the next include).
 *                                <name>_lines says how many lines, short FFTs, a pass has of one transform; a dispatch
 *                                takes that many places. With NBL_FFT_COLUMNS neighbouring ones of them share a
 *                                workgroup. The first pass calls <name>_get, the last <name>_set; between passes you
 *                                define <name>_between_get(fft, index) and <name>_between_set(fft, index, value). With
 *                                NBL_FFT_REAL 1 of 8192 to 2^28 numbers: half as many elements
 *   NBL_FFT_ROWS                 n, with NBL_FFT_PASS: an array of two dimensions, NBL_FFT_LENGTH / n rows of n
 *                                elements. The first pass transforms its rows, the others its columns, in two passes
 *                                beyond 2048 rows
 *   NBL_FFT_BETWEEN              a storage buffer in place of <name>_between_get and _set, usually the target of
 *                                <name>_set. Element `index` of an FFT is number fft * NBL_FFT_LENGTH + index, with
 *                                NBL_FFT_REAL 1 number fft * NBL_FFT_LENGTH / 2 + index; its components lie side by
 *                                side. Declare it NBL_COHERENT_BUFFER, since a pass stores where other invocations of
 *                                its workgroup have loaded
 *   NBL_FFT_BETWEEN_BACK         with NBL_FFT_FILTER and NBL_FFT_BETWEEN: the buffer behind the filter, another one. It
 *                                may be the signal's, and the target of <name>_set
 *   NBL_FFT_SOURCE, NBL_FFT_TARGET
 *                                device addresses (nbl_uint32_t2) where a pass reads and writes, in place of callbacks
 *                                and NBL_FFT_BETWEEN, with the same numbers of elements; with NBL_BUFFER_DEVICE_ADDRESS
 *                                1 before the first include. Fewer registers than a buffer, so faster:
 *                                docs/log/transforms.md
 *   NBL_FFT_HALVES               with NBL_FFT_SOURCE and _TARGET, of float32_t: elements are two halves in a dword
 *                                there, and in exchanges within lines: half of the accesses and barriers
 *   NBL_FFT_TABLE                with NBL_FFT_SOURCE and _TARGET: address of the pass's twiddles, nbl/fft/pass_table.h
 *   NBL_FFT_TILE                 which workgroup of the pass this is, an expression in place of nbl_workgroup_index()
 *   NBL_FFT_STRIDE               s: FFTs along a dimension that is not the last. s is the product of the sizes of the
 *                                dimensions behind it: 64 for the columns of an array of 100 rows and 64 columns.
 *                                Elements of an FFT lie s apart. The first element of the next FFT lies one behind;
 *                                s FFTs make a block of NBL_FFT_LENGTH s elements. Callbacks get the block's number
 *                                and an element's number in it. NBL_FFT_COLUMNS of these FFTs share a workgroup; by
 *                                default as many as fill sectors of memory. In place it needs an NBL_COHERENT_BUFFER
 *                                and no workgroup beyond the last FFT
 *   NBL_FFT_OFFSETS              callbacks get an element's number as a sum: <name>_get(fft, base, offset). Offset is a
 *                                literal. An invocation calls with one base for all its elements, but for elements of
 *                                a last butterfly that only some invocations have. So a device address is computed
 *                                once, and the offsets are part of the instructions
 *   NBL_FFT_REGISTERS            no callbacks: only <name>_forward_registers and <name>_inverse_registers
 *   NBL_FFT_CHANNELS             with NBL_FFT_REGISTERS: how many FFTs x[<name>_registers] holds, one after the other.
 *                                <name>_forward_registers(at, x, channel) transforms FFT number `channel`
 *   NBL_FFT_MAPS                 no transform: only the constants and the maps of an FFT that another kernel computes
 *
 * Callbacks and functions with NBL_FFT_FILTER (the first two) and with NBL_FFT_COMPONENTS (the last; the component's
 * number follows the index or frequency in all of them):
 *
 *   nbl_complex_<scalar> <name>_filter(uint32_t fft, uint32_t frequency, nbl_complex_<scalar> value [, state])
 *                                   returns what replaces a frequency; for a real signal it is called for 0 to N / 2,
 *                                   and of 0 and N / 2 only the real part counts
 *   <name>_convolve(at [, state])   loads a signal, transforms, replaces every frequency by <name>_filter's result,
 *                                   transforms back, stores a signal; in place is allowed. With NBL_FFT_PASS every pass
 *                                   calls it: three dispatches, or five where the length takes three passes. The middle
 *                                   one calls <name>_filter, the last one <name>_set
 *   nbl_complex_<scalar> <name>_get(uint32_t fft, uint32_t index, uint32_t component [, state])   and so on
 *
 * In registers element k of component c is x[c * <name>_elements + k], and x has <name>_elements for each component.
 *
 * NBL_FFT_REAL 1: element n of the signal is x[2 n] + i x[2 n + 1], n from 0 to N / 2 - 1. NBL_FFT_REAL 2: it is x[n] +
 * i y[n], and the spectra are numbers 2 fft and 2 fft + 1. <name>_set receives the frequencies 0 to N / 2. In registers
 * Zero and Nyquist share an element: nbl/workgroup/fft_real.h.
 */
#ifdef NBL_FFT_SCALAR
#define NBL_SCALAR NBL_FFT_SCALAR
#include "nbl/lang/scalar.h"
#undef NBL_SCALAR
#ifdef NBL_SCALAR_IS_REFUSED /* a refused scalar becomes the default, so that its uses are not refused, too */
#undef NBL_SCALAR_IS_REFUSED
#undef NBL_FFT_SCALAR
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_COMPLEX_DWORDS 2
#else
#define NBL_FFT_COMPLEX_DWORDS NBL_SCALAR_DWORDS
#endif
#else
#define NBL_FFT_SCALAR float32_t
#define NBL_FFT_COMPLEX_DWORDS 2
#endif

#if defined(NBL_FFT_ALGORITHM) && NBL_FFT_ALGORITHM != NBL_FFT_STOCKHAM
#if NBL_FFT_ALGORITHM != NBL_FFT_RADIX2_SHUFFLE
#error "NBL_FFT_ALGORITHM must be NBL_FFT_RADIX2_SHUFFLE or NBL_FFT_STOCKHAM"
#undef NBL_FFT_ALGORITHM
#endif
#endif

#if defined(NBL_FFT_REAL) && !defined(NBL_FFT_PARAMETERS_AT_RUN_TIME)
#if NBL_FFT_REAL == 0
#undef NBL_FFT_REAL
#endif
#endif

#ifdef NBL_FFT_DIRECTION
#if NBL_FFT_DIRECTION < NBL_FFT_FORWARD || NBL_FFT_DIRECTION > NBL_FFT_BOTH_DIRECTIONS
#error "NBL_FFT_DIRECTION must be NBL_FFT_FORWARD or NBL_FFT_INVERSE, or left out for both"
#undef NBL_FFT_DIRECTION
#define NBL_FFT_DIRECTION NBL_FFT_BOTH_DIRECTIONS
#endif
#if defined(NBL_FFT_REAL) && NBL_FFT_DIRECTION != NBL_FFT_BOTH_DIRECTIONS
#error "NBL_FFT_DIRECTION is for complex signals, real ones have both: leave it out"
#endif
#if defined(NBL_FFT_FILTER) && NBL_FFT_DIRECTION != NBL_FFT_BOTH_DIRECTIONS
#error "NBL_FFT_FILTER is a callback between both directions: leave NBL_FFT_DIRECTION out"
#endif
#endif
#ifdef NBL_FFT_CHANNELS
#ifndef NBL_FFT_REGISTERS
#error "NBL_FFT_CHANNELS is of registers: give NBL_FFT_REGISTERS, too"
#endif
#if defined(NBL_FFT_REAL) || defined(NBL_FFT_COMPONENTS)
#error "NBL_FFT_CHANNELS is for complex signals of one component: leave REAL and COMPONENTS out"
#endif
#endif
#if defined(NBL_FFT_FILTER) && defined(NBL_FFT_REGISTERS)
#error "NBL_FFT_FILTER is a callback, and NBL_FFT_REGISTERS has none: leave one out"
#endif

#ifdef NBL_FFT_REAL
#ifdef NBL_FFT_NATIVE
#error "NBL_FFT_NATIVE is for complex signals, spectra of real ones are in natural order: leave it out, or NBL_FFT_REAL"
#undef NBL_FFT_NATIVE
#endif
#ifndef NBL_FFT_PARAMETERS_AT_RUN_TIME
#if NBL_FFT_REAL < 0 || NBL_FFT_REAL > 2
#error "NBL_FFT_REAL must be 1 or 2 real signals, or left out"
#endif
#if NBL_FFT_REAL == 1
#if NBL_FFT_LENGTH & 1
#error "NBL_FFT_LENGTH of a real signal must be even: leave NBL_FFT_REAL out, or transform two with NBL_FFT_REAL 2"
#endif
#define NBL_FFT_COMPLEX_LENGTH (NBL_FFT_LENGTH / 2)
#endif
#endif
#endif

#ifdef NBL_FFT_COMPONENTS
#if NBL_FFT_COMPONENTS < 1 || NBL_FFT_COMPONENTS > 4
#error "NBL_FFT_COMPONENTS must be 1 to 4 complex numbers of an element"
#undef NBL_FFT_COMPONENTS
#define NBL_FFT_COMPONENTS 1
#endif
#endif

#ifdef NBL_FFT_SHARED_BYTES
#if NBL_FFT_SHARED_BYTES != 49152 && NBL_FFT_SHARED_BYTES != 32768 && NBL_FFT_SHARED_BYTES != 16384
#error "NBL_FFT_SHARED_BYTES must be 16384, 32768 or 49152"
#undef NBL_FFT_SHARED_BYTES
#endif
#endif
#ifndef NBL_FFT_SHARED_BYTES
#define NBL_FFT_SHARED_BYTES 49152
#endif
#ifdef NBL_FFT_MAX_INVOCATIONS
#if NBL_FFT_MAX_INVOCATIONS != 1024 && NBL_FFT_MAX_INVOCATIONS != 256
#error "NBL_FFT_MAX_INVOCATIONS must be 256 or 1024"
#undef NBL_FFT_MAX_INVOCATIONS
#endif
#endif
#ifndef NBL_FFT_MAX_INVOCATIONS
#define NBL_FFT_MAX_INVOCATIONS 1024
#endif

#ifdef NBL_FFT_PASS
#if defined(NBL_FFT_NATIVE) || defined(NBL_FFT_REGISTERS)
#error "NBL_FFT_PASS is for callbacks and spectra in natural order: leave NATIVE and REGISTERS out"
#undef NBL_FFT_NATIVE
#undef NBL_FFT_REGISTERS
#endif
#undef NBL_FFT_COMPLEX_LENGTH
#if defined(NBL_FFT_REAL) && (defined(NBL_FFT_ROWS) || defined(NBL_FFT_SOURCE) || defined(NBL_FFT_TARGET))
#error "NBL_FFT_REAL in passes is of one long line, by callbacks or buffers: leave ROWS, SOURCE and TARGET out"
#undef NBL_FFT_ROWS
#undef NBL_FFT_SOURCE
#undef NBL_FFT_TARGET
#endif
#if defined(NBL_FFT_ALGORITHM) && NBL_FFT_ALGORITHM != NBL_FFT_STOCKHAM
#error "NBL_FFT_PASS is for NBL_FFT_STOCKHAM: leave NBL_FFT_ALGORITHM out"
#undef NBL_FFT_ALGORITHM
#endif
#if defined(NBL_FFT_FILTER) && (defined(NBL_FFT_ROWS) || defined(NBL_FFT_TABLE))
#error "NBL_FFT_FILTER in passes is of one long line, whose twiddles are evaluated: leave ROWS and TABLE out"
#undef NBL_FFT_ROWS
#undef NBL_FFT_TABLE
#elif defined(NBL_FFT_FILTER) && defined(NBL_FFT_BETWEEN) && !defined(NBL_FFT_BETWEEN_BACK)
#error "NBL_FFT_BETWEEN_BACK is missing: passes with NBL_FFT_FILTER go back by a buffer beside that of NBL_FFT_BETWEEN"
#define NBL_FFT_BETWEEN_BACK NBL_FFT_BETWEEN
#elif defined(NBL_FFT_BETWEEN_BACK) && !(defined(NBL_FFT_FILTER) && defined(NBL_FFT_BETWEEN))
#error "NBL_FFT_BETWEEN_BACK is of a filter in passes: give NBL_FFT_FILTER and NBL_FFT_BETWEEN, too"
#endif
#include "nbl/fft/large_split.h"
#if (defined(NBL_FFT_SOURCE) || defined(NBL_FFT_TARGET) || defined(NBL_FFT_TABLE)) && !defined(NBL_COHERENT_REFERENCE)
#error \
    "NBL_FFT_SOURCE, NBL_FFT_TARGET, NBL_FFT_TABLE: define NBL_BUFFER_DEVICE_ADDRESS to 1 before the first include; not in HLSL"
#elif defined(NBL_FFT_COMPONENTS) && NBL_FFT_COMPONENTS > 1 && (defined(NBL_FFT_SOURCE) || defined(NBL_FFT_TARGET))
#error "NBL_FFT_SOURCE and NBL_FFT_TARGET are for elements of one component: leave them out, or NBL_FFT_COMPONENTS"
#undef NBL_FFT_SOURCE
#undef NBL_FFT_TARGET
#endif
#if defined(NBL_FFT_HALVES) && (!defined(NBL_FFT_SOURCE) || !defined(NBL_FFT_TARGET))
#error "NBL_FFT_HALVES is of NBL_FFT_SOURCE and NBL_FFT_TARGET: give both, too"
#endif
#elif defined(NBL_FFT_BETWEEN) || defined(NBL_FFT_BETWEEN_BACK)
#error "NBL_FFT_BETWEEN is between passes: give NBL_FFT_PASS, too"
#elif defined(NBL_FFT_ROWS)
#error "NBL_FFT_ROWS is of passes: give NBL_FFT_PASS, too"
#elif defined(NBL_FFT_SOURCE) || defined(NBL_FFT_TARGET) || defined(NBL_FFT_TABLE) || defined(NBL_FFT_TILE)
#error "NBL_FFT_SOURCE, NBL_FFT_TARGET, NBL_FFT_TABLE and NBL_FFT_TILE are of passes: give NBL_FFT_PASS, too"
#elif defined(NBL_FFT_HALVES)
#error "NBL_FFT_HALVES is of passes: give NBL_FFT_PASS, too"
#endif

#ifdef NBL_FFT_OFFSETS
#if defined(NBL_FFT_REAL) || defined(NBL_FFT_PASS) || defined(NBL_FFT_STRIDE) || defined(NBL_FFT_FILTER) || \
    (defined(NBL_FFT_ALGORITHM) && NBL_FFT_ALGORITHM != NBL_FFT_STOCKHAM)
#error "NBL_FFT_OFFSETS is for whole complex signals by NBL_FFT_STOCKHAM: leave REAL, PASS, STRIDE and FILTER out"
#undef NBL_FFT_OFFSETS
#endif
#endif

#ifdef NBL_FFT_STRIDE
#if defined(NBL_FFT_REAL) || defined(NBL_FFT_PASS) || defined(NBL_FFT_REGISTERS) || defined(NBL_FFT_MAPS)
#error "NBL_FFT_STRIDE is for complex signals with callbacks: leave REAL, PASS, REGISTERS and MAPS out"
#undef NBL_FFT_STRIDE
#elif defined(NBL_FFT_PARAMETERS_AT_RUN_TIME)
#error "NBL_FFT_STRIDE is of a literal NBL_FFT_LENGTH: leave NBL_FFT_PLAN out"
#undef NBL_FFT_STRIDE
#elif !defined(NBL_FFT_COLUMNS) && !defined(NBL_FFT_FFTS_PER_WORKGROUP) && !defined(NBL_FFT_RADICES) && \
    (!defined(NBL_FFT_ALGORITHM) || NBL_FFT_ALGORITHM == NBL_FFT_STOCKHAM) && NBL_FFT_LENGTH <= 8192
#define NBL_FFT_COMPLEX_LENGTH NBL_FFT_LENGTH
#include "nbl/fft/columns_chosen.h"
#endif
#endif

/* What callbacks take after the numbers of FFT and element, as parameters and as arguments. */
#if defined(NBL_FFT_STATE) && !defined(NBL_FFT_REGISTERS)
#define NBL_FFT_HANDED_ , NBL_FFT_STATE state_
#define NBL_FFT_HAND_ , state_
#endif
#if defined(NBL_FFT_COMPONENTS) && NBL_FFT_COMPONENTS > 1 && !defined(NBL_FFT_REGISTERS)
#define NBL_FFT_NUMBERED_ , uint32_t component_
#define NBL_FFT_NUMBER_ , component_
#endif

#if defined(NBL_FFT_RADICES) && !defined(NBL_FFT_LAYOUT)
#error "NBL_FFT_LAYOUT is missing: `nbl-fft plan N --plan RADICES` prints it beside NBL_FFT_RADICES"
#undef NBL_FFT_RADICES
#endif
#if defined(NBL_FFT_LAYOUT) && !defined(NBL_FFT_RADICES)
#error "NBL_FFT_RADICES is missing: `nbl-fft plan N --plan RADICES` prints it beside NBL_FFT_LAYOUT"
#undef NBL_FFT_LAYOUT
#endif

#ifdef NBL_FFT_COLUMNS
#ifdef NBL_FFT_FFTS_PER_WORKGROUP
#error "NBL_FFT_COLUMNS says how many FFTs a workgroup has: leave NBL_FFT_FFTS_PER_WORKGROUP out"
#undef NBL_FFT_FFTS_PER_WORKGROUP
#endif
#if NBL_FFT_COLUMNS < 2 || NBL_FFT_COLUMNS > 64
#error "NBL_FFT_COLUMNS must be a number from 2 to 64"
#endif
#define NBL_FFT_FFTS_PER_WORKGROUP NBL_FFT_COLUMNS
#include "nbl/fft/columns.h"
#define NBL_FFT_PLACE_(local_invocation) nbl_fft_place_columns(local_invocation, NBL_FFT_OWN(ffts_per_workgroup))
/* Neighbouring invocations work on neighbouring FFTs: planes an odd multiple of 32 / columns apart, so that these meet
 * in different banks. */
#if NBL_FFT_COLUMNS < 32
#define NBL_FFT_PLANE_(dwords) \
    ((((dwords) + 32 / NBL_FFT_COLUMNS - 1) / (32 / NBL_FFT_COLUMNS) | 1) * (32 / NBL_FFT_COLUMNS))
#else
#define NBL_FFT_PLANE_(dwords) ((dwords) | 1)
#endif
#endif
