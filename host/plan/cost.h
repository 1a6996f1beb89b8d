/* What a Stockham FFT costs by counting: the weights beside the table of radices, by which plans and lengths are
 * compared.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The unit is one floating operation of one invocation; memory is weighed in the same unit by
 * how much arithmetic takes as long, so passes through memory cost more than operations.
 */
#ifndef NBL_FFT_PLAN_COST_H
#define NBL_FFT_PLAN_COST_H

#include "nbl/fft/plan_counts.h"
#include "nbl/host/plan.h"

/* Chosen, 2026-11-21; how well they order plans is measured by bench/scripts/cost_model.sh (docs/log/transforms.md).
 * Exact mode's bits follow from them, so they stay. */
#define NBL_FFT_COST_TWIDDLE_PRODUCT 6u    /* a complex product */
#define NBL_FFT_COST_TWIDDLE_EVALUATED 20u /* reduction and two polynomials */
#define NBL_FFT_COST_DWORD_LOADED 12u      /* a dword loaded from device memory or stored there */
#define NBL_FFT_COST_SHARED_ACCESS 4u      /* of one dword, without conflicts, its share of the index included */
#define NBL_FFT_COST_BARRIER 16u           /* per invocation */
#define NBL_FFT_COST_UNTRADED_MIRROR 1u    /* per element, if mirrors are not exchanged one for one */
#define NBL_FFT_COST_CHEAP_ELEMENTS 16u /* per invocation; more take registers that other workgroups would have used */
#define NBL_FFT_COST_CHEAP_INVOCATIONS 512u /* per FFT; more of them leave a multiprocessor with one workgroup */

/* Tells the radices of passes from other numbers. */
bool nbl_fft_plan_is_radix(uint32_t radix);

/* Tells the radices that are not wide (nbl/fft/parameters.h): columns and whole arrays have no others. */
bool nbl_fft_plan_is_narrow(uint32_t radix);

/* Tells the radices from 17 to 36 other than 32. They take many registers and save few operations. */
bool nbl_fft_plan_is_large(uint32_t radix);

/* Tells 17, 19, 23, 29, 31 and wide radices (nbl/fft/parameters.h): lengths have them in fast mode alone, since exact
 * mode keeps its convolutions and bits. */
bool nbl_fft_plan_is_prime(uint32_t radix);

/* What the barriers of one FFT cost. */
uint64_t nbl_fft_plan_barrier_cost(nbl_fft_plan_t plan);

/* What one FFT of a plan costs, bank conflicts apart. Idle invocations count as if they worked, and so do the missing
 * ones of the workgroup's last 32.
 *
 * plan  its fft_length, passes, radices, invocations, elements, ffts_per_workgroup, complex_dwords and windows
 */
uint64_t nbl_fft_plan_cost(nbl_fft_plan_t plan);

/* ---- Models of a device's time. host/facts has their numbers: multiprocessor-.., registers-.., time-.. */

/* Returns the registers of an invocation by the elements that it holds: the largest part of them.
 *
 * device  nbl_device_kind_t */
double nbl_fft_plan_registers(unsigned device, uint32_t complex_dwords, uint32_t elements);

/* Returns the registers of an invocation by radices, windows and butterflies left over, too.
 *
 * device  nbl_device_kind_t
 * plan    complete but for its padding */
double nbl_fft_plan_registers_wanted(unsigned device, nbl_fft_plan_t plan);

/* Returns how many workgroups a multiprocessor holds at a time, at least a fraction, if registers are no limit.
 *
 * filled         invocations of a workgroup, in whole subgroups of 32
 * shared_dwords  of a workgroup */
double nbl_fft_plan_workgroups(nbl_fft_plan_limits_t limits, double filled, double shared_dwords);

/* Writes what decides the time of a plan over the time of a copy, each as a number of about one:
 *
 * traits[0]  a copy: 1
 * traits[1]  sectors of memory that few invocations share with their neighbours
 * traits[2]  operations of an element
 * traits[3]  exchanges, over the workgroups of a multiprocessor, which compute meanwhile
 * traits[4]  passes with butterflies left over
 * traits[5]  windows beyond the first, over the workgroups of a multiprocessor
 * traits[6]  idle invocations
 * traits[7]  windows that end within butterflies
 *
 * plan       complete
 * registers  of an invocation, by the driver; 0: estimated
 * limits     of the device; its numbers are in host/facts. A multiprocessor is taken to have as much shared memory as
 *            one workgroup may have: NVIDIA's driver gives Vulkan no more for all workgroups of a multiprocessor */
#define NBL_FFT_PLAN_TRAITS 8
void nbl_fft_plan_traits(nbl_fft_plan_t plan, uint32_t registers, nbl_fft_plan_limits_t limits,
                         double traits[NBL_FFT_PLAN_TRAITS]);

/* Returns the predicted time of a plan in fast mode, over the time of a copy. Plans are ordered by it where the order
 * changes no bit. Arguments: nbl_fft_plan_traits(). */
double nbl_fft_plan_time(nbl_fft_plan_t plan, uint32_t registers, nbl_fft_plan_limits_t limits);

/* Returns the predicted time of lines side by side (columns) over the time of a copy. Neighbouring invocations work on
 * neighbouring lines, so they share sectors of memory however few invocations each line has. */
double nbl_fft_plan_columns_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

/* Returns the predicted time of one pass of a long line, over the time of a copy of the line. The pass has 16 lines or
 * more side by side. */
double nbl_fft_plan_pass_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

/* Returns the predicted time of the last two of three passes, over the time of a copy of the line. The two passes share
 * a dispatch and go in strips. */
double nbl_fft_plan_strips_time(const nbl_fft_plan_t plans[2], nbl_fft_plan_limits_t limits);

/* Returns the predicted time of a transform, products and the transform back in one kernel over the time of a copy. */
double nbl_fft_plan_fused_time(nbl_fft_plan_t plan, nbl_fft_plan_limits_t limits);

#endif
