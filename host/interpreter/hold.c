/* Tests proofs: compares the accesses of other runs with those of a proof's run. Each must be among the proof's, or at
 * an instruction whose addresses data decides, at which the proof has accepted any address.
 * SPDX-License-Identifier: Apache-2.0
 *
 * An access is its instruction, its invocation, the number of barriers before it and its address, hashed to 64 bits.
 */
#include "error/error.h"
#include "interpreter/machine.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t z) { /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Returns the slot of the hash table that holds a key, or the free slot for it. */
static uint64_t *slot_of(const nbl_held_t *held, uint64_t key) {
    size_t at = (size_t)key & (held->room - 1u);
    while (held->keys[at] != 0 && held->keys[at] != key) at = (at + 1u) & (held->room - 1u);
    return &held->keys[at];
}

static int grow(nbl_held_t *held) {
    nbl_held_t larger = *held;
    larger.room = held->room != 0 ? 2u * held->room : 1u << 16;
    larger.keys = calloc(larger.room, sizeof *larger.keys);
    if (larger.keys == NULL) return 0;
    for (size_t i = 0; i < held->room; i++)
        if (held->keys[i] != 0) *slot_of(&larger, held->keys[i]) = held->keys[i];
    free(held->keys);
    *held = larger;
    return 1;
}

void nbl_held_clear(nbl_held_t *held, const nbl_program_t *program) {
    if (held->room != 0) memset(held->keys, 0, held->room * sizeof *held->keys);
    memset(held->anywhere, 0, program->op_count);
    held->count = 0;
}

void nbl_hold_access(nbl_machine_t *m, const nbl_wave_t *w, const nbl_op_t *op, uint64_t address, uint32_t lane) {
    nbl_held_t *held = m->held;
    const uint32_t number = (uint32_t)(op - m->program->ops);
    const uint64_t who = (uint64_t)w->group->index * m->invocations + w->first + lane;
    uint64_t key = mix(mix(mix(number + ((uint64_t)w->group->barriers << 32)) + who) + address);
    if (key == 0) key = 1;
    if (m->proves) {
        if (2u * held->count >= held->room && !grow(held)) nbl_machine_stop(m, NBL_ERROR_OUT_OF_MEMORY, "no memory");
        uint64_t *slot = slot_of(held, key);
        held->count += *slot == 0;
        *slot = key;
        return;
    }
    held->compared++;
    held->beyond += !held->anywhere[number] && (held->room == 0 || *slot_of(held, key) == 0);
}

/* Says why a dispatch cannot be held against others: its run failed, or is not proved. */
static nbl_result_t refuse(const nbl_interpreter_report_t *report, nbl_error_t *error) {
    if (report->finding_count != 0)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "interpreter: hold: the dispatch is not proved: it has %u findings",
                        (unsigned)report->finding_count);
    if (report->result != NBL_SUCCESS)
        return nbl_fail(error, report->result, "interpreter: hold: the dispatch: %s", report->message);
    return nbl_fail(error, NBL_ERROR_ARGUMENT,
                    "interpreter: hold: the dispatch is not proved: %u places are undecided%s%s",
                    (unsigned)report->decision_count, report->message[0] != '\0' ? ": " : "", report->message);
}

nbl_result_t nbl_interpreter_hold(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *proved,
                                  const nbl_interpreter_run_t *others, uint32_t count, uint64_t *compared,
                                  uint64_t *beyond, nbl_error_t *error) {
    if (interpreter == NULL || proved == NULL || others == NULL || compared == NULL || beyond == NULL)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "interpreter: hold: an argument is NULL");
    nbl_held_t held = {.anywhere = calloc(interpreter->program.op_count + 1u, 1)};
    nbl_interpreter_report_t *report = malloc(sizeof *report);
    nbl_result_t result =
        held.anywhere == NULL || report == NULL ? nbl_fail_memory(error, "interpreter: hold") : NBL_SUCCESS;
    nbl_interpreter_run_t run = *proved;
    *compared = *beyond = 0;
    run.prove = run.check = true;
    if (result == NBL_SUCCESS) {
        result = nbl_interpreter_run_held(interpreter, &run, report, &held);
        if (report->verdict != NBL_INTERPRETER_PROVED && report->verdict != NBL_INTERPRETER_PROVED_FIXED)
            result = refuse(report, error);
    }
    for (uint32_t i = 0; i < count && result == NBL_SUCCESS; i++) {
        run = others[i];
        run.prove = false;
        run.check = true;
        held.compared = held.beyond = 0;
        result = nbl_interpreter_run_held(interpreter, &run, report, &held);
        if (result != NBL_SUCCESS)
            nbl_fail(error, result, "interpreter: hold: run %u: %s", (unsigned)i, report->message);
        *compared += held.compared;
        *beyond += held.beyond;
    }
    free(held.keys);
    free(held.anywhere);
    free(report);
    return result;
}
