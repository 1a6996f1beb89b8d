/* What the parts of a run without barriers share: see tests/emulator/removed.c.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef NBL_TESTS_EMULATOR_REMOVED_H
#define NBL_TESTS_EMULATOR_REMOVED_H

#include <stddef.h>
#include <stdint.h>

#include "nbl/host/emulator.h"

/* Ends the program. */
void stop(const char *what, const char *why);

/* Returns aligned memory. */
void *zeros(size_t bytes);

/* Runs a kernel whole, then without each barrier that it met. run: fills the report; context: what it needs. */
void try_all(const char *name, void (*run)(void *context, nbl_emulator_order_t order, nbl_emulator_report_t *report),
             void *context);

/* The kernels of other parts. */
void try_lines(void);
void try_passes(void);
void try_tickets(void);

/* Runs drawn transforms whole, and prints `drawn WHICH found|missed: why` for each. */
void try_drawn(uint32_t from, uint32_t to);

#endif
