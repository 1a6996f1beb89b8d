/* Every message of a running kernel, and the way out of one after a failure.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"
#include "emulator/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A message that grows and is cut at the end of its buffer. */
typedef struct text_t {
    char *end;
    size_t left;
} text_t;

static void append_va(text_t *text, const char *format, va_list arguments) {
    int written = vsnprintf(text->end, text->left, format, arguments);
    if (written < 0) return;
    size_t step = (size_t)written < text->left ? (size_t)written : text->left - 1u;
    text->end += step;
    text->left -= step;
}

__attribute__((format(printf, 2, 3))) static void append(text_t *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    append_va(text, format, arguments);
    va_end(arguments);
}

static text_t begin(nbl_emulator_worker_t *worker, nbl_result_t result) {
    text_t text = {worker->message, sizeof worker->message};
    worker->result = result;
    append(&text, "kernel \"%s\", workgroup (%u,%u,%u)", worker->job->launch.name, (unsigned)worker->workgroup_id.x,
           (unsigned)worker->workgroup_id.y, (unsigned)worker->workgroup_id.z);
    return text;
}

void nbl_emulator_fail(nbl_emulator_worker_t *worker, nbl_result_t result, const nbl_emulator_invocation_t *who,
                       const char *format, ...) {
    text_t text = begin(worker, result);
    va_list arguments;

    append(&text, ", invocation %u: ", (unsigned)who->index);
    va_start(arguments, format);
    append_va(&text, format, arguments);
    va_end(arguments);
}

void nbl_emulator_fail_access(nbl_emulator_worker_t *worker, nbl_result_t result, const nbl_emulator_use_t *use,
                              const char *format, ...) {
    char what[NBL_EMULATOR_MESSAGE_BYTES], how[NBL_EMULATOR_MESSAGE_BYTES] = "";
    const void *callers[NBL_EMULATOR_MAX_CALLERS];
    const uint32_t count = use->calls ? nbl_emulator_callers(worker, nbl_emulator_frame, callers) : 0;
    nbl_render_t rendered = {how, sizeof how, 0};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    nbl_render_callers(&rendered, ", ", callers, count);
    nbl_emulator_fail(worker, result, worker->current, "%s%s", what, how);
}

const char *nbl_emulator_state_text(nbl_emulator_state_t state) {
    switch (state) {
    case NBL_STATE_WORKGROUP_BARRIER: return "barrier";
    case NBL_STATE_SUBGROUP_BARRIER: return "subgroup barrier";
    case NBL_STATE_SHUFFLE: return "shuffle";
    case NBL_STATE_SHUFFLE_XOR: return "xor shuffle";
    case NBL_STATE_BROADCAST: return "broadcast";
    case NBL_STATE_BALLOT: return "ballot";
    case NBL_STATE_REDUCE_ADD: return "reduction (add)";
    case NBL_STATE_REDUCE_MIN: return "reduction (min)";
    case NBL_STATE_REDUCE_MAX: return "reduction (max)";
    case NBL_STATE_ARITHMETIC: return "reduction or scan";
    default: return "end";
    }
}

static int same_place(const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *a,
                      const nbl_emulator_invocation_t *b) {
    if (a->state != b->state || a->state <= NBL_STATE_ENDED) return a->state == b->state;
    return nbl_emulator_same_instance(worker, a, b);
}

/* Appends all invocations that stand where first[leader] stands: "invocations 0..255, 300 wait at the barrier
 * shuffle.h:41". */
static void append_group(text_t *text, const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first,
                         uint32_t count, uint32_t leader) {
    const nbl_emulator_invocation_t *who = &first[leader];
    uint32_t members = 0;

    for (uint32_t i = leader; i < count; i++) members += (uint32_t)same_place(worker, &first[i], who);
    append(text, "invocation%s", members == 1u ? "" : "s");
    for (uint32_t i = leader, ranges = 0; i < count; ranges++) {
        uint32_t end = i;
        while (end < count && same_place(worker, &first[end], who)) end++;
        if (ranges == 8u) {
            append(text, ", ...");
            break;
        }
        append(text, ranges == 0u ? " %u" : ", %u", (unsigned)first[i].index);
        if (end - i > 1u) append(text, "..%u", (unsigned)first[end - 1u].index);
        for (i = end; i < count && !same_place(worker, &first[i], who);) i++;
    }
    if (who->state <= NBL_STATE_ENDED) {
        append(text, who->state == NBL_STATE_ENDED ? " ended" : " may go on");
        return;
    }
    append(text, " wait%s at the %s %s:%d", members == 1u ? "s" : "",
           nbl_emulator_state_text((nbl_emulator_state_t)who->state), who->site->file, who->site->line);
    if (who->site->function != NULL) append(text, " in %s", who->site->function);
    for (uint32_t i = 0; i < leader; i++) /* the same use again on one line: the reader needs the difference */
        if (first[i].state == who->state && first[i].site->line == who->site->line &&
            strcmp(first[i].site->file, who->site->file) == 0) {
            append(text, nbl_emulator_same_site(first[i].site, who->site) ? " (by another path)"
                                                                          : " (another one on that line)");
            break;
        }
}

/* Appends, for each group of invocations, where it stands. */
static void append_groups(text_t *text, const nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *first,
                          uint32_t count, const char *separator) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t leader = 0;
        while (!same_place(worker, &first[leader], &first[i])) leader++;
        if (leader != i) continue;
        append(text, "%s", separator);
        append_group(text, worker, first, count, i);
        separator = ", ";
    }
}

void nbl_emulator_fail_divergence(nbl_emulator_worker_t *worker, nbl_result_t result,
                                  const nbl_emulator_invocation_t *first, uint32_t count) {
    text_t text = begin(worker, result);
    append_groups(&text, worker, first, count, ": ");
}

void nbl_emulator_fail_steps(nbl_emulator_worker_t *worker, const nbl_emulator_invocation_t *who, const char *file,
                             int line) {
    text_t text = begin(worker, NBL_ERROR_STEP_LIMIT);

    append(&text, ", invocation %u: at %s:%d the workgroup's %llu steps are exhausted", (unsigned)who->index, file,
           line, (unsigned long long)nbl_emulator_step_limit(worker->job));
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < worker->job->invocations; i++)
        waiting += worker->invocations[i].state != NBL_STATE_RUNNABLE;
    if (who->state == NBL_STATE_RUNNABLE && waiting != 0)
        append_groups(&text, worker, worker->invocations, worker->job->invocations,
                      "; others need not run while an invocation spins: ");
    append(&text, "%s", nbl_emulator_turns_text(worker->job));
    if (worker->job->launch.step_limit == 0) append(&text, "; if it ends at all, step_limit gives it more");
}

const char *nbl_emulator_turns_text(const nbl_emulator_job_t *job) {
    if (job->workgroups == 1u || job->turn_count >= job->workgroups) return "";
    return job->launch.workgroups_at_once > 1u
               ? "; of the workgroups, as many have begun as workgroups_at_once says"
               : "; workgroups run one after the other: if it waits for another one, set workgroups_at_once";
}

/* Leaves the kernel. The fiber stays asleep for ever, and the worker's pool frees its stack. */
void nbl_emulator_abandon(nbl_emulator_worker_t *worker) {
    nbl_fiber_switch(&worker->current->fiber, &worker->pool.main, 0);
    abort(); /* not reached */
}

void nbl_emulator_outside_launch(const char *function) {
    fprintf(stderr, "%s: called outside of nbl_emulator_launch()\n", function);
    abort();
}
