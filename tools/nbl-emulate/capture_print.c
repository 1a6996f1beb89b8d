/* Prints how a run's result differs from a device's: by the instructions from which numbers may differ.
 * SPDX-License-Identifier: Apache-2.0
 */
#include "capture.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_ORIGINS = 16 }; /* instructions that are printed, the commonest first */

/* An instruction, and how many of the floats that differ come from it first. */
typedef struct origin_t {
    const nbl_interpreter_watch_t *first;
    uint64_t count;
} origin_t;

static nbl_interpreter_freedom_t freedom_of(const nbl_interpreter_watch_t *watch) {
    return watch->stored ? watch->freedom : NBL_INTERPRETER_FREE_NOT;
}

static int by_instruction(const void *left, const void *right) {
    const nbl_interpreter_watch_t *a = *(const nbl_interpreter_watch_t *const *)left,
                                  *b = *(const nbl_interpreter_watch_t *const *)right;
    if (freedom_of(a) != freedom_of(b)) return freedom_of(a) < freedom_of(b) ? -1 : 1;
    if (a->origin.word != b->origin.word) return a->origin.word < b->origin.word ? -1 : 1;
    return a < b ? -1 : a > b; /* the first float first */
}

static int by_count(const void *left, const void *right) {
    const origin_t *a = left, *b = right;
    if (a->count != b->count) return a->count > b->count ? -1 : 1;
    return a->first->origin.word < b->first->origin.word ? -1 : a->first->origin.word > b->first->origin.word;
}

static void print_place(const nbl_interpreter_place_t *place) {
    if (place->file != NULL)
        printf("%s:%u", place->file, (unsigned)place->line);
    else
        printf("word %u", (unsigned)place->word);
}

static void print_origin(const nbl_interpreter_t *interpreter, const origin_t *origin) {
    const nbl_interpreter_place_t *place = &origin->first->origin;
    char text[160];
    nbl_interpreter_instruction_text(interpreter, place->word, text, sizeof text);
    printf("    %llu first from", (unsigned long long)origin->count);
    printf(" ");
    print_place(place);
    printf(",%s", text[0] == ' ' ? "" : " ");
    printf("%s\n", text);
}

/* sorted: the watches, equal instructions side by side. */
static void print_origins(const nbl_interpreter_t *interpreter, const nbl_interpreter_watch_t *const *sorted,
                          uint64_t floats) {
    static const char *const reasons[] = {
        [NBL_INTERPRETER_FREE_NOT] = "nothing that Vulkan leaves open",
        [NBL_INTERPRETER_FREE_ROUNDING] =
            "a quotient, a root, a sine or the like, of which Vulkan bounds the error alone",
        [NBL_INTERPRETER_FREE_CONTRACTION] = "products that may be contracted with sums",
        [NBL_INTERPRETER_FREE_FILTER] = "samples of images, whose weights are open",
        [NBL_INTERPRETER_FREE_ORDER] = "atomic accesses, which come in any order",
        [NBL_INTERPRETER_FREE_SUMS] = "sums or products over a subgroup or a matrix, whose terms come in any order",
        [NBL_INTERPRETER_FREE_NARROWING] = "conversions to fewer bits, which round to nearest or to zero",
        [NBL_INTERPRETER_FREE_FUSING] = "fma(), whose product may be rounded before the sum"};
    for (uint64_t from = 0, to; from < floats; from = to) {
        const nbl_interpreter_freedom_t freedom = freedom_of(sorted[from]);
        origin_t *origins;
        uint64_t count = 0;
        for (to = from; to < floats && freedom_of(sorted[to]) == freedom;) to++;
        printf("  %llu of them come from %s\n", (unsigned long long)(to - from), reasons[freedom]);
        origins = freedom != NBL_INTERPRETER_FREE_NOT ? malloc((size_t)(to - from) * sizeof *origins) : NULL;
        if (origins == NULL) continue;
        for (uint64_t i = from; i < to; i++) {
            if (count == 0 || origins[count - 1u].first->origin.word != sorted[i]->origin.word)
                origins[count++] = (origin_t){sorted[i], 0};
            origins[count - 1u].count++;
        }
        qsort(origins, (size_t)count, sizeof *origins, by_count);
        for (uint64_t i = 0; i < count && i < MOST_ORIGINS; i++) print_origin(interpreter, &origins[i]);
        if (count > MOST_ORIGINS)
            printf("    and from %llu further instructions\n", (unsigned long long)(count - MOST_ORIGINS));
        free(origins);
    }
}

/* Where a float that differs was stored. */
static void print_store(const nbl_interpreter_watch_t *watch) {
    if (!watch->stored) return;
    const char *function = watch->place.function;
    printf("  stored at ");
    print_place(&watch->place);
    printf("%s%s, by invocation %u of workgroup %u\n", function != NULL && function[0] != '\0' ? " in " : "",
           function != NULL ? function : "", (unsigned)watch->invocation, (unsigned)watch->workgroup);
}

uint64_t capture_print_difference(const nbl_interpreter_t *interpreter, const capture_difference_t *difference,
                                  bool traced) {
    uint64_t unexplained = 0;
    if (difference->integers + difference->floats == 0) {
        printf("stores what the device stored: %llu bytes changed, all are equal\n",
               (unsigned long long)difference->changed);
        return 0;
    }
    printf("differs from the device: %llu integers, %llu floats of %llu bytes that changed\n",
           (unsigned long long)difference->integers, (unsigned long long)difference->floats,
           (unsigned long long)difference->changed);
    if (difference->first_integer[0] != '\0') printf("  first integer %s\n", difference->first_integer);
    if (difference->first_float[0] == '\0') return 0;
    printf("  first float %s; the largest relative difference is %.3g\n", difference->first_float,
           difference->relative);
    if (!traced) return 0;
    const nbl_interpreter_watch_t **sorted = malloc((size_t)difference->floats * sizeof *sorted);
    for (uint64_t i = 0; i < difference->floats; i++) {
        unexplained += freedom_of(&difference->watches[i]) == NBL_INTERPRETER_FREE_NOT;
        if (sorted != NULL) sorted[i] = &difference->watches[i];
    }
    if (sorted == NULL) return unexplained;
    qsort(sorted, (size_t)difference->floats, sizeof *sorted, by_instruction);
    print_store(unexplained != 0 ? sorted[0] : difference->watches);
    print_origins(interpreter, sorted, difference->floats);
    free(sorted);
    return unexplained;
}
