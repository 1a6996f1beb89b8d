/* Choices of a schedule: looked up, written down, in a file.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "emulator/internal.h"
#include "file/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {"invocation", "workgroup", "older"};

static int compare(const void *left, const void *right) {
    const nbl_emulator_choice_t *a = left, *b = right;
    if (a->workgroup != b->workgroup) return a->workgroup < b->workgroup ? -1 : 1;
    if (a->point != b->point) return a->point < b->point ? -1 : 1;
    return (int)a->kind - (int)b->kind;
}

const nbl_emulator_choice_t *nbl_emulator_choice_at(const nbl_emulator_worker_t *worker,
                                                    nbl_emulator_choice_kind_t kind, uint64_t workgroup,
                                                    uint64_t point) {
    const nbl_emulator_schedule_t *schedule = worker->job->launch.schedule;
    const nbl_emulator_choice_t wanted = {.kind = kind, .workgroup = (uint32_t)workgroup, .point = point};
    if (schedule->count == 0) return NULL;
    return bsearch(&wanted, schedule->choices, schedule->count, sizeof wanted, compare);
}

static int add(nbl_emulator_schedule_t *schedule, nbl_emulator_choice_t choice) {
    if (schedule->count == schedule->capacity) {
        const uint32_t capacity = schedule->capacity != 0 ? 2u * schedule->capacity : 64u;
        nbl_emulator_choice_t *grown = realloc(schedule->choices, capacity * sizeof *grown);
        if (grown == NULL) return 0;
        schedule->choices = grown;
        schedule->capacity = capacity;
    }
    schedule->choices[schedule->count++] = choice;
    return 1;
}

void nbl_emulator_note_choice(const nbl_emulator_worker_t *worker, nbl_emulator_choice_t choice) {
    if (worker->job->launch.choices != NULL) (void)add(worker->job->launch.choices, choice); /* else one is missing */
}

__attribute__((noinline)) void nbl_emulator_choose(const nbl_emulator_choice_t *choice, const char *file, int line) {
    __asm__ volatile("" : : "r"(choice), "r"(file), "r"(line) : "memory");
}

void nbl_emulator_schedule_sort(nbl_emulator_schedule_t *schedule) {
    if (schedule->count != 0) qsort(schedule->choices, schedule->count, sizeof *schedule->choices, compare);
}

int nbl_emulator_schedule_write(const nbl_emulator_schedule_t *schedule, const char *path) {
    nbl_output_t output;
    if (schedule == NULL || path == NULL) return EINVAL;
    int wrong = nbl_output_begin(&output, path);
    if (wrong == 0) {
        fputs("# workgroup, point, kind, value\n", output.stream);
        for (uint32_t i = 0; i < schedule->count; i++) {
            const nbl_emulator_choice_t *each = &schedule->choices[i];
            fprintf(output.stream, "%u %llu %s %u", (unsigned)each->workgroup, (unsigned long long)each->point,
                    kinds[each->kind], (unsigned)each->value);
            if (each->file != NULL) fprintf(output.stream, " # %s:%d", each->file, each->line);
            fputc('\n', output.stream);
        }
        wrong = nbl_output_end(&output);
    }
    return wrong;
}

/* Returns 0, or an errno. */
static int read_line(nbl_emulator_schedule_t *schedule, const char *line) {
    nbl_emulator_choice_t choice = {.kind = NBL_EMULATOR_CHOICE_INVOCATION};
    unsigned workgroup, value;
    unsigned long long point;
    char kind[16];
    line += strspn(line, " \t\r\n");
    if (*line == '\0' || *line == '#') return 0;
    if (sscanf(line, "%u %llu %15s %u", &workgroup, &point, kind, &value) != 4) return EINVAL;
    while (strcmp(kind, kinds[choice.kind]) != 0)
        if ((choice.kind = (nbl_emulator_choice_kind_t)(choice.kind + 1)) > NBL_EMULATOR_CHOICE_OLDER) return EINVAL;
    choice.workgroup = workgroup;
    choice.point = point;
    choice.value = value;
    return add(schedule, choice) ? 0 : ENOMEM;
}

int nbl_emulator_schedule_read(nbl_emulator_schedule_t *schedule, const char *path) {
    char line[1024];
    int wrong = 0;
    if (schedule == NULL || path == NULL) return EINVAL;
    FILE *file = fopen(path, "r");
    if (file == NULL) return errno;
    schedule->count = 0;
    while (wrong == 0 && fgets(line, sizeof line, file) != NULL) wrong = read_line(schedule, line);
    fclose(file);
    nbl_emulator_schedule_sort(schedule);
    return wrong;
}

void nbl_emulator_schedule_free(nbl_emulator_schedule_t *schedule) {
    if (schedule == NULL) return;
    free(schedule->choices);
    *schedule = (nbl_emulator_schedule_t){0};
}
