/* A block of lines between a view and a tile, in the arithmetic of one scalar: included by run_lines_scalar.h.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Parameter: NBL_SCALAR, float16_t, float32_t or float64_t.
 *
 * Element k of line w is number k * by_element + w * by_line of the tile.
 */
#include "transform/run_number_scalar.h"
#include "transform/run_some_scalar.h"

static NBL_OF_SCALAR(some_t) NBL_OF_SCALAR(line_of)(const nbl_program_lines_t *l, uint64_t w, uint64_t count) {
    return (NBL_OF_SCALAR(some_t)){l, l->number + w * l->number_step, l->step, l->begin + w * l->begin_step, 0, count};
}

static NBL_OF_SCALAR(some_t) NBL_OF_SCALAR(element_of)(const nbl_program_lines_t *l, uint64_t k, uint64_t lines) {
    return (NBL_OF_SCALAR(some_t)){l, l->number + k * l->step, l->number_step, l->begin, l->begin_step, lines};
}

/* Returns whether lines lie nearer to each other than a line's elements do. */
static bool NBL_OF_SCALAR(beside)(const nbl_program_lines_t *l) {
    return l->begin_step + l->number_step * l->view->stride < l->step * l->view->stride;
}

/* With fewer lines, lines go one after the other, however near to each other they lie. */
#define FEWEST_BESIDE 4u

/* Moves all elements of all lines; none may be missing. The outer loop goes over elements k if lines are nearer
 * to each other. */
#define EACH_OF_GRID(MOVE, storage) \
    if (beside) { \
        for (uint64_t k = 0; k < count; k++) \
            for (uint64_t w = 0; w < lines; w++) \
                MOVE(storage, k *by_element + w * by_line, k * element_bytes + w * line_bytes); \
    } else { \
        for (uint64_t w = 0; w < lines; w++) \
            for (uint64_t k = 0; k < count; k++) \
                MOVE(storage, k *by_element + w * by_line, k * element_bytes + w * line_bytes); \
    }

/* Returns whether runs of numbers lie in memory as in the tile, and copies them. */
static bool NBL_OF_SCALAR(copy_grid)(char *memory, size_t element_bytes, size_t line_bytes, NBL_COMPLEX *x,
                                     size_t by_element, size_t by_line, uint64_t count, uint64_t lines, bool stores) {
    const bool rows = by_element == 1 && element_bytes == sizeof *x, columns = by_line == 1 && line_bytes == sizeof *x;
    if (!rows && !columns) return false;
    const uint64_t runs = rows ? lines : count;
    const size_t of_tile = (rows ? by_line : by_element) * sizeof *x, of_memory = rows ? line_bytes : element_bytes;
    nbl_ready_copy_runs(runs, (rows ? count : lines) * sizeof *x, stores ? (char *)x : memory,
                        stores ? of_tile : of_memory, stores ? memory : (char *)x, stores ? of_memory : of_tile);
    return true;
}

/* Moves numbers of all lines, loaded or stored: MOVE(storage, number of the tile, byte of the memory). */
#define EACH_STORED(MOVE) \
    if (storage == NBL_VIEW_HALVES) { \
        EACH_OF_GRID(MOVE, NBL_VIEW_HALVES) \
    } else if (storage == NBL_VIEW_FLOATS) { \
        EACH_OF_GRID(MOVE, NBL_VIEW_FLOATS) \
    } else { \
        EACH_OF_GRID(MOVE, NBL_VIEW_OWN) \
    }

static void NBL_OF_SCALAR(move_grid)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                     size_t by_element, size_t by_line, bool beside, bool stores) {
    const NBL_OF_SCALAR(some_t) of_line = NBL_OF_SCALAR(line_of)(l, 0, count),
                                of_element = NBL_OF_SCALAR(element_of)(l, 0, lines);
    const uint32_t storage = l->view->storage;
    size_t element_bytes, line_bytes;
    char *memory = NBL_OF_SCALAR(at)(&of_line, 0, 0, &element_bytes);
    NBL_OF_SCALAR(at)(&of_element, 0, 0, &line_bytes);
    const size_t other = l->view->stride * NBL_OF_SCALAR(bytes_of)(l->view);
#define LOAD(storage, i, at) x[i] = NBL_OF_SCALAR(get)(storage, memory + (at))
#define STORE(storage, i, at) NBL_OF_SCALAR(set)(storage, memory + (at), x[i])
#define LOAD_REAL(storage, i, at) \
    x[i] = (NBL_COMPLEX) { NBL_OF_SCALAR(get_real)(storage, memory + (at)), 0 }
#define STORE_REAL(storage, i, at) NBL_OF_SCALAR(set_real)(storage, memory + (at), x[i].real)
#define LOAD_PAIR(storage, i, at) \
    x[i] = (NBL_COMPLEX) { \
        NBL_OF_SCALAR(get_real)(storage, memory + (at)), NBL_OF_SCALAR(get_real)(storage, memory + (at) + other) \
    }
#define STORE_PAIR(storage, i, at) \
    NBL_OF_SCALAR(set_real) \
    (storage, memory + (at), x[i].real), NBL_OF_SCALAR(set_real)(storage, memory + (at) + other, x[i].imag)
#define EACH_DIRECTION(LOAD, STORE) \
    if (stores) { \
        EACH_STORED(STORE) \
    } else { \
        EACH_STORED(LOAD) \
    }
    if (l->view->element == NBL_VIEW_REAL) {
        EACH_DIRECTION(LOAD_REAL, STORE_REAL)
    } else if (l->view->element == NBL_VIEW_PAIR && l->view->stride != 1) {
        EACH_DIRECTION(LOAD_PAIR, STORE_PAIR)
    } else if (storage != NBL_VIEW_OWN || !NBL_OF_SCALAR(copy_grid)(memory, element_bytes, line_bytes, x, by_element,
                                                                    by_line, count, lines, stores)) {
        EACH_DIRECTION(LOAD, STORE)
    }
#undef EACH_DIRECTION
#undef LOAD
#undef STORE
#undef LOAD_REAL
#undef STORE_REAL
#undef LOAD_PAIR
#undef STORE_PAIR
}

/* Returns how many elements from the first on are below a number in each of the lines. */
static uint64_t NBL_OF_SCALAR(in_all)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, uint64_t most) {
    const NBL_OF_SCALAR(some_t) last = NBL_OF_SCALAR(line_of)(l, lines - 1, count);
    return NBL_OF_SCALAR(below)(&last, most);
}

/* Loads elements that are direct, or mirrored, in all lines, from the first one on; elements between them go one by
 * one. Returns how many it has loaded. */
static uint64_t NBL_OF_SCALAR(load_hermitian)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                              NBL_COMPLEX *x, size_t by_element, size_t by_line, bool beside) {
    const uint64_t signal = l->view->signal, last = signal + 1 < l->most ? signal + 1 : l->most;
    const uint64_t direct = NBL_OF_SCALAR(in_all)(l, count, lines, signal / 2 + 1);
    const uint64_t end = NBL_OF_SCALAR(in_all)(l, count, lines, last);
    const NBL_OF_SCALAR(some_t) first = NBL_OF_SCALAR(line_of)(l, 0, count);
    const uint64_t mixed = NBL_OF_SCALAR(below)(&first, signal / 2 + 1), bytes = NBL_OF_SCALAR(bytes_of)(l->view);
    if (direct > end || mixed > end) return 0;
    NBL_OF_SCALAR(move_grid)(l, direct, lines, x, by_element, by_line, beside, false);
    for (uint64_t k = direct; k < mixed; k++) {
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, k, lines);
        NBL_OF_SCALAR(load_some)(&s, x + k * by_element, by_line);
    }
    const char *from = l->memory + (l->begin + (signal - l->number) * l->view->stride) * bytes;
    const size_t back = l->step * l->view->stride * bytes;
    const int64_t next = (int64_t)((l->begin_step - l->number_step * l->view->stride) * bytes);
    x += mixed * by_element;
    count = end - mixed;
#define LOAD(storage, i, at) \
    do { \
        const NBL_COMPLEX z = NBL_OF_SCALAR(get)(storage, from + (int64_t)w * next - (mixed + k) * back); \
        x[i] = (NBL_COMPLEX){z.real, -z.imag}; \
    } while (0)
    const uint32_t storage = l->view->storage;
    EACH_STORED(LOAD)
#undef LOAD
    x -= mixed * by_element;
    for (uint64_t w = 0; w < lines && l->number + w * l->number_step == 0; w++) x[w * by_line].imag = 0;
    return end;
}

#undef EACH_OF_GRID
#undef EACH_STORED

/* Moves an array whose real numbers lie in ROWS. */
static void NBL_OF_SCALAR(move_rows)(const nbl_program_lines_t *l, uint64_t count, NBL_COMPLEX *x, bool stores) {
    const nbl_view_t *view = l->view;
    const uint64_t row = view->signal;
    const size_t bytes = NBL_OF_SCALAR(bytes_of)(view), apart = nbl_view_number(view, row) * bytes;
    for (uint64_t e = 0; e < count; e++) {
        char *at = l->memory + (l->begin + nbl_view_number(view, e + e / row * row)) * bytes;
        if (stores) {
            NBL_OF_SCALAR(set_real)(view->storage, at, x[e].real);
            NBL_OF_SCALAR(set_real)(view->storage, at + apart, x[e].imag);
        } else {
            x[e].real = NBL_OF_SCALAR(get_real)(view->storage, at);
            x[e].imag = NBL_OF_SCALAR(get_real)(view->storage, at + apart);
        }
    }
}

static void NBL_OF_SCALAR(load_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                      size_t by_element, size_t by_line);

static void NBL_OF_SCALAR(store_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                       const NBL_COMPLEX *x, size_t by_element, size_t by_line);

/* Moves arrays row by row, whose rows lie apart. */
static void NBL_OF_SCALAR(move_apart)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                      size_t by_element, size_t by_line, bool stores) {
    const uint64_t row = l->view->apart.count;
    nbl_view_t view = *l->view;
    nbl_program_lines_t one = *l;
    view.apart.count = 0;
    one.view = &view;
    for (uint64_t w = 0; w < lines; w++)
        for (uint64_t e = 0; e < count; e += row) {
            one.begin = l->begin + w * l->begin_step + nbl_view_number(l->view, e);
            NBL_COMPLEX *of = x + w * by_line + e * by_element;
            if (stores)
                NBL_OF_SCALAR(store_block)(&one, row, 1, of, by_element, by_line);
            else
                NBL_OF_SCALAR(load_block)(&one, row, 1, of, by_element, by_line);
        }
}

/* Loads lines. One half of their elements lies in memory; the other elements are its conjugates. */
static void NBL_OF_SCALAR(load_halved)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                       size_t by_element, size_t by_line) {
    nbl_view_t direct = *l->view;
    nbl_program_lines_t some = *l;
    const uint64_t first = direct.signal / 2 + 1;
    direct.element = NBL_VIEW_COMPLEX;
    some.view = &direct;
    NBL_OF_SCALAR(load_block)(&some, first < count ? first : count, lines, x, by_element, by_line);
    for (uint64_t k = first; k < count; k++)
        for (uint64_t w = 0; w < lines; w++)
            x[k * by_element + w * by_line] = nbl_complex_conj(x[(direct.signal - k) * by_element + w * by_line]);
}

/* Stores frequencies behind the half at their mirrors' places. A line of frequency 0 of the first pass has its mirrors
 * in lines of this kind. */
static void NBL_OF_SCALAR(store_folded)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                        const NBL_COMPLEX *x, size_t by_element, size_t by_line) {
    const nbl_view_t *view = l->view;
    const uint64_t first = view->lines[1].count != 0 ? view->lines[1].stride : l->step; /* the first pass's elements */
    for (uint64_t w = 0; w < lines; w++) {
        const uint64_t line = l->number + w * l->number_step;
        for (uint64_t k = 0; k < count && line % first != 0; k++) {
            const uint64_t e = line + k * l->step;
            if (2 * e <= view->signal || e > view->signal) continue;
            const uint64_t place = l->begin + w * l->begin_step + (view->signal - e) * view->stride;
            NBL_OF_SCALAR(set)
            (view->storage, l->memory + place * NBL_OF_SCALAR(bytes_of)(view),
             nbl_complex_conj(x[k * by_element + w * by_line]));
        }
    }
}

static void NBL_OF_SCALAR(load_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines, NBL_COMPLEX *x,
                                      size_t by_element, size_t by_line) {
    const nbl_view_t *view = l->view;
    const bool beside = NBL_OF_SCALAR(beside)(l) && lines >= FEWEST_BESIDE;
    uint64_t most = l->most, k = 0;
    if (view->element == NBL_VIEW_ROWS) {
        nbl_program_lines_t one = *l;
        for (uint64_t w = 0; w < lines; w++, one.begin += one.begin_step)
            NBL_OF_SCALAR(move_rows)(&one, count, x + w * by_line, false);
        return;
    }
    if (view->apart.count != 0) {
        NBL_OF_SCALAR(move_apart)(l, count, lines, x, by_element, by_line, false);
        return;
    }
    if (view->element == NBL_VIEW_HALVED) {
        NBL_OF_SCALAR(load_halved)(l, count, lines, x, by_element, by_line);
        return;
    }
    const uint64_t there = nbl_view_is_spectrum(view)       ? (uint64_t)view->signal + 1
                           : view->given == 0               ? UINT64_MAX
                           : view->element == NBL_VIEW_PAIR ? view->given / 2
                                                            : view->given;
    if (there < most) most = there;
    if (!nbl_view_is_spectrum(view)) {
        k = NBL_OF_SCALAR(in_all)(l, count, lines, most);
        NBL_OF_SCALAR(move_grid)(l, k, lines, x, by_element, by_line, beside, false);
    } else if (view->given == 0 && l->number + (lines - 1) * l->number_step <= view->signal) {
        k = NBL_OF_SCALAR(load_hermitian)(l, count, lines, x, by_element, by_line, beside);
    } else if (!beside) {
        for (uint64_t w = 0; w < lines; w++) {
            const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(line_of)(l, w, count);
            NBL_OF_SCALAR(load_some)(&s, x + w * by_line, by_element);
        }
        return;
    }
    for (; k < count; k++) {
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, k, lines);
        if (s.number > most) break;
        NBL_OF_SCALAR(load_some)(&s, x + k * by_element, by_line);
    }
    const NBL_COMPLEX none = {0, 0};
    if (by_element == 1)
        for (uint64_t w = 0; w < lines && k < count; w++) memset(x + w * by_line + k, 0, (count - k) * sizeof *x);
    else
        for (; k < count; k++)
            for (uint64_t w = 0; w < lines; w++) x[k * by_element + w * by_line] = none;
}

static void NBL_OF_SCALAR(store_block)(const nbl_program_lines_t *l, uint64_t count, uint64_t lines,
                                       const NBL_COMPLEX *x, size_t by_element, size_t by_line) {
    const nbl_view_t *view = l->view;
    const bool beside = NBL_OF_SCALAR(beside)(l) && lines >= FEWEST_BESIDE;
    uint64_t most = l->most, k = 0;
    if (view->element == NBL_VIEW_ROWS) {
        nbl_program_lines_t one = *l;
        for (uint64_t w = 0; w < lines; w++, one.begin += one.begin_step)
            NBL_OF_SCALAR(move_rows)(&one, count, (NBL_COMPLEX *)x + w * by_line, true);
        return;
    }
    if (view->apart.count != 0) {
        NBL_OF_SCALAR(move_apart)(l, count, lines, (NBL_COMPLEX *)x, by_element, by_line, true);
        return;
    }
    if (view->element == NBL_VIEW_HALVED && view->signal / 2 + 1 < count) count = view->signal / 2 + 1;
    if (view->element == NBL_VIEW_FOLDED) NBL_OF_SCALAR(store_folded)(l, count, lines, x, by_element, by_line);
    if (nbl_view_is_spectrum(view) && (uint64_t)view->signal / 2 + 1 < most) most = (uint64_t)view->signal / 2 + 1;
    if (view->kept != 0 && l->number_step == 0) { /* all lines have the same part */
        const uint64_t from = view->kept_from, behind = from + view->kept, by = view->element == NBL_VIEW_PAIR ? 2 : 1;
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(line_of)(l, 0, count);
        const uint64_t first = NBL_OF_SCALAR(below)(&s, (from + by - 1) / by);
        const uint64_t end = NBL_OF_SCALAR(below)(&s, behind / by < most ? behind / by : most);
        nbl_program_lines_t part = *l;
        part.begin -= from * view->stride;
        part.number += first * l->step;
        if (end > first) NBL_OF_SCALAR(move_grid)
        (&part, end - first, lines, (NBL_COMPLEX *)x + first * by_element, by_element, by_line, beside, true);
        if (by == 1) return;
        const uint64_t halves[2] = {first > 0 && from % 2 != 0 ? first - 1 : count, behind % 2 != 0 ? end : count};
        for (int i = 0; i < 2; i++) { /* a pair at either end, if one of its two numbers is kept */
            if (halves[i] >= count) continue;
            const NBL_OF_SCALAR(some_t) half = NBL_OF_SCALAR(element_of)(l, halves[i], lines);
            NBL_OF_SCALAR(store_some)(&half, x + halves[i] * by_element, by_line);
        }
        return;
    }
    if (view->kept == 0) {
        k = NBL_OF_SCALAR(in_all)(l, count, lines, most);
        NBL_OF_SCALAR(move_grid)(l, k, lines, (NBL_COMPLEX *)x, by_element, by_line, beside, true);
    }
    for (; k < count; k++) {
        const NBL_OF_SCALAR(some_t) s = NBL_OF_SCALAR(element_of)(l, k, lines);
        if (s.number >= most) break;
        NBL_OF_SCALAR(store_some)(&s, x + k * by_element, by_line);
    }
}
