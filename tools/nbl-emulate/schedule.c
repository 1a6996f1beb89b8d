/* Searches orders of turns, writes one to a file, runs by a file, and prints its trace.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line of the file names the subgroup that takes the next turn, "workgroup subgroup". Text after a # is for the
 * reader. After the last line subgroups take turns in order.
 */
#include "dap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "common/outputs.h"

enum { MOST_TURNS = 65536 };

static uint32_t waves_of(const nbl_interpreter_t *interpreter, const nbl_interpreter_run_t *run) {
    uint32_t local[3];
    nbl_interpreter_local_size(interpreter, local);
    const uint32_t subgroup = run->subgroup_size != 0 ? run->subgroup_size : 32u;
    return run->by_subgroups ? (local[0] * local[1] * local[2] + subgroup - 1u) / subgroup : 1u;
}

static int read_schedule(const request_t *request, uint32_t waves, uint32_t *turns, uint32_t *count,
                         nbl_error_t *error) {
    char line[1024];
    FILE *file = open_file(request->schedule, error);
    if (file == NULL) return EXIT_FAILED;
    int status = EXIT_DONE;
    while (status == EXIT_DONE && fgets(line, sizeof line, file) != NULL) {
        unsigned workgroup, subgroup = 0;
        const char *text = line + strspn(line, " \t\r\n");
        if (*text == '\0' || *text == '#') continue;
        if (sscanf(text, "%u %u", &workgroup, &subgroup) < 1 || subgroup >= waves || *count == MOST_TURNS)
            status = fail(error, EXIT_FAILED, "%s: a line must be \"workgroup subgroup\"", request->schedule);
        else
            turns[(*count)++] = workgroup * waves + subgroup;
    }
    fclose(file);
    return status;
}

static size_t place_text(const nbl_interpreter_place_t *place, char *text, size_t bytes) {
    if (place->file != NULL) return (size_t)snprintf(text, bytes, "to %.200s:%u", place->file, (unsigned)place->line);
    return (size_t)snprintf(text, bytes, place->word != 0 ? "to word %u" : "to its end", (unsigned)place->word);
}

static int write_schedule(const request_t *request, const nbl_interpreter_turn_t *taken, uint32_t count,
                          nbl_error_t *error) {
    const size_t room = (size_t)count * 256u + 256u;
    char *text = malloc(room), where[240];
    if (text == NULL) return fail(error, EXIT_FAILED, "%s: no memory", request->schedule);
    size_t length = (size_t)snprintf(text, room, "# turns of %.80s: workgroup subgroup\n", request->shader);
    for (uint32_t i = 0; i < count; i++) {
        place_text(&taken[i].place, where, sizeof where);
        length += (size_t)snprintf(text + length, room - length, "%u %u # %.200s\n", (unsigned)taken[i].workgroup,
                                   (unsigned)taken[i].subgroup, where);
    }
    const int status = write_file(request->schedule, text, length, error);
    free(text);
    return status;
}

static int write_trace(const request_t *request, const nbl_interpreter_turn_t *taken, uint32_t count,
                       nbl_error_t *error) {
    const size_t room = (size_t)count * 512u + 64u;
    char *text = malloc(room), where[240];
    if (text == NULL) return fail(error, EXIT_FAILED, "%s: no memory", request->trace);
    size_t length = (size_t)snprintf(text, room, "{\"traceEvents\":[");
    for (uint32_t i = 0; i < count; i++) {
        place_text(&taken[i].place, where, sizeof where);
        for (char *c = where; *c != '\0'; c++)
            if (*c == '"' || *c == '\\' || (unsigned char)*c < 32) *c = '_';
        length += (size_t)snprintf(text + length, room - length,
                                   "%s\n{\"name\":\"%s\",\"ph\":\"X\",\"ts\":%u,\"dur\":1,\"pid\":%u,\"tid\":%u}",
                                   i != 0 ? "," : "", where, (unsigned)i, (unsigned)taken[i].workgroup,
                                   (unsigned)taken[i].subgroup);
    }
    length += (size_t)snprintf(text + length, room - length, "\n]}\n");
    const int status = write_file(request->trace, text, length, error);
    free(text);
    return status;
}

static int search(const request_t *request, const nbl_interpreter_t *interpreter, nbl_interpreter_run_t *run,
                  nbl_interpreter_search_t *found, nbl_error_t *error) {
    const bool all = strcmp(request->schedules, "all") == 0;
    uint32_t number = 0;
    if (!all && (!options_number(request->schedules, &number) || number == 0))
        return fail(error, EXIT_USAGE, "--schedules %s: must be a number or all", request->schedules);
    const uint64_t most = all ? UINT64_MAX : number;
    if (nbl_interpreter_search(interpreter, run, most, found) != NBL_SUCCESS)
        return fail(error, EXIT_FAILED, "%s: the schedules could not be searched: %s", request->shader, found->message);
    if (found->differs)
        printf("another result in schedule %llu", (unsigned long long)found->tried);
    else
        printf("the same result in %llu schedules, %s", (unsigned long long)found->tried,
               found->complete ? "which are all that could matter" : "of more");
    if (found->seed != 0 && found->differs) printf(": --seed %llu", (unsigned long long)found->seed);
    if (found->turn_count != 0) printf(": after %u turns", (unsigned)found->turn_count);
    printf("\n");
    return EXIT_DONE;
}

int run_scheduled(const request_t *request, const nbl_interpreter_t *interpreter, nbl_interpreter_run_t *run,
                  nbl_interpreter_report_t *report, nbl_error_t *error) {
    nbl_interpreter_search_t found = {0};
    uint32_t *turns = malloc(MOST_TURNS * sizeof *turns), count = 0;
    nbl_interpreter_turn_t *taken = malloc(MOST_TURNS * sizeof *taken);
    int status = EXIT_DONE;
    if (turns == NULL || taken == NULL) status = fail(error, EXIT_FAILED, "%s: no memory", request->shader);
    if (status == EXIT_DONE && request->schedules != NULL) {
        status = search(request, interpreter, run, &found, error);
        run->turns = found.turns;
        run->turn_count = found.turn_count;
        run->seed = found.differs ? found.seed : run->seed;
        run->workgroups_at_once = 64;
    } else if (status == EXIT_DONE && request->schedule != NULL) {
        status = read_schedule(request, waves_of(interpreter, run), turns, &count, error);
        run->turns = turns;
        run->turn_count = count;
        run->workgroups_at_once = 64;
    }
    if (status == EXIT_DONE) {
        if (run->turn_count != 0 || request->trace != NULL) {
            run->taken = taken;
            run->taken_capacity = MOST_TURNS;
        }
        if (request->dap != NULL)
            status = dap_run(request->dap, request, interpreter, run, report, error);
        else
            nbl_interpreter_run(interpreter, run, report);
        const uint32_t made = report->turns < MOST_TURNS ? (uint32_t)report->turns : MOST_TURNS;
        if (request->trace != NULL) status = write_trace(request, taken, made, error);
        if (status == EXIT_DONE && found.turn_count != 0 && request->schedule != NULL)
            status = write_schedule(request, taken, found.turn_count < made ? found.turn_count : made, error);
        if (status == EXIT_DONE && found.differs) status = EXIT_FOUND;
    }
    nbl_interpreter_search_free(&found);
    free(turns);
    free(taken);
    return status;
}
