/* Schedules of a launch of the emulator: who runs when, searched for one that gives another result, and shortened.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). Without any choice invocations and workgroups run in ascending order, each until it waits,
 * ends or, where workgroups take turns, accesses memory atomically. A schedule is the choices that differ from that, so
 * that a short one says what matters.
 *
 *   nbl_emulator_schedule_t schedule = {0};
 *   if (nbl_emulator_schedule_find(&launch, 100, &schedule, &report) != NBL_SUCCESS) {
 *       nbl_emulator_schedule_write(&schedule, "turns.txt");
 *       launch.schedule = &schedule;              takes them again: under gdb, or with a trace
 *       nbl_emulator_launch(&launch, &report);
 *   }
 *   nbl_emulator_schedule_free(&schedule);
 */
#ifndef NBL_EMULATOR_SCHEDULE_H
#define NBL_EMULATOR_SCHEDULE_H

#include "nbl/host/emulator.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum nbl_emulator_choice_kind_t {
    NBL_EMULATOR_CHOICE_INVOCATION = 0, /* `value` runs next, of the same workgroup */
    NBL_EMULATOR_CHOICE_WORKGROUP,      /* `value` has its turn */
    NBL_EMULATOR_CHOICE_OLDER           /* an atomic load reads the value that was there `value` writes ago */
} nbl_emulator_choice_kind_t;

typedef struct nbl_emulator_choice_t {
    nbl_emulator_choice_kind_t kind;
    uint32_t workgroup; /* by number, as `value` of another workgroup */
    uint64_t point; /* how often the workgroup could have chosen before: at accesses, and where an invocation stops */
    uint32_t value;
    const char *file; /* where the invocation that ran stands; NULL: not known. Not owned */
    int line;
} nbl_emulator_choice_t;

typedef struct nbl_emulator_schedule_t {
    nbl_emulator_choice_t *choices; /* in ascending order of workgroup, then of point */
    uint32_t count, capacity;
} nbl_emulator_schedule_t;

/* Runs a kernel without any choice and then in drawn orders until one gives another result, be it an error or other
 * contents of the resources, and leaves choices out as long as the result stays so. With the checker a launch that races
 * fails without any choice: to see what the race does, search without it. Resources are left as they were.
 *
 * Returns SUCCESS if all results are the same; RESULTS_DIFFER, or the error of the launch that the schedule leads to;
 * OUT_OF_MEMORY, ARGUMENT.
 *
 * launch    order, threads, schedule and choices are replaced; seed is the first one
 * seeds     orders that are drawn
 * schedule  receives the choices; what it holds is freed
 * report    of the last run; may be NULL */
nbl_result_t nbl_emulator_schedule_find(const nbl_emulator_launch_t *launch, uint32_t seeds,
                                        nbl_emulator_schedule_t *schedule, nbl_emulator_report_t *report);

/* A text file, a line for each choice: "0 17 invocation 5 # total.h:13", workgroup, point, kind and value.
 * Returns 0, or an errno: EINVAL of NULL, and of a line that is none. */
int nbl_emulator_schedule_write(const nbl_emulator_schedule_t *schedule, const char *path);
int nbl_emulator_schedule_read(nbl_emulator_schedule_t *schedule, const char *path);

/* Frees the choices; an empty schedule remains.
 *
 * schedule  may be NULL */
void nbl_emulator_schedule_free(nbl_emulator_schedule_t *schedule);

#if defined(__cplusplus)
}
#endif

#endif
