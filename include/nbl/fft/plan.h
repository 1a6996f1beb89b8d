/* The plan of a Stockham FFT, and every index that follows from it: one text for host and shaders.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plan of radices R_0 R_1 .. R_{P-1} = N transforms in P passes; stride is the product of the radices already done. T
 * invocations work on one FFT. In a pass of radix R invocation t does the butterflies j = t + i T, i = 0, 1 .., below N
 * / R (the last of them may be missing), and keeps value r of its butterfly number i as element i R + r:
 *
 *                 reads                   twiddle                                writes
 *   value r       x[j + r N / R]          exp(-+2 pi i r (j mod stride)          y[(j div stride) stride R
 *                                             / (stride R))                          + j mod stride + r stride]
 *
 * Between two passes the elements are exchanged through shared memory, one scalar of theirs after the other (float16
 * arithmetic: both at once, in a dword), through one array of a dword per element. That array may hold a window of the
 * indices only: then an exchange takes several rounds, window w being the indices w M .. (w + 1) M - 1.
 *
 *   exchange:  for each scalar, for each window:  write what lies in the window, barrier, read what lies in it,
 *                                                 (barrier)
 *              With several windows what is read must not replace what is not written yet: another array takes it.
 *   array:     index - w M, and pad_step dwords more after every pad_unit of them, so that banks do not conflict
 *   float64:   the low dwords in one set of planes, the high dwords in a second behind it
 *
 *                  <-plane_dwords->                               float64: the high dwords, nbl_fft_plan_high() further
 *   shared memory: | FFT 0        | FFT 1        | .. | FFT F-1  || FFT 0        | FFT 1        | .. | FFT F-1  |
 *
 * The text is in three parts: plan_pass.h, the structure and what a pass does; plan_exchange.h; plan_map.h, where an
 * invocation's elements lie in input and output. Plans are made, read and printed by nbl/host/plan.h;
 * host/plan/cost.h and host/plan/banks.h count what they cost.
 * docs/theory.md, section 11, has the algorithm's proof.
 */
#ifndef NBL_FFT_PLAN_H
#define NBL_FFT_PLAN_H

#include "nbl/fft/plan_exchange.h"
#include "nbl/fft/plan_map.h"
#include "nbl/fft/plan_pass.h"

#endif
