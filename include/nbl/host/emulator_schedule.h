/* Schedules of a launch of the emulator: which invocation runs when. Searched for one that changes the result, and
 * shortened.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Host only (C11, C++17). A schedule without choices runs invocations and workgroups in ascending order, each until it
 * waits or ends; if workgroups take turns, also until it accesses memory atomically. A schedule lists only the choices
 * that differ from that, so a short schedule shows what matters.
 *
 *   nbl_emulator_schedule_t schedule = {0};
 *   if (nbl_emulator_schedule_find(&launch, 100, &schedule, &report) != NBL_SUCCESS) {
 *       nbl_emulator_schedule_write(&schedule, "turns.txt");
 *       launch.schedule = &schedule;              repeats the choices: under gdb, or with a trace
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
    NBL_EMULATOR_CHOICE_INVOCATION = 0, /* invocation number `value` of the same workgroup runs next */
    NBL_EMULATOR_CHOICE_WORKGROUP,      /* workgroup number `value` has the next turn */
    NBL_EMULATOR_CHOICE_OLDER           /* an atomic load reads the value from `value` writes ago */
} nbl_emulator_choice_kind_t;

typedef struct nbl_emulator_choice_t {
    nbl_emulator_choice_kind_t kind;
    uint32_t workgroup; /* number of the workgroup in which it is made, x fastest */
    uint64_t point;     /* how many choices the workgroup had before: at accesses, and where an invocation stops */
    uint32_t value;
    const char *file; /* where the invocation that ran stands; NULL: unknown. Not owned */
    int line;
} nbl_emulator_choice_t;

typedef struct nbl_emulator_schedule_t {
    nbl_emulator_choice_t *choices; /* in ascending order of workgroup, then of point */
    uint32_t count, capacity;
} nbl_emulator_schedule_t;

/* Searches for a schedule that changes the result. Runs a kernel without choices, then in drawn orders until one gives
 * an error or other contents of the resources; then drops choices as long as that result stays. Resources are left as
 * they were. Caution: with the race checker a racing launch fails without any choice; search without it to see what a
 * race does.
 *
 * Returns SUCCESS if all results are equal; RESULTS_DIFFER, or the error that the schedule leads to; OUT_OF_MEMORY,
 * ARGUMENT.
 *
 * launch    not NULL; order, threads, schedule and choices are replaced; seed is the first seed
 * seeds     orders to draw
 * schedule  receives the choices, for nbl_emulator_schedule_free(); what it held is freed
 * report    of the last run; may be NULL */
nbl_result_t nbl_emulator_schedule_find(const nbl_emulator_launch_t *launch, uint32_t seeds,
                                        nbl_emulator_schedule_t *schedule, nbl_emulator_report_t *report);

/* Write a schedule to a text file, and read one. A line is a choice: workgroup, point, kind and value, then a comment,
 * as in "0 17 invocation 5 # total.h:13". Return 0 or an errno: EINVAL for NULL, and for a line that is no choice.
 *
 * schedule  read: receives the choices, for nbl_emulator_schedule_free() */
int nbl_emulator_schedule_write(const nbl_emulator_schedule_t *schedule, const char *path);
int nbl_emulator_schedule_read(nbl_emulator_schedule_t *schedule, const char *path);

/* Frees a schedule's choices; an empty schedule remains.
 *
 * schedule  NULL does nothing */
void nbl_emulator_schedule_free(nbl_emulator_schedule_t *schedule);

#if defined(__cplusplus)
}
#endif

#endif
