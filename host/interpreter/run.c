/* Runs a dispatch within its limits, and makes the runs of a proof.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interpreter/debug.h"
#include "interpreter/machine.h"
#include "platform/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS ((uint64_t)1 << 34)
#define MEMORY ((uint64_t)1 << 31)
#define MOST_CHAINS 4096u
#define MOST_SITES 65536u

static uint32_t count_blocks(const nbl_machine_t *m, uint32_t *run) {
    uint32_t all = 0;
    *run = 0;
    if (m->blocks_run == NULL) return 0; /* no memory: nothing was counted */
    for (uint32_t i = 0; i < m->program->shader.procedure_count; i++) {
        if (m->program->codes[i].done != 2) continue;
        for (uint32_t b = 0; b < m->program->shader.procedures[i].block_count; b++) {
            const uint8_t ran = m->blocks_run[m->first_block[i] + b];
            /* a branch by an undefined value may take an arm that nothing else takes */
            all +=
                ran || (m->program->shader.procedures[i].blocks[b].reachable && m->program->codes[i].blocks[b].can_run);
            *run += ran;
        }
    }
    return all;
}

static void make_tables(nbl_machine_t *m) {
    const nbl_program_t *p = m->program;
    uint32_t blocks = 0;
    m->first_block = nbl_machine_take(m, p->shader.procedure_count, sizeof *m->first_block);
    for (uint32_t i = 0; i < p->shader.procedure_count; i++) {
        m->first_block[i] = blocks;
        blocks += p->shader.procedures[i].block_count;
    }
    m->blocks_run = nbl_machine_take(m, blocks + 1u, 1);
    m->site_capacity = MOST_SITES;
    m->sites = nbl_machine_take(m, m->site_capacity, sizeof *m->sites);
    m->site_table_size = 2u * MOST_SITES;
    m->site_table = nbl_machine_take(m, m->site_table_size, sizeof *m->site_table);
    m->site_count = 1;
    m->chain_capacity = MOST_CHAINS;
    m->chains = nbl_machine_take(m, m->chain_capacity, sizeof *m->chains);
    m->chain_count = 1;
    m->clock = 1;
}

static void run_once(nbl_machine_t *m) {
    if (setjmp(m->stop) == 0) {
        make_tables(m);
        nbl_objects_make(m);
        if (m->run->watch_count != 0 && m->checks && !m->proves) nbl_trace_make(m);
        m->resident = nbl_machine_take(m, m->resident_count, sizeof *m->resident);
        for (uint32_t i = 0; i < m->resident_count; i++) nbl_group_make(m, &m->resident[i]);
        if (m->debug != NULL)
            nbl_debug_run(m);
        else
            nbl_turns_run(m);
    }
    m->report->blocks = count_blocks(m, &m->report->blocks_run);
    for (uint32_t i = 0; m->trace != NULL && i < m->run->watch_count; i++) nbl_race_watch(m, &m->run->watches[i]);
    if (m->checks && !m->proves) nbl_race_stored(m);
    m->report->instructions = m->step_limit - m->steps_left;
    m->report->work = m->work;
    for (uint32_t i = 0; m->resident != NULL && i < m->resident_count; i++) {
        nbl_group_t *group = &m->resident[i];
        if (group->waves == NULL || group->wave_count == 0) continue;
        nbl_race_free_group(m, group);
        for (uint32_t k = 0; k < group->wave_count; k++) nbl_prove_free(m, &group->waves[k]);
    }
    nbl_race_free(m);
    while (m->pieces != NULL) {
        nbl_piece_t *next = m->pieces->after;
        free(m->pieces);
        m->pieces = next;
    }
}

static nbl_result_t result_of(const nbl_interpreter_report_t *report) {
    static const nbl_result_t results[] = {[NBL_INTERPRETER_RACE] = NBL_ERROR_RACE,
                                           [NBL_INTERPRETER_OUT_OF_BOUNDS] = NBL_ERROR_OUT_OF_BOUNDS,
                                           [NBL_INTERPRETER_DIVERGENT_BARRIER] = NBL_ERROR_DIVERGENT_BARRIER,
                                           [NBL_INTERPRETER_UNDEFINED] = NBL_ERROR_UNINITIALIZED,
                                           [NBL_INTERPRETER_INVALID_SHUFFLE] = NBL_ERROR_INVALID_SHUFFLE};
    if (report->result != NBL_SUCCESS || report->finding_count == 0) return report->result;
    return results[report->findings[0].issue];
}

static void begin_machine(nbl_machine_t *m, const nbl_program_t *program, const nbl_interpreter_run_t *run,
                          nbl_interpreter_report_t *report) {
    const uint32_t *local = program->shader.local_size;
    memset(m, 0, sizeof *m);
    m->program = program;
    m->run = run;
    m->report = report;
    m->invocations = local[0] * local[1] * local[2];
    m->subgroup_size = run->subgroup_size != 0 ? run->subgroup_size : 32u;
    m->wave_lanes = run->by_subgroups ? m->subgroup_size : m->invocations;
    memcpy(m->groups, run->groups, sizeof m->groups);
    m->group_total = (uint64_t)m->groups[0] * m->groups[1] * m->groups[2];
    m->resident_count = run->workgroups_at_once != 0 ? run->workgroups_at_once : 1u;
    if (m->resident_count > m->group_total) m->resident_count = (uint32_t)m->group_total;
    m->step_limit = m->steps_left = run->step_limit != 0 ? run->step_limit : STEPS;
    m->memory_limit = run->memory_limit != 0 ? run->memory_limit : MEMORY;
    m->checks = (uint8_t)(run->check || run->prove);
    m->random = run->seed;
    m->undefined_op = NBL_NONE;
    m->told = report;
    m->began = m->shown = nbl_platform_seconds();
    m->began_work = nbl_platform_processor_seconds();
}

static nbl_result_t check_arguments(const nbl_program_t *program, const nbl_interpreter_run_t *run,
                                    nbl_interpreter_report_t *report) {
    const uint32_t *local = program->shader.local_size;
    const uint64_t invocations = (uint64_t)local[0] * local[1] * local[2];
    const char *why = NULL;
    if (invocations > 4096u) why = "workgroups of more than 4096 invocations";
    for (int k = 0; k < 3; k++)
        if (run->groups[k] == 0) why = "groups: each must be 1 or more";
    if (run->groups[0] != 0 && run->groups[1] != 0 &&
        (uint64_t)run->groups[0] * run->groups[1] >
            UINT32_MAX / (run->groups[2] != 0 ? run->groups[2] : 1u) / invocations)
        why = "more than 2^32 invocations";
    if ((run->subgroup_size & (run->subgroup_size - 1u)) != 0 || run->subgroup_size > 128u)
        why = "subgroup_size: must be a power of two up to 128";
    if (run->workgroups_at_once > 64u) why = "workgroups_at_once: must be at most 64";
    if (program->shader.has_matrices &&
        program->shader.subgroup_size != (run->subgroup_size != 0 ? run->subgroup_size : 32u))
        why = "subgroup_size: cooperative matrices were shared out for another one";
    for (uint32_t i = 0; i < program->input_count && why == NULL; i++)
        if (!nbl_has_input(program->inputs[i].builtin)) why = "a built-in variable that compute shaders have not";
    if (why == NULL) return NBL_SUCCESS;
    snprintf(report->message, sizeof report->message, "%s", why);
    return report->result = NBL_ERROR_ARGUMENT;
}

typedef struct proof_t {
    const nbl_program_t *program;
    const nbl_interpreter_run_t *run;
    nbl_interpreter_report_t *report, *own; /* own: of a part */
    nbl_held_t *held;
    nbl_machine_t *m;
} proof_t;

/* Makes a proof's run, with constants as they are, or as data. Returns whether it proves the dispatch. */
static int prove_part(proof_t *proof, nbl_interpreter_part_t part) {
    nbl_machine_t *m = proof->m;
    nbl_interpreter_run_t same = *proof->run;
    same.by_subgroups = false; /* a proof holds for all orders of turns */
    same.workgroups_at_once = 1;
    same.seed = 0;
    memset(proof->own, 0, sizeof *proof->own);
    begin_machine(m, proof->program, &same, proof->own);
    m->proves = 1;
    m->part = part;
    m->told = proof->report;
    m->held = proof->held;
    if (proof->held != NULL) nbl_held_clear(proof->held, proof->program);
    m->deciding = part == NBL_INTERPRETER_PROVES ? NBL_FLAGS_DECIDING : NBL_FLAGS_DECIDING & ~NBL_FLAG_CONSTANTS;
    run_once(m);
    proof->report->subgroups_matter |= m->subgroups_matter != 0;
    return proof->own->result == NBL_SUCCESS && proof->own->decision_count == 0;
}

static void note_failure(nbl_interpreter_report_t *report, const nbl_interpreter_report_t *own) {
    if (own->result == NBL_SUCCESS) return;
    snprintf(report->message, sizeof report->message, "proof: %.900s", own->message);
    report->out_of_time = own->out_of_time;
}

/* Proves the dispatch: first with constants as they are in this run, since what is not proved then is not proved for
 * every input; then with constants as data. If the shader can read no constants, both parts are the same. Returns
 * SUCCESS with any verdict; else OUT_OF_MEMORY. */
static nbl_result_t prove(const nbl_program_t *program, const nbl_interpreter_run_t *run,
                          nbl_interpreter_report_t *report, nbl_held_t *held) {
    proof_t proof = {program, run, report, malloc(sizeof *proof.own), held, malloc(sizeof *proof.m)};
    nbl_result_t result = NBL_ERROR_OUT_OF_MEMORY;
    report->verdict = NBL_INTERPRETER_OPEN;
    if (proof.own != NULL && proof.m != NULL) {
        if (prove_part(&proof, NBL_INTERPRETER_PROVES_FIXED)) {
            report->verdict = NBL_INTERPRETER_PROVED_FIXED;
            report->blocks_proved = proof.own->blocks_run;
        }
        note_failure(report, proof.own);
        memcpy(report->decisions, proof.own->decisions, sizeof report->decisions);
        report->decision_count = proof.own->decision_count;
        result = proof.own->result;
        const int wider = report->verdict == NBL_INTERPRETER_PROVED_FIXED &&
                          (run->assume & NBL_INTERPRETER_ASSUME_FIXED_CONSTANTS) == 0;
        if (wider && !program->has_constants && run->fixed_count == 0) {
            report->verdict = NBL_INTERPRETER_PROVED;
        } else if (wider && prove_part(&proof, NBL_INTERPRETER_PROVES)) {
            report->verdict = NBL_INTERPRETER_PROVED;
            report->blocks_proved = proof.own->blocks_run;
        } else if (wider) {
            note_failure(report, proof.own);
            result = proof.own->result;
            if (held != NULL) prove_part(&proof, NBL_INTERPRETER_PROVES_FIXED); /* to note its accesses */
        }
    }
    free(proof.own);
    free(proof.m);
    return result == NBL_ERROR_OUT_OF_MEMORY ? result : NBL_SUCCESS;
}

static nbl_result_t run_all(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                            nbl_interpreter_report_t *report, nbl_turns_t *turns, nbl_held_t *held,
                            nbl_debug_t *debug) {
    nbl_interpreter_report_t *own = NULL;
    nbl_machine_t *m = malloc(sizeof *m);
    if (report == NULL) report = own = malloc(sizeof *own);
    if (m == NULL || report == NULL || interpreter == NULL || run == NULL) {
        const nbl_result_t result = m == NULL || report == NULL ? NBL_ERROR_OUT_OF_MEMORY : NBL_ERROR_ARGUMENT;
        if (report != NULL && own == NULL) {
            memset(report, 0, sizeof *report);
            report->result = result;
            snprintf(report->message, sizeof report->message, "%s",
                     m == NULL ? "no memory" : "an interpreter and a run are wanted");
        }
        free(m);
        free(own);
        return result;
    }
    memset(report, 0, sizeof *report);
    if (check_arguments(&interpreter->program, run, report) == NBL_SUCCESS) {
        begin_machine(m, &interpreter->program, run, report);
        m->shares = m->resident_count > 1 || m->wave_lanes < m->invocations;
        m->turns = turns;
        m->held = run->prove ? NULL : held;
        m->debug = debug;
        run_once(m);
        report->result = result_of(report);
        if (run->prove && report->result == NBL_SUCCESS) {
            const nbl_result_t proof = prove(&interpreter->program, run, report, held);
            if (proof != NBL_SUCCESS) {
                report->result = proof;
                report->verdict = NBL_INTERPRETER_OPEN;
                snprintf(report->message, sizeof report->message, "no memory for the proof");
            }
        } else if (run->prove) {
            report->verdict = report->finding_count != 0 ? NBL_INTERPRETER_REFUTED : NBL_INTERPRETER_OPEN;
        }
    }
    const nbl_result_t result = report->result;
    free(m);
    free(own);
    return result;
}

nbl_result_t nbl_interpreter_run_turns(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                       nbl_interpreter_report_t *report, nbl_turns_t *turns) {
    return run_all(interpreter, run, report, turns, NULL, NULL);
}

nbl_result_t nbl_interpreter_run_held(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                      nbl_interpreter_report_t *report, nbl_held_t *held) {
    return run_all(interpreter, run, report, NULL, held, NULL);
}

nbl_result_t nbl_interpreter_run_debugged(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                          nbl_interpreter_report_t *report, nbl_debug_t *debug) {
    nbl_interpreter_run_t checked = *run;
    checked.check = true;
    checked.prove = false;
    checked.seconds = 0; /* no limit of time: a user looks at it */
    checked.progress = NULL;
    nbl_turns_t none = {0};
    const nbl_result_t result =
        run_all(interpreter, &checked, report, run->turn_count != 0 ? &none : NULL, NULL, debug);
    nbl_debug_free(debug);
    return result;
}

nbl_result_t nbl_interpreter_run(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run,
                                 nbl_interpreter_report_t *report) {
    if (interpreter == NULL || run == NULL || report == NULL || (run->taken == NULL && run->turn_count == 0))
        return nbl_interpreter_run_turns(interpreter, run, report, NULL);
    nbl_turns_t turns = {.turns = calloc(run->taken_capacity + 1u, sizeof *turns.turns),
                         .capacity = run->taken_capacity};
    if (turns.turns == NULL) {
        memset(report, 0, sizeof *report);
        snprintf(report->message, sizeof report->message, "no memory");
        return report->result = NBL_ERROR_OUT_OF_MEMORY;
    }
    const nbl_result_t result = nbl_interpreter_run_turns(interpreter, run, report, &turns);
    const uint32_t *local = interpreter->program.shader.local_size;
    const uint32_t subgroup = run->subgroup_size != 0 ? run->subgroup_size : 32u,
                   waves = run->by_subgroups ? (local[0] * local[1] * local[2] + subgroup - 1u) / subgroup : 1u;
    const nbl_machine_t places = {.program = &interpreter->program};
    for (uint32_t i = 0; i < turns.count && i < run->taken_capacity; i++) {
        run->taken[i] = (nbl_interpreter_turn_t){.number = turns.turns[i].who,
                                                 .workgroup = turns.turns[i].who / waves,
                                                 .subgroup = turns.turns[i].who % waves};
        if (turns.turns[i].op != NBL_NONE) nbl_report_place(&places, turns.turns[i].op, &run->taken[i].place);
    }
    report->turns = turns.count;
    free(turns.turns);
    return result;
}
