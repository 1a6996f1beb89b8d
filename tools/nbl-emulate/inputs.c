/* Makes up inputs: tries several kinds, and chooses the one that runs most of the shader.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "nbl-emulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_TRIES = 16, /* runs; chosen: each of the 8 kinds of contents twice */
    MOST_TRIES = 64,   /* runs; chosen: those after FEWEST_TRIES are made only while no try has run all blocks */
    BYTES_OF_WORK = 4, /* bytes that are filled in about the time of one operation of one invocation; see MOST_WORK */
};

/* The work of all tries: operations times invocations, plus filled bytes / BYTES_OF_WORK. It is a count and no time, so
 * that a command gives the same verdict on every machine and under every load. Chosen to end before a user takes it for
 * a hang: 2^28 took .2 to 16 s for 45 public shaders on a Xeon core of 2.1 GHz (docs/log/drawn_shaders.md). */
#define MOST_WORK ((uint64_t)1 << 26)

/* Runs the shader once under the checker, without a proof, and prints nothing.
 *
 * most  the work after which the run ends; a little is always done
 * work  is increased by the work that was done */
static int try_once(const request_t *request, const nbl_interpreter_t *interpreter, const uint32_t groups[3],
                    sizes_t *sizes, uint64_t most, uint64_t *work, nbl_interpreter_report_t *report, bool *made_up,
                    nbl_error_t *error) {
    static bound_t bound; /* too large for a stack; a tool has one thread */
    const uint64_t begin = *work;
    bool again = true;
    int status = EXIT_DONE;
    while (again && status == EXIT_DONE) {
        memset(&bound, 0, sizeof bound);
        status = make_bindings(request, interpreter, invocations_of(interpreter, groups), sizes, &bound, error);
        *made_up = bound.made_up;
        *work += bound.bytes / BYTES_OF_WORK;
        again = false;
        if (status == EXIT_DONE && bound.made_up) {
            nbl_interpreter_run_t run = describe_run(request, &bound, groups);
            run.prove = false;
            run.seconds = 0;
            run.work_limit = *work - begin + most / 16u < most ? most - (*work - begin) : most / 16u;
            run.progress = tell_choice;
            nbl_interpreter_run(interpreter, &run, report);
            *work += report->work;
            if (report->result == NBL_ERROR_OUT_OF_MEMORY) /* else the choice would never end */
                status = fail(error, EXIT_FAILED, "%s: no memory", request->shader);
            again =
                report->result == NBL_ERROR_MISSING_RESOURCE && *work - begin < most && enlarge(request, report, sizes);
        }
        free_bindings(&bound);
    }
    return status;
}

static bool has_race(const nbl_interpreter_report_t *report) {
    for (uint32_t i = 0; i < report->finding_count; i++)
        if (report->findings[i].issue == NBL_INTERPRETER_RACE) return true;
    return false;
}

/* Returns whether try a is better than try b: first come tries without a finding that run two thirds of the most blocks
 * that any try ran, then tries that run more blocks. */
static bool is_better(const tried_t *a, const tried_t *b, uint32_t most) {
    const bool a_silent = a->silent && 3u * a->blocks >= 2u * most, b_silent = b->silent && 3u * b->blocks >= 2u * most;
    return a_silent != b_silent ? a_silent : a->blocks > b->blocks;
}

int choose_inputs(const request_t *request, const nbl_interpreter_t *interpreter, const uint32_t groups[3],
                  inputs_t *inputs, nbl_error_t *error) {
    nbl_interpreter_report_t *report = malloc(sizeof *report);
    request_t other = *request;
    tried_t tried[MOST_TRIES];
    uint32_t count = 0, most = 0;
    uint64_t work = 0;
    bool all = false;             /* a try has run all blocks */
    sizes_t sizes = {.count = 0}; /* sizes that one try needed are used by the next ones */
    memset(inputs, 0, sizeof *inputs);
    inputs->seed = request->random_seed;
    if (report == NULL) return fail(error, EXIT_FAILED, "%s: no memory", request->shader);
    int status = EXIT_DONE;
    while (count < (all ? FEWEST_TRIES : MOST_TRIES) && work < MOST_WORK && status == EXIT_DONE) {
        bool made_up = false;
        tell_choice(NULL, NULL); /* here too, since large contents take time to fill */
        other.random_seed = count + 1u;
        status = try_once(&other, interpreter, groups, &sizes, (MOST_WORK - work) / 2u, &work, report, &made_up, error);
        if (status != EXIT_DONE || !made_up) break;
        const bool failed = report->result != NBL_SUCCESS && report->finding_count == 0 && !report->out_of_time;
        tried[count] = (tried_t){.seed = count + 1u,
                                 .blocks = failed ? 0 : report->blocks_run,
                                 .silent = !failed && report->finding_count == 0,
                                 .races = has_race(report),
                                 .ended = !report->out_of_time};
        if (report->finding_count != 0)
            nbl_interpreter_finding_text(&report->findings[0], tried[count].text, sizeof tried[count].text);
        tried[count].text[strcspn(tried[count].text, "\n")] = '\0';
        if (most < tried[count].blocks) most = tried[count].blocks;
        all |= tried[count].blocks == report->blocks;
        count++;
        if (all && tried[0].silent && count == 1) break; /* the first try ran everything and found nothing */
    }
    free(report);
    inputs->tries = count;
    if (count == 0) return status;
    const tried_t *best = &tried[0];
    for (uint32_t i = 1; i < count; i++)
        if (is_better(&tried[i], best, most)) best = &tried[i];
    inputs->seed = best->seed;
    for (uint32_t i = 0; i < count; i++) {
        if (tried[i].silent || &tried[i] == best || tried[i].text[0] == '\0') continue;
        if (inputs->other.text[0] == '\0' || (tried[i].races && !inputs->other.races)) inputs->other = tried[i];
    }
    for (uint32_t i = 0; i < count && inputs->silent_seed == 0; i++)
        if (tried[i].silent && tried[i].ended && 2u * tried[i].blocks >= best->blocks)
            inputs->silent_seed = tried[i].seed;
    return status;
}

/* Prints the run's push constants and uniform buffers as options --set. */
static void print_constants(const nbl_interpreter_t *interpreter, const bound_t *bound) {
    enum { MOST_SHOWN = 12 };
    uint32_t shown = 0;
    nbl_interpreter_element_t element;
    for (uint32_t i = 0; i <= bound->count; i++) {
        const bool is_push = i == bound->count;
        if (!is_push && bound->resources[i].kind != NBL_INTERPRETER_UNIFORM_BUFFER) continue;
        const unsigned char *data = is_push ? bound->push : bound->bindings[i].data;
        const uint64_t bytes = is_push ? bound->push_bytes : bound->bindings[i].bytes;
        for (uint64_t at = 0; data != NULL && at < bytes && shown < MOST_SHOWN; at++) {
            if (!nbl_interpreter_element(interpreter, is_push ? UINT32_MAX : bound->bindings[i].set,
                                         is_push ? 0 : bound->bindings[i].binding, at, &element))
                continue;
            at = element.begin + element.bytes - 1u;
            if (element.bytes != 4 || at >= bytes) continue;
            uint32_t bits;
            float value;
            memcpy(&bits, data + element.begin, sizeof bits);
            memcpy(&value, data + element.begin, sizeof value);
            printf(shown++ == 0 ? "  made up: " : " ");
            const char *point = strrchr(element.path, '.');
            const bool is_component = point != NULL && strlen(point) == 2 && strchr("xyzw", point[1]) != NULL;
            const bool is_short = point != NULL && !is_component && strchr(element.path, '[') == NULL;
            const char *name = is_short ? point + 1 : element.path;
            if (element.is_float)
                printf("--set %s=%g", name, (double)value);
            else if (element.is_signed)
                printf("--set %s=%d", name, (int)(int32_t)bits);
            else
                printf("--set %s=%u", name, (unsigned)bits);
        }
    }
    if (shown != 0) printf(shown == MOST_SHOWN ? " ...\n" : "\n");
}

/* Prints what has made-up contents, by name: no option gives the program's own. */
static void print_made_up(const request_t *request, const bound_t *bound) {
    const char *before = "made up";
    for (uint32_t i = 0; i < bound->count; i++) {
        const nbl_interpreter_resource_t *resource = &bound->resources[i];
        if (bound->bindings[i].element != 0 || !resource->read || !has_made_up_contents(request, resource)) continue;
        printf("%s %u.%u %s", before, (unsigned)resource->set, (unsigned)resource->binding,
               resource->name != NULL ? resource->name : "");
        before = ",";
    }
    if (bound->push_bytes != 0 && request->push == NULL && request->members.count == 0) {
        printf("%s push constants", before);
        before = ",";
    }
    if (before[0] == ',') printf("; --bind N=FILE, --push and --set give the program's\n");
}

void print_inputs(const request_t *request, const nbl_interpreter_t *interpreter,
                  const nbl_interpreter_report_t *report, const inputs_t *inputs, const bound_t *bound) {
    if (!bound->made_up || request->format != FORMAT_TEXT) return;
    if (inputs->tries > 1)
        printf("made-up inputs: --random-seed %u, of %u that were tried\n", (unsigned)request->random_seed,
               (unsigned)inputs->tries);
    if (report->finding_count != 0) {
        if (inputs->silent_seed != 0)
            printf("this depends on made-up inputs: with --random-seed %u nothing is found\n",
                   (unsigned)inputs->silent_seed);
        print_made_up(request, bound);
        print_constants(interpreter, bound);
    } else if (inputs->other.text[0] != '\0') {
        printf("with other made-up inputs (--random-seed %u) it finds: %s\n", (unsigned)inputs->other.seed,
               inputs->other.text);
        print_constants(interpreter, bound);
    }
}
