/* Whether a program is sound, by counting: every step's loads and stores are walked, number by number.
 * SPDX-License-Identifier: Apache-2.0
 *
 * In:    a program; nothing in it is believed. check_step.c has looked at each step by itself before.
 * Out:   success, or the first step that does what it must not, with the byte of the region.
 * Wrong: a program of more numbers than MOST_CELLS and MOST_MOVES allow is not counted (LIMIT).
 *
 * Memory is a row of cells. A cell has as many bytes as the smallest number that any view of that memory has, and
 * remembers which step stored it last. Rules:
 *
 *   a load    finds a number of the input, or one that the last step to store to the region has stored
 *   a store   writes a cell once in a step, and only where an array has an element. It overwrites no number that was
 *             never loaded, and none that another line of the step loads
 *   the end   every number has been loaded, except elements of the output: the last step to store there has stored them
 *
 * A chunk ends its part of the workspace like that, too: all of it has been loaded, and is then forgotten.
 */
#include <stdlib.h>
#include <string.h>

#include "error/error.h"
#include "transform/check.h"

#define MOST_CELLS ((uint64_t)1 << 26)
#define MOST_MOVES ((uint64_t)1 << 30) /* numbers that all steps load and store */

/* Who stored a cell last: a step, or one of these. */
enum { NOTHING = -2, CALLER = -1 };

enum { IS_INPUT = 1, IS_OUTPUT = 2, IS_READ = 4 };

typedef struct memory_t {
    uint64_t bytes, cells;
    uint32_t grain; /* bytes of a cell */
    int8_t *stored; /* NOTHING, CALLER or a step's number */
    uint8_t *flags;
    uint32_t *loaded; /* number of the line that loads it, and 1; MANY */
} memory_t;

#define MANY UINT32_MAX

typedef struct check_t {
    const nbl_program_t *program;
    nbl_error_t *error;
    memory_t memory[NBL_VIEW_REGIONS];
    uint32_t of_region[NBL_VIEW_REGIONS]; /* the same memory in place */
    int32_t before[NBL_VIEW_REGIONS];     /* the last step that has stored to a region, in the program's order */
    uint32_t step;
    bool stores;
    uint64_t unit; /* a line, or a line and its mirror */
} check_t;

static nbl_result_t refuse(const check_t *check, const char *why) {
    return nbl_fail(check->error, NBL_ERROR_ARGUMENT, "program: step %u: %s", (unsigned)check->step, why);
}

static nbl_result_t refuse_at(const check_t *check, uint32_t region, uint64_t byte, const char *why) {
    return nbl_fail(check->error, NBL_ERROR_ARGUMENT, "program: step %u: %s byte %llu of %s: %s", (unsigned)check->step,
                    check->stores ? "stores" : "loads", (unsigned long long)byte, nbl_program_region_word(region), why);
}

/* ---- Memory */

/* Adds the numbers that a step loads and stores to what all steps move. */
static nbl_result_t count_moves(const check_t *check, const nbl_program_step_t *step, uint64_t *moves) {
    const uint64_t lines = nbl_view_lines(&step->load);
    if (step->elements > MOST_MOVES / lines || step->transforms > MOST_MOVES / (step->elements * lines) ||
        (*moves += 2 * step->transforms * step->elements * lines) > MOST_MOVES)
        return nbl_fail(
            check->error, NBL_ERROR_LIMIT,
            "program: step %u: with those before it, it moves more than %llu numbers, which are not counted",
            (unsigned)check->step, (unsigned long long)MOST_MOVES);
    return NBL_SUCCESS;
}

static bool side_bytes(const nbl_problem_t *problem, const nbl_program_side_t *side, uint64_t *bytes) {
    const uint64_t number = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision);
    uint64_t span = 1;
    for (uint32_t d = 0; d <= problem->rank; d++) {
        const uint64_t size = d < problem->rank ? side->sizes[d] : problem->batch;
        const uint64_t stride = d < problem->rank ? side->strides[d] : side->distance;
        if (size == 0 || size > NBL_PROGRAM_MOST_STRIDE || (size > 1 && stride > 64 * MOST_CELLS / (size - 1)))
            return false;
        span += (size - 1) * (size > 1 ? stride : 0);
    }
    *bytes = span * (side->real ? number / 2 : number);
    return true;
}

static nbl_result_t make_memory(check_t *check) {
    const nbl_program_t *program = check->program;
    nbl_result_t result = NBL_SUCCESS;
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) check->memory[r].grain = 16; /* no number is larger */
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        check->of_region[r] = program->problem.in_place && r == NBL_VIEW_OUTPUT ? NBL_VIEW_INPUT : r;
        check->before[r] = CALLER;
        memory_t *memory = &check->memory[check->of_region[r]];
        uint64_t bytes = program->region_bytes[r];
        if (r < NBL_VIEW_BETWEEN &&
            !side_bytes(&program->problem, r == NBL_VIEW_INPUT ? &program->problem.input : &program->problem.output,
                        &bytes))
            return nbl_fail(check->error, NBL_ERROR_LIMIT,
                            "program: %s: its sizes and strides reach beyond what is counted",
                            nbl_program_region_word(r));
        if (bytes > memory->bytes) memory->bytes = bytes;
    }
    for (uint32_t s = 0; s < program->steps; s++)
        for (int side = 0; side < 2; side++) {
            const nbl_view_t *view = side == 0 ? &program->step[s].load : &program->step[s].store;
            memory_t *memory = &check->memory[check->of_region[view->region]];
            const uint32_t bytes = nbl_program_number_bytes(&program->step[s], view);
            if (bytes < memory->grain) memory->grain = bytes;
        }
    for (uint32_t r = 0; r < 2; r++) { /* real sides, also where no view takes their numbers one by one */
        memory_t *memory = &check->memory[check->of_region[r]];
        const uint32_t half = nbl_fft_precision_element_bytes((nbl_fft_precision_t)program->problem.precision) / 2;
        const bool real = r == 0 ? program->problem.input.real : program->problem.output.real;
        if (real && half < memory->grain) memory->grain = half;
    }
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        memory_t *memory = &check->memory[r];
        memory->cells = memory->bytes / memory->grain;
        if (memory->cells > MOST_CELLS)
            return nbl_fail(check->error, NBL_ERROR_LIMIT,
                            "program: %s: has more than %llu numbers, which are not counted",
                            nbl_program_region_word(r), (unsigned long long)MOST_CELLS);
        memory->stored = malloc(memory->cells + 1);
        memory->flags = calloc(memory->cells + 1, 1);
        memory->loaded = calloc(memory->cells + 1, sizeof *memory->loaded);
        if (memory->stored == NULL || memory->flags == NULL || memory->loaded == NULL)
            return nbl_fail_memory(check->error, "program");
        memset(memory->stored, NOTHING, memory->cells + 1);
    }
    return result;
}

/* Marks the elements of a side. */
static void mark_side(check_t *check, uint32_t region, const nbl_program_side_t *side) {
    const nbl_problem_t *problem = &check->program->problem;
    memory_t *memory = &check->memory[check->of_region[region]];
    const uint32_t number = nbl_fft_precision_element_bytes((nbl_fft_precision_t)problem->precision);
    const uint64_t cells = (side->real ? number / 2 : number) / memory->grain;
    uint64_t at[NBL_PROGRAM_MOST_RANK + 1] = {0};
    for (;;) {
        uint64_t place = at[problem->rank] * side->distance;
        for (uint32_t d = 0; d < problem->rank; d++) place += at[d] * side->strides[d];
        for (uint64_t c = place * cells; c < (place + 1) * cells && c < memory->cells; c++) {
            memory->flags[c] |= region == NBL_VIEW_INPUT ? IS_INPUT : IS_OUTPUT;
            if (region == NBL_VIEW_INPUT) memory->stored[c] = CALLER;
        }
        uint32_t d = 0;
        while (d <= problem->rank && ++at[d] == (d < problem->rank ? side->sizes[d] : problem->batch)) at[d++] = 0;
        if (d > problem->rank) return;
    }
}

/* ---- Loads and stores */

/* Loads or stores the number of a place: cell by cell. */
static nbl_result_t touch(check_t *check, const nbl_view_t *view, uint64_t place, uint32_t bytes) {
    memory_t *memory = &check->memory[check->of_region[view->region]];
    const uint64_t cells = bytes / memory->grain, first = place * cells;
    if (first + cells > memory->cells) return refuse_at(check, view->region, place * bytes, "there is no such byte");
    for (uint64_t c = first; c < first + cells; c++) {
        if (!check->stores) {
            if (memory->stored[c] == NOTHING) return refuse_at(check, view->region, place * bytes, "nothing is there");
            if (memory->stored[c] != check->before[view->region])
                return refuse_at(check, view->region, place * bytes, "another step than the last one has stored it");
            memory->flags[c] |= IS_READ;
            const uint32_t unit = (uint32_t)check->unit + 1;
            memory->loaded[c] = memory->loaded[c] == 0 || memory->loaded[c] == unit ? unit : MANY;
            continue;
        }
        if (view->region == NBL_VIEW_INPUT ? !(memory->flags[c] & IS_INPUT)
                                           : view->region == NBL_VIEW_OUTPUT && !(memory->flags[c] & IS_OUTPUT))
            return refuse_at(check, view->region, place * bytes, "no element is there");
        if (memory->stored[c] == (int8_t)check->step)
            return refuse_at(check, view->region, place * bytes, "it has stored it before");
        if (memory->stored[c] != NOTHING && !(memory->flags[c] & IS_READ))
            return refuse_at(check, view->region, place * bytes, "what is there was never read");
        if (memory->loaded[c] != 0 && memory->loaded[c] != (uint32_t)check->unit + 1)
            return refuse_at(check, view->region, place * bytes, "another line loads it");
        memory->stored[c] = (int8_t)check->step;
        memory->flags[c] &= (uint8_t)~IS_READ;
    }
    return NBL_SUCCESS;
}

typedef struct reach_t {
    uint64_t begin;    /* of the transform */
    uint64_t all;      /* elements of a transform */
    uint64_t elements; /* of it that products leave: nbl_program_elements_left() */
    uint32_t bytes;    /* of a number */
    bool half, one;    /* UNPACK or PACK, UNPACK_ONE or PACK_ONE on this side */
    bool first;        /* line 0 */
} reach_t;

/* Element e of a transform, as shaders/fft_lines_resources.h loads and stores it. */
static nbl_result_t touch_element(check_t *check, const nbl_view_t *view, const reach_t *reach, uint64_t e) {
    const uint64_t given = view->given == 0 || check->stores ? UINT64_MAX : view->given;
    uint64_t first = e, count = 1;
    nbl_result_t result = NBL_SUCCESS;
    if (e >= reach->elements) return NBL_SUCCESS;
    if (reach->one && 2 * e > reach->all) return NBL_SUCCESS;
    if (nbl_view_is_spectrum(view) && 2 * e > view->signal) {
        if ((check->stores && (view->element == NBL_VIEW_HERMITIAN || reach->first)) || e > view->signal)
            return NBL_SUCCESS;
        first = view->signal - e;
    }
    if (view->element == NBL_VIEW_PAIR) first = 2 * e, count = 2;
    if (view->element == NBL_VIEW_ROWS) first = e + e / view->signal * view->signal, count = 2;
    const uint64_t apart = view->element == NBL_VIEW_ROWS ? view->signal : 1;
    for (uint64_t i = 0, k = first; i < count && result == NBL_SUCCESS; i++, k += apart) {
        if (k >= given) continue;
        if (check->stores && view->kept != 0 && k - view->kept_from >= view->kept) continue;
        const uint64_t number = check->stores && view->kept != 0 ? k - view->kept_from : k;
        result = touch(check, view, reach->begin + nbl_view_number(view, number), reach->bytes);
    }
    return result;
}

static nbl_result_t walk_side(check_t *check, const nbl_program_step_t *step, bool stores, uint64_t first,
                              uint64_t count) {
    const nbl_view_t *view = stores ? &step->store : &step->load;
    const uint64_t lines = nbl_view_lines(view), points = nbl_program_numbers_of(step, stores);
    const bool works = view->region >= NBL_VIEW_WORK0;
    const bool permutes = nbl_program_has(step, NBL_PROGRAM_PERMUTE);
    const uint32_t halves = stores ? NBL_PROGRAM_UNPACK : NBL_PROGRAM_PACK;
    const bool convolves = nbl_program_has(step, NBL_PROGRAM_UNPACK) && nbl_program_has(step, NBL_PROGRAM_PACK);
    const bool array = nbl_program_row(step) != 0; /* `points` counts all rows of a spectrum */
    const bool halves_lines = nbl_program_halved_lines(step) != 0;
    reach_t reach = {.all = halves_lines ? nbl_program_pass_lines(step) * step->elements : points * lines,
                     .bytes = nbl_program_number_bytes(step, view)};
    reach.half = nbl_program_has(step, halves) && !convolves && !array;
    reach.one = nbl_program_has(step, stores ? NBL_PROGRAM_UNPACK_ONE : NBL_PROGRAM_PACK_ONE) && !array &&
                points == step->elements; /* of two rows there are more numbers */
    reach.elements = nbl_program_elements_left(check->program->table, step, stores);
    const bool mirrors =
        lines > 1 && (nbl_program_has(step, NBL_PROGRAM_UNPACK) || nbl_program_has(step, NBL_PROGRAM_PACK));
    nbl_result_t result = NBL_SUCCESS;
    check->stores = stores;
    for (uint64_t t = first; t < first + count && result == NBL_SUCCESS; t++) {
        reach.begin = nbl_view_place(view->transforms, NBL_VIEW_MOST_LOOPS, works ? t - first : t);
        for (uint64_t l = 0; l < lines && result == NBL_SUCCESS; l++) {
            const uint64_t base = nbl_view_place(view->lines, 2, l);
            uint64_t mirror = l == 0 || 2 * l == lines ? 0 : l > lines - l ? lines - l : l;
            check->unit = t * lines + (mirrors ? mirror : l);
            if (base >= reach.all || (points - 1) * view->step >= reach.all - base)
                return refuse(check, "a line's elements are beyond the transform's");
            reach.first = halves_lines && base % nbl_program_halved_lines(step) == 0;
            for (uint64_t k = 0; k < points && result == NBL_SUCCESS; k++) {
                const bool mirrored = view->element == NBL_VIEW_HALVED && 2 * k > view->signal;
                if (mirrored && stores) break;
                result = touch_element(check, view, &reach, base + (mirrored ? points - k : k) * view->step);
            }
            if ((reach.half || permutes) && l == 0 && result == NBL_SUCCESS)
                result = touch_element(check, view, &reach, reach.all);
        }
    }
    return result;
}

/* Forgets which lines load what, and parts of the workspace where a chunk begins. */
static nbl_result_t forget_work(check_t *check, uint32_t first_step) {
    for (uint32_t r = NBL_VIEW_WORK0; r < NBL_VIEW_REGIONS; r++) {
        memory_t *memory = &check->memory[r];
        for (uint64_t c = 0; c < memory->cells; c++)
            if (memory->stored[c] != NOTHING && !(memory->flags[c] & IS_READ)) {
                check->step = (uint32_t)memory->stored[c];
                check->stores = true;
                return refuse_at(check, r, c * memory->grain, "nothing reads it");
            }
        memset(memory->stored, NOTHING, memory->cells);
    }
    check->step = first_step;
    return NBL_SUCCESS;
}

/* All chunks of a round. Returns where the next one begins in *next. */
static nbl_result_t walk_round(check_t *check, uint32_t first, uint32_t *next) {
    const nbl_program_t *program = check->program;
    const nbl_program_step_t *step = &program->step[first];
    int32_t before[NBL_VIEW_REGIONS];
    nbl_result_t result = NBL_SUCCESS;
    for (*next = first; *next < program->steps && program->step[*next].round == step->round;) ++*next;
    memcpy(before, check->before, sizeof before);
    for (uint64_t t = 0; t < step->transforms && result == NBL_SUCCESS; t += step->chunk) {
        const uint64_t left = step->transforms - t, count = left < step->chunk ? left : step->chunk;
        memcpy(check->before, before, sizeof before);
        result = forget_work(check, first);
        for (uint32_t s = first; s < *next && result == NBL_SUCCESS; s++) {
            const nbl_view_t *load = &program->step[s].load, *store = &program->step[s].store;
            memory_t *memory = &check->memory[check->of_region[load->region]];
            check->step = s;
            if (check->of_region[load->region] == check->of_region[store->region])
                memset(memory->loaded, 0, memory->cells * sizeof *memory->loaded);
            result = walk_side(check, &program->step[s], false, t, count);
            if (result == NBL_SUCCESS && check->of_region[load->region] != check->of_region[store->region]) {
                memory_t *to = &check->memory[check->of_region[store->region]];
                memset(to->loaded, 0, to->cells * sizeof *to->loaded);
            }
            if (result == NBL_SUCCESS) result = walk_side(check, &program->step[s], true, t, count);
            check->before[store->region] = (int32_t)s;
        }
    }
    return result;
}

static nbl_result_t check_end(check_t *check) {
    nbl_result_t result = forget_work(check, 0);
    for (uint32_t r = 0; r < NBL_VIEW_WORK0 && result == NBL_SUCCESS; r++) {
        const memory_t *memory = &check->memory[r];
        const bool has_output = check->of_region[NBL_VIEW_OUTPUT] == r;
        for (uint64_t c = 0; c < memory->cells; c++) {
            const bool output = has_output && (memory->flags[c] & IS_OUTPUT) != 0;
            if (output ? memory->stored[c] != check->before[NBL_VIEW_OUTPUT]
                       : memory->stored[c] != NOTHING && !(memory->flags[c] & IS_READ))
                return nbl_fail(check->error, NBL_ERROR_ARGUMENT, "program: byte %llu of %s: %s",
                                (unsigned long long)(c * memory->grain),
                                nbl_program_region_word(output ? NBL_VIEW_OUTPUT : r),
                                output ? "the last step that stores there leaves it unwritten" : "nothing reads it");
        }
    }
    return result;
}

/* Checks a program in which no step replaces others. */
static nbl_result_t check_decided(const nbl_program_t *program, void *user, nbl_error_t *error) {
    check_t check = {.program = program, .error = error};
    const nbl_problem_t *problem = &program->problem;
    uint64_t moves = 0;
    nbl_result_t result = NBL_SUCCESS;
    (void)user;
    for (; check.step < program->steps && result == NBL_SUCCESS; check.step++) {
        result = nbl_program_check_step(program, check.step, error);
        if (result == NBL_SUCCESS) result = count_moves(&check, &program->step[check.step], &moves);
    }
    if (result == NBL_SUCCESS) result = make_memory(&check);
    if (result == NBL_SUCCESS) {
        mark_side(&check, NBL_VIEW_INPUT, &problem->input);
        mark_side(&check, NBL_VIEW_OUTPUT, &problem->output);
    }
    for (uint32_t s = 0; s < program->steps && result == NBL_SUCCESS;) result = walk_round(&check, s, &s);
    if (result == NBL_SUCCESS) result = check_end(&check);
    for (uint32_t r = 0; r < NBL_VIEW_REGIONS; r++) {
        free(check.memory[r].stored);
        free(check.memory[r].flags);
        free(check.memory[r].loaded);
    }
    return result;
}

/* Refuses a step that replaces more steps than follow it, and two steps whose replaced ones overlap in part. */
static nbl_result_t check_choices(const nbl_program_t *program, nbl_error_t *error) {
    for (uint32_t s = 0; s < program->steps; s++) {
        const nbl_program_step_t *step = &program->step[s];
        bool holds = (step->replaces == 0) == (step->from == 0) && step->replaces < program->steps - s;
        for (uint32_t t = 0; t < s; t++) {
            const uint32_t end = t + program->step[t].replaces; /* the last step that step t replaces */
            holds = holds && (end < s || s + step->replaces <= end);
        }
        if (!holds)
            return nbl_fail(error, NBL_ERROR_ARGUMENT,
                            "program: step %u: it replaces steps that are not there, or a part of what another one "
                            "replaces, or not `from` a number of transforms on",
                            s);
    }
    return NBL_SUCCESS;
}

nbl_result_t nbl_program_check(const nbl_program_t *program, nbl_error_t *error) {
    const nbl_problem_t *problem = &program->problem;
    nbl_error_clear(error);
    if (program->steps == 0 || program->steps > NBL_PROGRAM_MOST_STEPS || program->tables > NBL_PROGRAM_MOST_TABLES ||
        problem->rank == 0 || problem->rank > NBL_PROGRAM_MOST_RANK || problem->batch == 0 ||
        problem->precision > NBL_FFT_FLOAT16_STORAGE)
        return nbl_fail(error, NBL_ERROR_ARGUMENT, "program: it has no steps, no sizes or no batch");
    const nbl_result_t result = check_choices(program, error);
    return result == NBL_SUCCESS ? nbl_program_each_decided(program, check_decided, NULL, error) : result;
}
