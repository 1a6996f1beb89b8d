/* Numbers that were measured: thresholds, and terms of models.
 * SPDX-License-Identifier: Apache-2.0
 *
 * host/facts/<device>.txt has each one as "number WORD VALUE", with a comment that says its unit and its source.
 * docs/devices.md says how another device gets its own.
 */
#ifndef NBL_HOST_FACTS_NUMBERS_H
#define NBL_HOST_FACTS_NUMBERS_H

/* X(name, word): the weights of nbl_fft_plan_traits() in one model of plan/cost.h, in the traits' order. */
#define NBL_FACT_WEIGHTS(X, NAME, word) \
    X(NAME##_COPY, word "-copy") \
    X(NAME##_SECTORS, word "-sectors") \
    X(NAME##_OPERATIONS, word "-operations") \
    X(NAME##_EXCHANGES, word "-exchanges") \
    X(NAME##_UNEVEN, word "-uneven") \
    X(NAME##_WINDOWS, word "-windows") \
    X(NAME##_IDLE, word "-idle") \
    X(NAME##_CUTS, word "-cuts")

/* X(name, word) */
#define NBL_FACT_NUMBERS(X) \
    X(MULTIPROCESSOR_REGISTERS, "multiprocessor-registers") \
    X(MULTIPROCESSOR_WORKGROUPS, "multiprocessor-workgroups") \
    X(MULTIPROCESSOR_LARGE_WORKGROUPS, "multiprocessor-large-workgroups") \
    X(WORKGROUP_DRIVER_BYTES, "workgroup-driver-bytes") \
    X(REGISTERS_FIXED, "registers-fixed") \
    X(REGISTERS_DWORD, "registers-dword") \
    X(REGISTERS_RADIX, "registers-radix") \
    X(REGISTERS_UNEVEN, "registers-uneven") \
    X(REGISTERS_CUT, "registers-cut") \
    X(REGISTERS_WINDOWED, "registers-windowed") \
    X(REGISTERS_MOST, "registers-most") \
    X(REGISTERS_MOST_SHORT, "registers-most-short") \
    X(REGISTERS_MOST_SHORT_OF_NONE, "registers-most-short-of-none") \
    NBL_FACT_WEIGHTS(X, TIME_LINE, "time-line") \
    NBL_FACT_WEIGHTS(X, TIME_PASS, "time-pass") \
    X(TIME_PASS_SPILLS, "time-pass-spills") \
    NBL_FACT_WEIGHTS(X, TIME_STRIPS, "time-strips") \
    NBL_FACT_WEIGHTS(X, TIME_CONVOLUTION, "time-convolution") \
    X(TIME_CONVOLUTION_EACH_WINDOW, "time-convolution-each-window") \
    X(UNMEASURED_PERCENT, "unmeasured-percent") \
    X(CONVOLUTION_LONGEST, "convolution-longest") \
    X(CONVOLUTION_PS, "convolution-ps") \
    X(CONVOLUTION_SHORT, "convolution-short") \
    X(RADER_REORDERING, "rader-reordering") \
    X(RADER_MARGIN, "rader-margin") \
    X(LINES_FEWEST_INVOCATIONS, "lines-fewest-invocations") \
    X(LINES_MANY_ELEMENTS, "lines-many-elements") \
    X(LINES_MOST_ELEMENTS, "lines-most-elements") \
    X(COLUMNS_64_BYTES, "columns-64-bytes") \
    X(COLUMNS_32_BYTES, "columns-32-bytes") \
    X(TURNED_64_BYTES, "turned-64-bytes") \
    X(TURNED_32_BYTES, "turned-32-bytes") \
    X(SEGMENT_BYTES, "segment-bytes") \
    X(FEW_WORKGROUPS, "few-workgroups") \
    X(FEW_LEAST_LINES, "few-least-lines") \
    X(FEW_LONG_LINES, "few-long-lines") \
    X(FEWEST_WORKGROUPS, "fewest-workgroups") \
    X(FEW_ROWS, "few-rows") \
    X(FEW_ROWS_FROM, "few-rows-from") \
    X(ARRAYS_FEWEST_INVOCATIONS, "arrays-fewest-invocations") \
    X(ARRAYS_ENOUGH_INVOCATIONS, "arrays-enough-invocations") \
    X(ARRAYS_WAIT, "arrays-wait") \
    X(ARRAYS_FULL, "arrays-full") \
    X(ARRAYS_EXCHANGE, "arrays-exchange") \
    X(ARRAYS_EXCHANGE_REAL, "arrays-exchange-real") \
    X(ARRAYS_INSTRUCTIONS, "arrays-instructions") \
    X(ARRAYS_INSTRUCTIONS_REAL, "arrays-instructions-real") \
    X(ARRAYS_SMALL_REAL, "arrays-small-real") \
    X(ARRAYS_IDLE, "arrays-idle") \
    X(ARRAYS_IDLE_REAL, "arrays-idle-real") \
    X(ARRAYS_SPILLS, "arrays-spills") \
    X(ARRAYS_WAIT_BACK, "arrays-wait-back") \
    X(ARRAYS_EXCHANGE_BACK, "arrays-exchange-back") \
    X(ARRAYS_INSTRUCTIONS_BACK, "arrays-instructions-back") \
    X(ARRAYS_IDLE_BACK, "arrays-idle-back") \
    X(ARRAYS_SMALL_BACK, "arrays-small-back") \
    X(ARRAYS_REGISTERS_BACK, "arrays-registers-back") \
    X(ARRAYS_ODD_ROWS, "arrays-odd-rows") \
    X(ARRAYS_MOST_REAL, "arrays-most-real") \
    X(ARRAYS_MOST_BACK, "arrays-most-back") \
    X(ARRAYS_PARTS, "arrays-parts") \
    X(SECTOR_BYTES, "sector-bytes") \
    X(ARRAYS_CONFLICTS, "arrays-conflicts") \
    X(PASSES_OF_COLUMNS, "passes-of-columns") \
    X(PASSES_OF_ROWS, "passes-of-rows") \
    X(BLOCKS_FROM, "blocks-from") \
    X(BLOCKS_FROM_OF_EVEN, "blocks-from-of-even") \
    X(BLOCKS_MOST_ROW, "blocks-most-row") \
    X(BLOCKS_IDLE, "blocks-idle") \
    X(BLOCKS_UNLIKE, "blocks-unlike") \
    X(PASSES_BY_MODEL_FROM, "passes-by-model-from") \
    X(PASSES_OF_8, "passes-of-8") \
    X(PASSES_OF_FEWER, "passes-of-fewer") \
    X(STRIPS_FROM, "strips-from") \
    X(STRIPS_FEWER_THAN, "strips-fewer-than") \
    X(STRIPS_REGISTERS, "strips-registers") \
    X(STRIPS_LEAST, "strips-least") \
    X(COLUMNS_FAR_BYTES, "columns-far-bytes") \
    X(COLUMNS_FARTHER_BYTES, "columns-farther-bytes") \
    X(COLUMNS_WIDE_INVOCATIONS, "columns-wide-invocations") \
    X(COLUMNS_WIDE_POINTS, "columns-wide-points") \
    X(COMPOSITE_FROM, "composite-from") \
    X(COMPOSITE_FEW_FROM, "composite-few-from") \
    X(COMPOSITE_MOST_PRIME, "composite-most-prime") \
    X(PRIME_LINE_FROM, "prime-line-from") \
    X(PRIME_LINE_MOST, "prime-line-most") \
    X(PRIME_LINE_SMALL, "prime-line-small") \
    X(PRIME_LINE_COLUMNS, "prime-line-columns") \
    X(PRIME_LINE_RADIX, "prime-line-radix") \
    X(LINES_NEAR, "lines-near") \
    X(LINES_BESIDE, "lines-beside") \
    X(WORK_BYTES, "work-bytes") \
    X(MIRRORED_FEWEST_LINES, "mirrored-fewest-lines") \
    X(TRADED_MOST_LENGTH, "traded-most-length") \
    X(TRADED_MOST_LENGTH_FUSED, "traded-most-length-fused") \
    X(TRADED_LEAST_PRIME, "traded-least-prime") \
    X(RADICES_MOST_PRIME, "radices-most-prime") \
    X(RADICES_COLUMNS_FROM, "radices-columns-from") \
    X(RADICES_REAL_ALONE, "radices-real-alone") \
    X(TRADED_WIDE_MOST, "traded-wide-most") \
    X(TRADED_MOST_PARTS, "traded-most-parts") \
    X(TRADED_STEPPED_PARTS, "traded-stepped-parts") \
    X(TRADED_INVOCATIONS, "traded-invocations") \
    X(TRADED_FEWEST_WORKGROUPS, "traded-fewest-workgroups") \
    X(PAIRS_OF_ROWS_FEWEST, "pairs-of-rows-fewest") \
    X(PAIRS_OF_ROWS_MOST_BACK, "pairs-of-rows-most-back") \
    X(PAIRS_OF_LINES_FEWEST, "pairs-of-lines-fewest") \
    X(REAL_PLANE_INVOCATIONS, "real-plane-invocations") \
    X(ARRAYS_LARGE, "arrays-large") \
    X(ARRAYS_MANY, "arrays-many") \
    X(TICKETS_LEAST_BYTES, "tickets-least-bytes") \
    X(TICKETS_MOST_OF_FEW, "tickets-most-of-few") \
    X(TOGETHER_UNIT_BYTES, "together-unit-bytes") \
    X(TOGETHER_STRIP_BYTES, "together-strip-bytes") \
    X(TOGETHER_LAG_BYTES, "together-lag-bytes") \
    X(TOGETHER_MOST_ROW, "together-most-row") \
    X(TOGETHER_STRIPS_FROM, "together-strips-from") \
    X(TOGETHER_STRIPS_BUT, "together-strips-but") \
    X(TOGETHER_STRIPS_BUT_ROW, "together-strips-but-row") \
    X(TOGETHER_LEAST_ROW, "together-least-row") \
    X(TOGETHER_COST, "together-cost") \
    X(TOGETHER_COST_OF_STRIPS, "together-cost-of-strips") \
    X(TOGETHER_UNLIKE, "together-unlike") \
    X(TOGETHER_MOST_POINTS, "together-most-points") \
    X(TOGETHER_MOST_POINTS_OF_STRIP, "together-most-points-of-strip") \
    X(PAIRS_MOST_ELEMENTS, "pairs-most-elements") \
    X(PAIRS_LEAST_INVOCATIONS, "pairs-least-invocations") \
    X(PAIRS_LEAST_INVOCATIONS_OF_STRIPS, "pairs-least-invocations-of-strips") \
    X(PAIRS_MOST_INVOCATIONS, "pairs-most-invocations") \
    X(PAIRS_MOST_COLUMNS, "pairs-most-columns") \
    X(PAIRS_MOST_IDLE, "pairs-most-idle") \
    X(PAIRS_MOST_IDLE_OF_FEW, "pairs-most-idle-of-few") \
    X(PAIRS_WINDOW_BYTES, "pairs-window-bytes") \
    X(PAIRS_MOST_WINDOW_BYTES, "pairs-most-window-bytes") \
    X(PAIRS_EXCHANGE, "pairs-exchange") \
    X(PAIRS_PLACES, "pairs-places") \
    X(PAIRS_MANY_ABOVE, "pairs-many-above") \
    X(PAIRS_MANY_ELEMENTS, "pairs-many-elements") \
    X(PAIRS_FEW_BELOW, "pairs-few-below") \
    X(PAIRS_FEW_ELEMENTS, "pairs-few-elements") \
    X(PAIRS_MEASURED, "pairs-measured") \
    X(PAIRS_SMALL_BELOW, "pairs-small-below") \
    X(PAIRS_SMALL, "pairs-small") \
    X(PAIRS_LARGE_ABOVE, "pairs-large-above") \
    X(PAIRS_LARGE, "pairs-large") \
    X(TWIDDLES_READ_RADICES, "twiddles-read-radices") \
    X(TWIDDLES_READ_ELEMENTS, "twiddles-read-elements") \
    X(TWIDDLES_READ_POINTS, "twiddles-read-points") \
    X(ROUNDS_FEWEST_WORKGROUPS, "rounds-fewest-workgroups") \
    X(BY_ADDRESS, "by-address") \
    X(FUSED_LOOPED, "fused-looped") \
    X(FUSED_BY_ONE, "fused-by-one") \
    X(SPARES_INSTRUCTIONS, "spares-instructions") \
    X(BLOOM_COLUMNS_WORTH, "bloom-columns-worth") \
    X(BLOOM_OTHER_REGISTERS, "bloom-other-registers") \
    X(SHUFFLE_SUBGROUP, "shuffle-subgroup") \
    X(CPU_THREAD_ELEMENTS, "cpu-thread-elements") \
    X(CPU_COLUMNS_BYTES, "cpu-columns-bytes") \
    X(CPU_COLUMNS_LEAST, "cpu-columns-least") \
    X(CPU_TILE_LEAST_BYTES, "cpu-tile-least-bytes") \
    X(CPU_TILE_MOST_BYTES, "cpu-tile-most-bytes") \
    X(CPU_REAL_LANES_BYTES, "cpu-real-lanes-bytes") \
    X(CPU_LANES_BYTES, "cpu-lanes-bytes") \
    X(CPU_FETCH_BYTES, "cpu-fetch-bytes") \
    X(CPU_AHEAD_VECTORS, "cpu-ahead-vectors") \
    X(CPU_PART_VECTORS, "cpu-part-vectors") \
    X(CPU_PART_BYTES, "cpu-part-bytes") \
    X(CPU_RADER_BYTES, "cpu-rader-bytes") \
    X(CPU_WHOLE_PERCENT, "cpu-whole-percent") \
    X(CPU_WHOLE_PERCENT_REALS, "cpu-whole-percent-reals") \
    X(CPU_WHOLE_MOST_BYTES, "cpu-whole-most-bytes")

#define NBL_FACT_NUMBER_ID(name, word) NBL_NUMBER_##name,
typedef enum nbl_fact_number_t { NBL_FACT_NUMBERS(NBL_FACT_NUMBER_ID) NBL_NUMBER_COUNT } nbl_fact_number_t;

/* X(name, word): kernels in which some invocations lack a butterfly of a pass. The values of fused-looped and
 * fused-by-one are bits of these, in texts "0" or a list of words with commas. */
#define NBL_FACT_UNEVEN_KERNELS(X) \
    X(COLUMNS, "columns")                 /* lines side by side */ \
    X(ROWS, "rows")                       /* of an array of several dimensions, but for the next two */ \
    X(ROWS_OF_WINDOWS, "rows-of-windows") /* that are exchanged in several parts */ \
    X(REAL_ROWS_BACK, "real-rows-back")   /* that become real */ \
    X(ARRAYS, "arrays")                   /* that a workgroup holds */ \
    X(ARRAYS_OF_ONE, "arrays-of-one") /* that a workgroup holds: who lacks a butterfly has no other one of its pass */ \
    X(LITERAL, "literal")             /* lines and rows, all sizes as literals */ \
    X(TOGETHER, "together")           /* passes that share a dispatch */

#define NBL_FACT_UNEVEN_NUMBER(name, word) NBL_FACT_UNEVEN_NUMBER_##name,
#define NBL_FACT_UNEVEN_BIT(name, word) NBL_FACT_UNEVEN_##name = 1 << NBL_FACT_UNEVEN_NUMBER_##name,
enum { NBL_FACT_UNEVEN_KERNELS(NBL_FACT_UNEVEN_NUMBER) NBL_FACT_UNEVEN_COUNT };
enum { NBL_FACT_UNEVEN_KERNELS(NBL_FACT_UNEVEN_BIT) };

/* Returns a number's value for a kind of device. If no text for that kind has the number, it is the H200's, or a
 * processor's if only a processor's text has it.
 *
 * device  nbl_device_kind_t */
double nbl_fact_number_of(unsigned device, nbl_fact_number_t number);

#endif
